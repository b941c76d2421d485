"""Chance in compiled code, and a deal from it: a stream of numbers for every seed, whoever asks in whatever order."""

from __future__ import annotations

from typing import Final

import numpy as np

from canastra.cards import TWO_PACKS
from canastra.kernel.arrays import Cards, Rng
from canastra.kernel.book import Rules
from canastra.kernel.compiling import compiled
from canastra.kernel.layout import MORTO, NO_CARD, NOBODY, RUNNING, Deals
from canastra.kernel.masks import put
from canastra.kernel.moving import begin_turn

GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_ONE: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_TWO: Final = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
CARDS_SORTED: Final = np.array(TWO_PACKS, np.int8)


@compiled
def mixed(number: np.uint64) -> np.uint64:
    """A number of 64 bits with its bits well mixed: SplitMix64's finalizer (Steele, Lea, Flood 2014)."""
    number = (number ^ (number >> S30)) * MIX_ONE
    number = (number ^ (number >> S27)) * MIX_TWO
    return number ^ (number >> S31)


@compiled
def begin_chance(chance: Rng, i: int, seed: int, stream: int) -> None:
    """Set the generator `i` to the start of one of a seed's streams."""
    chance[i] = mixed(mixed(np.uint64(seed)) ^ (np.uint64(stream) * GOLDEN))


@compiled
def below(chance: Rng, i: int, bound: int) -> int:
    """A number from 0 to `bound` - 1, by multiplying 32 random bits: off by less than one in 2^32 / bound."""
    chance[i] += GOLDEN
    found: int = np.int64(((mixed(chance[i]) >> S32) * np.uint64(bound)) >> S32)  # type: ignore[assignment]
    return found


@compiled
def shuffle(chance: Rng, i: int, pack: Cards) -> None:
    """Put a pack (104 cards, int8) in random order."""
    for card in range(104):
        pack[card] = CARDS_SORTED[card]
    for last in range(103, 0, -1):
        other = below(chance, i, last + 1)
        pack[last], pack[other] = pack[other], pack[last]


@compiled
def deal(states: Deals, i: int, book: Rules, pack: Cards, dealer: int, minimums: Cards) -> None:
    """Deal a pack as `canastra.engine.deal.deal_out` does; `minimums` are the `opening` of both sides."""
    s = states[i]
    players = book.players
    s.players, s.dealer = players, dealer
    for seat in range(4):
        s.one[seat], s.two[seat], s.known_one[seat], s.known_two[seat], s.unplayed[seat] = 0, 0, 0, 0, 0
    dealt = players * MORTO
    for index in range(dealt):
        seat = (dealer + 1 + index) % players
        s.one[seat], s.two[seat] = put(s.one[seat], s.two[seat], pack[index])
    for index in range(MORTO):
        s.morto[0, index] = pack[dealt + index]
        s.morto[1, index] = pack[dealt + MORTO + index]
    s.mortos = 2
    s.stock_at, s.stock_end = 0, 104 - dealt - 2 * MORTO
    for index in range(s.stock_end):
        s.stock[index] = pack[dealt + 2 * MORTO + index]
    for side in range(2):
        s.melded[side], s.has_morto[side], s.red_count[side] = 0, 0, 0
        s.opening[side] = minimums[side]
    s.pile_size, s.idle_turns = 0, 0
    s.turn = 1
    s.first = NO_CARD
    s.ending, s.went_out, s.unreplaced = RUNNING, NOBODY, NOBODY
    begin_turn(s, book, (dealer + 1) % players)
