"""Reads a page that moves: faded elements, elements in motion, bubbles, and points."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

SEEN = """(where) => {
  const opacity = (element) => {
    let found = 1;
    for (let each = element; each; each = each.parentElement) {
      const { opacity, visibility, display } = getComputedStyle(each);
      if (visibility === 'hidden' || display === 'none') return 0;
      found *= Number(opacity);
    }
    return found;
  };
  return [...document.querySelectorAll(where)].map((element) => {
    const { width, height } = element.getBoundingClientRect();
    const cells = [...element.children].map((cell) => cell.textContent.trim());
    return { text: element.textContent.trim(), cells, opacity: width && height ? opacity(element) : 0 };
  });
}"""
MOVING = """() => document.getAnimations()
  .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
  .map(({ effect }) => effect.target.outerHTML.slice(0, 120))"""


@dataclass(frozen=True)
class Seen:
    """An element as it is drawn."""

    text: str
    cells: tuple[str, ...]
    """The texts of its children."""
    opacity: float
    """0 if it is invisible, 1 if it is not faded."""


def seen(page: Page, where: str) -> list[Seen]:
    """Return all elements of a selector."""
    return [Seen(each["text"], tuple(each["cells"]), each["opacity"]) for each in page.evaluate(SEEN, where)]


def faded(page: Page, where: str) -> list[Seen]:
    """Return the elements that are not fully opaque."""
    return [each for each in seen(page, where) if each.opacity < 1]


def bubbles(page: Page) -> list[str]:
    """Return the visible texts of the bubbles beside the seats."""
    return [each.text for each in seen(page, ".saying") if each.opacity > 0]


def moving(page: Page) -> list[str]:
    """Return the running animations that end by themselves; endless ones don't count."""
    found: list[str] = page.evaluate(MOVING)
    return found


def points(page: Page) -> list[tuple[str, ...]]:
    """Return the visible lines of a deal's points, without the heading."""
    return [each.cells for each in seen(page, ".end table tr, .points table tr") if each.opacity == 1][1:]
