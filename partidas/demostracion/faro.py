"""«El faro de Cabo Umbral»: the partida in play, its people and the order of what happens."""

from partidas.demostracion import faro_aljibe, faro_lente, faro_puerta
from partidas.demostracion.guion import FinDeJornada, Guion, Papel

PREMISA = """
Un faro apagado desde hace treinta años ha vuelto a encenderse, y su haz no barre el mar: señala hacia dentro, hacia
las casas. Quienes lo miran demasiado tiempo recuerdan cosas que no han vivido.

Misterio costero, ritmo tranquilo (un turno al día, y a nadie se le mete prisa). Aquí cabe cualquiera: **únete, crea
un personaje y entra en escena**.
"""

KAELEN = {
    "tipo": "paradoja",
    "vigor": {"maximo": 9},
    "velocidad": {"maximo": 11},
    "intelecto": {"maximo": 14, "ventaja": 2},
    "px": 3,
    "habilidades": {"Percibir lo anómalo": "competente", "Historia": "competente"},
    "capacidades": [{"nombre": "Idea clavada", "clase": "revision", "rango": 1}],
}
MIRTA = {
    "tipo": "vector",
    "vigor": {"maximo": 13, "ventaja": 1},
    "velocidad": {"maximo": 11},
    "intelecto": {"maximo": 10},
    "armadura": 1,
    "px": 3,
    "habilidades": {"Mecánica": "competente", "Trepar": "competente"},
    "capacidades": [{"nombre": "Golpe certero", "clase": "movimiento", "rango": 1}],
}
ONDINA = {
    "tipo": "matriz",
    "vigor": {"maximo": 9},
    "velocidad": {"maximo": 11},
    "intelecto": {"maximo": 14, "ventaja": 1},
    "px": 3,
    "habilidades": {"Persuadir": "competente", "Lenguas": "especializado"},
    "capacidades": [{"nombre": "Voz prestada", "clase": "giro", "rango": 1}],
}
TRES = {
    "tipo": "vector",
    "vigor": {"maximo": 12},
    "velocidad": {"maximo": 13, "ventaja": 1},
    "intelecto": {"maximo": 9},
    "px": 2,
    "habilidades": {"Navegar": "competente", "Nadar": "competente"},
    "capacidades": [{"nombre": "Pies de roca", "clase": "movimiento", "rango": 1}],
}

FARO = Guion(
    titulo="El faro de Cabo Umbral",
    premisa=PREMISA,
    dirige="dani",
    elenco=(
        Papel("Kaelen", "ana", KAELEN, "Delgada, abrigo de hombre, un cuaderno en cada bolsillo."),
        Papel("Mirta", "bruno", MIRTA, "Manos grandes y una caja de herramientas que nunca suelta."),
        Papel("Ondina Prats", "carla", ONDINA, "Intérprete de juzgado, jubilada. Un paraguas, incluso en agosto."),
        Papel("Tres", "hugo", TRES, "Patrón de un bote de ocho metros. Habla como quien ahorra."),
        Papel("Celso, el farero", nivel=4),
        Papel("Berta Lanza", nivel=3),
        Papel("La niña del cubo", nivel=2),
        Papel("Nicanor", nivel=2),
        Papel("El calafate", nivel=4),
        Papel("El Vigía de enfrente", nivel=5, secreto=True),
    ),
    obra=(
        faro_puerta.PRESENTACIONES,
        faro_puerta.ANOCHECE,
        FinDeJornada(),
        faro_lente.SUBIDA,
        faro_aljibe.CHARLA_A_MEDIAS,
        faro_lente.DESCANSO,
        FinDeJornada(),
        faro_aljibe.ALJIBE,
        faro_aljibe.CHARLA_ULTIMA,
        faro_lente.AHORA,
    ),
)
