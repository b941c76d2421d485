"""Which tables and tournaments this server runs, where several share a database.

Each is run by one server at a time: its actor, its people's sockets, its talk. What belongs together is run together,
so the ids of a rematch, of the log of a table's secrets and of a tournament's tables begin with the same `key`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection
from random import Random

from sqlalchemy import Connection

Owns = Callable[[str], bool]
"""Whether this server runs what has an id, now. It may be asked for every message, and must be quick."""
Fence = Callable[[Connection, Collection[str]], Collection[str]]
"""Which of these this server runs until a transaction ends: no other one begins to, before that has."""
_TRIES = 10_000
"""Ids made until one is ours: whoever runs one part in 256 finds one as good as surely."""
_MARKS = re.compile(r"[-#/]")


def owns_all(key: str) -> bool:
    """The answer of a server that has the database for itself."""
    return True


def no_fence(connection: Connection, own_ids: Collection[str]) -> Collection[str]:
    """The answer of a server that has the database for itself: all of them."""
    return own_ids


def key_of(own_id: str) -> str:
    """What decides who runs a table, a tournament, or the log of secrets of either.

    >>> key_of("abc"), key_of("abc-2"), key_of("abc#secrets"), key_of("abc/1/3#packs")
    ('abc', 'abc', 'abc', 'abc')
    """
    return _MARKS.split(own_id, maxsplit=1)[0]


def new_id(random: Random, owns: Owns, within: str = "") -> str:
    """80 random bits, in letters and digits that can be read out: the id of something that this server can run.

    With `within` it is run by whoever runs that. While this server runs nothing at all, the id is another one's.
    """
    made = base64.b32encode(random.randbytes(10)).decode().lower()
    if within:
        return f"{within}-{made}"
    tries = 1
    while not owns(made) and tries < _TRIES:
        made = base64.b32encode(random.randbytes(10)).decode().lower()
        tries += 1
    return made
