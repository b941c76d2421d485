"""A knock-out from the results, the order of the seeds and the withdrawals alone."""

from __future__ import annotations

from tests.tournament.model.log import Happened, Json, Phase, encounters_in
from tests.tournament.model.lots import shuffled
from tests.tournament.model.results import team_winner

Encounter = tuple[tuple[int, int], int | None]
"""Both sides, and the winner; None if both were absent."""

NOBODY = 0
"""The opponent in a bye, or in place of two absent sides."""


def encounters(regulations: Json, terms: Json, phase: Phase, number: int) -> list[Encounter]:
    """Return all encounters of a knock-out with a result, in the order of the rounds."""
    lots = shuffled(phase.members, phase.seed, f"phase {number}: lots")
    found: list[Encounter] = []
    for each in phase.rounds:
        for tables in encounters_in(each, regulations.get("teams", {"tables": 1})["tables"]):
            results = [table.result for table in tables if table.result is not None]
            if len(results) < len(tables):
                continue
            pair = (tables[0].one[0], tables[0].two[0])
            half = team_winner(regulations, terms, results)
            if half is not None:
                found.append((pair, pair[half]))
            elif all(result == {"kind": "walkover", "absent": [0, 1]} for result in results):
                found.append((pair, None))
            else:
                order = phase.groups[0] if terms["level"] == "better_seed" else lots
                found.append((pair, min(pair, key=order.index)))
    return found


def bracket_lines(sides: int) -> list[int]:
    """Return the seeds from the top of a bracket to its foot: 1 and 2 can meet only in the final."""
    lines = [1]
    while len(lines) < sides:
        lines = [seed for line in lines for seed in (line, 2 * len(lines) + 1 - line)]
    return lines


class Knockout:
    """The main part of a bracket, played with the results and the withdrawals.

    `lines` are the seeds from the top to the foot, if their order is not the usual one. Numbers above the number of
    sides are byes.
    """

    def __init__(self, regulations: Json, state: Happened, number: int, lines: list[int] | None = None) -> None:
        self.terms, phase = regulations["phases"][number - 1], state.phases[number - 1]
        self.seeds, self.gone = phase.groups[0], state.withdrawn
        self.played = encounters(regulations, self.terms, phase, number)
        self.is_whole = not {*self.gone} & {*self.seeds} and all(won for _, won in self.played)
        """True if no side was missing, so that the encounters alone determine the consolation."""
        self.rounds = (len(self.seeds) - 1).bit_length()
        self.lost: dict[int, int] = {}
        self.missing: set[int] = set()
        self.thirds: list[int] = []
        self._play_main(lines or bracket_lines(len(self.seeds)))
        self.third = self._play_third()
        self.consoled = self._play_consolation()

    def _play_main(self, lines: list[int]) -> None:
        slots: list[int | None] = [self.seeds[line - 1] if line <= len(self.seeds) else NOBODY for line in lines]
        for number in range(1, self.rounds + 1):
            slots = [self._tie(number, *slots[at : at + 2]) for at in range(0, len(slots), 2)]

    def _tie(self, number: int, one: int | None, other: int | None) -> int | None:
        """Return the side that goes on, 0 if both were absent, None before their result."""
        if one is None or other is None:
            return None
        played, sides = self._result(one, other), {one, other} - {NOBODY}
        if played is not None:
            won = played[1] or NOBODY
            if number == self.rounds - 1 and won:
                self.thirds += sides - {won}
        else:
            there = [side for side in (one, other) if side in sides and side not in self.gone]
            if len(there) == 2:
                return None
            # If both have left, the last one to leave had gone on without an encounter.
            won = there[0] if there else max(sides, key=self.gone.__getitem__, default=NOBODY)
            self.missing |= sides - {won}
        self.lost |= dict.fromkeys(sides - {won}, number)
        return won

    def _result(self, one: int, other: int) -> Encounter | None:
        """Return the first encounter of two sides that was not used yet."""
        found = next((each for each in self.played if {*each[0]} == {one, other}), None)
        if found is not None:
            self.played.remove(found)
        return found

    def _play_third(self) -> int | None:
        """Return the winner of the match for the third place, which may be won by the other side's absence."""
        semi_finals = 2 if len(self.seeds) > 3 else 1
        if not self.terms["third_place"] or semi_finals < 2:
            return None
        if len(self.thirds) == 2:
            played = self._result(*self.thirds)
            if played is not None:
                return played[1]
        there = [side for side in self.thirds if side not in self.gone]
        return there[0] if len(there) == 1 else None

    def _play_consolation(self) -> dict[int, int]:
        """Return how many rounds before the consolation's end each side lost; its winner has 0."""
        out: dict[int, int] = {}
        following: dict[int | None, int] = {}
        for pair, won in reversed(self.played):
            before_end = following.get(won, 0) + 1
            for side in pair:
                out.setdefault(side, 0 if side == won else before_end)
                following[side] = before_end
        return out

    def sides(self) -> list[int]:
        """All sides, the champion first: by the round in which they lost, by the consolation, by seed."""
        return sorted(self.seeds, key=lambda side: (self.level(side), self._consolation(side), self.seeds.index(side)))

    def level(self, side: int) -> tuple[int, bool, bool]:
        """Return sides by the round in which they lost, the last round first, absent sides behind the others."""
        lost = self.lost.get(side, self.rounds + 1)
        return -lost, side in self.missing, lost == self.rounds - 1 and side != self.third

    def _consolation(self, side: int) -> int:
        return self.consoled.get(side, len(self.seeds))
