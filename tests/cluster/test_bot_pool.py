"""Bots over the bus: the choice of the worker, missing answers, and the same play as at home.

The strong levels need `canastra.kernel`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import count
from random import Random

import msgspec
import pytest

from canastra.bots.explain.facts import rule_facts
from canastra.cluster.bots import worker as worker_module
from canastra.cluster.bots.messages import (
    WORKERS,
    BotChosen,
    BotRefused,
    WorkerBeat,
    level_subject,
    pack,
    read_bot_answer,
    worker_subject,
)
from canastra.cluster.bots.pool import FIRST, BusBots
from canastra.cluster.bots.roster import SILENCE, WorkerRoster
from canastra.cluster.bots.views import SeatView
from canastra.cluster.bots.worker import WAITING
from canastra.cluster.routing.bus import UnheardError
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.engine import Action, View
from canastra.server.bots import NOBODY, REASONS, Asker, Bots
from canastra.server.live import CommandRequest, LocalBots, PooledBots, TableLimits, TableManager
from canastra.server.storage import MemoryStore
from canastra.table import AddBots
from tests.cluster.bot_workers import (
    Counted,
    Hanging,
    Unasked,
    Waiting,
    WatchedBus,
    answers,
    asking,
    question,
    until,
    until_a_worker_answers,
    views,
    workers,
)
from tests.cluster.gateways import nats_server
from tests.cluster.local_bus import LocalBus
from tests.server.live.live_server import TABLE, finished, opened, services
from tests.services import Nats, wanted

LEVELS = ("iniciante", "intermediario", "avancado", REASONS)
SEEN = views()[40]


@pytest.fixture(autouse=True)
def known_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixed names, which decide the seats of each worker: random ones could leave a worker with hardly any."""
    ends = map(str, count())
    monkeypatch.setattr(worker_module, "token_hex", lambda _: next(ends))


def test_workers_play_what_bots_at_home_would() -> None:
    async def main(bus: LocalBus) -> None:
        at_home = LocalBots()
        async with workers(bus, LocalBots(), levels=("greedy", "random", *LEVELS)), asking(bus, Unasked()) as bots:
            for level in ("greedy", "random", *LEVELS[:-1]):
                for number in (None, 2**64 - 1):
                    asker = Asker("Ana", number)
                    for seen in [each for each in views(seed=2) if each.seat == 0][:12]:
                        there = await bots.ask(seen, level, 5, asker)
                        assert there == await at_home.ask(seen, level, 5, replace_owner(asker))
            for action in SEEN.legal[:5]:
                assert await bots.explain(SEEN, action) == await at_home.explain(SEEN, action)
            assert set(answers(bots)) == {"worker"}

    asyncio.run(main(LocalBus()))


def replace_owner(asker: Asker) -> Asker:
    return asker._replace(owner="somebody else")


def test_a_seats_questions_go_to_one_worker_and_the_seats_to_all() -> None:
    async def main() -> None:
        bus, pools = LocalBus(), [Counted() for _ in range(3)]
        async with workers(bus, *pools), asking(bus, Unasked(), known=3) as bots:
            for number in range(60):
                for _ in range(2):
                    await bots.ask(SEEN, "greedy", 1, Asker(number=number))
        asked = [Counter(number for _, number in pool.asked) for pool in pools]
        assert all(set(each.values()) == {2} for each in asked)
        assert len(asked[0] | asked[1] | asked[2]) == sum(map(len, asked))
        assert min(map(len, asked)) > 10

    asyncio.run(main())


def beat(name: str, processes: int = 1, levels: Sequence[str] = ("greedy",)) -> WorkerBeat:
    return WorkerBeat(name, list(levels), processes)


def test_when_a_worker_comes_or_goes_only_its_own_seats_move() -> None:
    roster = WorkerRoster()
    for name in "abc":
        roster.note(beat(name, 2 if name == "c" else 1))
    before = {number: roster.ranked("greedy", number) for number in range(4000)}
    shares = Counter(names[0] for names in before.values())
    assert 900 < min(shares["a"], shares["b"]) <= max(shares["a"], shares["b"]) < 1100
    assert 1900 < shares["c"] < 2100
    roster.note(beat("b", levels=()))
    for number, names in before.items():
        assert roster.ranked("greedy", number) == [each for each in names if each != "b"]


