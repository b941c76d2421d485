"""Invariants of every tournament, checked from its tables without deriving its standings or rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from canastra import messages
from canastra.tournament.encounters import encounter_winner, settled
from canastra.tournament.fixtures import is_over
from canastra.tournament.progression import final_standings
from canastra.tournament.regulations import GroupsPhase, KnockoutPhase
from canastra.tournament.state import PhaseState, RoundStage, Tournament


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradiction in a phase; `round` is 0 if it is about the whole phase."""

    code: str
    phase: int
    sides: tuple[int, ...]
    round: int = 0

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        sides = ", ".join(map(str, self.sides))
        return messages.text(self.code, language, phase=self.phase, round=self.round, sides=sides)


def find_contradictions(tournament: Tournament) -> Iterator[Contradiction]:
    """The contradictions in each phase that has begun."""
    for phase in tournament.phases:
        if phase.groups:
            yield from _played_twice(phase)
            if isinstance(tournament.regulations.phases[phase.number - 1], KnockoutPhase):
                yield from _wrong_champion(tournament, phase)
            else:
                yield from _miscounted(tournament, phase)
                yield from _not_met(tournament, phase)


def _played_twice(phase: PhaseState) -> Iterator[Contradiction]:
    """Check that each side is once in a round, at a table or with a bye."""
    for found in phase.rounds:
        there = Counter([*found.byes, *(side for fixture in found.fixtures for side in (*fixture.one, *fixture.two))])
        twice = tuple(side for side, times in there.items() if times > 1)
        if twice:
            yield Contradiction("check_twice", phase.number, twice, found.number)


def _wrong_champion(tournament: Tournament, phase: PhaseState) -> Iterator[Contradiction]:
    """Check that after a knock-out the champion has lost no tie, and every other remaining side has."""
    if not _is_closed(tournament, phase):
        return
    beaten: set[int] = set()
    for _, encounter in settled(tournament, phase.number):
        winner = encounter_winner(tournament.regulations, phase.number, encounter.results)
        if winner is not None:
            beaten.update((encounter.fixture.two, encounter.fixture.one)[winner])
        elif encounter.absent:
            beaten.update(encounter.sides)
        else:
            return  # Seeds or lots decided the tie, so the result names no winner.
    champion = final_standings(tournament, phase.number)[0][0].side
    unbeaten = {side for side in phase.members if tournament.active(side) and side not in beaten}
    if unbeaten and champion in beaten:
        yield Contradiction("check_champion_lost", phase.number, (champion,))
    others = tuple(sorted(unbeaten - {champion}))
    if others:
        yield Contradiction("check_unbeaten", phase.number, others)


def _miscounted(tournament: Tournament, phase: PhaseState) -> Iterator[Contradiction]:
    """Check that the standings count each encounter of a side exactly once."""
    if tournament.regulations.phases[phase.number - 1].carry == "among_passed":
        return
    gone, group_of = tournament.annulled(phase.number), _groups(phase)
    played: Counter[int] = Counter()
    for _, encounter in settled(tournament, phase.number):
        sides = encounter.sides
        if gone.isdisjoint(sides) and len({group_of[side] for side in sides}) == 1:
            played.update(sides)
    counted = {
        standing.side: standing.totals.encounters
        for group in final_standings(tournament, phase.number)
        for standing in group
    }
    wrong = tuple(side for side in phase.members if counted.get(side) != played[side])
    if wrong:
        yield Contradiction("check_miscounted", phase.number, wrong)


def _not_met(tournament: Tournament, phase: PhaseState) -> Iterator[Contradiction]:
    """Check that after groups all remaining sides have met as often as the regulations say."""
    terms = tournament.regulations.phases[phase.number - 1]
    if not isinstance(terms, GroupsPhase) or not _is_closed(tournament, phase):
        return
    met = Counter(frozenset((*fixture.one, *fixture.two)) for found in phase.rounds for fixture in found.fixtures)
    for group in phase.groups:
        stayed = [side for side in group if tournament.active(side)]
        for one, other in combinations(stayed, 2):
            if met[frozenset((one, other))] != (2 if terms.double else 1):
                yield Contradiction("check_not_met", phase.number, (one, other))


def _is_closed(tournament: Tournament, phase: PhaseState) -> bool:
    """Return whether all rounds of a phase are played."""
    return is_over(tournament, phase.number) and all(
        round_state.stage >= RoundStage.CLOSED for round_state in phase.rounds
    )


def _groups(phase: PhaseState) -> dict[int, int]:
    return {side: number for number, group in enumerate(phase.groups) for side in group}
