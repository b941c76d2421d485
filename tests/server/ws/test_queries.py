"""Questions from a seat: previews and hints; access to them, and that no answer reveals too much."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from canastra import table as tables
from canastra.bots.explain import estimates, explain
from canastra.bots.explain.facts import Fact
from canastra.engine import Action, View
from canastra.kernel.search.scratch import even_budget
from canastra.protocol import encode
from canastra.protocol.commands import Hint, Preview
from canastra.protocol.messages import Done, Error, Hinted, Previewed, Refused
from canastra.rulebooks import OFFICIAL
from canastra.server.bots import NOBODY, Asker
from canastra.server.limits import Rate
from canastra.server.live import BotPool, Bots, LocalBots, Services, TableLimits
from canastra.server.storage import MemoryStore
from canastra.server.ws.queries import hinted, previewed
from canastra.table import Act, Contribute, Deal, Leave, Ready, RefusalError, Stage, Table
from tests.server.live.live_server import settle
from tests.server.ws.world import FREE, TABLE, Wire, World, run, world
from tests.table.hosting import Host
from tests.table.test_hidden import permuted_pack, played

few = settings(max_examples=settings().max_examples // 5)
FEW_WORLDS = even_budget(candidates=10, worlds=12, turns=8)
"""Enough for figures, in a tenth of the time."""


async def playing(it: World) -> tuple[Wire, Wire, Table]:
    """Two people at the first deal: the one to act, the other, the table."""
    await it.seat()
    for command in (Ready(0), Ready(1), Contribute(0), Contribute(1)):
        await it.do(command)
        await settle()
    table = (await it.host.table(TABLE)).table
    assert table.stage is Stage.PLAYING
    assert table.to_act is not None
    wires = [(await it.welcomed(person))[0] for person in (0, 1)]
    return wires[table.to_act], wires[1 - table.to_act], table


def own_hand(table: Table, seat: int) -> list[str]:
    view = tables.seat_view(table, seat)
    assert view is not None
    return [str(card) for card in view.hand]


async def asked(wire: Wire, **message: Any) -> Any:
    """The answer to a question with the id q1."""
    wire.say(id="q1", **message)
    while getattr(found := await wire.get(), "id", None) != "q1":
        pass
    return found


def test_what_cards_can_do_is_told_to_their_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            one, other, table = await playing(it)
            assert table.to_act is not None
            card = own_hand(table, table.to_act)[0]
            before = await asked(one, type="preview", cards=card)
            assert isinstance(before, Previewed)
            assert (before.step, before.ways) == (table.step, ())
            assert [(each.kind, each.fault and each.fault.code) for each in before.faults] == [
                ("discard", "draw_first"),
                ("take", "pile_empty"),
            ]
            one.say(type="act", id="c1", action="draw", step=table.step)
            await one.until(Done)
            after = await asked(one, type="preview", cards=card)
            assert [each.action for each in after.ways] == [f"discard {card}"]
            waiting = await asked(other, type="preview", cards=own_hand(table, 1 - table.to_act)[0])
            assert waiting.ways == ()
            assert {each.fault.code for each in waiting.faults} == {"out_of_turn"}

    run(main)


def test_a_hint_may_be_played(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            one, other, table = await playing(it)
            hint = await asked(one, type="hint")
            assert isinstance(hint, Hinted)
            assert (hint.step, hint.action) == (table.step, "draw")
            (why,) = hint.reasons
            assert (why.article, why.pt != why.en) == (table.settings.rulebook.article("clauses.turn"), True)
            assert await asked(one, type="hint") == hint
            early = await asked(other, type="hint")
            assert isinstance(early, Refused)
            assert early.fault.code == "out_of_turn"

    run(main)


def test_who_may_not_ask(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            _, _, table = await playing(it)
            assert table.to_act is not None
            await it.person("Caio")
            for person in (2, None):
                watching, _ = await it.welcomed(person, "v=1&watch=true")
                for message in ({"type": "hint"}, {"type": "preview", "cards": "KD"}):
                    found = await asked(watching, **message)
                    assert isinstance(found, Error)
                    assert found.fault.code == ("ws_nobody" if person is None else "ws_spectator")
            stranger = it.persons[2][0]
            for question in (Hint("q1"), Preview("q1", "KD")):
                found = await it.sockets.send(stranger, TABLE, table.to_act, question)
                assert isinstance(found, Refused)
                assert found.fault.code == "live_not_yours"

    run(main)


def test_a_table_may_be_without_hints(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            one, _, _ = await playing(it)
            it.lobby.table_terms.hints = False
            found = await asked(one, type="hint")
            assert isinstance(found, Refused)
            assert found.fault.code == "ws_no_hints"

    run(main)


@pytest.mark.limit("hints_of_person")
def test_hints_are_scarce(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, caps=replace(FREE, hints_of_person=Rate(2, 1e-9))) as it:
            one, _, _ = await playing(it)
            found = [await asked(one, type="hint") for _ in range(3)]
            assert [type(each) for each in found] == [Hinted, Hinted, Error]
            assert found[-1].fault.code == "ws_too_many_hints"
            assert isinstance(await asked(one, type="preview", cards=""), Previewed)

    run(main)


def test_before_a_deal_there_is_nothing_to_say(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            for message in ({"type": "hint"}, {"type": "preview", "cards": "KD"}):
                found = await asked(wire, **message)
                assert isinstance(found, Refused)
                assert found.fault.code == "table_in_seating"

    run(main)


def test_while_a_bot_plays_there_is_no_hint(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            _, _, table = await playing(it)
            assert table.to_act is not None
            it.store.open.clear()  # The bot's first step waits to be written.
            leaving = asyncio.create_task(it.do(Leave(table.to_act)))
            await it.store.waiting.wait()
            it.store.waiting.clear()
            it.store.open.set()
            await leaving
            table = (await it.host.table(TABLE)).table
            assert table.bot_to_act is not None
            found = await it.sockets.send(it.persons[table.to_act or 0][0], TABLE, table.to_act or 0, Hint("q1"))
            assert isinstance(found, Refused)
            assert found.fault.code == "table_bot_plays"

    run(main)


@pytest.mark.parametrize("cards", ["KX", "??", "KD  KD", "**"])
def test_what_are_no_cards(tmp_path: Path, cards: str) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            one, _, _ = await playing(it)
            found = await asked(one, type="preview", cards=cards)
            assert isinstance(found, Error)
            assert found.fault.code == "card_malformed"

    run(main)


@pytest.mark.parametrize("rulebook", OFFICIAL)
@few
@given(seed=st.integers(0, 2**32), actions=st.integers(10, 250))
def test_permuting_hidden_cards_changes_no_byte_of_an_answer(rulebook: str, seed: int, actions: int) -> None:
    host, random = played(rulebook, seed, actions), Random(seed)
    state = host.table.state
    if state is None:
        return  # the deal ended just now: all is shown
    deal = tables.record(host.table).deals[-1]
    for viewer in range(host.players):
        other = other_world(host, permuted_pack(deal, state, viewer, random))
        if other is None:
            continue
        hand = own_hand(host.table, viewer)
        assert hand == own_hand(other, viewer)
        for _ in range(5):
            question = Preview("q1", " ".join(random.sample(hand, random.randrange(min(5, len(hand) + 1)))))
            answers = [encode(previewed(table, viewer, question)) for table in (host.table, other)]
            assert answers[0] == answers[1]
        if state.seat == viewer:
            hints = [encode(hint(table, viewer)) for table in (host.table, other)]
            assert hints[0] == hints[1]


def hint(table: Table, seat: int, bots: BotPool | None = None, seconds: float = 600) -> Hinted:
    services = Services(
        MemoryStore(),
        Bots(bots or LocalBots(), ready=True),
        limits=TableLimits(bot_seconds=600, explain_seconds=seconds),
    )
    return asyncio.run(hinted(table, seat, Hint("q1"), services))


class Full(LocalBots):
    """As a process of bots answers whose code is compiled: with all figures."""

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        return explain(view, action)


class Silent(LocalBots):
    """Never comes to the reasons."""

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        await asyncio.sleep(600)
        raise AssertionError


class Failing(LocalBots):
    """Has a fault that would quote cards."""

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        raise RuntimeError("KD")


def deciding(rulebook: str, seed: int, actions: int, level: str) -> Host | None:
    """A host in the middle of a deal where a seat has a choice, with a stand-in of a level; None without a choice."""
    host = played(rulebook, seed, actions)
    view = tables.seat_view(host.table, host.table.to_act or 0)
    if host.table.state is None or view is None or len(view.legal) < 2:
        return None
    host.table = structs.replace(host.table, settings=replace(host.table.settings, stand_in=level))
    return host


@pytest.mark.parametrize("level", ["greedy", "avancado"])
@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_permuting_hidden_cards_changes_no_byte_of_a_hint_with_figures(
    rulebook: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimates, "BUDGET", FEW_WORLDS)
    random, compared, told = Random(6), 0, 0
    for seed in range(12):
        host = deciding(rulebook, seed, 20 + 15 * seed, level)
        if host is None or host.table.state is None or host.table.to_act is None:
            continue
        seat = host.table.to_act
        deal = tables.record(host.table).deals[-1]
        other = other_world(host, permuted_pack(deal, host.table.state, seat, random))
        if other is None:
            continue
        other = structs.replace(other, settings=host.table.settings)
        assert other.state != host.table.state
        found = [hint(table, seat, Full()) for table in (host.table, other)]
        assert encode(found[0]) == encode(found[1])
        compared += 1
        told += found[0].reasons[-1].article == ""
    assert compared > 2
    assert told


@pytest.mark.parametrize(("stand_in", "asked"), [("greedy", "greedy"), ("random", "random"), ("iniciante", "mestre")])
def test_a_hint_is_a_good_bots_where_the_table_has_strong_ones(stand_in: str, asked: str) -> None:
    levels = []

    class Noting(LocalBots):
        async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
            levels.append(level)
            return view.legal[0]

    host = next(each for seed in range(9) if (each := deciding("buraco", seed, 40, stand_in)) is not None)
    assert host.table.to_act is not None
    hint(host.table, host.table.to_act, Noting())
    assert levels == [asked]


@pytest.mark.parametrize(("bots", "seconds"), [(Silent, 0.01), (Failing, 10)])
@pytest.mark.limit("explain_seconds")
def test_reasons_that_are_late_or_fail_are_told_without_figures(
    bots: type[LocalBots], seconds: float, caplog: pytest.LogCaptureFixture
) -> None:
    host = Host("buraco", 7).seat_people(0, level="greedy").play_on(0)
    while host.table.bot_to_act is not None or host.table.to_act is None:
        host.play_on(1)
    assert hint(host.table, host.table.to_act, bots(), seconds) == hint(host.table, host.table.to_act)
    assert "event=not_explained" in caplog.text
    assert "KD" not in caplog.text


def other_world(host: Host, pack: str) -> Table | None:
    """The same commands with another pack in the last deal; None where its cards can be told from the first."""
    last = max(index for index, (command, _) in enumerate(host.commands) if isinstance(command, Deal))
    table = tables.open_table(host.opened)
    try:
        for index, (command, now) in enumerate(host.commands):
            for event in tables.decide(table, Deal(pack) if index == last else command, now):
                table = tables.evolve(table, event)
    except RefusalError:
        return None
    return table


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_a_hint_can_be_played_at_any_time_and_has_reasons(rulebook: str) -> None:
    host = Host(rulebook, 7).seat_people(0, level="greedy").play_on(0)
    seen: set[str] = set()
    for _ in range(150):
        if host.table.stage is not Stage.PLAYING or host.table.bot_to_act is not None or host.table.to_act is None:
            host.play_on(1)
            continue
        seat = host.table.to_act
        found = hint(host.table, seat)
        assert found.reasons
        assert all(each.pt and each.en for each in found.reasons)
        assert found.reasons[0].article
        assert len(found.reasons) <= 4
        seen.add(found.action.partition(" ")[0])
        host.send(Act(seat, found.action, host.table.step))
        host.serve()
    assert seen >= {"draw", "discard", "meld"}
