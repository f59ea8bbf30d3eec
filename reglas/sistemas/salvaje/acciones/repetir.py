"""repetir (4.22): pay a beni, throw again and keep the better of the two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.azar import Oculto
from reglas.nucleo.campos import Entero, Opcion
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.acciones import ataque, curas, dano, pruebas, tiradas, turno
from reglas.sistemas.salvaje.acciones.ataque import ARMA
from reglas.sistemas.salvaje.estado import exigir_beni, pagar
from reglas.sistemas.salvaje.golpe import Dano, TiradaDeDano
from reglas.sistemas.salvaje.lance import Lance, Repetible
from reglas.sistemas.salvaje.previa import FOTO, REPETIR, Previa, invalida, leer_previa, restaurar
from reglas.sistemas.salvaje.rasgo import Rasgo, TiradaDeRasgo

REPETIBLES: Final[Mapping[str, Repetible]] = {
    repetible.accion: repetible
    for repetible in (
        tiradas.TIRADA,
        tiradas.BARCO,
        ataque.ATAQUE,
        dano.DANO,
        dano.ABSORCION,
        turno.INICIO,
        turno.MINUTO,
        turno.DIA,
        turno.CAIDA,
        curas.DESCANSO,
        curas.ESTABILIZAR,
        curas.CURAR,
        pruebas.PRUEBA,
        pruebas.RESISTIR,
    )
}
NUMERO: Final = Entero(minimo=-(10**6), maximo=10**6)
CARAS: Final = Opcion(opciones=t.DADOS)
MEJORES: Final = ("rasgo", "salvaje")


def repetir(c: Contexto) -> Resultado:
    """Roll again. V-61, V-65: the better total stays; V-63: a beni each time; V-64: what the first did is undone."""
    previa = leer_previa(c)
    repetible = REPETIBLES.get(previa.original)
    if repetible is None or (repetible is turno.INICIO and previa.detalle.get("tirada_de", "") is None):
        raise Rechazo("no_repetible", "previa")
    if previa.cruda.get("grado") == "pifia":  # V-62
        raise Rechazo("pifia_definitiva", "previa")
    _comprobar_objetivo(c, previa, repetible)
    previa.exigir_vigente(c.ficha, "ficha")  # V-66
    if c.objetivo is not None:
        previa.exigir_vigente(c.objetivo, "objetivo")
    exigir_beni(c.ficha)
    ficha = restaurar(c.ficha, previa.leer("antes.ficha", FOTO))
    objetivo = None if c.objetivo is None else restaurar(c.objetivo, previa.leer("antes.objetivo", FOTO))
    leido = {ruta: previa.leer(ruta, campo) for ruta, campo in repetible.lee.items()}
    anterior, declarada = (_dano if repetible is dano.DANO else _rasgo)(previa, ficha)
    if repetible is dano.ABSORCION:
        restaurar(ficha, leido["golpe"]["antes"])

    nueva = declarada.tirar(c.azar)
    # V-62: a new pifia must be kept; on a tie the earlier one stays
    es_nueva = nueva.total > anterior.total or (isinstance(nueva, Rasgo) and nueva.pifia)
    lance = Lance(pagar(ficha), objetivo, leido, nueva if es_nueva else anterior)
    mas = {
        "accion_original": previa.original,
        "total_anterior": anterior.total,
        "total_nuevo": nueva.total,
        "se_queda": "nueva" if es_nueva else "anterior",
    }
    return repetible.cerrar(c, lance, previa.detalle, mas)


def _comprobar_objetivo(c: Contexto, previa: Previa, repetible: Repetible) -> None:
    """Refuse an objetivo that the previa had not, or the lack of the one it had. V-104."""
    hay = previa.cruda.get("objetivo") is not None
    if hay and c.objetivo is None:
        raise Rechazo("campo_requerido", "objetivo")
    if not hay and c.objetivo is not None:
        raise Rechazo("combinacion_invalida", "objetivo")
    if repetible.con_objetivo and not hay:
        raise invalida()


def _rasgo(previa: Previa, _ficha: Ficha) -> tuple[Rasgo, TiradaDeRasgo]:
    """Return the trait roll that was made, and the same before its dice."""
    dado, vo = previa.leer("dado", CARAS), previa.leer("vo", NUMERO)
    modificador, total = previa.leer("modificador_total", NUMERO), previa.leer("total", NUMERO)
    con_salvaje = previa.detalle.get("total_salvaje") is not None
    de_rasgo = _numero(previa.detalle, "total_rasgo")
    de_salvaje = _numero(previa.detalle, "total_salvaje") if con_salvaje else None
    mejor: Any = previa.detalle.get("mejor")
    if mejor not in MEJORES and not isinstance(mejor, Oculto):
        raise invalida()
    anterior = Rasgo(vo, de_rasgo, de_salvaje, mejor, total, False)
    return anterior, TiradaDeRasgo(dado, con_salvaje, modificador, vo)


def _dano(previa: Previa, ficha: Ficha) -> tuple[Dano, TiradaDeDano]:
    """Return the damage roll that was made, and the same before its dice."""
    crudas = previa.detalle.get("sumas")
    if not isinstance(crudas, Mapping):
        raise invalida()
    clases = ("fuerza", "arma", "aumento")
    sumas = {clave: None if crudas.get(clave) is None else _numero(crudas, clave) for clave in clases}
    anterior = Dano(previa.leer("total", NUMERO), sumas)
    arma, extra = previa.leer("arma", ARMA), previa.leer("dano_extra", dano.DANO_EXTRA)
    return anterior, dano.dados_de_arma(ficha, arma, extra, previa.leer("modificador_total", NUMERO), {})


def _numero(detalle: Mapping[str, Any], clave: str) -> int:
    """Return an integer of a detail, known or hidden; refuse the previa if it is anything else."""
    valor = detalle.get(clave)
    if not isinstance(valor, int) or isinstance(valor, bool):
        raise invalida()
    return valor


ACCIONES: Final = (
    Accion(
        clave=REPETIR,
        nombre=_("Repetir la tirada"),
        ayuda=_("Gasta un beni, tira otra vez y cuenta la mejor de las dos."),
        regla=repetir,
        objetivo="segun",
        tipo_objetivo="ficha",
        previas=frozenset({*REPETIBLES, REPETIR}),
        con_resultado=True,
        lanza=True,
        declarable=False,
    ),
)
