"""The attacks worked by hand in docs/recorridos: the card says exactly what their tables say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.utils import translation

from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import calculo, cambios
from reglas import motor, protocolo, referencia
from reglas.nucleo.azar import AzarDictado

PAGINAS = sorted((Path(__file__).resolve().parents[2] / "docs" / "recorridos").glob("*.md"))


def por_sistema(pagina: Path) -> str:
    return pagina.stem


@pytest.mark.parametrize("pagina", PAGINAS, ids=por_sistema)
def test_la_tarjeta_dice_lo_que_sale_a_mano(pagina: Path) -> None:
    texto = pagina.read_text("utf-8")
    peticion, dados = protocolo.leer(" ".join(re.search(r"```json\n(.*?)```", texto, re.DOTALL)[1].split()))

    respuesta = json.loads(json.dumps(protocolo.a_dict(motor.resolver(peticion, AzarDictado(dados)))))

    with translation.override("es"):
        palabras = Palabras.de(peticion.sistema)
        lineas = [(linea.etiqueta, linea.valor) for linea in calculo(palabras, respuesta["detalle"])]
        cambiado = cambios(palabras, respuesta["efectos"])
    esperado = [*lineas, *((linea.etiqueta, f"{linea.antes} → {linea.valor}") for linea in cambiado)]
    filas = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", texto, re.MULTILINE)
    assert [fila for fila in filas if fila[0] != "---"] == esperado
    assert peticion.sistema == pagina.stem


@pytest.mark.parametrize("pagina", PAGINAS, ids=por_sistema)
def test_sus_clausulas_existen(pagina: Path) -> None:
    citadas = set(re.findall(r"\b[A-Z]-\d{2,3}\b", pagina.read_text("utf-8")))

    assert len(citadas) > 5
    assert citadas <= set(referencia.leer(pagina.stem, "es").clausulas)
