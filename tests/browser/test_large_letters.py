"""Drawers and sheets over the table with letters twice as large: all can be reached without scrolling sideways."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, QUIET, SETTINGS
from tests.browser.test_fits import PUT
from tests.browser.test_states import REASONS, State, Table, legal, plays, table, wire

pytestmark = pytest.mark.slow

__all__ = ("table", "wire")

TWICE = "200"
SIZES = ((320, 568), (375, 667), PHONE, (768, 1024), DESKTOP)
MEASURE = """async (root) => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const wrong = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) wrong.push(`the page is ${scrollWidth - innerWidth} too wide`);
  const frame = root.getBoundingClientRect();
  if (Math.max(-frame.left, frame.right - innerWidth) > 1) wrong.push('it is outside the window');
  const named = (element) => (element.ariaLabel || element.textContent).trim().replace(/\\s+/g, ' ').slice(0, 40);
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest('.unseen, .card, svg, [aria-hidden=true]');
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (!seen(element)) continue;
    const { overflowX } = getComputedStyle(element);
    const over = element.scrollWidth - element.clientWidth;
    if (overflowX !== 'visible' && element.clientWidth && over > 1) {
      wrong.push(`"${named(element)}" (${element.className}) hides ${over} of its width`);
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== 3 || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      const out = Math.round(Math.max(frame.left - words.left, words.right - frame.right));
      if (out > 0) wrong.push(`"${named(element)}" is ${out} outside`);
    }
    if (element.matches('button, a') && element.scrollHeight > element.clientHeight + 2) {
      wrong.push(`"${named(element)}" is cut`);
    }
  }
  for (const element of root.querySelectorAll('button, a, input, select, summary')) {
    if (!seen(element)) continue;
    const shown = element.type === 'radio' ? element.closest('label') ?? element : element;
    const reached = ['nearest', 'center'].some((block) => {
      element.scrollIntoView({ block });
      const { left, top, width, height } = shown.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return shown.contains(there) || there?.closest('label')?.contains(element);
    });
    if (!reached) wrong.push(`"${named(shown)}" can't be reached`);
  }
  return [...new Set(wrong)];
}"""


def all_fits(table: Table, where: str) -> None:
    """Fail unless all of it fits at every window size."""
    found: list[str] = []
    for size in SIZES:
        table.ana.resizes(size)
        root = table.page.locator(where).filter(visible=True).first
        expect(root).to_be_visible()
        found += [f"{size[0]}×{size[1]}: {each}" for each in root.evaluate(MEASURE)]
    table.ana.resizes(PHONE)
    assert not found, "\n".join(found)


def writes_large(table: Table) -> None:
    """Double the letter size."""
    table.page.evaluate(PUT, [SETTINGS, json.dumps({**QUIET, "text": TWICE})])


def chosen(name: str) -> Callable[[Table], None]:
    """Return a function that opens an entry of the menu."""

    def comes(table: Table) -> None:
        table.page.get_by_role("button", name="Menu", exact=True).tap()
        table.page.get_by_role("dialog").get_by_role("button", name=name).tap()
        expect(table.page.get_by_role("dialog", name=name)).to_be_visible()

    return comes


def pressed(name: str, within: str = "") -> Callable[[Table], None]:
    """Return a function that presses a button."""

    def comes(table: Table) -> None:
        table.page.locator(within or "body").get_by_role("button", name=name, exact=True).tap()

    return comes


PARTS: dict[str, tuple[Callable[[Table], None], str]] = {
    "menu": (pressed("Menu"), "dialog .drawer"),
    "chat": (chosen("Conversa"), "dialog .drawer"),
    "log": (chosen("O que aconteceu"), "dialog .drawer"),
    "rules": (chosen("O que vale agora"), "dialog .drawer"),
    "points": (pressed("Ver os pontos da partida"), "dialog .drawer"),
    "hint": (pressed("Dica"), ".sheet"),
    "more": (pressed("Mais", ".line"), ".sheet"),
}


def laid(state: State) -> list[str]:
    """Return the cards that can be laid off or discarded."""
    thrown = {action.split()[1] for action in legal(state) if action.startswith("discard")}
    return [
        card for action in legal(state) if action.startswith("lay") for card in action.split()[2:] if card in thrown
    ]


def test_a_word_of_two_buttons_is_not_broken(table: Table) -> None:
    """The word "Descartar" stays whole beside another button."""
    state = table.comes(lambda state: bool(laid(state)))
    writes_large(table)
    table.chooses(laid(state)[0])
    second = table.page.locator(".area .bar [data-verb=discard] .word")
    expect(second).to_have_text("Descartar")
    for width in (320, 360, 390, 412, 430, 480):
        table.ana.resizes((width, 700))
        lines = second.evaluate("""async (word) => {
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          const range = document.createRange();
          range.selectNodeContents(word);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }""")
        assert lines == 1, width
    table.ana.resizes(PHONE)


@pytest.mark.parametrize("part", PARTS)
def test_what_lies_over_the_table(table: Table, part: str) -> None:
    opens, where = PARTS[part]
    table.wire.reasons = REASONS
    table.comes(plays, talk={"mode": "free"})
    writes_large(table)
    opens(table)
    all_fits(table, where)


def test_the_end_of_a_deal(table: Table) -> None:
    table.comes(lambda state: state["stage"] == "gathering" and state["last"] is not None)
    writes_large(table)
    expect(table.page.locator("#deal-end")).to_be_visible()
    all_fits(table, ".cover")


def test_the_end_of_a_match(table: Table) -> None:
    table.comes(lambda state: state["stage"] == "finished", rulebook="canastra-duelo")
    writes_large(table)
    expect(table.page.locator("#match-end")).to_be_visible()
    all_fits(table, ".cover")
