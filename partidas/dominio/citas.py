"""Quotes: what a turn repeats of another that had fewer readers, and who would read it for the first time.

Quotes are told by their words, not by where they came from: a line behind «>» that a message for some already says.
What was reworded, or copied without «>», passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import gettext as _

from partidas.consultas import lectores
from partidas.consultas.lectores import Audiencia, Censo
from partidas.dominio.errores import DatoInvalido
from partidas.dominio.fragmentos import Repartido
from partidas.models import DestinatarioDeFragmento, Fragmento, Mensaje
from partidas.presentacion import marcado
from reglas.nucleo.canonico import huella

if TYPE_CHECKING:
    from partidas.politica import Lector

LETRAS_MINIMO = 12
LINEAS_MAXIMO = 200
MIRADOS_MAXIMO = 400
_CITA = re.compile(r"^[ ]{0,3}>[ >]*(.*)$", re.MULTILINE)
_ADORNO = re.compile(r"[*_~|`#>\\]+")


@dataclass(frozen=True, slots=True)
class Abierta:
    """One message, or private fragment of one, that would be told to more people. ganan: their names."""

    publico: str
    de: str
    ganan: tuple[str, ...]
    visitas: bool

    @property
    def frase(self) -> str:
        """Say who would read it anew."""
        quienes = ", ".join([*self.ganan, *([_("quien visite la partida")] if self.visitas else [])])
        frase = _("Citas algo que %(de)s contó a menos personas. Ahora lo leerían también: %(quienes)s.")
        return frase % {"de": self.de, "quienes": quienes}


@dataclass
class CitaAbierta(DatoInvalido):
    """A quote would be read by people who were not told what it repeats; `huella` is what confirms it (422)."""

    huella: str


@dataclass(frozen=True, slots=True)
class Parte:
    """One stretch of a turn and who would read it."""

    texto: str
    leen: Audiencia


@dataclass(frozen=True, slots=True)
class _Reservado:
    """What only some were told: a message, or one of its fragments."""

    mensaje: Mensaje
    texto: str
    fragmento: Fragmento | None = None


def _de_quien(mensaje: Mensaje) -> str:
    """Return who spoke, as the thread says it; empty for the direction."""
    de_persona = str(mensaje.autor or "") or _("cuenta cerrada")
    return mensaje.nombre_voz or (de_persona if mensaje.voz == Mensaje.Voz.PERSONA else "")


def citar(mensaje: Mensaje) -> str:
    """Return the words of a message as a quote to begin with: who said it, and what all its readers read."""
    nombre = _de_quien(mensaje) or _("Dirección")
    quien = "".join(f"\\{c}" if c in "*_`[]<>|~\\" else c for c in nombre)
    lineas = [f"**{quien}:**", "", *mensaje.texto.strip().split("\n")]
    return "\n".join(f"> {linea}".rstrip() for linea in lineas)


def mirar(
    quien: Lector,
    repartido: Repartido,
    notas: Sequence[tuple[str, bool]],
    prevista: Callable[[], tuple[Censo, Audiencia]],
    *,
    autor: int | None,
    salvo: str = "",
) -> CitaAbierta | None:
    """Return what a turn quotes to more people than were told it, if it does.

    notas: with whether they are for the direction alone. prevista: who would read the turn, asked only if it quotes
    something. salvo: the text that an edit replaces, whose quotes stood already.
    """
    abiertas = _abiertas(quien, repartido, notas, prevista, autor=autor, salvo=salvo)
    if not abiertas:
        return None
    sello = huella({"citas": [[a.publico, *a.ganan, a.visitas] for a in abiertas]})
    return CitaAbierta("citas", " ".join(dict.fromkeys(abierta.frase for abierta in abiertas)), sello)


def exigir(abierta: CitaAbierta | None, *, confirmada: str) -> None:
    """Raise it unless it is confirmed: by its fingerprint, which other quotes or other readers do not have."""
    if abierta is not None and abierta.huella != confirmada:
        raise abierta


def _abiertas(
    quien: Lector,
    repartido: Repartido,
    notas: Sequence[tuple[str, bool]],
    prevista: Callable[[], tuple[Censo, Audiencia]],
    *,
    autor: int | None,
    salvo: str,
) -> list[Abierta]:
    textos = (repartido.publico, *(dicho.texto for dicho in repartido.dichos), *(nota for nota, _suya in notas))
    ya = _lineas(salvo)
    if not any(_lineas(texto) - ya for texto in textos):
        return []
    reservados = _reservados(quien)
    if not reservados:
        return []
    censo, leen = prevista()
    partes = [Parte(repartido.publico, leen)]
    for dicho in repartido.dichos:
        nombradas = [usuario for _personaje, usuario in dicho.personas]
        partes.append(Parte(dicho.texto, censo.fragmento(leen, autor=autor, nombradas=nombradas)))
    for nota, de_la_direccion in notas:
        partes.append(Parte(nota, Audiencia(_siempre(censo, autor)) if de_la_direccion else leen))
    hallados = [
        abierta
        for parte in partes
        if (citadas := _lineas(parte.texto) - ya)
        for abierta in _de_una_parte(quien, censo, parte.leen, citadas, reservados)
    ]
    return sorted(dict.fromkeys(hallados), key=lambda a: (a.publico, a.ganan))


def _lineas(texto: str) -> frozenset[str]:
    """Return what the quoted lines say, without marks nor case: those long enough to be somebody's words."""
    if ">" not in texto:
        return frozenset()
    llanas = (_llano(dice) for dice in _CITA.findall(texto)[:LINEAS_MAXIMO])
    return frozenset(linea for linea in llanas if len(linea) >= LETRAS_MINIMO)


