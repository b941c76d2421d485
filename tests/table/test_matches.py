"""Whole matches by commands alone, under all five rulebooks, and the sums of their logs."""

from __future__ import annotations

import pytest

from canastra import table as tables
from canastra.records import parse, write
from canastra.rulebooks import OFFICIAL, official
from canastra.table import Stage, dump_event, load_event
from canastra.table.events import DealEnded, MatchEnded
from tests.table.hosting import Host

every = pytest.mark.parametrize("rulebook", OFFICIAL)
RANDOM = [rulebook for rulebook in OFFICIAL if not official(rulebook).threes.red_exposed]
"""Where playing at random reaches a target; elsewhere red 3s without a canasta cost more than is won."""


def short_target(rulebook: str) -> int | None:
    return 200 if official(rulebook).match.target else None


@pytest.mark.parametrize(("rulebook", "level"), [*((r, "greedy") for r in OFFICIAL), *((r, "random") for r in RANDOM)])
def test_bots_play_a_match_to_its_end(rulebook: str, level: str) -> None:
    host = Host(rulebook, seed=7, target=short_target(rulebook)).seat_people(level=level)
    host.serve()
    assert host.table.stage is Stage.FINISHED
    result = host.log[-1]
    assert isinstance(result, MatchEnded)
    replayed = host.replayed()
    assert replayed.match.finished
    assert replayed.match.winner == result.winner
    assert host.table.match == replayed.match


@every
def test_people_play_a_match_with_a_verified_shuffle(rulebook: str) -> None:
    host = Host(rulebook, seed=3, target=short_target(rulebook))
    host.fair, host.level = True, "greedy"
    host.seat_people(*range(host.players)).play_on()
    assert host.table.stage is Stage.FINISHED
    record = tables.record(host.table)
    assert parse(write(record)) == record
    assert all(deal.fairness and deal.fairness["secret"] for deal in record.deals)
    assert record.about == {"id": "m1"}


@every
def test_every_prefix_of_the_log_is_the_table_that_was(rulebook: str) -> None:
    """Through JSON, command by command; a log read back adds up to the same table."""
    host = Host(rulebook, seed=11, target=short_target(rulebook)).seat_people(0)
    folded, written = tables.open_table(host.opened), 1
    for _ in range(300):
        host.play_on(1)
        while written < len(host.log):
            event = load_event(dump_event(host.log[written]))
            assert event == host.log[written]
            folded = tables.evolve(folded, event)
            written += 1
        assert folded == host.table
    assert tables.rebuild(host.log) == host.table


@every
def test_the_same_commands_make_the_same_log(rulebook: str) -> None:
    host = Host(rulebook, seed=5, target=short_target(rulebook)).seat_people(0, 1).play_on(400)
    again = tables.open_table(host.opened)
    log = [host.log[0]]
    for command, now in host.commands:
        for event in tables.decide(again, command, now):
            log.append(event)
            again = tables.evolve(again, event)
    assert log == host.log
    assert again == host.table


@every
def test_the_record_can_be_taken_at_any_time(rulebook: str) -> None:
    host = Host(rulebook, seed=9, target=short_target(rulebook)).seat_people(0)
    assert tables.record(host.table).deals == ()
    for _ in range(60):
        host.play_on(5)
        replayed = host.replayed()
        if host.table.state:
            assert replayed.deals[-1].state == host.table.state
        assert replayed.match == host.table.match


@every
def test_an_ended_deal_tells_the_points_of_its_record(rulebook: str) -> None:
    host = Host(rulebook, seed=2, target=short_target(rulebook)).seat_people(level="greedy").serve()
    ended = [event for event in host.log if isinstance(event, DealEnded)]
    for event, deal in zip(ended, host.replayed().deals, strict=True):
        assert deal.scores
        assert deal.match
        assert [each["total"] for each in event.scores] == [each.total for each in deal.scores]
        assert event.points == deal.match.points
        assert (event.ending, event.went_out) == (deal.state.ending, deal.state.went_out)


def test_the_log_of_another_rulebook_is_noticed() -> None:
    host = Host("buraco")
    with pytest.raises(tables.FormError, match="sha256"):
        tables.open_table(host.opened, lambda _: official("tranca"))


@every
def test_each_end_of_a_deal_tells_the_match_so_far(rulebook: str) -> None:
    """From before the first deal on; so a page that was loaded anew can draw the whole curve."""
    host = Host(rulebook, seed=7, target=short_target(rulebook)).seat_people(level="greedy")
    host.serve()
    points = [(0, 0)]
    ends = [event for event in host.log if isinstance(event, DealEnded)]
    for event in ends:
        assert event.hand_scores
        points.append((event.points[0], event.points[1]))
        assert list(event.history) == points
    assert ends
