"""What the host reads of the system besides its rules: templates, day's end, continuations, summaries."""

from __future__ import annotations

from typing import Any

import pytest

from reglas.motor import resolver, sistema
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.sistema import Dia, Medidor
from reglas.nucleo.tipos import Peticion
from tests.reglas.sistemas.strange.apoyo import atributo, ficha

EFECTOS = {"efecto_menor_dano", "efecto_menor_especial", "efecto_mayor_dano", "efecto_mayor_especial"}


def completa(**cambios: Any) -> dict[str, Any]:
    """Return Ainhoa's sheet with every key."""
    return sistema("strange").validar_ficha(ficha(**cambios))


def al_acabar_el_dia(sujeto: dict[str, Any]) -> dict[str, Any]:
    """Close a day as the host does: each action in order on the sheet that the one before left."""
    for accion, datos in sistema("strange").fin_de_dia(sujeto, Dia()):
        sujeto = resolver(Peticion("strange", accion, sujeto, datos=datos), AzarDictado([])).ficha
    return sujeto


def test_plantillas_son_fichas_validas_una_por_tipo() -> None:
    juego = sistema("strange")

    assert [plantilla.clave for plantilla in juego.plantillas] == ["vector", "matriz", "paradoja"]
    for plantilla in juego.plantillas:
        creada = juego.validar_ficha({**plantilla.ficha, "nombre": "Ane"})
        assert (creada["tipo"], creada["rango"], creada["indicador"]) == (plantilla.clave, 1, "ileso")
        assert all(9 <= creada[a]["maximo"] <= 14 for a in ("vigor", "velocidad", "intelecto"))
    assert juego.ficha_vacia("Ane")["nombre"] == "Ane"


def test_pasos_de_creacion_nombran_campos_que_existen() -> None:
    juego = sistema("strange")

    for paso in juego.pasos_de_creacion:
        assert paso.titulo
        assert paso.regla
        for ruta in paso.campos:
            assert ruta in juego.etiquetas.ficha


def test_pnj_rapido_trae_la_salud_de_su_nivel() -> None:
    assert sistema("strange").pnj_rapido("Rata", 2) == {
        "nombre": "Rata",
        "clase": "pnj",
        "nivel": 2,
        "salud": 6,
        "armadura": 0,
        "estado": "activo",
    }


def test_medidores_y_estado_resumen_la_ficha() -> None:
    sujeto = completa(px=3, vigor=atributo(4, 12, 1), indicador="lesionado")

    assert sistema("strange").medidores(sujeto) == (
        Medidor("Vigor", 4, 12, "vigor.reserva"),
        Medidor("Velocidad", 10, 10, "velocidad.reserva"),
        Medidor("Intelecto", 10, 10, "intelecto.reserva"),
        Medidor("PX", 3, None, "px"),
    )
    assert sistema("strange").estado(sujeto) == "Lesionado"


def test_fin_de_dia_empieza_otro_dia_o_nada_si_ha_muerto() -> None:
    assert sistema("strange").fin_de_dia(completa(descansos=2), Dia()) == (("nuevo_dia", {}),)
    assert sistema("strange").fin_de_dia(completa(indicador="muerto"), Dia()) == ()
    assert al_acabar_el_dia(completa(descansos=2)) == completa()


@pytest.mark.parametrize(
    ("pendiente", "reservas", "quedan"),
    [
        (5, (9, 0, 0), (10, 3, 1)),
        (5, (0, 10, 8), (5, 10, 8)),
        (1, (9, 0, 0), (9, 1, 0)),
        (2, (9, 0, 0), (9, 1, 1)),
        (4, (10, 10, 10), (10, 10, 10)),
        (30, (1, 2, 3), (10, 10, 10)),
        (20, (1, 2, 3), (10, 10, 6)),
        (9, (7, 2, 10), (10, 8, 10)),
    ],
)
def test_fin_de_dia_reparte_lo_pendiente(pendiente: int, reservas: tuple[int, ...], quedan: tuple[int, ...]) -> None:
    peldanos = ("ileso", "lesionado", "incapacitado")
    nombres = ("vigor", "velocidad", "intelecto")
    valores = {a: atributo(r, ventaja=1) for a, r in zip(nombres, reservas, strict=True)}
    sujeto = completa(**valores, recuperacion_pendiente=pendiente, descansos=3, indicador=peldanos[reservas.count(0)])

    dia_siguiente = al_acabar_el_dia(sujeto)

    assert tuple(dia_siguiente[a]["reserva"] for a in nombres) == quedan
    assert (dia_siguiente["recuperacion_pendiente"], dia_siguiente["descansos"]) == (0, 0)
    assert dia_siguiente["indicador"] == peldanos[quedan.count(0)]


