"""Roll cards: each die with its shape, what is read aloud to the letter, the luck, and where the arithmetic leads."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from partidas.dominio import suerte
from partidas.models import Tirada
from partidas.presentacion import caras
from partidas.presentacion.caras import Cara, calculo
from partidas.presentacion.dados import Dado, dados
from partidas.presentacion.dados import suerte as decir
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import tarjeta
from personajes.models import Personaje
from reglas import motor, protocolo, referencia
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.tipos import Peticion
from reglas.nucleo.vista import DadoMostrado, guardados, mostrar_dados

KAELEN: dict[str, Any] = {
    "nombre": "Kaelen",
    "tipo": "vector",
    "vigor": {"maximo": 12, "ventaja": 1},
    "velocidad": {"maximo": 11},
    "intelecto": {"maximo": 10},
    "esfuerzo": 2,
    "px": 2,
}
GUARDIA = {"nombre": "Guardia", "nivel": 3, "armadura": 1}
TAREA = Peticion("strange", "tarea", KAELEN, datos={"dificultad": 3, "reserva": "vigor"})
ATAQUE = Peticion(
    "strange", "ataque", KAELEN, GUARDIA, {"modo": "cuerpo_a_cuerpo", "arma": "mediana", "esfuerzo_dano": 1}
)
DEFENSA = Peticion("strange", "defensa", KAELEN, GUARDIA, {"dano": 4})


def hecha(peticion: Peticion, *caras: int) -> Tirada:
    """Return an unsaved roll with those dice."""
    respuesta = motor.resolver(peticion, AzarDictado(caras))
    fortuna = suerte.medir(peticion, respuesta)
    objetivo = Personaje(pk=2, nombre=peticion.objetivo["nombre"]) if peticion.objetivo else None
    return Tirada(
        publico="abcdefghijk",
        sistema=peticion.sistema,
        accion=peticion.accion,
        nombre="Kaelen",
        objetivo=objetivo,
        recibo="ab" * 32,
        libro="abierto",
        respuesta=protocolo.para_guardar(respuesta),
        mejor_que=fortuna.mejor_que,
        peor_que=fortuna.peor_que,
    )


def repetida(primera: int, segunda: int) -> Tirada:
    """Return a task thrown again."""
    previa = protocolo.a_dict(motor.resolver(TAREA, AzarDictado([primera])))
    return hecha(Peticion("strange", "repetir", previa["ficha"], previa=previa), segunda)


def en(lengua: str, tirada: Tirada) -> Cara:
    with translation.override(lengua):
        return caras.de(tirada)


LECTURAS = [
    (
        hecha(TAREA, 17),
        "Tirada: Tarea. Éxito. d20: 17. Kaelen lo consigue con un 17 (necesitaba 9). Mejor que el 80 %.",
        "Roll: Task. Success. d20: 17. Kaelen does it with a 17 (9 was needed). Better than 80%.",
    ),
    (
        hecha(TAREA, 2),
        "Tirada: Tarea. Fallo. d20: 2. Kaelen falla con un 2 (necesitaba 9). Peor que el 90 %.",
        "Roll: Task. Failure. d20: 2. Kaelen fails with a 2 (9 was needed). Worse than 90%.",
    ),
    (
        hecha(ATAQUE, 17),
        "Tirada: Ataque, contra Guardia. Éxito. d20: 17. "
        "Kaelen acierta a Guardia con un 17 y le hace 7 de daño. Mejor que el 90 %.",
        "Roll: Attack, against Guardia. Success. d20: 17. Kaelen hits Guardia with a 17 for 7 damage. Better than 90%.",
    ),
    (
        repetida(8, 15),
        "Tirada: Repetir la tirada. Éxito. d20: 8 (el de antes, que ya no vale); d20: 15. "
        "Kaelen repite la tirada: saca 15 en vez de 8 y se queda con 15.",
        "Roll: Re-roll. Success. d20: 8 (the earlier one, which no longer counts); d20: 15. "
        "Kaelen re-rolls: gets 15 instead of 8 and keeps 15.",
    ),
    (
        repetida(8, 8),
        "Tirada: Repetir la tirada. Fallo. d20: 8 (el de antes, y es el que vale); d20: 8 (no cuenta). "
        "Kaelen repite la tirada: saca 8 en vez de 8 y se queda con 8.",
        "Roll: Re-roll. Failure. d20: 8 (the earlier one, and the one that counts); d20: 8 (does not count). "
        "Kaelen re-rolls: gets 8 instead of 8 and keeps 8.",
    ),
    (
        hecha(Peticion("strange", "mover", KAELEN, datos={"metros": 10})),
        "Tirada: Moverse. Éxito automático. Kaelen se mueve 10 metros.",
        "Roll: Move. Automatic success. Kaelen moves 10 metres.",
    ),
]


@pytest.mark.parametrize(("tirada", "castellano", "ingles"), LECTURAS)
def test_la_frase_que_se_lee_en_voz_alta_es_esta(tirada, castellano, ingles):
    assert (en("es", tirada).lectura, en("en", tirada).lectura) == (castellano, ingles)


def pagina(tirada: Tirada, lengua: str = "es") -> str:
    with translation.override(lengua):
        return render_to_string("partidas/_tarjeta.html", {"tarjeta": tarjeta(tirada)})


def test_la_tarjeta_lleva_su_frase_sus_dados_y_su_suerte():
    html = pagina(repetida(8, 15))

    assert f'aria-label="{LECTURAS[3][1]}"' in html
    assert re.findall(
        r'class="tirada__dado ([^"]+)"><svg><use href="[^"#]+#(\w+)"/></svg><span>(\d+)</span>', html
    ) == [
        ("tirada__dado--d20 tirada__dado--descartado", "d20", "8"),
        ("tirada__dado--d20", "d20", "15"),
    ]
    assert "<dt>d20 (Tarea; el de antes, que ya no vale)</dt><dd>8</dd><dt>d20 (Repetición)</dt><dd>15</dd>" in html
    assert "Mejor que el 80 %." in pagina(hecha(TAREA, 17))
    assert "Better than 80%." in pagina(hecha(TAREA, 17), "en")


def test_lo_que_cambia_se_ensena_de_antes_a_despues_a_quien_lee_la_ficha():
    tirada = hecha(ATAQUE, 17)
    tirada.personaje_id = 1

    with translation.override("es"):
        html = render_to_string("partidas/_tarjeta.html", {"tarjeta": tarjeta(tirada, legibles={1})})

    assert "<dt>Reserva de vigor</dt><dd>12 → 10</dd>" in html
    assert "Salud" not in html
    assert f"recibo <code>{'ab' * 4}</code>" in html


def juego(mostrar) -> Palabras:
    return Palabras(replace(motor.sistema("strange"), mostrar=mostrar))


def respuesta(*tiradas: tuple[str, int, str]) -> dict[str, Any]:
    return {"tiradas": [{"dado": dado, "valor": valor, "motivo": motivo} for dado, valor, motivo in tiradas]}


def test_un_dado_que_explota_se_ensena_cara_a_cara():
    guardada = respuesta(("d8", 8, "dano"), ("d8", 8, "dano_explota"), ("d8", 3, "dano_explota"), ("d6", 1, "ataque"))

    with translation.override("es"):
        ocho, seis = dados(juego(mostrar_dados), guardada)
        html = render_to_string("_dado.html", {"dado": ocho})

        assert (ocho, seis) == (Dado(8, (8, 8, 3), "Daño"), Dado(6, (1,), "Ataque"))
        assert (ocho.cadena, ocho.total, ocho.en_voz) == ("8 → 8 → 3", 19, "d8: 8, 8 y 3, en total 19")
        assert (ocho.clase, seis.clase) == ("max", "min")
    assert re.sub(r"<[^>]+>", "", html).strip() == "d8: 8, 8 y 3, en total 198→8→3"
    assert html.count("#d8") == 3


def test_los_dados_que_no_se_quedan_se_ven_y_se_dice():
    guardada = respuesta(("d6", 2, "dano"), ("d6", 5, "dano"), ("d6", 5, "dano"), ("d54", 30, "dano"))
    cuentan = guardados(2, [2, 5, 5])

    with translation.override("es"):
        vistos = dados(juego(lambda r: mostrar_dados(r, cuentan)), guardada)

        assert [dado.cuenta for dado in vistos] == [False, True, True, False]
        assert [dado.en_voz for dado in vistos][::3] == ["d6: 2 (no cuenta)", "d54: 30 (no cuenta)"]
    assert [dado.clase for dado in vistos] == ["descartado", "", "", "descartado"]
    assert [dado.figura for dado in vistos] == ["d6", "d6", "d6", "otro"]
    assert (guardados(1, [4, 2, 2], altos=False), guardados(0, [1])) == ({1}, frozenset())


def test_mostrar_cuenta_todos_los_dados_si_el_sistema_no_dice_otra_cosa():
    guardada = respuesta(("d6", 2, "dano"))

    assert mostrar_dados(guardada) == (DadoMostrado("d6", 2, "dano"),)
    assert mostrar_dados(guardada, (), anterior=True) == (DadoMostrado("d6", 2, "dano", False, True),)


@pytest.mark.parametrize(
    ("peticion", "caras", "mejor_que", "peor_que"),
    [
        (TAREA, (17,), 800, 150),
        (TAREA, (20,), 950, 0),
        (TAREA, (1,), 0, 950),
        (DEFENSA, (9,), 400, 0),
        (DEFENSA, (8,), 0, 600),
        (Peticion("strange", "mover", KAELEN, datos={"metros": 10}), (), None, None),
    ],
)
def test_la_suerte_es_la_de_las_probabilidades_exactas(peticion, caras, mejor_que, peor_que):
    medida = suerte.medir(peticion, motor.resolver(peticion, AzarDictado(caras)))

    assert (medida.mejor_que, medida.peor_que) == (mejor_que, peor_que)


def test_la_suerte_se_dice_por_el_lado_que_mas_pesa_y_nunca_redondeada_hacia_arriba():
    with translation.override("es"):
        assert decir(889, 100) == "mejor que el 88 %"
        assert decir(500, 500) == "mejor que el 50 %"
        assert decir(100, 889) == "peor que el 88 %"
        assert decir(None, None) == ""


def test_la_suerte_calla_si_hay_demasiadas_ramas(monkeypatch):
    def demasiados(_peticion):
        raise motor.Rechazo("demasiados_dados")

    monkeypatch.setattr(motor, "sondear", demasiados)

    assert suerte.medir(TAREA, motor.resolver(TAREA, AzarDictado([7]))) == suerte.Suerte()


def test_de_una_suma_de_partes_se_ensenan_las_que_cuentan_y_por_su_nombre():
    palabras = Palabras.de("strange")

    with translation.override("es"):
        lineas = calculo(palabras, {"bonificador": {"vigor": 2, "px": 0, "otro": -1}, "total": {"px": 0}, "natural": 0})

    assert [(linea.etiqueta, linea.valor) for linea in lineas] == [("Bonificador", "Vigor: 2, otro: -1")]


def test_cada_linea_de_la_cuenta_lleva_a_sus_clausulas():
    html = pagina(hecha(TAREA, 17))

    enlaces = re.findall(r'<a class="clausula" href="/reglas/strange/#([^"]+)">([^<]+)</a>', html)
    assert ("S-03", "S-03") in enlaces
    assert {ancla for ancla, _texto in enlaces} <= set(referencia.leer("strange", "es").clausulas)
    assert 'Número objetivo <a class="clausula"' in html


def test_cada_parte_de_los_modificadores_enlaza_con_su_clausula():
    detalle = {"modificadores": {"heridas": -1, "alcance": -2, "fatiga": 0}, "total": 7}

    with translation.override("es"):
        lineas = calculo(Palabras.de("salvaje"), detalle)

    assert [(linea.valor, linea.clausulas) for linea in lineas] == [
        ("Heridas: -1, Alcance: -2", ("V-11", "V-21")),
        ("7", ()),
    ]


def test_la_posicion_ofensiva_del_objetivo_enlaza_con_la_suya():
    (linea,) = calculo(Palabras.de("lemuria"), {"defensa_posicion": -1})

    assert "L-88" in linea.clausulas


def test_de_una_carta_robada_se_ensena_la_carta_y_no_el_dado_que_la_saca():
    plantilla = motor.sistema("salvaje").plantillas[0]
    robo = Peticion("salvaje", "carta_accion", {**plantilla.ficha, "nombre": "Kira"}, datos={"temple": 1})

    tirada = hecha(robo, 54, 1)
    (fuera, suya), html = en("es", tirada).dados, pagina(tirada)

    assert (fuera.nombre, fuera.en_voz) == ("2♣", "2♣ (no cuenta)")
    assert (suya.nombre, suya.en_voz) == ("Joker rojo", "Joker rojo")
    assert "<s>2♣</s>" in html
    assert re.findall(r"\bd5\d\b", html) == []
