"""The attacks worked by hand in docs/recorridos: the card says exactly what their tables say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from partidas.presentacion.caras import calculo
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import cambios
from reglas import motor, protocolo, referencia
from reglas.nucleo.azar import AzarDictado

PAGINAS = sorted((Path(__file__).resolve().parents[2] / "docs" / "recorridos").glob("*.md"))


def por_sistema(pagina: Path) -> str:
    return pagina.stem


def pasos(texto: str) -> list[tuple[dict[str, Any], list[tuple[str, str]]]]:
    """Return each request of a page with the table that follows it."""
    trozos = re.findall(r"```json\n(.*?)```(.*?)(?=```json|\Z)", texto, re.DOTALL)
    fila = re.compile(r"^\| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
    return [(json.loads(uno), [par for par in fila.findall(tabla) if par[0] != "---"]) for uno, tabla in trozos]


@pytest.mark.parametrize("pagina", PAGINAS, ids=por_sistema)
def test_la_tarjeta_dice_lo_que_sale_a_mano(pagina: Path) -> None:
    """A request after the first continues it: sheets and earlier response are what that one left."""
    respuesta: dict[str, Any] = {}
    todos = pasos(pagina.read_text("utf-8"))

    for pedido, filas in todos:
        dejado = {clave: respuesta[clave] for clave in ("sistema", "ficha", "objetivo") if clave in respuesta}
        previa = {"previa": respuesta} if respuesta else {}
        peticion, dados = protocolo.leer(json.dumps({**dejado, **previa, **pedido}))
        respuesta = json.loads(json.dumps(protocolo.a_dict(motor.resolver(peticion, AzarDictado(dados)))))
        with translation.override("es"):
            palabras = Palabras.de(peticion.sistema)
            cuenta = [(linea.etiqueta, linea.valor) for linea in calculo(palabras, respuesta["detalle"])]
            cambiado = cambios(palabras, respuesta["efectos"])
        assert filas == [*cuenta, *((linea.etiqueta, f"{linea.antes} → {linea.valor}") for linea in cambiado)]

    assert todos
    assert respuesta["sistema"] == pagina.stem


@pytest.mark.parametrize("pagina", PAGINAS, ids=por_sistema)
def test_sus_clausulas_existen(pagina: Path) -> None:
    citadas = set(re.findall(r"\b[A-Z]-\d{2,3}\b", pagina.read_text("utf-8")))

    assert len(citadas) > 5
    assert citadas <= set(referencia.leer(pagina.stem, "es").clausulas)
