"""The demo: people and partidas made with the same verbs that everybody uses."""

from partidas.demostracion.umbral import CONTRASENA, sembrar

__all__ = ["CONTRASENA", "sembrar"]
