"""Howell movements: each two sides meet once, and each two are compared equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from canastra.tournament.pairing import PairingError, RoundPlan, howell_length, howell_rounds
from canastra.tournament.pairing.howell import MOST_IN_HOWELL

SIZES = range(2, MOST_IN_HOWELL + 1)


def meetings(plans: tuple[RoundPlan, ...]) -> Counter[frozenset[int]]:
    return Counter(frozenset((each.first, each.second)) for plan in plans for each in plan.pairings)


@pytest.mark.parametrize("sides", SIZES)
def test_everybody_meets_everybody_once_and_each_round_is_whole(sides: int) -> None:
    numbers = range(1, sides + 1)
    plans = howell_rounds(numbers, howell_length(sides), "5921")
    assert len(plans) == sides - (sides % 2 == 0)
    assert meetings(plans) == {frozenset(pair): 1 for pair in combinations(numbers, 2)}
    for plan in plans:
        seated = [side for each in plan.pairings for side in (each.first, each.second)]
        assert sorted([*seated, *plan.byes]) == list(numbers)
        assert [each.table for each in plan.pairings] == list(range(1, sides // 2 + 1))
    assert Counter(side for plan in plans for side in plan.byes) == (dict.fromkeys(numbers, 1) if sides % 2 else {})


@pytest.mark.parametrize("sides", range(4, MOST_IN_HOWELL + 1, 2))
def test_each_two_are_compared_equally_often_or_within_two(sides: int) -> None:
    """How often two are in the same line, and have the same cards: by theory no cycle does better for these sizes."""
    same: Counter[frozenset[int]] = Counter()
    for plan in howell_rounds(range(sides), howell_length(sides), "5921"):
        for line in ([each.first for each in plan.pairings], [each.second for each in plan.pairings]):
            same.update(frozenset(pair) for pair in combinations(line, 2))
    half = sides // 2 - 1
    found = {same[frozenset(pair)] for pair in combinations(range(sides), 2)}
    if sides in (28, 40):
        assert found <= {half - 2, half, half + 2}
    else:
        assert found <= ({half} if sides % 4 == 0 else {half - 1, half, half + 1})


@pytest.mark.parametrize("sides", range(4, MOST_IN_HOWELL + 1, 2))
def test_one_stays_at_table_one_and_all_others_follow_one_another(sides: int) -> None:
    """As guide cards say it: go to the place that the pair before you has left."""
    plans = howell_rounds(range(sides), howell_length(sides), "5921")
    places = [
        {side: (each.table, half) for each in plan.pairings for half, side in enumerate((each.first, each.second))}
        for plan in plans
    ]
    (stays,) = (side for side in range(sides) if len({found[side] for found in places}) == 1)
    assert places[0][stays] == (1, 0)
    before = {place: side for side, place in places[0].items()}
    leaders = {side: before[place] for side, place in places[1].items() if side != stays}
    for now, then in pairwise(places):
        assert all(then[side] == now[leader] for side, leader in leaders.items())


def test_the_published_lengths() -> None:
    """Howells that clubs know: 3 tables 5 rounds, 4 tables 7, 5 tables 9, 6 tables 11, 7 tables 13."""
    assert [howell_length(2 * tables) for tables in range(3, 8)] == [5, 7, 9, 11, 13]


def test_fewer_rounds_repeat_nothing_and_more_begin_again() -> None:
    whole = howell_rounds(range(10), 9, "7")
    assert howell_rounds(range(10), 6, "7") == whole[:6]
    assert set(meetings(whole[:6]).values()) == {1}
    assert howell_rounds(range(10), 10, "7")[9] == whole[0]
    assert howell_rounds(range(10), 9, "8") != whole


def test_too_many_sides_and_one_twice_are_refused() -> None:
    with pytest.raises(PairingError) as refused:
        howell_rounds(range(MOST_IN_HOWELL + 2), 3, "7")
    assert refused.value.code == "pairing_howell_most"
    with pytest.raises(PairingError):
        howell_rounds([1, 1, 2], 3, "7")
