"""What comes in as an image and what is kept of it: always a WebP that this site drew, with nothing but its pixels."""

from __future__ import annotations

import logging
import struct
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from PIL import Image

from partidas.models.adjunto import medidas_de_miniatura

if TYPE_CHECKING:
    from django.utils.functional import Promise

MEGA = 1024 * 1024
BYTES_MAXIMO = 5 * MEGA
LADO_MAXIMO = 4096
CALIDAD, ESFUERZO = 82, 2
FORMATOS = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG", b"GIF87a": "GIF", b"GIF89a": "GIF"}

_registro = logging.getLogger("hilo.imagenes")


@dataclass
class ImagenRechazada(Exception):
    """The file cannot be taken; `motivo` is the sentence to show."""

    motivo: str | Promise


@dataclass(frozen=True, slots=True)
class Imagen:
    """Both copies, as the bytes of a WebP file, and the size of the large one in pixels."""

    completa: bytes
    miniatura: bytes
    ancho: int
    alto: int


def formato(datos: bytes) -> str:
    """Return what its first bytes say that it is: JPEG, PNG, GIF, WEBP; empty for anything else."""
    if datos[:4] == b"RIFF" and datos[8:12] == b"WEBP":
        return "WEBP"
    return next((nombre for magia, nombre in FORMATOS.items() if datos.startswith(magia)), "")


def recodificar(datos: bytes) -> Imagen:
    """Draw the image again: turned the right way up, its first frame, with no metadata.

    Size is read from the header, before any pixel is decoded. Raises ImagenRechazada (S-70, S-71, S-72).
    """
    if not datos:
        raise ImagenRechazada(_("El archivo está vacío."))
    if len(datos) > BYTES_MAXIMO:
        raise ImagenRechazada(_("Pesa más de 5 MB: redúcela y vuelve a subirla."))
    tipo = formato(datos)
    if not tipo:
        raise ImagenRechazada(_("No es una imagen JPEG, PNG, GIF o WebP."))
    if tipo == "WEBP":
        _comprobar_medidas(*_medidas_webp(datos))
    try:
        with Image.open(BytesIO(datos), formats=[tipo]) as abierta:
            _comprobar_medidas(*abierta.size)
            abierta.load()
            _comprobar_medidas(*abierta.size)
            lienzo = _enderezar(abierta)
    except ImagenRechazada:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImagenRechazada(_frase_de_medidas()) from error
    except Exception as error:  # a decoder before a hostile file can raise anything
        _registro.info("imagen que no se puede leer: %s", type(error).__name__)
        raise ImagenRechazada(_("El archivo está dañado o incompleto: ábrelo, guárdalo otra vez y súbelo.")) from error
    pequena = lienzo.resize(medidas_de_miniatura(*lienzo.size), Image.Resampling.LANCZOS)
    return Imagen(_a_webp(lienzo), _a_webp(pequena), *lienzo.size)


def _comprobar_medidas(ancho: int, alto: int) -> None:
    if not (0 < ancho <= LADO_MAXIMO and 0 < alto <= LADO_MAXIMO):
        raise ImagenRechazada(_frase_de_medidas())


def _frase_de_medidas() -> str:
    return _("Mide más de 4096 píxeles de ancho o de alto: redúcela y vuelve a subirla.")


def _medidas_webp(datos: bytes) -> tuple[int, int]:
    """Return the size that the header of a WebP declares: its decoder takes memory for it as soon as it is opened.

    Raises ImagenRechazada for a header that says none.
    """
    clase = datos[12:16]
    try:
        if clase == b"VP8X":
            return 1 + int.from_bytes(datos[24:27], "little"), 1 + int.from_bytes(datos[27:30], "little")
        if clase == b"VP8L":
            (bits,) = struct.unpack_from("<I", datos, 21)
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        if clase == b"VP8 ":
            ancho, alto = struct.unpack_from("<HH", datos, 26)
            return ancho & 0x3FFF, alto & 0x3FFF
    except struct.error:
        pass
    raise ImagenRechazada(_("El archivo está dañado o incompleto: ábrelo, guárdalo otra vez y súbelo."))


def _enderezar(abierta: Image.Image) -> Image.Image:
    """Return a canvas of its own, RGB or RGBA, turned as the camera was held, that remembers nothing of the file."""
    try:
        orientacion = abierta.getexif().get(0x0112, 1)
    except Exception:  # what the metadata say of themselves is worth nothing: the pixels are
        orientacion = 1
    transparente = abierta.has_transparency_data
    lienzo = abierta.convert("RGBA" if transparente else "RGB")
    lienzo.info.clear()
    giro = GIROS.get(orientacion)
    return lienzo.transpose(giro) if giro is not None else lienzo


GIROS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What undoes each value of the EXIF orientation."""


def _a_webp(lienzo: Image.Image) -> bytes:
    salida = BytesIO()
    lienzo.save(salida, "WEBP", quality=CALIDAD, method=ESFUERZO, exif=b"", icc_profile=b"", xmp=b"")
    return salida.getvalue()
