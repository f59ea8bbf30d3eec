"""Closing a day: what it does to the sheets, who is told of it, and that it happens once."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.utils import timezone

from partidas.dominio import (
    anulaciones,
    auditoria,
    cesiones,
    cierres,
    comprobacion,
    continuaciones,
    partidas,
    recuperacion,
)
from partidas.dominio.cierres import AjustesDeDias
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Acta, Cierre, Escena, Mensaje, Parada, Partida, Recuperacion, Suceso, Tirada
from personajes.models import CambioFicha, Personaje
from reglas import motor
from reglas.models import Asiento, Libro
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

UN_DIA = timedelta(days=1)
CANSADA = fabrica.FICHA | {"descansos": 2}
HERIDA = fabrica.FICHA | {"vigor": {"maximo": 12, "reserva": 3, "ventaja": 1}}
MEDIODIA = datetime(2026, 12, 2, 11, 0, tzinfo=UTC)


def cansar(fila: Any, **campos: Any) -> None:
    """Change a sheet as it stands."""
    personaje = Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id)
    personaje.ficha |= campos
    personaje.save()


def ficha(fila: Any) -> dict[str, Any]:
    return Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id).ficha


def todos(modelo: type) -> Any:
    return modelo.objects.sin_filtrar("test").order_by("pk")


def cerrar(hasta: datetime = MEDIODIA) -> int:
    return cierres.cerrar_vencidas(lambda: hasta)


def de(fila: Any) -> Partida:
    return Partida.objects.sin_filtrar("test").get(pk=fila.pk)


@pytest.fixture
def con_dados(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play with a system whose day ends with a rest that throws a die, then a new day; it counts tired days."""
    dados = replace(
        motor.sistema("strange"),
        fin_de_dia=lambda _ficha, _dia: (("recuperacion", {}), ("nuevo_dia", {})),
        cuenta_de_dias={"cansado": lambda ficha: ficha["descansos"] > 0},
    )
    monkeypatch.setattr(motor, "sistemas", lambda: MappingProxyType({"strange": dados}))


def test_el_dia_acaba_y_los_descansos_vuelven_a_cero_con_su_historia():
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)

    assert cerrar() == 1

    cierre = todos(Cierre).get()
    assert (cierre.numero, cierre.fecha, cierre.modo, cierre.por) == (1, date(2026, 12, 1), "automatico", None)
    assert de(mesa.partida).ultima_jornada == date(2026, 12, 1)
    assert ficha(mesa.kaelen)["descansos"] == 0
    cambio = todos(CambioFicha).filter(personaje=mesa.kaelen.personaje_id).last()
    efecto = {"sobre": "ficha", "campo": "descansos", "antes": 2, "despues": 0, "motivo": "nuevo_dia"}
    assert (cambio.causa, cambio.efectos, cambio.por, cambio.version) == ("cierre", [efecto], None, 2)
    assert comprobacion.incumplidas() == []


def test_no_se_cierra_antes_de_la_hora_ni_dos_veces():
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)
    antes_de_las_cuatro = datetime(2026, 12, 2, 2, 59, tzinfo=UTC)

    assert [cerrar(antes_de_las_cuatro), cerrar(antes_de_las_cuatro + timedelta(minutes=1)), cerrar()] == [0, 1, 0]

    assert todos(Cierre).count() == todos(CambioFicha).filter(causa="cierre").count() == 1
    assert not cierres.cerrar_dia(mesa.partida.pk, date(2026, 12, 1), ahora=MEDIODIA)
    assert not cierres.cerrar_dia(mesa.partida.pk, date(2026, 12, 2), ahora=MEDIODIA)


def test_un_mensaje_lo_cuenta_fuera_de_personaje_sin_decir_nada_de_ninguna_ficha():
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)

    cerrar()

    mensaje = todos(Mensaje).get()
    assert (mensaje.voz, mensaje.autor, mensaje.visibilidad, mensaje.texto) == (
        "sistema", None, "todos", "Acaba la jornada 1.",
    )  # fmt: skip
    assert (mensaje.escena.tipo, mensaje.orden, mensaje.escena.ultimo_orden) == ("fuera", 1, 1)
    assert todos(Cierre).get().mensaje == mensaje
    suceso = todos(Suceso).get(clase="jornada_cerrada")
    assert (suceso.mensaje, suceso.escena, suceso.actor) == (mensaje, mensaje.escena, None)


