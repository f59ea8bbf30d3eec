"""Publishing a turn: once, whole, and by who may."""

from uuid import uuid4

import pytest

from partidas.dominio import borradores, escenas, turnos
from partidas.dominio.errores import (
    ClaveReutilizada,
    DatoInvalido,
    NoExiste,
    NoPermitido,
    TiradaRechazada,
)
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Borrador, Destinatario, Escena, Mensaje, Partida, Tirada
from personajes.models import CambioFicha, Personaje
from reglas.models import Asiento
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def contar() -> dict[str, int]:
    """Return how many rows of each kind a turn can leave behind."""
    modelos = (Mensaje, Destinatario, Tirada, CambioFicha)
    filas = {modelo.__name__: modelo.objects.sin_filtrar("test").count() for modelo in modelos}
    return filas | {"Asiento": Asiento.objects.filter(tipo="tirada").count()}


def ficha(fila) -> Personaje:
    return Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id)


def test_publicar_guarda_texto_voz_y_lugar_en_la_escena():
    mesa = fabrica.mesa()

    primero = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="—Hola —dijo.", notas="¿Quién va?")
    segundo = fabrica.publicar(mesa, mesa.dani, texto="Nadie responde.")

    assert [primero.nombre_voz, primero.voz, primero.orden, primero.estado] == ["Kaelen", "pj", 1, "publicado"]
    assert [segundo.nombre_voz, segundo.voz, segundo.orden] == ["", "direccion", 2]
    assert primero.html.strip() == '<p dir="auto">—Hola —dijo.</p>'
    assert primero.notas == "¿Quién va?"


def test_publicar_dos_veces_la_misma_orden_devuelve_el_mismo_mensaje_y_el_mismo_dado():
    mesa = fabrica.mesa()
    orden = fabrica.orden(mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),))

    primera = turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)
    antes = contar()
    segunda = turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)

    assert (primera.repetido, segunda.repetido) == (False, True)
    assert primera.mensaje.pk == segunda.mensaje.pk
    assert contar() == antes == {"Mensaje": 1, "Destinatario": 0, "Tirada": 1, "CambioFicha": 4, "Asiento": 1}


def test_fia_06_la_misma_clave_con_otro_texto_no_guarda_nada():
    mesa = fabrica.mesa()
    orden = fabrica.orden(mesa.kaelen)
    primera = turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)

    otra = fabrica.orden(mesa.kaelen, clave=orden.clave, texto="Otro texto.")
    with pytest.raises(ClaveReutilizada) as aviso:
        turnos.publicar(mesa.escena, otra, autor=mesa.ana, ahora=AHORA)

    assert aviso.value.mensaje == primera.mensaje
    assert contar()["Mensaje"] == 1


def test_dad_05_la_misma_clave_con_otra_tirada_no_tira():
    mesa = fabrica.mesa()
    orden = fabrica.orden(mesa.kaelen, tiradas=(fabrica.tarea(),))
    turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)
    antes = contar()

    otra = fabrica.orden(mesa.kaelen, clave=orden.clave, tiradas=(fabrica.tarea(dificultad=1),))
    with pytest.raises(ClaveReutilizada):
        turnos.publicar(mesa.escena, otra, autor=mesa.ana, ahora=AHORA)

    assert contar() == antes


def test_fia_09_dos_mensajes_con_el_mismo_texto_son_dos():
    mesa = fabrica.mesa()

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Sigo.")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Sigo.")

    assert contar()["Mensaje"] == 2


def test_publicar_con_esfuerzo_paga_anota_y_explica_el_cambio():
    mesa = fabrica.mesa()
    antes = ficha(mesa.kaelen).ficha["vigor"]["reserva"]

    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),))

    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
    coste = tirada.respuesta["detalle"]["coste_total"]
    despues = ficha(mesa.kaelen)
    cambio = CambioFicha.objects.sin_filtrar("test").get(personaje=despues, version=2)
    assert coste > 0
    assert despues.ficha["vigor"]["reserva"] == antes - coste
    assert despues.version == tirada.version_ficha == 2
    assert [cambio.causa, cambio.asiento, cambio.por] == ["tirada", tirada.recibo, mesa.ana]
    assert cambio.efectos == tirada.respuesta["efectos"]
    assert despues.ficha == tirada.respuesta["ficha"]


def test_una_tirada_rechazada_no_tira_ni_publica_nada():
    mesa = fabrica.mesa()
    antes = contar()
    tiradas = (fabrica.tarea(), fabrica.tarea(esfuerzo=6))

    with pytest.raises(TiradaRechazada) as aviso:
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=tiradas)

    assert (aviso.value.indice, aviso.value.rechazo.codigo, aviso.value.rechazo.campo) == (
        1,
        "esfuerzo_excesivo",
        "datos.esfuerzo",
    )
    assert contar() == antes
    assert ficha(mesa.kaelen).version == 1
    assert Escena.objects.sin_filtrar("test").get(pk=mesa.escena.pk).ultimo_orden == 0


