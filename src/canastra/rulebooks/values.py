"""The values of the parameters: their spelling in files, their bounds, their words for people.

Everything follows from the schema. A new parameter needs an entry here only if it is a number (its bounds) or neither a
number, a boolean nor an enum (its kind).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeVar, get_type_hints

from canastra import messages
from canastra.cards import RANKS, TWO
from canastra.rulebooks.schema import Clause, Decision, Rulebook

Value = bool | int | str | tuple[int, ...]
"""The value of a parameter; members of enums are text."""

_POINTS: Final = 10_000
_CARD_POINTS: Final = (1, 1_000)
_BOUNDS: Final = {
    "morto.taken": (0, _POINTS),
    "morto.not_taken": (-_POINTS, 0),
    "values.ace": _CARD_POINTS,
    "values.two": _CARD_POINTS,
    "values.three_to_seven": _CARD_POINTS,
    "values.eight_to_king": _CARD_POINTS,
    "canastas.clean": (0, _POINTS),
    "canastas.dirty": (0, _POINTS),
    "canastas.thirteen": (0, _POINTS),
    "canastas.royal": (0, _POINTS),
    "threes.red_bonus": (0, _POINTS),
    "threes.black_charge": (0, _POINTS),
    "match.target": (0, 1_000_000),
}
_PLAYERS: Final = (2, 4)
_LOWEST: Final = {"A": 1, "2": 2, "4": 4}
_MOST_MINIMUMS: Final = 10
_GROUP_RANKS: Final = " ".join(rank for rank in RANKS if rank != RANKS[TWO])
"""All ranks that may form groups; a 2 is never natural in one (`contradiction_group_of_twos`)."""
_ZERO_HAS_WORDS: Final = {"canastas.thirteen", "canastas.royal", "match.target"}


@dataclass(frozen=True, slots=True)
class ParameterKind:
    """The kind of value that a parameter takes.

    `read` turns TOML's value into the parameter's. It raises `TypeError` if the type is wrong and `ValueError` if the
    value is out of bounds. `spell` is its inverse; `allowed` describes, in TOML's spelling, what `read` takes.
    """

    allowed: str
    read: Callable[[object], Value]
    spell: Callable[[Any], bool | int | str | list[int]]


@cache
def sections() -> Mapping[str, type[Any]]:
    """The groups of parameters by the name of their section, in the order of the schema."""
    hints: dict[str, Any] = get_type_hints(Rulebook)
    return {name: hint for name, hint in hints.items() if isinstance(hint, type) and is_dataclass(hint)}


def is_enum(hint: Any) -> bool:
    """Return whether a parameter's type is an enum."""
    return isinstance(hint, type) and issubclass(hint, StrEnum)


@cache
def kinds() -> Mapping[str, ParameterKind]:
    """The kind of every parameter by its key (``pile.purchase``), in the order of the schema."""
    return {
        f"{section}.{name}": _kind(f"{section}.{name}", hint)
        for section, group in sections().items()
        for name, hint in get_type_hints(group).items()
    }


def parameters(rulebook: Rulebook) -> list[tuple[str, Value, Clause]]:
    """Every parameter of a rulebook as (key, value, where the rulebook says it), in the order of the schema."""
    return [(key, value_of(rulebook, key), rulebook.clauses[key]) for key in kinds()]


def value_of(rulebook: Rulebook, key: str) -> Value:
    """The value of one parameter by its key."""
    section, _, name = key.partition(".")
    value: Value = getattr(getattr(rulebook, section), name)
    return value


def describe(key: str, value: Value, language: str) -> str:
    """A parameter's value in words.

    >>> describe("pile.purchase", "justified", "pt"), describe("groups.ranks", (0, 3, 12), "en")
    ('compra justificada: a carta de cima tem de ser usada na hora', 'A 4 K')
    """
    name = key.partition(".")[2]
    if isinstance(value, bool):
        return messages.text("value_true" if value else "value_false", language)
    if isinstance(value, str):
        return messages.text(f"value_{name}_{value}", language)
    if key == "sequences.lowest" and isinstance(value, int):
        return f"{RANKS[value - 1]} … K A"
    if isinstance(value, tuple):
        words = (
            _spell_ranks(value)
            if key == "groups.ranks"
            else ", ".join(messages.number_text(number, language) for number in value)
        )
        return words or messages.text("value_none", language)
    if value == 0 and key in _ZERO_HAS_WORDS:
        return messages.text(f"value_{name}_0", language)
    return messages.number_text(value, language)


