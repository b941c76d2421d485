"""What can be wrong with regulations, a log of events, a table of entries, and an event at the wrong time."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure, InputError


class RegulationsError(InputError):
    """Regulations that can't be used: `key` says where, as in ``phases[1].passing``; empty for the whole file."""

    def __init__(self, code: str, key: str = "", **figures: Figure) -> None:
        super().__init__(code, key=key or "regulations.toml", **figures)
        self.key = key


class EventLogError(InputError):
    """A log of events that can't be read, at a `line` that counts from 1."""

    def __init__(self, code: str, place: int, **figures: Figure) -> None:
        super().__init__(code, place=place, **figures)
        self.line = place


class EntryTableError(InputError):
    """A table of entries that can't be read, at a `line` that counts from 1; None where no line can be named."""

    def __init__(self, code: str, place: int | None = None, **figures: Figure) -> None:
        super().__init__(code, **figures, **({} if place is None else {"place": place}))
        self.line = place


class EventRefusedError(CanastraError):
    """An event that is well formed and can't happen now: a second result, a draft of a round that is published."""
