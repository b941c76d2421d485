"""The results of a run as plain JSON.

The same configuration and number of pairs give the same bytes everywhere. Decision times depend on the machine and are
kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

from canastra.arena.config import FORMAT
from canastra.arena.programs import NO_FAULTS, Faults
from canastra.arena.run import Run
from canastra.arena.statistics.intervals import Interval, Wins, mean_interval, wins_of
from canastra.arena.statistics.ratings import rated
from canastra.arena.statistics.times import Times, summary

_FAULTS = tuple(f"{what}_{which}" for which in ("first", "second") for what in Faults._fields)
COLUMNS = (
    "first",
    "second",
    "pair",
    "deal",
    "first_side",
    "points_first",
    "points_second",
    "turns",
    "ending",
    *_FAULTS,
)
"""The columns of `deal_rows`."""


def results(run: Run) -> dict[str, Any]:
    """All results without times; each meeting must have at least one pair."""
    meetings = [_meeting(run, number) for number in range(len(run.meetings))]
    config = run.config.to_json()
    del config["format"]
    return {
        "format": f"{FORMAT} results",
        "question": {**config, "pairs": run.pairs},
        "meetings": meetings,
        "ratings": _ratings(run),
        "faults": _faults(run),
    }


def decision_times(run: Run) -> dict[str, dict[str, float | int]]:
    """Decision times by the bot's name, of everything played: see `canastra.arena.statistics.times.summary`.

    Programs also have the number and length of their starts.
    """
    found = {name: summary(times) for name, times in sorted(run.times.items())}
    for name, starts in run.starts.items():
        times = summary(starts)
        found.setdefault(name, summary(Times())).update(
            starts=times["decisions"], median_start=times["median"], longest_start=times["longest"]
        )
    return found


def deal_rows(run: Run) -> Iterator[tuple[str | int, ...]]:
    """A row of `COLUMNS` for every deal that counts."""
    for number, (first, second) in enumerate(run.config.meetings):
        for pair, played in enumerate(run.counted(number)):
            for side, deal in enumerate(played):
                names, points = (first.name, second.name), (deal.first, deal.second)
                yield *names, pair, side, side, *points, deal.turns, deal.ending, *deal.faults[0], *deal.faults[1]


def _meeting(run: Run, number: int) -> dict[str, Any]:
    first, second = run.config.meetings[number]
    pairs = run.counted(number)
    scores = [pair.score for pair in pairs]
    found: dict[str, Any] = {
        "entrants": [first.name, second.name],
        "pairs": len(pairs),
        "points_per_deal": _interval(mean_interval(scores), 3),
        "pairs_won": _wins(wins_of(scores)),
        "deals_won": _wins(wins_of([deal.difference for pair in pairs for deal in pair])),
    }
    decision = run.decision(number)
    if decision:
        found["sprt"] = {"llr": round(decision.llr, 3), "accepted": decision.accepted}
    return found


def _faults(run: Run) -> list[dict[str, Any]]:
    """The faults in the deals that count, by entrant with a program; a stand-in played in `spoilt` deals."""
    rows = []
    for entrant in run.config.entrants:
        found = [
            deal.faults[place]
            for number, meeting in enumerate(run.config.meetings)
            if entrant in meeting
            for pair in run.counted(number)
            for deal in pair
            for place in [meeting.index(entrant)]
        ]
        if entrant.has_program:
            total = reduce(Faults.plus, found, NO_FAULTS)
            spoilt = sum(deal.stood_in > 0 for deal in found)
            rows.append({"entrant": entrant.name, **total._asdict(), "deals": len(found), "spoilt": spoilt})
    return rows


def _ratings(run: Run) -> list[dict[str, Any]]:
    """The ratings, the best first."""
    entrants = run.config.entrants
    number = {entrant: index for index, entrant in enumerate(entrants)}
    won: dict[tuple[int, int], list[float]] = {
        (number[first], number[second]): [pair.wins for pair in run.counted(meeting)]
        for meeting, (first, second) in enumerate(run.config.meetings)
    }
    found = zip(entrants, rated(len(entrants), won, run.config.seed), strict=True)
    rows = [{"entrant": entrant.name, **_interval(interval, 1)} for entrant, interval in found]
    return sorted(rows, key=lambda row: -row["mean"])


def _interval(interval: Interval, digits: int) -> dict[str, Any]:
    return {name: None if value is None else round(value, digits) + 0.0 for name, value in interval._asdict().items()}


def _wins(wins: Wins) -> dict[str, Any]:
    return {**wins._asdict(), "share": round(wins.share, 4)}


def points_between(found: dict[str, Any], first: str, second: str) -> dict[str, float | None] | None:
    """Points per deal of one entrant against another; None if they didn't meet."""
    for meeting in found["meetings"]:
        points = meeting["points_per_deal"]
        if meeting["entrants"] == [first, second]:
            return dict(points)
        if meeting["entrants"] == [second, first]:
            turned = {"mean": points["mean"], "low": points["high"], "high": points["low"]}
            return {name: None if value is None else -value + 0.0 for name, value in turned.items()}
    return None
