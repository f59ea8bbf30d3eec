"""The thread's pages: what they cost, what they show to whom, and what the editor keeps."""

import gzip
import itertools
import re
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.dominio import escenas, partidas
from partidas.models import Mensaje, Tirada
from personajes.models import Personaje
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def entrar(persona=None) -> Client:
    cliente = Client(headers={"accept-language": "es"})
    if persona is not None:
        cliente.force_login(persona)
    return cliente


def ruta(mesa, nombre="escena"):
    return reverse(nombre, args=[mesa.partida.publico, mesa.escena.publico])


def sin_prendas(respuesta) -> str:
    """Return the page without what changes at every rendering: the form's token and key, the cursor of the poll."""
    html = re.sub(r"[?;]abierto=\d+", "", respuesta.content.decode())
    return re.sub(r'(name="(?:csrfmiddlewaretoken|clave|abierto|tras)" value=")[^"]+', r"\1", html)


def llenar(mesa, cuantos: int) -> None:
    """Publish turns of 230 words, every second one with a roll, some of them private."""
    texto = "\n\n".join("La lluvia cae sobre el faro y nadie dice nada durante mucho rato. " * 6 for _ in range(3))
    for n in range(cuantos):
        fabrica.publicar(
            mesa,
            mesa.ana,
            mesa.kaelen,
            texto=f"{n}. {texto}",
            tiradas=(fabrica.tarea(),) if n % 2 else (),
            visibilidad="destinatarios" if n % 5 == 4 else "todos",
            destinatarios=(mesa.mirta.personaje.publico,) if n % 5 == 4 else (),
        )


def formulario(mesa, **campos) -> dict:
    return {
        "clave": str(uuid4()),
        "cuantas": "0",
        "personaje": mesa.kaelen.personaje.publico,
        "texto": "—Voy yo primero.",
        "visibilidad": "todos",
        "hacer": "publicar",
    } | campos


def html_de(respuesta) -> str:
    return respuesta.content.decode()


def con_tirada(**datos) -> dict:
    campos = {"dificultad": "3", "reserva": "vigor"} | datos
    return {"cuantas": "1", "t0-accion": "tarea", "t0-declaracion": "Trepo"} | {
        f"t0-datos.{clave}": valor for clave, valor in campos.items()
    }


@pytest.mark.parametrize("quien", ["ana", "dani", "esp", "anon"])
def test_un_hilo_de_5_y_uno_de_50_cuestan_las_mismas_consultas(quien):
    mesa = fabrica.mesa("publica")
    persona = None if quien == "anon" else getattr(mesa, quien)
    cuentas = []
    for cuantos in (5, 45):
        llenar(mesa, cuantos)
        cliente = entrar(persona)
        with CaptureQueriesContext(
            connection,
        ) as consultas:
            respuesta = cliente.get(ruta(mesa), {"desde": "final"})
        assert respuesta.status_code == 200
        cuentas.append(len(consultas))

    assert cuentas[0] == cuentas[1] <= 15


@pytest.mark.django_db(transaction=True)
def test_leer_no_abre_ninguna_transaccion():
    mesa = fabrica.mesa("publica")
    llenar(mesa, 3)
    cliente = entrar(mesa.ana)

    for direccion in (
        ruta(mesa),
        reverse("partida", args=[mesa.partida.publico]),
        reverse("portada"),
        reverse("ficha", args=[mesa.partida.publico, mesa.kaelen.personaje.publico]),
    ):
        with CaptureQueriesContext(connection) as consultas:
            assert cliente.get(direccion).status_code == 200
        escrituras = [c["sql"] for c in consultas if not c["sql"].lstrip("(").upper().startswith("SELECT")]
        assert escrituras == []


def test_la_primera_visita_a_un_hilo_de_veinte_pesa_menos_de_sesenta_kilobytes():
    from django.contrib.staticfiles import finders

    mesa = fabrica.mesa("publica")
    llenar(mesa, 20)

    html = entrar(None).get(ruta(mesa)).content
    propios = set(re.findall(rb'(?:href|src)="(?:[^"]*)/?static/([^"?#]+)', html))
    estaticos = [finders.find(nombre.decode()) for nombre in propios]
    pesos = {"html": len(gzip.compress(html))}
    pesos |= {str(e).rpartition("/")[2]: len(gzip.compress(Path(str(e)).read_bytes())) for e in estaticos}
    assert len(estaticos) >= 4
    assert sum(pesos.values()) <= 60_000, pesos
    assert re.findall(rb'(?:href|src)="(?:https?:)?//[^"]+', html) == []


