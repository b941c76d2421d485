"""The points of the running deal that the sheet would credit for the melds on the table."""

from __future__ import annotations

import pytest

from canastra.engine import Phase, points_on_table, score, view
from canastra.rulebooks import OFFICIAL, official
from tests.playing import states


@pytest.mark.parametrize("name", OFFICIAL)
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_sheet_of_a_deal_that_would_end_now(name: str, seed: int) -> None:
    rulebook, seen = official(name), 0
    for state in states(rulebook, seed, vulnerable=True):
        found = points_on_table(rulebook, state.melds)
        sheet = tuple(each.melded + each.clean + each.dirty + each.royal for each in score(state))
        assert found == sheet
        seen = max(seen, *found)
    assert state.phase is Phase.OVER
    assert seen, "nobody laid anything"


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_seat_finds_the_same_number(name: str) -> None:
    rulebook = official(name)
    for state in states(rulebook, 7):
        seen = {points_on_table(rulebook, view(state, seat).melds) for seat in range(rulebook.table.players)}
        assert seen == {points_on_table(rulebook, state.melds)}
