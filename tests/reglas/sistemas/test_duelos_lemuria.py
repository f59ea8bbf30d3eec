"""Properties of any duel of Lemuria: what is undone is undone whole, a repetition is the roll it replaces."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from reglas.motor import sistema
from tests.reglas.sistemas.lemuria.apoyo import ARCO, DAGA, ESPADA, HACHA, enemigo, heroe, pedir, pnj, seguir

con_prisa = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
)
JUEGO = sistema("lemuria")


@st.composite
def atacantes(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a heroe who may attack and pay."""
    arma = draw(st.sampled_from([None, ESPADA, DAGA, HACHA, ARCO]))
    atributos = {clave: draw(st.integers(-5, 20)) for clave in ("fuerza", "agilidad", "mente", "aplomo")}
    return heroe(arma=arma, atributos=atributos, ph=draw(st.integers(1, 5)))


@st.composite
def victimas(draw: st.DrawFn) -> dict[str, Any]:
    """Draw somebody who can still be hurt."""
    clase = draw(st.sampled_from(["heroe", "chusma", "maton", "villano"]))
    armadura, escudo = draw(st.integers(0, 6)), draw(st.sampled_from(["ninguno", "pequeno", "grande"]))
    if clase == "chusma":
        pv, numero = draw(st.integers(1, 3)), draw(st.integers(1, 9))
        return pnj(clase, pv=pv, numero=numero, armadura=armadura, escudo=escudo)
    ficha = enemigo(clase=clase, armadura=armadura, escudo=escudo, pv=draw(st.integers(-5, 12)))
    if clase == "heroe":
        ficha |= {"ph": draw(st.integers(0, 5)), "dano_reciente": draw(st.integers(0, 9))}
    return {**ficha, "dano_sin_armas": draw(st.integers(0, 12 - ficha["pv"])), "curado": draw(st.booleans())}


@st.composite
def golpes(draw: st.DrawFn) -> tuple[Any, Any, list[int], list[int]]:
    """Draw a blow with its attack and two throws of its dice."""
    ataque = pedir("atacar", draw(atacantes()), (5, 6), draw(victimas()), modificador=20)
    categoria = ataque["detalle"]["categoria"]
    caras = 3 if categoria in ("sin_armas", "improvisada") else 6
    cuantos = 2 if categoria in ("ligera", "grande") else 1
    dados = st.lists(st.integers(1, caras), min_size=cuantos, max_size=cuantos)
    una, otra = draw(dados), draw(dados)
    return ataque, seguir(ataque, "danar", una, modificador=10), una, otra


@con_prisa
@given(golpe=golpes())
def test_repetir_el_dano_es_haberlo_tirado_asi(golpe: Any) -> None:
    ataque, primero, _una, otra = golpe

    directo = seguir(ataque, "danar", otra, modificador=10)
    repetido = seguir(primero, "suerte_de_los_dioses", otra)

    assert repetido["objetivo"] == directo["objetivo"]
    assert repetido["ficha"] == {**directo["ficha"], "ph": directo["ficha"]["ph"] - 1}
    iguales = set(directo["detalle"]) - {"repetida"}
    assert {c: repetido["detalle"][c] for c in iguales} == {c: directo["detalle"][c] for c in iguales}


@con_prisa
@given(golpe=golpes(), data=st.data())
def test_lo_que_se_ofrece_al_herido_se_acepta_y_se_paga(golpe: Any, data: st.DataObject) -> None:
    ataque, primero, _una, _otra = golpe
    antes = ataque["objetivo"]
    for opcion in JUEGO.opciones_objetivo(primero):
        herido = primero["objetivo"]
        assert JUEGO.actua(primero, opcion) == "objetivo"
        con = {"con": "arma" if herido["escudo"] == "ninguno" else "escudo"} if opcion == "escudo_astillado" else {}
        dados = [data.draw(st.integers(1, 6))] if opcion == "sacudirse_las_heridas" else []
        previa = JUEGO.previa_para(opcion, [primero])
        hecho = pedir(JUEGO.continuaciones[opcion].accion or "", herido, dados, None, previa, **con)
        assert hecho["ficha"]["ph"] == herido["ph"] - 1
        if opcion == "escudo_astillado":
            assert {c: hecho["ficha"][c] for c in primero["detalle"]["antes"]} == primero["detalle"]["antes"]
            assert hecho["ficha"]["pv"] == antes["pv"]
        else:
            assert hecho["ficha"]["pv"] <= max(antes["pv"], 0)


@con_prisa
@given(golpe=golpes())
def test_golpe_no_da_pv_ni_toca_mas_que_sus_claves(golpe: Any) -> None:
    ataque, primero, _una, _otra = golpe
    antes, despues = ataque["objetivo"], primero["objetivo"]

    assert despues["pv"] <= antes["pv"] or despues["numero"] < antes["numero"]
    assert {c: v for c, v in despues.items() if c not in primero["detalle"]["antes"]} == {
        c: v for c, v in antes.items() if c not in primero["detalle"]["antes"]
    }
    assert {c: antes[c] for c in primero["detalle"]["antes"]} == primero["detalle"]["antes"]