def test_las_paginas_encadenan_todo_el_hilo_sin_repetir_ni_perder():
    mesa = fabrica.mesa("publica")
    llenar(mesa, 45)

    for persona in (mesa.ana, mesa.esp, None):
        cliente = entrar(persona)
        vistos, direccion = [], ruta(mesa) + "?desde=principio"
        while direccion:
            html = cliente.get(direccion).content.decode()
            vistos += re.findall(r'<article[^>]* id="m-(\w+)"', html)
            siguiente = re.search(r'rel="next" href="(\?desde=\w+)&amp;junto=\w+"', html)
            direccion = ruta(mesa) + siguiente[1] if siguiente else ""
        from django.contrib.auth.models import AnonymousUser

        visibles = Mensaje.objects.visibles_para(persona or AnonymousUser()).order_by("orden")
        assert vistos == list(visibles.values_list("publico", flat=True))
        assert len(vistos) == (45 if persona == mesa.ana else 36)


def test_anteriores_vuelve_justo_a_la_pagina_de_antes():
    mesa = fabrica.mesa("publica")
    llenar(mesa, 45)
    cliente = entrar(mesa.ana)

    final = cliente.get(ruta(mesa), {"desde": "final"}).content.decode()
    anterior = re.search(r'rel="prev" href="(\?hasta=\w+)&amp;junto=\w+"', final)[1]
    pagina = cliente.get(ruta(mesa) + anterior).content.decode()

    orden = list(Mensaje.objects.sin_filtrar("test").order_by("orden").values_list("publico", flat=True))
    assert re.findall(r'id="m-(\w+)"', final) == orden[-20:]
    assert re.findall(r'id="m-(\w+)"', pagina) == orden[5:25]


def test_el_enlace_de_un_mensaje_lleva_a_la_pagina_que_lo_tiene_y_a_nadie_mas():
    mesa = fabrica.mesa("publica")
    llenar(mesa, 45)

    for mensaje in Mensaje.objects.sin_filtrar("test"):
        enlace = reverse("mensaje", args=[mensaje.publico])
        respuesta = entrar(mesa.ana).get(enlace, follow=True)
        assert f'id="m-{mensaje.publico}"' in respuesta.content.decode()
        esperado = 302 if mensaje.visibilidad == "todos" else 404
        assert entrar(None).get(enlace).status_code == esperado


def test_lo_invisible_y_lo_que_no_existe_son_el_mismo_404():
    mesa = fabrica.mesa()
    secreto = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion")
    cliente = entrar(mesa.bruno)

    invisible = cliente.get(reverse("mensaje", args=[secreto.publico]))
    inexistente = cliente.get(reverse("mensaje", args=["0" * 11]))
    como_pagina = cliente.get(ruta(mesa), {"desde": secreto.publico})
    ninguna = cliente.get(ruta(mesa), {"desde": "0" * 11})

    assert {r.status_code for r in (invisible, inexistente, como_pagina, ninguna)} == {404}
    assert sin_prendas(invisible).replace(secreto.publico, "0" * 11) == sin_prendas(inexistente)
    assert sin_prendas(como_pagina).replace(secreto.publico, "0" * 11) == sin_prendas(ninguna)


def test_un_susurro_no_cambia_la_pagina_de_quien_no_lo_lee():
    mesa = fabrica.mesa("publica")
    llenar(mesa, 4)
    paginas = [
        ruta(mesa),
        reverse("partida", args=[mesa.partida.publico]),
        reverse("portada"),
        reverse("ficha", args=[mesa.partida.publico, mesa.kaelen.personaje.publico]),
    ]

    def fotos(persona):
        cliente = entrar(persona)
        return [sin_prendas(cliente.get(p)) for p in paginas]

    antes = {nombre: fotos(getattr(mesa, nombre, None)) for nombre in ("bruno", "esp", "eva", "anon")}
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion", tiradas=(fabrica.tarea(esfuerzo=1),))

    for nombre, foto in antes.items():
        assert fotos(getattr(mesa, nombre, None)) == foto


def test_publicar_redirige_al_mensaje_y_lo_guarda():
    mesa = fabrica.mesa()

    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, **con_tirada(esfuerzo="1")))

    mensaje = Mensaje.objects.sin_filtrar("test").get()
    assert (respuesta.status_code, respuesta["Location"]) == (302, reverse("mensaje", args=[mensaje.publico]))
    assert Tirada.objects.sin_filtrar("test").get().respuesta["detalle"]["niveles_esfuerzo"] == 1


