"""The lines to a program, and its answers, which are read strictly."""

from __future__ import annotations

import json
from typing import Any

from canastra.bots.external.history import History
from canastra.bots.external.process import LINE_LIMIT
from canastra.cards import UNKNOWN, cards_text
from canastra.engine import Action, View, masked_state, parse_action, violation
from canastra.errors import CanastraError, InputError, RuleError
from canastra.messages import LANGUAGES
from canastra.rulebooks import Rulebook, parameters
from canastra.rulebooks.values import kinds

VERSION = 1
"""Version of the protocol: it rises when a program written for an older one could fail."""
SHOWN = 60
"""Most characters of a program's line that messages repeat."""


def encoded(message: dict[str, Any]) -> bytes:
    """A message as its line, in ASCII."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def hello(rulebook: Rulebook, seat: int, ms: int, *, events: bool) -> dict[str, Any]:
    """The first message; `events` says whether events will follow."""
    return {
        "type": "hello",
        "v": VERSION,
        "rulebook": rulebook.id,
        "extends": rulebook.extends,
        "revision": rulebook.revision,
        "sha256": rulebook.sha256,
        "parameters": {key: kinds()[key].spell(value) for key, value, _ in parameters(rulebook)},
        "players": rulebook.table.players,
        "seat": seat,
        "ms": ms,
        "events": events,
    }


def ask_message(number: int, view: View, ms: int, history: History | None = None) -> dict[str, Any]:
    """Asks for an action within `ms` milliseconds; with events, it has the deal's history."""
    seen = {**view_json(view), **(history.to_json() if history else {})}
    return {"type": "ask", "n": number, "ms": ms, "legal": list(map(str, view.legal)), "view": seen}


def refused_message(number: int, error: CanastraError) -> dict[str, Any]:
    """Tells a program that its answer was refused; the next `ask` repeats the question."""
    return {"type": "refused", "n": number, "fault": fault_json(error)}


def stood_in(number: int, action: Action, error: CanastraError) -> dict[str, Any]:
    """Tells a program which action was played instead of its answer."""
    return {"type": "stood_in", "n": number, "action": str(action), "fault": fault_json(error)}


def fault_json(error: CanastraError) -> dict[str, Any]:
    """An error in the server's form: its code, a sentence in both languages, the article of a broken rule."""
    fault = {"code": error.code, **{language: error.message(language) for language in LANGUAGES}}
    if isinstance(error, RuleError):
        fault["article"] = error.violation.article
    return fault


def quoted(line: bytes) -> str:
    """A program's line as messages repeat it, cut if it is long."""
    words = line.decode("utf-8", "backslashreplace")
    return words if len(words) <= SHOWN else f"{words[: SHOWN - 1]}…"


def read_ready(line: bytes) -> str:
    """The name in the answer to the hello, if any. Raises `InputError` for any other line."""
    try:
        message = _read(line, "ready", {"v": int}, {"name": str})
    except InputError as error:
        raise InputError("program_not_ready", said=quoted(line)) from error
    if message["v"] != VERSION:
        raise InputError("program_version", version=str(message["v"])[:20], known=VERSION)
    return str(message.get("name", ""))[:SHOWN]


def read_act(line: bytes, number: int, view: View) -> Action:
    """The step in the answer to the `ask` with this number.

    Raises `InputError` if the line is not its answer, `RuleError`, with the article, if the step is not legal.
    """
    message = _read(line, "act", {"n": int, "action": str}, {})
    if message["n"] != number:
        raise InputError("program_number", number=str(message["n"])[:20], asked=number)
    words = message["action"]
    action = parse_action(words)
    if action in view.legal:
        return action
    if UNKNOWN in (*getattr(action, "cards", ()), getattr(action, "card", None)):
        raise InputError("program_unknown_card", text=words[:SHOWN])
    why = violation(masked_state(view), action)
    if why is not None:
        raise RuleError(why)
    raise InputError("program_not_a_step", text=words[:SHOWN])


def answer_number(line: bytes) -> int | None:
    """The number of the `ask` that a line answers; None if the line is not an answer."""
    try:
        return int(_read(line, "act", {"n": int, "action": str}, {})["n"])
    except InputError:
        return None


def _read(line: bytes, kind: str, needed: dict[str, type], optional: dict[str, type]) -> dict[str, Any]:
    """A message of a kind with these keys and types, and no others."""
    if len(line) > LINE_LIMIT:
        raise InputError("program_line_long", said=quoted(line), most=LINE_LIMIT)
    try:
        message = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise InputError("program_not_json", said=quoted(line)) from error
    if not isinstance(message, dict) or message.get("type") != kind:
        raise InputError("program_type", said=quoted(line), kind=kind)
    given = message.keys() - {"type"}
    types = needed | optional
    wrong = sorted((needed.keys() - given) | (given - types.keys()))
    wrong += sorted(key for key in given & types.keys() if type(message[key]) is not types[key])
    if wrong:
        raise InputError("program_keys", key=wrong[0][:SHOWN], said=quoted(line))
    return message


def view_json(view: View) -> dict[str, Any]:
    """A seat's view as JSON, without its legal steps: the keys of ``canastra position`` (docs/records.md) and others.

    `seat` is the seat to act; cards are in notation.

    >>> from canastra.cards import TWO_PACKS
    >>> from canastra.engine import deal_out, settle, start_deal, view
    >>> from canastra.rulebooks import official
    >>> state = settle(start_deal(official("buraco"), deal_out(TWO_PACKS, players=4, dealer=3), dealer=3))
    >>> shown = view_json(view(state, seat=0))
    >>> shown["phase"], shown["stock"], shown["hand_sizes"]
    ('draw', 38, [11, 11, 11, 11])
    """
    return {
        "deal": view.deal,
        "turn": view.turn,
        "seat": view.to_act,
        "phase": view.phase.value,
        "dealer": view.dealer,
        "hand": cards_text(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "known": [cards_text(cards) for cards in view.known],
        "melds": [[str(meld) for meld in melds] for melds in view.melds],
        "red_threes": [cards_text(cards) for cards in view.red_threes],
        "discard_pile": cards_text(view.pile),
        "pile_size": view.pile_size,
        "due": None if view.due is None else str(view.due),
        "stock": view.stock_size,
        "mortos": len(view.morto_sizes),
        "has_morto": list(view.has_morto),
        "waiting_morto": list(view.waiting_morto),
        "minimum": list(view.minimum),
        "points_laid": view.points_laid,
        "points": list(view.points),
        "target": view.target,
    }
