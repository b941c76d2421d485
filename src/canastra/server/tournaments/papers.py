"""Files of a tournament for people with a role: its regulations and log, tables for spreadsheets, prints, entries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from canastra.cache import Cache
from canastra.errors import CanastraError, InputError
from canastra.prints import require
from canastra.prints.event.files import SPREADSHEETS, AskedPrint, CodeUrls, Printed, file_name, printed_files
from canastra.protocol.tournaments import NewSide
from canastra.protocol.tournaments.entries import EntriesRead, EntryColumnCard, EntryLineCard, EntryRemark
from canastra.rulebooks import shipped
from canastra.server.tournaments import TournamentError, repository
from canastra.server.tournaments.roles import check_staff
from canastra.server.tournaments.store import LoadedTournament, TournamentStore, busy, is_small
from canastra.server.users import Identity
from canastra.server.work import Worker, WorkerError, WorkOwner
from canastra.tournament import LoggedEvent, dump_log
from canastra.tournament.entries import ColumnUse, EntryLine, read_entries
from canastra.tournament.events import Adopted
from canastra.tournament.log import public_log
from canastra.tournament.table_codes import HALVES, OPEN, TYPED, TablePlace

Value = TypeVar("Value")
REGULATIONS, EVENTS, RULEBOOK = "regulations.toml", "events.jsonl", "rulebook.toml"
PUBLIC_LOGS = 16_000_000
"""Bytes of public logs in memory."""
SMALL_ENTRIES = 32 * 1024
"""Bytes of a table of entries that counts as small work."""
ENTRIES = "CSV/XLSX"
"""How errors call a table of entries."""


class PaperFile(NamedTuple):
    """A file to save, and its name in the reader's language."""

    name: str
    content: bytes


class PublicLog(NamedTuple):
    """The public log at a line, empty before a round is published, and the regulations in force at its end."""

    lines: int
    content: bytes
    regulations: str


def _public(log: Sequence[LoggedEvent], lines: int) -> PublicLog:
    shown = public_log(log)
    adopted = [logged.event.regulations for logged in shown if isinstance(logged.event, Adopted)]
    return PublicLog(lines, dump_log(shown) if shown else b"", adopted[-1] if adopted else "")


