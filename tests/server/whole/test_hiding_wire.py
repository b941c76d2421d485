"""What a guest may not see changes no byte that comes over the wire: sockets, streams, requests, of a whole server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from canastra.bots import make
from canastra.cards import Card
from canastra.engine import deal_out
from canastra.engine.hands import cards_of
from canastra.rulebooks import OFFICIAL
from canastra.server.hosting.vault import log_of
from canastra.table import Stage, Table, seat_view
from tests.server.hosting.playing import players
from tests.server.whole.mirroring import Mirror, shuffled

ACTIONS = 30
LEAST_HIDDEN = 30
CASES = [(rulebook, seat) for rulebook in OFFICIAL for seat in (0, players(rulebook) - 1, None)]
STOCK = {2: 60, 4: 38}
"""Cards of the stock at the start, by the number of players."""
RED_THREES = ("3H", "3D")


@dataclass
class Past:
    """What was done at a table, and how it stands then."""

    actions: list[tuple[int, str]] = field(default_factory=list)
    drawn: list[tuple[int, int]] = field(default_factory=list)
    """Who has drawn which card of the stock, counted from its top at the start, without those that were refused."""
    table: Table | None = None

    def note(self, seat: int, action: str, before: Table, after: Table) -> None:
        """One more action."""
        self.actions.append((seat, action))
        self.table = after
        if action == "refuse":
            del self.drawn[-1]
        elif (
            action == "draw" and before.state and after.state and len(before.state.stock) == len(after.state.stock) + 1
        ):
            self.drawn.append((seat, STOCK[len(after.seats)] - len(before.state.stock)))

    def hidden(self, pack: Sequence[Card], seat: int | None) -> list[int]:
        """Places of a pack whose cards a seat has not learned of: in the stock, in mortos, in the hands of others.

        Of a hand only what its owner has played none like of: nobody can tell which of the two that was. Red threes
        stay where they are, since that nobody has one in the hand is known to everybody.
        """
        assert self.table is not None
        state = self.table.state
        assert state is not None
        numbered = deal_out(range(len(pack)), len(self.table.seats), state.dealer)  # type: ignore[arg-type]
        stock = [int(place) for place in numbered.stock]
        rest = stock[len(stock) - len(state.stock) :]
        assert [pack[place] for place in rest] == list(state.stock)
        for dealt, there in zip(numbered.mortos, state.mortos, strict=False):
            rest += [int(place) for place in dealt if there]
        for owner, hand in enumerate(numbered.hands):
            if owner != seat:
                drawn = [stock[number] for who, number in self.drawn if who == owner]
                rest += self._kept(pack, owner, [*map(int, hand), *drawn])
        return [place for place in rest if str(pack[place]) not in RED_THREES]

    def _kept(self, pack: Sequence[Card], owner: int, places: Sequence[int]) -> Iterator[int]:
        assert self.table is not None
        assert self.table.state is not None
        kept = list(cards_of(self.table.state.hands[owner]))
        played = {word for who, action in self.actions if who == owner for word in action.split()}
        for place in places:
            if pack[place] in kept and str(pack[place]) not in played:
                kept.remove(pack[place])
                yield place


def permuted(pack: Sequence[Card], places: Sequence[int], random: Random) -> list[Card]:
    """The pack with the cards of these places shuffled among themselves."""
    other = list(pack)
    for place, card in zip(places, random.sample([pack[place] for place in places], len(places)), strict=True):
        other[place] = card
    return other


async def watched(mirror: Mirror, actions: Sequence[tuple[int, str]]) -> Past:
    """Play these actions, or what bots choose if there are none; the guest sees half by socket, half by stream."""
    past = Past()
    async with mirror.running():
        for number in range(ACTIONS):
            before = await mirror.table()
            seat, action = actions[number] if actions else chosen(before, number)
            await mirror.play(seat, action)
            past.note(seat, action, before, await mirror.table())
            if number % 5 == 0:
                await mirror.provoke()
            if number == ACTIONS // 2:
                await mirror.ask_around()
        async with mirror.streaming():
            await mirror.provoke()
            await mirror.ask_around()
        await mirror.open_socket()
        await mirror.open_socket(0)
    return past


def chosen(table: Table, number: int) -> tuple[int, str]:
    """What a bot does next."""
    seat = table.to_act
    assert seat is not None
    view = seat_view(table, seat)
    assert view is not None
    return seat, str(make("greedy" if number > ACTIONS // 2 else "random", number).choose(view))


@pytest.mark.parametrize(("rulebook", "seat"), CASES)
def test_what_a_guest_cannot_see_changes_no_byte_on_the_wire(rulebook: str, seat: int | None, tmp_path: Path) -> None:
    """Shuffle all cards that it never learns of, do the same again, and compare."""

    async def main() -> None:
        random = Random(f"{rulebook} {seat}")
        pack = shuffled(random)
        (tmp_path / "one").mkdir()
        (tmp_path / "two").mkdir()
        first = Mirror(tmp_path / "one", rulebook, pack, seat)
        past = await watched(first, [])
        places = past.hidden(pack, seat)
        assert len(places) > LEAST_HIDDEN
        assert any(who != seat for who, _ in past.drawn)
        second = Mirror(tmp_path / "two", rulebook, permuted(pack, places, random), seat)
        await watched(second, past.actions)
        for one, two in zip(first.heard, second.heard, strict=False):
            assert one == two
        assert len(first.heard) == len(second.heard) > ACTIONS

    asyncio.run(main())


@pytest.mark.parametrize("rulebook", OFFICIAL)
@pytest.mark.parametrize("seated", [True, False])
def test_no_secret_is_on_the_wire_before_its_deal_is_over(rulebook: str, seated: bool, tmp_path: Path) -> None:
    """Of real shuffles: by socket, stream and requests, until the second deal is prepared or the match over."""

    async def main() -> None:
        mirror = Mirror(tmp_path, rulebook, None, 0 if seated else None)
        store = mirror.composed.lobby.host._services.store
        async with mirror.running():
            await mirror.contribute()
            await mirror.hear_of("dealt")
            await mirror.ask_around()
            for _ in range(6):
                await mirror.play(*chosen(await mirror.table(), ACTIONS))
            async with mirror.streaming():
                while not (await mirror.table()).deals:
                    if (await mirror.table()).step % 8 == 0:
                        await mirror.ask_around()
                    before = len(mirror.heard)
                    await mirror.play(*chosen(await mirror.table(), ACTIONS))
                over = (await mirror.table()).stage is Stage.FINISHED
                await mirror.hear_of("match_ended" if over else "committed", before)
            secret = await store.answer_of(log_of(mirror.table_id), "deal 1")
            following = await store.answer_of(log_of(mirror.table_id), "deal 2")
            await mirror.open_socket()
            await mirror.ask_around()
        assert secret is not None
        assert not any(secret in text for text in mirror.heard[:before])
        assert any(secret in text for text in mirror.heard[before:])
        assert over or following is not None
        assert following is None or not any(following in text for text in mirror.heard)

    asyncio.run(main())
