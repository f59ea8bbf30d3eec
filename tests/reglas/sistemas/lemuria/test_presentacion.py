"""What the host reads of the system besides its rules: templates, closings, gauges, labels."""

from __future__ import annotations

from typing import Any

import pytest

from reglas.motor import resolver
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.campos import recorrer
from reglas.nucleo.sistema import Dia, Medidor
from reglas.nucleo.tipos import Peticion
from tests.reglas.sistemas.lemuria.apoyo import completa, golpear, heroe, juego, pnj


def cerrar(cierre: Any, ficha: dict[str, Any]) -> dict[str, Any]:
    """Close something as the host does: each action in order on the sheet that the one before left."""
    for accion, datos in cierre(ficha):
        ficha = resolver(Peticion("lemuria", accion, ficha, datos=datos), AzarDictado([])).ficha
    return ficha


def test_plantillas_son_heroes_validos_con_cuatro_puntos_en_cada_cosa() -> None:
    assert [p.clave for p in juego().plantillas] == ["gladiador", "ladron", "sanador", "cazador"]
    for plantilla in juego().plantillas:
        creada = juego().validar_ficha({**plantilla.ficha, "nombre": "Ane"})
        assert (creada["clase"], creada["ph"], creada["estado"]) == ("heroe", 4, "activo")
        for grupo in ("atributos", "combate", "profesiones"):
            assert sum(creada[grupo].values()) == 4, (plantilla.clave, grupo)
        assert creada["pv_max"] == 10 + creada["atributos"]["fuerza"]
    assert juego().ficha_vacia("Ane")["nombre"] == "Ane"


def test_pasos_de_creacion_nombran_campos_que_existen() -> None:
    for paso in juego().pasos_de_creacion:
        assert paso.titulo
        assert paso.regla
        for ruta in paso.campos:
            assert ruta in juego().etiquetas.ficha


@pytest.mark.parametrize(
    ("nivel", "clase", "pv", "golpe"),
    [
        (1, "chusma", 1, 0),
        (3, "chusma", 3, 0),
        (4, "maton", 8, 2),
        (7, "maton", 11, 3),
        (8, "villano", 14, 4),
        (10, "villano", 16, 5),
    ],
)
def test_pnj_rapido_es_de_la_clase_de_su_nivel(nivel: int, clase: str, pv: int, golpe: int) -> None:
    ficha = juego().pnj_rapido("Rata", nivel)

    assert (ficha["nombre"], ficha["clase"], ficha["pv_max"], ficha["pv"]) == ("Rata", clase, pv, pv)
    assert ficha["combate"]["cuerpo_a_cuerpo"] == golpe
    assert ficha["combate"]["defensa"] == golpe - 1
    assert juego().validar_ficha(ficha) == ficha
    assert juego().validar_objetivo(ficha, "personaje") == ficha


def test_medidores_y_estado_resumen_la_ficha() -> None:
    assert juego().medidores(completa(heroe(pv=0))) == (Medidor("PV", 0, 12, "pv"), Medidor("PH", 4, None, "ph"))
    assert juego().estado(completa(heroe(pv=0))) == "Aturdido"
    assert juego().medidores(completa(pnj("chusma", numero=6))) == (
        Medidor("PV", 3, 3, "pv"),
        Medidor("Cuántos son", 6, None, "numero"),
    )
    assert juego().medidores(completa(pnj("villano"))) == (Medidor("PV", 8, 8, "pv"),)


def test_fin_de_dia_solo_a_quien_puede_recuperar() -> None:
    def del_dia(ficha: dict[str, Any]) -> Any:
        return juego().fin_de_dia(ficha, Dia())

    assert del_dia(completa(heroe())) == (("fin_de_dia", {}),)
    assert del_dia(completa(heroe(pv=-3, estado="estabilizado"))) == (("fin_de_dia", {}),)
    assert del_dia(completa(heroe(pv=-3))) == ()
    assert del_dia(completa(heroe(pv=-6))) == ()
    assert del_dia(completa(pnj("chusma"))) == ()
    dos = cerrar(del_dia, completa(heroe(pv=5, tratamiento="logrado")))
    assert (dos["pv"], dos["tratamiento"]) == (7, "ninguno")


def test_fin_de_turno_solo_a_quien_le_cambia_algo() -> None:
    assert juego().fin_de_turno(completa(heroe())) == ()
    assert juego().fin_de_turno(completa(pnj())) == ()
    for cambio in ({"turno": 1}, {"actuo": True}, {"pv": 0}, {"pv": -1}, {"posicion": "total"}):
        assert juego().fin_de_turno(completa(heroe(**cambio))) == (("fin_de_turno", {}),)
    ficha = completa(heroe(turno=3, actuo=True, posicion="ofensiva", derribado="levantandose", escudo="pequeno"))
    limpia = cerrar(juego().fin_de_turno, {**ficha, "arma": None, "escudo_usado": True})
    assert limpia == {**completa(heroe(turno=4, escudo="pequeno")), "arma": None}


def test_fin_de_aventura_devuelve_los_ph_a_los_heroes_vivos() -> None:
    assert cerrar(juego().fin_de_aventura, completa(heroe(ph=1)))["ph"] == 4
    assert cerrar(juego().fin_de_aventura, completa(heroe(ph=5)))["ph"] == 4
    assert juego().fin_de_aventura(completa(heroe(pv=-6))) == ()
    assert juego().fin_de_aventura(completa(pnj())) == ()


def test_acciones_sirven_a_quien_pueden_servir() -> None:
    sirven = {clave for clave, accion in juego().acciones.items() if accion.sirve_a(completa(heroe()))}
    de_pnj = {clave for clave, accion in juego().acciones.items() if accion.sirve_a(completa(pnj()))}

    assert set(juego().acciones) - sirven == {
        "interrumpir",
        "levantarse",
        "quedar_fuera",
        "espabilarse",
        "desafiar_a_la_muerte",
        "sacudirse_las_heridas",
    }
    assert {"iniciativa", "retrasar", "giro_del_destino", "fin_de_aventura"}.isdisjoint(de_pnj)
    assert {"atacar", "tirada", "posicion", "descanso"} <= de_pnj


def test_etiquetas_cubren_lo_que_puede_nombrar_una_respuesta() -> None:
    etiquetas = juego().etiquetas
    golpe = golpear((6,))
    sin_etiqueta = {"tipo", "actor", "antes", "opciones_objetivo", "conversion"}

    assert list(etiquetas.opciones) == list(juego().continuaciones)
    assert set(golpe["detalle"]) - set(etiquetas.detalle) == sin_etiqueta
    assert {ruta for ruta, campo in recorrer(juego().ficha) if campo.etiqueta} == set(etiquetas.ficha)
    assert set(juego().acciones) <= set(etiquetas.motivos)
    assert (etiquetas.palabras["grande"], etiquetas.palabras["media"], etiquetas.palabras["ninguno"]) == (
        "Grande",
        "Media",
        "Ninguno",
    )


def test_campos_que_aprueba_la_direccion() -> None:
    marcados = {
        f"{clave}.{ruta}"
        for clave, accion in juego().acciones.items()
        for ruta, campo in recorrer(accion.campos)
        if campo.aprueba == "direccion"
    }

    assert marcados == {
        "atacar.aprobado_dj",
        "danar.aprobado_dj",
        "iniciativa.aprobado_dj",
        "fallo_calamitoso.recompensa",
        "giro_del_destino.aprobado_dj",
        "decide_con_el_dj.aprobado_dj",
    }
