"""Who plays a character: handed over, left by who goes, given back to who returns; and PNJ shown or kept secret.

The cast keeps its history: a row is closed and another opened. Nothing here opens an old secret: what was told to the
former player by name stays theirs, and a secret scene has to be opened to the new one by an act on the scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from cuentas.models import Usuario
from partidas.dominio import actas, debidas, ronda
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Acta, Escena, Participante, Partida, Presente, Reparto
from partidas.permisos import solo_direccion_en_juego
from partidas.politica import MAXIMO_DE_PERSONAJES, Lector, lector
from personajes.models import Personaje

if TYPE_CHECKING:
    from partidas.dominio.cerrojos import Cerrojos


@con_reintentos
def entregar(fila: Reparto, *, a: Usuario | None, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Give a character to a player of the partida, or to the direction (a=None: a PNJ from now on).

    Returns False if they already played it. Raises NoExiste, NoPermitido, DatoInvalido (who cannot take it).
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(fila.partida_id)
        abierta, personaje = _abierta(cerrojos, partida, fila, por)
        if a is not None:
            _comprobar_quien_recibe(partida, abierta, a)
        if abierta.usuario_id == (a.pk if a else None):
            return False
        clase = Personaje.Clase.PJ if a else Personaje.Clase.PNJ
        datos = _pasar(abierta, personaje, a=a, clase=clase, estado=Personaje.Estado.ACTIVO, ahora=ahora)
        ronda.cuadrar_partida(partida, ahora=ahora, actor=por)
        motivo = actas.razon(motivo, obligatoria=False)
        actas.anotar(partida, Acta.Verbo.ENTREGAR, personaje, por=por, ahora=ahora, motivo=motivo, datos=datos)
    return True


@con_reintentos
def mostrar_pnj(fila: Reparto, *, por: Usuario, ahora: datetime) -> bool:
    """Let everybody know of a secret PNJ; returns False if they did."""
    return _poner_secreto(fila, secreto=False, por=por, ahora=ahora)


@con_reintentos
def esconder_pnj(fila: Reparto, *, por: Usuario, ahora: datetime) -> bool:
    """Make a PNJ the direction's alone; returns False if it was."""
    return _poner_secreto(fila, secreto=True, por=por, ahora=ahora)


def _poner_secreto(fila: Reparto, *, secreto: bool, por: Usuario, ahora: datetime) -> bool:
    with verbo() as cerrojos:
        partida = cerrojos.partida(fila.partida_id)
        abierta, personaje = _abierta(cerrojos, partida, fila, por)
        if personaje.clase != Personaje.Clase.PNJ:
            raise DatoInvalido("personaje", _("Solo un PNJ puede ser secreto."))
        if abierta.secreto == secreto:
            return False
        abierta.secreto = secreto
        abierta.save(update_fields=["secreto"])
        que = Acta.Verbo.ESCONDER_PNJ if secreto else Acta.Verbo.MOSTRAR_PNJ
        actas.anotar(partida, que, personaje, por=por, ahora=ahora)
    return True


def _abierta(cerrojos: Cerrojos, partida: Partida, fila: Reparto, por: Usuario) -> tuple[Reparto, Personaje]:
    """Return the open row of the cast and the locked sheet, for who directs."""
    personaje = cerrojos.personajes([fila.personaje_id])[fila.personaje_id]
    visibles = Reparto.objects.visibles_para(por).filter(partida=partida, personaje=personaje, hasta__isnull=True)
    abierta = visibles.first()
    if abierta is None:
        raise NoExiste
    permiso = solo_direccion_en_juego(lector(por, partida))
    if not permiso:
        raise NoPermitido(permiso.motivo)
    return abierta, personaje


def _comprobar_quien_recibe(partida: Partida, fila: Reparto, a: Usuario) -> None:
    quien: Lector = lector(a, partida)
    if not (quien.juega or quien.dirige):
        raise DatoInvalido("a", _("Elige a alguien con plaza para jugar."))
    suyos = Reparto.objects.sin_filtrar("how many characters a person has").filter(
        partida=partida, hasta__isnull=True, usuario=a
    )
    if fila.usuario_id != a.pk and suyos.count() >= MAXIMO_DE_PERSONAJES:
        raise DatoInvalido("a", _("Ya tiene ocho personajes en esta partida."))


