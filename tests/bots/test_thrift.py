"""New melds of three cards with a wild: no level lays one but for what its rule allows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from canastra import bots
from canastra.bots.levels import BUDGETS, WORTH_A_WILD
from canastra.bots.player import Bot
from canastra.bots.search import SearchBot
from canastra.bots.thrift import thrifty
from canastra.cards import TWO_PACKS
from canastra.engine import (
    Action,
    NewMeld,
    Phase,
    State,
    View,
    apply,
    deal_out,
    perform,
    settle,
    start_deal,
    view,
)
from canastra.engine.melds import Meld
from canastra.kernel.play.view import determinize
from canastra.kernel.rules.steps import action_of
from canastra.kernel.rules.tables import rule_tables
from canastra.rulebooks import POPULAR, Rulebook, popular
from tests.drawing import table
from tests.playing import ALL, SAMPLE, states
from tests.samples import sample

EVERY = ALL | {name: popular(name) for name in POPULAR}
by_name = pytest.mark.parametrize("name", sample(EVERY, SAMPLE + len(POPULAR)))


class Turn(NamedTuple):
    """A turn that a bot has played."""

    before: State
    actions: tuple[Action, ...]
    after: State
    """The deal once the turn is over, or the deal."""
    mortos: int
    """Taken by the side in this turn."""

    @property
    def laid(self) -> list[Meld]:
        """The new melds of three with a wild that it left."""
        side = self.before.side
        return [meld for meld in self.after.melds[side][len(self.before.melds[side]) :] if wasted(meld)]


def wasted(meld: Meld) -> bool:
    return meld.wild >= 0 and len(meld.cards) == 3


def dealt(rulebook: Rulebook, seed: int) -> State:
    pack, players = list(TWO_PACKS), rulebook.table.players
    Random(seed).shuffle(pack)
    # The first side has a minimum to open with where there are minimums.
    opening = (0, -1) if rulebook.vulnerability.minimums else (-1, -1)
    return settle(start_deal(rulebook, deal_out(pack, players, seed % players), seed % players, opening))


def turns(rulebook: Rulebook, seed: int, players: list[Bot]) -> Iterator[Turn]:
    """The turns of a deal."""
    state = dealt(rulebook, seed)
    while state.phase is not Phase.OVER:
        before, actions = state, []
        while state.turn == before.turn and not state.ending:
            seen = view(state, state.seat)
            actions.append(players[state.seat].choose(seen))
            assert actions[-1] in seen.legal
            state = apply(state, actions[-1])
        taken = state.has_morto[before.side] - before.has_morto[before.side]
        yield Turn(before, tuple(actions), state, taken)


@pytest.mark.parametrize("level", ["iniciante", "intermediario"])
@by_name
def test_without_a_search_it_is_laid_only_to_open_or_to_empty_the_hand(name: str, level: str) -> None:
    rulebook, melds = EVERY[name], 0
    for seed in range(4):
        players = [bots.make(level, seat) for seat in range(rulebook.table.players)]
        for turn in turns(rulebook, seed, players):
            melds += len(turn.after.melds[turn.before.side]) - len(turn.before.melds[turn.before.side])
            if not turn.laid:
                continue
            side = turn.before.side
            opens = not turn.before.melds[side] and (turn.before.opening[side] >= 0 or "take" in map(str, turn.actions))
            assert opens or turn.mortos or turn.after.went_out == turn.before.seat
    assert melds > 20


@by_name
def test_nobody_is_left_without_a_step(name: str) -> None:
    for seed in range(3):
        for state in states(EVERY[name], seed, vulnerable=True):
            if state.phase is not Phase.OVER:
                seen = view(state, state.seat)
                kept = thrifty(seen)
                assert kept
                assert set(kept) <= set(seen.legal)


def test_a_new_meld_that_gets_a_fourth_card_is_laid_and_gets_it() -> None:
    """Whatever the position, after such a meld that isn't the opening and empties no hand only its growth is left."""
    grown = 0
    for seed in range(12):
        for state in states(ALL["buraco"], seed):
            if state.phase is not Phase.PLAY:
                continue
            for action in thrifty(view(state, state.seat)):
                meld = state.lookup.meld(action.cards) if isinstance(action, NewMeld) else None
                if meld is None or not wasted(meld):
                    continue
                after = perform(state, action)
                if after.forced or after.phase is Phase.OVER or len(view(after, after.seat).hand) == 1:
                    continue
                for step in thrifty(view(after, after.seat)):
                    assert len(perform(after, step).melds[state.side][-1].cards) == 4
                grown += 1
    assert grown > 5


