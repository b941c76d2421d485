"""Bots' actions appear one by one at a terminal, at the player's pace; elsewhere at once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from canastra.bots import make
from canastra.cli.ui.pace import Pace, Pauses, PublicFacts
from canastra.cli.ui.terminal import Terminal
from canastra.engine import Phase, apply, view
from tests.bots.test_bots import dealt
from tests.cli.running import canastra
from tests.playing import ALL

MATCH = ("play", "--lang", "pt", "--level", "greedy", "--rulebook", "buraco", "--seed", "7")


class Rests:
    """Replaces pauses; `hurried` is the pause at which Enter is pressed."""

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
    assert len(rests.seconds) >= 6
    assert min(rests.seconds) > 0
    assert max(rests.seconds) <= 2.2
    assert len(set(rests.seconds)) > 3
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


def test_a_pause_counts_from_what_was_shown_last() -> None:
    now = 10.0
    pauses, facts = Pauses(lambda: 0.5, lambda: now), PublicFacts("discard", 3, 2)
    pauses.shown("meld 4H 5H 6H", Pace.NORMAL)
    whole = pauses.before(facts, Pace.NORMAL)
    assert whole == pytest.approx(0.5 + 0.278)
    now += 0.15  # For as long as a bot has thought.
    assert pauses.before(facts, Pace.NORMAL) == pytest.approx(whole - 0.15)
    now += 5
    assert pauses.before(facts, Pace.NORMAL) == 0
    pauses.shown("draw", Pace.NONE)
    assert pauses.before(facts, Pace.NONE) == 0


@pytest.mark.parametrize("rulebook", ["buraco", "tranca", "canastra-curinguinha"])
def test_rounds_take_about_as_long_as_with_even_steps(rulebook: str) -> None:
    """Pauses are 600 ms after an action, 800 after a new meld, 1,200 after the pile, none after the last discard."""
    random, even, varied = Random(1), 0.0, 0.0
    for seed in range(6):
        pauses = Pauses(random.random, lambda: 0.0)
        state, bots = dealt(ALL[rulebook], seed), [make("greedy", seed + seat) for seat in range(4)]
        while state.phase is not Phase.OVER:
            action = bots[state.seat].choose(view(state, state.seat))
            facts = PublicFacts(str(action).split()[0], len(state.pile), sum(map(len, state.melds)))
            if state.seat:
                even += {"meld": 0.8, "take": 1.2}.get(facts.kind, 0.6)
                varied += pauses.before(facts, Pace.NORMAL)
            elif facts.kind == "discard" and even:
                even -= 0.6
            pauses.shown(str(action), Pace.NORMAL)
            state = apply(state, action)
    assert 0.95 < varied / even < 1.15


@pytest.mark.parametrize("pace", Pace)
def test_every_pace_is_taken(pace: Pace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played(Rests(), monkeypatch, tmp_path, "--pace", pace)
