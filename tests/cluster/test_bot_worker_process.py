"""`canastra worker` as a process of its own: invalid options end it with one sentence; with valid ones it answers, and
ends on a signal.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from canastra.cli.server import cluster
from canastra.cli.server.worker import worker_levels
from canastra.cluster.bots import run
from canastra.cluster.bots.messages import BotChosen, level_subject, read_bot_answer
from canastra.cluster.bots.pool import BusBots
from canastra.cluster.bots.roster import BEAT
from canastra.cluster.bots.run import WorkerSettings
from canastra.cluster.bots.worker import BotWorker
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.cluster.settings import check_bus_address
from canastra.errors import InputError
from canastra.server.bots import Asker
from canastra.server.live import LocalBots
from canastra.server.metrics import Metrics
from tests.cli.running import canastra, environment
from tests.cluster.bot_workers import Counted, Hanging, Unasked, asking, until, until_a_worker_answers, views
from tests.cluster.local_bus import LocalBus
from tests.server.run.process import COMMAND, SECONDS
from tests.services import Nats

pytestmark = pytest.mark.slow

SEEN = views()[40]


@dataclass
class Process:
    """`canastra worker` while it runs."""

    child: subprocess.Popen[str]
    file: Path

    @property
    def events(self) -> list[str]:
        """The events that it has logged so far, without times."""
        return [json.loads(line)["event"] for line in self.file.read_text("utf-8").splitlines()]

    def end(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """End it by a signal, and return its exit status."""
        self.child.send_signal(sign)
        return self.child.wait(SECONDS)


@contextmanager
def working(folder: Path, url: str, *options: str) -> Iterator[Process]:
    """Run a worker for the simple bots, once it answers."""
    words = ["worker", "--lang", "en", "--bus", url, "--levels", "greedy,random", "--log-json", *options]
    file = folder / "log"
    with file.open("w", encoding="utf-8") as log:
        child = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=log, text=True, env=environment())
    try:
        assert child.stdout is not None
        assert "Preparing" in child.stdout.readline(), file.read_text("utf-8")
        assert "answers for greedy, random" in child.stdout.readline(), file.read_text("utf-8")
        yield Process(child, file)
    finally:
        if child.poll() is None:
            child.kill()
        child.communicate()


@contextmanager
def paused(process: Process) -> Iterator[None]:
    """Stop a process for a while."""
    process.child.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.child.send_signal(signal.SIGCONT)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--bus", "10.0.0.5:4222"], "nats://"),
        (["--bus", "http://10.0.0.5"], "nats://"),
        (["--bus", "nats://"], "nats://"),
        (["--bus", "nats://a,nats://b:port"], "nats://b:port"),
        (["--bus", "nats://a", "--levels", "master"], "mestre"),
        (["--bus", "nats://a", "--processes", "0"], "--processes"),
        (["--bus", "nats://a", "--log-level", "loud"], "--log-level"),
    ],
)
@pytest.mark.parametrize("language", ["pt", "en"])
def test_settings_that_can_not_be(options: list[str], word: str, language: str) -> None:
    ran = canastra("worker", *options, "--lang", language)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert word in ran.err


def test_a_password_is_not_shown() -> None:
    with pytest.raises(InputError) as error:
        check_bus_address("nats://ana:secret@host:99999")
    assert "secret" not in str(error.value)
    check_bus_address("tls://ana:secret@host:4222,nats://other")


def test_without_levels_all_that_people_may_choose() -> None:
    assert worker_levels("greedy,random,greedy") == ["greedy", "random"]
    assert "mestre" in worker_levels(None)
    assert WorkerSettings("nats://a", ("greedy", "mestre")).strong == "mestre"
    assert WorkerSettings("nats://a", ("greedy",)).strong is None


def test_a_missing_library_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    ran = canastra("worker", "--bus", "nats://a", "--levels", "greedy", "--lang", "en")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "canastra[cluster]" in ran.err


def test_a_bus_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PATIENCE", 0.3)
    ran = canastra("worker", "--bus", "nats://ana:secret@127.0.0.1:1", "--levels", "greedy", "--lang", "en")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "nats://127.0.0.1:1 " in ran.err


def test_it_answers_and_ends_in_order(nats: Nats, tmp_path: Path) -> None:
    async def main() -> None:
        bus = NatsBus(nats.url)
        await bus.start()
        with working(tmp_path, nats.url) as process:
            async with asking(bus, Unasked()) as bots:
                for seen in views()[:20]:
                    at_home = await LocalBots().ask(seen, "greedy", 3)
                    assert await bots.ask(seen, "greedy", 3, Asker(number=1)) == at_home
                assert await asyncio.to_thread(process.end) == 0
                await until(lambda: len(bots.roster) == 0)
            # The tests' NATS asks for no password, which is logged.
            assert process.events == ["bus_open", "worker_started", "worker_answers", "ended"]
        await bus.close()

    asyncio.run(main())


def test_a_signal_ends_one_that_is_not_ready(nats: Nats) -> None:
    child = subprocess.Popen(
        [*COMMAND, "worker", "--bus", nats.url, "--levels", "mestre"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert child.stdout is not None
    child.stdout.readline()
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=SECONDS)
    assert child.returncode == 0
    assert "event=ended" in errors
    assert "Traceback" not in errors


def test_one_that_stands_still_is_done_without(nats: Nats, tmp_path: Path) -> None:
    async def main() -> None:
        bus = NatsBus(nats.url)
        await bus.start()
        with working(tmp_path, nats.url) as process:
            bots = BusBots(bus, own := Counted(), 0.2)
            await bots.start(Metrics())
            await until(lambda: len(bots.roster) == 1)
            with paused(process):
                began = time.monotonic()
                for number in range(100):
                    await bots.ask(SEEN, "greedy", 1, Asker(number=number))
                assert time.monotonic() - began < 10
                assert len(own.asked) == 100
            await until_a_worker_answers(bots, SEEN)
            await bots.close()
            assert await asyncio.to_thread(process.end) == 0
        await bus.close()

    asyncio.run(main())


def children(parent: int) -> list[int]:
    """Return the child processes that think, without the resource tracker."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = each.read_text("ascii", "replace").rpartition(")")[2].split()
            command = (each.parent / "cmdline").read_text("ascii", "replace")
            if int(fields[1]) == parent and "spawn_main" in command:
                found.append(int(each.parent.name))
    return found


