"""Score sheets: the form of every rulebook, two to a page, a code that opens the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from canastra.errors import InputError
from canastra.prints.forms import blank_sheet, form_lines, minimum_note
from canastra.prints.paper import Paper, TextStyle
from canastra.prints.score_sheets import DEALS, LABELS, PrintedDeal, score_sheets_print
from canastra.rulebooks import OFFICIAL, POPULAR, load
from canastra.scoresheet.form_fields import form_of
from tests.prints.documents import OCCASION, URL, words
from tests.prints.measurement import Ink, pages, text_of


def worths(name: str) -> dict[str, str]:
    return {line.label: line.worth for line in form_lines(form_of(load(name)), "pt")}


def test_the_form_of_the_regional_rulebook() -> None:
    """Art. 12: cards by value, canastas, going out, the morto that was not taken, cards in the hand."""
    assert worths("canastra-regional") == {
        "Cartas baixadas: A": "×15",
        "Cartas baixadas: 8–K, 2": "×10",
        "Cartas baixadas: 3–7": "×5",
        "Canastras limpas": "+200",
        "Canastras sujas": "+100",
        "Bateu": "+100",
        "Morto: não pegou": "−100",
        "Cartas na mão: A": "−15",
        "Cartas na mão: 8–K, 2": "−10",
        "Cartas na mão: 3–7": "−5",
    }


def test_the_form_of_tranca_has_its_threes() -> None:
    found = worths("tranca")
    assert found["3 vermelhos expostos"] == "±100"
    assert found["3 pretos na mão"] == "−100"
    assert found["Cartas baixadas"] == "×10"
    assert found["Morto: não pegou / não usou"] == "−100"


def test_the_form_of_duelo_counts_hands_of_who_did_not_go_out() -> None:
    assert worths("canastra-duelo")["Cartas na mão (outro bateu)"] == "−10"


def test_minimums_are_told_where_there_are_any() -> None:
    notes = {name: minimum_note(form_of(load(name)), "pt") for name in OFFICIAL}
    assert notes["canastra-regional"] == "a partir de 1.500 pontos, 75; se não der, 90, 120, 150"
    assert [name for name, note in notes.items() if note] == ["canastra-regional", "canastra-curinguinha"]


@pytest.mark.parametrize("language", ["pt", "en"])
def test_no_line_has_letters_that_are_hard_to_read(language: str) -> None:
    """People over sixty write into these lines: none of a rulebook of the package is set smaller than 7 points."""
    paper, style = Paper("", language), TextStyle(8.5)
    for name in [*OFFICIAL, *POPULAR]:
        for line in form_lines(form_of(load(name)), language):
            room = LABELS - 4.5 - paper.measure(line.worth, TextStyle(7.5))
            assert paper.measure(line.label, style) * 7 / 8.5 <= room, (name, line)


@pytest.mark.parametrize("name", [*OFFICIAL, *POPULAR])
def test_every_rulebook_has_a_sheet_with_all_its_lines(name: str) -> None:
    sheet = blank_sheet(load(name), "en")
    assert len(sheet.lines) == len(form_of(load(name)).fields)
    assert all(line.label and line.worth for line in sheet.lines)


def test_two_sheets_lie_on_a_page_apart_from_each_other() -> None:
    found = pages(score_sheets_print(OCCASION, [blank_sheet(load(name), "pt") for name in OFFICIAL[:3]], "pt"))
    assert len(found) == 2
    middle = found[0].height / 2
    assert [ink for ink in found[0].inks if ink.top < middle - 3 and ink.bottom > middle + 3] == []
    assert len(found[1].texts) < len(found[0].texts)


def test_a_long_match_goes_on_another_sheet_with_the_points_so_far() -> None:
    sheet = blank_sheet(load("buraco"), "pt", "9")
    blank = (("", ""),) * len(sheet.lines)
    deals = tuple(
        PrintedDeal(cells=blank, totals=("100", "0"), running=(str(100 * (number + 1)), "0"))
        for number in range(DEALS + 2)
    )
    (page,) = pages(score_sheets_print(OCCASION, [replace(sheet, deals=deals)], "pt"))
    assert "continuação: da 9ª mão em diante" in page.words
    assert "antes: 800 | 0" in page.words
    assert page.words.count("Mesa 9") == 2


def test_names_totals_and_signatures_are_on_a_sheet() -> None:
    shown = words("score sheets")
    for each in ("Assinatura de A", "Assinatura de B", "Acumulado", "Total da mão", "Quem dá as cartas", "−1360"):
        assert each in shown
    english = score_sheets_print(OCCASION, [blank_sheet(load("buraco"), "en")], "en")
    assert "Signature of A" in text_of(english)


def test_the_code_of_a_table_is_drawn_sharp_and_has_its_quiet_zone() -> None:
    (page,) = pages(score_sheets_print(OCCASION, [blank_sheet(load("buraco"), "pt", url=URL)], "pt"))
    (bare,) = pages(score_sheets_print(OCCASION, [blank_sheet(load("buraco"), "pt")], "pt"))
    code = sorted(set(page.inks) - set(bare.inks), key=lambda ink: ink.top)
    dark = [
        ink for ink in code if ink.kind == "shape" and ink.right - ink.left < 24 and ink.left > 150 and ink.top < 35
    ]
    left, right = min(ink.left for ink in dark), max(ink.right for ink in dark)
    assert right - left == pytest.approx(24, abs=0.1)
    cell = min(ink.bottom - ink.top for ink in dark)
    assert cell > 0.6, "a phone reads 0.6 mm from a forearm's distance"
    zone = Ink("zone", left - 4 * cell, min(ink.top for ink in dark) - 4 * cell, right + 4 * cell, 0)
    zone = replace(zone, bottom=max(ink.bottom for ink in dark) + 4 * cell)
    assert [ink for ink in page.inks if ink not in dark and ink.overlaps(zone)] == []


def test_an_address_too_long_for_a_code_is_refused() -> None:
    with pytest.raises(InputError) as error:
        score_sheets_print(OCCASION, [blank_sheet(load("buraco"), "pt", url="x" * 4000)], "pt")
    assert error.value.code == "print_url_too_long"


def test_what_the_code_says_is_the_address() -> None:
    """The cells that are drawn are those of the library's code for this address."""
    import segno

    drawn: set[tuple[int, int]] = set()
    matrix = segno.make(URL, error="m", micro=False).matrix
    (page,) = pages(score_sheets_print(OCCASION, [blank_sheet(load("buraco"), "pt", url=URL)], "pt"))
    left, top, cell = 9 + 192 - 24, 7.0, 24 / len(matrix)
    for ink in page.inks:
        if ink.kind == "shape" and abs(ink.bottom - ink.top - cell) < 0.05 and ink.left > left - 0.05:
            row = round((ink.top - top) / cell)
            drawn |= {
                (row, place) for place in range(round((ink.left - left) / cell), round((ink.right - left) / cell))
            }
    wanted = {(y, x) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}
    assert drawn == wanted


def test_a_page_is_a4() -> None:
    paper = Paper("x", "pt")
    assert (paper.width, paper.height) == (210, 297)
