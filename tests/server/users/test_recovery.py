"""Recovery codes: the way back into an account whose password is lost, for its owner alone."""

from __future__ import annotations

import asyncio
import hmac
import logging
from pathlib import Path
from random import SystemRandom
from unittest.mock import patch

import pytest
from sqlalchemy import text

from canastra.server.users import Identity, UsersError
from canastra.server.users.tokens import Mint, code_hash
from tests.server.users.people import PASSWORD, Place, play, refused

pytestmark = pytest.mark.usefixtures("each_database")

OTHER = "quatro tigres tristes"
WRONG = "00000-00000-00000-00000"


async def begin(place: Place, login: str = "ana") -> tuple[Identity, str]:
    """An account, and its recovery code."""
    guest, _ = await place.guest()
    identity, _, code = await place.users.accounts.make(guest, login, PASSWORD)
    return identity, code


def test_a_code_has_a_hundred_bits_and_no_look_alikes() -> None:
    codes = [Mint(SystemRandom()).recovery_code().code for _ in range(200)]
    assert len(set(codes)) == 200
    assert {tuple(map(len, code.split("-"))) for code in codes} == {(5, 5, 5, 5)}
    letters = set("".join(codes)) - {"-"}
    assert len(letters) == 32
    assert not letters & set("ILOU")


def test_a_new_code_does_not_show_itself() -> None:
    assert repr(Mint(SystemRandom()).recovery_code()) == "NewCode()"


@pytest.mark.parametrize("typed", ["7k3qm-0000l", "7K3QM 00001", " 7k3qmooooI ", "7K3–QMOo-0O1", "7k3qm.00001"])
def test_a_code_is_known_however_it_is_typed(typed: str) -> None:
    assert code_hash(typed) == code_hash("7K3QM-00001")


@pytest.mark.parametrize("typed", ["", "7K3QM-00002", "7K3QM-0000", "\ud800" * 9, "x" * 10_000])
def test_another_code_is_another(typed: str) -> None:
    assert code_hash(typed) != code_hash("7K3QM-00001")


