"""Every address of the site, with the ids of the sown fixture in its gaps, and a digest of every table."""

import hashlib
import re
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver

from partidas.escenario.sembrar import Escenario
from partidas.models import Acta, Adjunto, Mensaje, SolicitudDePalabra, Tirada
from tests.fugas import rastro

HUECO = re.compile(r"<(?:[a-z]+:)?([a-z_]+)>")
# Reading writes here by design: the session itself and its row in the list of sessions of the account.
SE_ESCRIBEN_AL_LEER = frozenset({"sessions.Session", "usersessions.UserSession"})
QUE = {
    "partida_estado": ("pausar", "archivar", "reabrir"),
    "plaza_propia": ("dejar", "aceptar"),
    "plaza_sobre": ("expulsar", "quitar", "silenciar"),
    "pnj_secreto": ("mostrar", "ocultar"),
    "mensaje_moderar": ("ocultar", "borrar", "restaurar", "mostrar", "devolver"),
    "mensaje_version": ("ocultar", "mostrar"),
    "declaracion": ("ocultar", "mostrar"),
}


def patrones(raiz: URLResolver | None = None, prefijo: str = "") -> Iterator[tuple[str, str]]:
    """Give the route and the name of every pattern."""
    for uno in (raiz or get_resolver()).url_patterns:
        ruta = prefijo + re.sub(r"^\^|\\Z$|\$$", "", str(uno.pattern))
        if isinstance(uno, URLResolver):
            yield from patrones(uno, ruta)
        elif isinstance(uno, URLPattern):
            yield ruta, uno.name or ""


def todas(e: Escenario) -> dict[str, list[str]]:
    """Return for each route its addresses, those of P1 as its direction has them."""
    tirada = Tirada.objects.sin_filtrar("test").order_by("pk").first()
    palabra = SolicitudDePalabra.objects.sin_filtrar("test").first()
    mensaje = Mensaje.objects.sin_filtrar("test").get(texto=e.canarios["todos"])
    valores: dict[str, tuple[str, ...]] = {
        "partida_id": (e.partidas["p1"].publico,),
        "escena_id": (rastro.e1(e).publico,),
        "personaje_id": (e.publico("Kaelen"),),
        "mensaje_id": (mensaje.publico,),
        "tirada_id": (tirada.publico,),
        "solicitud_id": (palabra.publico if palabra else "0" * 11,),
        "respuesta_id": ("0" * 11,),
        "adjunto_id": (Adjunto.objects.sin_filtrar("test").order_by("pk").first().publico,),
        "acta_id": (Acta.objects.sin_filtrar("test").order_by("-pk").first().publico,),
        "persona_id": (e.gente["bruno"].publico,),
        "publico": (e.gente["ana"].publico,),
        "opcion": ("repetir",),
        "paso_id": ("1",),
        "clave": ("strange", "privacidad"),
        "token": ("no-es-nada",),
        "pk": ("1",),
    }
    salida: dict[str, list[str]] = {}
    for ruta, nombre in patrones():
        if "(" in ruta:  # the regular expressions of admin and allauth: one of each is enough
            ruta_lisa = re.sub(r"\(\?P<[a-z_0-9]+>[^)]*\)+", "1", ruta).replace("\\", "").rstrip("?$")
            salida[ruta] = ["/" + ruta_lisa]
            continue
        direcciones = [ruta]
        for hueco in HUECO.findall(ruta):
            opciones = QUE[nombre] if hueco == "que" else valores.get(hueco, ("1",))
            direcciones = [HUECO.sub(o, d, count=1) for d in direcciones for o in opciones]
        salida[ruta] = ["/" + d for d in direcciones]
    return salida


def de_la_casa(e: Escenario) -> list[str]:
    """Return the addresses of our own views: not of the admin."""
    return [d for ruta, lista in todas(e).items() if not ruta.startswith("admin/") for d in lista]


def resumen() -> dict[str, str]:
    """Return a digest of the rows of every table, by model."""
    salida = {}
    for modelo in apps.get_models(include_auto_created=True):
        if modelo._meta.label in SE_ESCRIBEN_AL_LEER or not modelo._meta.managed:
            continue
        gestor: Any = modelo._base_manager
        filas = gestor.sin_filtrar("test") if hasattr(gestor, "sin_filtrar") else gestor.all()
        datos = sorted(repr(fila) for fila in filas.values_list())
        salida[modelo._meta.label] = hashlib.sha256("\n".join(datos).encode()).hexdigest()
    return salida
