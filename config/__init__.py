"""Wiring of the project: settings, tasks, addresses and the processes that run the site."""

from config.celery import app as celery_app

VERSION = "0.1.0"

__all__ = ["VERSION", "celery_app"]
