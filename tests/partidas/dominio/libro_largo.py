"""A long book of real rolls, made in bulk, to measure memory and time where a verb each would take too long."""

from __future__ import annotations

import json
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from partidas.models import Partida, Tirada
from reglas import libro, motor, protocolo
from reglas.escritura_libro import TIRADAS_POR_SOBRE
from reglas.libro import Motivo
from reglas.models import Asiento, Clase, Libro, Tipo
from reglas.nucleo.canonico import canonico, huella
from reglas.nucleo.tipos import Peticion
from reglas.sellado import huella_texto, sellar

SAL = "0" * 32
APORTE = "00112233aabbccdd"


def alargar(partida: Partida, tiradas: int) -> None:
    """Add that many rolls, a whole number of envelopes' worth or less, to the open book of a partida.

    Each is the last roll of the book thrown again with dice of its own.
    """
    modelo = (
        Tirada.objects.sin_filtrar("measure")
        .filter(asiento__libro__dueno=partida.publico, asiento__libro__clase=Clase.ABIERTO)
        .select_related("asiento")
        .latest("asiento__n")
    )
    while tiradas > 0:
        with transaction.atomic():
            _un_sobre(modelo, min(tiradas, TIRADAS_POR_SOBRE), partida.publico)
        tiradas -= TIRADAS_POR_SOBRE


def _un_sobre(modelo: Tirada, tiradas: int, dueno: str) -> None:
    bloqueado = libro.bloquear(dueno, Clase.ABIERTO)
    solicitud = json.loads(modelo.asiento.peticion)
    campos = {
        clave: solicitud[clave] for clave in ("sistema", "accion", "ficha", "objetivo", "datos") if clave in solicitud
    }
    peticion = Peticion(**campos)
    n, prev, asientos, respuestas = bloqueado.libro.siguiente, bloqueado.libro.cabeza, [], []
    cuando: datetime = modelo.asiento.creado
    semilla = bloqueado._semilla()
    publica = huella({"medida": 1})
    for _ in range(tiradas):
        bloqueado.libro.siguiente, bloqueado.libro.cabeza = n, prev
        azar = semilla.azar(bloqueado._sello(semilla, publica, APORTE))
        respuesta = motor.resolver(peticion, azar)
        contenido = canonico(
            {
                "sobre": azar.sello.sobre,
                "peticion": publica,
                "aporte": APORTE,
                "dados": [[int(t.dado[1:]), t.valor] for t in respuesta.tiradas],
                "autor": "",
                "reglas": modelo.asiento.version,
                "solicitud": sellar(modelo.asiento.peticion, SAL),
                "n": n,
                "prev": prev,
                "tipo": Tipo.TIRADA.value,
                "cuando": cuando.strftime("%Y-%m-%dT%H:%M:%SZ"),
            }
        )
        prev = huella_texto(contenido)
        asientos.append(
            Asiento(
                libro=bloqueado.libro,
                n=n,
                hash=prev,
                recibo=prev,
                tipo=Tipo.TIRADA.value,
                sobre=bloqueado.vigente,
                contenido=contenido,
                creado=cuando,
                peticion=modelo.asiento.peticion,
                sal=SAL,
                version=modelo.asiento.version,
            )
        )
        respuestas.append(protocolo.para_guardar(respuesta))
        n += 1
    Asiento.objects.bulk_create(asientos)
    Libro.objects.filter(pk=bloqueado.libro.pk).update(siguiente=n, cabeza=prev)
    iguales = {
        campo.attname: getattr(modelo, campo.attname)
        for campo in Tirada._meta.concrete_fields
        if campo.name not in {"id", "publico", "clave", "asiento", "recibo", "respuesta"}
    }
    Tirada.objects.sin_filtrar("measure").bulk_create(
        Tirada(**iguales, clave=uuid4(), asiento=asiento, recibo=asiento.recibo, respuesta=respuesta)
        for asiento, respuesta in zip(asientos, respuestas, strict=True)
    )
    libro.bloquear(dueno, Clase.ABIERTO).rotar(Motivo.TIRADAS, ahora=cuando)
