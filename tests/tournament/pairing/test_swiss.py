"""Pairing by standings: a danese of twelve pairs by hand, and nothing cheaper by trying every round there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from canastra.tournament.pairing import (
    AvoidedMeeting,
    Basis,
    Competitor,
    Cost,
    Obstacle,
    Pairing,
    PairingError,
    Rematches,
    RoundPlan,
    SeatingTerms,
    SwissTerms,
    avoided_meetings,
    cost_of,
    pair_by_standings,
    played,
    swiss_advice,
)
from canastra.tournament.pairing.matchings import exact_matching
from tests.tournament.pairing.test_matchings import all_matchings

BY_STANDING = SeatingTerms(Basis.STANDING, Basis.STANDING, seed="")


def sides(count: int, met: str = "", **more: object) -> list[Competitor]:
    """Sides 1, 2, … in their order; `met` says who has met, as in ``1-2 3-4``, the last round behind a bar."""
    before, _, last = met.rpartition("|")
    found = {number: Competitor(number) for number in range(1, count + 1)}
    for text, recent in ((before, False), (last, True)):
        for pair in text.split():
            one, other = map(int, pair.split("-"))
            for side, opponent in ((one, other), (other, one)):
                known = found[side]
                found[side] = replace(known, met=(*known.met, opponent), recent=(opponent,) if recent else known.recent)
    return list(found.values())


def couples(plan: RoundPlan) -> str:
    return " ".join(f"{min(each.first, each.second)}-{max(each.first, each.second)}" for each in plan.pairings)


def paired(standings: list[Competitor], rematches: Rematches, apart: bool = False) -> RoundPlan:
    return pair_by_standings(standings, SwissTerms(rematches, apart), BY_STANDING)


FIRST = "1-2 3-4 5-6 7-8 9-10 11-12"


def test_the_first_round_of_a_danese_of_twelve() -> None:
    for rule in Rematches:
        assert couples(paired(sides(12), rule)) == FIRST


def after(order: list[int], standings: list[Competitor]) -> list[Competitor]:
    known = {side.number: side for side in standings}
    return [known[number] for number in order]


def test_a_danese_of_twelve_by_hand() -> None:
    """After the first round the winners 1, 3, 6, 8, 9, 12 stand first, each group by difference.

    The order is 3 6 1 12 8 9 | 10 2 4 11 7 5. The first meets the second, and so on: 3-6, 1-12, 8-9, 10-2, 4-11, 7-5.
    None of these have met, so all three kinds pair the same.
    """
    standings = after([3, 6, 1, 12, 8, 9, 10, 2, 4, 11, 7, 5], sides(12, FIRST))
    for rule in (Rematches.ALLOWED, Rematches.NOT_LAST, Rematches.NEVER):
        assert couples(paired(standings, rule)) == "3-6 1-12 8-9 2-10 4-11 5-7"


def test_the_third_round_of_the_danese_differs_by_kind() -> None:
    """In the third round 6 leads before 3, which it beat last; 1 and 2, third and fourth, met in the first round.

    - pure: 6-3 1-2 again;
    - not the opponents of the last round: 6 and 3 part, and the nearest are 6-1 and 3-2, two ranks each; the others may
      play as they stand;
    - never again: 6-1 and 3-2 too, as 1 and 2 may not meet either. The rest has not met.
    """
    met = FIRST + " | 3-6 1-12 8-9 2-10 4-11 5-7"
    standings = after([6, 3, 1, 2, 12, 8, 9, 4, 10, 5, 11, 7], sides(12, met))
    assert couples(paired(standings, Rematches.ALLOWED)) == "3-6 1-2 8-12 4-9 5-10 7-11"
    assert couples(paired(standings, Rematches.NOT_LAST)) == "1-6 2-3 8-12 4-9 5-10 7-11"
    assert couples(paired(standings, Rematches.NEVER)) == "1-6 2-3 8-12 4-9 5-10 7-11"


def test_not_the_last_opponents_but_those_before() -> None:
    """1-2 met in the first round and 3-4 in the last: a danese pairs 1-2 again, Swiss neither of them."""
    standings = sides(4, "1-2 | 3-4")
    assert couples(paired(standings, Rematches.NOT_LAST)) == "1-3 2-4"
    standings = sides(6, "1-2 | 5-6")
    assert couples(paired(standings, Rematches.NOT_LAST)) == "1-2 3-5 4-6"
    # Without a rematch: 1-3 2-5 4-6 costs 4 + 9 + 4 in distance, 1-3 2-6 4-5 and 1-5 2-3 4-6 more, 21 each.
    assert couples(paired(standings, Rematches.NEVER)) == "1-3 2-5 4-6"


def test_a_league_rather_repeats_an_old_meeting_than_one_of_tonight() -> None:
    """1 and 2 met tonight; the other two ways are meetings of earlier evenings, the second less often."""
    standings = sides(4, "1-3 2-4 1-3 2-4 1-4 2-3 | 1-2 3-4")
    assert couples(paired(standings, Rematches.EVENING)) == "1-4 2-3"
    twice = sides(4, "1-3 2-4 1-3 2-4 1-4 2-3 1-4 2-3 | 1-2 3-4")
    assert couples(paired(twice, Rematches.NEVER)) == "1-2 3-4"
    assert couples(paired(twice, Rematches.EVENING)) == "1-3 2-4"


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    standings = [replace(side, byes=int(side.number in (6, 7))) for side in sides(7)]
    plan = paired(standings, Rematches.NEVER)
    assert plan.byes == (5,)
    assert couples(plan) == "1-2 3-4 6-7"


def test_delegations_give_way_to_byes_and_rematches_only() -> None:
    """1 and 2 are of one club. Apart, 1 meets 3; but not if 1 has met 3 and 4 before."""
    clubs = [replace(side, delegation="AABB" if side.number < 3 else "") for side in sides(4)]
    assert couples(paired(clubs, Rematches.NEVER, apart=False)) == "1-2 3-4"
    assert couples(paired(clubs, Rematches.NEVER, apart=True)) == "1-3 2-4"
    met = [replace(side, delegation="AABB" if side.number < 3 else "") for side in sides(4, "1-3 2-4 1-4 2-3 |")]
    assert couples(paired(met, Rematches.NEVER, apart=True)) == "1-2 3-4"


def avoided(standings: list[Competitor], rule: Rematches, meetings: str, apart: bool = False) -> list[AvoidedMeeting]:
    pairs = [[int(side) for side in pair.split("-")] for pair in meetings.split()]
    plan = RoundPlan(tuple(Pairing(table, one, other) for table, (one, other) in enumerate(pairs, 1)))
    return list(avoided_meetings(standings, SwissTerms(rule, apart), plan))


def test_who_stands_between_two_and_had_met_the_better_one_is_named() -> None:
    """1 leads and meets 4: it had met 2 and 3. No side stands between 2 and 3; 6 is not better than 5."""
    standings = sides(6, "1-2 | 1-3 5-6")
    for meetings in ("1-4 2-3 5-6", "4-1 3-2 6-5"):
        assert avoided(standings, Rematches.NEVER, meetings) == [AvoidedMeeting(1, 1, (2, 3), Obstacle.MET)]
    assert avoided(standings, Rematches.NOT_LAST, "1-4 2-3 5-6") == [AvoidedMeeting(1, 1, (3,), Obstacle.MET)]
    assert avoided(standings, Rematches.EVENING, "1-4 2-3 5-6") == [AvoidedMeeting(1, 1, (2, 3), Obstacle.MET)]
    assert avoided(standings, Rematches.ALLOWED, "1-4 2-3 5-6") == []
    assert avoided(standings, Rematches.NEVER, "1-2 3-4 5-6") == []


def test_who_is_of_the_delegation_is_named_in_the_rounds_that_keep_it_apart() -> None:
    """3 met 1 and is of its club too: that they met comes first."""
    clubs = [replace(each, delegation="AABB" if each.number < 4 else "") for each in sides(6, "1-3 |")]
    due = [AvoidedMeeting(1, 1, (3,), Obstacle.MET), AvoidedMeeting(1, 1, (2,), Obstacle.DELEGATION)]
    assert avoided(clubs, Rematches.NEVER, "1-4 5-6", apart=True) == due
    assert avoided(clubs, Rematches.NEVER, "1-4 5-6") == due[:1]
    without = [replace(each, delegation="") for each in clubs]
    assert avoided(without, Rematches.ALLOWED, "1-4 5-6", apart=True) == []


def test_a_pairing_of_somebody_without_a_place_is_left_out() -> None:
    assert avoided(sides(3, "1-2 |"), Rematches.NEVER, "1-3 2-9") == [AvoidedMeeting(1, 1, (2,), Obstacle.MET)]


def test_seats_stay_within_one_of_an_even_share() -> None:
    """1 and 2 both sat first twice: one of them would sit first a third time."""
    standings = [replace(side, seats=(2, 0) if side.number < 3 else (0, 2)) for side in sides(4)]
    plan = paired(standings, Rematches.NEVER)
    assert couples(plan) == "1-3 2-4"
    assert [each.second for each in plan.pairings] == [1, 2]
    assert couples(paired(standings, Rematches.ALLOWED)) == "1-2 3-4"


def rounds_there_are(count: int) -> list[RoundPlan]:
    found = []
    for matching in all_matchings(list(range(1, count + 1 + count % 2))):
        byes = tuple(one for one, other in matching if other > count)
        pairs = [pair for pair in matching if max(pair) <= count]
        found.append(RoundPlan(tuple(Pairing(at, *pair) for at, pair in enumerate(pairs, start=1)), byes))
    return found


def some_standings(chance: Random, count: int) -> list[Competitor]:
    """Sides with a past, which need not have come about by rounds."""
    standings = []
    for number in chance.sample(range(1, count + 1), count):
        met = tuple(each for each in chance.choices(range(1, count + 1), k=chance.randrange(4)) if each != number)
        standings.append(
            Competitor(
                number,
                chance.choice(["", "A", "B"]),
                met,
                met[-1:],
                chance.choice([0, 0, 1, 2]),
                (chance.randrange(4), chance.randrange(4)),
                tuple(chance.choices(range(1, 5), k=2)),
            )
        )
    return standings


@pytest.mark.parametrize("seed", range(80))
def test_no_round_costs_less(seed: int) -> None:
    chance = Random(seed)
    count = chance.randint(2, 8)
    standings = some_standings(chance, count)
    for rule in Rematches:
        terms = SwissTerms(rule, chance.random() < 0.5)
        plan = pair_by_standings(standings, terms, SeatingTerms(chance.choice(list(Basis)), Basis.LOT, str(seed)))
        cheapest = min(cost_of(standings, terms, each) for each in rounds_there_are(count))
        assert cost_of(standings, terms, plan) == cheapest


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [9, 20, 31])
def test_no_round_costs_less_where_one_club_has_the_majority(count: int, seed: int) -> None:
    """Half of that club has to meet its own; the complete graph, without any edge left out, finds nothing better."""
    chance = Random(seed)
    sides = [Competitor(number, chance.choice(["A", "A", "A", "B", ""])) for number in range(count)]
    sides[0] = replace(sides[0], delegation="A")
    seating = SeatingTerms(Basis.STANDING, Basis.LOT, "x")
    terms = SwissTerms(Rematches.NEVER, apart=True)
    for _ in range(3):
        plan = pair_by_standings(sides, terms, seating)
        places = count + count % 2
        costs = [[_plain(sides, terms, one, other) for other in range(places)] for one in range(places)]
        found = exact_matching(costs, combinations(range(places), 2))
        assert _plain_sum(cost_of(sides, terms, plan)) == sum(costs[one][other] for one, other in found)
        sides = chance.sample(played(sides, plan), count)


def _plain(sides: Sequence[Competitor], terms: SwissTerms, one: int, other: int) -> int:
    """The cost of a meeting, or of a bye with the place below the last, as one number."""
    first, second = sorted((one, other))
    if first == second:
        return 0
    bye = second == len(sides)
    plan = (
        RoundPlan((), (sides[first].number,))
        if bye
        else RoundPlan((Pairing(1, sides[first].number, sides[second].number),))
    )
    return _plain_sum(cost_of(sides, terms, plan))


def _plain_sum(cost: Cost) -> int:
    number = 0
    for each in cost:
        number = number * 10**7 + each
    return number


def test_the_cost_of_a_round_by_hand() -> None:
    """Ranks: 1 first to 5 last. 1-3 met before, in the last round; 2 and 5 are of one club; 4 has its second bye."""
    standings = [
        Competitor(1, met=(3,), recent=(3,), tables=(1,)),
        Competitor(2, "AABB"),
        Competitor(3, met=(1,), recent=(1,), tables=(1,)),
        Competitor(4, byes=1),
        Competitor(5, "AABB", tables=(2,)),
    ]
    plan = RoundPlan((Pairing(1, 1, 3), Pairing(2, 5, 2)), (4,))
    cost = cost_of(standings, SwissTerms(Rematches.NEVER, apart=True), plan)
    # Distances: 1-3 two, 2-5 three, 4 two from the place below the last. The rank of 2 leads to table 1.
    assert cost == Cost(1, 1, 1, 1, 0, 4 + 9 + 4, 2)


def test_above_half_as_many_rounds_as_sides_a_round_robin_is_proposed() -> None:
    assert swiss_advice(16, 8) is None
    advice = swiss_advice(9, 5)
    assert advice is not None
    assert dict(advice.figures) == {"sides": 9, "rounds": 5, "most": 4, "all": 9}
    assert advice.message("pt") == (
        "5 rodadas com 9 inscrições podem exigir confrontos repetidos; só até 4 isso não acontece: "
        "todos contra todos leva 9 rodadas"
    )


def test_one_side_and_a_side_twice_are_refused() -> None:
    with pytest.raises(PairingError, match="at least 2 here, and there are 1"):
        paired(sides(1), Rematches.NEVER)
    with pytest.raises(PairingError, match="side 2 is there twice"):
        paired([*sides(3), Competitor(2)], Rematches.NEVER)
