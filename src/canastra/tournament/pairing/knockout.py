"""Knock-outs: a bracket with byes for the best, third place and consolation, and the ties to play next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from canastra.tournament.pairing.seeds import bracket_slots
from canastra.tournament.pairing.sides import require_distinct


class Part(StrEnum):
    """The part of a knock-out to which a tie belongs."""

    MAIN = "main"
    THIRD_PLACE = "third_place"
    CONSOLATION = "consolation"


class Origin(StrEnum):
    """The origin of a side of a tie."""

    SIDE = "side"
    """A side known from the beginning."""
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class TieSource:
    """The source of a side: its number, or the number of the tie that it won or lost."""

    origin: Origin
    number: int


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie of two sides, of which one goes on. Rounds and ties count from 1."""

    number: int
    part: Part
    round: int
    first: TieSource
    second: TieSource


@dataclass(frozen=True, slots=True)
class Bracket:
    """All ties, each after the ties that it depends on."""

    ties: tuple[Tie, ...]

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return max(tie.round for tie in self.ties)


@dataclass(frozen=True, slots=True)
class Seed:
    """A side in a knock-out. Sides with the same non-empty `group` meet as late as possible."""

    number: int
    group: str = ""


def bracket(seeds: Sequence[Seed], third_place: bool, consolation: bool) -> Bracket:
    """The bracket of these sides, the best first; for a drawn one, sides in the order of the lot.

    The best have byes until the number is a power of two. The losers of the semi-finals play for the third place, if
    there are two. Losers of the first round play the consolation; if there were byes, losers of the second too. No side
    plays in both.

    Raises `PairingError` if there are fewer than two sides, or if one is there twice.
    """
    require_distinct((seed.number for seed in seeds), least=2)
    slots = bracket_slots([seed.group or None for seed in seeds])
    sources = [None if slot is None else TieSource(Origin.SIDE, seeds[slot].number) for slot in slots]
    main = list(_ties(sources, Part.MAIN, 1, 1))
    semis = [tie for tie in main if tie.round == main[-1].round - 1]
    for_third = semis if third_place and len(semis) == 2 else []
    early = [tie for tie in main[:-1] if tie.round <= (2 if None in slots else 1) and tie not in for_third]
    ties = [*main, *_consolation(main, early)] if consolation else main
    if for_third:
        first, second = (TieSource(Origin.LOSER, tie.number) for tie in for_third)
        ties.append(Tie(len(ties) + 1, Part.THIRD_PLACE, main[-1].round, first, second))
    return Bracket(tuple(ties))


def _ties(slots: Sequence[TieSource | None], part: Part, first_round: int, first_number: int) -> Iterator[Tie]:
    """All ties of a bracket, round by round; None is a bye."""
    number, played = first_number, first_round
    while len(slots) > 1:
        following: list[TieSource | None] = []
        for one, other in zip(slots[::2], slots[1::2], strict=True):
            if one is None or other is None:
                following.append(one or other)
                continue
            yield Tie(number, part, played, one, other)
            following.append(TieSource(Origin.WINNER, number))
            number += 1
        slots, played = following, played + 1


def _consolation(main: Sequence[Tie], early: Sequence[Tie]) -> Iterator[Tie]:
    """The ties between losers of the early ones; sides from the same part of the main bracket meet as late as
    possible.
    """
    if len(early) < 2:
        return
    last_round = max(tie.round for tie in early)
    leads_to = {tie.number: _quarter(tie, main, last_round) for tie in early}
    feeding = sorted(early, key=lambda tie: -tie.round)
    slots = bracket_slots([leads_to[tie.number] for tie in feeding])
    sources = [None if slot is None else TieSource(Origin.LOSER, feeding[slot].number) for slot in slots]
    yield from _ties(sources, Part.CONSOLATION, last_round + 1, len(main) + 1)


def _quarter(tie: Tie, main: Sequence[Tie], last_round: int) -> int:
    """The tie of the last feeding round that a tie leads to, or itself."""
    if tie.round == last_round:
        return tie.number
    winner = TieSource(Origin.WINNER, tie.number)
    return next(tie.number for tie in main if winner in (tie.first, tie.second))


Winners = Mapping[int, int | None]
"""The winner of each tie that was decided, by the tie's number; None if neither side came."""


def due_ties(bracket: Bracket, winners: Winners, withdrawn: Sequence[int] = ()) -> tuple[tuple[Tie, int, int], ...]:
    """The ties that can be played now, each with its first and its second side.

    `withdrawn` has the sides that left, in their order. If one side of a tie withdrew or does not exist, the other goes
    on without it; if both withdrew, the one that left last does.
    """
    due = []
    reached = _reached(bracket, winners, withdrawn)
    for tie in bracket.ties:
        sides = reached[tie.number]
        if tie.number not in winners and sides is not None and None not in sides:
            first, second = sides
            if first is not None and second is not None:
                due.append((tie, first, second))
    return tuple(due)


def tie_outcomes(
    bracket: Bracket, winners: Winners, withdrawn: Sequence[int] = ()
) -> dict[int, tuple[int | None, int | None]]:
    """The winner and the loser of each decided tie, by a result or because a side is missing; None for a
    missing side.
    """
    outcomes: dict[int, tuple[int | None, int | None]] = {}
    for number, sides in _reached(bracket, winners, withdrawn).items():
        outcome = _outcome(sides, winners, number)
        if outcome is not None:
            outcomes[number] = outcome
    return outcomes


Reached = tuple[int | None, int | None]


def _reached(bracket: Bracket, winners: Winners, withdrawn: Sequence[int]) -> dict[int, Reached | None]:
    """The sides of each tie, None in the place of one that is missing; None alone if they are not known yet."""
    reached: dict[int, Reached | None] = {}
    for tie in bracket.ties:
        found: list[int | None] = []
        for source in (tie.first, tie.second):
            if source.origin is Origin.SIDE:
                found.append(source.number)
                continue
            outcome = _outcome(reached[source.number], winners, source.number)
            if outcome is None:
                break
            found.append(outcome[0 if source.origin is Origin.WINNER else 1])
        reached[tie.number] = None
        if len(found) == 2:
            # A side that withdrew after a tie was decided has played it.
            missing = () if tie.number in winners else _missing(found, withdrawn)
            first, second = (None if side in missing else side for side in found)
            reached[tie.number] = (first, second)
    return reached


def _missing(sides: Sequence[int | None], withdrawn: Sequence[int]) -> Collection[int | None]:
    """Return the withdrawn sides of a tie that lose it: both, except that the last to leave goes on."""
    there = [side for side in sides if side is not None]
    gone = [side for side in withdrawn if side in there]
    return gone[:-1] if len(gone) == len(there) else gone


def _outcome(sides: Reached | None, winners: Winners, number: int) -> Reached | None:
    """Winner and loser; None alone if that is not known yet."""
    if sides is None:
        return None
    first, second = sides
    if number in winners:
        winner = winners[number]
        return winner, None if winner is None else (second if winner == first else first)
    if first is None or second is None:
        return (second if first is None else first), None
    return None
