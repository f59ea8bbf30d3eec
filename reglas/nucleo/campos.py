"""Field declarations: one description gives strict validation, the web widget, the docs and the test generator.

`Campo.leer(valor)` returns the clean value or raises Rechazo with a path relative to the field. Readers are closures
built once, at import: no path is put together unless something is wrong. The fields of one value are in `simples`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from reglas.nucleo.condiciones import se_cumple
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.simples import AUSENTE, Booleano, Campo, Derivado, Entero, Lector, Opcion, Texto
from reglas.nucleo.tipos import Ficha

__all__ = [
    "AUSENTE",
    "SIN_CAMPOS",
    "Booleano",
    "Campo",
    "Derivado",
    "Entero",
    "Grupo",
    "Lista",
    "Mapa",
    "Opcion",
    "Texto",
    "recorrer",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lista(Campo):
    """A list of `minimo` to `maximo` elements, all read by `elemento`; its items go by index in a path.

    distintos: a repeated element is `codigo_repetido`, at the list.
    por_indice: what is wrong with an item is reported at its index, else at the list.
    cuantos_de: key of the previa's `detalle` that says how many items to ask for, for the widget.
    """

    elemento: Campo
    minimo: int = 0
    maximo: int
    distintos: bool = False
    codigo_repetido: str = "valor_repetido"
    por_indice: bool = True
    cuantos_de: str = ""

    def lector(self) -> Lector:
        """Read a list."""
        leer_uno, minimo, maximo = self.elemento.leer, self.minimo, self.maximo
        distintos, codigo, por_indice = self.distintos, self.codigo_repetido, self.por_indice

        def leer(valor: Any) -> list[Any]:
            if type(valor) is not list:
                raise Rechazo("tipo_invalido")
            if not minimo <= len(valor) <= maximo:
                raise Rechazo("fuera_de_rango")
            limpios: list[Any] = []
            try:
                limpios.extend(map(leer_uno, valor))
            except Rechazo as rechazo:
                raise (rechazo.bajo(str(len(limpios))) if por_indice else rechazo) from None
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
    codigo_ajeno: code of a key that goes with another variant of the group.
    """

    campos: tuple[Campo, ...]
    comprobar: tuple[Callable[[Ficha], None], ...] = ()
    codigo_ajeno: str = "combinacion_invalida"

    def lector(self) -> Lector:
        """Read an object."""
        leer_claves = _lector_de_claves(self.campos)
        limites = tuple((c.clave, c.hasta) for c in self.campos if isinstance(c, Entero) and c.hasta)
        condicionados = tuple(c for c in self.campos if c.si or not isinstance(c.obligatorio, bool))
        comprobar, ajeno = self.comprobar, self.codigo_ajeno

        def leer(valor: Any, con_objetivo: bool = False) -> Ficha:
            if type(valor) is not dict and not isinstance(valor, Mapping):
                raise Rechazo("tipo_invalido")
            limpio = leer_claves(valor)
            for clave, tope in limites:
                if limpio[clave] > limpio[tope]:
                    raise Rechazo("fuera_de_rango", clave)
            for campo in condicionados:
                _condiciones(campo, valor, limpio, con_objetivo, ajeno)
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


def _lector_de_claves(campos: tuple[Campo, ...]) -> Callable[[Mapping[str, Any]], Ficha]:
    """Return what reads the keys of a group one by one and fills the defaults in."""
    lectores = {campo.clave: campo.leer for campo in campos}
    # One copy gives every key in order: constants at once, the rest to be written over or taken out.
    modelo = {campo.clave: campo.defecto for campo in campos}
    sueltos = tuple(c.clave for c in campos if c.defecto is AUSENTE)
    requeridos = tuple(c.clave for c in campos if c.obligatorio is True and c.si is None)
    vacios = tuple((c.clave, c.defecto.copy) for c in campos if isinstance(c.defecto, list | dict))
    derivados = tuple((c.clave, c.defecto.calcular) for c in campos if isinstance(c.defecto, Derivado))

    def leer_claves(valor: Mapping[str, Any]) -> Ficha:
        limpio: Ficha = modelo.copy()
        for clave, crudo in valor.items():
            leer_uno = lectores.get(clave)
            if leer_uno is None:
                raise Rechazo("campo_desconocido", str(clave))
            try:
                limpio[clave] = leer_uno(crudo)
            except Rechazo as rechazo:
                raise rechazo.bajo(clave) from None
        for clave in requeridos:
            if clave not in valor:
                raise Rechazo("campo_requerido", clave)
        for clave in sueltos:
            if limpio[clave] is AUSENTE:
                del limpio[clave]
        for clave, copiar in vacios:
            if clave not in valor:
                limpio[clave] = copiar()
        for clave, calcular in derivados:
            if clave not in valor:
                limpio[clave] = calcular(limpio)
        return limpio

    return leer_claves


def _condiciones(campo: Campo, dado: Mapping[str, Any], leido: Ficha, con_objetivo: bool, ajeno: str) -> None:
    """Refuse a field out of its variant, or missing from it; a default out of its variant is taken back."""
    clave, obligatorio = campo.clave, campo.obligatorio
    if campo.si is not None and not se_cumple(campo.si, leido, con_objetivo=con_objetivo):
        if clave in dado:
            raise Rechazo(ajeno, clave)
        leido.pop(clave, None)
    elif clave not in dado:
        if not isinstance(obligatorio, bool):
            obligatorio = se_cumple(obligatorio, leido, con_objetivo=con_objetivo)
        if obligatorio:
            raise Rechazo("campo_requerido", clave)


SIN_CAMPOS: Final = Grupo(campos=())
"""The `datos` of an action that takes none."""


def recorrer(grupo: Grupo, ruta: str = "") -> Iterator[tuple[str, Campo]]:
    """Yield every field inside a group with its dotted path, in order; `*` stands for an item of a list or map."""
    for campo in grupo.campos:
        propia = f"{ruta}{campo.clave}"
        yield propia, campo
        yield from _dentro(campo, propia)


def _dentro(campo: Campo, ruta: str) -> Iterator[tuple[str, Campo]]:
    if isinstance(campo, Grupo):
        yield from recorrer(campo, f"{ruta}.")
    elif isinstance(campo, Lista | Mapa):
        interior = campo.elemento if isinstance(campo, Lista) else campo.valor
        yield f"{ruta}.*", interior
        yield from _dentro(interior, f"{ruta}.*")
