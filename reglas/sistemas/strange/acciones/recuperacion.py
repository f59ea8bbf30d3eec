"""recuperacion (5.10), reparto (5.11), curacion (5.12) and nuevo_dia (5.13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Entero, Grupo, Opcion, Texto
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion, Dia
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.estado import exigir_capaz, exigir_vivo, poner_reserva, subir
from reglas.sistemas.strange.ficha import reservas_a_cero
from reglas.sistemas.strange.mensajes import rechazar
from reglas.sistemas.strange.resumenes import texto
from reglas.sistemas.strange.tarea import campo_atributo, opcion_de_repetir


@dataclass(frozen=True, slots=True)
class Descanso:
    """A recovery roll about to be made. faltan: what the reservas lack."""

    rango: int
    bonificador: int
    faltan: int

    def recuperar(self, c: Contexto, natural: int) -> dict[str, Any]:
        """Note the points to share; return the keys that the die decides. S-124; S-130: no more than fit."""
        total = natural + self.rango + self.bonificador
        pendiente = min(total, self.faltan)
        c.cambiar("ficha", "recuperacion_pendiente", pendiente, "recuperacion")
        return {"natural": natural, "total": total, "pendiente": pendiente, "perdidos": total - pendiente}


def recuperacion(c: Contexto) -> Resultado:
    """Rest. S-125: each rest of the day takes longer; S-126: the fourth starts a new day."""
    uso, en_encuentro, descansos = c.datos["uso"], c.datos["en_encuentro"], c.ficha["descansos"]
    if en_encuentro:  # S-121: the rest of an encounter is an action
        exigir_capaz(c.ficha)
    exigir_vivo(c.ficha)
    _sin_reparto_pendiente(c.ficha)
    if en_encuentro and descansos:  # S-128
        raise Rechazo("descanso_demasiado_largo", "datos.en_encuentro")
    if uso == "indicador":  # S-134
        if reservas_a_cero(c.ficha):
            raise Rechazo("reservas_a_cero", "datos.uso")
        if c.ficha["indicador"] == "ileso":
            raise Rechazo("sin_dano_especial", "datos.uso")
    detalle = {
        "uso": uso,
        "numero": descansos + 1,
        "tiempo": tuple(t.TIEMPOS)[descansos],
        "consume_accion": en_encuentro,
        "nuevo_dia": descansos == 3,
    }
    c.cambiar("ficha", "descansos", (descansos + 1) % 4, "descanso")
    if uso == "indicador":  # S-133
        subir(c, "recuperacion")
        return Resultado(None, None, detalle, texto(c, _("%(nombre)s descansa y mejora su estado.")))
    faltan = sum(c.ficha[atributo]["maximo"] - c.ficha[atributo]["reserva"] for atributo in t.ATRIBUTOS)
    descanso = Descanso(c.ficha["rango"], c.ficha["bonificador_recuperacion"], faltan)
    natural = c.azar.dado(6, "recuperacion")
    detalle |= {"rango": descanso.rango, "bonificador": descanso.bonificador, "faltan": faltan}
    detalle |= descanso.recuperar(c, natural)
    pendiente = detalle["pendiente"]
    resumen = texto(c, _("%(nombre)s descansa y tiene %(pendiente)s puntos para repartir."), pendiente=pendiente)
    return Resultado(None, None, detalle, resumen, opciones_de_descanso(c.ficha, pendiente, natural))


def opciones_de_descanso(ficha: Ficha, pendiente: int, natural: int) -> tuple[str, ...]:
    """Return what may follow a recovery roll."""
    return (("reparto",) if pendiente else ()) + opcion_de_repetir(ficha, natural)


def _sin_reparto_pendiente(ficha: Ficha) -> None:
    """Refuse another rest, or a new day, before the points of the last one are shared. S-131."""
    if ficha["recuperacion_pendiente"]:
        raise Rechazo("reparto_pendiente", "ficha.recuperacion_pendiente")


def reparto(c: Contexto) -> Resultado:
    """Share the points of a recovery roll. S-129: as the player likes; S-131: what is left out is lost."""
    exigir_vivo(c.ficha)
    pendiente = c.ficha["recuperacion_pendiente"]
    if not pendiente:
        raise Rechazo("nada_que_repartir", "ficha.recuperacion_pendiente")
    asignado = sum(c.datos[atributo] for atributo in t.ATRIBUTOS)
    if not asignado:
        raise Rechazo("reparto_vacio", "datos")
    if asignado > pendiente:
        raise rechazar("reparto_excesivo", "datos", pedido=asignado, pendiente=pendiente)
    recuperado = sum(_devolver(c, atributo, c.datos[atributo], "recuperacion") for atributo in t.ATRIBUTOS)
    c.cambiar("ficha", "recuperacion_pendiente", 0, "recuperacion")
    detalle = {
        "pendiente": pendiente,
        "asignado": asignado,
        "recuperado": recuperado,
        "perdidos": pendiente - recuperado,
    }
    return Resultado(
        None, None, detalle, texto(c, _("%(nombre)s recupera %(recuperado)s puntos."), recuperado=recuperado)
    )


def _devolver(c: Contexto, atributo: str, puntos: int, motivo: str) -> int:
    """Give points back to a reserva, up to its máximo (S-130); return how many fitted."""
    reserva: int = c.ficha[atributo]["reserva"]
    caben: int = min(puntos, c.ficha[atributo]["maximo"] - reserva)
    poner_reserva(c, atributo, reserva + caben, motivo)
    return caben


def curacion(c: Contexto) -> Resultado:
    """Give points back without a recovery roll: a device or an ability. S-135."""
    exigir_vivo(c.ficha)
    reserva, puntos = c.datos["reserva"], c.datos["puntos"]
    recuperado = _devolver(c, reserva, puntos, "curacion")
    detalle = {"reserva": reserva, "puntos": puntos, "recuperado": recuperado, "perdidos": puntos - recuperado}
    return Resultado(
        None, None, detalle, texto(c, _("%(nombre)s recupera %(recuperado)s puntos."), recuperado=recuperado)
    )


def nuevo_dia(c: Contexto) -> Resultado:
    """Start a new day: no rests made. S-127."""
    exigir_vivo(c.ficha)
    _sin_reparto_pendiente(c.ficha)
    previos = c.ficha["descansos"]
    c.cambiar("ficha", "descansos", 0, "nuevo_dia")
    return Resultado(None, None, {"descansos_previos": previos}, texto(c, _("Empieza un nuevo día para %(nombre)s.")))


def fin_de_dia(ficha: Ficha, _dia: Dia) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return what closes a day for this sheet: pending points are shared first, then the day begins anew.

    Nobody being there to choose, a point goes to each reserva at 0 and the rest in the order of damage.
    Nothing is due for a muerto.
    """
    if ficha["indicador"] == "muerto":
        return ()
    pendiente = ficha["recuperacion_pendiente"]
    dia: tuple[str, Mapping[str, Any]] = ("nuevo_dia", {})
    return (("reparto", _reparto_solo(ficha, pendiente)), dia) if pendiente else (dia,)


