"""The legal and help pages: the texts of the project beside this file, what an editor made of them, and their HTML."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

import comrak
import nh3
from django.db import IntegrityError, transaction
from django.utils.safestring import SafeString, mark_safe

from cuentas.models import TextoDelSitio, Usuario, VersionDeTexto

CARPETA = Path(__file__).resolve().parent
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
    """Return Markdown as safe HTML: raw HTML is shown as text, links go to the web or to mail, and nothing else."""
    opciones = comrak.RenderOptions()
    opciones.escape = True
    limpio = nh3.clean(
        comrak.render_markdown(cuerpo, render_options=opciones),
        tags=ETIQUETAS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
        attribute_filter=_solo_enlaces_claros,
    )
    return mark_safe(limpio)  # noqa: S308 - nh3 let through the closed list above and no more


def _solo_enlaces_claros(_etiqueta: str, _atributo: str, valor: str) -> str | None:
    """Drop links that a browser would complete with a host the text does not name."""
    dudoso = valor.startswith(("//", "\\", "/\\")) or (":" in valor and "//" not in valor and not _es_correo(valor))
    return None if dudoso else valor


def _es_correo(valor: str) -> bool:
    return valor.startswith("mailto:")


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
