"""curacion_natural (4.11), estabilizar (4.12) and curar (4.13)."""

from __future__ import annotations

from typing import Final

from reglas.nucleo.campos import Booleano, Grupo, Opcion
from reglas.nucleo.condiciones import Vale
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, Texto, _
from reglas.sistemas.salvaje import ofertas
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.estado import (
    exigir_capaz,
    exigir_objetivo_vivo,
    exigir_sin_pendiente,
    exigir_vivo,
    herir,
    sanar,
)
from reglas.sistemas.salvaje.lance import Desenlace, Lance, Repetible
from reglas.sistemas.salvaje.previa import REPETIR
from reglas.sistemas.salvaje.rasgo import ANTICIPA, DE_ACCION, MODIFICADOR, Rasgo, campo_rasgo, declarar
from reglas.sistemas.salvaje.resumenes import nombre_de, texto

MEDICINA: Final = "medicina"


def _tratar(paciente: Ficha, tirada: Rasgo, *, puede_empeorar: bool) -> tuple[Ficha, int]:
    """Return a patient after a healing roll, and the wounds it lost. V-88; V-89: a pifia may add one."""
    if tirada.exito:
        curadas = min(paciente["heridas"], 2 if tirada.aumentos else 1)
        return sanar(paciente, curadas), curadas
    if tirada.pifia and puede_empeorar and not paciente["incapacitado"]:
        return herir(paciente, 1), 0
    return paciente, 0


def _resumen(paciente: Ficha, tirada: Rasgo, curadas: int, antes: Ficha) -> Texto:
    if tirada.exito:
        return texto(paciente, _("%(nombre)s mejora. Heridas curadas: %(curadas)s."), curadas=curadas)
    if paciente != antes:
        return texto(paciente, _("La cura sale mal y %(nombre)s empeora."))
    return texto(paciente, _("%(nombre)s no mejora."))


def _exigir_herido(paciente: Ficha, lado: str) -> None:
    if not paciente["heridas"] and not paciente["incapacitado"]:
        raise Rechazo("sin_heridas", f"{lado}.heridas")


def _descansar(lance: Lance) -> Desenlace:
    tirada = lance.tirada
    ficha, curadas = _tratar(lance.ficha, tirada, puede_empeorar=True)
    resumen = _resumen(ficha, tirada, curadas, lance.ficha)
    ofrece = ofertas.incapacitacion(ficha)
    return Desenlace(ficha, lance.objetivo, tirada.exito, tirada.grado, resumen, {"heridas_curadas": curadas}, ofrece)


DESCANSO: Final = Repetible("curacion_natural", _descansar, valor="heridas_curadas")


def curacion_natural(c: Contexto) -> Resultado:
    """Heal by rest, or by Regeneración, which also stops the bleeding (V-87)."""
    ficha = c.ficha
    exigir_vivo(ficha)
    exigir_sin_pendiente(ficha)
    if ficha["desangrandose"] and not c.datos["regeneracion"]:
        raise Rechazo("se_desangra", "ficha.desangrandose")
    _exigir_herido(ficha, "ficha")
    return DESCANSO.lanzar(c, declarar(c, "vigor"))


def _estabilizar(lance: Lance) -> Desenlace:
    tirada, paciente = lance.tirada, lance.objetivo or {}
    if tirada.exito:  # V-85
        paciente = {**paciente, "desangrandose": False}
    plantilla = (
        _("%(nombre)s estabiliza a %(objetivo)s.")
        if tirada.exito
        else _("%(nombre)s no consigue parar la hemorragia de %(objetivo)s.")
    )
    resumen = texto(lance.ficha, plantilla, objetivo=nombre_de(paciente))
    return Desenlace(lance.ficha, paciente, tirada.exito, tirada.grado, resumen)


ESTABILIZAR: Final = Repetible("estabilizar", _estabilizar, con_objetivo=True)


