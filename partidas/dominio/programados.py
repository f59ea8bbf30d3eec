"""Turns of the direction that are published at their hour, once: put off, changed, cancelled, done by the tic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import override

from config import fallos
from partidas.dominio import borradores, buzon, lotes, papelera, turnos
from partidas.dominio.adjuntos import Puesto
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.dominio.obrero import manejador
from partidas.dominio.rutinas import caducidad
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.dominio.turnos import OrdenTurno
from partidas.models import Borrador, Escena, Mensaje, Partida, Programado
from partidas.models.papelera import MOTIVO_MAXIMO
from partidas.politica import Lector, lector, puede_escribir
from partidas.presentacion.palabras import Palabras

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.models import Usuario

PENDIENTE = Programado.Estado.PENDIENTE
PENDIENTES_MAXIMO = 50
DIAS_COMO_MUCHO = 366
DIAS_DE_LO_HECHO = 30


@con_reintentos
def programar(
    escena: Escena,
    orden: OrdenTurno,
    *,
    datos: Mapping[str, Any],
    cuando: datetime,
    autor: Usuario,
    ahora: datetime,
) -> Programado:
    """Leave a turn to be published at `cuando`, by who directs. datos: its editor, the draft with which it is changed.

    The same key again replaces what was to be published and when, also after it was cancelled or refused; the very
    same order changes nothing. Its rolls are thrown then, from the envelope of that day: what the browser drew for the
    one on show is not kept. Raises NoExiste, NoPermitido, DatoInvalido, ClaveReutilizada (it is published already).
    """
    turnos.comprobar_tamano(orden)
    orden = replace(orden, tiradas=tuple(replace(una, sobre="", aporte="") for una in orden.tiradas))
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        escena = cerrojos.escena(escena.pk)
        if not Escena.objects.visibles_para(autor).filter(pk=escena.pk).exists():
            raise NoExiste
        quien = lector(autor, partida)
        _comprobar(quien, escena, orden)
        _comprobar_cuando(cuando, ahora)
        fila = _del_autor(autor).filter(clave=orden.clave).first()
        if fila is None:
            if _del_autor(autor).filter(estado=PENDIENTE).count() >= PENDIENTES_MAXIMO:
                raise DatoInvalido("publicar_el", _("Tienes ya cincuenta turnos esperando su hora: cancela alguno."))
            fila = Programado(usuario=autor, clave=orden.clave, version=0)
        nueva = _a_json(orden)
        if (fila.orden, fila.cuando, fila.estado) != (nueva, cuando, PENDIENTE) or fila.escena_id != escena.pk:
            fila.escena, fila.orden, fila.cuando, fila.estado, fila.motivo = escena, nueva, cuando, PENDIENTE, ""
            fila.version, fila.cambiado = fila.version + 1, ahora
            fila.save()
            _encargar(fila, ahora)
        _llevar_borrador(fila, datos, pestana=orden.pestana, ahora=ahora)
    return fila


def _comprobar(quien: Lector, escena: Escena, orden: OrdenTurno) -> None:
    """Refuse now what would be refused at its hour; no die is looked at."""
    _exigir_direccion(quien)
    permiso = puede_escribir(quien, escena)
    if not permiso:
        raise NoPermitido(permiso.motivo)
    hecho = _con_su_clave(quien.usuario.pk, orden.clave)
    if hecho is not None:
        if hecho.estado != Mensaje.Estado.EN_CURSO:
            raise ClaveReutilizada(hecho)
        raise DatoInvalido("publicar_el", _dados_caidos())
    if not (orden.texto.strip() or orden.notas.strip() or orden.tiradas or orden.adjuntos):
        raise DatoInvalido("texto", _("Escribe algo, añade una tirada o deja una nota."))
    voz, _clase, _nombre = turnos.elegir_voz(quien, escena, orden.personaje, orden.nombre)
    nombradas = [fila.usuario_id for fila in turnos.elegir_destinatarios(quien, orden)]
    turnos.repartir_orden(quien, escena, orden, visibilidad=orden.visibilidad, nombradas=nombradas)
    lotes.desplegar(quien, orden.tiradas, orden.clave, voz=voz)


def _dados_caidos() -> str:
    return _("Sus dados ya han caído y se ven: publícalo ahora.")


def _con_su_clave(autor: int | None, clave: UUID) -> Mensaje | None:
    """Return what its key made already: a turn, or one in progress, on which dice hang."""
    return Mensaje.objects.sin_filtrar("idempotency: own key").filter(autor=autor, clave=clave).first()


def _exigir_direccion(quien: Lector) -> None:
    if not quien.dirige:
        raise NoPermitido(_("Dejar un turno para más tarde es cosa de la dirección."))


def _comprobar_cuando(cuando: datetime, ahora: datetime) -> None:
    if cuando <= ahora:
        raise DatoInvalido("publicar_el", _("Esa hora ya ha pasado: elige otra o publícalo ahora."))
    if cuando > ahora + timedelta(days=DIAS_COMO_MUCHO):
        raise DatoInvalido("publicar_el", _("Elige un día del próximo año como muy tarde."))


def _encargar(fila: Programado, ahora: datetime) -> None:
    datos = {"programado": fila.publico, "version": str(fila.version)}
    clave = f"programado:{fila.publico}:{fila.version}"
    buzon.encargar("publicar_programado", clave=clave, datos=datos, ahora=ahora, cuando=fila.cuando)


def _llevar_borrador(fila: Programado, datos: Mapping[str, Any], *, pestana: str, ahora: datetime) -> None:
    """Take what is typed out of the scene's place, which is free for the next turn, to one of its own."""
    lugar = borradores.lugar_de_lo_programado(fila.publico)
    suyos = Borrador.objects.visibles_para(fila.usuario).select_for_update(of=("self",))
    version = 0
    for borrador in suyos.filter(datos__clave=str(fila.clave)):
        version = max(version, borrador.version if borrador.lugar == lugar else 0)
        if borrador.datos.get("pestana") == pestana or borrador.datos.get("campos") == datos.get("campos"):
            borrador.delete()
        else:
            papelera.tirar(borrador, motivo="cambiado", ahora=ahora)
    Borrador.objects.sin_filtrar("draft of what waits for its hour").create(
        usuario=fila.usuario, lugar=lugar, datos={**datos, "pestana": pestana}, version=version + 1, guardado=ahora
    )


