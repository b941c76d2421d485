"""Commands and events as plain data: dictionaries of texts, whole numbers, truth values and lists, and back.

The form is strict: a key that is not known, one that is missing, a value of another kind are refused. A field that has
its default is left out, so that each value has one form only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, Generic, TypeVar, get_type_hints

from canastra.table.refusals import FormError

Plain = dict[str, Any]
"""What JSON calls an object."""
Value = TypeVar("Value")

LARGEST_NUMBER = 2**53 - 1
"""Above it JavaScript's numbers are no longer exact."""
LONGEST_TEXT = 4096
LONGEST_LIST = 512
DEEPEST = 3
"""Levels of lists and objects in a free table."""


_PLAIN = frozenset({str, int, bool})


class Coder(Generic[Value]):
    """Writes and reads the classes of one family, each under the name of its kind."""

    def __init__(self, kinds: Mapping[str, type[Value]]) -> None:
        self._classes = dict(kinds)
        self._names = {each: name for name, each in kinds.items()}
        self._readers = {name: _Reader(each) for name, each in kinds.items()}
        self._fields = {each: [(field.name, _default(field)) for field in fields(each)] for each in kinds.values()}  # type: ignore[arg-type]

    def kind(self, value: Value) -> str:
        """The name under which a value is written."""
        return self._names[type(value)]

    def plain(self, value: Value) -> Plain:
        """The value as plain data, ``type`` first."""
        written: Plain = {"type": self.kind(value)}
        for name, default in self._fields[type(value)]:
            member = getattr(value, name)
            if member != default:
                written[name] = member if type(member) in _PLAIN else _write(member)
        return written

    def parse(self, data: object) -> Value:
        """The value of plain data; a `FormError` says what is wrong with it."""
        if not isinstance(data, dict):
            raise FormError("table_form_object")
        kind = data.get("type")
        if not isinstance(kind, str) or kind not in self._classes:
            raise FormError("table_form_type", found=str(kind)[:40], known=", ".join(sorted(self._classes)))
        return self._classes[kind](**self._readers[kind].read(data))


class _Reader:
    """Reads the fields of one class."""

    def __init__(self, owner: type) -> None:
        hints = get_type_hints(owner)
        self._needed = {each.name for each in fields(owner) if each.default is each.default_factory is MISSING}
        self._reads = {each.name: _READS[str(hints[each.name])] for each in fields(owner)}

    def read(self, data: Mapping[Any, Any]) -> Plain:
        for key in data:
            if key != "type" and key not in self._reads:
                raise FormError("key_unknown", key=str(key)[:60], allowed=", ".join(sorted({"type", *self._reads})))
        for key in sorted(self._needed):
            if key not in data:
                raise FormError("key_missing", key=key)
        return {key: self._reads[key](key, value) for key, value in data.items() if key != "type"}


def _default(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _write(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _write(member) for key, member in value.items()}
    return [_write(member) for member in value] if isinstance(value, list | tuple) else value


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not _is_encodable(value):
        raise FormError("expected_text", key=key)
    return value


def _is_encodable(text: str) -> bool:
    """JSON may hold half a surrogate pair, which no file and no socket takes."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _number(key: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST_NUMBER:
        raise FormError("expected_integer", key=key)
    return value


def _truth(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise FormError("table_form_truth", key=key)
    return value


def _list(key: str, value: object) -> Iterable[object]:
    if not isinstance(value, list) or len(value) > LONGEST_LIST:
        raise FormError("expected_list", key=key)
    return value


def _texts(key: str, value: object) -> tuple[str, ...]:
    return tuple(_text(key, member) for member in _list(key, value))


def _numbers(key: str, value: object) -> tuple[int, ...]:
    return tuple(_number(key, member) for member in _list(key, value))


def _object(key: str, value: object, depth: int = DEEPEST) -> Plain:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise FormError("expected_table", key=key)
    return {_text(key, name): _free(key, member, depth - 1) for name, member in value.items()}


def _objects(key: str, value: object) -> tuple[Plain, ...]:
    return tuple(_object(key, member) for member in _list(key, value))


def _free(key: str, value: object, depth: int) -> Any:
    if depth < 0:
        raise FormError("expected_plain", key=key)
    if isinstance(value, dict):
        return _object(key, value, depth)
    if isinstance(value, list):
        return [_free(key, member, depth - 1) for member in _list(key, value)]
    return _number(key, value) if isinstance(value, int) else _text(key, value)


_READS: dict[str, Callable[[str, object], Any]] = {
    str(int): _number,
    str(int | None): _number,
    str(str): _text,
    str(bool): _truth,
    str(tuple[str, ...]): _texts,
    str(tuple[int, ...]): _numbers,
    str(Plain): _object,
    str(tuple[Plain, ...]): _objects,
}
"""By the type of a field; a number that may be None is left out when it is."""
