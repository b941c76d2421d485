"""The lobby's tables in the database: statements, each for use inside a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from canastra.protocol.people import DELETED_NAME, MatchCard, RulebookFigures
from canastra.protocol.tables import TalkTerms
from canastra.server.live.shuffles import log_of
from canastra.server.lobby.house_rules import HouseRulebook
from canastra.server.lobby.listing import Listing, LobbyError, Result, State, TableOptions, without_name

_COLUMNS = """
t.n, t.id, t.opener, t.opened, t.rulebook, t.base, t.private, t.watch, t.terms, t.former, later.id,
coalesce(later.state = 'closed', 0), t.state, t.entry
FROM lobby_tables AS t LEFT JOIN lobby_tables AS later ON later.former = t.id AND later.state != 'opening'
"""
_UNFINISHED = "state IN ('opening', 'seating', 'running')"
"""As the index has it, or it would not be used; so are the next two."""
OPEN = "t.state = 'seating' AND t.private = 0 AND t.free > 0"
RUNNING = "t.state = 'running' AND t.private = 0 AND t.watch = 1"
_NO_NUMBER = 2**62


@dataclass(frozen=True, slots=True)
class Row:
    """A table as the database has it; `entry` is None while it is being opened."""

    n: int
    terms: TableOptions
    state: State
    entry: Listing | None


@dataclass(frozen=True, slots=True)
class ListingChange:
    """What is new of a table: its entry, and once the match is over what stays of it."""

    table: str
    entry: Listing
    result: Result | None = None


class OpeningCaps(msgspec.Struct, frozen=True):
    """How much one person may make."""

    tables: int
    houses: int
    all_houses: int
    """House rulebooks of everybody."""


def insert(
    connection: sqlite3.Connection,
    terms: TableOptions,
    house: HouseRulebook | None = None,
    caps: OpeningCaps | None = None,
) -> Row:
    """A table that is being opened, with its house rules, or as it is there already. A `LobbyError` past the caps."""
    if caps is not None:
        _check_tables(connection, terms.opener, caps.tables)
    if house is not None:
        _insert_house(connection, house, terms.opener, caps)
    kept = {"hints": terms.hints, "mode": terms.talk.mode, "partners": terms.talk.partners, "key": terms.invitation}
    if terms.tournament:
        kept["tournament"] = terms.tournament
    if terms.sealed:
        kept["sealed"] = True
    connection.execute(
        "INSERT INTO lobby_tables (id, opener, opened, former, terms, private, watch, rulebook, base) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            *(terms.table, terms.opener, terms.opened, terms.former, json.dumps(kept)),
            *(terms.private, terms.watch, terms.rulebook, terms.base),
        ),
    )
    return _row(connection.execute(f"SELECT {_COLUMNS} WHERE t.id = ?", (terms.table,)).fetchone())


def _check_tables(connection: sqlite3.Connection, player: str, most: int) -> None:
    statement = f"SELECT count(*) FROM lobby_tables WHERE opener = ? AND {_UNFINISHED}"
    if connection.execute(statement, (player,)).fetchone()[0] >= most:
        raise LobbyError("lobby_too_many_tables", 429, most=most)


def _insert_house(connection: sqlite3.Connection, house: HouseRulebook, player: str, caps: OpeningCaps | None) -> None:
    rulebook_id = house.rulebook.id
    if connection.execute("SELECT 1 FROM house_rulebooks WHERE id = ?", (rulebook_id,)).fetchone():
        return
    made = connection.execute("SELECT count(*) FROM house_rulebooks WHERE made_by = ?", (player,)).fetchone()[0]
    if caps is not None and made >= caps.houses:
        raise LobbyError("lobby_too_many_houses", 429, most=caps.houses)
    if caps is not None and connection.execute("SELECT count(*) FROM house_rulebooks").fetchone()[0] >= caps.all_houses:
        raise LobbyError("lobby_houses_full", 503, most=caps.all_houses)
    connection.execute("INSERT INTO house_rulebooks VALUES (?, ?, ?)", (rulebook_id, house.document, player))


_SAT = "substr(body, 1, 13) = '{\"type\":\"sat\"' AND json_extract(body, '$.player') = :player"
"""As the index of the events with which people sat down has it."""


def tables_of(connection: sqlite3.Connection, player: str) -> list[str]:
    """The ids of all tables at which a person ever sat."""
    return [
        row[0] for row in connection.execute(f"SELECT DISTINCT table_id FROM events WHERE {_SAT}", {"player": player})
    ]


def forget_name(connection: sqlite3.Connection, player: str) -> None:
    """Put `DELETED_NAME` in the place of a person's name: in logs, lists and the history of matches.

    This is the one change that is ever made to an event: a name binds nothing, and neither states nor proofs of
    shuffles depend on it. Snapshots, which have it too, are made again from the logs.
    """
    values = {"player": player, "name": DELETED_NAME}
    for table_id in tables_of(connection, player):
        connection.execute("DELETE FROM snapshots WHERE table_id = ?", (table_id,))
        row = connection.execute("SELECT entry FROM lobby_tables WHERE id = ? AND entry != ''", (table_id,)).fetchone()
        if row is not None:
            entry = without_name(msgspec.json.decode(row[0], type=Listing), player)
            written = msgspec.json.encode(entry).decode()
            connection.execute("UPDATE lobby_tables SET entry = ? WHERE id = ?", (written, table_id))
    connection.execute(
        f"UPDATE events SET body = json_remove(json_set(body, '$.name', :name), '$.animal') WHERE {_SAT}", values
    )
    own = "SELECT n, seat FROM match_players WHERE player = ?"
    for n, seat in connection.execute(own, (player,)).fetchall():
        statement = "UPDATE matches SET players = json_set(players, ?, ?) WHERE n = ?"
        connection.execute(statement, (f"$[{seat}]", DELETED_NAME, n))


def unseal(connection: sqlite3.Connection, table_ids: Iterable[str], watch: bool) -> None:
    """Unseal some tables; `watch` says whether everybody may read the records of their matches from now on."""
    connection.executemany(
        "UPDATE lobby_tables SET watch = ?, terms = json_remove(terms, '$.sealed') WHERE id = ?",
        [(watch, each) for each in table_ids],
    )


def houses(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """All house rulebooks: ids and documents."""
    return connection.execute("SELECT id, document FROM house_rulebooks").fetchall()


def delete(connection: sqlite3.Connection, table_id: str) -> None:
    """Forget a table that was never wholly opened, or that has no log."""
    connection.execute(
        "DELETE FROM lobby_seats WHERE n = (SELECT n FROM lobby_tables WHERE id = ?)",
        (table_id,),
    )
    connection.execute("DELETE FROM lobby_tables WHERE id = ?", (table_id,))


def write(connection: sqlite3.Connection, changes: Iterable[ListingChange]) -> None:
    """Bring tables up to date, and keep what is to stay of their matches: once, however often it is asked for."""
    for change in changes:
        entry = change.entry
        row = connection.execute("SELECT n FROM lobby_tables WHERE id = ?", (change.table,)).fetchone()
        if row is None:
            continue
        connection.execute(
            "UPDATE lobby_tables SET state = ?, free = ?, entry = ? WHERE n = ?",
            (str(entry.state), entry.free, msgspec.json.encode(entry).decode(), row[0]),
        )
        connection.execute("DELETE FROM lobby_seats WHERE n = ?", row)
        if entry.state in (State.SEATING, State.RUNNING):
            seated = [(player, row[0]) for player in entry.players]
            connection.executemany("INSERT OR IGNORE INTO lobby_seats (player, n) VALUES (?, ?)", seated)
        if change.result is not None:
            _keep(connection, change.result)


def _keep(connection: sqlite3.Connection, result: Result) -> None:
    written = connection.execute(
        "INSERT INTO matches (id, rulebook, private, ended, players, points, reason, winner) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            *(result.table, result.rulebook, result.private, result.ended),
            *(json.dumps(result.names), json.dumps(result.points), result.reason, result.winner),
        ),
    )
    if written.rowcount == 0:
        return
    shares = [
        (
            *(each.player, written.lastrowid, each.seat, result.rulebook, str(each.outcome)),
            *(result.points[each.seat % 2], result.points[1 - each.seat % 2]),
        )
        for each in result.shares
    ]
    connection.executemany("INSERT INTO match_players VALUES (?, ?, ?, ?, ?, ?, ?)", shares)


def one(connection: sqlite3.Connection, table_id: str) -> Row | None:
    """A table by its id, if it is wholly opened and not given up."""
    statement = f"SELECT {_COLUMNS} WHERE t.id = ? AND t.state NOT IN ('opening', 'closed')"
    row = connection.execute(statement, (table_id,)).fetchone()
    return None if row is None else _row(row)


def unfinished(connection: sqlite3.Connection) -> list[Row]:
    """All tables that are being opened or played at."""
    return _rows(connection.execute(f"SELECT {_COLUMNS} WHERE t.{_UNFINISHED} ORDER BY t.n"))


def without_next(connection: sqlite3.Connection, limit: int) -> list[Row]:
    """Tables whose match ended last and that have no rematch."""
    statement = f"""
    SELECT {_COLUMNS} WHERE t.id IN (SELECT id FROM matches ORDER BY n DESC LIMIT ?) AND later.id IS NULL
    """
    return _rows(connection.execute(statement, (limit,)))


def page(
    connection: sqlite3.Connection,
    chosen: tuple[str, set[str]],
    before: int | None,
    limit: int,
    rulebook: str | None,
) -> list[Row]:
    """Tables of a list, the latest first, from a number on; by a rulebook, or by house rules that extend it.

    Chosen are those on a condition, without some that are named.
    """
    condition, hidden = chosen
    if hidden:
        condition += " AND t.id NOT IN (SELECT value FROM json_each(?))"
    wanted = "" if rulebook is None else "AND ? IN (t.rulebook, t.base)"
    statement = f"SELECT {_COLUMNS} WHERE {condition} AND t.n < ? {wanted} ORDER BY t.n DESC LIMIT ?"
    named = (json.dumps(sorted(hidden)),) if hidden else ()
    figures = (*named, _NO_NUMBER if before is None else before, *(() if rulebook is None else (rulebook,)), limit)
    return _rows(connection.execute(statement, figures))


def mine(connection: sqlite3.Connection, player: str, unfinished_most: int, finished_most: int) -> list[Row]:
    """The tables of a person: those opened, or sat down at, and unfinished; then those of the latest matches."""
    going_on = f"""
    SELECT {_COLUMNS} WHERE t.state IN ('seating', 'running') AND t.n IN (
        SELECT n FROM lobby_tables WHERE opener = ? AND {_UNFINISHED}
        UNION SELECT n FROM lobby_seats WHERE player = ?
    ) ORDER BY t.n DESC LIMIT ?
    """
    over = f"""
    SELECT {_COLUMNS} JOIN matches AS m ON m.id = t.id JOIN match_players AS p ON p.n = m.n
    WHERE p.player = ? ORDER BY p.n DESC LIMIT ?
    """
    return [
        *_rows(connection.execute(going_on, (player, player, unfinished_most))),
        *_rows(connection.execute(over, (player, finished_most))),
    ]


def seated(connection: sqlite3.Connection, player: str) -> list[str]:
    """The ids of the unfinished tables where a person sits."""
    statement = "SELECT t.id FROM lobby_seats AS s JOIN lobby_tables AS t ON t.n = s.n WHERE s.player = ? ORDER BY t.n"
    return [row[0] for row in connection.execute(statement, (player,)).fetchall()]


def history(
    connection: sqlite3.Connection, player: str, asking: str, before: int | None, limit: int
) -> list[tuple[int, MatchCard]]:
    """A player's matches, the latest first, with their numbers; private ones only for those who played there."""
    statement = """
    SELECT m.n, m.id, m.rulebook, m.ended, m.players, m.points, m.reason, p.seat, m.winner
    FROM match_players AS p JOIN matches AS m ON m.n = p.n
    WHERE p.player = ? AND p.n < ?
    AND (m.private = 0 OR EXISTS (SELECT 1 FROM match_players AS own WHERE own.player = ? AND own.n = m.n))
    ORDER BY p.n DESC LIMIT ?
    """
    found = connection.execute(statement, (player, _NO_NUMBER if before is None else before, asking, limit))
    return [(row[0], _match(row[1:])) for row in found.fetchall()]


