"""Rolls that the direction asks for: asked once, thrown once, judged with the dice that fell, and what is owed."""

import json
import random
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from cuentas.models import Ausencia
from partidas.dominio import (
    anulaciones,
    auditoria,
    cesiones,
    escenas,
    lances,
    moderacion,
    obrero,
    partidas,
    pedidas,
    plazas,
    respuestas,
)
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.dominio.pedidas import OrdenPedir
from partidas.models import Participante, Pendiente, ReglaDeAusencia, RespuestaPedida, Tirada, TiradaPedida
from partidas.presentacion import caras
from reglas import libro, motor, protocolo
from reglas.models import Asiento, Libro, Tipo
from reglas.nucleo.azar import AzarDeFuente, AzarDictado
from reglas.nucleo.canonico import huella
from reglas.nucleo.tipos import Peticion
from tests import fabrica
from tests.fabrica import AHORA, ficha

pytestmark = pytest.mark.django_db

DIFICULTAD = {"strange": "dificultad", "lemuria": "dificultad", "salvaje": "vo"}
ACCIONES = {
    "strange": ("tarea", {"dificultad": 4, "reserva": "vigor"}),
    "lemuria": ("tirada", {"dificultad": "dificil", "atributo": "agilidad"}),
    "salvaje": ("tirada", {"vo": 6, "rasgo": "agilidad"}),
}
YO = {"ahora": AHORA}


def mesa_de(sistema: str):
    if sistema == "strange":
        return fabrica.mesa()
    arquetipos = {"lemuria": ("gladiador", "ladron", "villano"), "salvaje": ("guerrero", "guerrero", "comodin")}
    ana, bruno, pnj = arquetipos[sistema]
    return fabrica.duelo(sistema, ana=ana, bruno=bruno, pnj=pnj)


def orden(mesa, *filas, **campos) -> OrdenPedir:
    accion, datos = ACCIONES[mesa.partida.sistema]
    de_serie = {"clave": uuid4(), "texto": "El suelo cede.", "accion": accion, "datos": datos}
    a = tuple(fila.personaje.publico for fila in filas or (mesa.kaelen,))
    return OrdenPedir(**{**de_serie, "a": a, **campos})


def pedir(mesa, *filas, **campos) -> TiradaPedida:
    return pedidas.pedir(mesa.escena, orden(mesa, *filas, **campos), por=mesa.dani, ahora=AHORA)


def suyas(pedida) -> list[RespuestaPedida]:
    return list(RespuestaPedida.objects.sin_filtrar("test").filter(pedida=pedida).order_by("nombre"))


def tiradas() -> list[Tirada]:
    return list(Tirada.objects.sin_filtrar("test").order_by("pk"))


def debe() -> list[tuple]:
    filas = Pendiente.objects.sin_filtrar("test").filter(saldado__isnull=True).order_by("pk")
    return [(fila.clase, str(fila.para) if fila.para else "") for fila in filas]


def fines() -> list[str]:
    return list(Pendiente.objects.sin_filtrar("test").order_by("pk").values_list("fin", flat=True))


def repasado() -> list:
    return [fallo for uno in Libro.objects.all() for fallo in auditoria.repasar(uno, ahora=AHORA).fallos]


@pytest.mark.parametrize("sistema", sorted(ACCIONES))
def test_lo_pedido_se_contesta_de_un_toque_y_cuelga_de_lo_que_lo_pide(sistema):
    mesa = mesa_de(sistema)
    pedida = pedir(mesa, mesa.kaelen, mesa.mirta)
    una, _otra = suyas(pedida)
    assert debe() == [("peticion", "ana"), ("peticion", "bruno")]

    hecha = respuestas.responder(una.publico, {}, por=mesa.ana, **YO)
    repetida = respuestas.responder(una.publico, {}, por=mesa.ana, **YO)

    assert [t.pk for t in tiradas()] == [hecha.pk] == [repetida.pk]
    assert (hecha.mensaje_id, hecha.autor, hecha.nombre) == (pedida.mensaje_id, mesa.ana, "Kaelen")
    assert hecha.respuesta["exito"] is not None
    assert [r.estado for r in suyas(pedida)] == ["tirada", "pendiente"]
    assert debe() == [("peticion", "bruno")]
    assert repasado() == []


