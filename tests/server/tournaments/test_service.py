"""Founding a tournament, doing something in it, seeing it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from canastra.tournament.regulations import EXAMPLES
from canastra.tournament.verifier import check_tournament
from tests.server.http.http_server import problem
from tests.server.tournaments.hall import CLUB_DAY, PLAYED, Hall, command, opened


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    yield from opened(tmp_path_factory.mktemp("hall"))


def test_the_founder_is_the_organiser_and_the_regulations_is_adopted(hall: Hall) -> None:
    async def test() -> None:
        found = await hall.organiser()
        listed = (await found.browser.get("/api/tournaments")).json()["tournaments"]
        assert [(each["id"], each["role"], each["due"]) for each in listed] == [
            (found.tournament, "organiser", "entries")
        ]
        view = await found.view()
        assert (view["line"], view["role"], view["name"]) == (1, "organiser", listed[0]["name"])

    hall.run(test())


def test_the_same_command_founds_one(hall: Hall) -> None:
    async def test() -> None:
        browser = await hall.server.guest()
        body = {"id": "once", "regulations": CLUB_DAY}
        answers = await asyncio.gather(*(browser.post("/api/tournaments", json=body) for _ in range(3)))
        assert {each.json()["id"] for each in answers} == {answers[0].json()["id"]}
        assert len((await browser.get("/api/tournaments")).json()["tournaments"]) == 1

    hall.run(test())


def test_regulations_are_refused_with_their_key(hall: Hall) -> None:
    async def test() -> None:
        browser = await hall.server.guest()
        wrong = CLUB_DAY.replace("passing = 2 ", "passing = 5 ")
        for path, body in (("/regulations", {}), ("", {"id": "x"})):
            answer = await browser.post(f"/api/tournaments{path}", json={**body, "regulations": wrong})
            error = answer.json()["error"]
            assert (answer.status_code, error["code"], error["key"]) == (
                400,
                "regulations_more_pass",
                "phases[0].passing",
            )
        unknown = await browser.post(
            "/api/tournaments/regulations",
            json={"regulations": CLUB_DAY.replace('rulebook = "buraco"', 'rulebook = "casa-0"')},
        )
        assert unknown.json()["error"]["code"] == "regulations_no_rulebook"
        assert (await browser.get("/api/tournaments")).json() == {"tournaments": []}

    hall.run(test())


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_can_be_read(hall: Hall, name: str) -> None:
    async def test() -> None:
        browser = await hall.server.guest()
        examples = {
            each["id"]: each["text"] for each in (await browser.get("/api/tournaments/examples")).json()["examples"]
        }
        said = {}
        for language in ("pt", "en"):
            answer = await browser.post(
                f"/api/tournaments/regulations?lang={language}", json={"regulations": examples[name]}
            )
            assert answer.status_code == 200, answer.text
            said[language] = answer.json()["warnings"]
        assert not said["pt"] or said["pt"] != said["en"]

    hall.run(test())


def test_a_day_by_commands(hall: Hall) -> None:
    """From the entries to a ratified round; the log is what a second program derives again."""

    async def test() -> None:
        found = await hall.organiser()
        await found.playing()
        view = await found.view()
        (shown,) = view["phases"][0]["rounds"]
        assert (view["due"], shown["stage"]) == ("results", "playing")
        for table in shown["tables"]:
            await found.done("sheet_received", phase=1, round=1, table=table["table"], result=PLAYED)
        await found.done("round_closed", phase=1, round=1)
        line = await found.done("round_ratified", phase=1, round=1)
        view = await found.view()
        assert (view["line"], view["due"]) == (line, "pair")
        first = view["phases"][0]["groups"][0]["standings"][0]
        assert (first["place"], first["wins"], first["passes"]) == (1, 1, True)
        assert first["reason"]
        loaded = await hall.server.context.tournaments.store.get(found.tournament)
        from canastra.tournament import dump_log

        assert check_tournament(loaded.regulations.document, dump_log(loaded.log)) == ()

    hall.run(test())


def test_a_command_is_done_once(hall: Hall) -> None:
    async def test() -> None:
        found = await hall.organiser()
        entry = {"sides": [{"name": "Ana e Rui", "players": ["Ana", "Rui"]}]}
        several = [command(found.browser, found.tournament, "enter", "same", **entry) for _ in range(4)]
        answers = await asyncio.gather(*several)
        assert [each.json() for each in answers] == [{"line": 2}] * 4
        assert len((await found.view())["sides"]) == 1

    hall.run(test())


def test_an_act_makes_all_of_its_lines_or_none(hall: Hall) -> None:
    async def test() -> None:
        found = await hall.organiser()
        twice = [{"name": "Ana e Rui", "players": ["Ana", "Rui"]}] * 2
        problem(await found.asked("enter", sides=twice), 409, "side_name_taken")
        assert (await found.view())["line"] == 1

    hall.run(test())


def test_concurrent_commands_stand_one_after_the_other(hall: Hall) -> None:
    async def test() -> None:
        found = await hall.organiser()
        await asyncio.gather(
            *(found.done("enter", sides=[{"name": f"Par {n}", "players": ["A", "B"]}]) for n in range(12))
        )
        view = await found.view()
        assert view["line"] == 13
        assert sorted(each["number"] for each in view["sides"]) == list(range(1, 13))

    hall.run(test())


def test_a_view_that_is_known_is_not_sent_again(hall: Hall) -> None:
    async def test() -> None:
        found = await hall.organiser()
        answer = await found.browser.get(found.path)
        tag = answer.headers["etag"]
        again = await found.browser.get(found.path, headers={"if-none-match": tag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        await asyncio.sleep(0.002)
        later = await found.browser.get(found.path, headers={"if-none-match": tag})
        assert int(later.headers["canastra-time"]) > int(again.headers["canastra-time"])
        await found.enter(1)
        assert (await found.browser.get(found.path, headers={"if-none-match": tag})).status_code == 200
        assert (await (await hall.server.client()).get(found.path)).headers["etag"] != tag

    hall.run(test())


def test_who_has_no_role_sees_no_drafts_and_no_reports(hall: Hall) -> None:
    async def test() -> None:
        found = await hall.organiser()
        await found.enter(8)
        await found.done("draw", seed="Loteria 5921")
        await found.done("pair")
        somebody = await hall.server.client()
        assert len((await found.view())["phases"][0]["rounds"]) == 1
        assert (await somebody.get(found.path)).json()["phases"][0]["rounds"] == []
        await found.done("round_published", phase=1, round=1)
        shown = (await somebody.get(found.path)).json()
        assert shown["role"] is None
        for table in shown["phases"][0]["rounds"][0]["tables"]:
            assert (table["reports"], table["claimed"]) == (None, None)

    hall.run(test())


def test_the_clock_of_a_round(hall: Hall) -> None:
    async def test() -> None:
        found = await hall.organiser()
        await found.playing()
        phase = (await found.view())["phases"][0]
        (shown,) = phase["rounds"]
        assert phase["minutes"] > phase["warning"] > 0
        assert shown["ends"] - shown["warns"] == phase["warning"] * 60_000
        now = int((await found.browser.get(found.path)).headers["canastra-time"])
        assert 0 < shown["ends"] - now <= (phase["minutes"] * 60 + 2) * 1000

    hall.run(test())


def test_another_regulations_takes_its_place(hall: Hall) -> None:
    async def test() -> None:
        found = await hall.organiser()
        await found.enter(8)
        other = CLUB_DAY.replace("passing = 2 ", "passing = 1 ")
        assert await found.done("adopt", regulations=other, reason="menos vagas") == (await found.view())["line"]
        kept = CLUB_DAY.replace('name = "', 'name = "Outro ', 1)
        assert await found.done("adopt", regulations=kept, reason="outro nome")
        assert (await found.view())["name"].startswith("Outro ")
        few = CLUB_DAY.replace("most = ", "most = 7 # ", 1).replace("least = ", "least = 4 # ", 1)
        problem(await found.asked("adopt", regulations=few, reason="menos"), 409, "tournaments_regulations_unfit")

    hall.run(test())


def test_texts_that_cannot_be_seen_are_refused(hall: Hall) -> None:
    async def test() -> None:
        found = await hall.organiser()
        for name, code in (("  ", "tournaments_text"), ("Ana\u202eiuR", "text_unseen"), ("a\u0000b", "text_unseen")):
            answer = await found.asked("enter", sides=[{"name": name, "players": ["A", "B"]}])
            problem(answer, 400, code)
        await found.done("enter", sides=[{"name": " Ana   e\nRui ", "players": ["Ana", "Rui"]}])
        assert (await found.view())["sides"][0]["name"] == "Ana e Rui"

    hall.run(test())
