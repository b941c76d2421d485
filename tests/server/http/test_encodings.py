"""Answers without a secret are compressed for clients that accept it, others never."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from canastra.server.http.endpoint import SHORT
from tests.server.run.process import PLENTY, serving


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder, "--web", "none", *PLENTY) as process:
        process.wait_ready()
        yield process.address


def ask(address: str, path: str, accepted: str) -> tuple[httpx2.Response, bytes]:
    """The answer, and its content as it comes over the network."""
    with httpx2.stream("GET", address + path, headers={"Accept-Encoding": accepted}) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize("path", ["/api/rulebooks", "/api/rulebooks/buraco", "/api/rulebooks/buraco/words"])
def test_rulebooks_are_compressed(address: str, path: str) -> None:
    plain, content = ask(address, path, "identity")
    zipped, smaller = ask(address, path, "gzip, br")
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.headers["content-length"] == str(len(smaller))
    assert zipped.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert json.loads(gzip.decompress(smaller)) == json.loads(content)
    assert len(smaller) < len(content) / 2


def test_what_is_short_or_may_hold_a_secret_is_not(address: str) -> None:
    answer, content = ask(address, "/api/openapi.json", "gzip")
    assert len(content) > SHORT
    assert "content-encoding" not in answer.headers
