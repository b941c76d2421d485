"""The comparison with other libraries, by stand-ins: none of them needs to be installed."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench import others
from canastra.rulebooks import OFFICIAL, official

ROOT = Path(__file__).parents[2]


def install(monkeypatch: pytest.MonkeyPatch, modules: Iterable[str]) -> None:
    monkeypatch.setattr(others, "find_spec", lambda module: find_spec("sys") if module in modules else None)


@pytest.mark.parametrize(
    ("installed", "named"),
    [
        (["numba"], "OpenSpiel, RLCard"),
        (["numba", "pyspiel"], "RLCard"),
        (["pyspiel", "rlcard"], "Numba"),
    ],
)
def test_what_is_missing_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, installed: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, installed)
    with pytest.raises(SystemExit) as ended:
        others.main()
    line = f"bench.others needs {named}: .venv/bin/python -m pip install --editable '.[others]'"
    assert ended.value.code == line
    assert capsys.readouterr().out == ""


def test_nothing_is_said_when_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, others.NEEDED)
    assert others.missing() == ""


def test_the_extra_is_there_and_not_in_dev() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = {requirement.split("~=")[0] for requirement in extras["others"]}
    assert names == {"canastra[kernel]", "open-spiel", "rlcard"}
    assert not any("others" in requirement or requirement.split("~=")[0] in names for requirement in extras["dev"])


def test_the_table_is_of_medians_and_compares_with_the_slowest_of_ours() -> None:
    seeds: list[int] = []

    def plays(*seconds: float) -> others.Play:
        """Return a play of 100 steps in 2 deals. `seconds` are those of the warm-up, then of the counted runs."""

        def play(seed: int) -> others.Played:
            seeds.append(seed)
            return others.Played(100, 2, seconds[seed])

        return play

    ours = {"fast": plays(9, 0.01, 0.02, 0.01), "slow": plays(9, 0.02, 0.04, 0.02)}
    lines = list(others.table(ours, {"other": plays(9, 0.2, 0.8, 0.6)}, runs=3))
    assert lines == [
        *others.HEAD,
        "| fast | 10,000 | 50 | – |",
        "| slow | 5,000 | 50 | – |",
        "| other | 167 | 50 | 20x |",  # 10, 20 and 30 times in the three runs
    ]
    assert seeds == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


class Game:
    """Of OpenSpiel what is used: 3 cards are dealt by chance, then each of 4 decisions brings a card."""

    def __init__(self, made: int = 0) -> None:
        self.made = made

    def new_initial_state(self) -> Game:
        return Game()

    def clone(self) -> Game:
        return Game(self.made)

    def is_terminal(self) -> bool:
        return self.made == 11

    def is_chance_node(self) -> bool:
        return self.made < 3 or self.made % 2 == 0

    def legal_actions(self) -> list[int]:
        return [1]

    def apply_action(self, action: int) -> None:
        self.made += action

    def returns(self) -> list[float]:
        assert self.is_terminal()
        return [1.0, -1.0]


def test_chance_is_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def search(*_arguments: Any) -> SimpleNamespace:
        return SimpleNamespace(mcts_search=lambda state: asked.append(state.made))

    stand_in = SimpleNamespace(load_game=lambda _name: Game(), RandomRolloutEvaluator=min, MCTSBot=search)
    monkeypatch.setitem(sys.modules, "pyspiel", stand_in)
    monkeypatch.setattr(others, "OTHER_DEALS", 5)
    made = others.open_spiel(1)
    assert (made.steps, made.deals) == (20, 5)
    inside = others.open_spiel_playouts(1)
    assert (inside.steps, inside.deals) == (20 * others.PLAYOUTS, 5 * others.PLAYOUTS)
    assert asked == [3] * 5  # Each position just dealt.


def test_ours_are_counted_as_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    from canastra.kernel.simulation import simulate

    monkeypatch.setattr(others, "ENGINE_DEALS", 2)
    monkeypatch.setattr(others, "KERNEL_DEALS", 3)
    rulebook = official(OFFICIAL[0])
    played = others.kernel(rulebook, 4)
    assert (played.steps, played.deals) == (int(simulate(rulebook, 3, 4).steps.sum()), 3)
    assert others.engine(rulebook, 4).deals == 2


def test_the_page_has_the_table_that_is_printed() -> None:
    page = (ROOT / "docs" / "lab" / "kernel.md").read_text("utf-8").splitlines()
    start = page.index(others.HEAD[0])
    rows = list(takewhile(bool, page[start + 2 :]))
    assert page[start + 1] == others.HEAD[1]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == [*others.kernels(), *others.others()]
