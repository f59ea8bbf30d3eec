"""What the direction does to several sheets at once: end a turn or an adventure, give back, award.

Each is one transaction. Its cards hang on a message of the scene; those of characters that only the direction knows of
hang on another, for the direction alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from partidas.dominio import buzon, lances, tablero
from partidas.dominio import indice as busqueda
from partidas.dominio import tiradas as rodar
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.eleccion import accion_de
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.models import Escena, Mensaje, Partida, Presente, Reparto
from partidas.politica import lector, puede_tirar
from partidas.presentacion import marcado
from personajes.models import Personaje
from reglas import motor
from reglas.models import Clase
from reglas.nucleo.canonico import huella
from reglas.nucleo.rechazo import Rechazo

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from reglas.libro import LibroBloqueado
    from reglas.nucleo.sistema import Accion, Sistema

TURNO, AVENTURA, RENOVACION, ACCION = "turno", "aventura", "renovacion", "accion"
RESERVADO = "reservado"


@dataclass(frozen=True, slots=True)
class OrdenDeMesa:
    """What to do to which sheets. que: `turno`, `aventura`, `renovacion`, or `accion` with its `datos`.

    personajes: public ids. clave: one per render of the form.
    """

    clave: UUID
    que: str
    personajes: tuple[str, ...]
    accion: str = ""
    datos: Mapping[str, Any] = field(default_factory=dict)

    def huella(self, escena: Escena) -> str:
        """Return what makes two orders the same."""
        return huella(
            {
                "escena": escena.publico,
                "que": self.que,
                "personajes": sorted(self.personajes),
                "accion": self.accion,
                "datos": dict(self.datos),
            }
        )


def concede(accion: Accion) -> bool:
    """Tell whether an action is one that the direction does to a sheet: it takes no other sheet and follows nothing."""
    return accion.quien == "direccion" and accion.declarable and accion.objetivo in ("no", "opcional")


@con_reintentos
def aplicar(escena: Escena, orden: OrdenDeMesa, *, por: Usuario, ahora: datetime) -> list[Mensaje]:
    """Do it, in the scene; returns the messages with its cards, none when nothing was due.

    The same key returns the first messages. What a sheet no longer admits is left out, but for an award, which is
    refused whole. Raises NoExiste, NoPermitido, DatoInvalido, TiradaRechazada (its `indice` is that of the character).
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        escena = cerrojos.escena(escena.pk)
        if not Escena.objects.visibles_para(por).filter(pk=escena.pk).exists():
            raise NoExiste
        quien = lector(por, partida)
        if not quien.dirige:
            raise NoPermitido(_("Eso lo hace la dirección."))
        claves = [orden.clave, uuid5(orden.clave, RESERVADO)]
        hechos = list(
            Mensaje.objects.sin_filtrar("idempotency: own key").filter(autor=por, clave__in=claves).order_by("orden")
        )
        if hechos:
            if any(hecho.huella != orden.huella(escena) for hecho in hechos):
                raise ClaveReutilizada(hechos[0])
            return hechos
        permiso = puede_tirar(quien, escena)
        if not permiso:
            raise NoPermitido(permiso.motivo)
        filas = _elegir(partida, orden, por)
        return repartir(cerrojos, partida, escena, orden, filas, por=por, ahora=ahora)


def repartir(
    cerrojos: Cerrojos,
    partida: Partida,
    escena: Escena,
    orden: OrdenDeMesa,
    filas: Sequence[Reparto],
    *,
    por: Usuario,
    ahora: datetime,
) -> list[Mensaje]:
    """Do an order to those rows of the cast, inside the verb that locked the scene and checked who asks."""
    personajes = cerrojos.personajes(fila.personaje_id for fila in filas)
    a_la_vista = [(n, fila) for n, fila in enumerate(filas) if not fila.secreto]
    reservadas = [(n, fila) for n, fila in enumerate(filas) if fila.secreto]
    tandas = []
    for grupo, visibilidad in ((a_la_vista, Mensaje.Visibilidad.TODOS), (reservadas, Mensaje.Visibilidad.DIRECCION)):
        if grupo:
            tandas.append((grupo, visibilidad, rodar.clase_para(visibilidad, escena)))
    libros = {clase: cerrojos.libro(partida.publico, clase) for clase in Clase if clase in {c for _g, _v, c in tandas}}
    hechos = []
    for grupo, visibilidad, clase in tandas:
        mensaje = _tanda(partida, escena, orden, grupo, visibilidad, personajes, libros[clase], por, ahora)
        if mensaje is not None:
            hechos.append(mensaje)
    if hechos:
        escena.save(update_fields=["ultimo_orden"])
    for cerrado in libros.values():
        cerrado.rotar_si_toca(ahora=ahora)
    for mensaje in hechos:
        busqueda.anotar(mensaje)
        buzon.anotar(f"mesa_{orden.que}", partida=partida, escena=escena, mensaje=mensaje, actor=por, ahora=ahora)
    return hechos


class _Nada(Exception):
    """Nothing came of a message: it is not written."""


