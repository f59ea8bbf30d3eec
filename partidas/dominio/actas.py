"""The record of moderation: every verb that changes what others can see or do writes one row here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Model
from django.utils.translation import gettext as _

from cuentas.models import Usuario
from partidas.dominio.errores import DatoInvalido
from partidas.models import Acta, Escena, Mensaje, Partida
from personajes.models import Personaje

if TYPE_CHECKING:
    from django.db.models import QuerySet

CLASES: dict[type[Model], Acta.Clase] = {
    Mensaje: Acta.Clase.MENSAJE,
    Escena: Acta.Clase.ESCENA,
    Usuario: Acta.Clase.PLAZA,
    Personaje: Acta.Clase.PERSONAJE,
    Partida: Acta.Clase.PARTIDA,
}
MOTIVO_MAXIMO = 300


def anotar(
    partida: Partida,
    verbo: Acta.Verbo,
    objeto: Mensaje | Escena | Usuario | Personaje | Partida,
    *,
    por: Usuario,
    ahora: datetime,
    motivo: str = "",
    datos: Mapping[str, Any] | None = None,
) -> Acta:
    """Write the row, inside the transaction of the verb; a person stands for their seat."""
    return Acta.objects.sin_filtrar("write down an act").create(
        partida=partida,
        verbo=verbo,
        clase=CLASES[type(objeto)],
        objeto=objeto.publico,
        por=por,
        motivo=motivo,
        datos=dict(datos or {}),
        cuando=ahora,
    )


def ultima(
    partida: Partida, objeto: Mensaje | Escena | Usuario | Personaje | Partida, *verbos: Acta.Verbo
) -> Acta | None:
    """Return the last row about the object, among those verbs if some are named."""
    filas = de(partida, objeto)
    if verbos:
        filas = filas.filter(verbo__in=verbos)
    return filas.order_by("-pk").first()


def de(partida: Partida, objeto: Mensaje | Escena | Usuario | Personaje | Partida) -> QuerySet[Acta]:
    """Return the rows about one object of the partida, for verbs that need what an earlier one wrote."""
    return _sobre(partida.pk, CLASES[type(objeto)], objeto.publico)


def es_la_ultima(acta: Acta) -> bool:
    """Tell whether nothing has been done to the object of a row since; an edit of a message does not count."""
    filas = _sobre(acta.partida_id, acta.clase, acta.objeto).exclude(verbo=Acta.Verbo.EDITAR)
    return not filas.filter(pk__gt=acta.pk).exists()


def _sobre(partida: int, clase: str, objeto: str) -> QuerySet[Acta]:
    filas = Acta.objects.sin_filtrar("what an earlier act wrote down")
    return filas.filter(partida=partida, clase=clase, objeto=objeto)


def razon(motivo: str, *, obligatoria: bool = True) -> str:
    """Return the reason as it will be kept; raises DatoInvalido if it is missing or does not fit."""
    limpio = motivo.strip()
    if obligatoria and not limpio:
        raise DatoInvalido("motivo", _("Di por qué: quedará en el acta."))
    if len(limpio) > MOTIVO_MAXIMO:
        raise DatoInvalido("motivo", _("El motivo es demasiado largo: caben 300 caracteres."))
    return limpio
