"""The one clock: views and tasks read it and pass the moment on; nothing deeper asks what time it is."""

from datetime import datetime

from django.db import connection
from django.utils import timezone

DESFASE_MAXIMO = 120


def ahora() -> datetime:
    """Return the present moment, in UTC."""
    return timezone.now()


def desfase() -> float:
    """Return how many seconds lie between our clock and PostgreSQL's; SQLite has none of its own."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        suya: datetime = cursor.fetchone()[0]
        return round(abs((suya - timezone.now()).total_seconds()), 1)
