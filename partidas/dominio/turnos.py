"""Turns: publishing what was written, with its rolls, exactly once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext as _

from config import fallos
from partidas.consultas import lectores as prevision
from partidas.dominio import adjuntos, borradores, buzon, cierres, citas, fragmentos, indice, lotes, peticiones, ronda
from partidas.dominio import tiradas as rodar
from partidas.dominio.adjuntos import Puesto
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.eleccion import accion_de
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido
from partidas.dominio.fragmentos import Repartido
from partidas.dominio.lances import Mano
from partidas.dominio.lotes import Una
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.dominio.voces import SUELTO, es_suelta, nombre_suelto
from partidas.models import Destinatario, Escena, Mensaje, Partida, Reparto
from partidas.ofertas import palabra_de
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
    for oneself in an out-of-character scene; `voces.SUELTO` for the name in `nombre`. destinatarios: public ids of
    characters, read only when `visibilidad` is `destinatarios`. adjuntos: the images of the editor that go with it,
    with their descriptions. What follows is no part of what is published. abierto: when the form was first shown, if
    it says. cita_vista: what the person was told that a quote of theirs opens. pestana: the tab, as its draft says.
    silencioso: nobody is to be notified, if the direction says so. mueve: the direction plays a character whose turn it
    is for its player, by their orders.
    """

    clave: UUID
    texto: str = ""
    notas: str = ""
    notas_direccion: bool = False
    personaje: str = ""
    nombre: str = ""
    visibilidad: str = Mensaje.Visibilidad.TODOS
    destinatarios: tuple[str, ...] = ()
    tiradas: tuple[TiradaDeclarada, ...] = ()
    adjuntos: tuple[Puesto, ...] = ()
    abierto: datetime | None = None
    cita_vista: str = ""
    pestana: str = ""
    silencioso: bool = False
    mueve: bool = False

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
                **({"nombre": self.nombre.strip()} if self.personaje == SUELTO else {}),
                **({"adjuntos": [[uno.publico, uno.alt.strip()] for uno in self.adjuntos]} if self.adjuntos else {}),
                **({"mueve": True} if self.mueve else {}),
            }
        )


@dataclass(frozen=True, slots=True)
class Publicado:
    """The message that stands, and whether this call or an earlier one under the same key made it.

    acabada: number of the last day that ended between the first word or die of the turn and its publication, or 0.
    """

    mensaje: Mensaje
    repetido: bool
    acabada: int = 0


