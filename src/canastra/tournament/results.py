"""What an encounter gives each side: points of the classification, matches, points for differences.

The side with most matches wins (buraco Art. 19, tranca's second Art. 20), whatever the points are; in an encounter by
deals or by time, which has no matches, the side with most points.
"""

from __future__ import annotations

from typing import NamedTuple

from canastra.engine import Encounter, Length
from canastra.rulebooks import OFFICIAL, POPULAR, shipped
from canastra.tournament.congress import (
    Congress,
    EncounterForm,
    EncounterLength,
    KnockoutPhase,
    VictoryPoints,
    victory_tables,
)
from canastra.tournament.errors import EventRefusedError
from canastra.tournament.events import (
    AbandonedResult,
    DefaultResult,
    EncounterResult,
    PlayedResult,
    Score,
    WalkoverResult,
)

BY_MATCHES = (EncounterLength.BEST_OF, EncounterLength.EXACTLY)


class Credit(NamedTuple):
    """What one encounter, or a bye, gives a side."""

    points: int
    """Points of the classification."""
    wins: int = 0
    draws: int = 0
    matches: int = 0
    """Matches won, less those lost, are `matches` and `matches_lost`."""
    matches_lost: int = 0
    scored: int = 0
    """Points of the matches, as far as they count in differences."""
    conceded: int = 0
    absences: int = 0


def credits(congress: Congress, phase: int, result: EncounterResult) -> tuple[Credit, Credit]:
    """What a result gives both sides; `phase` counts from 1."""
    if isinstance(result, PlayedResult):
        return _of_play(congress, phase, result)
    scoring = congress.scoring_of(phase - 1)
    if isinstance(result, WalkoverResult):
        terms, given = congress.walkover, scoring.walkover
        if len(result.absent) == 2:
            both = Credit(given[1], absences=1)
            return both, both
        gains = Credit(given[0], wins=1, **_score(terms.score, terms.in_differences))
        loses = Credit(given[1], absences=1, **_score(terms.score[::-1], terms.in_differences))
        return (loses, gains) if result.absent == (0,) else (gains, loses)
    if isinstance(result, DefaultResult):
        given, score, counts = scoring.default, congress.default.score, congress.default.in_differences
        winner: int = result.winner
    else:
        given, counts, winner = scoring.abandonment, congress.abandonment.in_differences, 1 - result.left
        score = congress.abandonment.score
        if congress.abandonment.as_played:
            one, two = total_points(result.matches)
            score = (one, two) if winner == 0 else (two, one)
    gains = Credit(given[0], wins=1, **_score(score, counts))
    loses = Credit(given[1], **_score(score[::-1], counts))
    return (gains, loses) if winner == 0 else (loses, gains)


def bye_credit(congress: Congress, phase: int) -> Credit:
    """What a bye gives; `phase` counts from 1."""
    return Credit(congress.scoring_of(phase - 1).bye, **_score(congress.bye.score, congress.bye.in_differences))


def winner_of(form: EncounterForm, result: EncounterResult) -> int | None:
    """The half that won, 0 or 1; None for a draw and where both were absent."""
    if isinstance(result, WalkoverResult):
        return None if len(result.absent) == 2 else 1 - result.absent[0]
    if isinstance(result, DefaultResult):
        return result.winner
    if isinstance(result, AbandonedResult):
        return 1 - result.left
    if form.length not in BY_MATCHES:
        return _ahead(total_points(result.matches))
    # Not `Encounter.winner`: time may have ended the encounter before its last match.
    one, two = _matches(form, result).won
    return None if one == two else 0 if one > two else 1


def total_points(matches: tuple[Score, ...]) -> Score:
    """The points of both sides in all matches together.

    >>> total_points(((2040, 1500), (900, 2100)))
    (2940, 3600)
    """
    return sum(one for one, _ in matches), sum(two for _, two in matches)


def hold_to_form(congress: Congress, phase: int, result: EncounterResult) -> None:
    """Raise `EventRefusedError` for a result that an encounter of the phase, counted from 1, can't have."""
    form, terms = congress.form_of(phase - 1), congress.phases[phase - 1]
    if isinstance(result, WalkoverResult) and result.absent not in ((0,), (1,), (0, 1)):
        raise EventRefusedError("result_absent")
    if isinstance(result, PlayedResult):
        if form.length in BY_MATCHES:
            _hold_matches(form, result.matches, match_target(congress, phase))
        elif len(result.matches) != 1:
            raise EventRefusedError("result_one_score", count=len(result.matches))
    needs_winner = isinstance(terms, KnockoutPhase) and terms.level == "play_on"
    if needs_winner and winner_of(form, result) is None:
        raise EventRefusedError("result_needs_winner")


def match_target(congress: Congress, phase: int) -> int:
    """The points that end a match of a phase, counted from 1; 0 if only a house's rulebook says it."""
    rulebook, target = congress.rulebook, congress.form_of(phase - 1).target
    return target or (shipped(rulebook).match.target if rulebook in (*OFFICIAL, *POPULAR) else 0)


def _hold_matches(form: EncounterForm, matches: tuple[Score, ...], target: int) -> None:
    """Each match but one that time ended reaches the target; none is played once the encounter is over."""
    encounter = _blank(form)
    for number, score in enumerate(matches, 1):
        if encounter.finished:
            raise EventRefusedError("result_too_many", count=len(matches), number=number - 1)
        cut = bool(form.minutes) and number == len(matches)
        if not cut and target and (max(score) < target or score[0] == score[1]):
            raise EventRefusedError("result_target", number=number, target=target)
        encounter = encounter.add(_ahead(score))
    if not matches or (not form.minutes and not encounter.finished):
        raise EventRefusedError("result_too_few", count=len(matches), number=form.number)


def _of_play(congress: Congress, phase: int, result: PlayedResult) -> tuple[Credit, Credit]:
    form, scoring = congress.form_of(phase - 1), congress.scoring_of(phase - 1)
    one, two = total_points(result.matches)
    winner = winner_of(form, result)
    if isinstance(scoring, VictoryPoints):
        more, less = victory_points(congress, scoring.table, abs(one - two))
        given = (more, less) if one >= two else (less, more)
    elif winner is None:
        given = (scoring.draw, scoring.draw)
    else:
        given = (scoring.win, scoring.loss) if winner == 0 else (scoring.loss, scoring.win)
    won = _matches(form, result).won if form.length in BY_MATCHES else (0, 0)
    drawn = int(winner is None)
    return (
        Credit(given[0], int(winner == 0), drawn, won[0], won[1], one, two),
        Credit(given[1], int(winner == 1), drawn, won[1], won[0], two, one),
    )


def victory_points(congress: Congress, table: str, difference: int) -> tuple[int, int]:
    """The points of the winner and the loser for a difference of at least 0."""
    found = victory_tables(congress)[table]
    for first, last, winner, loser in found.bands:
        if first <= difference <= last:
            return winner, loser
    return found.above


def _score(score: tuple[int, int], counts: bool) -> dict[str, int]:
    return {"scored": score[0], "conceded": score[1]} if counts else {}


def _blank(form: EncounterForm) -> Encounter:
    return Encounter(form.number, Length(form.length.value))


def _matches(form: EncounterForm, result: PlayedResult) -> Encounter:
    encounter = _blank(form)
    for score in result.matches:
        encounter = encounter.add(_ahead(score))
    return encounter


def _ahead(score: Score) -> int | None:
    return None if score[0] == score[1] else 0 if score[0] > score[1] else 1
