"""The other tenable readings of docs/rules.md §11: no official rulebook has them, a house may choose them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from canastra.cards import RED_THREES, TWO_PACKS, parse_cards
from canastra.engine import DRAW, REFUSE, Discard, Ending, Phase, apply, deal_out, options, settle, start_deal, view
from canastra.engine.hands import cards_of
from canastra.rulebooks import Rulebook, house, official, popular
from tests.drawing import Game, table


def house_of(base: str, **changes: dict[str, Any]) -> Rulebook:
    """A house's rulebook with these sections changed."""
    names = {"pt": "Casa", "en": "House"}
    return house({"id": "casa", "extends": base, "revision": 1, "name": names, **changes}, "house")


def over(rulebook: str | Rulebook, went_out: int | None = None, **drawn: Any) -> Game:
    """A deal that is over: seats 1 and 3 hold what is drawn of them, seats 0 and 2 nothing."""
    hands = {2: "", 1: drawn.pop("one", ""), 3: drawn.pop("three", "")}
    ending = Ending.STOCK if went_out is None else Ending.GOING_OUT
    return table(
        rulebook, "", hands=hands, phase=Phase.OVER, ending=ending, went_out=went_out, has_morto=(True, True), **drawn
    )


# ---- The dealer opens (the rulebook `buraco-sem-curingao`) ---------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_opens_and_may_refuse_the_first_card(dealer: int) -> None:
    """The dealing begins with the seat after the dealer in any case."""
    pack = [card for card in TWO_PACKS if card not in RED_THREES] + [card for card in TWO_PACKS if card in RED_THREES]
    piles = deal_out(pack, 4, dealer)
    state = settle(start_deal(popular("buraco-sem-curingao"), piles, dealer))
    assert state.seat == dealer
    assert piles.hands[(dealer + 1) % 4][0] == pack[0]
    refused = apply(apply(state, DRAW), REFUSE)
    assert (refused.seat, refused.pile) == (dealer, (state.stock[0],))
    after = apply(refused, DRAW)
    after = apply(after, Discard(cards_of(after.hand)[0]))
    assert after.seat == (dealer + 1) % 4
    assert settle(start_deal(official("buraco"), piles, dealer)).seat == (dealer + 1) % 4


# ---- A 2 on top of the pile blocks it (curinguinha's other reading of "tranca o jogo") -----------------------------


@pytest.mark.parametrize("base", ["canastra-curinguinha", "buraco"])
def test_a_2_on_top_blocks_the_pile(base: str) -> None:
    rules = house_of(base, pile={"top_two": "blocks"})
    game = table(rules, "7S 8S KD QC", pile="9S 2C").refused("take", "pile_blocked", "regra da casa")
    assert game.legal == {"draw"}
    table(rules, "7S 8S KD QC", pile="2C 9S").allowed("take")
    table(base, "7S 8S KD QC", pile="9S 2C").allowed("take")


def test_with_the_stock_gone_a_blocked_pile_ends_the_deal() -> None:
    rules = house_of("buraco", pile={"top_two": "blocks"})
    last: dict[str, Any] = {"phase": Phase.PLAY, "stock": (), "mortos": ()}
    assert table(rules, "2C KD QC", **last).play("discard 2C").over
    assert not table(rules, "2C KD QC", **last).play("discard KD").over


# ---- Wilds are never laid off (tranca Art. 11 read alone) -----------------------------------------------------------


def test_no_wild_is_laid_off_on_a_meld() -> None:
    rules = house_of("tranca", melds={"wild_lay_off": False})
    melds = ["4H 5H 6H", "AS AH AD"]
    game = table(rules, "2S 2C 7H KD KS QC", melds, phase=Phase.PLAY)
    for text in ("lay 1 2S low", "lay 1 2S high", "lay 1 2S", "lay 1 2S 7H high", "lay 2 2S", "lay 2 2S 2C"):
        game.refused(text, "wild_not_laid_off", "regra da casa")
    assert {each for each in game.legal if each.startswith("lay")} == {"lay 1 7H"}
    table("tranca", "2S 2C 7H KD KS QC", melds, phase=Phase.PLAY).allowed("lay 1 2S high", "lay 2 2S")
    assert game.play("meld KS KD 2S").melds(0)[2] == "KS KD 2S"
    assert all(each.fault for each in options(view(game.state, 0), parse_cards("2C")) if each.number is not None)


