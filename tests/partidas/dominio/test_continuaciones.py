"""Options of a roll: who takes them, once, and from what."""

from uuid import uuid4

import pytest

from partidas.dominio import continuaciones
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Tirada
from personajes.models import Personaje
from reglas.models import Asiento
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def ficha(fila) -> dict:
    return Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id).ficha


def tirar(mesa, *, tirada=None, **campos) -> Tirada:
    """Publish one turn of Kaelen with one roll and return the roll."""
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(tirada or fabrica.tarea(),), **campos)
    return Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)


def tomar(tirada, persona, opcion="repetir", **campos) -> Tirada:
    orden = OrdenContinuar(**{"clave": uuid4()} | campos)
    return continuaciones.continuar(tirada.publico, opcion, orden, autor=persona, ahora=AHORA)


def ataque(mesa, **datos) -> TiradaDeclarada:
    datos = {"modo": "cuerpo_a_cuerpo", "arma": "mediana"} | datos
    return TiradaDeclarada("ataque", datos, objetivo=mesa.pnj.personaje.publico)


def con_natural(mesa, natural, **datos) -> Tirada:
    """Publish attacks until the die shows `natural`; the target is healed between tries."""
    for _ in range(400):
        tirada = tirar(mesa, tirada=ataque(mesa, **datos))
        if tirada.respuesta["detalle"]["natural"] == natural:
            return tirada
        Personaje.objects.sin_filtrar("test").filter(pk=mesa.pnj.personaje_id).update(ficha=mesa.pnj.personaje.ficha)
    raise AssertionError("the die never fell so")


def test_repetir_paga_un_px_cuelga_del_mismo_mensaje_y_dice_a_cual_sustituye():
    mesa = fabrica.mesa()
    primera = tirar(mesa)

    segunda = tomar(primera, mesa.ana)

    assert (segunda.mensaje_id, segunda.continua_id, segunda.opcion) == (primera.mensaje_id, primera.pk, "repetir")
    assert ficha(mesa.kaelen)["px"] == 1
    assert Asiento.objects.get(pk=segunda.asiento_id).sustituye_id == primera.asiento_id
    assert segunda.respuesta["detalle"]["natural_anterior"] == primera.respuesta["detalle"]["natural"]


def test_una_opcion_se_toma_una_sola_vez():
    mesa = fabrica.mesa()
    primera = tirar(mesa)
    tomar(primera, mesa.ana)

    with pytest.raises(DatoInvalido) as aviso:
        tomar(primera, mesa.ana)

    assert aviso.value.campo == "opcion"
    assert ficha(mesa.kaelen)["px"] == 1
    assert Tirada.objects.sin_filtrar("test").count() == 2


def test_la_misma_orden_dos_veces_devuelve_la_primera():
    mesa = fabrica.mesa()
    primera = tirar(mesa)
    orden = OrdenContinuar(clave=uuid4())

    una = continuaciones.continuar(primera.publico, "repetir", orden, autor=mesa.ana, ahora=AHORA)
    otra = continuaciones.continuar(primera.publico, "repetir", orden, autor=mesa.ana, ahora=AHORA)
    with pytest.raises(ClaveReutilizada):
        continuaciones.continuar(una.publico, "repetir", orden, autor=mesa.ana, ahora=AHORA)

    assert una.pk == otra.pk
    assert ficha(mesa.kaelen)["px"] == 1


def test_una_repeticion_se_repite_y_sin_px_ya_no_se_ofrece():
    mesa = fabrica.mesa()

    tercera = tomar(tomar(tirar(mesa), mesa.ana), mesa.ana)

    assert ficha(mesa.kaelen)["px"] == 0
    assert "repetir" not in tercera.respuesta["opciones"]
    with pytest.raises(DatoInvalido):
        tomar(tercera, mesa.ana)


def test_cada_persona_toma_la_opcion_o_se_le_dice_por_que_no():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)

    for persona, error in (
        (mesa.bruno, NoPermitido),
        (mesa.dani, NoPermitido),
        (mesa.esp, NoPermitido),
        (mesa.eva, NoExiste),
    ):
        with pytest.raises(error):
            tomar(tirada, persona)
    assert Tirada.objects.sin_filtrar("test").count() == 1


def test_dad_09_una_tirada_que_no_se_ve_una_opcion_que_no_hay_y_otra_partida_se_rechazan():
    mesa = fabrica.mesa()
    privada = tirar(mesa, visibilidad="direccion")
    publica = tirar(mesa)

    for tirada, persona, opcion, error in (
        (privada, mesa.bruno, "repetir", NoExiste),
        (publica, mesa.ana, "volar", NoExiste),
        (publica, mesa.ana, "objetivo_adicional", DatoInvalido),
        (publica, mesa.ana, "intromision_libre", NoExiste),
    ):
        with pytest.raises(error):
            tomar(tirada, persona, opcion)
    assert ficha(mesa.kaelen)["px"] == 2


