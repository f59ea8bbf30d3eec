"""The words of a game system in the reader's language: labels of fields, degrees, reasons and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from reglas import idioma, motor
from reglas.nucleo.campos import Grupo, Opcion
from reglas.widgets import campo_de

if TYPE_CHECKING:
    from reglas.nucleo.rechazo import Rechazo
    from reglas.nucleo.sistema import Sistema
    from reglas.nucleo.tipos import Texto

DE_UN_DADO = {"dado", "bono"}
"""The keys of a value that is a die of a size, and what is added to it."""


def es_de_una_pieza(valor: Any) -> bool:
    """Whether an object reads as one value: a named thing, or a die."""
    return isinstance(valor, Mapping) and ("nombre" in valor or set(valor) == DE_UN_DADO)


@dataclass(frozen=True, slots=True)
class Palabras:
    """The vocabulary of one system."""

    sistema: Sistema

    @classmethod
    def de(cls, clave: str) -> Palabras:
        """Return the vocabulary of the system with that key."""
        return cls(motor.sistema(clave))

    def __call__(self, msgid: str) -> str:
        """Translate a label."""
        return idioma.traducir(msgid, self.sistema.clave)

    def texto(self, texto: Texto) -> str:
        """Render a sentence with its data."""
        return idioma.rendir(texto, self.sistema.clave)

    def rechazo(self, rechazo: Rechazo, grupo: Grupo | None = None) -> str:
        """Say what to do about a refusal, naming its field by its label instead of its path.

        grupo: the declaration of the `datos` that were refused.
        """
        texto = rechazo.mensaje
        if "campo" in texto.datos:
            etiqueta = self._etiqueta_de(str(texto.datos["campo"]), grupo)
            texto = replace(texto, datos={**texto.datos, "campo": etiqueta})
        return self.texto(texto)

    def de_quien(self, rechazo: Rechazo, nombre: str, grupo: Grupo | None = None) -> str:
        """Say it, and of whose roll of a batch, if it is of one."""
        motivo = self.rechazo(rechazo, grupo)
        return _("%(nombre)s: %(motivo)s") % {"nombre": nombre, "motivo": motivo} if nombre else motivo

    def _etiqueta_de(self, ruta: str, grupo: Grupo | None) -> str:
        """Return the label of the deepest declared field on a path; the path itself if it has none."""
        raiz, _punto, resto = ruta.partition(".")
        if raiz in ("ficha", "objetivo"):
            tabla = self.sistema.etiquetas.ficha if raiz == "ficha" else self.sistema.etiquetas.objetivo
            conocida = next((r for r in (resto, resto.partition(".")[0]) if r in tabla), "")
            return self(tabla[conocida]) if conocida else ruta
        etiqueta, campo = ruta, grupo
        for parte in resto.split("."):
            hijo = next((c for c in campo.campos if c.clave == parte), None) if campo is not None else None
            if hijo is None or not hijo.etiqueta:
                break
            etiqueta, campo = self(hijo.etiqueta), hijo if isinstance(hijo, Grupo) else None
        return etiqueta

    def grado(self, clave: str | None) -> str:
        """Name a degree; "" for actions without one."""
        return self._de(self.sistema.etiquetas.grados, clave) if clave else ""

    def motivo(self, clave: str) -> str:
        """Name the reason of a die or an effect."""
        return self._de(self.sistema.etiquetas.motivos, clave)

    def opcion(self, clave: str) -> str:
        """Name an option."""
        continuacion = self.sistema.continuaciones.get(clave)
        if continuacion is not None:
            return self(continuacion.etiqueta)
        return self._de(self.sistema.etiquetas.opciones, clave)

    def detalle(self, clave: str) -> str:
        """Name a number of the arithmetic; "" for one that is not for readers."""
        etiqueta = self.sistema.etiquetas.detalle.get(clave, "")
        return self(etiqueta) if etiqueta else ""

    def medidor(self, sobre: str, ruta: str) -> str:
        """Name a field as the summary of the sheet does («Vigor»), or by its own label."""
        if sobre == "ficha":
            for medidor in self.sistema.medidores(self.sistema.ficha_vacia("—")):
                if medidor.campo == ruta:
                    return self(medidor.etiqueta)
        return self.campo(sobre, ruta)

    def campo(self, sobre: str, ruta: str) -> str:
        """Name a field of a sheet by its dotted path."""
        tabla = self.sistema.etiquetas.ficha if sobre == "ficha" else self.sistema.etiquetas.objetivo
        return self._de(tabla, ruta)

    def nombre(self, clave: str) -> str:
        """Name something that a sheet offers: a word of the system by its label, or what a person wrote."""
        return self(self.sistema.etiquetas.palabras.get(clave, clave))

    def clave_de(self, nombre: str) -> str:
        """Return the word of the system that `nombre` names, or what was typed."""
        palabras = self.sistema.etiquetas.palabras
        if nombre in palabras:
            return nombre
        buscado = nombre.casefold()
        return next((str(clave) for clave in palabras if self.nombre(clave).casefold() == buscado), nombre)

    def de_ficha(self, ruta: str, valor: Any) -> str:
        """Write a number of a complete sheet as its field names it where it is one of a list, or as any value."""
        try:
            campo = campo_de(self.sistema.ficha, ruta)
        except KeyError:
            return self.valor(valor)
        if isinstance(campo, Opcion) and type(valor) is int and valor in campo.opciones:
            return self(campo.opciones[valor])
        return self.valor(valor)

    def valor(self, valor: Any) -> str:
        """Write a value for a reader: words of the system by their label, yes and no, lists with commas, a d12+1."""
        if isinstance(valor, bool):
            return idioma.si_o_no(valor)
        if valor is None:
            return "—"
        if isinstance(valor, str):
            return self._de(self.sistema.etiquetas.palabras, valor)
        if isinstance(valor, Mapping) and set(valor) == DE_UN_DADO:
            return f"d{valor['dado']}+{valor['bono']}" if valor["bono"] else f"d{valor['dado']}"
        if isinstance(valor, Mapping) and "nombre" in valor:
            resto = [self.valor(valor[clave]) for clave in self.en_orden(valor) if clave != "nombre"]
            return f"{valor['nombre']} ({', '.join(resto)})" if resto else str(valor["nombre"])
        if isinstance(valor, Mapping):
            de = self.sistema.etiquetas.palabras
            return ", ".join(f"{self._de(de, c)}: {self.valor(valor[c])}" for c in self.en_orden(valor)) or "—"
        if isinstance(valor, list | tuple):
            return ", ".join(self.valor(dentro) for dentro in valor) or "—"
        return str(valor)

    def en_orden(self, valor: Mapping[str, Any]) -> list[str]:
        """Return the keys as the sheet and the words declare them, then by name: a database keeps no order of keys."""
        rutas = (*self.sistema.etiquetas.ficha, *map(str, self.sistema.etiquetas.palabras))
        lugar = {ruta.rpartition(".")[2]: n for n, ruta in enumerate(rutas)}
        return sorted(valor, key=lambda clave: (lugar.get(clave, len(lugar)), clave))

    def _de(self, tabla: Mapping[str, str], clave: str) -> str:
        return self(tabla[clave]) if clave in tabla else clave
