"""Commands and events as plain data: what is written is read back, and nothing else is read."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.table import FormError, commands, events, parse_command, parse_event, plain_command, plain_event
from canastra.table.codec import LARGEST_NUMBER, Plain

texts = st.text(max_size=20)
numbers = st.integers(-LARGEST_NUMBER, LARGEST_NUMBER)
plains = st.dictionaries(texts, texts | numbers | st.lists(texts | numbers, max_size=3), max_size=4)
BY_TYPE: dict[str, st.SearchStrategy[Any]] = {
    str(int): numbers,
    str(int | None): numbers | st.none(),
    str(str): texts,
    str(bool): st.booleans(),
    str(tuple[str, ...]): st.lists(texts, max_size=3).map(tuple),
    str(tuple[int, ...]): st.lists(numbers, max_size=3).map(tuple),
    str(Plain): plains,
    str(tuple[Plain, ...]): st.lists(plains, max_size=3).map(tuple),
}


def any_of(owner: type) -> st.SearchStrategy[Any]:
    hints = get_type_hints(owner)
    return st.builds(owner, **{each.name: BY_TYPE[str(hints[each.name])] for each in fields(owner)})


@given(st.one_of(*map(any_of, commands.KINDS.values())))
def test_commands_survive_json(command: commands.Command) -> None:
    assert parse_command(json.loads(json.dumps(plain_command(command)))) == command


@given(st.one_of(*map(any_of, events.KINDS.values())))
def test_events_survive_json(event: events.Event) -> None:
    assert parse_event(json.loads(json.dumps(plain_event(event)))) == event


def test_every_kind_is_known() -> None:
    assert set(commands.KINDS.values()) == set(commands.Command.__args__)
    assert set(events.KINDS.values()) == set(events.Event.__args__)
    assert commands.KINDS.keys() >= commands.FROM_SEATS


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "table_form_object"),
        ([], "table_form_object"),
        ({}, "table_form_type"),
        ({"type": "win"}, "table_form_type"),
        ({"type": ["act"]}, "table_form_type"),
        ({"type": "tick", "now": 3}, "key_unknown"),
        ({"type": "act", "seat": 0, "action": "draw"}, "key_missing"),
        ({"type": "act", "seat": "0", "action": "draw", "step": 1}, "expected_integer"),
        ({"type": "act", "seat": True, "action": "draw", "step": 1}, "expected_integer"),
        ({"type": "act", "seat": 1.0, "action": "draw", "step": 1}, "expected_integer"),
        ({"type": "act", "seat": 2**60, "action": "draw", "step": 1}, "expected_integer"),
        ({"type": "act", "seat": 0, "action": ["draw"], "step": 1}, "expected_text"),
        ({"type": "act", "seat": 0, "action": "x" * 5000, "step": 1}, "expected_text"),
        ({"type": "act", "seat": 0, "action": "\ud800", "step": 1}, "expected_text"),
        ({"type": "fill", "level": "greedy", "seat": None}, "expected_integer"),
        ({"type": "deal", "pack": "", "fairness": []}, "expected_table"),
        ({"type": "deal", "pack": "", "fairness": {"a": 1.5}}, "expected_text"),
        ({"type": "deal", "pack": "", "fairness": {"a": {"b": {"c": {"d": 1}}}}}, "expected_plain"),
        ({"type": "deal", "pack": "", "fairness": {"a": [[[[1]]]]}}, "expected_plain"),
    ],
)
def test_what_is_no_command_is_refused(data: Any, code: str) -> None:
    with pytest.raises(FormError) as caught:
        parse_command(data)
    assert caught.value.code == code
    assert all(caught.value.message(language) for language in ("pt", "en"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(
    st.sampled_from(sorted(commands.KINDS)),
    st.dictionaries(st.sampled_from(["seat", "action", "step", "offer", "level", "pack", "fairness"]), json_values),
)
def test_any_object_is_read_or_refused(kind: str, data: Plain) -> None:
    with suppress(FormError):
        assert plain_command(parse_command({**data, "type": kind}))["type"] == kind
