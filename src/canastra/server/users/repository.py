"""Queries about people and sessions. Every function runs inside the caller's transaction."""

from __future__ import annotations

import hmac
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, case, delete, exists, func, insert, select, union_all, update

from canastra.protocol.people import Language, TokenCard
from canastra.server.limits import limit
from canastra.server.storage import tables as stored
from canastra.server.storage.tables import constant
from canastra.server.users.tokens import EXPIRY, Identity, NewToken, Person, Session, UsersError, Via

SESSIONS = limit("sessions", 50, "a person", "sessions", "the one used longest ago ends")
"""Sessions of one person; the ones used longest ago give way."""

_P, _A, _S = stored.persons.c, stored.accounts.c, stored.sessions.c
_CODES, _LINKS = stored.recovery_codes.c, stored.password_links.c
KIND = case((_A.login.is_(None), constant("guest")), else_=constant("account"))
"""Guest or account, where accounts are joined to persons."""
WITH_ACCOUNT = stored.persons.outerjoin(stored.accounts, _A.player == _P.player)
"""Persons joined with the columns of accounts."""
_SESSION = select(
    _P.player,
    _P.name,
    KIND,
    _P.language,
    _S.id,
    _S.via,
    func.coalesce(_A.animal, ""),
    _S.label.is_not(None),
    func.coalesce(_S.used, 0),
).select_from(
    stored.sessions.join(stored.persons, _P.player == _S.player).outerjoin(stored.accounts, _A.player == _P.player)
)
_BY_HASH = _SESSION.where(_S.hash == bindparam("hashed"))
_BY_ID = _SESSION.where(_S.id == bindparam("session"), _S.player == bindparam("owner"))
_PERSON = select(_P.name, KIND, _P.since).select_from(WITH_ACCOUNT).where(_P.player == bindparam("who"))
_ACCOUNT = select(_A.player, _A.login, _A.password)
_ACCOUNT_WITH = _ACCOUNT.where(_A.login == bindparam("folded"))
_ACCOUNT_OF = _ACCOUNT.where(_A.player == bindparam("who"))
_ADD_SESSION = insert(stored.sessions)
_LATER = (
    select(_S.id)
    .where(_S.player == bindparam("owner"), _S.label.is_(None))
    .order_by(_S.used.desc(), _S.created.desc(), _S.id)
    .offset(bindparam("keep"))
)
_TOUCH = (
    update(stored.sessions)
    .where(_S.hash == bindparam("hashed"), func.coalesce(_S.used, 0) < bindparam("now"))
    .values(used=bindparam("now"))
)
_NEWEST = union_all(
    select(func.max(_S.used).label("at")),
    select(func.max(_P.since)),
    select(func.max(stored.lobby_tables.c.opened)),
    select(func.max(stored.matches.c.ended)),
    select(func.max(stored.lines.c.at)),
).subquery()
_UNUSED = select(_P.player).where(
    _P.since <= bindparam("before"),
    *(
        ~exists().where(table.c.player == _P.player)
        for table in (
            stored.accounts,
            stored.sessions,
            stored.match_players,
            stored.lobby_seats,
            stored.measures,
            stored.tournament_members,
        )
    ),
    ~exists().where(stored.lobby_tables.c.opener == _P.player, stored.unfinished_one(stored.lobby_tables)),
)
"""Guests without a session and without data that others refer to."""
_SOME_UNUSED = _UNUSED.limit(bindparam("most"))
_ONE_UNUSED = _UNUSED.where(_P.player == bindparam("who"))


class Account(NamedTuple):
    """The credentials of an account: the login in its compared form, and the hash of the password."""

    player: str
    login: str
    password: str


def session_of(connection: Connection, hashed: bytes) -> Session | None:
    """The session with this hash, expired or not."""
    row = connection.execute(_BY_HASH, {"hashed": hashed}).first()
    return None if row is None else Session(Identity(*row[:7]), bool(row[7]), row[8])


