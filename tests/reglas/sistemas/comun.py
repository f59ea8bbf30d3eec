"""What every system's folder of tests checks of its own system: clauses, declarations and answers on record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from reglas.caja import responder
from reglas.motor import sistema
from reglas.nucleo import campos as c
from reglas.nucleo.sistema import Accion


class Clausulas:
    """The numbered clauses of a system, from 1 to `cuantas`, and where they are cited. letra: of their ids."""

    def __init__(self, clave: str, letra: str, cuantas: int) -> None:
        self.raiz = files(f"reglas.sistemas.{clave}")
        self.letra = letra
        self.todas = [f"{letra}-{numero:02d}" for numero in range(1, cuantas + 1)]
        self.id = re.compile(rf"\b{letra}-\d{{2,3}}\b")

    def texto(self, *ruta: str) -> str:
        """Return a text of the system's folder."""
        return self.raiz.joinpath(*ruta).read_text("utf-8")

    def en_el_codigo(self) -> list[str]:
        """Return those cited in the Python of the system, in order."""
        carpetas = (self.raiz, self.raiz.joinpath("acciones"))
        modulos = (f for carpeta in carpetas for f in carpeta.iterdir() if f.name.endswith(".py"))
        return self._ordenadas(self.id.findall("\n".join(modulo.read_text("utf-8") for modulo in modulos)))

    def en_los_casos(self) -> list[str]:
        """Return those that a worked case names, in order."""
        casos = [json.loads(linea) for linea in self.texto("casos.jsonl").splitlines() if linea.strip()]
        return self._ordenadas(clausula.strip() for caso in casos for clausula in caso["clausula"].split(","))

    def en_el_readme(self) -> list[str]:
        """Return those of the table of the README, as they come."""
        return re.findall(rf"^\| ({self.letra}-\d+) \|", self.texto("README.md"), re.MULTILINE)

    def en_la_referencia(self, lengua: str) -> list[str]:
        """Return those of a reference, as they come; one whose anchor has another number is told by both."""
        patron = rf'<a id="{self.letra.lower()}-(\d+)"></a>\*\*{self.letra}-(\d+)\.\*\*'
        anclas = re.findall(patron, self.texto("referencia", f"{lengua}.md"))
        return [f"{self.letra}-{numero}" if ancla == numero else f"{ancla} por {numero}" for ancla, numero in anclas]

    def mal_situadas(self) -> list[tuple[str, str]]:
        """Return each row of the README that names no module, or one that does not cite its clause."""
        malas = []
        for linea in self.texto("README.md").splitlines():
            if not linea.startswith(f"| {self.letra}-"):
                continue
            clausula, donde = linea.split("|")[1].strip(), linea.split("|")[3]
            modulos = re.findall(r"`([\w/]+\.py)`", donde) or [""]
            malas += [(clausula, m) for m in modulos if not m or clausula not in self._citadas(m)]
        return malas

    def _citadas(self, modulo: str) -> list[str]:
        return self.id.findall(self.texto(*modulo.split("/")))

    def _ordenadas(self, halladas: Iterable[str]) -> list[str]:
        return sorted(set(halladas), key=lambda clausula: int(clausula[2:]))


def declaraciones(clave: str) -> list[str]:
    """Write every range, default and condition of the sheets and actions of a system, one a line."""
    juego = sistema(clave)
    otras = {f"objetivo {tipo}": grupo for tipo, grupo in juego.objetivos.items() if grupo is not juego.ficha}
    grupos = {"ficha": juego.ficha, **otras}
    lineas = [f"{nombre}.{ruta}: {de_campo(campo)}" for nombre, g in grupos.items() for ruta, campo in c.recorrer(g)]
    for accion in juego.acciones.values():
        lineas.append(f"{accion.clave}: {de_accion(accion)}")
        lineas += [f"{accion.clave}.{ruta}: {de_campo(campo)}" for ruta, campo in c.recorrer(accion.campos)]
    return lineas


def de_campo(campo: c.Campo) -> str:
    """Write a field in one line."""
    palabras = [type(campo).__name__.lower()]
    if isinstance(campo, c.Entero | c.Texto | c.Lista):
        palabras.append(f"{campo.minimo}-{campo.maximo}")
    if isinstance(campo, c.Entero) and campo.hasta:
        palabras.append(f"hasta {campo.hasta}")
    if isinstance(campo, c.Texto):
        palabras += ["sin punto"] * campo.sin_punto + ["largo"] * campo.largo
        palabras += [f"como {campo.patron}"] if campo.patron else []
    if isinstance(campo, c.Mapa):
        palabras.append(f"de {de_campo(campo.nombre)}")
    if isinstance(campo, c.Lista) and campo.distintos:
        palabras.append("distintos")
    if isinstance(campo, c.Opcion):
        palabras.append("|".join(map(str, campo.opciones)))
    if campo.nulo:
        palabras.append("o nulo")
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
        palabra = "puede continuar" if accion.previa_opcional else "continúa"
        partes.append(f"{palabra} " + "|".join(sorted(accion.previas)))
    partes += ["con resultado"] * accion.con_resultado + ["lanza"] * accion.lanza
    partes += [f"repite {accion.repite}"] if accion.repite else []
    partes += [f"mejora {accion.mejora}"] if accion.mejora else []
    return ", ".join([*partes, "declarable" if accion.declarable else "continuación"])


def respuestas(clave: str, extra: Path) -> dict[str, Any]:
    """Answer every worked case of a system, and those of another file, without the free sentences."""
    casos = files(f"reglas.sistemas.{clave}").joinpath("casos.jsonl").read_text("utf-8")
    salidas = {}
    for linea in [*casos.splitlines(), *extra.read_text("utf-8").splitlines()]:
        caso = json.loads(linea)
        peticion = caso["peticion"]
        salida = json.loads(responder(json.dumps(peticion))[0])
        salida.pop("resumen", None)
        salida.get("error", {}).pop("mensaje", None)
        if "dados" in peticion:
            salida["odds"] = json.loads(responder(json.dumps(peticion), odds=True)[0])
            salida["odds"].get("error", {}).pop("mensaje", None)
        salidas[caso["caso"]] = salida
    return salidas


def grabadas(archivo: Path) -> dict[str, Any]:
    """Return the answers on record, by the name of their case."""
    lineas = (json.loads(linea) for linea in archivo.read_text("utf-8").splitlines())
    return {linea["caso"]: linea["respuesta"] for linea in lineas}


def grabar(archivo: Path, salidas: Mapping[str, Any]) -> None:
    """Write the answers of now over those on record."""
    lineas = ({"caso": nombre, "respuesta": salida} for nombre, salida in salidas.items())
    archivo.write_text("".join(json.dumps(li, ensure_ascii=False, sort_keys=True) + "\n" for li in lineas), "utf-8")


def pedir(
    clave: str, accion: str, sujeto: Any, dados: Any, objetivo: Any, previa: Any, datos: Mapping[str, Any]
) -> Any:
    """Ask the black box for an action and return the answer as JSON. dados: faces to force."""
    peticion = {"sistema": clave, "accion": accion, "ficha": sujeto, "datos": datos, "dados": list(dados)}
    if objetivo is not None:
        peticion["objetivo"] = objetivo
    if previa is not None:
        peticion["previa"] = previa
    return json.loads(responder(json.dumps(peticion))[0])
