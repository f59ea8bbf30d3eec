"""The demo: people and partidas made with the same verbs that everybody uses."""

from partidas.demostracion.sembrar import CONTRASENA, CUENTAS, sembrar

__all__ = ["CONTRASENA", "CUENTAS", "sembrar"]
