"""Work in a process of its own: it ends in time, when its caller leaves, and with the server."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from canastra.prints.event.files import printed_files
from canastra.rulebooks import official
from canastra.server import work as module
from canastra.server.http import replays
from canastra.server.replays import answered_apart
from canastra.server.tournaments import derivation, views
from canastra.server.work import Worker, WorkerError, WorkOwner
from canastra.tournament.entries import read_entries
from tests.server.http.http_server import Server, listening, problem, run
from tests.server.run.process import SECONDS

LONG = 10 * SECONDS


def sleep(*_: object) -> None:
    """As long as no test lasts."""
    time.sleep(LONG)


def fill(size: int) -> int:
    return len(bytearray(size))


def with_worker(work: Callable[[Worker], Awaitable[None]], seconds: float = SECONDS) -> None:
    async def main() -> None:
        worker = Worker(seconds)
        try:
            await asyncio.wait_for(work(worker), 2 * SECONDS)
        finally:
            await worker.close()

    asyncio.run(main())


async def gone(pid: int) -> None:
    """Wait until a process has ended."""
    async with asyncio.timeout(SECONDS):
        while Path(f"/proc/{pid}").exists():
            await asyncio.sleep(0.01)


async def begun(worker: Worker) -> None:
    """Until there is work in the process, or for it."""
    async with asyncio.timeout(SECONDS):
        while not worker.waiting:
            await asyncio.sleep(0.01)


def test_processes_apart_load_nothing_of_the_server_that_they_have_no_use_for() -> None:
    """Or each would begin a second later, and take thirty megabytes more."""
    given = (answered_apart, printed_files, read_entries, derivation.events_of, views.view_bytes)
    code = f"import sys, {', '.join(each.__module__ for each in given)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=SECONDS)
    assert {"canastra.server.tournaments.views", "msgspec"} <= set(done.stdout.split())
    assert not {"fpdf", "openpyxl", "sqlalchemy", "starlette", "uvicorn"} & set(done.stdout.split())


def test_work_is_done_elsewhere_in_one_process() -> None:
    async def work(worker: Worker) -> None:
        pids = [await worker.run(WorkOwner("a"), os.getpid) for _ in range(2)]
        assert pids[0] == pids[1] != os.getpid()
        with pytest.raises(ValueError, match="invalid literal"):
            await worker.run(WorkOwner("a"), int, "x")
        assert await worker.run(WorkOwner("a"), os.getpid) == pids[0]
        assert worker.waiting == 0

    with_worker(work)


def test_a_process_that_was_begun_before_the_work_does_it() -> None:
    async def work(worker: Worker) -> None:
        before = {child.pid for child in multiprocessing.active_children()}
        worker.warm(os.getpid)
        worker.warm(os.getpid)
        begun = {child.pid for child in multiprocessing.active_children()} - before
        assert {await worker.run(WorkOwner("a"), os.getpid)} == begun
        worker.warm(os.getpid)
        assert {child.pid for child in multiprocessing.active_children()} - before == begun
        await worker.close()
        worker.warm(os.getpid)
        assert {child.pid for child in multiprocessing.active_children()} <= before

    with_worker(work)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="there are no such priorities")
def test_a_process_steps_back_from_its_first_moment() -> None:
    """It imports for a second or two, on a processor that the tables need."""

    async def work(worker: Worker) -> None:
        before = set(multiprocessing.active_children())
        worker.warm(os.getpid)
        (child,) = set(multiprocessing.active_children()) - before
        lowered = min(19, os.getpriority(os.PRIO_PROCESS, 0) + module.NICER)
        assert os.getpriority(os.PRIO_PROCESS, child.pid or 0) == lowered
        assert await worker.run(WorkOwner("a"), os.getpriority, os.PRIO_PROCESS, 0) == lowered

    with_worker(work)


@pytest.mark.limit("replay_seconds")
def test_work_that_takes_too_long_ends_and_the_next_is_done() -> None:
    async def work(worker: Worker) -> None:
        pid = await worker.run(WorkOwner("a"), os.getpid)
        with pytest.raises(WorkerError) as error:
            await worker.run(WorkOwner("a"), time.sleep, LONG)
        assert (error.value.code, error.value.status) == ("worker_slow", 400)
        await gone(pid)
        assert await worker.run(WorkOwner("a"), os.getpid) != pid

    with_worker(work, seconds=1.0)


@pytest.mark.limit("replay_memory")
def test_work_that_takes_too_much_memory_ends() -> None:
    async def work(worker: Worker) -> None:
        assert await worker.run(WorkOwner("a"), fill, 10_000_000) == 10_000_000
        with pytest.raises(WorkerError) as error:
            await worker.run(WorkOwner("a"), fill, 1_100_000_000)
        assert (error.value.code, error.value.status) == ("worker_slow", 400)

    with_worker(work)


def test_nothing_is_left_of_what_it_wrote_beside() -> None:
    """Fonts of prints, say: two megabytes each time."""

    async def work(worker: Worker) -> None:
        folder = Path(await worker.run(WorkOwner("a"), mkdtemp))
        assert folder.is_dir()
        worker.rest()
        await worker.close()
        assert not folder.parent.exists()

    with_worker(work)


def test_work_that_nobody_waits_for_ends() -> None:
    async def work(worker: Worker) -> None:
        pid = await worker.run(WorkOwner("a"), os.getpid)
        running = asyncio.create_task(worker.run(WorkOwner("a"), time.sleep, LONG))
        waiting = asyncio.create_task(worker.run(WorkOwner("b"), os.getpid))
        await asyncio.sleep(0.1)
        running.cancel()
        await gone(pid)
        assert await waiting != pid

    with_worker(work)


def test_closing_ends_what_is_under_way() -> None:
    async def work(worker: Worker) -> None:
        pid = await worker.run(WorkOwner("a"), os.getpid)
        running = asyncio.create_task(worker.run(WorkOwner("a"), time.sleep, LONG))
        await asyncio.sleep(0.1)
        await worker.close()
        await gone(pid)
        for each in (running, worker.run(WorkOwner("b"), os.getpid)):
            with pytest.raises(WorkerError) as error:
                await each
            assert (error.value.code, error.value.status) == ("worker_closed", 503)

    with_worker(work)


@pytest.mark.limit("work_waiting")
@pytest.mark.limit("work_of_person_waiting")
def test_so_many_wait_and_of_one_caller_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING", 5)

    async def work(worker: Worker) -> None:
        callers = ["a", "a", "a", "b", "c"]
        tasks = [asyncio.create_task(worker.run(WorkOwner(caller, caller), time.sleep, LONG)) for caller in callers]
        await asyncio.sleep(0)
        with pytest.raises(WorkerError) as error:
            await worker.run(WorkOwner("a", "a"), os.getpid)
        assert (error.value.code, error.value.status) == ("worker_busy", 429)
        # With too many requests, the site that has most loses its latest; no other one is refused.
        tasks.append(asyncio.create_task(worker.run(WorkOwner("d", "d"), time.sleep, LONG)))
        with pytest.raises(WorkerError) as error:
            await tasks[2]
        assert (error.value.code, error.value.status) == ("worker_busy", 429)
        tasks[0].cancel()
        await asyncio.wait(tasks[:1])
        assert worker.waiting == 4
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert await worker.run(WorkOwner("a"), os.getpid)

    with_worker(work)


def test_small_work_does_not_wait_for_long_work() -> None:
    async def work(worker: Worker) -> None:
        crowd = [WorkOwner(f"guest-{number}", "192.0.2.1") for number in range(3)]
        tasks = [asyncio.create_task(worker.run(each, time.sleep, LONG)) for each in crowd]
        await asyncio.sleep(0)
        assert await worker.run(WorkOwner("ana", "192.0.2.1"), os.getpid, small=True)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    with_worker(work)


@pytest.mark.parametrize(("address", "held"), [("192.0.2.9", "HELD"), ("192.0.2.1", "HELD_LONG")])
def test_a_process_that_is_held_is_relieved_for_others(
    monkeypatch: pytest.MonkeyPatch, address: str, held: str
) -> None:
    monkeypatch.setattr(module, held, 0.1)

    async def work(worker: Worker) -> None:
        holder = WorkOwner("guest", "192.0.2.1")
        tasks = [asyncio.create_task(worker.run(holder, time.sleep, LONG)) for _ in range(2)]
        await asyncio.sleep(0)
        assert await worker.run(WorkOwner("ana", address), os.getpid)
        assert not any(task.done() for task in tasks)
        assert worker.waiting == 2
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    with_worker(work)


TEXT = {"content-type": "text/plain"}


def test_a_replay_ends_when_its_client_hangs_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "answered_apart", sleep)

    async def test(server: Server) -> None:
        worker = server.context.replays
        async with listening(server.app) as address:
            _, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
            head = "POST /api/replays HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx"
            writer.write(head.encode())
            await begun(worker)
            writer.transport.abort()
            async with asyncio.timeout(SECONDS):
                while worker.waiting:
                    await asyncio.sleep(0.01)
        assert all(lane.process is None for lane in worker._lanes)

    run(tmp_path, test)


def test_replays_that_wait_are_told_to_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING_OF_CALLER", 0)

    async def test(server: Server) -> None:
        answer = await (await server.client()).post("/api/replays", content="", headers=TEXT)
        problem(answer, 429, "worker_busy")
        assert int(answer.headers["retry-after"]) > 0

    run(tmp_path, test)


def test_a_record_of_a_house_of_this_server_is_replayed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        terms: dict[str, Any] = {"rulebook": "buraco", "house": {"table": {"undo": not official("buraco").table.undo}}}
        opened = await ana.post("/api/tables", json=terms)
        assert opened.status_code == 201, opened.text
        name = opened.json()["rulebook"]
        sha256 = (await ana.get(f"/api/rulebooks/{name}")).json()["sha256"]
        head = f'format = "canastra/1"\nrulebook = "{name}"\nrevision = 1\nsha256 = "{sha256}"\nscore = [0, 0]\n'
        answer = await ana.post("/api/replays", content=head + 'players = ["a", "b", "c", "d"]\n', headers=TEXT)
        assert answer.status_code == 200, answer.text
        assert answer.json()["rulebook"]["id"] == name

    run(tmp_path, test)
