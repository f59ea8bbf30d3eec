"""Every range, default and condition of sheets and actions, against the table in `declaraciones.txt`.

After a deliberate change, write the table again with `python -m` this module.
"""

from __future__ import annotations

from pathlib import Path

from reglas.motor import sistema
from reglas.nucleo import campos as c
from tests.reglas.sistemas.comun import de_accion, de_campo

TABLA = Path(__file__).with_name("declaraciones.txt")


def con_marcas(campo: c.Campo) -> str:
    """Write a field in one line, with what only this system declares."""
    partes = [de_campo(campo)] + [f"aprueba {campo.aprueba}"] * bool(campo.aprueba)
    partes += [f"de ficha {campo.de_ficha}"] * bool(campo.de_ficha)
    if isinstance(campo, c.Lista):
        partes += ["sin índice"] * (not campo.por_indice) + [f"cuantos {campo.cuantos_de}"] * bool(campo.cuantos_de)
    return " ".join(partes)


def declaraciones() -> list[str]:
    """Write every declaration of the system."""
    juego = sistema("lemuria")
    grupos = {"ficha": juego.ficha, "objetivo": juego.objetivos["personaje"]}
    lineas = [f"{nombre}.{ruta}: {con_marcas(campo)}" for nombre, g in grupos.items() for ruta, campo in c.recorrer(g)]
    for accion in juego.acciones.values():
        condiciones = "".join(f", si {condicion}" for condicion in accion.ficha_si)
        lineas.append(f"{accion.clave}: {de_accion(accion)}{condiciones}")
        a_mano, anticipa = "|".join(accion.a_mano), "|".join(accion.anticipa)
        lineas.append(f"{accion.clave}: a mano {a_mano}, anticipa {anticipa}, repite {accion.repite}")
        lineas += [f"{accion.clave}.{ruta}: {con_marcas(campo)}" for ruta, campo in c.recorrer(accion.campos)]
    for opcion, continuacion in juego.continuaciones.items():
        lineas.append(
            f"opción {opcion}: {continuacion.accion} {dict(continuacion.datos)}, {continuacion.requiere_objetivo}, "
            f"cierra {'|'.join(sorted(continuacion.cierra))}, repetible {continuacion.repetible}, "
            f"con previa {continuacion.con_previa}, sustituye {continuacion.sustituye}"
        )
    return lineas


def test_declaraciones_son_las_de_la_tabla() -> None:
    assert declaraciones() == TABLA.read_text("utf-8").splitlines()


if __name__ == "__main__":
    TABLA.write_text("\n".join(declaraciones()) + "\n", "utf-8")
