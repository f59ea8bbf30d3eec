"""atacar (6.2): the attack roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Entero, Grupo, Opcion
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.lemuria import campos
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.ficha import (
    armas_para_dos_manos,
    es_chusma,
    fallo_calamitoso_vigente,
)
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.mensajes import rechazar
from reglas.sistemas.lemuria.profesiones import exigir_aprobacion, gastar_truco, rango_en_combate
from reglas.sistemas.lemuria.resumenes import resumen_de_ataque
from reglas.sistemas.lemuria.tirada import escudo_grande, leer, opciones, tirar
from reglas.sistemas.lemuria.turno import exigir_accion_libre, exigir_que_pueda_actuar, gastar_accion


def exigir_en_combate(objetivo: Ficha) -> None:
    """Refuse a target that cannot be hurt any more."""
    if objetivo["estado"] == "muerto" or (es_chusma(objetivo) and objetivo["numero"] == 0):
        raise Rechazo("objetivo_fuera_de_combate", "objetivo.estado")


@dataclass(frozen=True, slots=True)
class Empleo:
    """The weapon as it is used: its slot, the mode of the attack and the category of its damage."""

    mano: str
    modo: str
    categoria: str
    alcance: int


def atacar(j: Jugada) -> Resultado:
    """Attack. L-78: 2d6 + agilidad + habilidad − defence + modifiers."""
    datos, ficha = j.datos, j.ficha
    extra = datos["ataque_extra"]
    exigir_que_pueda_actuar(ficha)
    exigir_en_combate(j.objetivo)
    _exigir_ataque(j, extra=extra)
    empleo = _empleo(j)
    distancia = _distancia(datos, empleo)
    _exigir_dos_armas(ficha, empleo)
    atributo = datos["atributo"]
    if atributo == "fuerza":  # L-79
        exigir_aprobacion(j)
    rango = rango_en_combate(j)
    modificadores = {
        "atributo": ficha["atributos"][atributo],
        "habilidad": ficha["combate"][empleo.modo],
        "distancia": distancia,
        "posicion": t.DE_POSICION[ficha["posicion"]][0],
        "dos_armas": 0 if ficha["dos_armas"] == "no" else -1,  # L-91, L-92
        "bono_iniciativa": int(ficha.get("iniciativa_grado") == "exito_legendario"),  # L-74
        "escudo_grande": escudo_grande(ficha, atributo),
        "profesion": rango,
        "modificador": datos["modificador"],
    }
    if extra:
        j.sumar("ficha", ataques_extra=-1)  # L-103
    else:
        gastar_accion(j)
    usada = gastar_truco(j)
    defensa = _defender(j)
    lectura = leer(
        j, "ataque", tirar(j, "ataque", (atributo, empleo.modo)), modificadores, resta=defensa["defensa_total"]
    )
    lectura.detalle.update(
        **defensa,
        arma=empleo.mano,
        modo=empleo.modo,
        categoria=empleo.categoria,
        profesion_usada=usada,
        ataque_extra=extra,
        elecciones=t.ELECCIONES.get(lectura.grado, 0),
    )
    return Resultado(
        lectura.exito,
        lectura.grado,
        lectura.detalle,
        resumen_de_ataque(j, lectura),
        opciones(j.ficha, lectura.grado, lectura.detalle),
    )


def _exigir_ataque(j: Jugada, *, extra: bool) -> None:
    """Refuse an attack that the turn has no room for. L-103: an extra one goes beyond the action of the turn."""
    al_final = j.datos["al_final"]
    if not extra:
        exigir_accion_libre(j.ficha, al_final=al_final)
        return
    if j.ficha["ataques_extra"] < 1:
        raise Rechazo("sin_ataque_extra", "ficha.ataques_extra")
    if al_final:
        raise Rechazo("no_retraso", "datos.al_final")


def _empleo(j: Jugada) -> Empleo:
    """Return how the weapon is used. L-82: a weapon attacks only in its mode; unarmed is always cuerpo a cuerpo."""
    ficha, datos = j.ficha, j.datos
    mano: str = datos.get("arma", "sin_armas" if ficha["arma"] is None else "principal")
    arma = {"principal": ficha["arma"], "secundaria": ficha["arma_secundaria"]}.get(mano)
    if arma is None and mano != "sin_armas":
        raise Rechazo("sin_arma", "datos.arma")
    de_arma = "cuerpo_a_cuerpo" if arma is None else arma["modo"]
    modo: str = datos.get("modo", "cuerpo_a_cuerpo" if de_arma == "ambos" else de_arma)
    if de_arma not in (modo, "ambos"):
        raise Rechazo("modo_invalido", "datos.modo")
    if arma is None:
        return Empleo(mano, modo, "sin_armas", 0)
    if ficha["dos_armas"] != "ambas":
        return Empleo(mano, modo, arma["categoria"], arma["alcance"])
    return Empleo(mano, modo, _categoria_doble(ficha), arma["alcance"])


def _categoria_doble(ficha: Ficha) -> str:
    """L-92: two ligeras hit as a media; if either is media, as a grande."""
    armas = (ficha["arma"], ficha["arma_secundaria"])
    return "media" if all(arma and arma["categoria"] == "ligera" for arma in armas) else "grande"


def _distancia(datos: Mapping[str, Any], empleo: Empleo) -> int:
    """Return the modifier of the range. L-80; L-81: by metres, each multiple of the weapon's range is a band."""
    distancia, metros = datos.get("distancia"), datos.get("metros")
    if distancia is not None and metros is not None:
        raise Rechazo("distancia_duplicada", "datos.metros")
    if empleo.modo == "cuerpo_a_cuerpo":
        if distancia is not None or metros is not None:
            raise Rechazo("distancia_no_procede", "datos.metros" if distancia is None else "datos.distancia")
        return 0
    if metros is None:
        return t.DE_DISTANCIA[distancia or "quemarropa"]
    if not empleo.alcance:
        raise Rechazo("sin_alcance", "datos.metros")
    banda = max(1, -(-metros // empleo.alcance))
    if banda > len(t.BANDAS):
        raise rechazar("fuera_de_alcance", "datos.metros", maximo=len(t.BANDAS) * empleo.alcance)
    return t.BANDAS[banda - 1]


def _exigir_dos_armas(ficha: Ficha, empleo: Empleo) -> None:
    """Refuse two weapons used any other way than together and hand to hand. L-93."""
    if ficha["dos_armas"] == "no":
        return
    if empleo.mano != "principal" or empleo.modo != "cuerpo_a_cuerpo" or not armas_para_dos_manos(ficha):
        raise Rechazo("armas_no_validas", "ficha.dos_armas")


def _defender(j: Jugada) -> dict[str, int]:
    """Return what the target opposes and note what it uses up. L-84, L-85, L-91; the helpless only have `defensa`."""
    objetivo = j.objetivo
    activo = objetivo["estado"] == "activo"
    para = j.datos["bloquea"] and activo and objetivo["posicion"] != "total"  # L-89
    escudo = objetivo["escudo"]
    cubre = escudo == "grande" or (escudo == "pequeno" and not objetivo["escudo_usado"])
    con_escudo = int(para and cubre and not fallo_calamitoso_vigente(objetivo))  # L-71
    libre = objetivo["dos_armas"] == "parar" and not objetivo["parada_usada"]
    con_parada = int(para and libre and armas_para_dos_manos(objetivo))
    if con_escudo and escudo == "pequeno":
        j.poner("objetivo", escudo_usado=True)
    if con_parada:
        j.poner("objetivo", parada_usada=True)
    if objetivo["derribado"] == "levantandose":  # L-107
        j.poner("objetivo", penalizacion_proxima=True)
    partes = {
        "defensa": objetivo["combate"]["defensa"],
        "defensa_escudo": con_escudo,
        "defensa_parada": con_parada,
        "defensa_posicion": t.DE_POSICION[objetivo["posicion"]][1] if activo else 0,
    }
    return {**partes, "defensa_total": sum(partes.values())}


ACCIONES: Final = (
    Accion(
        clave="atacar",
        nombre=_("Atacar"),
        ayuda=_("2d6 más agilidad y habilidad, menos la defensa del objetivo, contra 9."),
        regla=regla("atacar", atacar),
        objetivo="requerido",
        tipo_objetivo="personaje",
        campos=Grupo(
            campos=(
                Opcion(
                    clave="arma",
                    etiqueta=_("Arma"),
                    ayuda=_("La que lleva en la mano si se deja en blanco."),
                    opciones=t.MANOS,
                ),
                Opcion(
                    clave="modo",
                    etiqueta=_("Modo"),
                    ayuda=_("El del arma si se deja en blanco."),
                    opciones=t.MODOS,
                ),
                Opcion(
                    clave="atributo",
                    etiqueta=_("Atributo"),
                    ayuda=_("Fuerza solo si el DJ lo aprueba."),
                    opciones={clave: t.ATRIBUTOS[clave] for clave in ("agilidad", "fuerza")},
                    defecto="agilidad",
                ),
                Opcion(
                    clave="distancia",
                    etiqueta=_("Distancia"),
                    ayuda=_("Solo a distancia; a quemarropa si no se dice."),
                    opciones=t.DISTANCIAS,
                ),
                Entero(
                    clave="metros",
                    etiqueta=_("Metros"),
                    ayuda=_("En vez de la distancia, con un arma de alcance conocido."),
                    minimo=0,
                    maximo=10_000,
                ),
                *campos.de_2d6(),
                campos.profesion(_("Una vez contra cada rival, si el DJ lo aprueba.")),
                campos.aprobado_dj(),
                Booleano(
                    clave="bloquea",
                    etiqueta=_("El objetivo usa escudo y parada"),
                    ayuda=_("Si no, los guarda para otro ataque."),
                    defecto=True,
                ),
                Booleano(
                    clave="ataque_extra",
                    etiqueta=_("Es un ataque extra"),
                    ayuda=_("Ganado con un éxito poderoso."),
                    defecto=False,
                ),
                campos.al_final(),
            )
        ),
        valor="total",
        con_resultado=True,
        lanza=True,
        mejora="dados_extra",
        repite="suerte_de_los_dioses",
        a_mano=("arma", "modo", "distancia", "modificador", "profesion"),
        anticipa=("atributo", "habilidad", "distancia", "posicion", "profesion"),
    ),
)
