"""Filters of the account pages."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# In this order: every browser says it is the ones before it, too.
NAVEGADORES = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SISTEMAS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@register.filter
def navegador(firma: str) -> str:
    """Return «Firefox en Linux» for what a browser calls itself, or its first words if it is none we know."""
    nombre = next((nombre for senal, nombre in NAVEGADORES if senal in firma), "")
    sistema = next((nombre for senal, nombre in SISTEMAS if senal in firma), "")
    if nombre and sistema:
        return _("%(navegador)s en %(sistema)s") % {"navegador": nombre, "sistema": sistema}
    return nombre or sistema or firma[:40] or _("Navegador sin nombre")
