"""The one clock: views and tasks read it and pass the moment on; nothing deeper asks what time it is."""

from datetime import datetime

from django.utils import timezone


def ahora() -> datetime:
    """Return the present moment, in UTC."""
    return timezone.now()
