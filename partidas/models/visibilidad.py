"""The gate: for each secret table, the Q of the rows that one reader may know of, on one page.

Every rule takes the actor and the path from the filtered table to the table it speaks of, so that a list, a single
object and a subquery ask the very same thing. Nothing else in the project decides who may read what.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db.models import Exists, F, Model, OuterRef, Q, TextField
from django.db.models.functions import Cast

from config import reloj
from partidas.models.adjunto import Adjunto
from partidas.models.asalto import Combatiente
from partidas.models.aviso import Aviso, ClaseDeAviso, EscenaSilenciada, PreferenciaDeAviso
from partidas.models.buscable import Buscable
from partidas.models.buzon import DE_LA_DIRECCION, Suceso
from partidas.models.cierre import Cierre, Recuperacion
from partidas.models.escena import Escena, Presente
from partidas.models.fragmento import DestinatarioDeFragmento, Fragmento
from partidas.models.hay import Hay
from partidas.models.marca import Marca, Saltado, Visto
from partidas.models.mensaje import Borrador, Destinatario, Mensaje, Revision
from partidas.models.moderacion import AccesoDeModeracion, Acta
from partidas.models.palabra import SolicitudDePalabra
from partidas.models.papelera import Descarte, Programado
from partidas.models.partida import Participante, Partida, Reparto
from partidas.models.pedida import RespuestaPedida, TiradaPedida
from partidas.models.pendiente import Pendiente, ReglaDeAusencia
from partidas.models.tirada import SolicitudDeAnulacion, Tirada
from partidas.models.vez import OrdenesDePJ, PuestoEnTurno
from personajes.models import CambioFicha, Personaje

if TYPE_CHECKING:
    from cuentas.guarda import Actor

NADIE = Q(pk__in=())
ACTIVA = Participante.Estado.ACTIVA


def _plaza(usuario: Actor, partida: str, **filtro: object) -> Q:
    """The actor sits in the partida found at the path `partida` (which ends in its primary key)."""
    if not usuario.is_authenticated:
        return NADIE
    return Q(Hay(Participante, partida=F(partida), usuario=usuario.pk, **filtro))


def dirige(usuario: Actor, partida: str = "pk") -> Q:
    """The actor directs the partida at that path."""
    return _plaza(usuario, partida, estado=ACTIVA, papel=Participante.Papel.DIRECCION)


def participa(usuario: Actor, partida: str = "pk") -> Q:
    """The actor has an active seat, of whatever kind."""
    return _plaza(usuario, partida, estado=ACTIVA)


def modera(usuario: Actor, partida: str = "pk") -> Q:
    """The actor is of the staff and, with a reason that the direction knows, may look at the partida for a while."""
    if not getattr(usuario, "is_staff", False):
        return NADIE
    return Q(Hay(AccesoDeModeracion, partida=F(partida), usuario=usuario.pk, hasta__gt=reloj.ahora()))


def supervisa(usuario: Actor, partida: str = "pk") -> Q:
    """The actor reads all that there is in the partida, save what nobody has published."""
    return dirige(usuario, partida) | modera(usuario, partida)


def lee_partida(usuario: Actor, p: str = "") -> Q:
    """The actor may read what the partida shows to all its readers."""
    abierta = Q(**{f"{p}acceso__in": [Partida.Acceso.PUBLICA, Partida.Acceso.ENLACE]}) & ~Q(
        **{f"{p}estado": Partida.Estado.PREPARACION}
    )
    return abierta | participa(usuario, f"{p}pk") | modera(usuario, f"{p}pk")


def ve_partida(usuario: Actor, p: str = "") -> Q:
    """The actor may know that the partida exists: who reads it, and who has been invited."""
    invitada = _plaza(usuario, f"{p}pk", estado=Participante.Estado.INVITADA)
    return lee_partida(usuario, p) | invitada


def ve_escena(usuario: Actor, p: str = "") -> Q:
    """The actor may read the scene: a secret one takes being present in it, or directing."""
    presente = NADIE
    if usuario.is_authenticated:
        presente = Q(Hay(Presente, escena=F(f"{p}pk"), usuario=usuario.pk)) & participa(usuario, f"{p}partida")
    return lee_partida(usuario, f"{p}partida__") & (
        Q(**{f"{p}secreta": False}) | presente | supervisa(usuario, f"{p}partida")
    )


def es_audiencia(usuario: Actor, p: str = "") -> Q:
    """The actor was told the turn: by reading its scene, by name, by directing, or by having written it."""
    para_todos = Q(**{f"{p}visibilidad": Mensaje.Visibilidad.TODOS}) & ve_escena(usuario, f"{p}escena__")
    if not usuario.is_authenticated:
        return para_todos
    nombrado = Q(Hay(Destinatario, mensaje=F(f"{p}pk"), usuario=usuario.pk))
    sin_expulsar = ~_plaza(usuario, f"{p}escena__partida", estado=Participante.Estado.EXPULSADA)
    return (
        para_todos
        | (nombrado & sin_expulsar)
        | supervisa(usuario, f"{p}escena__partida")
        | Q(**{f"{p}autor": usuario.pk})
    )


def sigue_en_pie(usuario: Actor, p: str = "") -> Q:
    """The words of the turn stand for the actor: what was taken away stands for its author and the direction alone."""
    estado = Q(**{f"{p}estado__in": [Mensaje.Estado.PUBLICADO, Mensaje.Estado.EN_CURSO]})
    if usuario.is_authenticated:
        estado |= supervisa(usuario, f"{p}escena__partida") | Q(**{f"{p}autor": usuario.pk})
    return estado


def lee_mensaje(usuario: Actor, p: str = "") -> Q:
    """The actor may read the words of the turn."""
    return es_audiencia(usuario, p) & sigue_en_pie(usuario, p)


def ve_fragmento(usuario: Actor, p: str = "") -> Q:
    """The actor may read the fragment: reads its turn, and was told it by name, directs or wrote it."""
    return lee_mensaje(usuario, f"{p}mensaje__") & _para_el(usuario, p, f"{p}mensaje__")


def _para_el(usuario: Actor, p: str, m: str) -> Q:
    """The fragment is for the actor, if its turn, at the path `m`, is.

    What an edit replaced is for who reads that version.
    """
    nombrado = Q(Hay(DestinatarioDeFragmento, fragmento=F(f"{p}pk"), usuario=usuario.pk))
    sin_expulsar = ~_plaza(usuario, f"{m}escena__partida", estado=Participante.Estado.EXPULSADA)
    vigente = Q(**{f"{p}revision__isnull": True})
    suyo = _propio(usuario, f"{m}autor") & (vigente | _a_la_vista(usuario, f"{p}revision__"))
    dirige_o_suyo = supervisa(usuario, f"{m}escena__partida") | suyo
    return (nombrado & sin_expulsar & vigente) | dirige_o_suyo


def ve_revision(usuario: Actor) -> Q:
    """The actor may read what an edit replaced: the direction, and who wrote the message, if it is in their sight."""
    suya = _propio(usuario, "mensaje__autor") & _a_la_vista(usuario)
    return supervisa(usuario, "mensaje__escena__partida") | suya


def _a_la_vista(usuario: Actor, p: str = "") -> Q:
    """The version is not kept from the author of its message: nobody hid it, or its words are theirs."""
    return Q(**{f"{p}oculta": ""}) | _propio(usuario, f"{p}por")


def ocupa_lugar(usuario: Actor) -> Q:
    """The turn has a place in the actor's thread: its words stand, or dice that the actor was shown hang on it."""
    con_tiradas = Q(Hay(Tirada, mensaje=F("pk")))
    return es_audiencia(usuario) & (sigue_en_pie(usuario) | con_tiradas)


