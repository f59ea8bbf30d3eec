"""«El viento en el tonel»: the partida of salvaje in play, its people and the order of its boarding."""

from partidas.demostracion import viento_abordaje, viento_tonel
from partidas.demostracion.guion import Combate, Guion, Mesa, Papel

PREMISA = """
La *Paciencia* lleva en la bodega un tonel con el viento del norte dentro. Quien se lo vendió a la patrona se lo había
vendido antes a otros dos; y el viento, por su parte, tiene quien lo busque.

Aventura de mar, pólvora y deudas. Se escribe **cuando sopla**: tres o cuatro turnos por semana, y
caben dos más a bordo.
"""


def _dados(**caras: int) -> dict[str, dict[str, int]]:
    return {rasgo: {"dado": lados} for rasgo, lados in caras.items()}


BRIANDA = {
    "comodin": True,
    "atributos": _dados(agilidad=6, astucia=8, espiritu=6, fuerza=6, vigor=6),
    "habilidades": _dados(navegar=8, provocar=6, pelear=6, atletismo=4, percepcion=6, persuadir=4, medicina=4),
}
GARVIN = {
    "comodin": True,
    "atributos": _dados(agilidad=6, astucia=4, espiritu=6, fuerza=8, vigor=8),
    "habilidades": _dados(pelear=8, atletismo=8, navegar=4, percepcion=4, sigilo=4, intimidar=6),
    "armadura": 1,
}
SAUCO = {
    "comodin": True,
    "atributos": _dados(agilidad=8, astucia=8, espiritu=8, fuerza=6, vigor=6),
    "habilidades": _dados(pelear=8, persuadir=8, navegar=6, percepcion=6, provocar=6),
    "armadura": 1,
    "benis": 2,
}
COBRADOR = {
    "atributos": _dados(agilidad=6, astucia=4, espiritu=4, fuerza=6, vigor=6),
    "habilidades": _dados(pelear=6, atletismo=6, percepcion=4),
}

VIENTO = Guion(
    titulo="El viento en el tonel",
    premisa=PREMISA,
    dirige="hugo",
    sistema="salvaje",
    elenco=(
        Papel("Brianda Osorno", "ana", BRIANDA, "Patrona de la *Paciencia*. Da las órdenes como quien da la hora."),
        Papel("Garvín", "carla", GARVIN, "Arponero y supersticioso profesional. Siete amuletos; se fía de cinco."),
        Papel("Remedios Saúco", ficha=SAUCO, presentacion="Cobradora de morosos. Aborda con la factura en la boca."),
        Papel("Amancio", ficha=COBRADOR, presentacion="Cobrador. Primera semana en el oficio."),
    ),
    obra=(
        viento_abordaje.LA_TEMPESTAD,
        Combate(viento_abordaje.ABORDAJE, ("Brianda Osorno", "Garvín", "Remedios Saúco", "Amancio")),
        viento_abordaje.GANCHOS,
        Mesa(viento_abordaje.ABORDAJE, ("Brianda Osorno",), "premiar_beni", {"cantidad": 1}),
        viento_tonel.EL_TONEL,
        Mesa(viento_abordaje.ABORDAJE, ("Garvín",)),
        viento_tonel.EL_TIMON,
    ),
)
