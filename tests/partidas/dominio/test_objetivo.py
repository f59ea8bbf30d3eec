"""Options that are the target's: who takes them, with which sheet, and what the others are told."""

from uuid import uuid4

import pytest

from partidas.consultas import hilo
from partidas.consultas import partida as consultas
from partidas.dominio import continuaciones
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Tirada
from partidas.politica import lector
from partidas.presentacion import mensajes
from personajes.models import Personaje
from tests import fabrica
from tests.fabrica import AHORA, ficha, poner

pytestmark = pytest.mark.django_db

ESPADA = {"tipo": "cuerpo_a_cuerpo", "dados_dano": [8]}
CERTEROS = {"combate": {"cuerpo_a_cuerpo": 20, "a_distancia": 20, "defensa": 0, "iniciativa": 0}}


def lemuria():
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="gladiador", pnj="villano")
    poner(mesa.kaelen, **CERTEROS)
    poner(mesa.mirta, pv_max=60, pv=60)
    return mesa


def salvaje():
    mesa = fabrica.duelo("salvaje", ana="guerrero", bruno="guerrero", pnj="comodin")
    poner(mesa.mirta, dureza=1, armadura=0, parada=1)
    return mesa


def tirar(mesa, persona, fila, accion, objetivo=None, datos=None, **campos) -> Tirada:
    declarada = TiradaDeclarada(accion, datos or {}, objetivo=objetivo.personaje.publico if objetivo else "")
    mensaje = fabrica.publicar(mesa, persona, fila, tiradas=(declarada,), **campos)
    return Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)


def tomar(tirada, persona, opcion, **campos) -> Tirada:
    orden = OrdenContinuar(**{"clave": uuid4()} | campos)
    return continuaciones.continuar(tirada.publico, opcion, orden, autor=persona, ahora=AHORA)


def golpe(mesa, **campos) -> Tirada:
    """Hit Mirta: the attack cannot miss but by a natural two, so it is tried again."""
    while True:
        ataque = tirar(mesa, mesa.ana, mesa.kaelen, "atacar", mesa.mirta, **campos)
        if "danar" in ataque.respuesta["opciones"]:
            elegidas = ["dano"] * ataque.respuesta["detalle"]["elecciones"]
            return tomar(ataque, mesa.ana, "danar", datos={"opciones": elegidas, "modificador": 10})
        poner(mesa.kaelen, actuo=False)


def herida(mesa, **campos) -> Tirada:
    """Wound Mirta: damage and attack are tried again until they do."""
    while True:
        ataque = tirar(mesa, mesa.ana, mesa.kaelen, "ataque", mesa.mirta, {"arma": ESPADA}, **campos)
        if "dano" in ataque.respuesta["opciones"]:
            dano = tomar(ataque, mesa.ana, "dano", datos={"bono": 5})
            if "absorcion" in dano.respuesta["opciones"]:
                return dano


def opciones(mesa, persona, tirada) -> dict[str, tuple[bool, str]]:
    """Return what the person's card offers: by option, whether it is a button and whom it waits for."""
    quien = lector(persona, mesa.partida)
    leido = hilo.uno(quien, tirada.mensaje.publico)
    visto = mensajes.ver(quien, [leido], consultas.reparto(quien))[0]
    tarjeta = next(t for t in visto.tarjetas if t.publico == tirada.publico)
    return {o.clave: (o.disponible, o.espera) for o in tarjeta.opciones}


def test_el_escudo_se_astilla_con_la_ficha_de_quien_recibe_el_golpe():
    mesa = lemuria()
    dano = golpe(mesa)
    antes = ficha(mesa.mirta)

    hecha = tomar(dano, mesa.bruno, "escudo_astillado", datos={"con": "escudo"})

    assert antes["pv"] < antes["pv_max"]
    assert (hecha.personaje_id, hecha.objetivo_id) == (mesa.mirta.personaje_id, None)
    assert (hecha.mensaje_id, hecha.continua_id) == (dano.mensaje_id, dano.pk)
    despues = ficha(mesa.mirta)
    assert (despues["pv"], despues["escudo"], despues["ph"]) == (despues["pv_max"], "ninguno", 3)


