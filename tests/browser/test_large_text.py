"""Letters twice as large on the smallest phones: every page except the table's shows its words whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.people import Language, People, Person
from tests.browser.world import World
from tests.samples import sample
from tools import screenshots

pytestmark = pytest.mark.slow

SIZES = ((320, 568), (375, 667))
MEASURE = """async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const wrong = new Set();
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) wrong.add(`the page is ${scrollWidth - innerWidth} too wide`);
  const styles = (element) => getComputedStyle(element);
  // The rulebooks side by side are a table to be scrolled.
  const scrolled = (element) =>
    element && element !== document.body &&
    (/auto|scroll/.test(styles(element).overflowX) || scrolled(element.parentElement));
  const shown = (element) =>
    !element.closest('.unseen, [aria-hidden=true], svg') && element.checkVisibility({ visibilityProperty: true });
  const named = (element) => `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"`;
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (words.nextNode()) {
    const { currentNode: text } = words;
    if (!text.data.trim() || !shown(text.parentElement) || scrolled(text.parentElement)) continue;
    for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1)) wrong.add(`${word} is outside`);
      const lines = new Set(boxes.map(({ top }) => Math.round(top)));
      // Where there is a hyphen, a point or a stroke a line may end.
      if (lines.size > 1 && !/[^\\p{L}\\p{N}][\\p{L}\\p{N}]/u.test(word)) wrong.add(`${word} is broken`);
    }
  }
  for (const element of document.querySelectorAll('body *')) {
    if (!shown(element) || !element.textContent.trim() || element.matches('input, select, option')) continue;
    const { overflowX, overflowY } = styles(element);
    const wide = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const high = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
    if (wide || high) wrong.add(`${named(element)} is cut`);
  }
  return [...wrong];
}"""
OF_TABLES = {"open table", "running table", "finished table", "a replay", "lesson of tranca"}
"""These have their own sizes, which tests/browser/test_fits.py measures."""
Prepare = Callable[[Person], None]
MORE: dict[str, tuple[Callable[[Person, World], str], Prepare]] = {
    "an account": (screenshots.signed_up, screenshots.new_code),
    "a lost password": (lambda person, world: "/conta", screenshots.lost_password),
    "a waiting room": (screenshots.waiting, lambda person: None),
    "one's own matches": (screenshots.in_a_match, lambda person: None),
    "a score sheet": (lambda person, world: "/placar", screenshots.written_sheet),
    "a deal that is counted": (lambda person, world: "/placar", screenshots.count_deal),
    "a deal of a sheet": (lambda person, world: "/placar", screenshots.open_deal),
    "a new table": (lambda person, world: "/", screenshots.new_table),
    "house rules": (lambda person, world: "/", screenshots.house_rules),
    **{
        name: (screenshots.SCREENS[name].prepare, screenshots.SCREENS[name].after or (lambda person: None))
        for name in screenshots.SCREENS
        if name.startswith(("room-", "player-"))
        or name in {"tournament-found", "hall", "hall-over", "phone-side", "phone"}
    },
}
"""Further screens: the path of each, and the steps that lead to it, with Portuguese names of controls."""


def whole(person: Person, name: str) -> list[str]:
    """Return the faults of the page in each window."""
    person.page.wait_for_load_state("networkidle")
    found = []
    for size in SIZES:
        person.resizes(size)
        found += [f"{name}, {size[0]}: {fault}" for fault in person.page.evaluate(MEASURE)]
    return found


@pytest.mark.parametrize("language", sample(["pt", "en"], 1))
def test_every_page_is_whole(language: Language, people: People, world: World) -> None:
    ana = people("Ana", SIZES[0], language)
    ana.sets(text="200")
    ana.forgive("status of 40[14]")
    found: list[str] = []
    pages = {name: path for name, path in world.addresses().items() if name not in OF_TABLES}
    for name, path in {
        **pages,
        "nothing": "/xyz",
        "a link": "/senha#abc",
        "notices": "/aviso",
        "office": "/admin",
    }.items():
        ana.visit(path)
        found += whole(ana, name)
    assert found == []


@pytest.mark.parametrize("name", sample(MORE, 10))
def test_what_is_opened_on_a_page_is_whole(people: People, world: World, name: str) -> None:
    path, prepare = MORE[name]
    ana = people("Ana", SIZES[0])
    ana.sets(text="200")
    ana.visit(path(ana, world))
    prepare(ana)
    assert whole(ana, name) == []


def test_what_is_cut_is_noticed(ana: Person) -> None:
    """The check itself finds a cut word."""
    ana.visit("/conta")
    ana.page.evaluate("document.querySelector('h1').textContent = 'Canastra'.repeat(9)")
    assert any("is outside" in fault for fault in whole(ana, "account"))
    ana.page.evaluate("Object.assign(document.querySelector('h1').style, { maxWidth: '99px' })")
    assert any("is broken" in fault for fault in whole(ana, "account"))
    ana.page.evaluate("Object.assign(document.querySelector('h1').style, { whiteSpace: 'nowrap', overflow: 'hidden' })")
    assert any("is cut" in fault for fault in whole(ana, "account"))
