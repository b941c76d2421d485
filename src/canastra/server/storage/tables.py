"""The tables of people, lobby, chat, moderation and tournaments, for statements that SQLite and PostgreSQL both take.

SQLite makes its file by migrations of its own (`canastra.server.storage.schema`); a test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Connection,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    func,
    literal_column,
    text,
    true,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import FunctionElement

METADATA = MetaData()
_WORDS = Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
"""In the order of their code points, as SQLite has it."""
_OnDelete = Literal["CASCADE", "SET NULL"]


def constant(value: str | int) -> ColumnElement[Any]:
    """A literal in the statement: only with literals SQLite uses an index with a condition.

    >>> print(constant("seating"), constant(0))
    'seating' 0
    """
    return literal_column(str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'")


def _text(name: str, *more: Any, null: bool = False, **options: Any) -> Column[str]:
    return Column(name, _WORDS, *more, nullable=null, **options)


def _number(name: str, *more: Any, null: bool = False, **options: Any) -> Column[int]:
    return Column(name, BigInteger, *more, nullable=null, autoincrement=False, **options)


def _counted(name: str) -> Column[int]:
    return Column(name, BigInteger, primary_key=True, autoincrement=True)


def _bytes(name: str, **options: Any) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False, **options)


def _flag(name: str, **options: Any) -> Column[bool]:
    return Column(name, Boolean, nullable=False, **options)


def _of(name: str, column: str, ondelete: _OnDelete | None = None, **options: Any) -> Column[str]:
    return _text(name, ForeignKey(column, ondelete=ondelete), **options)


def _of_person(name: str = "player", **options: Any) -> Column[str]:
    return _of(name, "persons.player", "CASCADE", **options)


def _some(name: str, *columns: Any, where: ColumnElement[bool], unique: bool = False) -> Index:
    """An index of the rows on a condition."""
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


# The logs. Here they are for queries beside the store; `body` is an event.
logs = Table(
    "tables",
    METADATA,
    _text("id", primary_key=True),
    _text("header"),
    _flag("live", server_default=true()),
)
Index("tables_by_live", logs.c.live, logs.c.id)
events = Table(
    "events",
    METADATA,
    _of("table_id", "tables.id"),
    _number("seq"),
    _number("start"),
    _text("command_id", null=True),
    _text("body"),
    PrimaryKeyConstraint("table_id", "seq"),
)
commands = Table(
    "commands",
    METADATA,
    _of("table_id", "tables.id"),
    _text("command_id"),
    _text("answer"),
    PrimaryKeyConstraint("table_id", "command_id"),
)
snapshots = Table(
    "snapshots",
    METADATA,
    _of("table_id", "tables.id", primary_key=True),
    _number("seq"),
    _bytes("data"),
)

# People. A person without an account is a guest; a session with a label is an API token, which does not expire.
persons = Table(
    "persons", METADATA, _text("player", primary_key=True), _text("name"), _text("language"), _number("since")
)
accounts = Table(
    "accounts",
    METADATA,
    _of_person(primary_key=True),
    _text("login", unique=True),
    _text("password"),
    _text("animal", null=True),
)
sessions = Table(
    "sessions",
    METADATA,
    _bytes("hash", primary_key=True),
    _text("id", unique=True),
    _of_person(),
    _text("via"),
    _text("label", null=True),
    _number("created"),
    _number("used", null=True),
    CheckConstraint("via IN ('cookie', 'token')"),
)
Index("sessions_by_player", sessions.c.player)
blocks = Table(
    "blocks",
    METADATA,
    _of_person(),
    _text("kind"),
    _of_person("target"),
    PrimaryKeyConstraint("player", "kind", "target"),
    CheckConstraint("kind IN ('mute', 'block')"),
)
Index("blocks_by_target", blocks.c.target)
reports = Table(
    "reports",
    METADATA,
    _counted("id"),
    _number("at"),
    _of("reporter", "persons.player", "SET NULL", null=True),
    _text("player"),
    _text("name"),
    _text("reason"),
    _text("table_id", null=True),
    _text("text"),
    _text("excerpt"),
    _number("deal", null=True),
    _number("closed", null=True),
)
Index("reports_by_reporter", reports.c.reporter, reports.c.at)
Index("reports_by_player", reports.c.player, reports.c.at)
recovery_codes = Table(
    "recovery_codes",
    METADATA,
    _of("player", "accounts.player", "CASCADE", primary_key=True),
    _bytes("hash"),
    _number("made"),
)

# The lobby: tables as lists show them, house rules, the history of matches.
house_rulebooks = Table(
    "house_rulebooks",
    METADATA,
    _text("id", primary_key=True),
    _text("document"),
    _text("made_by"),
    _text("site", server_default=""),
)
Index("house_rulebooks_by_maker", house_rulebooks.c.made_by)
Index("house_rulebooks_by_site", house_rulebooks.c.site)
lobby_tables = Table(
    "lobby_tables",
    METADATA,
    _counted("n"),
    _text("id", unique=True),
    _text("opener"),
    _number("opened"),
    _text("former", null=True, unique=True),
    _text("terms"),
    _flag("private"),
    _flag("watch"),
    _text("rulebook"),
    _text("base"),
    _text("state", server_default="opening"),
    _number("free", server_default=text("0")),
    _text("entry", server_default=""),
)
UNFINISHED = ("opening", "seating", "running")
"""States of a table whose match has not ended."""


def unfinished_one(of: Any) -> ColumnElement[bool]:
    """The condition for unfinished tables, in the form of the index, or SQLite would not use it."""
    return cast(ColumnElement[bool], of.c.state.in_([constant(state) for state in UNFINISHED]))


def open_one(of: Any) -> ColumnElement[bool]:
    """The condition for the list of open tables, in the form of the index."""
    return cast(ColumnElement[bool], (of.c.state == constant("seating")) & ~of.c.private & (of.c.free > constant(0)))


def running_one(of: Any) -> ColumnElement[bool]:
    """The condition for the list of tables to watch, in the form of the index."""
    return cast(ColumnElement[bool], (of.c.state == constant("running")) & ~of.c.private & of.c.watch)


_some("lobby_open", lobby_tables.c.n, where=open_one(lobby_tables))
_some("lobby_running", lobby_tables.c.n, where=running_one(lobby_tables))
_some("lobby_unfinished", lobby_tables.c.opener, lobby_tables.c.n, where=unfinished_one(lobby_tables))
lobby_seats = Table("lobby_seats", METADATA, _text("player"), _number("n"), PrimaryKeyConstraint("player", "n"))
Index("lobby_seats_by_table", lobby_seats.c.n)
matches = Table(
    "matches",
    METADATA,
    _counted("n"),
    _text("id", unique=True),
    _text("rulebook"),
    _flag("private"),
    _number("ended"),
    _text("players"),
    _text("points"),
    _text("reason"),
    _number("winner", null=True),
)
match_players = Table(
    "match_players",
    METADATA,
    _text("player"),
    _number("n"),
    _number("seat"),
    _text("rulebook"),
    _text("outcome"),
    _number("points_for"),
    _number("points_against"),
    PrimaryKeyConstraint("player", "n"),
)

# Chat.
lines = Table(
    "lines",
    METADATA,
    _text("table_id"),
    _number("n"),
    _number("at"),
    _text("player"),
    _text("name"),
    _number("seat", null=True),
    _text("text", null=True),
    _text("preset", null=True),
    _text("audience"),
    _text("command_id"),
    PrimaryKeyConstraint("table_id", "n"),
    UniqueConstraint("table_id", "player", "command_id"),
)
Index("lines_by_time", lines.c.at)
Index("lines_by_player", lines.c.player)

# Moderation.
roles = Table(
    "roles",
    METADATA,
    _of("player", "accounts.player", "CASCADE", primary_key=True),
    _text("role"),
    _number("since"),
    CheckConstraint("role IN ('moderator', 'admin')"),
)
measures = Table(
    "measures",
    METADATA,
    _counted("id"),
    _text("kind"),
    _of_person(null=True),
    _text("network", null=True),
    _number("at"),
    _number("until", null=True),
    _text("text"),
    CheckConstraint("kind IN ('warning', 'mute', 'ban')"),
    CheckConstraint("(player IS NULL) != (network IS NULL)"),
    CheckConstraint("network IS NULL OR kind = 'ban'"),
)
_some(
    "measures_by_player", measures.c.player, measures.c.kind, where=measures.c.kind != constant("warning"), unique=True
)
Index("measures_by_network", measures.c.network, unique=True)
_some("warnings_by_player", measures.c.player, where=measures.c.kind == constant("warning"))
password_links = Table(
    "password_links",
    METADATA,
    _of("player", "accounts.player", "CASCADE", primary_key=True),
    _bytes("hash", unique=True),
    _number("expires"),
)
audit_log = Table(
    "audit_log",
    METADATA,
    _counted("id"),
    _number("at"),
    *(_text(each) for each in ("actor", "act", "target", "why", "before", "after")),
)
Index("audit_log_by_target", audit_log.c.target, audit_log.c.id)

# Tournaments.
tournaments = Table(
    "tournaments",
    METADATA,
    _text("id", primary_key=True),
    _of("founder", "persons.player", "SET NULL", null=True),
    _text("command_id"),
    _number("founded"),
    _bytes("secret"),
    _text("site"),
    _number("visited"),
    _flag("published", server_default=false()),
    *(_text(each) for each in ("name", "rulebook", "due")),
    _number("sides"),
    _flag("playing", server_default=false()),
    UniqueConstraint("founder", "command_id"),
)
Index("tournaments_by_site", tournaments.c.site)
Index("tournaments_by_visit", tournaments.c.visited)
tournament_regulations = Table(
    "tournament_regulations",
    METADATA,
    _of("tournament", "tournaments.id"),
    _text("digest"),
    _text("document"),
    _text("house"),
    PrimaryKeyConstraint("tournament", "digest"),
)
tournament_lines = Table(
    "tournament_lines",
    METADATA,
    _of("tournament", "tournaments.id"),
    _number("line"),
    _text("body"),
    PrimaryKeyConstraint("tournament", "line"),
)
tournament_commands = Table(
    "tournament_commands",
    METADATA,
    _of("tournament", "tournaments.id"),
    _text("player"),
    _text("command_id"),
    _number("line"),
    PrimaryKeyConstraint("tournament", "player", "command_id"),
)
_A_ROLE = "role IN ('organiser', 'referee', 'desk')"
tournament_members = Table(
    "tournament_members",
    METADATA,
    _of("tournament", "tournaments.id"),
    _of_person(),
    _text("role"),
    _number("since"),
    PrimaryKeyConstraint("tournament", "player"),
    CheckConstraint(_A_ROLE),
)
Index("tournament_members_by_player", tournament_members.c.player)
tournament_invitations = Table(
    "tournament_invitations",
    METADATA,
    _bytes("hash", primary_key=True),
    _of("tournament", "tournaments.id"),
    _text("role"),
    _number("expires"),
    _of_person("used_by", null=True),
    CheckConstraint(_A_ROLE),
)
Index("tournament_invitations_by_tournament", tournament_invitations.c.tournament)
tournament_claims = Table(
    "tournament_claims",
    METADATA,
    _of("tournament", "tournaments.id"),
    *(_number(each) for each in ("phase", "round", "place", "half")),
    _of_person(),
    _number("at"),
    PrimaryKeyConstraint("tournament", "phase", "round", "place", "half"),
    UniqueConstraint("tournament", "phase", "round", "player"),
    CheckConstraint("half IN (0, 1)"),
)
Index("tournament_claims_by_player", tournament_claims.c.player)
tournament_players = Table(
    "tournament_players",
    METADATA,
    _of("tournament", "tournaments.id"),
    _number("side"),
    _number("number"),
    _of_person(),
    _number("at"),
    PrimaryKeyConstraint("tournament", "side", "number"),
    UniqueConstraint("tournament", "player"),
)
Index("tournament_players_by_player", tournament_players.c.player)
tournament_renewals = Table(
    "tournament_renewals",
    METADATA,
    _of("tournament", "tournaments.id"),
    _text("meant"),
    _number("times"),
    PrimaryKeyConstraint("tournament", "meant"),
)
tournament_games = Table(
    "tournament_games",
    METADATA,
    _counted("n"),
    _of("tournament", "tournaments.id"),
    *(_number(each) for each in ("phase", "round", "place")),
    _text("game", unique=True),
    _text("sides"),
    _number("opened"),
    _flag("over", server_default=false()),
)
Index("tournament_games_by_tournament", tournament_games.c.tournament, tournament_games.c.n)


# The differences between the two databases.

_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def add_missing(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Add rows, without overwriting: one that breaks a key is skipped."""
    if rows:
        connection.execute(_INSERTS[connection.dialect.name](table).on_conflict_do_nothing(), rows)


