"""Whom each fact concerns and what they are told of it; who of them may know is asked of the gate elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from partidas.consultas import lectores as prevision
from partidas.dominio import actas, destinos_del_juego, menciones
from partidas.dominio.cosas import DE_NUEVO, SIGUE, Cosa, Destinos, a, a_la_direccion, a_todos
from partidas.models import (
    Acta,
    Aviso,
    ClaseDeAviso,
    Marca,
    Mensaje,
    Participante,
    Pendiente,
    Saltado,
    SolicitudDeAnulacion,
    SolicitudDePalabra,
    Suceso,
)

if TYPE_CHECKING:
    from django.db.models import QuerySet

C, Papel, Estado = ClaseDeAviso, Participante.Papel, Participante.Estado


def plazas_de(suceso: Suceso) -> QuerySet[Participante]:
    """Return the seats whose people can be told anything of the partida: active, with an open account, not who did it.

    Of seats, those that are offered too.
    """
    estados = [Estado.ACTIVA, Estado.INVITADA] if _es_de_plaza(suceso) else [Estado.ACTIVA]
    filas = Participante.objects.sin_filtrar("whom a fact concerns").filter(
        partida=suceso.partida_id, estado__in=estados, usuario__is_active=True, usuario__cerrada__isnull=True
    )
    return (filas if suceso.actor_id is None else filas.exclude(usuario=suceso.actor_id)).order_by()


def _es_de_plaza(suceso: Suceso) -> bool:
    de_pendiente = suceso.pendiente is not None and suceso.pendiente.clase == Pendiente.Clase.PLAZA
    return suceso.clase in DE_PLAZAS or de_pendiente


def de(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """Return whom the fact concerns and as what; nobody for what is not told."""
    quienes = _POR_CLASE.get(suceso.clase)
    if quienes is None and suceso.clase.startswith("mesa_"):
        quienes = _escrito
    return quienes(suceso, plazas) if quienes is not None else {}


def _escrito(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """A message: to who is named in it, that; to all the others, that there is one in the scene."""
    mensaje = suceso.mensaje
    if mensaje is None or mensaje.estado != Mensaje.Estado.PUBLICADO:
        return {}
    lugar: dict[str, Any] = {"escena": mensaje.escena_id, "mensaje": mensaje.pk}
    destinos = a_todos(plazas, Cosa(C.MENSAJE, f"mensajes:{mensaje.escena.publico}", SIGUE, **lugar))
    for persona, fragmento in menciones.nombrados(mensaje, plazas).items():
        destinos[persona] = Cosa(C.MENCION, f"mencion:{mensaje.publico}", fragmento=fragmento, **lugar)
    return destinos


def _ampliado(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """A message that some people can read now and could not: as if it were new to them, and to nobody else.

    Not to who has it read, or was told of it; nor if it was published without telling anybody.
    """
    mensaje = suceso.mensaje
    if mensaje is None:
        return {}
    callado = Suceso.objects.sin_filtrar("whom a fact concerns").filter(
        clase="publicado_en_silencio", mensaje=mensaje.pk
    )
    if callado.exists():
        return {}
    if suceso.clase == "lectores_cambiados":
        plazas = plazas.exclude(usuario__in=_los_de_antes(suceso, mensaje))
    ya_dicho = Aviso.objects.sin_filtrar("whom a fact concerns").filter(
        mensaje=mensaje.pk, clase__in=(C.MENSAJE, C.MENCION), partida=suceso.partida_id
    )
    marcas = Marca.objects.sin_filtrar("whom a fact concerns").filter(escena=mensaje.escena_id)
    saltados = Saltado.objects.sin_filtrar("whom a fact concerns").filter(mensaje=mensaje.pk, lote="")
    leido = marcas.filter(hasta__gte=mensaje.orden or 0).exclude(usuario__in=saltados.values("usuario"))
    otras = plazas.exclude(usuario__in=ya_dicho.values("usuario")).exclude(usuario__in=leido.values("usuario"))
    return _escrito(suceso, otras)


def _los_de_antes(suceso: Suceso, mensaje: Mensaje) -> list[int]:
    """Return the accounts that could read the message before the act that changed its readers."""
    filas = actas.de(suceso.partida, mensaje).filter(verbo=Acta.Verbo.LECTORES, cuando__lte=suceso.cuando)
    acta = filas.order_by("-pk").first()
    if acta is None:
        return []
    antes = acta.datos["antes"]
    publicos = [usuario for _pj, usuario in antes["nombradas"]]
    nombradas = Participante.objects.sin_filtrar("whom a fact concerns").filter(
        partida=suceso.partida_id, usuario__publico__in=publicos
    )
    audiencia = prevision.censo(suceso.partida).audiencia(
        mensaje.escena,
        visibilidad=antes["visibilidad"],
        autor=mensaje.autor_id,
        presentes=prevision.presentes(mensaje.escena),
        nombradas=nombradas.values_list("usuario", flat=True),
    )
    return list(audiencia.personas)


def _editado(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """An edit tells nobody that there is a message: only who is named in it now and was not told, that."""
    destinos = _escrito(suceso, plazas)
    return {persona: cosa for persona, cosa in destinos.items() if cosa.clase == C.MENCION}


def _pendiente(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """What somebody owes: to them, or to the direction; nothing once it is settled."""
    fila = suceso.pendiente
    if fila is None or fila.saldado is not None:
        return {}
    clase = C.PLAZO if suceso.clase == "plazo_cerca" else C.EMPUJON if suceso.clase == "empujon" else _ES[fila.clase]
    lugar: dict[str, Any] = {"escena": fila.escena_id, "mensaje": fila.mensaje_id, "pendiente": fila.pk}
    clave = f"plaza:{suceso.partida.publico}" if clase == C.PLAZA else f"{clase}:{fila.publico}"
    cosa = Cosa(clase, clave, DE_NUEVO, **lugar)
    return a_la_direccion(plazas, cosa) if fila.para_id is None else a(plazas, [fila.para_id], cosa)


_ES: Mapping[str, str] = {
    Pendiente.Clase.TURNO: C.TURNO,
    Pendiente.Clase.PETICION: C.PETICION,
    Pendiente.Clase.JUICIO: C.DECISION,
    Pendiente.Clase.PALABRA: C.DECISION,
    Pendiente.Clase.ANULACION: C.DECISION,
    Pendiente.Clase.PLAZA: C.PLAZA,
}


def _escena_abierta(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    if suceso.escena is None or (suceso.clase == "presentes_cambiados" and not suceso.escena.secreta):
        return {}
    return a_todos(plazas, Cosa(C.ESCENA, f"escena:{suceso.escena.publico}", escena=suceso.escena_id))


def _se_enfria(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    if suceso.escena is None:
        return {}
    cosa = Cosa(C.ENFRIA, f"enfria:{suceso.escena.publico}", DE_NUEVO, escena=suceso.escena_id)
    return a_la_direccion(plazas, cosa)


def _jornada(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    lugar: dict[str, Any] = {"escena": suceso.escena_id, "mensaje": suceso.mensaje_id}
    return a_todos(plazas, Cosa(C.JORNADA, f"jornada:{suceso.partida.publico}", DE_NUEVO, **lugar))


def _palabra(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    pidieron = SolicitudDePalabra.objects.sin_filtrar("whom a fact concerns").filter(
        mensaje=suceso.mensaje_id, resuelta=suceso.cuando, estado=suceso.clase.removeprefix("palabra_")
    )
    lugar: dict[str, Any] = {"escena": suceso.escena_id, "mensaje": suceso.mensaje_id}
    cosa = Cosa(C.RESPUESTA, f"respuesta:{suceso.publico}", **lugar)
    return a(plazas, pidieron.values_list("por", flat=True), cosa)


def _anulacion(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    solicitud = suceso.solicitud
    if solicitud is None:
        return {}
    mensaje = solicitud.tirada.mensaje
    cosa = Cosa(C.RESPUESTA, f"respuesta:{suceso.publico}", escena=mensaje.escena_id, mensaje=mensaje.pk)
    return a(plazas, [solicitud.por_id], cosa)


def _anulada(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """A roll that is void: to who had asked for it."""
    pidieron = SolicitudDeAnulacion.objects.sin_filtrar("whom a fact concerns").filter(
        tirada=suceso.tirada_id, resuelta=suceso.cuando, estado=SolicitudDeAnulacion.Estado.CONCEDIDA
    )
    lugar: dict[str, Any] = {"escena": suceso.escena_id, "mensaje": suceso.mensaje_id}
    return a(plazas, pidieron.values_list("por", flat=True), Cosa(C.RESPUESTA, f"respuesta:{suceso.publico}", **lugar))


def _plaza_propia(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """A seat: to its person. What waits for their answer tells them by itself."""
    if suceso.plaza is None:
        return {}
    esperan = Pendiente.objects.sin_filtrar("whom a fact concerns").filter(
        clase=Pendiente.Clase.PLAZA,
        partida=suceso.partida_id,
        para=suceso.plaza.usuario_id,
        saldado__isnull=True,
        desde=suceso.cuando,
    )
    if esperan.exists():
        return {}
    cosa = Cosa(C.PLAZA, f"plaza:{suceso.partida.publico}", DE_NUEVO)
    return a(plazas, [suceso.plaza.usuario_id], cosa)


def _plaza_contestada(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """An answer to who offered the seat."""
    if suceso.plaza is None:
        return {}
    oferta = actas.ultima(suceso.partida, suceso.plaza.usuario, Acta.Verbo.DAR_PLAZA)
    cosa = Cosa(C.RESPUESTA, f"respuesta:{suceso.publico}")
    return a(plazas, [oferta.por_id if oferta else None], cosa)


DE_PLAZAS = frozenset({"plaza_ofrecida", "papel_cambiado", "readmitido", "silenciado", "voz_devuelta"})
_POR_CLASE: Mapping[str, Callable[[Suceso, QuerySet[Participante]], Destinos]] = {
    "publicado": _escrito,
    "editado": _editado,
    **dict.fromkeys(("mostrado", "restaurado", "devuelto", "movido", "lectores_cambiados"), _ampliado),
    **dict.fromkeys(("pendiente", "plazo_cerca", "empujon"), _pendiente),
    **dict.fromkeys(("escena_abierta", "presentes_cambiados"), _escena_abierta),
    "escena_enfria": _se_enfria,
    "jornada_cerrada": _jornada,
    **dict.fromkeys(("palabra_concedida", "palabra_negada", "palabra_cerrada"), _palabra),
    "anulacion_negada": _anulacion,
    "anulado": _anulada,
    **destinos_del_juego.POR_CLASE,
    **dict.fromkeys(DE_PLAZAS, _plaza_propia),
    **dict.fromkeys(("plaza_aceptada", "plaza_rechazada"), _plaza_contestada),
}
"""What is told; any other fact tells nobody."""
EN_SILENCIO = (C.MENSAJE, C.MENCION, C.ESCENA, C.TURNO, C.PLAZO, C.JORNADA, C.ENFRIA)
"""The kinds of which a muted scene says nothing: what asks something of its person by name is told all the same."""