@pytest.mark.parametrize(
    ("cerradas", "donde"),
    [((), "Fuera de personaje"), (("Fuera de personaje",), "La puerta"), (("*",), "Fuera de personaje")],
)
def test_se_cuenta_en_una_escena_que_leen_todos_y_si_puede_ser_abierta(cerradas, donde):
    mesa = fabrica.mesa()
    fabrica.secreta(mesa, mesa.kaelen)
    filas = Escena.objects.sin_filtrar("test").filter(secreta=False)
    (filas if "*" in cerradas else filas.filter(titulo__in=cerradas)).update(estado="cerrada")

    cerrar()

    assert todos(Mensaje).get().escena.titulo == donde


def test_lo_de_cada_ficha_lo_sabe_quien_la_lee_y_lo_de_un_pnj_secreto_solo_la_direccion():
    mesa = fabrica.mesa("publica")
    cansar(mesa.kaelen, descansos=2)
    guardia = fabrica.reparto.incorporar(
        mesa.partida, nombre="La Sombra", ficha=CANSADA, por=mesa.dani, ahora=AHORA, clase="pnj", secreto=True
    )

    cerrar()

    def sabe(quien: Any) -> list[str]:
        return sorted(Recuperacion.objects.visibles_para(quien).values_list("nombre", flat=True))

    assert ficha(guardia)["descansos"] == 0
    assert sabe(mesa.dani) == ["Kaelen", "La Sombra"]
    assert sabe(mesa.ana) == ["Kaelen"]
    assert [sabe(quien) for quien in (mesa.bruno, mesa.esp, mesa.eva, AnonymousUser())] == [[], [], [], []]
    assert [Cierre.objects.visibles_para(q).count() for q in (mesa.esp, mesa.eva, AnonymousUser())] == [1, 1, 1]
    assert [m.visibilidad for m in todos(Mensaje)] == ["todos"]


def test_los_dados_salen_del_libro_cerrado_y_cada_tarjeta_la_lee_su_jugador(con_dados):
    mesa = fabrica.mesa()
    for fila in (mesa.kaelen, mesa.mirta):
        cansar(fila, vigor={"maximo": 12, "reserva": 3, "ventaja": 1})
    fabrica.reparto.incorporar(
        mesa.partida, nombre="La Sombra", ficha=HERIDA, por=mesa.dani, ahora=AHORA, clase="pnj", secreto=True
    )

    cerrar()

    def lee(quien: Any) -> list[str]:
        return sorted(Tirada.objects.visibles_para(quien).values_list("nombre", flat=True))

    assert lee(mesa.dani) == ["Kaelen", "La Sombra", "Mirta"]
    assert [lee(q) for q in (mesa.ana, mesa.bruno, mesa.esp)] == [["Kaelen"], ["Mirta"], []]
    assert [Mensaje.objects.visibles_para(q).count() for q in (mesa.ana, mesa.bruno, mesa.esp, mesa.dani)] == [
        2,
        2,
        1,
        4,
    ]
    assert {(t.libro, t.autor, t.accion) for t in todos(Tirada)} == {("cerrado", None, "recuperacion")}
    assert {(c.causa, c.asiento) for c in todos(CambioFicha).filter(causa="cierre")} == {
        ("cierre", t.recibo) for t in todos(Tirada)
    }
    hechos = todos(Recuperacion).get(nombre="Kaelen").hechos
    assert [hecho["recibo"] for hecho in hechos] == [todos(Tirada).get(nombre="Kaelen").recibo]
    de_noche = todos(Suceso).filter(clase__in=("jornada_cerrada", "recuperado"))
    assert sorted(de_noche.values_list("clase", flat=True)) == ["jornada_cerrada", *["recuperado"] * 3]
    assert comprobacion.incumplidas() == []
    assert [auditoria.repasar(uno, ahora=MEDIODIA).fallos for uno in Libro.objects.all()] == [(), ()]


