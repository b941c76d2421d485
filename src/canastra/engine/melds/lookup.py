"""Tables that are computed once per rulebook from the readable definitions.

New melds of three cards are found by the ranks that a hand has in a suit (13 bits), lay-offs by the meld they go to.
Each table is filled at first use by calling `read_sequence`, `read_group`, `arrange` and `placements`, so it has no
rules of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from canastra.cards import CARDS, RANKS, SUITS, TWO, TWOS, Card
from canastra.engine.actions import Discard, LayOff, NewMeld, Shift
from canastra.engine.hands import BITS, SECOND, Hand
from canastra.engine.melds import HIGHEST, SHORTEST, Meld, read_group, read_sequence
from canastra.engine.melds.movement import Placement, arrange, placements, shifted
from canastra.rulebooks.schema import Rulebook, WildMovement

_SUIT_MASK: Final = (1 << 13) - 1
_TWO_BIT: Final = 1 << TWO
_RANK_PAIRS: Final = tuple(
    sum(1 << 13 * suit + rank | 1 << SECOND + 13 * suit + rank for suit in range(4)) for rank in range(13)
)
DISCARDS: Final = tuple(Discard(card) for card in CARDS)
LARGEST_TABLE: Final = 50_000
"""Entries at which a table that could grow without limit is emptied."""
_DISCARDS_BY_MASK: Final[tuple[dict[int, tuple[Discard, ...]], ...]] = tuple({} for _ in SUITS)


def discards(hand: Hand) -> list[Discard]:
    """The discard of each known card of a hand, in order."""
    found: list[Discard] = []
    for suit, known in enumerate(_DISCARDS_BY_MASK):
        mask = hand >> 13 * suit & _SUIT_MASK
        some = known.get(mask)
        if some is None:
            cards = CARDS[13 * suit : 13 * suit + 13]
            some = known[mask] = tuple(DISCARDS[card] for card in cards if mask >> card.rank & 1)
        found.extend(some)
    return found


@lru_cache(len(SUITS) + len(RANKS))
def _related(suit: int, rank: int) -> tuple[Card, ...]:
    """Cards that might be laid on a sequence of a suit, or on a group of a rank; the other is -1."""
    return tuple(card for card in CARDS if card.is_two or card.suit == suit or card.rank == rank)


class _LayOffs(NamedTuple):
    """The lay-offs on one meld: all bits of a hand that matter, and the action of each."""

    bits: int
    each: tuple[tuple[int, LayOff], ...]
    shift: tuple[Shift, ...]


class Lookup:
    """A rulebook and its tables of cards and melds.

    Get one with `lookup_of`. Two are equal if their rulebooks are. Pickles and copies leave the tables out.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        values = rulebook.values
        by_rank = [values.ace, values.two, *[values.three_to_seven] * 5, *[values.eight_to_king] * 6]
        self.values: Final = tuple(by_rank[card.rank] for card in CARDS)
        """Points of each card."""
        self._lay_offs: dict[tuple[int, Meld], _LayOffs] = {}
        self._placements: dict[Meld, dict[Card, tuple[Placement, ...]]] = {}
        self._melds: dict[tuple[Card, ...], Meld | None] = {}
        self._sequences: tuple[dict[int, tuple[NewMeld, ...]], ...] = tuple({} for _ in SUITS)
        self._all_patterns: dict[tuple[int, Card | None], tuple[tuple[int, NewMeld], ...]] = {}
        self._groups: dict[tuple[int, int, int], tuple[NewMeld, ...]] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lookup):
            return NotImplemented
        return self.rulebook == other.rulebook

    def __hash__(self) -> int:
        return hash(self.rulebook)

    def __reduce__(self) -> tuple[object, ...]:
        return lookup_of, (self.rulebook,)

    def points(self, cards: tuple[Card, ...]) -> int:
        """Sum of the values of known cards."""
        values = self.values
        return sum([values[card] for card in cards])

    def meld(self, cards: tuple[Card, ...]) -> Meld | None:
        """The meld that cards form as written, in its canonical arrangement; None if they form no meld."""
        if cards in self._melds:
            return self._melds[cards]
        rules = self.rulebook
        meld = None
        if len(cards) >= SHORTEST:
            meld = read_sequence(cards, rules.sequences) or read_group(cards, rules.groups.ranks)
        if meld and not meld.is_group and rules.sequences.wild is WildMovement.FREE:
            meld = arrange(cards, meld.suit, rules.sequences)
        if len(cards) == SHORTEST:
            self._melds[cards] = meld
        return meld

    def placements(self, meld: Meld, card: Card) -> tuple[Placement, ...]:
        """Every way to lay a card on a meld."""
        return self.placements_of(meld).get(card, ())

    def placements_of(self, meld: Meld) -> Mapping[Card, tuple[Placement, ...]]:
        """Every way to lay a card on a meld, for each card that has a way."""
        known = self._placements.get(meld)
        if known is None:
            own, sequences = _related(meld.suit, meld.rank), self.rulebook.sequences
            every = {card: self._allowed(meld, card, placements(meld, card, sequences)) for card in own}
            known = self._placements[meld] = {card: ways for card, ways in every.items() if ways}
        return known

    def _allowed(self, meld: Meld, card: Card, ways: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """The placements without those of a wild, if the rulebook forbids laying off wilds."""
        if self.rulebook.melds.wild_lay_off or meld.has_wild or not card.is_two:
            return ways
        return tuple(way for way in ways if not way.meld.has_wild)

    def lay_offs(self, number: int, meld: Meld, hand: Hand) -> tuple[LayOff | Shift, ...]:
        """Every lay-off of one known card of a hand on the side's meld `number`, and the meld's shift."""
        table = self._lay_offs.get((number, meld))
        if table is None:
            table = self._lay_offs[number, meld] = self._new_lay_offs(number, meld)
        if not hand & table.bits:
            return table.shift
        return (*[action for bit, action in table.each if hand & bit], *table.shift)

    def _new_lay_offs(self, number: int, meld: Meld) -> _LayOffs:
        each = tuple(
            (BITS[card], LayOff(number, (card,), way.end))
            for card, ways in self.placements_of(meld).items()
            for way in ways
        )
        shift = (Shift(number),) if shifted(meld, self.rulebook.sequences) else ()
        return _LayOffs(sum({bit for bit, _ in each}), each, shift)

    def new_melds(self, hand: Hand) -> list[NewMeld]:
        """Every new meld of three known cards of a hand; each set of cards and places once."""
        found: list[NewMeld] = []
        # The 2s that can be the wild, one bit a suit.
        twos = hand >> 1 & 1 | hand >> 13 & 2 | hand >> 25 & 4 | hand >> 37 & 8
        second = hand >> SECOND
        for suit in range(4):
            mask = hand >> 13 * suit & _SUIT_MASK
            if mask & (mask - 1) == 0:
                continue  # No meld has fewer than two naturals, and their ranks differ.
            key = mask | twos << 13 | (second >> 13 * suit + TWO & 1) << 17
            known = self._sequences[suit].get(key)
            found.extend(self._find(suit, key) if known is None else known)
        if self.rulebook.groups.ranks:
            for rank in self.rulebook.groups.ranks:
                held = hand & _RANK_PAIRS[rank]
                if held.bit_count() >= SHORTEST - 1:
                    found.extend(self._find_groups(held, rank, twos))
        return found

    def _find(self, suit: int, key: int) -> tuple[NewMeld, ...]:
        """New sequences of a suit, and remember them.

        The key has the ranks of the suit (13 bits), the suits of the 2s (4 bits), and whether the hand has the own-suit
        2 twice.
        """
        mask, twos, both = key & _SUIT_MASK, key >> 13 & 15, key >> 17
        found = [action for need, action in self._patterns(suit, None) if mask & need == need]
        for wild in TWOS:
            if twos >> wild.suit & 1:
                # If used as the wild, the 2 of the same suit is natural only if the hand holds the other copy too.
                rest = mask & ~_TWO_BIT | both << TWO if wild.suit == suit else mask
                found.extend([action for need, action in self._patterns(suit, wild) if rest & need == need])
        table = self._sequences[suit]
        if len(table) >= LARGEST_TABLE:
            table.clear()
        actions = table[key] = tuple(found)
        return actions

    def _patterns(self, suit: int, wild: Card | None) -> tuple[tuple[int, NewMeld], ...]:
        """Every three-card sequence of a suit with the ranks of its naturals; each meld once."""
        known = self._all_patterns.get((suit, wild))
        if known is None:
            found: dict[Meld, tuple[int, NewMeld]] = {}
            for low in range(1, HIGHEST - 1):
                window = [Card(13 * suit + place % 13) for place in range(low - 1, low + 2)]
                for hole in (None,) if wild is None else range(SHORTEST):
                    naturals = [card for index, card in enumerate(window) if index != hole]
                    cards = [wild if wild and index == hole else card for index, card in enumerate(window)]
                    meld = self.meld(tuple(cards))
                    if meld and meld.has_wild == (wild is not None):
                        found[meld] = (sum(1 << card.rank for card in naturals), NewMeld(meld.cards))
            known = self._all_patterns[suit, wild] = tuple(found.values())
        return known

    def _find_groups(self, held: int, rank: int, twos: int) -> tuple[NewMeld, ...]:
        """New groups of a rank from the cards of that rank held and the suits of the 2s held."""
        key = (rank, held, twos)
        known = self._groups.get(key)
        if known is None:
            cards = [card for card in CARDS if card.rank == rank for plane in (0, SECOND) if held >> plane + card & 1]
            naturals = dict.fromkeys(combinations(cards, SHORTEST))
            pairs = dict.fromkeys(combinations(cards, SHORTEST - 1))
            wilds = [wild for wild in TWOS if twos >> wild.suit & 1]
            melds = [*naturals, *((*pair, wild) for pair in pairs for wild in wilds)]
            known = self._groups[key] = tuple(NewMeld(meld) for meld in melds)
        return known


MOST_KEPT: Final = 24
"""Look-up tables that stay in memory while unused: 0.6 to 1.6 MB each after ten deals."""
_USED: Final[WeakValueDictionary[Rulebook, Lookup]] = WeakValueDictionary()


@lru_cache(MOST_KEPT)
def lookup_of(rulebook: Rulebook) -> Lookup:
    """The `Lookup` of a rulebook; the same object for equal rulebooks while it is in use or was used lately."""
    found = _USED.get(rulebook)
    if found is None:
        found = _USED[rulebook] = Lookup(rulebook)
    return found
