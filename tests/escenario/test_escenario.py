"""The fixture and the crawl: each person sees the canaries that the oracle says, those and no others."""

import ast
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Q
from django.urls import reverse

from cuentas.models import Usuario
from partidas.escenario import oraculo
from partidas.escenario.oraculo import QUIEN_VE, ROLES
from partidas.escenario.sembrar import CONTRASENA
from partidas.models import Escena, Partida, Reparto, visibilidad
from tests import fabrica
from tests.escenario.rastreo import cliente_de, probar, rastrear

pytestmark = pytest.mark.django_db
CURIOSOS = ("anon", "esp", "bruno", "kike", "ines")


@pytest.fixture
def canarios(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Sow the fixture; return the kind of each canary."""
    call_command("escenario_pruebas", "--json")
    datos = json.loads(capsys.readouterr().out)
    return {uno["canario"]: uno["clase"] for uno in datos["canarios"]}


def debe_ver(rol: str) -> set[str]:
    return {clase for clase, roles in QUIEN_VE.items() if rol in roles}


def de_p1() -> set[str]:
    """Return the addresses of P1: its cover, its scenes, its sheets."""
    partida = Partida.objects.sin_filtrar("test").get(titulo__startswith="CANARIO-p1-")
    escenas = Escena.objects.sin_filtrar("test").filter(partida=partida)
    fichas = Reparto.objects.sin_filtrar("test").filter(partida=partida).select_related("personaje")
    return {
        reverse("partida", args=[partida.publico]),
        *(reverse("escena", args=[partida.publico, escena.publico]) for escena in escenas),
        *(reverse("ficha", args=[partida.publico, fila.personaje.publico]) for fila in fichas),
    }


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
    assert set(datos["partidas"]) == {"p1", "p2", "p3", "p4", "p5"}
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


def test_seg_31_cada_cual_ve_lo_que_dice_el_oraculo_y_nada_mas(canarios):
    """By links, exactly that; by typing the addresses that somebody else was shown, nothing more."""
    rastros = {rol: rastrear(rol) for rol in ROLES}

    ven = {rol: {canarios[c] for c in rastro[0]} for rol, rastro in rastros.items()}
    assert ven == {rol: debe_ver(rol) for rol in ROLES}

    direcciones = {d for _, vistas in rastros.values() for d in vistas if d.startswith(("/p/", "/m/", "/t/"))}
    assert len(direcciones) > 60
    for rol in CURIOSOS:
        ajenas = {canarios[c] for c in probar(rol, direcciones - rastros[rol][1])}
        assert ajenas - debe_ver(rol) == set(), rol


@pytest.mark.parametrize(
    ("linea", "rol", "fuga"),
    [
        ("es_audiencia", "esp", "dj"),
        ("sigue_en_pie", "esp", "oculto"),
        ("ve_escena", "ana", "escena"),
        ("ve_reparto", "ana", "pnj"),
        ("ve_partida", "eva", "p1"),
        ("ve_ficha", "bruno", "ficha"),
    ],
)
def test_quitar_una_linea_de_la_puerta_hace_fallar_el_rastreo(canarios, monkeypatch, linea, rol, fuga):
    def abierta(*_args, **_kwargs):
        return Q(pk__isnull=False)

    reglas = visibilidad._REGLAS
    for modelo, regla in list(reglas.items()):
        if getattr(regla, "__name__", "") == linea:
            monkeypatch.setitem(reglas, modelo, abierta)
    direcciones = de_p1()
    monkeypatch.setattr(visibilidad, linea, abierta)

    ve = {canarios[c] for c in probar(rol, direcciones)}

    assert fuga in ve - debe_ver(rol)


def test_entrar_con_la_clave_del_escenario(canarios):
    cliente = cliente_de("anon")

    assert canarios
    assert cliente.login(username="ana", password=CONTRASENA)
