"""Accounts: upgrade, signing in, passwords, and all of it at the same moment."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type

from canastra.server.storage import Point
from canastra.server.users import Identity, Users, UsersError
from canastra.server.users.passwords import THREADS, WAITING, Hasher
from tests.server.users.people import PASSWORD, CountingHasher, Gate, Place, play, refused, until

OTHER = "quatro tigres tristes"
LOGINS = ("ana", "ANA", "Ana", "ａｎａ", "aNa")


def test_an_upgrade_keeps_the_player_and_kills_the_old_session(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        guest, old = await place.users.guest("Ana", "pt", via="token")
        await place.users.identify(old)
        identity, token, _ = await place.users.accounts.make(guest, "Ana.Luiza", PASSWORD)
        assert (identity.player, identity.name, identity.kind) == (guest.player, "Ana", "account")
        assert identity.session != guest.session
        assert identity.via == "token"
        assert token != old
        assert await place.users.identify(old) is None
        assert await place.users.identify(token) == identity
        me = await place.users.me(identity, token)
        assert (me.login, me.token, me.kind) == ("ana.luiza", token, "account")

    play(tmp_path, main)


def test_signing_in_never_uses_a_token_again(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        first, one = await place.account()
        second, two = await place.users.accounts.sign_in("ANA", PASSWORD, via="token")
        third, three = await place.users.accounts.sign_in("ana", PASSWORD)
        assert len({one, two, three}) == len({first.session, second.session, third.session}) == 3
        assert (second.player, second.via, third.via) == (first.player, "token", "cookie")
        assert [await place.users.identify(token) for token in (one, two, three)] == [first, second, third]

    play(tmp_path, main)


def test_refused_accounts_leave_the_guest(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        await place.account("ana")
        guest, token = await place.guest("Eva")
        await refused(place.users.accounts.make(guest, "an", PASSWORD), "users_login", 400)
        await refused(place.users.accounts.make(guest, "eva", "kurz"), "users_password", 400)
        await refused(place.users.accounts.make(guest, "eva.maria", "EVA.Maria"), "users_password_common", 400)
        await refused(place.users.accounts.make(guest, "ANA", PASSWORD), "users_login_taken", 409)
        assert await place.users.identify(token) == guest
        account, *_ = await place.users.accounts.make(guest, "eva", PASSWORD)
        await refused(place.users.accounts.make(account, "eva2", PASSWORD), "users_account_already", 409)

    play(tmp_path, main)


def test_a_guest_who_has_signed_out_makes_no_account(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        guest, _ = await place.guest()
        await place.users.sign_out(guest)
        await refused(place.users.accounts.make(guest, "ana", PASSWORD), "users_signed_out", 401)
        assert place.rows("SELECT count(*) FROM accounts") == [(0,)]

    play(tmp_path, main)


def test_two_upgrades_at_the_same_moment(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        guest, old = await place.guest()
        made = await asyncio.gather(
            *(place.users.accounts.make(guest, login, PASSWORD) for login in ("ana", "eva", "ana")),
            return_exceptions=True,
        )
        errors = [each for each in made if isinstance(each, UsersError)]
        assert [(error.code, error.status) for error in errors] == [("users_account_already", 409)] * 2
        [(identity, token, _)] = [each for each in made if not isinstance(each, BaseException)]
        assert await place.users.identify(token) == identity
        assert await place.users.identify(old) is None
        assert place.rows("SELECT count(*) FROM accounts") == place.rows("SELECT count(*) FROM sessions") == [(1,)]

    play(tmp_path, main)


def test_a_login_is_given_once(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        guests = [(await place.guest(f"P{number}"))[0] for number in range(5)]
        made = await asyncio.gather(
            *(place.users.accounts.make(guest, login, PASSWORD) for guest, login in zip(guests, LOGINS, strict=True)),
            return_exceptions=True,
        )
        errors = [each for each in made if isinstance(each, UsersError)]
        assert [(error.code, error.status) for error in errors] == [("users_login_taken", 409)] * 4

    play(tmp_path, main)


def test_an_unknown_login_is_as_much_work_as_a_wrong_password(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        await place.account()
        asked = place.hasher.asked
        for login, password in (
            ("ana", OTHER),
            ("eva", PASSWORD),
            ("no login!", PASSWORD),
            ("x" * 10_000, PASSWORD),
            ("ana", ""),
            ("ana", "x" * 10_000),
            ("ana", "\ud800" * 9),
            ("eva", ""),
        ):
            asked.clear()
            await refused(place.users.accounts.sign_in(login, password), "users_sign_in", 401)
            assert asked == ["verify"]
        asked.clear()
        await place.users.accounts.sign_in("ana", PASSWORD)
        assert asked == ["verify"]

    play(tmp_path, main)


def test_the_made_up_hash_costs_what_a_true_one_does() -> None:
    """Measuring doesn't reveal which logins exist: the comparison is done in full, whatever the parameters."""
    for cheap in (PasswordHasher(1, 8, 1), PasswordHasher(2, 64, 4, hash_len=24, salt_len=12)):
        hasher = Hasher(cheap)
        assert extract_parameters(hasher.decoy) == extract_parameters(cheap.hash(PASSWORD))
        assert len(hasher.decoy) == len(cheap.hash(PASSWORD))
        assert asyncio.run(hasher.fits(None, PASSWORD)) is False
        asyncio.run(hasher.close())


