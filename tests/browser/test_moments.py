"""Celebrated moments: each shows its player or side, is neither cut nor covered, and covers no card."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, People, Size
from tests.browser.test_lesson import tasks

pytestmark = pytest.mark.slow

LESSON = "tranca"
EACH = 10
"""The points lost for each card left in a hand (Art. 23)."""
FALLEN = 500
"""Milliseconds until an action's celebration; a player who acts sooner doesn't see it."""
WATCH = """() => {
  window.moments = [];
  window.hands = [];
  const box = (element) => {
    // Where it comes to rest, whatever moves it now.
    for (const each of element.getAnimations()) each.finish();
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const look = () => {
    const moment = document.querySelector('.moment:not([data-seen])');
    if (moment) {
      moment.dataset.seen = '';
      const band = box(moment);
      const parts = Object.fromEntries(['.avatar', 'strong', '.points'].flatMap((where) => {
        const found = moment.querySelector(where);
        return found ? [[where, box(found)]] : [];
      }));
      const range = document.createRange();
      range.selectNodeContents(moment.querySelector('strong'));
      const word = range.getBoundingClientRect();
      parts.strong = { left: word.left, top: word.top, right: word.right, bottom: word.bottom };
      const cards = [...document.querySelectorAll('.area [role=option] .card')].map(box);
      const waves = moment.querySelectorAll('.wave').length;
      moments.push({ text: moment.textContent, waves, band, parts, cards });
    }
    const worth = [...document.querySelectorAll('.final .worth')].map((each) => each.textContent);
    if (worth.length) window.hands = worth;
  };
  new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, { subtree: true, childList: true });
}"""


def over(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether one box overlaps the other by more than a pixel."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 1 and down > 1


@pytest.mark.parametrize("size", [PHONE, (320, 568), (1366, 768), (1280, 640)], ids=str)
def test_canastas_going_out_and_the_hands_that_are_left(people: People, size: Size) -> None:
    ana = people(size=size, reduced_motion="no-preference")
    ana.sets(speed="fast")
    ana.visit(f"/aprender/{LESSON}")
    ana.page.evaluate(WATCH)
    recorded = tasks(LESSON)
    for task in range(len(recorded)):
        expect(ana.page.locator(f".coach[data-task='{task}']")).to_be_visible()
        ana.page.wait_for_timeout(FALLEN)
        expect(ana.page.locator(".moment")).to_have_count(0)
        ana.page.locator(".coach .show").dispatch_event("click")
    ana.sees("Você já sabe jogar")
    moments: list[dict[str, Any]] = ana.page.evaluate("window.moments")
    assert "BATEU" in moments[-1]["text"]
    assert any("canastra limpa" in moment["text"] for moment in moments)
    for moment in moments:
        parts, band = moment["parts"], moment["band"]
        assert parts.keys() == {".avatar", "strong", ".points"}
        assert moment["waves"] == 2
        assert not over(parts[".avatar"], parts["strong"]), moment["text"]
        assert not over(parts["strong"], parts[".points"]), moment["text"]
        for name, part in parts.items():
            assert part["left"] >= band["left"], name
            assert part["right"] <= band["right"], name
            assert part["top"] >= band["top"] - 1, name
            assert part["bottom"] <= band["bottom"] + 1, name
        assert not any(over(band, card) for card in moment["cards"]), moment["text"]
    (end,) = [seen["event"] for seen in recorded[-1]["after"][-1]["events"] if seen["event"]["type"] == "deal_ended"]
    assert "3" not in "".join(end["hands"]), "a 3 would cost more"
    others = [f"\N{MINUS SIGN}{EACH * len(hand.split())}" for hand in end["hands"][1:]]
    assert ana.page.evaluate("window.hands") == others
