"""S-95 to S-99 beyond accounts: characters, PNJ and their voices, titles of partidas and scenes, places."""

from __future__ import annotations

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from cuentas.nombres import validar_titulo
from partidas.dominio import reparto
from partidas.dominio.errores import DatoInvalido
from partidas.models import Escena, Mensaje, Partida, Reparto
from personajes.models import Personaje
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

PARECIDOS = ("Кaelen", "KaeIen", "ｋａｅｌｅｎ", "kaelen ", "KAELEN", "Kaelen.", "Κaelen")
DE_LADO = ("a\u202eb", "ab\u2067", "Kae\u200blen", "a\u00adb", "ab\u3164", "ab\u2800")
RAROS = ("Z\u0301\u0302\u0303a", "⚔⚔⚔", "   ", "…")
RESERVADAS = ("Director", "DJ", "Narrador", "Sistema", "Аdmin", "Moderación", "la Directora")


@pytest.fixture
def mesa(db) -> fabrica.Mesa:
    return fabrica.mesa()


def nombres() -> list[str]:
    return sorted(Reparto.objects.sin_filtrar("test").values_list("personaje__nombre", flat=True))


def crear_pj(mesa: fabrica.Mesa, nombre: str):
    datos = {"nombre": nombre, "plantilla": "vector", "presentacion": "Alguien"}
    return entrar(mesa.bruno).post(reverse("personaje_nuevo", args=[mesa.partida.publico]), datos)


def crear_pnj(mesa: fabrica.Mesa, nombre: str):
    ruta = reverse("pnj_nuevo", args=[mesa.partida.publico])
    return entrar(mesa.dani).post(ruta, {"nombre": nombre, "nivel": "2", "tipo": ""})


@pytest.mark.parametrize("nombre", PARECIDOS)
@pytest.mark.parametrize("crear", [crear_pj, crear_pnj])
def test_seg_95_un_personaje_que_parece_otro_se_rechaza_con_su_nombre(mesa, crear, nombre):
    antes = nombres()

    respuesta = crear(mesa, nombre)

    assert respuesta.status_code == 422
    assert "Ese nombre se confunde con Kaelen" in respuesta.content.decode()
    assert nombres() == antes


def test_seg_95_una_tilde_si_distingue_a_dos_personajes(mesa):
    reparto.incorporar(mesa.partida, nombre="Káelen", ficha=fabrica.FICHA, por=mesa.bruno, ahora=AHORA)

    assert "Káelen" in nombres()


def test_seg_95_al_cambiar_de_nombre_vale_lo_mismo(mesa):
    antes = nombres()
    version = Personaje.objects.sin_filtrar("test").get(pk=mesa.mirta.personaje_id).version

    with pytest.raises(DatoInvalido, match="Kaelen"):
        reparto.corregir_ficha(
            mesa.mirta, version=version, cambios={"nombre": "Кaelen"}, motivo="x", por=mesa.dani, ahora=AHORA
        )

    assert nombres() == antes


@pytest.mark.parametrize("nombre", [*DE_LADO, *RAROS])
@pytest.mark.parametrize("crear", [crear_pj, crear_pnj])
def test_seg_96_seg_97_un_personaje_de_forma_imposible_se_rechaza(mesa, crear, nombre):
    antes = nombres()

    assert crear(mesa, nombre).status_code == 422
    assert nombres() == antes


@pytest.mark.parametrize("nombre", RESERVADAS)
@pytest.mark.parametrize("crear", [crear_pj, crear_pnj])
def test_seg_98_un_personaje_no_se_llama_como_una_voz_del_sitio(mesa, crear, nombre):
    respuesta = crear(mesa, nombre)

    assert respuesta.status_code == 422
    assert "reservado para las voces del sitio" in respuesta.content.decode()


