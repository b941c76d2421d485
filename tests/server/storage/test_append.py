"""Appends written together come out as if each had been written alone, whatever is in them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.server.storage import MemoryStore, RefusedError, connections, schema
from canastra.server.storage.append import append_all
from canastra.server.storage.store import Append

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
APPENDS = st.builds(
    Append,
    table_id=st.sampled_from(["t", "u", "no", "1", 'é"\\']),
    expected_seq=st.integers(1, 6),
    events=st.lists(TEXTS, max_size=3).map(tuple),
    command_id=st.none() | st.sampled_from(["a", "b", "c", "1"]),
    answer=TEXTS,
)
Told = tuple[object, ...]


def told(refusal: RefusedError | None) -> Told:
    return () if refusal is None else (type(refusal), *refusal.figures.items(), getattr(refusal, "answer", None))


def one_by_one(appends: Sequence[Append]) -> tuple[list[Told], list[Told]]:
    """The slow definition: the store in memory, each append alone."""

    async def main() -> tuple[list[Told], list[Told]]:
        store, outcomes = MemoryStore(), []
        for table in ("t", "u", "1", 'é"\\'):
            await store.create(table, "{}")
        for each in appends:
            refusal = None
            try:
                await store.append(each.table_id, each.expected_seq, each.events, each.command_id, each.answer)
            except RefusedError as error:
                refusal = error
            outcomes.append(told(refusal))
        rows = [
            (table, event.seq, event.start, event.command_id, event.body)
            for table in await store.tables()
            for event in await store.read(table)
        ]
        return outcomes, list(rows)

    return asyncio.run(main())


@given(st.lists(APPENDS, max_size=12), st.integers(0, 12))
def test_a_batch_is_its_appends_one_by_one(appends: list[Append], cut: int) -> None:
    with closing(connections.connect(Path(":memory:"))) as connection:
        schema.migrate(connection, "memory")
        connection.executemany("INSERT INTO tables (id, header) VALUES (?, '{}')", [("t",), ("u",), ("1",), ('é"\\',)])
        outcomes = append_all(connection, appends[:cut]) + append_all(connection, appends[cut:])
        rows = connection.execute("SELECT table_id, seq, start, command_id, body FROM events ORDER BY 1, 2").fetchall()
    assert ([told(each) for each in outcomes], rows) == one_by_one(appends)


@pytest.mark.parametrize("text", ["null", '{"a":1}', "1", "😀\u2028\x01\x7f", '"\\u0000"', "", "\ufeff"])
def test_texts_come_back_as_they_were(text: str) -> None:
    with closing(connections.connect(Path(":memory:"))) as connection:
        schema.migrate(connection, "memory")
        connection.execute("INSERT INTO tables (id, header) VALUES (?, '{}')", (text,))
        assert append_all(connection, [Append(text, 1, (text,), text, text)]) == [None]
        assert connection.execute("SELECT table_id, command_id, body FROM events").fetchall() == [(text,) * 3]
        (again,) = append_all(connection, [Append(text, 2, (text,), text, "other")])
        assert told(again)[-1] == text
