"""Command lines of programs, checked before they are used, so that mistakes are found early."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from dataclasses import dataclass

from canastra.errors import InputError

PREFIX = "program:"
"""Prefix of a command line in place of a bot's name."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command line as typed, and its words."""

    text: str
    words: tuple[str, ...]


def read_command(text: str) -> CommandLine:
    """The words of a command line, as a shell splits them; no shell is started.

    Raises `InputError` if it is empty or can't be split, or if there is no such program or it can't be run.

    >>> read_command("python3 -u 'my bot.py'").words
    ('python3', '-u', 'my bot.py')
    """
    if sys.platform == "win32":
        raise InputError("program_system")
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise InputError("program_quotes", command=text[:80]) from error
    if not words or not words[0]:
        raise InputError("program_empty")
    if "\0" in text or shutil.which(words[0]) is None:
        raise _missing(words[0])
    return CommandLine(text, words)


def _missing(name: str) -> InputError:
    if os.path.isdir(name):
        return InputError("program_folder", name=name[:80])
    if os.path.exists(name) and os.sep in name:
        return InputError("program_not_executable", name=name[:80])
    if os.path.exists(name):
        return InputError("program_here", name=name[:80])
    return InputError("program_not_found", name=name[:80])


def split_unquoted(text: str, separator: str) -> list[str]:
    """The parts of a text between separators, quotes included. Separators in quotes or after a backslash don't count.

    Raises `InputError` if a quotation mark is missing.

    >>> split_unquoted("program:python3 bot.py 'a,b',greedy", ",")
    ["program:python3 bot.py 'a,b'", 'greedy']
    """
    parts, quote, escaped = [""], "", False
    for char in text:
        if char == separator and not quote and not escaped:
            parts.append("")
            continue
        parts[-1] += char
        if escaped:
            escaped = False
        elif char == "\\" and quote != "'":
            escaped = True
        elif char == quote:
            quote = ""
        elif char in "'\"" and not quote:
            quote = char
    if quote:
        raise InputError("program_quotes", command=text[:80])
    return parts
