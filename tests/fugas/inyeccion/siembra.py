"""The fixture with hostile words in each of its texts, and the whole corpus in every field, put there by the verbs."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from PIL import Image

from cuentas import invitaciones, textos
from cuentas.ausencias import anunciar
from cuentas.dominio import crear_cuenta
from cuentas.models import Usuario
from partidas.dominio import (
    adjuntos,
    anulaciones,
    borradores,
    declaraciones,
    edicion,
    escenas,
    moderacion,
    ordenes,
    palabra,
    partidas,
    programados,
    reparto,
    supervision,
)
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.dominio.turnos import OrdenTurno
from partidas.escenario.oraculo import ROLES
from partidas.escenario.sembrar import FICHA, SISTEMA, Escenario, sembrar
from partidas.models import Escena, Mensaje, Partida, SolicitudDePalabra, Tirada
from reglas import motor
from reglas.nucleo import campos as c
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Sistema
from tests.fugas import rastreo
from tests.fugas.audiencias import Fila
from tests.fugas.inyeccion.corpus import POLIGLOTA, VECTORES, renglones

TODO = "\n\n".join(VECTORES)
DATOS = {"dificultad": 3, "reserva": "vigor"}


@dataclass
class Sitio:
    """What was sown, with a browser for each person. filas: the table of addresses, filled in before the corpus."""

    escenario: Escenario
    filas: list[tuple[Fila, str]]
    clientes: dict[str, Client] = field(default_factory=dict)
    mensaje: str = ""
    hilo: str = ""
    editor: str = ""


def canario(e: Escenario, clase: str) -> str:
    """Stand for `Escenario.canario`: the name of the kind of thing with the polyglot behind it, but in an address."""
    dicho = f"CANARIO-{clase}-" + ("0" if clase == "correo" else POLIGLOTA)
    return e.canarios.setdefault(clase, dicho)


def sembrar_todo(ahora: datetime) -> Sitio:
    """Sow the fixture and, over it, the corpus."""
    e = sembrar(ahora=ahora)
    sitio = Sitio(e, rastreo.filas())
    for rol in ROLES:
        sitio.clientes[rol] = Client(headers={"accept-language": "es"})
        if rol != "anon":
            if e.gente[rol].is_staff:
                TOTP.activate(e.gente[rol], generate_totp_secret())
            sitio.clientes[rol].force_login(e.gente[rol])
    e1 = Escena.objects.sin_filtrar("test").get(partida=e.partidas["p1"], titulo="E1")
    sitio.mensaje = _turno(e, e1).publico
    sitio.hilo, sitio.editor = (reverse(uno, args=[e1.partida.publico, e1.publico]) for uno in ("escena", "escribir"))
    _motivos(e, e1)
    _dados(e, e1)
    _imagenes(e, e1)
    _lugares(e)
    _gente(e, sitio)
    _fichas(e)
    _palabras(e)
    _del_sitio(e)
    datos = {"campos": {"texto": [TODO], "notas": [TODO]}, "tiradas": []}
    lugar = borradores.lugar_de(e1)
    borradores.guardar(e.gente["ana"], lugar, datos, version=0, pestana=POLIGLOTA, ahora=ahora)
    _sin_publicar(e, e1, datos)
    return sitio


def _sin_publicar(e: Escenario, escena: Escena, datos: dict[str, Any]) -> None:
    """Throw it in the bin, and leave it to be published at its hour."""
    dani, hora = e.gente["dani"], e.ahora + timedelta(days=1)
    orden = OrdenTurno(clave=uuid4(), texto=TODO, notas=TODO)
    programados.programar(escena, orden, datos=datos, cuando=hora, autor=dani, ahora=e.ahora)
    borradores.guardar(dani, borradores.lugar_de(escena), datos, version=0, pestana=POLIGLOTA, ahora=e.ahora)
    assert borradores.descartar(dani, borradores.lugar_de(escena), ahora=e.ahora) is not None


def _turno(e: Escenario, escena: Escena) -> Mensaje:
    """Publish all of it as text, notes and private fragment, and edit it twice: each version stays in the history."""
    fragmento = f":::solo Odo\n{TODO}\n:::"
    turno = e.decir("corpus", escena, "bruno", "Mirta", texto=f"{TODO}\n\n{fragmento}", notas=TODO)
    for version in (1, 2):
        edicion.editar(
            turno,
            texto=f"{'Otra vez. ' * version}{TODO}\n\n{fragmento}",
            notas="\n\n".join(VECTORES[version:] + VECTORES[:version]),
            version=version,
            por=e.gente["bruno"],
            ahora=e.ahora,
        )
    return turno


def _motivos(e: Escenario, escena: Escena) -> None:
    for n, motivo in enumerate(renglones(300)):
        oculto = e.decir(f"motivo-{n}", escena, "ana", "Kaelen", texto=f"Turno {n}.")
        edicion.editar(oculto, texto=f"Otro {n}.", notas="", version=1, por=e.gente["ana"], ahora=e.ahora)
        edicion.ocultar_version(oculto, version=1, motivo=motivo, por=e.gente["dani"], ahora=e.ahora)
        moderacion.ocultar(oculto, motivo=motivo, por=e.gente["dani"], ahora=e.ahora)


def _dados(e: Escenario, escena: Escena) -> None:
    """Declare the corpus; void those rolls, which was asked for with the corpus too; hide the words of others."""
    lineas = renglones(300)
    dani, ahora = e.gente["dani"], e.ahora
    for vuelta in ("anular", "ocultar"):
        for desde in range(0, len(lineas), 5):
            cinco = lineas[desde : desde + 5]
            tareas = tuple(
                TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"}, declaracion=d) for d in cinco
            )
            turno = e.decir(f"{vuelta}-{desde}", escena, "ana", "Kaelen", tiradas=tareas)
            filas = Tirada.objects.sin_filtrar("test").filter(mensaje=turno).order_by("posicion")
            for publico, motivo in zip(filas.values_list("publico", flat=True), cinco, strict=True):
                if vuelta == "ocultar":
                    declaraciones.ocultar(publico, motivo=motivo, por=dani, ahora=ahora)
                    continue
                anulaciones.pedir(publico, motivo=motivo, por=e.gente["ana"], ahora=ahora)
                anulaciones.anular(publico, motivo=motivo, por=dani, ahora=ahora)


def _imagenes(e: Escenario, escena: Escena) -> None:
    dibujo = BytesIO()
    Image.new("RGB", (4, 4), "#8A2B0E").save(dibujo, "PNG")
    alts, titulos, bruno = renglones(500), renglones(100, sin="/\\"), e.gente["bruno"]
    for desde in range(0, len(titulos), 10):
        clave = uuid4()
        filas = [
            adjuntos.subir(bruno, clave, dibujo.getvalue(), titulo=titulo, ahora=e.ahora)
            for titulo in titulos[desde : desde + 10]
        ]
        puestas = tuple(adjuntos.Puesto(fila.publico, alts[(desde + n) % len(alts)]) for n, fila in enumerate(filas))
        turno = e.decir(f"imagenes-{desde}", escena, "bruno", "Mirta", texto="Mira.", clave=clave, adjuntos=puestas)
    edicion.editar(turno, texto="Mira bien.", notas="", version=1, por=bruno, ahora=e.ahora)


def _lugares(e: Escenario) -> None:
    """Open a partida for each title, some with the corpus as premise, and a scene of P1 for each title and place."""
    dani, p1 = e.gente["dani"], e.partidas["p1"]
    premisas = renglones(4000)
    for n, titulo in enumerate(renglones(120)):
        datos = DatosPartida(
            titulo=titulo, sistema=SISTEMA, premisa=premisas[n % len(premisas)], acceso=Partida.Acceso.PUBLICA
        )
        otra = partidas.crear(datos, direccion=e.gente["olga"], ahora=e.ahora)
        motivos = renglones(300)
        if n < len(motivos):
            supervision.entrar(otra, motivo=motivos[n], por=e.gente["mod"], ahora=e.ahora - timedelta(days=1))
    sitios = renglones(160)
    for n, titulo in enumerate(renglones(120)):
        escenas.abrir(p1, titulo=titulo, lugar=sitios[n % len(sitios)], por=dani, ahora=e.ahora)


def _gente(e: Escenario, sitio: Sitio) -> None:
    """Name characters and accounts with it, and present them; what a name may not be is refused and left out."""
    p1, dani = e.partidas["p1"], e.gente["dani"]
    for nombre in renglones(60, "N"):
        with suppress(ValidationError):
            e.reparto[nombre] = reparto.pnj_rapido(p1, nombre=nombre, nivel=3, por=dani, ahora=e.ahora, secreto=False)
    suyos = []
    for n, presentacion in enumerate(renglones(2000)):
        fila = reparto.incorporar(
            p1, nombre=f"Voz {n}", ficha=FICHA, por=e.gente["clara"], ahora=e.ahora, presentacion=presentacion
        )
        suyos.append(fila)
        e.reparto[f"Voz {n}"] = fila
    for fila, texto in zip(suyos, renglones(4000), strict=False):
        ordenes.escribir(fila, texto=texto, por=e.gente["clara"], ahora=e.ahora)
    for nombre in renglones(40, "U"):
        with suppress(ValidationError):
            e.gente[nombre] = crear_cuenta(nombre, contrasena="una-farola-y-un-perro", ahora=e.ahora)
    for (nombre, persona), presentacion in zip(list(e.gente.items()), renglones(1000), strict=False):
        cliente = sitio.clientes.get(nombre) or Client()
        cliente.force_login(persona)
        datos = {"username": persona.username, "presentacion": presentacion, "idioma": "es", "zona": "Europe/Madrid"}
        assert cliente.post("/ajustes/cuenta/", datos).status_code == 302, nombre
    for n, motivo in enumerate(renglones(200)):
        dias = {"desde": e.ahora.date() + timedelta(days=2 * n), "hasta": e.ahora.date() + timedelta(days=2 * n)}
        anunciar(e.gente[("dani", "ana", "bruno", "clara")[n % 4]], motivo=motivo, ahora=e.ahora, **dias)
    dicho = next(nombre for nombre in e.reparto if "alert" in nombre)
    e1 = Escena.objects.sin_filtrar("test").get(partida=p1, titulo="E1")
    e.decir("de-un-nombre", e1, "dani", dicho, texto="Hablo yo.", tiradas=())


def _fichas(e: Escenario) -> None:
    """Put the polyglot in every text that a sheet of any system has, and change one with the corpus as reason."""
    dani = e.gente["dani"]
    for clave in motor.sistemas():
        juego = motor.sistema(clave)
        partida = partidas.crear(DatosPartida(titulo=f"De {clave}", sistema=clave), direccion=dani, ahora=e.ahora)
        e.partidas[f"de-{clave}"] = partida
        hoja, _puestos = hoja_envenenada(juego)
        e.reparto[f"hoja-{clave}"] = reparto.incorporar(
            partida, nombre=hoja.get("nombre") or "Rellena", ficha=hoja, clase="pnj", por=dani, ahora=e.ahora
        )
    for version, motivo in enumerate(renglones(200), start=e.reparto["Odo"].personaje.version):
        cambios = {"px": 3 + version % 2, "habilidades": {POLIGLOTA: "competente"}}
        reparto.corregir_ficha(
            e.reparto["Odo"], version=version, cambios=cambios, por=dani, ahora=e.ahora, motivo=motivo
        )


def textos_de(grupo: c.Grupo, ruta: str = "") -> list[str]:
    """Return the path of every text that a group takes, in its lists and maps too, but those of a closed pattern."""
    salida = []
    for campo in grupo.campos:
        salida += _textos_de_campo(campo, f"{ruta}{campo.clave}")
    return salida


def _textos_de_campo(campo: c.Campo, ruta: str) -> list[str]:
    match campo:
        case c.Texto():
            return [] if campo.patron else [ruta]
        case c.Grupo():
            return textos_de(campo, f"{ruta}.")
        case c.Lista():
            return _textos_de_campo(campo.elemento, f"{ruta}[]")
        case c.Mapa():
            clave = [] if campo.nombre.patron else [f"{ruta}{{}}"]
            return clave + _textos_de_campo(campo.valor, f"{ruta}{{}}")
    return []


def hoja_envenenada(juego: Sistema) -> tuple[dict[str, Any], list[str]]:
    """Return the starting sheet of a system that takes most texts, with the polyglot in them, and their paths."""
    hojas = (rellenar(juego.ficha, dict(plantilla.ficha)) for plantilla in juego.plantillas)
    return max(hojas, key=lambda par: len(par[1]))


def rellenar(grupo: c.Grupo, hoja: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Put the polyglot in every text of a sheet, one at a time; return it with the paths that took it."""
    puestos: list[str] = []
    for campo in grupo.campos:
        for ruta in _textos_de_campo(campo, campo.clave):
            prueba = {**hoja, campo.clave: _con_veneno(campo, hoja.get(campo.clave))}
            with suppress(Rechazo):
                grupo.leer(prueba)
                hoja = prueba
                puestos.append(ruta)
    return hoja, puestos


