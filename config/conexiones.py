"""What the site connects to: database, caches and the broker of tasks, embedded or at scale, from their addresses."""

from pathlib import Path
from typing import Any

from config.entorno import exigir_disco_local

LIMITES_DE_POSTGRES = "-c statement_timeout=15s -c lock_timeout=5s -c idle_in_transaction_session_timeout=30s"
SIN_COMPILAR = " -c jit=off"
"""To compile one of our queries takes longer than to run it."""
SEGUNDOS_HASTA_REPETIR = 600


def base_de_datos(leida: dict[str, Any]) -> dict[str, Any]:
    """Complete the description of the database with the options without which it fails under load."""
    if leida["ENGINE"].endswith("sqlite3"):
        exigir_disco_local(Path(leida["NAME"]).parent)
        return leida | {
            "CONN_MAX_AGE": None,  # closing each time costs a third of the writes
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",  # with Django's default, concurrent writers fail at once as "locked"
                "timeout": 20,
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                    "PRAGMA recursive_triggers=ON;"  # or INSERT OR REPLACE would walk past the append-only triggers
                ),
            },
        }
    return leida | {
        "CONN_MAX_AGE": 0,  # Django refuses a pool together with persistent connections
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **leida.get("OPTIONS", {}),
            "pool": {"min_size": 1, "max_size": 12, "timeout": 5},
            "connect_timeout": 5,
            "options": LIMITES_DE_POSTGRES + SIN_COMPILAR,
        },
    }


def caches(redis: str) -> dict[str, dict[str, Any]]:
    """Return all: `default` holds limits and the replay guard, so it lives in the database; the others may be lost.

    paginas: pieces of pages, which are small. visitas: whole pages, at most 200 kB each: few in a process's memory.
    limites: how often somebody asked in a minute for what only costs the machine.
    """
    en_memoria = "django.core.cache.backends.locmem.LocMemCache"
    paginas: dict[str, Any] = {"BACKEND": en_memoria, "LOCATION": "paginas", "OPTIONS": {"MAX_ENTRIES": 2_000}}
    visitas: dict[str, Any] = {"BACKEND": en_memoria, "LOCATION": "visitas", "OPTIONS": {"MAX_ENTRIES": 60}}
    limites: dict[str, Any] = {"BACKEND": en_memoria, "LOCATION": "limites", "OPTIONS": {"MAX_ENTRIES": 20_000}}
    if redis:
        paginas = {
            "BACKEND": "config.cache.RedisTolerante",
            "LOCATION": redis,
            "KEY_PREFIX": "paginas",
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        }
        visitas, limites = paginas | {"KEY_PREFIX": "visitas"}, paginas | {"KEY_PREFIX": "limites"}
    return {
        "default": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "cache_del_sitio",
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        },
        "paginas": paginas,
        "visitas": visitas,
        "limites": limites,
    }


def transporte(redis: str, cola: Path) -> dict[str, Any]:
    """Return the options of the broker: Redis, or files in a folder (several processes, one machine)."""
    if redis:
        return {"visibility_timeout": SEGUNDOS_HASTA_REPETIR, "socket_timeout": 5, "socket_connect_timeout": 2}
    mensajes = cola / "mensajes"
    mensajes.mkdir(parents=True, exist_ok=True)  # kombu makes the other two and not this one
    return {
        "data_folder_in": str(mensajes),
        "data_folder_out": str(mensajes),
        "processed_folder": str(cola / "hechos"),
        "control_folder": str(cola / "control"),
        "store_processed": False,
    }
