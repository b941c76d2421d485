"""What is asked of the database about people and sessions. Every function runs inside somebody's transaction."""

from __future__ import annotations

import hmac
import sqlite3
from typing import NamedTuple

from canastra.protocol.people import Language, TokenCard
from canastra.server.limits import limit
from canastra.server.users.tokens import EXPIRY, Identity, NewToken, Person, Session, UsersError, Via

SESSIONS = limit("sessions", 50, "a person", "sessions", "the one used longest ago ends")
"""Sessions of one person; the ones used longest ago give way."""

_SESSION = """
    SELECT player, name, CASE WHEN login IS NULL THEN 'guest' ELSE 'account' END, language, id, via,
           coalesce(animal, ''), label IS NOT NULL, coalesce(used, 0)
    FROM sessions JOIN persons USING (player) LEFT JOIN accounts USING (player)
"""


class Account(NamedTuple):
    """What somebody logs in with: the login as it is compared, and the hash of the password."""

    player: str
    login: str
    password: str


def session_of(connection: sqlite3.Connection, hashed: bytes) -> Session | None:
    """The session with this hash, over or not."""
    row = connection.execute(f"{_SESSION} WHERE hash = ?", (hashed,)).fetchone()
    return None if row is None else Session(Identity(*row[:7]), bool(row[7]), row[8])


def require_session(connection: sqlite3.Connection, identity: Identity) -> Session:
    """The session as it is now: it may have ended since its identity was made. `UsersError`."""
    statement = f"{_SESSION} WHERE id = ? AND player = ?"
    row = connection.execute(statement, (identity.session, identity.player)).fetchone()
    if row is None:
        raise UsersError("people_signed_out", 401)
    return Session(Identity(*row[:7]), bool(row[7]), row[8])


def require_interactive_session(connection: sqlite3.Connection, identity: Identity) -> Session:
    """The same, of somebody who signed in: an API token, which lies in files of programs, can't take the account over.

    `UsersError`.
    """
    session = require_session(connection, identity)
    if session.api:
        raise UsersError("people_not_by_token", 403)
    return session


def add_person(connection: sqlite3.Connection, player: str, name: str, language: Language, now: int) -> None:
    """A new person, a guest so far."""
    connection.execute("INSERT INTO persons VALUES (?, ?, ?, ?)", (player, name, language, now))


def person(connection: sqlite3.Connection, player: str) -> Person | None:
    """What everybody may know."""
    if not player.isascii():  # What the database could not even be asked for.
        return None
    row = connection.execute(
        "SELECT name, CASE WHEN login IS NULL THEN 'guest' ELSE 'account' END, since "
        "FROM persons LEFT JOIN accounts USING (player) WHERE player = ?",
        (player,),
    ).fetchone()
    return None if row is None else Person(*row)


def known(connection: sqlite3.Connection, player: str) -> Person:
    """The same; a `UsersError` if there is nobody."""
    found = person(connection, player)
    if found is None:
        raise UsersError("people_no_person", 404)
    return found


def account_with(connection: sqlite3.Connection, login: str) -> Account | None:
    """The account with a folded login."""
    row = connection.execute("SELECT player, login, password FROM accounts WHERE login = ?", (login,)).fetchone()
    return None if row is None else Account(*row)


def account_of(connection: sqlite3.Connection, player: str) -> Account | None:
    """A person's account; None of a guest."""
    row = connection.execute("SELECT player, login, password FROM accounts WHERE player = ?", (player,)).fetchone()
    return None if row is None else Account(*row)


def require_account(connection: sqlite3.Connection, player: str) -> Account:
    """The same; a `UsersError` of a guest."""
    account = account_of(connection, player)
    if account is None:
        raise UsersError("people_guest", 403)
    return account


def change_animal(connection: sqlite3.Connection, player: str, animal: str | None) -> None:
    """Draw an account as this animal, or with None as its name says; a `UsersError` of a guest."""
    require_account(connection, player)
    connection.execute("UPDATE accounts SET animal = ? WHERE player = ?", (animal, player))


