"""The events at a table in words: actions for the log of the screen, all others as sentences.

They contain only what one seat may know: its events (`canastra.table.visible_to`) and the states around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from canastra.cards import Card, parse_cards
from canastra.engine import Canasta, Discard, Ending, LayOff, Meld, NewMeld, Shift, parse_action
from canastra.engine.hands import cards_of, hand_of, minus
from canastra.engine.melds.canasta import canasta_of
from canastra.messages import text
from canastra.protocol import State
from canastra.protocol.view import meld_of
from canastra.rulebooks.schema import Canastas

Told = tuple[str, tuple[tuple[str, str | int], ...]]
"""A message and its figures."""
Plain = Mapping[str, Any]
MORTO_IS_STOCK = "did_morto_stock"
"""An event without an author, as a sentence."""
_WHY_FINAL = {
    **dict.fromkeys(("did_take", "did_take_one", "did_take_pile"), "play_pile_stays"),
    "did_withdraw": "play_withdrawal_stays",
    **dict.fromkeys(("did_draw_card", "did_red_own", "did_morto", "did_refuse"), "play_nothing_to_undo"),
}
"""For each message, the reason why an action can't be undone."""


class LogLine(NamedTuple):
    """The actions of one seat in one turn."""

    turn: int
    seat: int
    events: tuple[Told, ...]
    instead: str = ""
    """Set if a bot acted in a person's place: ``late`` after the person's time was up, otherwise ``stand_in``."""


Log = tuple[LogLine, ...]


class LogEntry(NamedTuple):
    """One action, or an automatic step, in words."""

    turn: int
    seat: int
    entry: str
    events: tuple[Told, ...]
    instead: str = ""


class Step(NamedTuple):
    """Events that a seat may see, and the states before and after them; the first step lacks `before`."""

    events: Sequence[Plain]
    before: State | None
    after: State
    missed: bool = False
    """True if there were other events between the two states."""


class Narrator:
    """Follows one table. It is shown every step, in order. `bonuses` are the canastas of its rulebook."""

    def __init__(self, canastas: Canastas) -> None:
        self._bonuses = canastas
        self._entries: list[LogEntry] = []
        self._held: tuple[Card, ...] = ()
        self._late: int | None = None
        """The seat whose time was up in this turn."""

    @property
    def log(self) -> Log:
        """The deal's turns so far."""
        return self.log_since(0)

    @property
    def noted(self) -> int:
        """The number of actions and steps of this deal noted so far."""
        return len(self._entries)

    def log_since(self, noted: int) -> Log:
        """The log without the first `noted` actions and steps."""
        lines: list[LogLine] = []
        for entry in self._entries[noted:]:
            if lines and lines[-1].turn == entry.turn and lines[-1].seat == entry.seat:
                lines[-1] = lines[-1]._replace(events=_joined(lines[-1].events, entry.events))
            else:
                lines.append(LogLine(entry.turn, entry.seat, entry.events, entry.instead))
        return tuple(lines)

    def fresh(self, state: State) -> tuple[Card, ...]:
        """The cards that came to the person's hand since their last turn."""
        return cards_of(minus(hand_of(_hand(state)), self._held))

    def why_final(self, state: State) -> str:
        """The message that says why the person's turn can't be undone."""
        play = state["play"]
        turn = play["turn"] if play else 0
        own = [entry for entry in self._entries if (entry.turn, entry.seat) == (turn, state["you"])]
        codes = [code for entry in own for code, _ in entry.events]
        return next((_WHY_FINAL[code] for code in reversed(codes) if code in _WHY_FINAL), "play_nothing_played")

    def note(self, step: Step) -> None:
        """Note a step."""
        before, after = step.before, step.after
        if step.missed or before is None:
            self._entries, self._held = [], _hand(after)
        for event in step.events:
            self._note(event, step)
        was, now = before and before["play"], after["play"]
        if not was or not now:
            return
        taken = sum(event.get("entry") == "morto" for event in step.events)
        if len(now["morto_sizes"]) + taken < len(was["morto_sizes"]):
            # Belongs to the turn of the first seat to draw from it.
            self._entries.append(LogEntry(now["turn"], now["to_act"] or 0, "", (_told(MORTO_IS_STOCK),)))
        if was["to_act"] == after["you"] != now["to_act"]:
            self._held = _hand(after)

    def _note(self, event: Plain, step: Step) -> None:
        what = event["type"]
        if what == "undone":
            self._take_back(event)
        elif what == "dealt":
            self._entries, self._held = [], _hand(step.after)
        elif what in {"played", "followed"}:
            seat, turn = event["seat"], _turn(event["seat"], step)
            told = tuple(_events(event, step, self._bonuses))
            self._entries.append(LogEntry(turn, seat, event["entry"], told, self._instead(event, step)))
            if event["entry"] == "morto" and seat == step.after["you"]:
                self._held = ()
        elif what == "timed_out":
            self._late = event["seat"]
        elif what == "deal_ended" and event["ending"] == Ending.GOING_OUT and self._entries:
            self._entries.append(self._entries[-1]._replace(entry="", events=(_told("did_go_out"),)))

    def _instead(self, event: Plain, step: Step) -> str:
        """The value of `LogLine.instead`; an automatic step has that of the action before it."""
        seat = event["seat"]
        if event["type"] == "followed":
            last = self._entries[-1] if self._entries else None
            return last.instead if last and last.seat == seat else ""
        if self._late != seat:
            self._late = None
        if not event.get("bot") or step.after["seats"][seat]["kind"] != "person":
            return ""
        return "stand_in" if self._late is None else "late"

    def _take_back(self, event: Plain) -> None:
        for index in range(len(self._entries) - 1, -1, -1):
            if (self._entries[index].seat, self._entries[index].entry) == (event["seat"], event["entry"]):
                del self._entries[index]
                return


