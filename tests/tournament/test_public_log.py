"""The public log has no draft before its publication, and no report before its round is closed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import get_args

import pytest

from canastra.tournament import LoggedEvent, dump_log, load_log
from canastra.tournament import events as ev
from canastra.tournament.events import Fixture, PlayedResult
from canastra.tournament.log import public_log
from canastra.tournament.verifier import check_tournament
from tests.tournament.days import Day, regulations_text
from tests.tournament.simulation import Simulation

WON = PlayedResult(((3020, 1500),))
LOST = PlayedResult(((1500, 3020),))
ROUND = [(1, 2), (3, 4), (5, 6), (7, 8)]

AT_ONCE = [
    "Adopted",
    "SideRegistered",
    "SideCorrected",
    "SideRemoved",
    "SideWithdrawn",
    "SideAbsent",
    "SideReturned",
    "CheckedIn",
    "SeedPublished",
    "PhaseBegun",
    "SideAdmitted",
    "RoundPublished",
    "RoundStarted",
    "RoundPaused",
    "RoundResumed",
    "RoundExtended",
    "LineUpGiven",
    "RoundClosed",
    "PacksOpened",
    "RoundRatified",
    "SheetReceived",
    "ResultCorrected",
    "ResultDecided",
    "CaseDecided",
    "PenaltyApplied",
    "Revoked",
]
ONCE_PUBLISHED = ["RoundDrafted", "FixturesChanged", "PacksSealed"]
ONCE_CLOSED = ["ResultReported", "ResultConfirmed", "GamePlayed"]


def test_of_every_event_it_was_decided_when_everybody_may_read_it() -> None:
    """A new kind of event fails here until a list above has it."""
    assert sorted(each.__name__ for each in get_args(ev.TournamentEvent)) == sorted(
        [*AT_ONCE, *ONCE_PUBLISHED, *ONCE_CLOSED]
    )


def drafted() -> Day:
    day = Day(regulations_text("club-day"), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.draft(1, 1, ROUND)
    return day


def shown(day: Day) -> int:
    found = public_log(day.log)
    assert list(found) == day.log[: len(found)]
    return len(found)


def test_nothing_is_open_before_a_round_is_published() -> None:
    day = drafted()
    assert shown(day) == 0
    day.add(ev.RoundPublished(1, 1))
    assert shown(day) == len(day.log)


def test_a_draft_is_not_open_before_its_publication_nor_is_what_comes_after_it() -> None:
    day = drafted()
    day.open(1, 1)
    for table in range(1, 5):
        day.paper(1, 1, table, (3020, 1500))
    day.add(ev.RoundClosed(1, 1))
    before = len(day.log)
    assert shown(day) == before
    day.draft(1, 2, [(1, 3), (2, 4), (5, 7), (6, 8)])
    day.add(ev.FixturesChanged(1, 2, (Fixture(1, (1,), (4,)), Fixture(2, (2,), (3,))), (), "engano"))
    day.add(ev.CaseDecided("Art. 16", "depois do rascunho"))
    assert shown(day) == before
    day.draft(1, 2, [(1, 3), (2, 4), (5, 7), (6, 8)])
    assert shown(day) == before
    day.add(ev.RoundPublished(1, 2))
    assert shown(day) == len(day.log), "how often it was drafted is no secret any more"
    day.add(ev.FixturesChanged(1, 2, (Fixture(1, (3,), (1,)),), (), "trocaram de lado"))
    assert shown(day) == len(day.log), "everybody sees who sits where"


def test_a_report_is_not_open_before_its_round_is_closed() -> None:
    day = drafted()
    day.open(1, 1)
    day.paper(1, 1, 1, (3020, 1500))
    before = len(day.log)
    assert shown(day) == before
    day.add(ev.ResultReported(1, 1, 2, 0, WON))
    day.add(ev.ResultReported(1, 1, 2, 1, LOST))
    day.add(ev.ResultDecided(1, 1, 2, WON, "Art. 16", "pela folha"))
    day.paper(1, 1, 3, (3020, 1500))
    sheet = day.paper(1, 1, 4, (3020, 1500))
    assert shown(day) == before
    closed = day.add(ev.RoundClosed(1, 1))
    assert shown(day) == len(day.log)
    day.add(ev.Revoked(closed, "faltou conferir"))
    assert shown(day) == len(day.log), "what was open stays so"
    day.add(ev.Revoked(sheet, "a folha era outra"))
    line = len(day.log)
    day.add(ev.ResultReported(1, 1, 4, 0, WON))
    assert shown(day) == line
    day.add(ev.ResultConfirmed(1, 1, 4, 1))
    assert shown(day) == line
    day.add(ev.RoundClosed(1, 1))
    assert shown(day) == len(day.log)


def place_of(logged: LoggedEvent) -> tuple[int, int]:
    """The phase and the round that a line is about, 0 for none."""
    return getattr(logged.event, "phase", 0), getattr(logged.event, "round", 0)


@pytest.mark.parametrize("form", ["club-day", "club-rounds", "league-evenings", "individual", "duplicate"])
def test_at_every_point_of_a_tournament_it_is_a_log_that_tells_nothing_early(form: str) -> None:
    """By a rule of its own: of each line, whether the lines so far published or closed its round."""
    day = Simulation(regulations_text(form), 16, seed=7).run()
    before: Sequence[LoggedEvent] = ()
    happened: dict[tuple[int, int], set[str]] = defaultdict(set)
    for number in range(len(day.log) + 1):
        log = day.log[:number]
        found = public_log(log)
        assert list(found[: len(before)]) == list(before), "nobody takes back what was open"
        if log:
            happened[place_of(log[-1])].add(type(log[-1].event).__name__)
        for logged in found[len(before) :]:
            name, rounds = type(logged.event).__name__, happened[place_of(logged)]
            assert name not in ONCE_PUBLISHED or "RoundPublished" in rounds
            assert name not in ONCE_CLOSED or "RoundClosed" in rounds
        before = found
    assert len(public_log(day.log)) == len(day.log), "in the end all of it is open"
    for number in range(0, len(day.log), len(day.log) // 5):
        content = dump_log(public_log(day.log[:number]))
        assert dump_log(load_log(content)) == content
        assert check_tournament(day.text, content) == ()
