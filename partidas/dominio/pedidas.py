"""Asking for rolls: the direction says what for, what, how hard and until when, in a turn of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.translation import gettext as _

from partidas.consultas.quienes import saben
from partidas.dominio import debidas, turnos
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.eleccion import accion_de
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Escena, Mensaje, Partida, Reparto, RespuestaPedida, TiradaPedida
from partidas.models.pedida import SI_FALLA_MAXIMO
from partidas.politica import Lector, lector, puede_tirar
from personajes.models import Personaje
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.simples import AUSENTE, Derivado

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from reglas.nucleo.sistema import Accion

Dificultad, AlVencer = TiradaPedida.Dificultad, TiradaPedida.AlVencer
HORAS_MAXIMO = 24 * 60


@dataclass(frozen=True, slots=True)
class OrdenPedir:
    """One request filled in. clave: one per render of its form. a: public ids of the characters.

    datos: what the direction sets of the action. horas: real ones until it expires; None for never. susurro: only the
    players of those characters read it.
    """

    clave: UUID
    texto: str
    accion: str
    a: tuple[str, ...]
    datos: Mapping[str, Any] = field(default_factory=dict)
    dificultad: str = Dificultad.VISTA
    si_falla: str = ""
    horas: int | None = None
    al_vencer: str = AlVencer.RETIRAR
    susurro: bool = False


def se_puede_pedir(accion: Accion) -> bool:
    """Say whether an action makes sense as a request: a player throws it, alone."""
    return accion.declarable and accion.lanza and accion.quien != "direccion" and accion.objetivo in ("no", "opcional")


def pueden(partida: Partida, escena: Escena) -> list[Reparto]:
    """Return the cast rows of the players' characters in play whose player reads the scene, by name: two queries."""
    filas = Reparto.objects.sin_filtrar("whom the direction may ask for a roll").filter(
        partida=partida,
        hasta__isnull=True,
        usuario__isnull=False,
        usuario__cerrada__isnull=True,
        personaje__clase=Personaje.Clase.PJ,
        personaje__estado=Personaje.Estado.ACTIVO,
    )
    leen = saben(filas.values_list("usuario"), Escena.objects.visibles_para, [escena.pk])
    filas = filas.select_related("personaje", "usuario").order_by("personaje__nombre", "pk")
    return [fila for fila in filas if (fila.usuario_id, escena.pk) in leen]


@con_reintentos
def pedir(escena: Escena, orden: OrdenPedir, *, por: Usuario, ahora: datetime) -> TiradaPedida:
    """Publish a turn that asks some characters for a roll, and give each player what is asked of theirs.

    The same key returns the first request. Raises NoExiste, NoPermitido, DatoInvalido, ClaveReutilizada.
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        if not Escena.objects.visibles_para(por).filter(pk=escena.pk).exists():
            raise NoExiste
        quien = lector(por, partida)
        if not quien.dirige:
            raise NoPermitido(_("Las tiradas las pide la dirección."))
        hecha = _ya_pedida(orden, por)
        if hecha is not None:
            return hecha
        escena = Escena.objects.sin_filtrar("ask for a roll").select_related("partida").get(pk=escena.pk)
        filas, datos = _comprobar(quien, escena, orden)
        de_todos = Mensaje.Visibilidad.DESTINATARIOS if orden.susurro else Mensaje.Visibilidad.TODOS
        turno = turnos.OrdenTurno(
            clave=orden.clave,
            texto=orden.texto,
            visibilidad=de_todos,
            destinatarios=tuple(fila.personaje.publico for fila in filas) if orden.susurro else (),
        )
        mensaje = turnos.publicar(escena, turno, autor=por, ahora=ahora).mensaje
        vence = None if orden.horas is None else ahora + timedelta(hours=orden.horas)
        pedida = TiradaPedida.objects.sin_filtrar("ask for a roll").create(
            mensaje=mensaje,
            por=por,
            sistema=partida.sistema,
            accion=orden.accion,
            datos=datos,
            dificultad=orden.dificultad,
            si_falla=orden.si_falla.strip(),
            vence=vence,
            al_vencer=orden.al_vencer,
            creada=ahora,
        )
        for fila in filas:
            respuesta = RespuestaPedida.objects.sin_filtrar("ask for a roll").create(
                pedida=pedida, personaje=fila.personaje, nombre=fila.personaje.nombre, vence=vence
            )
            debidas.dar(respuesta, pedida, fila.usuario, ahora=ahora)
            debidas.encargar(respuesta, ahora=ahora)
    return pedida


def _ya_pedida(orden: OrdenPedir, por: Usuario) -> TiradaPedida | None:
    filas = TiradaPedida.objects.sin_filtrar("idempotency: own key")
    return filas.filter(mensaje__autor=por, mensaje__clave=orden.clave).first()


def _comprobar(quien: Lector, escena: Escena, orden: OrdenPedir) -> tuple[list[Reparto], dict[str, Any]]:
    """Return whom it is asked of and what the direction sets. Raises NoPermitido, DatoInvalido."""
    permiso = puede_tirar(quien, escena)
    if not permiso:
        raise NoPermitido(permiso.motivo)
    if not orden.texto.strip():
        raise DatoInvalido("texto", _("Di para qué pides la tirada: lo leerá quien tire."))
    if len(orden.si_falla.strip()) > SI_FALLA_MAXIMO:
        raise DatoInvalido("si_falla", _("Lo que pasa si falla es demasiado largo: caben 300 caracteres."))
    if orden.horas is not None and not 1 <= orden.horas <= HORAS_MAXIMO:
        raise DatoInvalido("horas", _("El plazo va de una hora a sesenta días (1440 horas)."))
    if orden.al_vencer not in AlVencer.values:
        raise DatoInvalido("al_vencer", _("Elige qué pasa si se acaba el plazo."))
    accion = accion_de(quien.partida, orden.accion)
    if not se_puede_pedir(accion):
        raise DatoInvalido("accion", _("Esa acción no se puede pedir: elige una de la lista."))
    filas = [fila for fila in pueden(quien.partida, escena) if fila.personaje.publico in set(orden.a)]
    if not filas or len(filas) != len(set(orden.a)):
        raise DatoInvalido("a", _("Elige a quién le pides la tirada, de la lista."))
    return filas, _datos(accion, orden)


def _datos(accion: Accion, orden: OrdenPedir) -> dict[str, Any]:
    """Return what the direction sets of the action, read, and what goes with a difficulty that is kept back."""
    if orden.dificultad not in Dificultad.values:
        raise DatoInvalido("dificultad", _("Elige si se ve la dificultad."))
    datos: dict[str, Any] = {}
    try:
        for clave, valor in orden.datos.items():
            datos[clave] = accion.campos[clave].leer(valor)
    except (Rechazo, KeyError) as error:
        raise DatoInvalido(
            f"datos.{clave}", _("Ese dato de la acción no vale: corrígelo o déjalo en blanco.")
        ) from error
    if orden.dificultad == Dificultad.VISTA:
        return datos
    if not accion.dificultad:
        raise DatoInvalido(
            "dificultad", _("La dificultad de esa acción la ponen las reglas: tiene que estar a la vista.")
        )
    if orden.dificultad == Dificultad.DESPUES:
        datos.pop(accion.dificultad, None)
    elif accion.dificultad not in datos:
        defecto = accion.campos[accion.dificultad].defecto
        if defecto is AUSENTE or isinstance(defecto, Derivado):
            raise DatoInvalido(f"datos.{accion.dificultad}", _("Pon la dificultad, aunque no se enseñe."))
        datos[accion.dificultad] = defecto
    return {**datos, **accion.a_ciegas}
