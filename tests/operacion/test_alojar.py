"""The deployment files agree with the code; the proxy's file is run by a real nginx. Docker itself is not used."""

import http.client
import http.server
import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.management import CommandError, call_command

from config import procesos, reloj
from config.conexiones import SEGUNDOS_HASTA_REPETIR
from partidas.models import Latido
from partidas.tasks import tic
from tests.operacion.sitio import RAIZ, esperar, puerto_libre

COMPOSE: dict[str, Any] = yaml.safe_load((RAIZ / "docker-compose.yml").read_text(encoding="utf-8"))
NUESTROS = ("web", "worker", "beat")
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")


def test_servicios_y_comprobaciones_de_salud() -> None:
    servicios = COMPOSE["services"]

    assert set(servicios) == {"web", "worker", "beat", "postgres", "redis", "proxy"}
    assert [nombre for nombre, uno in servicios.items() if not uno["healthcheck"]["test"]] == []
    assert [nombre for nombre, uno in servicios.items() if "container_name" in uno] == []
    assert "ports" not in servicios["web"]  # or `--scale web=3` would want the same port three times


@pytest.mark.parametrize("nombre", NUESTROS)
def test_las_variables_son_las_que_leen_los_ajustes(nombre: str) -> None:
    variables = COMPOSE["services"][nombre]["environment"]

    assert set(variables) - set(settings.ENTORNO.leidas) == set()
    assert {"SITIO_URL", "SECRET_KEY", "DATABASE_URL", "REDIS_URL", "PROXY_DE_CONFIANZA"} <= set(variables)


def test_las_ordenes_son_las_de_la_orden_de_arranque() -> None:
    servicios = COMPOSE["services"]
    web = shlex.split(servicios["web"]["command"])
    dockerfile = (RAIZ / "Dockerfile").read_text(encoding="utf-8")

    assert web[:2] == ["sh", "-c"]
    assert web[2] == "python manage.py preparar && exec python " + shlex.join(procesos.WEB)
    assert shlex.split(servicios["worker"]["command"]) == ["python", *procesos.OBRERO_A_ESCALA]
    assert shlex.split(servicios["beat"]["command"]) == ["python", *procesos.BEAT]
    assert json.loads(re.search(r"^CMD (.*)$", dockerfile, re.MULTILINE)[1]) == web
    assert re.search(r"^USER hilo$", dockerfile, re.MULTILINE)
    assert "--require-hashes -r requirements/ejecucion.txt" in dockerfile


def test_los_archivos_que_se_montan_existen() -> None:
    rutas = [volumen.split(":")[0] for volumen in COMPOSE["services"]["proxy"]["volumes"]]

    assert [ruta for ruta in rutas if ruta != "./certificados" and not (RAIZ / ruta).exists()] == []
    assert SEGUNDOS_HASTA_REPETIR > settings.CELERY_TASK_TIME_LIMIT


@pytest.mark.django_db
def test_la_orden_latido_falla_sin_tics_recientes() -> None:
    with pytest.raises(CommandError, match="Ningún tic todavía"):
        call_command("latido")
    Latido.objects.create(momento=reloj.ahora() - timedelta(minutes=3), pid=1)
    with pytest.raises(CommandError, match="hace 180 s"):
        call_command("latido")
    tic()
    call_command("latido")


class Eco(http.server.BaseHTTPRequestHandler):
    """A web that answers with what it was asked."""

    def responder(self) -> None:
        """Send the request back as JSON."""
        cuerpo = json.dumps({"linea": self.requestline, "cabeceras": dict(self.headers)}).encode()
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(413 if self.path == "/demasiado-grande/" else 200)
        self.send_header("Content-Length", str(len(cuerpo)))
        self.end_headers()
        self.wfile.write(cuerpo)

    do_GET = do_POST = responder

    def log_message(self, *_: Any) -> None:
        """Keep quiet."""


