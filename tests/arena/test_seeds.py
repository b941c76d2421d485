"""All chance comes from seed and number of the pair, by the rule that the page states."""

from __future__ import annotations

from hashlib import sha256

from canastra.arena.seeds import bot_seed, derived_seed, pack_and_dealer
from canastra.cards import TWO_PACKS


def test_the_rule() -> None:
    assert derived_seed(7, 3, "deal") == int(sha256(b"canastra-arena/1 7 3 deal").hexdigest()[:8], 16)
    assert bot_seed(7, 3, 2) == derived_seed(7, 3, "seat 2")


def test_a_deal_stays_what_it_was() -> None:
    # Runs that were begun with an earlier version go on with the same cards.
    pack, dealer = pack_and_dealer(1, 0, 4)
    assert (" ".join(map(str, pack[:8])), dealer) == ("AS 5C JD JH 7H 9D TC 9H", 1)


def test_pairs_and_seeds_differ() -> None:
    packs = {pack_and_dealer(seed, pair, 4)[0] for seed in range(5) for pair in range(20)}
    assert len(packs) == 100
    assert all(sorted(pack) == sorted(TWO_PACKS) for pack in packs)
    assert {pack_and_dealer(1, pair, 4)[1] for pair in range(40)} == {0, 1, 2, 3}
