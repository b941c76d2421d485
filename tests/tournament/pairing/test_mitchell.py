"""Mitchell movements; one of eight tables written out by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from canastra.tournament.pairing import (
    Basis,
    PairingError,
    RoundPlan,
    mitchell_advice,
    mitchell_lines,
    mitchell_rounds,
    rounds_before_rematch,
)

SITTING = (1, 2, 3, 4, 5, 6, 7, 8)
MOVING = (11, 12, 13, 14, 15, 16, 17, 18)


def visitors(plan: RoundPlan) -> list[int]:
    assert [each.first for each in plan.pairings] == list(SITTING)
    assert [each.table for each in plan.pairings] == list(SITTING)
    return [each.second for each in plan.pairings]


def test_eight_tables_by_hand() -> None:
    """The pair at table 1 moves to table 2, the pair at table 8 to table 1."""
    rounds = mitchell_rounds(SITTING, MOVING, move=1, rounds=4, skip=False)
    assert [visitors(plan) for plan in rounds] == [
        [11, 12, 13, 14, 15, 16, 17, 18],
        [18, 11, 12, 13, 14, 15, 16, 17],
        [17, 18, 11, 12, 13, 14, 15, 16],
        [16, 17, 18, 11, 12, 13, 14, 15],
    ]


def test_eight_tables_with_a_move_of_two_repeat_after_four_rounds() -> None:
    rounds = mitchell_rounds(SITTING, MOVING, move=2, rounds=5, skip=False)
    assert [visitors(plan)[0] for plan in rounds] == [11, 17, 15, 13, 11]
    advice = mitchell_advice(8, move=2, rounds=5, skip=False)
    assert advice is not None
    assert advice.message("pt").startswith("com 8 mesas e passo 2, os adversários se repetem depois de 4 das 5 rodadas")
    assert mitchell_advice(8, move=2, rounds=4, skip=False) is None


def test_with_a_skip_eight_tables_last_eight_rounds() -> None:
    rounds = mitchell_rounds(SITTING, MOVING, move=2, rounds=8, skip=True)
    assert [visitors(plan)[0] for plan in rounds] == [11, 17, 15, 13, 18, 16, 14, 12]
    advice = mitchell_advice(8, move=2, rounds=9, skip=True)
    assert advice is not None
    assert advice.code == "pairing_mitchell_all"


@pytest.mark.parametrize("tables", range(1, 21))
@pytest.mark.parametrize("skip", [False, True])
def test_nobody_meets_again_before_it_is_said(tables: int, skip: bool) -> None:
    for move in range(1, tables + 2):
        free = rounds_before_rematch(tables, move, skip)
        sitting, moving = tuple(range(tables)), tuple(range(tables, 2 * tables))
        plans = mitchell_rounds(sitting, moving, move, free + 1, skip)
        met = [{(each.first, each.second) for each in plan.pairings} for plan in plans]
        assert len(set.union(*met[:-1])) == free * tables
        assert met[-1] <= set.union(*met[:-1])


@pytest.mark.parametrize("sides", range(3, 40, 2))
@pytest.mark.parametrize("basis", Basis)
def test_an_odd_number_gives_nobody_two_byes(sides: int, basis: Basis) -> None:
    sitting, moving = mitchell_lines(range(1, sides + 1), basis, seed="7")
    assert None not in sitting
    assert moving.count(None) == 1
    byes = Counter(bye for plan in mitchell_rounds(sitting, moving, 1, len(sitting), False) for bye in plan.byes)
    assert byes == dict.fromkeys(sitting, 1)


def test_lines_by_standing_are_equally_strong() -> None:
    sitting, moving = mitchell_lines(range(1, 17), Basis.STANDING, seed="3")
    assert set(sitting) == {1, 4, 5, 8, 9, 12, 13, 16}
    assert sum(filter(None, sitting)) == sum(filter(None, moving))
    assert {mitchell_lines(range(4), Basis.LOT, str(seed))[0] for seed in range(100)} == {
        (one, other) for one in range(4) for other in range(4) if one != other
    }


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(PairingError, match="8 places and the line that moves 7"):
        mitchell_rounds(SITTING, MOVING[:-1], 1, 1, False)
    with pytest.raises(PairingError, match="side 3 is there twice"):
        mitchell_rounds((1, 3), (3, 4), 1, 1, False)
    with pytest.raises(PairingError, match="at least 1"):
        rounds_before_rematch(8, 0)


def test_in_the_last_rounds_the_lines_exchange_their_seats() -> None:
    plain = mitchell_rounds(SITTING, MOVING, move=1, rounds=8, skip=False)
    switched = mitchell_rounds(SITTING, MOVING, move=1, rounds=8, skip=False, switched=2)
    assert switched[:6] == plain[:6]
    for before, after in zip(plain[6:], switched[6:], strict=True):
        turned = [(each.table, each.second, each.first) for each in before.pairings]
        assert [(each.table, each.first, each.second) for each in after.pairings] == turned
