"""The help in a match: short on one screen, one topic in full, or everything."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from canastra.cli.ui.screen import WIDTH, wrapped_lines
from canastra.cli.ui.typed_line import verb_of
from canastra.errors import InputError
from canastra.messages import text

_TWO_COLUMNS = 60
"""The width from which a command and its explanation stand beside each other."""
_OTHERWISE_ONLINE = {"undo", "quit"}
"""Topics with different words at a server's table."""
_BRIEF = (
    *("cards", "draw", "take", "meld", "lay", "discard", "rare"),
    *("several", "moves", "hint", "undo", "look", "pace", "quit"),
)
"""The lines of the short help."""
_SHORTER = {"cards", "lay", "rare", "undo", "look", "pace"}
"""Topics with words of their own in the short help: rare commands share a line, and so do commands that show a page."""
_TOPICS = (
    *("cards", "draw", "take", "meld", "lay", "discard", "refuse", "shift", "withdraw", "pass"),
    *("several", "moves", "hint", "undo", "table", "score", "rules", "pace", "quit"),
)
_BY_WORD = {
    **dict.fromkeys(("cartas", "cards", "naipes", "suits"), "cards"),
    **dict.fromkeys(("várias", "varias", "several"), "several"),
    **dict.fromkeys(("tudo", "all", "everything"), "all"),
    **dict.fromkeys(("servidor", "server"), "server"),
}
_OF_VERB = {"legal": "moves"}


def help_about(asked: str, lang: str, width: int = WIDTH, *, online: bool = False) -> list[Any]:
    """The page for `help`, or for `help WORD`. Raises InputError if no help is known by that word.

    `online`: at a server's table, where nothing is saved in a file here.
    """
    word = asked.removeprefix("help").strip()
    if not word:
        return brief_help(lang, width, online=online)
    topic = _topic(word)
    if topic == "all":
        return help_page(lang, width, online=online)
    if topic == "server" and online:
        return [*wrapped_lines(text("online_help", lang), width)]
    if topic not in _TOPICS:
        raise InputError("input_no_help", word=word)
    lines = wrapped_lines(f" {text(f'how_{topic}_typed', lang)}", width, "bold")
    return [*lines, *wrapped_lines(f"   {text(_does(topic, online), lang)}", width)]


def _topic(word: str) -> str:
    verb = verb_of(word) or ""
    return _BY_WORD.get(word.lower()) or _OF_VERB.get(verb, verb)


def brief_help(lang: str, width: int = WIDTH, *, online: bool = False) -> list[Any]:
    """The most frequent commands, a line each if the width allows; fits on a screen of 24 lines."""
    rows = []
    for topic in _BRIEF:
        name = f"brief_{topic}" if topic in _SHORTER else _does(topic, online)
        typed = f"brief_{topic}_typed" if topic in {"rare", "look"} else f"how_{topic}_typed"
        rows.append((text(typed, lang), text(name, lang)))
    more = "brief_more_online" if online else "brief_more"
    return [*_rows(rows, lang, width), *wrapped_lines(text(more, lang), width)]


def help_page(lang: str, width: int = WIDTH, *, online: bool = False) -> list[Any]:
    """All commands with explanations, beside each command or, on narrow screens, below."""
    rows = [(text(f"how_{topic}_typed", lang), text(_does(topic, online), lang)) for topic in _TOPICS]
    end = text("online_help" if online else "how_end", lang)
    return [*_rows(rows, lang, width), Text(), *wrapped_lines(end, width)]


def _does(topic: str, online: bool) -> str:
    return f"how_{topic}_online" if online and topic in _OTHERWISE_ONLINE else f"how_{topic}"


def _rows(rows: list[tuple[str, str]], lang: str, width: int) -> list[Any]:
    title = wrapped_lines(text("how_title", lang), width, "bold")
    if width < _TWO_COLUMNS:
        lines = []
        for typed, does in rows:
            lines += wrapped_lines(f" {typed}", width, "bold")
            lines += wrapped_lines(f"   {does}", width)
        return [*title, *lines]
    table = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False, expand=True)
    table.add_column(width=28, style="bold")
    table.add_column(ratio=1)
    for row in rows:
        table.add_row(*row)
    return [*title, table]
