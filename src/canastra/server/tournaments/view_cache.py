"""Views as bytes: made once for everybody who sees the same, in a process apart, and bounded in number."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from canastra.protocol.tournaments import TournamentRole
from canastra.server.cache import Cache
from canastra.server.limits import limit
from canastra.server.tournaments.errors import busy
from canastra.server.tournaments.store import LoadedTournament
from canastra.server.tournaments.views import Taken, ViewBytes, view_bytes
from canastra.server.worker import Worker, WorkerError

KEPT = limit("tournament_views", 32, "the server", "views of tournaments kept", "the oldest is made again later", "MB")
_MEGABYTE = 1024 * 1024


class ViewCache:
    """The latest views."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._kept: Cache[_Made] = Cache(KEPT * _MEGABYTE)
        self._making: dict[str, asyncio.Task[_Made]] = {}

    async def view(self, loaded: LoadedTournament, role: TournamentRole | None, language: str) -> ViewBytes:
        """What somebody with a role sees, no older than when it was asked for. Raises `TournamentError`."""
        lines, taken = loaded.state.lines, loaded.taken if role else {}
        name = f"{loaded.id} {role or ''} {language}"
        made = self._kept.get(name)
        while made is None or made.line < lines or (made.line == lines and made.taken != taken):
            task = self._making.get(name)
            if task is None:
                task = self._making[name] = asyncio.create_task(self._make(name, loaded, role, language))
                task.add_done_callback(lambda _: self._making.pop(name, None))
            made = await asyncio.shield(task)
            if made.line == lines:
                break  # Begun before: a phone that came to a table since then is in the next one.
        return made.view

    async def _make(self, name: str, loaded: LoadedTournament, role: TournamentRole | None, language: str) -> _Made:
        source = loaded.source if role else loaded.source._replace(taken={})
        try:
            view = await self._worker.run(name, view_bytes, source, role, language)
        except WorkerError as error:
            raise busy(error) from None
        made = _Made(source.state.lines, source.taken, view)
        self._kept.put(name, made, len(view.head) + len(view.tail))
        return made


class _Made(NamedTuple):
    """A view, and what it depends on besides the tournament, the role and the language."""

    line: int
    taken: Taken
    view: ViewBytes
