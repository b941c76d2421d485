"""The entries of a record: of an action, of a step by rule, and as each seat may see them (docs/rules.md §9).

Everything that writes a deal or shows it to a seat uses this module: the recorder, live tables, redacted records, and
the driver of bots that get events.
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
    """The entry of a legal action; a draw has its card."""
    return DrawCard(state.stock[0]) if isinstance(action, Draw) else action


def forced_entry(state: State) -> Entry:
    """The entry of the step that is due by rule; the state must have one (`State.forced`)."""
    if isinstance(state.forced, RedThree):
        return Red(state.forced.card, state.stock[0] if state.stock else None)
    return Morto()


def appended(turns: tuple[TurnLine, ...], state: State, entry: Entry) -> tuple[TurnLine, ...]:
    """The turns with one more entry, on the line of the state's turn."""
    if len(turns) < state.turn:
        return (*turns, TurnLine(state.seat, (entry,)))
    *earlier, last = turns
    return (*earlier, replace(last, entries=(*last.entries, entry)))


def refused_card(state: State, entry: Entry) -> Card | None:
    """The card that a ``refuse`` shows without naming it; None for any other entry."""
    return state.turn_state.first if isinstance(entry, Refuse) else None


def seen_by(seat: int | None, actor: int, entry: Entry) -> Entry:
    """A player's entry as a seat or the public (None) may see it: another player's draw is ``??``.

    Raises `AssertionError` if the kind of entry is not listed here as open.
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
    """Return whether a seat sees its morto with this step, given the states before and after.

    A player sees a morto taken directly at once, one taken indirectly when their next turn begins (docs/rules.md §3).
    """
    if after.unplayed[seat] or after.phase is Phase.OVER:
        return False
    return before.unplayed[seat] or (before.seat == seat and isinstance(entry, Morto))


def morto_seen(seat: int, piles: Piles, turns: Sequence[TurnLine], state: State) -> int | None:
    """The morto of a running deal, 0 or 1 as dealt, that a seat has taken and seen; None if it has seen no morto.

    `turns` are the deal's so far, and `state` is the state after them.
    """
    takers = [line.seat for line in turns if Morto() in line.entries]
    if seat not in takers or state.unplayed[seat]:
        return None
    # One that became the stock before it counts too: it was the first one left then (docs/rules.md §3).
    became_stock = state.lookup.rulebook.morto.becomes_stock and _drawn_before(seat, turns) >= len(piles.stock)
    return takers.index(seat) + became_stock


def _drawn_before(seat: int, turns: Sequence[TurnLine]) -> int:
    """Cards drawn from the stock before the turn in which a seat took its morto."""
    drawn = 0
    for line in turns:
        if line.seat == seat and Morto() in line.entries:
            break
        drawn += sum(isinstance(entry, DrawCard) or _replaced(entry) for entry in line.entries)
    return drawn


def _replaced(entry: Entry) -> bool:
    return isinstance(entry, Red) and entry.replacement is not None
