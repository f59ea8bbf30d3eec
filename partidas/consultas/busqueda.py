"""Searching what one reader may read: from the gate outwards, so that numbers and pages know of nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from partidas.busqueda import motores
from partidas.busqueda.extracto import cotejo, extracto, por_cotejar
from partidas.busqueda.motores import AMBITOS_MAXIMO, Coincide, raices
from partidas.models import (
    Buscable,
    Destinatario,
    DestinatarioDeFragmento,
    Escena,
    Mensaje,
    Participante,
    Partida,
    Tirada,
)
from partidas.models.buscable import TRAMO
from partidas.models.visibilidad import modera, participa, supervisa

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.utils.safestring import SafeString

    from cuentas.guarda import Actor
    from partidas.busqueda.pregunta import Pregunta

TAMANO = 20
"""Messages on one page."""
CUENTA_HASTA = 1000
"""Texts that are counted; past them the page says «más de»."""
EXTRACTOS = 3
"""Excerpts of one message at most."""
OFRECIDAS = 200
"""Partidas in the list to choose from."""


@dataclass(frozen=True, slots=True)
class Filtros:
    """Where and whose. partida, escena: found through the gate already. personaje, autor: public ids.

    destinatarios: a value of `Mensaje.Visibilidad`, or the public id of a character who was told by name.
    desde, hasta: moments, from the first on and before the second.
    """

    partida: Partida | None = None
    escena: Escena | None = None
    personaje: str = ""
    autor: str = ""
    destinatarios: str = ""
    con_tirada: bool = False
    desde: datetime | None = None
    hasta: datetime | None = None


@dataclass(frozen=True, slots=True)
class Extracto:
    """A piece of one text of a message. clase: which of its texts, as `Buscable.Clase` names them."""

    html: SafeString
    clase: str


@dataclass(frozen=True, slots=True)
class Hallado:
    """One message: who speaks, when, and where in it the words are. mas: its texts that are not shown."""

    publico: str
    nombre: str
    voz: str
    fecha: datetime
    retirado: bool
    extractos: tuple[Extracto, ...]
    mas: int = 0
    movido: bool = False


@dataclass(frozen=True, slots=True)
class Grupo:
    """The messages of one scene on the page. None for those whose scene the reader cannot read: it is not named."""

    escena: Escena | None
    hallados: tuple[Hallado, ...]


@dataclass(frozen=True, slots=True)
class Resultado:
    """One page, newest first. cuantos: messages in all, on the first page; mas_de: there are more than those.

    siguiente: the last message of the page, if others follow.
    """

    grupos: tuple[Grupo, ...] = ()
    cuantos: int | None = None
    mas_de: bool = False
    siguiente: str = ""


def partidas(usuario: Actor) -> list[Partida]:
    """Return the partidas that a list may offer to search in: those of the person, or the public ones."""
    filas = Partida.objects.visibles_para(usuario)
    if usuario.is_authenticated:
        filas = filas.filter(participa(usuario))
    else:
        filas = filas.filter(acceso=Partida.Acceso.PUBLICA)
    return list(filas.order_by("titulo", "pk")[:OFRECIDAS])


def _ambito(usuario: Actor) -> QuerySet[Partida]:
    """Return the partidas that are looked at when none is named: public ones, and those where the person has a place.

    One that is open to whoever has its address is not there: finding it would be having the address.
    """
    suyas = Q(acceso=Partida.Acceso.PUBLICA) | modera(usuario)
    if usuario.is_authenticated:
        plazas = Participante.objects.visibles_para(usuario).filter(usuario=usuario.pk)
        suyas |= Q(pk__in=plazas.values("partida"))
    return Partida.objects.sin_filtrar("search: where the gate is asked").filter(suyas).order_by()


def buscar(
    usuario: Actor, pregunta: Pregunta, filtros: Filtros, *, tras: str = "", tamano: int = TAMANO
) -> Resultado | None:
    """Return a page of what the reader may read and answers the question, newest first.

    tras: public id of the last message of the page before; None is returned if it is not there for this reader any
    more. The question has something to look for.
    """
    filas = _filtrar(usuario, _en_su_ambito(usuario, pregunta, filtros.partida), filtros).order_by("-pk")
    if tras:
        ancla = Mensaje.objects.en_hilo_de(usuario).filter(publico=tras).values_list("pk", flat=True).first()
        if ancla is None:
            return None
        filas = filas.filter(pk__lt=ancla * TRAMO)
    tope = CUENTA_HASTA + 1  # also of a later page: asked for fewer, a planner reads the whole table for a rare word
    claves = motores.claves(filas, tope)
    mensajes = list(dict.fromkeys(clave // TRAMO for clave in claves))
    pagina = set(mensajes[:tamano])
    hay_mas = len(mensajes) > tamano or (len(claves) == tope and len(mensajes) > 1)
    grupos, ultimo = _grupos(usuario, pregunta, [clave for clave in claves if clave // TRAMO in pagina])
    if tras:
        return Resultado(grupos, siguiente=ultimo if hay_mas else "")
    mas_de = len(claves) == tope
    cuantos = (len(mensajes) - 1) // 100 * 100 if mas_de else len(mensajes)
    return Resultado(grupos, cuantos, mas_de, ultimo if hay_mas else "")


def _en_su_ambito(usuario: Actor, pregunta: Pregunta, partida: Partida | None) -> QuerySet[Buscable]:
    """Return the texts that the reader may find and answer the question, in one partida or wherever they have a place.

    The index itself is narrowed to those partidas while they are few: how long a search takes then tells of no others.
    """
    filas = Buscable.objects.visibles_para(usuario)
    todas = _ambito(usuario)
    pocas = [partida.pk] if partida else list(todas.values_list("pk", flat=True)[: AMBITOS_MAXIMO + 1])
    if len(pocas) > AMBITOS_MAXIMO:
        return filas.filter(Q(partida__in=todas.values("pk")), Coincide(pregunta))
    return filas.filter(Q(partida__in=pocas), Coincide(pregunta, pocas))


def _filtrar(usuario: Actor, filas: QuerySet[Any], filtros: Filtros) -> QuerySet[Any]:
    if filtros.escena:
        filas = filas.filter(mensaje__escena=filtros.escena)
    if filtros.personaje:
        filas = filas.filter(mensaje__personaje__publico=filtros.personaje)
    if filtros.autor:
        filas = filas.filter(_se_sabe_de_quien(usuario), mensaje__autor__publico=filtros.autor)
    if filtros.destinatarios:
        filas = filas.filter(_para(usuario, filtros.destinatarios))
    if filtros.con_tirada:
        filas = filas.filter(Exists(Tirada.objects.visibles_para(usuario).filter(mensaje=OuterRef("mensaje"))))
    if filtros.desde or filtros.hasta:
        filas = filas.annotate(fecha=Coalesce("mensaje__publicado", "mensaje__creado"))
    if filtros.desde:
        filas = filas.filter(fecha__gte=filtros.desde)
    if filtros.hasta:
        filas = filas.filter(fecha__lt=filtros.hasta)
    return filas


def _se_sabe_de_quien(usuario: Actor) -> Q:
    """The thread says which account wrote it: of a PNJ, or of what the direction says, it does not."""
    firmado = Q(mensaje__voz__in=[Mensaje.Voz.PJ, Mensaje.Voz.PERSONA]) | supervisa(usuario, "mensaje__escena__partida")
    return firmado | Q(mensaje__autor=usuario.pk) if usuario.is_authenticated else firmado


def _para(usuario: Actor, quienes: str) -> Q:
    """The text is for them: of its message, or its own where a paragraph or the notes are for fewer."""
    clase, de = Buscable.Clase, Mensaje.Visibilidad
    fragmento = Q(clase=clase.FRAGMENTO)
    notas = Q(clase=clase.NOTAS, mensaje__notas_direccion=True)
    if quienes == de.TODOS:
        return Q(mensaje__visibilidad=de.TODOS) & ~fragmento & ~notas
    if quienes == de.DESTINATARIOS:
        return (Q(mensaje__visibilidad=de.DESTINATARIOS) & ~notas) | fragmento
    if quienes == de.DIRECCION:
        return (Q(mensaje__visibilidad=de.DIRECCION) & ~fragmento) | notas
    del_mensaje = Destinatario.objects.visibles_para(usuario).filter(mensaje=OuterRef("mensaje"))
    del_fragmento = DestinatarioDeFragmento.objects.visibles_para(usuario).filter(fragmento=OuterRef("fragmento"))
    suyo = Q(mensaje__visibilidad=de.DESTINATARIOS) & ~fragmento & ~notas
    return (suyo & Exists(del_mensaje.filter(personaje__publico=quienes))) | Q(
        Exists(del_fragmento.filter(personaje__publico=quienes))
    )


def _grupos(usuario: Actor, pregunta: Pregunta, claves: Sequence[int]) -> tuple[tuple[Grupo, ...], str]:
    """Return the texts of a page, by message and scene, and the public id of its last message."""
    if not claves:
        return (), ""
    abierta = Escena.objects.visibles_para(usuario).filter(pk=OuterRef("mensaje__escena"))
    filas = list(
        Buscable.objects.visibles_para(usuario)
        .filter(pk__in=claves)
        .annotate(abierta=ExpressionWrapper(Exists(abierta), output_field=BooleanField()))
        .select_related("mensaje__escena__partida", "mensaje__autor")
        .defer("plegado", *_SOBRA)
        .order_by("-mensaje", "pk")
    )
    pedido = cotejo(pregunta, raices(por_cotejar(pregunta, (fila.texto for fila in filas))))
    por_mensaje: dict[int, list[Buscable]] = {}
    for fila in filas:
        por_mensaje.setdefault(fila.mensaje_id, []).append(fila)
    por_escena: dict[Escena | None, list[Hallado]] = {}
    for suyas in por_mensaje.values():
        primera = suyas[0]
        mensaje = primera.mensaje
        hallado = Hallado(
            mensaje.publico,
            _nombre(mensaje),
            mensaje.voz,
            mensaje.publicado or mensaje.creado,
            mensaje.estado in (Mensaje.Estado.OCULTO, Mensaje.Estado.BORRADO),
            tuple(Extracto(extracto(fila.texto, pedido), fila.clase) for fila in suyas[:EXTRACTOS]),
            len(suyas[EXTRACTOS:]),
            mensaje.movido,
        )
        escena = mensaje.escena if primera.abierta else None  # type: ignore[attr-defined]  # annotated above
        por_escena.setdefault(escena, []).append(hallado)
    ultimo = filas[-1].mensaje.publico if filas else ""
    return tuple(Grupo(escena, tuple(hallados)) for escena, hallados in por_escena.items()), ultimo


def _nombre(mensaje: Mensaje) -> str:
    """Return who speaks, as the thread has it."""
    if mensaje.voz == Mensaje.Voz.PERSONA:
        return mensaje.nombre_voz or str(mensaje.autor or _("cuenta cerrada"))
    return mensaje.nombre_voz or _("Dirección")


_SOBRA = ("mensaje__texto", "mensaje__html", "mensaje__notas", "mensaje__notas_html")
