"""Limits of the server: each is declared once, named by codes that exist, and written on the operators' page."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from canastra.messages import catalogue
from canastra.protocol import Close
from canastra.server import limits
from canastra.server.hosting.limits import Limits as OfTables
from canastra.server.limits import Limit, bound, declared, limit
from canastra.server.settings import Caps, Rate
from canastra.server.sockets.limits import Limits as OfSockets
from tools.pages import every_limit, render_caps, render_limits

EVERY = every_limit()
OF_FRAMES = 1009
"""The close code of WebSocket itself for a message that is too large."""


@pytest.fixture
def nothing_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_declared", {})


@pytest.mark.usefixtures("nothing_declared")
def test_a_constant_is_its_value_and_a_declaration() -> None:
    assert limit("waiting", 32, "the server", "callers", "429 `people_busy`") == 32
    assert declared() == (Limit("waiting", 32, "the server", "callers", "429 `people_busy`"),)


@pytest.mark.usefixtures("nothing_declared")
def test_a_field_is_a_default_and_a_declaration() -> None:
    @limits.limits
    @dataclass(frozen=True, slots=True)
    class Some:
        seats: int = bound(3, "a person", "seats", "429 `lobby_too_many_tables`", option="--seats")
        other: int = 4

    assert Some() == Some(3, 4)
    assert declared() == (Limit("seats", 3, "a person", "seats", "429 `lobby_too_many_tables`", "", "--seats"),)


@pytest.mark.usefixtures("nothing_declared")
def test_two_limits_of_one_name_are_an_error() -> None:
    limit("waiting", 32, "the server", "callers", "429")
    limit("waiting", 32, "the server", "callers", "429")
    with pytest.raises(ValueError, match="waiting"):
        limit("waiting", 33, "the server", "callers", "429")


@pytest.mark.parametrize("holder", [Caps, OfTables, OfSockets])
def test_every_field_of_a_class_of_limits_is_declared(holder: type) -> None:
    names = {each.name for each in EVERY}
    missing = [each.name for each in fields(holder) if each.name not in names]
    assert not missing, f"make them with canastra.server.limits.bound: {missing}"


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.name)
def test_what_a_limit_says_of_its_consequence_exists(each: Limit) -> None:
    for code in re.findall(r"`([^`]*)`", each.past):
        assert code in catalogue("en"), code
        assert code in catalogue("pt"), code
    for code in re.findall(r"\bclose (\d+)", each.past):
        assert int(code) in {*Close, OF_FRAMES}
    assert each.per
    assert each.what
    assert each.past
    assert isinstance(each.value, int | float | Rate)


def test_every_limit_is_on_the_page() -> None:
    page = Path("docs", "operating.md")
    text = (Path(__file__).parents[2] / page).read_text("utf-8")
    assert render_caps() in text
    assert render_limits() in text
    assert render_caps().count("\n") + render_limits().count("\n") == len(EVERY) + 2
