"""Announcements of the table for a player who uses a screen reader, at default settings."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from canastra.rulebooks import official
from tests.browser.agreeing import own_turn
from tests.browser.people import DESKTOP, People
from tests.browser.playing import Player, greedy
from tests.browser.speech import PT

pytestmark = pytest.mark.slow

RULEBOOK = "tranca"
TURNS = 4
LISTEN = """() => {
  const live = '[role=status], [role=alert], [role=log], [aria-live]';
  window.heard = [];
  new MutationObserver((changes) => {
    const regions = new Set(changes.map(({ target }) => (target.parentElement ?? target).closest(live)));
    for (const region of regions) if (region) window.heard.push(region.textContent.trim());
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes the announcements of live regions, as a screen reader would read them."""
NESTED = """() => document.querySelectorAll(
  '[role=img] [role=img], [role=img] svg:not([aria-hidden] *), [role=option] [role=img]'
).length"""
"""How many pictures lie inside an element that has a name already."""


@pytest.fixture
def ana(people: People) -> Player:
    """A player alone with robots, whose announcements are noted."""
    person = people(size=DESKTOP, quiet=False)
    found = Player(person, 0, person.opens(rulebook=RULEBOOK, bots="greedy")["table"], drags=True)
    found.sits()
    assert own_turn(found)
    return found


def plays(player: Player, turns: int) -> None:
    """Play own turns without the page, and wait each time until the page shows the next one."""
    rulebook = official(RULEBOOK)
    for _ in range(turns):
        turn = player.ear.play["turn"]
        while own_turn(player) and player.ear.play["turn"] == turn:
            player.does_beside(greedy(player, rulebook, 0))
    assert own_turn(player)


def test_each_deed_is_told_once(ana: Player) -> None:
    ana.page.evaluate(LISTEN)
    plays(ana, TURNS)
    expect(ana.page.locator(".area .turn")).to_contain_text(PT.mine)
    heard: list[str] = [text for text in ana.page.evaluate("window.heard") if text]
    assert not [text for text in heard if re.search(r"\b0 cartas|:\s*$", text)], heard
    events = Counter(re.findall(r"(T[ií][oa] \w+)[^.]*? descartou", " . ".join(heard)))
    assert events == dict.fromkeys(("Tio Beto", "Tia Neide", "Tio Nico"), TURNS), heard
    # A robot's own remark comes after its name and a colon.
    rounds = [text for text in heard if re.match(r"T[ií][oa] \w+ ", text)]
    assert len(rounds) == TURNS, rounds


def test_everything_has_one_name_without_gaps(ana: Player) -> None:
    plays(ana, TURNS)
    seats = ana.page.get_by_role("list", name="Jogadores").get_by_role("button")
    names = re.findall(r'button "(.*?)"', ana.page.get_by_role("list", name="Jogadores").aria_snapshot())
    assert len(names) == seats.count() == 3
    for name in names:
        assert re.fullmatch(r"\w+ \w+(, [\w ]+)*, \d+ cartas?(, [\w ]+)*, robô(, [\w ]+)*", name), name
    assert ana.page.evaluate(NESTED) == 0
    options = ana.page.get_by_role("listbox").aria_snapshot()
    assert len(re.findall(r"- option ", options)) == len(ana.ear.play["hand"].split())
    assert "img" not in options
    for side in (".ours", ".melds:not(.ours)"):
        melds = ana.page.locator(f"{side} li.meld")
        said = [meld.locator(".unseen").first.inner_text() for meld in melds.all()]
        assert [re.match(r"jogo (\d+), ", text)[1] for text in said] == [str(n) for n in range(1, len(said) + 1)]  # type: ignore[index]
