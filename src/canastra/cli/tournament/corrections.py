"""`change`, `correct`: correct the tables of a round and the names of a side by hand, with a reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from canastra.cli.command import argument, option
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_line
from canastra.cli.tournament.folder import FolderOptions, Why, of_tournament, open_folder
from canastra.cli.tournament.tables import show_round
from canastra.errors import InputError
from canastra.messages import text
from canastra.names import joint_name
from canastra.tournament import EventRefusedError, RoundStage
from canastra.tournament import events as ev
from canastra.tournament.acts import with_tidy_names
from canastra.tournament.rounds import late_for, seated_at, swapped
from canastra.tournament.sides import LONGEST_NAME

_OPEN = (RoundStage.DRAFT, RoundStage.PUBLISHED, RoundStage.PLAYING)


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeOptions(FolderOptions):
    """Options of `canastra tournament change`: two sides that swap places, or a table and its new players."""

    numbers: Annotated[list[int], argument("metavar_numbers", "argument_change")] = field(default_factory=list)
    table: Annotated[int | None, option(metavar="N", help="option_change_table")] = None
    round: Annotated[int | None, option(metavar="N", help="option_change_round")] = None
    reason: Why = None


def _change(options: ChangeOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    if not options.reason:
        raise InputError("tournament_no_reason")
    found = opened.round(options.round, *_OPEN)
    if options.table is not None:
        late = late_for(opened.state, opened.phase, found)
        fixtures, byes = seated_at(found, options.table, options.numbers, late)
    elif len(options.numbers) == 2:
        fixtures, byes = swapped(found, *options.numbers)
    else:
        raise InputError("change_two_or_table")
    if not fixtures:
        raise EventRefusedError("change_nothing", round=found.number)
    opened.add(ev.FixturesChanged(opened.phase.number, found.number, fixtures, byes, options.reason))
    show_round(opened, opened.round(found.number), language)
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectOptions(FolderOptions):
    """Options of `canastra tournament correct`; everything without an option stays."""

    number: Annotated[int, argument("metavar_number", "argument_correct")]
    name: Annotated[str | None, option(metavar="metavar_text", help="option_correct_name")] = None
    players: Annotated[str | None, option(metavar="metavar_text", help="option_correct_players")] = None
    delegation: Annotated[str | None, option(metavar="metavar_text", help="option_correct_delegation")] = None
    category: Annotated[str | None, option(metavar="metavar_text", help="option_correct_category")] = None
    reason: Why = None


def _correct(options: CorrectOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    if not options.reason:
        raise InputError("tournament_no_reason")
    side = opened.state.sides.get(options.number)
    if side is None:
        raise EventRefusedError("entry_unknown", side=options.number)
    players = side.players if options.players is None else typed_players(options.players)
    # A name made from the players' names follows them.
    name = joint_name(players, LONGEST_NAME) if side.name == joint_name(side.players, LONGEST_NAME) else side.name
    name = name if options.name is None else options.name
    delegation = side.delegation if options.delegation is None else options.delegation
    category = side.category if options.category is None else options.category
    if (name, players, delegation, category) == (side.name, side.players, side.delegation, side.category):
        raise InputError("correct_nothing")
    event = with_tidy_names(ev.SideCorrected(side.number, name, players, delegation, options.reason, category))
    opened.add(event)
    named = ", ".join(event.players)
    write_line(text("tournament_corrected", language, number=event.side, name=event.name, players=named))
    return EXIT_OK


def typed_players(typed: str) -> tuple[str, ...]:
    """Players' names, separated by commas."""
    return tuple(part.strip() for part in typed.split(",") if part.strip())


CHANGE = of_tournament(ChangeOptions, _change)
CORRECT = of_tournament(CorrectOptions, _correct)
