"""What is taken back is gone at once, whoever still holds a page, a link or a job in the queue."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.urls import reverse

from cuentas import invitaciones
from partidas.dominio import edicion, lectores, moderacion, obrero, partidas, plazas, rutinas
from partidas.dominio.errores import DatoInvalido, NoExiste
from partidas.models import Acta, Borrador, Mensaje, Participante, Partida, Suceso, Tirada
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db
MASCARA = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": ?"[^"]*"|name="(?:clave|abierto)" value="[^"]*"'
    r"|[?;]abierto=\d*"
)


def hacer(verbo, *args, **datos) -> None:
    assert verbo(*args, **datos, ahora=AHORA) is True


def plaza(mesa: fabrica.Mesa, persona) -> Participante:
    return Participante.objects.sin_filtrar("test").get(partida=mesa.partida, usuario=persona)


def paginas(mesa: fabrica.Mesa, *, mensaje: Mensaje | None = None) -> list[str]:
    partida, escena = mesa.partida.publico, mesa.escena.publico
    rutas = [reverse(nombre, args=[partida]) for nombre in ("partida", "leer", "jornadas")]
    rutas += [reverse(nombre, args=[partida, escena]) for nombre in ("escena", "leer_escena", "escribir", "asalto")]
    rutas += [reverse("portada"), reverse("partidas"), reverse("mis_textos")]
    return rutas + ([f"/m/{mensaje.publico}/", f"/m/{mensaje.publico}/historial/"] if mensaje else [])


def leer(persona, rutas: list[str]) -> dict[str, tuple[int, str]]:
    """Return what a person gets at each address, followed, without the words that change at every request."""
    cliente = entrar(persona)
    respuestas = {ruta: cliente.get(ruta, follow=True) for ruta in rutas}
    return {ruta: (r.status_code, MASCARA.sub("", r.content.decode())) for ruta, r in respuestas.items()}


@pytest.fixture
def avisos() -> Iterator[list[tuple[str, str, str]]]:
    """Listen to every fact as what mails it will: to each person whom the gate lets know of it at that moment."""
    dichos: list[tuple[str, str, str]] = []

    def avisar(suceso: Suceso, _ahora) -> None:
        for plaza_ in Participante.objects.sin_filtrar("test").filter(partida=suceso.partida).select_related("usuario"):
            if Suceso.objects.visibles_para(plaza_.usuario).filter(pk=suceso.pk).exists():
                objeto = suceso.mensaje.publico if suceso.mensaje else ""
                dichos.append((plaza_.usuario.username, suceso.clase, objeto))

    rutinas.oyente(avisar)
    yield dichos
    rutinas._oyentes.remove(avisar)


def vaciar() -> None:
    assert obrero.vaciar(lambda: AHORA).fallidos == 0


@pytest.mark.parametrize("como", ["estrechar", "ocultar", "borrar", "mover"])
def test_seg_17_lo_retirado_se_va_en_el_acto_y_lo_que_estaba_en_la_cola_ya_no_se_cuenta(avisos, como):
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.kaelen)
    vaciar()
    avisos.clear()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO")
    rutas = paginas(mesa, mensaje=mensaje)
    assert "CANARIO" in str(leer(mesa.bruno, rutas))

    verbos = {
        "estrechar": (lectores.cambiar, {"visibilidad": "direccion"}),
        "ocultar": (moderacion.ocultar, {"motivo": "Eh"}),
        "borrar": (moderacion.borrar, {"motivo": "Eh"}),
        "mover": (moderacion.mover, {"destino": secreta}),
    }
    verbo, datos = verbos[como]
    hacer(verbo, mensaje, por=mesa.dani, **datos)

    visto = leer(mesa.bruno, rutas)
    assert "CANARIO" not in str(visto)
    assert {visto[ruta][0] for ruta in rutas[-2:]} == {404}
    vaciar()
    assert {quien for quien, _clase, de in avisos if de == mensaje.publico} == {"dani", "ana"}


def test_seg_18_ni_por_numero_ni_por_tramo_se_lee_una_version_que_no_es_de_uno():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO uno", notas="CANARIO nota")
    for version, texto in enumerate(("CANARIO dos", "CANARIO tres", "Lo que quedó."), 1):
        fila = Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk)
        hacer(edicion.editar, fila, texto=texto, notas="", version=version, por=mesa.ana)
    historial = f"/m/{mensaje.publico}/historial/"
    rutas = [historial, *(f"{historial}?{q}" for q in ("version=1", "version=2", "de=1&a=3", "desde=1"))]
    rutas += [f"{historial}{resto}" for resto in ("1/", "diff/?de=1&a=3")]

    suyas = leer(mesa.ana, rutas[:1])
    ajenas = leer(mesa.bruno, [*rutas, *paginas(mesa, mensaje=mensaje)])
    fuera = leer(mesa.eva, rutas)

    assert list(dict.fromkeys(re.findall(r"CANARIO \w+", suyas[historial][1]))) == [
        "CANARIO tres",
        "CANARIO dos",
        "CANARIO uno",
        "CANARIO nota",
    ]
    assert "CANARIO" not in str(ajenas) + str(fuera)
    assert [ajenas[ruta][0] for ruta in rutas] == [403] * 5 + [404] * 2
    assert [fuera[ruta][0] for ruta in rutas] == [404] * 7
    assert len({pagina for _estado, pagina in fuera.values()}) == 1


def test_seg_18_la_direccion_oculta_una_sola_version_y_ni_su_diferencia_la_cuenta():
    """dani slips something into ana's turn and takes it back: ana keeps her own versions, and no trace of that one."""
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Uno.")
    desliz = "Dos CANARIO.\n\n:::solo Mirta\nCANARIO aparte.\n:::"
    for version, (quien, texto) in enumerate(((mesa.ana, "Uno bis."), (mesa.dani, desliz), (mesa.ana, "Tres.")), 1):
        fila = Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk)
        hacer(edicion.editar, fila, texto=texto, notas="", version=version, por=quien)
    historial, rutas = f"/m/{mensaje.publico}/historial/", [f"/m/{mensaje.publico}/historial/", "/mis-textos/"]
    antes = leer(mesa.ana, rutas)[historial][1]
    dani = entrar(mesa.dani)
    ocultar, mostrar = (f"/m/{mensaje.publico}/version/3/{que}/" for que in ("ocultar", "mostrar"))
    assert ocultar in dani.get(historial).content.decode()

    estados = [dani.get(ocultar).status_code, dani.post(ocultar, {"motivo": ""}).status_code]
    estados += [
        dani.post(ocultar, {"motivo": "Se me escapó."}).status_code,
        dani.post(ocultar, {"motivo": "x"}).status_code,
    ]
    suya, de_dani = leer(mesa.ana, rutas), leer(mesa.dani, rutas)[historial][1]

    assert estados == [200, 422, 302, 302]
    assert "CANARIO" in antes
    assert "CANARIO" not in str(suya)
    assert "Se me escapó." not in str(suya)
    assert re.findall(r"Versión (\d)", suya[historial][1]) == ["2", "1"]
    assert re.findall(r"<(?:ins|del)>(.*?)</", suya[historial][1])
    assert "Versión oculta por la dirección: Se me escapó." in de_dani
    assert "CANARIO aparte." in de_dani
    actas_ = Acta.objects.sin_filtrar("test").filter(clase="mensaje").order_by("pk")
    assert [(a.verbo, a.datos["version"], a.motivo) for a in actas_[3:]] == [("tapar_version", 3, "Se me escapó.")]
    assert not Acta.objects.visibles_para(mesa.ana).filter(verbo="tapar_version").exists()
    assert not Suceso.objects.visibles_para(mesa.ana).filter(clase="version_ocultada").exists()
    assert [dani.get(f"/m/{mensaje.publico}/version/{n}/ocultar/").status_code for n in ("3", "9", "x", "²")] == [
        409, 404, 404, 404,
    ]  # fmt: skip
    ana, bruno = entrar(mesa.ana), entrar(mesa.bruno)
    assert {c.post(ruta, {"motivo": "Eh"}).status_code for c in (ana, bruno) for ruta in (ocultar, mostrar)} == {403}

    ve_ana = []
    for _vez in range(3):  # each undoes the one before
        dani.post(f"/acta/{actas_.last().publico}/deshacer/")
        ve_ana.append(leer(mesa.ana, rutas)[historial][1])

    assert [pagina == antes for pagina in ve_ana] == [True, False, True]
    assert ve_ana[1] == suya[historial][1]


