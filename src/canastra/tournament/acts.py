"""What is done in one go and makes several events: entries, and the draw of a phase."""

from __future__ import annotations

from collections.abc import Sequence

from canastra.tournament.errors import EventRefusedError
from canastra.tournament.events import CheckedIn, SeedPublished, SideAdmitted, SideRegistered, TournamentEvent
from canastra.tournament.fixtures import draw_phase
from canastra.tournament.log import log_event
from canastra.tournament.state import Tournament
from canastra.tournament.transitions import apply_event


def entered(
    state: Tournament, entries: Sequence[SideRegistered], group: int | None = None
) -> tuple[TournamentEvent, ...]:
    """Sides enter; late ones are there, and join the phase that is played: the group of this number, or the smallest.

    Raises `EventRefusedError` if a group is named before a phase has begun.
    """
    phase = state.current
    if phase is None:
        if group is not None:
            raise EventRefusedError("phase_none_begun")
        return tuple(entries)
    sizes = [sum(map(state.active, each)) for each in phase.groups]
    joining: list[TournamentEvent] = []
    for each in entries:
        chosen = group or sizes.index(min(sizes)) + 1
        joining += [CheckedIn(each.side), SideAdmitted(phase.number, chosen, each.side)]
        if chosen <= len(sizes):
            sizes[chosen - 1] += 1
    return (*entries, *joining)


def drawn(state: Tournament, seed: str) -> tuple[TournamentEvent, ...]:
    """The next phase is drawn, after its seed is published; an empty one if it was published before.

    Raises `EventRefusedError` if there is no further phase, or nobody is there.
    """
    number = state.next_phase
    if not number:
        raise EventRefusedError("phase_unknown", phase=len(state.phases) + 1)
    published = (SeedPublished(number, seed),) if seed else ()
    for event in published:
        # Only the seed matters to the draw: who publishes it, and when, is in the log.
        state = apply_event(state, (), log_event(event, "?", 0))
    return (*published, draw_phase(state, number))
