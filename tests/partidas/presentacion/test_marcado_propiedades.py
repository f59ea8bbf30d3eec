"""What holds for any text at all: nothing lost, nothing foreign, nothing shown that was hidden."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from partidas.presentacion.marcado import render, texto_plano

RAIZ = Path(__file__).parents[3]

# One source for each thing C3 and C26 say was lost, shown or misread, and for each of ours that could be.
PIEZAS = [
    *[
        "a",
        "Ñandú",
        "7",
        "é́",
        "漢",
        "🎲",
        " ",
        "  ",
        "\t",
        "\n",
        "\n\n",
        "    ",
        "—",
        "«",
        "»",
        "¡",
        ".",
        ",",
        ":",
        ";",
    ],
    *["*", "**", "***", "_", "__", "~", "~~", "~~~", "`", "``", "```", "```js\n", "\\", "\\|", "\\*", "|", "||", "|||"],
    *["> ", ">", "\n> ", "\n- ", "\n+ ", "\n* ", "\n  * ", "\n    * ", "\n1. ", "\n7) ", "\n1984. ", "\n# ", "\n## "],
    *[
        "\n---\n",
        "\n===\n",
        "\n***\n",
        "\n| a | b |\n|---|:-:|\n| c ",
        "[x]",
        "[Kaelen]: ",
        "[",
        "]",
        "(",
        ")",
        "![",
        "](",
    ],
    *["<", ">", "&", "&amp;", "&#x202E;", "%41", "<b>", "</p>", "<!--", "-->", "#", "+5", '"', "'", "=", "-", "–"],
    *["\n:::destripe\n", "\n:::\n", ":::", "\n> :::destripe\n", "\n:::destripe b :::\n", "\x00", "\u202e", "\ufdd1"],
]
ENLACES = [
    *[
        "[x](https://a.es/b)",
        "[y](susurro)",
        "![z](/adjuntos/k/m.png)",
        "![w](https://a.es/b.png 't')",
        "https://a.es/q",
    ],
    *["[v](javascript:alert)", "](/p/ñ)", '](b "t")', "[m](mailto:a@b.es)", "<https://c.es>", "[u](https://d@e.es)"],
]
RUIDO = st.lists(st.sampled_from(PIEZAS), max_size=40).map("".join)
CON_ENLACES = st.lists(st.sampled_from(PIEZAS + ENLACES), max_size=40).map("".join)
SIN_PLAZO = settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])


def _sin_clave(letras: str) -> str:
    # The word that opens a block spoiler is markup; deeper than the cap it is text.
    return letras.replace("destripe", "")


@SIN_PLAZO
@given(RUIDO)
@example("[Kaelen]: ¡Corre!")
@example("[Acción]: Huye")
@example("~~~ grito")
@example("1984. Fue un mal año")
@example("- ¡Sucia alimaña! - y descargó")
@example("# Grito\n## Otro")
@example("\tsangría\n\n    cuatro")
@example("```carta\nQuerida\n```")
@example("| a | b |\n|---|---|\n| 1 | 2 | 3 |")
@example("3. a\n7. b\n7. c\n07. d")
@example("![[x](y)](z)")
def test_todo_lo_escrito_se_lee_y_en_su_orden(leer, letras, texto: str) -> None:
    lectura = leer(render(texto).html)

    assert _sin_clave(letras(lectura.texto)) == _sin_clave(letras(texto))


@SIN_PLAZO
@given(CON_ENLACES)
@example("[a](ruta 'título')")
@example("[![a](https://b.es/c)](https://d.es)")
@example("[a](b||c||)")
def test_con_enlaces_no_se_pierde_ninguna_palabra(leer, letras, texto: str) -> None:
    visto = letras(leer(render(texto).html).texto)

    perdidas = [
        palabra for palabra in re.findall(r"\w+", texto) if letras(palabra) not in visto and palabra != "destripe"
    ]

    assert perdidas == []


@SIN_PLAZO
@given(st.one_of(CON_ENLACES, st.text(max_size=300)))
@example("\ud800 \x00 \ufffe")
def test_nada_sale_que_no_este_en_la_lista(leer, texto: str) -> None:
    pagina = render(texto)

    lectura = leer(pagina.html)

    assert lectura.impropias == []
    assert lectura.hondura <= 60
    assert not re.search("[\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\x00-\x08\x0b-\x1f\x7f-\x9f]", lectura.texto)
    assert render(texto) == pagina


@SIN_PLAZO
@given(RUIDO, CON_ENLACES, RUIDO)
@example("", "> cita\n\n* a\n", "")
@example("`", "`", "")
def test_un_bloque_de_destripe_no_deja_salir_nada(leer, antes: str, dentro: str, despues: str) -> None:
    dentro = re.sub(r":{3,}|```", "", dentro)
    antes = antes.replace("```", "")  # in a fence everything is shown, markers too

    lectura = leer(render(f"{antes}\n:::destripe\n{dentro} SECRETO {dentro}\n:::\n{despues}").html)

    assert "SECRETO" in lectura.texto
    assert "SECRETO" not in lectura.fuera


@SIN_PLAZO
@given(RUIDO, st.integers(0, 2))
@example("**a", 2)
@example("[a](b", 2)
def test_un_destripe_de_linea_tapa_hasta_que_se_cierra(leer, dentro: str, cierre: int) -> None:
    dentro = re.sub(r"\|+|:{3,}|\\|```", " ", dentro)
    dentro = re.sub(r"\n\s*\n", " ", re.sub(r"[\x00\u202e\ufdd1]", "", dentro))

    lectura = leer(render(f"antes ||{dentro} SECRETO{'|' * cierre}\n\ndespués").html)

    assert "SECRETO" in lectura.texto
    assert "SECRETO" not in lectura.fuera
    assert "después" in lectura.fuera


@SIN_PLAZO
@given(CON_ENLACES, st.integers(0, 120))
def test_el_texto_plano_cabe_y_no_ensena_lo_tapado(leer, texto: str, limite: int) -> None:
    llano = texto_plano(f"{texto.replace('```', '')}\n:::destripe\nSECRETO", limite)

    assert len(llano) <= limite
    assert "SECRETO" not in llano


@pytest.mark.parametrize("semilla", ["1", "2"])
def test_dos_procesos_dan_lo_mismo(semilla: str) -> None:
    fuente = '![a](/adjuntos/a "t") [b](https://c@d.es) ||e||\n\n|a|b|\n|:-:|-|\n|c|d|\n\n3. f\n7. g\n\n:::destripe\nh'
    orden = f"from partidas.presentacion.marcado import render; print(ascii(render({fuente!r}).html))"

    otro = subprocess.run(
        [sys.executable, "-c", orden],
        cwd=RAIZ,
        env={"PYTHONHASHSEED": semilla, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert otro.stdout.strip() == ascii(render(fuente).html)
