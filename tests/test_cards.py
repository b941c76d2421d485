"""Cards and their text (docs/notation.md, Cards)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.cards import (
    BLACK_THREES,
    CARDS,
    JOKER,
    RANKS,
    RED_THREES,
    SUITS,
    TWO_PACKS,
    TWOS,
    UNKNOWN,
    Card,
    cards_text,
    parse_cards,
)
from canastra.errors import CardError

READABLE = (*CARDS, UNKNOWN)


@pytest.mark.parametrize("card", READABLE, ids=str)
def test_text_and_back(card: Card) -> None:
    again = Card.parse(str(card))
    assert again == card
    assert type(again) is Card


def test_the_texts_are_ranks_by_suits() -> None:
    assert [str(card) for card in CARDS] == [rank + suit for suit in SUITS for rank in RANKS]
    numbers = [(suit, rank) for suit in range(4) for rank in range(13)]
    assert [(card.suit, card.rank) for card in CARDS] == numbers
    assert repr(Card.parse("TH")) == "Card.parse('TH')"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "A",
        "S",
        "as",
        "aS",
        "As",
        "10H",
        "1C",
        "0C",
        "AS ",
        " AS",
        "ASS",
        "AS\n",
        "A S",
        "SA",
        "AX",
        "?",
        "?S",
        "???",
        "**",
        "10♥",
        "T♥",
        "٣H",  # an Arabic-Indic three, a digit to `str.isdigit`
        "２H",  # a full-width two
        "ТH",  # a Cyrillic te
    ],
)
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(CardError) as caught:
        Card.parse(text)
    assert caught.value.code == "card_malformed"
    assert caught.value.figures == {"text": text}


@given(st.text(max_size=3))
def test_any_text_is_a_card_or_a_card_error(text: str) -> None:
    try:
        card = Card.parse(text)
    except CardError:
        return
    assert str(card) == text


def test_the_error_quotes_no_more_than_a_line() -> None:
    with pytest.raises(CardError) as caught:
        Card.parse("A" * 1000)
    assert caught.value.figures == {"text": "A" * 40}


@given(st.lists(st.sampled_from(READABLE)))
def test_list_and_back(cards: list[Card]) -> None:
    assert parse_cards(cards_text(cards)) == tuple(cards)


@pytest.mark.parametrize("text", [" ", "AS  TH", " AS", "AS ", "AS,TH", "AS\tTH", "AS\nTH", "AS\u00a0TH", "ASTH"])
def test_lists_hold_exactly_one_space_between_cards(text: str) -> None:
    with pytest.raises(CardError):
        parse_cards(text)


def test_cards_sort_by_suit_and_then_from_ace_to_king() -> None:
    hand = parse_cards("2C KS AH ?? AD TS AS KH 2S")
    assert cards_text(sorted(hand)) == "AS 2S TS KS AH KH AD 2C ??"


def test_two_packs_are_104_cards_each_twice() -> None:
    assert len(TWO_PACKS) == 104
    assert all(TWO_PACKS.count(card) == 2 for card in CARDS)
    assert list(TWO_PACKS) == sorted(TWO_PACKS)


def test_special_cards() -> None:
    assert cards_text(TWOS) == "2S 2H 2D 2C"
    assert cards_text(RED_THREES) == "3H 3D"
    assert cards_text(BLACK_THREES) == "3S 3C"
    assert not JOKER.is_two
    assert not UNKNOWN.is_two  # its number is 1 modulo 13, like a two's
