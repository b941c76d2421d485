"""States of a table for the client's gallery and its tests: ``python -m tests.web.fixtures`` writes them anew.

Each is what a real table shows to a seat (`canastra.table`), with the latest events as that seat may see them. Some
come from bots that played, others from positions that were drawn, on which a few actions are played.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import structs

from canastra import table as tables
from canastra.cards import cards_text, parse_cards
from canastra.engine.hands import hand_of
from canastra.table import (
    NO_CLOCK,
    AddBots,
    CommitmentNeeded,
    Contribute,
    Disconnect,
    Leave,
    Offer,
    Ready,
    Sit,
    Stage,
    Tick,
    TimeControl,
)
from tests.drawing import Game, _left
from tests.drawing import table as drawn
from tests.table.hosting import Host

TARGET = Path(__file__).resolve().parents[2] / "web" / "src" / "table" / "fixtures" / "states.json"
NAMES = ("Ana", "Bruno", "Clara", "Davi")
CLOCK = TimeControl(turn=30_000, bank=300_000, increment=5_000)
EVENTS = 60

Shown = dict[str, Any]
FIXTURES: dict[str, Callable[[], Shown]] = {}


def fixture(make: Callable[[], Shown]) -> Callable[[], Shown]:
    """Put a state into the file under the function's name."""
    FIXTURES[make.__name__.replace("_", "-")] = make
    return make


def shown(host: Host, seat: int | None = 0) -> Shown:
    """Return the state and the latest events of a welcome."""
    first = max(0, len(host.log) - EVENTS)
    events = []
    for number, event in enumerate(host.log[first:], first + 1):
        projected = tables.visible_to(event, seat)
        events.append({"seq": number, "event": None if projected is None else tables.plain_event(projected)})
    return {"seq": len(host.log), "state": tables.snapshot(host.table, seat), "events": events}


def sitting(
    rulebook: str, people: int, seed: int = 3, target: int | None = None, clock: TimeControl = NO_CLOCK
) -> Host:
    """Return a table with people on the first seats, all not ready."""
    host = Host(rulebook, seed, target, clock)
    host.fair, host.level = True, "greedy"
    for seat in range(people):
        host.send(Sit(seat, f"p{seat}", NAMES[seat]))
    return host


def begun(rulebook: str, seed: int = 3, target: int | None = None, clock: TimeControl = NO_CLOCK) -> Host:
    """Return a table of people whose first cards are dealt."""
    host = sitting(rulebook, 2 if rulebook == "canastra-duelo" else 4, seed, target, clock)
    for seat in range(host.players):
        host.send(Ready(seat))
    while host.table.deal is None:
        host.play_on(1)
    return host


def placed(game: Game, points: tuple[int, int] = (1240, 980), clock: TimeControl = CLOCK, dealer: int = 3) -> Host:
    """Return a table with the cards as drawn."""
    rulebook = game.state.lookup.rulebook
    host = begun(rulebook.id, clock=clock)
    table, live = host.table, host.table.deal
    assert live
    assert table.match
    while live.state.seat != game.state.seat:
        host.play_turn()
        live = host.table.deal
        assert live
    match = replace(table.match, points=points)
    first, second, *_ = (*game.state.mortos, *live.piles.mortos)
    live = structs.replace(
        live, state=game.state._replace(dealer=dealer), piles=replace(live.piles, mortos=(first, second))
    )
    host.table = structs.replace(host.table, match=match, deal=live)
    return host


def acted(host: Host, *actions: str, seat: int | None = 0) -> Shown:
    """Return the state after some actions of the seats on turn."""
    for action in actions:
        host.act(action, 2_000)
    return shown(host, seat)


OURS = ["3D 4D 5D 6D", "7S 8S 9S TS JS QS KS", "4H 5H 6H 2C 8H 9H TH"]
THEIRS = ["4C 5C 6C 7C 8C", "TH JH 2D KH", "AS 2S 3S 4S 5S 6S 7S"]
HAND = "AC 3C 9D 9C TD JD 5S QH KC 7D 2H"


