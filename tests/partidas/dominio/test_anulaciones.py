"""Voiding a roll: the sheets as they were, the book with one entry more, and nothing that was built on it."""

from uuid import uuid4

import pytest

from partidas.dominio import anulaciones, continuaciones
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido, TiradaConSecuelas
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Partida, SolicitudDeAnulacion, Tirada
from personajes.dominio import fichas
from personajes.models import CambioFicha, Personaje
from reglas import libro
from reglas.models import Asiento, Libro
from reglas.sellado import huella_texto
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def personaje(fila) -> Personaje:
    return Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id)


def tirar(mesa, declarada=None, **campos) -> Tirada:
    """Publish one turn of Kaelen with one roll that costs effort and return the roll."""
    tiradas = (declarada or fabrica.tarea(esfuerzo=1),)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=tiradas, **campos)
    return Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)


def anular(mesa, tirada, *, motivo="Era otra dificultad.", por=None) -> bool:
    return anulaciones.anular(tirada.publico, motivo=motivo, por=por or mesa.dani, ahora=AHORA)


def como_esta(tirada) -> Tirada:
    return Tirada.objects.sin_filtrar("test").get(pk=tirada.pk)


@pytest.mark.parametrize(("visibilidad", "clase"), [("todos", "abierto"), ("direccion", "cerrado")])
def test_anular_devuelve_los_valores_exactos_y_lo_dice_el_libro(visibilidad, clase):
    mesa = fabrica.mesa()
    antes = personaje(mesa.kaelen).ficha
    tirada = tirar(mesa, visibilidad=visibilidad)
    gastada = personaje(mesa.kaelen).ficha

    hecho = anular(mesa, tirada)

    asiento = Asiento.objects.get(tipo="anulacion")
    cambio = CambioFicha.objects.sin_filtrar("test").filter(personaje=mesa.kaelen.personaje_id).latest("version")
    assert hecho
    assert gastada != antes
    assert (personaje(mesa.kaelen).ficha, personaje(mesa.kaelen).version) == (antes, 3)
    assert (cambio.causa, cambio.asiento, cambio.por) == ("anulacion", asiento.recibo, mesa.dani)
    assert [(e["campo"], e["antes"], e["despues"]) for e in cambio.efectos] == [
        (e["campo"], e["despues"], e["antes"]) for e in reversed(tirada.respuesta["efectos"])
    ]
    assert asiento.anula_id == tirada.asiento_id
    assert huella_texto("Era otra dificultad.") in asiento.contenido
    assert (como_esta(tirada).anulada, como_esta(tirada).motivo_anulacion) == (AHORA, "Era otra dificultad.")
    assert como_esta(tirada).respuesta == tirada.respuesta
    assert libro.verificar(Libro.objects.get(dueno=mesa.partida.publico, clase=clase)).fallos == ()


def test_anular_un_ataque_devuelve_tambien_al_objetivo():
    mesa = fabrica.mesa()
    datos = {"modo": "cuerpo_a_cuerpo", "arma": "mediana", "esfuerzo_dano": 1}
    antes = personaje(mesa.kaelen).ficha, personaje(mesa.pnj).ficha

    anular(mesa, tirar(mesa, TiradaDeclarada("ataque", datos, objetivo=mesa.pnj.personaje.publico)))

    assert (personaje(mesa.kaelen).ficha, personaje(mesa.pnj).ficha) == antes


def test_anular_dos_veces_no_hace_nada_la_segunda():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    anular(mesa, tirada)
    version = personaje(mesa.kaelen).version

    assert anular(mesa, tirada, motivo="Otra vez.") is False

    assert personaje(mesa.kaelen).version == version
    assert como_esta(tirada).motivo_anulacion == "Era otra dificultad."
    assert Asiento.objects.filter(tipo="anulacion").count() == 1


@pytest.mark.parametrize(
    ("quien", "error"), [("ana", NoPermitido), ("bruno", NoPermitido), ("esp", NoPermitido), ("eva", NoExiste)]
)
def test_solo_anula_la_direccion(quien, error):
    mesa = fabrica.mesa()
    tirada = tirar(mesa)

    with pytest.raises(error):
        anular(mesa, tirada, por=getattr(mesa, quien))

    assert como_esta(tirada).anulada is None
    assert not Asiento.objects.filter(tipo="anulacion").exists()


@pytest.mark.parametrize("motivo", ["", "   ", "x" * 301])
def test_hace_falta_un_motivo_que_quepa(motivo):
    mesa = fabrica.mesa()
    tirada = tirar(mesa)

    with pytest.raises(DatoInvalido) as aviso:
        anular(mesa, tirada, motivo=motivo)

    assert aviso.value.campo == "motivo"
    assert como_esta(tirada).anulada is None


def test_en_una_partida_archivada_todo_queda_como_esta():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    Partida.objects.sin_filtrar("test").filter(pk=mesa.partida.pk).update(estado=Partida.Estado.ARCHIVADA)

    with pytest.raises(NoPermitido):
        anular(mesa, tirada)


def test_lo_que_se_construyo_encima_se_dice_y_se_deshace_de_la_ultima_a_la_primera():
    mesa = fabrica.mesa()
    antes = personaje(mesa.kaelen).ficha
    primera, segunda = tirar(mesa), tirar(mesa)

    with pytest.raises(TiradaConSecuelas) as aviso:
        anular(mesa, primera)
    assert aviso.value.secuelas == (f"La ficha de Kaelen cambió después: tirada, Tarea ({segunda.recibo[:8]}).",)
    assert como_esta(primera).anulada is None
    assert personaje(mesa.kaelen).version == 3

    assert anular(mesa, segunda)
    assert anular(mesa, primera)
    assert personaje(mesa.kaelen).ficha == antes
    assert libro.verificar(Libro.objects.get(dueno=mesa.partida.publico, clase="abierto")).fallos == ()


