"""What every template may ask about looking without touching."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


def solo_lectura(request: HttpRequest) -> dict[str, Any]:
    """Give the look through another's eyes that is on, and the staff's access to the partida of this page."""
    return {"mirada": getattr(request, "mirada", None), "supervision": getattr(request, "supervision", None)}
