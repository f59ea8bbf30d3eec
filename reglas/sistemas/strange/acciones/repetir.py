"""repetir (5.8): pay 1 PX, throw the die of an earlier response again and keep the better of the two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.nucleo.vista import DadoMostrado, mostrar_dados
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.acciones.defensa import Defensa
from reglas.sistemas.strange.acciones.recuperacion import Descanso, opciones_de_descanso
from reglas.sistemas.strange.ficha import PJ, PNJ
from reglas.sistemas.strange.golpe import Golpe
from reglas.sistemas.strange.mensajes import rechazar
from reglas.sistemas.strange.previa import (
    Previa,
    comprobar_vigentes,
    exigir_objetivo_de_ataque,
    invalida,
    leer_previa,
    obsoleta,
)
from reglas.sistemas.strange.resumenes import texto
from reglas.sistemas.strange.tarea import Lectura, Prueba, opcion_de_repetir, opciones_de_tarea

GRADOS: Final = frozenset({"fallo", "exito", "efecto_menor", "efecto_mayor"})
DE_D20: Final = frozenset({"tarea", "ataque", "defensa", "mover"})


@dataclass(frozen=True, slots=True)
class Desenlace:
    """What a die brings: the outcome and the keys of `detalle` that depend on it."""

    exito: bool | None
    grado: str | None
    detalle: Mapping[str, Any]


Consumar = Callable[[Contexto, int], Desenlace]
"""Evaluate an outcome again with another natural, and apply its damage or recovery."""


def repetir(c: Contexto) -> Resultado:
    """Re-roll. S-56, S-61, S-62: any die, also a re-roll; S-58: costs are neither given back nor charged again."""
    previa = leer_previa(c, _CONSUMADORES)
    exigir_objetivo_de_ataque(c, previa)
    natural = previa.natural()
    if natural is None:  # S-60
        raise Rechazo("sin_tirada_que_repetir", "previa")
    caras = _caras(previa, natural)
    consumar = _CONSUMADORES[previa.original](previa)
    desenlace = _anterior(previa)
    if c.ficha["px"] < t.COSTE_REPETIR:  # S-57
        raise rechazar("px_insuficientes", "ficha.px", hacen_falta=t.COSTE_REPETIR, tienes=c.ficha["px"])
    comprobar_vigentes(c, previa)
    _comprobar_deshecho(c, previa)

    c.cambiar("ficha", "px", c.ficha["px"] - t.COSTE_REPETIR, "px")
    nuevo = c.azar.dado(caras, "repeticion")
    vigentes = previa.vigentes
    if nuevo > natural:  # on a tie the first stays
        _deshacer(c, previa)
        hechos = len(c.efectos)
        desenlace = consumar(c, nuevo)
        vigentes = tuple(c.efectos[hechos:])
    detalle = {
        **previa.detalle,
        **desenlace.detalle,
        "accion_original": previa.original,
        "natural_anterior": natural,
        "natural_nuevo": nuevo,
        "coste_px": t.COSTE_REPETIR,
        "efectos_vigentes": [efecto.a_dict() for efecto in vigentes],
    }
    resumen = texto(
        c,
        _("%(nombre)s repite la tirada: saca %(nuevo)s en vez de %(anterior)s y se queda con %(mejor)s."),
        nuevo=nuevo,
        anterior=natural,
        mejor=max(nuevo, natural),
    )
    opciones = _opciones(c, previa, desenlace, detalle)
    return Resultado(desenlace.exito, desenlace.grado, detalle, resumen, opciones, _VALOR[previa.original])


def mostrar(respuesta: Mapping[str, Any]) -> tuple[DadoMostrado, ...]:
    """Return the dice of any response; of a re-roll the two, and which of them counts. S-56: on a tie, the first."""
    dados = mostrar_dados(respuesta)
    if respuesta["accion"] != "repetir":
        return dados
    detalle = respuesta["detalle"]
    gana = detalle["natural_nuevo"] > detalle["natural_anterior"]
    nuevo = replace(dados[0], cuenta=gana)
    return replace(
        nuevo, valor=detalle["natural_anterior"], motivo=detalle["accion_original"], cuenta=not gana, anterior=True
    ), nuevo


def _caras(previa: Previa, natural: int) -> int:
    """Return the faces of the die that was thrown."""
    tirada = previa.tiradas[0] if previa.tiradas else None
    dado = tirada.get("dado") if isinstance(tirada, dict) else None
    if not isinstance(dado, str) or dado not in t.DADOS:
        raise invalida()
    if previa.original in DE_D20:
        previa.exigir(dado == "d20")
    elif previa.original == "recuperacion":
        previa.exigir(dado == "d6")
    previa.exigir(1 <= natural <= t.DADOS[dado])
    return t.DADOS[dado]


def _anterior(previa: Previa) -> Desenlace:
    """Return the outcome that stands if the new die is no better."""
    if previa.original in DE_D20:
        previa.exigir(previa.exito is not None and previa.grado in GRADOS)
        previa.booleano("complicacion")
    elif previa.original == "recuperacion":
        previa.entero("pendiente")
    return Desenlace(previa.exito, previa.grado, {})


def _deshacer(c: Contexto, previa: Previa) -> None:
    """Put each recorded value back, the last first, and nothing more. S-59."""
    for efecto in reversed(previa.vigentes):
        c.cambiar(efecto.sobre, efecto.campo, efecto.antes, "repeticion")


def _comprobar_deshecho(c: Contexto, previa: Previa) -> None:
    """Refuse, whatever the die, a previa whose undoing would leave a sheet that cannot be."""
    ensayo = Contexto(c.ficha, c.objetivo, {}, None, c.azar)
    _deshacer(ensayo, previa)
    try:
        PJ.leer(ensayo.ficha)
        if ensayo.objetivo is not None:
            PNJ.leer(ensayo.objetivo)
    except Rechazo:
        raise obsoleta() from None


def _opciones(c: Contexto, previa: Previa, desenlace: Desenlace, detalle: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the original action would offer now."""
    natural = detalle["natural"]
    if previa.original == "recuperacion":
        return opciones_de_descanso(c.ficha, detalle["pendiente"], natural)
    if previa.original == "tirada_libre":
        return opcion_de_repetir(c.ficha, natural)
    lectura = Lectura(natural, None, bool(desenlace.exito), desenlace.grado or "", detalle["complicacion"])
    es_ataque = previa.original == "ataque"
    return opciones_de_tarea(
        lectura,
        c.ficha,
        con_dano=es_ataque and detalle["dano_base"] > 0,
        area=es_ataque and detalle["area"],
    )