def test_seg_18_la_version_que_escribio_una_misma_no_se_le_oculta():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO")
    hacer(edicion.editar, mensaje, texto="Otra cosa.", notas="", version=1, por=mesa.ana)

    hacer(edicion.ocultar_version, mensaje, version=1, motivo="Eh", por=mesa.dani)

    historial = leer(mesa.ana, [f"/m/{mensaje.publico}/historial/"])
    assert "CANARIO" in str(historial)
    assert "Eh" not in re.findall(r"oculta por la dirección: (\w+)", str(historial))
    with pytest.raises(NoExiste):
        edicion.ocultar_version(mensaje, version=2, motivo="Eh", por=mesa.dani, ahora=AHORA)
    with pytest.raises(DatoInvalido):
        edicion.ocultar_version(mensaje, version=1, motivo=" ", por=mesa.dani, ahora=AHORA)


def test_seg_18_la_historia_se_cierra_con_la_escena_y_con_la_plaza():
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.mirta)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO")
    hacer(edicion.editar, mensaje, texto="Otra cosa.", notas="", version=1, por=mesa.ana)
    ruta = f"/m/{mensaje.publico}/historial/"
    antes = entrar(mesa.ana).get(ruta).status_code

    hacer(moderacion.mover, mensaje, destino=secreta, por=mesa.dani)
    en_la_secreta = entrar(mesa.ana).get(ruta).status_code, entrar(mesa.bruno).get(ruta).status_code
    hacer(moderacion.devolver, mensaje, por=mesa.dani)
    hacer(plazas.expulsar, plaza(mesa, mesa.ana), motivo="Eh", por=mesa.dani)

    assert (antes, en_la_secreta, entrar(mesa.ana).get(ruta).status_code) == (200, (404, 403), 404)


