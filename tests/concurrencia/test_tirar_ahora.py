"""«Tirar ahora» and voiding, many at once."""

from uuid import uuid4

import pytest

from partidas.dominio import anulaciones, comprobacion, en_curso, turnos
from partidas.dominio.en_curso import OrdenTirar
from partidas.models import Destinatario, Mensaje, SolicitudDeAnulacion, Suceso, Tirada
from personajes.models import Personaje
from reglas import libro
from reglas.models import Asiento, Libro
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db(transaction=True)

VUELTAS = 15


def test_dad_02_la_misma_tirada_ahora_cincuenta_veces_a_la_vez_cae_una():
    mesa = fabrica.mesa()
    orden = OrdenTirar(
        fabrica.orden(mesa.kaelen, visibilidad="destinatarios", destinatarios=(mesa.mirta.personaje.publico,)),
        fabrica.tarea(esfuerzo=1),
        uuid4(),
    )

    hechas = a_la_vez([lambda: en_curso.tirar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA) for _ in range(50)])

    assert {getattr(h, "pk", h) for h in hechas} == {Tirada.objects.sin_filtrar("test").get().pk}
    assert Mensaje.objects.sin_filtrar("test").count() == 1
    assert Destinatario.objects.sin_filtrar("test").count() == 1
    assert Asiento.objects.filter(tipo="tirada").count() == 1
    assert Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id).version == 2


def test_ocho_hilos_tiran_publican_y_anulan_y_la_cadena_queda_entera():
    mesa = fabrica.mesa()
    claves = [uuid4() for _ in range(8)]
    vieja = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=vieja)

    def turno(clave):
        orden = fabrica.orden(mesa.kaelen, clave=clave)
        en_curso.tirar(mesa.escena, OrdenTirar(orden, fabrica.tarea(), uuid4()), autor=mesa.ana, ahora=AHORA)
        return turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)

    def anular():
        return anulaciones.anular(tirada.publico, motivo="Era otra.", por=mesa.dani, ahora=AHORA)

    resultados = a_la_vez([tarea for c in claves for tarea in (lambda c=c: turno(c), anular)])

    assert [r for r in resultados if isinstance(r, Exception)] == []
    assert sorted(r for r in resultados if isinstance(r, bool)) == [False] * 7 + [True]
    orden = Mensaje.objects.sin_filtrar("test").order_by("orden").values_list("orden", flat=True)
    assert list(orden) == list(range(1, 10))
    assert Asiento.objects.filter(tipo="anulacion").count() == 1
    assert libro.verificar(Libro.objects.get(dueno=mesa.partida.publico, clase="abierto")).fallos == ()


@pytest.mark.parametrize("con_anular", [False, True])
def test_fia_22_conceder_negar_retirar_y_anular_a_la_vez_acaban_de_una_sola_manera(con_anular):
    mesa = fabrica.mesa()
    pk = mesa.kaelen.personaje_id
    entera = Personaje.objects.sin_filtrar("test").get(pk=pk).ficha
    finales = set()

    for vuelta in range(VUELTAS):
        mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),))
        tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
        gastada = Personaje.objects.sin_filtrar("test").get(pk=pk).ficha
        anulaciones.pedir(tirada.publico, motivo="Era otra.", por=mesa.ana, ahora=AHORA)
        habia = Suceso.objects.sin_filtrar("test").count()

        hechos = responder_a_la_vez(tirada.publico, mesa, vuelta, con_anular=con_anular)

        solicitud = SolicitudDeAnulacion.objects.sin_filtrar("test").get(tirada=tirada)
        anulada = Tirada.objects.sin_filtrar("test").get(pk=tirada.pk).anulada is not None
        sola = {"negada": "negar", "retirada": "retirar"}.get(solicitud.estado)
        esperados = ({sola} if sola else set()) | (hechos & {"conceder", "anular"})
        nuevos = sorted(Suceso.objects.sin_filtrar("test").order_by("pk").values_list("clase", flat=True)[habia:])
        assert hechos == esperados
        assert anulada == (len(hechos & {"conceder", "anular"}) == 1) == (con_anular or solicitud.estado == "concedida")
        assert (solicitud.estado == "concedida") == (sola is None)
        assert nuevos == sorted((["anulado"] if anulada else []) + ([f"anulacion_{solicitud.estado}"] if sola else []))
        assert Asiento.objects.filter(tipo="anulacion", anula=tirada.asiento_id).count() == anulada
        assert Personaje.objects.sin_filtrar("test").get(pk=pk).ficha == (entera if anulada else gastada)
        assert anulaciones.anular(tirada.publico, motivo="Otra vuelta.", por=mesa.dani, ahora=AHORA) is not anulada
        finales.add(solicitud.estado)

    assert len(finales) > 1, "the same one always won: this is no race"
    assert Personaje.objects.sin_filtrar("test").get(pk=pk).ficha == entera
    assert comprobacion.incumplidas() == []


def responder_a_la_vez(publico: str, mesa: fabrica.Mesa, vuelta: int, *, con_anular: bool) -> set[str]:
    """Answer one request in every way at once, each round with another thread first; return which were done."""
    dani, ana = {"por": mesa.dani, "ahora": AHORA}, {"por": mesa.ana, "ahora": AHORA}
    respuestas = {
        "conceder": lambda: anulaciones.conceder(publico, **dani),
        "negar": lambda: anulaciones.negar(publico, **dani),
        "retirar": lambda: anulaciones.retirar(publico, **ana),
    }
    if con_anular:
        respuestas["anular"] = lambda: anulaciones.anular(publico, motivo="Sin esperar.", **dani)
    nombres = sorted(respuestas, key=lambda nombre: (list(respuestas).index(nombre) + vuelta) % len(respuestas))
    resultados = a_la_vez([respuestas[nombre] for nombre in nombres], hilos=len(nombres))
    assert [r for r in resultados if not isinstance(r, bool)] == []
    return {nombre for nombre, hecho in zip(nombres, resultados, strict=True) if hecho}
