"""A rulebook for compiled code: its parameters, and all its melds with their possible extensions.

The tables are filled by asking the engine, so that no rule is written down here.

Every meld of three cards has a number, and so has every meld that lay-offs make of it. The new melds of a hand are
looked up by the ranks that it holds in a suit.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Annotated, Any, Final, Protocol, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from canastra.cards import CARDS, RANKS, SUITS, TWO, TWOS, Card
from canastra.engine.hands import KNOWN, SECOND, hand_of
from canastra.engine.melds import HIGHEST, SHORTEST, Meld
from canastra.engine.melds.lookup import lookup_of
from canastra.engine.melds.movement import End, shifted
from canastra.errors import InternalError
from canastra.kernel.arrays import ArrayRecord, Cards, Int64, Masks, MeldNumbers, Points, RecordArray, Steps, dtype_of
from canastra.kernel.rules.parameters import PARAMETERS, Parameters, parameters_of
from canastra.rulebooks.schema import Rulebook

Array: TypeAlias = npt.NDArray[Any]
_MASKS: Final = 1 << len(RANKS)
_ONE: Final = (1 << SECOND) - 1
_ENDS: Final = (End.NONE, End.LOW, End.HIGH)

CANASTA_FLAG: Final = 1
CLEAN_FLAG: Final = 2
FULL_FLAG: Final = 4
WHOLE_SUIT_FLAG: Final = 8
SPAN: Final = (1 << HIGHEST) - 1
"""In a meld's facts, the positions that a sequence takes, the low ace in bit 0. The following bits have:"""
SIZE_AT: Final = 14
KIND_AT: Final = 18
"""four bits each, from here on: the meld's size, and its suit or the rank of a group;"""
FOUR_BITS: Final = 15
GROUP_FACT: Final = 1 << 22
WILD_FACT: Final = 1 << 23
"""one bit each: set for a group, and for a meld with a wild."""


MOST_MELDS: Final = 16_384
MOST_WAYS: Final = 131_072
MOST_PATTERNS: Final = 36
"""Patterns of three cards in a suit: a wild at three places of twelve."""
MOST_LISTED: Final = 81_920
MOST_TABLES: Final = 24
"""Rulebooks whose tables a process keeps: 5 to 9 MB each, half a second to make."""
_HELD: Final = 256
_TRIPLES, _PAIRS = 16, 10
_MINIMUMS: Final = 10


class Rules(ArrayRecord, Protocol):
    """A rulebook in compiled code: one record, so that functions pass each other a single address."""

    parameters: Annotated[Parameters, PARAMETERS]
    minimum_count: Int64
    minimums: Annotated[Masks, "i8", _MINIMUMS]
    """Points to open with, the first time and after each withdrawal."""
    values: Annotated[Masks, "i8", len(CARDS)]
    """Points of each card."""
    meld_one: Annotated[Masks, "i8", MOST_MELDS]
    """Mask of a meld's cards."""
    meld_two: Annotated[Masks, "i8", MOST_MELDS]
    """Mask of the cards that the meld has twice."""
    way_cards: Annotated[Masks, "i8", MOST_MELDS]
    """Mask of the cards that can be laid on the meld."""
    meld_points: Annotated[Points, "i4", MOST_MELDS]
    way_at: Annotated[Steps, "i4", MOST_MELDS + 1]
    """The place where the meld's ways begin."""
    meld_shift: Annotated[MeldNumbers, "i2", MOST_MELDS]
    """The meld after its wild went home, or -1."""
    meld_flags: Annotated[Cards, "i1", MOST_MELDS]
    """`CANASTA_FLAG`, `CLEAN_FLAG`, `FULL_FLAG`, `WHOLE_SUIT_FLAG`."""
    meld_wild: Annotated[Cards, "i1", MOST_MELDS]
    """The card that is the meld's wild, or -1."""
    meld_facts: Annotated[Steps, "i4", MOST_MELDS]
    """All facts that a player weighs, in one word: see `SPAN` and the constants after it."""
    way_to: Annotated[MeldNumbers, "i2", MOST_WAYS]
    """The meld after the card is laid."""
    way_card: Annotated[Cards, "i1", MOST_WAYS]
    """The card of the way."""
    way_end: Annotated[Cards, "i1", MOST_WAYS]
    """The end that the lay-off has to name, a place in `canastra.kernel.rules.steps.ENDS`."""
    natural_at: Annotated[Steps, "i4", _MASKS + 1]
    """By mask of the ranks of a suit, where its patterns without a wild begin in `natural`."""
    off_at: Annotated[Steps, "i4", _MASKS + 1]
    """The same for patterns with another suit's 2."""
    own_at: Annotated[Steps, "i4", _MASKS + 1]
    """The same for patterns with the suit's own 2."""
    natural: Annotated[Cards, "i1", MOST_LISTED]
    off: Annotated[Cards, "i1", MOST_LISTED]
    own: Annotated[Cards, "i1", MOST_LISTED]
    natural_melds: Annotated[MeldNumbers, "i2", (4, MOST_PATTERNS)]
    """By suit and pattern."""
    wild_melds: Annotated[MeldNumbers, "i2", (4, 4, MOST_PATTERNS)]
    """By suit, suit of the 2 and pattern."""
    players: Int64
    group_count: Int64
    group_ranks: Annotated[Cards, "i1", len(RANKS)]
    triple_at: Annotated[Steps, "i4", _HELD + 1]
    """By copies held of a rank (four bits for one, four for both), where its patterns of three begin."""
    pair_at: Annotated[Steps, "i4", _HELD + 1]
    """The same for its patterns of two."""
    triple: Annotated[Cards, "i1", _HELD * _TRIPLES]
    pair: Annotated[Cards, "i1", _HELD * _PAIRS]
    triple_melds: Annotated[MeldNumbers, "i2", (len(RANKS), _TRIPLES)]
    """By place in `group_ranks` and pattern."""
    pair_melds: Annotated[MeldNumbers, "i2", (len(RANKS), _PAIRS, 4)]
    """By place in `group_ranks`, pattern and suit of the 2."""


