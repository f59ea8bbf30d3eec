"""Leaving a list of mails by the address that each mail carries: signed, for one person, and good for nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core import signing
from django.db import transaction
from django.urls import reverse

from cuentas.caminos import enlace_del_sitio
from cuentas.dominio import guardar_correos
from cuentas.models import Usuario
from partidas.dominio.cerrojos import con_reintentos
from partidas.models import ClaseDeAviso, Partida, PreferenciaDeAviso

if TYPE_CHECKING:
    from collections.abc import Iterable

SAL = "partidas.bajas"
CLASE, PARTIDA, TODO = "clase", "partida", "todo"


@dataclass(frozen=True, slots=True)
class Baja:
    """What an address lets its bearer leave. partida, clase: those of its mail; None and "" for one of no partida."""

    usuario: Usuario
    partida: Partida | None = None
    clase: str = ""

    @property
    def opciones(self) -> tuple[str, ...]:
        """What can be left, the narrowest first."""
        return (*((CLASE,) if self.clase else ()), *((PARTIDA,) if self.partida else ()), TODO)

    @property
    def de_la_lista(self) -> str:
        """What one click leaves: the list that the mail names."""
        return PARTIDA if self.partida else TODO


def direccion(usuario: Usuario, *, partida: Partida | None = None, clase: str = "") -> str:
    """Return the whole address for one person's mail, which needs no session and does not expire."""
    prenda = signing.Signer(salt=SAL).sign_object([usuario.publico, partida.publico if partida else "", clase])
    return enlace_del_sitio(reverse("baja", args=[prenda]))


def leer(prenda: str) -> Baja | None:
    """Return what the address is for; None if it is not ours, or the account or the partida are no more."""
    try:
        persona, de_que, clase = signing.Signer(salt=SAL).unsign_object(prenda)
    except (signing.BadSignature, ValueError):
        return None
    usuario = Usuario.objects.filter(publico=persona, cerrada=None).first()
    if usuario is None:
        return None
    partida = Partida.objects.sin_filtrar("leave its mails").filter(publico=de_que).first() if de_que else None
    if de_que and partida is None:
        return None
    return Baja(usuario, partida, clase if clase in ClaseDeAviso.values else "")


@con_reintentos
def dar_de_baja(baja: Baja, que: str) -> None:
    """Send no more mail of what is left: a kind anywhere, all of a partida, or all. The bell stays. Again: the same.

    que: one of `baja.opciones`; raises ValueError for another.
    """
    if que not in baja.opciones:
        raise ValueError(que)
    usuario = baja.usuario
    with transaction.atomic():
        if que == TODO:
            guardar_correos(usuario, correos=False, texto_en_correos=usuario.texto_en_correos)
        elif que == CLASE:
            suyas = PreferenciaDeAviso.objects.visibles_para(usuario).filter(clase=baja.clase)
            suyas.update(correo=False)
            _callar(usuario, None, [baja.clase])
        else:
            _callar(usuario, baja.partida, ClaseDeAviso.values)


def _callar(usuario: Usuario, partida: Partida | None, clases: Iterable[str]) -> None:
    generales = PreferenciaDeAviso.objects.visibles_para(usuario).filter(partida__isnull=True)
    campana = dict(generales.values_list("clase", "campana"))
    filas = PreferenciaDeAviso.objects.sin_filtrar("leave its mails")
    for clase in clases:
        filas.update_or_create(
            usuario=usuario,
            partida=partida,
            clase=clase,
            defaults={"correo": False},
            create_defaults={"correo": False, "campana": campana.get(clase, True)},
        )
