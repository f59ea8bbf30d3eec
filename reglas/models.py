"""The tables of the book of rolls: append-only entries, sealed envelopes and the secrets behind them.

Nothing here points at people or posts: an owner and an author are opaque identifiers that outlive both.
Only `reglas.libro` and its two companions read and write these tables; a primary key is never shown,
because it would count the rolls of other people.
"""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

CERO = "0" * 64


def _mide(columna: str, largo: int) -> Exact:
    """Return the condition that a column holds exactly so many characters or bytes."""
    return Exact(Length(F(columna)), largo)


class Clase(models.TextChoices):
    """Who may read a book: every participant, or only those whom each roll names."""

    ABIERTO = "abierto", _("abierto")
    CERRADO = "cerrado", _("cerrado")


class Tipo(models.TextChoices):
    """What an entry says."""

    APERTURA = "apertura", _("apertura")
    TIRADA = "tirada", _("tirada")
    REVELACION = "revelacion", _("revelación")
    ANCLA = "ancla", _("ancla")
    ANULACION = "anulacion", _("anulación")
    RESTAURACION = "restauracion", _("restauración")
    JUICIO = "juicio", _("juicio")


RESUELTOS = (Tipo.TIRADA.value, Tipo.JUICIO.value)
"""The entries of which the rules say something: they keep what was asked of them."""
SIN_SOBRE = (Tipo.ANCLA.value, Tipo.RESTAURACION.value)


class Libro(models.Model):
    """One chain of entries; its row is the lock of every writer, and the only row of the chain that changes."""

    dueno = models.CharField(max_length=11)
    clase = models.CharField(max_length=7, choices=Clase)
    cabeza = models.CharField(max_length=64, default=CERO)
    siguiente = models.PositiveBigIntegerField(default=0)
    sobre_vigente = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("libro de tiradas")
        verbose_name_plural = _("libros de tiradas")
        constraints = [
            models.UniqueConstraint(fields=["dueno", "clase"], name="reglas_libro_dueno_clase"),
            models.CheckConstraint(condition=Q(clase__in=Clase.values), name="reglas_libro_clase"),
            models.CheckConstraint(condition=_mide("dueno", 11), name="reglas_libro_dueno"),
            models.CheckConstraint(condition=_mide("cabeza", 64), name="reglas_libro_cabeza"),
        ]

    def __str__(self) -> str:
        """Return the owner and the class."""
        return f"{self.dueno} ({self.clase})"


class Sobre(models.Model):
    """A sealed envelope: the commitment to a seed that nobody sees until the envelope is opened."""

    libro = models.ForeignKey(Libro, on_delete=models.PROTECT, related_name="+")
    numero = models.PositiveIntegerField()
    compromiso = models.CharField(max_length=64, unique=True)
    creado = models.DateTimeField()

    class Meta:
        verbose_name = _("sobre")
        verbose_name_plural = _("sobres")
        constraints = [
            models.UniqueConstraint(fields=["libro", "numero"], name="reglas_sobre_libro_numero"),
            models.CheckConstraint(condition=Q(numero__gte=1), name="reglas_sobre_numero"),
            models.CheckConstraint(condition=_mide("compromiso", 64), name="reglas_sobre_compromiso"),
        ]

    def __str__(self) -> str:
        """Return the number of the envelope."""
        return str(self.numero)


