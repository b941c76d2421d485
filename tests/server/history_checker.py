"""Checks a log against the answers that its clients got: the judge of every test that kills or disturbs the server."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from math import inf

from canastra.server.storage.store import Event


class Outcome(StrEnum):
    """The client's knowledge of a command that it sent."""

    ACKNOWLEDGED = "acknowledged"
    REFUSED = "refused"
    UNKNOWN = "unknown"  # No answer came: it may have been done or not.


@dataclass(frozen=True, slots=True)
class Attempt:
    """One sending of a command, as its client saw it; a command sent again has several.

    Times are of one clock for all clients. `answered` is missing (None) without an answer; `seq` is the number of the
    command's first event, if the answer had it.
    """

    command_id: str
    invoked: float
    answered: float | None = None
    outcome: Outcome = Outcome.UNKNOWN
    seq: int | None = None


class Fault(StrEnum):
    """How a log and a history can disagree."""

    GAP = "the numbers of the events have a gap, or do not begin at 1"
    NUMBER_TWICE = "a number stands twice, or before a lower one"
    TORN = "the events of an append are not beside each other, or lack the first"
    LOST = "the command was acknowledged and is not in the log"
    DOUBLED = "the command stands in the log more than once"
    REFUSED_BUT_DONE = "the command was refused and stands in the log"
    INVENTED = "the command stands in the log and nobody sent it"
    OTHER_ANSWER = "a command sent again got another answer than at first"
    OTHER_NUMBER = "the acknowledgement told a number that is not the command's"
    OUT_OF_ORDER = "the command was sent after another had been answered, and stands before it in the log"


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, and the command or the number where it shows."""

    fault: Fault
    command_id: str | None = None
    seq: int | None = None


def check(history: Iterable[Attempt], log: Sequence[Event]) -> list[Finding]:
    """All that is wrong with the log of one table, given everything that its clients sent; nothing, if it is right.

    A command that leaves no events must not be in `history`, since the log can't tell whether it was done.
    """
    sent: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in history:
        sent[attempt.command_id].append(attempt)
    places: dict[str, list[int]] = defaultdict(list)
    for start, group in groupby(log, lambda event: event.start):
        command_id = next(group).command_id
        if command_id is not None:
            places[command_id].append(start)
    return [
        *_numbering(log),
        *_whole(log),
        *(finding for command_id, attempts in sent.items() for finding in _told(attempts, places.get(command_id, []))),
        *(Finding(Fault.INVENTED, each, starts[0]) for each, starts in places.items() if each not in sent),
        *_order(sent, places),
    ]


def _numbering(log: Sequence[Event]) -> Iterator[Finding]:
    last = 0
    for event in log:
        if event.seq <= last:
            yield Finding(Fault.NUMBER_TWICE, event.command_id, event.seq)
        elif event.seq > last + 1:
            yield Finding(Fault.GAP, event.command_id, event.seq)
        last = max(last, event.seq)


def _whole(log: Sequence[Event]) -> Iterator[Finding]:
    """Appends that lack their first event, are mixed with others, or are of two commands."""
    seen: set[int] = set()
    for start, group in groupby(log, lambda event: event.start):
        events = list(group)
        if start in seen or events[0].seq != start or len({event.command_id for event in events}) > 1:
            yield Finding(Fault.TORN, events[0].command_id, events[0].seq)
        seen.add(start)


def _told(attempts: Sequence[Attempt], starts: Sequence[int]) -> Iterator[Finding]:
    """The faults of one command: its occurrences in the log against the answers of its client."""
    command_id = attempts[0].command_id
    answers = {attempt.outcome for attempt in attempts} - {Outcome.UNKNOWN}
    numbers = {attempt.seq for attempt in attempts} - {None}
    if Outcome.ACKNOWLEDGED in answers and not starts:
        yield Finding(Fault.LOST, command_id)
    if Outcome.REFUSED in answers and starts:
        yield Finding(Fault.REFUSED_BUT_DONE, command_id, starts[0])
    if len(starts) > 1:
        yield Finding(Fault.DOUBLED, command_id, starts[1])
    if len(answers) > 1 or len(numbers) > 1:
        yield Finding(Fault.OTHER_ANSWER, command_id)
    if starts and numbers - set(starts):
        yield Finding(Fault.OTHER_NUMBER, command_id, starts[0])


def _order(sent: Mapping[str, Sequence[Attempt]], places: Mapping[str, Sequence[int]]) -> Iterator[Finding]:
    """Commands before which the log has one that was first sent when they had been acknowledged already.

    The log is in order if each command was answered no earlier than any before it in the log was sent, so the latest
    sending so far is all that has to be remembered. It holds for unanswered ones too: they too were sent at some time.
    """
    in_log = sorted((starts[0], command_id) for command_id, starts in places.items() if command_id in sent)
    latest = -inf
    late: str | None = None
    for _, command_id in in_log:
        attempts = sent[command_id]
        if late is not None and _acknowledged(attempts) < latest:
            yield Finding(Fault.OUT_OF_ORDER, late, places[late][0])
        invoked = min(attempt.invoked for attempt in attempts)
        if invoked > latest:
            latest, late = invoked, command_id


def _acknowledged(attempts: Iterable[Attempt]) -> float:
    """When it was first known that the command was done; never, if it wasn't."""
    known = (each.answered for each in attempts if each.outcome is Outcome.ACKNOWLEDGED and each.answered is not None)
    return min(known, default=inf)
