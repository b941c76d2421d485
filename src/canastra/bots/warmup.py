"""Compiles the strong bots ahead of their use.

Compiling takes a minute or two, once for each version of the sources. Afterwards, each process reads the compiled code
from disk in a few seconds. ``python -m canastra.bots.warmup`` compiles, and does nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from canastra import kernel
from canastra.cards import TWO_PACKS
from canastra.engine import View, apply, deal_out, legal_actions, settle, start_deal, view
from canastra.rulebooks import OFFICIAL, official

POLITE = 10
"""Niceness of a process that compiles, so that it doesn't slow down the programs that people use."""


def ignore_progress(done: int, all_of_them: int) -> None:
    """The default for `told`, which ignores the progress."""


def compile_bots(told: Callable[[int, int], None] = ignore_progress) -> None:
    """Compile the bots, or load their code; `told` gets the number of finished parts and of all parts.

    Raises `InputError` without the extra.
    """
    kernel.require()
    from canastra.kernel.warmup import compile_kernel

    compile_kernel(told)


def practice_view(rulebook_id: str = OFFICIAL[0]) -> View:
    """A view with a choice: with a single legal step, a bot doesn't think."""
    rulebook = official(rulebook_id)
    state = settle(start_deal(rulebook, deal_out(TWO_PACKS, rulebook.table.players, dealer=0), dealer=0))
    while len(legal_actions(state)) == 1:
        state = settle(apply(state, legal_actions(state)[0]))
    return view(state, state.seat)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(POLITE)
    compile_bots()
