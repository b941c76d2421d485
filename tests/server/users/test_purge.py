"""Guests without a session are removed with their data; a guest with data that others refer to stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert, text

from canastra.server.storage import tables
from canastra.server.users import service
from canastra.server.users.tokens import EXPIRY
from tests.server.users.people import DAY, Place, play

pytestmark = pytest.mark.usefixtures("each_database")

KEEPING = {
    "a match": "INSERT INTO match_players VALUES (:who, 1, 0, 'buraco', 'won', 1, 0)",
    "a seat": "INSERT INTO lobby_seats VALUES (:who, 1)",
    "a ban": "INSERT INTO measures (kind, player, at, text) VALUES ('ban', :who, 1, '')",
    "a table": "INSERT INTO lobby_tables (id, opener, opened, terms, private, watch, rulebook, base, state) "
    "VALUES ('t', :who, 1, '{}', FALSE, FALSE, 'buraco', 'buraco', 'seating')",
}


async def erased(player: str) -> None:
    """Callers erase the data that other parts keep of a person."""


def test_a_guest_whose_session_expired_goes_with_all_data(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        gone, _ = await place.guest()
        stays, _ = await place.guest()
        told: list[str] = []

        async def erase(player: str) -> None:
            told.append(player)

        hush = {"player": stays.player, "kind": "mute", "target": gone.player}
        await place.database.write(lambda connection: connection.execute(insert(tables.blocks), hush))
        await place.users.sign_out(gone)
        assert await place.users.purge(erase) == 0, "not on the day of coming"
        await place.time.advance(DAY)
        assert await place.users.purge(erase) == 1
        assert told == [gone.player]
        assert await place.users.person(gone.player) is None
        assert place.rows("SELECT count(*) FROM blocks") == [(0,)]
        assert await place.users.person(stays.player) is not None
        await place.time.advance(EXPIRY)
        await place.users.sweep()
        assert await place.users.purge(erase) == 1

    play(tmp_path, main)


@pytest.mark.parametrize("left", KEEPING)
def test_a_guest_who_left_something_stays(tmp_path: Path, left: str) -> None:
    async def main(place: Place) -> None:
        guest, _ = await place.guest()
        await place.users.sign_out(guest)
        await place.database.write(lambda connection: connection.execute(text(KEEPING[left]), {"who": guest.player}))
        await place.time.advance(2 * DAY)
        assert await place.users.purge(erased) == 0

    play(tmp_path, main)


def test_an_account_stays_however_long_nobody_comes(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        account, _ = await place.account()
        await place.users.sign_out(account)
        await place.time.advance(2 * DAY)
        assert await place.users.purge(erased) == 0

    play(tmp_path, main)


@pytest.mark.limit("guests_purged")
def test_a_sweep_removes_a_bounded_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "PURGED", 2)

    async def main(place: Place) -> None:
        for _ in range(3):
            guest, _ = await place.guest()
            await place.users.sign_out(guest)
        await place.time.advance(2 * DAY)
        assert [await place.users.purge(erased) for _ in range(3)] == [2, 1, 0]

    play(tmp_path, main)
