"""The prints and exports of a club: PDF for paper, CSV and XLSX for spreadsheets.

Each print is a function from plain values to bytes, and needs the extra ``canastra[prints]``: call `require` before you
import any of its modules. The same values give the same bytes; the time is printed only if it is given.

- `canastra.prints.score_sheets`: blank and filled score sheets, A5, two to a page
- `canastra.prints.forms`: the lines of a rulebook's form, a blank sheet of it
- `canastra.prints.pairings`: the pairings of a round, by table and by name, for a wall
- `canastra.prints.standings`: standings with reasons, tables of groups
- `canastra.prints.bracket`: the knock-out
- `canastra.prints.minutes`: the Ata
- `canastra.prints.schedules`: the whole schedule of a phase, a card for each side
- `canastra.prints.certificates`: certificates of placing
- `canastra.prints.forms`: the lines of a rulebook, a blank sheet, and one from a file, deal by deal
- `canastra.prints.event`: the prints of a tournament, made from its state
- `canastra.prints.exports`: tables as CSV and XLSX
- `canastra.prints.flow`, `paper`, `fonts`, `names`: layout, drawing, fonts, names that fit
"""

from __future__ import annotations

from importlib.util import find_spec

from canastra.errors import InputError

LIBRARIES = ("fpdf", "pymupdf_fonts", "pypdf", "segno", "uharfbuzz", "xlsxwriter")


def require() -> None:
    """Raises `InputError`, with the package to install, if the extra is missing."""
    if any(find_spec(name) is None for name in LIBRARIES):
        raise InputError("prints_missing")
