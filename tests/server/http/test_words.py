"""Words for clients: the catalogues' own, and all that a sheet or a page of rules needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.engine import Score
from canastra.messages import catalogue
from canastra.rulebooks import OFFICIAL, official
from canastra.rulebooks.values import kinds
from tests.server.http.http_server import Server, problem, run
from tests.table.hosting import Host


def test_names_of_what_the_protocol_speaks_of(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        found = {language: (await client.get(f"/api/words?lang={language}")).json() for language in ("pt", "en")}
        assert (await client.get("/api/words")).json() == found["pt"]
        for language, words in found.items():
            assert words["language"] == language
            assert words["components"].keys() == {*Score._fields, "total", "rulings", "before", "match"}
            assert words["components"]["melded"] == catalogue(language)["sheet_melded"]
            assert words["parameters"].keys() == kinds().keys()
            assert all(words["clauses"].values())
        assert found["pt"]["parameters"] != found["en"]["parameters"]
        problem(await client.get("/api/words?lang=fr"), 400, "api_query")

    run(tmp_path, test)


def test_rulebooks_in_words(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        for rulebook in OFFICIAL:
            card = (await client.get(f"/api/rulebooks/{rulebook}")).json()
            found = (await client.get(f"/api/rulebooks/{rulebook}/words?lang=en")).json()
            assert found["name"] == card["name"]["en"]
            shown = {each["key"]: each for each in found["parameters"]}
            keys = {f"{section}.{name}" for section, given in card["parameters"].items() for name in given}
            assert shown.keys() == keys
            for section, given in card["parameters"].items():
                for name, parameter in given.items():
                    assert shown[f"{section}.{name}"]["article"] == parameter["article"]
            assert all(each["name"] and each["value"] and each["article"] for each in found["clauses"])
            marked = {each["key"] for each in (*found["parameters"], *found["clauses"]) if each["decision"]}
            assert {each["about"] for each in found["decisions"]} == marked
            assert all(each["reason"] and each["article"] for each in found["decisions"])
        problem(await client.get("/api/rulebooks/nobodys/words"), 404, "api_rulebook")

    run(tmp_path, test)


def test_components_are_those_that_a_rulebook_knows(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        for rulebook in OFFICIAL:
            found = (await client.get(f"/api/rulebooks/{rulebook}/words")).json()["components"]
            names = [each["key"] for each in found]
            assert names == [name for name in Score._fields if name in names]
            assert ("red_threes" in names) == official(rulebook).threes.red_exposed
            assert ("royal" in names) == bool(official(rulebook).canastas.royal)
            assert all(each["article"] for each in found)

    run(tmp_path, test)


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_the_end_of_a_deal_has_every_component(rulebook: str) -> None:
    host = Host(rulebook, 2).seat_people(0, level="greedy")
    while host.table.last is None:
        host.play_on(1)
    last = host.table.last
    assert [list(each) for each in last.scores] == [[*Score._fields, "total"]] * 2
    assert [each["total"] for each in last.scores] == list(last.points)
