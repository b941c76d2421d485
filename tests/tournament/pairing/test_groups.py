"""Drawing groups: sizes, pots and delegations, and a snake by hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from canastra.tournament.pairing import Competitor, GroupFill, PairingError, draw_groups, number_of_groups


def entered(sides: int, clubs: list[str]) -> list[Competitor]:
    return [Competitor(number, clubs[number % len(clubs)]) for number in range(sides)]


def test_a_snake_by_hand() -> None:
    sides = [Competitor(number) for number in range(1, 12)]
    assert draw_groups(sides, 3, GroupFill.SNAKE, seed="") == ((1, 6, 7), (2, 5, 8, 11), (3, 4, 9, 10))


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("fill", [GroupFill.DRAW, GroupFill.POTS])
def test_sizes_pots_and_delegations_are_even_at_once(seed: int, fill: GroupFill) -> None:
    chance = Random(seed)
    number = chance.randint(1, 10)
    count = chance.randint(2 * number, 8 * number)
    clubs = ["", *(f"club {each}" for each in range(chance.randint(1, 12)))]
    sides = [Competitor(each, chance.choice(clubs)) for each in chance.sample(range(1000), count)]
    groups = draw_groups(sides, number, fill, str(seed))
    assert sorted(each for group in groups for each in group) == sorted(side.number for side in sides)
    assert {len(group) for group in groups} <= {count // number, -(-count // number)}
    club = {side.number: side.delegation for side in sides}
    for name, members in Counter(club.values()).items():
        shares = [sum(club[each] == name for each in group) for group in groups]
        assert name == "" or max(shares) == -(-members // number)
    if fill is GroupFill.POTS:
        pot = {side.number: place // number for place, side in enumerate(sides)}
        assert all(len({pot[each] for each in group}) == len(group) for group in groups)


def test_a_draw_may_put_anybody_anywhere() -> None:
    """Without delegations each of six sides is with each other one in about two of five draws of two groups."""
    sides = [Competitor(number) for number in range(6)]
    together: Counter[frozenset[int]] = Counter()
    for seed in range(1000):
        for group in draw_groups(sides, 2, GroupFill.DRAW, str(seed)):
            together.update(frozenset((one, other)) for one in group for other in group if one < other)
    assert len(together) == 15
    assert all(320 < count < 480 for count in together.values())


def test_the_number_of_groups_follows_from_their_size() -> None:
    assert number_of_groups(32, 4) == 8
    assert number_of_groups(3, 4) == 1
    assert number_of_groups(7, 2) == 3
    with pytest.raises(PairingError, match="at least 2"):
        number_of_groups(8, 1)


def test_groups_of_one_are_refused() -> None:
    sides = [Competitor(number) for number in range(7)]
    with pytest.raises(PairingError, match="at least 8 here, and there are 7"):
        draw_groups(sides, 4, GroupFill.DRAW, "")
    with pytest.raises(PairingError):
        draw_groups(sides, 0, GroupFill.DRAW, "")
