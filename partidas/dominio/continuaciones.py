"""What a roll offers next: re-rolls, effects, more targets. Taken once, from the stored response, under lock."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import IntegrityError
from django.utils.translation import gettext as _

from partidas.dominio import buzon, lances, tablero
from partidas.dominio import tiradas as rodar
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.models import Reparto, Tirada
from partidas.ofertas import Lado, elegibles, gasta_opcion, lados_de, objetivo_de, ofrecidas, palabra_de
from partidas.politica import Lector, lector, puede_tirar
from personajes.models import Personaje
from reglas import motor
from reglas.models import Clase
from reglas.nucleo.canonico import huella
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion
from reglas.sellado import AporteInvalido

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.models import Escena, Mensaje, Partida
    from reglas.nucleo.campos import Campo
    from reglas.nucleo.sistema import Continuacion


@dataclass(frozen=True, slots=True)
class OrdenContinuar:
    """The choice of one option. objetivo: public id of another character, where the option asks for one.

    aporte, sobre: as in `TiradaDeclarada`.
    """

    clave: UUID
    datos: Mapping[str, Any] = field(default_factory=dict)
    objetivo: str = ""
    aporte: str = ""
    sobre: str = ""

    def declarada(self, continuacion: Continuacion) -> rodar.TiradaDeclarada:
        """Return the declaration: the option's fixed data win over what was typed."""
        return rodar.TiradaDeclarada(
            accion=continuacion.accion or "",
            datos={**self.datos, **continuacion.datos},
            objetivo=self.objetivo,
            aporte=self.aporte,
            sobre=self.sobre,
        )


def _lados(quien: Lector, tirada: Tirada) -> frozenset[Lado]:
    """Return which sheets of the roll the person moves."""
    abierto = Reparto.objects.sin_filtrar("who plays the sheets of a roll")
    implicados = [pk for pk in (tirada.personaje_id, tirada.objetivo_id) if pk]
    filas = abierto.filter(partida=quien.partida, personaje__in=implicados, hasta__isnull=True)
    de = {fila.personaje_id: fila for fila in filas.select_related("usuario")}
    objetivo = de.get(tirada.objetivo_id) if tirada.objetivo_id else None
    jugador = objetivo.usuario if objetivo else None
    ve = jugador is None or Tirada.objects.visibles_para(jugador).filter(pk=tirada.pk).exists()
    return lados_de(quien, tirada, de, ciegas=() if ve or jugador is None else (jugador.pk,))


@dataclass(frozen=True, slots=True)
class Eleccion:
    """An option on the point of being taken: everything down to the turn is locked."""

    cerrojos: Cerrojos
    partida: Partida
    escena: Escena
    mensaje: Mensaje
    tirada: Tirada
    quien: Lector
    continuacion: Continuacion
    declarada: rodar.TiradaDeclarada

    @property
    def de_la_direccion(self) -> tuple[Campo, ...]:
        """Return the fields of the declaration that only the direction may set, if the person does not direct."""
        accion = motor.sistema(self.partida.sistema).acciones[self.declarada.accion]
        return () if self.quien.dirige else palabra_de(accion, self.declarada.datos)


@con_reintentos
def continuar(tirada_publico: str, opcion: str, orden: OrdenContinuar, *, autor: Usuario, ahora: datetime) -> Tirada:
    """Take an option of a stored roll and hang the result on the same turn.

    The earlier response comes from the database, never from the request. Taking it twice with the same key returns
    the first result. Raises NoExiste, NoPermitido, DatoInvalido, TiradaRechazada, ClaveReutilizada, SobreCambiado.
    """
    with verbo() as cerrojos:
        eleccion = abrir(cerrojos, tirada_publico, opcion, orden, autor=autor)
        hecha = Tirada.objects.sin_filtrar("idempotency: own key").filter(autor=autor, clave=orden.clave).first()
        if hecha is not None:
            if hecha.continua_id != eleccion.tirada.pk or hecha.huella != huella(eleccion.declarada.huella()):
                raise ClaveReutilizada(eleccion.mensaje)
            return hecha
        if eleccion.de_la_direccion:
            raise NoPermitido(_("Eso lo permite la dirección: pídele la palabra."))
        return tomar(eleccion, clave=orden.clave, autor=autor, ahora=ahora)


def abrir(cerrojos: Cerrojos, tirada_publico: str, opcion: str, orden: OrdenContinuar, *, autor: Usuario) -> Eleccion:
    """Lock the place of a roll that the person sees. Raises NoExiste."""
    vista = _visible(tirada_publico, autor)
    partida = cerrojos.partida(vista.mensaje.escena.partida_id)
    escena = cerrojos.escena(vista.mensaje.escena_id)
    mensaje = cerrojos.mensaje(vista.mensaje_id)
    return elegir(cerrojos, partida, escena, mensaje, tirada_publico, opcion, orden, autor=autor)


