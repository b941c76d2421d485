"""Where a record stops standing: the place, the code and the article of the first action that can't."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from canastra.cards import RED_THREES, TWO_PACKS, UNKNOWN, parse_cards
from canastra.engine import Piles, deal_out
from canastra.records import DealRecord, Record, RecordRuleError, Ruling, position_json, replay, replay_json
from canastra.records.turns import parse_turns
from canastra.rulebooks import official
from tests.drawing import Game, deal


def record(rulebook_id: str, *deals: DealRecord, score: tuple[int, int] = (0, 0)) -> Record:
    """A record of some deals."""
    rulebook = official(rulebook_id)
    return Record(rulebook, tuple("ABCD"[: rulebook.table.players]), score, deals)


def drawn(rulebook_id: str, turns: str, hands: dict[int, str] | None = None, stock: str = "") -> DealRecord:
    """The record of a deal drawn as in tests/drawing.py; lines are separated by ` / `."""
    game = deal(rulebook_id, hands, stock=stock)
    return DealRecord(len(game.state.hands) - 1, piles_of(game), parse_turns(turns.replace(" / ", "\n")))


def piles_of(game: Game) -> Piles:
    """The piles of a deal that hasn't begun."""
    hands = tuple(parse_cards(game.hand_of(seat)) for seat in range(len(game.state.hands)))
    return Piles(hands, (game.state.mortos[0], game.state.mortos[1]), game.state.stock)


def one_card_hidden(shown: DealRecord) -> DealRecord:
    """The same with the last card of seat 0 unknown."""
    hands = ((*shown.piles.hands[0][:10], UNKNOWN), *shown.piles.hands[1:])
    return replace(shown, piles=replace(shown.piles, hands=hands))


def broken(
    rulebook_id: str, *deals: DealRecord, score: tuple[int, int] = (0, 0)
) -> tuple[str, str, tuple[int, int, int]]:
    """Code, article and place of the first action that can't stand."""
    with pytest.raises(RecordRuleError) as caught:
        replay(record(rulebook_id, *deals, score=score))
    error = caught.value
    return error.violation.code, error.violation.article, (error.place.deal, error.place.turn, error.place.action)


@pytest.mark.parametrize(
    ("turns", "code", "article", "place"),
    [
        ("0: draw 9C / 1: draw 8C, discard 8C", "turn_cut_short", "Art. 6", (1, 2, 1)),
        ("0: draw 9C, discard 9C, draw 8C", "turn_over", "Art. 6", (1, 1, 3)),
        ("0: draw 9C, discard 9C / 2: draw 8C", "out_of_turn", "Art. 3", (1, 2, 1)),
        ("0: draw 8C", "not_the_next_card", "Art. 6", (1, 1, 1)),
        ("0: draw 9C, morto", "morto_not_due", "Art. 10", (1, 1, 2)),
        ("0: draw 9C, red 3H 4H", "red_not_due", "Art. 12 §1", (1, 1, 2)),
    ],
)
def test_turns_that_can_not_stand(turns: str, code: str, article: str, place: tuple[int, int, int]) -> None:
    found = broken("canastra-regional", drawn("canastra-regional", turns, stock="9C 8C 7C"))
    assert (found[0], found[2]) == (code, place)
    if article != "Art. 12 §1":
        assert found[1] == article


HAND = "4S 5S 6S 7S 8S 9S TS JS QS KS AS"


@pytest.mark.parametrize(
    ("rest", "place"),
    [
        (", meld 4S 5S 6S 7S 8S 9S TS JS QS KS AS, discard 9C, draw 8C", (1, 1, 4)),
        (", meld 4S 5S 6S 7S 8S 9S TS JS QS KS AS, discard 9C / 1: draw 8C", (1, 1, 4)),
    ],
)
def test_a_morto_that_is_not_written(rest: str, place: tuple[int, int, int]) -> None:
    found = broken("buraco", drawn("buraco", f"0: draw 9C{rest}", {0: HAND}, "9C 8C"))
    assert (found[0], found[2]) == ("morto_missing", place)


@pytest.mark.parametrize(
    ("turns", "code", "place"),
    [
        ("0: draw 9C", "red_missing", (1, 1, 1)),
        ("0: red 3H", "red_not_replaced", (1, 1, 1)),
        ("0: red 3D 9C", "red_other_first", (1, 1, 1)),
        ("0: red 3H 8C", "not_the_next_card", (1, 1, 1)),
        ("0: red 3H 9C, draw 8C", "red_missing", (1, 1, 2)),
        ("0: red 3H 9C, red 3D 8C, red 3D 7C", "red_not_due", (1, 1, 3)),
        ("0: red 3H 9C, red 3D 8C, draw 7C, red 3D 6C", "red_not_due", (1, 1, 4)),
        ("0: red 3H 9C, red 3D 8C, draw 3H, discard 9C", "red_missing", (1, 1, 4)),
    ],
)
def test_red_threes_that_are_not_written_as_they_happen(turns: str, code: str, place: tuple[int, int, int]) -> None:
    stock = "9C 8C 3H 6C" if "draw 3H" in turns else "9C 8C 7C 6C"
    found = broken("tranca", drawn("tranca", turns, {0: "3H 3D"}, stock))
    assert (found[0], found[2]) == (code, place)


