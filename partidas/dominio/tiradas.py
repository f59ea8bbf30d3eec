"""Rolling: a declared action, resolved with the sealed dice of the book, its effects on the sheets, its card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from django.db.models import Max
from django.utils.translation import gettext as _

from partidas.dominio import tablero
from partidas.dominio.errores import DatoInvalido, TiradaRechazada
from partidas.models import Escena, Mensaje, Partida, Tirada
from personajes.dominio import fichas
from personajes.models import CambioFicha, Personaje
from reglas import motor, protocolo
from reglas.libro import TiradaHecha
from reglas.models import Clase
from reglas.nucleo.canonico import huella
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion, Respuesta
from reglas.sellado import AporteInvalido

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.dominio.eleccion import Elegidos
    from reglas.libro import LibroBloqueado

TIRADAS_MAXIMO = 5


@dataclass(frozen=True, slots=True)
class TiradaDeclarada:
    """What was declared before the die: the action, on which sheet, against whom, and the words that go with it.

    personaje, objetivo: public ids, or empty. aporte: up to 64 characters of the player's own chance.
    sobre: the commitment of the envelope that the form showed; empty when it showed none.
    """

    accion: str
    datos: Mapping[str, Any] = field(default_factory=dict)
    personaje: str = ""
    objetivo: str = ""
    declaracion: str = ""
    aporte: str = ""
    sobre: str = ""

    def huella(self) -> dict[str, Any]:
        """Return what makes two declarations the same; the envelope and the contribution do not."""
        return {
            "accion": self.accion,
            "datos": dict(self.datos),
            "personaje": self.personaje,
            "objetivo": self.objetivo,
            "declaracion": self.declaracion,
        }


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
        tocadas = _alcance(_pedida(mano, declarada, actor, objetivo))[0]
    except Rechazo as rechazo:
        raise TiradaRechazada(indice, rechazo) from rechazo
    if actor is None and "ficha" in tocadas:
        raise DatoInvalido(f"tirada-{indice}", _("Esa acción cambia una ficha: elige de quién."))


def _nombre(mensaje: Mensaje) -> str:
    """Return the name for a sheet that stands in; never an account's, because the book keeps it for ever."""
    return _("Fuera de personaje") if mensaje.voz == Mensaje.Voz.PERSONA else mensaje.nombre_voz


@dataclass(frozen=True, slots=True, kw_only=True)
class Mano:
    """The hand that throws: the turn, its partida, the locked book, who, when, and the key of the whole order.

    autor: None when the site throws, at the end of a day. causa: what the history of the sheets says.
    """

    mensaje: Mensaje
    partida: Partida
    libro: LibroBloqueado
    autor: Usuario | None
    ahora: datetime
    clave: UUID
    causa: str = CambioFicha.Causa.TIRADA


def resolver(
    mano: Mano,
    *,
    declaradas: Sequence[TiradaDeclarada],
    elegidos: Sequence[Elegidos],
    personajes: Mapping[int, Personaje],
    en_espera: Collection[int] = (),
) -> list[Tirada]:
    """Resolve the declared rolls one after another with the locked sheets and book, and hang them on the turn.

    en_espera: places of those that are not thrown now. Runs inside the caller's transaction, after all its locks.
    Raises TiradaRechazada, DatoInvalido or SobreCambiado: the caller's transaction must then be undone whole, so that
    nothing is rolled.
    """
    primera = siguiente_posicion(mano.mensaje)
    al_azar: set[int] = set()
    hechas = []
    for n, (declarada, elegido) in enumerate(zip(declaradas, elegidos, strict=True)):
        if n in en_espera:
            continue
        implicadas = {fila.personaje_id for fila in (elegido.actor, elegido.objetivo) if fila is not None}
        if implicadas & al_azar:
            # whether it is refused would hang on a die of this very order, and a refusal undoes that die
            frase = _("Esta tirada depende de cómo caiga otra de las tuyas: publica antes la otra.")
            raise DatoInvalido(f"tirada-{n}", frase)
        if n + 1 < len(declaradas):
            al_azar |= _al_azar(mano, declarada, elegido, personajes, indice=n)
        clave = uuid5(mano.clave, str(n))
        hechas.append(
            resolver_una(mano, declarada, elegido, personajes, indice=n, posicion=primera + len(hechas), clave=clave)
        )
    return hechas


