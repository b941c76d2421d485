"""People's data on a server has an owner, a share of the server and an end."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import update

from canastra.server.limits import Rate
from canastra.server.settings import Caps, Settings
from canastra.server.storage import tables
from canastra.server.tournaments import TournamentError, roles
from canastra.server.tournaments.service import DRAFT_KEPT, PUBLISHED_KEPT
from tests.server.http.http_server import GENEROUS, Server, problem, run, serving
from tests.server.live.live_server import FakeTime
from tests.server.moderation.office import act, acted, with_role
from tests.server.tournaments.hall import CLUB_DAY, Organiser
from tests.server.tournaments.online import NOON, Online, regulations
from tests.server.tournaments.online import run as run_online


async def found(browser: httpx2.AsyncClient, number: int) -> httpx2.Response:
    return await browser.post("/api/tournaments", json={"id": f"n{number}", "regulations": CLUB_DAY})


@pytest.mark.limit("tournaments_of_site")
def test_one_site_never_takes_all_tournaments(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        near = [await server.guest() for _ in range(2)]
        for browser in near[1:]:  # Another person of the same address.
            browser._transport = near[0]._transport
        assert [(await found(each, 1)).status_code for each in near] == [201, 201]
        problem(await found(near[1], 2), 429, "tournaments_site")
        assert (await found(await server.guest(), 1)).status_code == 201

    run(tmp_path, test, Settings(caps=Caps(tournaments_of_site=2)))


@pytest.mark.limit("tournament_roles")
def test_one_person_has_so_many_roles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roles, "ROLES", 1)

    async def test(server: Server) -> None:
        ana, bia, rui = [await server.guest() for _ in range(3)]
        events = [Organiser(each, (await found(each, 1)).json()["id"]) for each in (ana, bia)]
        tokens = []
        for event in events:
            answer = await event.browser.post(f"{event.path}/invitations", json={"role": "desk"})
            tokens.append(answer.json()["token"])
        first, second = [(event.path, {"token": token}) for event, token in zip(events, tokens, strict=True)]
        assert (await rui.post(f"{first[0]}/members", json=first[1])).status_code == 200
        problem(await rui.post(f"{second[0]}/members", json=second[1]), 409, "tournaments_roles")
        assert (await rui.post(f"{first[0]}/members", json=first[1])).status_code == 200

    run(tmp_path, test)


@pytest.mark.limit("tournament_draft")
@pytest.mark.limit("tournament_published")
def test_tournaments_that_nobody_visits_end(tmp_path: Path) -> None:
    async def main() -> None:
        time = FakeTime(NOON)
        async with serving(tmp_path, time=time) as server:
            tournaments = server.context.tournaments
            events = []
            for _ in range(3):
                browser = await server.guest()
                events.append(Organiser(browser, (await found(browser, 1)).json()["id"]))
            played, visited, left = events
            await played.playing()
            await time.advance(DRAFT_KEPT - 1000)
            assert await tournaments.sweep() == 0
            assert (await (await server.client()).get(visited.path)).status_code == 200
            await time.advance(2000)
            assert await tournaments.sweep() == 1
            assert (await left.browser.get(left.path)).status_code == 404
            assert [(await each.browser.get(each.path)).status_code for each in (played, visited)] == [200, 200]
            assert (await left.browser.get("/api/tournaments")).json()["tournaments"] == []
            await time.advance(PUBLISHED_KEPT + 1000)
            assert await tournaments.sweep() == 2
            for event in (played, visited):
                with pytest.raises(TournamentError):
                    await tournaments.store.get(event.tournament)

    asyncio.run(main())


def test_a_damaged_tournament_that_nobody_visits_ends_too(tmp_path: Path) -> None:
    async def main() -> None:
        time = FakeTime(NOON)
        async with serving(tmp_path, time=time) as server:
            browser = await server.guest()
            tournament = (await found(browser, 1)).json()["id"]
            store = server.context.tournaments.store
            damage = update(tables.tournament_lines).values(body="{}")
            await store.database.write(lambda connection: connection.execute(damage))
            store.drop(tournament)
            problem(await browser.get(f"/api/tournaments/{tournament}"), 409, "tournaments_damaged")
            await time.advance(DRAFT_KEPT + 1000)
            assert await server.context.tournaments.sweep() == 1
            assert (await browser.get("/api/tournaments")).json()["tournaments"] == []

    asyncio.run(main())


def test_a_list_of_own_tournaments_reads_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        event = Organiser(browser, (await found(browser, 1)).json()["id"])
        await event.playing()

        async def never(tournament: str) -> None:
            raise AssertionError("a log was read")

        monkeypatch.setattr(server.context.tournaments.store, "get", never)
        (listed,) = (await browser.get("/api/tournaments")).json()["tournaments"]
        assert (listed["name"], listed["sides"], listed["due"], listed["role"]) == (
            "Jogos do clube",
            8,
            "results",
            "organiser",
        )

    run(tmp_path, test)


@pytest.mark.limit("tournaments_read_of_address")
def test_reading_logs_for_strangers_is_scarce(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        tournament = (await found(browser, 1)).json()["id"]
        store, path = server.context.tournaments.store, f"/api/tournaments/{tournament}"
        stranger = await server.client()
        for _ in range(3):
            assert (await stranger.get(path)).status_code == 200  # It is in memory.
        for _ in range(2):
            store.drop(tournament)
            assert (await stranger.get(path)).status_code == 200
        store.drop(tournament)
        problem(await stranger.get(path), 429, "api_rate")
        wrong = {"name": "Eva", "admission": {"tournament": tournament, "token": "a" * 26}}
        problem(await stranger.post("/api/guests", json=wrong), 429, "api_rate")
        assert (await browser.get(path)).status_code == 200

    run(tmp_path, test, Settings(caps=Caps(tournaments_read_of_address=Rate(2, 0.01))))


async def published_at_once(event: Online, sides: int, rounds: int) -> None:
    """A group whose rounds are all published before the first begins."""
    await event.enter(sides)
    await event.organiser.done("check_in", sides=list(range(1, sides + 1)))
    await event.organiser.done("draw", seed="Loteria 5921")
    for number in range(1, rounds + 1):
        await event.organiser.done("pair")
        await event.organiser.done("round_published", phase=1, round=number)
    await event.settled()


GROUPS = CLUB_DAY.replace("size = 4 ", "size = 8 ")
ONLINE = regulations()[regulations().index("[online]") :]


def live(event: Online) -> list[tuple[int, int]]:
    """The rounds and tables for which the server has tables."""
    store = event.server.context.tournaments.store
    loaded = store._loaded.get(event.organiser.tournament)
    assert loaded is not None
    return sorted((place.round, place.table) for place, game in loaded.games.items() if not game.over)


def test_only_the_next_round_gets_its_tables(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await published_at_once(event, 8, 3)
        assert live(event) == [(1, table) for table in (1, 2, 3, 4)]
        await event.organiser.done("round_started", phase=1, round=1)
        await event.settled()
        assert live(event) == [(number, table) for number in (1, 2) for table in (1, 2, 3, 4)]
        await event.come(1)
        assert (await event.me(1))["round"] == 1

    run_online(tmp_path, GROUPS + ONLINE, test)


@pytest.mark.limit("tables_of_founder")
@pytest.mark.limit("tables_of_site")
@pytest.mark.parametrize(
    "caps",
    [replace(GENEROUS, tables_of_founder=6), replace(GENEROUS, tables_of_site=6), replace(GENEROUS, tables=6)],
    ids=["founder", "site", "server"],
)
def test_tables_beyond_a_share_are_opened_when_others_are_over(tmp_path: Path, caps: Caps) -> None:
    async def test(event: Online) -> None:
        await published_at_once(event, 8, 2)
        await event.organiser.done("round_started", phase=1, round=1)
        await event.settled()
        assert live(event) == [*((1, table) for table in (1, 2, 3, 4)), (2, 1), (2, 2)]
        for table in (1, 2):
            given = {"kind": "walkover", "absent": [0]}
            await event.organiser.done(
                "result_decided", phase=1, round=1, table=table, result=given, article="Art. 16", reason="ausência"
            )
        await event.later(1)
        assert live(event) == [(1, 3), (1, 4), *((2, table) for table in (1, 2, 3, 4))]

    run_online(tmp_path, GROUPS + ONLINE, test, Settings(caps=caps))


@pytest.mark.limit("tables_arranged_of_founder")
def test_tables_of_rounds_are_opened_at_a_rate(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await published_at_once(event, 8, 1)
        assert live(event) == [(1, 1), (1, 2), (1, 3)]
        await event.later(1)
        assert live(event) == [(1, 1), (1, 2), (1, 3), (1, 4)]

    run_online(tmp_path, GROUPS + ONLINE, test, Settings(caps=replace(GENEROUS, tables_arranged_of_founder=Rate(3, 1))))


def test_a_round_that_could_never_have_its_tables_is_refused(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await published_at_once(event, 8, 0)
        await event.organiser.done("pair")
        problem(await event.organiser.asked("round_published", phase=1, round=1), 409, "tournaments_share")

    run_online(tmp_path, GROUPS + ONLINE, test, Settings(caps=replace(GENEROUS, tables_of_founder=3)))


def test_a_full_server_says_so(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        answer = await browser.post("/api/tables", json={"rulebook": "buraco"})
        assert problem(answer, 503, "lobby_full")["pt"]
        assert answer.headers["retry-after"]

    run(tmp_path, test, Settings(caps=replace(GENEROUS, tables=0)))


def test_an_admin_removes_a_tournament_with_its_tables(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        server, tournament = event.server, event.organiser.tournament
        await event.begins()
        game = await event.game(1)
        admin = await with_role(server, "eva", "admin")
        answer = await act(admin, "remove_tournament", tournament="a" * 16, why="engano")
        problem(answer, 404, "tournaments_unknown")
        await acted(admin, "remove_tournament", tournament=tournament, why="nome ofensivo")
        problem(await event.organiser.browser.get(event.organiser.path), 404, "tournaments_unknown")
        problem(await event.organiser.asked("pair"), 404, "tournaments_unknown")
        assert (await event.organiser.browser.get("/api/tournaments")).json()["tournaments"] == []
        problem(await event.people[1, 1].get(f"/api/tables/{game}"), 404, "lobby_no_table")
        (entry,) = (await acted(admin, "log", target=tournament))["entries"]
        assert (entry["act"], entry["why"], entry["before"]["name"]) == (
            "remove_tournament",
            "nome ofensivo",
            "Torneio online",
        )

    run_online(tmp_path, regulations(), test)


@pytest.mark.parametrize("renew", [True, False])
def test_a_released_link_is_another_one_from_then_on(tmp_path: Path, renew: bool) -> None:
    """A link that went to the wrong person would open the same seat again."""

    async def test(event: Online) -> None:
        await event.enter(4)
        before = await event.links()
        await event.come(1)
        released = {"side": 1, "player": 1, "renew": renew}
        await event.organiser.done("release_player", **released)
        after = await event.links()
        assert {key for key in before if before[key] != after[key]} == ({(1, 1)} if renew else set())
        stranger = await event.server.guest("Eva")
        answer = await stranger.post(f"{event.organiser.path}/player", json={"token": before[1, 1]})
        if renew:
            problem(answer, 403, "tournaments_player_link")
            event.server.context.tournaments.store.drop(event.organiser.tournament)
            problem(
                await stranger.post(f"{event.organiser.path}/player", json={"token": before[1, 1]}),
                403,
                "tournaments_player_link",
            )
            answer = await stranger.post(f"{event.organiser.path}/player", json={"token": after[1, 1]})
        assert answer.status_code == 200

    run_online(tmp_path, regulations(), test)


def test_a_released_side_may_get_another_code(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        event = Organiser(browser, (await found(browser, 1)).json()["id"])
        await event.playing()
        tokens = await event.tokens()
        phone = await server.guest("Bia")
        claim = {"token": tokens[1][0], "speak": True}
        assert (await phone.post(f"{event.path}/table", json=claim)).status_code == 200
        about = {"phase": 1, "round": 1, "table": 1, "half": 0}
        await event.done("release_half", **about, renew=True)
        problem(await phone.post(f"{event.path}/table", json=claim), 403, "tournaments_code")
        again = await event.tokens()
        assert again[1][0] != tokens[1][0]
        assert {**again, 1: again[1][1]} == {**tokens, 1: tokens[1][1]}
        claim = {"token": again[1][0], "speak": True}
        assert (await phone.post(f"{event.path}/table", json=claim)).status_code == 200

    run(tmp_path, test)
