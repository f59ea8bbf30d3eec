"""What goes out by other doors than a page: letters, jobs, quotes, exports, sheets, a tab that was open."""

import json
import re
from io import StringIO
from uuid import uuid4

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from config import reloj
from partidas.dominio import obrero, plazas
from partidas.escenario.sembrar import Escenario
from partidas.models import Borrador, Mensaje, Participante, Suceso, Trabajo
from partidas.models.asalto import Combatiente
from tests.fugas import rastro
from tests.fugas.rastro import cliente_de

escenario = rastro.escenario
pytestmark = pytest.mark.django_db


def susurrar(e: Escenario, palabras: str) -> Mensaje:
    """Publish as ana, for the direction alone."""
    cliente = cliente_de("ana")
    datos = {
        "clave": str(uuid4()),
        "personaje": e.publico("Kaelen"),
        "texto": palabras,
        "visibilidad": "direccion",
        "cuantas": "0",
        "hacer": "publicar",
    }
    ruta = reverse("escribir", args=[e.partidas["p1"].publico, rastro.e1(e).publico])
    assert cliente.post(ruta, datos).status_code == 302
    return Mensaje.objects.sin_filtrar("test").get(texto=palabras)


def test_seg_06_lo_que_se_dice_a_la_direccion_no_sale_por_correo_a_nadie_mas(escenario):
    direcciones = {e.email for e in escenario.gente.values() if e.email}
    mail.outbox.clear()

    susurrar(escenario, "CANARIO susurro por correo")
    obrero.vaciar(reloj.ahora, segundos=20)

    assert Trabajo.objects.filter(estado=Trabajo.Estado.PENDIENTE, no_antes_de__lte=reloj.ahora()).count() == 0
    for carta in mail.outbox:
        assert len(carta.recipients()) == 1
        assert carta.recipients()[0] in direcciones & {escenario.gente[n].email for n in ("dani", "codi")}
        assert "CANARIO" not in carta.message().as_string()


def test_seg_07_de_lo_que_pasa_se_guardan_identificadores_y_ninguna_palabra(escenario):
    """What a push or any other notice would be made from: the facts and the jobs of everything that was sown."""
    susurrar(escenario, "CANARIO susurro por aviso")

    filas = [*Suceso.objects.sin_filtrar("test").values(), *Trabajo.objects.values()]

    assert len(filas) > 100
    dicho = json.dumps(filas, default=str).lower()
    assert [c for c in escenario.canarios.values() if c.lower() in dicho] == []
    assert "canario susurro" not in dicho


@pytest.mark.parametrize("cita", ["[[m:{}]]", "> /m/{}/", "[ver](/m/{}/)", "![](/m/{}/)"])
def test_seg_08_citar_o_enlazar_lo_que_no_se_lee_no_lo_ensena(escenario, cita):
    secreto, cliente = escenario.mensajes["ana-dj"].publico, cliente_de("bruno")
    ruta = reverse("escribir", args=[escenario.partidas["p1"].publico, rastro.e1(escenario).publico])

    def previa(publico: str) -> str:
        datos = {"clave": str(uuid4()), "personaje": escenario.publico("Mirta"), "cuantas": "0", "hacer": "previa"}
        html = cliente.post(ruta, datos | {"texto": cita.format(publico), "visibilidad": "todos"}).content.decode()
        Borrador.objects.sin_filtrar("test").filter(usuario=escenario.gente["bruno"]).delete()
        return re.search(r'id="previa".*?</h3>(.*?)</div>', html, re.DOTALL)[1].replace(publico, "ID")

    assert escenario.canarios["ana-dj"] not in previa(secreto)
    assert previa(secreto) == previa("0" * 11)
    assert [cliente.get(f"/m/{uno}/citar/").status_code for uno in (secreto, "0" * 11)] == [404, 404]


@pytest.mark.parametrize("modo", ["", "?orden=px", "?formato=json", "?version=1", "?imprimir=1"])
def test_seg_20_de_una_ficha_ajena_no_llega_ni_el_nombre_de_un_campo(escenario, modo):
    """A sheet is read whole by its player and the direction; of it the others get the presentation alone."""
    p1, kaelen = escenario.partidas["p1"].publico, escenario.publico("Kaelen")
    ruta = reverse("ficha", args=[p1, kaelen]) + modo

    paginas = {rol: cliente_de(rol).get(ruta).content.decode() for rol in ("ana", "dani", "bruno", "esp")}

    ficha, presentacion = escenario.canarios["ficha"], escenario.canarios["presentacion"]
    assert {rol: ficha in html for rol, html in paginas.items()} == {
        "ana": True,
        "dani": True,
        "bruno": False,
        "esp": False,
    }
    assert all(presentacion in html for html in paginas.values())


def test_seg_22_quien_sale_con_el_hilo_abierto_no_recibe_nada_mas(escenario):
    """All that an open thread asks for by itself or at a press: the page, its fragments, the fight, the editor."""
    p1, e1 = escenario.partidas["p1"].publico, rastro.e1(escenario).publico
    cliente = cliente_de("bruno")
    rutas = [reverse(vista, args=[p1, e1]) for vista in ("escena", "escribir", "asalto")]
    pedir = [(ruta, cabeceras) for ruta in rutas for cabeceras in ({}, {"HX-Request": "true"})]
    assert {cliente.get(ruta, headers=c).status_code for ruta, c in pedir} == {200}
    susurrar(escenario, "CANARIO con el hilo abierto")
    assert not any(b"CANARIO con el hilo" in cliente.get(ruta, headers=c).content for ruta, c in pedir)

    plaza = Participante.objects.sin_filtrar("test").get(
        partida=escenario.partidas["p1"], usuario=escenario.gente["bruno"]
    )
    plazas.expulsar(plaza, motivo="Prueba.", por=escenario.gente["dani"], ahora=reloj.ahora())

    assert {cliente.get(ruta, headers=c).status_code for ruta, c in pedir} == {404}
    assert Combatiente.objects.visibles_para(escenario.gente["bruno"]).count() == 0


def test_seg_30_lo_que_se_exporta_no_lleva_semillas_ni_personas(escenario):
    p1 = escenario.partidas["p1"].publico
    with connection.cursor() as cursor:
        cursor.execute("SELECT valor FROM reglas_semilla")
        semillas = [bytes(fila[0]) for fila in cursor.fetchall()]

    libros = []
    for opciones in ([], ["--cerrado"]):
        salida = StringIO()
        call_command("exportar_libro", p1, *opciones, stdout=salida)
        libros.append(salida.getvalue())

    abierto, cerrado = libros
    assert len(semillas) >= 4
    assert len(abierto.splitlines()) > 3
    assert escenario.canarios["tirada-privada"] not in abierto
    assert [s for s in semillas if s.hex() in abierto + cerrado] == []
    for persona in escenario.gente.values():
        assert persona.password not in abierto + cerrado
        assert not persona.email or persona.email not in abierto + cerrado
    assert escenario.partidas["p2"].publico not in abierto + cerrado
