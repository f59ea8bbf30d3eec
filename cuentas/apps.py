"""The Django app `cuentas`."""

from django.apps import AppConfig


class Config(AppConfig):
    """Register `cuentas` under its own name."""

    name = "cuentas"
