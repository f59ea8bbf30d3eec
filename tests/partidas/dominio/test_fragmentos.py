"""Private fragments through the verbs: who reads each, what an edit keeps, and what nobody else may notice."""

from datetime import timedelta

import pytest

from partidas.consultas import lectores as prevision
from partidas.dominio import borradores, cesiones, edicion, fragmentos, lectores, moderacion, turnos
from partidas.dominio.errores import DatoInvalido
from partidas.models import Acta, DestinatarioDeFragmento, Fragmento, Mensaje, Revision, Suceso
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

GENTE = ("dani", "ana", "bruno", "esp", "eva")
TEXTO = "Llueve.\n\n:::solo Mirta\nNo es agua.\n:::\n\nSeguimos."
LUEGO = AHORA + timedelta(hours=1)


def publicar(mesa, texto=TEXTO, **campos) -> Mensaje:
    return fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=texto, **campos)


def leer(mesa, mensaje) -> dict[str, set[str]]:
    """Return who reads each fragment of a turn that stands, by its words."""
    todos = Fragmento.objects.sin_filtrar("test").filter(mensaje=mensaje, revision__isnull=True)
    tabla: dict[str, set[str]] = {fila.texto: set() for fila in todos}
    for nombre in GENTE:
        suyos = Fragmento.objects.visibles_para(getattr(mesa, nombre)).filter(mensaje=mensaje, revision__isnull=True)
        for texto in suyos.values_list("texto", flat=True):
            tabla[texto].add(nombre)
    return tabla


def fila(mensaje) -> Mensaje:
    return Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk)


def editar(mesa, mensaje, texto, version=1, por=None) -> bool:
    return edicion.editar(mensaje, texto=texto, notas="", version=version, por=por or mesa.ana, ahora=LUEGO)


def entero(mensaje) -> str:
    return fragmentos.fuente(fila(mensaje), fragmentos.vigentes(mensaje))


def test_lo_publico_y_lo_privado_se_guardan_aparte():
    mesa = fabrica.mesa()

    mensaje = publicar(mesa)

    assert (fila(mensaje).texto, fila(mensaje).html) == (
        "Llueve.\n\nSeguimos.",
        '<p dir="auto">Llueve.</p><p dir="auto">Seguimos.</p>',
    )
    guardado = Fragmento.objects.sin_filtrar("test").get()
    assert (guardado.linea, guardado.posicion, guardado.orden) == (1, 1, 0)
    assert (guardado.cabecera, guardado.nombres, guardado.texto) == ("solo Mirta", ["Mirta"], "No es agua.")
    assert guardado.html == '<p dir="auto">No es agua.</p>'
    assert leer(mesa, mensaje) == {"No es agua.": {"dani", "ana", "bruno"}}
    assert entero(mensaje) == TEXTO


@pytest.mark.parametrize(
    ("cabecera", "leen"),
    [
        ("solo Mirta", {"dani", "ana", "bruno"}),
        ("SÓLO mirta", {"dani", "ana", "bruno"}),
        ("solo Mirta y la dirección", {"dani", "ana", "bruno"}),
        ("only Mirta and Kaelen", {"dani", "ana", "bruno"}),
        ("dirección", {"dani", "ana"}),
        ("solo DJ", {"dani", "ana"}),
    ],
)
def test_lo_leen_a_quien_nombra_quien_lo_escribio_y_la_direccion(cabecera, leen):
    mesa = fabrica.mesa()

    mensaje = publicar(mesa, f"Llueve.\n:::{cabecera}\nx\n:::")

    assert leer(mesa, mensaje) == {"x": leen}


def test_un_nombre_con_comas_o_conjunciones_es_un_nombre():
    mesa = fabrica.mesa()
    fabrica.sentar(mesa.partida, mesa.eva, "jugador", AHORA)
    fabrica.personaje(mesa.partida, mesa.eva, "Sal y Pimienta, la Vieja", fabrica.FICHA)

    mensaje = publicar(mesa, "Llueve.\n:::solo Sal y pimienta, la vieja y Mirta\nx\n:::")

    assert leer(mesa, mensaje) == {"x": set(GENTE) - {"esp"}}


