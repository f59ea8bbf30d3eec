"""The fixture of the security tests: what it makes, what it says, and where it refuses to. tests/fugas crawls it."""

import ast
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cuentas.models import Usuario
from partidas.escenario import oraculo
from partidas.escenario.oraculo import QUIEN_VE, ROLES
from partidas.escenario.sembrar import CONTRASENA
from tests import fabrica

pytestmark = pytest.mark.django_db


def test_el_oraculo_no_importa_nada_del_proyecto():
    arbol = ast.parse(Path(oraculo.__file__).read_text(encoding="utf-8"))

    importados = [nodo for nodo in ast.walk(arbol) if isinstance(nodo, ast.Import | ast.ImportFrom)]

    llamadas = {getattr(nodo.func, "id", "") for nodo in ast.walk(arbol) if isinstance(nodo, ast.Call)}
    assert (importados, llamadas) == ([], {"frozenset"})


def test_el_escenario_tiene_un_canario_de_cada_clase_y_dice_quien_lo_ve(capsys):
    call_command("escenario_pruebas", "--json")

    datos = json.loads(capsys.readouterr().out)
    assert {uno["clase"]: set(uno["roles"]) for uno in datos["canarios"]} == QUIEN_VE
    assert len({uno["canario"] for uno in datos["canarios"]}) == len(QUIEN_VE)
    assert {*datos["cuentas"], "anon"} == set(datos["roles"]) == set(ROLES)
    assert set(datos["partidas"]) == {"p1", "p2", "p3", "p4", "p5", "p6"}
    assert Client().login(username="ana", password=CONTRASENA)
    assert all(Usuario.objects.get(username=n).check_password(CONTRASENA) for n in datos["cuentas"])


def test_el_escenario_se_niega_donde_hay_gente_y_fuera_de_las_pruebas(settings):
    settings.PRUEBAS = False
    with pytest.raises(CommandError, match="PRUEBAS=1"):
        call_command("escenario_pruebas")
    settings.PRUEBAS = True
    fabrica.cuenta("alguien")
    with pytest.raises(CommandError, match="vacía"):
        call_command("escenario_pruebas")

    assert Usuario.objects.count() == 1
