"""Reasons with figures: facts about discards, the heuristic's points, and what comes of turns played out."""

from __future__ import annotations

from unittest import mock

import pytest

from canastra import kernel
from canastra.bots.explain import explain
from canastra.bots.explain.estimates import difference, margin
from canastra.bots.explain.facts import Fact
from canastra.cards import parse_cards
from canastra.engine import Phase, parse_action, view
from canastra.engine.hands import hand_of
from canastra.messages import catalogue
from tests.drawing import Game, table

BURACO, TRANCA = "buraco", "tranca"
FIGURES = {"explain_first_choice", "explain_not_first", "explain_gains", "explain_loses", "explain_even"}


def turn(rulebook: str, hand: str, **more: object) -> Game:
    return table(rulebook, hand, phase=Phase.PLAY, **more)  # type: ignore[arg-type]


def explained(game: Game, action: str, *, figures: bool = False) -> dict[str, Fact]:
    with mock.patch.object(kernel, "available", return_value=figures):
        found = explain(view(game.state, 0), parse_action(action))
    for each in found:
        assert each.message("pt") != each.message("en")
        assert bool(each.article) is each.code.startswith("hint_")
    return {each.code: each for each in found}


@pytest.mark.parametrize(
    ("game", "action", "codes"),
    [
        (turn(BURACO, "2S KD 9S"), "discard 2S", ["gives_wild"]),
        (turn(BURACO, "KD 9S", pile="KD 4C"), "discard KD", ["left_before", "could_meld", "alone"]),
        (turn(BURACO, "KD 9S", pile="4C KD"), "discard KD", ["could_meld", "alone"]),
        (turn(BURACO, "7H 9S 4C", theirs=["4H 5H 6H"]), "discard 7H", ["fits_theirs", "could_meld", "alone"]),
        (turn(BURACO, "9H 9S 4C", theirs=["3H 4H 5H 6H 7H 8H"]), "discard 9H",
         ["gives_canasta", "could_meld", "alone"]),
        (turn(BURACO, "7H 8H 4C", ours=["4H 5H 6H"]), "discard 7H", ["could_meld", "fits_ours", "goes_with"]),
        (turn(BURACO, "KD 9S 4C", ours=["TD JD QD"], theirs=["TD JD QD"]), "discard KD",
         ["fits_theirs", "fits_ours"]),
        (turn(BURACO, "AC 9S 4H", theirs=["QC KC 2S", "QC KC 2H"], ours=["3C 4C 5C", "3C 4C 5C"]), "discard AC",
         ["fits_theirs", "alone"]),
        (turn(TRANCA, "4C 9S 8H", ours=["4S 4D 4H", "4S 4D 4H"], pile="4C 5C 5C 7H"), "discard 4C",
         ["left_before", "dead", "fits_ours"]),
    ],
    ids=lambda value: "" if isinstance(value, Game) else str(value),
)  # fmt: skip
def test_what_a_discard_gives_and_costs(game: Game, action: str, codes: list[str]) -> None:
    found = [code.removeprefix("explain_") for code in explained(game, action) if code.startswith("explain_")]
    assert found == codes


def test_nobody_can_use_a_card_whose_partners_have_been_seen() -> None:
    game = turn(BURACO, "KC 9S 4H", ours=["JC QC 2S", "JC QC 2H"])
    assert list(explained(game, "discard KC"))[1:] == ["explain_dead", "explain_fits_ours"]


def test_unseen_cards_are_counted() -> None:
    found = explained(turn(BURACO, "KD 9S", ours=["JD QD 2S"]), "discard KD")
    # One jack, one queen, and both aces with the queen.
    assert found["explain_could_meld"].figures == (("card", "KD"), ("number", 4))


@pytest.mark.parametrize(("card", "said"), [("JD", True), ("2D", False), ("TD", False), ("JC", False)])
def test_what_the_next_player_was_seen_to_take(card: str, said: bool) -> None:
    state = turn(BURACO, "KD 9S", hands={1: f"{card} 4S"}).state
    known = hand_of(parse_cards(card))
    game = Game(state._replace(known=(state.known[0], known, *state.known[2:])))
    assert ("explain_next_holds" in explained(game, "discard KD")) is said


def test_figures_of_a_good_step_and_of_a_bad_one() -> None:
    game = turn(BURACO, "9H KD", ours=["3H 4H 5H 6H 7H 8H"], has_morto=(True, False))
    good, bad = explained(game, "lay 1 9H", figures=True), explained(game, "discard 9H", figures=True)
    assert {"explain_first_choice", "explain_gains"} <= good.keys()
    assert {"explain_not_first", "explain_loses"} <= bad.keys()
    figures = dict(good["explain_gains"].figures)
    assert figures.keys() == {"points", "margin", "worlds"}


def test_without_a_choice_or_the_kernel_there_are_no_figures() -> None:
    assert not explained(turn(BURACO, "9H KD 4S 6C"), "discard KD").keys() & FIGURES
    assert list(explained(table(BURACO, "4H 5H KD"), "draw", figures=True)) == ["hint_draw"]


def test_a_difference_within_the_error_is_none() -> None:
    assert difference(10, 6, 50).code == "explain_even"
    assert difference(13, 6, 50).code == "explain_gains"
    assert difference(-13, 6, 50).code == "explain_loses"
    assert dict(difference(-13, 6, 50).figures) == {"points": 13, "margin": 12, "worlds": 50}
    assert (margin(0), margin(10)) == (1, 20)


def test_every_sentence_is_about_something_that_can_be_said() -> None:
    said = "gives_wild left_before fits_theirs gives_canasta next_holds could_meld dead fits_ours goes_with alone"
    codes = {key for key in catalogue("en") if key.startswith("explain_")}
    assert codes == FIGURES | {f"explain_{code}" for code in said.split()}
