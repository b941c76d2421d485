"""The lobby's reads, with access checks: a table's socket, card and record, the lists of tables, and results."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import structs
from sqlalchemy import ColumnElement, Connection

from canastra.cache import Cache
from canastra.protocol.moderation import ReportedTable
from canastra.protocol.people import History, Profile
from canastra.protocol.tables import TableCard, Tables
from canastra.records import Record, Replay, ReplayedDeal, redact, replay, write
from canastra.server.limits import limit
from canastra.server.live import NoTableError, seat_of
from canastra.server.lobby import repository
from canastra.server.lobby.listing import LobbyError, State, TableOptions, no_table, table_card
from canastra.server.lobby.registry import Listed, Registry
from canastra.server.lobby.repository import Row
from canastra.server.users import Identity, Users
from canastra.table import Stage, Table, record

RECORDS_KEPT = limit(
    "records_kept", 16_000_000, "the server", "bytes of finished records", "the one used longest ago is written again"
)
LONGEST_PAGE = limit("listed", 100, "a request", "tables or matches of a list", "the rest is on the next page")
TURNS_OF_PERSON = limit(
    "own_turns", 8, "a request", "own tables that are marked where one is waited for", "the others are not marked"
)
UNFINISHED_OF_PERSON = limit(
    "own_tables", 50, "a person", "unfinished tables in the list of one's own", "the latest are listed"
)
FINISHED_OF_PERSON = limit(
    "own_finished", 20, "a person", "finished tables in the list of one's own", "the latest are listed"
)


class LobbyQueries:
    """The reads of the lobby."""

    def __init__(self, registry: Registry, users: Users) -> None:
        self._registry, self._users = registry, users
        self._records = Cache[str, str](RECORDS_KEPT)

    def terms(self, table_id: str) -> TableOptions:
        """The options of a table in memory: live, or one to which a client was admitted. Raises LobbyError (404)."""
        listed = self._registry.at_hand(table_id)
        if listed is None:
            raise no_table()
        return listed.options

    def tables_of(self, player: str) -> tuple[str, ...]:
        """The ids of the unfinished tables where a person sits."""
        return tuple(
            listed.options.table for listed in self._registry.live if listed.listing.seat_of(player) is not None
        )

    async def card(self, table_id: str, identity: Identity | None, invitation: str | None = None) -> TableCard:
        """A table, with its invitation for its opener and its players. Raises LobbyError (404)."""
        listed = await self._registry.visible(table_id, identity, invitation)
        return table_card(
            listed.options, listed.listing, self._registry.find(listed.options.rulebook), _player(identity)
        )

    async def admit(
        self, identity: Identity | None, table_id: str, watch: bool = False, invitation: str | None = None
    ) -> int | None:
        """The seat of a socket, None for a spectator. Raises LobbyError (404 as for an unknown table; 403).

        A person who has a seat gets it even if they ask to watch: otherwise partners could talk as spectators.
        """
        listed = await self._registry.visible(table_id, identity, invitation)
        table = (await self._registry.host.table(table_id)).table
        self._registry.notice(table_id, table)  # A rematch may have been agreed shortly before a crash.
        seat = _seat(table, identity)
        if seat is None and not watch:
            raise LobbyError(listed.freed.get(_player(identity) or "", "lobby_not_seated"), 403)
        _check_watching(listed, seat)
        return seat

    def why_freed(self, table_id: str, player: str) -> str | None:
        """The code for which a person lost a seat at a table; None if they left it, or it is long ago."""
        listed = self._registry.at_hand(table_id)
        return None if listed is None else listed.freed.get(player)

    async def record(self, table_id: str, identity: Identity | None, invitation: str | None = None) -> str:
        """The match as a record's text; while a deal runs, as the caller may see it. Raises LobbyError."""
        listed = await self._registry.visible(table_id, identity, invitation)
        if listed.listing.state is State.FINISHED and not listed.options.sealed:  # All of it is public.
            _check_watching(listed, listed.listing.seat_of(_player(identity)))
            return await self._finished_record(table_id)
        table = await self._registry.host.peek(table_id)
        seat = _seat(table, identity)
        _check_watching(listed, seat)
        return await _written(table, seat, listed.options.sealed)

    async def finished_record(self, table_id: str, identity: Identity | None, invitation: str | None = None) -> str:
        """The whole record of a finished match. Raises LobbyError (404, 403; 409 before its end)."""
        listed = await self._registry.visible(table_id, identity, invitation)
        _check_watching(listed, listed.listing.seat_of(_player(identity)))
        if listed.listing.state is not State.FINISHED:
            raise LobbyError("analyses_unfinished", 409)
        _check_seal(listed)
        return await self._finished_record(table_id)

    async def public_record(self, table_id: str) -> str:
        """The match as a spectator would see it, at private tables too. Raises LobbyError (404, 409; 403 if sealed)."""
        listed = await self._registry.listed(table_id)
        _check_seal(listed)
        if listed.listing.state is State.FINISHED:
            return await self._finished_record(table_id)
        return await _written(await self._registry.host.peek(table_id), None)

    async def _finished_record(self, table_id: str) -> str:
        """The whole record of a finished match, made once for all readers."""
        text = self._records.get(table_id)
        if text is None:
            text = await _written(await self._registry.host.peek(table_id), None)
            self._records.put(table_id, text, len(text))
        return text

    def forget_record(self, table_id: str) -> None:
        """Drop the record of a finished match; the next request writes it anew."""
        self._records.drop(table_id)

    async def reported(self, table_id: str) -> ReportedTable | None:
        """A table as moderators see it, also a private one: without cards, and without points while it is sealed.

        None if it doesn't exist.
        """
        try:
            listed = await self._registry.listed(table_id)
            table = await self._registry.host.peek(table_id)
        except (LobbyError, NoTableError):
            return None
        terms, entry = listed.options, listed.listing
        seats = tuple({"kind": seat.kind, "player": seat.player, "name": seat.name} for seat in entry.seats)
        where = (terms.table, terms.rulebook, entry.stage, terms.private, terms.opener)
        return ReportedTable(*where, seats, None if terms.sealed else entry.points, deal_of(table))

    async def open_tables(
        self,
        after: str | None,
        limit: int,
        identity: Identity | None,
        rulebook: str | None = None,
        address: str = "",
    ) -> Tables:
        """Public tables with an empty seat, the latest first; of a rulebook, or of house rules that extend it.

        `Shares` keeps one person or address from filling the list. `address` is the caller's.
        """
        hidden = self._registry.shares.hidden(address)
        return await self._page((repository.OPEN, hidden), after, limit, identity, rulebook)

    async def running(
        self, after: str | None, limit: int, identity: Identity | None, rulebook: str | None = None
    ) -> Tables:
        """Public tables with a running match that may be watched."""
        return await self._page((repository.RUNNING, set()), after, limit, identity, rulebook)

    async def _page(
        self,
        chosen: tuple[ColumnElement[bool], set[str]],
        after: str | None,
        limit: int,
        identity: Identity | None,
        rulebook: str | None,
    ) -> Tables:
        """A list of tables, the latest first: those on a condition, without the hidden ones."""
        before, most = _number(after), _most(limit)
        found = await self._read(lambda connection: repository.page(connection, chosen, before, most + 1, rulebook))
        return Tables(self._cards(found[:most], identity), str(found[most - 1].n) if len(found) > most else None)

    async def mine(self, identity: Identity) -> Tables:
        """The person's unfinished tables, then those of the latest matches."""
        player = identity.player
        found = await self._read(
            lambda connection: repository.mine(connection, player, UNFINISHED_OF_PERSON, FINISHED_OF_PERSON)
        )
        return Tables(await self._with_turns(self._cards(found, identity)))

    async def _with_turns(self, cards: tuple[TableCard, ...]) -> tuple[TableCard, ...]:
        """A person's cards, marked if one of the first running tables waits for that person."""
        played = [card for card in cards if card.seat is not None and card.stage == Stage.PLAYING][:TURNS_OF_PERSON]
        looking = [self._registry.host.peek(card.table) for card in played]
        tables = await asyncio.gather(*looking, return_exceptions=True)
        waiting = {
            card.table
            for card, table in zip(played, tables, strict=True)
            if isinstance(table, Table) and table.to_act == card.seat and table.bot_to_act is None
        }
        return tuple(structs.replace(card, your_turn=card.table in waiting) for card in cards)

    async def history(self, player: str, before: str | None, limit: int, identity: Identity | None = None) -> History:
        """A player's matches, the latest first; those at private tables only for people who played there."""
        start, most, asking = _number(before), _most(limit), _player(identity) or ""
        await self._registry.index.flushed()
        found = await self._registry.database.read(
            lambda connection: repository.history(connection, player, asking, start, most + 1)
        )
        cards = tuple(card for _, card in found[:most])
        return History(cards, str(found[most - 1][0]) if len(found) > most else None)

    async def profile(self, player: str) -> Profile:
        """The public data of a player, with figures by rulebook. Raises LobbyError (404)."""
        known = await self._users.person(player)
        if known is None:
            raise LobbyError("lobby_no_player", 404)
        await self._registry.index.flushed()
        figures = await self._registry.database.read(lambda connection: repository.figures(connection, player))
        return Profile(player, *known, figures)

    async def _read(self, work: Callable[[Connection], list[Row]]) -> list[Row]:
        """Read rows once the index has caught up with all answered commands."""
        await self._registry.index.flushed()
        return await self._registry.database.read(work)

    def _cards(self, found: Sequence[Row], identity: Identity | None) -> tuple[TableCard, ...]:
        find, player = self._registry.find, _player(identity)
        return tuple(
            table_card(row.options, row.listing, find(row.options.rulebook), player)
            for row in found
            if row.listing is not None
        )


