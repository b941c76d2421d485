"""A state of the protocol, read as a view, is the view that the engine makes."""

from __future__ import annotations

from typing import cast

import pytest

from canastra import table as tables
from canastra.bots import make
from canastra.client import by_bot, view_of
from canastra.engine import TurnSummary
from canastra.protocol import State
from canastra.rulebooks import OFFICIAL
from canastra.table import Stage, Table
from tests.table.hosting import Host


def state_of(table: Table, seat: int | None) -> State:
    return cast(State, tables.snapshot(table, seat))


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_a_match_seen_from_every_seat(rulebook: str) -> None:
    host = Host(rulebook, seed=3, target=300 if rulebook != "canastra-duelo" else None)
    host.level = "greedy"
    host.seat_people(*range(host.rulebook.table.players)).serve()
    phases = set()
    while host.table.stage is not Stage.FINISHED:
        host.play_on(1)
        for seat in range(host.players):
            expected = tables.seat_view(host.table, seat)
            # The protocol has no summary of the turn, which bots don't need.
            assert view_of(state_of(host.table, seat), host.rulebook) == (
                expected and expected._replace(turn_summary=TurnSummary(), first=None, idle_turns=0)
            )
        if host.table.state:
            phases.add(host.table.state.phase)
            acting = tables.seat_view(host.table, host.acting)
            assert acting is not None
            chosen = by_bot("greedy", 7, host.rulebook)(state_of(host.table, host.acting))
            assert chosen == str(make("greedy", 7).choose(acting))
    assert len(phases) >= (3 if rulebook == "canastra-curinguinha" else 2)


def test_a_spectator_sees_no_hand() -> None:
    host = Host("buraco", seed=1).seat_people(0, 1, 2, 3).serve()
    assert view_of(state_of(host.table, 0), host.rulebook) is not None
    seen = view_of(state_of(host.table, None), host.rulebook)
    own = tables.seat_view(host.table, 0)
    assert own is not None
    assert seen == own._replace(hand=(), legal=(), may_refuse=False)


def test_no_view_between_deals() -> None:
    host = Host("buraco")
    assert view_of(state_of(host.table, 0), host.rulebook) is None
