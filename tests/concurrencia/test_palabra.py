"""What waits for somebody, answered by several at once: one answer, and one roll."""

from uuid import uuid4

import pytest

from partidas.dominio import continuaciones, palabra
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.models import SolicitudDePalabra, Suceso, Tirada
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA, ficha
from tests.partidas.dominio.test_objetivo import golpe, lemuria
from tests.partidas.dominio.test_palabra import GIRO

pytestmark = pytest.mark.django_db(transaction=True)


def test_conceder_negar_y_retirar_a_la_vez_dan_una_sola_respuesta():
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano")
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(GIRO,))
    solicitud = SolicitudDePalabra.objects.sin_filtrar("test").get(mensaje=mensaje)
    tareas = [
        lambda: palabra.conceder(solicitud.publico, por=mesa.dani, ahora=AHORA),
        lambda: palabra.negar(solicitud.publico, por=mesa.dani, ahora=AHORA),
        lambda: palabra.retirar(solicitud.publico, por=mesa.ana, ahora=AHORA),
    ]

    hechas = a_la_vez(tareas * 4)

    solicitud.refresh_from_db()
    tiradas = Tirada.objects.sin_filtrar("test").count()
    respuestas = Suceso.objects.sin_filtrar("test").filter(
        clase__in=["palabra_concedida", "palabra_negada", "palabra_retirada"]
    )
    assert [hecha for hecha in hechas if isinstance(hecha, Exception)] == []
    assert [suceso.clase for suceso in respuestas] == [f"palabra_{solicitud.estado}"]
    assert (tiradas, ficha(mesa.kaelen)["ph"]) == ((1, 3) if solicitud.estado == "concedida" else (0, 4))


def test_astillar_el_escudo_desde_ocho_pantallas_a_la_vez_lo_astilla_una():
    mesa = lemuria()
    dano = golpe(mesa)

    def astillar() -> Tirada:
        orden = OrdenContinuar(uuid4(), {"con": "escudo"})
        return continuaciones.continuar(dano.publico, "escudo_astillado", orden, autor=mesa.bruno, ahora=AHORA)

    hechas = a_la_vez([astillar] * 8)

    assert [type(hecha) for hecha in hechas].count(Tirada) == 1
    assert Tirada.objects.sin_filtrar("test").filter(continua=dano).count() == 1
    assert ficha(mesa.mirta)["ph"] == 3
