"""A big site for the benches: messages, scenes and partidas, put straight into the tables and into the index."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.db import connection, transaction

from partidas.busqueda.trozos import de_html
from partidas.dominio.indice import TEXTO
from partidas.dominio.reparto import sentar
from partidas.models import Buscable, Destinatario, Escena, Mensaje, Partida, Tirada
from partidas.models.buscable import TRAMO
from partidas.presentacion.marcado import VERSION, render
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.libro_largo import alargar

GRANDE, CORTO = bool(os.environ.get("GRANDE")), bool(os.environ.get("CORTO"))
LARGA = 200_000 if GRANDE else 1_000 if CORTO else 20_000
MENSAJES = 300_000 if GRANDE else 2_000 if CORTO else 30_000
ESCENAS = 500 if CORTO else 10_000
PARTIDAS = 60
CADA_RARA = 2_500
FRASE = "La lluvia cae sobre el faro y *nadie* dice nada durante mucho rato. "


@dataclass
class Sitio:
    """What was put in the database, by what is asked of it."""

    mesa: Any
    corta: Any
    muchas: Any
    lista: list[Any]


def llenar() -> Sitio:
    """Put in the messages, scenes and partidas."""

    comienzo = time.perf_counter()
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),))
    alargar(mesa.partida, LARGA // 3 + 500 // 3)
    turnos(mesa, mesa.escena, LARGA, desde=2)
    corta = escena_de(mesa.partida, "La corta")
    turnos(mesa, corta, 500)
    tiradas = list(Tirada.objects.sin_filtrar("bench").order_by("pk").values_list("pk", flat=True))[1:]
    repartir(tiradas[: LARGA // 3], mesa.escena)
    repartir(tiradas[LARGA // 3 :], corta)
    lista = []
    for n in range(PARTIDAS):
        partida = fabrica.partidas.crear(
            fabrica.DatosPartida(titulo=f"Partida {n}", sistema=fabrica.SISTEMA),
            direccion=mesa.dani,
            ahora=AHORA,
        )
        sentar(partida, mesa.esp, "jugador", AHORA)
        otra = escena_de(partida, "Una")
        turnos(mesa, otra, max(1, (MENSAJES - LARGA - 500) // PARTIDAS))
        lista.append(partida)
    muchas: Partida = lista[0]
    Escena.objects.sin_filtrar("bench").bulk_create(
        [
            Escena(partida=muchas, titulo=f"Escena {n}", posicion=n + 5, creada=AHORA, secreta=n % 10 == 0)
            for n in range(ESCENAS)
        ],
        batch_size=2_000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"  {MENSAJES} mensajes, escena de {LARGA}, en {time.perf_counter() - comienzo:.0f} s ({connection.vendor})")
    return Sitio(mesa, corta, muchas, lista)


def escena_de(partida: Any, titulo: str) -> Any:
    """Open a scene without its verb, which would tell the outbox."""

    return Escena.objects.sin_filtrar("bench").create(partida=partida, titulo=titulo, creada=AHORA, posicion=1)


def textos() -> list[tuple[str, str]]:
    """Return sources and HTML: the word of every turn; that of who throws nothing, one in three; the rare one."""
    finales = ("Alguien enciende un candil.", "Queda el eco.", "Pasa un ornitorrinco.")
    fuentes = ["\n\n".join([FRASE * 4] * 3 + [final]) for final in finales]
    return [(fuente, render(fuente).html) for fuente in fuentes]


def turnos(mesa: Any, escena: Any, cuantos: int, *, desde: int = 1) -> None:
    """Put turns in a scene: one in ten is whispered, one in fourteen hidden."""
    escritos = textos()
    voces = ((mesa.ana, mesa.kaelen), (mesa.bruno, mesa.mirta))
    for primero in range(0, cuantos, 5_000):
        filas = []
        for n in range(primero, min(primero + 5_000, cuantos)):
            autor, fila = voces[n % 2]
            texto, html = escritos[2 if n % CADA_RARA == 24 else 0 if n % 3 == 2 else 1]
            filas.append(
                Mensaje(
                    escena=escena,
                    autor=autor,
                    personaje=fila.personaje,
                    voz="pj",
                    nombre_voz=fila.personaje.nombre,
                    estado="oculto" if n % 14 == 7 else "publicado",
                    visibilidad="destinatarios" if n % 10 == 3 else "todos",
                    clave=uuid4(),
                    huella="",
                    orden=desde + n,
                    texto=texto,
                    html=html,
                    html_version=VERSION,
                    creado=AHORA,
                    publicado=AHORA,
                )
            )
        hechas = Mensaje.objects.sin_filtrar("bench").bulk_create(filas, batch_size=500)
        Destinatario.objects.sin_filtrar("bench").bulk_create(
            [
                Destinatario(mensaje=fila, usuario=mesa.bruno, personaje=mesa.mirta.personaje, nombre="Mirta")
                for fila in hechas
                if fila.visibilidad == "destinatarios"
            ]
        )
        anotar(escena.partida_id, hechas)
    escena.ultimo_orden = desde + cuantos - 1
    escena.save(update_fields=["ultimo_orden"])


def anotar(partida: int, filas: list[Mensaje]) -> None:
    """Put those turns in the index of the search, as the verb that publishes does one by one."""
    de = {fila.html: de_html(fila.html) for fila in {fila.html: fila for fila in filas}.values()}
    Buscable.objects.sin_filtrar("bench").bulk_create(
        [
            Buscable(
                pk=fila.pk * TRAMO + TEXTO,
                partida_id=partida,
                mensaje_id=fila.pk,
                clase=Buscable.Clase.TEXTO,
                texto=de[fila.html][0],
                plegado=de[fila.html][1],
            )
            for fila in filas
        ],
        batch_size=500,
    )


def repartir(tiradas: list[int], escena: Any) -> None:
    """Hang each of those rolls on a turn of its own, one turn in three."""

    todos = Mensaje.objects.sin_filtrar("bench").filter(escena=escena).order_by("orden").values_list("pk", flat=True)
    pares = list(zip(list(todos)[1::3], tiradas, strict=False))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany("UPDATE partidas_tirada SET mensaje_id = %s, posicion = 0 WHERE id = %s", pares)
