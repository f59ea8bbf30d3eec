"""Two rounds of three players and a direction, by their screens and their mail: who is told what, and nothing more.

One is away and is moved, one is nudged, two defend at once against a hidden difficulty, and one roll is judged after it
fell. The worker's jobs are done for real between one step and the next, and every mail is read.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import Locator, Page, expect

from config import reloj
from cuentas.models import Usuario
from partidas.dominio import campana, obrero
from partidas.dominio.obrero import Recuento
from partidas.dominio.reparto import sentar as dar_plaza
from partidas.models import ClaseDeAviso, Mensaje, Reparto, RespuestaPedida, Trabajo
from reglas import motor
from tests import cartero, fabrica
from tests.cartero import Carta
from tests.fabrica import AHORA, Mesa
from tests.navegador.test_moderacion import cabe, sentar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

ORDENES, SUSURRO, FRAGMENTO, OCULTA = "canario-ordenes", "canario-susurro", "canario-fragmento", "Heroica (−8)"
CANARIOS = (ORDENES, SUSURRO, FRAGMENTO, OCULTA, "heroica", "−8")
DONDE = "La arena"


def poner_la_mesa() -> tuple[Mesa, Usuario]:
    """Set a table of three players, each with an address; return it with the third.

    ana wants to be mailed when she is named, bruno too, and with the words of what he may read.
    """
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano")
    carla = fabrica.cuenta("carla")
    dar_plaza(mesa.partida, carla, "jugador", AHORA)
    gladiador = next(p for p in motor.sistema("lemuria").plantillas if p.clave == "gladiador")
    fabrica.personaje(mesa.partida, carla, "Nadia", dict(gladiador.ficha))
    for persona in (mesa.dani, mesa.ana, mesa.bruno, carla, mesa.esp, mesa.eva):
        EmailAddress.objects.create(user=persona, email=f"{persona.username}@example.org", primary=True, verified=True)
    for persona in (mesa.ana, mesa.bruno):
        campana.elegir(mesa.partida, {ClaseDeAviso.MENCION: (True, True)}, por=persona)
    mesa.bruno.texto_en_correos = True
    mesa.bruno.save()
    Trabajo.objects.all().delete()
    return mesa, carla


def repartir() -> list[Carta]:
    """Do what waits, until nothing does, and return the mails that came of it, each to one address."""
    hecho = obrero.vaciar(reloj.ahora)
    assert (hecho.fallidos, obrero.vaciar(reloj.ahora)) == (0, Recuento())
    return cartero.del_buzon()


def dichas(cartas: list[Carta]) -> Counter[tuple[tuple[str, ...], str, str]]:
    """Return to whom each mail goes, what it is about and where it leads."""
    return Counter((c.para, c.asunto.removeprefix("[Hilo y Dado] "), urlsplit(c.enlaces[0]).path) for c in cartas)


def son(*filas: tuple[str, str, str]) -> Counter[tuple[tuple[str, ...], str, str]]:
    return Counter(((f"{quien}@example.org",), frase, camino) for quien, frase, camino in filas)


def ultimo() -> str:
    """Return the path of the last message."""
    mensaje = Mensaje.objects.sin_filtrar("test").order_by("-orden", "-pk").first()
    assert mensaje is not None
    return f"/m/{mensaje.publico}/"


def suya(nombre: str) -> str:
    """Return the path of what was last asked of a character."""
    respuesta = RespuestaPedida.objects.sin_filtrar("test").filter(nombre=nombre).latest("pk")
    return f"/r/{respuesta.publico}/"


def publicar(pagina: Page, hilo: str, texto: str, *, para: str = "") -> str:
    """Publish by the editor, for everybody or for one; return the path of the message."""
    pagina.goto(f"{hilo}?desde=final")
    pagina.get_by_label("Texto", exact=True).fill(texto)
    if para:
        pagina.get_by_label("Solo quienes marque, y la dirección").check()
        pagina.locator("#campo-destinatarios").get_by_label(para, exact=True).check()
    pagina.get_by_role("button", name=re.compile("^Publicar")).click()
    pagina.wait_for_url(re.compile("#m-"))
    return ultimo()


def pedir(pagina: Page, hilo: str, texto: str, *a: str, dificultad: str) -> str:
    """Ask some characters for a roll; return the path of the message that asks."""
    pagina.goto(f"{hilo}pedir/")
    for nombre in a:
        pagina.get_by_label(nombre).check()
    pagina.get_by_label("Para qué").fill(texto)
    pagina.get_by_label("Acción").select_option(label="Tirada")
    pagina.get_by_role("button", name="Usar esta acción").click()
    pagina.get_by_label("Atributo").select_option(label="Agilidad")
    if dificultad:
        pagina.get_by_label("oculta").check()
        pagina.get_by_label("Dificultad", exact=True).select_option(label=dificultad)
    else:
        pagina.get_by_label("se pone después").check()
    pagina.get_by_role("button", name="Pedir tirada").click()
    expect(pagina.get_by_text(f"Faltan: {', '.join(a)}.")).to_be_visible()
    return ultimo()


def tirar(pagina: Page, camino: str, queda: str) -> None:
    """Answer with one tap."""
    pagina.goto(camino)
    mensaje = pagina.locator(f"#m-{camino.split('/')[2]}")
    mensaje.get_by_role("button", name="Tirar", exact=True).click()
    expect(mensaje.locator(".pedida").get_by_text(queda)).to_be_visible()


def turnos(pagina: Page, hilo: str) -> Locator:
    pagina.goto(f"{hilo}?desde=final")
    return pagina.locator("#turnos")


def campana_de(pagina: Page) -> list[str]:
    """Return what the page of the bell says, sorted; what is new has a star, and the head counts those.

    Whether a message or a naming is new depends on what its person had on their screen: those have none.
    """
    pagina.goto("/avisos/")
    filas = pagina.locator("li.aviso-fila").all()
    nuevas = sum(fila.locator(".sin-leer").count() for fila in filas)
    enlace = pagina.get_by_role("navigation", name="Principal").locator("a[href='/avisos/']")
    assert re.findall(r"\d+", enlace.inner_text()) == ([str(nuevas)] * bool(nuevas) or [])
    dichos = []
    for fila in filas:
        frase = re.sub(r"^(\d+ mensajes nuevos|Mensaje nuevo)", "Mensajes", fila.locator("button").inner_text())
        nueva = fila.locator(".sin-leer").count() and not frase.startswith(("Mensajes", "Te nombran"))
        dichos.append(f"{frase}{' *' if nueva else ''}")
    return sorted(dichos)


def test_dos_rondas_por_la_pantalla_y_por_el_correo(abrir, js, ancho, live_server) -> None:
    mesa, carla_ = poner_la_mesa()
    dani, ana, bruno, carla = sentar(abrir, mesa.dani, mesa.ana, mesa.bruno, carla_, ancho=ancho)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"
    cartas: list[Carta] = []

    def llegan(*filas: tuple[str, str, str]) -> None:
        nuevas = repartir()
        assert dichas(nuevas) == son(*filas)
        cartas.extend(nuevas)

    # One says that she will be away, and what to do with hers.
    hoy = reloj.ahora().date()
    carla.goto("/ausencias/")
    carla.get_by_label("Estaré fuera desde el").fill(f"{hoy - timedelta(days=1)}")
    carla.get_by_label("hasta el").fill(f"{hoy + timedelta(days=3)}")
    carla.get_by_role("button", name="Anotar").click()
    carla.get_by_label("El duelo").select_option("mover")
    carla.get_by_role("button", name="Guardar", exact=True).click()
    nadia = Reparto.objects.sin_filtrar("test").get(usuario=carla_)
    carla.goto(f"/p/{mesa.partida.publico}/pj/{nadia.personaje.publico}/")
    carla.get_by_role("link", name="Si falto…").click()
    carla.get_by_label("Si falto…").fill(f"Nadia guarda la puerta: {ORDENES}.")
    carla.get_by_role("button", name="Guardar").click()
    carla.wait_for_url("**/pj/*/")
    llegan()

    # First round: one writes, nudges who is late, and the direction moves who is away.
    dani.goto(f"{hilo}turnos/")
    dani.get_by_label("Por rondas").check()
    dani.get_by_label("Plazo de cada turno, en horas").fill("36")
    dani.get_by_role("button", name="Guardar los turnos").click()
    expect(dani.locator("#turnos")).to_contain_text("lo mueve la dirección")
    llegan(("ana", f"Te toca en {DONDE} (Kaelen)", hilo), ("bruno", f"Te toca en {DONDE} (Mirta)", hilo))
    publicar(ana, hilo, "Kaelen salta a la arena.")
    turnos(ana, hilo).get_by_role("button", name="Empujar a Mirta").click()
    expect(ana.locator("#turnos")).to_contain_text("Se le recordó")
    cabe(ana)
    llegan(("bruno", f"Te esperan en {DONDE} (Mirta)", hilo))
    turnos(dani, hilo).get_by_role("link", name="Mover a Nadia según sus órdenes").click()
    expect(dani.get_by_text(ORDENES)).to_be_visible()
    dani.get_by_label("Texto", exact=True).fill("Nadia se planta en el umbral.")
    dani.get_by_role("button", name="Publicar", exact=True).click()
    movida = dani.locator("article.mensaje", has_text="se planta en el umbral")
    expect(movida).to_contain_text("movido por la dirección, según sus órdenes")
    llegan()
    publicar(bruno, hilo, "Mirta rodea el foso.")
    llegan(("dani", f"Te toca en {DONDE}", hilo))

    # Second round, opened by a turn with words for one alone, and a whisper.
    abre = publicar(
        dani, hilo, f"La reja cruje sobre Mirta.\n\n:::solo Kaelen\nVes {FRAGMENTO}.\n:::\n\nSuena un cuerno."
    )
    llegan(
        ("bruno", f"Te nombran en {DONDE}", abre),
        ("ana", f"Te toca en {DONDE} (Kaelen)", hilo),
        ("bruno", f"Te toca en {DONDE} (Mirta)", hilo),
    )
    assert "Suena un cuerno." in next(c.texto for c in cartas if "nombran" in c.asunto)
    susurro = publicar(dani, hilo, f"Kaelen, solo tú oyes {SUSURRO}.", para="Kaelen")
    llegan(("ana", f"Te nombran en {DONDE}", susurro))

    # A defence of two against what they do not see, each with one tap.
    defensa = pedir(dani, hilo, "Cae la reja: apartaos.", "Kaelen", "Mirta", dificultad=OCULTA)
    llegan(
        ("ana", f"Te piden una tirada en {DONDE} (Kaelen)", suya("Kaelen")),
        ("bruno", f"Te piden una tirada en {DONDE} (Mirta)", suya("Mirta")),
    )
    tirar(ana, defensa, "Faltan: Mirta.")
    tirar(bruno, defensa, "No falta nadie.")
    assert OCULTA not in bruno.content()
    llegan()

    # A die that falls first and is judged after.
    sellada = pedir(dani, hilo, "El suelo cede: ¿aguantas?", "Kaelen", dificultad="")
    llegan(("ana", f"Te piden una tirada en {DONDE} (Kaelen)", suya("Kaelen")))
    tirar(ana, sellada, "Han caído los dados")
    llegan(("dani", f"Una tirada espera tu juicio en {DONDE}", sellada))
    caida = RespuestaPedida.objects.sin_filtrar("test").latest("pk").tirada
    assert caida is not None
    dani.goto(sellada)
    dani.get_by_role("link", name="Juzgar (Kaelen)").click()
    dani.get_by_label("Dificultad").select_option(label="Fácil (+1)")
    dani.get_by_role("button", name="Juzgar").click()
    expect(dani.get_by_text("No falta nadie.").last).to_be_visible()
    juzgada = type(caida).objects.sin_filtrar("test").get(pk=caida.pk)
    assert (caida.por_juzgar, juzgada.por_juzgar) == (True, False)
    assert juzgada.respuesta["tiradas"] == caida.respuesta["tiradas"]
    llegan()

    # One leaves the list with one click of her mail program: she is still told, by the bell alone.
    de_ana = next(carta for carta in cartas if carta.para == ("ana@example.org",))
    with urlopen(f"{live_server.url}{de_ana.baja}", data=b"List-Unsubscribe=One-Click") as baja:
        assert baja.status == 200
    turnos(bruno, hilo).get_by_role("button", name="Empujar a Kaelen").click()
    expect(bruno.locator("#turnos")).to_contain_text("Se le recordó")
    llegan()

    leer_el_correo(cartas, {"dani": dani, "ana": ana, "bruno": bruno})
    personas = {"dani": dani, "ana": ana, "bruno": bruno, "carla": carla}
    assert {nombre: campana_de(pagina) for nombre, pagina in personas.items()} == {
        "dani": [
            f"Han contestado todos a la tirada que pediste en {DONDE} *",
            f"Mensajes en {DONDE}",
            f"Te toca en {DONDE}",
            f"Una tirada espera tu juicio en {DONDE}",
        ],
        "ana": [
            f"La dirección ha juzgado tu tirada en {DONDE} *",
            f"Mensajes en {DONDE}",
            f"Te esperan en {DONDE} (Kaelen) *",
            f"Te nombran en {DONDE}",
            *[f"Te piden una tirada en {DONDE} (Kaelen)"] * 2,
            f"Te toca en {DONDE} (Kaelen) *",
        ],
        "bruno": [
            f"Mensajes en {DONDE}",
            f"Te esperan en {DONDE} (Mirta)",
            f"Te nombran en {DONDE}",
            f"Te piden una tirada en {DONDE} (Mirta)",
            f"Te toca en {DONDE} (Mirta) *",
        ],
        "carla": [f"Mensajes en {DONDE}", f"Te nombran en {DONDE}"],
    }


def leer_el_correo(cartas: list[Carta], paginas: dict[str, Page]) -> None:
    """Read every mail: one person each, one number each, no secret, and a link that opens its place for that person."""
    pedidos = Trabajo.objects.filter(tipo="correo").values_list("datos__aviso", flat=True)
    numeros = sorted(carta.numero for carta in cartas)
    assert numeros == sorted({f"<{publico}@localhost>" for publico in pedidos if publico})
    for carta in cartas:
        assert (len(carta.para), carta.cabeceras["To"], "Cc" in carta.cabeceras, "Bcc" in carta.cabeceras) == (
            1,
            carta.para[0],
            False,
            False,
        )
        assert [canario for canario in CANARIOS if carta.lleva(canario)] == []
        assert carta.cabeceras["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert f'href="{carta.enlaces[0]}"' in carta.html
    assert len({carta.baja for carta in cartas}) == len({(c.para, c.asunto.split(" en ")[0]) for c in cartas})
    for para, camino in sorted({(c.para[0].partition("@")[0], urlsplit(c.enlaces[0]).path) for c in cartas}):
        pagina = paginas[para]
        respuesta = pagina.goto(camino)
        assert respuesta is not None
        assert respuesta.status == 200
        clase, cual = camino.split("/")[1:3]
        donde = {"m": f"#m-{cual}", "r": "h1"}.get(clase, "#turnos")
        expect(pagina.locator(donde)).to_be_visible()
