"""Reads TOML with `tomllib`; errors say, for people, what is wrong and on which line.

`tomllib` names the place where it stopped, in English. A missing quotation mark may be many lines earlier; this module
finds it there. `key_lines` says on which line each key stands, for messages about its value: `tomllib` reads values
without their places.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from canastra.errors import TomlError

TOKEN = re.compile(
    r'"""[^"\\]*+(?:(?!""")\\?+.[^"\\]*+)*(?:("{3,5})|\\?\Z)'
    r"|'''.*?(?:('{3,5})|\Z)"
    r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*(?:(")|(?=\n)|\\?\Z)'
    r"|'[^'\n]*+(?:(')|(?=\n)|\Z)"
    r"|#[^\n]*+|[\[\]{}\n=]|[^\"'#\[\]{}\n=]++",
    re.DOTALL,
)
"""The pieces of a TOML file: strings, comments, brackets, signs and what is between them.

A string that is not closed is one piece up to the end of its line, a long one up to the end of the file, and matches no
group. So no character is looked at twice: otherwise the end of such a string would be searched from each of its
quotation marks. No group is possessive: some lose their place before Python 3.11.5, and Debian 12 has 3.11.2.
"""
BYTE_ORDER_MARK = "\ufeff"
"""The mark that editors on Windows write before a text."""

KeyPath = tuple[str | int, ...]
"""A key of a file: the names of its tables and their numbers in lists."""

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
"""The messages of `tomllib`, and the codes of ours."""


_WITHOUT_QUOTES = {"toml_bare_text", "toml_curly_quotes"}
"""Values that lack both quotation marks, or have others: a single one in them is not the fault."""
_OF_THE_LINE = {"toml_no_statement", "toml_twice", "toml_too_much", "toml_header"}
_OF_THE_REST = {"toml_bare_text", "toml_curly_quotes", "toml_no_value", "toml_other"}
"""Codes whose message shows the whole line, or the part of it that could not be read."""


def read_toml(text: str) -> dict[str, Any]:
    """The content of a TOML text; a byte order mark before it is skipped.

    Raises `TomlError` for a text that isn't TOML, and `RecursionError` for one that is nested too deeply.
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
    """The code for a missing or malformed value, by what is in its place."""
    if not rest or rest.startswith("#"):
        return "toml_value_missing"
    if rest[0] in "“”„‘’«»":
        return "toml_curly_quotes"
    return "toml_bare_text" if rest[0].isalpha() else "toml_no_value"


def _shown(text: str, line: int, column: int) -> str:
    """A line from a column on, short and printable."""
    lines = text.split("\n")
    rest = lines[line - 1][column - 1 :] if line <= len(lines) else ""
    plain = "".join(char if char.isprintable() else "·" for char in rest.strip())
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"


def key_lines(text: str) -> dict[KeyPath, int]:
    """Line, from 1, of every key and header of a TOML file written in the usual way.

    A key in the k-th ``[[deals]]`` is found under ``("deals", k, key)``, k from 0; a key of the file under
    ``(key,)``. For a string over several lines ``(…, "text")`` is the line of its first line of content.
    """
    found: dict[KeyPath, int] = {}
    table: KeyPath = ()
    counts: dict[str, int] = {}
    for line, statement, content in _statements(text):
        header = re.fullmatch(r"\s*(\[\[?)\s*([\w.\"'-]+)\s*\]\]?\s*", statement)
        if header:
            name = header[2]
            if header[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                table = (name, counts[name])
            else:
                table = (name,)
            found.setdefault(table, line)
        elif "=" in statement:
            key = (*table, statement.partition("=")[0].strip().strip("\"'"))
            found.setdefault(key, line)
            if content is not None:
                found.setdefault((*key, "text"), content)
    return found


def statement_lines(text: str) -> dict[KeyPath, tuple[int, int]]:
    """The first and last line, from 1, of every key and header that `key_lines` finds."""
    starts = [line for line, _, _ in _statements(text)]
    following = dict(zip(starts, [*starts[1:], text.count("\n") + 2], strict=True))
    # The line of a long string's content is no statement of its own.
    found = {path: line for path, line in key_lines(text).items() if path[-1] != "text"}
    return {path: (line, following[line] - 1) for path, line in found.items()}


def _statements(text: str) -> list[tuple[int, str, int | None]]:
    """Each statement of a file: its line, its text without long strings, the line where a long string begins."""
    found: list[tuple[int, str, int | None]] = []
    line, depth, start = 1, 0, 1
    parts: list[str] = []
    content: int | None = None
    header: bool | None = None
    for match in TOKEN.finditer(text):
        token = match[0]
        if header is None and token.strip():
            header = token == "["
        if token == "\n" and depth == 0:
            found.append((start, "".join(parts), content))
            parts, content, header, start = [], None, None, line + 1
        elif token[:3] in ('"""', "'''"):
            # With an escape, a line of the content may begin or end where the file has no line break.
            escaped = token[0] == '"' and "\\" in token
            content = None if escaped else line + token[3:].startswith(("\n", "\r\n"))
        elif not token.startswith("#"):
            depth = depth if header else max(0, depth + (token in "[{") - (token in "]}"))
            parts.append(token)
        line += token.count("\n")
    found.append((start, "".join(parts), content))
    return found


def too_deep(text: str, most: int) -> int | None:
    """The line of a key or header with more than `most` dots, if any: `tomllib` takes the square of their number."""
    line, dots = 1, 0
    for match in TOKEN.finditer(text):
        token = match[0]
        if token in "[]{}\n=":
            dots = 0
        elif token[0] not in "\"'#":
            dots += max(part.count(".") for part in token.split(","))
        if dots > most:
            return line
        line += token.count("\n")
    return None
