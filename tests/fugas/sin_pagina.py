"""The surfaces of the site that are not pages: each has its row here, and the crawl searches what it gives.

A new one (search, feed, poll, letter, export…) adds its pattern with the type that it answers; one that takes
arguments, or more than a GET, adds also how the crawl asks for it (rastreo.py). An answer of another type without a
row fails.
"""

SIN_PAGINA = {
    "salud": "application/json",
    "salud_listo": "application/json",
    "robots": "text/plain",
    "mapa": "application/xml",
    "adjunto": "image/webp",
    "adjunto_mini": "image/webp",
    "admin:jsi18n": "text/javascript",
}
