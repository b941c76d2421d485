"""`new`, `adopt`, `enter`, `check-in`, `withdraw`, `draw`, `pair`: an organiser's commands before a round."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated

import msgspec

from canastra.cli.command import argument, complete_rulebook, option
from canastra.cli.exits import EXIT_INPUT, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.local.folder_lock import locked
from canastra.cli.output import write_line
from canastra.cli.tournament.corrections import typed_players
from canastra.cli.tournament.entry_table import ask_whether, check_columns, show_faults, show_sheet, typed_uses
from canastra.cli.tournament.folder import (
    Author,
    Folder,
    FolderOptions,
    Why,
    adopt,
    new_regulations,
    of_tournament,
    open_folder,
    read_bytes,
    require_none,
)
from canastra.cli.tournament.interview import Interview
from canastra.cli.tournament.tables import show_groups, show_round
from canastra.cli.ui.terminal import Terminal
from canastra.errors import InputError
from canastra.messages import text
from canastra.names import joint_name
from canastra.tournament import events as ev
from canastra.tournament.acts import drawn, entered
from canastra.tournament.entries import read_entries
from canastra.tournament.entries.lines import repeated_players
from canastra.tournament.fixtures import pair_round
from canastra.tournament.regulations import (
    EXAMPLES,
    example_regulations,
    parse_regulations,
    regulations_warnings,
    victory_tables,
)
from canastra.tournament.sides import LONGEST_NAME
from canastra.tournament.standings import group_letters


@dataclass(frozen=True, kw_only=True, slots=True)
class NewTournamentOptions:
    """Options of `canastra tournament new`."""

    folder: Folder
    example: Annotated[str | None, option(metavar="metavar_text", help="option_tournament_example")] = None
    name: Annotated[str | None, option(metavar="metavar_text", help="option_tournament_name")] = None
    rulebook: Annotated[
        str | None,
        option(metavar="metavar_rulebook", help="option_tournament_rulebook", autocompletion=complete_rulebook),
    ] = None
    yes: Annotated[bool, option("--yes", help="option_tournament_yes")] = False


def _new(options: NewTournamentOptions, language: Language) -> int:
    require_none(options.folder)
    terminal = Terminal()
    if terminal.interactive and options.example is None and not options.yes:
        given = {"name": options.name, "rulebook": options.rulebook}
        known = {key: value for key, value in given.items() if value is not None}
        content = Interview(terminal, language, options.folder).run(known)
    else:
        content = _from_example(options)
    path = new_regulations(options.folder, content)
    write_line(text("tournament_new", language, file=str(path), folder=str(options.folder)))
    return EXIT_OK


def _from_example(options: NewTournamentOptions) -> str:
    """An example with the given name and rulebook."""
    example = EXAMPLES[0] if options.example is None else options.example
    if example not in EXAMPLES:
        raise InputError("tournament_no_example", name=example, known=", ".join(EXAMPLES))
    content = example_regulations(example)
    for key, value in (("name", options.name), ("rulebook", options.rulebook)):
        if value is not None:
            quoted = value.replace("\\", "\\\\").replace('"', '\\"')
            before = next(line for line in content.splitlines() if line.startswith(f"{key} = "))
            content = content.replace(before, f'{key} = "{quoted}"', 1)
    parse_regulations(content)
    return content


@dataclass(frozen=True, kw_only=True, slots=True)
class AdoptOptions(FolderOptions):
    """Options of `canastra tournament adopt`."""

    reason: Why = None


def _adopt(options: AdoptOptions, language: Language) -> int:
    opened = adopt(options.folder, options.author, options.reason or "")
    regulations = opened.state.regulations
    for warning in regulations_warnings(regulations, victory_tables(regulations)):
        write_line(warning.message(language))
    write_line(text("tournament_adopted", language, name=regulations.name))
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class EnterOptions:
    """Options of `canastra tournament enter`. While it asks, other commands may change the tournament."""

    folder: Folder
    author: Author = None
    file: Annotated[Path | None, argument("metavar_file", "argument_entries")] = None
    name: Annotated[str | None, option(metavar="metavar_text", help="option_enter_name")] = None
    players: Annotated[str | None, option(metavar="metavar_text", help="option_enter_players")] = None
    delegation: Annotated[str | None, option(metavar="metavar_text", help="option_enter_delegation")] = None
    category: Annotated[str | None, option(metavar="metavar_text", help="option_enter_category")] = None
    group: Annotated[str | None, option(metavar="A", help="option_enter_group")] = None
    columns: Annotated[str | None, option(metavar="metavar_text", help="option_enter_columns")] = None
    headings: Annotated[int | None, option(min=0, metavar="N", help="option_enter_headings")] = None
    skip: Annotated[bool, option("--skip", help="option_enter_skip")] = False
    yes: Annotated[bool, option("--yes", help="option_enter_yes")] = False


def _enter(options: EnterOptions, language: Language) -> int:
    if (options.file is None) == (options.players is None):
        raise InputError("enter_file_or_players")
    group = _group(options.group)
    found = _one_entry(options, language) if options.file is None else _entries_of(options, options.file, language)
    if found is None:
        write_line(text("entries_declined", language))
        return EXIT_INPUT
    with locked(options.folder):
        opened = open_folder(options.folder, options.author)
        first = opened.state.last_number + 1
        numbered = [msgspec.structs.replace(entry, side=number) for number, entry in enumerate(found, first)]
        opened.add(*entered(opened.state, numbered, group))
    write_line(text("tournament_entered", language, count=len(found), total=len(opened.state.sides)))
    return EXIT_OK


def _one_entry(options: EnterOptions, language: Language) -> tuple[ev.SideRegistered, ...]:
    """The entry on the command line; warns of a player who plays elsewhere."""
    players = typed_players(options.players or "")
    name = options.name or joint_name(players, LONGEST_NAME)
    state = open_folder(options.folder, options.author).state
    for warning in repeated_players(state, players):
        write_line(warning.message(language))
    return (ev.SideRegistered(1, name, players, options.delegation or "", options.category or ""),)


def _group(typed: str | None) -> int | None:
    """The number of a group by its letter or number. Raises `InputError` for any other text."""
    if typed is None:
        return None
    if typed.isascii() and typed.isdigit() and 0 < int(typed) < _MOST_GROUPS:
        return int(typed)
    letters = islice(group_letters(), _MOST_GROUPS)
    found = next((number for number, letter in enumerate(letters, 1) if letter == typed.upper()), None)
    if found is None:
        raise InputError("enter_group", value=typed[:40])
    return found


_MOST_GROUPS = 702
"""A to ZZ."""


def _entries_of(options: EnterOptions, file: Path, language: Language) -> tuple[ev.SideRegistered, ...] | None:
    """Return the entries of a table after a person confirmed them; None if they refused."""
    uses = () if options.columns is None else typed_uses(options.columns)
    state = open_folder(options.folder, options.author).state
    sheet = read_entries(read_bytes(file), state, str(file), uses, options.headings)
    show_sheet(sheet, language)
    terminal = Terminal()
    asks = terminal.interactive and not options.yes
    if not asks:
        check_columns(sheet, uses)
    show_faults(sheet, language)
    refused = len(sheet.lines) - len(sheet.entries)
    if refused and not (sheet.entries and (asks or options.skip)):
        raise InputError("entries_refused", file=sheet.file, count=refused)
    return sheet.entries if not asks or ask_whether(sheet, terminal, language) else None


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoveOptions(FolderOptions):
    """Options of `canastra tournament remove`."""

    number: Annotated[int, argument("metavar_number", "argument_remove_entry")]


def _remove(options: RemoveOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    names = opened.names
    opened.add(ev.SideRemoved(options.number))
    write_line(text("tournament_removed", language, name=names[options.number], total=len(opened.state.sides)))
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawOptions(FolderOptions):
    """Options of `canastra tournament draw`."""

    seed: Annotated[str | None, option(metavar="metavar_text", help="option_draw_seed")] = None


def _draw(options: DrawOptions, language: Language) -> int:
    """Begin the next phase. The seed has a line of its own in the log, before the draw."""
    opened = open_folder(options.folder, options.author)
    begun = opened.state.next_phase
    opened.add(*drawn(opened.state, options.seed or ""))
    show_groups(opened, begun, language)
    return EXIT_OK


def _pair(options: FolderOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    opened.add(pair_round(opened.state))
    show_round(opened, opened.round(), language)
    return EXIT_OK


NEW = of_tournament(NewTournamentOptions, _new)
ADOPT = of_tournament(AdoptOptions, _adopt)
ENTER = of_tournament(EnterOptions, _enter)
REMOVE = of_tournament(RemoveOptions, _remove)
DRAW = of_tournament(DrawOptions, _draw)
PAIR = of_tournament(FolderOptions, _pair)