def test_the_code_gives_a_new_password_and_ends_everything_else(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        accounts = place.users.accounts
        identity, code = await begin(place)
        _, session = await accounts.sign_in("ana", PASSWORD)
        program = (await accounts.new_token(identity, "robô")).token
        ended: list[str] = []
        place.users.on_ended(ended.extend)
        back, token, fresh = await accounts.recover("ANA", code.lower().replace("-", " "), OTHER)
        assert (back.player, back.kind, back.via) == (identity.player, "account", "cookie")
        assert await place.users.identify(token) == back
        assert [await place.users.identify(each) for each in (session, program or "")] == [None, None]
        assert len(ended) == 3
        await refused(accounts.sign_in("ana", PASSWORD), "users_sign_in", 401)
        await accounts.sign_in("ana", OTHER)
        assert fresh != code
        await refused(accounts.recover("ana", code, PASSWORD), "users_recovery", 401)
        assert (await accounts.recover("ana", fresh, PASSWORD, "token")).identity.via == "token"

    play(tmp_path, main)


def test_only_the_hash_of_the_latest_code_is_kept(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, first = await begin(place)
        await place.time.advance(5)
        second, made = await place.users.accounts.new_code(identity, PASSWORD)
        assert place.rows("SELECT player, hash, made FROM recovery_codes") == [
            (identity.player, code_hash(second), made)
        ]
        assert (await place.users.me(identity)).recovery_made == made == place.time.now()
        await refused(place.users.accounts.recover("ana", first, OTHER), "users_recovery", 401)
        await place.users.accounts.recover("ana", second, OTHER)

    play(tmp_path, main)


def test_a_wrong_code_an_unknown_login_and_an_account_without_a_code_are_the_same(tmp_path: Path) -> None:
    """The same answer after the same work: one comparison, whose time says nothing, and no hash of a password."""

    async def main(place: Place) -> None:
        _, code = await begin(place)
        await begin(place, "bia")
        gone = text("DELETE FROM recovery_codes WHERE player = (SELECT player FROM accounts WHERE login = 'bia')")
        await place.database.write(lambda connection: connection.execute(gone))
        attempts = (("ana", WRONG), ("ana", ""), ("ana", "x" * 10_000), ("bia", WRONG), ("bia", code), ("eva", code))
        for login, typed in (*attempts, ("no login!", code), ("", code), ("x" * 10_000, code)):
            place.hasher.asked.clear()
            with patch("canastra.server.users.repository.hmac.compare_digest", wraps=hmac.compare_digest) as compare:
                await refused(place.users.accounts.recover(login, typed, OTHER), "users_recovery", 401)
            assert [tuple(map(len, call.args)) for call in compare.call_args_list] == [(32, 32)]
            assert place.hasher.asked == []
        await place.users.accounts.sign_in("ana", PASSWORD)

    play(tmp_path, main)


@pytest.mark.parametrize("login", ["ana", "eva"])
def test_a_bad_new_password_is_refused_whatever_the_code(login: str, tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        _, code = await begin(place)
        for typed in (code, WRONG):
            await refused(place.users.accounts.recover(login, typed, "kurz"), "users_password", 400)
            await refused(place.users.accounts.recover(login, typed, "12345678"), "users_password_common", 400)
        assert (await place.users.accounts.recover("ana", code, OTHER)).token

    play(tmp_path, main)


def test_a_code_is_used_once_also_at_the_same_moment(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        _, code = await begin(place)
        done = await asyncio.gather(
            *(place.users.accounts.recover("ana", code, f"nova senha {number}") for number in range(3)),
            return_exceptions=True,
        )
        errors = [each for each in done if isinstance(each, UsersError)]
        assert [(error.code, error.status) for error in errors] == [("users_recovery", 401)] * 2
        assert place.rows("SELECT count(*) FROM sessions") == [(1,)]

    play(tmp_path, main)


def test_a_new_code_needs_the_password_and_a_person(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        accounts = place.users.accounts
        identity, code = await begin(place)
        program = await place.identified((await accounts.new_token(identity, "robô")).token)
        guest, _ = await place.guest("Eva")
        await refused(accounts.new_code(identity, OTHER), "users_old_password", 403)
        await refused(accounts.new_code(program, PASSWORD), "users_not_by_token", 403)
        await refused(accounts.new_code(guest, PASSWORD), "users_guest", 403)
        await place.users.sign_out(identity)
        await refused(accounts.new_code(identity, PASSWORD), "users_signed_out", 401)
        await accounts.recover("ana", code, OTHER)

    play(tmp_path, main)


def test_a_changed_password_has_a_new_code(tmp_path: Path) -> None:
    """An attacker with the old password may have made a code with it."""

    async def main(place: Place) -> None:
        identity, first = await begin(place)
        _, second = await place.users.accounts.change_password(identity, PASSWORD, OTHER)
        await refused(place.users.accounts.recover("ana", first, PASSWORD), "users_recovery", 401)
        await place.users.accounts.recover("ana", second, PASSWORD)

    play(tmp_path, main)


def test_who_is_forgotten_leaves_no_code(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, code = await begin(place)
        await place.users.remove(identity.player, lambda connection: None)
        assert place.rows("SELECT count(*) FROM recovery_codes") == [(0,)]
        await refused(place.users.accounts.recover("ana", code, OTHER), "users_recovery", 401)

    play(tmp_path, main)


def test_a_recovery_is_noted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def main(place: Place) -> None:
        identity, code = await begin(place)
        await refused(place.users.accounts.recover("ana", WRONG, OTHER), "users_recovery", 401)
        assert place.rows("SELECT count(*) FROM audit_log") == [(0,)]
        await place.users.accounts.recover("ana", code, OTHER)
        [entry] = place.rows("SELECT at, actor, act, target, why, before, after FROM audit_log")
        assert entry == (place.time.now(), identity.player, "recover", identity.player, "", "{}", "{}")
        assert f"event=account_recovered player={identity.player}" in caplog.text

    play(tmp_path, main)
