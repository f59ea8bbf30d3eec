"""The demo: played with real dice, told without repeating itself, and never over what is already there."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db.models import Count

from config import reloj
from cuentas.models import Usuario
from partidas.demostracion import CONTRASENA, CUENTAS, sembrar
from partidas.demostracion.faro import FARO
from partidas.demostracion.guion import Acto, Guion, Segun
from partidas.demostracion.hora import HORA
from partidas.demostracion.sal import SAL
from partidas.demostracion.viento import VIENTO
from partidas.dominio import comprobacion, recuperacion
from partidas.dominio.cierres import debidas_de
from partidas.models import Cierre, Escena, Mensaje, Partida, Reparto, Tirada
from personajes.models import FICHA_COMPLETA, CambioFicha, Personaje

MOTIVO = "test"
CON_DADO = {"tarea", "mover", "ataque", "defensa", "recuperacion"}
DE_COMBATE = {"iniciativa", "atacar", "tirada", "ataque", "prueba", "gobernar_barco"}
"""What decides something in the scenes of Lemuria and of Savage Worlds."""


TODAS = (FARO, HORA, SAL, VIENTO)


def _textos(cosa: object) -> Iterator[str]:
    """Yield every string of a script, whatever branch it is on."""
    if isinstance(cosa, str):
        yield cosa
    elif is_dataclass(cosa):
        for campo in fields(cosa):
            yield from _textos(getattr(cosa, campo.name))
    elif isinstance(cosa, tuple):
        for parte in cosa:
            yield from _textos(parte)
    elif isinstance(cosa, dict):
        yield from _textos(tuple(cosa.values()))


def _frases(texto: str) -> list[str]:
    """Return the sentences of eight words or more, as bare words."""
    parrafos = [" ".join(parrafo.split()) for parrafo in re.split(r"\n\s*\n", texto)]
    frases = [frase for parrafo in parrafos for frase in re.split(r"[.!?…—:;]+", parrafo)]
    palabras = [" ".join(re.findall(r"\w+", frase.lower())) for frase in frases]
    return [frase for frase in palabras if len(frase.split()) >= 8]


def test_ninguna_frase_de_ocho_palabras_se_dice_dos_veces():
    veces = Counter(frase for guion in TODAS for texto in _textos(guion) for frase in _frases(texto))

    assert len(veces) > 450
    assert {frase: n for frase, n in veces.items() if n > 1} == {}


def _del_guion(guion: Guion) -> list:
    return [turno for acto in guion.obra if isinstance(acto, Acto) for turno in acto.turnos]


@pytest.mark.parametrize("guion", TODAS, ids=["faro", "hora", "sal", "viento"])
def test_lo_que_sigue_a_un_dado_vale_para_como_haya_caido(guion):
    """Whatever waits for a die comes after one that decides something, and says something either way."""
    decide = False
    for turno in _del_guion(guion):
        if isinstance(turno.texto, Segun):
            assert decide, turno.texto.bien
            assert turno.texto.bien.strip()
            assert turno.texto.mal.strip()
        if turno.lance:
            decide = turno.lance.accion in (CON_DADO | DE_COMBATE) - {"recuperacion"}


@pytest.mark.django_db
def test_se_juega_entera_con_los_verbos_del_dominio_y_todo_cuadra():
    partida = sembrar(ahora=reloj.ahora())

    assert [u.username for u in Usuario.objects.order_by("pk")] == list(CUENTAS)
    assert Usuario.objects.get(username="hugo").check_password(CONTRASENA)
    assert _escenas(partida) == [
        ("Fuera de personaje", "fuera", False, 13),
        ("La puerta entornada", "juego", False, 16),
        ("La cámara de la lente", "juego", False, 29),
        ("Lo que guarda el aljibe", "juego", True, 13),
    ]
    assert _reparto(partida) == {"pj": 4, "pnj": 6}
    archivada = Partida.objects.sin_filtrar(MOTIVO).get(titulo=HORA.titulo)
    assert (archivada.estado, archivada.acceso) == ("archivada", "publica")
    assert [(titulo, n) for titulo, _tipo, _secreta, n in _escenas(archivada) if n] == [
        ("I. Las diez, las doce", 11),
        ("II. La hora once", 12),
        ("III. Sesenta minutos", 12),
        ("IV. Un once pintado a mano", 6),
    ]
    tiradas = Tirada.objects.sin_filtrar(MOTIVO).filter(mensaje__escena__partida=partida, continua__isnull=True)
    assert Counter(tiradas.filter(accion__in=CON_DADO).values_list("accion", flat=True)) == {
        "tarea": 12,
        "mover": 1,
        "defensa": 1,
        "ataque": 2,
        "recuperacion": 3,
    }
    assert all(tirada.asiento.tipo == "tirada" for tirada in tiradas.select_related("asiento"))
    assert comprobacion.incumplidas() == []


def _escenas(partida: Partida) -> list[tuple[str, str, bool, int]]:
    filas = Escena.objects.sin_filtrar(MOTIVO).filter(partida=partida).order_by("posicion", "pk")
    cuentas = dict(
        Mensaje.objects.sin_filtrar(MOTIVO).values_list("escena").annotate(n=Count("pk")).values_list("escena", "n")
    )
    return [(fila.titulo, fila.tipo, fila.secreta, cuentas.get(fila.pk, 0)) for fila in filas]


def _reparto(partida: Partida) -> dict[str, int]:
    filas = Reparto.objects.sin_filtrar(MOTIVO).filter(partida=partida)
    return dict(Counter(filas.values_list("personaje__clase", flat=True)))


@pytest.mark.django_db
def test_quien_juega_insiste_reparte_lo_que_descansa_y_toma_los_efectos():
    """Whatever the dice said: failures that were to be insisted on were, and nothing on offer was left lying."""
    sembrar(ahora=reloj.ahora())

    tiradas = list(Tirada.objects.sin_filtrar(MOTIVO).order_by("pk"))
    tomadas = {(tirada.continua_id, tirada.opcion) for tirada in tiradas}
    lances = {turno.lance.que: turno.lance for guion in (FARO, HORA) for turno in _del_guion(guion) if turno.lance}
    for tirada in tiradas:
        lance = lances.get(tirada.declaracion)
        fallo = tirada.respuesta["exito"] is False
        if lance and lance.insiste and fallo and "repetir" in tirada.respuesta["opciones"]:
            assert (tirada.pk, "repetir") in tomadas
        for opcion in tirada.respuesta["opciones"]:
            if opcion == "reparto":
                assert ((tirada.pk, opcion) in tomadas) != bool(lance and lance.deja)
        efectos = [opcion for opcion in tirada.respuesta["opciones"] if opcion.startswith("efecto")]
        if efectos:
            assert (tirada.pk, efectos[0]) in tomadas
    fichas = Personaje.objects.sin_filtrar(MOTIVO).filter(sistema="strange", formato=FICHA_COMPLETA)
    assert {ficha.ficha["recuperacion_pendiente"] for ficha in fichas} == {0}


@pytest.mark.django_db
def test_se_cierran_dos_dias_y_la_noche_reparte_lo_que_alguien_dejo():
    partida = sembrar(ahora=reloj.ahora())

    cierres = Cierre.objects.sin_filtrar(MOTIVO).order_by("numero")
    assert [(c.partida_id, c.numero, c.modo, c.por.username) for c in cierres.select_related("por")] == [
        (partida.pk, 1, "a_mano", "dani"),
        (partida.pk, 2, "a_mano", "dani"),
    ]
    de_noche = CambioFicha.objects.sin_filtrar(MOTIVO).filter(causa="cierre", personaje__nombre="Mirta").order_by("pk")
    pendientes = [e for cambio in de_noche for e in cambio.efectos if e["campo"] == "recuperacion_pendiente"]
    assert [efecto["despues"] for efecto in pendientes] == [0]
    assert pendientes[0]["antes"] > 0
    assert debidas_de(partida, reloj.ahora() + timedelta(days=30)) == []


@pytest.mark.django_db
def test_quien_entra_a_dirigir_tiene_un_dia_que_cerrar_con_algo_que_recuperar():
    partida = sembrar(ahora=reloj.ahora())

    (prevision,) = recuperacion.prever(partida, 3)

    assert (prevision.nombre, [previsto.accion for previsto in prevision.previstos]) == ("Ondina Prats", ["nuevo_dia"])


@pytest.mark.django_db
def test_quien_pasa_por_alli_lee_la_historia_y_nada_de_lo_que_es_de_otros():
    sembrar(ahora=reloj.ahora())

    legibles = Mensaje.objects.visibles_para(AnonymousUser())
    assert legibles.filter(escena__partida__titulo=HORA.titulo).count() == 41
    assert set(legibles.values_list("visibilidad", flat=True)) == {"todos"}
    assert not legibles.filter(escena__secreta=True).exists()
    privados = Mensaje.objects.sin_filtrar(MOTIVO).exclude(visibilidad="todos")
    assert dict(Counter(privados.values_list("visibilidad", flat=True))) == {"destinatarios": 4, "direccion": 1}


@pytest.mark.django_db
def test_no_toca_un_sitio_donde_ya_hay_alguien(settings):
    settings.DEMO = True
    Usuario.objects.create_user("eva")
    salida = StringIO()

    call_command("demo", stdout=salida)

    assert salida.getvalue() == "Ya hay cuentas: la demostración no toca nada.\n"
    assert list(Usuario.objects.values_list("username", flat=True)) == ["eva"]
    assert not Partida.objects.sin_filtrar(MOTIVO).exists()


@pytest.mark.django_db
def test_fuera_del_perfil_de_demostracion_no_se_siembra(settings):
    settings.DEMO = False

    with pytest.raises(CommandError, match="DEMO=1"):
        call_command("demo", stdout=StringIO())

    assert not Usuario.objects.exists()
