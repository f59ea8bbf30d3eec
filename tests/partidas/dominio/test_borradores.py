"""Drafts: kept, told apart between two tabs, thrown away."""

from uuid import uuid4

import pytest

from partidas.dominio import borradores
from partidas.dominio.errores import BorradorCambiado
from partidas.models import Borrador
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def guardar(persona, texto, *, version=0, pestana="a", **datos):
    datos = {"campos": {"texto": [texto]}} | datos
    return borradores.guardar(persona, "escena:x", datos, version=version, pestana=pestana, ahora=AHORA)


def test_cada_vez_que_se_guarda_sube_la_version():
    mesa = fabrica.mesa()

    primero, segundo = guardar(mesa.ana, "Uno").version, guardar(mesa.ana, "Dos", version=1).version

    guardado = Borrador.objects.visibles_para(mesa.ana).get()
    assert (primero, segundo, guardado.datos["campos"]["texto"]) == (1, 2, ["Dos"])
    assert not Borrador.objects.visibles_para(mesa.dani).exists()


def test_otra_pestana_con_una_version_vieja_no_pisa_nada():
    mesa = fabrica.mesa()
    guardar(mesa.ana, "Uno")
    guardar(mesa.ana, "Dos", version=1, pestana="b")

    with pytest.raises(BorradorCambiado) as aviso:
        guardar(mesa.ana, "Tres", version=1, pestana="a")

    assert aviso.value.borrador.datos["campos"]["texto"] == ["Dos"]
    assert Borrador.objects.visibles_para(mesa.ana).get().version == 2


def test_una_pestana_no_se_estorba_a_si_misma_ni_con_lo_mismo():
    mesa = fabrica.mesa()
    guardar(mesa.ana, "Uno")

    guardar(mesa.ana, "Dos", version=0)
    guardar(mesa.ana, "Dos", version=0, pestana="b")

    assert Borrador.objects.visibles_para(mesa.ana).get().version == 3


def test_lo_que_se_escribe_tras_publicar_no_se_queda_con_la_clave_gastada():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    otra = str(uuid4())

    assert guardar(mesa.ana, "Más", clave=str(mensaje.clave)).datos["clave"] != str(mensaje.clave)
    assert guardar(mesa.ana, "Más", version=1, clave=otra).datos["clave"] == otra


def test_lo_que_se_guarda_tarde_de_un_turno_ya_publicado_no_deja_borrador():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    tarde = guardar(mesa.ana, mensaje.texto + "\r\n", clave=str(mensaje.clave))

    assert (tarde.version, Borrador.objects.visibles_para(mesa.ana).count()) == (0, 0)
