"""The commands of desk and referee in a round: `publish`, `start`, `pause`, `result`, `rule`, `close` and others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal, cast

from canastra.cli.command import Command, argument, option
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_line
from canastra.cli.tournament.folder import FolderOptions, OpenFolder, Why, house_rulebook, of_tournament, open_folder
from canastra.cli.tournament.tables import result_text, show_round, unwanted_text
from canastra.errors import InputError
from canastra.messages import number_text, text
from canastra.tournament import EventRefusedError, RoundStage, RoundState, TableResult
from canastra.tournament import events as ev
from canastra.tournament.events import EncounterResult, Score, TournamentEvent
from canastra.tournament.results import doubtful_scores, result_with, score_range
from canastra.tournament.rounds import unwanted_meetings

_POINTS = r"([-\u2212]?(?:\d{1,3}(?:[.,]\d{3})+|\d{1,7}))"
SCORE = re.compile(rf"{_POINTS}\s*[x\u00d7:\u2013-]\s*{_POINTS}")
"""A score as people write it: ``2010-1500``, ``2.010 x 1.500``; a negative one ``-50:1200``."""
_Move = type[ev.RoundStarted] | type[ev.RoundClosed] | type[ev.RoundRatified]
_Half = Literal[0, 1]
_OPEN = (RoundStage.PLAYING, RoundStage.CLOSED)
Anyway = Annotated[bool, option("--anyway", help="option_tournament_anyway")]
_Round = Annotated[int | None, option(metavar="N", help="option_show_round")]


def _moving(move: _Move, stage: RoundStage) -> Command:
    """A command that advances the first round at a given stage."""

    def run(options: FolderOptions, language: Language) -> int:
        opened = open_folder(options.folder, options.author)
        number = opened.round(None, stage).number
        opened.add(move(opened.phase.number, number))
        show_round(opened, opened.round(number), language)
        return EXIT_OK

    return of_tournament(FolderOptions, run)


@dataclass(frozen=True, kw_only=True, slots=True)
class PublishOptions(FolderOptions):
    """Options of `canastra tournament publish`."""

    anyway: Anyway = False


def _publish(options: PublishOptions, language: Language) -> int:
    """Publish the draft. Unwanted meetings that were made by hand need `--anyway`."""
    opened = open_folder(options.folder, options.author)
    found = opened.round(None, RoundStage.DRAFT)
    unwanted = unwanted_meetings(opened.state, opened.phase.number, found.number)
    by_hand = [unwanted_text(opened, meeting, language) for meeting in unwanted if meeting.by_hand]
    if by_hand and found.stage is RoundStage.DRAFT and not options.anyway:
        for line in by_hand:
            write_line(line)
        raise InputError("publish_unwanted", round=found.number, count=len(by_hand))
    opened.add(ev.RoundPublished(opened.phase.number, found.number))
    show_round(opened, opened.round(found.number), language)
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultOptions(FolderOptions):
    """Options of `canastra tournament result`."""

    table: Annotated[int, argument("metavar_table", "argument_result_table")]
    scores: Annotated[list[str], argument("metavar_scores", "argument_scores")] = field(default_factory=list)
    side: Annotated[int | None, option(metavar="N", help="option_result_side")] = None
    round: _Round = None
    reason: Why = None
    anyway: Anyway = False


def _result(options: ResultOptions, language: Language) -> int:
    """Record a signed sheet, one side's report or confirmation, or, with a reason, a correction."""
    opened = open_folder(options.folder, options.author)
    found = opened.round(options.round, *_OPEN)
    at = (opened.phase.number, found.number, options.table)
    table = table_of(found, options.table)
    if options.scores and not options.anyway:
        _hold_likely(opened, table, played_result(opened, options.scores), options, language)
    event: TournamentEvent
    if options.side is not None:
        half = half_of(table, options.side)
        event = (
            ev.ResultReported(*at, half, played_result(opened, options.scores))
            if options.scores
            else ev.ResultConfirmed(*at, half)
        )
    elif options.reason:
        event = ev.ResultCorrected(*at, played_result(opened, options.scores), options.reason)
    else:
        event = ev.SheetReceived(*at, played_result(opened, options.scores))
    opened.add(event)
    after = opened.round(found.number)
    show_round(opened, after, language, only=options.table)
    left = len(after.outstanding)
    write_line(text("tournament_outstanding", language, count=left))
    return EXIT_OK


