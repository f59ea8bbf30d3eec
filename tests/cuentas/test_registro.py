"""Signing up: the three modes of the site, invitations, and what the form keeps to itself."""

from datetime import datetime, timedelta
from io import StringIO
from threading import Barrier, Thread

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from cuentas import invitaciones
from cuentas.models import InvitacionSitio, Usuario

ALTA = "/cuentas/signup/"
DATOS = {"username": "Eva", "password1": "un umbral de piedra gris", "password2": "un umbral de piedra gris"}


def token(usos: int = 1, **opciones: object) -> str:
    return invitaciones.crear_invitacion(None, usos=usos, dias=7, ahora=timezone.now())[1]


def test_abierto_crea_la_cuenta_y_entra(db: None, settings) -> None:
    settings.REGISTRO = "abierto"
    navegador = Client()

    respuesta = navegador.post(ALTA, DATOS)

    assert respuesta.status_code == 302
    assert Usuario.objects.get().username == "Eva"
    assert navegador.get("/ajustes/").status_code == 200


def test_la_cuenta_nueva_conserva_el_tema_y_el_idioma_del_visitante(db: None) -> None:
    navegador = Client()
    navegador.get("/preferencias/?tema=sepia&letra=5&idioma=en")

    navegador.post(ALTA, DATOS)

    eva = Usuario.objects.get()
    assert (eva.tema, eva.letra, eva.idioma) == ("sepia", "5", "en")


def test_cerrado_lo_dice_y_no_crea_nada(db: None, settings) -> None:
    settings.REGISTRO = "cerrado"

    assert "El registro está cerrado" in Client().get(ALTA).content.decode()
    Client().post(ALTA, DATOS)
    assert not Usuario.objects.exists()


def test_con_invitacion_hace_falta_un_codigo_que_valga(db: None, settings) -> None:
    settings.REGISTRO = "invitacion"

    sin_codigo = Client().post(ALTA, DATOS)
    con_falso = Client().post(ALTA, {**DATOS, "invitacion": "abc"})

    assert (sin_codigo.status_code, con_falso.status_code) == (422, 422)
    assert "Esa invitación no vale" in con_falso.content.decode()
    assert not Usuario.objects.exists()


def test_la_invitacion_vale_las_veces_que_dice(db: None, settings) -> None:
    settings.REGISTRO = "invitacion"
    codigo = token()

    assert Client().post(ALTA, {**DATOS, "invitacion": codigo}).status_code == 302
    assert Client().post(ALTA, {**DATOS, "username": "Otra", "invitacion": codigo}).status_code == 422

    assert [u.username for u in Usuario.objects.all()] == ["Eva"]
    assert InvitacionSitio.objects.get().usos == 1


def test_un_error_en_el_formulario_no_gasta_la_invitacion(db: None, settings) -> None:
    settings.REGISTRO = "invitacion"
    codigo = token()

    respuesta = Client().post(ALTA, {**DATOS, "password2": "otra cosa", "invitacion": codigo})

    assert respuesta.status_code == 422
    assert InvitacionSitio.objects.get().usos == 0
    assert f'value="{codigo}"' in respuesta.content.decode()


def test_la_invitacion_caducada_o_anulada_no_vale(db: None, ahora: datetime) -> None:
    invitacion, codigo = invitaciones.crear_invitacion(None, usos=5, dias=1, ahora=ahora)

    assert invitaciones.buscar(codigo, ahora=ahora) == invitacion
    assert invitaciones.buscar(codigo, ahora=ahora + timedelta(days=2)) is None
    assert invitaciones.anular(invitacion, ahora=ahora) is True
    assert invitaciones.anular(invitacion, ahora=ahora) is False
    with pytest.raises(invitaciones.InvitacionInservible):
        invitaciones.gastar(codigo, ahora=ahora)


def test_el_token_no_se_guarda(db: None) -> None:
    codigo = token()

    fila = InvitacionSitio.objects.values().get()
    assert codigo not in str(fila)
    assert len(fila["huella"]) == 64


