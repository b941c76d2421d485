"""`print`: writes a club's notices, table cards, sheets to sign and results as files into a folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from canastra.cli.command import option
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.local.match_file import save
from canastra.cli.output import write_line
from canastra.cli.tournament.folder import Folder, house_rulebook, of_tournament, open_folder
from canastra.errors import InputError
from canastra.messages import text
from canastra.prints import require
from canastra.prints.event.files import EventPrints, Printed
from canastra.rulebooks import load

TABLE = "{table}"
"""The placeholder for the table's number in an address."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintoutOptions:
    """Options of `canastra tournament print`."""

    folder: Folder
    what: Annotated[list[Printed], option(metavar="|".join(Printed), help="option_print_what")] = field(
        default_factory=list
    )
    round: Annotated[int | None, option(min=1, metavar="N", help="option_print_round")] = None
    place: Annotated[str, option(metavar="metavar_text", help="option_print_place")] = ""
    url: Annotated[str, option(metavar="metavar_text", help="option_print_url")] = ""
    out: Annotated[Path | None, option(metavar="metavar_folder", help="option_print_out")] = None


def _print(options: PrintoutOptions, language: Language) -> int:
    require()
    opened = open_folder(options.folder)
    out = options.out or options.folder / text("print_folder", language)
    rulebook = house_rulebook(opened.text, options.folder) or load(opened.state.regulations.rulebook)
    prints = EventPrints(opened.state, rulebook, language, options.place, opened.log)
    for what in options.what or prints.usual():
        for name, data in prints.files(what, options.round, lambda table: _url(options, table)).items():
            _save(out, name, data)
            write_line(str(out / name))
    return EXIT_OK


PRINT = of_tournament(PrintoutOptions, _print)


def _url(options: PrintoutOptions, table: int) -> str:
    return options.url.replace(TABLE, str(table))


def _save(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save(folder / name, data)
    except OSError as error:
        problem = error.strerror or str(error)
        raise InputError("tournament_unwritable", file=str(folder / name), problem=problem) from None
