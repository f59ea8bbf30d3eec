"""The whole corpus in every text field, every surface opened in one Chromium: nothing runs, nothing is asked for.

The pages come from the test client, inside the transaction, and go to the browser by a route: no server, no waiting.
"""

from __future__ import annotations

import mimetypes
import re
from dataclasses import dataclass
from html import unescape
from urllib.parse import quote, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.db import transaction
from django.urls import reverse
from playwright.sync_api import Browser, Request, Route

from config import reloj
from partidas.escenario.sembrar import Escenario
from partidas.forms.ficha import pasos_de
from reglas import motor
from tests.fugas.inyeccion import campos, siembra
from tests.fugas.inyeccion.corpus import ESPIA, MIRAR, POLIGLOTA, VECTORES

pytestmark = [pytest.mark.navegador, pytest.mark.django_db]
AQUI = "http://localhost:8000"
PREFERIDOS = ("dani", "ana", "bruno", "olga", "mod", "admin", "anon", "esp")
PAGINAS_DE_UN_HILO, MENOS_DE_ESTAS = 12, 70
SIGUIENTE = re.compile(r'rel="next" href="(\?[^"#]*)')
# What the catalogue of the admin gives to its scripts, without the words.
PALABRAS_DEL_ADMIN = (
    "for (const f of ['gettext', 'ngettext', 'pgettext', 'interpolate', 'get_format']) window[f] = x => x;"
)


@pytest.fixture
def _django_db_helper() -> None:
    """Take the place of the transaction of each test: the module has one."""


def test_seg_51_cada_columna_de_texto_tiene_su_fila():
    assert sorted(campos.con_texto().keys() ^ campos.CAMPOS.keys()) == []


def test_seg_51_cada_texto_de_una_ficha_lleva_el_veneno():
    for clave in motor.sistemas():
        juego = motor.sistema(clave)
        _hoja, puestos = siembra.hoja_envenenada(juego)
        assert sorted(set(siembra.textos_de(juego.ficha)) - set(puestos)) == [], clave


@dataclass(frozen=True)
class Pagina:
    """An answer of the site to somebody, as the browser will get it."""

    rol: str
    direccion: str
    estado: int
    cabeceras: dict[str, str]
    cuerpo: bytes


def pedir(sitio: siembra.Sitio, rol: str, direccion: str, datos: dict[str, str] | None = None) -> Pagina:
    """Get an address, or post to it, as somebody."""
    cliente = sitio.clientes[rol]
    respuesta = cliente.get(direccion) if datos is None else cliente.post(direccion, datos)
    return Pagina(rol, direccion, respuesta.status_code, dict(respuesta.items()), respuesta.content)


def hilo(sitio: siembra.Sitio, rol: str, direccion: str) -> list[Pagina]:
    """Return the pages of a thread from one on."""
    salida, consulta = [], "?desde=principio"
    while consulta and len(salida) < PAGINAS_DE_UN_HILO:
        salida.append(pedir(sitio, rol, direccion + consulta))
        sigue = SIGUIENTE.search(salida[-1].cuerpo.decode())
        consulta = unescape(sigue[1]) if sigue else ""
    return salida


def superficies(sitio: siembra.Sitio) -> list[tuple[str, str]]:
    """Return who opens what: each row of the table of addresses as somebody to whom it is a page, and some more."""
    salida = []
    for fila, direccion in sitio.filas:
        quien = next((rol for rol in PREFERIDOS if fila.estados[rol] == 200), None)
        quien = quien or next((rol for rol in PREFERIDOS if fila.estados[rol] in (403, 404, 409, 413)), None)
        if quien is not None and fila.patron not in ("adjunto", "adjunto_mini"):
            salida.append((quien, direccion))
    e, turno = sitio.escenario, sitio.mensaje
    salida += [("dani", reverse(vista, args=[turno])) for vista in ("mensaje_historial", "mensaje_editar")]
    voz = sitio.escenario.reparto["Voz 0"]
    salida += [("dani", reverse("pj_ordenes", args=[voz.partida.publico, voz.personaje.publico]))]
    salida += [("anon", f"/no-hay-nada/{quote(POLIGLOTA)}/"), ("ana", f"/?q={quote(POLIGLOTA)}")]
    for clave in motor.sistemas():
        donde = [e.partidas[f"de-{clave}"].publico, e.reparto[f"hoja-{clave}"].personaje.publico]
        pasos = range(1, len(pasos_de(e.reparto[f"hoja-{clave}"].personaje)) + 1)
        salida += [("dani", reverse("ficha", args=donde))]
        salida += [("dani", reverse("ficha_editar", args=[*donde, paso])) for paso in pasos]
    salida += [("admin", f"/admin/{uno}/") for uno in ("cuentas/usuario", "auth/group", "cuentas/textodelsitio")]
    salida += [("mod", reverse("mfa_list_webauthn")), ("esp", reverse("usersessions_list"))]
    return list(dict.fromkeys(salida))