def test_dos_tiradas_del_mismo_turno_pagan_una_detras_de_otra():
    mesa = fabrica.mesa()

    mensaje = fabrica.publicar(
        mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1), fabrica.tarea(esfuerzo=1))
    )

    primera, segunda = Tirada.objects.sin_filtrar("test").filter(mensaje=mensaje).order_by("posicion")
    assert segunda.respuesta["efectos"][0]["antes"] == primera.respuesta["efectos"][0]["despues"]
    assert (primera.version_ficha, segunda.version_ficha) == (2, 3)


@pytest.mark.parametrize("visibilidad", ["direccion", "destinatarios"])
def test_una_tirada_privada_va_al_libro_cerrado(visibilidad):
    mesa = fabrica.mesa()

    mensaje = fabrica.publicar(
        mesa,
        mesa.ana,
        mesa.kaelen,
        visibilidad=visibilidad,
        destinatarios=(mesa.mirta.personaje.publico,) if visibilidad == "destinatarios" else (),
        tiradas=(fabrica.tarea(),),
    )

    tirada = Tirada.objects.sin_filtrar("test").select_related("asiento__libro").get(mensaje=mensaje)
    assert (tirada.libro, tirada.asiento.libro.clase) == ("cerrado", "cerrado")


def test_los_destinatarios_quedan_como_estaban_al_publicar():
    mesa = fabrica.mesa()

    mensaje = fabrica.publicar(
        mesa, mesa.dani, visibilidad="destinatarios", destinatarios=(mesa.kaelen.personaje.publico,)
    )

    filas = Destinatario.objects.sin_filtrar("test").filter(mensaje=mensaje)
    assert [(fila.usuario, fila.personaje, fila.nombre) for fila in filas] == [
        (mesa.ana, mesa.kaelen.personaje, "Kaelen")
    ]


@pytest.mark.parametrize(
    ("campos", "campo"),
    [
        ({"texto": "", "notas": " "}, "texto"),
        ({"texto": "a" * 60_001}, "texto"),
        ({"notas": "a" * 20_001}, "notas"),
        ({"visibilidad": "nadie"}, "visibilidad"),
        ({"visibilidad": "destinatarios"}, "destinatarios"),
        ({"visibilidad": "destinatarios", "destinatarios": ("no-existe",)}, "destinatarios"),
        ({"visibilidad": "destinatarios", "destinatarios": tuple(map(str, range(65)))}, "destinatarios"),
        ({"personaje": ""}, "personaje"),
        ({"personaje": "no-existe"}, "personaje"),
        ({"tiradas": (TiradaDeclarada("volar"),)}, "accion"),
        ({"tiradas": (fabrica.tarea(),) * 6}, "tiradas"),
        ({"tiradas": (TiradaDeclarada("tarea", objetivo="no-existe"),)}, "objetivo"),
    ],
)
def test_una_orden_que_no_puede_tomarse_dice_que_campo_y_no_deja_nada(campos, campo):
    mesa = fabrica.mesa()
    antes = contar()

    with pytest.raises(DatoInvalido) as aviso:
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, **campos)

    assert aviso.value.campo == campo
    assert contar() == antes


def test_el_texto_de_sesenta_mil_caracteres_cabe():
    mesa = fabrica.mesa()

    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="palabra " * 7_499)

    assert mensaje.texto == "palabra " * 7_499


def test_seg_32_nadie_habla_con_la_voz_de_otro():
    mesa = fabrica.mesa()

    for persona, fila in ((mesa.bruno, mesa.kaelen), (mesa.bruno, mesa.pnj), (mesa.dani, mesa.kaelen)):
        with pytest.raises(DatoInvalido) as aviso:
            fabrica.publicar(mesa, persona, fila)
        assert aviso.value.campo == "personaje"

    assert fabrica.publicar(mesa, mesa.dani, mesa.pnj).nombre_voz == "Guardia"


def test_cada_persona_publica_o_se_le_dice_por_que_no():
    mesa = fabrica.mesa()

    assert fabrica.publicar(mesa, mesa.dani).voz == "direccion"
    assert fabrica.publicar(mesa, mesa.ana, mesa.kaelen).voz == "pj"
    with pytest.raises(NoPermitido):
        fabrica.publicar(mesa, mesa.esp)
    with pytest.raises(NoExiste):
        fabrica.publicar(mesa, mesa.eva)


def test_fia_10_una_escena_que_se_cierra_mientras_se_escribe_no_admite_el_turno():
    mesa = fabrica.mesa()
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)

    with pytest.raises(NoPermitido):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    assert contar()["Mensaje"] == 0


