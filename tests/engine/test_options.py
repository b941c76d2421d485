"""The options of a selection are the ones that the judge allows, and depend only on the view."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.cards import Card, cards_text, parse_cards
from canastra.engine import (
    TAKE,
    Action,
    Canasta,
    Discard,
    LayOff,
    Meld,
    NewMeld,
    Option,
    OptionKind,
    Phase,
    State,
    Take,
    legal_actions,
    lookup_of,
    masked_state,
    options,
    perform,
    view,
    violation,
)
from canastra.engine.hands import cards_of, unknowns
from canastra.engine.options import arrangements
from canastra.rulebooks import official
from canastra.rulebooks.schema import Purchase, WildMovement
from tests.drawing import Game, table
from tests.engine.test_view import permuted
from tests.playing import ALL, by_name, states

few = settings(max_examples=settings().max_examples // 5)
seeds = st.integers(0, 2**32)


def seen(game: Game, cards: str, seat: int = 0) -> tuple[Option, ...]:
    return options(view(game.state, seat), parse_cards(cards))


def said(found: tuple[Option, ...]) -> list[str]:
    """The actions that are legal, each with what justifies it."""
    return [f"{each.action}; {each.then}" if each.then else str(each.action) for each in found if not each.fault]


def faults(found: tuple[Option, ...]) -> dict[str, str]:
    return {str(each.action): each.fault.code for each in found if each.fault}


def in_hand(state: State) -> list[Card]:
    top = state.pile[-1:] if state.phase is Phase.JUSTIFY else ()
    return [*cards_of(state.hand), *top]


def cards_in(action: Action) -> tuple[Card, ...] | None:
    """The cards of a hand that an action uses; None if it is no action of these."""
    if isinstance(action, NewMeld | LayOff):
        return action.cards
    return (action.card,) if isinstance(action, Discard) else None


def selections(state: State, rng: Random) -> list[tuple[Card, ...]]:
    """Cards of every legal step, some that were chosen blindly, some runs of a suit or rank."""
    hand = in_hand(state)
    found = [cards for action in legal_actions(state) if (cards := cards_in(action))]
    found = rng.sample(found, min(len(found), 4))
    found += [tuple(rng.sample(hand, rng.randrange(min(5, len(hand)) + 1))) for _ in range(2)]
    suit, rank = rng.randrange(4), rng.randrange(13)
    twos = [card for card in hand if card.is_two][: rng.randrange(3)]
    found.append((*[card for card in dict.fromkeys(hand) if card.suit == suit and not card.is_two][:10], *twos))
    found.append((*[card for card in hand if card.rank == rank and not card.is_two][:8], *twos))
    return found


@by_name
@few
@given(seed=seeds, vulnerable=st.booleans())
def test_options_are_what_the_judge_says(name: str, seed: int, vulnerable: bool) -> None:
    rng = Random(seed)
    for index, state in enumerate(states(ALL[name], seed, vulnerable)):
        if index % 3 or state.phase is Phase.OVER:
            continue
        shown = view(state, state.seat)
        for chosen in selections(state, rng):
            for each in options(shown, chosen):
                assert each.fault == violation(state, each.action) or each.then is not None, (each, state)
                if each.then is not None and each.fault is None:
                    assert violation(state, TAKE) is None
                    assert violation(perform(state, TAKE), each.then) is None


@by_name
@few
@given(seed=seeds, vulnerable=st.booleans())
def test_every_legal_step_of_just_these_cards_is_an_option(name: str, seed: int, vulnerable: bool) -> None:
    for index, state in enumerate(states(ALL[name], seed, vulnerable)):
        if index % 3 or state.phase is Phase.OVER:
            continue
        shown, legal = view(state, state.seat), legal_actions(state)
        for action in Random(seed + index).sample(legal, min(len(legal), 5)):
            cards = cards_in(action)
            if cards is None and not isinstance(action, Take):
                continue
            found = options(shown, cards or ())
            same = [each for each in found if not each.fault and leads_alike(state, each.action, action)]
            assert same, f"{action} is not among {found}"


def leads_alike(state: State, one: Action, other: Action) -> bool:
    """Return whether two actions are the same or make the same table."""
    if one == other:
        return True
    alike = isinstance(one, NewMeld) and isinstance(other, NewMeld)
    return alike and perform(state, one) == perform(state, other)


@by_name
@few
@given(seed=seeds)
def test_hidden_cards_change_no_option(name: str, seed: int) -> None:
    rng = Random(seed)
    for index, state in enumerate(states(ALL[name], seed, vulnerable=True)):
        if index % 5 or state.phase is Phase.OVER:
            continue
        for seat, hand in enumerate(state.hands):
            other = permuted(state, seat, rng)
            chosen = rng.sample(cards_of(hand), min(3, len(cards_of(hand))))
            assert repr(options(view(state, seat), chosen)) == repr(options(view(other, seat), chosen))


@by_name
@few
@given(seed=seeds, vulnerable=st.booleans())
def test_what_is_supposed_has_the_same_steps(name: str, seed: int, vulnerable: bool) -> None:
    for state in states(ALL[name], seed, vulnerable):
        if state.phase is Phase.OVER:
            continue
        shown = view(state, state.seat)
        supposition = masked_state(shown)
        assert not unknowns(supposition.hand)
        assert tuple(legal_actions(supposition)) == shown.legal
        assert view(supposition, state.seat).turn_summary == shown.turn_summary


@by_name
@given(data=st.data())
def test_arrangements_are_all_that_some_order_gives(name: str, data: st.DataObject) -> None:
    lookup = lookup_of(ALL[name])
    suit = data.draw(st.integers(0, 3))
    own = st.sampled_from([Card(13 * suit + rank) for rank in range(13)])
    twos = st.sampled_from(parse_cards("2S 2H 2D 2C"))
    cards = tuple(data.draw(st.lists(st.one_of(own, own, twos), min_size=3, max_size=6)))
    assert set(arrangements(cards, lookup)) == {meld for order in permutations(cards) if (meld := lookup.meld(order))}


def test_a_long_meld_is_one_option() -> None:
    game = table("buraco", "4H 5H 6H 7H 8H 9H TH KD 3C", phase=Phase.PLAY)
    (found,) = (each for each in seen(game, "9H 4H 8H 5H 7H TH 6H") if not each.fault)
    assert (str(found.action), found.kind, found.canasta) == (
        "meld 4H 5H 6H 7H 8H 9H TH",
        OptionKind.MELD,
        Canasta.CLEAN,
    )
    assert (found.points, found.total, found.minimum, found.stands_for) == (70, None, None, None)


def test_the_wild_may_have_two_places() -> None:
    game = table("canastra-regional", "4H 5H 2S KD 9C 8C", phase=Phase.PLAY)
    low_and_high = seen(game, "2S 5H 4H")
    assert said(low_and_high) == ["meld 4H 5H 2S", "meld 2S 4H 5H"]
    assert [str(each.stands_for) for each in low_and_high] == ["6H", "3H"]


def test_the_ace_of_fourteen_cards_may_be_at_either_end() -> None:
    lookup = lookup_of(official("canastra-regional"))
    cards = parse_cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2S")
    found = arrangements(cards, lookup)
    assert [(str(meld.cards[0]), meld.wild) for meld in found] == [("AH", 13), ("2S", 0)]


def test_where_wilds_move_freely_there_is_one_place() -> None:
    assert official("buraco").sequences.wild is not WildMovement.FREE
    free = next(name for name, rulebook in ALL.items() if rulebook.sequences.wild is WildMovement.FREE)
    lookup = lookup_of(ALL[free])
    assert [str(meld) for meld in arrangements(parse_cards("2S 5H 4H"), lookup)] == ["4H 5H 2S"]


def test_clean_melds_come_first() -> None:
    game = table("buraco", "7H 2S KD 9C 8C", ours=["4H 5H 6H", "8H 9H TH"], phase=Phase.PLAY)
    assert said(seen(game, "7H")) == ["lay 1 7H", "lay 2 7H", "discard 7H"]
    low_or_high = said(seen(game, "2S"))
    assert sorted(low_or_high[:-1]) == ["lay 1 2S high", "lay 1 2S low", "lay 2 2S high", "lay 2 2S low"]
    assert low_or_high[-1] == "discard 2S"


def test_the_points_of_an_opening() -> None:
    game = table("canastra-regional", "4H 5H 6H KD 9S", opening=(0, -1), phase=Phase.PLAY)
    (found,) = (each for each in seen(game, "4H 5H 6H") if not each.fault)
    assert (found.points, found.total, found.minimum) == (15, 15, 75)
    game.play("meld 4H 5H 6H")
    assert faults(seen(game, "KD")) == {"lay 1 KD": "not_one_suit"} or faults(seen(game, "KD"))["discard KD"]


def test_before_the_draw_it_says_what_would_be() -> None:
    found = seen(table("buraco", "4H 5H 6H KD", pile="9C"), "4H 5H 6H")
    assert said(found) == ["take"]
    (meld,) = (each for each in found if each.kind is OptionKind.MELD)
    assert meld.fault is not None
    assert (meld.fault.code, meld.canasta) == ("draw_first", Canasta.NONE)


def test_a_justified_purchase_says_what_for() -> None:
    game = table("canastra-curinguinha", "5H 6H KD 9S 3C", pile="QS 7H")
    assert official("canastra-curinguinha").pile.purchase is Purchase.JUSTIFIED
    assert said(seen(game, "5H 6H")) == ["take; meld 5H 6H 7H"]
    assert said(seen(game, "5H 6H 7H")) == ["take; meld 5H 6H 7H"]
    assert said(seen(game, "KD")) == ["take"]
    game.play("take")
    assert said(seen(game, "5H 6H 7H")) == ["meld 5H 6H 7H"]
    assert faults(seen(game, "KD"))["discard KD"] == "top_card_first"


def test_a_purchase_that_is_not_allowed() -> None:
    game = table("canastra-curinguinha", "5H 6H KD 9S", pile="QS 9C")
    assert faults(seen(game, "5H 6H"))["take"] == "top_card_unusable"
    assert "take" in faults(seen(table("buraco", "5H 6H KD"), "5H"))


def test_out_of_turn_it_says_what_would_be() -> None:
    game = table("buraco", "4H 5H KD", pile="9C")
    found = seen(game, "AS", seat=1)
    assert said(found) == []
    assert set(faults(found).values()) == {"out_of_turn"}


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("4H 5H KD", "not_one_suit"),
        ("4H 5H 9H", "not_consecutive"),
        ("4H 5H", "meld_too_short"),
        ("4H 4D 4C", "groups_unknown"),
        ("4H 5H 2S 2D", "two_wilds"),
    ],
)
def test_why_cards_are_no_meld(cards: str, code: str) -> None:
    game = table("canastra-regional", "4H 5H KD 9H 4D 4C 2S 2D", phase=Phase.PLAY)
    found = seen(game, cards)
    assert said(found) == []
    assert [each.fault.code for each in found if each.fault and each.kind is OptionKind.MELD] == [code]


def test_what_nearly_works_comes_before_what_does_not_fit() -> None:
    game = table("canastra-regional", "7H 8D", ours=["4H 5H 6H", "9S TS JS"], phase=Phase.PLAY)
    found = seen(game, "7H 7H")
    assert said(found) == []
    assert found[0].fault is not None


def test_no_cards_at_all() -> None:
    game = table("buraco", "4H 5H KD", pile="9C")
    assert said(seen(game, "")) == ["take"]
    assert seen(game.play("take"), "") == ()


def test_more_cards_than_anything_holds() -> None:
    game = table("buraco", "4H 5H KD", pile="9C").play("take")
    found = options(view(game.state, 0), parse_cards(" ".join(["4H"] * 40)))
    assert said(found) == []


def test_groups_are_found() -> None:
    name = next(name for name, rulebook in ALL.items() if rulebook.groups.ranks)
    rank = ALL[name].groups.ranks[-1]
    cards = (*(Card(13 * suit + rank) for suit in range(4)), *parse_cards("2S"))
    (meld,) = arrangements(cards, lookup_of(ALL[name]))
    assert isinstance(meld, Meld)
    assert meld.is_group
    assert cards_text(meld.cards).endswith("2S")
    assert Option(OptionKind.MELD, NewMeld(meld.cards), meld=meld).stands_for is None
