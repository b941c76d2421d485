"""Alternatives weighed: the same worlds for all, what was played among them, nothing of what the seat can't know."""

from __future__ import annotations

import random

import pytest

from canastra.bots.evaluation import Evaluation, evaluate
from canastra.engine import Discard, Phase, View, view
from canastra.kernel.play.codec import decode
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.scratch import even_budget
from canastra.rulebooks import OFFICIAL
from tests.drawing import actions, table
from tests.kernel.heuristic.playing import played
from tests.kernel.heuristic.test_leaks import dealt_anew
from tests.playing import ALL, by_name

BUDGET = even_budget(candidates=5, worlds=8, turns=2)
HAND = "4H 5H 6H 7H 9C TC JC KD 3S 8D QS"


def turn(**more: object) -> View:
    return view(table("buraco", HAND, phase=Phase.PLAY, **more).state, 0)  # type: ignore[arg-type]


def texts(found: tuple[Evaluation, ...]) -> list[str]:
    return [", ".join(map(str, each.actions)) for each in found]


def test_the_best_comes_first_and_all_had_the_same_worlds() -> None:
    found = evaluate(turn(), BUDGET, 1)
    assert len(found) == 5
    assert not any(each.played for each in found)
    assert {each.worlds for each in found} == {8}
    assert [each.points for each in found] == sorted((each.points for each in found), reverse=True)
    assert (found[0].gain, found[0].gain_error) == (0, 0)
    for each in found:
        assert each.gain == pytest.approx(each.points - found[0].points)
        assert each.error > 0


def test_the_seed_decides_the_worlds() -> None:
    seen = turn()
    assert evaluate(seen, BUDGET, 1) == evaluate(seen, BUDGET, 1)
    assert evaluate(seen, BUDGET, 1) != evaluate(seen, BUDGET, 2)


def test_what_was_played_is_weighed_however_bad_it_is() -> None:
    seen = turn(ours=["3H 4H 5H 6H 7H 8H"], theirs=["4D 5D 6D 7D 2C 9D TD"])
    before = evaluate(seen, BUDGET, 1)
    found = evaluate(seen, BUDGET, 1, actions("discard 8D"))
    assert texts(found).count("discard 8D") == 1
    assert [each.played for each in found] == [text == "discard 8D" for text in texts(found)]
    assert len(found) == len(before) + 1
    # The others are what they were: the worlds don't depend on what was played.
    assert {(each.actions, each.points) for each in before} < {(each.actions, each.points) for each in found}


def test_the_order_of_layings_makes_no_difference() -> None:
    seen = turn()
    ways = [
        "meld 4H 5H 6H 7H, meld 9C TC JC, discard KD",
        "meld 9C TC JC, meld 5H 6H 7H, lay 2 4H, discard KD",
        "meld 4H 5H 6H, meld 9C TC JC, lay 1 7H, discard KD",
    ]
    found = [evaluate(seen, BUDGET, 3, actions(*way.split(", "))) for way in ways]
    for each in found[1:]:
        assert [(one.points, one.played) for one in each] == [(one.points, one.played) for one in found[0]]


def test_a_listed_way_is_not_weighed_twice() -> None:
    seen = turn()
    listed = evaluate(seen, BUDGET, 1)
    for each in listed:
        again = evaluate(seen, BUDGET, 1, each.actions)
        assert [(one.actions, one.points) for one in again] == [(one.actions, one.points) for one in listed]
        assert [one.actions for one in again if one.played] == [each.actions]


def test_a_step_alone_is_gone_on_with() -> None:
    (one,) = [each for each in evaluate(turn(), BUDGET, 1, actions("meld 9C TC JC")) if each.played]
    assert texts((one,)) == ["meld 9C TC JC"]


@by_name
def test_hidden_cards_change_nothing(name: str) -> None:
    rulebook, rng = ALL[name], random.Random(5)
    tables = rule_tables(rulebook)
    budget = even_budget(candidates=3, worlds=3, turns=1)
    positions = [states.copy() for states, _ in played(rulebook, 7)]
    changed = 0
    for states in positions[10::37]:
        other = dealt_anew(states, rulebook, rng)
        changed += other.tobytes() != states.tobytes()
        seen, same = (view(decode(each[0], tables), int(each[0]["seat"])) for each in (states, other))
        thrown = [each for each in seen.legal if isinstance(each, Discard)][:1]
        assert evaluate(seen, budget, 1, thrown) == evaluate(same, budget, 1, thrown)
    assert changed > 1


@pytest.mark.parametrize("name", OFFICIAL)
def test_the_draw_is_a_decision(name: str) -> None:
    seen = view(table(name, "4H 5H KD 9S QC 7S JD 8C TC 4S KH", pile="6H 9C").state, 0)
    found = evaluate(seen, BUDGET, 1, actions("draw"))
    assert [each.actions for each in found if each.played] == [tuple(actions("draw"))]