def test_una_correccion_a_mano_posterior_lo_impide():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    fichas.corregir(personaje(mesa.kaelen), cambios={"px": 4}, por=mesa.dani, ahora=AHORA)

    with pytest.raises(TiradaConSecuelas) as aviso:
        anular(mesa, tirada)

    assert aviso.value.secuelas == ("La ficha de Kaelen cambió después: corrección a mano.",)
    assert personaje(mesa.kaelen).ficha["px"] == 4


def test_una_tirada_que_no_toco_la_ficha_se_anula_aunque_haya_cambiado():
    mesa = fabrica.mesa()
    gratis, cara = tirar(mesa, fabrica.tarea()), tirar(mesa)

    assert gratis.respuesta["efectos"] == []
    assert anular(mesa, gratis)
    assert personaje(mesa.kaelen).ficha == cara.respuesta["ficha"]


def test_con_una_continuacion_en_pie_no_y_anulada_esta_si_sin_volver_a_ofrecerla():
    mesa = fabrica.mesa()
    antes = personaje(mesa.kaelen).ficha
    tirada = tirar(mesa)
    hija = continuaciones.continuar(tirada.publico, "repetir", OrdenContinuar(uuid4()), autor=mesa.ana, ahora=AHORA)

    with pytest.raises(TiradaConSecuelas) as aviso:
        anular(mesa, tirada)
    assert "Repetir la tirada" in aviso.value.secuelas[0]

    assert anular(mesa, hija)
    with pytest.raises(DatoInvalido):
        continuaciones.continuar(tirada.publico, "repetir", OrdenContinuar(uuid4()), autor=mesa.ana, ahora=AHORA)
    assert anular(mesa, tirada)
    assert personaje(mesa.kaelen).ficha == antes


def test_una_tirada_anulada_ya_no_ofrece_nada():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    anular(mesa, tirada)

    with pytest.raises(DatoInvalido) as aviso:
        continuaciones.continuar(tirada.publico, "repetir", OrdenContinuar(uuid4()), autor=mesa.ana, ahora=AHORA)

    assert aviso.value.campo == "opcion"
    assert Tirada.objects.sin_filtrar("test").count() == 1


def test_quien_tiro_pide_y_la_direccion_concede():
    mesa = fabrica.mesa()
    antes = personaje(mesa.kaelen).ficha
    tirada = tirar(mesa)

    pedida = anulaciones.pedir(tirada.publico, motivo="Me equivoqué de reserva.", por=mesa.ana, ahora=AHORA)
    otra_vez = anulaciones.pedir(tirada.publico, motivo="Por favor.", por=mesa.ana, ahora=AHORA)
    assert como_esta(tirada).anulada is None
    concedida = anulaciones.conceder(tirada.publico, por=mesa.dani, ahora=AHORA)
    de_nuevo = anulaciones.conceder(tirada.publico, por=mesa.dani, ahora=AHORA)

    solicitud = SolicitudDeAnulacion.objects.sin_filtrar("test").get()
    assert (pedida, otra_vez, concedida, de_nuevo) == (True, False, True, False)
    assert (solicitud.estado, solicitud.resuelta_por) == ("concedida", mesa.dani)
    assert como_esta(tirada).motivo_anulacion == "Me equivoqué de reserva."
    assert personaje(mesa.kaelen).ficha == antes


def test_la_direccion_niega_y_la_tirada_queda_como_cayo():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    anulaciones.pedir(tirada.publico, motivo="Uy.", por=mesa.ana, ahora=AHORA)

    assert anulaciones.negar(tirada.publico, por=mesa.dani, ahora=AHORA)
    assert not anulaciones.negar(tirada.publico, por=mesa.dani, ahora=AHORA)

    assert como_esta(tirada).anulada is None
    assert anulaciones.pedir(tirada.publico, motivo="Uy otra vez.", por=mesa.ana, ahora=AHORA)


@pytest.mark.parametrize(("quien", "error"), [("bruno", NoPermitido), ("esp", NoPermitido), ("eva", NoExiste)])
def test_nadie_mas_pide_ni_responde(quien, error):
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    persona = getattr(mesa, quien)

    for intento in (
        lambda: anulaciones.pedir(tirada.publico, motivo="Uy.", por=persona, ahora=AHORA),
        lambda: anulaciones.conceder(tirada.publico, por=persona, ahora=AHORA),
        lambda: anulaciones.negar(tirada.publico, por=persona, ahora=AHORA),
    ):
        with pytest.raises(error):
            intento()
    for respuesta in (anulaciones.conceder, anulaciones.negar):
        with pytest.raises(NoPermitido):
            respuesta(tirada.publico, por=mesa.ana, ahora=AHORA)


def test_la_peticion_la_leen_quien_pide_y_la_direccion():
    mesa = fabrica.mesa("publica")
    tirada = tirar(mesa)
    anulaciones.pedir(tirada.publico, motivo="Uy.", por=mesa.ana, ahora=AHORA)

    leen = {
        n
        for n in ("dani", "ana", "bruno", "esp", "eva")
        if SolicitudDeAnulacion.objects.visibles_para(getattr(mesa, n)).exists()
    }
    assert leen == {"dani", "ana"}
