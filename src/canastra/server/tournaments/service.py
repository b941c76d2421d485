"""The service of tournaments: founding, listing, views and acts; members and tables as parts."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeVar

from sqlalchemy import Connection

from canastra.errors import RulebookError
from canastra.messages import text
from canastra.protocol import tournaments as asked
from canastra.protocol.tournaments import (
    NewTournament,
    RegulationsRead,
    TournamentCommand,
    TournamentDone,
    TournamentRole,
    TournamentSummaries,
    TournamentSummary,
)
from canastra.server.aio import Background
from canastra.server.clock import DAY, of_day
from canastra.server.limits import Buckets, limit
from canastra.server.live.services import new_id
from canastra.server.lobby import Lobby
from canastra.server.logging import log
from canastra.server.origins import site_mark
from canastra.server.settings import Caps
from canastra.server.storage import SqlDatabase
from canastra.server.tournaments import TournamentError, derivation, repository
from canastra.server.tournaments.games import Games, is_played, is_to_unseal
from canastra.server.tournaments.papers import Papers
from canastra.server.tournaments.players import PlayerDesk, freed_players
from canastra.server.tournaments.repository import Founded, FoundingCaps, NewRegulations, TournamentCard
from canastra.server.tournaments.roles import Guesses, Membership, check_act, check_staff
from canastra.server.tournaments.store import (
    LoadedTournament,
    TournamentStore,
    ViewCache,
    busy,
    house_of,
    is_shipped,
    is_small,
)
from canastra.server.tournaments.tables import (
    LONGEST_AUTHOR,
    TableDesk,
    freed_halves,
    released_halves,
    renewed_tokens,
    spoken_half,
    table_author,
)
from canastra.server.tournaments.views import OF_CLOCKS, ViewBytes, due_of, times_of
from canastra.server.users import Identity, Users
from canastra.server.users.tokens import Mint
from canastra.server.work import WAITING, Worker, WorkerError, WorkOwner
from canastra.tournament import (
    LoggedEvent,
    RegulationsError,
    RoundStage,
    Tournament,
    dump_log,
    regulations_digest,
    start,
)
from canastra.tournament import events as ev
from canastra.tournament.acts import unticked
from canastra.tournament.pairing import PairingError
from canastra.tournament.regulations import Regulations
from canastra.tournament.rounds import round_of
from canastra.tournament.table_codes import (
    SECRET_BYTES,
    EnteredPlayer,
    TablePlace,
    player_key,
    side_key,
)

Value = TypeVar("Value")
SIDES = limit("sides", 400, "a tournament", "sides that its regulations may let in", "400 `tournaments_sides`")
PHASES = limit("phases", 12, "a tournament", "phases of its regulations", "400 `tournaments_phases`")
LOG_LINES = limit("tournament_lines", 20_000, "a tournament", "lines of its log", "409 `tournaments_log_full`")
LOG_BYTES = limit(
    "tournament_bytes", 8, "a tournament", "its log and its regulations", "409 `tournaments_log_full`", "MB"
)
WORK_SECONDS = limit(
    "tournament_seconds", 60, "a draw, a round or a view", "time to make it", "409 `tournaments_slow`", "s"
)
DRAFT_KEPT = limit(
    "tournament_draft",
    30 * DAY,
    "a tournament without a published round",
    "time without a visit",
    "it is removed",
    "ms",
)
PUBLISHED_KEPT = limit(
    "tournament_published",
    400 * DAY,
    "a tournament with a published round",
    "time without a visit",
    "it is removed",
    "ms",
)
SWEPT = 100
"""The most tournaments removed by one sweep."""
IN_PROCESS: Final = (asked.Adopt, asked.DrawPhase, asked.PairRound)
"""The acts that are worked out in a worker process, in turns."""
IN_THREAD: Final = (ev.Revoked, asked.Enter, asked.CheckIn, asked.CheckOut)
"""The acts that take long: a revocation goes through the whole log, and many entries are compared with each other."""
DRAWS: Final = (asked.DrawPhase, asked.PairRound)
"""The acts that `draws_of_person` limits in tournaments of every size."""
OF_SIDES: Final = (asked.Enter, asked.CheckIn)
"""The acts that it limits for many sides."""
OF_LOG: Final = (asked.Adopt, ev.Revoked)
"""The acts that it limits in a tournament with a long log."""
MANY_SIDES, LONG_LOG = 20, 500
_MEGABYTE = 1024 * 1024


def is_long(act: asked.TournamentAct, lines: int) -> bool:
    """Return whether `draws_of_person` limits an act in a tournament whose log has this many lines."""
    of_sides = isinstance(act, OF_SIDES) and len(act.sides) > MANY_SIDES
    return isinstance(act, DRAWS) or of_sides or (isinstance(act, OF_LOG) and lines > LONG_LOG)


class _Change(NamedTuple):
    """A change to write: other regulations, the state and the log after it, and the halves and players to release."""

    kept: NewRegulations | None
    state: Tournament
    entries: list[LoggedEvent]
    freed: Sequence[tuple[TablePlace, int]] = ()
    free: Sequence[EnteredPlayer] = ()
    renewed: Sequence[tuple[TablePlace, ev.Half] | EnteredPlayer] = ()
    """The sides and players that get another code or link."""


class Tournaments:
    """All tournaments of a server. Its methods raise TournamentError, and the errors of regulations and logs:

    `RegulationsError`, `EventRefusedError`, `PairingError`.
    """

    def __init__(self, database: SqlDatabase, lobby: Lobby, users: Users, caps: Caps) -> None:
        services = lobby.registry.services
        self._database, self._houses = database, lobby.registry.houses
        self._time, self._random, self._owns = of_day(services.clock), services.random, services.owns
        # A view never waits for rounds or prints. Fonts take memory, and three seconds to load.
        # The views of one founder are for all who look, in several roles and languages.
        self._pairing, self._viewing = Worker(WORK_SECONDS), Worker(WORK_SECONDS, of_owner=WAITING)
        self._printing = Worker(WORK_SECONDS, rests=True)
        self._background = Background()
        self.store = TournamentStore(database, services.owns)
        """Tournaments as they stand."""
        self.views = ViewCache(self._viewing)
        """Their views."""
        self._draws = Buckets(caps.draws_of_person)
        self._one_thread = asyncio.Lock()
        self._founding = FoundingCaps(caps.tournaments_of_person, caps.tournaments_of_site, caps.tournaments)
        guesses = Guesses(caps.tournament_guesses_of_person)
        self.membership = Membership(self.store, Mint(self._random), self._time, guesses, self._background)
        """The people with roles."""
        self.tables = TableDesk(self.store, self._time, guesses, self._background)
        """Codes of tables, and the phones at them."""
        self.games = Games(self.store, lobby, users, self._append, caps)
        """The server's own tables of online rounds."""
        self.players = PlayerDesk(self.store, self._time, guesses, self._background, self.games, self._append)
        """The online players."""
        self.papers = Papers(self.store, self._printing)
        """Files and prints."""

    async def found(self, identity: Identity, new: NewTournament, address: str = "") -> TournamentSummary:
        """Found a tournament, with the caller as its organiser. Repeating the command returns the tournament it
        founded.
        """
        return await self._background.run(self._found(identity, new, address))

    async def read(self, owner: WorkOwner, regulations: str, language: str) -> RegulationsRead:
        """Regulations and their warnings; nothing is stored. Raises RegulationsError."""
        found, _, warnings = await self._read(owner, regulations)
        return RegulationsRead(found.name, found.rulebook, warnings[language])

    async def mine(self, identity: Identity) -> TournamentSummaries:
        """Return the tournaments where the caller has a role. Reads no logs."""
        player = identity.player
        return TournamentSummaries(await self._database.read(lambda c: repository.memberships(c, player)))

    async def view(self, tournament: str, identity: Identity | None, language: str) -> ViewBytes:
        """The view of the caller, or of a visitor without a session."""
        loaded = await self.store.get(tournament)
        await self._note_visit(loaded)
        role = loaded.members.get(identity.player) if identity is not None else None
        return await self.views.view(loaded, role, language)

    async def admits(self, tournament: str, token: str) -> str | None:
        """Return the canonical token; None if it opens nothing now.

        It leads to a table of a round that is published or being played, to a player or to a role.
        """
        try:
            loaded = await self.store.get(tournament)
        except TournamentError:
            return None
        side = loaded.tokens.side(loaded.state, token)
        if side is not None:
            return side.token if side.is_open else None
        player = loaded.tokens.player(loaded.state, token)
        if player is not None:
            return player.token
        return token if await self.membership.invites(tournament, token) else None

    def now(self) -> int:
        """The server's time, in milliseconds since 1970."""
        return self._time.now()

    async def command(
        self, identity: Identity, tournament: str, command: TournamentCommand, address: str = ""
    ) -> TournamentDone:
        """Run a command once. The answer means that it is on the disk; the same command again gets the same answer."""
        return await self._background.run(self._command(identity, tournament, command, address))

    async def remove(self, identity: Identity, tournament: str, name: str) -> None:
        """Remove a tournament for good, for an organiser who types its name; refused between first round and end."""
        await self._background.run(self._remove(identity, tournament, name))

    async def forget(self, tournament: str) -> None:
        """Drop a tournament that was removed from the database, and end the tables that this server runs for it."""
        self.store.drop(tournament)
        await self.games.end_all(tournament)

    async def sweep(self) -> int:
        """Remove tournaments without visitors and return how many. Call it now and then."""
        now = self._time.now()
        times = now - DRAFT_KEPT, now - PUBLISHED_KEPT
        found = await self._database.read(lambda connection: repository.forgotten(connection, *times, SWEPT))
        removed = 0
        for tournament in filter(self._owns, found):
            try:
                async with self.store.locked(tournament) as loaded:
                    if loaded.visited >= times[0]:  # There was a visit since.
                        continue
                    await self._drop(tournament)
            except TournamentError:  # Its log is damaged.
                await self._drop(tournament)
            removed += 1
        log(logging.INFO, "tournaments_swept", tournaments=removed)
        return removed

    async def end_work(self) -> None:
        """End the processes. Requests that wait for them are refused."""
        await asyncio.gather(*(worker.close() for worker in (self._pairing, self._viewing, self._printing)))

    async def close(self) -> None:
        """End the processes and finish what is being written. Call it before the database is closed."""
        await self.end_work()
        await self._background.close()
        await self.games.close()

    async def _found(self, identity: Identity, new: NewTournament, address: str) -> TournamentSummary:
        player, now = identity.player, self._time.now()
        tournament = await self._database.read(lambda connection: repository.founded(connection, player, new.id))
        if tournament is None:
            regulations, kept, _ = await self._read(WorkOwner(player, address), new.regulations)
            state, entries = derivation.after_events(
                start(regulations),
                [],
                (derivation.adoption(kept.document, ""),),
                self._author(identity, "organiser"),
                now,
            )
            secret = self._random.randbytes(SECRET_BYTES)
            made = Founded(new_id(self._random, self._owns), player, new.id, now, secret, site_mark(address))
            card, caps = card_of(state), self._founding

            def work(connection: Connection) -> str:
                before = repository.founded(connection, player, new.id)
                if before is not None:
                    return before
                repository.found(connection, made, card, caps)
                repository.add_regulations(connection, made.id, kept)
                repository.add_lines(connection, made.id, 1, [dump_log(entries).rstrip()])
                return made.id

            tournament = await self._database.write(work)
            log(logging.INFO, "tournament_founded", tournament=tournament, player=player)
        return self._summary(await self.store.get(tournament), player, now)

    async def _command(
        self, identity: Identity, tournament: str, command: TournamentCommand, address: str
    ) -> TournamentDone:
        player = identity.player
        async with self.store.locked(tournament) as loaded:
            line = await self._database.read(lambda c: repository.answered_line(c, tournament, player, command.id))
            if line is not None:
                return TournamentDone(line)
            act, role = command.act, loaded.members.get(player)
            speaks = spoken_half(loaded, player, act)
            check_act(act, role, speaks is not None, loaded.log)
            freed, free = freed_halves(loaded, act), freed_players(loaded, act)
            by = self._author(identity, role) if speaks is None else table_author(loaded, speaks, identity.language)
            if is_long(act, len(loaded.log)) and not self._draws.take(player):
                raise TournamentError("tournaments_draws", 429, seconds=math.ceil(self._draws.of(player).wait()))
            kept, state, entries = await self._done(loaded, act, WorkOwner(player, address), by)
            free += [entered for entered in loaded.players if entered.side not in state.sides]
            change = _Change(
                kept, state, entries, freed + released_halves(loaded, state), free, renewed_tokens(loaded, act)
            )
            answer = (tournament, player, command.id, len(entries))
            await self._write(loaded, change, lambda connection: repository.add_command(connection, *answer))
            return TournamentDone(len(entries))

    async def _remove(self, identity: Identity, tournament: str, name: str) -> None:
        async with self.store.locked(tournament) as loaded:
            check_staff(loaded.members.get(identity.player), organiser=True)
            if name.strip() != loaded.state.regulations.name:
                raise TournamentError("tournaments_other_name", 409)
            if _is_running(loaded.state):
                raise TournamentError("tournaments_running", 409)
            await self._drop(tournament)
        log(logging.INFO, "tournament_removed", tournament=tournament, player=identity.player)

    async def _drop(self, tournament: str) -> None:
        """Remove a tournament. The caller holds its lock."""
        await self._database.write(lambda connection: repository.remove(connection, tournament))
        # Requests that wait for the lock read the database again and find no tournament.
        self.store.drop(tournament)

    async def _note_visit(self, loaded: LoadedTournament) -> None:
        """Note once a day that a tournament is visited, so that it stays."""
        now, tournament = self._time.now(), loaded.id
        if now - loaded.visited > DAY and self._owns(tournament):
            loaded.visited = now
            await self._database.write(lambda connection: repository.visit(connection, tournament, now))

    async def _append(self, loaded: LoadedTournament, events: tuple[ev.TournamentEvent, ...]) -> None:
        """Append the server's own events. The caller holds the tournament's lock."""
        by = text("tournaments_by_server", "pt")
        state, entries = derivation.after_events(loaded.state, loaded.log, events, by, self._time.now())
        await self._write(loaded, _Change(None, state, entries), lambda connection: None)

    async def _write(self, loaded: LoadedTournament, change: _Change, also: Callable[[Connection], None]) -> None:
        """Write all of a change or nothing, then update memory."""
        tournament, kept, state = loaded.id, change.kept, change.state
        new = change.entries[len(loaded.log) :]
        lines = [dump_log([logged]).rstrip() for logged in new]
        size = loaded.size + sum(len(line) + 1 for line in lines)
        if kept is not None and kept.digest != loaded.regulations.digest:
            size += len(kept.document.encode()) + len(kept.house.encode())
        if len(change.entries) > LOG_LINES or size > LOG_BYTES * _MEGABYTE:
            raise TournamentError("tournaments_log_full", 409)
        card = card_of(state)

        def work(connection: Connection) -> None:
            if kept is not None:
                repository.add_regulations(connection, tournament, kept)
            repository.add_lines(connection, tournament, len(loaded.log) + 1, lines)
            repository.remove_claims(connection, tournament, change.freed)
            for player in change.free:
                repository.remove_player(connection, tournament, player)
            for renewed in change.renewed:
                meant = player_key(renewed) if isinstance(renewed, EnteredPlayer) else side_key(*renewed)
                repository.renew(connection, tournament, meant)
            repository.set_card(connection, tournament, card)
            also(connection)

        try:
            await self._database.write(work)
        except BaseException:
            self.store.drop(tournament)  # It is unknown what was written: the next read asks the database.
            raise
        loaded.state, loaded.log, loaded.size = state, change.entries, size
        loaded.tokens.follow(state)
        if any(isinstance(logged.event, (*OF_CLOCKS, ev.Revoked)) for logged in new):
            loaded.times = times_of(change.entries)
        for half in change.freed:
            del loaded.claims[half]
        for entered in change.free:
            del loaded.players[entered]
        for renewed in change.renewed:
            if isinstance(renewed, EnteredPlayer):
                loaded.tokens.renew_player(renewed)
            else:
                loaded.tokens.renew_side(*renewed)
        if kept is not None:
            loaded.regulations, loaded.rulebook = kept, house_of(kept)
        self.store.keep(loaded)
        if state.regulations.online is not None:
            self.games.poke(tournament)

    async def _done(
        self, loaded: LoadedTournament, act: asked.TournamentAct, owner: WorkOwner, by: str
    ) -> tuple[NewRegulations | None, Tournament, list[LoggedEvent]]:
        """The effect of an act: other regulations, the state, the log. Nothing is stored yet."""
        now = self._time.now()
        if isinstance(act, asked.Adopt):
            regulations, kept, _ = await self._read(owner, act.regulations)
            event = derivation.cleaned(derivation.adoption(kept.document, act.reason))
            return kept, *await self._threaded(partial(derivation.adopted, regulations, loaded.log, event, by, now))
        if isinstance(act, asked.ReleaseHalf | asked.ReleasePlayer):
            return None, loaded.state, loaded.log
        act = derivation.cleaned(act)
        if isinstance(act, DRAWS):
            small = is_small(loaded.state)
            events = await self._worked(owner, derivation.events_of, loaded.state, act, small=small)
        elif isinstance(act, asked.CheckOut):
            why = text("tournaments_unticked", "pt")
            events = (unticked(loaded.state, loaded.log, act.side, why),)
        else:
            events = derivation.events_of(loaded.state, act)
        for each in events:
            if isinstance(each, ev.RoundPublished):
                self.games.check_round(loaded, round_of(loaded.state, each.phase, each.round))
        events = await self.games.with_packs(loaded, events)
        append = partial(derivation.after_events, loaded.state, loaded.log, events, by, now)
        return None, *(await self._threaded(append) if isinstance(act, IN_THREAD) else append())

    async def _threaded(self, work: Callable[[], Value]) -> Value:
        """Run in a thread, one at a time: several would keep the event loop waiting for the interpreter."""
        async with self._one_thread:
            return await asyncio.to_thread(work)

    async def _read(
        self, owner: WorkOwner, document: str
    ) -> tuple[Regulations, NewRegulations, dict[str, tuple[str, ...]]]:
        """Regulations that this server accepts, as stored, and their warnings. Raises RegulationsError."""
        regulations, warnings = await self._worked(owner, derivation.read, document, None, small=True)
        house = ""
        if not is_shipped(regulations.rulebook):
            try:
                rulebook = self._houses.find(regulations.rulebook)
            except RulebookError:
                raise RegulationsError("regulations_no_rulebook", key="rulebook", name=regulations.rulebook) from None
            house = self._houses.file(regulations.rulebook)
            regulations, warnings = await self._worked(owner, derivation.read, document, rulebook, small=True)
        if regulations.entries.most > SIDES:
            raise RegulationsError("tournaments_sides", key="entries.most", most=SIDES)
        if len(regulations.phases) > PHASES:
            raise RegulationsError("tournaments_phases", key="phases", most=PHASES)
        return regulations, NewRegulations(regulations_digest(document), document, house), warnings

    async def _worked(self, owner: WorkOwner, function: Callable[..., Value], *arguments: object, small: bool) -> Value:
        try:
            return await self._pairing.run(owner, function, *arguments, small=small)
        except WorkerError as error:
            raise busy(error) from None
        except PairingError as error:
            if error.code == "tournament_missing":
                raise TournamentError("tournaments_no_pairing", 501) from None
            raise

    def _author(self, identity: Identity, role: TournamentRole | None) -> str:
        """The author of an act, as the log names them."""
        language = identity.language
        called = text(f"tournaments_role_{role}", language)
        return text("tournaments_author", language, name=identity.name, role=called)[:LONGEST_AUTHOR]

    def _summary(self, loaded: LoadedTournament, player: str, since: int) -> TournamentSummary:
        regulations = loaded.state.regulations
        role = loaded.members[player]
        sides = len(loaded.state.sides)
        return TournamentSummary(
            loaded.id, regulations.name, regulations.rulebook, role, since, sides, due_of(loaded.state)
        )


def card_of(state: Tournament) -> TournamentCard:
    """The row of a tournament for its state."""
    regulations = state.regulations
    online = regulations.online is not None
    published = any(round_state.stage > RoundStage.DRAFT for phase in state.phases for round_state in phase.rounds)
    of_lists = regulations.name, regulations.rulebook, len(state.sides), due_of(state)
    return TournamentCard(*of_lists, published, online and (is_played(state) or is_to_unseal(state)))


def _is_running(state: Tournament) -> bool:
    """Return whether a round was published, and the tournament is not over yet."""
    published = any(round_state.stage > RoundStage.DRAFT for phase in state.phases for round_state in phase.rounds)
    return published and due_of(state) != "over"
