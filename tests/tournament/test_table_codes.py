"""Codes of tables and links of players: found in one step, whatever the tournament holds."""

from __future__ import annotations

import hmac
from itertools import product

import pytest

from canastra.tournament import events as ev
from canastra.tournament.pairing import round_robin
from canastra.tournament.table_codes import (
    HALVES,
    LETTERS,
    TYPED,
    EnteredPlayer,
    TablePlace,
    TokenIndex,
    player_token,
    side_token,
)
from tests.tournament.days import Day, regulations_text

SECRET = bytes(range(32))


def day(rounds: int = 3, published: int | None = None) -> Day:
    """Eight pairs in one group, with rounds drafted of which the first ones are published."""
    made = Day(regulations_text("club-day", ("size = 4 ", "size = 8 ")), sides=8)
    made.begin(1, range(1, 9))
    for number, plan in enumerate(round_robin(range(1, 9))[:rounds], 1):
        made.draft(1, number, [(each.first, each.second) for each in plan.pairings])
        if published is None or number <= published:
            made.add(ev.RoundPublished(1, number))
    return made


class Counting:
    """How many HMACs were computed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, digest = 0, hmac.digest

        def counted(key: bytes, message: bytes, name: str) -> bytes:
            self.count += 1
            return digest(key, message, name)

        monkeypatch.setattr(hmac, "digest", counted)


def test_a_code_is_found_with_one_hmac_and_a_wrong_one_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    state = day().state
    index, right = TokenIndex(SECRET, state), side_token(SECRET, TablePlace(1, 3, 4), 1)
    counting = Counting(monkeypatch)
    assert index.side(state, "a" * LETTERS) is None
    assert index.player(state, "a" * LETTERS) is None
    assert counting.count == 0
    found = index.side(state, right)
    assert found is not None
    assert (found.place, found.half, found.token, found.is_open) == (TablePlace(1, 3, 4), 1, right, True)
    assert counting.count == 1


def test_every_code_and_link_leads_to_its_own_place() -> None:
    made = day()
    index = TokenIndex(SECRET, made.state)
    for number, table, half in product((1, 2, 3), (1, 2, 3, 4), HALVES):
        token = side_token(SECRET, TablePlace(1, number, table), half)
        for given in (token, token[:TYPED], f"  {token[:TYPED].upper()} "):
            found = index.side(made.state, given)
            assert found is not None
            assert (found.place, found.half) == (TablePlace(1, number, table), half)
        for wrong in (token[:-1], token[:TYPED] + "a" * (LETTERS - TYPED), token[: TYPED - 1] + "á"):
            assert index.side(made.state, wrong) is None
    for side in range(1, 9):
        player = EnteredPlayer(side, 2)
        linked = index.player(made.state, player_token(SECRET, player))
        assert linked is not None
        assert linked.player == player
        assert index.player(made.state, player_token(SECRET, player)[:TYPED]) is None
    assert index.player(made.state, player_token(bytes(32), EnteredPlayer(1, 1))) is None


def test_codes_of_drafts_open_nothing_and_of_closed_rounds_are_known() -> None:
    made = day(rounds=2, published=1)
    index = TokenIndex(SECRET, made.state)
    first, second = (side_token(SECRET, TablePlace(1, number, 1), 0) for number in (1, 2))
    assert index.side(made.state, second) is None
    drafted = made.state
    made.add(ev.RoundPublished(1, 2))
    index.follow(made.state)
    assert index.side(made.state, second) is not None
    assert index.side(drafted, second) is None
    made.add(ev.RoundStarted(1, 1))
    for table in range(1, 5):
        made.add(ev.SheetReceived(1, 1, table, ev.PlayedResult(((2010, 1500),))))
    made.add(ev.RoundClosed(1, 1))
    index.follow(made.state)
    closed = index.side(made.state, first)
    assert closed is not None
    assert not closed.is_open


def test_links_follow_who_enters_and_who_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    made = day()
    index = TokenIndex(SECRET, made.state)
    link = player_token(SECRET, EnteredPlayer(2, 1))
    assert index.player(made.state, link) is not None
    made.add(ev.SideWithdrawn(2, "viagem"))
    counting = Counting(monkeypatch)
    index.follow(made.state)
    assert counting.count == 0
    assert index.player(made.state, link) is None