def begin_session(connection: sqlite3.Connection, minted: NewToken, player: str, via: Via, now: int) -> tuple[str, ...]:
    """A new session; the ids of those that give way to it."""
    ended = end_sessions(connection, player, keep=SESSIONS - 1)
    connection.execute(
        "INSERT INTO sessions VALUES (?, ?, ?, ?, NULL, ?, ?)", (minted.hash, minted.id, player, via, now, now)
    )
    return ended


class Begun(NamedTuple):
    """A session that began, and the ids of those that ended by it."""

    identity: Identity
    ended: tuple[str, ...]


def enter(
    connection: sqlite3.Connection, minted: NewToken, player: str, via: Via, now: int, ended: tuple[str, ...]
) -> Begun:
    """The same, with what else is said of a session; `ended` are the ids of those that have ended already."""
    more = begin_session(connection, minted, player, via, now)
    session = session_of(connection, minted.hash)
    assert session is not None
    return Begun(session.identity, ended + more)


def end_sessions(connection: sqlite3.Connection, player: str, keep: int = 0) -> tuple[str, ...]:
    """End a person's sessions but for the latest; the ids of those that ended. API tokens stay."""
    rows = connection.execute(
        "SELECT id FROM sessions WHERE player = ? AND label IS NULL "
        "ORDER BY used DESC, created DESC, id LIMIT -1 OFFSET ?",
        (player, keep),
    ).fetchall()
    connection.executemany("DELETE FROM sessions WHERE id = ?", rows)
    return tuple(row[0] for row in rows)


def end_session(connection: sqlite3.Connection, player: str, session: str) -> tuple[str, ...]:
    """End one session or API token of a person; its id, if there was one."""
    ended = connection.execute("DELETE FROM sessions WHERE id = ? AND player = ?", (session, player)).rowcount
    return (session,) * ended


def end_everything(connection: sqlite3.Connection, player: str) -> tuple[str, ...]:
    """End all sessions and API tokens of a person; their ids."""
    rows = connection.execute("SELECT id FROM sessions WHERE player = ?", (player,)).fetchall()
    connection.execute("DELETE FROM sessions WHERE player = ?", (player,))
    return tuple(row[0] for row in rows)


def newest(connection: sqlite3.Connection) -> int | None:
    """When somebody last used a session, came, opened a table, ended a match or said something; None if nobody did."""
    row = connection.execute(
        "SELECT max(at) FROM (SELECT max(used) AS at FROM sessions UNION ALL SELECT max(since) FROM persons UNION ALL "
        "SELECT max(opened) FROM lobby_tables UNION ALL SELECT max(ended) FROM matches UNION ALL "
        "SELECT max(at) FROM lines)"
    ).fetchone()
    return None if row[0] is None else int(row[0])


_UNUSED = """
    FROM persons WHERE since <= :before
    AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.player = persons.player)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.player = persons.player)
    AND NOT EXISTS (SELECT 1 FROM match_players WHERE match_players.player = persons.player)
    AND NOT EXISTS (SELECT 1 FROM lobby_seats WHERE lobby_seats.player = persons.player)
    AND NOT EXISTS (SELECT 1 FROM measures WHERE measures.player = persons.player)
    AND NOT EXISTS (SELECT 1 FROM tournament_members WHERE tournament_members.player = persons.player)
    AND NOT EXISTS (
        SELECT 1 FROM lobby_tables WHERE opener = persons.player AND state IN ('opening', 'seating', 'running')
    )
"""
"""Guests to whom nobody can come back, and of whom nothing stays that others would miss."""


def unused_guests(connection: sqlite3.Connection, before: int, most: int) -> list[str]:
    """Some of the guests without a session, a match, a seat or a table, who came before a time."""
    rows = connection.execute(f"SELECT player {_UNUSED} LIMIT :most", {"before": before, "most": most})
    return [row[0] for row in rows.fetchall()]


