"""The sides that pass from one phase to the next, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from canastra.tournament.encounters import settled
from canastra.tournament.regulations import GroupsPhase, KnockoutPhase
from canastra.tournament.standings import (
    CategoryStandings,
    ClubStanding,
    Ledger,
    Standing,
    by_category,
    by_club,
    group_ledger,
    knockout_standings,
    phase_standings,
    rank_ledger,
)
from canastra.tournament.state import Tournament


class Qualifier(NamedTuple):
    """A side that passes: its group and place, and whether it is one of the best others."""

    side: int
    group: int
    place: int
    best_other: bool = False


def final_standings(tournament: Tournament, phase: int) -> tuple[tuple[Standing, ...], ...]:
    """The standings of each group of a phase of any form."""
    if isinstance(tournament.regulations.phases[phase - 1], KnockoutPhase):
        return (knockout_standings(tournament, phase),)
    return phase_standings(tournament, phase)


def has_places(tournament: Tournament, phase: int) -> bool:
    """Return whether the standings of a phase go beyond its lots: something was played in it, or carried into it."""
    terms = tournament.regulations.phases[phase - 1]
    brought = isinstance(terms, KnockoutPhase) or terms.carry != "none"
    return brought or any(True for _ in settled(tournament, phase))


def qualifiers(tournament: Tournament, phase: int) -> tuple[Qualifier, ...]:
    """The sides that pass, as the phase stands, the best first: all winners of groups, then the seconds, the best
    others last.

    If such a side has withdrawn, the next of the group passes.
    """
    terms = tournament.regulations.phases[phase - 1]
    tables = [
        [standing.side for standing in group if tournament.active(standing.side)]
        for group in final_standings(tournament, phase)
    ]
    if not isinstance(terms, GroupsPhase):
        return tuple(Qualifier(side, 1, place) for place, side in enumerate(tables[0][: terms.passing], 1))
    found: list[Qualifier] = []
    for place in range(terms.passing + terms.best_others):
        level = {table[place]: group for group, table in enumerate(tables, 1) if place < len(table)}
        others = place >= terms.passing
        room = terms.passing * len(tables) + terms.best_others - len(found) if others else len(level)
        order = compared(tournament, phase, tuple(level))
        found += [Qualifier(standing.side, level[standing.side], place + 1, others) for standing in order[:room]]
    return tuple(found)


def going_on(tournament: Tournament, phase: int) -> frozenset[int]:
    """Return the sides that pass as the phase stands, or the sides of the next phase once it has begun."""
    following = tournament.phase(phase + 1)
    if following is not None and following.groups:
        return frozenset(following.members)
    return frozenset(qualifier.side for qualifier in qualifiers(tournament, phase))


def compared(tournament: Tournament, phase: int, sides: Sequence[int]) -> tuple[Standing, ...]:
    """Sides of different groups in order, normalised as the regulations say for unequal groups."""
    terms = tournament.regulations.phases[phase - 1]
    assert isinstance(terms, GroupsPhase)
    ledgers = [group_ledger(tournament, phase, group) for group in tournament.phases[phase - 1].groups]
    if terms.normalise == "drop_last":
        fewest = min(len(ledger.sides) for ledger in ledgers)
        ledgers = [_dropped(tournament, phase, ledger, fewest) for ledger in ledgers]
    base = {side: points for ledger in ledgers for side, points in (ledger.base or {}).items()}
    missed = {side: count for ledger in ledgers for side, count in (ledger.missed or {}).items()}
    bouts = tuple(bout for ledger in ledgers for bout in ledger.bouts)
    among = Ledger(tuple(sides), bouts, base=base, missed=missed, averaged=terms.normalise == "per_encounter")
    return rank_ledger(tournament, phase, among)


def _dropped(tournament: Tournament, phase: int, ledger: Ledger, fewest: int) -> Ledger:
    """The ledger without encounters with the last sides of its group, as many as it is larger than the
    smallest group.
    """
    order = [standing.side for standing in rank_ledger(tournament, phase, ledger)]
    return replace(ledger.without(order[fewest:]))


def overall(tournament: Tournament) -> tuple[int, ...]:
    """All sides from first to last: the sides of the last phase, then the sides that went out in each earlier one.

    Sides that went out of groups are ordered by their place, then as sides of different groups are compared.
    """
    found: list[int] = []
    for phase in reversed(tournament.phases):
        if phase.groups:
            found += [side for side in _in_order(tournament, phase.number) if side not in set(found)]
    return tuple(found)


def category_standings(tournament: Tournament) -> tuple[CategoryStandings, ...]:
    """The standings of each category, as the tournament stands."""
    return by_category(tournament.sides, overall(tournament))


def club_standings(tournament: Tournament) -> tuple[ClubStanding, ...]:
    """The standings of the clubs, as the tournament stands; empty if the regulations don't rank clubs."""
    terms = tournament.regulations.clubs
    if terms is None or tournament.current is None:
        return ()
    points: dict[int, int] = {}
    if terms.order == "points":  # Then the regulations have one phase, and all its sides are one group.
        points = {standing.side: int(standing.totals.points) for standing in phase_standings(tournament, 1)[0]}
    return by_club(tournament.sides, overall(tournament), terms, points)


def _in_order(tournament: Tournament, phase: int) -> list[int]:
    tables = [[standing.side for standing in group] for group in final_standings(tournament, phase)]
    if len(tables) == 1:
        return tables[0]
    longest = max(map(len, tables))
    levels = [[table[place] for table in tables if place < len(table)] for place in range(longest)]
    gone = tournament.annulled(phase)
    order = [standing.side for level in levels for standing in compared(tournament, phase, level)]
    # sorted is stable: sides whose results are annulled come last.
    return sorted(order, key=gone.__contains__)
