"""tranca Art. 8: red 3s of a morto are replaced while the stock lasts, else the deal ends and they are plain cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from canastra.cards import TWO_PACKS, cards_text, parse_cards
from canastra.engine import Discard, Ending, Phase, State, legal_actions, lookup_of, perform, score, settle
from canastra.engine.hands import cards_of
from canastra.engine.turn import begin_turn
from canastra.rulebooks import Rulebook, house
from tests.drawing import Game, table
from tests.rules.tranca.positions import CLEAN, late, points

MORTO = "3D 3H 6S 7S 8S 6D 7D 8D 6C 7C 8C"


def _direct(stock: str, **more: object) -> Game:
    """Seat 0 has laid its whole hand, nine cards of a clean canasta, and taken the morto."""
    game = late("QH", [CLEAN], stock=f"KH {stock}".strip(), morto=MORTO, **more)  # type: ignore[arg-type]
    return game.play("draw KH, lay 1 QH KH, morto")


def _indirect(stock: str) -> Game:
    """Seat 0 has discarded its last card and taken the morto; the others have drawn and discarded a ten each."""
    game = late("KD", ["5C 6C 7C"], stock=f"8C TS TD TC {stock}".strip(), morto=MORTO)
    game.play("draw 8C, lay 1 8C, discard KD, morto")
    return game.play("1: draw TS, discard TS", "2: draw TD, discard TD", "3: draw TC, discard TC")


def test_taken_directly_they_are_replaced_at_once_and_the_turn_goes_on() -> None:
    game = _direct("9H 4C 4D").play("red 3H 9H, red 3D 4C")
    assert cards_text(game.state.red_threes[0]) == "3H 3D"
    game.refused("draw", "already_drawn").allowed("meld 6S 7S 8S", "discard 4C")
    assert len(game.hand.split()) == 11


def test_a_stock_that_just_suffices_lets_the_player_finish_the_turn() -> None:
    game = _direct("9H 4C").play("red 3H 9H, red 3D 4C")
    assert not game.over
    game.play("discard 4C")
    assert game.state.ending is Ending.STOCK


def test_one_card_short_the_second_is_a_plain_card() -> None:
    game = _direct("9H").play("red 3H 9H, red 3D")
    assert (game.state.ending, game.state.went_out) == (Ending.STOCK, None)
    # Eleven cards and the partner's two at 10; +100 for the 3 that was exposed, as the side has a canasta.
    assert game.score(0) == points(melded=90, clean=200, red_threes=100, in_hand=-130)


def test_without_a_stock_both_are_plain_cards() -> None:
    game = _direct("").play("red 3H")
    assert (game.state.ending, game.state.went_out) == (Ending.STOCK, None)
    assert cards_text(game.state.red_threes[0]) == ""
    assert "3H" in game.hand_of(0).split()
    assert "3D" in game.hand_of(0).split()
    assert game.score(0) == points(melded=90, clean=200, in_hand=-130)


def test_plain_are_those_of_that_hand_only() -> None:
    game = _direct("", hands={2: "3D 9D", 1: "3H 9S"}).play("red 3H")
    assert game.score(0) == points(melded=90, clean=200, red_threes=-100, in_hand=-120)
    assert game.score(1) == points(red_threes=-100, in_hand=-30, morto=-100)


def test_taken_indirectly_they_wait_for_the_next_turn() -> None:
    game = _indirect("9H 9S 4C")
    assert cards_text(game.state.red_threes[0]) == ""
    game.play("red 3H 9H, red 3D 9S").allowed("draw")
    game.play("draw 4C, discard 4C")
    assert game.state.ending is Ending.STOCK


def test_when_the_replacement_leaves_no_card_to_draw_the_deal_ends_before_the_turn() -> None:
    game = _indirect("9H 9S").play("red 3H 9H, red 3D 9S")
    assert game.state.ending is Ending.STOCK
    # No canasta: each exposed 3 costs 100; eleven cards and the partner's two at 10.
    assert game.score(0) == points(melded=40, red_threes=-200, in_hand=-130)


def test_when_only_one_can_be_replaced_the_deal_ends_too() -> None:
    game = _indirect("9H").play("red 3H 9H, red 3D")
    assert game.score(0) == points(melded=40, red_threes=-100, in_hand=-130)


def test_when_the_turn_to_replace_them_never_came_they_are_plain_cards() -> None:
    game = _indirect("")
    assert game.over
    # Eleven cards of the morto and the partner's two at 10.
    assert game.score(0) == points(melded=40, in_hand=-130)


def _last_stock_card(discard: bool, stock: str = "6H", rules: Rulebook | None = None) -> Game:
    """Seat 0 empties its hand in the turn that draws 6H, by its discard or directly; its partner holds one card."""
    game = late("4H 5H 9C" if discard else "4H 5H", stock=stock, morto=MORTO, hands={2: "9D"})
    if rules is not None:
        game = Game(game.state._replace(lookup=lookup_of(rules)))
    return game.play("draw 6H, meld 4H 5H 6H, discard 9C, morto" if discard else "draw 6H, meld 4H 5H 6H, morto")


def test_with_the_discard_or_directly_they_count_the_same() -> None:
    indirect, direct = _last_stock_card(discard=True), _last_stock_card(discard=False).play("red 3H")
    assert (indirect.over, direct.over) == (True, True)
    assert indirect.score(0) == direct.score(0) == points(melded=30, in_hand=-120)


def test_with_one_card_more_in_the_stock_the_turn_still_does_not_come() -> None:
    game = _last_stock_card(discard=True, stock="6H TS").play("1: draw TS, discard TS")
    assert game.score(0) == points(melded=30, in_hand=-120)
    one = _last_stock_card(discard=False, stock="6H TS").play("red 3H TS, red 3D")
    assert one.score(0) == points(melded=30, red_threes=-100, in_hand=-120)


def test_mortos_of_both_sides_wait() -> None:
    mortos = (parse_cards("3H 3D AS AC KS KC QS QC TS TC JH"),) * 2
    hands = {1: "9S", 2: "9D", 3: "3S 9H"}
    game = late("KD", ["5C 6C 7C"], ["5D 6D 7D"], stock="8C 8D", mortos=mortos, hands=hands)
    game.play("draw 8C, lay 1 8C, discard KD, morto", "1: draw 8D, lay 1 8D, discard 9S, morto")
    assert game.score(0) == points(melded=40, in_hand=-110 - 10)
    # Seat 3's black 3 costs 100.
    assert game.score(1) == points(melded=40, black_threes=-100, in_hand=-110 - 10)


def test_a_waiting_morto_beside_a_partner_whose_replacement_failed() -> None:
    game = late("KD", ["5C 6C 7C"], stock="8C TD 3D", morto=MORTO, hands={2: "9D QD"})
    game.play("draw 8C, lay 1 8C, discard KD, morto", "1: draw TD, discard TD", "2: draw 3D, red 3D")
    assert game.score(0) == points(melded=40, in_hand=-110 - 30)


def test_one_of_a_dealt_hand_is_no_card_of_the_morto() -> None:
    game = late("4H 5H 9C", stock="6H", morto=MORTO, hands={2: "3D 9D", 1: "3H 9S"})
    game.play("draw 6H, meld 4H 5H 6H, discard 9C, morto")
    assert game.score(0) == points(melded=30, red_threes=-100, in_hand=-120)
    assert game.score(1) == points(red_threes=-100, in_hand=-30, morto=-100)


def test_a_partner_who_goes_out_leaves_them_at_a_hundred_each() -> None:
    """Only a stock that runs out makes them plain: here there were cards to draw, and the turn did not come."""
    game = late("QH", [CLEAN], stock="8C TD TC", morto=MORTO, hands={2: "KH"})
    game.play("draw 8C, lay 1 QH, discard 8C, morto", "1: draw TD, discard TD", "2: draw TC, lay 1 KH, discard TC")
    assert (game.state.ending, game.state.went_out) == (Ending.GOING_OUT, 2)
    assert game.score(0) == points(melded=90, clean=200, going_out=100, red_threes=-200, in_hand=-90)


def test_a_house_charges_a_waiting_morto_only() -> None:
    names = {"pt": "Casa", "en": "House"}
    threes = {"red_unexchanged": "charged"}
    rules = house({"id": "casa", "extends": "tranca", "revision": 1, "name": names, "threes": threes}, "casa.toml")
    waiting = _last_stock_card(discard=True, rules=rules)
    assert waiting.score(0) == points(melded=30, red_threes=-200, in_hand=-100)
    failed = _last_stock_card(discard=False, rules=rules).play("red 3H")
    assert failed.score(0) == points(melded=30, in_hand=-120)


@pytest.mark.parametrize("left", ["9H", "9H 4C"])
def test_a_red_three_of_a_dealt_hand_follows_the_same_rule(left: str) -> None:
    game = late("KS KD", stock=f"TS {left}", hands={1: "3H 9S"}).play("draw TS, discard TS", "1: red 3H 9H")
    assert game.over == (left == "9H")


@pytest.mark.parametrize("unexchanged", ["plain", "charged"])
def test_what_hands_cost_is_what_their_history_says(unexchanged: str) -> None:
    """Random ends of deals, judged by the history of draws, using only the cards of the engine's state."""
    names, threes = {"pt": "Casa", "en": "House"}, {"red_unexchanged": unexchanged}
    rules = house({"id": "casa", "extends": "tranca", "revision": 1, "name": names, "threes": threes}, "casa.toml")
    kinds: Counter[str] = Counter()
    for seed in range(150):
        end, waits = _played(rules, random.Random(seed))
        by_stock = end.went_out is None
        for side in (0, 1):
            kept = plain = blacks = 0
            for seat in (side, side + 2):
                hand = cards_text(cards_of(end.hands[seat])).split()
                if seat in waits and end.went_out is not None and end.went_out % 2 != side:
                    continue  # The flat charge of Art. 12.
                reds = sum(card in ("3H", "3D") for card in hand)
                # A player who had begun to play holds a red 3 only if there was no card to replace it.
                failed = by_stock and seat == end.seat and seat not in waits
                waited = by_stock and seat in waits and unexchanged == "plain"
                kept += 0 if failed or waited else reds
                blacks += sum(card in ("3S", "3C") for card in hand)
                plain += len(hand) - sum(card[0] == "3" for card in hand) + (reds if failed or waited else 0)
                kinds["failed"] += failed and reds
                kinds["waited"] += waited and reds
                kinds["kept"] += 0 if failed or waited else reds
            exposed = len(end.red_threes[side])
            canasta = any(len(meld.cards) >= 7 for meld in end.melds[side])
            found = score(end)[side]
            assert found.in_hand == -10 * plain
            assert found.black_threes == -100 * blacks
            assert found.red_threes == (100 if canasta else -100) * exposed - 100 * kept
    assert kinds["failed"]
    assert kinds["kept"]
    assert bool(kinds["waited"]) == (unexchanged == "plain")


def _played(rules: Rulebook, rng: random.Random) -> tuple[State, set[int]]:
    """The end of a deal of short hands and a short stock, and who then waits with a morto taken by a discard."""
    cards = [str(card) for card in TWO_PACKS]
    rng.shuffle(cards)
    taken = iter(cards)
    hands = {seat: " ".join(islice(taken, rng.choice((1, 2, 3)))) for seat in range(4)}
    mortos = (tuple(parse_cards(" ".join(islice(taken, 11)))), tuple(parse_cards(" ".join(islice(taken, 11)))))
    stock = parse_cards(" ".join(islice(taken, rng.randrange(2, 12))))
    state = table(rules, hands.pop(0), hands=hands, mortos=mortos, stock=stock).state
    before = state = settle(begin_turn(state, 0, 5))
    waits: set[int] = set()
    while state.phase is not Phase.OVER:
        waits.discard(state.seat)
        before, action = state, rng.choice(legal_actions(state))
        state = settle(perform(before, action))
        if isinstance(action, Discard) and len(state.mortos) < len(before.mortos):
            waits.add(before.seat)
    # The deal may end where the last player's red 3s are replaced, at the beginning of the turn.
    if state.seat != before.seat:
        waits.discard(state.seat)
    return state, waits
