"""Remarks and reactions at the table: shown once beside the player's seat, for a moment, at default settings."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, People
from tests.browser.playing import PATIENCE, Player
from tests.browser.test_people import closes, talk

pytestmark = pytest.mark.slow

MOMENT = 5
"""Seconds for which a bubble is visible."""
SLACK = 2
"""Seconds by which a busy machine may show it earlier than the test notices."""
WATCH = """() => {
  window.bubbles = [];
  const seen = new WeakSet();
  const look = () => {
    for (const bubble of document.querySelectorAll('.saying')) {
      if (seen.has(bubble) || !bubble.checkVisibility({ opacityProperty: true })) continue;
      seen.add(bubble);
      window.bubbles.push(bubble.textContent.trim() || bubble.querySelector('[aria-label]').ariaLabel);
    }
  };
  setInterval(look, 20);
}"""
"""Notes each visible bubble."""


def two(people: People) -> tuple[Player, Player]:
    """Two players on phones at a table whose match has begun."""
    ana, bia = (people(name, PHONE, quiet=False) for name in ("Ana", "Bia"))
    table = ana.opens(rulebook="canastra-duelo", talk={"mode": "free"})["table"]
    bia.asks("PUT", f"/api/tables/{table}/seats/1", {})
    players = Player(ana, 0, table), Player(bia, 1, table)
    for player in players:
        player.sits()
    for player in players:
        expect(player.page.locator(".area .bar")).to_be_visible()
        player.page.evaluate(WATCH)
    return players


def says(player: Player, phrase: str) -> None:
    """Say a phrase from the menu's list."""
    talk(player.person).get_by_role("button", name=phrase).click()
    closes(player.person)


def turns(players: tuple[Player, Player], count: int) -> None:
    """Play turns of a draw and a discard without the pages, each until both pages show it."""
    for _ in range(count):
        actor = players[players[0].ear.play["to_act"]]
        before = actor.ear.play["turn"]
        for verb in ("draw", "discard"):
            legal = [action for action in actor.ear.play["legal"] if action.split()[0] == verb]
            actor.does_beside(legal[0])
        deadline = time.monotonic() + PATIENCE
        while any(player.ear.play["turn"] == before for player in players):
            assert time.monotonic() < deadline
            players[0].page.wait_for_timeout(20)
    shown = str(players[0].ear.play["stock_size"])
    for player in players:
        expect(player.page.locator(".stock .count")).to_have_text(shown)


def bubbles(player: Player) -> list[str]:
    """Return all bubbles noted since the page was watched."""
    found: list[str] = player.page.evaluate("window.bubbles")
    return found


def test_a_bubble_comes_once_and_goes(people: People) -> None:
    ana, bia = players = two(people)
    says(bia, "Boa sorte!")
    bubble = ana.page.locator(".saying")
    expect(bubble).to_have_text("Boa sorte!")
    began = time.monotonic()
    expect(bubble).to_have_count(0)
    assert MOMENT - SLACK < time.monotonic() - began < 2 * MOMENT
    turns(players, 3)
    talk(ana.person).get_by_title("palmas").click()
    closes(ana.person)
    expect(bia.page.locator(".saying")).to_have_count(1)
    expect(bia.page.locator(".saying")).to_have_count(0)
    turns(players, 3)
    assert [bubbles(player) for player in players] == [["Boa sorte!", "palmas"]] * 2
    ana.page.reload()
    ana.person.settled()
    ana.page.evaluate(WATCH)
    turns(players, 2)
    assert not bubbles(ana), "after a reload what was said before comes again"


def test_what_was_said_while_one_was_away_is_in_the_chat(people: People) -> None:
    ana, bia = players = two(people)
    says(ana, "Boa sorte!")
    expect(bia.page.locator(".saying")).to_have_count(1)
    expect(bia.page.locator(".saying")).to_have_count(0)
    bia.person.forgive("ERR_INTERNET_DISCONNECTED")
    bia.person.context.set_offline(True)
    expect(bia.page.locator(".warning")).to_be_visible()
    says(ana, "Bom jogo!")
    ana.page.wait_for_timeout(MOMENT * 1000)
    bia.person.context.set_offline(False)
    expect(bia.page.locator(".warning")).to_have_count(0)
    turns(players, 2)
    expect(bia.page.get_by_role("button", name="2 falas novas")).to_be_visible()
    assert bubbles(bia) == ["Boa sorte!"]
    says(ana, "Obrigado!")
    expect(bia.page.locator(".saying")).to_have_text("Obrigado!")


def test_no_bubble_lies_over_the_end_of_a_match(people: People) -> None:
    ana, bia = two(people)
    says(bia, "Bom jogo!")
    expect(ana.page.locator(".saying")).to_have_count(1)
    resigns = {"type": "offer", "offer": "resign", "id": "resigns"}
    bia.person.asks("POST", f"/api/tables/{bia.table}/commands", resigns)
    for player in (ana, bia):
        expect(player.page.locator("#match-end")).to_be_visible()
        expect(player.page.locator(".saying")).to_have_count(0, timeout=1)
