"""recoger_dispositivo, usar_dispositivo and soltar_dispositivo (5.18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from reglas.nucleo.campos import Grupo, Opcion, Texto
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.estado import exigir_capaz, exigir_vivo
from reglas.sistemas.strange.resumenes import texto

Dispositivos = Sequence[dict[str, Any]]


def carga(dispositivos: Dispositivos) -> int:
    """Return what they take of the limit. S-137: an esotérico counts as two."""
    return sum(t.CARGA[dispositivo["clase"]] for dispositivo in dispositivos)


def recoger(c: Contexto) -> Resultado:
    """Pick a device up. S-136: never above the limit."""
    exigir_capaz(c.ficha)
    antes = c.ficha["dispositivos"]
    despues = [*antes, {"nombre": c.datos["nombre"], "clase": c.datos["clase"]}]
    if carga(despues) > c.ficha["limite_dispositivos"]:
        raise Rechazo("limite_dispositivos", "ficha.dispositivos")
    c.cambiar("ficha", "dispositivos", despues, "recoger")
    resumen = texto(c, _("%(nombre)s recoge %(dispositivo)s."), dispositivo=c.datos["nombre"])
    return Resultado(None, None, _cargas(c, antes), resumen)


def usar(c: Contexto) -> Resultado:
    """Use a device, which is spent. S-138."""
    exigir_capaz(c.ficha)
    return _quitar(c, "uso", _("%(nombre)s usa %(dispositivo)s."))


def soltar(c: Contexto) -> Resultado:
    """Give a device up to make room. S-139."""
    exigir_vivo(c.ficha)
    return _quitar(c, "soltar", _("%(nombre)s suelta %(dispositivo)s."))


def _quitar(c: Contexto, motivo: str, plantilla: str) -> Resultado:
    """Take the first device of that name off the list."""
    antes, nombre = c.ficha["dispositivos"], c.datos["nombre"]
    indice = next((n for n, dispositivo in enumerate(antes) if dispositivo["nombre"] == nombre), None)
    if indice is None:
        raise Rechazo("dispositivo_desconocido", "datos.nombre")
    c.cambiar("ficha", "dispositivos", [*antes[:indice], *antes[indice + 1 :]], motivo)
    detalle = {**_cargas(c, antes), "clase": antes[indice]["clase"]}
    return Resultado(None, None, detalle, texto(c, plantilla, dispositivo=nombre))


def _cargas(c: Contexto, antes: Dispositivos) -> dict[str, Any]:
    return {
        "carga_antes": carga(antes),
        "carga": carga(c.ficha["dispositivos"]),
        "limite": c.ficha["limite_dispositivos"],
    }


_DE_LA_FICHA: Final = Grupo(
    campos=(Texto(clave="nombre", etiqueta=_("Dispositivo"), maximo=80, obligatorio=True, de_ficha="dispositivos"),)
)

ACCIONES: Final = (
    Accion(
        clave="recoger_dispositivo",
        nombre=_("Recoger un dispositivo"),
        ayuda=_("Hasta el límite; un esotérico cuenta como dos."),
        regla=recoger,
        campos=Grupo(
            campos=(
                Texto(clave="nombre", etiqueta=_("Nombre"), maximo=80, obligatorio=True),
                Opcion(clave="clase", etiqueta=_("Clase"), opciones=t.CLASES_DISPOSITIVO, obligatorio=True),
            )
        ),
        valor="carga",
    ),
    Accion(
        clave="usar_dispositivo",
        nombre=_("Usar un dispositivo"),
        ayuda=_("Se gasta; el DJ cuenta lo que hace."),
        regla=usar,
        campos=_DE_LA_FICHA,
        valor="carga",
    ),
    Accion(
        clave="soltar_dispositivo",
        nombre=_("Soltar un dispositivo"),
        ayuda=_("Para hacer sitio a otro."),
        regla=soltar,
        campos=_DE_LA_FICHA,
        valor="carga",
    ),
)
