"""«Tirar ahora»: the die falls before the words, once, for those it was for, and the words come later."""

from datetime import timedelta
from uuid import uuid4

import pytest

from partidas.consultas import hilo
from partidas.dominio import borradores, en_curso, partidas, turnos
from partidas.dominio.en_curso import OrdenTirar
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.dominio.partidas import DatosPartida
from partidas.models import Borrador, Destinatario, Escena, Mensaje, Partida, Tirada
from partidas.politica import lector
from personajes.models import Personaje
from reglas import libro
from reglas.models import Asiento, Libro
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def orden_de(mesa, fila=None, *, tirada=None, clave=None, **turno) -> OrdenTirar:
    return OrdenTirar(
        turno=fabrica.orden(fila or mesa.kaelen, **turno),
        tirada=tirada or fabrica.tarea(),
        clave=clave or uuid4(),
    )


def tirar(mesa, orden=None, persona=None) -> Tirada:
    return en_curso.tirar(mesa.escena, orden or orden_de(mesa), autor=persona or mesa.ana, ahora=AHORA)


def contar() -> tuple[int, int, int]:
    """Return how many turns, rolls and entries there are."""
    return (
        Mensaje.objects.sin_filtrar("test").count(),
        Tirada.objects.sin_filtrar("test").count(),
        Asiento.objects.filter(tipo="tirada").count(),
    )


def segundas(mesa, persona) -> list[bool]:
    """Return, in the order in which they were thrown, which rolls that person sees flagged."""
    todas = Tirada.objects.visibles_para(persona)
    return [bool(t.segunda) for t in hilo.con_marcas(persona, todas).order_by("pk")]


def test_tirar_ahora_deja_un_turno_en_curso_sin_texto_ni_lugar_con_su_audiencia_escrita():
    mesa = fabrica.mesa()

    tirada = tirar(
        mesa,
        orden_de(
            mesa,
            tirada=fabrica.tarea(esfuerzo=1),
            visibilidad="destinatarios",
            destinatarios=(mesa.mirta.personaje.publico,),
        ),
    )

    turno = Mensaje.objects.sin_filtrar("test").get()
    contados = Destinatario.objects.sin_filtrar("test").values_list("usuario__username", "nombre")
    assert (turno.estado, turno.orden, turno.texto, turno.nombre_voz, turno.autor) == (
        "en_curso",
        None,
        "",
        "Kaelen",
        mesa.ana,
    )
    assert list(contados) == [("bruno", "Mirta")]
    assert (tirada.mensaje, tirada.libro) == (turno, "cerrado")
    personaje = Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id)
    assert (personaje.version, personaje.ficha) == (2, tirada.respuesta["ficha"])
    assert Escena.objects.sin_filtrar("test").get(pk=mesa.escena.pk).ultimo_orden == 0


def test_publicar_da_al_turno_su_sitio_al_final_y_no_mueve_la_tarjeta():
    mesa = fabrica.mesa()
    orden = orden_de(mesa)
    tirada = tirar(mesa, orden)
    otro = fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="Mientras tanto.")

    hecho = turnos.publicar(
        mesa.escena,
        fabrica.orden(mesa.kaelen, clave=orden.turno.clave, texto="—Salto.", tiradas=(fabrica.tarea(),)),
        autor=mesa.ana,
        ahora=AHORA + timedelta(hours=1),
    )

    colgadas = Tirada.objects.sin_filtrar("test").filter(mensaje=hecho.mensaje).order_by("posicion")
    assert (otro.orden, hecho.mensaje.orden, hecho.mensaje.estado, hecho.repetido) == (1, 2, "publicado", False)
    assert hecho.mensaje.pk == tirada.mensaje_id
    assert [t.posicion for t in colgadas] == [0, 1]
    assert colgadas[0].pk == tirada.pk
    assert contar() == (2, 2, 2)


def test_varias_tiradas_del_mismo_editor_cuelgan_del_mismo_turno_y_caben_cinco():
    mesa = fabrica.mesa()
    clave = uuid4()
    for _ in range(5):
        tirar(mesa, OrdenTirar(fabrica.orden(mesa.kaelen, clave=clave), fabrica.tarea(), uuid4()))

    with pytest.raises(DatoInvalido) as aviso:
        tirar(mesa, OrdenTirar(fabrica.orden(mesa.kaelen, clave=clave), fabrica.tarea(), uuid4()))

    assert aviso.value.campo == "tiradas"
    assert contar() == (1, 5, 5)


def test_la_misma_orden_dos_veces_devuelve_la_misma_tirada():
    mesa = fabrica.mesa()
    orden = orden_de(mesa, tirada=fabrica.tarea(esfuerzo=1))

    una, otra = tirar(mesa, orden), tirar(mesa, orden)

    assert una.pk == otra.pk
    assert contar() == (1, 1, 1)
    assert Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id).version == 2


