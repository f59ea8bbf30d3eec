"""Changing a partida: two directors at once, what the record keeps, and who would read it before it is opened."""

from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.urls import reverse

from partidas.dominio import edicion, lectores, moderacion, partidas, plazas
from partidas.dominio.partidas import DatosPartida
from partidas.models import Acta, Participante, Partida
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db

DATOS = {
    "titulo": "El faro", "sistema": fabrica.SISTEMA, "premisa": "", "acceso": "privada", "ingreso": "libre",
    "zona": "Europe/Madrid", "version": "1",
}  # fmt: skip


class Ocultos(HTMLParser):
    """Read the hidden fields of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.campos: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        datos = dict(attrs)
        if tag == "input" and datos.get("type") == "hidden" and datos["name"] != "csrfmiddlewaretoken":
            self.campos[datos["name"]] = datos.get("value") or ""


def ruta(mesa) -> str:
    return reverse("partida_editar", args=[mesa.partida.publico])


def fresca(mesa) -> Partida:
    return Partida.objects.sin_filtrar("test").get(pk=mesa.partida.pk)


def test_el_formulario_lleva_la_version_y_guardar_deja_acta_sin_prosa():
    mesa = fabrica.mesa()

    html = entrar(mesa.dani).get(ruta(mesa)).content.decode()
    respuesta = entrar(mesa.dani).post(ruta(mesa), DATOS | {"titulo": "La isla", "admite": "on"})

    acta = Acta.objects.sin_filtrar("test").get()
    assert Ocultos(html).campos["version"] == "1"
    assert respuesta.status_code == 302
    assert (fresca(mesa).titulo, fresca(mesa).slug, fresca(mesa).admite, fresca(mesa).version) == (
        "La isla", "la-isla", True, 2,
    )  # fmt: skip
    assert (acta.verbo, acta.por, acta.datos) == (
        "cambiar", mesa.dani, {"cambian": ["titulo", "admite"], "admite": [False, True]},
    )  # fmt: skip


def test_dos_que_dirigen_no_se_pisan_y_la_segunda_ve_los_dos_valores():
    mesa = fabrica.mesa()
    codi = fabrica.cuenta("codi")
    fabrica.sentar(mesa.partida, codi, "direccion", AHORA)
    entrar(mesa.dani).post(ruta(mesa), DATOS | {"titulo": "La isla"})

    respuesta = entrar(codi).post(ruta(mesa), DATOS | {"titulo": "El puerto", "premisa": "Larga premisa."})
    html = respuesta.content.decode()

    assert respuesta.status_code == 409
    assert (fresca(mesa).titulo, fresca(mesa).version) == ("La isla", 2)
    assert '<dd dir="auto">La isla</dd>' in html
    assert '<dd dir="auto">El puerto</dd>' in html
    assert 'value="El puerto"' in html
    assert "Larga premisa." in html
    assert Ocultos(html).campos["version"] == "2"
    entrar(codi).post(ruta(mesa), DATOS | {"titulo": "El puerto", "version": "2"})
    assert fresca(mesa).titulo == "El puerto"


def test_guardar_lo_mismo_no_deja_acta_ni_conflicto():
    mesa = fabrica.mesa()
    datos = DatosPartida("La isla", fabrica.SISTEMA)

    hecho = [partidas.cambiar(mesa.partida, datos, version=1, por=mesa.dani, ahora=AHORA) for _ in range(2)]

    assert hecho == [True, False]
    assert Acta.objects.sin_filtrar("test").count() == 1


@pytest.mark.parametrize("archivada", [False, True])
def test_abrir_una_partida_pregunta_antes_diciendo_quien_la_leera_y_que_se_abre(archivada):
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    fabrica.susurrar(mesa, mesa.dani, mesa.kaelen)
    if archivada:
        partidas.archivar(mesa.partida, por=mesa.dani, ahora=AHORA)
    pedido = DATOS | {"acceso": "publica", "premisa": "Una\r\ndos", "solo_al_publicar": "on"}

    pregunta = entrar(mesa.dani).post(ruta(mesa), pedido)
    html = pregunta.content.decode()
    sin_abrir = fresca(mesa).acceso
    respuesta = entrar(mesa.dani).post(ruta(mesa), Ocultos(html).campos)

    assert (pregunta.status_code, sin_abrir) == (200, "privada")
    assert "Lo leerán además:</strong> cualquiera que visite la partida" in html
    assert "Se abre lo ya escrito para todos: 2 mensajes, de ana, bruno, y sus tiradas." in html
    assert ("La partida ya no se escribe" in html) == archivada
    assert respuesta.status_code == 302
    guardada = fresca(mesa)
    assert (guardada.acceso, guardada.premisa, guardada.solo_al_publicar, guardada.admite) == (
        "publica", "Una\ndos", True, False,
    )  # fmt: skip


def test_lo_confirmado_para_un_cambio_no_vale_para_otro():
    mesa = fabrica.mesa()

    respuesta = entrar(mesa.dani).post(ruta(mesa), DATOS | {"acceso": "publica", "confirmado": "privada-enlace"})

    assert (respuesta.status_code, fresca(mesa).acceso) == (200, "privada")


def test_cerrarla_dice_quien_deja_de_leerla():
    mesa = fabrica.mesa("publica")

    html = entrar(mesa.dani).post(ruta(mesa), DATOS).content.decode()

    assert "Dejarán de leerlo:</strong> quien visita la partida sin plaza" in html
    assert fresca(mesa).acceso == "publica"


def test_los_lectores_que_se_anuncian_son_los_que_la_puerta_dice():
    from partidas.consultas import lectores as prevision

    mesa = fabrica.mesa()
    antes = {q: Partida.objects.visibles_para(getattr(mesa, q)).exists() for q in ("ana", "eva")}
    cambio = prevision.al_cambiar_acceso(mesa.partida, "enlace")
    datos = DatosPartida("El faro", fabrica.SISTEMA, acceso="enlace")
    partidas.cambiar(mesa.partida, datos, version=1, por=mesa.dani, ahora=AHORA)
    despues = {q: Partida.objects.visibles_para(getattr(mesa, q)).exists() for q in ("ana", "eva")}

    assert (antes, despues) == ({"ana": True, "eva": False}, {"ana": True, "eva": True})
    assert (cambio.visitas_ganan, cambio.alguien_pierde) == (True, False)


def texto_de(cliente, ruta_: str) -> tuple[int, str]:
    respuesta = cliente.get(ruta_)
    return respuesta.status_code, respuesta.content.decode()


def test_a_quien_dirige_sola_no_se_le_ofrece_irse_ni_ella_misma_se_echa():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    sobre = {
        q: reverse("plaza_sobre", args=[mesa.partida.publico, mesa.dani.publico, q]) for q in ("quitar", "expulsar")
    }
    papel = reverse("plaza_papel", args=[mesa.partida.publico, mesa.dani.publico])
    dejar = reverse("plaza_propia", args=[mesa.partida.publico, "dejar"])
    mesa_ = reverse("mesa", args=[mesa.partida.publico])
    enlaces = (*sobre.values(), papel, dejar)

    def ofrecidos() -> set[str]:
        html = (
            cliente.get(mesa_).content.decode()
            + cliente.get(reverse("partida", args=[mesa.partida.publico])).content.decode()
        )
        return {enlace for enlace in enlaces if f'"{enlace}"' in html}

    sola = ofrecidos()
    paginas = [texto_de(cliente, enlace) for enlace in enlaces]
    fabrica.sentar(mesa.partida, fabrica.cuenta("codi"), "direccion", AHORA)

    assert sola == set()
    assert [codigo for codigo, _html in paginas] == [409] * 4
    assert all("Alguien tiene que dirigir: da antes la dirección a otra persona." in html for _c, html in paginas)
    assert ofrecidos() == set(enlaces)


CASOS_DE_PLAZA = {
    "activa": {"papel", "silenciar", "quitar", "expulsar"},
    "invitada": {"papel", "quitar", "expulsar"},
    "retirada": {"readmitir", "expulsar"},
    "expulsada": {"readmitir"},
}


@pytest.mark.parametrize("estado", CASOS_DE_PLAZA)
def test_de_una_plaza_se_ofrece_lo_que_procede_y_lo_demas_dice_por_que_no(estado):
    mesa = fabrica.mesa()
    plaza = fabrica.sentar(mesa.partida, mesa.eva, "jugador", AHORA)
    type(plaza).objects.sin_filtrar("test").filter(pk=plaza.pk).update(estado=estado)
    cliente = entrar(mesa.dani)
    html = cliente.get(reverse("mesa", args=[mesa.partida.publico])).content.decode()
    base = f"/p/{mesa.partida.publico}/plazas/{mesa.eva.publico}/"

    todas = ("papel", "silenciar", "dar-voz", "quitar", "expulsar", "readmitir")
    ofrece = {que for que in todas if f'"{base}{que}/"' in html}
    codigos = {que: cliente.get(f"{base}{que}/").status_code for que in todas}

    assert ofrece == CASOS_DE_PLAZA[estado]
    assert codigos == {que: 200 if que in CASOS_DE_PLAZA[estado] else 409 for que in todas}


def test_lo_que_se_pulsa_dos_veces_dice_como_esta_y_no_que_estaba_hecho():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    expulsar = reverse("plaza_sobre", args=[mesa.partida.publico, mesa.ana.publico, "expulsar"])
    datos = {"motivo": "Eh", "personajes": "retirado"}
    cliente.post(expulsar, datos)

    segunda = cliente.post(expulsar, datos, follow=True).content.decode()
    silencio = reverse("plaza_sobre", args=[mesa.partida.publico, mesa.bruno.publico, "readmitir"])
    activa = cliente.post(silencio, follow=True).content.decode()

    assert "Está fuera de la partida." in segunda
    assert "Su plaza está abierta." in activa
    assert "Ya estaba hecho." not in segunda + activa


@pytest.mark.parametrize(("que", "frase"), [
    ("mostrar", "El mensaje se lee: ni está oculto ni está borrado."),
    ("restaurar", "El mensaje se lee: ni está oculto ni está borrado."),
    ("devolver", "El mensaje está en su sitio: nadie lo ha movido."),
])  # fmt: skip
def test_de_un_mensaje_que_se_lee_no_se_pregunta_lo_que_no_procede(que, frase):
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    codigo, html = texto_de(entrar(mesa.dani), f"/m/{mensaje.publico}/{que}/")

    assert (codigo, frase in html) == (409, True)


def test_restaurar_se_ofrece_a_quien_lo_borro_y_no_a_la_autora_de_lo_que_borro_la_direccion():
    mesa = fabrica.mesa()
    suyo, ajeno = (fabrica.publicar(mesa, mesa.ana, mesa.kaelen) for _ in range(2))
    moderacion.borrar(ajeno, motivo="Eh", por=mesa.dani, ahora=AHORA)
    moderacion.borrar(suyo, por=mesa.ana, ahora=AHORA)
    cliente = entrar(mesa.ana)

    html = cliente.get(reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()

    ofrece = {nombre: f"/m/{m.publico}/restaurar/" in html for nombre, m in (("suyo", suyo), ("ajeno", ajeno))}
    codigos = [cliente.get(f"/m/{m.publico}/restaurar/").status_code for m in (suyo, ajeno)]
    assert (ofrece, codigos) == ({"suyo": True, "ajeno": False}, [200, 403])


def test_los_estados_de_la_partida_que_no_proceden_no_preguntan():
    mesa = fabrica.mesa()
    partidas.archivar(mesa.partida, por=mesa.dani, ahora=AHORA)
    cliente = entrar(mesa.dani)

    codigos = {
        que: cliente.get(reverse("partida_estado", args=[mesa.partida.publico, que])).status_code
        for que in ("pausar", "reanudar", "finalizar", "archivar", "reabrir")
    }

    assert codigos == {"pausar": 409, "reanudar": 409, "finalizar": 409, "archivar": 409, "reabrir": 200}


def test_lo_propio_que_no_procede_lo_dice():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)
    rutas = {
        q: reverse("plaza_propia", args=[mesa.partida.publico, q]) for q in ("aceptar", "rechazar", "dejar", "volver")
    }

    activa = {que: cliente.get(enlace).status_code for que, enlace in rutas.items()}
    plazas.dejar(mesa.partida, por=mesa.ana, ahora=AHORA - timedelta(days=400))
    tarde = {que: cliente.get(enlace).status_code for que, enlace in rutas.items()}

    assert activa == {"aceptar": 409, "rechazar": 409, "dejar": 200, "volver": 409}
    assert tarde == {"aceptar": 409, "rechazar": 409, "dejar": 409, "volver": 409}


def test_el_historial_dice_las_notas_de_ahora():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, notas="Nota de ahora.", notas_direccion=True)

    html = entrar(mesa.ana).get(reverse("mensaje_historial", args=[mensaje.publico])).content.decode()

    assert "Nota de ahora." in html
    assert "Notas para la dirección" in html


def test_la_pagina_de_readmitir_promete_lo_que_hace():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    paginas = {}
    for quien in ("ana", "bruno"):
        plaza = Participante.objects.sin_filtrar("test").get(usuario=getattr(mesa, quien))
        if quien == "ana":
            plazas.dejar(mesa.partida, por=mesa.ana, ahora=AHORA)
        plazas.expulsar(plaza, motivo="Eh", por=mesa.dani, ahora=AHORA)
        enlace = reverse("plaza_sobre", args=[mesa.partida.publico, getattr(mesa, quien).publico, "readmitir"])
        paginas[quien] = cliente.get(enlace).content.decode()

    assert "Si la acepta, vuelve a leer lo que leía, con los personajes que dejó" in paginas["ana"]
    assert "Vuelve a su plaza con sus personajes y lee otra vez lo que leía." in paginas["bruno"]


def test_la_autora_ve_en_la_pagina_que_solo_la_direccion_lo_abre():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    lectores.cambiar(mensaje, visibilidad="direccion", por=mesa.dani, ahora=AHORA)

    respuesta = entrar(mesa.ana).get(f"/m/{mensaje.publico}/lectores/?visibilidad=todos&elegir=1")

    assert respuesta.status_code == 422
    assert "La dirección decidió quién lo lee: solo ella puede abrirlo a más personas." in respuesta.content.decode()


def test_el_historial_dice_palabra_por_palabra_que_cambio():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="La puerta <es> roja.")
    edicion.editar(mensaje, texto="La puerta <era> roja.", notas="", version=1, por=mesa.ana, ahora=AHORA)

    html = entrar(mesa.ana).get(reverse("mensaje_historial", args=[mensaje.publico])).content.decode()

    assert "La puerta &lt;<del>es</del><ins>era</ins>&gt; roja." in html


def test_la_errata_que_no_lo_es_vuelve_con_su_frase_y_lo_escrito():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Me voy.")
    datos = {"texto": "Me quedo. " * 10, "notas": "", "version": 1, "errata": "on"}

    respuesta = entrar(mesa.ana).post(reverse("mensaje_editar", args=[mensaje.publico]), datos)

    html = respuesta.content.decode()
    assert respuesta.status_code == 422
    assert "desmarca la casilla" in html
    assert "Me quedo. Me quedo." in html
