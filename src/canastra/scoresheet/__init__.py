"""Keeping score of a table played with real cards (docs/scoresheet.md).

>>> from canastra.rulebooks import official
>>> form = form_of(official("tranca"))
>>> sides = ({"laid": 21, "clean": 1, "went_out": 1, "morto": 1, "red_exposed": 2}, {"laid": 6, "hand": 9})
>>> total_of(form, sides, 0), total_of(form, sides, 1)
(710, -130)
>>> sheet = Sheet(official("buraco"), ("Nós", "Eles"), deals=(DealEntry((Total(1450), Total(620))),))
>>> now = progress_of(sheet)
>>> now.match.points, now.dealer, now.finished
((1450, 620), 1, False)
>>> parse_sheet(write_sheet(sheet)) == sheet
True
"""

from canastra.scoresheet.checks import EntryWarning, count_warnings, total_warnings
from canastra.scoresheet.conversion import names_of_players, sheet_of
from canastra.scoresheet.counts import counts_of
from canastra.scoresheet.form import Both, Counts, Field, Form, Kind, field_points, form_json, total_of
from canastra.scoresheet.form_fields import form_of
from canastra.scoresheet.parser import parse_sheet
from canastra.scoresheet.points import DealPoints, deal_points, deal_warnings
from canastra.scoresheet.progress import Mark, Progress, SheetDeal, SheetMatch, progress_of
from canastra.scoresheet.sheet import (
    SHEET_FORMAT,
    Acceptance,
    Correction,
    Counted,
    DealEntry,
    Laid,
    MatchForfeit,
    Sheet,
    SideEntry,
    Total,
    accepted,
    corrected,
)
from canastra.scoresheet.writer import changed_text, write_sheet

__all__ = [
    "SHEET_FORMAT",
    "Acceptance",
    "Both",
    "Correction",
    "Counted",
    "Counts",
    "DealEntry",
    "DealPoints",
    "EntryWarning",
    "Field",
    "Form",
    "Kind",
    "Laid",
    "Mark",
    "MatchForfeit",
    "Progress",
    "Sheet",
    "SheetDeal",
    "SheetMatch",
    "SideEntry",
    "Total",
    "accepted",
    "changed_text",
    "corrected",
    "count_warnings",
    "counts_of",
    "deal_points",
    "deal_warnings",
    "field_points",
    "form_json",
    "form_of",
    "names_of_players",
    "parse_sheet",
    "progress_of",
    "sheet_of",
    "total_of",
    "total_warnings",
    "write_sheet",
]
