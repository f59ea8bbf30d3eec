"""inicio_turno (4.7), fin_turno (4.8), minuto (4.9), fin_de_dia (4.10) and incapacitacion (4.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from reglas.nucleo.campos import Grupo, Opcion
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion, Dia
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.salvaje import ofertas
from reglas.sistemas.salvaje.estado import (
    antes_de,
    asentar,
    exigir_sin_pendiente,
    exigir_vivo,
    levantar,
    morir,
    puede_actuar,
    sangrar,
)
from reglas.sistemas.salvaje.lance import Desenlace, Lance, Repetible
from reglas.sistemas.salvaje.previa import REPETIR
from reglas.sistemas.salvaje.rasgo import MODIFICADOR, declarar
from reglas.sistemas.salvaje.resumenes import texto

TIRADAS_DE: Final[Mapping[str, str]] = {
    "desangramiento": _("Desangramiento"),
    "recuperacion": _("Recuperación del aturdido"),
}
TIRADA_DE: Final = Opcion(clave="tirada_de", opciones=TIRADAS_DE)

DE_SANGRE: Final[Mapping[str, str]] = {
    "pifia": _("%(nombre)s muere desangrado."),
    "fallo": _("%(nombre)s muere desangrado."),
    "exito": _("%(nombre)s sigue desangrándose."),
    "aumento": _("%(nombre)s deja de sangrar."),
}


def _empezar(lance: Lance) -> Desenlace:
    tirada, ficha = lance.tirada, {**lance.ficha, "turno_iniciado": True}
    if lance.leido["tirada_de"] == "desangramiento":  # V-81
        ficha = sangrar(ficha, tirada.grado)
        resumen = texto(ficha, DE_SANGRE[tirada.grado])
    else:  # V-54, V-55
        ficha = {**ficha, "aturdido": not tirada.exito}
        seguir, recuperarse = _("%(nombre)s sigue aturdido."), _("%(nombre)s deja de estar aturdido y puede actuar.")
        resumen = texto(ficha, recuperarse if tirada.exito else seguir)
    detalle = {"puede_actuar": puede_actuar(ficha)}
    ofrece = ofertas.gastar_beni(ficha)
    return Desenlace(ficha, lance.objetivo, tirada.exito, tirada.grado, resumen, detalle, ofrece)


INICIO: Final = Repetible("inicio_turno", _empezar, {"tirada_de": TIRADA_DE})


def inicio_turno(c: Contexto) -> Resultado:
    """Begin a turn: who bleeds rolls Vigor, who is aturdido rolls Espíritu. V-56: once a turn."""
    ficha = c.ficha
    exigir_vivo(ficha)
    exigir_sin_pendiente(ficha)
    if ficha["turno_iniciado"]:
        raise Rechazo("turno_ya_iniciado", "ficha.turno_iniciado")
    if ficha["desangrandose"]:
        return INICIO.lanzar(c, declarar(c, "vigor", otros={"tirada_de": "desangramiento"}))
    if ficha["aturdido"] and not ficha["incapacitado"]:
        return INICIO.lanzar(c, declarar(c, "espiritu", otros={"tirada_de": "recuperacion"}))
    detalle = {"datos": dict(c.datos), "antes": antes_de(c), "tirada_de": None, "puede_actuar": puede_actuar(ficha)}
    asentar(c, {**ficha, "turno_iniciado": True}, None, "inicio_turno")
    return Resultado(None, None, detalle, texto(ficha, _("Empieza el turno de %(nombre)s.")))


def fin_turno(c: Contexto) -> Resultado:
    """End a turn: what lasts until then lasts one less."""
    ficha = c.ficha
    if not ficha["turno_iniciado"]:
        raise Rechazo("turno_no_iniciado", "ficha.turno_iniciado")
    menos = {clave: max(0, ficha[clave] - 1) for clave in ("distraido", "vulnerable")}
    detalle = {"datos": dict(c.datos), "antes": antes_de(c)}
    asentar(c, {**ficha, **menos, "turno_iniciado": False}, None, "fin_turno")
    return Resultado(None, None, detalle, texto(ficha, _("Acaba el turno de %(nombre)s.")))


def _pasar_un_minuto(lance: Lance) -> Desenlace:
    tirada = lance.tirada
    ficha = sangrar(lance.ficha, tirada.grado)
    resumen = texto(ficha, DE_SANGRE[tirada.grado])
    return Desenlace(ficha, lance.objetivo, tirada.exito, tirada.grado, resumen)


MINUTO: Final = Repetible("minuto", _pasar_un_minuto)


def minuto(c: Contexto) -> Resultado:
    """Bleed for a minute, out of combat. V-84."""
    exigir_vivo(c.ficha)
    if not c.ficha["desangrandose"]:
        raise Rechazo("no_se_desangra", "ficha.desangrandose")
    exigir_sin_pendiente(c.ficha)
    return MINUTO.lanzar(c, declarar(c, "vigor", otros={"tirada_de": "desangramiento"}))


def _pasar_un_dia(lance: Lance) -> Desenlace:
    tirada, ficha = lance.tirada, lance.ficha
    resumen = texto(ficha, _("%(nombre)s sigue incapacitado."))
    if tirada.exito:  # V-80; 7.19: aturdido is gone too
        ficha = {**levantar(ficha), "aturdido": False, "distraido": 0, "vulnerable": 0}
        resumen = texto(ficha, _("%(nombre)s se recupera de su incapacitación."))
    return Desenlace(ficha, lance.objetivo, tirada.exito, tirada.grado, resumen)


DIA: Final = Repetible("fin_de_dia", _pasar_un_dia)


def fin_de_dia(c: Contexto) -> Resultado:
    """Spend 24 hours incapacitado. V-80."""
    ficha = c.ficha
    exigir_vivo(ficha)
    if not ficha["incapacitado"]:
        raise Rechazo("no_incapacitado", "ficha.incapacitado")
    exigir_sin_pendiente(ficha)
    if ficha["desangrandose"]:
        raise Rechazo("se_desangra", "ficha.desangrandose")
    return DIA.lanzar(c, declarar(c, "vigor"))


def _caer(lance: Lance) -> Desenlace:
    """V-75, V-76, V-77; for an Extra, V-78."""
    tirada, ficha = lance.tirada, {**lance.ficha, "incapacitacion_pendiente": False}
    comodin, lesion = ficha["comodin"], None
    plantilla = _("%(nombre)s sobrevive, incapacitado.")
    if tirada.pifia or (not comodin and not tirada.exito):
        ficha, plantilla = morir(ficha), _("%(nombre)s muere.")
    elif not tirada.exito:
        ficha, lesion = {**ficha, "desangrandose": True}, "permanente"
        plantilla = _("%(nombre)s cae y empieza a desangrarse.")
    elif comodin:
        lesion = "temporal"
    elif tirada.aumentos:
        ficha, plantilla = levantar(ficha), _("Lo de %(nombre)s era solo un rasguño.")
    resumen = texto(ficha, plantilla)
    return Desenlace(ficha, lance.objetivo, tirada.exito, tirada.grado, resumen, {"lesion": lesion})


CAIDA: Final = Repetible("incapacitacion", _caer)


def incapacitacion(c: Contexto) -> Resultado:
    """Roll Vigor on falling."""
    exigir_vivo(c.ficha)
    if not c.ficha["incapacitacion_pendiente"]:
        raise Rechazo("sin_incapacitacion_pendiente", "ficha.incapacitacion_pendiente")
    return CAIDA.lanzar(c, declarar(c, "vigor"))


def de_vigor(**mas: Any) -> Accion:
    """Declare an action that is one roll of the sheet, with what the DJ declares."""
    return Accion(
        campos=Grupo(campos=(MODIFICADOR,)),
        valor="total",
        con_resultado=True,
        lanza=True,
        repite=REPETIR,
        anticipa=("vo", "modificador_total"),
        **mas,
    )


ACCIONES: Final = (
    de_vigor(
        clave="inicio_turno",
        nombre=_("Empezar el turno"),
        ayuda=_("Si está aturdido o se desangra, tira ahora."),
        regla=inicio_turno,
        tramite=True,
    ),
    Accion(
        clave="fin_turno",
        nombre=_("Acabar el turno"),
        ayuda=_("Lo que dura hasta el final del turno se acerca a su fin."),
        regla=fin_turno,
        tramite=True,
    ),
    de_vigor(
        clave="incapacitacion",
        nombre=_("Tirada de incapacitación"),
        ayuda=_("Vigor al caer: de ella depende que viva."),
        regla=incapacitacion,
    ),
    de_vigor(
        clave="minuto",
        nombre=_("Un minuto desangrándose"),
        ayuda=_("Fuera del combate; en él se tira al empezar el turno."),
        regla=minuto,
    ),
    de_vigor(
        clave="fin_de_dia",
        nombre=_("Un día incapacitado"),
        ayuda=_("Vigor cada 24 horas para levantarse."),
        regla=fin_de_dia,
        quien="ambos",
    ),
)


def turno_que_acaba(ficha: Ficha) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return what ends the turn of a sheet: nothing if it has not begun."""
    return (("fin_turno", {}),) if ficha["turno_iniciado"] else ()


def dia_que_acaba(ficha: Ficha, dia: Dia) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return what closes a day for this sheet. V-80: Vigor of who spent it incapacitado.

    V-88: who is wounded, and does not bleed, rests, and rolls every fifth night in a row with wounds. Nothing is due
    for a muerto, nor while another roll comes first.
    """
    if ficha["muerto"] or ficha["desangrandose"] or (ficha["comodin"] and ficha["incapacitacion_pendiente"]):
        return ()
    acciones: list[tuple[str, Mapping[str, Any]]] = [("fin_de_dia", {})] if ficha["incapacitado"] else []
    herido = dia.seguidos.get("herido", 0)
    if herido and herido % DIAS_DE_CURA == 0:
        acciones.append(("curacion_natural", {}))
    return tuple(acciones)


CUENTA_DE_DIAS: Final[Mapping[str, Callable[[Ficha], bool]]] = {"herido": lambda ficha: ficha["heridas"] > 0}
DIAS_DE_CURA: Final = 5
"""Days of rest between two rolls of natural healing. Outside the page: docs/decisiones/0028."""
