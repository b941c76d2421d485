"""The heuristic knows what its seat knows: hidden cards dealt anew change nothing of what it thinks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from canastra.kernel.heuristic.choice import rank
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play import layout
from canastra.kernel.rules.steps import MOST_STEPS
from canastra.kernel.rules.tables import rule_tables
from canastra.rulebooks import Rulebook
from canastra.rulebooks.schema import PileShown
from tests.kernel.heuristic.playing import SCRATCH, played
from tests.playing import by_rulebook

TIMES = 3


def cards_in(one: int, two: int) -> list[int]:
    return [card for card in range(52) for mask in (one, two) if mask >> card & 1]


def masks_of(cards: list[int]) -> tuple[int, int]:
    one, two = 0, 0
    for card in cards:
        two |= one & 1 << card
        one |= 1 << card
    return one, two


def hidden_places(record: Any, rulebook: Rulebook) -> list[tuple[str, tuple[int, ...]]]:
    """Where single cards lie that the seat to act doesn't see; hands are treated apart."""
    found: list[tuple[str, tuple[int, ...]]] = []
    found += [("stock", (at,)) for at in range(record["stock_at"], record["stock_end"])]
    found += [("morto", (which, at)) for which in range(2 - record["mortos"], 2) for at in range(layout.MORTO)]
    if rulebook.pile.shown is PileShown.TOP:
        found += [("pile", (at,)) for at in range(record["pile_size"] - 1)]
    return found


def dealt_anew(states: Any, rulebook: Rulebook, rng: random.Random) -> Any:
    """The same position with every card that the seat to act doesn't know in another place."""
    other = states.copy()
    record = other[0]
    places = hidden_places(record, rulebook)
    pool = [int(record[name][at]) for name, at in places]
    sizes: dict[int, tuple[list[int], int]] = {}
    for seat in range(record["players"]):
        if seat != record["seat"]:
            known = cards_in(int(record["known_one"][seat]), int(record["known_two"][seat]))
            hand = cards_in(int(record["one"][seat]), int(record["two"][seat]))
            for card in known:
                hand.remove(card)
            sizes[seat] = known, len(hand)
            pool += hand
    rng.shuffle(pool)
    for name, at in places:
        record[name][at] = pool.pop()
    for seat, (known, size) in sizes.items():
        record["one"][seat], record["two"][seat] = masks_of(known + [pool.pop() for _ in range(size)])
    if record["phase"] == layout.JUSTIFY:
        record["taken"][: record["pile_size"]] = record["pile"][: record["pile_size"]]
    assert not pool
    return other


@by_rulebook
@pytest.mark.parametrize("seed", range(100, 106))
def test_hidden_cards_change_nothing(rulebook: Rulebook, seed: int) -> None:
    rng = random.Random(seed)
    rules, weights = rule_tables(rulebook).rules, weights_of(rulebook)

    def thought(states: Any) -> tuple[list[int], list[float]]:
        steps, scores = np.zeros(MOST_STEPS, np.int32), np.zeros(MOST_STEPS)
        count = rank(states, 0, rules, weights, SCRATCH, (steps, scores))
        return steps[:count].tolist(), scores[:count].tolist()

    changed = 0
    for states, _ in played(rulebook, seed):
        mine = thought(states)
        for _ in range(TIMES):
            other = dealt_anew(states, rulebook, rng)
            changed += other.tobytes() != states.tobytes()
            assert thought(other) == mine
    assert changed > 50
