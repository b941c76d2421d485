"""The strong bots' code made ready before there is a hurry.

Compiling takes a minute or two, once for every version of the sources; what was compiled is then read from disk in
some seconds by every process that needs it. ``python -m canastra.bots.warmup`` compiles, and does nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from canastra import kernel
from canastra.cards import TWO_PACKS
from canastra.engine import View, apply, deal_out, legal_actions, settle, start_deal, view
from canastra.rulebooks import OFFICIAL, official

POLITE = 10
"""How far a process that compiles steps back behind those that people wait for."""


def nobody(done: int, all_of_them: int) -> None:
    """Who is told where nobody watches."""


def compile_bots(told: Callable[[int, int], None] = nobody) -> None:
    """Compile or read; `told` hears how many parts of how many are done. An `InputError` without the extra."""
    kernel.require()
    from canastra.kernel.preparing import prepare as prepare_kernel

    prepare_kernel(told)


def practice_view() -> View:
    """What a seat sees that has a choice, for a bot to think about: of a single legal step it doesn't."""
    rulebook = official(OFFICIAL[0])
    state = settle(start_deal(rulebook, deal_out(TWO_PACKS, rulebook.table.players, dealer=0), dealer=0))
    while len(legal_actions(state)) == 1:
        state = settle(apply(state, legal_actions(state)[0]))
    return view(state, state.seat)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(POLITE)
    compile_bots()
