"""People: guests and accounts, their sessions and tokens, whom they mute, block and report.

`People` is the way in. It knows no HTTP: an error carries the status that it is answered with, and whoever asks brings
the `Identity` that `People.identify` made of a token.
"""

from __future__ import annotations

from canastra.server.people.errors import PeopleError
from canastra.server.people.hashing import ANYWHERE, Source
from canastra.server.people.identity import Identity, Kind, Person, Via
from canastra.server.people.people import People
from canastra.server.people.reporting import Filed

__all__ = ["ANYWHERE", "Filed", "Identity", "Kind", "People", "PeopleError", "Person", "Source", "Via"]
