"""The editor of a turn: everything typed in it, kept through every way of showing it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from partidas.dominio.errores import DatoInvalido, TiradaRechazada
from partidas.dominio.tiradas import TIRADAS_MAXIMO
from partidas.dominio.turnos import OrdenTurno
from partidas.forms.tirada import FormularioTirada
from partidas.models import Escena, Mensaje
from partidas.presentacion.palabras import Palabras
from personajes.models import FICHA_COMPLETA, Personaje

if TYPE_CHECKING:
    from django.http import QueryDict

    from partidas.models import Reparto
    from partidas.politica import Lector
    from partidas.presentacion.marcado import Html

SIN_VOZ = "-"


@dataclass(slots=True)
class FormularioTurno:
    """One editor in one scene. `reparto` is the cast that the person may know of."""

    quien: Lector
    escena: Escena
    reparto: Sequence[Reparto]
    clave: UUID = field(default_factory=uuid4)
    texto: str = ""
    notas: str = ""
    notas_direccion: bool = False
    personaje: str = ""
    visibilidad: str = Mensaje.Visibilidad.TODOS
    destinatarios: list[str] = field(default_factory=list)
    tiradas: list[FormularioTirada] = field(default_factory=list)
    errores: dict[str, str] = field(default_factory=dict)
    previa: Html | None = None
    guardado: str = ""

    def __post_init__(self) -> None:
        """Begin with the first voice of the list."""
        if not self.personaje and self.voces:
            self.personaje = self.voces[0][0]

    @property
    def hay_tiradas(self) -> bool:
        """Tell whether publishing will also roll."""
        return any(tirada.accion for tirada in self.tiradas)

    @property
    def previa_html(self) -> SafeString:
        """Return the preview: HTML of the one pipeline, never with a die in it."""
        return mark_safe(self.previa.html if self.previa else "")  # noqa: S308 - sanitised by nh3

    @property
    def voces(self) -> list[tuple[str, str]]:
        """Return who the person can speak as: own characters, then what the direction or the place allows."""
        mias = [
            (fila.personaje.publico, fila.personaje.nombre)
            for fila in self.reparto
            if fila.usuario_id == self.quien.usuario.pk and fila.personaje.estado == Personaje.Estado.ACTIVO
        ]
        if self.quien.dirige:
            pnj = [(f.personaje.publico, f.personaje.nombre) for f in self.reparto if f.personaje.clase == "pnj"]
            return [(SIN_VOZ, _("Dirección")), *mias, *pnj]
        if self.escena.tipo == Escena.Tipo.FUERA:
            return [(SIN_VOZ, self.quien.usuario.get_username()), *mias]
        return mias

    @property
    def candidatos(self) -> list[Reparto]:
        """Return the players' characters that can be named as recipients."""
        return [fila for fila in self.reparto if fila.personaje.clase == Personaje.Clase.PJ and fila.usuario_id]

    @property
    def lo_leeran(self) -> str:
        """Say in words who will read the turn as it is set now."""
        if self.visibilidad == Mensaje.Visibilidad.DIRECCION:
            return _("Lo leerá solo la dirección.")
        if self.visibilidad == Mensaje.Visibilidad.DESTINATARIOS:
            nombres = [f.personaje.nombre for f in self.candidatos if f.personaje.publico in self.destinatarios]
            if not nombres:
                return _("Marca quién lo leerá.")
            return _("Lo leerán: %(nombres)s y la dirección.") % {"nombres": ", ".join(nombres)}
        if self.escena.secreta:
            return _("Lo leerán quienes están en esta escena secreta y la dirección.")
        if self.quien.partida.acceso == self.quien.partida.Acceso.PRIVADA:
            return _("Lo leerá toda la partida.")
        return _("Lo leerá toda la partida y quien la visite: es de lectura abierta.")

    def nueva_tirada(self) -> FormularioTirada:
        """Return an empty roll for the speaker chosen now."""
        propias = [
            fila
            for fila in self.reparto
            if fila.personaje.formato == FICHA_COMPLETA
            and (self.quien.dirige or fila.usuario_id == self.quien.usuario.pk)
        ]
        propias.sort(key=lambda fila: fila.personaje.publico != self.personaje)
        return FormularioTirada(
            indice=len(self.tiradas),
            palabras=Palabras.de(self.quien.partida.sistema),
            fichas=propias,
            objetivos=self.reparto,
            dirige=self.quien.dirige,
        )

    def leer(self, peticion: QueryDict) -> None:
        """Take in the whole request; nothing typed is dropped, right or wrong."""
        try:
            self.clave = UUID(peticion.get("clave", ""))
        except ValueError:
            self.errores["clave"] = _("El formulario estaba incompleto: revisa y vuelve a publicar.")
        self.texto = peticion.get("texto", "").replace("\r\n", "\n")
        self.notas = peticion.get("notas", "").replace("\r\n", "\n")
        self.notas_direccion = "notas_direccion" in peticion
        self.personaje = peticion.get("personaje", self.personaje)
        self.visibilidad = peticion.get("visibilidad", "")
        self.destinatarios = peticion.getlist("destinatarios")
        cuantas = peticion.get("cuantas", "0")
        for indice in range(min(int(cuantas) if cuantas.isdecimal() else 0, TIRADAS_MAXIMO)):
            tirada = self.nueva_tirada()
            tirada.indice = indice
            tirada.leer(peticion)
            if f"{tirada.prefijo}quitar" not in peticion:
                tirada.indice = len(self.tiradas)
                self.tiradas.append(tirada)

    def orden(self) -> OrdenTurno:
        """Return the order for the domain: rolls without a chosen action are left out."""
        return OrdenTurno(
            clave=self.clave,
            texto=self.texto,
            notas=self.notas,
            notas_direccion=self.notas_direccion,
            personaje="" if self.personaje == SIN_VOZ else self.personaje,
            visibilidad=self.visibilidad,
            destinatarios=tuple(self.destinatarios),
            tiradas=tuple(tirada.declarada() for tirada in self.tiradas if tirada.accion),
        )

    def valido(self) -> bool:
        """Tell whether everything could be parsed; what the verbs refuse comes later."""
        return not self.errores and not any(tirada.errores for tirada in self.tiradas)

    def rechazar(self, error: DatoInvalido | TiradaRechazada) -> None:
        """Put what a verb refused beside the control it speaks of."""
        con_accion = [tirada for tirada in self.tiradas if tirada.accion]
        if isinstance(error, TiradaRechazada):
            con_accion[error.indice].rechazar(error.rechazo)
        elif error.campo.startswith("tirada-"):
            con_accion[int(error.campo.removeprefix("tirada-"))].error = str(error.motivo)
        else:
            self.errores[error.campo] = str(error.motivo)

    def resumen_de_errores(self) -> list[tuple[str, str]]:
        """Return (anchor, sentence) of everything wrong, for the summary at the top."""
        lista = [(f"campo-{campo}", frase) for campo, frase in self.errores.items()]
        for tirada in self.tiradas:
            if tirada.error:
                lista.append((f"{tirada.prefijo}tirada", tirada.error))
            lista.extend((c.id_html, f"{c.etiqueta}: {c.error}") for c in tirada.controles() if c.error)
        return lista
