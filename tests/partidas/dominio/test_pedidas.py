"""Rolls that the direction asks for: asked once, thrown once, judged with the dice that fell, and what is owed."""

import json
from uuid import uuid4

import pytest

from partidas.dominio import auditoria, pedidas, respuestas
from partidas.dominio.pedidas import OrdenPedir
from partidas.models import Pendiente, RespuestaPedida, Tirada, TiradaPedida
from reglas import libro
from reglas.models import Asiento, Libro, Tipo
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
