"""What the host asks of a system's declaration without running any rule."""

from __future__ import annotations

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
