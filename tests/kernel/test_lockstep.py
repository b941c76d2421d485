"""The kernel is the engine's twin: the same legal steps, the same state after every step, the same score.

`NUMBA_BOUNDSCHECK=1` has every access to an array checked. A deal in which the two differ is written as a record into
tests/golden/, as far as the engine played it.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from canastra.cards import parse_cards
from canastra.engine import (
    Action,
    Ending,
    Phase,
    State,
    deal_out,
    legal_actions,
    perform,
    score,
    settle,
    start_deal,
    start_match,
)
from canastra.engine.match import VULNERABLE_FROM
from canastra.kernel.play import codec, layout, legal_steps, scoring, turn
from canastra.kernel.rules.steps import MOST_STEPS, action_of, step_of
from canastra.kernel.rules.tables import rule_tables
from canastra.records import Record, parse, record_deal, replay, write
from canastra.rulebooks import OFFICIAL, POPULAR, Rulebook, house, official, popular
from canastra.rulebooks.schema import RedUnexchanged
from tests.drawing import table
from tests.playing import ALL, by_rulebook, shuffled

GOLDEN: Final = Path(__file__).parents[1] / "golden"
MANY: Final = 1_000
MANY_POPULAR: Final = 200
NAMES: Final = {"pt": "Casa", "en": "House"}


def start(rulebook: Rulebook, seed: int, rng: random.Random) -> State:
    """The first state of a deal; where the rulebook knows minimums, of one side or of both."""
    players = rulebook.table.players
    dealer = rng.randrange(players)
    opening = (0, rng.choice([-1, 0])) if rulebook.vulnerability.minimums else (-1, -1)
    return settle(start_deal(rulebook, deal_out(shuffled(seed), players, dealer), dealer, opening))


def follow(rulebook: Rulebook, seed: int) -> None:
    """Play a random deal in both; where they differ, keep a record of it and say so."""
    rng = random.Random(seed)
    state = start(rulebook, seed, rng)
    played: list[Action] = []
    try:
        compare(state, rng, played)
    except AssertionError as error:
        raise AssertionError(f"{rulebook.id}, seed {seed}, step {len(played)}: {keep(state, seed, played)}") from error


def compare(state: State, rng: random.Random, played: list[Action]) -> State:
    """Play on at random in both, and compare all there is after every step; the last state."""
    tables = rule_tables(state.lookup.rulebook)
    states, out = layout.new_states(1), np.zeros(MOST_STEPS, np.int32)
    rules = tables.rules
    codec.encode(state, tables, states[0])
    while True:
        count = legal_steps.legal_steps(states, 0, rules, out)
        steps = out[:count].tolist()
        legal = legal_actions(state)
        assert sorted(steps) == sorted(step_of(action, tables) for action in legal)
        assert {action_of(step, tables) for step in steps} == set(legal)
        assert codec.decode(states[0], tables) == state  # Listing must not have changed it either.
        if state.phase is Phase.OVER:
            break
        action = rng.choice(legal)
        played.append(action)
        turn.perform(states, 0, rules, step_of(action, tables))
        state = settle(perform(state, action))
    points = np.zeros((2, len(scoring.COMPONENTS)), np.int32)
    scoring.score(states, 0, rules, points)
    assert [tuple(side) for side in points.tolist()] == [tuple(side) for side in score(state)]
    return state


def keep(first: State, seed: int, played: list[Action]) -> str:
    """Write the deal as a record, if its rulebook is one that a record can name; the name of the file."""
    rulebook = first.lookup.rulebook
    if rulebook not in map(official, OFFICIAL):
        return "an invented rulebook"
    players = rulebook.table.players
    points = (VULNERABLE_FROM * (first.opening[0] >= 0), VULNERABLE_FROM * (first.opening[1] >= 0))
    match = start_match(rulebook, first.dealer, points, target=0)
    recorder = record_deal(match, deal_out(shuffled(seed), players, first.dealer))
    for action in played:
        recorder = recorder.play_legal(action)
    record = Record(rulebook=rulebook, players=("A", "B", "C", "D")[:players], deals=(recorder.deal,))
    path = GOLDEN / f"kernel-{rulebook.id}-{seed}.canastra"
    path.parent.mkdir(exist_ok=True)
    path.write_text(write(record), "utf-8")
    return path.name


@by_rulebook
@pytest.mark.parametrize("seed", range(3))
def test_every_step_of_a_deal(rulebook: Rulebook, seed: int) -> None:
    follow(rulebook, seed)


@pytest.mark.parametrize("unexchanged", RedUnexchanged)
def test_every_step_of_a_deal_that_may_leave_red_3s_in_mortos(unexchanged: RedUnexchanged) -> None:
    """Hands of one card that fits and a short stock: the player who lays it and discards takes a morto."""
    threes = {"red_unexchanged": str(unexchanged)}
    rules = house({"id": "casa", "extends": "tranca", "revision": 1, "name": NAMES, "threes": threes}, "casa.toml")
    waiting = unreplaced = 0
    for seed in range(60):
        state = table(
            rules,
            "8H",
            ["5H 6H 7H"],
            ["5D 6D 7D"],
            hands={1: "8D", 2: "4H", 3: "4D"},
            stock=parse_cards("9S 9D 9C JS JD")[: 1 + seed % 5],
            mortos=(parse_cards("3H 3D AS AC KS KC QS QC TS TC JH"),) * 2,
        ).state
        state = compare(state, random.Random(seed), [])
        waits = [seat for seat in range(4) if state.unplayed[seat] and state.ending is Ending.STOCK]
        waiting += len(waits)
        unreplaced += sum(state.unreplaced[seat] for seat in waits)
    assert waiting > 10
    assert unreplaced == (waiting if unexchanged == "plain" else 0)


@pytest.mark.parametrize("name", POPULAR)
def test_every_step_of_a_popular_game(name: str) -> None:
    for seed in range(2):
        follow(popular(name), seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", POPULAR)
def test_every_step_of_many_popular_games(name: str) -> None:
    for seed in range(1_000, 1_000 + MANY_POPULAR):
        follow(popular(name), seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", ALL)
def test_every_step_of_many_deals(name: str) -> None:
    for seed in range(1_000, 1_000 + MANY):
        follow(ALL[name], seed)


def test_a_difference_is_kept_as_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook = official("tranca")
    monkeypatch.setattr(f"{__name__}.GOLDEN", tmp_path)
    monkeypatch.setattr(f"{__name__}.score", lambda state: ((0,) * 9, (0,) * 9))
    with pytest.raises(AssertionError, match=r"kernel-tranca-4\.canastra"):
        follow(rulebook, 4)
    kept = replay(parse((tmp_path / "kernel-tranca-4.canastra").read_text("utf-8")))
    assert kept.deals[0].state.phase is Phase.OVER
