"""Every print with 200 sides and hostile names: all of it on the page, nothing over anything else, all words there."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from canastra.errors import InputError
from canastra.messages import text
from canastra.prints.bracket import KnockoutTie, bracket_print
from canastra.prints.flow import Flow, Occasion, TableColumn, TableRow
from canastra.prints.names import PrintedSide
from canastra.prints.pairings import TableSeating, pairings_by_name, pairings_by_table
from canastra.prints.paper import Paper
from canastra.prints.score_sheets import score_sheets_print
from canastra.prints.standings import PlacedSide, PrintedGroup, groups_print, standings_print
from tests.prints.documents import COLUMNS, FIRST, LAST, MAKERS, OCCASION, page_list, words
from tests.prints.measurement import Ink, Page, outside, overlapping, pages, text_of

SAFE = 5.0
"""Millimetres at the edge that printers don't reach."""
WALL = 5.0
"""Millimetres of a capital's height for what is read from two metres."""
CAPITAL = 0.69 * 25.4 / 72


@pytest.mark.parametrize("name", MAKERS)
def test_everything_is_on_the_page_and_apart(name: str) -> None:
    for number, page in enumerate(page_list(name), 1):
        assert [ink for ink in outside(page, SAFE) if ink.kind == "text"] == [], f"page {number}"
        assert outside(page, -0.2) == [], f"page {number}"
        assert overlapping(page) == [], f"page {number}"
        assert page.texts


def test_overlaps_and_what_lies_outside_are_found() -> None:
    one, two = Ink("text", 10, 10, 30, 14), Ink("text", 29, 12, 40, 16)
    assert overlapping(Page(210, 297, (one, two))) == [(one, two)]
    assert overlapping(Page(210, 297, (one, Ink("text", 30, 10, 40, 14)))) == []
    assert outside(Page(210, 297, (one, Ink("text", 200, 10, 211, 14))), 5) != []


@pytest.mark.parametrize("name", ["by table", "by name", "standings"])
def test_two_hundred_sides_go_over_numbered_pages(name: str) -> None:
    found = page_list(name)
    assert len(found) > 5
    for number, page in enumerate(found, 1):
        assert text("print_page_number", "pt", page=number, pages=len(found)) in page.words


def test_heads_of_tables_are_repeated() -> None:
    assert all("Saldo" in page.words for page in page_list("standings"))


@pytest.mark.parametrize(("used", "first"), [(90, True), (190, False)])
def test_a_table_with_a_title_leaves_no_more_than_a_third_of_a_page_free(used: float, first: bool) -> None:
    flow = Flow(Paper("Ata", "pt"), OCCASION, "Ata")
    flow.take(used)
    flow.table([TableColumn("Mesa", 1)], [TableRow((f"m{row}",)) for row in range(30)], height=6, title="1ª rodada")
    found = pages(flow.paper.finish())
    assert ["1ª rodada" in page.words for page in found] == [first, True]


def test_every_name_of_a_wall_list_is_there_and_can_be_read_from_two_metres() -> None:
    found = page_list("by table")
    assert words("by table").count("\n") > 200
    large = [ink.size * CAPITAL for page in found for ink in page.texts if ink.size > 15.5]
    assert len(large) >= 300
    tables = [str(number) for number in range(1, 101)]
    shown = [page.words.split() for page in found]
    assert all(any(table in page for page in shown) for table in tables)


def test_letters_of_a_wall_list_are_large() -> None:
    side = PrintedSide(people=("Maria Gonçalves", "João Silva"))
    for pdf in (
        pairings_by_table(OCCASION, [TableSeating("7", (side, side))], "pt"),
        pairings_by_name(OCCASION, [TableSeating("7", (side, side))], "pt"),
    ):
        sizes = sorted({ink.size for page in pages(pdf) for ink in page.texts}, reverse=True)
        assert sizes[0] * CAPITAL > 6
        assert any(abs(size * CAPITAL - 5.3) < 0.3 for size in sizes), "the names"


def test_names_are_listed_as_a_dictionary_does() -> None:
    sides = [PrintedSide(people=(name,)) for name in ("Zélia", "Ângela", "Łucja", "Lúcia", "Angelo", "óscar")]
    shown = text_of(pairings_by_name(Occasion(event=""), [TableSeating("1", tuple(sides))], "pt"))
    places = [shown.index(name) for name in ("Ângela", "Angelo", "Lúcia", "Łucja", "óscar", "Zélia")]
    assert places == sorted(places)


