"""The figure of each tied side by each criterion; more is better in all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from canastra.tournament.regulations import Criterion
from canastra.tournament.standings.ledger import Bout, Ledger, Totals, Value

Values = dict[int, Value]


def criterion_values(
    criterion: Criterion, ledger: Ledger, tied: Sequence[int], lots: Mapping[int, int]
) -> Values | None:
    """The figures of tied sides; None if the criterion can't be applied to them.

    `lots` has the place of each side in the drawn order, from the best.
    """
    if criterion is Criterion.LOT:
        return {side: -lots[side] for side in tied}
    if criterion in _AMONG:
        return _AMONG[criterion](ledger, tied)
    if criterion in _OPPONENTS:
        return {side: _OPPONENTS[criterion](ledger, side) for side in tied}
    figure = _OWN[criterion]
    return {side: figure(ledger.totals[side]) for side in tied}


_OWN: Final[dict[Criterion, Callable[[Totals], Value]]] = {
    Criterion.WINS: lambda own: own.wins,
    Criterion.MATCHES_WON: lambda own: own.matches,
    Criterion.MATCH_DIFFERENCE: lambda own: own.matches - own.matches_lost,
    Criterion.DIFFERENCE: lambda own: own.scored - own.conceded,
    Criterion.POINTS_FOR: lambda own: own.scored,
    Criterion.CONCEDED: lambda own: -own.conceded,
    Criterion.WALKOVERS: lambda own: -own.absences,
}


def _buchholz(ledger: Ledger, side: int) -> Value:
    """The points of all opponents, each as often as it was met."""
    return sum(
        ledger.totals[other].points
        for bout, half in ledger.by_side[side]
        for other in (bout.two, bout.one)[half]
        if other in ledger.totals
    )


def _against(ledger: Ledger, side: int) -> list[Value]:
    """Return the points of each opponent, and of a virtual one with the side's own points for each missed round.

    FIDE counts the rounds that a participant did not play in this way (Handbook C.07), in ascending order.
    """
    played = [
        ledger.totals[other].points
        for bout, half in ledger.by_side[side]
        if bout.played
        for other in (bout.two, bout.one)[half]
        if other in ledger.totals
    ]
    return sorted([*played, *[ledger.totals[side].points] * (ledger.missed or {}).get(side, 0)])


def _sonneborn_berger(ledger: Ledger, side: int) -> Value:
    """Twice the points of the beaten, and once those of drawn opponents: whole numbers instead of halves."""
    return sum(
        ledger.totals[other].points * (2 * bout.credits[half].wins + bout.credits[half].draws)
        for bout, half in ledger.by_side[side]
        for other in (bout.two, bout.one)[half]
        if other in ledger.totals
    )


_OPPONENTS: Final[dict[Criterion, Callable[[Ledger, int], Value]]] = {
    Criterion.BUCHHOLZ: _buchholz,
    Criterion.BUCHHOLZ_VIRTUAL: lambda ledger, side: sum(_against(ledger, side)),
    Criterion.BUCHHOLZ_CUT: lambda ledger, side: sum(_against(ledger, side)[1:]),
    Criterion.BUCHHOLZ_MEDIAN: lambda ledger, side: sum(_against(ledger, side)[1:-1]),
    Criterion.SONNEBORN_BERGER: _sonneborn_berger,
}


def _among(ledger: Ledger, tied: Sequence[int]) -> dict[int, list[tuple[Bout, int]]]:
    """The encounters of the tied with each other."""
    within = set(tied)
    return {
        side: [(bout, half) for bout, half in ledger.by_side[side] if within.intersection((bout.two, bout.one)[half])]
        for side in tied
    }


def _head_to_head(ledger: Ledger, tied: Sequence[int]) -> Values | None:
    """The points in a league among the tied, if they all met each other."""
    bouts = _among(ledger, tied)
    within = set(tied)
    for side, own in bouts.items():
        met = {other for bout, half in own for other in (bout.two, bout.one)[half]}
        if not within - {side} <= met:
            return None
    return {side: sum(bout.credits[half].points for bout, half in own) for side, own in bouts.items()}


def _difference_among(ledger: Ledger, tied: Sequence[int]) -> Values:
    return {
        side: sum(bout.credits[half].scored - bout.credits[half].conceded for bout, half in own)
        for side, own in _among(ledger, tied).items()
    }


def _points_for_among(ledger: Ledger, tied: Sequence[int]) -> Values:
    return {side: sum(bout.credits[half].scored for bout, half in own) for side, own in _among(ledger, tied).items()}


_AMONG: Final[dict[Criterion, Callable[[Ledger, Sequence[int]], Values | None]]] = {
    Criterion.HEAD_TO_HEAD: _head_to_head,
    Criterion.DIFFERENCE_AMONG: _difference_among,
    Criterion.POINTS_FOR_AMONG: _points_for_among,
}
