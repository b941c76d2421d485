"""A whole deal by the keyboard alone, without mouse or finger, and always with a visible focus."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from canastra.rulebooks import official
from tests.browser.agreeing import own_turn, points_shown
from tests.browser.people import DESKTOP, People
from tests.browser.playing import ALWAYS_ASKED, PATIENCE, Player, Way, cards_of, greedy

pytestmark = pytest.mark.slow

RULEBOOK = "canastra-duelo"
REACHABLE = """(where) => document.activeElement.matches(where)
  ? null : document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]').length"""
"""Returns the most elements that Tab can reach, null once the focus is at the wanted one."""
LISTEN = """() => {
  window.said = [];
  window.pointed = 0;
  let last = '';
  new MutationObserver(() => {
    const text = document.querySelector('.area .line .turn')?.textContent ?? '';
    if (text !== last) window.said.push(text);
    last = text;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  for (const type of ['pointerdown', 'touchstart', 'mousedown']) addEventListener(type, () => window.pointed++, true);
}"""
LETTERS = {"draw": "m", "take": "l", "discard": "l", "meld": "b"}


class Typist(Player):
    """A player with only a keyboard."""

    def press(self, *keys: str) -> None:
        """Press one key after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, where: str) -> None:
        """Press Tab until the focus is there."""
        self.page.locator(where).first.wait_for(state="attached")
        pressed = 0
        while (most := self.page.evaluate(REACHABLE, where)) is not None:  # Other elements may have appeared.
            assert pressed < most + 2, f"the keyboard doesn't come to {where}"
            self.press("Tab")
            pressed += 1

    def way(self, action: str) -> Way:
        """Melds have the keys 1 to 9."""
        found = super().way(action)
        return "bar" if found == "table" and action.startswith("lay 1") and action.split()[1] != "1" else found

    def begins(self, action: str, way: Way) -> None:
        """Act by the button's key, by the key of the place, or by the list of moves."""
        verb, *rest = action.split()
        if way == "list":
            self.press("j")
            self.tab_to(f'[data-action="{action}"]')
            self.press("Enter")
        elif way == "table":
            self.press(rest[0] if verb == "lay" else LETTERS[verb])
        else:
            button = self.page.locator(f".bar [data-verb={verb}]")
            button.wait_for()
            self.page.locator(".bar:not(.settling)").wait_for()
            self.press("Enter" if "primary" in (button.get_attribute("class") or "") else "Shift+Enter")

    def selects(self, action: str, way: Way) -> None:
        """Move through the hand by the arrows, and choose or unchoose cards by the space bar."""
        self.tab_to("[role=option], .hand [tabindex]")
        wanted = [] if way == "list" else cards_of(action)
        hand = self.look().raw["hand"]
        at = next((place for place, card in enumerate(hand) if card["active"]), 0)
        for place in wrongly(hand, wanted):
            self.press(*["ArrowRight" if place > at else "ArrowLeft"] * abs(place - at), "Space")
            at = place
        assert not wrongly(self.look().raw["hand"], wanted)

    def answers(self, action: str, before: int) -> None:
        """Answer the page's questions until the action is done."""
        deadline = time.monotonic() + PATIENCE
        if action.split()[0] in ALWAYS_ASKED:
            self.page.locator(".bar .primary:not([aria-disabled=true])").wait_for()
            self.press("Enter")
        while self.ear.step <= before and not self.ear.ended:
            assert time.monotonic() < deadline, f"{action} is not done: {self.look().raw}"
            self.page.wait_for_timeout(10)
            if self.page.locator(".sheet .way").count():
                self.tab_to(".sheet .way")
                self.press("Enter")


def orders(typist: Typist) -> None:
    """Sort the hand in another order; the focus stays on its card."""
    typist.tab_to("[role=option]")
    before = [card["key"] for card in typist.look().raw["hand"] if card["active"]]
    typist.press("o")
    assert [card["key"] for card in typist.look().raw["hand"] if card["active"]] == before


def wrongly(hand: list[dict[str, Any]], wanted: list[str]) -> list[int]:
    """Return the positions in the hand to choose or unchoose, so that exactly these cards are chosen."""
    missing, found = Counter(wanted), []
    for place, card in sorted(enumerate(hand), key=lambda each: not each[1]["chosen"]):
        if missing[card["card"]]:
            missing[card["card"]] -= 1
            if not card["chosen"]:
                found.append(place)
        elif card["chosen"]:
            found.append(place)
    assert not missing.total(), f"{missing} are not in the hand"
    return found


def test_the_keyboard_stays_on_the_bar(people: People) -> None:
    """The focus stays whatever the main button offers next."""
    ana = people(size=DESKTOP)
    typist = Typist(ana, 0, ana.opens(rulebook=RULEBOOK, bots="greedy")["table"], drags=True)
    typist.sits()
    assert own_turn(typist)
    typist.tab_to(".bar [data-verb=draw]")
    typist.press("Enter")
    button = ana.page.locator(".bar .nothing:not(.gone)")
    expect(button).to_be_focused()
    ana.page.get_by_role("option").first.evaluate("(card) => card.click()")
    expect(ana.page.locator(".bar [data-verb=discard]")).to_be_focused()


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_a_deal_by_the_keyboard_alone(people: People, every: int) -> None:
    """The keyboard plays every turn in the long run, else every third; each turn is announced."""
    ana = people(size=DESKTOP)
    typist = Typist(ana, 0, ana.opens(rulebook=RULEBOOK, bots="greedy")["table"])
    ana.visit(f"/mesa/{typist.table}")
    typist.tab_to(".room .main .button")
    ana.page.evaluate(LISTEN)
    typist.press("Enter")
    turns: list[int] = []
    assert own_turn(typist)
    assert typist.seen.raw["focus"] != "body", "who was ready has lost the keyboard"
    while own_turn(typist):
        turn = typist.ear.play["turn"]
        if turn not in turns:
            orders(typist)
            turns.append(turn)
            said = ana.page.evaluate("window.said.splice(0)")
            assert [text for text in said if typist.speech.mine in text], f"turn {turn} is not told: {said}"
        action = greedy(typist, official(RULEBOOK), turn)
        if len(turns) % every == 1 % every:
            typist.does(action)
            assert typist.look().raw["focus"] != "body", f"after {action}"
        else:
            typist.does_beside(action)
    assert turns == [*range(turns[0], turns[-1] + 1, 2)], "not every other turn was the own one"
    assert ana.page.evaluate("window.pointed") == 0
    end = ana.page.locator("#match-end")
    expect(end).to_be_focused()
    points_shown(typist, ana.asks("GET", f"/api/tables/{typist.table}/replay")["deals"][0]["scores"])
