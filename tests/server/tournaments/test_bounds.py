"""How much one person and one tournament may take of the server."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from canastra.protocol.tournaments import Adopt, CheckOut
from canastra.server.limits import Rate
from canastra.server.settings import Caps, Settings
from canastra.server.tournaments import service, store
from canastra.server.tournaments.service import LONG_LOG, MANY_SIDES, is_long
from canastra.server.work import Worker, WorkerError, WorkOwner
from canastra.tournament import RegulationsError
from canastra.tournament.events import Revoked
from tests.server.http.http_server import GENEROUS, HOME, Server, problem, run
from tests.server.tournaments.hall import CLUB_DAY, PLAYED, Organiser


async def founder(server: Server) -> Organiser:
    browser = await server.guest()
    answer = await browser.post("/api/tournaments", json={"id": "first", "regulations": CLUB_DAY})
    return Organiser(browser, answer.json()["id"])


@pytest.mark.limit("tournaments_of_person")
@pytest.mark.limit("tournaments")
@pytest.mark.limit("regulations_of_address")
def test_tournaments_that_are_founded(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, bia, eva = [await server.guest() for _ in range(3)]

        async def found(browser: httpx2.AsyncClient, number: int) -> httpx2.Response:
            return await browser.post("/api/tournaments", json={"id": f"n{number}", "regulations": CLUB_DAY})

        assert [(await found(ana, each)).status_code for each in range(2)] == [201, 201]
        problem(await found(ana, 2), 429, "tournaments_too_many")
        assert (await found(bia, 0)).status_code == 201
        problem(await found(eva, 0), 429, "tournaments_full")
        assert (await found(ana, 0)).status_code == 201
        problem(await found(ana, 1), 429, "api_rate")

    caps = Caps(tournaments_of_person=2, tournaments=3, regulations_of_address=Rate(4, 1))
    run(tmp_path, test, Settings(caps=caps))


@pytest.mark.limit("sides")
@pytest.mark.limit("phases")
def test_what_regulations_may_ask_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "PHASES", 2)
    monkeypatch.setattr(service, "SIDES", 64)

    async def test(server: Server) -> None:
        tournaments = server.context.tournaments
        await tournaments.read(WorkOwner("ana"), CLUB_DAY, "pt")
        with pytest.raises(RegulationsError) as refused:
            await tournaments.read(WorkOwner("ana"), CLUB_DAY.replace("most = 64", "most = 65"), "pt")
        assert (refused.value.code, refused.value.key) == ("tournaments_sides", "entries.most")
        monkeypatch.setattr(service, "PHASES", 1)
        with pytest.raises(RegulationsError) as refused:
            await tournaments.read(WorkOwner("ana"), CLUB_DAY, "pt")
        assert (refused.value.code, refused.value.key) == ("tournaments_phases", "phases")

    run(tmp_path, test)


@pytest.mark.limit("tournament_lines")
@pytest.mark.limit("tournament_bytes")
def test_how_long_a_log_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        found = await founder(server)
        monkeypatch.setattr(service, "LOG_LINES", 2)
        assert await found.done("case_decided", article="Art. 16", reason="chuva") == 2
        problem(await found.asked("case_decided", article="Art. 16", reason="chuva"), 409, "tournaments_log_full")
        monkeypatch.setattr(service, "LOG_LINES", 9)
        assert await found.done("case_decided", article="Art. 16", reason="chuva") == 3
        monkeypatch.setattr(service, "LOG_BYTES", 0)
        problem(await found.asked("case_decided", article="Art. 16", reason="chuva"), 409, "tournaments_log_full")

    run(tmp_path, test)


@pytest.mark.limit("tournament_seconds")
def test_what_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        found = await founder(server)
        errors = iter([WorkerError("worker_slow", 400), WorkerError("worker_busy", 429)])

        async def late(*arguments: object, small: bool) -> None:
            raise next(errors)

        monkeypatch.setattr(Worker, "run", late)
        problem(await found.asked("draw", seed="x"), 409, "tournaments_slow")
        problem(await found.asked("draw", seed="x"), 429, "tournaments_busy")

    run(tmp_path, test)


@pytest.mark.limit("tournaments_loaded")
def test_a_tournament_that_was_dropped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that wait for one that is dropped meanwhile are done to what is in the database."""

    async def test(server: Server) -> None:
        found, other = await founder(server), await founder(server)
        tournaments = server.context.tournaments

        async def dropping(one: Organiser) -> None:
            await one.done("case_decided", article="Art. 16", reason="chuva")
            tournaments.store.drop(one.tournament)

        await asyncio.gather(*(dropping(each) for each in (found, other) for _ in range(5)))
        assert [(await each.view())["line"] for each in (found, other)] == [6, 6]

    monkeypatch.setattr(store, "LOADED", 1 / 1024)  # a log and a half
    run(tmp_path, test)


