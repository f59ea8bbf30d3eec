"""The motor: systems found by themselves, refusals in order, nothing rolled by a refused request."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import reglas.sistemas
from reglas.motor import resolver, sistema, sistemas, sondear
from reglas.nucleo.azar import AzarDeFuente, AzarDictado, AzarSistema
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion

RAIZ = Path(__file__).resolve().parents[2]
FICHA = {
    "nombre": "Ainhoa",
    "tipo": "vector",
    "vigor": {"maximo": 10, "ventaja": 1},
    "velocidad": {"maximo": 10},
    "intelecto": {"maximo": 10},
}
TAREA = {"dificultad": 3, "reserva": "vigor"}
PNJ = {"nombre": "Rata", "nivel": 1}


def rechazo(accion: str, ficha: Any = None, **mas: Any) -> tuple[str, str]:
    """Ask for something that must be refused with dice that must not be asked for."""

    def prohibida(_indice: int, _caras: int) -> int:
        raise AssertionError("a refused request asked for a die")

    with pytest.raises(Rechazo) as excepcion:
        resolver(Peticion("strange", accion, FICHA if ficha is None else ficha, **mas), AzarDeFuente(prohibida))
    return excepcion.value.codigo, excepcion.value.campo


def test_sistemas_se_encuentran_por_su_carpeta() -> None:
    assert list(sistemas()) == sorted(sistemas())
    assert sistema("strange").clave == "strange"
    assert all(clave == juego.clave for clave, juego in sistemas().items())


def test_sistema_desconocido_se_rechaza() -> None:
    with pytest.raises(Rechazo) as excepcion:
        resolver(Peticion("parchis", "tarea", FICHA), AzarSistema())
    assert (excepcion.value.codigo, excepcion.value.campo) == ("sistema_desconocido", "sistema")


def test_peticion_se_rechaza_sin_pedir_dados() -> None:
    assert rechazo("volar") == ("accion_desconocida", "accion")
    assert rechazo("tarea", {**FICHA, "x": 1}, datos=TAREA) == ("campo_desconocido", "ficha.x")
    assert rechazo("tarea", {}, datos=TAREA) == ("campo_requerido", "ficha.nombre")
    assert rechazo("tarea", datos={}) == ("campo_requerido", "datos.dificultad")
    assert rechazo("tarea", datos=TAREA, objetivo=PNJ) == ("campo_desconocido", "objetivo")
    assert rechazo("tarea", datos=TAREA, previa={}) == ("campo_desconocido", "previa")
    assert rechazo("repetir") == ("campo_requerido", "previa")
    assert rechazo("repetir", previa=[]) == ("tipo_invalido", "previa")
    assert rechazo("ataque", datos={"modo": "disparo", "arma": "mediana"}) == ("campo_requerido", "objetivo")
    assert rechazo("defensa", objetivo={"nombre": "Rata"}) == ("campo_requerido", "objetivo.nivel")
    assert rechazo("tarea", "Ainhoa", datos=TAREA) == ("tipo_invalido", "ficha")
    assert rechazo("tarea", {**FICHA, "vigor": {"maximo": 10}}, datos=TAREA) == ("ficha_incoherente", "ficha")


def test_rechazo_lleva_la_frase_del_sistema() -> None:
    with pytest.raises(Rechazo) as excepcion:
        resolver(Peticion("strange", "usar_dispositivo", FICHA, datos={"nombre": "Píldora"}), AzarSistema())

    assert excepcion.value.mensaje.es() == "No llevas ningún dispositivo con ese nombre: elige uno de los tuyos."


def test_azar_usado_antes_no_cuenta_sus_dados() -> None:
    azar = AzarDictado([5, 9])
    azar.dado(6, "otra cosa")

    respuesta = resolver(Peticion("strange", "tarea", FICHA, datos=TAREA, id="a1"), azar)

    assert [tirada.valor for tirada in respuesta.tiradas] == [9]
    assert respuesta.id == "a1"


def test_resolver_no_toca_la_peticion() -> None:
    ficha = {**FICHA, "habilidades": {"Trepar": "competente"}}
    peticion = Peticion(
        "strange", "avance", {**ficha, "px": 4}, datos={"beneficio": "habilidad", "habilidad": "Trepar"}
    )

    respuesta = resolver(peticion, AzarDictado([]))

    assert respuesta.ficha["habilidades"] == {"Trepar": "especializado"}
    assert peticion.ficha["habilidades"] == {"Trepar": "competente"}


NUEVO = """
from reglas.nucleo import campos as c
from reglas.nucleo.sistema import Accion, Sistema
from reglas.nucleo.tipos import Resultado, Texto

