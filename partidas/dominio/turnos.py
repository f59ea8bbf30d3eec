"""Turns: publishing what was written, with its rolls, exactly once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext as _

from config import fallos
from partidas.dominio import buzon
from partidas.dominio import tiradas as rodar
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido
from partidas.dominio.tiradas import Elegidos, TiradaDeclarada
from partidas.models import Borrador, Destinatario, Escena, Mensaje, Partida, Reparto
from partidas.models.mensaje import NOTAS_MAXIMO, TEXTO_MAXIMO
from partidas.politica import Lector, lector, puede_escribir, puede_tirar
from partidas.presentacion import marcado
from personajes.models import Personaje
from reglas.nucleo.canonico import huella

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.models import Usuario
    from reglas.libro import LibroBloqueado

DESTINATARIOS_MAXIMO = 64


@dataclass(frozen=True, slots=True)
class OrdenTurno:
    """One filled-in editor.

    clave: one per render of the form. personaje: public id of who speaks; empty for the direction's own voice, or
    for oneself in an out-of-character scene. destinatarios: public ids of characters, read only when `visibilidad`
    is `destinatarios`.
    """

    clave: UUID
    texto: str = ""
    notas: str = ""
    notas_direccion: bool = False
    personaje: str = ""
    visibilidad: str = Mensaje.Visibilidad.TODOS
    destinatarios: tuple[str, ...] = ()
    tiradas: tuple[TiradaDeclarada, ...] = ()

    def huella(self, escena: Escena) -> str:
        """Return the fingerprint that tells a retry from another order under the same key."""
        return huella(
            {
                "escena": escena.publico,
                "texto": self.texto,
                "notas": self.notas,
                "notas_direccion": self.notas_direccion,
                "personaje": self.personaje,
                "visibilidad": self.visibilidad,
                "destinatarios": sorted(self.destinatarios),
                "tiradas": [tirada.huella() for tirada in self.tiradas],
            }
        )


@dataclass(frozen=True, slots=True)
class Publicado:
    """The message that stands, and whether this call or an earlier one under the same key made it."""

    mensaje: Mensaje
    repetido: bool


@con_reintentos
def publicar(escena: Escena, orden: OrdenTurno, *, autor: Usuario, ahora: datetime) -> Publicado:
    """Publish a turn with its rolls: message, dice, sheets, book and outbox together or not at all.

    The same key and content return the first message; the same key with other content raises ClaveReutilizada.
    Raises NoExiste, NoPermitido, DatoInvalido, TiradaRechazada (nothing is written, no die falls).
    """
    _comprobar_tamano(orden)
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        escena = cerrojos.escena(escena.pk)
        fallos.punto("publicar:cerrojo")
        if (hecho := _ya_hecho(orden, escena, autor)) is not None:
            return Publicado(hecho, repetido=True)
        if not Escena.objects.visibles_para(autor).filter(pk=escena.pk).exists():
            raise NoExiste
        quien = lector(autor, partida)
        permiso = (puede_tirar if orden.tiradas else puede_escribir)(quien, escena)
        if not permiso:
            raise NoPermitido(permiso.motivo)
        fallos.punto("publicar:permiso")
        voz = elegir_voz(quien, escena, orden.personaje)
        elegidos = [rodar.elegir(quien, tirada, voz=voz) for tirada in orden.tiradas]
        destinatarios = elegir_destinatarios(quien, orden)
        mensaje = _nuevo(escena, orden, quien, voz, autor, ahora)
        personajes, libro = _cerrar_para_tirar(cerrojos, partida, escena, mensaje, elegidos)
        fallos.punto("publicar:libro")
        escena.ultimo_orden += 1
        mensaje.orden = escena.ultimo_orden
        mensaje.save(force_insert=True)
        escena.save(update_fields=["ultimo_orden"])
        fallos.punto("publicar:mensaje")
        _anotar_destinatarios(mensaje, destinatarios)
        fallos.punto("publicar:destinatarios")
        if libro is not None:
            mano = rodar.Mano(
                mensaje=mensaje, partida=partida, libro=libro, autor=autor, ahora=ahora, clave=orden.clave
            )
            rodar.resolver(mano, declaradas=orden.tiradas, elegidos=elegidos, personajes=personajes)
            libro.rotar_si_toca(ahora=ahora)
        fallos.punto("publicar:tiradas")
        Borrador.objects.visibles_para(autor).filter(lugar=lugar_de(escena)).delete()
        fallos.punto("publicar:borrador")
        buzon.anotar("publicado", partida=partida, escena=escena, mensaje=mensaje, actor=autor, ahora=ahora)
        fallos.punto("publicar:antes_commit")
    fallos.punto("publicar:tras_commit")
    return Publicado(mensaje, repetido=False)


def lugar_de(escena: Escena) -> str:
    """Return the place under which the draft of a scene's editor is kept."""
    return f"escena:{escena.publico}"


def _comprobar_tamano(orden: OrdenTurno) -> None:
    if len(orden.texto) > TEXTO_MAXIMO:
        raise DatoInvalido("texto", _("El texto es demasiado largo: caben 60 000 caracteres."))
    if len(orden.notas) > NOTAS_MAXIMO:
        raise DatoInvalido("notas", _("Las notas son demasiado largas: caben 20 000 caracteres."))
    if not (orden.texto.strip() or orden.notas.strip() or orden.tiradas):
        raise DatoInvalido("texto", _("Escribe algo, añade una tirada o deja una nota."))
    if len(orden.tiradas) > rodar.TIRADAS_MAXIMO:
        raise DatoInvalido("tiradas", _("Caben cinco tiradas en un mensaje."))


