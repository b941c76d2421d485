"""Backups and their return."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from canastra.server.storage import SqliteStore, StorageFileError, backup, restore


async def filled(path: Path, events: int) -> SqliteStore:
    store = SqliteStore.open(path)
    await store.create("t", "{}")
    for seq in range(1, events + 1):
        await store.append("t", seq, [f"{seq}"])
    return store


async def count(path: Path) -> int:
    store = SqliteStore.open(path)
    try:
        return len(await store.read("t"))
    finally:
        await store.close()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix not in (".lock", ".generation"))


def test_a_backup_of_a_database_in_use_is_one_whole_file(tmp_path: Path) -> None:
    async def main() -> None:
        store = await filled(tmp_path / "a.db", 20)
        (tmp_path / "copies").mkdir()
        copy = tmp_path / "copies" / "b.db"

        async def play() -> None:
            for seq in range(21, 121):
                await store.append("t", seq, [f"{seq}"])

        playing = asyncio.create_task(play())
        for _ in range(3):
            await asyncio.to_thread(backup, tmp_path / "a.db", copy)
        await playing
        await store.close()
        assert names(tmp_path / "copies") == ["b.db"]
        assert 20 <= await count(copy) <= 120
        backup(tmp_path / "a.db", copy)
        assert await count(copy) == 120

    asyncio.run(main())


def test_restoring_keeps_what_was_there(tmp_path: Path) -> None:
    async def main() -> None:
        path, copy = tmp_path / "a.db", tmp_path / "b.db"
        store = await filled(path, 2)
        backup(path, copy)
        await store.append("t", 3, ["3"])
        with pytest.raises(StorageFileError, match="in use"):
            restore(copy, path)
        await store.close()
        assert restore(copy, path) == tmp_path / "a.db.replaced-1"
        assert await count(path) == 2
        assert await count(tmp_path / "a.db.replaced-1") == 3
        path.write_bytes(b"damaged beyond all help" * 1000)
        assert restore(copy, path) == tmp_path / "a.db.replaced-2"
        assert await count(path) == 2
        assert restore(copy, tmp_path / "new.db") is None
        assert await count(tmp_path / "new.db") == 2

    asyncio.run(main())


def test_what_is_no_sound_backup_is_not_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    asyncio.run(asyncio.wait_for(_closed(path), 120))
    backup(path, copy)
    sound = copy.read_bytes()
    (tmp_path / "text").write_bytes(b"canastra" * 1000)
    (tmp_path / "empty").touch()
    (tmp_path / "torn").write_bytes(sound[: len(sound) // 2])
    (tmp_path / "bad").write_bytes(sound[: 3 * 4096] + b"\xab" * 4096 + sound[4 * 4096 :])
    before = path.read_bytes()
    for name, code in (
        ("text", "storage_damaged"),
        ("empty", "storage_foreign"),
        ("torn", "storage_damaged"),
        ("bad", "storage_damaged"),
        ("none", "storage_missing"),
        ("a.db", "storage_onto_itself"),
    ):
        with pytest.raises(StorageFileError) as caught:
            restore(tmp_path / name, path)
        assert (name, caught.value.code) == (name, code)
    assert path.read_bytes() == before
    assert names(tmp_path) == ["a.db", "b.db", "bad", "empty", "text", "torn"]


async def _closed(path: Path) -> None:
    store = await filled(path, 200)
    await store.close()


def test_a_backup_needs_a_database(tmp_path: Path) -> None:
    with pytest.raises(StorageFileError, match="no file"):
        backup(tmp_path / "none.db", tmp_path / "b.db")
    asyncio.run(_closed(tmp_path / "a.db"))
    with pytest.raises(StorageFileError, match="onto itself"):
        backup(tmp_path / "a.db", tmp_path / "a.db")
    with pytest.raises(StorageFileError) as caught:
        backup(tmp_path / "a.db", tmp_path / "no" / "b.db")
    assert caught.value.code == "storage_unwritable"
