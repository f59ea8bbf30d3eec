"""What can go wrong in a verb, each with a name; a view turns each into one kind of page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from partidas.models import Borrador, Mensaje
    from reglas.nucleo.rechazo import Rechazo


class NoExiste(LookupError):
    """The thing is not there, or not for this person: the two are the same (404)."""


@dataclass
class NoPermitido(Exception):
    """The person sees the thing and may not do this with it (403); `motivo` is the sentence to show."""

    motivo: str | Promise


@dataclass
class NoProcede(Exception):
    """The act does not apply to the thing as it stands (409); `motivo` is the sentence to show."""

    motivo: str | Promise


@dataclass
class DatoInvalido(Exception):
    """A field of the order cannot be taken as it is (422); nothing was written."""

    campo: str
    motivo: str | Promise


@dataclass
class TiradaRechazada(Exception):
    """The engine refused the roll number `indice` of the order (422); nothing was rolled nor written.

    nombre: whose roll of a batch it was.
    """

    indice: int
    rechazo: Rechazo
    nombre: str = ""


@dataclass
class ClaveReutilizada(Exception):
    """The key of the form made something else before (409); `mensaje` is what it made."""

    mensaje: Mensaje


@dataclass
class TiradaConSecuelas(Exception):
    """The roll cannot be voided while what was built on it stands (409); `secuelas` says it in whole sentences."""

    secuelas: tuple[str, ...]


@dataclass
class BorradorCambiado(Exception):
    """Another tab saved the draft since this one read it (409); nothing was written over."""

    borrador: Borrador


@dataclass
class YaPublicado(Exception):
    """What a tab goes on saving was published, with other words, from elsewhere (409); nothing was kept.

    Without a message it waits for its hour, or its draft is done with.
    """

    mensaje: Mensaje | None