def positioned(rulebook: str, left: int = 1, sizes: tuple[int, ...] = (9, 7, 8), **given: Any) -> Game:
    """Return a position with `left` mortos, and with `sizes` cards in the other hands unless they are drawn."""
    hands = dict(given.pop("hands", {}))
    melds = [*given.get("ours", []), *given.get("theirs", [])]
    known = " ".join([given["hand"], *melds, given.get("pile", ""), *hands.values()]).split()
    rest = _left([*parse_cards(" ".join(known)), *given.get("stock", ()), *given.get("red_threes", ((),))[0]])
    for seat, size in enumerate(sizes[: 1 if rulebook == "canastra-duelo" else 3], 1):
        if seat not in hands:
            hands[seat] = cards_text(tuple(rest.pop() for _ in range(size)))
    game = drawn(rulebook, hands=hands, **given)
    state = game.state
    if "stock" in given:
        return Game(state._replace(mortos=state.mortos[:left]))
    mortos, spare = state.mortos[:left], [card for morto in state.mortos[left:] for card in morto]
    return Game(state._replace(mortos=mortos, stock=(*state.stock, *spare)))


def middle(**more: Any) -> Game:
    """Return a deal of `buraco` in its middle, with seat 0 to draw."""
    given: dict[str, Any] = {"hand": HAND, "ours": OURS, "theirs": THEIRS, "pile": "KD 3S 4C 9H 7D QC JC"}
    given["has_morto"] = (False, True)
    return positioned("buraco", **given | more)


@fixture
def seating() -> Shown:
    return shown(sitting("buraco", 1))


@fixture
def seating_full() -> Shown:
    host = sitting("buraco", 2)
    host.send(AddBots("greedy"))
    host.send(Ready(1))
    return shown(host)


@fixture
def gathering() -> Shown:
    host = sitting("buraco", 4)
    for seat in range(4):
        host.send(Ready(seat))
    while not isinstance(tables.next_requirement(host.table, host.now), CommitmentNeeded):
        host.play_on(1)
    host.play_on(1)
    host.send(Contribute(1, "5f3a"))
    return shown(host)


@fixture
def first_turn() -> Shown:
    host = begun("buraco", clock=CLOCK)
    return shown(host, host.acting)


@fixture
def may_refuse() -> Shown:
    host = begun("canastra-regional", clock=CLOCK)
    host.act("draw")
    return shown(host, host.acting)


@fixture
def own_draw() -> Shown:
    host = placed(middle(seat=3, turn=8))
    host.play_turn(3_000)
    return shown(host)


@fixture
def own_play() -> Shown:
    return acted(placed(middle()), "draw", "lay 1 7D")


@fixture
def pile_taken() -> Shown:
    return acted(placed(middle()), "take")


@fixture
def partner_plays() -> Shown:
    return acted(placed(middle(seat=2, turn=7, hands={2: "5H 6H 7H KH 9S 9C TC"})), "take", "meld 5H 6H 7H")


@fixture
def other_draws() -> Shown:
    host = placed(middle())
    return acted(host, "draw", "lay 1 7D", "discard KC")


@fixture
def bot_plays() -> Shown:
    host = sitting("buraco", 1)
    host.send(AddBots("greedy"))
    host.send(Ready(0))
    while host.table.deal is None or host.table.to_act == 0 or host.table.state.turn < 14:  # type: ignore[union-attr]
        host.play_on(1)
    return shown(host)


@fixture
def opening_low() -> Shown:
    game = positioned("canastra-regional", hand="4H 5H 6H TC JC QC KC 9S 2D AS 7D", pile="QD 3C", opening=(0, 0))
    return acted(placed(game, (1620, 1555)), "draw", "meld 4H 5H 6H", "meld TC JC QC")


@fixture
def withdrawn() -> Shown:
    game = positioned("canastra-regional", hand="4H 5H 6H TC JC QC KC 9S 2D AS 7D", pile="QD 3C", opening=(0, 0))
    return acted(placed(game, (1620, 1555)), "draw", "meld 4H 5H 6H", "meld TC JC QC", "withdraw")


@fixture
def morto_taken() -> Shown:
    game = middle(hand="7D 8D", stock=parse_cards("9D 5S JC KC"))
    return acted(placed(game), "draw", "lay 1 7D", "lay 1 8D", "lay 1 9D")


@fixture
def morto_waiting() -> Shown:
    game = middle(hand="7D", stock=parse_cards("QD 5S JC KC"))
    return acted(placed(game), "draw", "lay 1 7D", "discard QD")


@fixture
def red_threes() -> Shown:
    game = positioned(
        "tranca",
        hand="4H 5H 6H TC JC QC KC 9S 2D AS 3C",
        ours=["AS AC AD", "5D 6D 7D 8D 9D TD JD"],
        theirs=["KD KH 2S", "4S 5S 6S"],
        pile="9C QD",
        red_threes=(parse_cards("3H 3D"), parse_cards("3H")),
        stock=parse_cards("3D 7H 9H 8C 6S 5C"),
    )
    return acted(placed(game), "draw", "meld 4H 5H 6H")


