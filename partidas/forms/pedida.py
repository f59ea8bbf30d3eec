"""Asking for rolls and answering them: the fields of the action, shared out between the direction and its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from partidas.dominio.errores import DatoInvalido, TiradaRechazada
from partidas.dominio.pedidas import OrdenPedir, se_puede_pedir
from partidas.forms.clases import por_clase
from partidas.forms.tirada import uuid_o_nuevo
from partidas.models import TiradaPedida
from reglas import escritos, widgets
from reglas.nucleo.campos import SIN_CAMPOS, Grupo
from reglas.nucleo.simples import Opcion

if TYPE_CHECKING:
    from django.http import QueryDict

    from partidas.models import Reparto, RespuestaPedida
    from partidas.presentacion.palabras import Palabras
    from reglas.nucleo.campos import Campo
    from reglas.nucleo.sistema import Accion

Dificultad, AlVencer = TiradaPedida.Dificultad, TiradaPedida.AlVencer
SIN_MAS: tuple[Any, ...] = (False, [], "", None)
CIFRAS = 9
"""Of a deadline: so many are already too long for one, and Python reads no number of thousands of them."""


def _puesto(campo: Campo, valor: Any) -> bool:
    """Say whether who asks meant that value: an empty control or the usual one leaves it to the player."""
    return isinstance(campo, Opcion) or (valor not in SIN_MAS and valor != campo.defecto)


@dataclass(slots=True)
class FormularioPedir:
    """A request to fill in. filas: whom it may be asked of."""

    palabras: Palabras
    filas: Sequence[Reparto]
    clave: UUID = field(default_factory=uuid4)
    texto: str = ""
    a: list[str] = field(default_factory=list)
    accion: Accion | None = None
    dificultad: str = Dificultad.VISTA
    si_falla: str = ""
    horas: str = ""
    al_vencer: str = AlVencer.RETIRAR
    susurro: bool = False
    datos: dict[str, Any] = field(default_factory=dict)
    errores: dict[str, str] = field(default_factory=dict)
    error: str = ""

    @property
    def acciones(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the actions that may be asked for, by kind."""
        return por_clase(self.palabras, filter(se_puede_pedir, self.palabras.sistema.acciones.values()))

    @property
    def modos(self) -> list[tuple[str, str]]:
        """Return what may be told of the difficulty of the action that was chosen."""
        con_dificultad = self.accion is not None and bool(self.accion.dificultad)
        return [(m.value, str(m.label)) for m in Dificultad if con_dificultad or m == Dificultad.VISTA]

    @property
    def plazos(self) -> list[tuple[str, str]]:
        """Return what may happen when the time is over."""
        return [(que.value, str(que.label)) for que in AlVencer]

    @property
    def campos(self) -> Grupo:
        """Return the fields of the action, but for a difficulty that is set afterwards."""
        if self.accion is None:
            return SIN_CAMPOS
        fuera = self.accion.dificultad if self.dificultad == Dificultad.DESPUES else ""
        return Grupo(campos=tuple(campo for campo in self.accion.campos.campos if campo.clave != fuera))

    def controles(self) -> tuple[widgets.Control, ...]:
        """Return their controls, with what the sheet of the first of those asked offers."""
        elegidas = [fila for fila in self.filas if fila.personaje.publico in self.a] or list(self.filas)
        entorno = widgets.Entorno(
            traducir=self.palabras,
            nombrar=self.palabras.nombre,
            ficha=elegidas[0].personaje.ficha if elegidas else {},
            errores=self.errores,
            dirige=True,
        )
        return widgets.dibujar(self.campos, ruta="datos", valores=self.datos, entorno=entorno)

    def leer(self, peticion: QueryDict) -> None:
        """Take in what was typed; keeps everything, right or wrong."""
        self.clave = uuid_o_nuevo(peticion.get("clave", ""))
        self.texto = peticion.get("texto", "")
        self.a = peticion.getlist("a")
        self.accion = self.palabras.sistema.acciones.get(peticion.get("accion", ""))
        self.dificultad = peticion.get("dificultad", Dificultad.VISTA)
        if self.dificultad not in dict(self.modos):
            self.dificultad = Dificultad.VISTA
        self.si_falla = peticion.get("si_falla", "").strip()
        self.horas = peticion.get("horas", "").strip()
        self.al_vencer = peticion.get("al_vencer", AlVencer.RETIRAR)
        self.susurro = peticion.get("susurro", "") == "1"
        self.datos, self.errores = escritos.leer(self.campos, peticion, ruta="datos", clave_de=self.palabras.clave_de)

    def orden(self) -> OrdenPedir:
        """Return the order for the domain. Raises DatoInvalido for a deadline that is no number."""
        if self.horas and not self.horas.isdecimal():
            raise DatoInvalido("horas", _("El plazo se escribe en horas, con cifras; en blanco, no hay plazo."))
        campos = self.campos
        return OrdenPedir(
            clave=self.clave,
            texto=self.texto,
            accion=self.accion.clave if self.accion else "",
            a=tuple(self.a),
            datos={c: v for c, v in self.datos.items() if self._es_suyo(campos[c], v)},
            dificultad=self.dificultad,
            si_falla=self.si_falla,
            horas=int(self.horas[:CIFRAS]) if self.horas else None,
            al_vencer=self.al_vencer,
            susurro=self.susurro,
        )

    def _es_suyo(self, campo: Campo, valor: Any) -> bool:
        return (self.accion is not None and campo.clave == self.accion.dificultad) or _puesto(campo, valor)

    def rechazar(self, error: DatoInvalido) -> None:
        """Put a refusal beside the control that it names, or at the top."""
        controles = {"texto", "a", "accion", "dificultad", "si_falla", "horas", "al_vencer"}
        if error.campo in controles | {f"datos.{campo.clave}" for campo in self.campos.campos}:
            self.errores[error.campo] = str(error.motivo)
        else:
            self.error = str(error.motivo)


