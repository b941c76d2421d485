"""tranca Art. 20 (cap. IV): the side that wins more matches wins the encounter."""

from __future__ import annotations

import pytest

from canastra.engine import Encounter, add_deal, forfeit, start_match
from canastra.rulebooks import official
from tests.rules.tranca.positions import points


@pytest.mark.parametrize(
    ("best_of", "winners", "finished", "winner"),
    [
        (3, (), False, None),
        (3, (0,), False, None),
        (3, (0, 1), False, None),
        (3, (0, 0), True, 0),  # the third match changes nothing
        (3, (0, 1, 1), True, 1),
        (5, (1, 1, 0), False, None),
        (5, (1, 1, 0, 1), True, 1),
        (2, (0, 1), True, None),  # as many each: no winner
        (1, (1,), True, 1),
    ],
)
def test_most_matches_won(best_of: int, winners: tuple[int, ...], finished: bool, winner: int | None) -> None:
    encounter = Encounter(best_of)
    for side in winners:
        encounter = encounter.add(side)
    assert (encounter.finished, encounter.winner) == (finished, winner)
    assert encounter.won == (winners.count(0), winners.count(1))


def test_matches_count_and_points_do_not() -> None:
    encounter = Encounter(3)
    for won, lost in ((2010, 2000), (0, 3500), (2000, 1990)):
        match = add_deal(start_match(official("tranca"), 0), (points(melded=won), points(melded=lost)))
        assert match.finished
        encounter = encounter.add(match.winner)
    assert (encounter.won, encounter.winner) == ((2, 1), 0)


def test_a_forfeited_match_is_one_won_by_the_others() -> None:
    match = forfeit(start_match(official("tranca"), 0, (1990, 0)), side=0)
    encounter = Encounter(3).add(1).add(match.winner)
    assert (encounter.finished, encounter.winner) == (True, 1)


def test_nobody_is_the_winner_before_it_is_decided() -> None:
    assert Encounter(5).add(0).add(0).winner is None
