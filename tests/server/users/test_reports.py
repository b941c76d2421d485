"""Reports, and being forgotten."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from canastra.protocol.messages import Line
from canastra.protocol.people import Report
from canastra.server.users import Person, UsersError
from canastra.server.users.reports import KEPT, LINES, OF_PAIR, OF_PERSON
from tests.server.users.people import DAY, PASSWORD, Place, play, refused

pytestmark = pytest.mark.usefixtures("each_database")


def test_a_report_brings_what_was_said(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        (ana, _), (eva, _) = await place.guest("Ana"), await place.guest("<b>Eva</b>")
        said = (
            Line(1, 5, eva.player, eva.name, 2, text="'; DROP TABLE reports; --"),
            Line(2, 6, ana.player, "Ana", preset="oi"),
        )
        await place.users.reports.file(ana, Report(eva.player, "abuse", "t1", "não gostei\n😀"), said)
        await place.users.change(eva, name="Outra")
        [filed] = await place.users.reports.latest(10)
        assert (filed.reporter, filed.player, filed.name) == (ana.player, eva.player, "<b>Eva</b>")
        assert (filed.reason, filed.table, filed.text) == ("abuse", "t1", "não gostei\n😀")
        assert (filed.at, filed.excerpt) == (place.time.now(), said)

    play(tmp_path, main)


@pytest.mark.limit("lines_reported")
@pytest.mark.limit("report")
def test_the_newest_reports_come_first_and_are_bounded(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        (ana, _), (eva, _) = await place.guest("Ana"), await place.guest("Eva")
        lines = [Line(number, 0, eva.player, "Eva", text="x") for number in range(LINES + 5)]
        await place.users.reports.file(ana, Report(eva.player, "other", text="primeira"), lines)
        await place.users.reports.file(ana, Report(eva.player, "other", "x" * 500, "y" * 5_000), ())
        first, second = await place.users.reports.latest(5)
        assert (len(first.table or ""), len(first.text), first.excerpt) == (64, 1_000, ())
        assert [line.n for line in second.excerpt] == list(range(5, LINES + 5))
        assert [filed.text for filed in await place.users.reports.latest(1)] == [first.text]
        assert await place.users.reports.latest(0) == await place.users.reports.latest(-1) == []

    play(tmp_path, main)


def test_reports_that_are_refused(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        ana, _ = await place.guest("Ana")
        report = place.users.reports.file
        await refused(report(ana, Report(ana.player, "name"), ()), "users_oneself", 400)
        for nobody in ("", "x", "\ud800"):
            await refused(report(ana, Report(nobody, "name"), ()), "users_no_person", 404)
        await refused(report(ana, Report("x", "name", text="\ud800"), ()), "users_report", 400)
        await refused(report(ana, Report("x", "name", table="\ud800"), ()), "users_report", 400)
        await place.users.sign_out(ana)
        await refused(report(ana, Report("x", "name"), ()), "users_signed_out", 401)
        assert await place.users.reports.latest(10) == []

    play(tmp_path, main)


@pytest.mark.limit("reports")
@pytest.mark.limit("reports_of_pair")
def test_a_few_reports_a_day(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        ana, _ = await place.guest("Ana")
        others = [(await place.guest(f"P{number}"))[0] for number in range(OF_PERSON // OF_PAIR + 2)]
        one, more = Report(others[0].player, "abuse"), Report(others[1].player, "abuse")
        made = await asyncio.gather(*(place.users.reports.file(ana, one, ()) for _ in range(5)), return_exceptions=True)
        assert [each.code for each in made if isinstance(each, UsersError)] == ["users_reports"] * (5 - OF_PAIR)
        await place.users.reports.file(ana, more, ())
        await place.users.reports.file(others[2], one, ())
        await place.time.advance(DAY - 1)
        await refused(place.users.reports.file(ana, one, ()), "users_reports", 429)
        await place.time.advance(1)
        for other in others[:-1]:
            for _ in range(min(OF_PAIR, OF_PERSON - OF_PAIR * others.index(other))):
                await place.users.reports.file(ana, Report(other.player, "abuse"), ())
        await refused(place.users.reports.file(ana, Report(others[-1].player, "abuse"), ()), "users_reports", 429)

    play(tmp_path, main)


@pytest.mark.limit("reports_kept")
def test_reports_go_after_a_year(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        (ana, _), (eva, _) = await place.guest("Ana"), await place.guest("Eva")
        await place.users.reports.file(ana, Report(eva.player, "abuse", text="primeira"), ())
        await place.time.advance(DAY)
        await place.users.reports.file(ana, Report(eva.player, "abuse", text="segunda"), ())
        await place.time.advance(KEPT - DAY - 1)
        await place.users.sweep()
        assert len(await place.users.reports.latest(5)) == 2
        await place.time.advance(1)
        await place.users.sweep()
        assert [filed.text for filed in await place.users.reports.latest(5)] == ["segunda"]

    play(tmp_path, main)


def test_what_everybody_may_know(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        since = place.time.now()
        guest, _ = await place.guest("Ana")
        assert await place.users.person(guest.player) == Person("Ana", "guest", since)
        await place.time.advance(5)
        account, *_ = await place.users.accounts.make(guest, "ana", PASSWORD)
        assert await place.users.person(account.player) == Person("Ana", "account", since)

    play(tmp_path, main)


def test_who_is_forgotten_leaves_nothing_but_what_others_reported(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        people = place.users
        ana, token = await place.account("ana")
        second, other_token = await people.accounts.sign_in("ana", PASSWORD)
        card = await people.accounts.new_token(ana, "robô")
        (eva, _), (rui, _) = await place.guest("Eva"), await place.guest("Rui")
        await people.blocks.add(ana, "mute", eva.player)
        await people.blocks.add(rui, "block", ana.player)
        await people.blocks.add(rui, "mute", ana.player)
        await people.blocks.add(rui, "mute", eva.player)
        await people.reports.file(ana, Report(eva.player, "abuse", text="de Ana"), ())
        await people.reports.file(rui, Report(ana.player, "abuse", text="de Rui"), ())
        assert card.token is not None
        for each in (token, other_token, card.token):
            await place.identified(each)
        told: list[str] = []
        people.on_ended(told.extend)
        await people.remove(ana.player, people.may_forget(ana))
        assert sorted(told) == sorted([ana.session, second.session, card.id])
        assert [await people.identify(each) for each in (token, other_token, card.token)] == [None] * 3
        assert await people.person(ana.player) is None
        assert people.blocks.muted_or_blocked(ana.player) == frozenset()
        assert people.blocks.muted_or_blocked(rui.player) == {eva.player}
        assert not people.blocks.between(rui.player, ana.player)
        assert (await people.me(rui)).blocked == ()
        assert [(filed.reporter, filed.text) for filed in await people.reports.latest(5)] == [
            (rui.player, "de Rui"),
            (None, "de Ana"),
        ]
        for table in ("persons", "accounts", "sessions", "blocks"):
            assert ana.player not in str(place.rows(f"SELECT * FROM {table}"))
        await refused(people.remove(ana.player, people.may_forget(ana)), "users_signed_out", 401)
        await refused(people.accounts.sign_in("ana", PASSWORD), "users_sign_in", 401)

    play(tmp_path, main)


def test_a_guest_may_be_forgotten(tmp_path: Path) -> None:
    async def main(place: Place) -> None:
        guest, token = await place.guest()
        await place.users.remove(guest.player, place.users.may_forget(guest))
        assert await place.users.identify(token) is None
        assert place.rows("SELECT * FROM persons") == []

    play(tmp_path, main)
