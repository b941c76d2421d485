"""A knock-out as one knows it who saw who beat whom, and has the order of the seeds and the list of those who left."""

from __future__ import annotations

from tests.tournament.model.log import Happened, Json, Phase
from tests.tournament.model.lots import shuffled
from tests.tournament.model.results import winner

Beaten = list[tuple[frozenset[int], int | None]]
"""Encounters in the order of the rounds: both sides, and who won, None if nobody came."""


def bracket_lines(sides: int) -> list[int]:
    """The seeds from the top of a bracket to its foot: 1 and 2 can meet in the final only."""
    lines = [1]
    while len(lines) < sides:
        lines = [seed for line in lines for seed in (line, 2 * len(lines) + 1 - line)]
    return lines


def encounters(regulations: Json, terms: Json, phase: Phase, number: int) -> Beaten:
    """All encounters of a knock-out that have a result."""
    seeds = phase.groups[0]
    lots = shuffled(phase.members, phase.seed, f"phase {number}: lots")
    found: Beaten = []
    for each in phase.rounds:
        for table in each.tables.values():
            if table.result is None:
                continue
            pair = (table.one[0], table.two[0])
            won = winner(regulations, terms, table.result)
            if won is not None:
                found.append((frozenset(pair), pair[won]))
            elif table.result["kind"] == "walkover":
                found.append((frozenset(pair), None))
            else:
                order = seeds if terms["level"] == "better_seed" else lots
                found.append((frozenset(pair), min(pair, key=order.index)))
    return found


class Knockout:
    """The main part of a bracket, played through with what is known."""

    def __init__(self, regulations: Json, state: Happened, number: int) -> None:
        self.terms = regulations["phases"][number - 1]
        phase = state.phases[number - 1]
        self.seeds, self.gone = phase.groups[0], state.withdrawn
        self.played = encounters(regulations, self.terms, phase, number)
        self.lost: dict[int, int] = {}
        self.last = (len(self.seeds) - 1).bit_length()

    def champion_first(self) -> list[int]:
        """All sides, the champion first: by the round in which they lost, then by seed."""
        lines = [self.seeds[line - 1] if line <= len(self.seeds) else None for line in bracket_lines(len(self.seeds))]
        for number in range(1, self.last + 1):
            lines = [self._tie(number, *lines[at : at + 2]) for at in range(0, len(lines), 2)]
        thirds = [side for side, number in self.lost.items() if number == self.last - 1]
        bonus = {}
        if self.terms["third_place"] and len(thirds) == 2:
            won = self._decide(*thirds)
            bonus = {won: 1} if won is not None else {}
        return sorted(
            self.seeds,
            key=lambda side: (-self.lost.get(side, self.last + 1), -bonus.get(side, 0), self.seeds.index(side)),
        )

    def _tie(self, number: int, one: int | None, other: int | None) -> int | None:
        """Who goes on. A tie that is not decided yet has nobody."""
        if one is None or other is None:
            return one if other is None else other
        won = self._decide(one, other)
        if won is None and frozenset((one, other)) not in [pair for pair, _ in self.played]:
            if not {one, other} & self.gone:
                return None
        for side in (one, other):
            if side != won:
                self.lost[side] = number
        return won

    def _decide(self, one: int, other: int) -> int | None:
        pair = frozenset((one, other))
        for place, (each, won) in enumerate(self.played):
            if each == pair:
                del self.played[place]
                self.played.append((frozenset(), None)) if False else None
                return won
        there = [side for side in (one, other) if side not in self.gone]
        return there[0] if len(there) == 1 else None