@fixture
def blocked() -> Shown:
    game = positioned(
        "tranca",
        hand="4H 5H 6H TC JC QC KC 9S 2D AS 7D",
        ours=["AS AC AD"],
        pile="9C QD TS 3S",
        stock=parse_cards("7H 8H"),
    )
    return shown(placed(game))


@fixture
def justify() -> Shown:
    game = positioned(
        "canastra-curinguinha",
        hand="4H 5H TC JC QC KC 9S 2D AS 7D 8S",
        ours=["8D 9D TD JD"],
        theirs=["4C 5C 6C"],
        pile="9C QD 3C 6H",
    )
    return acted(placed(game), "take")


@fixture
def last_cards() -> Shown:
    game = middle(stock=parse_cards("9D 3H"), has_morto=(True, True), left=0)
    return shown(placed(game))


@fixture
def crowded() -> Shown:
    ours = [
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
        "3D 4D 5D 6D 2C 8D 9D TD",
        "4H 5H 6H 7H",
        "8C 9C TC JC QC KC 2H",
        "JH QH KH",
        "9D TD JD",
    ]
    theirs = [
        "4C 5C 6C 7C 8C",
        "TH JH 2D KH AH",
        "2S 3S 4S 5S 6S 7S 8S",
        "5D 6D 7D",
        "3H 4H 5H 6H 7H 8H 9H",
        "QS KS 2C",
    ]
    hand = "9S TS JS AH 2H 3H 8H TH QH AD AD 2D 3D 4D 7D 8D JD QD QD KD AC AC 3C 3C 4C 5C 6C JC QC"
    game = drawn("buraco", "9S", ours, theirs, hands={1: "7C", 2: "KC", 3: "TC"}, has_morto=(True, True))
    held = (hand_of(parse_cards(hand)), *game.state.hands[1:])
    state = game.state._replace(hands=held, pile=parse_cards("KD"), stock=parse_cards("9C 9H"), mortos=())
    return acted(placed(Game(state)), "draw")


def _ended(rulebook: str, deals: int, seed: int = 5, target: int | None = None) -> Host:
    host = begun(rulebook, seed, target)
    while len(host.table.deals) < deals and host.table.stage is not Stage.FINISHED:
        host.play_on(1)
    return host


@fixture
def deal_over() -> Shown:
    return shown(_ended("buraco", 3))


@fixture
def deal_over_tranca() -> Shown:
    return shown(_ended("tranca", 2))


@fixture
def match_over() -> Shown:
    host = _ended("canastra-regional", 1000)
    host.send(Offer(2, "rematch"))
    return shown(host)


@fixture
def duel_over() -> Shown:
    return shown(_ended("canastra-duelo", 1))


@fixture
def resigned() -> Shown:
    host = placed(middle())
    host.send(Offer(1, "resign"))
    host.send(tables.Accept(3, "resign"))
    return shown(host)


@fixture
def resign_offered() -> Shown:
    host = placed(middle())
    host.send(Offer(2, "resign"))
    return shown(host)


@fixture
def partner_away() -> Shown:
    host = placed(middle(seat=1))
    host.send(Disconnect(2), 1_000)
    host.send(Leave(3), 1_000)
    return shown(host)


@fixture
def held() -> Shown:
    host = placed(middle())
    for _ in range(2):
        host.send(Tick(), 400_000)
        if not host.table.seats[0].held:
            host.serve()
            while host.table.to_act not in (0, None):
                host.play_turn()
    return shown(host)


@fixture
def duel() -> Shown:
    game = positioned(
        "canastra-duelo",
        hand="AC 3C 9D 9C TD JD 5S QH KC 7D 2H",
        ours=["KD KS KC", "4H 5H 6H 2C 8H 9H TH"],
        theirs=["AS 2S 3S 4S 5S 6S 7S", "3D 3H 2D"],
        pile="KD 3S 4C 9H 7D QC JC",
    )
    return acted(placed(game, clock=CLOCK), "draw")


@fixture
def watching() -> Shown:
    return acted(placed(middle()), "draw", "lay 1 7D", seat=None)


def main() -> None:
    """Write the file."""
    made = {name: make() for name, make in FIXTURES.items()}
    lines = (f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in made.items())
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
