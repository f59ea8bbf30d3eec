"""What the direction gives to the sheets: what, to whom, and in which scene it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from partidas.dominio import direccion
from partidas.dominio.errores import DatoInvalido, TiradaRechazada
from partidas.presentacion.palabras import Palabras
from personajes.models import Personaje
from reglas import escritos, widgets
from reglas.nucleo.campos import SIN_CAMPOS, Grupo
from reglas.nucleo.sistema import EscenaDeJuego

if TYPE_CHECKING:
    from django.http import QueryDict

    from partidas.models import Escena, Reparto


@dataclass(slots=True)
class FormularioReparto:
    """One thing to give. filas: whole sheets in play. escenas: the open ones, in the order of the partida."""

    palabras: Palabras
    filas: Sequence[Reparto]
    escenas: Sequence[Escena]
    que: str = ""
    personajes: list[str] = field(default_factory=list)
    lugar: str = ""
    clave: UUID = field(default_factory=uuid4)
    datos: dict[str, Any] = field(default_factory=dict)
    errores: dict[str, str] = field(default_factory=dict)
    error: str = ""

    @property
    def opciones(self) -> list[tuple[str, str, str]]:
        """Return what may be given: its word in the address, its name, and a line of help.

        What closes an adventure is given whole, not one action of it.
        """
        juego, palabras = self.palabras.sistema, self.palabras
        de_aventura = {accion for fila in self.filas for accion, _datos in juego.fin_de_aventura(fila.personaje.ficha)}
        lista = [
            (accion.clave, palabras(accion.nombre), palabras(accion.ayuda))
            for accion in juego.acciones.values()
            if direccion.concede(accion) and accion.clave not in de_aventura
        ]
        if juego.renueva:
            lista.insert(0, (direccion.RENOVACION, _("Lo de cada sesión"), _("Lo que el juego devuelve al empezarla.")))
        if juego.cierra_aventuras:
            lista.insert(0, (direccion.AVENTURA, _("Fin de la aventura"), _("Lo que el juego devuelve al acabarla.")))
        return lista

    @property
    def titulo(self) -> str:
        """Name what is being given; "" before it is chosen."""
        return next((nombre for clave, nombre, _ayuda in self.opciones if clave == self.que), "")

    @property
    def ayuda(self) -> str:
        """Say what it does."""
        return next((ayuda for clave, _nombre, ayuda in self.opciones if clave == self.que), "")

    @property
    def grupo(self) -> Grupo:
        """Return the fields of what is given: not those that the scene fills in."""
        accion = self.palabras.sistema.acciones.get(self.que)
        if accion is None:
            return SIN_CAMPOS
        if accion.de_la_escena is None or not self.filas:
            return accion.campos
        puestos = accion.de_la_escena(EscenaDeJuego(ficha=self.filas[0].personaje.ficha))
        return Grupo(campos=tuple(campo for campo in accion.campos.campos if campo.clave not in puestos))

    @property
    def escena(self) -> Escena | None:
        """Return the scene that was chosen."""
        return next((escena for escena in self.escenas if escena.publico == self.lugar), None)

    def controles(self) -> tuple[widgets.Control, ...]:
        """Return the controls of its fields."""
        entorno = widgets.Entorno(traducir=self.palabras, errores=self.errores)
        return widgets.dibujar(self.grupo, ruta="datos", valores=self.datos, entorno=entorno)

    def leer(self, peticion: QueryDict, *, enviado: bool) -> None:
        """Take in the request. enviado: it is the form; else the address, which only chooses what to begin with."""
        claves = {clave for clave, _nombre, _ayuda in self.opciones}
        self.que = peticion.get("que", "") if peticion.get("que", "") in claves else ""
        self.personajes = peticion.getlist("personaje")
        self.lugar = peticion.get("escena", "")
        if not enviado:
            if not self.personajes and self.que in (direccion.RENOVACION, direccion.AVENTURA):
                pj = Personaje.Clase.PJ
                self.personajes = [f.personaje.publico for f in self.filas if f.personaje.clase == pj]
            return
        try:
            self.clave = UUID(peticion.get("clave", ""))
        except ValueError:
            self.clave = uuid4()
        self.datos, self.errores = escritos.leer(self.grupo, peticion, ruta="datos")
        if not self.que:
            self.error = _("Elige qué repartir.")
        elif self.escena is None:
            self.errores["escena"] = _("Elige en qué escena se cuenta.")

    def orden(self) -> direccion.OrdenDeMesa:
        """Return the order for the domain."""
        propio = self.que in (direccion.RENOVACION, direccion.AVENTURA)
        que, accion = (self.que, "") if propio else (direccion.ACCION, self.que)
        return direccion.OrdenDeMesa(self.clave, que, tuple(self.personajes), accion, self.datos)

    def rechazar(self, error: DatoInvalido | TiradaRechazada) -> None:
        """Put a refusal beside its control, or at the top with the name of whose sheet refused it."""
        if isinstance(error, DatoInvalido):
            self.error = str(error.motivo)
            return
        elegidas = [fila for fila in self.filas if fila.personaje.publico in self.personajes]
        frase, campo = self.palabras.rechazo(error.rechazo, self.grupo), error.rechazo.campo
        ruta = next((f"datos.{c.clave}" for c in self.grupo.campos if campo == f"datos.{c.clave}"), "")
        if ruta:
            self.errores[ruta] = frase
        else:
            self.error = f"{elegidas[error.indice].personaje.nombre}: {frase}"
