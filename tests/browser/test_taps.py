"""A whole deal by taps alone, on a small and slow phone with letters twice as large; and how soon a tap shows."""

from __future__ import annotations

import json
import sys
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, WebSocketRoute, expect

from canastra.rulebooks import official
from tests.browser.agreeing import own_turn, points_shown
from tests.browser.looking import CORNER
from tests.browser.people import People, Person
from tests.browser.playing import Player, greedy
from tests.browser.speech import PT

RULEBOOK = "buraco"
SMALL = (375, 667)
TWICE = 400
"""Milliseconds after which a second tap is one of its own."""
SLOW = 4
"""Times slower than this machine."""
TARGET, CARD = 44, 24
"""Pixels: what everything is wide and high that is tapped; and, of a card among others, the part that can be tapped, as
WCAG 2.2 asks at least (2.5.8)."""
MANY = 30
"""Cards in a hand, beyond which even less is seen of each: then the list of all moves does the same."""
MEASURE = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const seen = document.elementFromPoint(x, y);
  return {
    x, y, width, height, name: element.ariaLabel ?? element.textContent,
    inside: left >= -4 && top >= -4 && left + width <= innerWidth + 4 && top + height <= innerHeight + 4,
    free: element.contains(seen),
  };
}"""
FREE = """(element, [right, down]) => {
  const { left, top } = element.getBoundingClientRect();
  const [x, y] = [left + right, top + down];
  const free = (x, y) => element.contains(document.elementFromPoint(x, y));
  const reach = (across, down) => {
    let far = 0;
    while (far < 60 && free(x + across * (far + 1), y + down * (far + 1))) far++;
    return far;
  };
  return { x, y, width: 1 + reach(-1, 0) + reach(1, 0), height: 1 + reach(0, -1) + reach(0, 1) };
}"""
WATCH = """() => {
  window.shown = [];
  let began = 0;
  addEventListener('pointerdown', ({ timeStamp }) => (began = timeStamp), true);
  new MutationObserver(() => requestAnimationFrame(() => window.shown.push(performance.now() - began)))
    .observe(document.querySelector('[role=listbox]'), { subtree: true, attributeFilter: ['aria-selected'] });
}"""


class Tapper(Player):
    """Has a finger that needs room."""

    def taps(self, place: Locator) -> None:
        """In the middle of what is to be tapped."""
        place.tap(trial=True)
        found = place.evaluate(MEASURE)
        assert found["free"], f"something covers it: {found}"
        assert found["inside"], f"out of the window: {found}"
        assert min(found["width"], found["height"]) >= TARGET - 0.01, f"too small: {found}"
        self.page.touchscreen.tap(found["x"], found["y"])

    def taps_card(self, card: dict[str, Any]) -> None:
        """In the corner that is seen, to which one may have to scroll."""
        option = self.page.locator(f"[role=option][data-key='{card['key']}']")
        option.scroll_into_view_if_needed()
        free = option.evaluate(FREE, CORNER)
        if len(self.seen.raw["hand"]) <= MANY:
            assert min(free["width"], free["height"]) >= CARD, f"too little is seen of {card['name']}: {free}"
        self.page.touchscreen.tap(free["x"], free["y"])


def slowly(page: Page) -> CDPSession:
    """As on a slow phone, as long as the session lasts."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    return session


def phone(people: People) -> Person:
    """With letters twice as large."""
    found = people(size=SMALL)
    found.sets(text="200")
    return found


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_a_deal_by_taps_alone(people: People, every: int) -> None:
    """In the long run on every turn, and slow to the end; else on every third one, and slow on the first."""
    ana = phone(people)
    tapper = Tapper(ana, 0, ana.opens(rulebook=RULEBOOK, bots="greedy")["table"])
    tapper.sits()
    session = slowly(ana.page)
    rulebook, seen = official(RULEBOOK), set[int]()
    while own_turn(tapper):
        seen.add(tapper.ear.play["turn"])
        if len(seen) > 1 < every:
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        ana.fits()
        does = tapper.does if len(seen) % every == 1 % every else tapper.does_beside
        does(greedy(tapper, rulebook, tapper.ear.step))
    points_shown(tapper, ana.asks("GET", f"/api/tables/{tapper.table}/replay")["deals"][0]["scores"])
    tapper.leaves()


def test_a_tap_shows_before_the_server_has_answered(people: People, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a chosen card nor one that is discarded waits for the network."""
    ana = phone(people)
    held: list[str] = []
    holding = False
    servers: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        servers.append(server)
        socket.on_message(lambda text: (held.append if holding else server.send)(str(text)))

    ana.page.route_web_socket("**/socket?**", route)
    table = ana.opens(rulebook=RULEBOOK, bots="greedy")["table"]
    ana.visit(f"/mesa/{table}")
    ana.presses("Pode começar")
    ana.page.locator(".bar [data-verb=draw]").tap()
    cards = ana.page.get_by_role("option")
    expect(cards).to_have_count(12)
    holding = True
    session = slowly(ana.page)
    ana.page.evaluate(WATCH)
    for place in range(6):
        cards.nth(place).tap(position={"x": 11, "y": 9})
        expect(cards.nth(place)).to_have_attribute("aria-selected", "true")
        ana.page.wait_for_timeout(TWICE)
        cards.nth(place).tap(position={"x": 11, "y": 9})
        expect(cards.nth(place)).to_have_attribute("aria-selected", "false")
    times: list[float] = ana.page.evaluate("window.shown")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    with capsys.disabled():
        sys.stdout.write(f"\na tap shows after {median(times):.0f} ms, {max(times):.0f} at most, {SLOW} times slower\n")
    cards.first.tap(position={"x": 11, "y": 9})
    ana.page.locator(".bar [data-verb=discard]").tap()
    # Until it is asked about: a tap that comes sooner is taken for a finger that trembles.
    ana.page.locator(".bar").get_by_role("button", name=PT.back, exact=True).wait_for()
    ana.page.locator(".bar .primary:not([aria-disabled=true])").tap()
    expect(cards).to_have_count(11)
    assert [message["type"] for message in map(json.loads, held)].count("act") == 1
    holding = False
    for text in held:
        servers[-1].send(text)
    expect(ana.page.locator(".bar .sent")).to_have_count(0)
    expect(cards).to_have_count(11)
    ana.asks("POST", f"/api/tables/{table}/commands", {"type": "leave", "id": "over"})
