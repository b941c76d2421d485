"""Tables of entries as clubs keep them: the entry or the fault of each line."""

from __future__ import annotations

import io
import zipfile
from unittest import mock

import pytest

from canastra.tournament import EntryTableError, Tournament, apply_event, log_event
from canastra.tournament import events as ev
from canastra.tournament.entries import EntrySheet, read_entries, table
from canastra.tournament.entries.lines import MOST_ENTRIES
from canastra.tournament.entries.table import LARGEST_TABLE, LARGEST_UNPACKED
from tests.tournament.days import Day, regulations_text

ANA_RUI = ("Ana e Rui", ("Ana", "Rui"), "AABB")
BIA_LEO = ("Bia e Leo", ("Bia", "Leo"), "APCEF")
SURNAMES = ("Silva, Ana", "Souza, Rui")
LONG = ("Ana Maria Aparecida dos Santos Figueiredo", "Rui Augusto de Vasconcelos e Albuquerque Neto")
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
Row = tuple[str, tuple[str, ...], str]


@pytest.fixture(scope="module")
def day() -> Day:
    """Two pairs have entered: "Lado 1" and "Lado 2"."""
    return Day(regulations_text("club-day"), sides=2)


@pytest.fixture(scope="module")
def singles() -> Day:
    return Day(regulations_text("individual"))


def rows(sheet: EntrySheet) -> list[Row]:
    return [(each.name, each.players, each.delegation) for each in sheet.entries]


def uses(sheet: EntrySheet) -> str:
    return " ".join(each.use if each.known else f"{each.use}?" for each in sheet.columns)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("Ana e Rui\tAna\tRui\tAABB\r\nBia e Leo\tBia\tLeo\tAPCEF\r\n", [ANA_RUI, BIA_LEO]),
        ("Ana e Rui;Ana;Rui;AABB\nBia e Leo;Bia;Leo;APCEF", [ANA_RUI, BIA_LEO]),
        ("\ufeffAna e Rui,Ana,Rui,AABB\r\n\r\n", [ANA_RUI]),
        ("sep=;\r\nAna e Rui;Ana;Rui;AABB\r\n", [ANA_RUI]),
        ('"sep=|"\nAna e Rui|Ana|Rui|AABB\n', [ANA_RUI]),
        ("\n\nAna e Rui;Ana;Rui;AABB\n", [ANA_RUI]),
        ("Ana e Rui;Ana;Rui;AABB;;;\n;;;;;\n", [ANA_RUI]),
        ("Ana e Rui;Ana;Rui;AABB;(61) 99999-0000\nBia e Leo;Bia;Leo;APCEF;\n", [ANA_RUI, BIA_LEO]),
        ("1;Ana e Rui;Ana;Rui;AABB\n2;Bia e Leo;Bia;Leo;APCEF\n", [ANA_RUI, BIA_LEO]),
        ("Ana\u00a0e  Rui; Ana ;Rui\u200b;AABB\n", [ANA_RUI]),
        ("Silva, Ana;Souza, Rui\n", [("Silva, Ana / Souza, Rui", SURNAMES, "")]),
        ('"Silva, Ana e Souza, Rui","Silva, Ana","Souza, Rui"\n', [("Silva, Ana e Souza, Rui", SURNAMES, "")]),
        ("Silva, Ana e Souza, Rui;Silva, Ana;Souza, Rui\n", [("Silva, Ana e Souza, Rui", SURNAMES, "")]),
        ('"Ana, a ""Rainha""",Ana,Rui\n', [('Ana, a "Rainha"', ("Ana", "Rui"), "")]),
        ('"Zé" e Ana\tZé\tAna\n', [('"Zé" e Ana', ("Zé", "Ana"), "")]),
        ("Ana / Bia\nCaio e Rui\n", [("Ana / Bia", ("Ana", "Bia"), ""), ("Caio / Rui", ("Caio", "Rui"), "")]),
        ("Ana e Bia\n", [("Ana / Bia", ("Ana", "Bia"), "")]),
        ("Bons;Ana / Bia;Z1\nMaus;Caio & Rui;Z1\n", [("Bons", ("Ana", "Bia"), "Z1"), ("Maus", ("Caio", "Rui"), "Z1")]),
        (f"{FAMILY} e Rui;Lia;Rui\n", [(f"{FAMILY} e Rui", ("Lia", "Rui"), "")]),
        (f";{LONG[0]};{LONG[1]}\n", [("Ana Figueiredo / Rui Neto", LONG, "")]),
    ],
    ids=[
        "tabs",
        "semicolons",
        "mark and commas",
        "sep",
        "sep quoted",
        "blank first",
        "trailing",
        "telephone",
        "numbers",
        "odd spaces",
        "surnames",
        "surnames quoted",
        "surnames first line",
        "quotes",
        "quote copied",
        "one cell",
        "one cell alone",
        "name and one cell",
        "emoji",
        "long names",
    ],
)
def test_tables_as_people_have_them(day: Day, content: str, found: list[Row]) -> None:
    sheet = read_entries(content.encode(), day.state, "duplas.csv")
    assert rows(sheet) == found
    assert [each.side for each in sheet.entries] == list(range(3, 3 + len(found)))
    assert all(each.fault is None for each in sheet.lines)


