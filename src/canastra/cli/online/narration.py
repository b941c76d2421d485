"""What happened at a table, in words: actions for the log of the screen, everything else as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from canastra.cards import Card, parse_cards
from canastra.cli.local.narration import Event, Line, Log, kind
from canastra.client import Changed
from canastra.client.view import meld_of
from canastra.engine import Discard, LayOff, NewMeld, Shift, parse_action
from canastra.engine.hands import cards_of, hand_of, minus
from canastra.messages import text
from canastra.protocol import State
from canastra.protocol.state import PlayState

Plain = Mapping[str, Any]


class LogEntry(NamedTuple):
    """One action, or what followed it by rule, and how it is told."""

    turn: int
    seat: int
    entry: str
    events: tuple[Event, ...]


class Narrator:
    """Follows one table. It is shown every change, in order."""

    def __init__(self) -> None:
        self._entries: list[LogEntry] = []
        self._held: tuple[Card, ...] = ()

    @property
    def log(self) -> Log:
        """The deal's turns so far."""
        lines: list[Line] = []
        for each in self._entries:
            if lines and lines[-1].turn == each.turn and lines[-1].seat == each.seat:
                lines[-1] = lines[-1]._replace(events=_joined(lines[-1].events, each.events))
            else:
                lines.append(Line(each.turn, each.seat, each.events))
        return tuple(lines)

    def fresh(self, state: State) -> tuple[Card, ...]:
        """The cards of the own hand that came since the last own turn."""
        return cards_of(minus(hand_of(_hand(state)), self._held))

    def note(self, change: Changed) -> None:
        """Take a change in."""
        before, after = change.before, change.state
        if change.missed or before is None:
            self._entries, self._held = [], _hand(after)
        for seen in change.events:
            if seen.event is not None:
                self._note(seen.event, change)
        was, now = before and before["play"], after["play"]
        if was and now and was["to_act"] == after["you"] != now["to_act"]:
            self._held = _hand(after)

    def _note(self, event: Plain, change: Changed) -> None:
        what = event["type"]
        if what == "undone":
            self._take_back(event)
        elif what == "dealt":
            self._entries, self._held = [], _hand(change.state)
        elif what in {"played", "followed"}:
            turn = _turn(event["seat"], change)
            self._entries.append(LogEntry(turn, event["seat"], event["entry"], tuple(_events(event, change))))

    def _take_back(self, event: Plain) -> None:
        for index in range(len(self._entries) - 1, -1, -1):
            if (self._entries[index].seat, self._entries[index].entry) == (event["seat"], event["entry"]):
                del self._entries[index]
                return


def _joined(before: tuple[Event, ...], after: tuple[Event, ...]) -> tuple[Event, ...]:
    """Two lay-offs on the same meld are told as one."""
    one, two = dict(before[-1][1]), dict(after[0][1])
    if (before[-1][0], after[0][0]) != ("did_lay", "did_lay") or one["number"] != two["number"]:
        return (*before, *after)
    return (*before[:-1], _event("did_lay", cards=f"{one['cards']} {two['cards']}", number=one["number"]), *after[1:])


def _hand(state: State) -> tuple[Card, ...]:
    play = state["play"]
    return parse_cards(play["hand"]) if play and "hand" in play else ()


def _turn(seat: int, change: Changed) -> int:
    before, after = change.before and change.before["play"], change.state["play"]
    if before and (before["to_act"] == seat or not after):
        return before["turn"]
    return after["turn"] if after else 0


def _events(event: Plain, change: Changed) -> list[Event]:
    """An entry of a record in words that give nothing away."""
    verb, _, rest = event["entry"].partition(" ")
    own = event["seat"] == change.state["you"]
    if verb == "draw":
        return [_event("did_draw_card", card=rest) if own and rest else _event("did_draw")]
    if verb == "red":
        card, _, replacement = rest.partition(" ")
        if own and replacement:
            return [_event("did_red_own", card=card, cards=replacement)]
        return [_event("did_red", card=card)]
    if verb == "take":
        return [_taken(change)]
    if verb == "refuse":
        return [_event("did_refuse", card=event.get("shown", "??"))]
    if verb in {"morto", "withdraw", "pass"}:
        return [_event(f"did_{verb}")]
    return _laid(event, change)


def _taken(change: Changed) -> Event:
    play = change.before["play"] if change.before else None
    count = play["pile_size"] if play else 0
    if not count:
        return _event("did_take_pile")
    return _event("did_take_one" if count == 1 else "did_take", count=count)


def _laid(event: Plain, change: Changed) -> list[Event]:
    action = parse_action(event["entry"])
    if isinstance(action, Discard):
        return [_event("did_discard", card=str(action.card))]
    if isinstance(action, Shift):
        return [_event("did_shift", number=action.number)]
    assert isinstance(action, NewMeld | LayOff)
    cards = " ".join(map(str, action.cards))
    made = _canasta(action, event["seat"] % 2, change)
    laid = _event("did_lay", cards=cards, number=action.number) if isinstance(action, LayOff) else None
    return [laid or _event("did_meld", cards=cards), *([_event(f"did_{made}")] if made else [])]


def _canasta(action: NewMeld | LayOff, side: int, change: Changed) -> str | None:
    """Which canasta it made, as far as that can be seen from the melds before and after."""
    after, before = change.state["play"], change.before and change.before["play"]
    if after is None or not before:
        return None
    index = action.number - 1 if isinstance(action, LayOff) else len(before["melds"][side])
    made = _kind(after, side, index)
    return made if made != _kind(before, side, index) else None


def _kind(play: PlayState, side: int, index: int) -> str | None:
    melds = play["melds"][side]
    return kind(meld_of(melds[index]), royal=False) if index < len(melds) else None


def _event(code: str, **figures: str | int) -> Event:
    return code, tuple(figures.items())


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


def sentences(change: Changed, names: tuple[str, ...], lang: str) -> list[str]:
    """Everything but the actions of the game, a sentence each."""
    own = change.state["you"]
    told = []
    for seen in change.events:
        event = seen.event or {}
        seat, what = event.get("seat"), event.get("type", "")
        if what in _SENTENCES and seat is not None and (seat != own or what in {"timed_out", "held", "returned"}):
            told.append(text(_SENTENCES[what], lang, name=names[seat]))
        elif what in _OFFERS and seat is not None and seat != own:
            told.append(text(f"online_{what}_{event['offer']}", lang, name=names[seat]))
        elif what == "seats_drawn":
            told += _seated(event, names, lang)
        elif what == "dealer_drawn":
            told += _drawn(event, names, lang)
        elif what == "dealt":
            told.append(text("play_dealt", lang, name=names[event["dealer"]]))
        elif what == "rematch_agreed":
            told.append(text("online_rematch_agreed", lang))
    return told


def _seated(event: Plain, names: tuple[str, ...], lang: str) -> list[str]:
    """The lot for the seats. The cards were drawn from the former seats; the names are those of the new ones."""
    now = {former: seat for seat, former in enumerate(event["seats"])}
    drawn = [each.split(" ") for each in event["drawn"]]
    told = [text("play_draws", lang, name=names[now[int(former)]], card=card) for former, card in drawn]
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    return [*told, text("online_seats_drawn", lang, seats=seats)]


def _drawn(event: Plain, names: tuple[str, ...], lang: str) -> list[str]:
    drawn = [each.split(" ") for each in event["drawn"]]
    told = [text("play_draws", lang, name=names[int(seat)], card=card) for seat, card in drawn]
    return [*told, text("play_deals_first", lang, name=names[event["dealer"]])]
