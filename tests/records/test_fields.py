"""The headers of a record: days that exist, names that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.errors import RecordError
from canastra.messages import LANGUAGES
from canastra.records import parse
from tests.cli.running import CONFORMANCE, canastra

LONG = "x" * 201
RECORD = """\
format = "canastra/1"
rulebook = "buraco"
revision = 1
players = ["Ana", "Bruno", "Clara", "Davi"]
score = [0, 0]
"""


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse(text)
    for language in LANGUAGES:
        assert len(caught.value.message(language)) < 200
    return caught.value


@pytest.mark.parametrize(
    "date",
    [
        "2026-11-23",
        "2024-02-29",
        "2000-02-29",
        "2026-11-23T20:00:00",
        "2026-11-23 20:30",
        "2026-11-23T20:00:00.5-03:00",
        "0001-01-01",
    ],
)
def test_a_day_that_exists_is_a_date(date: str) -> None:
    assert parse(RECORD + f'date = "{date}"\n').about["date"] == date


@pytest.mark.parametrize(
    ("stated", "kept"),
    [("2026-11-23", "2026-11-23"), ("2026-11-23T20:00:00-03:00", "2026-11-23T20:00:00-03:00")],
)
def test_a_toml_date_is_kept_as_its_text(stated: str, kept: str) -> None:
    assert parse(RECORD + f"date = {stated}\n").about["date"] == kept


@pytest.mark.parametrize(
    "date",
    [
        '"2026-99-99"',
        '"2026-02-29"',
        '"1900-02-29"',
        '"2026-04-31"',
        '"2026-11-00"',
        '"0000-01-01"',
        '"23/11/2026"',
        '"ontem"',
        '""',
        '"2026-11-23 "',
        '"2026-11-23T25:00"',
        '"２０２６-11-23"',
        f'"{"9" * 200_000}"',
        "20:00:00",
    ],
)
def test_what_is_no_day_is_refused_with_its_line(date: str) -> None:
    error = refused(RECORD + f"date = {date}\n")
    assert (error.code, error.line) == ("date_malformed", 6)
    assert "2026-11-23" in error.message("pt")


@pytest.mark.parametrize("blank", ["", " ", "\\t", "\u2003"])
def test_a_name_is_not_blank(blank: str) -> None:
    error = refused(RECORD.replace("Clara", blank))
    assert (error.code, error.line, error.figures["number"]) == ("name_blank", 4, 3)


def test_a_name_is_no_book() -> None:
    error = refused(RECORD.replace("Davi", "x" * 200_000))
    assert (error.code, error.line) == ("text_too_long", 4)
    assert (error.figures["found"], error.figures["most"]) == (200_000, 200)
    assert parse(RECORD.replace("Davi", "é" * 200)).players[3] == "é" * 200


@pytest.mark.parametrize("key", ["id", "event", "place"])
def test_what_else_it_says_of_itself_is_neither_blank_nor_long(key: str) -> None:
    assert parse(RECORD + f'{key} = "{"x" * 200}"\n').about[key] == "x" * 200
    for text, code in (("", "text_blank"), (" ", "text_blank"), (LONG, "text_too_long")):
        error = refused(RECORD + f'{key} = "{text}"\n')
        assert (error.code, error.line) == (code, 6)


@pytest.mark.parametrize(
    "stated",
    [
        f'forfeit = {{ side = 0, reason = "{"x" * 501}" }}',
        f'forfeit = {{ side = 0, reason = "falta", author = "{LONG}" }}',
        f'encounter = {{ best_of = 3, match = 1, won = [0, 0], id = "{LONG}" }}',
    ],
)
def test_reasons_and_their_authors_are_not_long(stated: str) -> None:
    assert refused(RECORD + stated + "\n").code == "text_too_long"


def test_players_of_one_name_are_told_apart_by_their_seats(tmp_path: Path) -> None:
    """Two guests may have chosen the same name, or several people have deleted their accounts."""
    match = next(
        path for path in sorted(CONFORMANCE.glob("*.canastra")) if 'rulebook = "buraco"' in path.read_text("utf-8")
    )
    file = tmp_path / "same.canastra"
    text = match.read_text("utf-8").replace('["Ana", "Bruno", "Clara", "Davi"]', '["Ana", "Ana", "Ana", "Davi"]')
    file.write_text(text, "utf-8")
    shown = canastra("position", file, COLUMNS="200")
    replayed = canastra("replay", file, COLUMNS="200")
    assert "Ana (0) + Ana (2)" in replayed.out
    assert "Ana (1) + Davi" in replayed.out
    assert "Ana (" in shown.out


@pytest.mark.parametrize("command", ["replay", "position", "analyse", "verify"])
def test_every_command_on_records_refuses_them(command: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.canastra"
    file.write_text(RECORD + 'date = "2026-99-99"\n', "utf-8")
    ran = canastra(command, file, "--json")
    assert ran.status == 2
    assert ran.json["error"]["line"] == 6
