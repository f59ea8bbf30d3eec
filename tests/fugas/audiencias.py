"""`partidas/audiencias.toml`, read: for each URL pattern, addresses of the fixture and the status each person gets."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse

from partidas.escenario.oraculo import ROLES

TABLA = Path(settings.BASE_DIR) / "partidas" / "audiencias.toml"
Cosas = dict[str, dict[str, list[str]]]


@dataclass(frozen=True, slots=True)
class Fila:
    """One row: the pattern, what fills its address, and the status for each person of the cast."""

    patron: str
    valores: dict[str, Any]
    estados: dict[str, int]

    def repetida(self, rol: str) -> bool:
        """Tell whether the row treats everybody with an account as it does this person."""
        return len({estado for otro, estado in self.estados.items() if otro not in ("anon", "mod", "admin")}) == 1 and (
            rol not in ("mod", "admin")
        )

    def direccion(self, argumentos: tuple[str, ...], defecto: dict[str, str], cosas: Cosas) -> str:
        """Return the address: arguments are names of things of the fixture, or stand for themselves."""
        llenos = {}
        for argumento in argumentos:
            nombre = self.valores.get(argumento, defecto.get(argumento))
            if nombre is None:
                raise KeyError(f"{self.patron}: falta «{argumento}»")
            llenos[argumento] = cosas[argumento][nombre][0] if argumento in cosas else nombre
        return reverse(self.patron, kwargs=llenos)


@dataclass(frozen=True, slots=True)
class Tabla:
    """The whole file."""

    filas: list[Fila]
    defecto: dict[str, str]
    bloques: dict[str, str]
    sin_enlace: dict[str, str]


def leer() -> Tabla:
    """Read the file; KeyError for a group that it does not define, ValueError for a person twice or not in a row."""
    crudo = tomllib.loads(TABLA.read_text(encoding="utf-8"))
    grupos: dict[str, frozenset[str]] = {rol: frozenset({rol}) for rol in ROLES}
    for nombre, miembros in crudo["grupos"].items():
        grupos[nombre] = frozenset().union(*(grupos[uno] for uno in miembros.split()))
    filas = []
    for patron, valor in crudo["paginas"].items():
        for fila in valor if isinstance(valor, list) else [valor]:
            datos = {clave: uno for clave, uno in fila.items() if not re.fullmatch(r"\d+", clave)}
            estados = {clave: uno for clave, uno in fila.items() if clave not in datos}
            filas.append(Fila(patron, datos, _repartir(patron, estados, grupos)))
    return Tabla(filas, crudo["defecto"], crudo["bloques"], crudo["sin_enlace"])


def _repartir(patron: str, estados: dict[str, str], grupos: dict[str, frozenset[str]]) -> dict[str, int]:
    repartidos: dict[str, int] = {}
    resto = 0
    for estado, quienes in estados.items():
        for nombre in quienes.split():
            if nombre == "resto":
                resto = int(estado)
                continue
            for rol in grupos[nombre]:
                if rol in repartidos:
                    raise ValueError(f"{patron}: {rol} dos veces")
                repartidos[rol] = int(estado)
    faltan = set(ROLES) - set(repartidos)
    if faltan and not resto:
        raise ValueError(f"{patron}: nada se dice de {sorted(faltan)}")
    return {rol: repartidos.get(rol, resto) for rol in ROLES}
