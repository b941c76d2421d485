"""Hidden cards reach no one: neither subscribers, nor answers, nor the log of the server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from random import Random

import pytest

from canastra import table as tables
from canastra.cards import TWO_PACKS, Card, cards_text
from canastra.engine import Discard
from canastra.protocol import encode
from canastra.server.live import Actor, CommandReply, CommandRequest, Completed, Refused, TableManager
from canastra.server.live.shuffles import log_of
from canastra.server.storage import MemoryStore
from canastra.server.ws.dispatch import answer_of
from canastra.table import Act, Deal, DrawForDealer, Ready, Sit, dump_event
from tests.server.live.live_server import (
    TABLE,
    Client,
    drained,
    opened,
    players,
    run,
    seat_people,
    services,
    settle,
    to_text,
)
from tests.server.live.unseen import Past, permuted

CARD = re.compile(r"\b[A2-9TJQK][SHDC]\b")


@pytest.mark.parametrize("rulebook", ["canastra-regional", "tranca", "canastra-duelo"])
def test_no_secret_is_published_before_its_deal_is_over(rulebook: str, caplog: pytest.LogCaptureFixture) -> None:
    """All bytes that any client gets, in order, up to the end of each deal; and every line of the log."""
    caplog.set_level(1)

    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store, seed=3))
        await host.create(TABLE, opened(rulebook, target=600))
        client = Client(lambda: host)
        persons = await seat_people(client, rulebook, range(players(rulebook)))
        await asyncio.wait_for(asyncio.gather(*(person.play() for person in persons)), 300)
        table = (await host.table(TABLE)).table
        secrets = [await store.answer_of(log_of(TABLE), f"deal {n + 1}") for n in range(len(table.deals))]
        assert all(secrets)
        for seat, updates in [(person.seat, person.updates) for person in persons]:
            over = 0
            for update in updates:
                over += sum(bool(each.event) and each.event["type"] == "deal_ended" for each in update.events)  # type: ignore[index]
                for secret in secrets[over:]:
                    assert str(secret) not in to_text(update), seat
        for record in caplog.records:
            line = record.getMessage()
            assert not CARD.search(line), line
            assert not any(str(secret) in line for secret in secrets)
            assert record.exc_info is None
        assert len(caplog.records) > 100
        await host.drain(60)

    run(main)


def test_a_fault_of_the_program_puts_no_card_into_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await host.create(TABLE, opened("canastra-duelo"))
        await host.send(TABLE, CommandRequest(Sit(0, "p0", "Ana"), "s", "p0"))

        def fail(*_: object) -> None:
            raise ValueError("KD")

        monkeypatch.setattr(tables, "outcome", fail)
        answer = await host.send(TABLE, CommandRequest(Ready(0), "r", "p0"))
        assert isinstance(answer, Refused)
        assert answer.refusal.code == "live_fault"
        monkeypatch.undo()
        assert isinstance(await host.send(TABLE, CommandRequest(Ready(0), "r2", "p0")), Completed)
        await host.drain(60)

    run(main)
    assert "event=fault table=t1 command=ready error=ValueError" in caplog.text
    assert "KD" not in caplog.text


async def dealt(store: MemoryStore, rulebook: str, pack: Sequence[Card]) -> None:
    """A log of people with a given pack, unlike on any server: without a proof."""
    first = opened(rulebook)
    log: list[tables.Event] = [first]
    table = tables.open_table(first)
    seats = range(players(rulebook))
    commands: list[tables.Command] = [Sit(seat, f"p{seat}", "Ana") for seat in seats]
    commands += [Ready(seat) for seat in seats]
    commands += [DrawForDealer(cards_text(Random(1).sample(TWO_PACKS, len(TWO_PACKS)))), Deal(cards_text(pack))]
    for command in commands:
        for event in tables.decide(table, command, 1_000_000):
            log.append(event)
            table = tables.evolve(table, event)
    await store.create(TABLE, "{}")
    await store.append(TABLE, 1, [dump_event(event) for event in log])


class World:
    """A table with given cards, and all bytes that a seat, or a spectator (None), gets from it."""

    def __init__(self, rulebook: str, pack: Sequence[Card], seat: int | None) -> None:
        self.rulebook, self.pack, self.seat = rulebook, pack, seat
        self.bytes: list[str] = []

    async def play(self, actions: Sequence[tuple[int, str]]) -> Past:
        """Play these actions, or without any turns of drawing and discarding; with some nonsense among them."""
        store = MemoryStore()
        await dealt(store, self.rulebook, self.pack)
        host = TableManager(services(store, seed=8))
        actor = await host.table(TABLE)
        await settle()
        subscription = actor.subscribe(self.seat, 1)
        random, past = Random(5), Past()
        for number in range(len(actions) or 24):
            seat, action = actions[number] if actions else _turn(actor, random)
            before, step = actor.table, actor.table.step
            assert isinstance(await self.send(actor, seat, Act(seat, action, step), f"a{number}"), Completed)
            past.note(seat, action, before, actor.table)
            for wrong in range(players(self.rulebook)):
                await self.send(actor, wrong, Act(wrong, "draw", step), f"stale{number}")
                await self.send(actor, wrong, Act(wrong, "meld 4S 5S 6S", step + 1), f"wrong{number}")
            self.bytes += map(to_text, await drained(subscription))
        self.bytes += map(to_text, await drained(actor.subscribe(self.seat, 0)))
        await host.drain(60)
        return past

    async def send(self, actor: Actor, seat: int, command: tables.Command, command_id: str) -> CommandReply:
        answer = await actor.send(CommandRequest(command, command_id, f"p{seat}"))
        if seat == self.seat:
            self.bytes.append(encode(answer_of(command_id, answer)).decode())
        return answer


def _turn(actor: Actor, random: Random) -> tuple[int, str]:
    """Draw or discard, at random."""
    seat = actor.table.to_act
    assert seat is not None
    view = tables.seat_view(actor.table, seat)
    assert view is not None
    allowed = [each for each in view.legal if str(each) == "draw" or isinstance(each, Discard)]
    return seat, str(random.choice(allowed))


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("rulebook", ["buraco", "canastra-regional", "canastra-duelo"])
def test_what_a_seat_cannot_see_changes_no_byte_that_it_gets(rulebook: str, seat: int | None) -> None:
    """Shuffle all cards that it never learns of, do the same again, and compare: events, snapshots, answers."""

    async def main() -> None:
        random = Random(rulebook)
        pack = random.sample(TWO_PACKS, len(TWO_PACKS))
        first = World(rulebook, pack, seat)
        past = await first.play([])
        places = past.hidden(pack, seat)
        assert len(places) > 40
        drawn = past.drawn_by_others(seat)
        assert sum(place in drawn for place in places) > 2
        second = World(rulebook, permuted(pack, places, random), seat)
        await second.play(past.actions)
        assert second.bytes == first.bytes
        assert len(first.bytes) > 24

    run(main)
