"""dano (4.3), dano_directo (4.4) and absorcion (4.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Entero, Grupo, Lista
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.salvaje import ofertas
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.acciones.ataque import (
    ARMA,
    ATAQUE,
    ATAQUE_SALVAJE,
    DADO_DE_DANO,
    LOCALIZACION,
    SUPERIORIDAD,
)
from reglas.sistemas.salvaje.estado import (
    antes_de,
    asentar,
    exigir_beni,
    exigir_objetivo_vivo,
    exigir_sin_pendiente,
    exigir_vivo,
    herir,
    pagar,
)
from reglas.sistemas.salvaje.golpe import TiradaDeDano, golpear
from reglas.sistemas.salvaje.lance import Desenlace, Lance, Repetible
from reglas.sistemas.salvaje.previa import GOLPE, REPETIR, leer_previa, restaurar
from reglas.sistemas.salvaje.rasgo import MODIFICADOR, declarar
from reglas.sistemas.salvaje.resumenes import resumen_de_golpe, texto

FISICO: Final = Booleano(
    clave="fisico",
    etiqueta=_("Es físico"),
    ayuda=_("Lo que no es físico no hiere a quien ya está aturdido, salvo con aumento."),
    defecto=True,
)
DANO_EXTRA: Final = Booleano(clave="dano_extra")


def _ofertas(victima: Ficha, heridas: int) -> tuple[str, ...]:
    return ofertas.absorcion(victima, heridas) + ofertas.incapacitacion(victima) + ofertas.gastar_beni(victima)


def _danar(lance: Lance) -> Desenlace:
    victima: Ficha = lance.objetivo or {}
    total = lance.tirada.total
    golpe = golpear(victima, total, lance.leido["arma"]["pa"], fisico=lance.leido["datos.fisico"])
    return Desenlace(
        lance.ficha,
        golpe.victima,
        golpe.grado != "sin_efecto",
        golpe.grado,
        resumen_de_golpe(golpe.victima, total, golpe.detalle),
        golpe.detalle,
        _ofertas(golpe.victima, golpe.detalle["golpe"]["heridas"]),
    )


DANO: Final = Repetible("dano", _danar, {"arma": ARMA, "datos.fisico": FISICO}, con_objetivo=True)


def dano(c: Contexto) -> Resultado:
    """Throw the damage of a hit. V-50: each starts from the sheet that the one before left."""
    previa = leer_previa(c, {ATAQUE.accion})
    if previa.cruda.get("exito") is not True:  # V-30
        raise Rechazo("ataque_fallido", "previa")
    victima: Ficha = c.objetivo or {}
    exigir_objetivo_vivo(victima)
    exigir_sin_pendiente(victima, "objetivo")
    arma, extra = previa.leer("datos.arma", ARMA), previa.leer("dano_extra", DANO_EXTRA)
    de_fuerza = c.ficha["atributos"]["fuerza"]["bono"] if arma["tipo"] in t.CON_FUERZA else 0
    modificadores = {  # V-39
        "bono_fuerza": de_fuerza,
        "arma": arma["bono"],
        "declarado": c.datos["bono"],
        "joker": t.POR_JOKER if c.ficha["carta"] in t.JOKERS else 0,
        "localizacion": t.POR_CABEZA if previa.leer("datos.localizacion", LOCALIZACION) == "cabeza_o_vitales" else 0,
        "superioridad": t.POR_SUPERIORIDAD if previa.leer("datos.superioridad", SUPERIORIDAD) else 0,
        "ataque_salvaje": t.POR_ATAQUE_SALVAJE if previa.leer("datos.ataque_salvaje", ATAQUE_SALVAJE) else 0,
    }
    total = sum(modificadores.values())
    detalle = {
        "datos": dict(c.datos),
        "antes": antes_de(c),
        "arma": arma,
        "dano_extra": extra,
        "modificadores": modificadores,
        "modificador_total": total,
    }
    return DANO.lanzar(c, dados_de_arma(c.ficha, arma, extra, total, detalle))


def dados_de_arma(ficha: Ficha, arma: Mapping[str, Any], extra: bool, modificador: int, detalle: Any) -> TiradaDeDano:
    """Return the dice of a weapon in somebody's hands.

    V-31, V-33, V-34: hand, thrown and unarmed begin with Fuerza; V-32: the rest have only their own.
    V-37, V-38: a hit with aumento adds one die, of any weapon.
    """
    fuerza = [(ficha["atributos"]["fuerza"]["dado"], "fuerza")] if arma["tipo"] in t.CON_FUERZA else None
    return TiradaDeDano(
        {
            "fuerza": fuerza,
            "arma": [(caras, "arma") for caras in arma["dados_dano"]],
            "aumento": [(t.SALVAJE, "aumento")] if extra else None,
        },
        modificador,
        detalle,
    )


def dano_directo(c: Contexto) -> Resultado:
    """Throw damage that nobody deals: a fall, a trap, fire. V-49."""
    exigir_vivo(c.ficha)
    exigir_sin_pendiente(c.ficha)
    bono = c.datos["bono"]
    dados = TiradaDeDano({"dano": [(caras, "dano") for caras in c.datos["dados_dano"]]}, bono)
    tirada = dados.tirar(c.azar)
    golpe = golpear(c.ficha, tirada.total, c.datos["pa"], fisico=c.datos["fisico"])
    detalle = {
        "datos": dict(c.datos),
        "antes": antes_de(c),
        "modificadores": {"declarado": bono},
        "modificador_total": bono,
        **tirada.detalle(),
        **golpe.detalle,
    }
    asentar(c, golpe.victima, None, "dano_directo")
    resumen = resumen_de_golpe(c.ficha, tirada.total, golpe.detalle)
    opciones = _ofertas(c.ficha, golpe.detalle["golpe"]["heridas"])
    return Resultado(golpe.grado != "sin_efecto", golpe.grado, detalle, resumen, opciones)


def _absorber(lance: Lance) -> Desenlace:
    """V-68: a wound, and one more each aumento. V-70, V-71: aturdido only if some are left. V-73: it may stand."""
    tirada, golpe = lance.tirada, lance.leido["golpe"]
    absorbidas = min(golpe["heridas"], 1 + tirada.aumentos) if tirada.exito else 0
    restantes = golpe["heridas"] - absorbidas
    antes = restaurar(lance.ficha, golpe["antes"])
    ficha = {**herir({**antes, "aturdido": restantes > 0}, restantes), "absorcion_pendiente": False}  # V-72
    resumen = texto(
        ficha,
        _("%(nombre)s absorbe %(absorbidas)s de las heridas del golpe (%(heridas)s)."),
        absorbidas=absorbidas,
        heridas=golpe["heridas"],
    )
    return Desenlace(
        ficha,
        lance.objetivo,
        tirada.exito,
        tirada.grado,
        resumen,
        {"absorbidas": absorbidas, "restantes": restantes},
        ofertas.incapacitacion(ficha) + ofertas.gastar_beni(ficha),
    )


ABSORCION: Final = Repetible("absorcion", _absorber, {"golpe": GOLPE}, "absorbidas")


def absorcion(c: Contexto) -> Resultado:
    """Pay a beni and roll Vigor against the wounds of a hit."""
    previa = leer_previa(c, {DANO.accion, "dano_directo"})
    golpe = previa.leer("golpe", GOLPE)
    if golpe["heridas"] < 1 or not c.ficha["absorcion_pendiente"]:
        raise Rechazo("nada_que_absorber", "previa")
    previa.exigir_vigente(c.ficha, "objetivo" if previa.original == DANO.accion else "ficha")
    exigir_beni(c.ficha)
    restaurar(c.ficha, golpe["antes"])
    heridas = golpe["antes"]["heridas"]  # V-69
    declarada = declarar(c, "vigor", heridas=heridas, otros={"golpe": golpe})
    return ABSORCION.lanzar(c, declarada, pagar(c.ficha))


ACCIONES: Final = (
    Accion(
        clave="dano",
        nombre=_("Daño"),
        ayuda=_("El daño de un ataque que ha acertado."),
        regla=dano,
        objetivo="requerido",
        tipo_objetivo="ficha",
        previas=frozenset({ATAQUE.accion, REPETIR}),
        campos=Grupo(
            campos=(
                Entero(
                    clave="bono",
                    etiqueta=_("Modificador"),
                    ayuda=_("Lo que diga el DJ."),
                    minimo=-20,
                    maximo=20,
                    defecto=0,
                ),
                FISICO,
            )
        ),
        valor="total",
        con_resultado=True,
        lanza=True,
        declarable=False,
        campo_dados="previa",
        repite=REPETIR,
    ),
    Accion(
        clave="dano_directo",
        nombre=_("Daño sin atacante"),
        ayuda=_("Una caída, una trampa, fuego."),
        regla=dano_directo,
        quien="ambos",
        campos=Grupo(
            campos=(
                Lista(
                    clave="dados_dano",
                    etiqueta=_("Dados de daño"),
                    ayuda=_("Las caras de cada uno: 6, 6."),
                    elemento=DADO_DE_DANO,
                    minimo=1,
                    maximo=20,
                    obligatorio=True,
                ),
                Entero(clave="bono", etiqueta=_("Más"), minimo=-20, maximo=40, defecto=0),
                Entero(clave="pa", etiqueta=_("PA"), minimo=0, maximo=98, defecto=0),
                FISICO,
            )
        ),
        valor="total",
        con_resultado=True,
        lanza=True,
        campo_dados="datos.dados_dano",
        a_mano=("dados_dano", "bono"),
    ),
    Accion(
        clave="absorcion",
        nombre=_("Absorber"),
        ayuda=_("Un beni y una tirada de Vigor para quitarse heridas del golpe."),
        regla=absorcion,
        previas=frozenset({DANO.accion, "dano_directo", REPETIR}),
        campos=Grupo(campos=(MODIFICADOR,)),
        valor="absorbidas",
        con_resultado=True,
        lanza=True,
        declarable=False,
        repite=REPETIR,
        anticipa=("vo", "modificador_total"),
    ),
)
