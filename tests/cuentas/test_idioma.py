"""The English catalogue: complete, compiled, and no Spanish copied into it."""

import re
import subprocess
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext

from cuentas.models import Usuario

CATALOGO = Path(__file__).parents[2] / "cuentas" / "locale" / "en" / "LC_MESSAGES" / "django.po"
IGUALES = {"Cookies", "Sepia", "Normal", "Literata", "Atkinson Hyperlegible", "Error:"}


def entradas() -> list[tuple[str, str]]:
    """Return (msgid, msgstr) of the catalogue, plurals by their first form."""
    bloques = CATALOGO.read_text(encoding="utf-8").split("\n\n")[1:]
    hallados = [
        re.search(r'^msgid "(.*)"\n(?:msgid_plural ".*"\n)?msgstr(?:\[0\])? "(.*)"', b, re.MULTILINE) for b in bloques
    ]
    return [(m[1], m[2]) for m in hallados if m]


def test_nada_falta_ni_es_una_copia() -> None:
    todas = entradas()

    assert len(todas) > 300
    assert [o for o, ingles in todas if not ingles] == []
    assert {o for o, ingles in todas if o == ingles} == IGUALES
    assert [ingles for _, ingles in todas if re.search(r"[ñ¿¡áéíóú«»]", ingles)] == []
    assert "#, fuzzy" not in CATALOGO.read_text(encoding="utf-8")


def test_el_compilado_es_el_de_este_catalogo(tmp_path: Path) -> None:
    from shutil import which

    if which("msgfmt") is None:
        pytest.skip("no hay msgfmt: sudo apt install gettext")
    nuevo = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "--no-hash", "-o", str(nuevo), str(CATALOGO)], check=True)

    assert nuevo.read_bytes() == CATALOGO.with_suffix(".mo").read_bytes()


def test_cada_frase_de_las_plantillas_esta_en_el_catalogo() -> None:
    raiz = Path(__file__).parents[2]
    conocidas = {origen.replace('\\"', '"') for origen, _ in entradas()}
    carpetas = ["account", "allauth", "cuentas", "mfa", "usersessions"]
    plantillas = [p for c in carpetas for p in (raiz / "templates" / c).rglob("*.*")]
    frases = {f for p in plantillas for f in re.findall(r'{% translate "([^"]+)"', p.read_text(encoding="utf-8"))}

    assert len(frases) > 150
    assert frases - conocidas == set()


def test_las_frases_de_los_nombres_tambien_estan_en_ingles(ana: Usuario) -> None:
    with translation.override("en"):
        assert gettext("Ese nombre se confunde con %(otro)s.") == "That name could be taken for %(otro)s."
