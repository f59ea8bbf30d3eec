"""What the host reads of the system besides its rules: sheets to start from, day's end, continuations, labels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from reglas.motor import sistema
from reglas.nucleo.sistema import Medidor
from reglas.sistemas.salvaje.acciones.repetir import REPETIBLES
from reglas.sistemas.salvaje.ficha import CLAVES_DE_ESTADO
from tests.reglas.sistemas.salvaje.apoyo import atacar, dado, danar, error, kira, orco, pedir

JUEGO = sistema("salvaje")


def completa(**cambios: Any) -> dict[str, Any]:
    """Return Kira's sheet with every key."""
    return JUEGO.validar_ficha(kira(**cambios))


def test_plantillas_son_comodines_validos() -> None:
    assert [plantilla.clave for plantilla in JUEGO.plantillas] == ["guerrero", "tirador", "marino", "devoto"]
    for plantilla in JUEGO.plantillas:
        creada = JUEGO.validar_ficha({**plantilla.ficha, "nombre": "Ane"})
        puntos = sum((atributo["dado"] - 4) // 2 for atributo in creada["atributos"].values())
        assert (creada["comodin"], creada["benis"], creada["heridas_max"]) == (True, 3, 3)
        assert puntos <= 6
    assert JUEGO.ficha_vacia("Ane")["nombre"] == "Ane"


def test_pasos_de_creacion_nombran_campos_que_existen() -> None:
    for paso in JUEGO.pasos_de_creacion:
        assert paso.titulo
        assert paso.regla
        assert set(paso.campos) <= set(JUEGO.etiquetas.ficha)


@pytest.mark.parametrize(("nivel", "caras"), [(0, 4), (1, 4), (2, 6), (4, 10), (5, 12), (9, 12)])
def test_pnj_rapido_es_un_extra_tan_bueno_como_su_nivel(nivel: int, caras: int) -> None:
    extra = JUEGO.pnj_rapido("Rata", nivel)

    assert JUEGO.validar_ficha(extra) == extra
    assert (extra["comodin"], extra["benis"], extra["heridas_max"]) == (False, 0, 0)
    assert extra["atributos"]["vigor"] == extra["habilidades"]["pelear"] == dado(caras)
    assert extra["dureza"] == extra["parada"] == 2 + caras // 2


def test_todos_los_personajes_tienen_la_misma_ficha() -> None:
    assert JUEGO.objetivos["ficha"] is JUEGO.ficha
    assert {accion.tipo_objetivo for accion in JUEGO.acciones.values() if accion.objetivo != "no"} == {"ficha"}


def test_defectos_salen_de_los_dados() -> None:
    ficha = JUEGO.validar_ficha({"atributos": {"vigor": dado(12, 3)}, "habilidades": {"pelear": dado(12, 1)}})

    assert (ficha["dureza"], ficha["parada"], ficha["paso"], ficha["dado_carrera"]) == (9, 8, 6, 6)
    assert JUEGO.validar_ficha({})["parada"] == 2


@pytest.mark.parametrize(
    ("ficha", "codigo", "campo"),
    [
        ({"armadura": 98, "atributos": {"vigor": dado(4)}}, "fuera_de_rango", "ficha.dureza"),
        ({"armadura": 5, "dureza": 5}, "fuera_de_rango", "ficha.armadura"),
        ({"heridas": 1}, "fuera_de_rango", "ficha.heridas"),
        ({"comodin": True, "heridas": 4}, "fuera_de_rango", "ficha.heridas"),
        ({"atributos": {"vigor": dado(10, 1)}}, "fuera_de_rango", "ficha.atributos.vigor.bono"),
        ({"atributos": {"vigor": {"bono": 1}}}, "campo_requerido", "ficha.atributos.vigor.dado"),
        ({"habilidades": {"vigor": dado(4)}}, "campo_desconocido", "ficha.habilidades.vigor"),
        ({"habilidades": {"fe ciega": dado(4)}}, "campo_desconocido", "ficha.habilidades.fe ciega"),
        ({"habilidades": {"a" * 41: dado(4)}}, "campo_desconocido", "ficha.habilidades." + "a" * 41),
        ({"carta": "1P"}, "fuera_de_rango", "ficha.carta"),
        ({"desangrandose": True}, "ficha_incoherente", "ficha.desangrandose"),
        (
            {"incapacitacion_pendiente": True, "incapacitado": True, "muerto": True},
            "ficha_incoherente",
            "ficha.incapacitacion_pendiente",
        ),
    ],
)
def test_ficha_imposible_se_rechaza_en_su_sitio(ficha: dict[str, Any], codigo: str, campo: str) -> None:
    assert error("mover", ficha) == (codigo, campo)


def test_ficha_llega_hasta_sus_limites() -> None:
    justa = {"dureza": 99, "armadura": 98, "habilidades": {"a" * 40: dado(4), "vigoroso": dado(4)}, "carta": None}

    assert pedir("mover", justa)["ficha"]["armadura"] == 98


def test_medidores_y_estado_resumen_la_ficha() -> None:
    assert JUEGO.medidores(completa(heridas=2)) == (
        Medidor("Heridas", 2, 3, "heridas"),
        Medidor("Benis", 3, None, "benis"),
    )
    caida = {"incapacitado": True, "heridas": 3, "aturdido": True}
    estados = ({}, {"heridas": 1}, {"heridas": 1, "aturdido": True}, caida, {**caida, "desangrandose": True})
    assert [JUEGO.estado(completa(**estado)) for estado in estados] == [
        "Ileso",
        "Herido",
        "Aturdido",
        "Incapacitado",
        "Desangrándose",
    ]
    assert JUEGO.estado(completa(**caida, muerto=True)) == "Muerto"


@dataclass(frozen=True)
class Dia:
    """A day as the host tells it."""

    seguidos: dict[str, int] = field(default_factory=dict)


CAIDA = {"incapacitado": True, "heridas": 3}


def acaba(dia: Any = None, **cambios: Any) -> list[str]:
    """Return the actions that close a day."""
    return [accion for accion, _datos in JUEGO.fin_de_dia(completa(**cambios), dia)]  # type: ignore[call-arg]


def test_fin_de_dia_tira_por_quien_lo_paso_incapacitado() -> None:
    assert acaba() == []
    assert acaba(**CAIDA) == ["fin_de_dia"]
    assert acaba(**CAIDA, desangrandose=True) == []
    assert acaba(**CAIDA, incapacitacion_pendiente=True) == []
    assert acaba(**CAIDA, muerto=True) == []
    extra = JUEGO.validar_ficha(orco(incapacitado=True, incapacitacion_pendiente=True))
    assert [accion for accion, _datos in JUEGO.fin_de_dia(extra)] == ["fin_de_dia"]


@pytest.mark.parametrize(("dias", "toca"), [(0, False), (1, False), (4, False), (5, True), (6, False), (10, True)])
def test_fin_de_dia_cura_a_los_heridos_cada_cinco(dias: int, toca: bool) -> None:
    dia = Dia({"herido": dias})

    assert acaba(dia, heridas=1) == ["curacion_natural"] * toca
    assert acaba(dia, **CAIDA) == ["fin_de_dia", *["curacion_natural"] * toca]
    assert acaba(dia) == []


def test_renovacion_repone_los_benis_que_faltan() -> None:
    assert JUEGO.renovacion(completa(benis=1)) == (("premiar_beni", {"cantidad": 2}),)
    assert JUEGO.renovacion(completa(benis=3)) == ()
    assert JUEGO.renovacion(completa(benis=5)) == ()
    assert JUEGO.renovacion(completa(benis=0, muerto=True)) == ()
    assert JUEGO.renovacion(JUEGO.validar_ficha(orco())) == ()


def test_continuaciones_llevan_a_acciones_que_existen() -> None:
    for opcion, continuacion in JUEGO.continuaciones.items():
        assert continuacion.opcion == opcion
        assert continuacion.accion in JUEGO.acciones
        assert continuacion.cierra <= set(JUEGO.continuaciones)
        assert opcion not in continuacion.cierra
        assert continuacion.sustituye == (opcion == "repetir")
    assert list(JUEGO.etiquetas.opciones) == list(JUEGO.continuaciones)


def test_absorber_y_resistir_son_del_jugador_del_objetivo() -> None:
    continuaciones = JUEGO.continuaciones

    def quien(opcion: str, original: str, *, con_objetivo: bool = True) -> str:
        return continuaciones[opcion].actua_tras(original, con_objetivo=con_objetivo)

    for opcion in ("absorcion", "incapacitacion", "gastar_beni"):
        assert quien(opcion, "dano") == "objetivo"
        assert quien(opcion, "dano_directo", con_objetivo=False) == "ficha"
        assert continuaciones[opcion].objetivo_tras("dano") == "no"
    assert quien("resistir", "prueba") == "objetivo"
    assert quien("incapacitacion", "curar") == "objetivo"
    assert quien("incapacitacion", "curar", con_objetivo=False) == "ficha"
    assert quien("repetir", "dano") == quien("dano", "ataque") == "ficha"


def test_dano_va_al_mismo_o_a_varios_si_es_de_area() -> None:
    dano = JUEGO.continuaciones["dano"]
    uno, area = (
        atacar()["detalle"],
        pedir("ataque", None, (5, 2), arma={"tipo": "arrojada", "dados_dano": [6], "area": True}),
    )

    assert (dano.objetivo_tras("ataque", uno), dano.es_de_varios(uno)) == ("mismo", False)
    assert (dano.objetivo_tras("ataque", area["detalle"]), dano.es_de_varios(area["detalle"])) == ("otro", True)
    assert JUEGO.opciones_vigentes(area["opciones"], ["dano"], area["detalle"]) == ("dano",)
    assert JUEGO.opciones_vigentes(area["opciones"], ["dano"], uno) == ()


@pytest.mark.parametrize(
    ("usada", "quedan"),
    [
        ("absorcion", ()),
        ("incapacitacion", ()),
        ("gastar_beni", ("incapacitacion",)),
        ("repetir", ()),
    ],
)
def test_opciones_de_un_golpe_se_cierran_unas_a_otras(usada: str, quedan: tuple[str, ...]) -> None:
    ofrece = ("absorcion", "incapacitacion", "gastar_beni", "repetir")

    assert JUEGO.opciones_vigentes(ofrece, [usada]) == quedan


def test_previa_para_busca_la_respuesta_que_se_continua() -> None:
    ataque, dano = {"accion": "ataque"}, {"accion": "dano"}

    assert JUEGO.previa_para("absorcion", [dano, ataque]) is dano
    assert JUEGO.previa_para("dano", [ataque]) is ataque
    assert JUEGO.previa_para("incapacitacion", [dano, ataque]) is None
    assert JUEGO.previa_para("gastar_beni", [dano, ataque]) is None


def test_etiquetas_cubren_todo_lo_que_puede_nombrar_una_respuesta() -> None:
    etiquetas = JUEGO.etiquetas
    ataque = atacar((8, 2, 1))
    dano = danar((2, 2, 1), ataque=ataque)
    respuestas = (ataque, dano, pedir("carta_accion", None, (5,)), pedir("mover"), pedir("deriva", None, (5,)))
    calladas = {"datos", "antes", "golpe", "arma"}

    for respuesta in respuestas:
        assert set(respuesta["detalle"]) - calladas <= set(etiquetas.detalle)
        assert set(respuesta["detalle"].get("modificadores", {})) <= set(etiquetas.palabras) | {"dado"}
        assert {tirada["motivo"] for tirada in respuesta["tiradas"]} <= set(etiquetas.motivos)
    assert {"benis", *CLAVES_DE_ESTADO} <= set(etiquetas.ficha)
    assert set(JUEGO.acciones) | {"beni"} <= set(etiquetas.motivos)
    assert set(etiquetas.grados) == JUEGO.fallos | {"exito", "aumento"}
    assert etiquetas.palabras["10C"] == "10♥"


def test_repetibles_son_las_catorce_de_la_pagina() -> None:
    assert set(REPETIBLES) == {
        "tirada",
        "ataque",
        "dano",
        "absorcion",
        "incapacitacion",
        "inicio_turno",
        "minuto",
        "fin_de_dia",
        "curacion_natural",
        "estabilizar",
        "curar",
        "prueba",
        "resistir",
        "gobernar_barco",
    }


def test_resumen_nombra_a_quien_no_tiene_nombre() -> None:
    assert pedir("mover", orco(nombre=""))["resumen"] == "Alguien puede moverse 6 casillas."
    assert pedir("tirada", None, (5, 2), rasgo="astucia")["resumen"] == (
        "Kira lo consigue con Astucia: saca 5 y necesitaba 4."
    )
    assert pedir("ataque", None, (5, 2), arma={"tipo": "arrojada", "dados_dano": [6], "area": True})["resumen"] == (
        "Kira acierta a un área: saca 5 y necesitaba 4."
    )
