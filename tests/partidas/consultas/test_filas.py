"""What goes to the database from a mould: constants as they are, what people send always apart, rows as the ORM's."""

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.test.utils import CaptureQueriesContext

from partidas.consultas import hilo
from partidas.consultas.filas import Orden, instancia
from partidas.consultas.moldes import Molde
from partidas.models import Mensaje
from partidas.politica import lector
from tests import fabrica

pytestmark = pytest.mark.django_db

RARAS = ["L'Ós «100 %s» %% %(a)s", "\\' OR 1=1 --", "$1 ? :a", "", "ñ\n"]


def test_lo_que_se_escribe_en_el_sql_vuelve_como_era_por_los_dos_caminos():
    """The last value is given apart at each run; the others stand in the SQL, whatever they have in them."""
    huecos = ", ".join(["CAST(%s AS text)"] * (len(RARAS) + 1))
    orden = Orden(
        f"SELECT {huecos}, %s + 0, %s IS NULL", [*RARAS, "\ue000", 7, None], lambda v: v != "\ue000", connection.vendor
    )
    for dado in ("x' --", "%s", "\\"):
        valores = [dado if v == "\ue000" else v for v in orden.valores]
        esperado = [(*RARAS, dado, 7, True)]

        assert orden.correr(connection, valores) == esperado
        with CaptureQueriesContext(connection):
            assert orden.correr(connection, valores) == esperado


def test_lo_que_alguien_pide_no_entra_en_el_sql():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    for pedido in ("' OR 1=1 --", "%s", "\ue000escena", "-1000000000000000"):
        assert hilo.pagina(lector(mesa.bruno, mesa.partida), mesa.escena, desde=pedido) is None


def test_una_fila_es_la_que_haria_el_orm():
    mesa = fabrica.mesa()
    guardada = Mensaje.objects.sin_filtrar("test").get(pk=fabrica.publicar(mesa, mesa.ana, mesa.kaelen).pk)
    nombres = [campo.attname for campo in Mensaje._meta.concrete_fields]

    hecha = instancia(Mensaje, "default", nombres, [getattr(guardada, nombre) for nombre in nombres])

    assert hecha == guardada
    assert [getattr(hecha, nombre) for nombre in nombres] == [getattr(guardada, nombre) for nombre in nombres]
    assert (hecha._state.adding, hecha._state.db) == (False, "default")
    assert hecha.autor == mesa.ana
    corta = instancia(Mensaje, "default", ["id"], [guardada.pk])
    assert corta.get_deferred_fields() == {nombre for nombre in nombres if nombre != "id"}


@pytest.mark.django_db(transaction=True)
def test_los_planes_que_se_pierden_se_hacen_otra_vez():
    """A migration under a site that answers, or a DEALLOCATE from outside: PostgreSQL alone keeps plans by name."""
    mesa = fabrica.mesa("publica")
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    con_planes = connection.vendor == "postgresql"
    cambiar = "ALTER TABLE partidas_mensaje ALTER COLUMN nombre_voz TYPE varchar(%d)"
    largo = Mensaje._meta.get_field("nombre_voz").max_length

    def leer():
        return [leido.mensaje.publico for leido in hilo.pagina(lector(mesa.bruno, mesa.partida), mesa.escena).mensajes]

    def perder(orden):
        if con_planes:
            with connection.cursor() as cursor:
                cursor.execute(orden)

    assert leer() == [mensaje.publico]
    for orden in ("DEALLOCATE ALL", cambiar % (largo + 1), cambiar % largo):
        perder(orden)
        assert [leer(), leer()] == [[mensaje.publico]] * 2

    perder("DEALLOCATE ALL")
    try:
        with transaction.atomic():
            assert leer() == [mensaje.publico]
            assert not con_planes
    except DatabaseError:
        assert con_planes
    assert leer() == [mensaje.publico]


def test_un_molde_no_confunde_lo_que_se_le_pide():
    mesa = fabrica.mesa("publica")
    suyos = [fabrica.publicar(mesa, mesa.ana, mesa.kaelen) for _ in range(2)]
    filas = Mensaje.objects.visibles_para(mesa.bruno)
    molde = Molde(lambda _usuario, **de: (filas.filter(**de).order_by().values_list("pk", flat=True),))
    uno, escena = suyos[0], mesa.escena.pk

    assert molde.leer(mesa.bruno, pk=uno.pk, escena=escena) == [uno.pk]
    assert molde.leer(mesa.bruno, escena=escena, pk=uno.pk) == [uno.pk]
    assert sorted(molde.leer(mesa.bruno, escena=escena)) == [otro.pk for otro in suyos]
    assert molde.leer(mesa.bruno, publico=uno.publico) == [uno.pk]
    with pytest.raises(TypeError):
        molde.leer(mesa.bruno, pk=None)
