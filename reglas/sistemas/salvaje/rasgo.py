"""The trait roll (3.1): its declared keys, its modifiers, its dice and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from reglas.nucleo.azar import Azar, nombrar
from reglas.nucleo.campos import Booleano, Campo, Entero, Texto
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import VACIO, Ficha, _
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.estado import antes_de

ANTICIPA: Final = ("vo", "modificador_total")
"""What the player may know before the dice: nothing of the other sheet but the number to reach."""

MODIFICADOR: Final = Entero(
    clave="modificador", etiqueta=_("Modificador"), ayuda=_("Lo que diga el DJ."), minimo=-20, maximo=20, defecto=0
)

DE_ACCION: Final[tuple[Campo, ...]] = (
    Entero(
        clave="acciones",
        etiqueta=_("Acciones de este turno"),
        ayuda=_("Cada una además de la primera resta 2 a todas."),
        minimo=1,
        maximo=3,
        defecto=1,
    ),
    Booleano(clave="correr", etiqueta=_("También corre"), ayuda=_("Resta 2."), defecto=False),
    Booleano(
        clave="sin_entrenamiento",
        etiqueta=_("Sin entrenamiento"),
        ayuda=_("No tiene ese rasgo: tira un d4 y resta 2."),
        defecto=False,
    ),
)
"""The action keys of section 4."""


def campo_rasgo(clave: str, etiqueta: str, ayuda: str = "", **mas: Any) -> Texto:
    """Declare the name of a trait: one of the sheet, or any other for who has no training."""
    return Texto(
        clave=clave,
        etiqueta=etiqueta,
        ayuda=ayuda,
        maximo=40,
        patron=t.PATRON_DE_RASGO,
        de_ficha="atributos|habilidades",
        abierto=True,
        **mas,
    )


@dataclass(frozen=True, slots=True)
class Rasgo:
    """A trait roll, read. `mejor` says which die counts."""

    vo: int
    total_rasgo: int
    total_salvaje: int | None
    mejor: str
    total: int
    pifia: bool

    @property
    def exito(self) -> bool:
        """Whether it reaches the number; a pifia never does. V-01, V-09."""
        return not self.pifia and self.total >= self.vo

    @property
    def aumentos(self) -> int:
        """Each full four points over the number. V-06."""
        return (self.total - self.vo) // t.POR_AUMENTO if self.exito else 0

    @property
    def grado(self) -> str:
        """The degree of the outcome."""
        if self.pifia:
            return "pifia"
        if not self.exito:
            return "fallo"
        return "aumento" if self.aumentos else "exito"

    def detalle(self) -> dict[str, Any]:
        """Return the keys that depend on the dice."""
        return {
            "total_rasgo": self.total_rasgo,
            "total_salvaje": self.total_salvaje,
            "mejor": self.mejor,
            "total": self.total,
            "aumentos": self.aumentos,
        }


@dataclass(frozen=True, slots=True)
class TiradaDeRasgo:
    """A trait roll before its dice. salvaje: with dado salvaje. detalle: what is known already."""

    dado: int
    salvaje: bool
    modificador: int
    vo: int
    detalle: dict[str, Any] = field(default_factory=dict)

    def tirar(self, azar: Azar) -> Rasgo:
        """Throw it. V-02, V-04: each die to the end of its explosions. V-07: the modifier goes to both."""
        mas = self.modificador
        if self.salvaje:  # V-03
            mejor = azar.mejor_explosivo([(self.dado, "rasgo"), (t.SALVAJE, "salvaje")])
            rasgo, salvaje = mejor.partes
            cual = nombrar(mejor.cual, ("rasgo", "salvaje"))
            return Rasgo(self.vo, rasgo + mas, salvaje + mas, cual, mejor.total + mas, mejor.total == 1)  # V-09
        natural = azar.suma_explosiva([[(self.dado, "rasgo")]]).total  # V-05
        pifia = natural == 1 and azar.dado(t.SALVAJE, "confirmar_pifia") == 1  # V-10
        return Rasgo(self.vo, natural + mas, None, "rasgo", natural + mas, pifia)


def declarar(
    c: Contexto,
    rasgo: str,
    *,
    vo: int = t.VO,
    campo: str = "",
    heridas: int | None = None,
    mas: Mapping[str, int] = VACIO,
    otros: Mapping[str, Any] = VACIO,
) -> TiradaDeRasgo:
    """Work out a trait roll of the acting character.

    campo: where to refuse a trait that the sheet lacks. heridas: those that count, the sheet's if None. mas: further
    modifiers. otros: further keys of the detail. Raises Rechazo before anything is thrown.
    """
    ficha, datos = c.ficha, c.datos
    declarado = datos.get("sin_entrenamiento", False)
    dado = ficha["atributos"].get(rasgo) or ficha["habilidades"].get(rasgo)
    if dado is not None and declarado:
        raise Rechazo("combinacion_invalida", "datos.sin_entrenamiento")
    if dado is None and not declarado:  # V-08
        raise Rechazo("rasgo_desconocido", campo)
    caras, bono, torpe = (t.SIN_ENTRENAMIENTO[0], 0, t.SIN_ENTRENAMIENTO[1]) if dado is None else (*_caras(dado), 0)
    modificadores = {
        "bono_rasgo": bono,
        "declarado": datos["modificador"],
        "heridas": -min(t.HERIDAS_QUE_PENALIZAN, ficha["heridas"] if heridas is None else heridas),  # V-11
        "fatiga": -ficha["fatiga"],  # V-12
        "distraido": t.POR_DISTRAIDO if ficha["distraido"] else 0,  # V-13
        "joker": t.POR_JOKER if ficha["carta"] in t.JOKERS else 0,  # V-14
        "sin_entrenamiento": torpe,
        "acciones": t.POR_ACCION_ADICIONAL * (datos.get("acciones", 1) - 1),  # V-15
        "correr": t.POR_CORRER if datos.get("correr") else 0,  # V-16
        **mas,
    }
    total = sum(modificadores.values())
    detalle = {
        "datos": dict(datos),
        "antes": antes_de(c),
        **otros,
        "rasgo": rasgo,
        "dado": caras,
        "vo": vo,
        "modificadores": modificadores,
        "modificador_total": total,
    }
    return TiradaDeRasgo(caras, ficha["comodin"], total, vo, detalle)


def _caras(dado: Ficha) -> tuple[int, int]:
    return dado["dado"], dado["bono"]
