"""Every place where something of a partida is shown, as a table: what a role sees there, and what it should.

A new surface adds one row at the end of `SUPERFICIES`: its name, a function that asks the site as one role and returns
what it saw, the question of the model that answers it, and the kinds of canary on which the two must be equal. Of
every other kind it may show nothing that the role does not know from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from partidas.consultas.cursor import Cursor, clave_de
from partidas.models import Escena, Mensaje
from personajes.models import Personaje
from tests.fugas.modelo import Modelo

ROLES = ("dani", "codi", "ana", "bruno", "esp", "kike", "ines", "eva", "anon")
CANARIO = re.compile(r"canario\d{4}")
SIGUIENTE = re.compile(r'rel="next" href="(\?[^"#]*)')
ENTRAR = "/cuentas/login/"


@dataclass
class Sitio:
    """The site as a test holds it: a browser for each role, and the public id of each thing by its word.

    palabras: every canary that there is, with its kind.
    """

    partida: str
    gente: dict[str, Any]
    navegadores: dict[str, Client] = field(default_factory=dict)
    escenas: dict[str, str] = field(default_factory=dict)
    mensajes: dict[str, str] = field(default_factory=dict)
    pj: dict[str, str] = field(default_factory=dict)
    pnj: dict[str, str] = field(default_factory=dict)
    palabras: dict[str, str] = field(default_factory=dict)

    def entrar(self) -> None:
        """Open a browser for each role."""
        for rol in ROLES:
            self.navegadores[rol] = Client(headers={"accept-language": "es"})
            if rol != "anon":
                self.navegadores[rol].force_login(self.gente[rol])

    def quien(self, rol: str) -> Any:
        return self.gente.get(rol, AnonymousUser())

    def pagina(self, rol: str, ruta: str) -> str:
        """Return the page as the role gets it; empty if it is refused, or if the role is asked to enter."""
        respuesta = self.navegadores[rol].get(ruta)
        texto = respuesta.content.decode() + repr(list(respuesta.items()))
        if respuesta.status_code == 200:
            return texto
        assert not CANARIO.search(texto), f"{rol} en {ruta}: la negativa cuenta algo"
        return ""

    def paginas(self, rol: str, ruta: str) -> str:
        """Return a page and those that follow it."""
        todo, siguiente = "", ruta
        while siguiente:
            pagina = self.pagina(rol, siguiente)
            todo += pagina
            otra = SIGUIENTE.search(pagina)
            siguiente = ruta.partition("?")[0] + unescape(otra[1]) if otra else ""
        return todo

    def canarios(self, rol: str, *rutas: str) -> set[str]:
        return {canario for ruta in rutas for canario in CANARIO.findall(self.paginas(rol, ruta))}

    def de_escenas(self, nombre: str) -> list[str]:
        return [reverse(nombre, args=[self.partida, escena]) for escena in self.escenas.values()]


def puerta(sitio: Sitio, rol: str) -> set[str]:
    """Ask the gate itself for the role's messages, scenes and sheets, without a page."""
    claves = {publico: clave for clave, publico in sitio.mensajes.items()}
    filas = Mensaje.objects.en_hilo_de(sitio.quien(rol)).filter(publico__in=claves).values_list("publico", "legible")
    vistas = {claves[publico]: legible for publico, legible in filas}
    salida = {f"lugar:{clave}" for clave in vistas} | {f"lee:{clave}" for clave, legible in vistas.items() if legible}
    for puerta_, cosas in ((Escena.objects, sitio.escenas), (Personaje.objects, sitio.pj)):
        de_quien = puerta_.visibles_para(sitio.quien(rol)).filter(publico__in=cosas.values())
        abiertas = set(de_quien.values_list("publico", flat=True))
        salida |= {f"abierta:{clave}" for clave, publico in cosas.items() if publico in abiertas}
    return salida


def hilo(sitio: Sitio, rol: str) -> set[str]:
    """Read every thread, page after page."""
    return sitio.canarios(rol, *(f"{ruta}?desde=principio" for ruta in sitio.de_escenas("escena")))


def final_del_hilo(sitio: Sitio, rol: str) -> set[str]:
    """Read where a member begins."""
    return sitio.canarios(rol, *sitio.de_escenas("escena"))