@pytest.mark.django_db(transaction=True)
def test_el_ultimo_uso_se_da_una_vez_aunque_lo_pidan_ocho() -> None:
    codigo, barrera, dados = token(), Barrier(8), []

    def gastar() -> None:
        barrera.wait()
        try:
            invitaciones.gastar(codigo, ahora=timezone.now())
            dados.append(1)
        except invitaciones.InvitacionInservible:
            dados.append(0)
        finally:
            connection.close()

    hilos = [Thread(target=gastar) for _ in range(8)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()

    assert sum(dados) == 1
    assert InvitacionSitio.objects.get().usos == 1


def test_unirse_dice_quien_invita_y_lleva_el_codigo_al_formulario(mod: Usuario, settings) -> None:
    settings.REGISTRO = "invitacion"
    _invitacion, codigo = invitaciones.crear_invitacion(mod, usos=1, dias=1, ahora=timezone.now())

    pagina = Client().get(f"/unirse/{codigo}/").content.decode()
    formulario = Client().get(f"{ALTA}?invitacion={codigo}").content.decode()

    assert "<bdi>Marta Sol</bdi> te invita" in pagina
    assert f'href="{ALTA}?invitacion={codigo}"' in pagina
    assert f'value="{codigo}"' in formulario
    assert Client().get("/unirse/nada/").status_code == 404


def test_el_equipo_hace_invitaciones_y_ve_el_enlace_una_vez(mod: Usuario, como) -> None:
    navegador = como(mod)

    primera = navegador.post(
        "/equipo/invitaciones/", {"nota": "Dora", "usos": 3, "dias": 7}, follow=True
    ).content.decode()
    segunda = navegador.get("/equipo/invitaciones/").content.decode()

    invitacion = InvitacionSitio.objects.get()
    assert (invitacion.nota, invitacion.usos_maximos, invitacion.autor) == ("Dora", 3, mod)
    assert "http://localhost:8000/unirse/" in primera
    assert "/unirse/" not in segunda
    navegador.post(f"/equipo/invitaciones/{invitacion.pk}/anular/")
    invitacion.refresh_from_db()
    assert invitacion.anulada is not None


def test_invitar_por_orden_imprime_un_enlace_que_vale(db: None) -> None:
    salida = StringIO()

    call_command("invitar", "--usos", "2", "--nota", "mesa", stdout=salida)

    codigo = salida.getvalue().strip().rstrip("/").rpartition("/")[2]
    assert salida.getvalue().startswith("http://localhost:8000/unirse/")
    assert invitaciones.buscar(codigo, ahora=timezone.now()) is not None


@pytest.mark.parametrize(
    ("nombre", "frase"), [("Кaelen", "se confunde con Kaelen"), ("аdmin", "reservado"), ("a@b.es", "arroba")]
)
def test_seg_95_el_formulario_rechaza_nombres_con_su_frase(db: None, ahora: datetime, nombre: str, frase: str) -> None:
    Client().post(ALTA, {**DATOS, "username": "Kaelen"})

    respuesta = Client().post(ALTA, {**DATOS, "username": nombre})

    assert respuesta.status_code == 422
    assert frase in respuesta.content.decode()
    assert Usuario.objects.count() == 1


def test_seg_95_una_tilde_se_admite_con_aviso(db: None) -> None:
    Client().post(ALTA, {**DATOS, "username": "Kaelen"})

    respuesta = Client().post(ALTA, {**DATOS, "username": "Káelen"}, follow=False)

    assert respuesta.status_code == 302
    assert Usuario.objects.count() == 2


def test_seg_85_un_correo_conocido_y_uno_nuevo_dan_la_misma_respuesta(ana: Usuario) -> None:
    conocido = Client().post(ALTA, {**DATOS, "username": "Uno", "email": "ana@ejemplo.es"})
    nuevo = Client().post(ALTA, {**DATOS, "username": "Dos", "email": "nadie@ejemplo.es"})

    assert (conocido.status_code, conocido["Location"]) == (nuevo.status_code, nuevo["Location"])
    assert ana.check_password("un umbral de piedra gris")


def test_seg_37_no_se_puede_nombrar_equipo_en_el_formulario(db: None) -> None:
    Client().post(ALTA, {**DATOS, "is_staff": "on", "is_superuser": "on", "publico": "AAAAAAAAAAA"})

    eva = Usuario.objects.get()
    assert (eva.is_staff, eva.is_superuser) == (False, False)
    assert eva.publico != "AAAAAAAAAAA"


def test_seg_85_con_correo_obligatorio_no_se_sabe_quien_tiene_cuenta(ana: Usuario, settings) -> None:
    from django.core import mail

    settings.HAY_CORREO = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_PREVENT_ENUMERATION = True

    sin_correo = Client().post(ALTA, DATOS)
    conocido = Client().post(ALTA, {**DATOS, "username": "Uno", "email": "ana@ejemplo.es"}, follow=True)
    nuevo = Client().post(ALTA, {**DATOS, "username": "Dos", "email": "nadie@ejemplo.es"}, follow=True)

    assert sin_correo.status_code == 422
    assert conocido.redirect_chain == nuevo.redirect_chain
    assert conocido.content.replace(b"ana@", b"x@") == nuevo.content.replace(b"nadie@", b"x@")
    assert [carta.to for carta in mail.outbox] == [["ana@ejemplo.es"], ["nadie@ejemplo.es"]]
    assert "http://localhost:8000/cuentas/confirm-email/" in mail.outbox[1].body
    assert list(Usuario.objects.order_by("id").values_list("username", flat=True)) == ["Ana", "Dos"]
