"""Sheets: made step by step, corrected with a reason, read whole by few."""

import re

import pytest
from django.urls import reverse

from partidas.models import Reparto
from personajes.models import CambioFicha, Personaje
from reglas import motor
from reglas.nucleo.sistema import Plantilla
from tests import fabrica
from tests.fabrica import poner
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db


def _de(sistema: str) -> tuple[Plantilla, ...]:
    """Return the starting sheets and the quick PNJs of a system."""
    return (*motor.sistema(sistema).plantillas, *motor.sistema(sistema).pnj)


def leer(fila) -> Personaje:
    return Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id)


def ruta(mesa, fila, nombre="ficha", *mas):
    return reverse(nombre, args=[mesa.partida.publico, fila.personaje.publico, *mas])


def formulario(html: str) -> dict[str, str]:
    """Return what a browser would send back of a page's form: inputs, selects and texts as they stand."""
    cuerpo = html[html.index('<form class="formulario"') :]
    datos = {}
    for etiqueta in re.findall(r"<input[^>]*>", cuerpo):
        nombre, valor = re.search(r' name="([^"]+)"', etiqueta), re.search(r' value="([^"]*)"', etiqueta)
        if nombre and ('type="checkbox"' not in etiqueta or " checked" in etiqueta):
            datos[nombre[1]] = valor[1] if valor else ""
    for nombre, opciones in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', cuerpo, re.DOTALL):
        elegida = re.search(r'value="([^"]*)" selected', opciones) or re.search(r'value="([^"]*)"', opciones)
        datos[nombre] = elegida[1] if elegida else ""
    datos.pop("csrfmiddlewaretoken", None)
    return datos


def test_un_personaje_se_crea_paso_a_paso_y_solo_entonces_habla():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.bruno)
    destino = reverse("personaje_nuevo", args=[mesa.partida.publico])

    respuesta = cliente.post(destino, {"nombre": "Otilia", "plantilla": "matriz", "paso_a_paso": "1"})
    paginas = 0
    while "/editar/" in respuesta["Location"]:
        html = cliente.get(respuesta["Location"]).content.decode()
        datos = formulario(html)
        if "ficha.vigor.maximo" in datos:
            datos["ficha.vigor.maximo"] = "15"
            datos["ficha.vigor.reserva"] = "15"
        respuesta = cliente.post(respuesta["Location"], datos)
        assert respuesta.status_code == 302, respuesta.content.decode()
        paginas += 1
    fila = Reparto.objects.sin_filtrar("test").get(personaje__nombre="Otilia")
    antes = leer(fila).estado
    cliente.post(ruta(mesa, fila, "ficha_terminar"))

    assert paginas >= 4
    assert (antes, leer(fila).estado) == ("creacion", "activo")
    assert leer(fila).ficha["vigor"]["maximo"] == 15
    assert set(
        CambioFicha.objects.sin_filtrar("test").filter(personaje=fila.personaje).values_list("causa", flat=True)
    ) == {"creacion"}


def test_pasar_por_todos_los_pasos_sin_tocar_nada_no_cambia_la_ficha():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    antes = leer(mesa.kaelen)

    html = cliente.get(ruta(mesa, mesa.kaelen)).content.decode()
    pasos = re.findall(r'href="([^"]+/editar/\d+/)"', html)
    for paso in pasos:
        datos = formulario(cliente.get(paso).content.decode())
        assert cliente.post(paso, {**datos, "motivo": "repaso"}).status_code == 302

    assert len(pasos) >= 5
    assert (leer(mesa.kaelen).ficha, leer(mesa.kaelen).version) == (antes.ficha, 1)


