"""What a connection to PostgreSQL keeps planned: the statements of moulds, few of them, and not for ever.

SQLite plans in no time, and keeps nothing: there the same reads give the same rows.
"""

import pytest
from django.db import connection

from partidas.consultas import hilo, novedades, planes
from partidas.consultas import partida as consultas
from partidas.consultas.cursor import de_pagina, leer
from partidas.consultas.filas import Orden
from partidas.politica import lector
from tests import fabrica

pytestmark = pytest.mark.django_db
CON_PLANES = connection.vendor == "postgresql"


def guardados() -> dict[str, tuple[int, int]]:
    """Return the plans that the server keeps for this connection: how many runs were for all values and for some."""
    if not CON_PLANES:
        return {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, generic_plans, custom_plans FROM pg_prepared_statements WHERE name LIKE 'hilo_%%'")
        return {nombre: (para_todos, con_valores) for nombre, para_todos, con_valores in cursor.fetchall()}


def vaciar() -> None:
    """Forget what earlier tests planned."""
    if CON_PLANES:
        with connection.cursor() as cursor:
            cursor.execute("DEALLOCATE ALL")
        planes.planes_de(connection).perder()


def orden(n: int) -> Orden:
    """Return a question that no other is, with a value to give."""
    return Orden(f"SELECT %s + {n}", [-1], lambda _valor: False, connection.vendor)


def test_una_pagina_del_hilo_va_toda_con_planes_y_un_sondeo_tambien():
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano", acceso="publica")
    golpe = fabrica.TiradaDeclarada("tirada", {"atributo": "mente"})
    for _ in range(3):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(golpe,))
    vaciar()

    vueltas = 8
    for _ in range(vueltas):
        quien = lector(mesa.bruno, mesa.partida)
        escena = consultas.escena(mesa.bruno, mesa.partida.publico, mesa.escena.publico)
        pagina = hilo.pagina(quien, escena)
        cursor = leer(de_pagina(quien, escena, pagina, editor=False, suyo=None).firmado(), mesa.bruno, escena.publico)
        cambios = novedades.cambios(mesa.bruno, mesa.partida.publico, escena.publico, cursor)
        assert cambios.son_los_de(cursor)
        assert [len(leido.tiradas) for leido in pagina.mensajes] == [1, 1, 1]

    # The scene, its page, what hangs on it and the poll: each run as often, most of the time without planning.
    assert sorted(sum(veces) for veces in guardados().values()) == ([vueltas] * 4 if CON_PLANES else [])
    assert [veces for veces in guardados().values() if veces[0] < vueltas - 5] == []


def test_una_conexion_guarda_pocos_planes_y_suelta_los_que_hace_mas_que_no_usa(monkeypatch):
    monkeypatch.setattr(planes, "GUARDADOS", 3)
    vaciar()
    ordenes = [orden(n) for n in range(5)]

    assert [una.correr(connection, [10]) for una in ordenes] == [[(10 + n,)] for n in range(5)]
    assert ordenes[2].correr(connection, [1]) == [(3,)]
    assert ordenes[0].correr(connection, [1]) == [(1,)]  # made again: its plan had gone

    quedan = [una._plan.nombre for una in (ordenes[4], ordenes[2], ordenes[0])] if CON_PLANES else []
    assert {nombre.rpartition("_")[0] for nombre in guardados()} == set(quedan)


def test_un_plan_se_hace_otra_vez_al_cabo_de_muchos_usos(monkeypatch):
    monkeypatch.setattr(planes, "USOS", 4)
    vaciar()
    una = orden(100)

    veces = []
    for n in range(6):
        assert una.correr(connection, [n]) == [(100 + n,)]
        veces += [sum(cuantas) for cuantas in guardados().values()]

    assert veces == ([1, 2, 3, 4, 1, 2] if CON_PLANES else [])
