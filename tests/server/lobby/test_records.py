"""Records to download: finished deals whole, the running deal only as far as the reader may see it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from canastra import table as tables
from canastra.cards import TWO_PACKS, Card, cards_text
from canastra.engine import deal_out
from canastra.engine.hands import cards_of
from canastra.records import parse, redact, replay, write
from canastra.server.live import CommandRequest, Completed, Services, TableManager
from canastra.server.lobby import LobbyError
from canastra.server.lobby.queries import seen_record
from canastra.server.storage import MemoryStore
from canastra.table import Act, Command, Deal, DrawForDealer, Ready, Sit, Stage, Table, dump_event
from tests.server.live.live_server import FakeTime, opened, players
from tests.server.live.live_server import run as run_alone
from tests.server.lobby.world import ANA, BIA, CIDA, World, run


def test_before_during_and_after_a_match(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, rulebook="canastra-regional", target=1500)
        with pytest.raises(LobbyError) as caught:
            await world.lobby.queries.record(table, ANA)
        assert (caught.value.code, caught.value.status) == ("lobby_no_record", 409)
        await world.play(table, until=lambda now: now.deal is not None)
        running = {each: await world.lobby.queries.record(table, each) for each in (ANA, BIA, CIDA, None)}
        assert running[CIDA] == running[None]
        assert len(set(running.values())) == 3
        for person, seat in ((ANA, 0), (BIA, 1)):
            hands = parse(running[person]).deals[0].piles.hands
            assert ["??" in cards_text(hand) for hand in hands] == [each != seat for each in range(4)]
        await world.play(table, until=lambda now: len(now.deals) == 1 and now.deal is None)
        between = await world.lobby.queries.record(table, None)
        assert "??" not in between
        assert between == await world.lobby.queries.record(table, ANA)
        await world.play(table, until=lambda now: now.deal is not None)
        second = parse(await world.lobby.queries.record(table, None))
        assert second.deals[0] == parse(between).deals[0]
        assert "??" in cards_text(second.deals[1].piles.stock)
        now = await world.play(table)
        text = await world.lobby.queries.record(table, CIDA)
        assert text == write(tables.record(now))
        assert replay(parse(text)).match.finished
        await world.restart()
        assert await world.lobby.queries.record(table, None) == text

    run(tmp_path, main)


def test_a_deal_that_was_given_up_is_shown(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA)
        await world.resign(table)
        text = await world.lobby.queries.record(table, None)
        assert "??" not in text
        assert parse(text).forfeit is not None

    run(tmp_path, main)


def test_a_table_that_is_not_watched(tmp_path: Path) -> None:
    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, watch=False)
        await world.play(table, until=lambda now: now.deal is not None)
        for _ in range(2):
            for person in (CIDA, None):
                with pytest.raises(LobbyError) as caught:
                    await world.lobby.queries.record(table, person)
                assert (caught.value.code, caught.value.status) == ("lobby_not_watched", 403)
            assert parse(await world.lobby.queries.record(table, BIA)).players
            await world.play(table)

    run(tmp_path, main)


@pytest.mark.parametrize("rulebook", ["buraco", "tranca", "canastra-curinguinha"])
def test_it_is_the_redaction_of_the_replay(tmp_path: Path, rulebook: str) -> None:
    """No replay is needed to redact, but it would give the same."""

    async def main(world: World) -> None:
        table = await world.full(ANA, BIA, rulebook=rulebook, target=1500)
        for turns in (0, 9, 25, 41):

            def far(now: Table, turns: int = turns) -> bool:
                return now.deal is not None and now.deal.state.turn >= turns

            now = await world.play(table, until=far)
            for seat in (None, 0, 1, 2, 3):
                assert write(seen_record(now, seat)) == write(redact(replay(tables.record(now)), seat))

    run(tmp_path, main)


async def dealt(rulebook: str, pack: Sequence[Card], actions: Sequence[tuple[int, str]]) -> Table:
    """A table of people with a given pack, after these actions, or after some draws and discards."""
    log: list[tables.Event] = [opened(rulebook)]
    table = tables.rebuild(log)
    seats = range(players(rulebook))
    commands: list[Command] = [Sit(seat, f"p{seat}", "Ana") for seat in seats]
    commands += [Ready(seat) for seat in seats]
    commands += [DrawForDealer(cards_text(Random(1).sample(TWO_PACKS, len(TWO_PACKS)))), Deal(cards_text(pack))]
    for command in commands:
        for event in tables.decide(table, command, 1_000_000):
            log.append(event)
            table = tables.evolve(table, event)
    store = MemoryStore()
    await store.create("t1", "{}")
    await store.append("t1", 1, [dump_event(event) for event in log])
    host, random = TableManager(Services(store, clock=FakeTime(), random=Random(8))), Random(5)
    actor = await host.table("t1")
    for number in range(len(actions) or 24):
        seat, action = actions[number] if actions else _turn(actor.table, random)
        answer = await actor.send(CommandRequest(Act(seat, action, actor.table.step), f"a{number}", f"p{seat}"))
        assert isinstance(answer, Completed), answer
    await host.drain(60)
    return actor.table


def _turn(table: Table, random: Random) -> tuple[int, str]:
    assert table.to_act is not None
    view = tables.seat_view(table, table.to_act)
    assert view is not None
    allowed = [str(each) for each in view.legal if str(each) == "draw" or str(each).startswith("discard")]
    return table.to_act, random.choice(allowed)


def _hidden(pack: Sequence[Card], table: Table, seat: int | None) -> list[int]:
    """Places of the pack whose cards a seat never got to know of."""
    state = table.state
    assert state is not None
    numbered = deal_out(range(len(pack)), len(table.seats), state.dealer)  # type: ignore[arg-type]
    places = [*numbered.stock[len(numbered.stock) - len(state.stock) :], *numbered.mortos[0], *numbered.mortos[1]]
    for owner, hand in enumerate(numbered.hands):
        kept = list(cards_of(state.hands[owner]))
        for place in hand if owner != seat else ():
            if pack[int(place)] in kept:
                kept.remove(pack[int(place)])
                places.append(place)
    return [int(place) for place in places]


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    "rulebook", ["canastra-regional", "canastra-curinguinha", "tranca", "buraco", "canastra-duelo"]
)
def test_what_a_seat_cannot_see_changes_no_letter_of_its_record(rulebook: str, seat: int | None) -> None:
    async def main() -> None:
        random = Random(rulebook)
        pack = random.sample(TWO_PACKS, len(TWO_PACKS))
        first = await dealt(rulebook, pack, [])
        assert first.deal is not None
        assert first.stage is Stage.PLAYING
        actions = [
            (line.seat, "draw" if str(entry).startswith("draw") else str(entry))
            for line in first.deal.turns
            for entry in line.entries
            if not str(entry).startswith("red")
        ]
        reds = rulebook == "tranca"  # There an unseen red 3 would be laid open: it stays where it is.
        places = [place for place in _hidden(pack, first, seat) if not (reds and str(pack[place]) in ("3H", "3D"))]
        assert len(places) > 40
        other = list(pack)
        for place, card in zip(places, random.sample([pack[place] for place in places], len(places)), strict=True):
            other[place] = card
        second = await dealt(rulebook, other, actions)
        assert write(seen_record(second, seat)) == write(seen_record(first, seat))
        assert write(tables.record(second)) != write(tables.record(first))

    run_alone(main)
