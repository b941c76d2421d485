"""The kernel's tables are what the engine says, and fit where they are put."""

from __future__ import annotations

import numpy as np
import pytest

from canastra.cards import CARDS
from canastra.engine.melds.movement import shifted
from canastra.errors import InternalError
from canastra.kernel import book as books
from canastra.kernel.book import MOST_MELDS, MOST_WAYS, Book, book_of
from canastra.kernel.layout import STATE
from canastra.kernel.parameters import PARAMETERS
from canastra.kernel.steps import ENDS, MELD, action_of, step_of
from canastra.rulebooks import OFFICIAL, Rulebook, official
from tests.playing import by_rulebook


def test_a_deal_is_a_record_of_less_than_a_kilobyte() -> None:
    assert STATE.itemsize < 1024


@by_rulebook
def test_every_way_is_the_engines(rulebook: Rulebook) -> None:
    """For a sample of melds all placements and the shift; every meld that they lead to has a number."""
    book = book_of(rulebook)
    arrays = book.arrays[0]
    assert len(book.melds) < MOST_MELDS
    assert arrays["way_at"][len(book.melds)] < MOST_WAYS
    for number in range(0, len(book.melds), 7):
        meld = book.melds[number]
        begin, end = arrays["way_at"][number : number + 2]
        found = [
            (int(arrays["way_card"][at]), ENDS[arrays["way_end"][at]], book.melds[arrays["way_to"][at]])
            for at in range(begin, end)
        ]
        expected = [
            (card, way.end, way.meld)
            for card in CARDS
            if meld.cards.count(card) < 2
            for way in book.lookup.placements(meld, card)
        ]
        assert found == expected
        home = shifted(meld, rulebook.sequences)
        assert arrays["meld_shift"][number] == (-1 if home is None else book.numbers[home])


@by_rulebook
def test_a_pattern_is_the_same_in_all_suits(rulebook: Rulebook) -> None:
    """Which the look-up by ranks stands on: suit by suit, the melds of a pattern need the same ranks."""
    book = book_of(rulebook)
    arrays = book.arrays[0]

    def naturals(number: int, suit: int) -> int:
        meld = book.melds[number]
        assert meld.suit == suit
        return sum(1 << card.rank for at, card in enumerate(meld.cards) if at != meld.wild)

    for suit in range(4):
        for pattern in range(12):
            first, other = int(arrays["natural_melds"][0, pattern]), int(arrays["natural_melds"][suit, pattern])
            if first or other:
                assert naturals(first, 0) == naturals(other, suit)
        for two in range(4):
            like = (0, 0) if two == suit else (0, 1)
            for first, other in zip(arrays["wild_melds"][like], arrays["wild_melds"][suit, two], strict=True):
                if first > 0 and other > 0:
                    assert naturals(int(first), 0) == naturals(int(other), suit)


def test_what_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "BOOK", np.dtype([("parameters", PARAMETERS), ("players", "i8"), ("values", "i8", 3)]))
    with pytest.raises(InternalError, match="too many melds"):
        Book(official(OFFICIAL[0]))


@by_rulebook
def test_a_step_and_an_action_are_the_same_thing(rulebook: Rulebook) -> None:
    book = book_of(rulebook)
    arrays = book.arrays[0]
    for meld in {int(each) for each in arrays["natural_melds"].flat} | {
        int(each) for each in arrays["wild_melds"].flat
    }:
        if meld >= 0 and len(book.melds[meld].cards) == 3:
            step = MELD | meld
            assert step_of(action_of(step, book), book) == step
