"""The direction's word: what waits, what is thrown once it is granted, and what can no longer be thrown."""

from uuid import uuid4

import pytest

from partidas.consultas import hilo
from partidas.consultas import partida as consultas
from partidas.dominio import auditoria, cesiones, continuaciones, en_curso, escenas, palabra, partidas, reparto
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import SolicitudDePalabra, Suceso, Tirada
from partidas.politica import lector
from partidas.presentacion import mensajes
from personajes.models import Personaje
from reglas.models import Libro
from tests import fabrica
from tests.fabrica import AHORA, ficha, poner

pytestmark = pytest.mark.django_db

GIRO = TiradaDeclarada("giro_del_destino", {"descripcion": "Hay una cuerda.", "aprobado_dj": True}, declaracion="Salto")
YO = {"ahora": AHORA}


def duelo():
    return fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano")


def pedir(mesa, tirada=GIRO, **campos) -> SolicitudDePalabra:
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(tirada,), **campos)
    return SolicitudDePalabra.objects.sin_filtrar("test").get(mensaje=mensaje)


def de(solicitud) -> SolicitudDePalabra:
    return SolicitudDePalabra.objects.sin_filtrar("test").get(pk=solicitud.pk)


def tiradas() -> list[Tirada]:
    return list(Tirada.objects.sin_filtrar("test").order_by("pk"))


def vistas(mesa, persona, solicitud) -> list:
    quien = lector(persona, mesa.partida)
    leido = hilo.uno(quien, solicitud.mensaje.publico)
    return list(mensajes.ver(quien, [leido], consultas.reparto(quien))[0].palabras) if leido else []


def test_lo_que_pide_la_palabra_no_se_tira_y_al_concederlo_se_tira_en_su_mensaje():
    mesa = duelo()
    solicitud = pedir(mesa)
    assert (tiradas(), ficha(mesa.kaelen)["ph"]) == ([], 4)

    hecha = palabra.conceder(solicitud.publico, por=mesa.dani, **YO)

    (tirada,) = tiradas()
    assert (hecha.estado, hecha.tirada_id, hecha.resuelta_por) == ("concedida", tirada.pk, mesa.dani)
    assert (tirada.mensaje_id, tirada.autor, tirada.declaracion) == (solicitud.mensaje_id, mesa.ana, "Salto")
    assert ficha(mesa.kaelen)["ph"] == 3
    assert vistas(mesa, mesa.ana, solicitud) == []
    repasos = [auditoria.repasar(uno, ahora=AHORA) for uno in Libro.objects.all()]
    assert ([r.fallos for r in repasos], sum(r.tiradas for r in repasos)) == ([(), ()], 1)


def test_concederlo_dos_veces_tira_una():
    mesa = duelo()
    solicitud = pedir(mesa)

    palabra.conceder(solicitud.publico, por=mesa.dani, **YO)
    palabra.conceder(solicitud.publico, por=mesa.dani, **YO)

    assert (len(tiradas()), ficha(mesa.kaelen)["ph"]) == (1, 3)
    assert palabra.negar(solicitud.publico, por=mesa.dani, **YO) is False
    assert palabra.retirar(solicitud.publico, por=mesa.ana, **YO) is False
    assert de(solicitud).estado == "concedida"


def test_solo_la_direccion_contesta_y_solo_quien_pidio_retira():
    mesa = duelo()
    solicitud = pedir(mesa)

    for persona, error in ((mesa.ana, NoPermitido), (mesa.bruno, NoPermitido), (mesa.eva, NoExiste)):
        for verbo in (palabra.conceder, palabra.negar):
            with pytest.raises(error):
                verbo(solicitud.publico, por=persona, **YO)
    for persona, error in ((mesa.dani, NoPermitido), (mesa.bruno, NoPermitido), (mesa.eva, NoExiste)):
        with pytest.raises(error):
            palabra.retirar(solicitud.publico, por=persona, **YO)
    assert de(solicitud).estado == "pendiente"
    assert palabra.retirar(solicitud.publico, por=mesa.ana, **YO) is True
    assert vistas(mesa, mesa.dani, solicitud) == []


