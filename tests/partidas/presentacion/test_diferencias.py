"""Word differences between two versions of a text."""

from hypothesis import given
from hypothesis import strategies as st

from partidas.presentacion.diferencias import PALABRAS_MAXIMO, Trozo, diferencias

TEXTOS = st.text("ab \n.,—é", max_size=60)


def test_se_ve_que_palabra_cambio_y_el_resto_queda_igual():
    assert diferencias("La puerta es roja.\n\nEntra.", "La puerta era roja.\n\nEntra.") == (
        Trozo("igual", "La puerta "),
        Trozo("quitado", "es "),
        Trozo("puesto", "era "),
        Trozo("igual", "roja.\n\nEntra."),
    )


def test_un_parrafo_nuevo_se_ve_entero():
    assert diferencias("Uno.\n\nTres.", "Uno.\n\nDos.\n\nTres.") == (
        Trozo("igual", "Uno.\n\n"),
        Trozo("puesto", "Dos.\n\n"),
        Trozo("igual", "Tres."),
    )


def test_dos_textos_iguales_no_difieren():
    assert diferencias("Igual.", "Igual.") == (Trozo("igual", "Igual."),)
    assert diferencias("", "") == ()


def test_un_parrafo_inmenso_se_ensena_entero_a_cada_lado():
    antes, despues = "a " * (PALABRAS_MAXIMO + 1), "b " * PALABRAS_MAXIMO

    assert diferencias(antes, despues) == (Trozo("quitado", antes), Trozo("puesto", despues))


@given(antes=TEXTOS, despues=TEXTOS)
def test_con_los_trozos_se_rehacen_los_dos_textos(antes, despues):
    trozos = diferencias(antes, despues)

    assert "".join(t.texto for t in trozos if t.clase != "puesto") == antes
    assert "".join(t.texto for t in trozos if t.clase != "quitado") == despues
    assert all(t.texto for t in trozos)
