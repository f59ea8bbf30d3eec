"""The attack at its edges: weapons, ranges, two weapons, the defence of the target, tricks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import ARCO, DAGA, ESPADA, atacar, efectos, enemigo, error, heroe, pnj


@pytest.mark.parametrize(
    ("metros", "modificador"), [(0, 1), (10, 1), (11, 0), (20, 0), (21, -1), (50, -4), (60, -6), (61, -8), (70, -8)]
)
def test_metros_dan_la_banda_del_arma(metros: int, modificador: int) -> None:
    assert atacar(sujeto=heroe(arma=ARCO), metros=metros)["detalle"]["distancia"] == modificador


@pytest.mark.parametrize(
    ("arma", "datos", "esperado"),
    [
        (ARCO, {"metros": 71}, ("fuera_de_alcance", "datos.metros")),
        (ARCO, {"metros": 1, "distancia": "corta"}, ("distancia_duplicada", "datos.metros")),
        (ARCO, {"modo": "cuerpo_a_cuerpo"}, ("modo_invalido", "datos.modo")),
        ({**ARCO, "alcance": 0}, {"metros": 1}, ("sin_alcance", "datos.metros")),
        (ESPADA, {"metros": 1}, ("distancia_no_procede", "datos.metros")),
        (ESPADA, {"distancia": "corta"}, ("distancia_no_procede", "datos.distancia")),
        (ESPADA, {"modo": "a_distancia"}, ("modo_invalido", "datos.modo")),
        (ESPADA, {"arma": "secundaria"}, ("sin_arma", "datos.arma")),
        (None, {"arma": "principal"}, ("sin_arma", "datos.arma")),
        (None, {"modo": "a_distancia"}, ("modo_invalido", "datos.modo")),
        (ESPADA, {"atributo": "fuerza"}, ("requiere_aprobacion", "datos.aprobado_dj")),
        (ESPADA, {"profesion": "gladiador"}, ("requiere_aprobacion", "datos.aprobado_dj")),
        (ESPADA, {"ataque_extra": True}, ("sin_ataque_extra", "ficha.ataques_extra")),
    ],
)
def test_ataque_mal_declarado(arma: Any, datos: Any, esperado: tuple[str, str]) -> None:
    assert error("atacar", heroe(arma=arma), (), pnj(), **datos) == esperado


def test_ataque_con_un_arma_de_dos_modos() -> None:
    con_daga = heroe(arma=ESPADA, arma_secundaria=DAGA)

    assert atacar(sujeto=con_daga, arma="secundaria")["detalle"]["modo"] == "cuerpo_a_cuerpo"
    lejos = atacar(sujeto=con_daga, arma="secundaria", modo="a_distancia", distancia="corta")
    assert (lejos["detalle"]["habilidad"], lejos["detalle"]["categoria"], lejos["detalle"]["distancia"]) == (
        1,
        "ligera",
        0,
    )
    assert atacar(sujeto=heroe(arma=ARCO))["detalle"]["distancia"] == 1
    assert atacar(sujeto=con_daga, arma="sin_armas")["detalle"]["categoria"] == "sin_armas"


@pytest.mark.parametrize(
    ("dos", "segunda", "datos", "categoria"),
    [
        ("ambas", DAGA, {}, "grande"),
        ("parar", DAGA, {}, "media"),
        ("ambas", DAGA, {"arma": "secundaria"}, None),
        ("ambas", DAGA, {"arma": "sin_armas"}, None),
        ("ambas", ARCO, {}, None),
        ("parar", None, {}, None),
    ],
)
def test_dos_armas_juntas(dos: str, segunda: Any, datos: Any, categoria: str | None) -> None:
    sujeto = heroe(arma_secundaria=segunda, dos_armas=dos)

    if categoria is None:
        assert error("atacar", sujeto, (), pnj(), **datos) == ("armas_no_validas", "ficha.dos_armas")
    else:
        detalle = atacar(sujeto=sujeto, **datos)["detalle"]
        assert (detalle["categoria"], detalle["dos_armas"]) == (categoria, -1)


def test_dos_ligeras_golpean_como_una_media() -> None:
    assert atacar(sujeto=heroe(arma=DAGA, arma_secundaria=DAGA, dos_armas="ambas"))["detalle"]["categoria"] == "media"
    assert error(
        "atacar", heroe(arma=DAGA, arma_secundaria=DAGA, dos_armas="ambas"), (), pnj(), modo="a_distancia"
    ) == ("armas_no_validas", "ficha.dos_armas")


@pytest.mark.parametrize(
    ("cambios", "datos", "defensa"),
    [
        ({"escudo": "pequeno"}, {}, (1, 1, 0, 0, 2)),
        ({"escudo": "pequeno", "escudo_usado": True}, {}, (1, 0, 0, 0, 1)),
        ({"escudo": "grande", "escudo_usado": True}, {}, (1, 1, 0, 0, 2)),
        ({"escudo": "pequeno"}, {"bloquea": False}, (1, 0, 0, 0, 1)),
        ({"escudo": "pequeno", "posicion": "total"}, {}, (1, 0, 0, -2, -1)),
        ({"escudo": "pequeno", "posicion": "completa"}, {}, (1, 1, 0, 2, 4)),
        ({"escudo": "pequeno", "pv": 0, "posicion": "completa"}, {}, (1, 0, 0, 0, 1)),
        ({"arma": ESPADA, "arma_secundaria": DAGA, "dos_armas": "parar"}, {}, (1, 0, 1, 0, 2)),
        ({"arma": ESPADA, "arma_secundaria": DAGA, "dos_armas": "ambas"}, {}, (1, 0, 0, 0, 1)),
        ({"arma": ESPADA, "arma_secundaria": DAGA, "dos_armas": "parar", "parada_usada": True}, {}, (1, 0, 0, 0, 1)),
        ({"arma": ESPADA, "dos_armas": "parar"}, {}, (1, 0, 0, 0, 1)),
        ({"arma": ESPADA, "arma_secundaria": DAGA, "dos_armas": "parar"}, {"bloquea": False}, (1, 0, 0, 0, 1)),
        (
            {"arma": ESPADA, "arma_secundaria": DAGA, "dos_armas": "parar", "posicion": "total"},
            {},
            (1, 0, 0, -2, -1),
        ),
    ],
)
def test_defensa_del_objetivo(cambios: Any, datos: Any, defensa: tuple[int, ...]) -> None:
    hecho = atacar(objetivo=enemigo(**cambios), **datos)
    claves = ("defensa", "defensa_escudo", "defensa_parada", "defensa_posicion", "defensa_total")

    assert tuple(hecho["detalle"][clave] for clave in claves) == defensa
    usados = {campo for sobre, campo, _a, _d in efectos(hecho) if sobre == "objetivo"}
    assert ("escudo_usado" in usados) == (cambios.get("escudo") == "pequeno" and defensa[1] == 1)
    assert ("parada_usada" in usados) == (defensa[2] == 1)
    assert hecho["detalle"]["total"] == 8 + 1 + 2 - defensa[4]


def test_atacado_al_levantarse_pierde_un_dado() -> None:
    for derribado, penaliza in (("levantandose", True), ("caido", False), ("no", False)):
        hecho = atacar((1, 2), objetivo=pnj(derribado=derribado))
        assert hecho["objetivo"]["penalizacion_proxima"] is penaliza


@pytest.mark.parametrize("objetivo", [pnj(pv=-6), pnj("chusma", pv=0)])
def test_no_se_ataca_a_quien_ya_ha_caido(objetivo: Any) -> None:
    assert error("atacar", heroe(), (), objetivo) == ("objetivo_fuera_de_combate", "objetivo.estado")
    assert atacar(objetivo=pnj(pv=-5))["detalle"]["defensa_total"] == 1


def test_profesion_en_combate_gasta_el_truco_aunque_falle() -> None:
    con = {"profesion": "LADRÓN", "aprobado_dj": True}
    hecho = atacar((1, 2), **con)
    sabe = atacar((4, 4), objetivo=pnj(conoce_trucos=True), **con)

    assert (hecho["detalle"]["profesion"], hecho["ficha"]["trucos"]) == (1, ["Guardia"])
    assert (sabe["detalle"]["profesion"], sabe["detalle"]["profesion_usada"], sabe["ficha"]["trucos"]) == (
        0,
        True,
        ["Guardia"],
    )
    assert error("atacar", heroe(trucos=["Guardia"]), (), pnj(), **con) == ("truco_ya_usado", "datos.profesion")
    assert error("atacar", heroe(), (), pnj(nombre=""), **con) == ("campo_requerido", "objetivo.nombre")
    assert error("atacar", heroe(), (), pnj(), profesion="rey", aprobado_dj=True) == (
        "profesion_desconocida",
        "datos.profesion",
    )
    assert error("atacar", pnj(profesiones={"matón": 1}), (), enemigo(), profesion="matón") == (
        "solo_heroes",
        "datos.profesion",
    )