def _joined(before: tuple[Told, ...], after: tuple[Told, ...]) -> tuple[Told, ...]:
    """Merge two lay-offs on the same meld."""
    one, two = dict(before[-1][1]), dict(after[0][1])
    if (before[-1][0], after[0][0]) != ("did_lay", "did_lay") or one["number"] != two["number"]:
        return (*before, *after)
    return (*before[:-1], _told("did_lay", cards=f"{one['cards']} {two['cards']}", number=one["number"]), *after[1:])


def _hand(state: State) -> tuple[Card, ...]:
    play = state["play"]
    return parse_cards(play["hand"]) if play and "hand" in play else ()


def _turn(seat: int, step: Step) -> int:
    before, after = step.before and step.before["play"], step.after["play"]
    if before and (before["to_act"] == seat or not after):
        return before["turn"]
    return after["turn"] if after else 0


def _events(event: Plain, step: Step, canastas: Canastas) -> list[Told]:
    """The messages for an event, without hidden cards."""
    verb, _, rest = event["entry"].partition(" ")
    own = event["seat"] == step.after["you"]
    if verb == "draw":
        return [_told("did_draw_card", card=rest) if own and rest else _told("did_draw")]
    if verb == "red":
        card, _, replacement = rest.partition(" ")
        if own and replacement:
            return [_told("did_red_own", card=card, cards=replacement)]
        return [_told("did_red", card=card)]
    if verb == "take":
        return [_taken(step)]
    if verb == "refuse":
        return [_told("did_refuse", card=event.get("shown", "??"))]
    if verb in {"morto", "withdraw", "pass"}:
        return [_told(f"did_{verb}")]
    return _laid(event, step, canastas)


def _taken(step: Step) -> Told:
    play = step.before["play"] if step.before else None
    count = play["pile_size"] if play else 0
    if not count:
        return _told("did_take_pile")
    return _told("did_take_one" if count == 1 else "did_take", count=count)


def _laid(event: Plain, step: Step, canastas: Canastas) -> list[Told]:
    action = parse_action(event["entry"])
    if isinstance(action, Discard):
        return [_told("did_discard", card=str(action.card))]
    if isinstance(action, Shift):
        return [_told("did_shift", number=action.number)]
    assert isinstance(action, NewMeld | LayOff)
    before, after = _meld(action, event["seat"] % 2, step)
    if isinstance(action, LayOff):
        told = _told("did_lay", cards=" ".join(map(str, action.cards)), number=action.number)
    else:
        told = _told("did_meld", cards=" ".join(map(str, after.cards if after else action.cards)))
    made = after and kind(after, canastas)
    return [told, _told(f"did_{made}")] if made and made != (before and kind(before, canastas)) else [told]