def test_seg_19_lo_que_un_secreto_nombra_o_enlaza_no_lo_sabe():
    """A secret that mentions Mirta, links to a public message and names a secret PNJ: bruno's pages do not move."""
    mesa = fabrica.mesa()
    publico = fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="Aquí estoy.")
    rutas = paginas(mesa, mensaje=publico)
    antes = leer(mesa.bruno, rutas)

    enlace = f"[lo de Mirta](/m/{publico.publico}/)"
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=f"@Mirta, @bruno: {enlace}", visibilidad="direccion")
    fila = fabrica.reparto.pnj_rapido(mesa.partida, nombre="Sombra", nivel=3, por=mesa.dani, ahora=AHORA)
    fabrica.publicar(mesa, mesa.dani, fila, texto=f"Sombra mira a @Mirta. {enlace}", visibilidad="direccion")

    assert leer(mesa.bruno, rutas) == antes


@pytest.mark.parametrize("campo", ["personaje", "destinatarios"])
def test_seg_19_un_pnj_secreto_se_niega_como_uno_que_no_existe(campo):
    mesa = fabrica.mesa()
    fila = fabrica.reparto.pnj_rapido(mesa.partida, nombre="Sombra", nivel=3, por=mesa.dani, ahora=AHORA)
    ruta = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])

    def pedir(publico: str) -> tuple[int, str]:
        datos = {"clave": str(fabrica.uuid4()), "texto": "Hola.", "personaje": mesa.mirta.personaje.publico}
        datos |= {"visibilidad": "destinatarios" if campo == "destinatarios" else "todos", campo: publico}
        respuesta = entrar(mesa.bruno).post(ruta, datos)
        return respuesta.status_code, MASCARA.sub("", respuesta.content.decode()).replace(publico, "")

    assert pedir(fila.personaje.publico) == pedir("aaaaaaaaaaa")
    assert not Mensaje.objects.sin_filtrar("test").exists()