def test_seg_99_el_nombre_y_la_voz_se_guardan_en_nfc_y_con_un_solo_espacio(mesa):
    suelto = unicodedata.normalize("NFD", "  Íñigo   de  Umbría ")
    fila = reparto.incorporar(mesa.partida, nombre=suelto, ficha=fabrica.FICHA, por=mesa.bruno, ahora=AHORA)
    mensaje = fabrica.publicar(mesa, mesa.bruno, fila)
    pnj = reparto.pnj_rapido(
        mesa.partida, nombre=unicodedata.normalize("NFD", "Ángel"), nivel=2, por=mesa.dani, ahora=AHORA, secreto=False
    )
    de_pnj = fabrica.publicar(mesa, mesa.dani, pnj)

    guardado = Mensaje.objects.sin_filtrar("test").in_bulk([mensaje.pk, de_pnj.pk])
    assert guardado[mensaje.pk].nombre_voz == fila.personaje.nombre == "Íñigo de Umbría"
    assert guardado[de_pnj.pk].nombre_voz == pnj.personaje.nombre == "Ángel"
    with pytest.raises(DatoInvalido):
        reparto.incorporar(mesa.partida, nombre="íñigo de umbría", ficha=fabrica.FICHA, por=mesa.ana, ahora=AHORA)


def abrir_escena(mesa: fabrica.Mesa, titulo: str, lugar: str = ""):
    datos = {"titulo": titulo, "lugar": lugar, "tipo": "juego"}
    return entrar(mesa.dani).post(reverse("escena_nueva", args=[mesa.partida.publico]), datos)


def abrir_partida(mesa: fabrica.Mesa, titulo: str):
    datos = {
        "titulo": titulo, "sistema": "strange", "acceso": "privada", "ingreso": "libre", "zona": "Europe/Madrid",
        "renovacion": "a_mano",
    }  # fmt: skip
    return entrar(mesa.dani).post(reverse("partida_nueva"), datos)


@pytest.mark.parametrize("titulo", [*DE_LADO, *RAROS])
@pytest.mark.parametrize("abrir", [abrir_escena, abrir_partida])
def test_seg_96_seg_97_un_titulo_que_no_se_veria_como_es_se_rechaza(mesa, abrir, titulo):
    antes = (Escena.objects.sin_filtrar("test").count(), Partida.objects.sin_filtrar("test").count())

    respuesta = abrir(mesa, titulo)

    assert respuesta.status_code == 422
    assert (Escena.objects.sin_filtrar("test").count(), Partida.objects.sin_filtrar("test").count()) == antes


@pytest.mark.parametrize("lugar", DE_LADO)
def test_seg_96_el_lugar_de_una_escena_tampoco(mesa, lugar):
    assert abrir_escena(mesa, "La puerta", lugar).status_code == 422


def test_seg_96_al_cambiar_la_partida_vale_lo_mismo(mesa):
    pagina = entrar(mesa.dani)
    datos = {
        "titulo": "Faro\u202e", "sistema": "strange", "acceso": "privada", "ingreso": "libre", "zona": "Europe/Madrid",
        "version": str(mesa.partida.version), "renovacion": "a_mano",
    }  # fmt: skip

    respuesta = pagina.post(reverse("partida_editar", args=[mesa.partida.publico]), datos)

    assert respuesta.status_code == 422
    assert "caracteres invisibles o que cambian el sentido" in respuesta.content.decode()


def test_seg_99_los_titulos_se_guardan_en_nfc_y_con_un_solo_espacio(mesa):
    suelto = unicodedata.normalize("NFD", "  ¿Quién   llamó?  ")

    assert (abrir_escena(mesa, suelto, suelto).status_code, abrir_partida(mesa, suelto).status_code) == (302, 302)

    escena = Escena.objects.sin_filtrar("test").get(titulo="¿Quién llamó?")
    assert escena.lugar == "¿Quién llamó?"
    assert Partida.objects.sin_filtrar("test").filter(titulo="¿Quién llamó?").count() == 1


@pytest.mark.parametrize(
    "titulo", ["El faro", "1984", "—Huye", "Capítulo 3: «La sal»", "暗い海", "Tú y yo… ¿no?", "ﬁn"]
)
def test_seg_97_los_titulos_de_verdad_valen_y_validarlos_dos_veces_es_lo_mismo(titulo):
    assert validar_titulo(titulo) == titulo


def test_seg_97_sesenta_emojis_unidos_no_son_un_titulo():
    with pytest.raises(ValidationError):
        validar_titulo("👨‍👩‍👧" * 20)


def test_seg_96_los_nombres_van_aislados_en_la_pagina(mesa):
    """The page round a name in a script that runs the other way is not turned round by it."""
    reparto.incorporar(mesa.partida, nombre="שרה", ficha=fabrica.FICHA, por=mesa.bruno, ahora=AHORA)

    pagina = entrar(mesa.ana).get(reverse("partida", args=[mesa.partida.publico])).content.decode()

    assert "<bdi>שרה</bdi>" in pagina
