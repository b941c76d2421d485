"""Rules for names, logins and passwords.

Names are read: a name must not hide, reorder or overflow what stands beside it. Markup in it is plain text. Logins are
typed: two that look the same to their owner are the same. Passwords are only compared.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from canastra import messages, names
from canastra.bots import COMPILED, PLAIN_LEVELS
from canastra.server.limits import limit
from canastra.server.users.tokens import UsersError
from canastra.table.seats import BOT_NAMES

LONGEST_NAME = limit("name", 24, "a person", "characters of the name", "400 `users_name`")
LONGEST_LABEL = limit("label", 40, "an API token", "characters of its label", "400 `users_label`")
SHORTEST_LOGIN, SHORTEST_PASSWORD = 3, 8
LONGEST_LOGIN = limit("login", 40, "an account", "characters of the login", "400 `users_login`")
LONGEST_PASSWORD = limit("password", 256, "an account", "characters of the password", "400 `users_password`")
_BOT = re.compile(rf"(?:{'|'.join((*COMPILED, *PLAIN_LEVELS, 'bot', 'robo', 'robot'))})(?:no?)?[^a-z]*[0-9][^a-z]*")
"""The names that bots had once, and still have in old records: in small letters without accents."""
_MOST_RAW = limit("raw", 1000, "a request", "characters of a name, login or password", "400, unread")
_COMMON = """
00000000 01234567 0123456789 11111111 1111111111 11223344 12121212 123123123 12341234 12344321 12345678
123456789 1234567890 1234567891 123456789a 12345678a 1234abcd 1234qwer 123mudar 12qwaszx 147258369 159753456
1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 22222222 33333333 44444444 55555555 66666666 77777777 87654321 88888888
987654321 9876543210 99999999 a1234567 a12345678 a1b2c3d4 aa123456 aaaaaaaa abc12345 abc123456 abcd1234 abcdefgh
access14 admin123 administrador administrator amorzinho asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl baseball
basketball blink182 botafogo brasil10 brasil123 buraco123 canastra canastra1 canastra123 changeme charlie1
computer corinthians corinthians1 cruzeiro deusefiel deusémeupai eminem123 estrela1 familia1 familia123
felicidade flamengo flamengo1 fluminense football fortaleza frederico gabriel1 gabriela guest123 gustavo1
iloveyou internacional internet jesus123 jesuscristo jesusteama joaopaulo letmein1 lindinha liverpool
mariaeduarda master12 meuamor1 michelle minhavida monkey12 motorola mudar123 mudar1234 mustang1 nintendo
p@ssw0rd p@ssword palmeiras palmeiras1 pass1234 passw0rd password password1 password12 password123 pokemon1
princesa princess professor q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerasdf qwerty12 qwerty123 qwerty1234
qwertyui qwertyuiop rafael123 samsung1 santos123 saopaulo saopaulo1 saopaulofc secret123 segredo1 segredo123
senha123 senha1234 senha12345 senha123456 senhasenha starwars sunshine superman teamo123 test1234 teste123
teste1234 trustno1 user1234 usuario1 vasco123 vascodagama vitoria1 welcome1 welcome123 whatever zaq12wsx
zxcvbnm1 zxcvbnm123
"""
COMMON = frozenset(_COMMON.split())
"""The passwords that are tried first, of at least eight characters, in small letters.

A short list against carelessness; the limits on attempts make up for what it lacks.
"""


def name(text: str) -> str:
    """A name as it is stored: NFC, trimmed, 1 to 24 visible characters. Raises UsersError."""
    kept = _seen(_plain(text), LONGEST_NAME)
    if kept is None:
        raise UsersError("users_name", 400, most=LONGEST_NAME)
    if _skeleton(kept) in _OFFICES:
        raise UsersError("users_name_office", 400)
    if len(names.alphabets(kept) & names.MISTAKABLE) > 1:
        raise UsersError("users_name_mixed", 400)
    if _BOT.fullmatch(_skeleton(kept)) or _skeleton(kept) in _skeletons_of_bots():
        raise UsersError("users_name_bot", 400)
    if kept.casefold() in {messages.text("users_deleted", language).casefold() for language in ("pt", "en")}:
        raise UsersError("users_name_deleted", 400)
    return kept


def label(text: str) -> str:
    """The label of an API token, under the rules for names. Raises UsersError."""
    kept = _seen(text, LONGEST_LABEL)
    if kept is None:
        raise UsersError("users_label", 400, most=LONGEST_LABEL)
    return kept


def login(text: str) -> str:
    """A login as it is stored and compared. Raises UsersError."""
    kept = folded(text)
    if kept is None:
        raise UsersError("users_login", 400, least=SHORTEST_LOGIN, most=LONGEST_LOGIN)
    return kept


def folded(text: str) -> str | None:
    """A login without case or compatible forms; None if the text can't be one.

    >>> folded("Ana.Ｌuiza")
    'ana.luiza'
    """
    if len(text) > _MOST_RAW:
        return None
    kept = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    fits = SHORTEST_LOGIN <= len(kept) <= LONGEST_LOGIN
    return kept if fits and not names.unseen_sign(kept) and all(map(_of_login, kept)) else None


def password(text: str, for_login: str) -> str:
    """A password as it is hashed: NFC, 8 to 256 characters, not one that is tried first. Raises UsersError."""
    kept = comparable(text)
    if kept is None or len(kept) < SHORTEST_PASSWORD:
        raise UsersError("users_password", 400, least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    alike = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", kept).casefold())
    if alike == for_login or alike in COMMON:
        raise UsersError("users_password_common", 400)
    return kept


def comparable(text: str) -> str | None:
    """A password in the form that is hashed, so that all keyboards type the same; None if the text can't be one."""
    if len(text) > _MOST_RAW or not sound(text):
        return None
    kept = unicodedata.normalize("NFC", text)
    return kept if len(kept) <= LONGEST_PASSWORD else None


def sound(text: str) -> bool:
    """Return whether a text has no half of a surrogate pair, which neither UTF-8 nor the database can store."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _seen(text: str, longest: int) -> str | None:
    if len(text) > _MOST_RAW:
        return None
    kept = unicodedata.normalize("NFC", names.without_presentation(text)).strip()
    fits = 0 < len(kept) <= longest and kept.isprintable() and not names.unseen_sign(kept)
    return kept if fits and not names.overloaded(kept) else None


def _plain(text: str) -> str:
    """A text with letters of another width or style, which imitate a name, in their usual form; "M.ª" stays."""
    if len(text) > _MOST_RAW:
        return text
    usual = (unicodedata.normalize("NFKC", char) if char.isalpha() and char not in "ªº" else char for char in text)
    return "".join(usual)


def _skeleton(text: str) -> str:
    """A text in small letters, without accents and blanks, as readers perceive it."""
    kept = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(str(unicodedata.digit(char, char)) for char in kept if not char.isspace() and _stands(char))


_OFFICES = frozenset(
    (
        *("admin", "administrador", "administradora", "administracao", "administrator", "adm", "root"),
        *("moderador", "moderadora", "moderacao", "moderator", "mod", "oficial", "official", "equipe", "staff"),
        *("canastra", "suporte", "support", "servidor", "server", "sistema", "system"),
    )
)
"""Names that would pass for the server's staff, as `_skeleton` returns them."""


@cache
def _skeletons_of_bots() -> frozenset[str]:
    return frozenset(map(_skeleton, BOT_NAMES))


def _stands(char: str) -> bool:
    return unicodedata.category(char)[0] != "M"


def _of_login(char: str) -> bool:
    category = unicodedata.category(char)
    return char in "._-" or category[0] == "L" or category == "Nd"
