"""Which addresses are asked: the rows of the table, what holds words of a partida, and what links lead to."""

from __future__ import annotations

from collections import Counter, deque
from itertools import product
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve, reverse

from cuentas.models import Usuario
from partidas.escenario.oraculo import ROLES
from tests.fugas import audiencias
from tests.fugas.sitio import Patron, Sitio, cosas, patrones

CAMINANTES = ("anon", "ana", "dani", "ines", "mod")
POR_PATRON = 2
MAS_POR_PATRON = {"mensaje_historial": 20, "escena": 10}
"""Only some of them lead on: to a version that can be hidden, to a fight."""
QUE = {
    "declaracion": ("ocultar", "mostrar"),
    "mensaje_moderar": ("ocultar", "mostrar", "borrar", "restaurar", "devolver"),
    "partida_estado": ("pausar", "reabrir"),
    "plaza_propia": ("dejar", "volver"),
    "plaza_sobre": ("expulsar", "readmitir"),
    "pnj_secreto": ("mostrar", "esconder"),
}
"""What `que` may be in the address of each pattern that takes it."""
SOLO_UNA_VEZ = ("admin:", "account_", "mfa_", "cuentas:")


def filas() -> list[tuple[audiencias.Fila, str]]:
    """Return each row of the table with its address in the sown site."""
    tabla, todos, que_hay = audiencias.leer(), patrones(), cosas()
    return [(fila, fila.direccion(todos[fila.patron].argumentos, tabla.defecto, que_hay)) for fila in tabla.filas]


def con_palabras() -> list[str]:
    """Return the addresses that hold the words of the partidas: covers, threads, chapters, sheets, desks, histories."""
    hay = cosas()
    direcciones = [
        "/",
        "/partidas/",
        "/partidas/?ver=mias",
        "/desde/",
        "/mis-textos/",
        "/te-toca/",
        "/avisos/",
        "/ausencias/",
        "/equipo/invitaciones/",
        "/ajustes/cuenta/",
        "/cuentas/email/",
    ]
    direcciones += ["/buscar/?q=canario", *(f"/buscar/?q=canario&partida={p}" for (p,) in hay["partida_id"].values())]
    for clave, (publico,) in hay["partida_id"].items():
        direcciones += [reverse(vista, args=[publico]) for vista in ("partida", "leer", "mesa", "jornadas", "desde")]
        for nombre, (escena,) in hay["escena_id"].items():
            if nombre.startswith(f"{clave} ") and not nombre.endswith("Fuera de personaje"):
                vistas = ("escena", "leer_escena", "asalto") if clave == "p1" else ("escena",)
                direcciones += [reverse(vista, args=[publico, escena]) for vista in vistas]
                direcciones.append(f"{reverse('escena', args=[publico, escena])}?desde=principio")
    (p1,) = hay["partida_id"]["p1"]
    fuera = ("Sila", "Taro")
    for nombre, (personaje, *_) in hay["personaje_id"].items():
        if nombre not in fuera:
            direcciones += [reverse(vista, args=[p1, personaje]) for vista in ("ficha", "pj_ordenes")]
    retirados = [m for n in ("Lo que quedó.", "Un turno público.", "oculto", "borrado") for m in hay["mensaje_id"][n]]
    direcciones += [reverse("mensaje_historial", args=[m]) for m in retirados]
    ana = Usuario.objects.get(username="ana").pk
    direcciones += [reverse("admin:cuentas_usuario_changelist"), reverse("admin:cuentas_usuario_change", args=[ana])]
    return direcciones


