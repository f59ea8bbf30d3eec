"""A duel taken as a host takes it: the option of each response, the sheet that acts and the earlier response."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import (
    ESPADA,
    atacar,
    completa,
    efectos,
    enemigo,
    error,
    golpear,
    heroe,
    juego,
    pedir,
    pnj,
    seguir,
)


def tomar(cadena: list[Any], opcion: str, dados: Any = (), objetivo: Any = None, **datos: Any) -> Any:
    """Take an option of the first response of a chain with the sheets that it left."""
    respuesta = cadena[0]
    continuacion = juego().continuaciones[opcion]
    sujeto = respuesta[juego().actua(respuesta, opcion)]
    if continuacion.objetivo_tras(juego().original(respuesta)) == "mismo":
        objetivo = respuesta.get("objetivo")
    previa = juego().previa_para(opcion, cadena)
    return pedir(continuacion.accion or "", sujeto, dados, objetivo, previa, **{**datos, **continuacion.datos})


def test_duelo_con_un_legendario_y_dos_opciones() -> None:
    ataque = atacar((6, 6), objetivo=pnj("villano"))
    legendario = tomar([ataque], "exito_legendario")
    golpe = tomar([legendario, ataque], "danar", (3,), opciones=["dano", "otro_ataque"])
    otro = tomar([golpe, legendario, ataque], "atacar", (4, 4), objetivo=golpe["objetivo"])
    dano = tomar([otro, golpe, legendario, ataque], "danar", (1,))

    assert ataque["opciones"] == ["danar", "suerte_de_los_dioses", "exito_legendario"]
    assert (legendario["grado"], legendario["ficha"]["ph"], legendario["opciones"]) == (
        "exito_legendario",
        3,
        ["danar"],
    )
    assert legendario["detalle"]["elecciones"] == 2
    assert efectos(golpe) == [
        ("ficha", "ataques_extra", 0, 1),
        ("objetivo", "pv", 8, -2),
        ("objetivo", "estado", "activo", "moribundo"),
    ]
    assert golpe["detalle"]["bruto"] == 3 + 2 + 6
    assert golpe["opciones"] == ["suerte_de_los_dioses", "atacar"]
    assert otro["ficha"]["ataques_extra"] == 0
    assert otro["opciones"] == ["danar"]
    assert (dano["objetivo"]["pv"], dano["objetivo"]["estado"], dano["opciones"]) == (-4, "moribundo", [])


def test_duelo_cuyo_golpe_para_el_escudo_del_otro_jugador() -> None:
    golpe = golpear((6,), enemigo(escudo="pequeno"))

    parado = tomar([golpe], "escudo_astillado", con="escudo")

    assert juego().opciones_objetivo(golpe) == ("escudo_astillado", "sacudirse_las_heridas")
    assert golpe["objetivo"]["pv"] == 4
    assert efectos(parado) == [
        ("ficha", "pv", 4, 12),
        ("ficha", "ph", 4, 3),
        ("ficha", "escudo", "pequeno", "ninguno"),
        ("ficha", "dano_reciente", 8, 0),
    ]
    assert parado["detalle"] == {"absorbido": 8, "destruido": "escudo"}


def test_duelo_cuyo_herido_se_sacude_las_heridas_y_lo_repite() -> None:
    golpe = golpear((6,), enemigo())
    sacudida = tomar([golpe], "sacudirse_las_heridas", (2,))
    suerte = tomar([sacudida, golpe], "suerte_de_los_dioses", (5,))

    assert (sacudida["ficha"]["pv"], sacudida["ficha"]["actuo"], sacudida["opciones"]) == (
        6,
        True,
        ["suerte_de_los_dioses"],
    )
    assert (suerte["ficha"]["pv"], suerte["ficha"]["ph"], suerte["opciones"]) == (9, 2, [])


def test_duelo_cuyo_moribundo_desafia_a_la_muerte() -> None:
    golpe = golpear((6,), enemigo(pv=7))

    vivo = tomar([golpe], "desafiar_a_la_muerte")

    assert golpe["objetivo"]["estado"] == "moribundo"
    assert juego().opciones_objetivo(golpe) == ("desafiar_a_la_muerte",)
    assert (vivo["ficha"]["pv"], vivo["ficha"]["estado"], vivo["detalle"]) == (
        0,
        "inconsciente",
        {"banda": "inconsciente"},
    )


def test_duelo_con_fallo_calamitoso_que_el_dj_premia() -> None:
    ataque = atacar((1, 1), heroe(turno=2))

    calamidad = tomar([ataque], "fallo_calamitoso", descripcion="La espada cae al foso.", recompensa=True)

    assert ataque["opciones"] == ["suerte_de_los_dioses", "fallo_calamitoso"]
    assert (calamidad["grado"], calamidad["exito"], calamidad["ficha"]["ph"]) == ("fallo_calamitoso", False, 5)
    assert calamidad["detalle"]["duracion"] == "turno_actual_y_siguiente"
    assert calamidad["detalle"]["elecciones"] == 0


def test_duelo_estabiliza_a_quien_cae_y_el_dia_acaba() -> None:
    herido = completa(enemigo(pv=-2))
    salvado = pedir("estabilizar", heroe(), (6, 5), herido, profesion="sanador")
    dia = pedir("fin_de_dia", salvado["objetivo"])

    assert salvado["detalle"]["dificultad"] == -4
    assert efectos(salvado)[-1] == ("objetivo", "estado", "moribundo", "estabilizado")
    assert (dia["ficha"]["pv"], dia["ficha"]["estado"], dia["detalle"]) == (
        -1,
        "estabilizado",
        {"tasa": 1, "recuperado": 1},
    )


def test_duelo_repite_el_dano_sobre_el_mismo_objetivo() -> None:
    golpe = golpear((6,), pnj())

    suerte = tomar([golpe], "suerte_de_los_dioses", (1,))

    assert (golpe["objetivo"]["pv"], suerte["objetivo"]["pv"], suerte["detalle"]["repetida"]) == (1, 6, True)
    assert suerte["detalle"]["antes"] == golpe["detalle"]["antes"]
    assert efectos(suerte) == [("ficha", "ph", 4, 3), ("objetivo", "pv", 1, 6)]


def test_opciones_vigentes_de_un_ataque_y_de_un_golpe() -> None:
    vigentes = juego().opciones_vigentes
    ataque = ("danar", "suerte_de_los_dioses", "exito_poderoso")
    golpe = ("suerte_de_los_dioses", "atacar", "escudo_astillado", "sacudirse_las_heridas")

    for usada in ataque:
        assert vigentes(ataque, [usada]) == ()
    assert vigentes(golpe, ["suerte_de_los_dioses"]) == ()
    assert vigentes(golpe, ["escudo_astillado"]) == ("atacar",)
    assert vigentes(golpe, ["atacar"]) == ("atacar", "escudo_astillado", "sacudirse_las_heridas")
    assert vigentes(("quedar_fuera", "espabilarse"), ["espabilarse"]) == ()


@pytest.mark.parametrize("opcion", ["danar", "exito_poderoso", "suerte_de_los_dioses"])
def test_previa_para_es_la_respuesta_que_ofrece_la_opcion(opcion: str) -> None:
    cadena = [atacar((4, 5))]

    assert juego().previa_para(opcion, cadena) is cadena[0]
    assert juego().previa_para("atacar", cadena) is None
    assert juego().previa_para("sacudirse_las_heridas", cadena) is None


def test_actua_el_objetivo_solo_en_sus_opciones() -> None:
    golpe = golpear((6,), enemigo(arma=ESPADA))

    assert juego().actua(golpe, "escudo_astillado") == "objetivo"
    assert juego().actua(golpe, "suerte_de_los_dioses") == "ficha"


def test_turno_perdido_tras_sacudirse_con_la_accion_ya_gastada() -> None:
    golpe = golpear((6,), enemigo(actuo=True, turno=2))
    sacudida = tomar([golpe], "sacudirse_las_heridas", (6,))
    siguiente = pedir("fin_de_turno", sacudida["ficha"])
    tercero = pedir("fin_de_turno", siguiente["ficha"])

    assert (sacudida["ficha"]["pierde_turno"], sacudida["ficha"]["actuo"]) == (1, True)
    assert (siguiente["ficha"]["pierde_turno"], siguiente["ficha"]["actuo"]) == (0, True)
    assert error("retrasar", siguiente["ficha"]) == ("ya_actuo", "ficha.actuo")
    assert tercero["ficha"]["actuo"] is False


def test_repeticion_de_un_ataque_ofrece_lo_del_nuevo_resultado() -> None:
    fallo = atacar((1, 2))
    suerte = tomar([fallo], "suerte_de_los_dioses", (6, 6))
    legendario = tomar([suerte, fallo], "exito_legendario")

    assert (fallo["grado"], suerte["grado"], suerte["detalle"]["elecciones"]) == ("fallo", "exito_poderoso", 1)
    assert suerte["opciones"] == ["danar", "exito_legendario"]
    assert (legendario["grado"], legendario["ficha"]["ph"]) == ("exito_legendario", 2)
    assert seguir(legendario, "danar", (1,), opciones=["dano", "dano"])["detalle"]["opciones_dano"] == 12
