"""Cards that a seat can't see change no byte that its program gets; the messages are as the page describes them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.bots import RandomBot
from canastra.bots.external import driver, events, messages
from canastra.bots.external.driver import Driver
from canastra.bots.external.history import History
from canastra.bots.external.messages import view_json
from canastra.cards import Card
from canastra.engine import (
    DRAW,
    Action,
    Match,
    Phase,
    Piles,
    Refuse,
    State,
    View,
    deal_out,
    follow,
    legal_actions,
    perform,
    start_match,
    view,
    violation,
)
from canastra.engine.hands import Hand, hand_of
from canastra.errors import InputError, RuleError, Violation
from canastra.records import DrawCard, Entry, Morto, Record, Red, position_json, record_deal, replay
from canastra.rulebooks import Rulebook, official
from tests.bots.external.programs import PAGE
from tests.engine.test_view import permuted
from tests.playing import ALL, by_name, shuffled, states

few = settings(max_examples=max(1, settings().max_examples // 10))


class EnoughError(Exception):
    """The deal is looked at no further."""


class Scribe:
    """A bot that plays at random and writes down every byte that a program on its seat would get."""

    name = "scribe"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.lines: list[bytes] = []
        self.actions: list[Action] = []
        self.most = 10_000
        self.history = History(0)

    def watch(self, event: events.Event) -> None:
        if isinstance(event, events.MatchBegun):
            self.history = History(event.rulebook.table.players)
        self.history.hear(event)
        if isinstance(event, events.MatchBegun):
            message = messages.hello(event.rulebook, event.seat, 1000, events=True)
        else:
            message = events.event_json(event)
        self.lines.append(messages.encoded(message))

    def choose(self, view: View) -> Action:
        self.lines.append(messages.encoded(messages.ask_message(len(self.lines), view, 1000, self.history)))
        if len(self.actions) == self.most:
            raise EnoughError
        self.actions.append(self.decide(view))
        return self.actions[-1]

    def decide(self, view: View) -> Action:
        return self._random.choice(view.legal)


class Copyist(Scribe):
    """Does again what a scribe did."""

    def __init__(self, scribe: Scribe) -> None:
        super().__init__(0)
        self.most = scribe.most
        self._copied = iter(scribe.actions)

    def decide(self, view: View) -> Action:
        return next(self._copied)


def begun(rulebook: Rulebook, dealer: int) -> Match:
    return start_match(rulebook, dealer, (1500, 1500) if rulebook.vulnerability.minimums else (0, 0))


def dealt(rulebook: Rulebook, seed: int) -> tuple[Match, Piles]:
    dealer = seed % rulebook.table.players
    return begun(rulebook, dealer), deal_out(shuffled(seed), rulebook.table.players, dealer)


def played_to(match: Match, piles: Piles, scribes: Sequence[Scribe]) -> State:
    """The state in which a scribe had enough, or the last one."""
    with mock.patch.object(driver, "happened", wraps=events.happened) as happened, suppress(EnoughError):
        Driver(match, scribes).play_deal(piles)
    state = happened.call_args.args[2]
    assert isinstance(state, State)
    return state


@by_name
@pytest.mark.parametrize("most", [3, 20])
def test_cards_that_nobody_has_seen_change_no_byte(name: str, most: int) -> None:
    match, piles = dealt(ALL[name], most)
    scribes = [Scribe(seat) for seat in range(len(piles.hands))]
    scribes[0].most = most
    end = played_to(match, piles, scribes)
    mixed = iter(Random(most).sample(hidden := [*end.stock, *sum(end.mortos, ())], len(hidden)))
    assert len(hidden) > 20
    drawn, taken = len(piles.stock) - len(end.stock), 2 - len(end.mortos)
    stock = (*piles.stock[:drawn], *(next(mixed) for _ in end.stock))
    mortos = tuple(
        each if index < taken else tuple(next(mixed) for _ in each) for index, each in enumerate(piles.mortos)
    )
    assert stock != piles.stock
    copyists = [Copyist(scribe) for scribe in scribes]
    played_to(match, Piles(piles.hands, (mortos[0], mortos[1]), stock), copyists)
    assert [copyist.lines for copyist in copyists] == [scribe.lines for scribe in scribes]


@by_name
@few
@given(seed=st.integers(0, 2**32))
def test_what_a_seat_cannot_see_changes_no_byte_of_an_ask(name: str, seed: int) -> None:
    rng = Random(seed)
    for index, state in enumerate(states(ALL[name], seed, vulnerable=True)):
        if index % 5 or state.phase is Phase.OVER:
            continue
        seat = state.seat
        asks = [
            messages.encoded(messages.ask_message(1, view(each, seat), 1))
            for each in (state, permuted(state, seat, rng))
        ]
        assert asks[0] == asks[1]


def cards_played(entry: Entry) -> tuple[Card, ...]:
    """The cards that are public after the entry."""
    return (*getattr(entry, "cards", ()), *filter(None, [getattr(entry, "card", None)]))


def looking_the_same(state: State, entry: Entry, seat: int, rng: Random) -> State:
    """A deal that looks the same to a seat, in which the same step can be played; its cards stay in the hand."""
    shown = () if isinstance(entry, DrawCard) else cards_played(entry)
    if isinstance(entry, Refuse):
        assert state.turn_state.first is not None
        shown = (state.turn_state.first,)
    hand = hand_of(shown)
    kept = list(state.known)
    kept[state.seat] = Hand(kept[state.seat] | (hand & state.hand))
    return permuted(state._replace(known=tuple(kept)), seat, rng)._replace(known=state.known)


def heard(before: State, entry: Entry, after: State, seat: int) -> list[bytes]:
    """All but the own morto, which one may look at."""
    seen = events.happened(before, entry, after, seat)
    return [messages.encoded(events.event_json(each)) for each in seen if not isinstance(each, events.MortoSeen)]


@by_name
@few
@given(seed=st.integers(0, 2**32))
def test_what_a_seat_cannot_see_changes_no_byte_of_what_others_do(name: str, seed: int) -> None:
    rng, compared = Random(seed), Counter[str]()
    for before, entry, after in history(ALL[name], seed)[::3]:
        for seat in range(len(before.hands)):
            if seat == before.seat:
                continue
            other = looking_the_same(before, entry, seat, rng)
            if isinstance(entry, Red | Morto):
                again, word = follow(other), redone(other, entry)
            elif violation(other, DRAW if isinstance(entry, DrawCard) else entry) is not None:
                continue
            else:
                again = perform(other, DRAW if isinstance(entry, DrawCard) else entry)
                word = redone(other, entry)
            assert heard(before, entry, after, seat) == heard(other, word, again, seat)
            compared[type(entry).__name__] += 1
    assert compared["DrawCard"]
    assert compared["Discard"]


def redone(state: State, entry: Entry) -> Entry:
    """The same entry of another deal: another card is drawn."""
    if isinstance(entry, DrawCard):
        return DrawCard(state.stock[0])
    if isinstance(entry, Red) and entry.replacement is not None:
        return Red(entry.card, state.stock[0])
    return entry


def history(rulebook: Rulebook, seed: int) -> list[tuple[State, Entry, State]]:
    """Every step of a deal that is played at random, those by rule included."""
    found: list[tuple[State, Entry, State]] = []
    match, piles = dealt(rulebook, seed)

    def noted(before: State, entry: Entry, after: State, seat: int) -> tuple[()]:
        found.append((before, entry, after))
        return ()

    with mock.patch.object(driver, "happened", noted):
        Driver(match, [Scribe(seed), *(RandomBot(seat) for seat in range(1, len(piles.hands)))]).play_deal(piles)
    return found


@by_name
def test_the_hand_is_all_of_a_deal_that_a_seat_is_told(name: str) -> None:
    match, piles = dealt(ALL[name], 5)
    others = deal_out(shuffled(6), len(piles.hands), match.dealer)
    for seat, hand in enumerate(piles.hands):
        same = tuple(hand if owner == seat else other for owner, other in enumerate(others.hands))
        first, second = (
            events.dealt(match, each, (0, 0), seat, deal=1)
            for each in (piles, Piles(same, others.mortos, others.stock))
        )
        assert first == second


def test_what_is_hidden_and_what_is_not() -> None:
    """The words of one deal, as its player and as another seat hears them."""
    match, piles = dealt(official("tranca"), 2)
    scribes = [Scribe(seat) for seat in range(4)]
    Driver(match, scribes).play_deal(piles)
    heard_by = [[json.loads(line) for line in scribe.lines] for scribe in scribes]
    for seat, lines in enumerate(heard_by):
        drawn = [(each["seat"], each["entry"]) for each in lines if each.get("entry", "").startswith("draw ")]
        assert drawn
        assert all((entry == "draw ??") == (player != seat) for player, entry in drawn)
        red = [(each["seat"], each["entry"]) for each in lines if each.get("entry", "").startswith("red ")]
        assert red
        assert all(entry.endswith(" ??") == (player != seat) for player, entry in red if len(entry) > 6)
    assert len({len([each for each in lines if each["type"] == "played"]) for lines in heard_by}) == 1


def test_a_view_says_what_a_position_says(tmp_path: Path) -> None:
    match, piles = dealt(official("buraco"), 7)
    recorder, random = record_deal(match, piles), Random(7)
    for _ in range(40):
        recorder = recorder.play_legal(random.choice(legal_actions(recorder.state)))
    record = Record(rulebook=match.rulebook, players=("a", "b", "c", "d"), deals=(recorder.deal,))
    position = position_json(replay(record))
    shown = view_json(view(recorder.state, recorder.state.seat, match))
    assert {key: shown[key] for key in position.keys() & shown.keys()} == {
        key: position[key] for key in position.keys() & shown.keys()
    }
    assert position.keys() - shown.keys() == {"legal"}


def real_messages() -> dict[str, dict[str, Any]]:
    """A message of each type, made by the code itself."""
    match, piles = dealt(official("tranca"), 2)
    scribe = Scribe(0)
    Driver(match, [scribe, *(RandomBot(seat) for seat in (1, 2, 3))]).play_deal(piles)
    made: dict[str, dict[str, Any]] = {each["type"]: each for each in map(json.loads, scribe.lines)}
    broken = RuleError(Violation("pile_empty", "Art. 1"))
    more = [
        messages.refused_message(1, broken),
        messages.stood_in(1, DRAW, InputError("program_late", ms=1)),
        {"type": "bye"},
    ]
    more += [events.event_json(events.MatchEnded(0, (1, 2))), events.event_json(events.MortoSeen(0, "AS"))]
    return made | {each["type"]: each for each in more}


def shape(value: Any) -> Any:
    """The keys of an object, those of objects in it too."""
    return {key: shape(each) for key, each in value.items()} if isinstance(value, dict) else None


def test_the_page_shows_every_message_with_its_keys() -> None:
    page = PAGE.read_text("utf-8")
    lines = [
        json.loads(line) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL) for line in block.splitlines()
    ]
    real = real_messages()
    assert {each["type"] for each in lines} == real.keys() | {"ready", "act"}
    for each in lines:
        each.pop("parameters", None)
        if each["type"] in real:
            expected = {key: value for key, value in real[each["type"]].items() if key != "parameters"}
            assert shape({key: value for key, value in each.items() if key != "shown"}) == shape(
                {key: value for key, value in expected.items() if key != "shown"}
            )
    table = page[page.index("| key | what |") :].split("\n\n")[0]
    explained = {word for row in table.splitlines()[2:] for word in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert explained == real["ask"]["view"].keys()


def test_the_page_has_every_code() -> None:
    page = PAGE.read_text("utf-8")
    named = set(re.findall(r"^\| `(program_\w+)` \|", page, re.MULTILINE))
    source = (Path(messages.__file__).parent / "program.py").read_text() + Path(messages.__file__).read_text()
    raised = set(re.findall(r'InputError\("(program_\w+)"', source)) | {"program_drill"}
    out_or_never_told = {"ended", "ended_early", "faults", "not_ready", "not_started", "silent", "version"}
    assert named == raised - {f"program_{each}" for each in out_or_never_told}
