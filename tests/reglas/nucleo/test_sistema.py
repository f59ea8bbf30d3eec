"""What the host asks of a system's declaration without running any rule."""

from __future__ import annotations

import pytest

from reglas.nucleo.campos import Grupo
from reglas.nucleo.condiciones import Vale
from reglas.nucleo.sistema import Accion, Continuacion, Dia, Sistema
from reglas.nucleo.tipos import Resultado, Texto

NADA = Resultado(None, None, {}, Texto("x"))
JUEGO = Sistema(
    clave="x",
    nombre="X",
    version="1",
    descripcion="",
    ficha=Grupo(campos=()),
    acciones={},
    pnj_rapido=lambda _nombre, _nivel: {},
    medidores=lambda _ficha: (),
    estado=lambda _ficha: "",
    continuaciones={
        "repetir": Continuacion(opcion="repetir", etiqueta="", accion="x"),
        "absorber": Continuacion(opcion="absorber", etiqueta="", accion="x", del_objetivo_tras=frozenset({"golpe"})),
    },
)
DEL_OTRO = Continuacion(opcion="a", etiqueta="A", accion="x", del_objetivo_tras=frozenset({"golpe"}))
DE_VARIOS = Continuacion(opcion="b", etiqueta="B", accion="x", requiere_objetivo="mismo", varios_si="datos.area")
SEGUN = Continuacion(
    opcion="c", etiqueta="C", accion="x", requiere_objetivo="segun", mismo_tras=frozenset({"golpe"}), repetible=True
)


def test_accion_sirve_a_la_ficha_que_cumple_todas_sus_condiciones() -> None:
    levantarse = Accion(
        clave="levantarse",
        nombre="",
        ayuda="",
        regla=lambda _c: NADA,
        ficha_si=(Vale("clase", ("heroe",)), Vale("caido", (True,))),
    )

    assert levantarse.sirve_a({"clase": "heroe", "caido": True})
    assert not levantarse.sirve_a({"clase": "heroe", "caido": False})
    assert not levantarse.sirve_a({"caido": True})
    assert Accion(clave="x", nombre="", ayuda="", regla=lambda _c: NADA).sirve_a({})


def test_actua_la_ficha_de_quien_recibe_la_opcion() -> None:
    respuesta = {"accion": "golpe", "opciones": ["repetir"], "detalle": {"opciones_objetivo": ["parar"]}}

    assert JUEGO.opciones_objetivo(respuesta) == ("parar",)
    assert JUEGO.actua(respuesta, "parar") == "objetivo"
    assert JUEGO.actua(respuesta, "repetir") == "ficha"
    assert JUEGO.opciones_objetivo({"opciones": ["parar"], "detalle": {}}) == ()
    assert JUEGO.actua(respuesta, "absorber") == "ficha"
    assert JUEGO.actua({**respuesta, "objetivo": {}}, "absorber") == "objetivo"
    assert JUEGO.actua({**respuesta, "accion": "caida", "objetivo": {}}, "absorber") == "ficha"


def test_cierres_no_piden_nada_si_el_sistema_no_los_declara() -> None:
    assert (JUEGO.fin_de_dia({}, Dia()), JUEGO.fin_de_turno({}), JUEGO.fin_de_aventura({}), JUEGO.renovacion({})) == (
        (),
        (),
        (),
        (),
    )


def test_objetivo_tras_una_opcion_contra_cualquiera() -> None:
    otro_golpe = Continuacion(opcion="x", etiqueta="", accion="x", requiere_objetivo="cualquiera")

    assert otro_golpe.objetivo_tras("x") == "cualquiera"


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
