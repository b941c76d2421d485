"""`canastra play --best-of`: matches of an encounter, each in a file of its own, until one side can't be caught."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pexpect
import pytest
from msgspec import structs

from canastra import bots
from canastra.cli.local.encounter import best_of_record, next_file, next_match
from canastra.cli.local.match import LocalMatch, LocalTerms, new_match, resume_match
from canastra.cli.ui.pages import encounter_line
from canastra.engine import Encounter
from canastra.records import EncounterRecord, Record, Seats, read_file, replay, write
from canastra.rulebooks import official
from canastra.table.events import MatchEnded
from tests.cli.running import canastra

DUEL = official("canastra-duelo")


def play_on(session: LocalMatch) -> LocalMatch:
    """Play to the end of the match; greedy plays for the person too."""
    while not session.match.finished:
        if session.table.deal is None:
            session.deal(None)
        seat = session.table.to_act or 0
        session.play(bots.make("greedy", seat).choose(session.view(seat)))
    return session


def played(before: Encounter, seed: int = 5) -> LocalMatch:
    encounter = EncounterRecord(before, "a")
    return play_on(new_match(DUEL, ("Jogador", "Bruno"), seed, terms=LocalTerms(encounter)))


def saved(path: Path, record: Record) -> Path:
    path.write_text(write(record), "utf-8")
    return path


@pytest.fixture(scope="module")
def first() -> LocalMatch:
    """The first match of three."""
    return played(Encounter(3))


def test_the_next_match_is_offered_and_begun(tmp_path: Path, first: LocalMatch) -> None:
    path = saved(tmp_path / "a.canastra", first.record())
    before = path.read_bytes()
    stopped = canastra("play", "--resume", path, stdin=b"placar\nc\nsair\n")
    assert "Enter: partida 2 do confronto" in stopped.out
    assert "Entre as partidas valem só Enter" in stopped.out
    assert "O confronto está salvo. Para continuar:" in stopped.out
    assert f"canastra play --resume {path}" in stopped.out
    assert list(tmp_path.iterdir()) == [path]
    won = first.match.winner
    ran = canastra("play", "--resume", path, stdin=b"\n\nc\n")
    assert f"Confronto, melhor de 3: {'1 a 0' if won == 0 else '0 a 1'} em partidas." in ran.out
    assert "Confronto, melhor de 3: partida 2, " in ran.out
    assert "Você tira " in ran.out
    assert path.read_bytes() == before
    second = read_file(tmp_path / "a-2.canastra")
    assert second.encounter == EncounterRecord(Encounter(3).add(won), "a")
    assert second.players == ("Jogador", "Bruno")
    assert second.deals[0].draw is not None
    assert second.deals[0].turns
    assert resume_match(second).seats.seed == 6


def test_a_next_match_that_has_begun_goes_on(tmp_path: Path, first: LocalMatch) -> None:
    path = saved(tmp_path / "a.canastra", first.record())
    canastra("play", "--resume", path, stdin=b"\n\nc\n")
    begun = read_file(tmp_path / "a-2.canastra").deals[0]
    again = canastra("play", "--resume", path, stdin=b"\n")
    assert "A partida continua" in again.out
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a-2.canastra", "a.canastra"]
    assert read_file(tmp_path / "a-2.canastra").deals[0].piles == begun.piles
    assert "partida 2, " in canastra("play", "--resume", tmp_path / "a-2.canastra").out


def test_a_file_of_another_match_is_left_alone(tmp_path: Path, first: LocalMatch) -> None:
    path = saved(tmp_path / "a.canastra", first.record())
    other = tmp_path / "a-2.canastra"
    strange = replace(first.record(), encounter=EncounterRecord(Encounter(3, won=(1, 0)), "b"))
    for content in ("mine", write(strange)):
        other.write_text(content, "utf-8")
        found, begun = next_file(path, first, "buraco")
        assert found not in {path, other}
        assert not begun
        canastra("play", "--resume", path, stdin=b"\n\nc\n")
        assert other.read_text("utf-8") == content


def test_the_names_of_the_files(tmp_path: Path) -> None:
    last = played(Encounter(5, won=(1, 0)))
    for name, expected in (("a-2.canastra", "a-3.canastra"), ("a.canastra", "a-3.canastra"), ("a-2", "a-3")):
        assert next_file(tmp_path / name, last, "buraco") == (tmp_path / expected, False)
    assert best_of_record(3, Path("a.canastra")) == EncounterRecord(Encounter(3), "a")
    assert best_of_record(3, Path("\udcff.canastra")).id is None


def test_an_encounter_that_is_over(tmp_path: Path, first: LocalMatch) -> None:
    won = first.match.winner
    assert won is not None
    over = played(Encounter(3, won=(1, 1)))
    path = saved(tmp_path / "a-3.canastra", over.record())
    ran = canastra("play", "--resume", path, stdin=b"n\n")
    words = "Você venceu o confronto por 2 a 1." if over.match.winner == 0 else "Bruno venceu o confronto por 2 a 1."
    assert words in ran.out
    assert "Outro confronto?" in ran.out
    assert "Enter: partida" not in ran.out
    english = canastra("play", "--resume", path, "--lang", "en", stdin=b"n\n").out
    assert "won the encounter, 2 to 1." in english
    early = played(Encounter(3).add(won))
    assert early.match.winner == won
    assert encounter_line(early.state, "pt") in {
        "Jogador venceu o confronto por 2 a 0.",
        "Bruno venceu o confronto por 2 a 0.",
    }


def test_another_encounter_after_one(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.canastra", played(Encounter(1)).record())
    canastra("play", "--resume", path, stdin=b"s\n\nc\n")
    (new,) = (each for each in tmp_path.iterdir() if each != path)
    part = read_file(new).encounter
    assert part is not None
    assert (part.before, part.id) == (Encounter(1), new.stem)


def standing(session: LocalMatch, winner: int | None, lang: str) -> str | None:
    """Return the line about the encounter after this match, won by a side or by neither."""
    ended = replace(session.match, finished=True, winner=winner)
    session.table = structs.replace(session.table, match=ended, result=MatchEnded(0, "played", winner))
    session.call_person("Ana")
    return encounter_line(session.state, lang)


def test_the_pair_that_won() -> None:
    record = Record(official("buraco"), ("Ana", "Bruno", "Clara", "Davi"), seats=Seats.LOT)
    session = new_match(record.rulebook, record.players, 5, terms=LocalTerms(EncounterRecord(Encounter(3, won=(0, 1)))))
    session.base = replace(session.base, seats=Seats.LOT)
    assert standing(session, 1, "pt") == "Bruno e Davi venceram o confronto por 2 a 0."
    assert standing(session, None, "en") == "Encounter, best of 3: 0 to 1 in matches."
    standing(session, 0, "pt")
    following = next_match(session)
    assert following.base.seats is Seats.LOT
    assert following.base.encounter == EncounterRecord(Encounter(3, won=(1, 1)))


def test_best_of_is_odd() -> None:
    for wrong in ("0", "2", "101", "-1"):
        ran = canastra("play", "--best-of", wrong)
        assert ran.status == 2
        assert f"número ímpar de 1 a 99, não {wrong}" in ran.err
    online = canastra("play", "--server", "http://localhost:1", "--best-of", "2")
    assert online.status == 2
    assert "número ímpar de 1 a 99, não 2" in online.err


def test_a_resumed_match_keeps_its_encounter(tmp_path: Path) -> None:
    path = tmp_path / "a.canastra"
    begun = canastra("play", "--file", path, "--best-of", "3", "--level", "greedy", "--seed", "5", stdin=b"\n")
    assert "Confronto, melhor de 3: partida 1, 0 a 0 até aqui." in begun.out
    assert read_file(path).encounter == EncounterRecord(Encounter(3), "a")
    assert "Sem efeito" not in canastra("play", "--resume", path, "--best-of", "3").out
    assert "Sem efeito numa partida já começada: --best-of." in canastra("play", "--resume", path, "--best-of", "5").out
    assert read_file(path).encounter == EncounterRecord(Encounter(3), "a")


def test_an_encounter_at_a_terminal(tmp_path: Path, first: LocalMatch) -> None:
    path = saved(tmp_path / "a.canastra", first.record())
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    command = ["-c", "from canastra.cli.main import main; main()", "play", "--lang", "pt", "--resume", str(path)]
    child = pexpect.spawn(sys.executable, command, encoding="utf-8", dimensions=(40, 80), env=environment, timeout=90)
    child.expect("Enter: partida 2 do confronto")
    child.sendline("")
    child.expect("partida 2, ")
    child.expect(["SUAS CARTAS", "Você corta"])
    child.expect("> ")  # After this message, the command reads a line.
    child.sendintr()
    child.expect("Para continuar")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert replay(read_file(tmp_path / "a-2.canastra")).record.encounter is not None