def formas(sitio: siembra.Sitio) -> list[Pagina]:
    """Return what the forms answer when they show again what was typed: the preview, the refusals, the conflicts."""
    p1, todo = sitio.escenario.partidas["p1"].publico, siembra.TODO
    editor = {"texto": todo, "notas": todo, "personaje": "-", "visibilidad": "todos", "cuantas": "0", "clave": "x"}
    corto = dict.fromkeys(("titulo", "nombre", "lugar", "motivo", "persona", "zona", "nota"), POLIGLOTA * 20)
    corto |= {"premisa": todo * 9, "presentacion": todo * 9, "texto": todo, "notas": todo, "version": "1"}
    pedidas = [(sitio.editor, editor | {"hacer": hacer}) for hacer in ("previa", "publicar")]
    pedidas += [
        (reverse(nombre, args=[p1]), corto) for nombre in ("partida_editar", "pnj_nuevo", "escena_nueva", "plaza_nueva")
    ]
    pedidas += [(reverse("partida_nueva"), corto), (reverse("mensaje_editar", args=[sitio.mensaje]), corto)]
    pedidas += [(reverse("mensaje_moderar", args=[sitio.mensaje, "ocultar"]), corto)]
    pedidas += [("/ajustes/cuenta/", {"username": POLIGLOTA * 3, "presentacion": todo * 9})]
    salida = [pedir(sitio, "dani", *pedida) for pedida in pedidas]
    salida.append(pedir(sitio, "anon", "/cuentas/login/", {"login": POLIGLOTA, "password": "x"}))
    assert [uno.direccion for uno in salida if uno.estado == 302] == []
    return salida


@dataclass(frozen=True)
class Hecho:
    """What the sown site is asked once, before there is a browser: faltan, the vectors that are not in each column."""

    faltan: dict[str, list[str]]
    paginas: list[Pagina]


@pytest.fixture(scope="module")
def hecho(django_db_setup: None, django_db_blocker: object) -> Hecho:
    """Sow, ask for everything that the browser will open, and leave nothing in the database."""
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as parche:
        parche.setattr(Escenario, "canario", siembra.canario)
        sitio = siembra.sembrar_todo(reloj.ahora())
        faltan = {nombre: campos.faltan(nombre) for nombre in campos.CON_VENENO}
        paginas = hilo(sitio, "dani", sitio.hilo)
        assert len(paginas) > 3
        paginas += [pedir(sitio, rol, direccion) for rol, direccion in superficies(sitio)]
        paginas += formas(sitio)
        transaction.set_rollback(True)
    assert [f"{una.rol} {una.direccion}" for una in paginas if una.estado >= 500 and una.estado != 503] == []
    # A page without a word of the corpus has nothing to run; those with it are every place where words are shown.
    return Hecho({nombre: p for nombre, p in faltan.items() if p}, [una for una in paginas if b"alert(1" in una.cuerpo])


def test_seg_51_el_corpus_entero_esta_en_cada_campo(hecho: Hecho):
    assert hecho.faltan == {}


def _imagen(pedido: Request) -> bool:
    return bool(pedido.resource_type == "image")