def test_one_whose_bots_stand_still_costs_one_slow_answer(nats: Nats, tmp_path: Path) -> None:
    """The bots hang for longer than three heartbeats."""

    async def main() -> None:
        bus = NatsBus(nats.url)
        await bus.start()
        with working(tmp_path, nats.url) as process:
            bots = BusBots(bus, Counted(), 1.0)
            await bots.start(Metrics())
            await until_a_worker_answers(bots, SEEN)
            (thinking,) = children(process.child.pid)
            os.kill(thinking, signal.SIGSTOP)
            slow, end = 0, time.monotonic() + 3 * BEAT + 1
            try:
                while time.monotonic() < end:
                    began = time.monotonic()
                    await bots.ask(SEEN, "greedy", 1, Asker(number=1))
                    slow += time.monotonic() - began > 0.5
                    await asyncio.sleep(0.02)
            finally:
                os.kill(thinking, signal.SIGCONT)
            assert slow <= 2, "its own answer, and one that tries it after its rest"
            await bots.close()
        await bus.close()

    asyncio.run(main())


def test_bytes_that_are_no_question_do_not_end_it(nats: Nats, tmp_path: Path) -> None:
    async def main() -> None:
        bus = NatsBus(nats.url)
        await bus.start()
        with working(tmp_path, nats.url) as process:
            for data in (b"", b"\xc1", b"\x92\x01" + b"\x91" * 60_000, bytes(500_000)):
                answer = read_bot_answer(await bus.request(level_subject("greedy"), data, 5))
                assert not isinstance(answer, BotChosen)
                bus.publish(level_subject("greedy"), data)  # Also without a sender that waits.
            async with asking(bus, Unasked()) as bots:
                await bots.ask(SEEN, "greedy", 1)
            assert process.events.count("question_refused") == 4
        await bus.close()

    asyncio.run(main())


@pytest.mark.limit("worker_finish")
def test_what_takes_too_long_at_the_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "FINISH", 0.05)

    async def main() -> None:
        bus, pool = LocalBus(), Hanging()
        worker = BotWorker(bus, pool, ["greedy"])
        await worker.start()
        bots = BusBots(bus, Unasked(), 30)
        asked = asyncio.create_task(bots.ask(SEEN, "greedy", 1))
        await until(lambda: len(pool.asked) == 1)
        assert not await run._finished(worker)
        asked.cancel()
        idle = BotWorker(bus, Counted(), ["greedy"])
        await idle.start()
        assert await run._finished(idle)

    asyncio.run(main())