def test_una_tirada_rechazada_dice_la_frase_junto_a_su_campo_y_lo_guarda_todo():
    mesa = fabrica.mesa()
    campos = formulario(
        mesa,
        visibilidad="destinatarios",
        destinatarios=mesa.mirta.personaje.publico,
        notas="Una nota",
        notas_direccion="1",
        **con_tirada(esfuerzo="6", habilidades="trepar"),
    )

    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), campos)

    html = respuesta.content.decode()
    assert respuesta.status_code == 422
    assert re.search(r'<p class="campo-error" id="c-t0-datos-esfuerzo-error">[^<]*esfuerzo', html)
    assert 'href="#c-t0-datos-esfuerzo"' in html
    for conservado in (
        f'value="{campos["clave"]}"',
        ">—Voy yo primero.</textarea>",
        ">Una nota</textarea>",
        'name="notas_direccion" value="1" checked',
        'value="destinatarios" checked',
        f'name="destinatarios" value="{mesa.mirta.personaje.publico}" checked',
        'name="t0-datos.habilidades" value="trepar" checked',
        'value="6"',
        'value="Trepo"',
        f'<option value="{mesa.kaelen.personaje.publico}" selected',
    ):
        assert conservado in html, conservado
    assert not Mensaje.objects.sin_filtrar("test").exists()
    assert not Tirada.objects.sin_filtrar("test").exists()
    assert Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id).version == 1


def test_lo_que_no_es_un_numero_vuelve_como_se_escribio_con_una_frase_al_lado():
    mesa = fabrica.mesa()

    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, **con_tirada(dificultad="tres")))

    control = re.search(
        r'<div class="campo[^>]*>(?:(?!</div>).)*name="t0-datos.dificultad".*?</div>', html_de(respuesta), re.DOTALL
    )
    assert respuesta.status_code == 422
    assert control[0].count("Escribe un número entero.") == 1
    assert 'value="tres"' in control[0]
    assert not Tirada.objects.sin_filtrar("test").exists()


def test_ver_coste_y_probabilidades_no_tira():
    mesa = fabrica.mesa()

    respuesta = entrar(mesa.ana).post(
        ruta(mesa, "escribir"), formulario(mesa, hacer="campos", **con_tirada(dificultad="4", esfuerzo="1"))
    )

    html = respuesta.content.decode()
    assert respuesta.status_code == 200
    assert "Costará 2 de Vigor (12 → 10)" in html
    assert re.search(r"Número objetivo: <strong>9</strong>", html)
    assert re.search(r"Fallo <strong>40", html)
    assert not Tirada.objects.sin_filtrar("test").exists()


def test_dad_04_doscientas_vistas_previas_no_tiran_ni_ensenan_un_numero():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)
    campos = formulario(mesa, hacer="previa", **con_tirada())

    for _ in range(200):
        html = cliente.post(ruta(mesa, "escribir"), campos, headers={"hx-request": "true"}).content.decode()
        assert "tirada__dado" not in html

    assert "—Voy yo primero." in html
    assert not Tirada.objects.sin_filtrar("test").exists()


def test_la_clave_usada_con_otro_texto_ensena_los_dos():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)
    campos = formulario(mesa)
    cliente.post(ruta(mesa, "escribir"), campos)

    respuesta = cliente.post(ruta(mesa, "escribir"), campos | {"texto": "Otra cosa."})

    html = respuesta.content.decode()
    assert respuesta.status_code == 409
    assert "Otra cosa." in html
    assert "—Voy yo primero." in html


def test_reenviar_el_mismo_formulario_lleva_al_primero_aunque_se_haya_salido_y_vuelto_a_entrar():
    mesa = fabrica.mesa()
    campos = formulario(mesa, **con_tirada())

    primera = entrar(mesa.ana).post(ruta(mesa, "escribir"), campos)
    segunda = entrar(mesa.ana).post(ruta(mesa, "escribir"), campos)

    assert primera["Location"] == segunda["Location"]
    assert Tirada.objects.sin_filtrar("test").count() == 1


@pytest.mark.parametrize(("quien", "estado"), [("esp", 403), ("eva", 404), ("anon", 403)])
def test_quien_no_puede_escribir_recibe_su_pagina_y_no_deja_nada(quien, estado):
    mesa = fabrica.mesa()

    respuesta = entrar(getattr(mesa, quien, None)).post(ruta(mesa, "escribir"), formulario(mesa))

    assert respuesta.status_code == estado
    assert not Mensaje.objects.sin_filtrar("test").exists()