def _ya_hecho(orden: OrdenTurno, escena: Escena, autor: Usuario) -> Mensaje | None:
    hecho = Mensaje.objects.sin_filtrar("idempotency: own key").filter(autor=autor, clave=orden.clave).first()
    if hecho is not None and hecho.huella != orden.huella(escena):
        raise ClaveReutilizada(hecho)
    return hecho


def elegir_voz(quien: Lector, escena: Escena, personaje: str) -> Reparto | None:
    """Return the cast row of who speaks; None for the direction itself, or for the person out of character."""
    if not personaje:
        if quien.dirige or escena.tipo == Escena.Tipo.FUERA:
            return None
        raise DatoInvalido("personaje", _("Elige con qué personaje hablas."))
    fila = (
        Reparto.objects.visibles_para(quien.usuario)
        .filter(partida=quien.partida, hasta__isnull=True, personaje__publico=personaje)
        .select_related("personaje")
        .first()
    )
    propia = fila is not None and fila.usuario_id == quien.usuario.pk
    de_la_direccion = fila is not None and quien.dirige and fila.personaje.clase == Personaje.Clase.PNJ
    if fila is None or not (propia or de_la_direccion) or fila.personaje.estado != Personaje.Estado.ACTIVO:
        raise DatoInvalido("personaje", _("No puedes escribir con esa voz: elige una de la lista."))
    return fila


def elegir_destinatarios(quien: Lector, orden: OrdenTurno) -> list[Reparto]:
    """Return the cast rows of the named recipients; none when the turn is for all or for the direction."""
    if orden.visibilidad not in Mensaje.Visibilidad.values:
        raise DatoInvalido("visibilidad", _("Elige quién lo leerá."))
    if orden.visibilidad != Mensaje.Visibilidad.DESTINATARIOS:
        return []
    pedidos = set(orden.destinatarios)
    if not pedidos:
        raise DatoInvalido("destinatarios", _("Marca al menos a una persona, o elige «Solo la dirección»."))
    if len(pedidos) > DESTINATARIOS_MAXIMO:
        raise DatoInvalido("destinatarios", _("Son demasiados destinatarios: caben 64."))
    filas = list(posibles_destinatarios(quien).filter(personaje__publico__in=pedidos))
    if len(filas) != len(pedidos):
        raise DatoInvalido("destinatarios", _("Elige destinatarios de la lista."))
    return filas


def posibles_destinatarios(quien: Lector) -> QuerySet[Reparto]:
    """Return the cast rows of the players' characters, in order of name."""
    return (
        Reparto.objects.visibles_para(quien.usuario)
        .filter(partida=quien.partida, hasta__isnull=True, usuario__isnull=False, personaje__clase=Personaje.Clase.PJ)
        .select_related("personaje")
        .order_by("personaje__nombre", "pk")
    )


def _nuevo(
    escena: Escena, orden: OrdenTurno, quien: Lector, voz: Reparto | None, autor: Usuario, ahora: datetime
) -> Mensaje:
    """Build the row, with its words already turned into safe HTML."""
    cuerpo, notas = marcado.render(orden.texto), marcado.render(orden.notas)
    if voz is not None:
        clase = Mensaje.Voz.PJ if voz.personaje.clase == Personaje.Clase.PJ else Mensaje.Voz.PNJ
        nombre = voz.personaje.nombre
    elif quien.dirige:
        clase, nombre = Mensaje.Voz.DIRECCION, ""
    else:
        clase, nombre = Mensaje.Voz.PERSONA, autor.username
    return Mensaje(
        escena=escena,
        autor=autor,
        personaje=voz.personaje if voz else None,
        voz=clase,
        nombre_voz=nombre,
        estado=Mensaje.Estado.PUBLICADO,
        visibilidad=orden.visibilidad,
        clave=orden.clave,
        huella=orden.huella(escena),
        texto=orden.texto,
        html=cuerpo.html,
        notas=orden.notas,
        notas_html=notas.html,
        notas_direccion=orden.notas_direccion,
        html_version=marcado.VERSION,
        creado=ahora,
        publicado=ahora,
    )


def _anotar_destinatarios(mensaje: Mensaje, filas: Sequence[Reparto]) -> None:
    Destinatario.objects.sin_filtrar("snapshot of who is told").bulk_create(
        Destinatario(
            mensaje=mensaje, personaje=fila.personaje, usuario_id=fila.usuario_id, nombre=fila.personaje.nombre
        )
        for fila in filas
        if fila.usuario_id is not None
    )


def _cerrar_para_tirar(
    cerrojos: Cerrojos, partida: Partida, escena: Escena, mensaje: Mensaje, elegidos: Sequence[Elegidos]
) -> tuple[dict[int, Personaje], LibroBloqueado | None]:
    """Take the sheets and then the book, all before the first die."""
    if not elegidos:
        return {}, None
    filas = [fila for elegido in elegidos for fila in (elegido.actor, elegido.objetivo) if fila is not None]
    personajes = cerrojos.personajes(fila.personaje_id for fila in filas)
    return personajes, cerrojos.libro(partida.publico, rodar.clase_de_libro(mensaje, escena))
