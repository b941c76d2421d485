"""Errors as the commands show them: one line for people, one object for programs, an exit status."""

from __future__ import annotations

from canastra.cli.exits import EXIT_BROKEN_RULE, EXIT_FAULT, EXIT_INPUT
from canastra.cli.language import Language
from canastra.cli.output import write_error, write_json
from canastra.cli.records.player_names import player_names
from canastra.errors import CanastraError, InternalError, RecordError, RuleError
from canastra.records import (
    Record,
    RecordRuleError,
    Replay,
    before_json,
    place_text,
    record_error_json,
    replay,
    rule_error_json,
)


def report(error: CanastraError, language: Language, as_json: bool, *, file: str = "") -> int:
    """Write what is wrong and return the exit status; `file` is what the error is about."""
    if as_json:
        write_json(_as_object(error, language))
    else:
        write_error(_as_line(error, language, file))
    if isinstance(error, InternalError):
        return EXIT_FAULT
    return EXIT_BROKEN_RULE if isinstance(error, RuleError) else EXIT_INPUT


def report_rule(
    error: RecordRuleError, record: Record, language: Language, as_json: bool = False, *, file: str = ""
) -> int:
    """Write where a record breaks a rule, and why; return the exit status. In JSON with what was played before."""
    if as_json:
        write_json(rule_error_json(error, language) | {"before": before_json(before(error, record))})
        return EXIT_BROKEN_RULE
    place = place_text(error.place, player_names(record, language), language)
    where = file if error.line is None else f"{file}:{error.line}"
    write_error(f"{where}: {place}: {error.violation.message(language)} ({error.violation.article})")
    return EXIT_BROKEN_RULE


def before(error: RecordRuleError, record: Record) -> Replay:
    """The record replayed up to the action that breaks a rule."""
    place = error.place
    return replay(record.before(place.deal, place.turn, place.action))


def _as_object(error: CanastraError, language: Language) -> dict[str, object]:
    if isinstance(error, RecordError):
        return record_error_json(error, language)
    found: dict[str, object] = {"line": None, "message": error.message(language), "code": error.code}
    if isinstance(error, RuleError):
        found["article"] = error.violation.article
    return {"error": found}


def _as_line(error: CanastraError, language: Language, file: str) -> str:
    line = error.line if isinstance(error, RecordError) else None
    names_it = file in map(str, error.figures.values())
    where = "" if not file or names_it else f"{file}: " if line is None else f"{file}:{line}: "
    article = f" ({error.violation.article})" if isinstance(error, RuleError) else ""
    return f"{where}{error.message(language)}{article}"
