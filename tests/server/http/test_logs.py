"""The log after all kinds of requests: no token, password, name, text, invitation or card."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.server.http.http_server import Server, listening, run, token_of

PASSWORD = "palavra-chave-secreta"


def test_the_log_has_no_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = {
        PASSWORD,
        "Ana Silva",
        "ana.silva",
        "linha-dita",
        "relato-secreto",
        "rotulo-secreto",
        "outra-senha-longa",
    }

    async def test(server: Server) -> None:
        ana = await server.guest("Ana Silva")
        secrets.add(token_of(ana))
        code = (await ana.post("/api/accounts", json={"login": "ana.silva", "password": PASSWORD})).json()[
            "recovery_code"
        ]
        secrets.add(code)
        again = await server.browser()
        lost = {"login": "ana.silva", "code": code, "password": PASSWORD}
        ana = again if (await again.post("/api/recovery", json=lost)).is_success else ana
        lost["code"] = (await ana.post("/api/me/recovery", json={"password": PASSWORD})).json()["code"]
        secrets.update((lost["code"], lost["code"].replace("-", "")))
        await again.post("/api/recovery", json={**lost, "code": code})
        secrets.add(token_of(ana))
        made = (await ana.post("/api/me/tokens", json={"label": "rotulo-secreto"})).json()
        secrets.add(made["token"])
        await ana.post("/api/session", json={"login": "ana.silva", "password": "outra-senha-longa"})
        await ana.post("/api/me/password", json={"old": PASSWORD, "new": "outra-senha-longa"})
        secrets.add(token_of(ana))
        terms: dict[str, object] = {
            "rulebook": "canastra-duelo",
            "private": True,
            "talk": {"mode": "free"},
            "bots": "greedy",
        }
        terms["clock"] = {"between": 1}
        card = (await ana.post("/api/tables", json=terms)).json()
        table, invitation = card["table"], card["invitation"]
        secrets.add(invitation)
        bia = await server.guest("Bia")
        player = (await bia.get("/api/me")).json()["player"]
        async with listening(server.app) as address:
            far = await server.far(address, authorization=f"Bearer {made['token']}")
            stranger = await server.far(address)
            await stranger.get(f"/api/tables/{table}?invitation={invitation}")
            await stranger.get(f"/api/tables/{table}/stream?invitation={invitation}&nothing={invitation}")
            async with far.stream("GET", f"/api/tables/{table}/stream?from=1") as stream:
                lines = stream.aiter_lines()
                await anext(lines)
                for message in (
                    {"type": "say", "id": "s1", "text": "linha-dita"},
                    {"type": "ready", "id": "r1"},
                    {"type": "act", "id": "a1", "action": "discard KD", "step": 0},
                ):
                    await far.post(f"/api/tables/{table}/commands", json=message)
                async for line in lines:
                    if '"dealt"' in line:
                        break
        await ana.get(f"/api/tables/{table}/record")
        report = {"player": player, "reason": "other", "table": table, "text": "relato-secreto"}
        await ana.post("/api/reports", json=report)
        await ana.get(f"/api/{PASSWORD}")
        await ana.patch("/api/me", content=PASSWORD.encode(), headers={"content-type": "application/json"})

    run(tmp_path, test)
    ours = [record for record in caplog.records if record.name.startswith("canastra")]
    assert len(ours) > 5
    text = "\n".join(record.getMessage() for record in ours)
    assert [each for each in secrets if each in text] == []
    assert "discard" not in text
    assert "KD" not in text
