"""The commands of the processes that make the site; the run command, the containers and their test read them here."""

import sys

WEB = ("-m", "gunicorn", "--config", "python:config.gunicorn_conf", "config.wsgi:application")
_CELERY = ("-m", "celery", "--quiet", "-A", "config")
_OBRERO = (*_CELERY, "worker", "--without-gossip", "--without-mingle", "--without-heartbeat")
OBRERO = (*_OBRERO, "--pool", "solo")
OBRERO_A_ESCALA = (*_OBRERO, "--pool", "prefork", "--concurrency", "2")
# The plain scheduler keeps its state in memory: our only schedule is one interval, and there is no file to damage.
BEAT = (*_CELERY, "beat", "--scheduler", "celery.beat:Scheduler", "--pidfile", "")


def orden(argumentos: tuple[str, ...]) -> list[str]:
    """Return the command line that runs one of them with this very Python."""
    return [sys.executable, *argumentos]
