"""Reads a log of events line by line, as docs/tournaments.md describes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass
class Table:
    """A fixture of a round, the reports of its sides, and its result once there is one."""

    one: tuple[int, ...]
    two: tuple[int, ...]
    reports: dict[int, Json] = field(default_factory=dict)
    result: Json | None = None

    @property
    def halves(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.one, self.two


@dataclass
class Round:
    """The tables by number, the sides that rest, and whether it is "drafted", "published", "started", "closed" or
    "ratified".
    """

    tables: dict[int, Table]
    """By the number of the table. Two teams may meet at several tables with consecutive numbers."""
    byes: tuple[int, ...]
    stage: str = "drafted"


@dataclass
class Phase:
    """One phase, from its seed to its last round."""

    seed: str = ""
    groups: list[list[int]] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    penalties: list[tuple[int, str]] = field(default_factory=list)
    annulled: set[int] = field(default_factory=set)

    @property
    def members(self) -> list[int]:
        return sorted(side for group in self.groups for side in group)


@dataclass
class Happened:
    """The state after all lines of a log."""

    phases: list[Phase]
    sides: set[int] = field(default_factory=set)
    withdrawn: dict[int, int] = field(default_factory=dict)
    """The sides that left, with the numbers of the lines."""


def lines_of(content: bytes) -> list[Json]:
    """Return the lines of `events.jsonl`. Raises AssertionError if the chain of digests is broken."""
    found: list[Json] = []
    before = "0" * 64
    for number, text in enumerate(content.splitlines(), 1):
        line = json.loads(text)
        signed = text[: text.rindex(b',"digest":"')]
        assert list(line) == ["line", "at", "by", "before", "event", "digest"]
        assert (line["line"], line["before"]) == (number, before)
        assert line["digest"] == hashlib.sha256(signed).hexdigest()
        before = line["digest"]
        found.append(line)
    return found


def counting(lines: list[Json]) -> Iterator[tuple[int, Json]]:
    """Return the events that no later line revokes; a revocation may itself be revoked."""
    revoked: set[int] = set()
    for line in reversed(lines):
        if line["event"]["type"] == "revoked" and line["line"] not in revoked:
            revoked.add(line["event"]["line"])
    for line in lines:
        if line["line"] not in revoked:
            yield line["line"], line["event"]


def happened(regulations: Json, lines: list[Json]) -> Happened:
    """Apply the events of a log one after the other, and return the state."""
    state = Happened([Phase() for _ in regulations["phases"]])
    each = regulations.get("teams", {"tables": 1})["tables"]
    for line, event in counting(lines):
        _entries(regulations, state, event, line)
        if "phase" in event:
            phase = state.phases[event["phase"] - 1]
            _phase(phase, event)
            if "round" in event and event["type"] not in ("side_absent", "side_returned"):
                _round(phase, event, each)
            if "table" in event:
                _table(phase.rounds[event["round"] - 1].tables[event["table"]], event)
    return state


def _entries(regulations: Json, state: Happened, event: Json, line: int) -> None:
    """Entries, withdrawals, absences and returns. They drop a draft that no longer fits."""
    side = event.get("side")
    match event["type"]:
        case "side_registered":
            state.sides.add(event["side"])
        case "side_withdrawn":
            state.withdrawn[event["side"]] = line
            for terms, phase in zip(regulations["phases"], state.phases, strict=True):
                in_group, annulled = terms["kind"] == "groups", terms.get("withdrawn") == "annulled"
                if in_group and annulled and _leaves_its_group(regulations, terms, phase, side):
                    phase.annulled.add(event["side"])
                if not in_group or annulled:
                    _tear_up(phase, side)
        case "side_absent" | "side_returned":
            if event["type"] == "side_returned":
                state.withdrawn.pop(event["side"], None)
            _tear_up(state.phases[event["phase"] - 1], None)
        case _:
            pass


def _tear_up(phase: Phase, side: int | None) -> None:
    """Drop a draft, if this side is in it."""
    if phase.rounds and phase.rounds[-1].stage == "drafted":
        last = phase.rounds[-1]
        there = {each for table in last.tables.values() for half in table.halves for each in half} | {*last.byes}
        if side is None or side in there:
            phase.rounds.pop()


def _leaves_its_group(regulations: Json, terms: Json, phase: Phase, side: int | None) -> bool:
    """Return whether a side of a group still had an opponent when it left."""
    own = next((group for group in phase.groups if side in group), None)
    if own is None or side is None:
        return False
    others = {each for each in own if each != side and each not in phase.annulled}
    settled = [
        each
        for found in phase.rounds
        for table in found.tables.values()
        if table.result is not None and (side,) in table.halves
        for half in table.halves
        for each in half
    ]
    times = 2 if terms["double"] else 1
    times *= regulations.get("teams", {"tables": 1})["tables"]
    return any(settled.count(each) < times for each in others)


def _phase(phase: Phase, event: Json) -> None:
    match event["type"]:
        case "seed_published":
            phase.seed = event["seed"]
        case "phase_begun":
            phase.groups = [list(group) for group in event["groups"]]
        case "side_admitted":
            phase.groups[event["group"] - 1].append(event["side"])
        case "penalty_applied":
            phase.penalties.append((event["side"], event["penalty"]))
        case _:
            pass


def _round(phase: Phase, event: Json, each: int) -> None:
    kind, place = event["type"], event["round"] - 1
    if kind == "round_drafted":
        del phase.rounds[place:]
        phase.rounds.append(Round(_tables(event, each), tuple(event["byes"])))
    elif kind == "fixtures_changed":
        found, changed = phase.rounds[place], _tables(event, each)
        moved = {side for each in changed.values() for half in each.halves for side in half} | {*event["byes"]}
        for number, table in list(found.tables.items()):
            if moved & {*table.one, *table.two}:
                del found.tables[number]
        found.tables |= changed
        found.byes = tuple(event["byes"])
    elif kind.startswith("round_"):
        phase.rounds[place].stage = kind.removeprefix("round_")


def _tables(event: Json, each: int) -> dict[int, Table]:
    """Return the tables of a draft. Each encounter has `each` of them, in a row."""
    return {
        each * (fixture["table"] - 1) + number: Table(tuple(fixture["one"]), tuple(fixture["two"]))
        for fixture in event["fixtures"]
        for number in range(1, each + 1)
    }


def encounters_in(found: Round, each: int) -> list[list[Table]]:
    """The tables of a round, encounter by encounter."""
    numbers = sorted(found.tables)
    return [[found.tables[number] for number in numbers[at : at + each]] for at in range(0, len(numbers), each)]


def _table(table: Table, event: Json) -> None:
    """A result stands once both sides say the same, or the desk, the server or the referee says it."""
    kind = event["type"]
    if kind == "result_reported":
        table.reports[event["half"]] = event["result"]
        if len(table.reports) == 2 and table.reports[0] == table.reports[1]:
            table.result = event["result"]
    elif kind == "result_confirmed":
        table.result = table.reports[1 - event["half"]]
    else:
        table.result = event["result"]
