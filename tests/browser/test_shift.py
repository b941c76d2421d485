"""Nothing at the table moves by itself: its parts keep their places from the first card to the end of the deal."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

from canastra.bots import GreedyBot
from canastra.protocol import State
from canastra.protocol.view import view_of
from canastra.rulebooks import official
from tests.browser.people import DESKTOP, PHONE, People, Person, Size
from tests.browser.playing import PATIENCE, Player

pytestmark = pytest.mark.slow

SMALL = (320, 568)
LYING = (844, 390)
LEAST = 0.01
"""The largest layout shift that players don't notice; browsers call up to ten times as much good."""
SHOWN = 120_000
"""Milliseconds in which a deal is shown at a fast pace."""
NOTHING = 0.0001
"""The largest shift that rounding by the browser can explain."""
WATCH = """(() => {
  window.shifts = [];
  const told = ({ node, previousRect: { x, y }, currentRect: to }) =>
    `${node?.className ?? node?.parentElement?.className} from ${x}, ${y} to ${to.x}, ${to.y}`;
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((each) => ({
    at: each.startTime, value: each.value, answer: each.hadRecentInput, what: each.sources.map(told),
  })))).observe({ type: 'layout-shift', buffered: true });
})()"""
LAID = """() => {
  window.laid = [];
  let lying = Infinity;
  const look = () => {
    const cards = document.querySelectorAll('.discards .slot .card');
    if (cards.length > lying) window.laid.push(getComputedStyle(cards[cards.length - 1]).opacity);
    lying = cards.length;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes the first opacity of each card that is laid on the pile."""
FINALE = """() => {
  window.finale = {};
  new MutationObserver(() => {
    const lasts = document.querySelector('.finale') !== null;
    if (lasts) window.finale.came ??= performance.now();
    else if (window.finale.came) window.finale.went ??= performance.now();
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
}"""
"""Notes when the last table of a deal appears and disappears."""
ZONES = (".head", ".players", ".theirs", ".middle", ".ours", ".area .line", ".area .bar", ".area .hand")
PLACES = """(zones) => Object.fromEntries(zones.map((zone) => {
  const { x, y, width, height } = document.querySelector(`.table ${zone}`)?.getBoundingClientRect() ?? {};
  return [zone, [x, y + scrollY, width, height].map(Math.round)];  // A tap may have scrolled the page.
}))"""


def cls(shifts: list[dict[str, Any]]) -> float:
    """Return the cumulative layout shift as browsers do: of the worst five seconds, ended by a second of rest."""
    worst = window = began = last = 0.0
    for shift in shifts:
        if shift["at"] - last > 1000 or shift["at"] - began > 5000:
            window, began = 0.0, shift["at"]
        window, last = window + shift["value"], shift["at"]
        worst = max(worst, window)
    return worst


@dataclass
class Watched:
    """A player against bots, whose page records its layout shifts."""

    player: Player
    rulebook: str

    @property
    def page(self) -> Page:
        return self.player.page

    def places(self) -> dict[str, list[int]]:
        """Return the boxes of the table's parts."""
        found: dict[str, list[int]] = self.page.evaluate(PLACES, list(ZONES))
        return found

    def moved(self, answers: bool = False) -> list[dict[str, Any]]:
        """Return the shifts without a tap shortly before, or with `answers` those after a tap."""
        shifts: list[dict[str, Any]] = self.page.evaluate("window.shifts")
        return [shift for shift in shifts if shift["answer"] == answers]

    def comes(self) -> bool:
        """Wait until it is this player's turn. Return False if the deal has ended."""
        ear, deadline = self.player.ear, time.monotonic() + PATIENCE
        while not ear.ended and (not ear.state.get("play") or ear.play["to_act"] != self.player.seat):
            assert time.monotonic() < deadline, "the own turn doesn't come"
            self.page.wait_for_timeout(10)
        return not ear.ended

    def plays(self, by_hand: bool) -> str:
        """Do the bot's action, and return it: with taps on the page, or without it, so that no shift answers a tap."""
        view = view_of(cast(State, self.player.ear.state), official(self.rulebook))
        assert view
        action = str(GreedyBot(3).choose(view))
        if by_hand and action.split()[0] in ("draw", "discard"):
            self.player.look()
            self.player.does(action)
        else:
            self.player.does_beside(action)
        return action


def watched(people: People, size: Size, rulebook: str, *, motion: str = "reduce", speed: str = "none") -> Watched:
    ana = people(size=size, reduced_motion=motion)
    ana.sets(speed=speed)
    ana.page.add_init_script(WATCH)
    table = ana.opens(rulebook=rulebook, bots="greedy", clock={"between": 3_600_000})["table"]
    player = Player(ana, 0, table, drags=size == DESKTOP)
    player.sits()
    expect(ana.page.locator(".area .bar")).to_be_visible()
    return Watched(player, rulebook)


