"""Libraries that only the adapters need, and what to install if one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from canastra.errors import InputError


@contextmanager
def needs(library: str) -> Iterator[None]:
    """Raises `InputError`, with the extra, if an import in its block fails."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise InputError("environments_missing", library=library) from error
