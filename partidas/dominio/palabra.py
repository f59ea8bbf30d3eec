"""The direction's word: what a player asks it to allow waits, is thrown as declared, refused or taken back."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from partidas.dominio import buzon, continuaciones, lances, pendientes, peticiones
from partidas.dominio import tiradas as rodar
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.eleccion import elegir
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.dominio.lotes import Una
from partidas.models import Escena, Mensaje, Partida, SolicitudDePalabra, Tirada
from partidas.models.tirada import MOTIVO_MAXIMO
from partidas.politica import Lector, lector, puede_tirar
from partidas.presentacion.palabras import Palabras
from reglas.nucleo.canonico import huella

if TYPE_CHECKING:
    from cuentas.models import Usuario

Estado = SolicitudDePalabra.Estado
PUEDEN_TIRAR = (Mensaje.Estado.PUBLICADO, Mensaje.Estado.EN_CURSO)


class _Lugar:
    """A request that the person sees, with everything down to its turn locked."""

    def __init__(self, cerrojos: Cerrojos, publico: str, por: Usuario) -> None:
        vista = _visible(publico, por)
        self.cerrojos = cerrojos
        self.partida: Partida = cerrojos.partida(vista.mensaje.escena.partida_id)
        self.escena: Escena = cerrojos.escena(vista.mensaje.escena_id)
        self.mensaje: Mensaje = cerrojos.mensaje(vista.mensaje_id)
        self.solicitud = _visible(publico, por)
        self.quien: Lector = lector(por, self.partida)

    def exigir_direccion(self) -> None:
        """Raise NoPermitido for who does not direct, or where nothing can be thrown now."""
        if not self.quien.dirige:
            raise NoPermitido(_("Eso lo hace la dirección."))

    def responder(
        self, estado: str, por: Usuario, ahora: datetime, motivo: str = "", tirada: Tirada | None = None
    ) -> None:
        """Write the answer and tell of it."""
        s = self.solicitud
        s.estado, s.resuelta, s.resuelta_por, s.motivo, s.tirada = estado, ahora, por, motivo[:MOTIVO_MAXIMO], tirada
        s.save(update_fields=["estado", "resuelta", "resuelta_por", "motivo", "tirada"])
        contestada = estado in (Estado.CONCEDIDA, Estado.NEGADA)
        fin = pendientes.Fin.HECHO if contestada else pendientes.Fin.RETIRADO
        pendientes.saldar(fin, ahora, clave=peticiones.clave_de(s))
        buzon.anotar(
            f"palabra_{estado}",
            partida=self.partida,
            escena=self.escena,
            mensaje=self.mensaje,
            actor=por,
            ahora=ahora,
        )


def _visible(publico: str, por: Usuario) -> SolicitudDePalabra:
    filas = SolicitudDePalabra.objects.visibles_para(por).filter(publico=publico)
    fila = filas.select_related("mensaje__escena", "por", "personaje", "objetivo", "continua").first()
    if fila is None:
        raise NoExiste
    return fila


@con_reintentos
def pedir(
    tirada_publico: str, opcion: str, orden: OrdenContinuar, *, por: Usuario, ahora: datetime
) -> SolicitudDePalabra:
    """Ask to take an option of a roll that the direction must allow. The same key returns the first request.

    Raises NoExiste, NoPermitido, DatoInvalido, TiradaRechazada, ClaveReutilizada.
    """
    with verbo() as cerrojos:
        e = continuaciones.abrir(cerrojos, tirada_publico, opcion, orden, autor=por)
        propias = SolicitudDePalabra.objects.sin_filtrar("idempotency: own key")
        hecha = propias.filter(por=por, clave=orden.clave).first()
        if hecha is not None:
            if hecha.continua_id != e.tirada.pk or hecha.huella != huella(e.declarada.huella()):
                raise ClaveReutilizada(e.mensaje)
            return hecha
        actor, objetivo = continuaciones.comprobar(e)
        if not e.de_la_direccion:
            raise DatoInvalido("opcion", _("Eso no necesita la palabra de la dirección: hazlo sin pedirla."))
        pendientes = propias.filter(continua=e.tirada, opcion=opcion, estado=Estado.PENDIENTE)
        if pendientes.exists():
            raise DatoInvalido("opcion", _("Ya se ha pedido: espera a que la dirección conteste."))
        hecha = peticiones.anotar(
            e.mensaje,
            e.declarada,
            actor=actor,
            objetivo=objetivo,
            clave=orden.clave,
            por=por,
            ahora=ahora,
            sistema=e.partida.sistema,
            continua=e.tirada,
            opcion=opcion,
        )
        buzon.anotar("palabra_pedida", partida=e.partida, escena=e.escena, mensaje=e.mensaje, actor=por, ahora=ahora)
    return hecha


@con_reintentos
def conceder(publico: str, *, por: Usuario, ahora: datetime) -> SolicitudDePalabra:
    """Throw what waits, as it was declared, and hang it on the same turn.

    What can no longer be thrown (its sheet changed, its option was used, its player left) is closed with the reason.
    Already answered, it is returned as it is. Raises NoExiste, NoPermitido.
    """
    with verbo() as cerrojos:
        lugar = _Lugar(cerrojos, publico, por)
        lugar.exigir_direccion()
        if lugar.solicitud.estado != Estado.PENDIENTE:
            return lugar.solicitud
        permiso = puede_tirar(lugar.quien, lugar.escena)
        if not permiso:
            raise NoPermitido(permiso.motivo)
        if lugar.mensaje.estado not in PUEDEN_TIRAR:
            raise NoPermitido(_("Ese mensaje no está publicado."))
        try:
            with transaction.atomic():
                tirada = _lanzar(lugar, ahora)
        except NoExiste:
            lugar.responder(Estado.CERRADA, por, ahora, _("Quien la pidió ya no está en esta partida."))
        except (NoPermitido, DatoInvalido) as error:
            lugar.responder(Estado.CERRADA, por, ahora, str(error.motivo))
        except TiradaRechazada as error:
            palabras = Palabras.de(lugar.partida.sistema)
            campos = palabras.sistema.acciones[lugar.solicitud.accion].campos
            lugar.responder(Estado.CERRADA, por, ahora, palabras.rechazo(error.rechazo, campos))
        else:
            lugar.responder(Estado.CONCEDIDA, por, ahora, tirada=tirada)
    return lugar.solicitud


@con_reintentos
def negar(publico: str, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Refuse what waits, saying why to whoever reads the message, or not; False if it was answered already."""
    motivo = motivo.strip()
    if len(motivo) > MOTIVO_MAXIMO:
        raise DatoInvalido("motivo", _("El motivo es demasiado largo: caben 300 caracteres."))
    with verbo() as cerrojos:
        lugar = _Lugar(cerrojos, publico, por)
        lugar.exigir_direccion()
        if lugar.solicitud.estado != Estado.PENDIENTE:
            return False
        lugar.responder(Estado.NEGADA, por, ahora, motivo)
    return True


