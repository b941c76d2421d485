"""Pages beside the table: the points of a deal, the score sheet of the match, the rules, the help, the legal moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from canastra.cards import Card, parse_cards
from canastra.cli.ui.names import cards_in, described, typed_form
from canastra.cli.ui.screen import WIDTH, card, flow, side_name, wrapped_lines
from canastra.cli.ui.typed_line import shown
from canastra.engine import Action, Discard, Ending, LayOff, NewMeld, NextDealer, Phase, View, parse_action
from canastra.engine.scoring import COMPONENT_TOPICS, component_applies, component_article
from canastra.errors import InputError
from canastra.messages import for_people, number_text, signed_text, text
from canastra.protocol import State
from canastra.protocol.messages import Hinted
from canastra.protocol.people import DELETED_NAME
from canastra.protocol.tables import TableCard
from canastra.rulebooks import describe, parameter_name, parameters, title_of
from canastra.rulebooks.schema import CONSTANTS, Rulebook
from canastra.table.handlers.end import FORFEIT

SIDES = 2
"""The players of a table without partners."""


_ENDINGS = {
    Ending.STOCK: "play_ended_stock",
    Ending.STALEMATE: "play_ended_stalemate",
    FORFEIT: "online_ended_forfeit",
}
"""The message for each way in which a deal ended other than by going out."""


def names_of(state: State, lang: str) -> tuple[str, ...]:
    """The names of the seats' players, without control characters."""
    return tuple(
        person_name(seat["name"], lang) or text("online_empty", lang, seat=number)
        for number, seat in enumerate(state["seats"], 1)
    )


def person_name(name: str, lang: str) -> str:
    """A name for the screen, without control characters; a deleted account has words of its own."""
    return text("users_deleted", lang) if name == DELETED_NAME else shown(name)


def _order(state: State) -> tuple[int, int]:
    """The sides in the order of the screens: ours first."""
    own = (state["you"] or 0) % 2
    return own, 1 - own


def _side_names(state: State, lang: str) -> list[str]:
    """The names of the two sides, ours first."""
    return [side_name(len(state["seats"]), own, lang) for own in (True, False)]


