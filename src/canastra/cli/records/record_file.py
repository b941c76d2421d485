"""Finding the record and the rulebook that a command line names."""

from __future__ import annotations

import sys
from pathlib import Path

from canastra.errors import RecordError
from canastra.records import Record, parse, read_file
from canastra.records.parser import LARGEST, FindRulebook, beside, decode
from canastra.rulebooks import load

STDIN = "-"
"""The file name that stands for the standard input."""


def read_record(file: str, house: str | None) -> Record:
    """Read the record in a file or on the standard input. Raises RecordError or RulebookError if it is missing or
    invalid.

    `house`: the file of the house rulebook under which it was played; by default `ID.toml` beside the record.
    """
    if file != STDIN:
        return read_file(Path(file), finder(house, Path(file).parent))
    try:
        data = sys.stdin.buffer.read(LARGEST + 1)
    # a closed standard input leaves sys.stdin None
    except (OSError, AttributeError) as error:
        raise RecordError("file_unreadable", file=STDIN, reason=_reason(error)) from error
    if len(data) > LARGEST:
        raise RecordError("file_too_large", limit=LARGEST // 1024 // 1024)
    return parse(decode(data), finder(house, Path()))


def _reason(error: OSError | AttributeError) -> str:
    return (isinstance(error, OSError) and error.strerror) or type(error).__name__


def finder(house: str | None, folder: Path) -> FindRulebook:
    """Return the function that finds the rulebook with the id in a record."""
    if house is None:
        return beside(folder)
    given = load(house)
    return lambda name: given
