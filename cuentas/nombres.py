"""Names that people choose: their canonical form, the key that makes look-alikes equal, and what is refused."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from precis_i18n import get_profile

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MINIMO = 2
MAXIMO = 60
MARCAS_POR_LETRA = 2
LARGO_DE_CLAVE = 200

# Letters or symbols by category, but nothing to see on a screen.
HUECOS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
CATEGORIAS_OCULTAS = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})

# Shapes that a sans-serif screen does not tell apart; the table of Unicode has them, but without choosing one.
GEMELOS = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o", "_": " "})
BORDES = " .,;:·-–—'’\"«»*~!¡?¿()[]"

VOCES_RESERVADAS = (
    "director",
    "directora",
    "dirección",
    "director de juego",
    "directora de juego",
    "dirección de juego",
    "fin de jornada",
    "dj",
    "dm",
    "gm",
    "máster",
    "game master",
    "narrador",
    "narradora",
    "narración",
    "sistema",
    "system",
    "admin",
    "administrador",
    "administradora",
    "administración",
    "administrator",
    "moderación",
    "moderador",
    "moderadora",
    "moderator",
    "mod",
    "equipo",
    "staff",
    "soporte",
    "root",
    "hilo y dado",
    "hiloydado",
    "anónimo",
    "visitante",
    "cuenta cerrada",
)
ARTICULOS = ("el ", "la ", "the ")

_apodo = get_profile("NicknameCasePreserved")


def canonico(texto: str) -> str:
    """Return the name as it is stored: NFKC, single inner spaces, none at the ends.

    Raises ValidationError where PRECIS (RFC 8266, nicknames) or the screen would not show every character.
    """
    recortado = texto.strip()
    if not recortado:
        raise ValidationError(_("Escribe un nombre."), code="vacio")
    try:
        nombre = str(_apodo.enforce(recortado))
    except UnicodeEncodeError as error:
        raise _invisible() from error
    if any(c in HUECOS or unicodedata.category(c) in CATEGORIAS_OCULTAS for c in nombre):
        raise _invisible()
    return nombre


def _invisible() -> ValidationError:
    return ValidationError(
        _("Ese nombre lleva caracteres invisibles o que cambian el sentido de la lectura. Quítalos."),
        code="invisible",
    )


@lru_cache(maxsize=1)
def _formas() -> dict[str, str]:
    """Return, for each character that looks like ASCII letters or digits, those letters."""
    formas: dict[str, str] = {}
    for caracter, parecidos in confusables_data.items():
        if caracter.isascii():
            continue
        for parecido in parecidos:
            forma = parecido["c"].strip("\u200e\u200f")
            if forma.isascii() and forma.isalnum():
                formas[caracter] = forma
                break
    return formas


def _forma(caracter: str) -> str:
    """Return the ASCII look-alike of a character, by its own shape or else by that of its capital."""
    if caracter.isascii():
        return caracter
    formas = _formas()
    return formas.get(caracter) or formas.get(caracter.upper(), caracter)


def clave_de_nombre(texto: str) -> str:
    """Return the key under which two names that look the same are one name.

    Total and pure: any text has a key. Accents and the tilde of ñ stay, because Spanish needs them; case, width,
    invisible characters, look-alike alphabets, i/l/1, o/0, rn/m, vv/w and punctuation at the ends do not count.
    """
    visible = "".join(
        c
        for c in unicodedata.normalize("NFKD", texto)
        if c not in HUECOS and unicodedata.category(c) not in CATEGORIAS_OCULTAS
    )
    forma = "".join(_forma(c) for c in visible)
    llana = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", forma).casefold())
    fundida = llana.translate(GEMELOS).replace("rn", "m").replace("vv", "w")
    clave = unicodedata.normalize("NFC", " ".join(fundida.split()))
    return (clave.strip(BORDES) or clave)[:LARGO_DE_CLAVE]


def clave_llana(texto: str) -> str:
    """Return the key without accents, to warn (not to refuse) when only an accent tells two names apart."""
    descompuesta = unicodedata.normalize("NFD", clave_de_nombre(texto))
    return "".join(c for c in descompuesta if not unicodedata.combining(c))


def _esqueleto(texto: str) -> str:
    llano = re.sub(r"^\d+|\d+$", "", unicodedata.normalize("NFKC", texto).casefold().strip(BORDES + "_"))
    for articulo in ARTICULOS:
        llano = llano.removeprefix(articulo)
    return "".join(c for c in clave_llana(llano) if c.isalnum())


@lru_cache(maxsize=1)
def _reservadas() -> frozenset[str]:
    return frozenset(_esqueleto(voz) for voz in VOCES_RESERVADAS)


def es_voz_reservada(texto: str) -> bool:
    """Say whether a name could pass for the site or for the game master («Director», «Аdmin», «el DJ 2»)."""
    return _esqueleto(texto) in _reservadas()


def validar_forma(texto: str, *, minimo: int = MINIMO, maximo: int = MAXIMO) -> str:
    """Return the canonical name, or raise ValidationError: length, a letter at least, no piles of marks."""
    nombre = canonico(texto)
    if not minimo <= len(nombre) <= maximo:
        raise ValidationError(
            _("El nombre ha de tener entre %(minimo)d y %(maximo)d caracteres."),
            code="largo",
            params={"minimo": minimo, "maximo": maximo},
        )
    _sin_pilas(nombre, _("Ese nombre apila demasiados signos sobre una letra."))
    if not any(unicodedata.category(c).startswith("L") for c in nombre):
        raise ValidationError(_("El nombre ha de tener al menos una letra."), code="sin_letra")
    return nombre


def validar_titulo(texto: str) -> str:
    """Return a title as it is stored: NFC, single inner spaces; raises ValidationError with a sentence for its field.

    A title may be of any length that its field takes, of digits or signs beside letters. What cannot be seen, what
    turns the reading round and piles of marks are refused, as in names; so is one with nothing to see.
    """
    if any(c in HUECOS or unicodedata.category(c) in CATEGORIAS_OCULTAS for c in texto):
        raise ValidationError(
            _("Ese título lleva caracteres invisibles o que cambian el sentido de la lectura. Quítalos."),
            code="invisible",
        )
    titulo = " ".join(unicodedata.normalize("NFC", texto).split())
    _sin_pilas(titulo, _("Ese título apila demasiados signos sobre una letra."))
    if not any(unicodedata.category(c)[0] in "LN" for c in titulo):
        raise ValidationError(_("El título ha de tener al menos una letra o una cifra."), code="sin_letra")
    return titulo


def _sin_pilas(texto: str, frase: str | _StrPromise) -> None:
    seguidas = 0
    for caracter in unicodedata.normalize("NFD", texto):
        seguidas = seguidas + 1 if unicodedata.category(caracter).startswith("M") else 0
        if seguidas > MARCAS_POR_LETRA:
            raise ValidationError(frase, code="marcas")


def validar_nombre(texto: str, *, minimo: int = MINIMO, maximo: int = MAXIMO) -> str:
    """Return the canonical name, or raise ValidationError with a sentence for its field.

    Refuses what `validar_forma` refuses and the reserved voices. Whether another name has the same key is asked by
    whoever keeps the list; `se_confunde` is the sentence for that.
    """
    nombre = validar_forma(texto, minimo=minimo, maximo=maximo)
    if es_voz_reservada(nombre):
        raise ValidationError(_("Ese nombre está reservado para las voces del sitio. Elige otro."), code="reservado")
    return nombre


def se_confunde(otro: str) -> ValidationError:
    """Return the refusal of a name whose key is already that of `otro`."""
    return ValidationError(_("Ese nombre se confunde con %(otro)s."), code="confunde", params={"otro": otro})


def aviso_de_parecido(otro: str) -> str:
    """Return the warning (it refuses nothing) for a name that only accents tell from `otro`."""
    return gettext("Hay otra persona que se llama %(otro)s: fíjate en las tildes.") % {"otro": otro}
