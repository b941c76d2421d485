"""Tables of entries as clubs keep them, and what is refused of them."""

from __future__ import annotations

import io
import zipfile
from unittest import mock

import pytest

from canastra.tournament import EntryTableError, entries
from canastra.tournament import events as ev
from canastra.tournament.entries import LARGEST_TABLE, LARGEST_UNPACKED, MOST_ENTRIES, read_entries
from tests.tournament.days import Day, regulations_text


@pytest.fixture(scope="module")
def day() -> Day:
    """Two pairs have entered: "Lado 1" and "Lado 2"."""
    return Day(regulations_text("club-day"), sides=2)


@pytest.mark.parametrize(
    ("content", "entry"),
    [
        ("Dupla 9,Ana,Rui\n", ev.SideRegistered(3, "Dupla 9", ("Ana", "Rui"), "")),
        ("\ufeffDupla 9;Ana;Rui;AABB\r\n\r\n", ev.SideRegistered(3, "Dupla 9", ("Ana", "Rui"), "AABB")),
        ("name;a;b\n;Ana;Rui\n", ev.SideRegistered(3, "Ana / Rui", ("Ana", "Rui"), "")),
        ("Dupla;Jogador;Jogador;Clube;\nÉ nós; Zé ;Bia;;\n", ev.SideRegistered(3, "É nós", ("Zé", "Bia"), "")),
        ('"Ana, a ""Rainha""",Ana,Rui\n', ev.SideRegistered(3, 'Ana, a "Rainha"', ("Ana", "Rui"), "")),
    ],
    ids=["commas", "mark", "no name", "spaces", "quotes"],
)
def test_tables_as_spreadsheets_save_them(day: Day, content: str, entry: ev.SideRegistered) -> None:
    assert read_entries(content.encode(), day.state, "duplas.csv") == (entry,)


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ("Dupla 9;Ana;José\nlado 1;Eva;Ivo\n".encode(), "entries_entered", 2),
        ("Dupla 9;Ana;José\n\nDUPLA 9;Eva;Ivo\n".encode(), "entries_twice", 3),
        (";Ana;José\n;Ana;José\n".encode(), "entries_twice", 2),
        (b"Dupla 9;Ana;\n", "entries_columns", 1),
        (b"Dupla 9;Ana\n", "entries_columns", 1),
        (b"Dupla 9;;Ana\n", "entries_columns", 1),
        ("Dupla 9;Ana;José;AABB;mais\n".encode(), "entries_columns", 1),
        ("Dupla 9;Ana;Rui\nDupla 10;Ana;José\n".encode("latin-1"), "entries_not_utf8", 2),
        ("Dupla 9;Ana;Rui\n".encode("utf-16"), "entries_not_utf8", 1),
        ("nome;a;b\nDupla 9;Ana;José\n\nDupla 10;;\n".encode(), "entries_columns", 4),
        (b"x,y,z\n" * 10_000, "entries_too_many", None),
        (b" " * (LARGEST_TABLE + 1), "entries_large", None),
        (f"{'N' * 81};Ana;Rui\n".encode(), "entries_long", 1),
        (f";{'N' * 60};{'M' * 60}\n".encode(), "entries_long", 1),
        (b'"Dupla 9;Ana;Rui\n', "entries_not_csv", 1),
        (b'Dupla 8;Ana;Rui\n"Dupla 9"x;Ana;Rui\n', "entries_not_csv", 2),
        (b"Dupla 9;A\x1b[2Jna;Rui\n", "entries_long", 1),
        (b"", "entries_none", None),
        (b"nome;jogador;jogador\n;;\n", "entries_none", None),
    ],
)
def test_a_bad_table(day: Day, content: bytes, code: str, line: int | None) -> None:
    assert refused(day, content) == (code, line)


def refused(day: Day, content: bytes) -> tuple[str, int | None]:
    """The code and the line with which a table is refused; its message names file and line."""
    with pytest.raises(EntryTableError) as error:
        read_entries(content, day.state, "duplas.csv")
    for language in ("pt", "en"):
        said = error.value.message(language)
        assert "duplas.csv" in said
        assert error.value.line is None or str(error.value.line) in said
    return error.value.code, error.value.line


