"""Drafts: the server's copy of what a person is typing in one place, safe from a second tab."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from partidas.dominio import fragmentos
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import BorradorCambiado
from partidas.models import Borrador, Mensaje

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.models import Escena


def lugar_de(escena: Escena) -> str:
    """Return the place under which the draft of a scene's editor is kept."""
    return f"escena:{escena.publico}"


def lugar_del_turno(publico: str) -> str:
    """Return the place of the words for a turn in progress that was left and is taken up again."""
    return f"turno:{publico}"


@con_reintentos
def guardar(
    usuario: Usuario, lugar: str, datos: Mapping[str, Any], *, version: int, pestana: str, ahora: datetime
) -> Borrador:
    """Keep what one tab has typed. version: the one this tab read, 0 for none. pestana: a name of the tab.

    A tab never conflicts with itself, because a request that the browser gave up may have been served. A save that
    comes after its own turn was published keeps nothing and returns a draft of version 0. Raises BorradorCambiado when
    another tab saved something else since, and then nothing is written over.
    """
    datos = {**datos, "pestana": pestana}
    with verbo():
        publicado = _publicado_con(usuario, datos["clave"]) if datos.get("clave") else None
        if publicado is not None:
            if _es_lo_mismo(datos, publicado):
                return Borrador(usuario=usuario, lugar=lugar, datos=datos, version=0, guardado=ahora)
            datos["clave"] = str(uuid4())  # or what is typed now could never be published
        filas = Borrador.objects.visibles_para(usuario).select_for_update(of=("self",))
        borrador = filas.filter(lugar=lugar).first()
        if borrador is None:
            borrador, nuevo = Borrador.objects.sin_filtrar("keep what a person types").get_or_create(
                usuario=usuario, lugar=lugar, defaults={"datos": datos, "guardado": ahora}
            )
            if nuevo:
                return borrador
            borrador = filas.get(pk=borrador.pk)  # another request made it first
        otra = borrador.version != version and borrador.datos.get("pestana") != pestana
        if otra and _contenido(borrador.datos) != _contenido(datos):
            raise BorradorCambiado(borrador)
        borrador.datos, borrador.version, borrador.guardado = datos, borrador.version + 1, ahora
        borrador.save(update_fields=["datos", "version", "guardado"])
    return borrador


def _contenido(datos: Mapping[str, Any]) -> dict[str, Any]:
    return {clave: valor for clave, valor in datos.items() if clave != "pestana"}


def _publicado_con(usuario: Usuario, clave: str) -> Mensaje | None:
    propios = Mensaje.objects.sin_filtrar("idempotency: own key").filter(autor=usuario)
    return propios.filter(clave=clave).exclude(estado=Mensaje.Estado.EN_CURSO).first()


def _es_lo_mismo(datos: Mapping[str, Any], mensaje: Mensaje) -> bool:
    """Whether a draft says what the turn of its key already says: both texts, whatever the ends of lines."""
    campos = datos.get("campos", {})
    escritos = ("".join(campos.get(campo, [])) for campo in ("texto", "notas"))
    entero = fragmentos.fuente(mensaje, fragmentos.vigentes(mensaje))
    return [" ".join(texto.split()) for texto in escritos] == [
        " ".join(texto.split()) for texto in (entero, mensaje.notas)
    ]


@con_reintentos
def descartar(usuario: Usuario, lugar: str) -> bool:
    """Throw a draft away; its rolls stay. Returns False if there was none."""
    with verbo():
        borrados, _filas = Borrador.objects.visibles_para(usuario).filter(lugar=lugar).delete()
    return borrados > 0


def tirar_a_la_papelera(mensaje: Mensaje, escena: Escena) -> None:
    """Drop the drafts that the turn was published from; what another tab types under another key stays."""
    lugares = (lugar_de(escena), lugar_del_turno(mensaje.publico))
    suyos = Borrador.objects.sin_filtrar("drafts of a published turn").filter(
        usuario=mensaje.autor_id, lugar__in=lugares
    )
    for borrador in suyos:
        if borrador.datos.get("clave", "") in ("", str(mensaje.clave)):
            borrador.delete()
