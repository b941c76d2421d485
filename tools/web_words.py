"""Writes the words that the browser client shares with the program: ``python -m tools.web_words``.

They have one place, `src/canastra/messages`, so that a page and a print call the same thing the same.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from canastra.messages import LANGUAGES

ROOT = Path(__file__).parents[1]
MESSAGES = ROOT / "src" / "canastra" / "messages"
FOLDER = ROOT / "web" / "src" / "i18n"


class Family(NamedTuple):
    """Messages of one section whose codes begin alike, and the beginning of their keys in the client."""

    section: str
    code: str
    key: str


class Module(NamedTuple):
    """A generated module of the client's catalogues."""

    path: str
    name: str
    subject: str
    families: tuple[Family, ...]


MODULES = (
    Module("reactions.ts", "reactions", "the reactions", (Family("chat_reactions", "", "reaction."),)),
    Module(
        "tournament/stages.ts",
        "stages",
        "the stages of a round",
        (Family("tournament_command", "tournament_stage_", "tournament.stage."),),
    ),
    Module(
        "tournament/eventNames.ts",
        "eventNames",
        "the events of a tournament and the roles in it",
        (
            Family("prints", "tournament_event_", "room.event."),
            Family("tournaments", "tournaments_role_", "room.role."),
        ),
    ),
)


def text(module: Module, language: str) -> str:
    """A module in a language."""
    sections = tomllib.loads((MESSAGES / f"{language}.toml").read_text("utf-8"))
    words = {
        key + code.removeprefix(beginning): message
        for section, beginning, key in module.families
        for code, message in sections[section].items()
        if code.startswith(beginning)
    }
    head = f"/** The names of {module.subject}. Written by tools/web_words.py from the program's messages. */\n"
    lines = "".join(f"  '{key}': {_quoted(message)},\n" for key, message in words.items())
    return f"{head}export const {module.name} = {{\n{lines}}} as const;\n"


def _quoted(message: str) -> str:
    return f'"{message}"' if "'" in message else f"'{message}'"


def files() -> Iterator[tuple[Path, str]]:
    """Each generated file and its content."""
    for module in MODULES:
        for language in LANGUAGES:
            yield FOLDER / language / module.path, text(module, language)


if __name__ == "__main__":
    for path, content in files():
        path.write_text(content, "utf-8")
