"""The verbs on accounts: each works, refuses, and is called twice."""

from datetime import datetime
from threading import Barrier, Thread

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client

from cuentas import dominio
from cuentas.models import Usuario
from cuentas.nombres import clave_de_nombre

BUENA = "un umbral de piedra gris"


def test_crear_cuenta_guarda_nombre_clave_correo_y_fecha(db: None, ahora: datetime) -> None:
    persona = dominio.crear_cuenta("  Íñigo ", contrasena=BUENA, correo="I@Ejemplo.es", ahora=ahora)

    persona.refresh_from_db()
    assert (persona.username, persona.clave, persona.email) == ("Íñigo", clave_de_nombre("íñigo"), "i@ejemplo.es")
    assert (persona.date_joined, persona.is_staff, persona.idioma, persona.zona) == (
        ahora,
        False,
        "es",
        "Europe/Madrid",
    )
    assert persona.check_password(BUENA)
    assert EmailAddress.objects.get(user=persona).primary


@pytest.mark.parametrize(
    ("nombre", "frase"),
    [
        ("Ana", "Ese nombre ya es de otra persona."),
        ("ANA", "Ese nombre se confunde con Ana."),
        ("Аna", "Ese nombre se confunde con Ana."),
        ("Director", "Ese nombre está reservado para las voces del sitio. Elige otro."),
        ("ana@ejemplo.es", "El nombre no puede llevar arroba."),
        ("x" * 41, "El nombre ha de tener entre 2 y 40 caracteres."),
    ],
)
def test_seg_95_crear_cuenta_rechaza_el_nombre_con_su_frase(
    ana: Usuario, ahora: datetime, nombre: str, frase: str
) -> None:
    with pytest.raises(ValidationError) as rechazo:
        dominio.crear_cuenta(nombre, contrasena=BUENA, ahora=ahora)

    assert rechazo.value.messages == [frase]
    assert Usuario.objects.count() == 1


def test_seg_98_el_equipo_si_puede_llevar_una_voz_del_sitio(db: None, ahora: datetime) -> None:
    persona = dominio.crear_cuenta("Moderación", contrasena=BUENA, ahora=ahora, es_equipo=True)

    assert (persona.is_staff, persona.is_superuser) == (True, False)


@pytest.mark.parametrize(
    "mala", ["corta 9ch", "contraseña", "Contraseña2024", "Kaelen de Umbría 1", "x" * 129, "hilo y dado", "1234567890"]
)
def test_seg_88_contrasenas_que_se_rechazan(db: None, ahora: datetime, mala: str) -> None:
    with pytest.raises(ValidationError):
        dominio.crear_cuenta("Kaelen de Umbría", contrasena=mala, ahora=ahora)

    assert not Usuario.objects.exists()


@pytest.mark.parametrize(
    "buena", ["x" * 60 + "á" * 68, "cuatro palabras con espacios", "🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉", "zxqvbnmlkj"]
)
def test_seg_88_contrasenas_que_se_aceptan_enteras(db: None, ahora: datetime, settings, buena: str) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]

    persona = dominio.crear_cuenta("Odo", contrasena=buena, ahora=ahora)

    assert persona.password.startswith("argon2$argon2id$")
    assert persona.check_password(buena)
    assert not persona.check_password(buena[:-1])
    assert not persona.check_password(buena[:72]) or len(buena) <= 72


def test_cambiar_nombre_rechaza_el_ajeno_y_admite_el_propio_con_otra_caja(ana: Usuario, bruno: Usuario) -> None:
    with pytest.raises(dominio.NombreOcupado):
        dominio.cambiar_nombre(bruno, nombre="ana")
    bruno.refresh_from_db()
    assert bruno.username == "Bruno"

    assert dominio.cambiar_nombre(bruno, nombre="BRUNO") is None
    assert dominio.cambiar_nombre(bruno, nombre="BRUNO") is None
    bruno.refresh_from_db()
    assert (bruno.username, bruno.clave) == ("BRUNO", "bruno")


def test_seg_95_cambiar_nombre_avisa_si_solo_lo_distingue_una_tilde(ana: Usuario, bruno: Usuario) -> None:
    assert dominio.cambiar_nombre(bruno, nombre="Aná") == "Ana"


def test_guardar_lectura_hace_caso_solo_de_lo_valido(ana: Usuario) -> None:
    dominio.guardar_lectura(ana, cambios={"tema": "oscuro", "letra": "9", "clave": "robada"})
    dominio.guardar_idioma(ana, idioma="fr")

    ana.refresh_from_db()
    assert (ana.tema, ana.letra, ana.clave, ana.idioma) == ("oscuro", "3", "ana", "es")


def test_seg_81_cerrar_cuenta_borra_los_datos_y_no_deja_entrar(ana: Usuario, ahora: datetime) -> None:
    Authenticator.objects.create(user=ana, type=Authenticator.Type.TOTP, data={})
    publico = ana.publico

    assert dominio.cerrar_cuenta(ana, ahora=ahora) is True
    assert dominio.cerrar_cuenta(ana, ahora=ahora) is False

    ana.refresh_from_db()
    assert (ana.email, ana.username, str(ana), ana.publico) == ("", f"cerrada-{publico}", "cuenta cerrada", publico)
    assert (ana.is_active, ana.has_usable_password()) == (False, False)
    assert not EmailAddress.objects.exists()
    assert not Authenticator.objects.exists()


def test_seg_81_suspender_termina_las_sesiones_al_momento(ana: Usuario, contrasena: str) -> None:
    navegador = Client()
    navegador.post("/cuentas/login/", {"login": "ana", "password": contrasena})
    assert navegador.get("/ajustes/").status_code == 200
    assert UserSession.objects.filter(user=ana).count() == 1

    dominio.suspender_cuenta(ana)

    assert navegador.get("/ajustes/").status_code == 302
    assert not UserSession.objects.exists()
    assert dominio.readmitir_cuenta(ana) is True
    ana.refresh_from_db()
    assert ana.is_active


def test_readmitir_no_abre_una_cuenta_cerrada(ana: Usuario, ahora: datetime) -> None:
    dominio.cerrar_cuenta(ana, ahora=ahora)

    assert dominio.readmitir_cuenta(ana) is False


@pytest.mark.django_db(transaction=True)
def test_ocho_a_la_vez_piden_un_nombre_y_uno_lo_consigue(ahora: datetime) -> None:
    barrera, resultados = Barrier(8), []

    def pedir() -> None:
        barrera.wait()
        try:
            dominio.crear_cuenta("Kaelen", contrasena=BUENA, ahora=ahora)
            resultados.append("suyo")
        except dominio.NombreOcupado:
            resultados.append("ocupado")
        finally:
            connection.close()

    hilos = [Thread(target=pedir) for _ in range(8)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()

    assert sorted(resultados) == ["ocupado"] * 7 + ["suyo"]
    assert Usuario.objects.count() == 1
