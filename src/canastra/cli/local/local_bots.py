"""Programs and Python classes as bots of a match in the terminal, limited to the ones that the person named.

A record names the bots of its match too, but it may come from a stranger: nothing in it is started.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from canastra import bots
from canastra.bots.external import CLASS, PREFIX, ProgramBot
from canastra.bots.external.program import LOG
from canastra.bots.warmup import compile_bots as make_ready
from canastra.cli.ui.terminal import Terminal
from canastra.engine import Action, View
from canastra.errors import CanastraError, InputError
from canastra.messages import text

LOG.addHandler(logging.NullHandler())  # Faults of programs are shown below the table.


def is_local(name: str) -> bool:
    """Return whether a name is that of a program or a Python class."""
    return name.startswith(PREFIX) or CLASS.fullmatch(name) is not None


def check(name: str) -> None:
    """Raises InputError for a bot that doesn't exist or can't be used here."""
    if is_local(name):
        LocalBot(name, 0)
    else:
        bots.check(name)


class LocalBot:
    """A program or a class on a seat. It gets views only: with undo and resume it could not follow events."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._bot = bots.make_local(name, seed)
        self._told = 0

    def choose(self, view: View) -> Action:
        """The bot's action; for a failed program that of a stand-in. Raises InputError if the bot fails."""
        try:
            action = self._bot.choose(view)
        except CanastraError as error:
            raise self._failure(error.message()) from error
        except Exception as error:  # The class may come from a stranger.
            raise self._failure(f"{type(error).__name__}: {error}") from error
        if action not in view.legal:
            raise self._failure(str(action))
        return action

    def news(self) -> tuple[CanastraError, ...]:
        """The program's faults since the last call."""
        wrongs = self._bot.behaviour.wrongs if isinstance(self._bot, ProgramBot) else ()
        new, self._told = wrongs[self._told :], len(wrongs)
        return new

    def close(self) -> None:
        """Say bye to the program, and end it if it doesn't by itself."""
        if isinstance(self._bot, ProgramBot):
            self._bot.close()

    def _failure(self, reason: str) -> InputError:
        return InputError("play_bot_failed", bot=self.name[:80], reason=reason[:200])


def prepare(levels: Iterable[str], terminal: Terminal, lang: str) -> None:
    """Prepare the bots of these levels. At a terminal a line shows the progress, and disappears at the end."""
    if not set(levels) & set(bots.COMPILED):
        return
    if not terminal.interactive:
        make_ready()
        return
    with terminal.console.status(text("play_preparing", lang)) as status:
        make_ready(
            lambda done, parts: status.update(text("play_preparing_parts", lang, percent=round(100 * done / parts)))
        )
