"""Make the cast and the things of the fixture, through the domain's verbs wherever there is one."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from cuentas import ausencias
from cuentas.dominio import crear_cuenta
from cuentas.models import Ausencia, Usuario
from partidas.dominio import (
    adjuntos,
    borradores,
    cierres,
    edicion,
    escenas,
    moderacion,
    ordenes,
    partidas,
    plazas,
    reparto,
    turnos,
)
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.escenario import retirado
from partidas.escenario.oraculo import IDS_SECRETOS, QUIEN_VE
from partidas.models import Escena, Mensaje, Participante, Partida, Reparto, Tirada
from personajes.models import Personaje

CONTRASENA = "escenario-de-pruebas"
CUENTAS = ("eva", "esp", "ana", "bruno", "clara", "dani", "codi", "olga", "kike", "ines")
EQUIPO = ("mod", "admin")
# A fixture: its sheets and rolls are written out below, so it names the game they are of; no verb reads it.
SISTEMA = "strange"
MOTIVO = "fixture of the security tests"
FICHA: dict[str, Any] = {
    "tipo": "vector",
    "vigor": {"maximo": 12, "ventaja": 1},
    "velocidad": {"maximo": 11},
    "intelecto": {"maximo": 10},
    "esfuerzo": 2,
    "px": 2,
}
Papel, Visibilidad = Participante.Papel, Mensaje.Visibilidad


@dataclass
class Escenario:
    """What was made: people by name, partidas by name, the canary of each kind of thing."""

    ahora: datetime
    gente: dict[str, Usuario] = field(default_factory=dict)
    partidas: dict[str, Partida] = field(default_factory=dict)
    reparto: dict[str, Reparto] = field(default_factory=dict)
    canarios: dict[str, str] = field(default_factory=dict)
    mensajes: dict[str, Mensaje] = field(default_factory=dict)

    def canario(self, clase: str) -> str:
        """Return the canary of a kind of thing that the oracle knows."""
        if clase not in QUIEN_VE:
            raise KeyError(clase)
        return self.canarios.setdefault(clase, f"CANARIO-{clase}-{secrets.token_hex(8)}")

    def decir(self, clase: str, escena: Escena, autor: str, voz: str = "", **campos: Any) -> Mensaje:
        """Publish a turn whose text is the canary of its kind, unless `campos` puts it elsewhere."""
        if not campos.keys() & {"texto", "notas", "tiradas"}:
            campos["texto"] = self.canario(clase)
        orden = turnos.OrdenTurno(clave=campos.pop("clave", None) or uuid4(), personaje=self.publico(voz), **campos)
        self.mensajes[clase] = turnos.publicar(escena, orden, autor=self.gente[autor], ahora=self.ahora).mensaje
        return self.mensajes[clase]

    def publico(self, voz: str) -> str:
        """Return the public id of a character by name; empty for the direction."""
        return self.reparto[voz].personaje.publico if voz else ""


def sembrar(*, ahora: datetime) -> Escenario:
    """Make everything in an empty database."""
    e = Escenario(ahora)
    for nombre in (*CUENTAS, *EQUIPO):
        correo = f"{e.canario('correo')}@example.org" if nombre == "ana" else ""
        equipo = nombre in EQUIPO
        e.gente[nombre] = crear_cuenta(nombre, contrasena=CONTRASENA, correo=correo, ahora=ahora, es_equipo=equipo)
    e.gente["admin"].is_superuser = True
    e.gente["admin"].save(update_fields=["is_superuser"])
    _abrir_partidas(e)
    _repartir(e)
    _escribir_p1(e)
    _retirar_p1(e)
    _secretos_p1(e)
    retirado.tiradas(e)
    retirado.voces(e)
    retirado.traslados(e)
    _ausentar(e)
    _acabar_el_dia(e)
    retirado.combate(e)
    _dejar_a_medias(e)
    _otras_partidas(e)
    retirado.palabras(e)
    retirado.del_sitio(e)
    _cerrar_puertas(e)
    return e


def _abrir_partidas(e: Escenario) -> None:
    """Open the five partidas and seat their people."""
    for clave, direccion, acceso in (
        ("p1", "dani", Partida.Acceso.PRIVADA),
        ("p2", "olga", Partida.Acceso.PRIVADA),
        ("p3", "dani", Partida.Acceso.PUBLICA),
        ("p4", "olga", Partida.Acceso.PUBLICA),
        ("p5", "dani", Partida.Acceso.PRIVADA),
    ):
        premisa = e.canario("premisa") if clave == "p1" else ""
        datos = DatosPartida(titulo=e.canario(clave), sistema=SISTEMA, premisa=premisa, acceso=acceso)
        e.partidas[clave] = partidas.crear(datos, direccion=e.gente[direccion], ahora=e.ahora)
    for nombre, papel in (
        ("codi", Papel.DIRECCION), ("ana", Papel.JUGADOR), ("bruno", Papel.JUGADOR), ("clara", Papel.JUGADOR),
        ("kike", Papel.JUGADOR), ("esp", Papel.LECTOR),
    ):  # fmt: skip
        reparto.sentar(e.partidas["p1"], e.gente[nombre], papel, e.ahora)
    reparto.sentar(e.partidas["p5"], e.gente["bruno"], Papel.JUGADOR, e.ahora)
    plazas.dar(e.partidas["p1"], persona=e.gente["ines"], papel=Papel.JUGADOR, por=e.gente["dani"], ahora=e.ahora)


def _repartir(e: Escenario) -> None:
    """Give each player their characters, and the direction a secret PNJ."""
    for nombre, persona in (
        ("Kaelen", "ana"), ("Mirta", "bruno"), ("Odo", "clara"), ("Lía", "clara"), ("Tadeo", "kike"),
    ):  # fmt: skip
        ficha = dict(FICHA)
        if nombre == "Kaelen":
            ficha["habilidades"] = {e.canario("ficha"): "competente"}
        e.reparto[nombre] = reparto.incorporar(
            e.partidas["p1"],
            nombre=nombre,
            ficha=ficha,
            por=e.gente[persona],
            ahora=e.ahora,
            presentacion=e.canario("presentacion") if nombre == "Kaelen" else "",
        )
    e.reparto["pnj"] = reparto.pnj_rapido(
        e.partidas["p1"], nombre=e.canario("pnj"), nivel=4, por=e.gente["dani"], ahora=e.ahora
    )


def _escribir_p1(e: Escenario) -> None:
    """Publish in E1 one turn for each audience."""
    escena = escenas.abrir(e.partidas["p1"], titulo="E1", por=e.gente["dani"], ahora=e.ahora)
    solo_direccion = {"visibilidad": Visibilidad.DIRECCION}
    e.decir("todos", escena, "ana", "Kaelen")
    e.decir("notas", escena, "bruno", "Mirta", texto="Un turno con nota.", notas=e.canario("notas"))
    e.decir("tirada", escena, "ana", "Kaelen", tiradas=(_tarea(e.canario("tirada")),))
    e.decir("de-kike", escena, "kike", "Tadeo")
    e.decir("ana-dj", escena, "dani", **_para(e, "Kaelen"))
    e.decir("dj", escena, "dani", **solo_direccion)
    e.decir("bruno-dj", escena, "bruno", "Mirta", **solo_direccion)
    _adjuntar(e, escena)
    e.decir("bruno-clara", escena, "bruno", "Mirta", **_para(e, "Odo"))
    e.decir("para-kike", escena, "dani", **_para(e, "Tadeo"))
    nota = {"texto": "Un turno público.", "notas": e.canario("nota"), "notas_direccion": True}
    e.decir("nota", escena, "clara", "Lía", **nota)
    antes, despues = (
        f"Un turno público.\n\n:::solo Odo\n{e.canario(clase)}\n:::" for clase in ("fragmento-antes", "fragmento")
    )
    con_fragmento = e.decir("fragmento", escena, "bruno", "Mirta", texto=antes)
    edicion.editar(con_fragmento, texto=despues, notas="", version=1, por=e.gente["bruno"], ahora=e.ahora)
    e.decir(
        "tirada-privada", escena, "bruno", "Mirta", tiradas=(_tarea(e.canario("tirada-privada")),), **solo_direccion
    )


def _adjuntar(e: Escenario, escena: Escena) -> None:
    """Publish for the direction alone an image that has the canary in its name, its metadata and its description."""
    clave, canario, archivo = uuid4(), e.canario("adjunto"), BytesIO()
    datos = PngInfo()
    datos.add_text("Comment", canario)
    Image.new("RGB", (8, 8), "#8A2B0E").save(archivo, "PNG", pnginfo=datos)
    bruno = e.gente["bruno"]
    fila = adjuntos.subir(bruno, clave, archivo.getvalue(), titulo=f"{canario}.png", ahora=e.ahora)
    puesta = (adjuntos.Puesto(fila.publico, canario),)
    campos = {"texto": "Una carta.", "adjuntos": puesta, "visibilidad": Visibilidad.DIRECCION}
    e.decir("adjunto", escena, "bruno", "Mirta", clave=clave, **campos)


def _tarea(declaracion: str) -> TiradaDeclarada:
    return TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"}, declaracion=declaracion)


def _para(e: Escenario, *voces: str) -> dict[str, Any]:
    return {"visibilidad": Visibilidad.DESTINATARIOS, "destinatarios": tuple(e.publico(voz) for voz in voces)}


def _retirar_p1(e: Escenario) -> None:
    """Leave in E1 what is not there any more: a hidden turn, a deleted one and an edited one."""
    escena = Escena.objects.sin_filtrar(MOTIVO).get(partida=e.partidas["p1"], titulo="E1")
    oculto = e.decir("oculto", escena, "ana", "Kaelen")
    moderacion.ocultar(oculto, motivo=e.canario("motivo-ocultar"), por=e.gente["dani"], ahora=e.ahora)
    borrado = e.decir("borrado", escena, "bruno", "Mirta")
    moderacion.borrar(borrado, por=e.gente["bruno"], ahora=e.ahora)
    editado = e.decir("revision", escena, "ana", "Kaelen")
    desliz = f"{e.canarios['revision']}\n\n{e.canario('version-oculta')}"
    for version, (texto, quien) in enumerate(((desliz, "dani"), ("Lo que quedó.", "ana")), 1):
        editado.refresh_from_db()
        edicion.editar(editado, texto=texto, notas="", version=version, por=e.gente[quien], ahora=e.ahora)
    motivo = e.canario("motivo-version")
    edicion.ocultar_version(editado, version=2, motivo=motivo, por=e.gente["dani"], ahora=e.ahora)


def _secretos_p1(e: Escenario) -> None:
    """Open the secret scene in which only Mirta is."""
    secreta = escenas.abrir(
        e.partidas["p1"],
        titulo=e.canario("escena"),
        por=e.gente["dani"],
        ahora=e.ahora,
        secreta=True,
        presentes=[e.publico("Mirta")],
    )
    e.decir("escena-texto", secreta, "bruno", "Mirta")


def _ausentar(e: Escenario) -> None:
    """Say what Kaelen does while ana is away, and why bruno will be."""
    ordenes.escribir(e.reparto["Kaelen"], texto=e.canario("ordenes"), por=e.gente["ana"], ahora=e.ahora)
    dia = e.ahora.date()
    desde, hasta = dia + timedelta(days=400), dia + timedelta(days=407)
    motivo, lo_lee = e.canario("ausencia"), Ausencia.Quien.DIRECCION
    ausencias.anunciar(e.gente["bruno"], desde=desde, hasta=hasta, ahora=e.ahora, motivo=motivo, lo_lee=lo_lee)


def _acabar_el_dia(e: Escenario) -> None:
    """Close a day on a secret PNJ with a whole sheet, who has rested."""
    partida, dani = e.partidas["p1"], e.gente["dani"]
    e.reparto["noche"] = reparto.incorporar(
        partida,
        nombre=e.canario("noche"),
        ficha=FICHA | {"descansos": 1},
        por=dani,
        ahora=e.ahora,
        clase=Personaje.Clase.PNJ,
        secreto=True,
    )
    cierres.cerrar_ahora(partida, numero=1, por=dani, ahora=e.ahora)


def _dejar_a_medias(e: Escenario) -> None:
    """Leave two drafts in E1, when nobody publishes there any more: to publish spends one's own."""
    escena = Escena.objects.sin_filtrar(MOTIVO).get(partida=e.partidas["p1"], titulo="E1")
    for clase, nombre in (("borrador", "clara"), ("borrador-dj", "dani")):
        borradores.guardar(
            e.gente[nombre],
            borradores.lugar_de(escena),
            {"campos": {"texto": [e.canario(clase)]}, "tiradas": []},
            version=0,
            pestana="escenario",
            ahora=e.ahora,
        )