@pytest.mark.parametrize(
    ("texto", "frase"),
    [
        (
            ":::solo Zoraida\nx\n:::",
            "«:::solo Zoraida»: no hay nadie que se llame «Zoraida». Pueden leerlo: Kaelen, Mirta, la dirección.",
        ),
        (":::solo\nx\n:::", "«:::solo» no dice para quién es. Pueden leerlo: Kaelen, Mirta, la dirección."),
        (
            ":::solo Guardia\nx\n:::",
            "«:::solo Guardia»: no hay nadie que se llame «Guardia». Pueden leerlo: Kaelen, Mirta, la dirección.",
        ),
        (
            ":::solo Mirta\nx",
            "No has cerrado el párrafo privado «:::solo Mirta»: pon «:::» en una línea sola donde acabe.",
        ),
        (":::Mirta\nx\n:::", "Para que solo lo lea Mirta, empieza el párrafo con «:::solo Mirta»."),
        ("::: mirta, ven\nx\n:::", "Para que solo lo lea Mirta, empieza el párrafo con «:::solo Mirta»."),
    ],
)
def test_lo_que_no_se_sabe_para_quien_es_no_se_publica(texto, frase):
    mesa = fabrica.mesa()

    with pytest.raises(DatoInvalido) as error:
        publicar(mesa, f"Llueve.\n\n{texto}")

    assert (error.value.campo, str(error.value.motivo)) == ("texto", frase)
    assert not Mensaje.objects.sin_filtrar("test").exists()


def test_un_turno_todo_privado_se_niega_salvo_que_lleve_dados():
    mesa = fabrica.mesa()
    texto = ":::solo Mirta\nx\n:::"

    with pytest.raises(DatoInvalido, match="Todo el turno sería privado"):
        publicar(mesa, texto)
    con_dados = publicar(mesa, texto, tiradas=(fabrica.tarea(),))

    assert (fila(con_dados).texto, leer(mesa, con_dados)) == ("", {"x": {"dani", "ana", "bruno"}})


def test_en_las_notas_no_hay_fragmentos():
    mesa = fabrica.mesa()

    with pytest.raises(DatoInvalido) as error:
        publicar(mesa, "Llueve.", notas=":::solo Mirta\nx\n:::")

    assert error.value.campo == "notas"


def test_caben_doce():
    mesa = fabrica.mesa()
    doce = "Llueve.\n" + ":::solo Mirta\nx\n:::\n" * 12

    publicar(mesa, doce)
    with pytest.raises(DatoInvalido, match="caben 12"):
        publicar(mesa, doce + ":::solo Mirta\nx\n:::")

    assert Fragmento.objects.sin_filtrar("test").count() == 12


def test_dentro_de_un_mensaje_restringido_solo_para_quien_lo_lee():
    mesa = fabrica.mesa()
    fabrica.sentar(mesa.partida, mesa.eva, "jugador", AHORA)
    otra = fabrica.personaje(mesa.partida, mesa.eva, "Odo", fabrica.FICHA)
    a_mirta = {"visibilidad": "destinatarios", "destinatarios": (mesa.mirta.personaje.publico,)}

    mensaje = publicar(mesa, "Llueve.\n:::solo Mirta\nx\n:::", **a_mirta)
    with pytest.raises(DatoInvalido) as error:
        publicar(mesa, f"Llueve.\n:::solo {otra.personaje.nombre}\nx\n:::", **a_mirta)
    with pytest.raises(DatoInvalido):
        publicar(mesa, TEXTO, visibilidad="direccion")

    assert leer(mesa, mensaje) == {"x": {"dani", "ana", "bruno"}}
    assert str(error.value.motivo) == (
        "«:::solo Odo»: Odo no va a leer este mensaje. Pueden leerlo: Kaelen, Mirta, la dirección."
    )