@pytest.mark.parametrize(
    ("heading", "row", "found"),
    [
        ("Nome da dupla;Jogador 1;Jogador 2", "X;Ana;Rui", "name player player"),
        ("Nº;Dupla;Jogador(a) 1;Jogador(a) 2;Clube", "1;X;Ana;Rui;AABB", "number name player player delegation"),
        ("Inscrição;Jogador 1;Jogador 2", "7;Ana;Rui", "number player player"),
        ("Inscrição;1º jogador;2º jogador", "X;Ana;Rui", "name player player"),
        ("#;Pair;Player 1;Player 2;Club;Phone", "1;X;Ana;Rui;AABB;555", "number name player player delegation ignored"),
        ("Dupla;Clube", "Ana / Rui;AABB", "players delegation"),
        ("Nome da dupla;Jogadores;Cidade", "X;Ana, Rui;Natal", "name players delegation"),
        ("Nome;Nome;Clube", "Ana;Rui;AABB", "player player delegation"),
        ("Nome;Parceiro;Cidade", "Ana;Rui;Natal", "player player delegation"),
        ("Dupla;Nome 1;Nome 2;Equipe", "X;Ana;Rui;AABB", "name player player delegation"),
        ("Carimbo de data/hora;Nome da dupla;Jogador 1;Jogador 2;E-mail;Pago?", "12/10/2026 10:00;X;Ana;Rui;a@b.c;sim",
         "ignored name player player ignored ignored"),
        ("Dupla;Jogador;Parceiro;Clube;Categoria", "X;Ana;Rui;AABB;Mista", "name player player delegation category"),
        ("Pair;Player 1;Player 2;Category", "X;Ana;Rui;Senior", "name player player category"),
        ("Jogador 1;Jogador 2;Cat.;Idade", "Ana;Rui;Sênior;61", "player player category ignored"),
        ("Dupla;Jogador;Parceiro;Apelido", "X;Ana;Rui;Bibi", "name player player ignored?"),
        ("Dupla;Jogador;Parceiro;Cód.", "X;Ana;Rui;123", "name player player ignored"),
    ],
)  # fmt: skip
def test_headings(day: Day, heading: str, row: str, found: str) -> None:
    sheet = read_entries(f"{heading}\n{row}\n".encode(), day.state, "duplas.csv")
    assert (uses(sheet), sheet.headings) == (found, 1)
    ((name, players, _),) = rows(sheet)
    assert players == ("Ana", "Rui")
    assert name == ("X" if "X" in row else "Ana / Rui")


def test_first_names_that_repeat_are_players_before_clubs() -> None:
    rows = [("Ana", "Rui"), ("Bia", "Leo"), ("Ana", "Caio"), ("Eva", "Davi"), ("Iara", "Gil"), ("Nara", "Otto")]
    table = "".join(f"{one};{two};{('AABB', 'Sírio')[at % 2]}\n" for at, (one, two) in enumerate(rows))
    sheet = read_entries(table.encode(), Day(regulations_text("club-day")).state, "duplas.csv")
    assert [each.use for each in sheet.columns] == ["player", "player", "delegation"]
    assert [each.players for each in sheet.entries] == rows


