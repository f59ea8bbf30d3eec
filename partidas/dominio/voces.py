"""A voice for one message: a name that the direction types, of nobody in the cast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from cuentas.models import Usuario
from cuentas.nombres import clave_de_nombre, validar_nombre
from partidas.dominio.errores import DatoInvalido
from partidas.models import Mensaje, Participante, Reparto

if TYPE_CHECKING:
    from partidas.politica import Lector

SUELTO = "+"
"""In the place of a character's public id: the voice is a name for this message alone."""


def nombre_suelto(quien: Lector, nombre: str) -> str:
    """Return the name as it is stored; raises DatoInvalido.

    It may not pass for the site or the direction, for a character that is or was in the cast, nor for an account with
    a seat, whatever has become of it: one that the person may not know of is refused without being named.
    """
    if not quien.dirige:
        raise DatoInvalido("personaje", _("No puedes escribir con esa voz: elige una de la lista."))
    if not nombre.strip():
        raise DatoInvalido("personaje", _("Escribe el nombre de quien habla, o elige una voz de la lista."))
    try:
        nombre = validar_nombre(nombre)
    except ValidationError as error:
        raise DatoInvalido("personaje", " ".join(error.messages)) from error
    clave = clave_de_nombre(nombre)
    del_reparto = Reparto.objects.sin_filtrar("names of the cast").filter(partida=quien.partida, clave_nombre=clave)
    fila = del_reparto.order_by("hasta").select_related("personaje").first()
    if fila is not None:
        frase = _("Ese nombre se confunde con %(nombre)s, del reparto: elígelo en la lista o escribe otro.")
        raise DatoInvalido("personaje", frase % {"nombre": fila.personaje.nombre})
    plazas = Participante.objects.sin_filtrar("names of the seats").filter(partida=quien.partida)
    if Usuario.objects.filter(clave=clave, pk__in=plazas.values("usuario")).exists():
        raise DatoInvalido("personaje", _("Ese nombre se confunde con el de una persona de la partida: escribe otro."))
    return nombre


def es_suelta(mensaje: Mensaje) -> bool:
    """Tell whether a message was spoken under a name of its own."""
    return mensaje.voz == Mensaje.Voz.PNJ and mensaje.personaje_id is None
