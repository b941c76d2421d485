"""The file of sessions: for its owner alone, and never in the way."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from canastra.cli.online.identity import Kept, keep, load, state_folder

ANA, BIA = Kept("t1", "p1", "Ana"), Kept("t2", "p2", "Bia")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "canastra"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_session_for_each_server(folder: Path) -> None:
    assert load("http://a") is None
    keep("http://a", ANA)
    keep("http://b", BIA)
    assert (load("http://a"), load("http://b"), load("http://c")) == (ANA, BIA, None)
    keep("http://a", None)
    assert (load("http://a"), load("http://b")) == (None, BIA)
    assert (mode(folder), mode(folder / "servers.json")) == (0o700, 0o600)
    assert [each.name for each in folder.iterdir()] == ["servers.json"]


def test_a_file_that_others_could_read_is_replaced(folder: Path) -> None:
    folder.mkdir()
    for name in ("servers.json", f".servers.json.{os.getpid()}"):
        (folder / name).write_text("{}")
        (folder / name).chmod(0o644)
    keep("http://a", ANA)
    assert mode(folder / "servers.json") == 0o600


@pytest.mark.parametrize("text", ["", "[]", '{"http://a": 5}', '{"http://a": {"token": "x"}}', "\xff"])
def test_a_file_that_is_none(text: str, folder: Path) -> None:
    folder.mkdir()
    (folder / "servers.json").write_bytes(text.encode("latin-1"))
    assert load("http://a") is None
    keep("http://a", ANA)
    assert load("http://a") == ANA


def test_without_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "")
    assert state_folder() == Path.home() / ".local" / "state" / "canastra"
