"""Scenes: opened, closed and opened again by the direction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Max
from django.utils.translation import gettext as _

from cuentas.models import Usuario
from partidas.dominio import actas, buzon, debidas, direccion, peticiones, ronda
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Acta, Escena, Partida, Presente, Reparto
from partidas.permisos import solo_direccion_en_juego
from partidas.politica import lector
from personajes.models import Personaje

if TYPE_CHECKING:
    from collections.abc import Callable

    from partidas.politica import Lector, Veredicto

Estar = tuple[str, str]
"""Public ids of a character (empty: none) and of the account that is in the scene as them."""


@con_reintentos
def abrir(
    partida: Partida,
    *,
    titulo: str,
    por: Usuario,
    ahora: datetime,
    lugar: str = "",
    tipo: str = Escena.Tipo.JUEGO,
    secreta: bool = False,
    presentes: Sequence[str] = (),
) -> Escena:
    """Open a scene at the end of the partida's list; `presentes` are public ids of players' characters.

    A secret scene exists only for those present and the direction.
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        _exigir(por, partida, solo_direccion_en_juego)
        filas = elegir_presentes(partida, presentes, por=por)
        todas = Escena.objects.sin_filtrar("next place in the list").filter(partida=partida)
        ultima = todas.aggregate(m=Max("posicion"))["m"] or 0
        escena = Escena.objects.sin_filtrar("open a scene").create(
            partida=partida,
            titulo=titulo,
            lugar=lugar,
            tipo=tipo,
            secreta=secreta,
            posicion=ultima + 1,
            creada=ahora,
        )
        Presente.objects.sin_filtrar("who is in the scene").bulk_create(
            Presente(escena=escena, personaje=fila.personaje, usuario_id=fila.usuario_id)
            for fila in filas
            if fila.usuario_id is not None
        )
        direccion.renovar_al_abrir(cerrojos, partida, escena, por=por, ahora=ahora)
        buzon.anotar("escena_abierta", partida=partida, escena=escena, actor=por, ahora=ahora)
    return escena


def elegir_presentes(partida: Partida, presentes: Sequence[str], *, por: Usuario) -> list[Reparto]:
    """Return the cast rows of those players' characters; raises DatoInvalido for any other."""
    filas = list(
        Reparto.objects.visibles_para(por)
        .filter(partida=partida, hasta__isnull=True, usuario__isnull=False, personaje__publico__in=presentes)
        .select_related("personaje", "usuario")
    )
    if len(filas) != len(set(presentes)):
        raise DatoInvalido("presentes", _("Elige personajes de la lista."))
    return filas


@con_reintentos
def cerrar(escena: Escena, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Close the scene to new turns; returns False if it was already closed."""
    return _poner_estado(escena, Escena.Estado.CERRADA, por=por, ahora=ahora, motivo=motivo)


@con_reintentos
def reabrir(escena: Escena, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Open a closed scene again; returns False if it was open."""
    return _poner_estado(escena, Escena.Estado.ABIERTA, por=por, ahora=ahora, motivo=motivo)


def _poner_estado(escena: Escena, estado: str, *, por: Usuario, ahora: datetime, motivo: str) -> bool:
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        fila = _visible(cerrojos, escena, por)
        _exigir(por, partida, solo_direccion_en_juego)
        if fila.estado == estado:
            return False
        cerrada = ahora if estado == Escena.Estado.CERRADA else None
        fila.estado, fila.cerrada = estado, cerrada
        fila.save(update_fields=["estado", "cerrada"])
        if cerrada:
            peticiones.cerrar(por, _("La escena se cerró antes."), ahora, mensaje__escena=fila)
            debidas.cerrar(por, ahora, pedida__mensaje__escena=fila)
        ronda.cuadrar(partida, fila, ahora=ahora, actor=por)
        que = Acta.Verbo.CERRAR_ESCENA if cerrada else Acta.Verbo.REABRIR_ESCENA
        motivo = actas.razon(motivo, obligatoria=False)
        actas.anotar(partida, que, fila, por=por, ahora=ahora, motivo=motivo)
    escena.refresh_from_db()
    return True


@con_reintentos
def cambiar_presentes(
    escena: Escena, *, presentes: Sequence[str], por: Usuario, ahora: datetime, motivo: str = ""
) -> bool:
    """Say again who is in the scene; whoever enters a secret one reads it from its first message, who leaves, nothing.

    presentes: public ids of players' characters. Returns False if it was already so. Raises NoExiste, NoPermitido,
    DatoInvalido.
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        fila = _visible(cerrojos, escena, por)
        _exigir(por, partida, solo_direccion_en_juego)
        filas = elegir_presentes(partida, presentes, por=por)
        nuevos = [(f.personaje.publico, f.usuario.publico) for f in filas if f.usuario]
        return _estar(partida, fila, nuevos, por=por, ahora=ahora, motivo=motivo)


@con_reintentos
def deshacer_presentes(escena: Escena, *, por: Usuario, ahora: datetime) -> bool:
    """Put exactly those in the scene who were there before the last change; returns False if it never changed."""
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        fila = _visible(cerrojos, escena, por)
        _exigir(por, partida, solo_direccion_en_juego)
        acta = actas.ultima(partida, fila, Acta.Verbo.PRESENTES)
        if acta is None:
            return False
        antes = [(str(pj), str(usuario)) for pj, usuario in acta.datos["antes"]]
        return _estar(partida, fila, antes, por=por, ahora=ahora)


def presentes_de(escena: Escena) -> list[Estar]:
    """Return who is in the scene now."""
    filas = Presente.objects.sin_filtrar("who is in the scene").filter(escena=escena)
    return [
        (fila.personaje.publico if fila.personaje else "", fila.usuario.publico)
        for fila in filas.select_related("personaje", "usuario").order_by("pk")
    ]


def _estar(
    partida: Partida, escena: Escena, nuevos: list[Estar], *, por: Usuario, ahora: datetime, motivo: str = ""
) -> bool:
    antes = presentes_de(escena)
    if sorted(antes) == sorted(nuevos):
        return False
    filas_pj = Personaje.objects.sin_filtrar("who is in the scene").filter(publico__in=[pj for pj, _u in nuevos])
    pjs = {fila.publico: fila for fila in filas_pj}
    personas = {u.publico: u for u in Usuario.objects.filter(publico__in=[usuario for _pj, usuario in nuevos])}
    Presente.objects.sin_filtrar("who is in the scene").filter(escena=escena).delete()
    Presente.objects.sin_filtrar("who is in the scene").bulk_create(
        Presente(escena=escena, personaje=pjs.get(pj), usuario=personas[usuario]) for pj, usuario in nuevos
    )
    ronda.cuadrar(partida, escena, ahora=ahora, actor=por)
    motivo = actas.razon(motivo, obligatoria=False)
    datos = {"antes": antes, "despues": nuevos}
    actas.anotar(partida, Acta.Verbo.PRESENTES, escena, por=por, ahora=ahora, motivo=motivo, datos=datos)
    return True


def _visible(cerrojos: Cerrojos, escena: Escena, por: Usuario) -> Escena:
    fila = cerrojos.escena(escena.pk)
    if not Escena.objects.visibles_para(por).filter(pk=fila.pk).exists():
        raise NoExiste
    return fila


def _exigir(por: Usuario, partida: Partida, permiso: Callable[[Lector], Veredicto]) -> None:
    if not Partida.objects.visibles_para(por).filter(pk=partida.pk).exists():
        raise NoExiste
    veredicto = permiso(lector(por, partida))
    if not veredicto:
        raise NoPermitido(veredicto.motivo)
