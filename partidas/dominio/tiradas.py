"""Rolling: a declared action, resolved with the sealed dice of the book, its effects on the sheets, its card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Max
from django.utils.translation import gettext as _

from partidas.dominio import tablero
from partidas.dominio.errores import DatoInvalido, TiradaRechazada
from partidas.dominio.lances import Lance, Mano, SinFicha, alcance, lanzar
from partidas.models import Escena, Mensaje, Partida, Tirada
from personajes.models import Personaje
from reglas import motor
from reglas.models import Clase
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion
from reglas.sellado import AporteInvalido

if TYPE_CHECKING:
    from partidas.dominio.lotes import Una

TIRADAS_MAXIMO = 5


@dataclass(frozen=True, slots=True)
class TiradaDeclarada:
    """What was declared before the die: the action, on which sheet, against whom, and the words that go with it.

    personaje, objetivo: public ids, or empty. aporte: up to 64 characters of the player's own chance.
    sobre: the commitment of the envelope that the form showed; empty when it showed none. varios: the PNJ of a batch,
    instead of `personaje`. veces: how many times a batch throws with one sheet. a_peticion: the direction asked for it,
    and then it may keep how hard it is to itself (oculta) or say it afterwards (a_juicio).
    """

    accion: str
    datos: Mapping[str, Any] = field(default_factory=dict)
    personaje: str = ""
    objetivo: str = ""
    declaracion: str = ""
    aporte: str = ""
    sobre: str = ""
    varios: tuple[str, ...] = ()
    veces: int = 1
    a_peticion: bool = False
    oculta: bool = False
    a_juicio: bool = False

    @property
    def es_lote(self) -> bool:
        """Whether it asks for several rolls, which are shown in one card."""
        return bool(self.varios) or self.veces != 1

    def huella(self) -> dict[str, Any]:
        """Return what makes two declarations the same; the envelope and the contribution do not."""
        return {
            "accion": self.accion,
            "datos": dict(self.datos),
            "personaje": self.personaje,
            "objetivo": self.objetivo,
            "declaracion": self.declaracion,
            **({"varios": list(self.varios), "veces": self.veces} if self.es_lote else {}),
        }


def lance_propio(
    sistema: str, pedida: tuple[str, Mapping[str, Any]], personaje: Personaje, *, posicion: int, clave: UUID
) -> Lance:
    """Return an action of a sheet by itself, ready to be thrown: nobody on the other side, and no words of a person."""
    accion, datos = pedida
    declarada = TiradaDeclarada(accion, dict(datos), personaje=personaje.publico)
    peticion = Peticion(sistema, accion, personaje.ficha, datos=dict(datos))
    return Lance(declarada, peticion, personaje, None, posicion=posicion, clave=clave)


def clase_de_libro(mensaje: Mensaje, escena: Escena) -> Clase:
    """Return which book takes the rolls of a turn: the open one only if every participant may see them."""
    return clase_para(mensaje.visibilidad, escena)


def clase_para(visibilidad: str, escena: Escena) -> Clase:
    """Return which book an audience chooses."""
    publica = visibilidad == Mensaje.Visibilidad.TODOS and not escena.secreta
    return Clase.ABIERTO if publica else Clase.CERRADO


def _peticion(
    partida: Partida, declarada: TiradaDeclarada, actor: Personaje | None, objetivo: Personaje | None, nombre: str
) -> Peticion:
    """Build the engine's request from locked sheets; without a sheet, the system's first example stands in."""
    if actor is not None:
        ficha = actor.ficha
    else:
        ficha = motor.sistema(partida.sistema).ficha_vacia(nombre or _("Dirección"))
    return Peticion(
        sistema=partida.sistema,
        accion=declarada.accion,
        ficha=ficha,
        objetivo=objetivo.ficha if objetivo is not None else None,
        datos=dict(declarada.datos),
    )


def _pedida(mano: Mano, declarada: TiradaDeclarada, actor: Personaje | None, objetivo: Personaje | None) -> Peticion:
    """Build the request with what its scene gives."""
    peticion = _peticion(mano.partida, declarada, actor, objetivo, _nombre(mano.mensaje))
    return tablero.completar(peticion, mano.mensaje.escena, actor, visibilidad=mano.mensaje.visibilidad)


def comprobar(
    mano: Mano, declarada: TiradaDeclarada, actor: Personaje | None, objetivo: Personaje | None, *, indice: int
) -> None:
    """Refuse now a declaration that the rules would refuse whatever the dice. Raises TiradaRechazada, DatoInvalido."""
    try:
        tocadas = alcance(_pedida(mano, declarada, actor, objetivo))[0]
    except Rechazo as rechazo:
        raise TiradaRechazada(indice, rechazo) from rechazo
    if actor is None and "ficha" in tocadas:
        raise DatoInvalido(f"tirada-{indice}", _("Esa acción cambia una ficha: elige de quién."))


def _nombre(mensaje: Mensaje) -> str:
    """Return the name for a sheet that stands in; never an account's, because the book keeps it for ever."""
    return _("Fuera de personaje") if mensaje.voz == Mensaje.Voz.PERSONA else mensaje.nombre_voz


