"""Every template of the project: nothing inline, nothing from other hosts, and error pages that need nothing."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

RAIZ = Path(__file__).resolve().parents[2]
PLANTILLAS = sorted(
    p
    for carpeta in (RAIZ / "templates", *RAIZ.glob("*/templates"))
    for p in carpeta.rglob("*.html")
    if "node_modules" not in p.parts and "correo" not in p.parts  # mail programs take no style but inline
)
ERRORES = ("400", "403", "403_csrf", "csrf", "404", "409", "413", "429", "500", "503")


class _Buscador(HTMLParser):
    """Collects what the content policy forbids: style and on… attributes, style elements, scripts with a body."""

    def __init__(self) -> None:
        super().__init__()
        self.faltas: list[str] = []
        self.guion: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for nombre, valor in attrs:
            if nombre == "style" or re.fullmatch(r"on[a-z]+", nombre) or nombre.startswith("hx-on"):
                self.faltas.append(f"{tag} {nombre}")
            if nombre in {"href", "src", "action"} and (valor or "").lower().startswith("javascript:"):
                self.faltas.append(f"{tag} {nombre}=javascript")
            if nombre in {"src", "srcset"} and re.match(r"(https?:)?//", valor or ""):
                self.faltas.append(f"{tag} {nombre}={valor}")
        datos = dict(attrs)
        if tag == "link" and re.match(r"(https?:)?//", datos.get("href") or ""):
            self.faltas.append(f"link {datos['href']}")
        if tag == "style":
            self.faltas.append("style")
        if tag == "script":
            self.guion = "" if datos.get("type") != "application/json" else None

    def handle_data(self, data: str) -> None:
        if self.guion is not None and data.strip():
            self.faltas.append("script con cuerpo")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self.guion = None


def _faltas(texto: str) -> list[str]:
    buscador = _Buscador()
    buscador.feed(re.sub(r"\{%\s*comment.*?endcomment\s*%\}|\{#.*?#\}", "", texto, flags=re.DOTALL))
    return buscador.faltas


def test_el_buscador_encuentra_lo_prohibido() -> None:
    malo = '<p style="a" onclick="b" hx-on:click="c">x</p><script>d</script><img src="//e.example/f"><style>g</style>'

    assert _faltas(malo) == [
        "p style",
        "p onclick",
        "p hx-on:click",
        "script con cuerpo",
        "img src=//e.example/f",
        "style",
    ]


@pytest.mark.parametrize("plantilla", PLANTILLAS, ids=lambda p: p.relative_to(RAIZ).as_posix())
def test_seg_89_nada_en_linea_ni_de_fuera(plantilla: Path) -> None:
    assert _faltas(plantilla.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("codigo", ERRORES)
def test_las_paginas_de_error_se_dibujan_sin_contexto(codigo: str) -> None:
    pagina = render_to_string(f"errores/{codigo}.html")

    assert _faltas(pagina) == []
    assert pagina.count("<h1>") == 1
    assert "Hilo y Dado</title>" in pagina


def test_500_y_503_no_piden_nada_al_marco() -> None:
    for codigo in ("500", "503"):
        fuente = (RAIZ / "templates" / "errores" / f"{codigo}.html").read_text(encoding="utf-8")
        assert fuente.startswith('{% extends "_minimo.html" %}')
    minimo = (RAIZ / "templates" / "_minimo.html").read_text(encoding="utf-8")

    assert re.findall(r"\{\{.*?\}\}|\{% (?:static|include|url|csrf_token)", minimo) == []


def test_csrf_devuelve_el_texto_entero_y_escapado() -> None:
    pagina = render_to_string("errores/403_csrf.html", {"textos": [("texto", "\n—¡Eh! <b>\n  fin")]})

    assert ">\n\n—¡Eh! &lt;b&gt;\n  fin</textarea>" in pagina


def test_el_marco_sin_cuenta_no_lleva_formularios() -> None:
    pagina = render_to_string("errores/404.html", {"tema": "sepia"})

    assert "<form" not in pagina
    assert 'data-tema="sepia" data-letra="3" data-tipografia="sistema" data-ancho="66"' in pagina
    assert "data-cuenta" not in pagina


def test_en_ingles_el_marco_no_deja_palabras_en_castellano() -> None:
    with override("en"):
        paginas = [render_to_string(f"errores/{codigo}.html") for codigo in ERRORES if codigo != "csrf"]

    sobras = {
        trozo
        for pagina in paginas
        for trozo in re.findall(r">([^<]*[áéíóúñ¿¡][^<]*)<", pagina)
        if trozo.strip() != "Español"
    }

    assert sobras == set()
    assert all("Go to the front page" in p for p in paginas if "/legal/" in p and "Back to the page" not in p)
