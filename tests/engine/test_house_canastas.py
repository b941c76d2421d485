"""Canastas with bonuses of their own: thirteen cards (popularly "de 500") beside ace to ace ("de 1000")."""

from __future__ import annotations

import numpy as np
import pytest

from canastra.cards import parse_cards
from canastra.engine import Canasta, Ending, Phase, points_on_table, score
from canastra.engine.melds.canasta import bonus_of, canasta_of
from canastra.engine.melds.lookup import lookup_of
from canastra.engine.scoring import component_applies, component_article
from canastra.kernel.play import codec, layout, scoring
from canastra.kernel.rules.tables import rule_tables
from canastra.rulebooks import Rulebook, official
from tests.drawing import table
from tests.engine.test_house_readings import house_of

BOTH = house_of("buraco", canastas={"thirteen": 500, "royal": 1000})
THIRTEEN_ONLY = house_of("buraco", canastas={"thirteen": 500})
LOW = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
HIGH = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
FULL = f"{LOW} AS"


def bonuses(rulebook: Rulebook, meld: str) -> tuple[int, int, int]:
    """Points for clean, dirty and royal canastas of a deal that is over, with engine and kernel of one mind."""
    state = table(rulebook, "9C", ours=[meld], phase=Phase.OVER, ending=Ending.STOCK).state
    tables, states = rule_tables(rulebook), layout.new_states(1)
    codec.encode(state, tables, states[0])
    points = np.zeros((2, len(scoring.COMPONENTS)), np.int32)
    scoring.score(states, 0, tables.rules, points)
    assert [tuple(side) for side in points.tolist()] == [tuple(side) for side in score(state)]
    found = score(state)[0]
    return found.clean, found.dirty, found.royal


@pytest.mark.parametrize(
    ("meld", "both", "thirteen_only"),
    [
        (LOW, (0, 0, 500), (0, 0, 500)),
        (HIGH, (0, 0, 500), (0, 0, 500)),
        (FULL, (0, 0, 1000), (0, 0, 500)),
        (LOW.removeprefix("AS "), (200, 0, 0), (200, 0, 0)),
        (LOW.replace("7S", "2H"), (0, 100, 0), (0, 100, 0)),
        (LOW.replace("7S", "2S"), (0, 100, 0), (0, 100, 0)),
        (f"{LOW} 2H", (0, 100, 0), (0, 100, 0)),
        (FULL.replace("7S", "2D"), (0, 100, 0), (0, 100, 0)),
    ],
)
def test_thirteen_naturals_count_500_and_fourteen_1000(
    meld: str, both: tuple[int, int, int], thirteen_only: tuple[int, int, int]
) -> None:
    assert bonuses(BOTH, meld) == both
    assert bonuses(THIRTEEN_ONLY, meld) == thirteen_only


def test_the_official_rulebooks_know_no_thirteen() -> None:
    assert bonuses(official("buraco"), LOW) == (200, 0, 0)
    assert bonuses(official("canastra-duelo"), LOW) == (300, 0, 0)


def test_a_deal_by_hand() -> None:
    """A side that goes out with 500, 1000 and a dirty one: 34 cards of 10, 1600, 100, less its partner's 10."""
    rules = house_of("buraco", canastas={"thirteen": 500, "royal": 1000})
    hearts = " ".join(f"{rank}H" for rank in "A23456789TJQK")
    melds = [FULL, hearts, "4D 5D 6D 7D 8D 2C TD"]
    game = table(rules, "KD", ours=melds, has_morto=(True, True), hands={2: "QC"}, mortos=(), phase=Phase.PLAY)
    game.play("discard KD")
    found = game.score(0)
    assert (found.melded, found.clean, found.dirty, found.royal, found.going_out) == (340, 0, 100, 1500, 100)
    assert (found.morto, found.in_hand, found.total) == (0, -10, 2030)


def test_the_thirteenth_card_makes_it_and_the_fourteenth_the_other() -> None:
    game = table(BOTH, "KS AS 9C JC", ours=[LOW.removesuffix(" KS")], phase=Phase.PLAY)
    before = points_on_table(BOTH, game.state.melds)[0]
    game.play("lay 1 KS")
    assert points_on_table(BOTH, game.state.melds)[0] - before == 10 + 500 - 200
    game.play("lay 1 AS")
    assert points_on_table(BOTH, game.state.melds)[0] - before == 20 + 1000 - 200


def test_it_serves_for_going_out_like_a_clean_one() -> None:
    rules = house_of("buraco", canastas={"thirteen": 500}, going_out={"needs": "clean"})
    table(rules, "KD", ours=[LOW], has_morto=(True, True), mortos=(), phase=Phase.PLAY).allowed("discard KD")


def test_what_a_meld_counts_as() -> None:
    lookup = lookup_of(BOTH)
    kinds = {
        text: canasta_of(meld, BOTH.canastas)
        for text in ("4S 5S 6S", LOW, HIGH, FULL, "3H 4H 5H 6H 7H 8H 9H", "3H 4H 5H 6H 7H 8H 2S")
        if (meld := lookup.meld(parse_cards(text)))
    }
    found = [Canasta.NONE, Canasta.THIRTEEN, Canasta.THIRTEEN, Canasta.ROYAL, Canasta.CLEAN, Canasta.DIRTY]
    assert list(kinds.values()) == found
    melds = [lookup.meld(parse_cards(text)) for text in kinds]
    assert [bonus_of(meld, BOTH.canastas) for meld in melds if meld] == [0, 500, 500, 1000, 200, 100]


def test_its_points_stand_with_the_royal_ones_and_cite_the_house() -> None:
    assert component_applies("royal", THIRTEEN_ONLY)
    assert not component_applies("royal", official("buraco"))
    assert component_article("royal", THIRTEEN_ONLY) == "regra da casa"
    assert component_article("royal", official("canastra-duelo")) == "Pontuação"