def test_fin_de_dia_no_manda_a_una_reserva_mas_de_lo_que_le_falta() -> None:
    sujeto = completa(vigor=atributo(0, 3, 1), velocidad=atributo(8), indicador="lesionado", recuperacion_pendiente=5)

    assert sistema("strange").fin_de_dia(sujeto, Dia())[0] == ("reparto", {"vigor": 3, "velocidad": 2, "intelecto": 0})


def test_continuaciones_llevan_a_acciones_que_existen() -> None:
    juego = sistema("strange")

    assert set(juego.continuaciones) == EFECTOS | {"intromision_libre", "objetivo_adicional", "reparto", "repetir"}
    for opcion, continuacion in juego.continuaciones.items():
        assert continuacion.opcion == opcion
        assert continuacion.accion is None or continuacion.accion in juego.acciones
        assert continuacion.cierra <= set(juego.continuaciones)
        if opcion in EFECTOS:
            assert dict(continuacion.datos) == {"eleccion": opcion}
        assert continuacion.sustituye == (opcion == "repetir")
        assert continuacion.con_previa == (opcion != "reparto")


def test_opciones_vigentes_se_cierran_como_dice_la_repeticion() -> None:
    vigentes = sistema("strange").opciones_vigentes
    ofrece = ("efecto_menor_dano", "efecto_menor_especial", "objetivo_adicional", "repetir")

    assert vigentes(ofrece, ()) == ofrece
    assert vigentes(ofrece, ["efecto_menor_dano"]) == ("objetivo_adicional",)
    assert vigentes(ofrece, ["objetivo_adicional"]) == ofrece[:3]
    assert vigentes(ofrece, ["repetir"]) == ()
    assert vigentes(("intromision_libre", "repetir"), ["intromision_libre"]) == ("repetir",)
    assert vigentes(("intromision_libre", "repetir"), ["repetir"]) == ()
    assert vigentes(("reparto", "repetir"), ["reparto"]) == ()
    assert vigentes(("reparto", "repetir"), ["repetir"]) == ()


def test_objetivo_tras_cada_tirada() -> None:
    continuaciones = sistema("strange").continuaciones

    for opcion in (*EFECTOS, "repetir"):
        assert continuaciones[opcion].objetivo_tras("ataque") == "mismo"
        assert continuaciones[opcion].objetivo_tras("defensa") == "no"
    assert continuaciones["objetivo_adicional"].objetivo_tras("ataque") == "otro"
    assert continuaciones["reparto"].objetivo_tras("recuperacion") == "no"


def test_previa_para_busca_la_respuesta_que_se_continua() -> None:
    juego = sistema("strange")
    efecto, ataque = {"accion": "efecto"}, {"accion": "ataque"}

    assert juego.previa_para("objetivo_adicional", [efecto, ataque]) is ataque
    assert juego.previa_para("repetir", [ataque]) is ataque
    assert juego.previa_para("reparto", [ataque]) is None
    assert juego.previa_para("intromision_libre", [ataque]) is None


def test_etiquetas_cubren_todo_lo_que_puede_nombrar_una_respuesta() -> None:
    etiquetas = sistema("strange").etiquetas

    assert {"ataque", "defensa", "recuperacion"} <= set(etiquetas.palabras)
    assert etiquetas.palabras["ataque"] == "Ataque"
    assert etiquetas.ficha["vigor.reserva"] == "Reserva de vigor"
    assert etiquetas.objetivo["salud"] == "Salud"
    assert list(etiquetas.opciones) == list(sistema("strange").continuaciones)
