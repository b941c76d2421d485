"""What a rulebook is known by in records and logs, and how values were spelled before.

No version was released between the two spellings, so that no revision tells them apart: tables and records that were
begun with the former one name its digest, and houses' documents hold its values.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from canastra.rulebooks.schema import GoesHome, Rulebook, SingleCard
from canastra.rulebooks.values import kinds, parameters

_FORMER: Final[Mapping[str, Mapping[bool, str]]] = {
    "pile.single_card_stays": {False: SingleCard.NEVER, True: SingleCard.BOTH_COPIES},
    "sequences.goes_home": {False: GoesHome.NEVER, True: GoesHome.WITH_THE_SEVENTH},
}
"""Parameters that said yes or no, and what that says now: nothing that was legal may become illegal at a table."""
_NEW: Final = ("melds.wild_lay_off", "threes.red_kept")
"""Parameters that there were not."""


_TERMS: Final = frozenset({"table.undo"})
"""Parameters that say what a table begins with, and nothing of how a recorded game is judged or scored."""


def digest_of(rulebook_id: str, revision: int, spelled: Mapping[str, object]) -> str:
    """The digest of all that decides how a game is played and scored: no title, article or comment."""
    values = {key: value for key, value in spelled.items() if key not in _TERMS}
    played = {"id": rulebook_id, "revision": revision, "values": values}
    text = json.dumps(played, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def is_digest_of(sha256: str, rulebook: Rulebook) -> bool:
    """Whether a record or a log names this rulebook, by its digest or by the one that it had before."""
    return sha256 == rulebook.sha256 or sha256 == former_digest(rulebook)


def former_digest(rulebook: Rulebook) -> str:
    """The digest that a rulebook had before its parameters were spelled as they are now."""
    spelled: dict[str, object] = {key: kinds()[key].spell(value) for key, value, _ in parameters(rulebook)}
    for key in _NEW:
        del spelled[key]
    for key, former in _FORMER.items():
        spelled[key] = spelled[key] != former[False]
    return digest_of(rulebook.id, rulebook.revision, spelled)


def modernized(document: Mapping[str, Any]) -> dict[str, Any]:
    """What a house's file held, or would have held, with former values in their present spelling."""
    found = {name: dict(part) if isinstance(part, Mapping) else part for name, part in document.items()}
    for key, former in _FORMER.items():
        section, _, name = key.partition(".")
        part = found.get(section)
        if isinstance(part, dict) and isinstance(part.get(name), bool):
            part[name] = str(former[part[name]])
    return found