def lanzar(contexto):
    caras = contexto.datos["caras"]
    total = contexto.azar.suma_explosiva([[(caras, "moneda")] * contexto.datos["cuantas"]]).total
    return Resultado(None, None, {"total": total}, Texto("x"))

SISTEMA = Sistema(
    clave="monedas", nombre="Monedas", version="1", descripcion="", ficha=c.Grupo(campos=()),
    acciones={"lanzar": Accion(clave="lanzar", nombre="Lanzar", ayuda="", regla=lanzar, valor="total", lanza=True,
        campo_dados="datos.cuantas", campos=c.Grupo(campos=(
            c.Entero(clave="cuantas", minimo=1, maximo=999, defecto=1),
            c.Entero(clave="caras", minimo=2, maximo=20, defecto=2))))},
    pnj_rapido=lambda nombre, nivel: {}, medidores=lambda ficha: (), estado=lambda ficha: "",
    dados_por_indice=False,
)
"""


@pytest.fixture
def monedas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Drop a fourth system in: a folder, and nothing else."""
    carpeta = tmp_path / "monedas"
    carpeta.mkdir()
    (carpeta / "__init__.py").write_text(NUEVO, "utf-8")
    monkeypatch.setattr(reglas.sistemas, "__path__", [*reglas.sistemas.__path__, str(tmp_path)])
    sistemas.cache_clear()
    yield
    sistemas.cache_clear()
    sys.modules.pop("reglas.sistemas.monedas", None)


@pytest.mark.usefixtures("monedas")
def test_sistema_nuevo_es_solo_una_carpeta() -> None:
    peticion = Peticion("monedas", "lanzar", {}, datos={"cuantas": 2})

    respuesta = resolver(peticion, AzarDictado([2, 1, 1]))

    assert respuesta.detalle == {"total": 4}
    assert sondear(peticion).corridas <= 200


@pytest.mark.usefixtures("monedas")
def test_demasiados_dados_nombra_la_clave_que_los_pide() -> None:
    def codigo(peticion: Peticion, dados: list[int]) -> tuple[str, str]:
        with pytest.raises(Rechazo) as excepcion:
            resolver(peticion, AzarDictado(dados))
        return excepcion.value.codigo, excepcion.value.campo

    assert codigo(Peticion("monedas", "lanzar", {}, datos={"cuantas": 201}), []) == (
        "demasiados_dados",
        "datos.cuantas",
    )
    assert codigo(Peticion("monedas", "lanzar", {}), [3]) == ("dado_imposible", "dados")
    with pytest.raises(Rechazo) as excepcion:
        sondear(Peticion("monedas", "lanzar", {}, datos={"cuantas": 7}))
    assert (excepcion.value.codigo, excepcion.value.campo) == ("demasiados_dados", "datos.cuantas")


def test_motor_no_carga_django_ni_reloj_ni_azar_de_juguete() -> None:
    programa = (
        "import sys, reglas.motor, reglas.protocolo; antes = set(sys.modules); reglas.motor.sistemas();"
        "print([m for m in sys.modules if m.split('.')[0] in ('django', 'celery', 'datetime')])"
    )

    salida = subprocess.run([sys.executable, "-c", programa], cwd=RAIZ, capture_output=True, text=True, check=True)

    assert salida.stdout.strip() == "[]"


def test_previa_opcional_no_hace_falta_pero_se_mira() -> None:
    with pytest.raises(Rechazo) as rechazo:
        sondear(Peticion("salvaje", "deriva", {}, previa={"accion": "deriva"}))

    assert sondear(Peticion("salvaje", "deriva", {})).corridas == 12
    assert (rechazo.value.codigo, rechazo.value.campo) == ("previa_invalida", "previa")
