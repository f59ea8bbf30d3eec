"""Why a mail has not left, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

CODIGO = "NoRepetir: "


def motivo(error: str) -> str:
    """Put what a job keeps of its failure into a sentence without a full stop; "" for none."""
    if error.startswith(CODIGO):
        codigo, _espacio, que = error.removeprefix(CODIGO).partition(" ")
        frases = {
            "direccion": _("el servidor de correo no admite esa dirección (%(codigo)s)"),
            "remitente": _("el servidor de correo no admite el remitente del sitio (%(codigo)s)"),
            "correo": _("el servidor de correo no admite este correo (%(codigo)s)"),
        }
        return frases[que] % {"codigo": codigo} if que in frases else error.removeprefix(CODIGO)
    frases = {
        "ServidorNoResponde": _("el servidor de correo no responde"),
        "ServidorOcupado": _("el servidor de correo pide que se pruebe más tarde"),
        "": "",
    }
    return frases.get(error, error)
