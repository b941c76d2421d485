"""The messages of a bot's question on the bus: complete for its seat, without hidden cards, and refused if invalid."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.cards import Card
from canastra.cluster.bots import messages
from canastra.cluster.bots.messages import (
    VERSION,
    BotQuestion,
    BotQuestionError,
    pack,
    read_beat,
    read_bot_answer,
    read_question,
)
from canastra.cluster.bots.views import SeatView, ViewError
from canastra.engine import Phase, State, view
from canastra.engine.hands import Hand, cards_of, hand_of, minus, size, with_cards
from canastra.rulebooks import OFFICIAL, POPULAR, house, shipped
from canastra.rulebooks.schema import PileShown
from canastra.server.bots import Asker
from canastra.server.live import LocalBots
from tests.cluster.bot_workers import Unasked, WatchedBus, asking, views, workers
from tests.playing import states

RULEBOOKS = (*OFFICIAL, *POPULAR)
HOUSE = house(
    {
        "id": "casa-1",
        "extends": "tranca",
        "revision": 1,
        "name": {"pt": "a", "en": "b"},
        "draw": {"opener_may_refuse": True},
        "pile": {"top_two": {"value": "blocks", "article": "Art. 3", "called": "monte"}},
    },
    "house",
)


def sent(seen: SeatView) -> bytes:
    return pack(BotQuestion(1.0, "greedy", 7, b"12345678", 3, False, "", seen))


@pytest.mark.parametrize("rulebook", [*map(shipped, RULEBOOKS), HOUSE], ids=[*RULEBOOKS, "house"])
@pytest.mark.parametrize("seed", range(4))
def test_a_view_arrives_as_it_was(rulebook: Any, seed: int) -> None:
    for seen in views(rulebook, seed, seed % 2 == 1):
        read = read_question(sent(SeatView.of(seen)))
        assert read.view.read() == seen
        assert (read.level, read.seed, read.number, read.action) == ("greedy", 7, 3, "")


def hidden_dealt_anew(state: State, random: Random) -> State:
    """Return the deal for the seat on turn with all cards hidden from it dealt anew among their possible places."""
    under = state.lookup.rulebook.pile.shown is PileShown.TOP and state.phase is Phase.DRAW
    below = state.pile[:-1] if under else ()
    open_to_all = [known if seat != state.seat else hand for seat, (hand, known) in enumerate(both(state))]
    held = [cards_of(minus(hand, cards_of(seen))) for hand, seen in zip(state.hands, open_to_all, strict=True)]
    cards: list[Card] = [*(card for some in held for card in some), *below, *state.stock]
    cards += [card for morto in state.mortos for card in morto]
    random.shuffle(cards)

    def taken(number: int) -> tuple[Card, ...]:
        return tuple(cards.pop() for _ in range(number))

    hands = tuple(with_cards(seen, taken(len(some))) for seen, some in zip(open_to_all, held, strict=True))
    mortos = tuple(taken(len(morto)) for morto in state.mortos)
    pile = (*taken(len(below)), *state.pile[len(below) :])
    stock = taken(len(state.stock))
    assert not cards
    return state._replace(hands=hands, mortos=mortos, pile=pile, stock=stock)


def both(state: State) -> list[tuple[Hand, Hand]]:
    return list(zip(state.hands, state.known, strict=True))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_message_depends_on_a_card_that_the_seat_does_not_see(rulebook: str) -> None:
    """The bytes on the bus stay the same for other hidden cards, so they don't depend on them."""

    async def main() -> None:
        bus, random, moved = WatchedBus(), Random(5), 0
        async with workers(bus, LocalBots()), asking(bus, Unasked()) as bots:
            for state in list(states(shipped(rulebook), 3, True))[::3]:
                if state.phase is Phase.OVER:
                    continue
                other = hidden_dealt_anew(state, random)
                moved += other.hands != state.hands
                bus.sent.clear()
                for each in (state, other):
                    seen = view(each, each.seat)
                    await bots.ask(seen, "greedy", 1, Asker("Ana", 4))
                    await bots.explain(seen, seen.legal[0], Asker("Ana", 4))
                asked = bus.questions
                assert len(asked) == 2  # No worker explains here, so no message is sent.
                assert asked[0] == asked[1]
                assert b"Ana" not in asked[0]
        assert moved > 10

    asyncio.run(main())


