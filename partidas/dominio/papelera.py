"""The bin: drafts that were thrown away, each as it was in its place, for a month."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from partidas.dominio import adjuntos
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.rutinas import caducidad
from partidas.models import Borrador, Descarte, Mensaje, Programado

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.models import Usuario

DIAS = 30


def tiene_algo(datos: Mapping[str, Any]) -> bool:
    """Tell whether a draft has words, images or declared rolls that somebody could miss."""
    campos = datos.get("campos", {})
    palabras = "".join("".join(campos.get(campo, [])) for campo in ("texto", "notas"))
    return bool(palabras.strip() or campos.get("adjuntos") or datos.get("tiradas"))


def tirar(borrador: Borrador, *, motivo: str, ahora: datetime) -> Descarte | None:
    """Put a draft in the bin, in the caller's transaction; what was empty leaves nothing there."""
    descarte = apartar(borrador, motivo=motivo, ahora=ahora)
    usuario = borrador.usuario
    borrador.delete()
    if descarte is None:
        _soltar_imagenes(usuario, borrador.datos)
    return descarte


def apartar(borrador: Borrador, *, motivo: str, ahora: datetime) -> Descarte | None:
    """Put a copy of what a draft says in the bin, in the caller's transaction; none of an empty one."""
    if not tiene_algo(borrador.datos):
        return None
    return Descarte.objects.sin_filtrar("keep what is thrown away").create(
        usuario_id=borrador.usuario_id,
        lugar=borrador.lugar,
        datos=borrador.datos,
        guardado=borrador.guardado,
        motivo=motivo,
        cuando=ahora,
    )


@con_reintentos
def ceder(usuario: Usuario, lugar: str, datos: Mapping[str, Any], *, ahora: datetime) -> None:
    """Put in the bin what a tab has typed, whose person goes on with what another saved there."""
    with verbo():
        suyo = Borrador(usuario=usuario, lugar=lugar, datos=dict(datos), guardado=ahora)
        apartar(suyo, motivo=Descarte.Motivo.CAMBIADO, ahora=ahora)


@con_reintentos
def recuperar(usuario: Usuario, publico: str, *, ahora: datetime) -> str:
    """Put a draft back in its place; what another one says there meanwhile goes to the bin. Returns the place.

    Under a new key, with its images, if a turn was published under the one it had; and as of no tab, so that none takes
    it for its own. Empty if it was not in the bin, which is what a second press gets.
    """
    with verbo():
        descarte = _suyos(usuario).filter(publico=publico).first()
        if descarte is None:
            return ""
        filas = Borrador.objects.visibles_para(usuario).select_for_update(of=("self",))
        actual = filas.filter(lugar=descarte.lugar).first()
        version = 1
        if actual is not None:
            version = actual.version + 1  # or an open tab would take it for what it saved itself
            tirar(actual, motivo=Descarte.Motivo.CAMBIADO, ahora=ahora)
        datos = {**descarte.datos, "pestana": uuid4().hex}
        if datos.get("clave") and publicado_con(usuario, datos["clave"]) is not None:
            datos["clave"] = str(uuid4())  # or it could never be published
            adjuntos.seguir_a_su_borrador(usuario, datos["clave"], datos.get("campos", {}).get("adjuntos", []))
        elif datos.get("clave") and espera_con(usuario, datos["clave"], descarte.lugar) is not None:
            datos["clave"] = str(uuid4())  # or publishing it would be publishing the one that waits
        Borrador.objects.sin_filtrar("take out of the bin").create(
            usuario=usuario, lugar=descarte.lugar, datos=datos, version=version, guardado=ahora
        )
        descarte.delete()
    return descarte.lugar


def espera_con(usuario: Usuario, clave: str, lugar: str) -> Programado | None:
    """Return the turn that waits for its hour under the key of a draft of the scene's own place."""
    if not lugar.startswith("escena:"):
        return None
    suyos = Programado.objects.visibles_para(usuario).filter(estado=Programado.Estado.PENDIENTE)
    return suyos.filter(clave=clave).first()


def publicado_con(usuario: Usuario, clave: str) -> Mensaje | None:
    """Return the turn that was published under the key of a draft."""
    propios = Mensaje.objects.sin_filtrar("idempotency: own key").filter(autor=usuario, clave=clave)
    return propios.exclude(estado=Mensaje.Estado.EN_CURSO).first()


@con_reintentos
def destruir(usuario: Usuario, publico: str) -> bool:
    """Take a draft out of the bin for good, with the images that no other holds; False if it was not there."""
    with verbo():
        descarte = _suyos(usuario).filter(publico=publico).first()
        if descarte is None:
            return False
        _borrar(descarte)
    return True


def _suyos(usuario: Usuario) -> QuerySet[Descarte]:
    return Descarte.objects.visibles_para(usuario).select_for_update(of=("self",))


def _borrar(descarte: Descarte) -> None:
    descarte.delete()
    _soltar_imagenes(descarte.usuario, descarte.datos)


def _soltar_imagenes(usuario: Usuario, datos: Mapping[str, Any]) -> None:
    clave = datos.get("clave")
    if not clave:
        return
    borradores = Borrador.objects.sin_filtrar("images that another draft holds").filter(usuario=usuario)
    otros = Descarte.objects.sin_filtrar("images that another draft holds").filter(usuario=usuario)
    if not (borradores.filter(datos__clave=clave).exists() or otros.filter(datos__clave=clave).exists()):
        adjuntos.descartar(usuario, UUID(clave))


@caducidad("papelera")
def caducar(ahora: datetime) -> int:
    """Empty the bin of what has been in it for a month, with its images."""
    viejos = Descarte.objects.sin_filtrar("the bin is emptied").filter(cuando__lt=ahora - timedelta(days=DIAS))
    filas = list(viejos.select_related("usuario").select_for_update(of=("self",)))
    for descarte in filas:
        _borrar(descarte)
    return len(filas)