def _sheet(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column(columns[0], no_wrap=False, max_width=34)
    for column in columns[1:]:
        table.add_column(column, justify="right", max_width=18, no_wrap=True, overflow="ellipsis")
    return table


def deal_page(state: State, rulebook: Rulebook, lang: str) -> list[Text | Table]:
    """The latest finished deal: how it ended, the cards left in hands, the points item by item with the articles."""
    last = state["last"]
    if last is None:
        return [Text(text("play_no_deals_yet", lang))]
    names, order = names_of(state, lang), _order(state)
    lines: list[Text | Table] = [Text(text("play_deal_over", lang, deal=last["deal"]), style="bold")]
    lines.append(Text(f" {_ending(last, names, lang)}"))
    for name, hand in zip(names, last["hands"], strict=False):
        if hand:
            left = Text(f" {text('play_left', lang, name=name)} ")
            lines.append(left + Text(" ").join(card(left_card) for left_card in parse_cards(hand)))
    table = _sheet(text("play_points_of_deal", lang), *_side_names(state, lang), "")
    table.columns[-1].justify, table.columns[-1].no_wrap = "left", False
    scores, gained = last.get("scores") or (), [0, 0]
    for item in COMPONENT_TOPICS if scores else ():
        values = [scores[side].get(item, 0) for side in order]
        if any(values) or component_applies(item, rulebook):
            article = Text(component_article(item, rulebook), style="dim")
            table.add_row(text(f"sheet_{item}", lang), *_signed(values, lang), article)
    if scores:
        gained = [scores[side]["total"] for side in order]
        table.add_section()
        table.add_row(text("sheet_total", lang), *_signed(gained, lang), style="bold")
    rulings = [_rulings(last)[side] for side in order]
    if any(rulings):
        table.add_row(text("sheet_rulings", lang), *_signed(rulings, lang))
    after = [last["points"][side] for side in order]
    before = [now - points - ruled for now, points, ruled in zip(after, gained, rulings, strict=True)]
    table.add_row(text("sheet_before", lang), *_signed(before, lang))
    target = text("play_target", lang, target=state["target"]) if state["target"] else ""
    totals = [number_text(points, lang) for points in after]
    table.add_row(text("sheet_match", lang), *totals, Text(target, style="not bold dim"), style="bold")
    return [*lines, table]


def _signed(points: Iterable[int], lang: str) -> list[str]:
    return [signed_text(value, lang) for value in points]


def _rulings(last: Mapping[str, Any]) -> tuple[int, int]:
    """The referee's points of a deal: none, since a server's table has no referee."""
    found: tuple[int, int] = last.get("rulings", (0, 0))
    return found


def _ending(last: Mapping[str, Any], names: Sequence[str], lang: str) -> str:
    if last.get("annulled"):
        return text("play_annulled", lang)
    if last.get("went_out") is not None:
        return text("play_went_out", lang, name=names[last["went_out"]])
    return text(_ENDINGS[last["ending"]], lang)


def match_page(results: Sequence[Mapping[str, Any]], state: State, lang: str) -> list[Text | Table]:
    """The score sheet: each deal with its components, and the running totals."""
    order = _order(state)
    if not results:
        return [Text(text("play_no_deals_yet", lang))]
    table = _sheet(text("play_sheet", lang), *_side_names(state, lang))
    for last in results:
        table.add_row(Text(text("play_deal_number", lang, deal=last["deal"]), style="bold"))
        scores = last.get("scores") or ()
        if not scores:
            table.add_row(f"  {text('play_annulled', lang)}")
        for item in (*COMPONENT_TOPICS, "total") if scores else ():
            values = [scores[side].get(item, 0) for side in order]
            if any(values) or item == "total":
                table.add_row(f"  {text(f'sheet_{item}', lang)}", *_signed(values, lang))
        if any(_rulings(last)):
            table.add_row(f"  {text('sheet_rulings', lang)}", *_signed((_rulings(last)[side] for side in order), lang))
        table.add_row(
            text("sheet_match", lang), *(number_text(last["points"][side], lang) for side in order), style="bold"
        )
        table.add_section()
    return [table]


_REASONS = {"resigned", "claimed", "left", "called"}


def result_line(state: State, lang: str) -> str:
    """The result of the match, for a player or a spectator."""
    result, points = state["result"] or {}, state["points"] or [0, 0]
    reason, winner = result.get("reason"), result.get("winner")
    if reason in {"abandoned", "closed", "stopped"}:
        return text(f"online_{reason}", lang)
    own, other = _order(state)
    if winner is None:
        return text("play_drawn_match", lang, points=points[own])
    winners = _side(state, winner, lang)
    if state["you"] is None:
        return text("online_won", lang, names=winners, points=points[winner], others=points[1 - winner])
    won = "play_won_match" if len(state["seats"]) == SIDES else "play_won_match_pair"
    code = won if winner == own else "play_lost_match"
    words = text(code, lang, names=winners, points=points[own], others=points[other])
    return f"{words} {text(f'online_by_{reason}', lang)}" if reason in _REASONS else words


def encounter_line(state: State, lang: str) -> str | None:
    """The standing or the result of the encounter, None for a single match."""
    encounter = state["encounter"]
    if encounter is None:
        return None
    winner = encounter["winner"]
    first = _order(state)[0] if winner is None else winner
    figures = {"one": encounter["won"][first], "other": encounter["won"][1 - first]}
    if not encounter["finished"]:
        return text(f"online_encounter_{encounter['length']}", lang, matches=encounter["matches"], **figures)
    if winner is None:
        return text("online_encounter_drawn", lang, **figures)
    code = "play_encounter_won" if len(state["seats"]) == SIDES else "play_encounter_won_pair"
    return text(code, lang, names=_side(state, winner, lang), **figures)


def _side(state: State, side: int, lang: str) -> str:
    """The players of a side."""
    one, *other = (name for seat, name in enumerate(names_of(state, lang)) if seat % 2 == side)
    return text("play_and", lang, one=one, two=other[0]) if other else one


def seats_page(state: State, lang: str) -> list[Text]:
    """The players by seat, and which of them are ready."""
    lines = []
    for number, name in enumerate(names_of(state, lang)):
        seat = state["seats"][number]
        marks = [
            text(code, lang)
            for code, holds in (
                ("online_you", number == state["you"]),
                ("online_bot", seat["kind"] == "bot"),
                ("online_ready", seat["ready"] and seat["kind"] == "person" and state["stage"] == "seating"),
                ("online_bot_holds", seat["held"]),
                ("online_away", seat["away"] is not None),
            )
            if holds
        ]
        lines.append(Text(f" {number + 1}  {name}{'  · ' if marks else ''}{' · '.join(marks)}"))
    return lines


def table_line(number: int, card: TableCard, lang: str) -> str:
    """A table in a list."""
    players = ", ".join(person_name(seat.name, lang) or "—" for seat in card.seats)
    name = shown(card.rulebook_name.get(lang) or card.rulebook)
    mark = text("online_yours", lang) if card.seat is not None else ""
    return " ".join(part for part in (f"{number:>3})", f"{name}:", players, f"[{card.table}]", mark) if part)


def rules_page(
    rulebook: Rulebook, lang: str, width: int = WIDTH, next_dealer: NextDealer = NextDealer.NEXT_SEAT
) -> list[Text | Table]:
    """The parameters that apply and what all rulebooks have in common, with their articles, and who deals next."""
    words = {name: f"play_rule_{name}" for name in CONSTANTS}
    if next_dealer is not NextDealer.NEXT_SEAT:
        words["dealer"] = f"play_rule_dealer_{next_dealer}"
    varying = [
        (title_of(rulebook, key, lang), describe(key, value, lang), clause.article)
        for key, value, clause in parameters(rulebook)
    ]
    common = [
        (parameter_name(f"clauses.{name}", lang), text(code, lang), rulebook.article(f"clauses.{name}"))
        for name, code in words.items()
    ]
    if width < _THREE_COLUMNS:
        lines: list[Text | Table] = [Text(rulebook.names[lang], style="bold")]
        for rule, value, article in [*varying, *common]:
            lines += wrapped_lines(f" {rule}: {value} ({article})", width)
        return lines
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), expand=True)
    table.add_column(rulebook.names[lang], ratio=5)
    table.add_column("", ratio=4)
    table.add_column("", ratio=2, style="dim")
    for row in varying:
        table.add_row(*row)
    table.add_section()
    for row in common:
        table.add_row(*row)
    return [table]