class Asiento(models.Model):
    """One entry. `contenido` is hashed and chained; `peticion` and `sal` are what its seal is checked against.

    recibo: what a reader keeps. It is the hash in the open book; in the closed book it covers the entry
    without its place, because the hash of the whole would let a reader of two rolls test whether another
    lies between them.
    """

    libro = models.ForeignKey(Libro, on_delete=models.PROTECT, related_name="+")
    n = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64, unique=True)
    recibo = models.CharField(max_length=64, unique=True)
    tipo = models.CharField(max_length=12, choices=Tipo)
    sobre = models.ForeignKey(Sobre, on_delete=models.PROTECT, related_name="+", null=True)
    contenido = models.TextField()
    creado = models.DateTimeField()
    anula = models.OneToOneField("self", on_delete=models.PROTECT, related_name="+", null=True)
    sustituye = models.OneToOneField("self", on_delete=models.PROTECT, related_name="+", null=True)
    juzga = models.OneToOneField("self", on_delete=models.PROTECT, related_name="+", null=True)
    peticion = models.TextField(blank=True)
    sal = models.CharField(max_length=32, blank=True)
    version = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("asiento")
        verbose_name_plural = _("asientos")
        constraints = [
            models.UniqueConstraint(fields=["libro", "n"], name="reglas_asiento_libro_n"),
            models.CheckConstraint(condition=Q(tipo__in=Tipo.values), name="reglas_asiento_tipo"),
            models.CheckConstraint(condition=_mide("hash", 64), name="reglas_asiento_hash"),
            models.CheckConstraint(condition=_mide("recibo", 64), name="reglas_asiento_recibo"),
            models.CheckConstraint(condition=~Q(contenido=""), name="reglas_asiento_contenido"),
            models.CheckConstraint(
                condition=Q(tipo__in=SIN_SOBRE, sobre__isnull=True) | (~Q(tipo__in=SIN_SOBRE) & Q(sobre__isnull=False)),
                name="reglas_asiento_sobre",
            ),
            models.CheckConstraint(
                condition=Q(tipo=Tipo.ANULACION, anula__isnull=False)
                | (~Q(tipo=Tipo.ANULACION) & Q(anula__isnull=True)),
                name="reglas_asiento_anula",
            ),
            models.CheckConstraint(
                condition=Q(tipo=Tipo.TIRADA) | Q(sustituye__isnull=True), name="reglas_asiento_sustituye"
            ),
            models.CheckConstraint(
                condition=Q(tipo=Tipo.JUICIO, juzga__isnull=False) | (~Q(tipo=Tipo.JUICIO) & Q(juzga__isnull=True)),
                name="reglas_asiento_juzga",
            ),
            models.CheckConstraint(
                condition=(Q(tipo__in=RESUELTOS) & ~Q(peticion="") & ~Q(sal="") & ~Q(version=""))
                | (~Q(tipo__in=RESUELTOS) & Q(peticion="", sal="", version="")),
                name="reglas_asiento_peticion",
            ),
        ]

    def __str__(self) -> str:
        """Return the first eight digits of the receipt, as cards show it."""
        return self.recibo[:8]


class PuertaTapiada(models.Manager[Any]):
    """The manager of a secret table, always empty: `dumpdata`, even with `--all`, and serializers find no row.

    It does not raise, so that a dump of everything else still works. `reglas.secretos` goes past it.
    """

    def get_queryset(self) -> models.QuerySet[Any]:
        """Return no rows."""
        return super().get_queryset().none()


class Semilla(models.Model):
    """The 32 bytes behind an envelope. Never in the admin, a dump or an export; out only as a `revelacion`."""

    sobre = models.OneToOneField(Sobre, on_delete=models.PROTECT, related_name="+", primary_key=True)
    valor = models.BinaryField(max_length=32)

    tapiada = PuertaTapiada()

    class Meta:
        verbose_name = _("semilla")
        verbose_name_plural = _("semillas")
        base_manager_name = "tapiada"
        constraints = [models.CheckConstraint(condition=_mide("valor", 32), name="reglas_semilla_valor")]

    def __str__(self) -> str:
        """Show nothing."""
        return _("semilla secreta").__str__()


class SalAncla(models.Model):
    """The salt of a day's anchor and the head it pins; published with the closed book and never before."""

    asiento = models.OneToOneField(Asiento, on_delete=models.PROTECT, related_name="+", primary_key=True)
    valor = models.BinaryField(max_length=32)
    cabeza = models.CharField(max_length=64)

    tapiada = PuertaTapiada()

    class Meta:
        verbose_name = _("sal de un ancla")
        verbose_name_plural = _("sales de las anclas")
        base_manager_name = "tapiada"
        constraints = [
            models.CheckConstraint(condition=_mide("valor", 32), name="reglas_salancla_valor"),
            models.CheckConstraint(condition=_mide("cabeza", 64), name="reglas_salancla_cabeza"),
        ]

    def __str__(self) -> str:
        """Show nothing."""
        return _("sal secreta").__str__()


class Auditoria(models.Model):
    """What the last audit of a book found, for who has to know; one row a book, written over each time.

    otras_reglas: rolls of another version of the rules, which were not resolved again. primero: the first failure,
    as entry and field, never what stands in it.
    """

    libro = models.OneToOneField(Libro, on_delete=models.CASCADE, related_name="+", primary_key=True)
    cuando = models.DateTimeField()
    asientos = models.PositiveBigIntegerField()
    tiradas = models.PositiveBigIntegerField()
    otras_reglas = models.PositiveBigIntegerField()
    fallos = models.PositiveBigIntegerField()
    primero = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("auditoría")
        verbose_name_plural = _("auditorías")
        constraints = [
            models.CheckConstraint(
                condition=Q(fallos=0, primero="") | (Q(fallos__gt=0) & ~Q(primero="")), name="reglas_auditoria_primero"
            )
        ]

    def __str__(self) -> str:
        """Return of which book and how many things failed."""
        return f"{self.libro_id}: {self.fallos}"
