"""A task (4.1 to 4.6): its declared keys, the difficulty, the reading of the d20 and what it opens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Campo, Entero, Grupo, Lista, Opcion, Texto
from reglas.nucleo.condiciones import Condicion
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.tipos import Ficha, _
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.coste import calcular, pagar
from reglas.sistemas.strange.mensajes import rechazar


def campo_atributo(clave: str, etiqueta: str, ayuda: str = "", **mas: Any) -> Opcion:
    """Declare a field that is one of the three atributos."""
    return Opcion(clave=clave, etiqueta=etiqueta, ayuda=ayuda, opciones=t.ATRIBUTOS, **mas)


def campo_dificultad(ayuda: str = "", **mas: Any) -> Entero:
    """Declare a difficulty, 0 to 10. S-02."""
    return Entero(clave="dificultad", etiqueta=_("Dificultad"), ayuda=ayuda, minimo=0, maximo=10, **mas)


ANTICIPA: Final = ("numero_objetivo", "bonificador", "coste_total")
"""What the player may know of a task before the die: nothing of the other sheet but the number to reach."""

CAPACIDAD: Final = (
    Texto(clave="nombre", etiqueta=_("Nombre"), maximo=80, obligatorio=True),
    campo_atributo("reserva", _("Se paga con"), obligatorio=True),
    Entero(clave="coste", etiqueta=_("Coste"), minimo=0, maximo=20, obligatorio=True),
)


def campos_de_tarea(si: Condicion | None = None) -> tuple[Campo, ...]:
    """Return the task keys (4.1). si: when they go with the action at all."""
    return (*_ayudas(si), *_gastos(si))


def _ayudas(si: Condicion | None) -> tuple[Campo, ...]:
    return (
        Lista(
            clave="habilidades",
            etiqueta=_("Habilidades que se aplican"),
            ayuda=_("Entre todas, dos grados como mucho."),
            elemento=Texto(etiqueta=_("Habilidad"), maximo=60),
            maximo=10,
            distintos=True,
            de_ficha="habilidades",
            defecto=[],
            si=si,
        ),
        Entero(
            clave="recursos",
            etiqueta=_("Recursos"),
            ayuda=_("Un grado cada uno, dos como mucho."),
            minimo=0,
            maximo=10,
            defecto=0,
            si=si,
        ),
        Lista(
            clave="bonificadores",
            etiqueta=_("Bonificadores"),
            ayuda=_("Uno por fuente; cada 3 puntos son un recurso."),
            elemento=Entero(etiqueta=_("Bonificador"), minimo=1, maximo=10),
            maximo=10,
            defecto=[],
            si=si,
        ),
    )


def _gastos(si: Condicion | None) -> tuple[Campo, ...]:
    return (
        Entero(
            clave="esfuerzo",
            etiqueta=_("Esfuerzo"),
            ayuda=_("Niveles que facilitan la tarea."),
            minimo=0,
            maximo=6,
            defecto=0,
            si=si,
        ),
        Entero(
            clave="esfuerzo_especial",
            etiqueta=_("Esfuerzo para un efecto especial"),
            ayuda=_("Niveles que no facilitan la tarea."),
            minimo=0,
            maximo=6,
            defecto=0,
            si=si,
        ),
        Grupo(
            clave="capacidad",
            etiqueta=_("Capacidad especial"),
            ayuda=_("La que se usa en esta acción, con su coste."),
            campos=CAPACIDAD,
            si=si,
        ),
        Booleano(
            clave="tirar",
            etiqueta=_("Tirar aunque la dificultad baje a 0"),
            ayuda=_("Para buscar un 19 o un 20."),
            defecto=False,
            si=si,
        ),
    )


@dataclass(frozen=True, slots=True)
class Lectura:
    """What a d20, or its absence, means."""

    natural: int | None
    total: int | None
    exito: bool
    grado: str
    complicacion: bool

    def detalle(self) -> dict[str, Any]:
        """Return the keys of 4.5 that depend on the die."""
        return {"natural": self.natural, "total": self.total, "complicacion": self.complicacion}


@dataclass(frozen=True, slots=True)
class Prueba:
    """What a d20 is compared with: the number, the bonificador and whether the PJ was penalizado."""

    numero_objetivo: int
    bonificador: int
    penalizado: bool

    def leer(self, natural: int | None) -> Lectura:
        """Read the die (4.4). S-18: special results look at the natural number, never at the total."""
        if natural is None:  # S-12: no die, so no failure and no effects
            return Lectura(None, None, True, "exito_automatico", False)
        total = natural + self.bonificador
        exito = total >= self.numero_objetivo  # S-04
        grado = "exito" if exito else "fallo"  # S-21, S-22, S-25
        if exito and not self.penalizado:  # S-119
            if natural == 19:
                grado = "efecto_menor"  # S-19
            elif natural == 20:
                grado = "efecto_mayor"  # S-20
        return Lectura(natural, total, exito, grado, natural == 1)  # S-29; S-30: a 1 that reaches the number succeeds


@dataclass(frozen=True, slots=True)
class Tarea:
    """A task declared and paid, before its die."""

    detalle: dict[str, Any]
    prueba: Prueba
    tira: bool


def pasos_de_habilidad(ficha: Ficha, habilidades: Sequence[str]) -> int:
    """Return the grados that skills ease. S-05, S-06; S-07: all together two at most. S-08 refuses an unknown one."""
    pasos = 0
    for indice, nombre in enumerate(habilidades):
        grado = ficha["habilidades"].get(nombre)
        if grado is None:
            raise rechazar("habilidad_desconocida", f"datos.habilidades.{indice}", habilidad=nombre)
        pasos += t.PASOS_HABILIDAD[grado]
    return min(2, pasos)


def declarar(c: Contexto, dificultad: int, reserva: str, *, esfuerzo_dano: int = 0, arma_ligera: bool = False) -> Tarea:
    """Work out a task and pay for it.

    dificultad: before any help. reserva: pays the esfuerzo. Raises Rechazo before anything is rolled.
    """
    datos = c.datos
    pasos_habilidad = pasos_de_habilidad(c.ficha, datos["habilidades"])
    suma = sum(datos["bonificadores"])  # S-14
    # S-09; S-15, S-17: each full 3 is a recurso; S-36, S-39: so is an arma ligera; S-10: two at most
    pasos_recurso = min(2, datos["recursos"] + suma // 3 + arma_ligera)
    bonificador = suma % 3  # S-16
    esfuerzo = datos["esfuerzo"]  # S-84; S-89: the one for a special effect does not ease
    final = max(0, dificultad - pasos_habilidad - pasos_recurso - esfuerzo)  # S-11
    numero = 3 * final  # S-03
    coste = calcular(c.ficha, reserva, esfuerzo + datos["esfuerzo_especial"] + esfuerzo_dano, datos.get("capacidad"))
    pagar(c, coste)  # S-12: at difficulty 0 too
    detalle = {
        "dificultad_base": dificultad,
        "pasos_habilidad": pasos_habilidad,
        "pasos_recurso": pasos_recurso,
        "pasos_esfuerzo": esfuerzo,
        "dificultad_final": final,
        "numero_objetivo": numero,
        "bonificador": bonificador,
        "imposible": 20 + bonificador < numero,
        **coste.detalle(),
    }
    tira = final > 0 or datos["tirar"]  # S-13
    return Tarea(detalle, Prueba(numero, bonificador, coste.penalizado), tira)


def tirar(c: Contexto, tarea: Tarea, motivo: str) -> Lectura:
    """Throw the die of a task, if it has one, and write it in its detail."""
    lectura = tarea.prueba.leer(c.azar.dado(20, motivo) if tarea.tira else None)
    tarea.detalle.update(lectura.detalle())
    return lectura


_EFECTOS: Final[Mapping[tuple[str, bool], tuple[str, ...]]] = {
    ("efecto_menor", True): ("efecto_menor_dano", "efecto_menor_especial"),
    ("efecto_menor", False): ("efecto_menor_especial",),
    ("efecto_mayor", True): (
        "efecto_mayor_dano",
        "efecto_mayor_especial",
        "efecto_menor_dano",
        "efecto_menor_especial",
    ),
    ("efecto_mayor", False): ("efecto_mayor_especial", "efecto_menor_especial"),
}
"""S-19, S-20; of an attack that does damage S-26, S-27; of a defence only the special form, S-32."""


def opciones_de_tarea(lectura: Lectura, ficha: Ficha, *, con_dano: bool = False, area: bool = False) -> tuple[str, ...]:
    """Return what may follow a task (4.6), in order. con_dano: an attack whose base damage is above 0."""
    opciones = _EFECTOS.get((lectura.grado, con_dano), ())
    if lectura.complicacion:
        opciones += ("intromision_libre",)  # S-29: announced, with no PX for it
    if area:
        opciones += ("objetivo_adicional",)
    return opciones + opcion_de_repetir(ficha, lectura.natural)


def opcion_de_repetir(ficha: Ficha, natural: int | None) -> tuple[str, ...]:
    """Offer the re-roll of a die that was thrown (S-60), to who can pay it (S-57)."""
    return ("repetir",) if natural is not None and ficha["px"] >= t.COSTE_REPETIR else ()