def test_a_red_three_without_stock_has_no_replacement() -> None:
    game = deal("tranca")
    stock = sorted(game.state.stock, key=lambda card: card in RED_THREES)
    plain = [card for card in stock if card not in RED_THREES]
    reds = stock[len(plain) :]
    assert len(reds) > 1
    lines = [f"{turn % 4}: draw {card}, discard {card}" for turn, card in enumerate(plain)]
    chain = [f"draw {reds[0]}", *(f"red {one} {two}" for one, two in pairwise(reds)), f"red {reds[-1]} 4H"]
    turns = parse_turns("\n".join([*lines, f"{len(plain) % 4}: {', '.join(chain)}"]))
    found = broken("tranca", DealRecord(3, replace(piles_of(game), stock=tuple(stock)), turns))
    assert found[0] == "red_no_stock"


def whole(rulebook_id: str, dealer: int = 1) -> DealRecord:
    """A deal played to its end: all players discard the card drawn."""
    rulebook = official(rulebook_id)
    piles = deal_out(TWO_PACKS, rulebook.table.players, dealer)
    stock = (*piles.stock, *piles.mortos[0], *piles.mortos[1])
    players = rulebook.table.players
    lines = [f"{(dealer + 1 + index) % players}: draw {card}, discard {card}" for index, card in enumerate(stock)]
    return DealRecord(dealer, piles, parse_turns("\n".join(lines)))


def test_deals_that_can_not_follow() -> None:
    deal_of_3, next_deal = whole("canastra-regional", 3), whole("canastra-regional", 0)
    unfinished = replace(deal_of_3, turns=deal_of_3.turns[:5])
    assert broken("canastra-regional", unfinished, next_deal)[::2] == ("deal_unfinished", (2, 0, 0))
    assert broken("canastra-regional", deal_of_3, deal_of_3)[::2] == ("wrong_dealer", (2, 0, 0))
    found = broken("canastra-regional", deal_of_3, next_deal, score=(3500, 0))
    assert found == ("match_over", "Art. 13", (2, 0, 0))


def test_an_annulled_deal_is_dealt_again_by_the_same_dealer() -> None:
    deal_of_3 = whole("canastra-regional", 3)
    annulled = replace(deal_of_3, turns=deal_of_3.turns[:5], rulings=(Ruling("annul", "misdeal"),))
    replayed = replay(record("canastra-regional", annulled, deal_of_3))
    assert [deal["ended_by"] for deal in replay_json(replayed)["deals"]] == ["annulled", "stock"]


def test_an_unknown_card_makes_only_what_needs_it_unknown() -> None:
    redacted = one_card_hidden(whole("canastra-regional", 3))
    (shown,) = replay_json(replay(record("canastra-regional", redacted)))["deals"]
    assert shown["score"][0]["in_hand"] is None
    assert shown["score"][0]["total"] is None
    assert shown["score"][0]["melded"] == 0
    assert shown["match_score"][0] is None
    assert isinstance(shown["match_score"][1], int)


def test_an_unknown_card_worth_the_same_as_all_is_counted() -> None:
    last = whole("buraco", 3)
    passed = replace(last, turns=(*last.turns, *parse_turns(f"{len(last.turns) % 4}: pass")))
    (shown,) = replay_json(replay(record("buraco", one_card_hidden(passed))))["deals"]
    assert shown["score"][0]["in_hand"] == -220


def test_an_unknown_card_is_never_a_third_copy() -> None:
    last = drawn("buraco", "0: draw 9C, discard 9C / 1: draw 9C", {0: "9C"}, "9C 8C")
    hidden = replace(last, piles=replace(last.piles, stock=(last.piles.stock[0], UNKNOWN, *last.piles.stock[2:])))
    assert broken("buraco", hidden)[0] == "not_the_next_card"


def test_unknown_points_leave_the_minimum_open() -> None:
    first = one_card_hidden(whole("canastra-regional", 3))
    second = replace(whole("canastra-regional", 0), turns=())
    position = position_json(replay(record("canastra-regional", first, second, score=(1800, 0))))
    assert position["minimum"] == [None, 0]
