"""The Django app `partidas`."""

from django.apps import AppConfig


class Config(AppConfig):
    """Register `partidas` under its own name."""

    name = "partidas"
