"""Threads, processes and a Ray cluster: the same results, byte for byte; dead workers; Ray that isn't there."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from unittest import mock

import pytest

from canastra.arena import BackendKind
from canastra.arena.backends import open_backend
from canastra.arena.chunks import Chunk
from canastra.arena.results import deal_rows, results
from canastra.arena.run import Run, play
from canastra.errors import InputError
from tests.arena.runs import config, played, run_on

pytestmark = pytest.mark.slow

PAIRS = 3


@pytest.fixture(scope="module")
def expected() -> Run:
    """The result of playing the pairs one after the other."""
    return played(config("greedy,random,random+greedy"), PAIRS)


@pytest.mark.parametrize(
    ("kind", "workers"),
    [(BackendKind.THREADS, 1), (BackendKind.THREADS, 3), (BackendKind.PROCESSES, 2), (BackendKind.RAY, 2)],
)
def test_the_same_results(
    kind: BackendKind, workers: int, expected: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A cluster of this machine alone, for the seconds of a test.
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    run = run_on(kind, expected.config, PAIRS, workers, tmp_path)
    assert json.dumps(results(run)) == json.dumps(results(expected))
    assert list(deal_rows(run)) == list(deal_rows(expected))
    assert run.times.keys() == expected.times.keys()


def test_workers_that_die_leave_what_was_finished(tmp_path: Path) -> None:
    gathered: list[Chunk] = []

    def kill_all(chunk: Chunk) -> None:
        gathered.append(chunk)
        for child in multiprocessing.active_children():
            child.kill()

    run = Run(config(), 1000)
    with open_backend(BackendKind.PROCESSES, 2) as backend, pytest.raises(InputError) as caught:
        play(run, backend, kill_all)
    assert caught.value.code == "arena_worker_died"
    assert gathered
    assert multiprocessing.active_children() == []


def test_without_ray_it_says_what_to_install() -> None:
    with (
        mock.patch("canastra.arena.backends.find_spec", return_value=None),
        pytest.raises(InputError) as caught,
        open_backend(BackendKind.RAY),
    ):
        pass
    assert caught.value.code == "arena_ray_missing"
