"""Bots against bots: duplicate deals, points per deal, ratings, a sequential test, on one machine or a cluster.

Its statistics need the extra ``canastra[arena]``: call `require` before you import any of its modules.

- `canastra.arena.config`: `RunConfig`, the configuration of a run
- `canastra.arena.entrants`, `players`, `programs`: the bots, and the programs that run
- `canastra.arena.pairs`: `PairPlayer`, one pack and dealer played twice
- `canastra.arena.run`: `Run` and `play`, which play the remaining pairs
- `canastra.arena.backends`: `open_backend`, threads, processes or a Ray cluster
- `canastra.arena.journal`: finished pairs, on disk
- `canastra.arena.statistics`: intervals, ratings, the sequential test, decision times
- `canastra.arena.results`, `files`: the results in figures, and their files
"""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec

from canastra.errors import InputError


class BackendKind(StrEnum):
    """The kinds of backends, see `canastra.arena.backends`."""

    THREADS = "threads"
    PROCESSES = "processes"
    RAY = "ray"


class FaultPolicy(StrEnum):
    """The effect of a program's fault: it stops the run, or counts in its results."""

    STOP = "stop"
    COUNT = "count"


def require() -> None:
    """Raises `InputError`, with what to install, if the extra is missing."""
    if any(find_spec(name) is None for name in ("numpy", "scipy", "choix")):
        raise InputError("arena_missing")
