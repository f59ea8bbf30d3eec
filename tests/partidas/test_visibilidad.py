"""The gate: what each of the people of the table reads, as equalities."""

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db import models

from cuentas.guarda import LecturaSinPermiso, PuertaCerrada
from partidas.dominio import escenas
from partidas.models import Escena, Mensaje, Participante, Partida, Reparto, Tirada, visibilidad
from personajes.models import Personaje
from tests import fabrica
from tests.fabrica import AHORA

GENTE = ("dani", "ana", "bruno", "esp", "eva", "anon")


def persona(mesa, nombre):
    return AnonymousUser() if nombre == "anon" else getattr(mesa, nombre)


def quien_lee(mesa, fila) -> set[str]:
    """Return the names of the people who can read one row."""
    modelo = type(fila)
    return {n for n in GENTE if modelo.objects.visibles_para(persona(mesa, n)).filter(pk=fila.pk).exists()}


@pytest.mark.django_db
def test_leer_una_tabla_secreta_sin_decir_para_quien_falla():
    for modelo in visibilidad.tablas_secretas():
        with pytest.raises(LecturaSinPermiso):
            list(modelo.objects.all())
        with pytest.raises(LecturaSinPermiso):
            modelo.objects.count()
        with pytest.raises(LecturaSinPermiso):
            modelo.objects.sin_filtrar(" ")


def test_toda_tabla_secreta_tiene_puerta_cerrada_y_ninguna_vuelta_atras():
    secretas = visibilidad.tablas_secretas()
    for modelo in apps.get_models():
        if modelo in secretas:
            assert isinstance(modelo._default_manager, PuertaCerrada), modelo
        elif modelo._meta.app_label in ("partidas", "personajes"):
            assert not isinstance(modelo._default_manager, PuertaCerrada), f"{modelo} has no rule in the gate"
        for campo in modelo._meta.get_fields():
            if not isinstance(campo, models.ForeignKey | models.ManyToManyField):
                continue
            if modelo in secretas or campo.related_model in secretas:
                assert campo.remote_field.hidden, f"{modelo.__name__}.{campo.name} opens a way round the gate"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("acceso", "lectores"),
    [
        ("privada", {"dani", "ana", "bruno", "esp"}),
        ("enlace", {"dani", "ana", "bruno", "esp", "eva", "anon"}),
        ("publica", {"dani", "ana", "bruno", "esp", "eva", "anon"}),
    ],
)
def test_lo_escrito_para_todos_lo_lee_quien_lee_la_partida(acceso, lectores):
    mesa = fabrica.mesa(acceso)

    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))

    tirada = Tirada.objects.sin_filtrar("test").get()
    assert quien_lee(mesa, mesa.partida) == lectores
    assert quien_lee(mesa, mesa.escena) == lectores
    assert quien_lee(mesa, mensaje) == lectores
    assert quien_lee(mesa, tirada) == lectores


@pytest.mark.django_db
@pytest.mark.parametrize("acceso", ["privada", "publica"])
@pytest.mark.parametrize(
    ("autor", "visibilidad_", "para", "lectores"),
    [
        ("ana", "direccion", (), {"ana", "dani"}),
        ("ana", "destinatarios", ("mirta",), {"ana", "bruno", "dani"}),
        ("dani", "destinatarios", ("kaelen",), {"ana", "dani"}),
        ("dani", "direccion", (), {"dani"}),
    ],
)
def test_lo_privado_lo_lee_solo_a_quien_se_le_dijo(acceso, autor, visibilidad_, para, lectores):
    mesa = fabrica.mesa(acceso)
    fila = mesa.kaelen if autor == "ana" else None

    mensaje = fabrica.publicar(
        mesa,
        getattr(mesa, autor),
        fila,
        visibilidad=visibilidad_,
        destinatarios=tuple(getattr(mesa, n).personaje.publico for n in para),
        tiradas=(fabrica.tarea(),) if fila else (),
    )

    assert quien_lee(mesa, mensaje) == lectores
    for tirada in Tirada.objects.sin_filtrar("test"):
        assert quien_lee(mesa, tirada) == lectores