def test_a_category_is_read_and_held_to_its_length(day: Day) -> None:
    long = "x" * 41
    content = f"Dupla;Jogador 1;Jogador 2;Categoria\nX;Ana;Rui; Sênior \nY;Bia;Leo;\nZ;Eva;Gil;{long}\n"
    sheet = read_entries(content.encode(), day.state, "duplas.csv")
    assert [each.category for each in sheet.entries] == ["Sênior", ""]
    assert [(each.line, each.fault.code) for each in sheet.lines if each.fault] == [(4, "name_long")]


def test_a_title_above_the_headings(day: Day) -> None:
    content = "Torneio de Sábado;;;\n\nDupla;Jogador 1;Jogador 2\nAna e Rui;Ana;Rui\nTotal: 1;;\n"
    sheet = read_entries(content.encode(), day.state, "duplas.csv")
    assert sheet.headings == 3
    assert [(each.line, each.entry is not None) for each in sheet.lines] == [(4, True), (5, False)]
    assert sheet.lines[1].fault is not None
    assert sheet.lines[1].fault.code == "entry_players"


def test_words_above_numbers_are_headings_whatever_they_say(day: Day) -> None:
    content = "Casal;Ele;Ela;Zap\nX;Rui;Bia;99999-0000\nY;Leo;Eva;98888-0000\n"
    sheet = read_entries(content.encode(), day.state, "duplas.csv")
    assert (sheet.headings, uses(sheet)) == (1, "name? player? player? ignored")
    said = read_entries(content.encode(), day.state, "duplas.csv", ("name", "player", "player"))
    assert [each[0] for each in rows(said)] == ["X", "Y"]


def test_who_tries_it_out_with_numbered_names(day: Day, singles: Day) -> None:
    content = b"Dupla 1;Jogador 1;Jogador 2\nDupla 2;Jogador 3;Jogador 4\n"
    assert [each[0] for each in rows(read_entries(content, day.state, "x"))] == ["Dupla 1", "Dupla 2"]
    content = b"Jogador 1\nJogador 2\nJogador 3\n"
    assert [each[0] for each in rows(read_entries(content, singles.state, "x"))] == [f"Jogador {n}" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("Ana;AABB\nBia;APCEF\n", [("Ana", ("Ana",), "AABB"), ("Bia", ("Bia",), "APCEF")]),
        ("Nome\nAna\nBia\n", [("Ana", ("Ana",), ""), ("Bia", ("Bia",), "")]),
        ("Nº;Nome completo;Clube\n1;Ana;AABB\n", [("Ana", ("Ana",), "AABB")]),
    ],
)
def test_single_players(singles: Day, content: str, found: list[Row]) -> None:
    assert rows(read_entries(content.encode(), singles.state, "x")) == found


def test_teams() -> None:
    teams = Day(regulations_text("club-day", ('kind = "pairs"', 'kind = "teams"'))).state
    assert rows(read_entries(b"Azul;Ana;Rui;Bia;Leo\nVerde;A;B;C;D;AABB\n", teams, "x")) == [
        ("Azul", ("Ana", "Rui", "Bia", "Leo"), ""),
        ("Verde", ("A", "B", "C", "D"), "AABB"),
    ]
    joint = b"Equipe;Integrantes\nAzul;Ana, Rui, Bia, Leo e Eva\n"
    assert rows(read_entries(joint, teams, "x")) == [("Azul", ("Ana", "Rui", "Bia", "Leo", "Eva"), "")]


