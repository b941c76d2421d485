"""Moderation in the database: statements, each for use inside a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from canastra.errors import CanastraError, Figure
from canastra.protocol.messages import Line
from canastra.protocol.moderation import PAGE, AuditEntry, FiledReport, MeasureCard, PersonFile, Role
from canastra.server.sanctions import Sanction

AROUND = 10 * 60_000
"""Milliseconds before and after a report whose lines of talk belong to it."""
LINES = 200
_MEASURE = "m.id, m.kind, m.at, m.until, m.text, m.player, p.name, m.network"
_REPORT = """
SELECT r.id, r.at, r.reporter, f.name, r.player, r.name, r.reason, r.table_id, r.deal, r.text, r.closed
FROM reports AS r LEFT JOIN persons AS f ON f.player = r.reporter
"""
_PERSON = """
SELECT player, name, CASE WHEN login IS NULL THEN 'guest' ELSE 'account' END, language, persons.since, login, role
FROM persons LEFT JOIN accounts USING (player) LEFT JOIN roles USING (player)
"""
_NO_NUMBER = 2**62

FORMAT = 1
"""Version of the object that holds everything about a person."""
_EXPORTED: dict[str, str] = {
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
    "tournaments": "SELECT tournament, role, since FROM tournament_members WHERE player = ? ORDER BY since, tournament",
    "tournament_tables": """
        SELECT tournament, phase, round, place AS "table", half, at FROM tournament_claims WHERE player = ? ORDER BY at
    """,
    "measures": "SELECT kind, at, until, text FROM measures WHERE player = ? ORDER BY id",
    "acts_about_me": "SELECT at, act, why FROM audit_log WHERE target = ? ORDER BY id",
    "acts_of_mine": "SELECT at, act, target, why FROM audit_log WHERE actor = ? ORDER BY id",
}
_TEXTS = ("names", "points")
"""Columns that hold JSON."""


class ModerationError(CanastraError):
    """An act or a question that is refused; `status` is HTTP's."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status


def note(connection: sqlite3.Connection, entry: AuditEntry) -> int:
    """Add to the audit log; the entry's number. `id` of what is given is not looked at."""
    figures = (entry.at, entry.actor, entry.act, entry.target, entry.why, _json(entry.before), _json(entry.after))
    statement = "INSERT INTO audit_log (at, actor, act, target, why, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)"
    return int(connection.execute(statement, figures).lastrowid or 0)


def audit(connection: sqlite3.Connection, target: str | None, before: int | None, limit: int) -> list[AuditEntry]:
    """The latest entries before a number, of one target or of all."""
    wanted = "" if target is None else "AND target = ?"
    figures = (before or _NO_NUMBER, *(() if target is None else (target,)), limit)
    statement = f"""
    SELECT id, at, actor, act, target, why, before, after FROM audit_log WHERE id < ? {wanted} ORDER BY id DESC LIMIT ?
    """
    found = connection.execute(statement, figures).fetchall()
    return [AuditEntry(*row[:6], *map(json.loads, row[6:])) for row in found]


def add_measure(connection: sqlite3.Connection, measure: Sanction) -> tuple[Sanction, Sanction | None]:
    """Write a measure as it is given but for its number; as it is now, and the one that it takes the place of."""
    former = None
    if measure.kind != "warning":
        former = _one_of(connection, measure)
        connection.execute("DELETE FROM measures WHERE id = ?", (former.id if former else 0,))
    statement = "INSERT INTO measures (kind, player, network, at, until, text) VALUES (?, ?, ?, ?, ?, ?)"
    number = connection.execute(statement, measure[1:]).lastrowid
    return measure._replace(id=int(number or 0)), former


def _one_of(connection: sqlite3.Connection, like: Sanction) -> Sanction | None:
    statement = "SELECT id, kind, player, network, at, until, text FROM measures WHERE kind = ? AND player IS ? "
    row = connection.execute(f"{statement} AND network IS ?", (like.kind, like.player, like.network)).fetchone()
    return None if row is None else Sanction(*row)