RULES: Final = dtype_of(Rules)


class RuleTables:
    """A rulebook as the kernel plays it. Make one with `rule_tables`."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.lookup = lookup_of(rulebook)
        self.melds: list[Meld] = []
        """The melds by number."""
        self.numbers: dict[Meld, int] = {}
        patterns = _Patterns(self)
        self.new_melds = len(self.melds)
        """The numbers below this one are the melds that three cards form."""
        ways = _Ways(self)
        self.arrays = cast(RecordArray[Rules], np.zeros(1, RULES))
        """`rules`, as an array of one."""
        self.rules = self.arrays[0]
        """The record for compiled code."""
        self.rules["parameters"] = parameters_of(rulebook)
        for name, array in (_sizes(self) | _melds(self) | ways.arrays() | patterns.arrays()).items():
            _fill(self.rules, name, array)

    def number(self, meld: Meld) -> int:
        """The number of a meld; a meld without a number gets the next one."""
        found = self.numbers.get(meld)
        if found is None:
            found = self.numbers[meld] = len(self.melds)
            self.melds.append(meld)
        return found


@lru_cache(MOST_TABLES)
def rule_tables(rulebook: Rulebook) -> RuleTables:
    """The tables of a rulebook; the same object for equal rulebooks, as long as it is among the most recently used."""
    return RuleTables(rulebook)


def _fill(record: Rules, name: str, array: Array) -> None:
    """Write an array into the beginning of a field, in every dimension."""
    if array.ndim == 0:
        record[name] = array
        return
    place = record[name]
    if any(size > room for size, room in zip(array.shape, place.shape, strict=True)):
        raise InternalError("kernel_book_full", name=name)
    place[tuple(slice(size) for size in array.shape)] = array


class _Patterns:
    """The new melds of three cards. A pattern is the same in all suits; a test holds the engine to that."""

    def __init__(self, tables: RuleTables) -> None:
        natural = [_sequences(tables, suit, None) for suit in range(4)]
        wild = [[_sequences(tables, suit, two) for two in TWOS] for suit in range(4)]
        self.natural, self.off, self.own = list(natural[0]), list(wild[0][1]), list(wild[0][0])
        self.natural_melds = [[found[need] for need in self.natural] for found in natural]
        self.wild_melds = [
            [[found[need] for need in (self.own if suit == two else self.off)] for two, found in enumerate(row)]
            for suit, row in enumerate(wild)
        ]
        self.ranks = [rank for rank in tables.rulebook.groups.ranks if rank != TWO]
        self.triples, self.pairs = _multisets(SHORTEST), _multisets(SHORTEST - 1)
        self.triple_melds = [[_group(tables, rank, suits) for suits in self.triples] for rank in self.ranks]
        self.pair_melds = [
            [[_group(tables, rank, suits, two) for two in TWOS] for suits in self.pairs] for rank in self.ranks
        ]

    def arrays(self) -> dict[str, Array]:
        """The fields of `Rules` that hold the patterns."""
        found: dict[str, Array] = {}
        for name, needs in (("natural", self.natural), ("off", self.off), ("own", self.own)):
            found[f"{name}_at"], found[name] = _by_mask([need for need, _ in needs], _MASKS)
        for name, sets in (("triple", self.triples), ("pair", self.pairs)):
            found[f"{name}_at"], found[name] = _by_mask([_copies(suits) for suits in sets], _HELD)
        width = max(len(self.off), len(self.own))
        wild = [[row + [-1] * (width - len(row)) for row in rows] for rows in self.wild_melds]
        return found | {
            "group_count": np.array(len(self.ranks)),
            "natural_melds": np.array(self.natural_melds, np.int16),
            "wild_melds": np.array(wild, np.int16).reshape(4, 4, width),
            "group_ranks": np.array(self.ranks, np.int8),
            "triple_melds": np.array(self.triple_melds, np.int16).reshape(len(self.ranks), len(self.triples)),
            "pair_melds": np.array(self.pair_melds, np.int16).reshape(len(self.ranks), len(self.pairs), 4),
        }


def _sequences(tables: RuleTables, suit: int, wild: Card | None) -> dict[tuple[int, int], int]:
    """Sequences of three of a suit, each once, by the ranks that its naturals need and where its wild stands."""
    found: dict[tuple[int, int], int] = {}
    seen: set[Meld] = set()
    for low in range(1, HIGHEST - 1):
        window = [Card(13 * suit + place % 13) for place in range(low - 1, low + 2)]
        for hole in (None,) if wild is None else range(SHORTEST):
            naturals = [card for index, card in enumerate(window) if index != hole]
            cards = [wild if wild is not None and index == hole else card for index, card in enumerate(window)]
            meld = tables.lookup.meld(tuple(cards))
            if meld and meld.has_wild == (wild is not None) and meld not in seen:
                seen.add(meld)
                found[sum(1 << card.rank for card in naturals), meld.low * 16 + meld.wild] = tables.number(meld)
    return found


def _group(tables: RuleTables, rank: int, suits: tuple[int, ...], *wild: Card) -> int:
    cards = (*[Card(13 * suit + rank) for suit in suits], *wild)
    meld = tables.lookup.meld(cards)
    return -1 if meld is None else tables.number(meld)


def _multisets(size: int) -> list[tuple[int, ...]]:
    """Suits of cards of one rank, with at most two of each suit."""
    suits = range(len(SUITS))
    return [some for some in combinations_with_replacement(suits, size) if all(some.count(suit) <= 2 for suit in suits)]


def _copies(suits: tuple[int, ...]) -> int:
    return sum(1 << suit | (1 << suit + 4 if suits.count(suit) == 2 else 0) for suit in set(suits))


def _by_mask(needs: list[int], masks: int) -> tuple[Array, Array]:
    """For every mask the needs that it meets, in order."""
    wanted = np.array(needs, np.int64).reshape(1, -1)
    met = (np.arange(masks).reshape(-1, 1) & wanted) == wanted
    begins = np.zeros(masks + 1, np.int32)
    np.cumsum(met.sum(axis=1), out=begins[1:])
    return begins, np.nonzero(met)[1].astype(np.int16)


class _Ways:
    """The meld that each card makes of each meld; new melds are followed until there are no others."""

    def __init__(self, tables: RuleTables) -> None:
        self.begins = [0]
        self.ways: list[tuple[int, int, int]] = []
        self.shifts: list[int] = []
        at = 0
        while at < len(tables.melds):
            meld = tables.melds[at]
            for card, ways in tables.lookup.placements_of(meld).items():
                if meld.cards.count(card) == 2:
                    continue  # There are two of each card.
                self.ways += [(card, _ENDS.index(way.end), tables.number(way.meld)) for way in ways]
            self.begins.append(len(self.ways))
            home = shifted(meld, tables.rulebook.sequences)
            self.shifts.append(-1 if home is None else tables.number(home))
            at += 1

    def arrays(self) -> dict[str, Array]:
        """The fields of `Rules` that hold the ways."""
        cards, ends, to = zip(*self.ways, strict=True)
        masks = [
            sum({1 << card for card, _, _ in self.ways[begin:end]})
            for begin, end in zip(self.begins, self.begins[1:], strict=False)
        ]
        return {
            "meld_shift": np.array(self.shifts, np.int16),
            "way_cards": np.array(masks, np.int64),
            "way_at": np.array(self.begins, np.int32),
            "way_card": np.array(cards, np.int8),
            "way_end": np.array(ends, np.int8),
            "way_to": np.array(to, np.int16),
        }


def _sizes(tables: RuleTables) -> dict[str, Array]:
    minimums = tables.rulebook.vulnerability.minimums
    return {
        "players": np.array(tables.rulebook.table.players),
        "values": np.array(tables.lookup.values),
        "minimum_count": np.array(len(minimums)),
        "minimums": np.array(minimums, np.int64),
    }


def _melds(tables: RuleTables) -> dict[str, Array]:
    hands = [hand_of(meld.cards) & KNOWN for meld in tables.melds]
    return {
        "meld_one": np.array([hand & _ONE for hand in hands], np.int64),
        "meld_two": np.array([hand >> SECOND for hand in hands], np.int64),
        "meld_points": np.array([tables.lookup.points(meld.cards) for meld in tables.melds], np.int64),
        "meld_flags": np.array([_flags(meld) for meld in tables.melds], np.int8),
        "meld_facts": np.array([_facts(meld) for meld in tables.melds], np.int32),
        "meld_wild": np.array([meld.cards[meld.wild] if meld.has_wild else -1 for meld in tables.melds], np.int8),
    }


def _facts(meld: Meld) -> int:
    size, wild = len(meld.cards), WILD_FACT * meld.has_wild
    if meld.is_group:
        return size << SIZE_AT | GROUP_FACT | meld.rank << KIND_AT | wild
    return ((1 << size) - 1) << (meld.low - 1) | size << SIZE_AT | meld.suit << KIND_AT | wild


def _flags(meld: Meld) -> int:
    return (
        CANASTA_FLAG * meld.is_canasta
        | CLEAN_FLAG * meld.is_clean
        | FULL_FLAG * (meld.is_full_sequence and not meld.is_group)
        | WHOLE_SUIT_FLAG * meld.has_whole_suit
    )
