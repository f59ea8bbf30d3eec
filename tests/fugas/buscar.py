"""Look for canaries in an answer, however they are dressed: every byte of body and headers, decoded every way."""

from __future__ import annotations

import base64
import binascii
import gzip
import html
import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes, urldefrag, urljoin, urlsplit

CANARIO = re.compile(rb"canario-[a-z0-9-]+?-[0-9a-f]{16}")
ENLACE = re.compile(r'<(?:a|link|form|[a-z]+)\b[^>]*?\b(href|action|hx-get|data-url)="([^"]*)"[^>]*>')
MARCA = re.compile(rb"<[^>]*>|&(?:shy|zwnj|zwj|#173|#8203);|\xc2\xad|\xe2\x80[\x8b-\x8d]")
BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{24,}={0,2}")
ESCAPE = re.compile(rb"\\u00([0-9a-f]{2})", re.IGNORECASE)
FUERA = ("/static/", "/media/")


@dataclass(frozen=True, slots=True)
class Hallazgos:
    """The canaries and the ids found, and the body as text."""

    canarios: frozenset[str]
    ids: frozenset[str]
    cuerpo: str


def buscar(respuesta: Any, ids: Iterable[str] = ()) -> Hallazgos:
    """Search an answer of Django: status line aside, all that a browser receives."""
    cuerpo = b"".join(respuesta.streaming_content) if respuesta.streaming else respuesta.content
    cabeceras = repr(list(respuesta.items())).encode() + str(respuesta.cookies).encode()
    claro = _destapar(cuerpo)
    return Hallazgos(
        canarios_en(cuerpo) | canarios_en(cabeceras),
        frozenset(uno for uno in ids if uno.encode() in claro or uno.encode() in cabeceras),
        claro.decode("utf-8", "replace"),
    )


def canarios_en(crudo: bytes) -> frozenset[str]:
    """Return the canaries of some bytes, in lower case."""
    return frozenset(uno.decode() for forma in formas(crudo) for uno in CANARIO.findall(forma.lower()))


def formas(crudo: bytes, hondura: int = 0) -> Iterator[bytes]:
    """Yield the bytes as they are and undone: inflated, unzipped, unescaped, without markup, out of base 64."""
    claro = _destapar(crudo)
    yield claro
    if claro.startswith(b"PK") and hondura < 3:
        for nombre, dentro in _entradas(claro):
            yield nombre
            yield from formas(dentro, hondura + 1)
        return
    legible = ESCAPE.sub(lambda m: bytes([int(m[1], 16)]), claro)
    if b"&" in legible:
        legible = html.unescape(legible.decode("utf-8", "replace")).encode()
    if b"%" in legible:
        legible = unquote_to_bytes(legible)
    yield legible
    yield MARCA.sub(b"", legible)
    if hondura < 2:
        for trozo in BASE64.findall(claro):
            for desde in range(4):  # what stands before it may read as base 64 too
                yield from _de_base_64(trozo[desde:], hondura)


def _de_base_64(trozo: bytes, hondura: int) -> Iterator[bytes]:
    limpio = trozo.rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
    try:
        dentro = base64.b64decode(limpio[: len(limpio) - (len(limpio) % 4 == 1)] + b"=" * (-len(limpio) % 4 % 3))
    except (binascii.Error, ValueError):
        return
    if b"canario" in dentro.lower() or dentro[:2] in (b"\x1f\x8b", b"PK", b"x\x9c"):
        yield from formas(dentro, hondura + 1)


def _destapar(crudo: bytes) -> bytes:
    try:
        if crudo[:2] == b"\x1f\x8b":
            return gzip.decompress(crudo)
        if crudo[:2] in (b"x\x9c", b"x\xda", b"x\x01"):
            return zlib.decompress(crudo)
    except (OSError, EOFError, zlib.error):
        return crudo
    return crudo


def _entradas(crudo: bytes) -> list[tuple[bytes, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(crudo)) as archivo:
            return [(uno.filename.encode() + uno.comment, archivo.read(uno)) for uno in archivo.infolist()]
    except zipfile.BadZipFile:
        return []


def enlaces(cuerpo: str, direccion: str, destino: str) -> tuple[str, ...]:
    """Return where a page leads by a GET within this site: redirection, links, forms by GET, fragments.

    In the order of the page: the ids in the addresses are drawn each time, so no other order is the same twice.
    """
    hallados = [destino] if destino else []
    etiquetas = (e for e in ENLACE.finditer(cuerpo) if e[1] != "action" or 'method="post"' not in e[0])
    hallados += [html.unescape(etiqueta[2]) for etiqueta in etiquetas]
    direcciones = dict.fromkeys(urldefrag(urljoin(direccion, uno)).url for uno in hallados)
    return tuple(d for d in direcciones if not urlsplit(d).netloc and d.startswith("/") and not d.startswith(FUERA))
