"""Teams on the server: a code for each side of every table, a line-up, and what each table and the page show of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from canastra.tournament.regulations import example_regulations
from tests.server.tournaments.hall import Hall, opened

TEAMS = example_regulations("club-teams")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    yield from opened(tmp_path_factory.mktemp("hall"))


def test_two_teams_at_two_tables(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser(TEAMS)
        names = {number: [f"{name} {number}" for name in ("Ana", "Bia", "Caio", "Davi")] for number in range(1, 9)}
        sides = [{"name": f"Equipe {number}", "players": players} for number, players in names.items()]
        await event.done("enter", sides=sides)
        await event.done("check_in", sides=list(names))
        await event.done("draw", seed="Loteria 5921")
        await event.done("pair")
        await event.done("round_published", phase=1, round=1)
        (encounter, *_) = (await event.view())["phases"][0]["rounds"][0]["encounters"]
        assert (encounter["tables"], encounter["score"], encounter["points"]) == ([1, 2], None, None)
        one = encounter["one"]
        desk = await event.invited(hall, "desk")
        act = {"type": "line_up_given", "phase": 1, "round": 1, "side": one, "line_up": [[1, 3], [2, 4]]}
        answer = await desk.post(f"{event.path}/commands", json={"id": "line-up-of-one", "act": act})
        assert answer.status_code == 200, answer.text
        await event.done("round_started", phase=1, round=1)
        tokens = await event.tokens()
        assert sorted(tokens) == list(range(1, 9))
        phone = await event.at_table(hall, tokens[2], 0)
        seen = (await phone.get(f"{event.path}/table")).json()
        assert [each["players"] for each in seen["one"]] == [[names[one][1], names[one][3]]]
        assert [each["players"] for each in seen["two"]] == [names[encounter["two"]]]
        for table, score in ((1, [2000, 1500]), (2, [900, 1000])):
            await event.done(
                "sheet_received", phase=1, round=1, table=table, result={"kind": "played", "matches": [score]}
            )
        public = (await (await hall.server.browser()).get(event.path)).json()["phases"][0]["rounds"][0]
        assert public["encounters"][0]["score"] == [2900, 2500]
        assert public["encounters"][0]["points"] == [2, 0]
        assert [each["players"][0] for each in public["tables"][:2]] == [
            [names[one][0], names[one][2]],
            [names[one][1], names[one][3]],
        ]
        assert {tuple(map(tuple, each["players"])) for each in public["tables"][2:]} == {((), ())}

    hall.run(test())