def _tanda(
    partida: Partida,
    escena: Escena,
    orden: OrdenDeMesa,
    filas: Sequence[tuple[int, Reparto]],
    visibilidad: str,
    personajes: Mapping[int, Personaje],
    libro: LibroBloqueado,
    por: Usuario,
    ahora: datetime,
) -> Mensaje | None:
    """Throw for one audience and return its message; None, having written nothing, if nothing was due."""
    try:
        with transaction.atomic():
            mensaje = _mensaje(escena, orden, visibilidad, por, ahora)
            clave = mensaje.clave
            mano = lances.Mano(mensaje=mensaje, partida=partida, libro=libro, autor=por, ahora=ahora, clave=clave)
            posicion = 0
            for indice, fila in filas:
                posicion += _una(mano, orden, personajes[fila.personaje_id], indice, posicion)
            if not posicion:
                raise _Nada
    except _Nada:
        return None
    escena.ultimo_orden = mensaje.orden or escena.ultimo_orden
    return mensaje


def _mensaje(escena: Escena, orden: OrdenDeMesa, visibilidad: str, por: Usuario, ahora: datetime) -> Mensaje:
    texto = {
        TURNO: _("Fin de turno."),
        AVENTURA: _("Fin de la aventura."),
        RENOVACION: _("Se reparte lo que da una nueva sesión."),
        ACCION: "",
    }[orden.que]
    reservado = visibilidad == Mensaje.Visibilidad.DIRECCION
    return Mensaje.objects.sin_filtrar("what the direction does to the sheets").create(
        escena=escena,
        autor=por,
        voz=Mensaje.Voz.DIRECCION,
        estado=Mensaje.Estado.PUBLICADO,
        visibilidad=visibilidad,
        clave=uuid5(orden.clave, RESERVADO) if reservado else orden.clave,
        huella=orden.huella(escena),
        orden=escena.ultimo_orden + 1,
        texto=texto,
        html=marcado.render(texto).html,
        html_version=marcado.VERSION,
        creado=ahora,
        publicado=ahora,
    )


def _una(mano: lances.Mano, orden: OrdenDeMesa, personaje: Personaje, indice: int, desde: int) -> int:
    """Throw what the order asks of one sheet; returns how many cards came of it."""
    juego, hechas = motor.sistema(mano.partida.sistema), 0
    escena, visibilidad = mano.mensaje.escena, mano.mensaje.visibilidad
    for n, pedida in enumerate(_debidas(juego, orden, personaje)):
        clave = uuid5(mano.clave, f"{personaje.publico}:{n}")
        lance = rodar.lance_propio(juego.clave, pedida, personaje, posicion=desde + hechas, clave=clave)
        peticion = tablero.completar(lance.peticion, escena, personaje, visibilidad=visibilidad)
        try:
            lances.lanzar(mano, replace(lance, peticion=peticion))
        except Rechazo as rechazo:
            if orden.que == ACCION:
                raise TiradaRechazada(indice, rechazo) from rechazo
        else:
            hechas += 1
    return hechas


def _debidas(juego: Sistema, orden: OrdenDeMesa, personaje: Personaje) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if orden.que == ACCION:
        yield orden.accion, orden.datos
        return
    de = {TURNO: juego.fin_de_turno, AVENTURA: juego.fin_de_aventura, RENOVACION: juego.renovacion}
    yield from de[orden.que](personaje.ficha)


def _elegir(partida: Partida, orden: OrdenDeMesa, por: Usuario) -> list[Reparto]:
    """Return the rows of the order, by name: whole sheets of characters in play. Raises DatoInvalido."""
    if orden.que not in (TURNO, AVENTURA, RENOVACION, ACCION):
        raise DatoInvalido("que", _("Elige qué hacer."))
    if orden.que == ACCION and not concede(accion_de(partida, orden.accion)):
        raise DatoInvalido("accion", _("Elige una acción de la lista."))
    pedidos = set(orden.personajes)
    filas = [fila for fila in enteras(partida, por) if fila.personaje.publico in pedidos]
    if not pedidos:
        raise DatoInvalido("personajes", _("Marca al menos a un personaje."))
    if len(filas) != len(pedidos):
        raise DatoInvalido("personajes", _("Elige personajes de la lista: alguno ya no está en juego."))
    return filas


def enteras(partida: Partida, por: Usuario) -> list[Reparto]:
    """Return the rows whose whole sheet is in play, of those that the person may know of, by name."""
    filas = Reparto.objects.visibles_para(por).filter(
        partida=partida,
        hasta__isnull=True,
        personaje__estado=Personaje.Estado.ACTIVO,
        personaje__formato__in=motor.sistema(partida.sistema).formatos_enteros,
    )
    return list(filas.select_related("personaje", "usuario").order_by("personaje__nombre", "pk"))


def renovar_al_abrir(cerrojos: Cerrojos, partida: Partida, escena: Escena, *, por: Usuario, ahora: datetime) -> None:
    """Give back to who is in a new scene what a session gives, where the partida does so at each scene.

    With nobody marked in it, to all the players' characters. Nothing where the game has nothing to give.
    """
    if partida.renovacion != Partida.Renovacion.POR_ESCENA or escena.tipo != Escena.Tipo.JUEGO:
        return
    presentes = Presente.objects.sin_filtrar("who is in the scene").filter(escena=escena)
    dentro = set(presentes.values_list("personaje", flat=True))
    filas = [
        fila
        for fila in enteras(partida, por)
        if (fila.personaje_id in dentro if dentro else fila.personaje.clase == Personaje.Clase.PJ)
    ]
    if filas:
        orden = OrdenDeMesa(
            uuid5(NAMESPACE_OID, f"renovacion:{escena.publico}"),
            RENOVACION,
            tuple(fila.personaje.publico for fila in filas),
        )
        repartir(cerrojos, partida, escena, orden, filas, por=por, ahora=ahora)
