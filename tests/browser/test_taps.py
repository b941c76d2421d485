"""A whole deal by taps alone, on a small, slow phone with letters twice as large; and the time until a tap shows."""

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
"""Milliseconds after which a second tap counts separately."""
SLOW = 4
"""How many times slower than this machine the phone is."""
TARGET, CARD = 44, 24
"""Pixels: the least width and height of a tappable element, and of the visible part of a card, as WCAG 2.2 asks
(2.5.8).
"""
MANY = 30
"""In larger hands less of each card is visible; the list of all moves serves instead."""
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
    """A player with a finger that needs room."""

    def taps(self, place: Locator) -> None:
        """Tap the middle of an element. Fails if it is covered, outside the window or too small."""
        place.tap(trial=True)
        found = place.evaluate(MEASURE)
        assert found["free"], f"something covers it: {found}"
        assert found["inside"], f"out of the window: {found}"
        assert min(found["width"], found["height"]) >= TARGET - 0.01, f"too small: {found}"
        self.page.touchscreen.tap(found["x"], found["y"])

    def taps_card(self, card: dict[str, Any]) -> None:
        """Tap a card in its visible corner, after scrolling to it."""
        option = self.page.locator(f"[role=option][data-key='{card['key']}']")
        option.scroll_into_view_if_needed()
        free = option.evaluate(FREE, CORNER)
        if len(self.seen.raw["hand"]) <= MANY:
            assert min(free["width"], free["height"]) >= CARD, f"too little is seen of {card['name']}: {free}"
        self.page.touchscreen.tap(free["x"], free["y"])


def slowly(page: Page) -> CDPSession:
    """Slow the page down as on a slow phone, until the session ends."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    return session


def phone(people: People) -> Person:
    """Return a person with a small phone and letters twice as large."""
    found = people(size=SMALL)
    found.sets(text="200")
    return found


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_a_deal_by_taps_alone(people: People, every: int) -> None:
    """The long run taps every turn on the slowed phone; the short one every third, with only the first turn slowed."""
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
    """A choice and a discard both show before the server answers."""
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
    # The page asks a little later: it takes a sooner tap for a trembling finger.
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
