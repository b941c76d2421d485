"""The events shown to a seat add up to the seat's snapshot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra import table as tables
from canastra.cards import UNKNOWN, Card, cards_text, parse_cards
from canastra.engine import Match, Piles, State, View, view
from canastra.records import DealRecord, DrawCard, Record, Red, TurnLine, replay
from canastra.records.turns import parse_entry
from canastra.rulebooks import OFFICIAL
from canastra.table import Event, events
from canastra.table.events import Plain
from tests.table.hosting import Host
from tests.table.test_hidden import played

few = settings(max_examples=settings().max_examples // 5)


class Follower:
    """A client that knows nothing but the events it is shown: it writes a record with ``??`` and replays it."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.deal: DealRecord | None = None
        self.step = 0

    def see(self, event: Event) -> None:
        match event:
            case events.Dealt():
                first, second = map(parse_cards, event.mortos)
                piles = Piles(tuple(map(parse_cards, event.hands)), (first, second), parse_cards(event.stock))
                self.deal = DealRecord(event.dealer, piles)
            case events.Played() | events.Followed():
                self.write(event)
            case events.MortoSeen():
                self.look(event.morto, parse_cards(event.cards))
            case events.Undone():
                *lines, last = self.now.turns
                assert str(last.entries[-1]) == event.entry
                self.deal = replace(self.now, turns=(*lines, replace(last, entries=last.entries[:-1])))
            case events.DealEnded():
                self.deal = None
        if isinstance(event, events.Dealt | events.Played | events.Followed | events.Undone):
            assert event.step == self.step + 1
            self.step = event.step

    @property
    def now(self) -> DealRecord:
        assert self.deal
        return self.deal

    def write(self, event: events.Played | events.Followed) -> None:
        lines, entry = list(self.now.turns), parse_entry(event.entry)
        over = lines and str(lines[-1].entries[-1]).split(" ")[0] in ("discard", "pass") and event.entry != "morto"
        after_morto = lines and str(lines[-1].entries[-1]) == "morto" and lines[-1].seat != event.seat
        if not lines or over or after_morto:
            lines.append(TurnLine(event.seat, (entry,)))
        else:
            entries = lines[-1].entries
            if isinstance(event, events.Played) and event.shown:
                # The card put back has been seen now; after a red 3 it is the replacement (in the entry before).
                shown = parse_cards(event.shown)[0]
                last = entries[-1]
                known = DrawCard(shown) if not isinstance(last, Red) else Red(last.card, shown)
                entries = (*entries[:-1], known)
            lines[-1] = replace(lines[-1], entries=(*entries, entry))
        self.deal = replace(self.now, turns=tuple(lines))

    def look(self, number: int, cards: tuple[Card, ...]) -> None:
        piles = self.now.piles
        mortos = tuple(cards if index == number else morto for index, morto in enumerate(piles.mortos))
        self.deal = replace(self.now, piles=replace(piles, mortos=(mortos[0], mortos[1])))

    def state(self, match: Match) -> State:
        names = tuple(str(seat) for seat in range(match.rulebook.table.players))
        points = (match.points[0] or 0, match.points[1] or 0)
        # The target is out of reach: deals that came before are in the points.
        target = max(10_000, *points) + 1 if match.rulebook.match.target else None
        replayed = replay(Record(match.rulebook, names, points, (self.now,), target))
        return replayed.deals[0].state


@pytest.mark.parametrize("rulebook", OFFICIAL)
@few
@given(seed=st.integers(0, 2**32), actions=st.integers(10, 200))
def test_following_the_events_never_contradicts_the_snapshot(rulebook: str, seed: int, actions: int) -> None:
    host = played(rulebook, seed, actions)
    for seat in (None, *range(host.players)):
        agree(host, Follower(seat), every=37)


def agree(host: Host, follower: Follower, every: int) -> None:
    table = tables.open_table(host.opened)
    for index, (command, now) in enumerate(host.commands):
        for event in tables.decide(table, command, now):
            table = tables.evolve(table, event)
            shown = tables.visible_to(event, follower.seat)
            if shown is not None:
                follower.see(shown)
        if table.state and (index % every == 0 or index == len(host.commands) - 1):
            assert table.match
            said = told(follower, table.match)
            assert said == of_snapshot(tables.snapshot(table, follower.seat)["play"])


def told(follower: Follower, match: Match) -> Plain:
    seen: View = view(follower.state(match), follower.seat or 0, match)
    public = {
        "turn": seen.turn,
        "to_act": seen.to_act,
        "phase": str(seen.phase),
        "hand_sizes": list(seen.hand_sizes),
        "known": [cards_text(cards) for cards in seen.known],
        "melds": [[str(meld) for meld in melds] for melds in seen.melds],
        "red_threes": [cards_text(cards) for cards in seen.red_threes],
        "pile": cards_text(seen.pile),
        "stock_size": seen.stock_size,
        "morto_sizes": list(seen.morto_sizes),
        "has_morto": list(seen.has_morto),
        "waiting_morto": list(seen.waiting_morto),
    }
    if follower.seat is None:
        return public
    assert UNKNOWN not in seen.hand
    return {**public, "hand": cards_text(seen.hand), "legal": sorted(map(str, seen.legal))}


def of_snapshot(play: Plain) -> Plain:
    names = ("turn", "to_act", "phase", "hand_sizes", "known", "red_threes", "pile", "stock_size")
    more = ("morto_sizes", "has_morto", "waiting_morto")
    told = {name: play[name] for name in (*names, *more)}
    told["melds"] = [[meld["cards"] for meld in melds] for melds in play["melds"]]
    if "hand" in play:
        told |= {"hand": play["hand"], "legal": sorted(play["legal"])}
    return told
