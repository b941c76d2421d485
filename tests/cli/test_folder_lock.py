"""Several terminals in one folder: the file has each command with status 0, and no other."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from canastra.cli.local import folder_lock
from canastra.cli.local.folder_lock import LOCK, locked
from canastra.cli.local.match_file import ChangedError, MatchFile, save
from canastra.cli.tournament.folder import open_folder
from canastra.errors import InputError
from canastra.scoresheet import parse_sheet
from canastra.tournament import load_log
from canastra.tournament.events import PlayedResult, SheetReceived, SideRegistered
from tests.cli.running import Ran, canastra, process

TABLES, SIDES = 6, 12


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twelve pairs at six tables, in the first round."""
    made = tmp_path / "sabado"
    pairs = "".join(f"Dupla {number};Ana {number};José {number}\n" for number in range(1, SIDES + 1))
    (tmp_path / "duplas.csv").write_text(pairs, "utf-8")
    arguments: Sequence[Sequence[str | Path]] = (
        ("new", made, "--example", "club-rounds", "--name", "Jogos"),
        ("adopt", made),
        ("enter", made, tmp_path / "duplas.csv"),
        ("check-in", made),
        ("draw", made, "--seed", "Loteria 5921"),
        ("pair", made),
        ("publish", made),
        ("start", made),
    )
    for each in arguments:
        ran = canastra("tournament", *each)
        assert (ran.status, ran.err) == (0, "")
    return made


def at_once(*commands: Sequence[str | Path]) -> list[Ran]:
    """Run commands at the same time, each in its own process, and return their results."""
    with ThreadPoolExecutor(len(commands)) as pool:
        return list(pool.map(lambda each: process(*each), commands))


def received(folder: Path) -> dict[int, int]:
    """The first side's points at each table that has a sheet."""
    log = load_log((folder / "events.jsonl").read_bytes())
    found = [each.event for each in log if isinstance(each.event, SheetReceived)]
    assert len({each.table for each in found}) == len(found)
    return {each.table: each.result.matches[0][0] for each in found}  # type: ignore[union-attr]


@pytest.mark.slow
def test_results_that_come_at_once_are_all_in_the_log(folder: Path) -> None:
    # The first table twice: one of the two is refused, and which one is left to chance.
    said = [(table, 2000 + 10 * table) for table in range(1, TABLES + 1)] + [(1, 3000)]
    ran = at_once(*(("tournament", "result", folder, str(table), f"{won}-1500") for table, won in said))
    taken = [each for each, done in zip(said, ran, strict=True) if done.status == 0]
    assert len(taken) == TABLES
    assert received(folder) == dict(taken)


@pytest.mark.slow
def test_sheets_that_get_deals_at_once(tmp_path: Path) -> None:
    sheet = tmp_path / "folha.toml"
    names = ("--side", "Ana e Bia", "--side", "Caio e Davi")
    assert canastra("sheet", "new", sheet, "--rulebook", "buraco", *names).status == 0
    totals = range(100, 100 + 10 * TABLES, 10)
    ran = at_once(*(("sheet", "add", sheet, "--one", str(each), "--two", "0") for each in totals))
    taken = sorted(total for total, each in zip(totals, ran, strict=True) if each.status == 0)
    deals = parse_sheet(sheet.read_text("utf-8")).deals
    assert sorted(each.sides[0].points for each in deals) == taken  # type: ignore[union-attr]
    assert taken
    for each in ran:
        assert (each.status, each.err) == (0, "") or (each.status == 2 and "mudou enquanto" in each.err)


