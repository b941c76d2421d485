"""The table in the terminal: all that a player needs, within 80 columns, and no hidden card."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from canastra import bots
from canastra.cards import Card
from canastra.cli.local.match import LocalMatch, new_match
from canastra.cli.ui import pages
from canastra.cli.ui.help import brief_help, help_page
from canastra.cli.ui.screen import WIDTH, Scene, table
from canastra.engine import Phase, State, start_match, view
from canastra.engine.hands import cards_of, hand_of, minus, with_cards
from canastra.messages import LANGUAGES, number_text
from canastra.rulebooks import OFFICIAL, official
from canastra.table.settings import NO_TARGET
from tests.drawing import table as drawn
from tests.samples import diagonal

NAMES = ("Maria Aparecida", "Bruno", "Clara", "Davi")


def scene(session: LocalMatch, lang: str, state: State | None = None, width: int = WIDTH) -> Scene:
    seen = view(state, session.seats.person, session.match) if state else session.view()
    fresh = session.narrator.fresh(session.state)
    return Scene(seen, session.names, session.narrator.log, fresh, session.table.next_deal, lang, width)


def text_of(lines: list[Text]) -> str:
    return "\n".join(line.plain for line in lines)


def words_of(lines: list[Text]) -> list[str]:
    """Return all words below the head of a screen, on whatever line they stand."""
    start = next(number for number, line in enumerate(lines) if not line.plain)
    return sorted(word for line in lines[start:] for word in line.plain.split())


def started(rulebook_id: str, seed: int) -> LocalMatch:
    rulebook = official(rulebook_id)
    session = new_match(rulebook, NAMES[: rulebook.table.players], seed)
    session.deal(None)
    return session


def permuted(state: State, person: int, chance: Random) -> State:
    """Return a state that the person can't distinguish from this one: all unseen cards have other places."""
    unseen: list[Card] = []
    hidden = {}
    for seat, hand in enumerate(state.hands):
        if seat != person or state.unplayed[seat]:
            hidden[seat] = cards_of(minus(hand, cards_of(state.known[seat])))
            unseen += hidden[seat]
    under = list(state.pile[:-1]) if state.lookup.rulebook.pile.shown == "top" else []
    unseen += [*state.stock, *(card for morto in state.mortos for card in morto), *under]
    chance.shuffle(unseen)

    def some(count: int) -> tuple[Card, ...]:
        taken, unseen[:] = tuple(unseen[:count]), unseen[count:]
        return taken

    hands = list(state.hands)
    for seat, cards in hidden.items():
        hands[seat] = with_cards(state.known[seat], some(len(cards)))
    stock, mortos = some(len(state.stock)), tuple(some(len(morto)) for morto in state.mortos)
    pile = (*some(len(under)), *state.pile[len(under) :])
    return state._replace(hands=tuple(hands), stock=stock, mortos=mortos, pile=pile)


@pytest.mark.parametrize(
    ("rulebook_id", "style"), [*diagonal(5, OFFICIAL, bots.NAMES[:2]), *diagonal(0, OFFICIAL, bots.NAMES[2:])]
)
def test_screens_of_whole_deals(rulebook_id: str, style: str) -> None:
    """Random play makes the widest tables, greedy play the usual ones."""
    session = started(rulebook_id, 4)
    chance, lang = Random(9), "pt"
    players = [bots.make(style, seed) for seed in range(4)]
    steps = 0
    while session.table.deal:
        lang = LANGUAGES[steps % 2]
        lines = table(scene(session, lang))
        assert max(line.cell_len for line in lines) <= WIDTH, text_of(lines)
        for width in (40, 60) if steps % 3 == 0 else ():
            narrow = table(scene(session, lang, width=width))
            assert max(line.cell_len for line in narrow) < width, text_of(narrow)
            assert words_of(narrow) == words_of(lines), text_of(narrow)
        if steps % 5 == 0 and session.table.state:
            other = permuted(session.table.state, session.seats.person, chance)
            assert text_of(table(scene(session, lang, other))) == text_of(lines)
        seat = session.table.to_act
        assert seat is not None
        session.play(players[seat].choose(session.view(seat)))
        steps += 1
    told = [event for line in session.narrator.log if line.seat != session.seats.person for event in line.events]
    assert not {code for code, _ in told} & {"did_draw_card", "did_red_own"}
    assert not any(figures for code, figures in told if code == "did_draw")


def position(game_lang: str = "pt", **more: object) -> list[str]:
    game = drawn(
        "buraco",
        "4H 5H TH KD",
        ours=["6D 7D 2C 9D", "4S 5S 6S 7S 8S 9S TS"],
        theirs=["3C 4C 5C 6C 7C 2H 9C"],
        pile="9H QS",
        **more,
    )
    seen = view(game.state, 0)
    shown = Scene(seen, NAMES, (), (Card.parse("TH"),), 2, game_lang)
    return [line.plain for line in table(shown)]


