"""A partida as a whole: opened, described, moved through its states."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.text import slugify
from django.utils.translation import gettext as _

from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import NoPermitido
from partidas.models import Escena, Participante, Partida
from partidas.politica import lector
from reglas import libro

if TYPE_CHECKING:
    from cuentas.models import Usuario


@dataclass(frozen=True, slots=True)
class DatosPartida:
    """What the form of a partida asks for; values are the models' own choices."""

    titulo: str
    sistema: str
    premisa: str = ""
    acceso: str = Partida.Acceso.PRIVADA
    admite: bool = False
    ingreso: str = Partida.Ingreso.LIBRE
    zona: str = "Europe/Madrid"
    solo_al_publicar: bool = False


@con_reintentos
def crear(datos: DatosPartida, *, direccion: Usuario, ahora: datetime) -> Partida:
    """Open a partida directed by `direccion`, with its two books of rolls and an out-of-character scene."""
    with verbo():
        partida = Partida.objects.sin_filtrar("open a partida").create(
            titulo=datos.titulo,
            slug=slugify(datos.titulo)[:80],
            premisa=datos.premisa,
            sistema=datos.sistema,
            estado=Partida.Estado.EN_JUEGO,
            acceso=datos.acceso,
            admite=datos.admite,
            ingreso=datos.ingreso,
            zona=datos.zona,
            solo_al_publicar=datos.solo_al_publicar,
            creada=ahora,
        )
        Participante.objects.sin_filtrar("seat the direction").create(
            partida=partida, usuario=direccion, papel=Participante.Papel.DIRECCION, desde=ahora
        )
        libro.abrir_libros(partida.publico, ahora=ahora)
        Escena.objects.sin_filtrar("first scenes of a partida").create(
            partida=partida,
            titulo=_("Fuera de personaje"),
            tipo=Escena.Tipo.FUERA,
            posicion=1,
            creada=ahora,
        )
    return partida


@con_reintentos
def cambiar(partida: Partida, datos: DatosPartida, *, por: Usuario) -> Partida:
    """Change what the partida says of itself and who may read or join it; its system stays."""
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        if not lector(por, partida).dirige:
            raise NoPermitido("")
        partida.titulo, partida.slug = datos.titulo, slugify(datos.titulo)[:80]
        partida.premisa, partida.acceso = datos.premisa, datos.acceso
        partida.admite, partida.ingreso, partida.zona = datos.admite, datos.ingreso, datos.zona
        partida.solo_al_publicar = datos.solo_al_publicar
        partida.save(
            update_fields=["titulo", "slug", "premisa", "acceso", "admite", "ingreso", "zona", "solo_al_publicar"]
        )
    return partida
