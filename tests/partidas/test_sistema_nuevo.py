"""A fourth system in a folder and nothing else: it is found, read, played, explained and audited (docs/sistemas.md)."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from partidas.consultas import hilo
from partidas.dominio import auditoria, escenas, partidas, reparto
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.reparto import sentar
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Partida, Tirada
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import tarjeta
from reglas import idioma, motor, referencia, widgets
from reglas.caja import responder
from reglas.libro import Fallo
from reglas.models import Clase, Libro
from reglas.motor import sistema, sistemas
from reglas.nucleo.tipos import Peticion
from tests import fabrica
from tests.fabrica import AHORA
from tests.reglas.linterna import CLAVE, ficheros, instalada
from tests.reglas.test_casos import diferencias
from tests.reglas.test_referencia import CLAUSULA, codigo, de_los_casos

RAIZ = Path(__file__).resolve().parents[2]
ADA = {"nombre": "Ada", "mana": 2, "fuerza": 1, "luz": 1}


@pytest.fixture(autouse=True)
def carpeta(tmp_path):
    """Install the system for the test."""
    assert CLAVE not in sistemas()
    with instalada(tmp_path) as raiz:
        yield raiz
    assert CLAVE not in sistemas()


def intentar(**datos) -> Peticion:
    return Peticion(CLAVE, "intentar", ADA, datos={"rasgo": "mana", **datos})


def test_basta_con_la_carpeta_para_que_el_sitio_lo_encuentre():
    assert {"strange", CLAVE} <= set(sistemas())
    assert sistema(CLAVE).acciones["intentar"].nombre == "Intentar"


def test_la_pagina_ensena_todos_los_ficheros_y_su_python_pasa_el_estilo_y_los_tipos(carpeta):
    assert sorted(ficheros()) == [
        "__init__.py",
        "casos.jsonl",
        "locale/en/LC_MESSAGES/reglas.po",
        "referencia/en.md",
        "referencia/es.md",
        "sistema.py",
    ]
    orden = [sys.executable, "-m", "ruff", "check", "--config", str(RAIZ / "pyproject.toml"), str(carpeta)]
    estilo = subprocess.run(orden, capture_output=True, text=True, check=False)
    assert (estilo.returncode, estilo.stdout.strip()) == (0, "All checks passed!")
    assert set(re.findall(r"^(?:from|import) ([\w.]+)", ficheros()["sistema.py"], re.MULTILINE)) <= {
        "__future__", "collections.abc", "typing",
        *(f"reglas.nucleo.{uno}" for uno in ("campos", "contexto", "rechazo", "sistema", "tipos", "vista")),
    }  # fmt: skip


def test_sus_casos_se_cumplen(carpeta):
    casos = [json.loads(linea) for linea in (carpeta / "casos.jsonl").read_text("utf-8").splitlines()]

    fallidos = {}
    for caso in casos:
        respuesta, _bien = responder(json.dumps(caso["peticion"]))
        if hay := diferencias(caso["espera"], json.loads(respuesta)):
            fallidos[caso["caso"]] = hay

    assert len(casos) == 4
    assert fallidos == {}


def test_su_referencia_tiene_las_clausulas_de_sus_casos_y_de_su_codigo(carpeta):
    leidas = {lengua: referencia.leer(CLAVE, lengua) for lengua in referencia.LENGUAS}

    assert set(CLAUSULA.findall(codigo(carpeta))) == de_los_casos(CLAVE) == set(leidas["es"].clausulas)
    assert leidas["es"].clausulas == leidas["en"].clausulas
    assert "<h3>Intentar</h3>" in leidas["es"].html
    assert "<h3>Try</h3>" in leidas["en"].html
    assert "<td>Maña, Fuerza</td>" in leidas["es"].html


def test_sus_probabilidades_son_las_de_contar_a_mano():
    odds = motor.sondear(intentar(alumbrar=True))

    cuenta = Counter(max(caras) for caras in itertools.product(range(1, 7), repeat=3))
    assert odds.valor == {cara: Fraction(veces, 216) for cara, veces in sorted(cuenta.items())}
    assert odds.exito == 1 - Fraction(27, 216)
    assert [(efecto.campo, efecto.antes, efecto.despues) for efecto in odds.seguros] == [("luz", 1, 0)]


def test_sus_controles_se_dibujan_de_la_declaracion():
    palabras = Palabras.de(CLAVE)
    accion = palabras.sistema.acciones["intentar"]

    rasgo, alumbrar = widgets.dibujar(accion.campos, ruta="datos", valores={}, entorno=widgets.Entorno(palabras))

    assert (rasgo.nombre, rasgo.tipo, rasgo.etiqueta, rasgo.obligatorio) == ("datos.rasgo", "opcion", "Rasgo", True)
    assert [opcion.etiqueta for opcion in rasgo.opciones if opcion.valor] == ["Maña", "Fuerza"]
    assert (alumbrar.nombre, alumbrar.tipo, alumbrar.ayuda) == ("datos.alumbrar", "booleano", "Un dado más.")


def test_tiene_ingles_donde_su_catalogo_lo_da():
    assert idioma.traducir("Éxito pleno", CLAVE, "en") == "Full success"
    assert idioma.traducir("Nombre", CLAVE, "en") in {"Name", "Nombre"}


@pytest.fixture
def mesa(db) -> fabrica.Mesa:
    """Set a table that plays it: ana plays Ada."""
    gente = {nombre: fabrica.cuenta(nombre) for nombre in ("dani", "ana", "bruno", "esp", "eva")}
    partida = partidas.crear(
        DatosPartida(titulo="La mina", sistema=CLAVE, acceso=Partida.Acceso.PUBLICA),
        direccion=gente["dani"],
        ahora=AHORA,
    )
    sentar(partida, gente["ana"], "jugador", AHORA)
    ada = fabrica.personaje(partida, gente["ana"], "Ada", {"mana": 3, "luz": 1})
    rata = reparto.pnj_rapido(partida, nombre="Rata", nivel=9, por=gente["dani"], ahora=AHORA, secreto=False)
    escena = escenas.abrir(partida, titulo="El pozo", por=gente["dani"], ahora=AHORA)
    return fabrica.Mesa(partida, escena, **gente, kaelen=ada, mirta=ada, pnj=rata)


def jugada(mesa: fabrica.Mesa) -> Tirada:
    """Publish a turn with a roll and return it."""
    declarada = TiradaDeclarada("intentar", {"rasgo": "mana", "alumbrar": True}, declaracion="Bajar al pozo")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(declarada,))
    return Tirada.objects.sin_filtrar("test").select_related("personaje", "asiento").get()


def test_se_juega_y_la_ficha_cambia(mesa):
    tirada = jugada(mesa)

    mesa.kaelen.personaje.refresh_from_db()
    assert mesa.kaelen.personaje.ficha["luz"] == 0
    assert len(tirada.respuesta["tiradas"]) == 4
    assert mesa.pnj.personaje.ficha == {"nombre": "Rata", "mana": 4, "fuerza": 4, "luz": 0}
    assert tirada.mejor_que is not None


def test_se_ve_en_la_pagina_con_el_formulario_la_ficha_y_la_tarjeta(mesa):
    tirada = jugada(mesa)
    ana = Client()
    ana.force_login(mesa.ana)
    base = f"/p/{mesa.partida.publico}"

    escena = ana.get(f"{base}/e/{mesa.escena.publico}/").content.decode()
    ficha = ana.get(f"{base}/pj/{mesa.kaelen.personaje.publico}/").content.decode()
    pedido = {
        "clave": str(uuid4()), "texto": "Bajo.", "personaje": mesa.kaelen.personaje.publico, "visibilidad": "todos",
        "hacer": "campos", "cuantas": "1", "t0-accion": "intentar", "t0-datos.rasgo": "mana",
    }  # fmt: skip
    escribir = ana.post(f"{base}/e/{mesa.escena.publico}/escribir/", pedido).content.decode()

    assert escena.count("tirada__dado--descartado") == 3
    assert f"Ada saca un {tirada.respuesta['detalle']['mejor']}." in escena
    assert '/reglas/linterna/#L-02">L-02</a>' in escena
    assert ("Maña" in ficha, "A oscuras" in ficha) == (True, True)
    assert '<option value="intentar" selected>Intentar</option>' in escribir
    assert 'name="t0-datos.rasgo"' in escribir
    assert "Éxito pleno <strong>42,1 %</strong>" in escribir
    assert Client().get("/reglas/linterna/").status_code == 200


def test_su_tarjeta_y_su_ficha_se_dicen_en_ingles(mesa):
    tirada = hilo.tirada(mesa.ana, jugada(mesa).publico)

    with translation.override("en"):
        assert tarjeta(tirada).cara.resumen == f"Ada gets a {tirada.respuesta['detalle']['mejor']}."
        assert tarjeta(tirada).cara.titulo == "Try"


def test_se_audita_y_un_dado_cambiado_se_nombra(mesa):
    tirada = jugada(mesa)
    libro = Libro.objects.get(dueno=mesa.partida.publico, clase=Clase.ABIERTO)
    sano = auditoria.repasar(libro, ahora=AHORA)

    tirada.respuesta["detalle"]["mejor"] = tirada.respuesta["detalle"]["mejor"] % 6 + 1
    tirada.save(update_fields=["respuesta"])
    roto = auditoria.repasar(libro, ahora=AHORA)

    assert (sano.tiradas, sano.fallos) == (1, ())
    assert roto.fallos == (Fallo(1, "respuesta.detalle.mejor"),)
