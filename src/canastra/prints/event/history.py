"""The history of a tournament from its log: draws, new regulations, corrections, and other events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from canastra.messages import text
from canastra.prints.event.rounds import fixture_sides, listed_words, result_words, round_occasion
from canastra.prints.event.times import LocalTime
from canastra.prints.minutes import MinutedAct, MinutedRuling
from canastra.prints.names import PrintedSide
from canastra.tournament import LoggedEvent, Tournament
from canastra.tournament import events as ev
from canastra.tournament.events import EncounterResult
from canastra.tournament.regulations import (
    DanesePhase,
    GroupsPhase,
    HowellPhase,
    KnockoutPhase,
    LeaguePhase,
    MitchellPhase,
    SwissPhase,
)
from canastra.tournament.standings import group_letters, points_words
from canastra.tournament.state import PhaseState
from canastra.tournament.transitions import revoked_lines


@dataclass(frozen=True, slots=True)
class EventHistory:
    """A tournament with its log, in the words of a language and local time."""

    tournament: Tournament
    log: Sequence[LoggedEvent]
    times: LocalTime
    language: str

    def counting(self) -> Iterator[LoggedEvent]:
        """The lines of the log that are not revoked."""
        gone = revoked_lines(self.log)
        return (logged for logged in self.log if logged.line not in gone)

    def say(self, code: str, **figures: str | int) -> str:
        """A message in the language."""
        return text(code, self.language, **figures)

    def side(self, number: int) -> str:
        """A side by its number and name."""
        return f"{number} {self.tournament.sides[number].name}"

    def place(self, phase: int, number: int, table: int = 0) -> str:
        """A round, or a table of it, by the phase's name."""
        within = round_occasion(self.tournament, phase, number, self.language).phase
        return f"{within}, {self.say('print_table')} {table}" if table else within

    def changes(self) -> Iterator[MinutedAct]:
        """The regulations that replaced the first one."""
        adopted = [logged for logged in self.counting() if isinstance(logged.event, ev.Adopted)]
        for logged in adopted[1:]:
            assert isinstance(logged.event, ev.Adopted)
            yield self._act(logged, "", self.say("print_changed_regulations", reason=logged.event.reason))

    def draws(self) -> Iterator[MinutedAct]:
        """The seed of each phase that was drawn, the decisions drawn from it, and their results."""
        published = {
            logged.event.phase: logged for logged in self.counting() if isinstance(logged.event, ev.SeedPublished)
        }
        for phase in self.tournament.phases:
            if phase.groups:
                name = self.tournament.regulations.phases[phase.number - 1].name
                heading = self.say("print_about_phase", number=phase.number, name=name)
                yield MinutedAct(heading, "\n".join(self._draw(phase, published.get(phase.number))))

    def corrections(self) -> Iterator[MinutedAct]:
        """The corrections of results: the old and the new one, the reason and the author."""
        before: dict[tuple[int, int, int], EncounterResult] = {}
        for logged in self.counting():
            event = logged.event
            if isinstance(event, ev.ResultCorrected):
                at = (event.phase, event.round, event.table)
                sides = self._at(*at)
                figures = {
                    "sides": " × ".join(side.name or side.label() for side in sides),
                    "before": result_words(before[at], sides, self.language) if at in before else "–",
                    "after": result_words(event.result, sides, self.language),
                }
                words = self.say("print_corrected_result", **figures)
                yield self._act(logged, self.place(*at), f"{words}\n{self.say('print_because', reason=event.reason)}")
            if isinstance(
                event, ev.ResultReported | ev.SheetReceived | ev.GamePlayed | ev.ResultCorrected | ev.ResultDecided
            ):
                # If both sides report a result, the last report counts.
                before[event.phase, event.round, event.table] = event.result

    def rulings(self) -> Iterator[MinutedRuling]:
        """The referees' decisions and the penalties, in order of time."""
        listed = {penalty.id: penalty for penalty in self.tournament.regulations.penalties}
        for logged in self.counting():
            event, stamp = logged.event, self.times.stamp(logged.at)
            if isinstance(event, ev.ResultDecided):
                at = (event.phase, event.round, event.table)
                decided = result_words(event.result, self._at(*at), self.language)
                ruling = self.say("print_ruled_result", result=decided)
                yield MinutedRuling(stamp, self.place(*at), ruling, event.article, event.reason, logged.by)
            elif isinstance(event, ev.CaseDecided):
                ruling = self.say("print_ruled_case")
                yield MinutedRuling(stamp, "", ruling, event.article, event.reason, logged.by)
            elif isinstance(event, ev.PenaltyApplied):
                penalty = listed[event.penalty]
                cost = points_words(penalty.points, self.language)
                ruling = self.say("print_ruled_penalty", penalty=penalty.id, points=cost)
                yield MinutedRuling(stamp, self.side(event.side), ruling, penalty.article, event.reason, logged.by)

    def occurrences(self) -> Iterator[MinutedAct]:
        """Withdrawals, late entries and corrections, tables and clocks changed by hand, and revocations."""
        for logged in self.counting():
            event = logged.event
            if getattr(event, "side", 0) not in (0, *self.tournament.sides):
                continue  # A removed entry.
            match event:
                case ev.SideWithdrawn():
                    words = self.say("print_happened_withdrawn", side=self.side(event.side))
                case ev.SideCorrected():
                    words = self.say("print_happened_corrected", side=self.side(event.side))
                case ev.SideAdmitted():
                    yield self._act(logged, "", self.say("print_happened_late", side=self.side(event.side)))
                    continue
                case ev.SideAbsent() | ev.SideReturned():
                    yield self._act(logged, "", self._attendance(event))
                    continue
                case ev.FixturesChanged():
                    tables = ", ".join(str(one.table) for one in event.fixtures)
                    words = self.say("print_happened_paired", place=self.place(event.phase, event.round), tables=tables)
                case ev.LineUpGiven():
                    yield self._act(logged, "", self._line_up(event))
                    continue
                case ev.RoundPaused():
                    words = self.say("print_happened_paused", place=self.place(event.phase, event.round))
                case ev.RoundResumed():
                    place = self.place(event.phase, event.round)
                    yield self._act(logged, "", self.say("print_happened_resumed", place=place))
                    continue
                case ev.RoundExtended():
                    place = self.place(event.phase, event.round)
                    words = self.say("print_happened_extended", place=place, minutes=event.minutes)
                case ev.Revoked():
                    words = self.say("print_happened_revoked", what=self._named(self.log[event.line - 1].event))
                case _:
                    continue
            yield self._act(logged, "", f"{words} {self.say('print_because', reason=event.reason)}")

    def _line_up(self, event: ev.LineUpGiven) -> str:
        """A team's line-up in words: the players at each table."""
        players = self.tournament.sides[event.side].players
        pairs = ("/".join(players[player - 1] for player in pair if player <= len(players)) for pair in event.line_up)
        place = self.place(event.phase, event.round)
        return self.say("print_happened_line_up", place=place, side=self.side(event.side), players="; ".join(pairs))

    def _attendance(self, event: ev.SideAbsent | ev.SideReturned) -> str:
        """An absence in words, with its reason, or a return."""
        key = "returned" if isinstance(event, ev.SideReturned) else "bye" if event.bye else "absent"
        place = self.place(event.phase, event.round)
        words = self.say(f"print_happened_{key}", side=self.side(event.side), place=place)
        reason = getattr(event, "reason", "")
        return f"{words} {self.say('print_because', reason=reason)}" if reason else words

    def _at(self, phase: int, number: int, table: int) -> tuple[PrintedSide, PrintedSide]:
        """The two sides that met at a table."""
        found = self.tournament.phases[phase - 1].rounds[number - 1].table(table)
        assert found is not None
        return fixture_sides(self.tournament, found.fixture)

    def _act(self, logged: LoggedEvent, subject: str, words: str) -> MinutedAct:
        label = " · ".join(filter(None, [self.times.stamp(logged.at), subject]))
        return MinutedAct(label, f"{words}\n{self.say('print_by', author=logged.by)}")

    def _named(self, event: ev.TournamentEvent) -> str:
        """The kind of a line, and its place."""
        table, number, phase = (getattr(event, name, 0) for name in ("table", "round", "phase"))
        side = getattr(event, "side", 0)
        where = self.place(phase, number, table) if number else self.side(side) if side in self.tournament.sides else ""
        what = self.say(f"tournament_event_{event.__struct_config__.tag}")
        return f"{what} ({where})" if where else what

    def _draw(self, phase: PhaseState, published: LoggedEvent | None) -> Iterator[str]:
        if published is not None:
            figures = {"seed": phase.seed, "author": published.by, "time": self.times.stamp(published.at)}
            yield self.say("print_draw_seed", **figures)
        yield self.say(
            "print_draw_what",
            what=listed_words([self.say(f"print_drawn_{drawn}") for drawn in self._drawn(phase)], self.language),
        )
        if len(phase.groups) > 1:
            for letter, group in zip(group_letters(), phase.groups, strict=False):
                yield self.say("print_draw_group", group=letter, sides="; ".join(map(self.side, group)))
        else:
            yield self.say("print_draw_order", sides=", ".join(map(str, phase.members)))

    def _drawn(self, phase: PhaseState) -> Iterator[str]:
        """The decisions that the seed of a phase makes by its terms."""
        terms, seats = self.tournament.regulations.phases[phase.number - 1], self.tournament.regulations.seats
        if isinstance(terms, GroupsPhase):
            yield "groups"
        elif phase.number == 1:
            yield "order"
        elif isinstance(terms, KnockoutPhase) and terms.seeding == "draw":
            yield "bracket"
        paired = isinstance(terms, DanesePhase | SwissPhase | LeaguePhase)
        if seats.tables == "lot" and (paired or isinstance(terms, MitchellPhase | HowellPhase)):
            yield "tables"
        if seats.seats == "lot" and paired:
            yield "seats"
        yield "lots"
