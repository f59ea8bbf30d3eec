"""People: the custom user, invitations to the site, and the texts that whoever runs it can edit."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cuentas import nombres
from cuentas.identificador import nuevo_publico
from cuentas.lectura import ANCHOS, HOJAS, LETRAS, TEMAS, TIPOGRAFIAS, Lectura

LARGO_DE_USUARIO = 40
LARGO_DE_PRESENTACION = 1000
ZONA_POR_DEFECTO = "Europe/Madrid"


def validar_usuario(texto: str) -> None:
    """Refuse a user name that is not canonical in shape; reserved voices are the business of the forms."""
    nombres.validar_forma(texto, maximo=LARGO_DE_USUARIO)
    if "@" in texto:
        raise ValidationError(_("El nombre no puede llevar arroba."), code="arroba")


def validar_zona(texto: str) -> None:
    """Refuse what is not a time zone of the IANA list."""
    if texto not in available_timezones():
        raise ValidationError(_("Esa zona horaria no existe."), code="zona")


class Usuario(AbstractUser):
    """A person with an account; `publico` is what books and addresses show, and it outlives the account's data.

    `clave` and `clave_llana` are derived from the name on every `save`; `bulk_create` does not fill them.
    """

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    username = models.CharField(
        _("nombre"),
        max_length=LARGO_DE_USUARIO,
        unique=True,
        validators=[validar_usuario],
        error_messages={"unique": _("Ese nombre ya es de otra persona.")},
    )
    clave = models.CharField(max_length=nombres.LARGO_DE_CLAVE, unique=True, editable=False)
    clave_llana = models.CharField(max_length=nombres.LARGO_DE_CLAVE, db_index=True, editable=False)
    presentacion = models.TextField(_("presentación"), max_length=LARGO_DE_PRESENTACION, blank=True)
    idioma = models.CharField(_("idioma"), max_length=10, choices=settings.LANGUAGES, default="es")
    zona = models.CharField(_("zona horaria"), max_length=64, default=ZONA_POR_DEFECTO, validators=[validar_zona])
    tema = models.CharField(_("tema"), max_length=10, choices=TEMAS, default="auto")
    letra = models.CharField(_("tamaño de letra"), max_length=1, choices=LETRAS, default="3")
    tipografia = models.CharField(_("tipo de letra"), max_length=10, choices=TIPOGRAFIAS, default="sistema")
    ancho = models.CharField(_("ancho de columna"), max_length=2, choices=ANCHOS, default="66")
    hoja = models.CharField(_("mensajes en cada página"), max_length=4, choices=HOJAS, default="20")
    correos = models.BooleanField(_("recibir avisos por correo"), default=True)
    texto_en_correos = models.BooleanField(_("incluir el texto de los mensajes"), default=False)
    cerrada = models.DateTimeField(_("cerrada"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("usuario")
        verbose_name_plural = _("usuarios")

    def __str__(self) -> str:
        """Return the name that others see."""
        return gettext("cuenta cerrada") if self.cerrada else self.username

    @property
    def lectura(self) -> Lectura:
        """The reading choices of the account."""
        return Lectura(self.tema, self.letra, self.tipografia, self.ancho, self.hoja)

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Store the account with the keys of its name."""
        self.clave = nombres.clave_de_nombre(self.username)
        self.clave_llana = nombres.clave_llana(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "clave", "clave_llana"}
        super().save(*args, update_fields=update_fields, **kwargs)


