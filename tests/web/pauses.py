"""The server's part in the page's tests of pauses: ``python -m tests.web.pauses`` writes the file.

It has two deals as a server with bots sends them to a person, alike except for all hidden cards and the bots' thinking
time; some pauses of terminals; and the time that the server allows for them.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from canastra.cli.ui.pace import PublicFacts, bot_pause
from canastra.records.turns import parse_entry
from canastra.table.clocks import show_time
from tests.server.live.twins import Told, twins

TARGET = Path(__file__).resolve().parents[2] / "web" / "src" / "live" / "fixtures" / "pauses.json"
RULEBOOK = "buraco"
ACTIONS = ("draw 4H", "take", "meld 4H 5H 6H", "lay 1 7H", "discard 9D", "refuse")


def _messages(told: Told) -> dict[str, Any]:
    updates = [
        {"at": at, "seq": each.seq, "events": [[seen.seq, seen.event] for seen in each.events], "changes": each.changes}
        for at, each in told.updates
    ]
    return {"seq": told.first.seq, "state": told.first.state, "updates": updates}


def text() -> str:
    """Return the file's right content."""
    facts = [
        PublicFacts(action.split()[0], pile, melds) for action in ACTIONS for pile in (0, 7, 30) for melds in (0, 5, 12)
    ]
    deals = asyncio.run(twins(RULEBOOK))
    found = {
        "pauses": [[*each, number, bot_pause(each, number)] for each in facts for number in (0.0, 0.3, 0.9, 1.0)],
        "reckoned": {action: show_time(parse_entry(action)) for action in ACTIONS},
        "twins": [_messages(twin.told[0]) for twin in deals],
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