@pytest.mark.limit("tournament_views")
def test_views_that_are_not_kept_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "VIEWS", 0)

    async def test(server: Server) -> None:
        found = await founder(server)
        assert [(await found.view())["line"] for _ in range(2)] == [1, 1]
        await found.enter(2)
        assert len((await found.view())["sides"]) == 2

    run(tmp_path, test)


@pytest.mark.limit("draws_of_person")
@pytest.mark.limit("prints_of_address")
def test_long_work_is_scarce(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        found = await founder(server)
        answers = [await found.asked("draw", seed="x") for _ in range(3)]
        assert [each.json()["error"]["code"] for each in answers] == ["phase_nobody_there"] * 2 + ["tournaments_draws"]
        many = [{"name": f"Dupla {number}", "players": ["Ana", "Bia"]} for number in range(MANY_SIDES + 1)]
        assert (await found.asked("enter", sides=many)).json()["error"]["code"] == "tournaments_draws"
        assert (await found.asked("enter", sides=many[1:])).status_code == 200
        files = [await found.browser.get(f"{found.path}/files/regulations.toml") for _ in range(3)]
        assert [each.status_code for each in files] == [200, 200, 429]

    caps = Caps(draws_of_person=Rate(2, 0.001), prints_of_address=Rate(2, 0.001))
    run(tmp_path, test, Settings(caps=caps))


@pytest.mark.parametrize(("lines", "long"), [(LONG_LOG, False), (LONG_LOG + 1, True)])
def test_changes_of_a_long_log_are_scarce(lines: int, long: bool) -> None:
    assert is_long(Revoked(line=3, reason="x"), lines) is long
    assert is_long(Adopt(CLUB_DAY, "x"), lines) is long
    assert not is_long(CheckOut(1), lines)


@pytest.mark.limit("logs_of_address")
def test_what_everybody_reads_is_limited_apart_from_prints(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        found = await founder(server)
        await found.playing()
        answers = [await found.browser.get(f"{found.path}/public/events.jsonl") for _ in range(3)]
        assert [each.status_code for each in answers] == [200, 200, 429]
        assert (await found.browser.get(f"{found.path}/files/events.jsonl")).status_code == 200

    run(tmp_path, test, Settings(caps=Caps(logs_of_address=Rate(2, 0.001))))


async def phone(server: Server, address: str, **more: object) -> tuple[int, httpx2.AsyncClient]:
    """How a new guest of an address was answered, and the browser."""
    transport = httpx2.ASGITransport(server.app, client=(address, 5000))
    browser = httpx2.AsyncClient(transport=transport, base_url=HOME, headers={"origin": HOME})
    await server.stack.enter_async_context(browser)
    answer = await browser.post("/api/guests", json={"name": "Convidado", **more})
    return answer.status_code, browser


@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7"])
def test_a_hall_of_a_hundred_phones_behind_one_address_comes_in(tmp_path: Path, address: str) -> None:
    """With the default caps, many phones open tables within ten seconds."""

    async def test(server: Server) -> None:
        event = await founder(server)
        await event.playing(50)
        for table, tokens in (await event.tokens()).items():
            for token, speak in zip(tokens * 2, (True, True, False, False), strict=True):
                server.clock.now += 0.1
                admission = {"tournament": event.tournament, "token": token}
                status, browser = await phone(server, address, admission=admission)
                assert status == 201
                seen = await browser.post(f"{event.path}/table", json={"token": token})
                said = await browser.post(f"{event.path}/table", json={"token": token, "speak": speak})
                called = await browser.patch("/api/me", json={"name": f"Mesa {table}"})
                assert [each.status_code for each in (seen, said, called)] == [200] * 3
        statuses = [(await phone(server, address))[0] for _ in range(21)]
        assert statuses == [201] * 20 + [429], "others of the address have what they had"

    run(tmp_path, test, Settings())


@pytest.mark.limit("guests_of_code")
def test_a_code_and_an_invitation_are_good_for_a_few_guests(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        event = await founder(server)
        await event.playing()
        token = (await event.tokens())[1][0]
        invited = (await event.browser.post(f"{event.path}/invitations", json={"role": "desk"})).json()["token"]
        for given in (token, invited):
            admission = {"tournament": event.tournament, "token": given}
            statuses = [(await phone(server, "203.0.113.7", admission=admission))[0] for _ in range(5)]
            assert statuses == [201] * 4 + [429], "three by the code, one by the address"
            # Another place has its own guests, but not by this code.
            elsewhere = [(await phone(server, "203.0.113.8", admission=admission))[0] for _ in range(3)]
            assert elsewhere == [201] + [429] * 2
            server.clock.now += 60

    rates = {"guests_of_code": Rate(3, 1 / 6000), "guests_of_address": Rate(1, 1 / 60)}
    run(tmp_path, test, Settings(caps=replace(GENEROUS, **rates)))  # type: ignore[arg-type]


def test_a_code_admits_no_more_guests_by_another_spelling(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        event = await founder(server)
        await event.playing()
        right, other = (await event.tokens())[1]
        spelled = (right, f" {right}", right.upper(), right[:12], right)
        answers = [await phone(server, "203.0.113.7", admission=admission(event, each)) for each in spelled]
        assert [status for status, _ in answers] == [201] * 4 + [429], "three by the code, one by the address"
        assert (await phone(server, "203.0.113.7", admission=admission(event, other)))[0] == 201

    def admission(event: Organiser, token: str) -> dict[str, str]:
        return {"tournament": event.tournament, "token": token}

    rates = {"guests_of_code": Rate(3, 1 / 6000), "guests_of_address": Rate(1, 1 / 6000)}
    run(tmp_path, test, Settings(caps=replace(GENEROUS, **rates)))  # type: ignore[arg-type]


@pytest.mark.limit("guests_of_hall")
def test_codes_of_many_tables_are_good_for_no_more_than_a_hall(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        event = await founder(server)
        await event.playing()
        statuses = [
            (await phone(server, "203.0.113.7", admission={"tournament": event.tournament, "token": token}))[0]
            for token, _ in (await event.tokens()).values()
        ]
        assert statuses == [201] * 3 + [429]

    rates = {"guests_of_hall": Rate(2, 1 / 60), "guests_of_address": Rate(1, 1 / 60)}
    run(tmp_path, test, Settings(caps=replace(GENEROUS, **rates)))  # type: ignore[arg-type]


def test_what_admits_nobody_counts_by_the_address(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        event = await founder(server)
        await event.playing()
        right = (await event.tokens())[1][0]
        invited = (await event.browser.post(f"{event.path}/invitations", json={"role": "desk"})).json()["token"]
        await event.browser.post(f"{event.path}/members", json={"token": invited})
        wrong = [(event.tournament, each) for each in ("b" * 26, "b" * 12, "", "é" * 26, invited)]
        for number, (tournament, token) in enumerate([*wrong, ("", right), ("a" * 16, right), ("/", right)]):
            given = {"admission": {"tournament": tournament, "token": token}}
            statuses = [(await phone(server, f"203.0.113.{number}", **given))[0] for _ in range(2)]
            assert statuses == [201, 429], token
        for table in await event.tokens():
            await event.done("sheet_received", phase=1, round=1, table=table, result=PLAYED)
        await event.done("round_closed", phase=1, round=1)
        over = {"admission": {"tournament": event.tournament, "token": right}}
        assert [(await phone(server, "203.0.113.99", **over))[0] for _ in range(2)] == [201, 429]

    run(tmp_path, test, Settings(caps=replace(GENEROUS, guests_of_address=Rate(1, 1 / 60))))
