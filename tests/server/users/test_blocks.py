"""Mutes and blocks: memory and file agree."""

from __future__ import annotations

import asyncio
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from canastra.server.storage import Point
from canastra.server.users import UsersError, blocks
from tests.server.live.live_server import settle
from tests.server.users.people import Gate, Place, play, refused, until


def test_muted_and_blocked_people_are_hushed(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        people = place.users
        (ana, _), (eva, _), (rui, _) = [await place.guest(name) for name in ("Ana", "Eva", "Rui")]
        assert people.blocks.muted_or_blocked(ana.player) == frozenset()
        await people.blocks.add(ana, "mute", eva.player)
        assert people.blocks.muted_or_blocked(ana.player) == {eva.player}
        assert not people.blocks.between(ana.player, eva.player)
        await people.blocks.add(ana, "block", eva.player)
        await people.blocks.add(ana, "block", rui.player)
        assert people.blocks.muted_or_blocked(ana.player) == {eva.player, rui.player}
        assert people.blocks.muted_or_blocked(eva.player) == people.blocks.muted_or_blocked("nobody") == frozenset()
        assert people.blocks.between(ana.player, eva.player)
        assert people.blocks.between(eva.player, ana.player)
        assert not people.blocks.between(eva.player, rui.player)
        await people.blocks.remove(ana, "block", eva.player)
        assert people.blocks.muted_or_blocked(ana.player) == {eva.player, rui.player}
        assert not people.blocks.between(eva.player, ana.player)
        await people.blocks.remove(ana, "mute", eva.player)
        assert people.blocks.muted_or_blocked(ana.player) == {rui.player}
        me = await people.me(ana)
        assert (me.muted, me.blocked) == ((), (rui.player,))

    play(tmp_path, main)


def test_again_is_no_error(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        (ana, _), (eva, _) = await place.guest("Ana"), await place.guest("Eva")
        for _ in range(2):
            await place.users.blocks.add(ana, "mute", eva.player)
            await place.users.blocks.add(ana, "block", eva.player)
        assert place.rows("SELECT count(*) FROM blocks") == [(2,)]
        for _ in range(2):
            await place.users.blocks.remove(ana, "mute", eva.player)
            await place.users.blocks.remove(ana, "block", eva.player)
        await place.users.blocks.remove(ana, "mute", "\ud800")
        assert place.users.blocks.muted_or_blocked(ana.player) == frozenset()

    play(tmp_path, main)


@pytest.mark.parametrize("player", ["", "nobody", "\ud800", "é", "x" * 10_000])
def test_nobody_is_not_muted(tmp_path: Path, player: str) -> None:
    async def main(place: Place) -> None:
        ana, _ = await place.guest()
        await refused(place.users.blocks.add(ana, "mute", player), "users_no_person", 404)
        await refused(place.users.blocks.add(ana, "block", player), "users_no_person", 404)
        assert await place.users.person(player) is None

    play(tmp_path, main)


def test_nobody_hushes_oneself_or_without_a_session(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        (ana, _), (eva, _) = await place.guest("Ana"), await place.guest("Eva")
        await refused(place.users.blocks.add(ana, "mute", ana.player), "users_oneself", 400)
        await refused(place.users.blocks.add(ana, "block", ana.player), "users_oneself", 400)
        await place.users.blocks.add(ana, "mute", eva.player)
        await place.users.sign_out(ana)
        lists = place.users.blocks
        for change, kind in product((lists.add, lists.remove), get_args(blocks.ListKind)):
            await refused(change(ana, kind, eva.player), "users_signed_out", 401)
        assert place.users.blocks.muted_or_blocked(ana.player) == {eva.player}

    play(tmp_path, main)


@pytest.mark.limit("list")
def test_lists_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert blocks.MOST == 500
    monkeypatch.setattr(blocks, "MOST", 3)

    async def main(place: Place) -> None:
        ana, _ = await place.guest()
        others = [(await place.guest(f"P{number}"))[0].player for number in range(5)]
        done = await asyncio.gather(
            *(place.users.blocks.add(ana, "mute", other) for other in others), return_exceptions=True
        )
        assert [each.code for each in done if isinstance(each, UsersError)] == ["users_list_full"] * 2
        await place.users.blocks.add(ana, "mute", others[0])
        await refused(place.users.blocks.add(ana, "mute", others[4]), "users_list_full", 409)
        for other in others[:3]:
            await place.users.blocks.add(ana, "block", other)
        await refused(place.users.blocks.add(ana, "block", others[4]), "users_list_full", 409)
        await place.users.blocks.remove(ana, "mute", others[0])
        await place.users.blocks.add(ana, "mute", others[4])

    play(tmp_path, main)


def test_everybodys_lists_are_there_after_a_restart(tmp_path: Path) -> None:
    tokens, players = [], []

    async def before(place: Place) -> None:
        for name in ("Ana", "Eva", "Rui"):
            identity, token = await place.guest(name)
            tokens.append(token)
            players.append(identity.player)
        ana = await place.identified(tokens[0])
        await place.users.blocks.add(ana, "mute", players[1])
        await place.users.blocks.add(ana, "block", players[2])

    async def after(place: Place) -> None:
        await place.identified(tokens[2])  # A user comes back; Ana is not here.
        assert place.users.blocks.muted_or_blocked(players[0]) == {players[1], players[2]}
        assert place.users.blocks.between(players[2], players[0])

    async def at_start(place: Place) -> None:
        inner, reads = place.database.read_sqlite, []

        async def counting(work: Any) -> Any:
            reads.append(work)
            return await inner(work)

        place.database.read_sqlite = counting  # type: ignore[method-assign]
        await asyncio.gather(*(place.users.start() for _ in range(3)))
        assert len(reads) == 2  # The mutes and blocks, and the moderators' measures: each once.
        assert place.users.blocks.muted_or_blocked(players[0]) == {players[1], players[2]}

    play(tmp_path, before)
    play(tmp_path, after, seed=2)
    play(tmp_path, at_start, seed=3)


def test_a_list_that_is_changed_while_all_are_read(tmp_path: Path) -> None:
    """Reading everything begins first and ends last, and the change is not lost by it."""
    tokens = []

    async def before(place: Place) -> None:
        tokens.extend([(await place.guest(name))[1] for name in ("Ana", "Eva", "Rui")])
        ana, _, rui = [await place.identified(token) for token in tokens]
        await place.users.blocks.add(ana, "mute", rui.player)

    async def after(place: Place) -> None:
        inner, has_read, go_on = place.database.read_sqlite, asyncio.Event(), asyncio.Event()
        ana, eva, rui = [await place.identified(token) for token in tokens]

        async def slow(work: Any) -> Any:
            found = await inner(work)
            has_read.set()
            await go_on.wait()
            return found

        fresh = place.users_on(seed=9)
        place.database.read_sqlite = slow  # type: ignore[method-assign]
        loading = asyncio.create_task(fresh.start())
        await has_read.wait()
        changing = asyncio.create_task(fresh.blocks.add(ana, "mute", eva.player))
        await settle()
        await place.database.write_sqlite(lambda connection: None)  # Behind the change, if that didn't wait.
        await settle()
        go_on.set()
        await asyncio.gather(loading, changing)
        assert fresh.blocks.muted_or_blocked(ana.player) == {eva.player, rui.player}
        await fresh.close()

    play(tmp_path, before)
    play(tmp_path, after, seed=2)


def test_many_changes_at_once_end_as_the_file_says(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        (ana, _), (eva, _), (rui, _) = [await place.guest(name) for name in ("Ana", "Eva", "Rui")]
        people, changes = place.users, []
        for number in range(60):
            lists, kinds = people.blocks, get_args(blocks.ListKind)
            how = (lists.add, lists.remove)[number * 7 % 2]
            changes.append(how(ana, kinds[number * 7 % 4 // 2], (eva, rui)[number * 5 % 3 % 2].player))
        await asyncio.gather(*changes)
        kept: dict[str, set[str]] = {"mute": set(), "block": set()}
        for kind, target in place.rows("SELECT kind, target FROM blocks"):
            kept[kind].add(target)
        me = await people.me(ana)
        assert (set(me.muted), set(me.blocked)) == (kept["mute"], kept["block"])
        assert people.blocks.muted_or_blocked(ana.player) == kept["mute"] | kept["block"]

    play(tmp_path, main)


def test_a_caller_who_leaves_has_muted_all_the_same(tmp_path: Path) -> None:
    gate = Gate(Point.BEFORE_COMMIT)

    async def main(place: Place) -> None:
        (ana, _), (eva, _) = await place.guest("Ana"), await place.guest("Eva")
        gate.open.clear()
        leaving = asyncio.create_task(place.users.blocks.add(ana, "block", eva.player))
        await until(gate.held.is_set)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        gate.open.set()
        await place.database.write_sqlite(lambda connection: None)
        assert place.users.blocks.between(eva.player, ana.player)
        assert place.rows("SELECT count(*) FROM blocks") == [(1,)]

    play(tmp_path, main, hook=gate)
