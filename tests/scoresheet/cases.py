"""The cases that Python and the page's TypeScript share: forms, entries, points, matches.

``python -m tests.scoresheet.cases`` writes cases.json; a test compares it with what Python says today.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from canastra.engine import Score, add_deal, start_match
from canastra.rulebooks import OFFICIAL, POPULAR, Rulebook, shipped
from canastra.scoresheet import (
    Both,
    Counts,
    Form,
    Kind,
    count_warnings,
    counts_of,
    field_points,
    form_json,
    form_of,
    total_of,
    total_warnings,
)
from tests.playing import HOUSE, states

FILE = Path(__file__).with_name("cases.json")
RULEBOOKS = {name: shipped(name) for name in (*OFFICIAL, *POPULAR)} | HOUSE
"""The rulebooks of the cases, some of them of invented houses."""
PLAYED, INVENTED, MATCHES = 3, 12, 3
"""Cases of each rulebook: deals played at random, numbers made up, matches."""


def played(rulebook: Rulebook, seed: int) -> Both:
    """The answers of both sides of a deal played at random."""
    *_, last = states(rulebook, seed)
    return counts_of(last, 0), counts_of(last, 1)


def invented(form: Form, rng: random.Random) -> Both:
    """Answers made up, about one in three of them right."""
    strange = rng.random() < 0.5
    return _side(form, rng, strange), _side(form, rng, strange)


def _side(form: Form, rng: random.Random, strange: bool) -> Counts:
    found = {}
    for field in form.fields:
        few = field.most if strange or field.kind is not Kind.COUNT else min(field.most, 4)
        if field.topic == "laid" and not strange:
            few = field.most // 2
        number = rng.randint(0, few) if rng.random() < 0.7 else 0
        if number:
            found[field.id] = number
    return found


def case_json(name: str, form: Form, sides: Both) -> dict[str, Any]:
    """A case: the answers, their points and their warnings."""
    totals = [total_of(form, sides, side) for side in (0, 1)]
    warnings = [*count_warnings(form, sides)]
    for side in (0, 1):
        warnings += total_warnings(form, totals[side], side, "")
    return {
        "form": name,
        "sides": [dict(side) for side in sides],
        "points": [
            {field: points for field, points in field_points(form, sides, side).items() if points} for side in (0, 1)
        ],
        "totals": totals,
        "warnings": [{"code": warning.code, "side": warning.side} for warning in warnings],
    }


def match_json(name: str, rulebook: Rulebook, rng: random.Random) -> dict[str, Any]:
    """A match: the totals of each deal and how the match stands before it and at the end."""
    step, target = form_of(rulebook).step, rulebook.match.target
    match = start_match(rulebook, rng.randrange(rulebook.table.players), target=target or None)
    states = [_stand(match)]
    deals: list[list[int]] = []
    while not match.finished and len(deals) < 12:
        close = bool(target) and max(points or 0 for points in match.points) >= target - 400
        totals = [step * rng.randrange(-20, 120) for _ in (0, 1)]
        if close and match.points[0] is not None and match.points[1] is not None and rng.random() < 0.6:
            totals = [target - points for points in match.points if points is not None]  # a tie, to be played off
        match = add_deal(match, (_score(totals[0]), _score(totals[1])))
        deals.append(totals)
        states.append(_stand(match))
    return {"form": name, "target": match.target, "dealer": states[0]["dealer"], "deals": deals, "states": states}


def _score(total: int) -> Score:
    return Score(total, *[0] * (len(Score._fields) - 1))


def _stand(match: Any) -> dict[str, Any]:
    minimums = match.rulebook.vulnerability.minimums
    return {
        "points": list(match.points),
        "dealer": match.dealer,
        "minimums": [minimums[0] if opening == 0 else 0 for opening in match.opening],
        "finished": match.finished,
        "winner": match.winner,
    }


def cases_json() -> dict[str, Any]:
    """All cases, the same each time."""
    return {
        "forms": {name: form_json(form_of(rulebook)) for name, rulebook in RULEBOOKS.items()},
        "cases": list(_cases()),
        "totals": list(_totals()),
        "matches": [
            match_json(name, rulebook, random.Random(f"{name} {seed}"))
            for name, rulebook in RULEBOOKS.items()
            for seed in range(MATCHES)
        ],
    }


def _cases() -> Iterator[dict[str, Any]]:
    for name, rulebook in RULEBOOKS.items():
        form, rng = form_of(rulebook), random.Random(name)
        for seed in range(PLAYED):
            yield case_json(name, form, played(rulebook, seed))
        for _ in range(INVENTED):
            yield case_json(name, form, invented(form, rng))


def _totals() -> Iterator[dict[str, Any]]:
    """Totals written down without their parts, and the warnings about each."""
    for name, rulebook in RULEBOOKS.items():
        form = form_of(rulebook)
        for total in (0, 5, 123, -430, form.lowest, form.highest + form.step):
            codes = [warning.code for warning in total_warnings(form, total, 0, "")]
            yield {"form": name, "total": total, "warnings": codes}


def cases_text() -> str:
    """The file: one line for each form, case and match."""
    lines = []
    for key, value in cases_json().items():
        pairs = value.items() if isinstance(value, dict) else [(None, each) for each in value]
        rows = [
            ("" if name is None else f"{json.dumps(name)}: ") + json.dumps(each, ensure_ascii=False)
            for name, each in pairs
        ]
        brackets = "{}" if isinstance(value, dict) else "[]"
        lines.append(f'"{key}": {brackets[0]}\n' + ",\n".join(rows) + f"\n{brackets[1]}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(cases_text(), "utf-8")
