"""What people may call themselves, log in with and keep secret.

Names are for eyes: a name must not hide, reorder or overflow what stands beside it. Markup in it is plain text.
Logins are for fingers: what looks the same to its owner is the same. Passwords are for nobody.
"""

from __future__ import annotations

import re
import unicodedata

from canastra.bots import COMPILED, PLAIN_LEVELS
from canastra.server.limits import limit
from canastra.server.users.common_passwords import COMMON
from canastra.server.users.models import UsersError

LONGEST_NAME = limit("name", 24, "a person", "characters of the name", "400 `people_name`")
LONGEST_LABEL = limit("label", 40, "an API token", "characters of its label", "400 `people_label`")
SHORTEST_LOGIN, SHORTEST_PASSWORD = 3, 8
LONGEST_LOGIN = limit("login", 40, "an account", "characters of the login", "400 `people_login`")
LONGEST_PASSWORD = limit("password", 256, "an account", "characters of the password", "400 `people_password`")
_MARKS = 3
"""Accents that may stand on one letter; more of them climb over the neighbouring lines."""
_PRESENTATION = re.compile("[\ufe0e\ufe0f]")
"""Phones put one behind an emoji. It says how to draw it and is left out."""
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U00016fe4\U0001d159"
    "\U000e0100-\U000e01ef]"
)
"""Printable by their category, and yet nothing is seen of them. Format characters aren't printable anyway."""
MISTAKABLE = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "DESERET"})
"""Alphabets with letters that look like those of another. No word has letters of two of them, but for imitations.

So Unicode's report 39 has it, section 5. That one alphabet imitates another as a whole ("Апа", all Cyrillic) isn't
refused: that would refuse real names. The character's name in the standard library begins with its alphabet; a table of
all look-alikes would be a dependency with a copy of Unicode's data, for hardly more.
"""
_BOT = re.compile(rf"(?:{'|'.join((*COMPILED, *PLAIN_LEVELS, 'bot', 'robo', 'robot'))})(?:no?)?[^a-z]*[0-9][^a-z]*")
"""Bots are shown as their level, or as a bot, and the number of the seat: in small letters without accents."""
_MOST_RAW = limit("raw", 1000, "a request", "characters of a name, login or password", "400, not looked at")


def name(text: str) -> str:
    """A name as it is kept: NFC, trimmed, 1 to 24 characters that are seen. `UsersError`."""
    kept = _seen(text, LONGEST_NAME)
    if kept is None:
        raise UsersError("people_name", 400, most=LONGEST_NAME)
    if len(_alphabets(kept) & MISTAKABLE) > 1:
        raise UsersError("people_name_mixed", 400)
    if _BOT.fullmatch(_skeleton(kept)):
        raise UsersError("people_name_bot", 400)
    return kept


def label(text: str) -> str:
    """What an API token is called, under the rules for names. `UsersError`."""
    kept = _seen(text, LONGEST_LABEL)
    if kept is None:
        raise UsersError("people_label", 400, most=LONGEST_LABEL)
    return kept


def login(text: str) -> str:
    """A login as it is kept and compared. `UsersError`."""
    kept = folded(text)
    if kept is None:
        raise UsersError("people_login", 400, least=SHORTEST_LOGIN, most=LONGEST_LOGIN)
    return kept


def folded(text: str) -> str | None:
    """A login without case or compatible forms; None of what can't be one.

    >>> folded("Ana.Ｌuiza")
    'ana.luiza'
    """
    if len(text) > _MOST_RAW:
        return None
    kept = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    fits = SHORTEST_LOGIN <= len(kept) <= LONGEST_LOGIN
    return kept if fits and not _UNSEEN.search(kept) and all(map(_of_login, kept)) else None


def password(text: str, for_login: str) -> str:
    """A password as it is hashed: NFC, 8 to 256 characters, none of those that everybody tries first. `UsersError`."""
    kept = comparable(text)
    if kept is None or len(kept) < SHORTEST_PASSWORD:
        raise UsersError("people_password", 400, least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    alike = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", kept).casefold())
    if alike == for_login or alike in COMMON:
        raise UsersError("people_password_common", 400)
    return kept


def comparable(text: str) -> str | None:
    """A password in the form in which it is hashed, so that every keyboard types the same; None if it can't be one."""
    if len(text) > _MOST_RAW or not sound(text):
        return None
    kept = unicodedata.normalize("NFC", text)
    return kept if len(kept) <= LONGEST_PASSWORD else None


def sound(text: str) -> bool:
    """Whether a text has no half of a surrogate pair, which neither UTF-8 nor the database can hold."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _seen(text: str, longest: int) -> str | None:
    if len(text) > _MOST_RAW:
        return None
    kept = unicodedata.normalize("NFC", _PRESENTATION.sub("", text)).strip()
    kinds = "".join(unicodedata.category(char)[0] for char in kept)
    fits = 0 < len(kept) <= longest and kept.isprintable() and not _UNSEEN.search(kept)
    return kept if fits and kinds[0] != "M" and "M" * (_MARKS + 1) not in kinds else None


def _alphabets(text: str) -> set[str]:
    """The alphabets of the letters of a text, also of those of another width or style."""
    letters = (char for char in unicodedata.normalize("NFKC", text) if char.isalpha())
    return {unicodedata.name(char, "").partition(" ")[0] for char in letters}


def _skeleton(text: str) -> str:
    """A text in small letters, without accents and blanks, as the eye passes over it."""
    kept = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(str(unicodedata.digit(char, char)) for char in kept if not char.isspace() and _stands(char))


def _stands(char: str) -> bool:
    return unicodedata.category(char)[0] != "M"


def _of_login(char: str) -> bool:
    category = unicodedata.category(char)
    return char in "._-" or category[0] == "L" or category == "Nd"
