"""A browser that draws no letters below a size that its user has set: all elements grow, and none is cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import People, Size
from tests.server.run.process import Process
from tools.chromium import FLAGS, shell

LEAST = 20
"""Pixels, as a user with weak eyes may set it in Firefox or Chromium."""
CUT = """() => {
  const found = [];
  const inside = (where, room) => document.querySelectorAll(where).forEach((each) => {
    if (!each.checkVisibility({ checkVisibilityCSS: true })) return;
    const range = document.createRange();
    range.selectNodeContents(each);
    const [text, box] = [range.getBoundingClientRect(), each.closest(room).getBoundingClientRect()];
    const aside = room === 'button' ? Math.max(box.left - text.left, text.right - box.right) : 0;
    const cut = Math.max(box.top - text.top, text.bottom - box.bottom, aside);
    if (text.width && cut > 2) found.push(`${each.className} "${each.textContent.trim()}" is cut by ${cut.toFixed(1)}`);
  });
  inside('.facts .count', '.facts');
  inside('.line .text > p', '.line');
  inside('.bar .word', 'button');
  inside('.bar .small', 'button');
  inside('.scores .points, .scores .name', '.head');
  const piles = [...document.querySelectorAll('.pile .word')];
  const words = piles.map((each) => [each.textContent, each.getBoundingClientRect()]);
  words.forEach(([text, one], place) => words.slice(place + 1).forEach(([other, two]) => {
    const beside = one.left >= two.right - 1 || two.left >= one.right - 1;
    if (!beside && one.top < two.bottom && two.top < one.bottom) found.push(`${text} lies over ${other}`);
  }));
  return found;
}"""


@pytest.fixture(scope="module")
def strict(browser: Browser) -> Iterator[Browser]:
    found = browser.browser_type.launch(
        executable_path=shell(), args=[*FLAGS, f"--blink-settings=minimumFontSize={LEAST}"]
    )
    yield found
    found.close()


@pytest.mark.parametrize("size", [(412, 860), (360, 640), (1366, 768)], ids=str)
def test_nothing_of_the_table_is_cut(strict: Browser, server: Process, size: Size) -> None:
    people = People(strict, server.address)
    ana = people(size=size)
    table = ana.opens(bots="greedy")["table"]
    ana.plays(table, turns=12, until=lambda state: bool(state["play"] and "draw" in state["play"].get("legal", [])))
    ana.visit(f"/mesa/{table}")
    expect(ana.page.get_by_role("option").first).to_be_visible()
    ana.page.wait_for_timeout(300)  # Elements that measure themselves are drawn once more.
    assert ana.page.evaluate(CUT) == []
    ana.fits()
    people.part()
    ana.fine()
