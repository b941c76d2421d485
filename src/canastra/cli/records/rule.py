"""`canastra rule`: adds a referee's decision to a record, takes one back or lists them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from canastra.cli.command import AsJson, House, argument, command, option
from canastra.cli.error_output import report, report_rule
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.local.match_file import ChangedError, MatchFile
from canastra.cli.output import write_json, write_line
from canastra.cli.records.player_names import player_names, side_names
from canastra.cli.records.record_file import STDIN, finder
from canastra.cli.records.replay import UNKNOWN
from canastra.cli.records.rulings import Decision, told
from canastra.errors import InputError, RecordError
from canastra.messages import number_text, text
from canastra.records import Forfeit, Record, RecordRuleError, Replay, Ruling, parse, read_file, replay
from canastra.records.amendment import Amended, add_ruling, amended, remove_forfeit, remove_ruling, set_forfeit
from canastra.records.rulings import ANNUL, POINTS, Category, check_time

BOM = "\ufeff"
_TEXT = "metavar_text"


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleOptions:
    """Options of `canastra rule`: one of four decisions, with its details."""

    file: Annotated[str, argument("metavar_file", "argument_rule")]
    points: Annotated[int | None, option(metavar="N", help="option_rule_points")] = None
    annul: Annotated[bool, option("--annul", help="option_rule_annul")] = False
    forfeit: Annotated[bool, option("--forfeit", help="option_rule_forfeit")] = False
    take_back: Annotated[bool, option("--take-back", help="option_rule_take_back")] = False
    deal: Annotated[int | None, option(min=1, metavar="N", help="option_rule_deal")] = None
    """The deal, from 1; None for the last one."""
    ruling: Annotated[int | None, option(min=1, metavar="N", help="option_rule_ruling")] = None
    """The ruling of the deal to take back, from 1."""
    side: Annotated[str | None, option(metavar=_TEXT, help="option_rule_side")] = None
    reason: Annotated[str | None, option(metavar=_TEXT, help="option_rule_reason")] = None
    author: Annotated[str | None, option(metavar=_TEXT, help="option_rule_author")] = None
    time: Annotated[str | None, option(metavar=_TEXT, help="option_rule_time")] = None
    """RFC 3339; None for now."""
    category: Annotated[Category | None, option(metavar=_TEXT, help="option_rule_category")] = None
    as_json: AsJson = False
    house: House = None


@dataclass(frozen=True, slots=True)
class Change:
    """A record with one decision added or removed."""

    record: Record
    decision: Decision
    deal: int | None
    """The deal, None for a forfeit."""


def run_rule(options: RuleOptions, language: Language) -> int:
    """Write a decision into the record, take one back or list them. Returns the exit status."""
    try:
        return _run(options, language)
    except InputError as error:
        return report(error, language, options.as_json, file=options.file)


COMMAND = command(RuleOptions, run_rule)


def _run(options: RuleOptions, language: Language) -> int:
    if options.file == STDIN:
        raise InputError("rule_needs_file")
    path = Path(options.file)
    file = MatchFile(path, "", str(language))
    record = read_file(path, finder(options.house, path.parent))
    try:
        before = replay(record)
    except RecordRuleError as error:
        return report_rule(error, record, language, options.as_json, file=options.file)
    if not _decides(options):
        _list(before, options.as_json, language)
        return EXIT_OK
    change = _change(options, before, language)
    after = _replayed(change.record, language)
    written = _write(file, record, change.record)
    if options.as_json:
        write_json(_as_object(options, change, before, after, written))
    else:
        _show(options, change, before, after, written, language)
    return EXIT_OK


def _decides(options: RuleOptions) -> bool:
    """Return whether the options make a decision. Raises InputError if it is incomplete or they make several."""
    kinds = [options.points is not None, options.annul, options.forfeit and not options.take_back, options.take_back]
    given = {
        "--side": options.side,
        "--ruling": options.ruling,
        "--deal": options.deal,
        "--reason": options.reason,
        "--author": options.author,
        "--time": options.time,
        "--category": options.category,
    }
    named = {name for name, value in given.items() if value is not None}
    if sum(kinds) != 1:
        if not any(kinds) and not named:
            return False
        raise InputError("rule_one_decision")
    idle = {"--ruling"}
    if options.take_back:
        idle = set(given) - (set() if options.forfeit else {"--deal", "--ruling"})
    elif options.annul:
        idle = {"--ruling", "--side"}
    elif options.forfeit:
        idle = {"--ruling", "--deal"}
    for name in sorted(named & idle):
        raise InputError("rule_not_here", option=name)
    return True


def _change(options: RuleOptions, before: Replay, language: Language) -> Change:
    record = before.record
    deal = len(record.deals) if options.deal is None else options.deal
    if options.take_back:
        return _taken_back(options, record, deal)
    if options.reason is None or not options.reason.strip():
        raise InputError("rule_reason_missing")
    by = _by(options)
    if options.annul:
        ruling = Ruling(ANNUL, options.reason, **by)
        return Change(add_ruling(record, deal, ruling), ruling, deal)
    side = _side(options.side, record, language)
    if options.forfeit:
        forfeit = Forfeit(side, options.reason, **by)
        changed = set_forfeit(record, forfeit)
        if before.match.finished:
            raise InputError("rule_match_over")
        return Change(changed, forfeit, None)
    ruling = Ruling(POINTS, options.reason, side, options.points or 0, **by)
    return Change(add_ruling(record, deal, ruling), ruling, deal)


def _taken_back(options: RuleOptions, record: Record, deal: int) -> Change:
    if options.forfeit:
        changed = remove_forfeit(record)
        assert record.forfeit is not None
        return Change(changed, record.forfeit, None)
    rulings = record.deals[deal - 1].rulings if 1 <= deal <= len(record.deals) else ()
    if options.ruling is None and len(rulings) > 1:
        raise InputError("rule_which_ruling", deal=deal, rulings=len(rulings))
    number = 1 if options.ruling is None else options.ruling
    changed = remove_ruling(record, deal, number)
    return Change(changed, rulings[number - 1], deal)


def _by(options: RuleOptions) -> dict[str, Any]:
    author = options.author.strip() if options.author else None
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    time = now if options.time is None else check_time(options.time)
    return {"author": author or None, "time": time, "category": options.category}


def _side(given: str | None, record: Record, language: Language) -> int:
    if given is None:
        raise InputError("rule_side_missing")
    if given in {"0", "1"}:
        return int(given)
    names = player_names(record, language)
    sides = {seat % 2 for seat, name in enumerate(names) if name.casefold() == given.strip().casefold()}
    if len(sides) != 1:
        one, two = side_names(record, language)
        raise InputError("rule_no_such_side", found=given[:40], one=one, two=two)
    return sides.pop()


def _replayed(record: Record, language: Language) -> Replay:
    """Replay the record with its decision. Raises InputError if it no longer stands, e.g. for a deal after the match's
    end.
    """
    try:
        return replay(record)
    except RecordRuleError as error:
        raise InputError("rule_breaks", deal=error.place.deal, reason=error.violation.message(language)) from error


def _write(file: MatchFile, before: Record, after: Record) -> Amended:
    try:
        source = file.path.read_bytes().decode("utf-8")
        mark = BOM if source.startswith(BOM) else ""
        plain = source.removeprefix(BOM)
        if parse(plain, lambda name: before.rulebook) != before:
            raise ChangedError
        written = amended(plain, before, after)
        file.save(mark + written.text)
    except (ChangedError, UnicodeDecodeError, RecordError) as error:
        raise InputError("rule_changed", file=str(file.path)) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError("rule_write_failed", file=str(file.path), reason=reason) from error
    return written


# Display


def _show(
    options: RuleOptions, change: Change, before: Replay, after: Replay, written: Amended, language: Language
) -> None:
    what = told(change.decision, change.deal, change.record, language)
    write_line(text("rule_took_back", language, what=what) if options.take_back else what)
    for name, replayed in (("before", before), ("after", after)):
        write_line(f"  {text(f'rule_{name}', language)}: {_stands(replayed, language)}")
    if isinstance(change.decision, Ruling) and change.decision.kind == POINTS:
        write_line(text("replay_apart", language, article=change.record.rulebook.article("clauses.scoring")))
    write_line(text("rule_kept" if written.kept else "rule_rewritten", language, file=options.file))


def _stands(replayed: Replay, language: Language) -> str:
    match, names = replayed.match, side_names(replayed.record, language)
    one, two = (UNKNOWN if points is None else number_text(points, language) for points in match.points)
    state = text("rule_state_goes_on", language)
    if match.is_draw:
        state = text("rule_state_draw", language)
    elif match.winner is not None:
        state = text("rule_state_won", language, winner=names[match.winner])
    return f"{names[0]} {one} × {two} {names[1]}, {state}"


def _decisions(record: Record) -> list[tuple[int | None, int, Decision]]:
    """Every decision: its deal, its number in the deal, itself; the forfeit last."""
    found: list[tuple[int | None, int, Decision]] = [
        (deal, number, ruling)
        for deal, dealt in enumerate(record.deals, 1)
        for number, ruling in enumerate(dealt.rulings, 1)
    ]
    return [*found, (None, 1, record.forfeit)] if record.forfeit else found


def _list(replayed: Replay, as_json: bool, language: Language) -> None:
    record = replayed.record
    found = _decisions(record)
    if as_json:
        rulings = [{"deal": deal, "number": number, **_plain(ruling)} for deal, number, ruling in found]
        write_json({"rulings": rulings, "score": _score(replayed)})
        return
    for deal, number, decision in found:
        mark = "" if deal is None else f"[{number}] "
        write_line(mark + told(decision, deal, record, language))
    if not found:
        write_line(text("rule_list_none", language))
    write_line(_stands(replayed, language))


def _plain(decision: Decision) -> dict[str, Any]:
    kind = {"kind": "forfeit"} if isinstance(decision, Forfeit) else {}
    values = {name: value for name, value in asdict(decision).items() if value is not None}
    if isinstance(decision, Ruling) and decision.side is None:
        del values["points"]
    return {**kind, **values}


def _score(replayed: Replay) -> dict[str, Any]:
    match = replayed.match
    winner = "draw" if match.is_draw else match.winner
    return {"match_score": list(match.points), "finished": match.finished, "winner": winner}


def _as_object(options: RuleOptions, change: Change, before: Replay, after: Replay, written: Amended) -> dict[str, Any]:
    return {
        "file": options.file,
        "taken_back": options.take_back,
        "deal": change.deal,
        "ruling": _plain(change.decision),
        "article": change.record.rulebook.article("clauses.scoring"),
        "before": _score(before),
        "after": _score(after),
        "kept": written.kept,
    }