def _reparto_solo(ficha: Ficha, pendiente: int) -> dict[str, int]:
    faltan = {atributo: ficha[atributo]["maximo"] - ficha[atributo]["reserva"] for atributo in t.ATRIBUTOS}
    puntos = dict.fromkeys(t.ATRIBUTOS, 0)
    for atributo in t.ATRIBUTOS:
        if pendiente and not ficha[atributo]["reserva"]:
            puntos[atributo] = 1
            pendiente -= 1
    for atributo in t.ATRIBUTOS:
        mas = min(pendiente, faltan[atributo] - puntos[atributo])
        puntos[atributo] += mas
        pendiente -= mas
    if not any(puntos.values()):  # nothing is lacking any more: the points are lost, as in any reparto
        puntos["vigor"] = pendiente
    return puntos


ACCIONES: Final = (
    Accion(
        clave="recuperacion",
        nombre=_("Descansar"),
        ayuda=_("Una tirada de recuperación: un d6 más el rango."),
        regla=recuperacion,
        campos=Grupo(
            campos=(
                Opcion(
                    clave="uso",
                    etiqueta=_("Para"),
                    opciones={"puntos": _("Recuperar puntos"), "indicador": _("Reparar un peldaño de daño especial")},
                    defecto="puntos",
                ),
                Booleano(
                    clave="en_encuentro",
                    etiqueta=_("Durante un encuentro"),
                    ayuda=_("Solo cabe el primero del día, y gasta la acción."),
                    defecto=False,
                ),
            )
        ),
        valor="pendiente",
        lanza=True,
    ),
    Accion(
        clave="reparto",
        nombre=_("Repartir la recuperación"),
        ayuda=_("Los puntos que no se repartan se pierden."),
        regla=reparto,
        declarable=False,  # it follows a rest: the card of the rest offers it
        campos=Grupo(
            campos=tuple(
                Entero(clave=atributo, etiqueta=etiqueta, minimo=0, maximo=99, defecto=0)
                for atributo, etiqueta in t.ATRIBUTOS.items()
            )
        ),
        valor="recuperado",
    ),
    Accion(
        clave="curacion",
        nombre=_("Curación"),
        ayuda=_("Puntos que devuelve un dispositivo o una capacidad, sin tirada."),
        regla=curacion,
        quien="direccion",
        campos=Grupo(
            campos=(
                campo_atributo("reserva", _("Reserva"), obligatorio=True),
                Entero(clave="puntos", etiqueta=_("Puntos"), minimo=1, maximo=99, obligatorio=True),
                Texto(clave="fuente", etiqueta=_("De dónde vienen"), maximo=200),
            )
        ),
        valor="recuperado",
    ),
    Accion(
        clave="nuevo_dia",
        nombre=_("Nuevo día"),
        ayuda=_("Los descansos vuelven a empezar."),
        regla=nuevo_dia,
        quien="direccion",
    ),
)
