"""The cache of pages on Redis, where an error is a miss: a Redis that is down slows the site and breaks nothing."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

SEGUNDOS_DE_DESCANSO = 30.0
T = TypeVar("T")

log = logging.getLogger("hilo.cache")


class RedisTolerante(RedisCache):
    """Django's Redis cache that answers «nothing there» when the server fails, and lets it rest a while."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Start trusting the server."""
        super().__init__(server, params)
        self._hasta = 0.0

    def _intentar(self, hacer: Callable[[], T], si_falla: T) -> T:
        if time.monotonic() < self._hasta:
            return si_falla
        try:
            return hacer()
        except (RedisError, OSError) as fallo:
            self._hasta = time.monotonic() + SEGUNDOS_DE_DESCANSO
            log.warning("Redis no responde; se sigue sin caché durante %d s", SEGUNDOS_DE_DESCANSO, exc_info=fallo)
            return si_falla

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Return True if the key was added; False on failure, as if another had been first."""
        return bool(self._intentar(lambda: super(RedisTolerante, self).add(*args, **kwargs), False))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value, or `default`."""
        return self._intentar(lambda: super(RedisTolerante, self).get(key, default, version), default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep a value if possible."""
        self._intentar(lambda: super(RedisTolerante, self).set(*args, **kwargs), None)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        """Return whether the key was there."""
        return bool(self._intentar(lambda: super(RedisTolerante, self).touch(*args, **kwargs), False))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Return the value with that added, or 0 on failure; raises ValueError if it is not there."""
        return self._intentar(lambda: int(super(RedisTolerante, self).incr(key, delta, version)), 0)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Return whether the key was there."""
        return bool(self._intentar(lambda: super(RedisTolerante, self).delete(*args, **kwargs), False))

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return those that are there."""
        vacio: dict[Any, Any] = {}
        return self._intentar(lambda: super(RedisTolerante, self).get_many(keys, version), vacio)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Return whether the key is there."""
        return bool(self._intentar(lambda: super(RedisTolerante, self).has_key(key, version), False))

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[Any]:
        """Keep several; return the keys that were not kept."""
        return self._intentar(lambda: super(RedisTolerante, self).set_many(data, *args, **kwargs), list(data))

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Forget several."""
        self._intentar(lambda: super(RedisTolerante, self).delete_many(keys, version), None)

    def clear(self) -> None:
        """Forget everything."""
        self._intentar(super().clear, None)
