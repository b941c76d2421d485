"""Events as JSON: written events are read back, and no other text is read."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from canastra.table import FormError, commands, dump_event, events, load_event, plain_event
from canastra.table.events import Plain

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
numbers = st.integers(-(2**53), 2**53)
plains = st.dictionaries(texts, texts | numbers | st.lists(texts | numbers, max_size=3), max_size=4)
BY_TYPE: dict[str, st.SearchStrategy[Any]] = {
    str(int): numbers,
    str(int | None): numbers | st.none(),
    str(str): texts,
    str(bool): st.booleans(),
    str(tuple[str, ...]): st.lists(texts, max_size=3).map(tuple),
    str(tuple[int, ...]): st.lists(numbers, max_size=3).map(tuple),
    str(tuple[tuple[int, ...], ...]): st.lists(st.lists(numbers, max_size=2).map(tuple), max_size=3).map(tuple),
    str(Plain): plains,
    str(tuple[Plain, ...]): st.lists(plains, max_size=3).map(tuple),
}


def any_of(owner: type[events.Event]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(owner)
    return st.builds(owner, **{name: BY_TYPE[str(hints[name])] for name in owner.__struct_fields__})


@given(st.one_of(*map(any_of, events.KINDS.values())))
def test_events_survive_json(event: events.Event) -> None:
    assert load_event(dump_event(event)) == event
    assert json.loads(dump_event(event)) == plain_event(event) == json.loads(json.dumps(plain_event(event)))


@given(st.one_of(*map(any_of, events.KINDS.values())))
def test_an_event_has_one_form(event: events.Event) -> None:
    """A value that equals its default is left out, wherever it comes from."""
    read = load_event(json.dumps({"type": plain_event(event)["type"], **structs.asdict(event)}))
    assert dump_event(read) == dump_event(event)
    assert dump_event(load_event(dump_event(event))) == dump_event(event)


def test_defaults_are_left_out_though_they_are_made_anew() -> None:
    given: dict[str, Any] = {"length": "_".join(["best", "of"]), "won": tuple([0] * 2)}
    given["next_dealer"] = "_".join(["next", "seat"])
    opened = events.Opened(1, "m", "buraco", "", 1, 0, 0, 0, 0, 0, True, "greedy", **given)
    assert not given.keys() & plain_event(opened).keys()


def test_every_kind_is_known() -> None:
    assert set(commands.KINDS.values()) == set(commands.Command.__args__)
    assert set(events.KINDS.values()) == set(events.Event.__args__)
    assert commands.KINDS.keys() >= commands.FROM_SEATS


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (None, "null"),
        ([], "array"),
        ({}, "`type`"),
        ({"type": "win"}, "`$.type`"),
        ({"type": ["played"]}, "`$.type`"),
        ({"type": "started", "at": 3, "now": 3}, "`now`"),
        ({"type": "left", "at": 3}, "`seat`"),
        ({"type": "left", "at": 3, "seat": "0"}, "`$.seat`"),
        ({"type": "left", "at": 3, "seat": True}, "`$.seat`"),
        ({"type": "left", "at": 3, "seat": 1.5}, "`$.seat`"),
        ({"type": "sat", "at": 3, "seat": 0, "player": "p", "name": ["Ana"]}, "`$.name`"),
        ({"type": "dealer_drawn", "at": 3, "dealer": 0, "drawn": "0 AS"}, "`$.drawn`"),
        ({"type": "dealer_drawn", "at": 3, "dealer": 0, "drawn": ["0 AS", 1]}, "`$.drawn[1]`"),
        ({"type": "lot_annulled", "at": 3, "fairness": []}, "`$.fairness`"),
    ],
)
def test_what_is_no_event_is_refused(data: Any, place: str) -> None:
    with pytest.raises(FormError, match="no event") as caught:
        load_event(json.dumps(data))
    assert caught.value.code == "table_form_event"
    assert place in str(caught.value.figures["reason"])
    assert all(caught.value.message(language) for language in ("pt", "en"))


NO_JSON = ["", "{", '{"type":"started","at":NaN}', "[" * 100_000, '{"type":"\\ud800"}', "\ud800"]


@pytest.mark.parametrize("text", NO_JSON)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(FormError):
        load_event(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(
    st.sampled_from(sorted(events.KINDS)),
    st.dictionaries(st.sampled_from(["at", "seat", "entry", "step", "offer", "name", "fairness"]), json_values),
)
def test_any_object_is_read_or_refused(kind: str, data: Plain) -> None:
    with suppress(FormError):
        assert plain_event(load_event(json.dumps({**data, "type": kind})))["type"] == kind
