"""The bots' levels on the start page: the server's offer, in words, with room on the smallest phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from canastra.bots import COMPILED
from tests.browser.people import DESKTOP, Language, People, Person, Size

SMALL: Size = (320, 568)
FOUR = COMPILED[-4:]
WORDS = {
    "pt": ["iniciante", "intermediário", "avançado", "mestre"],
    "en": ["beginner", "intermediate", "advanced", "master"],
}
LEVEL = {"pt": "Com robôs de nível", "en": "Robots of level"}


def offering(person: Person) -> list[dict[str, Any]]:
    """Change the server's answer to offer all levels, as with the kernel, and record the tables that are requested."""
    asked: list[dict[str, Any]] = []

    def rulebooks(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "levels": FOUR})

    def tables(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        route.continue_(post_data=json.dumps({"rulebook": "canastra-duelo", "bots": "greedy"}))

    person.context.route("**/api/rulebooks", rulebooks)
    person.context.route("**/api/tables", tables)
    return asked


@pytest.mark.parametrize("language", ["pt", "en"])
def test_four_levels_have_room(language: Language, people: People) -> None:
    ana = people(size=SMALL, language=language)
    offering(ana)
    ana.visit("/")
    level = ana.page.get_by_label(LEVEL[language])
    expect(level.locator("option")).to_have_text(WORDS[language])
    expect(level).to_have_value("intermediario")
    for size in (SMALL, DESKTOP):
        ana.resizes(size)
        ana.fits()
        ana.accessible()
        box = level.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert min(box["width"], box["height"]) >= 44


def test_play_now_asks_for_the_level_and_a_good_stand_in(people: People) -> None:
    ana = people()
    asked = offering(ana)
    ana.visit("/")
    level = ana.page.get_by_label(LEVEL["pt"])
    expect(level).to_have_value("intermediario")
    level.select_option("mestre")
    ana.presses("Jogar agora")
    ana.page.get_by_label("Como você se chama?").fill("Ana")
    ana.presses("Sentar à mesa")
    ana.page.wait_for_url("**/mesa/*")
    assert [(each["bots"], each["stand_in"]) for each in asked] == [("mestre", "avancado")]


def test_a_server_without_strong_bots_says_what_it_has(ana: Person) -> None:
    ana.visit("/")
    expect(ana.page.get_by_label(LEVEL["pt"]).locator(":checked")).to_have_text("bom")