def test_negada_con_motivo_lo_leen_todos_y_se_puede_volver_a_tirar_sin_ella():
    mesa = duelo()
    ataque = {"atributo": "fuerza", "aprobado_dj": True}
    solicitud = pedir(mesa, TiradaDeclarada("atacar", ataque, objetivo=mesa.pnj.personaje.publico))

    assert palabra.negar(solicitud.publico, por=mesa.dani, motivo=" Con agilidad. ", **YO) is True

    (vista,) = vistas(mesa, mesa.bruno, solicitud)
    assert vista.estado == "La dirección no lo permite: Con agilidad."
    sin_ella = TiradaDeclarada("atacar", {}, objetivo=mesa.pnj.personaje.publico)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(sin_ella,))
    assert [t.accion for t in tiradas()] == ["atacar"]


def test_si_la_ficha_cambio_se_cierra_con_la_razon_que_solo_lee_quien_lee_la_ficha():
    mesa = duelo()
    solicitud = pedir(mesa)
    poner(mesa.kaelen, ph=0)

    hecha = palabra.conceder(solicitud.publico, por=mesa.dani, **YO)

    assert (hecha.estado, tiradas()) == ("cerrada", [])
    assert de(solicitud).motivo != ""
    for persona, razon in ((mesa.dani, True), (mesa.ana, True), (mesa.bruno, False), (mesa.esp, False)):
        (vista,) = vistas(mesa, persona, solicitud)
        assert vista.estado == (f"No se llegó a tirar: {de(solicitud).motivo}" if razon else "No se llegó a tirar.")


def test_a_quien_apunta_no_se_dice_si_desde_entonces_es_un_secreto_con_otro_nombre():
    mesa = duelo()
    solicitud = pedir(mesa)
    SolicitudDePalabra.objects.sin_filtrar("test").update(objetivo=mesa.pnj.personaje)
    antes = [vistas(mesa, persona, solicitud)[0].objetivo for persona in (mesa.ana, mesa.esp, mesa.dani)]

    cesiones.esconder_pnj(mesa.pnj, por=mesa.dani, **YO)
    version = Personaje.objects.sin_filtrar("test").get(pk=mesa.pnj.personaje_id).version
    cambios = {"nombre": "El rey perdido"}
    reparto.corregir_ficha(mesa.pnj, version=version, cambios=cambios, motivo="Es él.", por=mesa.dani, **YO)

    ahora = [vistas(mesa, persona, solicitud)[0].objetivo for persona in (mesa.ana, mesa.esp, mesa.dani)]
    assert (antes, ahora) == (["Karg"] * 3, ["", "", "El rey perdido"])


def test_lo_que_las_reglas_niegan_de_todos_modos_se_dice_al_publicar():
    mesa = duelo()
    poner(mesa.kaelen, ph=0)

    with pytest.raises(TiradaRechazada) as aviso:
        pedir(mesa)

    assert (aviso.value.indice, aviso.value.rechazo.codigo) == (0, "sin_ph")
    assert SolicitudDePalabra.objects.sin_filtrar("test").count() == 0


def test_la_direccion_la_pone_ella_misma():
    mesa = duelo()
    actuar = TiradaDeclarada("giro_del_destino", GIRO.datos, personaje=mesa.kaelen.personaje.publico)

    fabrica.publicar(mesa, mesa.dani, tiradas=(actuar,))

    assert [t.accion for t in tiradas()] == ["giro_del_destino"]


def test_tirar_ahora_no_se_salta_la_palabra():
    mesa = duelo()
    orden = OrdenTirar(fabrica.orden(mesa.kaelen), GIRO, uuid4())

    with pytest.raises(DatoInvalido):
        en_curso.tirar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)

    assert tiradas() == []


