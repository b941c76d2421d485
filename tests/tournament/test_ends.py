"""Every phase ends with the right winner, also if sides withdraw, stay away or come late."""

from __future__ import annotations

import random
from collections.abc import Container, Iterable
from typing import Any

import pytest

from canastra.tournament import EventRefusedError
from canastra.tournament import events as ev
from canastra.tournament.acts import arrived
from canastra.tournament.fixtures import draw_phase, is_over, pair_round, rounds_of
from canastra.tournament.standings import knockout_standings, phase_standings, reason_for_place
from tests.tournament.days import Day, regulations_text

GROUPS, KNOCKOUT = '[[phases]]\nkind = "groups"', '[[phases]]\nkind = "knockout"'


def sizes(all_sides: Iterable[int], quick: Container[int]) -> list[Any]:
    """Numbers of sides, of which all but the quick ones are slow tests."""
    return [sides if sides in quick else pytest.param(sides, marks=pytest.mark.slow) for sides in all_sides]


def alone(*changes: tuple[str, str]) -> str:
    """A club's day that is its knock-out and nothing else."""
    text = regulations_text("club-day", *changes)
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


@pytest.mark.parametrize("sides", sizes(range(4, 65), (4, 5, 8, 9, 12, 17, 33)))
@pytest.mark.parametrize("third", [False, True])
@pytest.mark.parametrize("consolation", [False, True])
def test_the_better_side_of_each_tie_wins(sides: int, third: bool, consolation: bool) -> None:
    """Then 1 and 2 play the final, and 3 and 4 lost the semi-finals."""
    flags = (("third_place = true", f"third_place = {third}".lower()),)
    text = alone(*flags, ("consolation = false", f"consolation = {consolation}".lower()))
    day = begun(text, sides)
    while not is_over(day.state, 1):
        plays(day)
    assert [each.side for each in knockout_standings(day.state, 1)][:4] == [1, 2, 3, 4]


@pytest.mark.parametrize("sides", sizes(range(4, 18), range(4, 10)))
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


@pytest.mark.parametrize("sides", [8, 11, 16])
def test_whoever_left_stands_behind_those_who_are_still_in(sides: int) -> None:
    """The best seed leaves after the first round; in each encounter the lower number wins."""
    day = begun(alone(), sides)
    plays(day)
    day.add(ev.SideWithdrawn(1, "lesão"))
    while not is_over(day.state, 1):
        order = [each.side for each in knockout_standings(day.state, 1)]
        played = [each.fixture for found in day.state.phases[0].rounds for each in found.tables]
        lost = {max(each.one + each.two) for each in played}
        still_in = [side for side in order if side not in lost | {1}]
        assert order[: len(still_in)] == still_in
        plays(day)


@pytest.mark.parametrize("seed", range(60))
def test_a_knockout_from_which_many_withdraw_ends(seed: int) -> None:
    """No side plays twice in a round. The champion has lost no tie, and did not leave before the final."""
    rng = random.Random(seed)
    sides = rng.randint(4, 20)
    day = begun(alone(("consolation = false", f"consolation = {rng.random() < 0.5}".lower())), sides)
    left_early, beaten = set[int](), set[int]()
    while not is_over(day.state, 1):
        assert len(day.state.phases[0].rounds) < rounds_of(day.state, 1)
        there = [side for side in range(1, sides + 1) if day.state.active(side)]
        for side in rng.sample(there, min(rng.choice([0, 0, 1, 2]), len(there) - 1)):
            day.add(ev.SideWithdrawn(side, "foi embora"))
            if len(day.state.phases[0].rounds) < (sides - 1).bit_length():
                left_early.add(side)
        if not is_over(day.state, 1):
            met = plays(day)
            assert len({side for pair in met for side in pair}) == 2 * len(met)
            beaten |= {loser for _, loser in met}
    assert knockout_standings(day.state, 1)[0].side not in left_early | beaten


@pytest.mark.parametrize("level", ["play_on", "lot"])
@pytest.mark.parametrize("which", range(3))
def test_a_tie_to_which_nobody_comes_is_lost_by_both(level: str, which: int) -> None:
    """In a semi-final the next opponent goes on; in the final both come before those who lost earlier."""
    day = begun(alone(('level = "play_on"', f'level = "{level}"')), 4)
    ties = 0
    while not is_over(day.state, 1):
        drafted = pair_round(day.state)
        day.add(drafted)
        day.open(1, drafted.round)
        for fixture in drafted.fixtures:
            if ties == which:
                lost = {*fixture.one, *fixture.two}
                both = ev.WalkoverResult((0, 1))
                day.add(ev.ResultDecided(1, drafted.round, fixture.table, both, "Congresso, 4", "ninguém veio"))
            else:
                day.paper(1, drafted.round, fixture.table, (2000, 100) if fixture.one < fixture.two else (100, 2000))
            ties += 1
        day.add(ev.RoundClosed(1, drafted.round))
    order = [each.side for each in knockout_standings(day.state, 1)]
    assert order == {0: [2, 3, 1, 4], 1: [1, 4, 2, 3], 2: [1, 2, 3, 4]}[which], lost


