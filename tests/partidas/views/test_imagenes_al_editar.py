"""Images of a message that is edited: put, taken out, described again, and kept in its history for who may read it."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from partidas.dominio import adjuntos, edicion
from partidas.models import Adjunto, Borrador, Mensaje, Revision
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_adjuntos import fichero, filas, publicar
from tests.partidas.views.test_escenas import entrar, html_de, ruta

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def carpeta_propia(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path


def editar(mensaje, persona, **campos):
    datos = {"texto": "Texto.", "notas": "", "version": "1"} | campos
    return entrar(persona).post(reverse("mensaje_editar", args=[mensaje.publico]), datos)


def clave_de(respuesta) -> str:
    return re.search(r'name="clave" value="([^"]+)"', html_de(respuesta))[1]


def leen(mesa, fila) -> set[str]:
    direccion = reverse("adjunto", args=[fila.publico])
    return {n for n in ("dani", "ana", "bruno", "esp") if entrar(getattr(mesa, n)).get(direccion).status_code == 200}


def test_quitar_y_poner_al_editar_y_cada_version_con_las_suyas():
    mesa = fabrica.mesa()
    mensaje, faro = publicar(mesa)
    direccion = reverse("mensaje_editar", args=[mensaje.publico])
    abierta = entrar(mesa.ana).get(direccion)
    con = {"clave": clave_de(abierta), "adjuntos": [faro.publico], f"alt-{faro.publico}": "Un faro"}

    subida = editar(mensaje, mesa.ana, hacer="adjuntar", subir=fichero("mapa.png"), texto="A medias.", **con)
    mapa = filas()[-1]
    con |= {"adjuntos": [faro.publico, mapa.publico], f"alt-{mapa.publico}": "El mapa"}
    quitada = editar(mensaje, mesa.ana, texto="A medias.", **con, **{"quitar-adjunto": faro.publico})
    antes_de_guardar = leen(mesa, faro), leen(mesa, mapa)
    con |= {"adjuntos": [mapa.publico], "quitadas": [faro.publico]}
    hecha, otra_vez = (editar(mensaje, mesa.ana, **con) for _ in range(2))

    assert subida.status_code == quitada.status_code == 200
    assert "A medias.</textarea>" in html_de(subida)
    assert "A medias.</textarea>" in html_de(quitada)
    assert f'name="quitadas" value="{faro.publico}"' in html_de(quitada)
    assert f'alt-{faro.publico}"' not in html_de(quitada)
    assert antes_de_guardar == ({"dani", "ana", "bruno", "esp"}, {"ana"})
    assert hecha.status_code == otra_vez.status_code == 302
    assert leen(mesa, mapa) == {"dani", "ana", "bruno", "esp"}
    assert leen(mesa, faro) == {"dani", "ana"}
    for nombre in ("ana", "bruno"):
        hilo = html_de(entrar(getattr(mesa, nombre)).get(ruta(mesa)))
        assert [alt for alt in ("Un faro", "El mapa") if f'alt="{alt}"' in hilo] == ["El mapa"]
    historia = html_de(entrar(mesa.dani).get(reverse("mensaje_historial", args=[mensaje.publico])))
    ahora, _corte, version = historia.partition('id="v1"')
    assert ('alt="El mapa"' in ahora, 'alt="Un faro"' in ahora) == (True, False)
    assert ('alt="El mapa"' in version, 'alt="Un faro"' in version) == (False, True)
    assert Revision.objects.visibles_para(mesa.dani).get().imagenes == [[faro.publico, "Un faro"]]


def test_un_formulario_que_no_sabe_de_imagenes_no_quita_ninguna_ni_la_que_otro_puso():
    mesa = fabrica.mesa()
    mensaje, faro = publicar(mesa)
    con = {"clave": clave_de(entrar(mesa.ana).get(reverse("mensaje_editar", args=[mensaje.publico])))}
    con |= {"adjuntos": [faro.publico], f"alt-{faro.publico}": "Un faro"}
    de_dani = {"clave": str(uuid4()), "adjuntos": [faro.publico], f"alt-{faro.publico}": "Un faro"}
    editar(mensaje, mesa.dani, hacer="adjuntar", subir=fichero("mapa.png"), **de_dani)
    mapa = filas()[-1]
    de_dani["notas"] = "Nota de dani."
    editar(mensaje, mesa.dani, **de_dani | {"adjuntos": [faro.publico, mapa.publico], f"alt-{mapa.publico}": "Mapa"})

    conflicto = editar(mensaje, mesa.ana, texto="Otra.", **con)
    guardada = editar(mensaje, mesa.ana, texto="Otra.", version="2", **con)
    sin_imagenes = editar(mensaje, mesa.ana, texto="Y otra.", version="3")

    assert conflicto.status_code == 409
    assert f'name="alt-{mapa.publico}"' in html_de(conflicto)
    assert '<p dir="auto">Nota de dani.</p>' in html_de(conflicto)
    assert "Otra.</textarea>" in html_de(conflicto)
    assert guardada.status_code == sin_imagenes.status_code == 302
    assert [fila.retirado for fila in filas()] == [None, None]


def test_la_errata_corrige_una_descripcion_pero_no_cambia_imagenes_y_nada_se_pierde():
    mesa = fabrica.mesa()
    mensaje, faro = publicar(mesa, alt="Un farro")
    con = {"clave": str(uuid4()), "errata": "on"}

    bien = editar(mensaje, mesa.ana, **con, adjuntos=[faro.publico], **{f"alt-{faro.publico}": "Un faro"})
    mal = editar(mensaje, mesa.ana, **con, version="2", quitadas=[faro.publico])
    larga = editar(
        mensaje,
        mesa.ana,
        version="2",
        clave=con["clave"],
        adjuntos=[faro.publico],
        **{f"alt-{faro.publico}": "a" * 501},
    )
    perdida = editar(mensaje, mesa.ana, version="2", clave=con["clave"], adjuntos=["A" * 11])
    vacio = editar(mensaje, mesa.ana, version="2", clave=con["clave"], texto="", quitadas=[faro.publico])
    sin_describir = editar(mensaje, mesa.ana, version="2", clave=con["clave"], subir=fichero("mapa.png"), texto="Mío.")

    assert bien.status_code == 302
    assert [r.status_code for r in (mal, larga, perdida, vacio, sin_describir)] == [422] * 5
    assert "desmarca la casilla" in html_de(mal)
    assert f'name="quitadas" value="{faro.publico}"' in html_de(mal)
    assert "caben 500 caracteres" in html_de(larga)
    assert "a" * 501 in html_de(larga)
    assert "ya no está" in html_de(perdida)
    assert "No lo dejes vacío" in html_de(vacio)
    assert "descríbelo y vuelve a guardar" in html_de(sin_describir)
    assert "Mío.</textarea>" in html_de(sin_describir)
    fila = Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk)
    assert (fila.editado, fila.version) == (None, 2)
    assert [(f.alt, f.retirado) for f in filas()] == [("Un faro", None), ("", None)]
    assert Revision.objects.visibles_para(mesa.dani).get().imagenes == [[faro.publico, "Un farro"]]


def test_no_caben_mas_de_diez_ni_se_cuelga_la_que_subio_otra_persona():
    mesa = fabrica.mesa()
    mensaje, faro = publicar(mesa)
    datos = {"ancho": 1, "alto": 1, "bytes": 1, "subido": AHORA}
    clave = uuid4()
    for n in range(10):
        Adjunto.objects.sin_filtrar("test").create(dueno=mesa.dani, clave=clave, archivo=f"{n:032}", **datos)
    ajenas = [fila.publico for fila in filas() if fila.pk != faro.pk]

    de_otra = editar(mensaje, mesa.ana, clave=str(clave), adjuntos=[faro.publico, ajenas[0]])
    once = editar(mensaje, mesa.dani, clave=str(clave), adjuntos=[faro.publico, *ajenas])
    diez = editar(mensaje, mesa.dani, clave=str(clave), adjuntos=[faro.publico, *ajenas[:9]])

    assert (de_otra.status_code, once.status_code, diez.status_code) == (422, 422, 302)
    assert "Caben diez imágenes" in html_de(once)
    assert edicion.laminas.preparar(mensaje, None, por=mesa.ana).foto()[0] == [faro.publico, ""]


def test_el_borrador_de_una_edicion_guarda_tambien_sus_imagenes_y_el_nombre_de_paso():
    mesa = fabrica.mesa()
    mensaje, faro = publicar(mesa)
    direccion = reverse("mensaje_editar", args=[mensaje.publico])
    con = {
        "clave": clave_de(entrar(mesa.ana).get(direccion)),
        "adjuntos": [faro.publico],
        f"alt-{faro.publico}": "Faro",
    }
    editar(mensaje, mesa.ana, hacer="adjuntar", subir=fichero("mapa.png"), **con)
    mapa = filas()[-1]
    con |= {"adjuntos": [mapa.publico], f"alt-{mapa.publico}": "Un mapa", "quitadas": [faro.publico], "pestana": "una"}

    editar(mensaje, mesa.ana, hacer="guardar", texto="A medias.", nombre="Un eco", **con)
    adjuntos.caducar_huerfanos(AHORA + timedelta(days=9))
    abierta = html_de(entrar(mesa.ana).get(direccion))

    assert mapa in filas()
    assert "A medias.</textarea>" in abierta
    assert ">Un mapa</textarea>" in abierta
    assert f'name="quitadas" value="{faro.publico}"' in abierta
    assert f'name="clave" value="{con["clave"]}"' in abierta
    assert Borrador.objects.visibles_para(mesa.ana).get().datos["campos"]["nombre"] == ["Un eco"]
