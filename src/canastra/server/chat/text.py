"""The fixed sets: presets, which say something in the reader's language, and reactions, shown as a picture.

The words of each stand under the same key in the tables ``talk_presets`` and ``talk_reactions`` of the catalogues.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

from canastra.errors import CanastraError
from canastra.server.limits import limit

PRESETS = (
    "hello",
    "good_luck",
    "good_game",
    "thanks",
    "sorry",
    "one_moment",
    "back_soon",
    "i_am_back",
    "well_played",
    "nice_canasta",
    "congratulations",
    "bad_luck",
    "one_more",
    "have_to_go",
    "good_rest",
)
"""In the order in which they are offered."""

REACTIONS = (
    "clap",
    "laugh",
    "wow",
    "heart",
    "thumbs_up",
    "thinking",
    "sweat",
    "sad",
    "party",
    "coffee",
)
"""In the order in which they are offered."""


LONGEST = limit("line", 200, "a line", "characters", "`talk_too_long`")
"""Characters of a line."""

_JOINER = "\u200d"
"""Makes one picture of several, a family for instance. The only format character that stays."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category, and yet nothing is seen of them."""
_SEPARATING = re.compile(r"\s+")


def clean(text: str) -> str:
    """The text as one trimmed line in normal form C; a `ChatError` for one that is empty then, or too long.

    >>> clean(" bom\\tjogo\\u202e ")
    'bom jogo'
    """
    line = normalize("NFC", "".join(filter(_stays, _SEPARATING.sub(" ", text))))
    line = _SEPARATING.sub(" ", line).strip()  # What was removed may have stood between blanks.
    if not any(map(_is_seen, line)):
        raise ChatError("talk_empty")
    if len(line) > LONGEST:
        raise ChatError("talk_too_long", most=LONGEST)
    return line


def _stays(char: str) -> bool:
    """Not controls, directions, other format characters, halves of pairs, private and no characters."""
    if char == _JOINER:
        return True
    return category(char) not in {"Cc", "Cf", "Cs", "Co"} and not _is_no_character(ord(char))


def _is_no_character(code: int) -> bool:
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def _is_seen(char: str) -> bool:
    return category(char)[0] in "LNPS" and char not in _BLANK


class ChatError(CanastraError):
    """A line or a reaction that reached nobody; of `talk_failed` it is open whether the line was kept."""
