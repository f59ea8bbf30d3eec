"""Field declarations: what each reads, and the code and path of what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from reglas.nucleo import campos as c
from reglas.nucleo.condiciones import Entre, Falta, Objetivo, Vale
from reglas.nucleo.rechazo import Rechazo

ENTERO = c.Entero(minimo=1, maximo=6)
BOOLEANO = c.Booleano()
TEXTO = c.Texto(maximo=5, sin_punto=True)
OPCION = c.Opcion(opciones={"si": "Sí", "no": "No"})
CARAS = c.Opcion(opciones={4: "d4", 6: "d6"})
LISTA = c.Lista(elemento=ENTERO, minimo=1, maximo=3, distintos=True)
MAPA = c.Mapa(nombre=TEXTO, valor=ENTERO)
GRUPO = c.Grupo(
    campos=(
        c.Entero(clave="maximo", minimo=1, maximo=9, obligatorio=True),
        c.Entero(
            clave="valor", minimo=0, maximo=9, hasta="maximo", defecto=c.Derivado(lambda leidos: leidos["maximo"])
        ),
        c.Lista(clave="lista", elemento=ENTERO, maximo=3, defecto=[]),
        c.Texto(clave="nota"),
        c.Opcion(clave="modo", opciones={"a": "A", "b": "B"}, defecto="a"),
        c.Entero(clave="solo_b", minimo=0, maximo=3, obligatorio=True, si=Vale("modo", ("b",))),
        c.Entero(clave="sin_nota", minimo=0, maximo=3, defecto=2, si=Falta("nota")),
        c.Entero(clave="con_otro", minimo=0, maximo=3, si=Objetivo()),
        c.Entero(clave="si_solo", minimo=0, maximo=3, obligatorio=Objetivo(hay=False)),
        c.Booleano(clave="alto", defecto=False, si=Entre("maximo", 5, 9)),
    )
)
BASE = {"maximo": 4, "si_solo": 1}


def rechazo(campo: c.Campo, valor: Any, *mas: Any) -> tuple[str, str]:
    """Read a value that must be refused."""
    with pytest.raises(Rechazo) as excepcion:
        campo.leer(valor, *mas)
    return excepcion.value.codigo, excepcion.value.campo


@pytest.mark.parametrize("valor", [True, 1.0, "1", None, [1]])
def test_entero_rechaza_otros_tipos(valor: Any) -> None:
    assert rechazo(ENTERO, valor) == ("tipo_invalido", "")


def test_entero_incluye_sus_dos_extremos() -> None:
    assert (ENTERO.leer(1), ENTERO.leer(6)) == (1, 6)
    assert rechazo(ENTERO, 0) == rechazo(ENTERO, 7) == rechazo(ENTERO, 10**40) == ("fuera_de_rango", "")


@pytest.mark.parametrize("valor", [1, 0, "true", None])
def test_booleano_rechaza_lo_que_se_le_parece(valor: Any) -> None:
    assert rechazo(BOOLEANO, valor) == ("tipo_invalido", "")


def test_texto_se_recorta_y_pasa_a_nfc() -> None:
    assert TEXTO.leer("  An\u0303o ") == "Año"
    assert TEXTO.leer("ñandú") == "ñandú"
    assert rechazo(TEXTO, 5) == ("tipo_invalido", "")


@pytest.mark.parametrize("valor", ["", "   ", "seis66", "a.b", "a\0b", "\ud800", "é\0"])
def test_texto_rechaza_lo_que_no_cabe_o_no_se_puede_guardar(valor: str) -> None:
    assert rechazo(TEXTO, valor) == ("fuera_de_rango", "")


def test_texto_con_patron_casa_entero_o_se_rechaza() -> None:
    nombre = c.Texto(patron="[a-z]+", maximo=5)

    assert nombre.leer(" abc ") == "abc"
    for mal in ("Abc", "a1", "abcdef", ""):
        assert rechazo(nombre, mal) == ("fuera_de_rango", "")


def test_opcion_recorta_la_palabra_y_rechaza_las_demas() -> None:
    assert OPCION.leer(" si ") == "si"
    assert rechazo(OPCION, "quizá") == ("fuera_de_rango", "")
    assert rechazo(OPCION, True) == rechazo(OPCION, None) == rechazo(OPCION, ["si"]) == ("tipo_invalido", "")
    assert CARAS.leer(6) == 6
    assert rechazo(CARAS, 5) == ("fuera_de_rango", "")
    assert rechazo(CARAS, "6") == rechazo(CARAS, True) == ("tipo_invalido", "")


def test_lista_nombra_el_elemento_por_su_lugar() -> None:
    assert LISTA.leer([3, 1]) == [3, 1]
    assert rechazo(LISTA, [1, 9]) == ("fuera_de_rango", "1")
    assert rechazo(LISTA, []) == rechazo(LISTA, [1, 2, 3, 4]) == ("fuera_de_rango", "")
    assert rechazo(LISTA, [1, 2, 1]) == ("valor_repetido", "")
    assert rechazo(LISTA, {}) == ("tipo_invalido", "")


def test_mapa_lee_sus_nombres_y_rechaza_los_repetidos() -> None:
    assert MAPA.leer({" uno ": 1, "dos": 2}) == {"uno": 1, "dos": 2}
    assert rechazo(MAPA, {"uno": 1, " uno": 2}) == ("valor_repetido", "")
    assert rechazo(MAPA, {"a.b": 1}) == rechazo(MAPA, {"": 1}) == ("fuera_de_rango", "")
    assert rechazo(MAPA, {"uno": 9}) == ("fuera_de_rango", "uno")
    assert rechazo(MAPA, []) == ("tipo_invalido", "")


def test_mapa_puede_igualar_nombres_y_nombrar_la_clave_mala() -> None:
    mapa = c.Mapa(nombre=TEXTO, valor=ENTERO, igualar=str.casefold, codigo_repetido="nombre_repetido")
    de_claves = c.Mapa(nombre=TEXTO, valor=ENTERO, codigo_clave="campo_desconocido", en_clave=True)

    assert rechazo(mapa, {"Uno": 1, "uno": 2}) == ("nombre_repetido", "")
    assert rechazo(de_claves, {"largo-largo": 1}) == ("campo_desconocido", "largo-largo")


def test_nulo_es_un_valor_solo_donde_se_declara() -> None:
    assert c.Entero(minimo=0, maximo=1, nulo=True).leer(None) is None
    assert rechazo(ENTERO, None) == ("tipo_invalido", "")


def test_grupo_completa_los_defectos_en_su_orden() -> None:
    leido = GRUPO.leer(BASE)

    assert leido == {"maximo": 4, "valor": 4, "lista": [], "modo": "a", "sin_nota": 2, "si_solo": 1}
    assert list(GRUPO.leer({"si_solo": 1, "modo": "a", "maximo": 4}))[:2] == ["maximo", "valor"]


def test_grupo_no_comparte_sus_contenedores() -> None:
    uno, otro = GRUPO.leer(BASE), GRUPO.leer(BASE)

    uno["lista"].append(1)
    assert otro["lista"] == []


@pytest.mark.parametrize(
    ("datos", "esperado"),
    [
        ({"si_solo": 1}, ("campo_requerido", "maximo")),
        ({**BASE, "otra": 1}, ("campo_desconocido", "otra")),
        ({**BASE, "valor": 5}, ("fuera_de_rango", "valor")),
        ({**BASE, "lista": [7]}, ("fuera_de_rango", "lista.0")),
        ({**BASE, "solo_b": 1}, ("combinacion_invalida", "solo_b")),
        ({**BASE, "modo": "b"}, ("campo_requerido", "solo_b")),
        ({**BASE, "nota": "x", "sin_nota": 1}, ("combinacion_invalida", "sin_nota")),
        ({**BASE, "con_otro": 1}, ("combinacion_invalida", "con_otro")),
        ({"maximo": 4}, ("campo_requerido", "si_solo")),
        ({**BASE, "alto": True}, ("combinacion_invalida", "alto")),
        ([], ("tipo_invalido", "")),
        (None, ("tipo_invalido", "")),
    ],
)
def test_grupo_rechaza_con_codigo_y_ruta(datos: Any, esperado: tuple[str, str]) -> None:
    assert rechazo(GRUPO, datos) == esperado


def test_grupo_quita_el_defecto_que_no_va_con_la_variante() -> None:
    assert "sin_nota" not in GRUPO.leer({**BASE, "nota": "x"})
    assert GRUPO.leer({**BASE, "maximo": 5})["alto"] is False
    assert GRUPO.leer({"maximo": 4, "con_otro": 3}, True)["con_otro"] == 3
    assert GRUPO.leer({**BASE, "modo": "b", "solo_b": 0})["solo_b"] == 0


def test_recorrer_da_las_rutas_en_orden() -> None:
    grupo = c.Grupo(
        campos=(
            c.Grupo(clave="g", campos=(c.Booleano(clave="b"),)),
            c.Lista(clave="l", maximo=2, elemento=c.Grupo(campos=(c.Booleano(clave="d"),))),
            c.Mapa(clave="m", nombre=TEXTO, valor=ENTERO),
        )
    )

    assert [ruta for ruta, _campo in c.recorrer(grupo)] == ["g", "g.b", "l", "l.*", "l.*.d", "m", "m.*"]
    assert grupo["l"] is grupo.campos[1]
    with pytest.raises(KeyError):
        grupo["no"]


def test_lista_puede_culpar_a_la_lista_entera() -> None:
    entera = c.Lista(elemento=OPCION, maximo=3, por_indice=False)

    assert entera.leer(["si", "si"]) == ["si", "si"]
    assert rechazo(entera, ["si", 3]) == ("tipo_invalido", "")
    assert rechazo(entera, ["quizá"]) == ("fuera_de_rango", "")


def test_grupo_da_su_codigo_a_las_claves_de_otra_variante() -> None:
    solo_b = c.Booleano(clave="solo_b", defecto=True, si=Vale("modo", ("b",)))
    grupo = c.Grupo(
        codigo_ajeno="campo_desconocido",
        campos=(c.Opcion(clave="modo", opciones={"a": "A", "b": "B"}, defecto="a"), solo_b),
    )

    assert grupo.leer({}) == {"modo": "a"}
    assert grupo.leer({"modo": "b"}) == {"modo": "b", "solo_b": True}
    assert rechazo(grupo, {"solo_b": False}) == ("campo_desconocido", "solo_b")
