"""The table fits every window: the hand and its buttons are whole, and no page scrolls to show them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import QUIET, SETTINGS, Person
from tests.browser.test_states import UNHURRIED, Wire, plays
from tests.browser.test_taps import FREE, TARGET

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
"""The numbers of melds of each side."""
TEXTS = (100, 150, 200)
"""Letter sizes, in percent."""
FEW = 3
"""When letter sizes are sampled, the larger ones are tried in one window of this number."""
CROWDS = [*zip(HANDS, MELDS, [False] * 3, strict=True)]
RANKS = "A23456789TJQKA"
LAID = ("C4 7 3", "H3 4", "DQ 3", "SJ 4", "D8 3", "H6 3", "D3 8", "C3 7", "HT 4", "S3 5")
"""The suit and lowest card of each meld, its number of cards, and the position of its wild card."""
HAND = [f"{rank}{suit}" for suit in "SHDC" for rank in "TJQKA97654"]
PUT = "([key, kept]) => dispatchEvent(new StorageEvent('storage', { key, newValue: kept }))"
"""Applies settings, as if another tab of the same browser had changed them."""
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
NAMES = """(names) => names.map((name) => {
  const shown = name.querySelector('bdi');
  return [shown.innerText, name.title, shown.getBoundingClientRect().width - name.clientWidth];
})"""
"""Return the shown text of each element, its whole text, and its overflow."""
LOW = ((320, 568), (375, 667), (390, 664), (740, 360))
"""Phones with low room for melds, one of them lying on its side."""
FITTING = "9S"
"""A card of the hand that fits every meld."""
REACHED = """async (element) => {
  let seen;
  for (const block of ['nearest', 'start', 'center', 'end']) {
    element.scrollIntoView({ block });
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const { left, top, width, height } = element.getBoundingClientRect();
    seen = document.elementFromPoint(left + width / 2, top + height / 2);
    if (element.contains(seen)) return null;
  }
  return seen?.outerHTML.slice(0, 80) ?? 'the window';
}"""
"""Returns the element that covers the middle of the given one at every scroll position, null if it can be reached."""
COVERED = """() => {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2);
  };
  return [...document.querySelectorAll('.head button, .head a, .seat .person, .piles .hit, .bar button, .line .more')]
    .filter((element) => element.checkVisibility() && middle(element)?.closest('.below'))
    .map((element) => element.ariaLabel ?? element.textContent.trim());
}"""
"""Returns the names of the tappable elements whose middle is covered by the button to further melds."""
State = dict[str, Any]


def meld(text: str) -> State:
    """Return a meld's sequence. A third number in the text is the position of its wild card."""
    head, count = text.split()[:2]
    suit, low = head[0], RANKS.index(head[1])
    cards = [RANKS[low + place] + suit for place in range(int(count))]
    wild = int(text.split()[2]) if len(text.split()) > 2 else None
    if wild is not None:
        cards[wild] = "2H"
    return {"cards": " ".join(cards), "low": low + 1, "wild": wild}


def crowded(hand: int, melds: int) -> Any:
    """Return a function that changes a state to have this many cards in the hand and melds on each side."""

    def change(state: State) -> None:
        if state.get("play"):
            laid = [meld(each) for each in LAID[:melds]]
            state["play"].update(hand=" ".join(HAND[:hand]), melds=[laid, laid])

    return change


def fitting(melds: int) -> Any:
    """Return the same function, with a card in the hand that fits each of the side's melds."""

    def change(state: State) -> None:
        crowded(15, melds)(state)
        if state.get("play"):
            laid = [f"lay {number + 1} {FITTING}" for number in range(melds)]
            state["play"].update(phase="play", due=None, legal=[*laid, f"discard {FITTING}"])

    return change


@pytest.fixture(scope="module")
def wire(regular: Person) -> Wire:
    return Wire(regular.page)


@pytest.fixture
def seated(ana: Person, wire: Wire) -> Iterator[Person]:
    """A person on turn at a table."""
    table = ana.opens(bots="random", clock=UNHURRIED)["table"]
    ana.plays(table, until=plays)
    ana.visit(f"/mesa/{table}")
    yield ana
    wire.passes_all()


