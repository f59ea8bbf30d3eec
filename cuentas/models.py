"""People: the custom user of the site."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico


class Usuario(AbstractUser):
    """A person with an account; `publico` is what books and addresses show, and it outlives the account's data."""

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)

    class Meta:
        verbose_name = _("usuario")
        verbose_name_plural = _("usuarios")

    def __str__(self) -> str:
        """Return the name that others see."""
        return self.username
