"""Features and the network: compiled code and NumPy give the same results from the same numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from canastra.engine import Phase
from canastra.kernel.play.codec import encode
from canastra.kernel.play.layout import new_states
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.features import FEATURES, write_features
from canastra.kernel.search.network import FIRST, SECOND, WIDEST, Network, network_of, no_network, value
from canastra.rulebooks import OFFICIAL, official
from tests.playing import ALL, by_name, states


def random_network(seed: int) -> Network:
    rng = np.random.default_rng(seed)
    shapes = (FEATURES, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND,)
    first, first_bias, second, second_bias, last = (rng.normal(0, 0.2, shape).astype(np.float32) for shape in shapes)
    return Network(first, first_bias, second, second_bias, last, np.array([321.0, -5.0]))


@by_name
def test_the_network_is_two_layers_of_rectified_sums(name: str) -> None:
    network, tables, record = random_network(1), rule_tables(ALL[name]), new_states(1)
    features, hidden = np.ones(FEATURES, np.float32), np.zeros((2, WIDEST), np.float32)
    told = set()
    for state in [each for each in states(ALL[name], 4) if each.phase is Phase.DRAW][::4]:
        encode(state, tables, record[0])
        found = value(record, 0, tables.rules, network, features, hidden)
        first = np.maximum(features @ network.first + network.first_bias, 0)
        second = np.maximum(first @ network.second + network.second_bias, 0)
        assert found == pytest.approx(second @ network.last * 321.0 - 5.0, rel=1e-3, abs=1e-2)
        assert value(record, 0, tables.rules, no_network(), features, hidden) == 0
        told.add(round(found, 3))
    assert len(told) > 5


def test_features_tell_a_position_from_the_side_to_act() -> None:
    """The same cards with the sides exchanged look the same to the seat to act."""
    tables, records = rule_tables(ALL["buraco"]), new_states(2)
    one, other = np.zeros((2, FEATURES), np.float32)
    seen = 0
    for state in [each for each in states(ALL["buraco"], 7) if each.phase is Phase.DRAW][8::6]:
        turned = state._replace(
            seat=(state.seat + 1) % 4,
            dealer=(state.dealer + 1) % 4,
            hands=(state.hands[3], *state.hands[:3]),
            known=(state.known[3], *state.known[:3]),
            unplayed=(state.unplayed[3], *state.unplayed[:3]),
            melds=(state.melds[1], state.melds[0]),
            has_morto=(state.has_morto[1], state.has_morto[0]),
            red_threes=(state.red_threes[1], state.red_threes[0]),
            opening=(state.opening[1], state.opening[0]),
        )
        encode(state, tables, records[0])
        encode(turned, tables, records[1])
        write_features(records, 0, tables.rules, one)
        write_features(records, 1, tables.rules, other)
        assert (one == other).all()
        assert one.any()
        seen += 1
    assert seen > 2


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_official_rulebook_has_a_network_taught_with_its_very_rules(name: str) -> None:
    network = network_of(official(name))
    assert network is not None, "the rules have changed: python -m tools.train"
    assert network.first.shape == (FEATURES, FIRST)
    assert np.isfinite(network.first).all()


def test_other_rules_have_no_network() -> None:
    buraco = official("buraco")
    dearer = replace(buraco.canastas, clean=210)
    assert network_of(replace(buraco, canastas=dearer, sha256="0" * 64)) is None