def require_session(connection: Connection, identity: Identity) -> Session:
    """The session as it is now; it may have ended since its identity was made. Raises UsersError."""
    row = connection.execute(_BY_ID, {"session": identity.session, "owner": identity.player}).first()
    if row is None:
        raise UsersError("users_signed_out", 401)
    return Session(Identity(*row[:7]), bool(row[7]), row[8])


def require_interactive_session(connection: Connection, identity: Identity) -> Session:
    """The session of a person who signed in. Raises UsersError for an API token.

    A token is stored in files of programs, so it must not suffice to take over the account.
    """
    session = require_session(connection, identity)
    if session.api:
        raise UsersError("users_not_by_token", 403)
    return session


def add_person(connection: Connection, player: str, name: str, language: Language, now: int) -> None:
    """Add a new person, a guest so far."""
    row = {"player": player, "name": name, "language": language, "since": now}
    connection.execute(insert(stored.persons), row)


def person(connection: Connection, player: str) -> Person | None:
    """The public data of a person; None if there is no such person."""
    if not player.isascii():  # PostgreSQL and SQLite hold ASCII ids only.
        return None
    row = connection.execute(_PERSON, {"who": player}).first()
    return None if row is None else Person(*row)


def known(connection: Connection, player: str) -> Person:
    """The public data of a person. Raises UsersError if there is no such person."""
    found = person(connection, player)
    if found is None:
        raise UsersError("users_no_person", 404)
    return found


def account_with(connection: Connection, login: str) -> Account | None:
    """The account with a folded login."""
    row = connection.execute(_ACCOUNT_WITH, {"folded": login}).first()
    return None if row is None else Account(*row)


def account_of(connection: Connection, player: str) -> Account | None:
    """A person's account; None for a guest."""
    row = connection.execute(_ACCOUNT_OF, {"who": player}).first()
    return None if row is None else Account(*row)


def require_account(connection: Connection, player: str) -> Account:
    """A person's account. Raises UsersError for a guest."""
    account = account_of(connection, player)
    if account is None:
        raise UsersError("users_guest", 403)
    return account


def add_account(connection: Connection, account: Account) -> None:
    """Make an account of a guest."""
    connection.execute(insert(stored.accounts), account._asdict())


def change_password(connection: Connection, player: str, hashed: str) -> None:
    """Replace the hash of an account's password."""
    connection.execute(update(stored.accounts).where(_A.player == player).values(password=hashed))


def change_animal(connection: Connection, player: str, animal: str | None) -> None:
    """Draw an account as this animal, with None as the one that its name gives. Raises UsersError for a guest."""
    require_account(connection, player)
    connection.execute(update(stored.accounts).where(_A.player == player).values(animal=animal))


def begin_session(connection: Connection, new_token: NewToken, player: str, via: Via, now: int) -> tuple[str, ...]:
    """Begin a session. Returns the ids of the sessions that end because of it."""
    ended = end_sessions(connection, player, keep=SESSIONS - 1)
    row = {"hash": new_token.hash, "id": new_token.id, "player": player, "via": via, "created": now, "used": now}
    connection.execute(_ADD_SESSION, row)
    return ended


class Begun(NamedTuple):
    """A session that began, and the ids of the sessions that ended because of it."""

    identity: Identity
    ended: tuple[str, ...]


def enter(
    connection: Connection, new_token: NewToken, player: str, via: Via, now: int, ended: tuple[str, ...]
) -> Begun:
    """Begin a session and read its identity. `ended` are the ids of sessions that have ended already."""
    more = begin_session(connection, new_token, player, via, now)
    session = session_of(connection, new_token.hash)
    assert session is not None
    return Begun(session.identity, ended + more)


def end_sessions(connection: Connection, player: str, keep: int = 0) -> tuple[str, ...]:
    """End a person's sessions except the latest `keep`. Returns the ids of the ended ones. API tokens stay."""
    ended = tuple(connection.execute(_LATER, {"owner": player, "keep": keep}).scalars())
    if ended:
        connection.execute(delete(stored.sessions).where(_S.id.in_(ended)))
    return ended


def end_session(connection: Connection, player: str, session: str) -> tuple[str, ...]:
    """End one session or API token of a person. Returns its id in a tuple, which is empty if there was none."""
    ended = connection.execute(delete(stored.sessions).where(_S.id == session, _S.player == player)).rowcount
    return (session,) * ended


