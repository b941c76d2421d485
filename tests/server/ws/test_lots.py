"""Seats by lot on the wire: all clients reconnect for the new seat, and see no other hand on the way."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from msgspec import structs

from canastra.protocol import Close, merged
from canastra.protocol.messages import Update, Welcome
from canastra.table import Sit
from tests.server.live.live_server import opened
from tests.server.ws.world import TABLE, Wire, World, run, world


async def seated(it: World) -> None:
    """A duel of two persons whose seats are drawn by lot."""
    await it.host.create(TABLE, structs.replace(opened("canastra-duelo"), lots=True))
    for seat in range(2):
        identity, _ = await it.person(f"Ana {seat}")
        await it.do(Sit(seat, identity.player, identity.name))


async def state_when(wire: Wire, welcome: Welcome, wanted: str) -> dict[str, Any]:
    """The state once a stage has begun and its shuffle is promised, or cards are there."""
    state = dict(welcome.state)
    while state["stage"] != wanted or not (state["commitment"] or state["play"]):
        update = await wire.until(Update)
        state = merged(state, update.changes)
    return state


async def drawn(it: World) -> tuple[list[Wire], dict[str, Any]]:
    """Both have contributed to the lot: their wires, and the state of a spectator."""
    wires = [await it.welcomed(person) for person in range(2)]
    watcher, seen = await it.welcomed(None, "v=1&watch=true")
    for wire, _ in wires:
        wire.say(type="ready", id="r")
    for wire, welcome in wires:
        await state_when(wire, welcome, "lots")
        wire.say(type="contribute", id="c", bytes="ab")
    state = dict(seen.state)
    while state["lot"] is None:
        state = merged(state, (await watcher.until(Update)).changes)
    watcher.hang_up()
    return [wire for wire, _ in wires], state


def test_everybody_comes_back_for_the_seat_that_the_lot_gave(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await seated(it)
            wires, public = await drawn(it)
            for wire in wires:
                closed, code = await wire.closed()
                assert (code, closed.reason, closed.again) == (Close.MOVED, "moved", True)
                assert closed.fault is not None
                assert closed.fault.code == "ws_moved"
            lot = public["lot"]
            back = [await it.welcomed(person, "v=1&from=1") for person in range(2)]
            for person, (_, welcome) in enumerate(back):
                assert lot["seats"][welcome.seat] == person
                assert welcome.state["you"] == welcome.seat
                assert welcome.state["lot"] == lot
            for wire, welcome in back:
                await state_when(wire, welcome, "gathering")
                wire.say(type="contribute", id="d", bytes="cd")
            for wire, welcome in back:
                state = await state_when(wire, welcome, "playing")
                table = await it.host.peek(TABLE)
                assert table.deal is not None
                hand = state["play"]["hand"].split()
                assert welcome.seat is not None
                assert sorted(hand) == sorted(str(card) for card in table.deal.piles.hands[welcome.seat])

    run(main)


def test_nobody_is_told_to_have_gone_for_coming_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await seated(it)
            wires, _ = await drawn(it)
            for wire in wires:
                await wire.closed()
            _, welcome = await it.welcomed(0, "v=1&from=1")
            await asyncio.sleep(0)
            kinds = {each.event["type"] for each in welcome.events if each.event}
            assert "seats_drawn" in kinds
            assert not kinds & {"disconnected", "reconnected"}

    run(main)


def test_a_command_for_the_former_seat_is_refused(tmp_path: Path) -> None:
    """The player who sat at 0 can't act for the one who sits there after the lot."""

    async def main() -> None:
        async with world(tmp_path) as it:
            await seated(it)
            former = [identity.player for identity, _ in it.persons]
            await drawn(it)
            table = await it.host.peek(TABLE)
            assert table.lot is not None
            assert [seat.player for seat in table.seats] == [former[number] for number in table.lot.seats]

    run(main)
