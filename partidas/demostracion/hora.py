"""«La hora que faltaba»: the partida that is over, to be read like a story."""

from partidas.demostracion import hora_campanas, hora_relojeria
from partidas.demostracion.guion import Guion, Papel

PREMISA = """
En el reloj de Vallehondo no hay once. La aguja pasa de las diez a las doce y nadie lo echa de menos, salvo una
relojera, un cartero con una carta sin entregar y la chica que toca la campana.

Una historia completa, en cuatro capítulos. Se lee de una sentada.
"""

INES = {
    "tipo": "paradoja",
    "vigor": {"maximo": 9},
    "velocidad": {"maximo": 10},
    "intelecto": {"maximo": 15, "ventaja": 1},
    "px": 2,
    "habilidades": {"Relojería": "competente", "Historia": "competente"},
}
BASTIAN = {
    "tipo": "matriz",
    "vigor": {"maximo": 11},
    "velocidad": {"maximo": 10},
    "intelecto": {"maximo": 12, "ventaja": 1},
    "px": 3,
    "habilidades": {"Conocer a los vecinos": "competente", "Resistir": "competente"},
}
LUCERO = {
    "tipo": "vector",
    "vigor": {"maximo": 9},
    "velocidad": {"maximo": 14, "ventaja": 1},
    "intelecto": {"maximo": 11},
    "px": 2,
    "habilidades": {"Trepar": "competente", "Hurtar": "competente"},
}

HORA = Guion(
    titulo="La hora que faltaba",
    premisa=PREMISA,
    dirige="bruno",
    elenco=(
        Papel("Inés Corral", "ana", INES, "Relojera. Mira las cosas dos veces antes de tocarlas."),
        Papel("Bastián Ruedas", "carla", BASTIAN, "Cartero jubilado, con una carta que le pesa."),
        Papel("Lucero", "hugo", LUCERO, "Catorce años, descalza siempre que puede."),
        Papel("Anselmo Quiroga", nivel=5),
        Papel("La señora Quer", nivel=2),
        Papel("El alguacil Poveda", nivel=3),
    ),
    obra=(hora_relojeria.RELOJERIA, hora_relojeria.DENTRO, hora_campanas.CAMPANAS, hora_campanas.DESPUES),
    archivada=True,
)