@pytest.mark.parametrize(
    ("sistema", "ficha"),
    [(clave, plantilla.clave) for clave in ("lemuria", "salvaje") for plantilla in _de(clave)],
)
def test_repasar_cualquier_ficha_de_partida_de_los_otros_juegos_no_la_cambia(sistema, ficha):
    mesa = fabrica.duelo(sistema, ana=ficha, bruno=ficha, pnj=ficha)
    cliente = entrar(mesa.dani)
    antes = leer(mesa.pnj)

    pasos = re.findall(r'href="([^"]+/editar/\d+/)"', cliente.get(ruta(mesa, mesa.pnj)).content.decode())
    for paso in pasos:
        datos = formulario(cliente.get(paso).content.decode())
        respuesta = cliente.post(paso, {**datos, "motivo": "repaso"})
        assert respuesta.status_code == 302, respuesta.content.decode()

    assert len(pasos) >= 5
    assert (leer(mesa.pnj).ficha, leer(mesa.pnj).version) == (antes.ficha, 1)


def test_un_heroe_pasa_a_villano_y_suelta_lo_que_solo_es_de_heroes():
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="gladiador", pnj="villano")
    cliente = entrar(mesa.dani)
    pasos = re.findall(r'href="([^"]+/editar/\d+/)"', cliente.get(ruta(mesa, mesa.kaelen)).content.decode())
    paso = next(p for p in pasos if "ficha.ph" in cliente.get(p).content.decode())
    datos = formulario(cliente.get(paso).content.decode()) | {"ficha.clase": "villano", "motivo": "Se ha vendido"}

    respuesta = cliente.post(paso, datos)

    assert respuesta.status_code == 302, respuesta.content.decode()
    assert (leer(mesa.kaelen).ficha["clase"], "ph" in leer(mesa.kaelen).ficha) == ("villano", False)
    assert "ficha.ph" not in cliente.get(paso).content.decode()


def lineas(mesa, fila) -> dict[str, str]:
    """Return the lines of a sheet as its page tells them; a label that is told twice is a defect."""
    html = entrar(mesa.dani).get(ruta(mesa, fila)).content.decode()
    pares = re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", html)
    assert len({etiqueta for etiqueta, _valor in pares}) == len(pares)
    return dict(pares)


def test_un_arma_se_lee_en_una_linea():
    mesa = fabrica.duelo("lemuria", ana="ladron", bruno="ladron", pnj="villano")

    hoja = lineas(mesa, mesa.kaelen)

    assert hoja["Arma"] == "daga (Ligera, Ambos modos, 5)"
    assert hoja["Segunda arma"] == "puñal (Ligera, Ambos modos, 5)"


def test_un_dado_se_lee_como_un_dado():
    mesa = fabrica.duelo("salvaje", ana="guerrero", bruno="guerrero", pnj="comodin")
    poner(mesa.kaelen, habilidades={"pelear": {"dado": 12, "bono": 1}, "sigilo": {"dado": 4, "bono": 0}})

    hoja = lineas(mesa, mesa.kaelen)

    assert (hoja["Fuerza"], hoja["Habilidades"]) == ("d8", "Pelear: d12+1, Sigilo: d4")


def test_la_direccion_corrige_con_motivo_y_queda_escrito_que_cambio():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    paso = next(
        p
        for p in re.findall(r'href="([^"]+/editar/\d+/)"', cliente.get(ruta(mesa, mesa.kaelen)).content.decode())
        if "ficha.px" in cliente.get(p).content.decode()
    )
    datos = formulario(cliente.get(paso).content.decode()) | {"ficha.px": "7"}

    sin_motivo = cliente.post(paso, datos)
    con_motivo = cliente.post(paso, datos | {"motivo": "faltaban los del prólogo"})

    cambio = CambioFicha.objects.sin_filtrar("test").get(personaje=mesa.kaelen.personaje, version=2)
    assert (sin_motivo.status_code, con_motivo.status_code) == (422, 302)
    assert leer(mesa.kaelen).ficha["px"] == 7
    assert (cambio.causa, cambio.motivo, cambio.por) == ("correccion", "faltaban los del prólogo", mesa.dani)
    assert [(e["campo"], e["antes"], e["despues"]) for e in cambio.efectos] == [("px", 2, 7)]


