"""Whose turn it is: the three modes, by every verb that may change it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cuentas.dominio import cerrar_cuenta
from cuentas.models import Ausencia
from partidas.dominio import (
    cesiones,
    deshacer,
    escenas,
    moderacion,
    obrero,
    partidas,
    pedidas,
    plazas,
    programados,
    turnos,
    vez,
)
from partidas.dominio.errores import DatoInvalido, NoPermitido, NoProcede
from partidas.dominio.vez import Turnos
from partidas.models import Acta, Escena, Mensaje, Participante, Pendiente, ReglaDeAusencia, Reparto, Suceso
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


@pytest.fixture
def mesa():
    return fabrica.mesa()


def deben(escena) -> list[tuple[str, str]]:
    """Return who owes a turn in the scene: the character (or nothing) and the person (or nothing)."""
    filas = Pendiente.objects.sin_filtrar("test").filter(escena=escena, clase="turno", saldado__isnull=True)
    return sorted(
        (fila.personaje.nombre if fila.personaje else "", fila.para.username if fila.para else "")
        for fila in filas.select_related("personaje", "para")
    )


def modo(mesa, modo_, **campos) -> bool:
    return vez.configurar(mesa.escena, Turnos(modo_, **campos), por=mesa.dani, ahora=AHORA)


def ronda(mesa) -> int:
    return Escena.objects.sin_filtrar("test").get(pk=mesa.escena.pk).ronda


def ausentar(mesa, persona, que, hasta=date(2026, 12, 3)) -> None:
    Ausencia.objects.create(usuario=persona, desde=date(2026, 11, 30), hasta=hasta, creada=AHORA)
    ReglaDeAusencia.objects.sin_filtrar("test").create(partida=mesa.partida, usuario=persona, que=que)


KAELEN, MIRTA, LA_DIRECCION = ("Kaelen", "ana"), ("Mirta", "bruno"), ("", "")


def test_en_una_escena_libre_nadie_debe_hasta_que_se_le_da_el_turno(mesa) -> None:
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    assert deben(mesa.escena) == []

    assert vez.dar(mesa.escena, mesa.mirta.personaje.publico, por=mesa.dani, ahora=AHORA)
    assert not vez.dar(mesa.escena, mesa.mirta.personaje.publico, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    assert deben(mesa.escena) == [MIRTA]
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    assert deben(mesa.escena) == []


def test_por_rondas_escriben_todos_sigue_la_direccion_y_abre_la_siguiente_al_publicar(mesa) -> None:
    assert modo(mesa, "rondas")
    assert not modo(mesa, "rondas")
    assert (ronda(mesa), deben(mesa.escena)) == (1, [KAELEN, MIRTA])

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    fabrica.publicar(mesa, mesa.dani)
    assert (ronda(mesa), deben(mesa.escena)) == (1, [MIRTA])

    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    assert deben(mesa.escena) == [LA_DIRECCION]

    fabrica.publicar(mesa, mesa.dani, mesa.pnj)
    assert (ronda(mesa), deben(mesa.escena)) == (2, [KAELEN, MIRTA])


def test_por_rondas_la_siguiente_se_abre_tambien_con_un_boton(mesa) -> None:
    modo(mesa, "rondas")
    assert not vez.abrir_ronda(mesa.escena, por=mesa.dani, ahora=AHORA)
    for persona, fila in ((mesa.ana, mesa.kaelen), (mesa.bruno, mesa.mirta)):
        assert vez.pasar(mesa.escena, fila.personaje.publico, por=persona, ahora=AHORA)
    assert deben(mesa.escena) == [LA_DIRECCION]

    assert vez.abrir_ronda(mesa.escena, por=mesa.dani, ahora=AHORA)
    assert (ronda(mesa), deben(mesa.escena)) == (2, [KAELEN, MIRTA])

    modo(mesa, "orden")
    with pytest.raises(NoProcede):
        vez.abrir_ronda(mesa.escena, por=mesa.dani, ahora=AHORA)


def test_en_orden_solo_uno_tiene_el_turno_y_la_direccion_puede_tener_su_sitio(mesa) -> None:
    orden = (mesa.mirta.personaje.publico, "direccion")
    modo(mesa, "orden", orden=orden)
    assert deben(mesa.escena) == [MIRTA]

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    assert deben(mesa.escena) == [MIRTA]
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    assert deben(mesa.escena) == [LA_DIRECCION]
    fabrica.publicar(mesa, mesa.dani)
    assert (ronda(mesa), deben(mesa.escena)) == (1, [KAELEN])
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    assert (ronda(mesa), deben(mesa.escena)) == (2, [MIRTA])

    modo(mesa, "orden", orden=(mesa.kaelen.personaje.publico, mesa.mirta.personaje.publico))
    assert deben(mesa.escena) == [KAELEN]


def test_un_turno_que_no_leen_todos_no_cuenta_ni_dice_que_existe(mesa) -> None:
    modo(mesa, "orden")
    antes = list(Pendiente.objects.sin_filtrar("test").values())

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion")
    fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen)

    assert list(Pendiente.objects.sin_filtrar("test").values()) == antes
    assert deben(mesa.escena) == [KAELEN]


def test_pasa_quien_tiene_el_turno_y_nadie_por_otro(mesa) -> None:
    modo(mesa, "orden")
    with pytest.raises(NoPermitido):
        vez.pasar(mesa.escena, mesa.kaelen.personaje.publico, por=mesa.bruno, ahora=AHORA)
    assert not vez.pasar(mesa.escena, mesa.mirta.personaje.publico, por=mesa.bruno, ahora=AHORA)

    assert vez.pasar(mesa.escena, mesa.kaelen.personaje.publico, por=mesa.ana, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]


def test_saltar_se_deshace_en_su_ronda_y_no_despues(mesa) -> None:
    modo(mesa, "orden")
    kaelen = mesa.kaelen.personaje.publico
    assert vez.saltar(mesa.escena, kaelen, por=mesa.dani, ahora=AHORA, motivo="No contesta")
    assert not vez.saltar(mesa.escena, kaelen, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]
    salto = Acta.objects.sin_filtrar("test").latest("pk")

    assert deshacer.deshacer(salto, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [KAELEN]
    dado = Acta.objects.sin_filtrar("test").latest("pk")
    assert deshacer.deshacer(dado, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]
    otra_vez = Acta.objects.sin_filtrar("test").latest("pk")

    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    assert ronda(mesa) == 2
    assert not deshacer.deshacer(otra_vez, por=mesa.dani, ahora=AHORA)
    with pytest.raises(NoPermitido):
        vez.saltar(mesa.escena, kaelen, por=mesa.bruno, ahora=AHORA)


def test_en_orden_dar_el_turno_pone_delante(mesa) -> None:
    modo(mesa, "orden")
    vez.dar(mesa.escena, mesa.mirta.personaje.publico, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    assert deben(mesa.escena) == [KAELEN]
    with pytest.raises(DatoInvalido):
        vez.dar(mesa.escena, mesa.pnj.personaje.publico, por=mesa.dani, ahora=AHORA)
    with pytest.raises(DatoInvalido):
        vez.dar(mesa.escena, "direccion", por=mesa.dani, ahora=AHORA)


def test_empujar_es_cosa_de_quien_espera_una_vez_al_dia(mesa) -> None:
    modo(mesa, "orden")
    kaelen = mesa.kaelen.personaje.publico
    for nadie in (mesa.ana, mesa.esp):
        with pytest.raises(NoPermitido):
            vez.empujar(mesa.escena, kaelen, por=nadie, ahora=AHORA)

    assert vez.empujar(mesa.escena, kaelen, por=mesa.bruno, ahora=AHORA)
    with pytest.raises(NoProcede):
        vez.empujar(mesa.escena, kaelen, por=mesa.dani, ahora=AHORA + timedelta(hours=23))
    assert vez.empujar(mesa.escena, kaelen, por=mesa.dani, ahora=AHORA + timedelta(hours=24))
    assert not vez.empujar(mesa.escena, mesa.mirta.personaje.publico, por=mesa.dani, ahora=AHORA)

    sucesos = Suceso.objects.sin_filtrar("test").filter(clase="empujon").order_by("pk")
    hechos = [(s.pendiente.personaje.nombre, s.actor.username) for s in sucesos if s.pendiente and s.actor]
    assert hechos == [("Kaelen", "bruno"), ("Kaelen", "dani")]
    fila = Pendiente.objects.sin_filtrar("test").get(saldado__isnull=True)
    assert (fila.empujado, fila.empujones) == (AHORA + timedelta(hours=24), 2)


def test_quien_deja_la_partida_o_la_escena_no_debe_nada(mesa) -> None:
    modo(mesa, "rondas")
    plaza = Participante.objects.sin_filtrar("test").get(partida=mesa.partida, usuario=mesa.ana)
    plazas.expulsar(plaza, motivo="Eh", por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]
    plazas.readmitir(plaza, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [KAELEN, MIRTA]
    plazas.silenciar(plaza, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]
    plazas.dar_voz(plaza, por=mesa.dani, ahora=AHORA)

    plazas.dejar(mesa.partida, por=mesa.bruno, ahora=AHORA)
    assert deben(mesa.escena) == [KAELEN]
    plazas.volver(mesa.partida, por=mesa.bruno, ahora=AHORA)
    escenas.cambiar_presentes(mesa.escena, presentes=[mesa.mirta.personaje.publico], por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]
    escenas.deshacer_presentes(mesa.escena, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [KAELEN, MIRTA]


def test_quien_recibe_un_personaje_recibe_su_turno(mesa) -> None:
    modo(mesa, "orden")
    cesiones.entregar(mesa.kaelen, a=mesa.bruno, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [("Kaelen", "bruno")]
    fila = Reparto.objects.sin_filtrar("test").get(personaje=mesa.kaelen.personaje, hasta__isnull=True)
    cesiones.deshacer_entrega(fila, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [KAELEN]
    cesiones.entregar(fila, a=None, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]


def test_en_una_escena_cerrada_o_una_partida_acabada_nadie_debe_nada(mesa) -> None:
    modo(mesa, "rondas")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == []
    escenas.reabrir(mesa.escena, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]
    partidas.finalizar(mesa.partida, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == []
    partidas.reabrir(mesa.partida, por=mesa.dani, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]


def test_quien_cierra_su_cuenta_no_debe_nada_y_la_escena_sigue_sin_su_personaje(mesa) -> None:
    modo(mesa, "orden")
    assert deben(mesa.escena) == [KAELEN]

    cerrar_cuenta(mesa.ana, ahora=AHORA)
    assert deben(mesa.escena) == []
    obrero.vaciar(lambda: AHORA)

    assert deben(mesa.escena) == [MIRTA]
    assert [fila.personaje.nombre for fila in pedidas.pueden(mesa.partida, mesa.escena)] == ["Mirta"]


def test_lo_que_se_retira_despues_no_hace_volver_el_turno(mesa) -> None:
    modo(mesa, "orden")
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    moderacion.borrar(mensaje, por=mesa.ana, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]


def test_fuera_de_personaje_no_hay_turnos(mesa) -> None:
    fuera = Escena.objects.sin_filtrar("test").get(partida=mesa.partida, tipo="fuera")
    with pytest.raises(DatoInvalido):
        vez.configurar(fuera, Turnos("rondas"), por=mesa.dani, ahora=AHORA)
    with pytest.raises(DatoInvalido):
        vez.dar(fuera, mesa.kaelen.personaje.publico, por=mesa.dani, ahora=AHORA)


def test_volver_a_libre_no_deja_nada_pendiente(mesa) -> None:
    modo(mesa, "rondas")
    modo(mesa, "libre")
    assert deben(mesa.escena) == []
    with pytest.raises(NoPermitido):
        vez.configurar(mesa.escena, Turnos("orden"), por=mesa.ana, ahora=AHORA)


@pytest.mark.parametrize("horas", [0, 721])
def test_un_plazo_que_no_cabe_se_rechaza(mesa, horas) -> None:
    with pytest.raises(DatoInvalido):
        modo(mesa, "rondas", plazo_horas=horas)


def test_a_quien_falta_se_le_salta_si_asi_lo_dejo_dicho(mesa) -> None:
    ausentar(mesa, mesa.ana, "saltar")
    modo(mesa, "orden")
    assert deben(mesa.escena) == [MIRTA]
    assert Suceso.objects.sin_filtrar("test").filter(clase="turno_saltado").count() == 1
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    assert (ronda(mesa), deben(mesa.escena)) == (2, [MIRTA])


def test_si_faltan_todos_y_se_les_salta_la_escena_espera(mesa) -> None:
    ausentar(mesa, mesa.ana, "saltar")
    ausentar(mesa, mesa.bruno, "saltar")
    modo(mesa, "orden")
    assert (ronda(mesa), deben(mesa.escena)) == (1, [])
    modo(mesa, "rondas")
    assert (ronda(mesa), deben(mesa.escena)) == (1, [LA_DIRECCION])


def test_a_quien_falta_lo_mueve_la_direccion_y_queda_dicho(mesa) -> None:
    ausentar(mesa, mesa.ana, "mover")
    modo(mesa, "orden")
    assert deben(mesa.escena) == [("Kaelen", "")]

    with pytest.raises(DatoInvalido):
        fabrica.publicar(mesa, mesa.dani, mesa.kaelen)
    with pytest.raises(DatoInvalido):
        fabrica.publicar(mesa, mesa.dani, mesa.mirta, mueve=True)
    with pytest.raises(DatoInvalido):
        fabrica.publicar(mesa, mesa.bruno, mesa.kaelen, mueve=True)
    mensaje = fabrica.publicar(mesa, mesa.dani, mesa.kaelen, mueve=True)

    mensaje = Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk)
    assert (mensaje.movido, mensaje.voz, mensaje.nombre_voz, mensaje.autor) == (True, "pj", "Kaelen", mesa.dani)
    assert deben(mesa.escena) == [MIRTA]


def test_a_quien_falta_y_es_esperado_le_cuenta_el_plazo_desde_que_vuelve(mesa) -> None:
    ausentar(mesa, mesa.ana, "esperar")
    modo(mesa, "orden", plazo_horas=36)
    fila = Pendiente.objects.sin_filtrar("test").get(saldado__isnull=True)
    assert (fila.para, fila.vence) == (mesa.ana, fabrica.AHORA.replace(day=5, hour=11))


def test_un_turno_tirado_y_publicado_despues_cuenta_una_vez(mesa) -> None:
    modo(mesa, "rondas")
    orden = fabrica.orden(mesa.kaelen)
    for _ in range(2):
        turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)
    assert deben(mesa.escena) == [MIRTA]


def test_lo_que_se_publica_a_su_hora_abre_la_ronda(mesa) -> None:
    modo(mesa, "rondas")
    for persona, fila in ((mesa.ana, mesa.kaelen), (mesa.bruno, mesa.mirta)):
        vez.pasar(mesa.escena, fila.personaje.publico, por=persona, ahora=AHORA)
    hora = AHORA + timedelta(hours=2)
    programado = programados.programar(
        mesa.escena, fabrica.orden(), datos={}, cuando=hora, autor=mesa.dani, ahora=AHORA
    )
    assert deben(mesa.escena) == [LA_DIRECCION]

    datos = {"programado": programado.publico, "version": str(programado.version)}
    programados.publicar_vencido(datos, hora)
    assert (ronda(mesa), deben(mesa.escena)) == (2, [KAELEN, MIRTA])
