"""Moderation in the database: statements, each for use inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Integer,
    Select,
    bindparam,
    cast,
    delete,
    distinct,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from canastra.errors import CanastraError, Figure
from canastra.protocol.messages import Line
from canastra.protocol.moderation import PAGE, AuditEntry, FiledReport, MeasureCard, PersonFile, Role
from canastra.server.storage import tables
from canastra.server.storage.tables import constant
from canastra.server.users.repository import KIND, WITH_ACCOUNT
from canastra.server.users.sanctions import Sanction

AROUND = 10 * 60_000
"""Milliseconds before and after a report whose lines of talk belong to it."""
LINES = 200
_NO_NUMBER = 2**62
_P, _ACCOUNTS, _ROLES = tables.persons.c, tables.accounts.c, tables.roles.c
_R, _M, _L, _AUDIT = tables.reports.c, tables.measures.c, tables.lines.c, tables.audit_log.c
_BLOCKS, _LINKS = tables.blocks.c, tables.password_links.c
_WHO: BindParameter[str] = bindparam("who")
_LINES = msgspec.json.Decoder(tuple[Line, ...])
_REPORTER = tables.persons.alias("reporters")
_REPORT = select(
    _R.id,
    _R.at,
    _R.reporter,
    _REPORTER.c.name,
    _R.player,
    _R.name,
    _R.reason,
    _R.table_id,
    _R.deal,
    _R.text,
    _R.closed,
).select_from(tables.reports.outerjoin(_REPORTER, _REPORTER.c.player == _R.reporter))
_MEASURE = select(_M.id, _M.kind, _M.at, _M.until, _M.text, _M.player, _P.name, _M.network).select_from(
    tables.measures.outerjoin(tables.persons, _P.player == _M.player)
)
_WITH_ROLE = WITH_ACCOUNT.outerjoin(tables.roles, _ROLES.player == _P.player)
_PERSON = select(_P.player, _P.name, KIND, _P.language, _P.since, _ACCOUNTS.login, _ROLES.role).select_from(_WITH_ROLE)
_REPORTS_ABOUT = select(func.count()).select_from(tables.reports).where(_R.player == _WHO)
_BLOCKED_BY = select(func.count(distinct(_BLOCKS.player))).where(_BLOCKS.target == _WHO)

FORMAT = 1
"""Version of the object that holds everything about a person."""
_SESSIONS, _TABLES, _HOUSES = tables.sessions.c, tables.lobby_tables.c, tables.house_rulebooks.c
_MATCHES, _PLAYED = tables.matches.c, tables.match_players.c
_MEMBERS, _CLAIMS = tables.tournament_members.c, tables.tournament_claims.c
_EXPORTED_PERSON = (
    select(_P.player, _P.name, _P.language, _P.since, _ACCOUNTS.login, _ACCOUNTS.animal, _ROLES.role)
    .select_from(_WITH_ROLE)
    .where(_P.player == _WHO)
)
_EXPORTED: dict[str, Select[Any]] = {
    "sessions": select(_SESSIONS.id, _SESSIONS.via, _SESSIONS.label, _SESSIONS.created, _SESSIONS.used)
    .where(_SESSIONS.player == _WHO)
    .order_by(_SESSIONS.created, _SESSIONS.id),
    "muted_and_blocked": select(_BLOCKS.kind, _BLOCKS.target.label("player"))
    .where(_BLOCKS.player == _WHO)
    .order_by(_BLOCKS.kind, _BLOCKS.target),
    "reports_made": select(_R.id, _R.at, _R.player.label("about"), _R.reason, _R.table_id.label("table"), _R.text)
    .where(_R.reporter == _WHO)
    .order_by(_R.id),
    "reports_about_me": select(_R.id, _R.at, _R.name, _R.reason, _R.table_id.label("table"), _R.closed)
    .where(_R.player == _WHO)
    .order_by(_R.id),
    "said": select(_L.table_id.label("table"), _L.n, _L.at, _L.name, _L.seat, _L.text, _L.preset)
    .where(_L.player == _WHO)
    .order_by(_L.at),
    # A number, as the format has it.
    "tables_opened": select(
        _TABLES.id.label("table"),
        _TABLES.opened,
        _TABLES.rulebook,
        cast(_TABLES.private, Integer).label("private"),
        _TABLES.state,
    )
    .where(_TABLES.opener == _WHO)
    .order_by(_TABLES.n),
    "house_rulebooks": select(_HOUSES.id, _HOUSES.document).where(_HOUSES.made_by == _WHO).order_by(_HOUSES.id),
    "matches": select(
        _MATCHES.id.label("table"),
        _MATCHES.rulebook,
        _MATCHES.ended,
        _MATCHES.players.label("names"),
        _MATCHES.points,
        _MATCHES.reason,
        _PLAYED.seat,
        _PLAYED.outcome,
    )
    .select_from(tables.match_players.join(tables.matches, _MATCHES.n == _PLAYED.n))
    .where(_PLAYED.player == _WHO)
    .order_by(_MATCHES.n),
    "tournaments": select(_MEMBERS.tournament, _MEMBERS.role, _MEMBERS.since)
    .where(_MEMBERS.player == _WHO)
    .order_by(_MEMBERS.since, _MEMBERS.tournament),
    "tournament_tables": select(
        _CLAIMS.tournament, _CLAIMS.phase, _CLAIMS.round, _CLAIMS.place.label("table"), _CLAIMS.half, _CLAIMS.at
    )
    .where(_CLAIMS.player == _WHO)
    .order_by(_CLAIMS.at),
    "measures": select(_M.kind, _M.at, _M.until, _M.text).where(_M.player == _WHO).order_by(_M.id),
    "acts_about_me": select(_AUDIT.at, _AUDIT.act, _AUDIT.why).where(_AUDIT.target == _WHO).order_by(_AUDIT.id),
    "acts_of_mine": select(_AUDIT.at, _AUDIT.act, _AUDIT.target, _AUDIT.why)
    .where(_AUDIT.actor == _WHO)
    .order_by(_AUDIT.id),
}
_TEXTS = ("names", "points")
"""Columns that hold JSON."""


class ModerationError(CanastraError):
    """An act or a question that is refused; `status` is HTTP's."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status


