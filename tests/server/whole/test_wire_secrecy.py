"""Hidden data changes no byte that a guest gets over the wire: sockets, streams, requests, of a whole server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
from msgspec import structs

from canastra import table as tables
from canastra.bots import make
from canastra.rulebooks import OFFICIAL
from canastra.server.live.shuffles import log_of
from canastra.table import Stage, Table, seat_view
from tests.samples import diagonal
from tests.server.live.live_server import players
from tests.server.live.unseen import Past, permuted
from tests.server.whole.mirror import Mirror, shuffled

ACTIONS = 30
LEAST_HIDDEN = 30
SEATS = ("first", "last", None)
"""Where the guest sits; None watches."""


async def watched(mirror: Mirror, actions: Sequence[tuple[int, str]]) -> Past:
    """Play these actions, or without any the choices of bots; the guest sees half by socket, half by stream."""
    past = Past()
    async with mirror.running():
        for number in range(ACTIONS):
            before = await mirror.table()
            seat, action = actions[number] if actions else chosen(before, number)
            await mirror.play(seat, action)
            past.note(seat, action, before, await mirror.table())
            if number % 5 == 0:
                await mirror.provoke()
            if number == ACTIONS // 2:
                await mirror.ask_around()
        async with mirror.streaming():
            await mirror.provoke()
            await mirror.ask_around()
        await mirror.open_socket(0)
    return past


def chosen(table: Table, number: int) -> tuple[int, str]:
    """The next action of a bot."""
    seat = table.to_act
    assert seat is not None
    view = seat_view(table, seat)
    assert view is not None
    return seat, str(make("greedy" if number > ACTIONS // 2 else "random", number).choose(view))


@pytest.mark.parametrize(("rulebook", "place"), diagonal(len(OFFICIAL), OFFICIAL, SEATS))
def test_what_a_guest_cannot_see_changes_no_byte_on_the_wire(rulebook: str, place: str | None, tmp_path: Path) -> None:
    """Shuffle all cards that it never learns of, do the same again, and compare."""
    seat = {"first": 0, "last": players(rulebook) - 1, None: None}[place]

    async def main() -> None:
        random = Random(f"{rulebook} {seat}")
        pack = shuffled(random)
        (tmp_path / "one").mkdir()
        (tmp_path / "two").mkdir()
        first = Mirror(tmp_path / "one", rulebook, pack, seat)
        past = await watched(first, [])
        places = past.hidden(pack, seat)
        assert len(places) > LEAST_HIDDEN
        assert past.drawn_by_others(seat) & set(places)
        second = Mirror(tmp_path / "two", rulebook, permuted(pack, places, random), seat)
        await watched(second, past.actions)
        for one, two in zip(first.heard, second.heard, strict=False):
            assert one == two
        assert len(first.heard) == len(second.heard) > ACTIONS

    asyncio.run(main())


@pytest.mark.parametrize(("rulebook", "seated"), diagonal(len(OFFICIAL), OFFICIAL, [True, False]))
def test_no_secret_is_on_the_wire_before_its_deal_is_over(rulebook: str, seated: bool, tmp_path: Path) -> None:
    """Of real shuffles: by socket, stream and requests, until the second deal is prepared or the match over."""

    async def main() -> None:
        mirror = Mirror(tmp_path, rulebook, None, 0 if seated else None)
        store = mirror.composed.lobby.host._services.store
        async with mirror.running():
            await mirror.contribute()
            await mirror.hear_of("dealt")
            await mirror.ask_around()
            for _ in range(6):
                await mirror.play(*chosen(await mirror.table(), ACTIONS))
            async with mirror.streaming():
                while not (await mirror.table()).deals:
                    if (await mirror.table()).step % 8 == 0:
                        await mirror.ask_around()
                    before = len(mirror.heard)
                    await mirror.play(*chosen(await mirror.table(), ACTIONS))
                over = (await mirror.table()).stage is Stage.FINISHED
                await mirror.hear_of("match_ended" if over else "committed", before)
            secret = await store.answer_of(log_of(mirror.table_id), "deal 1")
            following = await store.answer_of(log_of(mirror.table_id), "deal 2")
            await mirror.ask_around()
        assert secret is not None
        assert not any(secret in text for text in mirror.heard[:before])
        assert any(secret in text for text in mirror.heard[before:])
        assert over or following is not None
        assert following is None or not any(following in text for text in mirror.heard)

    asyncio.run(main())


@pytest.mark.parametrize("seated", [True, False])
def test_the_secret_of_packs_in_common_is_never_on_the_wire(seated: bool, tmp_path: Path) -> None:
    """Nor after the deal: other tables may still play it."""

    async def main() -> None:
        opening = tables.opening

        def shared(*given: Any, **terms: Any) -> tables.Opened:
            return structs.replace(opening(*given, **terms), packs="cup/1/2")

        mirror = Mirror(tmp_path, "canastra-duelo", None, 0 if seated else None)
        store = mirror.composed.lobby.host._services.store
        with mock.patch("canastra.table.opening", shared):
            async with mirror.running():
                await mirror.contribute()
                await mirror.hear_of("dealt")
                await mirror.ask_around()
                async with mirror.streaming():
                    before = len(mirror.heard)
                    while not (await mirror.table()).deals:
                        await mirror.play(*chosen(await mirror.table(), ACTIONS))
                    await mirror.hear_of("match_ended", before)
                await mirror.ask_around()
                await mirror.request("GET", f"/api/tables/{mirror.table_id}/replay")
                secret = await store.answer_of(log_of("", "cup/1/2"), "deal 1")
        assert secret is not None
        assert not any(secret in text for text in mirror.heard)
        assert any('"fairness":{"commitment"' in text for text in mirror.heard)

    asyncio.run(main())
