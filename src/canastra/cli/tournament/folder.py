"""The folder of a tournament, ``regulations.toml`` and ``events.jsonl``, and the steps that all commands share."""

from __future__ import annotations

import getpass
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

from canastra.cli.command import Command as CliCommand
from canastra.cli.command import argument, command, option
from canastra.cli.error_output import report
from canastra.cli.language import Language
from canastra.cli.local.folder_lock import locked
from canastra.cli.local.match_file import save
from canastra.errors import CanastraError, InputError, TomlError
from canastra.rulebooks import OFFICIAL, POPULAR, load
from canastra.rulebooks.schema import Rulebook
from canastra.toml import read_toml
from canastra.tournament import (
    EventRefusedError,
    LoggedEvent,
    PhaseState,
    RoundStage,
    RoundState,
    Tournament,
    apply_event,
    dump_log,
    log_event,
    regulations_digest,
)
from canastra.tournament.events import Adopted, TournamentEvent
from canastra.tournament.log import load_log
from canastra.tournament.regulations import parse_regulations
from canastra.tournament.verifier import open_tournament

REGULATIONS, EVENTS = "regulations.toml", "events.jsonl"

Folder = Annotated[Path, argument("metavar_folder", "argument_tournament")]
Author = Annotated[str | None, option(metavar="metavar_text", help="option_tournament_author")]
Why = Annotated[str | None, option(metavar="metavar_text", help="option_tournament_reason")]
Options = TypeVar("Options")


@dataclass(frozen=True, kw_only=True, slots=True)
class FolderOptions:
    """Options of every command that changes a tournament. The folder is locked until the command is done."""

    folder: Folder
    author: Author = None


@dataclass
class OpenFolder:
    """A tournament read from its folder; new events are written there at once."""

    folder: Path
    author: str
    text: str
    state: Tournament
    log: list[LoggedEvent]

    def add(self, *events: TournamentEvent) -> None:
        """Append events, all or none. Raises `EventRefusedError` for an impossible event."""
        state, log = self._after(events)
        _write(self.folder / EVENTS, dump_log(log).decode())
        self.state, self.log = state, log

    def preview(self, *events: TournamentEvent) -> Tournament:
        """The state after events that are not written. Raises `EventRefusedError` for an impossible event."""
        return self._after(events)[0]

    def _after(self, events: Sequence[TournamentEvent]) -> tuple[Tournament, list[LoggedEvent]]:
        state, log = self.state, list(self.log)
        for event in events:
            logged = log_event(event, self.author, int(time.time() * 1000), log)
            state = apply_event(state, log, logged)
            log.append(logged)
        return state, log

    @property
    def phase(self) -> PhaseState:
        """The phase in play. Raises `EventRefusedError` if none has begun."""
        phase = self.state.current
        if phase is None:
            raise EventRefusedError("phase_none_begun")
        return phase

    def round(self, number: int | None = None, *stages: RoundStage) -> RoundState:
        """A round by its number. Without a number: the first round at one of the stages, tried in order, else the last
        round.

        Raises `EventRefusedError` for an unknown round.
        """
        rounds = self.phase.rounds
        found = self.phase.round(number or len(rounds))
        if found is None:
            raise EventRefusedError("round_unknown", phase=self.phase.number, round=number or 1)
        due = (round_state for stage in stages for round_state in rounds if round_state.stage is stage)
        return found if number is not None else next(due, found)

    @property
    def names(self) -> dict[int, str]:
        """The sides' names by their numbers."""
        return {number: side.name for number, side in self.state.sides.items()}


def open_folder(folder: Path, author: str | None = None) -> OpenFolder:
    """The tournament of a folder.

    Raises `RegulationsError` or `EventLogError` for invalid files, and `InputError` for unreadable ones.
    """
    text = read_text(folder / REGULATIONS)
    if not (folder / EVENTS).exists():
        raise InputError("tournament_not_adopted", folder=str(folder))
    state, log = open_tournament(text, read_bytes(folder / EVENTS), house_rulebook(text, folder))
    return OpenFolder(folder, _author(author), text, state, list(log))


def adopt(folder: Path, author: str | None, reason: str) -> OpenFolder:
    """The tournament after it adopted the regulations now in the folder, its first or a replacement.

    Raises the errors of `open_folder`, and `EventRefusedError` for new regulations without a reason.
    """
    from canastra.tournament import fold

    text = read_text(folder / REGULATIONS)
    regulations = parse_regulations(text, house_rulebook(text, folder))
    path = folder / EVENTS
    log = load_log(read_bytes(path)) if path.exists() else ()
    found = OpenFolder(folder, _author(author), text, fold(regulations, log), list(log))
    found.add(Adopted(regulations_digest(text), reason))
    return found


def require_none(folder: Path) -> None:
    """Raises `InputError` if a folder has regulations."""
    if (folder / REGULATIONS).exists():
        raise InputError("tournament_exists", file=str(folder / REGULATIONS))


def new_regulations(folder: Path, text: str) -> Path:
    """Write regulations into a folder. Raises `InputError` if the folder already has some, or can't be written."""
    path = folder / REGULATIONS
    require_none(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("tournament_unwritable", file=str(folder), problem=error.strerror or str(error)) from None
    with locked(folder):
        require_none(folder)
        _write(path, text)
    return path


def read_text(path: Path) -> str:
    """A text in UTF-8. Raises `InputError` if it can't be read."""
    content = read_bytes(path)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InputError("tournament_not_utf8", file=str(path), place=line) from None


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises `InputError` if it can't be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError("tournament_unreadable", file=str(path), problem=error.strerror or str(error)) from None


def of_tournament(options: type[Options], run: Callable[[Options, Language], int]) -> CliCommand:
    """A command of the group. Errors that `run` raises become a line for people and an exit status."""

    def reported(options: Options, language: Language) -> int:
        try:
            with locked(options.folder) if isinstance(options, FolderOptions) else nullcontext():
                return run(options, language)
        except CanastraError as error:
            return report(error, language, bool(getattr(options, "as_json", False)))

    return command(options, reported)


def house_rulebook(text: str, folder: Path) -> Rulebook | None:
    """The house rulebook that regulations name by a file beside them; None for one of the package, or without a name.

    Raises `RulebookError` if the file is missing or invalid.
    """
    try:
        named = read_toml(text).get("rulebook")
    except (TomlError, RecursionError):
        return None  # Parsing the regulations reports this error.
    if not isinstance(named, str) or named in (*OFFICIAL, *POPULAR):
        return None
    return load(str(folder / named))


def _author(author: str | None) -> str:
    return author or getpass.getuser()


def _write(path: Path, text: str) -> None:
    try:
        save(path, text)
    except OSError as error:
        raise InputError("tournament_unwritable", file=str(path), problem=error.strerror or str(error)) from None
