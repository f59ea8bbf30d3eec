"""Who may see each canary, written by hand from the rules of the game. This module imports nothing of the project.

It must never be made to agree with the code: when the two differ, one of them is wrong, and it may be the code.
"""

ROLES = (
    "anon", "eva", "esp", "ana", "bruno", "clara", "dani", "codi", "olga", "kike", "ines", "mod", "admin",
)  # fmt: skip
TODO_EL_MUNDO = frozenset(ROLES)
DIRECCION = frozenset({"dani", "codi"})
LECTORES = DIRECCION | {"esp", "ana", "bruno", "clara"}

# kind of thing -> the people who may see it; everything is in P1 unless its name says otherwise.
QUIEN_VE: dict[str, frozenset[str]] = {
    # The cover: its readers, and who has been invited and has not answered.
    "p1": LECTORES | {"ines"},
    "premisa": LECTORES | {"ines"},
    # Turns, by audience.
    "todos": LECTORES,
    "notas": LECTORES,
    "tirada": LECTORES,
    # Who is put out keeps reading what they wrote themselves, and nothing else.
    "de-kike": LECTORES | {"kike"},
    "ana-dj": DIRECCION | {"ana"},
    "dj": DIRECCION,
    "bruno-dj": DIRECCION | {"bruno"},
    "bruno-clara": DIRECCION | {"bruno", "clara"},
    "para-kike": DIRECCION,
    # What was taken away or replaced: its author and the direction.
    "oculto": DIRECCION | {"ana"},
    "borrado": DIRECCION | {"bruno"},
    "revision": DIRECCION | {"ana"},
    # A draft is its author's alone, whoever directs.
    "borrador": frozenset({"clara"}),
    # Inside a public turn, the note for the direction; in a private one, its roll.
    "nota": DIRECCION | {"clara"},
    "tirada-privada": DIRECCION | {"bruno"},
    # A paragraph for Odo inside a public turn of Mirta.
    "fragmento": DIRECCION | {"bruno", "clara"},
    "fragmento-antes": DIRECCION | {"bruno"},
    # The cast: a secret PNJ is the direction's; a sheet, its player's too; a presentation, every reader's.
    "pnj": DIRECCION,
    "ficha": DIRECCION | {"ana"},
    "presentacion": LECTORES,
    # What the end of a day did to the sheet of a secret PNJ, which is told under a message for every reader.
    "noche": DIRECCION,
    # A secret scene exists for those present (Mirta, whom bruno plays) and the direction.
    "escena": DIRECCION | {"bruno"},
    "escena-texto": DIRECCION | {"bruno"},
    # The other partidas.
    "p2": frozenset({"olga"}),
    "p2-texto": frozenset({"olga"}),
    "p3": TODO_EL_MUNDO,
    "p3-texto": TODO_EL_MUNDO,
    "p3-dj": frozenset({"dani"}),
    "p4": TODO_EL_MUNDO,
    "p4-texto": TODO_EL_MUNDO,
    "p4-dj": frozenset({"olga"}),
    "p5": frozenset({"dani", "bruno"}),
    "p5-texto": frozenset({"dani", "bruno"}),
}
