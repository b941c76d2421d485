"""`canastra analyse`: the decisions of a record weighed, the mistakes of each seat ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from canastra import kernel
from canastra.cli.command import AsJson, House, RecordFile, command, option
from canastra.cli.error_output import report, report_rule
from canastra.cli.exits import EXIT_INTERRUPTED, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, printable, progress, write_error, write_json, write_line
from canastra.cli.records.player_names import player_names
from canastra.cli.records.record_file import read_record
from canastra.cli.ui.names import described
from canastra.engine import Action
from canastra.errors import InputError
from canastra.messages import text
from canastra.records import Record, RecordRuleError

if TYPE_CHECKING:
    from canastra.bots.analysis.analysis import Analysis, JudgedDecision
    from canastra.bots.explain.facts import Fact


@dataclass(frozen=True, kw_only=True, slots=True)
class AnalyseOptions:
    """Options of `canastra analyse`."""

    file: RecordFile
    seat: Annotated[int | None, option(metavar="N", help="option_analyse_seat")] = None
    deal: Annotated[int | None, option(metavar="N", help="option_analyse_deal")] = None
    worlds: Annotated[int, option(min=2, max=2048, metavar="N", help="option_analyse_worlds")] = 100
    seed: Annotated[int, option(metavar="N", help="option_analyse_seed")] = 0
    as_json: AsJson = False
    house: House = None


def run_analyse(options: AnalyseOptions, language: Language) -> int:
    """Weigh the decisions, write what was found, return the exit status."""
    try:
        kernel.require()
    except InputError as error:
        return report(error, language, options.as_json)
    try:
        record = read_record(options.file, options.house)
    except InputError as error:
        return report(error, language, options.as_json, file=options.file)
    try:
        analysis = _analysed(record, options, language)
    except InputError as error:
        return report(error, language, options.as_json, file=options.file)
    except RecordRuleError as error:
        return report_rule(error, record, language, options.as_json, file=options.file)
    except KeyboardInterrupt:
        write_error(text("arena_interrupted", language))
        return EXIT_INTERRUPTED
    _write(analysis, options, language)
    return EXIT_OK


COMMAND = command(AnalyseOptions, run_analyse)


def _analysed(record: Record, options: AnalyseOptions, language: Language) -> Analysis:
    from canastra.bots.analysis.analysis import AnalysisConfig, analyse, usual_budget
    from canastra.bots.warmup import compile_bots

    with progress(text("analysis_preparing", language)) as told:
        compile_bots(told)
    config = AnalysisConfig(usual_budget(options.worlds), options.seed, options.seat, options.deal)
    with progress(text("analysis_progress", language)) as told:
        return analyse(record, config, told)


def _write(analysis: Analysis, options: AnalyseOptions, language: Language) -> None:
    from canastra.bots.analysis.json_forms import analysis_json, time_json

    if options.as_json:
        write_json(analysis_json(analysis, language))
        return
    record = analysis.record
    title = record.rulebook.names[language]
    write_line(text("analysis_summary", language, rulebook=title, worlds=options.worlds, seed=options.seed))
    if analysis.judged:
        _show_players(analysis, language)
    else:
        write_line(text("analysis_nothing", language))
    for seat in range(len(record.players)):
        _show_worst(analysis, seat, language)
    for skipped in analysis.skipped:
        player, reason = player_names(record, language)[skipped.seat], text(skipped.code, language)
        given = {"deal": skipped.deal, "decisions": skipped.decisions}
        write_line(text("analysis_skipped", language, **given, player=player, reason=reason))
    if analysis.judged:
        times = time_json(analysis)
        write_line(text("analysis_time", language, median=times["median_ms"], longest=times["longest_ms"]))


def _show_players(analysis: Analysis, language: Language) -> None:
    table = new_table()
    table.add_column(text("analysis_player", language), max_width=30, no_wrap=True, overflow="ellipsis")
    for name in ("decisions", "mistakes", "given_up"):
        table.add_column(text(f"analysis_{name}", language), justify="right")
    for seat, player in enumerate(player_names(analysis.record, language)):
        decisions = analysis.of(seat)
        if decisions:
            mistakes, given_up = len(analysis.mistakes(seat)), round(analysis.loss(seat))
            table.add_row(printable(player), str(len(decisions)), str(mistakes), str(given_up))
    print_table(table)


def _show_worst(analysis: Analysis, seat: int, language: Language) -> None:
    from canastra.bots.analysis.json_forms import WORST

    worst = analysis.mistakes(seat)[:WORST]
    if worst:
        write_line(text("analysis_worst", language, player=player_names(analysis.record, language)[seat]))
    for rank, mistake in enumerate(worst, 1):
        for line in _lines(rank, mistake, language):
            write_line(line)
    if worst:
        write_line("")


def _lines(rank: int, judged: JudgedDecision, language: Language) -> list[str]:
    """A mistake: where, what was played, what would have been better, and why."""
    from canastra.bots.explain.estimates import margin

    place, error = judged.decision.place, judged.played.gain_error
    given = {"rank": rank, "deal": place.deal, "turn": place.turn, "points": round(judged.loss)}
    return [
        f"  {text('analysis_mistake', language, **given, margin=margin(error))}",
        f"     {text('analysis_played', language, turn=_turn(judged.decision.played, language))}",
        *_sentences(judged.against, language),
        f"     {text('analysis_best', language, turn=_turn(judged.best.actions, language))}",
        *_sentences(judged.reasons, language),
    ]


def _turn(actions: Sequence[Action], language: Language) -> str:
    return "; ".join(described(action, language) for action in actions)


def _sentences(reasons: Sequence[Fact], language: Language) -> list[str]:
    cited = [(reason.message(language), f" ({reason.article})" if reason.article else "") for reason in reasons]
    return [f"     - {words}{article}" for words, article in cited]
