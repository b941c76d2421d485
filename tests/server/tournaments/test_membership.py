"""Invitations to roles, and who has one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from sqlalchemy import Connection, Select, func, select, text

from canastra.server.storage.tables import METADATA
from canastra.server.tournaments import repository, roles
from canastra.server.users.tokens import link_hash
from tests.databases import EACH, chosen
from tests.server.http.http_server import problem
from tests.server.moderation.office import id_of
from tests.server.tournaments.hall import Hall, command, opened


@pytest.fixture(scope="module", params=EACH)
def hall(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("hall")
    with contextmanager(chosen)(request, folder):
        yield from opened(folder)


def test_an_invitation_works_once(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        token = (await event.browser.post(f"{event.path}/invitations", json={"role": "desk"})).json()["token"]
        rui, eva = await hall.server.guest("Rui"), await hall.server.guest("Eva")
        answers = [await rui.post(f"{event.path}/members", json={"token": token}) for _ in range(2)]
        assert [each.json()["role"] for each in answers] == ["desk", "desk"]
        problem(await eva.post(f"{event.path}/members", json={"token": token}), 403, "tournaments_invitation")
        listed = (await event.browser.get(f"{event.path}/members")).json()["members"]
        assert [(each["name"], each["role"]) for each in listed] == [("Ana", "organiser"), ("Rui", "desk")]
        mine = (await rui.get("/api/tournaments")).json()["tournaments"]
        assert [(each["id"], each["role"]) for each in mine] == [(event.tournament, "desk")]

    hall.run(test())


def test_an_invitation_is_to_one_tournament(hall: Hall) -> None:
    async def test() -> None:
        event, other = await hall.organiser(), await hall.organiser()
        token = (await event.browser.post(f"{event.path}/invitations", json={"role": "desk"})).json()["token"]
        rui = await hall.server.guest("Rui")
        problem(await rui.post(f"{other.path}/members", json={"token": token}), 403, "tournaments_invitation")

    hall.run(test())


@pytest.mark.limit("tournament_invited")
def test_an_invitation_is_over_after_a_day(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        event = await hall.organiser()
        made = (await event.browser.post(f"{event.path}/invitations", json={"role": "desk"})).json()
        player, hashed = await id_of(event.browser), link_hash(made["token"])
        database = hall.server.context.tournaments.store.database

        def role(at: int) -> object:
            return database.read(lambda c: repository.invitation_for(c, hashed, event.tournament, player, at))

        assert await role(made["expires"] - 1) == "desk"  # type: ignore[misc]
        assert await role(made["expires"]) is None  # type: ignore[misc]
        await hall.server.context.tournaments.membership.sweep()
        assert await role(made["expires"] - 1) == "desk"  # type: ignore[misc]
        await database.write(lambda connection: repository.sweep(connection, made["expires"]))
        assert await role(made["expires"] - 1) is None  # type: ignore[misc]

    hall.run(test())


def test_who_has_a_higher_role_keeps_it(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        token = (await event.browser.post(f"{event.path}/invitations", json={"role": "desk"})).json()["token"]
        taken = await event.browser.post(f"{event.path}/members", json={"token": token})
        assert taken.json()["role"] == "organiser"

    hall.run(test())


def test_the_last_organiser_stays_and_others_go_with_their_invitations(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        ana = await id_of(event.browser)
        problem(await event.browser.delete(f"{event.path}/members/{ana}"), 409, "tournaments_last_organiser")
        token = (await event.browser.post(f"{event.path}/invitations", json={"role": "organiser"})).json()["token"]
        rui = await hall.server.guest("Rui")
        await rui.post(f"{event.path}/members", json={"token": token})
        removed = await event.browser.delete(f"{event.path}/members/{await id_of(rui)}")
        assert removed.status_code == 204
        problem(await command(rui, event.tournament, "pair"), 403, "tournaments_role")
        problem(await rui.post(f"{event.path}/members", json={"token": token}), 403, "tournaments_invitation")
        problem(await event.browser.delete(f"{event.path}/members/nobody"), 404, "tournaments_no_member")

    hall.run(test())


@pytest.mark.limit("tournament_members")
@pytest.mark.limit("tournament_invitations")
def test_how_many_are_invited_and_come(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roles, "MEMBERS", 2)
    monkeypatch.setattr(roles, "INVITATIONS", 2)

    async def test() -> None:
        event = await hall.organiser()
        answers = [await event.browser.post(f"{event.path}/invitations", json={"role": "desk"}) for _ in range(3)]
        problem(answers[2], 409, "tournaments_invitations")
        rui, eva = await hall.server.guest("Rui"), await hall.server.guest("Eva")
        first, second = (each.json()["token"] for each in answers[:2])
        assert (await rui.post(f"{event.path}/members", json={"token": first})).status_code == 200
        problem(await eva.post(f"{event.path}/members", json={"token": second}), 409, "tournaments_members")
        assert (await rui.post(f"{event.path}/members", json={"token": second})).status_code == 200

    hall.run(test())


def test_a_deleted_person_has_no_role_and_their_lines_stay(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        referee = await event.invited(hall, "referee", "Rui")
        await command(referee, event.tournament, "case_decided", article="16", reason="chuva")
        player = await id_of(referee)
        exported = await hall.server.context.moderation.export_of(player)
        assert exported is not None
        assert [(each["tournament"], each["role"]) for each in exported["tournaments"]] == [
            (event.tournament, "referee")
        ]
        assert (await referee.delete("/api/me")).status_code == 204
        listed = (await event.browser.get(f"{event.path}/members")).json()["members"]
        assert player not in {each["player"] for each in listed}
        assert (await event.view())["decisions"][0]["by"] == "arbitragem: Rui"

    hall.run(test())


def test_only_hashes_of_invitations_are_kept(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        token = (await event.browser.post(f"{event.path}/invitations", json={"role": "desk"})).json()["token"]
        database = hall.server.context.tournaments.store.database

        def dump(connection: Connection) -> str:
            return repr(connection.execute(text("SELECT * FROM tournament_invitations")).all())

        assert token not in await database.read(dump)

    hall.run(test())


def test_an_organiser_removes_a_tournament_by_its_name_but_none_that_is_played(hall: Hall) -> None:
    async def test() -> None:
        event, other = await hall.organiser(), await hall.organiser()
        desk = await event.invited(hall, "desk")
        name = {"name": (await event.view())["name"]}
        problem(await desk.delete(event.path, params=name), 403, "tournaments_role")
        problem(await event.browser.delete(event.path, params={"name": "Outro"}), 409, "tournaments_other_name")
        await other.playing()
        token = (await other.tokens())[1]
        problem(await other.browser.delete(other.path, params=name), 409, "tournaments_running")
        await other.at_table(hall, token, 0)
        await event.enter(2)
        assert (await event.browser.delete(event.path, params=name)).status_code == 204
        problem(await event.browser.get(event.path), 404, "tournaments_unknown")
        problem(await event.browser.delete(event.path, params=name), 404, "tournaments_unknown")
        assert (await desk.get("/api/tournaments")).json()["tournaments"] == []

    hall.run(test())


def test_nothing_of_a_removed_tournament_is_kept(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        await event.at_table(hall, (await event.tokens())[1], 0)
        await event.done("release_half", phase=1, round=1, table=1, half=1, renew=True)
        database = hall.server.context.tournaments.store.database
        await database.write(lambda c: repository.remove(c, event.tournament))
        of_tournament = [each for each in METADATA.sorted_tables if "tournament" in each.c]
        assert len(of_tournament) == 9
        for table in of_tournament:
            left = partial(_count, select(func.count()).where(table.c.tournament == event.tournament))
            assert await database.read(left) == 0, table.name

    hall.run(test())


def _count(statement: Select[int], connection: Connection) -> int:
    return connection.execute(statement).scalar_one()