@pytest.mark.parametrize(
    ("size", "rulebook"),
    [
        (SMALL, "tranca"),
        pytest.param(PHONE, "buraco", marks=pytest.mark.soak),
        pytest.param(LYING, "canastra-duelo", marks=pytest.mark.soak),
        (DESKTOP, "buraco"),
    ],
)
def test_nothing_moves_while_a_deal_is_played(people: People, size: Size, rulebook: str) -> None:
    table = watched(people, size, rulebook)
    places: dict[str, list[int]] = {}
    turns, tapped = 0, table.player.done
    while table.comes():
        places = places or table.places()
        table.plays(by_hand=turns > 2 and tapped.total() < 4)
        now = table.places()
        assert now == places or table.player.ear.ended
        turns += 1
    assert tapped.total() == 4
    moved = table.moved()
    assert cls(moved) < LEAST, moved
    answers = table.moved(answers=True)
    assert cls(answers) < LEAST, answers
    table.player.person.fits()
    if size == DESKTOP:
        the_end_is_seen_until_one_goes_on(table.player.person)


def the_end_is_seen_until_one_goes_on(person: Person) -> None:
    """Reloading keeps the deal's end on the page until its player goes on, on a phone too."""
    person.resizes(PHONE)
    end = person.page.locator("#deal-end")
    expect(end).to_be_visible()
    person.usable()
    person.page.reload()
    expect(end).to_be_visible()
    person.presses("Próxima mão")
    expect(end).to_have_count(0)
    person.page.reload()
    expect(person.page.locator(".area .bar")).to_be_visible()
    expect(end).to_have_count(0)


def test_with_all_that_flies_nothing_moves_either(people: People) -> None:
    """Tested from the first card to the end of the deal: first words, tenth cards, longer piles, smaller melds."""
    table = watched(people, PHONE, "buraco", motion="no-preference", speed="fast")
    table.page.evaluate(LAID)
    table.page.evaluate(FINALE)
    actions = []
    while table.comes():
        actions.append(table.plays(by_hand=False))
    assert len(actions) > 6
    expect(table.page.locator("#deal-end")).to_be_visible(timeout=SHOWN)
    went = table.page.evaluate("window.finale.went")
    moved = [shift for shift in table.moved() if shift["at"] < went]
    assert cls(moved) < NOTHING, moved
    laid = table.page.evaluate("window.laid")
    # A card of another player is invisible in its place until it has flown there. Own cards, played without the page,
    # appear there.
    own = sum(action.startswith("discard") for action in actions)
    assert len(laid) > 2 * own
    assert sum(opacity == "1" for opacity in laid) <= own, laid
    partner = table.page.locator(".seat .partner")
    assert partner.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth"), "its word is cut off"


def test_what_is_chosen_moves_nothing_but_itself(people: People) -> None:
    """Buttons that appear and disappear, a long reason and the list of ways change no part's place."""
    table = watched(people, SMALL, "buraco")
    table.comes()
    table.plays(by_hand=False)
    places = table.places()
    page = table.page
    options = page.get_by_role("option")
    for place in range(5):
        options.nth(place).tap(position={"x": 11, "y": 9})
        page.wait_for_timeout(60)
        assert table.places() == places
    page.keyboard.press("Escape")
    for name in ("Mais", "Dica"):
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.locator(".sheet")).to_be_visible()
        assert table.places() == places
        page.get_by_role("button", name="Fechar", exact=True).tap()


def test_the_waiting_room_has_all_its_places_at_once(people: People) -> None:
    ana = people()
    ana.page.add_init_script(WATCH)
    table = ana.opens(private=True)["table"]
    ana.visit(f"/mesa/{table}")
    ana.sees("Chame quem vai jogar")
    expect(ana.page.get_by_role("button", name="Fechar a mesa")).to_be_visible()
    moved = ana.page.evaluate("window.shifts")
    assert cls(moved) < LEAST, moved


def test_a_shift_is_noticed(people: People) -> None:
    """A shift is noticed."""
    ana: Person = people()
    ana.page.add_init_script(WATCH)
    ana.visit("/")
    ana.page.evaluate("""async () => {
      document.querySelector('main').style.marginTop = '120px';
      for (let n = 0; n < 1000 && !window.shifts.length; n++) await new Promise((done) => setTimeout(done, 10));
    }""")
    assert cls(ana.page.evaluate("window.shifts")) > LEAST
