"""The log ``events.jsonl``: one event a line, each with its author, its time and the digest of the former line.

A line is JSON in one canonical spelling::

    {"line":2,"at":1774008000000,"by":"Ana","before":"…","event":{"type":"checked_in","side":4},"digest":"…"}

`digest` is the SHA-256 of the line up to its own member, as hexadecimal; `before` is the digest of the line before, and
64 zeros in the first. So a log cut after any line is valid, and a log with a changed byte is not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from canastra.tournament import events
from canastra.tournament.errors import EventLogError
from canastra.tournament.events import TournamentEvent

FIRST_BEFORE: Final = "0" * 64
LONGEST_LINE: Final = 256 * 1024
"""Bytes of the longest line: a round of a thousand sides has about 40,000."""


class LoggedEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the log; `at` is in milliseconds since 1970, UTC."""

    line: Annotated[int, Meta(ge=1)]
    at: Annotated[int, Meta(ge=0)]
    by: Annotated[str, Meta(min_length=1, max_length=80)]
    before: str
    event: TournamentEvent
    digest: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(LoggedEvent)


def log_event(event: TournamentEvent, by: str, at: int, log: Sequence[LoggedEvent] = ()) -> LoggedEvent:
    """The event as the next line of a log."""
    before = log[-1].digest if log else FIRST_BEFORE
    bare = LoggedEvent(len(log) + 1, at, by, before, event)
    return msgspec.structs.replace(bare, digest=_digest(bare))


def dump_log(log: Iterable[LoggedEvent]) -> bytes:
    """The lines of a file, each with the end of its line. Lines may be appended to those of a file."""
    return b"".join(_encoder.encode(logged) + b"\n" for logged in log)


def load_log(content: bytes) -> tuple[LoggedEvent, ...]:
    """Read the events of a file. Raises `EventLogError`, with the line, if anything was changed or the end is
    missing.
    """
    found: list[LoggedEvent] = []
    lines = content.split(b"\n")
    for number, line in enumerate(lines[:-1], 1):
        found.append(_line(line, number, found[-1].digest if found else FIRST_BEFORE))
    if lines[-1]:
        raise EventLogError("events_torn", place=len(lines))
    return tuple(found)


def public_log(log: Sequence[LoggedEvent]) -> Sequence[LoggedEvent]:
    """Return the log up to its first line that is not public; empty before a round is published.

    Lines that prepare a round are public once it is published, reports and online results once it is closed, as in the
    views. The cut log is valid, and later ones continue it. A public line stays public, even if an event is revoked.
    """
    published = _last_lines(log, events.RoundPublished)
    closed = _last_lines(log, events.RoundClosed)
    if not published:
        return ()
    for number, logged in enumerate(log):
        event = logged.event
        if isinstance(event, _WITH_PUBLICATION):
            told = logged.line < published.get((event.phase, event.round), 0)
            # A later change of a table by hand is public at once.
            told = told or (isinstance(event, events.FixturesChanged) and _is_after(log, number, event))
        elif isinstance(event, _WITH_CLOSING):
            told = logged.line < closed.get((event.phase, event.round), 0)
        else:
            told = isinstance(event, _AT_ONCE)
        if not told:
            return log[:number]
    return log


_WITH_PUBLICATION = events.RoundDrafted, events.FixturesChanged, events.PacksSealed
# The records of online tables show the cards, while other tables of the round may still play them.
_WITH_CLOSING = events.ResultReported, events.ResultConfirmed, events.GamePlayed
_AT_ONCE = (
    events.Adopted,
    events.SideRegistered,
    events.SideCorrected,
    events.SideRemoved,
    events.SideWithdrawn,
    events.SideAbsent,
    events.SideReturned,
    events.CheckedIn,
    events.SeedPublished,
    events.PhaseBegun,
    events.SideAdmitted,
    events.RoundPublished,
    events.RoundStarted,
    events.RoundPaused,
    events.RoundResumed,
    events.RoundExtended,
    events.LineUpGiven,
    events.RoundClosed,
    events.PacksOpened,
    events.RoundRatified,
    events.SheetReceived,
    events.ResultCorrected,
    events.ResultDecided,
    events.CaseDecided,
    events.PenaltyApplied,
    events.Revoked,
)
"""Events that are public at once. An event in none of these three tuples is never public."""


def _last_lines(
    log: Sequence[LoggedEvent], kind: type[events.RoundPublished] | type[events.RoundClosed]
) -> dict[tuple[int, int], int]:
    """The last line of this kind of each round."""
    return {(logged.event.phase, logged.event.round): logged.line for logged in log if isinstance(logged.event, kind)}


def _is_after(log: Sequence[LoggedEvent], number: int, event: events.FixturesChanged) -> bool:
    """Return whether a change of a table came after the publication of its round."""
    place = (event.phase, event.round)
    published = (logged.event for logged in log[:number] if isinstance(logged.event, events.RoundPublished))
    return any((event.phase, event.round) == place for event in published)


def regulations_digest(text: str) -> str:
    """The digest of regulations, as `Adopted` names it."""
    return hashlib.sha256(text.encode()).hexdigest()


def _line(line: bytes, number: int, before: str) -> LoggedEvent:
    """Parse a line and check its digest and that of the former line."""
    if len(line) > LONGEST_LINE:
        raise EventLogError("events_long_line", place=number)
    try:
        logged = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise EventLogError("events_malformed", place=number) from None
    if logged.line != number:
        raise EventLogError("events_number", place=number)
    if logged.before != before:
        raise EventLogError("events_chain", place=number)
    if logged.digest != _digest(logged) or _encoder.encode(logged) != line:
        raise EventLogError("events_digest", place=number)
    return logged


def _digest(logged: LoggedEvent) -> str:
    """The SHA-256 of a line up to the comma before its digest."""
    whole = _encoder.encode(msgspec.structs.replace(logged, digest=""))
    return hashlib.sha256(whole.removesuffix(b',"digest":""}')).hexdigest()
