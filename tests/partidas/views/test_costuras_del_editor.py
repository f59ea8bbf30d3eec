"""Where two parts of writing meet: drafts, images, quotes, turns put off, dice and the bin, tried together."""

import re
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from config import reloj
from cuentas.dominio import cerrar_cuenta
from partidas.dominio import adjuntos, edicion, en_curso, escenas, moderacion, obrero, programados, turnos
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Adjunto, Borrador, Descarte, Mensaje, Programado, Tirada
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_adjuntos import fichero, filas, png, subir
from tests.partidas.views.test_borradores import apretar, en_papelera, solo, textos
from tests.partidas.views.test_editor import campo
from tests.partidas.views.test_editor_entero import campos_de, escribir
from tests.partidas.views.test_escenas import con_tirada, entrar, formulario, html_de, ruta
from tests.partidas.views.test_imagenes_al_editar import editar

pytestmark = pytest.mark.django_db
HORA = AHORA + timedelta(hours=6)


@pytest.fixture(autouse=True)
def carpeta_propia(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path


def test_lo_que_ya_se_tiro_no_cae_otra_vez_a_la_hora_de_su_turno():
    mesa = fabrica.mesa()
    libre = TiradaDeclarada("tirada_libre", {"dado": "d6"})
    orden = fabrica.orden(texto="Cae la noche.", tiradas=(libre,))
    datos = {"clave": str(orden.clave), "campos": {"texto": [orden.texto]}, "tiradas": []}
    fila = programados.programar(mesa.escena, orden, datos=datos, cuando=HORA, autor=mesa.dani, ahora=AHORA)
    ya = OrdenTirar(turno=replace(orden, tiradas=()), tirada=libre, clave=uuid4())
    en_curso.tirar(mesa.escena, ya, autor=mesa.dani, ahora=AHORA)

    obrero.vaciar(lambda: HORA, quien="test")

    fila.refresh_from_db()
    assert (fila.estado, fila.motivo) == ("rechazado", "Sus dados ya han caído y se ven: publícalo ahora.")
    assert (Tirada.objects.sin_filtrar("test").count(), textos(mesa.dani)) == (1, {"programado": "Cae la noche."})
    abierto = html_de(entrar(mesa.dani).get(ruta(mesa, "escribir"), {"programado": fila.publico}))
    assert (campo(abierto, "clave"), "Cae la noche." in abierto) == (str(orden.clave), True)


def test_lo_que_se_guarda_tarde_de_un_turno_programado_no_vuelve_a_la_escena_con_su_clave():
    mesa = fabrica.mesa()
    dani, clave = entrar(mesa.dani), str(uuid4())
    suyo = {"personaje": "-", "clave": clave, "pestana": "a"}
    cuando = (reloj.ahora() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    programar = formulario(mesa, texto="Esta noche.", hacer="programar", publicar_el=cuando, **suyo)
    dani.post(ruta(mesa, "escribir"), programar)

    tarde = dani.post(ruta(mesa, "escribir"), solo(mesa, mesa.dani, texto="Esta noch", **suyo))
    igual = dani.post(ruta(mesa, "escribir"), solo(mesa, mesa.dani, texto="Esta noche.", **suyo))
    assert textos(mesa.dani) == {"programado": "Esta noche."}
    dani.post(ruta(mesa, "escribir"), formulario(mesa, texto="Otra cosa.", **suyo | {"hacer": "guardar"}))

    assert (tarde.status_code, tarde.json()["estado"], igual.json()["version"]) == (409, "publicado", 0)
    assert textos(mesa.dani) == {"programado": "Esta noche.", "escena": "Otra cosa."}
    assert campo(html_de(dani.get(ruta(mesa, "escribir"))), "clave") != clave


def test_lo_sacado_de_la_papelera_no_lo_borra_la_pestana_que_publica_y_se_puede_publicar_con_sus_imagenes():
    mesa = fabrica.mesa()
    ana, clave = entrar(mesa.ana), uuid4()
    foto = subir(mesa, clave)
    de_b = {"clave": str(clave), "pestana": "b", "texto": "Otra cosa.", "adjuntos": foto.publico}
    ana.post(ruta(mesa, "escribir"), formulario(mesa, hacer="guardar", **de_b))
    apretar(ana, "descartar", f"escena:{mesa.escena.publico}")
    apretar(ana, "recuperar", Descarte.objects.visibles_para(mesa.ana).get().publico)

    ana.post(ruta(mesa, "escribir"), formulario(mesa, texto="Uno.", clave=str(clave), pestana="a"))
    assert (textos(mesa.ana), en_papelera(mesa.ana)) == ({}, [("publicado", "Otra cosa.")])
    apretar(ana, "recuperar", Descarte.objects.visibles_para(mesa.ana).get().publico)
    abierto = campos_de(html_de(ana.get(ruta(mesa, "escribir"))))
    abierto[f"alt-{foto.publico}"] = "Un faro"
    publicado = ana.post(ruta(mesa, "escribir"), abierto | {"hacer": "publicar"})

    assert publicado.status_code == 302
    dichos = Mensaje.objects.visibles_para(mesa.ana).order_by("pk")
    assert list(dichos.values_list("texto", flat=True)) == ["Uno.", "Otra cosa."]
    assert Adjunto.objects.sin_filtrar("test").get().mensaje == dichos.last()


@pytest.mark.parametrize(
    ("elige", "queda", "papelera"),
    [("guardar", "Lo mío.", "Lo de otra."), ("ceder", "Lo de otra.", "Lo mío.")],
)
def test_fia_49_de_dos_copias_la_que_no_se_elige_queda_en_la_papelera(elige, queda, papelera):
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    edita = {"hacer": "guardar", "clave": str(uuid4())}
    escribir(mesa, mesa.ana, hacer="guardar", texto="Lo de otra.", pestana="otra")
    editar(mensaje, mesa.ana, texto="Lo de otra.", pestana="otra", **edita)
    paginas = [
        escribir(mesa, mesa.ana, hacer="guardar", texto="Lo mío."),
        editar(mensaje, mesa.ana, texto="Lo mío.", **edita, borrador="0"),
    ]

    for direccion, pagina in zip(
        (ruta(mesa, "escribir"), reverse("mensaje_editar", args=[mensaje.publico])), paginas, strict=True
    ):
        assert pagina.status_code == 409
        mio = campos_de(html_de(pagina).replace('<form class="formulario"', '<form class="editor"'))
        mio["texto"] = [texto.removeprefix("\n") for texto in mio["texto"]]
        assert entrar(mesa.ana).post(direccion, mio | {"hacer": elige}).status_code == 302

    assert textos(mesa.ana) == {"escena": queda, "edicion": queda}
    assert en_papelera(mesa.ana) == [("cambiado", papelera)] * 2


def test_un_borrador_no_se_guarda_en_un_lugar_inventado():
    mesa = fabrica.mesa()
    ana = entrar(mesa.ana)

    for lugar in ("narra", "programado"):
        for n in range(2):
            ana.post(ruta(mesa, "escribir"), solo(mesa, mesa.ana, texto="Aquí.", **{lugar: f"AAAAAAAAAA{n}"}))

    assert [fila.lugar for fila in Borrador.objects.visibles_para(mesa.ana)] == [f"escena:{mesa.escena.publico}"]


def test_seg_18_una_imagen_de_una_version_oculta_no_la_ve_quien_no_la_puso():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    de_dani = {"clave": str(uuid4())}
    editar(mensaje, mesa.dani, hacer="adjuntar", subir=fichero("mapa.png"), **de_dani)
    mapa = filas()[-1]
    puesto = {"adjuntos": [mapa.publico], f"alt-{mapa.publico}": "Mapa"}
    editar(mensaje, mesa.dani, texto="El secreto.", **puesto, **de_dani)
    editar(mensaje, mesa.dani, version="2", quitadas=[mapa.publico], clave=str(uuid4()))
    direccion = reverse("adjunto", args=[mapa.publico])

    def leen() -> set[str]:
        return {n for n in ("dani", "ana", "bruno") if entrar(getattr(mesa, n)).get(direccion).status_code == 200}

    antes = leen()
    mensaje = Mensaje.objects.visibles_para(mesa.dani).get()
    edicion.ocultar_version(mensaje, version=2, motivo="El mapa", por=mesa.dani, ahora=AHORA)
    assert (antes, leen()) == ({"dani", "ana"}, {"dani"})
    edicion.mostrar_version(mensaje, version=2, por=mesa.dani, ahora=AHORA)
    assert leen() == {"dani", "ana"}


def test_el_borrador_de_una_edicion_se_queda_con_el_archivo_que_lo_acompana_y_dice_el_que_no_vale():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    con = {"hacer": "guardar", "clave": str(uuid4()), "texto": "Adiós.", "pestana": "a", "borrador": "0"}

    guardado = editar(mensaje, mesa.ana, subir=fichero("mapa.png"), **con)
    mapa = filas()[-1]
    abierto = html_de(entrar(mesa.ana).get(reverse("mensaje_editar", args=[mensaje.publico])))
    malo = editar(mensaje, mesa.ana, subir=fichero("nada.png", b"nada"), **con | {"texto": "Hasta luego."})

    assert guardado.status_code == 302
    assert f'name="adjuntos" value="{mapa.publico}"' in abierto
    assert malo.status_code == 422
    assert "«nada.png»: No es una imagen" in html_de(malo)
    assert textos(mesa.ana) == {"edicion": "Hasta luego."}


def test_lo_nuevo_se_cuenta_aunque_se_borre_el_mensaje_tras_el_que_se_empezo():
    mesa = fabrica.mesa()
    ultimo = fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    ana = entrar(mesa.ana)
    abierto = html_de(ana.get(ruta(mesa, "escribir")))
    enlace = re.search(r'hx-get="([^"]*novedades[^"]*)"', abierto)[1].replace("&amp;", "&")
    moderacion.borrar(ultimo, por=mesa.bruno, ahora=AHORA)
    borrado = ana.get(f"{enlace}&van=0", headers={"hx-request": "true"})
    despues = reloj.ahora() + timedelta(minutes=1)
    turnos.publicar(mesa.escena, fabrica.orden(mesa.mirta), autor=mesa.bruno, ahora=despues)

    nuevo = ana.get(f"{enlace}&van=0", headers={"hx-request": "true"})

    assert borrado.status_code == 204
    assert "1 mensaje nuevo mientras escribías" in html_de(nuevo)


def test_la_cita_de_una_cuenta_cerrada_no_habla_por_la_direccion():
    mesa = fabrica.mesa()
    fuera = escenas.abrir(mesa.partida, titulo="Fuera", tipo="fuera", por=mesa.dani, ahora=AHORA)
    mensaje = turnos.publicar(fuera, fabrica.orden(texto="Yo lo dejo."), autor=mesa.bruno, ahora=AHORA).mensaje
    cerrar_cuenta(mesa.bruno, ahora=AHORA)

    direccion = reverse("escribir", args=[mesa.partida.publico, fuera.publico])
    texto = campos_de(html_de(entrar(mesa.ana).get(direccion, {"cita": mensaje.publico})))["texto"][0]

    assert texto == "> **cuenta cerrada:**\n>\n> Yo lo dejo.\n\n"


def test_volver_a_cargar_la_pagina_de_una_cita_no_la_pone_dos_veces():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="Hola, mundo cruel.")
    ana, direccion = entrar(mesa.ana), f"{ruta(mesa, 'escribir')}?cita={mensaje.publico}"
    una = campos_de(html_de(ana.get(direccion)))
    ana.post(ruta(mesa, "escribir"), solo(mesa, mesa.ana, texto=una["texto"][0], clave=una["clave"][0]))

    otra = campos_de(html_de(ana.get(direccion)))

    assert otra["texto"] == una["texto"] == ["> **Mirta:**\n>\n> Hola, mundo cruel.\n\n"]


def test_una_imagen_de_lo_programado_espera_con_ello_aunque_se_quite_sin_confirmar():
    mesa = fabrica.mesa()
    clave, ahora = uuid4(), reloj.ahora()
    foto = adjuntos.subir(mesa.dani, clave, png(), titulo="faro.png", ahora=ahora)
    dani, puesta = entrar(mesa.dani), {"adjuntos": foto.publico, f"alt-{foto.publico}": "Un faro"}
    cuando = (ahora + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    suyo = {"personaje": "-", "clave": str(clave), "pestana": "a", "texto": "Esta noche.", "publicar_el": cuando}
    dani.post(ruta(mesa, "escribir"), formulario(mesa, **suyo | {"hacer": "programar"}, **puesta))
    fila = Programado.objects.visibles_para(mesa.dani).get()

    quitar = {"quitar-adjunto": foto.publico, "programado": fila.publico}
    sin_ella = dani.post(ruta(mesa, "escribir"), formulario(mesa, **suyo, **puesta, **quitar), follow=True)
    obrero.vaciar(lambda: ahora + timedelta(days=3), quien="test")

    assert f'name="adjuntos" value="{foto.publico}"' not in html_de(sin_ella)
    fila.refresh_from_db()
    assert (fila.estado, fila.motivo) == ("publicado", "")
    assert Adjunto.objects.sin_filtrar("test").get().mensaje_id == fila.mensaje_id


@pytest.mark.parametrize("como", ["publicado", "descartado"])
def test_fia_48_lo_que_se_guarda_solo_tarde_no_deja_un_borrador_mas_viejo_que_lo_hecho(como):
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    sola = {"hacer": "guardar", "solo": "1", "cuenta": mesa.ana.publico, "pestana": "a"}
    editar(mensaje, mesa.ana, texto="Hasta lu", **sola)
    hacer = {"hacer": "descartar"} if como == "descartado" else {}
    editar(mensaje, mesa.ana, texto="Hasta luego.", pestana="a", borrador="1", **hacer)

    tarde = editar(mensaje, mesa.ana, texto="Hasta lueg", borrador="1", **sola)
    assert (tarde.status_code, tarde.json()["estado"], textos(mesa.ana)) == (409, "publicado", {})
    sigue = editar(mensaje, mesa.ana, texto="Hasta luego, y más.", borrador="0", **sola)

    assert (sigue.status_code, textos(mesa.ana)) == (200, {"edicion": "Hasta luego, y más."})


def test_lo_de_otra_pestana_sacado_de_la_papelera_no_se_publica_por_lo_que_espera_su_hora():
    mesa = fabrica.mesa()
    dani, clave = entrar(mesa.dani), str(uuid4())
    foto = adjuntos.subir(mesa.dani, UUID(clave), png(), titulo="faro.png", ahora=reloj.ahora())
    suyo = {"personaje": "-", "clave": clave, "adjuntos": foto.publico, f"alt-{foto.publico}": "Un faro"}
    cuando = (reloj.ahora() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    dani.post(ruta(mesa, "escribir"), formulario(mesa, texto="Otra.", hacer="guardar", pestana="b", **suyo))
    programar = {"hacer": "programar", "publicar_el": cuando, "pestana": "a", "texto": "Esta noche."}
    dani.post(ruta(mesa, "escribir"), formulario(mesa, **suyo | programar))
    apretar(dani, "recuperar", Descarte.objects.visibles_para(mesa.dani).get().publico)

    abierto = campos_de(html_de(dani.get(ruta(mesa, "escribir"))))
    dani.post(ruta(mesa, "escribir"), abierto | {"hacer": "guardar", "adjuntos": foto.publico})
    dani.post(ruta(mesa, "escribir"), abierto | {"hacer": "publicar"})

    assert str(Adjunto.objects.sin_filtrar("test").get().clave) == clave
    assert [m.texto for m in Mensaje.objects.visibles_para(mesa.dani)] == ["Otra."]
    assert Programado.objects.visibles_para(mesa.dani).get().estado == "pendiente"


@pytest.mark.parametrize(("visibilidad", "avisa"), [("todos", False), ("direccion", True), ("destinatarios", True)])
def test_fia_48_sin_sesion_vuelve_tambien_lo_declarado_y_se_recuerda_que_no_era_para_todos(visibilidad, avisa):
    mesa = fabrica.mesa()

    pagina = entrar().post(ruta(mesa, "escribir"), formulario(mesa, texto="", visibilidad=visibilidad, **con_tirada()))

    assert pagina.status_code == 403
    assert "Trepo</textarea>" in html_de(pagina)
    assert ("No era para todos: cuando lo envíes otra vez" in html_de(pagina)) == avisa


@pytest.mark.parametrize("pagina", ["escribir", "mensaje_editar"])
def test_fia_15_ningun_navegador_corta_lo_que_se_pega(pagina):
    mesa = fabrica.mesa()
    clave = uuid4()
    subir(mesa, clave)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    args = [mensaje.publico] if pagina == "mensaje_editar" else [mesa.partida.publico, mesa.escena.publico]
    enviado = formulario(mesa, clave=str(clave), hacer="adjuntar", subir=fichero(), notas="n")

    html = html_de(entrar(mesa.ana).post(reverse(pagina, args=args), enviado, follow=True))

    cajas = re.findall(r"<textarea[^>]*>", html)
    assert len(cajas) >= 3
    assert [caja for caja in cajas if "maxlength" in caja] == []
