"""What the browser is given: budgets, palettes, vendored files, and nothing from elsewhere."""

import hashlib
import importlib.util
import json
import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as ET

import brotli
import pytest

RAIZ = Path(__file__).resolve().parents[2]
STATIC = RAIZ / "static"
CSS = (STATIC / "css" / "hilo.css").read_text(encoding="utf-8")
TEMAS = {
    "claro": r":root\s*\{([^}]*--fondo[^}]*)\}",
    "sepia": r'\[data-tema="sepia"\]\s*\{([^}]*)\}',
    "oscuro": r'\[data-tema="oscuro"\]\s*\{([^}]*)\}',
    "contraste": r'\[data-tema="contraste"\]\s*\{([^}]*)\}',
    "auto de noche": r'\[data-tema="auto"\]\s*\{([^}]*)\}',
}
TINTAS = ("texto", "suave", "enlace", "exito", "fallo", "intromision", "aviso")
PAPELES = ("fondo", "superficie", "velo")


def _comprimido(*ficheros: Path) -> int:
    return sum(len(brotli.compress(f.read_bytes(), quality=11)) for f in ficheros)


def _paleta(tema: str) -> dict[str, str]:
    bloque = re.search(TEMAS[tema], CSS)
    assert bloque, tema
    return dict(re.findall(r"--(\w+):\s*(#[0-9a-f]{3,6})\b", bloque[1]))


def _luz(color: str) -> float:
    digitos = color.lstrip("#")
    if len(digitos) == 3:
        digitos = "".join(d * 2 for d in digitos)
    canales = [int(digitos[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    lineales = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in canales]
    return sum(peso * c for peso, c in zip((0.2126, 0.7152, 0.0722), lineales, strict=True))


def contraste(uno: str, otro: str) -> float:
    """Return the contrast of WCAG between two colours."""
    clara, oscura = sorted((_luz(uno), _luz(otro)), reverse=True)
    return (clara + 0.05) / (oscura + 0.05)


def test_la_hoja_de_estilo_cabe_en_nueve_mil_bytes() -> None:
    assert _comprimido(STATIC / "css" / "hilo.css") <= 9000


def test_int_37_el_javascript_propio_cabe_en_cuatro_kilobytes() -> None:
    ajenos = [*(STATIC / "vendor").rglob("*.js")]

    assert _comprimido(STATIC / "js" / "hilo.js") <= 4096
    assert _comprimido(STATIC / "js" / "hilo.js", *ajenos) <= 30_000


def test_los_dados_y_los_iconos_caben_en_cuatro_mil_bytes() -> None:
    assert _comprimido(*(STATIC / "iconos").glob("*.svg")) <= 4000


def test_hilo_js_es_lo_que_dan_los_modulos() -> None:
    guion = importlib.util.spec_from_file_location("juntar_js", RAIZ / "herramientas" / "juntar_js.py")
    assert guion
    assert guion.loader
    modulo = importlib.util.module_from_spec(guion)
    guion.loader.exec_module(modulo)

    assert (STATIC / "js" / "hilo.js").read_text(encoding="utf-8") == modulo.juntar()


@pytest.mark.parametrize("tema", TEMAS)
def test_int_15_todo_texto_se_lee_en_todo_papel(tema: str) -> None:
    paleta = _paleta(tema)
    minimo = 7.0 if tema == "contraste" else 4.5

    flojos = {
        f"{tinta} sobre {papel}": round(contraste(paleta[tinta], paleta[papel]), 2)
        for tinta, papel in product(TINTAS, PAPELES)
        if contraste(paleta[tinta], paleta[papel]) < minimo
    }

    assert flojos == {}


@pytest.mark.parametrize("tema", TEMAS)
def test_int_15_bordes_y_foco_se_distinguen_del_papel(tema: str) -> None:
    paleta = _paleta(tema)

    flojos = {
        f"{linea} sobre {papel}": round(contraste(paleta[linea], paleta[papel]), 2)
        for linea, papel in product(("borde", "foco"), PAPELES)
        if contraste(paleta[linea], paleta[papel]) < 3
    }

    assert flojos == {}


def test_de_noche_auto_es_oscuro() -> None:
    assert _paleta("auto de noche") == _paleta("oscuro")


def test_el_css_no_pide_nada_fuera_ni_incrustado() -> None:
    for hoja in (STATIC / "css").glob("*.css"):
        texto = hoja.read_text(encoding="utf-8")
        urls = re.findall(r"url\(\s*[\"']?([^\"')]+)", texto)

        assert [u for u in urls if not u.startswith("../")] == [], hoja.name
        assert not re.search(r"@import|https?:", texto), hoja.name
        assert [u for u in urls if not (hoja.parent / u).resolve().is_file()] == [], hoja.name


def test_ninguna_letra_mide_menos_de_dieciseis_pixeles_en_la_hoja() -> None:
    sin_imprimir = CSS.split("@media print")[0]
    medidas = re.findall(r"font(?:-size)?:[^;}]*?([\d.]*\.?\d+)(r?em)\b", sin_imprimir)

    assert [m for m in medidas if m[1] == "rem" and float(m[0]) < 1] == []


def test_los_svg_son_xml_sin_guiones_ni_estilo() -> None:
    for fichero in (STATIC / "iconos").glob("*.svg"):
        raiz = ET.fromstring(fichero.read_text(encoding="utf-8"))
        etiquetas = {e.tag.rpartition("}")[2] for e in raiz.iter()}
        atributos = {a for e in raiz.iter() for a in e.attrib}

        assert etiquetas <= {"svg", "symbol", "path"}, fichero.name
        assert not {a for a in atributos if a == "style" or a.startswith("on")}, fichero.name


def test_hay_un_dibujo_por_cada_dado() -> None:
    raiz = ET.parse(STATIC / "iconos" / "dados.svg").getroot()

    assert [s.get("id") for s in raiz] == ["d4", "d6", "d8", "d10", "d12", "d20", "d100", "otro"]


def test_int_33_lo_ajeno_es_lo_del_manifiesto() -> None:
    vendor = STATIC / "vendor"
    manifiesto = json.loads((vendor / "MANIFIESTO.json").read_text(encoding="utf-8"))
    paquetes = json.loads((RAIZ / "herramientas" / "frontend" / "package.json").read_text(encoding="utf-8"))

    anotado = {fichero: huella for pieza in manifiesto for fichero, huella in pieza["sha256"].items()}
    presente = {
        p.relative_to(vendor).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in vendor.rglob("*")
        if p.is_file() and p.name not in {"MANIFIESTO.json", "LICENCIAS.txt"}
    }

    assert presente == anotado
    assert {pieza["nombre"]: pieza["version"] for pieza in manifiesto} == paquetes["devDependencies"]
    licencias = (vendor / "LICENCIAS.txt").read_text(encoding="utf-8")
    assert [p["nombre"] for p in manifiesto if f"{p['nombre']} {p['version']} ({p['licencia']})" not in licencias] == []


def test_el_cierre_de_npm_no_nombra_ningun_registro() -> None:
    cierre = (RAIZ / "herramientas" / "frontend" / "package-lock.json").read_text(encoding="utf-8")

    assert "resolved" not in cierre
