"""What a blow does to the sheet that takes it, and what it keeps so that it may be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reglas.nucleo.azar import Azar
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.ficha import es_chusma, puntos_de_heroe
from reglas.sistemas.lemuria.jugada import Jugada
from reglas.sistemas.lemuria.previa import GOLPE


def dado_de_dano(azar: Azar, categoria: str) -> int:
    """Throw the dice of a weapon and return the one that counts. L-96."""
    if categoria in ("sin_armas", "improvisada"):
        return azar.dado(3, "dano")
    if categoria == "ligera":
        return azar.peores(1, [(6, "dano"), (6, "dano")])[0]
    if categoria == "grande":
        return azar.mejores(1, [(6, "dano"), (6, "dano")])[0]
    return azar.dado(6, "dano")


def fuerza_de(ficha: Ficha, categoria: str, modo: str) -> int:
    """Return what fuerza adds to the damage. L-97; L-98: the half of a negative one goes down."""
    fuerza: int = ficha["atributos"]["fuerza"]
    entera = categoria == "improvisada" or (categoria != "sin_armas" and modo == "cuerpo_a_cuerpo")
    return fuerza if entera else fuerza // 2


def neto(bruto: int, armadura: int) -> int:
    """Return the damage that passes the armour. L-99."""
    return max(0, bruto - armadura)


def foto(ficha: Ficha) -> dict[str, Any]:
    """Return the keys of the blow as they are before it."""
    return {clave: ficha[clave] for clave in GOLPE if clave in ficha}


def asestar(j: Jugada, dano: int, categoria: str, *, conversion: bool, destino: str) -> int:
    """Deal the damage to the objetivo and return how many fell. conversion: the option `bajas`."""
    if not dano:
        return 0
    if es_chusma(j.objetivo):
        return _a_la_chusma(j, dano, conversion=conversion, destino=destino)
    _a_uno(j, dano, categoria)
    return 0


def _a_la_chusma(j: Jugada, dano: int, *, conversion: bool, destino: str) -> int:
    """L-109: converted, the damage is how many fall; L-110: otherwise one at most, and the excess is lost."""
    pv, numero = j.objetivo["pv"], j.objetivo["numero"]
    caen = min(dano, numero) if conversion else int(dano >= pv)
    if not caen:
        j.sumar("objetivo", pv=-dano)
    elif caen < numero:
        j.poner("objetivo", numero=numero - caen, pv=j.objetivo["pv_max"])
    else:  # L-46
        j.poner("objetivo", numero=0, pv=0, estado="muerto" if destino == "muertos" else "inconsciente")
    return int(caen)


def _a_uno(j: Jugada, dano: int, categoria: str) -> None:
    """Take the damage from a heroe, maton or villano. L-47: the rule is the same for all of them."""
    antes = j.objetivo
    j.sumar("objetivo", pv=-dano)
    pv: int = j.objetivo["pv"]
    sin_armas = categoria == "sin_armas"
    j.poner("objetivo", dano_reciente=dano, descansado=False, curado=False)  # L-112
    if sin_armas:
        j.sumar("objetivo", dano_sin_armas=antes["pv"] - pv)
    if pv == 0:  # L-41
        j.poner("objetivo", estado="aturdido", turnos_aturdido=0)
    elif pv < 0:
        j.poner("objetivo", estado=_estado_bajo_cero(antes["estado"], pv, sin_armas=sin_armas), turnos_aturdido=0)


def _estado_bajo_cero(antes: str, pv: int, *, sin_armas: bool) -> str:
    """Return the state below 0. L-44, L-45; L-48: an unarmed blow only stuns who was not dying already."""
    if not sin_armas or antes == "moribundo":
        return "moribundo" if pv > t.MUERTE else "muerto"
    return "estabilizado" if antes == "estabilizado" else "inconsciente"


def opciones_del_objetivo(objetivo: Ficha, antes: Mapping[str, Any], dano: int) -> list[str]:
    """Return what the player of the target may do about a blow. objetivo: as the blow leaves it."""
    if puntos_de_heroe(objetivo) < 1 or dano < 1:
        return []
    puede_parar = (
        antes["pv"] >= 1
        and objetivo["posicion"] != "total"
        and (objetivo["escudo"] != "ninguno" or objetivo["arma"] is not None)
    )
    ofrece = {
        "escudo_astillado": puede_parar,  # L-35
        "sacudirse_las_heridas": objetivo["estado"] == "activo",  # L-38
        "desafiar_a_la_muerte": objetivo["estado"] in ("moribundo", "muerto"),  # L-33
    }
    return [opcion for opcion, ofrecida in ofrece.items() if ofrecida]