def test_dad_05_la_misma_clave_con_otra_declaracion_no_tira():
    mesa = fabrica.mesa()
    orden = orden_de(mesa)
    tirar(mesa, orden)

    for otra in (
        OrdenTirar(orden.turno, fabrica.tarea(dificultad=1), orden.clave),
        OrdenTirar(fabrica.orden(mesa.kaelen), orden.tirada, orden.clave),
    ):
        with pytest.raises(ClaveReutilizada) as aviso:
            tirar(mesa, otra)
        assert aviso.value.mensaje.pk == Tirada.objects.sin_filtrar("test").get().mensaje_id

    assert contar() == (1, 1, 1)


def test_dad_03_tirar_en_un_editor_ya_publicado_ensena_lo_publicado():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    with pytest.raises(ClaveReutilizada) as aviso:
        tirar(mesa, OrdenTirar(fabrica.orden(mesa.kaelen, clave=mensaje.clave), fabrica.tarea(), uuid4()))

    assert aviso.value.mensaje == mensaje
    assert contar() == (1, 0, 0)


@pytest.mark.parametrize(
    ("cambio", "campo"),
    [
        ({"visibilidad": "direccion"}, "destinatarios"),
        ({"visibilidad": "destinatarios", "destinatarios": "mirta"}, "destinatarios"),
        ({"personaje": "otra"}, "personaje"),
    ],
)
def test_dad_07_la_voz_y_la_audiencia_de_la_primera_tirada_ya_no_cambian(cambio, campo):
    mesa = fabrica.mesa()
    otra = fabrica.personaje(mesa.partida, mesa.ana, "Otra", fabrica.FICHA)
    orden = orden_de(mesa)
    tirar(mesa, orden)
    ids = {"mirta": mesa.mirta.personaje.publico, "otra": otra.personaje.publico}
    cambio = {k: (ids[v],) if k == "destinatarios" else ids.get(v, v) for k, v in cambio.items()}
    nueva = fabrica.orden(mesa.kaelen, clave=orden.turno.clave, **cambio)

    for intento in (
        lambda: turnos.publicar(mesa.escena, nueva, autor=mesa.ana, ahora=AHORA),
        lambda: tirar(mesa, OrdenTirar(nueva, fabrica.tarea(), uuid4())),
    ):
        with pytest.raises(DatoInvalido) as aviso:
            intento()
        assert aviso.value.campo == campo

    assert Mensaje.objects.sin_filtrar("test").get().estado == "en_curso"
    assert contar() == (1, 1, 1)


def test_publicar_no_vuelve_a_contar_a_quien_ya_se_conto():
    mesa = fabrica.mesa()
    campos = {"visibilidad": "destinatarios", "destinatarios": (mesa.mirta.personaje.publico,)}
    orden = orden_de(mesa, **campos)
    tirar(mesa, orden)

    turnos.publicar(
        mesa.escena, fabrica.orden(mesa.kaelen, clave=orden.turno.clave, **campos), autor=mesa.ana, ahora=AHORA
    )

    assert Destinatario.objects.sin_filtrar("test").count() == 1


def test_un_turno_con_dados_se_publica_sin_una_palabra():
    mesa = fabrica.mesa()
    orden = orden_de(mesa)
    tirar(mesa, orden)

    hecho = turnos.publicar(
        mesa.escena, fabrica.orden(mesa.kaelen, clave=orden.turno.clave, texto=""), autor=mesa.ana, ahora=AHORA
    )

    assert (hecho.mensaje.texto, hecho.mensaje.orden) == ("", 1)


def test_una_tirada_rechazada_no_deja_turno_ni_asiento():
    mesa = fabrica.mesa()

    with pytest.raises(TiradaRechazada):
        tirar(mesa, orden_de(mesa, tirada=fabrica.tarea(esfuerzo=6)))

    assert contar() == (0, 0, 0)


def test_dad_14_con_un_sobre_ya_abierto_no_se_tira():
    from reglas.models import Clase

    mesa = fabrica.mesa()
    viejo = libro.comprometido(mesa.partida.publico, Clase.ABIERTO).compromiso
    libro.bloquear(mesa.partida.publico, Clase.ABIERTO).rotar(libro.Motivo.PETICION, ahora=AHORA)
    declarada = fabrica.tarea()

    with pytest.raises(libro.SobreCambiado) as aviso:
        tirar(mesa, orden_de(mesa, tirada=type(declarada)(declarada.accion, declarada.datos, sobre=viejo)))

    assert aviso.value.vigente == libro.comprometido(mesa.partida.publico, Clase.ABIERTO)
    assert contar() == (0, 0, 0)