def test_cada_una_toma_lo_suyo_y_nadie_lo_de_otra():
    mesa = lemuria()
    dano = golpe(mesa)

    for persona, error in ((mesa.ana, NoPermitido), (mesa.dani, NoPermitido), (mesa.esp, NoPermitido)):
        with pytest.raises(error):
            tomar(dano, persona, "sacudirse_las_heridas")
    with pytest.raises(NoPermitido):
        tomar(dano, mesa.bruno, "suerte_de_los_dioses")
    with pytest.raises(NoExiste):
        tomar(dano, mesa.eva, "sacudirse_las_heridas")
    assert ficha(mesa.mirta)["ph"] == 4


def test_la_direccion_contesta_por_su_pnj():
    mesa = lemuria()
    poner(mesa.mirta, **CERTEROS)
    poner(mesa.pnj, clase="villano")
    ataque = tirar(mesa, mesa.ana, mesa.kaelen, "atacar", mesa.mirta)
    juego = lector(mesa.dani, mesa.partida)

    assert continuaciones._lados(juego, ataque) == frozenset()
    otro = tirar(mesa, mesa.bruno, mesa.mirta, "atacar", mesa.pnj)
    assert continuaciones._lados(juego, otro) == {"objetivo"}
    assert continuaciones._lados(lector(mesa.bruno, mesa.partida), otro) == {"ficha"}


def test_por_quien_no_ve_la_tirada_contesta_la_direccion_y_ella_no_se_entera():
    mesa = lemuria()
    dano = golpe(mesa, visibilidad="direccion")

    assert opciones(mesa, mesa.dani, dano)["sacudirse_las_heridas"] == (True, "")
    with pytest.raises(NoExiste):
        tomar(dano, mesa.bruno, "sacudirse_las_heridas")
    hecha = tomar(dano, mesa.dani, "sacudirse_las_heridas")

    assert hecha.personaje_id == mesa.mirta.personaje_id
    assert not Tirada.objects.visibles_para(mesa.bruno).exists()


def test_los_demas_saben_a_quien_se_espera_solo_si_la_tarjeta_ya_lo_dice():
    mesa = lemuria()
    dano = golpe(mesa)

    assert opciones(mesa, mesa.bruno, dano)["escudo_astillado"] == (True, "")
    assert opciones(mesa, mesa.dani, dano)["escudo_astillado"] == (False, "Espera a Mirta")
    assert set(opciones(mesa, mesa.ana, dano)) <= {"suerte_de_los_dioses", "atacar"}  # that Mirta has PH is not told
    assert opciones(mesa, mesa.esp, dano) == {}


def test_quien_resiste_un_truco_es_el_objetivo_y_todos_lo_saben():
    mesa = salvaje()
    datos = {"rasgo": "intimidar", "atributo": "espiritu", "efecto": "distraer", "modificador": 20}
    while True:
        prueba = tirar(mesa, mesa.ana, mesa.kaelen, "prueba", mesa.mirta, datos)
        if "resistir" in prueba.respuesta["opciones"]:
            break

    assert opciones(mesa, mesa.esp, prueba) == {"resistir": (False, "Espera a Mirta")}
    hecha = tomar(prueba, mesa.bruno, "resistir")
    assert hecha.personaje_id == mesa.mirta.personaje_id


def test_a_quien_se_espera_se_le_llama_como_cuando_cayo_el_dado():
    mesa = salvaje()
    datos = {"rasgo": "intimidar", "atributo": "espiritu", "efecto": "distraer", "modificador": 20}
    while True:
        prueba = tirar(mesa, mesa.ana, mesa.kaelen, "prueba", mesa.pnj, datos)
        if "resistir" in prueba.respuesta["opciones"]:
            break
    Personaje.objects.sin_filtrar("test").filter(pk=mesa.pnj.personaje_id).update(nombre="El rey")

    assert opciones(mesa, mesa.esp, prueba) == {"resistir": (False, "Espera a Karg")}


