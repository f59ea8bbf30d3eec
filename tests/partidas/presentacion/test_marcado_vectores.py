"""Hostile markup: no element, attribute or address outside the list, whatever is typed."""

import re
from pathlib import Path

import pytest

from partidas.presentacion.marcado import pintor, render
from partidas.presentacion.marcado.enlaces import destino

VECTORES = [
    linea.replace("\\n", "\n").replace("\\t", "\t")
    for linea in (Path(__file__).parent / "vectores.txt").read_text(encoding="utf-8").splitlines()
    if linea and not linea.startswith("# ")
]
REL = 'rel="noopener noreferrer nofollow ugc"'


def _juzgar(leer, texto: str) -> None:
    lectura = leer(render(texto).html)

    assert lectura.impropias == []
    for nombre, atributos in lectura.etiquetas:
        if nombre == "a":
            assert re.match(r"https?://[a-z0-9.@:_-]+(?:[/?#]|$)|/(?![/\\])|mailto:[^?]+$", atributos["href"])
            assert "\\" not in atributos["href"]
        if nombre == "img":
            assert re.fullmatch(r"/adjuntos/[\w./-]+", atributos["src"])
            assert ".." not in atributos["src"]
            assert "//" not in atributos["src"]


def test_seg_51_hay_vectores_de_sobra() -> None:
    assert len(set(VECTORES)) >= 150


@pytest.mark.parametrize("vector", VECTORES)
def test_seg_51_ningun_vector_deja_nada_suyo(leer, vector: str) -> None:
    for texto in (
        vector,
        f"||{vector}",
        f"> {vector}",
        f"* {vector}",
        f"**{vector}**",
        f"| {vector} |\n|---|",
        vector * 3,
    ):
        _juzgar(leer, texto)


@pytest.mark.parametrize("vector", VECTORES)
def test_seg_52_y_se_ve_lo_que_se_escribio(leer, letras, vector: str) -> None:
    visto = letras(leer(render(vector).html).texto)

    assert [palabra for palabra in re.findall(r"\w+", vector) if letras(palabra) not in visto] == (
        ["destripe"] if vector.startswith(":::") else []
    )


@pytest.mark.parametrize(
    "direccion",
    [
        *[
            "javascript:alert(1)",
            "vbscript:x",
            "data:text/html,x",
            "//evil.es",
            "///evil.es",
            "\\\\evil.es",
            "/\\evil.es",
        ],
        *["https:evil.es", "https:/evil.es", "https:///evil.es", "http:\\\\evil.es", "ht\ttps://evil.es", "ftp://a.es"],
        *[
            "https://a@b@evil.es",
            "https://a.es\\\\@evil.es",
            "https://%65vil.es",
            "https://-a.es",
            "https://a..es",
            "https://",
        ],
        *["#a", "?a", "a", "../a", "", "/a b", "mailto:a", "mailto:a@b.es?bcc=c", "https://[::1]/"],
        *["https://" + "a" * 300 + ".es", "https://" + "ñ" * 300 + ".es", "https://a.es:123456/"],
    ],
)
def test_seg_53_direcciones_que_no_son_enlace(leer, direccion: str) -> None:
    assert destino(direccion) is None
    assert leer(render(f"[x]({direccion})").html).cuantas("a") == 0


@pytest.mark.parametrize("direccion", [" /a", "/a\u202eb", "/a\u200bb", "https://a.es\\@evil.es", "https://a.es/\x01"])
def test_seg_53_lo_que_la_limpieza_quita_tampoco_pasa_solo(direccion: str) -> None:
    assert destino(direccion) is None


@pytest.mark.parametrize(
    ("texto", "esperado"),
    [
        ("[a](/p/x)", f'<a href="/p/x" {REL}>a</a>'),
        ("[a](https://b.es/ñ?c=d&e=f%20)", f'<a href="https://b.es/%C3%B1?c=d&amp;e=f%20" {REL}>a</a> (b.es)'),
        ("[b.es](https://b.es)", f'<a href="https://b.es" {REL}>b.es</a>'),
        ("[b.es/c](https://b.es/d)", f'<a href="https://b.es/d" {REL}>b.es/c</a>'),
        ("[banco.es b.es](https://b.es)", f'<a href="https://b.es" {REL}>banco.es b.es</a> (b.es)'),
        ("[banco.es/?b.es](https://b.es)", f'<a href="https://b.es" {REL}>banco.es/?b.es</a> (b.es)'),
        ("[banco.es@b.es](https://b.es)", f'<a href="https://b.es" {REL}>banco.es@b.es</a> (b.es)'),
        ("[b@c.es](mailto:b@c.es)", f'<a href="mailto:b@c.es" {REL}>b@c.es</a>'),
        ("[b.es](https://b.es@c.es)", f'<a href="https://b.es@c.es" {REL}>b.es</a> (c.es)'),
        ("[c.es](https://b.es@c.es)", f'<a href="https://b.es@c.es" {REL}>c.es</a> (c.es)'),
        ("[ñu](https://ñu.es)", f'<a href="https://xn--u-qga.es" {REL}>ñu</a> (xn--u-qga.es)'),
        ("[а.es](https://а.es)", f'<a href="https://xn--80a.es" {REL}>а.es</a> (xn--80a.es)'),
        ("[a](mailto:b@c.es)", f'<a href="mailto:b@c.es" {REL}>a</a> (b@c.es)'),
        ("Ve (https://b.es/c_(d)).", f'Ve (<a href="https://b.es/c_(d)" {REL}>https://b.es/c_(d)</a>).'),
        ("https://b.es@c.es", f'<a href="https://b.es@c.es" {REL}>https://b.es@c.es</a> (c.es)'),
        ("`https://b.es`", "<code>https://b.es</code>"),
        ('[a](https://b.es "c")', f'<a href="https://b.es" {REL}>a</a> (b.es) (c)'),
        ("[a](javascript:b)", "[a](javascript:b)"),
        ("[a]()", "[a]()"),
        ("![a](https://b.es/c.png)", f'<a href="https://b.es/c.png" {REL}>a</a> (b.es)'),
        ("![](https://b.es/c.png)", f'<a href="https://b.es/c.png" {REL}>https://b.es/c.png</a>'),
        ("![a](/media/x)", f'<a href="/media/x" {REL}>a</a>'),
        ("![a](/adjuntos/k7/m.png)", '<img src="/adjuntos/k7/m.png" alt="a">'),
    ],
)
def test_seg_54_enlaces_e_imagenes(texto: str, esperado: str) -> None:
    llano = re.sub(r'<span class="destino">(.*?)</span>', r"\1", render(texto).html)

    assert llano == f'<p dir="auto">{esperado}</p>'


def test_seg_56_las_clases_solo_son_nuestras(leer) -> None:
    lectura = leer(render('<span class="tirada">✔</span> <article id="m1" hx-get="/x">').html)

    assert lectura.etiquetas == [("p", {"dir": "auto"})]


@pytest.mark.parametrize("vector", [*VECTORES, '<a href="//a">b</a>', '<img src="//a">', '<a href="https:a">b</a>'])
def test_nh3_solo_ya_bastaria(leer, vector: str) -> None:
    limpio = pintor._LIMPIADOR.clean(vector)

    lectura = leer(limpio)

    assert [cosa for cosa in lectura.impropias if not cosa.startswith("/")] == []
    assert all("href" not in a or destino(a["href"]) for _, a in lectura.etiquetas)
