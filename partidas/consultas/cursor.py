"""What a reader's page holds, written down so that a later question can be answered: ids, marks and a signature.

A mark stands for what the reader sees of a turn, and is worked out twice: from the turn as the page has it, and from
the columns of one query. It says nothing of what the reader does not see: neither the version, which also rises with
a fragment for others, nor the place in the scene, is in it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.core import signing
from django.db.models import (
    BigIntegerField,
    BooleanField,
    Case,
    Count,
    ExpressionWrapper,
    IntegerField,
    OuterRef,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import MD5, Coalesce, Length

from partidas.models import (
    Adjunto,
    Destinatario,
    Fragmento,
    Mensaje,
    RespuestaPedida,
    SolicitudDeAnulacion,
    SolicitudDePalabra,
    Tirada,
)
from partidas.models.visibilidad import supervisa

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cuentas.guarda import Actor
    from partidas.consultas.hilo import Leido, Pagina
    from partidas.models import Escena
    from partidas.politica import Lector

SAL = "partidas.novedades"
LARGO_DE_ID, LARGO_DE_MARCA = 11, 6
LLEVADOS_MAXIMO = 100
"""How many turns of the page are in the cursor: it goes in an address, which has at most 4,094 bytes."""
IDO = "-" * LARGO_DE_MARCA
"""The mark of a turn that the reader no longer has."""
DEJADO = "what hangs on turns that the gate has let through"
MIL, MILLON = 1_000, 1_000_000
PENDIENTE, NEGADA, CERRADA = (
    SolicitudDePalabra.Estado.PENDIENTE,
    SolicitudDePalabra.Estado.NEGADA,
    SolicitudDePalabra.Estado.CERRADA,
)
PESOS = {PENDIENTE: 1, NEGADA: MIL, CERRADA: MILLON}


DE_RESPUESTA = {estado: 100**n for n, estado in enumerate(RespuestaPedida.Estado)}
"""What an answer to a request adds, by where it stands: at most sixty-four are asked of one turn."""


class Rasgos(NamedTuple):
    """What is seen of a turn, in a few numbers and digests; empty or 0 for what the reader does not see.

    tiradas: how many, a thousand for each voided one and a million for each whose declaration is hidden. palabras:
    the same with those that wait, were refused and were closed. respuestas: those of a request, by where they stand.
    destinatarios, fragmentos: letters, and a million each.
    """

    estado: str
    visibilidad: str
    legible: bool
    editado: str
    html: str
    notas: str
    motivo: str
    nombre: str
    destinatarios: int
    tiradas: int
    anulaciones: int
    palabras: int
    respuestas: int
    fragmentos: int
    adjuntos: int

    @property
    def marca(self) -> str:
        """Return the six letters that stand for all of it."""
        crudo = hmac.digest(_llave(), repr(tuple(self)).encode(), "sha256")
        return base64.urlsafe_b64encode(crudo)[:LARGO_DE_MARCA].decode()


@cache
def _llave() -> bytes:
    """Return the key of Django's `salted_hmac`, which would work it out for each of the turns of a page."""
    return hashlib.sha256(f"{SAL}{settings.SECRET_KEY}".encode()).digest()


def marca_de(quien: Lector, leido: Leido) -> str:
    """Return the mark of a turn as a page has it."""
    fila = leido.mensaje
    es_suyo = quien.usuario.is_authenticated and fila.autor_id == quien.usuario.pk
    con_notas = not fila.notas_direccion or quien.supervisa or es_suyo
    pesos = [1 + MIL * (t.anulada is not None) + MILLON * bool(t.declaracion_oculta) for t in leido.tiradas]
    return _rasgos(
        fila,
        con_notas=con_notas,
        html=_md5(fila.html),
        notas=_md5(fila.notas_html),
        destinatarios=sum(MILLON + len(nombre) for nombre in leido.destinatarios),
        tiradas=sum(pesos),
        anulaciones=sum(bool(getattr(t, "pedida", None)) for t in leido.tiradas),
        palabras=sum(PESOS[SolicitudDePalabra.Estado(s.estado)] for s in leido.palabras),
        respuestas=sum(DE_RESPUESTA[RespuestaPedida.Estado(r.estado)] for r in leido.respuestas),
        fragmentos=sum(MILLON + len(f.html) for f in leido.fragmentos),
        adjuntos=len(leido.adjuntos),
    ).marca


