"""Entering: by name or address, limits, redirections, sessions, and the second step of the staff."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.test import Client

from cuentas.caminos import camino_seguro
from cuentas.models import Usuario

ENTRAR = "/cuentas/login/"
MALOS = [
    "//evil.example",
    "https:evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/%0d%0aLocation:evil\r\n",
    "https://sitio.evil.example/",
    "//localhost@evil.example",
    "http://localhost:8000/ajustes/",
    "///evil.example",
    "/\t/evil.example",
    "ajustes/",
    "",
]


def codigo_de(persona: Usuario) -> str:
    secreto = Authenticator.objects.get(user=persona, type="totp").data["secret"]
    return format_hotp_value(hotp_value(secreto, next(yield_hotp_counters_from_time())))


@pytest.mark.parametrize("login", ["Ana", "ana", "ANA", " ana ", "ana@ejemplo.es", "ANA@EJEMPLO.ES"])
def test_se_entra_con_el_nombre_o_con_el_correo(ana: Usuario, contrasena: str, login: str) -> None:
    navegador = Client()

    assert navegador.post(ENTRAR, {"login": login, "password": contrasena}).status_code == 302
    assert navegador.get("/ajustes/").status_code == 200


def test_se_entra_con_otra_caja_tambien_en_letras_con_tilde(bruno: Usuario, contrasena: str) -> None:
    bruno.username = "Íñigo"
    bruno.save()

    assert Client().post(ENTRAR, {"login": "ÍÑIGO", "password": contrasena}).status_code == 302


def test_un_nombre_parecido_no_es_otra_manera_de_entrar(ana: Usuario, contrasena: str) -> None:
    respuesta = Client().post(ENTRAR, {"login": "Аna", "password": contrasena})

    assert respuesta.status_code == 422


def test_seg_85_se_responde_lo_mismo_si_la_cuenta_no_existe(ana: Usuario) -> None:
    mala = Client().post(ENTRAR, {"login": "ana", "password": "no es esta, seguro"}).content.decode()
    nadie = Client().post(ENTRAR, {"login": "nadie", "password": "no es esta, seguro"}).content.decode()

    frase = "El nombre o la contraseña no son correctos."
    assert frase in mala
    assert frase in nadie


def test_seg_83_tras_cinco_intentos_se_espera_y_se_dice(ana: Usuario, contrasena: str) -> None:
    for intento in range(5):
        ip = f"10.0.0.{intento}"
        Client(REMOTE_ADDR=ip).post(
            ENTRAR, {"login": "ana", "password": "mala de verdad"}, headers={"x-forwarded-for": ip}
        )

    respuesta = Client(REMOTE_ADDR="10.0.1.1").post(ENTRAR, {"login": "ANA", "password": contrasena})

    assert respuesta.status_code == 422
    assert "Demasiados intentos seguidos" in respuesta.content.decode()


def test_seg_84_el_admin_no_tiene_puerta_propia(mod: Usuario, contrasena: str) -> None:
    navegador = Client()

    respuesta = navegador.post("/admin/login/", {"username": "Marta Sol", "password": contrasena})

    assert respuesta.status_code == 302
    assert respuesta["Location"].startswith(ENTRAR)
    assert "_auth_user_id" not in navegador.session


@pytest.mark.parametrize("campo", ["backend", "auth_provider", "next_backend"])
def test_seg_84_los_parametros_de_mas_no_hacen_nada(ana: Usuario, campo: str) -> None:
    datos = {
        "login": "ana",
        "password": "mala de verdad",
        campo: "django.contrib.auth.backends.AllowAllUsersModelBackend",
    }

    assert Client().post(ENTRAR, datos).status_code == 422


@pytest.mark.parametrize("malo", MALOS)
def test_seg_87_al_entrar_y_al_salir_solo_se_va_a_caminos_del_sitio(ana: Usuario, contrasena: str, malo: str) -> None:
    navegador = Client()

    entrada = navegador.post(ENTRAR, {"login": "ana", "password": contrasena, "next": malo})
    salida = navegador.post("/cuentas/logout/", {"next": malo})

    assert (entrada["Location"], salida["Location"]) == ("/", "/")


@pytest.mark.parametrize("malo", MALOS)
def test_seg_87_al_cambiar_de_idioma_solo_se_va_a_caminos_del_sitio(db: None, malo: str) -> None:
    respuesta = Client().get("/preferencias/", {"idioma": "en", "siguiente": malo})

    assert (respuesta.status_code, respuesta["Location"]) == (302, "/")


def test_seg_87_un_camino_del_sitio_si_vale(ana: Usuario, contrasena: str) -> None:
    assert camino_seguro("/p/abc/?desde=1#m-2") == "/p/abc/?desde=1#m-2"
    respuesta = Client().post(ENTRAR, {"login": "ana", "password": contrasena, "next": "/ajustes/?a=1"})

    assert respuesta["Location"] == "/ajustes/?a=1"


def test_seg_78_al_entrar_cambia_la_sesion(ana: Usuario, contrasena: str) -> None:
    navegador = Client()
    sesion = navegador.session
    sesion["algo"] = 1
    sesion.save()
    antes = sesion.session_key

    navegador.post(ENTRAR, {"login": "ana", "password": contrasena})

    assert navegador.session.session_key != antes
    assert not type(sesion)(antes).exists(antes)


def test_seg_79_al_salir_la_sesion_muere_y_se_pide_olvidar_lo_guardado(ana: Usuario, contrasena: str) -> None:
    navegador = Client()
    navegador.post(ENTRAR, {"login": "ana", "password": contrasena})
    clave = navegador.session.session_key

    respuesta = navegador.post("/cuentas/logout/")

    assert respuesta["Clear-Site-Data"] == '"storage"'
    assert not type(navegador.session)(clave).exists(clave)
    assert navegador.get("/cuentas/logout/").status_code == 302


def test_seg_82_se_ve_y_se_cierra_una_sesion_tras_confirmar_quien_se_es(
    ana: Usuario, bruno: Usuario, contrasena: str
) -> None:
    aqui, alli, de_bruno = Client(), Client(), Client()
    for navegador in (aqui, alli):
        navegador.post(ENTRAR, {"login": "ana", "password": contrasena})
    de_bruno.post(ENTRAR, {"login": "bruno", "password": contrasena})
    otra = UserSession.objects.get(session_key=alli.session.session_key)
    camino = f"/ajustes/sesiones/{otra.pk}/cerrar/"

    assert "Es esta." in aqui.get("/cuentas/sessions/").content.decode()
    primero = aqui.post(camino)
    assert primero["Location"].startswith("/cuentas/reauthenticate/")
    assert alli.get("/ajustes/").status_code == 200
    aqui.post(primero["Location"], {"password": contrasena})
    de_bruno.post("/cuentas/reauthenticate/", {"password": contrasena})

    assert de_bruno.post(camino).status_code == 404
    assert alli.get("/ajustes/").status_code == 302


def test_el_equipo_sin_segundo_paso_va_a_activarlo(bruno: Usuario, como) -> None:
    bruno.is_staff = True
    bruno.save()
    navegador = como(bruno)

    for camino in ("/admin/", "/equipo/invitaciones/", "/legal/normas/editar/"):
        respuesta = navegador.get(camino)
        assert (respuesta.status_code, respuesta["Location"]) == (302, "/cuentas/2fa/totp/activate/")


def test_quien_no_es_del_equipo_no_ve_el_admin(ana: Usuario, como) -> None:
    assert como(ana).get("/admin/").status_code == 404
    assert Client().get("/admin/")["Location"].startswith("/admin/login/")


def test_seg_84_el_equipo_entra_con_contrasena_y_codigo(mod: Usuario, contrasena: str) -> None:
    navegador = Client()

    primero = navegador.post(ENTRAR, {"login": "Marta Sol", "password": contrasena, "next": "/admin/"})
    assert primero["Location"].startswith("/cuentas/2fa/authenticate/")
    assert navegador.get("/admin/").status_code == 302
    assert navegador.post("/cuentas/2fa/authenticate/", {"code": "000000"}).status_code in {200, 422}
    assert navegador.post("/cuentas/2fa/authenticate/", {"code": codigo_de(mod)}).status_code == 302

    assert navegador.get("/admin/").status_code == 200


def test_el_dibujo_del_segundo_paso_va_dentro_de_la_pagina(ana: Usuario, contrasena: str) -> None:
    navegador = Client()
    navegador.post(ENTRAR, {"login": "ana", "password": contrasena})
    navegador.post("/cuentas/reauthenticate/", {"password": contrasena})

    pagina = navegador.get("/cuentas/2fa/totp/activate/").content.decode()

    assert "<svg" in pagina
    assert "data:image" not in pagina
    assert "style=" not in pagina


def test_se_activa_el_segundo_paso_sin_correo_confirmado_y_da_codigos(ana: Usuario, contrasena: str) -> None:
    navegador = Client()
    navegador.post(ENTRAR, {"login": "ana", "password": contrasena})
    navegador.post("/cuentas/reauthenticate/", {"password": contrasena})
    navegador.get("/cuentas/2fa/totp/activate/")
    secreto = navegador.session["mfa.totp.secret"]

    codigo = format_hotp_value(hotp_value(secreto, next(yield_hotp_counters_from_time())))
    respuesta = navegador.post("/cuentas/2fa/totp/activate/", {"code": codigo}, follow=True)

    assert Authenticator.objects.filter(user=ana, type="totp").exists()
    assert "Te quedan 10 de 10." in respuesta.content.decode()


def test_los_secretos_del_segundo_paso_no_estan_en_el_admin() -> None:
    assert Authenticator not in admin.site._registry