async def _written(table: Table, seat: int | None, sealed: bool = False) -> str:
    """A table's record as text, for a seat or a spectator. Raises LobbyError before the match."""
    if table.match is None:
        raise LobbyError("lobby_no_record", 409)
    return await asyncio.to_thread(lambda: write(seen_record(table, seat, sealed)))


def deal_of(table: Table) -> int:
    """The number of the deal that is played or was played last; 0 before the first."""
    return len(table.deals) + (table.deal is not None)


def seen_record(table: Table, seat: int | None, sealed: bool = False) -> Record:
    """Return the record of a table for a seat or a spectator.

    The running deal is redacted. So are the others if other tables may still play the same deals (`sealed`).
    """
    whole = record(table)
    if sealed:
        past = redact(replay(replace(whole, deals=table.deals)), seat, past=True).deals if table.deals else ()
        whole = replace(whole, deals=(*past, *whole.deals[len(past) :]), annotations=(), x=None)
    if table.deal is None or table.match is None:
        return whole
    *over, running = whole.deals
    replayed = Replay(replace(whole, deals=(running,)), (ReplayedDeal(running, table.deal.state, None),), table.match)
    return replace(whole, deals=(*over, *redact(replayed, seat).deals))


def _check_watching(listed: Listed, seat: int | None) -> None:
    if seat is None:
        _check_seal(listed)
        if not listed.options.watch:
            raise LobbyError("lobby_not_watched", 403)


def _check_seal(listed: Listed) -> None:
    """Raise LobbyError for a sealed table: a reader could tell its cards to a table that has yet to play them."""
    if listed.options.sealed:
        raise LobbyError("lobby_sealed", 403)


def _player(identity: Identity | None) -> str | None:
    return None if identity is None else identity.player


def _seat(table: Table, identity: Identity | None) -> int | None:
    return None if identity is None else seat_of(table, identity.player)


def _number(text: str | None) -> int | None:
    """The number in a page's address, as the previous page gave it."""
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,15}", text, re.ASCII):
        raise LobbyError("lobby_page", 400)
    return int(text)


def _most(limit: int) -> int:
    return max(1, min(limit, LONGEST_PAGE))
