"""One client of a site, in a process of its own: `cliente.py puerto ruta veces sesion personaje` publishes turns.

Without Django: what is measured is the server. Prints as JSON its times, in milliseconds, and the statuses.
"""

from __future__ import annotations

import http.client
import json
import sys
import time
from urllib.parse import urlencode
from uuid import uuid4

COMUNES = {"Accept-Language": "es", "Host": "localhost"}
FICHA = "a" * 32


def pedir(puerto: int, ruta: str, sesion: str = "") -> int:
    """Ask for a page by HTTP; return its status, 0 if nobody listens."""
    conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=30)
    try:
        conexion.request("GET", ruta, headers=COMUNES | ({"Cookie": f"sesion={sesion}"} if sesion else {}))
        return conexion.getresponse().status
    except OSError:
        return 0
    finally:
        conexion.close()


def main(puerto: str, ruta: str, veces: str, sesion: str, personaje: str) -> None:
    """Publish that many turns with a roll, one after another, each by a connection of its own as a proxy does."""
    cabeceras = COMUNES | {
        "Cookie": f"sesion={sesion}; csrf={FICHA}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    fijos = {"personaje": personaje, "texto": "Voy.", "visibilidad": "todos", "hacer": "publicar", "cuantas": "1"}
    fijos |= {"t0-accion": "tarea", "t0-declaracion": "Trepo", "t0-datos.dificultad": "3", "t0-datos.reserva": "vigor"}
    tiempos, estados = [], []
    for _vez in range(int(veces)):
        datos = urlencode(fijos | {"clave": str(uuid4()), "csrfmiddlewaretoken": FICHA})
        conexion = http.client.HTTPConnection("127.0.0.1", int(puerto), timeout=60)
        comienzo = time.perf_counter()
        conexion.request("POST", ruta, datos, cabeceras)
        respuesta = conexion.getresponse()
        respuesta.read()
        tiempos.append((time.perf_counter() - comienzo) * 1000)
        estados.append(respuesta.status)
        conexion.close()
    print(json.dumps({"tiempos": tiempos, "estados": estados}))


if __name__ == "__main__":
    main(*sys.argv[1:])