def test_what_columns_are_may_be_said(day: Day) -> None:
    content = b"Rui;AABB;Ana\nLeo;APCEF;Bia\n"
    sheet = read_entries(content, day.state, "x", ("player", "delegation", "player"))
    assert rows(sheet) == [("Rui / Ana", ("Rui", "Ana"), "AABB"), ("Leo / Bia", ("Leo", "Bia"), "APCEF")]
    sheet = read_entries(content, day.state, "x", ("player", "delegation", "player"), 1)
    assert (sheet.headings, rows(sheet)) == (1, [("Leo / Bia", ("Leo", "Bia"), "APCEF")])
    headed = b"Dupla;Jogador;Jogador\nX;Ana;Rui\n"
    assert len(read_entries(headed, day.state, "x", headings=0).entries) == 2


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("cp1252", "windows-1252"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("utf-16-be", "utf-16"),
    ],
)
def test_encodings_are_read_and_said(day: Day, encoding: str, said: str) -> None:
    content = "Dupla;Jogador;Jogador;Clube\nConceição e João;Conceição;João;São José\n".encode(encoding)
    sheet = read_entries(content, day.state, "duplas.csv")
    assert (sheet.table.encoding, rows(sheet)) == (said, [("Conceição e João", ("Conceição", "João"), "São José")])


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ("Dupla 9;Ana;José\nlado 1;Eva;Ivo\n", "side_name_taken", 2),
        ("Dupla 9;Ana;José\n\nLado  2;Eva;Ivo\n", "side_name_taken", 3),
        ("Dupla 9;Ana;José\n\nDUPLA 9;Eva;Ivo\n", "entry_twice", 3),
        ("José e Rui;José;Rui\nJose\u0301 e Rui;A;B\n", "entry_twice", 2),
        (";Ana;José\n;Ana;José\n", "entry_twice", 2),
        ("Dupla 9;Ana;José\nDupla 10;Ana\n", "entry_players", 2),
        ("Dupla;Jogadores\nDupla 9;Ana / Rui\nDupla 10;Ana\n", "entry_players_joint", 3),
        ("Dupla;Jogador;Jogador;Jogador\nDupla 9;Ana;Rui;Bia\n", "entry_too_many_players", 2),
        ("Dupla 9;Ana;Rui\n" + "N" * 81 + ";Bia;Leo\n", "name_long", 2),
        ("Dupla 9;A\x1b[2Jna;Rui\n", "text_unseen", 1),
        ("Dupla 9;A\x00na;Rui\n", "text_unseen", 1),
        ("Dupla 9;\u3164;Rui\n", "text_unseen", 1),
        ("\u0410na e Rui;Ana;Rui\n", "name_mixed", 1),
        ("Dupla 9;Ana;Rui\nDupla 10;#N/D;Leo\n", "entry_formula", 2),
    ],
)
def test_a_line_that_makes_no_entry(day: Day, content: str, code: str, line: int) -> None:
    sheet = read_entries(content.encode(), day.state, "duplas.csv")
    ((fault_line, fault),) = [(each.line, each.fault) for each in sheet.lines if each.fault is not None]
    assert (fault.code, fault_line) == (code, line)
    assert fault.message("pt") != fault.message("en")
    # The other lines may enter, with the numbers that come next.
    assert [each.side for each in sheet.entries] == list(range(3, 3 + len(sheet.lines) - 1))


def test_a_player_who_is_there_already_is_noticed(day: Day) -> None:
    content = "X;jogador 1.2;Ana\nY;Bia;ANA\nZ;José;Eva\nW;Jose;Leo\nV;Ivo;Ivo\n"
    sheet = read_entries(content.encode(), day.state, "x")
    assert len(sheet.entries) == 5
    assert [[each.code for each in line.warnings] for line in sheet.lines] == [
        ["entry_player_entered"],
        ["entry_player_twice"],
        [],
        ["entry_player_twice"],
        ["entry_player_double"],
    ]
    assert sheet.lines[1].warnings[0].figures == {"name": "ANA", "number": 1}


def test_no_more_than_the_regulations_take() -> None:
    full = Day(regulations_text("club-day", ("most = 64", "most = 10")), sides=9).state
    sheet = read_entries(b"X;Ana;Rui\nY;Bia;Leo\n", full, "x")
    assert [each.fault and each.fault.code for each in sheet.lines] == [None, "side_full"]


