"""Languages of the engine: every msgid has its English, and rendering finds it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from reglas import idioma
from reglas.motor import sistemas
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Texto

RAIZ = Path(__file__).resolve().parents[2]
IGUALES = {
    "Extra",
    "No",
    "Normal",
    "PX",
    "Total",
    "Vector",
    "General",
    "Joker",
    "Vigor",
    "Vulnerable",
    "no",
}
"""The same word in both languages, on purpose."""
MARCAS = re.compile(r"%\(\w+\)s")


def catalogo(po: Path) -> dict[str, str]:
    """Read a .po written one line an entry."""
    texto = po.read_text("utf-8")
    pares = re.findall(r'^msgid (".*")\nmsgstr (".*")$', texto, re.MULTILINE)
    return {ast.literal_eval(msgid): ast.literal_eval(msgstr) for msgid, msgstr in pares if msgid != '""'}


CATALOGOS = sorted((RAIZ / "reglas").rglob("locale/en/LC_MESSAGES/reglas.po"))


def test_hay_un_catalogo_del_nucleo_y_uno_por_sistema() -> None:
    assert {po.parents[3].name for po in CATALOGOS} == {"nucleo", *sistemas()}


def test_catalogos_no_tienen_huecos_ni_restos_y_estan_al_dia() -> None:
    orden = [sys.executable, str(RAIZ / "herramientas" / "catalogos.py"), "--comprobar"]

    salida = subprocess.run(orden, capture_output=True, text=True, check=False)

    assert (salida.returncode, salida.stdout, salida.stderr) == (0, "", "")


@pytest.mark.parametrize("po", CATALOGOS, ids=lambda po: po.parents[3].name)
def test_traducciones_difieren_y_conservan_sus_datos(po: Path) -> None:
    for msgid, msgstr in catalogo(po).items():
        assert msgstr != msgid or msgid in IGUALES, msgid
        assert sorted(MARCAS.findall(msgstr)) == sorted(MARCAS.findall(msgid)), msgid
        assert not re.search("[ñ¿¡áéíóú«»]", msgstr), msgstr


@pytest.mark.parametrize("po", CATALOGOS, ids=lambda po: po.parents[3].name)
def test_catalogo_compilado_dice_lo_mismo_que_su_fuente(po: Path) -> None:
    clave = po.parents[3].name

    for msgid, msgstr in catalogo(po).items():
        assert idioma.traducir(msgid, "" if clave == "nucleo" else clave, "en") == msgstr


def test_etiquetas_de_los_sistemas_tienen_ingles() -> None:
    for clave, juego in sistemas().items():
        tablas = juego.etiquetas
        textos = [juego.descripcion, *(a.nombre for a in juego.acciones.values()), *juego.mensajes.values()]
        textos += [*tablas.ficha.values(), *tablas.detalle.values(), *tablas.grados.values(), *tablas.motivos.values()]
        textos += [*tablas.opciones.values(), *(p.nombre for p in juego.plantillas)]
        for texto in textos:
            assert texto in IGUALES or idioma.traducir(texto, clave, "en") != texto, texto


def test_rendir_traduce_la_plantilla_y_los_textos_de_dentro() -> None:
    texto = Texto(
        "No te queda %(reserva)s suficiente: tienes %(tienes)s y cuesta %(cuesta)s.",
        {"reserva": Texto("Velocidad"), "tienes": 1, "cuesta": 3},
    )

    assert idioma.rendir(texto, "strange", "en") == "You do not have enough Speed: you have 1 and it costs 3."
    assert idioma.rendir(texto, "strange", "es-ES") == texto.es()
    assert idioma.rendir(texto, "strange", "fr") == texto.es()


def test_traducir_cae_en_el_catalogo_del_nucleo() -> None:
    rechazo = Rechazo("campo_requerido", "datos.x")

    assert idioma.rechazo(rechazo, "strange", "en-GB") == "“datos.x” is missing: fill it in."
    assert idioma.traducir("", "strange", "en") == ""
    assert idioma.traducir("d20", "strange", "en") == "d20"
    assert idioma.traducir("PX", "strange", "../en") == "PX"
    assert (idioma.si_o_no(True, "en"), idioma.si_o_no(False, "es")) == ("yes", "no")


def test_referencias_existen_en_los_dos_idiomas() -> None:
    for clave in sistemas():
        for lengua in ("es", "en"):
            assert files(f"reglas.sistemas.{clave}").joinpath("referencia", f"{lengua}.md").is_file()
