"""danar (6.3): the damage of an attack that hit, and the options of its EP or EL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.campos import Entero, Grupo, Lista, Opcion
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.lemuria import campos
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.acciones.ataque import exigir_en_combate
from reglas.sistemas.lemuria.ficha import MAX_LISIADO, es_chusma, puntos_de_heroe
from reglas.sistemas.lemuria.golpe import asestar, dado_de_dano, foto, fuerza_de, neto, opciones_del_objetivo
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.mensajes import rechazar
from reglas.sistemas.lemuria.previa import Previa, exigir_exito, leer_previa
from reglas.sistemas.lemuria.profesiones import exigir_aprobacion, gastar_truco, rango_en_combate
from reglas.sistemas.lemuria.resumenes import resumen_de_dano

PREVIAS: Final = frozenset({"atacar", "suerte_de_los_dioses", "exito_poderoso", "exito_legendario"})


def danar(j: Jugada) -> Resultado:
    """Deal the damage of a hit. L-96 to L-112."""
    previa = leer_previa(j, PREVIAS, {"ataque"})
    exigir_exito(previa)
    elegidas: list[str] = j.datos["opciones"]
    _comprobar_opciones(j, previa, elegidas)
    _comprobar_lisiar(j, elegidas)
    desarmado = "desarmar" in elegidas
    rango = _profesion(j, previa, desarmado=desarmado)

    categoria, modo = previa.detalle["categoria"], previa.detalle["modo"]
    antes = foto(j.objetivo)
    suma = {"dado": 0, "fuerza": 0, "opciones_dano": 0, "profesion": 0}
    armadura = bruto = 0
    if not desarmado:  # L-105: instead of damage
        armadura = j.objetivo["armadura"]
        suma = {
            "dado": dado_de_dano(j.azar, categoria),
            "fuerza": fuerza_de(j.ficha, categoria, modo),
            "opciones_dano": t.DANO_DE_OPCION * elegidas.count("dano"),  # L-102
            "profesion": rango,
        }
        bruto = sum(suma.values()) + j.datos["modificador"]
    dano = neto(bruto, armadura)
    gastar_truco(j)
    conversion, destino = "bajas" in elegidas, j.datos["destino_chusma"]
    bajas = asestar(j, dano, categoria, conversion=conversion, destino=destino)
    otros = elegidas.count("otro_ataque")
    _aplicar_opciones(j, elegidas)
    detalle = {
        "tipo": "dano",
        "actor": j.ficha["nombre"],
        "categoria": categoria,
        "modo": modo,
        "opciones": elegidas,
        **suma,
        "modificador": j.datos["modificador"],
        "bruto": bruto,
        "armadura": armadura,
        "dano": dano,
        "bajas": bajas,
        "conversion": conversion,
        "destino": destino,
        "desarmado": desarmado,
        "ataques_extra": otros,
        "ataque_extra": previa.detalle["ataque_extra"],
        "repetida": False,
        "antes": antes,
        "opciones_objetivo": opciones_del_objetivo(j.objetivo, antes, dano),
    }
    return Resultado(None, None, detalle, resumen_de_dano(j, detalle), _opciones(j.ficha, detalle))


def _opciones(ficha: Ficha, detalle: Mapping[str, Any]) -> tuple[str, ...]:
    repite = puntos_de_heroe(ficha) >= 1 and not detalle["desarmado"] and not detalle["ataque_extra"]
    return (("suerte_de_los_dioses",) if repite else ()) + otro_ataque(ficha)


def otro_ataque(ficha: Ficha) -> tuple[str, ...]:
    """Offer the attacks won with an EP that are still to be made. L-103."""
    return ("atacar",) if ficha["ataques_extra"] >= 1 else ()


def _comprobar_opciones(j: Jugada, previa: Previa, elegidas: list[str]) -> None:
    """Refuse options that are not as many as the degree grants (L-101), clash (L-111) or do not suit the target."""
    objetivo = j.objetivo
    exigir_en_combate(objetivo)
    if len(elegidas) != previa.detalle["elecciones"]:
        raise rechazar(
            "numero_de_opciones", "datos.opciones", elecciones=previa.detalle["elecciones"], elegidas=len(elegidas)
        )
    if "desarmar" in elegidas and {"dano", "bajas", "lisiar"} & set(elegidas):
        raise Rechazo("opciones_incompatibles", "datos.opciones")
    if elegidas.count("bajas") > 1 or elegidas.count("derribar") > 1:
        raise Rechazo("opcion_sin_efecto", "datos.opciones")
    if "bajas" in elegidas and not es_chusma(objetivo):
        raise Rechazo("solo_chusma", "datos.opciones")
    if {"desarmar", "derribar", "lisiar"} & set(elegidas) and objetivo.get("numero", 1) > 1:  # L-110
        raise Rechazo("opcion_no_procede", "datos.opciones")
    armas = sum(objetivo[mano] is not None for mano in ("arma", "arma_secundaria"))
    if elegidas.count("desarmar") > armas:
        raise Rechazo("sin_arma", "objetivo.arma")
    if "derribar" in elegidas and objetivo["tamano"] > j.ficha["tamano"] + 1:  # L-106
        raise Rechazo("demasiado_grande", "objetivo.tamano")


def _comprobar_lisiar(j: Jugada, elegidas: list[str]) -> None:
    """Refuse a crippling that is not told, not granted or changes nothing. L-108."""
    pedidos = j.datos["lisiar"]
    veces = elegidas.count("lisiar")
    if len(pedidos) < veces:
        raise Rechazo("campo_requerido", "datos.lisiar")
    if len(pedidos) > veces:
        raise Rechazo("opcion_no_procede", "datos.lisiar")
    if veces:
        exigir_aprobacion(j)
    lisiado, armadura = list(j.objetivo["lisiado"]), j.objetivo["armadura"]
    for indice, pedido in enumerate(pedidos):
        ambito = pedido.get("penalizacion")
        if ambito in lisiado:
            raise Rechazo("opcion_sin_efecto", f"datos.lisiar.{indice}.penalizacion")
        if ambito is not None:
            lisiado.append(ambito)
        armadura -= pedido.get("armadura", 0)
        if armadura < 0:
            raise Rechazo("fuera_de_rango", f"datos.lisiar.{indice}.armadura")


def _profesion(j: Jugada, previa: Previa, *, desarmado: bool) -> int:
    """Return what a profession adds. L-94: to the attack or to the damage, never both."""
    if "profesion" in j.datos:
        if previa.detalle["profesion_usada"]:
            raise Rechazo("profesion_ya_usada", "datos.profesion")
        if desarmado:
            raise Rechazo("opcion_sin_efecto", "datos.profesion")
    return rango_en_combate(j)


def _aplicar_opciones(j: Jugada, elegidas: list[str]) -> None:
    """Do what the options do besides damage."""
    for _vez in range(elegidas.count("desarmar")):  # L-105
        j.poner("objetivo", arma=j.objetivo["arma_secundaria"], arma_secundaria=None, dos_armas="no")
    if "derribar" in elegidas:
        j.poner("objetivo", derribado="caido")
    for pedido in j.datos["lisiar"]:
        if "penalizacion" in pedido:
            j.poner("objetivo", lisiado=[*j.objetivo["lisiado"], pedido["penalizacion"]][:MAX_LISIADO])
        else:
            j.sumar("objetivo", armadura=-pedido["armadura"])
    j.sumar("ficha", ataques_extra=elegidas.count("otro_ataque"))


def _una_sola(pedido: Ficha) -> None:
    if len(pedido) != 1:
        raise Rechazo("campo_requerido")


ACCIONES: Final = (
    Accion(
        clave="danar",
        nombre=_("Dañar"),
        ayuda=_("El daño de un ataque que acertó, con las opciones de un éxito poderoso o legendario."),
        regla=regla("danar", danar),
        objetivo="requerido",
        tipo_objetivo="personaje",
        previas=PREVIAS,
        campos=Grupo(
            campos=(
                Lista(
                    clave="opciones",
                    etiqueta=_("Opciones"),
                    ayuda=_("Una con un éxito poderoso y dos con uno legendario, quizá la misma."),
                    elemento=Opcion(etiqueta=_("Opción"), opciones=t.OPCIONES),
                    maximo=10,
                    por_indice=False,
                    cuantos_de="elecciones",
                    defecto=[],
                ),
                Lista(
                    clave="lisiar",
                    etiqueta=_("Cómo lo lisia"),
                    ayuda=_("Por cada opción de lisiar: un ámbito, o puntos de armadura."),
                    elemento=Grupo(
                        comprobar=(_una_sola,),
                        campos=(
                            Opcion(clave="penalizacion", etiqueta=_("Penalización permanente en"), opciones=t.AMBITOS),
                            Entero(clave="armadura", etiqueta=_("Armadura que pierde"), minimo=1, maximo=20),
                        ),
                    ),
                    maximo=10,
                    defecto=[],
                ),
                campos.profesion(_("Si no la usó en el ataque y el DJ lo aprueba.")),
                campos.aprobado_dj(),
                campos.modificador(),
                Opcion(
                    clave="destino_chusma",
                    etiqueta=_("Los que caen quedan"),
                    ayuda=_("Solo con la chusma."),
                    opciones=t.DESTINOS,
                    defecto="inconscientes",
                ),
            )
        ),
        valor="dano",
        lanza=True,
        declarable=False,
        anticipa=("fuerza", "opciones_dano", "profesion"),
    ),
)
