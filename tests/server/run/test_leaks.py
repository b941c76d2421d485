"""A whole match over the network with the log at its finest level: no secret is logged."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from canastra.server.live.shuffles import log_of
from tests.server.run.process import PLENTY, SECONDS, Player, Process, Seated, guest, run, serving

CARD = re.compile(r"(?<![\w-])[A2-9TJQK][SHDC](?![\w-])")
PASSWORDS = ("correct horse battery", "another horse staple")
SAID = ("bom dia a todos", "que jogo bonito", "<script>olha</script>")
STRANGE = (
    '{"type":"act","id":"x1","action":"discard KS","step":0}',
    '{"type":"act","id":"x2","action":"meld 4S 5S 6S","step":99999}',
    '{"type":"act","id":"x3","action":"KS QH 9D","step":0,"hand":"KS QH"}',
    '{"type":"say","id":"x4","text":"' + SAID[2] + '","preset":null}',
    '{"type":"KS","id":"QH"}',
    '["KS","QH"]',
    "KS QH 9D",
    b"\x00KS QH",
    "[" * 5000,
)


async def provoke(address: str, token: str, table: str, invitation: str) -> None:
    """Everything that is wrong, with secrets in it, in the hope that some error quotes them."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=address, headers=headers, timeout=SECONDS) as client:
        for method, path, body in (
            ("GET", f"/api/tables/{table}?invitation={invitation}", None),
            ("GET", f"/api/KS-QH?token={token}", None),
            ("GET", f"/{token}/KS%20QH", None),
            ("POST", f"/api/tables/{table}/commands", '{"type":"act","id":"y","action":"KS QH","step":"KS"}'),
            ("POST", "/api/session", json.dumps({"login": "ana", "password": PASSWORDS[1]})),
            ("POST", "/api/session", json.dumps({"login": "ana", "password": [PASSWORDS[0]]})),
            ("POST", "/api/tables", '{"rulebook":"KS QH","house":{"KS":{"QH":"9D"}}}'),
            ("PUT", f"/api/tables/{table}/seats/0", json.dumps({"invitation": invitation})),
            ("PATCH", "/api/me", '{"name":"' + "KS QH" * 100 + '"}'),
            ("TRACE", "/api/me", None),
        ):
            await client.request(method, path, content=body, headers={"Content-Type": "application/json"})
        await client.get(
            "/api/me", headers={"Authorization": f"Bearer {token}x", "Cookie": f"canastra_session={token}"}
        )
        await client.get(f"/api/tables/{table}/record", headers={"Origin": f"http://{invitation}.example"})
    where = urlsplit(address)
    for garbage in (b"KS QH 9D\r\n\r\n", f"GET /?{token} HTTP/9.9\r\n\r\n".encode(), b"\x16\x03\x01KS"):
        with closing(socket.create_connection((str(where.hostname), where.port or 0))) as raw:
            raw.sendall(garbage)
            raw.settimeout(SECONDS)
            with suppress(OSError):
                await asyncio.to_thread(raw.recv, 4096)


async def provoke_by_socket(player: Player, table: str, invitation: str) -> None:
    async with player.socket(table, f"&watch=true&invitation={invitation}") as socket:
        for frame in STRANGE:
            await socket.send(frame)
        with suppress(ConnectionClosed):
            await socket.send("KS QH " * 5000)  # Larger than a frame may be.
            while True:
                await asyncio.wait_for(socket.recv(), SECONDS)
    with pytest.raises(InvalidStatus):
        async with player.socket(table, f"&invitation={invitation}", Origin="http://evil.example"):
            pass
    with suppress(ConnectionClosed):
        async with player.socket("nosuchtable", f"&invitation={invitation}") as lost:
            await lost.recv()


async def talk(seated: Seated) -> None:
    for text in SAID:
        await seated.send("say", text=text)
    await seated.send("react", reaction="KS")


async def match(process: Process) -> list[str]:
    """Play, talk, err; all secrets that there were."""
    ana, bia, caio = [await guest(process.address, name) for name in ("Ana Lobo", "Bia Lobo", "Caio Lobo")]
    account = await ana.ask("POST", "/api/accounts", {"login": "ana", "password": PASSWORDS[0]})
    assert account.is_success
    former, ana.token = ana.token, ""
    signed = await ana.done("POST", "/api/session", {"login": "ana", "password": PASSWORDS[0], "token": True})
    ana.token = signed["token"]
    program = await ana.done("POST", "/api/me/tokens", {"label": "KS QH"})
    terms = {"rulebook": "canastra-duelo", "private": True, "talk": {"mode": "free", "partners": True}}
    card = await ana.done("POST", "/api/tables", terms)
    table, invitation = card["table"], card["invitation"]
    await bia.done("PUT", f"/api/tables/{table}/seats/1", {"invitation": invitation})
    async with ana.socket(table) as one, bia.socket(table) as two:
        people = [Seated(ana, one, Random(1)), Seated(bia, two, Random(2))]
        await asyncio.gather(*(each.play(turns=20) for each in people))
        for each in people:
            await talk(each)
        await provoke_by_socket(caio, table, invitation)
        await provoke(process.address, bia.token, table, invitation)
        for each in people:
            await each.move()  # Perhaps for the second time.
        await asyncio.gather(*(each.play() for each in people))
        report = {"player": bia.player, "reason": "abuse", "table": table, "text": SAID[0]}
        await ana.done("POST", "/api/reports", report)
        assert (await ana.ask("GET", f"/api/tables/{table}/record")).is_success
    return [former, ana.token, bia.token, caio.token, program["token"], invitation, *PASSWORDS, *SAID, "Lobo"]


def secrets_of_deals(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT answer FROM commands WHERE table_id LIKE ?", (log_of("%"),)).fetchall()
        contributed = connection.execute("SELECT body FROM events WHERE body LIKE '%\"contributed\"%'").fetchall()
    assert rows
    return [row[0] for row in rows] + [json.loads(row[0])["bytes"] for row in contributed]


@pytest.mark.parametrize("form", ["--log-json", "--heartbeat=20"])
def test_nothing_of_a_match_is_logged(tmp_path: Path, form: str) -> None:
    found: list[str] = []
    with serving(tmp_path, *PLENTY, "--log-level", "debug", form) as process:
        process.wait_ready()

        async def main() -> None:
            found.extend(await match(process))

        run(main())
        figures = process.get("/metrics").text
        assert process.end()[0] == 0
    log = process.log
    for secret in [*found, *secrets_of_deals(tmp_path / "canastra.db")]:
        assert secret not in log
        assert secret not in figures
    assert not CARD.search(log), CARD.findall(log)
    assert not CARD.search(figures)
    assert "Traceback" not in log
    assert log.count("event=accepted") + log.count('"event": "accepted"') > 50
    assert "event=refused" in log or '"event": "refused"' in log
    for line in log.splitlines():
        is_one(line, form == "--log-json")


def is_one(line: str, as_json: bool) -> None:
    """Every line is of the one form."""
    if as_json:
        found: dict[str, Any] = json.loads(line)
        assert list(found)[:3] == ["at", "level", "event"]
    else:
        assert re.fullmatch(r'at=\S+Z level=[a-z]+ event=[a-z_]+( [a-z_]+=("(\\.|[^"\\])*"|[^\s"]+))*', line), line
