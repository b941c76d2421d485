"""The history checker finds each kind of fault, and reports no others."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.server.storage import Event
from tests.server.history_checker import Attempt, Fault, Outcome, check


def done(command: str, invoked: float, answered: float, seq: int | None = None) -> Attempt:
    return Attempt(command, invoked, answered, Outcome.ACKNOWLEDGED, seq)


def refused(command: str, invoked: float, answered: float) -> Attempt:
    return Attempt(command, invoked, answered, Outcome.REFUSED)


def log(*appends: tuple[str | None, int]) -> list[Event]:
    """The log of appends, each the command and how many events it left."""
    events: list[Event] = []
    for command, count in appends:
        start = len(events) + 1
        events += [Event(seq, start, command, "{}") for seq in range(start, start + count)]
    return events


HISTORY = [done("a", 0, 1, 1), refused("x", 1, 2), done("b", 2, 4, 3), done("c", 3, 5, 4), Attempt("d", 6)]
LOG = log(("a", 2), ("b", 1), ("c", 2), (None, 1))


def faults(history: list[Attempt], events: list[Event]) -> list[Fault]:
    return [finding.fault for finding in check(history, events)]


def test_nothing_is_found_in_a_right_log() -> None:
    assert check(HISTORY, LOG) == []
    assert check([], []) == []


def test_an_unanswered_command_may_be_done_or_not() -> None:
    assert check(HISTORY, [*LOG, Event(7, 7, "d", "{}")]) == []


def test_commands_at_the_same_time_may_stand_in_any_order() -> None:
    assert check([done("a", 0, 2), done("b", 1, 3)], log(("b", 1), ("a", 1))) == []
    assert check([done("a", 0, 1), done("b", 1, 3)], log(("b", 1), ("a", 1))) == []


def test_a_command_sent_again_counts_from_first_sending_to_first_answer() -> None:
    again = [Attempt("a", 0), done("a", 5, 6, 1), done("a", 8, 9, 1), done("b", 3, 4, 2)]
    assert check(again, log(("a", 1), ("b", 1))) == []


@pytest.mark.parametrize(
    ("history", "events", "fault"),
    [
        (HISTORY, LOG[:3], Fault.LOST),
        (HISTORY, LOG[:4] + LOG[5:], Fault.GAP),
        (HISTORY, LOG[1:], Fault.GAP),
        (HISTORY, LOG[1:], Fault.TORN),
        (HISTORY, [*LOG, replace(LOG[-1], body="other")], Fault.NUMBER_TWICE),
        (HISTORY, [LOG[1], LOG[0], *LOG[2:]], Fault.NUMBER_TWICE),
        (HISTORY, [*LOG[:2], replace(LOG[2], start=1), *LOG[3:]], Fault.TORN),
        (HISTORY, [*LOG, replace(LOG[0], seq=7)], Fault.TORN),
        (HISTORY, [*LOG, Event(7, 7, "a", "{}")], Fault.DOUBLED),
        (HISTORY, log(("a", 1), ("a", 1), ("b", 1), ("c", 1)), Fault.DOUBLED),
        (HISTORY, [*LOG, Event(7, 7, "x", "{}")], Fault.REFUSED_BUT_DONE),
        (HISTORY, [*LOG, Event(7, 7, "y", "{}")], Fault.INVENTED),
        (HISTORY, log(("a", 2), ("c", 1), ("b", 1)), Fault.OTHER_NUMBER),
        ([*HISTORY, refused("a", 7, 8)], LOG, Fault.OTHER_ANSWER),
        ([*HISTORY, done("a", 7, 8, 2)], LOG, Fault.OTHER_ANSWER),
        (HISTORY, log(("b", 1), ("a", 2), ("c", 1)), Fault.OUT_OF_ORDER),
        ([done("a", 0, 1), Attempt("d", 2)], log(("d", 1), ("a", 1)), Fault.OUT_OF_ORDER),
    ],
)
def test_each_fault_is_found(history: list[Attempt], events: list[Event], fault: Fault) -> None:
    assert fault in faults(history, events)


def test_every_kind_of_fault_is_tried() -> None:
    (mark,) = test_each_fault_is_found.pytestmark  # type: ignore[attr-defined]
    assert {fault for _, _, fault in mark.args[1]} == set(Fault)


@given(st.integers(0, 2**32), st.integers(1, 30))
def test_any_order_that_real_time_allows_is_right_and_no_other(seed: int, count: int) -> None:
    """Against the slow definition: every pair of commands."""
    rng = random.Random(seed)
    spans = {f"{each}": sorted((rng.randrange(40), rng.randrange(40))) for each in range(count)}
    order = sorted(spans, key=lambda each: rng.uniform(*spans[each]))
    if rng.random() < 0.5:
        first, second = rng.randrange(count), rng.randrange(count)
        order[first], order[second] = order[second], order[first]
    history = [done(each, *span) for each, span in spans.items()]
    wrong = any(spans[later][1] < spans[earlier][0] for place, later in enumerate(order) for earlier in order[:place])
    assert (Fault.OUT_OF_ORDER in faults(history, log(*((each, 1) for each in order)))) is wrong