@pytest.mark.parametrize(("quien", "error"), [("bruno", DatoInvalido), ("esp", NoPermitido), ("eva", NoExiste)])
def test_no_tira_quien_no_juega_esa_ficha(quien, error):
    mesa = fabrica.mesa()

    with pytest.raises(error):
        tirar(mesa, persona=getattr(mesa, quien))

    assert contar() == (0, 0, 0)


def test_con_solo_al_publicar_no_se_tira_ahora_y_al_publicar_si():
    mesa = fabrica.mesa()
    datos = DatosPartida(titulo="El faro", sistema=fabrica.SISTEMA, solo_al_publicar=True)
    partidas.cambiar(mesa.partida, datos, version=1, por=mesa.dani, ahora=AHORA)

    with pytest.raises(NoPermitido):
        tirar(mesa)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))

    assert contar() == (1, 1, 1)


@pytest.mark.parametrize("estado", [Partida.Estado.PAUSADA, Partida.Estado.ARCHIVADA])
def test_en_pausa_o_archivada_no_se_tira(estado):
    mesa = fabrica.mesa()
    Partida.objects.sin_filtrar("test").filter(pk=mesa.partida.pk).update(estado=estado)

    with pytest.raises(NoPermitido):
        tirar(mesa)


def test_dad_06_descartar_el_borrador_no_quita_la_tarjeta_y_el_nuevo_intento_se_marca():
    mesa = fabrica.mesa()
    antes = orden_de(mesa)
    tirar(mesa, antes)
    borradores.guardar(
        mesa.ana,
        borradores.lugar_de(mesa.escena),
        {"clave": str(antes.turno.clave), "campos": {"texto": ["Sigo."]}},
        version=0,
        pestana="a",
        ahora=AHORA,
    )

    assert borradores.descartar(mesa.ana, borradores.lugar_de(mesa.escena), ahora=AHORA)
    assert not borradores.descartar(mesa.ana, borradores.lugar_de(mesa.escena), ahora=AHORA)
    tirar(mesa)

    leidos = hilo.pagina(lector(mesa.bruno, mesa.partida), mesa.escena).en_curso
    assert [[bool(t.segunda) for t in leido.tiradas] for leido in leidos] == [[False], [True]]
    assert contar() == (2, 2, 2)


def test_dad_08_repetir_la_misma_declaracion_se_marca_a_todos_y_otra_cualquiera_no():
    mesa = fabrica.mesa("publica")
    veces = [
        fabrica.tarea(),
        fabrica.tarea(),
        fabrica.tarea(dificultad=5),
    ]
    for declarada in veces:
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(declarada,))
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, tiradas=(fabrica.tarea(),))
    otra = type(veces[0])("tarea", {"dificultad": 3, "reserva": "vigor"}, declaracion="Trepo")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(otra, otra))
    turnos.publicar(
        mesa.escena,
        fabrica.orden(mesa.kaelen, tiradas=(fabrica.tarea(),)),
        autor=mesa.ana,
        ahora=AHORA + timedelta(hours=24),
    )

    for persona in (mesa.ana, mesa.bruno, mesa.dani, mesa.esp):
        assert segundas(mesa, persona) == [False, True, True, False, False, False, False]


def test_la_marca_no_delata_un_intento_secreto():
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),), visibilidad="direccion")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))

    assert segundas(mesa, mesa.bruno) == [False]
    assert segundas(mesa, mesa.dani) == segundas(mesa, mesa.ana) == [False, True]


def test_publicar_tira_a_la_papelera_solo_el_borrador_de_su_editor():
    mesa = fabrica.mesa()
    orden = orden_de(mesa)
    turno = tirar(mesa, orden).mensaje
    for lugar, clave in (
        (borradores.lugar_de(mesa.escena), uuid4()),
        (borradores.lugar_del_turno(turno.publico), orden.turno.clave),
    ):
        borradores.guardar(mesa.ana, lugar, {"clave": str(clave)}, version=0, pestana="a", ahora=AHORA)

    turnos.publicar(mesa.escena, fabrica.orden(mesa.kaelen, clave=orden.turno.clave), autor=mesa.ana, ahora=AHORA)

    quedan = Borrador.objects.sin_filtrar("test").values_list("lugar", flat=True)
    assert list(quedan) == [borradores.lugar_de(mesa.escena)]


def test_el_libro_se_verifica_despues_de_tirar_ahora_y_publicar():
    mesa = fabrica.mesa()
    orden = orden_de(mesa)
    tirar(mesa, orden)
    turnos.publicar(mesa.escena, fabrica.orden(mesa.kaelen, clave=orden.turno.clave), autor=mesa.ana, ahora=AHORA)

    assert libro.verificar(Libro.objects.get(dueno=mesa.partida.publico, clase="abierto")).fallos == ()
