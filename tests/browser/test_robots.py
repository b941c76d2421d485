"""Robots greet a lone player, at most three times a match; a player with robots only has no empty chat beside the
table.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import DESKTOP, People, Person

EMPTY = "Ninguém disse nada ainda"
GREETING = re.compile(r"Oi, Ana! Boa sorte pra nós\.|Bom te ver, Ana\. Vamos com tudo!")
SPOKEN = "JSON.stringify(Object.values(JSON.parse(localStorage['canastra.robots'] ?? '{}')))"


def bubble(person: Person) -> Locator:
    return person.page.locator(".saying.robot")


def alone(person: Person, **terms: object) -> str:
    """Begin a match with robots, as the start page does."""
    table = str(person.opens(bots="greedy", **terms)["table"])
    person.visit(f"/mesa/{table}")
    begin = person.page.get_by_role("button", name="Pode começar")
    expect(begin.or_(person.page.locator(".area .bar")).first).to_be_visible()
    if begin.is_visible():
        begin.click()
    expect(person.page.locator(".area .bar")).to_be_visible()
    return table


def reacts(person: Person, name: str) -> None:
    """Show a reaction, from the menu of a phone."""
    person.presses("Menu")
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Conversa").click()
    expect(dialog.get_by_text("Você joga com robôs. Eles respondem de vez em quando.")).to_be_visible()
    dialog.get_by_role("button", name=name, exact=True).click()
    person.page.keyboard.press("Escape")


def times(person: Person) -> int:
    """Return how often robots have spoken, as the page remembers it."""
    found = re.search(r"\[\[(\d)", str(person.page.evaluate(SPOKEN)))
    return int(found.group(1)) if found else 0


@pytest.mark.slow
def test_robots_greet_and_answer_three_times_at_most(people: People) -> None:
    ana = people(quiet=False)
    alone(ana, private=True)
    expect(bubble(ana)).to_have_text(GREETING)
    expect(ana.page.get_by_role("status").filter(has_text=GREETING)).to_have_count(1)
    ana.accessible()
    bubble(ana).click()  # A tap that shows what waits also hides the bubble.
    expect(bubble(ana)).to_have_count(0)
    assert times(ana) == 1
    ana.page.reload()
    expect(ana.page.locator(".area .bar")).to_be_visible()
    ana.page.wait_for_timeout(4_000)  # The code that greets comes two seconds after the table.
    expect(bubble(ana)).to_have_count(0)
    for number in (2, 3, 3):
        reacts(ana, "palmas")
        if times(ana) == number and number == 2:
            expect(bubble(ana).get_by_role("img", name="palmas", include_hidden=True)).to_be_visible()
        ana.page.wait_for_timeout(700)
        assert times(ana) == number


def test_robots_say_nothing_where_that_is_set(people: People) -> None:
    ana = people(quiet=False)
    ana.visit("/ajustes")
    group = ana.page.get_by_role("group", name="Robôs cumprimentam e reagem")
    choice = group.or_(ana.page.get_by_role("radiogroup", name="Robôs cumprimentam e reagem")).first
    choice.get_by_text("não").click()
    alone(ana)
    ana.page.wait_for_timeout(4_000)
    expect(bubble(ana)).to_have_count(0)
    assert times(ana) == 0


def test_the_column_beside_the_table_has_no_talk_where_nobody_can_answer(people: People) -> None:
    ana = people(size=DESKTOP, quiet=False)
    table = alone(ana)
    expect(ana.page.locator(".side").get_by_role("heading", name="Desde a sua vez")).to_be_visible()
    expect(ana.page.locator(".side .chat")).to_have_count(0)
    assert EMPTY not in ana.page.inner_text("body")
    ana.presses("Conversa")
    ana.sees("Você joga com robôs. Eles respondem de vez em quando.")
    ana.page.keyboard.press("Escape")
    bia = people("Bia")
    bia.visit(f"/mesa/{table}")  # Spectators can read the chat.
    expect(ana.page.locator(".side .chat")).to_be_visible()
