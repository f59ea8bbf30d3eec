"""The walk over what comrak gives: hides spoilers, decides links and images, limits depth.

It trusts only the shape of comrak's output (no raw HTML can be in it). Spoilers are tags opened and closed by this
walk, so what is inside one cannot end it: not a quote, not emphasis that crosses it, not the end of a link.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from . import topes
from .enlaces import Destino, como_se_escribio, destino, es_adjunto, nombra, sueltos
from .signos import PREFIJO, VELO, restaurar

DESTRIPE_BLOQUE: Final = '<details class="destripe"><summary>Destripe</summary>'
_DESTRIPE: Final = '<span class="destripe" tabindex="0">'
DIRIGIDAS: Final = frozenset({"p", "h3", "h4", "h5", "h6", "li", "pre", "th", "td"})
_PROPIOS: Final = frozenset({"start", "value", "align"})
_EN_LINEA: Final = frozenset({"em", "strong", "del", "a"})
_ETIQUETA: Final = re.compile(r"<(/?)([a-z][a-z0-9]*)([^>]*)>")
_ATRIBUTO: Final = re.compile(r'([a-z]+)="([^"]*)"')


@dataclass
class _Abierta:
    nombre: str
    abre: str = ""
    cierra: str = ""
    cola: str = ""  # text owed after the closing tag
    destino: Destino | None = None
    desde: int = 0  # where in the output the words of a link begin


def _trozos(crudo: str) -> Iterator[tuple[str, bool, dict[str, str]]]:
    """Yield (tag, whether it closes, attributes); text comes as ("", False, {"": text})."""
    desde = 0
    for hallado in _ETIQUETA.finditer(crudo):
        if hallado.start() > desde:
            yield "", False, {"": html.unescape(crudo[desde : hallado.start()])}
        cierra, nombre, dentro = hallado.groups()
        atributos = {clave: html.unescape(valor) for clave, valor in _ATRIBUTO.findall(dentro)} if dentro else {}
        yield nombre, bool(cierra), atributos
        desde = hallado.end()
    if desde < len(crudo):
        yield "", False, {"": html.unescape(crudo[desde:])}


class Paseo:
    """One walk over comrak's output. `abiertas` holds only inline tags, spoilers among them."""

    def __init__(self) -> None:
        self.salida: list[str] = []
        self.abiertas: list[_Abierta] = []
        self.ocultos = 0
        self.enlaces = 0
        self.oculto = False  # inside a spoiler, whether its tag is open yet or not
        self.sin_estrenar = ""  # the bars of a spoiler that has shown nothing so far
        self.en_pre = False

    def recorrer(self, crudo: str) -> str:
        for nombre, cierra, atributos in _trozos(crudo):
            if not nombre:
                self._hoja(atributos[""])
            elif nombre == "br":
                self.salida.append("<br>")
            elif nombre == "img":
                self._imagen(atributos)
            elif nombre in _EN_LINEA or (nombre == "code" and not self.en_pre):
                self._cerrar(nombre) if cierra else self._abrir(nombre, atributos)
            else:
                self._bloque(nombre, cierra, atributos)
        self._fin_bloque()
        return "".join(self.salida)

    # Blocks

    def _bloque(self, nombre: str, cierra: bool, atributos: dict[str, str]) -> None:
        self._fin_bloque()
        if nombre == "pre":
            self.en_pre = not cierra
        if cierra:
            self.salida.append(f"</{nombre}>")
        elif nombre == "details":
            self.ocultos += 1
            self.salida.append(DESTRIPE_BLOQUE)
        else:
            propios = {clave: valor for clave, valor in atributos.items() if clave in _PROPIOS}
            if nombre in DIRIGIDAS:
                propios["dir"] = "auto"
            self.salida.append(_etiqueta(nombre, propios))

    def _fin_bloque(self) -> None:
        """End the paragraph, and with it any spoiler left open."""
        while self.abiertas:
            self._sacar()
        bares, self.sin_estrenar, self.oculto = self.sin_estrenar, "", False
        if bares:
            self.salida.append(bares)

    # Spoilers

    def _velo(self) -> None:
        if not self.oculto:
            self.oculto, self.sin_estrenar = True, "||"
            return
        bares, self.sin_estrenar, self.oculto = self.sin_estrenar, "", False
        if bares:
            self.salida.append(bares + "||")  # nothing inside: it was not a spoiler
            return
        if not self._velo_abierto():
            return
        if not self.salida[-1].startswith("<"):
            self.salida[-1] = self.salida[-1].rstrip(" ")
        dentro: list[_Abierta] = []
        while self.abiertas[-1].nombre != "destripe":
            dentro.append(self._sacar())
        self._sacar()
        for abierta in reversed(dentro):
            self._meter(abierta)

    def _velo_abierto(self) -> bool:
        return any(abierta.nombre == "destripe" for abierta in self.abiertas)

    def _velar(self) -> None:
        """Open the tag of the spoiler we are in, now that there is something to hide."""
        if self.oculto and not self._velo_abierto():
            self.ocultos += bool(self.sin_estrenar)
            self.sin_estrenar = ""
            self._meter(_Abierta("destripe", _DESTRIPE, "</span>"))

    # Inline tags

    def _meter(self, abierta: _Abierta) -> None:
        self.abiertas.append(abierta)
        self.salida.append(abierta.abre)

    def _sacar(self) -> _Abierta:
        abierta = self.abiertas.pop()
        self.salida.append(abierta.cierra)
        return abierta

    def _abrir(self, nombre: str, atributos: dict[str, str]) -> None:
        self._velar()
        if nombre == "a":
            self._abrir_enlace(atributos)
        elif len(self.abiertas) >= topes.ENFASIS:
            self._meter(_Abierta(nombre))  # too deep: the words without the emphasis
        else:
            self._meter(_Abierta(nombre, f"<{nombre}>", f"</{nombre}>"))

    def _cerrar(self, nombre: str) -> None:
        """Close an inline tag; a spoiler opened inside it goes on after it."""
        while self.abiertas:
            abierta = self._sacar()
            if abierta.nombre == nombre:
                if abierta.destino:
                    self._lugar(abierta.destino, abierta.desde)
                self._texto(abierta.cola)
                return

    # Links and images

    def _abrir_enlace(self, atributos: dict[str, str]) -> None:
        """Open a link, or write the words of one that leads nowhere we allow as they were typed."""
        escrita = como_se_escribio(atributos.get("href", ""))
        titulo = atributos.get("title", "")
        hallado = None if VELO in escrita else self._destino(restaurar(escrita))
        if hallado is None:
            self._texto("[")
            self._meter(_Abierta("a", cola=f"]({escrita}{_entre_comillas(titulo)})"))
            return
        cola = f" ({titulo})" if titulo else ""  # a title attribute is out of reach of fingers and keyboards
        abre = _etiqueta("a", {"href": hallado.href})
        self._meter(_Abierta("a", abre, "</a>", cola, hallado, len(self.salida) + 1))

    def _destino(self, direccion: str) -> Destino | None:
        if self.enlaces >= topes.ENLACES:
            return None
        self.enlaces += bool(direccion)
        return destino(direccion)

    def _lugar(self, hallado: Destino, desde: int) -> None:
        """Show where a link leads, unless its words say so."""
        palabras = html.unescape(_ETIQUETA.sub("", "".join(self.salida[desde:])))
        if hallado.lugar and (hallado.avisar or not nombra(palabras, hallado.lugar)):
            self._velar()
            self.salida.append(_aviso(hallado))

    def _imagen(self, atributos: dict[str, str]) -> None:
        """Draw one of our attachments; link to anything else, since loading it would tell its owner who reads."""
        escrita = como_se_escribio(atributos.get("src", ""))
        alt, titulo = atributos.get("alt", ""), atributos.get("title", "")
        if es_adjunto(restaurar(escrita)):
            velada = VELO in alt and not self.oculto
            if velada:
                self._velo()
            self._velar()
            self.salida.append(_etiqueta("img", {"src": restaurar(escrita), "alt": restaurar(alt.replace(VELO, ""))}))
            self._texto(f" ({titulo})" if titulo else "")
            if velada and self.oculto:
                self._velo()
        elif self._en_enlace():
            self._texto(f"![{alt}]({escrita}{_entre_comillas(titulo)})")
        else:
            self._velar()
            self._abrir_enlace({"href": atributos.get("src", ""), "title": titulo})
            self._texto(alt or escrita)
            self._cerrar("a")

    # Text

    def _hoja(self, texto: str) -> None:
        if self.en_pre:
            self.salida.append(_escapar(texto))
        else:
            # Line breaks are <br> by now; a line feed beside one would break the line twice where spaces are kept.
            self._texto(texto.strip("\n"))

    def _texto(self, texto: str) -> None:
        """Write text in which bars still have to be read."""
        for indice, trozo in enumerate(texto.replace(PREFIJO, "").split(VELO)):
            if indice:
                self._velo()
            limpio = restaurar(trozo)
            if self.sin_estrenar:
                limpio = limpio.lstrip(" ")
            if limpio:
                self._velar()
                self._palabras(limpio)

    def _en_enlace(self) -> bool:
        return any(abierta.nombre == "a" for abierta in self.abiertas)

    def _palabras(self, texto: str) -> None:
        """Write text that is only text; an address in it becomes a link."""
        if "://" not in texto or any(abierta.nombre in {"a", "code"} for abierta in self.abiertas):
            self.salida.append(_escapar(texto))
            return
        for llano, direccion in sueltos(texto):
            self.salida.append(_escapar(llano))
            hallado = self._destino(direccion)
            if hallado:
                self.salida.append(_etiqueta("a", {"href": hallado.href}) + _escapar(direccion) + "</a>")
                if hallado.lugar and (hallado.avisar or hallado.lugar not in direccion.lower()):
                    self.salida.append(_aviso(hallado))
            elif direccion:
                self.salida.append(_escapar(direccion))


def _escapar(texto: str) -> str:
    return html.escape(texto, quote=False)


def _etiqueta(nombre: str, atributos: dict[str, str]) -> str:
    return f"<{nombre}" + "".join(f' {clave}="{html.escape(valor)}"' for clave, valor in atributos.items()) + ">"


def _aviso(hallado: Destino) -> str:
    return f' <span class="destino">({_escapar(hallado.lugar)})</span>'


def _entre_comillas(titulo: str) -> str:
    return f' "{titulo}"' if titulo else ""
