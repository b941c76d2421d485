"""Assigns tables to pairs of sides, and decides which of the two sits first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

from canastra.tournament.pairing.lots import draw_order
from canastra.tournament.pairing.matchings import require
from canastra.tournament.pairing.sides import Competitor, Pairing

Couple = tuple[Competitor, Competitor]
"""Two sides that meet, the better-placed first."""


_OFFERED = 8


class Basis(StrEnum):
    """The basis for assigning tables or seats."""

    LOT = "lot"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class SeatingTerms:
    """The regulations' decisions about tables and seats."""

    tables: Basis
    """By lot every side changes tables; by standing the best play at table 1."""
    seats: Basis
    """The side that sits first if both sat first equally often: by lot, or the better-placed."""
    seed: str
    """The seed of the round: each round has its own, as in ``"48213/phase 1/round 3"``."""


def assign_tables(couples: Sequence[Couple], terms: SeatingTerms) -> tuple[Pairing, ...]:
    """The couples at tables from 1, in the order of tables.

    By standing, the first couple gets table 1. By lot, the most uses of one table by one side are as few as possible.
    Of two sides the one that sat first less often sits first.

    Raises `PairingError` if tables are drawn and networkx is not installed.
    """
    tables = range(1, len(couples) + 1) if terms.tables is Basis.STANDING else _drawn_tables(couples, terms.seed)
    coins = draw_order([at % 2 == 0 for at in range(len(couples))], terms.seed, "seats")
    pairings = []
    for table, coin, (better, worse) in zip(tables, coins, couples, strict=True):
        in_order = better.lean < worse.lean
        if better.lean == worse.lean:
            in_order = coin or terms.seats is Basis.STANDING
        first, second = (better, worse) if in_order else (worse, better)
        pairings.append(Pairing(table, first.number, second.number))
    return tuple(sorted(pairings, key=lambda each: each.table))


def are_seated(couples: Sequence[Couple], terms: SeatingTerms, pairings: Sequence[Pairing]) -> bool:
    """Return whether couples have valid seats and tables as of `assign_tables`; tables by lot may be others as good.

    Raises `PairingError` if tables are drawn and networkx is not installed.
    """
    due = assign_tables(couples, terms)
    if {(pairing.first, pairing.second) for pairing in due} != {
        (pairing.first, pairing.second) for pairing in pairings
    }:
        return False
    sat = {side.number: side.tables for couple in couples for side in couple}
    if terms.tables is Basis.STANDING or not any(sat.values()):
        return due == tuple(pairings)
    tables = sorted(pairing.table for pairing in pairings)
    return tables == list(range(1, len(due) + 1)) and _most_worn(pairings, sat) <= _most_worn(due, sat)


def _most_worn(pairings: Sequence[Pairing], sat: Mapping[int, Sequence[int]]) -> int:
    """The highest number of times that a side has sat before at its assigned table."""
    return max(sat[side].count(pairing.table) for pairing in pairings for side in (pairing.first, pairing.second))


def _drawn_tables(couples: Sequence[Couple], seed: str) -> list[int]:
    """A table for each couple, by lot among those at which its sides sat least, as far as possible for all."""
    tables = draw_order(range(1, len(couples) + 1), seed, "tables")
    if not any(side.tables for couple in couples for side in couple):
        return list(tables)
    for most in count():
        # A few tables for each couple nearly always do; all of them are many edges.
        for offered in (_OFFERED, len(tables)):
            found = _tables_within(couples, tables, most, offered)
            if len(found) == len(couples):
                return [found[place] for place in range(len(couples))]
    raise AssertionError  # `count` has no end


def _tables_within(couples: Sequence[Couple], tables: Sequence[int], most: int, offered: int) -> dict[int, int]:
    """Tables for as many couples as possible, none at which a side sat more than `most` times.

    Each couple is offered `offered` of them, from the one that the lot gives it.
    """
    require()
    import networkx as nx

    # Tables are vertices above those of couples: only numbers, whose order in sets never changes.
    above = len(couples)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(above))
    for place, (one, other) in enumerate(couples):
        worn = {table for side in (one, other) for table in side.tables if side.tables.count(table) > most}
        free = [table for table in (*tables[place:], *tables[:place]) if table not in worn]
        graph.add_edges_from((place, above + table) for table in free[:offered])
    found = nx.bipartite.hopcroft_karp_matching(graph, range(above))
    return {place: found[place] - above for place in range(above) if place in found}
