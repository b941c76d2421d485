"""Pages beside the table: the points of a deal, the score sheet of the match, the rules, the help, the legal moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rich import box
from rich.table import Table
from rich.text import Text

from canastra.cards import Card
from canastra.cli.local.names import cards_of as cards_in
from canastra.cli.local.names import typed_form
from canastra.cli.local.screen import WIDTH, card, flow, side_name, wrapped
from canastra.cli.local.session import Result, Session
from canastra.engine import Action, Discard, Ending, LayOff, NewMeld, NextDealer, Phase, Score, Shift, View
from canastra.engine.hands import cards_of
from canastra.engine.scoring import COMPONENT_TOPICS, component_applies, component_article
from canastra.errors import InputError
from canastra.messages import for_people, text
from canastra.rulebooks import describe, parameter_name, parameters, title_of
from canastra.rulebooks.schema import CONSTANTS, Rulebook


def sides(session: Session, lang: str) -> tuple[str, str]:
    """What the two sides are called, by side."""
    players, own = len(session.seating.names), session.person % 2
    return side_name(players, own == 0, lang), side_name(players, own == 1, lang)


def _ordered(session: Session) -> tuple[int, int]:
    """The sides in the order of the screens: ours first."""
    own = session.person % 2
    return own, 1 - own


def _sheet(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column(columns[0], no_wrap=False, max_width=34)
    for column in columns[1:]:
        table.add_column(column, justify="right", max_width=18, no_wrap=True, overflow="ellipsis")
    return table


def deal_sheet(session: Session, result: Result, lang: str) -> list[Text | Table]:
    """The end of a deal: who went out, what was left in hands, the points item by item with their articles."""
    number = session.results.index(result) + 1
    lines: list[Text | Table] = [Text(text("play_deal_over", lang, deal=number), style="bold")]
    lines.append(Text(f" {_ending(session, result, lang)}"))
    lines += _left(session, result, lang)
    order = _ordered(session)
    table = _sheet(text("play_points_of_deal", lang), *(sides(session, lang)[side] for side in order), "")
    table.columns[-1].justify, table.columns[-1].no_wrap = "left", False
    if result.scores:
        for name in COMPONENT_TOPICS:
            if _applies(name, session.rulebook, result.scores):
                values = (getattr(result.scores[side], name) for side in order)
                table.add_row(
                    text(f"sheet_{name}", lang),
                    *map(_signed, values),
                    Text(component_article(name, session.rulebook), style="dim"),
                )
        totals = [result.scores[side].total for side in order]
        table.add_section()
        table.add_row(text("sheet_total", lang), *map(_signed, totals), style="bold")
    if any(result.rulings):
        table.add_row(text("sheet_rulings", lang), *(_signed(result.rulings[side]) for side in order))
    table.add_row(text("sheet_before", lang), *(_signed(result.before.points[side]) for side in order))
    target = text("play_target", lang, target=result.after.target) if result.after.target else ""
    after = (str(result.after.points[side]) for side in order)
    table.add_row(text("sheet_match", lang), *after, Text(target, style="not bold dim"), style="bold")
    return [*lines, table]


def _applies(name: str, rulebook: Rulebook, scores: tuple[Score, Score]) -> bool:
    return component_applies(name, rulebook) or any(getattr(score, name) for score in scores)


def _signed(points: int | None) -> str:
    return "?" if points is None else str(points) if points <= 0 else f"+{points}"


def _ending(session: Session, result: Result, lang: str) -> str:
    state = result.state
    if result.scores is None:
        return text("play_annulled", lang)
    if state.ending is Ending.GOING_OUT and state.went_out is not None:
        return text("play_went_out", lang, name=session.seating.names[state.went_out])
    return text("play_ended_stalemate" if state.ending is Ending.STALEMATE else "play_ended_stock", lang)


def _left(session: Session, result: Result, lang: str) -> list[Text | Table]:
    """The cards that stayed in hands: they are shown at the end."""
    lines: list[Text | Table] = []
    for seat, hand in enumerate(result.state.hands):
        cards = cards_of(hand)
        if cards:
            line = Text(f" {text('play_left', lang, name=session.seating.names[seat])} ")
            lines.append(line + Text(" ").join(card(each) for each in cards))
    return lines


def match_sheet(session: Session, lang: str) -> list[Text | Table]:
    """The score sheet: each deal with its components, and the running totals."""
    order = _ordered(session)
    titles = [sides(session, lang)[side] for side in order]
    if not session.results:
        return [Text(text("play_no_deals_yet", lang))]
    table = _sheet(text("play_sheet", lang), *titles)
    for number, result in enumerate(session.results, 1):
        table.add_row(Text(text("play_deal_number", lang, deal=number), style="bold"))
        if result.scores is None:
            table.add_row(f"  {text('play_annulled', lang)}")
        for name in COMPONENT_TOPICS if result.scores else ():
            values = [getattr(result.scores[side], name) for side in order] if result.scores else []
            if any(values):
                table.add_row(f"  {text(f'sheet_{name}', lang)}", *map(_signed, values))
        if result.scores:
            totals = [_signed(result.scores[side].total) for side in order]
            table.add_row(f"  {text('sheet_total', lang)}", *totals)
        if any(result.rulings):
            table.add_row(f"  {text('sheet_rulings', lang)}", *(_signed(result.rulings[side]) for side in order))
        table.add_row(text("sheet_match", lang), *(str(result.after.points[side]) for side in order), style="bold")
        table.add_section()
    return [table]


def rules_sheet(
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
            lines += wrapped(f" {rule}: {value} ({article})", width)
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


def help_page(lang: str, width: int = WIDTH, *, online: bool = False) -> list[Text | Table]:
    """All that can be typed, each with what it does beside it, or below it where it is too narrow.

    `online`: at a server's table, where nothing is saved in a file here.
    """
    title = Text(text("how_title", lang), style="bold")
    end = [] if online else [Text(), *wrapped(text("how_end", lang), width)]
    topics = [
        (each, f"how_{each}_online" if online and each in _OTHERWISE_ONLINE else f"how_{each}") for each in _TOPICS
    ]
    if width < _TWO_COLUMNS:
        lines: list[Text | Table] = [title]
        for topic, does in topics:
            lines += wrapped(f" {text(f'how_{topic}_typed', lang)}", width, "bold")
            lines += wrapped(f"   {text(does, lang)}", width)
        return [*lines, *end]
    table = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False, expand=True)
    table.add_column(width=28, style="bold")
    table.add_column(ratio=1)
    for topic, does in topics:
        table.add_row(text(f"how_{topic}_typed", lang), text(does, lang))
    return [title, table, *end]


_OTHERWISE_ONLINE = {"undo", "quit"}
"""Topics that have words of their own at a server's table."""
_TWO_COLUMNS = 60
"""Columns from which what is typed and what it does stand beside each other."""
_THREE_COLUMNS = 72
"""Columns from which a rule, its value and its article stand beside each other."""
_TOPICS = (
    "cards",
    "draw",
    "take",
    "meld",
    "lay",
    "discard",
    "refuse",
    "shift",
    "withdraw",
    "pass",
    "several",
    "moves",
    "hint",
    "undo",
    "table",
    "score",
    "rules",
    "quit",
)


