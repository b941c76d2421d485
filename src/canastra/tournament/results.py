"""The credits of an encounter for each side: points of the classification, matches, points for differences.

The side with most matches wins (buraco Art. 19, tranca's second Art. 20), whatever the points are; in an encounter by
deals or by time, which has no matches, the side with most points.

By comparison each deal counts for itself: a side has 2 points for each other table of the round at which the side in
the same line, with the same cards, did worse in it, and 1 for each at which it did as well or did not play the deal.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import structs

from canastra.engine import Encounter, Length
from canastra.rulebooks import OFFICIAL, POPULAR, shipped
from canastra.rulebooks.schema import Rulebook
from canastra.scoresheet.form import Form
from canastra.scoresheet.form_fields import form_of
from canastra.tournament.errors import EventRefusedError
from canastra.tournament.events import (
    AbandonedResult,
    DealsResult,
    DefaultResult,
    EncounterResult,
    PlayedResult,
    Score,
    WalkoverResult,
)
from canastra.tournament.regulations import (
    WHOLE,
    ComparisonPoints,
    EncounterForm,
    EncounterLength,
    KnockoutPhase,
    MatchPoints,
    Regulations,
    Scoring,
    VictoryPoints,
    victory_tables,
)
from canastra.tournament.rounds import sides_at
from canastra.tournament.state import RoundState, TableResult, Tournament

_SHORTEST_DEAL = 5
"""Minutes."""
BY_MATCHES = (EncounterLength.BEST_OF, EncounterLength.EXACTLY)


class Credit(NamedTuple):
    """The credit of one encounter, or a bye, for a side."""

    points: int
    """Points of the classification."""
    wins: int = 0
    draws: int = 0
    matches: int = 0
    """Matches won; `matches` less `matches_lost` is their balance."""
    matches_lost: int = 0
    scored: int = 0
    """Points of the matches, as far as they count in differences."""
    conceded: int = 0
    absences: int = 0


def round_credits(
    tournament: Tournament, phase: int, round_state: RoundState
) -> Iterator[tuple[TableResult, tuple[Credit, Credit]]]:
    """The tables of a round that have a result, and their credits for both sides; `phase` counts from 1."""
    regulations, scoring = tournament.regulations, _scoring_of(tournament, phase, round_state)
    points: Mapping[int, Score] = {}
    if isinstance(scoring, ComparisonPoints):
        gone = tournament.annulled(phase)
        played = {table.fixture.table: table.result for table in round_state.tables if gone.isdisjoint(sides_at(table))}
        deals = {table: result.deals for table, result in played.items() if isinstance(result, DealsResult)}
        points = compared_points(deals, len(round_state.tables), regulations.form_of(phase - 1).number)
    for table in round_state.tables:
        if isinstance(table.result, DealsResult):
            yield table, _of_deals(table.result, points.get(table.fixture.table, (0, 0)))
        elif table.result is not None:
            yield table, _credits(regulations, phase, scoring, table.result)


def compared_points(scores: Mapping[int, Sequence[Score]], tables: int, deals: int) -> dict[int, Score]:
    """The points of both sides at each table that played, from the scores of its deals, compared among `tables` tables.

    The points of the two lines at a table add up to the maximum of one, in each deal 2 for each other table.

    >>> compared_points({1: [(500, 200)], 2: [(400, 100)], 3: [(250, 300)]}, tables=3, deals=1)
    {1: (3, 1), 2: (3, 1), 3: (0, 4)}
    """
    found = {table: [0, 0] for table in scores}
    for number in range(deals):
        # One score for a deal: the surplus of the first line over the second.
        margins = {table: one - two for table, score in scores.items() for one, two in score[number : number + 1]}
        order, absent = sorted(margins.values()), tables - len(margins)
        for table, points in found.items():
            own = tables - 1
            if table in margins:
                below, until = bisect_left(order, margins[table]), bisect_right(order, margins[table])
                own = 2 * below + until - below - 1 + absent
            points[0] += own
            points[1] += 2 * (tables - 1) - own
    return {table: (one, two) for table, (one, two) in found.items()}


def credits(regulations: Regulations, phase: int, result: EncounterResult) -> tuple[Credit, Credit]:
    """The credits of a result for both sides, without comparison; `phase` counts from 1."""
    return _credits(regulations, phase, regulations.scoring_of(phase - 1), result)


def _credits(regulations: Regulations, phase: int, scoring: Scoring, result: EncounterResult) -> tuple[Credit, Credit]:
    if isinstance(result, PlayedResult | DealsResult):
        # `hold_to_form` admits scores of single deals only for phases by comparison, and no other scores there.
        assert isinstance(result, PlayedResult)
        assert not isinstance(scoring, ComparisonPoints)
        return _of_play(regulations, regulations.form_of(phase - 1), scoring, result)
    if isinstance(result, WalkoverResult):
        terms, given = regulations.walkover, scoring.walkover
        if len(result.absent) == 2:
            both = Credit(given[1], absences=1)
            return both, both
        gains = Credit(given[0], wins=1, **_score(terms.score, terms.in_differences))
        loses = Credit(given[1], absences=1, **_score(terms.score[::-1], terms.in_differences))
        return (loses, gains) if result.absent == (0,) else (gains, loses)
    if isinstance(result, DefaultResult):
        given, score, counts = scoring.default, regulations.default.score, regulations.default.in_differences
        winner: int = result.winner
    else:
        given, counts, winner = scoring.abandonment, regulations.abandonment.in_differences, 1 - result.left
        score = regulations.abandonment.score
        if regulations.abandonment.as_played:
            one, two = total_points(result.matches)
            score = (one, two) if winner == 0 else (two, one)
    gains = Credit(given[0], wins=1, **_score(score, counts))
    loses = Credit(given[1], **_score(score[::-1], counts))
    return (gains, loses) if winner == 0 else (loses, gains)


def table_score(regulations: Regulations, phase: int, result: EncounterResult) -> Score:
    """Return the points of both sides at a table, or the score of an absence or a given win."""
    if isinstance(result, WalkoverResult | DefaultResult):
        winner = winner_of(regulations.form_of(phase - 1), result)
        if winner is None:
            return 0, 0
        one, two = (regulations.walkover if isinstance(result, WalkoverResult) else regulations.default).score
    elif isinstance(result, AbandonedResult) and not regulations.abandonment.as_played:
        winner, (one, two) = 1 - result.left, regulations.abandonment.score
    else:
        return total_points(scores_in(result))
    return (one, two) if winner == 0 else (two, one)


def bye_credit(tournament: Tournament, phase: int, round_state: RoundState) -> Credit:
    """The credit of a bye in a round; `phase` counts from 1."""
    terms = tournament.regulations.bye
    return Credit(_scoring_of(tournament, phase, round_state).bye, **_score(terms.score, terms.in_differences))


def _scoring_of(tournament: Tournament, phase: int, round_state: RoundState) -> Scoring:
    """The scoring of a round; by comparison, unplayed encounters are in points of this round instead of percent."""
    regulations = tournament.regulations
    scoring = regulations.scoring_of(phase - 1)
    if not isinstance(scoring, ComparisonPoints):
        return scoring
    most = 2 * (len(round_state.tables) - 1) * regulations.form_of(phase - 1).number

    def points(percent: int) -> int:
        return (2 * most * percent + WHOLE) // (2 * WHOLE)

    pairs = {name: tuple(map(points, getattr(scoring, name))) for name in ("walkover", "default", "abandonment")}
    return structs.replace(scoring, bye=points(scoring.bye), **pairs)


def winner_of(form: EncounterForm, result: EncounterResult) -> int | None:
    """The half that won, 0 or 1; None for a draw and if both were absent."""
    if isinstance(result, WalkoverResult):
        return None if len(result.absent) == 2 else 1 - result.absent[0]
    if isinstance(result, DefaultResult):
        return result.winner
    if isinstance(result, AbandonedResult):
        return 1 - result.left
    if isinstance(result, DealsResult) or form.length not in BY_MATCHES:
        return _ahead(total_points(scores_in(result)))
    # Unlike `Encounter.winner`: time may have ended the encounter before its last match.
    one, two = _matches(form, result).won
    return None if one == two else 0 if one > two else 1


def result_with(regulations: Regulations, phase: int, scores: tuple[Score, ...]) -> PlayedResult | DealsResult:
    """The result of an encounter of a phase, counted from 1, from the scores of its matches or of its deals."""
    return DealsResult(scores) if is_compared(regulations, phase) else PlayedResult(scores)


def scores_in(result: EncounterResult | None) -> tuple[Score, ...]:
    """The scores of matches or deals in a result; empty if it names only the winner."""
    if isinstance(result, DealsResult):
        return result.deals
    return result.matches if isinstance(result, PlayedResult | AbandonedResult) else ()


def total_points(matches: tuple[Score, ...]) -> Score:
    """The points of both sides in all matches together.

    >>> total_points(((2040, 1500), (900, 2100)))
    (2940, 3600)
    """
    return sum(one for one, _ in matches), sum(two for _, two in matches)


def hold_to_form(regulations: Regulations, phase: int, result: EncounterResult) -> None:
    """Raise `EventRefusedError` for a result that is impossible in an encounter of the phase, counted from 1."""
    form, terms = regulations.form_of(phase - 1), regulations.phases[phase - 1]
    if isinstance(result, WalkoverResult) and result.absent not in ((0,), (1,), (0, 1)):
        raise EventRefusedError("result_absent")
    if isinstance(result, DealsResult) or (isinstance(result, PlayedResult) and is_compared(regulations, phase)):
        _hold_deals(form, result, is_compared(regulations, phase))
    elif isinstance(result, PlayedResult):
        if form.length in BY_MATCHES:
            _hold_matches(form, result.matches, match_target(regulations, phase))
        elif len(result.matches) != 1:
            raise EventRefusedError("result_one_score", count=len(result.matches))
    alone = regulations.tables_of_encounter == 1
    needs_winner = isinstance(terms, KnockoutPhase) and terms.level == "play_on" and alone
    if needs_winner and winner_of(form, result) is None and not isinstance(result, WalkoverResult):
        raise EventRefusedError("result_needs_winner")


def match_target(regulations: Regulations, phase: int) -> int:
    """The points that end a match of a phase, counted from 1; 0 if only a house's rulebook defines it."""
    rulebook, target = regulations.rulebook, regulations.form_of(phase - 1).target
    return target or (shipped(rulebook).match.target if rulebook in (*OFFICIAL, *POPULAR) else 0)


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The likely scores of a result: multiples of `step` from `least` to `most`."""

    step: int
    least: int
    most: int


def score_range(regulations: Regulations, phase: int, rulebook: Rulebook | None = None) -> ScoreRange:
    """The range of the scores in a result of a phase, counted from 1.

    It follows from `rulebook`, without one from the shipped rulebook that the regulations name.
    A match ends with the deal in which a side reaches the target, and is not expected to end farther below 0 than by
    the two worst deals. By time a deal is assumed to last five minutes at least.
    """
    deal = form_of(rulebook) if rulebook is not None else _shipped_form(regulations.rulebook)
    form, target = regulations.form_of(phase - 1), match_target(regulations, phase) or (deal.target if rulebook else 0)
    if form.length in BY_MATCHES and target:
        return ScoreRange(deal.step, 2 * deal.lowest, target - deal.step + deal.highest)
    deals = 1
    if form.length is EncounterLength.DEALS and not is_compared(regulations, phase):
        deals = form.number
    elif form.length is EncounterLength.TIME:
        deals = -(-form.minutes // _SHORTEST_DEAL)
    return ScoreRange(deal.step, deals * deal.lowest, deals * deal.highest)


def doubtful_scores(result: EncounterResult, bounds: ScoreRange) -> Iterator[tuple[Literal["step", "size"], int]]:
    """Return the unlikely points of a result and why: not a multiple of the step, too few or too many."""
    for score in scores_in(result):
        for points in score:
            if points % bounds.step:
                yield "step", points
            elif not bounds.least <= points <= bounds.most:
                yield "size", points


@lru_cache(maxsize=16)
def _shipped_form(rulebook: str) -> Form:
    return form_of(shipped(rulebook))


def is_compared(regulations: Regulations, phase: int) -> bool:
    """Return whether a phase, counted from 1, is scored by comparison: then a result has the score of each deal."""
    return isinstance(regulations.scoring_of(phase - 1), ComparisonPoints)


def _hold_deals(form: EncounterForm, result: PlayedResult | DealsResult, compared: bool) -> None:
    """Check that all deals are there; with a limit of time, at least one."""
    if not compared:
        raise EventRefusedError("result_not_compared")
    count = len(scores_in(result))
    least = 1 if form.minutes else form.number
    if isinstance(result, PlayedResult) or not least <= count <= form.number:
        raise EventRefusedError("result_deals", count=count, number=form.number)


def _hold_matches(form: EncounterForm, matches: tuple[Score, ...], target: int) -> None:
    """Check that each match but one that time ended reaches the target, and that none follows the end of the
    encounter.
    """
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


def _of_play(
    regulations: Regulations, form: EncounterForm, scoring: MatchPoints | VictoryPoints, result: PlayedResult
) -> tuple[Credit, Credit]:
    one, two = total_points(result.matches)
    winner = winner_of(form, result)
    if isinstance(scoring, VictoryPoints):
        more, less = victory_points(regulations, scoring.table, abs(one - two))
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


def _of_deals(result: DealsResult, points: Score) -> tuple[Credit, Credit]:
    one, two = total_points(result.deals)
    winner = _ahead((one, two))
    drawn = int(winner is None)
    return (
        Credit(points[0], int(winner == 0), drawn, scored=one, conceded=two),
        Credit(points[1], int(winner == 1), drawn, scored=two, conceded=one),
    )


def victory_points(regulations: Regulations, table: str, difference: int) -> tuple[int, int]:
    """The points of the winner and the loser for a difference of at least 0."""
    found = victory_tables(regulations)[table]
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
