"""Rows of several tables in one query: each row as one JSON value, and back into the object that it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import (
    BooleanField,
    DateField,
    DateTimeField,
    F,
    Field,
    JSONField,
    Model,
    QuerySet,
    TextField,
    UUIDField,
    Value,
)
from django.db.models.functions import Cast, JSONObject
from django.utils.dateparse import parse_date

from partidas.consultas.filas import instancia

M = TypeVar("M", bound=Model)


class Forma(Generic[M]):
    """How rows of one table travel.

    relacionados: for each foreign key, the columns that come of what it points at. anotadas: annotations of the
    queryset that become attributes, with what brings each back from JSON.
    """

    def __init__(
        self,
        modelo: type[M],
        *,
        relacionados: Mapping[str, tuple[str, ...]] | None = None,
        anotadas: Mapping[str, Callable[[Any], Any]] | None = None,
    ) -> None:
        """Look at the columns once."""
        self.modelo, self._anotadas = modelo, dict(anotadas or {})
        campos = modelo._meta.concrete_fields
        self._columnas = [campo.attname for campo in campos]
        self._de_vuelta = [(campo.attname, de) for campo in campos if (de := _de_vuelta(campo)) is not None]
        self._expresiones: dict[str, Any] = {campo.attname: _ida(campo, campo.attname) for campo in campos}
        self._expresiones |= {nombre: F(nombre) for nombre in self._anotadas}
        self._relacionados: list[tuple[str, str, type[Model], list[tuple[str, str, Callable[[Any], Any] | None]]]] = []
        for nombre, columnas in (relacionados or {}).items():
            clave = modelo._meta.get_field(nombre)
            otro: type[Model] = clave.related_model  # type: ignore[assignment]  # a foreign key, by contract
            suyas = []
            for campo in (campo for campo in otro._meta.concrete_fields if campo.name in columnas):
                columna, ruta = campo.name, f"{nombre}__{campo.name}"
                self._expresiones[ruta] = _ida(campo, ruta)
                suyas.append((ruta, columna, _de_vuelta(campo)))
            self._relacionados.append((nombre, f"{nombre}_id", otro, suyas))

    def en(self, filas: QuerySet[M]) -> QuerySet[M, tuple[str, Any]]:
        """Return those rows as pairs: the name of their table, and each as JSON."""
        return filas.order_by().values_list(Value(self.modelo._meta.model_name), JSONObject(**self._expresiones))

    def leer(self, datos: dict[str, Any]) -> M:
        """Return the object again, as the ORM would have made it; `datos` is used up."""
        for nombre, de_vuelta in self._de_vuelta:
            if datos[nombre] is not None:
                datos[nombre] = de_vuelta(datos[nombre])
        fila = instancia(self.modelo, DEFAULT_DB_ALIAS, self._columnas, [datos[nombre] for nombre in self._columnas])
        for nombre, de_vuelta in self._anotadas.items():
            setattr(fila, nombre, de_vuelta(datos[nombre]))
        for nombre, clave, otro, columnas in self._relacionados:
            if datos[clave] is None:
                setattr(fila, nombre, None)
                continue
            valores = [
                de(datos[ruta]) if de is not None and datos[ruta] is not None else datos[ruta]
                for ruta, _columna, de in columnas
            ]
            nombres = ["id", *(columna for _ruta, columna, _de in columnas)]
            setattr(fila, nombre, instancia(otro, DEFAULT_DB_ALIAS, nombres, [datos[clave], *valores]))
        return fila


def _ida(campo: Field[Any, Any], ruta: str) -> Any:
    """Return the column as it goes into JSON: what is JSON itself goes as text, which is the same on both databases."""
    return Cast(F(ruta), TextField()) if isinstance(campo, JSONField) else F(ruta)


def _de_vuelta(campo: Field[Any, Any]) -> Callable[[Any], Any] | None:
    """Return what brings a value of the column back from JSON; None if it is as it was."""
    if isinstance(campo, JSONField):
        return json.loads
    if isinstance(campo, DateTimeField):
        return _momento
    if isinstance(campo, DateField):
        return parse_date
    if isinstance(campo, UUIDField):
        return UUID
    return bool if isinstance(campo, BooleanField) else None


def _momento(texto: str) -> datetime:
    leido = datetime.fromisoformat(texto)
    return leido.replace(tzinfo=UTC) if leido.tzinfo is None else leido.astimezone(UTC)
