"""`canastra verify`: the proofs of a record's shuffles checked (docs/fairness.md)."""

from __future__ import annotations

from typing import Any

from canastra.cards import UNKNOWN
from canastra.cli.faults import report
from canastra.cli.language import Language
from canastra.cli.output import BROKEN_RULE, OK, write_json, write_line
from canastra.cli.reading import read_record
from canastra.errors import InputError
from canastra.fairness import VERSION, Checked, Dealt, Status, check_all
from canastra.messages import text
from canastra.records import DealRecord, Record, RecordRuleError, replay

NOTHING = "nothing"
"""The result of a record without any proof that is open."""


def run_verify(file: str, house: str | None, as_json: bool, language: Language) -> int:
    """Check every shuffle of a record, write what was found, return the exit status."""
    try:
        record = read_record(file, house)
    except InputError as error:
        return report(error, language, as_json, file=file)
    checked = check_all([(deal.fairness, _dealt(record, index)) for index, deal in enumerate(record.deals)])
    result = _result(checked)
    if as_json:
        write_json({"format": VERSION, "result": str(result), "deals": _as_objects(checked, language)})
    else:
        _show(checked, record, language)
    return OK if result == Status.VERIFIED else BROKEN_RULE


def _dealt(record: Record, index: int) -> Dealt:
    deal = record.deals[index]
    return Dealt(index + 1, deal.dealer, deal.piles, record.about.get("id"), _is_over(record, index))


def _is_over(record: Record, index: int) -> bool:
    """Whether the secret of a deal must have been revealed.

    The cards of a deal that was stopped short stay hidden in a redacted record, and the secret with them.
    """
    deal, last = record.deals[index], index == len(record.deals) - 1
    if deal.annulled or (last and record.forfeit):
        return not _hides_cards(deal)
    return not last or _is_played_out(record)


def _hides_cards(deal: DealRecord) -> bool:
    return any(UNKNOWN in pile for pile in (*deal.piles.hands, *deal.piles.mortos, deal.piles.stock))


def _is_played_out(record: Record) -> bool:
    """Whether the last deal is. Of one that breaks a rule nobody can tell; `canastra replay` says that it does."""
    try:
        return replay(record).deals[-1].finished
    except RecordRuleError:
        return False


def _result(checked: tuple[Checked, ...]) -> str:
    statuses = {each.status for each in checked}
    return next((status for status in (Status.WRONG, Status.VERIFIED) if status in statuses), NOTHING)


def _as_objects(checked: tuple[Checked, ...], language: Language) -> list[dict[str, Any]]:
    return [
        {
            "deal": number,
            "status": str(each.status),
            "contributors": each.contributors if each.proof else None,
            "findings": [{"code": finding.code, "message": finding.message(language)} for finding in each.findings],
        }
        for number, each in enumerate(checked, 1)
    ]


def _show(checked: tuple[Checked, ...], record: Record, language: Language) -> None:
    for number, each in enumerate(checked, 1):
        alone = each.status is Status.VERIFIED and not each.contributors
        code = f"verify_{each.status}{'_alone' if alone else ''}"
        status = text(code, language, number=each.contributors, seats=len(record.players))
        write_line(text("verify_deal", language, deal=number, status=status))
        for finding in each.findings:
            write_line(f"  {finding.message(language)}")
    write_line(_summary(checked, language))


def _summary(checked: tuple[Checked, ...], language: Language) -> str:
    result, verified = _result(checked), sum(each.status is Status.VERIFIED for each in checked)
    if result == Status.WRONG:
        return text("verify_failed", language)
    if result == NOTHING:
        return text("verify_nothing", language)
    if verified < len(checked):
        return text("verify_some", language, number=verified, deals=len(checked))
    return text("verify_one" if verified == 1 else "verify_all", language, number=verified)
