"""The references of every system: two languages, the same clauses as code and cases, anchors, actions as declared."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest
from django.test import Client

from reglas import idioma, referencia
from reglas.motor import sistema, sistemas
from reglas.nucleo.rechazo import Rechazo
from reglas.sistemas.lemuria import tablas as lemuria
from reglas.sistemas.salvaje import tablas as salvaje

CLAVES = sorted(sistemas())
CLAUSULA = re.compile(r"\b[A-Z]-\d{2,3}\b")


def codigo(carpeta: Traversable) -> str:
    """Return all the Python of a folder."""
    partes = []
    for fichero in carpeta.iterdir():
        if fichero.is_dir():
            partes.append(codigo(fichero))
        elif fichero.name.endswith(".py") and fichero.name != "clausulas.py":
            partes.append(fichero.read_text("utf-8"))
    return "\n".join(partes)


def de_los_casos(clave: str) -> set[str]:
    """Return the clauses that the worked cases of a system cite."""
    lineas = files(f"reglas.sistemas.{clave}").joinpath("casos.jsonl").read_text("utf-8").splitlines()
    citas = (json.loads(linea)["clausula"] for linea in lineas if linea.strip())
    return {clausula.strip() for cita in citas for clausula in cita.split(",")}


@pytest.mark.parametrize("clave", CLAVES)
def test_las_clausulas_de_codigo_casos_y_las_dos_referencias_son_las_mismas(clave: str) -> None:
    casos = de_los_casos(clave)
    textos = {lengua: referencia.clausulas_de(referencia.texto(clave, lengua)) for lengua in referencia.LENGUAS}

    letras = {una[0] for una in casos}
    citadas = set(CLAUSULA.findall(codigo(files(f"reglas.sistemas.{clave}"))))
    assert {una for una in citadas if una[0] in letras} == casos
    assert {lengua: sorted(unas) for lengua, unas in textos.items()} == dict.fromkeys(textos, sorted(casos))
    assert textos["es"] == textos["en"]


@pytest.mark.parametrize("clave", CLAVES)
@pytest.mark.parametrize("lengua", referencia.LENGUAS)
def test_cada_clausula_tiene_su_ancla_y_cada_seccion_la_suya(clave: str, lengua: str) -> None:
    leida = referencia.leer(clave, lengua)

    anclas = re.findall(r'<li id="([A-Z]+-\d+)"><a class="clausula" href="#([^"]+)">([^<]+)</a>', leida.html)
    assert anclas == [(una, una, una) for una in leida.clausulas]
    assert re.findall(r'<h2 id="(p-\d+)">', leida.html) == [seccion.ancla for seccion in leida.secciones]
    assert "[[" not in leida.html
    assert leida.titulo


@pytest.mark.parametrize("clave", CLAVES)
@pytest.mark.parametrize("lengua", referencia.LENGUAS)
def test_las_acciones_salen_de_su_declaracion(clave: str, lengua: str) -> None:
    nombres = re.findall(r"<h3>(.*?)</h3>", referencia.leer(clave, lengua).html)

    assert nombres[-len(sistema(clave).acciones) :] == [
        idioma.traducir(accion.nombre, clave, lengua) for accion in sistema(clave).acciones.values()
    ]


@pytest.mark.parametrize("clave", CLAVES)
def test_los_enlaces_de_la_cuenta_llevan_de_un_numero_con_nombre_a_clausulas_que_existen(clave: str) -> None:
    juego = sistema(clave)

    assert {clave.partition(".")[0] for clave in juego.clausulas} <= set(juego.etiquetas.detalle)
    partes = {clave.partition(".")[2] for clave in juego.clausulas} - {""}
    assert partes <= set(juego.etiquetas.palabras)
    assert {una for varias in juego.clausulas.values() for una in varias} <= set(referencia.leer(clave, "es").clausulas)


def test_lo_que_se_declara_se_cuenta_con_sus_valores() -> None:
    html = referencia.leer("strange", "es").html

    assert (
        "<td>Dificultad. De 0 a 10; el número objetivo es el triple.</td><td>0–10</td><td>hay que decirlo</td>" in html
    )
    assert "<td>Manos libres</td><td>1–2</td><td>2</td>" in html
    assert "<td>varios: 1–10</td><td>—</td>" in html


def test_el_texto_no_cuela_ni_guiones_ni_enlaces_raros(monkeypatch: pytest.MonkeyPatch) -> None:
    escrito = (
        '# T\n\n<script>x</script><b onclick="x">y</b>\n\n- **S-01.** [a](javascript:x) <a href="https://x.es">z</a>\n'
    )
    monkeypatch.setattr(referencia, "_leer_texto", lambda _clave, _lengua: escrito)

    leida = referencia.leer("strange", "es")

    assert leida.html == (
        'y\n<ul>\n<li id="S-01"><a class="clausula" href="#S-01">S-01</a> <a>a</a> <a href="https://x.es">z</a></li>\n</ul>\n'
    )
    assert (leida.titulo, leida.clausulas, leida.secciones) == ("T", ("S-01",), ())


def test_una_clausula_citada_enlaza_y_un_numero_cualquiera_no() -> None:
    html = referencia.leer("strange", "es").html

    assert 'salvo que el DJ diga otra (<a href="#S-33">S-33</a>)' in html
    assert set(re.findall(r'<a href="#([A-Z]+-\d+)">', html)) <= set(referencia.leer("strange", "es").clausulas)


def test_un_sistema_que_no_hay_se_rechaza_y_una_lengua_que_no_hay_es_la_primera() -> None:
    with pytest.raises(Rechazo):
        referencia.leer("../strange", "es")
    assert referencia.leer("strange", "fr") == referencia.leer("strange", "es")


@pytest.mark.django_db
def test_cualquiera_lee_las_reglas_en_su_idioma() -> None:
    visitante = Client()

    indice = visitante.get("/reglas/").content.decode()
    castellano = visitante.get("/reglas/strange/", headers={"accept-language": "es"})
    ingles = visitante.get("/reglas/strange/", headers={"accept-language": "en"})

    assert '<a href="/reglas/strange/"><strong>The Strange</strong></a>' in indice
    assert (
        '<article class="pila" lang="es">\n<h1>The Strange: las reglas de la casa</h1>' in castellano.content.decode()
    )
    assert '<article class="pila" lang="en">\n<h1>The Strange: the rules of the house</h1>' in ingles.content.decode()
    assert visitante.get("/reglas/otro/").status_code == 404
    assert visitante.post("/reglas/strange/").status_code == 405


def filas_de(clave: str, lengua: str) -> list[list[str]]:
    """Return the cells of every row of every table of a reference, as they are written."""
    lineas = [linea for linea in referencia.texto(clave, lengua).splitlines() if linea.startswith("|")]
    return [[celda.strip() for celda in linea.strip("|").split("|")] for linea in lineas]


def con_signo(numero: int) -> str:
    return f"−{-numero}" if numero < 0 else f"+{numero}" if numero else "0"


@pytest.mark.parametrize("lengua", referencia.LENGUAS)
def test_las_tablas_dicen_cada_palabra_con_el_numero_del_codigo(lengua: str) -> None:
    """By hand one has to know that «Ardua» is −2: the clauses give the numbers, the tables their names."""

    def dicho(clave: str, palabra: str) -> str:
        return idioma.traducir(palabra, clave, lengua).partition(" (")[0]

    de_lemuria, de_salvaje = filas_de("lemuria", lengua), filas_de("salvaje", lengua)
    for columna, (palabras, numeros) in enumerate(
        [(lemuria.DIFICULTADES, lemuria.DE_DIFICULTAD), (lemuria.DISTANCIAS, lemuria.DE_DISTANCIA)], 1
    ):
        for clave, palabra in palabras.items():
            fila = next(f for f in de_lemuria if len(f) == 3 and f[columna] == dicho("lemuria", palabra))
            assert fila[0] == con_signo(numeros[clave])
    for clave, palabra in lemuria.POSICIONES.items():
        fila = next(f for f in de_lemuria if f[0] == dicho("lemuria", palabra))
        ataque, defensa = lemuria.DE_POSICION[clave]
        assert fila[2].partition(",")[0] == con_signo(defensa)
        assert clave == "completa" or fila[1] == con_signo(ataque)
    tablas = [salvaje.ALCANCES, salvaje.COBERTURAS, salvaje.ILUMINACIONES, salvaje.LOCALIZACIONES]
    for columna, (numeros, palabras) in enumerate(zip(salvaje.PENALIZADORES.values(), tablas, strict=True), 1):
        for clave, palabra in palabras.items():
            filas = [f for f in de_salvaje if len(f) == 5 and dicho("salvaje", palabra).lower() in f[columna].lower()]
            assert con_signo(numeros[clave]) in [fila[0] for fila in filas]
    for tipo, habilidad in salvaje.HABILIDAD_DE_ARMA.items():
        arma, rasgo = dicho("salvaje", salvaje.TIPOS_DE_ARMA[tipo]), dicho("salvaje", salvaje.HABILIDADES[habilidad])
        assert [arma, rasgo] in [fila[:2] for fila in de_salvaje]
