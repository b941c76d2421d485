"""The client's pages of rules: their fixture is the server's answer, and their examples are right by the engine."""

from __future__ import annotations

import json
from typing import Any

import pytest

from canastra.cards import cards_text, parse_cards
from canastra.engine.melds import Meld
from canastra.engine.melds.lookup import lookup_of
from canastra.rulebooks import OFFICIAL, official
from tests.web.rulebooks import FIXTURE, written

EXAMPLES: dict[str, list[dict[str, Any]]] = json.loads((FIXTURE.parent / "examples.json").read_text("utf-8"))
NO_MELDS = {"rules.ex.wilds", "rules.ex.redThrees", "rules.ex.blackThrees", "rules.ex.threes"}
OTHER_REASONS = {"rules.ex.blocked", "rules.ex.dirtyFails", "rules.ex.justifiedNo"}
"""Examples that are refused for another reason than their cards."""


def test_the_fixture_is_what_the_server_tells() -> None:
    assert FIXTURE.read_bytes() == written()


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_examples_are_right(rulebook_id: str) -> None:
    assert EXAMPLES[rulebook_id]
    for example in EXAMPLES[rulebook_id]:
        if example["say"] not in NO_MELDS | OTHER_REASONS:
            assert judged(rulebook_id, example), example


def judged(rulebook_id: str, example: dict[str, Any]) -> bool:
    """Return whether the engine agrees with an example."""
    tables = lookup_of(official(rulebook_id))
    before, comes = example.get("from"), example.get("plus")
    if before and not before.get("label"):
        laid = tables.meld(parse_cards(before["cards"]))
        assert laid is not None
        assert comes is not None
        assert drawn(laid).items() <= before.items(), "what lies lies so, wild cards included"
        ways = [way.meld for way in tables.placements(laid, parse_cards(comes["card"])[0])]
        return example["meld"] in map(drawn, ways) if example["valid"] else not ways
    found = tables.meld(parse_cards(example["meld"]["cards"]))
    if not example["valid"]:
        return found is None
    return found is not None and drawn(found) == example["meld"]


def drawn(meld: Meld) -> dict[str, Any]:
    """A meld as the protocol tells it."""
    return {"cards": cards_text(meld.cards), "low": meld.low, "wild": meld.wild if meld.has_wild else None}
