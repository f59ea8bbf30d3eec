"""Drafts over HTTP: a page that saves itself, two devices, «Mis borradores», the bin, turns put off, edits."""

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from config import limites, reloj
from partidas.dominio import adjuntos, borradores, edicion, escenas, obrero, papelera
from partidas.models import Adjunto, Borrador, Descarte, Mensaje, Participante, Programado
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_adjuntos import subir
from tests.partidas.views.test_editor import campo
from tests.partidas.views.test_escenas import con_tirada, entrar, formulario, ruta

pytestmark = pytest.mark.django_db
PAGINA = "/mis-borradores/"


@pytest.fixture(autouse=True)
def carpeta_propia(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path


def solo(mesa, persona, **campos):
    return formulario(mesa, **campos) | {"hacer": "guardar", "solo": "1", "cuenta": persona.publico}


def textos(persona) -> dict[str, str]:
    filas = Borrador.objects.visibles_para(persona)
    return {fila.lugar.partition(":")[0]: "".join(fila.datos["campos"]["texto"]) for fila in filas}


def en_papelera(persona) -> list[tuple[str, str]]:
    filas = Descarte.objects.visibles_para(persona).order_by("pk")
    return [(fila.motivo, "".join(fila.datos["campos"]["texto"])) for fila in filas]


def apretar(cliente, hacer, cual, **mas):
    return cliente.post(PAGINA, {"hacer": hacer, "cual": cual} | mas, follow=True).content.decode()


def test_fia_48_la_pagina_se_guarda_sola_y_dice_como_ha_ido():
    mesa = fabrica.mesa()
    ana, clave = entrar(mesa.ana), str(uuid4())
    escrito = solo(mesa, mesa.ana, clave=clave, texto="a" * 5000, notas="Ojo", **con_tirada(esfuerzo="1"))

    primero = ana.post(ruta(mesa, "escribir"), escrito)
    segundo = ana.post(ruta(mesa, "escribir"), escrito | {"texto": "b" * 60_001, "borrador": "1"})
    de_otro = entrar(mesa.bruno).post(ruta(mesa, "escribir"), escrito)
    otro_aparato = ana.post(ruta(mesa, "escribir"), escrito | {"pestana": "otra", "borrador": "1", "texto": "Otro."})

    assert [(r.status_code, r.json()) for r in (primero, segundo, de_otro, otro_aparato)] == [
        (200, {"estado": "guardado", "version": 1}),
        (200, {"estado": "guardado", "version": 2}),
        (409, {"estado": "otra_cuenta"}),
        (409, {"estado": "otra_copia"}),
    ]
    assert (textos(mesa.ana), textos(mesa.bruno)) == ({"escena": "b" * 60_001}, {})
    abierto = ana.get(ruta(mesa, "escribir")).content.decode()
    assert "b" * 60_001 in abierto
    assert ">Ojo</textarea>" in abierto
    assert campo(abierto, "cuantas") == "1"


def test_fia_48_con_la_sesion_o_la_ficha_caducadas_el_texto_esta_en_la_pagina_y_se_guarda_al_volver_a_entrar():
    mesa = fabrica.mesa()
    escrito = solo(mesa, mesa.ana, texto="Lo que iba a decir.")
    ana = Client(enforce_csrf_checks=True)
    ana.force_login(mesa.ana)
    vieja = campo(ana.get(ruta(mesa, "escribir")).content.decode(), "csrfmiddlewaretoken")
    ana.logout()

    for hacer in ("guardar", "publicar"):
        sin_sesion = ana.post(ruta(mesa, "escribir"), escrito | {"hacer": hacer, "csrfmiddlewaretoken": vieja})
        assert (sin_sesion.status_code, "Lo que iba a decir." in sin_sesion.content.decode()) == (403, True)
    ana.force_login(mesa.ana)
    assert ana.post(ruta(mesa, "escribir"), escrito | {"csrfmiddlewaretoken": "x" * 64}).status_code == 403
    nueva = campo(ana.get(ruta(mesa, "escribir")).content.decode(), "csrfmiddlewaretoken")
    guardado = ana.post(ruta(mesa, "escribir"), escrito | {"csrfmiddlewaretoken": nueva})

    assert (guardado.status_code, textos(mesa.ana)) == (200, {"escena": "Lo que iba a decir."})
    assert not Mensaje.objects.sin_filtrar("test").exists()


def test_fia_49_publicar_en_un_aparato_lo_dice_en_el_otro_y_su_texto_queda_en_la_papelera():
    mesa = fabrica.mesa()
    ana = entrar(mesa.ana)
    ana.post(ruta(mesa, "escribir"), formulario(mesa, hacer="guardar", texto="Uno."))
    aparatos = [ana.get(ruta(mesa, "escribir")).content.decode() for _ in range(2)]
    estado = [{n: campo(html, n) for n in ("clave", "pestana", "borrador")} for html in aparatos]
    assert (
        ana.post(ruta(mesa, "escribir"), solo(mesa, mesa.ana, texto="Dos, en el móvil.", **estado[1])).status_code
        == 200
    )

    publicado = ana.post(ruta(mesa, "escribir"), formulario(mesa, texto="Uno y medio.", **estado[0]))
    sigue = solo(mesa, mesa.ana, texto="Dos, en el móvil, y más.", **estado[1] | {"borrador": "2"})
    avisado = ana.post(ruta(mesa, "escribir"), sigue)
    dicho = avisado.json()
    otra_vez = ana.post(ruta(mesa, "escribir"), sigue | {"clave": dicho["clave"], "borrador": "0"})

    mensaje = Mensaje.objects.sin_filtrar("test").get()
    assert publicado["Location"] == dicho["enlace"] == reverse("mensaje", args=[mensaje.publico])
    assert (avisado.status_code, dicho["estado"], otra_vez.status_code) == (409, "publicado", 200)
    assert (textos(mesa.ana), en_papelera(mesa.ana)) == (
        {"escena": "Dos, en el móvil, y más."},
        [("publicado", "Dos, en el móvil.")],
    )


def test_fia_07_lo_reenviado_diez_minutos_y_una_sesion_despues_es_un_solo_turno():
    mesa = fabrica.mesa()
    ana, enviado = entrar(mesa.ana), formulario(mesa, **con_tirada())
    primera = ana.post(ruta(mesa, "escribir"), enviado)
    ana.logout()
    ana.force_login(mesa.ana)

    otra = ana.post(ruta(mesa, "escribir"), enviado | {"abierto": "1"})

    assert primera["Location"] == otra["Location"]
    assert Mensaje.objects.sin_filtrar("test").count() == 1


def test_fia_13_y_fia_15_lo_que_no_cabe_vuelve_entero_y_sesenta_mil_signos_se_publican():
    """By code points, whatever their bytes: letters, CJK, four-byte characters, a letter with a combining accent."""
    mesa = fabrica.mesa()
    ana = entrar(mesa.ana)

    for signo in ("a", "漢", "🜂", "x\u0301"):
        justo, notas = signo * (60_000 // len(signo)), signo * (20_000 // len(signo))
        for campos in ({"texto": justo + "a"}, {"notas": notas + "a"}):
            largo = ana.post(ruta(mesa, "escribir"), formulario(mesa, **campos))
            assert (largo.status_code, next(iter(campos.values())) in largo.content.decode()) == (422, True), signo
        enviado = formulario(mesa, texto=justo, notas=notas)
        assert ana.post(ruta(mesa, "escribir"), solo(mesa, mesa.ana, **enviado)).status_code == 200
        assert ana.post(ruta(mesa, "escribir"), enviado).status_code == 302, signo
        ultimo = Mensaje.objects.sin_filtrar("test").latest("pk")
        assert (ultimo.texto, ultimo.notas, textos(mesa.ana)) == (justo, notas, {})


@pytest.mark.parametrize(
    ("texto", "notas"),
    [
        (
            "Con el pulso...\r\n\r\n- ¡Alimaña! ¡Vuelve! - y descargó la maza.\r\n\r\n- Tiradas (1)",
            "Uso la sanación en Orla",
        ),
        ("", "Pues no, ni una cosa ni la otra :D\r\n\r\nFalta Nerwen."),
        ('—No —dijo. "Vale", <Kaelen> & los demás…  dos espacios\r\n---\r\n|| destripe', ""),
        ("[Kaelen]: ¡Corre!\r\n1984. Fue el año.\r\n~~~ grito\r\n# Grito\r\n*—No me gusta—*pensó", "+5 #1 [15] *FIU*"),
    ],
)
def test_fia_16_lo_que_se_escribe_en_umbria_se_guarda_se_recupera_y_se_publica_entero(texto, notas):
    mesa = fabrica.mesa()
    ana, campos = entrar(mesa.ana), {"clave": str(uuid4()), "texto": texto, "notas": notas}

    assert ana.post(ruta(mesa, "escribir"), solo(mesa, mesa.ana, **campos)).status_code == 200
    html = unescape(ana.get(ruta(mesa, "escribir")).content.decode())
    assert ana.post(ruta(mesa, "escribir"), formulario(mesa, **campos)).status_code == 302

    entero = (texto.replace("\r\n", "\n"), notas.replace("\r\n", "\n"))
    mensaje = Mensaje.objects.sin_filtrar("test").get()
    assert [uno in html for uno in entero] == [True, True]
    assert ((mensaje.texto, mensaje.notas), textos(mesa.ana)) == (entero, {})


def test_las_imagenes_siguen_a_un_borrador_que_cambia_de_clave():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    imagen = subir(mesa, clave=mensaje.clave)
    enviado = formulario(mesa, hacer="guardar", clave=str(mensaje.clave), texto="Otra cosa.")
    enviado |= {"adjuntos": imagen.publico, f"alt-{imagen.publico}": "Un faro"}
    ana = entrar(mesa.ana)

    ana.post(ruta(mesa, "escribir"), enviado)
    html = ana.get(ruta(mesa, "escribir")).content.decode()

    imagen.refresh_from_db()
    clave = Borrador.objects.visibles_para(mesa.ana).get().datos["clave"]
    assert (str(imagen.clave), campo(html, "clave")) == (clave, clave)
    assert clave != str(mensaje.clave)
    assert f'value="{imagen.publico}"' in html
    assert ana.post(ruta(mesa, "escribir"), enviado | {"hacer": "publicar", "clave": clave}).status_code == 302
    assert Adjunto.objects.sin_filtrar("test").get().mensaje.texto == "Otra cosa."


def test_mis_borradores_los_lista_con_su_sitio_se_descartan_y_se_deshace():
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.kaelen, titulo="La cripta")
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Antes.")
    ana = entrar(mesa.ana)
    ana.post(ruta(mesa, "escribir"), formulario(mesa, hacer="guardar", texto="En la puerta."))
    abierta, mesa.escena = mesa.escena, secreta
    ana.post(ruta(mesa, "escribir"), formulario(mesa, hacer="guardar", texto="En la cripta."))
    mesa.escena = abierta
    editar = reverse("mensaje_editar", args=[mensaje.publico])
    ana.post(editar, {"hacer": "guardar", "texto": "Después.", "notas": "", "version": "1"})

    lista = ana.get(PAGINA).content.decode()
    assert [t in lista for t in ("En la puerta.", "En la cripta.", "Después.", "La cripta", editar)] == [True] * 5
    assert "En la puerta." not in entrar(mesa.dani).get(PAGINA).content.decode()

    escenas.cambiar_presentes(secreta, presentes=[], motivo="", por=mesa.dani, ahora=AHORA)
    lista = ana.get(PAGINA).content.decode()
    assert ("La cripta" in lista, "En la cripta." in lista, "Sin sitio" in lista) == (False, True, True)

    tirado = apretar(ana, "descartar", borradores.lugar_de(abierta))
    assert ("Deshacer" in tirado, en_papelera(mesa.ana)) == (True, [("descartado", "En la puerta.")])
    descarte = Descarte.objects.visibles_para(mesa.ana).get().publico
    ana.post(ruta(mesa, "escribir"), formulario(mesa, hacer="guardar", texto="Otra en la puerta."))
    assert apretar(entrar(mesa.bruno), "recuperar", descarte).count("Ya estaba hecho.") == 1
    assert "Recuperado" in apretar(ana, "recuperar", descarte)
    assert textos(mesa.ana)["escena"] in ("En la puerta.", "En la cripta.")
    assert en_papelera(mesa.ana) == [("cambiado", "Otra en la puerta.")]
    assert "Ya estaba hecho." in apretar(ana, "recuperar", descarte)
    assert "Borrado del todo." in apretar(ana, "destruir", Descarte.objects.visibles_para(mesa.ana).get().publico)
    assert en_papelera(mesa.ana) == []
    assert "En la puerta." in ana.get(ruta(mesa, "escribir")).content.decode()


def test_seg_46_ni_guardar_solo_ni_la_vista_previa_se_repiten_sin_fin_y_el_texto_se_queda(monkeypatch):
    for que in ("guardar", "previa"):
        monkeypatch.setitem(limites.LIMITES, que, limites.Limite(0, 2))
    monkeypatch.setattr(reloj, "ahora", lambda: AHORA + timedelta(seconds=40))
    mesa = fabrica.mesa()
    ana, bruno, direccion = entrar(mesa.ana), entrar(mesa.bruno), ruta(mesa, "escribir")
    escrito = solo(mesa, mesa.ana, clave=str(uuid4()), texto="Sin parar.")

    guardados = [ana.post(direccion, escrito | {"borrador": str(n)}) for n in range(3)]
    escrito |= {"hacer": "previa"}
    previas = [ana.post(direccion, escrito | {"borrador": f"{n + 2}", "texto": f"Vista {n}."}) for n in range(3)]
    ajena = bruno.post(direccion, formulario(mesa, hacer="previa", texto="La primera."))

    frase = "Vas muy deprisa: espera 20 segundos y vuelve a probar."
    assert [(r.status_code, r.headers.get("Retry-After")) for r in (*guardados, *previas, ajena)] == [
        *((200, None), (200, None), (429, "20")) * 2,
        (200, None),
    ]
    assert (guardados[2].json(), ajena.status_code) == ({"estado": "deprisa", "frase": frase}, 200)
    html = previas[2].content.decode()
    assert (frase in html, "Vista 2.</textarea>" in html, 'id="previa"' in html) == (True, True, False)
    assert textos(mesa.ana) == {"escena": "Vista 2."}

    monkeypatch.setattr(reloj, "ahora", lambda: AHORA + timedelta(seconds=60))
    assert ana.post(direccion, escrito | {"borrador": "5"}).status_code == 200


def test_seg_46_quien_escribe_sin_pausa_en_diez_paginas_no_llega_al_limite():
    guion = (settings.BASE_DIR / "static/js/editor/guardasolo.js").read_text()
    cada = int(re.search(r"TRAS_LA_ULTIMA = (\d+)", guion)[1]) / 1000

    assert limites.LIMITES["guardar"].cuenta >= 10 * 60 / cada
    assert limites.LIMITES["previa"].cuenta >= 60


def test_la_papelera_guarda_las_imagenes_y_se_vacia_al_mes(django_capture_on_commit_callbacks):
    mesa = fabrica.mesa()
    imagen = subir(mesa)
    datos = {"clave": str(imagen.clave), "campos": {"texto": ["Con foto."], "adjuntos": [imagen.publico]}}
    borradores.guardar(mesa.ana, "escena:x", datos, version=0, pestana="a", ahora=AHORA)

    borradores.descartar(mesa.ana, "escena:x", ahora=AHORA)
    adjuntos.caducar_huerfanos(AHORA + timedelta(days=29))
    papelera.caducar(AHORA + timedelta(days=29))
    quedan = (Descarte.objects.sin_filtrar("test").count(), Adjunto.objects.sin_filtrar("test").count())
    with django_capture_on_commit_callbacks(execute=True):
        papelera.caducar(AHORA + timedelta(days=31))

    assert quedan == (1, 1)
    assert (Descarte.objects.sin_filtrar("test").count(), Adjunto.objects.sin_filtrar("test").count()) == (0, 0)


def test_la_direccion_programa_cambia_y_cancela_desde_el_editor_y_nadie_mas_lo_ve(monkeypatch):
    monkeypatch.setattr(reloj, "ahora", lambda: AHORA)
    mesa = fabrica.mesa()
    dani = entrar(mesa.dani)
    campos = {"personaje": "-", "texto": "Cae la noche."}

    malo = dani.post(
        ruta(mesa, "escribir"), formulario(mesa, hacer="programar", publicar_el="2020-01-01T10:00", **campos)
    )
    bueno = dani.post(
        ruta(mesa, "escribir"),
        formulario(mesa, hacer="programar", publicar_el="2026-12-02T21:30", silencioso="1", **campos),
    )
    html = malo.content.decode()
    assert (malo.status_code, "ya ha pasado" in html, 'value="2020-01-01T10:00"' in html) == (422, True, True)
    assert bueno["Location"] == f"{PAGINA}#programados"
    fila = Programado.objects.visibles_para(mesa.dani).get()
    lista = dani.get(PAGINA).content.decode()
    assert ("Se publicará el 2 dic 2026, 21:30".lower() in lista.lower(), "sin avisar a nadie" in lista) == (True, True)
    assert "Cae la noche." not in dani.get(ruta(mesa, "escribir")).content.decode()
    for persona in (mesa.ana, mesa.bruno):
        assert "Cae la noche." not in entrar(persona).get(ruta(mesa)).content.decode()
        assert entrar(persona).get(ruta(mesa, "escribir"), {"programado": fila.publico}).status_code == 404
    jugadora = formulario(mesa, hacer="programar", publicar_el="2026-12-02T21:30")
    assert entrar(mesa.ana).post(ruta(mesa, "escribir"), jugadora).status_code == 403
    assert 'name="publicar_el"' not in entrar(mesa.ana).get(ruta(mesa, "escribir")).content.decode()

    abierto = dani.get(ruta(mesa, "escribir"), {"programado": fila.publico}).content.decode()
    estado = {n: campo(abierto, n) for n in ("clave", "pestana", "borrador", "programado", "publicar_el")}
    assert (">Cae la noche.</textarea>" in abierto, estado["publicar_el"]) == (True, "2026-12-02T21:30")
    cambio = formulario(mesa, **{**campos, "texto": "Cae la tarde."}, **estado) | {"hacer": "programar"}
    assert dani.post(ruta(mesa, "escribir"), cambio).status_code == 302
    assert "Cae la tarde." in dani.get(PAGINA).content.decode()
    assert "sigue entre tus borradores" in apretar(dani, "cancelar", fila.publico)
    obrero.vaciar(lambda: AHORA + timedelta(days=9), quien="test")
    assert not Mensaje.objects.sin_filtrar("test").exists()
    assert f"?programado={fila.publico}" in dani.get(PAGINA).content.decode()


def test_el_borrador_de_una_edicion_no_cambia_el_mensaje_y_dos_pestanas_no_se_pisan():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Antes.")
    ana, editar = entrar(mesa.ana), reverse("mensaje_editar", args=[mensaje.publico])
    suyo = {"texto": "Después.", "notas": "", "version": "1", "hacer": "guardar", "cuenta": mesa.ana.publico}

    assert ana.post(editar, suyo | {"solo": "1", "pestana": "a", "borrador": "0"}).json()["version"] == 1
    abierto = ana.get(editar).content.decode()
    assert ("Después.</textarea>" in abierto, "Este es tu borrador" in abierto) == (True, True)
    otra = ana.post(editar, suyo | {"pestana": "b", "borrador": "0", "texto": "Desde la otra."})
    dos = otra.content.decode()
    assert (otra.status_code, dos.count("Después."), dos.count("Desde la otra.")) == (409, 1, 1)
    assert ana.post(editar, suyo | {"solo": "1", "pestana": "b", "borrador": "0"}).status_code == 200
    assert entrar(mesa.bruno).post(editar, suyo).status_code == 403
    edicion.editar(mensaje, texto="De la dirección.", notas="", version=1, por=mesa.dani, ahora=AHORA)
    choque = ana.post(editar, {"texto": "Después.", "notas": "", "version": "1", "pestana": "a"})
    assert (choque.status_code, textos(mesa.ana)) == (409, {"edicion": "Después."})

    hecho = ana.post(editar, {"texto": "Por fin.", "notas": "", "version": "2", "pestana": "a"}, follow=True)

    assert f'data-borrador-hecho="{mesa.ana.publico}:edicion:{mensaje.publico}"' in hecho.content.decode()
    assert (textos(mesa.ana), en_papelera(mesa.ana)) == ({}, [("publicado", "Después.")])
    ana.post(editar, suyo | {"texto": "Otra vez.", "version": "3"})
    ana.post(editar, {"hacer": "descartar"})
    assert (textos(mesa.ana), en_papelera(mesa.ana)[-1]) == ({}, ("descartado", "Otra vez."))
    Participante.objects.sin_filtrar("test").filter(usuario=mesa.ana).update(estado="retirada")
    assert "La puerta" not in ana.get(PAGINA).content.decode()


def test_lo_publicado_se_lo_dice_al_navegador_y_lo_borrado_se_restaura_desde_la_lista():
    mesa = fabrica.mesa()
    ana = entrar(mesa.ana)

    hilo = ana.post(ruta(mesa, "escribir"), formulario(mesa, texto="Hola."), follow=True).content.decode()
    mensaje = Mensaje.objects.sin_filtrar("test").get()
    ana.post(reverse("mensaje_moderar", args=[mensaje.publico, "borrar"]), {"motivo": ""})
    lista = ana.get(PAGINA).content.decode()

    assert re.search(rf'data-borrador-hecho="{mesa.ana.publico}:escena:{mesa.escena.publico}"', hilo)
    assert (reverse("mensaje_moderar", args=[mensaje.publico, "restaurar"]) in lista, "Hola." in lista) == (True, True)
    assert "Hola." not in entrar(mesa.bruno).get(PAGINA).content.decode()