def elegir(
    cerrojos: Cerrojos,
    partida: Partida,
    escena: Escena,
    mensaje: Mensaje,
    tirada_publico: str,
    opcion: str,
    orden: OrdenContinuar,
    *,
    autor: Usuario,
) -> Eleccion:
    """Return the option as the person would take it, in a place that is locked. Raises NoExiste."""
    continuacion = motor.sistema(partida.sistema).continuaciones.get(opcion)
    if continuacion is None or continuacion.accion is None:
        raise NoExiste
    tirada, declarada = _visible(tirada_publico, autor), orden.declarada(continuacion)
    return Eleccion(cerrojos, partida, escena, mensaje, tirada, lector(autor, partida), continuacion, declarada)


def permitir(e: Eleccion) -> _Papeles:
    """Return whose sheets an option moves, if its person may take it now. Raises NoPermitido, DatoInvalido."""
    permiso = puede_tirar(e.quien, e.escena)
    if not permiso:
        raise NoPermitido(permiso.motivo)
    comprobar_oferta(e.quien, e.tirada, e.continuacion.opcion, e.declarada.objetivo)
    return _elegir(e.quien, e.tirada, e.continuacion, e.declarada)


def tomar(e: Eleccion, *, clave: UUID, autor: Usuario, ahora: datetime) -> Tirada:
    """Throw an option, inside the verb that locked its place. Raises as `continuar`."""
    papeles = permitir(e)
    personajes = e.cerrojos.personajes(pk for pk in (papeles.actor, papeles.objetivo) if pk)
    libro = e.cerrojos.libro(e.partida.publico, Clase(e.tirada.libro))
    mano = lances.Mano(mensaje=e.mensaje, partida=e.partida, libro=libro, autor=autor, ahora=ahora, clave=clave)
    hecha = _lanzar(mano, e.tirada, e.continuacion, e.declarada, personajes, papeles)
    libro.rotar_si_toca(ahora=ahora)
    buzon.anotar(
        "continuado", partida=e.partida, escena=e.escena, mensaje=e.mensaje, tirada=hecha, actor=autor, ahora=ahora
    )
    return hecha


def _visible(publico: str, autor: Usuario) -> Tirada:
    filas = Tirada.objects.visibles_para(autor).select_related("mensaje__escena", "asiento", "continua")
    tirada = filas.filter(publico=publico).first()
    if tirada is None:
        raise NoExiste
    return tirada


def usadas_de(tirada: Tirada) -> list[str]:
    """Return the options that are spent: those taken and not voided, and the re-rolls that the book has written."""
    hijas = Tirada.objects.sin_filtrar("options already taken").filter(continua=tirada)
    return [hija.opcion for hija in hijas if gasta_opcion(hija)]


def comprobar_oferta(quien: Lector, tirada: Tirada, opcion: str, objetivo: str = "") -> None:
    """Raise DatoInvalido if the roll does not offer that, NoPermitido if it is for somebody else."""
    if tirada.anulada:
        raise DatoInvalido("opcion", _("Esa tirada está anulada: ya no ofrece nada."))
    usadas = usadas_de(tirada)
    lista = ofrecidas(quien, tirada, usadas=usadas, lados=_lados(quien, tirada))
    oferta = next((o for o in lista if o.opcion == opcion), None)
    if oferta is None or _clave_de_opcion(tirada, oferta.continuacion, objetivo, usadas) in usadas:
        raise DatoInvalido("opcion", _("Esa opción ya no está: alguien la usó o la tirada ha cambiado."))
    if not oferta.disponible:
        raise NoPermitido(_("Esa opción no te toca a ti."))


def _clave_de_opcion(tirada: Tirada, continuacion: Continuacion | None, objetivo: str, usadas: Collection[str]) -> str:
    """Return under which word an option is taken: itself, with each objetivo, and with the time if one may repeat.

    «Another» objetivo is another each time; «any» may be the same again, as often as the rules let it.
    """
    if continuacion is None:
        return ""
    if not continuacion.es_de_varios(tirada.respuesta["detalle"]):
        return continuacion.opcion
    clave = f"{continuacion.opcion}:{objetivo}"
    if objetivo_de(tirada, continuacion) != "cualquiera":
        return clave
    veces = (clave, *(f"{clave}:{vez}" for vez in range(2, len(usadas) + 2)))
    return next(una for una in veces if una not in usadas)


@dataclass(frozen=True, slots=True)
class _Papeles:
    """Whose sheet acts in a continuation and which other goes along, by primary key."""

    actor: int | None
    objetivo: int | None


def _elegir(quien: Lector, tirada: Tirada, continuacion: Continuacion, declarada: rodar.TiradaDeclarada) -> _Papeles:
    """Say whose sheet acts; the objetivo's acts alone."""
    if motor.sistema(tirada.sistema).actua(tirada.respuesta, continuacion.opcion) == "objetivo":
        return _Papeles(tirada.objetivo_id, None)
    return _Papeles(tirada.personaje_id, _objetivo(quien, tirada, continuacion, declarada))


