"""The positions that the browser client's tests choose cards in are those of the engine as it is."""

from __future__ import annotations

import json

from canastra.rulebooks import OFFICIAL
from tools import web_positions

KINDS = {"draw", "draw take", "justify", "play nothing", "play melds", "play lays", "play ends", "play refuse melds"}


def test_the_positions_are_those_of_the_engine() -> None:
    written = web_positions.POSITIONS.read_text(encoding="utf-8")
    assert written == web_positions.text(), "stale: run python -m tools.web_positions"


def test_all_rulebooks_and_kinds_are_there() -> None:
    positions = json.loads(web_positions.POSITIONS.read_text(encoding="utf-8"))
    assert {each["rulebook"] for each in positions} == set(OFFICIAL)
    assert {each["kind"] for each in positions} >= KINDS
    assert all(each["play"]["legal"] for each in positions)
