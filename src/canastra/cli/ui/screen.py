"""The table as one seat sees it, in 80 columns or fewer, in words and signs that need no colour.

Everything is drawn from a `View` and from the seat's log, so nothing hidden can be shown.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from canastra.cards import Card
from canastra.cli.ui.names import stands_for
from canastra.cli.ui.narration import Log, kind, sentence
from canastra.engine import TAKE, WITHDRAW, Action, Draw, Meld, Pass, Phase, Refuse, View, points_on_table
from canastra.messages import for_people, text
from canastra.rulebooks.schema import Exhausted, PileShown
from canastra.table.settings import NO_TARGET

WIDTH = 80
_COLUMN = 40
_HANGING = 3
_SUITS = ("", "red", "blue", "green")
"""Spades in the terminal's own ink, hearts red, diamonds blue, clubs green."""
_NAME = 11
_SHORTEST = 12
"""Columns to which the name of the rulebook may be cut."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The contents of a screen: the view, the log, the new cards of the hand, and the language and size."""

    view: View
    names: tuple[str, ...]
    log: Log
    fresh: tuple[Card, ...]
    deal: int
    lang: str
    width: int = WIDTH
    deals: int = 1
    """The number of deals of a match without a target; 0 if it goes on until time is called."""
    called: bool = False
    """True if time was called, so that this deal is the last one."""
    height: int | None = None
    """Lines that fit on the screen; None for any number."""


def table(scene: Scene) -> list[Text]:
    """The whole table, line by line. A low screen loses the empty lines first, then the oldest news."""
    side = scene.view.seat % 2
    head = [*_title(scene), *_sides(scene), Text()]
    melds = [*_melds(scene, 1 - side), *_piles(scene), *_melds(scene, side), Text()]
    return _fitted([*head, *melds], _told(scene), [*_hand(scene), *_prompt(scene)], scene.height)


def _fitted(above: list[Text], told: list[Text], below: list[Text], height: int | None) -> list[Text]:
    lines = [*above, *told, *below]
    excess = 0 if height is None else len(lines) - height
    if excess <= 0:
        return lines
    above, told, below = ([line for line in part if line.plain] for part in (above, told, below))
    excess = len(above) + len(told) + len(below) - (height or 0)
    if excess > 0:
        told = [Text(" …", style="dim"), *told[excess + 1 :]]
    return [*above, *told, *below]


def card(which: Card, mark: str = "") -> Text:
    """One card as people read it, in its suit's colour."""
    return Text(for_people(str(which)) + mark, style=_SUITS[which.suit] if which < 52 else "")


def side_name(players: int, own: bool, lang: str) -> str:
    """The name of a side: we and they, or with two players you and the rival."""
    codes = ("play_rival", "play_me") if players == 2 else ("play_theirs", "play_ours")
    return text(codes[own], lang)


def _heading(scene: Scene, side: int) -> str:
    return side_name(len(scene.names), side == scene.view.seat % 2, scene.lang)


def _title(scene: Scene) -> list[Text]:
    """The line on top: rulebook, deal, turn, what ends the match; two lines where one is too short."""
    view, lang = scene.view, scene.lang
    several = 1 < scene.deals >= scene.deal
    code = "play_deal_of_turn" if several else "play_deal_turn"
    name, deal = view.rulebook.names[lang], text(code, lang, deal=scene.deal, deals=scene.deals, turn=view.turn)
    target = _goal(scene)
    room = scene.width - 1 - cell_len(f"──  · {deal}  {target} ──")
    if room < min(cell_len(name), _SHORTEST):
        return [
            Text(_short(f"── {name} ", scene.width - 4) + "──", style="bold"),
            *wrapped_lines(f" {deal} · {target}", scene.width, "bold"),
        ]
    left, right = f"── {_short(name, room)} · {deal} ", f" {target} ──"
    return [Text(left + "─" * (scene.width - 1 - cell_len(left + right)) + right, style="bold")]


def _goal(scene: Scene) -> str:
    """The end of the match: the call of time, points or a number of deals."""
    target, deals, lang = scene.view.target, scene.deals, scene.lang
    if scene.called:
        return text("play_last_deal", lang)
    if 0 < target < NO_TARGET:
        return text("play_target", lang, target=target)
    if deals == 1 and not target:
        return text("play_one_deal", lang)
    return text("play_deals", lang, deals=deals) if deals > 1 else text("play_by_time", lang)


def _short(words: str, room: int) -> str:
    """Words cut off with a sign if they are too long."""
    return words if cell_len(words) <= room else set_cell_size(words, room - 1) + "…"


def wrapped_lines(words: str, width: int, style: str = "") -> list[Text]:
    """A sentence in as many lines as it needs, the later ones further in."""
    own = len(words) - len(words.lstrip(" "))
    lines = textwrap.wrap(words, width - 1, subsequent_indent=" " * (own + 2))
    return [Text(line, style=style) for line in lines]