def test_lo_que_la_ficha_ya_no_admite_se_deja_sin_hacer_y_lo_demas_sigue(con_dados):
    """The rest leaves points to share, and with them the rules refuse a new day."""
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, vigor={"maximo": 12, "reserva": 3, "ventaja": 1})

    cerrar()

    kaelen = todos(Recuperacion).get(nombre="Kaelen")
    assert [hecho["accion"] for hecho in kaelen.hechos] == ["recuperacion"]
    assert ficha(mesa.kaelen)["recuperacion_pendiente"] > 0


def test_una_tirada_de_la_noche_se_continua_y_se_anula_como_cualquiera_y_el_dia_sigue_cerrado(con_dados):
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, vigor={"maximo": 12, "reserva": 3, "ventaja": 1})
    antes = ficha(mesa.kaelen)
    cerrar()
    tirada = todos(Tirada).get(nombre="Kaelen")
    orden = OrdenContinuar(clave=fabrica.uuid4(), datos={"vigor": 1, "velocidad": 0, "intelecto": 0})
    reparto = continuaciones.continuar(tirada.publico, "reparto", orden, autor=mesa.ana, ahora=MEDIODIA)

    for una in (reparto, tirada):
        assert anulaciones.anular(una.publico, motivo="No dormía.", por=mesa.dani, ahora=MEDIODIA)

    assert ficha(mesa.kaelen) == antes
    assert cerrar() == 0
    assert todos(Cierre).count() == 1
    assert comprobacion.incumplidas() == []


def test_el_sistema_sabe_que_dia_es_y_cuantos_seguidos_van(con_dados):
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=1, recuperacion_pendiente=1)

    for n in range(3):
        cerrar(MEDIODIA + n * UN_DIA)

    cuentas = todos(Recuperacion).filter(nombre="Kaelen").values_list("cierre__numero", "seguidos")
    assert list(cuentas) == [(1, {"cansado": 1}), (2, {"cansado": 2}), (3, {"cansado": 3})]


def test_fia_30_tres_dias_con_el_sitio_parado_son_tres_cierres_y_un_aviso():
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)

    assert cerrar(MEDIODIA + 2 * UN_DIA) == 3

    filas = todos(Cierre).values_list("numero", "fecha", "mensaje__texto")
    cuentan = "Acaban las jornadas 1 a 3."
    assert list(filas) == [(n, date(2026, 12, n), cuentan) for n in (1, 2, 3)]
    assert todos(Mensaje).count() == todos(Suceso).filter(clase="jornada_cerrada").count() == 1
    assert Asiento.objects.filter(tipo="ancla").count() == 3


def test_muchos_dias_de_golpe_esperan_a_la_direccion_que_los_cierra_o_los_deja_pasar():
    mesa, ahora = fabrica.mesa(), MEDIODIA + 5 * UN_DIA
    hasta = date(2026, 12, 6)
    assert cerrar(ahora) == 0
    with pytest.raises(NoPermitido):
        cierres.cerrar_ahora(mesa.partida, numero=1, por=mesa.dani, ahora=ahora)

    assert cierres.cerrar_atrasadas(mesa.partida, hasta=date(2026, 12, 4), por=mesa.dani, ahora=ahora) == 4
    assert cierres.cerrar_atrasadas(mesa.partida, hasta=date(2026, 12, 4), por=mesa.dani, ahora=ahora) == 0
    assert [cierres.saltar_atrasadas(mesa.partida, hasta=hasta, por=mesa.dani, ahora=ahora) for _ in "ab"] == [
        True,
        False,
    ]

    assert (todos(Cierre).count(), de(mesa.partida).ultima_jornada, cerrar(ahora)) == (4, hasta, 0)
    assert list(todos(Acta).values_list("verbo", flat=True)) == [*["cerrar_jornada"] * 4, "saltar_dias"]
    assert {c.por for c in todos(Cierre)} == {mesa.dani}
    assert comprobacion.incumplidas() == []


def test_muchos_dias_se_cierran_solos_si_se_vio_que_el_sitio_estuvo_parado():
    fabrica.mesa()
    Parada.objects.create(desde=AHORA, hasta=MEDIODIA + 5 * UN_DIA)

    assert cerrar(MEDIODIA + 5 * UN_DIA) == 6


