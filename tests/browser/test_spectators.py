"""Spectators see names in place of "us" and "them": in a running match and in a replay."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, People
from tests.browser.world import World

PHONES = (PHONE, (360, 640), (320, 568))
OVERLAPS = """() => {
  const box = (element) => element.getBoundingClientRect();
  const parts = [
    ...document.querySelectorAll('.scores .name, .scores .points, .scores .now, .scores .bar, .head .icon'),
    ...document.querySelectorAll('.seat .face, .seat .words, .pile .word, .melds .label'),
  ].filter((each) => each.checkVisibility() && box(each).width > 1);
  const over = (one, other) => {
    const [a, b] = [box(one), box(other)];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 1 && down > 1;
  };
  const name = (each) => `${each.className}: ${each.textContent.trim().slice(0, 20)}`;
  return parts.flatMap((one, place) =>
    parts.slice(place + 1).filter((other) => !one.contains(other) && !other.contains(one) && over(one, other))
      .map((other) => `${name(one)} | ${name(other)}`));
}"""


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_nothing_lies_over_anything_on_a_phone(people: People, world: World, theme: str) -> None:
    """Names and points are above the faces, and names of piles above those of melds."""
    bia = people("Bia Gonçalves")
    table = bia.opens(bots="greedy")["table"]
    bia.plays(table)
    ana = people()
    ana.sets(theme=theme)
    for path in (f"/partida/{table}?mao=1&passo=20", f"/partida/{table}?mao=1&passo=45", f"/mesa/{world.running}"):
        ana.visit(path)
        for size in PHONES:
            ana.resizes(size)
            ana.page.wait_for_timeout(100)  # Names are measured again.
            assert ana.page.evaluate(OVERLAPS) == [], (path, size)
            ana.fits()


def test_a_spectator_is_told_what_happened_and_not_since_a_turn(people: People, world: World) -> None:
    ana = people(size=DESKTOP)
    ana.visit(f"/mesa/{world.running}")
    expect(ana.page.locator(".side h2").first).to_have_text("O que aconteceu")
    expect(ana.page.get_by_text("Desde a sua vez")).to_have_count(0)