def test_whoever_waits_too_long_is_refused_and_nothing_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_lock, "PATIENCE", 0.05)
    before = (folder / "events.jsonl").read_bytes()
    regulations = (folder / "regulations.toml").read_bytes()
    late = folder.parent / "outra.csv"
    late.write_text("Dupla 99;Eva;Ivo\n", "utf-8")
    with locked(folder):
        for arguments in (
            ("result", folder, "1", "2010-1500"),
            ("adopt", folder, "--reason", "outra coisa"),
            ("enter", folder, late),
            ("withdraw", folder, "3", "--reason", "adoeceu"),
            ("close", folder),
        ):
            ran = canastra("tournament", *arguments)
            assert (ran.status, "tente de novo" in ran.err) == (2, True), arguments
        assert canastra("tournament", "show", folder).status == 0
    assert (folder / "events.jsonl").read_bytes() == before
    assert (folder / "regulations.toml").read_bytes() == regulations
    assert canastra("tournament", "result", folder, "1", "2010-1500").status == 0
    assert received(folder) == {1: 2010}


def test_whoever_waits_reads_what_was_written_meanwhile(folder: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        with locked(folder):
            waiting = pool.submit(canastra, "tournament", "result", folder, "2", "2020-1500")
            time.sleep(0.3)  # Time enough to read the log, if it did so before it has the lock.
            opened = open_folder(folder, "Ana")
            opened.add(SheetReceived(1, 1, 1, PlayedResult(((2010, 1500),))))
        assert waiting.result().status == 0
    assert received(folder) == {1: 2010, 2: 2020}


@pytest.mark.slow
def test_two_that_found_one_folder(tmp_path: Path) -> None:
    ran = at_once(*(("tournament", "new", tmp_path / "novo", "--name", f"Nome {each}") for each in (1, 2)))
    assert sorted(each.status for each in ran) == [0, 2]
    (name,) = re.findall(r'(?m)^name = "(Nome \d)"', (tmp_path / "novo" / "regulations.toml").read_text("utf-8"))
    assert ran[int(name[-1]) - 1].status == 0


def test_files_that_are_written_at_once_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "folha.pdf"
    contents = [bytes([letter]) * 200_000 for letter in b"abcdefgh"]
    with ThreadPoolExecutor(len(contents)) as pool:
        list(pool.map(lambda each: save(path, each), contents * 4))
    assert path.read_bytes() in contents
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_of_two_that_read_the_same_file_one_may_write(tmp_path: Path) -> None:
    path = tmp_path / "partida.canastra"
    path.write_text("", "utf-8")
    one, two = (MatchFile(path, "buraco", "pt") for _ in range(2))
    one.save("um")
    with pytest.raises(ChangedError):
        two.save("dois")
    assert path.read_text("utf-8") == "um"


def test_a_lock_leaves_nothing_and_lets_one_in_at_a_time(tmp_path: Path) -> None:
    inside: list[int] = []

    def enter(number: int) -> int:
        with locked(tmp_path):
            inside.append(number)
            time.sleep(0.002)
            assert inside == [number]
            inside.clear()
        return number

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(enter, range(80))) == list(range(80))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_can_not_be_locked(tmp_path: Path) -> None:
    (tmp_path / LOCK).mkdir()
    with pytest.raises(InputError) as refused, locked(tmp_path):
        raise AssertionError("it was let in")
    assert (refused.value.code, str(tmp_path) in refused.value.message("pt")) == ("folder_unlockable", True)
    with locked(tmp_path / "missing"):  # Nothing to lock: the command that reads it reports the error.
        pass


@pytest.mark.slow
def test_entries_of_two_terminals_get_numbers_of_their_own(folder: Path) -> None:
    for name in ("x", "y"):
        (folder.parent / f"{name}.csv").write_text(
            "".join(f"Dupla {name}{number};Ana {name}{number};Rui {name}{number}\n" for number in range(3)), "utf-8"
        )
    ran = at_once(*(("tournament", "enter", folder, folder.parent / f"{name}.csv") for name in ("x", "y")))
    assert [(each.status, each.err) for each in ran] == [(0, "")] * 2
    log = load_log((folder / "events.jsonl").read_bytes())
    numbers = [each.event.side for each in log if isinstance(each.event, SideRegistered)]
    assert numbers == list(range(1, SIDES + 7))
