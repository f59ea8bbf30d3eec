"""How much of an uploaded file is taken in: enough to know that it is too large, never the whole of it."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler

POR_ARCHIVO = 5 * 1024 * 1024 + 1
"""One byte more than the largest image: a file that was cut is always refused, never taken for a whole one."""
POR_PETICION = 60 * 1024 * 1024


class Tope(FileUploadHandler):
    """Stand before Django's own handlers and hand over each file up to its limit; the rest is read and dropped."""

    def __init__(self, request: Any = None) -> None:
        """Count from zero in each request."""
        super().__init__(request)
        self.total = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        """Return what still fits of this chunk; None once the file, or the request, has given enough."""
        self.total += len(raw_data)
        cabe = POR_ARCHIVO - start if self.total <= POR_PETICION else 0
        return raw_data[:cabe] if cabe > 0 else None

    def file_complete(self, _file_size: int) -> None:
        """Leave the file to the next handler."""
        return
