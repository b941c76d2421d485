"""The state that a table shows, as plain data: the whole state for a new client, then the changes of each command.

A state has public facts and, for a seat, its own. Both are built from an allow-list, like the view that provides the
cards (docs/rules.md §9). Changes come from comparing two states that were shown, so they reveal no more than both
states do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from canastra.cards import cards_text
from canastra.engine import Encounter, Meld, Phase, State, legal_actions, points_on_table
from canastra.engine.hands import cards_of, with_cards
from canastra.engine.state import replaced
from canastra.engine.view import own_cards, public_cards
from canastra.table import clocks
from canastra.table.events import Plain, plain_event
from canastra.table.handlers.absence import absence_of
from canastra.table.handlers.deal import dealt_at
from canastra.table.live_deal import LiveDeal
from canastra.table.seats import Seat
from canastra.table.table import OpenOffer, Table
from canastra.table.visibility import end_seen

Facts = dict[str, Any]
"""Facts to show, before they become plain data: cheap to make and to compare."""


_NOTHING: Final[Facts] = {}


class Shown:
    """The facts that a table shows. Make one after each command from the one before, so that no work is done twice."""

    __slots__ = ("_facts", "_own", "_play", "table")

    def __init__(self, table: Table, former: Shown | None = None) -> None:
        self.table = table
        self._facts = _facts(table)
        self._play: Facts | None = None
        self._own: dict[int, Facts] = {}
        if table.deal is not None:
            state = table.deal.state
            self._play = play_facts(state, table.bot_to_act, former._play if former else None)
            self._own = _kept(former, state) if former else {}
            self._own[state.seat] = _own_facts(table, table.deal)

    def state(self, seat: int | None) -> Plain:
        """The whole state as a seat sees it, or a spectator (None)."""
        offers = [_offer(offer) for offer in self._offers(seat)]
        play = None if self._play is None else plain_facts(self._play | self._of(seat))
        public = plain_facts(self._facts) | self._own_end(seat)
        return {**_settled(self.table), "you": seat, **public, "offers": offers, "play": play}

    def changes_since(self, before: Shown, seats: Iterable[int | None]) -> dict[int | None, Plain]:
        """For each of these seats, the changes since `before`, in the form of `snapshot`.

        It has only the keys whose values differ; those of ``play`` one by one, if there was a deal and there is one.
        Seats for which only public facts have changed get the same object.
        """
        public = changed(before._facts, self._facts)
        play = None
        if before._play is not None and self._play is not None:
            play = changed(before._play, self._play)
            if play:
                public["play"] = play
        elif self._play is None and before._play is not None:
            public["play"] = None
        return {seat: self._told(before, seat, public, play) for seat in seats}

    def _told(self, before: Shown, seat: int | None, public: Plain, play: Plain | None) -> Plain:
        own: Plain = self._own_end(seat) if "last" in public else {}
        if before.table.offers != self.table.offers and before._offers(seat) != self._offers(seat):
            own["offers"] = [_offer(offer) for offer in self._offers(seat)]
        if play is not None:
            mine = changed(before._of(seat), self._of(seat))
            if mine:
                own["play"] = play | mine
        elif self._play is not None:
            own["play"] = plain_facts(self._play | self._of(seat))
        return public | own if own else public

    def _offers(self, seat: int | None) -> list[OpenOffer]:
        return [offer for offer in self.table.offers if _knows(offer, seat)]

    def _own_end(self, seat: int | None) -> Plain:
        """Return the end of the last deal as this seat sees it; empty if all seats see the same."""
        last = self.table.last
        if last is None or seat is None:
            return {}
        seen = end_seen(last, seat)
        return {} if seen is last else {"last": plain_event(seen)}

    def _of(self, seat: int | None) -> Facts:
        """The facts of the deal in progress that only this seat knows."""
        if seat is None or self.table.deal is None:
            return _NOTHING
        if seat not in self._own:  # The facts of the seat to act are there from the beginning.
            hand = own_cards(self.table.deal.state, seat)
            self._own[seat] = {"hand": hand, "legal": (), "may_refuse": False, "may_undo": False}
        return self._own[seat]


def snapshot(table: Table, seat: int | None) -> Plain:
    """The table as a seat sees it, or a spectator (None)."""
    return Shown(table).state(seat)


def _kept(former: Shown, state: State) -> dict[int, Facts]:
    """The unchanged facts of seats that neither acted nor act now."""
    if former.table.deal is None:
        return {}
    before = former.table.deal.state
    if Phase.OVER in (before.phase, state.phase):
        return {}
    return {
        seat: own
        for seat, own in former._own.items()
        if seat not in (before.seat, state.seat)
        and before.hands[seat] == state.hands[seat]
        and before.unplayed[seat] == state.unplayed[seat]
    }


def changed(before: Facts, after: Facts) -> Plain:
    """The facts that differ, as plain data."""
    if before is after:
        return {}
    return {
        key: _WRITES[key](value) if key in _WRITES else value
        for key, value in after.items()
        if value is not before[key] and value != before[key]
    }


def plain_facts(facts: Facts) -> Plain:
    """Facts as plain data."""
    return {key: _WRITES[key](value) if key in _WRITES else value for key, value in facts.items()}


def _settled(table: Table) -> Plain:
    """The facts that never change."""
    settings = table.settings
    return {
        "match": settings.match,
        "rulebook": settings.rulebook.id,
        "revision": settings.rulebook.revision,
        "sha256": settings.rulebook.sha256,
        "target": settings.goal,
        "deals": settings.length_in_deals,
        "undo": settings.undo,
        "stand_in": settings.stand_in,
        "next_dealer": str(settings.next_dealer),
        "lots": settings.lots,
        "arranged": settings.arranged,
        "forfeits": settings.forfeits,
        "packs": settings.packs,
        "times": {field.name: getattr(settings.clock, field.name) for field in fields(settings.clock)},
    }


def _facts(table: Table) -> Facts:
    match = table.match
    return {
        "now": table.now,
        "stage": table.stage,
        "step": table.step,
        "seats": table.seats,
        "points": match.points if match else None,
        "deal": table.next_deal,
        "dealer": match.dealer if match and not match.dealer_open else None,
        "encounter": table.encounter if table.settings.encounter.matches > 1 else None,
        "lot": table.lot,
        "commitment": table.commitment,
        "contributions": table.contributions,
        "clock": _clock(table),
        "absence": absence_of(table),
        "next_at": dealt_at(table) if table.readers else None,
        "last": table.last and end_seen(table.last, None),
        "result": table.result,
        "rematch": table.rematch,
        "called": table.called,
    }


def play_facts(state: State, bot: str | None = None, former: Facts | None = None) -> Facts:
    """The public facts of a deal in progress; each seat's view has the same.

    `former` are the facts of the same table before; facts that still hold are copied from it.
    """
    public, melds = public_cards(state), state.melds
    kept = former if former is not None and former["melds"] is melds else None
    return {
        "turn": state.turn,
        "to_act": None if state.phase is Phase.OVER else state.seat,
        "phase": state.phase,
        "bot": bot,
        "hand_sizes": public.hand_sizes,
        "known": public.known,
        "melds": melds,
        "red_threes": state.red_threes,
        "due": public.due,
        "pile": public.pile,
        "pile_size": public.pile_size,
        "stock_size": len(state.stock),
        "morto_sizes": public.morto_sizes,
        "has_morto": state.has_morto,
        "waiting_morto": state.unplayed,
        "minimum": state.minimum,
        "points_laid": state.turn_state.points,
        "on_table": kept["on_table"] if kept else points_on_table(state.lookup.rulebook, melds),
    }


def _own_facts(table: Table, deal: LiveDeal) -> Facts:
    """The facts that the seat to act knows, as its view has them."""
    state = deal.state
    plays = state.seat == table.to_act and table.bot_to_act is None
    return {
        "hand": own_cards(state, state.seat),
        "legal": tuple(legal_actions(state)),
        "may_refuse": state.turn_state.first is not None and state.phase is not Phase.OVER,
        "may_undo": plays and table.settings.undo and bool(deal.undoable),
    }


def _knows(offer: OpenOffer, seat: int | None) -> bool:
    return offer.side is None or (seat is not None and seat % 2 == offer.side)


def _clock(table: Table) -> Plain | None:
    if table.clock is None or table.to_act is None:
        return None
    due = clocks.deadline(table.clock, table.seats[table.to_act], table.settings.clock)
    return {"seat": table.to_act, "paused": table.clock.paused, "due": due}


def _offer(offer: OpenOffer) -> Plain:
    return {"offer": str(offer.offer), "by": offer.by, "agreed": list(offer.agreed)}


def _encounter(encounter: Encounter) -> Plain:
    return {
        "matches": encounter.matches,
        "length": str(encounter.length),
        "won": list(encounter.won),
        "drawn": encounter.drawn,
        "finished": encounter.finished,
        "winner": encounter.winner,
    }


def _seat(seat: Seat) -> Plain:
    return {
        "kind": str(seat.kind),
        "player": seat.player,
        "name": seat.name,
        "level": seat.level,
        "ready": seat.ready,
        "bank": seat.bank,
        "grace": seat.grace,
        "timeouts": seat.timeouts,
        "held": seat.held,
        "left": seat.left,
        "away": seat.away,
        **({"animal": seat.animal} if seat.animal else {}),
    }


def _meld(meld: Meld) -> Plain:
    return {"cards": str(meld), "low": meld.low, "wild": meld.wild if meld.has_wild else None}


def _list(values: tuple[Any, ...] | None) -> list[Any] | None:
    return None if values is None else list(values)


_WRITES: Final[Mapping[str, Callable[[Any], Any]]] = {
    "stage": str,
    "seats": lambda seats: [_seat(seat) for seat in seats],
    "points": _list,
    "contributions": _list,
    "encounter": lambda encounter: _encounter(encounter) if encounter else None,
    "lot": lambda event: plain_event(event) if event else None,
    "absence": lambda absence: asdict(absence) if absence else None,
    "last": lambda event: plain_event(event) if event else None,
    "result": lambda event: plain_event(event) if event else None,
    "phase": str,
    "hand_sizes": _list,
    "known": lambda hands: [cards_text(cards) for cards in hands],
    "melds": lambda sides: [[_meld(meld) for meld in melds] for melds in sides],
    "red_threes": lambda sides: [cards_text(cards) for cards in sides],
    "due": lambda card: None if card is None else str(card),
    "pile": cards_text,
    "morto_sizes": _list,
    "has_morto": _list,
    "waiting_morto": _list,
    "minimum": _list,
    "on_table": _list,
    "hand": cards_text,
    "hands": lambda hands: [cards_text(cards_of(hand)) for hand in hands],
    "legal": lambda actions: [str(action) for action in actions],
}
"""How to write facts that are not plain data."""


class Frames:
    """The states of a deal that is over, or was read from a record, one by one with all cards open: for replays.

    The first frame has everything that a table's state has of a deal in progress, with all hands and the whole pile;
    each of the others has the changes, in the form of `Shown.changes_since`.
    """

    def __init__(self, state: State) -> None:
        self._facts = _open_facts(state)
        self.first = plain_facts(self._facts)
        """The first state, whole."""

    def next(self, state: State) -> Plain:
        """The changes from the frame before to this state."""
        facts, before = _open_facts(state), self._facts
        self._facts = facts
        return changed(before, facts)


def _open_facts(state: State) -> Facts:
    hands, pile = state.hands, state.pile
    if state.phase is Phase.JUSTIFY:
        hands, pile = replaced(hands, state.seat, with_cards(state.hand, pile[-1:])), pile[:-1]
    return {**play_facts(state), "pile": pile, "hands": hands}
