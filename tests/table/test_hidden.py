"""No seat learns hidden cards: permute them, run the same commands, and every byte that the seat gets is the same."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra import table as tables
from canastra.cards import RED_THREES, Card, cards_text
from canastra.engine import NextDealer, Piles, Refuse, State
from canastra.engine.hands import cards_of, minus
from canastra.records import DealRecord, DrawCard, Morto, Red
from canastra.rulebooks import OFFICIAL
from canastra.table import Act, Deal, RefusalError, Shown, Stage, TimeControl, Undo
from canastra.table.events import Plain
from tests.table.hosting import Host, seen, snapshot_text

few = settings(max_examples=settings().max_examples // 5)
every = pytest.mark.parametrize("rulebook", OFFICIAL)
Slot = tuple[str, int, int]
"""Where a card was dealt: to which pile, which of these, which card of it."""


class Slots:
    """Where the cards of each seat and of the stock came from."""

    def __init__(self, deal: DealRecord, state: State) -> None:
        self.cards: dict[Slot, Card] = {}
        self.seats: list[list[Slot]] = [self._pile("hand", n, hand) for n, hand in enumerate(deal.piles.hands)]
        self.mortos = [self._pile("morto", n, morto) for n, morto in enumerate(deal.piles.mortos)]
        self.stock = self._pile("stock", 0, deal.piles.stock)
        for line in deal.turns:
            for entry in line.entries:
                if isinstance(entry, DrawCard) or (isinstance(entry, Red) and entry.replacement is not None):
                    self.seats[line.seat].append(self.stock.pop(0))
                elif entry == Morto():
                    self.seats[line.seat] += self.mortos.pop(0)
                elif isinstance(entry, Refuse):
                    # This very card lies open, whatever twin of it the hand may hold.
                    self.seats[line.seat].pop()
            if not self.stock and self.mortos and state.lookup.rulebook.morto.becomes_stock:
                self.stock = self.mortos.pop(0)

    def _pile(self, kind: str, number: int, cards: tuple[Card, ...]) -> list[Slot]:
        slots = [(kind, number, index) for index in range(len(cards))]
        self.cards |= dict(zip(slots, cards, strict=True))
        return slots

    def unseen(self, state: State, viewer: int | None) -> list[Slot]:
        """Slots of all cards that a viewer has not seen, and that can't be told from each other."""
        found = [*self.stock, *(slot for morto in self.mortos for slot in morto)]
        for seat, hand in enumerate(state.hands):
            own = seat == viewer and not state.unplayed[seat]
            for card in () if own else cards_of(minus(hand, cards_of(state.known[seat]))):
                # The latest: a morto that waits unseen holds these very cards.
                slot = next(
                    slot for slot in reversed(self.seats[seat]) if self.cards[slot] == card and slot not in found
                )
                found.append(slot)
        exposed = state.lookup.rulebook.threes.red_exposed
        return [slot for slot in found if not (exposed and self.cards[slot] in RED_THREES)]


def permuted_pack(deal: DealRecord, state: State, viewer: int | None, random: Random) -> str:
    """Another pack that looks the same to a viewer so far."""
    slots = Slots(deal, state)
    places = slots.unseen(state, viewer)
    contents = [slots.cards[slot] for slot in places]
    random.shuffle(contents)
    cards = slots.cards | dict(zip(places, contents, strict=True))
    players, sizes = len(deal.piles.hands), len(deal.piles.stock)
    hands = [cards["hand", (deal.dealer + 1 + seat) % players, turn] for turn in range(11) for seat in range(players)]
    mortos = [cards["morto", number, index] for number in range(2) for index in range(11)]
    return cards_text([*hands, *mortos, *(cards["stock", 0, index] for index in range(sizes))])


