"""Before a match: the code of strong bots is compiled, or read, while the person is told."""

from __future__ import annotations

from collections.abc import Iterable

from canastra import bots
from canastra.bots.preparing import prepare as make_ready
from canastra.cli.playing.terminal import Terminal
from canastra.messages import text


def prepare(levels: Iterable[str], terminal: Terminal, lang: str) -> None:
    """Make what these levels need ready; at a terminal a line says how far that is, and goes again."""
    if not set(levels) & set(bots.COMPILED):
        return
    if not terminal.interactive:
        make_ready()
        return
    with terminal.console.status(text("play_preparing", lang)) as status:
        make_ready(
            lambda done, parts: status.update(text("play_preparing_parts", lang, percent=round(100 * done / parts)))
        )
