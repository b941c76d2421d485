"""The entries of a record: what an action writes, what is due by rule writes, and who may see it (docs/rules.md §9).

Whatever writes down a deal or shows it to a seat asks here: the recorder, a live table, a redacted record, and the
driver of bots that are told what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from canastra.cards import UNKNOWN, Card
from canastra.engine.actions import Action, Discard, Draw, LayOff, NewMeld, Pass, Refuse, Shift, Take, Withdraw
from canastra.engine.deal import Piles
from canastra.engine.state import Phase, RedThree, State
from canastra.records.turns import DrawCard, Entry, Morto, Red, TurnLine


def entry_of(state: State, action: Action) -> Entry:
    """The entry of a legal action: a draw is written with its card."""
    return DrawCard(state.stock[0]) if isinstance(action, Draw) else action


def forced_entry(state: State) -> Entry:
    """The entry of the one step that is due by rule; the state must have one (`State.forced`)."""
    if isinstance(state.forced, RedThree):
        return Red(state.forced.card, state.stock[0] if state.stock else None)
    return Morto()


def appended(turns: tuple[TurnLine, ...], state: State, entry: Entry) -> tuple[TurnLine, ...]:
    """The turns with one more entry, on the line of the turn that the state is in."""
    if len(turns) < state.turn:
        return (*turns, TurnLine(state.seat, (entry,)))
    *earlier, last = turns
    return (*earlier, replace(last, entries=(*last.entries, entry)))


def refused_card(state: State, entry: Entry) -> Card | None:
    """The card that a ``refuse`` lays open without naming it; None of any other entry."""
    return state.turn_state.first if isinstance(entry, Refuse) else None


def seen_by(seat: int | None, actor: int, entry: Entry) -> Entry:
    """A player's entry as a seat may see it, or the public (None): the card that another player draws is ``??``.

    The kinds of entries that lie open are listed here. A new kind raises an `AssertionError` until it is, too.
    """
    if seat == actor:
        return entry
    match entry:
        case DrawCard():
            return DrawCard(UNKNOWN)
        case Red():
            return entry if entry.replacement is None else Red(entry.card, UNKNOWN)
        case Draw() | Refuse() | Take() | NewMeld() | LayOff() | Shift() | Discard() | Withdraw() | Pass() | Morto():
            return entry
        case _:
            assert_never(entry)


def sees_morto(seat: int, before: State, entry: Entry, after: State) -> bool:
    """Whether a seat looks at its morto with this step, given the states around it.

    A morto taken directly is seen at once; one taken indirectly when the seat's next turn begins (docs/rules.md §3).
    """
    if after.unplayed[seat] or after.phase is Phase.OVER:
        return False
    return before.unplayed[seat] or (before.seat == seat and isinstance(entry, Morto))


def morto_seen(seat: int, piles: Piles, turns: Sequence[TurnLine], state: State) -> int | None:
    """Which morto of a running deal, 0 or 1 as dealt, a seat took and has looked at; None if none.

    `turns` are the deal's so far, `state` is the one that they lead to.
    """
    takers = [line.seat for line in turns if Morto() in line.entries]
    if seat not in takers or state.unplayed[seat]:
        return None
    # One that became the stock before it counts too: it was the first one left then (docs/rules.md §3).
    became_stock = state.lookup.rulebook.morto.becomes_stock and _drawn_before(seat, turns) >= len(piles.stock)
    return takers.index(seat) + became_stock


def _drawn_before(seat: int, turns: Sequence[TurnLine]) -> int:
    """Cards taken from the stock before the turn in which a seat took its morto."""
    drawn = 0
    for line in turns:
        if line.seat == seat and Morto() in line.entries:
            break
        drawn += sum(isinstance(entry, DrawCard) or _replaced(entry) for entry in line.entries)
    return drawn


def _replaced(entry: Entry) -> bool:
    return isinstance(entry, Red) and entry.replacement is not None
