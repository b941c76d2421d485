"""Card perft: count the legal step sequences from fixed positions, to find any change of the rules as played.

`python -m tools.perft` counts anew and rewrites ``tests/engine/perft.json``; do it only when a rule was meant to
change, and say so in the changelog.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from canastra.engine import Phase, State, legal_actions, perform, settle
from canastra.records import Record, read_file, replay

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "engine" / "perft.json"
RECORDS = ROOT / "tests" / "conformance"
DEPTHS = (3, 4)


def perft(state: State, depth: int) -> int:
    """Number of sequences of `depth` legal steps from a state."""
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(settle(perform(state, action)), depth - 1) for action in actions)


def position(case: dict[str, Any]) -> State:
    """The position before a turn of a deal of a record of the conformance collection, deal and turn from 1."""
    record = read_file(RECORDS / f"{case['record']}.canastra")
    state = settle(replay(_until(record, case["deal"], case["turn"])).deals[-1].state)
    assert state.phase is Phase.DRAW
    return state


def _until(record: Record, deal: int, turn: int) -> Record:
    last = record.deals[deal - 1]
    cut = replace(last, turns=last.turns[: turn - 1], rulings=())
    return replace(record, deals=(*record.deals[: deal - 1], cut), forfeit=None)


def count(case: dict[str, Any]) -> dict[str, Any]:
    """The case with its counts."""
    state = position(case)
    return {**case, "counts": {str(depth): perft(state, depth) for depth in DEPTHS}}


def main() -> None:
    """Count every case anew."""
    cases = json.loads(DATA.read_text("utf-8"))
    lines = ",\n".join(" " + json.dumps(count(case)) for case in cases)
    DATA.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
