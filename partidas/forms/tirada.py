"""The roll widget: what was declared, its controls, its cost and its odds, for any system."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from partidas.dominio import tablero
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.forms import anticipos
from partidas.forms.clases import por_clase
from partidas.forms.lotes import FormularioLote
from partidas.models import Mensaje
from partidas.ofertas import admite_objetivo, palabra_de
from partidas.presentacion.palabras import Palabras
from reglas import escritos, widgets
from reglas.nucleo.campos import SIN_CAMPOS, Grupo
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion

if TYPE_CHECKING:
    from django.http import QueryDict

    from partidas.models import Escena, Reparto
    from partidas.presentacion.tarjetas import Anticipo
    from reglas.nucleo.sistema import Accion

DECLARACION_MAXIMO = 300
APORTE_DEL_NAVEGADOR = re.compile(r"[0-9a-f]{16}")
ORDENES = ("tirar", "quitar")


def uuid_o_nuevo(texto: str) -> UUID:
    """Return the key that a form brings back, or another if it is not one."""
    try:
        return UUID(texto)
    except ValueError:
        return uuid4()


@dataclass(slots=True)
class FormularioTirada:
    """One roll of the editor.

    fichas: cast rows whose sheet may act, the speaker's first. objetivos: rows that may be acted upon. clave: what
    «Tirar ahora» throws once. lote: what makes a batch of it, for the direction of a scene. crudo: what was typed, by
    name without the prefix, for the draft. recien: just added, so the focus goes to it.
    """

    indice: int
    palabras: Palabras
    fichas: Sequence[Reparto]
    objetivos: Sequence[Reparto]
    dirige: bool
    escena: Escena | None = None
    visibilidad: str = Mensaje.Visibilidad.TODOS
    accion: Accion | None = None
    personaje: str = ""
    objetivo: str = ""
    declaracion: str = ""
    aporte: str = ""
    datos: dict[str, Any] = field(default_factory=dict)
    errores: dict[str, str] = field(default_factory=dict)
    error: str = ""
    lote: FormularioLote | None = None
    visto: Anticipo | None = None
    recien: bool = False
    clave: UUID = field(default_factory=uuid4)
    crudo: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Offer a batch to who directs."""
        if self.dirige and self.escena is not None:
            self.lote = FormularioLote.de(self.fichas)

    @property
    def prefijo(self) -> str:
        """Return what the names of its controls begin with."""
        return f"t{self.indice}-"

    @property
    def acciones(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the actions that this person may start and make sense for the sheet, by kind, with their names."""
        permitidas = {"jugador", "ambos", "direccion"} if self.dirige else {"jugador", "ambos"}
        ficha = self.actor.personaje.ficha if self.actor else None
        return por_clase(
            self.palabras,
            [
                accion
                for accion in self.palabras.sistema.acciones.values()
                if accion.declarable
                and accion.quien in permitidas
                and (ficha is None or accion is self.accion or accion.sirve_a(ficha))
            ],
        )

    @property
    def espera_palabra(self) -> bool:
        """Tell whether it will wait for the direction instead of being thrown."""
        return not self.dirige and self.accion is not None and bool(palabra_de(self.accion, self.datos))

    @property
    def campos(self) -> Grupo:
        """Return the fields that are asked for: not those that the scene fills in."""
        if self.accion is None:
            return SIN_CAMPOS
        puestos = self._puestos({})
        if not puestos:
            return self.accion.campos
        return Grupo(campos=tuple(campo for campo in self.accion.campos.campos if campo.clave not in puestos))

    def _puestos(self, datos: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the scene fills in."""
        if self.escena is None or self.accion is None or self.accion.de_la_escena is None:
            return {}
        actor = self.actor.personaje if self.actor else None
        return tablero.poner(self._sin_escena(datos), self.escena, actor, visibilidad=self.visibilidad)

    @property
    def actor(self) -> Reparto | None:
        """Return whose sheet acts: the one chosen, the first of its batch, or the first of the list."""
        for publico in self.tiran:
            for fila in self.fichas:
                if fila.personaje.publico == publico:
                    return fila
        return self.fichas[0] if self.fichas and not self.dirige else None

    @property
    def tiran(self) -> tuple[str, ...]:
        """Return the public ids of whose sheets act, as they were sent."""
        return self.lote.tiran(self.personaje) if self.lote else (self.personaje,)

    @property
    def cuantas(self) -> int:
        """Return how many rolls it is."""
        return max(1, len(self.tiran)) * self.lote.veces if self.lote else 1

    @property
    def contra(self) -> Reparto | None:
        """Return who is acted upon, if anybody was chosen."""
        return next((fila for fila in self.objetivos if fila.personaje.publico == self.objetivo), None)

    @property
    def candidatos(self) -> list[Reparto]:
        """Return the rows whose sheet is of the kind that the action acts upon."""
        if self.accion is None or self.accion.objetivo == "no":
            return []
        return [
            fila
            for fila in self.objetivos
            if fila != self.actor and admite_objetivo(self.palabras.sistema, self.accion, fila.personaje)
        ]

    def leer(self, peticion: QueryDict) -> None:
        """Take in what was typed under this roll's prefix; keeps everything, right or wrong."""
        p = self.prefijo
        self.crudo = {
            nombre.removeprefix(p): peticion.getlist(nombre)
            for nombre in peticion
            if nombre.startswith(p) and nombre.removeprefix(p) not in ORDENES
        }
        self.clave = uuid_o_nuevo(peticion.get(f"{p}clave", ""))
        self.accion = self.palabras.sistema.acciones.get(peticion.get(f"{p}accion", ""))
        self.personaje = peticion.get(f"{p}personaje", "")
        self.objetivo = peticion.get(f"{p}objetivo", "")
        if self.lote is not None:
            self.lote.leer(peticion, p)
        self.declaracion = peticion.get(f"{p}declaracion", "").strip()[:DECLARACION_MAXIMO]
        self.aporte = peticion.get(f"{p}aporte", "").strip()[:64]
        if self.accion is not None:
            self.datos, self.errores = escritos.leer(
                self.campos,
                peticion,
                ruta="datos",
                prefijo=p,
                con_objetivo=self.contra is not None,
                clave_de=self.palabras.clave_de,
            )

    @property
    def mal_escrita(self) -> bool:
        """Tell whether something in it could not be parsed."""
        return bool(self.errores or (self.lote and self.lote.error))

    def olvidar_azar(self) -> None:
        """Forget the browser's contribution: it was drawn before the envelope that is shown now."""
        if APORTE_DEL_NAVEGADOR.fullmatch(self.aporte):
            self.aporte = ""

    def a_datos(self) -> dict[str, list[str]]:
        """Return what the draft keeps: everything typed, but not what the browser drew for one envelope."""
        azar = "".join(self.crudo.get("aporte", []))
        return {n: v for n, v in self.crudo.items() if n != "aporte" or not APORTE_DEL_NAVEGADOR.fullmatch(azar)} | {
            "clave": [str(self.clave)]
        }

    def rechazar(self, rechazo: Rechazo, nombre: str = "") -> None:
        """Put a refusal beside the control it names, or at the head of the roll. nombre: whose of a batch it is of."""
        frase = self.palabras.de_quien(rechazo, nombre, self.accion.campos if self.accion else None)
        control = next((c for c in self.rutas() if c == rechazo.campo or rechazo.campo.startswith(c + ".")), "")
        if control:
            self.errores[control] = frase
        else:
            self.error = frase

    def rutas(self) -> list[str]:
        """Return the paths of the controls on show."""
        rutas = [f"datos.{campo.clave}" for campo in self.accion.campos.campos] if self.accion else []
        visibles = {control.nombre.removeprefix(self.prefijo) for control in self.controles()}
        return [ruta for ruta in rutas if ruta in visibles]

    def controles(self) -> tuple[widgets.Control, ...]:
        """Return the controls of the action's own fields."""
        if self.accion is None:
            return ()
        actor = self.actor
        entorno = widgets.Entorno(
            traducir=self.palabras,
            nombrar=self.palabras.nombre,
            ficha=actor.personaje.ficha if actor else {},
            errores=self.errores,
            prefijo=self.prefijo,
            con_objetivo=self.contra is not None,
            dirige=self.dirige,
        )
        return widgets.dibujar(self.campos, ruta="datos", valores=self.datos, entorno=entorno)

    @property
    def a_mano(self) -> list[widgets.Control]:
        """Return the controls that are shown at once."""
        return [control for control in self.controles() if not self._plegado(control)]

    @property
    def plegados(self) -> list[widgets.Control]:
        """Return the controls that wait folded."""
        return [control for control in self.controles() if self._plegado(control)]

    @property
    def desplegar(self) -> bool:
        """Whether something folded was filled in or is wrong, and has to be seen."""
        claves = {control.nombre.rpartition(".")[2] for control in self.plegados}
        return any(clave in self.datos or f"datos.{clave}" in self.errores for clave in claves) and any(
            control.error or self._escrito(control) for control in self.plegados
        )

    def _escrito(self, control: widgets.Control) -> bool:
        clave = control.nombre.rpartition(".")[2]
        campo = self.accion.campos[clave] if self.accion else None
        return clave in self.datos and campo is not None and self.datos[clave] != campo.defecto

    def _plegado(self, control: widgets.Control) -> bool:
        if self.accion is None or not self.accion.a_mano:
            return False
        return control.nombre.rpartition(".")[2] not in self.accion.a_mano and not control.obligatorio

    def declarada(self, sobre: str = "") -> TiradaDeclarada:
        """Return the declaration for the domain."""
        actor, tiran = self.actor, self.tiran
        return TiradaDeclarada(
            accion=self.accion.clave if self.accion else "",
            datos=self.datos,
            personaje=actor.personaje.publico if actor else "",
            objetivo=self.objetivo if self.candidatos else "",
            declaracion=self.declaracion,
            aporte=self.aporte,
            sobre=sobre,
            varios=tiran if len(tiran) > 1 else (),
            veces=self.lote.veces if self.lote else 1,
        )

    def mirar(self) -> None:
        """Work out cost and odds before anything is drawn, so that a refusal finds its control."""
        self.visto = anticipos.de(self)

    def peticion(self, datos: Mapping[str, Any]) -> Peticion:
        """Return the request to the engine, as it stands, with those data and what the scene fills in."""
        return self._sin_escena({**datos, **self._puestos(datos)})

    def _sin_escena(self, datos: Mapping[str, Any]) -> Peticion:
        actor, contra = self.actor, self.contra
        return Peticion(
            sistema=self.palabras.sistema.clave,
            accion=self.accion.clave if self.accion else "",
            ficha=actor.personaje.ficha if actor else self.palabras.sistema.ficha_vacia(_("Dirección")),
            objetivo=contra.personaje.ficha if contra and self.candidatos else None,
            datos=dict(datos),
        )
