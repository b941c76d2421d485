"""Checks the clients' notes against the log that the server left: the end of every test that disturbs it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from canastra import table as tables
from canastra.client import Changed, Reader, ShuffleCheck
from canastra.fairness import Status
from canastra.protocol import merged
from canastra.records import parse, replay, write
from canastra.rulebooks import official
from canastra.server.live.shuffles import log_of
from canastra.server.storage import Event, SqliteStore, Store
from canastra.table import Stage, Table, load_event
from canastra.table.settings import FindRulebook
from tests.cli.running import canastra
from tests.server.history_checker import check
from tests.server.whole.recorder import Notes

CARD = re.compile(r"(?<![\w-])[A2-9TJQK][SHDC](?![\w-])")


@dataclass(frozen=True)
class Left:
    """The data of a table in the database, once its server is gone."""

    log: Sequence[Event]
    states: Sequence[Table]
    """The table after each event; the first is there after event 1."""
    secrets: Sequence[str]
    """Of each deal."""

    @property
    def table(self) -> Table:
        """As it is at the end."""
        return self.states[-1]

    def seen(self, seat: int | None) -> list[tuple[int, dict[str, Any] | None]]:
        """All events as a seat may see them."""
        found = [(event.seq, tables.visible_to(load_event(event.body), seat)) for event in self.log]
        return [(seq, None if event is None else plain(tables.plain_event(event))) for seq, event in found]


def plain(value: Any) -> Any:
    """As it comes out of JSON."""
    return json.loads(json.dumps(value))


async def left(file: Path, table_id: str) -> Left:
    """Read a database."""
    store = SqliteStore.open(file)
    try:
        return await left_in(store, table_id)
    finally:
        await store.close()


async def left_in(store: Store, table_id: str, find: FindRulebook = official) -> Left:
    """Read a table's logs."""
    log = await store.read(table_id)
    states = [tables.open_table(load_event(log[0].body), find)]  # type: ignore[arg-type]
    for event in log[1:]:
        states.append(tables.evolve(states[-1], load_event(event.body)))
    secrets: list[str] = []
    while (secret := await store.answer_of(log_of(table_id), f"deal {len(secrets) + 1}")) is not None:
        secrets.append(secret)
    return Left(log, states, secrets)


def judge(found: Left, notes: Sequence[Notes], *, over: bool = True) -> None:
    """Everything that has to hold of the log and of what each client was told, whatever has happened in between.

    Of a match that is not `over` the next deal may be about to be dealt: its secret is written before its commitment.
    """
    # The command of an HTTP request has an id that its sender never learns; the lobby's own commands have no sender.
    log = [replace(event, command_id=None) if _is_unheard(event) else event for event in found.log]
    findings = check([attempt for each in notes for attempt in each.attempts], log)
    assert findings == []
    commitments = sum('"type":"committed"' in event.body for event in log)
    dealt = len(found.table.deals) + (found.table.deal is not None)
    assert dealt <= commitments <= len(found.secrets) <= dealt + (not over)
    for each in notes:
        assert each.faults == [], each.seat
        judge_sockets(found, each)
        _judge_secrets(found, each)


def _is_unheard(event: Event) -> bool:
    return '"type":"sat"' in event.body or (event.command_id or "").startswith(" ")


def judge_sockets(found: Left, notes: Notes) -> None:
    """On each socket: events in the order of the log and without gaps, states that are those of the replayed log."""
    seen = found.seen(notes.seat)
    for socket in notes.sockets:
        state: dict[str, Any] = {}
        last = 0
        for message in socket:
            if message["type"] not in ("welcome", "update"):
                continue
            events = [(each["seq"], each.get("event")) for each in message.get("events", [])]
            if message["type"] == "welcome":
                assert message["seat"] == notes.seat
                state = message["state"]
            else:
                assert [seq for seq, _ in events] == list(range(last + 1, message["seq"] + 1)), notes.seat
                state = merged(state, message["changes"])
            if events:
                assert events == seen[events[0][0] - 1 : message["seq"]], notes.seat
            last = message["seq"]
            assert state == plain(tables.snapshot(found.states[last - 1], notes.seat)), (notes.seat, last)


def _judge_secrets(found: Left, notes: Notes) -> None:
    """The secret of a deal comes with its end, and no message before contains it."""
    hidden = list(found.secrets)
    for text in notes.texts:
        while hidden and f'"secret":"{hidden[0]}"' in text and '"deal_ended"' in text:
            del hidden[0]
        for secret in hidden:
            assert secret not in text, notes.seat


@dataclass(frozen=True)
class Told:
    """The data that the user of a client got: all events, and the checks of the shuffles."""

    events: Sequence[tuple[int, dict[str, Any] | None]]
    shuffles: Sequence[ShuffleCheck]


async def heard(news: Reader) -> Told:
    """The data until the end of the connection."""
    events: list[tuple[int, dict[str, Any] | None]] = []
    shuffles: list[ShuffleCheck] = []
    async for each in news:
        if isinstance(each, Changed):
            assert not each.missed
            events += [(seen.seq, seen.event) for seen in each.events]
        elif isinstance(each, ShuffleCheck):
            shuffles.append(each)
    return Told(events, shuffles)


def judge_heard(found: Left, seat: int | None, told: Told) -> None:
    """A gapless prefix of the log's projection, up to the end of the match, and shuffles that hold."""
    assert list(told.events) == found.seen(seat)[: len(told.events)]
    assert len(told.events) >= next(n for n, each in enumerate(found.states, 1) if each.stage is Stage.FINISHED)
    for each in told.shuffles:
        assert (each.status, each.findings) == (Status.VERIFIED, ())
    assert [each.deal for each in told.shuffles] == list(range(1, len(found.table.deals) + 1))


def judge_record(found: Left, text: str, folder: Path) -> None:
    """The record that the server gives is that of the log, its shuffles verify, and it replays to the same points."""
    assert text == write(tables.record(found.table))
    file = folder / "match.canastra"
    file.write_text(text, "utf-8")
    assert canastra("verify", file).status == 0
    replayed = replay(parse(text))
    assert found.table.match is not None
    assert replayed.match.points == found.table.match.points
    assert [each.finished for each in replayed.deals] == [True] * len(found.table.deals)


def judge_log(log: str, secrets: Sequence[str] = ()) -> None:
    """Lines of a server's log: no faults of the program, no cards, no secrets."""
    assert "Traceback" not in log
    assert "event=fault" not in log
    for line in log.splitlines():
        assert not CARD.search(line), line
        assert not any(secret in line for secret in secrets), line
