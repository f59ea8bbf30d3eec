"""Text without markup: what is shown when painting fails, and what leaves the site in mails, feeds and search."""

import html
import re
import unicodedata
from html.parser import HTMLParser
from typing import Final

DESTRIPE: Final = "[destripe]"
_APARTE: Final = frozenset({"p", "h3", "h4", "h5", "h6", "li", "pre", "tr", "blockquote", "hr", "br", "details"})
_PARRAFO: Final = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def parrafos(texto: str) -> str:
    """Return cleaned text as escaped paragraphs: cannot fail, lose a word or open a tag."""
    trozos = (trozo.strip("\n") for trozo in _PARRAFO.split(texto))
    return "".join(
        f'<p dir="auto">{html.escape(trozo, quote=False).replace(chr(10), "<br>")}</p>' for trozo in trozos if trozo
    )


class _Lector(HTMLParser):
    """Reads our own HTML back as words; what lies in a spoiler is one mark."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.partes: list[str] = []
        self.tapada = ""  # the tag of the spoiler we are in
        self.hondo = 0
        self.listas: list[int | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.tapada:
            self.hondo += tag == self.tapada
            return
        propios = dict(attrs)
        if tag in _APARTE:
            self.partes.append("\n")
        if propios.get("class") == "destripe":
            self.tapada, self.hondo = tag, 1
            self.partes.append(DESTRIPE)
        elif tag in {"ul", "ol"}:
            self.listas.append(int(propios.get("start") or 1) if tag == "ol" else None)
        elif tag == "li":
            self._elemento(propios.get("value"))
        elif tag == "img":
            self.partes.append(propios.get("alt") or "")
        elif tag in {"td", "th"}:
            self.partes.append(" ")

    def _elemento(self, valor: str | None) -> None:
        if self.listas and (numero := self.listas[-1]) is not None:
            numero = int(valor) if valor else numero
            self.listas[-1] = numero + 1
            self.partes.append(f"{numero}. ")

    def handle_endtag(self, tag: str) -> None:
        if self.tapada:
            self.hondo -= tag == self.tapada
            if not self.hondo:
                self.tapada = ""
            return
        if tag in {"ul", "ol"} and self.listas:
            self.listas.pop()
        if tag in _APARTE:
            self.partes.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.tapada:
            self.partes.append(data)


def palabras(pagina: str) -> str:
    """Return the words of HTML made by `render`, one block a line, spoilers as «[destripe]»."""
    lector = _Lector()
    lector.feed(pagina)
    lector.close()
    lineas = (linea.strip() for linea in "".join(lector.partes).split("\n"))
    return "\n".join(linea for linea in lineas if linea)


def recortar(texto: str, limite: int) -> str:
    """Cut after a whole word, with an ellipsis; `limite` counts it. A longer word is cut between whole letters."""
    if len(texto) <= limite:
        return texto
    if limite < 1:
        return ""
    corte = limite - 1
    hueco = max(texto.rfind(" ", 0, corte + 1), texto.rfind("\n", 0, corte + 1))
    if hueco > 0:
        corte = hueco
    else:
        while corte and (unicodedata.category(texto[corte])[0] == "M" or "\u200d" in texto[corte - 1 : corte + 1]):
            corte -= 1
    return texto[:corte].rstrip() + "…"
