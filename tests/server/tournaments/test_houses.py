"""A tournament by a house's rulebook, which is kept with it; and texts that no file can hold."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from canastra.rulebooks import house
from canastra.toml import read_toml
from tests.server.http.http_server import problem
from tests.server.tournaments.hall import CLUB_DAY, Hall, opened


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    yield from opened(tmp_path_factory.mktemp("hall"))


@pytest.mark.slow
def test_a_house_s_rulebook_stays_with_its_tournament(hall: Hall) -> None:
    """The lobby forgets it once no table is left; the tournament has its file, its target and its prints."""

    async def test() -> None:
        browser = await hall.server.guest()
        rules = {"match": {"target": 1200}}
        table = await browser.post("/api/tables", json={"rulebook": "buraco", "house": rules})
        assert table.status_code == 201, table.text
        rulebook = table.json()["rulebook"]
        assert rulebook.startswith("casa-")
        line = next(each for each in CLUB_DAY.splitlines() if each.startswith("rulebook = "))
        event = await hall.organiser(CLUB_DAY.replace(line, f'rulebook = "{rulebook}"'))
        tournaments = hall.server.context.tournaments
        hall.server.context.lobby.registry.houses.forget(rulebook)
        tournaments.store.drop(event.tournament)
        await event.playing()
        view = await event.view()
        assert (view["rulebook"], view["phases"][0]["target"]) == (rulebook, 1200)
        file = await event.browser.get(f"{event.path}/files/rulebook.toml")
        assert house(read_toml(file.text), "rulebook.toml").match.target == 1200
        assert (await event.browser.get(f"{event.path}/prints/sheets")).status_code == 200
        phone = await event.at_table(hall, (await event.tokens())[1], 0)
        assert (await phone.get(f"{event.path}/table")).json()["target"] == 1200

    hall.run(test())


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\u0000"', '"a\\u0007"', '"name = 1\\udc00"'])
def test_texts_that_no_file_can_hold(hall: Hall, text: str) -> None:
    async def test() -> None:
        event = await hall.organiser()
        kind = {"content-type": "application/json"}
        for path, body in (
            ("/api/tournaments", f'{{"id":"x","regulations":{text}}}'),
            ("/api/tournaments/regulations", f'{{"regulations":{text}}}'),
            (f"{event.path}/commands", f'{{"id":"y","act":{{"type":"case_decided","article":{text},"reason":"z"}}}}'),
            (f"{event.path}/commands", f'{{"id":"z","act":{{"type":"adopt","regulations":{text},"reason":"z"}}}}'),
        ):
            answer = await event.browser.post(path, content=body, headers=kind)
            assert answer.status_code == 400, answer.text
        assert (await event.view())["line"] == 1
        problem(await event.browser.get(f"{event.path}/files/rulebook.toml"), 404, "tournaments_no_file")

    hall.run(test())