def test_absorber_es_de_quien_recibe_y_repetirlo_tambien():
    mesa = salvaje()
    poner(mesa.mirta, benis=9)
    dano = herida(mesa)

    with pytest.raises(NoPermitido):
        tomar(dano, mesa.ana, "absorcion")
    absorcion = tomar(dano, mesa.bruno, "absorcion")

    assert absorcion.personaje_id == mesa.mirta.personaje_id
    assert ficha(mesa.mirta)["benis"] == 8
    with pytest.raises(DatoInvalido):
        tomar(dano, mesa.ana, "repetir")
    if "repetir" in absorcion.respuesta["opciones"]:
        with pytest.raises(NoPermitido):
            tomar(absorcion, mesa.ana, "repetir")
        assert tomar(absorcion, mesa.bruno, "repetir").personaje_id == mesa.mirta.personaje_id
        assert ficha(mesa.mirta)["benis"] == 7


def test_un_area_alcanza_al_del_ataque_y_a_otros_una_vez_a_cada_uno():
    mesa = salvaje()
    granada = {"tipo": "arrojada", "dados_dano": [6], "area": True}
    while True:
        datos = {"arma": granada, "modificador": 20}
        ataque = tirar(mesa, mesa.ana, mesa.kaelen, "ataque", mesa.mirta, datos)
        if "dano" in ataque.respuesta["opciones"]:
            break

    tomar(ataque, mesa.ana, "dano", objetivo=mesa.mirta.personaje.publico)
    tomar(ataque, mesa.ana, "dano", objetivo=mesa.pnj.personaje.publico)
    for repetido in (mesa.mirta, mesa.pnj, mesa.kaelen):
        with pytest.raises(DatoInvalido):
            tomar(ataque, mesa.ana, "dano", objetivo=repetido.personaje.publico)


def test_el_otro_ataque_va_contra_quien_se_elija():
    mesa = lemuria()
    while True:
        poner(mesa.kaelen, actuo=False, ph=5)
        ataque = tirar(mesa, mesa.ana, mesa.kaelen, "atacar", mesa.mirta)
        if "exito_poderoso" in ataque.respuesta["opciones"]:
            ataque = tomar(ataque, mesa.ana, "exito_poderoso")
            break
    dano = tomar(ataque, mesa.ana, "danar", datos={"opciones": ["otro_ataque"]})

    with pytest.raises(DatoInvalido):
        tomar(dano, mesa.ana, "atacar", objetivo=mesa.kaelen.personaje.publico)
    otro = tomar(dano, mesa.ana, "atacar", objetivo=mesa.pnj.personaje.publico)

    assert otro.objetivo_id == mesa.pnj.personaje_id
    assert otro.respuesta["detalle"]["ataque_extra"] is True


def test_dos_ataques_mas_pueden_ir_contra_el_mismo_y_el_tercero_no_existe():
    mesa = lemuria()
    while True:
        poner(mesa.kaelen, actuo=False, ph=5, ataques_extra=0)
        ataque = tirar(mesa, mesa.ana, mesa.kaelen, "atacar", mesa.mirta)
        if "exito_legendario" in ataque.respuesta["opciones"]:
            ataque = tomar(ataque, mesa.ana, "exito_legendario")
            break
    dano = tomar(ataque, mesa.ana, "danar", datos={"opciones": ["otro_ataque", "otro_ataque"]})
    blanco = mesa.mirta.personaje.publico

    ofrece = [opciones(mesa, mesa.ana, dano)]
    otros = []
    for _vez in range(2):
        otros.append(tomar(dano, mesa.ana, "atacar", objetivo=blanco))
        ofrece.append(opciones(mesa, mesa.ana, dano))

    assert ["atacar" in vista for vista in ofrece] == [True, True, False]
    assert [otro.objetivo_id for otro in otros] == [mesa.mirta.personaje_id] * 2
    with pytest.raises(TiradaRechazada) as aviso:
        tomar(dano, mesa.ana, "atacar", objetivo=blanco)
    assert aviso.value.rechazo.codigo == "sin_ataque_extra"
