"""Cards of rulebooks: made once for equal rulebooks, and not cached for every request."""

from __future__ import annotations

import copy
from dataclasses import replace

from canastra.protocol.tables import rulebook_card
from canastra.rulebooks import official


def test_copies_share_a_card() -> None:
    assert rulebook_card(copy.deepcopy(official("tranca"))) is rulebook_card(official("tranca"))


def test_few_cards_are_kept() -> None:
    for number in range(300):
        assert rulebook_card(replace(official("tranca"), id=f"casa-{number}")).id == f"casa-{number}"
    assert rulebook_card.cache_info().currsize == 256
