"""Each lesson, played through with the engine: its tasks are legal at their moments, and it ends by going out."""

from __future__ import annotations

import json

import pytest

from canastra.cards import cards_text, parse_cards
from canastra.engine import LayOff, NewMeld, parse_action
from canastra.rulebooks import OFFICIAL
from canastra.table.events import DealEnded
from tools.web_lessons import LEARNER, PLANS, RECORDED, Step, pack, plan, steps, text

EIGHT = 8
MOST_TASKS = 14
"""The most actions of the learner: more would take longer than two minutes."""


@pytest.fixture(scope="module", params=OFFICIAL)
def played(request: pytest.FixtureRequest) -> tuple[str, list[Step]]:
    return request.param, list(steps(plan(request.param)))


def test_every_rulebook_has_its_lesson() -> None:
    assert {path.stem for path in PLANS.glob("*.toml")} == set(OFFICIAL)


def test_it_is_the_learners_turn_at_each_task(played: tuple[str, list[Step]]) -> None:
    for step in played[1]:
        assert step.table.to_act == LEARNER, step.task
        assert step.table.bot_to_act is None


def test_it_ends_when_the_learner_goes_out(played: tuple[str, list[Step]]) -> None:
    *earlier, last = played[1]
    (end,) = [event for event in last.events if isinstance(event, DealEnded)]
    assert end.went_out == LEARNER
    assert end.points[0] > end.points[1]
    assert not any(isinstance(event, DealEnded) for step in earlier for event in step.events)
    # As from a server: the first player sees the last card fall, on the deal's last table.
    assert [update.events[0].event and update.events[0].event["type"] for update in last.after] == [
        "played",
        "deal_ended",
    ]


def test_it_has_eight_steps_and_lasts_two_minutes(played: tuple[str, list[Step]]) -> None:
    assert len(plan(played[0]).topics) == EIGHT
    assert len(played[1]) <= MOST_TASKS


def test_the_pack_is_always_the_same_and_whole(played: tuple[str, list[Step]]) -> None:
    found = plan(played[0])
    assert pack(found) == pack(plan(played[0]))
    assert len(parse_cards(pack(found))) == 104


def test_the_other_side_lays_nothing(played: tuple[str, list[Step]]) -> None:
    """Its place on the table is free for what the lesson says."""
    for step in played[1]:
        assert step.table.state
        assert step.table.state.melds[1] == ()


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_what_the_page_plays_is_what_the_engine_says(rulebook: str) -> None:
    written = (RECORDED / f"{rulebook}.json").read_text("utf-8")
    assert written == text(rulebook), "stale: run python -m tools.web_lessons"


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_each_task_can_be_played_by_its_cards(rulebook: str) -> None:
    """The page has the moves of each choice of cards, as the server would send them."""
    for task in json.loads((RECORDED / f"{rulebook}.json").read_text("utf-8"))["tasks"]:
        action = parse_action(task["does"])
        if isinstance(action, NewMeld | LayOff):
            ways = task["answers"][cards_text(sorted(action.cards, key=str))]
            assert task["does"] in [way["action"] for way in ways]


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_nothing_is_told_of_others_cards_before_the_end(rulebook: str) -> None:
    *tasks, last = json.loads((RECORDED / f"{rulebook}.json").read_text("utf-8"))["tasks"]
    for task in (*tasks, {**last, "after": []}):
        for update in (*task["before"], *task["after"]):
            for seen in update["events"]:
                if seen["event"]["type"] == "dealt":
                    assert [set(hand.split()) == {"??"} for hand in seen["event"]["hands"]].count(False) == 1
                assert "hands" not in update["changes"].get("play", {})