def de_la_persona(pedida: TiradaPedida, accion: Accion, *, dirige: bool) -> Grupo:
    """Return the fields that are left to who throws: not what was set, nor what is the direction's to say."""
    fuera = set(pedida.datos)
    if pedida.dificultad != Dificultad.VISTA:
        fuera |= {accion.dificultad, *accion.a_ciegas}
    return Grupo(campos=tuple(c for c in accion.campos.campos if c.clave not in fuera and (dirige or not c.aprueba)))


@dataclass(slots=True)
class FormularioRespuesta:
    """What one character adds before throwing. No odds are shown: they would tell a difficulty that is kept back."""

    palabras: Palabras
    pedida: TiradaPedida
    respuesta: RespuestaPedida
    dirige: bool = False
    aporte: str = ""
    datos: dict[str, Any] = field(default_factory=dict)
    errores: dict[str, str] = field(default_factory=dict)
    error: str = ""

    @property
    def accion(self) -> Accion:
        """Return the action that is asked for."""
        return self.palabras.sistema.acciones[self.pedida.accion]

    @property
    def prefijo(self) -> str:
        """Return what the names of its controls begin with."""
        return f"{self.respuesta.publico}-"

    @property
    def campos(self) -> Grupo:
        """Return the fields that are left."""
        return de_la_persona(self.pedida, self.accion, dirige=self.dirige)

    def controles(self) -> tuple[widgets.Control, ...]:
        """Return their controls, with what the sheet offers."""
        entorno = widgets.Entorno(
            traducir=self.palabras,
            nombrar=self.palabras.nombre,
            ficha=self.respuesta.personaje.ficha,
            errores=self.errores,
            prefijo=self.prefijo,
            dirige=self.dirige,
        )
        return widgets.dibujar(self.campos, ruta="datos", valores=self.datos, entorno=entorno)

    def leer(self, peticion: QueryDict) -> None:
        """Take in what was typed for this character."""
        self.aporte = peticion.get(f"{self.prefijo}aporte", "").strip()[:64]
        self.datos, self.errores = escritos.leer(
            self.campos, peticion, ruta="datos", prefijo=self.prefijo, clave_de=self.palabras.clave_de
        )

    def rechazar(self, error: DatoInvalido | TiradaRechazada) -> None:
        """Put a refusal beside its control, or at the head of its character."""
        if isinstance(error, DatoInvalido):
            self.error = str(error.motivo)
            return
        campos = self.campos
        frase = self.palabras.rechazo(error.rechazo, campos)
        rutas = [f"datos.{campo.clave}" for campo in campos.campos]
        ruta = next((r for r in rutas if error.rechazo.campo == r or error.rechazo.campo.startswith(f"{r}.")), "")
        if ruta:
            self.errores[ruta] = frase
        else:
            self.error = frase


def escala(palabras: Palabras, accion: Accion, valores: Mapping[str, Any], errores: Mapping[str, str]) -> Any:
    """Return the controls with which the direction says how hard it was."""
    entorno = widgets.Entorno(traducir=palabras, nombrar=palabras.nombre, ficha={}, errores=dict(errores), dirige=True)
    grupo = Grupo(campos=(accion.campos[accion.dificultad],))
    return widgets.dibujar(grupo, ruta="datos", valores=dict(valores), entorno=entorno)


def leer_dificultad(accion: Accion, peticion: QueryDict) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what was typed of how hard it was, and what is wrong with it."""
    grupo = Grupo(campos=(accion.campos[accion.dificultad],))
    datos, errores = escritos.leer(grupo, peticion, ruta="datos")
    if accion.dificultad not in datos and not errores:
        errores = {f"datos.{accion.dificultad}": _("Di cómo de difícil era.")}
    return datos, errores