def upsert(connection: Connection, table: Table, row: dict[str, Any], keeps: Sequence[str] = ()) -> None:
    """Add a row, or update the one with the same primary key, except the columns in `keeps`."""
    insert = _INSERTS[connection.dialect.name](table)
    keys = [column.name for column in table.primary_key]
    new = {name: insert.excluded[name] for name in row if name not in keys and name not in keeps}
    connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=new), row)


class NotAmong(FunctionElement[bool]):
    """True if a text is not in a JSON array, which is a single value of the statement, however long."""

    inherit_cache = True
    type = Boolean()


class MemberPlayer(FunctionElement[str]):
    """The member `player` of a JSON object."""

    inherit_cache = True
    type = String()


@compiles(NotAmong, "sqlite")
def _not_among(element: NotAmong, compiler: SQLCompiler, **options: Any) -> str:
    one, others = (compiler.process(clause, **options) for clause in element.clauses)
    return f"{one} NOT IN (SELECT value FROM json_each({others}))"


@compiles(NotAmong, "postgresql")
def _not_among_postgresql(element: NotAmong, compiler: SQLCompiler, **options: Any) -> str:
    one, others = (compiler.process(clause, **options) for clause in element.clauses)
    return f"{one} NOT IN (SELECT jsonb_array_elements_text(CAST({others} AS jsonb)))"


@compiles(MemberPlayer, "sqlite")
def _member_player(element: MemberPlayer, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_extract({compiler.process(element.clauses, **options)}, '$.player')"


@compiles(MemberPlayer, "postgresql")
def _member_player_postgresql(element: MemberPlayer, compiler: SQLCompiler, **options: Any) -> str:
    return f"(CAST({compiler.process(element.clauses, **options)} AS jsonb) ->> 'player')"


SAT: ColumnElement[bool] = func.substr(events.c.body, literal_column("1"), literal_column("13")) == constant(
    '{"type":"sat"'
)
"""The condition for events in which a person sat down, in the form of the index."""
SAT_PLAYER = MemberPlayer(events.c.body)
"""The person who sat down."""
_some("events_by_person", SAT_PLAYER, where=SAT)
