"""`canastra verify`: the proofs of a record's shuffles checked (docs/fairness.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from canastra.cli.command import AsJson, House, RecordFile, command
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_BROKEN_RULE, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_json, write_line
from canastra.cli.records.record_file import read_record
from canastra.errors import InputError
from canastra.fairness import VERSION, Checked, Status
from canastra.messages import text
from canastra.records import Record, verify

NOTHING = "nothing"
"""The result for a record without any opened proof."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VerifyOptions:
    """Options of `canastra verify`."""

    file: RecordFile
    as_json: AsJson = False
    house: House = None


def run_verify(options: VerifyOptions, language: Language) -> int:
    """Check every shuffle of a record, write what was found, return the exit status."""
    try:
        record = read_record(options.file, options.house)
    except InputError as error:
        return report(error, language, options.as_json, file=options.file)
    checked = verify(record)
    result = _result(checked)
    if options.as_json:
        write_json({"format": VERSION, "result": str(result), "deals": _as_objects(checked, language)})
    else:
        _show(checked, record, language)
    return EXIT_OK if result == Status.VERIFIED else EXIT_BROKEN_RULE


COMMAND = command(VerifyOptions, run_verify)


def _result(checked: tuple[Checked, ...]) -> str:
    statuses = {deal.status for deal in checked}
    return next((status for status in (Status.WRONG, Status.VERIFIED) if status in statuses), NOTHING)


def _as_objects(checked: tuple[Checked, ...], language: Language) -> list[dict[str, Any]]:
    return [
        {
            "deal": number,
            "status": str(deal.status),
            "contributors": deal.contributors if deal.proof else None,
            "findings": [{"code": finding.code, "message": finding.message(language)} for finding in deal.findings],
        }
        for number, deal in enumerate(checked, 1)
    ]


def _show(checked: tuple[Checked, ...], record: Record, language: Language) -> None:
    for number, deal in enumerate(checked, 1):
        alone = deal.status is Status.VERIFIED and not deal.contributors
        code = f"verify_{deal.status}{'_alone' if alone else ''}"
        status = text(code, language, number=deal.contributors, seats=len(record.players))
        write_line(text("verify_deal", language, deal=number, status=status))
        for finding in deal.findings:
            write_line(f"  {finding.message(language)}")
    write_line(_summary(checked, language))


def _summary(checked: tuple[Checked, ...], language: Language) -> str:
    result, verified = _result(checked), sum(deal.status is Status.VERIFIED for deal in checked)
    if result == Status.WRONG:
        return text("verify_failed", language)
    if result == NOTHING:
        return text("verify_nothing", language)
    if verified < len(checked):
        return text("verify_some", language, number=verified, deals=len(checked))
    return text("verify_one" if verified == 1 else "verify_all", language, number=verified)
