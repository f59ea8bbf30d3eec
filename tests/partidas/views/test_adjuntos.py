"""Images: taken in with the editor, published with their turn, served to whoever reads it and to nobody else."""

import os
import re
from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from config import subidas
from cuentas.dominio import cerrar_cuenta
from partidas.dominio import adjuntos, almacen, borradores, comprobacion, lectores, moderacion
from partidas.dominio.adjuntos import Puesto
from partidas.dominio.errores import DatoInvalido
from partidas.dominio.rutinas import caducar
from partidas.models import Adjunto, Borrador, Mensaje
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar, formulario, ruta

pytestmark = pytest.mark.django_db

GENTE = ("dani", "ana", "bruno", "esp", "eva", "anon")
EN_DIAS = AHORA + timedelta(days=3)


@pytest.fixture(autouse=True)
def carpeta_propia(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path


def png(medidas=(1280, 640)) -> bytes:
    salida = BytesIO()
    Image.new("RGB", medidas, "#8A2B0E").save(salida, "PNG")
    return salida.getvalue()


def fichero(nombre="faro.png", datos=None) -> SimpleUploadedFile:
    return SimpleUploadedFile(nombre, png() if datos is None else datos, content_type="text/html")


def subir(mesa, clave=None, **campos) -> Adjunto:
    datos = {"titulo": "faro.png", "ahora": AHORA} | campos
    return adjuntos.subir(mesa.ana, clave or uuid4(), png(), **datos)


def publicar(mesa, alt="Un faro", **campos) -> tuple[Mensaje, Adjunto]:
    clave = uuid4()
    fila = subir(mesa, clave)
    puestos = (Puesto(fila.publico, alt),)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, clave=clave, adjuntos=puestos, **campos)
    return mensaje, Adjunto.objects.sin_filtrar("test").get(pk=fila.pk)


def filas() -> list[Adjunto]:
    return list(Adjunto.objects.sin_filtrar("test").order_by("pk"))


def archivos() -> set[str]:
    return {r.name for r in almacen.carpeta().rglob("*") if r.is_file()}


def direcciones(fila) -> tuple[str, str]:
    return reverse("adjunto", args=[fila.publico]), reverse("adjunto_mini", args=[fila.publico])


def sin_prendas(respuesta, publico: str) -> str:
    """Return a page without what changes with each request (the token of its forms) or repeats what was asked for."""
    html = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", respuesta.content.decode())
    return re.sub(rf"(/|%2F)adjuntos(/|%2F){publico}(/|%2F)(mini(/|%2F))?", "", html)


def quien_la_ve(mesa, fila) -> set[str]:
    """Return who gets the image; whoever does not is answered in every way as for one that does not exist."""
    vistas = set()
    for nombre in GENTE:
        cliente = entrar(None if nombre == "anon" else getattr(mesa, nombre))
        nada = cliente.get(reverse("adjunto", args=["0" * 11]))
        for direccion, copia in zip(direcciones(fila), almacen.COPIAS, strict=True):
            conocido = {"if-none-match": f'"{fila.publico}-{copia}"'}
            con_copia = cliente.get(direccion, headers=conocido)
            todas = [cliente.get(direccion), cliente.get(f"{direccion}?v=2"), cliente.head(direccion)]
            if todas[0].status_code == 200:
                vistas.add(nombre)
                assert ([r.status_code for r in todas], con_copia.status_code) == ([200] * 3, 304)
                continue
            assert {r.status_code for r in (*todas, con_copia, nada)} == {404}
            negadas = [sin_prendas(r, fila.publico) for r in (todas[0], con_copia)]
            assert negadas == [sin_prendas(nada, "0" * 11)] * 2
            assert {r["Cache-Control"] for r in (*todas, con_copia)} == {nada["Cache-Control"]}
    return vistas


@pytest.mark.parametrize(
    ("acceso", "visibilidad", "quienes"),
    [
        ("privada", "todos", {"dani", "ana", "bruno", "esp"}),
        ("privada", "direccion", {"dani", "ana"}),
        ("publica", "todos", set(GENTE)),
        ("publica", "direccion", {"dani", "ana"}),
    ],
)
def test_seg_16_la_imagen_la_ve_quien_lee_su_mensaje(acceso, visibilidad, quienes):
    mesa = fabrica.mesa(acceso)
    _mensaje, fila = publicar(mesa, visibilidad=visibilidad)

    assert quien_la_ve(mesa, fila) == quienes


def test_seg_16_la_de_un_borrador_es_solo_de_quien_la_subio():
    mesa = fabrica.mesa("publica")

    assert quien_la_ve(mesa, subir(mesa)) == {"ana"}


