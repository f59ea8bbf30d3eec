"""The hostile words, how they are packed into fields of any length, and what a browser must not do with them."""

from __future__ import annotations

import unicodedata
from pathlib import Path

VECTORES = [
    linea.replace("\\n", "\n").replace("\\t", "\t")
    for linea in (Path(__file__).parents[2] / "partidas" / "presentacion" / "vectores.txt")
    .read_text(encoding="utf-8")
    .splitlines()
    if linea and not linea.startswith("# ")
]
POLIGLOTA = "\"'><img/src=x/onerror=alert(1)>"
"""Short, without blanks, hyphens or full stops: it fits in every field there is, keys of maps included."""


def llano(texto: str) -> str:
    """Return a text as it may be compared with what a field keeps of it: one line, compatible forms."""
    return " ".join(unicodedata.normalize("NFKC", texto).split())


def que_caben(maximo: int, sin: str = "") -> list[str]:
    """Return the vectors that a field of one line and that length takes whole. sin: the signs that it refuses."""
    return [uno for uno in map(llano, VECTORES) if len(uno) <= maximo and not set(uno) & set(sin)]


def renglones(maximo: int, marca: str = "", sin: str = "") -> list[str]:
    """Pack the vectors that fit into lines of at most that length.

    marca: put before each with its number, for what may not be twice the same.
    """
    salida: list[str] = []
    for vector in que_caben(maximo - (len(marca) + 5 if marca else 0), sin):
        cabe = salida and len(salida[-1]) + 1 + len(vector) <= maximo
        if cabe:
            salida[-1] += f" {vector}"
        else:
            salida.append(f"{marca} {len(salida)} {vector}" if marca else vector)
    return salida


# Whatever a page calls among these was put there by somebody: no script of ours does.
ESPIA = """
for (const nombre of ['alert', 'confirm', 'prompt', 'print', 'msgbox'])
  window[nombre] = (...que) => { console.error(`CANARIO ${nombre} ${que}`); };
"""

# What is in the document that none of our templates writes: said by tag and attribute, never by words.
MIRAR = """() => {
  const mal = [];
  const decir = (e, que) => mal.push(`<${e.localName} ${que}>`);
  const deFuera = /^(?!https?:\\/\\/|mailto:|\\/(?![\\/\\\\])|[#?]|$)/i;
  const ajenas = `iframe, object, embed, base, frame, applet, math, svg script, foreignObject, animate, xmp, listing,
    plaintext, marquee, keygen, isindex, custom-element, audio, video, style, template > script, meta[http-equiv],
    [style], [contenteditable], [accesskey], [data-x], [sse-connect], [data-hx-post], [hx-get="/salir"],
    [hx-post="/salir"], [formaction]:not([form="marcas"][formaction^="/m/"]),
    [background], [srcdoc], [srcset], [ping], #location, #htmx, [name=cookie],
    .verificada, script:not([src]):not([type="application/json"])`;
  for (const e of document.querySelectorAll(ajenas)) decir(e, 'ajena');
  for (const e of document.querySelectorAll('*'))
    for (const {name, value} of e.attributes) {
      if (/^(data-)?hx-on|^on/i.test(name)) decir(e, name);
      const direccion = name === 'href' || name === 'src' || name === 'action' || name === 'xlink:href';
      if (direccion && deFuera.test(value)) decir(e, `${name}=${value}`);
      if (name === 'src' && !/^\\/(?![\\/\\\\])/.test(value)) decir(e, `src=${value}`);
    }
  const buenas = `p, br, em, strong, del, blockquote, ul, ol, li, code, pre, hr, table, thead, tbody, tr, th, td, a,
    img, span, details, summary, h3, h4, h5, h6, div.tabla`;
  const permitidos = ['dir', 'align', 'start', 'value', 'href', 'rel', 'src', 'alt', 'class', 'tabindex'];
  for (const e of document.querySelectorAll('.prosa *')) {
    if (!e.matches(buenas)) decir(e, 'en prosa');
    for (const {name} of e.attributes) if (!permitidos.includes(name)) decir(e, `${name} en prosa`);
  }
  return [...new Set(mal)];
}"""
