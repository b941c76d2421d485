"""docs/protocol.md: its examples are messages, its tables are the code's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from canastra import messages
from canastra.protocol import FINAL, VERSION, Close, encode, read_client, read_server
from canastra.protocol import commands as clients
from canastra.protocol import messages as servers
from canastra.protocol.close_codes import closed
from canastra.server.live import TableLimits
from canastra.server.ws.connection_limits import DEFAULT_LIMITS

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")


def examples(side: str) -> Iterator[dict[str, Any]]:
    """The objects in the page's blocks of one side."""
    for block in re.findall(rf"```json {side}\n(.*?)```", PAGE, re.DOTALL):
        rest = block.strip()
        while rest:
            found, end = json.JSONDecoder().raw_decode(rest)
            yield found
            rest = rest[end:].strip()


def tags(kinds: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(kinds)}


@pytest.mark.parametrize("example", list(examples("client")), ids=lambda example: example.get("id", "-"))
def test_what_clients_send(example: dict[str, Any]) -> None:
    assert json.loads(encode(read_client(json.dumps(example)))).items() >= example.items()


@pytest.mark.parametrize("example", list(examples("server")), ids=lambda example: example["type"])
def test_what_the_server_sends(example: dict[str, Any]) -> None:
    assert json.loads(encode(read_server(json.dumps(example)))) == example


def test_there_is_an_example_of_every_message() -> None:
    assert {each["type"] for each in examples("client")} == tags(clients.ClientMessage)
    assert {each["type"] for each in examples("server")} == tags(servers.ServerMessage)


def test_the_codes_of_faults_exist() -> None:
    codes = {each["fault"]["code"] for each in examples("server") if "fault" in each}
    assert codes <= messages.catalogue("en").keys()


def test_the_close_codes() -> None:
    rows = re.findall(r"^\| (\d{4}) \| `(\w+)` \| (yes|no)", PAGE, re.MULTILINE)
    assert rows == [(str(int(each)), closed(each).reason, "no" if each in FINAL else "yes") for each in Close]


@pytest.mark.parametrize("close", Close)
def test_every_end_has_its_words(close: Close) -> None:
    said = closed(close)
    assert said.again == (close not in FINAL)
    assert said.fault is not None
    assert said.fault.code.startswith("ws_")


def test_there_is_an_end_for_no_table() -> None:
    fault = closed(Close.NO_TABLE).fault
    assert fault is not None
    assert fault.code == "ws_no_table"


def test_what_is_no_answer() -> None:
    rows = re.findall(r"^\| `((?:live|ws)_\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(servers.UNANSWERED)


def test_the_figures() -> None:
    assert f"Version {VERSION}." in PAGE
    assert f"up to {TableLimits().queue} messages" in PAGE
    assert f"Up to {DEFAULT_LIMITS.in_flight} messages" in PAGE
    assert DEFAULT_LIMITS.malformed == 10