def ve_tirada(usuario: Actor, p: str = "") -> Q:
    """The actor may see the card: a die that has fallen stays with its audience, whatever becomes of the prose."""
    return es_audiencia(usuario, f"{p}mensaje__")


def lee_declaracion(usuario: Actor, p: str = "", m: str = "mensaje__") -> Q:
    """The words declared before a die stand for the actor: they go with hidden prose, or alone, save for who threw.

    p, m: the paths to the roll and to its turn.
    """
    en_pie = sigue_en_pie(usuario, m) & Q(**{f"{p}declaracion_oculta": ""})
    return en_pie | supervisa(usuario, f"{m}escena__partida") | _propio(usuario, f"{p}autor")


def encuentra(usuario: Actor) -> Q:
    """The actor may find the text of the index: was told its turn, and may read, as it stands now, what it is of it."""
    clase, m = Buscable.Clase, "mensaje__"
    de_todos = Q(**{f"{m}notas_direccion": False})
    notas = de_todos | supervisa(usuario, f"{m}escena__partida") | _propio(usuario, f"{m}autor")
    de_palabra = Q(clase=clase.TEXTO) | (Q(clase=clase.NOTAS) & notas)
    de_palabra |= Q(clase=clase.FRAGMENTO) & _para_el(usuario, "fragmento__", m)
    dicho = Q(clase=clase.DECLARACION) & lee_declaracion(usuario, "tirada__", m)
    return es_audiencia(usuario, m) & ((de_palabra & sigue_en_pie(usuario, m)) | dicho)


