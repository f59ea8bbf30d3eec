"""Who speaks, changed by an edit: among the author's own voices, kept in the history, never once dice hang on it."""

from datetime import timedelta

import pytest

from partidas.dominio import edicion
from partidas.dominio.errores import DatoInvalido, NoPermitido
from partidas.models import Fragmento, Mensaje, Partida, Revision, Suceso
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db


def otra(mesa):
    """Give ana a second character."""
    return fabrica.personaje(mesa.partida, mesa.ana, "Nora", fabrica.FICHA)


def voz(mensaje) -> tuple[str, str]:
    fila = Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk)
    return fila.voz, fila.nombre_voz


def editar(mesa, mensaje, fila, por, version=1) -> bool:
    personaje = fila.personaje.publico if fila else ""
    return edicion.editar(mensaje, texto="Texto.", notas="", version=version, personaje=personaje, por=por, ahora=AHORA)


@pytest.mark.parametrize("quien", ["ana", "dani"])
def test_quien_lo_escribio_y_la_direccion_cambian_quien_habla_y_queda_en_el_historial(quien):
    mesa = fabrica.mesa()
    nora = otra(mesa)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    por = getattr(mesa, quien)

    hecho = [editar(mesa, mensaje, nora, por), editar(mesa, mensaje, nora, por)]

    assert hecho == [True, False]
    assert voz(mensaje) == ("pj", "Nora")
    assert Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk).autor == mesa.ana
    assert [(r.version, r.nombre_voz) for r in Revision.objects.sin_filtrar("test")] == [(1, "Kaelen")]
    assert "Hablaba Kaelen" in entrar(mesa.ana).get(f"/m/{mensaje.publico}/historial/").content.decode()


@pytest.mark.parametrize("fila", ["mirta", "pnj", None])
def test_la_voz_de_otra_persona_no_vale_la_ponga_quien_la_ponga(fila):
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    for por in (mesa.ana, mesa.dani):
        with pytest.raises(DatoInvalido):
            editar(mesa, mensaje, getattr(mesa, fila) if fila else None, por)
    with pytest.raises(NoPermitido):
        editar(mesa, mensaje, mesa.mirta, mesa.bruno)

    assert voz(mensaje) == ("pj", "Kaelen")


def test_la_direccion_da_a_un_texto_suyo_la_voz_de_un_pnj_y_se_la_quita():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.dani)

    editar(mesa, mensaje, mesa.pnj, mesa.dani)
    con_voz = voz(mensaje)
    editar(mesa, mensaje, None, mesa.dani, version=2)

    assert (con_voz, voz(mensaje)) == (("pnj", "Guardia"), ("direccion", ""))


def test_dad_07_con_dados_quien_habla_ya_no_cambia_y_la_prosa_si():
    mesa = fabrica.mesa()
    nora = otra(mesa)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    cliente = entrar(mesa.ana)
    pagina = f"/m/{mensaje.publico}/editar/"
    campos = {"texto": "Otro texto.", "notas": "", "version": 1}

    formulario = cliente.get(pagina).content.decode()
    con_voz = cliente.post(pagina, campos | {"personaje": nora.personaje.publico})
    sin_voz = cliente.post(pagina, campos)

    assert 'name="personaje"' not in formulario
    assert con_voz.status_code == 422
    assert "quien habla ya no cambia" in con_voz.content.decode()
    assert "Otro texto." in con_voz.content.decode()
    assert sin_voz.status_code == 302
    assert voz(mensaje) == ("pj", "Kaelen")


def test_la_pagina_ofrece_las_voces_de_quien_lo_escribio_y_sin_elegir_nada_no_cambia_la_suya():
    mesa = fabrica.mesa()
    nora = otra(mesa)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    pagina = f"/m/{mensaje.publico}/editar/"

    html = entrar(mesa.dani).get(pagina).content.decode()
    campos = {"texto": "Otro.", "notas": "", "version": 1}
    assert entrar(mesa.dani).post(pagina, campos).status_code == 302
    sin_elegir = voz(mensaje)
    campos = {"texto": "Otro.", "notas": "", "version": 2, "personaje": nora.personaje.publico}
    assert entrar(mesa.ana).post(pagina, campos).status_code == 302

    assert f'<option value="{mesa.kaelen.personaje.publico}" selected>Kaelen</option>' in html
    assert f'<option value="{nora.personaje.publico}">Nora</option>' in html
    assert mesa.mirta.personaje.publico not in html
    assert (sin_elegir, voz(mensaje)) == (("pj", "Kaelen"), ("pj", "Nora"))


