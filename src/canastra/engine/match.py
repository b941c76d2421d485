"""A match and an encounter: totals, who deals, who is vulnerable, when it is over (docs/rules.md §2 and §10)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from canastra.engine.scoring import Score
from canastra.engine.state import FREE_TO_MELD, MINIMUM_UNKNOWN
from canastra.rulebooks.schema import Rulebook

VULNERABLE_FROM = 1500
"""Points from which a side is vulnerable, where the rulebook knows it."""

Points = tuple[int | None, int | None]
"""Of both sides; None where an unknown card decides."""


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match between deals. Make one with `start_match`."""

    rulebook: Rulebook
    target: int
    """Points that end it; 0 where a match is one deal."""
    points: Points
    dealer: int
    """Who deals next."""
    reached: bool
    """Whether a side has reached the target at some time: from then on the first difference decides."""
    deals: int = 0
    """Deals that counted, annulled ones left out."""
    finished: bool = False
    winner: int | None = None
    """Side that won; None before the end and after a draw."""

    @property
    def is_draw(self) -> bool:
        """Whether it ended without a winner."""
        return self.finished and self.winner is None

    @property
    def opening(self) -> tuple[int, int]:
        """The minimums of the next deal, as `start_deal` takes them."""
        return self._opening(0), self._opening(1)

    def _opening(self, side: int) -> int:
        if not self.rulebook.vulnerability.minimums:
            return FREE_TO_MELD
        points = self.points[side]
        if points is None:
            return MINIMUM_UNKNOWN
        return 0 if points >= VULNERABLE_FROM else FREE_TO_MELD


def start_match(rulebook: Rulebook, dealer: int, points: tuple[int, int] = (0, 0), target: int | None = None) -> Match:
    """A match before its first deal, perhaps with points brought along and the organisers' own target."""
    goal = rulebook.match.target if target is None else target
    return Match(rulebook, goal, points, dealer, bool(goal) and max(points) >= goal)


def add_deal(match: Match, scores: tuple[Score, Score], rulings: tuple[int, int] = (0, 0)) -> Match:
    """The match after a deal and the referee's points for it; the next seat deals."""
    totals = tuple(
        None if before is None or score.total is None else before + score.total + ruling
        for before, score, ruling in zip(match.points, scores, rulings, strict=True)
    )
    points = (totals[0], totals[1])
    reached = match.reached or _reaches(match.target, points)
    dealer = (match.dealer + 1) % match.rulebook.table.players
    after = replace(match, points=points, reached=reached, dealer=dealer, deals=match.deals + 1)
    return _decided(after)


def annul_deal(match: Match, rulings: tuple[int, int] = (0, 0)) -> Match:
    """The match after an annulled deal: the same dealer deals again, the referee's points count all the same."""
    points = (_plus(match.points[0], rulings[0]), _plus(match.points[1], rulings[1]))
    return replace(match, points=points, reached=match.reached or _reaches(match.target, points))


def forfeit(match: Match, side: int) -> Match:
    """The match after a side forfeited it: the other side wins."""
    return replace(match, finished=True, winner=1 - side)


def _plus(points: int | None, ruling: int) -> int | None:
    return None if points is None else points + ruling


def _reaches(target: int, points: Points) -> bool:
    return bool(target) and any(some is not None and some >= target for some in points)


def _decided(match: Match) -> Match:
    one, two = match.points
    if one is None or two is None or (match.target and not match.reached):
        return match
    if one != two:
        return replace(match, finished=True, winner=0 if one > two else 1)
    return replace(match, finished=not match.target)


@dataclass(frozen=True, slots=True)
class Encounter:
    """Matches between the same sides; most matches won wins (buraco Art. 19, tranca's second Art. 20)."""

    best_of: int
    winners: tuple[int | None, ...] = ()
    """Of each match played, a side, or None for a draw."""

    @property
    def won(self) -> tuple[int, int]:
        """Matches won by each side."""
        return self.winners.count(0), self.winners.count(1)

    @property
    def finished(self) -> bool:
        """Whether no match that is left can change who wins."""
        one, two = self.won
        left = self.best_of - len(self.winners)
        return left <= 0 or abs(one - two) > left

    @property
    def winner(self) -> int | None:
        """The side with more matches won, once finished; None for a draw."""
        one, two = self.won
        return None if not self.finished or one == two else 0 if one > two else 1

    def add(self, winner: int | None) -> Encounter:
        """The encounter after one more match."""
        return replace(self, winners=(*self.winners, winner))
