"""«Te toca»: the page, its badge and the home page tell the same; what one says of a row; and nobody else's rows."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import settings as ajustes
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from config import reloj
from partidas.consultas import pendientes as consultas
from partidas.dominio import anulaciones, escenas, moderacion, partidas, pedidas, pendientes, plazas, promesas, vez
from partidas.models import Participante, Pendiente, RespuestaPedida, Tirada
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

INSIGNIA = re.compile(r'href="/te-toca/"[^>]*>[^<]*(?:<span class="insignia">(\d+)\+?<)?')
MUCHO = timedelta(days=1)


def cliente(persona) -> Client:
    entra = Client(headers={"accept-language": "es"})
    entra.force_login(persona)
    return entra


def insignia(html: str) -> int:
    """Return the number beside «Te toca» in the head; zero without one."""
    hallado = INSIGNIA.search(html)
    assert hallado
    return int(hallado[1] or 0)


def listadas(html: str) -> int:
    """Return how many rows the page lists above «Pospuestas» and «Esperas a…»."""
    return html.partition('id="esperas"')[0].partition('id="pospuestas"')[0].count('value="prometer"') + html.count(
        'value="retractarse"'
    )


def debe(mesa, persona, **campos) -> Pendiente:
    datos = {"partida": mesa.partida, "escena": mesa.escena, "clase": "turno", "desde": AHORA, "clave": str(uuid4())}
    return Pendiente.objects.sin_filtrar("test").create(para=persona, **datos | campos)


def test_la_pagina_dice_que_donde_desde_y_hasta_cuando():
    mesa, ahora = fabrica.mesa(), reloj.ahora()
    debe(
        mesa, mesa.ana, personaje=mesa.kaelen.personaje, espera=mesa.bruno, a_la_vista=True,
        desde=ahora - timedelta(hours=3), vence=ahora + timedelta(days=9, minutes=1),
    )  # fmt: skip
    debe(mesa, mesa.ana, clase="peticion", desde=ahora - timedelta(hours=5), vence=ahora - timedelta(hours=1))

    suya = unescape(cliente(mesa.ana).get("/te-toca/").content.decode()).replace("\xa0", " ")
    de_bruno = unescape(cliente(mesa.bruno).get("/te-toca/").content.decode()).replace("\xa0", " ")

    assert suya.index("Haz la tirada que te piden") < suya.index("Escribe con Kaelen")
    assert "Espera bruno · <time" in suya
    assert "Espera la dirección · <time" in suya
    assert "el plazo acabó hace 1 hora" in suya
    assert re.search(r"hasta el \d+ de \w+ de \d+ a las \d\d:\d\d \(dentro de 1 semana\)", suya)
    assert f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/?desde=final" in suya
    assert "No esperas a nadie." in suya
    assert "Kaelen (ana) tiene que escribir" in de_bruno
    assert "Nadie espera nada de ti ahora." in de_bruno
    assert (insignia(suya), insignia(de_bruno)) == (2, 0)


def test_los_botones_hacen_lo_que_dicen_y_se_vuelve_atras():
    mesa = fabrica.mesa()
    fila = debe(mesa, mesa.ana, a_la_vista=True)
    ana = cliente(mesa.ana)

    def pulsar(hacer, **mas) -> str:
        datos = {"hacer": hacer, "cual": fila.publico} | mas
        return unescape(ana.post("/te-toca/", datos, follow=True).content.decode())

    assert "Ana contestará hoy" in pulsar("prometer")
    assert "Ana contestará hoy" in unescape(cliente(mesa.bruno).get("/te-toca/").content.decode())
    assert "Ana contestará hoy" not in pulsar("retractarse")
    pospuesta = pulsar("posponer", hasta="manana")
    assert ("Pospuesta: 1" in pospuesta, insignia(pospuesta), listadas(pospuesta)) == (True, 0, 0)
    assert "vuelve mañana a las 09:00" in pospuesta
    assert "Pospuesta" not in unescape(cliente(mesa.bruno).get("/te-toca/").content.decode())
    assert insignia(pulsar("recuperar")) == 1
    assert "Elige hasta cuándo" in pulsar("posponer", hasta="nunca")
    assert "No se ha entendido" in pulsar("volar")
    pendientes.saldar("hecho", AHORA, clave=fila.clave)
    assert "Eso ya no espera a nadie." in pulsar("prometer")


def test_lo_ajeno_no_se_toca_y_lo_que_no_existe_es_lo_mismo():
    mesa = fabrica.mesa()
    fila, callada = debe(mesa, mesa.ana, a_la_vista=True), debe(mesa, mesa.ana, clase="peticion")
    bruno = cliente(mesa.bruno)

    estados = [
        bruno.post("/te-toca/", {"hacer": hacer, "cual": cual, "hasta": "manana"}).status_code
        for hacer in ("prometer", "posponer")
        for cual in (fila.publico, callada.publico, "AAAAAAAAAAA")
    ]

    assert estados == [403, 404, 404] * 2


def test_la_portada_la_empieza_y_la_mesa_dice_lo_que_espera_a_la_direccion():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    anulaciones.pedir(Tirada.objects.sin_filtrar("test").get().publico, motivo="Eh", por=mesa.ana, ahora=AHORA)
    dani = cliente(mesa.dani)
    portada = dani.get("/").content.decode()
    panel = dani.get(f"/p/{mesa.partida.publico}/mesa/").content.decode()

    assert portada.index('id="te-toca"') < portada.index('id="mias"')
    assert "Todo lo que te toca (1)" in portada
    for pagina in (portada, panel):
        assert f'<a href="/m/{mensaje.publico}/"><strong>Decide si se anula una tirada</strong></a>' in pagina
    assert "Pendiente de ti" in panel
    assert 'id="te-toca"' not in cliente(mesa.bruno).get("/").content.decode()


def test_la_pagina_cuesta_lo_mismo_con_una_fila_que_con_sesenta():
    mesa, cuestan = fabrica.mesa(), []
    ana = cliente(mesa.ana)
    for cuantas in (1, 59):
        for _n in range(cuantas):
            debe(mesa, mesa.ana, personaje=mesa.kaelen.personaje, espera=mesa.bruno, a_la_vista=True)
            debe(mesa, mesa.bruno, personaje=mesa.mirta.personaje, a_la_vista=True)
        ana.get("/te-toca/")
        with CaptureQueriesContext(connection) as hechas:
            assert ana.get("/te-toca/").status_code == 200
        cuestan.append(len(hechas))

    assert cuestan[0] == cuestan[1]
    assert cuestan[1] <= 8


def test_la_insignia_cuesta_una_consulta_y_a_quien_visita_ninguna(django_assert_num_queries):
    mesa = fabrica.mesa("publica")
    debe(mesa, mesa.ana)
    with django_assert_num_queries(1):
        assert consultas.cuantos(mesa.ana, AHORA) == 1
    with CaptureQueriesContext(connection) as hechas:
        html = Client().get("/partidas/").content.decode()
    assert 'href="/te-toca/"' not in html
    assert [q["sql"] for q in hechas if "partidas_pendiente" in q["sql"]] == []


@pytest.mark.parametrize("donde", ["susurro", "secreta", "callada"])
def test_lo_que_no_es_para_uno_no_cambia_nada_de_su_pagina(donde):
    """Neither text nor count nor order nor size: the page of who may not know is the same, byte by byte."""
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.kaelen)
    susurro = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion")
    debe(mesa, mesa.bruno)
    debe(mesa, mesa.ana, a_la_vista=True)

    def paginas():
        rutas = ("/te-toca/", "/", f"/p/{mesa.partida.publico}/")
        htmls = [cliente(q).get(r).content.decode() for q in (mesa.bruno, mesa.esp) for r in rutas]
        return [re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", html) for html in htmls]

    antes = paginas()
    campos = {
        "susurro": {"mensaje": susurro, "a_la_vista": True},
        "secreta": {"escena": secreta, "a_la_vista": True, "prometido": reloj.ahora()},
        "callada": {"clase": "peticion"},
    }[donde]
    debe(mesa, mesa.ana, desde=AHORA - MUCHO, **campos)

    assert paginas() == antes
    assert len(consultas.cola(mesa.ana, AHORA).toca) == 2


class LaInsigniaEsLaLista(RuleBasedStateMachine):
    """Whatever is asked, answered, put off, closed or left, for every role the badge says what the page lists."""

    @initialize()
    def empezar(self) -> None:
        Pendiente.objects.sin_filtrar("test").delete()
        self.mesa = MESA[0]
        self.ahora = AHORA
        self.n = 0

    def uno(self, n: int) -> Pendiente | None:
        todas = list(Pendiente.objects.sin_filtrar("test").order_by("pk"))
        return todas[n % len(todas)] if todas else None

    @rule(para=st.sampled_from(["ana", "bruno", None]), visto=st.booleans(), donde=st.integers(0, 2))
    def deber(self, para, visto, donde) -> None:
        self.n += 1
        mesa = self.mesa
        lugar = [{"escena": mesa.escena}, {"escena": mesa.otras["secreta"]}, {}][donde]
        if donde == 0 and visto:
            lugar["mensaje"] = mesa.otras["susurro"]
        pendientes.dar_a(
            getattr(mesa, para) if para else None, "turno", clave=f"x{self.n}", partida=mesa.partida, ahora=self.ahora,
            espera=mesa.bruno, a_la_vista=visto, avisar=False, **lugar,
        )  # fmt: skip

    @rule(n=st.integers(0, 20), horas=st.integers(1, 30))
    def posponer(self, n, horas) -> None:
        fila = self.uno(n)
        if fila is not None and fila.saldado is None and self.mesa.partida.admite_escritura:
            quien = fila.para or self.mesa.dani
            if Pendiente.objects.visibles_para(quien).filter(pk=fila.pk).exists():
                hasta = self.ahora + timedelta(hours=horas)
                promesas.posponer(fila.publico, hasta=hasta, por=quien, ahora=self.ahora)

    @rule(n=st.integers(0, 20))
    def saldar(self, n) -> None:
        fila = self.uno(n)
        if fila is not None:
            pendientes.saldar("hecho", self.ahora, clave=fila.clave)

    @rule(horas=st.integers(1, 20))
    def esperar(self, horas) -> None:
        self.ahora += timedelta(hours=horas)

    @rule()
    def cerrar_o_abrir_la_escena(self) -> None:
        escena = self.mesa.otras["secreta"]
        escena.refresh_from_db()
        (escenas.reabrir if escena.estado == "cerrada" else escenas.cerrar)(
            escena, por=self.mesa.dani, ahora=self.ahora
        )

    @rule()
    def pausar_o_seguir(self) -> None:
        partida = self.mesa.partida
        if not partidas.pausar(partida, por=self.mesa.dani, ahora=self.ahora):
            partidas.reanudar(partida, por=self.mesa.dani, ahora=self.ahora)

    @rule()
    def irse_o_volver(self) -> None:
        plaza = Participante.objects.sin_filtrar("test").get(partida=self.mesa.partida, usuario=self.mesa.ana)
        hacer = plazas.expulsar if plaza.estado == "activa" else plazas.readmitir
        mas = {"motivo": "Eh"} if plaza.estado == "activa" else {}
        hacer(plaza, por=self.mesa.dani, ahora=self.ahora, **mas)

    @rule()
    def ocultar_o_mostrar(self) -> None:
        mensaje = self.mesa.otras["susurro"]
        if not moderacion.ocultar(mensaje, motivo="Eh", por=self.mesa.dani, ahora=self.ahora):
            moderacion.mostrar(mensaje, por=self.mesa.dani, ahora=self.ahora)

    @invariant()
    def la_insignia_es_la_lista(self) -> None:
        if not hasattr(self, "mesa"):
            return
        for nombre in ("dani", "ana", "bruno", "esp", "eva"):
            persona = getattr(self.mesa, nombre)
            cola = consultas.cola(persona, self.ahora)
            assert consultas.cuantos(persona, self.ahora) == len(cola.toca), nombre
            visibles = set(Pendiente.objects.visibles_para(persona).values_list("pk", flat=True))
            assert {fila.pk for fila in (*cola.toca, *cola.pospuestas, *cola.esperas)} <= visibles, nombre


MESA: list = []


def test_la_insignia_dice_siempre_cuantas_filas_tiene_la_pagina(monkeypatch):
    mesa = fabrica.mesa()
    mesa.otras["secreta"] = fabrica.secreta(mesa, mesa.kaelen)
    mesa.otras["susurro"] = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion")
    MESA[:] = [mesa]
    run_state_machine_as_test(
        LaInsigniaEsLaLista, settings=ajustes(max_examples=12, stateful_step_count=18, deadline=None, derandomize=True)
    )


def test_la_insignia_de_las_paginas_es_la_lista_de_la_pagina():
    mesa = fabrica.mesa()
    for _n in range(3):
        debe(mesa, mesa.ana)
    debe(mesa, mesa.ana, pospuesto=reloj.ahora() + MUCHO)
    debe(mesa, None)
    for quien, cuantas in ((mesa.ana, 3), (mesa.dani, 1), (mesa.bruno, 0), (mesa.eva, 0)):
        entra = cliente(quien)
        pagina = entra.get("/te-toca/").content.decode()
        rutas = ("/", "/partidas/", f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/")
        en_las_demas = [insignia(entra.get(r).content.decode()) for r in rutas[: 3 if quien != mesa.eva else 2]]
        assert [listadas(pagina), insignia(pagina), *set(en_las_demas)] == [cuantas] * 3


def test_desde_la_lista_se_pasa_se_empuja_y_se_va_al_sitio_exacto():
    mesa = fabrica.mesa()
    vez.configurar(mesa.escena, vez.Turnos("rondas"), por=mesa.dani, ahora=reloj.ahora())
    datos = {"dificultad": 4, "reserva": "vigor"}
    a = (mesa.kaelen.personaje.publico,)
    orden = pedidas.OrdenPedir(clave=uuid4(), texto="El suelo cede.", accion="tarea", datos=datos, a=a)
    pedida = pedidas.pedir(mesa.escena, orden, por=mesa.dani, ahora=reloj.ahora())
    una = RespuestaPedida.objects.sin_filtrar("test").get(pedida=pedida)
    escena = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"
    ana, turno = cliente(mesa.ana), f"{escena}turno/"
    pagina = unescape(ana.get("/te-toca/").content.decode())

    assert f'href="{escena}?desde=final#turnos"' in pagina
    assert f'href="/r/{una.publico}/"' in pagina
    formas = re.findall(
        r'action="([^"]+)">.*?name="de" value="([^"]+)">.*?name="hacer" value="(pasar|empujar)"', pagina
    )
    kaelen, mirta = mesa.kaelen.personaje.publico, mesa.mirta.personaje.publico
    assert formas == [(turno, kaelen, "pasar"), (turno, mirta, "empujar")]

    for _ruta, de, hacer in formas:
        vuelta = ana.post(turno, {"de": de, "hacer": hacer, "volver": "te-toca"})
        assert vuelta.headers["Location"] == "/te-toca/"
    despues = unescape(ana.get("/te-toca/").content.decode())
    assert ('value="pasar"' in despues, 'value="empujar"' in despues) == (False, False)
    assert "Mirta (bruno) tiene que escribir" in despues
