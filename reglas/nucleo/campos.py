"""Field declarations: one description gives strict validation, the web widget, the docs and the test generator.

`Campo.leer(valor)` returns the clean value or raises Rechazo with a path relative to the field. Readers are closures
built once, at import: no path is put together unless something is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from reglas.nucleo.canonico import texto_limpio
from reglas.nucleo.condiciones import Condicion, se_cumple
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha

Lector = Callable[..., Any]
"""Reads one value. A group's reader also takes `con_objetivo`: whether the request has the other sheet."""


class _Ausente:
    """The type of AUSENTE."""

    def __repr__(self) -> str:
        return "AUSENTE"


AUSENTE: Final = _Ausente()
"""Default of a field that is simply left out when it is not given."""


@dataclass(frozen=True, slots=True)
class Derivado:
    """A default computed from the sibling fields already read (those declared before)."""

    calcular: Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Campo:
    """What every field says of itself.

    etiqueta, ayuda: Spanish msgids for the label and one line of help.
    obligatorio: required, always or while a condition holds (only if `si` holds too).
    defecto: value when absent; a `Derivado`; or AUSENTE.
    si: the field goes with this variant of its group; given otherwise it is `combinacion_invalida`.
    de_ficha: path of the sheet that offers the values (keys of a map, `nombre` of a list), for the widget.
    nulo: null is a value of its own.
    """

    clave: str = ""
    etiqueta: str = ""
    ayuda: str = ""
    obligatorio: bool | Condicion = False
    defecto: Any = AUSENTE
    si: Condicion | None = None
    de_ficha: str = ""
    nulo: bool = False
    leer: Lector = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Build the reader once."""
        leer = self.lector()
        object.__setattr__(self, "leer", _con_nulo(leer) if self.nulo else leer)

    def lector(self) -> Lector:
        """Return the closure that reads a value of this field."""
        raise NotImplementedError


def _con_nulo(leer: Lector) -> Lector:
    return lambda valor: None if valor is None else leer(valor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entero(Campo):
    """An integer from `minimo` to `maximo`, both included; a boolean is no integer.

    hasta: sibling field, declared before, whose value is also an upper limit.
    """

    minimo: int
    maximo: int
    hasta: str = ""

    def lector(self) -> Lector:
        """Read an integer."""
        minimo, maximo = self.minimo, self.maximo

        def leer(valor: Any) -> int:
            if type(valor) is int:
                if minimo <= valor <= maximo:
                    return valor
                raise Rechazo("fuera_de_rango")
            raise Rechazo("tipo_invalido")

        return leer


@dataclass(frozen=True, slots=True, kw_only=True)
class Booleano(Campo):
    """True or false, and nothing that looks like it."""

    def lector(self) -> Lector:
        """Read a boolean."""

        def leer(valor: Any) -> bool:
            if valor is True or valor is False:
                return bool(valor)
            raise Rechazo("tipo_invalido")

        return leer


@dataclass(frozen=True, slots=True, kw_only=True)
class Texto(Campo):
    """A text of `minimo` to `maximo` characters once in NFC and trimmed.

    sin_punto: it will be a key of a map, so it cannot hold a full stop.
    largo: the widget shows it as several lines.
    """

    minimo: int = 1
    maximo: int = 80
    sin_punto: bool = False
    largo: bool = False

    def lector(self) -> Lector:
        """Read a text."""
        minimo, maximo, sin_punto = self.minimo, self.maximo, self.sin_punto

        def leer(valor: Any) -> str:
            if type(valor) is not str:
                raise Rechazo("tipo_invalido")
            limpio = texto_limpio(valor)
            if not minimo <= len(limpio) <= maximo or (sin_punto and "." in limpio) or not _guardable(limpio):
                raise Rechazo("fuera_de_rango")
            return limpio

        return leer


def _guardable(texto: str) -> bool:
    """Say whether a database can hold the text: no NUL, no half of a surrogate pair."""
    return "\0" not in texto and (texto.isascii() or not any("\ud800" <= c <= "\udfff" for c in texto))


@dataclass(frozen=True, slots=True, kw_only=True)
class Opcion(Campo):
    """One word of a list.

    opciones: word to its label (msgid), in display order. Words may be strings or integers (a die size).
    """

    opciones: Mapping[Any, str]

    def lector(self) -> Lector:
        """Read a word of the list."""
        palabras = frozenset(self.opciones)
        tipo: type = type(next(iter(self.opciones)))

        def leer(valor: Any) -> Any:
            if type(valor) is not tipo:
                raise Rechazo("tipo_invalido")
            if valor in palabras:
                return valor
            if isinstance(valor, str) and (limpio := texto_limpio(valor)) in palabras:
                return limpio
            raise Rechazo("fuera_de_rango")

        return leer


@dataclass(frozen=True, slots=True, kw_only=True)
class Lista(Campo):
    """A list of `minimo` to `maximo` elements, all read by `elemento`; its items go by index in a path.

    distintos: a repeated element is `codigo_repetido`, at the list.
    """

    elemento: Campo
    minimo: int = 0
    maximo: int
    distintos: bool = False
    codigo_repetido: str = "valor_repetido"

    def lector(self) -> Lector:
        """Read a list."""
        leer_uno, minimo, maximo = self.elemento.leer, self.minimo, self.maximo
        distintos, codigo = self.distintos, self.codigo_repetido

        def leer(valor: Any) -> list[Any]:
            if type(valor) is not list:
                raise Rechazo("tipo_invalido")
            if not minimo <= len(valor) <= maximo:
                raise Rechazo("fuera_de_rango")
            limpios: list[Any] = []
            try:
                limpios.extend(map(leer_uno, valor))
            except Rechazo as rechazo:
                raise rechazo.bajo(str(len(limpios))) from None
            if distintos and any(elemento in limpios[:n] for n, elemento in enumerate(limpios)):
                raise Rechazo(codigo)
            return limpios

        return leer


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapa(Campo):
    """A map whose keys the players choose, all values read by `valor`.

    nombre: how a key is read. codigo_clave: code of a bad key, at the map or (en_clave) at the key's own path.
    igualar: two keys that it makes equal are the same name: `codigo_repetido`, at the map.
    """

    nombre: Texto
    valor: Campo
    codigo_clave: str = "fuera_de_rango"
    en_clave: bool = False
    igualar: Callable[[str], str] = str
    codigo_repetido: str = "valor_repetido"

    def lector(self) -> Lector:
        """Read a map."""
        leer_nombre, leer_valor = self.nombre.leer, self.valor.leer

        def leer(valor: Any) -> dict[str, Any]:
            if type(valor) is not dict:
                raise Rechazo("tipo_invalido")
            limpios: dict[str, Any] = {}
            for clave, dentro in valor.items():
                try:
                    nombre = leer_nombre(clave)
                except Rechazo:
                    raise Rechazo(self.codigo_clave, clave if self.en_clave else "") from None
                if nombre in limpios:
                    raise Rechazo(self.codigo_repetido)
                try:
                    limpios[nombre] = leer_valor(dentro)
                except Rechazo as rechazo:
                    raise rechazo.bajo(nombre) from None
            if len({self.igualar(nombre) for nombre in limpios}) < len(limpios):
                raise Rechazo(self.codigo_repetido)
            return limpios

        return leer


@dataclass(frozen=True, slots=True, kw_only=True)
class Grupo(Campo):
    """An object with declared keys; the value read has them in this order, defaults filled in.

    comprobar: rules between its fields; each raises Rechazo with a path inside the group.
    """

    campos: tuple[Campo, ...]
    comprobar: tuple[Callable[[Ficha], None], ...] = ()

    def lector(self) -> Lector:
        """Read an object."""
        plan = tuple((c.clave, c.leer, c.obligatorio is True and c.si is None, *_defecto(c)) for c in self.campos)
        limites = tuple((c.clave, c.hasta) for c in self.campos if isinstance(c, Entero) and c.hasta)
        claves = frozenset(c.clave for c in self.campos)
        condicionados = tuple(c for c in self.campos if c.si or not isinstance(c.obligatorio, bool))
        comprobar = self.comprobar

        def leer_claves(valor: dict[str, Any]) -> Ficha:
            limpio: Ficha = {}
            vistos = 0
            clave = ""
            try:
                for clave, leer_uno, obligatorio, calcular, defecto in plan:
                    if clave in valor:
                        limpio[clave] = leer_uno(valor[clave])
                        vistos += 1
                    elif obligatorio:
                        raise Rechazo("campo_requerido")
                    elif calcular is not None:
                        limpio[clave] = calcular(limpio)
                    elif defecto is not AUSENTE:
                        limpio[clave] = defecto
            except Rechazo as rechazo:
                raise rechazo.bajo(clave) from None
            if vistos < len(valor):
                raise Rechazo("campo_desconocido", _primera(valor, claves))
            return limpio

        def leer(valor: Any, con_objetivo: bool = False) -> Ficha:
            if not isinstance(valor, Mapping):
                raise Rechazo("tipo_invalido")
            dado = valor if type(valor) is dict else dict(valor)
            limpio = leer_claves(dado)
            for clave, tope in limites:
                if limpio[clave] > limpio[tope]:
                    raise Rechazo("fuera_de_rango", clave)
            for campo in condicionados:
                _condiciones(campo, dado, limpio, con_objetivo)
            for regla in comprobar:
                regla(limpio)
            return limpio

        return leer

    def __getitem__(self, clave: str) -> Campo:
        """Return the field of that name. Raises KeyError."""
        for campo in self.campos:
            if campo.clave == clave:
                return campo
        raise KeyError(clave)


def _defecto(campo: Campo) -> tuple[Callable[[Mapping[str, Any]], Any] | None, Any]:
    """Return how to make the default: a function (fresh containers, derived values) or a constant."""
    defecto = campo.defecto
    if isinstance(defecto, Derivado):
        return defecto.calcular, None
    if isinstance(defecto, list):
        return (lambda _leidos: list(defecto)), None
    if isinstance(defecto, dict):
        return (lambda _leidos: campo.leer(defecto)), None
    return None, defecto


def _primera(valor: Mapping[str, Any], claves: frozenset[str]) -> str:
    return next(str(clave) for clave in valor if clave not in claves)


def _condiciones(campo: Campo, dado: Mapping[str, Any], leido: Ficha, con_objetivo: bool) -> None:
    """Refuse a field out of its variant, or missing from it; a default out of its variant is taken back."""
    clave, obligatorio = campo.clave, campo.obligatorio
    if campo.si is not None and not se_cumple(campo.si, leido, con_objetivo=con_objetivo):
        if clave in dado:
            raise Rechazo("combinacion_invalida", clave)
        leido.pop(clave, None)
    elif clave not in dado:
        if not isinstance(obligatorio, bool):
            obligatorio = se_cumple(obligatorio, leido, con_objetivo=con_objetivo)
        if obligatorio:
            raise Rechazo("campo_requerido", clave)


SIN_CAMPOS: Final = Grupo(campos=())
"""The `datos` of an action that takes none."""
