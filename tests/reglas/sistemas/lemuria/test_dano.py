"""The blow at its edges: each weapon, each band of wounds, chusma, the options of an EP."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import (
    ARCO,
    DAGA,
    ESPADA,
    HACHA,
    atacar,
    efectos,
    enemigo,
    error_al_seguir,
    golpear,
    heroe,
    legendario,
    pnj,
    seguir,
)


@pytest.mark.parametrize(
    ("arma", "fuerza", "modo", "dados", "dado", "suma"),
    [
        (None, 3, None, (3,), 3, 1),
        (None, -3, None, (3,), 3, -2),
        ({**ESPADA, "categoria": "improvisada"}, 3, None, (2,), 2, 3),
        ({**DAGA, "categoria": "improvisada"}, 3, "a_distancia", (2,), 2, 3),
        (DAGA, 3, None, (5, 2), 2, 3),
        (DAGA, 3, "a_distancia", (5, 2), 2, 1),
        (ESPADA, 3, None, (6,), 6, 3),
        (ARCO, 3, None, (6,), 6, 1),
        (ARCO, -1, None, (6,), 6, -1),
        (HACHA, 3, None, (5, 2), 5, 3),
    ],
)
def test_dano_de_cada_arma(arma: Any, fuerza: int, modo: str | None, dados: Any, dado: int, suma: int) -> None:
    atributos = {"fuerza": fuerza, "agilidad": 1, "mente": 0, "aplomo": 0}
    ataque = {} if modo is None else {"modo": modo}
    golpe = golpear(dados, sujeto=heroe(arma=arma, atributos=atributos), ataque=ataque)

    assert (golpe["detalle"]["dado"], golpe["detalle"]["fuerza"]) == (dado, suma)
    assert golpe["detalle"]["dano"] == max(0, dado + suma - 1)
    assert {t["motivo"] for t in golpe["tiradas"]} == {"dano"}


@pytest.mark.parametrize(
    ("pv", "estado", "arma", "dano", "despues"),
    [
        (8, "activo", ESPADA, 7, (1, "activo")),
        (7, "activo", ESPADA, 7, (0, "aturdido")),
        (6, "activo", ESPADA, 7, (-1, "moribundo")),
        (2, "activo", ESPADA, 7, (-5, "moribundo")),
        (1, "activo", ESPADA, 7, (-6, "muerto")),
        (1, "activo", None, 3, (-2, "inconsciente")),
        (3, "activo", None, 3, (0, "aturdido")),
        (-3, "moribundo", None, 3, (-6, "muerto")),
        (-2, "moribundo", None, 3, (-5, "moribundo")),
        (-3, "estabilizado", None, 3, (-6, "estabilizado")),
        (-3, "estabilizado", ESPADA, 7, (-10, "muerto")),
        (0, "aturdido", ESPADA, 7, (-7, "muerto")),
        (0, "inconsciente", None, 3, (-3, "inconsciente")),
        (-95, "inconsciente", ESPADA, 7, (-99, "muerto")),
    ],
)
def test_herida_deja_el_estado_de_su_banda(pv: int, estado: str, arma: Any, dano: int, despues: Any) -> None:
    objetivo = pnj(pv=pv, estado=estado, turnos_aturdido=4, curado=True, descansado=True)
    golpe = golpear((6,) if arma else (3,), objetivo, heroe(arma=arma))
    queda = golpe["objetivo"]

    assert golpe["detalle"]["dano"] == dano
    assert (queda["pv"], queda["estado"]) == despues
    assert queda["turnos_aturdido"] == (4 if queda["pv"] > 0 else 0)
    assert (queda["curado"], queda["descansado"]) == (False, False)
    assert queda["dano_sin_armas"] == (0 if arma else dano)


def test_golpe_que_para_la_armadura_no_cambia_nada() -> None:
    golpe = golpear((1,), enemigo(armadura=20, descansado=True, curado=True, dano_reciente=4))

    assert golpe["detalle"]["dano"] == 0
    assert golpe["detalle"]["opciones_objetivo"] == []
    assert efectos(golpe) == []


@pytest.mark.parametrize(
    ("numero", "pv", "dado", "opciones", "despues"),
    [
        (5, 3, 6, [], (4, 3, 1)),
        (5, 3, 1, [], (5, 1, 0)),
        (5, 2, 1, [], (4, 3, 1)),
        (1, 3, 6, [], (0, 0, 1)),
        (5, 3, 3, ["bajas"], (1, 3, 4)),
        (5, 3, 6, ["bajas"], (0, 0, 5)),
        (4, 3, 3, ["bajas"], (0, 0, 4)),
    ],
)
def test_chusma_cae_de_una_en_una_o_segun_el_dano(numero: int, pv: int, dado: int, opciones: Any, despues: Any) -> None:
    grupo = pnj("chusma", numero=numero, pv=pv)
    ataque = atacar((6, 6) if opciones else (5, 4), objetivo=grupo)
    golpe = seguir(ataque, "danar", (dado,), opciones=opciones, destino_chusma="muertos")
    queda = golpe["objetivo"]

    assert (queda["numero"], queda["pv"], golpe["detalle"]["bajas"]) == despues
    assert queda["estado"] == ("activo" if queda["numero"] else "muerto")
    assert golpe["detalle"]["opciones_objetivo"] == []


def test_chusma_queda_inconsciente_si_no_se_dice_otra_cosa() -> None:
    assert golpear((6,), pnj("chusma"))["objetivo"]["estado"] == "inconsciente"


@pytest.mark.parametrize(
    ("opciones", "objetivo", "datos", "esperado"),
    [
        (["dano"], pnj(), {}, ("numero_de_opciones", "datos.opciones")),
        (["dano"] * 3, pnj(), {}, ("numero_de_opciones", "datos.opciones")),
        (["desarmar", "dano"], pnj(arma=ESPADA), {}, ("opciones_incompatibles", "datos.opciones")),
        (["desarmar", "lisiar"], pnj(arma=ESPADA), {}, ("opciones_incompatibles", "datos.opciones")),
        (["bajas", "desarmar"], pnj("chusma"), {}, ("opciones_incompatibles", "datos.opciones")),
        (["bajas", "bajas"], pnj("chusma"), {}, ("opcion_sin_efecto", "datos.opciones")),
        (["derribar", "derribar"], pnj(), {}, ("opcion_sin_efecto", "datos.opciones")),
        (["bajas", "dano"], pnj(), {}, ("solo_chusma", "datos.opciones")),
        (["derribar", "dano"], pnj("chusma", numero=2), {}, ("opcion_no_procede", "datos.opciones")),
        (["desarmar", "derribar"], pnj(), {}, ("sin_arma", "objetivo.arma")),
        (["desarmar", "desarmar"], pnj(arma=ESPADA), {}, ("sin_arma", "objetivo.arma")),
        (["derribar", "dano"], pnj(tamano=2), {}, ("demasiado_grande", "objetivo.tamano")),
        (["lisiar", "dano"], pnj(), {}, ("campo_requerido", "datos.lisiar")),
        (["dano", "dano"], pnj(), {"lisiar": [{"armadura": 1}]}, ("opcion_no_procede", "datos.lisiar")),
        (["lisiar", "dano"], pnj(), {"lisiar": [{"armadura": 1}]}, ("requiere_aprobacion", "datos.aprobado_dj")),
        (
            ["lisiar", "lisiar"],
            pnj(armadura=3),
            {"lisiar": [{"armadura": 2}, {"armadura": 2}], "aprobado_dj": True},
            ("fuera_de_rango", "datos.lisiar.1.armadura"),
        ),
        (
            ["lisiar", "lisiar"],
            pnj(),
            {"lisiar": [{"penalizacion": "mente"}] * 2, "aprobado_dj": True},
            ("opcion_sin_efecto", "datos.lisiar.1.penalizacion"),
        ),
        (["lisiar", "dano"], pnj(), {"lisiar": [{}]}, ("campo_requerido", "datos.lisiar.0")),
        (
            ["lisiar", "dano"],
            pnj(),
            {"lisiar": [{"armadura": 1, "penalizacion": "mente"}]},
            ("campo_requerido", "datos.lisiar.0"),
        ),
        (["desarmar", "otro_ataque"], pnj(arma=ESPADA), {"profesion": "x"}, ("opcion_sin_efecto", "datos.profesion")),
        (["dano", "otro_ataque"], pnj(), {"profesion": "gladiador"}, ("requiere_aprobacion", "datos.aprobado_dj")),
        (["nada"], pnj(), {}, ("fuera_de_rango", "datos.opciones")),
        ([1], pnj(), {}, ("tipo_invalido", "datos.opciones")),
    ],
)
def test_opciones_mal_elegidas(opciones: Any, objetivo: Any, datos: Any, esperado: tuple[str, str]) -> None:
    legendario = seguir(atacar((6, 6), objetivo=objetivo), "exito_legendario")

    assert error_al_seguir(legendario, "danar", opciones=opciones, **datos) == esperado


def test_desarmar_dos_veces_quita_las_dos_armas() -> None:
    objetivo = pnj(arma=ESPADA, arma_secundaria=DAGA, dos_armas="parar")
    una = seguir(legendario(objetivo), "danar", (), opciones=["desarmar", "otro_ataque"], modificador=3)
    dos = seguir(legendario(objetivo), "danar", (), opciones=["desarmar", "desarmar"])

    assert (una["objetivo"]["arma"], una["objetivo"]["arma_secundaria"]) == (DAGA, None)
    assert una["objetivo"]["dos_armas"] == "no"
    assert una["opciones"] == ["atacar"]
    assert [una["detalle"][k] for k in ("dado", "fuerza", "bruto", "armadura", "dano", "modificador")] == [
        *[0] * 5,
        3,
    ]
    assert (dos["objetivo"]["arma"], dos["opciones"], dos["detalle"]["desarmado"]) == (None, [], True)
    assert error_al_seguir(una, "suerte_de_los_dioses") == ("repeticion_inutil", "previa.detalle.desarmado")


def test_lisiar_y_derribar_hacen_ademas_el_dano() -> None:
    pedido = {"lisiar": [{"armadura": 1}], "aprobado_dj": True}
    golpe = seguir(legendario(pnj(tamano=1)), "danar", (2,), opciones=["lisiar", "derribar"], **pedido)
    otro = seguir(
        legendario(pnj(armadura=3)),
        "danar",
        (2,),
        opciones=["lisiar", "lisiar"],
        lisiar=[{"armadura": 3}, {"penalizacion": "defensa"}],
        aprobado_dj=True,
    )

    assert efectos(golpe) == [
        ("objetivo", "pv", 8, 5),
        ("objetivo", "armadura", 1, 0),
        ("objetivo", "derribado", "no", "caido"),
    ]
    assert (otro["objetivo"]["armadura"], otro["objetivo"]["lisiado"], otro["detalle"]["dano"]) == (0, ["defensa"], 1)


def test_profesion_en_el_dano_se_suma_una_vez() -> None:
    con = {"profesion": "gladiador", "aprobado_dj": True}
    golpe = golpear((2,), **con)

    assert (golpe["detalle"]["bruto"], golpe["ficha"]["trucos"]) == (2 + 2 + 2, ["Guardia"])
    ya = atacar((5, 5), **con)
    assert error_al_seguir(ya, "danar", **con) == ("profesion_ya_usada", "datos.profesion")
    sin = seguir(ya, "danar", (2,))
    assert (sin["detalle"]["profesion"], sin["ficha"]["trucos"]) == (0, ["Guardia"])


@pytest.mark.parametrize(
    ("cambios", "ofrece"),
    [
        ({}, ["sacudirse_las_heridas"]),
        ({"arma": ESPADA}, ["escudo_astillado", "sacudirse_las_heridas"]),
        ({"escudo": "grande"}, ["escudo_astillado", "sacudirse_las_heridas"]),
        ({"escudo": "grande", "posicion": "total"}, ["sacudirse_las_heridas"]),
        ({"escudo": "grande", "ph": 1}, ["escudo_astillado", "sacudirse_las_heridas"]),
        ({"escudo": "grande", "ph": 0}, []),
        ({"escudo": "grande", "pv": 1}, ["escudo_astillado", "desafiar_a_la_muerte"]),
        ({"escudo": "grande", "pv": 8}, ["escudo_astillado"]),
        ({"escudo": "grande", "pv": 0}, ["desafiar_a_la_muerte"]),
        ({"escudo": "grande", "pv": -2, "estado": "inconsciente"}, ["desafiar_a_la_muerte"]),
    ],
)
def test_opciones_del_herido(cambios: Any, ofrece: list[str]) -> None:
    assert golpear((6,), enemigo(**cambios))["detalle"]["opciones_objetivo"] == ofrece
