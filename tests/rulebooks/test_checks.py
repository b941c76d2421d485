"""A rulebook that contradicts itself or can't be played is refused; one that is only odd is not."""

from __future__ import annotations

import pytest

from canastra import messages
from canastra.errors import RulebookError
from canastra.rulebooks import OFFICIAL, Rulebook, official
from canastra.rulebooks.checks import CHECKS, contradictions
from canastra.rulebooks.houses import parse_house
from canastra.rulebooks.values import kinds


def house(base: str, **values: str) -> Rulebook:
    """A house's rulebook; the values by key, with ``__`` for the dot, in TOML."""
    head = f'id = "casa"\nextends = "{base}"\nrevision = 1\nname = {{ pt = "Casa", en = "House" }}\n'
    body = "".join(f"{key.replace('__', '.')} = {value}\n" for key, value in values.items())
    return parse_house((head + body).encode(), "casa.toml")


REFUSED = [
    ("buraco", {"table__players": "2"}, "two_players_direction"),
    ("canastra-duelo", {"table__direction": '"clockwise"'}, "two_players_direction"),
    ("canastra-duelo", {"table__players": "4"}, "four_players_alternate"),
    ("buraco", {"table__direction": '"alternate"'}, "four_players_alternate"),
    ("canastra-duelo", {"pile__one_card": '"allowed"'}, "twin_without_discard"),
    ("tranca", {"pile__single_card_stays": '"both_copies"'}, "twin_without_discard"),
    ("buraco", {"pile__single_card_stays": '"until_laid"', "pile__one_card": '"allowed"'}, "twin_without_discard"),
    ("canastra-curinguinha", {"pile__single_card_stays": '"until_laid"'}, "single_card_always_laid"),
    ("buraco", {"sequences__wild": '"locked"'}, "home_not_displaced"),
    ("buraco", {"sequences__wild": '"free"'}, "home_not_displaced"),
    ("buraco", {"sequences__lowest": '"4"'}, "home_out_of_range"),
    ("tranca", {"sequences__goes_home": '"before_nine"'}, "home_out_of_range"),
    ("buraco", {"groups__ranks": '"A 2"'}, "group_of_twos"),
    ("buraco", {"groups__ranks": '"A K A"'}, "group_rank_twice"),
    (
        "canastra-curinguinha",
        {"stock__exhausted": '"pile_may_be_taken"'},
        "withdrawal_without_stock",
    ),
    (
        "buraco",
        {"vulnerability__minimums": "[75]", "pile__top_two": '"new_meld"'},
        "withdrawal_without_stock",
    ),
    ("tranca", {"canastas__thirteen": "500"}, "thirteen_out_of_range"),
    ("canastra-duelo", {"sequences__lowest": '"2"'}, "royal_out_of_range"),
    ("tranca", {"canastas__royal": "500"}, "royal_out_of_range"),
    ("tranca", {"sequences__lowest": '"2"'}, "red_threes_in_sequences"),
    ("tranca", {"sequences__lowest": '"A"'}, "red_threes_in_sequences"),
    ("tranca", {"groups__ranks": '"3 4"'}, "red_threes_in_groups"),
    ("buraco", {"threes__red_bonus": "100"}, "red_bonus_never_paid"),
    ("tranca", {"threes__red_exposed": "false"}, "red_bonus_never_paid"),
    ("tranca", {"threes__red_bonus": "0"}, "red_threes_for_nothing"),
    ("buraco", {"threes__red_kept": '"all_of_the_side"'}, "red_kept_unexposed"),
    ("buraco", {"threes__red_unexchanged": '"charged"'}, "red_charged_unexposed"),
    (
        "tranca",
        {"threes__red_unexchanged": '"charged"', "hands_left__deducted": '"when_gone_out"'},
        "red_charged_uncounted",
    ),
    ("tranca", {"hands_left__deducted": '"nobody"'}, "threes_not_deducted"),
    (
        "tranca",
        {
            "hands_left__deducted": '"nobody"',
            "threes__black_charge": "0",
            "threes__red_kept": '"all_of_the_side"',
        },
        "threes_not_deducted",
    ),
    ("buraco", {"hands_left__deducted": '"nobody"', "morto__unplayed": '"charge_and_cards"'}, "morto_not_deducted"),
    (
        "canastra-curinguinha",
        {"stock__exhausted": '"pile_may_be_taken_once"'},
        "withdrawal_without_stock",
    ),
    ("canastra-regional", {"match__target": "0"}, "vulnerable_in_one_deal"),
    ("canastra-duelo", {"vulnerability__minimums": "[75]"}, "vulnerable_in_one_deal"),
    ("buraco", {"vulnerability__minimums": "[90, 75]"}, "minimums_not_rising"),
    ("buraco", {"vulnerability__minimums": "[75, 75]"}, "minimums_not_rising"),
    ("buraco", {"vulnerability__minimums": "[75, 1041]"}, "minimum_out_of_reach"),
]