@con_reintentos
def publicar(escena: Escena, orden: OrdenTurno, *, autor: Usuario, ahora: datetime) -> Publicado:
    """Publish a turn with its rolls: message, dice, sheets, book and outbox together or not at all.

    A turn in progress under the same key is published as it stands, with the voice and audience its dice had. The same
    key and content return the first message; the same key with other content raises ClaveReutilizada.
    Raises NoExiste, NoPermitido, DatoInvalido, TiradaRechazada, SobreCambiado (nothing is written, no die falls).
    """
    comprobar_tamano(orden)
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        escena = cerrojos.escena(escena.pk)
        fallos.punto("publicar:cerrojo")
        en_curso = buscar_turno(orden, escena, autor)
        if en_curso is not None and en_curso.estado != Mensaje.Estado.EN_CURSO:
            return Publicado(en_curso, repetido=True)
        if not Escena.objects.visibles_para(autor).filter(pk=escena.pk).exists():
            raise NoExiste
        quien = lector(autor, partida)
        permiso = (puede_tirar if orden.tiradas else puede_escribir)(quien, escena)
        if not permiso:
            raise NoPermitido(permiso.motivo)
        fallos.punto("publicar:permiso")
        empezado = min(orden.abierto or ahora, en_curso.creado if en_curso else ahora)
        acabada = cierres.acabada_entre(partida, empezado, ahora)
        mensaje, destinatarios, voz = preparar_turno(cerrojos, quien, escena, orden, en_curso, ahora)
        nombradas = [fila.usuario_id for fila in destinatarios] if en_curso is None else prevision.nombradas(mensaje)
        repartido = repartir_orden(quien, escena, orden, visibilidad=mensaje.visibilidad, nombradas=nombradas)
        unas = lotes.desplegar(quien, orden.tiradas, orden.clave, voz=voz)
        personajes, libro = cerrar_para_tirar(cerrojos, partida, escena, mensaje, unas)
        fallos.punto("publicar:libro")
        escena.ultimo_orden += 1
        _poner_en_su_sitio(mensaje, orden, repartido.publico, escena, ahora)
        escena.save(update_fields=["ultimo_orden"])
        fallos.punto("publicar:mensaje")
        anotar_destinatarios(mensaje, destinatarios)
        fragmentos.escribir(mensaje, repartido)
        indice.anotar(mensaje)
        adjuntos.publicar(mensaje, orden.adjuntos, autor=autor)
        fallos.punto("publicar:destinatarios")
        if libro is not None:
            mano = Mano(mensaje=mensaje, partida=partida, libro=libro, autor=autor, ahora=ahora, clave=orden.clave)
            en_espera = frozenset() if quien.dirige else _en_espera(partida, orden)
            rodar.resolver(mano, unas=unas, personajes=personajes, en_espera=en_espera)
            _pedir_palabra(mano, [una for una in unas if una.indice in en_espera], personajes)
            libro.rotar_si_toca(ahora=ahora)
        fallos.punto("publicar:tiradas")
        ronda.al_publicar(partida, escena, mensaje, ahora=ahora, actor=autor)
        borradores.tirar_a_la_papelera(mensaje, escena, pestana=orden.pestana, ahora=ahora)
        fallos.punto("publicar:borrador")
        clase = "publicado_en_silencio" if orden.silencioso and quien.dirige else "publicado"
        buzon.anotar(clase, partida=partida, escena=escena, mensaje=mensaje, actor=autor, ahora=ahora)
        fallos.punto("publicar:antes_commit")
    fallos.punto("publicar:tras_commit")
    return Publicado(mensaje, repetido=False, acabada=acabada)


def _en_espera(partida: Partida, orden: OrdenTurno) -> frozenset[int]:
    """Return the places in the order of the declarations that only the direction may allow."""
    return frozenset(
        n for n, tirada in enumerate(orden.tiradas) if palabra_de(accion_de(partida, tirada.accion), tirada.datos)
    )


def _pedir_palabra(
    mano: Mano,
    unas: Sequence[Una],
    personajes: Mapping[int, Personaje],
) -> None:
    """Hang on the turn what waits for the direction's word; what the rules refuse anyway is refused now."""
    assert mano.autor is not None  # noqa: S101 - for the type checker: a person publishes
    for una in unas:
        actor, objetivo = (
            personajes[fila.personaje_id] if fila else None for fila in (una.elegido.actor, una.elegido.objetivo)
        )
        rodar.comprobar(mano, una.declarada, actor, objetivo, indice=una.indice)
        peticiones.anotar(
            mano.mensaje,
            una.declarada,
            actor=actor,
            objetivo=objetivo,
            clave=una.clave,
            por=mano.autor,
            ahora=mano.ahora,
            sistema=mano.partida.sistema,
        )
        buzon.anotar(
            "palabra_pedida",
            partida=mano.partida,
            escena=mano.mensaje.escena,
            mensaje=mano.mensaje,
            actor=mano.autor,
            ahora=mano.ahora,
        )


def comprobar_tamano(orden: OrdenTurno) -> None:
    """Refuse what does not fit; raises DatoInvalido."""
    fragmentos.comprobar_texto(orden.texto)
    fragmentos.comprobar_notas(orden.notas)
    if len(orden.tiradas) > rodar.TIRADAS_MAXIMO:
        raise DatoInvalido("tiradas", _("Caben cinco tiradas en un mensaje."))


def buscar_turno(orden: OrdenTurno, escena: Escena, autor: Usuario) -> Mensaje | None:
    """Return the author's turn under the key of the order: in progress, or published with that very content.

    Raises ClaveReutilizada when the key made anything else.
    """
    hecho = Mensaje.objects.sin_filtrar("idempotency: own key").filter(autor=autor, clave=orden.clave).first()
    if hecho is None:
        return None
    if hecho.estado == Mensaje.Estado.EN_CURSO:
        igual = hecho.escena_id == escena.pk
    else:
        igual = hecho.huella == orden.huella(escena)
    if not igual:
        raise ClaveReutilizada(hecho)
    return hecho


