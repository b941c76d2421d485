"""Users: guests and accounts, their sessions and tokens, mutes, blocks, reports and sanctions.

`Users` holds the parts. None of them knows HTTP: an error carries its HTTP status, and every call takes the `Identity`
that `Users.identify` made of a token.
"""

from __future__ import annotations

from canastra.server.users.blocks import BlockLists
from canastra.server.users.passwords import ANYWHERE, CallerOrigin
from canastra.server.users.reports import Filed
from canastra.server.users.service import Users
from canastra.server.users.tokens import Identity, Kind, Person, UsersError, Via

__all__ = [
    "ANYWHERE",
    "BlockLists",
    "CallerOrigin",
    "Filed",
    "Identity",
    "Kind",
    "Person",
    "Users",
    "UsersError",
    "Via",
]
