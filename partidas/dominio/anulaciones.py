"""Voiding a roll: a counter-entry in the book and the sheets as they were, if nothing has been built on it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from partidas.dominio import buzon, debidas, pendientes
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido, TiradaConSecuelas
from partidas.models import Partida, Reparto, SolicitudDeAnulacion, Tirada
from partidas.models.tirada import MOTIVO_MAXIMO
from partidas.ofertas import es_de
from partidas.politica import Lector, lector
from partidas.presentacion.palabras import Palabras
from personajes.dominio import fichas
from personajes.models import CambioFicha, Personaje
from reglas.models import Clase
from reglas.sellado import huella_texto

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.models import Usuario

Estado = SolicitudDeAnulacion.Estado
PENDIENTE = Estado.PENDIENTE
MOTIVO_EN_FICHA = 200
LADOS = (("ficha", "personaje_id", "version_ficha"), ("objetivo", "objetivo_id", "version_objetivo"))


@con_reintentos
def anular(tirada_publico: str, *, motivo: str, por: Usuario, ahora: datetime) -> bool:
    """Void a roll: counter-entry, counter-change of the sheets, struck card, its options closed.

    Returns False, having changed nothing, if it was already void. A pending request of the player is granted by it.
    Raises NoExiste, NoPermitido, DatoInvalido, TiradaConSecuelas.
    """
    with verbo() as cerrojos:
        quien, tirada = _cerrar(cerrojos, tirada_publico, por)
        if not quien.dirige:
            raise NoPermitido(_("Las tiradas las anula la dirección. Puedes pedírselo."))
        return _anular(cerrojos, quien, tirada, _limpiar(motivo), por, ahora)


@con_reintentos
def conceder(tirada_publico: str, *, por: Usuario, ahora: datetime) -> bool:
    """Void the roll for the reason its player gave; False if nobody asks for it now."""
    with verbo() as cerrojos:
        quien, tirada = _cerrar(cerrojos, tirada_publico, por)
        _solo_direccion(quien)
        solicitud = _pendientes(tirada).first()
        if solicitud is None:
            return False
        return _anular(cerrojos, quien, tirada, solicitud.motivo, por, ahora)


@con_reintentos
def negar(tirada_publico: str, *, por: Usuario, ahora: datetime) -> bool:
    """Leave the roll as it fell; False if nobody asks for anything else now."""
    with verbo() as cerrojos:
        quien, tirada = _cerrar(cerrojos, tirada_publico, por)
        _solo_direccion(quien)
        return _cerrar_sin_anular(quien, tirada, Estado.NEGADA, por, ahora)


@con_reintentos
def retirar(tirada_publico: str, *, por: Usuario, ahora: datetime) -> bool:
    """Take back one's own request while nobody has answered it; False if it is not there any more."""
    with verbo() as cerrojos:
        quien, tirada = _cerrar(cerrojos, tirada_publico, por)
        if not SolicitudDeAnulacion.objects.visibles_para(por).filter(tirada=tirada, por=por).exists():
            raise NoPermitido(_("Solo retira lo que pidió quien lo pidió."))
        return _cerrar_sin_anular(quien, tirada, Estado.RETIRADA, por, ahora)


@con_reintentos
def pedir(tirada_publico: str, *, motivo: str, por: Usuario, ahora: datetime) -> bool:
    """Ask the direction to void a roll of one's own; False if it is void or was already asked."""
    with verbo() as cerrojos:
        quien, tirada = _cerrar(cerrojos, tirada_publico, por)
        if not es_propia(quien, tirada):
            raise NoPermitido(_("Solo pide anular una tirada quien la hizo."))
        motivo = _limpiar(motivo)
        if tirada.anulada or _pendientes(tirada).exists():
            return False
        solicitud = SolicitudDeAnulacion.objects.sin_filtrar("ask to void a roll").create(
            tirada=tirada, por=por, motivo=motivo, creada=ahora
        )
        pendientes.dar_a(
            None,
            pendientes.Clase.ANULACION,
            clave=_clave(tirada),
            partida=quien.partida,
            escena=tirada.mensaje.escena,
            mensaje=tirada.mensaje,
            espera=por,
            actor=por,
            ahora=ahora,
        )
        buzon.anotar("anulacion_pedida", partida=quien.partida, solicitud=solicitud, actor=por, ahora=ahora)
    return True


