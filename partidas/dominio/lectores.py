"""Whom a published message is for, said again: fewer people while no dice hang on it, more by an explicit act.

What the direction narrowed, only the direction widens: its last word is as far as the author may go.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from cuentas.models import Usuario
from partidas.consultas import lectores as prevision
from partidas.dominio import actas
from partidas.dominio.cerrojos import con_reintentos
from partidas.dominio.errores import DatoInvalido
from partidas.dominio.moderacion import EnMano, en_mano, exigir, no_quitar_dados, respondido
from partidas.dominio.turnos import DESTINATARIOS_MAXIMO, posibles_destinatarios
from partidas.models import Acta, Destinatario, Escena, Mensaje, Reparto
from partidas.permisos import puede_cambiar_lectores
from partidas.politica import Lector
from personajes.models import Personaje

Nombrada = tuple[str, str]
"""Public ids of the character (empty: none) and of the account."""


@con_reintentos
def cambiar(
    mensaje: Mensaje,
    *,
    visibilidad: str,
    por: Usuario,
    ahora: datetime,
    destinatarios: Sequence[str] = (),
    motivo: str = "",
) -> bool:
    """Say again whom the message is for; returns False if it was already so.

    destinatarios: public ids of characters, read only when visibilidad is `destinatarios`. Raises NoExiste,
    NoPermitido (also when somebody would lose sight of dice that have fallen), DatoInvalido (also when an author would
    widen what the direction narrowed).
    """
    with en_mano(mensaje, por=por) as mano:
        _exigir(mano, por)
        filas = elegir(mano.quien, visibilidad, destinatarios)
        nuevas = [(fila.personaje.publico, fila.usuario.publico) for fila in filas if fila.usuario]
        return _aplicar(mano, visibilidad, nuevas, por=por, ahora=ahora, motivo=motivo)


@con_reintentos
def deshacer(mensaje: Mensaje, *, por: Usuario, ahora: datetime) -> bool:
    """Tell the message to exactly those it was for before the last change; returns False if it never changed."""
    with en_mano(mensaje, por=por) as mano:
        _exigir(mano, por)
        acta = actas.ultima(mano.partida, mano.mensaje, Acta.Verbo.LECTORES)
        if acta is None:
            return False
        antes = acta.datos["antes"]
        eran = [(str(p), str(u)) for p, u in antes["nombradas"]]
        return _aplicar(mano, antes["visibilidad"], eran, por=por, ahora=ahora)


def elegir(quien: Lector, visibilidad: str, destinatarios: Sequence[str]) -> list[Reparto]:
    """Return the cast rows of the people to be told by name; raises DatoInvalido for anything else than the list."""
    if visibilidad not in Mensaje.Visibilidad.values:
        raise DatoInvalido("visibilidad", _("Elige quién lo leerá."))
    if visibilidad != Mensaje.Visibilidad.DESTINATARIOS:
        return []
    pedidos = set(destinatarios)
    if not pedidos or len(pedidos) > DESTINATARIOS_MAXIMO:
        raise DatoInvalido("destinatarios", _("Marca al menos a una persona, o elige «Solo la dirección»."))
    filas = list(posibles_destinatarios(quien).filter(personaje__publico__in=pedidos).select_related("usuario"))
    if len(filas) != len(pedidos):
        raise DatoInvalido("destinatarios", _("Elige destinatarios de la lista."))
    return filas


def comprobar_techo(quien: Lector, escena: Escena, mensaje: Mensaje, visibilidad: str, personas: Sequence[int]) -> None:
    """Raise DatoInvalido if an author would tell it to somebody whom the direction left out. personas: account ids."""
    if quien.dirige:
        return
    filas = actas.de(quien.partida, mensaje).filter(verbo=Acta.Verbo.LECTORES).exclude(por=mensaje.autor_id)
    dichas = [acta.datos for acta in filas.order_by("pk")]
    if not any(_estrecha(datos["antes"], datos["despues"]) for datos in dichas):
        return
    techo = dichas[-1]["despues"]
    hasta = Usuario.objects.filter(publico__in=[usuario for _pj, usuario in techo["nombradas"]]).values_list("pk")
    censo = prevision.censo(quien.partida)
    presentes = prevision.presentes(escena)

    def audiencia(visibilidad: str, nombradas: Sequence[int]) -> prevision.Audiencia:
        return censo.audiencia(
            escena, visibilidad=visibilidad, autor=mensaje.autor_id, presentes=presentes, nombradas=nombradas
        )

    antes = audiencia(techo["visibilidad"], [pk for (pk,) in hasta])
    if censo.cambio(antes, audiencia(visibilidad, personas)).alguien_gana:
        raise DatoInvalido(
            "visibilidad", _("La dirección decidió quién lo lee: solo ella puede abrirlo a más personas.")
        )


def _estrecha(antes: dict[str, Any], despues: dict[str, Any]) -> bool:
    """Tell whether a change of readers left somebody out."""
    alcance = [Mensaje.Visibilidad.DIRECCION, Mensaje.Visibilidad.DESTINATARIOS, Mensaje.Visibilidad.TODOS]
    de, a = alcance.index(antes["visibilidad"]), alcance.index(despues["visibilidad"])
    quedan = {usuario for _pj, usuario in despues["nombradas"]}
    return a < de or (a == de and not {usuario for _pj, usuario in antes["nombradas"]} <= quedan)


def nombradas(mensaje: Mensaje) -> list[Nombrada]:
    """Return who is told the message by name now."""
    filas = Destinatario.objects.sin_filtrar("snapshot of who is told").filter(mensaje=mensaje)
    return [
        (fila.personaje.publico if fila.personaje else "", fila.usuario.publico)
        for fila in filas.select_related("personaje", "usuario").order_by("pk")
    ]


def _exigir(mano: EnMano, por: Usuario) -> None:
    ya = respondido(mano.mensaje, por=por)
    exigir(puede_cambiar_lectores(mano.quien, mano.escena, mano.mensaje, respondido=ya))


def _aplicar(
    mano: EnMano, visibilidad: str, nuevas: list[Nombrada], *, por: Usuario, ahora: datetime, motivo: str = ""
) -> bool:
    mensaje = mano.mensaje
    antes = nombradas(mensaje)
    if mensaje.visibilidad == visibilidad and sorted(antes) == sorted(nuevas):
        return False
    personas = {u.publico: u for u in Usuario.objects.filter(publico__in=[usuario for _pj, usuario in nuevas])}
    cambio = prevision.al_dirigir(
        mensaje, mano.escena, visibilidad=visibilidad, personas=[u.pk for u in personas.values()]
    )
    no_quitar_dados(mano, cambio)
    comprobar_techo(mano.quien, mano.escena, mensaje, visibilidad, [u.pk for u in personas.values()])
    datos = {
        "antes": {"visibilidad": mensaje.visibilidad, "nombradas": antes},
        "despues": {"visibilidad": visibilidad, "nombradas": nuevas},
    }
    Destinatario.objects.sin_filtrar("the message is for others now").filter(mensaje=mensaje).delete()
    filas_pj = Personaje.objects.sin_filtrar("snapshot of who is told").filter(publico__in=[pj for pj, _u in nuevas])
    pjs = {fila.publico: fila for fila in filas_pj}
    Destinatario.objects.sin_filtrar("the message is for others now").bulk_create(
        Destinatario(
            mensaje=mensaje,
            personaje=pjs.get(pj),
            usuario=personas[usuario],
            nombre=pjs[pj].nombre if pj in pjs else personas[usuario].username,
        )
        for pj, usuario in nuevas
    )
    mensaje.visibilidad, mensaje.ampliado = visibilidad, ahora
    mensaje.save(update_fields=["visibilidad", "ampliado"])
    motivo = actas.razon(motivo, obligatoria=False)
    actas.anotar(mano.partida, Acta.Verbo.LECTORES, mensaje, por=por, ahora=ahora, motivo=motivo, datos=datos)
    return True