_THREE_COLUMNS = 72
"""Columns from which a rule, its value and its article stand beside each other."""


def in_order(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Legal moves in the order of lists: the discards, which share a line, come last."""
    return tuple(sorted(actions, key=lambda action: isinstance(action, Discard)))


def moves_with(view: View, cards: Collection[Card]) -> tuple[Action, ...]:
    """The legal moves with any of these cards, or all moves if `cards` is empty, in the order of a list.

    Raises InputError if the seat doesn't hold the cards or has to draw first.
    """
    missing = [card for card in cards if card not in view.hand]
    if missing:
        raise InputError("play_not_held", cards=card_names(missing))
    if cards and view.phase is Phase.DRAW:
        raise InputError("play_draw_first", cards=card_names(cards))
    wanted = set(cards)
    return in_order(legal for legal in view.legal if not wanted or wanted & set(cards_in(legal)))


def moves(actions: Iterable[Action], lang: str, width: int = WIDTH) -> list[Text]:
    """Legal moves, numbered, with their meaning and the form to type."""
    lines, discards = [], []
    for number, action in enumerate(actions, 1):
        if isinstance(action, Discard):
            discards.append(Text.assemble((f"{number}) ", "dim"), card(action.card)))
            continue
        lines += flow(Text(f" {number:>3}  "), [Text(described(action, lang))], "", width)
        typed = Text(typed_form(action, lang), style="dim")
        room = width - 1 - typed.cell_len
        if lines[-1].cell_len + 2 > room:
            lines.append(Text())
        lines[-1].append(" " * (max(2, min(_TYPED_AT, room) - lines[-1].cell_len)))
        lines[-1].append_text(typed)
    heading = Text(f"      {text('do_discard_one_of', lang)}  ")
    return [*lines, *flow(heading, discards, "  ", width)] if discards else lines


def listed_page(listed: Sequence[Action], lang: str, width: int = WIDTH) -> list[Text]:
    """A list of moves, and how to choose one."""
    hints = ["play_choose_number"]
    if any(isinstance(action, NewMeld | LayOff) for action in listed):
        hints.append("play_bigger_melds")
    hint = " ".join(text(code, lang) for code in hints)
    return [*moves(listed, lang, width), *wrapped_lines(f" {hint}", width, "dim")]


_TYPED_AT = 56
"""The column of how a move is typed."""


def hint_lines(hinted: Hinted, lang: str, width: int) -> list[Text]:
    """The reasons of a hint, a sentence each, with the article if it is a rule, and how to follow the hint."""
    lines: list[Text] = []
    for reason in hinted.reasons:
        sentence = reason.pt if lang == "pt" else reason.en
        source = f" ({cited(reason.article, lang)})" if reason.article else ""
        lines += wrapped_lines(f" {sentence}{source}", width)
    typed = typed_form(parse_action(hinted.action), lang)
    return [*lines, *wrapped_lines(" " + text("play_hint_follow", lang, typed=typed), width, "dim")]


def cited(article: str, lang: str) -> str:
    """The place in the rulebook: an article, or a heading with a word that says so."""
    return article if article.startswith("Art.") else text("play_cited", lang, article=article)


def card_names(cards: Iterable[object]) -> str:
    """Cards in a sentence."""
    return for_people(" ".join(map(str, cards)))
