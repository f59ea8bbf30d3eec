"""The dialect, sentence by sentence of docs/marcado.md: what is typed on the left, the whole HTML on the right."""

from pathlib import Path

import pytest

from partidas.presentacion import marcado
from partidas.presentacion.marcado import AYUDA, VERSION, Html, pintor, render, texto_plano

ENTRADAS = (Path(__file__).parent / "marcado_entradas.txt").read_text(encoding="utf-8").split("\n%%\n")

TAPADO = '<span class="destripe" tabindex="0">'
BLOQUE = '<details class="destripe"><summary>Destripe</summary>'


def _p(dentro: str) -> str:
    return f'<p dir="auto">{dentro}</p>'


@pytest.mark.parametrize(
    "texto",
    [
        "— ¿Qué ocurre? — pregunto, mirando a uno. — Estate atento— le digo.",
        "Mo... Mo.... Mora... y tras  la manga",
        "—¡Parecennuestros caballos! «Sí», dijo.",
        "[Kaelen]: ¡Corre!",
        "[D] Criatura - Sigilo 1d20: [12] [15] +5 #1 :D 1o3d10",
        "- ¡Sucia alimaña! - y descargó la maza.",
        "+ 5 al daño",
        "1984. Fue un mal año.",
        "15.",
        "~~~ grito",
        "~hola~ y ~5 metros",
        "===",
        "#1 y #nada",
        "2*3*4 es 24",
        "¡Ñam! 🎲👩‍👩‍👧 é",
        "*",
        "* ",
        "[x][y] y [x]",
        "``` sin cerrar",
        "C:\\ruta\\nada",
        "100% %41",
        "uno | dos",
        "a@b.es www.a.es",
    ],
)
def test_lo_que_no_es_marcado_se_queda_como_esta(leer, texto: str) -> None:
    esperado = {"2*3*4 es 24": "2<em>3</em>4 es 24"}.get(texto, texto.rstrip())

    assert render(texto).html == _p(esperado)


@pytest.mark.parametrize(
    ("texto", "esperado"),
    [
        ("<Kaelen> y <b>é</b> &amp; &#x202E;", _p("&lt;Kaelen&gt; y &lt;b&gt;é&lt;/b&gt; &amp;amp; &amp;#x202E;")),
        (
            "*FIU* La hoja **si cuela, cuela** ~~no~~",
            _p("<em>FIU</em> La hoja <strong>si cuela, cuela</strong> <del>no</del>"),
        ),
        ("*—No me gusta—*pensó", _p("<em>—No me gusta—</em>pensó")),
        ("Gritó*¡Corre!*y **—ya—**dijo", _p("Gritó<em>¡Corre!</em>y <strong>—ya—</strong>dijo")),
        ("uno\ndos\n\ntres", _p("uno<br>dos") + _p("tres")),
        ("    cuatro\n\tdos", _p("    cuatro<br>\tdos")),
        ("línea\n---\notra", _p("línea") + "<hr>" + _p("otra")),
        ("línea\n===", _p("línea<br>===")),
        ("# Grito\n## Dos\n#### Cuatro", '<h3 dir="auto">Grito</h3><h3 dir="auto">Dos</h3><h4 dir="auto">Cuatro</h4>'),
        ("* a\n* b", '<ul><li dir="auto">a</li><li dir="auto">b</li></ul>'),
        (
            "* a\n    * b\n\t\t* c\nfuera",
            '<ul><li dir="auto">a<ul><li dir="auto">b<ul><li dir="auto">c</li></ul></li></ul></li></ul>' + _p("fuera"),
        ),
        ("* a\n  sigue", '<ul><li dir="auto">a<br>sigue</li></ul>'),
        ("* a\n- ¿Qué?", '<ul><li dir="auto">a</li></ul>' + _p("- ¿Qué?")),
        (
            "3. a\n4. b\n9. c",
            '<ol start="3"><li dir="auto">a</li><li dir="auto">b</li><li value="9" dir="auto">c</li></ol>',
        ),
        ("> uno\n> dos\ntres", f"<blockquote>{_p('uno<br>dos')}</blockquote>{_p('tres')}"),
        ("> a\n> > b", f"<blockquote>{_p('a')}<blockquote>{_p('b')}</blockquote></blockquote>"),
        ("`a *b*` y", _p("<code>a *b*</code> y")),
        ("```\na  <b>\n  *c*\n```", '<pre dir="auto"><code>a  &lt;b&gt;\n  *c*\n</code></pre>'),
        ("```carta\nHola\n```", '<pre dir="auto"><code>carta\nHola\n</code></pre>'),
        (
            "| a | b |\n|:-:|---|\n| 1 | 2 | 3",
            '<table><thead><tr><th align="center" dir="auto">a</th><th dir="auto">b</th><th dir="auto"></th></tr>'
            '</thead><tbody><tr><td align="center" dir="auto">1</td><td dir="auto">2</td><td dir="auto">3</td></tr>'
            "</tbody></table>",
        ),
        (r"\*no\* \||no\|| \<b>", _p("*no* ||no|| &lt;b&gt;")),
    ],
)
def test_marcado(texto: str, esperado: str) -> None:
    assert render(texto) == Html(esperado, VERSION, 0)


