"""The two scenes in combat: each plays its game for real, says what fell, and anybody may read them."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from config import reloj
from cuentas.models import Usuario
from partidas.demostracion import CUENTAS, seguir
from partidas.demostracion.guion import SI_NO, Acto, Guion, Lance, Mesa, Segun, Turno, prosa
from partidas.demostracion.representar import YA, duracion, representar
from partidas.demostracion.sal import ELENCO, SAL
from partidas.demostracion.sal_duelo import DUELO
from partidas.demostracion.viento import VIENTO
from partidas.demostracion.viento_abordaje import ABORDAJE, DE_LA_VICTIMA
from partidas.dominio import comprobacion, turnos
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Combatiente, Escena, Mensaje, Partida, Reparto, SolicitudDePalabra, Tirada
from reglas import motor

MOTIVO = "test"
ESTADOS = {
    "lemuria": {"Aturdido", "Moribundo", "Muerto"},
    "salvaje": {"Aturdido", "Herido", "Incapacitado", "Desangrándose"},
}
"""The states in words that the scripts wait for."""
INTENTOS = 80


@pytest.fixture
def gente(db) -> dict[str, Usuario]:
    return {nombre: Usuario.objects.create_user(nombre) for nombre in CUENTAS}


def _turnos(guion: Guion) -> list[Turno]:
    return [turno for acto in guion.obra if isinstance(acto, Acto) for turno in acto.turnos]


def _posibles(turno: Turno) -> Iterator[str]:
    """Yield every way in which a turn may be told."""
    if isinstance(turno.texto, Segun):
        yield from map(prosa, (turno.texto.bien, turno.texto.mal, *turno.texto.casos.values()))
    else:
        yield prosa(turno.texto)
    if turno.si_no:
        yield prosa(turno.si_no)


def _de(partida: Partida, titulo: str) -> list[Mensaje]:
    """Return what was told in the scene, in order, without the ends of turn and the awards."""
    mensajes = Mensaje.objects.sin_filtrar(MOTIVO).filter(escena__partida=partida, escena__titulo=titulo)
    return [m for m in mensajes.order_by("orden") if m.texto not in ("", "Fin de turno.")]


def _tiradas(partida: Partida) -> list[Tirada]:
    return list(Tirada.objects.sin_filtrar(MOTIVO).filter(mensaje__escena__partida=partida).order_by("pk"))


@pytest.mark.parametrize("guion", [SAL, VIENTO], ids=["sal", "viento"])
def test_lo_que_espera_un_texto_existe_en_su_juego(guion):
    """A case with a misprint would never be told."""
    juego = motor.sistema(guion.sistema)
    conocidos = {SI_NO, *ESTADOS[guion.sistema], *juego.acciones}
    casos = [caso for turno in _turnos(guion) if isinstance(turno.texto, Segun) for caso in turno.texto.casos]

    assert len(casos) > 8
    assert {caso for caso in casos if caso.removeprefix(YA).partition(":")[0] not in conocidos} == set()
    opciones = {o for t in _turnos(guion) if t.lance for o in (*t.lance.toma, *t.lance.responde)}
    assert opciones <= set(juego.continuaciones)


@pytest.mark.parametrize(("guion", "titulo"), [(SAL, DUELO), (VIENTO, ABORDAJE)], ids=["sal", "viento"])
def test_se_representa_entera_caigan_como_caigan_los_dados(guion, titulo, gente):
    ahora = reloj.ahora()

    partida = representar(guion, gente, hasta=ahora)

    assert (partida.sistema, partida.acceso, partida.estado) == (guion.sistema, "publica", "en_juego")
    escenas = Escena.objects.sin_filtrar(MOTIVO).filter(partida=partida, tipo="juego")
    assert list(escenas.values_list("titulo", "secreta", "estado")) == [(titulo, False, "abierta")]
    contados, esperados = _de(partida, titulo), _turnos(guion)
    assert 10 <= len(esperados) <= 16
    assert [m.nombre_voz for m in contados] == [t.quien for t in esperados]
    assert [m.texto in set(_posibles(t)) for m, t in zip(contados, esperados, strict=True)] == [True] * len(esperados)
    assert contados[-1].publicado == ahora
    papeles = {(papel.nombre, papel.persona) for papel in guion.elenco}
    filas = Reparto.objects.sin_filtrar(MOTIVO).filter(partida=partida)
    assert {(f.personaje.nombre, f.usuario.username if f.usuario else "") for f in filas} == papeles
    en_combate = Combatiente.objects.sin_filtrar(MOTIVO).filter(escena__partida=partida)
    assert en_combate.count() == len(guion.elenco)
    assert comprobacion.incumplidas() == []


@pytest.mark.parametrize("guion", [SAL, VIENTO], ids=["sal", "viento"])
def test_cualquiera_la_lee_entera(guion, gente):
    partida = representar(guion, gente, hasta=reloj.ahora())

    legibles = Mensaje.objects.visibles_para(AnonymousUser()).filter(escena__partida=partida)
    todos = Mensaje.objects.sin_filtrar(MOTIVO).filter(escena__partida=partida)
    assert set(legibles) == set(todos)
    assert set(legibles.values_list("visibilidad", flat=True)) == {"todos"}
    visibles = Tirada.objects.visibles_para(AnonymousUser()).filter(mensaje__escena__partida=partida)
    assert set(visibles) == set(_tiradas(partida))
    assert {tirada.libro for tirada in visibles} == {"abierto"}


@pytest.mark.django_db
def test_el_duelo_tira_lo_que_declara_y_la_tarjeta_lleva_lo_que_cada_cual_hizo(gente):
    partida = representar(SAL, gente, hasta=reloj.ahora())

    tiradas = _tiradas(partida)
    primeras = [(t.nombre, t.accion) for t in tiradas if t.continua_id is None and t.nombre != "Cuadrilla del pozo"]
    assert [nombre_y_accion for nombre_y_accion in primeras if nombre_y_accion[1] != "fin_de_turno"] == [
        ("Jedara", "iniciativa"),
        ("Urbil Tresvoces", "iniciativa"),
        ("Jedara", "posicion"),
        ("Jedara", "atacar"),
        ("Tellac", "atacar"),
        ("Urbil Tresvoces", "atacar"),
        ("Urbil Tresvoces", "tirada"),
        ("Jedara", "posicion"),
        ("Jedara", "atacar"),
    ]
    acabados = {t.nombre for t in tiradas if t.accion == "fin_de_turno"}
    assert {"Jedara", "Urbil Tresvoces", "Tellac"} <= acabados <= set(ELENCO)
    _nada_que_tomar(tiradas, SAL)
    astillados = [t for t in tiradas if t.accion == "escudo_astillado"]
    assert [(t.autor.username, t.nombre) for t in astillados] in ([], [("dani", "Urbil Tresvoces")])
    relato = "\n".join(m.texto for m in _de(partida, DUELO))
    assert ("Era de mi madre" in relato) == bool(astillados)
    calamidades = [t for t in tiradas if t.accion == "fallo_calamitoso"]
    assert ("la calamidad tiene nombre de héroe" in relato) == any(t.pk < _fin(tiradas) for t in calamidades)


def _fin(tiradas: list[Tirada]) -> int:
    return next(t.pk for t in tiradas if t.accion == "fin_de_turno")


def _nada_que_tomar(tiradas: list[Tirada], guion: Guion) -> None:
    """Nothing that a script takes of its rolls was left lying: a hit has its damage, and a calamity its disaster."""
    lances = {turno.lance.que: turno.lance for turno in _turnos(guion) if turno.lance}
    hijas = {t.continua_id for t in tiradas if t.continua_id}
    solas = [t for t in tiradas if t.continua_id is None and t.pk not in hijas and t.declaracion in lances]
    assert [(t.declaracion, t.respuesta["opciones"]) for t in solas if _tomaria(t, lances[t.declaracion])] == []


def _tomaria(tirada: Tirada, lance: Lance) -> bool:
    insiste = lance.insiste and tirada.respuesta["exito"] is False
    return bool(set(tirada.respuesta["opciones"]) & {*lance.toma, *(seguir.INSISTIR if insiste else ())})


@pytest.mark.django_db
def test_el_abordaje_reparte_cartas_gobierna_y_deja_contestar_a_quien_recibe(gente):
    partida = representar(VIENTO, gente, hasta=reloj.ahora())

    tiradas = _tiradas(partida)
    primeras = [(t.nombre, t.accion) for t in tiradas if t.continua_id is None]
    assert primeras[:7] == [
        ("Brianda Osorno", "gobernar_barco"),
        ("Garvín", "carta_accion"),
        ("Remedios Saúco", "carta_accion"),
        ("Brianda Osorno", "carta_accion"),
        ("Garvín", "ataque"),
        ("Remedios Saúco", "ataque"),
        ("Brianda Osorno", "premiar_beni"),
    ]
    assert primeras[-1] == ("Brianda Osorno", "gobernar_barco")
    cartas = [t.respuesta["detalle"]["carta"] for t in tiradas if t.accion == "carta_accion"]
    assert len(set(cartas)) == 3
    _nada_que_tomar(tiradas, VIENTO)
    derivas = [t for t in tiradas if t.accion == "deriva"]
    assert all(t.continua.respuesta["exito"] is False for t in derivas)
    heridas = [t for t in tiradas if t.accion == "dano" and "absorcion" in t.respuesta["opciones"]]
    absorbidas = {t.continua_id: t.autor.username for t in tiradas if t.accion == "absorcion"}
    assert absorbidas == {t.pk: "carla" if t.objetivo.nombre == "Garvín" else "hugo" for t in heridas}


@pytest.mark.django_db
def test_una_calamidad_se_cuenta_y_la_direccion_la_premia(gente):
    """The path of the script that most runs never walk, walked until a natural 2 comes."""
    partida = representar(SAL, gente, hasta=reloj.ahora() - timedelta(hours=1))
    escena = Escena.objects.sin_filtrar(MOTIVO).get(partida=partida, titulo=DUELO)
    urbil = Reparto.objects.sin_filtrar(MOTIVO).get(partida=partida, personaje__nombre="Urbil Tresvoces").personaje
    desastre = {"fallo_calamitoso": {"descripcion": "Se abre el suelo.", "recompensa": True}}
    lance = Lance("tirada", {"atributo": "mente", "dados_penalizacion": 5}, toma=tuple(desastre), con_datos=desastre)
    mesa = seguir.Mesa(gente["dani"], gente["carla"], gente["carla"], reloj.ahora())
    urbil.refresh_from_db()
    antes = urbil.ficha["ph"]
    premiadas = SolicitudDePalabra.objects.sin_filtrar(MOTIVO).count()

    for _intento in range(INTENTOS):
        declarada = TiradaDeclarada(lance.accion, lance.datos, personaje=urbil.publico)
        orden = turnos.OrdenTurno(uuid4(), "Tiento.", personaje=urbil.publico, tiradas=(declarada,))
        mensaje = turnos.publicar(escena, orden, autor=gente["dani"], ahora=reloj.ahora()).mensaje
        cadena = seguir.seguir(Tirada.objects.sin_filtrar(MOTIVO).get(mensaje=mensaje), lance, mesa)
        if len(cadena.tiradas) > 1:
            break

    assert [t.accion for t in cadena.tiradas] == ["tirada", "fallo_calamitoso"]
    assert {"fallo_calamitoso", "tirada:fallo_automatico"} <= cadena.hechos
    urbil.refresh_from_db()
    assert urbil.ficha["ph"] == antes + 1
    palabras = SolicitudDePalabra.objects.sin_filtrar(MOTIVO).order_by("pk")
    assert palabras.count() == premiadas + 1
    ultima = palabras.last()
    assert (ultima.estado, ultima.por.username, ultima.resuelta_por.username) == ("concedida", "dani", "carla")


def test_quien_ya_no_puede_actuar_tiene_otras_palabras():
    """A blow may fell whoever has a roll afterwards: those turns say what then."""
    assert {(t.quien, bool(t.si_no)) for t in _turnos(SAL) if t.lance and t.quien == "Cuadrilla del pozo"} == {
        ("Cuadrilla del pozo", True)
    }
    responden = [t.lance.responde if t.lance else () for t in _turnos(VIENTO)]
    tras_el_golpe = _turnos(VIENTO)[responden.index(DE_LA_VICTIMA) :]
    suyos = [t for t in tras_el_golpe if t.quien == "Garvín" and t.lance]
    assert [bool(t.si_no) for t in suyos] == [True, True]


def test_cada_paso_del_guion_dura_lo_suyo():
    pasos = len(_turnos(SAL)) + sum(not isinstance(parte, Acto) for parte in SAL.obra)

    assert any(isinstance(parte, Mesa) for parte in SAL.obra)
    assert timedelta(hours=pasos) < duracion(SAL) < timedelta(days=10)
