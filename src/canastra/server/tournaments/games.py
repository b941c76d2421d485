"""The server's own tables of an online tournament: opened for their players, called, and read when they are over.

The work to do follows from the tournament, from the rows that say which table was opened for which, and from the tables
themselves. So `settle` may be called at any time and after any crash: it does what is missing, and nothing twice.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial

from canastra.fairness import shared_commitments
from canastra.protocol.tables import TalkTerms
from canastra.rulebooks import Rulebook, root
from canastra.server.clock import of_day
from canastra.server.limits import Buckets
from canastra.server.live import LiveError
from canastra.server.live.shuffles import SecretStore, shared_secrets
from canastra.server.lobby import Lobby
from canastra.server.lobby.listing import LobbyError, State, TableOptions
from canastra.server.lobby.registry import Listed
from canastra.server.logging import code_of, log
from canastra.server.settings import Caps
from canastra.server.tournaments import TournamentError, repository
from canastra.server.tournaments.encounters import (
    SECOND,
    CardList,
    PlayTime,
    absence_at,
    call_at,
    encounter_result,
    encounter_scores,
    opened_by,
    packs_of,
    players_at,
    rounds_in,
    tables_in,
)
from canastra.server.tournaments.repository import OnlineGame
from canastra.server.tournaments.store import LoadedTournament, TournamentStore
from canastra.server.users import Users
from canastra.table import CallPlay, CallTime, Close, Command, RefusalError, Sit, Stage
from canastra.toml import read_toml
from canastra.tournament import EventRefusedError, RoundStage, RoundState, TableResult, Tournament
from canastra.tournament.events import (
    AbandonedResult,
    EncounterResult,
    Fixture,
    GamePlayed,
    Half,
    PacksOpened,
    PacksSealed,
    RoundClosed,
    RoundPublished,
    TournamentEvent,
    WalkoverResult,
)
from canastra.tournament.rounds import round_of
from canastra.tournament.table_codes import OPEN, TablePlace

Append = Callable[[LoadedTournament, tuple[TournamentEvent, ...]], Awaitable[None]]
"""Appends the server's own events. The caller holds the tournament's lock."""
_LATER = 30 * SECOND
"""Milliseconds until a failed attempt is repeated."""
_LONGEST_NAME = 40
"""Characters of a name at a table."""
AT_ONCE = 16
"""Tables that are opened at a time."""


class Games:
    """Opens, watches and reads the tables of all online tournaments."""

    def __init__(self, store: TournamentStore, lobby: Lobby, users: Users, append: Append, caps: Caps) -> None:
        self._store, self._lobby, self._users, self._append = store, lobby, users, append
        self._registry, self._services = lobby.registry, lobby.registry.services
        self._of_founder = caps.tables_of_founder
        self._arranged = Buckets(caps.tables_arranged_of_founder, lambda: self._services.clock.now() / 1000)
        self._time = of_day(self._services.clock)
        self._times = PlayTime(self._time, self._services.clock)
        self.cards = CardList(self._registry, self._chain, self._time)
        """The public cards of the tables."""
        self._registry.on_arranged = self.poke
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._due: dict[str, int] = {}
        self._unsealed: set[str] = set()
        """Ids of unsealed packs; their records may be read if the regulations allow spectators."""
        self._closed = False

    async def start(self) -> None:
        """Start watching all online tournaments. Call after the lobby has started.

        Call it again when this server takes over more tournaments.
        """
        for tournament in await self._store.database.read(repository.playing):
            self.poke(tournament)

    async def keep_time(self) -> None:
        """Settle tournaments when their time comes, until cancelled."""
        while True:
            await self._services.clock.sleep(SECOND)
            now = self._time.now()
            for tournament, due in list(self._due.items()):
                if due <= now:
                    del self._due[tournament]
                    self.poke(tournament)

    def interrupted(self, lost: int) -> None:
        """Add the lost time to all deadlines, and check each tournament again."""
        self._times.lost += lost
        due, self._due = self._due, {}
        for tournament in due:
            self.poke(tournament)

    def absence_at(self, loaded: LoadedTournament, phase: int, state: RoundState, game: Listed | None) -> int | None:
        """When absence from a table is decided, in milliseconds since 1970; see `encounters.absence_at`."""
        if state.stage is not RoundStage.PLAYING or loaded.times[phase, state.number].paused is not None:
            return None
        name = _round_name(loaded, phase, state.number) if game is None else game.options.table
        until = absence_at(loaded, phase, state, self._times.since(name))
        return None if until is None else until + self._times.given(name)

    def poke(self, tournament: str) -> None:
        """Schedule `settle` for a tournament, because something has changed."""
        if self._closed or not self._services.owns(tournament):
            return
        if tournament in self._tasks:
            self._again.add(tournament)
            return
        task = self._tasks[tournament] = asyncio.create_task(self._settle_quietly(tournament))
        task.add_done_callback(lambda _: self._settled(tournament))

    async def end_all(self, tournament: str) -> None:
        """End the tables that this server runs for a tournament."""
        for found in [listed for listed in self._registry.live if listed.options.tournament == tournament]:
            try:
                await self._end(found)
            except (LiveError, LobbyError) as error:  # It ends by itself when no player comes.
                log(
                    logging.ERROR,
                    "tournament_table_lost",
                    tournament=tournament,
                    table=found.options.table,
                    error=code_of(error),
                )

    async def settled(self) -> None:
        """Return when no tournament is being settled."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def close(self) -> None:
        """Finish what is under way, and start nothing new."""
        self._closed = True
        await self.settled()

    async def with_packs(
        self, loaded: LoadedTournament, events: Sequence[TournamentEvent]
    ) -> tuple[TournamentEvent, ...]:
        """Add the events of shared packs: sealed before a round is published, opened after it."""
        found: list[TournamentEvent] = []
        online = loaded.state.regulations.online
        for event in events:
            if online is None or online.packs == "own" or not isinstance(event, RoundPublished | RoundClosed):
                found.append(event)
            elif isinstance(event, RoundPublished):
                packs = packs_of(loaded, event.phase, event.round)
                secrets = await self._secrets(loaded, event.phase, packs)
                found += [PacksSealed(event.phase, event.round, packs, shared_commitments(packs, secrets)), event]
            else:
                found += [event, *await self._opened_packs(loaded, event)]
        return tuple(found)

    async def current(self, loaded: LoadedTournament, place: TablePlace) -> Listed | None:
        """The table where an encounter is played now, or was last; None without one."""
        game = loaded.games.get(place)
        chained = [] if game is None else await self._chain(game.game)
        return chained[-1] if chained else None

    async def _secrets(self, loaded: LoadedTournament, phase: int, packs: str) -> tuple[str, ...]:
        """The secrets of the deals of a round, in hexadecimal; made by the first call."""
        deals = loaded.state.regulations.form_of(phase - 1).number
        kept = SecretStore.of(self._services)
        return tuple([(await kept.secret("", deal, packs)).hex() for deal in range(1, deals + 1)])

    async def _opened_packs(self, loaded: LoadedTournament, event: RoundClosed) -> list[TournamentEvent]:
        """The event with the sealed secrets; none if a secret is lost, because an earlier state was restored."""
        found = round_of(loaded.state, event.phase, event.round)
        kept = await shared_secrets(self._services, found.packs, len(found.commitments))
        secrets = {secret.commitment: secret.secret.hex() for secret in kept}
        if not secrets.keys() >= set(found.commitments):
            return []
        return [PacksOpened(event.phase, event.round, tuple(secrets[commitment] for commitment in found.commitments))]

    async def _settle_quietly(self, tournament: str) -> None:
        try:
            await self.settle(tournament)
        except Exception as error:  # noqa: BLE001 - the others go on, and this one is tried again
            log(logging.ERROR, "tournament_not_settled", tournament=tournament, error=code_of(error))
            self._wake(tournament, self._time.now() + _LATER)

    def _settled(self, tournament: str) -> None:
        del self._tasks[tournament]
        if tournament in self._again:
            self._again.discard(tournament)
            self.poke(tournament)

    def _wake(self, tournament: str, at: int) -> None:
        self._due[tournament] = min(at, self._due.get(tournament, at))

    async def settle(self, tournament: str) -> None:
        """Do everything that is due for the tables of a tournament."""
        async with self._store.locked(tournament) as loaded:
            if loaded.state.regulations.online is None:
                return
            await self._retire(loaded)
            await self._open(loaded)
            for phase, found, table in list(tables_in(loaded.state, OPEN)):
                place = TablePlace(phase, found.number, table.fixture.table)
                game = loaded.games.get(place)
                if table.result is None and game is not None and not game.over:
                    await self._look_quietly(loaded, game, found, table.fixture)
            await self._unseal(loaded)

    async def _retire(self, loaded: LoadedTournament) -> None:
        """End the tables of encounters that are decided, or that other players play now."""
        wanted = {
            TablePlace(phase, found.number, table.fixture.table): (table.fixture.one, table.fixture.two)
            for phase, found, table in tables_in(loaded.state, OPEN)
            if table.result is None
        }
        gone = [game for game in loaded.games.values() if not game.over and wanted.get(game.place) != game.sides]
        for game in gone:
            for found in (await self._chain(game.game))[-1:]:
                await self._end(found)
        await self._note_over(loaded, gone)

    async def _end(self, listed: Listed) -> None:
        """End a table, whatever its state; its match doesn't count."""
        if listed.listing.state is State.SEATING:
            await self._do(listed, Close())
        elif listed.listing.state is State.RUNNING:
            await self._do(listed, CallTime(stop=True))

    async def _note_over(self, loaded: LoadedTournament, games: Sequence[OnlineGame]) -> None:
        if games:
            await self._store.database.write(lambda c: repository.end_games(c, [game.game for game in games]))
            loaded.games |= {game.place: game._replace(over=True) for game in games}

    async def _open(self, loaded: LoadedTournament) -> None:
        """Open tables for encounters without one, or with a closed one. Rows are written first: none is lost."""
        now, new = self._time.now(), list[OnlineGame]()
        missing = list[tuple[OnlineGame, Fixture]]()
        for phase, found, table in _next_tables(loaded.state):
            place = TablePlace(phase, found.number, table.fixture.table)
            game = loaded.games.get(place)
            if table.result is not None or (game is not None and not game.over and await self._is_there(game)):
                continue
            game_id, sides = self._lobby.creation.new_id(loaded.id), (table.fixture.one, table.fixture.two)
            made = OnlineGame(place, game_id, sides, now)
            new.append(made)
            missing.append((made, table.fixture))
        room = self._room(loaded, len(new))
        if room < len(new):
            log(logging.WARNING, "tournament_tables_wait", tournament=loaded.id, tables=len(new) - room)
            self._wake(loaded.id, now + _LATER)
            new, missing = new[:room], missing[:room]
        if not new:
            return
        await self._store.database.write(lambda c: repository.add_games(c, loaded.id, new))
        loaded.games |= {game.place: game for game in new}
        turns = asyncio.Semaphore(AT_ONCE)

        async def opened(game: OnlineGame, fixture: Fixture) -> None:
            async with turns:
                await self._open_one(loaded, game, fixture)

        await asyncio.gather(*(opened(*pair) for pair in missing))
        log(logging.INFO, "tournament_tables_opened", tournament=loaded.id, tables=len(new))

    def _room(self, loaded: LoadedTournament, wanted: int) -> int:
        """Return how many of the wanted tables may be opened now, by the shares of founder and site."""
        founder = loaded.founder or loaded.id
        left = min(self._lobby.creation.room(loaded.site), self._of_founder - self._registry.held["founder", founder])
        room, bucket = 0, self._arranged.of(founder)
        while room < min(wanted, left) and bucket.take():
            room += 1
        return room

    def check_round(self, loaded: LoadedTournament, round_state: RoundState) -> None:
        """Raise `TournamentError` for an online round that could never have all of its tables."""
        if loaded.state.regulations.online is not None and len(round_state.tables) > self._of_founder:
            raise TournamentError("tournaments_share", 409, tables=len(round_state.tables), most=self._of_founder)

    async def _is_there(self, game: OnlineGame) -> bool:
        """Return whether a table was opened, and not closed before its match."""
        try:
            return (await self._registry.listed(game.game)).listing.state is not State.CLOSED
        except LobbyError:
            return False

    async def _open_one(self, loaded: LoadedTournament, game: OnlineGame, fixture: Fixture) -> None:
        regulations, services = loaded.state.regulations, self._services
        online = regulations.online
        assert online is not None
        rulebook, house = self._rulebook(loaded)
        opened = opened_by(loaded, game, rulebook, services.clock.now())
        terms = TableOptions(
            table=game.game,
            opener="",
            opened=opened.at,
            rulebook=rulebook.id,
            base=root(rulebook).id,
            private=False,
            # A spectator of a table with the same packs could tell another table what comes.
            watch=online.spectators and not opened.packs,
            sealed=bool(opened.packs),
            hints=online.hints,
            talk=TalkTerms(online.talk, partners=False),
            invitation=base64.urlsafe_b64encode(services.random.randbytes(16)).decode().rstrip("="),
            tournament=loaded.id,
            founder=loaded.founder or loaded.id,
            site=loaded.site,
        )
        sits = tuple([sit async for sit in self._sits(loaded, fixture)])
        await self._lobby.creation.arrange(terms, opened, sits, house)

    def _rulebook(self, loaded: LoadedTournament) -> tuple[Rulebook, str]:
        """The rulebook, and the JSON of a house rulebook, which the lobby may have forgotten since."""
        name, kept = loaded.state.regulations.rulebook, loaded.regulations.house
        if not kept:
            return self._registry.find(name), ""
        document = json.dumps(read_toml(kept), ensure_ascii=False)
        self._registry.houses.remember(name, document)
        return self._registry.find(name), document

    async def _sits(self, loaded: LoadedTournament, fixture: Fixture) -> AsyncIterator[Sit]:
        """The seats of players who have opened their links."""
        for seat, entered in enumerate(players_at(loaded.state, fixture)):
            player = loaded.players.get(entered)
            person = None if player is None else await self._users.person(player)
            if player is not None and person is not None:
                name = loaded.state.sides[entered.side].players[entered.player - 1]
                yield Sit(seat, player, name[:_LONGEST_NAME].strip())

    async def _chain(self, first: str) -> list[Listed]:
        """The tables of an encounter from its first, match by match, without any that was never wholly opened."""
        found = list[Listed]()
        following: str | None = first
        while following is not None:
            try:
                found.append(await self._registry.listed(following))
            except LobbyError:
                break
            following = found[-1].options.following
        return found

    async def _look_quietly(
        self, loaded: LoadedTournament, game: OnlineGame, round_state: RoundState, fixture: Fixture
    ) -> None:
        """Check a table. An unavailable one must not keep the others waiting."""
        try:
            await self._look(loaded, game, round_state, fixture)
        except (LiveError, LobbyError) as error:
            log(logging.ERROR, "tournament_table_lost", tournament=loaded.id, table=game.game, error=code_of(error))
            self._wake(loaded.id, self._time.now() + _LATER)

    async def _do(self, listed: Listed, command: Command) -> None:
        """Run a command at a table. A refusal is ignored: the table has moved on, and is checked again anyway."""
        try:
            await self._registry.do(listed.options.table, command)
        except RefusalError as refusal:
            log(logging.INFO, "tournament_table_went_on", table=listed.options.table, code=refusal.code)

    async def _look(
        self, loaded: LoadedTournament, game: OnlineGame, round_state: RoundState, fixture: Fixture
    ) -> None:
        """Seat people, notice absence, call time, and read the result."""
        chained = await self._chain(game.game)
        if not chained:
            return
        last, playing = chained[-1], round_state.stage is RoundStage.PLAYING
        if playing:
            self._times.since(_round_name(loaded, game.place.phase, game.place.round))
        if last.listing.state is State.SEATING:
            result = await self._wait(loaded, game, chained, (round_state, fixture))
        elif last.listing.state is State.RUNNING:
            await self._call(loaded, game.place, last)
            return
        else:
            played = [await self._registry.host.peek(listed.options.table) for listed in chained]
            result = encounter_result(loaded.state, game.place.phase, played) if playing else None
        if result is None or not playing:
            return
        try:
            names = tuple(each.options.table for each in chained)
            await self._append(loaded, (GamePlayed(*game.place, result, names),))
        except EventRefusedError as error:  # The referee decides.
            log(logging.WARNING, "tournament_result_refused", tournament=loaded.id, code=error.code)
            return
        await self._retire(loaded)

    async def _wait(
        self, loaded: LoadedTournament, game: OnlineGame, chained: Sequence[Listed], at: tuple[RoundState, Fixture]
    ) -> EncounterResult | None:
        """Seat players who have arrived since. Returns the result once a side has been absent for too long."""
        found, fixture = at
        last, registry = chained[-1], self._registry
        table = await registry.host.peek(last.options.table)
        due = [sit async for sit in self._sits(loaded, fixture)]
        wrong = {seat.player for seat in table.seats if seat.is_person} - {each.player for each in due}
        if wrong and len(chained) == 1:  # Other players play now: they get a table of their own.
            await self._end(last)
            await self._note_over(loaded, [game])
            self._again.add(loaded.id)
            return None
        for each in due:
            if not table.seats[each.seat].is_person:
                await self._do(last, each)
        # A table that was opened later, for the next match or a new player, waits equally long.
        until = self.absence_at(loaded, game.place.phase, found, last)
        if until is None:
            return None
        if table.awaits_call:
            await self._do(last, CallPlay())
        if self._time.now() < until:
            self._wake(loaded.id, until)
            return None
        table = await registry.host.peek(last.options.table)
        halves: tuple[Half, Half] = (0, 1)
        absent = tuple(
            half for half in halves if not all(seat.is_person and seat.ready for seat in table.seats[half::2])
        )
        if not absent or table.stage is not Stage.SEATING:
            return None
        if len(chained) == 1 or len(absent) == 2:
            return WalkoverResult(absent)
        played = [await registry.host.peek(listed.options.table) for listed in chained[:-1]]
        return AbandonedResult(absent[0], encounter_scores(loaded.state, game.place.phase, played))

    async def _call(self, loaded: LoadedTournament, place: TablePlace, listed: Listed) -> None:
        """Call time at a table once it is due."""
        at = call_at(loaded, place)
        if at is None:
            return
        at += self._times.given(_round_name(loaded, place.phase, place.round))
        if self._time.now() < at:
            self._wake(loaded.id, at)
            return
        table = await self._registry.host.peek(listed.options.table)
        if not table.called and table.stage is not Stage.FINISHED:
            await self._do(listed, CallTime())

    async def _unseal(self, loaded: LoadedTournament) -> None:
        """Allow reading the records of tables with shared packs, once no table plays these."""
        online, read = loaded.state.regulations.online, self._store.database.read
        if online is None or online.packs == "own":
            return
        for phase, found in rounds_in(loaded.state, (RoundStage.CLOSED, RoundStage.RATIFIED)):
            packs = packs_of(loaded, phase, found.number)
            if packs not in self._unsealed:
                games = await read(
                    partial(repository.games_of_round, tournament=loaded.id, phase=phase, number=found.number)
                )
                tables = [listed.options.table for game in games for listed in await self._chain(game)]
                await self._lobby.unseal(tables, watch=online.spectators)
                self._unsealed.add(packs)


def _next_tables(state: Tournament) -> Iterator[tuple[int, RoundState, TableResult]]:
    """The tables of the running rounds, and of the first round that is published and not started.

    Organisers publish all rounds of a group at once: the tables of the later ones would wait for weeks.
    """
    waits = True
    for phase, found in rounds_in(state, OPEN):
        if found.stage is RoundStage.PLAYING or waits:
            waits = waits and found.stage is RoundStage.PLAYING
            yield from ((phase, found, table) for table in found.tables)


def is_to_unseal(state: Tournament) -> bool:
    """Return whether a round with shared packs is closed and not ratified: its tables may still have to be unsealed."""
    return any(found.packs for _, found in rounds_in(state, (RoundStage.CLOSED,)))


def _round_name(loaded: LoadedTournament, phase: int, number: int) -> str:
    return f"{loaded.id}/{phase}/{number}"


def is_played(state: Tournament) -> bool:
    """Return whether a round is published or being played."""
    return any(True for _ in tables_in(state, OPEN))
