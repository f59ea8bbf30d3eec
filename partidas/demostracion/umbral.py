"""«El faro de Cabo Umbral»: a partida of The Strange in play, with real dice."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import uuid4

from cuentas.dominio import crear_cuenta
from cuentas.models import Usuario
from partidas.dominio import escenas, partidas, reparto, turnos
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Escena, Mensaje, Partida, Reparto

CONTRASENA = "faro-sin-guardian"
SISTEMA = "strange"

PREMISA = """\
Un faro apagado desde hace treinta años ha vuelto a encenderse, y su haz no barre el mar: señala hacia dentro, hacia \
las casas. Quienes lo miran demasiado tiempo recuerdan cosas que no han vivido.

Misterio costero, ritmo tranquilo (dos o tres turnos por semana). Aquí cabe cualquiera: **únete, crea un personaje y \
entra en escena**."""


@dataclass(frozen=True)
class Turno:
    """One turn of the script; `voz` is a name of the cast, empty for the direction."""

    autor: str
    voz: str
    texto: str
    notas: str = ""
    para: tuple[str, ...] = ()
    solo_direccion: bool = False
    tirada: TiradaDeclarada | None = None
    contra: str = ""
    horas: int = field(default=5)


GUION = (
    Turno(
        "dani",
        "",
        "El sendero termina en una verja de hierro comida por la sal. Detrás, el faro: blanco hasta la mitad, negro "
        "de moho hasta arriba. La lámpara gira sin prisa y, cada nueve segundos, el haz pasa sobre vosotros con un "
        "zumbido que se nota en los dientes.\n\nLa puerta está entornada. Alguien ha dejado un cubo de pintura "
        "fresca junto al umbral, con la brocha dentro, todavía húmeda.",
    ),
    Turno(
        "ana",
        "Kaelen",
        "—Pintura reciente en un faro abandonado. —Kaelen se agacha, toca la brocha con un dedo y se lo mira bajo la "
        "luz que pasa—. Azul. No han pintado nada de azul.\n\nRodea el cubo despacio, buscando huellas en el barro.",
        tirada=TiradaDeclarada(
            "tarea", {"dificultad": 3, "reserva": "intelecto"}, declaracion="Busco huellas alrededor de la puerta"
        ),
    ),
    Turno(
        "dani",
        "",
        "El barro habla, poco pero claro: unas botas pequeñas, de ida y de vuelta, muchas veces, siempre por el mismo "
        "sitio. Las de hoy solo entran.",
    ),
    Turno(
        "bruno",
        "Mirta",
        "Mirta no mira el suelo. Mira arriba, donde la barandilla, y cuenta en voz baja los segundos entre una pasada "
        "y la siguiente.\n\n—Siete. Antes eran nueve. —Se sube el cuello del abrigo—. Va más deprisa desde que hemos "
        "llegado. ¿Entramos o esperamos a que nos aplauda?",
        notas="Si hay que forzar la verja me ofrezco, que para eso traigo las herramientas :D",
    ),
    Turno(
        "dani",
        "Celso, el farero",
        "—Aquí no se aplaude. —La voz sale de la escalera antes que el hombre—. Aquí se sube, se mira y se baja. Y el "
        "que no baja, pinta.\n\nTrae las manos azules hasta la muñeca.",
    ),
    Turno(
        "ana",
        "Kaelen",
        "Sin dejar de sonreír al viejo, Kaelen le hace a la dirección una seña: quiere saber si esas manos tiemblan de "
        "frío o de otra cosa.",
        solo_direccion=True,
        tirada=TiradaDeclarada(
            "tarea",
            {"dificultad": 4, "reserva": "intelecto", "esfuerzo": 1},
            declaracion="Leo al farero: ¿miedo o mentira?",
        ),
    ),
    Turno(
        "dani",
        "",
        "No tiembla él. Tiembla la pintura: se le mueve sola entre los dedos, como si buscara la luz.",
        para=("Kaelen",),
    ),
)


def sembrar(*, ahora: datetime) -> Partida:
    """Make three accounts, the partida, its cast and its first scene; the clock of the script ends at `ahora`."""
    cuando = ahora - timedelta(hours=sum(turno.horas for turno in GUION) + 24)
    gente = {nombre: crear_cuenta(nombre, contrasena=CONTRASENA, ahora=cuando) for nombre in ("dani", "ana", "bruno")}
    partida = partidas.crear(
        DatosPartida(
            titulo="El faro de Cabo Umbral",
            sistema=SISTEMA,
            premisa=PREMISA,
            acceso=Partida.Acceso.PUBLICA,
            admite=True,
            ingreso=Partida.Ingreso.LIBRE,
        ),
        direccion=gente["dani"],
        ahora=cuando,
    )
    voces = _reparto(partida, gente, cuando)
    escena = escenas.abrir(
        partida,
        titulo="La puerta entornada",
        lugar="Al pie del faro, anocheciendo",
        por=gente["dani"],
        ahora=cuando,
    )
    for turno in GUION:
        cuando += timedelta(hours=turno.horas)
        _representar(turno, escena, gente[turno.autor], voces, cuando)
    return partida


def _reparto(partida: Partida, gente: dict[str, Usuario], cuando: datetime) -> dict[str, Reparto]:
    from reglas.motor import sistema  # noqa: PLC0415 - only the demo picks a starting sheet by its place

    plantillas = sistema(partida.sistema).plantillas
    filas = []
    for nombre, persona, plantilla, cara in (
        ("Kaelen", "ana", plantillas[-1], "Delgada, abrigo de hombre, un cuaderno en cada bolsillo."),
        ("Mirta", "bruno", plantillas[0], "Manos grandes y una caja de herramientas que nunca suelta."),
    ):
        reparto.sentarse(partida, usuario=gente[persona], ahora=cuando)
        filas.append(
            reparto.incorporar(
                partida,
                nombre=nombre,
                ficha=plantilla.ficha,
                presentacion=cara,
                por=gente[persona],
                ahora=cuando,
            )
        )
    filas.append(
        reparto.pnj_rapido(partida, nombre="Celso, el farero", nivel=4, por=gente["dani"], ahora=cuando, secreto=False)
    )
    return {fila.personaje.nombre: fila for fila in filas}


def _representar(turno: Turno, escena: Escena, autor: Usuario, voces: dict[str, Reparto], cuando: datetime) -> None:
    """Publish one turn of the script."""
    visibilidad = Mensaje.Visibilidad.TODOS
    if turno.para:
        visibilidad = Mensaje.Visibilidad.DESTINATARIOS
    elif turno.solo_direccion:
        visibilidad = Mensaje.Visibilidad.DIRECCION
    turnos.publicar(
        escena,
        turnos.OrdenTurno(
            clave=uuid4(),
            texto=turno.texto,
            notas=turno.notas,
            personaje=voces[turno.voz].personaje.publico if turno.voz else "",
            visibilidad=visibilidad,
            destinatarios=tuple(voces[nombre].personaje.publico for nombre in turno.para),
            tiradas=(turno.tirada,) if turno.tirada else (),
        ),
        autor=autor,
        ahora=cuando,
    )
