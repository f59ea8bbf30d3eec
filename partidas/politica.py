"""What one may do with what one already sees: verdicts with the sentence to show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cuentas.guarda import testigo_de
from partidas.models import Escena, Participante, Partida
from partidas.models.visibilidad import modera
from personajes.models import Personaje

if TYPE_CHECKING:
    from cuentas.guarda import Actor
    from cuentas.models import Usuario
    from partidas.models import Reparto

MAXIMO_DE_PERSONAJES = 8


@dataclass(frozen=True, slots=True)
class Veredicto:
    """Whether an act is allowed, and if not, the sentence that says why."""

    permitido: bool
    motivo: str | Promise = ""

    def __bool__(self) -> bool:
        """Let a verdict be asked as a question."""
        return self.permitido


SI = Veredicto(True)
SOLO_LECTURA = Veredicto(False, _("Solo estás mirando: desde aquí no se escribe nada."))


@dataclass(frozen=True, slots=True)
class Lector:
    """A person in front of one partida: who they are in it, resolved once per request.

    modera: of the staff, with access for a while, as long as it lasts. solo_mira: somebody of the direction looks as
    this person does, and nothing is offered.
    """

    usuario: Actor
    partida: Partida
    papel: str = ""
    silenciada: bool = False
    modera: bool = False
    solo_mira: bool = False

    @property
    def dirige(self) -> bool:
        """Tell whether the person directs."""
        return self.papel == Participante.Papel.DIRECCION

    @property
    def manda(self) -> bool:
        """Tell whether the direction's controls are theirs: who directs, unless it is a look through their eyes."""
        return self.dirige and not self.solo_mira

    @property
    def supervisa(self) -> bool:
        """Tell whether the person reads all that is published, as the gate has it."""
        return self.dirige or self.modera

    @property
    def juega(self) -> bool:
        """Tell whether the person has a player's seat."""
        return self.papel == Participante.Papel.JUGADOR

    @property
    def participa(self) -> bool:
        """Tell whether the person has a seat of any kind."""
        return bool(self.papel)


def lector(usuario: Actor, partida: Partida) -> Lector:
    """Return who the person is in the partida: one query, none for visitors."""
    solo_mira = testigo_de(usuario) is not None
    if not usuario.is_authenticated:
        return Lector(usuario, partida, solo_mira=solo_mira)
    plaza = (
        Participante.objects.sin_filtrar("politica: seat of the person who asks")
        .filter(partida=partida, usuario=usuario.pk, estado=Participante.Estado.ACTIVA)
        .first()
    )
    modera_ = usuario.is_staff and _modera(usuario, partida)
    papel, silenciada = (plaza.papel, plaza.silenciada) if plaza else ("", False)
    return Lector(usuario, partida, papel, silenciada, modera=modera_, solo_mira=solo_mira)


def con_plaza(filas: QuerySet[Escena], usuario: Actor) -> QuerySet[Escena]:
    """Add to scenes the seat of the person in their partida, for `lector_en`: `papel` and `silenciada`, or nulls."""
    if not usuario.is_authenticated:
        return filas
    plaza = Participante.objects.sin_filtrar("politica: seat of the person who asks").filter(
        partida=OuterRef("partida"), usuario=usuario.pk, estado=Participante.Estado.ACTIVA
    )
    return filas.annotate(papel=Subquery(plaza.values("papel")), silenciada=Subquery(plaza.values("silenciada")))


def lector_en(usuario: Actor, escena: Escena) -> Lector:
    """Return who the person is in the partida of a scene `con_plaza`: no query, but for the site's staff."""
    partida, solo_mira = escena.partida, testigo_de(usuario) is not None
    if not usuario.is_authenticated:
        return Lector(usuario, partida, solo_mira=solo_mira)
    modera_ = usuario.is_staff and _modera(usuario, partida)
    papel, silenciada = getattr(escena, "papel", None) or "", bool(getattr(escena, "silenciada", False))
    return Lector(usuario, partida, papel, silenciada, modera=modera_, solo_mira=solo_mira)


def _modera(usuario: Actor, partida: Partida) -> bool:
    return Partida.objects.visibles_para(usuario).filter(modera(usuario), pk=partida.pk).exists()


def puede_escribir(quien: Lector, escena: Escena) -> Veredicto:
    """Whether the person may publish turns in the scene, as it stands now."""
    if quien.solo_mira:
        return SOLO_LECTURA
    if not (quien.dirige or quien.juega):
        return Veredicto(False, _("Solo escribe quien juega o dirige esta partida."))
    if not quien.partida.admite_escritura:
        return Veredicto(False, _("La partida está cerrada: se puede leer, no escribir."))
    if escena.estado != Escena.Estado.ABIERTA:
        return Veredicto(False, _("La escena está cerrada. Escribe en otra o pide a la dirección que la abra."))
    if quien.silenciada:
        return Veredicto(False, _("La dirección te ha pedido silencio en esta partida."))
    if escena.tipo == Escena.Tipo.REGLAS and not quien.dirige:
        return Veredicto(False, _("En esta escena solo escribe la dirección."))
    return SI


def puede_tirar(quien: Lector, escena: Escena) -> Veredicto:
    """Whether rolls may be declared in the scene: days of a paused partida do not move, and neither do its sheets."""
    escribir = puede_escribir(quien, escena)
    if not escribir:
        return escribir
    if quien.partida.estado == Partida.Estado.PAUSADA:
        return Veredicto(False, _("La partida está en pausa: se puede escribir, no tirar."))
    return SI


def puede_editar_ficha(quien: Lector, fila: Reparto, personaje: Personaje) -> Veredicto:
    """Whether the person may change the sheet by hand: the direction always, its player while it is being made."""
    if quien.solo_mira:
        return SOLO_LECTURA
    if not quien.partida.admite_escritura:
        return Veredicto(False, _("La partida está cerrada: solo se puede leer."))
    if quien.dirige:
        return SI
    if fila.usuario_id is None or fila.usuario_id != quien.usuario.pk or not quien.juega:
        return Veredicto(False, _("Esa ficha no es tuya."))
    if personaje.estado != Personaje.Estado.CREACION:
        return Veredicto(False, _("Tu personaje ya está en juego: los cambios a mano los hace la dirección."))
    return SI


def fichas_legibles(quien: Lector, filas: Iterable[Reparto]) -> frozenset[int]:
    """Return the characters of those cast rows whose whole sheet the person may read, as the gate has it."""
    return frozenset(
        fila.personaje_id
        for fila in filas
        if quien.supervisa or (quien.participa and fila.usuario_id == quien.usuario.pk)
    )


def puede_sentarse(usuario: Usuario, partida: Partida) -> Veredicto:
    """Whether a person without a seat may take one by themselves."""
    if lector(usuario, partida).modera:
        return SOLO_LECTURA
    if not partida.admite or not partida.admite_escritura:
        return Veredicto(False, _("Esta partida no admite jugadores ahora."))
    if partida.ingreso != Partida.Ingreso.LIBRE:
        return Veredicto(False, _("En esta partida se entra por invitación de la dirección."))
    plaza = (
        Participante.objects.sin_filtrar("politica: has the person been here before")
        .filter(partida=partida, usuario=usuario)
        .first()
    )
    if plaza is not None and plaza.estado == Participante.Estado.EXPULSADA:
        return Veredicto(False, _("La dirección cerró tu plaza. Solo ella puede volver a abrirla."))
    return SI
