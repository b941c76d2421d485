"""Knock-outs: one of eleven by hand, crossings of groups, walk-overs, every size played to its end."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from canastra.tournament.pairing import (
    Bracket,
    Origin,
    PairingError,
    Part,
    Seed,
    Tie,
    bracket,
    bracket_slots,
    due_ties,
    tie_outcomes,
)


def seeds(count: int) -> list[Seed]:
    return [Seed(number) for number in range(1, count + 1)]


def drawn(tie: Tie) -> str:
    """A tie as in ``4: 1 - W1``, a loser as L."""
    first, second = (
        f"{'' if source.origin == 'side' else source.origin[0].upper()}{source.number}"
        for source in (tie.first, tie.second)
    )
    return f"{tie.number}: {first} - {second}"


def test_a_knock_out_of_eleven_by_hand() -> None:
    """The next power of two is 16: five byes, for 1 to 5; 6 meets 11, 7 meets 10, 8 meets 9.

    In the second round 1 meets the winner of 8 and 9, 2 that of 7 and 10, 3 that of 6 and 11, and 4 meets 5. In the
    semi-finals the quarters of 1 and 4 meet, and those of 2 and 3.
    """
    found = bracket(seeds(11), third_place=True, consolation=False)
    assert [drawn(tie) for tie in found.ties if tie.round == 1] == ["1: 8 - 9", "2: 7 - 10", "3: 6 - 11"]
    assert [drawn(tie) for tie in found.ties if tie.round == 2] == ["4: 1 - W1", "5: 4 - 5", "6: 2 - W2", "7: 3 - W3"]
    assert [drawn(tie) for tie in found.ties if tie.round == 3] == ["8: W4 - W5", "9: W6 - W7"]
    final, third = (tie for tie in found.ties if tie.round == 4)
    assert (drawn(final), final.part) == ("10: W8 - W9", Part.MAIN)
    assert (drawn(third), third.part) == ("11: L8 - L9", Part.THIRD_PLACE)


def test_the_consolation_of_eleven_by_hand() -> None:
    """Three lose in the first round and four in the second: seven, so one has a bye. No side meets another again.

    The losers of ties 4, 5, 6, 7 come before those of 1, 2, 3. The loser of tie 7 meets that of 2, that of 5 that of 3,
    and that of 6 that of 1: each comes from another quarter.
    """
    found = bracket(seeds(11), third_place=False, consolation=True)
    consolation = [tie for tie in found.ties if tie.part is Part.CONSOLATION]
    assert [(tie.round, drawn(tie)) for tie in consolation] == [
        (3, "11: L7 - L2"),
        (3, "12: L5 - L3"),
        (3, "13: L6 - L1"),
        (4, "14: L4 - W11"),
        (4, "15: W12 - W13"),
        (5, "16: W14 - W15"),
    ]


def test_who_plays_for_the_third_place_plays_no_consolation() -> None:
    """Of seven 1 has a bye: three lose in the first round; those who lose the semi-finals play for the third place."""
    found = bracket(seeds(7), third_place=True, consolation=True)
    assert [(tie.part.value, tie.round, drawn(tie)) for tie in found.ties[6:]] == [
        ("consolation", 2, "7: L2 - L3"),
        ("consolation", 3, "8: L1 - W7"),
        ("third_place", 3, "9: L4 - L5"),
    ]


@pytest.mark.parametrize("count", range(2, 70))
def test_nobody_has_two_ties_to_play_at_a_time(count: int) -> None:
    """Each loser goes on in one part."""
    found = bracket(seeds(count), third_place=True, consolation=True)
    losers = [
        source.number for tie in found.ties for source in (tie.first, tie.second) if source.origin is Origin.LOSER
    ]
    assert len(losers) == len(set(losers))
    parts = {tie.part for tie in found.ties}
    assert (Part.THIRD_PLACE in parts) == (count > 3)


@pytest.mark.parametrize("count", [2, 4, 8, 16, 32, 64])
def test_without_byes_seeds_meet_as_everywhere(count: int) -> None:
    """If the better side always wins, places add up to one more than the sides that are left."""
    slots = [slot + 1 for slot in bracket_slots([None] * count) if slot is not None]
    while len(slots) > 1:
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        assert all(sum(pair) == len(slots) + 1 for pair in pairs)
        slots = [min(pair) for pair in pairs]


@pytest.mark.parametrize("count", range(2, 70))
def test_the_best_have_the_byes(count: int) -> None:
    slots = bracket_slots([None] * count)
    alone = [one or other or 0 for one, other in zip(slots[::2], slots[1::2], strict=True) if None in (one, other)]
    assert sorted(alone) == list(range(len(slots) - count))


def meet_in(slots: tuple[int | None, ...], one: int, other: int) -> int:
    """The round in which two seeds meet if both win on."""
    return (slots.index(one) ^ slots.index(other)).bit_length()


def test_four_groups_cross_winners_and_seconds() -> None:
    """Winners A B C D, then seconds: each winner begins against the second of another group, met again in the final."""
    slots = bracket_slots([*"ABCD", *"ABCD"])
    for group in range(4):
        assert meet_in(slots, group, group + 4) == 3
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    assert all(sorted(place is not None and place // 4 for place in pair) == [0, 1] for pair in pairs)


@pytest.mark.parametrize("seed", range(150))
def test_those_of_a_group_meet_as_late_as_can_be(seed: int) -> None:
    """Two in different halves, three or four in different quarters, and so on: whatever their order."""
    chance = Random(seed)
    groups = chance.choice([2, 3, 4, 6, 8])
    each = chance.choice([1, 2, 3, 4])
    qualified: list[str] = []
    for _ in range(each):
        qualified += chance.sample([f"group {number}" for number in range(groups)], groups)
    slots = bracket_slots(qualified)
    depth = len(slots).bit_length() - 1
    for one, other in combinations(range(len(qualified)), 2):
        if qualified[one] == qualified[other]:
            assert meet_in(slots, one, other) > depth - (each - 1).bit_length()
    # The best of all still stand apart, and byes go to winners of groups before seconds.
    if len(slots) > 2:
        assert meet_in(slots, 0, 1) == depth
    alone = [one or other or 0 for one, other in zip(slots[::2], slots[1::2], strict=True) if None in (one, other)]
    assert all(place < max(groups, 2 * len(alone)) for place in alone)


def play(found: Bracket, chance: Random, withdraw: float = 0.0) -> tuple[dict[int, int | None], set[int]]:
    """Play ties with random results until none is due. Before a tie a side may withdraw, or neither side come."""
    winners: dict[int, int | None] = {}
    withdrawn: set[int] = set()
    while due := due_ties(found, winners, tuple(withdrawn)):
        tie, one, other = chance.choice(due)
        if chance.random() < withdraw:
            withdrawn.add(one)
        elif chance.random() < withdraw / 2:
            winners[tie.number] = None
        else:
            winners[tie.number] = chance.choice([one, other])
    return winners, withdrawn


@pytest.mark.parametrize("count", range(2, 40))
def test_everybody_but_the_winner_loses_once(count: int) -> None:
    found = bracket(seeds(count), third_place=True, consolation=True)
    winners, _ = play(found, Random(count))
    assert set(winners) == {tie.number for tie in found.ties}
    outcomes = tie_outcomes(found, winners)
    lost = [outcomes[tie.number][1] for tie in found.ties if tie.part is Part.MAIN]
    assert len(lost) == count - 1 == len(set(lost))
    champion = outcomes[max(tie.number for tie in found.ties if tie.part is Part.MAIN)][0]
    assert champion not in lost


@pytest.mark.parametrize("seed", range(60))
def test_a_knock_out_ends_whoever_withdraws(seed: int) -> None:
    chance = Random(seed)
    found = bracket(seeds(chance.randint(2, 40)), third_place=True, consolation=True)
    winners, withdrawn = play(found, chance, withdraw=0.2)
    outcomes = tie_outcomes(found, winners, tuple(withdrawn))
    assert set(outcomes) == {tie.number for tie in found.ties}
    assert all(winner is None or winner != loser for winner, loser in outcomes.values())


def test_a_walk_over_and_a_tie_without_anybody() -> None:
    """Of four, 1 beats 4 and neither 2 nor 3 comes: 1 has won, and 4 the third place."""
    found = bracket(seeds(4), third_place=True, consolation=False)
    winners = {1: 1, 2: None}
    assert due_ties(found, winners) == ()
    assert tie_outcomes(found, winners) == {1: (1, 4), 2: (None, None), 3: (1, None), 4: (4, None)}


def test_who_withdraws_after_winning_gives_way_to_the_next_opponent() -> None:
    found = bracket(seeds(4), third_place=True, consolation=False)
    winners = {1: 1, 2: 2}
    assert [(one, other) for _, one, other in due_ties(found, winners)] == [(1, 2), (4, 3)]
    assert [(one, other) for _, one, other in due_ties(found, winners, withdrawn=[1])] == [(4, 3)]
    assert tie_outcomes(found, winners, withdrawn=[1])[3] == (2, None)


def test_one_side_and_a_side_twice_are_refused() -> None:
    with pytest.raises(PairingError, match="at least 2"):
        bracket(seeds(1), True, True)
    with pytest.raises(PairingError, match="side 1 is there twice"):
        bracket([*seeds(2), Seed(1)], True, True)


@pytest.mark.parametrize("groups", range(1, 9))
@pytest.mark.parametrize("orders", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_the_best_have_byes_whatever_groups_cross(groups: int, orders: int) -> None:
    """In some orders in which the groups can end: winners before seconds, and the best others after those."""
    rng = Random(groups)
    for passing, others, _ in product(range(1, 5), range(5), range(orders)):
        order = [group for _ in range(passing) for group in rng.sample(range(groups), groups)]
        order += rng.sample(range(groups), min(others, groups))
        if len(order) < 2:
            continue
        slots = bracket_slots(order)
        size = len(slots)
        resting = [
            max(pair, key=lambda slot: slot is not None)
            for pair in zip(slots[::2], slots[1::2], strict=True)
            if None in pair
        ]
        assert sorted(slot for slot in resting if slot is not None) == list(range(size - len(order)))
        assert sorted(slot for slot in slots if slot is not None) == list(range(len(order)))
        if passing == 2 and not others:
            upper = [order[slot] for slot in slots[: size // 2] if slot is not None]
            assert len(set(upper)) == len(upper), "the two of a group meet in the final at the earliest"
