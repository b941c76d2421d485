"""The files of a tournament's prints: notices for walls and tables, minutes to sign and certificates.

This module needs the extra only when something is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from enum import StrEnum
from io import BytesIO
from typing import NamedTuple

from canastra.messages import text
from canastra.rulebooks import Rulebook
from canastra.tournament import EventRefusedError, LoggedEvent, RoundStage, Tournament
from canastra.tournament.fixtures import planned_rounds
from canastra.tournament.regulations import GroupsPhase, KnockoutPhase
from canastra.tournament.table_codes import OPEN


class Printed(StrEnum):
    """The kinds of prints; the files have their names in the reader's language."""

    TABLES = "tables"
    NAMES = "names"
    SHEETS = "sheets"
    SCHEDULE = "schedule"
    CARDS = "cards"
    CODES = "codes"
    GROUPS = "groups"
    STANDINGS = "standings"
    BRACKET = "bracket"
    MINUTES = "minutes"
    CERTIFICATES = "certificates"
    SPREADSHEETS = "spreadsheets"
    ALL = "all"
    """One file with the current notices for walls and tables."""
    END = "end"
    """One file with the documents to sign and give away at the end."""


BUNDLES = {
    Printed.ALL: (
        Printed.NAMES,
        Printed.TABLES,
        Printed.SCHEDULE,
        Printed.GROUPS,
        Printed.BRACKET,
        Printed.STANDINGS,
        Printed.CARDS,
        Printed.SHEETS,
    ),
    Printed.END: (Printed.GROUPS, Printed.BRACKET, Printed.STANDINGS, Printed.MINUTES, Printed.CERTIFICATES),
}
"""The prints in each file of several, in order."""
OF_ROUNDS = (Printed.TABLES, Printed.NAMES, Printed.SHEETS)
_CERTIFIED = 3
"""Places of the tournament, and of each category, that have a certificate."""
CodeUrls = Mapping[tuple[int, int], tuple[tuple[str, str], tuple[str, str]]]
"""By round and table, for each side: the address that its code opens, and the text to type instead."""

SPREADSHEETS = ("standings.csv", "results.csv", "tournament.xlsx")
"""The tables for spreadsheets, by content."""


class AskedPrint(NamedTuple):
    """A print to make: of a round by its number, by default the latest; the place is in its head."""

    what: Printed
    language: str
    round: int | None = None
    place: str = ""


def file_name(name: str, language: str) -> str:
    """The name of a file in ``pt`` or ``en``.

    >>> file_name("minutes.pdf", "pt"), file_name("standings.csv", "pt")
    ('ata.pdf', 'classificacao.csv')
    """
    what, _, ending = name.partition(".")
    return f"{text(f'print_file_{what}', language)}.{ending}"


