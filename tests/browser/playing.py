"""A player at a table who uses the page as people do: reading it, tapping, dragging, choosing from the list."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, Literal, cast

from playwright.sync_api import Locator, Page

from canastra.bots import GreedyBot
from canastra.protocol import State
from canastra.protocol.view import view_of
from canastra.rulebooks import Rulebook
from tests.browser.hearing import Ear, stood_for
from tests.browser.looking import CORNER, LOOK, Sight, hidden
from tests.browser.people import SECONDS, Person
from tests.browser.speech import CARDS, SPEECH, Speech

PATIENCE = 4 * SECONDS
Way = Literal["bar", "table", "list", "drag"]
"""The ways to act: cards and a button; cards and a place of the table; the list of all moves; cards dragged to their
place.
"""
WAYS: dict[str, tuple[Way, ...]] = {
    "draw": ("bar", "table", "list"),
    "take": ("table", "bar", "list"),
    "meld": ("drag", "bar", "table", "list"),
    "lay": ("drag", "table", "bar", "list"),
    "discard": ("drag", "bar", "table", "list"),
    "shift": ("list",),
}
ALWAYS_ASKED = ("pass", "withdraw")
ASKED_OF_FINGERS = ("discard", "take", "refuse")
FREE = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@dataclass
class Player:
    """A person with a seat. A player with a mouse drags some cards; a player on a phone only taps."""

    person: Person
    seat: int
    table: str
    drags: bool = False
    ear: Ear = field(init=False)
    seen: Sight = field(init=False)
    """The latest reading of the page."""
    done: Counter[tuple[str, Way]] = field(default_factory=Counter)
    """How often each verb was done in each way."""

    def __post_init__(self) -> None:
        self.ear = Ear(self.page)
        ways = {verb: [way for way in ways if way != "drag" or self.drags] for verb, ways in WAYS.items()}
        self._ways = {verb: cycle(each) for verb, each in ways.items()}

    @property
    def page(self) -> Page:
        """The tab with the table."""
        return self.person.page

    @property
    def speech(self) -> Speech:
        """The language that the player reads."""
        return SPEECH[self.person.language]

    @property
    def touches(self) -> bool:
        """True if the player has a touch screen and no mouse."""
        return not self.drags

    # Looking

    def look(self, pattern: str = "") -> Sight:
        """Read the page once. `pattern` is one of cards to search for in the whole page."""
        raw = self.page.evaluate(LOOK, {"hidden": pattern, "corner": CORNER})
        self.seen = Sight(self.seat, self.speech, raw)
        return self.seen

    def secrets(self) -> str:
        """A pattern of the cards that the player can't know."""
        known = self.ear.seen | self.ear.drawn | set(stood_for(self.ear.play))
        return hidden(self.speech, known)

    # Doing

    def sits(self) -> None:
        """Open the table, take the seat and be ready."""
        self.person.visit(f"/mesa/{self.table}")
        self.taps(self.page.get_by_role("button", name=self.speech.ready, exact=True))

    def leaves(self) -> None:
        """Leave the table without the page: when all players have left, no bot plays on."""
        self.person.asks("POST", f"/api/tables/{self.table}/commands", {"type": "leave", "id": "over"})

    def does(self, action: str) -> None:
        """Do an action, given in notation, in the next way for its verb, and wait until the server has done it."""
        verb = action.split()[0]
        way = self.way(action)
        before, sent = self.ear.step, len(self.ear.acts)
        self.selects(action, way)
        self.begins(action, way)
        self.answers(action, before)
        self.done[verb, way] += 1
        told = self.ear.acts[sent]
        assert told.split()[0] == verb
        if way == "list":
            assert told == action
        elif way in ("table", "drag") and verb == "lay":
            assert told.split()[1] == action.split()[1]
        if way != "list":
            assert sorted(cards_of(told)) == sorted(cards_of(action))

    def does_beside(self, action: str) -> None:
        """Do an action without the page, as a second tab would, and wait until the page has received it."""
        step = self.ear.step
        command = {"type": "act", "id": f"beside-{step}", "action": action, "step": step}
        told = self.person.asks("POST", f"/api/tables/{self.table}/commands", command)
        assert told["type"] == "done", told
        while self.ear.step == step and not self.ear.ended:
            self.page.wait_for_timeout(10)

    def way(self, action: str) -> Way:
        """Return the next way for the action's verb."""
        ways = self._ways.get(action.split()[0])
        found = next(ways) if ways else "bar"
        # The list has the smallest moves only; for a larger meld, cards have to be chosen.
        return "bar" if found == "list" and action not in self.ear.play["legal"] else found

    def selects(self, action: str, way: Way) -> None:
        """Choose exactly the cards of an action, where the latest reading has them."""
        wanted = [] if way == "list" else cards_of(action)
        for card in sorted(self.seen.raw["hand"], key=lambda card: not card["chosen"]):
            if card["card"] in wanted:
                wanted.remove(card["card"])
                if not card["chosen"]:
                    self.taps_card(card)
            elif card["chosen"]:
                self.taps_card(card)
        assert not wanted, f"{wanted} are not in the hand"

    def begins(self, action: str, way: Way) -> None:
        """Act with the chosen cards, up to the page's first question."""
        verb = action.split()[0]
        if way == "table" and verb == "meld":
            self.knows(action)
            if not self.is_free(self.place(action)):
                way = "bar"  # The melds there leave no room in the middle.
        if way == "bar":
            self.taps(self.page.locator(f".bar [data-verb={verb}]"))
        elif way == "list":
            self.taps(self.page.get_by_role("button", name=self.speech.more, exact=True))
            self.taps(self.page.get_by_role("button", name=self.speech.moves, exact=True))
            self.taps(self.page.locator(f'[data-action="{action}"]'))
        elif way == "table":
            self.taps(self.place(action))
        else:
            self.drags_cards(action)

    def answers(self, action: str, before: int) -> None:
        """Answer the page's questions until the action is done."""
        verb = action.split()[0]
        if verb in ALWAYS_ASKED or (self.touches and verb in ASKED_OF_FINGERS):
            back = self.page.locator(".bar").get_by_role("button", name=self.speech.back, exact=True)
            back.wait_for()
            self.taps(self.page.locator(".bar .main button"))
        deadline = time.monotonic() + PATIENCE
        while self.ear.step <= before and not self.ear.ended:
            assert time.monotonic() < deadline, f"{action} is not done: {self.look().raw}"
            self.page.wait_for_timeout(10)
            ways = self.page.locator(".sheet .way")
            if verb in ("meld", "lay", "take") and ways.count():
                self.taps(ways.first)
                # A touch's click event can come late: wait, so that nothing is tapped twice.
                ways.first.wait_for(state="detached")

    def knows(self, action: str) -> None:
        """Wait until the page has received all moves of the chosen cards: then no further place lights up."""
        asked = (self.ear.step, " ".join(sorted(cards_of(action))))
        deadline = time.monotonic() + PATIENCE
        while asked not in self.ear.previewed:
            assert time.monotonic() < deadline, f"the page is not told about {asked}: {self.look().raw}"
            self.page.wait_for_timeout(10)

    def place(self, action: str) -> Locator:
        """Return the place of the table that answers a tap."""
        verb, *rest = action.split()
        if verb == "lay":
            return self.page.locator(f".ours [data-number='{rest[0]}'] .hit")
        if verb == "meld":
            return self.page.locator(".ours .room")
        return self.page.get_by_role("button", name=getattr(self.speech, verb), exact=True)

    def is_free(self, place: Locator) -> bool:
        """Return whether the middle of a place is uncovered."""
        place.scroll_into_view_if_needed()
        return bool(place.evaluate(FREE))

    def drags_cards(self, action: str) -> None:
        """Drag the chosen cards by one of them to their place."""
        verb, *rest = action.split()
        held = next(card for card in self.look().raw["hand"] if card["chosen"])
        places = {"meld": ".ours .label", "lay": f".ours [data-number='{rest[0]}']", "discard": "[data-place=pile]"}
        place = self.page.locator(places[verb])
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box
        mouse = self.page.mouse
        mouse.move(held["x"], held["y"])
        mouse.down()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        mouse.up()

    def taps_card(self, card: dict[str, Any]) -> None:
        """Choose a card of the hand, or unchoose it, where the latest reading has it."""
        assert card["free"], f"something covers {card['card']} of {self.person.name}"
        if self.touches:
            self.page.touchscreen.tap(card["x"], card["y"])
        else:
            self.page.mouse.click(card["x"], card["y"])

    def taps(self, place: Locator) -> None:
        """Press with the finger or the mouse."""
        if self.touches:
            place.tap()
        else:
            place.click()


def greedy(player: Player, rulebook: Rulebook, seed: int) -> str:
    """Return the greedy bot's action in this player's position."""
    view = view_of(cast("State", player.ear.state), rulebook)
    assert view
    return str(GreedyBot(seed).choose(view))


def cards_of(action: str) -> list[str]:
    """Return the cards that an action names."""
    return [word for word in action.split() if word in CARDS]
