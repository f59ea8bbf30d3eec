"""The English catalogue: complete, compiled, and no Spanish copied into it."""

import io
import re
import subprocess
from gettext import GNUTranslations
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext

from cuentas.models import Usuario

RAIZ = Path(__file__).parents[2]
CATALOGOS = [RAIZ / base / "locale" / "en" / "LC_MESSAGES" / "django.po" for base in ("", "cuentas")]
IGUALES = set((RAIZ / "herramientas" / "iguales.txt").read_text(encoding="utf-8").splitlines())


def entradas() -> list[tuple[str, str]]:
    """Return (msgid, msgstr) of both catalogues, plurals by their first form: templates are in the project's own."""
    bloques = [b for catalogo in CATALOGOS for b in catalogo.read_text(encoding="utf-8").split("\n\n")[1:]]
    hallados = [
        re.search(r'^msgid "(.*)"\n(?:msgid_plural ".*"\n)?msgstr(?:\[0\])? "(.*)"', b, re.MULTILINE) for b in bloques
    ]
    return [(m[1], m[2]) for m in hallados if m]


def test_nada_falta_ni_es_una_copia() -> None:
    todas = entradas()

    assert len(todas) > 300
    assert [o for o, ingles in todas if not ingles] == []
    assert {o for o, ingles in todas if o == ingles} <= IGUALES
    assert [ingles for _, ingles in todas if re.search(r"[ñ¿¡áéíóú]", ingles)] == []
    assert [c for c in CATALOGOS if "#, fuzzy" in c.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("catalogo", CATALOGOS, ids=["proyecto", "cuentas"])
def test_el_compilado_dice_lo_mismo_que_su_catalogo(catalogo: Path, tmp_path: Path) -> None:
    from shutil import which

    if which("msgfmt") is None:
        pytest.skip("no hay msgfmt: sudo apt install gettext")
    nuevo = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "-o", str(nuevo), str(catalogo)], check=True)

    recien, guardado = (GNUTranslations(io.BytesIO(m.read_bytes())) for m in (nuevo, catalogo.with_suffix(".mo")))
    assert vars(recien)["_catalog"] == vars(guardado)["_catalog"]


def test_cada_frase_de_las_plantillas_esta_en_el_catalogo() -> None:
    conocidas = {origen.replace('\\"', '"') for origen, _ in entradas()}
    carpetas = ["account", "allauth", "cuentas", "mfa", "usersessions"]
    plantillas = [p for c in carpetas for p in (RAIZ / "templates" / c).rglob("*.*")]
    frases = {f for p in plantillas for f in re.findall(r'{% translate "([^"]+)"', p.read_text(encoding="utf-8"))}

    assert len(frases) > 150
    assert frases - conocidas == set()


def test_las_frases_de_los_nombres_tambien_estan_en_ingles(ana: Usuario) -> None:
    with translation.override("en"):
        assert gettext("Ese nombre se confunde con %(otro)s.") == "That name could be taken for %(otro)s."
