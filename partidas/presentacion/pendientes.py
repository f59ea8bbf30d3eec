"""What waits, in words: what is to be done, who waits or is waited for, where, and until when, in the reader's zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from partidas.consultas.pendientes import promesa_en_pie
from partidas.models import Pendiente
from partidas.models.vez import DIRECCION, ENTRE_EMPUJONES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.utils.functional import Promise

    from partidas.consultas.pendientes import Cola

Clase = Pendiente.Clase
NOCHE, MANANA = time(21), time(9)
DIAS = 3
QUE_TOCA: dict[str, tuple[str | Promise, str | Promise]] = {
    Clase.TURNO: (gettext_lazy("Escribe con %(nombre)s"), gettext_lazy("Escribe tu turno")),
    Clase.PETICION: (
        gettext_lazy("Haz con %(nombre)s la tirada que te piden"),
        gettext_lazy("Haz la tirada que te piden"),
    ),
    Clase.JUICIO: (gettext_lazy("Juzga la tirada de %(nombre)s"), gettext_lazy("Juzga una tirada")),
    Clase.PALABRA: (
        gettext_lazy("Di si permites lo que pide %(nombre)s"),
        gettext_lazy("Di si permites una tirada"),
    ),
    Clase.ANULACION: (
        gettext_lazy("Decide si se anula la tirada de %(nombre)s"),
        gettext_lazy("Decide si se anula una tirada"),
    ),
    Clase.PLAZA: (gettext_lazy("Contesta si aceptas la plaza"), gettext_lazy("Contesta si aceptas la plaza")),
}
"""What a person is told to do: with the name of the character with whom, or of whose it is, and without one."""


@dataclass(frozen=True, slots=True)
class PendienteVisto:
    """One row as its reader has it. quien: who waits, or who is waited for. plazo: until when, or that it has passed.

    promesa: what its person said that they would do today. prometido: the reader did. se_pospone: the reader may put
    it off. regreso: when what they put off comes back. turno: the address of the buttons of its turn, and de: whose it
    is there. pasar, empujar: the reader may let their turn go by, or remind who owes it.
    """

    publico: str
    clase: str
    frase: str
    quien: str
    enlace: str
    partida: str
    escena: str
    desde: datetime
    plazo: str
    promesa: str
    prometido: bool
    se_pospone: bool
    regreso: str
    turno: str = ""
    de: str = ""
    pasar: bool = False
    empujar: bool = False


@dataclass(frozen=True, slots=True)
class ColaVista:
    """The page: what waits for the reader, what they have put off, what they wait for; and until when to put off."""

    toca: tuple[PendienteVisto, ...]
    pospuestas: tuple[PendienteVisto, ...]
    esperas: tuple[PendienteVisto, ...]
    opciones: tuple[tuple[str, str], ...]


def ver_cola(cola: Cola, ahora: datetime) -> ColaVista:
    """Put all of it into words."""

    def propias(filas: Iterable[Pendiente]) -> tuple[PendienteVisto, ...]:
        return tuple(ver(fila, cola.nombres, ahora, propia=True) for fila in filas)

    return ColaVista(
        propias(cola.toca),
        propias(cola.pospuestas),
        tuple(ver(fila, cola.nombres, ahora, propia=False) for fila in cola.esperas),
        tuple((clave, rotulo) for clave, rotulo, _hasta in opciones(ahora)),
    )


def ver(fila: Pendiente, nombres: Mapping[int, str], ahora: datetime, *, propia: bool) -> PendienteVisto:
    """Put a row into words. nombres: of the characters that the reader may know of; propia: the reader owes it."""
    nombre = nombres.get(fila.personaje_id or 0, "")
    con, sin = QUE_TOCA[fila.clase]
    if propia:
        frase, quien = (str(con) % {"nombre": nombre} if nombre else str(sin)), quien_espera(fila)
    else:
        quien = quien_debe(fila, nombre)
        frase = _("%(quien)s tiene que %(que)s") % {"quien": _mayuscula(quien), "que": fila.get_clase_display()}
    promesa = promesa_en_pie(fila, ahora)
    return PendienteVisto(
        publico=fila.publico,
        clase=fila.clase,
        frase=frase,
        quien=quien,
        enlace=enlace(fila),
        partida=fila.partida.titulo,
        escena=fila.escena.titulo if fila.escena is not None else "",
        desde=fila.desde,
        plazo=plazo(fila.vence, ahora) if fila.vence is not None else "",
        promesa=prometido(fila, nombre) if promesa else "",
        prometido=promesa and propia,
        se_pospone=propia and bool(getattr(fila, "sola", fila.para_id is not None)),
        regreso=_momento(fila.pospuesto, ahora) if propia and fila.pospuesto is not None else "",
        **_del_turno(fila, ahora, propia=propia),
    )


def _del_turno(fila: Pendiente, ahora: datetime, *, propia: bool) -> dict[str, Any]:
    """Return what can be done of a turn: passed by whose it is, reminded of, once a day, by who waits."""
    if fila.clase != Clase.TURNO or fila.escena is None:
        return {}
    hace_poco = fila.empujado is not None and ahora - fila.empujado < ENTRE_EMPUJONES
    return {
        "turno": reverse("turno", args=[fila.partida.publico, fila.escena.publico]),
        "de": fila.personaje.publico if fila.personaje is not None else DIRECCION,
        "pasar": propia and fila.para_id is not None and fila.personaje is not None,
        "empujar": not propia and not hace_poco,
    }


def quien_espera(fila: Pendiente) -> str:
    """Say who waits for it."""
    if fila.espera is not None:
        return str(fila.espera)
    return _("la mesa") if fila.a_la_vista or fila.para_id is None else _("la dirección")


def quien_debe(fila: Pendiente, nombre: str) -> str:
    """Say who owes it: «Kaelen (ana)», «ana» or «la dirección». nombre: of its character, if it may be told."""
    if fila.para is None:
        return _("la dirección")
    return f"{nombre} ({fila.para})" if nombre else str(fila.para)


def prometido(fila: Pendiente, nombre: str) -> str:
    """Say that its person will do it today."""
    quien = quien_debe(fila, "") if fila.para is None or not nombre else nombre
    return _("%(quien)s contestará hoy") % {"quien": _mayuscula(quien)}


def pedida_de(fila: Pendiente) -> str:
    """Return the public id of the answer that is asked for, whose page throws it; "" if none is."""
    que, _medio, resto = fila.clave.partition(":")
    return resto.partition(":")[0] if que == "pedida" and fila.clase == Clase.PETICION else ""


def enlace(fila: Pendiente) -> str:
    """Return the very place: what is to be thrown, the turn it hangs on, the turns of its scene, else its partida."""
    if respuesta := pedida_de(fila):
        return reverse("pedida", args=[respuesta])
    if fila.mensaje is not None:
        return reverse("mensaje", args=[fila.mensaje.publico])
    if fila.escena is not None:
        ruta = f"{reverse('escena', args=[fila.partida.publico, fila.escena.publico])}?desde=final"
        return f"{ruta}#turnos" if fila.clase == Clase.TURNO else ruta
    return reverse("partida", args=[fila.partida.publico])


def plazo(vence: datetime, ahora: datetime) -> str:
    """Say until when there is time, by the clock and by how long is left; or that there is none."""
    if vence <= ahora:
        return _("el plazo acabó hace %(tiempo)s") % {"tiempo": timesince(vence, ahora, depth=1)}
    datos = {"cuando": _momento(vence, ahora), "tiempo": timeuntil(vence, ahora, depth=1)}
    return _("hasta %(cuando)s (dentro de %(tiempo)s)") % datos


def opciones(ahora: datetime) -> list[tuple[str, str, datetime]]:
    """Return until when something can be put off, in the reader's zone: a word, how it is said, and the moment."""
    local = timezone.localtime(ahora)
    zona = local.tzinfo

    def el(dias: int, hora: time) -> datetime:
        return datetime.combine(local.date() + timedelta(days=dias), hora, tzinfo=zona)

    todas = [
        ("noche", _("Hasta esta noche"), el(0, NOCHE)),
        ("manana", _("Hasta mañana"), el(1, MANANA)),
        ("dias", _("Tres días"), el(DIAS, MANANA)),
    ]
    return [opcion for opcion in todas if opcion[2] > ahora]


def _momento(momento: datetime, ahora: datetime) -> str:
    """Say a moment that is to come, as «hoy a las 21:00»."""
    local, hoy = timezone.localtime(momento), timezone.localtime(ahora).date()
    datos = {"hora": formats.date_format(local, "H:i"), "fecha": formats.date_format(local, "DATE_FORMAT")}
    if local.date() == hoy:
        return _("hoy a las %(hora)s") % datos
    if local.date() == hoy + timedelta(days=1):
        return _("mañana a las %(hora)s") % datos
    return _("el %(fecha)s a las %(hora)s") % datos


def _mayuscula(frase: str) -> str:
    return frase[:1].upper() + frase[1:]