def resolver(
    mano: Mano,
    *,
    unas: Sequence[Una],
    personajes: Mapping[int, Personaje],
    en_espera: Collection[int] = (),
) -> list[Tirada]:
    """Resolve rolls one after another with the locked sheets and book, and hang them on the turn.

    en_espera: places of the declarations that are not thrown now. A roll of a batch that what fell before it in the
    batch leaves against the rules is left out, and the others stand. Runs inside the caller's transaction, after all
    its locks. Raises TiradaRechazada, DatoInvalido or SobreCambiado: the caller's transaction must then be undone
    whole, so that nothing is rolled.
    """
    primera = siguiente_posicion(mano.mensaje)
    de_antes: set[int] = set()
    del_lote: set[int] = set()
    hechas: list[Tirada] = []
    for n, una in enumerate(unas):
        if una.indice in en_espera:
            continue
        if n and una.indice != unas[n - 1].indice:
            de_antes, del_lote = de_antes | del_lote, set()
        implicadas = {fila.personaje_id for fila in (una.elegido.actor, una.elegido.objetivo) if fila is not None}
        if implicadas & de_antes:
            # whether it is refused would hang on a die of this very order, and a refusal undoes that die
            frase = _("Esta tirada depende de cómo caiga otra de las tuyas: publica antes la otra.")
            raise DatoInvalido(f"tirada-{una.indice}", frase)
        depende = bool(implicadas & del_lote)
        try:
            if depende or n + 1 < len(unas):
                del_lote |= _al_azar(mano, una, personajes)
            hechas.append(resolver_una(mano, una, personajes, posicion=primera + len(hechas)))
        except TiradaRechazada:
            if not depende:
                raise
    return hechas


def _al_azar(mano: Mano, una: Una, personajes: Mapping[int, Personaje]) -> set[int]:
    """Return the characters whose sheets this roll may leave one way or another, as the die falls."""
    actor, objetivo = _lados(una, personajes)
    try:
        inciertos = alcance(_pedida(mano, una.declarada, actor, objetivo))[1]
    except Rechazo as rechazo:
        raise _rechazada(una, rechazo) from rechazo
    lados = (("ficha", actor), ("objetivo", objetivo))
    return {personaje.pk for lado, personaje in lados if personaje and lado in inciertos}


def _lados(una: Una, personajes: Mapping[int, Personaje]) -> tuple[Personaje | None, Personaje | None]:
    """Return the locked sheets of who acts and on whom."""
    actor, objetivo = una.elegido.actor, una.elegido.objetivo
    return (
        personajes[actor.personaje_id] if actor else None,
        personajes[objetivo.personaje_id] if objetivo else None,
    )


def _rechazada(una: Una, rechazo: Rechazo) -> TiradaRechazada:
    actor = una.elegido.actor
    return TiradaRechazada(una.indice, rechazo, actor.personaje.nombre if actor and una.lote else "")


def resolver_una(mano: Mano, una: Una, personajes: Mapping[int, Personaje], *, posicion: int) -> Tirada:
    """Resolve one declared roll. Raises as `resolver`."""
    actor, objetivo = _lados(una, personajes)
    peticion = _pedida(mano, una.declarada, actor, objetivo)
    lance = Lance(una.declarada, peticion, actor, objetivo, posicion=posicion, clave=una.clave, lote=una.lote)
    try:
        return lanzar(mano, lance)
    except Rechazo as rechazo:
        raise _rechazada(una, rechazo) from rechazo
    except AporteInvalido as error:
        raise DatoInvalido(f"tirada-{una.indice}", _("«Tu azar» tiene que ser un texto corto.")) from error
    except SinFicha as error:
        raise DatoInvalido(f"tirada-{una.indice}", _("Esa acción cambia una ficha: elige de quién.")) from error


def siguiente_posicion(mensaje: Mensaje) -> int:
    """Return the place of the next roll of a turn."""
    if mensaje._state.adding:
        return 0
    hermanas = Tirada.objects.sin_filtrar("next place on the turn").filter(mensaje=mensaje)
    ultima = hermanas.aggregate(m=Max("posicion"))["m"]
    return 0 if ultima is None else ultima + 1
