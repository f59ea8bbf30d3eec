"""The reference of a game system for players: its text in a language, its actions from their declaration, its anchors.

A system keeps `referencia/<language>.md` in its folder. A clause is a list item that begins with its number in bold
(`**S-12.**`), and anywhere else its number links to it; a line that says `[[acciones]]` gives way to the actions.
docs/sistemas.md tells how to write one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

import comrak
import nh3

from reglas import idioma, motor
from reglas.nucleo import campos as c
from reglas.nucleo.sistema import Accion, Sistema
from reglas.nucleo.tipos import _

LENGUAS = ("es", "en")
ACCIONES = "[[acciones]]"
ETIQUETAS = {
    *("h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "strong", "em", "code", "a", "blockquote", "hr", "br"),
    *("table", "thead", "tbody", "tr", "th", "td", "details", "summary"),
}
CLAUSULA = re.compile(r"^ *[-*] (?:<a id=\"[^\"]*\"></a>)?\*\*([A-Z]+-\d{2,3})\.\*\*", re.MULTILINE)
ITEM = re.compile(
    r"<li>\s*(?:<p>)?\s*(?:<a id=\"[^\"]*\"(?: rel=\"[^\"]*\")?></a>)?<strong>([A-Z]+-\d{2,3})\.</strong>"
)
CITA = re.compile(r"(?<![\w*#\[-])[A-Z]+-\d{2,3}(?![\w.\]])")
TITULO = re.compile(r"<h2>(.*?)</h2>")
QUIEN = {"jugador": _("jugador"), "direccion": _("dirección"), "ambos": _("jugador o dirección")}
QUE_SE_DECLARA = _("Qué se declara")
CABECERA = (_("Campo"), _("Valores"), _("Si no se dice"))
UN_TEXTO = _("un texto")
VARIOS = _("varios: %(que)s")
OBLIGATORIO = _("hay que decirlo")


@dataclass(frozen=True, slots=True)
class Seccion:
    """One part of a reference, for the list of contents. ancla: without the number sign."""

    ancla: str
    titulo: str


@dataclass(frozen=True, slots=True)
class Referencia:
    """A reference in one language. html: of a closed list of tags. clausulas: in the order in which they stand."""

    clave: str
    lengua: str
    titulo: str
    html: str
    secciones: tuple[Seccion, ...]
    clausulas: tuple[str, ...]


def texto(clave: str, lengua: str) -> str:
    """Return the text as it is written. Raises Rechazo for a system that there is not, FileNotFoundError."""
    juego = motor.sistema(clave)
    return files(f"reglas.sistemas.{juego.clave}").joinpath("referencia", f"{lengua}.md").read_text("utf-8")


def clausulas_de(escrito: str) -> tuple[str, ...]:
    """Return the numbers of the clauses of a text, in order, the repeated ones too."""
    return tuple(CLAUSULA.findall(escrito))


def leer(clave: str, lengua: str) -> Referencia:
    """Return the reference of a system, in Spanish if it has none in that language. Raises Rechazo."""
    return _leer(motor.sistema(clave), lengua if lengua in LENGUAS else LENGUAS[0])


@cache
def _leer_texto(clave: str, lengua: str) -> str:
    return texto(clave, lengua)


def _leer(juego: Sistema, lengua: str) -> Referencia:
    escrito = _leer_texto(juego.clave, lengua)
    clausulas = clausulas_de(escrito)
    primera, _salto, cuerpo = escrito.partition("\n")
    cuerpo = CITA.sub(lambda cita: f"[{cita[0]}](#{cita[0]})" if cita[0] in clausulas else cita[0], cuerpo)
    opciones, extensiones = comrak.RenderOptions(), comrak.ExtensionOptions()
    opciones.unsafe_ = True
    extensiones.table = True
    crudo = comrak.render_markdown(
        cuerpo.replace(ACCIONES, acciones(juego, lengua)), render_options=opciones, extension_options=extensiones
    )
    limpio = nh3.clean(
        crudo,
        tags=ETIQUETAS,
        attributes={"a": {"id", "href"}, "th": {"align"}, "td": {"align"}},
        url_schemes={"https"},
        link_rel=None,
    )
    secciones: list[Seccion] = []

    def titulo(hallado: re.Match[str]) -> str:
        secciones.append(Seccion(f"p-{len(secciones) + 1}", nh3.clean(hallado[1], tags=set())))
        return f'<h2 id="{secciones[-1].ancla}">{hallado[1]}</h2>'

    con_anclas = TITULO.sub(titulo, limpio)
    con_anclas = ITEM.sub(r'<li id="\1"><a class="clausula" href="#\1">\1</a>', con_anclas)
    return Referencia(
        juego.clave,
        lengua,
        primera.removeprefix("# ").strip(),
        con_anclas,
        tuple(secciones),
        clausulas,
    )


def acciones(juego: Sistema, lengua: str) -> str:
    """Return the actions of a system as Markdown, each with who may ask for it and what is declared."""
    return "\n\n".join(_accion(juego, accion, lengua) for accion in juego.acciones.values())


def _accion(juego: Sistema, accion: Accion, lengua: str) -> str:
    def t(msgid: str) -> str:
        return idioma.traducir(msgid, juego.clave, lengua)

    partes = [f"### {t(accion.nombre)}", f"{t(accion.ayuda)} *({t(QUIEN[accion.quien])})*"]
    filas = [_fila(juego, campo, lengua) for campo in accion.campos.campos if campo.etiqueta]
    if filas:
        cabeza = "".join(f"<th>{escape(t(una))}</th>" for una in CABECERA)
        cuerpo = "".join(f"<tr>{''.join(f'<td>{escape(celda)}</td>' for celda in fila)}</tr>" for fila in filas)
        partes.append(
            f"<details><summary>{escape(t(QUE_SE_DECLARA))}</summary><table><thead><tr>{cabeza}</tr></thead>"
            f"<tbody>{cuerpo}</tbody></table></details>"
        )
    return "\n\n".join(partes)


def _fila(juego: Sistema, campo: c.Campo, lengua: str) -> tuple[str, str, str]:
    """Return a field as the name, the values it takes and what stands when nobody says."""

    def t(msgid: str) -> str:
        return idioma.traducir(msgid, juego.clave, lengua)

    nombre = f"{t(campo.etiqueta)}. {t(campo.ayuda)}" if campo.ayuda else t(campo.etiqueta)
    if campo.obligatorio is True:
        return nombre, _valores(juego, campo, lengua), t(OBLIGATORIO)
    defecto = campo.defecto
    if isinstance(defecto, bool):
        dicho = idioma.si_o_no(defecto, lengua)
    elif isinstance(campo, c.Opcion) and defecto in campo.opciones:
        dicho = t(str(campo.opciones[defecto]))
    else:
        dicho = str(defecto) if isinstance(defecto, int | str) and defecto != "" else "—"
    return nombre, _valores(juego, campo, lengua), dicho


def _valores(juego: Sistema, campo: c.Campo, lengua: str) -> str:
    def t(msgid: str) -> str:
        return idioma.traducir(msgid, juego.clave, lengua)

    match campo:
        case c.Entero():
            return f"{campo.minimo}–{campo.maximo}"
        case c.Booleano():
            return f"{idioma.si_o_no(True, lengua)} / {idioma.si_o_no(False, lengua)}"
        case c.Opcion():
            return ", ".join(t(str(etiqueta)) for etiqueta in campo.opciones.values())
        case c.Lista():
            return t(VARIOS) % {"que": _valores(juego, campo.elemento, lengua)}
        case c.Grupo():
            return "; ".join(_dentro(juego, campo, lengua))
        case _:
            return t(UN_TEXTO)


def _dentro(juego: Sistema, grupo: c.Grupo, lengua: str) -> Iterator[str]:
    for campo in grupo.campos:
        if campo.etiqueta:
            yield f"{idioma.traducir(campo.etiqueta, juego.clave, lengua)} ({_valores(juego, campo, lengua)})"
