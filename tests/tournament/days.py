"""A club's day, written event by event, and regulations made from an example with changed lines."""

from __future__ import annotations

from collections.abc import Iterable

from canastra.tournament import LoggedEvent, Tournament, apply_event, dump_log, log_event, regulations_digest, start
from canastra.tournament import events as ev
from canastra.tournament.events import Fixture, PlayedResult, TournamentEvent
from canastra.tournament.regulations import Regulations, SideKind, example_regulations, parse_regulations
from canastra.tournament.sides import PLAYERS_OF

NOON = 1_795_262_400_000
"""21 November 2026, 12:00 UTC, in milliseconds."""


def regulations_text(example: str, *changes: tuple[str, str]) -> str:
    """Return an example of regulations with texts replaced. Fails if a text is not in it."""
    text = example_regulations(example)
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    return text


class Day:
    """A tournament in progress, with its log."""

    def __init__(self, text: str, sides: int = 0) -> None:
        self.text = text
        self.regulations: Regulations = parse_regulations(text)
        self.log: list[LoggedEvent] = []
        self.state: Tournament = start(self.regulations)
        self.add(ev.Adopted(regulations_digest(text), ""))
        for number in range(1, sides + 1):
            self.enter(number)

    def add(self, event: TournamentEvent, by: str = "Ana") -> int:
        """Append an event, and return its line."""
        logged = log_event(event, by, NOON + 1000 * len(self.log), self.log)
        self.state = apply_event(self.state, self.log, logged)
        self.log.append(logged)
        return logged.line

    def enter(self, number: int, delegation: str = "", category: str = "") -> None:
        """Register a side and check it in."""
        count = PLAYERS_OF[SideKind(self.regulations.entries.kind)][0]
        players = tuple(f"Jogador {number}.{player}" for player in range(1, count + 1))
        self.add(ev.SideRegistered(number, f"Lado {number}", players, delegation, category))
        self.add(ev.CheckedIn(number))

    def begin(self, phase: int, *groups: Iterable[int], seed: str = "Loteria 5921") -> None:
        """Publish a phase's seed and begin it with these groups."""
        self.add(ev.SeedPublished(phase, seed))
        self.add(ev.PhaseBegun(phase, tuple(tuple(group) for group in groups)))

    def draft(self, phase: int, number: int, meetings: Iterable[tuple[int, int]], byes: Iterable[int] = ()) -> None:
        """Draft a round of these meetings, at tables from 1 on."""
        fixtures = tuple(Fixture(table, (one,), (two,)) for table, (one, two) in enumerate(meetings, 1))
        self.add(ev.RoundDrafted(phase, number, fixtures, tuple(byes)))

    def open(self, phase: int, number: int) -> None:
        """Publish and start a round."""
        self.add(ev.RoundPublished(phase, number))
        self.add(ev.RoundStarted(phase, number))

    def paper(self, phase: int, number: int, table: int, *matches: tuple[int, int]) -> int:
        """The desk enters a signed sheet."""
        return self.add(ev.SheetReceived(phase, number, table, PlayedResult(matches)))

    def wins(self, phase: int, number: int, table: int, half: ev.Half) -> int:
        """Record a win of one side of a table."""
        return self.add(ev.ResultDecided(phase, number, table, ev.DefaultResult(half), "Congresso, 5", "vitória dada"))

    @property
    def content(self) -> bytes:
        """The content of the log's file."""
        return dump_log(self.log)

    def play(self, phase: int, scores: dict[tuple[int, int], tuple[int, int]], byes: Iterable[int] = ()) -> None:
        """Play a whole round. `scores` has the meetings with their scores."""
        number = len(self.state.phases[phase - 1].rounds) + 1
        self.draft(phase, number, scores, byes)
        self.open(phase, number)
        for table, score in enumerate(scores.values(), 1):
            self.paper(phase, number, table, score)
        self.add(ev.RoundClosed(phase, number))
