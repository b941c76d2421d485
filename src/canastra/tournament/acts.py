"""Acts that make several events: entries, a roll call, the draw of a phase."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

import msgspec

from canastra.names import tidy_text
from canastra.tournament.errors import EventRefusedError
from canastra.tournament.events import (
    CheckedIn,
    Revoked,
    SeedPublished,
    SideAbsent,
    SideAdmitted,
    SideCorrected,
    SideRegistered,
    SideReturned,
    TournamentEvent,
)
from canastra.tournament.fixtures import draw_phase
from canastra.tournament.log import LoggedEvent, log_event
from canastra.tournament.regulations import LeaguePhase
from canastra.tournament.state import RoundStage, Tournament
from canastra.tournament.transitions import apply_event, revoked_lines

Entry = TypeVar("Entry", SideRegistered, SideCorrected)


def with_tidy_names(entry: Entry) -> Entry:
    """An entry with its names normalised as they are stored."""
    return msgspec.structs.replace(
        entry,
        name=tidy_text(entry.name),
        players=tuple(map(tidy_text, entry.players)),
        delegation=tidy_text(entry.delegation),
        category=tidy_text(entry.category),
    )


def entered(
    state: Tournament, entries: Sequence[SideRegistered], group: int | None = None
) -> tuple[TournamentEvent, ...]:
    """The events by which sides enter. Late sides are checked in and join the phase in play: the group of this number,
    or the smallest.

    Raises `EventRefusedError` if a group is named before a phase has begun.
    """
    if state.current is None and group is not None:
        raise EventRefusedError("phase_none_begun")
    late = _joining(state, [entry.side for entry in entries], group) if state.current else ()
    return (*map(with_tidy_names, entries), *late)


def arrived(state: Tournament, sides: Sequence[int]) -> tuple[TournamentEvent, ...]:
    """Check registered sides in. After the draw they join the current phase, each the smallest group."""
    return _joining(state, sides) if state.current else tuple(map(CheckedIn, sides))


def unticked(state: Tournament, log: Sequence[LoggedEvent], side: int, reason: str) -> Revoked:
    """Return the event that undoes a check-in. Raises `EventRefusedError` if it can't be undone."""
    if state.current is not None:
        raise EventRefusedError("side_drawn", side=side)
    gone = revoked_lines(log)
    lines = [logged.line for logged in log if logged.event == CheckedIn(side) and logged.line not in gone]
    if not lines:
        raise EventRefusedError("side_not_checked_in", side=side)
    return Revoked(lines[-1], reason)


def _joining(state: Tournament, sides: Sequence[int], group: int | None = None) -> tuple[TournamentEvent, ...]:
    phase = state.current
    assert phase is not None
    sizes = [sum(map(state.active, group)) for group in phase.groups]
    joining: list[TournamentEvent] = []
    for side in sides:
        joining.append(CheckedIn(side))
        if side in phase.members:
            continue
        chosen = group or sizes.index(min(sizes)) + 1
        joining.append(SideAdmitted(phase.number, chosen, side))
        if chosen <= len(sizes):
            sizes[chosen - 1] += 1
    return tuple(joining)


def next_absences(state: Tournament) -> range:
    """Return the rounds that an absent side misses: the next unpublished one, in a league the rest of the evening.

    Raises `EventRefusedError` if no phase has begun.
    """
    phase = state.current
    if phase is None:
        raise EventRefusedError("phase_none_begun")
    first = 1 + sum(round_state.stage > RoundStage.DRAFT for round_state in phase.rounds)
    terms = state.regulations.phases[phase.number - 1]
    evening = terms.rounds if isinstance(terms, LeaguePhase) else 1
    return range(first, first + evening - (first - 1) % evening)


def called(
    state: Tournament, rounds: range, absent: Collection[int], byes: Collection[int], reason: str = ""
) -> tuple[TournamentEvent, ...]:
    """The events of a roll call for some rounds: `absent` sides miss them, `byes` sides have asked for a bye, all
    others play.

    Raises `EventRefusedError` if no phase has begun.
    """
    phase = state.current
    if phase is None:
        raise EventRefusedError("phase_none_begun")
    found: list[TournamentEvent] = []
    for number in rounds:
        before = {absence.side: absence.bye for absence in phase.absences if absence.round == number}
        after = {**dict.fromkeys(sorted(absent), False), **dict.fromkeys(sorted(byes), True)}
        changed = [side for side in {**before, **after} if before.get(side) != after.get(side)]
        found += [SideReturned(phase.number, number, side) for side in changed if side in before]
        found += [SideAbsent(phase.number, number, side, after[side], reason) for side in changed if side in after]
    return tuple(found)


def drawn(state: Tournament, seed: str) -> tuple[TournamentEvent, ...]:
    """The events that publish the seed and draw the next phase; with an empty `seed` it was published before.

    Raises `EventRefusedError` if there is no further phase, or no side is checked in.
    """
    number = state.next_phase
    if not number:
        raise EventRefusedError("phase_unknown", phase=len(state.phases) + 1)
    published = (SeedPublished(number, seed),) if seed else ()
    for event in published:
        # The draw depends on the seed only, not on its author or time.
        state = apply_event(state, (), log_event(event, "?", 0))
    return (*published, draw_phase(state, number))
