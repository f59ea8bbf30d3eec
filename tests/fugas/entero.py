"""`make fugas`: every address for every person, those with words as fragments too; then ten gates with one term less.

It is not collected by itself: it takes minutes.
"""

from __future__ import annotations

import pytest

from partidas.escenario.oraculo import QUIEN_VE, ROLES
from tests.fugas import rastreo
from tests.fugas.mutaciones import DIEZ, hace_fallar
from tests.fugas.sitio import Sitio, ausencias, fugas

pytestmark = pytest.mark.django_db
MAXIMO_DE_PETICIONES = 20_000


def test_seg_01_todo_para_todos(sitio: Sitio, capsys: pytest.CaptureFixture[str]):
    mal = [
        f"{rol} recibe {estado} en {direccion}"
        for fila, direccion in rastreo.filas()
        for rol in ROLES
        if (estado := sitio.pedir(rol, direccion).estado) != fila.estados[rol]
    ]
    direcciones = rastreo.todas()
    rastreo.pedir_todo(sitio, direcciones)
    rastreo.pedir_todo(sitio, rastreo.con_palabras(), trozos=True)
    for rol in ROLES:
        rastreo.caminar(sitio, rol)

    violaciones = [*mal, *fugas(sitio), *ausencias(sitio)]
    distintas = {direccion for _rol, direccion, _trozo in sitio.vistas}
    with capsys.disabled():
        print(
            f"\nURL × roles visitadas: {len(distintas)} × {len(ROLES)} ({len(sitio.vistas)} peticiones); canarios "
            f"buscados: {len(QUIEN_VE)}, e identificadores: {len(sitio.ids)}; violaciones: {len(violaciones)}"
        )
    assert "\n".join(violaciones) == ""
    assert len(sitio.vistas) < MAXIMO_DE_PETICIONES


def test_seg_01_diez_puertas_mutadas(sin_huella: Sitio, monkeypatch, capsys: pytest.CaptureFixture[str]):
    halladas = {mutacion.nombre: hace_fallar(mutacion, sin_huella, monkeypatch) for mutacion in DIEZ}

    with capsys.disabled():
        print(f"\nmutaciones de la puerta que el rastreo nota: {sum(map(bool, halladas.values()))} de {len(halladas)}")
    assert [nombre for nombre, fuga in halladas.items() if not fuga] == []
