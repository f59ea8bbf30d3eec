"""What a roll still offers, and to whom: read from the stored response and the options already taken from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from personajes.models import FICHA_COMPLETA
from reglas import motor
from reglas.nucleo.campos import Texto

if TYPE_CHECKING:
    from partidas.models import Reparto, Tirada
    from partidas.politica import Lector
    from personajes.models import Personaje
    from reglas.nucleo.campos import Campo
    from reglas.nucleo.sistema import Accion, Continuacion, Sistema


Lado = Literal["ficha", "objetivo"]


@dataclass(frozen=True, slots=True)
class Ofrecida:
    """One option of a roll as one person has it.

    disponible: they may take it now. pide: it asks for something first. actua: which sheet of the roll acts.
    """

    opcion: str
    continuacion: Continuacion | None
    disponible: bool
    pide: bool
    actua: Lado = "ficha"


def ofrecidas(
    quien: Lector,
    tirada: Tirada,
    *,
    usadas: Sequence[str],
    lados: Collection[Lado],
    ficha: dict[str, Any] | None = None,
) -> list[Ofrecida]:
    """Return what a roll still offers, to who rolled and to its target.

    usadas: options already taken from it. lados: the sheets of the roll that this person moves (see `lados_de`).
    ficha: the sheet that rolled as it stands now, None if it is not at hand; what it no longer allows is left out.
    """
    if tirada.anulada or tirada.por_juzgar:
        return []
    juego, respuesta = motor.sistema(tirada.sistema), tirada.respuesta
    todas = dict.fromkeys([*respuesta["opciones"], *juego.opciones_objetivo(respuesta)])
    # An option for several is kept with its target («option:id»); the system knows it by the option alone.
    solas = [usada.partition(":")[0] for usada in usadas]
    lista = []
    for opcion in juego.opciones_vigentes(tuple(todas), solas, respuesta["detalle"]):
        continuacion = juego.continuaciones.get(opcion)
        if ficha is not None and continuacion and continuacion.vigente and not continuacion.vigente(ficha):
            continue
        actua: Lado = juego.actua(respuesta, opcion) if continuacion else "ficha"
        disponible = _puede(quien, continuacion, suya=actua in lados)
        lista.append(Ofrecida(opcion, continuacion, disponible, _pide(juego, tirada, continuacion), actua))
    return lista


def _puede(quien: Lector, continuacion: Continuacion | None, *, suya: bool) -> bool:
    if continuacion is None or continuacion.accion is None:
        return False
    if continuacion.quien == "direccion":
        return quien.dirige
    return suya or (continuacion.quien == "ambos" and quien.dirige)


def lados_de(
    quien: Lector, tirada: Tirada, filas: Mapping[int, Reparto], *, ciegas: Collection[int] = ()
) -> frozenset[Lado]:
    """Return which sheets of a roll the person moves now.

    The target's is its player's; the direction moves it when nobody plays it, or when its player does not see the
    roll and so cannot answer. filas: open cast rows by character. ciegas: accounts that do not see it.
    """
    lados: set[Lado] = set()
    if es_de(quien, tirada, filas.get(tirada.personaje_id) if tirada.personaje_id else None):
        lados.add("ficha")
    fila = filas.get(tirada.objetivo_id) if tirada.objetivo_id else None
    if fila is not None:
        de_nadie = fila.usuario_id is None or fila.usuario_id in ciegas
        if fila.usuario_id == quien.usuario.pk or (quien.dirige and de_nadie):
            lados.add("objetivo")
    return frozenset(lados)


def es_de(quien: Lector, tirada: Tirada, fila: Reparto | None) -> bool:
    """Whether the person plays the sheet that rolled: its player now, or the direction if nobody does.

    fila: the open cast row of that sheet, or None.
    """
    if tirada.personaje_id is None:
        return quien.dirige and tirada.autor_id == quien.usuario.pk
    if fila is None:
        return False
    return fila.usuario_id == quien.usuario.pk if fila.usuario_id else quien.dirige


def gasta_opcion(hija: Tirada) -> bool:
    """Whether a continuation leaves its option spent: voiding gives it back, but a re-roll is written once."""
    continuacion = motor.sistema(hija.sistema).continuaciones.get(hija.opcion.partition(":")[0])
    return not hija.anulada or (continuacion is not None and continuacion.sustituye)


def original_de(tirada: Tirada) -> str:
    """Return the action at the beginning of the chain that the roll continues."""
    return motor.sistema(tirada.sistema).original(tirada.respuesta)


def campos_libres(juego: Sistema, continuacion: Continuacion) -> list[Campo]:
    """Return the fields that the option leaves to the person who takes it."""
    if continuacion.accion is None:
        return []
    campos = juego.acciones[continuacion.accion].campos.campos
    return [campo for campo in campos if campo.clave not in continuacion.datos]


def objetivo_de(tirada: Tirada, continuacion: Continuacion) -> Literal["no", "mismo", "otro", "cualquiera"]:
    """Return which other sheet goes along with an option of a roll; none with one of the target's own."""
    if motor.sistema(tirada.sistema).actua(tirada.respuesta, continuacion.opcion) == "objetivo":
        return "no"
    return continuacion.objetivo_tras(original_de(tirada), tirada.respuesta["detalle"])


def elegibles(
    tirada: Tirada, continuacion: Continuacion, candidatos: Iterable[Reparto], reunidos: Collection[int]
) -> list[Reparto]:
    """Return at whom an option may be aimed. reunidos: characters that the roll has reached already.

    «Another» leaves those out; «any» leaves out only who rolls.
    """
    modo, juego = objetivo_de(tirada, continuacion), motor.sistema(tirada.sistema)
    if modo in ("no", "mismo") or continuacion.accion is None:
        return []
    fuera = {tirada.personaje_id, *(reunidos if continuacion.requiere_objetivo == "otro" else ())}
    accion = juego.acciones[continuacion.accion]
    return [
        fila for fila in candidatos if fila.personaje_id not in fuera and admite_objetivo(juego, accion, fila.personaje)
    ]


def admite_objetivo(juego: Sistema, accion: Accion, personaje: Personaje) -> bool:
    """Whether the character's sheet is of the kind that the action acts upon."""
    completa = juego.hoja_unica or accion.tipo_objetivo == "pj" or accion.tipo_objetivo not in juego.objetivos
    return (personaje.formato == FICHA_COMPLETA) == completa


def palabra_de(accion: Accion, datos: Mapping[str, Any]) -> tuple[Campo, ...]:
    """Return the fields of a declaration that say that the direction has allowed it, and so only it may set."""
    return tuple(campo for campo in accion.campos.campos if campo.aprueba == "direccion" and datos.get(campo.clave))


def _pide(juego: Sistema, tirada: Tirada, continuacion: Continuacion | None) -> bool:
    if continuacion is None:
        return False
    a_elegir = objetivo_de(tirada, continuacion) in ("otro", "cualquiera")
    libres = campos_libres(juego, continuacion)
    return a_elegir or any(not isinstance(campo, Texto) or campo.obligatorio is True for campo in libres)