def preparar_turno(
    cerrojos: Cerrojos, quien: Lector, escena: Escena, orden: OrdenTurno, en_curso: Mensaje | None, ahora: datetime
) -> tuple[Mensaje, list[Reparto], Reparto | None]:
    """Return the turn (locked if it was in progress, unsaved if not), whom to tell, and the voice.

    Whoever was told of a turn in progress was told at its first die: nobody is told again.
    """
    voz, clase, nombre = elegir_voz(quien, escena, orden.personaje, orden.nombre, mueve=orden.mueve)
    if en_curso is None:
        destinatarios = elegir_destinatarios(quien, orden)
        mensaje = _nuevo(escena, orden, quien, voz, ahora)
        mensaje.voz, mensaje.nombre_voz = clase, nombre
        return mensaje, destinatarios, voz
    mensaje = cerrojos.mensaje(en_curso.pk)
    _comprobar_fijado(mensaje, orden, voz, nombre if clase == Mensaje.Voz.PNJ else "")
    return mensaje, [], voz


def _comprobar_fijado(mensaje: Mensaje, orden: OrdenTurno, voz: Reparto | None, suelto: str) -> None:
    """Refuse another voice or audience than those that the dice of the turn had. suelto: the name of a PNJ, if any."""
    otro_nombre = voz is None and (mensaje.nombre_voz if es_suelta(mensaje) else "") != suelto
    if mensaje.personaje_id != (voz.personaje_id if voz else None) or otro_nombre:
        raise DatoInvalido("personaje", _("Ya has tirado con otra voz: este turno se publica con aquella."))
    pedidos: set[str] = set()
    if orden.visibilidad == Mensaje.Visibilidad.DESTINATARIOS:
        pedidos = set(orden.destinatarios)
    fijados = Destinatario.objects.sin_filtrar("audience of a turn in progress").filter(mensaje=mensaje)
    if mensaje.movido != orden.mueve:
        raise DatoInvalido("personaje", _("Ya has tirado con otra voz: este turno se publica con aquella."))
    if (
        mensaje.visibilidad != orden.visibilidad
        or set(fijados.filter(personaje__isnull=False).values_list("personaje__publico", flat=True)) != pedidos
    ):
        raise DatoInvalido("destinatarios", _("Ya has tirado para otras personas: este turno lo leerán las mismas."))


def repartir_texto(
    quien: Lector, texto: str, prevista: Callable[[], tuple[prevision.Censo, prevision.Audiencia]]
) -> Repartido:
    """Part what a turn would say to all its readers from its private fragments; raises DatoInvalido.

    prevista: who would read the turn, as `del_turno` says it; asked once, and only if there are fragments.
    """
    candidatos = cache(lambda: list(posibles_destinatarios(quien)))
    return fragmentos.repartir(texto, candidatos=candidatos, audiencia=cache(lambda: prevista()[1]))


def repartir_orden(
    quien: Lector, escena: Escena, orden: OrdenTurno, *, visibilidad: str, nombradas: Sequence[int | None]
) -> Repartido:
    """Part what an order says; raises DatoInvalido, and CitaAbierta for a quote that widens and was not confirmed."""
    prevista = cache(partial(prevision.del_turno, quien, escena, visibilidad=visibilidad, nombradas=nombradas))
    repartido = repartir_texto(quien, orden.texto, prevista)
    notas = [(orden.notas, orden.notas_direccion)]
    abierta = citas.mirar(quien, repartido, notas, prevista, autor=quien.usuario.pk)
    citas.exigir(abierta, confirmada=orden.cita_vista)
    return repartido