def _con_veneno(campo: c.Campo, valor: Any) -> Any:
    """Return a value of a field with the polyglot in each of its texts, what is needed beside made up."""
    match campo:
        case c.Texto():
            return valor if campo.patron and valor else POLIGLOTA
        case c.Entero():
            return valor if valor is not None else campo.minimo
        case c.Booleano():
            return bool(valor)
        case c.Opcion():
            return valor if valor is not None else next(iter(campo.opciones))
        case c.Grupo():
            hoja = dict(valor or {})
            for uno in campo.campos:
                if uno.obligatorio is True or uno.clave in hoja or isinstance(uno, c.Texto):
                    hoja[uno.clave] = _con_veneno(uno, hoja.get(uno.clave))
            return hoja
        case c.Lista():
            return [*(valor or [])[: campo.maximo - 1], _con_veneno(campo.elemento, None)]
        case c.Mapa():
            clave = next(iter(valor or {}), "x") if campo.nombre.patron else POLIGLOTA
            return {**(valor or {}), clave: _con_veneno(campo.valor, None)}
    raise TypeError(type(campo))


def _palabras(e: Escenario) -> None:
    """Ask for the direction's word with the corpus, and be refused with it."""
    escena = Escena.objects.sin_filtrar("test").get(partida=e.partidas["p6"], titulo="La única")
    datos = {"descripcion": POLIGLOTA, "aprobado_dj": True}
    lineas = renglones(300)
    for desde in range(0, len(lineas), 5):
        cinco = lineas[desde : desde + 5]
        giros = tuple(TiradaDeclarada("giro_del_destino", datos, declaracion=dicho) for dicho in cinco)
        turno = e.decir(f"giros-{desde}", escena, "ana", "Sila", texto="Salto.", tiradas=giros)
        pedidas = SolicitudDePalabra.objects.sin_filtrar("test").filter(mensaje=turno).order_by("pk")
        for pedida, dicho in zip(pedidas, cinco, strict=True):
            palabra.negar(pedida.publico, motivo=dicho, por=e.gente["dani"], ahora=e.ahora)


