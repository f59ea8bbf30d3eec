"""Every page: it answers, in the site's frame, in both languages, with no inline script or style."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils import timezone

from cuentas import invitaciones
from cuentas.models import TextoDelSitio, Usuario

PUBLICAS = [
    "/cuentas/login/",
    "/cuentas/signup/",
    "/cuentas/password/reset/",
    "/cuentas/password/reset/done/",
    "/cuentas/password/reset/key/done/",
    "/cuentas/password/reset/key/1-abc/",
    "/cuentas/inactive/",
    "/cuentas/confirm-email/",
    "/cuentas/confirm-email/nada/",
    "/unirse/{invitacion}/",
    "/u/{publico}/",
    *(f"/legal/{clave}/" for clave in TextoDelSitio.Clave.values),
]
DE_MIEMBRO = [
    "/ajustes/",
    "/ajustes/lectura/",
    "/ajustes/cuenta/",
    "/ajustes/seguridad/",
    "/ajustes/cuenta/cerrar/",
    "/preferencias/?tema=oscuro",
    "/cuentas/logout/",
    "/cuentas/email/",
    "/cuentas/password/change/",
    "/cuentas/reauthenticate/",
    "/cuentas/sessions/",
    "/cuentas/2fa/",
    "/cuentas/2fa/totp/activate/",
    "/cuentas/2fa/recovery-codes/generate/",
    "/cuentas/2fa/webauthn/",
    "/cuentas/2fa/webauthn/add/",
]
CON_SEGUNDO_PASO = [
    "/cuentas/2fa/totp/deactivate/",
    "/cuentas/2fa/recovery-codes/",
    "/cuentas/2fa/reauthenticate/",
    "/equipo/invitaciones/",
    "/legal/normas/editar/",
    "/legal/normas/historia/",
]
ESPANOL = re.compile(r"[ñ¿¡áéíóú«»]")


class Lector(HTMLParser):
    """Collect what breaks the rules, and the text of `<main>` outside what people wrote."""

    def __init__(self) -> None:
        super().__init__()
        self.faltas: list[str] = []
        self.texto: list[str] = []
        self.pila: list[tuple[str, bool]] = []
        self.ids: list[str] = []
        self.titulares = 0

    def handle_starttag(self, etiqueta: str, atributos: list[tuple[str, str | None]]) -> None:
        dados = dict(atributos)
        if "style" in dados or etiqueta == "style" or any(nombre.startswith("on") for nombre in dados):
            self.faltas.append(f"{etiqueta} {dados}")
        if etiqueta == "script" and "src" not in dados and dados.get("type") != "application/json":
            self.faltas.append("script con cuerpo")
        self.ids += [dados["id"]] if dados.get("id") else []
        self.titulares += etiqueta == "h1"
        ajeno = etiqueta in {"bdi", "code", "option", "textarea", "script", "svg"} or dados.get("lang") == "es"
        if etiqueta not in {"meta", "link", "input", "br", "hr", "img", "use", "path"}:
            self.pila.append((etiqueta, ajeno))

    def handle_endtag(self, etiqueta: str) -> None:
        while self.pila and self.pila.pop()[0] != etiqueta:
            pass

    def handle_data(self, dato: str) -> None:
        dentro_de = [etiqueta for etiqueta, _ in self.pila]
        if "main" in dentro_de and dato.strip() and not any(ajeno for _, ajeno in self.pila):
            self.texto.append(dato.strip())


def leer(navegador: Client, camino: str) -> Lector:
    respuesta = navegador.get(camino)
    assert respuesta.status_code == 200, (camino, respuesta.status_code, respuesta.headers.get("Location"))
    lector = Lector()
    lector.feed(respuesta.content.decode())
    assert lector.faltas == [], camino
    assert lector.titulares == 1, camino
    assert len(lector.ids) == len(set(lector.ids)), (camino, lector.ids)
    return lector


def dentro(persona: Usuario, contrasena: str) -> Client:
    navegador = Client()
    navegador.force_login(persona)
    navegador.post("/cuentas/reauthenticate/", {"password": contrasena})
    return navegador


def camino_de(plantilla: str, persona: Usuario) -> str:
    _invitacion, token = invitaciones.crear_invitacion(None, usos=1, dias=1, ahora=timezone.now())
    return plantilla.format(invitacion=token, publico=persona.publico)


@pytest.mark.parametrize("idioma", ["es", "en"])
@pytest.mark.parametrize("plantilla", PUBLICAS)
def test_seg_89_las_paginas_publicas_responden_a_cualquiera(ana: Usuario, plantilla: str, idioma: str) -> None:
    navegador = Client()
    navegador.cookies["idioma"] = idioma

    lector = leer(navegador, camino_de(plantilla, ana))

    if idioma == "en":
        assert [t for t in lector.texto if ESPANOL.search(t)] == []


@pytest.mark.parametrize("plantilla", [p for p in PUBLICAS if p not in {"/cuentas/login/", "/cuentas/signup/"}])
def test_las_paginas_publicas_responden_a_un_miembro(ana: Usuario, contrasena: str, plantilla: str) -> None:
    leer(dentro(ana, contrasena), camino_de(plantilla, ana))


@pytest.mark.parametrize("idioma", ["es", "en"])
@pytest.mark.parametrize("camino", DE_MIEMBRO)
def test_seg_89_las_paginas_de_la_cuenta_responden(ana: Usuario, contrasena: str, camino: str, idioma: str) -> None:
    ana.idioma = idioma
    ana.save()

    if camino.endswith("generate/"):
        from allauth.mfa.models import Authenticator

        Authenticator.objects.create(user=ana, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    lector = leer(dentro(ana, contrasena), camino)

    if idioma == "en":
        assert [t for t in lector.texto if ESPANOL.search(t)] == []


@pytest.mark.parametrize("idioma", ["es", "en"])
@pytest.mark.parametrize("camino", CON_SEGUNDO_PASO)
def test_seg_89_las_paginas_del_equipo_responden(mod: Usuario, contrasena: str, camino: str, idioma: str) -> None:
    mod.idioma = idioma
    mod.save()
    navegador = dentro(mod, contrasena)
    navegador.post("/cuentas/2fa/recovery-codes/generate/")

    lector = leer(navegador, camino)

    if idioma == "en":
        assert [t for t in lector.texto if ESPANOL.search(t)] == []


def test_seg_89_el_paso_del_codigo_al_entrar(mod: Usuario, contrasena: str) -> None:
    navegador = Client()
    navegador.post("/cuentas/login/", {"login": "Marta Sol", "password": contrasena})

    lector = leer(navegador, "/cuentas/2fa/authenticate/")

    assert "Escribe un código para terminar de entrar." in lector.texto


@pytest.mark.parametrize("camino", DE_MIEMBRO[:6] + CON_SEGUNDO_PASO)
def test_un_visitante_es_enviado_a_entrar(db: None, camino: str) -> None:
    respuesta = Client().get(camino)

    if camino.startswith("/preferencias/"):
        assert respuesta["Location"] == "/"
    else:
        assert respuesta["Location"].startswith("/cuentas/login/")


@pytest.mark.parametrize(
    ("firma", "dice"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox en Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604",
            "Safari en iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140 Safari/537 Edg/140", "Edge en Windows"),
        ("curl/8.0", "curl/8.0"),
        ("", "Navegador sin nombre"),
    ],
)
def test_las_sesiones_dicen_el_navegador_en_palabras(firma: str, dice: str) -> None:
    from cuentas.templatetags.cuentas import navegador

    assert navegador(firma) == dice