def _otras_partidas(e: Escenario) -> None:
    """Write in the other four: something for all, and in the public ones something for the direction."""
    for clave, direccion in (("p2", "olga"), ("p3", "dani"), ("p4", "olga"), ("p5", "dani")):
        escena = escenas.abrir(e.partidas[clave], titulo="La única", por=e.gente[direccion], ahora=e.ahora)
        e.decir(f"{clave}-texto", escena, direccion)
        if clave in ("p3", "p4"):
            e.decir(f"{clave}-dj", escena, direccion, visibilidad=Visibilidad.DIRECCION)


def _cerrar_puertas(e: Escenario) -> None:
    """Put kike out of P1, and archive what is over."""
    kike = Participante.objects.sin_filtrar(MOTIVO).get(partida=e.partidas["p1"], usuario=e.gente["kike"])
    plazas.expulsar(kike, motivo=e.canario("motivo-expulsar"), por=e.gente["dani"], ahora=e.ahora)
    for clave in ("p3", "p5"):
        partidas.archivar(e.partidas[clave], por=e.gente["dani"], ahora=e.ahora)


def ids_secretos(e: Escenario, clase: str) -> list[str]:
    """Return the public ids, and the receipts, that only who reads the thing of that kind may be shown."""
    if clase not in IDS_SECRETOS:
        return []
    mensaje = e.mensajes[clase]
    tiradas = Tirada.objects.sin_filtrar(MOTIVO).filter(mensaje=mensaje)
    return [mensaje.publico, *(uno for par in tiradas.values_list("publico", "recibo") for uno in par)]
