"""Sessions: the power of a token, its lifetime, and that an ended one opens nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from canastra.server.storage import Point, StoppedError
from canastra.server.users import Identity, Users
from canastra.server.users.repository import SESSIONS
from canastra.server.users.tokens import Session, Sessions
from tests.server.users.people import DAY, PASSWORD, CountingHasher, Gate, Place, play, refused, until


def counted(place: Place) -> dict[str, int]:
    """How often the database is read and written from now on."""
    counts = {"read": 0, "write": 0}

    def count(name: str) -> None:
        inner = getattr(place.database, f"{name}_sqlite")

        async def outer(work: Any) -> Any:
            counts[name] += 1
            return await inner(work)

        setattr(place.database, f"{name}_sqlite", outer)

    count("read")
    count("write")
    return counts


def test_a_guest_comes_back_with_the_token(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, token = await place.users.guest(" Ana ", "en", via="token")
        assert (identity.name, identity.kind, identity.language, identity.via) == ("Ana", "guest", "en", "token")
        assert re.fullmatch(r"p[a-z2-7]{16}", identity.player)
        assert re.fullmatch(r"[\w-]{43}", token)
        assert await place.users.identify(token) == identity
        assert token not in repr(identity)

    play(tmp_path, main)


def test_names_and_languages_are_checked(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        await refused(place.users.guest("\u202e", "pt"), "users_name", 400)
        await refused(place.users.guest("Ana", "fr"), "users_language", 400)  # type: ignore[arg-type]
        identity, _ = await place.guest()
        await refused(place.users.change(identity, name=""), "users_name", 400)
        await refused(place.users.change(identity, language="fr"), "users_language", 400)  # type: ignore[arg-type]
        assert place.rows("SELECT count(*) FROM persons") == [(1,)]

    play(tmp_path, main)


@pytest.mark.parametrize(
    "token", ["", "x", "é" * 43, "x" * 43, "cnt_" + "x" * 43, "x" * 10_000, "\ud800" * 43, "' OR 1"]
)
def test_what_is_no_token_opens_nothing(tmp_path: Path, token: str) -> None:
    async def main(place: Place) -> None:
        await place.guest()
        assert await place.users.identify(token) is None

    play(tmp_path, main)


def test_a_request_needs_no_read_of_the_database(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        _, token = await place.guest()
        await place.users.identify(token)
        counts = counted(place)
        for _ in range(5):
            assert await place.users.identify(token) is not None
        assert counts == {"read": 0, "write": 0}

    play(tmp_path, main)


def test_a_session_lives_on_as_long_as_it_is_used(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        _, token = await place.guest()
        for _ in range(3):
            await place.time.advance(180 * DAY - 1)
            assert await place.users.identify(token) is not None
        await place.time.advance(180 * DAY)
        assert await place.users.identify(token) is None

    play(tmp_path, main)


@pytest.mark.limit("session")
def test_an_expired_session_stays_over_after_a_restart(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        _, token = await place.guest()
        await place.time.advance(180 * DAY)
        fresh = Users(place.database, place.time)
        assert await fresh.identify(token) is None
        await fresh.close()

    play(tmp_path, main)


def test_the_last_use_is_written_at_most_once_a_day(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        _, token = await place.guest()
        await place.users.identify(token)
        counts = counted(place)
        await place.time.advance(DAY - 1)
        await place.users.identify(token)
        assert counts["write"] == 0
        await place.time.advance(1)
        for _ in range(3):
            await place.users.identify(token)
        assert counts["write"] == 1
        assert place.rows("SELECT used FROM sessions") == [(place.time.now(),)]

    play(tmp_path, main)


def test_nobody_is_sent_away_because_a_use_cannot_be_written(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        _, token = await place.guest()
        await place.time.advance(2 * DAY)

        async def stopped(work: object) -> None:
            raise StoppedError("storage_closed", file="x")

        place.database.write_sqlite = stopped  # type: ignore[assignment, method-assign]
        assert await place.users.identify(token) is not None

    play(tmp_path, main)


def test_signing_out_ends_the_session_at_once(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, token = await place.account()
        other, other_token = await place.users.accounts.sign_in("ana", PASSWORD)
        assert await place.users.identify(token) == identity
        await place.users.sign_out(identity)
        assert await place.users.identify(token) is None
        assert await place.users.identify(other_token) == other
        await place.users.sign_out(identity)
        await refused(place.users.change(identity, name="Eva"), "users_signed_out", 401)
        await refused(place.users.me(identity), "users_signed_out", 401)

    play(tmp_path, main)


def test_a_read_from_before_the_end_is_not_kept(tmp_path: Path) -> None:
    """A token is read, and before the answer arrives its session ends: the cache must not learn of it."""

    async def main(place: Place) -> None:
        identity, token = await place.guest()
        inner, has_read, go_on = place.database.read_sqlite, asyncio.Event(), asyncio.Event()

        async def slow(work: Any) -> Any:
            found = await inner(work)
            has_read.set()
            await go_on.wait()
            return found

        place.database.read_sqlite = slow  # type: ignore[method-assign]
        asking = asyncio.create_task(place.users.identify(token))
        await has_read.wait()
        await place.users.sign_out(identity)
        go_on.set()
        await asking
        assert await place.users.identify(token) is None

    play(tmp_path, main)


def test_a_caller_who_leaves_while_signing_out_has_signed_out(tmp_path: Path) -> None:
    gate = Gate(Point.BEFORE_COMMIT)

    async def main(place: Place) -> None:
        identity, token = await place.guest()
        await place.users.identify(token)
        gate.open.clear()
        leaving = asyncio.create_task(place.users.sign_out(identity))
        await until(gate.held.is_set)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        gate.open.set()
        await place.users.start()
        await place.database.write_sqlite(lambda connection: None)
        assert await place.users.identify(token) is None

    play(tmp_path, main, hook=gate)


def test_after_a_fault_the_database_is_asked(tmp_path: Path) -> None:
    """The commit may have been done before the writer failed: memory can't be trusted."""

    class Fault:
        armed = False

        def __call__(self, point: Point) -> None:
            if self.armed and point is Point.AFTER_COMMIT:
                raise OSError

    fault = Fault()

    async def main(place: Place) -> None:
        identity, token = await place.guest()
        await place.users.identify(token)
        fault.armed = True
        with pytest.raises(StoppedError):
            await place.users.sign_out(identity)
        assert await place.users.identify(token) is None

    play(tmp_path, main, hook=fault)


