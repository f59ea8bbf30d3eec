"""The sheet of Savage Worlds, the same for every character, and what keeps it coherent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Campo, Derivado, Entero, Grupo, Mapa, Opcion, Texto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha, _
from reglas.sistemas.salvaje import tablas as t


def _bono_solo_de_doce(dado: Ficha) -> None:
    if dado["bono"] and dado["dado"] != 12:
        raise Rechazo("fuera_de_rango", "bono")


def _dado(clave: str = "", etiqueta: str = "", **mas: Any) -> Grupo:
    """Declare a die: its faces, and the N of a d12+N."""
    return Grupo(
        clave=clave,
        etiqueta=etiqueta,
        comprobar=(_bono_solo_de_doce,),
        campos=(
            Opcion(clave="dado", etiqueta=_("Dado"), opciones=t.DADOS, obligatorio=True),
            Entero(
                clave="bono", etiqueta=_("Más"), ayuda=_("Solo con un d12: el d12+N."), minimo=0, maximo=20, defecto=0
            ),
        ),
        **mas,
    )


def _entero(clave: str, etiqueta: str, ayuda: str, minimo: int, maximo: int, defecto: Any, **mas: Any) -> Entero:
    return Entero(clave=clave, etiqueta=etiqueta, ayuda=ayuda, minimo=minimo, maximo=maximo, defecto=defecto, **mas)


def _si_o_no(clave: str, etiqueta: str, ayuda: str = "") -> Booleano:
    return Booleano(clave=clave, etiqueta=etiqueta, ayuda=ayuda, defecto=False)


def _mitad(dado: Mapping[str, int]) -> int:
    """Return 2 plus half of a die and half of its bono, rounded down."""
    return 2 + dado["dado"] // 2 + dado["bono"] // 2


def _dureza(leidos: Mapping[str, Any]) -> int:
    """Return the total Dureza: Vigor and armour. V-100."""
    dureza: int = _mitad(leidos["atributos"]["vigor"]) + leidos["armadura"]
    return dureza


def _parada(leidos: Mapping[str, Any]) -> int:
    """Return the Parada, from pelear. V-100."""
    pelear = leidos["habilidades"].get("pelear")
    return 2 if pelear is None else _mitad(pelear)


ESTADO: Final[tuple[Campo, ...]] = (
    Opcion(clave="carta", etiqueta=_("Carta de acción"), opciones=t.CARTAS, nulo=True, defecto=None),
    _entero("heridas", _("Heridas"), _("Cada una resta 1 a las tiradas y al Paso."), 0, 9, 0, hasta="heridas_max"),
    _si_o_no("aturdido", _("Aturdido"), _("Sin acciones hasta que se recupere.")),
    _entero("distraido", _("Distraído"), _("Finales de su turno que le dura."), 0, 2, 0),
    _entero("vulnerable", _("Vulnerable"), _("Finales de su turno que le dura."), 0, 2, 0),
    _si_o_no("incapacitado", _("Incapacitado")),
    _si_o_no("incapacitacion_pendiente", _("Tirada de incapacitación pendiente")),
    _si_o_no("absorcion_pendiente", _("Puede absorber el último golpe")),
    _si_o_no("desangrandose", _("Desangrándose")),
    _si_o_no("muerto", _("Muerto")),
    _si_o_no("turno_iniciado", _("En su turno")),
)
"""The eleven state fields, in the order in which effects list them (2.3)."""

CLAVES_DE_ESTADO: Final = tuple(campo.clave for campo in ESTADO)


def _armadura_bajo_dureza(ficha: Ficha) -> None:
    if ficha["dureza"] > 99:
        raise Rechazo("fuera_de_rango", "dureza")
    if ficha["armadura"] >= ficha["dureza"]:
        raise Rechazo("fuera_de_rango", "armadura")


def _caida_coherente(ficha: Ficha) -> None:
    """V-101: only who is incapacitado and alive bleeds or waits for its Vigor roll."""
    for clave in ("incapacitacion_pendiente", "desangrandose"):
        if ficha[clave] and (ficha["muerto"] or not ficha["incapacitado"]):
            raise Rechazo("ficha_incoherente", clave)


FICHA: Final = Grupo(
    etiqueta=_("Ficha"),
    comprobar=(_armadura_bajo_dureza, _caida_coherente),
    campos=(
        Texto(clave="nombre", etiqueta=_("Nombre"), minimo=0, maximo=80, defecto=""),
        _si_o_no("comodin", _("Comodín"), _("Los personajes importantes; los demás son Extras.")),
        Grupo(
            clave="atributos",
            etiqueta=_("Atributos"),
            campos=tuple(_dado(clave, nombre, defecto={"dado": 4, "bono": 0}) for clave, nombre in t.ATRIBUTOS.items()),
            defecto={clave: {"dado": 4, "bono": 0} for clave in t.ATRIBUTOS},
        ),
        Mapa(
            clave="habilidades",
            etiqueta=_("Habilidades"),
            ayuda=_("En minúsculas y sin tildes: pelear, cultura_general."),
            nombre=Texto(etiqueta=_("Habilidad"), maximo=40, patron=t.PATRON_DE_HABILIDAD),
            valor=_dado(etiqueta=_("Dado")),
            codigo_clave="campo_desconocido",
            en_clave=True,
            defecto={},
        ),
        _entero("armadura", _("Armadura"), _("La parte de la Dureza que es armadura."), 0, 98, 0),
        _entero("dureza", _("Dureza"), _("Total, con la armadura incluida."), 1, 99, Derivado(_dureza)),
        _entero("parada", _("Parada"), _("Lo que hay que sacar para darle de cerca."), 1, 30, Derivado(_parada)),
        _entero("paso", _("Paso"), _("Casillas por turno, sin heridas."), 1, 99, 6),
        Opcion(clave="dado_carrera", etiqueta=_("Dado de carrera"), opciones=t.DADOS, defecto=6),
        _entero(
            "heridas_max",
            _("Heridas que aguanta"),
            _("Tres un Comodín y ninguna un Extra, salvo que se diga otra cosa."),
            0,
            9,
            Derivado(lambda leidos: t.HERIDAS_MAX[leidos["comodin"]]),  # V-48
        ),
        _entero(
            "benis",
            _("Benis"),
            _("Tres un Comodín al empezar."),
            0,
            99,
            Derivado(lambda leidos: t.BENIS[leidos["comodin"]]),
        ),
        Opcion(clave="fatiga", etiqueta=_("Fatiga"), opciones=t.FATIGA, defecto=0),
        *ESTADO,
    ),
)
"""V-100, V-101. The Dureza that is written is the printed total (7.27)."""


def pnj_rapido(nombre: str, nivel: int) -> Ficha:
    """Return the complete sheet of an Extra. nivel: 1 has a d4 in everything that matters, 5 and more a d12."""
    dado = {"dado": min(12, 2 + 2 * max(1, nivel))}
    ficha: Ficha = FICHA.leer(
        {
            "nombre": nombre,
            "atributos": dict.fromkeys(t.ATRIBUTOS, dado),
            "habilidades": dict.fromkeys(("pelear", "disparar", "atletismo", "percepcion", "sigilo"), dado),
        }
    )
    return ficha
