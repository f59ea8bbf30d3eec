"""Drafts: the server's copy of what a person is typing in one place, safe from a second tab."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.db.models import Q

from partidas.dominio import adjuntos, fragmentos, papelera
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import BorradorCambiado, YaPublicado
from partidas.models import Borrador, Descarte, Mensaje, Programado

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.models import Escena


def lugar_de(escena: Escena) -> str:
    """Return the place under which the draft of a scene's editor is kept."""
    return f"escena:{escena.publico}"


def lugar_del_turno(publico: str) -> str:
    """Return the place of the words for a turn in progress that was left and is taken up again."""
    return f"turno:{publico}"


def lugar_de_lo_programado(publico: str) -> str:
    """Return the place of the words of a turn that waits for its hour."""
    return f"programado:{publico}"


def lugar_de_la_edicion(mensaje: Mensaje) -> str:
    """Return the place of the new words of a published message."""
    return f"edicion:{mensaje.publico}"


@con_reintentos
def guardar(
    usuario: Usuario,
    lugar: str,
    datos: Mapping[str, Any],
    *,
    version: int,
    pestana: str,
    ahora: datetime,
    de_oficio: bool = False,
    aparta: bool = False,
) -> Borrador:
    """Keep what one tab has typed. version: the one this tab read, 0 for none. pestana: a name of the tab.

    A tab never conflicts with itself, because a request that the browser gave up may have been served. A save that
    comes after its own turn was published keeps nothing and returns a draft of version 0; if it says something else it
    is a new draft, with its images. de_oficio: nobody pressed anything, and then that raises YaPublicado and keeps
    nothing: the page itself may be gone. So does one to the scene's place of a turn that waits for its hour, and one of
    a draft that is no longer there. aparta: the person has seen both copies and chooses this one; the other goes to the
    bin. Raises BorradorCambiado when another tab saved something else since, and then nothing is written over.
    """
    datos = {**datos, "pestana": pestana}
    with verbo():
        publicado = papelera.publicado_con(usuario, datos["clave"]) if datos.get("clave") else None
        if publicado is not None:
            if _es_lo_mismo(datos, publicado):
                return Borrador(usuario=usuario, lugar=lugar, datos=datos, version=0, guardado=ahora)
            if de_oficio:
                raise YaPublicado(publicado)
            datos["clave"] = str(uuid4())  # or what is typed now could never be published
        espera = papelera.espera_con(usuario, datos["clave"], lugar) if datos.get("clave") else None
        if espera is not None:
            if _palabras(datos) == _palabras({"campos": espera.orden}):
                return Borrador(usuario=usuario, lugar=lugar, datos=datos, version=0, guardado=ahora)
            if de_oficio:
                raise YaPublicado(None)
            datos["clave"] = str(uuid4())  # or publishing it would be publishing the one that waits
        elif datos.get("clave"):
            adjuntos.seguir_a_su_borrador(usuario, datos["clave"], datos.get("campos", {}).get("adjuntos", []))
        filas = Borrador.objects.visibles_para(usuario).select_for_update(of=("self",))
        borrador = filas.filter(lugar=lugar).first()
        if borrador is None:
            if de_oficio and version:
                raise YaPublicado(None)
            borrador, nuevo = Borrador.objects.sin_filtrar("keep what a person types").get_or_create(
                usuario=usuario, lugar=lugar, defaults={"datos": datos, "guardado": ahora}
            )
            if nuevo:
                return borrador
            borrador = filas.get(pk=borrador.pk)  # another request made it first
        otra = borrador.version != version and borrador.datos.get("pestana") != pestana
        if otra and _contenido(borrador.datos) != _contenido(datos):
            raise BorradorCambiado(borrador)
        if aparta and borrador.datos.get("pestana") != pestana and _contenido(borrador.datos) != _contenido(datos):
            papelera.apartar(borrador, motivo=Descarte.Motivo.CAMBIADO, ahora=ahora)
        borrador.datos, borrador.version, borrador.guardado = datos, borrador.version + 1, ahora
        borrador.save(update_fields=["datos", "version", "guardado"])
    return borrador