def test_what_is_dealt_anew_is_what_the_seat_does_not_see() -> None:
    state = next(each for each in states(shipped("buraco"), 1) if each.turn == 9)
    other = hidden_dealt_anew(state, Random(1))
    assert view(other, state.seat) == view(state, state.seat)
    assert other.stock != state.stock
    assert view(other, (state.seat + 1) % 4) != view(state, (state.seat + 1) % 4)
    assert sum(map(size, other.hands)) == sum(map(size, state.hands))
    assert hand_of(other.pile) == hand_of(state.pile)


GOOD = SeatView.of(views()[40])
REPLACE = msgspec.structs.replace


@pytest.mark.parametrize(
    "wrong",
    [
        {"rulebook": "casa-9"},
        {"sha256": "0" * 64},
        {"house": b"[" * 5000},
        {"house": b"7"},
        {"house": b'{"id":"casa-1"}'},
    ],
)
def test_rulebooks_that_are_not_had_here(wrong: dict[str, Any]) -> None:
    with pytest.raises(ViewError, match="rulebook"):
        REPLACE(GOOD, **wrong).read()


@pytest.mark.parametrize(
    "wrong",
    [
        {"phase": Phase.OVER},
        {"phase": Phase.JUSTIFY},
        {"hand": ""},
        {"hand": "?? " * 10 + "??"},
        {"hand": "ZZ"},
        {"hand": " ".join(["AS"] * len(GOOD.hand.split()))},
        {"hand_sizes": [11, 11]},
        {"hand_sizes": [104, 0, 0, 0]},
        {"known": ["", ""]},
        {"waiting_morto": [False, False]},
        {"pile": " ".join(["AS"] * (GOOD.pile_size + 1))},
        {"stock_size": GOOD.stock_size + 1},
        {"morto_sizes": []},
        {"minimum": (7, 8)},
    ],
    ids=str,
)
def test_views_that_can_not_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(ViewError) as error:
        REPLACE(GOOD, **wrong).read()
    assert error.value.code == "bots_malformed"


@pytest.mark.parametrize(
    ("cards", "low", "wild"),
    [
        ("4H 5H", 4, -1),
        ("4H 5H 7H", 4, -1),
        ("4H 5S 6H", 4, -1),
        ("4H 5H 6H", 13, -1),
        ("4H KS 6H", 4, 1),
        ("4H 5H 6H", 5, -1),
        ("4H 4S 5D", 0, -1),
        ("2H 2S 2D", 0, -1),
        ("?? 4H 4D", 0, -1),
    ],
)
def test_melds_that_can_not_be(cards: str, low: int, wild: int) -> None:
    seen = msgspec.to_builtins(GOOD)
    seen[10] = [[[cards, low, wild]], []]
    with pytest.raises(ViewError):
        msgspec.convert(seen, SeatView).read()


def test_bytes_that_are_no_message() -> None:
    good = sent(GOOD)
    for data in (b"", b"\x00", b"{}", good[:-1], good + b"\x00", b"\x92\x01" + b"\x91" * 3000, b"\xc1"):
        with pytest.raises(BotQuestionError) as error:
            read_question(data)
        assert error.value.code == "bots_malformed"
    with pytest.raises(BotQuestionError, match="version"):
        read_question(good.replace(b"\x92" + bytes([VERSION]), b"\x92" + bytes([VERSION + 1]), 1))


@pytest.mark.limit("worker_message")
def test_a_message_has_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    good = sent(GOOD)
    assert len(good) < 1000 < messages.LARGEST == 65_536
    monkeypatch.setattr(messages, "LARGEST", len(good))
    read_question(good)
    monkeypatch.setattr(messages, "LARGEST", len(good) - 1)
    with pytest.raises(BotQuestionError) as error:
        read_question(good)
    assert error.value.code == "bots_malformed"


@given(st.binary(max_size=200), st.integers(0, len(sent(GOOD)) - 1))
def test_whatever_arrives_is_a_message_or_refused(noise: bytes, place: int) -> None:
    data = sent(GOOD)
    for each in (noise, data[:place] + noise + data[place + len(noise) :]):
        for read in (read_question, read_bot_answer, read_beat):
            try:
                found: Any = read(each)
                if isinstance(found, BotQuestion):
                    assert found.view.read().legal
            except (BotQuestionError, ViewError):
                pass
