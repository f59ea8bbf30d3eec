"""The papers keep their word: links lead somewhere, commands exist, one word per thing, nobody's folder is named."""

import re
from collections import Counter
from pathlib import Path

import pytest

RAIZ = Path(__file__).resolve().parent.parent
AJENOS = {"node_modules", "datos", "build"}
ENLACE = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CERCA = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
LITERAL = re.compile(r"`[^`\n]*`")
RUTA_DE_MAQUINA = re.compile(r"(?<![\w.:/])(?:/(?:work|home|Users|root|mnt|tmp)/|file://|[A-Z]:\\)")
LEEME = ("README.md", "README.es.md")


def papeles() -> list[Path]:
    """Return every Markdown file of the repository."""
    rutas = (ruta.relative_to(RAIZ) for ruta in RAIZ.rglob("*.md"))
    return sorted(r for r in rutas if not AJENOS & set(r.parts) and not any(p.startswith(".") for p in r.parts))


def leer(papel: Path | str) -> str:
    return (RAIZ / papel).read_text(encoding="utf-8")


def anclas(texto: str) -> set[str]:
    """Return the anchors of its headings, as GitHub makes them."""
    titulos = re.findall(r"^#+ (.+)$", CERCA.sub("", texto), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", titulo.lower()).strip().replace(" ", "-") for titulo in titulos}


@pytest.mark.parametrize("papel", papeles(), ids=str)
def test_los_enlaces_relativos_llevan_a_algun_sitio(papel):
    texto = LITERAL.sub("", CERCA.sub("", leer(papel)))
    rotos = []
    for enlace in ENLACE.findall(texto):
        if re.match(r"[a-z]+:", enlace) or enlace.startswith("/"):
            continue  # another site, or an address of this one
        ruta, _, ancla = enlace.partition("#")
        destino = (RAIZ / papel).parent / ruta if ruta else RAIZ / papel
        if not destino.exists() or (ancla and ancla not in anclas(destino.read_text(encoding="utf-8"))):
            rotos.append(enlace)

    assert rotos == []


@pytest.mark.parametrize("papel", papeles(), ids=str)
def test_ningun_papel_nombra_una_carpeta_de_esta_maquina(papel):
    lineas = [linea for linea in leer(papel).splitlines() if RUTA_DE_MAQUINA.search(linea)]

    assert lineas == []


@pytest.mark.parametrize("leeme", LEEME)
def test_la_primera_pantalla_es_una_frase_dos_ordenes_y_una_imagen(leeme):
    primera = leer(leeme).split("\n## ")[0]
    objetivos = set(re.findall(r"^([a-z]+):.*## ", leer("Makefile"), re.MULTILINE))
    ordenes = re.findall(r"^make (\w+)", primera, re.MULTILINE)

    assert ordenes == ["run", "test"]
    assert set(ordenes) <= objetivos
    assert primera.count("![") == 1
    assert primera.index("```sh") < primera.index("![") < 700


@pytest.mark.parametrize("papel", [*LEEME, "CONTRIBUTING.md"])
def test_cada_orden_make_de_los_papeles_existe(papel):
    objetivos = set(re.findall(r"^([a-z]+):", leer("Makefile"), re.MULTILINE))
    trozos = re.findall(r"(?:^|`)make ((?:[a-z]+ ?)+)", leer(papel), re.MULTILINE)
    nombradas = {orden for trozo in trozos for orden in trozo.split()}

    assert nombradas - objetivos == set()


def test_los_dos_leemes_cuentan_lo_mismo():
    formas = [
        (
            texto.count("\n## "),
            texto.count("\n| "),
            texto.count("\n- "),
            len(re.findall(r"^\d\. ", texto, re.MULTILINE)),
        )
        for texto in map(leer, LEEME)
    ]

    assert formas[0] == formas[1]


def test_cada_palabra_del_glosario_es_una_y_sus_referencias_estan():
    filas = re.findall(r"^\| \*\*(.+?)\*\* \| (.+) \|$", leer("docs/glosario.md"), re.MULTILINE)
    palabras = [palabra.lower() for palabra, _ in filas]
    citadas = {cita.lower() for _, sentido in filas for cita in re.findall(r"\*\*(.+?)\*\*", sentido)}
    reservadas = re.findall(r"`(\w+)`", leer("docs/glosario.md").split("|")[-1])

    assert [palabra for palabra, veces in Counter(palabras).items() if veces > 1] == []
    assert len(palabras) >= 40
    assert citadas - set(palabras) == set()
    assert set(reservadas) - set(palabras) == set()


def test_el_registro_de_cambios_tiene_una_seccion_sin_publicar():
    secciones = re.findall(r"^## (.+)$", leer("CHANGELOG.md"), re.MULTILINE)

    assert secciones[0] == "Unreleased · Sin publicar"


def test_las_decisiones_estan_numeradas_seguidas_en_el_indice_y_son_cortas():
    paginas = sorted((RAIZ / "docs/decisiones").glob("0*.md"))
    indice = re.findall(r"\((\d{4}-[\w-]+\.md)\) \| (.+) \|$", leer("docs/decisiones/README.md"), re.MULTILINE)

    assert [p.name[:4] for p in paginas] == [f"{n:04}" for n in range(1, len(paginas) + 1)]
    assert [nombre for nombre, _ in indice] == [p.name for p in paginas]
    for pagina, (_, titulo) in zip(paginas, indice, strict=True):
        texto = pagina.read_text(encoding="utf-8")
        assert texto.startswith(f"# {pagina.name[:4]} · {titulo}\n")
        assert len(texto.splitlines()) <= 25, pagina.name
        for parte in ("**Context.**", "**Decision.**", "**What it costs.**", "**What would change our minds.**"):
            assert texto.count(parte) == 1, (pagina.name, parte)


def test_las_imagenes_son_pequenas_y_alguien_las_ensena():
    imagenes = sorted((RAIZ / "docs/imagenes").glob("*.png"))
    textos = "".join(map(leer, papeles()))

    assert [i.name for i in imagenes if i.stat().st_size > 250_000] == []
    assert [i.name for i in imagenes if i.name not in textos] == []