class Witness(SearchBot):
    """Compares each turn that it has chosen with all turns that it considered."""

    new = 0

    def _search(self, seen: View) -> None:
        self._scratch.counts[:] = 0
        super()._search(seen)
        played = list(self._plan.values())
        turns = [self._steps_of(place) for place in range(len(self._scratch.turns)) if self._scratch.counts[place]]
        if len(turns) < 2:
            assert not turns or not spent(seen, turns[0])
            return
        place = turns.index(played)
        counts = [spent(seen, steps) for steps in turns]
        self.new += counts[place]
        # Another way is compared wherever there is one.
        assert min(counts) == 0 or seen.phase is Phase.JUSTIFY
        for other, fewer in enumerate(counts):
            if fewer < counts[place]:
                worlds = min(self._scratch.counts[[place, other]])
                gains = self._scratch.values[place, :worlds] - self._scratch.values[other, :worlds]
                assert gains.mean() >= WORTH_A_WILD

    def _steps_of(self, place: int) -> list[int]:
        node = self._scratch.turns[place]
        steps: list[int] = self._scratch.node_steps[node, : self._scratch.node_sizes[node]].tolist()
        return steps


def spent(seen: View, steps: list[int]) -> int:
    """How many new melds of three with a wild are on the table after some steps."""
    state, tables = determinize(seen), rule_tables(seen.rulebook)
    side, before = state.side, len(state.melds[state.side])
    for step in steps:
        state = settle(perform(state, action_of(step, tables)))
    return sum(map(wasted, state.melds[side][before:]))


@by_name
def test_a_search_lays_it_only_where_it_gains_enough(name: str) -> None:
    rulebook, laid = EVERY[name], 0
    for seed in range(2):
        players = [Witness(seat, "avancado", BUDGETS["avancado"]) for seat in range(rulebook.table.players)]
        for turn in turns(rulebook, seed, [*players]):
            player = players[turn.before.seat]
            assert len(turn.laid) <= player.new
            player.new, laid = 0, laid + len(turn.laid)
    assert laid > 0


@pytest.mark.parametrize("level", ["avancado", "mestre"])
def test_a_search_lays_it_where_that_ends_the_deal(level: str) -> None:
    """The opponents have a card each to lay, the side a canasta: laying the three goes out, everything else waits."""
    game = table(
        "buraco",
        hand="5S 7S 2H KD",
        ours=["4H 5H 6H 7H 8H 9H TH"],
        theirs=["4C 5C 6C 7C 8C 9C"],
        has_morto=(True, True),
        phase=Phase.PLAY,
        turn=40,
    )
    state = game.state._replace(mortos=(), stock=sum(game.state.mortos, game.state.stock))
    assert str(bots.make(level, 1).choose(view(state, 0))) == "meld 5S 2H 7S"


@pytest.mark.parametrize("level", bots.LEVELS)
def test_no_level_begins_with_it_for_nothing(level: str) -> None:
    game = table("buraco", hand="5S 7S 2H 9D 9C KC KD JH QS 4D 4C AH", phase=Phase.PLAY)
    for seed in range(20 if level != "mestre" else 2):
        assert not isinstance(bots.make(level, seed).choose(view(game.state, 0)), NewMeld)


def test_levels_keep_their_wilds_and_the_references_are_free() -> None:
    assert BUDGETS["mestre"]._replace(wild_meld=0.0) == BUDGETS["search"]
    assert BUDGETS["avancado"].wild_meld == BUDGETS["mestre"].wild_meld == WORTH_A_WILD


def test_a_pile_that_only_such_a_meld_justifies_is_not_taken_but_to_open() -> None:
    hand, pile = "5S 7S 9H JH KD 4C", "QD 2D"
    game = table("tranca", hand=hand, ours=["4D 5D 6D"], pile=pile)
    assert set(map(str, view(game.state, 0).legal)) == {"draw", "take"}
    assert list(map(str, thrifty(view(game.state, 0)))) == ["draw"]
    # With the 8S to lay on it, or before the side has any meld, it may be.
    grown = table("tranca", hand=f"{hand} 8S", ours=["4D 5D 6D"], pile=pile)
    opening = table("tranca", hand=hand, pile=pile)
    for each in (grown, opening):
        assert thrifty(view(each.state, 0)) == view(each.state, 0).legal
    # Once it is taken, all that is legal is such a meld.
    state = game.play("take").state
    seen = view(state, 0)
    assert len(seen.legal) > 1
    assert thrifty(seen) == seen.legal
