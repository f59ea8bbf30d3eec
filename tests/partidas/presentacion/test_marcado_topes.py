"""Caps: what may not grow does not, and what does not fit is still read. Work is counted, never timed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from partidas.presentacion.marcado import render, topes

RAIZ = Path(__file__).parents[3]
N = topes.CARACTERES


def _columnas(columnas: int, fila: str) -> str:
    cabeza = "|" + "a|" * columnas + "\n|" + "-|" * columnas + "\n"
    return cabeza + fila * ((N - len(cabeza)) // len(fila))


HOSTILES = {
    "citas": ">" * N,
    "citas_perezosas": ">" * 30_000 + "\n" + "a\n" * 14_999,
    "citas_de_ocho": ">>>>>>>>a\n\n" * 5_400,
    "tabla_2000_y_filas_cortas": _columnas(2_000, "a\n"),
    "tabla_2000_y_filas_con_barra": _columnas(2_000, "|a\n"),
    "tabla_2000_llena": _columnas(2_000, "|" + "b|" * 2_000 + "\n"),
    "tabla_1000": _columnas(1_000, "|a\n"),
    "tabla_50": _columnas(50, "|a\n"),
    "tabla_23": _columnas(23, "|a\n"),
    "muchas_tablas": (_columnas(23, "|a\n")[:100] + "\n|a\n\n") * 570,
    "correos": "a@a.b " * 10_000,
    "estrellas": "*" * 30_000 + "a" + "*" * 29_999,
    "imagenes": "![" * 30_000,
    "corchetes": "[" * N,
    "corchetes_cerrados": "[" * 30_000 + "]" * 30_000,
    "enlaces_abiertos": "[a](" * 15_000,
    "enlaces_anidados": "[" * 10_000 + "a" + "](b)" * 10_000,
    "imagenes_anidadas": "![" * 8_000 + "a" + "](b)" * 10_000,
    "parentesis": "[a](" + "(" * 59_000,
    "titulos_sin_cerrar": '[a](b "' * 8_500,
    "enfasis_mezclado": "*a **b " * 8_500,
    "enfasis_hondo": "**a *b " * 4_000 + "c* d** " * 4_000,
    "doces": "".join(c * 12 + "a" for c in "*_" * 2_300),
    "listas_hondas": "".join("  " * i + "* a\n" for i in range(240)),
    "lista_en_una_linea": "* " * 30_000,
    "numeros_en_una_linea": "1. " * 20_000,
    "lista_y_cita": "* > " * 15_000,
    "acentos_graves": "".join("`" * (i % 12 + 1) + "a" for i in range(8_000)),
    "acentos_graves_juntos": "`" * N,
    "vallas": "```\n" * 15_000,
    "vallas_distintas": "".join("`" * (3 + i % 10) + "x\n" for i in range(6_000)),
    "valla_y_espacios": "```" + " " * 59_000 + "`",
    "definiciones": "[a]: /x\n" * 7_500,
    "definiciones_distintas": "".join(f"[{i}]: /\n" for i in range(6_000)),
    "tachados": "~~" * 30_000,
    "tachados_cortos": "~~a" * 20_000,
    "barras": "||" * 30_000,
    "destripes_en_linea": "||a" * 20_000,
    "destripes_por_parrafo": "||a\n\n" * 12_000,
    "destripes_cruzados": "||**a||b** " * 5_400,
    "destripes_de_bloque": ":::destripe\n" * 5_000,
    "destripes_cerrados": ":::destripe\n:::\n" * 3_750,
    "citas_con_destripe": "> :::destripe\n" * 4_200,
    "dos_puntos": ":::" + " " * 59_000 + "x",
    "et": "&" * N,
    "menor": "<" * N,
    "comentarios": "<!--" * 15_000,
    "cdata": "<![CDATA[" * 6_600,
    "instrucciones": "<?" * 30_000,
    "guion_bajo": "_a" * 30_000,
    "rayas": "—*a" * 20_000,
    "barras_invertidas": "\\" * N,
    "espacios": "a" + " " * 59_998 + "a",
    "sangria": " " * 59_999 + "a",
    "saltos": "\n" * N,
    "parrafos": "a\n\n" * 20_000,
    "titulos": "# a\n" * 15_000,
    "elementos": "7. a\n3. b\n" * 6_000,
    "reglas": "---\n" * 15_000,
    "direcciones": "https://a " * 6_000,
    "correos_enlazados": "[a](mailto:a@b)" * 4_000,
    "dominios": "http://ñ.es " * 5_000,
    "dominio_largo": "http://" + "ñ" * 59_000,
    "tildes": "a" + "\u0301" * 59_999,
    "dibujos": "🎲" * N,
}

MEGAS = 100
# Renders every input with 2 GB of memory, one at a time, and says how long its words are and the peak of its memory. An
# abort cannot be caught, so it must happen, if it does, in another process.
PROGRAMA = """
import json, re, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
from partidas.presentacion.marcado import dialecto, pintor, render, texto_plano
hostiles = json.load(sys.stdin)
for nombre, texto in hostiles.items():
    render(texto)
    pico = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024
    print(nombre, len(texto_plano(texto, 200)), pico, flush=True)