def played(rulebook: str, seed: int, actions: int) -> Host:
    """A match with people and bots, time running, stopped in the middle of a deal."""
    random = Random(seed)
    terms: dict[str, Any] = {
        "next_dealer": random.choice(list(NextDealer)),
        "lots": random.random() < 0.5,
        "matches": 3,
    }
    host = Host(rulebook, seed, clock=TimeControl(turn=30_000, bank=60_000, increment=500), **terms)
    host.level = random.choice(["random", "greedy"])
    seats = random.sample(range(host.players), random.randrange(1, host.players + 1))
    host.seat_people(*seats, level="random").play_on(actions)
    while host.table.state is None:
        if host.table.stage is Stage.FINISHED:
            return played(rulebook, seed, actions // 2)
        host.play_on(1)
    return host


def with_undo(host: Host, random: Random) -> None:
    """Some layings taken back and played again."""
    for _ in range(10):
        deal = host.table.deal
        if deal and deal.undoable and host.table.bot_to_act is None and random.random() < 0.5:
            host.send(Undo(deal.state.seat, host.table.step))
        host.play_on(1)


@every
@few
@given(seed=st.integers(0, 2**32), actions=st.integers(10, 250))
def test_permuting_hidden_cards_changes_no_byte(rulebook: str, seed: int, actions: int) -> None:
    host, random = played(rulebook, seed, actions), Random(seed)
    with_undo(host, random)
    state = host.table.state
    if state is None:
        return  # the deal ended just now: all is shown
    deal = tables.record(host.table).deals[-1]
    for viewer in (None, *range(host.players)):
        pack = permuted_pack(deal, state, viewer, random)
        compare(host, pack, viewer, random)


def compare(host: Host, pack: str, viewer: int | None, random: Random) -> None:
    """Run the commands again, the last deal with another pack; both worlds side by side."""
    last = max(index for index, (command, _) in enumerate(host.commands) if isinstance(command, Deal))
    one = two = tables.open_table(host.opened)
    for index, (command, now) in enumerate(host.commands):
        if index == last:
            shown = other_shown = Shown(one)
        events = tables.decide(one, command, now)
        try:
            others = tables.decide(two, Deal(pack) if index == last else command, now)
        except RefusalError:
            return  # another hand made the played step illegal, so all can tell these cards from it
        for event, other in zip(events, others, strict=True):
            one, two = tables.evolve(one, event), tables.evolve(two, other)
        if index < last:
            continue
        was, other_was = shown, other_shown
        shown, other_shown = Shown(one, was), Shown(two, other_was)
        assert json.dumps(changes(was, shown, viewer)) == json.dumps(changes(other_was, other_shown, viewer))
        assert seen(list(events), viewer) == seen(list(others), viewer)
        assert snapshot_text(one, viewer) == snapshot_text(two, viewer)
        if viewer is not None:
            action = random.choice(["draw", "take", "discard KD", "meld 4H 5H 6H", "meld KD", "lay 1 9S", "pass"])
            assert refusal(one, Act(viewer, action, one.step), now) == refusal(two, Act(viewer, action, two.step), now)


def changes(before: Shown, after: Shown, viewer: int | None) -> Plain:
    return after.changes_since(before, [viewer])[viewer]


def refusal(table: tables.Table, command: Act, now: int) -> str:
    try:
        tables.decide(table, command, now)
    except RefusalError as error:
        return f"{error.code} {error.article} {error.message('pt')} {error.message('en')}"
    return ""


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_permuted_worlds_differ_and_are_mostly_playable(rulebook: str) -> None:
    """The property above compares something."""
    host = played(rulebook, 4, 60)
    deal, state = tables.record(host.table).deals[-1], host.table.state
    assert state
    whole = 0
    for seed in range(10):
        pack = permuted_pack(deal, state, None, Random(seed))
        assert sorted(pack.split()) == sorted(cards_text(dealt(deal.piles)).split())
        other = tables.open_table(host.opened)
        last = max(index for index, (command, _) in enumerate(host.commands) if isinstance(command, Deal))
        try:
            for index, (command, now) in enumerate(host.commands):
                for event in tables.decide(other, Deal(pack) if index == last else command, now):
                    other = tables.evolve(other, event)
        except RefusalError:
            continue
        assert other.state != state
        whole += 1
    assert whole >= 5


def dealt(piles: Piles) -> list[Card]:
    return [card for pile in (*piles.hands, *piles.mortos, piles.stock) for card in pile]
