"""Standings are a total order, and more points in a match never cost a place where the chain is monotone."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.tournament.regulations import Criterion, StandingsTerms
from canastra.tournament.results import Credit
from canastra.tournament.standings import Bout, Ledger, Ranking, Standing

MONOTONE = [each for each in Criterion if each not in (Criterion.LOT, Criterion.CONCEDED)]


class Score(NamedTuple):
    """A side's points in an encounter, and its opponent's."""

    own: int
    other: int


Scores = dict[tuple[int, int], Score]


def bout(pair: tuple[int, int], score: Score) -> Bout:
    level, won = score.own == score.other, score.own > score.other
    points = (1, 1) if level else (2, 0) if won else (0, 2)
    one = Credit(points[0], int(won), int(level), int(won), int(not (won or level)), score.own, score.other)
    two = Credit(
        points[1], int(not (won or level)), int(level), int(not (won or level)), int(won), score.other, score.own
    )
    return Bout(pair[:1], pair[1:], (one, two), 1)


def standings(scores: Scores, terms: StandingsTerms, sides: int) -> tuple[Standing, ...]:
    ledger = Ledger(tuple(range(sides)), tuple(bout(pair, score) for pair, score in scores.items()))
    return Ranking(ledger, terms, {side: -side for side in range(sides)}).standings()


def place(scores: Scores, terms: StandingsTerms, sides: int, side: int) -> int:
    return next(each.place for each in standings(scores, terms, sides) if each.side == side)


@st.composite
def events(draw: st.DrawFn) -> tuple[Scores, StandingsTerms, int]:
    sides = draw(st.sampled_from((3, 4, 5, 7)))
    # Few different scores, so that many are tied; in every third example some sides have not met.
    pairs = list(combinations(range(sides), 2))
    kept = (
        draw(st.lists(st.sampled_from(pairs), unique=True, min_size=sides)) if draw(st.integers(0, 2)) == 0 else pairs
    )
    scores = {pair: Score(draw(st.integers(0, 3)), draw(st.integers(0, 3))) for pair in kept}
    chains = [draw(st.lists(st.sampled_from(MONOTONE), unique=True, max_size=4)) for _ in range(2)]
    two, more = ((*chain, Criterion.LOT) for chain in chains)
    return scores, StandingsTerms(two, more, draw(st.booleans())), sides


@given(events(), st.data())
@settings(max_examples=150, deadline=None)
def test_more_points_in_a_match_never_cost_a_place(
    event: tuple[Scores, StandingsTerms, int], data: st.DataObject
) -> None:
    scores, terms, sides = event
    pair = data.draw(st.sampled_from(sorted(scores)))
    half, more = data.draw(st.integers(0, 1)), data.draw(st.integers(1, 4))
    before = scores[pair]
    raised = before._replace(own=before.own + more) if half == 0 else before._replace(other=before.other + more)
    after = {**scores, pair: raised}
    assert place(after, terms, sides, pair[half]) <= place(scores, terms, sides, pair[half])


@given(events())
@settings(max_examples=100, deadline=None)
def test_standings_are_a_total_order_with_reasons(event: tuple[Scores, StandingsTerms, int]) -> None:
    """Each side stands once, and of two neighbours the last common separation decides the order."""
    scores, terms, sides = event
    found = standings(scores, terms, sides)
    assert sorted(each.side for each in found) == list(range(sides))
    assert [each.place for each in found] == list(range(1, sides + 1))
    for upper, lower in pairwise(found):
        shared = [why for why in upper.reasons if why in lower.reasons and upper.side in why.values]
        parting = next(why for why in shared if why.values[upper.side] != why.values[lower.side])
        assert parting.values[upper.side] > parting.values[lower.side]


@given(events())
@settings(max_examples=60, deadline=None)
def test_the_order_of_entering_and_of_results_changes_nothing(event: tuple[Scores, StandingsTerms, int]) -> None:
    scores, terms, sides = event
    turned = dict(reversed(scores.items()))
    assert [each.side for each in standings(turned, terms, sides)] == [
        each.side for each in standings(scores, terms, sides)
    ]


def test_a_chain_that_is_warned_of_does_cost_a_place() -> None:
    """0, 1 and 2 beat each other in a circle; fewest points conceded come first, then their own encounter.

    0 has conceded 3, the others 4: 1 is second, because it beat 2. With one point more against 0, 1 makes 0 concede 4
    as well. Now all three are level, and go on to the difference, where 1 is the last.
    """
    terms = StandingsTerms(
        (Criterion.HEAD_TO_HEAD, Criterion.LOT), (Criterion.CONCEDED, Criterion.DIFFERENCE, Criterion.LOT), True
    )
    before = {(0, 1): Score(3, 0), (0, 2): Score(2, 3), (1, 2): Score(2, 1)}
    assert [each.side for each in standings(before, terms, 3)] == [0, 1, 2]
    assert [each.side for each in standings({**before, (0, 1): Score(3, 1)}, terms, 3)] == [0, 2, 1]
