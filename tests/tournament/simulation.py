"""Whole random tournaments from a seed: acts of organisers, tables and referees, in any permitted order."""

from __future__ import annotations

import random

from canastra.tournament import EventRefusedError
from canastra.tournament import events as ev
from canastra.tournament.events import EncounterResult, PlayedResult, WalkoverResult
from canastra.tournament.fixtures import draw_phase, is_over, pair_round
from canastra.tournament.regulations import KnockoutPhase
from canastra.tournament.results import BY_MATCHES, is_compared, result_with
from canastra.tournament.rounds import late_for, seated_at
from canastra.tournament.state import TableResult
from tests.tournament.days import Day

LATE = ("swiss", "danese", "league", "individual")
"""The forms that late sides can join."""
CATEGORIES = ("Mista", "Sênior", "SÊNIOR", "")


class Simulation:
    """A day that runs by itself."""

    def __init__(self, text: str, sides: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.day = Day(text, 0)
        for number in range(1, sides + 1):
            club = f"Clube {self.rng.randrange(sides // 3 + 1)}"
            self.day.enter(number, club, CATEGORIES[number % len(CATEGORIES)])
        self.next_side = sides + 1

    def run(self) -> Day:
        """Play all phases to their end."""
        for phase in range(1, len(self.day.regulations.phases) + 1):
            self.day.add(ev.SeedPublished(phase, f"{self.rng.random()}"))
            self.day.add(draw_phase(self.day.state, phase))
            while not is_over(self.day.state, phase):
                self._round(phase)
        return self.day

    def _round(self, phase: int) -> None:
        self._late_and_gone(phase)
        if is_over(self.day.state, phase):
            return
        drafted = pair_round(self.day.state)
        self.day.add(drafted)
        if self.rng.random() < 0.2:
            self.day.add(pair_round(self.day.state))
        number = drafted.round
        self.day.add(ev.RoundPublished(phase, number))
        early = self.rng.random() < 0.5
        if early:
            self._take_bye(phase, number)
        self.day.add(ev.RoundStarted(phase, number))
        if not early:
            self._take_bye(phase, number)
        tables = list(self.day.state.phases[phase - 1].rounds[number - 1].tables)
        self.rng.shuffle(tables)
        for table in tables:
            self._settle(phase, number, table)
        self.day.add(ev.RoundClosed(phase, number))
        if self.rng.random() < 0.3 and tables:
            self._correct(phase, number, self.rng.choice(tables))
        if self.rng.random() < 0.5:
            self.day.add(ev.RoundRatified(phase, number))

    def _take_bye(self, phase: int, number: int) -> None:
        """A late side may play at once with a side that has a bye, or with three where partners change."""
        found = self.day.state.phases[phase - 1].rounds[number - 1]
        kind = self.day.regulations.phases[phase - 1].__struct_config__.tag
        at_table = 4 if kind == "individual" else 2
        if phase > 1 or kind not in LATE or len(found.byes) != at_table - 1 or self.rng.random() < 0.6:
            return
        self.day.enter(self.next_side)
        self.day.add(ev.SideAdmitted(phase, 1, self.next_side))
        state = self.day.state
        late = late_for(state, state.phases[phase - 1], found)
        table = max(each.fixture.table for each in found.tables) + 1
        changed = seated_at(found, table, (*found.byes, self.next_side), late)
        self.day.add(ev.FixturesChanged(phase, number, *changed, "chegou tarde"))
        self.next_side += 1

    def _late_and_gone(self, phase: int) -> None:
        """Let sides come late and leave, in the phase that all sides play."""
        kind = self.day.regulations.phases[phase - 1].__struct_config__.tag
        members = self.day.state.phases[phase - 1].members
        if phase > 1 or kind not in LATE or len(members) < 8:
            return
        if self.rng.random() < 0.2:
            self.day.enter(self.next_side)
            self.day.add(ev.SideAdmitted(phase, 1, self.next_side))
            self.next_side += 1
        if self.rng.random() < 0.1:
            active = [side for side in members if self.day.state.active(side)]
            self.day.add(ev.SideWithdrawn(self.rng.choice(active), "foi embora"))

    def _settle(self, phase: int, number: int, table: TableResult) -> None:
        """Record a result of a table. If it leaves a tie of teams undecided, the referee gives one side the table."""
        try:
            self._result(phase, number, table)
        except EventRefusedError as error:
            if error.code != "result_needs_winner" or self.day.regulations.tables_of_encounter == 1:
                raise
            given: list[ev.Half] = [0, 1]
            for half in given:
                try:
                    self.day.wins(phase, number, table.fixture.table, half)
                except EventRefusedError:
                    continue
                return
            raise

    def _result(self, phase: int, number: int, table: TableResult) -> None:
        at = (phase, number, table.fixture.table)
        chance = self.rng.random()
        if chance < 0.05:
            absent: ev.Half = self.rng.choice((0, 1))
            self.day.add(ev.ResultDecided(*at, WalkoverResult((absent,)), "Congresso, 4", "ausente"))
            return
        result = self._played(phase)
        half: ev.Half = self.rng.choice((0, 1))
        other: ev.Half = 1 if half == 0 else 0
        self.day.add(ev.ResultReported(*at, half, result))
        if chance < 0.15:
            differing = self._played(phase)
            self.day.add(ev.ResultReported(*at, other, differing))
            if differing != result:
                self.day.add(ev.ResultDecided(*at, result, "Congresso, 12", "pela folha"))
        elif chance < 0.5:
            self.day.add(ev.SheetReceived(*at, result))
        else:
            self.day.add(ev.ResultConfirmed(*at, other))

    def _played(self, phase: int) -> EncounterResult:
        form = self.day.regulations.form_of(phase - 1)
        if form.length not in BY_MATCHES:
            deals = form.number if is_compared(self.day.regulations, phase) else 1
            return result_with(self.day.regulations, phase, tuple(self._score(0) for _ in range(deals)))
        wins, matches = [0, 0], []
        needed = form.number // 2 + 1
        while max(wins) < needed:
            score = self._score(2000)
            wins[score[0] < score[1]] += 1
            matches.append(score)
        return PlayedResult(tuple(matches))

    def _score(self, target: int) -> tuple[int, int]:
        """Return a score of a match. Scores below a target, or without one, are few, so that many sides are tied."""
        winner, loser = target + 10 * self.rng.randint(1, 20), 10 * self.rng.randint(0, 20)
        return (winner, loser) if self.rng.random() < 0.5 else (loser, winner)

    def _correct(self, phase: int, number: int, table: TableResult) -> None:
        """In a knock-out, correct only while it changes no tie that was drafted after."""
        if not isinstance(self.day.regulations.phases[phase - 1], KnockoutPhase):
            at = (phase, number, table.fixture.table)
            self.day.add(ev.ResultCorrected(*at, self._played(phase), "soma errada"))
