"""iniciativa (6.4) and orden_de_combate (6.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from reglas.nucleo.campos import Booleano, Entero, Grupo, Lista, Opcion, Texto
from reglas.nucleo.condiciones import Vale
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion, EscenaDeJuego
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.lemuria import campos
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.ficha import SOLO_HEROE, es_heroe
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.profesiones import exigir_aprobacion, rango_de
from reglas.sistemas.lemuria.resumenes import resumen_de_tirada, texto
from reglas.sistemas.lemuria.tirada import leer, opciones, tirar
from reglas.sistemas.lemuria.turno import exigir_activo


def iniciativa(j: Jugada) -> Resultado:
    """Roll the initiative of a fight. L-63: 2d6 + mente + iniciativa + modifiers, 9 or more."""
    datos, ficha = j.datos, j.ficha
    exigir_activo(ficha)
    if ficha["turno"] >= 1:  # L-76
        raise Rechazo("combate_en_curso", "ficha.turno")
    if datos["sorprendido"] and datos["emboscada"]:
        raise Rechazo("sorpresa_incompatible", "datos.emboscada")
    rango = rango_de(ficha, datos.get("profesion"))
    if "profesion" in datos:  # L-65
        exigir_aprobacion(j)
    modificadores = {
        "atributo": ficha["atributos"]["mente"],
        "habilidad": ficha["combate"]["iniciativa"],
        "sorpresa": -1 if datos["sorprendido"] else 2 if datos["emboscada"] else 0,  # L-64
        "profesion": rango,
        "enemigo": _enemigo(datos["enemigos"]),
        "modificador": datos["modificador"],
    }
    lectura = leer(j, "iniciativa", tirar(j, "iniciativa", ("mente", "iniciativa")), modificadores)
    lectura.detalle.update(de_iniciativa(lectura.grado))
    j.poner("ficha", turno=1)
    anotar_iniciativa(j, lectura.grado)
    return Resultado(
        lectura.exito,
        lectura.grado,
        lectura.detalle,
        resumen_de_tirada(j, lectura),
        opciones(j.ficha, lectura.grado, lectura.detalle),
    )


def _enemigo(enemigos: Sequence[Mapping[str, Any]]) -> int:
    """Return what the quickest enemy takes. L-66: chusma do not count, and a negative one helps."""
    return -max((e["iniciativa"] for e in enemigos if e["clase"] != "chusma"), default=0)


def de_iniciativa(grado: str) -> dict[str, Any]:
    """Return the keys of `detalle` that the degree of an initiative decides. L-73, L-74."""
    return {
        "puesto": t.PUESTOS[grado],
        "atontados": ["chusma", "maton"] if grado in t.SUPERIORES else [],
        "bono_ataque": int(grado == "exito_legendario"),
    }


def anotar_iniciativa(j: Jugada, grado: str) -> None:
    """Keep the degree on the sheet and stun the objetivo, or not. L-73, L-75: also when the degree changes later."""
    j.poner("ficha", iniciativa_grado=grado)
    j.poner("objetivo", atontado=grado in t.SUPERIORES)


def orden_de_combate(j: Jugada) -> Resultado:
    """Say in which order everybody acts. L-68."""
    ficha, datos = j.ficha, j.datos
    if not ficha["nombre"]:
        raise Rechazo("campo_requerido", "ficha.nombre")
    if es_heroe(ficha) and ficha["iniciativa_grado"] is None:
        raise Rechazo("sin_iniciativa", "ficha.iniciativa_grado")
    propio = {
        "nombre": ficha["nombre"],
        "clase": ficha["clase"],
        "agilidad": ficha["atributos"]["agilidad"],
        "grado": ficha.get("iniciativa_grado"),
    }
    vistos = {ficha["nombre"]}
    for indice, otro in enumerate(datos["otros"]):
        if otro["nombre"] in vistos:
            raise Rechazo("nombre_repetido", f"datos.otros.{indice}.nombre")
        vistos.add(otro["nombre"])
    ordenados = sorted([propio, *datos["otros"]], key=_lugar)
    orden = [[uno["nombre"] for uno in grupo] for _lugar_, grupo in groupby(ordenados, key=_lugar)]
    parados = {"fallo_calamitoso"} if datos["turno"] == 1 else set()  # L-70
    if parados and any(_rango(uno) in t.SUPERIORES for uno in ordenados):  # L-73
        parados |= {"chusma", "maton"}
    no_actuan = [uno["nombre"] for uno in ordenados if _rango(uno) in parados]
    resumen = texto(j, _("Orden de combate: %(orden)s."), orden="; ".join(", ".join(nombres) for nombres in orden))
    return Resultado(None, None, {"orden": orden, "no_actuan": no_actuan}, resumen)


def _rango(uno: Mapping[str, Any]) -> str:
    """Return what places somebody: a heroe's degree or a PNJ's class. L-67."""
    clase: str = uno["clase"]
    return uno["grado"] if clase == "heroe" else clase


def _lugar(uno: Mapping[str, Any]) -> tuple[int, int]:
    """Return the place of somebody. L-69: heroes of one place go by agilidad; PNJs of one class act at once."""
    return t.PUESTOS[_rango(uno)], -uno["agilidad"] if uno["clase"] == "heroe" else 0


def puesto(ficha: Ficha) -> int | None:
    """Return a number that grows with the place in the order of combat. L-68, L-69; None before the initiative."""
    if es_heroe(ficha) and ficha["iniciativa_grado"] is None:
        return None
    lugar, agilidad = _lugar(_uno(ficha))
    return lugar * 100 + agilidad


def _uno(ficha: Ficha) -> dict[str, Any]:
    grado = {"grado": ficha["iniciativa_grado"]} if es_heroe(ficha) else {}
    return {"nombre": ficha["nombre"], "clase": ficha["clase"], "agilidad": ficha["atributos"]["agilidad"], **grado}


def los_enemigos(escena: EscenaDeJuego) -> dict[str, Any]:
    """Return the PNJs of the fight that are alive; nothing where there are none, and then they are typed. L-66."""
    enemigos = [
        {"clase": otra["clase"], "iniciativa": otra["combate"]["iniciativa"]}
        for otra in escena.otras
        if otra["clase"] != "heroe" and otra["estado"] != "muerto"
    ]
    return {"enemigos": enemigos} if enemigos else {}


def los_demas(escena: EscenaDeJuego) -> dict[str, Any]:
    """Return who else is in the fight and its turn: not the dead, nor a heroe who has not rolled the initiative."""
    vivos = [dict(otra) for otra in escena.otras if otra["estado"] != "muerto"]
    turno = max(otra.get("turno", 0) for otra in (escena.ficha, *vivos))
    return {"otros": [_uno(otra) for otra in vivos if puesto(otra) is not None], "turno": max(1, turno)}


def _nombre_de_otro() -> Texto:
    return Texto(clave="nombre", etiqueta=_("Nombre"), maximo=80, obligatorio=True)


_AGILIDAD: Final = Entero(clave="agilidad", etiqueta=_("Agilidad"), minimo=-5, maximo=20, defecto=0)

ACCIONES: Final = (
    Accion(
        clave="iniciativa",
        nombre=_("Iniciativa"),
        ayuda=_("Una tirada al empezar el combate: 2d6 más mente e iniciativa, contra 9."),
        regla=regla("iniciativa", iniciativa, solo_heroes="pnj_no_tira_iniciativa"),
        objetivo="opcional",
        tipo_objetivo="personaje",
        campos=Grupo(
            campos=(
                Booleano(clave="sorprendido", etiqueta=_("Sorprendido (−1)"), defecto=False),
                Booleano(clave="emboscada", etiqueta=_("Tiende una emboscada (+2)"), defecto=False),
                campos.profesion(_("Si el DJ la acepta.")),
                campos.aprobado_dj(),
                Lista(
                    clave="enemigos",
                    etiqueta=_("Enemigos"),
                    ayuda=_(
                        "Se resta la mayor iniciativa de matones y villanos. Si el asalto los tiene, se toman de ahí."
                    ),
                    elemento=Grupo(
                        campos=(
                            Opcion(clave="clase", etiqueta=_("Clase"), opciones=t.CLASES_PNJ, obligatorio=True),
                            Entero(clave="iniciativa", etiqueta=_("Iniciativa"), minimo=-5, maximo=20, defecto=0),
                        )
                    ),
                    maximo=100,
                    defecto=[],
                ),
                *campos.de_2d6(),
            )
        ),
        valor="total",
        con_resultado=True,
        lanza=True,
        mejora="dados_extra",
        repite="suerte_de_los_dioses",
        a_mano=("sorprendido", "emboscada", "enemigos", "modificador"),
        de_la_escena=los_enemigos,
        anticipa=("atributo", "habilidad", "sorpresa", "enemigo"),
        ficha_si=(SOLO_HEROE, Vale("estado", ("activo",)), Vale("turno", (0,))),
    ),
    Accion(
        clave="orden_de_combate",
        nombre=_("Orden de combate"),
        ayuda=_("Quién actúa antes y quién no actúa en este turno."),
        regla=regla("orden_de_combate", orden_de_combate),
        quien="direccion",
        campos=Grupo(
            campos=(
                Lista(
                    clave="otros",
                    etiqueta=_("Los demás"),
                    elemento=Grupo(
                        codigo_ajeno="campo_desconocido",
                        campos=(
                            _nombre_de_otro(),
                            Opcion(clave="clase", etiqueta=_("Clase"), opciones=t.CLASES, obligatorio=True),
                            _AGILIDAD,
                            Opcion(
                                clave="grado",
                                etiqueta=_("Resultado de la iniciativa"),
                                opciones=t.GRADOS,
                                obligatorio=True,
                                si=SOLO_HEROE,
                            ),
                        ),
                    ),
                    maximo=100,
                    obligatorio=True,
                ),
                Entero(clave="turno", etiqueta=_("Turno"), minimo=1, maximo=1000, defecto=1),
            )
        ),
        de_la_escena=los_demas,
        tramite=True,
    ),
)
