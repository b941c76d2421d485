"""Who can be asked for."""

from __future__ import annotations

import pytest

from canastra.arena.entrants import Entrant, read_entrants
from canastra.errors import InputError
from tests.arena.runs import question


def test_a_list_of_bots_and_partners() -> None:
    found = read_entrants("greedy, random ,random+greedy")
    assert [each.name for each in found] == ["greedy", "random", "random+greedy"]
    assert [each.is_mixed for each in found] == [False, False, True]


def test_mixed_adds_all_partnerships_that_are_not_there() -> None:
    assert [each.name for each in read_entrants("greedy,random", mixed=True)] == ["greedy", "random", "greedy+random"]
    assert [each.name for each in read_entrants("random+greedy,random", mixed=True)] == ["random+greedy", "random"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("greedy", "arena_entrants_few"),
        ("greedy,random,greedy", "arena_entrant_twice"),
        ("greedy+random,random+greedy", "arena_entrant_twice"),
        ("greedy,greedy+greedy", "arena_entrant_twice"),
        ("greedy,nobody", "bot_unknown"),
        ("greedy,random+nobody", "bot_unknown"),
        ("greedy,", "arena_entrant_malformed"),
        ("", "arena_entrant_malformed"),
        ("greedy,random+", "arena_entrant_malformed"),
        ("greedy,random+greedy+random", "arena_entrant_malformed"),
    ],
)
def test_what_is_no_list_of_entrants(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read_entrants(text)
    assert caught.value.code == code


def test_partners_change_their_seats_from_pair_to_pair() -> None:
    mixed = Entrant(("greedy", "random"))
    assert mixed.on_side(0, players=4, pair=0) == {0: "greedy", 2: "random"}
    assert mixed.on_side(0, players=4, pair=1) == {0: "random", 2: "greedy"}


def test_a_side_of_one_player() -> None:
    assert Entrant(("greedy", "greedy")).on_side(1, players=2, pair=0) == {1: "greedy"}


def test_no_partners_where_two_play() -> None:
    with pytest.raises(InputError) as caught:
        question("greedy,greedy+random", "canastra-duelo")
    assert caught.value.code == "arena_no_partners"
