"""A discard ends the turn, so no slip discards a card; with the setting, each discard is confirmed first. At default
settings.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, People
from tests.browser.playing import Player

SETTLED = 700
"""Milliseconds after which the hand is at rest, and a tap is independent of the one before."""
TAP_TWICE = """([first, second, apart]) => new Promise((done) => {
  const card = (place) => document.querySelectorAll('.hand [role=option]')[place];
  card(first).click();
  setTimeout(() => done(card(second).click()), apart);
})"""
"""Taps two cards of the hand, by their places, some milliseconds apart."""
TAP_WHAT_COMES = """() => {
  const list = document.querySelector('.hand [role=listbox]');
  const count = list.children.length;
  window.tapped = 0;
  new MutationObserver((_, observer) => {
    if (list.children.length === count) return;
    observer.disconnect();
    for (let tap = 0; tap < 2; tap++) setTimeout(() => (list.children[0].click(), window.tapped++), 20 + 60 * tap);
  }).observe(list, { childList: true });
}"""
"""Taps the first card twice as soon as the hand has changed, as a player does who aimed at another card."""


def drawn(people: People, *, mouse: bool = False, **settings: str) -> Player:
    """A player alone with robots who has drawn a card and must discard."""
    ana = people(size=DESKTOP if mouse else PHONE, quiet=False)
    ana.sets(**settings)
    player = Player(ana, 0, ana.opens(rulebook="buraco", bots="greedy")["table"], drags=mouse)
    player.sits()
    player.taps(player.page.locator(".bar [data-verb=draw]"))
    expect(player.page.get_by_role("option")).to_have_count(12)
    player.page.wait_for_timeout(SETTLED)
    return player


def discards(player: Player) -> list[str]:
    """Return the discards that the page has sent."""
    return [action for action in player.ear.acts if action.startswith("discard")]


def chosen(player: Player) -> int:
    """Return the number of chosen cards."""
    return player.page.locator(".hand [role=option][aria-selected=true]").count()


def tap_twice(player: Player, first: int, second: int, apart: int) -> None:
    """Tap two cards of the hand, and wait until their effects are over."""
    player.page.evaluate(TAP_TWICE, [first, second, apart])
    player.page.wait_for_timeout(SETTLED)


def test_two_taps_discard_only_on_one_card_that_lies_still(people: People) -> None:
    ana = drawn(people)
    tap_twice(ana, 0, 3, 80)
    assert (discards(ana), chosen(ana)) == ([], 2), "two cards were chosen"
    tap_twice(ana, 0, 3, 80)
    assert (discards(ana), chosen(ana)) == ([], 0), "two cards were let go"
    tap_twice(ana, 4, 4, 500)
    assert (discards(ana), chosen(ana)) == ([], 0), "a card was chosen, and let go"
    card = ana.page.get_by_role("option").nth(4).get_attribute("data-card")
    tap_twice(ana, 4, 4, 80)
    assert discards(ana) == [f"discard {card}"]


def test_no_tap_discards_while_cards_move(people: People) -> None:
    ana = people(size=PHONE, quiet=False)
    player = Player(ana, 0, ana.opens(rulebook="buraco", bots="greedy")["table"])
    player.sits()
    draw = ana.page.locator(".bar [data-verb=draw]")
    draw.wait_for()
    ana.page.wait_for_timeout(SETTLED)
    ana.page.evaluate(TAP_WHAT_COMES)
    draw.tap()
    expect(ana.page.get_by_role("option")).to_have_count(12)
    ana.page.wait_for_timeout(SETTLED)
    assert ana.page.evaluate("window.tapped") == 2
    assert (discards(player), chosen(player)) == ([], 0)


def by_dragging(player: Player) -> None:
    """Drop a card on the pile."""
    card = player.look().raw["hand"][0]
    player.taps_card(card)
    player.drags_cards(f"discard {card['card']}")


def by_keys(player: Player) -> None:
    """Choose a card and press Enter."""
    player.page.get_by_role("option").first.focus()
    player.page.keyboard.press("Space")
    player.page.keyboard.press("Enter")


def from_the_list(player: Player) -> None:
    """Choose a discard from the list of legal moves."""
    player.taps(player.page.get_by_role("button", name=player.speech.more, exact=True))
    player.taps(player.page.get_by_role("button", name=player.speech.moves, exact=True))
    player.taps(player.page.locator("[data-action^=discard]").first)


def by_two_taps(player: Player) -> None:
    """Tap one card twice."""
    player.page.evaluate(TAP_TWICE, [0, 0, 80])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("discard", "mouse"),
    [(by_two_taps, False), (by_two_taps, True), (by_dragging, True), (by_keys, True), (from_the_list, True)],
)
def test_it_is_always_asked_where_that_is_set(people: People, discard: Callable[[Player], None], mouse: bool) -> None:
    ana = drawn(people, mouse=mouse, confirm="always")
    discard(ana)
    back = ana.page.locator(".bar").get_by_role("button", name=ana.speech.back, exact=True)
    expect(back).to_be_visible()
    ana.page.wait_for_timeout(SETTLED)
    assert discards(ana) == []
    ana.taps(ana.page.locator(".bar .main button"))
    expect(back).to_have_count(0)
    assert len(discards(ana)) == 1