def test_cerrar_ahora_una_vez_por_jornada_y_esa_noche_no_se_cierra_otra():
    mesa, tarde = fabrica.mesa(), AHORA
    cansar(mesa.kaelen, descansos=2)

    primera = cierres.cerrar_ahora(mesa.partida, numero=1, por=mesa.dani, ahora=tarde)
    otra_vez = cierres.cerrar_ahora(mesa.partida, numero=1, por=mesa.dani, ahora=tarde)

    assert (primera.repetida, otra_vez.repetida, otra_vez.cierre) == (False, True, primera.cierre)
    cierre = todos(Cierre).get()
    assert (cierre.modo, cierre.por, cierre.fecha) == ("a_mano", mesa.dani, date(2026, 12, 1))
    assert todos(CambioFicha).filter(causa="cierre").get().por == mesa.dani
    assert cerrar(MEDIODIA) == 0
    assert cerrar(MEDIODIA + UN_DIA) == 1
    assert list(todos(Cierre).values_list("numero", "fecha")) == [(1, date(2026, 12, 1)), (2, date(2026, 12, 2))]
    assert [a.verbo for a in todos(Acta)] == ["cerrar_jornada"]


def test_dos_jornadas_de_ficcion_en_un_dia_de_reloj_caben_a_mano():
    mesa = fabrica.mesa()
    cierres.ajustar(mesa.partida, AjustesDeDias("a_mano", 240), por=mesa.dani, ahora=AHORA)

    for numero in (1, 2):
        cierres.cerrar_ahora(mesa.partida, numero=numero, por=mesa.dani, ahora=AHORA)

    assert list(todos(Cierre).values_list("numero", "fecha")) == [(n, date(2026, 12, 1)) for n in (1, 2)]
    assert cerrar(MEDIODIA + 9 * UN_DIA) == 0
    with pytest.raises(DatoInvalido):
        cierres.cerrar_ahora(mesa.partida, numero=4, por=mesa.dani, ahora=AHORA)


def test_cada_varios_dias():
    mesa = fabrica.mesa()
    cierres.ajustar(mesa.partida, AjustesDeDias("cada_n", 240, 3), por=mesa.dani, ahora=AHORA)

    cerradas = [cerrar(MEDIODIA + n * UN_DIA) for n in range(7)]

    assert cerradas == [0, 0, 1, 0, 0, 1, 0]
    assert list(todos(Cierre).values_list("fecha", flat=True)) == [date(2026, 12, 3), date(2026, 12, 6)]


def test_cambiar_como_acaban_los_dias_no_cierra_los_que_no_contaban():
    mesa = fabrica.mesa()
    a_mano, diario = AjustesDeDias("a_mano", 240), AjustesDeDias("diario", 0)
    assert [cierres.ajustar(mesa.partida, a_mano, por=mesa.dani, ahora=AHORA) for _ in "ab"] == [True, False]
    mucho_despues = MEDIODIA + 20 * UN_DIA

    cierres.ajustar(mesa.partida, diario, por=mesa.dani, ahora=mucho_despues)

    assert cerrar(mucho_despues) == 0
    assert cerrar(mucho_despues + UN_DIA) == 1


@pytest.mark.parametrize(
    "malos", [AjustesDeDias("nunca", 0), AjustesDeDias("diario", 1440), AjustesDeDias("cada_n", 0, 0)]
)
def test_ajustes_imposibles(malos):
    mesa = fabrica.mesa()

    with pytest.raises(DatoInvalido):
        cierres.ajustar(mesa.partida, malos, por=mesa.dani, ahora=AHORA)


def test_en_pausa_no_cuentan_los_dias_y_al_reanudar_no_se_cierra_ninguno():
    mesa = fabrica.mesa()
    partidas.pausar(mesa.partida, por=mesa.dani, ahora=AHORA)
    assert cerrar(MEDIODIA + UN_DIA) == 0
    with pytest.raises(NoPermitido):
        cierres.cerrar_ahora(mesa.partida, numero=1, por=mesa.dani, ahora=MEDIODIA)

    partidas.reanudar(mesa.partida, por=mesa.dani, ahora=MEDIODIA + 9 * UN_DIA)

    assert de(mesa.partida).ultima_jornada == date(2026, 12, 10)
    assert [cerrar(MEDIODIA + n * UN_DIA) for n in (9, 10)] == [0, 1]


