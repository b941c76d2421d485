"""The start page without a mouse: the keyboard reaches every control, in order, and the focus is visible."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, People, Person

REACHABLE = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((each) => !each.disabled && each.checkVisibility({ visibilityProperty: true })
    && !(each.type === 'radio' && !each.checked && document.querySelector(`[name="${each.name}"]:checked`)))
  .map((each) => each.outerHTML)"""
FOCUSED = """() => {
  const { activeElement: each } = document;
  if (each === document.body) return null;
  const style = getComputedStyle(each);
  const box = each.getBoundingClientRect();
  const seen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 || style.boxShadow !== 'none';
  const inside = box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 && box.right <= innerWidth + 1;
  return { html: each.outerHTML, seen, inside };
}"""


def test_the_keyboard_reaches_everything_on_the_start_page(people: People) -> None:
    ana = people(size=DESKTOP)
    ana.visit("/")
    # The list of tables comes later, and can add controls.
    expect(ana.page.locator("[aria-busy=true], .bone")).to_have_count(0)
    wanted = ana.page.evaluate(REACHABLE)
    assert len(wanted) >= 4
    reached: list[str] = []
    while len(reached) <= len(wanted):
        ana.page.keyboard.press("Tab")
        now = ana.page.evaluate(FOCUSED)
        if now is None or now["html"] in reached:
            break
        assert now["seen"], f"nothing shows that this has the focus: {now['html']}"
        assert now["inside"], f"out of sight: {now['html']}"
        reached.append(now["html"])
    assert reached == wanted


def test_the_first_thing_reached_leads_past_all_others(ana: Person) -> None:
    ana.visit("/ajustes")
    ana.page.keyboard.press("Tab")
    skip = ana.page.get_by_role("link", name="Ir para o conteúdo")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("main")).to_be_focused()


def test_a_page_is_opened_and_left_by_keys(ana: Person) -> None:
    ana.visit("/")
    ana.page.get_by_role("link", name="Ajustes").focus()
    ana.page.keyboard.press("Enter")
    expect(ana.page).to_have_url(ana.address + "/ajustes")
    # The address changes before the page appears, which may have to be fetched.
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    expect(ana.page.locator("main")).to_be_focused()
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Enter")
    expect(ana.page).to_have_url(ana.address + "/")


FRAME = """(option) => {
  const card = option.querySelector('.card');
  const [ring, edge] = [getComputedStyle(card), getComputedStyle(card, '::after')];
  return {
    ring: ring.outlineStyle === 'none' ? null : { style: ring.outlineStyle, colour: ring.outlineColor },
    edge: { style: edge.borderStyle, colour: edge.borderColor, width: parseFloat(edge.borderWidth) },
  };
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_where_the_keyboard_is_looks_unlike_what_is_chosen(people: People, theme: str) -> None:
    """The focus differs in pattern too, for users who can't tell the colours apart."""
    ana = people(size=DESKTOP)
    ana.sets(theme=theme)
    table = ana.opens(bots="greedy")["table"]
    ana.plays(table, until=lambda state: bool(state["play"] and state["play"]["to_act"] == 0))
    ana.visit(f"/mesa/{table}")
    cards = ana.page.get_by_role("option")
    cards.first.focus()
    ana.page.keyboard.press("Space")
    ana.page.keyboard.press("ArrowRight")
    expect(cards.first).to_have_attribute("aria-selected", "true")
    expect(cards.nth(1)).to_be_focused()
    chosen, here = cards.first.evaluate(FRAME), cards.nth(1).evaluate(FRAME)
    assert chosen["ring"] is None
    assert chosen["edge"]["style"] == "solid"
    assert chosen["edge"]["width"] >= 3
    assert here["ring"]["style"] == "dashed"
    assert here["ring"]["colour"] != chosen["edge"]["colour"]
