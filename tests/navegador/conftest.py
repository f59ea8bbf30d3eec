"""A real Chromium in front of a real server, with JavaScript and without."""

import time
from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, expect

# What a page shows may take long on a machine that runs two suites at once; nothing is ever waited for in vain.
expect.set_options(timeout=40_000)


@pytest.fixture(params=[True, False], ids=["con_js", "sin_js"])
def js(request: pytest.FixtureRequest) -> bool:
    """Run each journey with scripts and without."""
    return bool(request.param)


@pytest.fixture
def ancho(js: bool) -> int:
    """Give each journey a width in pixels: narrow with scripts, wide without, so that both are walked both ways."""
    return 320 if js else 1280


@pytest.fixture
def abrir(chromium: Browser, live_server, js: bool) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page for a new person: its own cookies, its own size."""
    contextos: list[BrowserContext] = []
    fallos: list[str] = []

    def nueva(ancho: int = 1280, **opciones) -> Page:
        contexto = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": ancho, "height": 900},
            locale="es-ES",
            java_script_enabled=js,
            **opciones,
        )
        contextos.append(contexto)
        pagina = contexto.new_page()
        pagina.set_default_timeout(40_000)
        pagina.on("pageerror", lambda error: fallos.append(str(error)))
        pagina.on("console", lambda m: fallos.append(m.text) if "Content Security" in m.text else None)
        pagina.on(
            "request", lambda r: None if r.url.startswith((live_server.url, "blob:", "data:")) else fallos.append(r.url)
        )
        return pagina

    yield nueva
    for contexto in contextos:
        contexto.close()
    reposar()
    assert fallos == []


def reposar() -> None:
    """Wait for what the pages sent as they closed: a base that is being emptied must have nobody in it.

    Only PostgreSQL can tell who is busy, and only there do the two stop each other.
    """
    libres = 0
    for _vez in range(200):
        time.sleep(0.05)
        libres = 0 if _ocupadas() else libres + 1
        if libres == (6 if connection.vendor == "postgresql" else 1):
            return


def _ocupadas() -> bool:
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
        )
        return cursor.fetchone() is not None


def entrar(pagina: Page, nombre: str, contrasena: str) -> None:
    """Sign in by the form, as a person does."""
    pagina.goto("/cuentas/login/")
    pagina.fill("input[name=login]", nombre)
    pagina.fill("input[name=password]", contrasena)
    pagina.locator("main").get_by_role("button", name="Entrar").first.click()
    pagina.wait_for_url("/")


def asentar(pagina: Page) -> None:
    """Wait until no fragment is on its way or being put in place: a robot is faster than htmx's settling."""
    for _vez in range(2):
        pagina.wait_for_timeout(60)
        expect(pagina.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)
