"""What has come while one writes, in words."""

from __future__ import annotations

from django.utils.translation import ngettext

from partidas.consultas.novedades import CONTADOS_MAXIMO


def nuevos(cuantas: int) -> str:
    """Say how many messages there are that the page has not; "" for none."""
    if not cuantas:
        return ""
    return ngettext("%(n)s mensaje nuevo", "%(n)s mensajes nuevos", cuantas) % {"n": _numero(cuantas)}


def mientras(cuantas: int) -> str:
    """Say how many new messages there are; "" for none."""
    if not cuantas:
        return ""
    frase = ngettext("%(n)s mensaje nuevo mientras escribías.", "%(n)s mensajes nuevos mientras escribías.", cuantas)
    return frase % {"n": _numero(cuantas)}


def al_publicar(cuantas: int) -> str:
    """Say to who has just published that others came first."""
    frase = ngettext(
        "Mientras escribías llegó %(n)s mensaje: está encima del tuyo.",
        "Mientras escribías llegaron %(n)s mensajes: están encima del tuyo.",
        cuantas,
    )
    return frase % {"n": _numero(cuantas)}


def _numero(cuantas: int) -> str:
    return str(cuantas) if cuantas < CONTADOS_MAXIMO else f"+{CONTADOS_MAXIMO - 1}"
