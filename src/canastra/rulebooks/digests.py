"""Digests identify rulebooks in records and logs; former spellings of values are still read.

The two spellings have the same revision, since nothing was released between them. Older tables and records name the
former digest, and older house rulebooks have the former values.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from canastra.rulebooks.schema import GoesHome, RedUnexchanged, Rulebook, SingleCard
from canastra.rulebooks.values import kinds, parameters

_FORMER: Final[Mapping[str, Mapping[bool, str]]] = {
    "pile.single_card_stays": {False: SingleCard.NEVER, True: SingleCard.BOTH_COPIES},
    "sequences.goes_home": {False: GoesHome.NEVER, True: GoesHome.WITH_THE_SEVENTH},
}
"""Parameters that were yes or no, and their present values. No legal action at a table may become illegal."""
_NEW: Final = ("melds.wild_lay_off", "threes.red_kept")
"""Parameters that are new."""


_TERMS: Final = frozenset({"table.undo"})
"""Parameters that only set a table's defaults and never judge or score a recorded game."""


def digest_of(rulebook_id: str, revision: int, spelled: Mapping[str, object]) -> str:
    """The digest of everything that decides how a game is played and scored, without titles, articles and comments."""
    same = {key for key, value in _until_then(spelled).items() if spelled.get(key) == value}
    values = {key: value for key, value in spelled.items() if key not in _TERMS | same}
    played = {"id": rulebook_id, "revision": revision, "values": values}
    text = json.dumps(played, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _until_then(spelled: Mapping[str, object]) -> dict[str, object]:
    """Parameters that came after records had digests, each with the value by which all rulebooks were played until
    then.

    A parameter with that value is left out of the digest, which so stays unchanged.
    """
    exposed = spelled.get("threes.red_exposed")
    charged = RedUnexchanged.CHARGED if exposed else RedUnexchanged.PLAIN
    return {"canastas.thirteen": 0, "threes.red_unexchanged": charged}


def is_digest_of(sha256: str, rulebook: Rulebook) -> bool:
    """Return whether this is a digest of the rulebook, the present one or the former one."""
    return sha256 == rulebook.sha256 or sha256 == former_digest(rulebook)


def former_digest(rulebook: Rulebook) -> str:
    """The rulebook's digest with the former spelling of its parameters."""
    spelled: dict[str, object] = {key: kinds()[key].spell(value) for key, value, _ in parameters(rulebook)}
    for key in _NEW:
        del spelled[key]
    for key, former in _FORMER.items():
        spelled[key] = spelled[key] != former[False]
    return digest_of(rulebook.id, rulebook.revision, spelled)


def modernized(document: Mapping[str, Any]) -> dict[str, Any]:
    """The content of a house's file with former values in their present spelling."""
    found = {name: dict(part) if isinstance(part, Mapping) else part for name, part in document.items()}
    for key, former in _FORMER.items():
        section, _, name = key.partition(".")
        part = found.get(section)
        if isinstance(part, dict) and isinstance(part.get(name), bool):
            part[name] = str(former[part[name]])
    return found
