"""The images of a message in the form that edits it: those it has, and those uploaded since the form was opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from partidas.dominio import adjuntos
from partidas.dominio.adjuntos import Puesto
from partidas.dominio.laminas import OrdenImagenes
from partidas.forms.turno import PUBLICO

if TYPE_CHECKING:
    from django.http import QueryDict

    from cuentas.models import Usuario
    from partidas.models import Adjunto, Mensaje


@dataclass(slots=True)
class FormularioImagenes:
    """clave: under which this form uploads. alts: what it says of each that it shows.

    quitadas: of the message's own, those that saving takes out.
    """

    mensaje: Mensaje
    quien: Usuario
    clave: UUID = field(default_factory=uuid4)
    alts: dict[str, str] = field(default_factory=dict)
    quitadas: list[str] = field(default_factory=list)
    errores: dict[str, str] = field(default_factory=dict)
    suyas: Sequence[Adjunto] = ()
    subidas: Sequence[Adjunto] = ()

    def __post_init__(self) -> None:
        """Begin with those of the message."""
        self.suyas = adjuntos.de_un_mensaje(self.mensaje)
        self.alts = {fila.publico: fila.alt for fila in self.suyas}

    def leer(self, peticion: QueryDict) -> None:
        """Take in the request. Without a key it is a form that knows of no images: then none changes."""
        try:
            self.clave = UUID(peticion.get("clave", ""))
        except ValueError:
            return
        puestas = [p for p in peticion.getlist("adjuntos") if PUBLICO.fullmatch(p)]
        propias = {fila.publico for fila in self.suyas}
        pulsada = peticion.get("quitar-adjunto", "")
        dichas = [*peticion.getlist("quitadas"), *([pulsada] if pulsada in propias else [])]
        self.quitadas = [p for p in dict.fromkeys(dichas) if PUBLICO.fullmatch(p)]
        llegadas = {p: alt for p, alt in self.alts.items() if p not in puestas}
        self.alts = {p: peticion.get(f"alt-{p}", "") for p in puestas} | llegadas
        for publico in self.quitadas:
            self.alts.pop(publico, None)

    def mirar(self) -> None:
        """Fetch what was uploaded here, to show it."""
        self.subidas = list(adjuntos.de_un_editor(self.quien, self.clave))

    @property
    def imagenes(self) -> list[tuple[Adjunto, str]]:
        """Return each image that is still there, with its description as it was typed."""
        return [(fila, self.alts[fila.publico]) for fila in (*self.suyas, *self.subidas) if fila.publico in self.alts]

    def orden(self) -> OrdenImagenes:
        """Return what the domain is asked."""
        puestas = tuple(Puesto(publico, alt) for publico, alt in self.alts.items())
        return OrdenImagenes(self.clave, puestas, tuple(self.quitadas))
