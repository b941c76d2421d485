"""The decisions of docs/rules.md, in the five files: each one marked, named, and said with its reason."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from canastra.errors import RulebookError
from canastra.messages import LANGUAGES, catalogue
from canastra.rulebooks import OFFICIAL, POPULAR, Decision, Rulebook, house, official, reason, shipped
from canastra.rulebooks.loader import parse_official
from tests.rulebooks.test_loader import changed
from tools.articles import ARTICLES, whole

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
MARK = re.compile(r"\[D[]:]")
SHIPPED = (*OFFICIAL, *POPULAR)
BOOKS = [shipped(each) for each in SHIPPED]

ROWS: dict[str, tuple[str, ...]] = {
    "order of play": ("table.direction", "deal.opener"),
    "one-card limits on taking the pile": ("pile.single_card_stays",),
    "ranks of a sequence": ("sequences.lowest",),
    "both aces in one sequence": ("sequences.lowest",),
    "wilds in one meld": ("clauses.wilds",),
    "movement of the wild": ("sequences.wild",),
    "… and its morto taken": ("going_out.morto",),
    "morto taken / not taken": ("morto.not_taken",),
    "cards left in hands": ("hands_left.deducted", "threes.black_charge"),
    "morto taken indirectly": ("morto.unplayed",),
    "match target": ("match.target",),
}
"""Rows of the table of docs/rules.md §2 that have a [D], and what the decision is about."""

WHOLE_ROWS = {
    "… and its morto taken": ("canastra-regional", "canastra-curinguinha", "buraco"),
    "morto taken / not taken": ("canastra-regional", "buraco"),
}
"""Rows whose first cell has the [D], and the rulebooks in which the case can arise."""

FOUR = ("canastra-regional", "canastra-curinguinha", "tranca", "buraco")
TEXT: dict[str, list[dict[str, tuple[str, ...]]]] = {
    "2": [
        {"tie_played_off": ("canastra-curinguinha", "tranca")},
        {
            "ace_lowest": ("canastra-regional",),
            "highest_card_deals": ("canastra-curinguinha", "buraco", "canastra-duelo"),
        },
        {"next_dealer": FOUR, "other_deals_next": ("canastra-duelo",)},
    ],
    "3": [
        {"pile_starts_empty": ("canastra-regional", "tranca", "buraco", "canastra-duelo")},
        {"top_card_alone": ("canastra-curinguinha",)},
        {"indirect_morto_waits": ("canastra-duelo",)},
        {"morto_not_optional": ("canastra-regional", "tranca", "buraco")},
    ],
    "5": [
        {"other_suit_displaced": ("canastra-regional", "buraco"), "wild_displaced": ("tranca",)},
        {"wild_locked": ("canastra-curinguinha",)},
    ],
    "6": [
        {"red_empties_the_stock": ("tranca",)},
        {"red_three_alone": ("tranca",)},
        {"morto_threes_plain": ("tranca",)},
        {"black_three_not_melded": ("tranca",)},
        {"black_three_instead": ("tranca",)},
    ],
    "7": [{"each_in_turn": ("buraco",)}, {"stalemate": OFFICIAL}],
    "10": [{"same_dealer_again": OFFICIAL}],
}
"""The other [D] of docs/rules.md, in their order, by section. In curinguinha the opener's discard begins the pile (O
Jogo) and the morto is simply taken (Batida), and so it is in duelo (Morto): there the text decides, not we."""

READINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "regional": dict.fromkeys(
        (
            "play_clockwise",
            "one_wild",
            "listed_minimums",
            "bonus_without_morto",
            "closed_above_only",
            "border_is_a_rank high_ace_beyond",
            "border_binds_the_wild",
            "natural_two_beside",
            "purchase_stays",
        ),
        ("canastra-regional",),
    ),
    "curinguinha": dict.fromkeys(
        (
            "ace_high_only",
            "any_number_of_melds",
            "pair_took",
            "opener_at_the_right",
            "judged_with_the_pile",
            "ninety_stays opening_by_cards",
            "purchase_undone",
        ),
        ("canastra-curinguinha",),
    ),
    "tranca": {
        "refused_to_pile": ("tranca", "buraco"),
        "blocks_the_next": ("tranca",),
        "condition_for_taking only_that_two": ("tranca",),
        "new_meld_of_three": ("tranca",),
        "charge_instead": ("tranca",),
        "red_three_refused": ("tranca",),
        "group_takes_a_wild group_with_equal_cards": ("tranca",),
        "nobody_took_it": ("tranca",),
        "red_three_bonus_only": ("tranca",),
    },
    "buraco": dict.fromkeys(
        ("one_suit", "twos_are_wild", "seventh_included", "may_not_take_so_ends", "tied_again"), ("buraco",)
    ),
    "duelo": dict.fromkeys(("any_suits", "loser_is_the_opponent", "arranged_at_best"), ("canastra-duelo",)),
    "all": {
        "wild_dirties": OFFICIAL,
        "ace_lowest": ("canastra-regional",),
        "morto_not_optional": ("canastra-regional", "tranca", "buraco"),
        "pile_starts_empty": ("canastra-regional", "tranca", "buraco", "canastra-duelo"),
        "stalemate": OFFICIAL,
        "step_lasts": ("canastra-regional", "canastra-curinguinha"),
        "partida_is_the_deal": ("canastra-regional", "canastra-curinguinha", "tranca"),
        "two_packs": ("canastra-regional", "canastra-duelo"),
        "pairs_alternate": ("tranca", "buraco"),
        "dealt_one_by_one": ("canastra-curinguinha", "tranca", "buraco", "canastra-duelo"),
        "three_cards_at_least canasta_of_seven clean_without_a_wild": ("tranca", "buraco"),
        "side_by_side": OFFICIAL,
        "lone_ace_low": ("canastra-regional", "buraco", "canastra-duelo"),
        "home_by_itself late_home_stays_wild": ("canastra-regional", "buraco"),
        "one_morto_a_side": ("canastra-regional", "tranca"),
        "ends_with_the_turn": ("canastra-regional", "canastra-curinguinha", "tranca", "canastra-duelo"),
        "last_card_counts": FOUR,
        "going_out_either_way": ("tranca", "buraco", "canastra-duelo"),
        "laid_cards_credited": ("canastra-curinguinha", "buraco"),
        "opening_once opening_by_one_player opening_before_the_deal opening_withdrawn no_second_attempt": (
            "canastra-regional",
            "canastra-curinguinha",
        ),
    },
}
"""The readings of docs/rules.md §11, bullet by bullet."""

WITH_THOSE: dict[str, dict[str, tuple[str, ...]]] = {
    "side_by_side": {"laid_stays": ("canastra-regional", "tranca", "buraco")},
    "lone_ace_low": {"player_names_the_end": ("canastra-regional", "tranca", "buraco")},
    "ends_with_the_turn": {"morto_enters_then": ("canastra-regional", "canastra-curinguinha", "buraco")},
    "last_card_counts": {"no_dead_end": OFFICIAL},
}
"""The second reading of a bullet, where it is of other rulebooks than the first."""


def section(number: str) -> str:
    """A section of the page."""
    return PAGE.partition(f"\n## {number}. ")[2].partition("\n## ")[0]


def rows() -> list[list[str]]:
    """The rows of the table of §2 that have a [D]."""
    lines = [line for line in section("2").splitlines() if line.startswith("| ") and MARK.search(line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def names(rulebook_id: str) -> set[str]:
    return {each.name for each in official(rulebook_id).decisions}


def topics(rulebook_id: str) -> set[str]:
    return {each.about for each in official(rulebook_id).decisions}


@pytest.mark.parametrize("book", BOOKS, ids=SHIPPED)
def test_what_is_marked_has_a_reason_and_nothing_else_has(book: Rulebook) -> None:
    marked = {key for key, clause in book.clauses.items() if clause.decision}
    assert marked == {each.about for each in book.decisions}


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_each_one_reads_an_article_that_exists(rulebook_id: str) -> None:
    assert {whole(each.article) for each in official(rulebook_id).decisions} <= {*ARTICLES[rulebook_id]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_one_says_what_was_decided_and_why(language: str) -> None:
    said = {each.name: reason(each, language) for book in BOOKS for each in book.decisions}
    assert {key.removeprefix("decision_") for key in catalogue(language) if key.startswith("decision_")} == said.keys()
    assert [name for name, words in said.items() if len(re.findall(r"\w{3}.*?[.;:](?: |$)", words)) < 2] == []


def test_the_marked_cells_of_the_table_are_decisions() -> None:
    found = rows()
    assert found
    for label, *cells in found:
        (row,) = (row for row in ROWS if label.startswith(row))
        marked = [book for book, cell in zip(OFFICIAL, cells, strict=True) if MARK.search(cell)]
        for rulebook_id in {*marked, *(WHOLE_ROWS[row] if MARK.search(label) else ())}:
            assert topics(rulebook_id) & {*ROWS[row]}, (label, rulebook_id)
    assert len(found) == len(ROWS)


def test_the_marks_of_the_text_are_decisions() -> None:
    for number in map(str, range(1, 11)):
        lines = [line for line in section(number).splitlines() if not line.startswith("|")]
        assert len(MARK.findall("\n".join(lines))) == len(TEXT.get(number, [])), f"§{number}"
    for each in (decisions for own in TEXT.values() for decisions in own):
        for name, books in each.items():
            assert [book for book in OFFICIAL if name in names(book)] == list(books), name


def test_the_readings_of_the_last_section_are_decisions() -> None:
    groups = re.split(r"^- \*\*(\w+)\*\*$", section("11").partition("Where another")[0], flags=re.MULTILINE)[1:]
    bullets = {name: text.count("\n  - ") for name, text in zip(groups[::2], groups[1::2], strict=True)}
    assert bullets == {name: len(own) for name, own in READINGS.items()}
    for own in (*READINGS.values(), *WITH_THOSE.values()):
        for several, books in own.items():
            for name in several.split():
                assert {*books} <= {book for book in OFFICIAL if name in names(book)}, name


def test_they_come_in_the_order_of_what_they_are_about() -> None:
    found = official("canastra-duelo")
    order = list(found.clauses)
    assert [each.about for each in found.decisions] == sorted(topics_of(found.decisions), key=order.index)
    assert found.decisions[1] == Decision("other_opens", "deal.opener", "Regras")


def topics_of(decisions: tuple[Decision, ...]) -> list[str]:
    return [each.about for each in decisions]


def test_they_decide_nothing_of_the_digest() -> None:
    assert parse_official(changed("decisions", {}).encode(), "buraco.toml").sha256 == official("buraco").sha256


def test_a_house_keeps_those_that_it_does_not_change() -> None:
    names_of_it = {"pt": "Casa", "en": "House"}
    head = {"id": "casa", "extends": "tranca", "revision": 1, "name": names_of_it}
    found = house({**head, "pile": {"black_three_blocks": False}}, "casa.toml")
    lost = {*official("tranca").decisions} - {*found.decisions}
    assert [each.name for each in lost] == ["blocks_the_next"]
    assert not found.clauses["pile.black_three_blocks"].decision


@pytest.mark.parametrize(
    ("key", "value", "code", "named"),
    [
        ("decisions", None, "rulebook_missing_key", "decisions"),
        ("decisions", [], "rulebook_wrong_type", "decisions"),
        ("decisions.stalemate", "Art. 12", "rulebook_wrong_type", "decisions.stalemate"),
        ("decisions.stalemate.about", None, "rulebook_missing_key", "decisions.stalemate.about"),
        ("decisions.stalemate.article", None, "rulebook_missing_key", "decisions.stalemate.article"),
        ("decisions.stalemate.why", "none", "rulebook_unknown_key", "decisions.stalemate.why"),
        ("decisions.stalemate.about", "clauses.stalemate", "rulebook_wrong_value", "decisions.stalemate.about"),
        ("decisions.stalemate.about", 7, "rulebook_wrong_type", "decisions.stalemate.about"),
        ("decisions.stalemate.article", "", "rulebook_wrong_value", "decisions.stalemate.article"),
    ],
)
def test_what_is_wrong_with_one_is_said(key: str, value: object, code: str, named: str) -> None:
    with pytest.raises(RulebookError) as caught:
        parse_official(changed(key, value).encode(), "buraco.toml")
    assert (caught.value.code, caught.value.figures["key"]) == (code, named)


def source(book: Rulebook) -> str:
    """The file of a rulebook."""
    folder = files("canastra.rulebooks").joinpath("data")
    folder = folder.joinpath("popular") if book.id in POPULAR else folder
    return folder.joinpath(f"{book.id}.toml").read_text("utf-8")


@pytest.mark.parametrize("book", BOOKS, ids=SHIPPED)
def test_the_files_list_them_in_that_order_too(book: Rulebook) -> None:
    assert [*tomllib.loads(source(book))["decisions"]] == [each.name for each in book.decisions]
