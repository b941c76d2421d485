"""House rules: strict as files are, one rulebook for the same changes, records that can be read elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from canastra.errors import RulebookError
from canastra.protocol.tables import rulebook_card
from canastra.records import parse, read_file, replay
from canastra.records.parser import beside
from canastra.rulebooks import POPULAR, load, official, popular
from canastra.server.lobby import LobbyError
from canastra.server.lobby import service as lobby_module
from canastra.server.lobby.house_rules import HouseRules
from canastra.table import Stage
from tests.server.lobby.world import ANA, BIA, World, run

SHORT: dict[str, dict[str, Any]] = {
    "draw": {"opener_may_refuse": False},
    "match": {"target": 150},
    "vulnerability": {"minimums": [40]},
}


def made(base: str, changes: dict[str, dict[str, Any]]) -> str:
    house = HouseRules().made(base, changes)
    assert house is not None
    return house.rulebook.id


def test_the_same_changes_make_the_same_rulebook() -> None:
    first = made("buraco", SHORT)
    assert first.startswith("casa-")
    assert len(first) == len("casa-") + 12
    assert made("buraco", dict(reversed(SHORT.items()))) == first
    unchanged = {"pile": {"purchase": str(official("buraco").pile.purchase)}}
    assert made("buraco", {**SHORT, **unchanged, "groups": {}}) == first
    assert made("buraco", {**SHORT, "match": {"target": 151}}) != first
    assert made("canastra-regional", {"match": {"target": 150}}) != made("buraco", {"match": {"target": 150}})


@pytest.mark.parametrize("changes", [{}, {"match": {}}, {"match": {"target": 2000}}])
def test_what_changes_nothing_is_the_official_rulebook(changes: dict[str, dict[str, Any]]) -> None:
    assert HouseRules().made("buraco", changes) is None


@pytest.mark.parametrize(
    ("base", "changes", "code", "key"),
    [
        ("bridge", {}, "rulebook_extends", "extends"),
        ("casa.toml", {}, "rulebook_extends_file", "extends"),
        ("buraco", {"bidding": {}}, "rulebook_unknown_key", '"bidding"'),
        ("buraco", {"id": {}}, "rulebook_unknown_key", '"id"'),
        ("buraco", {"extends": {}}, "rulebook_unknown_key", '"extends"'),
        ("buraco", {"clauses": {"turn": {"article": "x"}}}, "rulebook_unknown_key", '"clauses"'),
        ("buraco", {"draw": {"twice": True}}, "rulebook_unknown_key", "draw.twice"),
        ("buraco", {"draw": {"opener_may_refuse": 0}}, "rulebook_wrong_type", "draw.opener_may_refuse"),
        ("buraco", {"draw": {"opener_may_refuse": None}}, "rulebook_wrong_type", "draw.opener_may_refuse"),
        (
            "buraco",
            {"draw": {"opener_may_refuse": {"value": False, "article": "Art. 99"}}},
            "rulebook_wrong_type",
            "draw.opener_may_refuse",
        ),
        ("buraco", {"match": {"target": 10**7}}, "rulebook_wrong_value", "match.target"),
        ("buraco", {"match": {"target": 1e400}}, "rulebook_wrong_type", "match.target"),
        ("buraco", {"groups": {"ranks": "A 2"}}, "contradiction_group_of_twos", "groups.ranks"),
    ],
)
def test_what_a_file_may_not_say_is_refused(base: str, changes: dict[str, dict[str, Any]], code: str, key: str) -> None:
    with pytest.raises(RulebookError) as caught:
        HouseRules().made(base, changes)
    assert caught.value.figures["key"] == key
    assert caught.value.code == code
    assert caught.value.message("pt") != caught.value.message("en")


def changed_for(name: str) -> dict[str, dict[str, Any]]:
    """The changes that a popular game makes to its rulebook."""
    base, game = (rulebook_card(each).parameters for each in (official("buraco"), popular(name)))
    return {
        section: {key: each.value for key, each in group.items() if each.value != base[section][key].value}
        for section, group in game.items()
    }


@pytest.mark.parametrize("name", POPULAR)
def test_the_changes_that_make_a_popular_game_are_that_game(name: str) -> None:
    houses = HouseRules()
    found = houses.made("buraco", changed_for(name))
    assert found is not None
    assert (found.rulebook, found.document, houses.find(name)) == (popular(name), "", popular(name))
    assert f'id = "{name}"' in houses.file(name)
    assert made("buraco", {**changed_for(name), "match": {"target": 2500}}).startswith("casa-")


def test_a_popular_game_is_changed_by_what_differs_from_it() -> None:
    houses = HouseRules()
    assert houses.made("buraco-fechado", {"match": {"target": 3000}}) is None
    found = houses.made("buraco-fechado", {"pile": {"purchase": "justified"}})
    assert found is not None
    rules = found.rulebook
    assert (rules.extends, rules.pile.purchase) == ("buraco-fechado", "justified")
    assert rules.names == {"pt": "Buraco fechado, regra da casa", "en": "Closed buraco, house rules"}
    houses.remember(rules.id, found.document)
    assert 'extends = "buraco-fechado"' in houses.file(rules.id)
    assert houses.find(rules.id) == rules
    into_another = {"groups": {"ranks": ""}, "going_out": {"needs": "clean"}, "pile": {"purchase": "justified"}}
    turned = houses.made("buraco-fechado", into_another)
    assert turned is not None
    assert turned.rulebook == popular("buraco-stbl")


def test_a_table_by_changes_of_a_popular_game_is_one_of_its_official_rulebook(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        card = await world.open(ANA, rulebook="buraco-fechado", house={"match": {"target": 150}}, bots="greedy")
        assert card.house
        assert card.rulebook.startswith("casa-")
        terms = (await world.lobby.registry.listed(card.table)).options
        assert terms.base == "buraco"
        await world.restart()
        assert (await world.play(card.table)).stage is Stage.FINISHED

    run(tmp_path, main)


def test_a_popular_game_is_played_on_after_the_server_began_again(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        card = await world.open(ANA, rulebook="buraco", house=changed_for("buraco-stbl"), bots="greedy", target=150)
        assert card.rulebook == "buraco-stbl"
        begun = await world.play(card.table, until=lambda table: table.deal is not None and table.step > 30)
        await world.stop()
        await world.start()
        assert (await world.table(card.table)).step >= begun.step
        assert (await world.play(card.table)).stage is Stage.FINISHED
        text = await world.lobby.queries.record(card.table, ANA)
        assert replay(parse(text, beside(tmp_path))).match.finished

    run(tmp_path, main)


def test_two_rulebooks_never_share_an_id() -> None:
    houses = HouseRules()
    first = houses.made("buraco", SHORT)
    assert first is not None
    houses.remember(first.rulebook.id, first.document.replace("150", "151"))  # As an attacker could construct it.
    second = houses.made("buraco", SHORT)
    assert second is not None
    assert second.rulebook.id.startswith(first.rulebook.id)
    assert len(second.rulebook.id) == len("casa-") + 32
    houses.remember(second.rulebook.id, second.document)
    assert houses.find(first.rulebook.id).match.target == 151
    assert houses.find(second.rulebook.id).match.target == 150


def test_a_match_by_house_rules_and_its_record(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        card = await world.open(ANA, rulebook="buraco", house=SHORT, bots="greedy")
        rules = world.lobby.registry.find(card.rulebook)
        assert (card.house, card.target, rules.extends) == (True, 150, "buraco")
        assert card.rulebook_name == {
            "pt": "Buraco, regra da casa",
            "en": f"{official('buraco').names['en']}, house rules",
        }
        assert rules.article("draw.opener_may_refuse") == "regra da casa"
        assert rules.article("pile.purchase") == official("buraco").article("pile.purchase")
        await world.restart()
        assert world.lobby.registry.find(card.rulebook).sha256 == rules.sha256
        await world.play(card.table)
        text = await world.lobby.queries.record(card.table, ANA)
        file = tmp_path / f"{card.rulebook}.toml"
        file.write_text(world.lobby.registry.houses.file(card.rulebook), "utf-8")
        assert load(str(file)).sha256 == rules.sha256
        match = tmp_path / "match.canastra"
        match.write_text(text, "utf-8")
        assert replay(read_file(match, beside(tmp_path))).match.finished
        assert parse(text, world.lobby.registry.find).rulebook.id == card.rulebook
        (own,) = (await world.lobby.queries.profile(ANA.player)).figures
        assert own.rulebook == card.rulebook
        # The same rules once more, by their id and by what they change.
        assert (await world.open(BIA, rulebook=card.rulebook)).rulebook == card.rulebook
        assert (await world.open(BIA, rulebook="buraco", house=SHORT)).rulebook == card.rulebook
        found = await world.lobby.queries.open_tables(None, 50, None, "buraco")
        assert {each.rulebook for each in found.tables} == {card.rulebook}
        assert (
            len(found.tables) == len((await world.lobby.queries.open_tables(None, 50, None, card.rulebook)).tables) == 2
        )

    run(tmp_path, main)


def test_files_of_houses_only(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        for rulebook in ("buraco", "casa-000000000000", "../x"):
            with pytest.raises(LobbyError) as caught:
                world.lobby.registry.houses.file(rulebook)
            assert (caught.value.code, caught.value.status) == ("lobby_no_house", 404)
        with pytest.raises(RulebookError):
            world.lobby.registry.find("casa-000000000000")

    run(tmp_path, main)


@pytest.mark.limit("houses_of_person")
def test_nobody_makes_house_rules_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "HOUSES_OF_PERSON", 2)

    async def main(world: World) -> None:
        for target in (100, 200, 100, 200):
            await world.open(ANA, rulebook="buraco", house={"match": {"target": target}})
        with pytest.raises(LobbyError) as caught:
            await world.open(ANA, rulebook="buraco", house={"match": {"target": 300}})
        assert (caught.value.code, caught.value.status) == ("lobby_too_many_houses", 429)
        assert len((await world.lobby.queries.mine(ANA)).tables) == 4
        await world.open(BIA, rulebook="buraco", house={"match": {"target": 300}})
        await world.open(ANA, rulebook="buraco", house={"match": {"target": 300}})

    run(tmp_path, main)
