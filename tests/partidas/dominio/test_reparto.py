"""The cast: made and corrected only in a partida that is written, and as it is under the lock."""

import pytest

from cuentas.nombres import clave_de_nombre
from partidas.dominio import cesiones, partidas, plazas, reparto
from partidas.dominio.errores import NoPermitido
from partidas.models import Mensaje, Reparto
from personajes.models import Personaje
from tests import fabrica
from tests.fabrica import AHORA, FICHA

pytestmark = pytest.mark.django_db


def en_creacion(mesa) -> Reparto:
    return reparto.incorporar(mesa.partida, nombre="Otra", ficha=FICHA, por=mesa.ana, ahora=AHORA, paso_a_paso=True)


def foto() -> list[tuple]:
    filas = Personaje.objects.sin_filtrar("test").order_by("pk")
    return list(filas.values_list("pk", "estado", "version"))


@pytest.mark.parametrize("cerrar", [partidas.archivar, partidas.finalizar])
def test_en_una_partida_cerrada_ni_el_reparto_ni_las_fichas_cambian(cerrar):
    mesa = fabrica.mesa()
    fila = en_creacion(mesa)
    cerrar(mesa.partida, por=mesa.dani, ahora=AHORA)
    antes = foto()
    con = {"version": 1, "cambios": {"px": 4}, "motivo": "Porque sí", "ahora": AHORA}

    for verbo in (
        lambda: reparto.incorporar(mesa.partida, nombre="Nueva", ficha=FICHA, por=mesa.ana, ahora=AHORA),
        lambda: reparto.pnj_rapido(mesa.partida, nombre="Nadie", nivel=2, por=mesa.dani, ahora=AHORA),
        lambda: reparto.corregir_ficha(fila, por=mesa.ana, **con),
        lambda: reparto.corregir_ficha(mesa.kaelen, por=mesa.dani, **con),
        lambda: reparto.terminar_creacion(fila, por=mesa.ana, ahora=AHORA),
    ):
        with pytest.raises(NoPermitido, match="La partida está cerrada"):
            verbo()
    assert foto() == antes


def test_quien_ya_no_lleva_el_personaje_no_corrige_su_ficha_con_la_fila_de_antes():
    mesa = fabrica.mesa()
    fila = en_creacion(mesa)
    cesiones.entregar(fila, a=mesa.bruno, por=mesa.dani, ahora=AHORA)
    Personaje.objects.sin_filtrar("test").filter(pk=fila.personaje_id).update(estado="creacion")

    with pytest.raises(NoPermitido):
        reparto.corregir_ficha(fila, version=1, cambios={"px": 4}, por=mesa.ana, ahora=AHORA)
    with pytest.raises(NoPermitido):
        reparto.terminar_creacion(fila, por=mesa.ana, ahora=AHORA)


def test_cambiar_el_nombre_con_la_fila_de_antes_lo_cambia_en_el_reparto_de_ahora():
    mesa = fabrica.mesa()
    cesiones.entregar(mesa.kaelen, a=mesa.bruno, por=mesa.dani, ahora=AHORA)

    reparto.corregir_ficha(
        mesa.kaelen, version=1, cambios={"nombre": "Nuria"}, motivo="Otra", por=mesa.dani, ahora=AHORA
    )

    abierta = Reparto.objects.sin_filtrar("test").get(personaje=mesa.kaelen.personaje, hasta__isnull=True)
    assert abierta.clave_nombre == clave_de_nombre("Nuria")


def test_quien_fue_invitado_no_entra_a_leer_una_partida_ya_archivada():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    plazas.dar(mesa.partida, persona=mesa.eva, papel="lector", por=mesa.dani, ahora=AHORA)
    partidas.archivar(mesa.partida, por=mesa.dani, ahora=AHORA)

    with pytest.raises(NoPermitido):
        plazas.aceptar(mesa.partida, por=mesa.eva, ahora=AHORA)
    assert not Mensaje.objects.visibles_para(mesa.eva).filter(pk=mensaje.pk).exists()
