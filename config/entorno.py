"""Reading the environment: every variable goes through one reader, and a bad value is told in one clear sentence."""

import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

SI = frozenset({"1", "si", "sí", "true", "verdadero", "on", "yes"})
NO = frozenset({"0", "no", "false", "falso", "off", ""})
LOCALES = frozenset({"localhost", "127.0.0.1", "::1"})
DE_RED = ("nfs", "cifs", "smb", "afs", "ceph", "glusterfs", "lustre", "fuse.sshfs", "fuse.glusterfs", "davfs")


def error(nombre: str, problema: str, remedio: str) -> ImproperlyConfigured:
    """Return the exception that names the variable, what is wrong and what to write."""
    return ImproperlyConfigured(f"{nombre}: {problema}. {remedio}.")


class Entorno:
    """A reader of environment variables that remembers which ones it was asked for."""

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        """Read from `variables`, or from the process's environment."""
        self._variables: Mapping[str, str] = os.environ if variables is None else variables
        self.leidas: list[str] = []

    def texto(self, nombre: str, por_omision: str = "") -> str:
        """Return the variable without surrounding blanks; an empty one counts as absent."""
        if nombre not in self.leidas:
            self.leidas.append(nombre)
        return self._variables.get(nombre, "").strip() or por_omision

    def booleano(self, nombre: str, *, por_omision: bool = False) -> bool:
        """Return a yes or a no; anything else is refused, never taken for a yes."""
        valor = self.texto(nombre, "1" if por_omision else "0").lower()
        if valor in SI:
            return True
        if valor in NO:
            return False
        raise error(nombre, f"«{valor}» no es ni sí ni no", "Escribe 1 o 0")

    def entero(self, nombre: str, por_omision: int, *, minimo: int, maximo: int) -> int:
        """Return an integer within its bounds, both included."""
        valor = self.texto(nombre, str(por_omision))
        if not valor.isascii() or not valor.isdigit() or not minimo <= int(valor) <= maximo:
            remedio = f"Escribe un número entero de {minimo} a {maximo}"
            raise error(nombre, f"«{valor}» no vale", remedio)
        return int(valor)

    def opcion(self, nombre: str, por_omision: str, *, opciones: Iterable[str]) -> str:
        """Return one of the options, compared exactly."""
        valor, validas = self.texto(nombre, por_omision), list(opciones)
        if valor not in validas:
            raise error(nombre, f"«{valor}» no es un valor conocido", "Escribe uno de estos: " + ", ".join(validas))
        return valor

    def lista(self, nombre: str) -> list[str]:
        """Return the values separated by commas, without empty ones."""
        return [parte.strip() for parte in self.texto(nombre).split(",") if parte.strip()]

    def sitio(self, nombre: str, por_omision: str) -> SplitResult:
        """Return the public address of the site: https, or plain http on this very machine."""
        valor = self.texto(nombre, por_omision).rstrip("/")
        remedio = "Escribe una dirección como https://rol.ejemplo.org, sin ruta; o http://localhost:8000"
        partes = _partir(nombre, valor, remedio)
        if partes.scheme not in {"http", "https"} or not partes.hostname or partes.username is not None:
            raise error(nombre, f"«{valor}» no es la dirección de un sitio", remedio)
        if partes.path or partes.query or partes.fragment:
            raise error(nombre, f"«{valor}» lleva una ruta detrás del nombre", remedio)
        if partes.scheme == "http" and partes.hostname not in LOCALES:
            raise error(nombre, f"«{valor}» va sin cifrar y no es esta máquina", remedio)
        return partes

    def base_de_datos(self, nombre: str, *, por_omision: Path) -> dict[str, Any]:
        """Return Django's description of a database; the address itself is never repeated: it holds a password."""
        valor = self.texto(nombre)
        if not valor:
            return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(por_omision)}
        remedio = "Escribe postgres://usuario:clave@máquina:5432/base, o sqlite:////ruta/absoluta/hilo.sqlite3"
        partes = _partir(nombre, valor, remedio)
        if partes.scheme not in {"postgres", "postgresql", "sqlite"}:
            raise error(nombre, f"no se conoce el tipo de base de datos «{partes.scheme}»", remedio)
        if not partes.path.strip("/"):
            raise error(nombre, "falta el nombre de la base de datos", remedio)
        if partes.scheme == "sqlite" and (partes.netloc or not partes.path.startswith("//")):
            raise error(nombre, "la ruta del archivo SQLite no es absoluta", remedio)
        return dict(environ.Env.db_url_config(valor))

    def redis(self, nombre: str, por_omision: str = "") -> str:
        """Return the address of a Redis server, or an empty text."""
        valor = self.texto(nombre, por_omision)
        remedio = "Escribe redis://máquina:6379/0 (o rediss://… si va cifrado)"
        if valor:
            partes = _partir(nombre, valor, remedio)
            if partes.scheme not in {"redis", "rediss"} or not partes.hostname:
                raise error(nombre, "no es la dirección de un servidor Redis", remedio)
        return valor

    def correo(self, nombre: str) -> dict[str, Any]:
        """Return Django's mail settings; without the variable, mails are files in a folder (`config.correo`)."""
        valor = self.texto(nombre)
        if not valor:
            return {"EMAIL_BACKEND": "config.correo.EnDisco"}
        remedio = "Escribe smtp+tls://usuario:clave@máquina:587, o consolemail:// para verlo en pantalla"
        partes = _partir(nombre, valor, remedio)
        if partes.scheme not in {"smtp", "smtps", "smtp+tls", "smtp+ssl", "consolemail", "filemail", "dummymail"}:
            raise error(nombre, f"no se conoce el tipo de correo «{partes.scheme}»", remedio)
        if partes.scheme.startswith("smtp") and not partes.hostname:
            raise error(nombre, "falta la máquina que envía el correo", remedio)
        return dict(environ.Env.email_url_config(valor))

    def carpeta(self, nombre: str, por_omision: Path) -> Path:
        """Return an absolute folder, made if it was not there."""
        ruta = Path(self.texto(nombre, str(por_omision)))
        if not ruta.is_absolute():
            raise error(nombre, f"«{ruta}» no es una ruta absoluta", "Escribe la ruta entera, desde /")
        try:
            ruta.mkdir(parents=True, exist_ok=True)
        except OSError as fallo:
            problema = f"no se puede crear la carpeta «{ruta}» ({fallo.strerror})"
            raise error(nombre, problema, "Elige una carpeta en la que este usuario pueda escribir") from fallo
        return ruta


