"""The kernel's tables are what the engine says, and fit where they are put."""

from __future__ import annotations

import numpy as np
import pytest

from canastra.cards import CARDS
from canastra.engine.melds.movement import shifted
from canastra.errors import InternalError
from canastra.kernel.play.layout import STATE
from canastra.kernel.rules import tables as built
from canastra.kernel.rules.parameters import PARAMETERS
from canastra.kernel.rules.steps import ENDS, MELD, action_of, step_of
from canastra.kernel.rules.tables import MOST_MELDS, MOST_WAYS, RuleTables, rule_tables
from canastra.rulebooks import OFFICIAL, Rulebook, official
from tests.playing import by_rulebook


def test_a_deal_is_a_record_of_less_than_a_kilobyte() -> None:
    assert STATE.itemsize < 1024


@by_rulebook
def test_every_way_is_the_engines(rulebook: Rulebook) -> None:
    """For a sample of melds all placements and the shift; every meld that they lead to has a number."""
    tables = rule_tables(rulebook)
    rules = tables.rules
    assert len(tables.melds) < MOST_MELDS
    assert rules["way_at"][len(tables.melds)] < MOST_WAYS
    for number in range(0, len(tables.melds), 7):
        meld = tables.melds[number]
        begin, end = rules["way_at"][number : number + 2]
        found = [
            (int(rules["way_card"][at]), ENDS[rules["way_end"][at]], tables.melds[rules["way_to"][at]])
            for at in range(begin, end)
        ]
        expected = [
            (card, way.end, way.meld)
            for card in CARDS
            if meld.cards.count(card) < 2
            for way in tables.lookup.placements(meld, card)
        ]
        assert found == expected
        home = shifted(meld, rulebook.sequences)
        assert rules["meld_shift"][number] == (-1 if home is None else tables.numbers[home])


@by_rulebook
def test_a_pattern_is_the_same_in_all_suits(rulebook: Rulebook) -> None:
    """Which the look-up by ranks stands on: suit by suit, the melds of a pattern need the same ranks."""
    tables = rule_tables(rulebook)
    rules = tables.rules

    def naturals(number: int, suit: int) -> int:
        meld = tables.melds[number]
        assert meld.suit == suit
        return sum(1 << card.rank for at, card in enumerate(meld.cards) if at != meld.wild)

    for suit in range(4):
        for pattern in range(12):
            first, other = int(rules["natural_melds"][0, pattern]), int(rules["natural_melds"][suit, pattern])
            if first or other:
                assert naturals(first, 0) == naturals(other, suit)
        for two in range(4):
            like = (0, 0) if two == suit else (0, 1)
            for first, other in zip(rules["wild_melds"][like], rules["wild_melds"][suit, two], strict=True):
                if first > 0 and other > 0:
                    assert naturals(int(first), 0) == naturals(int(other), suit)


def test_what_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(built, "RULES", np.dtype([("parameters", PARAMETERS), ("players", "i8"), ("values", "i8", 3)]))
    with pytest.raises(InternalError, match="too many melds"):
        RuleTables(official(OFFICIAL[0]))


@by_rulebook
def test_a_step_and_an_action_are_the_same_thing(rulebook: Rulebook) -> None:
    tables = rule_tables(rulebook)
    rules = tables.rules
    for meld in {int(each) for each in rules["natural_melds"].flat} | {int(each) for each in rules["wild_melds"].flat}:
        if meld >= 0 and len(tables.melds[meld].cards) == 3:
            step = MELD | meld
            assert step_of(action_of(step, tables), tables) == step
