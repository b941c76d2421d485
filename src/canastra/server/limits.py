"""Limits of the server: each is declared once, where its value is defined, with the consequence of exceeding it.

A limit that an operator may set is a field of `canastra.server.settings.Caps`, made with `bound`:

    seats_of_person: int = bound(3, "a person", "waiting tables at which one sits", "429 `lobby_too_many_seats`")

So is one that only tests set, in a class like `canastra.server.live.services.TableLimits`. Any other limit is a
constant, made with `limit`, in the module that enforces it:

    WAITING = limit("passwords_waiting", 32, "the server", "callers that wait for a hash", "429 `users_busy`")

`per` is the party that the limit holds for, `what` a noun for the counted things, `past` a code (``429 `x` ``,
``close 4029 `x` ``, ``refused: `x` ``) or a clause for the consequence. A code in backquotes is stable. The tables in
docs/operating.md are made of the declarations (`make docs`), and tests/server/test_limits.py wants a test marked
`@pytest.mark.limit("passwords_waiting")` for each of them: one that goes up to the limit and past it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, cast

Value = TypeVar("Value")
Class = TypeVar("Class")
_KEY = "limit"


@dataclass(frozen=True, slots=True)
class Limit:
    """One declaration. `per` is the party that it holds for, `past` the consequence of exceeding it."""

    name: str
    value: object
    per: str
    what: str
    past: str
    unit: str = ""
    option: str = ""
    """The option that sets it; empty for one that is fixed."""


_declared: dict[str, Limit] = {}


def limit(name: str, value: Value, per: str, what: str, past: str, unit: str = "") -> Value:
    """Declare a limit that is a constant; return its value. Raises ValueError if another one has the name."""
    _declare(Limit(name, value, per, what, past, unit))
    return value


def bound(default: Value, per: str, what: str, past: str, unit: str = "", option: str = "") -> Value:
    """Declare a limit that is a field of a dataclass below `limits`. `option` is its own option, if it has one."""
    return field(default=default, metadata={_KEY: (per, what, past, unit, option)})


def limits(declaring: type[Class]) -> type[Class]:
    """Class decorator: the fields of a dataclass that are made with `bound` are limits by their names."""
    for declared_field in fields(cast(Any, declaring)):
        if _KEY in declared_field.metadata:
            per, what, past, unit, option = declared_field.metadata[_KEY]
            _declare(Limit(declared_field.name, declared_field.default, per, what, past, unit, option))
    return declaring


def declared() -> tuple[Limit, ...]:
    """All limits of the modules that have been imported, in the order of their declaration."""
    return tuple(_declared.values())


def _declare(made: Limit) -> None:
    present = _declared.setdefault(made.name, made)
    if present != made:  # The same one again comes from a module that a test loads twice.
        raise ValueError(f"two limits are called {made.name}")
