"""A pair: the same cards twice with the sides swapped; bots get views, and their faults are named."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from canastra.arena import entrants
from canastra.arena.chunks import Task, play_chunk, try_chunk
from canastra.arena.pairs import PlayedDeal, PlayedPair
from canastra.arena.players import HaltedError, Watch
from canastra.bots import Bot, make
from canastra.engine import DRAW, Action, View
from canastra.errors import InputError
from canastra.rulebooks import OFFICIAL
from tests.arena.runs import config


class Noted:
    """Plays as another bot and keeps what it sees."""

    name = "noted"

    def __init__(self, bot: Bot, seen: list[View]) -> None:
        self._bot, self._seen = bot, seen

    def choose(self, view: View) -> Action:
        self._seen.append(view)
        return self._bot.choose(view)


def noted(seen: list[View]) -> Any:
    return mock.patch.object(entrants, "make", lambda name, seed: Noted(make(name, seed), seen))


def first_views(seen: list[View]) -> list[dict[int, View]]:
    """Of each deal, the first view of each seat."""
    deals: list[dict[int, View]] = []
    for view in seen:
        if view.turn == 1 and (not deals or len(deals[-1]) == len(view.hand_sizes)):
            deals.append({})
        deals[-1].setdefault(view.seat, view)
    return deals


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_both_deals_have_the_same_cards(rulebook: str) -> None:
    seen: list[View] = []
    with noted(seen):
        config(rulebook=rulebook).pair_player(0).play_pair(0, Watch())
    one, two = first_views(seen)
    opener = seen[0].seat
    assert one[opener].hand == two[opener].hand
    assert one[opener].dealer == two[opener].dealer
    assert one.keys() == two.keys() == set(range(len(seen[0].hand_sizes)))


def test_bots_get_views_of_deals_that_stand_alone() -> None:
    seen: list[View] = []
    with noted(seen):
        config(rulebook="canastra-regional").pair_player(0).play_pair(0, Watch())
    assert all(type(view) is View for view in seen)
    assert {view.points for view in seen} == {(0, 0)}
    assert {view.minimum for view in seen} == {(0, 0)}
    assert all(view.seat == view.to_act for view in seen)


def test_swapping_the_entrants_swaps_the_deals() -> None:
    one = config("greedy,random").pair_player(0).play_pair(3, Watch())
    two = config("random,greedy").pair_player(0).play_pair(3, Watch())
    turned = [PlayedDeal(deal.second, deal.first, deal.turns, deal.ending) for deal in two]
    assert list(one) == turned[::-1]
    assert one.score == -two.score
    assert one.wins + two.wins == 2


def test_the_score_of_a_pair() -> None:
    pair = PlayedPair(PlayedDeal(300, 100, 30, "stock"), PlayedDeal(0, 50, 20, "going_out"))
    assert pair.score == 75
    assert pair.wins == 1
    assert PlayedPair(PlayedDeal(5, 5, 30, "stock"), PlayedDeal(9, 5, 30, "stock")).wins == 1.5


def test_only_choices_are_timed() -> None:
    watch, seen = Watch(), list[View]()
    with noted(seen):
        config().pair_player(0).play_pair(0, watch)
    choices = sum(len(view.legal) > 1 for view in seen)
    assert sum(times.classes.total() for times in watch.times.values()) == choices < len(seen)


class Failing:
    """Fails, or plays what is not legal, at its third decision."""

    name = "failing"

    def __init__(self, answer: Action | Exception | None) -> None:
        self._answer, self._asked = answer, 0

    def choose(self, view: View) -> Any:
        self._asked += 1
        if self._asked < 3:
            return view.legal[0]
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def failure(answer: Action | Exception | None) -> InputError:
    def made(name: str, seed: int) -> Bot:
        return Failing(answer) if name == "greedy" else make(name, seed)

    asked = config("random,greedy", "buraco")
    with mock.patch.object(entrants, "make", made):
        found = try_chunk(Task(asked.pair_player(0), 0, 5, 1))
    assert isinstance(found, InputError)
    assert (found.figures["bot"], found.figures["pair"]) == ("greedy", 5)
    assert found.figures["seat"] in (1, 3)
    return found


def test_a_bot_that_fails_is_named() -> None:
    error = failure(ZeroDivisionError("by nought"))
    assert error.code == "arena_bot_failed"
    assert "ZeroDivisionError: by nought" in error.message("pt")
    assert failure(InputError("kernel_missing")).figures["reason"] == InputError("kernel_missing").message()


def test_a_bot_that_plays_what_is_not_legal_is_named() -> None:
    error = failure(DRAW)
    assert (error.code, error.figures["action"]) == ("arena_bot_illegal", "draw")
    assert failure(None).figures["action"] == "None"


def test_a_run_that_was_given_up_stops_within_a_deal() -> None:
    asked = config()
    with pytest.raises(HaltedError):
        play_chunk(Task(asked.pair_player(0), 0, 0, 10), halted=lambda: True)


def test_tasks_that_come_as_copies_are_played_by_the_same_rules() -> None:
    """Tables of a rulebook are found by the object: each copy would have its own, made anew and kept for good."""
    seen: list[View] = []
    with noted(seen):
        for start in range(2):
            play_chunk(pickle.loads(pickle.dumps(Task(config().pair_player(0), 0, start, 1))))
    assert len({id(view.rulebook) for view in seen}) == 1


def test_another_seed_is_another_pair() -> None:
    table = config().pair_player(0)
    assert table.play_pair(0, Watch()) != replace(table, seed=2).play_pair(0, Watch())
