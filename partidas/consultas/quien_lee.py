"""Who reads what in a partida: the gate is asked as each of its people, and why is told beside each answer.

The answers are the gate's and nothing else's; what is looked up here is only the reason to show beside a «yes».
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from partidas.consultas import hilo
from partidas.consultas import partida as consultas
from partidas.models import AccesoDeModeracion, Destinatario, Escena, Mensaje, Participante, Presente, Reparto

if TYPE_CHECKING:
    from django.db.models import Model

    from cuentas.guarda import Actor
    from partidas.consultas.hilo import Leido, Pagina
    from partidas.politica import Lector

TAMANO = 40
VISITAS = 0
"""The key of whoever comes without a seat, with an account or without."""
Estado, Papel = Participante.Estado, Participante.Papel


@dataclass(frozen=True, slots=True)
class Quien:
    """One of those of whom the gate is asked. clave: of the account; `VISITAS` for who has no seat."""

    clave: int
    actor: Actor
    nombre: str
    dirige: bool = False
    estado: str = ""
    personajes: tuple[str, ...] = ()
    modera: bool = False


@dataclass(frozen=True, slots=True)
class Lectora:
    """One person who reads something, with their characters and why they read it."""

    nombre: str
    personajes: str
    razon: str


Lectoras = tuple[Lectora, ...]


@dataclass(frozen=True, slots=True)
class EscenaLeida:
    """One scene and who reads it; mensajes: how many of them the one who asks can read."""

    escena: Escena
    mensajes: int
    leen: Lectoras


@dataclass(frozen=True, slots=True)
class PnjLeido:
    """One secret PNJ and who knows of it."""

    fila: Reparto
    saben: Lectoras


@dataclass(frozen=True, slots=True)
class Grupo:
    """The messages of one page that the very same people read, for the very same reasons."""

    leen: Lectoras
    mensajes: tuple[Leido, ...]


def gente(quien: Lector, *, ahora: datetime) -> list[Quien]:
    """Return of whom the gate is asked: those of whose seat the reader may know, and who comes without one.

    To the direction, also who has no seat any more, and who of the staff may read now.
    """
    filas = Participante.objects.visibles_para(quien.usuario).filter(partida=quien.partida)
    if not quien.dirige:
        filas = filas.filter(estado=Estado.ACTIVA)
    personajes: dict[int | None, list[str]] = defaultdict(list)
    for fila in consultas.reparto(quien):
        personajes[fila.usuario_id].append(fila.personaje.nombre)
    orden = {Papel.DIRECCION.value: 0, Papel.JUGADOR.value: 1, Papel.LECTOR.value: 2}
    plazas = sorted(filas.select_related("usuario"), key=lambda p: (p.estado != Estado.ACTIVA, orden[p.papel], p.pk))
    todas = [
        Quien(
            p.usuario_id,
            p.usuario,
            str(p.usuario),
            dirige=(p.papel, p.estado) == (Papel.DIRECCION, Estado.ACTIVA),
            estado="" if p.estado == Estado.ACTIVA else p.get_estado_display(),
            personajes=tuple(personajes[p.usuario_id]),
        )
        for p in plazas
    ]
    if quien.dirige:
        accesos = AccesoDeModeracion.objects.visibles_para(quien.usuario).filter(partida=quien.partida, hasta__gt=ahora)
        todas += [
            Quien(a.usuario_id, a.usuario, str(a.usuario), modera=True)
            for a in accesos.select_related("usuario").order_by("pk")
        ]
    return [*todas, Quien(VISITAS, AnonymousUser(), _("cualquiera que visite la partida"))]


def escenas(quien: Lector, personas: list[Quien]) -> list[EscenaLeida]:
    """Return the scenes that the reader sees, each with who reads it."""
    filas = consultas.escenas(quien)
    pks = [fila.escena.pk for fila in filas]
    leen = _preguntar(Escena, personas, pks)
    estan = _presentes(quien, pks)
    return [
        EscenaLeida(
            fila.escena,
            fila.mensajes,
            tuple(_lectora(q, _por_la_escena(q, fila.escena, estan)) for q in leen[fila.escena.pk]),
        )
        for fila in filas
    ]


def secretos(quien: Lector, personas: list[Quien]) -> list[PnjLeido]:
    """Return the secret PNJ that the reader knows of, each with who knows."""
    filas = [fila for fila in consultas.reparto(quien) if fila.secreto]
    saben = _preguntar(Reparto, personas, [fila.pk for fila in filas])
    return [PnjLeido(fila, tuple(_lectora(q, _por_papel(q)) for q in saben[fila.pk])) for fila in filas]


def mensajes(
    quien: Lector, escena: Escena, personas: list[Quien], *, desde: str = "", hasta: str = ""
) -> tuple[list[Grupo], Pagina] | None:
    """Return one page of the scene's messages whose words the reader has, grouped by who reads them.

    None when `desde`, or `hasta`, is not in the reader's thread. As many queries for any number of messages.
    """
    pagina = hilo.pagina(quien, escena, desde=desde, hasta=hasta, al_principio=not (desde or hasta), tamano=TAMANO)
    if pagina is None:
        return None
    leidos = [leido for leido in pagina.mensajes if leido.legible]
    leen = _preguntar(Mensaje, personas, [leido.mensaje.pk for leido in leidos])
    estan = _presentes(quien, [escena.pk]) if escena.secreta else {}
    dichos = _dichos(quien, leidos)
    grupos: dict[Lectoras, list[Leido]] = {}
    for leido in leidos:
        lectoras = tuple(
            _lectora(q, _por_el_mensaje(q, leido.mensaje, escena, estan, dichos)) for q in leen[leido.mensaje.pk]
        )
        grupos.setdefault(lectoras, []).append(leido)
    return [Grupo(lectoras, tuple(suyos)) for lectoras, suyos in grupos.items()], pagina


def _preguntar(modelo: type[Model], personas: Iterable[Quien], pks: list[int]) -> dict[int, list[Quien]]:
    """Ask the door of a table, as each person, which of those rows they have: one query for each person."""
    tienen: dict[int, list[Quien]] = defaultdict(list)
    if not pks:
        return tienen
    for una in personas:
        puerta = modelo.objects.visibles_para(una.actor)  # type: ignore[attr-defined]  # every table here has a door
        for pk in puerta.filter(pk__in=pks).order_by().values_list("pk", flat=True):
            tienen[pk].append(una)
    return tienen


def _presentes(quien: Lector, escenas_: list[int]) -> Mapping[tuple[int, int | None], list[str]]:
    """Return, for each scene and account, as which characters they are in it."""
    estan: dict[tuple[int, int | None], list[str]] = defaultdict(list)
    filas = Presente.objects.visibles_para(quien.usuario).filter(escena__in=escenas_)
    for fila in filas.select_related("personaje").order_by("personaje__nombre", "pk"):
        estan[fila.escena_id, fila.usuario_id].append(fila.personaje.nombre if fila.personaje else "")
    return estan


def _dichos(quien: Lector, leidos: list[Leido]) -> Mapping[tuple[int, int | None], list[str]]:
    """Return, for each message and account, as which characters they were told it by name."""
    pks = [x.mensaje.pk for x in leidos if x.mensaje.visibilidad == Mensaje.Visibilidad.DESTINATARIOS]
    dichos: dict[tuple[int, int | None], list[str]] = defaultdict(list)
    filas = Destinatario.objects.visibles_para(quien.usuario).filter(mensaje__in=pks).order_by("nombre", "pk")
    for mensaje, usuario, nombre in filas.values_list("mensaje_id", "usuario_id", "nombre"):
        dichos[mensaje, usuario].append(nombre)
    return dichos


def _lectora(q: Quien, razon: str) -> Lectora:
    return Lectora(f"{q.nombre} ({q.estado})" if q.estado else q.nombre, ", ".join(q.personajes), razon)


def _por_papel(q: Quien) -> str:
    if q.modera:
        return _("como equipo del sitio, con motivo y por un rato")
    if q.dirige:
        return _("porque dirige")
    if q.clave == VISITAS:
        return _("porque la partida está abierta")
    return _("porque tiene plaza")


def _por_la_escena(q: Quien, escena: Escena, estan: Mapping[tuple[int, int | None], list[str]]) -> str:
    nombres = [nombre for nombre in estan.get((escena.pk, q.clave), ()) if nombre]
    if not q.dirige and not q.modera and escena.secreta and nombres:
        return _("porque lleva a %(nombres)s, que está en ella") % {"nombres": ", ".join(nombres)}
    return _por_papel(q)


def _por_el_mensaje(
    q: Quien,
    mensaje: Mensaje,
    escena: Escena,
    estan: Mapping[tuple[int, int | None], list[str]],
    dichos: Mapping[tuple[int, int | None], list[str]],
) -> str:
    if q.clave == mensaje.autor_id:
        return _("porque lo escribió")
    nombres = dichos.get((mensaje.pk, q.clave))
    if nombres:
        return _("porque se le dijo a %(nombres)s") % {"nombres": ", ".join(nombres)}
    return _por_la_escena(q, escena, estan)
