"""Opaque public identifiers: what a URL or a book of rolls may show of a row."""

import secrets

ALFABETO = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz"
LARGO = 11


def nuevo_publico() -> str:
    """Return a random identifier of 11 characters (over 62 bits), with no order and no look-alike letters."""
    return "".join(secrets.choice(ALFABETO) for _ in range(LARGO))
