"""The first deals that teach: plans in ``web/lessons``, played through at a real table of the engine.

A plan names the cards that matter and, task by task, what the learner does and what the other seats do before it. The
rest of the pack is filled up in a fixed order, so a plan is always the same deal. `steps` plays it; whatever is not
legal at its moment raises.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from msgspec import structs

from canastra import table as tables
from canastra.cards import THREE, TWO, TWO_PACKS, Card, cards_text, parse_cards
from canastra.engine import LayOff, NewMeld, Option, options, parse_action
from canastra.rulebooks import official
from canastra.table import Act, AddBots, BotAct, Command, Deal, DrawForDealer, Event, Ready, Sit, Table

PLANS = Path(__file__).parents[1] / "web" / "lessons"
LEARNER = 0
HAND = 11
LOW_TO_HIGH = parse_cards("4C 5C 6C 7C")


@dataclass(frozen=True)
class Task:
    """One action of the learner: the topic that it teaches, its sentence, and what the others do before it."""

    topic: str
    does: str
    say: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """A lesson as it is written."""

    rulebook: str
    dealer: int
    points: tuple[int, int]
    hands: tuple[tuple[Card, ...], ...]
    morto: tuple[Card, ...]
    stock: tuple[Card, ...]
    tasks: tuple[Task, ...]

    @property
    def topics(self) -> tuple[str, ...]:
        """The steps, in order."""
        return tuple(dict.fromkeys(task.topic for task in self.tasks))


@dataclass(frozen=True)
class Step:
    """A task at its moment: the table before it, what the engine says of its cards, the events until the next one."""

    task: Task
    table: Table
    option: Option | None
    events: tuple[Event, ...]


def plan(rulebook: str) -> Plan:
    """The plan of a rulebook's lesson."""
    read: dict[str, Any] = tomllib.loads((PLANS / f"{rulebook}.toml").read_text("utf-8"))
    cards = read["cards"]
    tasks = tuple(
        Task(task["topic"], task["does"], task.get("say", task["topic"]), tuple(task.get("before", ())))
        for task in read["tasks"]
    )
    hands = tuple(map(parse_cards, cards["hands"]))
    mine, theirs = read["points"]
    morto, stock = parse_cards(cards["morto"]), parse_cards(cards["stock"])
    return Plan(read["rulebook"], read["dealer"], (mine, theirs), hands, morto, stock, tasks)


def pack(plan: Plan) -> str:
    """The whole pack in the order in which it is dealt."""
    rest = list(TWO_PACKS)
    for card in (card for cards in (*plan.hands, plan.morto, plan.stock) for card in cards):
        rest.remove(card)
    # Plain cards first, by rank before suit: no other hand is filled with a sequence, 2s and 3s lie deepest.
    rest.sort(key=lambda card: (card.rank != THREE, card.rank != TWO, card.rank, card.suit))
    hands = [[*cards, *(rest.pop() for _ in range(HAND - len(cards)))] for cards in plan.hands]
    players = len(hands)
    dealt = [hands[(plan.dealer + 1 + place) % players][turn] for turn in range(HAND) for place in range(players)]
    other = [rest.pop() for _ in range(HAND)]
    return cards_text((*dealt, *plan.morto, *other, *plan.stock, *reversed(rest)))


class Classroom:
    """A table with a learner on its first seat, bots that follow the plan on the others, and no clock."""

    def __init__(self, plan: Plan) -> None:
        rulebook = official(plan.rulebook)
        opened = structs.replace(tables.opening(rulebook, "lesson", 0), undo=False)
        self.table = tables.open_table(opened, lambda _: rulebook)
        for command in (Sit(LEARNER, "learner", "Ana"), AddBots("greedy"), Ready(LEARNER)):
            self.send(command)
        if self.table.stage is tables.Stage.DRAWING:
            self.send(DrawForDealer(_highest(plan)))
        assert self.table.match
        self.table = structs.replace(self.table, match=replace(self.table.match, points=plan.points))
        self.send(Deal(pack(plan)))

    def send(self, command: Command) -> tuple[Event, ...]:
        """The events that a command leads to; raises where it is refused."""
        events = tables.decide(self.table, command, 0)
        for event in events:
            self.table = tables.evolve(self.table, event)
        return events

    def others(self, turn: str) -> Iterator[Event]:
        """A turn of another seat: ``"3: draw, discard 3C"``."""
        seat, _, actions = turn.partition(": ")
        for action in actions.split(", "):
            yield from self.send(BotAct(int(seat), parse_action(action), self.table.step))


def _highest(plan: Plan) -> str:
    """A pack from which the dealer of the plan draws the highest card."""
    drawn = list(LOW_TO_HIGH[: len(plan.hands)])
    drawn[plan.dealer] = parse_cards("KS")[0]
    rest = list(TWO_PACKS)
    for card in drawn:
        rest.remove(card)
    return cards_text((*drawn, *rest))


def steps(plan: Plan) -> Iterator[Step]:
    """The lesson, played through."""
    room = Classroom(plan)
    for task in plan.tasks:
        for turn in task.before:
            tuple(room.others(turn))
        before = room.table
        found = option(before, task)
        yield Step(task, before, found, room.send(Act(LEARNER, task.does, before.step)))


def option(table: Table, task: Task) -> Option | None:
    """What the page offers for the task's cards; None of what needs no card. Raises ValueError if that is ambiguous."""
    action = parse_action(task.does)
    if not isinstance(action, NewMeld | LayOff):
        return None
    view = tables.seat_view(table, LEARNER)
    assert view
    ways = [each for each in options(view, action.cards) if each.fault is None and type(each.action) is type(action)]
    same = [each for each in ways if each.number == action.number] if isinstance(action, LayOff) else ways
    if [str(each.action) for each in same] != [str(action)]:
        raise ValueError(f"{task.does}: {[str(each.action) for each in ways]}")
    return same[0]
