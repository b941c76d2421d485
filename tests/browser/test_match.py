"""A whole match of buraco, from the first draw to its end, by touch in a low window and by mouse in a wide one."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from canastra.rulebooks import official
from tests.browser.looking import problems
from tests.browser.people import People, Size
from tests.browser.playing import PATIENCE, Player, greedy

RULEBOOK = "buraco"
ENDS = ("Ganhamos!", "Perdemos")
LISTEN = "window.scrolls = 0; addEventListener('scroll', ({ target }) => (scrolls += target === document))"
MEASURE = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return { longer: scrollHeight - innerHeight, wider: scrollWidth - innerWidth, scrolls };
}"""
STILL = {"longer": 0, "wider": 0, "scrolls": 0}


@pytest.mark.soak
@pytest.mark.parametrize(("size", "drags"), [((390, 664), False), ((1366, 640), True)], ids=["touch", "mouse"])
def test_a_match_is_played_without_scrolling_the_page(people: People, size: Size, drags: bool) -> None:
    ana = people(size=size)
    ana.page.add_init_script(LISTEN)
    player = Player(ana, 0, ana.opens(rulebook=RULEBOOK, bots="greedy")["table"], drags=drags)
    player.sits()
    deals = 0
    while player.ear.state["stage"] != "finished":
        plays_a_deal(player)
        deals += 1
    end = ana.page.locator("#match-end")
    expect(end).to_be_in_viewport(ratio=1)
    assert measured(player)["scrolls"] == 0, "what follows the result may be longer than the window, on a phone"
    assert end.inner_text() in ENDS
    assert deals > 1
    assert max(player.ear.state["points"]) >= player.ear.state["target"]
    for verb in ("draw", "meld", "lay", "discard"):
        assert sum(count for (done, _), count in player.done.items() if done == verb), f"never: {verb}"


def plays_a_deal(player: Player) -> None:
    """Play a deal to its points, and go on to the next deal unless the match is over."""
    rulebook = official(RULEBOOK)
    while turn_comes(player):
        assert measured(player) == STILL
        player.does(greedy(player, rulebook, player.ear.step))
    if player.ear.state["stage"] == "finished":
        return
    expect(player.page.locator("#deal-end")).to_be_visible()
    assert measured(player) == STILL
    player.ear.ended = None
    player.taps(player.page.get_by_role("button", name=player.speech.go_on, exact=True))


def turn_comes(player: Player) -> bool:
    """Wait until the page shows the own turn. Return False if the deal has ended.

    Unlike `Player.turn_comes`, it doesn't look for leaks: in a second deal the page still shows cards of the first.
    """
    deadline = time.monotonic() + PATIENCE
    wrong = ["it is never the own turn"]
    while not player.ear.ended:
        state = player.ear.state
        if state.get("play") and state["play"]["to_act"] == player.seat:
            wrong = problems(player.look(), state, player.person.name)
            if not wrong:
                return True
        assert time.monotonic() < deadline, "\n".join(wrong)
        player.page.wait_for_timeout(10)
    return False


def measured(player: Player) -> dict[str, Any]:
    """Return by how much the page is larger than its window, and how often it was scrolled."""
    found: dict[str, Any] = player.page.evaluate(MEASURE)
    return {name: max(0, value) for name, value in found.items()}
