"""What the direction does to several sheets at once, and what an action takes from its scene."""

from uuid import uuid4

import pytest

from partidas.dominio import asalto, direccion, escenas, partidas, reparto
from partidas.dominio.direccion import ACCION, AVENTURA, RENOVACION, TURNO, OrdenDeMesa
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Combatiente, Mensaje, Reparto, Tirada
from reglas import motor
from tests import fabrica
from tests.fabrica import AHORA, ficha, poner

pytestmark = pytest.mark.django_db


def lemuria():
    return fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano")


def salvaje():
    return fabrica.duelo("salvaje", ana="guerrero", bruno="tirador", pnj="comodin")


def claves(*filas) -> tuple[str, ...]:
    return tuple(fila.personaje.publico for fila in filas)


def hacer(mesa, que, *filas, por=None, escena=None, **campos) -> list[Mensaje]:
    orden = OrdenDeMesa(**{"clave": uuid4()} | campos, que=que, personajes=claves(*filas))
    return direccion.aplicar(escena or mesa.escena, orden, por=por or mesa.dani, ahora=AHORA)


def tiradas(mensaje) -> list[Tirada]:
    return list(Tirada.objects.sin_filtrar("test").filter(mensaje=mensaje).order_by("posicion"))


def test_acabar_el_turno_de_todos_deja_sus_tarjetas_en_un_mensaje():
    mesa = lemuria()
    poner(mesa.kaelen, actuo=True, turno=1)
    poner(mesa.pnj, posicion="ofensiva")

    (mensaje,) = hacer(mesa, TURNO, mesa.kaelen, mesa.mirta, mesa.pnj)

    assert [(t.personaje_id, t.accion) for t in tiradas(mensaje)] == [
        (mesa.kaelen.personaje_id, "fin_de_turno"),
        (mesa.pnj.personaje_id, "fin_de_turno"),
    ]
    assert (ficha(mesa.kaelen)["actuo"], ficha(mesa.kaelen)["turno"], ficha(mesa.pnj)["posicion"]) == (
        False,
        2,
        "normal",
    )
    assert hacer(mesa, TURNO, mesa.mirta) == []


def test_lo_de_un_pnj_secreto_lo_lee_solo_la_direccion():
    mesa = lemuria()
    Reparto.objects.sin_filtrar("test").filter(pk=mesa.pnj.pk).update(secreto=True)
    poner(mesa.kaelen, actuo=True)
    poner(mesa.pnj, actuo=True)

    publico, reservado = hacer(mesa, TURNO, mesa.kaelen, mesa.pnj)

    assert [(m.visibilidad, [t.libro for t in tiradas(m)]) for m in (publico, reservado)] == [
        ("todos", ["abierto"]),
        ("direccion", ["cerrado"]),
    ]
    assert set(Tirada.objects.visibles_para(mesa.bruno)) == set(tiradas(publico))


def test_la_misma_orden_dos_veces_acaba_un_turno():
    mesa = lemuria()
    poner(mesa.kaelen, turno=1)
    clave = uuid4()

    una = hacer(mesa, TURNO, mesa.kaelen, clave=clave)
    otra = hacer(mesa, TURNO, mesa.kaelen, clave=clave)
    with pytest.raises(ClaveReutilizada):
        hacer(mesa, TURNO, mesa.kaelen, mesa.mirta, clave=clave)

    assert (una, ficha(mesa.kaelen)["turno"]) == (otra, 2)


def test_solo_la_direccion_y_con_la_partida_en_juego():
    mesa = lemuria()

    for persona, error in ((mesa.ana, NoPermitido), (mesa.esp, NoPermitido), (mesa.eva, NoExiste)):
        with pytest.raises(error):
            hacer(mesa, TURNO, mesa.kaelen, por=persona)
    with pytest.raises(DatoInvalido):
        hacer(mesa, TURNO)
    with pytest.raises(DatoInvalido):
        hacer(mesa, "volar", mesa.kaelen)
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)
    with pytest.raises(NoPermitido):
        hacer(mesa, TURNO, mesa.kaelen)
    assert Tirada.objects.sin_filtrar("test").count() == 0


def test_acabar_la_aventura_devuelve_los_ph_a_los_heroes():
    mesa = lemuria()
    poner(mesa.kaelen, ph=1)
    poner(mesa.mirta, ph=5)

    (mensaje,) = hacer(mesa, AVENTURA, mesa.kaelen, mesa.mirta, mesa.pnj)

    assert (ficha(mesa.kaelen)["ph"], ficha(mesa.mirta)["ph"], len(tiradas(mensaje))) == (4, 4, 2)


def test_premiar_a_dos_o_a_ninguna():
    mesa = salvaje()

    hacer(mesa, ACCION, mesa.kaelen, mesa.mirta, accion="premiar_beni", datos={"cantidad": 2})
    assert (ficha(mesa.kaelen)["benis"], ficha(mesa.mirta)["benis"]) == (5, 5)

    poner(mesa.mirta, benis=99)
    with pytest.raises(TiradaRechazada) as aviso:
        hacer(mesa, ACCION, mesa.kaelen, mesa.mirta, accion="premiar_beni")
    assert (aviso.value.indice, ficha(mesa.kaelen)["benis"]) == (1, 5)
    with pytest.raises(DatoInvalido):
        hacer(mesa, ACCION, mesa.kaelen, accion="gastar_beni", datos={"uso": "historia"})


def test_renovar_da_lo_que_falta_y_nada_a_quien_lo_tiene():
    mesa = salvaje()
    poner(mesa.kaelen, benis=0)

    (mensaje,) = hacer(mesa, RENOVACION, mesa.kaelen, mesa.mirta)

    assert (ficha(mesa.kaelen)["benis"], [t.personaje_id for t in tiradas(mensaje)]) == (3, [mesa.kaelen.personaje_id])


