"""Long work for many sides doesn't run on the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from canastra.prints.event import files
from canastra.server.tournaments import derivation, views
from tests.server.tournaments.hall import CLUB_DAY, Hall, opened


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    yield from opened(tmp_path_factory.mktemp("hall"))


def test_rounds_views_and_prints_are_made_in_processes_apart(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object, **figures: object) -> None:
        raise AssertionError("in the process that answers")

    for module, name in (
        (derivation, "pair_round"),
        (derivation, "drawn"),
        (derivation, "parse_regulations"),
        (views, "tournament_view"),
        (files, "EventPrints"),
    ):
        monkeypatch.setattr(module, name, never)

    async def test() -> None:
        event = await hall.organiser(CLUB_DAY)
        await event.playing()
        assert (await event.view())["due"] == "results"
        assert (await event.browser.get(f"{event.path}/prints/tables")).status_code == 200

    hall.run(test())


def test_views_are_compressed_and_whole(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        packed = await event.browser.get(event.path)
        plain = await event.browser.get(event.path, headers={"accept-encoding": "identity"})
        assert (packed.headers.get("content-encoding"), plain.headers.get("content-encoding")) == ("gzip", None)
        assert packed.json() == plain.json()

    hall.run(test())


def test_all_roles_and_languages_look_at_once(hall: Hall) -> None:
    """After a change each page asks again: the views of one tournament never keep each other out."""

    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        staff = [event.browser, *[await event.invited(hall, role) for role in ("referee", "desk")]]
        everybody = [*staff, await hall.server.client()]
        await event.done("case_decided", article="Art. 16", reason="chuva")
        asked = [each.get(event.path, params={"lang": language}) for each in everybody for language in ("pt", "en")]
        assert [answer.status_code for answer in await asyncio.gather(*asked)] == [200] * 8

    hall.run(test())
