"""The arena's results as tables for people."""

from __future__ import annotations

from typing import Any

from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, write_line
from canastra.messages import text


def print_results(found: dict[str, Any], times: dict[str, dict[str, Any]], language: Language) -> None:
    """Ratings, meetings and decision times."""
    asked = found["question"]
    names = {"rulebook": asked["rulebook"]["id"], "pairs": asked["pairs"], "seed": asked["seed"]}
    write_line(text("arena_done", language, **names))
    _print(language, ("entrant", "rating", "low", "high"), [_rating(row) for row in found["ratings"]])
    columns = ["meeting", "pairs", "points", "margin", "pairs_won", "deals_won"]
    if asked["sprt"]:
        columns.append("test")
    _print(language, columns, [_meeting(each, language) for each in found["meetings"]])
    rows = [[name, str(each["decisions"]), *(_time(each[key]) for key in _QUANTILES)] for name, each in times.items()]
    _print(language, ("bot", "decisions", *_QUANTILES), rows)
    _print_programs(found["faults"], times, language)


def _print_programs(faults: list[dict[str, Any]], times: dict[str, dict[str, Any]], language: Language) -> None:
    """Of entrants with programs, what went wrong; of programs, how long they took to start."""
    if not faults:
        return
    columns = ("faults", "late", "stood_in", "deals", "spoilt")
    _print(
        language, ("entrant", *columns), [[each["entrant"], *(str(each[key]) for key in columns)] for each in faults]
    )
    started = {name: each for name, each in times.items() if "starts" in each}
    rows = [
        [name, str(each["starts"]), _time(each["median_start"]), _time(each["longest_start"])]
        for name, each in started.items()
    ]
    if rows:
        _print(language, ("program", "starts", "median", "longest"), rows)


_QUANTILES = ("median", "p95", "longest")


def _print(language: Language, columns: list[str] | tuple[str, ...], rows: list[list[str]]) -> None:
    table = new_table()
    for place, name in enumerate(columns):
        table.add_column(text(f"arena_{name}", language), justify="right" if place else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    print_table(table)


def _rating(row: dict[str, Any]) -> list[str]:
    return [row["entrant"], *(_signed(row[key]) for key in ("mean", "low", "high"))]


def _meeting(each: dict[str, Any], language: Language) -> list[str]:
    first, second = each["entrants"]
    points = each["points_per_deal"]
    row = [text("arena_between", language, first=first, second=second), str(each["pairs"])]
    row += [_signed(points["mean"]), _margin(points)]
    row += [f"{each[key]['share']:.1%}" for key in ("pairs_won", "deals_won")]
    if "sprt" in each:
        row.append(each["sprt"]["accepted"] or text("arena_test_open", language))
    return row


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.1f}"


def _margin(points: dict[str, float | None]) -> str:
    """Half of the interval, which lies evenly round its mean."""
    low, high = points["low"], points["high"]
    return "–" if low is None or high is None else f"{(high - low) / 2:.1f}"


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.3g} ms"
