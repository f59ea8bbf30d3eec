"""How much of each construct a text may hold. Past a cap the construct becomes plain text: nothing is refused or lost.

Figures: measured against comrak 0.0.16 and nh3 0.3.8 (nh3 is quadratic in depth, comrak aborts on wide tables).
"""

from typing import Final

CARACTERES: Final = 60_000  # longer texts are shown without markup
LINEAS: Final = 6_000  # likewise; the longest chapters have a few hundred
SALIDA: Final = 600_000  # bytes of HTML
SALIDA_CRUDA: Final = 2_000_000  # bytes of comrak's own output, before it is walked
ENLACES: Final = 1_000  # links and linked images; the rest stay as typed
CITAS: Final = 8  # quotes inside quotes
DESTRIPES: Final = 4  # blocks inside blocks
NIVELES: Final = 6  # lists inside lists
ENFASIS: Final = 8  # inline tags inside inline tags
CORRIDA: Final = 12  # one run of `*`, `_` or backticks
BARRAS: Final = 24  # bars in one line of a table
CELDAS: Final = 6_000  # cells in the whole text