@pytest.mark.limit("worker_silence")
def test_a_worker_that_says_nothing_is_gone() -> None:
    assert SILENCE == 6
    now = 0.0
    roster = WorkerRoster(lambda: now)
    roster.note(beat("a", levels=("mestre",)))
    now = SILENCE - 0.1
    assert (len(roster), roster.has("mestre"), roster.has("greedy")) == (1, True, False)
    now = SILENCE
    assert (len(roster), roster.has("mestre"), roster.ranked("mestre", 1)) == (0, False, [])


def test_a_worker_that_dies_leaves_its_questions_to_another() -> None:
    async def main() -> None:
        bus, pools = LocalBus(), [Counted(), Counted()]
        async with workers(bus, *pools) as made, asking(bus, Unasked(), known=2) as bots:
            first = next(each for each in made if each.name == bots.roster.ranked("greedy", 1)[0])
            for subscription in first._subscriptions:  # It leaves without saying so.
                await subscription.close()
            await bots.ask(SEEN, "greedy", 1, Asker(number=1))
            assert answers(bots) == {"other": 1}
            assert len(bots.roster) == 1  # No node asks it again.
            await bots.ask(SEEN, "greedy", 1, Asker(number=1))
            assert answers(bots) == {"other": 1, "worker": 1}
        assert sum(len(pool.asked) for pool in pools) == 2

    asyncio.run(main())


