"""Tables of entries as clubs keep them, and what is refused of them."""

from __future__ import annotations

import pytest

from canastra.tournament import EntryTableError
from canastra.tournament import events as ev
from canastra.tournament.entries import LARGEST_TABLE, read_entries
from tests.tournament.days import Day, congress_text


@pytest.fixture(scope="module")
def day() -> Day:
    """Two pairs have entered: "Lado 1" and "Lado 2"."""
    return Day(congress_text("club-day"), sides=2)


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
    with pytest.raises(EntryTableError) as error:
        read_entries(content, day.state, "duplas.csv")
    assert (error.value.code, error.value.line) == (code, line)
    for language in ("pt", "en"):
        said = error.value.message(language)
        assert "duplas.csv" in said
        assert line is None or str(line) in said
