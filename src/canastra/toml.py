"""TOML as people write it by hand: read with `tomllib`, refused in words that say what is wrong and on which line.

`tomllib` names the place where it could not go on, in English. A quotation mark that was forgotten is found where it
is missing instead, which may be many lines before.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from canastra.errors import TomlError

TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:("{3,5})|\\?\Z)'
    r"|'''(?:[^']++|'(?!''))*+(?:('{3,5})|\Z)"
    r'|"(?:[^"\\\n]++|\\.)*+(?:(")|(?=\n)|\\?\Z)'
    r"|'[^'\n]*+(?:(')|(?=\n)|\Z)"
    r"|#[^\n]*+|[\[\]{}\n=]|[^\"'#\[\]{}\n=]++",
    re.DOTALL,
)
"""The pieces of a TOML file: strings, comments, brackets, signs and what is between them.

A string that is not closed is one piece up to the end of its line, a long one up to the end of the file, and matches no
group. So no character is looked at twice: otherwise the end of such a string would be searched from each of its
quotation marks.
"""
BYTE_ORDER_MARK = "\ufeff"
"""What editors on Windows write before a text."""

_LONG = ('"""', "'''")
_LOOKS_LIKE_TOML = re.compile(r"^[ \t]*(?:\[\[?[\w.-]+\]\]?[ \t\r]*$|[\w.-]+[ \t]*=[ \t])", re.MULTILINE)
"""A line that belongs outside of strings: a header, or a key with its value."""
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)$")
_SHOWN = 40
_CODES = (
    (r"Invalid statement|Invalid initial character|Expected .=. after", "toml_no_statement"),
    (r"Cannot (declare|overwrite|mutate|redefine)|Duplicate", "toml_twice"),
    (r"Invalid value", "toml_no_value"),
    (r"Unclosed array", "toml_list_open"),
    (r"Unclosed inline table|Expected .*inline", "toml_table_open"),
    (r"Expected newline", "toml_too_much"),
    (r"at the end of an? \w+ declaration", "toml_header"),
    (r"Unescaped|hex value|Unicode scalar", "toml_escape"),
    (r"Illegal character|Found invalid character", "toml_character"),
    (r"Invalid date|digits", "toml_number"),
)
"""What `tomllib` says, and the code of what we say."""


_WITHOUT_QUOTES = {"toml_bare_text", "toml_curly_quotes"}
"""Values that lack both quotation marks, or have others: a single one in them is not what is wrong."""
_OF_THE_LINE = {"toml_no_statement", "toml_twice", "toml_too_much", "toml_header"}
_OF_THE_REST = {"toml_bare_text", "toml_curly_quotes", "toml_no_value", "toml_other"}
"""Codes whose message shows the whole line, or what of it could not be read."""


def read_toml(text: str) -> dict[str, Any]:
    """What a TOML text holds; a byte order mark before it is passed over.

    Raises `TomlError` for what isn't TOML, and `RecursionError` for what is nested too deeply.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # a TOMLDecodeError, or an integer of too many digits
        raise _explained(text, str(error)) from None


def _explained(text: str, said: str) -> TomlError:
    place = _PLACE.search(said)
    line = int(place[1]) if place else text.count("\n") + 1
    code = next((code for pattern, code in _CODES if re.search(pattern, said)), "toml_other")
    rest = _shown(text, line, int(place[2])) if place else ""
    if code == "toml_no_value":
        code = _of_value(rest)
    quote = _quote(text)
    if quote is not None and (quote[1], code in _WITHOUT_QUOTES) <= (line, False):
        return TomlError("toml_quote", quote[1], mark=quote[0])
    shown = _shown(text, line, 1) if code in _OF_THE_LINE else rest
    return TomlError(code, line, text=shown) if code in _OF_THE_LINE | _OF_THE_REST else TomlError(code, line)


def _quote(text: str) -> tuple[str, int] | None:
    """The mark and the line of the first quotation mark that has no partner, if there is one.

    A long string that swallows headers or keys was not closed: its end is the mark that begins the next one.
    """
    line = 1
    for match in TOKEN.finditer(text):
        token = match[0]
        mark = token[:3] if token[:3] in _LONG else token[0]
        unclosed = mark[0] in "\"'" and match.lastindex is None
        if unclosed or (mark in _LONG and _LOOKS_LIKE_TOML.search(token[3:])):
            return mark, line
        line += token.count("\n")
    return None


def _of_value(rest: str) -> str:
    """The code for a value that is none, by what stands in its place."""
    if not rest or rest.startswith("#"):
        return "toml_value_missing"
    if rest[0] in "“”„‘’«»":
        return "toml_curly_quotes"
    return "toml_bare_text" if rest[0].isalpha() else "toml_no_value"


def _shown(text: str, line: int, column: int) -> str:
    """What stands on a line from a column on, short and printable."""
    lines = text.split("\n")
    rest = lines[line - 1][column - 1 :] if line <= len(lines) else ""
    plain = "".join(char if char.isprintable() else "·" for char in rest.strip())
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"