def _hold_likely(
    opened: OpenFolder, table: TableResult, result: EncounterResult, options: ResultOptions, language: Language
) -> None:
    """Warn of unlikely points and of a side's different report. Raises `InputError` after a warning."""
    doubts = list(doubt_words(opened, result, language))
    if options.side is None and not options.reason:
        for sides, report in zip((table.fixture.one, table.fixture.two), table.reports, strict=True):
            if report not in (None, result):
                who = " + ".join(opened.names[side] for side in sides)
                doubts.append(
                    text("result_reported_otherwise", language, who=who, scores=result_text(report, language))
                )
    for doubt in doubts:
        write_line(doubt)
    if doubts:
        raise InputError("result_doubtful", table=table.fixture.table)


def doubt_words(opened: OpenFolder, result: EncounterResult, language: Language) -> Iterator[str]:
    """The doubts about a result: points that the rulebook hardly allows."""
    number = opened.phase.number
    bounds = score_range(opened.state.regulations, number, house_rulebook(opened.text, opened.folder))
    for why, points in doubtful_scores(result, bounds):
        figures = {"points": points, "step": bounds.step, "least": bounds.least, "most": bounds.most}
        yield text(
            f"result_doubt_{why}", language, **{key: number_text(figure, language) for key, figure in figures.items()}
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleTournamentOptions(FolderOptions):
    """Options of `canastra tournament rule`: a decision on a table, a penalty, or a case without a rule."""

    scores: Annotated[list[str], argument("metavar_scores", "argument_rule_scores")] = field(default_factory=list)
    table: Annotated[int | None, option(metavar="N", help="option_rule_table")] = None
    round: _Round = None
    absent: Annotated[list[int], option(metavar="N", help="option_rule_absent")] = field(default_factory=list)
    winner: Annotated[int | None, option(metavar="N", help="option_rule_winner")] = None
    left: Annotated[int | None, option(metavar="N", help="option_rule_left")] = None
    penalty: Annotated[str | None, option(metavar="metavar_text", help="option_rule_penalty")] = None
    side: Annotated[int | None, option(metavar="N", help="option_rule_penalised")] = None
    article: Annotated[str | None, option(metavar="metavar_text", help="option_rule_article")] = None
    reason: Why = None
    anyway: Anyway = False


def _rule(options: RuleTournamentOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    if not options.reason:
        raise InputError("tournament_no_reason")
    if options.penalty is not None:
        if options.side is None:
            raise InputError("rule_no_side")
        opened.add(ev.PenaltyApplied(opened.phase.number, options.side, options.penalty, options.reason))
    elif not options.article:
        raise InputError("rule_no_article")
    elif options.table is None:
        opened.add(ev.CaseDecided(options.article, options.reason))
    else:
        found = opened.round(options.round, *_OPEN)
        decided = _decided(opened, options, table_of(found, options.table))
        doubts = () if options.anyway else tuple(doubt_words(opened, decided, language))
        for doubt in doubts:
            write_line(doubt)
        if doubts:
            raise InputError("result_doubtful", table=options.table)
        at = (opened.phase.number, found.number, options.table)
        opened.add(ev.ResultDecided(*at, decided, options.article, options.reason))
        show_round(opened, opened.round(found.number), language, only=options.table)
    write_line(text("tournament_ruled", language, number=len(opened.log)))
    return EXIT_OK


def _decided(opened: OpenFolder, options: RuleTournamentOptions, table: TableResult) -> EncounterResult:
    """The result of a decision, one of four kinds depending on the options."""
    if options.absent:
        return ev.WalkoverResult(tuple(sorted(half_of(table, side) for side in options.absent)))
    if options.winner is not None:
        return ev.DefaultResult(half_of(table, options.winner))
    if options.left is not None:
        return ev.AbandonedResult(half_of(table, options.left), scores_of(options.scores))
    return played_result(opened, options.scores)


@dataclass(frozen=True, kw_only=True, slots=True)
class RevokeOptions(FolderOptions):
    """Options of `canastra tournament revoke`."""

    line: Annotated[int, argument("metavar_number", "argument_revoke")]
    reason: Why = None


def _revoke(options: RevokeOptions, language: Language) -> int:
    opened = open_folder(options.folder, options.author)
    if not options.reason:
        raise InputError("tournament_no_reason")
    opened.add(ev.Revoked(options.line, options.reason))
    write_line(text("tournament_revoked", language, number=options.line))
    return EXIT_OK


def table_of(round_state: RoundState, number: int) -> TableResult:
    """A table of a round. Raises `EventRefusedError` if the number is unknown."""
    table = round_state.table(number)
    if table is None:
        raise EventRefusedError("table_unknown", table=number, round=round_state.number)
    return table


def half_of(table: TableResult, side: int) -> _Half:
    """The half of a table at which a side plays. Raises `InputError` if it doesn't play there."""
    for half, sides in enumerate((table.fixture.one, table.fixture.two)):
        if side in sides:
            return cast(_Half, half)
    raise InputError("rule_other_table", side=side, table=table.fixture.table)


def played_result(opened: OpenFolder, scores: list[str]) -> EncounterResult:
    """A result with these scores, of matches or of deals. Raises `InputError` for an invalid score."""
    return result_with(opened.state.regulations, opened.phase.number, scores_of(scores))


def scores_of(scores: list[str]) -> tuple[Score, ...]:
    """The scores of matches or deals; the side named first at the table comes first. Raises `InputError`."""
    found = []
    for score in scores:
        match = SCORE.fullmatch(score)
        if match is None:
            raise InputError("result_no_score", value=score[:40])
        found.append((_points(match[1]), _points(match[2])))
    return tuple(found)


def _points(written: str) -> int:
    return int(re.sub("[.,]", "", written.replace("\u2212", "-")))


@dataclass(frozen=True, kw_only=True, slots=True)
class PauseOptions(FolderOptions):
    """Options of `canastra tournament pause`."""

    reason: Why = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtendOptions(FolderOptions):
    """Options of `canastra tournament extend`."""

    minutes: Annotated[int, argument("metavar_number", "argument_extend")]
    reason: Why = None


def _pause(options: PauseOptions, language: Language) -> int:
    why = _given(options.reason)
    number = _set(options, lambda phase, number: ev.RoundPaused(phase, number, why))
    write_line(text("tournament_paused", language, round=number))
    return EXIT_OK


def _resume(options: FolderOptions, language: Language) -> int:
    number = _set(options, ev.RoundResumed)
    write_line(text("tournament_resumed", language, round=number))
    return EXIT_OK


def _extend(options: ExtendOptions, language: Language) -> int:
    why = _given(options.reason)
    if not 0 < options.minutes <= _LONGEST:
        raise InputError("extend_minutes", most=_LONGEST)
    number = _set(options, lambda phase, number: ev.RoundExtended(phase, number, options.minutes, why))
    write_line(text("tournament_extended", language, round=number, minutes=options.minutes))
    return EXIT_OK


_LONGEST = 600


def _set(options: FolderOptions, event: Callable[[int, int], ev.TournamentEvent]) -> int:
    """Change the clock of the round in play. Returns its number."""
    opened = open_folder(options.folder, options.author)
    number = opened.round(None, RoundStage.PLAYING).number
    opened.add(event(opened.phase.number, number))
    return number


def _given(reason: str | None) -> str:
    if not reason:
        raise InputError("tournament_no_reason")
    return reason


PUBLISH = of_tournament(PublishOptions, _publish)
START = _moving(ev.RoundStarted, RoundStage.PUBLISHED)
CLOSE = _moving(ev.RoundClosed, RoundStage.PLAYING)
RATIFY = _moving(ev.RoundRatified, RoundStage.CLOSED)
RESULT = of_tournament(ResultOptions, _result)
RULE = of_tournament(RuleTournamentOptions, _rule)
REVOKE = of_tournament(RevokeOptions, _revoke)
PAUSE = of_tournament(PauseOptions, _pause)
RESUME = of_tournament(FolderOptions, _resume)
EXTEND = of_tournament(ExtendOptions, _extend)