class Papers:
    """Reads and prints tournaments. Its methods raise TournamentError."""

    def __init__(self, store: TournamentStore, worker: Worker) -> None:
        self._store, self._worker = store, worker
        self._public = Cache[str, PublicLog](PUBLIC_LOGS)

    async def file(self, identity: Identity, tournament: str, name: str, language: str, address: str = "") -> PaperFile:
        """The regulations or the log as stored, a house rulebook, or a table for a spreadsheet.

        Raises TournamentError for any other name.
        """
        loaded = await self._of_staff(identity, tournament)
        if name == REGULATIONS:
            return PaperFile(name, loaded.regulations.document.encode())
        if name == EVENTS:
            return PaperFile(name, await asyncio.to_thread(dump_log, list(loaded.log)))
        if name == RULEBOOK and loaded.regulations.house:
            return PaperFile(name, loaded.regulations.house.encode())
        if name not in SPREADSHEETS:
            raise TournamentError("tournaments_no_file", 404)
        owner = WorkOwner(identity.player, address)
        files = await self._printed(loaded, owner, AskedPrint(Printed.SPREADSHEETS, language))
        return PaperFile(file_name(name, language), files[file_name(name, language)])

    async def public_file(self, tournament: str, name: str) -> PaperFile:
        """Return the public log, or the regulations or the rulebook in force at its end.

        Raises TournamentError for any other name, and before a round is published.
        """
        loaded = await self._store.get(tournament)
        public = self._public.get(tournament)
        if public is None or public.lines != loaded.state.lines:
            public = await asyncio.to_thread(_public, loaded.log, loaded.state.lines)
            self._public.put(tournament, public, 1 + len(public.content))
        if not public.content:
            raise TournamentError("tournaments_not_public", 409)
        if name == EVENTS:
            return PaperFile(name, public.content)
        adopted, kept = public.regulations, loaded.regulations
        if adopted != kept.digest:
            found = await self._store.database.read(lambda c: repository.regulations_of(c, tournament, adopted))
            if found is None:
                raise TournamentError("tournaments_unknown", 404)
            kept = found
        if name == REGULATIONS:
            return PaperFile(name, kept.document.encode())
        if name == RULEBOOK and kept.house:
            return PaperFile(name, kept.house.encode())
        raise TournamentError("tournaments_no_file", 404)

    async def print(
        self, identity: Identity, tournament: str, asked: AskedPrint, site: str = "", address: str = ""
    ) -> PaperFile:
        """A print as PDF. The codes of an open round open its tables at a site that ends with /.

        Without a site they have a line to write it on. Raises EventRefusedError if there is nothing to print.
        """
        loaded = await self._of_staff(identity, tournament)
        owner = WorkOwner(identity.player, address)
        ((name, content),) = (await self._printed(loaded, owner, asked, site)).items()
        return PaperFile(name, content)

    async def entries(
        self,
        identity: Identity,
        tournament: str,
        content: bytes,
        uses: Sequence[ColumnUse] = (),
        headings: int | None = None,
        address: str = "",
    ) -> EntriesRead:
        """Read a table of entries, CSV or XLSX, with `read_entries`. It enters no side.

        Raises EntryTableError.
        """
        loaded = await self._of_staff(identity, tournament)
        # In a worker, which can be ended: an uploaded file may be made to take long, or much memory.
        owner, small = WorkOwner(identity.player, address), len(content) <= SMALL_ENTRIES
        figures = content, loaded.state, ENTRIES, tuple(uses), headings
        found = await self._apart(owner, read_entries, *figures, small=small)
        return EntriesRead(
            encoding=found.table.encoding,
            separator=found.table.separator,
            sheet=found.table.sheet,
            headings=found.headings,
            columns=tuple(EntryColumnCard(*column) for column in found.columns),
            lines=tuple(map(_line_card, found.lines)),
        )

    async def _of_staff(self, identity: Identity, tournament: str) -> LoadedTournament:
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player))
        return loaded

    async def _printed(
        self, loaded: LoadedTournament, owner: WorkOwner, asked: AskedPrint, site: str = ""
    ) -> dict[str, bytes]:
        try:
            require()
        except InputError:
            raise TournamentError("tournaments_no_prints", 501) from None
        urls = _urls(loaded, site) if asked.what in (Printed.CODES, Printed.ALL) else {}
        log = tuple(loaded.log) if asked.what in (Printed.MINUTES, Printed.END) else ()
        rulebook = loaded.rulebook or shipped(loaded.state.regulations.rulebook)
        small = is_small(loaded.state)
        return await self._apart(owner, printed_files, loaded.state, rulebook, asked, urls, log, small=small)

    async def _apart(self, owner: WorkOwner, function: Callable[..., Value], *arguments: object, small: bool) -> Value:
        try:
            return await self._worker.run(owner, function, *arguments, small=small)
        except WorkerError as error:
            raise busy(error) from None


def _line_card(line: EntryLine) -> EntryLineCard:
    entry = line.entry
    side = NewSide(entry.name, entry.players, entry.delegation, entry.category) if entry is not None else None
    fault = _remark(line.fault) if line.fault is not None else None
    return EntryLineCard(line.line, line.cells, side, fault, tuple(map(_remark, line.warnings)))


def _remark(error: CanastraError) -> EntryRemark:
    return EntryRemark(error.code, error.message("pt"), error.message("en"))


def _urls(loaded: LoadedTournament, site: str) -> CodeUrls:
    """The addresses of both sides of the tables of the current phase's open rounds."""
    phase = loaded.state.current
    page = f"{site or '/'}torneio/{loaded.id}/mesa#t="
    found: dict[tuple[int, int], tuple[tuple[str, str], tuple[str, str]]] = {}
    for round_state in phase.rounds if phase is not None and loaded.state.regulations.online is None else ():
        for table in round_state.tables if round_state.stage in OPEN else ():
            assert phase is not None
            place = TablePlace(phase.number, round_state.number, table.fixture.table)
            one, two = (loaded.tokens.of_side(place, half) for half in HALVES)
            found[round_state.number, place.table] = (page + one, one[:TYPED]), (page + two, two[:TYPED])
    return found
