"""One rulebook for all the copies of it that come from other processes.

What is worked out for a rulebook takes half a second, is found by the object and kept for good. Every question that
another process asks comes with a copy of its rulebook, for which all of that would be made again.
"""

from __future__ import annotations

from canastra import kernel
from canastra.engine import tables_of
from canastra.rulebooks import Rulebook

MOST_RULEBOOKS = 24
"""Rulebooks for which a process keeps what it has worked out: 7 MB each, so 170 MB at most."""

_rulebooks: dict[str, Rulebook] = {}
"""By all that they say: those that this process has been asked about."""


def shared(rulebook: Rulebook) -> Rulebook:
    """The first rulebook with these rules that this process was asked about."""
    key = repr(rulebook)
    if key not in _rulebooks and len(_rulebooks) >= MOST_RULEBOOKS:
        _rulebooks.clear()
        tables_of.cache_clear()
        if kernel.available():
            from canastra.kernel.book import book_of

            book_of.cache_clear()
    return _rulebooks.setdefault(key, rulebook)
