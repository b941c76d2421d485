"""Tappable elements are large enough for a finger, on every page and at the table, in the smallest window too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, People
from tests.browser.world import World

SMALL = (320, 568)
TARGET = 44
"""CSS pixels; references within a text or a table of the rules are as high as its lines, as WCAG 2.2 allows (2.5.8)."""
TOO_SMALL = """(target) => {
  const found = [];
  for (const each of document.querySelectorAll('a[href], button, summary, select, input, textarea')) {
    if (!each.checkVisibility({ checkVisibilityCSS: true }) || each.closest('[inert], .unseen')) continue;
    if (each.matches('main p a:not(.button), main td a, main th a, main dt a, main dd a, .cite, .decided')) continue;
    const { width, height } = (each.closest('label') ?? each).getBoundingClientRect();
    // What lies over it and belongs to it answers, too.
    const over = getComputedStyle(each, '::after');
    const own = over.position === 'absolute' && over.content !== 'none';
    const [across, down] = own ? [over.width, over.height].map(parseFloat) : [0, 0];
    if (!width || Math.min(Math.max(width, across), Math.max(height, down)) > target - 0.5) continue;
    found.push(`${each.ariaLabel ?? each.textContent.trim()}: ${Math.round(width)}×${Math.round(height)}`);
  }
  return found;
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=str)
def test_every_page_can_be_tapped(people: People, world: World, size: tuple[int, int]) -> None:
    ana = people(size=size)
    pages = world.addresses() | {"new sheet": "/placar/nova", "tournaments": "/torneios"}
    small = {}
    for name, path in pages.items():
        ana.visit(path)
        if found := ana.page.evaluate(TOO_SMALL, TARGET):
            small[name] = found
    assert not small


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=str)
def test_the_coach_can_be_left_and_asked(people: People, size: tuple[int, int]) -> None:
    """Both buttons of the coach are that large themselves, without an invisible margin."""
    ana = people(size=size)
    ana.visit("/aprender/tranca")
    expect(ana.page.locator(".coach[data-task='0']")).to_be_visible()
    boxes = ana.page.locator(".coach .act").evaluate_all(
        "(all) => all.map((each) => [each.getBoundingClientRect()].map(({ width, height }) => [width, height])[0])"
    )
    assert len(boxes) == 2
    assert all(min(box) >= TARGET for box in boxes), boxes
