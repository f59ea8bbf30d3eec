"""The page of one option of a roll: what it still asks for, and whom it is aimed at."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.errores import DatoInvalido, TiradaRechazada
from partidas.forms.tirada import APORTE_DEL_NAVEGADOR
from partidas.ofertas import campos_libres, elegibles, objetivo_de
from partidas.presentacion.palabras import Palabras
from reglas import escritos, widgets
from reglas.nucleo.campos import Grupo

if TYPE_CHECKING:
    from django.http import QueryDict

    from partidas.models import Reparto, Tirada
    from personajes.models import Personaje
    from reglas.libro import SobreCambiado
    from reglas.nucleo.sistema import Accion, Continuacion
    from reglas.tipos_libro import Compromiso


@dataclass(slots=True)
class FormularioContinuacion:
    """One option of one roll, for the person who takes it.

    reunidos: characters that the roll has reached. visto: the commitment that the form brings back; sobre: the
    envelope in force.
    """

    tirada: Tirada
    continuacion: Continuacion
    accion: Accion
    palabras: Palabras
    reparto: Sequence[Reparto]
    reunidos: Collection[int] = ()
    dirige: bool = False
    clave: UUID = field(default_factory=uuid4)
    objetivo: str = ""
    aporte: str = ""
    visto: str = ""
    sobre: Compromiso | None = None
    datos: dict[str, Any] = field(default_factory=dict)
    errores: dict[str, str] = field(default_factory=dict)
    error: str = ""

    @property
    def grupo(self) -> Grupo:
        """Return the fields left to the person."""
        return Grupo(campos=tuple(campos_libres(self.palabras.sistema, self.continuacion)))

    @property
    def titulo(self) -> str:
        """Name the option."""
        return self.palabras(self.continuacion.etiqueta)

    @property
    def actor(self) -> Personaje | None:
        """Return whose sheet acts."""
        juego, tirada = self.palabras.sistema, self.tirada
        del_objetivo = juego.actua(tirada.respuesta, self.continuacion.opcion) == "objetivo"
        return tirada.objetivo if del_objetivo else tirada.personaje

    @property
    def con_objetivo(self) -> bool:
        """Whether another sheet goes along."""
        return objetivo_de(self.tirada, self.continuacion) != "no"

    @property
    def candidatos(self) -> list[Reparto]:
        """Return the rows that the option may be aimed at."""
        return elegibles(self.tirada, self.continuacion, self.reparto, self.reunidos)

    def controles(self) -> tuple[widgets.Control, ...]:
        """Return the controls of the fields left to the person."""
        entorno = widgets.Entorno(
            traducir=self.palabras,
            nombrar=self.palabras.nombre,
            ficha=self.actor.ficha if self.actor else {},
            errores=self.errores,
            con_objetivo=self.con_objetivo,
            dirige=self.dirige,
            previa=self.tirada.respuesta["detalle"],
        )
        return widgets.dibujar(self.grupo, ruta="datos", valores=self.datos, entorno=entorno)

    def leer(self, peticion: QueryDict) -> None:
        """Take in the request."""
        try:
            self.clave = UUID(peticion.get("clave", ""))
        except ValueError:
            self.clave = uuid4()
        self.objetivo = peticion.get("objetivo", "")
        self.aporte = peticion.get("aporte", "").strip()[:64]
        self.visto = peticion.get("sobre", "")[:64]
        self.datos, self.errores = escritos.leer(
            self.grupo, peticion, ruta="datos", con_objetivo=self.con_objetivo, clave_de=self.palabras.clave_de
        )

    def orden(self) -> OrdenContinuar:
        """Return the order for the domain."""
        return OrdenContinuar(self.clave, self.datos, self.objetivo, self.aporte, self.visto)

    def cambiar_sobre(self, error: SobreCambiado) -> None:
        """Say that the envelope was opened meanwhile; what the browser drew under it is drawn again."""
        self.error = str(error.mensaje)
        if APORTE_DEL_NAVEGADOR.fullmatch(self.aporte):
            self.aporte = ""

    def rechazar(self, error: DatoInvalido | TiradaRechazada) -> None:
        """Put a refusal beside its control, or at the top."""
        if isinstance(error, DatoInvalido):
            self.error = str(error.motivo)
            return
        frase, rutas = self.palabras.rechazo(error.rechazo, self.grupo), [f"datos.{c.clave}" for c in self.grupo.campos]
        ruta = next((r for r in rutas if error.rechazo.campo == r or error.rechazo.campo.startswith(f"{r}.")), "")
        if ruta:
            self.errores[ruta] = frase
        else:
            self.error = frase