def _sides(scene: Scene) -> list[Text]:
    """Both sides beside each other, ours on the left; below each other where it is too narrow, ours last."""
    own = scene.view.seat % 2
    columns = [_side(scene, own), _side(scene, 1 - own)]
    if scene.width < 2 * _COLUMN:
        return [*columns[1], *columns[0]]
    height = max(map(len, columns))
    lines = []
    for row in range(height):
        left, right = (column[row] if row < len(column) else Text() for column in columns)
        line = Text().append_text(left)
        line.append(" " * (_COLUMN - line.cell_len))
        line.append_text(right)
        lines.append(line)
    return lines


def _side(scene: Scene, side: int) -> list[Text]:
    view, lang = scene.view, scene.lang
    heading = Text(f" {_heading(scene, side)}", style="bold")
    points = text("play_points", lang, points=view.points[side] or 0)
    on_table = points_on_table(view.rulebook, view.melds)[side]
    heading.append(f"  {text('play_points_now', lang, points=points, now=on_table) if on_table else points}")
    if view.has_morto[side]:
        heading.append(f" · {text('play_morto_taken', lang)}", style="not bold")
    lines = [heading]
    if view.minimum[side]:
        lines.append(_opening(scene, side))
    elif any(view.minimum) and scene.width >= 2 * _COLUMN:
        lines.append(Text())  # The players of both sides stay in line.
    players = len(view.hand_sizes)
    order = [(view.seat + step) % players for step in range(players)]
    lines += [_seat(scene, seat) for seat in order if seat % 2 == side]
    return lines


def _opening(scene: Scene, side: int) -> Text:
    view = scene.view
    minimum = view.minimum[side] or 0
    if view.points_laid and view.to_act % 2 == side:
        words = text("play_opening_now", scene.lang, points=view.points_laid, minimum=minimum)
    else:
        words = text("play_opens_with", scene.lang, minimum=minimum)
    return Text(f" {words}", style="bold yellow")


def _seat(scene: Scene, seat: int) -> Text:
    view, lang = scene.view, scene.lang
    acting = seat == view.to_act and view.phase is not Phase.OVER
    name = _short(scene.names[seat], _NAME)
    line = Text(f" {'▶' if acting else ' '} {set_cell_size(name, _NAME + 1)}", style="bold" if acting else "")
    count = view.hand_sizes[seat]
    line.append(text("play_one_card" if count == 1 else "play_cards", lang, count=f"{count:>2}"), style="not bold")
    marks = []
    if view.waiting_morto[seat]:
        marks.append(text("play_new_morto", lang))
    if seat == view.dealer:
        marks.append(text("play_dealer", lang))
    if marks:
        line.append(" · " + " · ".join(marks), style="not bold")
    return line


def _melds(scene: Scene, side: int) -> list[Text]:
    view, lang = scene.view, scene.lang
    heading = Text(f" {_heading(scene, side):<7}", style="bold")
    items = [_meld(number, meld, scene) for number, meld in enumerate(view.melds[side], 1)]
    if view.red_threes[side]:
        items.append(Text.assemble((text("play_red_threes", lang), "dim"), " ", _cards(view.red_threes[side])))
    if not items:
        items = [Text(text("play_no_melds", lang), style="dim")]
    return flow(heading, items, "   ", scene.width)


def _meld(number: int, meld: Meld, scene: Scene) -> Text:
    line = Text.assemble((f"{number}) ", "dim"))
    shown = [card(held, stands_for(meld, index)) for index, held in enumerate(meld.cards)]
    line.append_text(Text(" ").join(shown))
    made = kind(meld, scene.view.rulebook.canastas)
    if made:
        line.append(f" {_MARKS[made]} {text(f'play_{made}', scene.lang)}", style="bold")
    return line


_MARKS = {"canasta_clean": "●", "canasta_dirty": "◐", "canasta_thirteen": "☆", "canasta_royal": "★"}


def flow(heading: Text, items: list[Text], gap: str, width: int = WIDTH) -> list[Text]:
    """Items beside each other as far as the width goes, later lines under the first item.

    An item too long for a line is broken between its words; under a long heading the lines begin further left.
    """
    indent = heading.cell_len if heading.cell_len <= width // 2 else _HANGING
    lines = [Text().append_text(heading)]
    start = heading.cell_len
    for item in items:
        first = lines[-1].cell_len <= start
        if not first and lines[-1].cell_len + len(gap) + item.cell_len >= width:
            lines.append(Text(" " * indent))
            first, start = True, indent
        if lines[-1].cell_len + item.cell_len < width:
            lines[-1].append_text(Text("" if first else gap) + item)
            continue
        for word in item.split(" "):
            if lines[-1].cell_len > start and lines[-1].cell_len + 1 + word.cell_len >= width:
                start = indent + _HANGING
                lines.append(Text(" " * start))
            lines[-1].append_text((Text(" ") if lines[-1].cell_len > start else Text()) + word)
    return lines


