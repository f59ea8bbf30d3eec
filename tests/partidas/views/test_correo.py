"""Leaving a list of mails without entering, the page of who keeps the site, and the choices in «Ajustes»."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from cuentas.models import Usuario
from partidas.dominio import bajas, obrero
from partidas.models import ClaseDeAviso, Participante, Partida, PreferenciaDeAviso, Trabajo
from tests import cartero, fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.test_correo import avisar, poner_direccion

pytestmark = pytest.mark.django_db
ESTAFETA = "/equipo/correo/"


@pytest.fixture
def mesa() -> fabrica.Mesa:
    mesa = fabrica.mesa()
    for persona in (mesa.ana, mesa.bruno):
        poner_direccion(persona)
    Trabajo.objects.all().delete()
    return mesa


def carta_a_ana(mesa: fabrica.Mesa) -> cartero.Carta:
    avisar(mesa, mesa.ana)
    obrero.vaciar(lambda: AHORA)
    (carta,) = cartero.del_buzon()
    return carta


def preferencias(usuario: Usuario) -> set[tuple[str, int | None, bool, bool]]:
    filas = PreferenciaDeAviso.objects.visibles_para(usuario)
    return set(filas.values_list("clase", "partida", "campana", "correo"))


def le_llega(mesa: fabrica.Mesa, clase: str = ClaseDeAviso.TURNO) -> bool:
    avisar(mesa, mesa.ana, clase)
    obrero.vaciar(lambda: AHORA)
    return bool(cartero.del_buzon())


def test_un_clic_del_programa_de_correo_sin_sesion_ni_prenda_deja_la_lista_de_la_partida(mesa):
    carta = carta_a_ana(mesa)
    estricto = Client(enforce_csrf_checks=True)

    for _vez in range(2):
        respuesta = estricto.post(carta.baja, {"List-Unsubscribe": "One-Click"})
        assert (respuesta.status_code, "Los de la partida «El faro»" in respuesta.content.decode()) == (200, True)

    assert preferencias(mesa.ana) == {(clase, mesa.partida.pk, True, False) for clase in ClaseDeAviso.values}
    assert not le_llega(mesa)
    mesa.ana.refresh_from_db()
    assert mesa.ana.correos


def test_abrir_el_enlace_no_cambia_nada_y_ofrece_las_tres_cosas(mesa):
    carta = carta_a_ana(mesa)

    pagina = Client().get(carta.baja).content.decode()

    assert [f'value="{que}"' in pagina for que in ("clase", "partida", "todo")] == [True] * 3
    assert "«Te toca»" in pagina
    assert preferencias(mesa.ana) == set()
    assert Client().head(carta.baja).status_code == 200
    assert le_llega(mesa)


def test_se_deja_una_clase_en_todas_las_partidas(mesa):
    carta = carta_a_ana(mesa)
    PreferenciaDeAviso.objects.sin_filtrar("test").create(
        usuario=mesa.ana, partida=mesa.partida, clase="turno", campana=False, correo=True
    )

    respuesta = Client().post(carta.baja, {"que": "clase"})

    assert respuesta.status_code == 200
    assert preferencias(mesa.ana) == {("turno", None, True, False), ("turno", mesa.partida.pk, False, False)}
    assert (le_llega(mesa), le_llega(mesa, ClaseDeAviso.PETICION)) == (False, True)


def test_se_dejan_todos_y_se_vuelven_a_pedir_en_ajustes(mesa):
    carta = carta_a_ana(mesa)

    Client().post(carta.baja, {"que": "todo"})

    mesa.ana.refresh_from_db()
    assert (mesa.ana.correos, preferencias(mesa.ana), le_llega(mesa)) == (False, set(), False)
    ana = Client()
    ana.force_login(mesa.ana)
    respuesta = ana.post("/ajustes/correo/", {"correos": "on", "texto_en_correos": "on"}, follow=True)
    assert "Guardado." in respuesta.content.decode()
    mesa.ana.refresh_from_db()
    assert (mesa.ana.correos, mesa.ana.texto_en_correos, le_llega(mesa)) == (True, True, True)


def test_sin_elegir_se_dice_que_hacer_y_una_direccion_de_otro_o_cambiada_no_existe(mesa):
    carta = carta_a_ana(mesa)

    sin_elegir = Client().post(carta.baja, {"que": "nada"})
    cambiada = carta.baja.replace(":", "x:", 1)

    assert (sin_elegir.status_code, "elige qué correos" in sin_elegir.content.decode()) == (422, True)
    falsas = (cambiada, "/baja/x/", "/baja/á:b/", "/baja/a:b:c/")
    assert [Client().get(ruta).status_code for ruta in falsas] == [404] * 4
    assert Client().post(cambiada, {"List-Unsubscribe": "One-Click"}).status_code == 404
    assert preferencias(mesa.ana) == preferencias(mesa.bruno) == set()


def test_seg_25_a_quien_ya_no_puede_saber_de_la_partida_la_pagina_no_le_dice_su_nombre(mesa):
    carta = carta_a_ana(mesa)
    Participante.objects.sin_filtrar("test").filter(usuario=mesa.ana).update(estado="expulsada")
    Partida.objects.sin_filtrar("test").update(titulo="El nombre nuevo")

    pagina = Client().get(carta.baja).content.decode()

    assert ("El nombre nuevo" in pagina, "Los de la partida de ese correo" in pagina) == (False, True)


def test_la_direccion_de_un_correo_de_resumen_los_deja_todos(mesa):
    camino = bajas.direccion(mesa.ana).removeprefix("http://localhost:8000")

    Client().post(camino, {"List-Unsubscribe": "One-Click"})

    mesa.ana.refresh_from_db()
    assert not mesa.ana.correos


@pytest.fixture
def equipo() -> Client:
    """Give the browser of somebody of the staff with a second step."""
    persona = fabrica.cuenta("mod", is_staff=True)
    Authenticator.objects.create(user=persona, type="totp", data={})
    navegador = Client()
    navegador.force_login(persona)
    return navegador


def test_la_estafeta_cuenta_lo_que_espera_dice_lo_parado_y_lo_vuelve_a_probar(mesa, equipo):
    parado, _espera = avisar(mesa, mesa.ana), avisar(mesa, mesa.bruno)
    clave = f"correo:{parado.publico}"
    Trabajo.objects.filter(clave=clave).update(estado="parado", intentos=1, error="NoRepetir: 550 direccion")
    Trabajo.objects.exclude(clave=clave).update(error="ServidorNoResponde", intentos=2)

    pagina = equipo.get(ESTAFETA).content.decode()
    respuesta = equipo.post(ESTAFETA, {"clave": clave}, follow=True).content.decode()
    otra_vez = equipo.post(ESTAFETA, {"clave": clave}, follow=True).content.decode()

    assert "1 correo espera. Último fallo: el servidor de correo no responde." in pagina
    assert "El servidor de correo no admite esa dirección (550). 1 intento." in pagina
    assert ("Se prueba otra vez" in respuesta, "ya no estaba parado" in otra_vez) == (True, True)
    assert Trabajo.objects.get(clave=clave).estado == "pendiente"


def test_la_estafeta_no_ensena_lo_que_dicen_los_correos_ni_de_que_son(mesa, equipo, settings, tmp_path):
    settings.EMAIL_BACKEND, settings.DIR_CORREO = "config.correo.EnDisco", tmp_path / "correo"
    aviso = avisar(mesa, mesa.ana)
    obrero.vaciar(lambda: AHORA)

    pagina = equipo.get(ESTAFETA).content.decode()

    assert ("1 correo en archivo." in pagina, f"&lt;{aviso.publico}@localhost&gt;" in pagina) == (True, True)
    secretos = (
        "La puerta",
        "El faro",
        "Te toca en",
        mesa.escena.publico,
        mesa.partida.publico,
        "ana@example",
        "/baja/",
    )
    assert [cosa for cosa in secretos if cosa in pagina] == []


def test_la_estafeta_es_del_equipo_y_solo_reanuda_correos(mesa, equipo):
    Trabajo.objects.create(tipo="suceso", clave="suceso:x", estado="parado", no_antes_de=AHORA, creado=AHORA)
    ana = Client()
    ana.force_login(mesa.ana)

    equipo.post(ESTAFETA, {"clave": "suceso:x"})

    assert Trabajo.objects.get(clave="suceso:x").estado == "parado"
    assert [(ana.get(ESTAFETA).status_code, Client().get(ESTAFETA).status_code)] == [(404, 302)]


def test_ajustes_dice_adonde_van_o_por_que_no_llega_ninguno(mesa, settings):
    ana = Client()
    ana.force_login(mesa.ana)
    sin_servidor = ana.get("/ajustes/correo/").content.decode()
    settings.HAY_CORREO = True
    sin_confirmar = ana.get("/ajustes/correo/").content.decode()
    EmailAddress.objects.filter(user=mesa.ana).update(verified=True)
    confirmada = ana.get("/ajustes/correo/").content.decode()

    assert "quedan en archivos de su servidor" in sin_servidor
    assert reverse("account_email") in sin_confirmar
    assert "Van a ana@example.org." in confirmada
