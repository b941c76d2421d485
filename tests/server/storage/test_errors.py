"""Errors of storage: each says in both languages what it is about."""

from __future__ import annotations

import sqlite3
from string import Formatter

import pytest

from canastra import messages
from canastra.server.storage import errors
from canastra.server.storage.errors import (
    NoSuchTableError,
    RefusedError,
    RepeatedCommandError,
    SequenceError,
    StoppedError,
    StorageFileError,
    TableExistsError,
)

REFUSALS = [
    SequenceError("mesa", 5, 3),
    RepeatedCommandError("mesa", "c1", "yes"),
    NoSuchTableError("mesa"),
    TableExistsError("mesa"),
]


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize("error", REFUSALS, ids=lambda error: type(error).__name__)
def test_a_refusal_names_its_table(error: RefusedError, language: str) -> None:
    assert "mesa" in error.message(language)


@pytest.mark.parametrize("code", sorted(set(errors._CODES.values()) | {"storage_fault"}))
def test_a_fault_of_a_file_has_the_figures_of_its_message(code: str) -> None:
    for language in messages.LANGUAGES:
        figures = {name for _, name, _, _ in Formatter().parse(messages.catalogue(language)[code]) if name}
        assert figures <= {"file", "reason"}


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (sqlite3.SQLITE_FULL, "storage_full"),
        (sqlite3.SQLITE_IOERR_SHMSIZE, "storage_full"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "storage_damaged"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "storage_busy"),
        (sqlite3.SQLITE_IOERR_FSYNC, "storage_fault"),
    ],
)
@pytest.mark.parametrize("kind", [StoppedError, StorageFileError])
def test_an_error_of_sqlite_is_told_by_its_code(
    kind: type[StoppedError | StorageFileError], number: int, code: str
) -> None:
    error = sqlite3.OperationalError("words of SQLite")
    error.sqlite_errorcode = number
    found = errors.translated(kind, error, "canastra.db")  # type: ignore[type-var]
    assert (type(found), found.code) == (kind, code)
    assert "canastra.db" in str(found)


def test_other_errors_are_faults() -> None:
    assert errors.translated(StoppedError, ValueError("words"), "canastra.db").code == "storage_fault"
