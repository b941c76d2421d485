"""The house rulebooks that come with the package: games that people know by these names."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from canastra.errors import RulebookError
from canastra.records import Record, parse, write
from canastra.records.parser import beside
from canastra.rulebooks import POPULAR, Rulebook, parameters, popular
from canastra.rulebooks.houses import popular_content
from canastra.rulebooks.loader import HOUSE_ARTICLE
from canastra.toml import read_toml

GAMES = [popular(each) for each in POPULAR]
DIFFERENT = {
    "deal.opener": ["next", "next", "next", "dealer"],
    "draw.opener_may_refuse": ["False", "False", "False", "True"],
    "pile.purchase": ["free", "two_naturals", "justified", "free"],
    "pile.one_card": ["not_a_pile_of_one", "allowed", "allowed", "not_a_pile_of_one"],
    "pile.shown": ["all", "top", "top", "all"],
    "groups.ranks": ["()", str((0, *range(2, 13))), "()", "()"],
    "going_out.needs": ["clean", "any", "clean", "clean"],
    "match.target": ["3000", "3000", "3000", "1500"],
}
"""The differences between the four, in the order of `POPULAR`; everything else is the same."""


def test_there_is_a_file_for_each_id_and_no_other() -> None:
    names = {file.name for file in files("canastra.rulebooks").joinpath("data", "popular").iterdir()}
    assert names == {f"{each}.toml" for each in POPULAR}


@pytest.mark.parametrize("game", GAMES, ids=POPULAR)
def test_one_states_every_parameter_as_the_houses(game: Rulebook) -> None:
    document = read_toml(popular_content(game.id).decode())
    stated = {f"{section}.{name}" for section, group in document.items() if isinstance(group, dict) for name in group}
    assert {key for key, _, _ in parameters(game)} <= stated
    assert {game.article(key) for key, _, _ in parameters(game)} == {HOUSE_ARTICLE}
    assert (game.extends, game.revision, popular(game.id)) == ("buraco", 1, game)


def test_what_sets_them_apart() -> None:
    rows = [{key: str(value) for key, value, _ in parameters(game)} for game in GAMES]
    differ = {key: [row[key] for row in rows] for key in rows[0] if len({row[key] for row in rows}) > 1}
    assert differ == DIFFERENT


def test_500_for_thirteen_cards_and_1000_from_ace_to_ace() -> None:
    for game in GAMES:
        bonuses = game.canastas
        assert (bonuses.dirty, bonuses.clean, bonuses.thirteen, bonuses.royal) == (100, 200, 500, 1000)


@pytest.mark.parametrize("game", GAMES, ids=POPULAR)
def test_a_record_names_it_without_a_file(game: Rulebook, tmp_path: Path) -> None:
    record = Record(rulebook=game, players=("A", "B", "C", "D"), deals=())
    assert parse(write(record), beside(tmp_path)).rulebook == game


def test_a_house_file_of_that_name_goes_before_it(tmp_path: Path) -> None:
    content = popular_content("buraco-stbl").decode().replace("value = 3000", "value = 5000")
    (tmp_path / "buraco-stbl.toml").write_text(content, "utf-8")
    assert beside(tmp_path)("buraco-stbl").match.target == 5000
    with pytest.raises(RulebookError):
        popular("buraco")