class InvitacionSitio(models.Model):
    """A link that lets people create an account; only the hash of its token is stored."""

    huella = models.CharField(max_length=64, unique=True, editable=False)
    autor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    nota = models.CharField(_("nota"), max_length=120, blank=True)
    creada = models.DateTimeField(_("creada"))
    caduca = models.DateTimeField(_("caduca"))
    anulada = models.DateTimeField(_("anulada"), null=True, blank=True)
    usos_maximos = models.PositiveSmallIntegerField(_("cuentas que permite"), default=1)
    usos = models.PositiveSmallIntegerField(_("cuentas creadas"), default=0)

    class Meta:
        verbose_name = _("invitación al sitio")
        verbose_name_plural = _("invitaciones al sitio")
        ordering: ClassVar = ["-creada", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(usos__lte=models.F("usos_maximos")), name="invitacion_sin_usos_de_mas"
            )
        ]

    def __str__(self) -> str:
        """Return the note, or the day it was made."""
        return self.nota or f"{self.creada:%Y-%m-%d}"

    def sirve(self, ahora: datetime) -> bool:
        """Say whether an account can still be created with it."""
        return self.anulada is None and self.usos < self.usos_maximos and self.caduca > ahora


class Ausencia(models.Model):
    """Some days on which a person will not be there, both included, in their own time zone."""

    class Quien(models.TextChoices):
        """Who may read the reason."""

        NADIE = "nadie", _("Nadie")
        DIRECCION = "direccion", _("La dirección de mis partidas")
        MESA = "mesa", _("Quienes juegan conmigo")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    desde = models.DateField(_("desde"))
    hasta = models.DateField(_("hasta"))
    motivo = models.CharField(_("motivo"), max_length=200, blank=True)
    lo_lee = models.CharField(_("quién lee el motivo"), max_length=9, choices=Quien.choices, default=Quien.MESA)
    creada = models.DateTimeField()

    class Meta:
        verbose_name = _("ausencia")
        verbose_name_plural = _("ausencias")
        indexes: ClassVar = [models.Index(fields=["usuario", "hasta"], name="ausencia_de_quien")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(hasta__gte=models.F("desde")), name="ausencia_con_su_fin")
        ]

    def __str__(self) -> str:
        """Return whose and when, never why."""
        return f"{self.usuario_id} {self.desde:%Y-%m-%d}/{self.hasta:%Y-%m-%d}"


class TextoDelSitio(models.Model):
    """A legal or help page as somebody edited it; while there is no row, the page shows the text of the project."""

    class Clave(models.TextChoices):
        """The pages that exist; their value is their address."""

        AVISO_LEGAL = "aviso-legal", _("Aviso legal")
        PRIVACIDAD = "privacidad", _("Privacidad")
        COOKIES = "cookies", _("Cookies")
        NORMAS = "normas", _("Normas")
        AYUDA = "ayuda", _("Ayuda")
        LICENCIAS = "licencias", _("Licencias")

    clave = models.CharField(_("página"), max_length=20, choices=Clave.choices)
    idioma = models.CharField(_("idioma"), max_length=10, choices=settings.LANGUAGES)
    titulo = models.CharField(_("título"), max_length=120)
    cuerpo = models.TextField(_("texto"), max_length=40_000)
    version = models.PositiveIntegerField(_("versión"), default=1)
    actualizado = models.DateTimeField(_("actualizado"))
    por = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("texto del sitio")
        verbose_name_plural = _("textos del sitio")
        constraints: ClassVar = [models.UniqueConstraint(fields=["clave", "idioma"], name="texto_unico_por_idioma")]

    def __str__(self) -> str:
        """Return its title and language."""
        return f"{self.titulo} ({self.idioma})"


class VersionDeTexto(models.Model):
    """What an edit of a page replaced."""

    texto = models.ForeignKey(TextoDelSitio, on_delete=models.CASCADE, related_name="versiones")
    version = models.PositiveIntegerField()
    titulo = models.CharField(max_length=120)
    cuerpo = models.TextField()
    actualizado = models.DateTimeField(null=True)
    por = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("versión de un texto")
        verbose_name_plural = _("versiones de los textos")
        ordering: ClassVar = ["-version"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["texto", "version"], name="version_unica_por_texto")]

    def __str__(self) -> str:
        """Return the title and the number of the version."""
        return f"{self.titulo} · {self.version}"
