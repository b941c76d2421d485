"""The bots that play in compiled code: legal, the same every time, and blind to what their seat doesn't see."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from canastra import bots, kernel
from canastra.bots.heuristic import SoftmaxBot
from canastra.bots.levels import BUDGETS
from canastra.bots.player import Bot
from canastra.bots.search import SearchBot
from canastra.engine import Phase, Shift, State, apply, legal_actions, view
from canastra.errors import InputError
from canastra.kernel.play.codec import decode, encode
from canastra.kernel.play.layout import new_states
from canastra.kernel.rng import seed_rng
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.determinization import sample_hidden
from canastra.kernel.search.scratch import SearchBudget
from canastra.rulebooks import OFFICIAL
from tests.bots.test_bots import dealt, played
from tests.playing import ALL, by_name, states

QUICK = SearchBudget(candidates=6, rollouts=24, turns=2)


def made(name: str, seed: int = 1) -> Bot:
    return SearchBot(seed, name, QUICK) if name in BUDGETS else bots.make(name, seed)


def permuted(state: State, seed: int) -> State:
    """The deal with all that the seat to act doesn't see dealt anew."""
    tables, record = rule_tables(state.lookup.rulebook), new_states(1)
    rng, pool = np.zeros(1, np.uint64), np.zeros(104, np.int8)
    seed_rng(rng, 0, seed, 0)
    encode(state, tables, record[0])
    sample_hidden(record, 0, tables.rules, state.seat, rng, pool)
    return decode(record[0], tables)


@pytest.mark.parametrize("bot", bots.COMPILED)
@by_name
def test_a_choice_does_not_change_with_the_cards_that_the_seat_does_not_see(name: str, bot: str) -> None:
    asked = 0
    for state in [each for each in states(ALL[name], 11) if each.phase is not Phase.OVER][::9]:
        chosen = made(bot).choose(view(state, state.seat))
        for seed in range(2):
            other = permuted(state, seed)
            assert other.hands != state.hands or other.stock != state.stock or not state.stock
            assert made(bot).choose(view(other, state.seat)) == chosen
        asked += len(view(state, state.seat).legal) > 1
    assert asked > 5


@pytest.mark.parametrize("bot", ["heuristic", "iniciante", "avancado"])
@pytest.mark.parametrize("name", OFFICIAL)
def test_a_whole_deal_is_legal_and_the_same_again(name: str, bot: str) -> None:
    one, other = (played(dealt(ALL[name], 5), (bot, "random")) for _ in range(2))
    assert one == other
    assert one.phase is Phase.OVER


def test_rules_without_a_network_are_played_too() -> None:
    curinguinha = ALL["canastra-curinguinha"]
    dearer = replace(curinguinha.canastas, clean=210)
    state = dealt(replace(curinguinha, canastas=dearer, sha256="0" * 64), 2)
    bot = made("search")
    for _ in range(30):
        seen = view(state, state.seat)
        state = apply(state, bot.choose(seen))


@by_name
def test_a_plan_tells_all_decisions_of_a_turn_apart(name: str) -> None:
    """A shift leaves turn, phase and hand as they were; after a withdrawal cards and melds are as before."""
    bot, tables, shifts = SearchBot(1, "search", QUICK), rule_tables(ALL[name]), 0
    for seed in range(30):
        met: dict[tuple[int, ...], State] = {}
        for state in states(ALL[name], seed, vulnerable=True):
            if state.phase is not Phase.OVER:
                encode(state, tables, bot._scratch.nodes[0])
                assert met.setdefault(bot._moment(0), state) is state
                shifts += any(isinstance(action, Shift) for action in legal_actions(state))
    assert (shifts > 0) is (ALL[name].sequences.goes_home != "never")


def test_a_searched_turn_is_gone_on_with() -> None:
    class Counting(SearchBot):
        searches = 0

        def _search(self, seen: object) -> None:
            Counting.searches += 1
            super()._search(seen)  # type: ignore[arg-type]

    bot, state, asked = Counting(1, "search", QUICK), dealt(ALL["buraco"], 3), 0
    while state.phase is not Phase.OVER:
        seen = view(state, state.seat)
        chosen = bot.choose(seen) if state.seat == 0 else bots.make("heuristic", 1).choose(seen)
        asked += state.seat == 0 and len(seen.legal) > 1
        state = apply(state, chosen)
    assert 10 < Counting.searches < asked


def test_a_wider_choice_is_another_one_and_depends_on_the_seed() -> None:
    views = [view(state, state.seat) for state in states(ALL["buraco"], 2) if state.phase is Phase.PLAY][::7]
    best = [bots.make("heuristic", 1).choose(seen) for seen in views]
    told = {
        width: [SoftmaxBot(seed, "loose", width).choose(seen) for seed in range(6) for seen in views]
        for width in (0.01, 5.0, 80.0)
    }
    strayed = [sum(a != b for a, b in zip(chosen, best * 6, strict=True)) for chosen in told.values()]
    assert strayed[0] < strayed[1] < strayed[2]
    assert told[80.0] != told[80.0][len(views) :] + told[80.0][: len(views)]


def test_without_the_kernel_the_plain_bots_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "available", lambda: False)
    with pytest.raises(InputError, match="canastra\\[kernel\\]"):
        bots.make("mestre", 1)
    assert bots.make("greedy", 1).name == "greedy"
