"""Saving, resuming, undoing: the file has every action that was shown, and a resumed match continues exactly there."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from rich.console import Console

from canastra import bots
from canastra.cli.language import Language
from canastra.cli.local.match import LocalMatch, LocalTerms, new_match, resume_match
from canastra.cli.local.match_file import load_match, new_file, resume_command, save
from canastra.cli.play import run_play
from canastra.cli.play_options import PlayOptions
from canastra.cli.ui.pages import match_page
from canastra.cli.ui.terminal import Terminal
from canastra.engine import parse_action
from canastra.messages import number_text
from canastra.records import parse, read_file, redact, replay, write
from canastra.rulebooks import OFFICIAL, official
from canastra.table import RefusalError
from tests.cli.running import canastra
from tests.samples import sample

NAMES = ("Ana", "Bruno", "Clara", "Davi")


def started(rulebook_id: str, seed: int = 5) -> LocalMatch:
    rulebook = official(rulebook_id)
    session = new_match(rulebook, NAMES[: rulebook.table.players], seed)
    session.deal(None)
    return session


def reread(session: LocalMatch) -> LocalMatch:
    return resume_match(parse(write(session.record())))


def now(session: LocalMatch) -> object:
    """Return the deal in progress, with the moves that can be undone, and the narration."""
    return session.table.deal, session.narrator.log


def undone(session: LocalMatch) -> bool:
    """Undo the last meld. Return whether it was possible."""
    try:
        session.undo()
    except RefusalError:
        return False
    return True


def step(session: LocalMatch) -> None:
    """Do one action of the seat to act; greedy plays for the person too."""
    seat = session.table.to_act
    assert seat is not None
    session.play(bots.make("greedy", 1 if seat == 0 else session.seats.seeds[seat]).choose(session.view(seat)))


@pytest.mark.parametrize("rulebook_id", sample(OFFICIAL, 2))
def test_a_save_at_every_action_is_the_same_match(rulebook_id: str) -> None:
    session = started(rulebook_id)
    while session.table.deal:
        again = reread(session)
        assert now(again) == now(session)
        assert again.narrator.fresh(again.state) == session.narrator.fresh(session.state)
        assert again.seats == session.seats
        step(session)
    again = reread(session)
    assert again.results == session.results
    assert again.match == session.match


def test_after_a_resume_everything_goes_on_as_it_would_have() -> None:
    one = started("buraco")
    for _ in range(30):
        step(one)
    two = reread(one)
    for session in (one, two):
        while session.table.deal:
            step(session)
    for session in (one, two):
        session.deal(None)
    assert write(one.record()) == write(two.record())


def own_turn(rulebook_id: str = "buraco", seed: int = 5) -> LocalMatch:
    session = started(rulebook_id, seed)
    while session.table.to_act != session.seats.person:
        step(session)
    return session


def test_undo_goes_back_to_the_last_card_seen() -> None:
    session = own_turn()
    session.play(parse_action("draw"))
    assert not undone(session)
    drawn = now(session)
    meld = next(action for action in session.view().legal if str(action).startswith("meld"))
    session.play(meld)
    melded = now(session)
    session.play(session.view().legal[0]) if str(session.view().legal[0]).startswith(("meld", "lay")) else None
    while now(session) != melded:
        assert undone(session)
    assert undone(session)
    assert now(session) == drawn
    assert not undone(session)
    assert str(meld) not in write(session.record())


def test_a_discard_and_a_pile_taken_stay() -> None:
    session = own_turn()
    session.play(parse_action("draw"))
    discard = next(action for action in session.view().legal if str(action).startswith("discard"))
    session.play(discard)
    assert not undone(session)
    while session.table.to_act != session.seats.person:
        step(session)
    session.play(parse_action("take"))
    assert not undone(session)


def test_new_cards_are_marked() -> None:
    session = own_turn()
    assert session.narrator.fresh(session.state) == ()
    assert session.table.state
    top = session.table.state.stock[0]
    session.play(parse_action("draw"))
    assert session.narrator.fresh(session.state) == (top,)


def test_the_seed_decides_everything() -> None:
    assert write(started("tranca", 3).record()) == write(started("tranca", 3).record())
    assert write(started("tranca", 3).record()) != write(started("tranca", 4).record())


def test_without_a_seed_no_two_matches_are_alike() -> None:
    piles = []
    for _ in range(2):
        session = new_match(official("buraco"), NAMES, None)
        session.deal(50)
        piles.append(session.record().deals[0].piles)
    assert piles[0] != piles[1]


def test_who_cuts() -> None:
    for rulebook_id, expected in (("canastra-regional", 3), ("tranca", 1)):
        session = new_match(official(rulebook_id), NAMES, 1)
        assert session.cutter == (session.match.dealer + expected) % 4


def test_a_save_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.canastra"
    save(file, "one")

    def fail(handle: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        save(file, "two")
    assert file.read_text("utf-8") == "one"
    assert [path.name for path in tmp_path.iterdir()] == ["a.canastra"]


def test_new_files_have_new_names(tmp_path: Path) -> None:
    first = new_file(tmp_path)
    first.touch()
    assert new_file(tmp_path) != first
    assert first.name.startswith("canastra-")
    assert first.suffix == ".canastra"


def test_the_resume_command_can_be_pasted() -> None:
    assert resume_command(Path("a b.canastra"), "buraco", "en") == "canastra play --resume 'a b.canastra' --lang en"


def play(lines: str, monkeypatch: pytest.MonkeyPatch, options: PlayOptions) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return run_play(options, Language.PT)


def options(file: Path | None = None, resume: Path | None = None, rulebook: str = "buraco") -> PlayOptions:
    return PlayOptions(rulebook=rulebook, name="Ana", seed=5, level="greedy", file=file, resume=resume)


def test_a_piped_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.canastra"
    assert play("c\nd ZZ\nplacar\nregras\nbater\nb AS AH AD\nu\n1\n?\n1\nsair\n", monkeypatch, options(file)) == 0
    out = capsys.readouterr().out
    assert "Não dá: " in out
    assert "(Art." in out
    assert '"ZZ" não é uma carta' in out
    assert "Não há o que desfazer" in out
    assert "peça antes a lista" in out
    assert "o placar está em 0" in out
    assert f"canastra play --resume {file}" in out
    assert "\x1b" not in out
    replay(read_file(file))
    assert play("", monkeypatch, options(resume=file)) == 0
    assert "A partida continua" in capsys.readouterr().out


def test_an_existing_file_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.canastra"
    file.write_text("mine", "utf-8")
    assert play("", monkeypatch, options(file)) == 2
    assert "já existe" in capsys.readouterr().err
    assert file.read_text("utf-8") == "mine"


def test_a_file_that_is_there_is_not_overwritten_by_a_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = tmp_path / "a.canastra", tmp_path / "b.canastra"
    save(one, write(own_turn().record()))
    other.write_text("mine", "utf-8")
    assert play("", monkeypatch, options(other, resume=one)) == 2
    assert "já existe" in capsys.readouterr().err
    assert other.read_text("utf-8") == "mine"


def test_two_at_the_same_file_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("a.canastra")
    save(file, write(own_turn().record()))
    lines = iter(["c", "sair"])

    def ask(*_: object) -> str:
        save(file, "other")  # The other side plays on while this one waits for a line.
        return next(lines)

    monkeypatch.setattr(Terminal, "ask", ask)
    assert run_play(options(resume=file), Language.PT) == 0
    out = capsys.readouterr().out
    assert file.read_text("utf-8") == "other"
    (moved,) = (each.name for each in tmp_path.iterdir() if each.name != file.name)
    assert f"fica como está. Esta partida segue em {moved}." in " ".join(out.split())
    assert f"canastra play --resume {moved}" in out
    assert "draw" in Path(moved).read_text("utf-8").splitlines()[-2]


def test_a_folder_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none" / "a.canastra"
    assert play("n\n", monkeypatch, options(file)) == 1
    assert "Não foi possível salvar" in capsys.readouterr().out
    assert play("s\nc\n", monkeypatch, options(file)) == 0
    out = capsys.readouterr().out
    assert "SUAS CARTAS" in out
    assert "A partida não foi salva." in out
    assert "--resume" not in out


def test_an_unknown_rulebook(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("", monkeypatch, options(rulebook="pife")) == 2
    assert "pife" in capsys.readouterr().err


def finished(rulebook_id: str) -> LocalMatch:
    session = started(rulebook_id)
    while not session.match.finished:
        if session.table.deal is None:
            session.deal(None)
        while session.table.deal:
            step(session)
    return session


def test_a_finished_match_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.canastra"
    save(file, write(finished("canastra-duelo").record()))
    assert play("n\n", monkeypatch, options(resume=file)) == 0
    out = capsys.readouterr().out
    assert "Vitória" in out
    assert "Outra partida?" in out


def test_records_that_cannot_be_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.canastra"
    session = own_turn()
    session.play(parse_action("draw"))
    good = write(session.record())
    for text, status, words in (
        ("format = 3", 2, ":1: "),
        (write(redact(replay(parse(good)), 0)), 2, "esconde cartas"),
        (good.replace(": draw ", ": take, draw ", 1), 1, "take"),
    ):
        save(file, text)
        assert play("", monkeypatch, options(resume=file)) == status
        assert words in capsys.readouterr().err
    assert play("", monkeypatch, options(resume=tmp_path / "none.canastra")) == 2


def test_a_record_made_elsewhere_is_played_on(tmp_path: Path) -> None:
    session = own_turn()
    file = tmp_path / "a.canastra"
    text = "\n".join(line for line in write(session.record()).split("\n") if not line.startswith("x ="))
    save(file, text.replace('"Ana"', '"Zé"') + "\n")
    again = resume_match(load_match(file, "buraco"))
    assert again.names[0] == "Zé"
    assert again.seats.person == 0
    assert again.table.state == session.table.state


@pytest.mark.parametrize(
    "x", ["{ play = 3 }", "{ play = { person = 9, bots = [1], seeds = 'a' } }", "{ play = {}, mine = [1] }"]
)
def test_a_strange_table_x_does_no_harm(x: str) -> None:
    session = own_turn()
    lines = [f"x = {x}" if line.startswith("x =") else line for line in write(session.record()).split("\n")]
    again = resume_match(parse("\n".join(lines)))
    assert again.seats.person == 0
    assert again.table.state == session.table.state
    assert "mine" not in x or (again.record().x or {})["mine"] == [1]


def test_a_finished_match_does_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.canastra"
    session = finished("canastra-duelo")
    save(file, write(session.record()))
    assert play("n\n", monkeypatch, options(resume=file)) == 0
    out = capsys.readouterr().out
    assert "Esta partida já terminou." in out
    assert "continua" not in out


def test_the_score_sheet_has_a_total_for_each_deal() -> None:
    session = finished("tranca")
    console = Console(width=80, file=io.StringIO(), record=True)
    for part in match_page(session.results, session.state, "pt"):
        console.print(part)
    totals = [line for line in console.export_text().splitlines() if "total da mão" in line]
    assert len(totals) == len(session.results) > 1


def test_the_winners_of_a_replay(tmp_path: Path) -> None:
    for rulebook_id, words in (("tranca", " venceram a partida: "), ("canastra-duelo", " venceu a partida: ")):
        session = finished(rulebook_id)
        file = tmp_path / f"{rulebook_id}.canastra"
        save(file, write(session.record()))
        last = canastra("replay", file, "--lang", "pt").out.splitlines()[-1]
        won, lost = sorted((points or 0 for points in session.match.points), reverse=True)
        assert last.endswith(f"{words}{number_text(won, 'pt')} a {number_text(lost, 'pt')}.")


def test_long_pages_pause_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    terminal.interactive = True
    written = io.StringIO()
    monkeypatch.setattr(terminal, "console", Console(file=written, width=50, height=24))
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return "q" if len(asked) == 2 else ""

    monkeypatch.setattr(terminal, "ask", ask)
    terminal.pages([[f"line {number}" for number in range(100)]], "more")
    assert len(asked) == 2
    assert written.getvalue().count("\n") == 44
    terminal.pages([["a"], ["b"]], "more")
    assert len(asked) == 2


def test_in_curinguinha_a_play_stands_unless_the_match_allows_it() -> None:
    session = new_match(official("canastra-curinguinha"), NAMES, 3)
    assert not session.table.settings.undo
    assert "undo" not in (session.record().x or {})["play"]
    allowed = new_match(official("canastra-curinguinha"), NAMES, 3, terms=LocalTerms(undo=True))
    assert resume_match(allowed.record()).table.settings.undo
    assert new_match(official("buraco"), NAMES, 3).table.settings.undo
