"""The level of the bots in a terminal: chosen, stored, prepared before play."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import cast
from unittest import mock

import pytest

from canastra import bots, kernel
from canastra.cli.language import Language
from canastra.cli.local import local_bots
from canastra.cli.local.game import hint
from canastra.cli.local.match import new_match
from canastra.cli.local.run import USUAL
from canastra.cli.online import requests
from canastra.cli.play import run_play
from canastra.cli.play_options import PlayOptions
from canastra.cli.ui.terminal import Terminal
from canastra.client import Client, Table
from canastra.engine import Phase
from canastra.records import read_file
from canastra.rulebooks import official
from tests.cli.running import canastra


def seated(file: Path) -> list[str]:
    """The bots of a saved match, by seat."""
    found = (read_file(file).x or {})["play"]["bots"]
    assert isinstance(found, list)
    return found


def begun(file: Path, level: str | None, monkeypatch: pytest.MonkeyPatch) -> int:
    """Start a match and leave it at once."""
    monkeypatch.setattr("sys.stdin", io.StringIO("sair\n"))
    return run_play(PlayOptions(rulebook="buraco", name="Ana", seed=5, level=level, file=file), Language.PT)


def test_a_level_is_chosen_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.canastra"
    assert begun(file, "random", monkeypatch) == 0
    assert seated(file) == ["random"] * 4


def test_the_usual_level_is_made_ready_and_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[bool] = []
    monkeypatch.setattr(local_bots, "make_ready", lambda: prepared.append(True))
    file = tmp_path / "a.canastra"
    assert ("avancado" if kernel.available() else "greedy") == USUAL
    monkeypatch.setattr(bots, "make", lambda name, seed: bots.GreedyBot(seed))
    assert begun(file, None, monkeypatch) == 0
    assert seated(file) == [USUAL] * 4
    assert prepared == [True] * kernel.available()


def test_a_hint_is_of_the_strongest_that_is_ready() -> None:
    session = new_match(official("tranca"), ("Ana", "Bia", "Caio", "Davi"), 5)
    session.deal(None)
    while session.table.to_act != session.seats.person or session.view().phase is not Phase.PLAY:
        seat = session.table.to_act
        assert seat is not None
        session.play(bots.make("greedy", seat).choose(session.view(seat)))
    view = session.view()
    step, reasons = hint(view, ("avancado",) * 4)
    assert step == bots.make("mestre", 0).choose(view)
    assert reasons[-1].code.startswith("advice_")
    assert hint(view, ("avancado",) * 4) == (step, reasons)
    plain, facts = hint(view, ("greedy",) * 4)
    assert plain == bots.make("greedy", 0).choose(view)
    assert not any(each.code.startswith("advice_") for each in facts)


def test_a_level_that_there_is_not_begins_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.canastra"
    for level, words in (("nobody", "greedy"), ("program:", "python3 bot.py"), ("no_such:Bot", "no_such")):
        ran = canastra("play", "--level", level, "--file", file, "--lang", "en")
        assert (ran.status, ran.out) == (2, "")
        assert words in ran.err
    assert not file.exists()


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_a_terminal_shows_how_far_it_is(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    class Status:
        def __enter__(self) -> Status:
            return self

        def __exit__(self, *_: object) -> None:
            said.append("gone")

        def update(self, words: str) -> None:
            said.append(words)

    def status(words: str) -> Status:
        said.append(words)
        return Status()

    def make_ready(told: Callable[[int, int], None]) -> None:
        told(1, 2)

    terminal = Terminal()
    terminal.interactive = True
    monkeypatch.setattr(terminal.console, "status", status)
    monkeypatch.setattr(local_bots, "make_ready", make_ready)
    local_bots.prepare(("greedy", "mestre", "mestre", "avancado"), terminal, lang)
    assert len(said) == 3
    assert "50 %" in said[1]
    assert said[2] == "gone"
    local_bots.prepare(("greedy", "random"), terminal, lang)
    assert len(said) == 3


class Serving:
    """A client of a server with these levels, which records the requested bots."""

    def __init__(self, *levels: str) -> None:
        self.levels, self.called = levels, list[tuple[str, str]]()
        self.rulebooks = self.tables = self

    async def list(self) -> Serving:
        return self

    async def add_bots(self, table: str, level: str) -> None:
        self.called.append((table, level))


@pytest.mark.parametrize(
    ("levels", "asked", "called"),
    [
        (("iniciante", "intermediario", "avancado", "mestre"), None, "intermediario"),
        (("random", "greedy"), None, "greedy"),
        (("weak", "strong"), None, "strong"),
        (("random", "greedy"), "random", "random"),
    ],
)
def test_bots_that_are_called_at_a_server_are_such_as_it_has(
    levels: tuple[str, ...], asked: str | None, called: str
) -> None:
    client = Serving(*levels)
    asyncio.run(requests.do("bots", cast(Client, client), cast(Table, mock.Mock(table_id="t1")), asked))
    assert client.called == [("t1", called)]
