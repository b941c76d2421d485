"""Everything that is held about a person, as one object: for the person, who has a right to it, and for admins.

Left out is what would tell of others: who reported the person, what others said, who mutes the person. Secrets are
left out too: hashes of passwords and tokens are of no use to anybody but an attacker.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any

FORMAT = 1
"""Version of the object."""

_LISTS: dict[str, str] = {
    "sessions": """
        SELECT id, via, label, created, used FROM sessions WHERE player = ? ORDER BY created, id
    """,
    "muted_and_blocked": "SELECT kind, target AS player FROM hushes WHERE player = ? ORDER BY kind, target",
    "reports_made": """
        SELECT id, at, player AS about, reason, table_id AS "table", text FROM reports WHERE reporter = ? ORDER BY id
    """,
    "reports_about_me": """
        SELECT id, at, name, reason, table_id AS "table", closed FROM reports WHERE player = ? ORDER BY id
    """,
    "said": """
        SELECT table_id AS "table", n, at, name, seat, text, preset FROM lines WHERE player = ? ORDER BY at
    """,
    "tables_opened": """
        SELECT id AS "table", opened, rulebook, private, state FROM lobby_tables WHERE opener = ? ORDER BY n
    """,
    "house_rulebooks": "SELECT id, document FROM house_rulebooks WHERE made_by = ? ORDER BY id",
    "matches": """
        SELECT m.id AS "table", m.rulebook, m.ended, m.players AS names, m.points, m.reason, p.seat, p.outcome
        FROM match_players AS p JOIN matches AS m ON m.n = p.n WHERE p.player = ? ORDER BY m.n
    """,
    "measures": "SELECT kind, at, until, text FROM measures WHERE player = ? ORDER BY id",
    "acts_about_me": "SELECT at, act, why FROM audit_log WHERE target = ? ORDER BY id",
    "acts_of_mine": "SELECT at, act, target, why FROM audit_log WHERE actor = ? ORDER BY id",
}
_TEXTS = ("names", "points")
"""Columns that hold JSON."""


def export(connection: sqlite3.Connection, player: str) -> dict[str, Any] | None:
    """All of it, times in milliseconds since 1970; None if there is no such person."""
    person = _rows(
        connection,
        "SELECT player, name, language, persons.since, login, role FROM persons LEFT JOIN accounts USING (player) "
        "LEFT JOIN roles USING (player) WHERE player = ?",
        player,
    )
    if not person:
        return None
    lists = {name: _rows(connection, statement, player) for name, statement in _LISTS.items()}
    return {"format": FORMAT, "person": person[0], **lists}


def _rows(connection: sqlite3.Connection, statement: str, player: str) -> list[dict[str, Any]]:
    found = connection.execute(statement, (player,))
    names = [each[0] for each in found.description]
    return [{name: _value(name, value) for name, value in zip(names, row, strict=True)} for row in found.fetchall()]


def _value(name: str, value: Any) -> Any:
    return json.loads(value) if name in _TEXTS else value
