"""Attachments: images come in while a turn is being written, and hang on it when it is published.

Files are written before their row is committed and removed after it is gone. What a crash leaves in between is a file
that no row names, which a routine sweeps; a row without its file is told by `manage.py comprobar`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _

from cuentas.models import Usuario
from partidas.dominio import almacen
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido
from partidas.dominio.imagenes import MEGA, ImagenRechazada, recodificar
from partidas.dominio.rutinas import caducidad
from partidas.models import Adjunto, Borrador, Descarte, Mensaje, Programado
from partidas.models.adjunto import ALT_MAXIMO, NOMBRE_MAXIMO

POR_MENSAJE = 10
CUOTA = 200 * MEGA
DIAS_DE_HUERFANO = 2
DIA = timedelta(days=1)
LOTE = 500


@dataclass(frozen=True, slots=True)
class Puesto:
    """One image that an editor shows, with what is written there for whoever does not see it."""

    publico: str
    alt: str = ""


def de_un_editor(usuario: Usuario, clave: UUID) -> QuerySet[Adjunto]:
    """Return the images that the person has uploaded in one editor and not published, in the order they came."""
    return (
        Adjunto.objects.visibles_para(usuario).filter(mensaje__isnull=True, dueno=usuario, clave=clave).order_by("pk")
    )


@con_reintentos
def subir(usuario: Usuario, clave: UUID, datos: bytes, *, titulo: str, ahora: datetime) -> Adjunto:
    """Draw a file again as an image of this site and keep it with what is being written in the editor of that key.

    Raises DatoInvalido when it is no image, or does not fit: ten in a message, 200 MB in an account. Then nothing is
    kept.
    """
    _comprobar_que_cabe(usuario, clave, 0)
    try:
        imagen = recodificar(datos)
    except ImagenRechazada as error:
        raise DatoInvalido("adjuntos", error.motivo) from error
    archivo, pesa = uuid4().hex, len(imagen.completa) + len(imagen.miniatura)
    almacen.guardar(archivo, imagen)
    try:
        with verbo():
            Usuario.objects.select_for_update(no_key=True, of=("self",)).get(pk=usuario.pk)  # two uploads count in turn
            _comprobar_que_cabe(usuario, clave, pesa)
            return Adjunto.objects.sin_filtrar("keep an upload").create(
                dueno=usuario,
                clave=clave,
                archivo=archivo,
                titulo=limpiar_nombre(titulo),
                ancho=imagen.ancho,
                alto=imagen.alto,
                bytes=pesa,
                subido=ahora,
            )
    except BaseException:
        almacen.borrar(archivo)
        raise


def _comprobar_que_cabe(usuario: Usuario, clave: UUID, pesa: int) -> None:
    suyos = Adjunto.objects.sin_filtrar("quota of the account").filter(dueno=usuario)
    if suyos.filter(clave=clave).count() >= POR_MENSAJE:
        raise DatoInvalido("adjuntos", _("Caben diez imágenes en un mensaje."))
    quedan = CUOTA - (suyos.aggregate(suma=Sum("bytes"))["suma"] or 0)
    if pesa > quedan:
        datos = {"quedan": _megas(quedan), "pesa": _megas(pesa)}
        frase = _("Te quedan %(quedan)s MB de los 200 MB de tu cuenta y esta imagen ocupa %(pesa)s MB.")
        raise DatoInvalido("adjuntos", frase % datos)


def _megas(cuantos: int) -> str:
    """Return bytes as MB with one decimal, and none if it is zero; what is left is never rounded up."""
    decimas = max(0, cuantos) * 10 // MEGA
    return f"{decimas // 10},{decimas % 10}" if decimas % 10 else str(decimas // 10)


def limpiar_nombre(nombre: str) -> str:
    """Return the name of a file as it may be shown: without folders, without characters that no eye sees."""
    ultimo = nombre.replace("\\", "/").rpartition("/")[2]
    return "".join(c for c in ultimo if c.isprintable()).strip()[:NOMBRE_MAXIMO]


@con_reintentos
def quitar(usuario: Usuario, clave: UUID, publico: str) -> bool:
    """Take one image out of an editor, with its files; False if it was not there, which is what a second press gets.

    One that a turn takes with it at its hour, as it was confirmed, stays until that is confirmed without it.
    """
    with verbo():
        if publico in _que_esperan(usuario):
            return True
        filas = de_un_editor(usuario, clave).filter(publico=publico).select_for_update(of=("self",))
        return _borrar(filas) > 0


def _que_esperan(usuario: Usuario) -> set[str]:
    """Return the images of turns that wait for their hour, as they were confirmed."""
    filas = Programado.objects.visibles_para(usuario).filter(estado=Programado.Estado.PENDIENTE)
    return {uno["publico"] for orden in filas.values_list("orden", flat=True) for uno in orden.get("adjuntos", [])}


def descartar(usuario: Usuario, clave: UUID) -> int:
    """Take out all that was uploaded in one editor, in the caller's transaction; returns how many."""
    return _borrar(de_un_editor(usuario, clave).select_for_update(of=("self",)))