def test_seg_16_estrechar_ocultar_mover_y_borrar_valen_al_momento():
    mesa = fabrica.mesa("publica")
    por_dani = {"por": mesa.dani, "ahora": AHORA}
    otra = fabrica.secreta(mesa, mesa.mirta)
    casos = {
        "estrechar": (lambda m: lectores.cambiar(m, visibilidad="direccion", **por_dani), {"dani", "ana"}),
        "ocultar": (lambda m: moderacion.ocultar(m, motivo="Eh", **por_dani), {"dani", "ana"}),
        "mover": (lambda m: moderacion.mover(m, destino=otra, **por_dani), {"dani", "ana", "bruno"}),
        "borrar": (lambda m: moderacion.borrar(m, por=mesa.ana, ahora=AHORA), {"dani", "ana"}),
    }

    for que, (hacer, quienes) in casos.items():
        mensaje, fila = publicar(mesa)
        assert entrar(mesa.esp).get(direcciones(fila)[0]).status_code == 200
        assert hacer(mensaje) is True
        assert (que, quien_la_ve(mesa, fila)) == (que, quienes)


def test_seg_16_ninguna_otra_forma_de_la_direccion_lleva_a_la_imagen():
    mesa = fabrica.mesa("publica")
    _mensaje, fila = publicar(mesa)
    cliente = entrar(mesa.ana)
    publica = direcciones(fila)[0]

    archivo = f"{fila.archivo}.completa.webp"
    sueltas = (f"/media/adjuntos/{archivo}", f"/media/adjuntos/{fila.archivo[:2]}/{archivo}", f"/adjuntos/{fila.pk}/")
    for direccion in (f"{publica}../x/..", f"{publica}otra/", f"{publica}mini/../", *sueltas):
        assert cliente.get(direccion).status_code in (301, 404), direccion
        assert cliente.get(direccion, follow=True).status_code == 404, direccion


def test_seg_74_se_sirve_inerte():
    mesa = fabrica.mesa()
    _mensaje, fila = publicar(mesa)
    respuesta = entrar(mesa.ana).get(direcciones(fila)[0], headers={"accept-encoding": "gzip"})

    assert {nombre: respuesta.get(nombre) for nombre in (
        "Content-Type", "X-Content-Type-Options", "Content-Security-Policy", "Cross-Origin-Resource-Policy",
        "Content-Disposition", "Cache-Control", "Content-Encoding", "X-Frame-Options",
    )} == {
        "Content-Type": "image/webp",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Content-Disposition": f'inline; filename="{fila.publico}.webp"',
        "Cache-Control": "private, no-cache",
        "Content-Encoding": None,
        "X-Frame-Options": "DENY",
    }  # fmt: skip
    assert respuesta.content == almacen.leer(fila.archivo, "completa")


@pytest.mark.parametrize(
    ("nombre", "queda"),
    [
        ("../../x.png", "x.png"),
        ("..\\..\\x.png", "x.png"),
        ("a.png.html", "a.png.html"),
        ("CON", "CON"),
        ("x" * 300 + ".png", "x" * 100),
        ("foto\u202egnp.exe", "fotognp.exe"),
        ("a\x00b.png", "ab.png"),
        ('a"; filename=x.png', 'a"; filename=x.png'),
        ("<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png"),
    ],
)
def test_seg_73_el_nombre_no_decide_nada_y_se_ensena_escapado(nombre, queda):
    mesa = fabrica.mesa()
    fila = subir(mesa, titulo=nombre)

    assert fila.titulo == queda
    assert re.fullmatch(r"[0-9a-f]{32}", fila.archivo)
    assert archivos() == {f"{fila.archivo}.completa.webp", f"{fila.archivo}.mini.webp"}
    disposicion = entrar(mesa.ana).get(direcciones(fila)[0])["Content-Disposition"]
    assert disposicion == f'inline; filename="{fila.publico}.webp"'


def test_seg_73_el_nombre_se_ensena_escapado_en_el_editor():
    mesa = fabrica.mesa()
    datos = formulario(mesa, hacer="adjuntar", subir=fichero("<b>x.png"))

    html = entrar(mesa.ana).post(ruta(mesa, "escribir"), datos, follow=True).content.decode()

    assert "<bdi>&lt;b&gt;x.png</bdi>" in html


def test_seg_75_diez_por_mensaje_y_doscientos_megas_por_cuenta():
    mesa = fabrica.mesa()
    clave = uuid4()
    for _n in range(10):
        pesa = subir(mesa, clave).bytes
    with pytest.raises(DatoInvalido) as once:
        subir(mesa, clave)
    Adjunto.objects.sin_filtrar("test").filter(pk=filas()[0].pk).update(bytes=200 * 1024 * 1024 - 9 * pesa - 100)
    with pytest.raises(DatoInvalido) as llena:
        subir(mesa)

    assert once.value.motivo == "Caben diez imágenes en un mensaje."
    assert llena.value.motivo == "Te quedan 0 MB de los 200 MB de tu cuenta y esta imagen ocupa 0 MB."
    assert len(filas()) == 10
    assert len(archivos()) == 20
    assert adjuntos._megas(3 * 1024 * 1024 + 500_000) == "3,4"