@pytest.mark.limit("worker_answer")
def test_workers_that_hang_leave_it_to_the_nodes_own_bots(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        bus, own, pools = LocalBus(), Counted(), [Hanging(), Hanging()]
        async with workers(bus, *pools), asking(bus, own, 0.05, known=2) as bots:
            began = asyncio.get_running_loop().time()
            assert await bots.ask(SEEN, "greedy", 1, Asker(number=1)) == SEEN.legal[-1]
            took = asyncio.get_running_loop().time() - began
            assert [len(pool.asked) for pool in pools] == [1, 1]
            assert (answers(bots), own.asked) == ({"own": 1}, [("greedy", 1)])
            assert 0.07 < took < FIRST
        assert TableLimits().bot_seconds >= 1.5 * FIRST + 2

    asyncio.run(main())
    assert caplog.text.count("event=workers_unheard") == 1


def test_a_worker_that_refuses_or_errs_leaves_it_to_another() -> None:
    class Failing(Counted):
        async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
            raise RuntimeError("KD")

    async def main() -> None:
        bus, good = LocalBus(), Counted()
        async with workers(bus, good, Failing()), asking(bus, Unasked(), known=2) as bots:
            for number in range(20):
                await bots.ask(SEEN, "greedy", 1, Asker(number=number))
            assert answers(bots)["other"] > 3
            assert len(bots.roster) == 2
            assert len(good.asked) == 20

    asyncio.run(main())


@pytest.mark.parametrize(
    "answer", [b"", b"\xc1", pack(BotChosen("discard 9C")), pack(BotChosen("x")), pack(BotRefused("bots_full"))]
)
def test_an_answer_that_can_not_be_is_none(answer: bytes) -> None:
    async def lie(_: bytes) -> bytes:
        return answer

    async def main() -> None:
        bus, own = LocalBus(), Counted()
        served = [await bus.serve(worker_subject("liar"), lie), await bus.serve(level_subject("greedy"), lie)]
        bots = BusBots(bus, own)
        bots.roster.note(beat("liar"))
        for number in (1, None):
            assert await bots.ask(SEEN, "greedy", 1, Asker(number=number)) in SEEN.legal
        assert len(own.asked) == 2
        for each in served:
            await each.close()

    asyncio.run(main())


def test_without_workers_the_bus_is_asked_once_and_then_left_alone() -> None:
    async def main() -> None:
        now = 0.0
        bus = WatchedBus()
        bots = BusBots(bus, Counted(), 0.02, lambda: now)
        await bots.ask(SEEN, "greedy", 1)
        assert not bus.sent  # It reports at once that no worker listens.

        async def never(_: bytes) -> bytes:
            await asyncio.sleep(3600)
            return b""

        await bus.serve(level_subject("greedy"), never)
        for _ in range(3):
            await bots.ask(SEEN, "greedy", 1, Asker(number=1))
        assert len(bus.questions) == 1
        now = 5.0
        await bots.ask(SEEN, "greedy", 1, Asker(number=1))
        assert len(bus.questions) == 2

    asyncio.run(main())


def test_a_level_that_no_worker_has_is_played_at_home() -> None:
    async def main() -> None:
        bus, own = WatchedBus(), Counted()
        async with workers(bus, Counted(), levels=("mestre",)), asking(bus, own) as bots:
            assert [bots.is_ready(level) for level in ("mestre", "greedy", "avancado", REASONS)] == [
                True,
                True,
                False,
                False,
            ]
            for level in ("greedy", "nobody", "no body.>"):
                await bots.ask(SEEN, level, 1)
            await bots.ask(SEEN, "avancado", 1)
            await bots.warm_up()
            await bots.ask(SEEN, "avancado", 1)
            assert [level for level, _ in own.asked] == ["greedy", "nobody", "no body.>", "greedy", "avancado"]
            assert not bus.questions

    asyncio.run(main())


def test_strong_bots_of_workers_play_before_the_nodes_own_are_compiled() -> None:
    async def never() -> None:
        await asyncio.sleep(3600)

    async def main() -> None:
        bus, pool = LocalBus(), Counted()
        async with workers(bus, pool, levels=("mestre", REASONS)), asking(bus, Unasked()) as pooled:
            bots = Bots(pooled, never)
            bots.begin()
            assert await bots.choose(SEEN, "mestre", 1, 5) == SEEN.legal[-1]
            assert pool.asked == [("mestre", None)]
            assert await bots.explain(SEEN, SEEN.legal[0], 5) == rule_facts(SEEN, SEEN.legal[0])
            assert answers(pooled) == {"worker": 2}
            await bots.close()

    asyncio.run(main())


def test_bad_requests_get_a_code_and_the_worker_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        bus = LocalBus()
        bad = msgspec.structs.replace(SeatView.of(SEEN), stock_size=0)
        async with workers(bus, LocalBots(), levels=("greedy", REASONS)) as (worker,):
            cases = {
                b"no message": "bots_malformed",
                b"": "bots_malformed",
                question("mestre"): "bots_level",
                question("mestre").replace(b"\x92\x01", b"\x92\x02", 1): "bots_version",
                question(view=bad): "bots_malformed",
                question(REASONS, action="discard 9C"): "bots_illegal",
                question(REASONS, action="dance KD"): "action_unknown",
            }
            for data, code in cases.items():
                found = read_bot_answer(await bus.request(worker_subject(worker.name), data, 5))
                assert found == BotRefused(code)
            found = read_bot_answer(await bus.request(worker_subject(worker.name), question(), 5))
            assert isinstance(found, BotChosen)
            assert worker.counts["answered"] == 1
            assert worker.counts.total() == 1 + len(cases)

    asyncio.run(main())
    assert "event=question_refused code=bots_level" in caplog.text
    assert "KD" not in caplog.text


def test_a_worker_thinks_no_longer_than_somebody_waits() -> None:
    async def main() -> None:
        bus = LocalBus()
        async with workers(bus, Hanging()) as (worker,):
            found = await bus.request(worker_subject(worker.name), question(seconds=0.01), 5)
            assert read_bot_answer(found) == BotRefused("bots_late")

    asyncio.run(main())


@pytest.mark.limit("worker_waiting")
def test_a_worker_takes_only_so_many_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert WAITING == 16
    monkeypatch.setattr(worker_module, "WAITING", 2)

    async def main() -> None:
        bus, pool = LocalBus(), Waiting()
        async with workers(bus, pool) as (worker,):
            asked = [asyncio.create_task(bus.request(worker_subject(worker.name), question(), 5)) for _ in range(3)]
            await until(lambda: len(pool.asked) == 2 and worker.counts["bots_full"] == 1)
            pool.go.set()
            found = sorted(type(read_bot_answer(each)).__name__ for each in await asyncio.gather(*asked))
            assert found == ["BotChosen", "BotChosen", "BotRefused"]
            assert isinstance(read_bot_answer(await bus.request(worker_subject(worker.name), question(), 5)), BotChosen)

    asyncio.run(main())


async def check_that_a_worker_finishes(bus: LocalBus | NatsBus) -> None:
    pool, heard = Waiting(), list[bytes]()
    listening = await bus.subscribe(WORKERS, lambda data: heard.append(data))
    async with workers(bus, pool) as (worker,), asking(bus, Unasked()) as bots:
        asked = asyncio.create_task(bots.ask(SEEN, "greedy", 1, Asker(number=1)))
        await until(lambda: len(pool.asked) == 1)
        closing = asyncio.create_task(worker.close())
        await until(lambda: len(bots.roster) == 0)
        await asyncio.sleep(0.05)
        assert not closing.done()
        with pytest.raises(UnheardError) as error:
            await bus.request(level_subject("greedy"), question(), 5)
        assert error.value.certain
        pool.go.set()
        assert await asked == SEEN.legal[-1]
        await closing
        assert heard[-1] == pack(WorkerBeat(worker.name, [], 1))
        assert answers(bots) == {"worker": 1}
    await listening.close()


def test_a_worker_that_ends_finishes_what_it_thinks_about() -> None:
    asyncio.run(check_that_a_worker_finishes(LocalBus()))


def test_it_does_so_over_nats(nats: Nats) -> None:
    async def main() -> None:
        bus = NatsBus(nats.url)
        await bus.start()
        await check_that_a_worker_finishes(bus)
        await bus.close()

    asyncio.run(main())


def test_a_group_shares_questions_over_nats(nats: Nats) -> None:
    async def main() -> None:
        buses = [NatsBus(nats.url) for _ in range(3)]
        for bus in buses:
            await bus.start()
        pools = [Counted(), Counted()]
        async with (
            workers(buses[0], pools[0]),
            workers(buses[1], pools[1]),
            asking(buses[2], Unasked(), known=2) as bots,
        ):
            await asyncio.gather(*(bots.ask(SEEN, "greedy", 1) for _ in range(40)))
            assert min(len(pool.asked) for pool in pools) > 0
            assert sum(len(pool.asked) for pool in pools) == 40
        for bus in buses:
            await bus.close()

    asyncio.run(main())


def test_a_match_goes_on_whatever_the_bus_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are lost, late and doubled, and one worker never answers: the match still ends."""
    monkeypatch.setattr(worker_module, "BEAT", 0.02)  # So that workers left out are asked again.
    random = Random(3)

    def delivery(subject: str, data: bytes) -> Sequence[float]:
        return random.choice(((0.0,), (0.0,), (0.0,), (), (0.0, 0.002), (0.004,)))

    async def main() -> None:
        bus = LocalBus()
        async with workers(bus, LocalBots(), LocalBots(), Hanging()), asking(bus, LocalBots(), 0.02, known=3) as bots:
            bus.delivery = delivery
            limits = TableLimits(bot_seconds=10)
            host = TableManager(services(MemoryStore(), bots=Bots(bots, ready=True), limits=limits))
            await host.create(TABLE, opened("canastra-duelo", target=1))
            await host.send(TABLE, CommandRequest(AddBots("greedy"), "f"))
            actor = await finished(host)
            assert actor.table.match
            assert actor.table.match.finished
            assert answers(bots)["worker"] > 3
            assert answers(bots)["own"] > 0
            await host.drain(60)
            bus.delivery = lambda subject, data: (0.0,)

    asyncio.run(main())


def test_a_process_that_dies_is_replaced_and_nobody_waits_for_it() -> None:
    async def main() -> None:
        bus, own, pool = LocalBus(), Counted(), PooledBots(1)
        async with workers(bus, pool), asking(bus, own) as bots:
            await bots.ask(SEEN, "greedy", 1, Asker(number=1))
            (process,) = pool._processes
            assert process._pool
            (child,) = process._pool._children
            child.kill()
            child.join()
            await bots.ask(SEEN, "greedy", 1, Asker(number=1))
            await bots.ask(SEEN, "greedy", 1, Asker(number=1))
            assert answers(bots) == {"worker": 2, "own": 1}
        await pool.close()

    asyncio.run(main())


def test_nats_that_goes_and_comes_back() -> None:
    wanted()

    async def main() -> None:
        with ExitStack() as stop:
            url = stop.enter_context(nats_server())
            there, here = NatsBus(url), NatsBus(url)
            await there.start()
            await here.start()
            wait, times = 0.3, 20
            async with workers(there, Counted()), asking(here, own := Counted(), wait) as bots:
                await bots.ask(SEEN, "greedy", 1, Asker(number=1))
                stop.close()
                loop = asyncio.get_running_loop()
                began = loop.time()
                for number in range(times):
                    await bots.ask(SEEN, "greedy", 1, Asker(number=number))
                assert loop.time() - began < times * wait / 3, "most waited for nobody"
                assert len(own.asked) == times
                with nats_server(int(url.rpartition(":")[2])):
                    await until_a_worker_answers(bots, SEEN)
            await there.close()
            await here.close()

    asyncio.run(main())
