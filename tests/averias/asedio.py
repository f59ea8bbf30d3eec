"""A siege: people who publish at once by HTTP against real web processes that are killed under them.

Each sends its form again, the very same, until it is told where the turn is: as a browser does, and as a person does.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import subprocess
import threading
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from uuid import uuid4

from config.procesos import WEB, orden
from tests.operacion.sitio import RAIZ, entorno_limpio, esperar, puerto_libre

PLAZO = 30
UNO_DE_CADA = 5
"""Of the turns, those with a roll; of the kills, those that take the whole site down and not one of its processes."""


class Web:
    """gunicorn with two processes, started again by whoever looks after it when all of it dies."""

    def __init__(self, datos: Path, variables: dict[str, str]) -> None:
        """Start it."""
        self.puerto = puerto_libre()
        self._entorno = entorno_limpio(
            DIR_DATOS=str(datos), PUERTO=str(self.puerto), PROCESOS_WEB="2", NIVEL_LOG="ERROR", **variables
        )
        self._lanzar()
        try:
            esperar(self._responde, segundos=120)
        except BaseException:
            self.cerrar()
            raise

    def _lanzar(self) -> None:
        self.padre = subprocess.Popen(orden(WEB), cwd=RAIZ, env=self._entorno, stdin=subprocess.DEVNULL)

    def _responde(self) -> bool:
        try:
            return pedir(self.puerto, "GET", "/salud/")[0] == 200
        except OSError:
            return False

    def hijos(self) -> list[int]:
        """Return the processes that serve, as the system sees them."""
        tarea = Path(f"/proc/{self.padre.pid}/task/{self.padre.pid}/children")
        return [int(pid) for pid in tarea.read_text().split()]

    def matar(self, azar: random.Random, *, entera: bool) -> None:
        """Kill one of the processes that serve; `entera`: the one above them, with which all of them go."""
        if entera:
            print(f"kill -9 {self.padre.pid}, la web entera")
            self.padre.kill()
            self.padre.wait()
            self._lanzar()
            return
        pid = azar.choice(esperar(self.hijos, segundos=60))
        print(f"kill -9 {pid}")
        os.kill(pid, signal.SIGKILL)

    def cerrar(self) -> None:
        """End it."""
        self.padre.kill()
        self.padre.wait()


def pedir(
    puerto: int, metodo: str, ruta: str, campos: dict[str, str] | None = None, galletas: str = ""
) -> tuple[int, http.client.HTTPMessage, str]:
    """Return status, headers and body. Raises OSError when whoever was answering dies."""
    conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=PLAZO)
    cabeceras = {"Cookie": galletas, "Accept-Language": "es"}
    cuerpo = None
    if campos is not None:
        cuerpo = urllib.parse.urlencode(campos)
        cabeceras["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        conexion.request(metodo, ruta, cuerpo, cabeceras)
        respuesta = conexion.getresponse()
        return respuesta.status, respuesta.msg, respuesta.read().decode()
    except http.client.HTTPException as error:
        raise OSError(str(error)) from error
    finally:
        conexion.close()


class Sitiador:
    """Somebody with a session, who publishes one turn after another. dichos: its words by the id that it was told."""

    def __init__(self, puerto: int, quien: dict[str, str], nombre: str) -> None:
        """Open the editor once, for the token of its forms."""
        self._puerto, self._quien, self._nombre = puerto, quien, nombre
        _estado, cabeceras, pagina = pedir(puerto, "GET", quien["escribir"], galletas=quien["galleta"])
        prenda = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', pagina)
        assert prenda, pagina[:500]
        self._prenda = prenda[1]
        puestas = (puesta.partition(";")[0] for puesta in cabeceras.get_all("Set-Cookie", []))
        self._galletas = "; ".join([quien["galleta"], *puestas])
        self.dichos: dict[str, str] = {}
        self.reintentos = 0

    def publicar(self, n: int) -> None:
        """Publish one turn, and send the form again while nobody says where it is."""
        texto = f"{self._nombre}, turno {n}. *Llueve.*"
        campos = {
            "csrfmiddlewaretoken": self._prenda, "clave": str(uuid4()), "personaje": self._quien["personaje"],
            "texto": texto, "visibilidad": "todos", "hacer": "publicar", "cuantas": "0",
        }  # fmt: skip
        if n % UNO_DE_CADA == 0:
            campos |= {"cuantas": "1", "t0-accion": "tarea", "t0-datos.dificultad": "3", "t0-datos.reserva": "vigor"}
        limite = monotonic() + 180
        while True:
            try:
                estado, cabeceras, pagina = pedir(self._puerto, "POST", self._quien["escribir"], campos, self._galletas)
            except OSError:
                estado, cabeceras, pagina = 0, http.client.HTTPMessage(), ""
            if estado == 302:
                self.dichos[cabeceras["Location"].strip("/").rpartition("/")[2]] = texto
                return
            assert estado == 0 or estado >= 500, (estado, pagina[-2000:])
            assert monotonic() < limite, (estado, texto)
            self.reintentos += 1
            sleep(0.2)


def sitiar(web: Web, gente: list[dict[str, str]], *, mensajes: int, muertes: int) -> list[Sitiador]:
    """Let all of them publish their share at once, with that many kills spread over it; return when all is said."""
    azar = random.Random(20261130)
    sitiadores = [Sitiador(web.puerto, quien, f"Sitiador {n}") for n, quien in enumerate(gente)]
    cada, fallos = mensajes // len(gente), []

    def escribir(uno: Sitiador) -> None:
        try:
            for n in range(cada):
                uno.publicar(n)
        except BaseException as error:
            fallos.append(error)

    def dichos() -> int:
        return sum(len(uno.dichos) for uno in sitiadores)

    hilos = [threading.Thread(target=escribir, args=[uno], daemon=True) for uno in sitiadores]
    for hilo in hilos:
        hilo.start()
    for muerte in range(muertes):
        hasta = (muerte + 1) * mensajes // (muertes + 2)
        _mientras(lambda hasta=hasta: dichos() < hasta and not fallos)
        web.matar(azar, entera=muerte % UNO_DE_CADA == UNO_DE_CADA - 1)
    for hilo in hilos:
        hilo.join()
    assert fallos == []
    return sitiadores


def _mientras(que: Callable[[], bool]) -> None:
    while que():
        sleep(0.005)


def cuadra(sitiadores: list[Sitiador], escrito: dict[str, object], *, mensajes: int) -> None:
    """Compare what people were told with what is stored: each turn once, whole, in its place, with its roll."""
    dichos = {publico: texto for uno in sitiadores for publico, texto in uno.dichos.items()}
    assert len(dichos) == mensajes
    assert sorted(map(tuple, escrito["textos"])) == sorted(dichos.items())
    assert escrito["ordenes"] == [list(range(1, len(ordenes) + 1)) for ordenes in escrito["ordenes"]]
    con_tirada = sum(1 for texto in dichos.values() if int(re.findall(r"turno (\d+)", texto)[0]) % UNO_DE_CADA == 0)
    assert (escrito["tiradas"], escrito["asientos"], escrito["incumplidas"]) == (con_tirada, con_tirada, [])
