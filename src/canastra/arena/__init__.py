"""Bots against bots: duplicate deals, points per deal, ratings, a sequential test, on one machine or a cluster.

Its statistics need the extra ``canastra[arena]``: call `require` before you import any of its modules.

- `canastra.arena.config`: `RunConfig`, what a run is to play
- `canastra.arena.entrants`, `players`, `programs`: who plays, and the programs that run
- `canastra.arena.pairs`: `PairPlayer`, one pack and dealer played twice
- `canastra.arena.run`: `Run` and `play`, which pairs are still to be played and how
- `canastra.arena.backends`: `open_backend`, threads, processes or a Ray cluster
- `canastra.arena.journal`: what is finished, on disk
- `canastra.arena.statistics`: intervals, ratings, the sequential test, decision times
- `canastra.arena.results`, `files`: the answer in figures, and its files
"""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec

from canastra.errors import InputError


class BackendKind(StrEnum):
    """Where pairs may be played, see `canastra.arena.backends`."""

    THREADS = "threads"
    PROCESSES = "processes"
    RAY = "ray"


class FaultPolicy(StrEnum):
    """What a program's fault does: stop the run, or count in its results."""

    STOP = "stop"
    COUNT = "count"


def require() -> None:
    """Raises `InputError`, with what to install, if the extra is missing."""
    if any(find_spec(name) is None for name in ("numpy", "scipy", "choix")):
        raise InputError("arena_missing")
