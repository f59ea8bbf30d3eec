"""The mail of what people are told: as it leaves, each job asks again whether it may and whether it is wanted."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from config import correo as estafeta
from config import fallos
from cuentas.correo import direccion_de
from cuentas.models import Usuario
from partidas.consultas.avisos import por_leer
from partidas.consultas.estafeta import AVISO, RESUMEN, TIPOS
from partidas.dominio import bajas, buzon
from partidas.dominio.destinos import EN_SILENCIO
from partidas.dominio.obrero import Despues, NoRepetir, al_acabar, manejador
from partidas.dominio.rutinas import caducidad
from partidas.models import (
    Aviso,
    ClaseDeAviso,
    EscenaSilenciada,
    Mensaje,
    Participante,
    PreferenciaDeAviso,
    Trabajo,
)
from partidas.presentacion import correos
from partidas.presentacion.avisos import CON_LO_QUE_DICE, decir

if TYPE_CHECKING:
    from django.db.models import QuerySet

POR_HORA = 20
"""Mails to one person in an hour; of what is over it they get one mail, at the next hour."""
HORA = timedelta(hours=1)
PLAZO = timedelta(minutes=3)
"""Longer than a task may last: two workers never have the same mail in hand."""
ESPERA = timedelta(minutes=1)
DIAS_GUARDADOS = 30

log = logging.getLogger("hilo.correo")
al_acabar(estafeta.acabar)


@manejador(AVISO, atomico=False, plazo=PLAZO)
def enviar_aviso(datos: Mapping[str, Any], ahora: datetime) -> None:
    """Send one mail, take it back, or leave it for that of the hour. Sent again, it is the same mail by Message-ID."""
    por_enviar = Aviso.objects.sin_filtrar("send a mail").filter(correo=Aviso.Correo.PENDIENTE)
    aviso = por_enviar.select_related("usuario", *CON_LO_QUE_DICE).filter(publico=datos["aviso"]).first()
    if aviso is None:
        return
    direccion = _adonde(aviso, ahora)
    if not direccion:
        _apuntar([aviso], Aviso.Correo.RETIRADO)
        return
    if _enviados_hace_poco(aviso.usuario, ahora) >= POR_HORA:
        _dejar_para_el_resumen(aviso.usuario, ahora)
        return
    with correos.en_su_idioma(aviso.usuario):
        baja = bajas.direccion(aviso.usuario, partida=aviso.partida, clase=aviso.clase)
        carta = correos.de_aviso(aviso, decir(aviso), a=direccion, baja=baja, texto=_texto(aviso))
    _enviar(carta, ahora)
    fallos.punto("correo:enviado")
    _apuntar([aviso], Aviso.Correo.ENVIADO)


@manejador(RESUMEN, atomico=False, plazo=PLAZO)
def enviar_resumen(datos: Mapping[str, Any], ahora: datetime) -> None:
    """Send one mail that says how many notices there are that had none of their own."""
    usuario = Usuario.objects.filter(publico=datos["usuario"]).first()
    if usuario is None:
        return
    sin_correo = Aviso.objects.sin_filtrar("send a mail").filter(usuario=usuario, correo=Aviso.Correo.PENDIENTE)
    filas = {f"{AVISO}:{aviso.publico}": aviso for aviso in sin_correo.select_related("usuario", *CON_LO_QUE_DICE)}
    apartadas = Trabajo.objects.filter(clave__in=filas, estado=Trabajo.Estado.HECHO).values_list("clave", flat=True)
    quedan: list[Aviso] = []
    for aviso in [filas[clave] for clave in apartadas]:
        if _adonde(aviso, ahora, pospone=False):
            quedan.append(aviso)
        else:
            _apuntar([aviso], Aviso.Correo.RETIRADO)
    if not quedan:
        return
    with correos.en_su_idioma(usuario):
        carta = correos.de_resumen(
            usuario, len(quedan), hora=datos["hora"], a=direccion_de(usuario), baja=bajas.direccion(usuario)
        )
    _enviar(carta, ahora)
    _apuntar(quedan, Aviso.Correo.ENVIADO)


def _enviar(carta: estafeta.Carta, ahora: datetime) -> None:
    try:
        estafeta.enviar(carta)
    except estafeta.Rechazada as error:
        raise NoRepetir(str(error)) from None
    except estafeta.ServidorCaido:
        raise Despues(ahora + ESPERA) from None


def _adonde(aviso: Aviso, ahora: datetime, *, pospone: bool = True) -> str:
    """Return the address to which the mail may go at this moment, or an empty text.

    Raises Despues while its person does not want to hear of it yet, unless `pospone` is false.
    """
    usuario, pendiente = aviso.usuario, aviso.pendiente
    por_leer_ = Aviso.objects.visibles_para(usuario).filter(por_leer(), pk=aviso.pk)
    if not usuario.correos or not _con_plaza(aviso) or not por_leer_.exists() or not _lo_quiere(aviso):
        return ""
    hasta = pendiente.pospuesto if pendiente is not None and pendiente.para_id == usuario.pk else None
    if pospone and hasta is not None and hasta > ahora:
        raise Despues(hasta)
    return direccion_de(usuario)


def _con_plaza(aviso: Aviso) -> bool:
    """Say whether the person sits there, or has been asked to and that is what they are told."""
    estados = [Participante.Estado.ACTIVA]
    if aviso.clase == ClaseDeAviso.PLAZA:
        estados.append(Participante.Estado.INVITADA)
    plazas = Participante.objects.sin_filtrar("whether who is told still sits there")
    return plazas.filter(partida=aviso.partida_id, usuario=aviso.usuario_id, estado__in=estados).exists()


def _lo_quiere(aviso: Aviso) -> bool:
    """Say whether the person has not said since that they want no mail of it: what is said of the partida counts."""
    suyas = PreferenciaDeAviso.objects.visibles_para(aviso.usuario).filter(clase=aviso.clase)
    dicho = dict(suyas.filter(partida=aviso.partida_id).values_list("partida", "correo"))
    dicho = dicho or dict(suyas.filter(partida__isnull=True).values_list("partida", "correo"))
    if not all(dicho.values()):
        return False
    calladas = EscenaSilenciada.objects.visibles_para(aviso.usuario).filter(escena=aviso.escena_id)
    return aviso.clase not in EN_SILENCIO or not calladas.exists()


def _texto(aviso: Aviso) -> str:
    """Return the words of the turn for who wants them in their mail and may read them now; no private fragments."""
    if aviso.mensaje_id is None or not aviso.usuario.texto_en_correos:
        return ""
    mensaje = Mensaje.objects.visibles_para(aviso.usuario).filter(pk=aviso.mensaje_id).first()
    return correos.palabras(mensaje.texto) if mensaje is not None else ""


def _apuntar(avisos: list[Aviso], que: str) -> None:
    filas: QuerySet[Aviso] = Aviso.objects.sin_filtrar("what became of a mail").filter(
        pk__in=[aviso.pk for aviso in avisos], correo=Aviso.Correo.PENDIENTE
    )
    filas.update(correo=que)
    log.info("correos: %s, %d", que, len(avisos))


def _enviados_hace_poco(usuario: Usuario, ahora: datetime) -> int:
    enviados = Aviso.objects.sin_filtrar("mails of a person").filter(usuario=usuario, correo=Aviso.Correo.ENVIADO)
    claves = [f"{AVISO}:{publico}" for publico in enviados.order_by("-pk").values_list("publico", flat=True)[:200]]
    return Trabajo.objects.filter(clave__in=claves, hecho__gt=ahora - HORA).count()


def _dejar_para_el_resumen(usuario: Usuario, ahora: datetime) -> None:
    cuando = ahora.replace(minute=0, second=0, microsecond=0) + HORA
    hora = f"{cuando:%Y-%m-%dT%H}"
    datos = {"usuario": usuario.publico, "hora": hora}
    buzon.encargar(RESUMEN, clave=f"{RESUMEN}:{usuario.publico}:{hora}", datos=datos, ahora=ahora, cuando=cuando)


@caducidad("correos")
def caducar_correos(ahora: datetime) -> int:
    """Drop the files of mails of a month ago, and the jobs of mails that nobody tried again for so long."""
    limite = ahora - timedelta(days=DIAS_GUARDADOS)
    parados = Trabajo.objects.filter(tipo__in=TIPOS, estado=Trabajo.Estado.PARADO, creado__lt=limite)
    avisos = [trabajo.datos["aviso"] for trabajo in parados if trabajo.tipo == AVISO]
    sin_salida = Aviso.objects.sin_filtrar("what became of a mail").filter(publico__in=avisos)
    sin_salida.filter(correo=Aviso.Correo.PENDIENTE).update(correo=Aviso.Correo.RETIRADO)
    return parados.delete()[0] + estafeta.barrer(limite)
