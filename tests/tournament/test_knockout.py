"""From groups to the final, worked out by hand: crossings, qualifiers, places."""

from __future__ import annotations

import pytest

from canastra.tournament import EventRefusedError
from canastra.tournament import events as ev
from canastra.tournament.fixtures import draw_phase, is_over, pair_round, rounds_of
from canastra.tournament.progression import overall, qualifiers
from canastra.tournament.standings import knockout_standings, phase_standings, reason_for_place
from tests.tournament.days import Day, regulations_text

ROUNDS = [
    [(1, 2), (3, 4), (5, 6), (7, 8)],
    [(1, 3), (2, 4), (5, 7), (6, 8)],
    [(1, 4), (2, 3), (5, 8), (6, 7)],
]


def groups(*changes: tuple[str, str]) -> Day:
    """Two groups of four in which the lower number always wins, by 100 in the first and 200 in the second group."""
    day = Day(regulations_text("club-day", *changes), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    for each in ROUNDS:
        day.play(1, {(one, two): (2000, 1900 if one < 5 else 1800) for one, two in each})
    return day


def knockout(*changes: tuple[str, str]) -> Day:
    day = groups(*changes)
    day.add(ev.SeedPublished(2, "Loteria 5922"))
    day.add(draw_phase(day.state, 2))
    return day


def pairs(day: Day) -> list[set[int]]:
    return [{*each.one, *each.two} for each in pair_round(day.state).fixtures]


def play(day: Day, *winners: int) -> None:
    """A round of which these sides win their ties, two matches to none."""
    drafted = pair_round(day.state)
    day.add(drafted)
    day.open(2, drafted.round)
    for fixture in drafted.fixtures:
        won = fixture.one[0] in winners
        score = (2000, 100) if won else (100, 2000)
        day.paper(2, drafted.round, fixture.table, score, score)
    day.add(ev.RoundClosed(2, drafted.round))


def test_winners_of_groups_cross_with_the_seconds() -> None:
    """5 and 1 won their groups, 5 by more; 6 and 2 were second. A group's two meet in the final at the earliest."""
    day = knockout()
    assert [each.side for each in qualifiers(day.state, 1)] == [5, 1, 6, 2]
    assert {frozenset(each) for each in pairs(day)} == {frozenset((5, 2)), frozenset((1, 6))}
    assert rounds_of(day.state, 2) == 2


def test_the_final_and_the_third_place() -> None:
    day = knockout()
    play(day, 2, 1)
    assert pairs(day) == [{2, 1}, {5, 6}]
    assert [each.side for each in knockout_standings(day.state, 2)][:2] == [1, 2]
    play(day, 2, 6)
    assert is_over(day.state, 2)
    assert [each.side for each in knockout_standings(day.state, 2)] == [2, 1, 6, 5]
    names = {side: f"Dupla {side}" for side in range(1, 9)}
    told = [reason_for_place(each, names, "en") for each in knockout_standings(day.state, 2)]
    assert told == [
        "has not lost in the knock-out up to round 2",
        "lost in round 2 of the knock-out",
        "won the match for the third place",
        "lost the match for the third place",
    ]
    # Then the thirds of the groups, 3 with −100 and 7 with −200, and the last.
    assert overall(day.state) == (2, 1, 6, 5, 3, 7, 4, 8)
    with pytest.raises(EventRefusedError) as refused:
        pair_round(day.state)
    assert refused.value.code == "phase_no_round"


def test_without_a_match_for_it_the_better_seed_is_third() -> None:
    day = knockout(("third_place = true", "third_place = false"))
    play(day, 2, 1)
    assert pairs(day) == [{1, 2}]
    play(day, 2)
    found = knockout_standings(day.state, 2)
    assert [each.side for each in found] == [2, 1, 5, 6]
    assert reason_for_place(found[2], {5: "Cinco", 6: "Seis"}, "pt") == (
        "perdeu na rodada 1 das eliminatórias; pela posição de cabeça de chave, à frente de Seis"
    )


def test_a_walkover_in_a_tie() -> None:
    day = knockout()
    drafted = pair_round(day.state)
    day.add(drafted)
    day.open(2, 1)
    for fixture in drafted.fixtures:
        day.add(ev.ResultDecided(2, 1, fixture.table, ev.WalkoverResult((1,)), "Congresso, 4", "ausentes"))
    day.add(ev.RoundClosed(2, 1))
    assert pairs(day)[0] == {each.one[0] for each in drafted.fixtures}


def level(rule: str) -> Day:
    day = knockout(
        ('level = "play_on"', f'level = "{rule}"'), ('length = "best_of"\nnumber = 3', 'length = "exactly"\nnumber = 2')
    )
    drafted = pair_round(day.state)
    day.add(drafted)
    day.open(2, 1)
    for fixture in drafted.fixtures:
        day.paper(2, 1, fixture.table, (2000, 100), (100, 2000))
    day.add(ev.RoundClosed(2, 1))
    return day


def test_level_the_better_seed_goes_on() -> None:
    assert pairs(level("better_seed"))[0] == {5, 1}


def test_level_the_lot_decides() -> None:
    """By the lots of the phase, from the seed that was published before it: always the same ones."""
    day = level("lot")
    assert pairs(day) == pairs(level("lot"))
    assert len(pairs(day)[0] & {5, 2}) == len(pairs(day)[0] & {1, 6}) == 1


def test_who_withdraws_leaves_the_other_the_way() -> None:
    """6 left before its first tie: 1 is in the final without playing."""
    day = knockout()
    day.add(ev.SideWithdrawn(6, "adoeceu"))
    assert pairs(day) == [{5, 2}]
    play(day, 5)
    assert pairs(day) == [{5, 1}]


def test_carried_points_and_encounters_among_those_who_passed() -> None:
    """A second stage of groups: 1 and 2 passed and keep their encounter, which 1 won. Their other wins stay behind."""
    second = """[[phases]]
kind = "groups"
name = "Segunda fase"
encounter = "grupo"
scoring = "vitorias"
passing = 0
carry = "among_passed"
number = 1
size = 0
double = false
fill = "snake"
best_others = 0
normalise = "none"
withdrawn = "kept"

[encounters.grupo]"""
    text = regulations_text("club-day")
    start, end = text.rindex("[[phases]]"), text.index("[encounters.grupo]")
    for carry, points in (("among_passed", {1: 3, 2: 0, 5: 3, 6: 0}), ("points", {1: 9, 2: 6, 5: 9, 6: 6})):
        whole = text[:start] + second.replace("among_passed", carry) + text[end + len("[encounters.grupo]") :]
        day = Day(whole, sides=8)
        day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
        for each in ROUNDS:
            day.play(1, dict.fromkeys(each, (2000, 1900)))
        day.add(ev.SeedPublished(2, "Loteria 5922"))
        day.add(draw_phase(day.state, 2))
        found = phase_standings(day.state, 2)[0]
        assert {each.side: each.totals.points for each in found} == points


def test_two_sides_with_byes_wait_for_the_first_round() -> None:
    """Of five sides the first three have byes: 2 and 3 meet in the second round, as 1 and the winner of 4 and 5 do."""
    day = Day(regulations_text("club-day", ('seeding = "crossing"', 'seeding = "standing"')), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    for each in ROUNDS:
        day.play(1, dict.fromkeys(each, (2000, 1900)))
    day.begin(2, range(1, 6))
    assert pairs(day) == [{4, 5}]
    for played in ({(4, 5): 2000}, {(1, 4): 2000, (2, 3): 2000}):
        assert pairs(day) == [set(each) for each in played]
        number = len(day.state.phases[1].rounds) + 1
        day.draft(2, number, played)
        day.open(2, number)
        for table, points in enumerate(played.values(), 1):
            day.paper(2, number, table, (points, 0), (points, 0))
        day.add(ev.RoundClosed(2, number))
    assert {1, 2} in pairs(day)  # the final, and beside it the match for the third place
