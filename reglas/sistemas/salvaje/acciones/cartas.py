"""carta_accion (4.21): the deck that says who acts first."""

from __future__ import annotations

from typing import Any, Final

from reglas.nucleo.azar import nombrar
from reglas.nucleo.campos import Booleano, Entero, Grupo, Lista, Opcion
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion, EscenaDeJuego
from reglas.nucleo.tipos import Ficha, Resultado, Texto, _
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.estado import antes_de, asentar, exigir_beni, exigir_vivo, pagar
from reglas.sistemas.salvaje.resumenes import texto


def _sin_repetir(datos: Ficha) -> None:
    """Refuse a repeated card, by its second place."""
    usadas = datos["usadas"]
    for lugar, carta in enumerate(usadas):
        if carta in usadas[:lugar]:
            raise Rechazo("fuera_de_rango", f"usadas.{lugar}")


def carta_accion(c: Contexto) -> Resultado:
    """Draw a card. V-94: without putting any back, each a die of as many faces as cards are left."""
    ficha, datos = c.ficha, c.datos
    exigir_vivo(ficha)
    con_beni = datos["con_beni"]
    if con_beni:
        _comprobar_beni(c)
    # V-79: who is incapacitado gets one card and no more
    ayuda = not ficha["incapacitado"]
    temple, rapido = (datos["temple"], datos["rapido"]) if ayuda else (0, False)
    fuera = {*datos["usadas"], ficha["carta"]} if con_beni else set(datos["usadas"])
    quedan = [carta for carta in t.CARTAS if carta not in fuera]
    buenas = sum(not carta.startswith(t.RAPIDO_CAMBIA) for carta in quedan) if rapido else 0
    if len(quedan) < 1 + temple or (rapido and not buenas):
        raise Rechazo("mazo_agotado", "datos.usadas")
    robo = c.azar.robar(len(quedan), "carta", cuantas=1 + temple, hasta=buenas)  # V-95
    robada = quedan[robo.mejor - 1]
    carta = min(robada, ficha["carta"], key=t.ORDEN.__getitem__) if con_beni else robada  # V-97
    joker = carta in t.JOKERS
    detalle = {
        "datos": dict(datos),
        "antes": antes_de(c),
        "cartas": [nombrar(lugar - 1, quedan) for lugar in robo.todas],
        "carta": carta,
        "orden": t.ORDEN[carta],
        "joker": joker,
        "rebarajar": robada in t.JOKERS,
    }
    nueva = {**pagar(ficha), "carta": carta} if con_beni else {**ficha, "carta": carta, "turno_iniciado": False}
    asentar(c, nueva, None, "carta_accion")
    opciones = ("premiar_beni",) if robada == carta and joker else ()  # V-96
    return Resultado(
        None, None, detalle, texto(ficha, _("%(nombre)s actúa con %(carta)s."), carta=Texto(t.CARTAS[carta])), opciones
    )


def fuera_del_mazo(escena: EscenaDeJuego) -> dict[str, Any]:
    """Return the cards that have left the deck of a scene, in the order in which they did.

    A round goes on until somebody is dealt a card for the second time. V-95: after one with a joker, all go back.
    """
    fuera: list[str] = []
    repartido: set[str] = set()
    baraja = False
    proxima = (escena.ficha.get("nombre", ""), bool(escena.datos.get("con_beni")), (), False)
    hechas = [
        (r["ficha"]["nombre"], r["detalle"]["datos"]["con_beni"], r["detalle"]["cartas"], r["detalle"]["rebarajar"])
        for r in escena.respuestas
    ]
    for nombre, con_beni, cartas, joker in [*hechas, proxima]:
        if not con_beni and nombre in repartido:
            fuera, repartido, baraja = [] if baraja else fuera, set(), False
        if not con_beni:
            repartido.add(nombre)
        fuera.extend(carta for carta in cartas if carta not in fuera)
        baraja = baraja or joker
    return {"usadas": fuera}


def puesto(ficha: Ficha) -> int | None:
    """Return the place of a sheet's card, the best first; None without one."""
    return None if ficha["carta"] is None else t.ORDEN[ficha["carta"]]


def _comprobar_beni(c: Contexto) -> None:
    """Refuse a beni for another card where it cannot be spent. V-79."""
    for clave in ("rapido", "temple"):
        if c.datos[clave]:
            raise Rechazo("combinacion_invalida", f"datos.{clave}")
    if c.ficha["incapacitado"]:
        raise Rechazo("incapacitado", "ficha.incapacitado")
    if c.ficha["carta"] is None:
        raise Rechazo("sin_carta", "ficha.carta")
    exigir_beni(c.ficha)


ACCIONES: Final = (
    Accion(
        clave="carta_accion",
        nombre=_("Carta de acción"),
        ayuda=_("Al empezar la ronda: la carta más alta actúa antes."),
        regla=carta_accion,
        quien="ambos",
        campos=Grupo(
            comprobar=(_sin_repetir,),
            campos=(
                Lista(
                    clave="usadas",
                    etiqueta=_("Cartas ya usadas"),
                    ayuda=_("Las que están fuera del mazo desde que se barajó."),
                    elemento=Opcion(etiqueta=_("Carta"), opciones=t.CARTAS),
                    maximo=len(t.CARTAS),
                    defecto=[],
                ),
                Booleano(
                    clave="rapido",
                    etiqueta=_("Rápido"),
                    ayuda=_("Cambia un 5 o menos hasta sacar más."),
                    defecto=False,
                ),
                Entero(
                    clave="temple",
                    etiqueta=_("Temple"),
                    ayuda=_("Cartas de más, para quedarse la mejor."),
                    minimo=0,
                    maximo=2,
                    defecto=0,
                ),
                Booleano(
                    clave="con_beni",
                    etiqueta=_("Gasta un beni en otra carta"),
                    ayuda=_("Se queda la mejor de las dos."),
                    defecto=False,
                ),
            ),
        ),
        lanza=True,
        de_la_escena=fuera_del_mazo,
        tramite=True,
        a_mano=("rapido", "temple", "con_beni"),
    ),
)
