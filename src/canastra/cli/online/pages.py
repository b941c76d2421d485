"""Pages of a table on a server: who sits there, the points of a deal, the end of the match."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from canastra.cards import parse_cards
from canastra.cli.local.screen import card, side_name
from canastra.cli.local.typed_line import shown
from canastra.messages import text
from canastra.protocol import State
from canastra.protocol.tables import TableCard

_ENDINGS = {"stock": "play_ended_stock", "stalemate": "play_ended_stalemate", "forfeit": "online_ended_forfeit"}

_ITEMS = ("melded", "clean", "dirty", "royal", "going_out", "morto", "red_threes", "black_threes", "in_hand")
"""Components of a score, in the order of the sheet."""


def names_of(state: State, lang: str) -> tuple[str, ...]:
    """What the seats' players are called; a name is somebody else's text."""
    return tuple(
        shown(seat["name"]) or text("online_empty", lang, seat=number) for number, seat in enumerate(state["seats"], 1)
    )


def seats_page(state: State, lang: str) -> list[Text]:
    """Who sits where, and who is ready."""
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


def deal_page(state: State, lang: str) -> list[Text | Table]:
    """The latest deal that is over: who went out, what was left, the points item by item."""
    last = state["last"]
    if last is None:
        return [Text(text("play_no_deals_yet", lang))]
    names, own = names_of(state, lang), (state["you"] or 0) % 2
    lines: list[Text | Table] = [Text(text("play_deal_over", lang, deal=last["deal"]), style="bold")]
    if last.get("went_out") is not None:
        lines.append(Text(" " + text("play_went_out", lang, name=names[last["went_out"]])))
    elif last["ending"] in _ENDINGS:
        lines.append(Text(" " + text(_ENDINGS[last["ending"]], lang)))
    for name, hand in zip(names, last["hands"], strict=False):
        if hand:
            left = Text(f" {text('play_left', lang, name=name)} ")
            lines.append(left + Text(" ").join(card(each) for each in parse_cards(hand)))
    return [*lines, _points(state, (own, 1 - own), lang)]


def _points(state: State, order: tuple[int, int], lang: str) -> Table:
    last = state["last"] or {}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column(text("play_points_of_deal", lang))
    for side in order:
        table.add_column(side_name(len(state["seats"]), side == order[0], lang), justify="right")
    scores = last.get("scores") or ()
    if scores:
        for item in _ITEMS:
            values = [scores[side].get(item, 0) for side in order]
            if any(values):
                table.add_row(text(f"sheet_{item}", lang), *map(_signed, values))
        totals = [sum(scores[side].get(item, 0) for item in _ITEMS) for side in order]
        table.add_section()
        table.add_row(text("sheet_total", lang), *map(_signed, totals), style="bold")
    table.add_row(text("sheet_match", lang), *(str(last["points"][side]) for side in order), style="bold")
    return table


def _signed(points: int) -> str:
    return str(points) if points <= 0 else f"+{points}"


def result_line(state: State, lang: str) -> str:
    """How the match ended, for who sits there or watches."""
    result, points, names = state["result"] or {}, state["points"] or [0, 0], names_of(state, lang)
    if result.get("reason") in {"abandoned", "closed"}:
        return text(f"online_{result['reason']}", lang)
    own, winner = (state["you"] or 0) % 2, result.get("winner")
    if winner is None:
        return text("play_drawn_match", lang, points=points[own])
    winners = " + ".join(name for seat, name in enumerate(names) if seat % 2 == winner)
    if state["you"] is None:
        return text("online_won", lang, names=winners, points=points[winner], others=points[1 - winner])
    code = "play_won_match" if winner == own else "play_lost_match"
    words = text(code, lang, names=winners, points=points[own], others=points[1 - own])
    reason = result.get("reason")
    return f"{words} {text(f'online_by_{reason}', lang)}" if reason in {"resigned", "claimed"} else words


def encounter_line(state: State, lang: str) -> str | None:
    """How the encounter stands, or ended; None of a single match."""
    encounter = state["encounter"]
    if encounter is None:
        return None
    own, names = (state["you"] or 0) % 2, names_of(state, lang)
    winner = encounter["winner"]
    first = own if winner is None else winner
    figures = {"one": encounter["won"][first], "other": encounter["won"][1 - first]}
    if not encounter["finished"]:
        return text(f"online_encounter_{encounter['length']}", lang, matches=encounter["matches"], **figures)
    if winner is None:
        return text("online_encounter_drawn", lang, **figures)
    winners = " + ".join(name for seat, name in enumerate(names) if seat % 2 == winner)
    return text("online_encounter_won", lang, names=winners, **figures)


def table_line(number: int, card: TableCard, lang: str) -> str:
    """A table in a list."""
    players = ", ".join(shown(seat.name) or "—" for seat in card.seats)
    name = shown(card.rulebook_name.get(lang) or card.rulebook)
    mark = text("online_yours", lang) if card.seat is not None else ""
    return " ".join(part for part in (f"{number:>3})", f"{name}:", players, f"[{card.table}]", mark) if part)