def test_who_listens_is_told_which_sessions_ended(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        told: list[str] = []

        def listen(sessions: Collection[str]) -> None:
            told.extend(sorted(sessions))

        place.users.on_ended(listen)
        guest, _ = await place.guest()
        first, *_ = await place.users.accounts.make(guest, "ana", PASSWORD)
        assert told == [guest.session]
        second, _ = await place.users.accounts.sign_in("ana", PASSWORD)
        card = await place.users.accounts.new_token(second, "robô")
        assert told == [guest.session]
        await place.users.accounts.change_password(second, PASSWORD, "outra senha boa")
        assert told[1:] == sorted([first.session, second.session])
        third, _ = await place.users.accounts.sign_in("ana", "outra senha boa")
        await place.users.accounts.revoke(third, card.id)
        await place.users.sign_out(third)
        await place.users.sign_out(third)
        assert told[3:] == [card.id, third.session]

    play(tmp_path, main)


def test_a_change_of_the_name_is_seen_at_once(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, token = await place.guest()
        await place.users.identify(token)
        changed = await place.users.change(identity, name="Eva ")
        assert (changed.name, changed.language) == ("Eva", "pt")
        changed = await place.users.change(identity, language="en")
        assert (changed.name, changed.language) == ("Eva", "en")
        assert await place.users.identify(token) == changed
        assert (await place.users.me(changed)).name == "Eva"

    play(tmp_path, main)


@pytest.mark.limit("sessions")
def test_a_person_has_a_bounded_number_of_sessions(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        _, first = await place.account()
        await place.users.identify(first)
        tokens = []
        for _ in range(SESSIONS):
            await place.time.advance(1)
            tokens.append((await place.users.accounts.sign_in("ana", PASSWORD))[1])
        assert await place.users.identify(first) is None
        assert await place.users.identify(tokens[0]) is not None
        assert place.rows("SELECT count(*) FROM sessions") == [(SESSIONS,)]

    play(tmp_path, main)


def test_what_has_expired_is_swept(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, token = await place.account()
        await place.users.accounts.new_token(identity, "robô")
        await place.time.advance(100 * DAY)
        _, later = await place.guest()
        await place.time.advance(80 * DAY)
        await place.users.sweep()
        assert await place.users.identify(token) is None
        assert await place.users.identify(later) is not None
        assert place.rows("SELECT count(*) FROM sessions") == [(2,)]

    play(tmp_path, main)


def test_the_cache_is_bounded() -> None:
    cache = Sessions(most=2)
    for number in range(3):
        identity = Identity(f"p{number % 2}", "Ana", "guest", "pt", f"s{number}", "cookie")
        cache.put(bytes([number]), Session(identity, api=False, used=0), cache.mark)
    assert [cache.get(bytes([number])) is not None for number in range(3)] == [False, True, True]
    cache.drop("p0")
    cache.drop("p0")
    assert [cache.get(bytes([number])) is not None for number in range(3)] == [False, True, False]


def test_a_crowd_at_once(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        crowd = await asyncio.gather(*(place.guest(f"P{number}") for number in range(50)))
        assert len({identity.player for identity, _ in crowd}) == len({token for _, token in crowd}) == 50
        found = await asyncio.gather(*(place.users.identify(token) for _, token in crowd))
        assert found == [identity for identity, _ in crowd]

    play(tmp_path, main, hasher=CountingHasher())
