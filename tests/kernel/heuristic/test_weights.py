"""The weights: all of them in the file, and those of a house's rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from canastra.kernel.heuristic.weights import WEIGHT_NAMES, nearest, tables, values_of, weights_of
from canastra.rulebooks import OFFICIAL, official


def test_the_file_holds_every_weight_and_no_other() -> None:
    assert set(tables()["default"]) == set(WEIGHT_NAMES)
    assert len(set(WEIGHT_NAMES)) == len(WEIGHT_NAMES)
    for name, table in tables().items():
        assert name == "default" or name in OFFICIAL
        assert set(table) <= set(WEIGHT_NAMES)


@pytest.mark.parametrize("name", OFFICIAL)
def test_an_official_rulebook_has_its_own_weights(name: str) -> None:
    found = dict(zip(WEIGHT_NAMES, values_of(weights_of(official(name))), strict=True))
    assert found == tables()["default"] | tables().get(name, {})
    assert nearest(official(name)) is official(name)


@pytest.mark.parametrize("name", OFFICIAL)
def test_a_house_plays_by_the_weights_of_what_it_is_like(name: str) -> None:
    """Whatever it is called."""
    rulebook = official(name)
    house = replace(
        rulebook,
        id="casa",
        extends=None,
        draw=replace(rulebook.draw, opener_may_refuse=not rulebook.draw.opener_may_refuse),
    )
    assert (values_of(weights_of(house)) == values_of(weights_of(rulebook))).all()
