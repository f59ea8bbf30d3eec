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
    "adjunto": DIRECCION | {"bruno"},
    "bruno-clara": DIRECCION | {"bruno", "clara"},
    "para-kike": DIRECCION,
    # What was taken away or replaced: its author and the direction.
    "oculto": DIRECCION | {"ana"},
    "borrado": DIRECCION | {"bruno"},
    "revision": DIRECCION | {"ana"},
    # What the direction wrote into somebody's turn and then hid, and why.
    "version-oculta": DIRECCION,
    "motivo-version": DIRECCION,
    # A draft is its author's alone, whoever directs.
    "borrador": frozenset({"clara"}),
    "borrador-dj": frozenset({"dani"}),
    # Inside a public turn, the note for the direction; in a private one, its roll.
    "nota": DIRECCION | {"clara"},
    "tirada-privada": DIRECCION | {"bruno"},
    # A paragraph for Odo inside a public turn of Mirta.
    "fragmento": DIRECCION | {"bruno", "clara"},
    "fragmento-antes": DIRECCION | {"bruno"},
    # Moved to a scene that its author does not read, it is read there and by its author; narrowed, as it says now.
    "movido": DIRECCION | {"ana", "bruno"},
    "estrechado": DIRECCION | {"ana"},
    # Hidden prose takes what its roll declares with it; its dice stay with the audience, who read neither.
    "oculto-dado": DIRECCION | {"ana"},
    "oculto-declaracion": DIRECCION | {"ana"},
    # What a roll declares, hidden alone: who threw and the direction, who read the reason too.
    "tapada": DIRECCION | {"ana"},
    "motivo-tapar": DIRECCION | {"ana"},
    # Reasons: of hiding, the author's too; of putting somebody out, what the desk of the direction says.
    "motivo-ocultar": DIRECCION | {"ana"},
    "motivo-expulsar": DIRECCION,
    # To have a roll voided: who asks and the direction. Why it was voided: whoever sees the roll.
    "pide-anular": DIRECCION | {"ana"},
    "anulada": LECTORES,
    "anulada-privada": DIRECCION | {"bruno"},
    # Thrown before its words are written: the audience that the turn will have.
    "en-curso": LECTORES,
    "en-curso-dj": DIRECCION | {"ana"},
    # A PNJ known once and now secret goes on saying what it said; one that only speaks to Kaelen, to ana alone.
    "pnj-dicho": LECTORES,
    "pnj-voz": DIRECCION | {"ana"},
    "pnj-voz-texto": DIRECCION | {"ana"},
    # The cast: a secret PNJ is the direction's; a sheet, its player's too; a presentation, every reader's.
    "pnj": DIRECCION,
    "ficha": DIRECCION | {"ana"},
    "presentacion": LECTORES,
    # What a player wants done while they are away; why they are, which bruno tells who directs him alone.
    "ordenes": DIRECCION | {"ana"},
    "ausencia": DIRECCION | {"bruno"},
    # What the end of a day did to the sheet of a secret PNJ, which is told under a message for every reader.
    "noche": DIRECCION,
    # A secret scene exists for those present (Mirta, whom bruno plays) and the direction.
    "escena": DIRECCION | {"bruno"},
    "escena-texto": DIRECCION | {"bruno"},
    "escena-tirada": DIRECCION | {"bruno"},
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
    # P6 is private and of a system with rolls that take the direction's word: what waits is read with its message.
    "p6": frozenset({"dani", "ana", "bruno"}),
    "palabra": frozenset({"dani", "ana", "bruno"}),
    "palabra-dj": frozenset({"dani", "ana"}),
    "motivo-negar": frozenset({"dani", "ana", "bruno"}),
    # Of the site, not of a partida: an address is its owner's and of who administers accounts; an invitation, of staff.
    "correo": frozenset({"ana", "admin"}),
    "nota-invitacion": frozenset({"mod", "admin"}),
}

# The public ids of these messages and of their rolls are as secret as their words: who does not read is shown none.
IDS_SECRETOS = frozenset({
    "ana-dj", "dj", "bruno-dj", "bruno-clara", "para-kike", "tirada-privada", "en-curso-dj", "pnj-voz-texto",
    "estrechado", "anulada-privada", "movido", "escena-texto", "escena-tirada", "p2-texto", "p3-dj", "p4-dj",
    "p5-texto", "palabra-dj",
})  # fmt: skip