def _rasgos(fila: Any, *, con_notas: bool, html: str, notas: str, **demas: Any) -> Rasgos:
    legible = bool(fila.legible)
    return Rasgos(
        estado=fila.estado,
        visibilidad=fila.visibilidad,
        legible=legible,
        editado=fila.editado.isoformat() if fila.editado else "",
        html=html if legible else "",
        notas=notas if legible and con_notas else "",
        motivo=fila.motivo if legible else "",
        nombre=fila.nombre_voz,
        **demas,
    )


def _md5(texto: str) -> str:
    return hashlib.md5(texto.encode(), usedforsecurity=False).hexdigest()


def con_rasgos(usuario: Actor, hilo: QuerySet[Mensaje]) -> QuerySet[Mensaje]:
    """Add to turns of the reader's thread what their marks are made of, in the same query.

    Rolls are seen by whoever has the place of their turn; recipients, requests and images, by whoever reads its words,
    and `marca_de_fila` counts them for nobody else. Fragments and requests to void have doors of their own.
    """
    destinatarios, tiradas = Destinatario.objects.sin_filtrar(DEJADO), Tirada.objects.sin_filtrar(DEJADO)
    pedidas = SolicitudDeAnulacion.objects.visibles_para(usuario).filter(
        estado=SolicitudDeAnulacion.Estado.PENDIENTE, tirada__mensaje=OuterRef("pk")
    )
    palabras = SolicitudDePalabra.objects.sin_filtrar(DEJADO).filter(estado__in=PESOS)
    fragmentos = Fragmento.objects.visibles_para(usuario).filter(revision__isnull=True)
    adjuntos = Adjunto.objects.sin_filtrar(DEJADO).filter(retirado__isnull=True)
    peso = (
        Value(1)
        + Case(When(anulada__isnull=False, then=MIL), default=0)
        + Case(When(declaracion_oculta="", then=0), default=MILLON)
    )
    por_estado = Case(*(When(estado=estado, then=cuanto) for estado, cuanto in PESOS.items()), default=0)
    respuestas = RespuestaPedida.objects.sin_filtrar(DEJADO).filter(pedida__mensaje=OuterRef("pk"))
    por_respuesta = Case(
        *(When(estado=estado, then=Value(cuanto)) for estado, cuanto in DE_RESPUESTA.items()),
        default=Value(0),
        output_field=BigIntegerField(),
    )
    return hilo.annotate(
        supervisada=ExpressionWrapper(supervisa(usuario, "escena__partida"), output_field=BooleanField()),
        md5_html=MD5("html"),
        md5_notas=MD5("notas_html"),
        n_destinatarios=_suma(destinatarios, Sum(Length("nombre") + MILLON)),
        n_tiradas=_suma(tiradas, Sum(peso)),
        n_anulaciones=Coalesce(
            Subquery(pedidas.order_by().values("tirada__mensaje").annotate(n=Count("pk")).values("n")), 0
        ),
        n_palabras=_suma(palabras, Sum(por_estado)),
        n_respuestas=Coalesce(
            Subquery(
                respuestas.order_by().values("pedida__mensaje").annotate(n=Sum(por_respuesta)).values("n"),
                output_field=BigIntegerField(),
            ),
            Value(0, output_field=BigIntegerField()),
        ),
        n_fragmentos=_suma(fragmentos, Sum(Length("html") + MILLON)),
        n_adjuntos=_suma(adjuntos, Count("pk")),
    ).defer("texto", "html", "notas", "notas_html")


def _suma(cosas: QuerySet[Any], suma: Count | Sum) -> Coalesce:
    por_mensaje = cosas.filter(mensaje=OuterRef("pk")).order_by().values("mensaje")
    return Coalesce(Subquery(por_mensaje.annotate(n=suma).values("n"), output_field=IntegerField()), 0)