def es_propia(quien: Lector, tirada: Tirada) -> bool:
    """Whether the person threw the roll or plays its sheet, with a seat to play."""
    if not quien.juega:
        return False
    abierto = Reparto.objects.sin_filtrar("who plays the sheet that rolled")
    fila = abierto.filter(partida=quien.partida, personaje=tirada.personaje_id, hasta__isnull=True).first()
    return tirada.autor_id == quien.usuario.pk or es_de(quien, tirada, fila)


def secuelas(tirada: Tirada) -> list[str]:
    """Say what stands on the roll and keeps it from being voided: later changes of its sheets, options taken."""
    palabras = Palabras.de(tirada.sistema)
    frases = [
        _("Se tomó su opción «%(opcion)s»: anula antes esa tirada.")
        % {"opcion": palabras.opcion(hija.opcion.partition(":")[0])}
        for hija in Tirada.objects.sin_filtrar("what continues a roll").filter(continua=tirada, anulada__isnull=True)
    ]
    for lado, campo, version in LADOS:
        personaje = getattr(tirada, campo)
        if personaje is not None and _efectos(tirada, lado):
            frases.extend(_cambios_posteriores(personaje, getattr(tirada, version)))
    return list(dict.fromkeys(frases))


def _cambios_posteriores(personaje_id: int, version: int) -> list[str]:
    """Say each change of a sheet after a version, but for those that a later void took back."""
    cambios = CambioFicha.objects.sin_filtrar("what was built on a roll").select_related("personaje")
    filas = list(cambios.filter(personaje=personaje_id, version__gt=version).order_by("version"))
    recibos = [fila.asiento for fila in filas if fila.asiento]
    tiradas = Tirada.objects.sin_filtrar("what was built on a roll").filter(recibo__in=recibos)
    por_recibo = {tirada.recibo: tirada for tirada in tiradas}
    frases = []
    for fila in filas:
        hecha = por_recibo.get(fila.asiento)
        if fila.causa == CambioFicha.Causa.ANULACION or (hecha is not None and hecha.anulada):
            continue
        causa = str(fila.get_causa_display())
        if hecha is not None:
            palabras = Palabras.de(hecha.sistema)
            causa = f"{causa}, {palabras(palabras.sistema.acciones[hecha.accion].nombre)} ({hecha.recibo[:8]})"
        frases.append(
            _("La ficha de %(nombre)s cambió después: %(causa)s.") % {"nombre": fila.personaje.nombre, "causa": causa}
        )
    return frases


def _cerrar(cerrojos: Cerrojos, publico: str, por: Usuario) -> tuple[Lector, Tirada]:
    """Lock partida, scene and turn of a roll that the person sees; NoExiste if they do not."""
    vista = _visible(publico, por)
    partida = cerrojos.partida(vista.mensaje.escena.partida_id)
    cerrojos.escena(vista.mensaje.escena_id)
    cerrojos.mensaje(vista.mensaje_id)
    _comprobar_abierta(partida)
    return lector(por, partida), _visible(publico, por)


def _visible(publico: str, por: Usuario) -> Tirada:
    filas = Tirada.objects.visibles_para(por).select_related("mensaje__escena", "asiento", "juicio")
    tirada = filas.filter(publico=publico).first()
    if tirada is None:
        raise NoExiste
    return tirada


def _comprobar_abierta(partida: Partida) -> None:
    if not partida.admite_escritura:
        raise NoPermitido(_("La partida está cerrada: sus tiradas quedan como están."))


def _solo_direccion(quien: Lector) -> None:
    if not quien.dirige:
        raise NoPermitido(_("Eso lo hace la dirección."))


def _limpiar(motivo: str) -> str:
    motivo = motivo.strip()
    if not motivo:
        raise DatoInvalido("motivo", _("Di por qué: lo leerán quienes vieron la tirada."))
    if len(motivo) > MOTIVO_MAXIMO:
        raise DatoInvalido("motivo", _("El motivo es demasiado largo: caben 300 caracteres."))
    return motivo


