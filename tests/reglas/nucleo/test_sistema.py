"""What an option says of itself: whose sheet acts, at whom it is aimed and how often it may be used."""

from __future__ import annotations

import pytest

from reglas.nucleo.sistema import Continuacion

DEL_OTRO = Continuacion(opcion="a", etiqueta="A", accion="x", del_objetivo_tras=frozenset({"golpe"}))
DE_VARIOS = Continuacion(opcion="b", etiqueta="B", accion="x", requiere_objetivo="mismo", varios_si="datos.area")
SEGUN = Continuacion(
    opcion="c", etiqueta="C", accion="x", requiere_objetivo="segun", mismo_tras=frozenset({"golpe"}), repetible=True
)


@pytest.mark.parametrize(
    ("original", "con_objetivo", "quien"),
    [("golpe", True, "objetivo"), ("golpe", False, "ficha"), ("caida", True, "ficha")],
)
def test_opcion_del_objetivo_es_suya_solo_tras_lo_que_dice(original: str, con_objetivo: bool, quien: str) -> None:
    assert DEL_OTRO.actua_tras(original, con_objetivo=con_objetivo) == quien
    assert SEGUN.actua_tras(original, con_objetivo=con_objetivo) == "ficha"


def test_opcion_de_varios_lo_es_cuando_el_detalle_lo_dice() -> None:
    for detalle, varios in (({"datos": {"area": True}}, True), ({"datos": {"area": False}}, False), ({}, False)):
        assert DE_VARIOS.es_de_varios(detalle) is varios
        assert DE_VARIOS.objetivo_tras("golpe", detalle) == ("otro" if varios else "mismo")
    assert DE_VARIOS.objetivo_tras("golpe") == "mismo"
    assert not DE_VARIOS.es_de_varios({"datos": {"area": 1}})
    assert not DE_VARIOS.es_de_varios({"datos": 3})


def test_opcion_repetible_lo_es_siempre_y_sigue_a_su_accion() -> None:
    assert SEGUN.es_de_varios({})
    assert (SEGUN.objetivo_tras("golpe"), SEGUN.objetivo_tras("caida", {})) == ("mismo", "no")
