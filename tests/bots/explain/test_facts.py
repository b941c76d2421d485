"""The effect of a step, in facts: the ones that hold, with figures and articles, in both languages."""

from __future__ import annotations

import pytest

from canastra.bots.explain.facts import Fact, rule_facts
from canastra.engine import Phase, parse_action, view
from canastra.messages import catalogue
from canastra.rulebooks import Rulebook, popular
from tests.drawing import Game, table

REGIONAL, BURACO, TRANCA = "canastra-regional", "buraco", "tranca"


def why(game: Game, action: str) -> dict[str, Fact]:
    seen = view(game.state, game.state.seat)
    found = rule_facts(seen, parse_action(action))
    for each in found:
        assert each.article
        assert each.message("pt") != each.message("en")
    return {each.code.removeprefix("hint_"): each for each in found}


def turn(rulebook: str | Rulebook, hand: str, **more: object) -> Game:
    return table(rulebook, hand, phase=Phase.PLAY, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "action", "codes"),
    [
        (table(BURACO, "4H 5H KD", pile="9C"), "draw", ["draw"]),
        (table(BURACO, "4H 5H KD", pile="9C"), "take", ["take"]),
        (turn(BURACO, "4H 5H 6H KD 9S 8C"), "meld 4H 5H 6H", ["meld"]),
        (turn(BURACO, "4H 5H 2S KD 9S 8C"), "meld 4H 5H 2S", ["meld", "dirty_meld"]),
        (turn(BURACO, "7H KD 9S 8C", ours=["4H 5H 6H"]), "lay 1 7H", ["lay"]),
        (turn(BURACO, "9H KD 9S 8C", ours=["3H 4H 5H 6H 7H 8H"]), "lay 1 9H", ["lay", "clean"]),
        (turn(BURACO, "2S KD 9S 8C", ours=["3H 4H 5H 6H 7H 8H"]), "lay 1 2S high", ["lay", "dirty", "dirty_meld"]),
        (turn(BURACO, "TH KD 9S 8C", ours=["3H 4H 5H 6H 7H 8H 9H"]), "lay 1 TH", ["lay"]),
        (turn(BURACO, "4H 5H 6H"), "meld 4H 5H 6H", ["meld", "morto"]),
        (turn(BURACO, "KD", ours=["3H 4H 5H 6H 7H 8H 9H"], mortos=(), has_morto=(True, True)), "discard KD",
         ["discard", "going_out"]),
        (turn(BURACO, "KD 9S"), "discard KD", ["discard"]),
        (turn(BURACO, "KD"), "discard KD", ["discard", "morto"]),
        (turn(TRANCA, "3S KD 9S"), "discard 3S", ["discard", "blocks"]),
        (turn(REGIONAL, "4H 5H 6H KD 9S", opening=(0, -1)), "meld 4H 5H 6H", ["meld", "opening"]),
        (turn(REGIONAL, "AH KH QH JH TH 9H 8H KD 9S 7C", opening=(0, -1)), "meld 8H 9H TH JH QH KH AH",
         ["meld", "clean", "opens"]),
        (turn(REGIONAL, "4H 5H 6H KD 9S", opening=(0, -1)).play("meld 4H 5H 6H"), "withdraw", ["withdraw"]),
        (turn(REGIONAL, "KD 9S 8C", ours=["3H 4H 5H 2H"]), "shift 1", ["shift"]),
    ],
    ids=lambda value: "" if isinstance(value, Game) else str(value),
)  # fmt: skip
def test_what_holds_is_said(game: Game, action: str, codes: list[str]) -> None:
    assert list(why(game, action)) == codes


def test_the_first_card_may_be_refused() -> None:
    game = table(BURACO, "4H 5H KD", turn=1)
    first = game.state.stock[0]
    assert list(why(game.play(f"draw {first}"), "refuse")) == ["refuse"]


def test_a_group_has_no_place_for_its_wild() -> None:
    game = turn(TRANCA, "AH AD 2S KD 9S 8C")
    assert list(why(game, "meld AH AD 2S")) == ["meld", "dirty_group"]


def test_the_pile_may_be_declined() -> None:
    game = table(BURACO, "4H 5H KD", pile="9C", stock=(), mortos=())
    assert list(why(game, "pass")) == ["pass"]


def test_figures() -> None:
    found = why(turn(REGIONAL, "4H 5H 6H KD 9S", opening=(0, -1)), "meld 4H 5H 6H")
    assert found["opening"].figures == (("points", 15), ("minimum", 75))
    assert found["opening"].article == "Art. 14"
    dirty = why(turn(BURACO, "4H 5H 2S KD 9S 8C"), "meld 4H 5H 2S")["dirty_meld"]
    assert dirty.message("pt") == "O 2 fica no lugar de 6♥, e o jogo fica sujo."


def test_a_royal_canasta() -> None:
    naturals = " ".join(f"{rank}H" for rank in "A23456789TJQK")
    game = turn(REGIONAL, "AH KD 9S 8C", ours=[naturals])
    codes = list(why(game, "lay 1 AH"))
    assert codes == (["lay", "royal"] if game.state.lookup.rulebook.canastas.royal else ["lay"])


def test_a_canasta_of_thirteen_and_the_royal_one_after_it() -> None:
    cards = " ".join(f"{rank}H" for rank in "A23456789TJQ")
    game = turn(popular("buraco-aberto"), "KH AH KD 9S 8C", ours=[cards])
    found = why(game, "lay 1 KH")
    assert list(found) == ["lay", "thirteen"]
    assert (found["thirteen"].figures, found["thirteen"].article) == ((("points", 500),), "regra da casa")
    assert found["thirteen"].message("pt") == "Faz uma canastra real de treze: 500 pontos."
    assert list(why(game.play("lay 1 KH"), "lay 1 AH")) == ["lay", "royal"]


def test_every_sentence_is_about_something_that_can_be_said() -> None:
    codes = {key for key in catalogue("en") if key.startswith("hint_")}
    said = "draw take refuse pass withdraw shift meld lay opens opening clean dirty thirteen royal dirty_meld "
    said += "dirty_group morto going_out discard blocks"
    assert codes == {f"hint_{code}" for code in said.split()}