def _objetivo(
    quien: Lector, tirada: Tirada, continuacion: Continuacion, declarada: rodar.TiradaDeclarada
) -> int | None:
    """Return the id of the other sheet of the continuation: the same as before, one to choose, or none."""
    match objetivo_de(tirada, continuacion):
        case "no":
            return None
        case "mismo":
            return tirada.objetivo_id
    filas = Reparto.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida, hasta__isnull=True, personaje__publico=declarada.objetivo
    )
    fila = filas.select_related("personaje").first()
    if fila is None or not elegibles(tirada, continuacion, [fila], ()):
        raise DatoInvalido("objetivo", _("Elige un objetivo de la lista."))
    if not elegibles(tirada, continuacion, [fila], alcanzados(tirada)):
        raise DatoInvalido("objetivo", _("Esa tirada ya ha alcanzado a ese objetivo: elige otro."))
    return fila.personaje_id


def alcanzados(tirada: Tirada) -> set[int]:
    """Return the characters that the roll reached, counting all that hangs on the first of its chain."""
    en_pie = Tirada.objects.sin_filtrar("whom a chain has reached").filter(
        mensaje=tirada.mensaje_id, anulada__isnull=True
    )
    filas = list(en_pie.order_by("pk").values_list("pk", "continua", "objetivo"))
    padres = {pk: continua for pk, continua, _objetivo_id in filas}
    raiz = tirada.pk
    while (padre := padres.get(raiz)) is not None:
        raiz = padre
    familia, hallados = {raiz}, set()
    for pk, continua, objetivo in filas:
        if pk == raiz or continua in familia:
            familia.add(pk)
            hallados.add(objetivo)
    return hallados - {None}


def _lanzar(
    mano: lances.Mano,
    tirada: Tirada,
    continuacion: Continuacion,
    declarada: rodar.TiradaDeclarada,
    personajes: Mapping[int, Personaje],
    papeles: _Papeles,
) -> Tirada:
    actor = personajes.get(papeles.actor) if papeles.actor else None
    objetivo = personajes.get(papeles.objetivo) if papeles.objetivo else None
    peticion = _peticion(mano.partida.sistema, tirada, continuacion, declarada, actor, objetivo)
    peticion = tablero.completar(peticion, mano.mensaje.escena, actor, visibilidad=mano.mensaje.visibilidad)
    lance = lances.Lance(
        declarada,
        peticion,
        actor,
        objetivo,
        posicion=rodar.siguiente_posicion(mano.mensaje),
        clave=mano.clave,
        continua=tirada,
        opcion=_clave_de_opcion(tirada, continuacion, declarada.objetivo, usadas_de(tirada)),
        sustituye=continuacion.sustituye,
        lote=tirada.lote,
    )
    try:
        return lances.lanzar(mano, lance)
    except Rechazo as rechazo:
        raise TiradaRechazada(0, rechazo) from rechazo
    except lances.SinFicha as error:
        raise DatoInvalido("opcion", _("Esa opción cambia una ficha y esta tirada no tiene ninguna.")) from error
    except AporteInvalido as error:
        raise DatoInvalido("aporte", _("«Tu azar» tiene que ser un texto corto.")) from error
    except IntegrityError as error:
        raise DatoInvalido("opcion", _("Esa opción ya no está: alguien la usó o la tirada ha cambiado.")) from error


def _peticion(
    sistema: str,
    tirada: Tirada,
    continuacion: Continuacion,
    declarada: rodar.TiradaDeclarada,
    actor: Personaje | None,
    objetivo: Personaje | None,
) -> Peticion:
    return Peticion(
        sistema=sistema,
        accion=declarada.accion,
        ficha=actor.ficha if actor else tirada.respuesta["ficha"],
        objetivo=objetivo.ficha if objetivo else None,
        datos=dict(declarada.datos),
        previa=motor.sistema(sistema).previa_para(continuacion.opcion, _cadena(tirada)),
    )


def comprobar(e: Eleccion) -> tuple[Personaje | None, Personaje | None]:
    """Return whose sheets an option would move; refuse now what the rules would refuse whatever the dice.

    Raises as `continuar`.
    """
    papeles = permitir(e)
    personajes = e.cerrojos.personajes(pk for pk in (papeles.actor, papeles.objetivo) if pk)
    actor = personajes.get(papeles.actor) if papeles.actor else None
    objetivo = personajes.get(papeles.objetivo) if papeles.objetivo else None
    peticion = _peticion(e.partida.sistema, e.tirada, e.continuacion, e.declarada, actor, objetivo)
    try:
        motor.sondear(tablero.completar(peticion, e.escena, actor, visibilidad=e.mensaje.visibilidad))
    except Rechazo as rechazo:
        if rechazo.codigo != "demasiados_dados":
            raise TiradaRechazada(0, rechazo) from rechazo
    return actor, objetivo


def _cadena(tirada: Tirada) -> list[Mapping[str, Any]]:
    """Return the response that offers the option, then the one it continued, back to the first."""
    cadena: list[Mapping[str, Any]] = []
    actual: Tirada | None = tirada
    while actual is not None:
        cadena.append(actual.respuesta)
        actual = (
            Tirada.objects.sin_filtrar("chain of a continuation").filter(pk=actual.continua_id).first()
            if actual.continua_id
            else None
        )
    return cadena
