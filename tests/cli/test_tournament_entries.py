"""`canastra tournament enter` and `remove`: the table is shown before a side enters."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest

from canastra.tournament import load_log
from canastra.tournament.events import SideRegistered, SideRemoved
from tests.cli.running import Ran, canastra, environment

PAIRS = "Dupla;Jogador 1;Jogador 2;Clube;Fone\nZé e Ítalo;Zé;Ítalo;São José;99999-0000\nAna e Rui;Ana;Rui;AABB;\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament without entries."""
    monkeypatch.chdir(tmp_path)
    for arguments in (["new", "s", "--example", "club-rounds"], ["adopt", "s"]):
        assert tournament(*arguments).status == 0
    return tmp_path / "s"


def tournament(*arguments: str | Path) -> Ran:
    return canastra("tournament", *arguments)


def entered(folder: Path) -> dict[int, str]:
    """Return all entries ever made, by their numbers."""
    log = load_log((folder / "events.jsonl").read_bytes())
    return {each.event.side: each.event.name for each in log if isinstance(each.event, SideRegistered)}


@pytest.mark.parametrize(("encoding", "said"), [("utf-8", "UTF-8"), ("cp1252", "Windows-1252"), ("utf-16", "UTF-16")])
def test_without_a_terminal_it_says_what_it_read_and_enters(folder: Path, encoding: str, said: str) -> None:
    Path("d.csv").write_bytes(PAIRS.encode(encoding))
    ran = tournament("enter", folder, "d.csv")
    assert (ran.status, ran.err) == (0, "")
    for line in (said, "linha 1", "Dupla: nome", "Jogador 2: jogador", "Clube: clube", "Fone: -", "novas: 2"):
        assert line in ran.out
    assert ("confira os acentos" in ran.out) == (encoding == "cp1252")
    assert entered(folder) == {1: "Zé e Ítalo", 2: "Ana e Rui"}


def test_headings_that_say_nothing_are_refused_and_may_be_explained(folder: Path) -> None:
    Path("d.csv").write_text("Dupla;Fulano;Beltrano\nA;Rui;Bia\n", "utf-8")
    ran = tournament("enter", folder, "d.csv")
    assert (ran.status, "Fulano" in ran.err, "--columns" in ran.err) == (2, True, True)
    assert entered(folder) == {}
    assert tournament("enter", folder, "d.csv", "--columns", "nome, jogador 1, jogador 2").status == 0
    assert entered(folder) == {1: "A"}
    Path("e.csv").write_text("Casal;Ele;Ela\nB;Leo;Eva\n", "utf-8")
    assert tournament("enter", folder, "e.csv", "--headings", "1", "--columns", "name,player,player").status == 0
    assert entered(folder) == {1: "A", 2: "B"}
    ran = tournament("enter", folder, "e.csv", "--columns", "casa")
    assert (ran.status, "casa" in ran.err, "jogador" in ran.err) == (2, True, True)


def test_lines_that_make_no_entry_are_named_and_may_be_left_out(folder: Path) -> None:
    Path("d.csv").write_text(PAIRS + "ana E rui;Eva;Ivo\nX;Só\nY;Bia;Zé\n", "utf-8")
    ran = tournament("enter", folder, "d.csv")
    assert ran.status == 2
    assert [each in ran.err for each in ("linha 4: ", "linha 5: ", "2 linha(s)", "--skip")] == [True] * 4
    assert entered(folder) == {}
    ran = tournament("enter", folder, "d.csv", "--skip")
    assert (ran.status, "linha 4" in ran.err, "linha 6: Zé está também na linha 2" in ran.out) == (0, True, True)
    assert entered(folder) == {1: "Zé e Ítalo", 2: "Ana e Rui", 3: "Y"}
    # The same table again: all pairs are registered, so no line is left.
    assert tournament("enter", folder, "d.csv", "--skip").status == 2


