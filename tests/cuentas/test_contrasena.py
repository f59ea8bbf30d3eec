"""Setting a password again: the link that a person is handed, the mail, and what kills both."""

from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings as ajustes
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from cuentas.dominio import enlace_de_contrasena, suspender_cuenta
from cuentas.models import Usuario

NUEVA = "otra puerta de hierro viejo"


def enlace(usuario: str = "ana") -> str:
    salida = StringIO()
    call_command("enlace_contrasena", usuario, stdout=salida, stderr=StringIO())
    return salida.getvalue().strip()


def abrir(direccion: str) -> tuple[Client, str]:
    navegador = Client()
    respuesta = navegador.get(direccion.removeprefix("http://localhost:8000"), follow=True)
    return navegador, respuesta.content.decode()


def poner(direccion: str) -> int:
    navegador = Client()
    camino = navegador.get(direccion.removeprefix("http://localhost:8000"))
    if camino.status_code != 302:
        return 0
    return navegador.post(camino["Location"], {"password1": NUEVA, "password2": NUEVA}).status_code


def test_seg_86_el_enlace_es_del_sitio_y_vale_una_vez(ana: Usuario) -> None:
    direccion = enlace()

    assert direccion.startswith("http://localhost:8000/cuentas/password/reset/key/")
    assert poner(direccion) == 302
    assert poner(direccion) == 0
    assert "Ese enlace ya no vale" in abrir(direccion)[1]
    ana.refresh_from_db()
    assert ana.check_password(NUEVA)


def test_seg_86_la_direccion_con_la_clave_no_se_queda_en_la_barra(ana: Usuario) -> None:
    direccion = enlace()

    respuesta = Client().get(direccion.removeprefix("http://localhost:8000"))

    assert respuesta.status_code == 302
    assert respuesta["Location"].endswith("-set-password/")


def test_seg_86_el_enlace_muere_si_la_persona_entra(ana: Usuario, contrasena: str) -> None:
    direccion = enlace()

    Client().post("/cuentas/login/", {"login": "ana", "password": contrasena})

    assert poner(direccion) == 0


def test_seg_86_el_enlace_muere_si_cambia_el_correo(ana: Usuario) -> None:
    direccion = enlace()

    ana.email = "otra@ejemplo.es"
    ana.save()

    assert poner(direccion) == 0


def test_seg_86_el_enlace_dura_una_hora(ana: Usuario, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.contrib.auth.tokens import PasswordResetTokenGenerator

    assert ajustes.PASSWORD_RESET_TIMEOUT == 3600
    direccion = enlace()
    despues = (timezone.now() + timedelta(hours=1, minutes=1)).replace(tzinfo=None)
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _self: despues)

    assert poner(direccion) == 0


@pytest.mark.parametrize("dado", ["Ana", "ANA", "ana@ejemplo.es", "publico"])
def test_la_orden_encuentra_a_la_persona_por_lo_que_se_sepa_de_ella(ana: Usuario, dado: str) -> None:
    assert "/password/reset/key/" in enlace(ana.publico if dado == "publico" else dado)


def test_la_orden_dice_que_no_hay_nadie_o_que_no_puede_entrar(ana: Usuario) -> None:
    with pytest.raises(CommandError):
        enlace("nadie")
    suspender_cuenta(ana)
    with pytest.raises(CommandError):
        enlace("ana")
    with pytest.raises(ValueError, match="Ana"):
        enlace_de_contrasena(ana)


def test_sin_correo_la_pagina_dice_que_hacer_y_no_manda_nada(ana: Usuario, settings) -> None:
    settings.HAY_CORREO = False

    pagina = Client().get("/cuentas/password/reset/").content.decode()
    Client().post("/cuentas/password/reset/", {"email": "ana@ejemplo.es"})

    assert "Este sitio no envía correo" in pagina
    assert 'name="email"' not in pagina
    assert mail.outbox == []


def test_seg_86_el_correo_lleva_enlaces_del_sitio_y_no_del_anfitrion(ana: Usuario, settings) -> None:
    settings.HAY_CORREO = True
    settings.SITIO_URL = "https://hilo.ejemplo"
    settings.ALLOWED_HOSTS = ["hilo.ejemplo", "127.0.0.1"]

    falso = Client().post("/cuentas/password/reset/", {"email": "ana@ejemplo.es"}, headers={"host": "evil.example"})
    Client().post(
        "/cuentas/password/reset/",
        {"email": "ana@ejemplo.es"},
        headers={"host": "127.0.0.1", "x-forwarded-host": "evil.example", "forwarded": "host=evil.example"},
    )

    assert falso.status_code == 400
    (carta,) = mail.outbox
    assert carta.subject == "[Hilo y Dado] Contraseña nueva"
    assert "https://hilo.ejemplo/cuentas/password/reset/key/" in carta.body
    assert "evil" not in carta.body
    assert "127.0.0.1" not in carta.body


def test_seg_85_un_correo_conocido_y_uno_que_no_lo_es_dan_lo_mismo(ana: Usuario, settings) -> None:
    settings.HAY_CORREO = True

    conocido = Client().post("/cuentas/password/reset/", {"email": "ana@ejemplo.es"}, follow=True)
    desconocido = Client().post("/cuentas/password/reset/", {"email": "nadie@ejemplo.es"}, follow=True)

    assert conocido.redirect_chain == desconocido.redirect_chain
    assert [len(carta.to) for carta in mail.outbox] == [1, 1]
    assert conocido.content == desconocido.content


def test_seg_80_cambiar_la_contrasena_cierra_las_demas_sesiones(ana: Usuario, contrasena: str) -> None:
    aqui, otra = Client(), Client()
    for navegador in (aqui, otra):
        navegador.post("/cuentas/login/", {"login": "ana", "password": contrasena})

    datos = {"oldpassword": contrasena, "password1": NUEVA, "password2": NUEVA}
    respuesta = aqui.post("/cuentas/password/change/", datos)

    assert respuesta["Location"] == "/ajustes/seguridad/"
    assert aqui.get("/ajustes/").status_code == 200
    assert otra.get("/ajustes/").status_code == 302