def estabilizar(c: Contexto) -> Resultado:
    """Stop somebody's bleeding with Medicina, an action. V-85."""
    declarada = declarar(c, MEDICINA, campo="ficha.habilidades.medicina")
    exigir_capaz(c.ficha)
    paciente: Ficha = c.objetivo or {}
    exigir_objetivo_vivo(paciente)
    if not paciente["desangrandose"]:
        raise Rechazo("no_se_desangra", "objetivo.desangrandose")
    exigir_sin_pendiente(paciente, "objetivo")
    return ESTABILIZAR.lanzar(c, declarada)


METODO: Final = Opcion(clave="metodo", etiqueta=_("Con"), opciones=t.METODOS, defecto=MEDICINA)


def _curar(lance: Lance) -> Desenlace:
    tirada, antes = lance.tirada, lance.ficha if lance.objetivo is None else lance.objetivo
    paciente, curadas = _tratar(antes, tirada, puede_empeorar=lance.leido["datos.metodo"] == MEDICINA)
    propia = lance.objetivo is None
    return Desenlace(
        paciente if propia else lance.ficha,
        None if propia else paciente,
        tirada.exito,
        tirada.grado,
        _resumen(paciente, tirada, curadas, antes),
        {"heridas_curadas": curadas},
        ofertas.incapacitacion(paciente),
    )


CURAR: Final = Repetible("curar", _curar, {"datos.metodo": METODO}, "heridas_curadas")


def curar(c: Contexto) -> Resultado:
    """Heal somebody, or oneself, with Medicina or with a power, which also stops the bleeding (V-86)."""
    con_medicina = c.datos["metodo"] == MEDICINA
    lado, paciente = ("ficha", c.ficha) if c.objetivo is None else ("objetivo", c.objetivo)
    if con_medicina:
        declarada = declarar(c, MEDICINA, campo="ficha.habilidades.medicina")
    else:
        declarada = declarar(c, c.datos["rasgo"], campo="datos.rasgo")
    declarada.detalle["datos"].setdefault("rasgo", None)
    exigir_capaz(c.ficha)
    exigir_objetivo_vivo(paciente, lado)
    exigir_sin_pendiente(paciente, lado)
    if paciente["desangrandose"] and con_medicina:
        raise Rechazo("se_desangra", f"{lado}.desangrandose")
    _exigir_herido(paciente, lado)
    return CURAR.lanzar(c, declarada)


_CON_PODER: Final = Vale("metodo", ("poder",))

ACCIONES: Final = (
    Accion(
        clave="estabilizar",
        nombre=_("Estabilizar"),
        ayuda=_("Medicina para que alguien deje de desangrarse."),
        regla=estabilizar,
        objetivo="requerido",
        tipo_objetivo="ficha",
        campos=Grupo(campos=(MODIFICADOR, *DE_ACCION)),
        valor="total",
        con_resultado=True,
        lanza=True,
        repite=REPETIR,
        a_mano=("modificador",),
        anticipa=ANTICIPA,
    ),
    Accion(
        clave="curar",
        nombre=_("Curar"),
        ayuda=_("Medicina o un poder; sin objetivo, a sí mismo."),
        regla=curar,
        objetivo="opcional",
        tipo_objetivo="ficha",
        campos=Grupo(
            campos=(
                METODO,
                campo_rasgo(
                    "rasgo",
                    _("Rasgo del poder"),
                    _("La habilidad con que lo lanza."),
                    obligatorio=_CON_PODER,
                    si=_CON_PODER,
                ),
                MODIFICADOR,
                *DE_ACCION,
            )
        ),
        valor="heridas_curadas",
        con_resultado=True,
        lanza=True,
        repite=REPETIR,
        a_mano=("metodo", "rasgo", "modificador"),
        anticipa=ANTICIPA,
    ),
    Accion(
        clave="curacion_natural",
        nombre=_("Curación natural"),
        ayuda=_("Descanso, o la ventaja Regeneración: una tirada de Vigor."),
        regla=curacion_natural,
        campos=Grupo(
            campos=(
                MODIFICADOR,
                Booleano(
                    clave="regeneracion",
                    etiqueta=_("Regeneración"),
                    ayuda=_("Cura también a quien se desangra."),
                    defecto=False,
                ),
            )
        ),
        valor="heridas_curadas",
        con_resultado=True,
        lanza=True,
        repite=REPETIR,
        anticipa=ANTICIPA,
    ),
)
