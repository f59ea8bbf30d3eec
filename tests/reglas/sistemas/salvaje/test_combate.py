"""The life of a fight, step by step: attack, damage, soak, fall, bleeding and cure."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.salvaje.apoyo import (
    ARCO,
    BOMBA,
    atacar,
    dado,
    danar,
    efectos,
    error,
    kira,
    orco,
    pedir,
    repetir,
)

CAIDA = {"heridas": 3, "incapacitado": True}


def test_abordaje_entero_de_punta_a_cabo() -> None:
    ataque = atacar((8, 2, 1))
    assert (ataque["grado"], ataque["opciones"]) == ("aumento", ["dano", "repetir"])
    # 8+1 and 8+3 and a 6 exploding into 2: 28 against Kira's Dureza 6
    dano = danar((8, 1, 8, 3, 6, 2), kira(), ataque)
    assert (dano["detalle"]["total"], dano["detalle"]["golpe"]["heridas"]) == (28, 5)
    assert dano["opciones"] == ["absorcion", "incapacitacion", "repetir"]
    absorcion = pedir("absorcion", dano["objetivo"], (3, 6, 2), previa=dano)
    assert (absorcion["detalle"]["absorbidas"], absorcion["detalle"]["restantes"]) == (2, 3)
    assert (absorcion["ficha"]["heridas"], absorcion["ficha"]["incapacitado"]) == (3, False)
    assert absorcion["opciones"] == ["gastar_beni", "repetir"]
    otro = danar((7, 7), absorcion["ficha"])
    assert (otro["detalle"]["resultado"], otro["opciones"][1]) == ("incapacitado", "incapacitacion")
    caida = pedir("incapacitacion", otro["objetivo"], (3, 5))
    assert (caida["grado"], caida["ficha"]["desangrandose"], caida["detalle"]["lesion"]) == (
        "fallo",
        True,
        "permanente",
    )
    turno = pedir("inicio_turno", caida["ficha"], (2, 6, 1))
    assert (turno["exito"], turno["ficha"]["desangrandose"], turno["detalle"]["puede_actuar"]) == (True, True, False)
    cura = pedir("estabilizar", None, (4, 1), turno["ficha"])
    assert efectos(cura) == [("objetivo", "desangrandose", True, False, "estabilizar")]


@pytest.mark.parametrize(
    ("dados", "grado", "heridas", "resultado"),
    [
        ((2, 1), "sin_efecto", 0, "nada"),
        ((2, 2), "sin_efecto", 0, "nada"),
        ((2, 3), "exito", 0, "aturdido"),
        ((5, 3), "exito", 0, "aturdido"),
        ((5, 4), "aumento", 1, "incapacitado"),
        ((5, 7), "aumento", 1, "incapacitado"),
        ((6, 7), "aumento", 2, "incapacitado"),
    ],
)
def test_golpe_cambia_justo_en_su_margen(dados: Any, grado: str, heridas: int, resultado: str) -> None:
    detalle = danar(dados)["detalle"]

    assert (detalle["resultado"], detalle["golpe"]["heridas"]) == (resultado, heridas)
    assert danar(dados)["grado"] == grado
    assert detalle["margen"] == sum(dados) - 5


@pytest.mark.parametrize(("pa", "efectiva"), [(0, 6), (1, 5), (2, 4), (3, 4), (20, 4)])
def test_pa_no_quita_mas_que_la_armadura(pa: int, efectiva: int) -> None:
    respuesta = pedir("dano_directo", None, (3,), dados_dano=[4], pa=pa)

    assert respuesta["detalle"]["dureza_efectiva"] == efectiva


def test_dano_suma_cada_cosa_por_su_nombre() -> None:
    fuerte = kira(atributos={"fuerza": dado(12, 3)}, carta="joker_negro")
    arma = {"tipo": "cuerpo_a_cuerpo", "dados_dano": [4], "bono": 1}
    ataque = atacar((1, 2), fuerte, arma=arma, localizacion="cabeza_o_vitales", superioridad=True, ataque_salvaje=True)
    assert ataque["detalle"]["modificadores"]["joker"] == 2

    detalle = danar((5, 2), ataque=ataque, bono=-1)["detalle"]

    assert detalle["modificadores"] == {
        "bono_fuerza": 3,
        "arma": 1,
        "declarado": -1,
        "joker": 2,
        "localizacion": 4,
        "superioridad": 4,
        "ataque_salvaje": 2,
    }
    assert (detalle["modificador_total"], detalle["total"]) == (15, 22)
    assert detalle["sumas"] == {"fuerza": 5, "arma": 2, "aumento": None}


def test_arma_sin_dados_suma_cero_y_no_nada() -> None:
    ataque = atacar(arma={"tipo": "desarmado"})

    assert danar((3,), ataque=ataque)["detalle"]["sumas"] == {"fuerza": 3, "arma": 0, "aumento": None}
    assert ataque["detalle"]["datos"]["arma"]["dados_dano"] == []


def test_area_alcanza_a_varios_con_la_misma_tirada() -> None:
    ataque = pedir("ataque", None, (5, 2), arma=BOMBA)

    assert "objetivo" not in ataque
    assert ataque["detalle"]["antes"]["objetivo"] is None
    for victima in (orco(), kira()):
        assert pedir("dano", ataque["ficha"], (3, 4), victima, ataque)["detalle"]["total"] == 7
    assert error("ataque", None, (), arma=ARCO) == ("campo_requerido", "objetivo")


MALAS: list[tuple[dict[str, Any], str]] = [
    ({"arma": BOMBA, "cobertura": "ligera"}, "cobertura"),
    ({"arma": BOMBA, "localizacion": "mano"}, "localizacion"),
    ({"alcance": "medio"}, "alcance"),
    ({"arma": {"tipo": "arrojada", "dados_dano": [4]}, "alcance": "extremo", "apuntar": True}, "alcance"),
    ({"apuntar": True}, "apuntar"),
    ({"arma": ARCO, "ataque_salvaje": True}, "ataque_salvaje"),
    ({"arma": ARCO, "multiples_oponentes": 1}, "multiples_oponentes"),
]


@pytest.mark.parametrize(("datos", "clave"), MALAS)
def test_ataque_rechaza_lo_que_no_va_con_el_arma(datos: dict[str, Any], clave: str) -> None:
    respuesta = atacar((), **datos)

    assert respuesta["error"]["codigo"] == "combinacion_invalida"
    assert respuesta["error"]["campo"] == f"datos.{clave}"


@pytest.mark.parametrize(
    ("tipo", "dados", "bien"),
    [
        ("desarmado", [4, 4], True),
        ("desarmado", [4, 4, 4], False),
        ("arrojada", [4] * 4, True),
        ("arrojada", [4] * 5, False),
        ("cuerpo_a_cuerpo", [], False),
        ("distancia", [4] * 10, True),
        ("hechizo", [], False),
    ],
)
def test_cada_arma_tiene_sus_dados(tipo: str, dados: list[int], bien: bool) -> None:
    respuesta = atacar((6, 2), arma={"tipo": tipo, "dados_dano": dados}, habilidad="fe")

    assert respuesta.get("error", {}).get("campo") == (None if bien else "datos.arma.dados_dano")


@pytest.mark.parametrize(
    ("alcance", "cobertura", "vale"),
    [("corto", "ninguna", 2), ("medio", "ninguna", 2), ("medio", "ligera", 4), ("largo", "casi_total", 4)],
)
def test_apuntar_vale_entre_dos_y_cuatro(alcance: str, cobertura: str, vale: int) -> None:
    respuesta = atacar((6, 2), arma=ARCO, alcance=alcance, cobertura=cobertura, apuntar=True, iluminacion="penumbra")

    assert respuesta["detalle"]["modificadores"]["apuntar"] == vale


def test_extremo_solo_deja_disparar_a_quien_apunta() -> None:
    assert error("ataque", None, (), orco(), arma=ARCO, alcance="extremo") == ("requiere_apuntar", "datos.alcance")
    assert atacar((6, 2), arma=ARCO, alcance="extremo", apuntar=True)["detalle"]["modificadores"]["apuntar"] == 0


@pytest.mark.parametrize(("en_turno", "dura"), [(False, 1), (True, 2)])
def test_ataque_salvaje_deja_vulnerable_hasta_el_fin_del_turno_siguiente(en_turno: bool, dura: int) -> None:
    respuesta = atacar((1, 2), kira(turno_iniciado=en_turno), ataque_salvaje=True)

    assert respuesta["exito"] is False
    assert efectos(respuesta) == [("ficha", "vulnerable", 0, dura, "ataque")]


def test_quien_ya_estaba_mas_vulnerable_no_lo_esta_menos() -> None:
    assert atacar((2, 3), kira(vulnerable=2), ataque_salvaje=True)["efectos"] == []


def test_fin_de_turno_descuenta_y_no_baja_de_cero() -> None:
    respuesta = pedir("fin_turno", kira(turno_iniciado=True, distraido=2))

    assert efectos(respuesta) == [
        ("ficha", "distraido", 2, 1, "fin_turno"),
        ("ficha", "turno_iniciado", True, False, "fin_turno"),
    ]


@pytest.mark.parametrize(
    ("dados", "grado", "cambia"),
    [
        ((1, 1), "pifia", {"muerto": True, "desangrandose": False}),
        ((3, 3), "fallo", {"muerto": True, "desangrandose": False}),
        (
            (
                3,
                5,
            ),
            "fallo",
            {"muerto": True, "desangrandose": False},
        ),
        ((3, 6, 1), "exito", {"muerto": False, "desangrandose": True}),
        ((3, 6, 5), "aumento", {"muerto": False, "desangrandose": False}),
    ],
)
def test_minuto_desangrandose_decide_con_las_heridas(dados: Any, grado: str, cambia: dict[str, bool]) -> None:
    respuesta = pedir("minuto", kira(**CAIDA, desangrandose=True), dados)

    assert respuesta["grado"] == grado
    assert {clave: respuesta["ficha"][clave] for clave in cambia} == cambia
    assert respuesta["ficha"]["incapacitado"] is True
    assert respuesta["ficha"]["turno_iniciado"] is False


@pytest.mark.parametrize(
    ("dados", "muere", "cae"), [((1, 1), True, True), ((3,), True, True), ((4,), False, True), ((6, 2), False, False)]
)
def test_suerte_de_un_extra_se_decide_con_una_tirada(dados: Any, muere: bool, cae: bool) -> None:
    herido = orco(incapacitado=True, incapacitacion_pendiente=True)

    respuesta = pedir("incapacitacion", herido, dados)

    assert (respuesta["ficha"]["muerto"], respuesta["ficha"]["incapacitado"]) == (muere, cae)
    assert respuesta["ficha"]["incapacitacion_pendiente"] is False
    assert (respuesta["detalle"]["lesion"], respuesta["ficha"]["desangrandose"]) == (None, False)


def test_dia_incapacitado_levanta_y_despeja() -> None:
    caida = kira(**CAIDA, aturdido=True, distraido=1, vulnerable=2)

    assert efectos(pedir("fin_de_dia", caida, (4, 4, 1, 2))) == [
        ("ficha", "aturdido", True, False, "fin_de_dia"),
        ("ficha", "distraido", 1, 0, "fin_de_dia"),
        ("ficha", "vulnerable", 2, 0, "fin_de_dia"),
        ("ficha", "incapacitado", True, False, "fin_de_dia"),
    ]
    assert pedir("fin_de_dia", caida, (3, 2))["efectos"] == []


QUE_ACTUAN = ("tirada", "ataque", "prueba", "estabilizar", "curar", "gobernar_barco")


@pytest.mark.parametrize("accion", QUE_ACTUAN)
@pytest.mark.parametrize(
    ("estado", "codigo"),
    [
        ({"aturdido": True}, "aturdido"),
        ({"incapacitado": True, "aturdido": True}, "incapacitado"),
        ({"muerto": True, "incapacitado": True}, "muerto"),
    ],
)
def test_accion_pide_estar_en_pie(accion: str, estado: dict[str, bool], codigo: str) -> None:
    datos: dict[str, Any] = {"tirada": {"rasgo": "vigor"}, "ataque": {"arma": ARCO}}.get(accion, {})
    if accion == "prueba":
        datos = {"rasgo": "provocar", "atributo": "astucia", "efecto": "distraer"}
    contra = orco() if accion in ("ataque", "prueba", "estabilizar", "curar") else None

    assert error(accion, kira(**estado), (), contra, **datos) == (codigo, f"ficha.{codigo}")


@pytest.mark.parametrize("accion", ["inicio_turno", "minuto", "fin_de_dia", "curacion_natural", "dano_directo"])
def test_caida_sin_resolver_va_antes_que_nada(accion: str) -> None:
    datos = {"dados_dano": [6]} if accion == "dano_directo" else {}
    caida = kira(**CAIDA, incapacitacion_pendiente=True, desangrandose=True)

    assert error(accion, caida, (), **datos) == ("incapacitacion_pendiente", "ficha.incapacitacion_pendiente")
    for otra in ("estabilizar", "curar"):
        assert error(otra, None, (), caida)[1] == "objetivo.incapacitacion_pendiente"


def test_golpe_a_quien_ya_cayo_pide_otra_tirada_solo_a_un_comodin() -> None:
    heridas = danar((8, 1, 8, 1), kira(**CAIDA))
    extra = danar((8, 1, 8, 1), orco(incapacitado=True))

    assert ("objetivo", "incapacitacion_pendiente", False, True, "dano") in efectos(heridas)
    assert heridas["objetivo"]["heridas"] == 3
    assert extra["objetivo"]["incapacitacion_pendiente"] is False
    assert extra["detalle"]["resultado"] == "incapacitado"


@pytest.mark.parametrize(
    ("margen", "fisico", "heridas"), [(0, True, 1), (3, True, 1), (3, False, 0), (4, False, 1), (4, True, 1)]
)
def test_aturdido_se_hiere_si_es_fisico(margen: int, fisico: bool, heridas: int) -> None:
    respuesta = pedir("dano_directo", kira(aturdido=True), (1,), dados_dano=[4], bono=margen + 5, fisico=fisico)

    assert (respuesta["detalle"]["margen"], respuesta["ficha"]["heridas"]) == (margen, heridas)
    assert respuesta["ficha"]["absorcion_pendiente"] is (heridas > 0)


def test_absorberlo_todo_quita_tambien_el_aturdido_de_antes() -> None:
    golpe = pedir("dano_directo", kira(aturdido=True, heridas=1), (8, 1), dados_dano=[8], bono=1)
    assert golpe["detalle"]["golpe"]["heridas"] == 1

    absorcion = pedir("absorcion", golpe["ficha"], (3, 5), previa=golpe)

    assert absorcion["detalle"]["modificadores"]["heridas"] == -1
    assert efectos(absorcion) == [
        ("ficha", "benis", 3, 2, "beni"),
        ("ficha", "heridas", 2, 1, "absorcion"),
        ("ficha", "aturdido", True, False, "absorcion"),
        ("ficha", "absorcion_pendiente", True, False, "absorcion"),
    ]
    assert error("absorcion", absorcion["ficha"], (), previa=golpe) == ("nada_que_absorber", "previa")


@pytest.mark.parametrize(
    ("total", "aturdido", "contrario"), [(5, False, False), (6, False, False), (9, False, False), (10, True, True)]
)
def test_resistir_pierde_por_cuatro_y_queda_aturdido(total: int, aturdido: bool, contrario: bool) -> None:
    prueba = pedir(
        "prueba", None, (5, 2), orco(), rasgo="provocar", atributo="espiritu", efecto="distraer", modificador=total - 5
    )

    respuesta = pedir("resistir", prueba["objetivo"], (5,), previa=prueba, modificador=1)

    assert (respuesta["detalle"]["vo"], respuesta["detalle"]["margen"]) == (total, total - 6)
    assert respuesta["exito"] is (total <= 6)
    assert (respuesta["ficha"]["aturdido"], respuesta["detalle"]["aumento_contrario"]) == (aturdido, contrario)
    assert respuesta["ficha"]["distraido"] == int(total > 6)


def test_repetir_deshace_la_muerte_y_vuelve_a_hacerlo_todo() -> None:
    muerta = pedir("inicio_turno", kira(**CAIDA, desangrandose=True), (3, 3))
    assert muerta["ficha"]["muerto"] is True

    viva = repetir(muerta, (3, 6, 5))

    assert (viva["grado"], viva["ficha"]["muerto"], viva["ficha"]["desangrandose"]) == ("aumento", False, False)
    assert viva["ficha"]["turno_iniciado"] is True
    assert efectos(viva) == [
        ("ficha", "benis", 3, 2, "beni"),
        ("ficha", "muerto", True, False, "inicio_turno"),
    ]


def test_repetir_una_absorcion_parte_otra_vez_del_golpe() -> None:
    golpe = pedir("dano_directo", None, (8, 6), dados_dano=[8])
    assert golpe["detalle"]["golpe"]["heridas"] == 2
    primera = pedir("absorcion", golpe["ficha"], (2, 3), previa=golpe)
    assert (primera["detalle"]["absorbidas"], primera["ficha"]["benis"]) == (0, 2)

    segunda = repetir(primera, (2, 6, 2))

    assert (segunda["detalle"]["absorbidas"], segunda["ficha"]["heridas"], segunda["ficha"]["benis"]) == (2, 0, 1)
    assert segunda["ficha"]["aturdido"] is False
    assert segunda["detalle"]["accion_original"] == "absorcion"


def test_repetir_exige_el_objetivo_de_la_previa() -> None:
    con, sin = atacar(), pedir("tirada", None, (4, 2), rasgo="astucia")

    assert error("repetir", con["ficha"], (), None, con) == ("campo_requerido", "objetivo")
    assert error("repetir", sin["ficha"], (), orco(), sin) == ("combinacion_invalida", "objetivo")
    assert error("repetir", kira(heridas=1), (), None, sin) == ("previa_obsoleta", "previa")
    assert error("repetir", con["ficha"], (), orco(aturdido=True), con) == ("previa_obsoleta", "previa")


def forjada(previa: Any, **detalle: Any) -> Any:
    """Return a response with another detail."""
    return {**previa, "detalle": {**previa["detalle"], **detalle}}


@pytest.mark.parametrize(
    "detalle",
    [
        {"total": "5"},
        {"dado": 7},
        {"dado": True},
        {"mejor": ["rasgo"]},
        {"total_rasgo": None},
        {"total_salvaje": False},
        {"antes": {}},
        {"antes": {"ficha": {"heridas": 0}, "objetivo": None}},
        {"rasgo": 4},
    ],
)
def test_repetir_rechaza_una_previa_forjada(detalle: Any) -> None:
    previa = forjada(pedir("tirada", None, (4, 2), rasgo="astucia"), **detalle)

    assert error("repetir", previa["ficha"], (), None, previa) == ("previa_invalida", "previa")


@pytest.mark.parametrize("detalle", [{"sumas": 3}, {"sumas": {"arma": "x"}}, {"arma": {}}, {"datos": {"fisico": 1}}])
def test_repetir_rechaza_un_dano_forjado(detalle: Any) -> None:
    previa = forjada(danar((2, 2)), **detalle)

    assert error("repetir", previa["ficha"], (), previa["objetivo"], previa) == ("previa_invalida", "previa")


def test_repetir_rechaza_un_dano_que_no_dice_a_quien() -> None:
    previa = {clave: valor for clave, valor in danar((2, 2)).items() if clave != "objetivo"}

    assert error("repetir", previa["ficha"], (), None, previa) == ("previa_invalida", "previa")


@pytest.mark.parametrize(
    "cambios", [{"sistema": "otro"}, {"accion": 3}, {"detalle": []}, {"ficha": None}, {"error": {}}]
)
def test_previa_que_no_es_una_respuesta_se_rechaza(cambios: Any) -> None:
    previa = {**pedir("gobernar_barco", None, (3, 2)), **cambios}

    assert error("deriva", None, (), None, previa) == ("previa_invalida", "previa")


@pytest.mark.parametrize(
    ("hora", "grados", "rumbo"), [(1, 30, "amura_de_estribor"), (6, 180, "popa"), (9, 270, "babor")]
)
def test_deriva_lee_el_reloj(hora: int, grados: int, rumbo: str) -> None:
    detalle = pedir("deriva", None, (hora,))["detalle"]

    assert (detalle["hora"], detalle["grados"], detalle["rumbo"]) == (hora, grados, rumbo)