def refused(state: Tournament, content: bytes) -> tuple[str, int | None]:
    """The code and the line with which a table is refused; its message names the file."""
    with pytest.raises(EntryTableError) as error:
        read_entries(content, state, "duplas.csv")
    for language in ("pt", "en"):
        said = error.value.message(language)
        assert "duplas.csv" in said
        assert error.value.line is None or str(error.value.line) in said
    return error.value.code, error.value.line


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"x,y,z\n" * 10_000, "entries_too_many", None),
        (b" " * (LARGEST_TABLE + 1), "entries_large", None),
        (b'"Dupla 9;Ana;Rui\n', "entries_not_csv", 1),
        (b'Dupla 8;Ana;Rui\n"Dupla 9"x;Ana;Rui\n', "entries_not_csv", 2),
        (b"", "entries_none", None),
        (b"\xff\xfe", "entries_none", None),
        (b"nome;jogador;jogador\n;;\n", "entries_none", None),
        (b"\x89PNG\r\n\x1a\n\x00\x01", "entries_no_text", None),
        (b"%PDF-1.7\n\xe2\xe3\xcf\xd3\x01\n", "entries_no_text", None),
        (b"Ana\x81e Rui;Ana;Rui\n", "entries_no_text", None),
    ],
)
def test_what_is_no_table(day: Day, content: bytes, code: str, line: int | None) -> None:
    assert refused(day.state, content) == (code, line)


def workbook(*cells: tuple[object, ...], sheets: tuple[str, ...] = ()) -> bytes:
    """An XLSX file with these rows in its first sheet, and empty sheets before or behind it."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in cells:
        book.active.append(row)
    for name in sheets:
        book.create_sheet(name, 0 if name.startswith("Antes") else None)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_the_first_sheet_that_has_something(day: Day) -> None:
    content = workbook(
        ("Nome", "Jogador", "Jogador", "Clube", "Ano"),
        ("É nós", " Zé", "Bia", "AABB", 1999),
        (),
        (7, "Ana", "Rui", None, 2001.0, None),
        (None, "Eva", "Ivo"),
        sheets=("Antes", "Depois"),
    )
    sheet = read_entries(content, day.state, "duplas.xlsx")
    assert (sheet.table.encoding, sheet.table.sheet, sheet.headings) == ("xlsx", "Sheet", 1)
    assert rows(sheet) == [
        ("É nós", ("Zé", "Bia"), "AABB"),
        ("7", ("Ana", "Rui"), ""),
        ("Eva / Ivo", ("Eva", "Ivo"), ""),
    ]
    assert sheet.lines[1].cells[4] == "2001"
    assert [each.line for each in sheet.lines] == [2, 4, 5]


@pytest.mark.parametrize(
    ("cells", "code", "line"),
    [
        ([("Dupla 9", "Ana", "Rui"), ('=B1&" e "&C1', "Eva", "Ivo")], "entry_formula", 2),
        ([("Dupla 9", "Ana", "#REF!")], "entry_formula", 1),
        ([(), ("Dupla 8", "Ivo", "Eva"), ("Dupla 9", "Ana")], "entry_players", 3),
        ([("Dupla 9", "Ana", "Rui"), ("dupla 9", "Eva", "Ivo")], "entry_twice", 2),
    ],
    ids=["formula", "error", "few", "twice"],
)
def test_a_line_of_a_workbook_that_makes_no_entry(
    day: Day, cells: list[tuple[object, ...]], code: str, line: int
) -> None:
    sheet = read_entries(workbook(*cells), day.state, "duplas.xlsx")
    ((fault_line, fault),) = [(each.line, each.fault) for each in sheet.lines if each.fault is not None]
    assert (fault.code, fault_line) == (code, line)


def test_a_formula_with_the_value_that_its_program_left(day: Day) -> None:
    """Excel, LibreOffice and Google Sheets write the value beside the formula; an empty text looks like none."""
    xlsxwriter = pytest.importorskip("xlsxwriter")
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet()
        for line, (name, club) in enumerate((("Ana e Rui", "AABB"), ("Bia e Leo", "")), 1):
            one, two = name.split(" e ")
            sheet.write_formula(f"A{line}", f'=B{line}&" e "&C{line}', value=name)
            sheet.write_row(f"B{line}", (one, two))
            sheet.write_formula(f"D{line}", f'=IF(B{line}="Ana","AABB","")', value=club)
    assert rows(read_entries(file.getvalue(), day.state, "x")) == [ANA_RUI, ("Bia e Leo", ("Bia", "Leo"), "")]


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ([], "entries_none"),
        ([("Nome", "Jogador", "Jogador")], "entries_none"),
        ([(f"Dupla {number}", "Ana", "Rui") for number in range(10_000)], "entries_too_many"),
    ],
    ids=["empty", "headings", "many"],
)
def test_a_workbook_without_entries_or_with_too_many(day: Day, cells: list[tuple[object, ...]], code: str) -> None:
    assert refused(day.state, workbook(*cells)) == (code, None)


def packed(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as found:
        for name, content in files.items():
            found.writestr(name, content)
    return file.getvalue()


def test_a_file_that_is_no_workbook(day: Day) -> None:
    whole = workbook(("Dupla 9", "Ana", "Rui"))
    assert refused(day.state, whole[: len(whole) // 2]) == ("entries_not_xlsx", None)
    assert refused(day.state, packed(texto=b"Dupla 9")) == ("entries_not_xlsx", None)
    assert refused(day.state, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)) == ("entries_not_xlsx", None)


def test_a_small_file_that_unpacks_to_a_large_one(day: Day) -> None:
    content = packed(zeros=bytes(LARGEST_UNPACKED + 1))
    assert len(content) < LARGEST_TABLE
    assert refused(day.state, content) == ("entries_large", None)


def with_sheet(content: bytes, document: bytes) -> bytes:
    """A workbook with its first sheet replaced."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            after.writestr(name, document if name.endswith("sheet1.xml") else before.read(name))
    return changed.getvalue()