def test_una_partida_archivada_no_admite_turnos():
    mesa = fabrica.mesa()
    Partida.objects.sin_filtrar("test").update(estado=Partida.Estado.ARCHIVADA)

    with pytest.raises(NoPermitido):
        fabrica.publicar(mesa, mesa.dani)


def test_en_pausa_se_escribe_pero_no_se_tira():
    mesa = fabrica.mesa()
    Partida.objects.sin_filtrar("test").update(estado=Partida.Estado.PAUSADA)

    assert fabrica.publicar(mesa, mesa.ana, mesa.kaelen).orden == 1
    with pytest.raises(NoPermitido):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))


def test_una_jugadora_no_pide_las_acciones_de_la_direccion():
    mesa = fabrica.mesa()

    with pytest.raises(NoPermitido):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(TiradaDeclarada("dano", {"puntos": 1}),))


def test_la_direccion_tira_sin_ficha_solo_lo_que_no_cambia_ninguna():
    mesa = fabrica.mesa()

    mensaje = fabrica.publicar(mesa, mesa.dani, tiradas=(TiradaDeclarada("tirada_libre", {"dado": "d6"}),))
    with pytest.raises(DatoInvalido):
        fabrica.publicar(mesa, mesa.dani, tiradas=(fabrica.tarea(esfuerzo=1),))

    assert Tirada.objects.sin_filtrar("test").get(mensaje=mensaje).personaje is None


def test_la_direccion_tira_con_la_ficha_de_un_pj_y_la_jugadora_no_con_la_de_otra():
    mesa = fabrica.mesa()
    de_mirta = TiradaDeclarada("tirada_libre", personaje=mesa.mirta.personaje.publico)

    fabrica.publicar(mesa, mesa.dani, tiradas=(de_mirta,))
    with pytest.raises(DatoInvalido) as aviso:
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(de_mirta,))

    assert aviso.value.campo == "personaje"


def test_publicar_borra_el_borrador_de_esa_escena_y_ningun_otro():
    mesa = fabrica.mesa()
    todos = Borrador.objects.sin_filtrar("test")
    for persona, lugar in (
        (mesa.ana, borradores.lugar_de(mesa.escena)),
        (mesa.ana, "otra"),
        (mesa.bruno, borradores.lugar_de(mesa.escena)),
    ):
        todos.create(usuario=persona, lugar=lugar, guardado=AHORA)

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    assert sorted(todos.values_list("usuario__username", "lugar")) == sorted(
        [("ana", "otra"), ("bruno", borradores.lugar_de(mesa.escena))]
    )


def test_dad_01_los_dados_escritos_en_la_orden_no_los_lee_nadie():
    mesa = fabrica.mesa()

    with pytest.raises(TiradaRechazada) as aviso:
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(dados=[20]),))

    assert aviso.value.rechazo.codigo == "campo_desconocido"


def test_el_resultado_guardado_se_vuelve_a_resolver_igual():
    from reglas import motor, protocolo
    from reglas.nucleo.azar import AzarDictado
    from reglas.nucleo.tipos import Peticion

    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),))
    tirada = Tirada.objects.sin_filtrar("test").select_related("asiento").get(mensaje=mensaje)

    import json

    solicitud = json.loads(tirada.asiento.peticion)
    dados = [dado["valor"] for dado in tirada.respuesta["tiradas"]]
    otra_vez = motor.resolver(Peticion(**solicitud), AzarDictado(dados))

    assert protocolo.para_guardar(otra_vez) == tirada.respuesta


def test_la_clave_de_otra_persona_no_estorba():
    mesa = fabrica.mesa()
    clave = uuid4()

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, clave=clave)
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, clave=clave, texto="Otro.")

    assert contar()["Mensaje"] == 2


def test_lo_que_cambiaria_una_ficha_que_no_hay_se_rechaza_antes_del_dado():
    mesa = fabrica.mesa()

    for intento in range(12):
        defensa = TiradaDeclarada("defensa", {"dificultad": 3, "dano": 3}, declaracion=str(intento))
        with pytest.raises(DatoInvalido):
            fabrica.publicar(mesa, mesa.dani, tiradas=(defensa,))

    assert contar()["Asiento"] == 0


def test_ninguna_tirada_del_turno_depende_de_como_cayo_otra():
    mesa = fabrica.mesa()
    fila = ficha(mesa.kaelen)
    fila.ficha["vigor"]["reserva"] = 1
    fila.save()

    for intento in range(12):
        pareja = (TiradaDeclarada("recuperacion", aporte=str(intento)), fabrica.tarea(esfuerzo=1))
        with pytest.raises(DatoInvalido) as aviso:
            fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=pareja)

    assert aviso.value.campo == "tirada-1"
    assert contar() == {"Mensaje": 0, "Destinatario": 0, "Tirada": 0, "CambioFicha": 3, "Asiento": 0}
