"""The record of moderation: every verb that changes what others can see or do writes one row here.

With the row goes the fact of the outbox, so that no act of moderation can be left untold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Model
from django.utils.translation import gettext as _

from cuentas.models import Usuario
from partidas.dominio import buzon
from partidas.dominio.errores import DatoInvalido
from partidas.models import Acta, Escena, Fragmento, Mensaje, Participante, Partida, Reparto, Tirada
from personajes.models import Personaje

if TYPE_CHECKING:
    from django.db.models import QuerySet

Objeto = Mensaje | Tirada | Escena | Usuario | Personaje | Partida
CLASES: dict[type[Model], Acta.Clase] = {
    Mensaje: Acta.Clase.MENSAJE,
    Tirada: Acta.Clase.TIRADA,
    Escena: Acta.Clase.ESCENA,
    Usuario: Acta.Clase.PLAZA,
    Personaje: Acta.Clase.PERSONAJE,
    Partida: Acta.Clase.PARTIDA,
}
V = Acta.Verbo
SUCESOS: dict[Acta.Verbo, str] = {
    V.OCULTAR: "ocultado",
    V.MOSTRAR: "mostrado",
    V.BORRAR: "borrado",
    V.RESTAURAR: "restaurado",
    V.MOVER: "movido",
    V.DEVOLVER: "devuelto",
    V.LECTORES: "lectores_cambiados",
    V.EDITAR: "editado",
    V.TAPAR_VERSION: "version_ocultada",
    V.ABRIR_VERSION: "version_mostrada",
    V.TAPAR: "declaracion_ocultada",
    V.DESTAPAR: "declaracion_mostrada",
    V.CERRAR_ESCENA: "escena_cerrada",
    V.REABRIR_ESCENA: "escena_reabierta",
    V.PRESENTES: "presentes_cambiados",
    V.SALTAR_TURNO: "turno_saltado",
    V.DAR_TURNO: "turno_dado",
    V.CAMBIAR_TURNOS: "turnos_cambiados",
    V.DAR_PLAZA: "plaza_ofrecida",
    V.ACEPTAR_PLAZA: "plaza_aceptada",
    V.RECHAZAR_PLAZA: "plaza_rechazada",
    V.CAMBIAR_PAPEL: "papel_cambiado",
    V.QUITAR_PLAZA: "plaza_quitada",
    V.EXPULSAR: "expulsado",
    V.READMITIR: "readmitido",
    V.SILENCIAR: "silenciado",
    V.DAR_VOZ: "voz_devuelta",
    V.DEJAR: "partida_dejada",
    V.VOLVER: "vuelto",
    V.ENTREGAR: "personaje_entregado",
    V.MOSTRAR_PNJ: "pnj_mostrado",
    V.ESCONDER_PNJ: "pnj_escondido",
    V.PAUSAR: "partida_pausada",
    V.REANUDAR: "partida_reanudada",
    V.FINALIZAR: "partida_finalizada",
    V.ARCHIVAR: "partida_archivada",
    V.REABRIR: "partida_reabierta",
    V.CERRAR_JORNADA: "cierre_a_mano",
    V.SALTAR_DIAS: "dias_saltados",
    V.CAMBIAR_DIAS: "dias_cambiados",
    V.CAMBIAR: "partida_cambiada",
    V.ENTRAR_EQUIPO: "equipo_entra",
    V.SALIR_EQUIPO: "equipo_sale",
}
"""What each act is called as a fact of the outbox."""
MOTIVO_MAXIMO = 300


def anotar(
    partida: Partida,
    verbo: Acta.Verbo,
    objeto: Objeto,
    *,
    por: Usuario,
    ahora: datetime,
    motivo: str = "",
    datos: Mapping[str, Any] | None = None,
    fragmentos: Sequence[Fragmento] = (),
    clase: str = "",
) -> Acta:
    """Write the row and its fact, the last thing in the transaction of the verb; a person stands for their seat.

    fragmentos: what the verb changed of a message when it changed nothing else; each is then a fact of its own.
    clase: of a fact for the direction alone, which names no place, instead of the verb's.
    """
    lugar = {} if clase else _lugar(partida, objeto)
    for fragmento in fragmentos or (None,):
        buzon.anotar(clase or SUCESOS[verbo], partida=partida, actor=por, ahora=ahora, fragmento=fragmento, **lugar)
    return Acta.objects.sin_filtrar("write down an act").create(
        partida=partida,
        verbo=verbo,
        clase=clase_de(objeto),
        objeto=objeto.publico,
        por=por,
        motivo=motivo,
        datos=dict(datos or {}),
        cuando=ahora,
    )


def clase_de(objeto: Model) -> Acta.Clase:
    """Return what kind of thing it is; `request.user` is a person, though its type is not that."""
    return next(clase for modelo, clase in CLASES.items() if isinstance(objeto, modelo))


def _lugar(partida: Partida, objeto: Objeto) -> dict[str, Any]:
    """Return the narrowest object of the fact, as `buzon.anotar` takes it."""
    match objeto:
        case Mensaje():
            return {"escena": objeto.escena, "mensaje": objeto}
        case Tirada():
            return {"escena": objeto.mensaje.escena, "mensaje": objeto.mensaje, "tirada": objeto}
        case Escena():
            return {"escena": objeto}
        case Usuario():
            plazas = Participante.objects.sin_filtrar("the seat that a fact is about")
            return {"plaza": plazas.get(partida=partida, usuario=objeto)}
        case Personaje():
            filas = Reparto.objects.sin_filtrar("the cast row that a fact is about")
            return {"reparto": filas.get(partida=partida, personaje=objeto, hasta__isnull=True)}
    return {}


def ultima(partida: Partida, objeto: Objeto, *verbos: Acta.Verbo) -> Acta | None:
    """Return the last row about the object, among those verbs if some are named."""
    filas = de(partida, objeto)
    if verbos:
        filas = filas.filter(verbo__in=verbos)
    return filas.order_by("-pk").first()


def de(partida: Partida, objeto: Objeto) -> QuerySet[Acta]:
    """Return the rows about one object of the partida, for verbs that need what an earlier one wrote."""
    return _sobre(partida.pk, clase_de(objeto), objeto.publico)


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
