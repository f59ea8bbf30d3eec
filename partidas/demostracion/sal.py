"""«La llave del agua»: the partida of lemuria in play, its people and the order of its duel."""

from partidas.demostracion import sal_duelo, sal_grieta
from partidas.demostracion.guion import Combate, Guion, Mesa, Papel

PREMISA = """
En las salinas de Ulmerre hay un solo pozo, una sola llave y un alcaide que la lleva al cuello. El agua se paga con
años de pala. Alguien acaba de decidir que el precio es alto.

Espada, brujería y mucha sed. Un turno cada dos días; se admite a quien traiga **buen acero o mala fama**.
"""

JEDARA = {
    "clase": "heroe",
    "atributos": {"fuerza": 1, "agilidad": 2, "mente": 1, "aplomo": 0},
    "combate": {"iniciativa": 1, "cuerpo_a_cuerpo": 2, "a_distancia": 0, "defensa": 1},
    "profesiones": {"gladiadora": 2, "ladrona": 1, "salinera": 1},
    "pv_max": 12,
    "armadura": 2,
    "arma": {"nombre": "falcata", "categoria": "media"},
}
URBIL = {
    "clase": "heroe",
    "atributos": {"fuerza": 2, "agilidad": 1, "mente": 0, "aplomo": 1},
    "combate": {"iniciativa": 1, "cuerpo_a_cuerpo": 2, "a_distancia": 0, "defensa": 1},
    "profesiones": {"porteador": 2, "juglar": 1, "bárbaro": 1},
    "pv_max": 14,
    "armadura": 3,
    "escudo": "pequeno",
    "arma": {"nombre": "maza de picar sal", "categoria": "media"},
}
TELLAC = {
    "clase": "villano",
    "atributos": {"fuerza": 2, "agilidad": 2, "mente": 2, "aplomo": 1},
    "combate": {"iniciativa": 1, "cuerpo_a_cuerpo": 3, "a_distancia": 0, "defensa": 2},
    "pv_max": 20,
    "armadura": 2,
    "arma": {"nombre": "espada de sello", "categoria": "media"},
}
PALEROS = {
    "clase": "chusma",
    "pv_max": 2,
    "numero": 5,
    "arma": {"nombre": "pala", "categoria": "ligera"},
}

ELENCO = ("Jedara", "Urbil Tresvoces", "Tellac", "Cuadrilla del pozo")

SAL = Guion(
    titulo="La llave del agua",
    premisa=PREMISA,
    dirige="carla",
    sistema="lemuria",
    elenco=(
        Papel("Jedara", "bruno", JEDARA, "Nacida en la sal. Habla poco; la sed enseña a no gastar saliva."),
        Papel("Urbil Tresvoces", "dani", URBIL, "Porteador, juglar y, si se tercia, puerta cerrada."),
        Papel("Tellac", ficha=TELLAC, presentacion="Alcaide del pozo. Nunca levanta la voz; para eso tiene sellos."),
        Papel("Cuadrilla del pozo", ficha=PALEROS, presentacion="Cinco paleros con sus palas y ninguna gana."),
    ),
    obra=(
        sal_duelo.EN_LA_COSTRA,
        Combate(sal_duelo.DUELO, ELENCO),
        sal_duelo.PRIMERA_SANGRE,
        Mesa(sal_duelo.DUELO, ELENCO),
        sal_grieta.LA_CALAMIDAD,
    ),
)
