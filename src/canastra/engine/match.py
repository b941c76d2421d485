"""Matches and encounters: totals, dealers, vulnerability, the end (docs/rules.md §2 and §10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from canastra.engine.scoring import Score
from canastra.engine.state import FREE_TO_MELD, MINIMUM_UNKNOWN
from canastra.rulebooks.schema import Rulebook

VULNERABLE_FROM = 1500
"""Points from which a side is vulnerable, if the rulebook has vulnerability."""

Points = tuple[int | None, int | None]
"""Points of both sides; None if they depend on an unknown card."""


class NextDealer(StrEnum):
    """The rule for the dealer after a deal that counted. Buraco Art. 3 leaves it to the players.

    The same dealer repeats an annulled deal.
    """

    NEXT_SEAT = "next_seat"
    """The next seat in the order of play."""
    LOSER = "loser"
    """The next seat, in the order of play, of the side with fewer points in the deal; the next seat after a tie."""
    DRAW = "draw"
    """The player who draws the highest card, as for the first deal."""


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match between deals. Make one with `start_match`."""

    rulebook: Rulebook
    target: int
    """Points that end the match; 0 if it is one deal."""
    points: Points
    dealer: int
    """The next dealer; the last one while `dealer_open`."""
    reached: bool
    """True if a side has ever reached the target: from then on, the first difference decides."""
    deals: int = 0
    """Number of deals that counted, without annulled ones."""
    finished: bool = False
    winner: int | None = None
    """The side that won; None before the end or after a draw."""
    next_dealer: NextDealer = NextDealer.NEXT_SEAT
    dealer_open: bool = False
    """True if the next dealer still has to be drawn, or depends on unknown points; set it by `with_dealer`."""

    @property
    def is_draw(self) -> bool:
        """Return whether the match ended without a winner."""
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


def start_match(
    rulebook: Rulebook,
    dealer: int,
    points: tuple[int, int] = (0, 0),
    target: int | None = None,
    next_dealer: NextDealer = NextDealer.NEXT_SEAT,
) -> Match:
    """A match before its first deal; it may begin with points, and with the organisers' own target and dealers."""
    goal = rulebook.match.target if target is None else target
    return Match(rulebook, goal, points, dealer, bool(goal) and max(points) >= goal, next_dealer=next_dealer)


def add_deal(match: Match, scores: tuple[Score, Score], rulings: tuple[int, int] = (0, 0)) -> Match:
    """The match after a deal and the referee's points for it."""
    totals = tuple(
        None if before is None or score.total is None else before + score.total + ruling
        for before, score, ruling in zip(match.points, scores, rulings, strict=True)
    )
    points = (totals[0], totals[1])
    reached = match.reached or _reaches(match.target, points)
    dealer = _next_dealer(match, (scores[0].total, scores[1].total))
    after = replace(
        match,
        points=points,
        reached=reached,
        dealer=match.dealer if dealer is None else dealer,
        dealer_open=dealer is None,
        deals=match.deals + 1,
    )
    return _decided(after)


def _next_dealer(match: Match, made: Points) -> int | None:
    """The dealer after a deal with these points; None if that is still open."""
    players = match.rulebook.table.players
    following = (match.dealer + 1) % players
    if match.next_dealer is NextDealer.NEXT_SEAT:
        return following
    one, two = made
    if match.next_dealer is NextDealer.DRAW or one is None or two is None:
        return None
    if one == two or following % 2 == (0 if one < two else 1):
        return following
    return (match.dealer + 2) % players


def with_dealer(match: Match, seat: int) -> Match:
    """The match with its next dealer."""
    return replace(match, dealer=seat, dealer_open=False)


def annul_deal(match: Match, rulings: tuple[int, int] = (0, 0)) -> Match:
    """The match after an annulled deal: the same dealer deals again, but the referee's points count."""
    points = (_plus(match.points[0], rulings[0]), _plus(match.points[1], rulings[1]))
    return replace(match, points=points, reached=match.reached or _reaches(match.target, points))


def forfeit(match: Match, side: int) -> Match:
    """The match after a side forfeited: the other side wins."""
    return finish_match(match, 1 - side)


def finish_match(match: Match, winner: int | None) -> Match:
    """The match, ended by something other than its points: the number of deals, the call of time, a player who left."""
    return replace(match, finished=True, winner=winner)


def leader(match: Match) -> int | None:
    """The side with more points; None if they are level, or unknown."""
    one, two = match.points
    return None if one is None or two is None or one == two else 0 if one > two else 1


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


class Length(StrEnum):
    """The rule for the number of matches of an encounter."""

    BEST_OF = "best_of"
    """At most this number: the encounter ends once the remaining matches can't change the winner."""
    EXACTLY = "exactly"
    """Exactly this number, even if the winner is known before."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """Matches between the same sides; the side with more of them wins (buraco Art. 19, tranca's second Art. 20)."""

    matches: int
    """Number of matches, at most or exactly, by `length`."""
    length: Length = Length.BEST_OF
    won: tuple[int, int] = (0, 0)
    """Matches won by each side."""
    drawn: int = 0
    """Matches that were drawn."""

    @property
    def played(self) -> int:
        """Matches played, forfeited ones included."""
        return sum(self.won) + self.drawn

    @property
    def decided(self) -> bool:
        """Return whether the remaining matches can't change the winner."""
        one, two = self.won
        left = self.matches - self.played
        return left <= 0 or abs(one - two) > left

    @property
    def finished(self) -> bool:
        """Return whether no match is left to play."""
        return self.played >= self.matches if self.length is Length.EXACTLY else self.decided

    @property
    def winner(self) -> int | None:
        """The side with more matches won, once finished; None for a draw."""
        one, two = self.won
        return None if not self.finished or one == two else 0 if one > two else 1

    def add(self, winner: int | None) -> Encounter:
        """The encounter after one more match, won by a side, or drawn (None)."""
        if winner is None:
            return replace(self, drawn=self.drawn + 1)
        one, two = self.won
        return replace(self, won=(one + (winner == 0), two + (winner == 1)))