def test_seg_37_los_campos_de_mas_no_cambian_lo_que_se_guarda():
    mesa = fabrica.mesa()
    extra = {
        "autor": mesa.dani.pk,
        "es_dj": "1",
        "px": "99",
        "version": "9",
        "publicado": "2000-01-01",
        "orden": "1",
        "partida": "1",
        "dados": "20",
        "exito": "1",
        "semilla": "x",
        "t0-dados": "20",
        "t0-datos.dados": "20",
    }

    entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, **extra, **con_tirada()))

    mensaje = Mensaje.objects.sin_filtrar("test").get()
    assert (mensaje.autor, mensaje.version, mensaje.visibilidad, mensaje.publicado.year) == (
        mesa.ana,
        1,
        "todos",
        mensaje.creado.year,
    )
    assert Tirada.objects.sin_filtrar("test").get().respuesta["ficha"]["px"] == 2


@pytest.mark.parametrize("quien", ["ana", "anon"])
def test_lo_escrito_vuelve_cuando_ya_no_se_puede_publicar(quien):
    mesa = fabrica.mesa()
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)

    respuesta = entrar(getattr(mesa, quien, None)).post(
        ruta(mesa, "escribir"), formulario(mesa, texto="Corre.", notas="¿Y si no?")
    )

    html = respuesta.content.decode()
    assert respuesta.status_code == 403
    assert "Corre." in html
    assert "¿Y si no?" in html


def test_la_clave_usada_devuelve_tambien_las_notas():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)
    campos = formulario(mesa)
    cliente.post(ruta(mesa, "escribir"), campos)

    respuesta = cliente.post(ruta(mesa, "escribir"), campos | {"notas": "Ojo con el perro."})

    assert respuesta.status_code == 409
    assert "Ojo con el perro." in respuesta.content.decode()


def test_anadir_una_tirada_lleva_el_foco_a_ella_y_no_pierde_nada():
    mesa = fabrica.mesa()

    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, hacer="tirada", texto="Espera."))

    html = respuesta.content.decode()
    assert re.search(r'name="t0-accion" data-foco', html)
    assert "Espera." in html


def test_los_titulos_del_hilo_no_saltan_ningun_nivel():
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))

    html = entrar(mesa.ana).get(ruta(mesa)).content.decode()

    niveles = [int(nivel) for nivel in re.findall(r"<h([1-6])\b", html)]
    assert niveles[0] == 1
    assert all(despues <= antes + 1 for antes, despues in itertools.pairwise(niveles))


def test_quien_no_escribe_no_abre_el_editor_ni_pregunta_probabilidades():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.esp)

    abrir = cliente.get(ruta(mesa, "escribir"))
    sondear = cliente.post(ruta(mesa, "escribir"), formulario(mesa, hacer="campos", **con_tirada()))

    assert (abrir.status_code, sondear.status_code) == (403, 403)
    assert "lanzador__coste" not in sondear.content.decode()


def test_una_copia_tardia_del_formulario_no_vuelve_a_declarar_lo_ya_tirado():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)
    campos = formulario(mesa, **con_tirada(), **{"t0-clave": str(uuid4())})
    cliente.post(ruta(mesa, "escribir"), campos | {"t0-tirar": "1"})

    cliente.post(ruta(mesa, "escribir"), campos | {"hacer": "campos"})
    html = cliente.get(ruta(mesa, "escribir")).content.decode()
    cliente.post(ruta(mesa, "escribir"), campos)

    assert 'name="t0-accion"' not in html
    assert Tirada.objects.sin_filtrar("test").count() == 1
    assert Mensaje.objects.sin_filtrar("test").get().estado == "publicado"


def test_una_escena_cerrada_dice_que_dia_en_la_zona_de_quien_lee_y_por_quien_y_a_quien_juega_que_hacer():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=datetime(2026, 5, 3, 15, tzinfo=UTC))
    mesa.bruno.zona = "Pacific/Auckland"
    mesa.bruno.save()

    def dicho(quien: Client) -> str:
        html = quien.get(f"{ruta(mesa)}?desde=final").content.decode()
        return re.search(r'<p class="aviso aviso--neutro">([^<]*)</p>', html)[1]

    en_otra = " Escribe en otra o pide a la dirección que la abra."
    assert [dicho(entrar(quien)) for quien in (mesa.ana, mesa.bruno, mesa.dani, mesa.esp, None)] == [
        f"Escena cerrada el 3 de mayo de 2026 por la dirección.{en_otra}",
        f"Escena cerrada el 4 de mayo de 2026 por la dirección.{en_otra}",
        *["Escena cerrada el 3 de mayo de 2026 por la dirección."] * 3,
    ]
    partidas.finalizar(mesa.partida, por=mesa.dani, ahora=AHORA)
    final = "Escena cerrada el 3 de mayo de 2026 por la dirección. La partida está cerrada: se puede leer, no escribir."
    assert [dicho(entrar(quien)) for quien in (mesa.ana, mesa.dani)] == [final, final]
