"""Strong bots made ready: `told` gets the progress, and a name alone loads nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from canastra import bots, kernel
from canastra.bots.warmup import compile_bots, practice_view
from canastra.errors import InputError


def test_practice_leaves_a_choice() -> None:
    seen = practice_view()
    assert seen.to_act == seen.seat
    assert len(seen.legal) > 1
    assert bots.make("greedy", 1).choose(seen) in seen.legal


def test_the_kernel_is_prepared_and_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr("canastra.kernel.warmup.compile_kernel", lambda told: told(1, 2))
    compile_bots(lambda *progress: told.append(progress))
    assert told == [(1, 2)]


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "available", lambda: False)
    with pytest.raises(InputError) as caught:
        compile_bots()
    assert caught.value.code == "kernel_missing"


def test_checking_a_name_loads_nothing() -> None:
    program = (
        "import sys; from canastra import bots; [bots.check(n) for n in bots.NAMES]; print('numpy' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
