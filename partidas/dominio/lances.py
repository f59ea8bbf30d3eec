"""One roll thrown: the sealed dice, the entry of the book, the card, and the sheets as it leaves them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from partidas.dominio import indice, suerte
from partidas.models import Mensaje, Partida, Tirada
from personajes.dominio import fichas
from personajes.models import CambioFicha, Personaje
from reglas import motor, protocolo
from reglas.libro import TiradaHecha
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.canonico import huella
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion, Respuesta

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.dominio.tiradas import TiradaDeclarada
    from reglas.libro import LibroBloqueado
    from reglas.nucleo.probabilidad import Distribucion


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


class SinFicha(Exception):
    """The action changes a sheet and nobody's was chosen."""


@dataclass(frozen=True, slots=True)
class Lance:
    """One roll ready to be thrown. continua, opcion: the earlier roll and which of its options this one takes.

    sustituye: the rules let this roll take the place of the one it continues. lote: the batch that it is of.
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
    lote: UUID | None = None


def lanzar(mano: Mano, lance: Lance) -> Tirada:
    """Throw, write the entry of the book, hang the card, and write the sheets.

    Raises Rechazo, AporteInvalido, SinFicha, SobreCambiado.
    """
    declarada, actor, objetivo = lance.declarada, lance.actor, lance.objetivo
    odds = None
    if actor is None:  # before the die: what it brings must not decide
        odds = _sondear(lance.peticion)
        if odds is None or "ficha" in odds.tocados:
            raise SinFicha
    azar = mano.libro.azar(_huella_publica(lance), declarada.aporte, declarada.sobre or None)
    respuesta = motor.resolver(lance.peticion, azar)
    solicitud = solicitud_de(lance.peticion)
    if declarada.a_juicio:
        solicitud["datos"] = sin_dificultad(lance.peticion)
    hecha = TiradaHecha(
        tiradas=respuesta.tiradas,
        autor=mano.autor.publico if mano.autor else "",
        solicitud=solicitud,
        version=motor.sistema(mano.partida.sistema).version,
        sustituye=lance.continua.asiento if lance.sustituye and lance.continua else None,
        a_juicio=declarada.a_juicio,
    )
    asiento = mano.libro.anotar_tirada(azar, hecha, ahora=mano.ahora)
    oculta = declarada.oculta or bool(lance.continua and lance.continua.dificultad_oculta)
    # how lucky it was against its odds would tell how hard it was
    fortuna = suerte.Suerte() if oculta or declarada.a_juicio else suerte.medir(lance.peticion, respuesta, odds)
    guardada = protocolo.para_guardar(respuesta)
    tirada = Tirada.objects.sin_filtrar("hang a roll on its turn").create(
        mensaje=mano.mensaje,
        posicion=lance.posicion,
        lote=lance.lote,
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
        respuesta=solo_dados(guardada, lance.peticion) if declarada.a_juicio else guardada,
        continua=lance.continua,
        opcion=lance.opcion,
        con_aporte=bool(azar.sello.aporte),
        mejor_que=fortuna.mejor_que,
        peor_que=fortuna.peor_que,
        a_peticion=declarada.a_peticion,
        dificultad_oculta=oculta,
        por_juzgar=declarada.a_juicio,
        cuando=mano.ahora,
    )
    indice.anotar_tirada(tirada, mano.partida.pk)
    if not declarada.a_juicio:
        aplicar(tirada, respuesta, actor, objetivo, mano)
        return tirada
    tirada.version_ficha = actor.version if actor else 0
    tirada.version_objetivo = objetivo.version if objetivo else 0
    tirada.save(update_fields=["version_ficha", "version_objetivo"])
    return tirada


def juzgar(mano: Mano, tirada: Tirada, peticion: Peticion, actor: Personaje, objetivo: Personaje | None) -> Tirada:
    """Resolve what waited for its difficulty with the very dice that fell; the book gets what was asked in the end.

    peticion: the request of the entry, with its difficulty and the sheets as they are now. Raises Rechazo.
    """
    dados = [uno["valor"] for uno in tirada.respuesta["tiradas"]]
    respuesta = motor.resolver(peticion, AzarDictado(dados))
    tirada.juicio = mano.libro.anotar_juicio(
        tirada.asiento,
        solicitud=solicitud_de(peticion),
        version=motor.sistema(mano.partida.sistema).version,
        autor=mano.autor.publico if mano.autor else "",
        ahora=mano.ahora,
    )
    fortuna = suerte.medir(peticion, respuesta)
    tirada.respuesta, tirada.por_juzgar = protocolo.para_guardar(respuesta), False
    tirada.mejor_que, tirada.peor_que = fortuna.mejor_que, fortuna.peor_que
    tirada.save(update_fields=["respuesta", "por_juzgar", "juicio", "mejor_que", "peor_que"])
    aplicar(tirada, respuesta, actor, objetivo, mano)
    return tirada


def sin_dificultad(peticion: Peticion) -> dict[str, Any]:
    """Return the `datos` of a request but for how hard it is."""
    clave = motor.sistema(peticion.sistema).acciones[peticion.accion].dificultad
    return {campo: valor for campo, valor in peticion.datos.items() if campo != clave}


def solo_dados(guardada: dict[str, Any], peticion: Peticion) -> dict[str, Any]:
    """Return a stored answer as it is while its difficulty is to be said: the dice, and the sheets as they were."""
    sin_decidir: dict[str, Any] = {"exito": None, "grado": None, "detalle": {}, "efectos": [], "opciones": []}
    fichas_de_antes: dict[str, Any] = {"ficha": dict(peticion.ficha)}
    if peticion.objetivo is not None:
        fichas_de_antes["objetivo"] = dict(peticion.objetivo)
    return {**guardada, **sin_decidir, **fichas_de_antes, "resumen": "", "texto": {"plantilla": "", "datos": {}}}


def alcance(peticion: Peticion) -> tuple[frozenset[str], frozenset[str]]:
    """Return which sheets the action may change, and on which of them the change hangs on the dice.

    Raises Rechazo, as the roll itself would.
    """
    odds = _sondear(peticion)
    if odds is None:
        lados = frozenset({"ficha", "objetivo"})
        return lados, lados
    return odds.tocados, odds.inciertos


def _sondear(peticion: Peticion) -> Distribucion | None:
    """Return the odds of a request, None if there are too many branches to count. Raises Rechazo."""
    try:
        return motor.sondear(peticion)
    except Rechazo as rechazo:
        if rechazo.codigo != "demasiados_dados":
            raise
        return None


def solicitud_de(peticion: Peticion) -> dict[str, Any]:
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

    Sheets go in by id and version, never by content: a hash of a secret sheet could be guessed back, and so could that
    of a difficulty that is kept from them. The salted seal of the request holds both.
    """
    actor, objetivo, declarada = lance.actor, lance.objetivo, lance.declarada.huella()
    if lance.declarada.oculta or lance.declarada.a_juicio:
        declarada["datos"] = sin_dificultad(lance.peticion)
    return huella(
        {
            **declarada,
            "personaje": [actor.publico, actor.version] if actor else [],
            "objetivo": [objetivo.publico, objetivo.version] if objetivo else [],
            "continua": [lance.continua.publico, lance.opcion] if lance.continua else [],
        }
    )


def aplicar(
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
