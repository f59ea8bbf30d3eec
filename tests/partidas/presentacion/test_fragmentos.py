"""Private fragments in a text: taken out whole, put back in place, never left in what everybody reads."""

import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from partidas.presentacion import fragmentos
from partidas.presentacion.fragmentos import Pintado, Trozo
from partidas.presentacion.marcado import (
    Fallo,
    FragmentoMalEscrito,
    Partido,
    bloques,
    juntar,
    partir,
    posiciones,
    render,
)
from partidas.presentacion.marcado.fragmentos import Parrafo
from tests.partidas.presentacion.test_marcado_propiedades import CON_ENLACES, PIEZAS

SIN_PLAZO = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
ABREN = ["\n:::solo Mirta\n", "\n:::dirección\n", "\n:::only Odo\n", "\n> :::solo Odo\n", "\n::solo Mirta\n"]
CON_FRAGMENTOS = st.lists(st.sampled_from([*PIEZAS, *ABREN, "\n:::\n", "\n:::\n"]), max_size=40).map("".join)


@pytest.mark.parametrize(
    ("abre", "nombres", "direccion"),
    [
        (":::solo Mirta, Odo", "Mirta, Odo", False),
        ("  ::: SÓLO  Mirta", "Mirta", False),
        (":::solo para Mirta:", "Mirta", False),
        (":::only Mirta", "Mirta", False),
        (":::para Mirta", "Mirta", False),
        ("：：：solo Mirta", "Mirta", False),
        (":::so\u200blo Mirta", "Mirta", False),
        (":::dirección", "", True),
        (":::DIRECCION", "", True),
        (":::dj", "", True),
        (":::gm", "", True),
    ],
)
def test_se_abre_con_acentos_o_sin_ellos_en_espanol_o_en_ingles(abre, nombres, direccion):
    partido = partir(f"Antes.\n{abre}\nUn secreto.\n:::\nDespués.")

    assert partido.publico == "Antes.\n\nDespués."
    assert [(p.linea, p.nombres, p.texto, p.direccion) for p in partido.parrafos] == [
        (1, nombres, "Un secreto.", direccion)
    ]


def test_un_texto_sin_fragmentos_queda_como_se_escribio():
    texto = "  Hola. \r\n\n\n:::destripe\nx\n:::\n:::\n\\:::solo Mirta\n\n"

    assert partir(texto) == Partido(texto)
    assert juntar(texto, ()) == texto


@pytest.mark.parametrize(
    ("texto", "fallo"),
    [
        (":::solo Mirta\nx", Fallo.SIN_CERRAR),
        (":::solo Mirta\nx\n:::solo Odo\ny\n:::\n:::", Fallo.SIN_CERRAR),
        (":::solo Mirta\n:::destripe\nx\n:::", Fallo.SIN_CERRAR),
        (":::solo Mirta\n```\n:::\n```", Fallo.SIN_CERRAR),
        ("> :::solo Mirta\n> x\n> :::", Fallo.FUERA_DE_SITIO),
        ("* :::solo Mirta\nx\n:::", Fallo.FUERA_DE_SITIO),
        (":::destripe\n:::solo Mirta\nx\n:::\n:::", Fallo.FUERA_DE_SITIO),
        (":::destripe\nx\n\n:::solo Mirta\nx", Fallo.FUERA_DE_SITIO),
        ("```\n:::solo Mirta\nx\n:::\n```", Fallo.FUERA_DE_SITIO),
        ("```\nx\n:::solo Mirta\n```\nx\n:::", Fallo.FUERA_DE_SITIO),
        (":::solo Mirta: x :::", Fallo.EN_UNA_LINEA),
        ("::solo Mirta\nx\n::", Fallo.DOS_PUNTOS),
        (":::solo Mirta\n \n:::", Fallo.VACIO),
        (":::solo Mirta\nx\n:::\ny\n:::", Fallo.SOBRA_CIERRE),
    ],
)
def test_lo_que_se_parece_a_un_fragmento_y_no_lo_es_no_se_publica(texto, fallo):
    with pytest.raises(FragmentoMalEscrito) as error:
        partir(texto)

    assert error.value.fallo is fallo


def test_dentro_caben_destripes_y_bloques_de_codigo_con_su_cierre():
    dentro = ":::destripe\nx\n:::\n\n```\n:::\n```"

    assert partir(f"A\n\n:::solo Mirta\n\n{dentro}\n\n:::\n") == Partido(
        "A", (Parrafo(1, "solo Mirta", "Mirta", dentro),)
    )


def _palabras(texto: str) -> list[str]:
    return re.findall(r"\w+", texto)


@SIN_PLAZO
@given(CON_FRAGMENTOS)
@example("a\n\n\n:::solo Mirta\nb\n:::\n:::dirección\nc\n:::\n\n\nd")
@example(":::solo Mirta\nb\n:::")
@example("* a\n:::solo Mirta\nb\n:::\n* c")
def test_partir_y_juntar_no_pierde_ni_cambia_de_sitio_ninguna_palabra(texto: str) -> None:
    try:
        partido = partir(texto)
    except FragmentoMalEscrito:
        return

    entero = juntar(partido.publico, partido.parrafos)

    assert _palabras(entero) == _palabras(re.sub("[\x00\u202e\ufdd1]", "", texto) if partido.parrafos else texto)
    assert partir(entero) == partido


@SIN_PLAZO
@given(CON_ENLACES, CON_ENLACES, CON_ENLACES)
@example("a ||b", "c", "d||")
@example("> :::destripe\n> a", "b", "c")
@example("```", "```", "")
def test_lo_publico_no_dice_nada_de_lo_privado(antes: str, dentro: str, despues: str) -> None:
    dentro = re.sub(":{3,}", " ", dentro)  # a sign inside would close it, and what follows is public
    texto = f"{antes}\n:::solo Mirta\n{dentro} SECRETO {dentro}\n:::\n{despues}"
    try:
        partido = partir(texto)
    except FragmentoMalEscrito:
        return

    publico = render(partido.publico).html

    assert "SECRETO" not in publico
    assert "solo Mirta" not in publico
    assert "".join(bloques(publico)) == publico
    assert partido.publico in {"", partir(partido.publico).publico}


@SIN_PLAZO
@given(CON_ENLACES, CON_ENLACES)
def test_cada_fragmento_se_pinta_entre_los_bloques_de_su_mensaje(antes: str, despues: str) -> None:
    try:
        partido = partir(f"{antes}\n:::solo Mirta\nSECRETO\n:::\n{despues}")
    except FragmentoMalEscrito:
        return
    pagina = render(partido.publico).html
    sitio = posiciones(partido.publico, pagina, [partido.parrafos[0].linea])[partido.parrafos[0].linea]

    trozos = fragmentos.componer(pagina, [Pintado(sitio, Trozo("S", "Solo"))])

    assert "".join(trozo.html for trozo in trozos if not trozo.para) == pagina
    assert [trozo.html for trozo in trozos if trozo.para] == ["S"]


def test_el_fragmento_de_en_medio_de_una_lista_va_detras_de_ella():
    partido = partir("Hola.\n\n* a\n:::solo Mirta\nx\n:::\n* b\n\nAdiós.")
    pagina = render(partido.publico).html

    assert len(bloques(pagina)) == 3
    assert posiciones(partido.publico, pagina, [3]) == {3: 2}