@pytest.mark.parametrize("sistema", sorted(ACCIONES))
def test_lo_que_se_juzga_despues_cae_ahora_y_se_resuelve_con_esos_dados(sistema):
    mesa = mesa_de(sistema)
    _accion, datos = ACCIONES[sistema]
    clave = DIFICULTAD[sistema]
    pedida = pedir(mesa, dificultad="despues")
    (una,) = suyas(pedida)
    antes = ficha(mesa.kaelen)

    caida = respuestas.responder(una.publico, {clave: datos[clave]}, por=mesa.ana, **YO)

    assert (caida.por_juzgar, caida.respuesta["exito"], caida.respuesta["efectos"]) == (True, None, [])
    assert clave not in json.loads(caida.asiento.peticion)["datos"]
    assert ficha(mesa.kaelen) == antes
    assert debe() == [("juicio", "")]
    assert repasado() == []

    juzgada = respuestas.juzgar(una.publico, datos[clave], por=mesa.dani, **YO)
    otra_vez = respuestas.juzgar(una.publico, datos[clave], por=mesa.dani, **YO)

    assert (juzgada.pk, otra_vez.pk, juzgada.por_juzgar) == (caida.pk, caida.pk, False)
    assert juzgada.respuesta["tiradas"] == caida.respuesta["tiradas"]
    assert juzgada.respuesta["exito"] is not None
    assert debe() == []
    assert list(Asiento.objects.filter(tipo=Tipo.JUICIO).values_list("juzga", flat=True)) == [caida.asiento_id]
    assert repasado() == []
    assert [f for uno in Libro.objects.all() for f in libro.verificar(uno).fallos] == []


def test_pedir_dos_veces_con_la_misma_clave_pide_una():
    mesa = fabrica.mesa()
    una = orden(mesa)

    hechas = {pedidas.pedir(mesa.escena, una, por=mesa.dani, ahora=AHORA).pk for _vez in range(2)}

    assert (len(hechas), debe()) == (1, [("peticion", "ana")])


@pytest.mark.parametrize(
    ("campos", "donde"),
    [
        ({"texto": " "}, "texto"),
        ({"accion": "premio"}, "accion"),
        ({"accion": "nada"}, "accion"),
        ({"a": ("x" * 11,)}, "a"),
        ({"horas": 0}, "horas"),
        ({"al_vencer": "nada"}, "al_vencer"),
        ({"dificultad": "oculta", "datos": {"reserva": "vigor"}}, "datos.dificultad"),
        ({"datos": {"dificultad": 99}}, "datos.dificultad"),
        ({"accion": "recuperacion", "datos": {}, "dificultad": "oculta"}, "dificultad"),
    ],
)
def test_lo_que_no_se_puede_pedir_se_dice_donde(campos, donde):
    mesa = fabrica.mesa()

    with pytest.raises(DatoInvalido) as error:
        pedir(mesa, **campos)

    assert error.value.campo == donde
    assert TiradaPedida.objects.sin_filtrar("test").count() == 0


def test_lo_que_pone_la_direccion_gana_a_lo_que_escribe_quien_tira():
    mesa = fabrica.mesa()
    (una,) = suyas(pedir(mesa, datos={"dificultad": 5, "reserva": "vigor"}))

    hecha = respuestas.responder(una.publico, {"dificultad": 1, "esfuerzo": 1}, por=mesa.ana, **YO)

    assert (hecha.respuesta["detalle"]["dificultad_base"], hecha.respuesta["detalle"]["pasos_esfuerzo"]) == (5, 1)


def test_lo_que_las_reglas_rechazan_deja_lo_pedido_como_estaba():
    mesa = fabrica.mesa()
    (una,) = suyas(pedir(mesa))

    with pytest.raises(TiradaRechazada):
        respuestas.responder(una.publico, {"esfuerzo": 6}, por=mesa.ana, **YO)

    assert (tiradas(), debe()) == ([], [("peticion", "ana")])


