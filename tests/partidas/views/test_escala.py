"""What a page of a thread costs: the same few queries for any length, any page and whatever hangs on its turns."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.consultas import hilo
from partidas.consultas.planes import POR_INDICE, antes_y_despues
from partidas.dominio import cierres, moderacion
from partidas.dominio.adjuntos import Puesto
from partidas.models import Escena, Mensaje, Tirada
from partidas.politica import lector
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.test_palabra import GIRO
from tests.partidas.views.test_adjuntos import subir
from tests.partidas.views.test_escenas import entrar, ruta

pytestmark = pytest.mark.django_db

GOLPE = fabrica.TiradaDeclarada("tirada", {"atributo": "mente"})


def con_todo(mesa) -> list[Mensaje]:
    """Publish one turn of each kind: dice, a whisper, a fragment, images, a request, one hidden, one deleted."""
    ana, kaelen = mesa.ana, mesa.kaelen
    clave = uuid4()
    foto = subir(mesa, clave)
    tirado = fabrica.publicar(mesa, ana, kaelen, tiradas=(GOLPE,))
    hechos = [
        tirado,
        fabrica.susurrar(mesa, ana, mesa.mirta, fila=kaelen, tiradas=(GOLPE,)),
        fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="Llueve.\n\n:::solo Kaelen\nNo es agua.\n:::"),
        fabrica.publicar(mesa, ana, kaelen, clave=clave, adjuntos=(Puesto(foto.publico, "Un faro"),)),
        fabrica.publicar(mesa, ana, kaelen, tiradas=(GIRO,)),
        fabrica.publicar(mesa, mesa.bruno, mesa.mirta, tiradas=(GOLPE,)),
        fabrica.publicar(mesa, mesa.bruno, mesa.mirta),
        fabrica.publicar(mesa, mesa.dani, visibilidad="direccion"),
    ]
    moderacion.ocultar(hechos[5], motivo="Eh", por=mesa.dani, ahora=AHORA)
    moderacion.borrar(hechos[6], motivo="Eh", por=mesa.dani, ahora=AHORA)
    return hechos


def cuanto(persona, direccion: str, datos: dict[str, str]) -> int:
    """Return the queries of a page that nothing kept answers."""
    cliente = entrar(persona)
    caches["paginas"].clear()
    with CaptureQueriesContext(connection) as captura:
        assert cliente.get(direccion, datos).status_code == 200
    return len(captura)


def test_una_pagina_del_hilo_cuesta_nueve_consultas_a_un_miembro_y_cinco_a_una_visita():
    """For 8 and 66 turns with everything that can hang on them; first, middle and last page; each kind of reader.

    Of the queries of a member two are session and account; those of a visitor have the one that keeps the page.
    """
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano", acceso="publica")
    cuentas: dict[str, set[int]] = {}
    for cuantos in (0, 50):
        filas = sembrar_filas(mesa, cuantos)
        con_todo(mesa)
        medio = filas[26].publico if cuantos else ""
        for quien in ("ana", "dani", "esp", ""):
            persona = getattr(mesa, quien) if quien else None
            for desde in ("principio", medio, "final"):
                datos = {"desde": desde} if desde else {}
                cuentas.setdefault(f"{quien} {desde[:5]}", set()).add(cuanto(persona, ruta(mesa), datos))

    de_miembros = [n for clave, unas in cuentas.items() if not clave.startswith(" ") for n in unas]
    de_visitas = [n for clave, unas in cuentas.items() if clave.startswith(" ") for n in unas]
    assert max(de_miembros) <= 9, cuentas
    assert max(de_visitas) <= 5, cuentas
    print(cuentas)


def test_un_cierre_en_la_pagina_no_cuesta_mas():
    mesa = fabrica.mesa("publica")
    fuera = cierres.cartas.donde(mesa.partida)
    direccion = reverse("escena", args=[mesa.partida.publico, fuera.publico])
    antes = [cuanto(persona, direccion, {}) for persona in (mesa.dani, mesa.ana, None)]

    cierres.cerrar_ahora(mesa.partida, numero=1, por=mesa.dani, ahora=AHORA)
    cierres.cerrar_ahora(mesa.partida, numero=2, por=mesa.dani, ahora=AHORA + timedelta(days=1))

    assert "Acaba la jornada 2." in entrar(mesa.ana).get(direccion).content.decode()
    despues = [cuanto(persona, direccion, {}) for persona in (mesa.dani, mesa.ana, None)]
    # With no turn at all nothing is asked of what hangs on them; and of who has markers, the badges of the head are.
    assert [n - m for n, m in zip(despues, antes, strict=True)] == [0, 0, 1]


def sembrar_filas(mesa, cuantas: int) -> list[Mensaje]:
    """Put turns straight into the table, every tenth a whisper of the direction and every fourteenth hidden."""
    mesa.escena.refresh_from_db(from_queryset=Escena.objects.sin_filtrar("test"))
    desde = mesa.escena.ultimo_orden
    filas = Mensaje.objects.sin_filtrar("test").bulk_create(
        Mensaje(
            escena=mesa.escena,
            autor=mesa.ana,
            voz=Mensaje.Voz.PJ,
            personaje=mesa.kaelen.personaje,
            nombre_voz="Kaelen",
            estado="oculto" if n % 14 == 7 else "publicado",
            visibilidad="direccion" if n % 10 == 5 else "todos",
            clave=uuid4(),
            huella="",
            orden=desde + n + 1,
            texto=f"Turno {n}.",
            html=f"<p>Turno {n}.</p>",
            html_version=1,
            creado=AHORA,
            publicado=AHORA,
        )
        for n in range(cuantas)
    )
    mesa.escena.ultimo_orden = desde + cuantas
    mesa.escena.save(update_fields=["ultimo_orden"])
    return filas


def planes(captura: CaptureQueriesContext) -> list[str]:
    """Return how the database would run each of those queries on the turns of a scene."""
    salida = []
    for consulta in captura:
        if '"partidas_mensaje"."orden"' not in consulta["sql"]:
            continue
        with connection.cursor() as cursor:
            explicar = (
                "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else f"{antes_y_despues(POR_INDICE)[0]}EXPLAIN"
            )
            cursor.execute(f"{explicar} {consulta['sql'].replace('%', '%%')}")
            while cursor.description is None:
                cursor.nextset()
            salida.append("\n".join(str(fila[-1]) for fila in cursor.fetchall()))
    return salida


@pytest.mark.parametrize("desde", ["principio", "medio", "final"])
def test_una_pagina_es_un_trozo_del_indice_y_no_recorre_ni_ordena_la_escena(desde):
    """What a page costs does not grow with its scene: it is read off the index by scene and place, from an end."""
    mesa = fabrica.mesa()
    filas = sembrar_filas(mesa, 600)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    datos = {"desde": filas[304].publico if desde == "medio" else ""}

    with CaptureQueriesContext(connection) as captura:
        pagina = hilo.pagina(lector(mesa.bruno, mesa.partida), mesa.escena, al_principio=desde == "principio", **datos)

    assert pagina is not None
    assert len(pagina.mensajes) == 20
    (plan,) = planes(captura)
    indice = "mensaje_orden_unico"
    if connection.vendor == "sqlite":
        lineas = [linea for linea in plan.splitlines() if "partidas_mensaje" in linea and "hay" not in linea]
        de_la_escena = [linea for linea in lineas if "escena_id=?" in linea]
        assert de_la_escena
        assert [linea for linea in lineas if linea.startswith("SCAN")] == []
        en_orden = plan.count("USE TEMP B-TREE FOR ORDER BY")
        assert en_orden == 0, plan
    else:
        assert indice in plan, plan
        assert "Seq Scan on partidas_mensaje" not in plan, plan
        assert "Sort Key: partidas_mensaje" not in plan, plan


def test_las_paginas_son_las_de_siempre_hacia_delante_y_hacia_atras():
    """Going forwards by «Siguientes» and back by «Anteriores» gives every visible turn once, in order."""
    mesa = fabrica.mesa("publica")
    filas = sembrar_filas(mesa, 97)
    for persona, ven in (
        (mesa.bruno, [f.publico for f in filas if f.visibilidad == "todos" and f.estado == "publicado"]),
        (mesa.dani, [f.publico for f in filas]),
    ):
        quien = lector(persona, mesa.partida)
        vistos, desde = [], ""
        while True:
            pagina = hilo.pagina(quien, mesa.escena, desde=desde, al_principio=not desde)
            vistos += [leido.mensaje.publico for leido in pagina.mensajes]
            desde = pagina.siguiente
            if not desde:
                break
        assert vistos == ven
        pagina = hilo.pagina(quien, mesa.escena)
        atras = [leido.mensaje.publico for leido in pagina.mensajes]
        assert atras == ven[-20:]
        while pagina.anterior:
            pagina = hilo.pagina(quien, mesa.escena, hasta=pagina.anterior)
            trozo = [leido.mensaje.publico for leido in pagina.mensajes]
            atras = trozo[: trozo.index(atras[0])] + atras if atras[0] in trozo else trozo + atras
        assert atras == ven


def test_cada_lector_recibe_lo_suyo_del_mismo_molde_aunque_pregunten_seguidos():
    """What is compiled for one person answers another with their own rows: in any order, and the staff too."""
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="A todos")
    fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, texto="A Mirta", tiradas=(fabrica.tarea(),))
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="A la mesa", visibilidad="direccion")
    mesa.eva.is_staff = True
    mesa.eva.save()

    def textos(persona) -> list[str]:
        pagina = hilo.pagina(lector(persona, mesa.partida), mesa.escena)
        return [f"{leido.mensaje.texto} {len(leido.tiradas)}" for leido in pagina.mensajes]

    todo = ["A todos 0", "A Mirta 1", "A la mesa 0"]
    for _vez in range(2):
        assert textos(mesa.bruno) == todo
        assert textos(mesa.esp) == ["A todos 0"]
        assert textos(mesa.dani) == todo
        assert textos(mesa.ana) == todo[:2]
        assert textos(mesa.eva) == ["A todos 0"]


def test_lo_que_cuelga_vuelve_entero_de_la_base():
    """A roll that travels as JSON is the row that the ORM reads, column by column."""
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),))
    (leido,) = hilo.pagina(lector(mesa.dani, mesa.partida), mesa.escena).mensajes

    guardada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)

    columnas = [campo.attname for campo in Tirada._meta.concrete_fields]
    assert [getattr(leido.tiradas[0], c) for c in columnas] == [getattr(guardada, c) for c in columnas]
    assert (leido.tiradas[0].personaje.publico, leido.tiradas[0].objetivo) == (mesa.kaelen.personaje.publico, None)
