"""A view is blind to what its seat may not know: permute that, and nothing of the view changes."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.cards import Card
from canastra.engine import Phase, State, legal_actions, settle, view
from canastra.engine.hands import cards_of, hand_of, minus, size, with_cards
from canastra.rulebooks.schema import PileShown
from tests.drawing import table
from tests.playing import ALL, by_name, states

few = settings(max_examples=settings().max_examples // 5)


def permuted(state: State, seat: int, rng: random.Random) -> State:
    """Another deal that looks the same to a seat: all cards it has not seen in another order."""
    hidden_pile = state.pile[:-1] if state.lookup.rulebook.pile.shown is PileShown.TOP else ()
    own = () if state.unplayed[seat] else cards_of(state.hands[seat])
    unseen: list[Card] = [*state.stock, *(card for morto in state.mortos for card in morto), *hidden_pile]
    kept = []
    for other, hand in enumerate(state.hands):
        known = own if other == seat else cards_of(state.known[other])
        kept.append(hand_of(known))
        unseen.extend(cards_of(minus(hand, known)))
    rng.shuffle(unseen)
    hands = tuple(
        with_cards(base, [unseen.pop() for _ in range(size(hand) - size(base))])
        for base, hand in zip(kept, state.hands, strict=True)
    )
    pile = (*(unseen.pop() for _ in hidden_pile), *state.pile[len(hidden_pile) :])
    mortos = tuple(tuple(unseen.pop() for _ in morto) for morto in state.mortos)
    return state._replace(hands=hands, pile=pile, mortos=mortos, stock=tuple(unseen))


@by_name
@few
@given(seed=st.integers(0, 2**32))
def test_hidden_cards_change_nothing_that_a_seat_sees(name: str, seed: int) -> None:
    rng = random.Random(seed)
    for index, state in enumerate(states(ALL[name], seed, vulnerable=True)):
        if index % 5 or state.phase is Phase.OVER:
            continue
        for seat in range(len(state.hands)):
            assert repr(view(permuted(state, seat, rng), seat)) == repr(view(state, seat))


@by_name
@few
@given(seed=st.integers(0, 2**32))
def test_known_cards_are_in_the_hand(name: str, seed: int) -> None:
    for state in states(ALL[name], seed, vulnerable=True):
        for seat, hand in enumerate(state.hands):
            assert size(minus(state.known[seat], cards_of(hand))) == 0


def test_cards_of_a_pile_taken_are_known_until_they_are_played() -> None:
    game = table("buraco", "4H 5H KD 9S", pile="6H 9C").play("take")
    assert [str(card) for card in view(game.state, 1).known[0]] == ["6H", "9C"]
    game.play("meld 4H 5H 6H, discard KD")
    assert [str(card) for card in view(game.state, 1).known[0]] == ["9C"]


def test_a_withdrawn_opening_has_been_seen() -> None:
    game = table("canastra-regional", "4H 5H 6H KD 9S", opening=(0, -1)).play("draw 6C")
    game.play("meld 4H 5H 6H, withdraw")
    assert [str(card) for card in view(game.state, 3).known[0]] == ["4H", "5H", "6H"]


def test_only_the_seat_to_act_has_legal_steps() -> None:
    game = table("buraco", "4H 5H KD", pile="9C")
    assert view(game.state, 0).legal == tuple(legal_actions(game.state))
    assert view(game.state, 2).legal == ()


def test_a_morto_taken_indirectly_is_not_seen_before_its_turn() -> None:
    game = table("buraco", "4H 5H 6H", pile="9C")
    first = game.state.stock[0]
    game.play(f"draw {first}, meld 4H 5H 6H, discard {first}, morto")
    assert view(game.state, 0).hand == ()
    assert view(game.state, 0).hand_sizes[0] == 11
    game.idle(3)
    assert len(view(settle(game.state), 0).hand) == 11


def test_the_pile_under_a_purchase_being_justified_stays_hidden() -> None:
    game = table("canastra-curinguinha", "5H 6H KD 9S", pile="QS 7H").play("take")
    assert view(game.state, 0).pile == ()
    assert "7H" in [str(card) for card in view(game.state, 0).hand]
    assert [str(card) for card in view(game.state, 1).known[0]] == ["7H"]
