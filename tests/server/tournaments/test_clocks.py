"""The clock of a round: stopped, going on, with more time; for phones, players and the server's own tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from canastra.table import Leave, Stage
from tests.server.http.http_server import problem
from tests.server.tournaments.hall import CLUB_DAY, Hall, command, opened
from tests.server.tournaments.online import MINUTE, Online, regulations, run


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    yield from opened(tmp_path_factory.mktemp("hall"))


ROUND: dict[str, Any] = {"phase": 1, "round": 1}


def test_a_pause_and_more_time_move_the_end_for_everybody(tmp_path: Path) -> None:
    """Sixty minutes, the warning ten before; twelve of them stopped, five more given."""

    async def test(online: Online) -> None:
        event, server = online.organiser, online.server
        await event.playing()
        referee, desk = [await event.invited(online, role) for role in ("referee", "desk")]
        phone = await event.at_table(online, (await event.tokens())[1], 0)
        (card,) = (await event.view())["phases"][0]["rounds"]
        ends, warns = card["ends"], card["warns"]
        assert (ends - warns, card["paused"]) == (10 * MINUTE, None)

        async def seen() -> set[tuple[int, int, int | None]]:
            public = (await (await server.client()).get(event.path)).json()["phases"][0]["rounds"][0]
            staff = (await event.view())["phases"][0]["rounds"][0]
            table = (await phone.get(f"{event.path}/table")).json()
            return {(each["ends"], each["warns"], each["paused"]) for each in (public, staff, table)}

        await online.later(10)
        for person in (phone, desk):
            refused = await command(person, event.tournament, "round_paused", **ROUND, reason="luz")
            problem(refused, 403, "tournaments_role")
        at = server.context.tournaments.now()
        paused = await command(referee, event.tournament, "round_paused", **ROUND, reason="faltou luz")
        assert paused.status_code == 200
        assert await seen() == {(ends, warns, at)}
        problem(await event.asked("round_paused", **ROUND, reason="luz"), 409, "clock_paused")
        await online.later(12)
        assert await seen() == {(ends, warns, at)}
        await event.done("round_resumed", **ROUND)
        assert await seen() == {(ends + 12 * MINUTE, warns + 12 * MINUTE, None)}
        problem(await event.asked("round_resumed", **ROUND), 409, "clock_running")
        line = await event.done("round_extended", **ROUND, minutes=5, reason="começou tarde")
        assert await seen() == {(ends + 17 * MINUTE, warns + 17 * MINUTE, None)}
        server.context.tournaments.store.drop(event.tournament)
        assert await seen() == {(ends + 17 * MINUTE, warns + 17 * MINUTE, None)}, "also after the memory is lost"
        await event.done("revoked", line=line, reason="engano")
        assert await seen() == {(ends + 12 * MINUTE, warns + 12 * MINUTE, None)}

    run(tmp_path, CLUB_DAY, test)


def test_the_clock_is_that_of_a_round_that_is_played(hall: Hall) -> None:
    async def main() -> None:
        event = await hall.organiser()
        await event.enter(8)
        await event.done("draw", seed="Loteria 5921")
        await event.done("pair")
        await event.done("round_published", **ROUND)
        problem(await event.asked("round_paused", **ROUND, reason="luz"), 409, "round_stage")
        problem(await event.asked("round_extended", phase=1, round=2, minutes=5, reason="luz"), 409, "round_unknown")
        await event.done("round_started", **ROUND)
        assert (await event.asked("round_extended", **ROUND, minutes=0, reason="luz")).status_code == 400

    hall.run(main())


def test_online_no_time_is_called_in_a_pause_and_later_after_it(tmp_path: Path) -> None:
    """Time is called forty minutes after the start, plus ten minutes of pause and five of extension."""

    async def test(event: Online) -> None:
        await event.begins()
        one = await event.game(1)
        await event.later(39)
        await event.play(one, until=lambda table: table.deal is not None)
        await event.organiser.done("round_paused", **ROUND, reason="faltou luz")
        assert (await event.me(1))["paused"] is not None
        await event.later(10)
        assert not (await event.table(one)).called
        await event.organiser.done("round_resumed", **ROUND)
        await event.organiser.done("round_extended", **ROUND, minutes=5, reason="faltou luz")
        await event.later(5.9)
        assert not (await event.table(one)).called
        await event.later(0.2)
        assert (await event.table(one)).called

    text = regulations(("target = 300 ", "target = 9000 "), ("tolerance_minutes = 10", "tolerance_minutes = 45"))
    run(tmp_path, text, test)


def test_online_nobody_is_absent_in_a_pause(tmp_path: Path) -> None:
    """The tolerance is ten minutes; five of them are before the pause and five after it."""

    async def test(event: Online) -> None:
        await event.enter(4)
        await event.organiser.done("check_in", sides=[1, 2, 3, 4])
        await event.come(1)
        await event.round(1)
        mine = await event.me(1)
        await event.later(5)
        await event.organiser.done("round_paused", **ROUND, reason="faltou luz")
        await event.later(30)
        assert set((await event.results()).values()) == {None}
        assert (await event.table(mine["game"])).stage is Stage.SEATING
        await event.organiser.done("round_resumed", **ROUND)
        await event.later(4.9)
        assert set((await event.results()).values()) == {None}
        await event.later(0.2)
        assert all(each is not None for each in (await event.results()).values())

    run(tmp_path, regulations(), test)


def test_a_player_who_is_not_back_for_the_next_match_has_left_the_encounter(tmp_path: Path) -> None:
    """A robot finishes the first match for the player who went. At the second table all others are ready at once.

    A pause of half an hour moves the deadline.
    """

    async def test(event: Online) -> None:
        await event.begins()
        mine = await event.me(1)
        table = await event.play(mine["game"], until=lambda table: table.deal is not None)
        seat = next(number for number, each in enumerate(table.seats) if each.name == "J1.2")
        await event.send(mine["game"], table.seats[seat].player, Leave(seat))
        first = await event.play(mine["game"])
        assert first.match is not None
        table = await event.table(await event.game(1))
        assert [each.ready for each in table.seats] == [number != seat for number in range(4)]
        await event.later(4)
        await event.organiser.done("round_paused", phase=1, round=1, reason="faltou luz")
        await event.later(30)
        await event.organiser.done("round_resumed", phase=1, round=1)
        waits = await event.me(1)
        assert waits["absent_at"] - event.server.context.tournaments.now() == 6 * MINUTE
        await event.later(5.9)
        assert (await event.me(1))["result"] is None
        await event.later(0.2)
        result = {"kind": "abandoned", "left": mine["half"], "matches": [list(first.match.points)]}
        assert (await event.me(1))["result"] == result

    text = regulations(
        ("number = 1", "number = 3"),
        ("minutes = 45", "minutes = 300"),
        ("stand_in = false", "stand_in = true"),
    )
    run(tmp_path, text.replace("target = 300 ", "target = 100 "), test)