def test_seg_25_la_expulsion_vale_para_lo_que_estaba_abierto(avisos):
    """bruno is put out with a session, an open tab, a roll to go on with, a draft and a link to come in."""
    mesa = fabrica.mesa(admite=True)
    tirada = Tirada.objects.sin_filtrar("test").get(
        mensaje=fabrica.publicar(mesa, mesa.bruno, mesa.mirta, tiradas=(fabrica.tarea(),))
    )
    de_ana = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO")
    susurro = fabrica.susurrar(mesa, mesa.dani, mesa.mirta, texto="CANARIO")
    cliente, escribir = entrar(mesa.bruno), reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    borrador = {"clave": str(fabrica.uuid4()), "texto": "Lo que iba a decir.", "notas": "Y una nota."}
    borrador |= {"personaje": mesa.mirta.personaje.publico, "visibilidad": "todos"}
    assert cliente.post(escribir, borrador | {"hacer": "guardar"}).status_code == 302
    assert "A medio escribir" not in cliente.get("/mis-textos/").content.decode()

    hacer(plazas.expulsar, plaza(mesa, mesa.bruno), motivo="Eh", por=mesa.dani)

    pestana = cliente.post(escribir, borrador | {"hacer": "publicar", "texto": "Desde la pestaña abierta."})
    otros = [cliente.post(escribir, borrador | {"hacer": que}) for que in ("guardar", "previa", "tirada", "t0-tirar")]
    continuar = [cliente.post(f"/t/{tirada.publico}/{que}/", {}) for que in ("repetir", "anular", "reintentar")]
    partida = mesa.partida.publico
    puertas = [reverse("partida_unirse", args=[partida])]
    puertas += [reverse("plaza_propia", args=[partida, que]) for que in ("aceptar", "volver", "dejar")]
    entradas = [cliente.post(puerta, {}) for puerta in puertas]
    assert {r.status_code for r in (pestana, *otros, *continuar, *entradas)} == {404}
    assert "Desde la pestaña abierta." in pestana.content.decode()
    rutas = [*paginas(mesa, mensaje=de_ana), f"/m/{susurro.publico}/", f"/t/{tirada.publico}/anular/"]
    visto = leer(mesa.bruno, rutas)
    assert "CANARIO" not in str(visto)
    assert "El faro" not in str(visto)
    suyos = visto["/mis-textos/"][1]
    assert "Lo que iba a decir." in suyos
    assert "Y una nota." in suyos
    assert leer(mesa.ana, ["/mis-textos/"])["/mis-textos/"][1].count("Lo que iba a decir.") == 0
    assert Borrador.objects.sin_filtrar("test").get().datos["campos"]["texto"] == ["Lo que iba a decir."]
    vaciar()
    assert [
        (clase, de) for quien, clase, de in avisos if quien == "bruno" and de in (de_ana.publico, susurro.publico)
    ] == []
    avisos.clear()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    fabrica.publicar(mesa, mesa.dani)
    vaciar()
    assert "bruno" not in {quien for quien, _clase, _de in avisos}


