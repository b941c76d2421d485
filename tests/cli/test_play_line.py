"""A typed line and the screen's answer: lines of several moves, questions, undoing, the list of moves."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from canastra import bots
from canastra.cards import parse_cards
from canastra.cli.local.game import Game
from canastra.cli.local.match import LocalMatch, new_match
from canastra.cli.local.match_file import MatchFile
from canastra.cli.ui.narration import Narrator
from canastra.cli.ui.terminal import ClosedError, Terminal
from canastra.engine import Phase, State, parse_action
from canastra.rulebooks import official
from tests.drawing import table as drawn

NAMES = ("Ana", "Bruno", "Clara", "Davi")
Played = Callable[..., str]


def session_at(state: State) -> LocalMatch:
    """Return a session whose deal has come to a drawn position."""
    rulebook = state.lookup.rulebook
    session = new_match(rulebook, NAMES[: rulebook.table.players], 5)
    session.deal(None)
    assert session.table.deal is not None
    # A record's turns count from the first.
    deal = structs.replace(session.table.deal, state=state._replace(turn=1), turns=(), undoable=())
    session.table = structs.replace(session.table, deal=deal)
    session.call_person("Ana")  # Shows the table anew.
    session.narrator = Narrator(rulebook.canastas)
    return session


def _to_the_end(game: Game) -> None:
    while True:
        game._step()


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Played:
    """Return a function that types lines in a position and returns the output, with one space for every gap."""

    def play(state: State, *lines: str, lang: str = "pt") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        game = Game(session_at(state), Terminal(), MatchFile(tmp_path / "a.canastra", "buraco", lang), lang)
        monkeypatch.setattr(game, "save", lambda: None)
        with pytest.raises(ClosedError):
            _to_the_end(game)
        return " ".join(capsys.readouterr().out.split())

    return play


def hand(cards: str, phase: Phase = Phase.PLAY, rulebook: str = "buraco", **more: object) -> State:
    return drawn(rulebook, cards, phase=phase, **more).state  # type: ignore[arg-type]


def test_a_line_that_is_stopped(played: Played) -> None:
    state = hand("4H 5H 6H 9C KD QC", Phase.DRAW)
    out = played(state, "c, b 4H 5H KD, d KD")
    _, last = out.split("Ana comprou")
    assert last.index("SUAS CARTAS") < last.index("Feito: c. Recusado: b 4H 5H KD. Não dá: ")
    assert last.index("Não dá: ") < last.index("Não tentado: d KD.")


def test_a_line_after_the_end_of_the_turn(played: Played) -> None:
    out = played(hand("4H 5H 6H 9C KD QC"), "d KD, b 4H 5H 6H")
    assert "Feito: d KD. A vez terminou: o resto da linha não foi jogado. Não tentado: b 4H 5H 6H." in out
    assert out.rindex("Feito") > out.rindex("SUAS CARTAS")


def test_a_list_in_a_line_stands_below_the_table(played: Played) -> None:
    out = played(hand("4H 5H 6H 9C KD QC", Phase.DRAW), "c, ?")
    assert out.rindex("SUAS CARTAS") < out.index("baixar 4♥ 5♥ 6♥")
    assert "baixar 4♥ 5♥ 6♥ b 4H 5H 6H" in out
    assert out.count("SUAS CARTAS") == 2


def test_the_hint_on_bigger_melds_only_where_one_can_be_laid(played: Played) -> None:
    assert "Jogos maiores" not in played(hand("4H 5H 6H 9C", Phase.DRAW), "?")
    assert "Jogos maiores" in played(hand("4H 5H 6H 9C"), "?")


def test_the_short_forms_of_the_language(played: Played) -> None:
    state = hand("2S 9C KD", ours=["4H 5H 6H"])
    assert "e 1 2S baixa" in played(state, "?")
    assert "lay 1 2S low" in played(state, "?", lang="en")


def test_copas_typed_as_c(played: Played) -> None:
    state = hand("7H 9C KD QS")
    out = played(state, "d 7C", "sim")
    assert "Você quis dizer 7♥? C é paus" in out
    assert "SUAS CARTAS 3 Q♠ K♦ 9♣" in out
    assert "Você quis dizer" not in played(state, "d 9C")
    assert "Você quis dizer" not in played(state, "d 7P")
    assert "Did you mean" not in played(state, "d 7C", lang="en")
    assert "não há pergunta" in played(state, "d 7C", "mesa", "sim")


def test_the_end_of_the_wild_is_answered_with_one_word(played: Played) -> None:
    state = hand("2S 9C KD QS", ours=["4H 5H 6H"])
    out = played(state, "e 2S", "alta")
    assert "Responda baixa ou alta" in out
    assert "1) 4♥ 5♥ 6♥ 2♠=7" in out
    assert "não há pergunta" in played(state, "alta")


def test_an_order_is_answered_with_one_word(played: Played) -> None:
    assert "1) 2♠=4 5♥ 6♥" in played(hand("5H 6H 2S 9C KD"), "b 6H 2S 5H", "baixa")


def test_a_withdrawal_is_final_and_leaves_a_discard(played: Played) -> None:
    state = hand("4H 5H 6H 9C KD", rulebook="canastra-regional", opening=(0, -1))
    out = played(state, "b 4H 5H 6H", "recolher", "u")
    assert "agora só resta descartar (d)" in out
    assert "recolher a abertura é definitivo" in out
    assert "recolheu" not in played(state, "b 4H 5H 6H", "u")


def test_why_nothing_is_undone(played: Played) -> None:
    state = hand("4H 5H 6H 9C KD", Phase.DRAW, pile="9H QS")
    assert "você ainda não jogou nesta vez" in played(state, "u")
    assert "pegar o lixo é definitivo" in played(state, "l", "u")
    assert "depois de ver uma carta" in played(state, "c", "u")


def test_moves_of_a_card(played: Played) -> None:
    state = hand("4H 5H 6H 9C KD", Phase.DRAW)
    assert "Primeiro compre; depois veja as jogadas com 4♥" in played(state, "? 4h")
    assert "Não está entre as suas cartas: 7♥" in played(state, "? 7h")
    assert "Não está entre as suas cartas: 7♥" in played(hand("4H 5H 6H 9C KD"), "? 7h 4h")


def test_the_last_card_of_the_stock(played: Played) -> None:
    stock = parse_cards("3C")
    assert "a mão acaba no fim desta vez" in played(
        hand("4H 5H KD", Phase.DRAW, "canastra-regional", stock=stock, mortos=()), "c"
    )
    assert "só se pode pegar o lixo" in played(hand("4H 5H KD", Phase.DRAW, stock=stock, mortos=()), "c")
    assert "no fim desta vez um morto vira o monte" in played(hand("4H 5H KD", Phase.DRAW, stock=stock), "c")


def test_a_morto_that_becomes_the_stock_is_told() -> None:
    session = session_at(hand("4H 5H KD", Phase.DRAW, stock=parse_cards("3C")))
    session.play(parse_action("draw"))
    session.play(parse_action("discard KD"))
    told = session.narrator.log[-1]
    assert (told.turn, told.seat, told.events) == (2, 1, (("did_morto_stock", ()),))
    session.play(bots.make("greedy", 1).choose(session.view(1)))
    assert [line.turn for line in session.narrator.log] == [1, 2]
    taken = session_at(hand("4H", ours=["AS 2S 3S 4S 5S 6S 7S"]))
    taken.play(parse_action("discard 4H"))
    assert "did_morto_stock" not in str(taken.narrator.log)


def test_going_out_is_told() -> None:
    session = session_at(hand("4H", rulebook="canastra-duelo", has_morto=(True, False), mortos=()))
    session.play(parse_action("discard 4H"))
    assert session.table.deal is None
    assert [code for code, _ in session.narrator.log[-1].events] == ["did_discard", "did_go_out"]


def test_a_royal_canasta_is_told() -> None:
    meld = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    session = session_at(hand("AH 4S 5S", rulebook="canastra-duelo", ours=[meld]))
    session.play(parse_action("lay 1 AH"))
    told = [code for code, _ in session.narrator.log[-1].events]
    assert told == ["did_lay", "did_canasta_royal"]


def test_the_cut_may_be_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_match(official("buraco"), NAMES, 5)
    game = Game(session, Terminal(), MatchFile(tmp_path / "a.canastra", "buraco", "pt"), "pt")
    lines = iter(["?", "xyz", "ajuda", "0", "7"])
    monkeypatch.setattr(game.terminal, "ask", lambda prompt: next(lines))
    assert game._cut() == 7


def test_a_hint_is_followed_with_yes(played: Played) -> None:
    state = hand("4H 5H 6H 9C KD QC")
    out = played(state, "dica", "sim")
    assert "Baixe 4♥ 5♥ 6♥: 30 pontos na mesa. (" in out
    assert "responda sim (ou digite b 4H 5H 6H)" in out
    assert "1) 4♥ 5♥ 6♥" in out.split("responda sim")[1]
    assert "answer yes (or type m 4H 5H 6H)." in played(state, "hint", lang="en")
    assert "não há pergunta" in played(state, "dica", "mesa", "sim")
    assert "Compre do monte" in played(hand("4H 5H 6H 9C KD QC", Phase.DRAW), "dica")