def _del_sitio(e: Escenario) -> None:
    """Write the corpus in the notes of invitations, the pages of the site, the names of keys, browsers and groups."""
    mod = e.gente["mod"]
    for nota in renglones(120):
        invitaciones.crear_invitacion(mod, usos=1, dias=7, nota=nota, ahora=e.ahora)
    for version, titulo in enumerate([*renglones(120), POLIGLOTA]):
        cuerpo = f"{version}\n\n{TODO}"
        textos.guardar_texto(
            "aviso-legal", "es", titulo=titulo, cuerpo=cuerpo, version_leida=version, autor=mod, ahora=e.ahora
        )
    for nombre in renglones(100)[:10]:
        llave = {"name": nombre, "credential": {"response": {}}, "passwordless": False}
        Authenticator.objects.create(user=mod, type=Authenticator.Type.WEBAUTHN, data=llave)
    Group.objects.create(name=POLIGLOTA)
    for agente in renglones(200):
        cliente = Client()
        cliente.force_login(Usuario.objects.get(username="esp"))
        llave = cliente.cookies[settings.SESSION_COOKIE_NAME].value
        UserSession.objects.update_or_create(
            session_key=llave, defaults={"user": e.gente["esp"], "ip": "127.0.0.1", "user_agent": agente}
        )
