"""An online tournament: its tables open by themselves, and say by themselves what was played at them."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.server.live import TableStoppedError
from canastra.server.lobby.expiry import WAITING
from canastra.table import Accept, Leave, Offer, Stage, Table
from canastra.tournament.verifier import check_tournament
from tests.server.http.http_server import problem
from tests.server.tournaments.hall import Json
from tests.server.tournaments.online import MINUTE, NOON, Online, regulations, run


async def files(event: Online) -> tuple[str, bytes]:
    """The regulations and the log, as an organiser gets them."""
    path = f"{event.organiser.path}/files"
    both = [await event.organiser.browser.get(f"{path}/{name}") for name in ("regulations.toml", "events.jsonl")]
    assert [each.status_code for each in both] == [200, 200]
    return both[0].text, both[1].content


def test_a_whole_tournament_of_pairs(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.enter(4)
        await event.come(1, 2, 3)
        seen = await event.organiser.view()
        assert [each["checked_in"] for each in seen["sides"]] == [True, True, True, False]
        await event.come(4)
        assert (await event.me(1))["round"] == 0
        for number in (1, 2):
            await event.round(number)
            mine = await event.me(1)
            assert (mine["round"], mine["stage"], mine["result"]) == (number, "playing", None)
            assert mine["absent_at"] == NOON + 10 * MINUTE
            table = await event.table(mine["game"])
            assert [seat.name for seat in table.seats[mine["half"] :: 2]] == ["J1.1", "J1.2"]
            assert not table.settings.undo
            assert table.settings.forfeits
            other = await event.game(mine["opponents"][0]["number"])
            assert other == mine["game"]
            await event.play(mine["game"], until=lambda table: table.deal is not None)
            mine = await event.me(1)
            assert (mine["absent_at"], mine["last"]) == (None, number == 2)
            await event.play_all(4)
            results = await event.results(number)
            assert {each["kind"] for each in results.values() if each} == {"played"}
            played = await event.table(mine["game"])
            assert played.match is not None
            mine = await event.me(1)
            assert mine["result"]["matches"] == [list(played.match.points)]
            await event.organiser.done("round_closed", phase=1, round=number)
            await event.organiser.done("round_ratified", phase=1, round=number)
        view = await event.organiser.view()
        assert view["due"] == "over"
        assert sorted(view["overall"]) == [1, 2, 3, 4]
        assert check_tournament(*await files(event)) == ()

    run(tmp_path, regulations(), test)


def test_nobody_sits_where_the_tournament_seats_people(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.enter(4)
        await event.come(2, 3, 4)
        await event.come(1)
        await event.round(1, start=False)
        game = await event.game(1)
        stranger = await event.server.guest("Rui")
        card = (await stranger.get(f"/api/tables/{game}")).json()
        assert card["tournament"] == event.organiser.tournament
        for path, verb in ((f"seats/{seat}", "PUT") for seat in range(4)):
            problem(await stranger.request(verb, f"/api/tables/{game}/{path}", json={}), 403, "lobby_arranged")
        lists = (await stranger.get("/api/tables?state=open")).json()["tables"]
        assert lists == []
        mine = await event.people[1, 1].get("/api/me/tables")
        assert [each["table"] for each in mine.json()["tables"]] == [game]
        for method, path in (("POST", "bots"), ("DELETE", "")):
            answer = await event.people[1, 1].request(
                method, f"/api/tables/{game}/{path}".rstrip("/"), json={"level": "greedy"}
            )
            assert answer.status_code in (403, 405), answer.text

    run(tmp_path, regulations(), test)


def test_who_does_not_come_loses_by_walkover(tmp_path: Path) -> None:
    """Of four pairs one comes with one player only, and one not at all."""

    async def test(event: Online) -> None:
        await event.enter(4)
        await event.organiser.done("check_in", sides=[1, 2, 3, 4])
        await event.come(1)
        links = await event.links()
        await event.round(1)
        mine = await event.me(1)
        opponent = mine["opponents"][0]["number"]
        late = await event.server.guest("Tarde")
        await late.post(f"{event.organiser.path}/player", json={"token": links[opponent, 1]})
        await event.settled()
        table = await event.table(mine["game"])
        assert sum(seat.is_person for seat in table.seats) == 3
        await event.play(mine["game"], until=lambda table: all(seat.ready for seat in table.seats if seat.is_person))
        await event.later(9.9)
        assert set((await event.results()).values()) == {None}
        await event.later(0.2)
        results = await event.results()
        at = mine["table"]
        assert results.pop(at) == {"kind": "walkover", "absent": [1 - mine["half"]]}
        assert list(results.values()) == [{"kind": "walkover", "absent": [0, 1]}]
        assert (await event.table(mine["game"])).stage is Stage.FINISHED
        card = await event.people[1, 1].get(
            f"/api/players/{(await event.people[1, 1].get('/api/me')).json()['player']}"
        )
        assert card.json()["figures"] == [], "a match that never began is none"

    run(tmp_path, regulations(), test)


def test_a_round_that_has_not_begun_waits(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.enter(4)
        await event.come()
        await event.round(1, start=False)
        assert (await event.me(1))["absent_at"] is None
        await event.later(60)
        assert set((await event.results()).values()) == {None}
        games = sorted({await event.game(side) for side in range(1, 5)})
        for game in games:
            table = await event.play(game, until=lambda table: all(seat.ready for seat in table.seats))
            assert table.stage is Stage.SEATING, "nobody has more time than others"
        await event.organiser.done("round_started", phase=1, round=1)
        await event.settled()
        for game in games:
            assert (await event.table(game)).stage is not Stage.SEATING
            await event.play(game)
        assert {each and each["kind"] for each in (await event.results()).values()} == {"played"}

    run(tmp_path, regulations(), test)


def test_who_comes_after_the_round_has_begun_waits_for_no_call(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.enter(4)
        await event.organiser.done("check_in", sides=[1, 2, 3, 4])
        await event.come(1, 2)
        await event.round(1)
        await event.come(3, 4)
        table = await event.play(await event.game(1), until=lambda table: table.stage is not Stage.SEATING)
        assert table.play_called

    run(tmp_path, regulations(), test)


@pytest.mark.parametrize("stand_in", [False, True])
def test_a_player_who_goes(tmp_path: Path, stand_in: bool) -> None:
    async def test(event: Online) -> None:
        await event.begins()
        mine = await event.me(1)
        table = await event.play(mine["game"], until=lambda table: table.deal is not None)
        seat = next(number for number, each in enumerate(table.seats) if each.name == "J1.2")
        await event.send(mine["game"], table.seats[seat].player, Leave(seat))
        await event.settled()
        result = (await event.me(1))["result"]
        if stand_in:
            assert result is None
            assert (await event.play(mine["game"])).stage is Stage.FINISHED
            assert (await event.me(1))["result"]["kind"] == "played"
        else:
            assert result == {"kind": "abandoned", "left": mine["half"], "matches": [[0, 0]]}

    changes = (("stand_in = false", "stand_in = true"),) if stand_in else ()
    run(tmp_path, regulations(*changes), test)


def test_a_side_that_resigns_gives_the_encounter_up(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.begins()
        mine = await event.me(1)
        table = await event.play(mine["game"], until=lambda table: table.deal is not None)
        for seat in (mine["half"], mine["half"] + 2):
            player = table.seats[seat].player
            try:
                await event.send(mine["game"], player, Offer(seat, "resign"))
            except AssertionError:  # The partner agrees to it.
                await event.send(mine["game"], player, Accept(seat, "resign"))
        await event.settled()
        result = {"kind": "abandoned", "left": mine["half"], "matches": [[0, 0]], "resigned": True}
        assert (await event.me(1))["result"] == result
        sheet = await event.organiser.browser.get(f"{event.organiser.path}/files/results.csv?lang=pt")
        assert "Lado 1 (J1.1 / J1.2) desistiu" in sheet.text

    run(tmp_path, regulations(), test)


def test_time_is_called(tmp_path: Path) -> None:
    """Forty minutes after the start no new deal begins; the running one is finished."""

    async def test(event: Online) -> None:
        await event.begins()
        games = {await event.game(side) for side in range(1, 5)}
        one, two = sorted(games)
        await event.later(39.9)
        await event.play(one, until=lambda table: table.deal is not None)
        await event.play(two, until=lambda table: table.stage is Stage.GATHERING)
        assert not (await event.table(one)).called
        await event.later(0.2)
        assert (await event.table(one)).called
        ended = (await event.table(two)).result
        assert ended is not None
        assert ended.reason == "called"
        played = await event.play(one)
        assert played.match is not None
        assert played.match.deals == 1
        results = [each for each in (await event.results()).values() if each]
        assert sorted(each["kind"] for each in results) == ["played", "played"]
        assert [list(played.match.points)] in [each["matches"] for each in results]
        assert [[0, 0]] in [each["matches"] for each in results]

    text = regulations(("target = 300 ", "target = 9000 "), ("tolerance_minutes = 10", "tolerance_minutes = 45"))
    run(tmp_path, text, test)


def test_the_best_of_three_goes_on_by_itself(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.begins()
        mine = await event.me(1)
        games = [mine["game"]]
        while (await event.me(1))["result"] is None:
            await event.play(games[-1])
            now = await event.me(1)
            if now["result"] is None:
                games.append(now["game"])
                (card,) = [each for each in await event.games() if each["table"] == mine["table"]]
                assert (card["match"], card["stage"]) == (len(games), "playing"), "they are there"
        assert 2 <= len(games) <= 3
        assert len(set(games)) == len(games)
        matches = (await event.me(1))["result"]["matches"]
        assert len(matches) == len(games)
        wins = [sum(score[half] > score[1 - half] for score in matches) for half in (0, 1)]
        assert max(wins) == 2

    text = regulations(("number = 1", "number = 3"), ("minutes = 45", "minutes = 0"), ("warning = 10", "warning = 0"))
    text = text.replace('"no_new_deal"', '"play_on"').replace("last_minutes = 5", "last_minutes = 0")
    run(tmp_path, text.replace("target = 300 ", "target = 100 "), test)


def test_what_the_referee_decides_ends_a_table(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.begins()
        mine = await event.me(1)
        await event.play(mine["game"], until=lambda table: table.deal is not None)
        at: Json = {"phase": 1, "round": 1, "table": mine["table"]}
        decided = {"kind": "default", "winner": mine["half"]}
        await event.organiser.done(
            "result_decided", **at, result=decided, article="Congresso, 4", reason="queda de luz"
        )
        await event.settled()
        ended = (await event.table(mine["game"])).result
        assert ended is not None
        assert (ended.reason, ended.winner) == ("stopped", None)
        assert (await event.me(1))["result"] == decided
        assert await event.figures(1) == []

    run(tmp_path, regulations(), test)


def test_tables_that_are_paired_anew_are_played_by_those_who_sit_there_now(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.begins()
        before = {side: await event.game(side) for side in range(1, 5)}
        mine = await event.me(1)
        tables = (await event.organiser.view())["phases"][0]["rounds"][0]["tables"]
        one, two = ({"table": each["table"], "one": each["one"], "two": each["two"]} for each in tables)
        one["two"], two["two"] = two["two"], one["two"]
        changed = {"fixtures": [one, two], "byes": [], "reason": "engano"}
        await event.organiser.done("fixtures_changed", phase=1, round=1, **changed)
        await event.settled()
        after = {side: await event.game(side) for side in range(1, 5)}
        assert set(after.values()).isdisjoint(before.values())
        assert (await event.me(1))["opponents"] != mine["opponents"]
        for game in set(before.values()):
            ended = (await event.table(game)).result
            assert ended is not None
            assert ended.reason == "closed"
        table = await event.table(after[1])
        assert sum(seat.is_person for seat in table.seats) == 4

    run(tmp_path, regulations(), test)


def test_who_comes_late_plays_with_whoever_has_a_bye(tmp_path: Path) -> None:
    """Of five sides one rests. A sixth comes while the others play: both get a table, and as long as others had."""

    async def test(event: Online) -> None:
        await event.enter(5)
        await event.come()
        await event.round(1)
        (resting,) = [side for side in range(1, 6) if not (await event.me(side))["table"]]
        assert (await event.me(resting))["bye"]
        await event.later(20)
        await event.organiser.done("enter", sides=[{"name": "Tarde", "players": ["T1", "T2"]}])
        await event.come(6)
        table = {"table": 3, "one": [resting], "two": [6]}
        change = {"fixtures": [table], "byes": [], "reason": "chegou tarde"}
        await event.organiser.done("fixtures_changed", phase=1, round=1, **change)
        await event.settled()
        mine = await event.me(6)
        assert (mine["table"], mine["bye"], mine["opponents"][0]["number"]) == (3, False, resting)
        assert mine["game"] == await event.game(resting)
        await event.later(9.9)
        assert (await event.results())[3] is None
        await event.play_all(6)
        assert (await event.results())[3] is not None
        await event.organiser.done("round_closed", phase=1, round=1)
        assert check_tournament(*await files(event)) == ()

    run(tmp_path, regulations(("tolerance_minutes = 10", "tolerance_minutes = 40")), test)


def test_a_player_who_is_replaced_before_the_match(tmp_path: Path, each_database: None) -> None:
    async def test(event: Online) -> None:
        await event.begins()
        before = await event.game(1)
        await event.organiser.done("release_player", side=1, player=2)
        gone = await event.people[1, 2].get(f"{event.organiser.path}/player")
        problem(gone, 404, "tournaments_no_player")
        del event.people[1, 2]
        await event.settled()
        await event.come(1)
        after = await event.game(1)
        assert after != before, "a table of people who don't play is given up"
        table = await event.table(after)
        replaced = (await event.people[1, 2].get("/api/me")).json()["player"]
        assert replaced in {seat.player for seat in table.seats}
        assert sum(seat.is_person for seat in table.seats) == 4
        problem(await event.organiser.asked("release_player", side=9, player=1), 409, "tournaments_player_free")

    run(tmp_path, regulations(), test)


def test_a_table_that_cannot_be_had_keeps_the_others_from_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(event: Online) -> None:
        await event.begins()
        lost, other = sorted({await event.game(side) for side in range(1, 5)})
        host = event.server.context.lobby.host
        peek = host.peek

        async def damaged(table: str) -> Table:
            if table == lost:
                raise TableStoppedError(table)
            return await peek(table)

        monkeypatch.setattr(host, "peek", damaged)
        await event.play(other)
        results = list((await event.results()).values())
        assert sorted(str(each and each["kind"]) for each in results) == ["None", "played"]
        monkeypatch.undo()
        await event.play(lost)
        assert None not in (await event.results()).values(), "it is looked at again"

    run(tmp_path, regulations(), test)


def test_a_match_that_the_server_ends_is_for_the_referee(tmp_path: Path) -> None:
    """The end of a match by the server is no defeat."""

    async def test(event: Online) -> None:
        await event.begins()
        game = await event.game(1)
        await event.play(game, until=lambda table: table.deal is not None)
        await event.server.context.lobby.expiry.end(game)
        await event.settled()
        ended = (await event.table(game)).result
        assert ended is not None
        assert (ended.reason, ended.winner) == ("stopped", None)
        assert (await event.me(1))["result"] is None
        assert await event.figures(1) == []

    run(tmp_path, regulations(), test)


def test_a_table_that_waits_for_days_is_opened_anew(tmp_path: Path) -> None:
    """A round that is published days before: its tables are closed like all unused ones, and opened again."""

    async def test(event: Online) -> None:
        await event.enter(4)
        await event.come()
        await event.round(1, start=False)
        before = {await event.game(side) for side in range(1, 5)}
        await event.time.advance(WAITING)
        assert await event.server.context.lobby.expiry.sweep() == len(before)
        await event.settled()
        games = {await event.game(side) for side in range(1, 5)}
        assert len(games) == len(before)
        assert games.isdisjoint(before)
        await event.organiser.done("round_started", phase=1, round=1)
        await event.play_all(4)
        assert {each and each["kind"] for each in (await event.results()).values()} == {"played"}

    run(tmp_path, regulations(), test)


def test_links_are_for_one_person_each(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.enter(4)
        links = await event.links()
        assert len(set(links.values())) == 8
        ana, bia = await event.server.guest("Ana"), await event.server.guest("Bia")
        path = f"{event.organiser.path}/player"
        for _ in range(2):
            assert (await ana.post(path, json={"token": links[1, 1]})).status_code == 200
        problem(await bia.post(path, json={"token": links[1, 1]}), 409, "tournaments_player_taken")
        problem(await ana.post(path, json={"token": links[1, 2]}), 409, "tournaments_other_player")
        problem(await bia.post(path, json={"token": "a" * 26}), 403, "tournaments_player_link")
        problem(await bia.get(f"{event.organiser.path}/players"), 403, "tournaments_role")
        problem(await bia.get(path), 404, "tournaments_no_player")
        taken = (await event.organiser.browser.get(f"{event.organiser.path}/players")).json()["links"]
        assert [each["taken"] for each in taken] == [True] + [False] * 7

    run(tmp_path, regulations(), test)


def test_a_tournament_with_real_cards_has_no_links(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        problem(await event.organiser.browser.get(f"{event.organiser.path}/players"), 409, "tournaments_not_online")
        assert await event.games() == []

    run(tmp_path, regulations(example="club-rounds"), test)


def test_players_without_partners(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.enter(4, players=1)
        await event.come()
        await event.round(1)
        await event.play_all(4)
        results = await event.results()
        assert [each and each["kind"] for each in results.values()] == ["played", "played"]

    text = regulations(('kind = "pairs"', 'kind = "players"'), ('rulebook = "buraco"', 'rulebook = "canastra-duelo"'))
    run(tmp_path, text.replace("target = 300 ", "target = 0 "), test)


def test_partners_who_change(tmp_path: Path) -> None:
    """An individual online: four players a table, each a side of their own."""

    async def test(event: Online) -> None:
        await event.enter(8, players=1)
        await event.come()
        await event.round(1)
        mine = await event.me(1)
        assert len(mine["partners"]) == 1
        assert len(mine["opponents"]) == 2
        table = await event.table(mine["game"])
        partner = mine["partners"][0]["players"][0]
        assert {seat.name for seat in table.seats[mine["half"] :: 2]} == {"J1.1", partner}
        await event.play_all(8)
        assert None not in (await event.results()).values()

    text = regulations(example="individual")
    appendix = regulations().partition("[online]")[2]
    text = text.replace('at_call = "finish_turn"', 'at_call = "finish_deal"').replace("least = ", "least = ")
    run(tmp_path, f"{text}\n[online]{appendix}", test)
