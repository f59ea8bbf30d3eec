"""The outbox: written with the verb, done once, put off when it fails, told only to whom the gate lets know."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from config import reloj
from partidas.dominio import buzon, comprobacion, obrero, rutinas, turnos
from partidas.dominio.errores import NoPermitido
from partidas.dominio.obrero import ESPERAS, PLAZO, NoRepetir, Recuento
from partidas.models import Borrador, Escena, Mensaje, Suceso, Tirada, Trabajo
from personajes.models import Personaje
from tests import fabrica
from tests.fabrica import AHORA
from tests.sin_disparadores import sin_disparadores

pytestmark = pytest.mark.django_db


def vaciar(ahora=AHORA) -> Recuento:
    return obrero.vaciar(lambda: ahora)


def callada() -> fabrica.Mesa:
    """Set the table and forget what the setting of it left in the outbox."""
    mesa = fabrica.mesa()
    Suceso.objects.sin_filtrar("test").delete()
    Trabajo.objects.all().delete()
    return mesa


@pytest.fixture
def apuntados() -> Iterator[list[str]]:
    """Register a kind of job that keeps what it was given and fails when told to."""
    hechos: list[str] = []

    def hacer(datos, _ahora):
        if datos.get("romper"):
            raise {"sí": RuntimeError, "siempre": NoRepetir}[datos["romper"]]("roto")
        hechos.append(datos["que"])

    obrero.manejador("prueba")(hacer)
    yield hechos
    obrero._manejadores.pop("prueba")


def test_publicar_anota_un_suceso_con_ids_y_su_trabajo_y_el_obrero_lo_reparte_una_vez():
    mesa = callada()

    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    suceso = Suceso.objects.sin_filtrar("test").get()
    assert (suceso.clase, suceso.partida, suceso.escena, suceso.mensaje) == (
        "publicado", mesa.partida, mesa.escena, mensaje,
    )  # fmt: skip
    assert (suceso.tirada, suceso.actor, suceso.cuando) == (None, mesa.ana, AHORA)
    trabajo = Trabajo.objects.get()
    assert (trabajo.tipo, trabajo.clave, trabajo.datos, trabajo.estado) == (
        "suceso", f"suceso:{suceso.publico}", {"suceso": suceso.publico}, "pendiente",
    )  # fmt: skip
    assert vaciar() == Recuento(1, 0)
    assert vaciar(AHORA + timedelta(days=1)) == Recuento()
    suceso = Suceso.objects.sin_filtrar("test").get()
    assert (suceso.repartido, Trabajo.objects.get().estado) == (AHORA, "hecho")


def test_el_mismo_turno_dos_veces_es_un_suceso_y_un_turno_negado_ninguno():
    mesa = callada()
    orden = fabrica.orden(mesa.kaelen)

    turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)
    turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)
    with pytest.raises(NoPermitido):
        turnos.publicar(mesa.escena, fabrica.orden(), autor=mesa.esp, ahora=AHORA)

    assert Suceso.objects.sin_filtrar("test").count() == Trabajo.objects.count() == 1


def test_un_verbo_que_se_deshace_no_deja_ni_suceso_ni_trabajo():
    mesa = callada()

    with transaction.atomic():
        buzon.anotar("publicado", partida=mesa.partida, actor=mesa.ana, ahora=AHORA)
        transaction.set_rollback(True)

    assert (Suceso.objects.sin_filtrar("test").count(), Trabajo.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("visibilidad", "lectores"),
    [("todos", {"dani", "ana", "bruno", "esp"}), ("direccion", {"dani", "ana"})],
)
@pytest.mark.parametrize("con_tirada", [False, True])
def test_el_suceso_lo_conoce_quien_puede_ver_su_objeto(visibilidad, lectores, con_tirada):
    mesa = callada()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad=visibilidad, tiradas=(fabrica.tarea(),))
    tirada = Tirada.objects.sin_filtrar("test").get() if con_tirada else None

    suceso = buzon.anotar(
        "x",
        partida=mesa.partida,
        escena=mesa.escena,
        mensaje=mensaje,
        tirada=tirada,
        actor=mesa.ana,
        ahora=AHORA,
    )

    gente = {n: getattr(mesa, n) for n in ("dani", "ana", "bruno", "esp", "eva")} | {"anon": AnonymousUser()}
    ven = {n for n, u in gente.items() if Suceso.objects.visibles_para(u).filter(pk=suceso.pk).exists()}
    assert ven == lectores


def test_el_suceso_de_una_partida_lo_conoce_quien_la_lee_y_el_de_una_escena_quien_la_ve():
    mesa = callada()
    Escena.objects.sin_filtrar("test").filter(pk=mesa.escena.pk).update(secreta=True)
    de_la_partida = buzon.anotar("x", partida=mesa.partida, actor=None, ahora=AHORA)
    de_la_escena = buzon.anotar("x", partida=mesa.partida, escena=mesa.escena, actor=None, ahora=AHORA)

    ven = {n: set(Suceso.objects.visibles_para(getattr(mesa, n))) for n in ("dani", "ana", "eva")}

    assert ven == {"dani": {de_la_partida, de_la_escena}, "ana": {de_la_partida}, "eva": set()}


def test_un_turno_retirado_despues_calla_su_suceso():
    mesa = callada()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    antes = Suceso.objects.visibles_para(mesa.bruno).count()

    Mensaje.objects.sin_filtrar("test").update(estado="oculto")

    assert (antes, Suceso.objects.visibles_para(mesa.bruno).count()) == (1, 0)


def test_encargar_dos_veces_con_la_misma_clave_es_un_trabajo(apuntados):
    assert buzon.encargar("prueba", clave="c", datos={"que": "uno"}, ahora=AHORA)
    assert not buzon.encargar("prueba", clave="c", datos={"que": "otro"}, ahora=AHORA)

    assert (vaciar(), apuntados) == (Recuento(1, 0), ["uno"])


def test_un_trabajo_con_fecha_espera_a_su_fecha(apuntados):
    buzon.encargar("prueba", clave="c", datos={"que": "uno"}, ahora=AHORA, cuando=AHORA + timedelta(hours=1))

    assert vaciar() == Recuento()
    assert vaciar(AHORA + timedelta(hours=1)) == Recuento(1, 0)
    assert apuntados == ["uno"]


def test_lo_que_falla_se_repite_cada_vez_mas_tarde_y_al_final_se_para_y_se_puede_reanudar(apuntados):
    buzon.encargar("prueba", clave="mala", datos={"romper": "sí"}, ahora=AHORA)
    buzon.encargar("prueba", clave="buena", datos={"que": "buena"}, ahora=AHORA)
    ahora, esperas = AHORA, []

    assert vaciar() == Recuento(1, 1)
    while (trabajo := Trabajo.objects.get(clave="mala")).estado == "pendiente":
        esperas.append(trabajo.no_antes_de - ahora)
        ahora = trabajo.no_antes_de
        assert vaciar(ahora - timedelta(seconds=1)) == Recuento()
        assert vaciar(ahora) == Recuento(0, 1)

    assert tuple(esperas) == ESPERAS
    assert (trabajo.estado, trabajo.intentos, trabajo.error, apuntados) == ("parado", 6, "RuntimeError", ["buena"])
    Trabajo.objects.filter(pk=trabajo.pk).update(datos={"que": "arreglada"})
    assert obrero.reanudar("mala", ahora=ahora)
    assert not obrero.reanudar("mala", ahora=ahora)
    assert (vaciar(ahora), apuntados) == (Recuento(1, 0), ["buena", "arreglada"])


def test_lo_que_no_tiene_arreglo_y_lo_que_nadie_sabe_hacer_se_paran_a_la_primera(apuntados):
    buzon.encargar("prueba", clave="a", datos={"romper": "siempre"}, ahora=AHORA)
    buzon.encargar("desconocido", clave="b", ahora=AHORA)

    assert vaciar() == Recuento(0, 2)
    assert list(Trabajo.objects.order_by("clave").values_list("estado", "intentos", "error")) == [
        ("parado", 1, "NoRepetir: roto"),
        ("parado", 1, "NoRepetir: nadie sabe hacer «desconocido»"),
    ]


def test_un_trabajo_tomado_es_de_uno_hasta_que_vence_su_plazo(apuntados):
    buzon.encargar("prueba", clave="c", datos={"que": "uno"}, ahora=AHORA)

    tomado = obrero._tomar("otro", AHORA)

    assert [trabajo.clave for trabajo in tomado] == ["c"]
    assert vaciar(AHORA + PLAZO - timedelta(seconds=1)) == Recuento()
    assert vaciar(AHORA + PLAZO) == Recuento(1, 0)
    assert apuntados == ["uno"]
    assert obrero._hacer(tomado[0], "otro", lambda: AHORA) is None
    assert apuntados == ["uno"]


def test_quien_pierde_el_plazo_a_mitad_deshace_lo_suyo():
    mesa = callada()

    def lento(_datos, ahora):
        buzon.anotar("efecto", partida=mesa.partida, actor=None, ahora=ahora)
        Trabajo.objects.filter(clave="c").update(tomado_por="otro")

    obrero.manejador("lento")(lento)
    buzon.encargar("lento", clave="c", ahora=AHORA)

    try:
        assert vaciar() == Recuento()
    finally:
        obrero._manejadores.pop("lento")
    assert Suceso.objects.sin_filtrar("test").count() == 0


def test_lo_que_mata_a_su_obrero_se_para_y_no_detiene_a_los_demas(apuntados):
    buzon.encargar("prueba", clave="veneno", datos={"que": "veneno"}, ahora=AHORA)
    Trabajo.objects.update(intentos=obrero.INTENTOS_MAXIMO, tomado_por="muerto", tomado_hasta=AHORA + PLAZO)
    buzon.encargar("prueba", clave="sano", datos={"que": "sano"}, ahora=AHORA)

    assert vaciar(AHORA + PLAZO) == Recuento(1, 0)
    assert obrero.retirar_abandonados(AHORA + PLAZO) == 1

    assert apuntados == ["sano"]
    assert Trabajo.objects.get(clave="veneno").estado == "parado"


@pytest.mark.django_db(transaction=True)
def test_al_confirmar_se_despierta_al_obrero_y_una_cola_caida_no_es_un_error(monkeypatch, caplog):
    mesa = callada()
    veces = []

    def caida():
        veces.append(Trabajo.objects.count())
        raise ConnectionError("la cola no responde")

    monkeypatch.setattr(buzon, "_despertadores", [caida])

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    assert veces == [1]
    assert Mensaje.objects.sin_filtrar("test").count() == 1
    assert "ConnectionError" in caplog.text


def test_caducan_los_borradores_de_hace_un_mes_y_los_trabajos_hechos_hace_una_semana():
    mesa = callada()
    borradores = Borrador.objects.sin_filtrar("test")
    for lugar, dias in (("viejo", 31), ("nuevo", 29)):
        borradores.create(usuario=mesa.ana, lugar=lugar, guardado=AHORA - timedelta(days=dias))
    campos = {"tipo": "x", "estado": "hecho", "no_antes_de": AHORA, "creado": AHORA}
    for clave, dias in (("viejo", 8), ("nuevo", 6)):
        Trabajo.objects.create(clave=clave, hecho=AHORA - timedelta(days=dias), **campos)

    rutinas.planificar(AHORA)
    rutinas.planificar(AHORA + timedelta(minutes=30))
    vaciar()

    assert list(Borrador.objects.sin_filtrar("test").values_list("lugar", flat=True)) == ["nuevo"]
    claves = set(Trabajo.objects.values_list("clave", flat=True))
    assert "viejo" not in claves
    assert {"nuevo", "caducar:2026-12-01T18"} <= claves


def test_cada_noche_se_revisa_cada_libro_y_uno_roto_se_queda_parado(caplog):
    mesa = callada()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    with sin_disparadores(connection), connection.cursor() as cursor:
        cursor.execute("UPDATE reglas_asiento SET contenido = contenido || ' ' WHERE tipo = 'tirada'")

    rutinas.planificar(AHORA.replace(hour=3))
    antes = set(Trabajo.objects.values_list("tipo", flat=True))
    rutinas.planificar(AHORA)
    vaciar()

    assert "revisar_libros" not in antes
    libros = Trabajo.objects.filter(tipo="revisar_libro").order_by("clave").values_list("datos__clase", "estado")
    assert list(libros) == [("abierto", "parado"), ("cerrado", "hecho")]
    assert "no cuadra" in caplog.text
    assert any("libro abierto" in linea for linea in comprobacion.incumplidas())


def test_manage_tic_hace_lo_pendiente_y_comprobar_dice_que_todo_cuadra(capsys):
    mesa = callada()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),))
    Trabajo.objects.update(no_antes_de=reloj.ahora())

    call_command("tic")
    call_command("comprobar")

    salida = capsys.readouterr().out
    assert "Fallidos: 0" in salida
    assert salida.endswith("Todo cuadra.\n")
    assert not Trabajo.objects.filter(estado="pendiente").exists()


@pytest.mark.parametrize("romper", ["version", "orden", "suceso"])
def test_comprobar_nombra_lo_que_no_cuadra(romper):
    mesa = callada()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    match romper:
        case "version":
            Personaje.objects.sin_filtrar("test").filter(pk=mesa.kaelen.personaje_id).update(version=9)
        case "orden":
            Escena.objects.sin_filtrar("test").update(ultimo_orden=0)
        case "suceso":
            Trabajo.objects.all().delete()

    assert len(comprobacion.incumplidas()) == 1
    with pytest.raises(CommandError):
        call_command("comprobar")