def test_la_nota_para_la_direccion_cambia_sin_marca_y_con_historial():
    """The others read the same words, unmarked; the history keeps what was and when each version was written."""
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, notas="Primera.", notas_direccion=True)
    pasos = [("Texto.", "Segunda.", 1), ("Otro texto.", "Segunda.", 2)]

    marcas = []
    for hora, (texto, notas, version) in enumerate(pasos, start=1):
        ahora = AHORA + timedelta(hours=hora)
        edicion.editar(mensaje, texto=texto, notas=notas, version=version, por=mesa.ana, ahora=ahora)
        marcas.append(Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk).editado)
        hilo = entrar(mesa.ana).get(f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/").content.decode()
        assert f"/m/{mensaje.publico}/historial/" in hilo

    revisiones = Revision.objects.sin_filtrar("test").order_by("version")
    assert marcas == [None, AHORA + timedelta(hours=2)]
    assert [(r.version, r.notas, r.cuando) for r in revisiones] == [
        (1, "Primera.", AHORA),
        (2, "Segunda.", AHORA + timedelta(hours=1)),
    ]


def test_el_hecho_de_cambiar_la_nota_para_la_direccion_es_solo_para_ella():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Entro.", notas="Una.", notas_direccion=True)

    edicion.editar(mensaje, texto="Entro.", notas="Otra.", version=1, por=mesa.ana, ahora=AHORA)

    hechos = Suceso.objects.visibles_para
    assert [h.clase for h in hechos(mesa.dani).order_by("pk")][-1] == "nota_cambiada"
    assert "nota_cambiada" not in [h.clase for h in hechos(mesa.bruno)]
    assert "editado" not in [h.clase for h in hechos(mesa.bruno)]


def test_una_errata_no_deja_marca_y_queda_en_el_historial():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Habro la puerta.")
    cambio = {"texto": "Abro la puerta.", "notas": "", "version": 1, "errata": True}

    assert edicion.editar(mensaje, **cambio, por=mesa.ana, ahora=AHORA)

    fila = Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk)
    assert (fila.texto, fila.editado, fila.version) == ("Abro la puerta.", None, 2)
    assert [r.texto for r in Revision.objects.visibles_para(mesa.dani)] == ["Habro la puerta."]


def test_lo_que_es_mas_que_una_errata_no_pasa_por_ella():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Me voy.")
    cambio = {"texto": "Me quedo. " * 10, "notas": "", "version": 1}

    with pytest.raises(DatoInvalido, match="desmarca la casilla") as error:
        edicion.editar(mensaje, **cambio, errata=True, por=mesa.ana, ahora=AHORA)

    assert error.value.campo == "errata"
    assert edicion.editar(mensaje, **cambio, por=mesa.ana, ahora=AHORA)


@pytest.mark.parametrize(
    ("despues", "pasa"),
    [
        ("Entro.\n\n:::solo Mirta\nEs tu carta.\n:::", True),
        ("Entro.\n\n:::solo Mirta\n" + "Es otra carta. " * 10 + "\n:::", False),
        ("Entro ya.\n\n:::dirección\nEs tu crata.\n:::", False),
        ("Entro ya.", False),
    ],
)
def test_la_errata_mide_tambien_lo_privado_y_ahi_tampoco_deja_marca(despues, pasa):
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Entro.\n\n:::solo Mirta\nEs tu crata.\n:::")
    cambio = {"texto": despues, "notas": "", "version": 1, "errata": True, "por": mesa.ana, "ahora": AHORA}

    if not pasa:
        with pytest.raises(DatoInvalido, match="desmarca la casilla"):
            edicion.editar(mensaje, **cambio)
        return
    assert edicion.editar(mensaje, **cambio)
    vigente = Fragmento.objects.visibles_para(mesa.bruno).get(revision=None)
    assert (vigente.texto, vigente.editado) == ("Es tu carta.", None)


@pytest.mark.parametrize(("minutos", "puede"), [(9, True), (11, False)])
def test_pasado_el_plazo_de_la_partida_solo_corrige_la_direccion(minutos, puede):
    mesa = fabrica.mesa()
    Partida.objects.sin_filtrar("test").update(ventana_edicion=Partida.Ventana.DIEZ_MINUTOS)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Uno.")
    mensaje.escena.partida.refresh_from_db()
    cuando = AHORA + timedelta(minutes=minutos)
    cambio = {"notas": "", "version": 1, "ahora": cuando}

    if puede:
        assert edicion.editar(mensaje, texto="Dos.", por=mesa.ana, **cambio)
    else:
        with pytest.raises(NoPermitido, match="Ha pasado el plazo"):
            edicion.editar(mensaje, texto="Dos.", por=mesa.ana, **cambio)
        assert edicion.editar(mensaje, texto="Dos.", por=mesa.dani, **cambio)
