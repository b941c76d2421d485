"""The metrics of a worker: outcomes of questions, questions under way, the bus. They are off by default."""

from __future__ import annotations

import asyncio
import re
import socket
import time
import urllib.request
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

from canastra.cluster.bots import worker as worker_module
from canastra.cluster.bots import worker_metrics
from canastra.cluster.bots.messages import BotQuestion, pack, worker_subject
from canastra.cluster.bots.run import WorkerSettings
from canastra.cluster.bots.views import SeatView
from canastra.cluster.bots.worker import BotWorker
from canastra.cluster.bots.worker_metrics import MetricsAddress, WorkerMetrics, metrics_address, showing
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.engine import Action, View
from canastra.errors import InputError
from canastra.server.bots import NOBODY, Asker
from tests.cli.running import canastra
from tests.cluster.bot_workers import Counted, Hanging, Unasked, Waiting, asking, until, views, workers
from tests.cluster.gateways import nats_server
from tests.cluster.local_bus import LocalBus
from tests.cluster.test_bot_worker_process import working
from tests.ports import free_port
from tests.server.run.process import SECONDS
from tests.services import wanted

SEEN = views()[40]
KNOWN = {"level", "end", "version", "le"}
"""The labels of all metrics, which leave no place for other data."""


class Failing(Counted):
    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        raise RuntimeError("KD")


def question(level: str = "greedy", **changed: object) -> bytes:
    asked = BotQuestion(5.0, level, 1, b"", 1, False, "", SeatView.of(SEEN))
    return pack(msgspec.structs.replace(asked, **changed))


def ends(worker: BotWorker) -> dict[tuple[str, str], float]:
    """Return the number of questions by level and outcome."""
    (found,) = worker.metrics.questions.collect()
    return {(each.labels["level"], each.labels["end"]): each.value for each in found.samples if "_total" in each.name}


def figure(text: str, name: str) -> float:
    """Return a metric, by its name with its labels."""
    (found,) = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found)


def asked(worker: BotWorker, bus: LocalBus, data: bytes) -> asyncio.Task[bytes]:
    return asyncio.create_task(bus.request(worker_subject(worker.name), data, 5))


def test_questions_are_counted_by_level_and_by_how_they_end() -> None:
    async def main() -> None:
        bus = LocalBus()
        async with workers(bus, Counted(), Failing(), Hanging()) as (good, failing, hanging):
            for data in (question(), question(), question("mestre"), b"no message"):
                await asked(good, bus, data)
            await asked(failing, bus, question())
            await asked(hanging, bus, question(seconds=0.01))
            assert ends(good) == {("greedy", "answered"): 2, ("other", "refused"): 2}
            assert ends(failing) == {("greedy", "failed"): 1}
            assert ends(hanging) == {("greedy", "late"): 1}
            thought = 'canastra_worker_seconds_count{level="greedy"}'
            for worker, count in ((good, 2), (failing, 1), (hanging, 1)):
                assert figure(worker.metrics.text().decode(), thought) == count

    asyncio.run(main())


def test_questions_in_progress_and_those_for_which_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "WAITING", 2)

    async def main() -> None:
        bus, pool = LocalBus(), Waiting()
        async with workers(bus, pool) as (worker,):

            def in_progress() -> float:
                return figure(worker.metrics.text().decode(), "canastra_worker_questions_in_progress")

            tasks = [asked(worker, bus, question()) for _ in range(3)]
            await until(lambda: len(pool.asked) == 2 and len(ends(worker)) == 1)
            assert in_progress() == 2
            pool.go.set()
            await asyncio.gather(*tasks)
            assert in_progress() == 0
            assert ends(worker) == {("greedy", "refused"): 1, ("greedy", "answered"): 2}

    asyncio.run(main())


@pytest.mark.parametrize("text", ["", "x", "0", "65536", ":9108", "a:", "a b:1", "::1:9108", "http://a:1", "a:-1"])
@pytest.mark.parametrize("language", ["pt", "en"])
def test_addresses_that_can_not_be(text: str, language: str) -> None:
    with pytest.raises(InputError) as error:
        metrics_address(text)
    assert error.value.code == "bot_worker_metrics"
    ran = canastra("worker", "--bus", "nats://a", "--levels", "greedy", f"--metrics={text}", "--lang", language)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "--metrics" in ran.err


def test_a_name_or_an_address_before_the_port() -> None:
    assert metrics_address("0.0.0.0:9108") == ("0.0.0.0", 9108)
    assert metrics_address("bots-1.example:65535") == ("bots-1.example", 65535)


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.1", "no-such-host.invalid"])
def test_an_address_that_can_not_be_had_is_said_before_anything_else(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = canastra("worker", "--bus", "nats://a", "--levels", "greedy", "--metrics", f"{host}:{port}", "--lang=en")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"{host}, port {port}" in ran.err


def test_nothing_is_shown_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_metrics, "start_http_server", None)
    assert WorkerSettings("nats://a", ("greedy",)).metrics is None
    with showing(WorkerMetrics(), None):
        pass


def test_the_port_is_free_again_at_the_end() -> None:
    address = MetricsAddress("127.0.0.1", free_port())
    for _ in range(2):
        with showing(WorkerMetrics("1.2"), address):
            assert 'canastra_info{version="1.2"} 1.0' in read(address)
    with pytest.raises(OSError, match="refused"):
        read(address)


def read(address: MetricsAddress) -> str:
    """Return the page that Prometheus reads."""
    with urllib.request.urlopen(f"http://{address.host}:{address.port}/metrics", timeout=SECONDS) as found:
        assert found.headers["Content-Type"].startswith("text/plain")
        return str(found.read().decode())


def test_every_figure_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "cluster-bots.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `(canastra_\w+)` \| (\w+) \|", page, re.MULTILINE))
    worker = BotWorker(LocalBus(), Counted(), ("greedy",))
    families = {each.name: each.type for each in worker.metrics.registry.collect() if "canastra" in each.name}
    # Only the process has this metric, as it has the bus.
    assert families | {"canastra_worker_connected": "gauge"} == told


def test_the_figures_of_a_process(tmp_path: Path) -> None:
    wanted()
    address = MetricsAddress("127.0.0.1", free_port())

    async def ask(url: str) -> None:
        bus = NatsBus(url)
        await bus.start()
        async with asking(bus, Unasked()) as bots:
            for seen in views()[:20]:
                await bots.ask(seen, "greedy", 3, Asker(number=1))
        await bus.close()

    with ExitStack() as stop:
        url = stop.enter_context(nats_server())
        with working(tmp_path, url, "--metrics", f"{address.port}") as process:
            asyncio.run(ask(url))
            text = read(address)
            assert figure(text, f'canastra_info{{version="{version("canastra")}"}}') == 1
            assert figure(text, 'canastra_worker_questions_total{end="answered",level="greedy"}') == 20
            assert figure(text, 'canastra_worker_seconds_count{level="greedy"}') == 20
            assert figure(text, "canastra_worker_questions_in_progress") == 0
            assert figure(text, "canastra_worker_connected") == 1
            assert {name for names in re.findall(r"\{(.*)\}", text) for name in re.findall(r"(\w+)=", names)} <= KNOWN
            stop.close()
            deadline = time.monotonic() + SECONDS
            while figure(read(address), "canastra_worker_connected"):
                assert time.monotonic() < deadline
                time.sleep(0.05)
            assert process.end() == 0