def portada(sitio: Sitio, rol: str) -> set[str]:
    """Read the cover, with how many messages it says that each scene has."""
    pagina = sitio.pagina(rol, reverse("partida", args=[sitio.partida]))
    salida = set(CANARIO.findall(pagina))
    for publico in sitio.escenas.values():
        linea = re.search(rf'<h3><a href="[^"]*/{publico}/(?:#nuevo)?">.*?</li>\s*</ul>', pagina, re.DOTALL)
        if linea:
            titulo, cuenta = CANARIO.search(linea[0]), re.search(r"(\d+) mensajes?<", linea[0])
            salida.add(f"cuenta:{titulo and titulo[0]}:{cuenta and cuenta[1]}")
    return salida


def permalink(sitio: Sitio, rol: str) -> set[str]:
    """Follow the address of every message."""
    salida = set()
    for clave, publico in sitio.mensajes.items():
        respuesta = sitio.navegadores[rol].get(reverse("mensaje", args=[publico]), follow=True)
        if respuesta.status_code == 200 and f'id="m-{publico}"' in respuesta.content.decode():
            salida.add(f"lugar:{clave}")
        else:
            assert respuesta.status_code == 404, f"{rol} en {clave}: {respuesta.status_code}"
    return salida


def acciones(sitio: Sitio, rol: str) -> set[str]:
    """Open what can be asked of every message: 404 for what is not there, 403 for what may not be done.

    Returns the messages that answer otherwise than 404, with whatever their pages quote.
    """
    salida = set()
    for clave, publico in sitio.mensajes.items():
        for que in ("editar", "lectores"):
            respuesta = sitio.navegadores[rol].get(f"/m/{publico}/{que}/")
            if not respuesta.get("Location", "").startswith(ENTRAR) and respuesta.status_code != 404:
                salida |= {f"lugar:{clave}", *CANARIO.findall(respuesta.content.decode())}
    return salida


def historial(sitio: Sitio, rol: str) -> set[str]:
    """Open the history of every message."""
    return sitio.canarios(rol, *(f"/m/{publico}/historial/" for publico in sitio.mensajes.values()))


def lectura(sitio: Sitio, rol: str) -> set[str]:
    """Read the partida as a book: its contents and its chapters."""
    return sitio.canarios(rol, reverse("leer", args=[sitio.partida]), *sitio.de_escenas("leer_escena"))


def mis_textos(sitio: Sitio, rol: str) -> set[str]:
    """Read one's own texts."""
    return sitio.canarios(rol, reverse("mis_textos"))


def mis_borradores(sitio: Sitio, rol: str) -> set[str]:
    """Read one's own drafts, what one threw away and what one deleted."""
    return sitio.canarios(rol, reverse("mis_borradores"))


def te_toca(sitio: Sitio, rol: str) -> set[str]:
    """Read what waits for one and what one waits for, and who is away: names and titles, and nothing that was said."""
    return sitio.canarios(rol, reverse("te_toca"), reverse("ausencias"))


def editor(sitio: Sitio, rol: str) -> set[str]:
    """Open every editor, with the last turns below it."""
    return sitio.canarios(rol, *sitio.de_escenas("escribir"))


def sondeo(sitio: Sitio, rol: str) -> set[str]:
    """Ask each thread for what is new as a page that has nothing of it would, and for all of that."""
    salida = set()
    for escena in sitio.escenas.values():
        cursor = Cursor(clave_de(sitio.quien(rol)), escena, {}).firmado()
        ruta = reverse("sondeo", args=[sitio.partida, escena])
        respuesta = sitio.navegadores[rol].get(ruta, {"tras": cursor, "traer": "1"})
        assert respuesta.status_code in {200, 204, 286}, f"{rol} en {ruta}: {respuesta.status_code}"
        salida |= set(CANARIO.findall(respuesta.content.decode() + repr(list(respuesta.items()))))
    return salida


def mesa(sitio: Sitio, rol: str) -> set[str]:
    """Open the desk of the direction, with the record of acts."""
    return sitio.canarios(rol, reverse("mesa", args=[sitio.partida]))


def fichas(sitio: Sitio, rol: str) -> set[str]:
    """Open every sheet."""
    return sitio.canarios(
        rol, *(reverse("ficha", args=[sitio.partida, publico]) for publico in (*sitio.pj.values(), *sitio.pnj.values()))
    )


def perfiles(sitio: Sitio, rol: str) -> set[str]:
    """Open the profile of everybody."""
    return sitio.canarios(rol, *(reverse("cuentas:perfil", args=[uno.publico]) for uno in sitio.gente.values()))


def listas(sitio: Sitio, rol: str) -> set[str]:
    """Open the lists of partidas: the page of all of them, and the home page with how each begins."""
    return sitio.canarios(rol, reverse("partidas"), reverse("portada"))


