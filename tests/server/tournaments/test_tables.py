"""Phones at tables: codes, claims of sides, reports and their visibility."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from canastra.tournament.events import Revoked
from canastra.tournament.regulations import (
    example_regulations,
    parse_regulations,
    regulations_document,
    write_regulations,
)
from tests.server.http.http_server import problem
from tests.server.tournaments.hall import CLUB_DAY, PLAYED, Hall, Organiser, command, opened

OTHER = {"kind": "played", "matches": [[1500, 2010]]}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    yield from opened(tmp_path_factory.mktemp("hall"))


async def reported(phone: httpx2.AsyncClient, event: Organiser, half: int, **more: Any) -> httpx2.Response:
    result = {"result": more.pop("result", PLAYED)}
    figures = {"phase": 1, "round": 1, "table": 1, "half": half, **result, **more}
    return await command(phone, event.tournament, "result_reported", **figures)


async def seen(phone: httpx2.AsyncClient, event: Organiser) -> dict[str, Any]:
    answer = await phone.get(f"{event.path}/table")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_both_sides_report_and_the_result_stands(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        tokens = await event.tokens()
        one, two = [await event.at_table(hall, tokens[1], half) for half in (0, 1)]
        assert (await reported(one, event, 0)).status_code == 200
        assert ((await seen(two, event))["reports"], (await seen(two, event))["result"]) == ([PLAYED, None], None)
        confirmed = await command(two, event.tournament, "result_confirmed", phase=1, round=1, table=1, half=1)
        assert confirmed.status_code == 200
        for phone, half in ((one, 0), (two, 1)):
            table = await seen(phone, event)
            assert (table["half"], table["taken"], table["result"]) == (half, [True, True], PLAYED)
        somebody = (await (await hall.server.client()).get(event.path)).json()
        assert somebody["phases"][0]["rounds"][0]["tables"][0]["result"] == PLAYED
        loaded = await hall.server.context.tournaments.store.get(event.tournament)
        sides = loaded.state.phases[0].rounds[0].tables[0].fixture
        assert [each.by for each in loaded.log[-2:]] == [
            f"mesa 1, {loaded.state.sides[side].name}" for side in (*sides.one, *sides.two)
        ]

    hall.run(test())


def test_different_reports_wait_for_the_referee_and_nobody_else_sees_them(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        tokens = await event.tokens()
        one, two = [await event.at_table(hall, tokens[1], half) for half in (0, 1)]
        third = await event.at_table(hall, tokens[2], 0)
        await reported(one, event, 0)
        await reported(two, event, 1, result=OTHER)
        assert (await seen(one, event))["reports"] == [PLAYED, OTHER]
        passing = await hall.server.guest()
        looked = await passing.post(f"{event.path}/table", json={"token": tokens[1][0]})
        assert (looked.json()["half"], looked.json()["reports"]) == (None, [None, None])
        for browser in (third, passing, await hall.server.client()):
            text = (await browser.get(event.path)).text
            assert "2010" not in text
        staff = (await event.view())["phases"][0]["rounds"][0]["tables"]
        assert (staff[0]["reports"], staff[0]["claimed"], staff[1]["claimed"]) == (
            [PLAYED, OTHER],
            [True, True],
            [True, False],
        )
        referee = await event.invited(hall, "referee")
        decided = await command(
            referee,
            event.tournament,
            "result_decided",
            phase=1,
            round=1,
            table=1,
            result=PLAYED,
            article="Art. 16",
            reason="folha assinada",
        )
        assert decided.status_code == 200
        decision = (await event.view())["decisions"][0]
        assert (decision["place"], decision["by"]) == ([1, 1, 1], "arbitragem: Rui")

    hall.run(test())


def test_wrong_codes_are_refused_each_by_its_own_code(hall: Hall) -> None:
    async def test() -> None:
        event, other = await hall.organiser(), await hall.organiser()
        await event.playing()
        await other.playing()
        tokens = await event.tokens()
        phone = await hall.server.guest()

        async def opening(token: str, speak: bool = False) -> httpx2.Response:
            return await phone.post(f"{event.path}/table", json={"token": token, "speak": speak})

        for wrong in ("a" * 26, "a" * 12, "é" * 12, tokens[1][0][:-1], tokens[1][0][:25] + "1", tokens[1][0][1:13]):
            problem(await opening(wrong), 403, "tournaments_code")
        problem(await opening((await other.tokens())[1][0]), 403, "tournaments_code")
        problem(await phone.get(f"{event.path}/table"), 404, "tournaments_no_table")
        problem(await reported(phone, event, 0), 403, "tournaments_not_your_half")
        first = await event.at_table(hall, tokens[1], 0)
        problem(await opening(tokens[1][0], True), 409, "tournaments_half_taken")
        assert (await opening(tokens[1][1].upper() + " ", True)).status_code == 200
        assert (await opening(tokens[1][1], True)).status_code == 200
        problem(await opening(tokens[2][0], True), 409, "tournaments_other_half")
        problem(await reported(phone, event, 0), 403, "tournaments_not_your_half")
        problem(await reported(first, event, 0, table=2), 403, "tournaments_not_your_half")
        problem(await reported(first, other, 0), 403, "tournaments_not_your_half")

    hall.run(test())


@pytest.mark.limit("halves")
def test_one_person_speaks_for_one_half_of_a_round(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        tokens = await event.tokens()
        phone = await event.at_table(hall, tokens[1], 0)
        for table, half in ((1, 1), (2, 0)):
            answer = await phone.post(f"{event.path}/table", json={"token": tokens[table][half], "speak": True})
            problem(answer, 409, "tournaments_other_half")

    hall.run(test())


def test_a_report_and_its_confirmation_need_the_codes_of_both_sides(hall: Hall) -> None:
    """A pair's code speaks for that pair alone, on any number of phones, and names the pair."""

    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        tokens = (await event.tokens())[1]
        own = await event.at_table(hall, tokens, 0)
        assert (await reported(own, event, 0)).status_code == 200
        for token in (tokens[0], tokens[0][:12]):
            second = await hall.server.guest()
            looked = (await second.post(f"{event.path}/table", json={"token": token})).json()
            assert (looked["coded"], looked["half"], looked["taken"]) == (0, None, [True, False])
            answer = await second.post(f"{event.path}/table", json={"token": token, "speak": True})
            problem(answer, 409, "tournaments_half_taken")
            for half in (0, 1):
                confirmed = await command(
                    second, event.tournament, "result_confirmed", phase=1, round=1, table=1, half=half
                )
                problem(confirmed, 403, "tournaments_not_your_half")
        confirmed = await command(own, event.tournament, "result_confirmed", phase=1, round=1, table=1, half=1)
        problem(confirmed, 403, "tournaments_not_your_half")
        assert (await seen(own, event))["result"] is None

    hall.run(test())


