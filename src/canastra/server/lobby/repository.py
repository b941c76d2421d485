"""The lobby's tables in the database: statements, each for use inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    cast,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    union,
    update,
)

from canastra.protocol.people import DELETED_NAME, MatchCard, RulebookFigures
from canastra.protocol.tables import TalkTerms
from canastra.server.live.shuffles import log_of
from canastra.server.lobby.house_rules import HouseRulebook
from canastra.server.lobby.listing import Listing, LobbyError, Result, State, TableOptions, without_name
from canastra.server.storage import tables
from canastra.server.storage.tables import (
    SAT,
    SAT_PLAYER,
    NotAmong,
    add_missing,
    constant,
    open_one,
    running_one,
    unfinished_one,
)

_HOUSES, _ALL, _SEATS = tables.house_rulebooks.c, tables.lobby_tables.c, tables.lobby_seats.c
_MATCHES, _PLAYED, _EVENTS = tables.matches.c, tables.match_players.c, tables.events.c
_WHO: BindParameter[str] = bindparam("who")
_OF: BindParameter[str] = bindparam("of")
# Made here, not by the threads that read: if two make one at the same time, the process crashes.
_LISTING = msgspec.json.Decoder(Listing)
_T = tables.lobby_tables.alias("t")
_LATER = tables.lobby_tables.alias("later")
"""The table of the rematch."""
_WITH_LATER = _T.outerjoin(_LATER, (_LATER.c.former == _T.c.id) & (_LATER.c.state != constant("opening")))
_COLUMNS = (
    *(_T.c.n, _T.c.id, _T.c.opener, _T.c.opened, _T.c.rulebook, _T.c.base, _T.c.private, _T.c.watch, _T.c.terms),
    *(_T.c.former, _LATER.c.id, func.coalesce(_LATER.c.state == constant("closed"), false()), _T.c.state, _T.c.entry),
)
_ROWS = select(*_COLUMNS).select_from(_WITH_LATER)
OPEN, RUNNING = open_one(_T), running_one(_T)
_NO_NUMBER = 2**62
_TOLD = ("tournament", "founder", "site")
"""Options that are texts, and stored only if they aren't empty."""