def figures(connection: sqlite3.Connection, player: str) -> tuple[RulebookFigures, ...]:
    """A player's figures by rulebook; matches that were neither won, lost nor drawn are left out."""
    statement = """
    SELECT rulebook, count(*), sum(outcome = 'won'), sum(outcome = 'lost'), sum(outcome = 'drawn'),
    sum(points_for), sum(points_against)
    FROM match_players WHERE player = ? AND outcome != 'none' GROUP BY rulebook ORDER BY rulebook
    """
    return tuple(RulebookFigures(*row) for row in connection.execute(statement, (player,)).fetchall())


def waiting_seats(connection: sqlite3.Connection, player: str) -> int:
    """At how many waiting tables of others somebody sits; those of rematches, where people met before, don't count."""
    statement = """
    SELECT count(*) FROM lobby_seats AS s JOIN lobby_tables AS t ON t.n = s.n
    WHERE s.player = ? AND t.state = 'seating' AND t.opener != s.player AND t.former IS NULL
    """
    return int(connection.execute(statement, (player,)).fetchone()[0])


def closed(connection: sqlite3.Connection, limit: int) -> list[str]:
    """Ids of tables that were given up before their match and whose logs are still there."""
    statement = """
    SELECT t.id FROM lobby_tables AS t JOIN tables AS log ON log.id = t.id WHERE t.state = 'closed' LIMIT ?
    """
    return [row[0] for row in connection.execute(statement, (limit,)).fetchall()]