def ve_ficha(usuario: Actor, p: str = "") -> Q:
    """The actor may read the whole sheet: who plays it now, and the direction of its partida."""
    if not usuario.is_authenticated:
        return NADIE
    reparto = Reparto.objects.sin_filtrar("gate: open cast of the sheet").filter(
        personaje=OuterRef(f"{p}pk"), hasta__isnull=True
    )
    mio = reparto.filter(participa(usuario, "partida"), usuario=usuario.pk)
    return Q(Exists(mio)) | Q(Exists(reparto.filter(supervisa(usuario, "partida"))))


def ve_reparto(usuario: Actor, p: str = "") -> Q:
    """The actor may know that the character is in the partida: a secret PNJ is the direction's alone."""
    return lee_partida(usuario, f"{p}partida__") & (Q(**{f"{p}secreto": False}) | supervisa(usuario, f"{p}partida"))


def ve_recuperacion(usuario: Actor) -> Q:
    """The actor may know what a day's end did to a sheet: who reads that partida and, now, that sheet."""
    return lee_partida(usuario, "cierre__partida__") & ve_ficha(usuario, "personaje__")


def ve_suceso(usuario: Actor) -> Q:
    """The actor may know of the fact: who may see its narrowest object (a roll has its turn, a turn its scene).

    What is told of the whole partida, or of a scene, to its direction alone stays there. What befalls a seat is for
    the direction and its person: that somebody was put out stays theirs after they return.
    """
    de_la_partida = Q(
        escena__isnull=True,
        plaza__isnull=True,
        reparto__isnull=True,
        ficha__isnull=True,
        solicitud__isnull=True,
        pendiente__isnull=True,
    )
    de_la_direccion = Q(clase__in=DE_LA_DIRECCION)
    para_el = ~de_la_direccion | supervisa(usuario, "partida")
    return (
        ve_tirada(usuario, "tirada__")
        | ve_fragmento(usuario, "fragmento__")
        | (Q(fragmento__isnull=True) & lee_mensaje(usuario, "mensaje__"))
        | (Q(mensaje__isnull=True) & ve_escena(usuario, "escena__") & para_el)
        | supervisa(usuario, "plaza__partida")
        | _propio(usuario, "plaza__usuario")
        | ve_reparto(usuario, "reparto__")
        | ve_ficha(usuario, "ficha__")
        | ve_solicitud(usuario, "solicitud__")
        | ve_pendiente(usuario, "pendiente__")
        | (de_la_partida & lee_partida(usuario, "partida__") & ~de_la_direccion)
        | (de_la_partida & supervisa(usuario, "partida"))
    )


def _propio(usuario: Actor, campo: str) -> Q:
    return Q(**{campo: usuario.pk}) if usuario.is_authenticated else NADIE


def ve_plaza(usuario: Actor) -> Q:
    """The actor may know of the seat: readers know the taken ones; who was asked or put out, the direction."""
    tomada = lee_partida(usuario, "partida__") & Q(estado=ACTIVA)
    return tomada | supervisa(usuario, "partida") | _propio(usuario, "usuario")


def ve_solicitud(usuario: Actor, p: str = "") -> Q:
    """The actor may know of the request: whoever asked, while they see the roll, and the direction."""
    suya = _propio(usuario, f"{p}por") | supervisa(usuario, f"{p}tirada__mensaje__escena__partida")
    return ve_tirada(usuario, f"{p}tirada__") & suya


def _en_su_lugar(usuario: Actor, p: str) -> Q:
    """The actor may know of the partida, the scene and the turn that a row tells of, as far as it tells of them."""
    escena = Q(**{f"{p}escena__isnull": True}) | ve_escena(usuario, f"{p}escena__")
    mensaje = Q(**{f"{p}mensaje__isnull": True}) | lee_mensaje(usuario, f"{p}mensaje__")
    return ve_partida(usuario, f"{p}partida__") & escena & mensaje


def ve_pendiente(usuario: Actor, p: str = "") -> Q:
    """The actor may know that it waits: who owes it, who waits for it, the direction; if open, who reads its scene."""
    suyo = _propio(usuario, f"{p}para") | _propio(usuario, f"{p}espera") | supervisa(usuario, f"{p}partida")
    a_la_vista = Q(**{f"{p}a_la_vista": True, f"{p}escena__isnull": False})
    return _en_su_lugar(usuario, p) & (suyo | a_la_vista)


def ve_aviso(usuario: Actor) -> Q:
    """The actor is told it, has a seat there, and may still know of all that it tells of.

    Who is offered a seat is told of seats alone; what is for the direction goes with directing.
    """
    invitada = _plaza(usuario, "partida", estado=Participante.Estado.INVITADA)
    con_plaza = participa(usuario, "partida") | (Q(clase=ClaseDeAviso.PLAZA) & invitada)
    de_la_direccion = ~Q(clase=ClaseDeAviso.ENFRIA) | dirige(usuario, "partida")
    pendiente = Q(pendiente__isnull=True) | ve_pendiente(usuario, "pendiente__")
    fragmento = Q(fragmento__isnull=True) | ve_fragmento(usuario, "fragmento__")
    suyo = _propio(usuario, "usuario") & con_plaza & de_la_direccion
    return suyo & _en_su_lugar(usuario, "") & pendiente & fragmento


