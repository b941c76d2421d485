"""The page's tests of pauses know the server as it is."""

from __future__ import annotations

from tests.web import pauses


def test_the_fixture_is_what_the_server_tells() -> None:
    assert pauses.TARGET.read_text(encoding="utf-8") == pauses.text(), "stale: run python -m tests.web.pauses"