def test_no_code_is_that_of_another_side_table_or_round(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        codes = (await event.browser.get(f"{event.path}/codes")).json()["codes"]
        assert len({each["typed"] for each in codes}) == len(codes) == 8
        for each in codes:
            assert (len(each["token"]), each["typed"]) == (26, each["token"][:12])
            phone = await hall.server.guest()
            typed = (await phone.post(f"{event.path}/table", json={"token": each["typed"]})).json()
            assert (typed["table"], typed["coded"]) == (each["table"], each["half"])

    hall.run(test())


NOT_PLAYED: list[Any] = [
    {"kind": "walkover", "absent": [1]},
    {"kind": "walkover", "absent": [0, 1]},
    {"kind": "default", "winner": 0},
    {"kind": "abandoned", "left": 1, "matches": [[2010, 1500]]},
]


@pytest.mark.parametrize("result", NOT_PLAYED)
def test_phones_and_the_desk_say_only_what_was_played(hall: Hall, result: dict[str, Any]) -> None:
    """Whatever else ends an encounter is the referee's to decide: with an article, among the decisions."""

    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        phone = await event.at_table(hall, (await event.tokens())[1], 0)
        problem(await reported(phone, event, 0, result=result), 409, "result_not_played")
        for staff in (event.browser, await event.invited(hall, "referee"), await event.invited(hall, "desk")):
            figures: dict[str, Any] = {"phase": 1, "round": 1, "table": 1, "result": result}
            problem(await command(staff, event.tournament, "sheet_received", **figures), 409, "result_not_played")
        assert (await seen(phone, event))["reports"] == [None, None]
        figures["result"] = result
        decided = await event.asked("result_decided", **figures, article="Congresso, 4", reason="tolerância")
        assert decided.status_code == 200
        assert (await event.view())["decisions"][0]["article"] == "Congresso, 4"

    hall.run(test())


def test_phones_that_come_at_once_do_not_share_a_half(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        tokens = await event.tokens()
        phones = [await hall.server.guest() for _ in range(6)]
        body = {"token": tokens[1][0], "speak": True}
        answers = await asyncio.gather(*(each.post(f"{event.path}/table", json=body) for each in phones))
        assert sorted(each.status_code for each in answers) == [200, 409, 409, 409, 409, 409]

    hall.run(test())


def test_a_code_is_good_while_its_round_is_open(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.enter(8)
        await event.done("draw", seed="Loteria 5921")
        await event.done("pair")
        problem(await event.browser.get(f"{event.path}/codes"), 409, "tournaments_no_open_round")
        await event.done("round_published", phase=1, round=1)
        tokens = await event.tokens()
        phone = await event.at_table(hall, tokens[1], 0)
        problem(await reported(phone, event, 0), 409, "round_stage")
        await event.done("round_started", phase=1, round=1)
        for table in tokens:
            await event.done("sheet_received", phase=1, round=1, table=table, result=PLAYED)
        await event.done("round_closed", phase=1, round=1)
        late = await hall.server.guest()
        for speak in (False, True):
            answer = await late.post(f"{event.path}/table", json={"token": tokens[1][1], "speak": speak})
            problem(answer, 409, "tournaments_code_over")
        assert not (await seen(phone, event))["last"]
        assert (await seen(phone, event))["stage"] == "closed"
        problem(await reported(phone, event, 0), 409, "round_stage")

    hall.run(test())


def test_whoever_played_the_last_round_is_told_of_no_other_one(hall: Hall) -> None:
    """At the table that this phone spoke for, and by the code of another one that is opened after the end."""

    async def test() -> None:
        event = await hall.organiser(rounds(1))
        await event.playing(4)
        tokens = await event.tokens()
        phone = await event.at_table(hall, tokens[1], 0)
        assert (await seen(phone, event))["last"]
        for table in tokens:
            await event.done("sheet_received", phase=1, round=1, table=table, result=PLAYED)
        for step in ("round_closed", "round_ratified"):
            await event.done(step, phase=1, round=1)
            answer = await (await hall.server.guest()).post(f"{event.path}/table", json={"token": tokens[2][1]})
            problem(answer, 409, "tournaments_code_last")
            assert (await seen(phone, event))["last"]

    hall.run(test())


def test_a_code_of_an_early_round_speaks_of_no_other_once_all_is_played(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser(rounds(2))
        await event.playing(4)
        tokens = await event.tokens()
        phone = await event.at_table(hall, tokens[1], 0)

        async def refused() -> httpx2.Response:
            return await (await hall.server.guest()).post(f"{event.path}/table", json={"token": tokens[1][0]})

        for number in (1, 2):
            for table in (1, 2):
                await event.done("sheet_received", phase=1, round=number, table=table, result=PLAYED)
            assert not (await seen(phone, event))["last"]
            await event.done("round_closed", phase=1, round=number)
            if number == 1:
                await event.done("round_ratified", phase=1, round=1)
                await event.done("pair")
                await event.done("round_published", phase=1, round=2)
                await event.done("round_started", phase=1, round=2)
                problem(await refused(), 409, "tournaments_code_over")
        assert (await seen(phone, event))["last"]
        problem(await refused(), 409, "tournaments_code_last")

    hall.run(test())


def rounds(number: int) -> str:
    """Regulations with this many rounds by standings."""
    document = regulations_document(parse_regulations(example_regulations("club-rounds")))
    document["phases"][0]["rounds"] = number
    document["entries"]["least"] = 4
    return write_regulations(document, {})


def test_a_half_is_released_by_the_desk_and_by_another_pairing(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        tokens = await event.tokens()
        desk = await event.invited(hall, "desk")
        first = await event.at_table(hall, tokens[1], 0)
        figures = {"phase": 1, "round": 1, "table": 1, "half": 0}
        released = await command(desk, event.tournament, "release_half", "once", **figures)
        again = await command(desk, event.tournament, "release_half", "once", **figures)
        assert (released.status_code, again.json()) == (200, released.json())
        problem(await reported(first, event, 0), 403, "tournaments_not_your_half")
        stays, moved = [await event.at_table(hall, tokens[1], half) for half in (0, 1)]
        (shown,) = (await event.view())["phases"][0]["rounds"]
        one, two = ({**each} for each in shown["tables"][:2])
        fixtures = [
            {"table": 1, "one": one["one"], "two": two["two"]},
            {"table": 2, "one": two["one"], "two": one["two"]},
        ]
        line = await event.done("fixtures_changed", phase=1, round=1, fixtures=fixtures, byes=[], reason="engano")
        assert (await seen(stays, event))["half"] == 0
        problem(await reported(moved, event, 1), 403, "tournaments_not_your_half")
        moved = await event.at_table(hall, tokens[1], 1)
        await event.done("revoked", line=line, reason="não era engano")
        problem(await reported(moved, event, 1), 403, "tournaments_not_your_half")
        assert (await reported(stays, event, 0)).status_code == 200

    hall.run(test())


def test_claims_and_answers_outlive_the_memory(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        phone = await event.at_table(hall, (await event.tokens())[1], 0)
        figures = {"phase": 1, "round": 1, "table": 1, "half": 0, "result": PLAYED}
        first = await command(phone, event.tournament, "result_reported", "once", **figures)
        hall.server.context.tournaments.store.drop(event.tournament)
        again = await command(phone, event.tournament, "result_reported", "once", **figures)
        assert (first.status_code, again.json()) == (200, first.json())
        assert (await seen(phone, event))["half"] == 0

    hall.run(test())


def test_a_table_that_is_known_is_not_sent_again(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        phone = await event.at_table(hall, (await event.tokens())[1], 0)
        tag = (await phone.get(f"{event.path}/table")).headers["etag"]
        same = await phone.get(f"{event.path}/table", headers={"if-none-match": tag})
        await reported(phone, event, 0)
        other = await phone.get(f"{event.path}/table", headers={"if-none-match": tag})
        assert (same.status_code, other.status_code) == (304, 200)

    hall.run(test())


@pytest.mark.limit("tournament_guesses_of_person")
def test_guessing_is_limited(hall: Hall) -> None:
    """A guesser learns nothing from the right code then; others at the same address aren't locked out."""

    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        tokens = await event.tokens()
        guessing = await hall.server.guest()
        answers = [await guessing.post(f"{event.path}/table", json={"token": "b" * 26}) for _ in range(11)]
        assert [each.status_code for each in answers] == [403] * 10 + [429]
        problem(answers[-1], 429, "tournaments_guesses")
        problem(await guessing.post(f"{event.path}/table", json={"token": tokens[1][0]}), 429, "tournaments_guesses")
        problem(await guessing.post(f"{event.path}/members", json={"token": "x"}), 429, "tournaments_guesses")
        await event.at_table(hall, tokens[1], 0)

    hall.run(test())


def test_a_draw_that_was_revoked_is_made_again_with_its_seed(hall: Hall) -> None:
    async def main() -> None:
        event = await hall.organiser()
        await event.enter(8)
        line = await event.done("draw", seed="Loteria 5921")
        drawn = (await event.view())["phases"][0]["groups"]
        await event.done("revoked", line=line, reason="faltou uma dupla")
        view = await event.view()
        assert (view["due"], view["phases"][0]["seed"], view["phases"][0]["groups"]) == ("draw", "Loteria 5921", [])
        problem(await event.asked("draw", seed="outra"), 409, "seed_twice")
        await event.done("draw", seed="")
        assert (await event.view())["phases"][0]["groups"] == drawn

    hall.run(main())


def test_a_draw_needs_a_seed(hall: Hall) -> None:
    async def main() -> None:
        event = await hall.organiser()
        await event.enter(8)
        problem(await event.asked("draw", seed=""), 409, "phase_without_seed")

    hall.run(main())


def test_a_registered_pair_that_comes_after_the_draw_plays(hall: Hall) -> None:
    """In groups until the first round is published, which has the whole schedule; then the refusal has the reason."""

    async def main() -> None:
        event = await hall.organiser()
        await event.enter(8)
        late = [{"name": name, "players": [f"{name} 1", f"{name} 2"]} for name in ("Tarde", "Tarde demais")]
        await event.done("enter", sides=late)
        await event.done("draw", seed="Loteria 5921")
        await event.done("pair")
        await event.done("check_in", sides=[9])
        view = await event.view()
        assert sorted(side for group in view["phases"][0]["groups"] for side in group["sides"]) == list(range(1, 10))
        await event.done("pair")
        found = (await event.view())["phases"][0]["rounds"][0]
        there = [side for table in found["tables"] for side in (*table["one"], *table["two"])]
        assert 9 in [*there, *found["byes"]]
        await event.done("round_published", phase=1, round=1)
        problem(await event.asked("check_in", sides=[10]), 409, "side_too_late_fixed")
        assert not (await event.view())["sides"][9]["checked_in"]

    hall.run(main())


def test_a_tick_by_mistake_is_undone_where_it_was_set_until_the_draw(hall: Hall) -> None:
    async def main() -> None:
        event = await hall.organiser()
        await event.enter(9)
        desk = await event.invited(hall, "desk")
        undone = await command(desk, event.tournament, "check_out", side=9)
        assert undone.status_code == 200
        problem(await command(desk, event.tournament, "check_out", side=9), 409, "side_not_checked_in")
        assert [each["checked_in"] for each in (await event.view())["sides"]] == [True] * 8 + [False]
        await event.done("check_in", sides=[9])
        await event.done("check_out", side=9)
        loaded = await hall.server.context.tournaments.store.get(event.tournament)
        assert loaded.log[-1].event == Revoked(loaded.log[-2].line, "presença marcada por engano")
        await event.done("draw", seed="Loteria 5921")
        assert all(9 not in each["sides"] for each in (await event.view())["phases"][0]["groups"])
        problem(await command(desk, event.tournament, "check_out", side=1), 409, "side_drawn")

    hall.run(main())


def test_nobody_takes_another_role_by_their_name(hall: Hall) -> None:
    """The role comes first, whatever a person is called."""

    async def main() -> None:
        event = await hall.organiser()
        desk = await event.invited(hall, "desk", "Rui, arbitragem")
        await event.enter(1)
        await event.done("check_out", side=1)
        assert (await command(desk, event.tournament, "check_in", sides=[1])).status_code == 200
        loaded = await hall.server.context.tournaments.store.get(event.tournament)
        assert loaded.log[-1].by == "secretaria: Rui, arbitragem"

    hall.run(main())


def test_finals_by_crossing_are_not_drawn(hall: Hall) -> None:
    """Their seed decides lots and seats alone; that of the groups, who plays where."""

    async def main() -> None:
        event = await hall.organiser()
        assert [each["drawn"] for each in (await event.view())["phases"]] == [True, False]
        drawn = await hall.organiser(CLUB_DAY.replace('seeding = "crossing"', 'seeding = "draw"'))
        assert [each["drawn"] for each in (await drawn.view())["phases"]] == [True, True]

    hall.run(main())
