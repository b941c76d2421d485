"""The journal of a run: a file with a line for every finished chunk, in the order in which they come.

The first line is the configuration. If the last line was cut off (the disk was full, the machine stopped), it is
dropped and its pairs are played again. Any other malformed line is an error.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from canastra.arena.chunks import Chunk, chunk_from_json
from canastra.arena.config import FORMAT, RunConfig
from canastra.errors import InputError

NAME = "journal.ndjson"


class Journal:
    """The journal of one run, from `open_journal`. When `add` returns, the chunk is on disk."""

    def __init__(self, path: Path, chunks: tuple[Chunk, ...]) -> None:
        self.chunks = chunks
        """The chunks in the journal when it was opened."""
        self._path = path

    def add(self, chunk: Chunk) -> None:
        """Add a chunk's line."""
        _append(self._path, chunk.to_json())


def seed_of(folder: Path) -> int | None:
    """The seed of the run in a folder; None if there is no run yet."""
    lines = list(_lines(folder / NAME))
    seed = lines[0][1].get("seed") if lines else None
    return seed if type(seed) is int else None


def open_journal(folder: Path, config: RunConfig) -> Journal:
    """The folder's journal, made if missing. Raises `InputError` if it is damaged or has another configuration."""
    path = folder / NAME
    lines = list(_lines(path))
    asked = config.to_json()
    if not lines:
        path.write_bytes(b"")
        _append(path, asked)
        return Journal(path, ())
    found = lines[0][1]
    other = sorted(name for name in asked.keys() | found.keys() if asked.get(name) != found.get(name))
    if other == ["local"]:
        raise _changed(folder, asked["local"], found.get("local"))
    if found.get("format") != FORMAT or other:
        raise InputError("arena_other_question", folder=str(folder), what=", ".join(other))
    chunks = tuple(chunk_from_json(value, number) for number, value in lines[1:])
    if any(chunk.meeting >= len(config.meetings) for chunk in chunks):
        raise InputError("arena_journal_damaged", number=len(lines))
    _drop_cut_off(path)
    return Journal(path, chunks)


def _changed(folder: Path, asked: dict[str, Any], found: object) -> InputError:
    """The error that names the program or class, and its file, that has changed."""
    before = found if isinstance(found, dict) else {}
    name = next(name for name in [*asked, *before] if asked.get(name) != before.get(name))
    now, then = asked.get(name, {}), before.get(name, {})
    files, old = now.get("files", {}), then.get("files", {}) if isinstance(then, dict) else {}
    changed = ", ".join(name for name in {**old, **files} if files.get(name) != old.get(name))
    return InputError("arena_program_changed", folder=str(folder), name=name, what=changed or now.get("text", "")[:80])


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number and content of each whole line."""
    if not path.exists():
        return
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], 1):
        try:
            value = json.loads(line)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise InputError("arena_journal_damaged", number=number)
        yield number, value


def _drop_cut_off(path: Path) -> None:
    whole = path.read_bytes().rpartition(b"\n")
    if whole[2]:
        os.truncate(path, len(whole[0]) + 1)


def _append(path: Path, value: dict[str, Any]) -> None:
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    with path.open("ab") as file:
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
