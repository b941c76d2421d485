"""`canastra position`: the position at the end of what a record holds, or at a turn of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import Annotated, Any

from canastra.cli.command import AsJson, House, RecordFile, command, option
from canastra.cli.error_output import before, report, report_rule
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import columns, write_json, write_line
from canastra.cli.records.player_names import player_names, side_names
from canastra.cli.records.record_file import read_record
from canastra.cli.ui.names import described
from canastra.engine import Canasta, Meld, State, parse_action, settle
from canastra.engine.hands import size
from canastra.engine.melds.canasta import canasta_of
from canastra.errors import InputError, RecordError
from canastra.messages import for_people, text
from canastra.records import Record, RecordRuleError, Replay, position_json, replay
from canastra.rulebooks import Rulebook


@dataclass(frozen=True, kw_only=True, slots=True)
class PositionOptions:
    """Options of `canastra position`. Without a deal they mean the last one, without a turn its end."""

    file: RecordFile
    deal: Annotated[int | None, option(metavar="N", help="option_position_deal")] = None
    turn: Annotated[int | None, option(metavar="N", help="option_position_turn")] = None
    action: Annotated[int | None, option(metavar="N", help="option_position_action")] = None
    as_json: AsJson = False
    house: House = None


def run_position(options: PositionOptions, language: Language) -> int:
    """Replay a record, write the position that was asked for, return the exit status."""
    try:
        record = _wanted(read_record(options.file, options.house), options)
        replayed = replay(record)
        found = position_json(replayed)
    except InputError as error:
        return report(error, language, options.as_json, file=options.file)
    except RecordRuleError as error:
        return _report(error, record, options, language)
    if options.as_json:
        write_json(found)
    else:
        show_position(replayed, language)
    return EXIT_OK


COMMAND = command(PositionOptions, run_position)


def _wanted(record: Record, options: PositionOptions) -> Record:
    """The record as far as it is asked for."""
    if options.turn is None and options.action is not None:
        raise InputError("action_without_turn")
    if options.turn is not None:
        if not record.deals:
            raise RecordError("position_without_deals")
        return record.before(options.deal or len(record.deals), options.turn, options.action or 1)
    if options.deal is None or options.deal == len(record.deals):
        return record
    record.before(options.deal, 0)
    return replace(record, deals=record.deals[: options.deal], forfeit=None)


def _report(error: RecordRuleError, record: Record, options: PositionOptions, language: Language) -> int:
    """Report a broken rule, then the position in which it was tried. Returns the exit status."""
    status = report_rule(error, record, language, options.as_json, file=options.file)
    if not options.as_json:
        found = before(error, record)
        if found.deals:
            write_line(text("position_before", language))
            show_position(found, language)
    return status


def show_position(replayed: Replay, language: Language) -> None:
    """The table at the end of a record, for people: melds, pile, the hand of the player to act, what is legal."""
    found = position_json(replayed)
    record, state = replayed.record, settle(replayed.deals[-1].state)
    player, phase = player_names(record, language)[state.seat], text(f"phase_{found['phase']}", language)
    write_line(record.rulebook.names[language])
    write_line(text("position_turn", language, deal=found["deal"], turn=state.turn, player=player, phase=phase))
    for side, name in enumerate(side_names(record, language)):
        write_line("")
        write_line(text("position_side", language, side=name, more=_about_side(found, side, language)))
        for number, meld in enumerate(state.melds[side], 1):
            write_line(f"  {number}. {for_people(str(meld))}{_mark(meld, record.rulebook, language)}")
        if not state.melds[side]:
            write_line(f"  {text('position_no_melds', language)}")
    write_line("")
    for line in _rest(record, state, found, language):
        write_line(line)


def _about_side(found: dict[str, Any], side: int, language: Language) -> str:
    parts = [text("side_has_morto" if found["has_morto"][side] else "side_without_morto", language)]
    if found["minimum"][side]:
        parts.append(text("side_minimum", language, points=found["minimum"][side]))
    if found["red_threes"][side]:
        parts.append(text("side_red_threes", language, cards=found["red_threes"][side]))
    return ", ".join(parts)


def canasta_kind(meld: Meld, rulebook: Rulebook) -> str | None:
    """The kind of canasta of a meld: ``clean``, ``dirty``, ``thirteen`` or ``royal``; None if it is no canasta."""
    found = canasta_of(meld, rulebook.canastas)
    return None if found is Canasta.NONE else str(found)


def _mark(meld: Meld, rulebook: Rulebook, language: Language) -> str:
    """The mark of a meld: its kind of canasta, or that it has a wild."""
    kind = canasta_kind(meld, rulebook)
    if kind:
        return f"  [{text(f'meld_{kind}', language)}]"
    return f"  ({text('meld_with_wild', language)})" if meld.has_wild else ""


def _rest(record: Record, state: State, found: dict[str, Any], language: Language) -> list[str]:
    pile = for_people(found["discard_pile"]) or text("position_empty", language)
    others = [
        text("position_holds", language, player=player, number=size(state.hands[seat]))
        for seat, player in enumerate(player_names(record, language))
    ]
    lines = [
        text("position_pile", language, pile=pile, number=len(found["discard_pile"].split())),
        text("position_stock", language, stock=found["stock"], mortos=found["mortos"]),
        text("position_hands", language, hands=", ".join(others)),
        text(
            "position_hand", language, player=player_names(record, language)[state.seat], hand=for_people(found["hand"])
        ),
    ]
    if found["legal"]:
        lines += ["", text("position_legal", language), *_wrapped(found["legal"], language)]
    return lines


def _wrapped(steps: list[str], language: Language) -> list[str]:
    """The steps in lines, none of them broken."""
    width = min(78, columns(sys.stdout) or 78)
    lines = ["  "]
    for step in steps:
        word = described(parse_action(step), language)
        if len(lines[-1]) + len(word) + 2 > width and lines[-1].strip():
            lines.append("  ")
        lines[-1] += ("; " if lines[-1].strip() else "") + word
    return lines