def test_a_player_who_is_typed_and_plays_elsewhere_is_noticed(folder: Path) -> None:
    assert tournament("enter", folder, "--players", "José, Rui", "--name", "A").out.startswith("Inscrições novas")
    ran = tournament("enter", folder, "--players", " jose , Eva")
    assert (ran.status, ran.out.startswith("jose já joga na inscrição 1")) == (0, True)
    assert entered(folder) == {1: "A", 2: "jose / Eva"}


def test_names_are_kept_in_one_spelling_and_checked(folder: Path) -> None:
    assert tournament("enter", folder, "--players", "Jose\u0301, Ana\u00a0 Lia\u200b").status == 0
    assert entered(folder) == {1: "José / Ana Lia"}
    ran = tournament("enter", folder, "--players", "A, B", "--name", "JOSÉ  /  ana lia")
    assert (ran.status, "já é o nome da inscrição 1" in ran.err) == (2, True)
    ran = tournament("enter", folder, "--players", "\u3164, B")
    assert (ran.status, "U+3164" in ran.err) == (2, True)
    assert tournament("correct", folder, "1", "--name", " Os  Jose\u0301s", "--reason", "pediram").status == 0
    assert "Os Josés" in (folder / "events.jsonl").read_text("utf-8")
    long = "Ana Maria Aparecida dos Santos Figueiredo, Rui Augusto de Vasconcelos e Albuquerque Neto"
    assert tournament("enter", folder, "--players", long).status == 0
    assert entered(folder)[2] == "Ana Figueiredo / Rui Neto"


def test_an_entry_by_mistake_is_removed_and_its_number_is_not_given_again(folder: Path) -> None:
    for players in ("Dupla, Jogador", "Ana, Rui"):
        tournament("enter", folder, "--players", players)
    tournament("check-in", folder, "1")
    ran = tournament("remove", folder, "2")
    assert (ran.status, "Ana / Rui" in ran.out, "ao todo: 1" in ran.out) == (0, True, True)
    assert tournament("remove", folder, "1").status == 0
    assert tournament("remove", folder, "1").status == 2
    tournament("enter", folder, "--players", "Ana, Rui")
    assert entered(folder)[3] == "Ana / Rui"
    log = load_log((folder / "events.jsonl").read_bytes())
    line = next(each.line for each in log if isinstance(each.event, SideRemoved) and each.event.side == 1)
    assert tournament("revoke", folder, str(line), "--reason", "era mesmo").status == 0
    assert tournament("check-in", folder).out == "Presentes: 2 de 2.\n"
    assert tournament("check", folder).status == 0


def test_who_is_in_the_draw_is_withdrawn_and_not_removed(folder: Path) -> None:
    Path("d.csv").write_text("".join(f"D{n};Ana {n};Rui {n}\n" for n in range(12)), "utf-8")
    for name, *arguments in (("enter", "d.csv"), ("check-in",), ("draw", "--seed", "x")):
        assert tournament(name, folder, *arguments).status == 0
    ran = tournament("remove", folder, "3")
    assert (ran.status, "retirado" in ran.err) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "names"), [("s", ["Ana e Rui", "Zé e Ítalo"]), ("", [])])
def test_at_a_terminal_it_asks(folder: Path, answer: str, names: list[str]) -> None:
    Path("d.csv").write_text(PAIRS + "X;Só\n", "utf-8")
    code = "from canastra.cli.main import main; main()"
    child = pexpect.spawn(
        sys.executable,
        ["-c", code, "tournament", "enter", str(folder), "d.csv"],
        env=environment(TERM="xterm"),
        encoding="utf-8",
        timeout=120,
    )
    child.expect("Zé e Ítalo")
    child.expect(r"Inscrever 2, e deixar de fora 1 linha\(s\)\? \[s/N\]")
    assert entered(folder) == {}
    child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == (0 if names else 2)
    assert sorted(entered(folder).values()) == names
