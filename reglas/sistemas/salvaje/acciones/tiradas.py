"""tirada (4.1), gobernar_barco (4.16), deriva (4.17) and mover (4.18)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reglas.nucleo.campos import Booleano, Entero, Grupo
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, Texto, _
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.estado import antes_de, exigir_capaz, exigir_despierto
from reglas.sistemas.salvaje.lance import Desenlace, Lance, Repetible
from reglas.sistemas.salvaje.previa import REPETIR, leer_previa
from reglas.sistemas.salvaje.rasgo import ANTICIPA, DE_ACCION, MODIFICADOR, campo_rasgo, declarar
from reglas.sistemas.salvaje.resumenes import nombre_de_rasgo, resumen_de_rasgo, texto

NAVEGAR: Final = "navegar"


def _hacer_tirada(lance: Lance) -> Desenlace:
    tirada = lance.tirada
    resumen = resumen_de_rasgo(lance.ficha, lance.leido["rasgo"], tirada)
    return Desenlace(lance.ficha, lance.objetivo, tirada.exito, tirada.grado, resumen)


RASGO: Final = campo_rasgo("rasgo", _("Rasgo"), _("Un atributo o una habilidad."), obligatorio=True)
TIRADA: Final = Repetible("tirada", _hacer_tirada, {"rasgo": RASGO})


def tirada(c: Contexto) -> Resultado:
    """Roll a trait against a number. V-17: a free one is outside the actions of the turn."""
    gratuita = c.datos["gratuita"]
    if gratuita and c.datos["acciones"] > 1:
        raise Rechazo("combinacion_invalida", "datos.acciones")
    if gratuita and c.datos["correr"]:
        raise Rechazo("combinacion_invalida", "datos.correr")
    declarada = declarar(c, c.datos["rasgo"], vo=c.datos["vo"], campo="datos.rasgo")
    (exigir_despierto if gratuita else exigir_capaz)(c.ficha)
    return TIRADA.lanzar(c, declarada)


DE_BARCO: Final[Mapping[bool, str]] = {
    True: _("%(nombre)s mantiene el rumbo con %(rasgo)s: saca %(total)s y necesitaba %(vo)s."),
    False: _("%(nombre)s falla en %(rasgo)s con %(total)s (necesitaba %(vo)s): el barco queda a la deriva."),
}


def _gobernar(lance: Lance) -> Desenlace:
    tirada = lance.tirada
    nombre = nombre_de_rasgo(NAVEGAR)
    resumen = texto(lance.ficha, DE_BARCO[tirada.exito], rasgo=nombre, total=tirada.total, vo=tirada.vo)
    opciones = () if tirada.exito else ("deriva",)  # V-98
    return Desenlace(lance.ficha, lance.objetivo, tirada.exito, tirada.grado, resumen, opciones=opciones)


BARCO: Final = Repetible("gobernar_barco", _gobernar)


def gobernar_barco(c: Contexto) -> Resultado:
    """Steer the ship. V-98."""
    declarada = declarar(c, NAVEGAR, campo="ficha.habilidades.navegar")
    exigir_capaz(c.ficha)
    return BARCO.lanzar(c, declarada)


def deriva(c: Contexto) -> Resultado:
    """Throw where a ship adrift goes: a d12 read as a clock face with the bow at 12. V-99."""
    if c.previa is not None:
        previa = leer_previa(c, {BARCO.accion})
        if previa.cruda.get("exito") is not False:
            raise Rechazo("sin_deriva", "previa")
    hora = c.azar.dado(12, "direccion")
    rumbo = t.RUMBO_DE_HORA[hora % 12]
    detalle = {
        "datos": dict(c.datos),
        "antes": antes_de(c),
        "hora": hora,
        "grados": 30 * (hora % 12),
        "rumbo": rumbo,
    }
    resumen = texto(
        c.ficha,
        _("El barco de %(nombre)s deriva (%(hora)s en el reloj): %(rumbo)s."),
        hora=hora,
        rumbo=Texto(t.RUMBOS[rumbo]),
    )
    return Resultado(None, None, detalle, resumen)


def mover(c: Contexto) -> Resultado:
    """Move, a free action also for an aturdido (V-53). V-59: wounds take Paso; V-60: running adds one die."""
    exigir_despierto(c.ficha)
    paso = c.ficha["paso"]
    penalizador = -min(t.HERIDAS_QUE_PENALIZAN, c.ficha["heridas"])
    actual = max(1, paso + penalizador)
    carrera = c.azar.dado(c.ficha["dado_carrera"], "carrera") if c.datos["correr"] else 0
    detalle = {
        "datos": dict(c.datos),
        "antes": antes_de(c),
        "paso": paso,
        "penalizador": penalizador,
        "paso_actual": actual,
        "carrera": carrera,
        "distancia": actual + carrera,
    }
    resumen = texto(c.ficha, _("%(nombre)s puede moverse %(distancia)s casillas."), distancia=actual + carrera)
    return Resultado(None, None, detalle, resumen)


ACCIONES: Final = (
    Accion(
        clave="tirada",
        nombre=_("Tirada de rasgo"),
        ayuda=_("Un atributo o una habilidad contra 4, o contra lo que diga el DJ."),
        regla=tirada,
        campos=Grupo(
            campos=(
                RASGO,
                Entero(
                    clave="vo",
                    etiqueta=_("Valor objetivo"),
                    ayuda=_("4 si el DJ no dice otro."),
                    minimo=1,
                    maximo=60,
                    defecto=t.VO,
                ),
                MODIFICADOR,
                Booleano(
                    clave="gratuita",
                    etiqueta=_("Acción gratuita"),
                    ayuda=_("También puede hacerla un aturdido."),
                    defecto=False,
                ),
                *DE_ACCION,
            )
        ),
        valor="total",
        con_resultado=True,
        lanza=True,
        repite=REPETIR,
        a_mano=("rasgo", "vo", "modificador"),
        dificultad="vo",
        anticipa=ANTICIPA,
    ),
    Accion(
        clave="mover",
        nombre=_("Moverse"),
        ayuda=_("Su Paso, con un dado más si corre."),
        regla=mover,
        campos=Grupo(
            campos=(Booleano(clave="correr", etiqueta=_("Corre"), ayuda=_("Suma su dado de carrera."), defecto=False),)
        ),
        valor="distancia",
        lanza=True,
        anticipa=("paso_actual", "penalizador"),
    ),
    Accion(
        clave="gobernar_barco",
        nombre=_("Gobernar el barco"),
        ayuda=_("Navegar contra 4; si falla, queda a la deriva."),
        regla=gobernar_barco,
        campos=Grupo(campos=(MODIFICADOR, *DE_ACCION)),
        valor="total",
        con_resultado=True,
        lanza=True,
        repite=REPETIR,
        a_mano=("modificador",),
        anticipa=ANTICIPA,
    ),
    Accion(
        clave="deriva",
        nombre=_("Deriva"),
        ayuda=_("Hacia dónde va un barco sin gobierno."),
        regla=deriva,
        quien="ambos",
        previas=frozenset({BARCO.accion, REPETIR}),
        previa_opcional=True,
        valor="hora",
        lanza=True,
    ),
)
