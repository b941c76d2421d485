"""Writes the first deals that teach, from the plans in ``web/lessons``: ``python -m tools.web_lessons``.

A plan names the cards that matter and, task by task, what the learner does and what the other seats do before it. The
rest of the pack is filled up in a fixed order, so a plan is always the same deal. `steps` plays it, and raises for an
illegal action. The server's messages to the learner's seat are written into ``web/src/lesson/recorded``, from which the
page plays them without a server.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from canastra import table as tables
from canastra.cards import THREE, TWO, TWO_PACKS, Card, cards_text, parse_cards
from canastra.engine import LayOff, NewMeld, Option, options, parse_action
from canastra.protocol.commands import Preview
from canastra.protocol.messages import Seen, Update
from canastra.protocol.tables import rulebook_card
from canastra.rulebooks import OFFICIAL, official
from canastra.server.ws.queries import previewed
from canastra.table import (
    Act,
    AddBots,
    BotAct,
    Command,
    Deal,
    DrawForDealer,
    Event,
    Ready,
    Shown,
    Sit,
    Table,
    visible_to,
)
from canastra.table.events import DealEnded, plain_event

PLANS = Path(__file__).parents[1] / "web" / "lessons"
RECORDED = PLANS.parent / "src" / "lesson" / "recorded"
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
    before: tuple[Update, ...]
    """The updates for the learner since the last task: the deal, the others' turns."""
    after: tuple[Update, ...]
    """The updates for the learner from the task itself."""


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
        self.sequence = 0
        self.updates: list[Update] = []
        for command in (Sit(LEARNER, "learner", "Ana"), AddBots("greedy"), Ready(LEARNER)):
            self.send(command)
        if self.table.stage is tables.Stage.DRAWING:
            self.send(DrawForDealer(_highest(plan)))
        assert self.table.match
        self.table = structs.replace(self.table, match=replace(self.table.match, points=plan.points))
        self.told()
        self.opened = Shown(self.table).state(LEARNER)
        """The learner's state before the deal, after event `begun`."""
        self.begun = self.sequence
        self.send(Deal(pack(plan)))

    def send(self, command: Command) -> tuple[Event, ...]:
        """The events that a command leads to; raises where it is refused."""
        events = tables.decide(self.table, command, 0)
        # The end of a deal is an update of its own, as a server sends it: first the last cards fall.
        ended = next((place for place, event in enumerate(events) if isinstance(event, DealEnded)), 0)
        for part in filter(None, (events[:ended], events[ended:])):
            self._tell(part)
        return events

    def _tell(self, events: tuple[Event, ...]) -> None:
        before = Shown(self.table)
        for event in events:
            self.table = tables.evolve(self.table, event)
        shown = [visible_to(event, LEARNER) for event in events]
        seen = tuple(Seen(self.sequence + n, plain_event(event) if event else None) for n, event in enumerate(shown, 1))
        self.sequence += len(events)
        self.updates.append(Update(self.sequence, seen, Shown(self.table).changes_since(before, [LEARNER])[LEARNER]))

    def told(self) -> tuple[Update, ...]:
        """The updates for the learner since the last call."""
        found, self.updates = tuple(self.updates), []
        return found

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


def steps(plan: Plan, room: Classroom | None = None) -> Iterator[Step]:
    """The lesson, played through."""
    room = room or Classroom(plan)
    for task in plan.tasks:
        for turn in task.before:
            tuple(room.others(turn))
        before, told = room.table, room.told()
        found = option(before, task)
        events = room.send(Act(LEARNER, task.does, before.step))
        yield Step(task, before, found, events, told, room.told())


def option(table: Table, task: Task) -> Option | None:
    """The page's option for the task's cards; None for a task without cards. Raises ValueError if it is ambiguous."""
    action = parse_action(task.does)
    if not isinstance(action, NewMeld | LayOff):
        return None
    view = tables.seat_view(table, LEARNER)
    assert view
    ways = [
        option for option in options(view, action.cards) if option.fault is None and type(option.action) is type(action)
    ]
    same = [way for way in ways if way.number == action.number] if isinstance(action, LayOff) else ways
    if [str(way.action) for way in same] != [str(action)]:
        raise ValueError(f"{task.does}: {[str(way.action) for way in ways]}")
    return same[0]


def asked(step: Step) -> Iterator[tuple[Card, ...]]:
    """The cards of a task, and some of them, as they are chosen one by one; the legal steps have one card and three."""
    wanted = parse_action(step.task.does)
    if isinstance(wanted, NewMeld | LayOff):
        cards = tuple(sorted(wanted.cards, key=str))
        for count in (2, *range(4, len(cards))):
            yield from combinations(cards, count)
        yield cards


def answers(step: Step) -> dict[str, list[dict[str, Any]]]:
    """The server's answers about those cards, by their text as the page sorts it: the ways to play them.

    The page itself knows the discards, which come last, and empty facts, so they are left out. It takes the uses of
    other cards from the legal steps.
    """
    found = {}
    for cards in asked(step):
        asked_about = cards_text(cards)
        ways = previewed(step.table, LEARNER, Preview("", asked_about)).ways
        played = [way for way in ways if way.kind != "discard"]
        if list(ways[: len(played)]) != played:
            raise ValueError(f"{asked_about}: a discard is offered before {played}")
        if played:
            found[asked_about] = [_without_nothing(msgspec.to_builtins(way)) for way in played]
    return found


def _without_nothing(way: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in way.items() if value not in (None, 0, "none")}


def card(rulebook: str) -> dict[str, Any]:
    """The parts of a rulebook's card that the page needs to draw its table."""
    whole: dict[str, Any] = msgspec.to_builtins(rulebook_card(official(rulebook)))
    parts = whole["parameters"]
    needed = {"table": ["direction"], "canastas": list(parts["canastas"]), "pile": ["black_three_blocks"]}
    kept = {part: {key: {"value": parts[part][key]["value"]} for key in keys} for part, keys in needed.items()}
    return {"name": whole["name"], "parameters": kept}


def recorded(rulebook: str) -> dict[str, Any]:
    """A lesson as the page plays it."""
    lesson = plan(rulebook)
    room = Classroom(lesson)
    tasks = [
        {
            "topic": step.task.topic,
            "say": step.task.say,
            "does": step.task.does,
            "before": step.before,
            "after": step.after,
            "answers": answers(step),
        }
        for step in steps(lesson, room)
    ]
    return {"card": card(rulebook), "topics": lesson.topics, "seq": room.begun, "state": room.opened, "tasks": tasks}


def text(rulebook: str) -> str:
    """The file of a lesson: a task a line."""
    whole = msgspec.to_builtins(recorded(rulebook))
    tasks = whole.pop("tasks")
    head = _json(whole)[:-1]
    return f'{head},"tasks":[\n' + ",\n".join(map(_json, tasks)) + "\n]}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    RECORDED.mkdir(parents=True, exist_ok=True)
    for name in OFFICIAL:
        (RECORDED / f"{name}.json").write_text(text(name), encoding="utf-8")
