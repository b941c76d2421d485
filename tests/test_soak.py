"""The long run (`make soak`): thousands of random deals per rulebook, every record replayed."""

from __future__ import annotations

import pytest

from canastra.cards import TWO_PACKS
from canastra.engine import Phase, legal_actions, violation
from canastra.records import parse, replay, write
from canastra.rulebooks import OFFICIAL
from tests.engine.test_properties import everything
from tests.playing import ALL, states
from tests.records.test_simulated import recorded

DEALS = 2000
pytestmark = pytest.mark.soak


@pytest.mark.parametrize("name", OFFICIAL)
def test_records_of_random_deals_replay(name: str) -> None:
    for seed in range(DEALS):
        record, recorder = recorded(name, seed)
        assert replay(parse(write(record))).deals[0].state == recorder.state, seed


@pytest.mark.parametrize("name", ALL)
def test_random_deals_keep_their_cards_and_end(name: str) -> None:
    for seed in range(DEALS):
        for state in states(ALL[name], seed, vulnerable=seed % 2 == 0):
            steps = legal_actions(state)
            assert bool(steps) == (state.phase is not Phase.OVER), seed
            if seed % 10 == 0:
                assert all(violation(state, step) is None for step in steps), seed
        assert everything(state) == list(TWO_PACKS), seed
