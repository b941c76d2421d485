"""The real process: it starts, ends in order even with clients, and finds all data when it starts again."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from canastra.protocol import Close
from canastra.tournament.regulations import example_regulations
from tests.cli.running import environment
from tests.samples import diagonal
from tests.server.run import process as process_module
from tests.server.run.process import PLENTY, SECONDS, Player, Process, Seated, guest, run, serving
from tests.server.tournaments.hall import command

pytestmark = pytest.mark.slow

IN_TIME = 10
"""Seconds between the signal and the end of the process, by contract."""
WATCHERS = 98


async def heard(socket: Any) -> tuple[list[dict[str, Any]], int | None]:
    """All messages until the socket closes, and the code with which it does."""
    messages = []
    try:
        while True:
            messages.append(json.loads(await asyncio.wait_for(socket.recv(), SECONDS)))
    except ConnectionClosed:
        return messages, socket.close_code


async def playing(seated: Seated) -> int:
    """Play on until the socket closes. Returns the last event that this seat got."""
    try:
        await seated.play()
    except ConnectionClosed:
        assert seated.socket.close_code == Close.RESTART
    return max(int(each["seq"]) for each in seated.told if each["type"] in ("welcome", "update"))


async def lines(player: Player, table: str, begun: asyncio.Event) -> list[dict[str, Any]]:
    """The messages of the bot API's stream, until it ends."""
    found = []
    async with (
        httpx2.AsyncClient(base_url=player.address, headers=player.headers, timeout=SECONDS) as client,
        client.stream("GET", f"/api/tables/{table}/stream", params={"v": 1, "watch": "true"}) as answer,
    ):
        async for line in answer.aiter_lines():
            found.append(json.loads(line))
            begun.set()
    return found


async def stopped_in_a_match(process: Process) -> dict[str, Any]:
    """A hundred sockets, tables with people and with bots, connections that say nothing; then SIGTERM."""
    ana, bia, caio = [await guest(process.address, name) for name in ("Ana", "Bia", "Caio")]
    card = await ana.done("POST", "/api/tables", {"rulebook": "canastra-duelo"})
    await bia.done("PUT", f"/api/tables/{card['table']}/seats/1", {})
    other = await ana.done("POST", "/api/tables", {"rulebook": "buraco", "bots": "greedy"})
    where = urlsplit(process.address)
    async with AsyncExitStack() as stack:
        stack.enter_context(socket.create_connection((str(where.hostname), where.port or 0)))  # And says nothing.
        halting = stack.enter_context(socket.create_connection((str(where.hostname), where.port or 0)))
        halting.sendall(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        deaf = await stack.enter_async_context(caio.socket(other["table"], "&watch=true"))
        deaf.transport.pause_reading()
        sockets = [await stack.enter_async_context(each.socket(card["table"])) for each in (ana, bia)]
        watching = [await stack.enter_async_context(caio.socket(card["table"], "&watch=true")) for _ in range(WATCHERS)]
        beside = Seated(ana, await stack.enter_async_context(ana.socket(other["table"])), Random(3))
        seated = [Seated(who, each, Random(1)) for who, each in zip((ana, bia), sockets, strict=True)]
        games = [asyncio.create_task(playing(each)) for each in (*seated, beside)]
        ends = [asyncio.create_task(heard(each)) for each in watching]
        begun = asyncio.Event()
        streaming = asyncio.create_task(lines(caio, card["table"], begun))
        await begun.wait()
        while len(seated[0].told) < 40:
            await asyncio.sleep(0.001)
        status, seconds = await asyncio.to_thread(process.end)
        last = max((await asyncio.gather(*games))[:2])
        for messages, code in await asyncio.gather(*ends):
            assert code == Close.RESTART
            assert [each["type"] for each in messages].count("draining") == 1
            assert messages[-1]["type"] == "closed"
        streamed = [each["type"] for each in await streaming]
        assert (streamed.count("draining"), streamed[-1]) == (1, "closed")
    assert status == 0
    assert seconds < IN_TIME
    return {"ana": ana, "table": card["table"], "last": last}


def test_sigterm_in_the_middle_of_a_match_and_a_new_start(tmp_path: Path) -> None:
    with serving(tmp_path, *PLENTY) as process:
        process.wait_ready()
        found: dict[str, Any] = {}

        async def first() -> None:
            found.update(await stopped_in_a_match(process))

        run(first())
    assert "event=closed clean=true" in process.log

    with serving(tmp_path, *PLENTY) as again:
        again.wait_ready()

        async def second() -> None:
            ana = found["ana"]
            ana.address = again.address
            assert (await ana.done("GET", "/api/me"))["name"] == "Ana"
            async with ana.socket(found["table"]) as socket:
                seated = Seated(ana, socket, Random(1))
                welcome = await seated.hear()
                assert welcome["seat"] == 0
                assert welcome["seq"] >= found["last"]
                assert welcome["state"]["stage"] == "playing"

        run(second())
        assert again.end(signal.SIGINT)[0] == 0


def test_bots_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path, *PLENTY) as process:

        async def main() -> None:
            ana = await guest(process.address, "Ana")
            card = await ana.done("POST", "/api/tables", {"rulebook": "buraco", "bots": "greedy"})
            async with ana.socket(card["table"]) as socket:
                seated = Seated(ana, socket, Random(1))
                # Until a bot was asked; Ana may be the first to play, and take her time.
                while "canastra_bot_seconds_count" not in process.get("/metrics").text:
                    await seated.play(turns=1)

        run(main())
        process.child.kill()
        # The bots have its standard output too, so that this ends only when they have.
        process.child.communicate(timeout=SECONDS)