@con_reintentos
def retirar(publico: str, *, por: Usuario, ahora: datetime) -> bool:
    """Take back what one asked; False if it was answered already."""
    with verbo() as cerrojos:
        lugar = _Lugar(cerrojos, publico, por)
        if lugar.solicitud.por_id != por.pk:
            raise NoPermitido(_("Eso lo retira quien lo pidió."))
        if lugar.solicitud.estado != Estado.PENDIENTE:
            return False
        lugar.responder(Estado.RETIRADA, por, ahora)
    return True


def _lanzar(lugar: _Lugar, ahora: datetime) -> Tirada:
    """Throw as the person who asked, with what they may do now. Raises as the verbs of a roll."""
    s, autor = lugar.solicitud, lugar.solicitud.por
    if autor is None or not lector(autor, lugar.partida).participa:
        raise NoExiste
    clave = uuid5(s.clave, "palabra")
    if s.continua is not None:
        orden = OrdenContinuar(clave, s.datos, s.objetivo.publico if s.objetivo else "")
        e = continuaciones.elegir(
            lugar.cerrojos, lugar.partida, lugar.escena, lugar.mensaje, s.continua.publico, s.opcion, orden, autor=autor
        )
        return continuaciones.tomar(e, clave=clave, autor=autor, ahora=ahora)
    return _lanzar_declarada(lugar, autor, ahora)


def _lanzar_declarada(lugar: _Lugar, autor: Usuario, ahora: datetime) -> Tirada:
    s, quien = lugar.solicitud, lector(autor, lugar.partida)
    permiso = puede_tirar(quien, lugar.escena)
    if not permiso:
        raise NoPermitido(permiso.motivo)
    declarada = rodar.TiradaDeclarada(
        accion=s.accion,
        datos=s.datos,
        personaje=s.personaje.publico if s.personaje else "",
        objetivo=s.objetivo.publico if s.objetivo else "",
        declaracion=s.declaracion,
    )
    elegido = elegir(quien, declarada, voz=None)
    filas = [fila for fila in (elegido.actor, elegido.objetivo) if fila is not None]
    personajes = lugar.cerrojos.personajes(fila.personaje_id for fila in filas)
    libro = lugar.cerrojos.libro(lugar.partida.publico, rodar.clase_de_libro(lugar.mensaje, lugar.escena))
    clave = uuid5(s.clave, "palabra")
    mano = lances.Mano(mensaje=lugar.mensaje, partida=lugar.partida, libro=libro, autor=autor, ahora=ahora, clave=clave)
    posicion = rodar.siguiente_posicion(lugar.mensaje)
    tirada = rodar.resolver_una(mano, Una(0, declarada, elegido, clave), personajes, posicion=posicion)
    libro.rotar_si_toca(ahora=ahora)
    return tirada
