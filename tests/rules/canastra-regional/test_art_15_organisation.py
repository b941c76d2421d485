"""canastra-regional Art. 15: the regulations set form and schedule: how many matches decide, and to how many points."""

from __future__ import annotations

import pytest

from canastra.engine import Encounter, Match, Score, add_deal, start_match
from canastra.rulebooks import load

RULEBOOK = "canastra-regional"


def encounter(best_of: int, winners: list[int | None]) -> Encounter:
    played = Encounter(best_of)
    for winner in winners:
        assert not played.finished
        played = played.add(winner)
    return played


@pytest.mark.parametrize(
    ("best_of", "winners", "finished", "winner"),
    [
        (1, [], False, None),
        (1, [1], True, 1),
        (3, [0], False, None),
        (3, [0, 0], True, 0),  # the third match is not played
        (3, [0, 1], False, None),
        (3, [0, 1, 1], True, 1),
        (5, [0, 0], False, None),
        (5, [0, 0, 0], True, 0),
        (5, [1, 0, 1, 0], False, None),
        (2, [0, 1], True, None),  # a level encounter of an even number of matches
        (2, [0], False, None),
    ],
)
def test_an_encounter_is_won_by_most_matches(
    best_of: int, winners: list[int | None], finished: bool, winner: int | None
) -> None:
    played = encounter(best_of, winners)
    assert (played.finished, played.winner) == (finished, winner)


def after(target: int | None, points: tuple[int, int], start: tuple[int, int] = (0, 0)) -> Match:
    one, two = (Score(some, 0, 0, 0, 0, 0, 0, 0, 0) for some in points)
    return add_deal(start_match(load(RULEBOOK), dealer=0, points=start, target=target), (one, two))


def test_the_organisers_may_set_another_target() -> None:
    assert not after(None, (1500, 0)).finished
    assert not after(1500, (1495, 0)).finished
    assert after(1500, (1500, 0)).winner == 0
    assert not after(5000, (3000, 0)).finished


def test_another_target_does_not_move_the_point_from_which_a_side_is_vulnerable() -> None:
    for target in (1600, 5000):
        assert after(target, (1495, 1500)).opening == (-1, 0)


def test_a_match_may_begin_with_points_of_an_earlier_stage() -> None:
    match = after(None, (500, 0), start=(2500, 2900))
    assert (match.points, match.winner) == ((3000, 2900), 0)