def test_pausar_y_seguir_no_reabre_un_dia_cerrado_a_mano():
    mesa = fabrica.mesa()
    cierres.cerrar_ahora(mesa.partida, numero=1, por=mesa.dani, ahora=AHORA)
    partidas.pausar(mesa.partida, por=mesa.dani, ahora=AHORA)
    partidas.reanudar(mesa.partida, por=mesa.dani, ahora=AHORA)

    assert cerrar() == 0


@pytest.mark.parametrize("estado", ["preparacion", "finalizada", "archivada"])
def test_terminada_o_por_empezar_no_cierra_dias(estado):
    mesa = fabrica.mesa()
    Partida.objects.sin_filtrar("test").filter(pk=mesa.partida.pk).update(estado=estado)

    assert cerrar() == 0
    with pytest.raises(NoPermitido):
        cierres.cerrar_ahora(mesa.partida, numero=1, por=mesa.dani, ahora=MEDIODIA)


def test_una_partida_de_antes_empieza_a_contar_hoy():
    mesa = fabrica.mesa()
    Partida.objects.sin_filtrar("test").update(ultima_jornada=None)

    assert [cerrar(MEDIODIA + 40 * UN_DIA), cerrar(MEDIODIA + 41 * UN_DIA)] == [0, 1]
    assert de(mesa.partida).ultima_jornada == date(2027, 1, 11)


def test_quien_no_esta_en_juego_no_recupera_nada():
    mesa = fabrica.mesa()
    for fila, estado in ((mesa.kaelen, "creacion"), (mesa.mirta, "retirado")):
        cansar(fila, descansos=2)
        Personaje.objects.sin_filtrar("test").filter(pk=fila.personaje_id).update(estado=estado)

    cerrar()

    assert (ficha(mesa.kaelen)["descansos"], ficha(mesa.mirta)["descansos"]) == (2, 2)


def test_fia_31_con_los_relojes_a_mas_de_dos_minutos_no_se_cierra_nada(monkeypatch, caplog):
    """Only PostgreSQL has a clock that can differ from ours; with SQLite both are one and the day closes."""
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)
    otro_reloj = connection.vendor == "postgresql"
    adelantada = timezone.now() + timedelta(seconds=125)

    with monkeypatch.context() as desviado:
        desviado.setattr(timezone, "now", lambda: adelantada)
        assert cerrar() == (0 if otro_reloj else 1)

    assert todos(Cierre).count() == (0 if otro_reloj else 1)
    assert ("no se cierra ningún día" in caplog.text) == otro_reloj
    assert cerrar() == (1 if otro_reloj else 0)


def test_una_partida_que_falla_no_detiene_a_las_demas(settings):
    fabrica.mesa()
    otra = partidas.crear(partidas.DatosPartida("Otra", "strange"), direccion=fabrica.cuenta("olga"), ahora=AHORA)
    Partida.objects.sin_filtrar("test").exclude(pk=otra.pk).update(sistema="no-existe")

    assert cerrar() == 1
    assert todos(Cierre).get().partida == otra


def test_a_medias_no_queda_nada(settings):
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)
    sucesos = todos(Suceso).count()
    for paso in ("cerrojos", "fila", "fichas", "ancla", "antes_commit"):
        settings.FALLOS = {f"cierre:{paso}": ("excepcion", 0.0)}
        assert cerrar() == 0, paso
        assert [todos(t).count() for t in (Cierre, Mensaje, Suceso, Recuperacion)] == [0, 0, sucesos, 0], paso
        assert ficha(mesa.kaelen)["descansos"] == 2, paso
    settings.FALLOS = {}

    assert cerrar() == 1


