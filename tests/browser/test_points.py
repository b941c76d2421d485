"""The points of a deal appear line by line, at default settings: all of them, as the engine counts them."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

from canastra.bots import GreedyBot
from canastra.engine.scoring import Score
from canastra.protocol import State
from canastra.protocol.view import view_of
from canastra.records import parse, replay
from canastra.records.parser import beside
from canastra.rulebooks import OFFICIAL, POPULAR, Rulebook, shipped
from tests.browser.agreeing import signed
from tests.browser.people import PHONE, People, Person, in_a_thread
from tests.browser.speech import COMPONENTS, PT
from tests.samples import sample
from tests.server.lobby.test_house_rules import changed_for
from tests.server.run.process import Seated, run
from tools.web_lessons import RECORDED

STEP = 0.45
"""Seconds from one line to the next at the usual pace."""
SLACK = 5
"""Seconds that a busy machine may need in addition for all lines."""
GLANCE = """() => [...document.querySelectorAll('.end table tr')].slice(1).map((row) => ({
  words: [...row.querySelectorAll('th, td')].map((each) => each.textContent.trim()),
  seen: row.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
}))"""
"""Returns the words of each line of the points, and whether it is visible."""
Rows = list[list[str]]


@dataclass
class Greedy(Seated):
    """A player that plays as a robot does, so that the deal has points."""

    rulebook: Rulebook = field(default_factory=lambda: shipped("buraco"))

    def action(self) -> str:
        """Return the robot's action."""
        view = view_of(cast("State", self.state), self.rulebook)
        assert view
        return str(GreedyBot(self.state["step"]).choose(view))


def opened(person: Person, game: str) -> str:
    """Open a table with robots for one of the package's games."""
    terms: dict[str, Any] = {"rulebook": game}
    if game in POPULAR:
        terms = {"rulebook": shipped(game).extends, "house": changed_for(game)}
    return str(person.opens(bots="greedy", **terms)["table"])


def plays_a_deal(person: Person, table: str, game: str) -> None:
    """Play without the page until the first deal is over, and stop there."""
    player = person.player

    async def play() -> None:
        async with player.socket(table) as socket:
            seated = Greedy(player, socket, Random(1), rulebook=shipped(game))
            await seated.play(until=lambda state: state["last"] is not None)

    in_a_thread(lambda: run(play()))


def engine_rows(scores: tuple[Score, Score], points: tuple[int | None, int | None] | None) -> Rows:
    """Return the lines for seat 0. `points` are those of the match after the deal, None if the match is one deal."""
    rows = [
        [name, *(signed(getattr(score, key) or 0, PT) for score in scores)]
        for key, name in zip(COMPONENTS, PT.components, strict=True)
        if key in ("melded", "in_hand") or any(getattr(score, key) for score in scores)
    ]
    rows.append([PT.total, *(signed(score.total or 0, PT) for score in scores)])
    if points is not None:
        rows.append([PT.match, *(signed(side or 0, PT).removeprefix("+") for side in points)])
    return rows


def engine_points(person: Person, table: str, folder: Path) -> Rows:
    """Return these lines for a table's first deal, from its record as the engine replays it."""
    record = person.context.request.get(f"{person.address}/api/tables/{table}/record")
    assert record.ok, record.text()
    deal = replay(parse(record.text(), beside(folder))).deals[0]
    assert deal.scores
    assert deal.match
    single = deal.match.rulebook.match.target == 0
    return engine_rows(deal.scores, None if single else deal.match.points)


def counted(page: Page, wanted: Rows) -> list[Rows]:
    """Watch without a touch until all lines are visible, and return the visible lines of each poll."""
    expect(page.locator("#deal-end")).to_be_visible()
    deadline = time.monotonic() + STEP * len(wanted) + SLACK
    glances: list[Rows] = []
    while True:
        seen = [row["words"] for row in page.evaluate(GLANCE) if row["seen"]]
        if not glances or seen != glances[-1]:
            glances.append(seen)
        assert seen == wanted[: len(seen)], "what is shown is not the engine's, or comes out of its order"
        if seen == wanted:
            return glances
        assert time.monotonic() < deadline, f"after {len(seen)} of {len(wanted)} lines no more come: {seen}"
        page.wait_for_timeout(20)


@pytest.mark.parametrize("game", sample((*OFFICIAL, *POPULAR), 2))
def test_all_points_are_counted_and_are_the_engines(people: People, tmp_path: Path, game: str) -> None:
    ana = people(size=PHONE, quiet=False)
    table = opened(ana, game)
    plays_a_deal(ana, table, game)
    wanted = engine_points(ana, table, tmp_path)
    ana.visit(f"/mesa/{table}")
    glances = counted(ana.page, wanted)
    if shipped(game).match.target:
        assert len(glances) > len(wanted) / 2, "they come one after the other"
    else:
        assert len(glances) == 1, "at the end of a match, which this deal was, they are there at once"
    ana.page.emulate_media(reduced_motion="reduce")
    ana.page.reload()
    assert len(counted(ana.page, wanted)) == 1, "without motion they are there at once"


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", sample(OFFICIAL, 1))
def test_the_points_of_a_lesson_are_counted(people: People, rulebook: str) -> None:
    ana = people(size=PHONE, quiet=False)
    ana.visit(f"/aprender/{rulebook}")
    tasks = json.loads((RECORDED / f"{rulebook}.json").read_text("utf-8"))["tasks"]
    for task in range(len(tasks)):
        ana.page.locator(f".coach[data-task='{task}']").wait_for()
        ana.page.locator(".coach .show").dispatch_event("click")
    # The engine's points, which tests/web/test_lessons.py checks.
    (ended,) = [
        seen["event"]
        for update in tasks[-1]["after"]
        for seen in update["events"]
        if seen["event"] and seen["event"]["type"] == "deal_ended"
    ]
    scores = [Score(**{key: score.get(key, 0) for key in COMPONENTS}) for score in ended["scores"]]
    assert [score.total for score in scores] == [score["total"] for score in ended["scores"]]
    single = shipped(rulebook).match.target == 0
    counted(ana.page, engine_rows((scores[0], scores[1]), None if single else tuple(ended["points"])))
    ana.sees("Você já sabe jogar")