def test_what_the_table_shows() -> None:
    text = "\n".join(position())
    assert "Buraco · mão 2 · vez 5" in text
    assert "até 2.000 pontos" in text
    assert "▶ Maria Apar…  4 cartas" in text
    assert "Davi" in text
    assert "1) 6♦ 7♦ 2♣=8 9♦   2) 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ ● limpa" in text
    assert "1) 3♣ 4♣ 5♣ 6♣ 7♣ 2♥=8 9♣ ◐ suja" in text
    assert "lixo 2: 9♥ [Q♠]" in text
    assert "mortos 2" in text
    assert "SUAS CARTAS  4  4♥  5♥  10♥*    K♦" in text
    assert "compre do monte (c) ou pegue o lixo (l)" in text


def test_the_same_in_english() -> None:
    text = "\n".join(position("en"))
    assert "deal 2 · turn 5" in text
    assert "● clean" in text
    assert "draw from the stock" in text


def test_only_the_top_where_the_pile_is_hidden() -> None:
    game = drawn("canastra-curinguinha", "4H 5H", pile="9H QS KC")
    lines = table(Scene(view(game.state, 0), NAMES, (), (), 1, "pt"))
    assert "lixo 3: ▒ [K♣]" in text_of(lines)
    assert "Q♠" not in text_of(lines)


def test_the_minimum_and_the_running_total() -> None:
    game = drawn("canastra-regional", "4H 5H 6H 9C KD", phase=Phase.PLAY, opening=(0, -1))
    shown = Scene(view(game.state, 0), NAMES, (), (), 1, "pt")
    assert "vulnerável: abre com 75" in text_of(table(shown))
    game._do("meld 4H 5H 6H")
    shown = Scene(view(game.state, 0), NAMES, (), (), 1, "pt")
    assert "abertura: 15 de 75" in text_of(table(shown))
    assert "15 de 75 pontos. Baixe mais" in text_of(table(shown))


def test_red_threes_lie_beside_the_melds() -> None:
    game = drawn("tranca", "4H 5H", red_threes=((Card.parse("3H"),), (Card.parse("3D"),)))
    text = text_of(table(Scene(view(game.state, 0), NAMES, (), (), 1, "pt")))
    assert "ELES   3 vermelhos: 3♦" in text
    assert "NÓS    3 vermelhos: 3♥" in text


def test_an_unseen_morto_is_not_shown() -> None:
    hands = (hand_of(drawn("buraco", "4H 5H").state.mortos[0]),)
    game = drawn("buraco", "", unplayed=(True, False, False, False), seat=1)
    state = game.state._replace(hands=(*hands, *game.state.hands[1:]))
    text = text_of(table(Scene(view(state, 0), NAMES, (), (), 1, "pt")))
    assert "você o vê na sua próxima vez" in text


def test_the_hand_at_the_end_of_a_deal_is_empty() -> None:
    game = drawn("canastra-duelo", "4H", phase=Phase.PLAY, has_morto=(True, False), mortos=())
    game._do("discard 4H")
    assert game.over
    text = text_of(table(Scene(view(game.state, 0), NAMES[:2], (), (), 1, "pt")))
    assert "SUAS CARTAS  0  nenhuma carta" in text
    assert "próxima vez" not in text


@pytest.mark.parametrize(("rulebook_id", "lang", "width"), diagonal(10, OFFICIAL, LANGUAGES, (WIDTH, 60, 40)))
def test_pages_fit_too(rulebook_id: str, lang: str, width: int) -> None:
    session = started(rulebook_id, 2)
    players = [bots.make("greedy", seed) for seed in range(4)]
    console = Console(width=width, record=True, highlight=False, markup=False, file=io.StringIO())
    while session.table.deal:
        seat = session.table.to_act
        assert seat is not None
        seen = session.view(seat)
        if seen.turn < 9:
            for line in pages.moves(seen.legal, lang, width):
                console.print(line)
                assert line.cell_len < width
        session.play(players[seat].choose(session.view(seat)))
    sheets = [
        pages.deal_page(session.state, session.base.rulebook, lang),
        pages.match_page(session.results, session.state, lang),
    ]
    sheets += [pages.rules_page(session.base.rulebook, lang, width), help_page(lang, width), brief_help(lang, width)]
    for part in (part for page in sheets for part in page):
        console.print(part)
    shown = console.export_text()
    assert max(map(len, shown.splitlines())) <= width
    assert not re.search(r"\w…", shown)
    assert session.results[0]["scores"]
    assert number_text(session.results[0]["points"][0], lang) in shown


@pytest.mark.parametrize(
    ("target", "terms", "shown"),
    [
        (0, {"deals": 4}, ("Buraco · mão 2 de 4 · vez 5", "4 mãos")),
        (0, {"deals": 1}, ("Buraco · mão 2 · vez 5", "partida de uma mão")),
        (0, {"deals": 0}, ("Buraco · mão 2 · vez 5", "até acabar o tempo")),
        (NO_TARGET, {}, ("Buraco · mão 2 · vez 5", "até acabar o tempo")),
        (2000, {"deals": 0, "called": True}, ("Buraco · mão 2 · vez 5", "Tempo: última mão")),
    ],
)
def test_the_title_says_what_ends_the_match(target: int, terms: dict[str, Any], shown: tuple[str, str]) -> None:
    match = start_match(official("buraco"), 0, target=target)
    seen = view(drawn("buraco", "4H").state, 0, match)
    title = table(replace(Scene(seen, NAMES, (), (), 2, "pt"), **terms))[0].plain
    assert all(each in title for each in shown)
