"""Tournaments and their views in memory: read and made on demand; one command at a time for each tournament."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from canastra.cache import Cache
from canastra.errors import CanastraError
from canastra.protocol.tournaments import TournamentRole
from canastra.rulebooks import OFFICIAL, POPULAR, Rulebook, house
from canastra.server.limits import limit
from canastra.server.live import TableStoppedError
from canastra.server.live.services import Owns
from canastra.server.logging import log
from canastra.server.storage import SqlDatabase, StoppedError
from canastra.server.tournaments import TournamentError, repository
from canastra.server.tournaments.repository import Claim, NewRegulations, OnlineGame, Stored
from canastra.server.tournaments.views import Taken, Times, ViewBytes, ViewSource, times_of, view_bytes
from canastra.server.work import Worker, WorkerError, WorkOwner
from canastra.toml import read_toml
from canastra.tournament import LoggedEvent, Tournament
from canastra.tournament.events import Adopted
from canastra.tournament.log import load_log
from canastra.tournament.table_codes import EnteredPlayer, TablePlace, TokenIndex
from canastra.tournament.verifier import open_tournament

LOADED = limit(
    "tournaments_loaded", 64, "the server", "logs of tournaments in memory", "the oldest is read again later", "MB"
)
VIEWS = limit("tournament_views", 32, "the server", "views of tournaments kept", "the oldest is made again later", "MB")
_MEGABYTE = 1024 * 1024
_KNOWN_DAMAGED = 1000
_TOKEN_BYTES = 400
"""Bytes of memory that a code or a link takes in an index."""
SMALL_SIDES, SMALL_TABLES = 48, 600
"""The most sides and tables of all rounds of a tournament that counts as small work."""
HOUSE_FILE = "rulebook.toml"
"""How errors call the file of a house rulebook."""


@dataclass(slots=True)
class LoadedTournament:
    """A tournament as it stands. Changed after the database, by the holder of its lock."""

    id: str
    secret: bytes = field(repr=False)
    founder: str
    """The founder; empty if that person was deleted."""
    site: str
    """The mark of the site from which it was founded."""
    visited: int
    """When a visit was noted last, in milliseconds since 1970."""
    regulations: NewRegulations
    rulebook: Rulebook | None
    """The rulebook, if it is a house rulebook."""
    state: Tournament
    log: list[LoggedEvent]
    size: int
    """Bytes of the log and of all its regulations."""
    times: Times
    members: dict[str, TournamentRole]
    claims: dict[tuple[TablePlace, int], Claim]
    players: dict[EnteredPlayer, str]
    """The people who play online, by the entered player in whose place they play."""
    games: dict[TablePlace, OnlineGame]
    """The server's tables, the latest for each table of a round."""
    tokens: TokenIndex = field(repr=False)
    """Codes and links. It follows the state."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def taken(self) -> Taken:
        """For each table, whether phones speak for its sides."""
        found: dict[tuple[int, int, int], tuple[bool, bool]] = {}
        for place, half in self.claims:
            one, two = found.get(place, (False, False))
            found[place] = (one or half == 0, two or half == 1)
        return found

    @property
    def source(self) -> ViewSource:
        """The data that views are made of."""
        return ViewSource(self.id, self.state, self.times, self.taken, self.rulebook)

    def played_by(self, player: str) -> EnteredPlayer | None:
        """The entered player in whose place a person plays online."""
        return next((each for each, person in self.players.items() if person == player), None)

    def half_of(self, player: str, place: TablePlace) -> int | None:
        """The half of a table that a person speaks for."""
        halves = (half for half in (0, 1) if (claim := self.claims.get((place, half))) and claim.player == player)
        return next(halves, None)


class TournamentStore:
    """Finds tournaments, and keeps the latest in memory."""

    def __init__(self, database: SqlDatabase, owns: Owns) -> None:
        self.database, self._owns = database, owns
        self._loaded: Cache[str, LoadedTournament] = Cache(LOADED * _MEGABYTE)
        self._loading: dict[str, asyncio.Task[LoadedTournament]] = {}
        self._damaged: Cache[str, str] = Cache(_KNOWN_DAMAGED)

    async def get(self, tournament: str) -> LoadedTournament:
        """A tournament. Raises TournamentError if it is unknown, or its log is damaged."""
        if not self._owns(tournament):
            self.drop(tournament)  # Another server changes it without notifying this one: it is read each time.
            return await self._load(tournament)
        found = self._loaded.get(tournament)
        if found is not None:
            return found
        if self._damaged.get(tournament):
            raise TournamentError("tournaments_damaged", 409)
        task = self._loading.get(tournament)
        if task is None:
            task = self._loading[tournament] = asyncio.create_task(self._load_for_all(tournament))
        return await asyncio.shield(task)

    def is_at_hand(self, tournament: str) -> bool:
        """Return whether a tournament is in memory."""
        return self._owns(tournament) and self._loaded.get(tournament) is not None

    @asynccontextmanager
    async def locked(self, tournament: str) -> AsyncIterator[LoadedTournament]:
        """Lock a tournament against other changes. Raises TableStoppedError if another server runs it."""
        while self._owns(tournament):
            found = await self.get(tournament)
            async with found.lock:
                if self._loaded.get(tournament) is found:
                    yield found
                    return
            # It was dropped while this task waited for its lock: read the database again.
        raise TableStoppedError(tournament)

    def keep(self, changed: LoadedTournament) -> None:
        """Note that a tournament has grown."""
        size = changed.size + len(changed.tokens) * _TOKEN_BYTES
        self._loaded.put(changed.id, changed, min(max(1, size), LOADED * _MEGABYTE))

    def let_go(self) -> None:
        """Drop the tournaments that another server runs now."""
        for tournament in self._loaded:
            if not self._owns(tournament):
                self.drop(tournament)

    def drop(self, tournament: str) -> None:
        """Drop a tournament; the next `get` reads it again."""
        self._loaded.drop(tournament)

    async def _load_for_all(self, tournament: str) -> LoadedTournament:
        try:
            return await self._load(tournament)
        finally:
            # Before it is done: awaiting a done task lets nothing else run, and `locked` would loop for ever.
            del self._loading[tournament]

    async def _load(self, tournament: str) -> LoadedTournament:
        try:
            found = await self.database.read(lambda connection: repository.stored(connection, tournament))
        except StoppedError as error:
            if error.code != "storage_damaged":
                raise
            raise self._damage(tournament, error) from None
        if found is None:
            raise TournamentError("tournaments_unknown", 404)
        try:
            loaded = await asyncio.to_thread(opened, tournament, found)
        except (CanastraError, LookupError) as error:
            raise self._damage(tournament, error) from None
        if self._owns(tournament):
            self.keep(loaded)
        return loaded

    def _damage(self, tournament: str, error: Exception) -> TournamentError:
        """Remember that a tournament can't be read, and return the error for its callers."""
        code = error.code if isinstance(error, CanastraError) else "regulations"
        log(logging.ERROR, "tournament_damaged", tournament=tournament, error=code)
        self._damaged.put(tournament, code, 1)
        return TournamentError("tournaments_damaged", 409)


