"""The dice of a card: kept and dropped, those thrown again, explosions one by one, and all of it in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from reglas.nucleo.azar import EXPLOTA
from reglas.nucleo.vista import mostrar_dados

if TYPE_CHECKING:
    from collections.abc import Mapping

    from partidas.presentacion.palabras import Palabras


FORMAS = frozenset({4, 6, 8, 10, 12, 20, 100})


@dataclass(frozen=True, slots=True)
class Dado:
    """One die as it fell, with what it threw again for showing its highest face.

    valores: the natural faces in order, one unless it exploded. nombre: what it drew, shown in place of its face.
    clase: how it is drawn.
    """

    caras: int
    valores: tuple[int, ...]
    motivo: str
    cuenta: bool = True
    anterior: bool = False
    nombre: str = ""

    @property
    def forma(self) -> str:
        """Return the name of the die."""
        return f"d{self.caras}"

    @property
    def figura(self) -> str:
        """Return the symbol that draws it; a die of another size, such as a card of a pile, is a plain one."""
        return self.forma if self.caras in FORMAS else "otro"

    @property
    def total(self) -> int:
        """Return the sum of its faces."""
        return sum(self.valores)

    @property
    def cadena(self) -> str:
        """Return its faces as a reader sees them: «8 → 8 → 3»."""
        return " → ".join(map(str, self.valores))

    @property
    def clase(self) -> str:
        """Return how it is drawn: dropped, at its highest or lowest face, or plainly."""
        if not self.cuenta:
            return "descartado"
        return "max" if self.valores[0] == self.caras else "min" if self.valores[0] == 1 else ""

    @property
    def nota(self) -> str:
        """Say in words what the drawing tells by its place and its line; empty for a die that simply counts."""
        if self.anterior:
            return _("el de antes, y es el que vale") if self.cuenta else _("el de antes, que ya no vale")
        return "" if self.cuenta else _("no cuenta")

    @property
    def en_voz(self) -> str:
        """Return the die as it is read aloud: «d8: 8, 8 y 3, en total 19»."""
        if len(self.valores) > 1:
            primeros, ultimo = ", ".join(map(str, self.valores[:-1])), self.valores[-1]
            datos = {"dado": self.forma, "primeros": primeros, "ultimo": ultimo, "total": self.total}
            dicho = _("%(dado)s: %(primeros)s y %(ultimo)s, en total %(total)s") % datos
        else:
            dicho = self.nombre or f"{self.forma}: {self.valores[0]}"
        return f"{dicho} ({self.nota})" if self.nota else dicho


def dados(palabras: Palabras, respuesta: Mapping[str, Any], *, juzgados: bool = True) -> tuple[Dado, ...]:
    """Return the dice of a stored response, each with its explosions. juzgados: the rules said which of them count."""
    salida: list[Dado] = []
    for uno in palabras.sistema.mostrar(respuesta) if juzgados else mostrar_dados(respuesta):
        if uno.motivo.endswith(EXPLOTA) and salida:
            ultimo = salida.pop()
            salida.append(
                Dado(ultimo.caras, (*ultimo.valores, uno.valor), ultimo.motivo, ultimo.cuenta, ultimo.anterior)
            )
        else:
            motivo = palabras.motivo(uno.motivo)
            nombre = palabras(uno.nombre) if uno.nombre else ""
            salida.append(Dado(int(uno.dado[1:]), (uno.valor,), motivo, uno.cuenta, uno.anterior, nombre))
    return tuple(salida)


def suerte(mejor_que: int | None, peor_que: int | None) -> str:
    """Say how a roll compares with its odds: «mejor que el 88 %», or by how many it was beaten when that is more."""
    if mejor_que is None or peor_que is None:
        return ""
    if mejor_que >= peor_que:
        return _("mejor que el %(ciento)s %%") % {"ciento": mejor_que // 10}
    return _("peor que el %(ciento)s %%") % {"ciento": peor_que // 10}


def en_voz(titulo: str, objetivo: str, grado: str, todos: Sequence[Dado], resumen: str, fortuna: str) -> str:
    """Return the whole card as one reading: what was rolled, how it went, each die, the sentence and the luck."""
    cabeza = _("Tirada: %(titulo)s, contra %(objetivo)s") if objetivo else _("Tirada: %(titulo)s")
    partes = [cabeza % {"titulo": titulo, "objetivo": objetivo}]
    partes += [grado] if grado else []
    partes += ["; ".join(dado.en_voz for dado in todos)] if todos else []
    partes += [resumen.rstrip(".")]
    partes += [fortuna[:1].upper() + fortuna[1:]] if fortuna else []
    return ". ".join(partes) + "."
