"""Controls drawn from a declaration: what a person may leave empty has a way to be left empty."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from reglas import escritos, widgets
from reglas.nucleo import campos as c
from reglas.nucleo.condiciones import Entre

FICHA = {"profesiones": {"ladrón": 1, "sanador": 2}}


def opciones(campo: c.Campo, valores: dict[str, str]) -> list[tuple[str, bool]]:
    """Return the choices of the only control of a field, with the one that is marked."""
    entorno = widgets.Entorno(traducir=str, ficha=FICHA)
    (control,) = widgets.dibujar(c.Grupo(campos=(campo,)), ruta="datos", valores=valores, entorno=entorno)
    return [(opcion.valor, opcion.marcada) for opcion in control.opciones]


@pytest.mark.parametrize(
    ("valores", "marcada"), [({}, ""), ({"profesion": "sanador"}, "sanador"), ({"profesion": "rey"}, "")]
)
def test_nombre_de_la_ficha_que_no_es_obligatorio_puede_quedar_en_blanco(valores: dict[str, str], marcada: str) -> None:
    campo = c.Texto(clave="profesion", de_ficha="profesiones")

    assert opciones(campo, valores) == [(v, v == marcada) for v in ("", "ladrón", "sanador")]


def test_nombre_de_la_ficha_obligatorio_no_tiene_blanco() -> None:
    campo = c.Texto(clave="profesion", de_ficha="profesiones", obligatorio=True)

    assert opciones(campo, {"profesion": "sanador"}) == [("ladrón", False), ("sanador", True)]


def test_nombre_de_la_ficha_por_defecto_viene_marcado() -> None:
    campo = c.Texto(clave="profesion", de_ficha="profesiones", defecto="sanador")

    assert opciones(campo, {}) == [("", False), ("ladrón", False), ("sanador", True)]


@pytest.mark.parametrize("cuantas", [0, 1, 2])
def test_una_lista_pide_tantas_palabras_como_dice_la_tirada_y_la_misma_vale_dos_veces(cuantas: int) -> None:
    palabras = {"dano": "Daño", "derribar": "Derribar"}
    lista = c.Lista(clave="opciones", elemento=c.Opcion(opciones=palabras), maximo=10, cuantos_de="elecciones")
    grupo, entorno = c.Grupo(campos=(lista,)), widgets.Entorno(traducir=str, previa={"elecciones": cuantas})

    dibujados = widgets.dibujar(grupo, ruta="datos", valores={}, entorno=entorno)
    nombres = [hijo.nombre for control in dibujados for hijo in control.hijos]
    peticion = QueryDict(mutable=True)
    peticion.update(dict.fromkeys(nombres, "dano"))
    leido, errores = escritos.leer(grupo, peticion, ruta="datos")
    otra_vez = widgets.dibujar(grupo, ruta="datos", valores=leido, entorno=entorno)

    assert nombres == [f"datos.opciones.{n}" for n in range(cuantas)]
    assert (leido, errores) == ({"opciones": ["dano"] * cuantas} if cuantas else {}, {})
    assert [o.valor for f in otra_vez for h in f.hijos for o in h.opciones if o.marcada] == ["dano"] * cuantas


def test_una_fila_de_un_mapa_pone_seguidos_el_nombre_y_lo_que_lleva_dentro() -> None:
    dado = c.Grupo(etiqueta="Dado", campos=(c.Entero(clave="dado", minimo=4, maximo=12, etiqueta="Dado"),))
    mapa = c.Mapa(clave="rasgos", nombre=c.Texto(etiqueta="Rasgo", maximo=9), valor=dado)

    (control,) = widgets.dibujar(
        c.Grupo(campos=(mapa,)),
        ruta="ficha",
        valores={"rasgos": {"vigor": {"dado": 8}}},
        entorno=widgets.Entorno(traducir=str),
    )

    assert [(h.nombre, h.valor) for h in control.hijos[0].hijos] == [
        ("ficha.rasgos.0.clave", "vigor"),
        ("ficha.rasgos.0.valor.dado", "8"),
    ]


ENTEROS = c.Grupo(
    campos=(
        c.Entero(clave="grado", etiqueta="Grado", minimo=0, maximo=9),
        c.Entero(clave="largo", etiqueta="Largo", minimo=0, maximo=9, si=Entre("grado", 1, 3)),
        c.Lista(
            clave="dados",
            etiqueta="Dados",
            maximo=5,
            elemento=c.Entero(clave="dado", etiqueta="Dado", minimo=1, maximo=9),
        ),
        c.Lista(
            clave="filas",
            etiqueta="Filas",
            maximo=5,
            elemento=c.Grupo(
                clave="fila",
                campos=(
                    c.Texto(clave="nombre", etiqueta="Nombre"),
                    c.Entero(clave="n", etiqueta="N", minimo=0, maximo=9),
                ),
            ),
        ),
    )
)


def test_lo_que_no_es_un_numero_se_queda_como_se_escribio_junto_a_su_error() -> None:
    """Also in a row that moves up, because the one before it was left empty."""
    escrito = QueryDict(
        "datos.grado=dos&datos.dados=3, x&datos.filas.0.nombre=&datos.filas.1.nombre=a&datos.filas.1.n=y"
    )

    leido, errores = escritos.leer(ENTEROS, escrito, ruta="datos")
    controles = widgets.dibujar(
        ENTEROS, ruta="datos", valores=leido, entorno=widgets.Entorno(traducir=str, errores=errores)
    )

    frase = "Escribe un número entero."
    assert leido == {"grado": "dos", "dados": [3, "x"], "filas": [{"nombre": "a", "n": "y"}]}
    assert errores == {"datos.grado": frase, "datos.dados": frase, "datos.filas.0.n": frase}
    grado, dados, filas = controles
    assert [(uno.valor, uno.error) for uno in (grado, dados, filas.hijos[0].hijos[1])] == [
        ("dos", frase),
        ("3, x", frase),
        ("y", frase),
    ]
