"""`canastra check-bot`: runs a program through the bot protocol and reports its faults."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Annotated, Any

from canastra.bots.external import read_command
from canastra.bots.external.check import CheckConfig, Found, check
from canastra.bots.external.messages import fault_json
from canastra.bots.external.program import LOG, BehaviourReport, Fault
from canastra.cli.command import AsJson, argument, command, option, rulebook_option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_BROKEN_RULE, EXIT_INTERRUPTED, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, write_json, write_line
from canastra.errors import CanastraError, InputError, RuleError
from canastra.messages import text
from canastra.rulebooks import OFFICIAL, load

UNSOUND = EXIT_BROKEN_RULE
SHOWN_FAULTS = 5
"""Most faults that are listed one by one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckBotOptions:
    """Options of `canastra check-bot`; `time` is in milliseconds."""

    command: Annotated[str, argument("metavar_line", "argument_check_bot")]
    rulebooks: Annotated[list[str], rulebook_option("option_check_bot_rulebook")] = field(default_factory=list)
    deals: Annotated[int, option(min=1, metavar="N", help="option_check_bot_deals")] = 2
    seed: Annotated[int | None, option(metavar="N", help="option_check_bot_seed")] = None
    time: Annotated[int, option(min=1, metavar="MS", help="option_check_bot_time")] = 1000
    as_json: AsJson = False


def run_check_bot(options: CheckBotOptions, language: Language) -> int:
    """Exercise the program, show what was found, return the exit status."""
    seed = Random().randrange(10**9) if options.seed is None else options.seed
    LOG.addHandler(logging.NullHandler())  # All of it is in the report.
    try:
        found = _checked(options, seed)
    except InputError as error:
        return report(error, language, options.as_json)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    if options.as_json:
        write_json(
            {"command": options.command, "seed": seed, "sound": _sound(found), "rulebooks": list(map(_json, found))}
        )
    else:
        _show(options, seed, found, language)
    return EXIT_OK if _sound(found) else UNSOUND


COMMAND = command(CheckBotOptions, run_check_bot)


def _checked(options: CheckBotOptions, seed: int) -> list[Found]:
    """Return the findings under each rulebook, up to the first that the program did not get through."""
    trial = CheckConfig(read_command(options.command), options.deals, seed, options.time)
    rulebooks = [load(name) for name in options.rulebooks or OFFICIAL]
    found: list[Found] = []
    for rulebook in rulebooks:
        found.append(check(trial, rulebook))
        if found[-1].broken:
            break
    return found


def _sound(found: list[Found]) -> bool:
    return all(report.sound for report in found)


def _json(found: Found) -> dict[str, Any]:
    times, broken = [round(seconds * 1000, 3) for seconds in found.times], found.broken
    return {
        "rulebook": found.rulebook,
        "deals": found.deals,
        "sound": found.sound,
        "asked": sum(behaviour.asked for behaviour in found.plain),
        "answered": sum(behaviour.answered for behaviour in found.plain),
        "wrong": len(found.faults) - found.late,
        "late": found.late,
        "codes": Counter(fault.error.code for fault in found.faults),
        "median_ms": round(median(times), 3) if times else None,
        "longest_ms": max(times, default=None),
        "faults": [
            _fault(fault, part)
            for part, behaviours in found.parts.items()
            for behaviour in behaviours
            for fault in behaviour.faults
        ],
        "broken": broken and _broken(broken, _part(found, broken)),
    }


def _part(found: Found, behaviour: BehaviourReport) -> str:
    """The conditions under which a process was tried."""
    return next(part for part, behaviours in found.parts.items() if any(behaviour is one for one in behaviours))


def _fault(fault: Fault, part: str) -> dict[str, Any]:
    return {"part": part, "n": fault.number, "line": fault.line, "fault": fault_json(fault.error)}


def _broken(behaviour: BehaviourReport, part: str) -> dict[str, Any]:
    return {
        "part": part,
        "fault": behaviour.out and fault_json(behaviour.out),
        "status": behaviour.status,
        "ended": behaviour.ended,
        "errors": list(behaviour.errors),
    }


def _show(options: CheckBotOptions, seed: int, found: list[Found], language: Language) -> None:
    _table(options, seed, found, language)
    _faults(found, language)
    last, broken = found[-1], found[-1].broken
    if broken:
        write_line(_reason(last, broken, language))
        if broken.errors:
            write_line(text("check_bot_errors", language))
            for line in broken.errors:
                write_line(f"  {line}")
        if len(found) < len(options.rulebooks or OFFICIAL):
            write_line(text("check_bot_stopped", language))
    write_line(text("check_bot_sound" if _sound(found) else "check_bot_unsound", language))


def _table(options: CheckBotOptions, seed: int, found: list[Found], language: Language) -> None:
    table = new_table(text("check_bot_title", language, command=options.command, seed=seed))
    for number, name in enumerate(("rulebook", "deals", "asked", "answered", "wrong", "late", "median", "longest")):
        table.add_column(text(f"check_bot_{name}", language), justify="right" if number else "left", no_wrap=not number)
    for checked in found:
        row = _json(checked)
        figures = [str(row[name]) for name in ("rulebook", "deals", "asked", "answered", "wrong", "late")]
        table.add_row(*figures, *(_milliseconds(row[name]) for name in ("median_ms", "longest_ms")))
    print_table(table)


def _milliseconds(time: float | None) -> str:
    return "–" if time is None else f"{time:.1f}"


def _faults(found: list[Found], language: Language) -> None:
    """Write the first faults one by one, each code once per rulebook."""
    told: dict[tuple[str, str], Fault] = {}
    for checked in found:
        for part, behaviour in checked.parts.items():
            for fault in [fault for behaviour in behaviour for fault in behaviour.faults]:
                told.setdefault((_where(checked, part, language), fault.error.code), fault)
    for (rulebook, _), fault in list(told.items())[:SHOWN_FAULTS]:
        message = _message(fault.error, language)
        if fault.number is None:
            write_line(text("check_bot_fault_unasked", language, rulebook=rulebook, message=message))
            continue
        write_line(text("check_bot_fault", language, rulebook=rulebook, number=fault.number, message=message))
        if fault.line and fault.line not in message:
            write_line(f"  {text('check_bot_line', language, line=fault.line)}")
    if len(told) > SHOWN_FAULTS:
        write_line(text("check_bot_more", language, number=len(told) - SHOWN_FAULTS))


def _where(found: Found, part: str, language: Language) -> str:
    """The rulebook, and with what else the program was tried."""
    return found.rulebook if part == "plain" else text(f"check_bot_{part}", language, rulebook=found.rulebook)


def _message(error: CanastraError, language: Language) -> str:
    article = f" ({error.violation.article})" if isinstance(error, RuleError) else ""
    return f"{error.message(language)}{article}"


def _reason(found: Found, broken: BehaviourReport, language: Language) -> str:
    if broken.out:
        reason = _message(broken.out, language)
    else:
        reason = text("check_bot_end" if broken.ended else "check_bot_no_end", language)
    status, where = broken.status, _where(found, _part(found, broken), language)
    if status is None or status < 0:
        return text("check_bot_killed", language, rulebook=where, reason=reason)
    return text("check_bot_broken", language, rulebook=where, reason=reason, status=status)
