"""What pages say is unread, what they cost, and what has happened since the last visit."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config import reloj
from cuentas.lectura import Lectura
from partidas.consultas import hilo
from partidas.dominio import en_curso, escenas, lectores, marcas, moderacion, partidas, plazas
from partidas.dominio.direccion import OrdenDeMesa, aplicar
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.reparto import sentar
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Escena, Marca, Mensaje, Participante, Saltado, Visto
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db


@pytest.fixture
def mesa(monkeypatch):
    monkeypatch.setattr(Lectura, "mensajes_por_pagina", 3)
    monkeypatch.setattr(hilo, "TAMANO", 3)
    return fabrica.mesa()


CON_MARCAS = re.compile(r"/(|desde/|leido/.*|partidas/\?ver=mias|m/[\w-]+/|p/[\w-]+/(e/[\w-]+/|desde/)?(\?[^\"]*)?)$")


def ruta(mesa, vista="escena") -> str:
    return reverse(vista, args=[mesa.partida.publico, *([mesa.escena.publico] if vista == "escena" else [])])


def de(html: str) -> list[str]:
    return re.findall(r'<article[^>]* id="m-([\w-]+)"', html)


def filas() -> list[object]:
    return [list(tabla.objects.sin_filtrar("test").values()) for tabla in (Marca, Saltado, Visto)]


def consultas_de(cliente: Client, direccion: str) -> int:
    cliente.get(direccion)
    with CaptureQueriesContext(connection) as captura:
        assert cliente.get(direccion).status_code == 200
    return len(captura)


def test_se_entra_por_lo_primero_sin_leer_y_las_demas_direcciones_no_cambian(mesa):
    mensajes = [fabrica.publicar(mesa, mesa.dani).publico for _ in range(9)]
    cliente = entrar(mesa.ana)
    leido = cliente.post(f"/m/{mensajes[1]}/leido/", {"solo": "1"})

    paginas = {desde: cliente.get(ruta(mesa) + desde).content.decode() for desde in ("", "?desde=final")}
    permalink = cliente.get(f"/m/{mensajes[0]}/", follow=True).content.decode()
    visita = entrar(mesa.dani).get(ruta(mesa)).content.decode()

    assert leido.status_code == 204
    assert de(paginas[""]) == mensajes[2:5]
    assert re.search(rf'id="nuevo">.*?id="m-{mensajes[2]}"', paginas[""], re.DOTALL)
    assert "nuevo desde" in paginas[""]
    assert de(paginas["?desde=final"]) == mensajes[6:]
    assert de(permalink)[0] == mensajes[0]
    assert (de(visita), "nuevo desde" in visita) == (mensajes[6:], False)


def test_tra_17_ninguna_pagina_mueve_una_marca(mesa):
    mensajes = [fabrica.publicar(mesa, mesa.dani).publico for _ in range(5)]
    marcas.leer_hasta(Mensaje.objects.sin_filtrar("test").get(publico=mensajes[1]), por=mesa.ana, ahora=AHORA)
    antes, cliente, por_ver, vistas = filas(), entrar(mesa.ana), ["/"], {"/"}

    while por_ver:
        direccion = por_ver.pop()
        html = cliente.get(direccion, follow=True).content.decode()
        enlaces = {e.partition("#")[0].replace("&amp;", "&") for e in re.findall(r'href="([/?][^"]*)"', html)}
        nuevas = {e if e.startswith("/") else direccion.partition("?")[0] + e for e in enlaces} - vistas
        nuevas = {e for e in nuevas if CON_MARCAS.match(e)}
        vistas |= nuevas
        por_ver += nuevas
    cliente.get(f"/m/{mensajes[4]}/leido/")
    cliente.get(f"/m/{mensajes[4]}/no-leido/")

    assert {f"/m/{mensajes[4]}/", "/desde/", ruta(mesa), ruta(mesa, "desde")} <= vistas
    assert filas() == antes


def test_sin_guiones_se_marca_con_un_boton_y_se_deshace_con_un_enlace(mesa):
    mensajes = [fabrica.publicar(mesa, mesa.dani).publico for _ in range(3)]
    cliente = entrar(mesa.ana)
    html = cliente.get(ruta(mesa)).content.decode()
    accion, abierto = re.search(
        r'id="marcas"[^>]*action="([^"]+)".*?name="abierto" value="(\d+)"', html, re.DOTALL
    ).groups()

    leido = cliente.post(accion, {"abierto": abierto}, follow=True).content.decode()
    no_leido = cliente.post(f"/m/{mensajes[1]}/no-leido/", follow=True).content.decode()
    enlace = re.search(r'<a href="(/leido/deshacer/\?lote=[\w-]{11})">Deshacer</a>', no_leido)[1]
    pregunta = cliente.get(enlace).content.decode()
    deshecho = cliente.post("/leido/deshacer/", {"lote": enlace[-11:]}, follow=True).content.decode()
    otra_vez = cliente.post("/leido/deshacer/", {"lote": enlace[-11:]}, follow=True).content.decode()

    assert "Leído hasta ese mensaje." in leido
    assert "data-nuevo" not in leido
    assert "2 sin leer" in no_leido
    assert "Deshacer" in pregunta
    assert "Deshecho." in deshecho
    assert "sin leer" not in deshecho
    assert "Ya no hay nada que deshacer." in otra_vez
    assert cliente.get("/leido/deshacer/").status_code == 404


def test_lo_rescatado_se_senala_donde_esta(mesa):
    susurro = fabrica.susurrar(mesa, mesa.dani, mesa.kaelen)
    medio = fabrica.publicar(mesa, mesa.dani)
    ultimo = fabrica.publicar(mesa, mesa.dani)
    marcas.leer_hasta(medio, por=mesa.bruno, ahora=AHORA)
    lectores.cambiar(susurro, visibilidad="todos", por=mesa.dani, ahora=AHORA)

    html = entrar(mesa.bruno).get(ruta(mesa)).content.decode()

    assert re.findall(r'data-nuevo id="m-([\w-]+)"', html) == [susurro.publico, ultimo.publico]
    assert html.count('<span class="chip">nuevo</span>') == 1


def test_el_inicio_de_quien_esta_en_sesenta_partidas_cuesta_quince_consultas():
    mesa = fabrica.mesa()
    for n in range(59):
        datos = DatosPartida(titulo=f"Otra {n}", sistema=fabrica.SISTEMA)
        partida = partidas.crear(datos, direccion=mesa.dani, ahora=AHORA)
        fabrica.sentar(partida, mesa.ana, "jugador", AHORA)
        escena = Escena.objects.sin_filtrar("test").filter(partida=partida).first()
        if n % 2:
            Mensaje.objects.sin_filtrar("test").create(
                escena=escena, autor=mesa.dani, voz="direccion", estado="publicado", visibilidad="todos",
                clave=fabrica.uuid4(), huella="", creado=AHORA, publicado=AHORA, orden=1,
            )  # fmt: skip
            Escena.objects.sin_filtrar("test").filter(pk=escena.pk).update(ultimo_orden=1)
    cliente = entrar(mesa.ana)

    n, html = consultas_de(cliente, "/"), cliente.get("/").content.decode()

    assert n <= 15
    assert consultas_de(cliente, "/desde/") <= 17
    assert re.search(r'class="insignia">(\d+)<', html)[1] == "29"
    assert html.count("1 sin leer") == 29


def test_la_tabla_de_escenas_cuesta_las_mismas_consultas_con_doscientas_que_con_diez_mil():
    mesa = fabrica.mesa()
    cliente, cuentas = entrar(mesa.ana), []
    for desde, hasta in ((0, 200), (200, 10_000)):
        Escena.objects.sin_filtrar("test").bulk_create(
            Escena(partida=mesa.partida, titulo=f"E{n}", posicion=n + 10, creada=AHORA) for n in range(desde, hasta)
        )
        cuentas.append(consultas_de(cliente, ruta(mesa, "partida")))
    fabrica.publicar(mesa, mesa.dani)
    segunda = cliente.get(ruta(mesa, "partida") + "?escenas=2").content.decode()

    assert cuentas[0] == cuentas[1]
    assert segunda.count("<h3>") >= 50
    assert 'rel="next" href="?escenas=3#escenas"' in segunda
    assert "Seguir leyendo" in segunda


def test_el_hilo_con_marca_cuesta_lo_mismo_leido_que_sin_leer_y_una_mas_si_hay_que_ir_atras(mesa):
    mensajes = [fabrica.publicar(mesa, mesa.dani) for _ in range(5)]
    cliente = entrar(mesa.ana)
    lejos = consultas_de(cliente, ruta(mesa))
    marcas.leer_hasta(mensajes[3], por=mesa.ana, ahora=AHORA)
    cerca = consultas_de(cliente, ruta(mesa))
    marcas.leer_hasta(mensajes[4], por=mesa.ana, ahora=AHORA)

    assert (lejos - consultas_de(cliente, ruta(mesa)), cerca) == (lejos - cerca, consultas_de(cliente, ruta(mesa)))


@pytest.mark.parametrize("quien", ["dani", "ana", "esp"])
def test_un_susurro_no_sube_la_cuenta_ni_el_tamano_de_nadie_mas(mesa, quien, monkeypatch):
    """What is not for the reader leaves the same pages, to the last byte, but for the random keys of forms."""
    fabrica.publicar(mesa, mesa.dani)
    oculto = fabrica.publicar(mesa, mesa.dani)
    moderacion.ocultar(oculto, motivo="Eh", por=mesa.dani, ahora=AHORA)
    monkeypatch.setattr(reloj, "ahora", lambda: AHORA + timedelta(hours=1))
    cliente = entrar(mesa.bruno)
    rutas = ["/", "/desde/", "/partidas/?ver=mias", ruta(mesa), ruta(mesa, "partida"), ruta(mesa, "desde")]

    def vistas() -> list[str]:
        return [re.sub(r'value="[\w-]{20,}"', "", cliente.get(r).content.decode()) for r in rutas]

    antes = vistas()
    fila = mesa.kaelen if quien == "ana" else None
    if quien == "esp":
        ultimo = fabrica.publicar(mesa, mesa.dani, visibilidad="direccion")
        marcas.leer_hasta(ultimo, por=mesa.dani, ahora=AHORA)
    else:
        fabrica.susurrar(mesa, getattr(mesa, quien), mesa.kaelen, fila=fila)

    assert vistas() == antes


def desde(mesa, quien) -> str:
    html = entrar(getattr(mesa, quien)).get(ruta(mesa, "desde")).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html.partition("<main")[2].partition("</main>")[0]).split())


def test_desde_la_ultima_visita_cuenta_hechos_sin_prosa_y_a_cada_cual_los_suyos(mesa):
    Participante.objects.sin_filtrar("test").update(desde=AHORA - timedelta(days=1))
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="La prosa no sale.", tiradas=(fabrica.tarea(),))
    fabrica.susurrar(mesa, mesa.dani, mesa.kaelen)
    fabrica.publicar(mesa, mesa.dani, silencioso=True, tiradas=())
    secreta = fabrica.secreta(mesa, mesa.kaelen)
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)

    de_ana, de_esp = desde(mesa, "ana"), desde(mesa, "esp")

    assert "La puerta Dirección: 1 mensaje · Mirta: 1 mensaje" in de_ana
    assert "La puerta Mirta: 1 mensaje" in de_esp
    assert all(re.search(r"Tiradas Mirta · Tarea: \w+", texto) for texto in (de_ana, de_esp))
    assert all("Se cierra la escena «La puerta»" in texto for texto in (de_ana, de_esp))
    assert (secreta.titulo in de_ana, secreta.titulo in de_esp) == (True, False)
    assert all("La prosa no sale" not in texto for texto in (de_ana, de_esp))
    assert "La puerta Mirta" not in desde(mesa, "bruno")


def test_desde_la_ultima_visita_dice_que_cambio_en_las_fichas_que_se_leen(mesa):
    Participante.objects.sin_filtrar("test").update(desde=AHORA - timedelta(days=1))
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, tiradas=(fabrica.tarea(esfuerzo=1),))

    assert re.search(r"Fichas Mirta: tirada .*? Reserva de vigor: 12 → 10 La partida", desde(mesa, "dani"))
    assert "Fichas" not in desde(mesa, "bruno")


def acabar_el_turno(mesa) -> None:
    orden = OrdenDeMesa(uuid4(), "turno", (mesa.kaelen.personaje.publico,))
    aplicar(mesa.escena, orden, por=mesa.dani, ahora=AHORA)


FIN, CARTA = TiradaDeclarada("fin_de_turno", {}), TiradaDeclarada("carta_accion", {})


@pytest.mark.parametrize(
    ("sistema", "gente", "apunte", "uno"),
    [
        ("lemuria", {"ana": "gladiador", "bruno": "ladron", "pnj": "villano"}, FIN, "Karg · Fin del turno"),
        ("salvaje", {"ana": "guerrero", "bruno": "tirador", "pnj": "comodin"}, CARTA, "Karg · Carta de acción"),
    ],
    ids=["lemuria", "salvaje"],
)
def test_desde_la_ultima_visita_los_apuntes_de_turnos_son_una_linea_por_escena(sistema, gente, apunte, uno):
    mesa = fabrica.duelo(sistema, **gente)
    Participante.objects.sin_filtrar("test").update(desde=AHORA - timedelta(days=1))
    fabrica.publicar(mesa, mesa.dani, mesa.pnj, tiradas=(apunte,))
    sola = desde(mesa, "ana")
    for visibilidad in ("todos", "todos", "direccion"):
        fabrica.publicar(mesa, mesa.dani, mesa.pnj, tiradas=(apunte,), visibilidad=visibilidad)

    html = entrar(mesa.ana).get(ruta(mesa, "desde")).content.decode()
    (juntos,) = re.findall(r"<details>.*?</details>", html.partition("<main")[2], re.DOTALL)

    assert ("apunte" in sola, sola.count(uno)) == (False, 1)
    assert re.search(r"<summary>([^<]*) <span", juntos)[1] == "«La arena»: 3 apuntes de turnos"
    assert (juntos.count(uno), html.count(uno), juntos.count("<a ")) == (3, 3, 3)


def test_desde_la_ultima_visita_lo_que_en_un_turno_hace_dano_o_tiene_grado_se_cuenta_solo():
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano")
    Participante.objects.sin_filtrar("test").update(desde=AHORA - timedelta(days=1))
    for estado, pv in (("activo", 5), ("moribundo", -2), ("activo", 5)):
        fabrica.poner(mesa.kaelen, estado=estado, pv=pv, turno=1)
        acabar_el_turno(mesa)

    de_bruno, de_ana = desde(mesa, "bruno"), desde(mesa, "ana")

    for texto in (de_bruno, de_ana):
        assert texto.count("«La arena»: 2 apuntes de turnos") == 1
        assert re.search(r"Tiradas Kaelen · Fin del turno: Kaelen se desangra: pierde 1 PV\.", texto)


def test_desde_la_ultima_visita_lo_que_un_apunte_cambia_en_una_ficha_va_con_el_y_solo_para_quien_la_lee():
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano")
    Participante.objects.sin_filtrar("test").update(desde=AHORA - timedelta(days=1))
    fabrica.poner(mesa.kaelen, turno=1)
    for _n in range(2):
        acabar_el_turno(mesa)

    de_ana, de_bruno = desde(mesa, "ana"), desde(mesa, "bruno")

    assert all("2 apuntes de turnos" in texto for texto in (de_ana, de_bruno))
    assert re.search(r"Turno del combate: 2 → 3 .*Turno del combate: 1 → 2", de_ana)
    assert ("Fichas" in de_ana, "Turno del combate" in de_bruno) == (False, False)


def test_marcar_todo_como_visto_vacia_la_pagina_y_se_deshace(mesa, monkeypatch):
    Participante.objects.sin_filtrar("test").update(desde=AHORA - timedelta(days=1))
    monkeypatch.setattr(reloj, "ahora", lambda: AHORA + timedelta(hours=1))
    fabrica.publicar(mesa, mesa.dani)
    cliente = entrar(mesa.ana)

    hecho = cliente.post("/desde/", follow=True).content.decode()
    vacia = desde(mesa, "ana")
    lote = re.search(r"lote=([\w-]{11})", hecho)[1]
    cliente.post("/leido/deshacer/", {"lote": lote})

    assert "Todo queda visto y leído." in hecho
    assert "sin leer" not in hecho
    assert "Nada nuevo desde que lo marcaste como visto." in vacia
    assert "Dirección: 1 mensaje" in desde(mesa, "ana")
    assert "1 sin leer" in cliente.get("/").content.decode()


def test_con_dos_en_la_direccion_no_se_dice_quien_de_ellos_escribe_ni_a_nadie_lo_que_no_le_toca(mesa):
    codi = mesa.codi = fabrica.cuenta("codi")
    sentar(mesa.partida, codi, "direccion", AHORA)
    dado = TiradaDeclarada("tirada_libre", {"dado": "d6"})
    for quien in (mesa.dani, codi):
        fabrica.publicar(mesa, quien, tiradas=(dado,))
        fabrica.publicar(mesa, quien, mesa.pnj)
    fabrica.publicar(mesa, mesa.dani, visibilidad="direccion", tiradas=(dado,))
    fabrica.publicar(mesa, codi, silencioso=True)
    fabrica.susurrar(mesa, codi, mesa.kaelen)
    a_medias = OrdenTirar(replace(fabrica.orden(), tiradas=()), dado, uuid4())
    en_curso.tirar(mesa.escena, a_medias, autor=codi, ahora=AHORA)

    def visto(quien: str) -> tuple[str, int]:
        Participante.objects.sin_filtrar("test").update(desde=AHORA - timedelta(days=1))
        texto = desde(mesa, quien)
        return re.search(r"La puerta (.*?) (?:Tiradas|La partida)", texto)[1], texto.count("Tirada libre")

    assert {quien: visto(quien) for quien in ("ana", "bruno", "esp", "dani", "codi")} == {
        "ana": ("Dirección: 3 mensajes · Guardia: 2 mensajes", 2),
        "bruno": ("Dirección: 2 mensajes · Guardia: 2 mensajes", 2),
        "esp": ("Dirección: 2 mensajes · Guardia: 2 mensajes", 2),
        "dani": ("Dirección: 2 mensajes · Guardia: 1 mensaje", 1),
        "codi": ("Dirección: 2 mensajes · Guardia: 1 mensaje", 2),
    }
    for quien in ("ana", "bruno", "esp"):
        for direccion in (ruta(mesa, "desde"), "/desde/"):
            html = entrar(getattr(mesa, quien)).get(direccion).content.decode()
            assert [d for d in (mesa.dani, codi) if d.username in html or d.publico in html] == [], quien

    plazas.dar(mesa.partida, persona=codi, papel="jugador", por=mesa.dani, ahora=AHORA)
    assert visto("codi") == ("Dirección: 1 mensaje · Guardia: 1 mensaje", 1)
