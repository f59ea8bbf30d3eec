"""Turns that wait for their hour: published once, as their author would then, or given back with why."""

from datetime import timedelta

import pytest

from partidas.dominio import escenas, obrero, programados, rutinas, turnos
from partidas.dominio.citas import CitaAbierta
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.dominio.voces import SUELTO
from partidas.forms.programar import momento
from partidas.models import Borrador, Descarte, Mensaje, Participante, Programado, Suceso, Tirada, Trabajo
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

HORA = AHORA + timedelta(hours=6)
MAS_TARDE = HORA + timedelta(hours=1)


def programar(mesa, orden, *, cuando=HORA, ahora=AHORA, persona=None):
    datos = {"clave": str(orden.clave), "campos": {"texto": [orden.texto]}, "tiradas": []}
    autor = persona or mesa.dani
    return programados.programar(mesa.escena, orden, datos=datos, cuando=cuando, autor=autor, ahora=ahora)


def pasar(cuando, veces=1):
    """Do what is due at a moment, as the worker does."""
    for _ in range(veces):
        obrero.vaciar(lambda: cuando, quien="test")


def plaza(mesa):
    return Participante.objects.sin_filtrar("test").filter(usuario=mesa.dani)


def en_hilo() -> list[Mensaje]:
    return list(Mensaje.objects.sin_filtrar("test").order_by("pk"))


def del_autor() -> list[tuple[str, str]]:
    return [(b.lugar, "".join(b.datos["campos"]["texto"])) for b in Borrador.objects.sin_filtrar("test").all()]


def test_a_su_hora_se_publica_una_vez_con_sus_tiradas_y_sin_que_antes_se_vea_nada():
    mesa = fabrica.mesa()
    libre = TiradaDeclarada("tirada_libre", {"dado": "d6"}, aporte="0123456789abcdef", sobre="de hoy")
    orden = fabrica.orden(texto="Cae la noche.", tiradas=(libre,))
    fila = programar(mesa, orden)
    assert programar(mesa, orden).version == 1

    pasar(HORA - timedelta(seconds=1))
    antes = (en_hilo(), Tirada.objects.sin_filtrar("test").count(), Suceso.objects.sin_filtrar("test").count())
    pasar(HORA, veces=2)
    Trabajo.objects.filter(tipo="publicar_programado").update(estado="pendiente")
    pasar(HORA + timedelta(minutes=5))

    (mensaje,) = en_hilo()
    fila.refresh_from_db()
    assert antes == ([], 0, Suceso.objects.sin_filtrar("test").count() - 1)
    assert (mensaje.texto, mensaje.publicado, mensaje.orden, mensaje.autor) == ("Cae la noche.", HORA, 1, mesa.dani)
    assert Tirada.objects.sin_filtrar("test").get().mensaje_id == mensaje.pk
    assert (fila.estado, fila.mensaje_id, del_autor()) == ("publicado", mensaje.pk, [])
    with pytest.raises(ClaveReutilizada):
        programar(mesa, orden, cuando=HORA + timedelta(days=1), ahora=HORA)


def test_cambiarlo_publica_lo_nuevo_a_la_hora_nueva_y_cancelarlo_lo_deja_en_borrador():
    mesa = fabrica.mesa()
    orden = fabrica.orden(texto="Uno.", silencioso=True)
    otra = fabrica.orden(texto="Otro.")
    programar(mesa, orden)
    cancelado = programar(mesa, otra)
    fila = programar(mesa, fabrica.orden(texto="Dos.", clave=orden.clave, silencioso=True), cuando=MAS_TARDE)

    assert [programados.cancelar(p, cancelado.publico, ahora=AHORA) for p in (mesa.bruno, mesa.dani, mesa.dani)] == [
        False, True, False,
    ]  # fmt: skip
    pasar(HORA)
    assert en_hilo() == []
    pasar(HORA + timedelta(hours=1))

    assert [m.texto for m in en_hilo()] == ["Dos."]
    assert Suceso.objects.sin_filtrar("test").filter(mensaje__isnull=False).get().clase == "publicado_en_silencio"
    assert (fila.version, del_autor()) == (2, [(f"programado:{cancelado.publico}", "Otro.")])
    programar(mesa, otra, cuando=HORA + timedelta(days=1), ahora=HORA)
    turnos.publicar(mesa.escena, otra, autor=mesa.dani, ahora=HORA)
    pasar(HORA + timedelta(days=2))
    assert [m.texto for m in en_hilo()] == ["Dos.", "Otro."]