def measure(connection: sqlite3.Connection, number: int) -> Sanction:
    """A measure by its number. Raises ModerationError if there is none."""
    statement = "SELECT id, kind, player, network, at, until, text FROM measures WHERE id = ?"
    row = connection.execute(statement, (number,)).fetchone()
    if row is None:
        raise ModerationError("moderation_no_measure", 404, number=number)
    return Sanction(*row)


def delete_measure(connection: sqlite3.Connection, number: int) -> Sanction:
    """Take a measure away; it. Raises ModerationError if there is none."""
    found = measure(connection, number)
    connection.execute("DELETE FROM measures WHERE id = ?", (number,))
    return found


def measures(connection: sqlite3.Connection, now: int, player: str | None, before: int | None) -> list[MeasureCard]:
    """What holds, the latest first: of one person, or of everybody."""
    wanted = "" if player is None else "AND m.player = ?"
    statement = f"""
    SELECT {_MEASURE} FROM measures AS m LEFT JOIN persons AS p ON p.player = m.player
    WHERE (m.until IS NULL OR m.until > ?) AND m.id < ? {wanted} ORDER BY m.id DESC LIMIT ?
    """
    figures = (now, before or _NO_NUMBER, *(() if player is None else (player,)), PAGE + 1)
    return [MeasureCard(*row) for row in connection.execute(statement, figures).fetchall()]


def sweep(connection: sqlite3.Connection, now: int) -> list[Sanction]:
    """Remove the measures and links whose time is over; those measures."""
    over = connection.execute(
        "SELECT id, kind, player, network, at, until, text FROM measures WHERE until <= ?", (now,)
    ).fetchall()
    connection.execute("DELETE FROM measures WHERE until <= ?", (now,))
    connection.execute("DELETE FROM password_links WHERE expires <= ?", (now,))
    return [Sanction(*row) for row in over]


def reports(connection: sqlite3.Connection, closed: bool, before: int | None, player: str = "") -> list[FiledReport]:
    """Reports, the latest first; about one person, or about all."""
    wanted = ("" if closed else "AND r.closed IS NULL") + (" AND r.player = ?" if player else "")
    figures = (before or _NO_NUMBER, *((player,) if player else ()), PAGE + 1)
    found = connection.execute(f"{_REPORT} WHERE r.id < ? {wanted} ORDER BY r.id DESC LIMIT ?", figures)
    return [FiledReport(*row) for row in found.fetchall()]


def filed_report(connection: sqlite3.Connection, number: int) -> FiledReport:
    """A report. Raises ModerationError if there is none."""
    row = connection.execute(f"{_REPORT} WHERE r.id = ?", (number,)).fetchone()
    if row is None:
        raise ModerationError("moderation_no_report", 404, number=number)
    return FiledReport(*row)


def close_report(connection: sqlite3.Connection, number: int, now: int) -> FiledReport:
    """Note that a report was dealt with; as it was. Raises ModerationError if there is none, or it was already."""
    found = filed_report(connection, number)
    if found.closed is not None:
        raise ModerationError("moderation_report_closed", 409, number=number)
    connection.execute("UPDATE reports SET closed = ? WHERE id = ?", (now, number))
    return found


def lines_around(connection: sqlite3.Connection, found: FiledReport) -> tuple[Line, ...]:
    """What was said at the table of a report around its time: kept with it, or still there."""
    row = connection.execute("SELECT excerpt FROM reports WHERE id = ?", (found.id,)).fetchone()
    kept = msgspec.json.decode(row[0], type=tuple[Line, ...])
    statement = """
    SELECT n, at, player, name, seat, text, preset FROM lines
    WHERE table_id = ? AND at BETWEEN ? AND ? AND player != '' ORDER BY n DESC LIMIT ?
    """
    figures = (found.table or "", found.at - AROUND, found.at + AROUND, LINES)
    said = {row[0]: Line(*row) for row in connection.execute(statement, figures).fetchall()}
    said |= {line.n: line for line in kept}
    return tuple(said[n] for n in sorted(said))


