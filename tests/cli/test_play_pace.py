"""Bots' actions are told one by one at a terminal, at a pace that a person chooses; elsewhere at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.cli.ui.pace import Pace
from canastra.cli.ui.terminal import Terminal
from tests.cli.running import canastra

MATCH = ("play", "--lang", "pt", "--level", "greedy", "--rulebook", "buraco", "--seed", "7")


class Rests:
    """Takes the place of waiting; `hurried` says at which rest Enter is pressed."""

    def __init__(self, hurried: int | None = None) -> None:
        self.seconds: list[float] = []
        self.hurried = hurried

    def __call__(self, terminal: Terminal, seconds: float) -> bool:
        self.seconds.append(seconds)
        return len(self.seconds) == self.hurried


def played(rests: Rests, monkeypatch: pytest.MonkeyPatch, path: Path, *more: str, lines: bytes = b"") -> str:
    path.mkdir(exist_ok=True)
    monkeypatch.setattr(Terminal, "rest", lambda self, seconds: rests(self, seconds))
    return canastra(*MATCH, "--file", path / "m.canastra", *more, stdin=lines).out


def test_without_a_terminal_there_is_no_pause(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rests = Rests()
    played(rests, monkeypatch, tmp_path, lines=b"c\nd\n")
    assert not rests.seconds


def test_each_action_of_a_bot_is_told_and_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rests = Rests()
    shown = played(rests, monkeypatch, tmp_path, "--pace", "normal")
    assert rests.seconds
    assert set(rests.seconds) <= {0.6, 0.8, 1.2}
    assert len([line for line in shown.splitlines() if "comprou do monte." in line]) >= 1


def test_enter_shows_the_rest_of_the_round(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole, rests = Rests(), Rests(hurried=1)
    played(whole, monkeypatch, tmp_path / "one", "--pace", "slow")
    played(rests, monkeypatch, tmp_path / "two", "--pace", "slow")
    assert len(whole.seconds) > len(rests.seconds) == 1


def test_the_pace_can_be_changed_while_playing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown = played(Rests(), monkeypatch, tmp_path, lines="ritmo rápido\nritmo de tartaruga\n".encode())
    assert "Ritmo rápido." in shown
    assert "ritmo lento, normal, rápido ou nenhum" in shown


@pytest.mark.parametrize("pace", Pace)
def test_every_pace_is_taken(pace: Pace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played(Rests(), monkeypatch, tmp_path, "--pace", pace)
