"""How a mail leaves: through one connection for a batch of them, or to files where the site has no server of mail."""

from __future__ import annotations

import os
import re
import shutil
import smtplib
import threading
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

DEL_SITIO = "sitio"
FALLOS_SEGUIDOS = 3
"""After so many failures of the server, the rest of the batch waits without trying: each may cost its whole time."""


class Carta(EmailMultiAlternatives):
    """A mail for one person. persona: public id of the account, the folder of its file where mails go to files."""

    persona = DEL_SITIO


class Rechazada(RuntimeError):
    """The server will never take this mail; the text is its code and what it refused (`550 direccion`)."""


class ServidorNoResponde(RuntimeError):
    """There is no server of mail, it hangs, or it went away in the middle: the mail may have left or not."""


class ServidorOcupado(RuntimeError):
    """The server says that it will take the mail later (4xx)."""


class ServidorCaido(RuntimeError):
    """The server failed too often in this batch: this mail was not even tried."""


class EnDisco(BaseEmailBackend):
    """Write each mail whole in a file of its own, named by its Message-ID: the same mail again is the same file."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write them; returns how many."""
        for mensaje in email_messages:
            entero = mensaje.message()
            carpeta = Path(settings.DIR_CORREO) / getattr(mensaje, "persona", DEL_SITIO)
            carpeta.mkdir(mode=0o700, parents=True, exist_ok=True)
            archivo = carpeta / (re.sub(r"[^\w.@-]", "", str(entero["Message-ID"]))[:120] + ".eml")
            nuevo = carpeta / f".{archivo.name}.{os.getpid()}"
            descriptor = os.open(nuevo, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as salida:
                salida.write(entero.as_bytes())
            nuevo.replace(archivo)
        return len(email_messages)


def en_disco() -> list[Path]:
    """Return the files of mails, newest first."""
    archivos = [(archivo.stat().st_mtime, archivo) for archivo in Path(settings.DIR_CORREO).glob("*/*.eml")]
    return [archivo for _momento, archivo in sorted(archivos, reverse=True)]


def barrer(antes_de: datetime) -> int:
    """Delete the files written before that moment; returns how many."""
    viejos = [archivo for archivo in en_disco() if archivo.stat().st_mtime < antes_de.timestamp()]
    for archivo in viejos:
        archivo.unlink(missing_ok=True)
    return len(viejos)


def olvidar(persona: str) -> None:
    """Delete the files of the mails of one account, by its public id."""
    if re.fullmatch(r"[\w-]+", persona):
        shutil.rmtree(Path(settings.DIR_CORREO) / persona, ignore_errors=True)


class _Estafeta(threading.local):
    """The connection of the batch in hand, and how often the server failed in it."""

    conexion: Any = None
    fallos = 0


_estafeta = _Estafeta()


def enviar(carta: EmailMessage) -> None:
    """Hand one mail to the server, over the connection of the batch.

    Raises Rechazada for good; ServidorOcupado, ServidorNoResponde and ServidorCaido for now.
    """
    if _estafeta.fallos >= FALLOS_SEGUIDOS:
        raise ServidorCaido
    try:
        if _estafeta.conexion is None:
            conexion = get_connection()
            conexion.open()
            _estafeta.conexion = conexion
        _estafeta.conexion.send_messages([carta])
    except smtplib.SMTPRecipientsRefused as error:
        codigos = [codigo for codigo, _texto in error.recipients.values()]
        _juzgar(max(codigos, default=550), "direccion")
    except smtplib.SMTPAuthenticationError:
        _perder()
        raise ServidorNoResponde from None
    except smtplib.SMTPSenderRefused as error:
        _juzgar(error.smtp_code, "remitente")
    except smtplib.SMTPDataError as error:
        _juzgar(error.smtp_code, "correo")
    except (smtplib.SMTPException, OSError):
        _perder()
        raise ServidorNoResponde from None
    _estafeta.fallos = 0


def _juzgar(codigo: int, que: str) -> None:
    """Raise what a refusal of this code means. The text that came with it is not repeated: it may hold an address."""
    if codigo >= 500:
        raise Rechazada(f"{codigo} {que}") from None
    if codigo == 421:  # the server closes the connection
        _perder()
    raise ServidorOcupado from None


def _perder() -> None:
    _estafeta.fallos += 1
    _cerrar()


def _cerrar() -> None:
    conexion, _estafeta.conexion = _estafeta.conexion, None
    if conexion is not None:
        try:
            conexion.close()
        except (smtplib.SMTPException, OSError):  # it was dead already
            conexion.connection = None


def acabar() -> None:
    """End the batch: close its connection, and forget how the server did."""
    _cerrar()
    _estafeta.fallos = 0
