"""The file of a match: written to a temporary file and renamed, so that a kill loses nothing."""

from __future__ import annotations

import os
import secrets
import shlex
from datetime import datetime
from pathlib import Path

from canastra.cli.local.folder_lock import locked
from canastra.cli.local.local_bots import is_local
from canastra.records import Record, read_file
from canastra.records.parser import beside
from canastra.rulebooks import load
from canastra.rulebooks.schema import Rulebook

SUFFIX = ".canastra"


class ChangedError(Exception):
    """The file changed since this match read or wrote it: another program wrote there."""


class MatchFile:
    """The file of a match. Changes by another process are never overwritten."""

    def __init__(self, path: Path, rulebook: str, lang: str, level: str | None = None) -> None:
        self.path = path
        self._level = level
        self._rulebook, self._lang = rulebook, lang
        self._mark = _mark(path)

    @property
    def command(self) -> str:
        """The command that resumes the match."""
        return resume_command(self.path, self._rulebook, self._lang, self._level)

    def save(self, text: str) -> None:
        """Replace the text that was written last. Raises ChangedError if the file holds other text now, otherwise as
        `save`.

        Raises `InputError` if another command keeps writing in the folder.
        """
        with locked(self.path.resolve().parent):
            if _mark(self.path) not in {self._mark, None}:
                raise ChangedError
            save(self.path, text)
            self._mark = _mark(self.path)

    def move(self) -> None:
        """Keep the match in a new file from now on, in the same folder."""
        self.path = new_file(self.path.parent)
        self._mark = None


def _mark(path: Path) -> tuple[int, int, int] | None:
    """The identity of a file's content, None without a file. It differs after each save, which makes a new file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def save(path: Path, content: str | bytes) -> None:
    """Replace a file by new text or bytes, all or nothing. Raises OSError if the folder can't be written."""
    data = content.encode() if isinstance(content, str) else content
    path = path.resolve()
    # A name of its own: two commands may write the same file at once.
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Sync the new name to disk too; some systems can't open a folder."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def new_file(folder: Path) -> Path:
    """A name in a folder that no file has."""
    stem = datetime.now().astimezone().strftime("canastra-%Y%m%d-%H%M%S")
    path, number = folder / f"{stem}{SUFFIX}", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}{SUFFIX}", number + 1
    return path


def load_match(path: Path, rulebook: str) -> Record:
    """The record of a match to go on with.

    A house rulebook is looked for beside the record, and then where `rulebook` says.
    """

    def find(name: str) -> Rulebook:
        if not (path.parent / f"{name}.toml").is_file() and Path(rulebook).is_file():
            house = load(rulebook)
            if house.id == name:
                return house
        return beside(path.parent)(name)

    return read_file(path, find)


def resume_command(path: Path, rulebook: str, lang: str, level: str | None = None) -> str:
    """The command that resumes a match; it names a program or class again."""
    words = ["canastra", "play", "--resume", str(path)]
    if Path(rulebook).is_file():
        words += ["--rulebook", rulebook]
    if level is not None and is_local(level):
        words += ["--level", level]
    if lang != "pt":
        words += ["--lang", lang]
    return shlex.join(words)
