"""Digests identify rulebooks in records and logs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Final

_TERMS: Final = frozenset({"table.undo"})
"""Parameters that only set a table's defaults and never judge or score a recorded game."""


def digest_of(rulebook_id: str, revision: int, spelled: Mapping[str, object]) -> str:
    """The digest of everything that decides how a game is played and scored, without titles, articles and comments."""
    values = {key: value for key, value in spelled.items() if key not in _TERMS}
    played = {"id": rulebook_id, "revision": revision, "values": values}
    text = json.dumps(played, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