def _poner_en_su_sitio(mensaje: Mensaje, orden: OrdenTurno, publico: str, escena: Escena, ahora: datetime) -> None:
    """Give the turn its words, but for its fragments, and its place at the end of the scene."""
    if mensaje._state.adding and not (publico.strip() or orden.notas.strip() or orden.tiradas):
        if not orden.adjuntos and orden.texto.strip():
            raise DatoInvalido("texto", fragmentos.todo_privado())
        if not orden.adjuntos:
            raise DatoInvalido("texto", _("Escribe algo, añade una tirada o deja una nota."))
        if not all(uno.alt.strip() for uno in orden.adjuntos):
            raise DatoInvalido("adjuntos", _("Una imagen sin texto necesita su descripción: di qué se ve en ella."))
    cuerpo, notas = marcado.render(publico), marcado.render(orden.notas)
    mensaje.texto, mensaje.html = publico, cuerpo.html
    mensaje.notas, mensaje.notas_html = orden.notas, notas.html
    mensaje.notas_direccion = orden.notas_direccion
    mensaje.html_version = marcado.VERSION
    mensaje.huella = orden.huella(escena)
    mensaje.estado, mensaje.orden, mensaje.publicado = Mensaje.Estado.PUBLICADO, escena.ultimo_orden, ahora
    mensaje.save()


def elegir_voz(
    quien: Lector, escena: Escena, personaje: str, nombre: str = "", *, mueve: bool = False
) -> tuple[Reparto | None, Mensaje.Voz, str]:
    """Return the cast row of who speaks, what kind of voice it is and the name that it bears from now on.

    No row for the direction itself, for the person out of character and for a name of one message. mueve: it speaks for
    the player of a character, who is away. Raises DatoInvalido.
    """
    if personaje == SUELTO:
        return None, Mensaje.Voz.PNJ, nombre_suelto(quien, nombre)
    voz = _fila_de_la_voz(quien, escena, personaje, mueve=mueve)
    if voz is not None:
        clase = Mensaje.Voz.PJ if voz.personaje.clase == Personaje.Clase.PJ else Mensaje.Voz.PNJ
        return voz, clase, voz.personaje.nombre
    if quien.dirige:
        return None, Mensaje.Voz.DIRECCION, ""
    return None, Mensaje.Voz.PERSONA, quien.usuario.get_username()


def _fila_de_la_voz(quien: Lector, escena: Escena, personaje: str, *, mueve: bool) -> Reparto | None:
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
    movida = fila is not None and mueve and quien.dirige and ronda.lo_mueve_la_direccion(escena, fila)
    if mueve and not movida:
        raise DatoInvalido("personaje", _("Ese turno ya no lo juega la dirección: elige otra voz de la lista."))
    if fila is None or not (propia or de_la_direccion or movida) or fila.personaje.estado != Personaje.Estado.ACTIVO:
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


def _nuevo(escena: Escena, orden: OrdenTurno, quien: Lector, voz: Reparto | None, ahora: datetime) -> Mensaje:
    """Build the row of a turn that nobody has read yet: who speaks and for whom, without words or place."""
    return Mensaje(
        escena=escena,
        autor_id=quien.usuario.pk,
        personaje=voz.personaje if voz else None,
        estado=Mensaje.Estado.EN_CURSO,
        visibilidad=orden.visibilidad,
        clave=orden.clave,
        movido=orden.mueve,
        creado=ahora,
    )


def anotar_destinatarios(mensaje: Mensaje, filas: Sequence[Reparto]) -> None:
    """Write down whom the turn is told by name."""
    Destinatario.objects.sin_filtrar("snapshot of who is told").bulk_create(
        Destinatario(
            mensaje=mensaje, personaje=fila.personaje, usuario_id=fila.usuario_id, nombre=fila.personaje.nombre
        )
        for fila in filas
        if fila.usuario_id is not None
    )


def cerrar_para_tirar(
    cerrojos: Cerrojos, partida: Partida, escena: Escena, mensaje: Mensaje, unas: Sequence[Una]
) -> tuple[dict[int, Personaje], LibroBloqueado | None]:
    """Take the sheets and then the book, all before the first die."""
    if not unas:
        return {}, None
    filas = [fila for una in unas for fila in (una.elegido.actor, una.elegido.objetivo) if fila is not None]
    personajes = cerrojos.personajes(fila.personaje_id for fila in filas)
    return personajes, cerrojos.libro(partida.publico, rodar.clase_de_libro(mensaje, escena))
