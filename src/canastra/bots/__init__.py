"""Bots: players that see a `View` and return an action.

>>> from canastra.engine import deal_out, settle, start_deal, view
>>> from canastra.cards import TWO_PACKS
>>> from canastra.rulebooks import official
>>> state = settle(start_deal(official("buraco"), deal_out(TWO_PACKS, players=4, dealer=3), dealer=3))
>>> str(make("greedy", seed=1).choose(view(state, seat=0)))
'draw'
"""

from __future__ import annotations

from collections.abc import Callable

from canastra import kernel
from canastra.bots.greedy.bot import GreedyBot
from canastra.bots.player import Bot
from canastra.bots.random import RandomBot
from canastra.errors import InputError

__all__ = [
    "COMPILED",
    "LEVELS",
    "NAMES",
    "PLAIN_LEVELS",
    "Bot",
    "GreedyBot",
    "RandomBot",
    "check",
    "make",
    "make_local",
]

_BOTS: dict[str, Callable[[int], Bot]] = {"greedy": GreedyBot, "random": RandomBot}

COMPILED = ("heuristic", "search", "iniciante", "intermediario", "avancado", "mestre")
"""Bots that need the compiled kernel."""
NAMES = (*_BOTS, *(COMPILED if kernel.available() else ()))
"""The names that `make` knows here."""
PLAIN_LEVELS = ("random", "greedy")
"""Levels for people where nothing is compiled."""
LEVELS = COMPILED[2:] if kernel.available() else PLAIN_LEVELS
"""Levels for people to play against, the weakest first."""


def check(name: str) -> None:
    """Raises `InputError` if no bot has the name, or its bot needs the missing kernel. Loads nothing."""
    if name in COMPILED:
        kernel.require()
    elif name not in _BOTS:
        raise InputError("bot_unknown", name=name[:40], known=", ".join(NAMES))


def make(name: str, seed: int) -> Bot:
    """A new bot by its name. Raises `InputError` as `check` does."""
    check(name)
    if name in COMPILED:
        from canastra.bots.levels import compiled_bot

        return compiled_bot(name, seed)
    return _BOTS[name](seed)


def make_local(name: str, seed: int) -> Bot:
    """A bot by its name, a program by ``program:`` and its command line, or a Python class by ``module:Class``.

    Only for text typed on this machine: it can run any command (`canastra.bots.external`). Raises `InputError` if no
    bot has the name, or the command or class can't be used.
    """
    from canastra.bots.external import CLASS, PREFIX, ProgramBot, class_bot, read_command

    if name.startswith(PREFIX):
        return ProgramBot(read_command(name.removeprefix(PREFIX)))
    if CLASS.fullmatch(name):
        return class_bot(name, seed)
    return make(name, seed)
