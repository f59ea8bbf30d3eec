"""Rolling: a declared action, resolved with the sealed dice of the book, its effects on the sheets, its card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from partidas.dominio.errores import DatoInvalido, NoPermitido, TiradaRechazada
from partidas.models import Escena, Mensaje, Partida, Reparto, Tirada
from partidas.politica import Lector
from personajes.dominio import fichas
from personajes.models import CambioFicha, Personaje
from reglas import motor, protocolo
from reglas.libro import Clase, TiradaHecha
from reglas.nucleo.canonico import huella
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion, Respuesta
from reglas.sellado import AporteInvalido

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from reglas.libro import LibroBloqueado
    from reglas.nucleo.sistema import Accion

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


@dataclass(frozen=True, slots=True)
class Elegidos:
    """The cast rows that an order names, read through the gate before any lock."""

    actor: Reparto | None
    objetivo: Reparto | None


def accion_de(partida: Partida, clave: str) -> Accion:
    """Return the declaration of an action of the partida's system; DatoInvalido for an unknown one."""
    accion = motor.sistema(partida.sistema).acciones.get(clave)
    if accion is None:
        raise DatoInvalido("accion", _("Elige una acción de la lista."))
    return accion


def elegir(quien: Lector, declarada: TiradaDeclarada, *, voz: Reparto | None) -> Elegidos:
    """Find whose sheet acts and on whom, among those that the person may use; checks who may ask for the action."""
    accion = accion_de(quien.partida, declarada.accion)
    if accion.quien == "direccion" and not quien.dirige:
        raise NoPermitido(_("Esa acción la pide la dirección."))
    reparto = Reparto.objects.visibles_para(quien.usuario).filter(partida=quien.partida, hasta__isnull=True)
    reparto = reparto.select_related("personaje")
    actor = voz
    if declarada.personaje and (voz is None or voz.personaje.publico != declarada.personaje):
        actor = reparto.filter(personaje__publico=declarada.personaje).first()
        if actor is None or not (quien.dirige or actor.usuario_id == quien.usuario.pk):
            raise DatoInvalido("personaje", _("Elige una ficha de la lista."))
    objetivo = None
    if declarada.objetivo:
        objetivo = reparto.filter(personaje__publico=declarada.objetivo).first()
        if objetivo is None or (actor is not None and objetivo.personaje_id == actor.personaje_id):
            raise DatoInvalido("objetivo", _("Elige un objetivo de la lista."))
    return Elegidos(actor, objetivo)


def clase_de_libro(mensaje: Mensaje, escena: Escena) -> Clase:
    """Return which book takes the rolls of a turn: the open one only if every participant may see them."""
    publica = mensaje.visibilidad == Mensaje.Visibilidad.TODOS and not escena.secreta
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


def resolver(
    *,
    declaradas: Sequence[TiradaDeclarada],
    elegidos: Sequence[Elegidos],
    personajes: Mapping[int, Personaje],
    mensaje: Mensaje,
    partida: Partida,
    libro: LibroBloqueado,
    autor: Usuario,
    ahora: datetime,
    clave: UUID,
) -> list[Tirada]:
    """Resolve the declared rolls one after another with the locked sheets and book, and hang them on the turn.

    Runs inside the caller's transaction, after all its locks. Raises TiradaRechazada: the caller's transaction must
    then be undone whole, so that nothing is rolled.
    """
    tiradas = []
    for indice, (declarada, elegido) in enumerate(zip(declaradas, elegidos, strict=True)):
        actor = personajes[elegido.actor.personaje_id] if elegido.actor else None
        objetivo = personajes[elegido.objetivo.personaje_id] if elegido.objetivo else None
        peticion = _peticion(partida, declarada, actor, objetivo, mensaje.nombre_voz)
        try:
            azar = libro.azar(_huella_publica(declarada, actor, objetivo), declarada.aporte, declarada.sobre or None)
            respuesta = motor.resolver(peticion, azar)
        except AporteInvalido as error:
            raise DatoInvalido(f"tirada-{indice}", _("«Tu azar» tiene que ser un texto corto.")) from error
        except Rechazo as rechazo:
            raise TiradaRechazada(indice, rechazo) from rechazo
        _sin_ficha_no_hay_efectos(respuesta, actor, indice)
        hecha = TiradaHecha(
            tiradas=respuesta.tiradas,
            autor=autor.publico,
            solicitud=_solicitud(peticion),
            version=motor.sistema(partida.sistema).version,
        )
        asiento = libro.anotar_tirada(azar, hecha, ahora=ahora)
        tiradas.append(
            Tirada.objects.sin_filtrar("hang a roll on its turn").create(
                mensaje=mensaje,
                posicion=indice,
                autor=autor,
                personaje=actor,
                objetivo=objetivo,
                nombre=actor.nombre if actor else mensaje.nombre_voz,
                sistema=partida.sistema,
                accion=declarada.accion,
                declaracion=declarada.declaracion,
                clave=uuid5(clave, str(indice)),
                huella=huella(declarada.huella()),
                asiento=asiento,
                recibo=asiento.recibo,
                libro=libro.libro.clase,
                respuesta=protocolo.para_guardar(respuesta),
                cuando=ahora,
            )
        )
        _aplicar(tiradas[-1], respuesta, actor, objetivo, autor, ahora)
    return tiradas


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


def _huella_publica(declarada: TiradaDeclarada, actor: Personaje | None, objetivo: Personaje | None) -> str:
    """Return the SHA-256 of what was asked, in terms that every reader of the open book may know.

    Sheets go in by id and version, never by content: a hash of a secret sheet could be guessed back.
    """
    return huella(
        {
            **declarada.huella(),
            "personaje": [actor.publico, actor.version] if actor else [],
            "objetivo": [objetivo.publico, objetivo.version] if objetivo else [],
        }
    )


def _sin_ficha_no_hay_efectos(respuesta: Respuesta, actor: Personaje | None, indice: int) -> None:
    if actor is None and any(efecto.sobre == "ficha" for efecto in respuesta.efectos):
        raise DatoInvalido(f"tirada-{indice}", _("Esa acción cambia una ficha: elige de quién."))


def _aplicar(
    tirada: Tirada,
    respuesta: Respuesta,
    actor: Personaje | None,
    objetivo: Personaje | None,
    autor: Usuario,
    ahora: datetime,
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
                causa=CambioFicha.Causa.TIRADA,
                por=autor,
                ahora=ahora,
                asiento=tirada.recibo,
            )
    tirada.version_ficha = actor.version if actor else 0
    tirada.version_objetivo = objetivo.version if objetivo else 0
    tirada.save(update_fields=["version_ficha", "version_objetivo"])