class EventPrints:
    """Makes the files of a tournament, for the phase in play; the Ata also uses the log.

    Times are those of `zone`, or of this machine. Raises `EventRefusedError` if no phase has begun.
    """

    def __init__(
        self,
        state: Tournament,
        rulebook: Rulebook,
        language: str,
        place: str = "",
        log: Sequence[LoggedEvent] = (),
        zone: tzinfo | None = None,
    ) -> None:
        from canastra.prints.event.rounds import round_occasion

        if state.current is None:
            raise EventRefusedError("phase_none_begun")
        self._state, self._rulebook, self._language = state, rulebook, language
        self._current, self._place, self._log, self._zone = state.current, place, log, zone
        self._phase = state.current.number
        self._occasion = round_occasion(self._state, self._phase, 0, language, place)
        self._whole = replace(self._occasion, phase="")

    def usual(self) -> Sequence[Printed]:
        """Return the kinds that can be printed now, without certificates and codes, which need an explicit request."""
        from canastra.prints.event.standings import rankings

        terms, rounds = self._state.regulations.phases[self._phase - 1], self._current.rounds
        own = {Printed.GROUPS: isinstance(terms, GroupsPhase), Printed.BRACKET: isinstance(terms, KnockoutPhase)}
        own |= dict.fromkeys((Printed.SCHEDULE, Printed.CARDS), bool(planned_rounds(self._state, self._phase)))
        # A table of each group has its standings, but not those of categories and clubs.
        own[Printed.STANDINGS] = not own[Printed.GROUPS] or bool(rankings(self._state, self._language))
        own |= dict.fromkeys(OF_ROUNDS, any(round_state.stage > RoundStage.DRAFT for round_state in rounds))
        asked_for = (Printed.CERTIFICATES, Printed.CODES, *BUNDLES)
        return [printed for printed in Printed if own.get(printed, printed not in asked_for)]

    def files(
        self, what: Printed, number: int | None = None, url_of: Callable[[int], str] = lambda table: ""
    ) -> dict[str, bytes]:
        """The files of a print by their names in the language; of a round by its number, by default the latest.

        `url_of` returns the address for the QR code on the sheet of a table, or an empty text. Raises
        `EventRefusedError` if there is nothing to print.
        """
        if what in OF_ROUNDS:
            return self._of_round(what, number, url_of)
        if what in BUNDLES:
            return self.bundle(what, number, url_of)
        if what is Printed.CODES:
            raise EventRefusedError("print_codes_of_server")
        makers: dict[Printed, Callable[[], bytes]] = {
            Printed.SCHEDULE: self._schedule,
            Printed.CARDS: self._cards,
            Printed.GROUPS: self._groups,
            Printed.STANDINGS: self._standings,
            Printed.BRACKET: self._bracket,
            Printed.MINUTES: self._minutes,
            Printed.CERTIFICATES: self._certificates,
        }
        if what is Printed.SPREADSHEETS:
            return self._spreadsheets()
        return {file_name(f"{what}.pdf", self._language): makers[what]()}

    def bundle(
        self,
        what: Printed,
        number: int | None,
        url_of: Callable[[int], str] = lambda table: "",
        urls: CodeUrls | None = None,
    ) -> dict[str, bytes]:
        """Return one file of several prints, with the codes of a round if there are any.

        Without a number, lists and sheets are for the latest round, if it isn't over. Raises `EventRefusedError` for a
        round that is not published, and at the end if there are no certificates.
        """
        from pypdf import PdfWriter

        online = self._state.regulations.online is not None
        there = {*self.usual(), Printed.CERTIFICATES} - ({Printed.SHEETS} if online else set())
        published = [round_state.number for round_state in self._current.rounds if round_state.stage > RoundStage.DRAFT]
        if number is None and not any(round_state.stage in OPEN for round_state in self._current.rounds):
            there -= set(OF_ROUNDS)  # After the round, players look for no table.
        if len(published) > 1:
            there -= {Printed.SCHEDULE, Printed.CARDS}  # They were published in the first round.
        contents = [self.files(printed, number, url_of) for printed in BUNDLES[what] if printed in there]
        if what is Printed.ALL and any(
            number_of_round == (number or max(published, default=0)) for number_of_round, _ in urls or {}
        ):
            contents.append(self.codes(number, urls or {}))
        with PdfWriter() as bundle:
            for content in (file for found in contents for file in found.values()):
                bundle.append(BytesIO(content), import_outline=False)
            bundle.compress_identical_objects()
            written = BytesIO()
            bundle.write(written)
        return {file_name(f"{what}.pdf", self._language): written.getvalue()}

    def codes(self, number: int | None, urls: CodeUrls) -> dict[str, bytes]:
        """The slips with the codes of a round's tables. Raises `EventRefusedError` if its codes are invalid now."""
        from canastra.prints.code_slips import code_slips_print
        from canastra.prints.event.rounds import round_codes, round_occasion

        number = self._published(number or max((number_of_round for number_of_round, _ in urls), default=None))
        of_round = {table: url for (found, table), url in urls.items() if found == number}
        if not of_round:
            raise EventRefusedError("print_codes_over", round=number)
        occasion = round_occasion(self._state, self._phase, number, self._language, self._place)
        codes = round_codes(self._state, (self._phase, number), of_round)
        return {self._round_name(Printed.CODES, number): code_slips_print(occasion, codes, self._language)}

    def _published(self, asked: int | None) -> int:
        published = [round_state.number for round_state in self._current.rounds if round_state.stage > RoundStage.DRAFT]
        number = asked or (published[-1] if published else 1)
        if number not in published:
            raise EventRefusedError("print_not_published", round=number)
        return number

    def _of_round(self, what: Printed, asked: int | None, url_of: Callable[[int], str]) -> dict[str, bytes]:
        from canastra.prints.event.rounds import people_seatings, round_occasion, round_seatings, round_sheets
        from canastra.prints.pairings import pairings_by_name, pairings_by_table
        from canastra.prints.score_sheets import score_sheets_print

        number = self._published(asked)
        occasion = round_occasion(self._state, self._phase, number, self._language, self._place)
        if what is Printed.SHEETS:
            sheets = round_sheets(self._state, (self._phase, number), self._rulebook, self._language, url_of)
            data = score_sheets_print(occasion, sheets, self._language)
        else:
            where = self._state, self._phase, number, self._language
            if what is Printed.TABLES:
                data = pairings_by_table(occasion, round_seatings(*where), self._language)
            else:
                data = pairings_by_name(occasion, people_seatings(*where), self._language)
        return {self._round_name(what, number): data}

    def _round_name(self, what: Printed, number: int) -> str:
        """The name of a round's file; with its phase if there are several, each of which has a first round."""
        key = "print_file_of_round" if len(self._state.phases) == 1 else "print_file_of_phase"
        return text(
            key, self._language, name=text(f"print_file_{what}", self._language), phase=self._phase, round=number
        )

    def _schedule(self) -> bytes:
        from canastra.prints.event.schedule import printed_schedules
        from canastra.prints.schedules import schedule_print

        self._require_schedule()
        return schedule_print(
            self._occasion, printed_schedules(self._state, self._phase, self._language), self._language
        )

    def _cards(self) -> bytes:
        from canastra.prints.event.schedule import guide_cards
        from canastra.prints.schedules import guide_cards_print

        self._require_schedule()
        return guide_cards_print(self._occasion, guide_cards(self._state, self._phase, self._language), self._language)

    def _require_schedule(self) -> None:
        if not planned_rounds(self._state, self._phase):
            raise EventRefusedError("print_no_schedule", phase=self._phase)

    def _groups(self) -> bytes:
        from canastra.prints.event.schedule import scheduled_groups
        from canastra.prints.standings import groups_print

        return groups_print(self._occasion, scheduled_groups(self._state, self._phase, self._language), self._language)

    def _standings(self) -> bytes:
        from canastra.prints.event.standings import figure_names, placed_groups, printed_groups, rankings
        from canastra.prints.standings import group_standings_print, standings_print

        groups = placed_groups(self._state, self._phase, self._language)
        beside = rankings(self._state, self._language)
        if len(groups) > 1:
            printed = printed_groups(self._state, self._phase, self._language)
            return group_standings_print(self._occasion, printed, self._language, rankings=beside)
        figures = figure_names(self._language)
        return standings_print(self._occasion, figures, groups[0], self._language, rankings=beside)

    def _bracket(self) -> bytes:
        from canastra.prints.bracket import bracket_print
        from canastra.prints.event.standings import bracket_rounds, consolation_rounds

        if not isinstance(self._state.regulations.phases[self._phase - 1], KnockoutPhase):
            raise EventRefusedError("print_no_knockout", phase=self._phase)
        rounds, third = bracket_rounds(self._state, self._phase, self._language)
        beside = consolation_rounds(self._state, self._phase, self._language)
        return bracket_print(self._occasion, rounds, self._language, third=third, consolation=beside)

    def _minutes(self) -> bytes:
        from canastra.prints.event.minutes import event_minutes
        from canastra.prints.minutes import minutes_print

        about = self._rulebook.names[self._language], self._language, self._place, self._zone
        return minutes_print(self._whole, event_minutes(self._state, self._log, *about), self._language)

    def _certificates(self) -> bytes:
        from canastra.prints.certificates import PlaceCertificate, certificates_print
        from canastra.prints.event.minutes import has_ended
        from canastra.prints.event.rounds import winning_side
        from canastra.tournament.progression import category_standings, overall

        if not has_ended(self._state):
            raise EventRefusedError("print_not_over")
        places = {side: place for place, side in enumerate(overall(self._state)[:_CERTIFIED], 1)}
        of_category = {
            place.side: (place.place, found.category)
            for found in category_standings(self._state)
            for place in found.places[:_CERTIFIED]
        }
        placed = [
            PlaceCertificate(winning_side(self._state, side), *self._won(places.get(side), of_category.get(side)))
            for side in dict.fromkeys((*places, *of_category))
        ]
        signed = [text(f"print_signs_{who}", self._language) for who in ("coordination", "referees")]
        return certificates_print(self._whole, placed, signed, self._language)

    def _won(self, place: int | None, of_category: tuple[int, str] | None) -> tuple[str, str]:
        """The words of a certificate: the overall place and below it the one in a category, or only the latter."""
        language = self._language
        if of_category is None:
            return text(f"print_place_{place}", language), ""
        within, category = text(f"print_place_{of_category[0]}", language), of_category[1]
        if place is None:
            return within, text("print_of_category", language, category=category)
        beside = text("print_in_category", language, place=within, category=category)
        return text(f"print_place_{place}", language), beside

    def _spreadsheets(self) -> dict[str, bytes]:
        from canastra.prints.event.rounds import results_table
        from canastra.prints.event.standings import ranking_tables, standings_table
        from canastra.prints.exports import to_csv, to_xlsx

        standings = standings_table(self._state, self._phase, self._language)
        results = results_table(self._state, self._language)
        beside = ranking_tables(self._state, self._language)
        tables = to_csv(standings), to_csv(results), to_xlsx([standings, *beside, results])
        return {file_name(name, self._language): table for name, table in zip(SPREADSHEETS, tables, strict=True)}


def printed_files(
    state: Tournament,
    rulebook: Rulebook,
    asked: AskedPrint,
    urls: CodeUrls,
    log: Sequence[LoggedEvent],
) -> dict[str, bytes]:
    """The files of a print by their names, for a separate process; `urls` are those of the open rounds.

    Raises `EventRefusedError` if there is nothing to print.
    """
    prints = EventPrints(state, rulebook, asked.language, asked.place, log)
    if asked.what is Printed.CODES:
        return prints.codes(asked.round, urls)
    if asked.what in BUNDLES:
        return prints.bundle(asked.what, asked.round, urls=urls)
    return prints.files(asked.what, asked.round)
