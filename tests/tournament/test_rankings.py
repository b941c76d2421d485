"""Standings of categories and of clubs: the order of all, restricted or added up."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.tournament import EventRefusedError
from canastra.tournament import events as ev
from canastra.tournament.acts import with_tidy_names
from canastra.tournament.progression import category_standings, club_standings, overall
from canastra.tournament.regulations import ClubTerms
from canastra.tournament.standings import by_category, by_club
from canastra.tournament.state import Participant
from tests.tournament.days import Day, regulations_text

CLUBS = ("AABB", "aabb", "Minas Tênis", "APCEF", "")
CATEGORIES = ("Sênior", "sênior", "Mista", "Iniciantes", "")
SPELLED = {"aabb": "AABB", "sênior": "Sênior"}
WON, LOST = (2000, 1000), (1000, 2000)


@st.composite
def fields(draw: st.DrawFn) -> tuple[dict[int, Participant], list[int]]:
    """Sides with and without clubs and categories, and an order of all."""
    numbers = draw(st.lists(st.integers(1, 99), min_size=1, max_size=20, unique=True))
    sides = {
        number: Participant(number, f"L{number}", (), draw(st.sampled_from(CLUBS)), draw(st.sampled_from(CATEGORIES)))
        for number in numbers
    }
    return sides, draw(st.permutations(numbers))


@given(fields())
def test_each_side_of_a_category_is_there_once_in_the_order_of_all(
    field: tuple[dict[int, Participant], list[int]],
) -> None:
    sides, order = field
    found = by_category(sides, order)
    listed = [one.side for each in found for one in each.places]
    assert sorted(listed) == sorted(side for side in sides if sides[side].category)
    for each in found:
        assert {SPELLED.get(sides[one.side].category, sides[one.side].category) for one in each.places} == {
            SPELLED.get(each.category, each.category)
        }
        own = {one.side for one in each.places}
        assert [one.side for one in each.places] == [side for side in order if side in own]
        assert [one.place for one in each.places] == list(range(1, len(own) + 1))
        assert all(order[one.overall - 1] == one.side for one in each.places)


@given(fields(), st.integers(1, 5), st.sampled_from(("points", "places")), st.randoms(use_true_random=False))
def test_clubs_are_ranked_by_the_best_that_they_can_add_up(
    field: tuple[dict[int, Participant], list[int]], best: int, by: str, rng: Random
) -> None:
    sides, order = field
    falling = sorted((rng.randrange(-3, 12) for _ in order), reverse=True)
    points = dict(zip(order, falling, strict=True))
    terms = ClubTerms(best, "points" if by == "points" else "places")
    found = by_club(sides, order, terms, points)
    members: dict[str, list[int]] = {}
    for side, entry in sides.items():
        if entry.delegation:
            members.setdefault(SPELLED.get(entry.delegation, entry.delegation), []).append(side)
    assert {SPELLED.get(each.club, each.club) for each in found} == set(members)
    assert [each.place for each in found] == list(range(1, len(found) + 1))
    for each in found:
        own = members[SPELLED.get(each.club, each.club)]
        choices = list(combinations(own, min(best, len(own))))
        places = {side: place for place, side in enumerate(order, 1)}
        if by == "points":
            assert each.total == max(sum(points[side] for side in choice) for choice in choices)
        else:
            assert each.total == min(sum(places[side] for side in choice) for choice in choices)
        assert each.total == sum(one.adds for one in each.counted)
    ranks = [
        (-each.total if by == "points" else (-len(each.counted), each.total), each.counted[0].overall) for each in found
    ]
    assert ranks == sorted(set(ranks))


def day_of_six(*clubs: str, rule: str = "") -> Day:
    """Six pairs in one group, of which the one with the lower number wins."""
    day = Day(regulations_text("club-rounds", ("least = 12", "least = 4")) + rule)
    for number, club in enumerate(clubs, 1):
        day.enter(number, club, "Sênior" if number % 2 else "")
    day.begin(1, range(1, 7))
    return day


def test_a_club_with_fewer_sides_comes_behind_and_a_withdrawn_side_counts() -> None:
    day = day_of_six("A", "A", "B", "C", "C", "", rule='\n[clubs]\nbest = 2\norder = "places"\n')
    day.play(1, {(1, 6): WON, (2, 5): WON, (3, 4): WON})
    order = list(overall(day.state))
    found = club_standings(day.state)
    assert [each.club for each in found] == ["A", "C", "B"]
    assert found[0].total == order.index(1) + order.index(2) + 2
    day.add(ev.SideWithdrawn(1, "foi embora"))
    assert club_standings(day.state) == found
    assert [one.side for one in category_standings(day.state)[0].places] == [side for side in order if side % 2]


def test_a_club_takes_the_name_that_was_entered_first() -> None:
    day = day_of_six("Minas", "MINAS", "B", "", "", "", rule='\n[clubs]\nbest = 1\norder = "points"\n')
    day.play(1, {(1, 6): LOST, (2, 5): WON, (3, 4): LOST})
    assert {each.club: each.total for each in club_standings(day.state)} == {"Minas": 2, "B": 0}


def test_clubs_are_not_ranked_unless_the_regulations_say_so() -> None:
    day = day_of_six("A", "B", "C", "", "", "")
    assert club_standings(day.state) == ()


@pytest.mark.parametrize(
    ("category", "code"), [("x" * 41, "name_long"), ("Sênior ", "name_untidy"), ("Sen\u0456or", "name_mixed")]
)
def test_a_category_is_a_name(category: str, code: str) -> None:
    day = Day(regulations_text("club-rounds"))
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.SideRegistered(1, "Ana e Rui", ("Ana", "Rui"), "", category))
    assert refused.value.code == code
    assert refused.value.message("pt") != refused.value.message("en")


def test_a_category_is_tidied_and_corrected() -> None:
    day = Day(regulations_text("club-rounds"))
    day.add(with_tidy_names(ev.SideRegistered(1, "Ana e Rui", ("Ana", "Rui"), "", " Sênior  A ")))
    assert day.state.sides[1].category == "Sênior A"
    day.add(ev.SideCorrected(1, "Ana e Rui", ("Ana", "Rui"), "", "engano", "Mista"))
    assert day.state.sides[1].category == "Mista"
