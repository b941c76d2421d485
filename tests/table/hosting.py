"""A host for tests: it does a server's work for a table, with a seed in place of chance and a number in place of a
clock.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from msgspec import structs

from canastra import table as tables
from canastra.bots import Bot, make
from canastra.cards import TWO_PACKS, Card, cards_text
from canastra.engine import parse_action
from canastra.fairness import Proof, commit, shared_draw, shared_pack
from canastra.records import Replay, replay
from canastra.rulebooks import Rulebook, load
from canastra.table import (
    NO_CLOCK,
    Act,
    AddBots,
    BotAct,
    BotNeeded,
    Command,
    Commit,
    CommitmentNeeded,
    Contribute,
    Deal,
    DealerNeeded,
    DrawForDealer,
    DrawSeats,
    Event,
    PackNeeded,
    Ready,
    RefusalError,
    Sit,
    Stage,
    Table,
    TimeControl,
)

Shuffled = Callable[[int], list[Card]]


class Host:
    """A table, the log of its events, the commands that made them, and the server's part of it all."""

    def __init__(
        self,
        rulebook: str | Rulebook,
        seed: int = 0,
        target: int | None = None,
        clock: TimeControl = NO_CLOCK,
        **terms: Any,
    ):
        self.rulebook = load(rulebook) if isinstance(rulebook, str) else rulebook
        self.random = Random(seed)
        self.now = 1_000_000
        self.log: list[Event] = []
        self.commands: list[tuple[Command, int]] = []
        opened = tables.opening(self.rulebook, "m1", self.now, target=target, clock=clock)
        opened = structs.replace(opened, **terms)
        self.log.append(opened)
        self.opened = opened
        self.table = tables.open_table(opened, lambda _: self.rulebook)
        self.bots: dict[tuple[int, str], Bot] = {}
        self.fair = False
        self.level = "random"
        """How people play here."""
        self.packs: list[str] = []
        """Packs to deal before the shuffled ones."""
        self.draws: list[str] = []
        """The same to draw the dealer from."""

    @property
    def players(self) -> int:
        return len(self.table.seats)

    @property
    def acting(self) -> int:
        assert self.table.to_act is not None
        return self.table.to_act

    def send(self, command: Command, later: int = 0) -> tuple[Event, ...]:
        self.now += later
        events = tables.decide(self.table, command, self.now)
        self.commands.append((command, self.now))
        for event in events:
            self.log.append(event)
            self.table = tables.evolve(self.table, event)
        return events

    def refuse(self, command: Command, code: str, later: int = 0) -> RefusalError:
        """Assert that a command is refused."""
        with pytest.raises(RefusalError) as caught:
            tables.decide(self.table, command, self.now + later)
        assert caught.value.code == code, caught.value
        assert all(caught.value.message(language) for language in ("pt", "en"))
        return caught.value

    def seat_people(self, *seats: int, level: str = "random") -> Host:
        """Seat people on these seats and bots on all others; all are ready."""
        for seat in seats:
            self.send(Sit(seat, f"p{seat}", f"Ana {seat}"))
        if len(seats) < self.players:
            self.send(AddBots(level))
        for seat in seats:
            self.send(Ready(seat))
        return self

    def serve(self, until_bots: bool = False) -> Host:
        """Bring what the table needs, until it waits for a person or is finished."""
        while True:
            need = tables.next_requirement(self.table, self.now)
            if need is None or (until_bots and isinstance(need, BotNeeded)):
                return self
            self.answer(need)

    def answer(self, need: tables.Requirement) -> None:
        if not isinstance(need, BotNeeded) and need.packs:
            self.send(self.shared(need))
        elif isinstance(need, DealerNeeded):
            self.send(DrawForDealer(self.draws.pop(0) if self.draws else cards_text(self.shuffled())))
        elif isinstance(need, CommitmentNeeded) and self.fair:
            self.send(Commit(self.proof(need).commitment.hex()))
        elif isinstance(need, PackNeeded):
            proof = self.proof(need, need.contributions)
            assert proof.pack
            self.send((Deal if need.deal else DrawSeats)(cards_text(proof.pack), proof.table()))
        elif isinstance(need, CommitmentNeeded) and not need.deal:
            self.send(DrawSeats(cards_text(self.shuffled())))
        elif isinstance(need, CommitmentNeeded):
            self.send(Deal(self.packs.pop(0) if self.packs else cards_text(self.shuffled())))
        else:
            self.send(BotAct(need.seat, parse_action(self.choice(need.seat, need.level)), need.step))

    def shared(self, need: DealerNeeded | CommitmentNeeded | PackNeeded) -> Command:
        """The part of a server whose tables have packs in common."""
        secret = sha256(f"{need.packs} {need.deal}".encode()).digest()
        if isinstance(need, DealerNeeded):
            return DrawForDealer(cards_text(shared_draw(need.packs, need.deal, secret)))
        if isinstance(need, CommitmentNeeded):
            return Commit(commit(need.context, secret).hex())
        return Deal(cards_text(shared_pack(need.packs, need.deal, secret)))

    def proof(self, need: CommitmentNeeded | PackNeeded, contributions: tuple[str, ...] = ()) -> Proof:
        secret = need.deal.to_bytes(32, "big")
        return Proof.made(need.context, secret, tuple(map(bytes.fromhex, contributions)))

    def proof_of_deal(self) -> Proof:
        """The opened proof of the deal in progress, of which a log with `fair` has everything."""
        assert self.table.deal is not None
        return Proof.from_table(self.table.deal.fairness)

    def shuffled(self) -> list[Card]:
        return self.random.sample(TWO_PACKS, len(TWO_PACKS))

    def choice(self, seat: int, level: str = "random") -> str:
        """The choice of a bot for a seat."""
        view = tables.seat_view(self.table, seat)
        assert view is not None
        if (seat, level) not in self.bots:
            self.bots[seat, level] = make(level, self.random.randrange(2**32))
        return str(self.bots[seat, level].choose(view))

    def act(self, action: str, later: int = 0) -> tuple[Event, ...]:
        """An action of the seat whose turn it is."""
        return self.send(Act(self.acting, action, self.table.step), later)

    def play_turn(self, later: int = 0) -> None:
        """A whole turn of the person to act."""
        assert self.table.state
        turn, deals = self.table.state.turn, len(self.table.deals)
        while self.table.state and self.table.state.turn == turn and len(self.table.deals) == deals:
            self.act(self.choice(self.acting, self.level), later)
            later = 0

    def play_on(self, most: int = 100_000) -> Host:
        """Play until the match is over or `most` actions are done: people play at random and contribute, bots play."""
        for _ in range(most):
            if self.table.stage is Stage.FINISHED:
                break
            need = tables.next_requirement(self.table, self.now)
            if need is not None:
                self.answer(need)
            elif self.table.to_act is not None:
                self.act(self.choice(self.table.to_act, self.level), self.random.randrange(50))
            else:
                seat = next(s for s in range(self.players) if self.silent(s))
                self.send(Contribute(seat, self.random.randbytes(8).hex()))
        return self

    def silent(self, seat: int) -> bool:
        return self.table.seats[seat].is_person and self.table.contributions[seat] is None

    def replayed(self) -> Replay:
        return replay(tables.record(self.table))


def seen(log: list[Event], seat: int | None) -> str:
    """Every byte that a seat gets of a log."""
    projected = [tables.visible_to(event, seat) for event in log]
    return json.dumps([event and tables.plain_event(event) for event in projected])


def snapshot_text(table: Table, seat: int | None) -> str:
    return json.dumps(tables.snapshot(table, seat))


def people(host: Host) -> range:
    """All seats, for tables with people only."""
    return range(host.rulebook.table.players)


__all__ = ["Host", "people", "seen", "snapshot_text"]