def test_en_una_escena_secreta_solo_para_quien_esta():
    mesa = fabrica.mesa()
    mesa.escena = fabrica.secreta(mesa, mesa.kaelen)

    with pytest.raises(DatoInvalido, match="Mirta no va a leer este mensaje"):
        publicar(mesa)


def test_estrechar_ocultar_mover_borrar_y_restaurar_el_mensaje_se_lleva_sus_fragmentos():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    de_dani = {"por": mesa.dani, "ahora": AHORA}
    pasos = [
        lambda: lectores.cambiar(mensaje, visibilidad="direccion", **de_dani),
        lambda: lectores.cambiar(mensaje, visibilidad="todos", **de_dani),
        lambda: moderacion.ocultar(mensaje, motivo="Eh", **de_dani),
        lambda: moderacion.mostrar(mensaje, **de_dani),
        lambda: moderacion.mover(mensaje, destino=fabrica.secreta(mesa, mesa.kaelen), **de_dani),
        lambda: moderacion.devolver(mensaje, **de_dani),
        lambda: moderacion.borrar(mensaje, motivo="Eh", **de_dani),
        lambda: moderacion.restaurar(mensaje, **de_dani),
    ]
    lee_bruno = []
    for paso in pasos:
        assert paso() is True
        lee_bruno.append("bruno" in leer(mesa, mensaje)["No es agua."])

    assert lee_bruno == [False, True] * 4
    assert leer(mesa, mensaje) == {"No es agua.": {"dani", "ana", "bruno"}}


def test_ceder_el_personaje_no_lo_abre_ni_lo_cierra_ni_siquiera_al_editar():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    fabrica.sentar(mesa.partida, mesa.eva, "jugador", AHORA)
    cesiones.entregar(mesa.mirta, a=mesa.eva, por=mesa.dani, ahora=AHORA)

    antes = leer(mesa, mensaje)
    editar(mesa, mensaje, TEXTO.replace("Seguimos", "Sigamos").replace("agua", "lluvia"))

    assert antes == {"No es agua.": {"dani", "ana", "bruno"}}
    assert leer(mesa, mensaje) == {"No es lluvia.": {"dani", "ana", "bruno"}}


def test_cambiar_solo_lo_privado_no_marca_el_mensaje_ni_lo_cuenta_a_los_demas():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    Suceso.objects.sin_filtrar("test").all().delete()

    hecho = editar(mesa, mensaje, TEXTO.replace("agua", "lluvia"))

    assert hecho is True
    despues = fila(mensaje)
    assert (despues.texto, despues.html, despues.editado) == (mensaje.texto, mensaje.html, None)
    assert Fragmento.objects.sin_filtrar("test").get(revision__isnull=True).editado == LUEGO
    sucesos = {n: list(Suceso.objects.visibles_para(getattr(mesa, n)).values_list("clase", flat=True)) for n in GENTE}
    assert sucesos == {"dani": ["editado"], "ana": ["editado"], "bruno": ["editado"], "esp": [], "eva": []}
    assert Acta.objects.visibles_para(mesa.esp).count() == 0


@pytest.mark.parametrize(
    "texto",
    [
        "Llueve.\n\nSeguimos.",
        "Llueve.\n\nSeguimos.\n\n:::solo Mirta\nNo es agua.\n:::",
        TEXTO.replace("Mirta", "Kaelen"),
        f"{TEXTO}\n\n:::dirección\nEs sal.\n:::",
    ],
)
def test_quitar_mover_o_dirigir_a_otro_un_fragmento_no_se_nota_fuera(texto):
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    Suceso.objects.sin_filtrar("test").all().delete()

    assert editar(mesa, mensaje, texto) is True

    assert (fila(mensaje).texto, fila(mensaje).html, fila(mensaje).editado) == (mensaje.texto, mensaje.html, None)
    assert Suceso.objects.visibles_para(mesa.dani).exists()
    assert not Suceso.objects.visibles_para(mesa.esp).exists()
    assert entero(mensaje) == texto
    assert editar(mesa, mensaje, texto) is False