def _prueba(previa: Previa) -> Prueba:
    return Prueba(previa.entero("numero_objetivo"), previa.entero("bonificador"), previa.booleano("penalizado"))


def _de_tarea(previa: Previa) -> Consumar:
    prueba = _prueba(previa)

    def consumar(_c: Contexto, natural: int) -> Desenlace:
        lectura = prueba.leer(natural)
        return Desenlace(lectura.exito, lectura.grado, lectura.detalle())

    return consumar


def _de_ataque(previa: Previa) -> Consumar:
    golpe = Golpe(
        _prueba(previa),
        previa.entero("dano_base"),
        previa.entero("esfuerzo_dano"),
        previa.entero("dano_esfuerzo"),
        previa.booleano("area"),
        previa.entero("reduccion"),
        previa.palabra("al_caer", t.AL_CAER),
    )

    def consumar(c: Contexto, natural: int) -> Desenlace:
        lectura, dado = golpe.asestar(c, natural)
        return Desenlace(lectura.exito, lectura.grado, dado)

    return consumar


def _de_defensa(previa: Previa) -> Consumar:
    defensa = Defensa(
        _prueba(previa),
        previa.entero("dano_declarado"),
        previa.palabra("tipo_dano", t.ATRIBUTOS),
        previa.entero("reduccion"),
        previa.entero("pasos_indicador"),
    )

    def consumar(c: Contexto, natural: int) -> Desenlace:
        lectura, dado = defensa.parar(c, natural)
        return Desenlace(lectura.exito, lectura.grado, dado)

    return consumar


def _de_recuperacion(previa: Previa) -> Consumar:
    descanso = Descanso(previa.entero("rango"), previa.entero("bonificador"), previa.entero("faltan"))
    return lambda c, natural: Desenlace(None, None, descanso.recuperar(c, natural))


def _de_tirada_libre(_previa: Previa) -> Consumar:
    return lambda _c, natural: Desenlace(None, None, {"natural": natural, "total": natural})


_CONSUMADORES: Final[Mapping[str, Callable[[Previa], Consumar]]] = {
    "tarea": _de_tarea,
    "mover": _de_tarea,
    "ataque": _de_ataque,
    "defensa": _de_defensa,
    "recuperacion": _de_recuperacion,
    "tirada_libre": _de_tirada_libre,
}
_VALOR: Final[Mapping[str, str]] = {
    "tarea": "total",
    "mover": "total",
    "ataque": "dano_neto",
    "defensa": "dano_neto",
    "recuperacion": "pendiente",
    "tirada_libre": "total",
}

ACCIONES: Final = (
    Accion(
        clave="repetir",
        nombre=_("Repetir la tirada"),
        ayuda=_("Gasta 1 PX, tira otra vez y cuenta el mejor de los dos dados."),
        regla=repetir,
        objetivo="segun",
        tipo_objetivo="pnj",
        previas=frozenset({*_CONSUMADORES, "repetir"}),
        con_resultado=True,
        lanza=True,
        declarable=False,
    ),
)
