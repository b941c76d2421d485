"""Small runs for tests, and invented pairs."""

from __future__ import annotations

from pathlib import Path

from canastra.arena import BackendKind
from canastra.arena.backends import open_backend
from canastra.arena.chunks import Chunk, Task, play_chunk
from canastra.arena.config import RunConfig
from canastra.arena.entrants import read_entrants
from canastra.arena.journal import open_journal
from canastra.arena.pairs import PlayedDeal, PlayedPair
from canastra.arena.run import Run, play
from canastra.arena.statistics.sprt import Bounds
from canastra.arena.statistics.times import Times
from canastra.rulebooks import official


def config(
    bots: str = "greedy,random", rulebook: str = "tranca", seed: int = 1, bounds: Bounds | None = None
) -> RunConfig:
    return RunConfig(read_entrants(bots), official(rulebook), seed, bounds)


def made_up(*differences: int) -> tuple[PlayedPair, ...]:
    """A pair for each difference, which the first entrant has in both deals."""
    deals = [PlayedDeal(each, 0, 30, "going_out") for each in differences]
    return tuple(PlayedPair(deal, deal) for deal in deals)


def chunk(meeting: int, start: int, *differences: int, seconds: float = 1.0) -> Chunk:
    times = Times()
    times.add(0.01)
    return Chunk(meeting, start, made_up(*differences), {"greedy": times}, seconds)


def played(asked: RunConfig, pairs: int) -> Run:
    """A run played here, one chunk for each meeting."""
    run = Run(asked, pairs)
    for meeting in range(len(asked.meetings)):
        run.add(play_chunk(Task(asked.pair_player(meeting), meeting, 0, pairs)))
    return run


def run_on(kind: BackendKind, asked: RunConfig, pairs: int, workers: int, folder: Path) -> Run:
    """A run on a backend, with a journal."""
    journal = open_journal(folder, asked)
    run = Run(asked, pairs, journal.chunks)
    with open_backend(kind, workers) as backend:
        play(run, backend, journal.add)
    return run
