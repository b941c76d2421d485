"""The progress of a knock-out: its bracket, the winner of each tie, and the resulting places."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.tournament.encounters import SettledEncounter, encounter_winner, settled
from canastra.tournament.pairing import Bracket, Origin, Part, Seed, Tie, bracket, due_ties, tie_outcomes
from canastra.tournament.regulations import GroupsPhase, KnockoutPhase
from canastra.tournament.standings.order import REACHED, SEED, Separation, Standing
from canastra.tournament.standings.phases import lots_of, phase_ledger
from canastra.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class KnockoutProgress:
    """The bracket, the winner of each tie that was decided, and the ties that can be played now with their sides.

    `unplayed` has the two sides of each tie from which both were absent.
    """

    bracket: Bracket
    winners: dict[int, int | None]
    unplayed: dict[int, tuple[int, int]]
    due: tuple[tuple[Tie, int, int], ...]


def knockout_progress(tournament: Tournament, phase: int) -> KnockoutProgress:
    """The progress of a knock-out, from the results of its rounds in order."""
    terms = tournament.regulations.phases[phase - 1]
    assert isinstance(terms, KnockoutPhase)
    ties = bracket(_seeds(tournament, phase, terms), terms.third_place, terms.consolation)
    gone = tournament.departed(phase)
    winners: dict[int, int | None] = {}
    unplayed: dict[int, tuple[int, int]] = {}
    for _, encounter in settled(tournament, phase):
        # These two had not withdrawn when they played, whatever happened later.
        sides = {*encounter.sides}
        for tie, first, second in due_ties(ties, winners, [side for side in gone if side not in sides]):
            if {first, second} == sides:
                winners[tie.number] = _winner(tournament, phase, encounter, (first, second))
                if winners[tie.number] is None:
                    unplayed[tie.number] = first, second
                break
    return KnockoutProgress(ties, winners, unplayed, due_ties(ties, winners, gone))


def knockout_standings(tournament: Tournament, phase: int) -> tuple[Standing, ...]:
    """The places by the round that each side reached, then by the better seed; remaining sides come first."""
    progress = knockout_progress(tournament, phase)
    members = tournament.phases[phase - 1].members
    gone = tournament.departed(phase)
    outcomes = tie_outcomes(progress.bracket, progress.winners, gone)
    reached = _first_rounds(progress.bracket)
    final = max(tie.round for tie in progress.bracket.ties if tie.part is Part.MAIN)
    for tie in progress.bracket.ties:
        for place, side in enumerate(outcomes.get(tie.number, ())):
            if side is not None:
                reached[side] = _worth(tie, place == 0, reached[side], final)
        for side in progress.unplayed.get(tie.number, ()):
            reached[side] = _worth(tie, False, reached[side], final)
    for side in gone:
        if reached[side] % _LEVEL == _WON and reached[side] < _LEVEL * final:
            reached[side] += _LEFT - _WON
    seeds = {side: -place for place, side in enumerate(members)}
    order = sorted(members, key=lambda side: (-reached[side], -seeds[side]))
    totals = phase_ledger(tournament, phase).totals
    found = []
    for place, side in enumerate(order, 1):
        level = [other for other in members if reached[other] == reached[side]]
        why = [Separation(REACHED, reached)]
        if len(level) > 1:
            why.append(Separation(SEED, {other: seeds[other] for other in level}))
        found.append(Standing(place, side, totals[side], tuple(why)))
    return tuple(found)


_LEVEL = 100
"""The worth of one round."""
_WON = _LEVEL - 3
"""The worth of a won tie: its winner ranks before all losers, but behind the sides of the next round."""
_LEFT = _LEVEL - 5
"""The worth of missing in the next round: less than losing in it, more than the third place."""


def _first_rounds(ties: Bracket) -> dict[int, int]:
    """The worth of each side before it has played: the round of its first tie."""
    sources = [(source, tie) for tie in ties.ties for source in (tie.first, tie.second)]
    return {source.number: _LEVEL * (tie.round - 1) + _WON for source, tie in sources if source.origin is Origin.SIDE}


def _worth(tie: Tie, won: bool, before: int, final: int) -> int:
    """The worth of a side's progress, more is better: the round that it lost, and nearly a round more for a winner.

    `final` is the last round of the main part; the consolation may last longer. Third place is between the final and
    the semi-finals. The consolation ranks sides that lost in the same round by their progress in it.
    """
    if tie.part is Part.MAIN:
        return _LEVEL * tie.round + (_WON if won else 0)
    if tie.part is Part.THIRD_PLACE:
        return _LEVEL * final - (10 if won else 20)
    return before - before % _LEVEL + 2 * tie.round + won


def _seeds(tournament: Tournament, phase: int, terms: KnockoutPhase) -> list[Seed]:
    """The sides of a knock-out in order; for a crossing with the group from which each comes."""
    groups: dict[int, str] = {}
    if terms.seeding == "crossing" and isinstance(tournament.regulations.phases[phase - 2], GroupsPhase):
        for number, group in enumerate(tournament.phases[phase - 2].groups, 1):
            groups.update(dict.fromkeys(group, str(number)))
    return [Seed(side, groups.get(side, "")) for side in tournament.phases[phase - 1].members]


def _winner(tournament: Tournament, phase: int, encounter: SettledEncounter, sides: tuple[int, int]) -> int | None:
    """The side that goes on; None if both were absent."""
    half = encounter_winner(tournament.regulations, phase, encounter.results)
    if half is not None:
        return (encounter.fixture.one, encounter.fixture.two)[half][0]
    if encounter.absent:
        return None
    terms = tournament.regulations.phases[phase - 1]
    by_lot = isinstance(terms, KnockoutPhase) and terms.level == "lot"
    members = tournament.phases[phase - 1].members
    places = lots_of(tournament, phase) if by_lot else {side: place for place, side in enumerate(members)}
    return min(sides, key=places.__getitem__)
