"""What every template may ask about the reader."""

from django.conf import settings
from django.http import HttpRequest

from cuentas.galletas import lectura_de
from cuentas.lectura import Lectura


def lectura_del_lector(request: HttpRequest) -> Lectura:
    """Return the choices of the account, or those of the cookie for a visitor."""
    usuario = getattr(request, "user", None)
    if usuario is not None and usuario.is_authenticated:
        lectura: Lectura = usuario.lectura
        return lectura
    return lectura_de(request)


def preferencias(request: HttpRequest) -> dict[str, str | bool]:
    """Give `tema`, `letra`, `tipografia`, `ancho`, and what the account pages need to know of the site."""
    lectura = lectura_del_lector(request)
    return {
        "tema": lectura.tema,
        "letra": lectura.letra,
        "tipografia": lectura.tipografia,
        "ancho": lectura.ancho,
        "hay_correo": settings.HAY_CORREO,
    }
