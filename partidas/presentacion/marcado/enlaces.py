"""Which addresses a text may link to, and how a reader is told where a link goes."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

_WEB: Final = re.compile(r"(https?)://([^/?#\\@\s]*@)?([^/?#\\@:\[\]%\s]+)(:\d{1,5})?([/?#][^\\]*)?", re.IGNORECASE)
_CORREO: Final = re.compile(r"mailto:([A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,253})", re.IGNORECASE)
_PROPIO: Final = re.compile(r"/(?![/\\])[^\\]*")
_ANFITRION: Final = re.compile(r"[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_.])?")
_ADJUNTO: Final = re.compile(r"/adjuntos(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)+/?")
_INVISIBLE: Final = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_ABSOLUTO: Final = re.compile(r"https?://[^\s<>«»“”\"|`*]+", re.IGNORECASE)

_SEGUROS: Final = "/?#[]@!$&'()*+,;=:~%-._"


@dataclass(frozen=True)
class Destino:
    """An address that may be an href."""

    href: str
    lugar: str  # host in ASCII, or mail address; empty inside this site
    avisar: bool  # the lugar must be shown whatever the text says


def destino(direccion: str) -> Destino | None:
    """Return where this address, as typed, may lead; None if it must stay text.

    Only http(s) with a host, mailto, and absolute paths of this site. A browser reads `//x`, `\\\\x` and `https:x` as
    other sites, so none of them passes.
    """
    if _INVISIBLE.search(direccion):
        return None
    if _PROPIO.fullmatch(direccion):
        return Destino(quote(direccion, safe=_SEGUROS), "", False)
    if correo := _CORREO.fullmatch(direccion):
        return Destino("mailto:" + correo[1], correo[1], False)
    web = _WEB.fullmatch(direccion)
    anfitrion = _anfitrion(web[3]) if web else None
    if not web or not anfitrion:
        return None
    usuario = quote(web[2] or "", safe="@:" + "!$&'()*+,;=~%-._")
    href = f"{web[1].lower()}://{usuario}{anfitrion}{web[4] or ''}{quote(web[5] or '', safe=_SEGUROS)}"
    return Destino(href, anfitrion, bool(usuario))


def nombra(palabras: str, lugar: str) -> bool:
    """Return whether the words of a link are its place, or an address of it, and nothing more that could mislead.

    A host spelt in other letters than ASCII does not name itself: «а.es» may be Cyrillic.
    """
    dichas = palabras.strip()
    return dichas.isascii() and any(
        hallado is not None and not hallado.avisar and hallado.lugar.lower() == lugar.lower()
        for hallado in map(destino, (dichas, "https://" + dichas, "mailto:" + dichas))
    )


def _anfitrion(nombre: str) -> str | None:
    if len(nombre) > 253:
        return None
    try:
        ascii_ = nombre.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return None
    return ascii_ if _ANFITRION.fullmatch(ascii_) else None


def es_adjunto(direccion: str) -> bool:
    """Return whether an image may be drawn from this address: our own attachments and nothing else."""
    return bool(_ADJUNTO.fullmatch(direccion))


def admitido(etiqueta: str, atributo: str, valor: str) -> str | None:
    """Second gate, for nh3: let an address through only if it comes out of the first unchanged."""
    if atributo == "href":
        hallado = destino(valor)
        return valor if hallado and hallado.href == valor else None
    if atributo == "src":
        return valor if etiqueta == "img" and es_adjunto(valor) else None
    return valor


def como_se_escribio(valor: str) -> str:
    """Undo comrak's percent-encoding. What the player typed as `%` is a guard by now, so this is exact."""
    return unquote(valor)


def sueltos(texto: str) -> list[tuple[str, str]]:
    """Split a text into pairs (plain text, bare web address after it); the last address is empty."""
    partes: list[tuple[str, str]] = []
    desde = 0
    for hallado in _ABSOLUTO.finditer(texto):
        direccion = _sin_puntuacion(hallado[0])
        partes.append((texto[desde : hallado.start()], direccion))
        desde = hallado.start() + len(direccion)
    return [*partes, (texto[desde:], "")]


def _sin_puntuacion(direccion: str) -> str:
    """Leave out the stop, quote or bracket of the sentence the address ends; a bracket opened inside it stays."""
    sobran = direccion.count(")") - direccion.count("(")
    fin = len(direccion)
    while fin and (direccion[fin - 1] in ".,;:!?…'’]—" or (direccion[fin - 1] == ")" and sobran > 0)):
        sobran -= direccion[fin - 1] == ")"
        fin -= 1
    return direccion[:fin]
