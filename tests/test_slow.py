"""Slow tests: `make test` leaves them to CI, unless they are named."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEFT_OUT = "not slow"


@pytest.mark.parametrize(
    ("arguments", "left_out"),
    [((), True), (("ARGS=-x",), True), (("ARGS=tests/browser",), False), (("CI=1",), False)],
)
def test_make_test_leaves_out_only_what_nobody_named(
    arguments: tuple[str, ...], left_out: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CI", "ARGS", "MAKEFLAGS"):  # Of the make that runs this.
        monkeypatch.delenv(name, raising=False)
    shown = subprocess.run(
        ["make", "--dry-run", "test", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert "-m pytest" in shown
    assert (LEFT_OUT in shown) is left_out


def test_ci_leaves_none_out() -> None:
    commands = [line.split()[:2] for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()]
    assert commands.index(["export", "CI=true"]) < commands.index(["make", "test"])