def in_order(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Legal moves as they are listed: the discards, which share a line, last."""
    return tuple(sorted(actions, key=lambda action: isinstance(action, Discard)))


def moves_with(view: View, cards: Collection[Card]) -> tuple[Action, ...]:
    """The legal moves that use one of these cards, or all moves if there are none, in the order of a list.

    Raises InputError if the seat doesn't hold the cards or has to draw first.
    """
    missing = [each for each in cards if each not in view.hand]
    if missing:
        raise InputError("play_not_held", cards=card_names(missing))
    if cards and view.phase is Phase.DRAW:
        raise InputError("play_draw_first", cards=card_names(cards))
    wanted = set(cards)
    return in_order(each for each in view.legal if not wanted or wanted & set(cards_in(each)))


def moves(view: View, actions: Iterable[Action], lang: str, width: int = WIDTH) -> list[Text]:
    """Legal moves, numbered: what each does and how it is typed."""
    lines, discards = [], []
    for number, action in enumerate(actions, 1):
        if isinstance(action, Discard):
            discards.append(Text.assemble((f"{number}) ", "dim"), card(action.card)))
            continue
        lines += flow(Text(f" {number:>3}  "), [Text(described(action, view, lang))], "", width)
        typed = Text(typed_form(action, lang), style="dim")
        room = width - 1 - typed.cell_len
        if lines[-1].cell_len + 2 > room:
            lines.append(Text())
        lines[-1].append(" " * (max(2, min(_TYPED_AT, room) - lines[-1].cell_len)))
        lines[-1].append_text(typed)
    heading = Text(f"      {text('do_discard_one_of', lang)}  ")
    return [*lines, *flow(heading, discards, "  ", width)] if discards else lines


_TYPED_AT = 56
"""The column of how a move is typed."""


def described(action: Action, view: View, lang: str) -> str:
    """An action as an order: "encaixar 7♥ no jogo 1 (4♥ 5♥ 6♥)"."""
    if isinstance(action, NewMeld):
        return text("do_meld", lang, cards=" ".join(map(str, action.cards)))
    if isinstance(action, LayOff):
        cards = " ".join(map(str, action.cards))
        words = text("do_lay", lang, cards=cards, number=action.number)
        return f"{words}, {text(f'do_lay_{action.end}', lang)}" if action.end else words
    if isinstance(action, Shift):
        return text("do_shift", lang, number=action.number)
    if isinstance(action, Discard):
        return text("do_discard", lang, card=str(action.card))
    return text(f"do_{action}", lang)


def card_names(cards: Iterable[object]) -> str:
    """Cards in a sentence."""
    return for_people(" ".join(map(str, cards)))