def test_a_wild_that_lies_there_is_still_displaced_and_a_natural_2_still_laid_off() -> None:
    rules = house_of("buraco", melds={"wild_lay_off": False})
    game = table(rules, "5H 2D KD QC", ["4H 2S 6H", "3D 4D 5D"], phase=Phase.PLAY)
    assert {each for each in game.legal if each.startswith("lay")} == {"lay 1 5H low", "lay 1 5H high", "lay 2 2D"}
    assert game.play("lay 2 2D").state.melds[0][1].wild < 0


def test_a_meld_of_several_cards_may_hold_its_wild() -> None:
    rules = house_of("buraco", melds={"wild_lay_off": False})
    table(rules, "4H 5H 6H 7H 2S KD", phase=Phase.PLAY).allowed("meld 4H 5H 6H 7H 2S", "meld 2S 4H 5H 6H 7H")


def test_of_free_cards_only_the_2_itself_is_asked_about() -> None:
    rules = house_of("canastra-duelo", melds={"wild_lay_off": False})
    game = table(rules, "6H 2S KD QC", ["2H 3H 4H"], phase=Phase.PLAY).refused("lay 1 2S", "wild_not_laid_off")
    assert game.play("lay 1 6H").melds(0) == ["3H 4H 2H 6H"]


# ---- A kept red 3 turns all of the side's (tranca Art. 19 by its grammar) -------------------------------------------


CANASTA = "4C 5C 6C 7C 8C 9C TC"


def test_a_red_3_kept_in_a_hand_turns_all_of_its_side() -> None:
    reds = (parse_cards("3H"), parse_cards("3D 3D"))
    drawn: dict[str, Any] = {"one": "3H KD", "theirs": [CANASTA], "ours": ["4S 5S 6S 7S 8S 9S TS"], "red_threes": reds}
    assert over("tranca", **drawn).score(1).red_threes == 2 * 100 - 100
    rules = house_of("tranca", threes={"red_kept": "all_of_the_side"})
    found = over(rules, **drawn)
    assert (found.score(0).red_threes, found.score(1).red_threes) == (100, -300)
    assert found.score(1).in_hand == -10


def test_one_that_could_not_be_replaced_turns_nothing() -> None:
    rules = house_of("tranca", threes={"red_kept": "all_of_the_side"})
    drawn: dict[str, Any] = {
        "one": "3H KD",
        "theirs": [CANASTA],
        "red_threes": ((), parse_cards("3D 3D")),
        "unreplaced": (False, True, False, False),
    }
    found = over(rules, **drawn).score(1)
    assert (found.red_threes, found.in_hand) == (200, -20)


# ---- Red 3s of a morto whose player's turn did not come cost 100 each (tranca Art. 19 before Art. 8) -----------------


def test_red_3s_of_a_waiting_morto_are_charged() -> None:
    last: dict[str, Any] = {"phase": Phase.PLAY, "stock": (), "hands": {2: "9D"}}
    last["mortos"] = (parse_cards("3H 3D 6S 7S 8S 6D 7D 8D 6C 7C 8C"),)
    rules = house_of("tranca", threes={"red_unexchanged": "charged"})
    found = table(rules, "KD", [CANASTA], red_threes=(parse_cards("3H"), ()), **last).play("discard KD, morto").score(0)
    assert (found.red_threes, found.in_hand) == (100 - 200, -90 - 10)
    turned = house_of("tranca", threes={"red_unexchanged": "charged", "red_kept": "all_of_the_side"})
    found = (
        table(turned, "KD", [CANASTA], red_threes=(parse_cards("3H"), ()), **last).play("discard KD, morto").score(0)
    )
    assert (found.red_threes, found.in_hand) == (-100 - 200, -90 - 10)
    found = (
        table("tranca", "KD", [CANASTA], red_threes=(parse_cards("3H"), ()), **last).play("discard KD, morto").score(0)
    )
    assert (found.red_threes, found.in_hand) == (100, -110 - 10)


# ---- A morto never played from costs its 100 and its cards (tranca Art. 12 with Art. 23) ----------------------------


def test_a_morto_never_played_from_costs_its_100_and_its_cards() -> None:
    drawn: dict[str, Any] = {"went_out": 0, "one": "KD QC JH", "three": "TS", "unplayed": (False, True, False, False)}
    flat = over("tranca", **drawn).score(1)
    assert (flat.morto, flat.in_hand) == (-100, -10)
    both = over(house_of("tranca", morto={"unplayed": "charge_and_cards"}), **drawn).score(1)
    assert (both.morto, both.in_hand) == (-100, -40)


# ---- Cards left in hands: not deducted, or only when a player went out ----------------------------------------------


