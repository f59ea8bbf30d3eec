"""What a person has not published: drafts with the place where each goes on, what waits for its hour, the bin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Generic, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _

from partidas.consultas.moldes import Molde
from partidas.models import Borrador, Descarte, Escena, Mensaje, Programado
from partidas.permisos import puede_editar
from partidas.politica import Lector, lector, puede_escribir

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from cuentas.models import Usuario

BORRADOS_MAXIMO = 50
A_SU_HORA = (Programado.Estado.PENDIENTE, Programado.Estado.RECHAZADO)
F = TypeVar("F", Borrador, Descarte, Programado)


def en(usuario: Actor, lugar: str) -> Borrador | None:
    """Return the person's draft of one place, if there is one."""
    filas = _EN.leer(usuario, lugar=lugar)
    return filas[0] if filas else None


def _el_del_lugar(usuario: Actor, *, lugar: str) -> tuple[QuerySet[Borrador]]:
    return (Borrador.objects.visibles_para(usuario).filter(lugar=lugar),)


_EN = Molde(_el_del_lugar)


@dataclass(frozen=True, slots=True)
class Sitio:
    """Where a draft goes on: its names, of which the person may know, and the address of its editor."""

    que: str
    escena: Escena
    enlace: str


@dataclass(frozen=True, slots=True)
class EnLista(Generic[F]):
    """One thing that a person typed, and its place if it still opens for them."""

    fila: F
    sitio: Sitio | None

    @property
    def texto(self) -> str:
        """Return its words, the notes after them."""
        datos = self.fila.orden if isinstance(self.fila, Programado) else self.fila.datos.get("campos", {})
        partes = (datos.get(campo, "") for campo in ("texto", "notas"))
        return "\n\n".join(parte for parte in map("".join, partes) if parte.strip())


def sitios(usuario: Usuario, lugares: Iterable[str], *, ahora: datetime) -> dict[str, Sitio]:
    """Return the places that still open for the person, by the names under which drafts are kept."""
    por_clase: dict[str, list[str]] = defaultdict(list)
    for lugar in lugares:
        clase, _dos, publico = lugar.partition(":")
        por_clase[clase].append(publico)
    hilo = Mensaje.objects.en_hilo_de(usuario).filter(publico__in=por_clase["turno"] + por_clase["edicion"])
    mensajes = {m.publico: m for m in hilo.select_related("escena__partida")}
    propios = Programado.objects.visibles_para(usuario).filter(publico__in=por_clase["programado"])
    de_programado = dict(propios.values_list("publico", "escena__publico"))
    buscadas = {*por_clase["escena"], *de_programado.values(), *(m.escena.publico for m in mensajes.values())}
    visibles = Escena.objects.visibles_para(usuario).filter(publico__in=buscadas).select_related("partida")
    escenas = {escena.publico: escena for escena in visibles}
    quienes: dict[int, Lector] = {}
    for escena in escenas.values():
        quienes.setdefault(escena.partida_id, lector(usuario, escena.partida))
    salida = {}
    for clase, publicos in por_clase.items():
        for publico in publicos:
            mensaje = mensajes.get(publico)
            de_que = {"escena": publico, "programado": de_programado.get(publico, "")}
            donde = de_que.get(clase, mensaje.escena.publico if mensaje else "")
            fila = escenas.get(donde)
            if fila is None:
                continue
            quien = quienes[fila.partida_id]
            if clase == "edicion":
                if mensaje is not None and puede_editar(quien, fila, mensaje, ahora=ahora):
                    enlace = reverse("mensaje_editar", args=[publico])
                    salida[f"edicion:{publico}"] = Sitio(_("Cambios en un mensaje"), fila, enlace)
            elif puede_escribir(quien, fila) and (clase != "turno" or _es_suyo(mensaje, usuario)):
                ruta = reverse("escribir", args=[fila.partida.publico, fila.publico])
                mas = {"turno": f"?narra={publico}", "programado": f"?programado={publico}"}.get(clase, "")
                salida[f"{clase}:{publico}"] = Sitio(_("Turno"), fila, f"{ruta}{mas}")
    return salida


def _es_suyo(mensaje: Mensaje | None, usuario: Usuario) -> bool:
    return mensaje is not None and mensaje.autor_id == usuario.pk


def borradores(usuario: Usuario, *, ahora: datetime) -> list[EnLista[Borrador]]:
    """Return the person's drafts, newest first, but for those of what waits for its hour or was refused at it."""
    filas = list(Borrador.objects.visibles_para(usuario).order_by("-guardado", "-pk"))
    esperan = Programado.objects.visibles_para(usuario).filter(estado__in=A_SU_HORA)
    aparte = {f"programado:{publico}" for publico in esperan.values_list("publico", flat=True)}
    donde = sitios(usuario, [fila.lugar for fila in filas], ahora=ahora)
    return [EnLista(fila, donde.get(fila.lugar)) for fila in filas if fila.lugar not in aparte]


def programados(usuario: Usuario, *, ahora: datetime) -> list[EnLista[Programado]]:
    """Return what waits for its hour and what was refused at it, in the order of their hours."""
    filas = list(
        Programado.objects.visibles_para(usuario)
        .filter(estado__in=A_SU_HORA)
        .select_related("escena__partida")
        .order_by("cuando", "pk")
    )
    donde = sitios(usuario, [f"programado:{fila.publico}" for fila in filas], ahora=ahora)
    return [EnLista(fila, donde.get(f"programado:{fila.publico}")) for fila in filas]


def papelera(usuario: Usuario, *, ahora: datetime) -> list[EnLista[Descarte]]:
    """Return what the person threw away, newest first."""
    filas = list(Descarte.objects.visibles_para(usuario).order_by("-cuando", "-pk"))
    donde = sitios(usuario, [fila.lugar for fila in filas], ahora=ahora)
    return [EnLista(fila, donde.get(fila.lugar)) for fila in filas]


def borrados(usuario: Usuario) -> list[Mensaje]:
    """Return the person's deleted messages of which they still read the words, newest first."""
    hilo = Mensaje.objects.en_hilo_de(usuario).filter(autor=usuario.pk, estado=Mensaje.Estado.BORRADO)
    filas = hilo.select_related("escena__partida").order_by("-pk")[:BORRADOS_MAXIMO]
    leidas = Escena.objects.visibles_para(usuario).filter(pk__in={fila.escena_id for fila in filas})
    abiertas = set(leidas.values_list("pk", flat=True))
    return [fila for fila in filas if fila.escena_id in abiertas and getattr(fila, "legible", False)]
