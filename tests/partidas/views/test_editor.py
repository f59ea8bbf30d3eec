"""The editor over HTTP: throw now, drafts, envelope, voiding, and what outsiders see of it (nothing)."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.dominio import borradores, cesiones, escenas, partidas, reparto
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Borrador, Mensaje, SolicitudDeAnulacion, Tirada
from personajes.models import Personaje
from reglas import libro
from reglas.models import Asiento, Clase
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import con_tirada, entrar, formulario, llenar, ruta, sin_prendas

pytestmark = pytest.mark.django_db


def ahora(mesa, **campos) -> dict:
    """Return the form with one roll whose «Tirar ahora» was pressed."""
    return formulario(mesa, hacer="campos", **con_tirada(), **{"t0-clave": str(uuid4()), "t0-tirar": "1"}) | campos


def tirar(mesa, **campos) -> tuple[dict, Tirada]:
    enviado = ahora(mesa, **campos)
    assert entrar(mesa.ana).post(ruta(mesa, "escribir"), enviado).status_code == 302
    return enviado, Tirada.objects.sin_filtrar("test").latest("pk")


def campo(html: str, nombre: str) -> str:
    """Return the value of a field of the editor (or of the page of a conflict)."""
    editor = html.partition('<form class="editor"')[2] or html
    return re.search(rf'name="{nombre}"[^>]*? value="([^"]*)"', editor)[1]


def test_tirar_ahora_vuelve_al_editor_con_el_texto_la_tarjeta_y_la_voz_fijada():
    mesa = fabrica.mesa()

    enviado, tirada = tirar(mesa, notas="Ojo")
    html = entrar(mesa.ana).get(ruta(mesa, "escribir")).content.decode()

    assert f'id="t-{tirada.publico}"' in html
    assert ">—Voy yo primero.</textarea>" in html
    assert ">Ojo</textarea>" in html
    assert "Hablas como <strong>Kaelen</strong>" in html
    assert campo(html, "clave") == enviado["clave"] == str(tirada.mensaje.clave)
    assert campo(html, "cuantas") == "0"
    assert '<select id="personaje"' not in html
    assert "sin aporte" in html
    assert f"recibo <code>{tirada.recibo[:8]}</code>" in html
    assert tirada.recibo in html


def test_el_hilo_ensena_la_tarjeta_en_curso_a_su_audiencia_y_publicar_la_lleva_a_su_sitio():
    mesa = fabrica.mesa()
    enviado, tirada = tirar(mesa)

    de_bruno = entrar(mesa.bruno).get(ruta(mesa)).content.decode()
    de_dani = entrar(mesa.dani).get(ruta(mesa)).content.decode()
    publicado = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, clave=enviado["clave"]))
    despues = entrar(mesa.bruno).get(ruta(mesa)).content.decode()

    assert "Kaelen ha tirado y está escribiendo…" in de_bruno
    assert "Kaelen ha tirado: sin narrar todavía." in de_dani
    assert de_bruno.count(f'id="t-{tirada.publico}"') == de_dani.count(f'id="t-{tirada.publico}"') == 1
    assert "—Voy yo primero." not in de_bruno
    assert publicado["Location"] == reverse("mensaje", args=[tirada.mensaje.publico])
    assert "está escribiendo" not in despues
    assert despues.count(f'id="t-{tirada.publico}"') == 1
    assert not Borrador.objects.sin_filtrar("test").exists()


def test_dad_03_recargar_reenviar_y_otra_pestana_no_tiran_otra_vez():
    mesa = fabrica.mesa()
    enviado, tirada = tirar(mesa)

    repetida = entrar(mesa.ana).post(ruta(mesa, "escribir"), enviado)
    publicada = formulario(mesa, clave=enviado["clave"])
    primera, segunda = (entrar(mesa.ana).post(ruta(mesa, "escribir"), publicada) for _ in range(2))
    vieja = entrar(mesa.ana).post(ruta(mesa, "escribir"), ahora(mesa, clave=enviado["clave"]))

    assert repetida.status_code == 302
    assert primera["Location"] == segunda["Location"]
    assert (
        "Ya estaba publicado" in entrar(mesa.ana).post(ruta(mesa, "escribir"), publicada, follow=True).content.decode()
    )
    assert vieja.status_code == 409
    assert reverse("mensaje", args=[tirada.mensaje.publico]) in vieja.content.decode()
    assert Tirada.objects.sin_filtrar("test").count() == Asiento.objects.filter(tipo="tirada").count() == 1


def test_dad_05_cambiar_un_campo_de_la_tirada_con_la_misma_clave_es_un_conflicto():
    mesa = fabrica.mesa()
    enviado, _tirada = tirar(mesa)

    otra = entrar(mesa.ana).post(ruta(mesa, "escribir"), enviado | {"t0-datos.dificultad": "1"})

    assert otra.status_code == 409
    assert Tirada.objects.sin_filtrar("test").count() == 1


def test_dad_06_la_tarjeta_sigue_tras_descartar_borrar_y_ocultar():
    mesa = fabrica.mesa()
    enviado, tirada = tirar(mesa)
    cliente = entrar(mesa.ana)

    cliente.post(ruta(mesa, "escribir"), formulario(mesa, hacer="descartar"))
    sin_borrador = cliente.get(ruta(mesa)).content.decode()
    enlace = re.search(r'href="([^"]+\?narra=\w+)"', sin_borrador)[1]
    narrar = cliente.get(enlace).content.decode()

    assert "sin narrar todavía" in sin_borrador
    assert not Borrador.objects.sin_filtrar("test").exists()
    assert campo(narrar, "clave") == enviado["clave"]
    assert campo(narrar, "narra") == tirada.mensaje.publico
    cliente.post(ruta(mesa, "escribir"), formulario(mesa, clave=enviado["clave"], narra=tirada.mensaje.publico))
    for estado in (Mensaje.Estado.BORRADO, Mensaje.Estado.OCULTO):
        Mensaje.objects.sin_filtrar("test").filter(pk=tirada.mensaje_id).update(estado=estado)
        assert f'id="t-{tirada.publico}"' in entrar(mesa.bruno).get(ruta(mesa)).content.decode()
    assert Asiento.objects.filter(tipo="tirada").count() == 1


def test_narrar_no_pisa_el_borrador_de_otra_cosa():
    mesa = fabrica.mesa()
    enviado, tirada = tirar(mesa)
    cliente = entrar(mesa.ana)
    cliente.post(ruta(mesa, "escribir"), formulario(mesa, hacer="descartar"))
    cliente.post(ruta(mesa, "escribir"), formulario(mesa, hacer="guardar", texto="Otra cosa."))

    cliente.post(
        ruta(mesa, "escribir"),
        formulario(mesa, hacer="guardar", texto="La tirada.", clave=enviado["clave"], narra=tirada.mensaje.publico),
    )

    guardados = {b.lugar: b.datos["campos"]["texto"] for b in Borrador.objects.visibles_para(mesa.ana)}
    assert guardados == {
        borradores.lugar_de(mesa.escena): ["Otra cosa."],
        borradores.lugar_del_turno(tirada.mensaje.publico): ["La tirada."],
    }


@pytest.mark.parametrize("cambio", [{"visibilidad": "direccion"}, {"personaje": "-"}])
def test_dad_07_otra_voz_u_otra_audiencia_al_publicar_es_un_422_y_se_ven_las_fijadas(cambio):
    mesa = fabrica.mesa()
    enviado, _tirada = tirar(mesa)

    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, clave=enviado["clave"], **cambio))

    html = respuesta.content.decode()
    assert respuesta.status_code == 422
    assert ">—Voy yo primero.</textarea>" in html
    assert campo(html, "visibilidad") == "todos"
    assert "Hablas como <strong>Kaelen</strong>" in html
    assert Mensaje.objects.sin_filtrar("test").get().estado == "en_curso"


def test_dad_01_los_dados_que_trae_el_formulario_no_cuentan():
    mesa = fabrica.mesa()

    ajenos = ("dados", "valor", "exito", "tiradas", "fuente", "t0-dados", "t0-valor", "t0-exito")

    _enviado, tirada = tirar(mesa, **dict.fromkeys(ajenos, "20"))

    import json

    asiento = json.loads(Asiento.objects.get(tipo="tirada").contenido)
    assert [d["valor"] for d in tirada.respuesta["tiradas"]] == [valor for _caras, valor in asiento["dados"]]
    assert "valor" not in json.loads(Asiento.objects.get(tipo="tirada").peticion)["datos"]


@pytest.mark.parametrize("hacer", ["publicar", "ahora"])
def test_dad_14_un_sobre_abierto_entretanto_vuelve_a_ensenar_el_editor_y_no_tira(hacer):
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)
    clave = str(uuid4())
    previo = formulario(mesa, hacer="campos", clave=clave, **con_tirada())
    html = cliente.post(ruta(mesa, "escribir"), previo).content.decode()
    visto = campo(html, "sobre-abierto")
    assert f"sobre n.º 1 · compromiso <code>{visto[:8]}…</code>" in html
    libro.bloquear(mesa.partida.publico, Clase.ABIERTO).rotar(libro.Motivo.PETICION, ahora=AHORA)
    campos = {"clave": clave, "sobre-abierto": visto, "t0-aporte": "0123456789abcdef"}

    enviado = ahora(mesa, **campos) if hacer == "ahora" else formulario(mesa, **con_tirada(), **campos)
    respuesta = cliente.post(ruta(mesa, "escribir"), enviado)

    html = respuesta.content.decode()
    nuevo = libro.comprometido(mesa.partida.publico, Clase.ABIERTO)
    assert respuesta.status_code == 422
    assert campo(html, "sobre-abierto") == nuevo.compromiso != visto
    assert "El sobre se abrió mientras escribías" in html
    assert ">—Voy yo primero.</textarea>" in html
    assert "0123456789abcdef" not in html
    assert not Tirada.objects.sin_filtrar("test").exists()
    assert cliente.post(ruta(mesa, "escribir"), enviado | {"sobre-abierto": nuevo.compromiso}).status_code == 302


def test_el_sobre_que_se_ensena_es_el_del_libro_de_la_audiencia():
    mesa = fabrica.mesa()
    campos = formulario(mesa, hacer="campos", visibilidad="direccion", **con_tirada())

    html = entrar(mesa.ana).post(ruta(mesa, "escribir"), campos).content.decode()

    cerrado = libro.comprometido(mesa.partida.publico, Clase.CERRADO).compromiso
    assert f"<code>{cerrado[:8]}…</code>" in html


def test_la_tarjeta_dice_si_llevaba_tu_azar():
    mesa = fabrica.mesa()
    tirar(mesa, **{"t0-aporte": "mi gato"})

    assert "con tu azar ·" in entrar(mesa.ana).get(ruta(mesa)).content.decode()
    assert "con el azar de quien tiró ·" in entrar(mesa.bruno).get(ruta(mesa)).content.decode()


@pytest.mark.parametrize("hacer", ["guardar", "previa", "campos", "tirada"])
def test_todo_lo_que_no_publica_guarda_el_borrador_entero_y_vuelve_al_abrir(hacer):
    mesa = fabrica.mesa()
    campos = formulario(
        mesa,
        hacer=hacer,
        notas="Una nota",
        notas_direccion="1",
        visibilidad="destinatarios",
        destinatarios=mesa.mirta.personaje.publico,
        **con_tirada(esfuerzo="1"),
    )

    entrar(mesa.ana).post(ruta(mesa, "escribir"), campos)

    for pagina in (ruta(mesa), ruta(mesa, "escribir")):
        html = entrar(mesa.ana).get(pagina).content.decode()
        assert campo(html, "clave") == campos["clave"]
        assert campo(html, "borrador") == "1"
        for conservado in (
            ">—Voy yo primero.</textarea>",
            ">Una nota</textarea>",
            'name="notas_direccion" value="1" checked',
            'value="destinatarios" checked',
            f'name="destinatarios" value="{mesa.mirta.personaje.publico}" checked',
            '<option value="tarea" selected',
            'value="Trepo"',
        ):
            assert conservado in html, conservado
    assert "Voy yo primero" not in entrar(mesa.dani).get(ruta(mesa, "escribir")).content.decode()


def test_abrir_el_editor_no_escribe_nada():
    mesa = fabrica.mesa()
    tirar(mesa)

    for pagina in (ruta(mesa), ruta(mesa, "escribir")):
        cliente = entrar(mesa.ana)
        with CaptureQueriesContext(connection) as consultas:
            assert cliente.get(pagina).status_code == 200
        assert [c["sql"] for c in consultas if not c["sql"].lstrip("(").upper().startswith("SELECT")] == []


def test_la_segunda_pestana_ofrece_los_dos_textos_y_no_pierde_ninguno():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)
    cliente.post(ruta(mesa, "escribir"), formulario(mesa, hacer="guardar", texto="Uno."))
    abiertas = [cliente.get(ruta(mesa, "escribir")).content.decode() for _ in range(2)]

    def guardar(html, texto, **campos):
        estado = {n: campo(html, n) for n in ("clave", "pestana", "borrador")}
        return cliente.post(ruta(mesa, "escribir"), formulario(mesa, hacer="guardar", texto=texto, **estado, **campos))

    assert guardar(abiertas[0], "Dos.").status_code == 302
    conflicto = guardar(abiertas[1], "Tres.", notas="Mía")

    html = conflicto.content.decode()
    assert conflicto.status_code == 409
    assert "<p>Dos.</p>" in html
    assert ">Tres.</textarea>" in html
    assert ">Mía</textarea>" in html
    assert Borrador.objects.visibles_para(mesa.ana).get().datos["campos"]["texto"] == ["Dos."]
    assert guardar(html, "Tres.").status_code == 302
    assert Borrador.objects.visibles_para(mesa.ana).get().datos["campos"]["texto"] == ["Tres."]


def test_quitar_la_unica_tirada_no_publica():
    mesa = fabrica.mesa()
    campos = formulario(mesa, **con_tirada(), **{"t0-quitar": "1"})
    del campos["hacer"]

    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), campos)

    assert respuesta.status_code == 200
    assert campo(respuesta.content.decode(), "cuantas") == "0"
    assert not Mensaje.objects.sin_filtrar("test").exists()


def test_con_solo_al_publicar_el_boton_no_esta_y_la_orden_se_rechaza():
    mesa = fabrica.mesa()
    campos = formulario(mesa, hacer="campos", **con_tirada())
    con = entrar(mesa.ana).post(ruta(mesa, "escribir"), campos).content.decode()
    datos = DatosPartida(titulo="El faro", sistema=fabrica.SISTEMA, solo_al_publicar=True)
    partidas.cambiar(mesa.partida, datos, version=1, por=mesa.dani, ahora=AHORA)

    sin = entrar(mesa.ana).post(ruta(mesa, "escribir"), campos).content.decode()
    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), ahora(mesa, clave=campos["clave"]))

    assert ("Tirar ahora" in con, "Tirar ahora" in sin) == (True, False)
    assert respuesta.status_code == 403
    assert not Tirada.objects.sin_filtrar("test").exists()


def test_una_tirada_privada_en_curso_no_deja_rastro_para_los_demas():
    mesa = fabrica.mesa("publica")
    llenar(mesa, 3)
    paginas = [
        ruta(mesa),
        reverse("partida", args=[mesa.partida.publico]),
        reverse("portada"),
        reverse("ficha", args=[mesa.partida.publico, mesa.kaelen.personaje.publico]),
    ]

    def fotos(persona):
        return [sin_prendas(entrar(persona).get(p)) for p in paginas]

    antes = {nombre: fotos(getattr(mesa, nombre, None)) for nombre in ("bruno", "esp", "eva", "anon")}
    _enviado, tirada = tirar(mesa, visibilidad="direccion", **con_tirada(esfuerzo="1"))

    for nombre, foto in antes.items():
        persona = getattr(mesa, nombre, None)
        assert fotos(persona) == foto
        assert entrar(persona).get(reverse("mensaje", args=[tirada.mensaje.publico])).status_code == 404
    SolicitudDeAnulacion.objects.sin_filtrar("test").create(tirada=tirada, por=mesa.ana, motivo="x", creada=AHORA)
    entrar(mesa.dani).post(reverse("anular", args=[tirada.publico]), {"hacer": "conceder"})
    assert Tirada.objects.sin_filtrar("test").get(pk=tirada.pk).anulada
    for nombre, foto in antes.items():
        assert fotos(getattr(mesa, nombre, None)) == foto


def test_el_hilo_con_borrador_tirada_en_curso_y_peticion_cuesta_lo_mismo():
    mesa = fabrica.mesa("publica")
    llenar(mesa, 25)
    _enviado, tirada = tirar(mesa)
    cliente = entrar(mesa.ana)
    cliente.post(
        ruta(mesa, "escribir"), formulario(mesa, hacer="campos", clave=str(tirada.mensaje.clave), **con_tirada())
    )
    SolicitudDeAnulacion.objects.sin_filtrar("test").create(tirada=tirada, por=mesa.ana, motivo="x", creada=AHORA)

    with CaptureQueriesContext(connection) as consultas:
        html = cliente.get(ruta(mesa), {"desde": "final"}).content.decode()

    assert "Ya has tirado" in html
    assert "Tirar ahora" in html
    assert len(consultas) <= 17


def test_la_direccion_anula_con_motivo_y_la_tarjeta_queda_tachada_para_su_audiencia():
    mesa = fabrica.mesa()
    _enviado, tirada = tirar(mesa, **con_tirada(esfuerzo="1"))
    direccion = reverse("anular", args=[tirada.publico])
    cliente = entrar(mesa.dani)

    vacio = cliente.post(direccion, {"hacer": "anular", "motivo": " "})
    hecho = cliente.post(direccion, {"hacer": "anular", "motivo": "Era otra <b>puerta</b>."})

    assert (vacio.status_code, hecho.status_code) == (422, 302)
    for persona in (mesa.ana, mesa.bruno, mesa.dani):
        html = entrar(persona).get(ruta(mesa)).content.decode()
        assert "tirada--anulada" in html
        assert "Anulada: Era otra &lt;b&gt;puerta&lt;/b&gt;." in html
        assert "Anular la tirada" not in html
        assert "Pedir que se anule" not in html
        assert f"/t/{tirada.publico}/repetir/" not in html
    assert Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id).ficha["vigor"]["reserva"] == 12


def test_quien_juega_lo_pide_y_la_direccion_responde_en_el_sitio():
    mesa = fabrica.mesa()
    _enviado, tirada = tirar(mesa)
    direccion = reverse("anular", args=[tirada.publico])

    assert "Pedir que se anule" in entrar(mesa.ana).get(ruta(mesa)).content.decode()
    entrar(mesa.ana).post(direccion, {"hacer": "pedir", "motivo": "Me equivoqué."})
    assert "Has pedido anularla: «Me equivoqué.»" in entrar(mesa.ana).get(ruta(mesa)).content.decode()
    assert "Me equivoqué." not in entrar(mesa.bruno).get(ruta(mesa)).content.decode()
    assert "Se pide anularla: «Me equivoqué.»" in entrar(mesa.dani).get(ruta(mesa)).content.decode()
    entrar(mesa.dani).post(direccion, {"hacer": "conceder"})

    assert "Anulada: Me equivoqué." in entrar(mesa.bruno).get(ruta(mesa)).content.decode()


def test_lo_construido_encima_se_ensena_antes_de_anular_y_al_intentarlo():
    mesa = fabrica.mesa()
    _enviado, primera = tirar(mesa, **con_tirada(esfuerzo="1"))
    _enviado, segunda = tirar(mesa, **con_tirada(esfuerzo="1"), clave=str(primera.mensaje.clave))
    direccion = reverse("anular", args=[primera.publico])
    frase = f"La ficha de Kaelen cambió después: tirada, Tarea ({segunda.recibo[:8]})."

    mirar = entrar(mesa.dani).get(direccion)
    intentar = entrar(mesa.dani).post(direccion, {"hacer": "anular", "motivo": "Era otra."})

    assert (mirar.status_code, intentar.status_code) == (200, 409)
    assert frase in mirar.content.decode()
    assert frase in intentar.content.decode()
    assert not Asiento.objects.filter(tipo="anulacion").exists()


@pytest.mark.parametrize(("quien", "estado"), [("bruno", 403), ("esp", 403), ("eva", 404), ("anon", 302)])
def test_nadie_mas_abre_la_pagina_de_anular(quien, estado):
    mesa = fabrica.mesa()
    _enviado, tirada = tirar(mesa)
    direccion = reverse("anular", args=[tirada.publico])

    for respuesta in (
        entrar(getattr(mesa, quien, None)).get(direccion),
        entrar(getattr(mesa, quien, None)).post(direccion, {"hacer": "anular", "motivo": "x"}),
    ):
        assert respuesta.status_code == estado
    assert not Asiento.objects.filter(tipo="anulacion").exists()


@pytest.mark.parametrize("quien", ["eva", "esp", "bruno"])
def test_quien_no_puede_escribir_no_saca_probabilidades_de_un_intento_de_publicar(quien):
    mesa = fabrica.mesa("publica")
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)
    enviado = formulario(mesa, clave="rota", **con_tirada(), **{"t0-objetivo": mesa.pnj.personaje.publico})

    html = entrar(getattr(mesa, quien)).post(ruta(mesa, "escribir"), enviado).content.decode()

    assert re.findall(r"\d+ ?%", html) == []
    assert "—Voy yo primero." in html


def test_una_direccion_con_un_turno_imposible_es_un_404():
    mesa = fabrica.mesa()

    assert entrar(mesa.ana).get(ruta(mesa, "escribir"), {"narra": "a/b"}).status_code == 404


def test_la_tarjeta_guarda_el_nombre_que_el_objetivo_tenia_cuando_cayo_el_dado():
    mesa = fabrica.mesa()
    tirada = TiradaDeclarada("defensa", {"reserva": "velocidad"}, objetivo=mesa.pnj.personaje.publico)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(tirada,))
    cesiones.esconder_pnj(mesa.pnj, por=mesa.dani, ahora=AHORA)
    reparto.corregir_ficha(
        mesa.pnj, version=1, cambios={"nombre": "Rey Secreto"}, motivo="Era él", por=mesa.dani, ahora=AHORA
    )

    html = entrar(mesa.bruno).get(ruta(mesa)).content.decode()

    assert "Defensa · Guardia" in html
    assert "Rey Secreto" not in html


@pytest.mark.parametrize("hacer", ["publicar", "guardar"])
@pytest.mark.parametrize("campo_", ["texto", "notas", "t0-declaracion", "t0-aporte", "personaje", "pestana"])
def test_un_nulo_en_lo_escrito_se_quita_y_lo_demas_se_guarda(hacer, campo_):
    mesa = fabrica.mesa()
    enviado = formulario(mesa, **con_tirada()) | {"hacer": hacer, "pestana": "una"}
    enviado[campo_] = enviado.get(campo_, "a") + "\x00"

    assert entrar(mesa.ana).post(ruta(mesa, "escribir"), enviado).status_code == 302


@pytest.mark.parametrize("direccion", ["/m/a%00/", "/p/a%00b/", "/mis-textos/?desde=%00"])
def test_una_direccion_con_un_nulo_no_existe(direccion):
    mesa = fabrica.mesa()

    assert entrar(mesa.ana).get(direccion).status_code == 404