def test_cambiar_solo_lo_publico_deja_cada_fragmento_en_su_sitio_y_con_su_gente():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    antes = Fragmento.objects.sin_filtrar("test").get()

    editar(mesa, mensaje, "Hoy no.\n\n" + TEXTO, por=mesa.dani)

    ahora = Fragmento.objects.sin_filtrar("test").get(revision__isnull=True)
    assert fila(mensaje).editado == LUEGO
    assert (ahora.publico, ahora.linea, ahora.posicion, ahora.editado) == (antes.publico, 3, 2, None)
    assert leer(mesa, mensaje) == {"No es agua.": {"dani", "ana", "bruno"}}


def test_la_historia_guarda_cada_version_de_lo_privado_para_quien_escribio_y_la_direccion():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)

    editar(mesa, mensaje, TEXTO.replace("agua", "lluvia"))
    editar(mesa, mensaje, "Llueve.", version=2)

    revisiones = {r.pk: r.version for r in Revision.objects.sin_filtrar("test").filter(mensaje=mensaje)}
    de_antes = Fragmento.objects.sin_filtrar("test").filter(mensaje=mensaje, revision__isnull=False)
    assert {(revisiones[f.revision_id], f.texto) for f in de_antes} == {(1, "No es agua."), (2, "No es lluvia.")}
    assert DestinatarioDeFragmento.objects.sin_filtrar("test").filter(usuario=mesa.bruno).count() == 2
    for nombre, cuantos in (("dani", 2), ("ana", 2), ("bruno", 0), ("esp", 0)):
        assert Fragmento.objects.visibles_para(getattr(mesa, nombre)).count() == cuantos


def test_quien_edita_con_una_version_vieja_no_pisa_un_fragmento():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    editar(mesa, mensaje, TEXTO.replace("agua", "lluvia"))

    with pytest.raises(edicion.MensajeCambiado):
        editar(mesa, mensaje, "Llueve.", version=1, por=mesa.dani)

    assert leer(mesa, mensaje) == {"No es lluvia.": {"dani", "ana", "bruno"}}


def test_repetir_el_envio_no_publica_dos_veces_y_otro_fragmento_es_otro_envio():
    mesa = fabrica.mesa()
    orden = fabrica.orden(mesa.kaelen, texto=TEXTO)
    datos = {"autor": mesa.ana, "ahora": AHORA}

    hechos = [turnos.publicar(mesa.escena, orden, **datos).repetido for _vez in range(2)]

    assert hechos == [False, True]
    assert Fragmento.objects.sin_filtrar("test").count() == 1


def test_un_borrador_que_llega_tarde_reconoce_lo_publicado_con_su_fragmento():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    datos = {"clave": str(mensaje.clave), "campos": {"texto": [TEXTO], "notas": [""]}}

    tarde = borradores.guardar(mesa.ana, "x", datos, version=0, pestana="p", ahora=AHORA)

    assert tarde.version == 0


@pytest.mark.parametrize("acceso", ["privada", "publica"])
@pytest.mark.parametrize("visibilidad", ["todos", "destinatarios"])
def test_lo_que_se_anuncia_es_lo_que_dice_la_puerta(acceso, visibilidad):
    mesa = fabrica.mesa(acceso)
    campos = {"destinatarios": (mesa.mirta.personaje.publico,)} if visibilidad == "destinatarios" else {}
    mensaje = publicar(mesa, visibilidad=visibilidad, **campos)

    censo = prevision.censo(mesa.partida)
    del_mensaje = prevision.de_mensaje(censo, mensaje, mesa.escena)
    anunciadas = censo.fragmento(del_mensaje, autor=mesa.ana.pk, nombradas=[mesa.bruno.pk]).personas

    assert {n for n in GENTE if getattr(mesa, n).pk in anunciadas} == leer(mesa, mensaje)["No es agua."]
