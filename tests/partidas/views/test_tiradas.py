"""What hangs on a card over HTTP: its options with the envelope they draw from, and what becomes of who closes."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from cuentas.dominio import cerrar_cuenta
from partidas.dominio import anulaciones, borradores, partidas, turnos
from partidas.models import Borrador, Escena, Mensaje, SolicitudDeAnulacion, Tirada
from reglas import libro
from reglas.models import Asiento, Clase, Libro
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar, ruta

pytestmark = pytest.mark.django_db

NAVEGADOR = "0123456789abcdef"


def tirar(mesa, **campos) -> Tirada:
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),), **campos)
    return Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)


def boton(html: str, tirada: Tirada) -> dict[str, str]:
    """Return the hidden fields of the button «Repetir» of a card."""
    direccion = reverse("continuar", args=[tirada.publico, "repetir"])
    formulario = html.partition(f'<form method="post" action="{direccion}">')[2].partition("</form>")[0]
    campos = dict(re.findall(r'name="(clave|sobre|aporte)" value="([^"]*)"', formulario))
    return campos


def rotar(mesa, clase=Clase.ABIERTO) -> None:
    libro.bloquear(mesa.partida.publico, clase).rotar(libro.Motivo.PETICION, ahora=AHORA)


@pytest.mark.parametrize(("visibilidad", "clase"), [("todos", Clase.ABIERTO), ("direccion", Clase.CERRADO)])
def test_dad_14_un_boton_de_la_tarjeta_lleva_el_compromiso_de_su_libro_y_el_azar_de_quien_lo_pulsa(visibilidad, clase):
    mesa = fabrica.mesa()
    tirada = tirar(mesa, visibilidad=visibilidad)
    cliente = entrar(mesa.ana)

    campos = boton(cliente.get(ruta(mesa)).content.decode(), tirada)
    respuesta = cliente.post(reverse("continuar", args=[tirada.publico, "repetir"]), campos | {"aporte": NAVEGADOR})

    otra = Tirada.objects.sin_filtrar("test").get(continua=tirada)
    assert campos["sobre"] == libro.comprometido(mesa.partida.publico, clase).compromiso
    assert campos["aporte"] == ""
    assert respuesta.status_code == 302
    assert otra.con_aporte
    assert f'"aporte":"{NAVEGADOR}"' in otra.asiento.contenido


def test_dad_14_si_el_sobre_se_abre_entretanto_el_boton_no_tira_y_ensena_el_compromiso_nuevo():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    cliente = entrar(mesa.ana)
    direccion = reverse("continuar", args=[tirada.publico, "repetir"])
    campos = boton(cliente.get(ruta(mesa)).content.decode(), tirada) | {"aporte": NAVEGADOR}
    rotar(mesa)

    respuesta = cliente.post(direccion, campos)

    html = respuesta.content.decode()
    nuevo = libro.comprometido(mesa.partida.publico, Clase.ABIERTO)
    assert respuesta.status_code == 422
    assert "El sobre se abrió mientras escribías" in html
    assert NAVEGADOR not in html
    assert f'name="sobre" value="{nuevo.compromiso}"' in html
    assert f'name="clave" value="{campos["clave"]}"' in html
    assert not Tirada.objects.sin_filtrar("test").filter(continua=tirada).exists()
    assert cliente.post(direccion, campos | {"sobre": nuevo.compromiso}).status_code == 302
    assert cliente.post(direccion, campos).status_code == 302, "the same key is the same roll, whatever the envelope"
    assert Tirada.objects.sin_filtrar("test").filter(continua=tirada).count() == 1


def test_dad_14_lo_que_se_escribe_a_mano_como_azar_se_conserva_aunque_cambie_el_sobre():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    cliente = entrar(mesa.ana)
    direccion = reverse("continuar", args=[tirada.publico, "repetir"])
    html = cliente.get(direccion).content.decode()
    campos = dict(re.findall(r'name="(clave|sobre)" value="([^"]*)"', html)) | {"aporte": "mi gato"}
    rotar(mesa)

    html = cliente.post(direccion, campos).content.decode()

    assert 'name="aporte" type="text" maxlength="64" value="mi gato"' in html


def test_quien_pidio_anular_lo_retira_desde_la_tarjeta():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    direccion = reverse("anular", args=[tirada.publico])
    ana, bruno = entrar(mesa.ana), entrar(mesa.bruno)
    ana.post(direccion, {"hacer": "pedir", "motivo": "Me equivoqué"})

    assert "Retirar lo pedido" in ana.get(ruta(mesa)).content.decode()
    assert "Me equivoqué" not in bruno.get(ruta(mesa)).content.decode()
    assert bruno.post(direccion, {"hacer": "retirar"}).status_code == 403
    assert ana.post(direccion, {"hacer": "retirar"}).status_code == 302
    assert SolicitudDeAnulacion.objects.sin_filtrar("test").get().estado == "retirada"
    assert "Se pide anularla" not in entrar(mesa.dani).get(ruta(mesa)).content.decode()
    assert "Pedir que se anule" in ana.get(ruta(mesa)).content.decode()


def test_en_una_partida_cerrada_lo_pedido_se_lee_y_no_se_ofrece_retirarlo():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    anulaciones.pedir(tirada.publico, motivo="Me equivoqué", por=mesa.ana, ahora=AHORA)
    partidas.archivar(mesa.partida, por=mesa.dani, ahora=AHORA)

    html = entrar(mesa.ana).get(ruta(mesa)).content.decode()

    assert "Se pide anularla: «Me equivoqué»" in html
    assert "Retirar lo pedido" not in html


def test_dad_06_cerrar_la_cuenta_no_quita_nada_del_libro_ni_de_la_tarjeta():
    mesa = fabrica.mesa()
    tirada = tirar(mesa)
    fuera = Escena.objects.sin_filtrar("test").get(partida=mesa.partida, tipo="fuera")
    dicho = turnos.publicar(
        fuera, turnos.OrdenTurno(uuid4(), texto="Hola.", tiradas=(fabrica.tarea(),)),
        autor=mesa.ana, ahora=AHORA,
    ).mensaje  # fmt: skip
    borradores.guardar(mesa.ana, "escena:x", {"texto": "Sin publicar."}, version=0, pestana="a", ahora=AHORA)
    antes = list(Asiento.objects.order_by("pk").values())
    autor = mesa.ana.publico
    assert boton(entrar(mesa.ana).get(ruta(mesa)).content.decode(), tirada)

    assert cerrar_cuenta(mesa.ana, ahora=AHORA)

    assert list(Asiento.objects.order_by("pk").values()) == antes
    assert not [asiento["peticion"] for asiento in antes if '"ana"' in asiento["peticion"]]
    assert f'"autor":"{autor}"' in tirada.asiento.contenido
    assert [libro.verificar(uno).fallos for uno in Libro.objects.filter(dueno=mesa.partida.publico)] == [(), ()]
    bruno = entrar(mesa.bruno)
    html = bruno.get(ruta(mesa)).content.decode()
    assert f'id="t-{tirada.publico}"' in html
    assert "PJ de cuenta cerrada" in html
    de_fuera = bruno.get(reverse("escena", args=[mesa.partida.publico, fuera.publico])).content.decode()
    portada = bruno.get(reverse("partida", args=[mesa.partida.publico])).content.decode()
    for pagina in (html, de_fuera, portada):
        assert "cerrada-" not in pagina
        assert not re.search(r"\bana\b", pagina)
    assert Mensaje.objects.sin_filtrar("test").get(pk=dicho.pk).nombre_voz == ""
    assert not Borrador.objects.sin_filtrar("test").exists()


def test_dad_06_cerrar_la_cuenta_de_quien_dejo_una_tirada_sin_narrar_la_deja_a_la_vista():
    from partidas.dominio.en_curso import OrdenTirar
    from partidas.dominio.en_curso import tirar as tirar_ahora

    mesa = fabrica.mesa()
    orden = OrdenTirar(fabrica.orden(mesa.kaelen), fabrica.tarea(), uuid4())
    tirada = tirar_ahora(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)

    cerrar_cuenta(mesa.ana, ahora=AHORA)

    html = entrar(mesa.dani).get(ruta(mesa)).content.decode()
    assert f'id="t-{tirada.publico}"' in html
    assert "Kaelen ha tirado: sin narrar todavía." in html
