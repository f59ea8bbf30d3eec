"""Editing what was published: the words, and who speaks while no dice hang on it, with what they replaced kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils.translation import gettext as _

from partidas.consultas import lectores
from partidas.dominio import actas, citas, fragmentos, indice, laminas
from partidas.dominio.cerrojos import con_reintentos
from partidas.dominio.errores import DatoInvalido, NoExiste
from partidas.dominio.laminas import CambioDeImagenes, OrdenImagenes
from partidas.dominio.moderacion import EnMano, en_mano, exigir, lleva_tiradas
from partidas.dominio.turnos import elegir_voz, posibles_destinatarios
from partidas.dominio.voces import SUELTO, es_suelta
from partidas.models import Acta, Escena, Fragmento, Mensaje, Reparto, Revision
from partidas.permisos import puede_editar, solo_direccion
from partidas.politica import lector
from partidas.presentacion import marcado
from partidas.presentacion.diferencias import diferencias
from personajes.models import Personaje

if TYPE_CHECKING:
    from cuentas.models import Usuario


ERRATA_MAXIMA = 80
"""Letters put and taken away, in all, by what may pass for a slip of the pen."""


@dataclass
class MensajeCambiado(Exception):
    """Somebody edited the message after the form was opened (409); `mensaje` is as it stands."""

    mensaje: Mensaje


@con_reintentos
def editar(
    mensaje: Mensaje,
    *,
    texto: str,
    notas: str,
    version: int,
    por: Usuario,
    ahora: datetime,
    personaje: str | None = None,
    nombre: str = "",
    errata: bool = False,
    cita_vista: str = "",
    imagenes: OrdenImagenes | None = None,
) -> bool:
    """Replace the words of a message, and its voice if one is named, keeping what they replace as a revision.

    version: of the message that the form showed. personaje: public id of another of its author's voices, empty for the
    author's own, `voces.SUELTO` for a name of this message alone, None for no change; it is refused once dice hang on
    the message (D-07). texto: with its private fragments in place; a change of these alone does not mark the message
    as edited. errata: nor does this, which is refused for more than a slip of the pen. cita_vista: what confirms a
    quote (`citas`). imagenes: what becomes of them, none for no change. Returns False if all of it is already so,
    whatever the version. Raises NoExiste, NoPermitido, DatoInvalido, CitaAbierta, MensajeCambiado.
    """
    with en_mano(mensaje, por=por) as mano:
        exigir(puede_editar(mano.quien, mano.escena, mano.mensaje, ahora=ahora))
        fila = mano.mensaje
        antes = fragmentos.vigentes(fila)
        repartido = _repartir(mano, texto, antes)
        fotos = laminas.preparar(fila, imagenes, por=por)
        _comprobar(fila, repartido.publico, texto, notas, fotos)
        cambio = _otra_voz(mano, personaje, nombre)
        a_la_vista = (fila.texto, fila.notas) != (repartido.publico, notas) or bool(cambio) or fotos.cambia
        if not a_la_vista and fragmentos.son_los_mismos(repartido, antes):
            return False
        if fila.version != version:
            raise MensajeCambiado(fila)
        _exigir_citas(mano, repartido, antes, notas, cita_vista)
        if errata and (cambio or fotos.pone_o_quita or not _es_errata(fila, repartido, antes, notas, fotos)):
            raise DatoInvalido("errata", _("Cambia más que una errata: desmarca la casilla y quedará como editado."))
        # What changes only in the note for the direction leaves no mark that the rest of its readers could see.
        otro_texto = fila.texto != repartido.publico or (fila.notas != notas and not fila.notas_direccion)
        se_ve = bool(cambio) or fotos.cambia or otro_texto
        revision = _guardar_revision(mano, fotos)
        for campo, valor in cambio.items():
            setattr(fila, campo, valor)
        fila.texto, fila.notas = repartido.publico, notas
        fila.html, fila.notas_html = marcado.render(fila.texto).html, marcado.render(notas).html
        fila.html_version, fila.version = marcado.VERSION, fila.version + 1
        if se_ve and not errata:
            fila.editado = ahora
        fila.save(
            update_fields=["texto", "notas", "html", "notas_html", "html_version", "version", "editado", *cambio],
        )
        laminas.aplicar(fila, fotos, ahora=ahora)
        idos = fragmentos.archivar(fila, revision, repartido, antes)
        cambiados = [*fragmentos.escribir(fila, repartido, ahora=None if errata else ahora), *idos]
        indice.anotar(fila)
        datos = {"version": fila.version} | ({"errata": True} if errata else {})
        # What only some readers could notice is told to them alone; what only moved, to who reads any of it.
        sobre = [] if se_ve else cambiados or ([] if a_la_vista else fragmentos.vigentes(fila))
        clase = "" if se_ve or sobre else "nota_cambiada"
        actas.anotar(
            mano.partida, Acta.Verbo.EDITAR, fila, por=por, ahora=ahora, datos=datos, fragmentos=sobre, clase=clase
        )
    return True


@con_reintentos
def ocultar_version(mensaje: Mensaje, *, version: int, motivo: str, por: Usuario, ahora: datetime) -> bool:
    """Keep an older version from the author of the message, unless they wrote it (S-18); the direction reads it still.

    Returns False if it was hidden. Raises NoExiste, NoPermitido, DatoInvalido (no reason).
    """
    return _tapar(mensaje, version, Acta.Verbo.TAPAR_VERSION, motivo, por, ahora)


@con_reintentos
def mostrar_version(mensaje: Mensaje, *, version: int, por: Usuario, ahora: datetime) -> bool:
    """Let the author of the message read that version again; returns False if it was not hidden."""
    return _tapar(mensaje, version, Acta.Verbo.ABRIR_VERSION, "", por, ahora)


def _tapar(mensaje: Mensaje, version: int, que: Acta.Verbo, motivo: str, por: Usuario, ahora: datetime) -> bool:
    with en_mano(mensaje, por=por) as mano:
        exigir(solo_direccion(mano.quien))
        fila = Revision.objects.visibles_para(por).filter(mensaje=mano.mensaje, version=version).first()
        if fila is None:
            raise NoExiste
        tapa = que == Acta.Verbo.TAPAR_VERSION
        motivo = actas.razon(motivo, obligatoria=tapa)
        if bool(fila.oculta) == tapa:
            return False
        fila.oculta = motivo
        fila.save(update_fields=["oculta"])
        clase, datos = actas.SUCESOS[que], {"version": version}
        actas.anotar(mano.partida, que, mano.mensaje, por=por, ahora=ahora, motivo=motivo, datos=datos, clase=clase)
    return True


def es_errata(*pares: tuple[str, str]) -> bool:
    """Whether what changed, before and after, is a slip of the pen: few letters, put and taken away, in all of it."""
    cambiados = (trozo for antes, despues in pares for trozo in diferencias(antes, despues) if trozo.clase != "igual")
    return sum(len(trozo.texto.strip()) for trozo in cambiados) <= ERRATA_MAXIMA


def _es_errata(
    fila: Mensaje,
    repartido: fragmentos.Repartido,
    antes: Sequence[Fragmento],
    notas: str,
    fotos: CambioDeImagenes,
) -> bool:
    """Whether an edit is one: a fragment that comes, goes or is for others is all of it a change."""
    siguen = {dicho.anterior.pk: dicho.texto for dicho in repartido.dichos if dicho.anterior is not None}
    if len(siguen) < len(repartido.dichos) or len(siguen) < len(antes):
        return False
    dichos = [(uno.texto, siguen[uno.pk]) for uno in antes]
    return es_errata((fila.texto, repartido.publico), (fila.notas, notas), *dichos, *fotos.textos)


def _exigir_citas(
    mano: EnMano, repartido: fragmentos.Repartido, antes: Sequence[Fragmento], notas: str, cita_vista: str
) -> None:
    """Refuse, until it is confirmed, a new quote that tells the readers of this message what only some were told."""
    fila = mano.mensaje

    def prevista() -> tuple[lectores.Censo, lectores.Audiencia]:
        censo = lectores.censo(mano.partida)
        return censo, lectores.de_mensaje(censo, fila, mano.escena)

    salvo = "\n".join([fragmentos.fuente(fila, antes), fila.notas])
    nota = [(notas, fila.notas_direccion)]
    abierta = citas.mirar(mano.quien, repartido, nota, prevista, autor=fila.autor_id, salvo=salvo)
    citas.exigir(abierta, confirmada=cita_vista)


def _repartir(mano: EnMano, texto: str, antes: Sequence[Fragmento]) -> fragmentos.Repartido:
    return fragmentos.repartir(
        texto,
        candidatos=cache(lambda: list(posibles_destinatarios(mano.quien))),
        audiencia=cache(lambda: lectores.de_mensaje(lectores.censo(mano.partida), mano.mensaje, mano.escena)),
        anteriores=antes,
    )


def voces(mensaje: Mensaje) -> tuple[list[Reparto | None], bool]:
    """Return who its author may speak as, None for themselves, and whether under a name of this message alone.

    There is none to choose from once dice hang on it.
    """
    if mensaje.autor is None or lleva_tiradas(mensaje):
        return [], False
    quien = lector(mensaje.autor, mensaje.escena.partida)
    filas = Reparto.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida, hasta__isnull=True, personaje__estado=Personaje.Estado.ACTIVO
    )
    de_quien = Q(usuario=mensaje.autor)
    if quien.dirige:
        de_quien |= Q(personaje__clase=Personaje.Clase.PNJ)
    suyas = filas.filter(de_quien).select_related("personaje").order_by("personaje__nombre", "pk")
    propia: list[Reparto | None] = [None] if quien.dirige or mensaje.escena.tipo == Escena.Tipo.FUERA else []
    return [*propia, *suyas], quien.dirige


def voz_de(mensaje: Mensaje) -> str:
    """Return the voice of a message as an edit names it."""
    if es_suelta(mensaje):
        return SUELTO
    return mensaje.personaje.publico if mensaje.personaje else ""


def _otra_voz(mano: EnMano, personaje: str | None, nombre: str) -> dict[str, Any]:
    """Return the fields of the message that another voice changes; none if it is already that."""
    fila = mano.mensaje
    igual = personaje == voz_de(fila) and (personaje != SUELTO or nombre.strip() == fila.nombre_voz)
    if personaje is None or igual or fila.autor is None:
        return {}
    if lleva_tiradas(fila):
        raise DatoInvalido("personaje", _("Lleva tiradas: quien habla ya no cambia."))
    quien = lector(fila.autor, mano.partida)
    voz, clase, nombre = elegir_voz(quien, mano.escena, personaje, nombre)
    return {"personaje": voz.personaje if voz else None, "voz": clase, "nombre_voz": nombre, "movido": False}


def _comprobar(mensaje: Mensaje, publico: str, texto: str, notas: str, fotos: CambioDeImagenes) -> None:
    fragmentos.comprobar_texto(texto)
    fragmentos.comprobar_notas(notas)
    if publico.strip() or notas.strip() or lleva_tiradas(mensaje):
        return
    if not fotos.quedan and texto.strip():
        raise DatoInvalido("texto", fragmentos.todo_privado())
    if not fotos.quedan:
        raise DatoInvalido("texto", _("No lo dejes vacío: si sobra, bórralo."))
    if fotos.cambia and not all(fotos.quedan):
        raise DatoInvalido("adjuntos", _("Una imagen sin texto necesita su descripción: di qué se ve en ella."))


def _guardar_revision(mano: EnMano, fotos: CambioDeImagenes) -> Revision:
    """Keep the words that go, with who wrote them and when: the last editor, or the author."""
    fila = mano.mensaje
    ultima = actas.ultima(mano.partida, fila, Acta.Verbo.EDITAR)
    return Revision.objects.sin_filtrar("keep what an edit replaces").create(
        mensaje=fila,
        version=fila.version,
        texto=fila.texto,
        notas=fila.notas,
        nombre_voz="" if fila.voz == Mensaje.Voz.PERSONA else fila.nombre_voz,
        imagenes=fotos.foto(),
        por_id=ultima.por_id if ultima is not None else fila.autor_id,
        cuando=ultima.cuando if ultima is not None else fila.publicado or fila.creado,
    )