def test_solo_tira_quien_lo_lleva_y_la_direccion_por_quien_dejo_pasar_el_plazo():
    mesa = fabrica.mesa()
    (una,) = suyas(pedir(mesa, horas=2))
    for persona in (mesa.bruno, mesa.dani, mesa.esp):
        with pytest.raises(NoPermitido):
            respuestas.responder(una.publico, {}, por=persona, **YO)
    with pytest.raises(NoExiste):
        respuestas.responder(una.publico, {}, por=mesa.eva, **YO)

    respuestas.responder(una.publico, {}, por=mesa.dani, ahora=AHORA + timedelta(hours=3))

    (una,) = suyas(una.pedida)
    assert (una.estado, una.como, tiradas()[0].autor) == ("tirada", "direccion", mesa.dani)


def test_lo_retirado_ya_no_se_tira_ni_se_debe():
    mesa = fabrica.mesa()
    una, otra = suyas(pedir(mesa, mesa.kaelen, mesa.mirta))
    respuestas.responder(una.publico, {}, por=mesa.ana, **YO)

    retiradas = [respuestas.retirar(otra.publico, todas=True, por=mesa.dani, **YO) for _vez in range(2)]

    assert (retiradas, debe(), fines()) == ([1, 0], [], ["hecho", "retirado"])
    with pytest.raises(NoPermitido):
        respuestas.responder(otra.publico, {}, por=mesa.bruno, **YO)


def test_lo_pedido_pasa_a_quien_recibe_el_personaje_y_se_cierra_con_su_escena():
    mesa = fabrica.mesa()
    pedir(mesa)

    cesiones.entregar(mesa.kaelen, a=mesa.bruno, por=mesa.dani, ahora=AHORA)
    assert debe() == [("peticion", "bruno")]
    cesiones.deshacer_entrega(mesa.kaelen, por=mesa.dani, ahora=AHORA)
    assert debe() == [("peticion", "ana")]
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)

    assert (debe(), fines()) == ([], ["retirado", "retirado"])


def test_a_quien_se_expulsa_no_se_le_pide_nada_y_la_direccion_tira_por_su_personaje():
    mesa = fabrica.mesa()
    (una,) = suyas(pedir(mesa))
    plaza = Participante.objects.sin_filtrar("test").get(partida=mesa.partida, usuario=mesa.ana)

    plazas.expulsar(plaza, motivo="Eh", como_pnj=True, por=mesa.dani, ahora=AHORA)

    assert debe() == []
    with pytest.raises(NoExiste):
        respuestas.responder(una.publico, {}, por=mesa.ana, **YO)
    respuestas.responder(una.publico, {}, por=mesa.dani, **YO)
    assert suyas(una.pedida)[0].como == "direccion"


@pytest.mark.parametrize(
    ("al_vencer", "estado", "como", "fin"),
    [
        ("retirar", "retirada", "", "vencido"),
        ("tirar", "tirada", "sitio", "vencido"),
        ("fallo", "fallada", "", "vencido"),
    ],
)
def test_al_acabarse_el_plazo_pasa_lo_que_se_eligio_una_vez(al_vencer, estado, como, fin):
    mesa = fabrica.mesa()
    pedida = pedir(mesa, horas=36, al_vencer=al_vencer)
    despues = AHORA + timedelta(hours=36)

    obrero.vaciar(lambda: despues - timedelta(minutes=1))
    assert suyas(pedida)[0].estado == "pendiente"
    for _vez in range(2):
        obrero.vaciar(lambda: despues)
        respuestas.vencer({"respuesta": suyas(pedida)[0].publico}, despues)

    (una,) = suyas(pedida)
    assert (una.estado, una.como, debe(), fines()) == (estado, como, [], ["vencido"])
    assert [(t.autor, t.respuesta["detalle"]["pasos_esfuerzo"]) for t in tiradas()] == [(None, 0)] * (como == "sitio")
    assert repasado() == []