def seguir_a_su_borrador(usuario: Usuario, clave: str, publicos: Sequence[str]) -> None:
    """Bring the images that a draft shows under the key that it has now, in the caller's transaction.

    Those of a turn that waits for its hour stay with it.
    """
    if publicos:
        suyos = Adjunto.objects.sin_filtrar("images follow their draft").filter(dueno=usuario, mensaje__isnull=True)
        otros = suyos.filter(publico__in=publicos).exclude(clave=UUID(clave))
        if otros.exists():
            otros.exclude(publico__in=_que_esperan(usuario)).update(clave=UUID(clave))


def olvidar(usuario: Usuario) -> None:
    """Drop what a person had uploaded and not published; in what they had, no name of a file stays."""
    suyos = Adjunto.objects.sin_filtrar("forget who closes their account").filter(dueno=usuario)
    _borrar(suyos.filter(mensaje__isnull=True))
    suyos.update(titulo="")


def publicar(mensaje: Mensaje, puestos: Sequence[Puesto], *, autor: Usuario) -> None:
    """Hang on the turn the images of its editor, in the transaction that publishes it.

    Raises DatoInvalido when one of them is no longer there or is described at too great a length.
    """
    if not puestos:
        return
    comprobar_descripciones(puestos)
    pedidos = {puesto.publico: puesto.alt.strip() for puesto in puestos}
    suyas = de_un_editor(autor, mensaje.clave).filter(publico__in=list(pedidos))
    filas = list(suyas.select_for_update(of=("self",)))
    if len(filas) != len(pedidos):
        raise DatoInvalido("adjuntos", _("Una de las imágenes ya no está: mira cuáles quedan y vuelve a publicar."))
    for fila in filas:
        fila.mensaje, fila.alt = mensaje, pedidos[fila.publico]
        fila.save(update_fields=["mensaje", "alt"])


def comprobar_descripciones(puestos: Sequence[Puesto]) -> None:
    """Raise DatoInvalido when one is too long."""
    if any(len(puesto.alt) > ALT_MAXIMO for puesto in puestos):
        raise DatoInvalido("adjuntos", _("La descripción de una imagen es demasiado larga: caben 500 caracteres."))


def de_un_mensaje(mensaje: Mensaje) -> list[Adjunto]:
    """Return the images of a turn as it stands, in the order they came."""
    filas = Adjunto.objects.sin_filtrar("images of a turn").filter(mensaje=mensaje, retirado__isnull=True)
    return list(filas.order_by("pk"))


def _borrar(filas: QuerySet[Adjunto]) -> int:
    """Delete rows now and their files once that is committed; returns how many."""
    pares = list(filas.values_list("pk", "archivo"))
    Adjunto.objects.sin_filtrar("taken out of a draft").filter(pk__in=[pk for pk, _archivo in pares]).delete()
    for _pk, archivo in pares:
        transaction.on_commit(partial(almacen.borrar, archivo), robust=True)
    return len(pares)


@caducidad("imágenes sin mensaje")
def caducar_huerfanos(ahora: datetime) -> int:
    """Drop images that two days ago came to an editor of which no draft is left, nor in the bin, nor a turn begun."""
    sueltos = Adjunto.objects.sin_filtrar("orphans expire").filter(
        mensaje__isnull=True, subido__lt=ahora - DIAS_DE_HUERFANO * DIA
    )
    pares = {(dueno, str(clave)) for dueno, clave in sueltos.values_list("dueno", "clave").distinct()}
    duenos = [dueno for dueno, _clave in pares]
    borradores = Borrador.objects.sin_filtrar("orphans expire").filter(usuario__in=duenos)
    descartes = Descarte.objects.sin_filtrar("orphans expire").filter(usuario__in=duenos)
    vivos = {par for filas in (borradores, descartes) for par in filas.values_list("usuario", "datos__clave")}
    en_curso = Mensaje.objects.sin_filtrar("orphans expire").filter(autor__in=duenos, estado=Mensaje.Estado.EN_CURSO)
    vivos |= {(autor, str(clave)) for autor, clave in en_curso.values_list("autor", "clave")}
    return sum(_borrar(sueltos.filter(dueno=dueno, clave=clave)) for dueno, clave in pares - vivos)


@caducidad("archivos sin fila")
def barrer_archivos(ahora: datetime) -> int:
    """Remove the files of a day ago that no row names: what a crash left between a file and its row."""
    cuantos = 0
    viejos = almacen.escritos_antes_de((ahora - DIA).timestamp())
    while lote := list(islice(viejos, LOTE)):
        filas = Adjunto.objects.sin_filtrar("sweep files").filter(archivo__in=lote)
        con_fila = set(filas.values_list("archivo", flat=True))
        for archivo in lote:
            if archivo not in con_fila:
                almacen.borrar(archivo)
                cuantos += 1
    return cuantos


def incumplidas() -> Iterator[str]:
    """Yield one line for each image whose files are missing or are not those that its row says."""
    filas = Adjunto.objects.sin_filtrar("invariants of the whole database").order_by("pk")
    for publico, archivo, pesan in filas.values_list("publico", "archivo", "bytes"):
        hay = almacen.tamano(archivo)
        if hay != pesan:
            yield f"adjunto {publico}: sus archivos deben ocupar {pesan} bytes y ocupan {hay}"