@pytest.mark.parametrize(
    ("rule", "gone_out", "ended"), [("both_sides", -30, -30), ("when_gone_out", -30, 0), ("nobody", 0, 0)]
)
def test_cards_left_in_hands(rule: str, gone_out: int, ended: int) -> None:
    rules = house_of("buraco", hands_left={"deducted": rule}) if rule != "both_sides" else official("buraco")
    drawn: dict[str, Any] = {"one": "KD QC", "three": "TS"}
    assert over(rules, went_out=0, **drawn).score(1).in_hand == gone_out
    assert over(rules, **drawn).score(1).in_hand == ended


def test_the_partner_of_the_one_who_went_out_pays_too_when_both_sides_do() -> None:
    rules = house_of("buraco", hands_left={"deducted": "when_gone_out"})
    assert over(rules, went_out=1, three="TS KD").score(1).in_hand == -20
    rules = house_of("buraco", hands_left={"deducted": "opponent_of_going_out"})
    assert over(rules, went_out=1, three="TS KD").score(1).in_hand == 0


# ---- With stock and mortos gone only the immediate opponent may take the pile, once (buraco Art. 12) ----------------


def without_stock(rules: str | Rulebook) -> Game:
    """The next draw takes the last card of the stock, and no morto is left."""
    hands = {1: "5D 6D QH", 2: "5S 6S QS", 3: "5C 6C QD"}
    return table(rules, "KD KC 9S", hands=hands, pile="JC", stock=parse_cards("4H"), mortos=(), has_morto=(True, True))


def test_only_the_next_player_takes_the_pile_and_only_once() -> None:
    rules = house_of("buraco", stock={"exhausted": "pile_may_be_taken_once"})
    game = without_stock(rules).play("draw 4H, discard 4H")
    assert game.legal == {"take", "pass"}
    game.play("1: take, discard QH")
    assert (game.over, game.state.ending, game.state.went_out) == (True, Ending.STOCK, None)
    again = without_stock("buraco").play("draw 4H, discard 4H", "1: take, discard QH")
    assert again.legal == {"take", "pass"}


def test_who_passes_ends_the_deal() -> None:
    rules = house_of("buraco", stock={"exhausted": "pile_may_be_taken_once"})
    assert without_stock(rules).play("draw 4H, discard 4H", "1: pass").over


def test_a_pile_taken_before_the_stock_ran_out_is_not_the_one() -> None:
    rules = house_of("buraco", stock={"exhausted": "pile_may_be_taken_once"})
    game = without_stock(rules).play("take, discard JC", "1: draw 4H, discard 4H", "2: take, discard QS")
    assert game.over


# ---- Both copies of a pile's only card are barred whatever was laid (duelo) -----------------------------------------


def test_both_copies_stay_whatever_was_laid() -> None:
    rules = house_of("canastra-duelo", pile={"single_card_stays": "both_copies"})
    game = table(rules, "7C 8C 9C JD", pile="9C").play("take, meld 7C 8C 9C")
    assert game.refused("discard 9C", "single_card_stays", "regra da casa").legal == {"discard JD"}
    table(rules, "7C 8C 9C", pile="9C").play("take").refused("meld 7C 8C 9C", "dead_end_single_card", "regra da casa")
    morto = parse_cards("9C KD KH QD JD 5H 5C 4H 8S 3D AS")
    game = table(rules, "7C 8C", pile="9C", mortos=(morto,)).play("take, meld 7C 8C 9C, morto")
    game.refused("discard 9C", "single_card_stays").allowed("discard KD")


def test_a_justified_purchase_that_would_leave_only_the_twin_is_no_way_to_take_the_pile() -> None:
    rules = house_of("canastra-curinguinha", pile={"single_card_stays": "both_copies"})
    game = table(rules, "7C 8C 9C", pile="9C").refused("take", "top_card_dead_end")
    assert game.legal == {"draw"}
    table(rules, "7C 8C 9C KD", pile="9C").play("take, meld 7C 8C 9C").refused("discard 9C", "single_card_stays")


# ---- How long a wild may go home, where a house mixes it -----------------------------------------------------------


def test_the_way_home_is_one_parameter() -> None:
    buraco = official("buraco")
    rules = replace(
        buraco, sequences=replace(buraco.sequences, goes_home=official("canastra-regional").sequences.goes_home)
    )
    table(rules, "KD QC", ["3H 4H 5H 6H 7H 8H 2H"], phase=Phase.PLAY).allowed("shift 1")