def writes(person: Person, text: int) -> None:
    """Set the letter size, in percent."""
    person.page.evaluate(PUT, [SETTINGS, json.dumps({**QUIET, "text": str(text)})])


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


def test_names_at_the_table_are_whole_or_shortened_as_people_do(seated: Person, wire: Wire) -> None:
    """No name is cut: a seat shows "Mana Lila", or "Lila" without room for both words."""
    names = seated.page.locator(".seat .name")
    for text, size in product(TEXTS, SIZES):
        writes(seated, text)
        seated.resizes(size)
        seated.page.evaluate(MEASURE)
        seen = names.evaluate_all(NAMES)
        assert seen
        for shown, whole, over in seen:
            assert shown in (whole, whole.split()[-1]), shown
            assert over < 1, f"{size[0]}×{size[1]}, letters of {text} %: {shown} is {over} too long"
    seated.resizes((390, 844))


def test_the_place_of_an_empty_pile_is_as_wide_as_a_card(seated: Person, wire: Wire) -> None:
    def change(state: State) -> None:
        if state.get("play"):
            state["play"].update(pile="", pile_size=0)

    wire.change = change
    seated.page.reload()
    expect(seated.page.get_by_role("option").first).to_be_visible()
    for size in SIZES:
        seated.resizes(size)
        pile, stock = (seated.page.locator(f".piles .{name} .cards").bounding_box() for name in ("discards", "stock"))
        assert pile
        assert stock
        assert pile["width"] >= stock["width"], size
    seated.resizes((390, 844))


@pytest.mark.parametrize("melds", [6, pytest.param(10, marks=pytest.mark.slow)])
def test_every_meld_can_be_tapped_where_it_is_scrolled_to(seated: Person, wire: Wire, melds: int) -> None:
    """The button to further melds covers no meld and no other control, and is large enough for a finger."""
    wire.change, wire.unanswered = fitting(melds), "preview"
    seated.page.reload()
    hits, ways = seated.page.locator(".ours .hit"), seated.page.locator(".melds .below")
    seated.page.locator(f"[role=option][data-card='{FITTING}']").tap(position={"x": 11, "y": 9})
    expect(hits).to_have_count(melds)
    found: dict[str, None] = {}
    scrolled = 0
    for text, size in product(TEXTS, LOW):
        writes(seated, text)
        seated.resizes(size)
        seated.page.evaluate(MEASURE)
        where = f"{size[0]}×{size[1]}, letters of {text} %: "
        found |= dict.fromkeys(f"{where}{each} is covered" for each in seated.page.evaluate(COVERED))
        for number, hit in enumerate(hits.all(), 1):
            if covered := hit.evaluate(REACHED):
                found[f"{where}meld {number} is covered by {covered}"] = None
        for way in ways.all():
            box = way.bounding_box()
            assert box
            free = way.evaluate(FREE, [box["width"] / 2, box["height"] / 2])
            if min(free["width"], free["height"]) < TARGET:
                found[f"{where}the way to more has {free['width']}×{free['height']}"] = None
            scrolled += 1
    assert scrolled
    assert not found, "\n".join(found)


def test_the_way_to_more_melds_leads_to_the_last(seated: Person, wire: Wire) -> None:
    wire.change = crowded(15, 10)
    seated.page.reload()
    writes(seated, 200)
    room, way = seated.page.locator(".ours .scroller"), seated.page.locator(".ours .below")
    for size in LOW:
        seated.resizes(size)
        expect(way).to_be_visible()
        while way.count():
            before = room.evaluate("({ scrollTop }) => scrollTop")
            way.tap()
            assert room.evaluate("({ scrollTop }) => scrollTop") > before
            seated.page.evaluate(MEASURE)
        expect(seated.page.locator(".ours li.meld").last).to_be_in_viewport(ratio=0.5)
        room.evaluate("(room) => (room.scrollTop = 0)")