def opened(tournament: str, found: Stored) -> LoadedTournament:
    """Build a tournament from its stored data.

    Raises EventLogError, RegulationsError or RulebookError for invalid data, and LookupError for missing regulations.
    """
    adopted = [logged.event.regulations for logged in load_log(found.lines) if isinstance(logged.event, Adopted)]
    regulations = found.regulations[adopted[-1]]
    rulebook = house_of(regulations)
    state, entries = open_tournament(regulations.document, found.lines, rulebook)
    size = len(found.lines) + sum(
        len(regulation.document) + len(regulation.house) for regulation in found.regulations.values()
    )
    claims = {(claim.place, claim.half): claim for claim in found.claims}
    return LoadedTournament(
        id=tournament,
        secret=found.secret,
        founder=found.founder,
        site=found.site,
        visited=found.visited,
        regulations=regulations,
        rulebook=rulebook,
        state=state,
        log=list(entries),
        size=size,
        times=times_of(entries),
        members=dict(found.members),
        claims=claims,
        players=dict(found.players),
        games={game.place: game for game in found.games},
        tokens=TokenIndex(found.secret, state, found.renewed),
    )


def is_small(state: Tournament) -> bool:
    """Return whether work on all of a tournament is short: some hundred tables."""
    tables = sum(len(round_state.tables) for phase in state.phases for round_state in phase.rounds)
    return len(state.sides) <= SMALL_SIDES and tables <= SMALL_TABLES


def house_of(regulations: NewRegulations) -> Rulebook | None:
    """The house rulebook that regulations name; None if they name one of the package."""
    return house(read_toml(regulations.house), HOUSE_FILE) if regulations.house else None


def is_shipped(rulebook: str) -> bool:
    """Return whether a rulebook comes with the package."""
    return rulebook in (*OFFICIAL, *POPULAR)


class ViewCache:
    """The latest views as bytes: made once for all users who see the same, in a worker process."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._kept: Cache[str, _Made] = Cache(VIEWS * _MEGABYTE)
        self._making: dict[str, asyncio.Task[_Made]] = {}

    async def view(self, loaded: LoadedTournament, role: TournamentRole | None, language: str) -> ViewBytes:
        """The view of a role, no older than this call. Raises TournamentError."""
        lines, taken = loaded.state.lines, loaded.taken if role else {}
        name = f"{loaded.id} {role or ''} {language}"
        made = self._kept.get(name)
        while made is None or made.line < lines or (made.line == lines and made.taken != taken):
            task = self._making.get(name)
            if task is None:
                task = self._making[name] = asyncio.create_task(self._make(name, loaded, role, language))
            made = await asyncio.shield(task)
            if made.line == lines:
                break  # It was begun before: a phone that came to a table since then is in the next one.
        return made.view

    async def _make(self, name: str, loaded: LoadedTournament, role: TournamentRole | None, language: str) -> _Made:
        source = loaded.source if role else loaded.source._replace(taken={})
        # The founder owns the work for all readers, because the founder decides how large a tournament is.
        owner, small = WorkOwner(loaded.founder or loaded.id, loaded.site), is_small(loaded.state)
        try:
            view = await self._worker.run(owner, view_bytes, source, role, language, small=small)
        except WorkerError as error:
            raise busy(error) from None
        finally:
            del self._making[name]  # Before it is done: awaiting a done task would let nothing else run.
        made = _Made(source.state.lines, source.taken, view)
        self._kept.put(name, made, len(view.content) + len(view.packed))
        return made


class _Made(NamedTuple):
    """A view, and its dependencies besides the tournament, the role and the language."""

    line: int
    taken: Taken
    view: ViewBytes


def busy(error: WorkerError) -> CanastraError:
    """The error for work on a tournament that was not taken or not finished."""
    if error.status == 429:
        return TournamentError("tournaments_busy", 429)
    return TournamentError("tournaments_slow", 409) if error.status == 400 else error
