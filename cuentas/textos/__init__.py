"""The legal and help pages: the texts of the project beside this file, what an editor made of them, and their HTML."""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

import comrak
import nh3
from django.db import IntegrityError, transaction
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe

from cuentas.models import TextoDelSitio, Usuario, VersionDeTexto

CARPETA = Path(__file__).resolve().parent
HONDURA_MAXIMA = 40
ANIDABLES = re.compile(r"<(/?)(?:blockquote|ul|ol|li|p|em|strong|a)\b")
ENLACE = re.compile(r"(?:https?://(?!/)|mailto:|/(?![/\\])|#)[^\\]*")
ETIQUETAS = {"p", "br", "em", "strong", "a", "ul", "ol", "li", "blockquote", "code", "hr", "h2", "h3", "h4"}


class TextoCambiado(Exception):
    """Somebody saved the page after this editor opened it; `actual` is what is stored now."""

    def __init__(self, actual: "Pagina") -> None:
        """Keep the page as it is now."""
        super().__init__(actual.version)
        self.actual = actual


@dataclass(frozen=True)
class Pagina:
    """A page in one language; `version` 0 is the text of the project, which nobody has edited."""

    clave: str
    idioma: str
    titulo: str
    cuerpo: str
    version: int = 0
    actualizado: datetime | None = None

    @property
    def html(self) -> SafeString:
        """The body as HTML of a closed list of tags."""
        return a_html(self.cuerpo)


def a_html(cuerpo: str) -> SafeString:
    """Return Markdown as safe HTML: raw HTML is shown as text, links go to the web or to mail, and nothing else.

    What is nested deeper than anybody writes is shown as typed: cleaning takes the square of the depth.
    """
    opciones = comrak.RenderOptions()
    opciones.escape = True
    pagina = comrak.render_markdown(cuerpo, render_options=opciones)
    if _hondura(pagina) > HONDURA_MAXIMA:
        return mark_safe(linebreaks(cuerpo, autoescape=True))  # noqa: S308 - it escapes all of it
    limpio = nh3.clean(
        pagina,
        tags=ETIQUETAS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
        attribute_filter=_solo_enlaces_claros,
    )
    return mark_safe(limpio)  # noqa: S308 - nh3 let through the closed list above and no more


def _solo_enlaces_claros(_etiqueta: str, _atributo: str, valor: str) -> str | None:
    """Drop links but to a host that the text names, to a mailbox, or to a whole path of this site."""
    return valor if ENLACE.fullmatch(valor) else None


def _hondura(pagina: str) -> int:
    """Return how deep the elements of some HTML lie one in another."""
    honda = ahora = 0
    for cierra in ANIDABLES.findall(pagina):
        ahora += -1 if cierra else 1
        honda = max(honda, ahora)
    return honda


@lru_cache(maxsize=32)
def de_serie(clave: str, idioma: str) -> Pagina:
    """Return the text of the project; its first line is `# ` and the title."""
    titulo, _, cuerpo = (CARPETA / f"{clave}.{idioma}.md").read_text(encoding="utf-8").partition("\n")
    return Pagina(clave, idioma, titulo.removeprefix("# ").strip(), cuerpo.strip())


def leer(clave: str, idioma: str) -> Pagina:
    """Return the page as it was last edited, or the text of the project."""
    fila = TextoDelSitio.objects.filter(clave=clave, idioma=idioma).first()
    return _de_fila(fila) if fila else de_serie(clave, idioma)


def _de_fila(fila: TextoDelSitio) -> Pagina:
    return Pagina(fila.clave, fila.idioma, fila.titulo, fila.cuerpo, fila.version, fila.actualizado)


def idiomas_editados(clave: str) -> list[str]:
    """Return the languages in which somebody has edited the page."""
    return list(TextoDelSitio.objects.filter(clave=clave).order_by("idioma").values_list("idioma", flat=True))


def guardar_texto(
    clave: str, idioma: str, *, titulo: str, cuerpo: str, version_leida: int, autor: Usuario, ahora: datetime
) -> Pagina:
    """Store an edit and keep what it replaced; compare-and-set on the version the editor had read.

    Raises TextoCambiado, having changed nothing, if somebody saved meanwhile. The same text twice changes nothing.
    """
    try:
        with transaction.atomic():
            fila = TextoDelSitio.objects.select_for_update().filter(clave=clave, idioma=idioma).first()
            actual = _de_fila(fila) if fila else de_serie(clave, idioma)
            if (titulo, cuerpo) == (actual.titulo, actual.cuerpo):
                return actual
            if actual.version != version_leida:
                raise TextoCambiado(actual)
            anterior = fila.por if fila else None
            fila = fila or TextoDelSitio(clave=clave, idioma=idioma)
            fila.titulo, fila.cuerpo, fila.version = titulo, cuerpo, actual.version + 1
            fila.actualizado, fila.por = ahora, autor
            fila.save()
            VersionDeTexto.objects.create(
                texto=fila,
                version=actual.version,
                titulo=actual.titulo,
                cuerpo=actual.cuerpo,
                actualizado=actual.actualizado,
                por=anterior,
            )
    except IntegrityError as error:  # two first edits at once
        raise TextoCambiado(leer(clave, idioma)) from error
    return _de_fila(fila)