@pytest.mark.parametrize(
    ("que", "estado", "fin"),
    [("esperar", "pendiente", ""), ("saltar", "retirada", "saltado"), ("mover", "fallada", "vencido")],
)
def test_el_plazo_de_quien_esta_fuera_hace_lo_que_dejo_dicho(que, estado, fin):
    mesa = fabrica.mesa()
    pedida = pedir(mesa, horas=24, al_vencer="fallo")
    despues = AHORA + timedelta(hours=24)
    vuelve = despues.date() + timedelta(days=5)
    Ausencia.objects.create(usuario=mesa.ana, desde=AHORA.date(), hasta=vuelve, creada=AHORA)
    ReglaDeAusencia.objects.sin_filtrar("test").create(partida=mesa.partida, usuario=mesa.ana, que=que)

    obrero.vaciar(lambda: despues)

    (una,) = suyas(pedida)
    assert (una.estado, fines()) == (estado, [fin])
    assert (una.vence.date() > vuelve) == (que == "esperar")
    if que == "esperar":
        obrero.vaciar(lambda: una.vence)
        assert suyas(pedida)[0].estado == "fallada"


def test_a_quien_deja_que_lo_muevan_lo_mueve_la_direccion_sin_esperar_al_plazo():
    mesa = fabrica.mesa()
    (una,) = suyas(pedir(mesa))
    Ausencia.objects.create(usuario=mesa.ana, desde=AHORA.date(), hasta=AHORA.date(), creada=AHORA)
    ReglaDeAusencia.objects.sin_filtrar("test").create(partida=mesa.partida, usuario=mesa.ana, que="mover")

    respuestas.responder(una.publico, {}, por=mesa.dani, **YO)

    assert suyas(una.pedida)[0].como == "direccion"


def test_el_plazo_se_para_con_la_partida_y_al_reanudarla_queda_lo_que_quedaba():
    mesa, hora = fabrica.mesa(), timedelta(hours=1)
    pedida = pedir(mesa, horas=24, al_vencer="fallo")
    partidas.pausar(mesa.partida, por=mesa.dani, ahora=AHORA + hora)

    obrero.vaciar(lambda: AHORA + 24 * hora)
    assert [una.estado for una in suyas(pedida)] == ["pendiente"]
    partidas.reanudar(mesa.partida, por=mesa.dani, ahora=AHORA + 47 * hora)
    obrero.vaciar(lambda: AHORA + 69 * hora)

    (una,) = suyas(pedida)
    debido = Pendiente.objects.sin_filtrar("test").get(clase="peticion")
    assert (una.estado, *{una.vence, una.pedida.vence, debido.vence}) == ("pendiente", AHORA + 70 * hora)
    obrero.vaciar(lambda: AHORA + 70 * hora)
    assert [una.estado for una in suyas(pedida)] == ["fallada"]


@pytest.mark.parametrize("al_vencer", ["fallo", "tirar"])
def test_lo_pedido_en_un_mensaje_oculto_ni_se_tira_ni_se_falla_al_vencer(al_vencer):
    mesa = fabrica.mesa()
    pedida = pedir(mesa, horas=1, al_vencer=al_vencer)
    moderacion.ocultar(pedida.mensaje, motivo="No tocaba.", por=mesa.dani, ahora=AHORA)

    obrero.vaciar(lambda: AHORA + timedelta(hours=2))

    assert ([una.estado for una in suyas(pedida)], tiradas(), debe()) == (["retirada"], [], [])


def test_saber_a_quien_se_puede_pedir_cuesta_lo_mismo_a_uno_que_a_dos():
    mesa = fabrica.mesa()
    with CaptureQueriesContext(connection) as consultas:
        nombres = [fila.personaje.nombre for fila in pedidas.pueden(mesa.partida, mesa.escena)]

    assert (nombres, len(consultas)) == (["Kaelen", "Mirta"], 2)


def test_lo_juzgado_se_puede_anular_y_lo_que_espera_juicio_deja_de_esperarlo():
    mesa = fabrica.mesa()
    antes = ficha(mesa.kaelen)
    una, otra = suyas(pedir(mesa, mesa.kaelen, mesa.mirta, dificultad="despues"))
    tirada = respuestas.responder(una.publico, {"esfuerzo": 1}, por=mesa.ana, **YO)
    sin_juzgar = respuestas.responder(otra.publico, {}, por=mesa.bruno, **YO)
    respuestas.juzgar(una.publico, 5, por=mesa.dani, **YO)
    assert ficha(mesa.kaelen) != antes

    anulaciones.anular(tirada.publico, motivo="Eh", por=mesa.dani, ahora=AHORA)
    anulaciones.anular(sin_juzgar.publico, motivo="Eh", por=mesa.dani, ahora=AHORA)

    assert (ficha(mesa.kaelen), debe(), repasado()) == (antes, [], [])
    with pytest.raises(NoPermitido):
        respuestas.juzgar(otra.publico, 5, por=mesa.dani, **YO)


