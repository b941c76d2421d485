"""The pages of the interface: their requests get the answers that stand there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from canastra.tournament.regulations import example_regulations
from tests.server.http.http_server import Server, run
from tools import docs

PAGES = Path(__file__).parents[3] / "docs"
REST = "…"

HEADER = re.compile("(?:Authorization|Content-Type): ")


def fits(found: Any, shown: Any) -> bool:
    """Return whether an answer is the one on the page."""
    if shown == REST:
        return True
    if isinstance(shown, dict) and isinstance(found, dict):
        keys = shown.keys() - {REST}
        whole = REST in shown or found.keys() == keys
        return whole and keys <= found.keys() and all(fits(found[key], shown[key]) for key in keys)
    return bool(found == shown)


def exchanges(page: str) -> list[tuple[str, str]]:
    """Requests and answers, as they stand there."""
    blocks = re.findall(r"^```http\n(.*?)^```", (PAGES / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [tuple(block.split("\n\n", 1)) for block in blocks]


@pytest.mark.parametrize(("page", "count"), [("api.md", 5), ("tournament-server.md", 9)])
def test_the_requests_of_the_page_get_its_answers(tmp_path: Path, page: str, count: int) -> None:
    shown = exchanges(page)
    assert len(shown) == count

    async def test(server: Server) -> None:
        known = {"regulations": json.dumps(example_regulations("club-day"))[1:-1]}
        for request, answer in shown:
            for name, value in known.items():
                request = request.replace(f"${name}", value)
            first, *rest = request.splitlines()
            headers = dict(line.split(": ", 1) for line in rest if HEADER.match(line))
            body = "\n".join(line for line in rest if not HEADER.match(line))
            method, path = first.split(" ")
            client = await server.client(**{"Content-Type": "application/json", **headers} if body else headers)
            got = await client.request(method, path, content=body.encode() or None)
            status, _, expected = answer.partition("\n")
            assert got.status_code == int(status), got.text
            assert fits(got.json(), json.loads(expected)), got.text
            known |= {key: value for key, value in got.json().items() if key in ("token", "table", "id")}

    run(tmp_path, test)


def test_a_stale_schema_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main(["--check"]) == 0
    monkeypatch.setattr(docs, "FILES", {path: lambda: "{}" for path in docs.FILES})
    assert docs.main(["--check"]) == 1
    assert "docs/protocol.schema.json: stale" in capsys.readouterr().out


def test_what_does_not_fit_is_noticed() -> None:
    assert fits({"a": 1, "b": 2}, {"a": 1, REST: REST})
    assert not fits({"a": 1, "b": 2}, {"a": 1})
    assert not fits({"a": 1}, {"a": 2})
    assert not fits({}, {"a": REST})
