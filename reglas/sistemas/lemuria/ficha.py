"""The one sheet of Lemuria, whose `clase` says which keys exist, and what keeps it coherent. L-115."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Campo, Derivado, Entero, Grupo, Lista, Mapa, Opcion, Texto
from reglas.nucleo.condiciones import Vale
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha, _
from reglas.sistemas.lemuria import tablas as t

SOLO_HEROE: Final = Vale("clase", ("heroe",))
SOLO_CHUSMA: Final = Vale("clase", ("chusma",))
SOLO_PNJ: Final = Vale("clase", tuple(t.CLASES_PNJ))
NO_CHUSMA: Final = Vale("clase", ("heroe", "maton", "villano"))
DE_TROPA: Final = Vale("clase", ("chusma", "maton"))
MAX_LISIADO: Final = 20
MAX_TRUCOS: Final = 1000


def _pv_de_la_clase(ficha: Ficha) -> None:
    """L-46: chusma have 1 to 3 PV."""
    if ficha["clase"] == "chusma" and ficha["pv_max"] > t.PV_DE_CHUSMA:
        raise Rechazo("fuera_de_rango", "pv_max")


def _estado_por_pv(leidos: Mapping[str, Any]) -> str:
    """Return the state that goes with the PV. L-41, L-44, L-45."""
    pv = leidos["pv"]
    if pv >= 1:
        return "activo"
    if leidos["clase"] == "chusma":
        return "inconsciente"
    if pv == 0:
        return "aturdido"
    return "moribundo" if pv > t.MUERTE else "muerto"


def _estados_posibles(ficha: Ficha) -> tuple[str, ...]:
    """Return the states of the table 2.1 that the PV and the class allow."""
    pv: int = ficha["pv"]
    if pv >= 1:
        return ("activo",)
    if ficha["clase"] == "chusma":
        return ("inconsciente", "muerto")
    if pv == 0:
        return ("aturdido", "fuera_de_combate", "inconsciente", "estabilizado")
    return ("inconsciente", "estabilizado", "moribundo" if pv > t.MUERTE else "muerto")


def _estado_coherente(ficha: Ficha) -> None:
    """L-49: the state must agree with the PV."""
    if ficha["estado"] not in _estados_posibles(ficha):
        raise Rechazo("ficha_incoherente", "estado")


def _numero_coherente(ficha: Ficha) -> None:
    if ficha["clase"] == "chusma" and (ficha["numero"] == 0) != (ficha["pv"] <= 0):
        raise Rechazo("ficha_incoherente", "numero")


def _sin_armas_coherente(ficha: Ficha) -> None:
    if ficha.get("dano_sin_armas", 0) > ficha["pv_max"] - ficha["pv"]:
        raise Rechazo("fuera_de_rango", "dano_sin_armas")


def _manos(ficha: Ficha) -> None:
    """L-116: what the two hands can hold."""
    arma, otra = ficha["arma"], ficha["arma_secundaria"]
    if otra is not None and arma is None:
        raise Rechazo("armas_no_validas", "arma_secundaria")
    grandes = [a is not None and a["categoria"] == "grande" for a in (arma, otra)]
    if ficha["escudo"] != "ninguno" and (otra is not None or grandes[0]):
        raise Rechazo("manos_insuficientes", "escudo")
    if otra is not None and any(grandes):
        raise Rechazo("manos_insuficientes", "arma_secundaria")


def _entero(clave: str, etiqueta: str, minimo: int, maximo: int, defecto: Any = 0, **mas: Any) -> Entero:
    return Entero(clave=clave, etiqueta=etiqueta, minimo=minimo, maximo=maximo, defecto=defecto, **mas)


def _si_no(clave: str, etiqueta: str, **mas: Any) -> Booleano:
    return Booleano(clave=clave, etiqueta=etiqueta, defecto=False, **mas)


def _grupo(clave: str, etiqueta: str, nombres: Mapping[str, str]) -> Grupo:
    return Grupo(
        clave=clave,
        etiqueta=etiqueta,
        defecto=dict.fromkeys(nombres, 0),
        campos=tuple(_entero(nombre, palabra, -5, 20) for nombre, palabra in nombres.items()),
    )


def _arma(clave: str, etiqueta: str, ayuda: str) -> Grupo:
    return Grupo(
        clave=clave,
        etiqueta=etiqueta,
        ayuda=ayuda,
        nulo=True,
        defecto=None,
        campos=(
            Texto(clave="nombre", etiqueta=_("Nombre"), maximo=80, obligatorio=True),
            Opcion(clave="categoria", etiqueta=_("Categoría"), opciones=t.CATEGORIAS, obligatorio=True),
            Opcion(clave="modo", etiqueta=_("Modo"), opciones=t.MODOS_DE_ARMA, defecto="cuerpo_a_cuerpo"),
            _entero("alcance", _("Alcance"), 0, 1000, ayuda=_("En metros; 0 si no se sabe.")),
        ),
    )


NOMBRE_PROFESION: Final = Texto(etiqueta=_("Profesión"), maximo=60, sin_punto=True)

_PROFESIONES: Final = Mapa(
    clave="profesiones",
    etiqueta=_("Profesiones"),
    ayuda=_("Cada una con su rango."),
    nombre=NOMBRE_PROFESION,
    valor=Entero(etiqueta=_("Rango"), minimo=0, maximo=10),
    igualar=str.casefold,
    codigo_repetido="nombre_repetido",
    defecto={},
)

_CLASE_DE_FICHA: Final = Opcion(clave="clase", etiqueta=_("Clase"), opciones=t.CLASES, defecto="heroe")
_CLASE_DE_OBJETIVO: Final = Opcion(clave="clase", etiqueta=_("Clase"), opciones=t.CLASES, obligatorio=True)


def _campos(clase: Opcion) -> tuple[Campo, ...]:
    """Return the fields in the order of the table, which is also the order of the effects. L-117: `si` is the class."""
    return (
        Texto(clave="nombre", etiqueta=_("Nombre"), minimo=0, maximo=80, defecto=""),
        clase,
        _entero("tamano", _("Tamaño"), -5, 10, ayuda=_("0 es el de un humano; cada punto, un incremento.")),
        _grupo("atributos", _("Atributos"), t.ATRIBUTOS),
        _grupo("combate", _("Habilidades de combate"), t.COMBATE),
        _PROFESIONES,
        Entero(
            clave="pv_max",
            etiqueta=_("Máximo de PV"),
            ayuda=_("De 1 a 3 para la chusma."),
            minimo=1,
            maximo=200,
            obligatorio=True,
        ),
        _entero("pv", _("PV"), -99, 200, Derivado(lambda leidos: leidos["pv_max"]), hasta="pv_max"),
        Opcion(clave="estado", etiqueta=_("Estado"), opciones=t.ESTADOS, defecto=Derivado(_estado_por_pv)),
        _entero("ph", _("PH"), 0, t.PH_MAXIMOS, t.PH_NORMALES, ayuda=_("Puntos de héroe."), si=SOLO_HEROE),  # L-40
        _entero("armadura", _("Armadura"), 0, 20, ayuda=_("Lo que resta del daño.")),
        Opcion(clave="escudo", etiqueta=_("Escudo"), opciones=t.ESCUDOS, defecto="ninguno"),
        _arma("arma", _("Arma"), _("La que lleva en la mano.")),
        _arma("arma_secundaria", _("Segunda arma"), _("En la otra mano, sin escudo.")),
        _entero(
            "numero",
            _("Cuántos son"),
            0,
            1000,
            Derivado(lambda leidos: int(leidos["pv"] >= 1)),
            si=SOLO_CHUSMA,
        ),
        _entero("dano_reciente", _("Daño reciente"), 0, 200, ayuda=_("Del último golpe que dolió."), si=SOLO_HEROE),
        _entero("dano_sin_armas", _("Daño sin armas"), 0, 299, ayuda=_("Parte de los PV que faltan."), si=NO_CHUSMA),
        _si_no("descansado", _("Ya descansó"), si=NO_CHUSMA),
        _si_no("curado", _("Ya fue curado"), si=NO_CHUSMA),
        Opcion(
            clave="tratamiento",
            etiqueta=_("Tratamiento"),
            opciones=t.TRATAMIENTOS,
            defecto="ninguno",
            si=NO_CHUSMA,
        ),
        Opcion(
            clave="iniciativa_grado",
            etiqueta=_("Resultado de la iniciativa"),
            opciones=t.GRADOS,
            nulo=True,
            defecto=None,
            si=SOLO_HEROE,
        ),
        _entero("turno", _("Turno del combate"), 0, 1000, ayuda=_("0 fuera de combate."), si=SOLO_HEROE),
        _si_no("actuo", _("Ya actuó este turno")),
        _entero("pierde_turno", _("Turnos que pierde"), 0, 10, si=SOLO_HEROE),
        _si_no("retrasando", _("Retrasa su acción"), si=SOLO_HEROE),
        _si_no("atontado", _("Atontado"), ayuda=_("No actúa este turno."), si=DE_TROPA),
        _entero("turnos_aturdido", _("Turnos aturdido"), 0, 1000, si=NO_CHUSMA),
        Opcion(clave="posicion", etiqueta=_("Posición"), opciones=t.POSICIONES, defecto="normal"),
        Opcion(clave="dos_armas", etiqueta=_("Dos armas"), opciones=t.DOS_ARMAS, defecto="no"),
        _si_no("escudo_usado", _("Escudo ya usado este turno")),
        _si_no("parada_usada", _("Parada ya usada este turno")),
        _entero("ataques_extra", _("Ataques extra"), 0, 10),
        Opcion(clave="derribado", etiqueta=_("Derribado"), opciones=t.DERRIBADO, defecto="no"),
        _si_no("penalizacion_proxima", _("Dado de penalización en la próxima tirada")),
        Lista(
            clave="lisiado",
            etiqueta=_("Lisiado"),
            ayuda=_("Un dado de penalización en cada tirada de esto."),
            elemento=Opcion(etiqueta=_("Ámbito"), opciones=t.AMBITOS),
            maximo=MAX_LISIADO,
            defecto=[],
        ),
        Lista(
            clave="trucos",
            etiqueta=_("Trucos gastados"),
            ayuda=_("Rivales contra los que ya usó una profesión en combate."),
            elemento=Texto(etiqueta=_("Rival"), maximo=80),
            maximo=MAX_TRUCOS,
            defecto=[],
            si=SOLO_HEROE,
        ),
        _si_no("conoce_trucos", _("Conoce los trucos"), ayuda=_("Las profesiones no ayudan contra él."), si=SOLO_PNJ),
    )


_COMPROBAR: Final = (_pv_de_la_clase, _estado_coherente, _numero_coherente, _sin_armas_coherente, _manos)

FICHA: Final = Grupo(
    etiqueta=_("Ficha"), campos=_campos(_CLASE_DE_FICHA), comprobar=_COMPROBAR, codigo_ajeno="campo_desconocido"
)
OBJETIVO: Final = Grupo(
    etiqueta=_("Objetivo"), campos=_campos(_CLASE_DE_OBJETIVO), comprobar=_COMPROBAR, codigo_ajeno="campo_desconocido"
)
LIMITES: Final[Mapping[str, tuple[int, int]]] = {
    campo.clave: (campo.minimo, campo.maximo) for campo in FICHA.campos if isinstance(campo, Entero)
}
"""The range of each whole number of the sheet: an action that would pass it stops there."""


def es_heroe(ficha: Ficha) -> bool:
    """Say whether the sheet is a heroe's."""
    return bool(ficha["clase"] == "heroe")


def es_chusma(ficha: Ficha) -> bool:
    """Say whether the sheet stands for chusma."""
    return bool(ficha["clase"] == "chusma")


def puntos_de_heroe(ficha: Ficha) -> int:
    """Return the PH: a PNJ has none. L-30."""
    ph: int = ficha.get("ph", 0)
    return ph


def fallo_calamitoso_vigente(ficha: Ficha) -> bool:
    """Say whether a calamitous initiative still weighs: in the first turn of the fight. L-70, L-71."""
    return ficha.get("iniciativa_grado") == "fallo_calamitoso" and ficha.get("turno") == 1


def armas_para_dos_manos(ficha: Ficha) -> bool:
    """Say whether both weapons may be used at once. L-93."""
    armas = (ficha["arma"], ficha["arma_secundaria"])
    return all(a is not None and a["categoria"] in ("ligera", "media") and a["modo"] != "a_distancia" for a in armas)
