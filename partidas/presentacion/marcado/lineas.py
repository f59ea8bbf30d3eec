"""One line of text: which of its characters are markup, and which must stay what they are."""

import re
from typing import Final

from . import topes
from .signos import GUARDAS, NADA, VELO

_ESCAPADO: Final = r"\\[!-/:-@\[-`{-~]"
_CORRIDA: Final = "|".join(rf"{signo}{{{topes.CORRIDA + 1},}}" for signo in (r"\*", "_", "`"))
_ESPECIAL: Final = re.compile(rf"\\\|+|{_ESCAPADO}|\|\|+|[&<%]|~+|{_CORRIDA}|!\[(?![^\[\]]*\]\()")
# `*—No—*pensó`, `dijo*—No—*`: by CommonMark a star between a dash and a letter never closes nor opens. The sign makes
# it able to do both, and comrak chooses.
_CIERRE_PEGADO: Final = re.compile(r"(?<=[—–…!?.»”)])(?=\*{1,3}\w)")
_APERTURA_PEGADA: Final = re.compile(r"(?<=\w)(\*{1,3})(?=[—–…«¡¿(“])")


def _proteger(hallado: re.Match[str]) -> str:
    trozo = hallado[0]
    if trozo == "![":  # not a plain image: the mark of exclamation stays, and what follows may be a link
        return "!" + NADA + "["
    if trozo[0] == "\\":
        return GUARDAS[trozo[1]] * (len(trozo) - 1) if trozo[1] in "|&<%~" else trozo
    if trozo[0] == "|":
        return VELO * (len(trozo) // 2) + GUARDAS["|"] * (len(trozo) % 2)
    if trozo == "~~":
        return trozo
    return GUARDAS[trozo[0]] * len(trozo)


def guardar(linea: str) -> str:
    """Protect one line's characters; spoiler bars become signs. Not for fenced code, where nothing is markup."""
    protegida = _ESPECIAL.sub(_proteger, linea)
    return _APERTURA_PEGADA.sub(rf"\1{NADA}", _CIERRE_PEGADO.sub(NADA, protegida))


def deja_velo(protegida: str) -> bool:
    """Return whether an inline spoiler is open after this protected text, if none was before it."""
    return protegida.count(VELO) % 2 == 1
