"""The file of a sheet: read strictly, written to a temporary file and renamed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

from canastra.cli.command import argument, option
from canastra.cli.language import Language
from canastra.cli.local.match_file import ChangedError, MatchFile
from canastra.cli.output import write_line
from canastra.cli.records.record_file import finder
from canastra.errors import InputError
from canastra.messages import text
from canastra.records.parser import decode, unreadable
from canastra.records.rulings import check_time
from canastra.scoresheet import Progress, Sheet, changed_text, parse_sheet, progress_of
from canastra.scoresheet.parser import LARGEST_SHEET
from canastra.scoresheet.presentation.words import standing_words
from canastra.toml import BYTE_ORDER_MARK

File = Annotated[Path, argument("metavar_file", "argument_sheet")]
SheetHouse = Annotated[str | None, option("--rulebook", metavar="metavar_file", help="option_sheet_house")]
Author = Annotated[str | None, option(metavar="metavar_text", help="option_rule_author")]
Time = Annotated[str | None, option(metavar="metavar_text", help="option_rule_time")]


@dataclass(slots=True)
class SheetFile:
    """A sheet and its file."""

    path: Path
    words: str
    sheet: Sheet
    _file: MatchFile

    def save(self, after: Sheet) -> Progress:
        """Write a changed sheet to the file. Returns its standing.

        Raises `InputError` if another program has written there since, or if the file can't be written.
        """
        now = progress_of(after)
        changed = changed_text(self.words, self.sheet, after)
        try:
            self._file.save(changed)
        except ChangedError as error:
            raise InputError("sheet_changed", file=str(self.path)) from error
        except OSError as error:
            raise InputError("rule_write_failed", file=str(self.path), reason=_reason(error)) from error
        self.words, self.sheet = changed, after
        return now


def open_sheet(path: Path, house: str | None, language: Language) -> SheetFile:
    """Read a sheet. Raises `InputError` if it is missing or malformed."""
    file = MatchFile(path, "", str(language))
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_SHEET + 1)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    if len(data) > LARGEST_SHEET:
        raise InputError("sheet_too_large", limit=LARGEST_SHEET // 1024)
    words = decode(data).removeprefix(BYTE_ORDER_MARK)
    return SheetFile(path, words, parse_sheet(words, finder(house, path.parent)), file)


def create_file(path: Path, words: str) -> None:
    """Write a new file. Raises `InputError` if it exists already or can't be written."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(words)
    except FileExistsError as error:
        raise InputError("sheet_exists", file=str(path)) from error
    except (OSError, ValueError) as error:
        reason = _reason(error) if isinstance(error, OSError) else type(error).__name__
        raise InputError("rule_write_failed", file=str(path), reason=reason) from error


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def when(given: str | None) -> str:
    """The given time, validated, or now: RFC 3339 with a zone. Raises `InputError` if it is malformed."""
    return datetime.now().astimezone().isoformat(timespec="seconds") if given is None else check_time(given)


def show_standing(progress: Progress, language: Language) -> None:
    """Write the totals and what comes next."""
    one, two = progress.match.points
    names = progress.sheet.names
    write_line(text("sheet_stands", language, name_one=names[0], name_two=names[1], one=one or 0, two=two or 0))
    write_line(standing_words(progress, language))


def show_notes(progress: Progress, number: int, language: Language) -> None:
    """Write what a referee should read about a deal."""
    deal, names = progress.deals[number - 1], progress.sheet.names
    for warning in deal.warnings:
        who = "" if warning.side is None else f"{names[warning.side]}: "
        write_line(f"  ! {who}{warning.message(language)} ({warning.article})")
    for mark in deal.marks:
        who = "" if mark.side is None else f"{names[mark.side]}: "
        write_line(f"  ! {who}{mark.message(language)}")