@con_reintentos
def cancelar(usuario: Usuario, publico: str, *, ahora: datetime) -> bool:
    """Do not publish it: it stays as a draft. False if it was not waiting, which is what a second press gets."""
    fila = Programado.objects.visibles_para(usuario).filter(publico=publico).select_related("escena").first()
    if fila is None:
        return False
    with verbo() as cerrojos:
        cerrojos.partida(fila.escena.partida_id)  # whoever publishes it holds this lock
        esperan = _del_autor(usuario).filter(publico=publico, estado=PENDIENTE)
        return esperan.update(estado=Programado.Estado.CANCELADO, cambiado=ahora) == 1


def _del_autor(usuario: Usuario) -> QuerySet[Programado]:
    return Programado.objects.sin_filtrar("own turns that wait").filter(usuario=usuario)


@manejador("publicar_programado")
def publicar_vencido(datos: Mapping[str, Any], ahora: datetime) -> None:
    """Publish one turn whose hour has come, as its author would now; what is refused goes back to them with why.

    Called again for the same job it finds the turn published and does nothing: turn, state and job are one transaction.
    """
    filas = Programado.objects.sin_filtrar("publish what is due")
    fila = filas.filter(publico=datos["programado"]).select_related("escena", "usuario").first()
    if fila is None:
        return
    with verbo() as cerrojos:
        partida = cerrojos.partida(fila.escena.partida_id)
        fila.refresh_from_db()
        if fila.estado != PENDIENTE or str(fila.version) != datos["version"]:
            return
        fallos.punto("programado:cerrojo")
        with override(fila.usuario.idioma):
            motivo = _publicar(fila, partida, ahora)
        if motivo:
            estado = Programado.Estado.RECHAZADO
            filas.filter(pk=fila.pk).update(estado=estado, motivo=motivo[:MOTIVO_MAXIMO], cambiado=ahora)
            lugar = borradores.lugar_de_lo_programado(fila.publico)
            suyo = Borrador.objects.sin_filtrar("draft of what waits for its hour")
            suyo.filter(usuario=fila.usuario, lugar=lugar).update(guardado=ahora)  # its month begins now
            buzon.anotar("programado_rechazado", partida=partida, actor=fila.usuario, ahora=ahora)
        fallos.punto("programado:antes_commit")


def _publicar(fila: Programado, partida: Partida, ahora: datetime) -> str:
    """Publish it; returns the sentence with which it was refused, empty if it was not."""
    try:
        _exigir_direccion(lector(fila.usuario, partida))
        hecho = _con_su_clave(fila.usuario.pk, fila.clave)
        if hecho is not None and hecho.estado == Mensaje.Estado.EN_CURSO:
            return _dados_caidos()  # what was confirmed before would throw its dice again
        turnos.publicar(fila.escena, _de_json(fila.orden), autor=fila.usuario, ahora=ahora)
    except NoExiste:
        return _("La escena ya no está a tu alcance.")
    except (NoPermitido, DatoInvalido) as error:
        return str(error.motivo)
    except TiradaRechazada as error:
        return Palabras.de(partida.sistema).de_quien(error.rechazo, error.nombre)
    except ClaveReutilizada:
        return _("Ya lo habías publicado con otro texto.")
    return ""


@caducidad("turnos programados")
def caducar(ahora: datetime) -> int:
    """Drop the rows of what was published, cancelled or refused a month ago; its draft, if any, has its own month."""
    limite = ahora - timedelta(days=DIAS_DE_LO_HECHO)
    viejos = Programado.objects.sin_filtrar("what was put off expires").exclude(estado=PENDIENTE)
    return int(viejos.filter(cambiado__lt=limite).delete()[0])


def _a_json(orden: OrdenTurno) -> dict[str, Any]:
    """Return the order as the row keeps it: all but when and where it was typed."""
    datos = asdict(orden)
    del datos["abierto"], datos["pestana"]
    return datos | {
        "clave": str(orden.clave),
        "destinatarios": list(orden.destinatarios),
        "tiradas": [asdict(tirada) | {"varios": list(tirada.varios)} for tirada in orden.tiradas],
        "adjuntos": [asdict(puesto) for puesto in orden.adjuntos],
    }


def _de_json(datos: Mapping[str, Any]) -> OrdenTurno:
    return OrdenTurno(
        **{
            **datos,
            "clave": UUID(datos["clave"]),
            "destinatarios": tuple(datos["destinatarios"]),
            "tiradas": tuple(
                TiradaDeclarada(**{**una, "varios": tuple(una.get("varios", ()))}) for una in datos["tiradas"]
            ),
            "adjuntos": tuple(Puesto(**uno) for uno in datos["adjuntos"]),
        }
    )
