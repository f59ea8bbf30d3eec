"""Tables of the app: one module a subject."""

from personajes.models.personaje import FICHA_COMPLETA, CambioFicha, Personaje

__all__ = ["FICHA_COMPLETA", "CambioFicha", "Personaje"]
