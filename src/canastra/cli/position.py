"""`canastra position`: the position at the end of what a record holds."""

from __future__ import annotations

from typing import Any

from canastra.cli.faults import report, report_rule
from canastra.cli.language import Language
from canastra.cli.output import OK, write_json, write_line
from canastra.cli.reading import read_record
from canastra.cli.replay import side_names
from canastra.engine import Meld, State, settle
from canastra.engine.hands import size
from canastra.errors import InputError
from canastra.messages import for_people, text
from canastra.records import Record, RecordRuleError, Replay, position_json, replay
from canastra.rulebooks import Rulebook


def run_position(file: str, house: str | None, as_json: bool, language: Language) -> int:
    """Replay a record, write the position that it ends with, return the exit status."""
    try:
        record = read_record(file, house)
        replayed = replay(record)
        found = position_json(replayed)
    except InputError as error:
        return report(error, language, as_json, file=file)
    except RecordRuleError as error:
        return report(error, language, as_json) if as_json else report_rule(error, record, file, language)
    if as_json:
        write_json(found)
    else:
        _show(replayed, found, language)
    return OK


def _show(replayed: Replay, found: dict[str, Any], language: Language) -> None:
    record, state = replayed.record, settle(replayed.deals[-1].state)
    player, phase = record.players[state.seat], text(f"phase_{found['phase']}", language)
    write_line(record.rulebook.names[language])
    write_line(text("position_turn", language, deal=found["deal"], turn=state.turn, player=player, phase=phase))
    for side, name in enumerate(side_names(record)):
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
    """Which canasta a meld is, ``clean``, ``dirty`` or ``royal``; None if it is none."""
    if not meld.is_canasta:
        return None
    if meld.is_full_sequence and rulebook.canastas.royal:
        return "royal"
    return "clean" if meld.is_clean else "dirty"


def _mark(meld: Meld, rulebook: Rulebook, language: Language) -> str:
    """Whether a meld is a canasta, and whether a wild stands in it."""
    kind = canasta_kind(meld, rulebook)
    if kind:
        return f"  [{text(f'meld_{kind}', language)}]"
    return f"  ({text('meld_with_wild', language)})" if meld.has_wild else ""


def _rest(record: Record, state: State, found: dict[str, Any], language: Language) -> list[str]:
    pile = for_people(found["discard_pile"]) or text("position_empty", language)
    others = [
        text("position_holds", language, player=player, number=size(state.hands[seat]))
        for seat, player in enumerate(record.players)
    ]
    lines = [
        text("position_pile", language, pile=pile, number=len(found["discard_pile"].split())),
        text("position_stock", language, stock=found["stock"], mortos=found["mortos"]),
        text("position_hands", language, hands=", ".join(others)),
        text("position_hand", language, player=record.players[state.seat], hand=for_people(found["hand"])),
    ]
    if found["legal"]:
        lines += ["", text("position_legal", language), *_wrapped(found["legal"])]
    return lines


def _wrapped(steps: list[str], width: int = 78) -> list[str]:
    """The steps in lines, none of them broken."""
    lines = ["  "]
    for step in steps:
        word = for_people(step)
        if len(lines[-1]) + len(word) + 2 > width and lines[-1].strip():
            lines.append("  ")
        lines[-1] += ("; " if lines[-1].strip() else "") + word
    return lines
