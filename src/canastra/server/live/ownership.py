"""Ownership: the tables and tournaments that this server runs, when several servers share a database.

Each is run by one server at a time: its actor, its people's sockets, its chat. Related logs belong to the same server,
so the ids of a rematch, of the log of a table's secrets and of a tournament's tables begin with the same `key`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection
from random import Random

from sqlalchemy import Connection

Owns = Callable[[str], bool]
"""Returns whether this server runs the owner of an id now. It may be called for every message, and must be quick."""
Fence = Callable[[Connection, Collection[str]], Collection[str]]
"""Returns the ids that this server runs until a transaction ends: no other server takes them over before that."""
_TRIES = 10_000
"""Ids made until this server owns one: a server that runs one part in 256 practically always finds one."""
_MARKS = re.compile(r"[-#/]")


def owns_all(key: str) -> bool:
    """Return True: a server that has the database for itself owns all."""
    return True


def no_fence(connection: Connection, own_ids: Collection[str]) -> Collection[str]:
    """Return all ids: a server that has the database for itself owns all."""
    return own_ids


def key_of(own_id: str) -> str:
    """The part of an id that decides which server runs it: a table, a tournament, or the log of secrets of either.

    >>> key_of("abc"), key_of("abc-2"), key_of("abc#secrets"), key_of("abc/1/3#packs")
    ('abc', 'abc', 'abc', 'abc')
    """
    return _MARKS.split(own_id, maxsplit=1)[0]


def new_id(random: Random, owns: Owns, within: str = "") -> str:
    """A new id that this server can run: 80 random bits, in letters and digits that can be read aloud.

    With `within`, the server that runs that runs it too. While this server owns nothing at all, the id is another
    one's.
    """
    made = base64.b32encode(random.randbytes(10)).decode().lower()
    if within:
        return f"{within}-{made}"
    tries = 1
    while not owns(made) and tries < _TRIES:
        made = base64.b32encode(random.randbytes(10)).decode().lower()
        tries += 1
    return made