def test_accents_suits_and_other_alphabets_are_drawn() -> None:
    shown = words("minutes")
    for name in ("Łukasiewicz", "Güneş", "Иванов", "Conceição", "♠", "Antônio"):
        assert name in shown
    assert "□" in shown, "what no font has leaves a mark"
    assert "\x1b" not in shown
    assert any(each in shown for each in LAST)
    assert any(each in shown for each in FIRST)


def test_suits_are_on_certificates() -> None:
    assert "♠ ♥ ♦ ♣" in words("certificates")


def test_the_words_of_a_name_are_nothing_but_words() -> None:
    shown = text_of(pairings_by_table(OCCASION, [TableSeating("1", (PrintedSide("{nb} **a** __b__"),))], "pt"))
    assert "{nb} **a** __b__" in shown


def test_the_same_values_give_the_same_bytes() -> None:
    side = PrintedSide(people=("Ana", "Łucja ♠"))
    tables = [TableSeating("1", (side, side))]
    first = pairings_by_table(OCCASION, tables, "pt")
    assert first == pairings_by_table(OCCASION, tables, "pt")
    at = datetime(2026, 11, 14, 14, 30, tzinfo=UTC)
    dated = pairings_by_table(OCCASION, tables, "pt", at)
    assert dated == pairings_by_table(OCCASION, tables, "pt", at) != first
    assert "2026-11-14 14:30" in text_of(dated)
    assert "2026-11-14" not in text_of(first)


def test_the_reason_for_a_place_is_printed() -> None:
    assert "pelo confronto direto" in words("standings")
    assert text("print_goes_on", "pt") in words("standings")


def test_a_group_shows_who_met_whom_while_that_fits() -> None:
    small, large, *_ = page_list("groups")
    assert "3050×2995" in small.words + large.words
    assert "3050×2995" not in page_list("groups")[-1].words, "fourteen columns of results would be too narrow"


def test_two_groups_of_four_with_their_results_are_on_a_page() -> None:
    """The first page has the title, and room for one."""
    places = tuple(
        PlacedSide(
            f"{place}º", PrintedSide(f"Dupla {place}", number=place), ("3", "2", "0", "1", "6", "510"), "6 pontos"
        )
        for place in (1, 2, 3, 4)
    )
    schedule = tuple(f"{number}ª rodada: mesa 1, 1 × 2; mesa 2, 3 × 4" for number in (1, 2, 3))
    group = PrintedGroup("Grupo", ("J", "V", "E", "D", "Pts", "Saldo"), places, (("2010×1500",) * 4,) * 4, schedule)
    assert len(pages(groups_print(OCCASION, [group] * 8, "pt"))) == 5


@pytest.mark.parametrize(("name", "many"), [("bracket of 16", 1), ("bracket of 64", 5)])
def test_a_bracket_of_more_than_sixteen_takes_several_pages(name: str, many: int) -> None:
    found = page_list(name)
    assert len(found) == many
    assert "Final" in found[-1].words
    assert "Campeão" in found[-1].words


@pytest.mark.parametrize(
    ("sizes", "code"), [([], "print_bracket_rounds"), ([4, 1], "print_bracket_rounds"), ([2], "print_bracket_rounds")]
)
def test_a_bracket_whose_rounds_do_not_halve_is_refused(sizes: list[int], code: str) -> None:
    with pytest.raises(InputError) as error:
        bracket_print(OCCASION, [[KnockoutTie()] * size for size in sizes], "pt")
    assert error.value.code == code


def test_a_bracket_of_128_is_refused() -> None:
    rounds = [[KnockoutTie()] * (64 >> number) for number in range(7)]
    with pytest.raises(InputError) as error:
        bracket_print(OCCASION, rounds, "pt")
    assert error.value.code == "print_bracket_large"


def test_nothing_to_print_is_said() -> None:
    for pdf in (
        pairings_by_table(OCCASION, [], "pt"),
        standings_print(OCCASION, COLUMNS, [], "pt"),
        groups_print(OCCASION, [], "pt"),
    ):
        assert text("print_nothing", "pt") in text_of(pdf)
    assert len(pages(score_sheets_print(OCCASION, [], "pt"))) == 1
