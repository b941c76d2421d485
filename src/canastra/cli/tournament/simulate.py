"""`simulate`: tries regulations with random entries and results before the event."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated

from canastra.cli.command import AsJson, option
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, write_json, write_line
from canastra.cli.tournament.folder import REGULATIONS, Folder, house_rulebook, of_tournament, read_text
from canastra.messages import text
from canastra.tournament import LoggedEvent, Tournament, apply_event, log_event, regulations_digest, start
from canastra.tournament import events as ev
from canastra.tournament.fixtures import draw_phase, is_over, pair_round
from canastra.tournament.progression import overall
from canastra.tournament.regulations import Regulations, parse_regulations, regulations_warnings, victory_tables
from canastra.tournament.results import BY_MATCHES, is_compared, match_target, result_with
from canastra.tournament.sides import players_of

MOST_DEALS = 1200
"""The most points of a side in a simulated encounter by deals or by time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TrialOptions:
    """Options of `canastra tournament simulate`."""

    folder: Folder
    sides: Annotated[int | None, option(min=2, max=1000, metavar="N", help="option_simulate_sides")] = None
    seed: Annotated[int, option(metavar="N", help="option_simulate_trial_seed")] = 0
    as_json: AsJson = False


class Trial:
    """A tournament that runs by itself; the side with the lower number wins more often."""

    def __init__(self, text: str, regulations: Regulations, sides: int, seed: int) -> None:
        self._chance = random.Random(seed)
        self.state: Tournament = start(regulations)
        self._log: list[LoggedEvent] = []
        self._add(ev.Adopted(regulations_digest(text), ""))
        for number in range(1, sides + 1):
            players = tuple(f"{number}.{player}" for player in range(players_of(regulations)[0]))
            self._add(ev.SideRegistered(number, f"{number}", players, ""))
            self._add(ev.CheckedIn(number))

    def run(self) -> None:
        """Play all phases. Raises `EventRefusedError` if the regulations do not suit the number of sides."""
        for phase in range(1, len(self.state.regulations.phases) + 1):
            self._add(ev.SeedPublished(phase, f"{self._chance.random()}"))
            self._add(draw_phase(self.state, phase))
            while not is_over(self.state, phase):
                drafted = pair_round(self.state)
                at = (phase, drafted.round)
                for event in (drafted, ev.RoundPublished(*at), ev.RoundStarted(*at)):
                    self._add(event)
                for table in self.state.phases[phase - 1].rounds[-1].tables:
                    self._add(ev.SheetReceived(*at, table.fixture.table, self._result(phase, table.fixture)))
                self._add(ev.RoundClosed(*at))

    def _add(self, event: ev.TournamentEvent) -> None:
        logged = log_event(event, "-", 0, self._log)
        self.state = apply_event(self.state, self._log, logged)
        self._log.append(logged)

    def _result(self, phase: int, fixture: ev.Fixture) -> ev.EncounterResult:
        form = self.state.regulations.form_of(phase - 1)
        chance = 0.7 if min(fixture.one) < min(fixture.two) else 0.3
        if form.length not in BY_MATCHES:
            deals = form.number if is_compared(self.state.regulations, phase) else 1
            return result_with(self.state.regulations, phase, tuple(self._score(0, chance) for _ in range(deals)))
        target, won = match_target(self.state.regulations, phase), [0, 0]
        matches: list[ev.Score] = []
        while len(matches) < form.number and (form.length == "exactly" or max(won) <= form.number // 2):
            matches.append(self._score(target, chance))
            won[matches[-1][0] < matches[-1][1]] += 1
        if won[0] == won[1]:
            matches[-1] = matches[-1][::-1] if form.length == "best_of" else matches[-1]
        return ev.PlayedResult(tuple(matches))

    def _score(self, target: int, chance: float) -> ev.Score:
        loser = 10 * self._chance.randrange((target or MOST_DEALS) // 10)
        winner = max(target, loser) + 10 * self._chance.randrange(1, 30)
        return (winner, loser) if self._chance.random() < chance else (loser, winner)


def _simulate(options: TrialOptions, language: Language) -> int:
    content = read_text(options.folder / REGULATIONS)
    regulations = parse_regulations(content, house_rulebook(content, options.folder))
    sides = options.sides or regulations.entries.least
    trial = Trial(content, regulations, sides, options.seed)
    trial.run()
    phases = [
        {
            "name": terms.name,
            "sides": len(phase.members),
            "rounds": len(phase.rounds),
            "tables": max(len(round_state.tables) for round_state in phase.rounds),
            "minutes": regulations.form_of(phase.number - 1).minutes * len(phase.rounds),
        }
        for terms, phase in zip(regulations.phases, trial.state.phases, strict=True)
    ]
    if options.as_json:
        write_json({"phases": phases, "order": overall(trial.state)})
        return EXIT_OK
    for warning in regulations_warnings(regulations, victory_tables(regulations)):
        write_line(warning.message(language))
    table = new_table(text("simulate_title", language, count=sides))
    for name in ("phase", "sides", "rounds", "tables", "minutes"):
        table.add_column(text(f"simulate_{name}", language), justify="left" if name == "phase" else "right")
    for row in phases:
        table.add_row(*(str(value) for value in row.values()))
    print_table(table)
    return EXIT_OK


SIMULATE = of_tournament(TrialOptions, _simulate)
