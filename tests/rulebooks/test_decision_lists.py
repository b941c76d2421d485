"""Every decision in the data stands wherever decisions are listed, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from canastra.messages import LANGUAGES, catalogue
from canastra.protocol.words import rulebook_words
from canastra.rulebooks import OFFICIAL, POPULAR, shipped
from tests.cli.running import canastra
from tools.sentences import functions_of

Language = Literal["pt", "en"]

DOCS = Path(__file__).parents[2] / "docs"
FOLDERS = {"en": DOCS / "rulebooks", "pt": DOCS / "pt" / "regulamentos"}
POPULAR_PAGES = {"en": "popular.md", "pt": "populares.md"}
SHIPPED = (*OFFICIAL, *POPULAR)
SHOWN = {
    "closed_above_only": "canastra-regional/test_art_07_p1_sequences.py::test_nothing_follows_an_ace_at_the_high_end",
    "border_is_a_rank": "canastra-regional/test_art_07_p2_going_home.py::"
    "test_sent_to_the_high_end_instead_it_may_still_go_home_with_seven_cards",
    "border_binds_the_wild": "canastra-regional/test_art_07_p2_going_home.py::"
    "test_the_9_laid_first_closes_the_way_home_and_after_the_8_it_does_not",
    "opening_once": "canastra-regional/test_art_14_vulnerable_opening.py::"
    "test_a_side_that_has_opened_is_free_for_the_rest_of_the_deal_the_partner_too",
    "opening_by_one_player": "canastra-curinguinha/test_buraco.py::"
    "test_two_partners_do_not_open_together_but_one_opens_for_both",
    "opening_before_the_deal": "canastra-regional/test_art_14_vulnerable_opening.py::"
    "test_a_side_is_vulnerable_from_1500_points",
    "no_second_attempt": "canastra-regional/test_art_14_withdrawal.py::"
    "test_then_the_turn_can_only_be_ended_with_a_discard",
    "purchase_undone": "canastra-curinguinha/test_buraco.py::"
    "test_withdrawing_undoes_the_purchase_and_only_a_draw_and_a_discard_remain",
    "two_packs": "canastra-regional/test_art_03_dealing.py::test_all_cards_of_two_packs_without_jokers_are_dealt",
    "canasta_of_seven": "tranca/test_art_15_any_canasta.py::test_six_cards_are_none_nor_are_twice_six",
    "group_takes_a_wild": "tranca/test_art_10_groups.py::test_every_group_of_a_hand_is_on_offer_with_one_wild_at_most",
    "group_with_equal_cards": "tranca/test_art_10_groups.py::test_nine_cards_fill_a_group",
    "one_suit": "buraco/test_art_05_sequences.py::test_a_sequence_is_of_one_suit",
    "three_cards_at_least": "buraco/test_art_05_sequences.py::test_two_cards_are_too_few",
    "red_three_bonus_only": "tranca/test_art_19_red_three_points.py::"
    "test_an_exposed_three_is_neither_a_card_laid_nor_one_of_the_hand",
    "nobody_took_it": "tranca/test_art_13_end_of_the_stock.py::test_neither_side_with_its_morto_both_lose_a_hundred",
    "ends_with_the_turn": "canastra-duelo/test_regras_end.py::"
    "test_with_the_last_card_drawn_and_no_morto_left_it_ends_after_that_turn",
    "going_out_either_way": "tranca/test_art_14_going_out.py::test_with_both_it_goes_out_directly_or_by_the_discard",
    "arranged_at_best": "canastra-duelo/test_aberturas_order_may_change.py::test_the_wild_can_move_again_and_again",
    "red_three_refused": "tranca/test_art_06_first_draw.py::test_a_red_three_is_no_first_card_its_replacement_is",
    "may_not_take_so_ends": "buraco/test_art_12_stock_used_up.py::"
    "test_who_may_not_take_a_single_card_with_a_single_card_ends_the_deal",
    "tied_again": "buraco/test_art_13_target.py::test_as_often_as_it_takes",
}
"""The test that shows a reading that is easily taken for the text."""
BOTH = pytest.mark.parametrize("language", LANGUAGES)
EACH = pytest.mark.parametrize("rulebook_id", SHIPPED)


def said(rulebook_id: str, language: str) -> list[str]:
    """The reasons of a rulebook's decisions as the catalogue has them."""
    return [catalogue(language)[f"decision_{each.name}"] for each in shipped(rulebook_id).decisions]


@EACH
def test_there_are_some_and_none_stands_twice(rulebook_id: str) -> None:
    names = [each.name for each in shipped(rulebook_id).decisions]
    assert len(names) > 10
    assert len(names) == len(set(names))


@BOTH
@EACH
def test_they_are_in_the_list_of_canastra_rules(rulebook_id: str, language: str) -> None:
    ran = canastra("rules", rulebook_id, "--lang", language, COLUMNS="3000")
    heading = catalogue(language)["rules_decisions"]
    (shown,) = re.findall(rf"{re.escape(heading)}(.*)", ran.out, re.DOTALL)
    assert [reason for reason in said(rulebook_id, language) if reason not in shown] == []
    (book,) = canastra("rules", rulebook_id, "--json", "--lang", language).json["rulebooks"]
    assert [each["reason"] for each in book["decisions"]] == said(rulebook_id, language)


@BOTH
@EACH
def test_they_are_on_the_rulebooks_page_of_the_documentation(rulebook_id: str, language: str) -> None:
    name = POPULAR_PAGES[language] if rulebook_id in POPULAR else f"{rulebook_id}.md"
    page = (FOLDERS[language] / name).read_text("utf-8")
    listed = page.partition("<!-- decisions:begin -->")[2].partition("<!-- decisions:end -->")[0]
    rows = [row for row in listed.splitlines() if rulebook_id not in POPULAR or f"`{rulebook_id}`" in row]
    assert [reason for reason in said(rulebook_id, language) if not any(f"| {reason} |" in row for row in rows)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@EACH
def test_the_browser_gets_them_each_about_a_row_of_its_tables(rulebook_id: str, language: Language) -> None:
    """`Decisions.svelte` lists them under the row that they are about; tests/browser/test_pages.py sees them there."""
    words = rulebook_words(shipped(rulebook_id), language)
    assert [each.reason for each in words.decisions] == said(rulebook_id, language)
    rows = [each.key for each in (*words.parameters, *words.clauses)]
    assert [each.about for each in words.decisions if rows.count(each.about) != 1] == []


@pytest.mark.parametrize("name", SHOWN)
def test_a_test_shows_it(name: str) -> None:
    file, _, function = SHOWN[name].partition("::")
    assert function in functions_of(f"tests/rules/{file}")
    rulebook_id = file.partition("/")[0]
    assert name in {each.name for each in shipped(rulebook_id).decisions}
