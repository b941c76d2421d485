"""Rounds in which partners change."""

from __future__ import annotations

from collections.abc import Sequence

from canastra.tournament.events import Fixture
from canastra.tournament.pairing import SoloPlayer, individual_round, individual_schedule, individually_played
from canastra.tournament.pairing.individual import Foursome, IndividualRound
from canastra.tournament.rounds import Drafted
from canastra.tournament.state import PhaseState, RoundState, Tournament


def individual_fixtures(tournament: Tournament, phase: PhaseState, number: int, seed: str) -> Drafted:
    """Return the schedule's round while all its players are there, otherwise a round paired by the rounds so far."""
    scheduled = scheduled_fours(tournament, phase, number)
    if scheduled is not None:
        return fixtures_of(scheduled)
    return fixtures_of(individual_round(solo_players(tournament, phase, number), seed))


def scheduled_fours(tournament: Tournament, phase: PhaseState, number: int) -> IndividualRound | None:
    """Return the schedule's round; None without a schedule, with a missing player, or if an earlier round differs."""
    schedule = individual_schedule(phase.members)
    whole = len(tournament.available(phase, number)) == len(phase.members)
    if schedule is not None and whole and number <= len(schedule) and _followed(phase, schedule):
        return schedule[number - 1]
    return None


def solo_players(tournament: Tournament, phase: PhaseState, number: int) -> list[SoloPlayer]:
    """The players who can play a round, with what happened so far."""
    players = [SoloPlayer(side) for side in phase.members]
    for found in phase.rounds:
        players = list(individually_played(players, _as_played(found)))
    present = tournament.available(phase, number)
    return [player for player in players if player.number in present]


def _followed(phase: PhaseState, schedule: Sequence[IndividualRound]) -> bool:
    """Return whether all rounds so far followed the schedule."""
    return all(found.fixtures == fixtures_of(due)[0] for found, due in zip(phase.rounds, schedule, strict=False))


def fixtures_of(round_plan: IndividualRound) -> Drafted:
    """Return a round as fixtures and byes."""
    return tuple(
        Fixture(foursome.table, foursome.first, foursome.second) for foursome in round_plan.foursomes
    ), round_plan.byes


def _as_played(round_state: RoundState) -> IndividualRound:
    return IndividualRound(tuple(map(foursome, round_state.fixtures)), round_state.byes)


def foursome(fixture: Fixture) -> Foursome:
    """Convert a table of two pairs to the form of the pairing."""
    return Foursome(fixture.table, _two(fixture.one), _two(fixture.two))


def _two(sides: Sequence[int]) -> tuple[int, int]:
    one, two = sides
    return one, two
