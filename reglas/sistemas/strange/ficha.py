"""The sheets of The Strange: the PJ and the PNJ or object, and what keeps them coherent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reglas.nucleo.campos import Derivado, Entero, Grupo, Lista, Mapa, Opcion, Texto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha, _
from reglas.sistemas.strange import tablas as t


def reservas_a_cero(ficha: Ficha) -> int:
    """Count the reservas at 0."""
    return [ficha[atributo]["reserva"] for atributo in t.ATRIBUTOS].count(0)


def peldano(ficha: Ficha) -> int:
    """Return how many peldaños the indicador is down: ileso 0 to muerto 3."""
    return t.PELDANOS.index(ficha["indicador"])


def _indicador_coherente(ficha: Ficha) -> None:
    """S-117: no better off than the reservas at 0 allow; S-116: low reservas above 0 ask for nothing."""
    if peldano(ficha) < reservas_a_cero(ficha):
        raise Rechazo("ficha_incoherente", "indicador")


def _alguna_ventaja(ficha: Ficha) -> None:
    """S-81: some ventaja is at least 1."""
    for atributo in t.ATRIBUTOS:
        if ficha[atributo]["ventaja"]:
            return
    raise Rechazo("ficha_incoherente")


def _atributo(clave: str, etiqueta: str) -> Grupo:
    return Grupo(
        clave=clave,
        etiqueta=etiqueta,
        obligatorio=True,
        campos=(
            Entero(
                clave="maximo",
                etiqueta=_("Máximo"),
                ayuda=_("Su valor normal."),
                minimo=1,
                maximo=199,
                obligatorio=True,
            ),
            Entero(
                clave="reserva",
                etiqueta=_("Reserva"),
                ayuda=_("Los puntos que quedan ahora."),
                minimo=0,
                maximo=199,
                hasta="maximo",
                defecto=Derivado(lambda leidos: leidos["maximo"]),
            ),
            Entero(
                clave="ventaja",
                etiqueta=_("Ventaja"),
                ayuda=_("Lo que descuenta de los costes de su reserva."),
                minimo=0,
                maximo=10,
                defecto=0,
            ),
        ),
    )


def _entero(clave: str, etiqueta: str, ayuda: str, minimo: int, maximo: int, defecto: Any) -> Entero:
    return Entero(clave=clave, etiqueta=etiqueta, ayuda=ayuda, minimo=minimo, maximo=maximo, defecto=defecto)


_NOMBRE = Texto(clave="nombre", etiqueta=_("Nombre"), maximo=80, obligatorio=True)

_CAPACIDAD = Grupo(
    campos=(
        _NOMBRE,
        Opcion(clave="clase", etiqueta=_("Clase"), opciones=t.CLASES_CAPACIDAD, obligatorio=True),
        Entero(clave="rango", etiqueta=_("Rango"), minimo=1, maximo=t.RANGO_MAXIMO, obligatorio=True),
    )
)
_DISPOSITIVO = Grupo(
    campos=(
        _NOMBRE,
        Opcion(clave="clase", etiqueta=_("Clase"), opciones=t.CLASES_DISPOSITIVO, obligatorio=True),
    )
)

NOMBRE_HABILIDAD = Texto(etiqueta=_("Habilidad"), maximo=60, sin_punto=True)

PJ = Grupo(
    etiqueta=_("Ficha"),
    comprobar=(_indicador_coherente, _alguna_ventaja),
    campos=(
        _NOMBRE,
        Opcion(clave="tipo", etiqueta=_("Tipo"), opciones=t.TIPOS, obligatorio=True),
        _entero("rango", _("Rango"), _("Sube al comprar los cuatro beneficios."), 1, t.RANGO_MAXIMO, 1),
        *(_atributo(clave, etiqueta) for clave, etiqueta in t.ATRIBUTOS.items()),
        _entero("esfuerzo", _("Esfuerzo"), _("Niveles que puede declarar en una acción."), 1, 6, 1),
        _entero("armadura", _("Armadura"), _("Lo que resta del daño de vigor."), 0, 10, 0),
        Mapa(
            clave="habilidades",
            etiqueta=_("Habilidades"),
            ayuda=_("Cada una, competente o especializado."),
            nombre=NOMBRE_HABILIDAD,
            valor=Opcion(etiqueta=_("Grado"), opciones=t.GRADOS_HABILIDAD),
            defecto={},
        ),
        Opcion(clave="indicador", etiqueta=_("Indicador de daño"), opciones=t.INDICADOR, defecto="ileso"),
        _entero("px", _("PX"), _("Puntos de experiencia."), 0, 999, 0),
        _entero("descansos", _("Descansos de hoy"), _("Tiradas de recuperación ya hechas."), 0, 3, 0),
        _entero("recuperacion_pendiente", _("Puntos por repartir"), _("Recuperados y sin repartir."), 0, 99, 0),
        _entero(
            "bonificador_recuperacion", _("Bonificador de recuperación"), _("Se suma al d6 al descansar."), 0, 20, 0
        ),
        _entero("reduccion_armadura", _("Reducción del coste de armadura"), _("Veces que se ha comprado."), 0, 10, 0),
        Lista(
            clave="beneficios",
            etiqueta=_("Beneficios de este rango"),
            ayuda=_("Los que ya ha comprado, en orden."),
            elemento=Opcion(etiqueta=_("Beneficio"), opciones=t.CATEGORIAS_BENEFICIO),
            maximo=3,
            distintos=True,
            defecto=[],
        ),
        Lista(
            clave="capacidades",
            etiqueta=_("Capacidades"),
            elemento=_CAPACIDAD,
            maximo=50,
            defecto=[],
            ayuda=_("Movimientos, giros o revisiones."),
        ),
        Lista(
            clave="dispositivos",
            etiqueta=_("Dispositivos"),
            elemento=_DISPOSITIVO,
            maximo=20,
            defecto=[],
            ayuda=_("De un solo uso; un esotérico ocupa dos plazas."),
        ),
        _entero(
            "limite_dispositivos",
            _("Límite de dispositivos"),
            _("Los que puede llevar a la vez."),
            0,
            10,
            Derivado(lambda leidos: t.LIMITE_DISPOSITIVOS[leidos["tipo"]]),
        ),
    ),
)
"""S-136: the limit comes from the tipo unless the sheet states another."""

ESTADOS = {
    "activo": _("Activo"),
    "incapacitado": _("Incapacitado"),
    "muerto": _("Muerto"),
    "destruido": _("Destruido"),
}
ESTADOS_DE_CLASE: Mapping[str, tuple[str, ...]] = {
    "pnj": ("activo", "incapacitado", "muerto"),
    "objeto": ("activo", "destruido"),
}


def _estado_por_salud(leidos: Mapping[str, Any]) -> str:
    if leidos["salud"]:
        return "activo"
    return "muerto" if leidos["clase"] == "pnj" else "destruido"


def _estado_coherente(ficha: Ficha) -> None:
    permitido = ficha["estado"] in ESTADOS_DE_CLASE[ficha["clase"]]
    if not permitido or (ficha["estado"] == "activo") != (ficha["salud"] > 0):
        raise Rechazo("ficha_incoherente", "estado")


PNJ = Grupo(
    etiqueta=_("PNJ u objeto"),
    comprobar=(_estado_coherente,),
    campos=(
        _NOMBRE,
        Opcion(clave="clase", etiqueta=_("Clase"), opciones={"pnj": _("PNJ"), "objeto": _("Objeto")}, defecto="pnj"),
        Entero(
            clave="nivel",
            etiqueta=_("Nivel"),
            ayuda=_("La dificultad de enfrentarse a él."),
            minimo=1,
            maximo=10,
            obligatorio=True,
        ),
        _entero(
            "salud",
            _("Salud"),
            _("El triple del nivel si no se dice otra cosa."),
            0,
            999,
            Derivado(lambda leidos: 3 * leidos["nivel"]),  # S-101; objects have salud too, S-102
        ),
        _entero("armadura", _("Armadura"), _("Lo que resta del daño de vigor."), 0, 10, 0),
        Opcion(clave="estado", etiqueta=_("Estado"), opciones=ESTADOS, defecto=Derivado(_estado_por_salud)),
    ),
)


def pnj_rapido(nombre: str, nivel: int) -> Ficha:
    """Return the complete sheet of an NPC of that level."""
    ficha: Ficha = PNJ.leer({"nombre": nombre, "nivel": nivel})
    return ficha
