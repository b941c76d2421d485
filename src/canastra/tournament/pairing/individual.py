"""Individual tournaments: players change partners, by a schedule or according to the rounds so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from canastra.tournament.pairing.lots import draw_order
from canastra.tournament.pairing.matchings import least_cost_matching
from canastra.tournament.pairing.sides import require_distinct
from canastra.tournament.pairing.whist import WHIST_SIZES, whist_rounds

Partners = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SoloPlayer:
    """A player with changing partners, and what happened so far."""

    number: int
    partners: tuple[int, ...] = ()
    """The partners, one for each round played."""
    opponents: tuple[int, ...] = ()
    """The opponents, two for each round played."""
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Foursome:
    """A table of an individual tournament: partners, and the partners against them, by their numbers."""

    table: int
    first: Partners
    second: Partners


@dataclass(frozen=True, slots=True)
class IndividualRound:
    """The tables of a round, and the players who sit out, as tables need four."""

    foursomes: tuple[Foursome, ...]
    byes: tuple[int, ...] = ()


def individual_schedule(players: Sequence[int]) -> tuple[IndividualRound, ...] | None:
    """A schedule in which all players partner each other once and oppose each other twice; None if none is known.

    There is one for 4n and 4n + 1 players up to 41, of as many rounds as there are players, or one less for multiples
    of four. Its first rounds are good by themselves: partners never repeat.

    Raises `PairingError` if there are fewer than four players, or if one is there twice.
    """
    require_distinct(players, least=4)
    if len(players) not in WHIST_SIZES:
        return None
    rounds = []
    for tables in whist_rounds(len(players)):
        seats = [[players[place] for place in table] for table in tables]
        foursomes = [Foursome(at, (a, b), (c, d)) for at, (a, b, c, d) in enumerate(seats, start=1)]
        playing = {player for seat in seats for player in seat}
        rounds.append(IndividualRound(tuple(foursomes), tuple(player for player in players if player not in playing)))
    return tuple(rounds)


def individual_round(players: Sequence[SoloPlayer], seed: str) -> IndividualRound:
    """The next round according to the rounds so far: for any number of players, after late entries and withdrawals.

    The players who sat out least sit out, by lot. Partners are those who partnered each other least, by the squares of
    how often, and among these those who opposed each other least; then pairs meet whose players opposed each other
    least.

    Raises `PairingError` if there are fewer than four players, if one is there twice, or if networkx is not installed.
    """
    require_distinct((player.number for player in players), least=4)
    drawn = draw_order(players, seed, "individual")
    by_byes = sorted(drawn, key=lambda player: player.byes)
    resting = {player.number for player in by_byes[: len(players) % 4]}
    playing = [player for player in drawn if player.number not in resting]
    pairs = [(playing[one], playing[other]) for one, other in _partners(playing)]
    foursomes = [
        Foursome(table, _numbers(pairs[one]), _numbers(pairs[other]))
        for table, (one, other) in enumerate(_opponents(pairs), start=1)
    ]
    return IndividualRound(tuple(foursomes), tuple(player.number for player in players if player.number in resting))


def is_individual_optimum(players: Sequence[SoloPlayer], seed: str, round_plan: IndividualRound) -> bool:
    """Return whether a round is as good as the one of `individual_round`, as several may be equally good.

    Raises the errors of `individual_round`.
    """
    due = individual_round(players, seed)
    known = {player.number: player for player in players}
    there = [player for foursome in round_plan.foursomes for player in (*foursome.first, *foursome.second)]
    if due == round_plan or round_plan.byes != due.byes or sorted((*there, *round_plan.byes)) != sorted(known):
        return due == round_plan
    tables = [
        [(known[one], known[other]) for one, other in (foursome.first, foursome.second)]
        for foursome in round_plan.foursomes
    ]
    pairs = [pair for table in tables for pair in table]
    best = _opponents(pairs)
    return (
        [foursome.table for foursome in round_plan.foursomes] == [foursome.table for foursome in due.foursomes]
        and _partnered(known, round_plan) == _partnered(known, due)
        and sum(_opposed(*table) for table in tables) == sum(_opposed(pairs[one], pairs[other]) for one, other in best)
    )


def _partnered(known: Mapping[int, SoloPlayer], round_plan: IndividualRound) -> tuple[int, int]:
    """The sums of squares of how often partners were partners, and of how often they were opponents."""
    pairs = [
        (known[one], known[other])
        for foursome in round_plan.foursomes
        for one, other in (foursome.first, foursome.second)
    ]
    return (
        sum(one.partners.count(other.number) ** 2 for one, other in pairs),
        sum(one.opponents.count(other.number) ** 2 for one, other in pairs),
    )


def individually_played(players: Sequence[SoloPlayer], round_plan: IndividualRound) -> tuple[SoloPlayer, ...]:
    """The players after a round, in the same order. A player missing in the plan was absent."""
    partner: dict[int, int] = {}
    opponents: dict[int, Partners] = {}
    for foursome in round_plan.foursomes:
        for pair, others in ((foursome.first, foursome.second), (foursome.second, foursome.first)):
            for one, other in (pair, pair[::-1]):
                partner[one], opponents[one] = other, others
    return tuple(
        replace(
            player,
            partners=(*player.partners, partner[player.number]),
            opponents=player.opponents + opponents[player.number],
        )
        if player.number in partner
        else replace(player, byes=player.byes + (player.number in round_plan.byes))
        for player in players
    )


def _numbers(pair: tuple[SoloPlayer, SoloPlayer]) -> Partners:
    return pair[0].number, pair[1].number


def _partners(players: Sequence[SoloPlayer]) -> Sequence[Partners]:
    # A weight above every sum of squares of how often players opposed each other.
    heavy = 1 + sum(len(player.opponents) ** 2 for player in players)

    def cost(one: SoloPlayer, other: SoloPlayer) -> int:
        partnered, opposed = one.partners.count(other.number), one.opponents.count(other.number)
        return heavy * partnered**2 + opposed**2

    return least_cost_matching([[cost(one, other) for other in players] for one in players])


def _opponents(pairs: Sequence[tuple[SoloPlayer, SoloPlayer]]) -> Sequence[Partners]:
    return least_cost_matching([[_opposed(one, other) for other in pairs] for one in pairs])


def _opposed(one: tuple[SoloPlayer, SoloPlayer], other: tuple[SoloPlayer, SoloPlayer]) -> int:
    """The sum of squares of how often the players of two pairs were opponents."""
    return sum(player.opponents.count(against.number) ** 2 for player in one for against in other)