def _cards(cards: Iterable[Card]) -> Text:
    return Text(" ").join(card(held) for held in cards)


def _piles(scene: Scene) -> list[Text]:
    view, lang = scene.view, scene.lang
    line = Text(f" {text('play_stock', lang)} {view.stock_size}    {text('play_mortos', lang)} {len(view.morto_sizes)}")
    heading = Text(f"    {text('play_pile', lang)} {view.pile_size}")
    if not view.pile:
        items = [Text(text("play_pile_empty", lang) if not view.pile_size else "", style="dim")]
    else:
        top = Text.assemble("[", card(view.pile[-1]), "]")
        items = [*(card(held) for held in view.pile[:-1]), top]
        if view.rulebook.pile.shown is PileShown.TOP and view.pile_size > 1:
            items.insert(0, Text("▒", style="dim"))
    line.append_text(heading + ": ")
    return [Text(), *flow(line, items, " ", scene.width), Text()]


def _told(scene: Scene) -> list[Text]:
    """The person's last turn, what the others did since, and the present turn so far."""
    view = scene.view
    own = [line.turn for line in scene.log if line.seat == view.seat and line.turn < view.turn]
    since = own[-1] if own else 0
    lines = [line for line in scene.log if line.turn >= since]
    told = []
    for line in lines:
        words = sentence(line, scene.names[line.seat], scene.lang, own=line.seat == view.seat)
        told += wrapped_lines(f" {words}", scene.width, "italic")
    return [*told, Text()] if told else []


def _hand(scene: Scene) -> list[Text]:
    view, lang = scene.view, scene.lang
    fresh = list(scene.fresh)
    heading = Text(f" {text('play_hand', lang)} {len(view.hand):>2}  ", style="bold")
    if not view.hand:
        unseen = view.waiting_morto[view.seat] and view.ending is None
        words = text("play_hand_unseen" if unseen else "play_hand_empty", lang)
        return flow(heading, [Text(words, style="not bold")], "", scene.width)
    suits: list[list[Text]] = [[], [], [], []]
    for held in view.hand:
        new = held in fresh
        if new:
            fresh.remove(held)
        shown = card(held, "*" if new else "")
        if new:
            shown.stylize("bold underline")
        suits[held.suit].append(shown)
    groups = [Text("  ").join(suit) for suit in suits if suit]
    lines = flow(heading, groups, "    ", scene.width)
    if scene.fresh:
        lines.append(Text(" " * heading.cell_len + text("play_fresh", lang), style="dim"))
    return lines


def _prompt(scene: Scene) -> list[Text]:
    """The person's options now, after a warning if the stock has run out."""
    asked, warning = _asked(scene), _last_card(scene)
    lines = wrapped_lines(f" {warning}", scene.width, "bold yellow") if warning else []
    return [*lines, *(wrapped_lines(f" {asked}", scene.width, "bold") if asked else [])]


def _last_card(scene: Scene) -> str:
    """The warning after the person has drawn the last card of the stock, or an empty text."""
    view, rules = scene.view, scene.view.rulebook
    if view.stock_size or view.to_act != view.seat or view.phase not in {Phase.JUSTIFY, Phase.PLAY}:
        return ""
    if view.morto_sizes and rules.morto.becomes_stock:
        return text("play_last_morto_next", scene.lang)
    return text("play_last_ends" if rules.stock.exhausted is Exhausted.DEAL_ENDS else "play_last_pile", scene.lang)


def _asked(scene: Scene) -> str:
    view, lang = scene.view, scene.lang
    if view.to_act != view.seat or view.phase is Phase.OVER:
        return ""
    if view.phase is Phase.JUSTIFY:
        return text("play_asks_justify", lang, card=str(view.due))
    if view.phase is Phase.DRAW:
        return _asked_to_draw(view.legal, lang)
    side = view.seat % 2
    if any(line.turn == view.turn and ("did_withdraw", ()) in line.events for line in scene.log):
        return text("play_asks_discard", lang)
    if WITHDRAW in view.legal:
        minimum = view.minimum[side] or 0
        return text("play_asks_opening", lang, points=view.points_laid, minimum=minimum)
    if any(isinstance(action, Refuse) for action in view.legal):
        return text("play_asks_refuse", lang)
    return text("play_asks_play", lang)


def _asked_to_draw(legal: tuple[Action, ...], lang: str) -> str:
    if any(isinstance(action, Pass) for action in legal):
        return text("play_asks_pass" if TAKE in legal else "play_asks_only_pass", lang)
    if not any(isinstance(action, Draw) for action in legal):
        return text("play_asks_take", lang)
    return text("play_asks_draw_or_take" if TAKE in legal else "play_asks_draw", lang)
