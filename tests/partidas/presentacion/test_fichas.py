"""Sheets as readers see them: a number that is one of a list is read as the list names it."""

from partidas.presentacion.fichas import datos
from personajes.models import FICHA_COMPLETA, Personaje
from reglas import motor


def test_el_dado_de_carrera_se_lee_como_un_dado():
    juego = motor.sistema("salvaje")
    ficha = juego.validar_ficha({**juego.plantillas[0].ficha, "nombre": "Kira"})

    lineas = datos(Personaje(sistema="salvaje", formato=FICHA_COMPLETA, ficha=ficha))

    assert [dato.valor for dato in lineas if dato.etiqueta == "Dado de carrera"] == ["d6"]
