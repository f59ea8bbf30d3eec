"""The samples seen by a real Chromium: size, measure, contrast, targets, focus, paper."""

import re
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.navegador

TEMAS = ("claro", "sepia", "oscuro", "contraste")
ANCHOS = (320, 768, 1280)

# What the tests share inside the page: the elements whose own text is seen.
VISIBLES = """
const conTexto = () => [...document.querySelectorAll("body *")].filter((e) =>
  !e.closest("svg, dialog:not([open]), .solo-lector, .salto, option, [hidden]")
  && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
  && e.checkVisibility({ visibilityProperty: true })
  && e.getBoundingClientRect().width > 1);
const nombre = (e) => `${e.tagName.toLowerCase()}.${e.className} «${e.textContent.trim().slice(0, 30)}»`;
"""

CONTRASTE = (
    "() => {"
    + VISIBLES
    + """
const canales = (c) => c.match(/[\\d.]+/g).map(Number);
const recta = (v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
const luz = ([r, g, b]) => [r, g, b].map((v) => recta(v / 255))
  .reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
const papel = (e) => {
  for (let x = e; x; x = x.parentElement) {
    const c = canales(getComputedStyle(x).backgroundColor);
    if (c.length < 4 || c[3] === 1) return c;
  }
  return [255, 255, 255];
};
return conTexto().filter((e) => !e.closest("span.destripe")).map((e) => {
  let tinta = canales(getComputedStyle(e).color);
  const fondo = papel(e);
  let velo = 1;
  for (let x = e; x; x = x.parentElement) velo *= Number(getComputedStyle(x).opacity);
  tinta = tinta.slice(0, 3).map((v, i) => v * velo + fondo[i] * (1 - velo));
  const [a, b] = [luz(tinta), luz(fondo)].sort((x, y) => y - x);
  return [nombre(e), (a + .05) / (b + .05)];
}).filter(([, razon]) => razon < 4.5);
}"""
)

LETRA = (
    "() => {"
    + VISIBLES
    + "return conTexto().filter((e) => parseFloat(getComputedStyle(e).fontSize) < 16).map(nombre); }"
)

FUERA = (
    "() => {"
    + VISIBLES
    + """
const ancho = document.documentElement.clientWidth;
return conTexto().filter((e) => !e.closest(".tabla, .prosa table, .prosa pre, .migas + *[hidden]")
  && (e.getBoundingClientRect().right > ancho + .5 || e.getBoundingClientRect().left < -.5)).map(nombre);
}"""
)

DIANAS = (
    "() => {"
    + VISIBLES
    + """
const enFrase = (e) => e.tagName === "A" && getComputedStyle(e).display === "inline"
  && [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
return [...document.querySelectorAll("a[href], button, summary, input, select, textarea, markdown-toolbar > *")]
  .filter((e) => e.checkVisibility() && !enFrase(e) && !e.matches(".salto, [hidden]"))
  .map((e) => {
    const rotulo = e.closest("label") ?? (e.id && document.querySelector(`label[for="${e.id}"]`));
    const caja = (e.matches("[type=checkbox], [type=radio]") && rotulo) || e;
    const { width, height } = caja.getBoundingClientRect();
    return [nombre(e), Math.round(width * 10) / 10, Math.round(height * 10) / 10];
  })
  .filter(([, w, h]) => w < 44 || h < 44);
}"""
)

MEDIDA = """() => [...document.querySelectorAll(":is(.mensaje--pj, .mensaje--direccion) .prosa > p")].flatMap((p) => {
  const renglones = new Map();
  const paseo = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
  for (let n; (n = paseo.nextNode());) for (let i = 0; i < n.length; i++) {
    const r = document.createRange();
    r.setStart(n, i); r.setEnd(n, i + 1);
    const y = Math.round(r.getBoundingClientRect().bottom / 12);
    renglones.set(y, (renglones.get(y) ?? 0) + 1);
  }
  return [...renglones.values()].slice(0, -1);
})"""


@pytest.mark.parametrize("ancho", ANCHOS)
@pytest.mark.parametrize("tema", TEMAS)
def test_el_muestrario_cumple(abrir: Callable[..., Any], tema: str, ancho: int) -> None:
    pagina = abrir(f"{tema}-{'socia' if ancho == 768 else 'visita'}", ancho=ancho)

    assert pagina.evaluate(CONTRASTE) == []
    assert pagina.evaluate(LETRA) == []
    assert pagina.evaluate("document.documentElement.scrollWidth") <= ancho
    assert pagina.evaluate(FUERA) == []
    assert pagina.evaluate(DIANAS) == []
    assert pagina.quejas == []


@pytest.mark.parametrize("letra", [1, 5])
def test_con_la_letra_minima_y_la_maxima_sigue_cabiendo(abrir: Callable[..., Any], letra: int) -> None:
    pagina = abrir("claro-socia", ancho=320)
    pagina.evaluate(f"document.documentElement.dataset.letra = '{letra}'")

    assert pagina.evaluate(LETRA) == []
    assert pagina.evaluate("document.documentElement.scrollWidth") <= 320
    assert pagina.evaluate(FUERA) == []