def test_seg_75_lo_que_pesa_de_mas_se_corta_y_se_dice_con_el_texto_intacto():
    mesa = fabrica.mesa()
    grande = fichero("enorme.png", png() + bytes(subidas.POR_ARCHIVO + 100_000))
    datos = formulario(mesa, hacer="adjuntar", subir=[grande, fichero("faro.png"), fichero("nota.png", b"hola")])

    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), datos)
    html = respuesta.content.decode()

    assert respuesta.status_code == 422
    assert "«enorme.png»: Pesa más de 5 MB" in html
    assert "«nota.png»: No es una imagen" in html
    assert "—Voy yo primero.</textarea>" in html
    assert [fila.titulo for fila in filas()] == ["faro.png"]
    assert filas()[0].publico in html
    guardado = Borrador.objects.sin_filtrar("test").get().datos["campos"]
    assert (guardado["texto"], guardado["adjuntos"]) == (["—Voy yo primero."], [filas()[0].publico])


def test_adjuntar_describir_y_publicar_sin_javascript():
    mesa = fabrica.mesa()
    cliente, clave = entrar(mesa.ana), str(uuid4())
    adjuntado = cliente.post(
        ruta(mesa, "escribir"), formulario(mesa, clave=clave, hacer="adjuntar", subir=fichero(), texto="Mirad.")
    )
    editor = cliente.get(ruta(mesa, "escribir")).content.decode()
    fila = filas()[0]
    publicado = cliente.post(
        ruta(mesa, "escribir"),
        formulario(mesa, clave=clave, adjuntos=fila.publico, **{f"alt-{fila.publico}": "Un faro <rojo>"}),
    )
    hilo = entrar(mesa.esp).get(ruta(mesa)).content.decode()
    leida = entrar(mesa.esp).get(reverse("leer_escena", args=[mesa.partida.publico, mesa.escena.publico])).content

    assert adjuntado["Location"] == ruta(mesa, "escribir") + "#adjuntos"
    assert ">Mirad.</textarea>" in editor
    assert f'name="alt-{fila.publico}"' in editor
    assert publicado.status_code == 302
    completa, mini = direcciones(fila)
    for html in (hilo, leida.decode()):
        assert (
            f'<a href="{completa}"><img src="{mini}" width="640" height="320" alt="Un faro &lt;rojo&gt;" loading="lazy"'
            in html
        )
    assert "faro.png" not in hilo


def test_lo_elegido_que_llega_con_publicar_se_adjunta_y_espera_su_descripcion():
    mesa = fabrica.mesa()
    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, subir=fichero()))

    assert respuesta.status_code == 422
    assert "Lo que has elegido ya está adjunto: descríbelo y vuelve a publicar." in respuesta.content.decode()
    assert not Mensaje.objects.sin_filtrar("test").exists()
    assert [fila.mensaje for fila in filas()] == [None]


@pytest.mark.parametrize(("alt", "vale"), [("Un mapa de la isla", True), ("  ", False)])
def test_una_imagen_sola_vale_si_se_describe(alt, vale):
    mesa = fabrica.mesa()

    if vale:
        mensaje, fila = publicar(mesa, alt, texto="")
        assert (fila.mensaje_id, fila.alt) == (mensaje.pk, alt)
    else:
        with pytest.raises(DatoInvalido) as caso:
            publicar(mesa, alt, texto="")
        assert caso.value.campo == "adjuntos"
        assert not Mensaje.objects.sin_filtrar("test").exists()


def test_no_se_publica_lo_de_otra_persona_ni_lo_de_otro_editor_ni_dos_veces():
    mesa = fabrica.mesa()
    clave = uuid4()
    ajena = adjuntos.subir(mesa.bruno, clave, png(), titulo="x", ahora=AHORA)
    otra = subir(mesa)
    _mensaje, puesta = publicar(mesa)

    for fila in (ajena, otra, puesta):
        with pytest.raises(DatoInvalido) as caso:
            fabrica.publicar(mesa, mesa.ana, mesa.kaelen, clave=clave, adjuntos=(Puesto(fila.publico),))
        assert caso.value.motivo == "Una de las imágenes ya no está: mira cuáles quedan y vuelve a publicar."
    assert Mensaje.objects.sin_filtrar("test").count() == 1


