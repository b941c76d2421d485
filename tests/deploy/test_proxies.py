"""The server behind nginx and Caddy over TLS, set up as deploy/ says, for people, programs and operators."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from websockets.exceptions import InvalidStatus

from canastra.server.settings import Settings
from tests.deploy.proxies import DEPLOY, KINDS, NAME, Proxy, running, unchanged
from tests.ports import free_port
from tests.server.run.process import SECONDS, Player, Process, Seated, run, serving

pytestmark = pytest.mark.slow

ORIGIN = f"https://{NAME}"
INDEX = Path(__file__).parents[2] / "web" / "index.html"
SCRIPT = "/assets/script-ab12.js"
SECRET = "INVITATIONthatNOBODYmaySEE"
SHORT = 3
"""Seconds, in place of the time-outs of the proxies; the server's heartbeat is 1 s."""


def shortened(text: str) -> str:
    return text.replace(" 90s;", f" {SHORT}s;").replace("idle 2m", f"idle {SHORT}s").replace(" 10s", f" {SHORT}s")


def written_pages(folder: Path) -> Path:
    """Return a page and a script of it, with the script's compressed form."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(INDEX.read_bytes())
    (folder / SCRIPT[1:]).write_text("export const a = 1;\n" * 100, "utf-8")
    (folder / f"{SCRIPT[1:]}.br").write_bytes(b"as the build made it")
    return folder


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written_pages(tmp_path_factory.mktemp("web"))


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, "--proxy", "127.0.0.1", "--heartbeat", "1", "--web", str(pages)) as process:
        process.wait_ready()
        yield process


@pytest.fixture(scope="module", params=KINDS)
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, behind: Process) -> Iterator[Proxy]:
    with running(request.param, tmp_path_factory.mktemp("proxy") / "files", port_of(behind), shortened) as found:
        yield found


def port_of(process: Process) -> int:
    return int(process.address.rsplit(":", 1)[1])


def test_http_leads_to_https(proxy: Proxy) -> None:
    with httpx2.Client(trust_env=False, timeout=SECONDS) as client:
        address = f"http://127.0.0.1:{proxy.plain}/convite/ab12?i=X%2FY"
        found = client.get(address, headers={"Host": NAME})
    assert found.status_code == 308
    assert re.fullmatch(rf"https://{NAME}(:{proxy.secure})?/convite/ab12\?i=X%2FY", found.headers["location"])


@pytest.mark.parametrize("http2", [False, True])
def test_pages_come_over_http_2_and_what_the_build_compressed_as_it_is(proxy: Proxy, http2: bool, pages: Path) -> None:
    page = proxy.ask("GET", "/regras", http2, headers={"Accept": "text/html"})
    assert (page.status_code, page.http_version) == (200, "HTTP/2" if http2 else "HTTP/1.1")
    head, body = INDEX.read_bytes().split(b"</head>")
    assert page.content.startswith(head)
    assert page.content.endswith(b"</head>" + body)
    assert f'content="{ORIGIN}/regras"'.encode() in page.content, "a link to the page names an address of its own"
    assert len(page.headers.get_list("strict-transport-security")) == 1
    with httpx2.Client(verify=proxy.trust, http2=http2, timeout=SECONDS, trust_env=False) as client:
        headers = {"Host": NAME, "Accept-Encoding": "br, gzip"}
        address, host = f"https://127.0.0.1:{proxy.secure}{SCRIPT}", {"sni_hostname": NAME}
        with client.stream("GET", address, headers=headers, extensions=host) as script:
            body = b"".join(script.iter_raw())
    assert script.headers["content-encoding"] == "br"
    assert body == (pages / f"{SCRIPT[1:]}.br").read_bytes()
    assert "immutable" in script.headers["cache-control"]


def test_nothing_older_than_tls_1_2(proxy: Proxy) -> None:
    with proxy.connection() as found:
        assert found.version() in ("TLSv1.2", "TLSv1.3")
    nginx = (DEPLOY / "nginx" / "canastra.conf").read_text("utf-8")
    assert re.findall(r"ssl_protocols (.*);", nginx) == ["TLSv1.2 TLSv1.3"]


def test_cookies_are_for_https_alone_and_pages_of_others_stay_out(proxy: Proxy) -> None:
    made = proxy.ask("POST", "/api/guests", json={"name": "Ana"}, headers={"Origin": ORIGIN})
    assert made.status_code == 201
    assert "Secure" in made.headers["set-cookie"]
    other = proxy.ask("POST", "/api/guests", json={"name": "Ana"}, headers={"Origin": "https://other.example"})
    assert other.status_code == 403


def new_guest(proxy: Proxy, name: str, root_path: str = "") -> Player:
    found = proxy.ask("POST", f"{root_path}/api/guests", json={"name": name, "token": True}).json()
    return Player("", found["token"], found["player"])


def new_table(proxy: Proxy, player: Player, root_path: str = "") -> str:
    body = {"rulebook": "canastra-duelo", "bots": "greedy"}
    found = proxy.ask("POST", f"{root_path}/api/tables", json=body, headers=player.headers)
    assert found.status_code == 201, found.text
    table: str = found.json()["table"]
    return table


def test_a_duel_is_played_over_wss(proxy: Proxy) -> None:
    ana = new_guest(proxy, "Ana")
    path = f"/api/tables/{new_table(proxy, ana)}/socket?v=1"

    async def play() -> None:
        async with proxy.socket(path, Origin=ORIGIN, **ana.headers) as socket:
            seated = Seated(ana, socket, Random(1))
            await seated.play(turns=20)
            assert seated.state["play"] is not None
        with pytest.raises(InvalidStatus) as refused:
            async with proxy.socket(path, Origin="https://other.example", **ana.headers):
                pass
        assert refused.value.response.status_code == 403

    run(play())


def test_streams_come_line_by_line_and_like_silent_sockets_outlive_the_time_outs(proxy: Proxy) -> None:
    ana = new_guest(proxy, "Ana")
    path = f"/api/tables/{new_table(proxy, ana)}"

    async def listen(name: str, http2: bool) -> None:
        player = new_guest(proxy, name)
        async with httpx2.AsyncClient(verify=proxy.trust, http2=http2, timeout=SECONDS, trust_env=False) as client:
            headers, host = {"Host": NAME} | player.headers, {"sni_hostname": NAME}
            address = f"https://127.0.0.1:{proxy.secure}{path}/stream?watch=true"
            async with client.stream("GET", address, headers=headers, extensions=host) as answer:
                lines, beats = answer.aiter_lines(), 0
                assert json.loads(await anext(lines))["type"] == "welcome"
                until = time.monotonic() + 2.5 * SHORT
                while time.monotonic() < until:
                    line = await anext(lines, "the end")
                    assert "closed" not in line
                    assert line != "the end"
                    beats += not line
        assert beats > SHORT

    async def watch() -> None:
        async with proxy.socket(f"{path}/socket?v=1&watch=true", **ana.headers) as socket:
            await socket.recv()
            await asyncio.sleep(2.5 * SHORT)
            await socket.send('{"type": "say", "id": "1"}')
            while "error" not in str(await asyncio.wait_for(socket.recv(), SECONDS)):
                pass

    async def all_of_them() -> None:
        await asyncio.gather(listen("Bia", False), listen("Ivo", True), watch())

    run(all_of_them())


def test_the_time_outs_leave_three_heartbeats() -> None:
    text = (DEPLOY / "nginx" / "canastra-proxy.conf").read_text("utf-8")
    found = [int(seconds) for seconds in re.findall(r"proxy_(?:read|send)_timeout (\d+)s;", text)]
    assert len(found) == 2
    assert min(found) * 1000 > 3 * Settings().heartbeat


def from_address(proxy: Proxy, address: str, method: str, path: str, **more: Any) -> httpx2.Response:
    """Send a request that seems to come from another machine."""
    transport = httpx2.HTTPTransport(verify=proxy.trust, local_address=address)
    with httpx2.Client(transport=transport, timeout=SECONDS, trust_env=False) as client:
        headers = {"Host": NAME} | more.pop("headers", {})
        where = f"https://127.0.0.1:{proxy.secure}{path}"
        return client.request(method, where, headers=headers, extensions={"sni_hostname": NAME}, **more)


def test_addresses_are_those_of_people_whatever_they_say(proxy: Proxy, behind: Process) -> None:
    number = list(KINDS).index(proxy.name)
    forged = {"X-Forwarded-For": "192.0.2.77, 127.0.0.1", "X-Real-IP": "192.0.2.77", "Forwarded": "for=192.0.2.77"}
    address = f"127.1.{number}.1"
    statuses = [
        from_address(proxy, address, "POST", "/api/guests", json={"name": "Ana"}, headers=forged).status_code
        for _ in range(25)
    ]
    assert (statuses[0], statuses[-1]) == (201, 429)
    assert from_address(proxy, f"127.1.{number}.2", "POST", "/api/guests", json={"name": "Bia"}).status_code == 201
    assert f"address={address}\n" in behind.log
    assert "192.0.2.77" not in behind.log


def test_many_people_come_through_one_proxy(proxy: Proxy, behind: Process) -> None:
    """Limits of one address count for the clients' addresses, not for the proxy's."""
    number = 10 + list(KINDS).index(proxy.name)
    table = new_table(proxy, new_guest(proxy, "Ana"))

    async def come() -> None:
        async with asyncio.TaskGroup() as group:
            for each in range(1, 131):
                group.create_task(watch(f"127.1.{number}.{each}"))

    # They come a few at a time: the proxy here waits three seconds, too short for one processor to greet all 130.
    together, door = asyncio.Barrier(130), asyncio.Semaphore(8)

    async def watch(address: str) -> None:
        async with AsyncExitStack() as left:
            async with door:
                path = f"/api/tables/{table}/socket?v=1&watch=true"
                socket = await left.enter_async_context(proxy.socket(path, address))
            assert json.loads(await asyncio.wait_for(socket.recv(), SECONDS))["type"] == "welcome"
            await asyncio.wait_for(together.wait(), SECONDS)

    run(come())


def test_health_and_figures_stay_on_the_machine(proxy: Proxy, behind: Process) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert proxy.ask("GET", path).status_code == 404
        assert behind.get(path).status_code == 200


def test_no_invitation_is_written_down(proxy: Proxy, behind: Process) -> None:
    path, referrer = f"/convite/ab12?i={SECRET}", {"Referer": f"{ORIGIN}/convite/ab12?i={SECRET}"}
    assert proxy.ask("GET", path, headers={"Accept": "text/html"} | referrer).status_code == 200
    assert proxy.ask("GET", f"/api/nothing?i={SECRET}", headers=referrer).status_code == 404
    assert proxy.ask("GET", f"/healthz?i={SECRET}", headers=referrer).status_code == 404

    async def visit() -> None:
        with pytest.raises(InvalidStatus):
            async with proxy.socket(f"/api/tables/ab12/socket?v=1&i={SECRET}", Origin="https://other.example"):
                pass

    run(visit())
    with httpx2.Client(trust_env=False, timeout=SECONDS) as client:
        client.get(f"http://127.0.0.1:{proxy.plain}{path}", headers={"Host": NAME} | referrer)
    assert SECRET not in proxy.written
    assert SECRET not in behind.log
    if proxy.name == "nginx":
        assert "GET /convite/ab12 200" in proxy.written


@pytest.mark.parametrize("name", KINDS)
def test_no_invitation_is_written_down_while_the_server_is_away(name: str, tmp_path: Path) -> None:
    def without_page(text: str) -> str:
        """As a site without an error page, about which Caddy says more."""
        return re.sub(r"\n\t# While the server restarts.*?\n\t}\n", "\n", text, flags=re.DOTALL)

    for number, edit in enumerate((unchanged, without_page)):
        with running(name, tmp_path / str(number), 9, edit) as proxy:
            found = proxy.ask("GET", f"/convite/ab12?i={SECRET}", headers={"Referer": f"{ORIGIN}/?i={SECRET}"})
        assert found.status_code == 502
        assert SECRET not in proxy.written
    assert "/convite/ab12" in proxy.written or name == "nginx"


def test_what_is_too_large_is_refused_in_the_servers_words_or_shortly(proxy: Proxy) -> None:
    headers = {"Content-Type": "text/plain"}
    large = proxy.ask("POST", "/api/replays", content=b"x" * 300_000, headers=headers)
    assert (large.status_code, large.json()["error"]["code"]) == (413, "api_body")
    assert proxy.ask("POST", "/api/replays", content=b"x" * 3_000_000, headers=headers).status_code == 413


@pytest.mark.parametrize("name", KINDS)
def test_while_the_server_restarts_a_page_says_so(name: str, tmp_path: Path, pages: Path) -> None:
    port = free_port()
    options = ("--proxy", "127.0.0.1", "--web", str(pages), "--port", str(port))
    with ExitStack() as first:
        process = first.enter_context(serving(tmp_path, *options))
        process.wait_ready()
        with running(name, tmp_path / name, port) as proxy:
            assert proxy.ask("GET", "/regras").status_code == 200
            assert process.end()[0] == 0
            for http2 in (False, True):
                away = proxy.ask("GET", "/regras", http2)
                assert (away.status_code, away.headers["retry-after"]) == (502, "5")
                assert away.headers["cache-control"] == "no-store"
                assert "Já volta" in away.text
                assert proxy.ask("POST", "/api/guests", http2, json={"name": "Ana"}).status_code == 502
            with serving(tmp_path, *options) as again:
                again.wait_ready()
                assert proxy.ask("GET", "/regras").status_code == 200
