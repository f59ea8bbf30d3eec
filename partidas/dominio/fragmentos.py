"""Private fragments of a turn: read out of what was typed, given their readers, and kept apart from the public text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.dominio.errores import DatoInvalido
from partidas.models import DestinatarioDeFragmento, Fragmento, Mensaje, Reparto, Revision
from partidas.models.mensaje import NOTAS_MAXIMO, TEXTO_MAXIMO
from partidas.presentacion import marcado
from partidas.presentacion.marcado import Fallo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from partidas.consultas.lectores import Audiencia
    from partidas.presentacion.marcado.fragmentos import Parrafo

FRAGMENTOS_MAXIMO = 12
_ENTRE = re.compile(r"(\s*(?:[,;&/]|(?<!\S)(?:y|e|and)(?!\S))\s*)", re.IGNORECASE)
_DIRECCION = frozenset({"direccion", "la direccion", "direction", "the direction", "dj", "gm"})


@dataclass(frozen=True, slots=True)
class Dicho:
    """One fragment with its readers. personas: pairs of character (by key, or none) and account; empty: the direction.

    anterior: the row that it takes the place of, in an edit.
    """

    linea: int
    cabecera: str
    texto: str
    nombres: tuple[str, ...] = ()
    personas: tuple[tuple[int | None, int], ...] = ()
    anterior: Fragmento | None = None


@dataclass(frozen=True, slots=True)
class Repartido:
    """What a turn says: to all its readers, and in each fragment."""

    publico: str
    dichos: tuple[Dicho, ...] = ()


def repartir(
    texto: str,
    *,
    candidatos: Callable[[], Sequence[Reparto]],
    audiencia: Callable[[], Audiencia],
    anteriores: Sequence[Fragmento] = (),
) -> Repartido:
    """Take the fragments out of a text and find whom each is for, among the readers of its turn.

    candidatos, audiencia: the cast rows that may be named and who reads the turn; asked only if there is a fragment.
    anteriores: the fragments of the turn being edited; one whose opening line is the same keeps its readers, whoever
    plays those characters now. Raises DatoInvalido for anything that would be told to others than was meant.
    """
    try:
        partido = marcado.partir(texto)
    except marcado.FragmentoMalEscrito as error:
        raise DatoInvalido("texto", _frase(error)) from error
    _comprobar_nombres_sueltos(partido, candidatos)
    if len(partido.parrafos) > FRAGMENTOS_MAXIMO:
        raise DatoInvalido("texto", _("Son demasiados párrafos privados: caben 12 en un mensaje."))
    quedan = list(anteriores)
    dichos = []
    for parrafo in partido.parrafos:
        anterior = _el_mismo(parrafo, quedan)
        if anterior is not None:
            quedan.remove(anterior)
            dichos.append(_como_estaba(parrafo, anterior))
        else:
            dichos.append(_nuevo(parrafo, candidatos(), audiencia()))
    return Repartido(partido.publico, tuple(dichos))


def comprobar_notas(notas: str) -> None:
    """Refuse a private fragment in the notes, where it would be read by all."""
    if len(notas) > NOTAS_MAXIMO:
        raise DatoInvalido("notas", _("Las notas son demasiado largas: caben 20 000 caracteres."))
    if marcado.hay_parrafos(notas):
        raise DatoInvalido("notas", _("En las notas no hay párrafos privados: pásalo al texto."))


def comprobar_texto(texto: str) -> None:
    """Refuse what does not fit, fragments included."""
    if len(texto) > TEXTO_MAXIMO:
        raise DatoInvalido("texto", _("El texto es demasiado largo: caben 60 000 caracteres."))


def todo_privado() -> str:
    """Say why a turn that has nothing for its other readers is refused: it has a place to say whom it is for."""
    return _("Todo el turno sería privado: elige mejor quién lo lee en «Quién lo leerá».")


def _frase(error: marcado.FragmentoMalEscrito) -> str:
    cabecera = f":::{error.cabecera}"
    frases = {
        Fallo.SIN_CERRAR: _(
            "No has cerrado el párrafo privado «%(cabecera)s»: pon «:::» en una línea sola donde acabe."
        ),
        Fallo.SOBRA_CIERRE: _("Sobra un «:::»: no hay ningún párrafo privado abierto delante."),
        Fallo.FUERA_DE_SITIO: _(
            "«%(cabecera)s» va aparte, al margen: no dentro de una cita, una lista, un destripe ni un bloque de código."
        ),
        Fallo.EN_UNA_LINEA: _("«%(cabecera)s» va en una línea, el párrafo en las siguientes y «:::» en otra."),
        Fallo.DOS_PUNTOS: _("Un párrafo privado se abre con tres veces dos puntos: «%(cabecera)s»."),
        Fallo.VACIO: _("El párrafo privado «%(cabecera)s» está vacío: escríbelo o quítalo."),
    }
    return frases[error.fallo] % {"cabecera": cabecera}


def _comprobar_nombres_sueltos(partido: marcado.Partido, candidatos: Callable[[], Sequence[Reparto]]) -> None:
    """Refuse `:::Mirta`, which without its «solo» would be read by all."""
    sueltos = marcado.desconocidos(partido.publico)
    if not sueltos:
        return
    nombres = {marcado.plegar(fila.personaje.nombre): fila.personaje.nombre for fila in candidatos()}
    for dice in sueltos:
        if hallado := next((n for n in nombres if dice == n or dice.startswith((f"{n} ", f"{n},"))), None):
            frase = _("Para que solo lo lea %(nombre)s, empieza el párrafo con «:::solo %(nombre)s».")
            raise DatoInvalido("texto", frase % {"nombre": nombres[hallado]})


def _el_mismo(parrafo: Parrafo, quedan: Sequence[Fragmento]) -> Fragmento | None:
    """Return the row that the fragment was: opened by the same line, the one of the same words first."""
    clave = marcado.plegar(parrafo.cabecera)
    iguales = [fila for fila in quedan if marcado.plegar(fila.cabecera) == clave]
    return next((fila for fila in iguales if fila.texto == parrafo.texto), iguales[0] if iguales else None)


def _como_estaba(parrafo: Parrafo, anterior: Fragmento) -> Dicho:
    return Dicho(parrafo.linea, parrafo.cabecera, parrafo.texto, tuple(anterior.nombres), anterior=anterior)


def _nuevo(parrafo: Parrafo, candidatos: Sequence[Reparto], audiencia: Audiencia) -> Dicho:
    por_nombre: dict[str, list[Reparto]] = {}
    for fila in candidatos:
        por_nombre.setdefault(marcado.plegar(fila.personaje.nombre), []).append(fila)
    leen = [fila for fila in candidatos if fila.usuario_id in audiencia.personas]
    filas: dict[int, Reparto] = {}
    direccion = parrafo.direccion
    for nombre in _nombrados(parrafo.nombres, {*por_nombre, *_DIRECCION}):
        clave = marcado.plegar(nombre)
        if clave in _DIRECCION and clave not in por_nombre:
            direccion = True
            continue
        hallados = por_nombre.get(clave, [])
        if len(hallados) != 1:
            raise DatoInvalido("texto", _no_se_sabe(parrafo, nombre, leen))
        if hallados[0] not in leen:
            frase = _("«:::%(cabecera)s»: %(nombre)s no va a leer este mensaje. Pueden leerlo: %(nombres)s.")
            raise DatoInvalido(
                "texto",
                frase % {"cabecera": parrafo.cabecera, "nombre": hallados[0].personaje.nombre, "nombres": _lista(leen)},
            )
        filas[hallados[0].pk] = hallados[0]
    if not (filas or direccion):
        raise DatoInvalido("texto", _no_se_sabe(parrafo, "", leen))
    return Dicho(
        linea=parrafo.linea,
        cabecera=parrafo.cabecera,
        texto=parrafo.texto,
        nombres=tuple(fila.personaje.nombre for fila in filas.values()),
        personas=tuple((f.personaje_id, f.usuario_id) for f in filas.values() if f.usuario_id is not None),
    )


def _nombrados(lista: str, conocidos: set[str]) -> list[str]:
    """Part a list at its commas and conjunctions, but for those that are inside a known name."""
    trozos = _ENTRE.split(lista)
    salida = []
    desde = 0
    while desde < len(trozos):
        hasta = next(
            (n for n in range(len(trozos), desde, -1) if marcado.plegar("".join(trozos[desde:n])) in conocidos),
            desde + 1,
        )
        if nombre := "".join(trozos[desde:hasta]).strip():
            salida.append(nombre)
        desde = hasta + 1
    return salida


def _no_se_sabe(parrafo: Parrafo, nombre: str, leen: Sequence[Reparto]) -> str:
    datos = {"cabecera": parrafo.cabecera, "nombre": nombre, "nombres": _lista(leen)}
    if not nombre:
        return _("«:::%(cabecera)s» no dice para quién es. Pueden leerlo: %(nombres)s.") % datos
    return _("«:::%(cabecera)s»: no hay nadie que se llame «%(nombre)s». Pueden leerlo: %(nombres)s.") % datos


def _lista(filas: Sequence[Reparto]) -> str:
    return ", ".join([*(fila.personaje.nombre for fila in filas), _("la dirección")])


def vigentes(mensaje: Mensaje) -> list[Fragmento]:
    """Return the fragments of a turn as they stand, in order."""
    return list(_de(mensaje).filter(revision__isnull=True).order_by("orden", "pk"))


def _de(mensaje: Mensaje) -> QuerySet[Fragmento]:
    return Fragmento.objects.sin_filtrar("fragments of a turn").filter(mensaje=mensaje)


def son_los_mismos(repartido: Repartido, anteriores: Sequence[Fragmento]) -> bool:
    """Tell whether an edit leaves every fragment where it was, as it was and for whom it was."""
    ahora = [(d.linea, d.cabecera, d.texto, d.anterior) for d in repartido.dichos]
    return ahora == [(f.linea, f.cabecera, f.texto, f) for f in anteriores]


def escribir(mensaje: Mensaje, repartido: Repartido, *, ahora: datetime | None = None) -> list[Fragmento]:
    """Write the fragments of a turn in their places; returns the rows that are new or say something new.

    ahora: of an edit, whose changed rows are marked with it; none for one that leaves no mark. What an edit drops has
    been archived before.
    """
    sitios = marcado.posiciones(repartido.publico, mensaje.html, {dicho.linea for dicho in repartido.dichos})
    cambiados = []
    for orden, dicho in enumerate(repartido.dichos):
        fila = dicho.anterior or Fragmento(mensaje=mensaje, nombres=list(dicho.nombres))
        if dicho.anterior is None or fila.texto != dicho.texto:
            cambiados.append(fila)
            if dicho.anterior is not None and ahora is not None:
                fila.editado = ahora
        fila.linea, fila.posicion, fila.orden = dicho.linea, sitios[dicho.linea], orden
        fila.cabecera, fila.texto = dicho.cabecera, dicho.texto
        fila.html, fila.html_version = marcado.render(dicho.texto).html, marcado.VERSION
        fila.save()
        DestinatarioDeFragmento.objects.sin_filtrar("snapshot of who is told").bulk_create(
            DestinatarioDeFragmento(fragmento=fila, personaje_id=personaje, usuario_id=usuario)
            for personaje, usuario in dicho.personas
        )
    return cambiados


def archivar(
    mensaje: Mensaje, revision: Revision, repartido: Repartido, anteriores: Sequence[Fragmento]
) -> list[Fragmento]:
    """Keep the fragments of the version that an edit replaces; returns the rows that are gone with it.

    A row that goes on leaves a copy behind, so that what points at it still does.
    """
    siguen = {dicho.anterior.pk for dicho in repartido.dichos if dicho.anterior is not None}
    copias = [(fila, _copia(fila, revision)) for fila in anteriores if fila.pk in siguen]
    Fragmento.objects.sin_filtrar("keep what an edit replaces").bulk_create(copia for _fila, copia in copias)
    nuevas = {fila.pk: copia for fila, copia in copias}
    filas = DestinatarioDeFragmento.objects.sin_filtrar("keep what an edit replaces").filter(fragmento__in=nuevas)
    DestinatarioDeFragmento.objects.sin_filtrar("keep what an edit replaces").bulk_create(
        DestinatarioDeFragmento(
            fragmento=nuevas[fila.fragmento_id], personaje_id=fila.personaje_id, usuario_id=fila.usuario_id
        )
        for fila in filas
    )
    idos = [fila for fila in anteriores if fila.pk not in siguen]
    _de(mensaje).filter(pk__in=[fila.pk for fila in idos]).update(revision=revision)
    return idos


def _copia(fila: Fragmento, revision: Revision) -> Fragmento:
    campos = ("linea", "posicion", "orden", "cabecera", "nombres", "texto", "html", "html_version", "editado")
    return Fragmento(mensaje_id=fila.mensaje_id, revision=revision, **{campo: getattr(fila, campo) for campo in campos})


def fuente(mensaje: Mensaje, filas: Iterable[Fragmento]) -> str:
    """Return the whole text of a turn as its author typed it, with these fragments of it in their places."""
    return marcado.juntar(mensaje.texto, filas)
