"""Hiding what a roll declares: with its message or alone, from whom, and what stays as it was."""

from uuid import uuid4

import pytest
from django.urls import reverse

from partidas.dominio import cesiones, declaraciones, en_curso, moderacion, turnos
from partidas.dominio import deshacer as inversos
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.errores import DatoInvalido
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Acta, Tirada
from reglas import libro
from reglas.models import Asiento, Libro
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db

INSULTO = "Le digo a esp algo que no se dice"
DECLARADA = TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"}, declaracion=INSULTO)


def publicada(mesa) -> tuple:
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(DECLARADA,))
    return mensaje, Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)


def a_medias(mesa) -> tuple:
    orden = fabrica.orden(mesa.kaelen)
    tirada = en_curso.tirar(mesa.escena, OrdenTirar(orden, DECLARADA, uuid4()), autor=mesa.ana, ahora=AHORA)
    return orden, tirada


def la_leen(mesa, *quienes: str) -> set[str]:
    ruta = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    return {q for q in quienes if INSULTO in entrar(getattr(mesa, q)).get(ruta).content.decode()}


def test_lo_que_declara_una_tirada_se_oculta_con_su_mensaje_y_vuelve_con_el():
    mesa = fabrica.mesa()
    mensaje, tirada = publicada(mesa)
    asientos = list(Asiento.objects.order_by("pk").values())
    gente = ("dani", "ana", "bruno", "esp")
    antes = la_leen(mesa, *gente)

    moderacion.ocultar(mensaje, motivo="Insulta", por=mesa.dani, ahora=AHORA)
    oculta = la_leen(mesa, *gente)
    ruta = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    pagina = entrar(mesa.bruno).get(ruta).content.decode()
    moderacion.mostrar(mensaje, por=mesa.dani, ahora=AHORA)

    assert (antes, oculta, la_leen(mesa, *gente)) == (set(gente), {"dani", "ana"}, set(gente))
    assert f'id="t-{tirada.publico}"' in pagina
    assert list(Asiento.objects.order_by("pk").values()) == asientos


def test_lo_que_declara_se_va_tambien_con_un_mensaje_borrado():
    mesa = fabrica.mesa()
    mensaje, _tirada = publicada(mesa)

    moderacion.borrar(mensaje, motivo="Insulta", por=mesa.dani, ahora=AHORA)

    assert la_leen(mesa, "dani", "ana", "bruno", "esp") == {"dani", "ana"}


def test_la_direccion_oculta_lo_que_declara_una_tirada_en_curso_y_sigue_oculto_al_publicarla():
    mesa = fabrica.mesa()
    orden, tirada = a_medias(mesa)
    asientos = list(Asiento.objects.order_by("pk").values())

    hecho = [declaraciones.ocultar(tirada.publico, motivo="Insulta", por=mesa.dani, ahora=AHORA) for _ in range(2)]
    en_marcha = la_leen(mesa, "dani", "ana", "bruno", "esp")
    turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)

    acta = Acta.objects.sin_filtrar("test").get()
    assert hecho == [True, False]
    assert (acta.verbo, acta.clase, acta.objeto, acta.motivo) == ("tapar", "tirada", tirada.publico, "Insulta")
    assert en_marcha == la_leen(mesa, "dani", "ana", "bruno", "esp") == {"dani", "ana"}
    assert list(Asiento.objects.order_by("pk").values()) == asientos
    assert libro.verificar(Libro.objects.get(dueno=mesa.partida.publico, clase="abierto")).fallos == ()


def test_se_vuelve_a_mostrar_y_deshacer_la_oculta_con_su_motivo():
    mesa = fabrica.mesa()
    _orden, tirada = a_medias(mesa)
    declaraciones.ocultar(tirada.publico, motivo="Insulta", por=mesa.dani, ahora=AHORA)

    vuelto = [declaraciones.mostrar(tirada.publico, por=mesa.dani, ahora=AHORA) for _ in range(2)]
    leen = la_leen(mesa, "bruno")
    acta = Acta.objects.sin_filtrar("test").select_related("partida").latest("pk")
    deshecho = inversos.deshacer(acta, por=mesa.dani, ahora=AHORA)

    assert (vuelto, leen, deshecho) == ([True, False], {"bruno"}, True)
    assert Tirada.objects.sin_filtrar("test").get().declaracion_oculta == "Insulta"
    assert la_leen(mesa, "bruno") == set()


def test_sin_motivo_no_se_oculta_y_sin_declaracion_no_hay_que_ocultar():
    mesa = fabrica.mesa()
    _orden, tirada = a_medias(mesa)
    callada = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    muda = Tirada.objects.sin_filtrar("test").get(mensaje=callada)

    with pytest.raises(DatoInvalido):
        declaraciones.ocultar(tirada.publico, motivo=" ", por=mesa.dani, ahora=AHORA)

    assert declaraciones.ocultar(muda.publico, motivo="Eh", por=mesa.dani, ahora=AHORA) is False
    assert Acta.objects.sin_filtrar("test").count() == 0


def test_la_pagina_la_ofrece_a_la_direccion_en_la_tarjeta_y_dice_a_quien_tiro_por_que():
    mesa = fabrica.mesa()
    _orden, tirada = a_medias(mesa)
    ruta = reverse("declaracion", args=[tirada.publico, "ocultar"])
    escena = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    ofrecen = {q: ruta in entrar(getattr(mesa, q)).get(escena).content.decode() for q in ("dani", "ana", "bruno")}

    pregunta = entrar(mesa.dani).get(ruta).content.decode()
    sin_motivo = entrar(mesa.dani).post(ruta, {"motivo": ""})
    respuesta = entrar(mesa.dani).post(ruta, {"motivo": "Insulta"})
    otra_vez = entrar(mesa.dani).get(ruta)

    assert ofrecen == {"dani": True, "ana": False, "bruno": False}
    assert INSULTO in pregunta
    assert (sin_motivo.status_code, respuesta.status_code, otra_vez.status_code) == (422, 302, 409)
    assert "La declaración está oculta." in otra_vez.content.decode()
    assert "Declaración oculta por la dirección: Insulta" in entrar(mesa.ana).get(escena).content.decode()
    visto = entrar(mesa.bruno).get(escena).content.decode()
    assert ("Declaración oculta por la dirección" in visto, "Insulta" in visto) == (True, False)


def test_ni_la_pagina_de_una_opcion_dice_lo_que_se_oculto():
    mesa = fabrica.mesa()
    mensaje, tirada = publicada(mesa)
    moderacion.ocultar(mensaje, motivo="Insulta", por=mesa.dani, ahora=AHORA)
    cesiones.entregar(mesa.kaelen, a=mesa.bruno, por=mesa.dani, ahora=AHORA)

    respuesta = entrar(mesa.bruno).get(reverse("continuar", args=[tirada.publico, "repetir"]))

    assert respuesta.status_code == 200
    assert f'id="t-{tirada.publico}"' in respuesta.content.decode()
    assert INSULTO not in respuesta.content.decode()
