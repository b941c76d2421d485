"""Hints: few sentences, in an order, and one figure in plain words."""

from __future__ import annotations

import pytest

from canastra.bots.explain import estimates, explain
from canastra.bots.explain.facts import Fact
from canastra.bots.explain.hint import COSTS, DANGERS, ENDS, FOR, ORDER, PLAIN_CODES, hint_reasons
from canastra.engine import Phase, parse_action, view
from canastra.kernel.search.scratch import even_budget
from canastra.messages import catalogue
from tests.bots.explain.test_explain import BURACO, turn
from tests.drawing import table
from tests.playing import ALL, by_name, states

STEPS = {f"hint_{step}" for step in ["draw", "take", "refuse", "pass", "withdraw", "shift", "meld", "lay", "discard"]}
THUMB = {"explain_first_choice", "explain_not_first"}
FEW_WORLDS = even_budget(candidates=10, worlds=12, turns=8)
"""Enough for figures, in a tenth of the time."""


def codes(*given: str) -> list[str]:
    found = hint_reasons([Fact(code, "") for code in given])
    return [each.code for each in found]


def test_every_reason_has_its_place_in_a_hint() -> None:
    known = {key for key in catalogue("en") if key.startswith(("hint_", "explain_"))}
    assert known == STEPS | set(ORDER) | PLAIN_CODES.keys() | THUMB
    assert len(ORDER) == len(set(ORDER)) == len(ENDS) + len(DANGERS) + len(FOR) + len(COSTS)
    assert {key for key in catalogue("en") if key.startswith("advice_")} == {*PLAIN_CODES.values(), "advice_sure"}


def test_dangers_come_before_what_speaks_for_a_discard_and_the_figure_is_last() -> None:
    others = ["explain_goes_with", "explain_alone", "explain_left_before", "explain_gives_canasta", "explain_loses"]
    assert codes("hint_discard", *others) == [
        "hint_discard",
        "explain_gives_canasta",
        "explain_left_before",
        "advice_loses",
    ]
    assert codes("hint_discard", *others[:-1])[-1] == "explain_alone"


def test_what_ends_the_deal_comes_before_what_it_makes() -> None:
    assert codes("hint_lay", "hint_dirty_meld", "hint_dirty", "hint_going_out", "explain_even") == [
        "hint_lay",
        "hint_going_out",
        "hint_dirty",
        "advice_even",
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["explain_first_choice"], ["advice_sure"]),
        (["explain_not_first"], ["advice_sure"]),
        (["explain_not_first", "explain_gains"], ["advice_gains"]),
        ([], []),
    ],
    ids=str,
)
def test_there_is_one_figure_at_most(given: list[str], said: list[str]) -> None:
    assert codes("hint_draw", *given) == ["hint_draw", *said]


def test_the_figure_has_no_margin() -> None:
    figures = (("points", 13), ("margin", 12), ("worlds", 50))
    gains = hint_reasons((Fact("hint_draw", "Art. 7"), Fact("explain_gains", "", figures)))[-1]
    assert gains == Fact("advice_gains", "", (("points", 13), ("worlds", 50)))
    even = hint_reasons((Fact("hint_draw", "Art. 7"), Fact("explain_even", "", figures)))[-1]
    assert (even.figures, even.message("pt")[:21]) == ((("worlds", 50),), "Em 50 mãos simuladas,")


def test_a_step_that_all_good_turns_have_is_said_to_be_sure() -> None:
    game = turn(BURACO, "9H KD", ours=["3H 4H 5H 6H 7H 8H"], has_morto=(True, False))
    found = explain(view(game.state, 0), parse_action("lay 1 9H"))
    assert [each.code for each in hint_reasons(found)] == ["hint_lay", "hint_clean", "advice_gains"]


def test_where_there_is_no_choice_only_the_step_is_said() -> None:
    found = explain(view(table(BURACO, "4H 5H KD").state, 0), parse_action("draw"))
    assert [each.code for each in hint_reasons(found)] == ["hint_draw"]


@by_name
def test_a_hint_is_short_and_says_everything_in_both_languages(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "BUDGET", FEW_WORLDS)
    for state in [each for each in states(ALL[name], 5) if each.phase is not Phase.OVER][::12]:
        seen = view(state, state.seat)
        for action in seen.legal[:3]:
            found = hint_reasons(explain(seen, action))
            assert 1 <= len(found) <= 4
            for each in found:
                assert each.message("pt") != each.message("en")
                assert bool(each.article) is each.code.startswith("hint_")
                assert "()" not in each.message("pt") + each.message("en")