def test_lo_que_cambio_despues_hace_vieja_la_tirada_y_no_cuesta_nada():
    mesa = fabrica.mesa()
    tirada = con_natural(mesa, 10)
    fila = Personaje.objects.sin_filtrar("test").get(pk=mesa.pnj.personaje_id)
    fila.ficha["salud"] -= 1
    fila.save()

    with pytest.raises(TiradaRechazada) as aviso:
        tomar(tirada, mesa.ana)

    assert aviso.value.rechazo.codigo == "previa_obsoleta"
    assert ficha(mesa.kaelen)["px"] == 2


def test_un_diecinueve_que_acierta_deja_elegir_el_dano_y_ya_no_repetir():
    mesa = fabrica.mesa()
    tirada = con_natural(mesa, 19)
    salud = ficha(mesa.pnj)["salud"]

    efecto = tomar(tirada, mesa.ana, "efecto_menor_dano")

    assert ficha(mesa.pnj)["salud"] == salud - 3
    assert efecto.respuesta["grado"] == "efecto_menor"
    for opcion in ("repetir", "efecto_menor_especial", "efecto_menor_dano"):
        with pytest.raises(DatoInvalido):
            tomar(tirada, mesa.ana, opcion)


def test_un_ataque_de_area_alcanza_a_otros_objetivos_una_vez_a_cada_uno():
    from partidas.dominio import reparto

    mesa = fabrica.mesa()
    otro = reparto.pnj_rapido(mesa.partida, nombre="Perro", nivel=1, por=mesa.dani, ahora=AHORA, secreto=False)
    tercero = reparto.pnj_rapido(mesa.partida, nombre="Gato", nivel=1, por=mesa.dani, ahora=AHORA, secreto=False)
    tirada = con_natural(mesa, 15, area=True)

    tomar(tirada, mesa.ana, "objetivo_adicional", objetivo=otro.personaje.publico)
    tomar(tirada, mesa.ana, "objetivo_adicional", objetivo=tercero.personaje.publico)
    with pytest.raises(DatoInvalido):
        tomar(tirada, mesa.ana, "objetivo_adicional", objetivo=otro.personaje.publico)
    with pytest.raises(DatoInvalido):
        tomar(tirada, mesa.ana, "repetir")

    assert ficha(otro)["salud"] == 0
    assert ficha(tercero)["salud"] == 0


def test_un_objetivo_del_area_no_se_alcanza_dos_veces_por_otro_camino():
    from partidas.dominio import reparto

    mesa = fabrica.mesa()
    otro = reparto.pnj_rapido(mesa.partida, nombre="Perro", nivel=5, por=mesa.dani, ahora=AHORA, secreto=False)
    tirada = con_natural(mesa, 18, area=True)
    hija = tomar(tirada, mesa.ana, "objetivo_adicional", objetivo=otro.personaje.publico)
    salud = ficha(otro)["salud"]

    for desde, objetivo in ((hija, otro), (hija, mesa.pnj), (tirada, mesa.pnj)):
        with pytest.raises(DatoInvalido) as aviso:
            tomar(desde, mesa.ana, "objetivo_adicional", objetivo=objetivo.personaje.publico)
        assert aviso.value.campo == "objetivo"

    assert ficha(otro)["salud"] == salud


def test_un_descanso_se_reparte_y_lo_que_no_cabe_se_rechaza_entero():
    mesa = fabrica.mesa()
    fila = Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id)
    fila.ficha["vigor"]["reserva"] = 1
    fila.save()
    tirada = tirar(mesa, tirada=TiradaDeclarada("recuperacion"))
    pendiente = ficha(mesa.kaelen)["recuperacion_pendiente"]

    with pytest.raises(TiradaRechazada) as aviso:
        tomar(tirada, mesa.ana, "reparto", datos={"vigor": pendiente + 1})
    tomar(tirada, mesa.ana, "reparto", datos={"vigor": pendiente})

    assert aviso.value.rechazo.codigo == "reparto_excesivo"
    assert ficha(mesa.kaelen)["vigor"]["reserva"] == 1 + pendiente
    assert ficha(mesa.kaelen)["recuperacion_pendiente"] == 0


def test_la_opcion_de_una_tirada_privada_va_a_su_mismo_libro():
    mesa = fabrica.mesa()
    primera = tirar(mesa, visibilidad="direccion")

    segunda = tomar(primera, mesa.ana)

    assert (primera.libro, segunda.libro) == ("cerrado", "cerrado")