def _meld(action: NewMeld | LayOff, side: int, step: Step) -> tuple[Meld | None, Meld | None]:
    """The meld of a lay-off or a new meld, before and after, as far as the states show it."""
    was, now = step.before and step.before["play"], step.after["play"]
    if was is None or now is None:
        return None, None
    index = action.number - 1 if isinstance(action, LayOff) else len(was["melds"][side])
    before, after = (play["melds"][side][index : index + 1] for play in (was, now))
    return (meld_of(before[0]) if before else None), (meld_of(after[0]) if after else None)


def kind(meld: Meld, canastas: Canastas) -> str | None:
    """The kind of canasta of a meld: ``canasta_clean``, ``_dirty``, ``_thirteen``, ``_royal`` or None."""
    found = canasta_of(meld, canastas)
    return None if found is Canasta.NONE else f"canasta_{found}"


def _told(code: str, **figures: str | int) -> Told:
    return code, tuple(figures.items())


def sentence(line: LogLine, name: str, lang: str, *, own: bool = False) -> str:
    """A line of the log: "Bruno comprou do monte e descartou 7♦"; `own` is whether it is the reader's seat."""
    parts = [text(code, lang, **dict(figures)) for code, figures in line.events if code != MORTO_IS_STOCK]
    if len(parts) > 1:
        parts = [*parts[:-2], text("play_and", lang, one=parts[-2], two=parts[-1])]
    told = [text(MORTO_IS_STOCK, lang)] if (MORTO_IS_STOCK, ()) in line.events else []
    did = ", ".join(parts)
    if did and line.instead:
        code = f"play_{line.instead}_you" if own else f"play_{line.instead}"
        return " ".join([*told, text(code, lang, did=did, **({} if own else {"name": name}))])
    return " ".join([*told, f"{name} {did}."] if did else told)


_SENTENCES = {
    "sat": "online_sat",
    "bot_sat": "online_bot_sat",
    "left": "online_left",
    "readied": "online_readied",
    "timed_out": "online_timed_out",
    "held": "online_held",
    "returned": "online_returned",
    "disconnected": "online_disconnected",
    "reconnected": "online_reconnected",
    "undone": "online_undone",
}
_OFFERS = {"offered", "accepted", "declined", "taken_back"}


def sentences(step: Step, names: tuple[str, ...], lang: str) -> list[str]:
    """All events but the game's actions, a sentence each."""
    told: list[str] = []
    for event in step.events:
        told += _sentences(event, step.after["you"], names, lang)
    return told


def _sentences(event: Plain, own: int | None, names: tuple[str, ...], lang: str) -> list[str]:
    seat, what = event.get("seat"), event["type"]
    if what == "held" and seat is not None and event.get("by") is not None:
        return [text("online_held_by", lang, name=names[seat], by=names[event["by"]])]
    if what in _SENTENCES and seat is not None and (seat != own or what in {"timed_out", "held", "returned"}):
        return [text(_SENTENCES[what], lang, name=names[seat])]
    if what in _OFFERS and seat is not None and seat != own:
        return [text(f"online_{what}_{event['offer']}", lang, name=names[seat])]
    if what == "lot_annulled":
        return [text("online_lot_annulled", lang)]
    if what == "seats_drawn":
        return _seated(event, names, lang)
    if what == "dealer_drawn":
        drawn = draw_lines((cards.split(" ") for cards in event["drawn"]), names, lang)
        return [*drawn, text("play_deals_first", lang, name=names[event["dealer"]])]
    if what == "dealt":
        return [text("play_dealt", lang, name=names[event["dealer"]])]
    return [text(f"online_{what}", lang)] if what in {"rematch_agreed", "time_called"} else []


def _seated(event: Plain, names: tuple[str, ...], lang: str) -> list[str]:
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    return [*lot_lines(event, names, lang), text("online_seats_drawn", lang, seats=seats)]


def lot_lines(event: Plain, names: Sequence[str], lang: str) -> list[str]:
    """The cards drawn for the seats, by player. The event has the former seats, `names` the new ones."""
    now = {former: seat for seat, former in enumerate(event["seats"])}
    drawn = (cards.split(" ") for cards in event["drawn"])
    return draw_lines(((now[int(former)], card) for former, card in drawn), names, lang)


def draw_lines(drawn: Iterable[Sequence[Any]], names: Sequence[str], lang: str) -> list[str]:
    """The drawn cards, by player."""
    return [text("play_draws", lang, name=names[int(seat)], card=str(card)) for seat, card in drawn]