def test_who_has_played_all_that_it_can_keeps_its_results() -> None:
    """4 left after round 1; 3 has met both others when it leaves: nothing of it is annulled (docs/tournaments.md)."""
    day = Day(regulations_text("club-day", ('withdrawn = "kept"', 'withdrawn = "annulled"')), 8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    plays(day)
    day.add(ev.SideWithdrawn(4, "lesão"))
    plays(day)
    plays(day)
    before = [each.side for each in phase_standings(day.state, 1)[0]]
    day.add(ev.SideWithdrawn(3, "viagem"))
    assert [each.side for each in phase_standings(day.state, 1)[0]] == before


def test_groups_of_which_two_are_left_end() -> None:
    """Two of a group of five leave, beside a group of four. The next phase can be drawn, whichever rounds are empty."""
    changes = (('withdrawn = "kept"', 'withdrawn = "annulled"'),)
    for first in range(1, 6):
        for second in range(first + 1, 6):
            for after in range(5):
                day = Day(regulations_text("club-day", *changes), 9)
                day.begin(1, (1, 2, 3, 4, 5), (6, 7, 8, 9))
                while not is_over(day.state, 1):
                    if len(day.state.phases[0].rounds) == after:
                        for side in (first, second):
                            day.add(ev.SideWithdrawn(side, "lesão"))
                    if not is_over(day.state, 1):
                        plays(day)
                day.add(ev.SeedPublished(2, "Loteria 5922"))
                day.add(draw_phase(day.state, 2))


def test_a_round_robin_league_goes_on_without_who_left() -> None:
    day = Day(regulations_text("league-evenings", ('pairing = "swiss"', 'pairing = "round_robin"')), 8)
    day.begin(1, range(1, 9))
    plays(day)
    day.add(ev.SideWithdrawn(3, "mudou de cidade"))
    met = set[tuple[int, int]]()
    while not is_over(day.state, 1) and len(day.state.phases[0].rounds) < 7:
        round_met = plays(day)
        assert len(round_met) == 3
        assert not met & set(round_met)
        met |= set(round_met)
    assert not any(3 in pair for pair in met)


def test_a_registered_side_that_comes_to_the_second_evening_plays() -> None:
    day = Day(regulations_text("league-evenings"), 8)
    day.add(ev.SideRegistered(9, "Tarde", ("Rui", "Léa"), ""))
    day.begin(1, range(1, 9))
    plays(day)
    for event in arrived(day.state, [9]):
        day.add(event)
    drafted = pair_round(day.state)
    assert 9 in {side for each in drafted.fixtures for side in (*each.one, *each.two)} | {*drafted.byes}
    assert len(drafted.byes) == 1


@pytest.mark.parametrize("example", ["club-rounds", "league-evenings"])
def test_a_draft_with_a_side_that_left_is_paired_again(example: str) -> None:
    day = Day(regulations_text(example), 12)
    day.begin(1, range(1, 13))
    day.add(pair_round(day.state))
    day.add(ev.SideWithdrawn(3, "lesão"))
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.RoundPublished(1, 1))
    assert refused.value.code == "round_unknown"
    drafted = pair_round(day.state)
    day.add(drafted)
    assert len(drafted.byes) == 1
    day.add(ev.RoundPublished(1, 1))


@pytest.mark.parametrize("gone", [1, 2])
def test_a_finalist_who_leaves_is_second_whoever_wins_the_third_place(gone: int) -> None:
    day = begun(alone(), 4)
    plays(day)
    day.add(ev.SideWithdrawn(gone, "viagem"))
    while not is_over(day.state, 1):
        plays(day)
    standings = knockout_standings(day.state, 1)
    assert [each.side for each in standings] == [3 - gone, gone, 3, 4]
    assert reason_for_place(standings[1], {}, "pt") == "saiu antes da rodada 2 das eliminatórias"


def test_a_champion_who_leaves_after_the_end_stays_champion() -> None:
    """1 left before the final, so 2 won it without playing; then it goes home too."""
    day = begun(alone(), 4)
    plays(day)
    day.add(ev.SideWithdrawn(1, "viagem"))
    while not is_over(day.state, 1):
        plays(day)
    day.add(ev.SideWithdrawn(2, "foi para casa"))
    assert [each.side for each in knockout_standings(day.state, 1)] == [2, 1, 3, 4]


def test_who_wins_the_consolation_is_before_whom_it_beat() -> None:
    """Of ten sides six play it, and two of them rest in its first round."""
    rng = random.Random(0)
    for _ in range(10):
        day = begun(alone(("consolation = false", "consolation = true")), 10)
        while not is_over(day.state, 1):
            drafted = pair_round(day.state)
            day.add(drafted)
            day.open(1, drafted.round)
            for fixture in drafted.fixtures:
                day.wins(1, drafted.round, fixture.table, rng.choice((0, 1)))
            day.add(ev.RoundClosed(1, drafted.round))
        (last,) = day.state.phases[0].rounds[-1].tables
        result = last.result
        assert isinstance(result, ev.DefaultResult)
        won, lost = (last.fixture.one, last.fixture.two)[:: 1 if result.winner == 0 else -1]
        order = [each.side for each in knockout_standings(day.state, 1)]
        if lost[0] in order[4:8] and won[0] in order[4:8]:
            assert order.index(won[0]) < order.index(lost[0])