def ve_adjunto(usuario: Actor) -> Q:
    """The actor may see the image: reads its turn, or uploaded it, before.

    What an edit took out is for the direction, and for the author if they uploaded it or read a version that had it.
    """
    suyo = _propio(usuario, "mensaje__autor") & (_propio(usuario, "dueno") | _en_su_historia(usuario))
    quitado = supervisa(usuario, "mensaje__escena__partida") | suyo
    en_su_mensaje = lee_mensaje(usuario, "mensaje__") & (Q(retirado__isnull=True) | quitado)
    return en_su_mensaje | (Q(mensaje__isnull=True) & _propio(usuario, "dueno"))


def _en_su_historia(usuario: Actor) -> Q:
    """The image is in a version of its turn that is not kept from the author of the turn."""
    versiones = Revision.objects.sin_filtrar("gate: versions that had the image").filter(
        _a_la_vista(usuario), mensaje=OuterRef("mensaje")
    )
    con_lista = versiones.annotate(lista=Cast("imagenes", TextField()))
    return Q(Exists(con_lista.filter(lista__contains=OuterRef("publico"))))


def ve_combatiente(usuario: Actor) -> Q:
    """The actor may know that the character fights there: who reads the scene and may know of it in the partida."""
    abierto = Reparto.objects.sin_filtrar("gate: open cast of who fights").filter(
        ve_reparto(usuario), personaje=OuterRef("personaje"), partida=OuterRef("escena__partida"), hasta__isnull=True
    )
    return ve_escena(usuario, "escena__") & Q(Exists(abierto))


_REGLAS: dict[type[Model], Callable[[Actor], Q]] = {
    Partida: ve_partida,
    Participante: ve_plaza,
    Reparto: ve_reparto,
    Escena: ve_escena,
    Presente: lambda u: ve_escena(u, "escena__"),
    Mensaje: lee_mensaje,
    Destinatario: lambda u: lee_mensaje(u, "mensaje__"),
    Revision: ve_revision,
    Fragmento: ve_fragmento,
    DestinatarioDeFragmento: lambda u: ve_fragmento(u, "fragmento__"),
    Borrador: lambda u: _propio(u, "usuario"),
    Descarte: lambda u: _propio(u, "usuario"),
    Programado: lambda u: _propio(u, "usuario"),
    Marca: lambda u: _propio(u, "usuario"),
    Saltado: lambda u: _propio(u, "usuario"),
    Visto: lambda u: _propio(u, "usuario"),
    Adjunto: ve_adjunto,
    Tirada: ve_tirada,
    Buscable: encuentra,
    SolicitudDeAnulacion: ve_solicitud,
    SolicitudDePalabra: lambda u: lee_mensaje(u, "mensaje__"),
    TiradaPedida: lambda u: lee_mensaje(u, "mensaje__"),
    RespuestaPedida: lambda u: lee_mensaje(u, "pedida__mensaje__"),
    Combatiente: ve_combatiente,
    Personaje: ve_ficha,
    CambioFicha: lambda u: ve_ficha(u, "personaje__"),
    Suceso: ve_suceso,
    Cierre: lambda u: lee_partida(u, "partida__"),
    Recuperacion: ve_recuperacion,
    AccesoDeModeracion: lambda u: supervisa(u, "partida") | _propio(u, "usuario"),
    Pendiente: ve_pendiente,
    ReglaDeAusencia: lambda u: participa(u, "partida") | modera(u, "partida"),
    PuestoEnTurno: lambda u: ve_escena(u, "escena__"),
    OrdenesDePJ: lambda u: supervisa(u, "partida") | _propio(u, "usuario"),
    Aviso: ve_aviso,
    PreferenciaDeAviso: lambda u: _propio(u, "usuario"),
    EscenaSilenciada: lambda u: _propio(u, "usuario"),
    Acta: lambda u: supervisa(u, "partida") | _propio(u, "por"),
}


def puede_ver(modelo: type[Model], usuario: Actor) -> Q:
    """Return the Q of the rows of `modelo` that the actor may know of; KeyError for a table without a rule."""
    return _REGLAS[modelo](usuario)


def tablas_secretas() -> frozenset[type[Model]]:
    """Return the tables behind the gate, for the test that walks every model."""
    return frozenset(_REGLAS)


__all__ = ["dirige", "es_audiencia", "lee_declaracion", "lee_mensaje", "puede_ver", "tablas_secretas", "ve_ficha"]