def test_the_library_chooses_the_parameters(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        people = Users(place.database)
        guest, _ = await people.guest("Ana", "pt")
        await people.accounts.make(guest, "ana", PASSWORD)
        [(stored,)] = place.rows("SELECT password FROM accounts")
        parameters = extract_parameters(stored)
        default = PasswordHasher()
        assert parameters.type is Type.ID
        assert parameters.memory_cost == default.memory_cost
        assert parameters.time_cost == default.time_cost
        await people.accounts.sign_in("ana", PASSWORD)
        await people.close()

    play(tmp_path, main)


def test_a_password_is_hashed_again_when_the_parameters_changed(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        await place.account()
        [(before,)] = place.rows("SELECT password FROM accounts")
        stronger = CountingHasher(time_cost=2)
        people = Users(place.database, place.time, hasher=stronger)
        await refused(people.accounts.sign_in("ana", OTHER), "users_sign_in", 401)
        assert place.rows("SELECT password FROM accounts") == [(before,)]
        await people.accounts.sign_in("ana", PASSWORD)
        [(after,)] = place.rows("SELECT password FROM accounts")
        assert extract_parameters(before).time_cost == 1
        assert extract_parameters(after).time_cost == 2
        stronger.asked.clear()
        await people.accounts.sign_in("ana", PASSWORD)
        assert stronger.asked == ["verify"]
        await people.close()

    play(tmp_path, main)


def test_two_who_sign_in_while_the_parameters_change_both_come_in(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        await place.account()
        people = Users(place.database, place.time, hasher=CountingHasher(time_cost=2))
        signed = await asyncio.gather(*(people.accounts.sign_in("ana", PASSWORD) for _ in range(2)))
        for identity, token in signed:
            assert await people.identify(token) == identity
        await people.close()

    play(tmp_path, main)


def spoil(connection: sqlite3.Connection, password: str) -> None:
    connection.execute("UPDATE accounts SET password = ?", (password,))


def test_a_damaged_hash_lets_nobody_in(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        await place.account()
        for damaged in ("", "nonsense", "$argon2id$v=19$m=8,t=1,p=1$x"):
            await place.database.write_sqlite(partial(spoil, password=damaged))
            await refused(place.users.accounts.sign_in("ana", PASSWORD), "users_sign_in", 401)

    play(tmp_path, main)


def test_a_new_password_ends_all_sessions_but_no_api_token(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        first, one = await place.account()
        _, two = await place.users.accounts.sign_in("ana", PASSWORD)
        card = await place.users.accounts.new_token(first, "robô")
        for token in (one, two):
            await place.users.identify(token)
        fresh, _ = await place.users.accounts.change_password(first, PASSWORD, OTHER)
        assert [await place.users.identify(token) for token in (one, two)] == [None, None]
        assert (await place.identified(fresh)).player == first.player
        assert card.token is not None
        assert (await place.identified(card.token)).player == first.player
        await refused(place.users.accounts.sign_in("ana", PASSWORD), "users_sign_in", 401)
        await place.users.accounts.sign_in("ana", OTHER)

    play(tmp_path, main)


def test_refused_changes_of_a_password(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, token = await place.account("ana.luiza")
        change = place.users.accounts.change_password
        await refused(change(identity, OTHER, "uma nova senha"), "users_old_password", 403)
        await refused(change(identity, PASSWORD, "kurz"), "users_password", 400)
        await refused(change(identity, PASSWORD, "Ana.Luiza"), "users_password_common", 400)
        guest, _ = await place.guest()
        await refused(change(guest, PASSWORD, OTHER), "users_guest", 403)
        assert await place.users.identify(token) == identity
        await place.users.sign_out(identity)
        await refused(change(identity, PASSWORD, OTHER), "users_signed_out", 401)
        await place.users.accounts.sign_in("ana.luiza", PASSWORD)

    play(tmp_path, main)


def test_who_signs_in_while_the_password_changes_needs_the_new_one(tmp_path: Path) -> None:
    """The old password is compared, then changed, and only then would the session begin: it must not."""

    async def main(place: Place) -> None:
        identity, _ = await place.account()
        inner = place.database.write_sqlite
        here, go_on = asyncio.Event(), asyncio.Event()

        async def slow(work: Any) -> Any:
            place.database.write_sqlite = inner  # type: ignore[method-assign]
            here.set()
            await go_on.wait()
            return await inner(work)

        place.database.write_sqlite = slow  # type: ignore[method-assign]
        entering = asyncio.create_task(place.users.accounts.sign_in("ana", PASSWORD))
        await here.wait()
        await place.users.accounts.change_password(identity, PASSWORD, OTHER)
        go_on.set()
        await refused(entering, "users_sign_in", 401)
        assert place.rows("SELECT count(*) FROM sessions") == [(1,)]

    play(tmp_path, main)


def test_two_changes_of_a_password_at_the_same_moment(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, _ = await place.account()
        changed = await asyncio.gather(
            *(place.users.accounts.change_password(identity, PASSWORD, f"nova senha {number}") for number in range(2)),
            return_exceptions=True,
        )
        assert [isinstance(each, UsersError) for each in changed].count(True) == 1
        won = [isinstance(each, tuple) for each in changed].index(True)
        await place.users.accounts.sign_in("ana", f"nova senha {won}")
        assert place.rows("SELECT count(*) FROM sessions") == [(2,)]

    play(tmp_path, main)


def test_hashing_is_done_beside_the_event_loop_two_at_a_time(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        await place.account()
        place.hasher.go_on.clear()
        place.hasher.peak = 0
        waiting = [asyncio.create_task(place.users.accounts.sign_in("ana", PASSWORD)) for _ in range(THREADS + WAITING)]
        await until(lambda: place.hasher.present == THREADS and place.callers == THREADS + WAITING)
        one_more = asyncio.wait_for(place.users.accounts.sign_in("ana", PASSWORD), 20)  # It is not to wait.
        await refused(one_more, "users_busy", 429)
        _, token = await place.guest()
        assert await place.users.identify(token) is not None  # The loop is free meanwhile.
        for leaving in waiting[:6]:  # A caller that leaves makes no room for a third thread.
            leaving.cancel()
        await asyncio.sleep(0)
        later = [asyncio.create_task(place.users.accounts.sign_in("ana", PASSWORD)) for _ in range(6 - THREADS)]
        await asyncio.gather(*waiting[:6], return_exceptions=True)
        place.hasher.go_on.set()
        signed = await asyncio.gather(*waiting[6:], *later)
        assert len(signed) == WAITING
        assert place.hasher.peak == THREADS
        assert threading.get_ident() not in place.hasher.threads

    play(tmp_path, main)


def test_a_caller_who_leaves_before_the_hash_is_there_leaves_a_guest(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        guest, token = await place.guest()
        place.hasher.go_on.clear()
        leaving = asyncio.create_task(place.users.accounts.make(guest, "ana", PASSWORD))
        await until(lambda: place.hasher.present == 1)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        place.hasher.go_on.set()
        assert await place.users.identify(token) == guest
        await place.users.accounts.make(guest, "ana", PASSWORD)

    play(tmp_path, main)


def test_a_caller_who_leaves_while_it_is_written_has_an_account(tmp_path: Path) -> None:
    gate = Gate(Point.BEFORE_COMMIT)

    async def main(place: Place) -> None:
        guest, old = await place.guest()
        await place.users.identify(old)
        gate.open.clear()
        leaving = asyncio.create_task(place.users.accounts.make(guest, "ana", PASSWORD))
        await until(gate.held.is_set)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        gate.open.set()
        await place.database.write_sqlite(lambda connection: None)
        assert await place.users.identify(old) is None
        identity, _ = await place.users.accounts.sign_in("ana", PASSWORD)
        assert identity.player == guest.player

    play(tmp_path, main, hook=gate)


def test_an_account_that_is_forgotten_in_the_meantime(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, _ = await place.account()
        place.hasher.go_on.clear()
        entering = asyncio.create_task(place.users.accounts.sign_in("ana", PASSWORD))
        await until(lambda: place.hasher.present == 1)
        await place.users.remove(identity.player, place.users.may_forget(identity))
        place.hasher.go_on.set()
        await refused(entering, "users_sign_in", 401)
        assert place.rows("SELECT count(*) FROM sessions") == [(0,)]
        again: Identity = (await place.account())[0]  # The login is free.
        assert again.player != identity.player

    play(tmp_path, main)