def discard(connection: sqlite3.Connection, table_ids: Iterable[str]) -> None:
    """Delete the logs of closed tables. Of a rematch it stays known that it was given up."""
    for table_id in table_ids:
        for log in (table_id, log_of(table_id)):
            for place in ("events", "commands", "snapshots"):
                connection.execute(f"DELETE FROM {place} WHERE table_id = ?", (log,))
            connection.execute("DELETE FROM tables WHERE id = ?", (log,))
        connection.execute("DELETE FROM lobby_tables WHERE id = ? AND state = 'closed' AND former IS NULL", (table_id,))


def unused_houses(connection: sqlite3.Connection) -> list[str]:
    """House rulebooks of which no table is left."""
    statement = """
    SELECT id FROM house_rulebooks WHERE id NOT IN (SELECT rulebook FROM lobby_tables WHERE rulebook != base)
    """
    return [row[0] for row in connection.execute(statement).fetchall()]


def delete_houses(connection: sqlite3.Connection) -> list[str]:
    """Delete the house rulebooks of which no table is left; which."""
    found = unused_houses(connection)
    connection.executemany("DELETE FROM house_rulebooks WHERE id = ?", [(each,) for each in found])
    return found


def _match(row: Sequence[Any]) -> MatchCard:
    table, rulebook, ended, names, points, reason, seat, winner = row
    first, second = json.loads(points)
    return MatchCard(table, rulebook, ended, tuple(json.loads(names)), (first, second), reason, seat, winner)


def _rows(found: sqlite3.Cursor) -> list[Row]:
    return [_row(each) for each in found.fetchall()]


def _row(row: Sequence[Any]) -> Row:
    n, table, opener, opened, rulebook, base, private, watch, kept, former, later, later_closed, state, entry = row
    told = json.loads(kept)
    terms = TableOptions(
        table=table,
        opener=opener,
        opened=opened,
        rulebook=rulebook,
        base=base,
        private=bool(private),
        watch=bool(watch),
        hints=told["hints"],
        talk=TalkTerms(told["mode"], told["partners"]),
        invitation=told["key"],
        former=former,
        next=later,
        next_closed=bool(later_closed),
        tournament=told.get("tournament", ""),
        sealed=told.get("sealed", False),
    )
    return Row(n, terms, State(state), msgspec.json.decode(entry, type=Listing) if entry else None)