def test_la_prevision_no_tira_ni_cambia_nada_y_dice_lo_que_luego_pasa(con_dados, monkeypatch):
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)
    libro = Asiento.objects.count()

    (kaelen, mirta) = recuperacion.prever(de(mesa.partida), 1)

    assert [(p.accion, p.efectos) for p in kaelen.previstos] == [("recuperacion", None), ("nuevo_dia", None)]
    assert mirta.nombre == "Mirta"
    assert (Asiento.objects.count(), ficha(mesa.kaelen)["descansos"]) == (libro, 2)
    monkeypatch.undo()
    (sola,) = recuperacion.prever(de(mesa.partida), 1)
    cerrar()
    hechos = todos(Recuperacion).get().hechos
    assert [(p.accion, list(p.efectos)) for p in sola.previstos] == [(h["accion"], h["efectos"]) for h in hechos]


def test_nadie_mas_que_la_direccion_cierra_ajusta_ni_deja_pasar():
    mesa = fabrica.mesa()
    for quien, error in ((mesa.ana, NoPermitido), (mesa.esp, NoPermitido), (mesa.eva, NoExiste)):
        orden = {"por": quien, "ahora": AHORA}
        with pytest.raises(error):
            cierres.cerrar_ahora(mesa.partida, numero=1, **orden)
        with pytest.raises(error):
            cierres.cerrar_atrasadas(mesa.partida, hasta=date(2027, 1, 1), **orden)
        with pytest.raises(error):
            cierres.saltar_atrasadas(mesa.partida, hasta=date(2027, 1, 1), **orden)
        with pytest.raises(error):
            cierres.ajustar(mesa.partida, AjustesDeDias("a_mano", 0), **orden)
    assert [todos(t).count() for t in (Cierre, Acta)] == [0, 0]


def test_entregar_un_personaje_lleva_sus_cuentas_consigo():
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)
    cerrar()

    cesiones.entregar(mesa.kaelen, a=mesa.bruno, por=mesa.dani, ahora=MEDIODIA)

    assert [Recuperacion.objects.visibles_para(q).count() for q in (mesa.ana, mesa.bruno)] == [0, 1]


def test_comprobar_ve_un_cierre_que_falta_sobra_o_no_cuenta_lo_que_hizo():
    mesa = fabrica.mesa()
    cansar(mesa.kaelen, descansos=2)
    cerrar()
    assert comprobacion.incumplidas() == []
    kaelen, publico = mesa.kaelen.personaje.publico, mesa.partida.publico

    todos(Recuperacion).update(hechos=[])
    assert comprobacion.incumplidas() == [f"personaje {kaelen}: 0 cambios de noche contados y 1 en su ficha"]
    Partida.objects.sin_filtrar("test").update(ultima_jornada=date(2026, 11, 30))
    todos(Cierre).update(numero=2)
    assert comprobacion.incumplidas()[:2] == [
        f"partida {publico}: falta o sobra un número entre sus jornadas",
        f"partida {publico}: las fechas de sus jornadas no van en orden",
    ]
    todos(Recuperacion).delete()
    todos(Cierre).delete()
    assert comprobacion.incumplidas()[0] == f"partida {publico}: hay 0 jornadas cerradas y 1 anclas en su libro"


def test_lo_que_da_cada_sesion_se_da_cada_dia_donde_asi_se_dice_y_se_preve():
    mesa = fabrica.duelo("salvaje", ana="guerrero", bruno="marino", pnj="extra")
    Partida.objects.sin_filtrar("test").filter(pk=mesa.partida.pk).update(renovacion=Partida.Renovacion.POR_DIA)
    fabrica.poner(mesa.kaelen, benis=1)
    fabrica.poner(mesa.mirta, benis=5)
    numero = cierres.numero_en_curso(de(mesa.partida))

    prevista = recuperacion.prever(de(mesa.partida), numero)
    cierres.cerrar_ahora(mesa.partida, numero=numero, por=mesa.dani, ahora=AHORA)

    assert [
        (p.nombre, [(e["campo"], e["despues"]) for q in p.previstos for e in q.efectos or ()]) for p in prevista
    ] == [("Kaelen", [("benis", 3)])]
    assert (ficha(mesa.kaelen)["benis"], ficha(mesa.mirta)["benis"], ficha(mesa.pnj)["benis"]) == (3, 5, 0)
