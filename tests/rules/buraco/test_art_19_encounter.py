"""buraco Art. 19: the encounter goes to the side that wins more matches."""

from __future__ import annotations

import pytest

from canastra.engine import Encounter, add_deal, forfeit, start_match
from tests.rules.buraco.positions import BURACO, points


@pytest.mark.parametrize(
    ("best_of", "winners", "finished", "winner"),
    [
        (1, (), False, None),
        (1, (1,), True, 1),
        (3, (0,), False, None),
        (3, (0, 0), True, 0),
        (3, (0, 1), False, None),
        (3, (0, 1, 1), True, 1),
        (5, (0, 0), False, None),
        (5, (0, 0, 1), False, None),
        (5, (0, 0, 1, 0), True, 0),
        (2, (0,), False, None),
        (2, (0, 1), True, None),
    ],
)
def test_it_is_decided_when_the_matches_left_can_change_nothing(
    best_of: int, winners: tuple[int, ...], finished: bool, winner: int | None
) -> None:
    encounter = Encounter(best_of)
    for side in winners:
        encounter = encounter.add(side)
    assert (encounter.finished, encounter.winner) == (finished, winner)


def test_matches_are_counted_and_not_points() -> None:
    encounter, totals = Encounter(3), [0, 0]
    for one, two in ((2000, 1990), (-300, 3500), (2010, 2000)):
        match = add_deal(start_match(BURACO, dealer=0), (points(one), points(two)))
        assert match.finished
        totals = [totals[0] + one, totals[1] + two]
        encounter = encounter.add(match.winner)
    assert totals[1] > totals[0]
    assert encounter.won == (2, 1)
    assert encounter.winner == 0


def test_a_match_forfeited_counts_for_the_other_side() -> None:
    match = forfeit(start_match(BURACO, dealer=0, points=(1900, 0)), side=0)
    assert (match.finished, match.winner) == (True, 1)
    assert Encounter(1).add(match.winner).winner == 1


def test_each_match_begins_at_zero() -> None:
    assert start_match(BURACO, dealer=0).points == (0, 0)
    assert not start_match(BURACO, dealer=0).finished