def end_everything(connection: Connection, player: str) -> tuple[str, ...]:
    """End all sessions and API tokens of a person. Returns their ids."""
    ended = tuple(connection.execute(select(_S.id).where(_S.player == player)).scalars())
    connection.execute(delete(stored.sessions).where(_S.player == player))
    return ended


def newest(connection: Connection) -> int | None:
    """The latest use of a session, arrival, opened table, ended match or line, as a time; None without any."""
    at: int | None = connection.execute(select(func.max(_NEWEST.c.at))).scalar()
    return at


def unused_guests(connection: Connection, before: int, most: int) -> list[str]:
    """Some of the guests without a session, a match, a seat or a table, who arrived before a time."""
    return list(connection.execute(_SOME_UNUSED, {"before": before, "most": most}).scalars())


def require_unused(connection: Connection, player: str, before: int) -> None:
    """Raise UsersError if a person is not, or no longer, an unused guest."""
    if connection.execute(_ONE_UNUSED, {"before": before, "who": player}).first() is None:
        raise UsersError("users_no_person", 404)


def sweep(connection: Connection, now: int) -> int:
    """Remove expired sessions. Returns how many."""
    return connection.execute(delete(stored.sessions).where(_S.label.is_(None), _S.used <= now - EXPIRY)).rowcount


def touch(connection: Connection, hashed: bytes, now: int) -> None:
    """Note that a session was used now."""
    connection.execute(_TOUCH, {"hashed": hashed, "now": now})


def add_token(connection: Connection, new_token: NewToken, player: str, label: str, now: int) -> None:
    """Add an API token, not used yet."""
    row = {"hash": new_token.hash, "id": new_token.id, "player": player, "via": "token", "label": label, "created": now}
    connection.execute(_ADD_SESSION, row)


def tokens(connection: Connection, player: str) -> tuple[TokenCard, ...]:
    """A person's API tokens, the oldest first."""
    statement = select(_S.id, _S.label, _S.created, _S.used).where(_S.player == player, _S.label.is_not(None))
    return tuple(TokenCard(*row) for row in connection.execute(statement.order_by(_S.created, _S.id)))


def put_code(connection: Connection, player: str, hashed: bytes, now: int) -> None:
    """Store the recovery code of an account, in the place of the old one."""
    stored.upsert(connection, stored.recovery_codes, {"player": player, "hash": hashed, "made": now})


def end_code(connection: Connection, player: str) -> None:
    """Remove an account's recovery code."""
    connection.execute(delete(stored.recovery_codes).where(_CODES.player == player))


def code_made(connection: Connection, player: str) -> int | None:
    """When an account's recovery code was made; None without a code."""
    return connection.execute(select(_CODES.made).where(_CODES.player == player)).scalar()


def player_with_code(connection: Connection, login: str, hashed: bytes) -> str | None:
    """The player whose account has this login and this recovery code; None if none has, after the same work."""
    both = stored.accounts.outerjoin(stored.recovery_codes, _CODES.player == _A.player)
    row = connection.execute(select(_A.player, _CODES.hash).select_from(both).where(_A.login == login)).first()
    player, right = row or (None, None)
    return player if hmac.compare_digest(right or bytes(len(hashed)), hashed) else None


def note_recovery(connection: Connection, player: str, now: int) -> None:
    """Add to the audit log that an account was entered by its recovery code."""
    about = {"actor": player, "act": "recover", "target": player, "why": ""}
    connection.execute(insert(stored.audit_log), {"at": now, **about, "before": "{}", "after": "{}"})


def player_of_link(connection: Connection, hashed: bytes, now: int) -> str | None:
    """The account that a link sets a new password for; None if the link is unknown, used or expired."""
    statement = select(_LINKS.player).where(_LINKS.hash == hashed, _LINKS.expires > now)
    return connection.execute(statement).scalar()


def end_link(connection: Connection, player: str) -> None:
    """Remove an account's link for a new password."""
    connection.execute(delete(stored.password_links).where(_LINKS.player == player))
