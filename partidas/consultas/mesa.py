"""What the desk of the direction shows: people and seats, scenes and who is in them, PNJ, and the record of acts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils.translation import gettext as _

from cuentas.models import Usuario
from partidas.models import (
    AccesoDeModeracion,
    Acta,
    Destinatario,
    Escena,
    Mensaje,
    Participante,
    Partida,
    Presente,
    Reparto,
    Tirada,
)
from partidas.permisos import procede_con_plaza
from personajes.models import Personaje

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from partidas.politica import Lector

ACTAS = 40
SE_CUENTA = timedelta(days=7)
"""How long the direction is told, above everything else, that the staff looked."""
SOBRE_PLAZA = ("papel", "silenciar", "dar-voz", "quitar", "expulsar", "readmitir")
Estado, Papel = Participante.Estado, Participante.Papel


@dataclass(frozen=True, slots=True)
class PlazaEnMesa:
    """One seat with the characters that its person plays. acciones: what applies to it as it stands."""

    plaza: Participante
    personajes: tuple[str, ...]
    acciones: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class EscenaEnMesa:
    """One scene with who is in it, as «Kaelen (ana)»."""

    escena: Escena
    presentes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActaEnMesa:
    """One row of the record: the name of its object, and whether it is the last act there and so can be undone."""

    acta: Acta
    objeto: str
    ultima: bool


def plazas(quien: Lector) -> list[PlazaEnMesa]:
    """Return every seat of the partida that the reader may know of, the open ones first."""
    personajes: dict[int | None, list[str]] = defaultdict(list)
    reparto = Reparto.objects.visibles_para(quien.usuario).filter(partida=quien.partida, hasta__isnull=True)
    for fila in reparto.select_related("personaje").order_by("personaje__nombre"):
        personajes[fila.usuario_id].append(fila.personaje.nombre)
    filas = Participante.objects.visibles_para(quien.usuario).filter(partida=quien.partida).select_related("usuario")
    ordenadas = list(filas.order_by("estado", "papel", "pk"))
    dirigen = [fila for fila in ordenadas if (fila.papel, fila.estado) == (Papel.DIRECCION, Estado.ACTIVA)]
    return [
        PlazaEnMesa(
            fila,
            tuple(personajes[fila.usuario_id]),
            frozenset(que for que in SOBRE_PLAZA if procede_con_plaza(que, fila, unica=dirigen == [fila])),
        )
        for fila in ordenadas
    ]


def escenas(quien: Lector) -> list[EscenaEnMesa]:
    """Return the scenes that the reader may see with who is in each."""
    presentes: dict[int, list[str]] = defaultdict(list)
    filas = Presente.objects.visibles_para(quien.usuario).filter(escena__partida=quien.partida)
    for fila in filas.select_related("personaje", "usuario").order_by("personaje__nombre", "pk"):
        nombre = f"{fila.personaje.nombre} ({fila.usuario})" if fila.personaje else str(fila.usuario)
        presentes[fila.escena_id].append(nombre)
    visibles = Escena.objects.visibles_para(quien.usuario).filter(partida=quien.partida).order_by("posicion", "pk")
    return [EscenaEnMesa(fila, tuple(presentes[fila.pk])) for fila in visibles]


def supervisiones(quien: Lector, *, ahora: datetime) -> list[AccesoDeModeracion]:
    """Return the looks of the site's staff at the partida, those of the last week, the newest first.

    Each has `abierto`, whether it goes on.
    """
    filas = AccesoDeModeracion.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida, desde__gt=ahora - SE_CUENTA
    )
    abierto = ExpressionWrapper(Q(hasta__gt=ahora), output_field=BooleanField())
    return list(filas.select_related("usuario").annotate(abierto=abierto).order_by("-pk"))


def reparto(quien: Lector) -> list[Reparto]:
    """Return the whole open cast that the reader may know of."""
    filas = Reparto.objects.visibles_para(quien.usuario).filter(partida=quien.partida, hasta__isnull=True)
    return list(filas.select_related("personaje", "usuario").order_by("personaje__clase", "personaje__nombre", "pk"))


def actas(quien: Lector) -> list[ActaEnMesa]:
    """Return the last acts, newest first, each with the name that its object has for the reader."""
    filas = Acta.objects.visibles_para(quien.usuario).filter(partida=quien.partida).select_related("por")
    ultimas = list(filas.order_by("-pk")[:ACTAS])
    nombres = _nombres(quien.usuario, ultimas)
    vistos: set[tuple[str, str]] = set()
    salida = []
    for acta in ultimas:
        clave = (acta.clase, acta.objeto)
        salida.append(ActaEnMesa(acta, nombres.get(clave, ""), clave not in vistos))
        if acta.verbo != Acta.Verbo.EDITAR:
            vistos.add(clave)
    return salida


def nombre_de(usuario: Actor, acta: Acta) -> str:
    """Return the name that the object of one act has for the reader, or nothing."""
    return _nombres(usuario, [acta]).get((acta.clase, acta.objeto), "")


def _nombres(usuario: Actor, filas: Iterable[Acta]) -> dict[tuple[str, str], str]:
    por_clase: dict[str, set[str]] = defaultdict(set)
    for acta in filas:
        por_clase[acta.clase].add(acta.objeto)
    clase = Acta.Clase
    escenas_ = Escena.objects.visibles_para(usuario).filter(publico__in=por_clase[clase.ESCENA])
    cast = Reparto.objects.visibles_para(usuario).filter(personaje__publico__in=por_clase[clase.PERSONAJE])
    voces = Mensaje.objects.visibles_para(usuario).filter(publico__in=por_clase[clase.MENSAJE])
    dados = Tirada.objects.visibles_para(usuario).filter(publico__in=por_clase[clase.TIRADA])
    personas = Usuario.objects.filter(publico__in=por_clase[clase.PLAZA])
    nombres = {(clase.ESCENA.value, publico): titulo for publico, titulo in escenas_.values_list("publico", "titulo")}
    nombres |= {
        (clase.PERSONAJE.value, f.personaje.publico): f.personaje.nombre for f in cast.select_related("personaje")
    }
    nombres |= {
        (clase.MENSAJE.value, publico): nombre or _("Dirección")
        for publico, nombre in voces.values_list("publico", "nombre_voz")
    }
    nombres |= {
        (clase.TIRADA.value, publico): nombre or _("Dirección")
        for publico, nombre in dados.values_list("publico", "nombre")
    }
    nombres |= {(clase.PLAZA.value, persona.publico): str(persona) for persona in personas}
    return nombres


def invitaciones(usuario: Actor) -> list[Participante]:
    """Return the seats that the person has been offered."""
    if not usuario.is_authenticated:
        return []
    filas = Participante.objects.visibles_para(usuario).filter(usuario=usuario.pk)
    return list(filas.filter(estado=Participante.Estado.INVITADA).select_related("partida").order_by("-desde"))


@dataclass(frozen=True, slots=True)
class Dejada:
    """A partida that the person left: its title if they can still see it, else the last name they wrote there under."""

    plaza: Participante
    titulo: str
    voz: str


def dejadas(usuario: Actor) -> list[Dejada]:
    """Return the seats that the person holds no more and was not put out of, newest first."""
    filas = Participante.objects.visibles_para(usuario).filter(usuario=usuario.pk, estado=Participante.Estado.RETIRADA)
    salida = []
    for plaza in filas.select_related("partida", "usuario").order_by("-pk"):
        visible = Partida.objects.visibles_para(usuario).filter(pk=plaza.partida_id).first()
        suyos = Mensaje.objects.en_hilo_de(usuario).filter(autor=usuario.pk, escena__partida=plaza.partida_id)
        ultimo = suyos.exclude(nombre_voz="").order_by("-pk").first()
        salida.append(Dejada(plaza, visible.titulo if visible else "", ultimo.nombre_voz if ultimo else ""))
    return salida


def textos(usuario: Actor) -> QuerySet[Mensaje]:
    """Return what a person wrote or was told by name, wherever it is: theirs to read when its partida no longer is."""
    dichos = Destinatario.objects.visibles_para(usuario).filter(usuario=usuario.pk).values("mensaje")
    hilo = Mensaje.objects.en_hilo_de(usuario)
    suyos = hilo.filter(autor=usuario.pk) | hilo.filter(pk__in=dichos)
    return suyos.select_related("autor", "personaje").order_by("-pk")


def candidatos(quien: Lector) -> list[Reparto]:
    """Return the players' characters, who can be put in a scene."""
    return [fila for fila in reparto(quien) if fila.personaje.clase == Personaje.Clase.PJ and fila.usuario_id]


def secretas_de(quien: Lector, personaje: Personaje) -> list[Escena]:
    """Return the secret scenes in which the character is."""
    presencias = Presente.objects.visibles_para(quien.usuario).filter(personaje=personaje).values("escena")
    return list(
        Escena.objects.visibles_para(quien.usuario).filter(secreta=True, pk__in=presencias).order_by("posicion")
    )