def test_lo_que_la_ficha_no_admite_se_dice_junto_a_su_campo_y_se_conserva():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    pasos = re.findall(r'href="([^"]+/editar/\d+/)"', cliente.get(ruta(mesa, mesa.kaelen)).content.decode())
    paso = next(p for p in pasos if "ficha.vigor.maximo" in cliente.get(p).content.decode())
    datos = formulario(cliente.get(paso).content.decode()) | {"ficha.vigor.maximo": "900", "motivo": "Porque sí"}

    respuesta = cliente.post(paso, datos)

    html = respuesta.content.decode()
    assert respuesta.status_code == 422
    assert re.search(r'id="c-ficha-vigor-maximo-error">', html)
    assert 'value="900"' in html
    assert 'value="Porque sí"' in html
    assert leer(mesa.kaelen).version == 1


def test_lo_que_no_es_un_numero_se_conserva_como_se_escribio():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    pasos = re.findall(r'href="([^"]+/editar/\d+/)"', cliente.get(ruta(mesa, mesa.kaelen)).content.decode())
    paso = next(p for p in pasos if "ficha.vigor.maximo" in cliente.get(p).content.decode())
    datos = formulario(cliente.get(paso).content.decode()) | {"ficha.vigor.maximo": "doce", "motivo": "Porque sí"}

    respuesta = cliente.post(paso, datos)

    assert respuesta.status_code == 422
    assert 'value="doce"' in respuesta.content.decode()
    assert leer(mesa.kaelen).version == 1


def test_fia_19_guardar_sobre_una_ficha_que_cambio_avisa_y_no_pisa():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    pasos = re.findall(r'href="([^"]+/editar/\d+/)"', cliente.get(ruta(mesa, mesa.kaelen)).content.decode())
    paso = next(p for p in pasos if "ficha.vigor.maximo" in cliente.get(p).content.decode())
    datos = formulario(cliente.get(paso).content.decode()) | {"ficha.vigor.maximo": "14", "motivo": "subida"}
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),))

    respuesta = cliente.post(paso, datos)

    assert respuesta.status_code == 409
    assert 'value="14"' in respuesta.content.decode()
    assert leer(mesa.kaelen).ficha["vigor"] == {"maximo": 12, "reserva": 10, "ventaja": 1}


def test_seg_38_una_jugadora_no_corrige_su_ficha_en_juego_ni_la_de_nadie():
    mesa = fabrica.mesa()
    mesa.kaelen.personaje.refresh_from_db()

    for persona, fila, estado in (
        (mesa.ana, mesa.kaelen, 403),
        (mesa.ana, mesa.mirta, 403),
        (mesa.esp, mesa.kaelen, 403),
        (mesa.eva, mesa.kaelen, 404),
        (None, mesa.kaelen, 302),
    ):
        respuesta = entrar(persona).post(ruta(mesa, fila, "ficha_editar", "1"), {"version": "1", "motivo": "x"})
        assert respuesta.status_code == estado
    assert (leer(mesa.kaelen).version, leer(mesa.mirta).version) == (1, 1)


def test_la_direccion_corrige_un_pnj_breve():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    paso = ruta(mesa, mesa.pnj, "ficha_editar", "1")
    datos = formulario(cliente.get(paso).content.decode()) | {"objetivo.armadura": "2", "motivo": "lleva coraza"}

    assert cliente.post(paso, datos).status_code == 302

    assert leer(mesa.pnj).ficha["armadura"] == 2


def test_la_ficha_entera_no_sale_para_quien_solo_conoce_la_cara():
    mesa = fabrica.mesa("publica")

    entera = entrar(mesa.ana).get(ruta(mesa, mesa.kaelen)).content.decode()
    for persona in (mesa.bruno, mesa.esp, mesa.eva, None):
        html = entrar(persona).get(ruta(mesa, mesa.kaelen)).content.decode()
        assert "trepar" in entera
        assert "trepar" not in html
        assert "medidor" not in html