HANGING = """
import asyncio, sys, threading, time
from pathlib import Path
from canastra.server.app import Server
from canastra.server.run import serve
from canastra.server.settings import Settings

def block(*arguments):
    threading.Thread(target=time.sleep, args=(1000,)).start()
    time.sleep(1000)

async def hang(*arguments):
    block()

async def wait(*arguments):
    await asyncio.sleep(1000)

setattr(Server, sys.argv[2], {"hang": hang, "wait": wait}[sys.argv[3]])
settings = Settings(database=Path(sys.argv[1], "a.db"), port=0, plain_bots=True, drain=float(sys.argv[4]))
sys.exit(serve(settings, lambda address: print(address, flush=True)))
"""


def hanging(folder: Path, *how: str) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", HANGING, str(folder), *how],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert child.stdout is not None
    assert child.stdout.readline().startswith("http://")
    return child


@pytest.mark.parametrize(("step", "how"), diagonal(2, ["drain", "close"], ["hang", "wait"]))
@pytest.mark.limit("drain")
@pytest.mark.limit("ending")
@pytest.mark.limit("closing")
def test_whatever_hangs_the_process_ends(tmp_path: Path, step: str, how: str) -> None:
    child = hanging(tmp_path, step, how, "0.2")
    child.send_signal(signal.SIGTERM)
    _, said = child.communicate(timeout=SECONDS)
    assert child.returncode == 1
    assert "event=cut_off" in said


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_at_once(tmp_path: Path, second: signal.Signals) -> None:
    child = hanging(tmp_path, "_end", "wait", "600")
    child.send_signal(signal.SIGTERM)
    assert child.stderr is not None
    while "event=drained" not in child.stderr.readline():
        assert child.poll() is None
    child.send_signal(second)
    child.communicate(timeout=SECONDS)
    assert child.returncode == 128 + second


def test_a_server_that_hangs_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the tests."""
    monkeypatch.setattr(process_module, "PATIENCE", 0.1)
    hanging = (
        "import socket, time; listener = socket.create_server(('127.0.0.1', 0)); "
        "print('http://127.0.0.1:%d' % listener.getsockname()[1], flush=True); time.sleep(600)"
    )
    with (
        pytest.raises(AssertionError, match="most recent call first"),
        serving(tmp_path, command=[sys.executable, "-c", hanging]),
    ):
        pass


SIDES = 400
"""Of two delegations, kept apart: a draw of half a minute."""


async def ended_in_a_draw(process: Process) -> tuple[httpx2.Response, int]:
    """The answer to the request for the draw, and the exit status."""
    player = await guest(process.address, "Ana")
    regulations = example_regulations("club-rounds").replace("most = 120", f"most = {SIDES}")
    tournament = (await player.done("POST", "/api/tournaments", {"id": "n1", "regulations": regulations}))["id"]
    entries = [
        {"name": f"Dupla {number}", "players": [f"A{number}", f"B{number}"], "delegation": f"Clube {number % 2}"}
        for number in range(1, SIDES + 1)
    ]
    headers = player.headers
    async with httpx2.AsyncClient(base_url=process.address, headers=headers, timeout=SECONDS) as client:
        for first in range(0, SIDES, 200):
            await command(client, tournament, "enter", sides=entries[first : first + 200])
        await command(client, tournament, "check_in", sides=list(range(1, SIDES + 1)))
        await command(client, tournament, "draw", seed="Loteria 5921")
        pairing = asyncio.create_task(command(client, tournament, "pair"))
        await asyncio.sleep(2)
        assert not pairing.done()
        status, _ = await asyncio.to_thread(process.end)
        return await pairing, status


def test_a_draw_under_way_is_refused_when_the_server_ends(tmp_path: Path) -> None:
    with serving(tmp_path, *PLENTY, "--plain-bots") as process:
        process.wait_ready()
        answer, status = asyncio.run(ended_in_a_draw(process))
    assert (answer.status_code, answer.json()["error"]["code"], status) == (503, "worker_closed", 0)