for texto in hostiles.values():
    try:
        pintor.pintar(dialecto.preparar(texto))  # without the cap on lines, which hides the others
    except pintor.DemasiadoComplejo:
        pass
"""


def test_seg_64_ninguna_entrada_hostil_acaba_con_el_proceso_ni_con_su_memoria() -> None:
    """The milliseconds of each are in `make bench` (hostiles); that none takes for ever is what the net is for."""
    hecho = subprocess.run(
        [sys.executable, "-c", PROGRAMA],
        cwd=RAIZ,
        input=json.dumps(HOSTILES),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,  # a net, not a measure: all of them take a few seconds
    )

    assert hecho.returncode == 0, hecho.stderr + hecho.stdout
    salidas = [linea.split() for linea in hecho.stdout.splitlines()]
    assert [nombre for nombre, *_ in salidas] == list(HOSTILES)
    assert max(int(llano) for _, llano, _ in salidas) == 200
    assert [(nombre, pico) for nombre, _, pico in salidas if int(pico) > MEGAS] == []


@pytest.mark.parametrize("nombre", HOSTILES)
def test_seg_64_bombas(leer, letras, nombre: str) -> None:
    texto = HOSTILES[nombre]
    assert len(texto) <= N

    pagina = render(texto)
    lectura = leer(pagina.html)

    assert len(pagina.html.encode()) <= topes.SALIDA
    assert lectura.impropias == []
    assert lectura.hondura <= 45
    assert lectura.cuantas("td", "th") <= topes.CELDAS
    assert lectura.cuantas("a", "img") <= topes.ENLACES
    if "a" not in {nombre for nombre, _ in lectura.etiquetas}:
        assert letras(lectura.texto).replace("destripe", "") == letras(texto).replace("destripe", "")


@pytest.mark.parametrize(
    ("texto", "etiqueta", "cuantas"),
    [
        (">" * 8 + "a", "blockquote", 8),
        (">" * 9 + "a", "blockquote", 8),
        (":::destripe\n" * 4 + "a", "details", 4),
        (":::destripe\n" * 5 + "a", "details", 4),
        ("".join("  " * i + "* a\n" for i in range(6)), "ul", 6),
        ("".join("  " * i + "* a\n" for i in range(9)), "ul", 6),
        (_columnas(24, "|a\n")[:200], "table", 1),
        (_columnas(25, "|a\n")[:200], "table", 0),
        ("|a|b|\n|-|-|\n" + "|c|d|\n" * 2_998, "td", 5_996),
        ("|a|b|\n|-|-|\n" + "|c|d|\n" * 2_999, "td", 0),
        ("[a](/b) " * 1_001, "a", 1_000),
        ("*" * 12 + "a" + "*" * 12, "strong", 6),
        ("*" * 13 + "a" + "*" * 13, "strong", 0),
        ("a\n" * 6_000 + "*b*", "em", 1),
        ("a\n" * 6_001 + "*b*", "em", 0),
        ("*a* " + "b" * (N - 4), "em", 1),
        ("*a* " + "b" * (N - 3), "em", 0),
    ],
)
def test_cada_tope_en_su_borde(leer, letras, texto: str, etiqueta: str, cuantas: int) -> None:
    lectura = leer(render(texto).html)

    assert lectura.cuantas(etiqueta) == cuantas
    assert letras(lectura.texto).count("a") >= letras(texto).count("a")


def test_el_enfasis_no_pasa_de_ocho_niveles(leer) -> None:
    lectura = leer(render("**a *b " * 40 + "c* d** " * 40).html)

    assert lectura.hondura == 1 + topes.ENFASIS
    assert lectura.texto.split() == ["a", "b"] * 40 + ["c", "d"] * 40


def test_si_no_cabe_un_texto_con_destripes_se_pliega_entero(leer) -> None:
    texto = "||SECRETO||\n\n" + ">>>>>>>>a\n\n" * 5_000

    pagina = render(texto)

    assert pagina.html.startswith('<details class="destripe">')
    assert leer(pagina.html).fuera == ""
    assert pagina.ocultos == 1
