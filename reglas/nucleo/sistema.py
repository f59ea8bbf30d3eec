"""What a game system exposes: its sheets, its actions and how to present them. Nothing here names a system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from reglas.nucleo.campos import SIN_CAMPOS, Grupo
from reglas.nucleo.condiciones import Condicion, se_cumple
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import VACIO, Ficha, Resultado, vacio
from reglas.nucleo.vista import DadoMostrado, mostrar_dados

Quien = Literal["jugador", "direccion", "ambos"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EscenaDeJuego:
    """What an action may take from the scene it is played in: the engine has no memory of it, the host has.

    ficha: the acting sheet. otras: the other sheets of the fight that everybody who sees the roll may know of, in order
    of their names. respuestas: earlier responses of this very action in the scene that stand, oldest first.
    datos: what was declared so far, not validated.
    """

    ficha: Mapping[str, Any]
    otras: Sequence[Mapping[str, Any]] = ()
    respuestas: Sequence[Mapping[str, Any]] = ()
    datos: Mapping[str, Any] = field(default_factory=vacio)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accion:
    """One action of a system: its declaration and its pure rule.

    objetivo: `segun` means that `objetivo_si` (a condition on `datos`) or else the previa decides; the rule checks it.
    tipo_objetivo: which of the system's `objetivos` the other sheet is.
    previas: values of `accion` in the responses that this action continues; empty when it takes no previa.
    previa_opcional: it may also be started without one.
    valor: key of `detalle` that is the headline number. con_resultado: it has exito and grado.
    lanza: it may throw a die. declarable: a player or the DJ may start it; a continuation only follows a result.
    campo_dados: path that asks for many dice, for `demasiados_dados`.
    mejora: the integer field of which the widget says what one more would give.
    repite: the option with which a failed roll is thrown again, of which the widget says what it would give; its odds
    are the same however it failed.
    a_mano: the fields that the widget shows at once; the others wait folded. Empty: all at once.
    anticipa: keys of `detalle` that the person who declares may know before rolling, when they are certain.
    de_la_escena: the `datos` that the host fills in from the scene; they win over what was typed, and no form asks
    for them. Always the same keys.
    mejor_es: whether more or less of `valor` is the better luck.
    ficha_si: what the acting sheet must be for the action to make sense; the rule refuses the rest by itself.
    dificultad: the field of `datos` with which the direction says how hard it is; it may then keep it to itself, or say
    it once the dice have fallen, which are the same whatever it says. a_ciegas: the `datos` that go with such a roll.
    tramite: it keeps the order of a fight, and is no news unless it has a degree or one of `pesa`, keys of `detalle`.
    """

    clave: str
    nombre: str
    ayuda: str
    regla: Callable[[Contexto], Resultado]
    quien: Quien = "jugador"
    objetivo: Literal["no", "opcional", "requerido", "segun"] = "no"
    objetivo_si: Condicion | None = None
    tipo_objetivo: str = ""
    previas: frozenset[str] = frozenset()
    previa_opcional: bool = False
    campos: Grupo = SIN_CAMPOS
    valor: str | None = None
    con_resultado: bool = False
    lanza: bool = False
    declarable: bool = True
    campo_dados: str = "datos"
    mejora: str = ""
    repite: str = ""
    a_mano: tuple[str, ...] = ()
    anticipa: tuple[str, ...] = ()
    de_la_escena: Callable[[EscenaDeJuego], Mapping[str, Any]] | None = None
    mejor_es: Literal["mas", "menos"] = "mas"
    ficha_si: tuple[Condicion, ...] = ()
    dificultad: str = ""
    a_ciegas: Mapping[str, Any] = field(default_factory=vacio)
    tramite: bool = False
    pesa: tuple[str, ...] = ()

    def es_tramite(self, respuesta: Mapping[str, Any]) -> bool:
        """Say whether a stored response only kept the order of the fight, by what its card shows."""
        detalle = respuesta["detalle"]
        return self.tramite and respuesta["grado"] is None and not any(detalle.get(clave) for clave in self.pesa)

    def sirve_a(self, ficha: Mapping[str, Any]) -> bool:
        """Say whether offering the action to the holder of a complete sheet makes sense."""
        return all(se_cumple(condicion, ficha, con_objetivo=False) for condicion in self.ficha_si)


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuacion:
    """What an option of a response leads to. `Sistema.actua` says whose sheet acts.

    accion: None when it only announces something to the table. datos: fixed keys of its `datos`.
    requiere_objetivo: `mismo` is the objetivo of the response that is continued, `otro` a sheet still to choose,
    `cualquiera` the same or another, still to choose,
    `segun` is `mismo` after the original actions of `mismo_tras` and `no` after any other (see `objetivo_tras`).
    cierra: options of the same roll that stop being offered once this one is used.
    repetible: it may be used more than once (other objetivos) from the same result.
    con_previa: the earlier response is sent along; `Sistema.previa_para` says which.
    sustituye: its roll takes the place of the one it continues (a re-roll), and the book says so.
    del_objetivo_tras: original actions after which it is for the player of the objetivo, whose sheet acts alone as
    `ficha` (see `actua_tras`); after any other, for who rolled.
    varios_si: dotted path of `detalle`; where it is true the option is for each of several others, one at a time.
    vigente: whether the sheet that rolled, as it stands now, still allows it; None when nothing can take it away.
    notoria: that it is on offer follows from what every reader of the card is told, and says nothing more of a sheet.
    """

    opcion: str
    etiqueta: str
    accion: str | None
    datos: Mapping[str, Any] = field(default_factory=vacio)
    quien: Quien = "jugador"
    requiere_objetivo: Literal["no", "mismo", "otro", "cualquiera", "segun"] = "no"
    mismo_tras: frozenset[str] = frozenset()
    cierra: frozenset[str] = frozenset()
    repetible: bool = False
    con_previa: bool = True
    sustituye: bool = False
    del_objetivo_tras: frozenset[str] = frozenset()
    varios_si: str = ""
    vigente: Callable[[Ficha], bool] | None = None
    notoria: bool = False

    def actua_tras(self, original: str, *, con_objetivo: bool) -> Literal["ficha", "objetivo"]:
        """Say whose sheet acts after a roll whose original action is that one: the roller's or the objetivo's."""
        return "objetivo" if con_objetivo and original in self.del_objetivo_tras else "ficha"

    def es_de_varios(self, detalle: Mapping[str, Any]) -> bool:
        """Say whether the option may be used once for each of several objetivos after a roll with this detail."""
        return self.repetible or (bool(self.varios_si) and _en(detalle, self.varios_si) is True)

    def objetivo_tras(
        self, original: str, detalle: Mapping[str, Any] = VACIO
    ) -> Literal["no", "mismo", "otro", "cualquiera"]:
        """Say which objetivo goes along after a roll whose original action is that one, with this detail."""
        if self.varios_si and self.es_de_varios(detalle):
            return "otro"
        if self.requiere_objetivo == "segun":
            return "mismo" if original in self.mismo_tras else "no"
        return self.requiere_objetivo


def _en(detalle: Mapping[str, Any], ruta: str) -> Any:
    """Return the value at a dotted path, or None."""
    valor: Any = detalle
    for clave in ruta.split("."):
        valor = valor.get(clave) if isinstance(valor, Mapping) else None
    return valor


@dataclass(frozen=True, slots=True)
class Medidor:
    """One number of a sheet for a summary; `maximo` is None when it has no top. campo: its dotted path."""

    etiqueta: str
    valor: int
    maximo: int | None
    campo: str


@dataclass(frozen=True, slots=True)
class PasoDeCreacion:
    """One step of the guided creation: a title, the rule in a sentence and the paths of the sheet it fills."""

    titulo: str
    regla: str
    campos: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plantilla:
    """A starting sheet to copy: everything but the character's own name is in `ficha`.

    pide: dotted paths of the sheet that are asked for before copying it, with what `ficha` has there to begin with.
    """

    clave: str
    nombre: str
    ayuda: str
    ficha: Mapping[str, Any]
    pide: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Etiquetas:
    """Spanish labels (msgids), each table in display order.

    ficha: dotted path, `*` for an item of a list or map. palabras: word values of any field, by word.
    """

    ficha: Mapping[str, str] = field(default_factory=vacio)
    objetivo: Mapping[str, str] = field(default_factory=vacio)
    detalle: Mapping[str, str] = field(default_factory=vacio)
    grados: Mapping[str, str] = field(default_factory=vacio)
    motivos: Mapping[str, str] = field(default_factory=vacio)
    opciones: Mapping[str, str] = field(default_factory=vacio)
    palabras: Mapping[str, str] = field(default_factory=vacio)


@dataclass(frozen=True, slots=True)
class Dia:
    """The day that ends, as one sheet lives it.

    numero: which day of the partida it is, from 1. seguidos: for each of the system's `cuenta_de_dias`, how many
    day's ends in a row, this one counted, have found it true of this sheet; 0 when it is false now.
    """

    numero: int = 1
    seguidos: Mapping[str, int] = field(default_factory=vacio)


Debidas = Sequence[tuple[str, Mapping[str, Any]]]
"""The actions with their `datos` that something asks of a sheet, in order; () when none is due."""


def _sin_fin_de_dia(_ficha: Ficha, _dia: Dia) -> Debidas:
    return ()


def _sin_nada_debido(_ficha: Ficha) -> Debidas:
    return ()


def _sin_puesto(_ficha: Ficha) -> int | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sistema:
    """A complete game system.

    version: of its rules, kept with every stored roll. objetivos: declarations of the other sheets, by kind.
    pnj_rapido: a whole NPC sheet from a name and a level. estado: the character's state in words (msgid).
    fin_de_dia: the actions with their `datos` that close a day for this sheet, in order; () when none is due. They may
    throw dice. Each runs on the sheet that the one before left; one that this sheet refuses by then is left out.
    cuenta_de_dias: what is counted from one day's end to the next («wounded»), looked at before the actions run.
    fin_de_turno, fin_de_aventura: what closes a turn of a fight, and an adventure.
    renovacion: what gives a sheet back what a session gives, when the table says so.
    de_practica: what a practice roll gives an example sheet over its starting one, so that what costs it can be tried.
    puesto: when a sheet acts in a fight, as a number that grows; None when nothing has said it yet.
    pnj: starting sheets of the PNJ that are made in a moment; each says what it asks for. Empty: a name and a level.
    hoja_unica: NPCs have the characters' own sheet: any sheet acts, and any is acted upon.
    dados_por_indice: a face that does not exist is reported at `dados.<index>`, else at `dados`.
    fallos: the degrees that are not a success.
    clausulas: for each key of `detalle`, the clauses of the reference that explain it; `key.part` for those of one
    part of a number of several.
    mostrar: the dice of a stored response as a card shows them, those of a roll that it repeats before its own.
    """

    clave: str
    nombre: str
    version: str
    descripcion: str
    ficha: Grupo
    acciones: Mapping[str, Accion]
    pnj_rapido: Callable[[str, int], Ficha]
    medidores: Callable[[Ficha], tuple[Medidor, ...]]
    estado: Callable[[Ficha], str]
    objetivos: Mapping[str, Grupo] = field(default_factory=vacio)
    etiquetas: Etiquetas = field(default_factory=Etiquetas)
    plantillas: tuple[Plantilla, ...] = ()
    de_practica: Mapping[str, Any] = field(default_factory=vacio)
    pasos_de_creacion: tuple[PasoDeCreacion, ...] = ()
    continuaciones: Mapping[str, Continuacion] = field(default_factory=vacio)
    mensajes: Mapping[str, str] = field(default_factory=vacio)
    fin_de_dia: Callable[[Ficha, Dia], Debidas] = _sin_fin_de_dia
    cuenta_de_dias: Mapping[str, Callable[[Ficha], bool]] = field(default_factory=vacio)
    fin_de_turno: Callable[[Ficha], Debidas] = _sin_nada_debido
    fin_de_aventura: Callable[[Ficha], Debidas] = _sin_nada_debido
    renovacion: Callable[[Ficha], Debidas] = _sin_nada_debido
    puesto: Callable[[Ficha], int | None] = _sin_puesto
    pnj: tuple[Plantilla, ...] = ()
    hoja_unica: bool = False
    dados_por_indice: bool = True
    fallos: frozenset[str] = frozenset({"fallo"})
    clausulas: Mapping[str, tuple[str, ...]] = field(default_factory=vacio)
    mostrar: Callable[[Mapping[str, Any]], tuple[DadoMostrado, ...]] = mostrar_dados

    @property
    def renueva(self) -> bool:
        """Tell whether the system has something to give back at each session."""
        return self.renovacion is not _sin_nada_debido

    @property
    def cierra_aventuras(self) -> bool:
        """Tell whether the system has something to do at the end of an adventure."""
        return self.fin_de_aventura is not _sin_nada_debido

    @property
    def formatos_enteros(self) -> tuple[str, ...]:
        """Return the kinds under which a whole sheet may be stored."""
        return ("ficha", *(tipo for tipo, grupo in self.objetivos.items() if grupo is self.ficha))

    def validar_ficha(self, datos: Any) -> Ficha:
        """Return the sheet complete and clean. Raises Rechazo with paths under `ficha`."""
        return _leer(self.ficha, datos, "ficha")

    def validar_objetivo(self, datos: Any, tipo: str) -> Ficha:
        """Return the other sheet, of that kind, complete and clean. Raises Rechazo with paths under `objetivo`."""
        return _leer(self.objetivos[tipo], datos, "objetivo")

    def ficha_vacia(self, nombre: str) -> Ficha:
        """Return a valid sheet to start from: the first template with this name."""
        return self.validar_ficha({**self.plantillas[0].ficha, "nombre": nombre})

    def previa_para(self, opcion: str, cadena: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
        """Return which earlier response the option continues.

        cadena: the response that offers it, then the one that it continued, and so on back to the first.
        Returns None when the option sends no previa, or nothing in the chain can be continued.
        """
        continuacion = self.continuaciones[opcion]
        if continuacion.accion is None or not continuacion.con_previa:
            return None
        previas = self.acciones[continuacion.accion].previas
        return next((respuesta for respuesta in cadena if respuesta.get("accion") in previas), None)

    def original(self, respuesta: Mapping[str, Any]) -> str:
        """Return the action that a chain of responses began with, from its last one."""
        original: str = respuesta["detalle"].get("accion_original") or respuesta["accion"]
        return original

    def opciones_objetivo(self, respuesta: Mapping[str, Any]) -> tuple[str, ...]:
        """Return what a response offers to the player of its objetivo, beyond its `opciones`."""
        return tuple(respuesta["detalle"].get("opciones_objetivo", ()))

    def actua(self, respuesta: Mapping[str, Any], opcion: str) -> Literal["ficha", "objetivo"]:
        """Say which sheet of a response acts when that option of it is taken."""
        if opcion in self.opciones_objetivo(respuesta):
            return "objetivo"
        con_objetivo = respuesta.get("objetivo") is not None
        return self.continuaciones[opcion].actua_tras(self.original(respuesta), con_objetivo=con_objetivo)

    def opciones_vigentes(
        self, opciones: Sequence[str], usadas: Collection[str], detalle: Mapping[str, Any] = VACIO
    ) -> tuple[str, ...]:
        """Return what a response still offers once some of its options were used.

        usadas: options already taken from this same response. A continuation used up closes the ones it names.
        detalle: of the response.
        """
        cerradas = {cerrada for usada in usadas for cerrada in self.continuaciones[usada].cierra}
        cerradas |= {usada for usada in usadas if not self.continuaciones[usada].es_de_varios(detalle)}
        return tuple(opcion for opcion in opciones if opcion not in cerradas)

    def dia(self, ficha: Ficha, numero: int, ayer: Mapping[str, int]) -> Dia:
        """Return the day that ends for this sheet. ayer: the `seguidos` of its last day's end, empty before any."""
        cuentas = self.cuenta_de_dias.items()
        return Dia(numero, {clave: ayer.get(clave, 0) + 1 if cierto(ficha) else 0 for clave, cierto in cuentas})

    def mensaje(self, codigo: str) -> str | None:
        """Return the system's own sentence (msgid) for a refusal code, or None."""
        return self.mensajes.get(codigo)


def _leer(grupo: Grupo, datos: Any, raiz: str) -> Ficha:
    try:
        ficha: Ficha = grupo.leer(datos)
    except Rechazo as rechazo:
        raise rechazo.bajo(raiz) from None
    return ficha
