"""A sheet that was kept in a file is printed with every answer, and with what explains its totals."""

from __future__ import annotations

from dataclasses import replace

from canastra.engine import Encounter
from canastra.prints.flow import Occasion
from canastra.prints.forms import filled_sheets
from canastra.prints.score_sheets import score_sheets_print
from canastra.records import EncounterRecord, Ruling
from canastra.records.rulings import ANNUL, POINTS
from canastra.rulebooks import load
from canastra.scoresheet import Counted, DealEntry, MatchForfeit, Sheet, Total, corrected
from tests.prints.measurement import overlapping, pages

FIRST = DealEntry(
    (
        Counted({"laid_15": 3, "laid_10": 9, "laid_5": 6, "clean": 1, "went_out": 1, "morto": 1}),
        Counted({"laid_10": 4, "laid_5": 3, "dirty": 1, "hand_10": 5}),
    )
)
SHEET = Sheet(
    rulebook=load("canastra-regional"),
    names=("Ana e Bia", "Caio e Davi"),
    players=("Ana", "Caio", "Bia", "Davi"),
    score=(1200, 900),
    deals=(FIRST, DealEntry((Total(430), Total(-120)))),
)
LABELS = [line.label for line in filled_sheets(SHEET, "pt")[0].lines]


def cells(deal: int, label: str, sheet: Sheet = SHEET) -> tuple[str, str]:
    (printed,) = filled_sheets(sheet, "pt")
    return printed.deals[deal].cells[LABELS.index(label)]


def test_answers_are_printed_and_zeros_are_not() -> None:
    assert cells(0, "Cartas baixadas: A") == ("3", "")
    assert cells(0, "Cartas na mão: 8–K, 2") == ("", "5")
    assert cells(0, "Bateu") == ("✓", "")
    assert cells(0, "Morto: não pegou") == ("", "✓")


def test_of_a_total_only_the_total_is_printed() -> None:
    (printed,) = filled_sheets(SHEET, "pt")
    assert set(printed.deals[1].cells) == {("", "")}
    assert printed.deals[1].totals == ("430", "−120")


def test_totals_dealers_and_minimums_follow_from_the_sheet() -> None:
    """1200 + 465 = 1665: from 1500 points on a side needs 75 to open (regional Art. 14)."""
    (printed,) = filled_sheets(SHEET, "pt")
    assert printed.brought == ("1200", "900")
    assert [deal.totals for deal in printed.deals] == [("465", "5"), ("430", "−120")]
    assert [deal.running for deal in printed.deals] == [("1665", "905"), ("2095", "785")]
    assert [deal.minimums for deal in printed.deals] == [("", ""), ("75", "")]
    assert [deal.dealer for deal in printed.deals] == ["Ana", "Caio"]


def test_without_names_of_players_the_seat_deals() -> None:
    (printed,) = filled_sheets(replace(SHEET, players=()), "pt")
    assert [deal.dealer for deal in printed.deals] == ["A1", "B1"]


def test_a_name_stands_beside_its_players_unless_it_names_them() -> None:
    (printed,) = filled_sheets(replace(SHEET, names=("Ana e Bia", "Tucanos")), "pt")
    assert [side.label() for side in printed.sides] == ["Ana e Bia", "Tucanos (Caio / Davi)"]


def test_what_a_referee_wrote_is_remarked() -> None:
    late = Ruling(POINTS, "atraso", 1, -100)
    sheet = replace(SHEET, deals=(FIRST, replace(SHEET.deals[1], rulings=(late,))))
    sheet = corrected(sheet, 1, 1, Total(15), {"author": "Rosa", "time": "2026-11-14T15:00:00Z", "reason": "conta"})
    (printed,) = filled_sheets(sheet, "pt")
    assert printed.remarks == ("1ª mão: B corrigida por Rosa (conta)", "2ª mão: B −100 (atraso)")
    assert printed.deals[1].running == ("2095", "695")
    (page,) = pages(score_sheets_print(Occasion(event=""), [printed], "pt"))
    assert "2ª mão: B −100 (atraso)" in page.words
    assert overlapping(page) == []


def test_an_annulled_deal_has_no_points() -> None:
    sheet = replace(SHEET, deals=(replace(FIRST, rulings=(Ruling(ANNUL, "103 cartas"),)),))
    (printed,) = filled_sheets(sheet, "pt")
    assert printed.deals[0].totals == ("–", "–")
    assert printed.deals[0].running == ("1200", "900")
    assert set(printed.deals[0].cells) == {("", "")}
    assert printed.remarks == ("1ª mão: anulada (103 cartas)",)


def test_each_match_of_an_encounter_has_its_sheet() -> None:
    deals = (DealEntry((Total(3000), Total(0))), DealEntry((Total(100), Total(200)), match=2))
    forfeit = MatchForfeit(2, 0, "não voltaram")
    sheet = replace(SHEET, score=(0, 0), encounter=EncounterRecord(Encounter(3)), deals=deals, forfeits=(forfeit,))
    first, second = filled_sheets(sheet, "pt")
    assert first.target == "1ª partida · até 3.000 pontos"
    assert second.target == "2ª partida · até 3.000 pontos"
    assert second.deals[0].running == ("100", "200")
    assert second.remarks == ("W.O. de A (não voltaram)",)


def test_a_sheet_without_deals_is_printed_with_its_names() -> None:
    (printed,) = filled_sheets(replace(SHEET, deals=()), "pt")
    assert printed.deals == ()
    assert [side.name for side in printed.sides] == ["Ana e Bia", "Caio e Davi"]