def todas() -> list[str]:
    """Return every address: each pattern with every combination of things of the fixture that may go together."""
    hay, direcciones = cosas(), [direccion for _fila, direccion in filas()]
    for patron in patrones().values():
        valores_de = {**hay, "que": {uno: [uno] for uno in QUE.get(patron.nombre, ())}}
        if any(a not in valores_de for a in patron.argumentos) or patron.nombre.startswith(SOLO_UNA_VEZ):
            continue
        opciones = [[(n, uno) for n, unos in valores_de[a].items() for uno in unos] for a in patron.argumentos]
        for valores in product(*opciones):
            dados = dict(zip(patron.argumentos, valores, strict=True))
            if _van_juntos(dados):
                limpios = {clave: uno for clave, (_nombre, uno) in dados.items()}
                direcciones.append(reverse(patron.nombre, kwargs=limpios))
    return sorted({*direcciones, *con_palabras(), *ausentes()})


def _van_juntos(dados: dict[str, tuple[str, str]]) -> bool:
    """Tell whether a scene is asked of its own partida, and people and characters of P1 alone."""
    partida = dados.get("partida_id", ("", ""))[0]
    if "escena_id" in dados and not dados["escena_id"][0].startswith(f"{partida} "):
        return False
    return partida in ("", "p1") or not dados.keys() & {"personaje_id", "persona_id"}


def ausentes() -> list[str]:
    """Return the addresses of what the site does not have: feeds, other formats of a page."""
    hay = cosas()
    (p1,), (e1,) = hay["partida_id"]["p1"], hay["escena_id"]["p1 E1"]
    paginas = [reverse("partida", args=[p1]), reverse("leer", args=[p1]), reverse("escena", args=[p1, e1])]
    paginas += [reverse("mensaje", args=[hay["mensaje_id"][uno][0]]) for uno in ("todos", "dj")]
    colas = ("atom", "rss", "feed/", "feed", ".rss", ".json", "index.xml", "export", "epub", "api/", "print/")
    sueltas = [
        "/search/",
        "/feed/",
        "/atom.xml",
        "/oembed?url=/p/",
        "/api/",
        "/nombres",
    ]
    return [f"{pagina}{cola}" for pagina in paginas for cola in colas] + sueltas


def caminar(sitio: Sitio, rol: str) -> set[str]:
    """Return the patterns that a person reaches from `/` by links alone, a few addresses of each.

    P1 before the rest, and then as the pages name them: nothing depends on the ids, which are drawn each time.
    """
    (p1,) = cosas()["partida_id"]["p1"]
    de_p1, resto, vistas, veces, alcanzados = deque[str](), deque(["/"]), {"/"}, Counter[str](), set[str]()
    while de_p1 or resto:
        direccion = (de_p1 or resto).popleft()
        nombre = nombre_de(direccion)
        if nombre is None or veces[nombre] >= MAS_POR_PATRON.get(nombre, POR_PATRON):
            continue
        veces[nombre] += 1
        vista = sitio.pedir(rol, direccion)
        if vista.estado < 400:
            alcanzados.add(nombre)
        if nombre.startswith("admin:") and nombre != "admin:index":
            continue
        for una in vista.enlaces:
            if una not in vistas:
                vistas.add(una)
                (de_p1 if p1 in una else resto).append(una)
    return alcanzados


def nombre_de(direccion: str) -> str | None:
    """Return the name of the pattern that answers an address, None for none."""
    try:
        return resolve(urlsplit(direccion).path).view_name
    except Resolver404:
        return None


def pedir_todo(sitio: Sitio, direcciones: list[str], roles: tuple[str, ...] = ROLES, *, trozos: bool = False) -> None:
    """Ask for each address as each person; `trozos`: also as htmx does."""
    for direccion in direcciones:
        for rol in roles:
            sitio.pedir(rol, direccion)
            if trozos:
                sitio.pedir(rol, direccion, trozo=True)


def de_get(patron: Patron, tabla: audiencias.Tabla) -> bool:
    """Tell whether some row of the pattern is a page for somebody."""
    return any(
        estado < 400 and rol != "anon"
        for f in tabla.filas
        if f.patron == patron.nombre
        for rol, estado in f.estados.items()
    )