@pytest.mark.django_db
@pytest.mark.parametrize("estado", ["oculto", "borrado"])
def test_lo_retirado_lo_leen_autor_y_direccion_y_su_tirada_sigue_para_todos(estado):
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    Mensaje.objects.sin_filtrar("test").update(estado=estado)

    tirada = Tirada.objects.sin_filtrar("test").get()
    assert quien_lee(mesa, mensaje) == {"ana", "dani"}
    assert quien_lee(mesa, tirada) == {"dani", "ana", "bruno", "esp"}
    restos = Mensaje.objects.en_hilo_de(mesa.bruno).values_list("pk", "legible")
    assert list(restos) == [(mensaje.pk, False)]


@pytest.mark.django_db
def test_una_escena_secreta_no_existe_para_quien_no_esta():
    mesa = fabrica.mesa("publica")
    escena = escenas.abrir(
        mesa.partida,
        titulo="El sótano",
        por=mesa.dani,
        ahora=AHORA,
        secreta=True,
        presentes=(mesa.kaelen.personaje.publico,),
    )
    mesa.escena = escena

    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))

    tirada = Tirada.objects.sin_filtrar("test").get()
    assert quien_lee(mesa, escena) == {"dani", "ana"}
    assert quien_lee(mesa, mensaje) == {"dani", "ana"}
    assert quien_lee(mesa, tirada) == {"dani", "ana"}
    assert tirada.libro == "cerrado"


@pytest.mark.django_db
def test_la_ficha_la_ven_quien_la_lleva_y_la_direccion():
    mesa = fabrica.mesa("publica")

    kaelen = Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id)
    guardia = Personaje.objects.sin_filtrar("test").get(pk=mesa.pnj.personaje_id)
    assert quien_lee(mesa, kaelen) == {"ana", "dani"}
    assert quien_lee(mesa, guardia) == {"dani"}


@pytest.mark.django_db
def test_un_pnj_secreto_solo_lo_conoce_la_direccion():
    mesa = fabrica.mesa("publica")
    Reparto.objects.sin_filtrar("test").filter(pk=mesa.pnj.pk).update(secreto=True)

    assert quien_lee(mesa, mesa.pnj) == {"dani"}
    assert quien_lee(mesa, mesa.kaelen) == set(GENTE)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("estado", "partida", "todos", "privado"),
    [
        ("activa", True, True, True),
        ("invitada", True, False, True),
        ("retirada", False, False, True),
        ("expulsada", False, False, False),
    ],
)
def test_el_estado_del_asiento_abre_y_cierra(estado, partida, todos, privado):
    mesa = fabrica.mesa()
    para_todos = fabrica.publicar(mesa, mesa.dani)
    susurro = fabrica.publicar(
        mesa, mesa.dani, visibilidad="destinatarios", destinatarios=(mesa.mirta.personaje.publico,)
    )
    Participante.objects.sin_filtrar("test").filter(usuario=mesa.bruno).update(estado=estado)

    lee = [
        "bruno" in quien_lee(mesa, mesa.partida),
        "bruno" in quien_lee(mesa, para_todos),
        "bruno" in quien_lee(mesa, susurro),
    ]
    assert lee == [partida, todos, privado]


@pytest.mark.django_db
def test_una_partida_en_preparacion_solo_la_ve_quien_participa():
    mesa = fabrica.mesa("publica")
    Partida.objects.sin_filtrar("test").update(estado="preparacion")

    assert quien_lee(mesa, mesa.partida) == {"dani", "ana", "bruno", "esp"}
    assert quien_lee(mesa, mesa.escena) == {"dani", "ana", "bruno", "esp"}
    assert Escena.objects.visibles_para(AnonymousUser()).count() == 0


def test_seg_24_ninguna_tabla_secreta_esta_en_la_administracion():
    from django.contrib import admin

    libro = {modelo for modelo in apps.get_models() if modelo._meta.app_label == "reglas"}

    assert set(admin.site._registry) & (visibilidad.tablas_secretas() | libro) == set()
