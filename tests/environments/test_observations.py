"""Observations hold what a seat may know: the same from a view and from the kernel's record, and nothing hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

from canastra.cards import Card, parse_cards
from canastra.engine import Phase, State, view
from canastra.engine.hands import cards_of, hand_of, size
from canastra.environments import Batch, Observations, Options
from canastra.environments.observations import MELD_WIDTH
from canastra.kernel.play.codec import encode
from canastra.kernel.play.layout import new_states
from canastra.rulebooks import Rulebook, official
from canastra.rulebooks.schema import PileShown
from tests.drawing import table
from tests.playing import by_rulebook, states
from tests.samples import sample


def compiled(batch: Batch, state: State, seat: int) -> Any:
    """As compiled code writes it."""
    batch.states[0] = new_states(1)[0]
    encode(state, batch.actions.tables, batch.states[0])
    return batch.observation(0, seat)


@by_rulebook
@pytest.mark.parametrize("seed", sample(range(3), 1))
def test_compiled_code_writes_what_a_view_says(rulebook: Rulebook, seed: int) -> None:
    batch, observations = Batch(rulebook, 1), Observations(rulebook)
    for state in states(rulebook, seed, vulnerable=True):
        for seat in range(len(state.hands)):
            expected = observations.encode(view(state, seat))
            found = compiled(batch, state, seat)
            differing = [name for name, at in observations.fields.items() if (found[at] != expected[at]).any()]
            assert not differing, f"turn {state.turn}, {state.phase}, seat {state.seat} seen by {seat}"


def dealt_anew(state: State, seat: int, rng: random.Random) -> State:
    """The same state with every card that a seat doesn't know in another place."""
    unseen = [each for each in range(len(state.hands)) if each != seat or state.unplayed[each]]
    kept = {each: cards_of(state.known[each]) for each in unseen}
    pool = [*state.stock, *(card for morto in state.mortos for card in morto)]
    for each in unseen:
        rest = list(cards_of(state.hands[each]))
        for card in kept[each]:
            rest.remove(card)
        pool += rest
    covered = len(state.pile) - 1 if state.lookup.rulebook.pile.shown is PileShown.TOP and state.pile else 0
    pool += state.pile[:covered]
    rng.shuffle(pool)
    hands = list(state.hands)
    for each in unseen:
        fresh = size(state.hands[each]) - len(kept[each])
        hands[each] = hand_of((*kept[each], *_taken(pool, fresh)))
    pile = (*_taken(pool, covered), *state.pile[covered:])
    now = state.turn_state
    if now.first is not None and seat != state.seat:
        now = now._replace(first=cards_of(hands[state.seat])[0])
    if state.phase is Phase.JUSTIFY:
        now = now._replace(taken=pile)
    return state._replace(
        hands=tuple(hands),
        mortos=tuple(_taken(pool, len(morto)) for morto in state.mortos),
        stock=_taken(pool, len(state.stock)),
        pile=pile,
        turn_state=now,
    )


def _taken(pool: list[Card], count: int) -> tuple[Card, ...]:
    return tuple(pool.pop() for _ in range(count))


@by_rulebook
def test_hidden_cards_change_no_byte(rulebook: Rulebook) -> None:
    rng = random.Random(7)
    batch, changed = Batch(rulebook, 1), 0
    for seed in range(2):
        for state in states(rulebook, seed, vulnerable=True):
            if state.phase is Phase.OVER:
                continue
            for seat in range(len(state.hands)):
                other = dealt_anew(state, seat, rng)
                changed += other != state
                assert compiled(batch, other, seat).tobytes() == compiled(batch, state, seat).tobytes()
                if seat == state.seat:
                    assert (batch.actions.mask(view(other, seat)) == batch.actions.mask(view(state, seat))).all()
    assert changed > 100


def part(rulebook_id: str, state: State, seat: int, name: str) -> list[int]:
    observations = Observations(official(rulebook_id))
    found: list[int] = observations.encode(view(state, seat))[observations.fields[name]].tolist()
    return found


def test_parts_say_what_is_drawn() -> None:
    game = table("buraco", hand="4H 4H KD", ours=["AS 2S 3S"], theirs=["5C 6C 2H"], pile="9C 9D")
    state = game.state

    def counts(name: str, seat: int = 0) -> dict[str, int]:
        return {str(Card(at)): count for at, count in enumerate(part("buraco", state, seat, name)) if count}

    assert counts("hand") == {"4H": 2, "KD": 1}
    assert counts("pile") == {"9C": 1, "9D": 1}
    assert counts("top") == {"9D": 1}
    assert counts("laid_own") == {"AS": 1, "2S": 1, "3S": 1} == counts("laid_theirs", seat=1)
    assert counts("laid_theirs") == {"5C": 1, "6C": 1, "2H": 1}
    assert part("buraco", state, 0, "melds_own")[:MELD_WIDTH] == [1, 0, 1, 3, 0, 0, 0, 0, 3, 0, 0, 0]
    clubs, hearts = parse_cards("5C 2H")[0].suit, parse_cards("5C 2H")[1].suit
    naturals = [2 if suit == clubs else 0 for suit in range(4)]
    assert part("buraco", state, 0, "melds_theirs")[:MELD_WIDTH] == [1, clubs, 5, 3, 3, hearts + 1, 0, 0, *naturals]
    assert part("buraco", state, 1, "to_act") == [0, 0, 0, 1]
    assert part("buraco", state, 3, "to_act") == [0, 1, 0, 0]
    assert part("buraco", state, 0, "hand_sizes") == [3, 11, 11, 11]


def test_a_group_is_said_by_rank_and_suits() -> None:
    game = table("tranca", hand="6H 6D KD", ours=["4C 4C 4H 2S"])
    row = part("tranca", game.state, 0, "melds_own")[:MELD_WIDTH]
    naturals = [0, 0, 0, 0]
    for card in parse_cards("4C 4C 4H"):
        naturals[card.suit] += 1
    assert row == [2, parse_cards("4C")[0].rank, 0, 4, 4, parse_cards("2S")[0].suit + 1, 0, 0, *naturals]


def test_a_minimum_is_seen_from_either_side() -> None:
    batch = Batch(official("canastra-regional"), 1, Options(opening=(0, -1)))
    batch.reset(seed=1)
    at = batch.observations.fields["minimum"]
    steps = official("canastra-regional").vulnerability.minimums
    assert batch.observation(0, 0)[at].tolist() == [steps[0], 0]
    assert batch.observation(0, 1)[at].tolist() == [0, steps[0]]
