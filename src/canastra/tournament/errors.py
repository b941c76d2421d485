"""The errors of regulations, of a log of events, of a table of entries, and of an event at the wrong time."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure, InputError


class RegulationsError(InputError):
    """Regulations that can't be used: `key` says where, as in ``phases[1].passing``; empty for the whole file."""

    def __init__(self, code: str, key: str = "", **figures: Figure) -> None:
        super().__init__(code, key=key or "regulations.toml", **figures)
        self.key = key


class EventLogError(InputError):
    """An unreadable log of events, at a `line` that counts from 1."""

    def __init__(self, code: str, place: int, **figures: Figure) -> None:
        super().__init__(code, place=place, **figures)
        self.line = place


class EntryTableError(InputError):
    """An unreadable table of entries, at a `line` that counts from 1; None if it concerns no single line."""

    def __init__(self, code: str, place: int | None = None, **figures: Figure) -> None:
        super().__init__(code, **figures, **({} if place is None else {"place": place}))
        self.line = place


class EventRefusedError(CanastraError):
    """A well-formed event that can't happen now: a second result, a draft of a round that is published."""
