"""Python classes as bots, named ``module:Class``: made for each deal, or each match, with a seed."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable
from typing import cast

from canastra.bots.player import Bot
from canastra.errors import InputError

CLASS = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<name>[^\W\d]\w*)")
"""The form of a class's name."""


def class_bot(text: str, seed: int) -> Bot:
    """A bot made by the class that a text such as ``my_bots:Careful`` names.

    Modules in the current folder come first. Raises `InputError` if the module can't be imported or has no such class,
    or the object has no `name` or no method `choose`.
    """
    made = _class(text)
    try:
        bot = made(seed)
    except Exception as error:
        raise InputError("class_not_made", text=text[:80], reason=_reason(error)) from error
    if not isinstance(getattr(bot, "name", None), str):
        raise InputError("class_lacks", text=text[:80], what="name")
    if not callable(getattr(bot, "choose", None)):
        raise InputError("class_lacks", text=text[:80], what="choose")
    return cast(Bot, bot)


def class_file(text: str) -> str | None:
    """The path of the file with the class of this name; None without a file."""
    return getattr(sys.modules.get(getattr(_class(text), "__module__", "")), "__file__", None)


def _class(text: str) -> Callable[[int], object]:
    found = CLASS.fullmatch(text)
    if found is None:
        raise InputError("class_malformed", text=text[:80])
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(found["module"])
    except Exception as error:  # The module may contain any code.
        raise InputError("class_no_module", module=found["module"][:80], reason=_reason(error)) from error
    made = getattr(module, found["name"], None)
    if not callable(made):
        raise InputError("class_not_there", module=found["module"][:80], name=found["name"][:80])
    return cast(Callable[[int], object], made)


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
