"""Editing a sheet by steps: the paths of one step, the rule in a sentence, and what was typed."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from partidas.presentacion.palabras import Palabras
from personajes.models import FICHA_COMPLETA, Personaje
from reglas import escritos, widgets
from reglas.nucleo.campos import Grupo
from reglas.nucleo.rechazo import Rechazo

if TYPE_CHECKING:
    from django.http import QueryDict


@dataclass(frozen=True, slots=True)
class Paso:
    """One step: its place in the address, its title, the rule and the paths it fills."""

    clave: str
    titulo: str
    regla: str
    rutas: tuple[str, ...]


def pasos_de(personaje: Personaje) -> list[Paso]:
    """Return the steps of a sheet: the system's guided ones, and one with all that they leave out."""
    palabras = Palabras.de(personaje.sistema)
    if personaje.formato != FICHA_COMPLETA:
        grupo = palabras.sistema.objetivos[personaje.formato]
        return [Paso("1", _("Ficha"), "", tuple(campo.clave for campo in grupo.campos))]
    guiados = [
        Paso(str(n), palabras(paso.titulo), palabras(paso.regla), tuple(paso.campos))
        for n, paso in enumerate(palabras.sistema.pasos_de_creacion, start=1)
    ]
    tocadas = {ruta for paso in guiados for ruta in paso.rutas}
    resto = tuple(
        campo.clave
        for campo in palabras.sistema.ficha.campos
        if not any(ruta == campo.clave or ruta.startswith(f"{campo.clave}.") for ruta in tocadas)
    )
    en_juego = tuple(ruta for ruta in _hojas(palabras.sistema.ficha) if not tocadas & {ruta, ruta.partition(".")[0]})
    if personaje.estado == Personaje.Estado.CREACION or not (resto or en_juego):
        return guiados
    return [*guiados, Paso(str(len(guiados) + 1), _("En juego"), "", (*en_juego, *resto))]


def _hojas(grupo: Grupo) -> list[str]:
    """Return the dotted paths of the fields inside groups."""
    return [
        f"{campo.clave}.{hijo.clave}"
        for campo in grupo.campos
        for hijo in (campo.campos if isinstance(campo, Grupo) else ())
    ]


@dataclass(slots=True)
class FormularioFicha:
    """One step of one sheet, as it was typed or as it stands."""

    personaje: Personaje
    paso: Paso
    version: int = 0
    motivo: str = ""
    cambios: dict[str, Any] | None = None
    errores: dict[str, str] = field(default_factory=dict)
    error: str = ""

    def __post_init__(self) -> None:
        """Begin at the version that is stored."""
        self.version = self.version or self.personaje.version

    @property
    def raiz(self) -> str:
        """Return what the engine calls this sheet in its paths."""
        return "ficha" if self.personaje.formato == FICHA_COMPLETA else "objetivo"

    @property
    def grupo(self) -> Grupo:
        """Return the declaration of the sheet."""
        juego = Palabras.de(self.personaje.sistema).sistema
        return juego.ficha if self.raiz == "ficha" else juego.objetivos[self.personaje.formato]

    def controles(self) -> tuple[widgets.Control, ...]:
        """Return the controls of the step; labels come from the system's own table of paths."""
        palabras = Palabras.de(self.personaje.sistema)
        valores = self.personaje.ficha if self.cambios is None else _escritos(self.personaje.ficha, self.cambios)
        entorno = widgets.Entorno(traducir=palabras, errores=self.errores)
        tabla = palabras.sistema.etiquetas.ficha if self.raiz == "ficha" else palabras.sistema.etiquetas.objetivo
        controles = widgets.dibujar_rutas(self.grupo, self.paso.rutas, raiz=self.raiz, valores=valores, entorno=entorno)
        return tuple(
            widgets.con_etiqueta(control, palabras(tabla[ruta])) if ruta in tabla else control
            for control in controles
            for ruta in [control.nombre.removeprefix(f"{self.raiz}.")]
        )

    def leer(self, peticion: QueryDict) -> None:
        """Take in the request."""
        version = peticion.get("version", "")
        self.version = int(version) if version.isdecimal() and len(version) < 10 else 0
        self.motivo = peticion.get("motivo", "").strip()[:200]
        self.cambios, self.errores = escritos.leer_rutas(
            self.grupo, self.paso.rutas, peticion, raiz=self.raiz, valores=self.personaje.ficha
        )

    def rechazar(self, rechazo: Rechazo) -> None:
        """Put a refusal beside the control it names, or at the top."""
        frase = Palabras.de(self.personaje.sistema).rechazo(rechazo, self.grupo)
        rutas = [f"{self.raiz}.{ruta}" for ruta in self.paso.rutas]
        ruta = next((r for r in rutas if rechazo.campo == r or rechazo.campo.startswith(f"{r}.")), "")
        if ruta:
            self.errores[ruta] = frase
        else:
            self.error = frase


def _escritos(ficha: Mapping[str, Any], cambios: dict[str, Any]) -> dict[str, Any]:
    """Return the sheet with what was typed at its dotted paths, for drawing it again."""
    escrita = copy.deepcopy(dict(ficha))
    for ruta, valor in cambios.items():
        dentro = escrita
        *padres, ultima = ruta.split(".")
        for parte in padres:
            dentro = dentro.setdefault(parte, {})
        dentro[ultima] = valor
    return escrita