@pytest.mark.parametrize(("base", "values", "reason"), REFUSED)
def test_refused(base: str, values: dict[str, str], reason: str) -> None:
    with pytest.raises(RulebookError) as caught:
        house(base, **values)
    error = caught.value
    assert error.code == f"contradiction_{reason}"
    assert error.figures == {"file": "casa.toml", "key": CHECKS[error.code][0]}
    assert error.figures["key"] in kinds()
    for language in messages.LANGUAGES:
        assert error.message(language).startswith(f"casa.toml: {error.figures['key']} ")


def test_every_contradiction_is_shown() -> None:
    assert {f"contradiction_{reason}" for _, _, reason in REFUSED} == set(CHECKS)


PLAYED = [
    ("canastra-duelo", {"table__players": "4", "table__direction": '"clockwise"'}),
    ("tranca", {"table__players": "2", "table__direction": '"alternate"'}),
    ("canastra-duelo", {"pile__one_card": '"not_a_pile_of_one"'}),
    ("canastra-curinguinha", {"pile__single_card_stays": '"both_copies"'}),
    ("canastra-curinguinha", {"pile__top_two": '"new_meld"'}),
    ("canastra-curinguinha", {"pile__purchase": '"free"'}),
    ("buraco", {"sequences__lowest": '"2"'}),
    ("buraco", {"sequences__goes_home": '"never"', "sequences__wild": '"free"'}),
    ("buraco", {"groups__ranks": '"A 3 4 5 6 7 8 9 T J Q K"'}),
    ("buraco", {"pile__purchase": '"justified"'}),
    ("buraco", {"vulnerability__minimums": "[75, 1040]"}),
    ("buraco", {"pile__black_three_blocks": "true", "threes__black_charge": "100"}),
    ("buraco", {"going_out__needs": '"none"', "morto__needs": '"clean"'}),
    ("buraco", {"going_out__morto": '"always"'}),
    ("buraco", {"morto__becomes_stock": "false"}),
    ("buraco", {"canastas__royal": "50", "canastas__dirty": "300"}),
    ("canastra-duelo", {"canastas__thirteen": "500", "canastas__royal": "0", "sequences__lowest": '"2"'}),
    ("tranca", {"pile__purchase": '"two_naturals"', "melds__wild_lay_off": "false"}),
    ("buraco", {"match__target": "0"}),
    ("buraco", {"pile__top_two": '"blocks"', "vulnerability__minimums": "[75]"}),
    ("buraco", {"melds__wild_lay_off": "false", "stock__exhausted": '"pile_may_be_taken_once"'}),
    ("buraco", {"hands_left__deducted": '"nobody"', "morto__unplayed": '"charge"'}),
    ("tranca", {"threes__red_kept": '"all_of_the_side"', "hands_left__deducted": '"when_gone_out"'}),
    ("tranca", {"hands_left__deducted": '"nobody"', "threes__black_charge": "0"}),
    ("tranca", {"threes__red_unexchanged": '"charged"', "threes__red_kept": '"all_of_the_side"'}),
    ("tranca", {"morto__becomes_stock": "true", "stock__exhausted": '"pile_may_be_taken"'}),
    ("tranca", {"threes__red_exposed": "false", "threes__red_bonus": "0", "groups__ranks": '"3"'}),
    ("tranca", {"vulnerability__minimums": "[75]"}),
    ("canastra-regional", {"stock__exhausted": '"pile_may_be_taken"'}),
]


@pytest.mark.parametrize(("base", "values"), PLAYED)
def test_odd_but_played(base: str, values: dict[str, str]) -> None:
    assert house(base, **values).extends == base


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_the_official_ones_are_consistent(rulebook_id: str) -> None:
    assert list(contradictions(official(rulebook_id))) == []
