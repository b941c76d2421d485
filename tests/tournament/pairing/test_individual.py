"""Individual tournaments: eight and nine by hand, every schedule counted, any number round by round."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from canastra.tournament.pairing import (
    IndividualRound,
    PairingError,
    SoloPlayer,
    individual_round,
    individual_schedule,
    individually_played,
)
from canastra.tournament.pairing.whist import WHIST_SIZES


def drawn(plan: IndividualRound) -> list[str]:
    return [f"{a}+{b} - {c}+{d}" for (a, b), (c, d) in ((each.first, each.second) for each in plan.foursomes)]


def test_eight_players_by_hand() -> None:
    """The eighth stays; in the next round every other number is one higher, and after 7 comes 1.

    Partners in the first round differ by 2 (5+7), 3 (6+2), 1 (3+4): each difference of seven places once. So each two
    players are partners once in seven rounds.
    """
    schedule = individual_schedule(range(1, 9))
    assert schedule is not None
    assert len(schedule) == 7
    assert drawn(schedule[0]) == ["8+1 - 5+7", "2+6 - 3+4"]
    assert drawn(schedule[1]) == ["8+2 - 6+1", "3+7 - 4+5"]
    assert drawn(schedule[6]) == ["8+7 - 4+6", "1+5 - 2+3"]


def test_nine_players_by_hand() -> None:
    """Three rows of three, 1 2 3, 4 5 6, 7 8 9. In the first round 1 sits out.

    In the next one each number is replaced by its right neighbour in the row, and after three rounds by the one below.
    """
    schedule = individual_schedule(range(1, 10))
    assert schedule is not None
    assert len(schedule) == 9
    assert [plan.byes for plan in schedule] == [(number,) for number in range(1, 10)]
    assert drawn(schedule[0]) == ["4+7 - 3+2", "5+9 - 6+8"]
    assert drawn(schedule[1]) == ["5+8 - 1+3", "6+7 - 4+9"]
    assert drawn(schedule[3]) == ["7+1 - 6+5", "8+3 - 9+2"]


def partnerships(rounds: list[IndividualRound]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for plan in rounds for each in plan.foursomes for pair in (each.first, each.second))


def oppositions(rounds: list[IndividualRound]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset((one, other))
        for plan in rounds
        for each in plan.foursomes
        for one in each.first
        for other in each.second
    )


def test_every_size_up_to_41_that_can_have_a_schedule_has_one() -> None:
    assert set(range(4, 42)) & WHIST_SIZES == {count for count in range(4, 42) if count % 4 in (0, 1)}


@pytest.mark.parametrize("count", sorted(WHIST_SIZES))
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(count: int) -> None:
    schedule = individual_schedule(range(count))
    assert schedule is not None
    assert len(schedule) == count - (count % 4 == 0)
    everyone = {frozenset(pair) for pair in combinations(range(count), 2)}
    assert partnerships(list(schedule)) == dict.fromkeys(everyone, 1)
    assert oppositions(list(schedule)) == dict.fromkeys(everyone, 2)
    for plan in schedule:
        seated = [each for foursome in plan.foursomes for each in (*foursome.first, *foursome.second)]
        assert sorted([*seated, *plan.byes]) == list(range(count))
    assert Counter(bye for plan in schedule for bye in plan.byes) == (
        dict.fromkeys(range(count), 1) if count % 4 else {}
    )


def test_of_other_numbers_no_schedule_is_known_here() -> None:
    assert individual_schedule(range(6)) is None
    assert individual_schedule(range(44)) is None


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 10, 11, 14, 18, 23, 32])
def test_round_by_round_partners_come_as_evenly_as_can_be(count: int) -> None:
    """No two players are partners twice in far fewer rounds than players, and byes differ by one at most."""
    players = tuple(SoloPlayer(number) for number in range(count))
    rounds = []
    for number in range(max(3, count // 2)):
        rounds.append(individual_round(players, f"48213/{number}"))
        players = individually_played(players, rounds[-1])
        byes = [player.byes for player in players]
        assert max(byes) - min(byes) <= 1
        assert all(len(player.partners) + player.byes == len(rounds) for player in players)
        assert all(len(player.opponents) == 2 * len(player.partners) for player in players)
    # Three rounds of four players are all there are, and with byes a player may have only three possible partners.
    assert max(partnerships(rounds).values()) == 1 or count in {5, 6, 7}
    assert max(partnerships(rounds).values()) <= 2


@pytest.mark.parametrize("seed", range(20))
def test_late_entries_and_withdrawals(seed: int) -> None:
    chance = Random(seed)
    players = tuple(SoloPlayer(number) for number in range(chance.randint(4, 24)))
    for number in range(6):
        if chance.random() < 0.5:
            players = (*players, SoloPlayer(100 + number))
        if chance.random() < 0.5 and len(players) > 4:
            gone = chance.choice(players)
            players = tuple(player for player in players if player is not gone)
        plan = individual_round(players, str(number))
        seated = [each for foursome in plan.foursomes for each in (*foursome.first, *foursome.second)]
        assert sorted([*seated, *plan.byes]) == sorted(player.number for player in players)
        assert len(plan.byes) == len(players) % 4
        players = individually_played(players, plan)


def test_three_players_and_one_twice_are_refused() -> None:
    with pytest.raises(PairingError, match="at least 4 here, and there are 3"):
        individual_schedule(range(3))
    with pytest.raises(PairingError, match="side 1 is there twice"):
        individual_round([SoloPlayer(number) for number in (1, 2, 3, 1)], "")