SPACE = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def test_entities_of_a_workbook_are_not_expanded(day: Day) -> None:
    """A few bytes of XML can stand for gigabytes of text."""
    document = b'<!DOCTYPE x [<!ENTITY a "Ana">]><worksheet xmlns="%s"><sheetData><row r="1"><c r="A1" t="inlineStr">'
    document += b"<is><t>&a;</t></is></c></row></sheetData></worksheet>"
    changed = with_sheet(workbook(("Dupla 9", "Ana", "Rui")), document % SPACE)
    assert refused(day.state, changed) == ("entries_not_xlsx", None)


def test_a_row_far_below_is_not_reached_through_a_million_empty_ones(day: Day) -> None:
    row = b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>Ana e Rui</t></is></c></row>'
    document = b'<worksheet xmlns="%s"><sheetData>' % SPACE + row % (1, 1) + row % (1_000_000, 1_000_000)
    changed = with_sheet(workbook(("x",)), document + b"</sheetData></worksheet>")
    assert [each.line for each in read_entries(changed, day.state, "x").lines] == [1]


def test_without_the_library_a_sentence_says_what_to_do(day: Day) -> None:
    content = workbook(("Dupla 9", "Ana", "Rui"))
    with mock.patch.object(table, "find_spec", return_value=None):
        assert refused(day.state, content) == ("entries_xlsx_missing", None)
    assert len(read_entries(content, day.state, "duplas.xlsx").entries) == 1


def test_as_many_as_may_be(day: Day) -> None:
    roomy = Day(regulations_text("club-day", ("most = 64", f"most = {MOST_ENTRIES}"))).state
    lines = ["nome;a;b", *(f"Dupla {number};Ana {number};Rui {number}" for number in range(MOST_ENTRIES))]
    content = "\n".join(lines).encode()
    assert len(read_entries(content, roomy, "x", ("name", "player", "player")).entries) == MOST_ENTRIES
    assert [each.line for each in read_entries(content, day.state, "x").lines][-1] == MOST_ENTRIES + 1


def test_what_the_reader_finds_the_tournament_takes(day: Day) -> None:
    """Each entry that is offered enters; a line that is refused would be refused."""
    content = "Lado 1;Ana;Rui\nX;Ana;Rui\nx;Eva;Ivo\nY;Bia;\u3164\nZ;Bia;Leo\n"
    sheet = read_entries(content.encode(), day.state, "x")
    state, log = day.state, list(day.log)
    for entry in sheet.entries:
        logged = log_event(entry, "Ana", 0, log)
        state = apply_event(state, log, logged)
        log.append(logged)
    assert [each.name for each in state.sides.values()][2:] == ["X", "Z"]
    assert all(isinstance(each, ev.SideRegistered) for each in sheet.entries)