def lo_demas(sitio: Sitio, rol: str) -> set[str]:
    """Open what shows nothing of its own: the days, the fights."""
    return sitio.canarios(rol, reverse("jornadas", args=[sitio.partida]), *sitio.de_escenas("asalto"))


def quien_lee(sitio: Sitio, rol: str) -> set[str]:
    """Ask who reads what, of the partida and of every scene: it shows how messages begin, of those that one reads."""
    return sitio.canarios(rol, reverse("quien_lee", args=[sitio.partida]), *sitio.de_escenas("quien_lee_escena"))


def busqueda(sitio: Sitio, rol: str) -> set[str]:
    """Look for every word of a message: it is found, or the answer is that of a word that is nowhere."""
    salida: set[str] = set()

    def pedir(palabra: str) -> str:
        return FICHA.sub("", sitio.pagina(rol, f"{reverse('buscar')}?q={palabra}"))

    nada = pedir("canario9999")
    for palabra, clase in sitio.palabras.items():
        if clase not in BUSCADAS:
            continue
        pagina = pedir(palabra)
        if 'class="hallado"' in pagina:
            salida |= set(CANARIO.findall(pagina))
        else:
            assert pagina.replace(palabra, "canario9999") == nada, f"{rol} busca {palabra}"
    return salida


FICHA = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
BUSCADAS = frozenset({"texto", "nota", "declaracion", "viejo"})


@dataclass(frozen=True)
class Superficie:
    """One row: what a role sees there, what it should, and on which kinds of canary the two are equal."""

    nombre: str
    ver: Callable[[Sitio, str], set[str]]
    espera: Callable[[Modelo, str], set[str]]
    clases: frozenset[str]

    def comprobar(self, sitio: Sitio, modelo: Modelo, rol: str) -> None:
        """Raise AssertionError with what is missing and what is too much."""
        visto = self.ver(sitio, rol)
        suyo = {cosa for cosa in visto if modelo.clase(cosa) in self.clases}
        debido = {cosa for cosa in self.espera(modelo, rol) if modelo.clase(cosa) in self.clases}
        falta, sobra = sorted(debido - suyo), sorted((suyo - debido) | ((visto - suyo) - modelo.sabe(rol)))
        assert (falta, sobra) == ([], []), f"{rol} en «{self.nombre}»: falta {falta}, sobra {sobra}"


def _fila(
    nombre: str, ver: Callable[[Sitio, str], set[str]], espera: Callable[[Modelo, str], set[str]], clases: str
) -> Superficie:
    return Superficie(nombre, ver, espera, frozenset(clases.split()))


PUERTA = _fila("la puerta", puerta, Modelo.puerta, "lugar lee abierta")
SUPERFICIES = (
    _fila("el hilo", hilo, Modelo.hilo, "texto nota declaracion motivo"),
    _fila("la portada", portada, Modelo.portada, "escena cuenta partida premisa pnj"),
    _fila("el permalink", permalink, Modelo.lugares, "lugar"),
    _fila("el final del hilo", final_del_hilo, lambda m, r: m.titulos(r), "escena"),
    _fila("las acciones", acciones, Modelo.alcanzables, "lugar"),
    _fila("el historial", historial, Modelo.historia, "texto nota viejo"),
    _fila("la lectura", lectura, Modelo.lectura, "texto declaracion nota"),
    _fila("mis textos", mis_textos, Modelo.textos, "texto nota declaracion motivo partida escena"),
    _fila("mis borradores", mis_borradores, lambda _m, _r: set(), "viejo motivo declaracion ficha pnj"),
    _fila("el editor", editor, Modelo.editor, "texto nota declaracion motivo"),
    _fila("el sondeo", sondeo, Modelo.hilo, "texto nota declaracion motivo"),
    _fila("la mesa", mesa, Modelo.mesa, "motivo acta escena pnj texto nota"),
    _fila("las fichas", fichas, Modelo.hojas, "ficha viejo texto nota declaracion"),
    _fila(
        "los perfiles", perfiles, lambda _m, _r: set(), "texto nota declaracion motivo viejo escena partida ficha pnj"
    ),
    _fila("las listas", listas, Modelo.listada, "partida nota declaracion motivo pnj"),
    _fila("quién lee qué", quien_lee, lambda _m, _r: set(), "nota declaracion motivo viejo ficha"),
    _fila("la búsqueda", busqueda, Modelo.encuentra, "texto nota declaracion viejo"),
    _fila("te toca", te_toca, lambda _m, _r: set(), "texto nota declaracion motivo viejo ficha acta"),
    _fila("lo demás", lo_demas, lambda _m, _r: set(), "texto nota declaracion motivo viejo"),
)
