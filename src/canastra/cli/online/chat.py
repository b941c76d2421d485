"""Chat at a table: lines that begin with a slash or a star, and how messages are shown."""

from __future__ import annotations

from canastra.cli.output import printable
from canastra.cli.ui.typed_line import shown
from canastra.client import Table
from canastra.errors import InputError
from canastra.messages import catalogue, text
from canastra.protocol.messages import Line, Reacted

SIGNS = ("/", "*")


async def chat(table: Table, typed: str, lang: str) -> list[str]:
    """Send the typed line or reaction; without a choice, return the list of choices.

    Raises `InputError` if there is no such reaction, `RefusedError` if the server refuses.
    """
    said = typed[1:].strip()
    keys = table.talk.presets if typed[0] == "/" else table.talk.reactions
    if not said:
        return [f" {typed[0]}{number:<3} {_words(key, lang)}" for number, key in enumerate(keys, 1)] or [
            " " + text("online_no_talk", lang)
        ]
    key = _chosen(keys, said, lang)
    if typed[0] == "*":
        if key is None:
            raise InputError("online_no_such_reaction", text=shown(said))
        await table.chat.react(key)
    elif key is not None:
        await table.chat.say(preset=key)
    else:
        await table.chat.say(text=said)
    return []


def _chosen(keys: tuple[str, ...], said: str, lang: str) -> str | None:
    """A key by its number, its name or its words."""
    if said.isascii() and said.isdigit():
        number = int(said[:4])
        return keys[number - 1] if 1 <= number <= len(keys) else None
    return next((key for key in keys if said.casefold() in {key, _words(key, lang).casefold()}), None)


def _words(key: str, lang: str) -> str:
    """The words of a preset or a reaction; its key if it is newer than this program."""
    return catalogue(lang).get(key) or shown(key)


def line_text(line: Line, lang: str) -> str:
    """A chat line as shown. All of it is untrusted text."""
    words = _words(line.preset, lang) if line.preset else printable(line.text or "").replace("\n", " ")
    mark = "" if line.seat is not None else f" ({text('online_watcher', lang)})"
    return f"{shown(line.name)}{mark}: {words}"


def reaction_text(reacted: Reacted, lang: str) -> str:
    """A reaction as it is shown."""
    return f"{shown(reacted.name)} * {_words(reacted.reaction, lang)}"