def person(connection: sqlite3.Connection, player: str) -> PersonFile | None:
    """A person as moderators see them, without measures and history; None if there is nobody."""
    row = connection.execute(f"{_PERSON} WHERE player = ?", (player,)).fetchone()
    return None if row is None else _person(connection, row)


def people(connection: sqlite3.Connection, find: str) -> list[PersonFile]:
    """Those whose id or login is this, or whose name holds it: case is as good as none for letters of ASCII."""
    pattern = "%" + find.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    statement = f"""
    {_PERSON} WHERE player = :find OR login = :login OR name LIKE :pattern ESCAPE '\\'
    ORDER BY player = :find OR coalesce(login = :login, 0) DESC, persons.since DESC LIMIT :page
    """
    values = {"find": find, "login": find.casefold(), "pattern": pattern, "page": PAGE}
    found = connection.execute(statement, values).fetchall()
    return [_person(connection, row) for row in found]


def _person(connection: sqlite3.Connection, row: Sequence[Any]) -> PersonFile:
    player = row[0]
    about = connection.execute("SELECT count(*) FROM reports WHERE player = ?", (player,)).fetchone()[0]
    hushed = connection.execute("SELECT count(DISTINCT player) FROM hushes WHERE target = ?", (player,)).fetchone()[0]
    return msgspec.structs.replace(PersonFile(*row), reports=about, hushed_by=hushed)


def role(connection: sqlite3.Connection, player: str) -> Role | None:
    """The role of an account."""
    row = connection.execute("SELECT role FROM roles WHERE player = ?", (player,)).fetchone()
    return None if row is None else row[0]


def set_role(connection: sqlite3.Connection, player: str, given: Role | None, now: int) -> None:
    """Give a role, or take it."""
    if given is None:
        connection.execute("DELETE FROM roles WHERE player = ?", (player,))
    else:
        connection.execute("INSERT OR REPLACE INTO roles VALUES (?, ?, ?)", (player, given, now))


def put_link(connection: sqlite3.Connection, player: str, hashed: bytes, expires: int) -> bool:
    """Keep the link of an account, in the place of an earlier one; whether there was one."""
    former = connection.execute("SELECT 1 FROM password_links WHERE player = ?", (player,)).fetchone()
    connection.execute("INSERT OR REPLACE INTO password_links VALUES (?, ?, ?)", (player, hashed, expires))
    return former is not None


def as_object(found: Sanction | None) -> dict[str, Any]:
    """A measure for the audit log."""
    if found is None:
        return {}
    return {"measure": found.id, "kind": found.kind, "until": found.until, "text": found.text}


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def export(connection: sqlite3.Connection, player: str) -> dict[str, Any] | None:
    """Everything that is held about a person, who has a right to it, as one object; None if there is no such person.

    Times are in milliseconds since 1970. Left out is what would tell of others: who reported the person, what others
    said, who mutes the person. Secrets are left out too: hashes of passwords and tokens help nobody but an attacker.
    """
    person = _rows(
        connection,
        "SELECT player, name, language, persons.since, login, animal, role "
        "FROM persons LEFT JOIN accounts USING (player) LEFT JOIN roles USING (player) WHERE player = ?",
        player,
    )
    if not person:
        return None
    lists = {name: _rows(connection, statement, player) for name, statement in _EXPORTED.items()}
    return {"format": FORMAT, "person": person[0], **lists}


def _rows(connection: sqlite3.Connection, statement: str, player: str) -> list[dict[str, Any]]:
    found = connection.execute(statement, (player,))
    names = [each[0] for each in found.description]
    return [{name: _value(name, value) for name, value in zip(names, row, strict=True)} for row in found.fetchall()]


def _value(name: str, value: Any) -> Any:
    return json.loads(value) if name in _TEXTS else value
