"""Who would read a message if it were elsewhere or for others: the gate's rules said forwards, before anything changes.

A test compares every answer with the gate itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from partidas.models import Destinatario, Escena, Mensaje, Participante, Partida, Presente, Reparto

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.politica import Lector


@dataclass(frozen=True, slots=True)
class Audiencia:
    """The accounts that read, by id; `visitas`: also whoever opens the partida without a seat."""

    personas: frozenset[int]
    visitas: bool = False

    def menos(self, personas: frozenset[int]) -> Audiencia:
        """Return the same without those accounts."""
        return Audiencia(self.personas - personas, self.visitas)


@dataclass(frozen=True, slots=True)
class Cambio:
    """Who gains and who loses access, as names to show; `visitas_*`: also those who come without a seat."""

    ganan: tuple[str, ...] = ()
    pierden: tuple[str, ...] = ()
    visitas_ganan: bool = False
    visitas_pierden: bool = False

    @property
    def alguien_pierde(self) -> bool:
        """Tell whether somebody would no longer read it."""
        return bool(self.pierden or self.visitas_pierden)

    @property
    def alguien_gana(self) -> bool:
        """Tell whether somebody would newly read it."""
        return bool(self.ganan or self.visitas_ganan)


@dataclass(frozen=True, slots=True)
class Censo:
    """The people of one partida: name on the screen of each account, and what their seats open."""

    nombres: dict[int, str]
    activas: frozenset[int]
    direccion: frozenset[int]
    expulsadas: frozenset[int]
    abierta: bool

    def audiencia(
        self,
        escena: Escena,
        *,
        visibilidad: str,
        autor: int | None,
        presentes: Iterable[int] = (),
        nombradas: Iterable[int] = (),
    ) -> Audiencia:
        """Return who would read a published message like that in that scene."""
        siempre = self.direccion | (frozenset([autor]) if autor is not None else frozenset())
        if visibilidad == Mensaje.Visibilidad.DIRECCION:
            return Audiencia(siempre)
        if visibilidad == Mensaje.Visibilidad.DESTINATARIOS:
            return Audiencia(siempre | (frozenset(nombradas) - self.expulsadas))
        if escena.secreta:
            return Audiencia(siempre | (frozenset(presentes) & self.activas))
        return Audiencia(siempre | self.activas, visitas=self.abierta)

    def fragmento(self, del_mensaje: Audiencia, *, autor: int | None, nombradas: Iterable[int]) -> Audiencia:
        """Return who would read a private fragment of a message with that audience."""
        suyas = self.direccion | {autor} | (frozenset(nombradas) - self.expulsadas)
        leen = frozenset(persona for persona in suyas if persona is not None)
        return Audiencia(leen if del_mensaje.visitas else leen & del_mensaje.personas)

    def quienes(self, audiencia: Audiencia) -> tuple[str, ...]:
        """Return the names to show of those who read."""
        return self._nombres(audiencia.personas)

    def cambio(self, antes: Audiencia, despues: Audiencia) -> Cambio:
        """Say who gains and who loses between one audience and the next."""
        ganan = frozenset() if antes.visitas else despues.personas - antes.personas
        pierden = frozenset() if despues.visitas else antes.personas - despues.personas
        return Cambio(
            ganan=self._nombres(ganan),
            pierden=self._nombres(pierden),
            visitas_ganan=despues.visitas and not antes.visitas,
            visitas_pierden=antes.visitas and not despues.visitas,
        )

    def _nombres(self, personas: Iterable[int]) -> tuple[str, ...]:
        return tuple(sorted(self.nombres.get(persona, "?") for persona in personas))


def censo(partida: Partida) -> Censo:
    """Read the seats of the partida, and under which names their people are known: characters, or the account."""
    plazas = list(
        Participante.objects.sin_filtrar("forecast of readers").filter(partida=partida).select_related("usuario")
    )
    personajes: dict[int, list[str]] = {}
    for fila in (
        Reparto.objects.sin_filtrar("forecast of readers")
        .filter(partida=partida, hasta__isnull=True, usuario__isnull=False)
        .select_related("personaje")
    ):
        personajes.setdefault(fila.usuario_id or 0, []).append(fila.personaje.nombre)
    con_estado = Participante.Estado
    return Censo(
        nombres={p.usuario_id: _nombre(p.usuario, personajes.get(p.usuario_id, [])) for p in plazas},
        activas=frozenset(p.usuario_id for p in plazas if p.estado == con_estado.ACTIVA),
        direccion=frozenset(
            p.usuario_id for p in plazas if p.estado == con_estado.ACTIVA and p.papel == Participante.Papel.DIRECCION
        ),
        expulsadas=frozenset(p.usuario_id for p in plazas if p.estado == con_estado.EXPULSADA),
        abierta=_abierta(partida, partida.acceso),
    )


def _abierta(partida: Partida, acceso: str) -> bool:
    return acceso != Partida.Acceso.PRIVADA and partida.estado != Partida.Estado.PREPARACION


def _nombre(usuario: Usuario, personajes: list[str]) -> str:
    return f"{', '.join(personajes)} ({usuario})" if personajes else str(usuario)


def de_mensaje(censo_: Censo, mensaje: Mensaje, escena: Escena) -> Audiencia:
    """Return who reads the message where it is, as if it were published."""
    return censo_.audiencia(
        escena,
        visibilidad=mensaje.visibilidad,
        autor=mensaje.autor_id,
        presentes=presentes(escena),
        nombradas=nombradas(mensaje),
    )


def presentes(escena: Escena) -> list[int]:
    """Return the accounts that are present in the scene."""
    filas = Presente.objects.sin_filtrar("forecast of readers").filter(escena=escena)
    return list(filas.values_list("usuario_id", flat=True))


def nombradas(mensaje: Mensaje) -> list[int]:
    """Return the accounts that were told the message by name."""
    filas = Destinatario.objects.sin_filtrar("forecast of readers").filter(mensaje=mensaje)
    return list(filas.values_list("usuario_id", flat=True))


def del_turno(
    quien: Lector, escena: Escena, *, visibilidad: str, nombradas: Iterable[int | None]
) -> tuple[Censo, Audiencia]:
    """Return the census and who would read a turn of the person. nombradas: accounts that would be told by name."""
    censo_ = censo(quien.partida)
    leen = censo_.audiencia(
        escena,
        visibilidad=visibilidad,
        autor=quien.usuario.pk,
        presentes=presentes(escena),
        nombradas=[persona for persona in nombradas if persona is not None],
    )
    return censo_, leen


def al_mover(mensaje: Mensaje, escena: Escena, destino: Escena) -> Cambio:
    """Say who gains and who loses if the message goes to another scene of its partida."""
    censo_ = censo(escena.partida)
    despues = censo_.audiencia(
        destino,
        visibilidad=mensaje.visibilidad,
        autor=mensaje.autor_id,
        presentes=presentes(destino),
        nombradas=nombradas(mensaje),
    )
    return censo_.cambio(de_mensaje(censo_, mensaje, escena), despues)


def al_dirigir(mensaje: Mensaje, escena: Escena, *, visibilidad: str, personas: Iterable[int]) -> Cambio:
    """Say who gains and who loses if the message is for others. personas: accounts that would be told by name."""
    censo_ = censo(escena.partida)
    despues = censo_.audiencia(
        escena, visibilidad=visibilidad, autor=mensaje.autor_id, presentes=presentes(escena), nombradas=personas
    )
    return censo_.cambio(de_mensaje(censo_, mensaje, escena), despues)


def al_cambiar_presentes(escena: Escena, personas: Iterable[int]) -> Cambio:
    """Say who gains and who loses the scene itself if those accounts are present; an open scene is not asked."""
    if not escena.secreta:
        return Cambio()
    censo_ = censo(escena.partida)
    todos = Mensaje.Visibilidad.TODOS
    antes = censo_.audiencia(escena, visibilidad=todos, autor=None, presentes=presentes(escena))
    return censo_.cambio(antes, censo_.audiencia(escena, visibilidad=todos, autor=None, presentes=personas))


def al_cambiar_acceso(partida: Partida, acceso: str) -> Cambio:
    """Say who gains and who loses what the partida shows to all its readers, if `acceso` says who may read it."""
    censo_ = censo(partida)
    antes = Audiencia(censo_.activas, visitas=censo_.abierta)
    return censo_.cambio(antes, Audiencia(censo_.activas, visitas=_abierta(partida, acceso)))
