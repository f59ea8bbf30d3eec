"""Seats and the cast: who takes part, who plays whom."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from cuentas.nombres import clave_de_nombre, validar_nombre
from partidas.dominio import buzon, pendientes, ronda
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Participante, Partida, Reparto
from partidas.politica import MAXIMO_DE_PERSONAJES, lector, puede_editar_ficha, puede_sentarse
from personajes.dominio import personajes
from personajes.dominio.fichas import FichaCambiada, corregir
from personajes.models import FICHA_COMPLETA, Personaje
from reglas.motor import sistema

if TYPE_CHECKING:
    from cuentas.models import Usuario


@con_reintentos
def sentarse(partida: Partida, *, usuario: Usuario, ahora: datetime) -> bool:
    """Take a player's seat; returns False if the person already had a seat."""
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        _exigir_visible(partida, usuario)
        if lector(usuario, partida).participa:
            return False
        permiso = puede_sentarse(usuario, partida)
        if not permiso:
            raise NoPermitido(permiso.motivo)
        plaza = sentar(partida, usuario, Participante.Papel.JUGADOR, ahora)
        buzon.anotar("plaza_tomada", partida=partida, plaza=plaza, actor=usuario, ahora=ahora)
    return True


def _exigir_visible(partida: Partida, por: Usuario) -> None:
    """Raise NoExiste for whom the partida is not there."""
    if not Partida.objects.visibles_para(por).filter(pk=partida.pk).exists():
        raise NoExiste


def _exigir_fila(fila: Reparto, por: Usuario) -> None:
    """Raise NoExiste for whom the character is not there."""
    if not Reparto.objects.visibles_para(por).filter(pk=fila.pk).exists():
        raise NoExiste


def sentar(partida: Partida, usuario: Usuario, papel: str, ahora: datetime) -> Participante:
    """Give a person a seat, or the seat back, inside a verb that has checked who may."""
    plaza, _nuevo = Participante.objects.sin_filtrar("seat a person").update_or_create(
        partida=partida,
        usuario=usuario,
        defaults={"papel": papel, "estado": Participante.Estado.ACTIVA},
        create_defaults={"papel": papel, "estado": Participante.Estado.ACTIVA, "desde": ahora},
    )
    pendientes.saldar(
        pendientes.Fin.HECHO, ahora, clase=pendientes.Clase.PLAZA, partida=partida, para=usuario
    )  # an offer, if there was one
    return plaza