def _partir(nombre: str, valor: str, remedio: str) -> SplitResult:
    """Split an address; a port that is not a number is refused here."""
    try:
        partes = urlsplit(valor)
        _ = partes.port
    except ValueError as fallo:
        raise error(nombre, "la dirección está mal escrita", remedio) from fallo
    return partes


def leer_clave(entorno: Entorno, datos: Path, *, produccion: bool) -> str:
    """Return the secret key: from SECRET_KEY, else SECRET_KEY_FILE, else (embedded only) a file made on first use."""
    valor, archivo = entorno.texto("SECRET_KEY"), entorno.texto("SECRET_KEY_FILE")
    remedio = "Escribe al menos 50 caracteres al azar, o guárdalos en un archivo y da su ruta en SECRET_KEY_FILE"
    if not valor and archivo:
        try:
            valor = Path(archivo).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as fallo:
            raise error("SECRET_KEY_FILE", f"no se puede leer «{archivo}»", remedio) from fallo
    elif not valor and produccion:
        raise error("SECRET_KEY", "falta, y en un sitio público es imprescindible", remedio)
    elif not valor:
        valor = clave_propia(datos / "clave")
    if produccion and (len(valor) < 50 or len(set(valor)) < 5 or valor.startswith("django-insecure-")):
        raise error("SECRET_KEY", "es demasiado corta o previsible", remedio)
    if not valor:
        raise error("SECRET_KEY_FILE", f"«{archivo}» está vacío", remedio)
    return valor


def clave_propia(archivo: Path) -> str:
    """Return the key kept in `archivo`, writing it whole (mode 0600) the first time, also when two processes race."""
    if not archivo.exists():
        nuevo = archivo.with_name(f".{archivo.name}.{os.getpid()}")
        descriptor = os.open(nuevo, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, stat.S_IRUSR | stat.S_IWUSR)
        with os.fdopen(descriptor, "w", encoding="utf-8") as salida:
            salida.write(get_random_secret_key() + get_random_secret_key())
        try:
            os.link(nuevo, archivo)  # fails if another process was first: its key stands
        except FileExistsError:
            pass
        finally:
            nuevo.unlink()
    clave = archivo.read_text(encoding="utf-8").strip()
    if len(clave) < 50:
        raise error("SECRET_KEY", f"el archivo «{archivo}» está dañado", "Bórralo (se cerrarán las sesiones) o repónlo")
    return clave


def exigir_disco_local(ruta: Path, *, montajes: Path = Path("/proc/mounts")) -> None:
    """Refuse a network file system under SQLite, whose locks are not reliable there; best effort, Linux only."""
    try:
        lineas = [linea.split() for linea in montajes.read_text(encoding="utf-8", errors="replace").splitlines()]
    except OSError:
        return
    puntos = {campos[1].replace("\\040", " "): campos[2] for campos in lineas if len(campos) > 2}
    for carpeta in (ruta.resolve(), *ruta.resolve().parents):
        tipo = puntos.get(str(carpeta))
        if tipo is not None:
            if tipo.startswith(DE_RED):
                problema = f"«{ruta}» está en un disco de red ({tipo}) y SQLite perdería datos"
                raise error("DIR_DATOS", problema, "Elige una carpeta de un disco de esta máquina, o usa PostgreSQL")
            return
