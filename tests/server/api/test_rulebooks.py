"""Cards of rulebooks: made once for equal rulebooks, and not kept for all that somebody may ask for."""

from __future__ import annotations

import copy
from dataclasses import replace

from canastra.rulebooks import official
from canastra.server.api.rulebooks import card_of


def test_copies_share_a_card() -> None:
    assert card_of(copy.deepcopy(official("tranca"))) is card_of(official("tranca"))


def test_few_cards_are_kept() -> None:
    for number in range(300):
        assert card_of(replace(official("tranca"), id=f"casa-{number}")).id == f"casa-{number}"
    assert card_of.cache_info().currsize == 256
