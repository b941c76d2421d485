"""Typed values from parsed TOML, with the line of each for errors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar

from canastra.errors import Figure, RecordError, TomlError
from canastra.toml import BYTE_ORDER_MARK, KeyPath, key_lines, read_toml, too_deep

Named = TypeVar("Named", bound=StrEnum)
Item = TypeVar("Item", str, int)
LARGEST_BITS = 63
"""Bits of the largest integer: TOML guarantees that every program can read it."""
DEEPEST = 16
"""Most dots in one key, more than people write."""
LONGEST_TEXT = 200
"""Most characters of a name and of what a file says about itself."""
LONGEST_REASON = 500
"""Most characters of a text that gives a reason."""
_SHOWN = 40
_DATE = re.compile(
    r"(?P<year>(?!0000)\d{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>\d\d)"
    r"(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?",
    re.ASCII,
)


def days_of(year: int, month: int) -> int:
    """The days of a month. `datetime` is not used, since it holds a clock, which these floors don't read."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


class Source:
    """The text of a file; its lines are looked up once, when the first one is needed."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def lines(self) -> dict[KeyPath, int]:
        """The line of each key and header."""
        return key_lines(self._text)


class Fields:
    """The keys of one table of a file. Every getter raises `RecordError`, with key and line, if the value is wrong."""

    def __init__(self, data: Mapping[str, Any], path: KeyPath, source: Source) -> None:
        self._data = data
        self._path = path
        self._source = source

    def has(self, key: str) -> bool:
        """Return whether the key is there."""
        return key in self._data

    def line(self, *key: str, content: int | None = None) -> int | None:
        """The line of a key, or of its table, or None.

        With `content`, the line of the file that has this line (from 0) of a string.
        """
        lines = self._source.lines
        path: KeyPath = (*self._path, *key)
        if content is not None and (*path, "text") in lines:
            return lines[*path, "text"] + content
        while path and path not in lines:
            path = path[:-1]
        return lines.get(path)

    def error(self, code: str, key: str, /, **figures: Figure) -> RecordError:
        """An error that names a key and its line."""
        return RecordError(code, self.line(key), **figures)

    def only(self, allowed: set[str]) -> None:
        """Raises `RecordError` if there is an unknown key."""
        for key in self._data:
            if key not in allowed:
                raise self.error("key_unknown", key, key=key[:60], allowed=", ".join(sorted(allowed)))

    def _typed(self, key: str, kind: type, expected: str) -> Any:
        if key not in self._data:
            raise self.error("key_missing", key, key=key)
        value = self._data[key]
        # A TOML boolean is an int to Python, but not to the form of a record.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"expected_{expected}", key, key=key)
        return value

    def text(self, key: str) -> str:
        """A string; the key is required."""
        value: str = self._typed(key, str, "text")
        return value

    def filled(self, key: str, blank: str = "text_blank", most: int = LONGEST_REASON) -> str:
        """A string that is not blank, of at most `most` characters; `blank` is the code of the error."""
        value = self.text(key)
        if not value.strip():
            raise self.error(blank, key, key=key)
        self._fits(key, value, most)
        return value

    def _fits(self, key: str, value: str, most: int) -> None:
        if len(value) > most:
            raise self.error("text_too_long", key, key=key, found=len(value), most=most)

    def choice(self, key: str, values: type[Named]) -> Named:
        """One of the named values."""
        value = self.text(key)
        try:
            return values(value)
        except ValueError:
            raise self.error("choice_unknown", key, key=key, found=value[:40], allowed=", ".join(values)) from None

    def integer(self, key: str) -> int:
        """An integer; the key is required."""
        value: int = self._typed(key, int, "integer")
        self._bounded(key, value)
        return value

    def list_of(self, kind: type[Item], key: str) -> tuple[Item, ...]:
        """A list of strings or of integers; the key is required."""
        expected = "texts" if kind is str else "integers"
        values: list[Any] = self._typed(key, list, expected)
        if not all(isinstance(value, kind) and not isinstance(value, bool) for value in values):
            raise self.error(f"expected_{expected}", key, key=key)
        self._bounded(key, *values)
        return tuple(values)

    def table(self, key: str) -> Fields | None:
        """A table, or None if the key is missing."""
        if key not in self._data:
            return None
        return Fields(self._typed(key, dict, "table"), (*self._path, key), self._source)

    def tables(self, key: str) -> list[Fields]:
        """A list of tables, empty if the key is missing."""
        if key not in self._data:
            return []
        values: list[Any] = self._typed(key, list, "tables")
        if not all(isinstance(value, dict) for value in values):
            raise self.error("expected_tables", key, key=key)
        return [Fields(value, (*self._path, key, index), self._source) for index, value in enumerate(values)]

    def date_or_text(self, key: str) -> str:
        """A string, or a TOML date in its ISO form."""
        value = self._data[key]
        if hasattr(value, "isoformat"):
            return str(value.isoformat())
        return self.text(key)

    def plain_table(self, key: str) -> Mapping[str, Any] | None:
        """A table of strings, integers and lists of them, or None if the key is missing."""
        if key not in self._data:
            return None
        value: dict[str, Any] = self._typed(key, dict, "table")
        for member in value.values():
            members = member if isinstance(member, list) else [member]
            if not all(map(_is_plain, members)):
                raise self.error("expected_plain", key, key=key)
            self._bounded(key, *members)
        return value

    def plain_list(self, key: str) -> tuple[Any, ...]:
        """A list of strings and of tables of strings and integers, empty if the key is missing."""
        if key not in self._data:
            return ()
        values: list[Any] = self._typed(key, list, "list")
        for member in values:
            if not (all(map(_is_plain, member.values())) if isinstance(member, dict) else isinstance(member, str)):
                raise self.error("expected_notes", key, key=key)
            self._bounded(key, *(member.values() if isinstance(member, dict) else ()))
        return tuple(values)

    def anything(self, key: str) -> Mapping[str, Any] | None:
        """Any table, as it is, or None if the key is missing."""
        if key not in self._data:
            return None
        value: dict[str, Any] = self._typed(key, dict, "table")
        self._bounded(key, *_leaves(value))
        return value

    def _bounded(self, key: str, *values: object) -> None:
        if any(isinstance(value, int) and value.bit_length() > LARGEST_BITS for value in values):
            raise self.error("integer_too_large", key, key=key)


def read_names(fields: Fields, key: str, *, blank: bool = False) -> tuple[str, ...]:
    """A list of names of at most `LONGEST_TEXT` characters, which may be blank if `blank`."""
    values = fields.list_of(str, key)
    for number, value in enumerate(values, 1):
        if not blank and not value.strip():
            raise fields.error("name_blank", key, key=key, number=number)
        if len(value) > LONGEST_TEXT:
            raise fields.error("text_too_long", key, key=key, found=len(value), most=LONGEST_TEXT)
    return values


def read_date(fields: Fields, key: str) -> str:
    """A day as year-month-day, alone or with a time: a string or a TOML date, in its ISO form."""
    value = fields.date_or_text(key)
    found = _DATE.fullmatch(value)
    if found is None or not 1 <= int(found["day"]) <= days_of(int(found["year"]), int(found["month"])):
        raise fields.error("date_malformed", key, key=key, found=value[:_SHOWN])
    return value


def read_headers(fields: Fields, keys: tuple[str, ...]) -> dict[str, str]:
    """The values of those keys that a file has: its date, and texts of at most `LONGEST_TEXT` characters."""
    return {
        key: read_date(fields, key) if key == "date" else fields.filled(key, most=LONGEST_TEXT)
        for key in keys
        if fields.has(key)
    }


def read_document(text: str) -> tuple[dict[str, Any], Fields]:
    """A file's tables, as they stand and to be read strictly. Raises `RecordError`, with the line, if it isn't TOML."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    deep = too_deep(text, DEEPEST)
    if deep is not None:
        raise RecordError("nested_too_deeply", deep)
    try:
        data = read_toml(text)
    except TomlError as error:
        raise RecordError("not_toml", error.line, **error.cause) from error
    except RecursionError as error:
        raise RecordError("nested_too_deeply") from error
    return data, Fields(data, (), Source(text))


def _leaves(value: object) -> Iterator[object]:
    """The values in tables and lists at any depth."""
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, dict | list):
            waiting += inner.values() if isinstance(inner, dict) else inner
        else:
            yield inner


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)
