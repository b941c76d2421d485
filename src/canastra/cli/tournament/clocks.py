"""`pause`, `resume`, `extend`: the clock of the round that is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from canastra.cli.command import argument
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_line
from canastra.cli.tournament.folder import FolderOptions, Why, of_tournament, open_folder
from canastra.errors import InputError
from canastra.messages import text
from canastra.tournament import RoundStage
from canastra.tournament import events as ev


@dataclass(frozen=True, kw_only=True, slots=True)
class PauseOptions(FolderOptions):
    """What may be typed."""

    reason: Why = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtendOptions(FolderOptions):
    """What may be typed."""

    minutes: Annotated[int, argument("metavar_number", "argument_extend")]
    reason: Why = None


def _pause(options: PauseOptions, language: Language) -> int:
    why = _given(options.reason)
    number = _set(options, lambda phase, number: ev.RoundPaused(phase, number, why))
    write_line(text("tournament_paused", language, round=number))
    return EXIT_OK


def _resume(options: FolderOptions, language: Language) -> int:
    number = _set(options, ev.RoundResumed)
    write_line(text("tournament_resumed", language, round=number))
    return EXIT_OK


def _extend(options: ExtendOptions, language: Language) -> int:
    why = _given(options.reason)
    if not 0 < options.minutes <= _LONGEST:
        raise InputError("extend_minutes", most=_LONGEST)
    number = _set(options, lambda phase, number: ev.RoundExtended(phase, number, options.minutes, why))
    write_line(text("tournament_extended", language, round=number, minutes=options.minutes))
    return EXIT_OK


_LONGEST = 600


def _set(options: FolderOptions, event: Callable[[int, int], ev.TournamentEvent]) -> int:
    """Do something to the clock of the round that is played; its number."""
    opened = open_folder(options.folder, options.author)
    number = opened.round(None, RoundStage.PLAYING).number
    opened.add(event(opened.phase.number, number))
    return number


def _given(reason: str | None) -> str:
    if not reason:
        raise InputError("tournament_no_reason")
    return reason


PAUSE = of_tournament(PauseOptions, _pause)
RESUME = of_tournament(FolderOptions, _resume)
EXTEND = of_tournament(ExtendOptions, _extend)