def test_un_susurro_espera_entre_los_suyos():
    mesa = duelo()
    solicitud = pedir(mesa, visibilidad="direccion")

    assert len(vistas(mesa, mesa.dani, solicitud)) == 1
    assert vistas(mesa, mesa.bruno, solicitud) == []
    with pytest.raises(NoExiste):
        palabra.retirar(solicitud.publico, por=mesa.bruno, **YO)
    palabra.conceder(solicitud.publico, por=mesa.dani, **YO)
    assert [t.libro for t in tiradas()] == ["cerrado"]


@pytest.mark.parametrize("lugar", ["escena", "partida"])
def test_lo_que_espera_se_cierra_con_su_escena_o_su_partida(lugar):
    mesa = duelo()
    solicitud = pedir(mesa)

    if lugar == "escena":
        escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)
    else:
        partidas.archivar(mesa.partida, por=mesa.dani, ahora=AHORA)

    assert de(solicitud).estado == "cerrada"


def fallo(mesa) -> Tirada:
    """Fail automatically: the two dice are tried until they do."""
    while True:
        tarea = TiradaDeclarada("tirada", {"atributo": "mente"})
        mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(tarea,))
        tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
        if "fallo_calamitoso" in tirada.respuesta["opciones"]:
            return tirada


def test_la_recompensa_de_una_opcion_espera_y_la_paga_la_direccion():
    mesa = duelo()
    tirada = fallo(mesa)
    orden = OrdenContinuar(uuid4(), {"descripcion": "Se cae.", "recompensa": True})

    with pytest.raises(NoPermitido):
        continuaciones.continuar(tirada.publico, "fallo_calamitoso", orden, autor=mesa.ana, ahora=AHORA)
    solicitud = palabra.pedir(tirada.publico, "fallo_calamitoso", orden, por=mesa.ana, **YO)
    assert palabra.pedir(tirada.publico, "fallo_calamitoso", orden, por=mesa.ana, **YO) == solicitud
    otra = OrdenContinuar(orden.clave, {"descripcion": "Otra.", "recompensa": True})
    with pytest.raises(ClaveReutilizada):
        palabra.pedir(tirada.publico, "fallo_calamitoso", otra, por=mesa.ana, **YO)
    de_nuevo = OrdenContinuar(uuid4(), dict(orden.datos))
    with pytest.raises(DatoInvalido):
        palabra.pedir(tirada.publico, "fallo_calamitoso", de_nuevo, por=mesa.ana, **YO)

    palabra.conceder(solicitud.publico, por=mesa.dani, **YO)

    hija = tiradas()[-1]
    assert (hija.continua_id, hija.opcion, hija.autor) == (tirada.pk, "fallo_calamitoso", mesa.ana)
    assert ficha(mesa.kaelen)["ph"] == 5


def test_si_la_opcion_se_uso_entretanto_la_peticion_se_cierra():
    mesa = duelo()
    tirada = fallo(mesa)
    orden = OrdenContinuar(uuid4(), {"descripcion": "Se cae.", "recompensa": True})
    solicitud = palabra.pedir(tirada.publico, "fallo_calamitoso", orden, por=mesa.ana, **YO)
    sin_ella = OrdenContinuar(uuid4(), {"descripcion": "Se cae."})
    continuaciones.continuar(tirada.publico, "fallo_calamitoso", sin_ella, autor=mesa.ana, ahora=AHORA)

    hecha = palabra.conceder(solicitud.publico, por=mesa.dani, **YO)

    assert (hecha.estado, ficha(mesa.kaelen)["ph"]) == ("cerrada", 4)


def test_cada_paso_se_anota():
    mesa = duelo()
    Suceso.objects.sin_filtrar("test").all().delete()
    for verbo in (palabra.conceder, palabra.negar):
        verbo(pedir(mesa).publico, por=mesa.dani, **YO)
    palabra.retirar(pedir(mesa).publico, por=mesa.ana, **YO)

    clases = [s.clase for s in Suceso.objects.sin_filtrar("test").order_by("pk") if s.clase.startswith("palabra")]
    assert clases == [
        "palabra_pedida", "palabra_concedida", "palabra_pedida", "palabra_negada", "palabra_pedida", "palabra_retirada",
    ]  # fmt: skip
