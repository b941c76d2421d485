"""What happened, in words that give nothing away: the public side of every action.

A draw of another player is told without its card, the card that replaces a red 3 too.
"""

from __future__ import annotations

from typing import NamedTuple

from canastra.engine import Ending, LayOff, Meld, NewMeld, Refuse, Shift, State, Take
from canastra.engine.actions import Discard, Pass, Withdraw
from canastra.messages import text
from canastra.records import DrawCard, Entry, Morto, Red, TurnLine

Event = tuple[str, tuple[tuple[str, str | int], ...]]
"""A message and its figures."""


class Line(NamedTuple):
    """What one seat did in one turn, as far as everybody (or the person whose log it is) may know."""

    turn: int
    seat: int
    events: tuple[Event, ...]


Log = tuple[Line, ...]
MORTO_IS_STOCK = "did_morto_stock"
"""An event that nobody did: a sentence of its own."""


class Written(NamedTuple):
    """One entry of a record and whose turn it belongs to."""

    turn: int
    seat: int
    entry: Entry


def written(turns: tuple[TurnLine, ...]) -> tuple[Written, ...]:
    """All entries of a deal in order."""
    return tuple(Written(turn, line.seat, entry) for turn, line in enumerate(turns, 1) for entry in line.entries)


def logged(log: Log, before: State, entries: tuple[Written, ...], after: State, person: int) -> Log:
    """The log with what one action and its consequences did."""
    for each in entries:
        log = _with(log, each, _events(each.entry, before, after, own=each.seat == person))
    if after.ending is Ending.GOING_OUT and entries:
        log = _with(log, entries[-1], [("did_go_out", ())])
    if entries and len(after.mortos) + sum(isinstance(each.entry, Morto) for each in entries) < len(before.mortos):
        # Told with the next turn: whoever plays then is the first to draw from it.
        log = _with(log, Written(after.turn, after.seat, entries[-1].entry), [(MORTO_IS_STOCK, ())])
    return log


def _with(log: Log, where: Written, events: list[Event]) -> Log:
    if not log or log[-1].turn != where.turn:
        return (*log, Line(where.turn, where.seat, tuple(events)))
    told = list(log[-1].events)
    for event in events:
        joined = _joined(told[-1], event) if told else None
        told[-1:] = [joined] if joined else [*told[-1:], event]
    return (*log[:-1], log[-1]._replace(events=tuple(told)))


def _joined(before: Event, event: Event) -> Event | None:
    """Two lay-offs on the same meld, told as one."""
    one, two = dict(before[1]), dict(event[1])
    if (before[0], event[0]) != ("did_lay", "did_lay") or one["number"] != two["number"]:
        return None
    return _event("did_lay", cards=f"{one['cards']} {two['cards']}", number=one["number"])


def _events(entry: Entry, before: State, after: State, *, own: bool) -> list[Event]:
    if isinstance(entry, DrawCard):
        return [_event("did_draw_card", card=str(entry.card)) if own else _event("did_draw")]
    if isinstance(entry, Red):
        if own and entry.replacement is not None:
            return [_event("did_red_own", card=str(entry.card), cards=str(entry.replacement))]
        return [_event("did_red", card=str(entry.card))]
    if isinstance(entry, Morto):
        return [_event("did_morto")]
    if isinstance(entry, NewMeld | LayOff):
        return _laid(entry, before, after)
    return [_plain(entry, before)]


def _plain(entry: Entry, before: State) -> Event:
    if isinstance(entry, Take):
        return _event("did_take_one" if len(before.pile) == 1 else "did_take", count=len(before.pile))
    if isinstance(entry, Refuse):
        return _event("did_refuse", card=str(before.turn_state.first))
    if isinstance(entry, Discard):
        return _event("did_discard", card=str(entry.card))
    if isinstance(entry, Shift):
        return _event("did_shift", number=entry.number)
    assert isinstance(entry, Withdraw | Pass)
    return _event("did_withdraw" if isinstance(entry, Withdraw) else "did_pass")


def _laid(entry: NewMeld | LayOff, before: State, after: State) -> list[Event]:
    own = before.melds[before.side]
    index = entry.number - 1 if isinstance(entry, LayOff) else len(own)
    meld = after.melds[before.side][index]
    if isinstance(entry, LayOff):
        events = [_event("did_lay", cards=" ".join(map(str, entry.cards)), number=entry.number)]
    else:
        events = [_event("did_meld", cards=str(meld))]
    old = own[index] if index < len(own) else None
    royal = bool(before.lookup.rulebook.canastas.royal)
    made = kind(meld, royal=royal)
    if made and made != (kind(old, royal=royal) if old else None):
        events.append(_event(f"did_{made}"))
    return events


def kind(meld: Meld, *, royal: bool) -> str | None:
    """Which canasta a meld is: ``canasta_royal``, ``canasta_clean``, ``canasta_dirty`` or none."""
    if not meld.is_canasta:
        return None
    if royal and meld.is_full_sequence:
        return "canasta_royal"
    return "canasta_clean" if meld.is_clean else "canasta_dirty"


def _event(code: str, **figures: str | int) -> Event:
    return code, tuple(figures.items())


def sentence(line: Line, name: str, lang: str) -> str:
    """A line of the log: "Bruno comprou do monte e descartou 7♦"."""
    parts = [text(code, lang, **dict(figures)) for code, figures in line.events if code != MORTO_IS_STOCK]
    if len(parts) > 1:
        parts = [*parts[:-2], text("play_and", lang, one=parts[-2], two=parts[-1])]
    told = [text(MORTO_IS_STOCK, lang)] if (MORTO_IS_STOCK, ()) in line.events else []
    return " ".join([*told, f"{name} {', '.join(parts)}."] if parts else told)
