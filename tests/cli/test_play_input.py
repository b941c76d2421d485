"""A player's input: notation, short forms in both languages, completed moves, and clear answers to wrong lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.cards import Card, parse_cards, read_cards
from canastra.cli.ui.typed_line import LONGEST, Ask, WhichError, commands, completed, shown
from canastra.engine import Action, End, Phase, parse_action, view
from canastra.errors import InputError
from canastra.messages import LANGUAGES
from tests.drawing import Game, table


def typed(text: str) -> list[str]:
    return [str(command) for command in commands(text)]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw", "draw"),
        ("c", "draw"),
        ("Comprar", "draw"),
        ("monte", "draw"),
        ("l", "take"),
        ("LIXO", "take"),
        ("t", "take"),
        ("b 4H 5H 6H", "meld 4H 5H 6H"),
        ("baixar 4h 5h 6h", "meld 4H 5H 6H"),
        ("m 4h5h6h", "meld 4H 5H 6H"),
        ("e 1 10h", "lay 1 TH"),
        ("encaixar 10♥ 1", "lay 1 TH"),
        ("lay 2 7S 8S high", "lay 2 7S 8S high"),
        ("e 1 7H baixa", "lay 1 7H low"),
        ("d ks", "discard KS"),
        ("descartar K♦", "discard KD"),
        ("r", "refuse"),
        ("devolver", "refuse"),
        ("recolher", "withdraw"),
        ("p", "pass"),
        ("v 3", "shift 3"),
        ("  d   KS  ", "discard KS"),
    ],
)
def test_short_forms(text: str, action: str) -> None:
    assert typed(text) == [action]


def test_several_on_one_line() -> None:
    assert typed("c, b 4H 5H 6H; d KS,") == ["draw", "meld 4H 5H 6H", "discard KS"]
    assert typed("") == []
    assert typed(" , ") == []


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("?", Ask("legal")),
        ("? 7H", Ask("legal", (Card.parse("7H"),))),
        ("?7h", Ask("legal", (Card.parse("7H"),))),
        ("12", Ask("number", number=12)),
        ("u", Ask("undo")),
        ("desfazer", Ask("undo")),
        ("ajuda", Ask("help")),
        ("mesa", Ask("table")),
        ("placar", Ask("score")),
        ("regras", Ask("rules")),
        ("sair", Ask("quit")),
        ("d", Ask("discard")),
        ("bater", Ask("go_out")),
        ("alta", Ask("end", end=End.HIGH)),
        ("low", Ask("end", end=End.LOW)),
        ("sim", Ask("yes")),
    ],
)
def test_what_is_no_move(text: str, ask: Ask) -> None:
    assert commands(text) == [ask]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("xyz", "input_unknown"),
        ("7H", "input_card_alone"),
        ("draw 7H", "input_superfluous"),
        ("d 7X", "input_not_a_card"),
        ("d 7H 8H", "input_form_discard"),
        ("b", "input_form_meld"),
        ("e", "input_form_lay"),
        ("e 1", "input_form_lay"),
        ("v", "input_form_shift"),
        ("v 1 2", "input_form_shift"),
        ("b ?? 4H 5H", "input_not_a_card"),
        ("c" * (LONGEST + 1), "input_too_long"),
        ("¹", "input_unknown"),
        ("b 1H 2H 3H", "input_not_a_card"),
    ],
)
def test_slips_are_answered_in_both_languages(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        commands(text)
    assert caught.value.code == code
    for language in LANGUAGES:
        assert "{" not in caught.value.message(language)


@given(st.text(max_size=60))
def test_nothing_that_is_typed_is_a_crash(text: str) -> None:
    said = "fine"
    try:
        commands(text)
    except InputError as error:
        said = error.message("pt")
    assert said.isprintable()


def test_what_is_repeated_moves_no_cursor() -> None:
    assert shown("a\x1b[2Jb") == "a·[2Jb"
    assert len(shown("x" * 100)) == 40


@pytest.mark.parametrize("text", ["TH", "th", "10H", "10h", "10♥", "t♥", "10♥\ufe0f"])
def test_spellings_of_a_card(text: str) -> None:
    assert read_cards(text) == (Card.parse("TH"),)


@pytest.mark.parametrize(("text", "card"), [("7E", "7S"), ("10o", "TD"), ("kp", "KC"), ("KC", "KC"), ("7d", "7D")])
def test_suits_in_portuguese(text: str, card: str) -> None:
    assert read_cards(text) == (Card.parse(card),)


def test_every_card_is_read() -> None:
    text = "AS 2H 3D 4C 9S TH JD QC KS"
    assert read_cards(text.replace(" ", "")) == parse_cards(text)


def filled(game: Game, text: str) -> str:
    (command,) = commands(text)
    assert not isinstance(command, Ask)
    action: Action = completed(command, view(game.state, game.state.seat))
    return str(action)


def hand(cards: str, ours: list[str] | None = None, rulebook: str = "buraco") -> Game:
    return table(rulebook, cards, ours=ours, phase=Phase.PLAY)


@pytest.mark.parametrize(
    ("rulebook", "text", "action"),
    [
        ("buraco", "b 6H 4H 5H", "meld 4H 5H 6H"),
        ("buraco", "b QH AH KH", "meld QH KH AH"),
        ("buraco", "b 3H AH 2H", "meld AH 2H 3H"),
        ("buraco", "b 6H 2S 4H", "meld 4H 2S 6H"),
        ("buraco", "b 2S 5H 6H", "meld 2S 5H 6H"),
        ("buraco", "b 5H 6H 2S", "meld 5H 6H 2S"),
        ("buraco", "b KH 2S AH", "meld 2S KH AH"),
        ("tranca", "b AS 2D AH", "meld AS AH 2D"),
        ("canastra-duelo", "b 6H 2S 5H", "meld 5H 6H 2S"),
        ("canastra-duelo", "b KS 2H KD", "meld KS KD 2H"),
    ],
)
def test_a_meld_in_any_order(rulebook: str, text: str, action: str) -> None:
    game = hand("3H 4H 5H 6H QH KH AH 2H 2S AS KS KD 2D", rulebook=rulebook)
    assert filled(game, text) == action


def test_a_wild_with_two_places_is_asked_for() -> None:
    with pytest.raises(InputError) as caught:
        filled(hand("5H 6H 2S"), "b 6H 2S 5H")
    assert caught.value.code == "input_which_order"
    assert "baixa: 2♠=4 5♥ 6♥; alta: 5♥ 6♥ 2♠=7" in caught.value.message("pt")


def test_what_forms_no_meld_is_left_to_the_judge() -> None:
    assert filled(hand("5H 9H KS"), "b 5H 9H KS") == "meld 5H 9H KS"


def test_the_meld_is_found() -> None:
    game = hand("7H 9C", ours=["4S 5S 6S", "4H 5H 6H"])
    assert filled(game, "e 7H") == "lay 2 7H"
    with pytest.raises(InputError, match="fits on none"):
        filled(game, "e 9C")
    twice = hand("7H", ours=["4H 5H 6H", "4H 5H 6H"])
    with pytest.raises(InputError, match="1, 2"):
        filled(twice, "e 7H")


def test_the_end_is_filled_in_where_there_is_room_at_one_only() -> None:
    assert filled(hand("2S 9C", ours=["QH KH AH"]), "e 1 2S") == "lay 1 2S low"
    with pytest.raises(InputError) as caught:
        filled(hand("2S 9C", ours=["4H 5H 6H"]), "e 1 2S")
    assert caught.value.code == "input_which_end"
    assert "2♠=3 4♥ 5♥ 6♥; high: 4♥ 5♥ 6♥ 2♠=7" in caught.value.message("en")


def test_a_lay_off_that_would_make_the_meld_dirty_for_good_is_asked_about() -> None:
    game = hand("3H 9C", ours=["4H 5H 6H 7H 8H 2H"])
    with pytest.raises(InputError) as caught:
        filled(game, "e 1 3H")
    assert caught.value.code == "input_goes_home"
    assert "low: 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥; high, as it lies: 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 2♥=9" in caught.value.message("en")
    assert isinstance(caught.value, WhichError)
    answers = caught.value.low, caught.value.high
    assert [str(completed(answer, view(game.state, 0))) for answer in answers] == ["lay 1 3H low", "lay 1 3H"]
    assert filled(game, "e 1 3H baixa") == "lay 1 3H low"
    assert filled(game, "e 1 3H alta") == "lay 1 3H"


def test_before_the_draw_nothing_is_filled_in() -> None:
    game = table("buraco", "7H 9C", ours=["4H 5H 6H"])
    assert game.why_not(filled(game, "e 1 7H")) is not None
    assert filled(game, "e 1 7H") == str(parse_action("lay 1 7H"))
