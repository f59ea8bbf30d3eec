#!/usr/bin/env python3
"""Run the project's management commands."""

import os
import sys


def main() -> None:
    """Hand the command line to Django with this project's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - after the variable is set
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fallo:
        sys.exit(f"\nLa configuración no vale.\n  {fallo}\n")


if __name__ == "__main__":
    main()
