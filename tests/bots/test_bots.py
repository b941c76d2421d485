"""The bots: always legal, the same every time, and greedy better than chance in every rulebook."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from canastra import bots
from canastra.cards import TWO_PACKS
from canastra.engine import Phase, State, apply, deal_out, score, settle, start_deal, start_match, view
from canastra.errors import InputError
from canastra.rulebooks import OFFICIAL, load, official
from canastra.rulebooks.schema import Rulebook

DEALS = 12
"""Deals a rulebook, each played twice with the sides exchanged."""


def dealt(rulebook: Rulebook, seed: int) -> State:
    pack = list(TWO_PACKS)
    Random(seed).shuffle(pack)
    dealer = seed % rulebook.table.players
    match = start_match(rulebook, dealer, (1500, 0) if rulebook.vulnerability.minimums and seed % 2 else (0, 0))
    return settle(start_deal(rulebook, deal_out(pack, rulebook.table.players, dealer), dealer, match.opening))


def played(state: State, names: tuple[str, str]) -> State:
    """The deal to its end; every action is one of the view's legal steps."""
    players = [bots.make(names[seat % 2], seed=seat) for seat in range(len(state.hands))]
    while state.phase is not Phase.OVER:
        seen = view(state, state.seat)
        action = players[state.seat].choose(seen)
        assert action in seen.legal
        state = apply(state, action)
    return state


def total(state: State, side: int) -> int:
    points = score(state)[side].total
    assert points is not None
    return points


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_greedy_beats_random_on_duplicate_deals(rulebook_id: str) -> None:
    rulebook = official(rulebook_id)
    better, margin = 0, 0
    for seed in range(DEALS):
        first, second = (played(dealt(rulebook, seed), names) for names in (("greedy", "random"), ("random", "greedy")))
        gained = total(first, 0) - total(first, 1) + total(second, 1) - total(second, 0)
        better += gained > 0
        margin += gained
    assert better >= DEALS - 1
    assert margin > 400 * DEALS


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_greedy_plays_the_same_again_and_goes_out_sometimes(rulebook_id: str) -> None:
    rulebook = official(rulebook_id)
    ends = [played(dealt(rulebook, seed), ("greedy", "greedy")) for seed in range(6)]
    assert any(state.went_out is not None for state in ends)
    assert any(any(state.has_morto) for state in ends)
    assert played(dealt(rulebook, 3), ("greedy", "greedy")) == ends[3]


HOUSES = [
    'extends = "tranca"\n[pile]\npurchase = "justified"\nshown = "top"\n',
    'extends = "buraco"\n[groups]\nranks = "A 3 5 K"\n[sequences]\nwild = "free"\ngoes_home = "never"\n',
    'extends = "canastra-duelo"\n[going_out]\nneeds = "clean"\n[morto]\nneeds = "any"\n',
    'extends = "canastra-regional"\n[vulnerability]\nminimums = [120, 200]\n[sequences]\nlowest = "4"\n'
    'goes_home = "never"\n',
]


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_bots_play_house_rules(house: int, tmp_path: Path) -> None:
    file = tmp_path / "nossa-casa.toml"
    head = 'id = "nossa-casa"\nrevision = 1\nname = { pt = "Nossa casa", en = "Our house" }\n'
    file.write_text(head + HOUSES[house], "utf-8")
    rulebook = load(str(file))
    for seed in range(3):
        played(dealt(rulebook, seed), ("greedy", "random"))


def test_an_unknown_bot_is_refused_with_those_that_exist() -> None:
    with pytest.raises(InputError, match="greedy, random"):
        bots.make("deep-thought", seed=1)


@pytest.mark.parametrize("name", bots.NAMES)
def test_a_bot_says_its_name(name: str) -> None:
    assert bots.make(name, seed=7).name == name