def _anular(cerrojos: Cerrojos, quien: Lector, tirada: Tirada, motivo: str, por: Usuario, ahora: datetime) -> bool:
    if tirada.anulada:
        return False
    personajes = cerrojos.personajes(pk for pk in (tirada.personaje_id, tirada.objetivo_id) if pk)
    frases = secuelas(tirada)
    if frases:
        raise TiradaConSecuelas(tuple(frases))
    libro = cerrojos.libro(quien.partida.publico, Clase(tirada.libro))
    asiento = libro.anotar_anulacion(tirada.asiento, motivo=huella_texto(motivo), autor=por.publico, ahora=ahora)
    for lado, campo, _version in LADOS:
        if (pk := getattr(tirada, campo)) is not None:
            _devolver(tirada, lado, personajes[pk], motivo, por, ahora, asiento.recibo)
    tirada.anulada, tirada.motivo_anulacion = ahora, motivo
    tirada.save(update_fields=["anulada", "motivo_anulacion"])
    debidas.al_anular(tirada, por, ahora=ahora)
    _pendientes(tirada).update(estado=Estado.CONCEDIDA, resuelta=ahora, resuelta_por=por)
    pendientes.saldar(pendientes.Fin.HECHO, ahora, clave=_clave(tirada))
    libro.rotar_si_toca(ahora=ahora)
    turno = tirada.mensaje
    buzon.anotar(
        "anulado", partida=quien.partida, escena=turno.escena, mensaje=turno, tirada=tirada, actor=por, ahora=ahora
    )
    return True


def _devolver(
    tirada: Tirada, lado: str, personaje: Personaje, motivo: str, por: Usuario, ahora: datetime, recibo: str
) -> None:
    """Put back the sheet that the stored request had, exactly. The reason of a private roll stays on its card."""
    efectos = _efectos(tirada, lado)
    if not efectos:
        return
    if personaje.ficha != tirada.respuesta[lado]:
        frase = _("La ficha de %(nombre)s ya no es la que dejó la tirada.") % {"nombre": personaje.nombre}
        raise TiradaConSecuelas((frase,))
    fichas.aplicar(
        personaje,
        ficha=json.loads((tirada.juicio or tirada.asiento).peticion)[lado],
        efectos=[{**e, "antes": e["despues"], "despues": e["antes"]} for e in reversed(efectos)],
        causa=CambioFicha.Causa.ANULACION,
        por=por,
        ahora=ahora,
        asiento=recibo,
        motivo=motivo[:MOTIVO_EN_FICHA] if tirada.libro == Clase.ABIERTO else "",
    )


def _efectos(tirada: Tirada, lado: str) -> list[dict[str, Any]]:
    return [efecto for efecto in tirada.respuesta["efectos"] if efecto["sobre"] == lado]


def _pendientes(tirada: Tirada) -> QuerySet[SolicitudDeAnulacion]:
    return SolicitudDeAnulacion.objects.sin_filtrar("requests about a roll").filter(tirada=tirada, estado=PENDIENTE)


def _clave(tirada: Tirada) -> str:
    """Return the key of what the direction owes to whoever asks to void a roll."""
    return f"anulacion:{tirada.publico}"


def _cerrar_sin_anular(quien: Lector, tirada: Tirada, estado: Estado, por: Usuario, ahora: datetime) -> bool:
    """Close the pending request, refused or taken back, and leave the roll as it fell."""
    solicitud = _pendientes(tirada).first()
    if solicitud is None or (estado == Estado.RETIRADA and solicitud.por_id != por.pk):
        return False
    solicitud.estado, solicitud.resuelta, solicitud.resuelta_por = estado, ahora, por
    solicitud.save(update_fields=["estado", "resuelta", "resuelta_por"])
    fin = pendientes.Fin.HECHO if estado == Estado.NEGADA else pendientes.Fin.RETIRADO
    pendientes.saldar(fin, ahora, clave=_clave(tirada))
    buzon.anotar(f"anulacion_{estado.value}", partida=quien.partida, solicitud=solicitud, actor=por, ahora=ahora)
    return True