@con_reintentos
def incorporar(
    partida: Partida,
    *,
    nombre: str,
    ficha: Mapping[str, Any],
    por: Usuario,
    ahora: datetime,
    clase: str = Personaje.Clase.PJ,
    formato: str = FICHA_COMPLETA,
    secreto: bool = False,
    presentacion: str = "",
    paso_a_paso: bool = False,
) -> Reparto:
    """Make a character and add it to the cast: a player's PJ for oneself, or a PNJ if one directs.

    paso_a_paso: it begins in creation, to be finished in the guided steps.
    Raises NoPermitido, DatoInvalido (a name that can be mistaken for another), Rechazo (the sheet's path).
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        _exigir_visible(partida, por)
        quien = lector(por, partida)
        es_pj = clase == Personaje.Clase.PJ
        if not (quien.juega if es_pj else quien.dirige):
            raise NoPermitido(_("Para eso necesitas una plaza en la partida."))
        if not partida.admite_escritura:
            raise NoPermitido(_("La partida está cerrada: solo se puede leer."))
        abiertas = Reparto.objects.sin_filtrar("names and number of the cast").filter(
            partida=partida, hasta__isnull=True
        )
        if es_pj and abiertas.filter(usuario=por).count() >= MAXIMO_DE_PERSONAJES:
            raise NoPermitido(_("Ya tienes ocho personajes en esta partida."))
        nombre = _comprobar_nombre(partida, None, nombre, por)
        personaje = personajes.crear(
            sistema=partida.sistema,
            clase=clase,
            formato=formato,
            nombre=nombre,
            ficha=ficha,
            titular=por if es_pj else None,
            por=por,
            ahora=ahora,
            presentacion=presentacion,
            estado=Personaje.Estado.CREACION if paso_a_paso else Personaje.Estado.ACTIVO,
        )
        fila = Reparto.objects.sin_filtrar("join the cast").create(
            partida=partida,
            personaje=personaje,
            usuario=por if es_pj else None,
            clave_nombre=personaje.clave_nombre,
            secreto=secreto,
            desde=ahora,
        )
        if es_pj and not paso_a_paso:
            ronda.cuadrar_partida(partida, ahora=ahora, actor=por)
        buzon.anotar("personaje_incorporado", partida=partida, reparto=fila, actor=por, ahora=ahora)
    return fila


def _comprobar_nombre(partida: Partida, fila: Reparto | None, nombre: str, por: Usuario) -> str:
    """Return the name as it is stored.

    Refuses one that can be mistaken for another of the cast, without naming one that `por` may not know.
    """
    try:
        nombre = validar_nombre(nombre)
    except ValidationError as error:
        raise DatoInvalido("nombre", " ".join(error.messages)) from error
    abiertas = Reparto.objects.sin_filtrar("names of the cast").filter(partida=partida, hasta__isnull=True)
    otra = abiertas.filter(clave_nombre=clave_de_nombre(nombre)).select_related("personaje").first()
    if otra is None or (fila is not None and otra.pk == fila.pk):
        return nombre
    if Reparto.objects.visibles_para(por).filter(pk=otra.pk).exists():
        frase = _("Ese nombre se confunde con %(nombre)s: elige otro.") % {"nombre": otra.personaje.nombre}
    else:
        frase = _("Ese nombre no puede usarse aquí: elige otro.")
    raise DatoInvalido("nombre", frase)


def pnj_rapido(
    partida: Partida, *, nombre: str, nivel: int, por: Usuario, ahora: datetime, secreto: bool = True
) -> Reparto:
    """Add a PNJ whose sheet the system makes from a name and a level: a short one, where it has those."""
    reglas = sistema(partida.sistema)
    return incorporar(
        partida,
        nombre=nombre,
        ficha=reglas.pnj_rapido(nombre, nivel),
        por=por,
        ahora=ahora,
        clase=Personaje.Clase.PNJ,
        formato=FICHA_COMPLETA if reglas.hoja_unica else next(iter(reglas.objetivos)),
        secreto=secreto,
    )


@con_reintentos
def corregir_ficha(
    fila: Reparto, *, version: int, cambios: Mapping[str, Any], por: Usuario, ahora: datetime, motivo: str = ""
) -> bool:
    """Change a sheet by hand: its player while it is being made, the direction at any time and with a reason.

    version: of the sheet that the form showed. Returns False if nothing changes. Raises NoPermitido, DatoInvalido,
    FichaCambiada (somebody saved before), Rechazo.
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(fila.partida_id)
        _exigir_fila(fila, por)
        personaje = cerrojos.personajes([fila.personaje_id])[fila.personaje_id]
        fila = _como_esta(fila, por)
        permiso = puede_editar_ficha(lector(por, partida), fila, personaje)
        if not permiso:
            raise NoPermitido(permiso.motivo)
        if personaje.estado != Personaje.Estado.CREACION and not motivo.strip():
            raise DatoInvalido("motivo", _("Di por qué: quedará en los cambios de la ficha."))
        if personaje.version != version:
            raise FichaCambiada(personaje)
        if "nombre" in cambios:
            nombre = _comprobar_nombre(partida, fila, str(cambios["nombre"] or ""), por)
            cambios = {**cambios, "nombre": nombre}
        cambiada = corregir(personaje, cambios=cambios, por=por, ahora=ahora, motivo=motivo.strip())
        if cambiada and personaje.nombre != personaje.ficha["nombre"]:
            personaje.nombre = personaje.ficha["nombre"]
            personaje.clave_nombre = clave_de_nombre(personaje.nombre)
            personaje.save(update_fields=["nombre", "clave_nombre"])
            Reparto.objects.sin_filtrar("rename in the cast").filter(pk=fila.pk).update(
                clave_nombre=personaje.clave_nombre
            )
        if cambiada:
            buzon.anotar("ficha_corregida", partida=partida, ficha=personaje, actor=por, ahora=ahora)
    return cambiada


@con_reintentos
def terminar_creacion(fila: Reparto, *, por: Usuario, ahora: datetime) -> bool:
    """Let a character begin to play; returns False if it already did."""
    with verbo() as cerrojos:
        partida = cerrojos.partida(fila.partida_id)
        _exigir_fila(fila, por)
        personaje = cerrojos.personajes([fila.personaje_id])[fila.personaje_id]
        fila = _como_esta(fila, por)
        permiso = puede_editar_ficha(lector(por, partida), fila, personaje)
        if not permiso:
            if personaje.estado == Personaje.Estado.ACTIVO and fila.usuario_id == por.pk:
                return False
            raise NoPermitido(permiso.motivo)
        filas = Personaje.objects.sin_filtrar("begin to play").filter(pk=personaje.pk, estado=Personaje.Estado.CREACION)
        hecho = filas.update(estado=Personaje.Estado.ACTIVO) == 1
        if hecho:
            ronda.cuadrar_partida(partida, ahora=ahora, actor=por)
            buzon.anotar("personaje_terminado", partida=partida, reparto=fila, actor=por, ahora=ahora)
    return hecho


def _como_esta(fila: Reparto, por: Usuario) -> Reparto:
    """Return the open cast row of the character now, under the partida's lock: it may have changed hands since."""
    filas = Reparto.objects.visibles_para(por).filter(partida=fila.partida_id, personaje=fila.personaje_id)
    abierta = filas.filter(hasta__isnull=True).first()
    if abierta is None:
        raise NoExiste
    return abierta
