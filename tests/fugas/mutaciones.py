"""Ten conditions of the gate, each taken away: the crawl must find who is shown what they should not be."""

from __future__ import annotations

import types
from dataclasses import dataclass

import pytest

from partidas.models import visibilidad
from tests.fugas.rastreo import con_palabras
from tests.fugas.sitio import Sitio, debe_ver
from tests.partidas.test_puerta_mutada import instalar, mutantes


@dataclass(frozen=True, slots=True)
class Mutacion:
    """A mutant of `test_puerta_mutada` by its name, and somebody who is then shown too much."""

    nombre: str
    rol: str


DIEZ = (
    Mutacion("_plaza: sin el filtro «usuario=usuario.pk»", "eva"),
    Mutacion("dirige: sin el filtro «papel=Participante.Papel.DIRECCION»", "ana"),
    Mutacion("participa: sin el filtro «estado=ACTIVA»", "kike"),
    Mutacion(
        "lee_partida: sin el filtro «**{f'{p}acceso__in': [Partida.Acceso.PUBLICA, Partida.Acceso.ENLACE]}»", "eva"
    ),
    Mutacion(
        "ve_escena: sin «Q(**{f'{p}secreta': False}) | presente | supervisa(usuario, f'{p}partida')» tras &", "esp"
    ),
    Mutacion("es_audiencia: sin «Q(**{f'{p}visibilidad': Mensaje.Visibilidad.TODOS})» ante &", "esp"),
    Mutacion("es_audiencia: sin «sin_expulsar» tras &", "kike"),
    Mutacion("lee_declaracion: sin «Q(declaracion_oculta='')» tras &", "esp"),
    Mutacion("ve_ficha: sin el filtro «usuario=usuario.pk»", "bruno"),
    Mutacion("ve_reparto: sin «Q(**{f'{p}secreto': False}) | supervisa(usuario, f'{p}partida')» tras &", "esp"),
)
NOMBRES = ("puede_ver", "sigue_en_pie", "ocupa_lugar", "lee_declaracion")


def hace_fallar(mutacion: Mutacion, sitio: Sitio, monkeypatch: pytest.MonkeyPatch) -> str:
    """Crawl with that condition taken away; return the first leak found, or nothing. The gate is put back."""
    arbol = dict(mutantes())[mutacion.nombre]
    direcciones = con_palabras()
    original = types.SimpleNamespace(**{nombre: getattr(visibilidad, nombre) for nombre in NOMBRES})
    modulo = types.ModuleType("puerta_mutada")
    exec(compile(arbol, "puerta_mutada", "exec"), vars(modulo))
    instalar(modulo, monkeypatch)
    try:
        for direccion in direcciones:
            de_mas = sitio.pedir(mutacion.rol, direccion, otra_vez=True).clases - debe_ver(mutacion.rol)
            if de_mas:
                return f"{mutacion.rol} ve {', '.join(sorted(de_mas))} en {direccion}"
    finally:
        instalar(original, monkeypatch)
    return ""
