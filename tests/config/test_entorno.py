"""The settings stop the start, in words, at every bad value; and the documentation names what they read."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from config import VERSION
from config.entorno import ImproperlyConfigured, clave_propia, exigir_disco_local
from tests.operacion.sitio import RAIZ, entorno_limpio

CLAVE = "k3-una-clave-larga-de-verdad-para-las-pruebas-0123456789-xyz"
PUBLICO = {"SITIO_URL": "https://rol.ejemplo.org", "SECRET_KEY": CLAVE, "PROXY_DE_CONFIANZA": "1"}

MALOS = [
    (
        {"REGISTRO": "libre"},
        "REGISTRO: «libre» no es un valor conocido. Escribe uno de estos: abierto,",
    ),
    ({"DEBUG": "quizá"}, "DEBUG: «quizá» no es ni sí ni no. Escribe 1 o 0."),
    ({"PUERTO": "ochenta"}, "PUERTO: «ochenta» no vale. Escribe un número entero de 1 a 65535."),
    ({"PUERTO": "70000"}, "PUERTO: «70000» no vale."),
    ({"PUERTO": "٣"}, "PUERTO: «٣» no vale."),
    ({"NIVEL_LOG": "info"}, "NIVEL_LOG: «info» no es un valor conocido."),
    ({"PROXY_DE_CONFIANZA": "sí"}, "PROXY_DE_CONFIANZA: «sí» no vale."),
    ({"SITIO_URL": "rol.ejemplo.org"}, "SITIO_URL: «rol.ejemplo.org» no es la dirección de un sitio."),
    ({"SITIO_URL": "http://rol.ejemplo.org"}, "SITIO_URL: «http://rol.ejemplo.org» va sin cifrar"),
    ({"SITIO_URL": "https://rol.ejemplo.org/foro"}, "lleva una ruta detrás del nombre"),
    ({"SITIO_URL": "https://rol:puerto"}, "SITIO_URL: la dirección está mal escrita"),
    ({"SITIO_URL": "https://rol.ejemplo.org"}, "SECRET_KEY: falta, y en un sitio público es imprescindible."),
    ({**PUBLICO, "SECRET_KEY": "corta"}, "SECRET_KEY: es demasiado corta o previsible."),
    ({**PUBLICO, "SECRET_KEY": "", "SECRET_KEY_FILE": "/no/existe"}, "SECRET_KEY_FILE: no se puede leer «/no/existe»."),
    ({**PUBLICO, "DEMO": "1"}, "DEMO: las cuentas de demostración tienen claves conocidas"),
    ({**PUBLICO, "DEBUG": "1"}, "DEBUG: no puede ser 1 en un sitio público"),
    ({**PUBLICO, "PRUEBAS": "1"}, "PRUEBAS: no puede ser 1 en un sitio público"),
    ({"ESCUCHA": "0.0.0.0"}, "ESCUCHA: «0.0.0.0» abre el sitio a otras máquinas, y sin cifrar."),
    ({"ESCUCHA": "0.0.0.0", "DEMO": "1"}, "DEMO: las cuentas de demostración"),
    ({"DATABASE_URL": "mysql://u:secreta@h/b"}, "DATABASE_URL: no se conoce el tipo de base de datos «mysql»."),
    ({"DATABASE_URL": "postgres://u:secreta@h:5432"}, "DATABASE_URL: falta el nombre de la base de datos."),
    ({"DATABASE_URL": "postgres://u:secreta@h:x/b"}, "DATABASE_URL: la dirección está mal escrita."),
    ({"DATABASE_URL": "sqlite:///hilo.sqlite3"}, "DATABASE_URL: la ruta del archivo SQLite no es absoluta."),
    ({"REDIS_URL": "http://localhost"}, "REDIS_URL: no es la dirección de un servidor Redis."),
    ({"REDIS_CACHE_URL": "redis://"}, "REDIS_CACHE_URL: no es la dirección de un servidor Redis."),
    ({"CORREO_URL": "paloma://h"}, "CORREO_URL: no se conoce el tipo de correo «paloma»."),
    ({"CORREO_URL": "smtp://"}, "CORREO_URL: falta la máquina que envía el correo."),
    ({"DIR_DATOS": "datos"}, "DIR_DATOS: «datos» no es una ruta absoluta."),
    ({"DIR_DATOS": "/proc/datos"}, "DIR_DATOS: no se puede crear la carpeta «/proc/datos»"),
    ({"FALLOS": "aquí=matar"}, "FALLOS: solo se usa en las pruebas."),
    ({"FALLOS": "aquí=romper", "PRUEBAS": "1"}, "FALLOS: no se entiende «aquí=romper»."),
]


def leer(carpeta: Path, guion: str = "import config.settings", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process whose environment is only this."""
    return subprocess.run(
        [sys.executable, "-c", guion],
        cwd=RAIZ,
        env=entorno_limpio(**{"DIR_DATOS": str(carpeta), **variables}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(("variables", "frase"), MALOS, ids=lambda v: " ".join(v) if isinstance(v, dict) else "")
def test_un_valor_malo_para_el_arranque_con_una_frase(tmp_path: Path, variables: dict[str, str], frase: str) -> None:
    fin = leer(tmp_path, **variables)

    assert fin.returncode == 1
    ultima = fin.stderr.strip().splitlines()[-1]
    assert ultima.startswith("django.core.exceptions.ImproperlyConfigured: ")
    assert frase in ultima
    assert "secreta" not in fin.stderr


def test_la_orden_lo_dice_sin_traza(tmp_path: Path) -> None:
    fin = subprocess.run(
        [sys.executable, "manage.py", "arrancar"],
        cwd=RAIZ,
        env=entorno_limpio(DIR_DATOS=str(tmp_path), REGISTRO="libre"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert fin.returncode == 1
    assert "La configuración no vale.\n  REGISTRO: «libre» no es un valor conocido." in fin.stderr
    assert "Traceback" not in fin.stderr


def test_el_perfil_publico_pasa_la_revision_de_despliegue(tmp_path: Path) -> None:
    variables = {"DATABASE_URL": "postgres://u:c@localhost/b", "REDIS_URL": "redis://localhost/0", **PUBLICO}
    fin = subprocess.run(
        [sys.executable, "-W", "error", "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=RAIZ,
        env=entorno_limpio(DIR_DATOS=str(tmp_path), **variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert fin.returncode == 0, fin.stderr
    assert not (tmp_path / "clave").exists()


def test_los_dos_perfiles(tmp_path: Path) -> None:
    guion = (
        "import config.settings as s; print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE,"
        "s.SECURE_HSTS_SECONDS, s.SECURE_SSL_REDIRECT, s.SECURE_PROXY_SSL_HEADER, s.ALLOWED_HOSTS, s.SITIO_URL)"
    )

    propio = leer(tmp_path, guion, PUERTO="8123").stdout
    publico = leer(tmp_path, guion, **PUBLICO).stdout

    assert propio == "sesion csrf False 0 False None ['localhost', '127.0.0.1', '[::1]'] http://localhost:8123\n"
    assert publico == (
        "__Host-sesion __Host-csrf True 31536000 True ('HTTP_X_FORWARDED_PROTO', 'https') ['rol.ejemplo.org'] "
        "https://rol.ejemplo.org\n"
    )


def test_la_zona_horaria_sale_del_paquete_fijado(tmp_path: Path) -> None:
    guion = "import config.settings, zoneinfo; print(zoneinfo.TZPATH, zoneinfo.ZoneInfo('Europe/Madrid'))"

    assert leer(tmp_path, guion).stdout == "() Europe/Madrid\n"


def test_la_clave_propia_se_escribe_una_vez_y_solo_para_su_dueno(tmp_path: Path) -> None:
    archivo = tmp_path / "clave"

    primera = clave_propia(archivo)

    assert len(primera) >= 50
    assert clave_propia(archivo) == primera
    assert archivo.stat().st_mode & 0o777 == 0o600
    assert [hijo.name for hijo in tmp_path.iterdir()] == ["clave"]
    archivo.write_text("media")
    with pytest.raises(ImproperlyConfigured, match="está dañado"):
        clave_propia(archivo)


def test_no_se_admite_un_disco_de_red(tmp_path: Path) -> None:
    montajes = tmp_path / "mounts"
    montajes.write_text(f"/dev/vda / ext4 rw 0 0\nservidor:/casa {tmp_path} nfs4 rw 0 0\n")

    with pytest.raises(ImproperlyConfigured, match=r"DIR_DATOS: .* está en un disco de red \(nfs4\)"):
        exigir_disco_local(tmp_path / "datos", montajes=montajes)
    exigir_disco_local(Path("/otra/parte"), montajes=montajes)
    exigir_disco_local(tmp_path, montajes=tmp_path / "no-existe")


def test_la_documentacion_nombra_lo_que_se_lee(tmp_path: Path) -> None:
    tabla = re.findall(
        r"^\| `(\w+)` \|", (RAIZ / "docs" / "configuracion.md").read_text(encoding="utf-8"), re.MULTILINE
    )

    leidas = leer(tmp_path, "import config.settings as s; print(*s.ENTORNO.leidas)").stdout.split()

    assert sorted(tabla) == sorted(leidas)


def test_la_version_es_la_del_proyecto() -> None:
    assert f'\nversion = "{VERSION}"\n' in (RAIZ / "pyproject.toml").read_text(encoding="utf-8")