@pytest.mark.parametrize(
    ("pasa", "frase"),
    [
        (lambda m: escenas.cerrar(m.escena, por=m.dani, ahora=AHORA), "La escena está cerrada"),
        (lambda m: plaza(m).update(papel="jugador"), "cosa de la dirección"),
        (lambda m: plaza(m).update(estado="retirada"), "cosa de la dirección"),
    ],
)
def test_lo_que_no_se_puede_publicar_a_su_hora_vuelve_con_su_razon_y_no_se_pierde(pasa, frase):
    mesa = fabrica.mesa()
    fila = programar(mesa, fabrica.orden(texto="Cae la noche."))
    pasa(mesa)

    pasar(HORA, veces=2)

    fila.refresh_from_db()
    assert (en_hilo(), fila.estado) == ([], "rechazado")
    assert frase in fila.motivo
    assert del_autor() == [(f"programado:{fila.publico}", "Cae la noche.")]
    assert [s.clase for s in Suceso.objects.sin_filtrar("test").filter(clase__startswith="programado")] == [
        "programado_rechazado"
    ]


def test_lo_que_espera_un_ano_no_pierde_su_borrador_y_lo_hecho_se_olvida_al_mes():
    mesa = fabrica.mesa()
    lejos = AHORA + timedelta(days=300)
    fila = programar(mesa, fabrica.orden(texto="Aniversario."), cuando=lejos)
    hecho = programar(mesa, fabrica.orden(texto="Hoy."))
    pasar(HORA)

    rutinas.caducar({}, AHORA + timedelta(days=200))

    assert del_autor() == [(f"programado:{fila.publico}", "Aniversario.")]
    assert not Programado.objects.sin_filtrar("test").filter(pk=hecho.pk).exists()
    pasar(lejos)
    assert [m.texto for m in en_hilo()] == ["Hoy.", "Aniversario."]
    assert not Descarte.objects.sin_filtrar("test").exists()


def test_lo_que_se_rechazaria_a_su_hora_se_rechaza_ya():
    mesa = fabrica.mesa()
    casos = [
        (fabrica.orden(texto=" "), HORA, "texto"),
        (fabrica.orden(mesa.kaelen), HORA, "personaje"),
        (fabrica.orden(visibilidad="destinatarios"), HORA, "destinatarios"),
        (fabrica.orden(texto="a" * 60_001), HORA, "texto"),
        (fabrica.orden(), AHORA, "publicar_el"),
        (fabrica.orden(), AHORA + timedelta(days=400), "publicar_el"),
    ]

    for orden, cuando, campo in casos:
        with pytest.raises(DatoInvalido) as error:
            programar(mesa, orden, cuando=cuando)
        assert error.value.campo == campo
    assert not Programado.objects.sin_filtrar("test").exists()


@pytest.mark.parametrize(
    ("escrito", "utc"),
    [
        ("2026-12-24T21:30", "2026-12-24 20:30"),
        ("2027-03-28 03:00", "2027-03-28 01:00"),
        ("2027-10-31T02:30", "2027-10-31 00:30"),
        ("2027-03-28T02:30", None),
        ("", None),
        ("mañana", None),
        ("9999-12-31T23:59", "9999-12-31 22:59"),
        ("2026-13-40T25:61", None),
    ],
)
def test_la_hora_es_la_del_reloj_de_la_partida(escrito, utc):
    if utc is None:
        with pytest.raises(DatoInvalido):
            momento(escrito, "Europe/Madrid")
    else:
        assert f"{momento(escrito, 'Europe/Madrid'):%Y-%m-%d %H:%M}" == utc


def test_un_turno_con_dados_caidos_no_se_deja_para_luego_y_cerrar_la_cuenta_cancela():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.dani)
    Mensaje.objects.sin_filtrar("test").filter(pk=mensaje.pk).update(estado="en_curso", orden=None)
    with pytest.raises(DatoInvalido):
        programar(mesa, fabrica.orden(clave=mensaje.clave))
    programar(mesa, fabrica.orden(texto="Luego."))

    from partidas.dominio.despedida import olvidar

    olvidar(mesa.dani)
    pasar(HORA)

    assert [m.texto for m in en_hilo()] == [mensaje.texto]


def test_una_cita_que_abre_lo_de_otros_se_confirma_al_dejarla_para_luego_y_un_nombre_de_paso_espera_con_ella():
    mesa = fabrica.mesa()
    fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, texto="El farero guarda la llave en el pozo.")
    campos = {"texto": "> El farero guarda la llave en el pozo.", "personaje": SUELTO, "nombre": "Un eco"}

    with pytest.raises(CitaAbierta) as primera:
        programar(mesa, fabrica.orden(**campos))
    programar(mesa, fabrica.orden(**campos, cita_vista=primera.value.huella))
    pasar(HORA)

    assert [m.nombre_voz for m in en_hilo()][1:] == ["Un eco"]