def note(connection: Connection, entry: AuditEntry) -> int:
    """Add to the audit log. Returns the entry's number; the `id` of the given entry is ignored."""
    row = {"at": entry.at, "actor": entry.actor, "act": entry.act, "target": entry.target, "why": entry.why}
    states = {"before": _json(entry.before), "after": _json(entry.after)}
    return int(connection.execute(insert(tables.audit_log).returning(_AUDIT.id), row | states).scalar_one())


def audit(connection: Connection, target: str | None, before: int | None, limit: int) -> list[AuditEntry]:
    """The latest entries before a number, of one target or of all."""
    statement = select(tables.audit_log).where(_AUDIT.id < (before or _NO_NUMBER))
    if target is not None:
        statement = statement.where(_AUDIT.target == target)
    found = connection.execute(statement.order_by(_AUDIT.id.desc()).limit(limit))
    return [AuditEntry(*row[:6], *map(json.loads, row[6:])) for row in found]


def add_measure(connection: Connection, sanction: Sanction) -> tuple[Sanction, Sanction | None]:
    """Store a measure. Returns it with its number, and the measure that it replaces."""
    former = None
    if sanction.kind != "warning":
        former = _one_of(connection, sanction)
        if former is not None:
            connection.execute(delete(tables.measures).where(_M.id == former.id))
    row = sanction._asdict()
    del row["id"]
    number = connection.execute(insert(tables.measures).returning(_M.id), row).scalar_one()
    return sanction._replace(id=number), former


def _one_of(connection: Connection, like: Sanction) -> Sanction | None:
    """The mute or ban of the same person or network."""
    about = _M.network == like.network if like.player is None else _M.player == like.player
    statement = select(tables.measures).where(about, _M.kind == like.kind, _M.kind != constant("warning"))
    row = connection.execute(statement).first()
    return None if row is None else Sanction(*row)


def measure(connection: Connection, number: int) -> Sanction:
    """A measure by its number. Raises ModerationError for an unknown number."""
    row = connection.execute(select(tables.measures).where(_M.id == number)).first()
    if row is None:
        raise ModerationError("moderation_no_measure", 404, number=number)
    return Sanction(*row)


def delete_measure(connection: Connection, number: int) -> Sanction:
    """Delete a measure and return it. Raises ModerationError for an unknown number."""
    found = measure(connection, number)
    connection.execute(delete(tables.measures).where(_M.id == number))
    return found


def measures(connection: Connection, now: int, player: str | None, before: int | None) -> list[MeasureCard]:
    """The measures in force, the latest first: those of one person, or all."""
    statement = _MEASURE.where(or_(_M.until.is_(None), _M.until > now), _M.id < (before or _NO_NUMBER))
    if player is not None:
        statement = statement.where(_M.player == player)
    return [MeasureCard(*row) for row in connection.execute(statement.order_by(_M.id.desc()).limit(PAGE + 1))]


def sweep(connection: Connection, now: int) -> list[Sanction]:
    """Remove expired measures and links. Returns those measures."""
    over = [Sanction(*row) for row in connection.execute(select(tables.measures).where(_M.until <= now))]
    connection.execute(delete(tables.measures).where(_M.until <= now))
    connection.execute(delete(tables.password_links).where(_LINKS.expires <= now))
    return over


def reports(connection: Connection, closed: bool, before: int | None, player: str = "") -> list[FiledReport]:
    """Reports, the latest first; about one person, or about all."""
    statement = _REPORT.where(_R.id < (before or _NO_NUMBER))
    if not closed:
        statement = statement.where(_R.closed.is_(None))
    if player:
        statement = statement.where(_R.player == player)
    return [FiledReport(*row) for row in connection.execute(statement.order_by(_R.id.desc()).limit(PAGE + 1))]


