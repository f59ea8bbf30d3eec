"""An independent reader of the HTML: what a person sees, what lies hidden, and whether every tag is one we allow."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

VACIAS = {"br", "hr", "img"}
DIRIGIDA = {"dir": {"auto"}}
ALINEADA = DIRIGIDA | {"align": {"left", "center", "right"}}
# None: any value; the addresses are judged by the test of links.
PERMITIDO: dict[str, dict[str, set[str] | None]] = {
    **{nombre: {} for nombre in ("br", "em", "strong", "del", "blockquote", "ul", "code", "hr", "summary")},
    **{nombre: {} for nombre in ("table", "thead", "tbody", "tr")},
    **dict.fromkeys(("p", "h3", "h4", "h5", "h6", "pre"), DIRIGIDA),
    "li": DIRIGIDA | {"value": None},
    "th": ALINEADA,
    "td": ALINEADA,
    "ol": {"start": None},
    "a": {"href": None, "rel": {"noopener noreferrer nofollow ugc"}},
    "img": {"src": None, "alt": None},
    "span": {"class": {"destripe", "destino"}, "tabindex": {"0"}},
    "details": {"class": {"destripe"}},
}


@dataclass
class Lectura:
    """One page read: `texto` has everything a reader can reach, `fuera` only what no spoiler hides."""

    texto: str = ""
    fuera: str = ""
    etiquetas: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    impropias: list[str] = field(default_factory=list)
    hondura: int = 0

    def cuantas(self, *nombres: str) -> int:
        return sum(nombre in nombres for nombre, _ in self.etiquetas)


class _Lector(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lectura = Lectura()
        self.abiertas: list[tuple[str, dict[str, str]]] = []
        self.numeros: list[int | None] = []

    def _decir(self, texto: str) -> None:
        if any(nombre == "summary" or atributos.get("class") == "destino" for nombre, atributos in self.abiertas):
            return
        self.lectura.texto += texto
        if not any(atributos.get("class") == "destripe" for _, atributos in self.abiertas):
            self.lectura.fuera += texto

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        propios = {clave: valor or "" for clave, valor in attrs}
        self.lectura.etiquetas.append((tag, propios))
        admitidos = PERMITIDO.get(tag)
        if admitidos is None:
            self.lectura.impropias.append(tag)
        for clave, valor in propios.items():
            valores = (admitidos or {}).get(clave, set())
            if valores is not None and valor not in valores:
                self.lectura.impropias.append(f"{tag} {clave}={valor}")
        if tag in {"ul", "ol"}:
            self.numeros.append(int(propios.get("start", "1")) if tag == "ol" else None)
        if tag == "li" and self.numeros and (numero := self.numeros[-1]) is not None:
            numero = int(propios.get("value", numero))
            self.numeros[-1] = numero + 1
            self._decir(str(numero))
        if tag == "img":
            self._decir(propios.get("alt", "") + unquote(propios.get("src", "")))
        if tag not in VACIAS:
            self.abiertas.append((tag, propios))
            self.lectura.hondura = max(self.lectura.hondura, len(self.abiertas))

    def handle_endtag(self, tag: str) -> None:
        if not self.abiertas or self.abiertas[-1][0] != tag:
            self.lectura.impropias.append(f"/{tag}")
            return
        if tag in {"ul", "ol"}:
            self.numeros.pop()
        if tag == "a":
            direccion = self.abiertas[-1][1].get("href", "")
            self._decir(direccion + unquote(direccion))
        self.abiertas.pop()

    def handle_data(self, data: str) -> None:
        self._decir(data)

    def handle_comment(self, data: str) -> None:
        self.lectura.impropias.append("<!--" + data)

    def handle_decl(self, decl: str) -> None:
        self.lectura.impropias.append("<!" + decl)


def _leer(pagina: str) -> Lectura:
    lector = _Lector()
    lector.feed(pagina)
    lector.close()
    lector.lectura.impropias += [f"abierta {nombre}" for nombre, _ in lector.abiertas]
    return lector.lectura


def _letras(texto: str) -> str:
    """What a text says: letters, marks, numbers and pictures. The rest may be markup."""
    return "".join(c for c in texto if unicodedata.category(c)[0] in "LMN" or unicodedata.category(c) == "So")


@pytest.fixture(scope="session")
def leer() -> Callable[[str], Lectura]:
    return _leer


@pytest.fixture(scope="session")
def letras() -> Callable[[str], str]:
    return _letras
