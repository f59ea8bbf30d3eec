"""Standing orders: what its player wants done with a character when they are away."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.dominio import buzon
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import OrdenesDePJ, Reparto
from partidas.models.vez import ORDENES_MAXIMO
from partidas.permisos import solo_lectura_si_cerrada
from partidas.politica import lector

if TYPE_CHECKING:
    from cuentas.models import Usuario


@con_reintentos
def escribir(fila: Reparto, *, texto: str, por: Usuario, ahora: datetime) -> bool:
    """Write the orders of one's own character, or take them away with nothing; returns False if they said that.

    Raises NoExiste, NoPermitido (it is somebody else's), DatoInvalido (it does not fit).
    """
    texto = texto.replace("\r\n", "\n").strip()
    with verbo() as cerrojos:
        partida = cerrojos.partida(fila.partida_id)
        visibles = Reparto.objects.visibles_para(por).filter(partida=partida, personaje=fila.personaje_id)
        abierta = visibles.filter(hasta__isnull=True).select_related("personaje").first()
        if abierta is None:
            raise NoExiste
        permiso = solo_lectura_si_cerrada(lector(por, partida))
        if not permiso:
            raise NoPermitido(permiso.motivo)
        if abierta.usuario_id != por.pk:
            raise NoPermitido(_("Eso lo escribe quien lleva el personaje."))
        if len(texto) > ORDENES_MAXIMO:
            raise DatoInvalido("texto", _("Es demasiado largo: caben 4000 caracteres."))
        filas = OrdenesDePJ.objects.sin_filtrar("own orders")
        suyas = filas.filter(partida=partida, personaje=abierta.personaje_id, usuario=por)
        if (suyas.values_list("texto", flat=True).first() or "") == texto:
            return False
        if texto:
            campos = {"texto": texto, "cambiado": ahora}
            filas.update_or_create(partida=partida, personaje=abierta.personaje, usuario=por, defaults=campos)
        else:
            suyas.delete()
        buzon.anotar("ordenes_cambiadas", partida=partida, ficha=abierta.personaje, actor=por, ahora=ahora)
    return True