def filed_report(connection: Connection, number: int) -> FiledReport:
    """A report by its number. Raises ModerationError for an unknown number."""
    row = connection.execute(_REPORT.where(_R.id == number)).first()
    if row is None:
        raise ModerationError("moderation_no_report", 404, number=number)
    return FiledReport(*row)


def close_report(connection: Connection, number: int, now: int) -> FiledReport:
    """Close a report. Returns it as it was. Raises ModerationError if it is unknown or closed already."""
    found = filed_report(connection, number)
    if found.closed is not None:
        raise ModerationError("moderation_report_closed", 409, number=number)
    connection.execute(update(tables.reports).where(_R.id == number).values(closed=now))
    return found


def lines_around(connection: Connection, found: FiledReport) -> tuple[Line, ...]:
    """The lines at the table of a report around its time: those stored with it, and those still in the database."""
    excerpt = connection.execute(select(_R.excerpt).where(_R.id == found.id)).scalar_one()
    kept = _LINES.decode(excerpt)
    statement = (
        select(_L.n, _L.at, _L.player, _L.name, _L.seat, _L.text, _L.preset)
        .where(_L.table_id == (found.table or ""), _L.at.between(found.at - AROUND, found.at + AROUND), _L.player != "")
        .order_by(_L.n.desc())
        .limit(LINES)
    )
    said = {row[0]: Line(*row) for row in connection.execute(statement)}
    said |= {line.n: line for line in kept}
    return tuple(said[n] for n in sorted(said))


def person(connection: Connection, player: str) -> PersonFile | None:
    """A person as moderators see them, without measures and history; None if there is no such person."""
    row = connection.execute(_PERSON.where(_P.player == player)).first()
    return None if row is None else _person(connection, row)


def people(connection: Connection, find: str) -> list[PersonFile]:
    """The people with this id or login, or whose name contains it: case counts for non-ASCII letters only."""
    known: ColumnElement[bool] = _P.player == find
    logs_in: ColumnElement[bool] = _ACCOUNTS.login == find.casefold()
    exact = or_(known, func.coalesce(logs_in, false()))
    statement = _PERSON.where(or_(known, logs_in, _P.name.icontains(find, autoescape=True)))
    found = connection.execute(statement.order_by(exact.desc(), _P.since.desc()).limit(PAGE)).all()
    return [_person(connection, row) for row in found]


def _person(connection: Connection, row: Sequence[Any]) -> PersonFile:
    about = connection.execute(_REPORTS_ABOUT, {"who": row[0]}).scalar_one()
    hushed = connection.execute(_BLOCKED_BY, {"who": row[0]}).scalar_one()
    return msgspec.structs.replace(PersonFile(*row), reports=about, hushed_by=hushed)


def role(connection: Connection, player: str) -> Role | None:
    """The role of an account."""
    found: Role | None = connection.execute(select(_ROLES.role).where(_ROLES.player == player)).scalar()
    return found


def set_role(connection: Connection, player: str, given: Role | None, now: int) -> None:
    """Give a role, or with None take it away."""
    if given is None:
        connection.execute(delete(tables.roles).where(_ROLES.player == player))
    else:
        tables.upsert(connection, tables.roles, {"player": player, "role": given, "since": now})


def put_link(connection: Connection, player: str, hashed: bytes, expires: int) -> bool:
    """Store the link of an account, in the place of an earlier one. Returns whether there was one."""
    former = connection.execute(select(_LINKS.player).where(_LINKS.player == player)).first()
    tables.upsert(connection, tables.password_links, {"player": player, "hash": hashed, "expires": expires})
    return former is not None


def as_object(found: Sanction | None) -> dict[str, Any]:
    """A measure for the audit log."""
    if found is None:
        return {}
    return {"measure": found.id, "kind": found.kind, "until": found.until, "text": found.text}


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def export(connection: Connection, player: str) -> dict[str, Any] | None:
    """All data about a person, who has a right to it, as one object; None if there is no such person.

    Times are in milliseconds since 1970. Data about others is left out: the reporters of the person, other
    people's lines, people who mute the person. Secrets are left out too: hashes of passwords and tokens would only help
    an attacker.
    """
    person = _rows(connection, _EXPORTED_PERSON, player)
    if not person:
        return None
    lists = {name: _rows(connection, statement, player) for name, statement in _EXPORTED.items()}
    return {"format": FORMAT, "person": person[0], **lists}


def _rows(connection: Connection, statement: Select[Any], player: str) -> list[dict[str, Any]]:
    found = connection.execute(statement, {"who": player}).mappings()
    return [{name: _value(name, value) for name, value in row.items()} for row in found]


def _value(name: str, value: Any) -> Any:
    return json.loads(value) if name in _TEXTS else value
