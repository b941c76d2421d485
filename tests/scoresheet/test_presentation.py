"""A sheet for people: the text to send, the curve, the rows of prints."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from canastra.engine import Encounter
from canastra.records import EncounterRecord, Ruling
from canastra.rulebooks import OFFICIAL, official
from canastra.scoresheet import Acceptance, Counted, DealEntry, Sheet, Total, accepted, corrected, progress_of
from canastra.scoresheet.presentation.curve import curve_svg
from canastra.scoresheet.presentation.rows import filled_rows, form_rows, total_rows
from canastra.scoresheet.presentation.text_message import text_message

BY = {"author": "Rosa", "time": "2026-11-23T16:00:00-03:00", "reason": "conta refeita"}
REGIONAL = official("canastra-regional")
FIRST = Counted({"laid_15": 3, "laid_10": 9, "laid_5": 6, "clean": 1, "went_out": 1, "morto": 1})
SHEET = Sheet(
    REGIONAL,
    ("Ana e Bia", "Caio_e_Davi"),
    players=("Ana", "Caio", "Bia", "Davi"),
    deals=(DealEntry((FIRST, Total(-120))), DealEntry((Total(1100), Total(700)))),
    about={"event": "Copa do Clube"},
)


def test_the_text_message_is_ready_to_send() -> None:
    assert text_message(progress_of(SHEET), "pt") == (
        "*Ana e Bia × Caio e Davi*\n"
        f"{REGIONAL.names['pt']} · até 3.000 · Copa do Clube\n"
        "\n"
        "1ª mão: +465 × −120 → 465 × −120\n"
        "2ª mão: +1.100 × +700 → 1.565 × 580\n"
        "\n"
        "*Dá a próxima mão: Bia. Abertura mínima de Ana e Bia: 75.*\n"
    )


def test_the_text_of_an_encounter_says_who_won() -> None:
    sheet = Sheet(
        official("tranca"),
        ("Nós", "Eles"),
        encounter=EncounterRecord(Encounter(3)),
        deals=(DealEntry((Total(2010), Total(0))), DealEntry((Total(2200), Total(100)), 2)),
    )
    words = text_message(progress_of(sheet), "en")
    assert "Match 1\n" in words
    assert words.endswith("*The encounter goes to Nós, 2 to 0 in matches.*\n")


def test_a_deal_that_a_referee_should_see_is_marked_in_the_text() -> None:
    odd = replace(SHEET, deals=(DealEntry((Total(437), Total(0))),))
    assert "→ 437 × 0 (!)" in text_message(progress_of(odd), "pt")
    void = replace(SHEET, deals=(replace(SHEET.deals[0], rulings=(Ruling("annul", "carta a mais"),)),))
    assert "1ª mão: anulada" in text_message(progress_of(void), "pt")


@pytest.mark.parametrize("deals", [0, 1, 2, 30])
def test_the_curve_is_a_picture_with_both_lines(deals: int) -> None:
    entries = tuple(DealEntry((Total(50 * number - 100), Total(-15))) for number in range(deals))
    text = curve_svg(progress_of(replace(SHEET, names=('A & "B"', "<C>"), deals=entries)), "pt")
    root = ElementTree.fromstring(text)
    kinds = [element.tag.rpartition("}")[2] for element in root]
    assert kinds.count("polyline") == 2
    assert kinds.count("circle") == 2 * (deals + 1)
    assert 'A & "B": ' in "".join(root.itertext())
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    for element in root:
        if "cx" in element.attrib:
            assert 0 <= float(element.attrib["cx"]) <= width
            assert 0 <= float(element.attrib["cy"]) <= height


@pytest.mark.parametrize("language", ["pt", "en"])
@pytest.mark.parametrize("name", OFFICIAL)
def test_the_blank_form_has_a_row_for_each_field_and_the_total(name: str, language: str) -> None:
    rows = form_rows(official(name), language)
    assert len({row.label for row in rows}) == len(rows)
    assert all(row.label and row.article for row in rows)
    assert (rows[-1].id, rows[-1].worth) == ("", "")


def test_the_words_of_the_form() -> None:
    rows = {row.id: row for row in form_rows(official("tranca"), "pt")}
    assert (rows["laid"].label, rows["laid"].worth, rows["laid"].article) == ("cartas baixadas", "× 10", "Art. 22")
    assert rows["red_exposed"].worth == "±100"
    assert rows["morto"].worth == "não pegou −100, pegou 0, pegou e não jogou com ele −100"
    assert {row.label for row in form_rows(REGIONAL, "pt")} >= {"cartas baixadas: 8–K, 2", "cartas na mão: A"}


def test_a_filled_form_and_the_totals() -> None:
    now = progress_of(SHEET)
    rows = {row.form.id: row for row in filled_rows(REGIONAL, now.deals[0].points, "pt")}
    assert rows["laid_15"].answers == ("3", "")
    assert rows["laid_15"].points == ("45", "")
    assert rows["morto"].answers == ("pegou", "")
    assert rows[""].points == ("465", "−120")
    assert [(row.deal, row.made, row.totals) for row in total_rows(now, "pt")] == [
        (1, (465, -120), (465, -120)),
        (2, (1100, 700), (1565, 580)),
    ]


def test_the_notes_say_who_changed_what_and_why() -> None:
    odd = accepted(replace(SHEET, deals=(DealEntry((Total(437), Total(0))),)), 1, Acceptance("sheet_off_step", 0, "x"))
    noted = total_rows(progress_of(corrected(odd, 1, 1, Total(5), BY)), "en")[0].notes  # of the other side
    assert noted == (
        "437 points are no multiple of 5; let stand: x",
        "corrected by Rosa, 2026-11-23T16:00:00-03:00: conta refeita",
    )
