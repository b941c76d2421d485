"""API tokens: made by accounts, shown once, never expiring, over at once when revoked, and good for playing only."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from canastra.protocol.people import Report
from canastra.server.users import UsersError
from canastra.server.users.accounts import TOKENS
from tests.server.users.people import DAY, PASSWORD, Place, play, refused

pytestmark = pytest.mark.usefixtures("each_database")


def test_a_token_is_shown_once(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, _ = await place.account()
        card = await place.users.accounts.new_token(identity, " meu robô ")
        assert re.fullmatch(r"cnt_[\w-]{43}", card.token or "")
        assert (card.label, card.created, card.used) == ("meu robô", place.time.now(), None)
        [listed] = await place.users.accounts.tokens(identity)
        assert (listed.id, listed.label, listed.created, listed.token) == (card.id, card.label, card.created, None)
        found = await place.identified(card.token)
        assert (found.player, found.kind, found.session, found.via) == (identity.player, "account", card.id, "token")
        [listed] = await place.users.accounts.tokens(identity)
        assert listed.used == place.time.now()

    play(tmp_path, main)


def test_a_token_never_expires(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, _ = await place.account()
        card = await place.users.accounts.new_token(identity, "robô")
        await place.identified(card.token)
        await place.time.advance(1_000 * DAY)
        await place.users.sweep()
        assert (await place.identified(card.token)).session == card.id
        assert place.rows("SELECT id FROM sessions") == [(card.id,)]

    play(tmp_path, main)


def test_a_revoked_token_is_over_at_once(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, session = await place.account()
        one = await place.users.accounts.new_token(identity, "um")
        two = await place.users.accounts.new_token(identity, "dois")
        for card in (one, two):
            await place.identified(card.token)
        await place.users.accounts.revoke(identity, one.id)
        assert one.token is not None
        assert await place.users.identify(one.token) is None
        await place.identified(two.token)
        assert await place.users.identify(session) == identity
        assert [card.id for card in await place.users.accounts.tokens(identity)] == [two.id]
        await refused(place.users.accounts.revoke(identity, one.id), "users_no_token", 404)

    play(tmp_path, main)


def test_only_the_owner_revokes(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, _ = await place.account("ana")
        other, _ = await place.account("eva")
        card = await place.users.accounts.new_token(identity, "robô")
        for wrong in (card.id, identity.session, other.session, "", "\ud800", "x" * 10_000):
            await refused(place.users.accounts.revoke(other, wrong), "users_no_token", 404)
        await place.identified(card.token)

    play(tmp_path, main)


def test_guests_have_no_tokens(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        guest, _ = await place.guest()
        await refused(place.users.accounts.new_token(guest, "robô"), "users_guest", 403)
        assert await place.users.accounts.tokens(guest) == ()

    play(tmp_path, main)


@pytest.mark.limit("tokens")
def test_an_account_has_twenty_at_most(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, _ = await place.account()
        made = await asyncio.gather(
            *(place.users.accounts.new_token(identity, f"n{number}") for number in range(TOKENS + 3)),
            return_exceptions=True,
        )
        assert [each.code for each in made if isinstance(each, UsersError)] == ["users_tokens"] * 3
        cards = await place.users.accounts.tokens(identity)
        assert len(cards) == TOKENS == 20
        await place.users.accounts.revoke(identity, cards[0].id)
        await place.users.accounts.new_token(identity, "mais um")
        await refused(place.users.accounts.new_token(identity, "demais"), "users_tokens", 409)
        await refused(place.users.accounts.new_token(identity, "\u200b"), "users_label", 400)

    play(tmp_path, main)


def test_a_token_does_not_take_the_account_over(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        identity, _ = await place.account()
        other, _ = await place.guest()
        card = await place.users.accounts.new_token(identity, "robô")
        program = await place.identified(card.token)
        for work in (
            place.users.accounts.new_token(program, "outro"),
            place.users.accounts.revoke(program, card.id),
            place.users.accounts.change_password(program, PASSWORD, "uma nova senha"),
            place.users.remove(program.player, place.users.may_forget(program)),
            place.users.accounts.confirm(program, PASSWORD),
            place.users.blocks.add(program, "mute", other.player),
            place.users.blocks.remove(program, "mute", other.player),
            place.users.blocks.add(program, "block", other.player),
            place.users.blocks.remove(program, "block", other.player),
            place.users.reports.file(program, Report(other.player, "abuse"), ()),
        ):
            await refused(work, "users_not_by_token", 403)
        await place.users.sign_out(program)
        assert card.token is not None
        assert await place.users.identify(card.token) is None
        assert await place.users.accounts.tokens(identity) == ()

    play(tmp_path, main)
