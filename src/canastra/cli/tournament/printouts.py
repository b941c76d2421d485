"""`print`: what a club hangs up, lays on tables, signs and takes away, as files in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from canastra.cli.command import option
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.local.match_file import save
from canastra.cli.output import write_line
from canastra.cli.tournament.folder import Folder, OpenFolder, house_rulebook, of_tournament, open_folder
from canastra.errors import InputError
from canastra.messages import text
from canastra.prints import require
from canastra.rulebooks import Rulebook, load
from canastra.tournament import EventRefusedError, RoundStage
from canastra.tournament.congress import GroupsPhase, KnockoutPhase

TABLE = "{table}"
"""What stands for the table's number in an address."""


class Printed(StrEnum):
    """What can be printed; the files are called so."""

    TABLES = "tables"
    NAMES = "names"
    SHEETS = "sheets"
    GROUPS = "groups"
    STANDINGS = "standings"
    BRACKET = "bracket"
    MINUTES = "minutes"
    CERTIFICATES = "certificates"
    SPREADSHEETS = "spreadsheets"


OF_ROUNDS = (Printed.TABLES, Printed.NAMES, Printed.SHEETS)


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintoutOptions:
    """What may be typed."""

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
    out = options.out or options.folder / "print"
    for what in options.what or _usual(opened):
        for name, data in _Printer(opened, options, language).files(what).items():
            _save(out, name, data)
            write_line(str(out / name))
    return EXIT_OK


PRINT = of_tournament(PrintoutOptions, _print)


def _usual(opened: OpenFolder) -> Sequence[Printed]:
    """What there is to print now; certificates are asked for."""
    terms = opened.state.congress.phases[opened.phase.number - 1]
    own = {Printed.GROUPS: isinstance(terms, GroupsPhase), Printed.BRACKET: isinstance(terms, KnockoutPhase)}
    own[Printed.STANDINGS] = not own[Printed.GROUPS]  # a table of each group has them
    own |= dict.fromkeys(OF_ROUNDS, any(each.stage > RoundStage.DRAFT for each in opened.phase.rounds))
    return [each for each in Printed if own.get(each, each is not Printed.CERTIFICATES)]


def _save(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save(folder / name, data)
    except OSError as error:
        problem = error.strerror or str(error)
        raise InputError("tournament_unwritable", file=str(folder / name), problem=problem) from None


class _Printer:
    """Makes the files of a tournament, all of the phase that is played."""

    def __init__(self, opened: OpenFolder, options: PrintoutOptions, language: Language) -> None:
        from canastra.prints.event.rounds import round_occasion

        self._opened, self._options, self._language = opened, options, language
        self._state, self._phase = opened.state, opened.phase.number
        self._occasion = round_occasion(self._state, self._phase, 0, language, options.place)

    def files(self, what: Printed) -> dict[str, bytes]:
        """The files of a print by their names. Raises `EventRefusedError` if there is nothing of the kind."""
        if what in OF_ROUNDS:
            return self._of_round(what)
        makers: dict[Printed, Callable[[], bytes]] = {
            Printed.GROUPS: self._groups,
            Printed.STANDINGS: self._standings,
            Printed.BRACKET: self._bracket,
            Printed.MINUTES: self._minutes,
            Printed.CERTIFICATES: self._certificates,
        }
        return {f"{what}.pdf": makers[what]()} if what in makers else self._spreadsheets()

    def _of_round(self, what: Printed) -> dict[str, bytes]:
        from canastra.prints.event.rounds import round_occasion, round_seatings, round_sheets
        from canastra.prints.pairings import pairings_by_name, pairings_by_table
        from canastra.prints.score_sheets import score_sheets_print

        published = [each.number for each in self._opened.phase.rounds if each.stage > RoundStage.DRAFT]
        number = self._options.round or (published[-1] if published else 1)
        if number not in published:
            raise EventRefusedError("print_not_published", round=number)
        occasion = round_occasion(self._state, self._phase, number, self._language, self._options.place)
        if what is Printed.SHEETS:
            sheets = round_sheets(self._state, (self._phase, number), self._rulebook, self._language, self._url)
            data = score_sheets_print(occasion, sheets, self._language)
        else:
            listed = pairings_by_table if what is Printed.TABLES else pairings_by_name
            data = listed(occasion, round_seatings(self._state, self._phase, number), self._language)
        return {f"{what}-{self._phase}-{number}.pdf": data}

    @property
    def _rulebook(self) -> Rulebook:
        house = house_rulebook(self._opened.text, self._options.folder)
        return house or load(self._state.congress.rulebook)

    def _url(self, table: int) -> str:
        return self._options.url.replace(TABLE, str(table))

    def _groups(self) -> bytes:
        from canastra.prints.event.standings import printed_groups
        from canastra.prints.standings import groups_print

        return groups_print(self._occasion, printed_groups(self._state, self._phase, self._language), self._language)

    def _standings(self) -> bytes:
        from canastra.prints.event.standings import figure_names, placed_groups
        from canastra.prints.standings import standings_print

        groups = placed_groups(self._state, self._phase, self._language)
        if len(groups) > 1:
            return self._groups()
        return standings_print(self._occasion, figure_names(self._language), groups[0], self._language)

    def _bracket(self) -> bytes:
        from canastra.prints.bracket import bracket_print
        from canastra.prints.event.standings import bracket_rounds

        if not isinstance(self._state.congress.phases[self._phase - 1], KnockoutPhase):
            raise EventRefusedError("print_no_knockout", phase=self._phase)
        rounds, third = bracket_rounds(self._state, self._phase, self._language)
        return bracket_print(self._occasion, rounds, self._language, third=third)

    def _minutes(self) -> bytes:
        from canastra.prints.event.minutes import event_minutes
        from canastra.prints.minutes import minutes_print

        log = self._opened.log
        title = self._rulebook.names[self._language]
        minutes = event_minutes(self._state, title, self._language, log[-1].digest if log else "")
        return minutes_print(self._occasion, minutes, self._language)

    def _certificates(self) -> bytes:
        from canastra.prints.certificates import PlaceCertificate, certificates_print
        from canastra.prints.event.rounds import winning_side
        from canastra.tournament.progression import overall

        if not self._is_over:
            raise EventRefusedError("print_not_over")
        first = [winning_side(self._state, number) for number in overall(self._state)[:3]]
        placed = [
            PlaceCertificate(side, text("print_place_words", self._language, place=place))
            for place, side in enumerate(first, 1)
        ]
        signed = [text(f"print_signs_{who}", self._language) for who in ("coordination", "referees")]
        return certificates_print(self._occasion, placed, signed, self._language)

    @property
    def _is_over(self) -> bool:
        """Whether the last phase has been played to its end."""
        from canastra.tournament.standings import knockout_progress

        terms, rounds = self._state.congress.phases[-1], self._opened.phase.rounds
        closed = bool(rounds) and all(each.stage >= RoundStage.CLOSED for each in rounds)
        if self._phase < len(self._state.congress.phases) or not closed:
            return False
        return not (isinstance(terms, KnockoutPhase) and knockout_progress(self._state, self._phase).due)

    def _spreadsheets(self) -> dict[str, bytes]:
        from canastra.prints.event.rounds import results_table
        from canastra.prints.event.standings import standings_table
        from canastra.prints.exports import to_csv, to_xlsx

        standings = standings_table(self._state, self._phase, self._language)
        results = results_table(self._state, self._language)
        return {
            "standings.csv": to_csv(standings),
            "results.csv": to_csv(results),
            "tournament.xlsx": to_xlsx([standings, results]),
        }