def test_quitar_una_imagen_se_lleva_sus_archivos_y_solo_de_lo_no_publicado(django_capture_on_commit_callbacks):
    mesa = fabrica.mesa()
    fila = subir(mesa)
    _mensaje, puesta = publicar(mesa)

    with django_capture_on_commit_callbacks(execute=True):
        veces = [
            adjuntos.quitar(mesa.bruno, fila.clave, fila.publico),
            adjuntos.quitar(mesa.ana, puesta.clave, puesta.publico),
            adjuntos.quitar(mesa.ana, fila.clave, fila.publico),
            adjuntos.quitar(mesa.ana, fila.clave, fila.publico),
        ]

    assert veces == [False, False, True, False]
    assert archivos() == {f"{puesta.archivo}.completa.webp", f"{puesta.archivo}.mini.webp"}
    assert comprobacion.incumplidas() == []


def test_quitar_en_el_editor_deja_lo_demas_como_estaba():
    mesa = fabrica.mesa()
    clave = uuid4()
    una, otra = subir(mesa, clave), subir(mesa, clave)
    datos = formulario(mesa, clave=str(clave), adjuntos=[una.publico, otra.publico])
    datos |= {f"alt-{una.publico}": "Una", f"alt-{otra.publico}": "Otra", "quitar-adjunto": una.publico}
    datos.pop("hacer")

    html = entrar(mesa.ana).post(ruta(mesa, "escribir"), datos, follow=True).content.decode()

    assert una.publico not in html
    assert ">Otra</textarea>" in html
    assert ">—Voy yo primero.</textarea>" in html
    assert [fila.pk for fila in filas()] == [otra.pk]
    assert not Mensaje.objects.sin_filtrar("test").exists()


def test_caducan_los_huerfanos_y_se_barre_lo_que_ninguna_fila_nombra(django_capture_on_commit_callbacks):
    mesa = fabrica.mesa()
    suelta, con_borrador = subir(mesa), subir(mesa)
    _mensaje, puesta = publicar(mesa)
    borradores.guardar(
        mesa.ana, "x", {"clave": str(con_borrador.clave), "campos": {}}, version=0, pestana="p", ahora=AHORA
    )
    resto = almacen.carpeta() / "ab" / f"{'ab' * 16}.completa.webp"
    resto.parent.mkdir(exist_ok=True)
    resto.write_bytes(b"x")
    os.utime(resto, (AHORA.timestamp(), AHORA.timestamp()))
    antes = {fila.pk for fila in filas()}
    with django_capture_on_commit_callbacks(execute=True):
        caducar({}, AHORA + timedelta(hours=30))
    en_plazo = {fila.pk for fila in filas()}
    assert not resto.exists()
    with django_capture_on_commit_callbacks(execute=True):
        caducar({}, EN_DIAS)

    assert antes == en_plazo == {suelta.pk, con_borrador.pk, puesta.pk}
    assert {fila.pk for fila in filas()} == {con_borrador.pk, puesta.pk}
    assert {nombre[:32] for nombre in archivos()} == {con_borrador.archivo, puesta.archivo}


def test_una_fila_sin_archivo_se_dice_al_comprobar_y_no_se_sirve():
    mesa = fabrica.mesa()
    _mensaje, fila = publicar(mesa)
    almacen.borrar(fila.archivo)

    assert comprobacion.incumplidas() == [
        f"adjunto {fila.publico}: sus archivos deben ocupar {fila.bytes} bytes y ocupan 0"
    ]
    assert entrar(mesa.ana).get(direcciones(fila)[0]).status_code == 404


def test_descartar_el_borrador_y_cerrar_la_cuenta_se_llevan_lo_no_publicado(django_capture_on_commit_callbacks):
    mesa = fabrica.mesa()
    _mensaje, puesta = publicar(mesa)
    descartada, queda = subir(mesa), subir(mesa)
    borradores.guardar(
        mesa.ana, "x", {"clave": str(descartada.clave), "campos": {}}, version=0, pestana="p", ahora=AHORA
    )
    with django_capture_on_commit_callbacks(execute=True):
        borradores.descartar(mesa.ana, "x", ahora=AHORA)
    assert {fila.pk for fila in filas()} == {puesta.pk, queda.pk}
    with django_capture_on_commit_callbacks(execute=True):
        assert cerrar_cuenta(mesa.ana, ahora=AHORA) is True

    assert [(fila.pk, fila.titulo, fila.alt) for fila in filas()] == [(puesta.pk, "", "Un faro")]
    assert {nombre[:32] for nombre in archivos()} == {puesta.archivo}
    assert quien_la_ve(mesa, puesta) >= {"dani", "bruno", "esp"}


def test_quien_solo_lee_no_sube_nada():
    mesa = fabrica.mesa()

    for persona in (mesa.esp, mesa.eva, None):
        respuesta = entrar(persona).post(ruta(mesa, "escribir"), formulario(mesa, hacer="adjuntar", subir=fichero()))
        assert respuesta.status_code in (302, 403, 404)
    assert filas() == []
    assert not almacen.carpeta().exists()
