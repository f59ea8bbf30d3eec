"""What becomes of the mails, for who keeps the site: how many wait, which stopped and why, which are in files.

Neither subject nor text nor partida: that somebody was written to, when, and whether it left, is all that helps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

from config import correo
from cuentas.models import Usuario
from partidas.models import Aviso, Trabajo

AVISO, RESUMEN = "correo", "correo_resumen"
TIPOS = (AVISO, RESUMEN)
EN_LA_PAGINA = 100
DIA = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Parado:
    """A mail that waits for a person. motivo: as the job keeps it."""

    clave: str
    para: Usuario | None
    motivo: str
    intentos: int
    desde: datetime


@dataclass(frozen=True, slots=True)
class EnDisco:
    """A mail in a file. numero: its Message-ID."""

    para: Usuario | None
    numero: str
    cuando: datetime


@dataclass(frozen=True, slots=True)
class Estado:
    """All of it. hechos: jobs done in a day, those of mails taken back too. ultimo_fallo: of those that wait."""

    hay_servidor: bool
    esperan: int
    ultimo_fallo: str
    hechos: int
    parados: list[Parado]
    cuantos_parados: int
    archivos: list[EnDisco]
    cuantos_archivos: int


def estado(ahora: datetime) -> Estado:
    """Return what there is now."""
    trabajos = Trabajo.objects.filter(tipo__in=TIPOS)
    esperan = trabajos.filter(estado=Trabajo.Estado.PENDIENTE)
    fallidos = esperan.exclude(error="").order_by("-no_antes_de").values_list("error", flat=True)
    parados = trabajos.filter(estado=Trabajo.Estado.PARADO).order_by("-creado", "-pk")
    archivos = correo.en_disco()
    return Estado(
        hay_servidor=settings.HAY_CORREO,
        esperan=esperan.count(),
        ultimo_fallo=fallidos.first() or "",
        hechos=trabajos.filter(estado=Trabajo.Estado.HECHO, hecho__gt=ahora - DIA).count(),
        parados=_parados(list(parados[:EN_LA_PAGINA])),
        cuantos_parados=parados.count(),
        archivos=_archivos(archivos[:EN_LA_PAGINA]),
        cuantos_archivos=len(archivos),
    )


def _parados(trabajos: list[Trabajo]) -> list[Parado]:
    de_avisos = [trabajo.datos["aviso"] for trabajo in trabajos if trabajo.tipo == AVISO]
    avisos = Aviso.objects.sin_filtrar("whose mail it is").filter(publico__in=de_avisos).select_related("usuario")
    de_quien = {aviso.publico: aviso.usuario for aviso in avisos}
    de_quien |= _por_publico(trabajo.datos["usuario"] for trabajo in trabajos if trabajo.tipo == RESUMEN)
    return [
        Parado(
            trabajo.clave,
            de_quien.get(trabajo.datos.get("aviso") or trabajo.datos.get("usuario", "")),
            trabajo.error,
            trabajo.intentos,
            trabajo.creado,
        )
        for trabajo in trabajos
    ]


def _archivos(archivos: list[Path]) -> list[EnDisco]:
    gente = _por_publico(archivo.parent.name for archivo in archivos)
    return [
        EnDisco(
            gente.get(archivo.parent.name),
            f"<{archivo.stem}>",
            datetime.fromtimestamp(archivo.stat().st_mtime, tz=UTC),
        )
        for archivo in archivos
        if archivo.exists()
    ]


def _por_publico(publicos: Iterable[str]) -> dict[str, Usuario]:
    return {usuario.publico: usuario for usuario in Usuario.objects.filter(publico__in=set(publicos))}
