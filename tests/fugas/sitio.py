"""The sown site, ready to be asked: its people with their browsers, its canaries, what fills each address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from cuentas.models import Usuario
from partidas.escenario.oraculo import IDS_SECRETOS, QUIEN_VE, ROLES
from partidas.models import Acta, Adjunto, Escena, Mensaje, Partida, Reparto, SolicitudDePalabra, Tirada
from tests.fugas.buscar import Hallazgos, buscar, enlaces

MOTIVO = "test"


@dataclass(frozen=True, slots=True)
class Patron:
    """A URL pattern: its name with its namespaces, its route, and what it takes."""

    nombre: str
    ruta: str
    argumentos: tuple[str, ...]


def patrones() -> dict[str, Patron]:
    """Return every URL pattern of the site by name; those without one, by their route."""
    return {uno.nombre: uno for uno in _patrones(get_resolver(), "", "", ())}


def _patrones(resolutor: URLResolver, prefijo: str, espacio: str, antes: tuple[str, ...]) -> Iterator[Patron]:
    for uno in resolutor.url_patterns:
        ruta = prefijo + str(uno.pattern)
        argumentos = (*antes, *uno.pattern.regex.groupindex)
        if isinstance(uno, URLPattern):
            yield Patron(f"{espacio}{uno.name or ruta}", ruta, argumentos)
        else:
            propio = f"{uno.namespace}:" if uno.namespace else ""
            yield from _patrones(uno, ruta, f"{espacio}{propio}", argumentos)


@dataclass
class Respuesta:
    """What one person got from one address: status, kind, canaries and secret ids, links."""

    estado: int
    tipo: str
    clases: frozenset[str]
    ids: frozenset[str]
    enlaces: tuple[str, ...]


@dataclass
class Sitio:
    """The fixture and what has been asked of it: each page is asked once for each person."""

    clases: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    clientes: dict[str, Client] = field(default_factory=dict)
    vistas: dict[tuple[str, str, str], Respuesta] = field(default_factory=dict)
    tipos: dict[str, set[str]] = field(default_factory=dict)

    def pedir(self, rol: str, direccion: str, *, trozo: bool = False, otra_vez: bool = False) -> Respuesta:
        """Get an address as a person; `trozo`: as htmx asks for it. Kept, unless `otra_vez`."""
        clave = (rol, direccion, "trozo" if trozo else "")
        if otra_vez or clave not in self.vistas:
            cabeceras = {"HX-Request": "true"} if trozo else {}
            respuesta = self.clientes[rol].get(direccion, headers=cabeceras)
            hallado = buscar(respuesta, self.ids)
            vista = self._leer(respuesta, direccion, hallado)
            if otra_vez:
                return vista
            self.vistas[clave] = vista
        return self.vistas[clave]

    def _leer(self, respuesta: Any, direccion: str, hallado: Hallazgos) -> Respuesta:
        tipo = respuesta.get("Content-Type", "").partition(";")[0]
        if respuesta.status_code == 200 and respuesta.resolver_match is not None:
            self.tipos.setdefault(tipo, set()).add(respuesta.resolver_match.view_name or respuesta.resolver_match.route)
        return Respuesta(
            respuesta.status_code,
            tipo,
            frozenset(self.clases[uno] for uno in hallado.canarios),
            # an address gives back its own id, also to who may not read it
            frozenset(self.ids[uno] for uno in hallado.ids if uno not in direccion),
            enlaces(hallado.cuerpo, direccion, respuesta.get("Location", "")),
        )


def debe_ver(rol: str) -> set[str]:
    """Return the kinds of things that the oracle lets a person see."""
    return {clase for clase, roles in QUIEN_VE.items() if rol in roles}


def fugas(sitio: Sitio) -> list[str]:
    """Return a line for each thing that somebody was shown and the oracle does not let them see."""
    lineas = []
    for (rol, direccion, trozo), vista in sitio.vistas.items():
        permitidas = debe_ver(rol)
        lineas += [f"{rol} ve {c} en {direccion} {trozo}" for c in sorted(vista.clases - permitidas)]
        lineas += [f"{rol} ve el id de {c} en {direccion} {trozo}" for c in sorted(vista.ids - permitidas)]
    return lineas


def ausencias(sitio: Sitio) -> list[str]:
    """Return a line for each thing that the oracle lets somebody see and no page of theirs has shown."""
    visto: dict[str, set[str]] = {rol: set() for rol in ROLES}
    for (rol, _direccion, _trozo), vista in sitio.vistas.items():
        visto[rol] |= vista.clases
    return [f"{rol} no ve {clase}" for rol in ROLES for clase in sorted(debe_ver(rol) - visto[rol])]


def sembrar() -> Sitio:
    """Sow the empty database and open a browser for each person; the staff have their second step."""
    salida = StringIO()
    call_command("escenario_pruebas", "--json", stdout=salida)
    datos = json.loads(salida.getvalue())
    sitio = Sitio(
        clases={uno["canario"].lower(): uno["clase"] for uno in datos["canarios"]},
        ids={uno: fila["clase"] for fila in datos["canarios"] for uno in fila["ids"]},
    )
    assert {fila["clase"] for fila in datos["canarios"] if fila["ids"]} == IDS_SECRETOS
    for rol in ROLES:
        sitio.clientes[rol] = Client(headers={"accept-language": "es"})
        if rol != "anon":
            usuario = Usuario.objects.get(username=rol)
            if usuario.is_staff:
                TOTP.activate(usuario, generate_totp_secret())
            sitio.clientes[rol].force_login(usuario)
    return sitio


def cosas() -> dict[str, dict[str, list[str]]]:
    """Return, for each argument of an address, the values that exist: public id by a name to call it by."""
    partidas = {p.titulo: p for p in Partida.objects.sin_filtrar(MOTIVO)}
    por_clave = {titulo.split("-")[1]: p for titulo, p in partidas.items()}
    valores: dict[str, dict[str, list[str]]] = {"partida_id": {c: [p.publico] for c, p in por_clave.items()}}
    nombre_de = {p.pk: clave for clave, p in por_clave.items()}
    escenas = Escena.objects.sin_filtrar(MOTIVO).order_by("pk")
    valores["escena_id"] = _nombrar((_corto(f"{nombre_de[e.partida_id]} {e.titulo}"), e.publico) for e in escenas)
    reparto = Reparto.objects.sin_filtrar(MOTIVO).select_related("personaje").order_by("pk")
    valores["personaje_id"] = _nombrar((_corto(r.personaje.nombre), r.personaje.publico) for r in reparto)
    mensajes = Mensaje.objects.sin_filtrar(MOTIVO).order_by("pk")
    valores["mensaje_id"] = _nombrar((_corto(m.texto or m.notas or "dados"), m.publico) for m in mensajes)
    tiradas = Tirada.objects.sin_filtrar(MOTIVO).order_by("pk")
    valores["tirada_id"] = _nombrar((_corto(t.declaracion or "sin"), t.publico) for t in tiradas)
    solicitudes = SolicitudDePalabra.objects.sin_filtrar(MOTIVO).order_by("pk")
    valores["solicitud_id"] = _nombrar((_corto(s.declaracion or "negada"), s.publico) for s in solicitudes)
    valores["respuesta_id"] = {"ninguna": ["0" * 11]}
    valores["acta_id"] = _nombrar((a.verbo, a.publico) for a in Acta.objects.sin_filtrar(MOTIVO).order_by("pk"))
    adjuntos = Adjunto.objects.sin_filtrar(MOTIVO).order_by("pk")
    valores["adjunto_id"] = _nombrar((_corto(a.alt), a.publico) for a in adjuntos)
    valores["persona_id"] = {u.username: [u.publico] for u in Usuario.objects.all()}
    valores["publico"] = valores["persona_id"]
    return valores


def _corto(texto: str) -> str:
    """Return the name of a thing: a canary by its kind, other words as they are."""
    return " ".join(p.split("-", 1)[1].rpartition("-")[0] if p.startswith("CANARIO-") else p for p in texto.split())


def _nombrar(pares: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    tabla: dict[str, list[str]] = {}
    for nombre, publico in pares:
        tabla.setdefault(nombre, []).append(publico)
    return tabla
