"""Common mistakes in TOML, with the line and the words of their errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from canastra.errors import TomlError
from canastra.messages import LANGUAGES, catalogue
from canastra.toml import TOKEN, read_toml

CLOSED = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|#[^\n]*|[\[\]{}\n=]|[^\"'#\[\]{}\n=]+|.",
    re.DOTALL,
)
"""The pieces of a file in which every string is closed, said in the simplest way."""
FILES = [*Path(__file__).parent.rglob("*.canastra"), *Path(__file__).parents[1].joinpath("src").rglob("*.toml")]
TURNS = """[[deals]]
dealer = 3
turns = '''
0: draw 9C # it's, "so far
"""


def refused(text: str) -> TomlError:
    with pytest.raises(TomlError) as caught:
        read_toml(text)
    return caught.value


def test_what_is_toml_is_read() -> None:
    assert read_toml('\ufeffa = "it\'s"\r\nb = [1, 2]\n') == {"a": "it's", "b": [1, 2]}


MISTAKES = [
    ('event = "Copa\nplace = "Rio"\n', 1, "toml_quote", {"mark": '"'}),
    ('score = 1\nevent = Copa"\n', 2, "toml_bare_text", {"text": 'Copa"'}),
    ('hands = [\n  "AS 2S",\n  "KD 5H,\n  "3C",\n]\n', 3, "toml_quote", {"mark": '"'}),
    ("a = 'b\n", 1, "toml_quote", {"mark": "'"}),
    (TURNS, 3, "toml_quote", {"mark": "'''"}),
    (TURNS + "\n" + TURNS + "'''\n", 3, "toml_quote", {"mark": "'''"}),
    (TURNS + "\n" + TURNS + "'''\n\n" + TURNS + "'''\n", 3, "toml_quote", {"mark": "'''"}),
    (TURNS + "'''\n\n" + TURNS + "\n" + TURNS + "'''\n", 9, "toml_quote", {"mark": "'''"}),
    ('a = """\nb\n', 1, "toml_quote", {"mark": '"""'}),
    ("rulebook = buraco\n", 1, "toml_bare_text", {"text": "buraco"}),
    ("event = Copa d'Ouro\n", 1, "toml_bare_text", {"text": "Copa d'Ouro"}),
    ("event = “Copa”\n", 1, "toml_curly_quotes", {"text": "“Copa”"}),
    ("rulebook =\n", 1, "toml_value_missing", {}),
    ("rulebook = # which?\n", 1, "toml_value_missing", {}),
    ("rulebook = ", 1, "toml_value_missing", {}),
    ('event = "Copa "do" Brasil"\n', 1, "toml_too_much", {"text": 'event = "Copa "do" Brasil"'}),
    ("a = 1\nno\n", 2, "toml_no_statement", {"text": "no"}),
    ('{"format": "canastra/1"}', 1, "toml_no_statement", {"text": '{"format": "canastra/1"}'}),
    ("a = 1\na = 2\n", 2, "toml_twice", {"text": "a = 2"}),
    ("[a]\n[a]\n", 2, "toml_twice", {"text": "[a]"}),
    ('a = ["b" "c"]\n', 1, "toml_list_open", {}),
    ("a = [1\nb = 2\n", 2, "toml_list_open", {}),
    ("a = { b = 1\n", 1, "toml_table_open", {}),
    ("[[deals]\n", 1, "toml_header", {"text": "[[deals]"}),
    ('a = "C:\\pasta"\n', 1, "toml_escape", {}),
    ("a = 1\x00\n", 1, "toml_too_much", {"text": "a = 1·"}),
    ("# a \x00\n", 1, "toml_character", {}),
    ("a = 2026-02-30\n", 1, "toml_number", {}),
    ("a = " + "9" * 5000, 1, "toml_number", {}),
    ("a = £5\n", 1, "toml_no_value", {"text": "£5"}),
]


@pytest.mark.parametrize(("text", "line", "code", "figures"), MISTAKES, ids=[each[0][:30] for each in MISTAKES])
def test_a_mistake_has_its_line_and_its_words(text: str, line: int, code: str, figures: dict[str, str]) -> None:
    error = refused(text)
    assert (error.line, error.code, error.figures) == (line, code, figures)


def test_every_message_is_shown_here() -> None:
    codes = {code for code in catalogue("en") if code.startswith("toml_")}
    assert codes - {code for _, _, code, _ in MISTAKES} == {"toml_other"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cause_is_told_inside_another_message(language: str) -> None:
    from canastra.errors import RecordError

    error = refused("rulebook = buraco\n")
    told = RecordError("not_toml", error.line, **error.cause)
    assert told.message(language).endswith(error.message(language))
    assert "buraco" in told.message(language)


def test_a_long_line_is_cut() -> None:
    assert len(str(refused("a = b" + "c" * 500).figures["text"])) == 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_falls_into_the_pieces_of_the_simple_definition(path: Path) -> None:
    text = path.read_text("utf-8", errors="replace")
    assert [match[0] for match in TOKEN.finditer(text)] == CLOSED.findall(text)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ('a="b\nc', ["a", "=", '"b', "\n", "c"]),
        ('a="""b"c""\nd', ["a", "=", '"""b"c""\nd']),
        ('["""a""""",b]', ["[", '"""a"""""', ",b", "]"]),
        ("['''a'''',b]", ["[", "'''a''''", ",b", "]"]),
        ('a="\\', ["a", "=", '"\\']),
        ('a="""\\"""', ["a", "=", '"""\\"""']),
    ],
)
def test_a_string_that_is_not_closed_is_one_piece(text: str, pieces: list[str]) -> None:
    assert [match[0] for match in TOKEN.finditer(text)] == pieces
