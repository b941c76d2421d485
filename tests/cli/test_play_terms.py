"""Terms and draws before the cards in `canastra play`: the draw of seats, the cut, the next dealer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from canastra import bots
from canastra.cards import Card
from canastra.cli.local.match import LocalMatch, LocalTerms, new_match, resume_match
from canastra.engine import NextDealer
from canastra.records import Seats, parse, read_file, replay, write
from canastra.rulebooks import official
from tests.cli.running import canastra

NAMES = ("Ana", "Bruno", "Clara", "Davi")


def reread(session: LocalMatch) -> LocalMatch:
    return resume_match(parse(write(session.record())))


def play_deal(session: LocalMatch) -> None:
    while session.table.deal:
        seat = session.table.to_act
        assert seat is not None
        session.play(bots.make("greedy", seat).choose(session.view(seat)))


def after_a_deal(rule: NextDealer, seed: int | None = 5) -> LocalMatch:
    session = new_match(official("buraco"), NAMES, seed, terms=LocalTerms(next_dealer=rule))
    session.deal(40)
    play_deal(session)
    return session


def test_the_draw_and_the_cut_are_in_the_record() -> None:
    session = new_match(official("buraco"), NAMES, 5)
    drawn = session.drawn
    session.deal(40)
    deal = reread(session).record().deals[0]
    assert deal.draw is not None
    assert [card for cards in deal.draw.rounds for card in cards] == [card for _, card in drawn]
    assert deal.draw.dealer == deal.dealer
    assert deal.cut is not None
    assert (deal.cut.seat, deal.cut.place) == (session.cutter, 40)


def test_a_draw_before_the_cut_is_kept_when_the_person_leaves() -> None:
    session = new_match(official("buraco"), NAMES, None)
    again = reread(session)
    assert (again.table.draw, again.match.dealer) == (session.table.draw, session.match.dealer)
    later = after_a_deal(NextDealer.DRAW, None)
    assert later.match.dealer_open
    assert reread(later).match.dealer_open
    later.draw_dealer()
    again = reread(later)
    assert (again.table.draw, again.match) == (later.table.draw, later.match)
    draw = later.table.draw
    again.deal(None)
    assert again.record().deals[1].draw == draw
    assert "draw" not in (again.record().x or {})["play"]


def test_a_draw_that_is_none_is_drawn_again() -> None:
    session = after_a_deal(NextDealer.DRAW)
    session.draw_dealer()
    record = session.record()
    for wrong in ([], ["KH"], 7, ["KH 3C 9D KS"]):
        play = {**(record.x or {})["play"], "draw": wrong}
        assert resume_match(replace(record, x={"play": play})).match.dealer_open


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_next_dealer_is_the_losers(seed: int) -> None:
    session = after_a_deal(NextDealer.LOSER, seed)
    one, two = (score["total"] for score in session.results[0]["scores"])
    assert one != two
    assert session.match.dealer % 2 == (0 if one < two else 1)
    again = reread(session)
    again.deal(None)
    assert len(replay(again.record()).deals) == 2


def test_a_deal_by_draw_goes_on_after_a_resume() -> None:
    session = after_a_deal(NextDealer.DRAW)
    session.draw_dealer()
    session.deal(None)
    again = reread(session)
    assert again.table.deal == session.table.deal
    assert again.match == session.match


def test_the_next_dealer_at_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.canastra"
    common = ("--level", "greedy", "--seed", "4")
    ran = canastra("play", "--file", path, "--next-dealer", "draw", *common, stdin=b"regras\n")
    assert "quem tira a carta mais" in ran.out
    record = read_file(path)
    assert record.next_dealer is NextDealer.DRAW
    again = canastra("play", "--resume", path, "--next-dealer", "loser")
    assert "Sem efeito numa partida já começada: --next-dealer." in again.out
    assert "Sem efeito" not in canastra("play", "--resume", path, "--next-dealer", "draw").out


def test_a_new_draw_is_shown_after_a_deal(tmp_path: Path) -> None:
    path = tmp_path / "a.canastra"
    path.write_text(write(after_a_deal(NextDealer.DRAW).record()), "utf-8")
    ran = canastra("play", "--resume", path, stdin=b"sair\n")
    assert "A carta mais alta dá esta mão: " in ran.out
    assert all(f"{name} tira " in ran.out for name in NAMES)
    assert read_file(path).deals[1].draw is not None


def test_terms_that_do_not_fit() -> None:
    for options in (("--seed", "0"), ("--file", "a.canastra"), ("--resume", "a.canastra")):
        ran = canastra("play", "--server", "http://localhost:1", *options)
        assert ran.status == 2
        assert f"sem --server: {options[0]}" in ran.err
    ran = canastra("play", "--next-dealer", "winner")
    assert ran.status == 2
    assert "next_seat, loser, draw" in ran.err


@pytest.mark.parametrize("seed", range(1, 7))
def test_the_two_highest_cards_play_together(seed: int) -> None:
    session = new_match(official("buraco"), NAMES, seed, terms=LocalTerms(lot=True))
    record = session.record()
    assert record.seats is Seats.LOT
    assert sorted(record.players) == sorted(NAMES)
    assert record.players[session.seats.person] == "Ana"
    lot = session.table.lot
    assert lot is not None
    drawn = [each.split(" ") for each in lot.drawn[:4]]
    first = {lot.seats.index(int(before)): Card.parse(card) for before, card in drawn}
    assert min(first[0].rank, first[2].rank) >= max(first[1].rank, first[3].rank)
    again = reread(session)
    assert (again.seats, again.match.dealer) == (session.seats, session.match.dealer)
    again.deal(None)
    play_deal(again)


def test_seats_by_lot_at_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.canastra"
    ran = canastra("play", "--file", path, "--lot", "--seed", "4", "--level", "greedy", stdin=b"\n")
    assert "Sorteio dos lugares:" in ran.out
    assert "As duas cartas mais altas jogam juntas: " in ran.out
    record = read_file(path)
    order = ", ".join(name.replace("Jogador", "Você") for name in record.players)
    assert f"Na ordem do jogo: {order}." in ran.out
    assert record.seats is Seats.LOT
    again = canastra("play", "--resume", path, "--lot")
    assert "Sem efeito" not in again.out
    assert "SUAS CARTAS" in again.out
    plain = tmp_path / "b.canastra"
    canastra("play", "--file", plain, "--level", "greedy", stdin=b"\n")
    assert "Sem efeito numa partida já começada: --lot." in canastra("play", "--resume", plain, "--lot").out
    there = canastra("play", "--server", "http://localhost:1", "--table", "abc", "--lot")
    assert there.status == 2
    assert "--lot" in there.err
