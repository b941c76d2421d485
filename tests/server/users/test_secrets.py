"""No token and no password in the file, in a line of the log or in an error."""

from __future__ import annotations

import asyncio
import logging
import traceback
from hashlib import sha256
from pathlib import Path
from random import SystemRandom

import pytest

from canastra.protocol.people import Report
from canastra.server.users import Users, UsersError
from canastra.server.users.tokens import Mint
from tests.server.users.people import DAY, Place

SECRETS = ("senha-da-ana-1", "senha-da-ana-2", "senha-errada", "senha-nova!", "curta", "flamengo")
SAID = "isto foi dito à mesa"


async def everything(place: Place) -> list[str]:
    """Whatever can be done; the tokens that were given out."""
    people, first, second, wrong, third, short, common = place.users, *SECRETS
    guest, token = await place.guest()
    other, other_token = await place.guest("Eva")
    await people.identify(token)
    given = [token, other_token]
    await refuse(people.accounts.make(guest, "ana", short))
    await refuse(people.accounts.make(guest, "ana", common))
    account, token, code = await people.accounts.make(guest, "ana", first)
    given += [token, code]
    await refuse(people.accounts.make(other, "ana", second))
    await refuse(people.accounts.make(guest, "ana", second))
    await refuse(people.accounts.sign_in("ana", wrong))
    await refuse(people.accounts.sign_in("eva", wrong))
    given.append((await people.accounts.sign_in("ana", first, "token"))[1])
    await refuse(people.accounts.change_password(account, wrong, second))
    token, fresh_code = await people.accounts.change_password(account, first, third)
    given += [token, fresh_code]
    fresh = await place.identified(token)
    given.append((await people.accounts.new_code(fresh, third))[0])
    await refuse(people.accounts.recover("ana", fresh_code, second))
    fresh, token, code = await people.accounts.recover("ana", given[-1], second, "token")
    given += [token, code]
    card = await people.accounts.new_token(fresh, "robô")
    assert card.token is not None
    given.append(card.token)
    await people.me(fresh, token)
    await people.blocks.add(fresh, "mute", other.player)
    await people.reports.file(fresh, Report(other.player, "abuse", text=SAID), ())
    for each in given:
        await people.identify(each)
    await people.accounts.revoke(fresh, card.id)
    await place.time.advance(181 * DAY)
    await people.sweep()
    return given


ERRORS: list[str] = []


async def refuse(work: object) -> None:
    with pytest.raises(UsersError) as caught:
        await work  # type: ignore[misc]
    error = caught.value
    shown = "".join(traceback.format_exception(error))
    ERRORS.append(f"{error} {error!r} {error.message('pt')} {error.figures} {error.code} {shown}")


def test_no_token_and_no_password_is_anywhere(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    ERRORS.clear()
    path = tmp_path / "people.db"
    caplog.set_level(logging.DEBUG)

    async def main() -> list[str]:
        place = Place(path)
        given = await everything(place)
        seen.append(b"".join(file.read_bytes() for file in tmp_path.iterdir()))  # The write-ahead log too.
        await place.close()
        return given

    seen: list[bytes] = []
    given = asyncio.run(main())
    seen.append(path.read_bytes())
    lines = "\n".join(record.getMessage() + str(record.__dict__) for record in caplog.records)
    assert "event=signed_in" in lines
    assert len(ERRORS) == 8
    assert len(set(given)) == 11
    for secret in (
        *given,
        *(each.removeprefix("cnt_") for each in given),
        *(each.replace("-", "") for each in given),
        *SECRETS,
        SAID,
    ):
        assert secret not in lines
        assert secret == SAID or secret not in "\n".join(ERRORS)
        for held in seen:
            assert secret == SAID or secret.encode() not in held
    # The search works: it finds the hashes of tokens, and the reported text.
    assert sha256(given[0].encode()).digest() in seen[0]
    assert SAID.encode() in seen[1]


def test_tokens_are_random_to_the_last_bit(tmp_path: Path) -> None:
    async def main() -> None:
        place = Place(tmp_path / "people.db")
        people = Users(place.database)
        assert isinstance(people._core.mint._random, SystemRandom)
        await people.close()
        await place.close()

    asyncio.run(main())
    minted = [Mint(SystemRandom()).session() for _ in range(64)]
    assert len({each.token for each in minted}) == len({each.id for each in minted}) == 64
    assert all(len({each.token[place] for each in minted}) > 4 for place in range(42))


def test_what_is_minted_does_not_show_itself() -> None:
    minted = Mint(SystemRandom()).api_token()
    assert repr(minted) == f"NewToken(id={minted.id!r})"