def require_unused(connection: sqlite3.Connection, player: str, before: int) -> None:
    """Raise UsersError if a person is no such guest (any more)."""
    figures = {"before": before, "player": player}
    if connection.execute(f"SELECT 1 {_UNUSED} AND player = :player", figures).fetchone() is None:
        raise UsersError("people_no_person", 404)


def sweep(connection: sqlite3.Connection, now: int) -> int:
    """Remove what has expired; how much that was."""
    statement = "DELETE FROM sessions WHERE label IS NULL AND used <= ?"
    return connection.execute(statement, (now - EXPIRY,)).rowcount


def touch(connection: sqlite3.Connection, hashed: bytes, now: int) -> None:
    """Note that a session was used now."""
    statement = "UPDATE sessions SET used = ? WHERE hash = ? AND coalesce(used, 0) < ?"
    connection.execute(statement, (now, hashed, now))


def add_token(connection: sqlite3.Connection, minted: NewToken, player: str, label: str, now: int) -> None:
    """A new API token, not used yet."""
    connection.execute(
        "INSERT INTO sessions VALUES (?, ?, ?, 'token', ?, ?, NULL)", (minted.hash, minted.id, player, label, now)
    )


def tokens(connection: sqlite3.Connection, player: str) -> tuple[TokenCard, ...]:
    """A person's API tokens, the oldest first."""
    rows = connection.execute(
        "SELECT id, label, created, used FROM sessions WHERE player = ? AND label IS NOT NULL ORDER BY created, id",
        (player,),
    )
    return tuple(TokenCard(*row) for row in rows.fetchall())


def put_code(connection: sqlite3.Connection, player: str, hashed: bytes, now: int) -> None:
    """Keep the recovery code of an account, in the place of the one before."""
    connection.execute("INSERT OR REPLACE INTO recovery_codes VALUES (?, ?, ?)", (player, hashed, now))


def end_code(connection: sqlite3.Connection, player: str) -> None:
    """An account's recovery code is worth nothing any more."""
    connection.execute("DELETE FROM recovery_codes WHERE player = ?", (player,))


def code_made(connection: sqlite3.Connection, player: str) -> int | None:
    """When an account's recovery code was made; None of one without."""
    row = connection.execute("SELECT made FROM recovery_codes WHERE player = ?", (player,)).fetchone()
    return None if row is None else int(row[0])


def player_with_code(connection: sqlite3.Connection, login: str, hashed: bytes) -> str | None:
    """Whose account has this login and this recovery code; None of any others, after the same work."""
    row = connection.execute(
        "SELECT player, hash FROM accounts LEFT JOIN recovery_codes USING (player) WHERE login = ?", (login,)
    ).fetchone()
    player, right = row or (None, None)
    return player if hmac.compare_digest(right or bytes(len(hashed)), hashed) else None


def note_recovery(connection: sqlite3.Connection, player: str, now: int) -> None:
    """Add to the audit log that an account was entered by its recovery code."""
    columns = "at, actor, act, target, why, before, after"
    statement = f"INSERT INTO audit_log ({columns}) VALUES (?, ?, 'recover', ?, '', '{{}}', '{{}}')"
    connection.execute(statement, (now, player, player))


def player_of_link(connection: sqlite3.Connection, hashed: bytes, now: int) -> str | None:
    """Whose new password a link is for; None if it is unknown, used or over."""
    statement = "SELECT player FROM password_links WHERE hash = ? AND expires > ?"
    row = connection.execute(statement, (hashed, now)).fetchone()
    return None if row is None else row[0]


def end_link(connection: sqlite3.Connection, player: str) -> None:
    """An account's link for a new password leads nowhere any more."""
    connection.execute("DELETE FROM password_links WHERE player = ?", (player,))
