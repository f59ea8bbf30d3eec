"""Where the two files of an image are: under random names in MEDIA_ROOT/adjuntos, which nobody serves but the site."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from partidas.dominio.imagenes import Imagen

COMPLETA, MINIATURA = "completa", "mini"
COPIAS = (COMPLETA, MINIATURA)


def carpeta() -> Path:
    """Return the folder of all the images."""
    return Path(settings.MEDIA_ROOT) / "adjuntos"


def ruta(archivo: str, copia: str) -> Path:
    """Return where one copy of an image is. archivo: 32 hexadecimal digits. copia: one of COPIAS."""
    return carpeta() / archivo[:2] / f"{archivo}.{copia}.webp"


def guardar(archivo: str, imagen: Imagen) -> None:
    """Write both copies, each whole or not at all."""
    for copia, datos in ((COMPLETA, imagen.completa), (MINIATURA, imagen.miniatura)):
        destino = ruta(archivo, copia)
        destino.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
        provisional = destino.with_suffix(".parte")
        with open(provisional, "wb") as abierto:
            os.fchmod(abierto.fileno(), settings.FILE_UPLOAD_PERMISSIONS)
            abierto.write(datos)
            abierto.flush()
            os.fsync(abierto.fileno())
        provisional.replace(destino)


def borrar(archivo: str) -> None:
    """Remove what there is of an image; nothing happens the second time."""
    for copia in COPIAS:
        destino = ruta(archivo, copia)
        destino.unlink(missing_ok=True)
        destino.with_suffix(".parte").unlink(missing_ok=True)


def leer(archivo: str, copia: str) -> bytes | None:
    """Return one copy of an image; None if its file is gone."""
    try:
        return ruta(archivo, copia).read_bytes()
    except FileNotFoundError:
        return None


def tamano(archivo: str) -> int:
    """Return how many bytes the copies of an image take; 0 if either is missing."""
    try:
        return sum(ruta(archivo, copia).stat().st_size for copia in COPIAS)
    except FileNotFoundError:
        return 0


def escritos_antes_de(momento: float) -> Iterator[str]:
    """Yield the name of every image that has a file older than that moment, in seconds of the Unix epoch."""
    vistos: set[str] = set()
    for fila in carpeta().glob("??/*"):
        nombre = fila.name.partition(".")[0]
        if nombre not in vistos and fila.stat().st_mtime < momento:
            vistos.add(nombre)
            yield nombre
