"""Errors as the commands show them: one line for people, one object for programs, an exit status."""

from __future__ import annotations

from canastra.cli.language import Language
from canastra.cli.output import BROKEN_RULE, FAULT, NOT_A_RECORD, write_error, write_json
from canastra.errors import CanastraError, InternalError, RecordError, RuleError
from canastra.records import Record, RecordRuleError, place_text, record_error_json, rule_error_json


def report(error: CanastraError, language: Language, as_json: bool, *, file: str = "") -> int:
    """Write what is wrong and return the exit status; `file` is what the error is about."""
    if as_json:
        write_json(_as_object(error, language))
    else:
        write_error(_as_line(error, language, file))
    if isinstance(error, InternalError):
        return FAULT
    return BROKEN_RULE if isinstance(error, RuleError) else NOT_A_RECORD


def report_rule(error: RecordRuleError, record: Record, file: str, language: Language) -> int:
    """Write for people where a record breaks a rule, and why."""
    where = place_text(error.place, record.players, language)
    write_error(f"{file}: {where}: {error.violation.message(language)} ({error.violation.article})")
    return BROKEN_RULE


def _as_object(error: CanastraError, language: Language) -> dict[str, object]:
    if isinstance(error, RecordRuleError):
        return rule_error_json(error, language)
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
