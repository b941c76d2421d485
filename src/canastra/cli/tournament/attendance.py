"""The commands of attendance: `check-in`, `absent`, `return`, `line-up`, `withdraw`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from canastra.cli.command import argument, option
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_line
from canastra.cli.tournament.folder import FolderOptions, OpenFolder, Why, of_tournament, open_folder
from canastra.errors import InputError
from canastra.messages import text
from canastra.names import same_name
from canastra.tournament import RoundStage
from canastra.tournament import events as ev
from canastra.tournament.acts import arrived, next_absences, unticked
from canastra.tournament.errors import EventRefusedError


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckInOptions(FolderOptions):
    """Options of `canastra tournament check-in`."""

    numbers: Annotated[list[int], argument("metavar_numbers", "argument_check_in")] = field(default_factory=list)
    undo: Annotated[bool, option("--undo", help="option_check_in_undo")] = False


def _check_in(options: CheckInOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    if options.undo:
        if not options.numbers:
            raise InputError("check_in_undo_whom")
        why = text("tournaments_unticked", language)
        opened.add(*(unticked(opened.state, opened.log, number, why) for number in options.numbers))
        return _present(opened, language)
    waiting = [side.number for side in opened.state.sides.values() if not (side.checked_in or side.withdrawn)]
    opened.add(*arrived(opened.state, options.numbers or waiting))
    return _present(opened, language)


def _present(opened: OpenFolder, language: Language) -> int:
    """Print how many entries are checked in."""
    present = sum(side.checked_in and not side.withdrawn for side in opened.state.sides.values())
    write_line(text("tournament_present", language, count=present, total=len(opened.state.sides)))
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsentOptions(FolderOptions):
    """Options of `canastra tournament absent`."""

    numbers: Annotated[list[int], argument("metavar_numbers", "argument_absent")]
    round: Annotated[int | None, option(min=1, metavar="N", help="option_absent_round")] = None
    bye: Annotated[bool, option("--bye", help="option_absent_bye")] = False
    reason: Why = None


def _absent(options: AbsentOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    phase, reason = opened.phase.number, options.reason or ""
    rounds = _rounds(opened, options.round)
    missed = [ev.SideAbsent(phase, number, side, options.bye, reason) for number in rounds for side in options.numbers]
    opened.add(*missed)
    write_line(text("tournament_absent", language, count=len(options.numbers), rounds=_listed(rounds)))
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class ReturnOptions(FolderOptions):
    """Options of `canastra tournament return`."""

    numbers: Annotated[list[int], argument("metavar_numbers", "argument_return")]
    round: Annotated[int | None, option(min=1, metavar="N", help="option_return_round")] = None


def _return(options: ReturnOptions, language: Language) -> int:
    """Return sides that withdrew; for the other sides, undo the absences."""
    opened = open_folder(options.folder, options.author)
    phase, rounds = opened.phase, _rounds(opened, options.round)
    back: list[ev.TournamentEvent] = []
    for side in options.numbers:
        missed = [number for number in rounds if side in phase.absent(number)] or [rounds[0]]
        back += [ev.SideReturned(phase.number, number, side) for number in missed]
    opened.add(*back)
    write_line(text("tournament_returned", language, count=len(options.numbers), rounds=_listed(rounds)))
    return EXIT_OK


def _rounds(opened: OpenFolder, typed: int | None) -> range:
    return next_absences(opened.state) if typed is None else range(typed, typed + 1)


def _listed(rounds: range) -> str:
    return ", ".join(map(str, rounds))


@dataclass(frozen=True, kw_only=True, slots=True)
class WithdrawOptions(FolderOptions):
    """Options of `canastra tournament withdraw`."""

    number: Annotated[int, argument("metavar_number", "argument_withdraw")]
    reason: Why = None


def _withdraw(options: WithdrawOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    if not options.reason:
        raise InputError("tournament_no_reason")
    opened.add(ev.SideWithdrawn(options.number, options.reason))
    write_line(text("tournament_withdrawn", language, name=opened.names[options.number]))
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class LineUpOptions(FolderOptions):
    """Options of `canastra tournament line-up`."""

    number: Annotated[int, argument("metavar_number", "argument_line_up_side")]
    pairs: Annotated[list[str], argument("metavar_pairs", "argument_line_up_pairs")]


def _line_up(options: LineUpOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    phase, found = opened.phase.number, opened.round(None, RoundStage.PLAYING, RoundStage.PUBLISHED)
    if options.number not in opened.state.sides:
        raise EventRefusedError("entry_unknown", side=options.number)
    players = opened.state.sides[options.number].players
    line_up = tuple(tuple(_player(player, players) for player in pair.split(",")) for pair in options.pairs)
    opened.add(ev.LineUpGiven(phase, found.number, options.number, line_up))
    told = "; ".join(" / ".join(players[number - 1] for number in pair) for pair in line_up)
    write_line(text("tournament_lined_up", language, name=opened.names[options.number], players=told))
    return EXIT_OK


def _player(typed: str, players: tuple[str, ...]) -> int:
    """A player of a team by name, or by the place in its list. Raises `InputError` if the team has no such player."""
    typed = typed.strip()
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(players):
        return int(typed)
    for number, name in enumerate(players, 1):
        if same_name(name) == same_name(typed):
            return number
    raise InputError("line_up_player", value=typed[:40], known=", ".join(players))


CHECK_IN = of_tournament(CheckInOptions, _check_in)
ABSENT = of_tournament(AbsentOptions, _absent)
RETURN = of_tournament(ReturnOptions, _return)
WITHDRAW = of_tournament(WithdrawOptions, _withdraw)
LINE_UP = of_tournament(LineUpOptions, _line_up)
