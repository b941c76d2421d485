"""The table fits into every window: the hand and its buttons are whole, and nothing has to be scrolled to see them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import SETTINGS, Person
from tests.browser.test_states import UNHURRIED, Wire, plays

SIZES = (
    (320, 568),
    (360, 640),
    (375, 553),
    (390, 664),
    (390, 844),
    (412, 732),
    (740, 360),
    (768, 1024),
    (844, 390),
    (1024, 690),
    (1024, 768),
    (1099, 700),
    (1280, 600),
    (1280, 800),
    (1366, 640),
    (1536, 730),
    (1920, 1080),
)
HANDS = (11, 15, 28)
MELDS = (3, 6, 10)
"""On each side."""
TEXTS = (100, 150, 200)
"""Sizes of letters, in percent."""
FEW = 3
"""When not every size of letters is tried in each window, the larger ones are in one of so many."""
CROWDS = [*zip(HANDS, MELDS, [False] * 3, strict=True)]
RANKS = "A23456789TJQKA"
LAID = ("C4 7 3", "H3 4", "DQ 3", "SJ 4", "D8 3", "H6 3", "D3 8", "C3 7", "HT 4", "S3 5")
"""Suit and lowest card of each meld, how many cards it has, and the place of its wild one."""
HAND = [f"{rank}{suit}" for suit in "SHDC" for rank in "TJQKA97654"]
PUT = "([key, kept]) => dispatchEvent(new StorageEvent('storage', { key, newValue: kept }))"
"""Settings, as another tab of the same browser sets them."""
MEASURE = """async () => {
  // What measures itself is drawn a frame later, and once more if that changed its measure.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const wrong = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) wrong.push(`the page is ${scrollWidth - innerWidth} too wide`);
  if (scrollHeight > innerHeight) wrong.push(`the page is ${scrollHeight - innerHeight} too high`);
  const inside = (name, element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const out = Math.round(Math.max(-left, -top, right - innerWidth, bottom - innerHeight));
    if (out > 0) wrong.push(`${name} is ${out} outside`);
  };
  const each = (name, where) => [...document.querySelectorAll(where)].forEach((found) => inside(name, found));
  each('the bar', '.area .bar');
  each('a button', '.area .bar button');
  each('the hand', '.area .hand');
  each('a card', '.area [role=option] .card');
  for (const word of document.querySelectorAll('.area .bar .word')) {
    const button = word.closest('button');
    const over = word.getBoundingClientRect().width - button.clientWidth;
    if (over > 1 || button.scrollHeight > button.clientHeight + 1) wrong.push(`"${word.textContent}" is cut`);
  }
  const rooms = [...document.querySelectorAll('.melds .scroller')];
  return { wrong, hidden: Math.max(...rooms.map((room) => room.scrollHeight - room.clientHeight)) };
}"""
State = dict[str, Any]


def meld(text: str) -> State:
    """A sequence; one that begins with a four has a wild card in it."""
    head, count = text.split()[:2]
    suit, low = head[0], RANKS.index(head[1])
    cards = [RANKS[low + place] + suit for place in range(int(count))]
    wild = int(text.split()[2]) if len(text.split()) > 2 else None
    if wild is not None:
        cards[wild] = "2H"
    return {"cards": " ".join(cards), "low": low + 1, "wild": wild}


def crowded(hand: int, melds: int) -> Any:
    """Changes a state so that so many cards are in the hand, and so many melds on each side."""

    def change(state: State) -> None:
        if state.get("play"):
            laid = [meld(each) for each in LAID[:melds]]
            state["play"].update(hand=" ".join(HAND[:hand]), melds=[laid, laid])

    return change


@pytest.fixture(scope="module")
def wire(regular: Person) -> Wire:
    return Wire(regular.page)


@pytest.fixture
def seated(ana: Person, wire: Wire) -> Iterator[Person]:
    """Somebody whose turn it is."""
    table = ana.opens(bots="random", clock=UNHURRIED)["table"]
    ana.plays(table, until=plays)
    ana.visit(f"/mesa/{table}")
    yield ana
    wire.passes_all()


def writes(person: Person, text: int) -> None:
    """Letters of so many percent."""
    person.page.evaluate(PUT, [SETTINGS, json.dumps({"speed": "none", "text": str(text)})])


@pytest.mark.parametrize(
    ("hand", "melds", "every"),
    [*CROWDS, *(pytest.param(*each, True, marks=pytest.mark.soak) for each in product(HANDS, MELDS))],
)
def test_hand_and_buttons_are_whole_in_every_window(
    seated: Person, wire: Wire, hand: int, melds: int, every: bool
) -> None:
    wire.change = crowded(hand, melds)
    seated.page.reload()
    expect(seated.page.get_by_role("option")).to_have_count(hand)
    found: dict[str, None] = {}
    for turn, text in enumerate(TEXTS):
        writes(seated, text)
        for size in SIZES if every or not turn else SIZES[turn::FEW]:
            seated.resizes(size)
            seen = seated.page.evaluate(MEASURE)
            where = f"{size[0]}×{size[1]}, letters of {text} %: "
            found |= dict.fromkeys(where + each for each in seen["wrong"])
            if text == 100 and melds <= 6 and seen["hidden"] > 1:
                found[f"{where}{seen['hidden']} of the melds are hidden"] = None
    assert not found, "\n".join(found)
