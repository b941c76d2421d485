"""`new`, `adopt`, `enter`, `check-in`, `withdraw`, `draw`, `pair`: what an organiser does before a round."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from canastra.cli.command import argument, complete_rulebook, option
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_line
from canastra.cli.tournament.corrections import typed_players
from canastra.cli.tournament.folder import (
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
from canastra.tournament import events as ev
from canastra.tournament.acts import drawn, entered
from canastra.tournament.entries import read_entries
from canastra.tournament.fixtures import pair_round
from canastra.tournament.regulations import (
    EXAMPLES,
    example_regulations,
    parse_regulations,
    regulations_warnings,
    victory_tables,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class NewTournamentOptions:
    """What may be typed."""

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
    """An example with the name and the rulebook that were typed."""
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
    """What may be typed."""

    reason: Why = None


def _adopt(options: AdoptOptions, language: Language) -> int:
    opened = adopt(options.folder, options.author, options.reason or "")
    regulations = opened.state.regulations
    for warning in regulations_warnings(regulations, victory_tables(regulations)):
        write_line(warning.message(language))
    write_line(text("tournament_adopted", language, name=regulations.name))
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class EnterOptions(FolderOptions):
    """What may be typed."""

    file: Annotated[Path | None, argument("metavar_file", "argument_entries")] = None
    name: Annotated[str | None, option(metavar="metavar_text", help="option_enter_name")] = None
    players: Annotated[str | None, option(metavar="metavar_text", help="option_enter_players")] = None
    delegation: Annotated[str | None, option(metavar="metavar_text", help="option_enter_delegation")] = None
    group: Annotated[int | None, option(min=1, metavar="N", help="option_enter_group")] = None


def _enter(options: EnterOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    if (options.file is None) == (options.players is None):
        raise InputError("enter_file_or_players")
    if options.file is not None:
        found = read_entries(read_bytes(options.file), opened.state, str(options.file))
    else:
        players = typed_players(options.players or "")
        number = max(opened.state.sides, default=0) + 1
        name = options.name or " / ".join(players)
        found = (ev.SideRegistered(number, name, players, options.delegation or ""),)
    opened.add(*entered(opened.state, found, options.group))
    write_line(text("tournament_entered", language, count=len(found), total=len(opened.state.sides)))
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawOptions(FolderOptions):
    """What may be typed."""

    seed: Annotated[str | None, option(metavar="metavar_text", help="option_draw_seed")] = None


def _draw(options: DrawOptions, language: Language) -> int:
    """Begin the next phase; its seed is a line of its own, before the draw."""
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
DRAW = of_tournament(DrawOptions, _draw)
PAIR = of_tournament(FolderOptions, _pair)
