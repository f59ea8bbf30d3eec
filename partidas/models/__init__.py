"""What a partida is made of."""

from partidas.models.latido import Latido

__all__ = ["Latido"]
