"""The Django app `reglas`."""

from django.apps import AppConfig


class Config(AppConfig):
    """Register `reglas` under its own name."""

    name = "reglas"
