"""The worked cases of every installed system, through the black box, one JSON line each way."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

from reglas.caja import responder
from reglas.motor import sistemas

AUSENTE = object()


def casos() -> list[dict[str, Any]]:
    """Read the cases of every system."""
    return [
        json.loads(linea)
        for clave in sistemas()
        for linea in files(f"reglas.sistemas.{clave}").joinpath("casos.jsonl").read_text("utf-8").splitlines()
        if linea.strip()
    ]


def buscar(respuesta: Any, ruta: str) -> Any:
    """Return the value at a dotted path, the longest literal keys first; AUSENTE if there is none."""
    if isinstance(respuesta, dict):
        if ruta in respuesta:
            return respuesta[ruta]
        partes = ruta.split(".")
        for corte in range(len(partes) - 1, 0, -1):
            cabeza, cola = ".".join(partes[:corte]), ".".join(partes[corte:])
            if cabeza in respuesta and (hallado := buscar(respuesta[cabeza], cola)) is not AUSENTE:
                return hallado
    if isinstance(respuesta, list):
        indice, _punto, cola = ruta.partition(".")
        if indice.isdigit() and int(indice) < len(respuesta):
            return buscar(respuesta[int(indice)], cola) if cola else respuesta[int(indice)]
    return AUSENTE


def exacto(valor: Any) -> str:
    """Write a value so that true is not 1 and the order of keys does not matter."""
    return json.dumps(valor, sort_keys=True, ensure_ascii=False)


def diferencias(espera: dict[str, Any], respuesta: Any, prefijo: str = "") -> list[str]:
    """List what is expected and not there."""
    faltan = []
    for ruta, valor in espera.items():
        obtenido = buscar(respuesta, ruta)
        if isinstance(valor, dict) and isinstance(obtenido, dict):
            faltan += diferencias(valor, obtenido, f"{prefijo}{ruta}.")
        elif obtenido is AUSENTE:
            faltan.append(f"{prefijo}{ruta}: expected {exacto(valor)}, absent")
        elif exacto(valor) != exacto(obtenido):
            faltan.append(f"{prefijo}{ruta}: expected {exacto(valor)}, got {exacto(obtenido)}")
    return faltan


@pytest.mark.parametrize("caso", casos(), ids=lambda caso: f"{caso['caso']}-{caso['clausula']}")
def test_caso_se_cumple(caso: dict[str, Any]) -> None:
    linea = json.dumps(caso["peticion"], ensure_ascii=False)

    respuesta, _bien = responder(linea)

    assert diferencias(caso["espera"], json.loads(respuesta)) == []
