"""Savage Worlds: the whole system as one value, SISTEMA. Its rules are numbered in README.md."""

from reglas.sistemas.salvaje.sistema import SISTEMA

__all__ = ["SISTEMA"]
