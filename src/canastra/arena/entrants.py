"""The entrants of a run: a bot that is its own partner, or two different bots as partners.

A bot is one of `canastra.bots`, a program (``program:`` and its command line) or a Python class (``module:Class``);
``name=`` before it gives it another name.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import file_digest
from itertools import combinations
from pathlib import Path
from typing import Any

from canastra.bots import COMPILED, NAMES, Bot
from canastra.bots import make_local as make
from canastra.bots.external import CLASS, PREFIX, CommandLine, class_file, read_command, split_unquoted
from canastra.errors import InputError

PARTNERS = "+"
"""The sign between two partners."""
_NAMED = re.compile(r"(?P<name>[^\s'\"\\=:]+)\s*=\s*(?P<text>\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BotSource:
    """A bot to measure: its name in results, and the text that it is made from."""

    name: str
    text: str

    @property
    def is_program(self) -> bool:
        """Return whether the bot is a program."""
        return self.text.startswith(PREFIX)

    @property
    def is_class(self) -> bool:
        """Return whether the bot is a Python class."""
        return CLASS.fullmatch(self.text) is not None

    @property
    def is_named(self) -> bool:
        """Return whether the bot's name differs from its text."""
        return self.name != self.text

    @property
    def command(self) -> CommandLine:
        """The program's command line. Raises `InputError` if it can't be run."""
        return read_command(self.text.removeprefix(PREFIX))

    def digests(self) -> dict[str, str]:
        """The SHA-256 of the files in a program's command line, or of a class's file; empty for others."""
        files: dict[str, str | None] = {}
        if self.is_program:
            first, *others = self.command.words
            files = {first: shutil.which(first), **{word: word for word in others if Path(word).is_file()}}
        elif self.is_class:
            path = class_file(self.text)
            files = {Path(path).name: path} if path else {}
        return {name: _digest(path) for name, path in files.items() if path}


@dataclass(frozen=True, slots=True)
class Entrant:
    """The bots on a side: the same twice, or two different ones."""

    bots: tuple[BotSource, BotSource]

    @property
    def name(self) -> str:
        """``greedy``, or ``greedy+random``."""
        return PARTNERS.join(bot.name for bot in self.bots) if self.is_mixed else self.bots[0].name

    @property
    def is_mixed(self) -> bool:
        """Return whether the partners are different bots."""
        return self.bots[0] != self.bots[1]

    @property
    def has_program(self) -> bool:
        """Return whether a partner is a program."""
        return any(bot.is_program for bot in self.bots)

    def on_side(self, side: int, players: int, pair: int) -> dict[int, BotSource]:
        """The bot of each seat. Different partners change their seats from pair to pair.

        >>> entrant = read_entrants("greedy+random,greedy")[0]
        >>> {seat: bot.name for seat, bot in entrant.on_side(1, players=4, pair=0).items()}
        {1: 'greedy', 3: 'random'}
        """
        bots = self.bots if pair % 2 == 0 else self.bots[::-1]
        return dict(zip(range(side, players, 2), bots, strict=False))


def new_bot(source: BotSource, seed: int) -> Bot:
    """A new bot of a source that is not a program."""
    return make(source.text, seed)


def sources(entrants: Iterable[Entrant]) -> tuple[BotSource, ...]:
    """All bots of these entrants, each once."""
    return tuple(dict.fromkeys(source for entrant in entrants for source in entrant.bots))


def local_sources(entrants: Iterable[Entrant]) -> dict[str, dict[str, Any]]:
    """The texts and file digests of programs and classes by their names: they reveal later changes."""
    local = (source for source in sources(entrants) if source.is_program or source.is_class)
    return {source.name: {"text": source.text, "files": source.digests()} for source in local}


def renamed(entrants: Iterable[Entrant], names: dict[BotSource, str]) -> tuple[Entrant, ...]:
    """The entrants with other names for some of their bots.

    Raises `InputError` if two bots, or one and a bot of this package, would have the same name.
    """
    entrants = tuple(entrants)
    new = {source: BotSource(names.get(source, source.name), source.text) for source in sources(entrants)}
    counts = Counter(source.name for source in new.values())
    for source in names:
        name = new[source].name
        if counts[name] > 1 or name in (*NAMES, *COMPILED):
            raise InputError("arena_name_taken", name=name[:40])
    return tuple(Entrant((new[entrant.bots[0]], new[entrant.bots[1]])) for entrant in entrants)


def read_entrants(text: str, mixed: bool = False) -> tuple[Entrant, ...]:
    """The entrants of a list such as ``a,b,a+b,c=program:python3 c.py``; with `mixed` also all other partnerships.

    Commas and pluses in quotes belong to a command line. Raises `InputError` if there are fewer than two entrants, one
    is named twice, or a bot doesn't exist or can't be used.
    """
    parts = [[member.strip() for member in split_unquoted(part, PARTNERS)] for part in split_unquoted(text, ",")]
    for part in parts:
        if len(part) > 2 or not all(part):
            code = "arena_separator" if PREFIX in text else "arena_entrant_malformed"
            raise InputError(code, text=PARTNERS.join(part)[:40])
    named = _named(member for part in parts for member in part)
    entrants = [Entrant((_source(part[0], named), _source(part[-1], named))) for part in parts]
    for source in sources(entrants):
        _try(source, text)
    if mixed:
        present = {frozenset(entrant.bots) for entrant in entrants}
        entrants += [Entrant(both) for both in combinations(sources(entrants), 2) if frozenset(both) not in present]
    _check(entrants)
    return tuple(entrants)


def _named(members: Iterable[str]) -> dict[str, BotSource]:
    """The bots with names of their own, which may be repeated by name alone."""
    named: dict[str, BotSource] = {}
    for member in members:
        if found := _NAMED.fullmatch(member):
            source = BotSource(found["name"], found["text"])
            if source.name in (*NAMES, *COMPILED) or named.setdefault(source.name, source) != source:
                raise InputError("arena_name_taken", name=source.name[:40])
    return named


def _source(member: str, named: dict[str, BotSource]) -> BotSource:
    found = _NAMED.fullmatch(member)
    return named.get(found["name"] if found else member, BotSource(member, member))


def _try(source: BotSource, text: str) -> None:
    """Raises `InputError` if there is no such bot, program or class."""
    try:
        new_bot(source, seed=0)
    except InputError as error:
        # The rest of a command line with a comma is not the name of a bot.
        if error.code == "bot_unknown" and PREFIX in text:
            raise InputError("arena_separator", text=source.text[:40]) from error
        raise


def _check(entrants: Sequence[Entrant]) -> None:
    if len(entrants) < 2:
        raise InputError("arena_entrants_few")
    seen: set[frozenset[BotSource]] = set()
    for entrant in entrants:
        if frozenset(entrant.bots) in seen:
            raise InputError("arena_entrant_twice", name=entrant.name)
        seen.add(frozenset(entrant.bots))


def _digest(path: str) -> str:
    with Path(path).open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
