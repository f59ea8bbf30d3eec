"""«Ajustes»: each section stores its own, and says what is wrong beside the field."""

from django.test import Client

from cuentas.models import Usuario
from partidas.dominio import partidas
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.reparto import sentar
from tests.fabrica import AHORA

CUENTA = {"username": "Ana", "presentacion": "Escribo despacio.", "idioma": "es", "zona": "Europe/Madrid"}


def test_lectura_se_guarda_y_se_ve(ana: Usuario, como) -> None:
    navegador = como(ana)

    respuesta = navegador.post(
        "/ajustes/lectura/",
        {"tema": "contraste", "letra": "5", "tipografia": "literata", "ancho": "80", "hoja": "50"},
        follow=True,
    )

    pagina = respuesta.content.decode()
    assert "Guardado." in pagina
    assert 'data-tema="contraste" data-letra="5" data-tipografia="literata" data-ancho="80"' in pagina


def test_lectura_se_prueba_sin_guardar(ana: Usuario, como) -> None:
    pagina = como(ana).get("/ajustes/lectura/?tema=oscuro&letra=5").content.decode()

    assert 'data-tema="oscuro" data-letra="5"' in pagina
    assert "Todavía no está guardado" in pagina
    ana.refresh_from_db()
    assert (ana.tema, ana.letra) == ("auto", "3")


def test_lectura_rechaza_lo_que_no_hay(ana: Usuario, como) -> None:
    datos = {"tema": "rosa", "letra": "5", "tipografia": "literata", "ancho": "80", "hoja": "50"}

    assert como(ana).post("/ajustes/lectura/", datos).status_code == 422
    ana.refresh_from_db()
    assert ana.letra == "3"


def test_cuenta_guarda_perfil_idioma_y_zona(ana: Usuario, como) -> None:
    navegador = como(ana)

    navegador.post("/ajustes/cuenta/", {**CUENTA, "username": "Ana Prados", "idioma": "en", "zona": "America/Lima"})

    ana.refresh_from_db()
    assert (ana.username, ana.clave, ana.presentacion) == ("Ana Prados", "ana prados", "Escribo despacio.")
    assert (ana.idioma, ana.zona) == ("en", "America/Lima")
    assert "Settings" in navegador.get("/ajustes/").content.decode()


def test_cuenta_rechaza_un_nombre_que_se_confunde_y_no_guarda_nada(ana: Usuario, bruno: Usuario, como) -> None:
    respuesta = como(bruno).post("/ajustes/cuenta/", {**CUENTA, "username": "Аna"})

    pagina = respuesta.content.decode()
    assert respuesta.status_code == 422
    assert "Ese nombre se confunde con Ana." in pagina
    assert "Escribo despacio." in pagina
    bruno.refresh_from_db()
    assert (bruno.username, bruno.presentacion) == ("Bruno", "")


def test_cuenta_rechaza_una_zona_que_no_existe(ana: Usuario, como) -> None:
    assert como(ana).post("/ajustes/cuenta/", {**CUENTA, "zona": "Marte/Olimpo"}).status_code == 422


def test_seg_81_cerrar_la_cuenta_pide_la_contrasena_y_la_palabra(ana: Usuario, contrasena: str) -> None:
    navegador = Client()
    navegador.post("/cuentas/login/", {"login": "ana", "password": contrasena})
    assert navegador.get("/ajustes/cuenta/cerrar/")["Location"].startswith("/cuentas/reauthenticate/")
    navegador.post("/cuentas/reauthenticate/", {"password": contrasena})

    assert navegador.post("/ajustes/cuenta/cerrar/", {}).status_code == 422
    assert navegador.post("/ajustes/cuenta/cerrar/", {"seguro": "on"})["Location"] == "/"

    ana.refresh_from_db()
    assert ana.cerrada is not None
    assert navegador.get("/ajustes/").status_code == 302
    assert "Cuenta cerrada" in Client().get(f"/u/{ana.publico}/").content.decode()


def test_cerrar_la_cuenta_dice_antes_que_partidas_se_quedan_sin_direccion_y_donde_darla(
    ana: Usuario, bruno: Usuario, contrasena: str
) -> None:
    sola, con_otra, acabada = (
        partidas.crear(DatosPartida(titulo=titulo, sistema="strange"), direccion=ana, ahora=AHORA)
        for titulo in ("El faro", "La sal", "La hora")
    )
    sentar(con_otra, bruno, "direccion", AHORA)
    partidas.finalizar(acabada, por=ana, ahora=AHORA)
    navegador = Client(headers={"accept-language": "es"})
    navegador.post("/cuentas/login/", {"login": "ana", "password": contrasena})
    navegador.post("/cuentas/reauthenticate/", {"password": contrasena})

    pagina = navegador.get("/ajustes/cuenta/cerrar/").content.decode()
    sentar(sola, bruno, "direccion", AHORA)
    luego = navegador.get("/ajustes/cuenta/cerrar/").content.decode()

    assert "Nadie más dirige estas partidas." in pagina
    assert f'<li><a href="/p/{sola.publico}/mesa/">El faro</a></li>' in pagina
    assert [titulo in pagina for titulo in ("La sal", "La hora")] == [False, False]
    assert "Nadie más dirige" not in luego


def test_el_perfil_escapa_lo_que_cuenta_la_persona_y_no_ensena_el_correo(ana: Usuario) -> None:
    ana.presentacion = "<script>alert(1)</script>\n\nHola"
    ana.save()

    pagina = Client().get(f"/u/{ana.publico}/").content.decode()

    assert "&lt;script&gt;" in pagina
    assert "ana@ejemplo.es" not in pagina
    assert Client().get("/u/AAAAAAAAAAA/").status_code == 404


def test_se_anade_y_se_quita_un_correo_tras_confirmar_quien_se_es(bruno: Usuario, contrasena: str) -> None:
    navegador = Client()
    navegador.post("/cuentas/login/", {"login": "bruno", "password": contrasena})
    navegador.post("/cuentas/reauthenticate/", {"password": contrasena})

    navegador.post("/cuentas/email/", {"action_add": "", "email": "b@ejemplo.es"})

    pagina = navegador.get("/cuentas/email/").content.decode()
    assert "b@ejemplo.es" in pagina
    navegador.post("/cuentas/email/", {"action_remove": "", "email": "b@ejemplo.es"})
    assert "Tu cuenta no tiene correo." in navegador.get("/cuentas/email/").content.decode()
