"""The index of the search follows every verb that writes words, and is never what decides who finds them."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import connection

from partidas.busqueda import motores, pregunta
from partidas.consultas import busqueda
from partidas.consultas.busqueda import Filtros
from partidas.dominio import declaraciones, edicion, escenas, indice, lectores, moderacion, plazas, repintado
from partidas.dominio.comprobacion import incumplidas
from partidas.models import Buscable, Fragmento, Mensaje, Participante, Tirada
from partidas.presentacion import marcado
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db
GENTE = ("dani", "ana", "bruno", "esp", "eva", "anon")


def quien_encuentra(mesa, busca: str) -> str:
    """Return the people whose search finds anything, in the order of the cast."""
    leida = pregunta.leer(busca)
    assert leida.problema is None

    def halla(nombre: str) -> bool:
        persona = AnonymousUser() if nombre == "anon" else getattr(mesa, nombre)
        resultado = busqueda.buscar(persona, leida, Filtros())
        assert bool(resultado.grupos) == bool(resultado.cuantos)
        return bool(resultado.grupos)

    return " ".join(filter(halla, GENTE))


def hacer(verbo, *args, **datos) -> None:
    assert verbo(*args, **datos, ahora=AHORA) is not False


def todo() -> list[tuple]:
    """Return the whole index."""
    filas = Buscable.objects.sin_filtrar("test").order_by("mensaje", "clase", "fragmento", "tirada")
    return list(filas.values_list("mensaje", "clase", "fragmento", "tirada", "texto", "plegado", "partida"))


def test_tra_01_cada_texto_lo_encuentra_quien_lo_lee_y_nadie_mas():
    mesa = fabrica.mesa(acceso="publica")
    sotano = fabrica.secreta(mesa, mesa.mirta)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="abiertisima", notas="anotadisima")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="reservadisima", visibilidad="direccion")
    fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, texto="susurradisima")
    nota = {"notas": "notadisima", "notas_direccion": True}
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Algo.", **nota)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Llueve.\n\n:::solo Mirta\nfragmentadisima\n:::")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Va ||destripadisima|| eso.")
    mesa.escena = sotano
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="sotanisima")
    todos = "dani ana bruno esp eva anon"

    assert {
        palabra: quien_encuentra(mesa, palabra)
        for palabra in (
            "abiertisima", "anotadisima", "reservadisima", "susurradisima", "notadisima", "fragmentadisima",
            "destripadisima", "sotanisima",
        )
    } == {
        "abiertisima": todos,
        "anotadisima": todos,
        "reservadisima": "dani ana",
        "susurradisima": "dani ana bruno",
        "notadisima": "dani ana",
        "fragmentadisima": "dani ana bruno",
        "destripadisima": "",
        "sotanisima": "dani bruno",
    }  # fmt: skip


def test_tra_08_lo_que_se_estrecha_deja_de_encontrarse_al_momento_y_sin_que_nadie_reindexe():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="La palabra rarisima.")
    bodega = fabrica.secreta(mesa, mesa.mirta)
    pasos = [quien_encuentra(mesa, "rarisima")]
    antes = todo()

    for verbo, datos in (
        (lectores.cambiar, {"visibilidad": "direccion"}),
        (lectores.cambiar, {"visibilidad": "todos"}),
        (moderacion.ocultar, {"motivo": "Eh"}),
        (moderacion.mostrar, {}),
        (moderacion.borrar, {"motivo": "Eh"}),
        (moderacion.restaurar, {}),
        (moderacion.mover, {"destino": bodega}),
    ):
        hacer(verbo, mensaje, por=mesa.dani, **datos)
        pasos.append(quien_encuentra(mesa, "rarisima"))

    todos = "dani ana bruno esp"
    assert pasos == [todos, "dani ana", todos, "dani ana", todos, "dani ana", todos, "dani ana bruno"]
    assert todo() == antes


def test_quien_se_va_o_es_expulsado_encuentra_solo_lo_suyo():
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="ajena rarisima")
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="propia rarisima")
    plaza = Participante.objects.sin_filtrar("test").get(usuario=mesa.bruno)

    hacer(plazas.expulsar, plaza, motivo="Eh", por=mesa.dani)

    resultado = busqueda.buscar(mesa.bruno, pregunta.leer("rarisima"), Filtros())
    assert [(g.escena, [h.extractos[0].html for h in g.hallados]) for g in resultado.grupos] == [
        (None, ["propia <mark>rarisima</mark>"])
    ]


def test_editar_cambia_lo_que_se_encuentra_y_lo_de_antes_no_lo_encuentra_nadie():
    mesa = fabrica.mesa()
    texto = "viejisima\n\n:::solo Mirta\nsecretisima\n:::"
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=texto, notas="notisima")

    datos = {"texto": "nuevisima\n\n:::solo Mirta\nclarisima\n:::", "notas": "", "version": 1, "por": mesa.ana}
    hacer(edicion.editar, mensaje, **datos)

    assert {
        palabra: quien_encuentra(mesa, palabra)
        for palabra in ("viejisima", "secretisima", "notisima", "nuevisima", "clarisima")
    } == {
        "viejisima": "",
        "secretisima": "",
        "notisima": "",
        "nuevisima": "dani ana bruno esp",
        "clarisima": "dani ana bruno",
    }
    hacer(edicion.editar, mensaje, **datos | {"texto": "nuevisima", "version": 2})
    assert quien_encuentra(mesa, "clarisima") == ""


def test_lo_que_se_declara_lo_encuentra_quien_lo_lee_y_tapado_solo_quien_tiro_y_la_direccion():
    mesa = fabrica.mesa()
    tarea = {
        "tiradas": (
            fabrica.TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"}, declaracion="Trepo calladisima"),
        )
    }
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, **tarea)
    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
    pasos = [quien_encuentra(mesa, "calladisima")]

    hacer(declaraciones.ocultar, tirada.publico, motivo="Eh", por=mesa.dani)
    pasos.append(quien_encuentra(mesa, "calladisima"))
    hacer(declaraciones.mostrar, tirada.publico, por=mesa.dani)
    hacer(moderacion.ocultar, mensaje, motivo="Eh", por=mesa.dani)
    pasos.append(quien_encuentra(mesa, "calladisima"))

    assert pasos == ["dani ana bruno esp", "dani ana", "dani ana"]


def test_repintar_rehacer_y_la_migracion_dejan_el_mismo_indice(monkeypatch):
    mesa = fabrica.mesa()
    tarea = (fabrica.TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"}, declaracion="Trepo"),) * 2
    texto = "Uno.\n\n:::solo Mirta\nDos.\n:::\n\nTres ||cuatro||.\n\n:::dirección\nCinco.\n:::"
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=texto, notas="Seis.", tiradas=tarea)
    fabrica.publicar(mesa, mesa.dani, texto="Siete.")
    bien = todo()
    assert len(bien) == 7
    rehechos = {}

    Mensaje.objects.sin_filtrar("test").update(html="<p>Otra</p>", html_version=0)
    Fragmento.objects.sin_filtrar("test").update(html="<p>Otra</p>", html_version=0)
    indice.rehacer()
    mal = todo()
    repintado.repintar()
    rehechos["repintar"] = todo()
    for nombre, orden in (("todo", {}), ("lo que falta", {"lo_que_falta": True})):
        Buscable.objects.sin_filtrar("test").all().delete()
        assert quien_encuentra(mesa, "siete") == ""
        call_command("reindexar", **orden)
        rehechos[nombre] = todo()
    Buscable.objects.sin_filtrar("test").all().delete()
    migracion = import_module("partidas.migrations.0016_buscable")
    migracion.llenar(apps_de_entonces(monkeypatch), SimpleNamespace(connection=connection))
    rehechos["migrar"] = todo()

    assert mal != bien
    assert rehechos == dict.fromkeys(("repintar", "todo", "lo que falta", "migrar"), bien)
    assert mensaje.html_version == marcado.VERSION
    assert quien_encuentra(mesa, "siete") == "dani ana bruno esp"


def apps_de_entonces(monkeypatch):
    """Return the models as a migration has them: with no locked door."""
    abiertos = {}
    for nombre in ("Buscable", "Mensaje", "Fragmento", "Tirada"):
        modelo = apps.get_model("partidas", nombre)
        puerta = modelo.objects

        class Abierto:
            objects = SimpleNamespace(
                using=lambda _alias, puerta=puerta: puerta.sin_filtrar("test"),
            )

            def __new__(cls, modelo=modelo, **campos):
                return modelo(**campos)

        abiertos[nombre] = Abierto
    return SimpleNamespace(get_model=lambda _app, nombre: abiertos[nombre])


def test_un_mensaje_que_no_esta_en_el_indice_lo_dice_comprobar():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Algo.")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="||Solo un destripe||")
    assert incumplidas() == []

    Buscable.objects.sin_filtrar("test").filter(mensaje=mensaje).delete()

    assert incumplidas() == [f"mensaje {mensaje.publico}: falta en el índice de la búsqueda (manage.py reindexar)"]


def test_los_disparadores_que_se_pierden_al_rehacer_la_tabla_vuelven_con_su_indice():
    """SQLite drops them when a migration rebuilds the table; PostgreSQL has none."""
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="antes")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for nombre in motores.DISPARADORES:
                cursor.execute(f"DROP TRIGGER {nombre}")
        assert motores.faltan(connection) == list(motores.DISPARADORES)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="entonces")

    motores.al_migrar(using=connection.alias)

    assert motores.faltan(connection) == []
    assert [quien_encuentra(mesa, una) for una in ("antes", "entonces")] == ["dani ana bruno esp"] * 2


def test_ningun_verbo_deja_el_indice_distinto_de_como_se_haria_entero():
    mesa = fabrica.mesa()
    otra = escenas.abrir(mesa.partida, titulo="Otra", por=mesa.dani, ahora=AHORA)
    texto = "Uno.\n\n:::solo Mirta\nDos.\n:::\n\n:::dirección\nTres.\n:::"
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=texto)
    sin_uno = "Uno.\n\n:::dirección\nTres y algo.\n:::\n\n:::solo Mirta\nCuatro.\n:::"
    edicion.editar(mensaje, texto=sin_uno, notas="Nota.", version=1, por=mesa.ana, ahora=AHORA + timedelta(minutes=1))
    edicion.editar(mensaje, texto="Cinco.", notas="", version=2, por=mesa.ana, ahora=AHORA + timedelta(minutes=2))
    edicion.editar(mensaje, texto=texto, notas="Fin.", version=3, por=mesa.ana, ahora=AHORA + timedelta(minutes=3))
    moderacion.mover(mensaje, destino=otra, por=mesa.dani, ahora=AHORA)
    hay = todo()

    Buscable.objects.sin_filtrar("test").all().delete()
    indice.rehacer()

    assert todo() == hay
    assert len(hay) == 4