class Visor:
    """One page of Chromium that is given answers of the site, and writes down what it should not see nor do."""

    def __init__(self, navegador: Browser, *, con_csp: bool) -> None:
        """Open it. con_csp: obey the site's policy; without it only the escaping stands between words and scripts."""
        self.con_csp = con_csp
        self.dichos: list[str] = []
        self.puesta = Pagina("", "", 200, {}, b"")
        contexto = navegador.new_context(locale="es-ES")
        contexto.add_init_script(ESPIA)
        contexto.route("**/*", self._servir)
        self.contexto, self.pagina = contexto, contexto.new_page()
        self.pagina.on("pageerror", lambda error: self._decir(f"error {error}"))
        self.pagina.on("dialog", lambda dialogo: (self._decir(f"diálogo {dialogo.message}"), dialogo.dismiss()))
        self.pagina.on("console", lambda m: self._decir(m.text) if m.type in ("error", "warning") else None)

    def _decir(self, que: str) -> None:
        if "Failed to load resource" not in que:  # a 404 or a 403 is a page here too
            self.dichos.append(f"{self.puesta.rol} {self.puesta.direccion}: {que}")

    def _servir(self, ruta: Route) -> None:
        """Give the page that is put, the scripts of the site, any image of its own; whatever else is written down."""
        pedido, partes = ruta.request, urlsplit(ruta.request.url)
        if f"{partes.scheme}://{partes.netloc}" != AQUI or pedido.method != "GET":
            self._decir(f"pide {pedido.method} {pedido.url}")
            ruta.abort()
        elif partes.path.startswith("/static/"):
            camino = str(finders.find(partes.path.removeprefix("/static/")))
            guion = pedido.resource_type == "script"  # how it looks changes nothing here
            ruta.fulfill(path=camino if guion else None, content_type=mimetypes.guess_type(camino)[0], body="")
        elif partes.path == "/admin/jsi18n/":
            ruta.fulfill(body=PALABRAS_DEL_ADMIN, content_type="text/javascript")
        elif partes.path.startswith("/adjuntos/") and _imagen(pedido):
            ruta.fulfill(body="", content_type="image/webp")
        else:
            if not pedido.is_navigation_request() or not pedido.url.endswith(AQUI + self.puesta.direccion):
                self._decir(f"pide {pedido.url}")
            ruta.fulfill(status=self.puesta.estado, headers=self._cabeceras(), body=self.puesta.cuerpo)

    def _cabeceras(self) -> dict[str, str]:
        """Return the headers of the page; where its policy is only told, what it would stop runs and is told too."""
        manda = "Content-Security-Policy"
        return {
            f"{nombre}-Report-Only" if nombre == manda and not self.con_csp else nombre: valor
            for nombre, valor in self.puesta.cabeceras.items()
        }

    def abrir(self, pagina: Pagina) -> None:
        """Open an answer and look at all of it."""
        self.puesta = pagina
        self.pagina.goto(AQUI + pagina.direccion, wait_until="load")
        for mal in self.pagina.evaluate(MIRAR):
            self._decir(mal)


def test_seg_51_el_espia_ve_lo_que_se_ejecuta(chromium: Browser):
    """A test that cannot fail proves nothing: without the pipeline the same words run, call out and leave elements."""
    visor = Visor(chromium, con_csp=False)
    cruda = "".join(f"<div class=prosa>{uno}</div>" for uno in VECTORES[5:40:3]).encode()
    visor.abrir(Pagina("anon", "/cruda/", 200, {"Content-Type": "text/html"}, cruda))
    visor.contexto.close()

    assert sum("CANARIO alert" in dicho for dicho in visor.dichos) >= 3
    assert sum(": <" in dicho for dicho in visor.dichos) >= 10


def test_seg_51_seg_52_seg_54_seg_63_nada_se_ejecuta_en_ninguna_superficie(hecho: Hecho, chromium: Browser):
    """With the policy only told: what it would stop runs, and would be written down twice."""
    visor = Visor(chromium, con_csp=False)
    for pagina in hecho.paginas:
        visor.abrir(pagina)
    visor.contexto.close()

    assert len(hecho.paginas) > MENOS_DE_ESTAS
    assert "\n".join(sorted(set(visor.dichos))) == ""


def test_seg_51_ni_con_la_politica_puesta(hecho: Hecho, chromium: Browser):
    """The thread and what a form shows again, as people get them: the policy has nothing to stop."""
    visor = Visor(chromium, con_csp=True)
    for pagina in (hecho.paginas[0], hecho.paginas[-1]):
        visor.abrir(pagina)
    visor.contexto.close()

    assert visor.dichos == []
