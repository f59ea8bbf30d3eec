"""Every mail that the site sent, whichever way it went: read for its people, its links and its headers."""

from __future__ import annotations

import re
import socketserver
import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlsplit

from django.core import mail

ENLACE = re.compile(r"https?://[^\s<>\"')]+")
PROPIAS = ("Message-ID", "In-Reply-To", "References", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post")


@dataclass(frozen=True, slots=True)
class Carta:
    """One mail as it arrives. para: all its addresses, Cc and Bcc too; cabeceras: all of them, by name."""

    para: tuple[str, ...]
    asunto: str
    texto: str
    html: str
    numero: str
    cabeceras: dict[str, str]
    entera: str

    @property
    def enlaces(self) -> list[str]:
        """The addresses in its text, in order, each once."""
        return list(dict.fromkeys(ENLACE.findall(self.texto)))

    @property
    def baja(self) -> str:
        """The path where one leaves its list."""
        return urlsplit(self.cabeceras["List-Unsubscribe"].strip("<>")).path

    def lleva(self, palabra: str) -> bool:
        """Tell whether the word is anywhere in it, headers included, as a person or a machine reads them."""
        return any(palabra in donde for donde in (self.asunto, self.texto, self.html, self.entera))


def leer(octetos: bytes, sobre: Iterable[str] = ()) -> Carta:
    """Read a mail. sobre: the recipients of its envelope, which are who gets it."""
    entera = message_from_bytes(octetos, policy=policy.default)
    assert isinstance(entera, EmailMessage)
    partes = {parte.get_content_type(): parte.get_content() for parte in entera.walk() if not parte.is_multipart()}
    cabeceras = {nombre: str(valor).strip() for nombre, valor in entera.items()}
    escritas = [cabeceras[nombre] for nombre in ("To", "Cc", "Bcc") if nombre in cabeceras]
    return Carta(
        para=tuple(sobre) or tuple(re.findall(r"[^\s<>,]+@[^\s<>,]+", ",".join(escritas))),
        asunto=cabeceras.get("Subject", ""),
        texto=partes.get("text/plain", ""),
        html=partes.get("text/html", ""),
        numero=cabeceras.get("Message-ID", ""),
        cabeceras=cabeceras,
        entera=octetos.decode("utf-8", "replace"),
    )


def del_buzon() -> list[Carta]:
    """Return what this process sent in a test, in order, and forget it."""
    cartas = [leer(mensaje.message().as_bytes(), mensaje.recipients()) for mensaje in mail.outbox]
    mail.outbox.clear()
    return cartas


def de_la_carpeta(carpeta: Path) -> list[Carta]:
    """Return what is in files under a folder, by Message-ID."""
    return sorted((leer(archivo.read_bytes()) for archivo in carpeta.rglob("*.eml")), key=lambda carta: carta.numero)


class Servidor:
    """A server of mail on this machine that does as it is told.

    modo: `acepta`; `rechaza` (550 to each address) and `ocupado` (451); `calla`: never answers what is asked after the
    greeting; `muere`: takes the whole mail and goes away without saying so. cartas: what it took, also then.
    """

    def __init__(self, modo: str = "acepta") -> None:
        """Start it."""
        self.modo, self.cartas, self.conexiones = modo, list[Carta](), 0
        self._zocalo = socketserver.ThreadingTCPServer(("127.0.0.1", 0), self._atender, bind_and_activate=False)
        self._zocalo.allow_reuse_address = self._zocalo.daemon_threads = True
        self._zocalo.block_on_close = False
        self._zocalo.server_bind()
        self._zocalo.server_activate()
        self.puerto = self._zocalo.server_address[1]
        self.variables = {"CORREO_URL": f"smtp://127.0.0.1:{self.puerto}", "CORREO_SEGUNDOS": "1"}
        threading.Thread(target=self._zocalo.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def _atender(self, zocalo: object, direccion: object, servidor: object) -> socketserver.BaseRequestHandler:
        return _Conversacion(self, zocalo, direccion, servidor)

    def repetidas(self) -> dict[str, int]:
        """Return the Message-ID of what came more than once, with how often."""
        return {numero: n for numero, n in Counter(carta.numero for carta in self.cartas).items() if n > 1}

    def numeros(self) -> set[str]:
        """Return every Message-ID that came."""
        return {carta.numero for carta in self.cartas}

    def cerrar(self) -> None:
        """End it."""
        self._zocalo.shutdown()
        self._zocalo.server_close()


class _Conversacion(socketserver.StreamRequestHandler):
    def __init__(self, casa: Servidor, *args: object) -> None:
        self.casa = casa
        super().__init__(*args)

    def decir(self, linea: str) -> None:
        self.wfile.write(linea.encode() + b"\r\n")

    def handle(self) -> None:
        self.casa.conexiones += 1
        self.decir("220 cartero")
        sobre: list[str] = []
        while linea := self.rfile.readline():
            orden = linea.decode().strip()
            if self.casa.modo == "calla":
                time.sleep(5)
                return
            if orden[:4].upper() == "RCPT":
                negativa = {"rechaza": "550 no existe", "ocupado": "451 más tarde"}.get(self.casa.modo)
                if negativa is None:
                    sobre.append(orden.partition("<")[2].partition(">")[0])
                self.decir(negativa or "250 bien")
            elif orden[:4].upper() == "DATA":
                self.decir("354 adelante")
                self.casa.cartas.append(leer(self._cuerpo(), sobre))
                sobre = []
                if self.casa.modo == "muere":
                    return
                self.decir("250 bien")
            elif orden[:4].upper() == "QUIT":
                self.decir("221 adiós")
                return
            else:
                self.decir("250 bien")

    def _cuerpo(self) -> bytes:
        lineas: list[bytes] = []
        while (linea := self.rfile.readline()) not in (b".\r\n", b""):
            lineas.append(linea.removeprefix(b".") if linea.startswith(b"..") else linea)
        return b"".join(lineas)
