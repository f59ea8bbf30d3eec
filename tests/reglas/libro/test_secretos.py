"""Seeds and salts do not leave before their time: dumps, serializers, admin, exports, logs, errors (D-15)."""

import base64
import io
import logging
import re
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib import admin
from django.core import serializers
from django.core.exceptions import FieldError
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import QuerySet
from django.views.debug import ExceptionReporter

from reglas import libro, secretos
from reglas.libro import Fallo
from reglas.models import Asiento, Clase, SalAncla, Semilla, Sobre
from reglas.nucleo.canonico import huella
from tests.reglas.libro.apoyo import AHORA, APORTE, DUENO, anclar, el_libro, lineas, rotar, tirar, tirar_en
from tests.sin_disparadores import sin_disparadores


def formas() -> list[str]:
    """Return every secret of the database as it could appear in a text; the revealed ones are not asked for."""
    reveladas = Asiento.objects.filter(tipo="revelacion").values_list("sobre_id", flat=True)
    valores = [*QuerySet(Semilla).exclude(sobre__in=reveladas).values_list("valor", flat=True)]
    valores += QuerySet(SalAncla).values_list("valor", flat=True)
    crudos = [bytes(valor) for valor in valores]
    assert len(crudos) == 3
    return [forma for crudo in crudos for forma in (crudo.hex(), base64.b64encode(crudo).decode(), repr(crudo))]


def hallados(texto: str) -> list[str]:
    """Return the secrets that stand in a text."""
    return [forma for forma in formas() if forma in texto]


@pytest.fixture
def jugado(libros) -> None:
    """Roll, end a day and open an envelope of the open book."""
    tirar_en(Clase.ABIERTO)
    tirar_en(Clase.CERRADO)
    anclar()
    rotar(Clase.ABIERTO)


def test_dad_15_el_buscador_de_secretos_los_encuentra_donde_los_hay(jugado):
    crudo = bytes(QuerySet(SalAncla).values_list("valor", flat=True).get())

    assert hallados(f"x{crudo.hex()}x") == [crudo.hex()]


@pytest.mark.parametrize("opciones", [{}, {"use_base_manager": True}])
@pytest.mark.parametrize("formato", ["json", "xml"])
def test_dad_15_dumpdata_no_lleva_semillas(jugado, opciones, formato):
    salida = io.StringIO()

    call_command("dumpdata", "reglas", format=formato, stdout=salida, **opciones)

    assert salida.getvalue().count(el_libro(Clase.ABIERTO).cabeza) == 3  # the book itself is there
    assert hallados(salida.getvalue()) == []
    assert ("semilla" in salida.getvalue(), "reglas.sal" in salida.getvalue()) == (True, False)
    assert "reglas.semilla" not in salida.getvalue()


def test_dad_15_ni_los_serializadores_ni_las_puertas_de_django_las_ven(jugado):
    for modelo in (Semilla, SalAncla):
        assert not hasattr(modelo, "objects")
        assert [*modelo._default_manager.all(), *modelo._base_manager.all()] == []
        assert serializers.serialize("json", modelo._default_manager.all()) == "[]"
        assert not admin.site.is_registered(modelo)
    for camino in ("semilla__valor", "semilla", "salancla__valor"):
        with pytest.raises(FieldError):
            Sobre.objects.values(camino)
        with pytest.raises(FieldError):
            Asiento.objects.filter(**{camino: 1})


def test_dad_15_ni_la_exportacion_ni_los_recibos_las_llevan(jugado):
    visto = [*lineas(Clase.ABIERTO)]
    visto += [repr(libro.leer(uno)) + repr(libro.recibo(uno)) for uno in Asiento.objects.filter(libro__clase="abierto")]
    visto += [repr(libro.recibo(uno)) for uno in Asiento.objects.filter(libro__clase="cerrado", tipo="tirada")]
    visto += [repr(libro.comprometido(DUENO, clase)) for clase in Clase]

    assert hallados("\n".join(visto)) == []


def test_dad_15_ni_el_registro_ni_la_pagina_de_un_error(jugado, caplog):
    with caplog.at_level(logging.DEBUG), transaction.atomic():
        bloqueado = libro.bloquear(DUENO, Clase.CERRADO)
        try:
            bloqueado.anotar_tirada(bloqueado.azar(huella("x"), APORTE), None, ahora=AHORA)
        except AttributeError:
            pagina = ExceptionReporter(None, *sys.exc_info()).get_traceback_html()

    assert "anotar_tirada" in pagina
    assert hallados(pagina) == []
    assert hallados(caplog.text) == []


def test_dad_15_sin_su_semilla_un_libro_cargado_de_un_volcado_se_restaura(jugado):
    """What `loaddata` leaves: the entries without the seed in force and without salts."""
    with sin_disparadores(connection):
        for modelo in (Semilla, SalAncla):
            QuerySet(modelo).all().delete()
    faltas = libro.verificar(el_libro(Clase.ABIERTO)).fallos

    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, Clase.ABIERTO)
        with pytest.raises(libro.SemillaPerdida):
            bloqueado.azar(huella("x"), APORTE)
        with pytest.raises(libro.SemillaPerdida):
            bloqueado.rotar(libro.Motivo.PETICION, ahora=AHORA)
        bloqueado.restaurar(hasta=None, perdidos=[], ahora=AHORA)
        tirar(bloqueado)

    assert faltas == (Fallo(-1, "semilla 2"), Fallo(2, "sal"))
    assert libro.verificar(el_libro(Clase.ABIERTO)).fallos == ()


def test_dad_15_el_volcado_se_carga_en_otra_base(jugado, tmp_path):
    antes = lineas(Clase.ABIERTO)
    volcado = tmp_path / "libro.json"
    call_command("dumpdata", "reglas", output=str(volcado))
    with sin_disparadores(connection):
        for modelo in (SalAncla, Semilla, Asiento, Sobre):
            QuerySet(modelo)._raw_delete(using=connection.alias)

        call_command("loaddata", str(volcado), verbosity=0)

    assert lineas(Clase.ABIERTO) == antes


def test_dad_15_solo_el_libro_pasa_la_puerta():
    raiz = Path(settings.BASE_DIR)
    modulos = [
        ruta
        for carpeta in ("config", "cuentas", "partidas", "personajes", "reglas")
        for ruta in (raiz / carpeta).rglob("*.py")
        if "migrations" not in ruta.parts
    ]

    abren = sorted(
        ruta.name
        for ruta in modulos
        if re.search(r"\b(import secretos|secretos\.\w|Semilla|SalAncla)\b", ruta.read_text())
    )

    assert abren == [
        *("comprobacion_libro.py", "disparadores.py", "escritura_libro.py", "lectura_libro.py"),
        *("models.py", "secretos.py"),
    ]


def test_dad_15_la_semilla_se_guarda_y_se_lee_por_su_modulo(jugado):
    vigente = Sobre.objects.get(libro=el_libro(Clase.CERRADO), numero=1)

    assert secretos.semilla_de(vigente).compromiso() == vigente.compromiso
    assert [una.cabeza for una in secretos.anclas_de(el_libro(Clase.ABIERTO))] == [el_libro(Clase.CERRADO).cabeza]
    assert (str(QuerySet(Semilla).first()), str(QuerySet(SalAncla).first())) == ("semilla secreta", "sal secreta")
