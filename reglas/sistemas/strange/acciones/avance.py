"""avance (5.17): the benefits that PX buy, and the rise of rango."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from reglas.nucleo.campos import Entero, Grupo, Opcion, Texto
from reglas.nucleo.condiciones import Vale
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.nucleo.tipos import Texto as Frase
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.estado import exigir_vivo, poner_reserva
from reglas.sistemas.strange.ficha import PJ
from reglas.sistemas.strange.mensajes import rechazar
from reglas.sistemas.strange.resumenes import texto
from reglas.sistemas.strange.tarea import campo_atributo

PUNTOS: Final = 4
"""What incrementar_capacidades shares. S-65."""


def avance(c: Contexto) -> Resultado:
    """Buy a benefit. S-64: 4 PX; S-72: no kind twice in a rango; S-73: the fourth raises the rango."""
    exigir_vivo(c.ficha)
    beneficio, px = c.datos["beneficio"], c.ficha["px"]
    categoria = beneficio if beneficio in t.CATEGORIAS_BENEFICIO else "habilidad"  # S-74
    if px < t.COSTE_BENEFICIO:
        raise rechazar("px_insuficientes", "ficha.px", hacen_falta=t.COSTE_BENEFICIO, tienes=px)
    comprados = c.ficha["beneficios"]
    if categoria in comprados:
        raise Rechazo("beneficio_repetido", "datos.beneficio")
    c.cambiar("ficha", "px", px - t.COSTE_BENEFICIO, "avance")
    _BENEFICIOS[beneficio](c)
    completados = len(comprados) + 1
    cierra = completados == len(t.CATEGORIAS_BENEFICIO)
    c.cambiar("ficha", "beneficios", [] if cierra else [*comprados, categoria], "avance")
    asciende = cierra and c.ficha["rango"] < t.RANGO_MAXIMO
    if asciende:
        c.cambiar("ficha", "rango", c.ficha["rango"] + 1, "avance")
    detalle = {
        "beneficio": beneficio,
        "categoria": categoria,
        "coste_px": t.COSTE_BENEFICIO,
        "completados": completados,
        "asciende": asciende,
        "rango": c.ficha["rango"],
    }
    plantilla = _("%(nombre)s compra un beneficio: %(beneficio)s.")
    if asciende:
        plantilla = _("%(nombre)s compra un beneficio (%(beneficio)s) y sube al rango %(rango)s.")
    return Resultado(
        None,
        None,
        detalle,
        texto(c, plantilla, beneficio=Frase(t.BENEFICIOS[beneficio]), rango=c.ficha["rango"]),
    )


def _incrementar(c: Contexto) -> None:
    """S-65: exactly 4 points; máximo and reserva both rise (A-19)."""
    puntos = c.datos["reparto"]
    pedido = sum(puntos.values())
    if pedido != PUNTOS:
        raise rechazar("reparto_invalido", "datos.reparto", pedido=pedido)
    for atributo in t.ATRIBUTOS:
        if c.ficha[atributo]["maximo"] + puntos[atributo] > _tope(atributo, "maximo"):
            raise Rechazo("maximo_alcanzado", "datos.reparto")
        if puntos[atributo]:
            c.cambiar("ficha", f"{atributo}.maximo", c.ficha[atributo]["maximo"] + puntos[atributo], "avance")
            poner_reserva(c, atributo, c.ficha[atributo]["reserva"] + puntos[atributo], "avance")


def _perfeccion(c: Contexto) -> None:
    """S-66: +1 ventaja of one atributo."""
    atributo = c.datos["atributo"]
    ventaja = c.ficha[atributo]["ventaja"] + 1
    if ventaja > _tope(atributo, "ventaja"):
        raise Rechazo("maximo_alcanzado", "datos.atributo")
    c.cambiar("ficha", f"{atributo}.ventaja", ventaja, "avance")


def _sumar(campo: str, puntos: int) -> Callable[[Contexto], None]:
    """Return the benefit that adds to a number of the sheet."""

    def sumar(c: Contexto) -> None:
        valor = c.ficha[campo] + puntos
        if valor > _tope(campo):
            raise Rechazo("maximo_alcanzado", "datos.beneficio")
        c.cambiar("ficha", campo, valor, "avance")

    return sumar


def _habilidad(c: Contexto) -> None:
    """S-68: a new skill is competente; S-69: a competente one especializado; S-70, S-71 refuse the rest."""
    nombre, habilidades = c.datos["habilidad"], c.ficha["habilidades"]
    if c.datos["clase"] in ("ataque", "defensa"):
        raise Rechazo("habilidad_no_permitida", "datos.clase")
    grado = habilidades.get(nombre)
    if grado == "especializado":
        raise Rechazo("habilidad_al_maximo", "datos.habilidad")
    nuevo = "competente" if grado is None else "especializado"
    c.cambiar("ficha", "habilidades", {**habilidades, nombre: nuevo}, "avance")


def _aprender(c: Contexto) -> None:
    """S-77: each tipo learns its own class; S-78: of its rango at most."""
    clase, nueva, capacidades = c.datos["beneficio"], c.datos["capacidad"], c.ficha["capacidades"]
    if t.CAPACIDAD_DE_TIPO[c.ficha["tipo"]] != clase:
        raise Rechazo("tipo_no_permitido", "datos.beneficio")
    if nueva["rango"] > c.ficha["rango"]:
        raise Rechazo("rango_excesivo", "datos.capacidad.rango")
    if any(otra["clase"] == clase and otra["nombre"] == nueva["nombre"] for otra in capacidades):
        raise Rechazo("capacidad_repetida", "datos.capacidad.nombre")
    if len(capacidades) >= _tope("capacidades"):
        raise Rechazo("maximo_alcanzado", "datos.beneficio")
    aprendida = {"nombre": nueva["nombre"], "clase": clase, "rango": nueva["rango"]}
    c.cambiar("ficha", "capacidades", [*capacidades, aprendida], "avance")


def _tope(*ruta: str) -> int:
    """Return the highest value, or length, that the sheet allows at a path."""
    campo: Any = PJ
    for clave in ruta:
        campo = campo[clave]
    tope: int = campo.maximo
    return tope


_BENEFICIOS: Final[Mapping[str, Callable[[Contexto], None]]] = {
    "incrementar_capacidades": _incrementar,
    "perfeccion": _perfeccion,
    "esfuerzo_extra": _sumar("esfuerzo", 1),  # S-67
    "habilidad": _habilidad,
    "coste_armadura": _sumar("reduccion_armadura", 1),  # S-75
    "recuperacion": _sumar("bonificador_recuperacion", 2),  # S-76
    "movimiento": _aprender,
    "giro": _aprender,
    "revision": _aprender,
}


def _con(*beneficios: str) -> Vale:
    return Vale("beneficio", beneficios)


ACCIONES: Final = (
    Accion(
        clave="avance",
        nombre=_("Avance"),
        ayuda=_("Comprar un beneficio por 4 PX; el cuarto sube el rango."),
        regla=avance,
        campos=Grupo(
            campos=(
                Opcion(clave="beneficio", etiqueta=_("Beneficio"), opciones=t.BENEFICIOS, obligatorio=True),
                Grupo(
                    clave="reparto",
                    etiqueta=_("Reparto de los 4 puntos"),
                    campos=tuple(
                        Entero(clave=atributo, etiqueta=etiqueta, minimo=0, maximo=PUNTOS, defecto=0)
                        for atributo, etiqueta in t.ATRIBUTOS.items()
                    ),
                    obligatorio=True,
                    si=_con("incrementar_capacidades"),
                ),
                campo_atributo("atributo", _("Atributo"), obligatorio=True, si=_con("perfeccion")),
                Texto(
                    clave="habilidad",
                    etiqueta=_("Habilidad"),
                    ayuda=_("Una nueva, o una competente que se especializa."),
                    maximo=60,
                    sin_punto=True,
                    obligatorio=True,
                    si=_con("habilidad"),
                ),
                Opcion(
                    clave="clase",
                    etiqueta=_("Clase de habilidad"),
                    opciones={
                        "general": _("General"),
                        "conocimiento": _("Conocimiento"),
                        "capacidad": _("De una capacidad propia"),
                        "ataque": _("De ataque (no se permite)"),
                        "defensa": _("De defensa (no se permite)"),
                    },
                    defecto="general",
                    si=_con("habilidad"),
                ),
                Grupo(
                    clave="capacidad",
                    etiqueta=_("Capacidad nueva"),
                    campos=(
                        Texto(clave="nombre", etiqueta=_("Nombre"), maximo=80, obligatorio=True),
                        Entero(clave="rango", etiqueta=_("Rango"), minimo=1, maximo=t.RANGO_MAXIMO, obligatorio=True),
                    ),
                    obligatorio=True,
                    si=_con("movimiento", "giro", "revision"),
                ),
            )
        ),
        valor="completados",
    ),
)