def certificado(carpeta: Path) -> None:
    """Write a certificate for localhost and its key."""
    clave = ec.generate_private_key(ec.SECP256R1())
    nombre = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    hoy = reloj.ahora()
    papel = x509.CertificateBuilder().subject_name(nombre).issuer_name(nombre).public_key(clave.public_key())
    papel = papel.serial_number(1).not_valid_before(hoy).not_valid_after(hoy + timedelta(days=1))
    firmado = papel.sign(clave, hashes.SHA256())
    (carpeta / "fullchain.pem").write_bytes(firmado.public_bytes(serialization.Encoding.PEM))
    formato = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (carpeta / "privkey.pem").write_bytes(clave.private_bytes(*formato))


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[tuple[int, http.server.ThreadingHTTPServer]]:
    """Give the port of a real nginx with our file, and the web behind it."""
    if NGINX is None:
        pytest.fail("no hay nginx: sudo apt install nginx-light")
    certificado(tmp_path)
    seguro, claro = puerto_libre(), puerto_libre()
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Eco)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    texto = (RAIZ / "herramientas/nginx/hilo.conf").read_text(encoding="utf-8")
    for antes, ahora in (
        ("/etc/nginx/certificados", str(tmp_path)),
        ("/usr/share/nginx/hilo", str(RAIZ / "herramientas/nginx/paginas")),
        ("listen 443 ssl", f"listen 127.0.0.1:{seguro} ssl"),
        ("listen 80", f"listen 127.0.0.1:{claro}"),
        ("    listen [::]:443 ssl;\n", ""),
        ("    listen [::]:80;\n", ""),
        ("    http2 on;\n", ""),  # Debian's nginx is older than this spelling
        ("web:8000", f"127.0.0.1:{web.server_port}"),
    ):
        assert antes in texto, antes
        texto = texto.replace(antes, ahora)
    temporales = "".join(
        f"{t}_temp_path {tmp_path}/{t};\n" for t in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    entero = f"daemon off;\npid {tmp_path}/nginx.pid;\nerror_log {tmp_path}/error.log;\nworker_processes 1;\n"
    if os.geteuid() == 0:
        entero += "user root;\n"  # or its worker could not read a checkout that is root's alone
    entero += f"events {{}}\nhttp {{\naccess_log off;\n{temporales}{texto}\n}}\n"
    (tmp_path / "nginx.conf").write_text(entero, encoding="utf-8")
    orden = [NGINX, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "error.log")]
    subprocess.run([*orden, "-t"], check=True, capture_output=True, text=True)
    proceso = subprocess.Popen(orden)
    try:
        esperar(lambda: pedir(seguro, "GET", "/volvemos.html") if proceso.poll() is None else proceso, segundos=20)
        yield seguro, web
    finally:
        proceso.terminate()
        proceso.wait(10)
        web.shutdown()
        web.server_close()


def pedir(puerto: int, metodo: str, ruta: str, cuerpo: bytes = b"", **cabeceras: str) -> tuple[int, str] | None:
    """Return the status and the body of an answer, or None if there is nobody."""
    contexto = ssl.create_default_context()
    contexto.check_hostname, contexto.verify_mode = False, ssl.CERT_NONE
    conexion = http.client.HTTPSConnection("127.0.0.1", puerto, timeout=10, context=contexto)
    try:
        conexion.request(metodo, ruta, cuerpo or None, {k.replace("_", "-"): v for k, v in cabeceras.items()})
        respuesta = conexion.getresponse()
        return respuesta.status, respuesta.read().decode()
    except ConnectionRefusedError:
        return None
    finally:
        conexion.close()


@pytest.mark.averias
def test_el_proxy_dice_quien_pide_y_que_hacer_cuando_no_se_puede(
    proxy: tuple[int, http.server.ThreadingHTTPServer],
) -> None:
    puerto, web = proxy
    falsas = {"X_Forwarded_For": "6.6.6.6", "X_Forwarded_Proto": "http", "X_Forwarded_Host": "malo.org"}

    estado, cuerpo = pedir(puerto, "GET", "/p/abc/", Host="rol.ejemplo.org", **falsas) or (0, "")
    grande = pedir(puerto, "POST", "/publicar", b"x" * 61 * 1024 * 1024, Host="rol.ejemplo.org")
    web.shutdown()
    web.server_close()
    caida = pedir(puerto, "GET", "/p/abc/")

    visto = json.loads(cuerpo)
    assert estado == 200
    assert visto["linea"] == "GET /p/abc/ HTTP/1.1"
    assert visto["cabeceras"]["Host"] == "rol.ejemplo.org"
    assert visto["cabeceras"]["X-Forwarded-For"] == "127.0.0.1"
    assert visto["cabeceras"]["X-Forwarded-Proto"] == "https"
    assert "X-Forwarded-Host" not in visto["cabeceras"]
    assert grande is not None
    assert grande[0] == 413
    assert json.loads(grande[1])["linea"].startswith("GET /demasiado-grande/")
    assert caida is not None
    assert caida[0] == 502
    assert "Volvemos enseguida" in caida[1]