def _al_azar(
    mano: Mano,
    declarada: TiradaDeclarada,
    elegido: Elegidos,
    personajes: Mapping[int, Personaje],
    *,
    indice: int,
) -> set[int]:
    """Return the characters whose sheets this roll may leave one way or another, as the die falls."""
    actor = personajes[elegido.actor.personaje_id] if elegido.actor else None
    objetivo = personajes[elegido.objetivo.personaje_id] if elegido.objetivo else None
    try:
        inciertos = _alcance(_pedida(mano, declarada, actor, objetivo))[1]
    except Rechazo as rechazo:
        raise TiradaRechazada(indice, rechazo) from rechazo
    lados = (("ficha", actor), ("objetivo", objetivo))
    return {personaje.pk for lado, personaje in lados if personaje and lado in inciertos}


def resolver_una(
    mano: Mano,
    declarada: TiradaDeclarada,
    elegido: Elegidos,
    personajes: Mapping[int, Personaje],
    *,
    indice: int,
    posicion: int,
    clave: UUID,
) -> Tirada:
    """Resolve one declared roll. indice: its place in the order, for whoever has to point at what was refused."""
    actor = personajes[elegido.actor.personaje_id] if elegido.actor else None
    objetivo = personajes[elegido.objetivo.personaje_id] if elegido.objetivo else None
    peticion = _pedida(mano, declarada, actor, objetivo)
    try:
        return lanzar(mano, Lance(declarada, peticion, actor, objetivo, posicion=posicion, clave=clave))
    except Rechazo as rechazo:
        raise TiradaRechazada(indice, rechazo) from rechazo
    except AporteInvalido as error:
        raise DatoInvalido(f"tirada-{indice}", _("«Tu azar» tiene que ser un texto corto.")) from error
    except SinFicha as error:
        raise DatoInvalido(f"tirada-{indice}", _("Esa acción cambia una ficha: elige de quién.")) from error


def siguiente_posicion(mensaje: Mensaje) -> int:
    """Return the place of the next roll of a turn."""
    if mensaje._state.adding:
        return 0
    hermanas = Tirada.objects.sin_filtrar("next place on the turn").filter(mensaje=mensaje)
    ultima = hermanas.aggregate(m=Max("posicion"))["m"]
    return 0 if ultima is None else ultima + 1


class SinFicha(Exception):
    """The action changes a sheet and nobody's was chosen."""


@dataclass(frozen=True, slots=True)
class Lance:
    """One roll ready to be thrown. continua, opcion: the earlier roll and which of its options this one takes.

    sustituye: the rules let this roll take the place of the one it continues.
    """

    declarada: TiradaDeclarada
    peticion: Peticion
    actor: Personaje | None
    objetivo: Personaje | None
    posicion: int
    clave: UUID
    continua: Tirada | None = None
    opcion: str = ""
    sustituye: bool = False