@pytest.mark.parametrize("sistema", sorted(ACCIONES))
def test_la_dificultad_oculta_no_sale_en_la_tarjeta_ni_en_el_libro(sistema):
    mesa = mesa_de(sistema)
    clave, datos = DIFICULTAD[sistema], ACCIONES[sistema][1]
    otra = {"strange": 9, "lemuria": "facil", "salvaje": 9}[sistema]
    caras_, huellas = [], []
    for valor in (datos[clave], otra):
        (una,) = suyas(pedir(mesa, dificultad="oculta", datos={**datos, clave: valor}))
        hecha = respuestas.responder(una.publico, {}, por=mesa.ana, **YO)
        # the same end, so that only the difficulty and the dice differ
        hecha.respuesta["exito"] = True
        cara = caras.de(hecha)
        caras_.append((cara.suma, cara.calculo.count("<dt>") - len(cara.dados), cara.grado, cara.suerte))
        huellas.append((hecha.mejor_que, hecha.peor_que, json.loads(hecha.asiento.contenido).get(clave)))

    assert caras_[0] == caras_[1]
    assert caras_[0][1:] == (0, "Éxito", "")
    assert huellas == [(None, None, None)] * 2


def test_la_huella_de_lo_pedido_no_deja_adivinar_lo_que_se_calla():
    mesa = fabrica.mesa()
    (una,) = suyas(pedir(mesa, dificultad="oculta", datos={"dificultad": 7, "reserva": "vigor"}))
    hecha = respuestas.responder(una.publico, {}, por=mesa.ana, **YO)
    entrada = json.loads(hecha.asiento.contenido)
    version = hecha.version_ficha

    def adivinada(datos) -> str:
        declarada = {"accion": "tarea", "datos": datos, "objetivo": [], "declaracion": "", "continua": []}
        return huella({**declarada, "personaje": [mesa.kaelen.personaje.publico, version]})

    datos = {"reserva": "vigor", "tirar": True}
    assert entrada["peticion"] == adivinada(datos)
    assert entrada["peticion"] not in {adivinada({**datos, "dificultad": n}) for n in range(11)}


@settings(max_examples=90, deadline=None, derandomize=True)
@given(sistema=st.sampled_from(sorted(ACCIONES)), semilla=st.integers(0, 10**6), cual=st.integers(0, 30))
def test_juzgada_despues_es_la_tirada_que_habria_sido_sabiendo_la_dificultad(sistema, semilla, cual):
    juego, (clave, datos) = motor.sistema(sistema), ACCIONES[sistema]
    accion, suerte = juego.acciones[clave], random.Random(semilla)
    campo = accion.campos[accion.dificultad]
    escala = list(getattr(campo, "opciones", ())) or list(range(campo.minimo, campo.maximo + 1))
    ficha_ = juego.ficha.leer(juego.ficha_vacia("Kaelen"))

    def con(dificultad) -> Peticion:
        return Peticion(sistema, clave, ficha_, datos={**datos, **accion.a_ciegas, accion.dificultad: dificultad})

    caen = motor.resolver(con(respuestas.cualquiera(accion)), AzarDeFuente(lambda _n, lados: suerte.randint(1, lados)))
    sellada = lances.solo_dados(protocolo.para_guardar(caen), con(escala[0]))
    dados = [uno["valor"] for uno in sellada["tiradas"]]
    dificultad = escala[cual % len(escala)]
    otra = random.Random(semilla)
    sabida = motor.resolver(con(dificultad), AzarDeFuente(lambda _n, lados: otra.randint(1, lados)))

    juzgada = motor.resolver(con(dificultad), AzarDictado(dados))

    assert protocolo.para_guardar(juzgada) == protocolo.para_guardar(sabida)
    assert (sellada["ficha"], sellada["efectos"], sellada["exito"]) == (ficha_, [], None)