_ONE = _ROWS.where(_T.c.id == _OF)
_WHOLE_ONE = _ONE.where(_T.c.state.not_in([constant("opening"), constant("closed")]))
_UNFINISHED = _ROWS.where(unfinished_one(_T)).order_by(_T.c.n)
_TABLES_OF = select(func.count()).select_from(_T).where(_T.c.opener == _WHO, unfinished_one(_T))
_LIST = _ROWS.where(_T.c.n < bindparam("before")).order_by(_T.c.n.desc()).limit(bindparam("most"))
_WITHOUT_NEXT = _ROWS.where(
    _T.c.id.in_(select(_MATCHES.id).order_by(_MATCHES.n.desc()).limit(bindparam("most"))), _LATER.c.id.is_(None)
)
_GOING_ON = (
    _ROWS.where(
        _T.c.state.in_([constant("seating"), constant("running")]),
        _T.c.n.in_(
            union(
                select(_ALL.n).where(_ALL.opener == _WHO, unfinished_one(tables.lobby_tables)),
                select(_SEATS.n).where(_SEATS.player == _WHO),
            )
        ),
    )
    .order_by(_T.c.n.desc())
    .limit(bindparam("most"))
)
_OVER = (
    select(*_COLUMNS)
    .select_from(
        _WITH_LATER.join(tables.matches, _MATCHES.id == _T.c.id).join(tables.match_players, _PLAYED.n == _MATCHES.n)
    )
    .where(_PLAYED.player == _WHO)
    .order_by(_PLAYED.n.desc())
    .limit(bindparam("most"))
)
_SEATED = tables.lobby_seats.join(tables.lobby_tables, _ALL.n == _SEATS.n)
_SEATED_AT = select(_ALL.id).select_from(_SEATED).where(_SEATS.player == _WHO).order_by(_ALL.n)
_WITH_BAN = select(tables.measures.c.player).where(tables.measures.c.kind == constant("ban"))
_BANNED_AT = select(_SEATS.player, _ALL.id).select_from(_SEATED).where(_SEATS.player.in_(_WITH_BAN)).order_by(_ALL.n)
_WAITING = (
    select(func.count())
    .select_from(_SEATED)
    .where(_SEATS.player == _WHO, _ALL.state == "seating", _ALL.opener != _SEATS.player, _ALL.former.is_(None))
)
_OWN = tables.match_players.alias("own")
_HISTORY = (
    select(
        *(_MATCHES.n, _MATCHES.id, _MATCHES.rulebook, _MATCHES.ended, _MATCHES.players, _MATCHES.points),
        *(_MATCHES.reason, _PLAYED.seat, _MATCHES.winner),
    )
    .select_from(tables.match_players.join(tables.matches, _MATCHES.n == _PLAYED.n))
    .where(
        _PLAYED.player == _WHO,
        _PLAYED.n < bindparam("before"),
        or_(~_MATCHES.private, exists().where(_OWN.c.player == bindparam("asking"), _OWN.c.n == _MATCHES.n)),
    )
    .order_by(_PLAYED.n.desc())
    .limit(bindparam("most"))
)
_FIGURES = (
    select(
        _PLAYED.rulebook,
        func.count(),
        *(func.count().filter(_PLAYED.outcome == outcome) for outcome in ("won", "lost", "drawn")),
        *(cast(func.sum(column), BigInteger) for column in (_PLAYED.points_for, _PLAYED.points_against)),
    )
    .where(_PLAYED.player == _WHO, _PLAYED.outcome != "none")
    .group_by(_PLAYED.rulebook)
    .order_by(_PLAYED.rulebook)
)
_NUMBER_OF = select(_ALL.n).where(_ALL.id == _OF)
_CHANGED = update(tables.lobby_tables).where(_ALL.n == bindparam("number"))
_NOBODY_SITS = delete(tables.lobby_seats).where(_SEATS.n == bindparam("number"))
_SITTINGS = SAT, SAT_PLAYER == _WHO
_UNUSED_HOUSES = select(_HOUSES.id).where(_HOUSES.id.not_in(select(_ALL.rulebook).where(_ALL.rulebook != _ALL.base)))
# A log refers to nothing, and its rows are deleted before it is.
_DISCARDED = (
    *(delete(table).where(table.c.table_id == _OF) for table in (tables.events, tables.commands, tables.snapshots)),
    delete(tables.logs).where(tables.logs.c.id == _OF),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A table as the database has it; without an `listing` (None) while it is being opened."""

    n: int
    options: TableOptions
    state: State
    listing: Listing | None


@dataclass(frozen=True, slots=True)
class ListingChange:
    """The changes of a table: its listing and, once the match is over, its result."""

    table: str
    listing: Listing
    result: Result | None = None


class OpeningCaps(msgspec.Struct, frozen=True):
    """How much one person may make."""

    tables: int
    houses: int
    of_site: int
    """House rulebooks made from one site."""
    all_houses: int
    """House rulebooks of all people."""


def add(
    connection: Connection,
    options: TableOptions,
    house: HouseRulebook | None = None,
    caps: OpeningCaps | None = None,
) -> Row:
    """Add a table that is being opened, with its house rules; or return the existing row. Raises LobbyError beyond the
    caps.
    """
    if caps is not None:
        _check_tables(connection, options.opener, caps.tables)
    if house is not None:
        _insert_house(connection, house, options, caps)
    kept = {
        "hints": options.hints,
        "mode": options.talk.mode,
        "partners": options.talk.partners,
        "key": options.invitation,
    }
    kept |= {name: value for name in _TOLD if (value := getattr(options, name))}
    if options.sealed:
        kept["sealed"] = True
    row = {
        "id": options.table,
        "opener": options.opener,
        "opened": options.opened,
        "former": options.former,
        "terms": json.dumps(kept),
        "private": options.private,
        "watch": options.watch,
        "rulebook": options.rulebook,
        "base": options.base,
    }
    add_missing(connection, tables.lobby_tables, [row])
    return _row(connection.execute(_ONE, {"of": options.table}).one())


def _check_tables(connection: Connection, player: str, most: int) -> None:
    if connection.execute(_TABLES_OF, {"who": player}).scalar_one() >= most:
        raise LobbyError("lobby_too_many_tables", 429, most=most)


def _insert_house(
    connection: Connection, house: HouseRulebook, options: TableOptions, caps: OpeningCaps | None
) -> None:
    rulebook_id, player, site = house.rulebook.id, options.opener, options.site
    if connection.execute(select(_HOUSES.id).where(_HOUSES.id == rulebook_id)).first() is not None:
        return
    count = select(func.count()).select_from(tables.house_rulebooks)
    if caps is not None and connection.execute(count.where(_HOUSES.made_by == player)).scalar_one() >= caps.houses:
        raise LobbyError("lobby_too_many_houses", 429, most=caps.houses)
    if caps is not None and site and connection.execute(count.where(_HOUSES.site == site)).scalar_one() >= caps.of_site:
        raise LobbyError("lobby_houses_share", 429, most=caps.of_site)
    if caps is not None and connection.execute(count).scalar_one() >= caps.all_houses:
        raise LobbyError("lobby_houses_full", 503, most=caps.all_houses)
    row = {"id": rulebook_id, "document": house.document, "made_by": player, "site": site}
    connection.execute(insert(tables.house_rulebooks), row)


def tables_of(connection: Connection, player: str) -> list[str]:
    """The ids of all tables at which a person ever sat."""
    return list(connection.execute(select(_EVENTS.table_id).distinct().where(*_SITTINGS), {"who": player}).scalars())


def forget_name(connection: Connection, player: str) -> None:
    """Replace a person's name by `DELETED_NAME` in logs, lists and the history of matches.

    This is the one change that is ever made to an event: neither states nor proofs of shuffles depend on a name.
    Snapshots, which contain it too, are made again from the logs.
    """
    for table_id in tables_of(connection, player):
        connection.execute(delete(tables.snapshots).where(tables.snapshots.c.table_id == table_id))
        found = connection.execute(select(_ALL.entry).where(_ALL.id == table_id, _ALL.entry != "")).scalar()
        if found is not None:
            entry = without_name(_LISTING.decode(found), player)
            written = msgspec.json.encode(entry).decode()
            connection.execute(update(tables.lobby_tables).where(_ALL.id == table_id).values(entry=written))
    sittings = select(_EVENTS.table_id, _EVENTS.seq, _EVENTS.body).where(*_SITTINGS)
    for table_id, seq, body in connection.execute(sittings, {"who": player}).all():
        event = msgspec.json.decode(body)
        event["name"] = DELETED_NAME
        event.pop("animal", None)
        changed = update(tables.events).where(_EVENTS.table_id == table_id, _EVENTS.seq == seq)
        connection.execute(changed.values(body=msgspec.json.encode(event).decode()))
    own = select(_MATCHES.n, _MATCHES.players, _PLAYED.seat).where(_MATCHES.n == _PLAYED.n, _PLAYED.player == player)
    for n, players, seat in connection.execute(own).all():
        names = json.loads(players)
        names[seat] = DELETED_NAME
        connection.execute(update(tables.matches).where(_MATCHES.n == n).values(players=json.dumps(names)))


def unseal(connection: Connection, table_ids: Iterable[str], watch: bool) -> None:
    """Unseal some tables; `watch` is True if all users may read the records of their matches from now on."""
    for table_id in table_ids:
        kept = connection.execute(select(_ALL.terms).where(_ALL.id == table_id)).scalar()
        if kept is not None:
            terms = json.loads(kept)
            terms.pop("sealed", None)
            changed = update(tables.lobby_tables).where(_ALL.id == table_id)
            connection.execute(changed.values(watch=watch, terms=json.dumps(terms)))


def houses(connection: Connection) -> list[tuple[str, str]]:
    """All house rulebooks: ids and documents."""
    return [(row[0], row[1]) for row in connection.execute(select(_HOUSES.id, _HOUSES.document))]


def delete_table(connection: Connection, table_id: str) -> None:
    """Delete a table that was never wholly opened, or that has no log."""
    number = _NUMBER_OF.scalar_subquery()
    connection.execute(delete(tables.lobby_seats).where(_SEATS.n == number), {"of": table_id})
    connection.execute(delete(tables.lobby_tables).where(_ALL.id == table_id))


def write(connection: Connection, changes: Iterable[ListingChange]) -> None:
    """Update listings, and store the results of matches: once, even if called again."""
    for change in changes:
        entry = change.listing
        number = connection.execute(_NUMBER_OF, {"of": change.table}).scalar()
        if number is None:
            continue
        new = {"state": str(entry.state), "free": entry.free, "entry": msgspec.json.encode(entry).decode()}
        connection.execute(_CHANGED, {"number": number, **new})
        connection.execute(_NOBODY_SITS, {"number": number})
        if entry.state in (State.SEATING, State.RUNNING):
            add_missing(connection, tables.lobby_seats, [{"player": player, "n": number} for player in entry.players])
        if change.result is not None:
            _keep(connection, change.result)


def _keep(connection: Connection, result: Result) -> None:
    if connection.execute(select(_MATCHES.n).where(_MATCHES.id == result.table)).first() is not None:
        return
    row = {
        "id": result.table,
        "rulebook": result.rulebook,
        "private": result.private,
        "ended": result.ended,
        "players": json.dumps(result.names),
        "points": json.dumps(result.points),
        "reason": result.reason,
        "winner": result.winner,
    }
    number = connection.execute(insert(tables.matches).returning(_MATCHES.n), row).scalar_one()
    shares = [
        {
            "player": share.player,
            "n": number,
            "seat": share.seat,
            "rulebook": result.rulebook,
            "outcome": str(share.outcome),
            "points_for": result.points[share.seat % 2],
            "points_against": result.points[1 - share.seat % 2],
        }
        for share in result.shares
    ]
    if shares:
        connection.execute(insert(tables.match_players), shares)


def one(connection: Connection, table_id: str) -> Row | None:
    """A table by its id, if it is wholly opened and not closed before its match."""
    row = connection.execute(_WHOLE_ONE, {"of": table_id}).first()
    return None if row is None else _row(row)


def unfinished(connection: Connection) -> list[Row]:
    """All tables that are being opened or live."""
    return _rows(connection, _UNFINISHED)


def without_next(connection: Connection, limit: int) -> list[Row]:
    """Tables whose match ended last and that have no rematch."""
    return _rows(connection, _WITHOUT_NEXT, most=limit)


def page(
    connection: Connection,
    chosen: tuple[ColumnElement[bool], set[str]],
    before: int | None,
    limit: int,
    rulebook: str | None,
) -> list[Row]:
    """Tables of a list, the latest first, from a number on; by a rulebook, or by house rules that extend it.

    `chosen` is a condition, and the ids to leave out.
    """
    condition, hidden = chosen
    statement = _LIST.where(condition)
    if hidden:
        statement = statement.where(NotAmong(_T.c.id, json.dumps(sorted(hidden))))
    if rulebook is not None:
        statement = statement.where(or_(_T.c.rulebook == rulebook, _T.c.base == rulebook))
    return _rows(connection, statement, before=_NO_NUMBER if before is None else before, most=limit)


def mine(connection: Connection, player: str, unfinished_most: int, finished_most: int) -> list[Row]:
    """The tables of a person: unfinished ones that they opened or sat down at, then those of the latest matches."""
    return [
        *_rows(connection, _GOING_ON, who=player, most=unfinished_most),
        *_rows(connection, _OVER, who=player, most=finished_most),
    ]


def seated(connection: Connection, player: str) -> list[str]:
    """The ids of the unfinished tables where a person sits."""
    return list(connection.execute(_SEATED_AT, {"who": player}).scalars())


def seated_with_ban(connection: Connection) -> list[tuple[str, str]]:
    """The people with a ban, current or expired, at unfinished tables, each with the table's id."""
    return [(player, table) for player, table in connection.execute(_BANNED_AT)]


def history(
    connection: Connection, player: str, asking: str, before: int | None, limit: int
) -> list[tuple[int, MatchCard]]:
    """A player's matches, the latest first, with their numbers; private ones only for people who played there."""
    start = _NO_NUMBER if before is None else before
    found = connection.execute(_HISTORY, {"who": player, "asking": asking, "before": start, "most": limit})
    return [(row[0], _match(row[1:])) for row in found]


def figures(connection: Connection, player: str) -> tuple[RulebookFigures, ...]:
    """A player's figures by rulebook; matches that were neither won, lost nor drawn are left out."""
    return tuple(RulebookFigures(*row) for row in connection.execute(_FIGURES, {"who": player}))


def waiting_seats(connection: Connection, player: str) -> int:
    """The number of other people's waiting tables where a person sits, without rematches, where people met before."""
    return int(connection.execute(_WAITING, {"who": player}).scalar_one())


def closed(connection: Connection, limit: int) -> list[str]:
    """Ids of tables that were closed before their match and still have logs."""
    with_log = tables.lobby_tables.join(tables.logs, tables.logs.c.id == _ALL.id)
    statement = select(_ALL.id).select_from(with_log).where(_ALL.state == "closed").limit(limit)
    return list(connection.execute(statement).scalars())


def discard(connection: Connection, table_id: str) -> None:
    """Delete the logs of a closed table, and its row unless it is a rematch."""
    for log in (table_id, log_of(table_id)):
        for statement in _DISCARDED:
            connection.execute(statement, {"of": log})
    gone = delete(tables.lobby_tables).where(_ALL.id == table_id, _ALL.state == "closed", _ALL.former.is_(None))
    connection.execute(gone)


def unused_houses(connection: Connection) -> list[str]:
    """House rulebooks without any table."""
    return list(connection.execute(_UNUSED_HOUSES).scalars())


def delete_houses(connection: Connection) -> list[str]:
    """Delete the house rulebooks without any table. Returns their ids."""
    found = unused_houses(connection)
    if found:
        connection.execute(
            delete(tables.house_rulebooks).where(_HOUSES.id == _OF), [{"of": rulebook_id} for rulebook_id in found]
        )
    return found


def _match(row: Sequence[Any]) -> MatchCard:
    table, rulebook, ended, names, points, reason, seat, winner = row
    first, second = json.loads(points)
    return MatchCard(table, rulebook, ended, tuple(json.loads(names)), (first, second), reason, seat, winner)


def _rows(connection: Connection, statement: Select[Any], **values: int | str) -> list[Row]:
    return [_row(row) for row in connection.execute(statement, values)]


def _row(row: Sequence[Any]) -> Row:
    n, table, opener, opened, rulebook, base, private, watch, kept, former, later, later_closed, state, entry = row
    told = json.loads(kept)
    terms = TableOptions(
        table=table,
        opener=opener,
        opened=opened,
        rulebook=rulebook,
        base=base,
        private=private,
        watch=watch,
        hints=told["hints"],
        talk=TalkTerms(told["mode"], told["partners"]),
        invitation=told["key"],
        former=former,
        next=later,
        next_closed=later_closed,
        **{name: told.get(name, "") for name in _TOLD},
        sealed=told.get("sealed", False),
    )
    return Row(n, terms, State(state), _LISTING.decode(entry) if entry else None)
