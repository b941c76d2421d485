"""`canastra replay`: every action of a record judged, the match scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from canastra.cli.command import AsJson, House, argument, command
from canastra.cli.error_output import before, report, report_rule
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, printable, write_json, write_line
from canastra.cli.records.player_names import player_names, side_names
from canastra.cli.records.position import show_position
from canastra.cli.records.record_file import read_record
from canastra.cli.records.rulings import reasons, told
from canastra.engine import Length, Score
from canastra.errors import InputError
from canastra.messages import for_people, number_text, signed_text, text
from canastra.records import DealRecord, Record, RecordRuleError, Replay, ReplayedDeal, replay, replay_json
from canastra.table.settings import NO_TARGET

UNKNOWN = "?"
"""Points that depend on an unknown card."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayOptions:
    """Options of `canastra replay`."""

    files: Annotated[list[str], argument("metavar_files", "argument_records")]
    as_json: AsJson = False
    house: House = None


def run_replay(options: ReplayOptions, language: Language) -> int:
    """Replay records, write the results, return the highest exit status."""
    return max(_run(file, options.house, options.as_json, language) for file in options.files)


COMMAND = command(ReplayOptions, run_replay)


def _run(file: str, house: str | None, as_json: bool, language: Language) -> int:
    try:
        record = read_record(file, house)
    except InputError as error:
        return report(error, language, as_json, file=file)
    try:
        replayed = replay(record)
    except RecordRuleError as error:
        return _report(error, record, file, as_json, language)
    if as_json:
        write_json(replay_json(replayed))
    else:
        _show(replayed, language)
    return EXIT_OK


def _report(error: RecordRuleError, record: Record, file: str, as_json: bool, language: Language) -> int:
    """The deals before the fault, what is wrong, and the position in which it was tried."""
    if as_json:
        return report_rule(error, record, language, as_json)
    found = before(error, record)
    _show(found, language)
    write_line("")
    status = report_rule(error, record, language, file=file)
    if error.place.turn:
        write_line(text("position_before", language))
        show_position(found, language)
    return status


def component(name: str, language: Language) -> str:
    """The name of a component of the points."""
    return text(f"score_{name}", language)


def points_text(points: int | None, language: Language) -> str:
    """Signed points, or a mark where they are not known."""
    return UNKNOWN if points is None else signed_text(points, language)


def _show(replayed: Replay, language: Language) -> None:
    record = replayed.record
    title = record.rulebook.names[language]
    about = " · ".join(record.about[key] for key in ("event", "date", "place") if record.about.get(key))
    write_line(f"{title} · {about}" if about else title)
    write_line(" × ".join(side_names(record, language)))
    for line in _encounter(record, language):
        write_line(line)
    if record.score != (0, 0):
        write_line(text("replay_brought", language, one=record.score[0], two=record.score[1]))
    for number, deal in enumerate(replayed.deals, 1):
        write_line("")
        for line in _preliminaries(record, deal.deal, language):
            write_line(line)
        _show_deal(number, deal, record, language)
    write_line("")
    write_line(_outcome(replayed, language))
    if record.encounter and replayed.match.finished:
        one, two = record.encounter.before.add(replayed.match.winner).won
        write_line(text("replay_encounter_after", language, one=one, two=two))


def _show_deal(number: int, deal: ReplayedDeal, record: Record, language: Language) -> None:
    heading = text("replay_deal", language, deal=number, end=_end(deal, record, language))
    if deal.scores is None and not any(deal.deal.ruling_points) and deal.match is None:
        write_line(heading)
        return
    table = new_table(heading)
    table.add_column()
    for name in side_names(record, language):
        table.add_column(printable(name), justify="right", max_width=30, no_wrap=True, overflow="ellipsis")
    if deal.scores:
        for name in Score._fields:
            pair = [getattr(score, name) for score in deal.scores]
            if any(points != 0 for points in pair):
                table.add_row(component(name, language), *(points_text(points, language) for points in pair))
        totals = [points_text(score.total, language) for score in deal.scores]
        table.add_row(component("total", language), *totals, style="bold")
    if any(deal.deal.ruling_points):
        heading = f"{text('score_rulings', language)} ({record.rulebook.article('clauses.scoring')})"
        table.add_row(heading, *(points_text(points, language) for points in deal.deal.ruling_points))
    if deal.match:
        table.add_section()
        running = [UNKNOWN if points is None else number_text(points, language) for points in deal.match.points]
        table.add_row(text("score_match", language), *running, style="bold")
    print_table(table)
    for ruling in deal.deal.rulings:
        write_line(text("replay_ruling", language, ruling=told(ruling, number, record, language)))
    if any(ruling.side is not None for ruling in deal.deal.rulings):
        write_line(text("replay_apart", language, article=record.rulebook.article("clauses.scoring")))


def _preliminaries(record: Record, deal: DealRecord, language: Language) -> list[str]:
    """Lines on the draw for the dealer and the cut, as far as the record has them."""
    found = []
    if deal.draw:
        drawn = [
            f"{player_names(record, language)[seat]} {for_people(str(card))}"
            for seats, cards in zip(deal.draw.seats, deal.draw.rounds, strict=True)
            for seat, card in zip(seats, cards, strict=True)
        ]
        found.append(text("replay_draw", language, cards=", ".join(drawn)))
    if deal.cut:
        found.append(
            text("replay_cut", language, player=player_names(record, language)[deal.cut.seat], place=deal.cut.place)
        )
    return found


def _encounter(record: Record, language: Language) -> list[str]:
    """The line that says which match of an encounter it is, if any."""
    part = record.encounter
    if part is None:
        return []
    before = part.before
    code = "replay_encounter" if before.length is Length.BEST_OF else "replay_encounter_exactly"
    one, two = before.won
    return [text(code, language, matches=before.matches, match=part.match, one=one, two=two)]


def _end(deal: ReplayedDeal, record: Record, language: Language) -> str:
    if deal.deal.annulled:
        return text("end_annulled", language)
    state = deal.state
    if state.ending is None:
        return text("end_unfinished", language, turn=state.turn, player=player_names(record, language)[state.seat])
    player = player_names(record, language)[state.went_out] if state.went_out is not None else ""
    return text(f"end_{state.ending}", language, player=player)


def _outcome(replayed: Replay, language: Language) -> str:
    match, record = replayed.match, replayed.record
    one, two = (UNKNOWN if points is None else points for points in match.points)
    if record.forfeit:
        loser = side_names(record, language)[record.forfeit.side]
        return text("match_forfeited", language, loser=loser, reason=reasons(record.forfeit, language))
    if match.winner is not None:
        points = (one, two) if match.winner == 0 else (two, one)
        code = "match_won" if len(record.players) == 2 else "match_won_pair"
        return text(code, language, winner=side_names(record, language)[match.winner], one=points[0], two=points[1])
    if match.is_draw:
        return text("match_drawn", language, one=one, two=two)
    if not match.target:
        return text("match_of_one_deal_goes_on", language)
    if match.target >= NO_TARGET:
        return text("match_without_target", language, one=one, two=two)
    return text("match_goes_on", language, one=one, two=two, target=match.target)