def workbook(*rows: tuple[object, ...], blank_sheet_behind: bool = False) -> bytes:
    """An XLSX file with these rows in its first sheet."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    if blank_sheet_behind:
        book.create_sheet("Outra")
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_the_first_sheet_of_a_workbook(day: Day) -> None:
    content = workbook(
        ("Nome", "Jogador", "Jogador", "Clube"),
        ("É nós", " Zé", "Bia", "AABB"),
        (),
        (7, "Ana", "Rui", None, "", None),
        (None, "Eva", "Ivo"),
        blank_sheet_behind=True,
    )
    assert read_entries(content, day.state, "duplas.xlsx") == (
        ev.SideRegistered(3, "É nós", ("Zé", "Bia"), "AABB"),
        ev.SideRegistered(4, "7", ("Ana", "Rui"), ""),
        ev.SideRegistered(5, "Eva / Ivo", ("Eva", "Ivo"), ""),
    )


@pytest.mark.parametrize(
    ("rows", "code", "line"),
    [
        ([], "entries_none", None),
        ([("Nome", "Jogador", "Jogador")], "entries_none", None),
        ([("Dupla 9", "Ana", "Rui"), ('=B1&" e "&C1', "Eva", "Ivo")], "entries_formula", 2),
        ([("Dupla 9", "Ana", "#REF!")], "entries_formula", 1),
        ([(), ("Dupla 9", "Ana")], "entries_columns", 2),
        ([("Dupla 9", "Ana", "Rui"), ("dupla 9", "Eva", "Ivo")], "entries_twice", 2),
        ([("Dupla 9", "Ana\nEva", "Rui")], "entries_long", 1),
        ([(f"Dupla {number}", "Ana", "Rui") for number in range(10_000)], "entries_too_many", None),
    ],
    ids=["empty", "headings", "formula", "error", "few", "twice", "lines", "many"],
)
def test_a_bad_workbook(day: Day, rows: list[tuple[object, ...]], code: str, line: int | None) -> None:
    assert refused(day, workbook(*rows)) == (code, line)


def packed(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as found:
        for name, content in files.items():
            found.writestr(name, content)
    return file.getvalue()


def test_a_file_that_is_no_workbook(day: Day) -> None:
    whole = workbook(("Dupla 9", "Ana", "Rui"))
    assert refused(day, whole[: len(whole) // 2]) == ("entries_not_xlsx", None)
    assert refused(day, packed(texto=b"Dupla 9")) == ("entries_not_xlsx", None)
    assert refused(day, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)) == ("entries_not_xlsx", None)


def test_a_small_file_that_unpacks_to_a_large_one(day: Day) -> None:
    content = packed(zeros=bytes(LARGEST_UNPACKED + 1))
    assert len(content) < LARGEST_TABLE
    assert refused(day, content) == ("entries_large", None)


def test_entities_of_a_workbook_are_not_expanded(day: Day) -> None:
    """A few bytes of XML can stand for gigabytes of text."""
    document = b'<!DOCTYPE x [<!ENTITY a "Ana">]><worksheet xmlns="%s"><sheetData><row r="1"><c r="A1" t="inlineStr">'
    document += b"<is><t>&a;</t></is></c></row></sheetData></worksheet>"
    whole, changed = workbook(("Dupla 9", "Ana", "Rui")), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as before, zipfile.ZipFile(changed, "w") as after:
        for name in before.namelist():
            space = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
            after.writestr(name, document % space if name.endswith("sheet1.xml") else before.read(name))
    assert refused(day, changed.getvalue()) == ("entries_not_xlsx", None)


def test_without_the_library_a_sentence_says_what_to_do(day: Day) -> None:
    content = workbook(("Dupla 9", "Ana", "Rui"))
    with mock.patch.object(entries, "find_spec", return_value=None):
        assert refused(day, content) == ("entries_xlsx_missing", None)
    assert len(read_entries(content, day.state, "duplas.xlsx")) == 1


def test_as_many_as_may_be(day: Day) -> None:
    lines = ["nome;a;b", *(f"Dupla {number};Ana;Rui" for number in range(MOST_ENTRIES))]
    assert len(read_entries("\n".join(lines).encode(), day.state, "duplas.csv")) == MOST_ENTRIES