def _contenido(datos: Mapping[str, Any]) -> dict[str, Any]:
    return {clave: valor for clave, valor in datos.items() if clave != "pestana"}


def _es_lo_mismo(datos: Mapping[str, Any], mensaje: Mensaje) -> bool:
    """Whether a draft says what the turn of its key already says: both texts, whatever the ends of lines."""
    entero = fragmentos.fuente(mensaje, fragmentos.vigentes(mensaje))
    return _palabras(datos) == [" ".join(texto.split()) for texto in (entero, mensaje.notas)]


def _palabras(datos: Mapping[str, Any]) -> list[str]:
    campos = datos.get("campos", {})
    return [" ".join("".join(campos.get(campo, [])).split()) for campo in ("texto", "notas")]


@con_reintentos
def descartar(usuario: Usuario, lugar: str, *, ahora: datetime) -> Descarte | None:
    """Throw a draft in the bin; its rolls stay in the book, and what was to be published at its hour is not.

    Returns what is now in the bin, None if there was nothing to throw away.
    """
    with verbo():
        borrador = _de_ese_lugar(usuario, lugar)
        if borrador is None:
            return None
        clase, _dos, publico = lugar.partition(":")
        if clase == "programado":
            suyos = Programado.objects.visibles_para(usuario).exclude(estado=Programado.Estado.PUBLICADO)
            suyos.filter(publico=publico).update(estado=Programado.Estado.CANCELADO, cambiado=ahora)
        return papelera.tirar(borrador, motivo=Descarte.Motivo.DESCARTADO, ahora=ahora)


def _de_ese_lugar(usuario: Usuario, lugar: str) -> Borrador | None:
    return Borrador.objects.visibles_para(usuario).select_for_update(of=("self",)).filter(lugar=lugar).first()


@con_reintentos
def cumplir(usuario: Usuario, lugar: str, datos: Mapping[str, Any], *, pestana: str, ahora: datetime) -> None:
    """Drop the draft of something that is done with these words; what another tab says there goes to the bin."""
    with verbo():
        borrador = _de_ese_lugar(usuario, lugar)
        if borrador is None:
            return
        if borrador.datos.get("pestana") == pestana or _palabras(borrador.datos) == _palabras(datos):
            borrador.delete()
        else:
            papelera.tirar(borrador, motivo=Descarte.Motivo.PUBLICADO, ahora=ahora)


def tirar_a_la_papelera(mensaje: Mensaje, escena: Escena, *, pestana: str, ahora: datetime) -> None:
    """Drop the drafts that the turn was published from; those that another tab left with other words go to the bin.

    pestana: the tab that publishes, whose own draft is an earlier state of the same words. What is typed under another
    key stays. A turn that waited for its hour under the same key has been published.
    """
    clave = str(mensaje.clave)
    suyos = Borrador.objects.sin_filtrar("drafts of a published turn").filter(
        Q(lugar__in=(lugar_de(escena), lugar_del_turno(mensaje.publico))) | Q(datos__clave=clave),
        usuario=mensaje.autor_id,
    )
    for borrador in suyos:
        if borrador.datos.get("clave", "") not in ("", clave):
            continue
        if borrador.datos.get("pestana", "") in ("", pestana) or _es_lo_mismo(borrador.datos, mensaje):
            borrador.delete()
        else:
            papelera.tirar(borrador, motivo=Descarte.Motivo.PUBLICADO, ahora=ahora)
    Programado.objects.sin_filtrar("drafts of a published turn").filter(
        usuario=mensaje.autor_id, clave=mensaje.clave
    ).update(estado=Programado.Estado.PUBLICADO, mensaje=mensaje, motivo="", cambiado=ahora)