@pytest.mark.parametrize(
    ("texto", "esperado", "ocultos"),
    [
        ("a ||b|| c", _p(f"a {TAPADO}b</span> c"), 1),
        ("|| con espacios ||", _p(f"{TAPADO}con espacios</span>"), 1),
        ("a ||sin cerrar\nsigue\n\nb", _p(f"a {TAPADO}sin cerrar<br>sigue</span>") + _p("b"), 1),
        ("||a **b|| c**", _p(f"{TAPADO}a <strong>b</strong></span><strong> c</strong>"), 1),
        ("**a ||b** c|| d", _p(f"<strong>a {TAPADO}b</span></strong>{TAPADO} c</span> d"), 1),
        ("||**—x—**||", _p(f"{TAPADO}<strong>—x—</strong></span>"), 1),
        ("||||", _p("||||"), 0),
        ("a ||", _p("a ||"), 0),
        ("||a:\n* b\n> c||\nd", _p(f"{TAPADO}a:<br>* b<br>&gt; c</span><br>d"), 1),
        ("`x ||y|| z`", _p(f"<code>x {TAPADO}y</span> z</code>"), 1),
        ("| ||a | b|| |\n|---|---|", _p(f"| {TAPADO}a | b</span> |<br>|---|---|"), 1),
        (":::destripe\na\n\nb\n:::\nc", f"{BLOQUE}{_p('a')}{_p('b')}</details>{_p('c')}", 1),
        ("::: Spoiler a :::\nb", f"{BLOQUE}{_p('a')}</details>{_p('b')}", 1),
        (":::destripe a\n\nb", f"{BLOQUE}{_p('a')}{_p('b')}</details>", 1),
        (":::destripe\n> :::\n> a\n* :::\n:::\nb", None, 1),
        (
            ":::destripe\na\n:::destripe\nb\n:::\nc\n:::\nd",
            f"{BLOQUE}{_p('a')}{BLOQUE}{_p('b')}</details>{_p('c')}</details>{_p('d')}",
            2,
        ),
        ("> :::destripe\n> a\n\nb", f"<blockquote>{BLOQUE}{_p('a')}</details></blockquote>{_p('b')}", 1),
        ("> :::destripe\n> a\npegado", f"<blockquote>{BLOQUE}{_p('a<br>pegado')}</details></blockquote>", 1),
        ("> ||a\npegado\n\nb", f"<blockquote>{_p(f'{TAPADO}a<br>pegado</span>')}</blockquote>{_p('b')}", 1),
        (
            "||a\n:::destripe\nb\n:::\nc|| d",
            f"{_p(f'{TAPADO}a</span>')}{BLOQUE}{_p('b')}</details>{_p(f'{TAPADO}c</span> d')}",
            3,
        ),
        (":::otra\na\n:::", _p(":::otra<br>a<br>:::"), 0),
        ("```\n:::destripe\n||a||\n```", '<pre dir="auto"><code>:::destripe\n||a||\n</code></pre>', 0),
        ("![||a||](/adjuntos/k.png)", _p(f'{TAPADO}<img src="/adjuntos/k.png" alt="a"></span>'), 1),
    ],
)
def test_destripes(leer, texto: str, esperado: str | None, ocultos: int) -> None:
    pagina = render(texto)

    assert pagina.ocultos == ocultos
    if esperado is not None:
        assert pagina.html == esperado
    else:
        assert leer(pagina.html).fuera == "b"


@pytest.mark.parametrize("entrada", ENTRADAS)
def test_las_entradas_de_umbria_llegan_enteras(leer, letras, entrada: str) -> None:
    pagina = render(entrada)
    lectura = leer(pagina.html)

    assert letras(lectura.texto) == letras(entrada)
    assert lectura.cuantas("ul", "ol", "table", "a", "pre", "blockquote") == 0
    assert pagina.ocultos == 0


def test_si_comrak_se_rompe_queda_el_texto_con_parrafos(monkeypatch: pytest.MonkeyPatch) -> None:
    class Panico(BaseException):
        pass

    def romper(_: str) -> str:
        raise Panico("texto de alguien")

    monkeypatch.setattr(pintor, "_comrak", romper)

    assert render("a <b>\nb\n\n*c*") == Html(_p("a &lt;b&gt;<br>b") + _p("*c*"), VERSION, 0)
    assert render("a ||b||") == Html(f"{BLOQUE}{_p('a ||b||')}</details>", VERSION, 1)


def test_caracteres_que_nadie_ve_no_llegan_ni_rompen() -> None:
    assert render("a\x00b\ud800c\u202ed\u2066e\ufdd1f\x1b\r\ng\u2028h").html == _p("abcdef<br>g<br>h")


def test_el_texto_vacio_no_pinta_nada() -> None:
    assert render(" \n\n\t") == Html("", VERSION, 0)


@pytest.mark.parametrize(
    ("texto", "limite", "esperado"),
    [
        ("Hola, *mundo*. ||No|| [a](https://b.es)", 99, "Hola, mundo. [destripe] a (b.es)"),
        (":::destripe\na\n\n> b\n:::\n* c\n* d", 99, "[destripe]\nc\nd"),
        ("7. a\n9. b", 99, "7. a\n9. b"),
        ("uno dos tres", 8, "uno dos…"),
        ("uno dos tres", 12, "uno dos tres"),
        ("cañonazos", 5, "caño…"),
        ("uno ||dos||", 7, "uno…"),
        ("uno", 0, ""),
        ("a < b & c", 99, "a < b & c"),
    ],
)
def test_texto_plano(texto: str, limite: int, esperado: str) -> None:
    assert texto_plano(texto, limite) == esperado


def test_la_ayuda_ensena_lo_que_hace() -> None:
    assert all(str(ayuda.sale) for ayuda in AYUDA)
    assert marcado.render(AYUDA[1].escribe).html == _p("<em>pensar</em>")