def lanzar(mano: Mano, lance: Lance) -> Tirada:
    """Throw, write the entry of the book, hang the card, and write the sheets.

    Raises Rechazo, AporteInvalido, SinFicha, SobreCambiado.
    """
    declarada, actor, objetivo = lance.declarada, lance.actor, lance.objetivo
    if actor is None and "ficha" in _alcance(lance.peticion)[0]:  # before the die: what it brings must not decide
        raise SinFicha
    azar = mano.libro.azar(_huella_publica(lance), declarada.aporte, declarada.sobre or None)
    respuesta = motor.resolver(lance.peticion, azar)
    hecha = TiradaHecha(
        tiradas=respuesta.tiradas,
        autor=mano.autor.publico if mano.autor else "",
        solicitud=_solicitud(lance.peticion),
        version=motor.sistema(mano.partida.sistema).version,
        sustituye=lance.continua.asiento if lance.sustituye and lance.continua else None,
    )
    asiento = mano.libro.anotar_tirada(azar, hecha, ahora=mano.ahora)
    tirada = Tirada.objects.sin_filtrar("hang a roll on its turn").create(
        mensaje=mano.mensaje,
        posicion=lance.posicion,
        autor=mano.autor,
        personaje=actor,
        objetivo=objetivo,
        nombre=actor.nombre if actor else mano.mensaje.nombre_voz,
        sistema=mano.partida.sistema,
        accion=declarada.accion,
        declaracion=declarada.declaracion,
        clave=lance.clave,
        huella=huella(declarada.huella()),
        asiento=asiento,
        recibo=asiento.recibo,
        libro=mano.libro.libro.clase,
        respuesta=protocolo.para_guardar(respuesta),
        continua=lance.continua,
        opcion=lance.opcion,
        con_aporte=bool(azar.sello.aporte),
        cuando=mano.ahora,
    )
    _aplicar(tirada, respuesta, actor, objetivo, mano)
    return tirada


def _alcance(peticion: Peticion) -> tuple[frozenset[str], frozenset[str]]:
    """Return which sheets the action may change, and on which of them the change hangs on the dice.

    Raises Rechazo, as the roll itself would.
    """
    try:
        odds = motor.sondear(peticion)
    except Rechazo as rechazo:
        if rechazo.codigo != "demasiados_dados":
            raise
        lados = frozenset({"ficha", "objetivo"})
        return lados, lados
    return odds.tocados, odds.inciertos


def _solicitud(peticion: Peticion) -> dict[str, Any]:
    """Return the whole request as the black box reads it, to resolve the roll again one day."""
    cuerpo: dict[str, Any] = {
        "sistema": peticion.sistema,
        "accion": peticion.accion,
        "ficha": dict(peticion.ficha),
        "datos": dict(peticion.datos),
    }
    if peticion.objetivo is not None:
        cuerpo["objetivo"] = dict(peticion.objetivo)
    if peticion.previa is not None:
        cuerpo["previa"] = dict(peticion.previa)
    return cuerpo


def _huella_publica(lance: Lance) -> str:
    """Return the SHA-256 of what was asked, in terms that every reader of the open book may know.

    Sheets go in by id and version, never by content: a hash of a secret sheet could be guessed back.
    """
    actor, objetivo = lance.actor, lance.objetivo
    return huella(
        {
            **lance.declarada.huella(),
            "personaje": [actor.publico, actor.version] if actor else [],
            "objetivo": [objetivo.publico, objetivo.version] if objetivo else [],
            "continua": [lance.continua.publico, lance.opcion] if lance.continua else [],
        }
    )


def _aplicar(
    tirada: Tirada,
    respuesta: Respuesta,
    actor: Personaje | None,
    objetivo: Personaje | None,
    mano: Mano,
) -> None:
    """Write the sheets after the roll and remember at which version each stands."""
    for lado, personaje in (("ficha", actor), ("objetivo", objetivo)):
        nueva = respuesta.ficha if lado == "ficha" else respuesta.objetivo
        if personaje is None or nueva is None:
            continue
        efectos = [efecto for efecto in tirada.respuesta["efectos"] if efecto["sobre"] == lado]
        if efectos:
            fichas.aplicar(
                personaje,
                ficha=nueva,
                efectos=efectos,
                causa=mano.causa,
                por=mano.autor,
                ahora=mano.ahora,
                asiento=tirada.recibo,
            )
    tirada.version_ficha = actor.version if actor else 0
    tirada.version_objetivo = objetivo.version if objetivo else 0
    tirada.save(update_fields=["version_ficha", "version_objetivo"])