def _pasar(
    fila: Reparto, personaje: Personaje, *, a: Usuario | None, clase: str, estado: str, ahora: datetime
) -> dict[str, Any]:
    """Close the row, open the next, and take the former player out of the scenes as that character."""
    datos: dict[str, Any] = {
        "personaje": personaje.publico,
        "de": fila.usuario.publico if fila.usuario else "",
        "a": a.publico if a else "",
        "clase": personaje.clase,
        "estado": personaje.estado,
    }
    presencias = Presente.objects.sin_filtrar("the character changes hands").filter(personaje=personaje)
    datos["escenas"] = [p.escena.publico for p in presencias.select_related("escena").order_by("escena")]
    en_abiertas = [p.escena for p in presencias.select_related("escena") if not p.escena.secreta]
    presencias.delete()
    if a is not None:
        Presente.objects.sin_filtrar("the character changes hands").bulk_create(
            Presente(escena=escena, personaje=personaje, usuario=a) for escena in en_abiertas
        )
    fila.hasta = ahora
    fila.save(update_fields=["hasta"])
    Reparto.objects.sin_filtrar("the character changes hands").create(
        partida=fila.partida,
        personaje=personaje,
        usuario=a,
        clave_nombre=fila.clave_nombre,
        secreto=fila.secreto and a is None,
        desde=ahora,
    )
    personaje.clase, personaje.estado, personaje.titular = clase, estado, a or personaje.titular
    personaje.save(update_fields=["clase", "estado", "titular"])
    debidas.cambiar_de_manos(personaje, a, ahora=ahora)
    return datos


def dejar_personajes(
    cerrojos: Cerrojos, plaza: Participante, *, como_pnj: bool, ahora: datetime
) -> list[dict[str, Any]]:
    """Put the characters of who goes in the direction's hands, retired or as PNJ; returns what giving back needs."""
    filas = list(
        Reparto.objects.sin_filtrar("characters of who goes")
        .filter(partida=plaza.partida, usuario=plaza.usuario, hasta__isnull=True)
        .select_related("usuario", "partida")
        .order_by("personaje")
    )
    personajes = cerrojos.personajes(fila.personaje_id for fila in filas)
    datos = []
    for fila in filas:
        personaje = personajes[fila.personaje_id]
        clase = Personaje.Clase.PNJ if como_pnj else Personaje.Clase.PJ
        estado = Personaje.Estado.ACTIVO if como_pnj else Personaje.Estado.RETIRADO
        datos.append(_pasar(fila, personaje, a=None, clase=clase, estado=estado, ahora=ahora))
    return datos


def recuperar_personajes(
    cerrojos: Cerrojos, plaza: Participante, *, dejados: Sequence[dict[str, Any]], ahora: datetime
) -> None:
    """Give back what `dejar_personajes` took, as it was, where nobody else plays it by now."""
    por_publico = {dato["personaje"]: dato for dato in dejados}
    filas = list(
        Reparto.objects.sin_filtrar("characters of who returns")
        .filter(
            partida=plaza.partida, usuario__isnull=True, hasta__isnull=True, personaje__publico__in=list(por_publico)
        )
        .select_related("partida", "usuario")
        .order_by("personaje")
    )
    personajes = cerrojos.personajes(fila.personaje_id for fila in filas)
    for fila in filas:
        personaje = personajes[fila.personaje_id]
        dato = por_publico[personaje.publico]
        _pasar(fila, personaje, a=plaza.usuario, clase=dato["clase"], estado=dato["estado"], ahora=ahora)
        volver_a_estar(personaje, plaza.usuario, dato["escenas"])


def volver_a_estar(personaje: Personaje, usuario: Usuario, escenas: Sequence[str]) -> None:
    """Put a person back in the scenes that they were in as that character, secret ones too: they had read them."""
    donde = Escena.objects.sin_filtrar("scenes of who returns").filter(publico__in=list(escenas))
    Presente.objects.sin_filtrar("scenes of who returns").bulk_create(
        (Presente(escena=escena, personaje=personaje, usuario=usuario) for escena in donde), ignore_conflicts=True
    )


@con_reintentos
def deshacer_entrega(fila: Reparto, *, por: Usuario, ahora: datetime) -> bool:
    """Give the character back to who played it before the last hand-over, in the scenes they were in.

    Returns False if it never changed hands or has done so again since. Raises as `entregar`.
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(fila.partida_id)
        abierta, personaje = _abierta(cerrojos, partida, fila, por)
        acta = actas.ultima(partida, personaje, Acta.Verbo.ENTREGAR)
        ahora_lo_lleva = abierta.usuario.publico if abierta.usuario else ""
        if acta is None or acta.datos["a"] != ahora_lo_lleva:
            return False
        antes = Usuario.objects.filter(publico=acta.datos["de"]).first()
        if antes is not None:
            _comprobar_quien_recibe(partida, abierta, antes)
        clase, estado = acta.datos["clase"], acta.datos["estado"]
        datos = _pasar(abierta, personaje, a=antes, clase=clase, estado=estado, ahora=ahora)
        if antes is not None:
            volver_a_estar(personaje, antes, acta.datos["escenas"])
        ronda.cuadrar_partida(partida, ahora=ahora, actor=por)
        actas.anotar(partida, Acta.Verbo.ENTREGAR, personaje, por=por, ahora=ahora, datos=datos)
    return True