def marca_de_fila(usuario: Actor, fila: Any) -> str:
    """Return the mark of a turn as `con_rasgos` found it."""
    es_suyo = usuario.is_authenticated and fila.autor_id == usuario.pk
    de_nombres = fila.visibilidad == Mensaje.Visibilidad.DESTINATARIOS
    return _rasgos(
        fila,
        con_notas=not fila.notas_direccion or bool(fila.supervisada) or es_suyo,
        html=fila.md5_html,
        notas=fila.md5_notas,
        destinatarios=fila.n_destinatarios if de_nombres and fila.legible else 0,
        tiradas=fila.n_tiradas,
        anulaciones=fila.n_anulaciones,
        palabras=fila.n_palabras if fila.legible else 0,
        respuestas=fila.n_respuestas if fila.legible else 0,
        fragmentos=fila.n_fragmentos,
        adjuntos=fila.n_adjuntos if fila.legible else 0,
    ).marca


@dataclass(frozen=True, slots=True)
class Cursor:
    """What one reader's page of one scene holds.

    lleva: mark of each turn on it by public id, in order. en_curso: ids and marks of the turns in progress, one after
    the other. suyo: the reader's own turn that the editor shows instead. ultimo: last turn of the thread when the page
    is not the last; "" while it is not known. al_final: it is the last page. editor: it has one. dicho: what has
    been announced.
    """

    lector: str
    escena: str
    lleva: dict[str, str]
    en_curso: str = ""
    suyo: str = ""
    ultimo: str = ""
    al_final: bool = True
    editor: bool = False
    dicho: str = ""

    def firmado(self) -> str:
        """Return it as it goes in the page. The same page gives the same letters."""
        lleva = "".join(publico + marca for publico, marca in self.lleva.items())
        banderas = 2 * self.al_final + self.editor
        partes = [self.lector, self.escena, lleva, self.en_curso, self.suyo, self.ultimo, banderas, self.dicho]
        return signing.Signer(salt=SAL).sign_object(partes, compress=True)

    def con(self, **cambios: Any) -> Cursor:
        """Return it with those fields changed, and no more turns than fit."""
        nuevo = replace(self, **cambios)
        lleva = dict(list(nuevo.lleva.items())[-LLEVADOS_MAXIMO:])
        return replace(nuevo, lleva=lleva)

    @property
    def algo_en_pie(self) -> bool:
        """Tell whether the reader still had something of what it holds."""
        return any(marca != IDO for marca in self.lleva.values())


def clave_de(usuario: Actor) -> str:
    """Return whom a cursor is for: the account, or nobody."""
    return usuario.publico if usuario.is_authenticated else ""


def leer(firmado: str, usuario: Actor, escena: str) -> Cursor | None:
    """Return the cursor, or None if it is not one of this reader and scene, whoever wrote it."""
    try:
        partes = signing.Signer(salt=SAL).unsign_object(firmado)
        lector, de, lleva, en_curso, suyo, ultimo, banderas, dicho = partes
    except (signing.BadSignature, ValueError, TypeError):
        return None
    if (lector, de) != (clave_de(usuario), escena):
        return None
    paso = LARGO_DE_ID + LARGO_DE_MARCA
    trozos = [lleva[n : n + paso] for n in range(0, len(lleva), paso)]
    marcas = {trozo[:LARGO_DE_ID]: trozo[LARGO_DE_ID:] for trozo in trozos}
    return Cursor(lector, de, marcas, en_curso, suyo, ultimo, bool(banderas & 2), bool(banderas & 1), dicho)


def de_pagina(quien: Lector, escena: Escena, pagina: Pagina, *, editor: bool, suyo: Leido | None) -> Cursor:
    """Return the cursor of a page as it is drawn; no query."""
    otros = [leido for leido in pagina.en_curso if leido != suyo]
    return Cursor(
        lector=clave_de(quien.usuario),
        escena=escena.publico,
        lleva={},
        en_curso=juntas((leido.mensaje.publico, marca_de(quien, leido)) for leido in otros),
        suyo=suyo.mensaje.publico if suyo else "",
        al_final=not pagina.siguiente,
        editor=editor,
    ).con(lleva={leido.mensaje.publico: marca_de(quien, leido) for leido in pagina.mensajes[-LLEVADOS_MAXIMO:]})


def juntas(pares: Iterable[tuple[str, str]]) -> str:
    """Return ids and marks one after the other."""
    return "".join(publico + marca for publico, marca in pares)