def parameter_name(key: str, language: str) -> str:
    """The name of a parameter or a constant of `[clauses]` for people."""
    return messages.text(f"param_{key.replace('.', '_')}", language)


def title_of(rulebook: Rulebook, key: str, language: str) -> str:
    """The name of a parameter for people, and the rulebook's own word if it differs.

    >>> from canastra.rulebooks import official
    >>> title_of(official("buraco"), "canastas.clean", "pt")
    'canastra limpa (“canastra real”)'
    """
    called = rulebook.clauses[key].called
    return f"{parameter_name(key, language)} (“{called}”)" if called else parameter_name(key, language)


def reason(decision: Decision, language: str) -> str:
    """The decision and its reason, in words."""
    return messages.text(f"decision_{decision.name}", language)


def _kind(key: str, hint: Any) -> ParameterKind:
    if key in _SPECIAL:
        return _SPECIAL[key]
    if hint is bool:
        return ParameterKind("true, false", read_bool, bool)
    if is_enum(hint):
        return ParameterKind(", ".join(f'"{member}"' for member in hint), _enum_reader(hint), str)
    low, high = _BOUNDS[key]
    return ParameterKind(f"{low} … {high}", int_reader(low, high), int)


_T = TypeVar("_T")


def typed(raw: object, wanted: type[_T]) -> _T:
    """`raw`, which must have exactly this type (true is not a number). Raises `TypeError` if it hasn't."""
    if type(raw) is not wanted:
        raise TypeError
    return raw


def read_bool(raw: object) -> bool:
    """A boolean."""
    return typed(raw, bool)


def _enum_reader(members: type[StrEnum]) -> Callable[[object], StrEnum]:
    return lambda raw: members(typed(raw, str))


def int_reader(low: int, high: int) -> Callable[[object], int]:
    """A reader of integers within bounds."""
    return lambda raw: _bounded(raw, low, high)


def _bounded(raw: object, low: int, high: int) -> int:
    number = typed(raw, int)
    if not low <= number <= high:
        raise ValueError
    return number


def _read_players(raw: object) -> int:
    players = typed(raw, int)
    if players not in _PLAYERS:
        raise ValueError
    return players


def _read_lowest(raw: object) -> int:
    text = typed(raw, str)
    if text not in _LOWEST:
        raise ValueError
    return _LOWEST[text]


def _read_ranks(raw: object) -> tuple[int, ...]:
    """The ranks in their usual order, whatever the file's order is."""
    text = typed(raw, str)
    ranks = text.split(" ") if text else []
    if any(len(rank) != 1 or rank not in RANKS for rank in ranks):
        raise ValueError
    return tuple(sorted(RANKS.index(rank) for rank in ranks))


def _spell_ranks(ranks: tuple[int, ...]) -> str:
    return " ".join(RANKS[rank] for rank in ranks)


def _read_minimums(raw: object) -> tuple[int, ...]:
    steps = typed(raw, list)
    minimums = tuple(_bounded(step, 1, _POINTS) for step in steps)
    if len(minimums) > _MOST_MINIMUMS:
        raise ValueError
    return minimums


_SPECIAL: Final = {
    "table.players": ParameterKind(", ".join(map(str, _PLAYERS)), _read_players, int),
    "sequences.lowest": ParameterKind(
        ", ".join(f'"{rank}"' for rank in _LOWEST), _read_lowest, lambda place: RANKS[place - 1]
    ),
    "groups.ranks": ParameterKind(f'"", "A", "A K", … ("{_GROUP_RANKS}")', _read_ranks, _spell_ranks),
    "vulnerability.minimums": ParameterKind(
        f"[], [75], [75, 90], … (1 … {_POINTS}; ≤ {_MOST_MINIMUMS})", _read_minimums, list
    ),
}