def test_el_renglon_mide_entre_55_y_75_letras(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-visita")

    renglones = pagina.evaluate(MEDIDA)
    en_ch = pagina.evaluate("""() => {
      const p = document.querySelector(".mensaje--pj .prosa > p");
      const cero = document.createElement("span");
      cero.textContent = "0".repeat(100);
      cero.className = "solo-lector";
      p.append(cero);
      const ancho = document.createRange();
      ancho.selectNodeContents(cero);
      const ch = ancho.getBoundingClientRect().width / 100;
      cero.remove();
      return p.getBoundingClientRect().width / ch;
    }""")

    assert len(renglones) >= 4
    assert 55 <= sum(renglones) / len(renglones) <= 75
    assert 55 <= en_ch <= 75


def test_auto_sigue_al_sistema_y_el_resto_no(abrir: Callable[..., Any]) -> None:
    papel = "getComputedStyle(document.documentElement).backgroundColor"

    assert abrir("auto-visita", color_scheme="dark").evaluate(papel) == "rgb(21, 23, 28)"
    assert abrir("auto-visita", color_scheme="light").evaluate(papel) == "rgb(251, 249, 244)"
    assert abrir("claro-visita", color_scheme="dark").evaluate(papel) == "rgb(251, 249, 244)"


def test_int_13_el_pie_del_editor_no_tapa_el_foco(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia", alto=800)
    tapados = []

    for _ in range(120):
        pagina.keyboard.press("Tab")
        falta = pagina.evaluate("""() => {
          const e = document.activeElement, pie = document.querySelector(".editor__pie");
          if (e === document.body || pie.contains(e) || e.tagName === "TEXTAREA") return null;
          const a = e.getBoundingClientRect(), b = pie.getBoundingClientRect();
          if (getComputedStyle(e).outlineStyle === "none") return "sin contorno: " + e.outerHTML.slice(0, 80);
          return a.bottom > b.top + 1 && a.top < b.bottom && a.bottom <= innerHeight ? e.outerHTML.slice(0, 80) : null;
        }""")
        if falta:
            tapados.append(falta)

    assert tapados == []


def test_el_primer_tabulador_salta_al_contenido(abrir: Callable[..., Any]) -> None:
    pagina = abrir("error-404")

    pagina.keyboard.press("Tab")
    visible = pagina.evaluate("document.activeElement.getBoundingClientRect().top >= 0")
    pagina.keyboard.press("Enter")

    assert visible
    assert pagina.evaluate("document.activeElement.id") == "contenido"


def test_sin_guiones_la_pagina_es_la_misma_sin_barra(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia", java_script_enabled=False)

    assert pagina.locator("markdown-toolbar").is_hidden()
    assert pagina.get_by_role("button", name="Publicar").first.is_visible()
    pagina.locator(".menu > summary").click()
    assert pagina.get_by_role("button", name="Salir").is_visible()


def test_int_29_en_papel_no_hay_botones_y_la_ficha_es_un_folio(abrir: Callable[..., Any]) -> None:
    pagina = abrir("oscuro-socia")
    pagina.emulate_media(media="print")

    fuera = [
        que
        for que in (".cabecera", ".pie", ".editor", ".mensaje__acciones", ".pestanas", ".tirada__opciones")
        if pagina.locator(que).first.is_visible()
    ]
    pagina.evaluate("""() => {
      const ficha = document.querySelector("#ficha"), lista = ficha.querySelector("dl");
      for (let i = 0; i < 40; i++) lista.append(lista.firstElementChild.cloneNode(true));
      document.querySelector("main").replaceChildren(ficha);
    }""")
    hojas = len(re.findall(rb"/Type\s*/Page\b", pagina.pdf(prefer_css_page_size=True)))

    assert fuera == []
    assert hojas == 1


def test_int_16_sin_movimiento_y_con_colores_forzados(abrir: Callable[..., Any]) -> None:
    quieta = abrir("claro-visita", reduced_motion="reduce")
    forzada = abrir("claro-visita", forced_colors="active")

    duraciones = quieta.evaluate(
        "[...new Set([...document.querySelectorAll('*')].map((e) => getComputedStyle(e).transitionDuration))]"
    )

    assert duraciones == ["0s"]
    assert forzada.evaluate(CONTRASTE) == []


@pytest.mark.parametrize("codigo", ["400", "403", "403_csrf", "404", "409", "413", "429", "500", "503"])
def test_las_paginas_de_error_caben_y_se_leen(abrir: Callable[..., Any], codigo: str) -> None:
    pagina = abrir(f"error-{codigo}", ancho=320)

    assert pagina.evaluate("document.documentElement.scrollWidth") <= 320
    assert pagina.evaluate(CONTRASTE) == []
    assert pagina.evaluate(LETRA) == []
    assert pagina.evaluate(DIANAS) == []
    assert pagina.quejas == []
