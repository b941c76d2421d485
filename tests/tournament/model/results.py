"""The points of one encounter, bye or round for its sides."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from tests.tournament.model.log import Json, Round, Table, encounters_in

Score = tuple[int, int]


class Credit(NamedTuple):
    """The figures of a side from one encounter."""

    points: int = 0
    wins: int = 0
    draws: int = 0
    matches: int = 0
    matches_lost: int = 0
    scored: int = 0
    conceded: int = 0
    absences: int = 0


def winner(regulations: Json, terms: Json, result: Json) -> int | None:
    """Return the half that won; None for a draw, and if both were absent."""
    match result["kind"]:
        case "walkover":
            return 1 - result["absent"][0] if len(result["absent"]) == 1 else None
        case "default":
            return int(result["winner"])
        case "abandoned":
            return 1 - int(result["left"])
        case _:
            one, two = _matches(regulations, terms, result)
            return None if one == two else int(two > one)


def credits(regulations: Json, tables: Json, terms: Json, result: Json) -> tuple[Credit, Credit]:
    """Return the credits of both halves of a table, without the points of compared deals."""
    scoring = regulations["scorings"][terms["scoring"]]
    scored = _scored(regulations, result)
    won = winner(regulations, terms, result)
    is_played = result["kind"] in ("played", "deals")
    matches = _matches(regulations, terms, result) if is_played and _by_matches(regulations, terms) else (0, 0)
    points = _points(regulations, tables, scoring, result, won)
    absent = result["absent"] if result["kind"] == "walkover" else ()
    one, two = (
        Credit(
            points[half],
            int(won == half),
            int(won is None and is_played),
            matches[half],
            matches[1 - half],
            scored[half],
            scored[1 - half],
            int(half in absent),
        )
        for half in (0, 1)
    )
    return one, two


def _by_matches(regulations: Json, terms: Json) -> bool:
    return regulations["encounters"][terms["encounter"]]["length"] in ("best_of", "exactly")


def _matches(regulations: Json, terms: Json, result: Json) -> Score:
    """Matches, or points where the form knows no matches, of both halves."""
    if not _by_matches(regulations, terms):
        return _sum(result["matches"] if "matches" in result else result["deals"])
    return sum(one > two for one, two in result["matches"]), sum(two > one for one, two in result["matches"])


def _sum(scores: list[list[int]]) -> Score:
    return sum(one for one, _ in scores), sum(two for _, two in scores)


def _scored(regulations: Json, result: Json) -> Score:
    """The points of both halves that count in differences and sums."""
    kind = result["kind"]
    if kind in ("played", "deals"):
        return _sum(result["matches"] if kind == "played" else result["deals"])
    section = regulations["abandonment" if kind == "abandoned" else kind]
    if not section["in_differences"] or (kind == "walkover" and len(result["absent"]) == 2):
        return 0, 0
    if kind == "abandoned" and section["as_played"]:
        return _sum(result["matches"])
    better, worse = section["score"]
    gains = {"walkover": lambda: 1 - result["absent"][0], "default": lambda: result["winner"]}
    gaining = gains.get(kind, lambda: 1 - result["left"])()
    return (better, worse) if gaining == 0 else (worse, better)


def _points(regulations: Json, tables: Json, scoring: Json, result: Json, won: int | None) -> Score:
    kind = result["kind"]
    if kind in ("played", "deals"):
        return _played_points(regulations, tables, scoring, result, won)
    better, worse = scoring["abandonment" if kind == "abandoned" else kind]
    if won is None:
        return worse, worse
    return (better, worse) if won == 0 else (worse, better)


def _played_points(regulations: Json, tables: Json, scoring: Json, result: Json, won: int | None) -> Score:
    if scoring["kind"] == "comparison":
        return 0, 0
    if scoring["kind"] == "points":
        if won is None:
            return scoring["draw"], scoring["draw"]
        points = scoring["win"], scoring["loss"]
        return points if won == 0 else points[::-1]
    table = regulations["victory_tables"].get(scoring["table"]) or tables[scoring["table"]]
    one, two = _scored(regulations, result)
    difference = abs(one - two)
    better, worse = next(
        (tuple(band[2:]) for band in table["bands"] if band[0] <= difference <= band[1]), table["above"]
    )
    return (better, worse) if one >= two else (worse, better)


def team_winner(regulations: Json, terms: Json, results: list[Json]) -> int | None:
    """Return which of two teams won an encounter at these tables."""
    won = [winner(regulations, terms, each) for each in results]
    tables = won.count(0) - won.count(1)
    if len(results) == 1:
        return won[0]
    points = sum(one - two for one, two in (_worth(regulations, each) for each in results))
    first, then = (tables, points) if regulations["teams"]["decided_by"] == "tables" else (points, tables)
    decisive = first or then
    return None if decisive == 0 else int(decisive < 0)


def _worth(regulations: Json, result: Json) -> Score:
    """The points of a table, whether or not they count in differences."""
    kind = {"played": "", "deals": "", "abandoned": "abandonment"}.get(result["kind"], result["kind"])
    counting = {**regulations, kind: {**regulations[kind], "in_differences": True}} if kind else regulations
    return _scored(counting, result)


def _together(
    regulations: Json, tables: Json, terms: Json, of_tables: list[tuple[Table, tuple[Credit, Credit]]]
) -> tuple[Table, tuple[Credit, Credit]]:
    """Return the encounter of two teams as one table, with its credits."""
    results = [table.result for table, _ in of_tables if table.result is not None]
    won = team_winner(regulations, terms, results)
    is_played = not all(each["kind"] == "walkover" for each in results)
    both = []
    for half in (0, 1):
        columns = [sum(column) for column in zip(*(credit[half] for _, credit in of_tables), strict=True)]
        credit = Credit(*columns)
        both.append(
            credit._replace(
                wins=int(won == half),
                draws=int(won is None and is_played),
                absences=int(credit.absences == len(results)),
            )
        )
    if regulations["teams"]["decided_by"] == "points":
        points = _whole_points(regulations, tables, terms, results, won)
        both = [credit._replace(points=points[half]) for half, credit in enumerate(both)]
    return of_tables[0][0], (both[0], both[1])


def _whole_points(regulations: Json, tables: Json, terms: Json, results: list[Json], won: int | None) -> Score:
    """The points where the points of all tables are scored once."""
    scoring = regulations["scorings"][terms["scoring"]]
    if results[0]["kind"] in ("walkover", "default") and all(each == results[0] for each in results):
        return _points(regulations, tables, scoring, results[0], won)
    one, two = _sum([list(_worth(regulations, each)) for each in results])
    whole = {"kind": "played", "matches": [[one, two]]}
    return _played_points(regulations, tables, scoring, whole, won)


def round_credits(
    regulations: Json, tables: Json, terms: Json, found: Round, counts: Any
) -> list[tuple[Table, tuple[Credit, Credit]]]:
    """The tables of a round that count and have a result, with what both halves have."""
    given = [
        (table, credits(regulations, tables, terms, table.result))
        for _, table in sorted(found.tables.items())
        if table.result is not None and counts(table)
    ]
    each = regulations.get("teams", {"tables": 1})["tables"]
    if each > 1:
        known = {id(table): (table, both) for table, both in given}
        whole = [group for group in encounters_in(found, each) if all(id(table) in known for table in group)]
        return [_together(regulations, tables, terms, [known[id(table)] for table in group]) for group in whole]
    if regulations["scorings"][terms["scoring"]]["kind"] != "comparison":
        return given
    most = _most(regulations, terms, found)
    played = {id(table): table.result["deals"] for table, _ in given if table.result and "deals" in table.result}
    return [
        (
            table,
            (
                one._replace(points=_compared(played, table, 0, one, most, len(found.tables))),
                two._replace(points=_compared(played, table, 1, two, most, len(found.tables))),
            ),
        )
        for table, (one, two) in given
    ]


def _most(regulations: Json, terms: Json, found: Round) -> int:
    deals = regulations["encounters"][terms["encounter"]]["number"]
    return 2 * max(0, len(found.tables) - 1) * int(deals)


def _percent(most: int, percent: int) -> int:
    """Return a percentage of `most`, rounded."""
    return round(Fraction(most * percent, 100))


def _compared(played: dict[int, Any], table: Table, half: int, credit: Credit, most: int, tables: int) -> int:
    if id(table) not in played:
        return _percent(most, credit.points)
    points, own = 0, played[id(table)]
    deals = most // (2 * (tables - 1)) if tables > 1 else 0
    others = [scores for each, scores in played.items() if each != id(table)]
    for deal, scores in product(range(deals), others):
        if deal < min(len(own), len(scores)):
            ahead = (own[deal][0] - own[deal][1] - scores[deal][0] + scores[deal][1]) * (1 - 2 * half)
            points += 1 + (ahead > 0) - (ahead < 0)
        else:
            points += 1
    return points + deals * (tables - 1 - len(others))


def bye_credit(regulations: Json, terms: Json, found: Round) -> Credit:
    """Return the credit of a round without an opponent."""
    scoring, section = regulations["scorings"][terms["scoring"]], regulations["bye"]
    points = scoring["bye"]
    if scoring["kind"] == "comparison":
        points = _percent(_most(regulations, terms, found), points)
    scored, conceded = section["score"] if section["in_differences"] else (0, 0)
    return Credit(points, scored=scored, conceded=conceded)
