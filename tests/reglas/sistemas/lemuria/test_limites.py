"""Edges that the worked cases leave: ranges reached exactly, the order of the checks, what each class lacks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import (
    ARCO,
    DAGA,
    ESPADA,
    HACHA,
    atacar,
    completa,
    efectos,
    enemigo,
    error,
    error_al_seguir,
    golpear,
    heroe,
    pedir,
    pnj,
    seguir,
)

FC_EN_TURNO_1 = {"iniciativa_grado": "fallo_calamitoso", "turno": 1}


@pytest.mark.parametrize(
    ("sujeto", "esperado"),
    [
        (heroe(pv=0, estado="activo"), "ficha.estado"),
        (heroe(pv=0, estado="moribundo"), "ficha.estado"),
        (heroe(pv=-1, estado="aturdido"), "ficha.estado"),
        (heroe(pv=-1, estado="fuera_de_combate"), "ficha.estado"),
        (heroe(pv=-6, estado="moribundo"), "ficha.estado"),
        (heroe(pv=-5, estado="muerto"), "ficha.estado"),
        (heroe(pv=1, estado="estabilizado"), "ficha.estado"),
        (pnj("chusma", pv=0, estado="aturdido"), "ficha.estado"),
        (pnj("chusma", pv=1, estado="muerto"), "ficha.estado"),
        (pnj("chusma", numero=0), "ficha.numero"),
        (pnj("chusma", pv=0, numero=1), "ficha.numero"),
    ],
)
def test_ficha_que_se_contradice(sujeto: Any, esperado: str) -> None:
    assert error("fin_de_turno", sujeto) == ("ficha_incoherente", esperado)


@pytest.mark.parametrize(
    ("pv", "estado"),
    [
        (0, "aturdido"),
        (0, "fuera_de_combate"),
        (0, "inconsciente"),
        (0, "estabilizado"),
        (-1, "moribundo"),
        (-5, "moribundo"),
        (-5, "inconsciente"),
        (-6, "muerto"),
        (-6, "estabilizado"),
        (-6, "inconsciente"),
    ],
)
def test_ficha_admite_cada_estado_de_su_tabla(pv: int, estado: str) -> None:
    assert completa(heroe(pv=pv, estado=estado))["estado"] == estado


def test_ficha_deduce_el_estado_de_los_pv() -> None:
    deducidos = {pv: completa(heroe(pv=pv))["estado"] for pv in (12, 1, 0, -1, -5, -6, -99)}
    de_chusma = {pv: completa(pnj("chusma", pv=pv)) for pv in (3, 1, 0, -9)}

    assert deducidos == {
        12: "activo",
        1: "activo",
        0: "aturdido",
        -1: "moribundo",
        -5: "moribundo",
        -6: "muerto",
        -99: "muerto",
    }
    assert {pv: (f["estado"], f["numero"]) for pv, f in de_chusma.items()} == {
        3: ("activo", 1),
        1: ("activo", 1),
        0: ("inconsciente", 0),
        -9: ("inconsciente", 0),
    }


@pytest.mark.parametrize(
    ("cambios", "esperado"),
    [
        ({"arma": None, "arma_secundaria": DAGA}, ("armas_no_validas", "ficha.arma_secundaria")),
        ({"arma": DAGA, "arma_secundaria": DAGA, "escudo": "pequeno"}, ("manos_insuficientes", "ficha.escudo")),
        ({"arma": HACHA, "escudo": "grande"}, ("manos_insuficientes", "ficha.escudo")),
        ({"arma": HACHA, "arma_secundaria": DAGA}, ("manos_insuficientes", "ficha.arma_secundaria")),
        ({"arma": DAGA, "arma_secundaria": HACHA}, ("manos_insuficientes", "ficha.arma_secundaria")),
        ({"pv": 5, "dano_sin_armas": 8}, ("fuera_de_rango", "ficha.dano_sin_armas")),
        ({"profesiones": {"Mago": 1, "mago ": 2}}, ("nombre_repetido", "ficha.profesiones")),
        ({"profesiones": {"": 1}}, ("fuera_de_rango", "ficha.profesiones")),
        ({"clase": "chusma", "pv_max": 4}, ("fuera_de_rango", "ficha.pv_max")),
        ({"clase": "villano", "ph": 1}, ("campo_desconocido", "ficha.ph")),
        ({"conoce_trucos": True}, ("campo_desconocido", "ficha.conoce_trucos")),
        ({"clase": "villano", "atontado": True}, ("campo_desconocido", "ficha.atontado")),
    ],
)
def test_ficha_rechaza(cambios: Any, esperado: tuple[str, str]) -> None:
    assert error("fin_de_turno", heroe(**cambios)) == esperado


def test_ficha_admite_manos_llenas() -> None:
    assert completa(heroe(arma=HACHA))["arma"]["categoria"] == "grande"
    assert completa(heroe(arma=ARCO, escudo="pequeno"))["escudo"] == "pequeno"
    assert completa(heroe(pv=5, dano_sin_armas=7))["dano_sin_armas"] == 7
    assert completa(pnj("chusma", pv_max=3))["pv"] == 3


@pytest.mark.parametrize(
    ("accion", "sujeto", "esperado"),
    [
        ("posicion", heroe(pv=0), ("no_puede_actuar", "ficha.estado")),
        ("posicion", pnj(atontado=True), ("no_puede_actuar", "ficha.atontado")),
        ("posicion", heroe(**FC_EN_TURNO_1), ("no_puede_actuar", "ficha.iniciativa_grado")),
        ("posicion", heroe(actuo=True), ("ya_actuo", "ficha.actuo")),
    ],
)
def test_no_elige_posicion_quien_no_puede(accion: str, sujeto: Any, esperado: tuple[str, str]) -> None:
    assert error(accion, sujeto, posicion="normal") == esperado


@pytest.mark.parametrize(
    ("cambios", "esperado"),
    [
        ({"posicion": "completa", "actuo": True}, ("defensa_completa", "ficha.posicion")),
        ({"actuo": True, "retrasando": True}, ("ya_actuo", "ficha.actuo")),
        ({"retrasando": True}, ("accion_retrasada", "ficha.retrasando")),
        (FC_EN_TURNO_1, ("no_puede_actuar", "ficha.iniciativa_grado")),
    ],
)
@pytest.mark.parametrize("accion", ["atacar", "tirada", "retrasar", "estabilizar"])
def test_accion_del_turno_se_gasta_una_vez(accion: str, cambios: Any, esperado: tuple[str, str]) -> None:
    datos: dict[str, Any] = {"tirada": {"atributo": "mente", "gasta_accion": True}}.get(accion, {})
    objetivo = {"atacar": pnj(), "estabilizar": pnj(pv=-1)}.get(accion)

    assert error(accion, heroe(**cambios), (), objetivo, **datos) == esperado


def test_fallo_calamitoso_solo_pesa_en_el_primer_turno() -> None:
    assert atacar(sujeto=heroe(iniciativa_grado="fallo_calamitoso", turno=2))["exito"] is True
    assert atacar(sujeto=heroe(iniciativa_grado="fallo", turno=1))["exito"] is True
    de_segundo = {"iniciativa_grado": "fallo_calamitoso", "turno": 2, "escudo": "grande"}
    assert atacar(objetivo=enemigo(**{**de_segundo, "turno": 1}))["detalle"]["defensa_escudo"] == 0
    assert atacar(objetivo=enemigo(**de_segundo))["detalle"]["defensa_escudo"] == 1


@pytest.mark.parametrize("accion", ["atacar", "tirada", "estabilizar"])
def test_accion_retrasada_se_toma_al_final(accion: str) -> None:
    datos: dict[str, Any] = {"tirada": {"atributo": "mente", "gasta_accion": True}}.get(accion, {})
    objetivo = {"atacar": pnj(), "estabilizar": pnj(pv=-1)}.get(accion)

    hecha = pedir(accion, heroe(retrasando=True, dano_reciente=2), (4, 4), objetivo, al_final=True, **datos)

    assert (hecha["ficha"]["retrasando"], hecha["ficha"]["actuo"], hecha["ficha"]["dano_reciente"]) == (False, True, 0)
    assert error(accion, heroe(), (), objetivo, al_final=True, **datos) == ("no_retraso", "datos.al_final")


def test_tirada_sin_gastar_la_accion_la_hace_cualquiera_que_viva() -> None:
    assert pedir("tirada", heroe(pv=0, actuo=True), (4, 4), atributo="mente")["ficha"]["actuo"] is True
    assert pedir("tirada", heroe(), (4, 4), atributo="mente")["ficha"]["actuo"] is False
    assert error("tirada", heroe(pv=-6), atributo="mente") == ("no_puede_actuar", "ficha.estado")
    assert error("tirada", heroe(), atributo="mente", al_final=True) == ("combinacion_invalida", "datos.al_final")


@pytest.mark.parametrize(("dados", "grado"), [((1, 1), "fallo_automatico"), ((6, 6), "exito_poderoso")])
def test_natural_manda_sobre_el_total(dados: Any, grado: str) -> None:
    alto, bajo = ({"modificador": m, "atributo": "mente"} for m in (20, -20))
    assert pedir("tirada", heroe(), dados, **alto)["grado"] == grado
    assert pedir("tirada", heroe(), dados, **bajo)["grado"] == grado


def test_total_de_nueve_acierta_y_ocho_no() -> None:
    assert pedir("tirada", heroe(), (4, 4), atributo="mente")["grado"] == "exito"
    assert pedir("tirada", heroe(), (4, 3), atributo="mente")["grado"] == "fallo"
    assert pedir("tirada", heroe(), (1, 2), atributo="mente", modificador=4)["grado"] == "fallo"
    assert pedir("tirada", heroe(), (6, 5), atributo="mente", modificador=-3)["grado"] == "exito"


@pytest.mark.parametrize(
    ("datos", "dados", "conservados", "motivos"),
    [
        ({"dados_extra": 1}, (1, 5, 3), [5, 3], ["tarea", "tarea", "dado_extra"]),
        ({"dados_penalizacion": 1}, (1, 5, 3), [3, 1], ["tarea", "tarea", "dado_penalizacion"]),
        ({"dados_extra": 2, "dados_penalizacion": 2}, (1, 5), [5, 1], ["tarea", "tarea"]),
        ({"dados_extra": 3, "dados_penalizacion": 1}, (1, 5, 3, 6), [6, 5], ["tarea", "tarea", *["dado_extra"] * 2]),
    ],
)
def test_dados_de_mas_y_de_penalizacion(datos: Any, dados: Any, conservados: Any, motivos: Any) -> None:
    hecha = pedir("tirada", heroe(), dados, atributo="mente", **datos)

    assert hecha["detalle"]["conservados"] == conservados
    assert [t["motivo"] for t in hecha["tiradas"]] == motivos


def test_lisiado_y_penalizacion_proxima_suman_dados() -> None:
    lisiado = heroe(lisiado=["mente", "cuerpo_a_cuerpo", "agilidad"], penalizacion_proxima=True)

    tarea = pedir("tirada", lisiado, (4, 4, 4, 4, 4), atributo="mente", habilidad="cuerpo_a_cuerpo")
    ataque = atacar((4, 4, 4, 4, 4), lisiado)
    de_fuerza = atacar((4, 4, 4, 4), lisiado, atributo="fuerza", aprobado_dj=True)
    cura = pedir("tratar", lisiado, (4, 4, 4, 4))
    sin_eso = pedir("tirada", heroe(lisiado=["mente"]), (4, 4), atributo="fuerza")

    assert [r["detalle"]["dados_penalizacion"] for r in (tarea, ataque, de_fuerza, cura, sin_eso)] == [3, 3, 2, 2, 0]
    assert tarea["ficha"]["penalizacion_proxima"] is False
    assert efectos(sin_eso) == []


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


def legendario(objetivo: Any) -> Any:
    """Hit with a legendary success."""
    return seguir(atacar((6, 6), objetivo=objetivo), "exito_legendario")


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


@pytest.mark.parametrize(
    ("datos", "sorpresa", "enemigo_", "total"),
    [
        ({}, 0, 0, 10),
        ({"sorprendido": True}, -1, 0, 9),
        ({"emboscada": True}, 2, 0, 12),
        ({"enemigos": [{"clase": "maton", "iniciativa": 1}, {"clase": "villano", "iniciativa": 3}]}, 0, -3, 7),
        ({"enemigos": [{"clase": "chusma", "iniciativa": 9}, {"clase": "maton", "iniciativa": -2}]}, 0, 2, 12),
        ({"enemigos": [{"clase": "maton"}, {"clase": "villano", "iniciativa": -2}]}, 0, 0, 10),
    ],
)
def test_iniciativa_suma_y_resta(datos: Any, sorpresa: int, enemigo_: int, total: int) -> None:
    hecha = pedir("iniciativa", heroe(), (4, 4), **datos)

    assert [hecha["detalle"][k] for k in ("sorpresa", "enemigo", "total")] == [sorpresa, enemigo_, total]
    assert (hecha["ficha"]["turno"], hecha["ficha"]["iniciativa_grado"]) == (1, hecha["grado"])


@pytest.mark.parametrize(
    ("dados", "puesto", "atonta", "bono"),
    [((6, 6), 2, True, 0), ((4, 4), 3, False, 0), ((1, 2), 6, False, 0), ((1, 1), 6, False, 0)],
)
def test_iniciativa_da_puesto_y_atonta(dados: Any, puesto: int, atonta: bool, bono: int) -> None:
    hecha = pedir("iniciativa", heroe(), dados, pnj(atontado=not atonta))

    assert (hecha["detalle"]["puesto"], hecha["detalle"]["bono_ataque"]) == (puesto, bono)
    assert hecha["detalle"]["atontados"] == (["chusma", "maton"] if atonta else [])
    assert hecha["objetivo"]["atontado"] is atonta


def test_iniciativa_cambia_con_cada_mejora() -> None:
    buena = pedir("iniciativa", heroe(), (4, 4), pnj())
    poderosa = seguir(buena, "exito_poderoso")
    doce = pedir("iniciativa", heroe(), (6, 6), pnj("chusma"))
    legendaria = seguir(doce, "exito_legendario")
    fallida = pedir("iniciativa", heroe(), (1, 1), pnj(atontado=True))
    calamidad = seguir(fallida, "fallo_calamitoso", descripcion="Se duerme.")
    repetida = seguir(poderosa | {"accion": "iniciativa"}, "suerte_de_los_dioses", (1, 2))

    assert (poderosa["ficha"]["iniciativa_grado"], poderosa["objetivo"]["atontado"]) == ("exito_poderoso", True)
    assert poderosa["detalle"]["puesto"] == 2
    assert (legendaria["detalle"]["puesto"], legendaria["detalle"]["bono_ataque"]) == (1, 1)
    assert (calamidad["ficha"]["iniciativa_grado"], calamidad["detalle"]["puesto"]) == ("fallo_calamitoso", 8)
    assert calamidad["ficha"]["turno"] == 1
    assert (repetida["ficha"]["iniciativa_grado"], repetida["objetivo"]["atontado"]) == ("fallo", False)
    assert atacar(sujeto=legendaria["ficha"])["detalle"]["bono_iniciativa"] == 1
    assert atacar(sujeto=poderosa["ficha"])["detalle"]["bono_iniciativa"] == 0


@pytest.mark.parametrize(
    ("sujeto", "datos", "esperado"),
    [
        (heroe(pv=0), {}, ("no_puede_actuar", "ficha.estado")),
        (heroe(turno=1), {}, ("combate_en_curso", "ficha.turno")),
        (pnj(), {}, ("pnj_no_tira_iniciativa", "ficha.clase")),
        (heroe(), {"sorprendido": True, "emboscada": True}, ("sorpresa_incompatible", "datos.emboscada")),
        (heroe(), {"profesion": "rey"}, ("profesion_desconocida", "datos.profesion")),
        (heroe(), {"profesion": "gladiador"}, ("requiere_aprobacion", "datos.aprobado_dj")),
    ],
)
def test_iniciativa_mal_pedida(sujeto: Any, datos: Any, esperado: tuple[str, str]) -> None:
    assert error("iniciativa", sujeto, **datos) == esperado


def test_orden_de_combate_por_grados_clases_y_agilidad() -> None:
    otros = [
        {"nombre": "Turba", "clase": "chusma"},
        {"nombre": "Uno", "clase": "maton", "agilidad": 5},
        {"nombre": "Dos", "clase": "maton", "agilidad": 1},
        {"nombre": "Jefe", "clase": "villano"},
        {"nombre": "Torpe", "clase": "heroe", "grado": "fallo_automatico"},
        {"nombre": "Lento", "clase": "heroe", "grado": "fallo"},
        {"nombre": "Nulo", "clase": "heroe", "grado": "fallo_calamitoso"},
        {"nombre": "Rayo", "clase": "heroe", "grado": "exito", "agilidad": 3},
        {"nombre": "Igual", "clase": "heroe", "grado": "exito", "agilidad": 1},
        {"nombre": "Mejor", "clase": "heroe", "grado": "exito_poderoso"},
    ]
    sujeto = heroe(iniciativa_grado="exito", turno=1)

    primero = pedir("orden_de_combate", sujeto, otros=otros)["detalle"]
    segundo = pedir("orden_de_combate", sujeto, otros=otros, turno=2)["detalle"]
    sin_poderoso = pedir("orden_de_combate", sujeto, otros=otros[:-1])["detalle"]

    assert primero["orden"] == [
        ["Mejor"],
        ["Rayo"],
        ["Krag", "Igual"],
        ["Jefe"],
        ["Uno", "Dos"],
        ["Torpe", "Lento"],
        ["Turba"],
        ["Nulo"],
    ]
    assert primero["no_actuan"] == ["Uno", "Dos", "Turba", "Nulo"]
    assert (segundo["orden"], segundo["no_actuan"]) == (primero["orden"], [])
    assert sin_poderoso["no_actuan"] == ["Nulo"]


@pytest.mark.parametrize(
    ("sujeto", "otros", "esperado"),
    [
        (heroe(nombre=""), [], ("campo_requerido", "ficha.nombre")),
        (heroe(), [], ("sin_iniciativa", "ficha.iniciativa_grado")),
        (pnj(), [{"nombre": "Guardia", "clase": "chusma"}], ("nombre_repetido", "datos.otros.0.nombre")),
        (pnj(), [{"nombre": "A", "clase": "chusma"}] * 2, ("nombre_repetido", "datos.otros.1.nombre")),
        (pnj(), [{"nombre": "A", "clase": "heroe"}], ("campo_requerido", "datos.otros.0.grado")),
        (pnj(), [{"nombre": "A", "clase": "maton", "grado": "exito"}], ("campo_desconocido", "datos.otros.0.grado")),
    ],
)
def test_orden_de_combate_mal_pedido(sujeto: Any, otros: Any, esperado: tuple[str, str]) -> None:
    assert error("orden_de_combate", sujeto, otros=otros) == esperado


@pytest.mark.parametrize(
    ("posicion", "dos", "ataque", "defensa", "puede", "bloquea"),
    [
        ("normal", "no", 0, 0, True, True),
        ("defensiva", "parar", -2, 1, True, True),
        ("completa", "no", 0, 2, False, True),
        ("completa", "parar", -1, 2, False, True),
        ("ofensiva", "ambas", 0, -1, True, True),
        ("total", "ambas", 1, -2, True, False),
    ],
)
def test_posicion_cuesta_y_da(posicion: str, dos: str, ataque: int, defensa: int, puede: bool, bloquea: bool) -> None:
    hecha = pedir("posicion", heroe(arma_secundaria=DAGA, dano_reciente=3), posicion=posicion, dos_armas=dos)

    assert hecha["detalle"] == {
        "ataque": ataque,
        "defensa": defensa,
        "puede_atacar": puede,
        "puede_bloquear": bloquea,
    }
    assert (hecha["ficha"]["actuo"], hecha["ficha"]["dano_reciente"]) == (not puede, 3 if puede else 0)
    assert (hecha["ficha"]["posicion"], hecha["ficha"]["dos_armas"]) == (posicion, dos)


def test_posicion_incompatible() -> None:
    dos = heroe(arma_secundaria=DAGA)
    for posicion, armas in (("total", "parar"), ("completa", "ambas")):
        assert error("posicion", dos, posicion=posicion, dos_armas=armas) == (
            "posicion_incompatible",
            "datos.dos_armas",
        )
    for segunda in (None, ARCO):
        assert error("posicion", heroe(arma_secundaria=segunda), posicion="normal", dos_armas="parar") == (
            "armas_no_validas",
            "datos.dos_armas",
        )


def test_retrasar_e_interrumpir() -> None:
    retrasada = pedir("retrasar", heroe(ph=1))
    ahora = pedir("interrumpir", retrasada["ficha"], a="Zula")

    assert (retrasada["ficha"]["retrasando"], retrasada["opciones"]) == (True, ["interrumpir"])
    assert pedir("retrasar", heroe(ph=0))["opciones"] == []
    assert (ahora["ficha"]["retrasando"], ahora["ficha"]["ph"], ahora["detalle"]) == (False, 0, {"a": "Zula"})
    assert pedir("interrumpir", retrasada["ficha"])["detalle"] == {"a": None}
    assert error("interrumpir", heroe()) == ("no_retraso", "ficha.retrasando")
    assert error("interrumpir", heroe(retrasando=True, ph=0)) == ("sin_ph", "ficha.ph")
    assert error("retrasar", pnj()) == ("solo_heroes", "ficha.clase")


def test_levantarse_no_gasta_la_accion() -> None:
    hecho = pedir("levantarse", pnj(derribado="caido", actuo=True))

    assert efectos(hecho) == [("ficha", "derribado", "caido", "levantandose")]
    assert error("levantarse", heroe(derribado="levantandose")) == ("no_derribado", "ficha.derribado")
    assert error("levantarse", heroe(derribado="caido", pv=0)) == ("no_puede_actuar", "ficha.estado")


@pytest.mark.parametrize(
    ("cambios", "efectos_", "opciones"),
    [
        ({"pv": -4}, [("pv", -4, -5)], ["desafiar_a_la_muerte"]),
        ({"pv": -5}, [("pv", -5, -6), ("estado", "moribundo", "muerto")], ["desafiar_a_la_muerte"]),
        ({"pv": -5, "ph": 0}, [("pv", -5, -6), ("estado", "moribundo", "muerto")], []),
        ({"pv": -7}, [], ["desafiar_a_la_muerte"]),
        ({"pv": -3, "estado": "estabilizado"}, [], []),
        ({"pv": 0}, [("turnos_aturdido", 0, 1)], ["quedar_fuera", "espabilarse"]),
        ({"pv": 0, "ph": 0}, [("turnos_aturdido", 0, 1)], ["quedar_fuera"]),
        ({"pv": 0, "turnos_aturdido": 1000}, [], ["quedar_fuera", "espabilarse"]),
        ({"turno": 1000}, [], []),
        ({"turno": 1}, [("turno", 1, 2)], []),
        ({"derribado": "caido"}, [], []),
        ({"pierde_turno": 2, "actuo": True}, [("pierde_turno", 2, 1)], []),
        ({"pierde_turno": 1}, [("actuo", False, True), ("pierde_turno", 1, 0)], []),
        ({"ataques_extra": 2, "parada_usada": True}, [("parada_usada", True, False), ("ataques_extra", 2, 0)], []),
        ({"dos_armas": "ambas", "retrasando": True}, [("retrasando", True, False), ("dos_armas", "ambas", "no")], []),
    ],
)
def test_fin_de_turno(cambios: Any, efectos_: Any, opciones: list[str]) -> None:
    hecho = pedir("fin_de_turno", heroe(**cambios))

    assert [e[1:] for e in efectos(hecho)] == efectos_
    assert hecho["opciones"] == opciones
    assert hecho["detalle"] == {"pv_perdidos": int("pv" in cambios and -6 < cambios["pv"] < 0 and bool(efectos_))}


def test_fin_de_turno_de_un_pnj() -> None:
    assert pedir("fin_de_turno", pnj(atontado=True, actuo=True))["ficha"]["atontado"] is False
    assert pedir("fin_de_turno", pnj(pv=0))["opciones"] == ["quedar_fuera"]
    assert pedir("fin_de_turno", pnj(pv=-1))["opciones"] == []


def test_espabilarse_y_quedar_fuera_del_aturdido() -> None:
    listo = heroe(pv=0, pv_max=7, turnos_aturdido=1, dano_sin_armas=7)
    vuelto = pedir("espabilarse", listo)
    fuera = pedir("quedar_fuera", listo)

    assert (vuelto["ficha"]["pv"], vuelto["ficha"]["estado"], vuelto["ficha"]["ph"]) == (4, "activo", 3)
    assert (vuelto["ficha"]["actuo"], vuelto["ficha"]["turnos_aturdido"], vuelto["ficha"]["dano_sin_armas"]) == (
        True,
        0,
        3,
    )
    assert vuelto["detalle"] == {"recuperado": 4}
    assert efectos(fuera) == [
        ("ficha", "estado", "aturdido", "fuera_de_combate"),
        ("ficha", "turnos_aturdido", 1, 0),
    ]
    for accion in ("espabilarse", "quedar_fuera"):
        assert error(accion, heroe(pv=0)) == ("turno_incorrecto", "ficha.turnos_aturdido")
        assert error(accion, heroe()) == ("no_procede", "ficha.estado")
    assert error("espabilarse", {**listo, "ph": 0}) == ("sin_ph", "ficha.ph")


@pytest.mark.parametrize(
    ("cambios", "recuperado", "pv"),
    [
        ({"pv": 12}, 0, 12),
        ({"pv": 5}, 4, 9),
        ({"pv": 5, "dano_sin_armas": 7}, 7, 12),
        ({"pv": 5, "dano_sin_armas": 2}, 2 + 3, 10),
        ({"pv": 0, "estado": "fuera_de_combate"}, 6, 6),
        ({"pv": -20, "estado": "inconsciente"}, 16, -4),
        ({"pv": 5, "descansado": True, "dano_sin_armas": 2}, 0, 5),
    ],
)
def test_descanso(cambios: Any, recuperado: int, pv: int) -> None:
    de_combate = {
        "actuo": True,
        "dano_reciente": 3,
        "iniciativa_grado": "exito",
        "turno": 4,
        "pierde_turno": 1,
        "derribado": "caido",
        "penalizacion_proxima": True,
        "lisiado": ["mente"],
        "trucos": ["Zula"],
        "posicion": "total",
        "ataques_extra": 1,
    }
    hecho = pedir("descanso", heroe(**de_combate, **cambios))
    queda = hecho["ficha"]
    estado = "activo" if pv > 0 else "inconsciente"
    sin_armas = cambios.get("dano_sin_armas", 0) if cambios.get("descansado") else 0

    assert hecho["detalle"]["recuperado"] == recuperado
    assert queda == completa(
        heroe(
            pv=pv,
            estado=estado,
            descansado=True,
            dano_sin_armas=sin_armas,
            lisiado=["mente"],
            trucos=["Zula"],
        )
    )


@pytest.mark.parametrize(
    ("accion", "sujeto", "esperado"),
    [
        ("descanso", pnj("chusma"), ("no_procede", "ficha.clase")),
        ("descanso", heroe(pv=-1), ("no_puede_descansar", "ficha.estado")),
        ("descanso", heroe(pv=-6), ("no_puede_descansar", "ficha.estado")),
        ("descanso", heroe(pv=0, estado="estabilizado"), ("no_puede_descansar", "ficha.estado")),
        ("fin_de_dia", pnj("chusma"), ("no_procede", "ficha.clase")),
        ("fin_de_dia", heroe(pv=-1), ("no_puede_recuperar", "ficha.estado")),
        ("fin_de_dia", heroe(pv=-6), ("no_puede_recuperar", "ficha.estado")),
        ("fin_de_aventura", heroe(pv=-6), ("muerto", "ficha.estado")),
        ("fin_de_aventura", pnj(), ("solo_heroes", "ficha.clase")),
    ],
)
def test_cierres_rechazados(accion: str, sujeto: Any, esperado: tuple[str, str]) -> None:
    assert error(accion, sujeto) == esperado


@pytest.mark.parametrize(
    ("cambios", "datos", "tasa", "pv"),
    [
        ({"pv": 5}, {}, 1, 6),
        ({"pv": 5}, {"actividad_ligera": False}, 0, 5),
        ({"pv": 5, "tratamiento": "logrado"}, {}, 2, 7),
        ({"pv": 5, "tratamiento": "logrado"}, {"actividad_ligera": False}, 0, 5),
        ({"pv": 5, "tratamiento": "fallido"}, {}, 1, 6),
        ({"pv": 12}, {}, 1, 12),
        ({"pv": -3, "estado": "estabilizado"}, {"actividad_ligera": False}, 1, -2),
        ({"pv": -1, "estado": "estabilizado", "tratamiento": "logrado"}, {}, 2, 1),
    ],
)
def test_fin_de_dia(cambios: Any, datos: Any, tasa: int, pv: int) -> None:
    hecho = pedir("fin_de_dia", heroe(**cambios), **datos)

    assert (hecho["detalle"]["tasa"], hecho["detalle"]["recuperado"]) == (tasa, pv - cambios["pv"])
    assert (hecho["ficha"]["pv"], hecho["ficha"]["tratamiento"]) == (pv, "ninguno")
    assert (hecho["ficha"]["estado"] == "activo") == (pv > 0)


def test_fin_de_aventura_dice_lo_que_vuelve_y_lo_que_se_pierde() -> None:
    assert pedir("fin_de_aventura", heroe(ph=1))["detalle"] == {"recuperado": 3, "perdido": 0}
    assert pedir("fin_de_aventura", heroe(ph=5))["detalle"] == {"recuperado": 0, "perdido": 1}


@pytest.mark.parametrize("accion", ["curar", "tratar"])
@pytest.mark.parametrize(
    ("sanador", "paciente", "datos", "esperado"),
    [
        (heroe(pv=0), None, {}, ("no_puede_actuar", "ficha.estado")),
        (heroe(), None, {"profesion": "gladiador"}, ("profesion_inadecuada", "datos.profesion")),
        (heroe(profesiones={}), None, {}, ("profesion_desconocida", "datos.profesion")),
        (heroe(profesiones={"sanador": 0}), None, {}, ("sin_rango", "datos.profesion")),
        (
            heroe(profesiones={"alquimista": 1}),
            None,
            {"profesion": "Alquimista"},
            ("sin_ingredientes", "datos.ingredientes"),
        ),
        (heroe(), pnj("chusma"), {}, ("no_procede", "objetivo.clase")),
        (heroe(), pnj(pv=-6), {}, ("muerto", "objetivo.estado")),
        (heroe(), pnj(pv=-5), {}, ("requiere_estabilizar", "objetivo.estado")),
        (pnj("chusma", profesiones={"sanador": 1}), None, {}, ("no_procede", "ficha.clase")),
    ],
)
def test_sanador_que_no_puede(accion: str, sanador: Any, paciente: Any, datos: Any, esperado: Any) -> None:
    assert error(accion, sanador, (), paciente, **datos) == esperado


def test_curar_una_vez_por_herida() -> None:
    hecho = pedir("curar", heroe(actuo=True), (), enemigo(pv=0, dano_sin_armas=12, turnos_aturdido=2))
    propio = pedir("curar", heroe(pv=11))

    assert hecho["detalle"] == {"rango": 3, "recuperado": 3, "paciente": "objetivo"}
    assert efectos(hecho) == [
        ("objetivo", "pv", 0, 3),
        ("objetivo", "estado", "aturdido", "activo"),
        ("objetivo", "dano_sin_armas", 12, 9),
        ("objetivo", "curado", False, True),
        ("objetivo", "turnos_aturdido", 2, 0),
    ]
    assert propio["detalle"] == {"rango": 3, "recuperado": 1, "paciente": "ficha"}
    assert error("curar", propio["ficha"]) == ("ya_curado", "ficha.curado")
    alquimista = heroe(profesiones={"ALQUIMISTA": 2}, pv=5)
    assert pedir("curar", alquimista, profesion="alquimista", ingredientes=True)["detalle"]["rango"] == 2


def test_tratar_una_vez_al_dia_y_repetirlo() -> None:
    fallida = pedir("tratar", heroe(), (1, 1), enemigo())
    repetida = seguir(fallida, "suerte_de_los_dioses", (4, 4))
    propia = pedir("tratar", heroe(), (1, 2))
    de_propia = seguir(propia, "suerte_de_los_dioses", (2, 3))

    assert (fallida["objetivo"]["tratamiento"], repetida["objetivo"]["tratamiento"]) == ("fallido", "logrado")
    assert repetida["opciones"] == ["exito_poderoso"]
    assert [fallida["detalle"][k] for k in ("atributo", "profesion", "dificultad", "paciente")] == [1, 3, 0, "objetivo"]
    assert (propia["ficha"]["tratamiento"], de_propia["ficha"]["tratamiento"]) == ("fallido", "logrado")
    assert error("tratar", propia["ficha"]) == ("ya_tratado", "ficha.tratamiento")
    assert pedir("tratar", heroe(), (4, 4))["opciones"] == ["exito_poderoso"]
    assert propia["ficha"]["actuo"] is False


def test_estabilizar_una_sola_vez_y_repetirlo() -> None:
    fallida = pedir("estabilizar", heroe(dano_reciente=2), (1, 2), pnj(pv=-5))
    repetida = seguir(fallida, "suerte_de_los_dioses", (6, 6))

    assert (fallida["detalle"]["dificultad"], fallida["detalle"]["profesion"]) == (-10, 0)
    assert (fallida["ficha"]["actuo"], fallida["ficha"]["dano_reciente"]) == (True, 0)
    assert fallida["objetivo"]["estado"] == "moribundo"
    assert (repetida["objetivo"]["estado"], repetida["objetivo"]["pv"]) == ("estabilizado", -5)
    assert error("estabilizar", heroe(), (), pnj(), adyacente=False) == ("no_adyacente", "datos.adyacente")
    assert error("estabilizar", heroe(), (), pnj()) == ("no_moribundo", "objetivo.estado")


@pytest.mark.parametrize(
    ("cambios", "despues"),
    [
        ({"pv": -1}, (0, "inconsciente")),
        ({"pv": -5, "dano_sin_armas": 17}, (0, "inconsciente")),
        ({"pv": -6}, (-6, "estabilizado")),
        ({"pv": -20}, (-20, "estabilizado")),
    ],
)
def test_desafiar_a_la_muerte(cambios: Any, despues: tuple[int, str]) -> None:
    hecho = pedir("desafiar_a_la_muerte", heroe(dano_reciente=3, **cambios))
    queda = hecho["ficha"]

    assert (queda["pv"], queda["estado"]) == despues
    assert (queda["ph"], queda["dano_reciente"], hecho["detalle"]["banda"]) == (3, 0, despues[1])
    assert queda["dano_sin_armas"] == (12 if "dano_sin_armas" in cambios else 0)
    assert error("desafiar_a_la_muerte", heroe(ph=0, **cambios)) == ("sin_ph", "ficha.ph")


def test_desafiar_a_la_muerte_no_es_para_quien_no_muere() -> None:
    for cambios in ({}, {"pv": 0}, {"pv": -2, "estado": "inconsciente"}):
        assert error("desafiar_a_la_muerte", heroe(**cambios)) == ("no_procede", "ficha.estado")


@pytest.mark.parametrize(
    ("cambios", "dado", "recuperado", "actuo", "pierde"),
    [
        ({}, 6, 4, True, 0),
        ({}, 1, 1, True, 0),
        ({"actuo": True}, 2, 2, True, 1),
        (FC_EN_TURNO_1, 2, 2, False, 1),
        ({"retrasando": True}, 2, 2, True, 0),
        ({"actuo": True, "pierde_turno": 10}, 2, 2, True, 10),
    ],
)
def test_sacudirse_las_heridas(cambios: Any, dado: int, recuperado: int, actuo: bool, pierde: int) -> None:
    hecho = pedir("sacudirse_las_heridas", heroe(pv=5, dano_reciente=4, dano_sin_armas=1, **cambios), (dado,))
    queda = hecho["ficha"]

    assert (queda["pv"], queda["actuo"], queda["pierde_turno"]) == (5 + recuperado, actuo, pierde)
    assert (queda["retrasando"], queda["dano_reciente"], queda["ph"]) == (False, 0, 3)
    assert hecho["detalle"] == {
        "tipo": "sacudirse",
        "actor": "Krag",
        "dado": dado,
        "tope": 4,
        "pv_antes": 5,
        "sin_armas_antes": 1,
        "recuperado": recuperado,
        "repetida": False,
        "ataque_extra": False,
    }


def test_sacudirse_mal_pedido() -> None:
    assert error("sacudirse_las_heridas", heroe()) == ("sin_dano_reciente", "ficha.dano_reciente")
    assert error("sacudirse_las_heridas", heroe(pv=0, dano_reciente=3)) == ("no_puede_actuar", "ficha.estado")
    assert error("sacudirse_las_heridas", heroe(pv=5, dano_reciente=3, ph=0)) == ("sin_ph", "ficha.ph")
    assert pedir("sacudirse_las_heridas", heroe(pv=5, dano_reciente=3, ph=1), (1,))["opciones"] == []


def test_giro_del_destino_y_decide_con_el_dj_piden_su_palabra() -> None:
    for accion in ("giro_del_destino", "decide_con_el_dj"):
        hecho = pedir(accion, heroe(ph=1), descripcion=" Hay una soga. ", aprobado_dj=True)
        assert (hecho["ficha"]["ph"], hecho["detalle"]) == (0, {"descripcion": "Hay una soga."})
        assert error(accion, heroe(), descripcion="x") == ("requiere_aprobacion", "datos.aprobado_dj")
        assert error(accion, heroe(ph=0), descripcion="x", aprobado_dj=True) == ("sin_ph", "ficha.ph")
        assert error(accion, pnj(), descripcion="x", aprobado_dj=True) == ("solo_heroes", "ficha.clase")


def test_numeros_de_la_ficha_se_quedan_en_su_limite() -> None:
    golpe = seguir(
        legendario(pnj()) | {"ficha": completa(heroe(ataques_extra=9))},
        "danar",
        (1,),
        opciones=["otro_ataque", "otro_ataque"],
    )

    assert (golpe["ficha"]["ataques_extra"], golpe["detalle"]["ataques_extra"]) == (10, 2)
    sabio = heroe(trucos=[f"Rival {n}" for n in range(1000)])
    assert len(atacar(sujeto=sabio, profesion="gladiador", aprobado_dj=True)["ficha"]["trucos"]) == 1000
    cojo = pnj(lisiado=["mente"] * 20)
    pedido = {"opciones": ["lisiar", "dano"], "lisiar": [{"penalizacion": "fuerza"}], "aprobado_dj": True}
    assert len(seguir(legendario(cojo), "danar", (1,), **pedido)["objetivo"]["lisiado"]) == 20
