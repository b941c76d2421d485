"""CSV and XLSX: read again by the standard library, with nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.errors import InputError
from canastra.prints import require
from canastra.prints.exports import ExportTable, to_csv, to_xlsx

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
EVIL = ("=1+1", "+55 11 99999", "-2+3", "@SUM(A1)", "\t=1+1", "=cmd|' /C calc'!A0", '=HYPERLINK("http://x")')
TABLE = ExportTable(
    "Classificação",
    ("Lugar", "Lado", "Pontos", "Média", "Motivo"),
    ((1, "Łucja / João ♠", 27, 1250.5, "saldo"), (2, 'Ana "Nina"; Silva', -120, None, "linha 1\nlinha 2")),
)


def rows(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf"), "by this mark Excel knows that it is UTF-8"
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))


def sheets(data: bytes) -> dict[str, list[list[tuple[str, str]]]]:
    """Each sheet's rows, each cell with its type: ``s`` a text, ``n`` a number."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        strings = [
            "".join(part.text or "" for part in item.iter(f"{MAIN}t"))
            for item in ElementTree.fromstring(file.read("xl/sharedStrings.xml"))
        ]
        names = [
            each.attrib["name"] for each in ElementTree.fromstring(file.read("xl/workbook.xml")).iter(f"{MAIN}sheet")
        ]
        found = {}
        for number, name in enumerate(names, 1):
            tree = ElementTree.fromstring(file.read(f"xl/worksheets/sheet{number}.xml"))
            assert list(tree.iter(f"{MAIN}f")) == [], "no formula"
            found[name] = [[_cell(cell, strings) for cell in row] for row in tree.iter(f"{MAIN}row")]
    return found


def _cell(cell: ElementTree.Element, strings: list[str]) -> tuple[str, str]:
    value = cell.findtext(f"{MAIN}v") or ""
    return ("s", strings[int(value)]) if cell.get("t") == "s" else ("n", value)


def test_csv_is_what_excel_in_brazil_reads() -> None:
    assert rows(to_csv(TABLE)) == [
        ["Lugar", "Lado", "Pontos", "Média", "Motivo"],
        ["1", "Łucja / João ♠", "27", "1250,5", "saldo"],
        ["2", 'Ana "Nina"; Silva', "-120", "", "linha 1 linha 2"],
    ]
    assert to_csv(TABLE).count(b"\r\n") == 3


def test_xlsx_has_numbers_as_numbers() -> None:
    found = sheets(to_xlsx([TABLE, ExportTable("Classificação", ("a",), ())]))
    assert list(found) == ["Classificação", "Classificação 2"]
    assert found["Classificação"][1] == [
        ("n", "1"),
        ("s", "Łucja / João ♠"),
        ("n", "27"),
        ("n", "1250.5"),
        ("s", "saldo"),
    ]


@pytest.mark.parametrize("name", EVIL)
def test_what_looks_like_a_formula_stays_a_text(name: str) -> None:
    table = ExportTable(name, (name,), ((name,),))
    for (cell,) in rows(to_csv(table)):
        assert cell.startswith("'")
        assert cell[1:] == name.strip()
    (found,) = sheets(to_xlsx([table])).values()
    assert found == [[("s", name.strip())]] * 2


@settings(max_examples=12, deadline=None)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=3), st.text(max_size=50))
def test_any_text_makes_a_file_that_can_be_read(cells: list[str], name: str) -> None:
    table = ExportTable(name, tuple("c" * len(cells)), (tuple(cells),))
    for cell in rows(to_csv(table))[1]:
        assert not re.match(r"[=+\-@\t\r]", cell)
    (sheet,) = sheets(to_xlsx([table]))
    assert 1 <= len(sheet) <= 31
    assert not set(sheet) & set("[]:*?/\\")


def test_exports_are_the_same_bytes_each_time() -> None:
    assert to_xlsx([TABLE]) == to_xlsx([TABLE])
    assert to_csv(TABLE) == to_csv(TABLE)


@pytest.mark.parametrize("name", ["a" * 30 + "'b", "😀" * 40, "[x]/*?", "'", "History"])
def test_any_name_of_a_sheet_is_made_allowed(name: str) -> None:
    table = ExportTable(name, ("a",), ())
    assert len(sheets(to_xlsx([table, table]))) == 2


def test_ten_thousand_lines_are_written() -> None:
    table = ExportTable("x", ("a", "b"), tuple((number, f"=n{number}") for number in range(10_000)))
    assert len(rows(to_csv(table))) == 10_001
    (found,) = sheets(to_xlsx([table])).values()
    assert len(found) == 10_001


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    require()
    monkeypatch.setattr("canastra.prints.LIBRARIES", ("fpdf", "no_such_library_of_prints"))
    with pytest.raises(InputError) as error:
        require()
    assert error.value.code == "prints_missing"
    assert "canastra[prints]" in error.value.message("pt")
