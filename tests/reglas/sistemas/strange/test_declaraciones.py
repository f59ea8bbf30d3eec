"""Every range, default and condition of sheets and actions, against the table in `declaraciones.txt`."""

from __future__ import annotations

from pathlib import Path

from reglas.motor import sistema
from reglas.nucleo import campos as c
from reglas.nucleo.sistema import Accion

TABLA = Path(__file__).with_name("declaraciones.txt")


def de_campo(campo: c.Campo) -> str:
    """Write a field in one line."""
    palabras = [type(campo).__name__.lower()]
    if isinstance(campo, c.Entero | c.Texto | c.Lista):
        palabras.append(f"{campo.minimo}-{campo.maximo}")
    if isinstance(campo, c.Entero) and campo.hasta:
        palabras.append(f"hasta {campo.hasta}")
    if isinstance(campo, c.Texto) and campo.sin_punto:
        palabras.append("sin punto")
    if isinstance(campo, c.Texto) and campo.largo:
        palabras.append("largo")
    if isinstance(campo, c.Mapa):
        palabras.append(f"de {de_campo(campo.nombre)}")
    if isinstance(campo, c.Lista) and campo.distintos:
        palabras.append("distintos")
    if isinstance(campo, c.Opcion):
        palabras.append("|".join(campo.opciones))
    if campo.obligatorio:
        palabras.append("obligatorio" if campo.obligatorio is True else f"obligatorio si {campo.obligatorio}")
    if isinstance(campo.defecto, c.Derivado):
        palabras.append("= derivado")
    elif campo.defecto is not c.AUSENTE:
        palabras.append(f"= {campo.defecto}")
    if campo.si is not None:
        palabras.append(f"si {campo.si}")
    return " ".join(palabras)


def de_accion(accion: Accion) -> str:
    """Write an action in one line."""
    partes = [accion.quien, f"objetivo {accion.objetivo} {accion.tipo_objetivo}".strip(), f"valor {accion.valor}"]
    if accion.previas:
        partes.append("continúa " + "|".join(sorted(accion.previas)))
    partes += ["con resultado"] * accion.con_resultado + ["lanza"] * accion.lanza
    return ", ".join([*partes, "declarable" if accion.declarable else "continuación"])


def declaraciones() -> list[str]:
    """Write every declaration of the system."""
    juego = sistema("strange")
    grupos = {"ficha": juego.ficha, "objetivo": juego.objetivos["pnj"]}
    lineas = [f"{nombre}.{ruta}: {de_campo(campo)}" for nombre, g in grupos.items() for ruta, campo in c.recorrer(g)]
    for accion in juego.acciones.values():
        lineas.append(f"{accion.clave}: {de_accion(accion)}")
        lineas += [f"{accion.clave}.{ruta}: {de_campo(campo)}" for ruta, campo in c.recorrer(accion.campos)]
    return lineas


def test_declaraciones_son_las_de_la_tabla() -> None:
    assert declaraciones() == TABLA.read_text("utf-8").splitlines()
