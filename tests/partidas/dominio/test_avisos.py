"""The bell: who is told what of each fact, asked of the gate when it is delivered; nothing for anybody else."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from partidas.consultas import avisos as consultas
from partidas.dominio import (
    anulaciones,
    avisos,
    buzon,
    campana,
    cierres,
    edicion,
    escenas,
    lectores,
    marcas,
    moderacion,
    obrero,
    pedidas,
    pendientes,
    plazas,
    plazos,
    respuestas,
    rutinas,
    vez,
)
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.models import Aviso, EscenaSilenciada, Participante, Pendiente, RespuestaPedida, Suceso, Tirada, Trabajo
from partidas.presentacion.avisos import decir
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

GENTE = ("dani", "ana", "bruno", "esp", "eva")


def cliente(persona) -> Client:
    entra = Client()
    entra.force_login(persona)
    return entra


def vaciar(ahora=AHORA) -> None:
    """Tell the facts; the mails, which somebody else sends, stay in the outbox."""
    for trabajo in Trabajo.objects.filter(tipo="suceso", estado="pendiente").order_by("pk"):
        rutinas.repartir(trabajo.datos, ahora)
        Trabajo.objects.filter(pk=trabajo.pk).update(estado="hecho", hecho=ahora)


@pytest.fixture
def mesa() -> fabrica.Mesa:
    mesa = fabrica.mesa()
    vaciar()
    Aviso.objects.sin_filtrar("test").all().delete()
    Trabajo.objects.filter(tipo="correo").delete()
    return mesa


def campanas(mesa: fabrica.Mesa, *, por_leer: bool = True) -> dict[str, list[str]]:
    """Return what the bell of each person says, newest first: kind and sentence, of those that are still to be read."""
    dichos = {}
    for nombre in GENTE:
        filas = consultas.pagina(getattr(mesa, nombre)).filas
        suyas = [decir(fila.aviso, fila.cuantos).frase for fila in filas if fila.nuevo or not por_leer]
        if suyas:
            dichos[nombre] = suyas
    return dichos


def correos() -> set[tuple[str, str]]:
    """Return whose mails wait, and of what kind; each has its job."""
    filas = Aviso.objects.sin_filtrar("test").filter(correo=Aviso.Correo.PENDIENTE)
    trabajos = set(Trabajo.objects.filter(tipo="correo").values_list("clave", "datos__aviso"))
    assert {(f"correo:{fila.publico}", fila.publico) for fila in filas} <= trabajos
    return {(fila.usuario.username, fila.clase) for fila in filas.select_related("usuario")}


def plaza(mesa: fabrica.Mesa, persona) -> Participante:
    return Participante.objects.sin_filtrar("test").get(partida=mesa.partida, usuario=persona)


NUEVO = "Mensaje nuevo en La puerta"


def test_un_mensaje_se_dice_a_quien_lo_lee_con_plaza_y_no_a_quien_lo_escribio(mesa):
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()

    assert (campanas(mesa), correos()) == ({"dani": [NUEVO], "bruno": [NUEVO], "esp": [NUEVO]}, set())


def test_lo_publicado_en_silencio_no_se_dice_ni_cuando_se_vuelve_a_mostrar(mesa):
    mensaje = fabrica.publicar(mesa, mesa.dani, silencioso=True)
    vaciar()
    moderacion.ocultar(mensaje, motivo="Eh", por=mesa.dani, ahora=AHORA)
    moderacion.mostrar(mensaje, por=mesa.dani, ahora=AHORA)
    vaciar()

    assert campanas(mesa, por_leer=False) == {}


def test_varios_mensajes_sin_leer_son_una_fila_que_sigue_al_ultimo_y_se_cuentan_al_leerla(mesa):
    for _n in range(2):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    susurro = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion")
    vaciar()

    assert campanas(mesa) == {
        "dani": ["3 mensajes nuevos en La puerta"],
        "bruno": ["2 mensajes nuevos en La puerta"],
        "esp": ["2 mensajes nuevos en La puerta"],
    }
    de_dani = Aviso.objects.sin_filtrar("test").get(usuario=mesa.dani)
    assert de_dani.mensaje == susurro


def test_al_leer_el_mensaje_en_su_hilo_su_fila_esta_leida_y_lo_siguiente_es_otra(mesa):
    primero = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    antes = Aviso.objects.sin_filtrar("test").get(usuario=mesa.bruno).publico
    marcas.leer_hasta(primero, por=mesa.bruno, ahora=AHORA)
    leida = (campanas(mesa).get("bruno"), campanas(mesa, por_leer=False)["bruno"], consultas.cuantos(mesa.bruno))
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()

    despues = Aviso.objects.sin_filtrar("test").get(usuario=mesa.bruno).publico
    assert leida == (None, [NUEVO], 0)
    assert (campanas(mesa)["bruno"], antes != despues) == ([NUEVO], True)


@pytest.mark.parametrize(
    ("texto", "nombrados"),
    [
        ("Mirta se vuelve.", {"bruno"}),
        ("MÍRTA, otra vez.", {"bruno"}),
        ("Mirtala no es nadie.", set()),
        ("Le digo a @bruno y a @esp.", {"bruno", "esp"}),
        ("bruno es un color, y correo@bruno no es nadie.", set()),
        ("> Mirta se vuelve.\n\nYo no.", set()),
        ("Kaelen soy yo.", set()),
        ("El Guardia mira.", set()),
    ],
)
def test_a_quien_se_nombra_se_le_dice_eso_y_a_los_demas_que_hay_un_mensaje(mesa, texto, nombrados):
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=texto)
    vaciar()

    dicho = {n: ["Te nombran en La puerta" if n in nombrados else NUEVO] for n in ("dani", "bruno", "esp")}
    assert campanas(mesa) == dicho


def test_a_quien_se_nombra_en_un_fragmento_solo_se_le_dice_si_lo_lee(mesa):
    texto = "Llueve.\n\n:::solo Mirta\nMirta, y @esp, mirad.\n:::"
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=texto)
    vaciar()

    assert campanas(mesa) == {"dani": [NUEVO], "bruno": ["Te nombran en La puerta"], "esp": [NUEVO]}


def test_editar_solo_avisa_a_quien_se_nombra_ahora_y_una_vez(mesa):
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Mirta mira.")
    vaciar()
    campana.leer_todo(por=mesa.bruno, ahora=AHORA)
    edicion.editar(mensaje, texto="Mirta mira a @esp.", notas="", version=1, por=mesa.ana, ahora=AHORA)
    vaciar()

    assert campanas(mesa) == {"dani": [NUEVO], "esp": ["Te nombran en La puerta", NUEVO]}


def test_una_escena_nueva_se_dice_a_quien_la_lee(mesa):
    fabrica.secreta(mesa, mesa.kaelen)
    escenas.abrir(mesa.partida, titulo="El muelle", por=mesa.dani, ahora=AHORA)
    vaciar()

    assert campanas(mesa) == {
        "ana": ["Escena nueva: El muelle", "Escena nueva: El sótano"],
        "bruno": ["Escena nueva: El muelle"],
        "esp": ["Escena nueva: El muelle"],
    }


def test_al_entrar_en_una_escena_secreta_se_le_dice_a_quien_entra(mesa):
    escena = fabrica.secreta(mesa, mesa.kaelen)
    vaciar()
    campana.leer_todo(por=mesa.ana, ahora=AHORA)
    presentes = (mesa.kaelen.personaje.publico, mesa.mirta.personaje.publico)
    escenas.cambiar_presentes(escena, presentes=presentes, por=mesa.dani, ahora=AHORA)
    vaciar()

    assert campanas(mesa) == {"bruno": ["Escena nueva: El sótano"]}


def test_una_jornada_que_acaba_se_dice_a_todos(mesa):
    numero = cierres.numero_en_curso(mesa.partida)
    cierres.cerrar_ahora(mesa.partida, numero=numero, por=mesa.dani, ahora=AHORA)
    vaciar()

    frases = {nombre: [f for f in suyas if "jornada" in f] for nombre, suyas in campanas(mesa).items()}
    assert {n: len(f) for n, f in frases.items()} == {"ana": 1, "bruno": 1, "esp": 1}


def deber(mesa: fabrica.Mesa, clase: str, para, **campos) -> Pendiente:
    return pendientes.dar_a(
        para, clase, clave=f"{clase}:x", partida=mesa.partida, escena=mesa.escena, ahora=AHORA, **campos
    )


@pytest.mark.parametrize(
    ("clase", "frase"),
    [
        ("turno", "Te toca en La puerta (Kaelen)"),
        ("peticion", "Te piden una tirada en La puerta (Kaelen)"),
        ("plaza", "Te ofrecen plaza en La puerta (Kaelen)"),
    ],
)
def test_lo_que_espera_de_alguien_se_le_dice_con_correo_hasta_que_lo_salda(mesa, clase, frase):
    fila = deber(mesa, clase, mesa.ana, personaje=mesa.kaelen.personaje, actor=mesa.dani)
    vaciar()
    dicho = (campanas(mesa), correos())
    pendientes.saldar("hecho", AHORA, pk=fila.pk)

    assert dicho == ({"ana": [frase]}, {("ana", clase)})
    assert (campanas(mesa), consultas.cuantos(mesa.ana)) == ({}, 0)


@pytest.mark.parametrize(
    ("clase", "frase"),
    [
        ("juicio", "Una tirada espera tu juicio en La puerta"),
        ("palabra", "Piden la palabra de la dirección en La puerta"),
        ("anulacion", "Piden anular una tirada en La puerta"),
    ],
)
def test_lo_que_espera_a_la_direccion_se_dice_a_quien_dirige(mesa, clase, frase):
    deber(mesa, clase, None, espera=mesa.ana, actor=mesa.ana)
    vaciar()

    assert (campanas(mesa), correos()) == ({"dani": [frase]}, {("dani", "decision")})


def test_lo_saldado_antes_de_contarlo_no_se_cuenta_y_lo_que_se_abre_otra_vez_se_dice_otra_vez(mesa):
    fila = deber(mesa, "turno", mesa.ana)
    pendientes.saldar("hecho", AHORA, pk=fila.pk)
    vaciar()
    nada = campanas(mesa, por_leer=False)
    deber(mesa, "turno", mesa.ana)
    vaciar()
    primera = Aviso.objects.sin_filtrar("test").get().publico
    pendientes.saldar("hecho", AHORA, pk=fila.pk)
    deber(mesa, "turno", mesa.ana)
    vaciar()

    assert (nada, campanas(mesa)) == ({}, {"ana": ["Te toca en La puerta"]})
    assert Aviso.objects.sin_filtrar("test").get().publico != primera


def test_un_empujon_y_un_plazo_que_se_acaba_se_dicen_a_quien_debe(mesa):
    fila = deber(mesa, "turno", mesa.ana, avisar=False)
    for clase in ("plazo_cerca", "empujon"):
        buzon.anotar(clase, partida=mesa.partida, pendiente=fila, actor=None, ahora=AHORA)
        vaciar()

    assert campanas(mesa) == {"ana": ["Te esperan en La puerta", "Se acaba tu plazo en La puerta"]}
    assert correos() == {("ana", "empujon"), ("ana", "plazo")}


def test_el_empujon_de_una_vez_no_vuelve_con_la_siguiente_ni_sale_su_correo(mesa):
    fila = deber(mesa, "turno", mesa.ana)
    buzon.anotar("empujon", partida=mesa.partida, pendiente=fila, actor=mesa.bruno, ahora=AHORA)
    vaciar()
    pendientes.saldar(pendientes.Fin.HECHO, AHORA, pk=fila.pk)
    deber(mesa, "turno", mesa.ana)
    vaciar()

    assert campanas(mesa) == {"ana": ["Te toca en La puerta"]}
    assert not Aviso.objects.sin_filtrar("test").filter(consultas.por_leer(), clase="empujon").exists()


def test_una_escena_que_se_enfria_se_dice_solo_a_quien_dirige_y_mientras_dirige(mesa):
    buzon.anotar("escena_enfria", partida=mesa.partida, escena=mesa.escena, actor=None, ahora=AHORA)
    vaciar()
    dicho = campanas(mesa)
    Participante.objects.sin_filtrar("test").filter(usuario=mesa.dani).update(papel="jugador")

    assert (dicho, campanas(mesa, por_leer=False)) == ({"dani": ["Se enfría La puerta"]}, {})


def test_lo_contestado_se_dice_a_quien_lo_pidio(mesa):
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    tirada = Tirada.objects.sin_filtrar("test").get()
    anulaciones.pedir(tirada.publico, motivo="Me equivoqué", por=mesa.ana, ahora=AHORA)
    anulaciones.negar(tirada.publico, por=mesa.dani, ahora=AHORA)
    anulaciones.pedir(tirada.publico, motivo="De verdad", por=mesa.ana, ahora=AHORA)
    anulaciones.anular(tirada.publico, motivo="Vale", por=mesa.dani, ahora=AHORA)
    vaciar()

    assert campanas(mesa)["ana"] == [
        "Se ha anulado la tirada que pediste anular en La puerta",
        "No se anula la tirada que pediste anular en La puerta",
    ]


def test_lo_juzgado_se_dice_a_quien_lleva_el_personaje_y_a_nadie_mas(mesa):
    a = (mesa.kaelen.personaje.publico, mesa.mirta.personaje.publico)
    orden = pedidas.OrdenPedir(
        clave=uuid4(), texto="El suelo cede.", accion="tarea", datos={"reserva": "vigor"}, a=a, dificultad="despues"
    )
    pedidas.pedir(mesa.escena, orden, por=mesa.dani, ahora=AHORA)
    for quien in (mesa.ana, mesa.bruno):
        suya = RespuestaPedida.objects.sin_filtrar("test").get(nombre="Kaelen" if quien == mesa.ana else "Mirta")
        respuestas.responder(suya.publico, {}, por=quien, ahora=AHORA)
    respuestas.juzgar(RespuestaPedida.objects.sin_filtrar("test").earliest("pk").publico, 5, por=mesa.dani, ahora=AHORA)
    vaciar()

    frase = "La dirección ha juzgado tu tirada en La puerta"
    assert {quien: dichos.count(frase) for quien, dichos in campanas(mesa).items()} == {
        "dani": 0,
        "ana": 1,
        "bruno": 0,
        "esp": 0,
    }
    assert ("ana", "respuesta") not in correos()


def test_una_plaza_se_dice_a_su_persona_y_la_respuesta_a_quien_la_ofrecio(mesa):
    plazas.dar(mesa.partida, persona=mesa.eva, papel="jugador", por=mesa.dani, ahora=AHORA)
    vaciar()
    ofrecida = campanas(mesa)
    plazas.aceptar(mesa.partida, por=mesa.eva, ahora=AHORA)
    vaciar()

    assert ofrecida == {"eva": ["Te ofrecen plaza en El faro"]}
    assert campanas(mesa)["dani"] == ["Aceptan la plaza que ofreciste en El faro"]


def test_quien_gana_un_mensaje_se_entera_y_quien_ya_podia_leerlo_no_otra_vez(mesa):
    mensaje = fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen)
    vaciar()
    for persona in (mesa.dani, mesa.bruno):
        campana.leer_todo(por=persona, ahora=AHORA)
    lectores.cambiar(mensaje, visibilidad="todos", por=mesa.dani, ahora=AHORA)
    vaciar()

    assert campanas(mesa) == {"esp": [NUEVO]}


def test_seg_17_lo_que_se_estrecha_se_va_de_la_campana_sin_obrero_y_lo_no_contado_no_se_cuenta(mesa):
    contado = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="@bruno")
    vaciar()
    antes = {n: consultas.cuantos(getattr(mesa, n)) for n in GENTE}
    sin_contar = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="@esp")
    for mensaje in (contado, sin_contar):
        lectores.cambiar(mensaje, visibilidad="direccion", por=mesa.ana, ahora=AHORA)

    despues = {n: consultas.cuantos(getattr(mesa, n)) for n in GENTE}
    vaciar()
    assert antes == {"dani": 1, "ana": 0, "bruno": 1, "esp": 1, "eva": 0}
    assert despues == {"dani": 1, "ana": 0, "bruno": 0, "esp": 0, "eva": 0}
    assert set(campanas(mesa, por_leer=False)) == {"dani"}


def test_seg_06_un_secreto_no_se_le_dice_a_nadie_mas_ni_por_correo(mesa):
    for persona in (mesa.bruno, mesa.esp, mesa.dani):
        campana.elegir(None, {"mensaje": (True, True)}, por=persona)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="CANARIO @bruno", visibilidad="direccion")
    vaciar()

    dichos = [decir(fila) for fila in Aviso.objects.sin_filtrar("test").all()]
    assert (campanas(mesa), correos()) == ({"dani": [NUEVO]}, {("dani", "mensaje")})
    assert "CANARIO" not in str(dichos)


def test_seg_25_tras_la_expulsion_o_la_salida_no_queda_ni_llega_nada_y_al_volver_sigue_lo_elegido(mesa):
    otra = escenas.abrir(mesa.partida, titulo="El muelle", por=mesa.dani, ahora=AHORA)
    campana.elegir(mesa.partida, {"mensaje": (True, True)}, por=mesa.bruno)
    campana.silenciar(otra, por=mesa.bruno, ahora=AHORA)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="@bruno")
    plazas.expulsar(plaza(mesa, mesa.bruno), motivo="Eh", por=mesa.dani, ahora=AHORA)
    fuera = (campanas(mesa, por_leer=False).get("bruno"), consultas.cuantos(mesa.bruno))
    plazas.dejar(mesa.partida, por=mesa.esp, ahora=AHORA)
    Aviso.objects.sin_filtrar("test").update(correo=Aviso.Correo.ENVIADO)
    Trabajo.objects.filter(tipo="correo").delete()
    vaciar()
    assert (fuera, Trabajo.objects.filter(tipo="correo").count()) == ((None, 0), 0)
    assert set(campanas(mesa, por_leer=False)) == {"ana", "dani"}

    plazas.readmitir(plaza(mesa, mesa.bruno), por=mesa.dani, ahora=AHORA)
    vaciar()
    campana.leer_todo(por=mesa.bruno, ahora=AHORA)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    assert ("bruno", "mensaje") in correos()
    assert EscenaSilenciada.objects.visibles_para(mesa.bruno).get().escena == otra


def test_en_una_partida_abierta_quien_se_fue_lee_pero_no_recibe():
    mesa = fabrica.mesa("publica")
    vaciar()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    plazas.dejar(mesa.partida, por=mesa.esp, ahora=AHORA)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()

    assert "esp" not in campanas(mesa, por_leer=False)


def test_una_escena_silenciada_calla_lo_suyo_y_no_lo_que_se_pide(mesa):
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    assert campana.silenciar(mesa.escena, por=mesa.bruno, ahora=AHORA)
    assert not campana.silenciar(mesa.escena, por=mesa.bruno, ahora=AHORA)
    callada = campanas(mesa).get("bruno")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="@bruno")
    deber(mesa, "turno", mesa.bruno)
    deber(mesa, "peticion", mesa.bruno)
    vaciar()

    assert (callada, campanas(mesa)["bruno"]) == (None, ["Te piden una tirada en La puerta"])
    assert correos() == {("bruno", "peticion")}
    assert campana.escuchar(mesa.escena, por=mesa.bruno)
    assert not campana.escuchar(mesa.escena, por=mesa.bruno)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="@bruno")
    vaciar()
    assert campanas(mesa)["bruno"] == ["Te nombran en La puerta", "Te piden una tirada en La puerta"]


def test_lo_elegido_en_la_partida_vale_mas_que_lo_general_y_lo_que_solo_va_por_correo_no_esta_en_la_campana(mesa):
    campana.elegir(None, {"mensaje": (False, False), "turno": (False, True)}, por=mesa.bruno)
    campana.elegir(mesa.partida, {"mensaje": (True, False)}, por=mesa.bruno)
    campana.elegir(None, {"mensaje": (False, False)}, por=mesa.esp)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    deber(mesa, "turno", mesa.bruno)
    vaciar()

    assert (campanas(mesa), correos()) == ({"dani": [NUEVO], "bruno": [NUEVO]}, {("bruno", "turno")})
    campana.elegir(mesa.partida, {"mensaje": None}, por=mesa.bruno)
    assert consultas.elegidas(mesa.bruno, mesa.partida) == {}


def test_elegir_y_silenciar_es_de_quien_tiene_plaza(mesa):
    with pytest.raises(NoExiste):
        campana.elegir(mesa.partida, {"mensaje": None}, por=mesa.eva)
    with pytest.raises(NoExiste):
        campana.silenciar(mesa.escena, por=mesa.eva, ahora=AHORA)
    type(mesa.partida).objects.sin_filtrar("test").update(acceso="publica", estado="en_juego")
    with pytest.raises(NoPermitido):
        campana.elegir(mesa.partida, {"mensaje": None}, por=mesa.eva)
    with pytest.raises(NoPermitido):
        campana.silenciar(mesa.escena, por=mesa.eva, ahora=AHORA)


def test_contar_dos_veces_un_hecho_es_una_fila_y_lo_viejo_no_se_cuenta(mesa):
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    suceso = Suceso.objects.sin_filtrar("test").filter(clase="publicado").get()
    preguntado = avisos.preguntar(suceso, AHORA)
    viejo = avisos.preguntar(suceso, AHORA + avisos.VIEJO + timedelta(seconds=1))
    for _vez in range(2):
        avisos.escribir(suceso, preguntado, AHORA)
        rutinas.repartir({"suceso": suceso.publico}, AHORA)

    assert (viejo, Aviso.objects.sin_filtrar("test").count(), len(preguntado)) == ([], 3, 3)


def test_los_avisos_de_hace_tres_meses_caducan_y_los_de_una_cuenta_cerrada_se_van_con_ella(mesa):
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    campana.elegir(None, {"mensaje": (True, True)}, por=mesa.bruno)
    campana.silenciar(mesa.escena, por=mesa.bruno, ahora=AHORA)
    from cuentas.dominio import cerrar_cuenta

    cerrar_cuenta(mesa.bruno, ahora=AHORA)
    suyos = [
        tabla.objects.sin_filtrar("test").filter(usuario=mesa.bruno).count() for tabla in (Aviso, EscenaSilenciada)
    ]
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    assert suyos == [0, 0]
    assert set(campanas(mesa)) == {"dani", "esp"}

    justo = AHORA + timedelta(days=avisos.DIAS)
    assert (avisos.caducar_avisos(justo), avisos.caducar_avisos(justo + timedelta(seconds=1))) == (0, 2)


def sentar(mesa: fabrica.Mesa, cuantas: int) -> None:
    for n in range(cuantas):
        fabrica.sentar(mesa.partida, fabrica.cuenta(f"persona{n}"), "lector", AHORA)


def test_contar_un_mensaje_cuesta_lo_mismo_a_tres_que_a_sesenta(mesa):
    cuentas = []
    for cuantas in (0, 57):
        sentar(mesa, cuantas)
        vaciar()
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Mirta.\n\n:::solo Mirta\n@esp\n:::")
        trabajo = Trabajo.objects.filter(tipo="suceso", estado="pendiente").get()
        Aviso.objects.sin_filtrar("test").all().delete()
        with CaptureQueriesContext(
            connection,
        ) as consultas_:
            rutinas.repartir(trabajo.datos, AHORA)
        vaciar()
        cuentas.append((len(consultas_), Aviso.objects.sin_filtrar("test").count()))

    assert [filas for _n, filas in cuentas] == [3, 60]
    assert cuentas[0][0] == cuentas[1][0] <= 25


def test_la_puerta_se_pregunta_fuera_de_la_transaccion_que_escribe(mesa, monkeypatch):
    """On SQLite who writes makes everybody wait: nothing is asked of the gate meanwhile."""
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="@bruno")
    suceso = Suceso.objects.sin_filtrar("test").filter(clase="publicado").get()
    preguntado = avisos.preguntar(suceso, AHORA)
    with CaptureQueriesContext(connection) as consultas_:
        avisos.escribir(suceso, preguntado, AHORA)

    assert len(consultas_) <= 6
    assert not [c["sql"] for c in consultas_ if "partidas_destinatario" in c["sql"]]


def test_seg_07_no_hay_avisos_fuera_de_la_campana_y_el_correo():
    """There is no push: no route, no service worker and no key for it, so that no payload can carry anything."""
    from django.urls import get_resolver

    rutas = str(get_resolver().reverse_dict.keys()).lower()
    assert not [nombre for nombre in ("push", "vapid", "service-worker", "sw.js") if nombre in rutas]


def pedir(mesa, *filas, **campos):
    """Ask for a roll, tell of it, and forget what was told."""
    datos = {"texto": "El suelo cede.", "accion": "tarea", "datos": {"dificultad": 4, "reserva": "vigor"}} | campos
    a = tuple(fila.personaje.publico for fila in filas)
    orden = pedidas.OrdenPedir(clave=uuid4(), a=a, **datos)
    pedida = pedidas.pedir(mesa.escena, orden, por=mesa.dani, ahora=AHORA)
    olvidar()
    return list(RespuestaPedida.objects.sin_filtrar("test").filter(pedida=pedida).order_by("nombre"))


def olvidar() -> None:
    vaciar()
    Aviso.objects.sin_filtrar("test").all().delete()


def test_lo_juzgado_se_dice_a_quien_lleva_el_personaje_y_lleva_a_su_tarjeta(mesa):
    una, _otra = pedir(mesa, mesa.kaelen, mesa.mirta, dificultad="despues", susurro=True)
    tirada = respuestas.responder(una.publico, {}, por=mesa.ana, ahora=AHORA)
    olvidar()
    respuestas.juzgar(una.publico, 4, por=mesa.dani, ahora=AHORA)
    vaciar()

    fila = consultas.filas(mesa.ana).select_related(*consultas.CON_LO_QUE_DICE).get()
    assert campanas(mesa) == {"ana": ["La dirección ha juzgado tu tirada en La puerta"]}
    assert (fila.clase, decir(fila).enlace) == (
        "respuesta",
        f"/m/{tirada.mensaje.publico}/?tirada={tirada.publico}",
    )
    ida = cliente(mesa.ana).get(decir(fila).enlace)
    assert ida.headers["Location"].endswith(f"?desde=final#t-{tirada.publico}")


def test_quien_pidio_una_tirada_se_entera_una_vez_cuando_todos_han_contestado(mesa):
    una, otra = pedir(mesa, mesa.kaelen, mesa.mirta)
    respuestas.responder(una.publico, {}, por=mesa.ana, ahora=AHORA)
    vaciar()
    a_medias = campanas(mesa)
    respuestas.responder(otra.publico, {}, por=mesa.bruno, ahora=AHORA)
    vaciar()

    assert (a_medias, campanas(mesa)) == (
        {},
        {"dani": ["Han contestado todos a la tirada que pediste en La puerta"]},
    )


@pytest.mark.parametrize("al_vencer", ["retirar", "tirar", "fallo"])
def test_quien_dejo_vencer_una_tirada_se_entera_y_quien_la_pidio_tambien(mesa, al_vencer):
    pedir(mesa, mesa.kaelen, horas=1, al_vencer=al_vencer)
    obrero.vaciar(lambda: AHORA + timedelta(hours=1))

    assert campanas(mesa) == {
        "ana": ["Se acabó el plazo de la tirada que te pedían en La puerta"],
        "dani": ["Han contestado todos a la tirada que pediste en La puerta"],
    }


def test_lo_que_se_retira_no_se_dice_a_nadie(mesa):
    (una,) = pedir(mesa, mesa.kaelen)
    respuestas.retirar(una.publico, por=mesa.dani, ahora=AHORA)
    vaciar()

    assert campanas(mesa) == {}


def test_a_quien_se_le_salta_el_turno_se_le_dice_lo_haga_quien_lo_haga(mesa):
    dos_dias = AHORA + timedelta(days=2)
    vez.configurar(mesa.escena, vez.Turnos("orden", plazo_horas=24, al_vencer="saltar"), por=mesa.dani, ahora=AHORA)
    olvidar()
    vez.saltar(mesa.escena, mesa.kaelen.personaje.publico, por=mesa.dani, ahora=AHORA)
    vaciar()
    a_mano = (campanas(mesa), correos())
    olvidar()
    plazos.vigilar(dos_dias)
    vaciar(dos_dias)

    saltado, toca = "Se ha saltado tu turno en La puerta", "Te toca en La puerta ({})"
    assert a_mano == (
        {"ana": [saltado], "bruno": [toca.format("Mirta")]},
        {("ana", "turno"), ("bruno", "turno")},
    )
    assert campanas(mesa) == {"bruno": [saltado], "ana": [toca.format("Kaelen")]}


@pytest.mark.parametrize("al_vencer", ["avisar", "mover"])
def test_a_quien_se_le_acaba_el_plazo_se_le_dice_con_la_preferencia_de_los_plazos(mesa, al_vencer):
    turnos = vez.Turnos("orden", plazo_horas=24, al_vencer=al_vencer)
    vez.configurar(mesa.escena, turnos, por=mesa.dani, ahora=AHORA)
    plazos.vigilar(AHORA + timedelta(hours=20))
    olvidar()
    despues = AHORA + timedelta(hours=24)
    plazos.vigilar(despues)
    vaciar(despues)

    assert (campanas(mesa)["ana"], ("ana", "plazo") in correos()) == (["Se acabó tu plazo en La puerta"], True)
