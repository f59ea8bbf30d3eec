"""suerte_de_los_dioses (6.14): pay 1 PH and make the same roll again; the second stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.acciones.curacion import estabilizar_al_paciente, tratar_al_paciente
from reglas.sistemas.lemuria.acciones.dano import otro_ataque
from reglas.sistemas.lemuria.acciones.grados import con_grado
from reglas.sistemas.lemuria.ficha import SOLO_HEROE
from reglas.sistemas.lemuria.golpe import asestar, dado_de_dano, foto, neto, opciones_del_objetivo
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.previa import DE_2D6, Previa, exigir_que_admita_ph, leer_previa, restituir
from reglas.sistemas.lemuria.resumenes import texto
from reglas.sistemas.lemuria.tirada import SIN_VUELTA, TIPOS, grado_de, lanzar, opciones
from reglas.sistemas.lemuria.turno import pagar_ph, sanar

_PREVIAS: Final = frozenset({*TIPOS, "danar", "sacudirse_las_heridas", "suerte_de_los_dioses"})
_REPITE: Final = _("%(nombre)s confía en la suerte de los dioses (1 PH): ahora saca %(nuevo)s.")


def suerte_de_los_dioses(j: Jugada) -> Resultado:
    """Repeat a roll. L-23: the second result stands; L-25: once, and not after it was turned into something else."""
    previa = leer_previa(j, _PREVIAS, DE_2D6 | {"dano", "sacudirse"})
    if previa.detalle["repetida"]:
        raise Rechazo("ya_repetida", "previa.detalle.repetida")
    exigir_que_admita_ph(previa)
    return _REPETICIONES.get(previa.tipo, _repetir_2d6)(j, previa)


def _repetir_2d6(j: Jugada, previa: Previa) -> Resultado:
    """Throw the 2d6 again. L-24: with the same dice of more and of penalty, which the sheet does not add anew."""
    if previa.tipo in SIN_VUELTA:
        _exigir_paciente(j, previa)
    pagar_ph(j)
    antes = previa.detalle
    dados = lanzar(j.azar, previa.tipo, antes["dados_extra"], antes["dados_penalizacion"])
    total = antes["total"] - antes["natural"] + dados.natural
    grado = grado_de(dados.natural, total)
    exito = grado in t.EXITOS
    detalle = {**con_grado(j, previa, grado), **dados.detalle(), "total": total, "repetida": True}
    if previa.tipo == "estabilizar":
        estabilizar_al_paciente(j, exito=exito)
    elif previa.tipo == "tratar":
        tratar_al_paciente(j, antes["paciente"], exito=exito)
    resumen = texto(j, _REPITE, nuevo=total)
    return Resultado(exito, grado, detalle, resumen, opciones(j.ficha, grado, detalle), "total")


def _exigir_paciente(j: Jugada, previa: Previa) -> None:
    """Refuse a success, which could only be lost, and a patient who is not as the first roll left him."""
    if previa.exito:
        raise Rechazo("repeticion_inutil", "previa.exito")
    paciente: str = previa.detalle.get("paciente", "objetivo")
    if paciente == "objetivo" and not j.hay_objetivo:
        raise Rechazo("campo_requerido", "objetivo")
    if previa.tipo == "estabilizar" and j.objetivo["estado"] != "moribundo":
        raise Rechazo("previa_obsoleta", "objetivo.estado")
    if previa.tipo == "tratar" and j.de(paciente).get("tratamiento") != "fallido":
        raise Rechazo("previa_obsoleta", f"{paciente}.tratamiento")


def _repetir_dano(j: Jugada, previa: Previa) -> Resultado:
    """Undo the first damage and deal the second. L-26: what the options did besides stays."""
    antes = previa.detalle
    if not j.hay_objetivo:
        raise Rechazo("campo_requerido", "objetivo")
    if antes["desarmado"]:
        raise Rechazo("repeticion_inutil", "previa.detalle.desarmado")
    if j.objetivo != previa.objetivo:
        raise Rechazo("previa_obsoleta", "objetivo")
    restituir(j, "objetivo", antes["antes"])
    de_pie = foto(j.objetivo)
    pagar_ph(j)
    dado = dado_de_dano(j.azar, antes["categoria"])
    bruto = antes["bruto"] - antes["dado"] + dado
    dano = neto(bruto, antes["armadura"])
    bajas = asestar(j, dano, antes["categoria"], conversion=antes["conversion"], destino=antes["destino"])
    detalle = {
        **antes,
        "dado": dado,
        "bruto": bruto,
        "dano": dano,
        "bajas": bajas,
        "repetida": True,
        "opciones_objetivo": opciones_del_objetivo(j.objetivo, de_pie, dano),
    }
    return Resultado(None, None, detalle, texto(j, _REPITE, nuevo=dado), otro_ataque(j.ficha), "dano")


def _repetir_sacudirse(j: Jugada, previa: Previa) -> Resultado:
    """Take the first recovery back and give the second; the action was already paid."""
    antes = previa.detalle
    if j.ficha["pv"] != antes["pv_antes"] + antes["recuperado"]:
        raise Rechazo("previa_obsoleta", "ficha.pv")
    restituir(j, "ficha", {"pv": antes["pv_antes"], "dano_sin_armas": antes["sin_armas_antes"]})
    pagar_ph(j)
    dado = j.azar.dado(6, "sacudirse")
    recuperado = sanar(j, "ficha", min(dado, antes["tope"]))
    detalle = {**antes, "dado": dado, "recuperado": recuperado, "repetida": True}
    return Resultado(None, None, detalle, texto(j, _REPITE, nuevo=dado), (), "recuperado")


_REPETICIONES: Final[Mapping[str, Callable[[Jugada, Previa], Resultado]]] = {
    "dano": _repetir_dano,
    "sacudirse": _repetir_sacudirse,
}

ACCIONES: Final = (
    Accion(
        clave="suerte_de_los_dioses",
        nombre=_("La suerte de los dioses (1 PH)"),
        ayuda=_("Repetir la tirada; cuenta la segunda, aunque sea peor."),
        regla=regla("suerte_de_los_dioses", suerte_de_los_dioses, solo_heroes="solo_heroes"),
        objetivo="opcional",
        tipo_objetivo="personaje",
        previas=_PREVIAS,
        con_resultado=True,
        lanza=True,
        declarable=False,
        campo_dados="previa.detalle.dados_extra",
        ficha_si=(SOLO_HEROE,),
    ),
)
