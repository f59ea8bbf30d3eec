"""The Django app `personajes`."""

from django.apps import AppConfig


class Config(AppConfig):
    """Register `personajes` under its own name."""

    name = "personajes"