def _llano(texto: str) -> str:
    return marcado.plegar(_ADORNO.sub("", texto))


def _reservados(quien: Lector) -> list[_Reservado]:
    """Return the last things that the person reads in the partida and not everybody in it does."""
    de_la_partida = Mensaje.objects.visibles_para(quien.usuario).filter(escena__partida=quien.partida)
    para_algunos = (
        ~Q(visibilidad=Mensaje.Visibilidad.TODOS) | Q(escena__secreta=True) | ~Q(estado=Mensaje.Estado.PUBLICADO)
    )
    filas = de_la_partida.filter(para_algunos).exclude(texto="").select_related("escena", "autor").order_by("-pk")
    salida = [_Reservado(fila, _llano(fila.texto)) for fila in filas[:MIRADOS_MAXIMO]]
    fragmentos = Fragmento.objects.visibles_para(quien.usuario).filter(
        mensaje__escena__partida=quien.partida, revision__isnull=True
    )
    ultimos = fragmentos.select_related("mensaje__escena", "mensaje__autor").order_by("-pk")[:MIRADOS_MAXIMO]
    return salida + [_Reservado(uno.mensaje, _llano(uno.texto), uno) for uno in ultimos]


def _de_una_parte(
    quien: Lector, censo: Censo, leen: Audiencia, citadas: frozenset[str], reservados: Sequence[_Reservado]
) -> list[Abierta]:
    salida = []
    for linea in sorted(citadas):
        hallados = [reservado for reservado in reservados if linea in reservado.texto]
        if not hallados or _esta_a_la_vista(quien, linea):
            continue
        audiencias = [_lo_leyo(quien, censo, reservado) for reservado in hallados]
        personas = frozenset[int]().union(*(antes.personas for antes in audiencias))
        cambio = censo.cambio(Audiencia(personas, any(antes.visitas for antes in audiencias)), leen)
        if cambio.alguien_gana:
            de = hallados[0].mensaje
            salida.append(Abierta(de.publico, _de_quien(de) or _("la dirección"), cambio.ganan, cambio.visitas_ganan))
    return salida


def _esta_a_la_vista(quien: Lector, linea: str) -> bool:
    """Tell whether a message for all the readers of the partida says the line too."""
    abiertos = Mensaje.objects.visibles_para(quien.usuario).filter(
        escena__partida=quien.partida,
        escena__secreta=False,
        visibilidad=Mensaje.Visibilidad.TODOS,
        estado=Mensaje.Estado.PUBLICADO,
    )
    textos = abiertos.order_by("-pk").values_list("texto", flat=True)[:MIRADOS_MAXIMO]
    return any(linea in _llano(texto) for texto in textos)


def _siempre(censo: Censo, autor: int | None) -> frozenset[int]:
    return censo.direccion | (frozenset([autor]) if autor is not None else frozenset())


def _lo_leyo(quien: Lector, censo: Censo, reservado: _Reservado) -> Audiencia:
    """Return who reads what is quoted, as it stands."""
    mensaje, fragmento = reservado.mensaje, reservado.fragmento
    if mensaje.estado != Mensaje.Estado.PUBLICADO:
        return Audiencia(_siempre(censo, mensaje.autor_id))
    leen = lectores.de_mensaje(censo, mensaje, mensaje.escena)
    if fragmento is None:
        return leen
    dichos = DestinatarioDeFragmento.objects.visibles_para(quien.usuario).filter(fragmento=fragmento)
    return censo.fragmento(leen, autor=mensaje.autor_id, nombradas=dichos.values_list("usuario", flat=True))