@pytest.mark.parametrize("que", ["anular", "repetir", "declaracion/ocultar"])
def test_seg_17_las_paginas_de_una_tirada_no_nombran_la_escena_secreta_a_la_que_se_movio(que):
    """Its author keeps the card in «Mis textos», which names no scene; every other page of the roll is not there."""
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion", tiradas=(fabrica.tarea(),))
    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
    ruta = f"/t/{tirada.publico}/{que}/"
    antes = entrar(mesa.ana).get(ruta).status_code
    hacer(moderacion.mover, mensaje, destino=fabrica.secreta(mesa, mesa.mirta, titulo="CANARIO"), por=mesa.dani)

    respuesta = entrar(mesa.ana).get(ruta)

    assert "CANARIO" not in respuesta.content.decode()
    assert (antes != 404, respuesta.status_code) == (True, 404)


def test_seg_25_ni_otra_cuenta_ni_el_enlace_del_sitio_devuelven_la_plaza():
    """A link of the site makes an account, not a seat; the same person cannot take the open seat again."""
    mesa = fabrica.mesa(acceso=Partida.Acceso.PUBLICA, admite=True)
    _invitacion, token = invitaciones.crear_invitacion(mesa.dani, usos=1, dias=7, ahora=AHORA)
    hacer(plazas.expulsar, plaza(mesa, mesa.bruno), motivo="Eh", por=mesa.dani)
    cliente = entrar(mesa.bruno)

    unirse = cliente.post(reverse("partida_unirse", args=[mesa.partida.publico]))
    cliente.get(reverse("cuentas:unirse", args=[token]))

    assert unirse.status_code == 403
    assert plaza(mesa, mesa.bruno).estado == "expulsada"


def test_seg_26_archivar_y_abrir_a_cualquiera_no_publica_ningun_secreto():
    """Whoever reads the archive gets what was for all; every secret stays with the very same people."""
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.kaelen, titulo="CANARIO escena")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="A la vista.", notas="CANARIO nota", notas_direccion=True)
    fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, texto="CANARIO susurro")
    tarea = fabrica.TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"}, declaracion="CANARIO tirada")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO dj", visibilidad="direccion", tiradas=(tarea,))
    oculto = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO oculto")
    hacer(moderacion.ocultar, oculto, motivo="CANARIO motivo", por=mesa.dani)
    editado = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO antes")
    hacer(edicion.editar, editado, texto="Después.", notas="", version=1, por=mesa.ana)
    fabrica.reparto.pnj_rapido(mesa.partida, nombre="CANARIO pnj", nivel=3, por=mesa.dani, ahora=AHORA)
    mesa.escena, abierta = secreta, mesa.escena
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO secreta")
    rutas = [*paginas(mesa, mensaje=oculto), f"/m/{editado.publico}/historial/"]
    mesa.escena = abierta
    rutas += [*paginas(mesa), reverse("mesa", args=[mesa.partida.publico])]
    rutas += [reverse("ficha", args=[mesa.partida.publico, mesa.kaelen.personaje.publico])]
    gente = {"ana": mesa.ana, "bruno": mesa.bruno, "esp": mesa.esp, "eva": mesa.eva, "anon": None, "dani": mesa.dani}

    def canarios() -> dict[str, set[str]]:
        return {n: set(re.findall(r"CANARIO (\w+)", str(leer(quien, rutas)))) for n, quien in gente.items()}

    antes = canarios()
    hacer(partidas.archivar, mesa.partida, por=mesa.dani)
    archivada = canarios()
    datos = partidas.DatosPartida(mesa.partida.titulo, mesa.partida.sistema, acceso=Partida.Acceso.PUBLICA)
    hacer(partidas.cambiar, mesa.partida, datos, version=mesa.partida.version, por=mesa.dani)

    assert antes["esp"] == antes["eva"] == antes["anon"] == set()
    assert antes["bruno"] == {"susurro"}
    assert {"escena", "nota", "susurro", "tirada", "dj", "oculto", "motivo", "antes", "secreta", "pnj"} == antes["dani"]
    assert archivada == antes
    assert canarios() == antes
    assert "A la vista." in str(leer(None, rutas))
