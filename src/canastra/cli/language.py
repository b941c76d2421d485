"""Which language a command speaks: Portuguese, unless English is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

VARIABLES = ("CANASTRA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that may ask for a language, the strongest first."""
OPTION = "--lang"


class Language(StrEnum):
    """The languages of `canastra.messages`."""

    PT = "pt"
    EN = "en"


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language that `--lang` asks for, wherever it stands, else the first variable that is set.

    It must be known before the arguments are read, since the help texts depend on it.

    >>> str(language_of(["replay", "--lang", "en"], {})), str(language_of([], {"LANG": "de_DE.UTF-8"}))
    ('en', 'pt')
    """
    asked = _asked(arguments)
    if asked in tuple(Language):
        return Language(asked)
    value = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return Language.EN if value.lower().startswith("en") else Language.PT


def _asked(arguments: Sequence[str]) -> str:
    found = ""
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == OPTION:
            found = "".join(arguments[index + 1 : index + 2])
        elif argument.startswith(f"{OPTION}="):
            found = argument.partition("=")[2]
    return found
