"""Whoever leaves, a phase comes to its end, and whoever has lost no later tie wins it."""

from __future__ import annotations

import random

import pytest

from canastra.tournament import events as ev
from canastra.tournament.fixtures import is_over, pair_round, rounds_of
from canastra.tournament.standings import knockout_standings
from tests.tournament.days import Day, congress_text

GROUPS, KNOCKOUT = '[[phases]]\nkind = "groups"', '[[phases]]\nkind = "knockout"'


def alone(*changes: tuple[str, str]) -> str:
    """A club's day that is its knock-out and nothing else."""
    text = congress_text("club-day", *changes)
    before, after = text.index(GROUPS), text.index(KNOCKOUT)
    text = (text[:before] + text[after:]).replace('seeding = "crossing"', 'seeding = "draw"')
    a, b = text.index("[encounters.grupo]"), text.index("[encounters.final]")
    return (text[:a] + text[b:]).replace("number = 3", "number = 1").replace("least = 8", "least = 2")


def begun(text: str, sides: int) -> Day:
    day = Day(text, sides)
    day.begin(1, range(1, sides + 1))
    return day


def plays(day: Day) -> list[tuple[int, int]]:
    """A round in which the lower number always wins: winner and loser of each table."""
    drafted = pair_round(day.state)
    day.add(drafted)
    phase, number = drafted.phase, drafted.round
    day.open(phase, number)
    for fixture in drafted.fixtures:
        day.paper(phase, number, fixture.table, (2000, 100) if fixture.one < fixture.two else (100, 2000))
    day.add(ev.RoundClosed(phase, number))
    return [(min(each.one + each.two), max(each.one + each.two)) for each in drafted.fixtures]


@pytest.mark.parametrize("sides", range(4, 65))
@pytest.mark.parametrize("third", [False, True])
@pytest.mark.parametrize("consolation", [False, True])
def test_the_better_side_of_each_tie_wins(sides: int, third: bool, consolation: bool) -> None:
    """Of these the first two are in the final, and the next two are the losers of the semi-finals."""
    flags = (("third_place = true", f"third_place = {third}".lower()),)
    text = alone(*flags, ("consolation = false", f"consolation = {consolation}".lower()))
    day = begun(text, sides)
    while not is_over(day.state, 1):
        plays(day)
    assert [each.side for each in knockout_standings(day.state, 1)][:4] == [1, 2, 3, 4]


@pytest.mark.parametrize("sides", range(4, 18))
@pytest.mark.parametrize("consolation", [False, True])
def test_a_knockout_from_which_one_withdraws_ends(sides: int, consolation: bool) -> None:
    """Any side, between any two rounds: 1 is champion, or 2 if 1 left before the final."""
    text = alone(("consolation = false", f"consolation = {consolation}".lower()))
    final = (sides - 1).bit_length()
    for gone in range(1, sides + 1):
        for after in range(rounds_of(begun(text, sides).state, 1)):
            day = begun(text, sides)
            while not is_over(day.state, 1):
                number = len(day.state.phases[0].rounds)
                assert number < rounds_of(day.state, 1), f"{gone} left after round {after}"
                if number == after:
                    day.add(ev.SideWithdrawn(gone, "lesão"))
                if not is_over(day.state, 1):
                    plays(day)
            left = day.state.sides[gone].withdrawn
            champion = 2 if left and gone == 1 and after < final else 1
            assert knockout_standings(day.state, 1)[0].side == champion, f"{gone} left after round {after}"


@pytest.mark.parametrize("seed", range(60))
def test_a_knockout_from_which_many_withdraw_ends(seed: int) -> None:
    """With byes, at any moment: nobody plays twice in a round, and what is over has a champion who is still there."""
    rng = random.Random(seed)
    sides = rng.randint(4, 20)
    day = begun(alone(("consolation = false", f"consolation = {rng.random() < 0.5}".lower())), sides)
    while not is_over(day.state, 1):
        assert len(day.state.phases[0].rounds) < rounds_of(day.state, 1)
        there = [side for side in range(1, sides + 1) if day.state.active(side)]
        for side in rng.sample(there, min(rng.choice([0, 0, 1, 2]), len(there) - 1)):
            day.add(ev.SideWithdrawn(side, "foi embora"))
        if not is_over(day.state, 1):
            met = [side for pair in plays(day) for side in pair]
            assert len(met) == len(set(met))
