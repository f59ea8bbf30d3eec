"""What can go wrong with the book of rolls; `mensaje` is the sentence for the person who asked."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from reglas.tipos_libro import Compromiso


class ErrorLibro(Exception):
    """The book refuses; nothing was written."""

    mensaje = _("El libro de tiradas no ha podido anotar esto. No se ha tirado nada.")

    def __str__(self) -> str:
        """Return the sentence in the active language."""
        return str(self.mensaje)


class SobreCambiado(ErrorLibro):
    """The form was drawn under another envelope: draw it again with `vigente`, keeping what was typed."""

    mensaje = _(
        "El sobre se abrió mientras escribías y ya hay otro. No se ha tirado nada: mira el compromiso nuevo y "
        "vuelve a tirar."
    )

    def __init__(self, vigente: Compromiso) -> None:
        super().__init__(vigente)
        self.vigente = vigente


class LibroSinCerrojo(ErrorLibro):
    """The book was asked for outside a transaction: a bug of the caller."""


class LibroAdelantado(ErrorLibro):
    """Somebody wrote since this book was locked: it was kept past its transaction or savepoint."""


class SinLibro(ErrorLibro):
    """The owner has no books: `abrir_libros` was never called."""


class SemillaPerdida(ErrorLibro):
    """The seed in force is gone, as after loading a dump; `restaurar` opens another envelope."""

    mensaje = _("Falta la semilla del sobre vigente: quien administra el sitio tiene que restaurar el libro.")


class AzarAjeno(ErrorLibro):
    """The dice are not those that the envelope gives at this place of the book."""


class AsientoAjeno(ErrorLibro):
    """The entry named is not a roll of this book."""

    mensaje = _("Esa tirada no está en este libro.")


class YaAnulada(ErrorLibro):
    """The roll was voided before."""

    mensaje = _("Esa tirada ya estaba anulada.")


class YaSustituida(ErrorLibro):
    """The roll was replaced before; each can be, once."""

    mensaje = _("Esa tirada ya se repitió una vez.")


class YaJuzgada(ErrorLibro):
    """The roll was judged before, or its difficulty was known when it fell."""

    mensaje = _("Esa tirada ya está juzgada.")
