"""A practice roll: an example sheet, an action, real dice, and nothing written anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from partidas.forms.tirada import FormularioTirada, por_clase
from partidas.models import Reparto, Tirada
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import OpcionDeTarjeta, Tarjeta, tarjeta
from personajes.models import Personaje
from reglas import motor, protocolo
from reglas.nucleo.azar import AzarSistema
from reglas.nucleo.campos import Entero, Opcion
from reglas.nucleo.rechazo import Rechazo

if TYPE_CHECKING:
    from django.http import QueryDict

    from reglas.nucleo.campos import Campo
    from reglas.nucleo.sistema import Accion, Plantilla, Sistema

EJEMPLO = "ejemplo"
ADVERSARIO = "adversario"
NIVEL_DEL_ADVERSARIO = 3
NUMERO_MAXIMO = 100
"""A field that reaches higher says too little about what an ordinary number is."""


def practicables(sistema: Sistema) -> list[Accion]:
    """Return the actions that throw dice, that a player may start, and that one sheet and one PNJ are enough for."""
    return [
        accion
        for accion in sistema.acciones.values()
        if accion.declarable and accion.lanza and accion.quien != "direccion" and _hay_contra_quien(sistema, accion)
    ]


def _hay_contra_quien(sistema: Sistema, accion: Accion) -> bool:
    return accion.objetivo != "requerido" or accion.tipo_objetivo == next(iter(sistema.objetivos), "")


class LanceDePractica(FormularioTirada):
    """The widget of the editor, with only the actions that can be tried alone."""

    @property
    def acciones(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the actions that may be practised, by kind, with their names."""
        return por_clase(self.palabras, practicables(self.palabras.sistema))


@dataclass(slots=True)
class Practica:
    """The whole page: which game, which example, which action, and the card if it was rolled."""

    juegos: list[tuple[str, str]]
    palabras: Palabras
    plantilla: Plantilla
    lance: LanceDePractica
    tarjeta: Tarjeta | None = None

    @property
    def juego(self) -> str:
        """Return the key of the game that is practised."""
        return self.palabras.sistema.clave

    @property
    def plantillas(self) -> list[tuple[str, str]]:
        """Return the example sheets of the game, with their names."""
        return [(p.clave, self.palabras(p.nombre)) for p in self.palabras.sistema.plantillas]

    @property
    def ficha(self) -> Personaje:
        """Return the example that acts; it is in no table."""
        return self.lance.fichas[0].personaje

    @classmethod
    def leer(cls, peticion: QueryDict) -> Practica:
        """Take in what was asked; whatever is unknown is its first choice, and it rolls only if it was told to."""
        palabras = Palabras(_elegir(motor.sistemas().values(), peticion.get("sistema", "")))
        sistema = palabras.sistema
        plantilla = _elegir(sistema.plantillas, peticion.get("plantilla", ""))
        lance = LanceDePractica(
            indice=0,
            palabras=palabras,
            fichas=[_ejemplo(palabras, plantilla)],
            objetivos=[_adversario(sistema)] if sistema.objetivos else [],
            dirige=False,
        )
        lance.leer(peticion)
        pedida = lance.accion
        accion: Accion = _elegir(practicables(sistema), pedida.clave if pedida else "", primera=_de_muestra)
        lance.accion = accion
        if accion is not pedida:
            lance.datos, lance.errores = {}, {}
        lance.datos = _de_ejemplo(accion, peticion) | lance.datos
        if lance.candidatos and accion.objetivo == "requerido":
            lance.objetivo = ADVERSARIO
        lance.mirar()
        juegos = [(juego.clave, Palabras(juego)(juego.nombre)) for juego in motor.sistemas().values()]
        practica = cls(juegos, palabras, plantilla, lance)
        if "tirar" in peticion and not lance.errores and not lance.error:
            practica.tirar()
        return practica

    def tirar(self) -> None:
        """Throw with the machine's own chance, and put the answer into a card that no book knows."""
        lance = self.lance
        try:
            respuesta = motor.resolver(lance.peticion(lance.datos), AzarSistema())
        except Rechazo as rechazo:
            lance.rechazar(rechazo)
            return
        contra = lance.contra.personaje if lance.contra and lance.candidatos else None
        tirada = Tirada(
            sistema=self.palabras.sistema.clave,
            accion=respuesta.accion,
            nombre=self.ficha.nombre,
            declaracion=lance.declaracion,
            objetivo=contra,
            respuesta=protocolo.para_guardar(respuesta),
        )
        luego = [
            OpcionDeTarjeta(opcion, self.palabras.opcion(opcion), disponible=False, pide=False)
            for opcion in respuesta.opciones
        ]
        self.tarjeta = tarjeta(tirada, opciones=luego, legibles={self.ficha.pk})


def _elegir(cosas: Iterable[Any], clave: str, primera: Any = None) -> Any:
    """Return the one with that key, or else the first (that `primera` accepts)."""
    lista = list(cosas)
    pedida = next((cosa for cosa in lista if cosa.clave == clave), None)
    return pedida or next((cosa for cosa in lista if primera and primera(cosa)), lista[0])


def _de_muestra(accion: Accion) -> bool:
    """Whether the action shows best what a roll is: it can go well or badly, and needs nobody else."""
    return accion.con_resultado and accion.objetivo == "no"


def _de_ejemplo(accion: Accion, peticion: QueryDict) -> dict[str, Any]:
    """Return something to begin with for what the action asks for and nobody has been asked yet.

    The first word of a list, a number in the lower half: whoever empties a field is told that it is missing.
    """
    valores = {
        campo.clave: _valor(campo)
        for campo in accion.campos.campos
        if campo.obligatorio is True and campo.si is None and f"t0-datos.{campo.clave}" not in peticion
    }
    return {clave: valor for clave, valor in valores.items() if valor is not None}


def _valor(campo: Campo) -> Any:
    if isinstance(campo, Opcion):
        return next(iter(campo.opciones))
    if isinstance(campo, Entero) and campo.maximo is not None and campo.maximo <= NUMERO_MAXIMO:
        return max(campo.minimo or 0, campo.maximo // 3)
    return None


def _ejemplo(palabras: Palabras, plantilla: Plantilla) -> Reparto:
    nombre = palabras(plantilla.nombre)
    ficha = palabras.sistema.validar_ficha({**plantilla.ficha, "nombre": nombre})
    return _fila(Personaje(publico=EJEMPLO, sistema=palabras.sistema.clave, nombre=nombre, ficha=ficha))


def _adversario(sistema: Sistema) -> Reparto:
    nombre = _("Adversario de ejemplo")
    return _fila(
        Personaje(
            publico=ADVERSARIO,
            sistema=sistema.clave,
            nombre=nombre,
            formato=next(iter(sistema.objetivos)),
            ficha=sistema.pnj_rapido(nombre, NIVEL_DEL_ADVERSARIO),
        )
    )


def _fila(personaje: Personaje) -> Reparto:
    """Return a cast row that is never saved: the widget reads sheets from rows."""
    return Reparto(personaje=personaje)