def test_abrir_escena_renueva_si_la_partida_lo_dice():
    mesa = salvaje()
    poner(mesa.kaelen, benis=0)
    poner(mesa.mirta, benis=0)
    escenas.abrir(mesa.partida, titulo="Una", por=mesa.dani, ahora=AHORA)
    assert ficha(mesa.kaelen)["benis"] == 0

    datos = DatosPartida("El duelo", "salvaje", renovacion="por_escena")
    partidas.cambiar(mesa.partida, datos, version=mesa.partida.version, por=mesa.dani, ahora=AHORA)
    dentro = claves(mesa.kaelen)
    nueva = escenas.abrir(mesa.partida, titulo="Otra", presentes=dentro, por=mesa.dani, ahora=AHORA)

    assert (ficha(mesa.kaelen)["benis"], ficha(mesa.mirta)["benis"]) == (3, 0)
    assert Mensaje.objects.sin_filtrar("test").get(escena=nueva).orden == 1


def test_las_cartas_que_ya_salieron_no_vuelven_a_salir():
    mesa = salvaje()
    vistas = []
    for _ronda in range(9):
        for persona, fila in ((mesa.ana, mesa.kaelen), (mesa.bruno, mesa.mirta)):
            trampa = TiradaDeclarada("carta_accion", {"usadas": []})
            mensaje = fabrica.publicar(mesa, persona, fila, tiradas=(trampa,))
            (tirada,) = tiradas(mensaje)
            vistas.append((tirada.respuesta["detalle"]["datos"]["usadas"], tirada.respuesta["detalle"]["cartas"]))

    fuera: list[str] = []
    for usadas, cartas in vistas:
        assert usadas in (fuera, [])  # after a joker, the next round deals from the whole deck
        fuera = [*usadas, *cartas]
        assert len(set(fuera)) == len(fuera)


def test_el_mazo_se_baraja_al_acabar_la_ronda_del_joker():
    accion = motor.sistema("salvaje").acciones["carta_accion"]

    def carta(nombre, *cartas, beni=False, joker=False):
        detalle = {"datos": {"con_beni": beni}, "cartas": list(cartas), "rebarajar": joker}
        return {"ficha": {"nombre": nombre}, "detalle": detalle}

    def usadas(quien, *hechas, **datos):
        return accion.de_la_escena(motor_escena(quien, hechas, datos))["usadas"]

    def motor_escena(quien, hechas, datos):
        from reglas.nucleo.sistema import EscenaDeJuego

        return EscenaDeJuego(ficha={"nombre": quien}, respuestas=hechas, datos=datos)

    ronda = [carta("A", "joker_rojo", joker=True), carta("B", "AP")]
    assert usadas("C", *ronda) == ["joker_rojo", "AP"]
    assert usadas("A", *ronda, con_beni=True) == ["joker_rojo", "AP"]
    assert usadas("A", *ronda) == []
    assert usadas("B", *ronda, carta("A", "2T")) == ["2T"]
    sin_joker = [carta("A", "KP"), carta("B", "AP")]
    assert usadas("A", *sin_joker) == ["KP", "AP"]


def test_el_orden_de_combate_sale_de_quienes_luchan():
    mesa = lemuria()
    oculto = reparto.incorporar(
        mesa.partida, nombre="Sombra", ficha={"clase": "maton", "pv_max": 5}, clase="pnj", secreto=True, por=mesa.dani,
        ahora=AHORA,
    )  # fmt: skip
    poner(mesa.kaelen, iniciativa_grado="exito", turno=1)
    poner(mesa.mirta, iniciativa_grado="fallo", turno=1)
    luchan = claves(mesa.kaelen, mesa.mirta, mesa.pnj, oculto)
    assert asalto.meter(mesa.escena, luchan, por=mesa.dani, ahora=AHORA) == 4
    orden = TiradaDeclarada("orden_de_combate", {"otros": []}, personaje=mesa.kaelen.personaje.publico)

    publico = tiradas(fabrica.publicar(mesa, mesa.dani, tiradas=(orden,)))
    secreto = tiradas(fabrica.publicar(mesa, mesa.dani, tiradas=(orden,), visibilidad="direccion"))

    assert publico[0].respuesta["detalle"]["orden"] == [["Kaelen"], ["Karg"], ["Mirta"]]
    assert secreto[0].respuesta["detalle"]["orden"] == [["Kaelen"], ["Karg"], ["Sombra"], ["Mirta"]]


def test_se_entra_y_se_sale_del_asalto_una_vez():
    mesa = lemuria()

    assert asalto.meter(mesa.escena, claves(mesa.kaelen), por=mesa.dani, ahora=AHORA) == 1
    assert asalto.meter(mesa.escena, claves(mesa.kaelen), por=mesa.dani, ahora=AHORA) == 0
    with pytest.raises(NoPermitido):
        asalto.meter(mesa.escena, claves(mesa.mirta), por=mesa.ana, ahora=AHORA)
    with pytest.raises(DatoInvalido):
        asalto.meter(mesa.escena, ("nadie",), por=mesa.dani, ahora=AHORA)
    assert asalto.sacar(mesa.escena, claves(mesa.kaelen), por=mesa.dani, ahora=AHORA) == 1
    assert asalto.sacar(mesa.escena, claves(mesa.kaelen), por=mesa.dani, ahora=AHORA) == 0
    assert Combatiente.objects.sin_filtrar("test").count() == 0
