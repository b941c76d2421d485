"""Charts of a match and of a deal: labels beside a curve neither cover it nor lie under it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, People, Size

BOXES = """(where) => [...document.querySelectorAll(where)].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return { left, top, right, bottom };
})"""
CURVE = """() => {
  // Points along every line of the chart, on the screen.
  const svg = document.querySelector('.chart svg');
  const matrix = svg.getScreenCTM();
  return [...svg.querySelectorAll('.line')].flatMap((line) => {
    const whole = line.getTotalLength();
    return Array.from({ length: 201 }, (_, place) => {
      const { x, y } = line.getPointAtLength((whole * place) / 200).matrixTransform(matrix);
      return [x, y];
    });
  });
}"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP, (320, 568)], ids=str)
def test_the_curve_of_a_match_is_whole_for_who_loads_the_page_anew(people: People, size: Size) -> None:
    """The chart still has the whole curve and each of its marks, the winner's too."""
    ana = people(size=size)
    table = ana.opens(bots="greedy", target=1000)["table"]
    last = ana.plays(table, seed=3)["last"]
    ana.visit(f"/mesa/{table}")
    deals = ana.page.locator(".chart .deals li")
    expect(deals).to_have_text(["início", *(str(deal) for deal in range(1, last["deal"] + 1))])
    ana.page.locator(".chart").scroll_into_view_if_needed()
    (chart,) = ana.page.evaluate(BOXES, ".chart")
    (goal,) = ana.page.evaluate(BOXES, ".chart .goal")
    dots = ana.page.evaluate(BOXES, ".chart .dot")
    assert len(dots) == 2 * (last["deal"] + 1)
    for dot in dots:
        assert dot["left"] >= chart["left"]
        assert dot["right"] <= chart["right"]
        assert not lies_over(goal, dot)
    for x, y in ana.page.evaluate(CURVE):
        assert not (goal["left"] < x < goal["right"] and goal["top"] < y < goal["bottom"])
    ana.fits()


def lies_over(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["left"] < other["right"]
        and other["left"] < one["right"]
        and one["top"] < other["bottom"]
        and other["top"] < one["bottom"]
    )


@pytest.mark.slow
def test_an_analysed_deal_names_each_moment_once(people: People) -> None:
    """A player who closes two canastas is named at each; sides are named above and below the curve."""
    ana = people(size=DESKTOP)
    table = ana.opens(bots="greedy", rulebook="canastra-regional", target=3000)["table"]
    ana.plays(table, seed=3)
    deals = ana.asks("GET", f"/api/tables/{table}/replay")["deals"]
    shown = max(range(len(deals)), key=lambda number: closed(deals[number]))
    assert closed(deals[shown]) > 1, "no deal has two canastas"
    first = deals[shown]["steps"][0]
    decision = {"deal": shown + 1, "turn": first["turn"], "action": 1, "seat": first["seat"], "points": 400.0}
    result = {
        "worlds": 100,
        "players": [{"seat": seat, "decisions": 1, "lost_per_deal": 0.0, "mistakes": []} for seat in range(4)],
        "decisions": [decision | {"error": 9.0}],
        "skipped": [],
    }
    card = {"id": "a", "state": "finished", "ahead": 0, "done": 1, "total": 1, "result": result}
    ana.page.route("**/api/tables/*/analysis", lambda route: route.fulfill(json=card))
    ana.page.route("**/api/analyses/a", lambda route: route.fulfill(json=card))
    ana.visit(f"/partida/{table}?mao={shown + 1}")
    ana.presses("Análise")
    ana.presses("Analisar")
    moments = ana.page.locator(".moments li")
    expect(moments.first).to_be_visible()
    words = moments.locator("button").all_inner_texts()
    assert len(words) > 1
    assert len(set(words)) == len(words), words
    (plot,) = ana.page.evaluate(BOXES, ".curve .plot")
    sides = ana.page.evaluate(BOXES, ".curve .side")
    assert len(sides) == 2
    assert not any(lies_over(plot, side) for side in sides)


def closed(deal: dict[str, Any]) -> int:
    """Return the number of canastas at the end of a deal."""
    melds = [meld for step in deal["steps"] for side in (step["changes"].get("melds") or []) for meld in side]
    return len({meld["cards"][:8] for meld in melds if len(meld["cards"].split()) >= 7})
