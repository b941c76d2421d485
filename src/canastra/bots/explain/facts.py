"""The effect of a step, in facts with their articles, without guessing its player's thoughts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from canastra import messages
from canastra.cards import BLACK_THREES, cards_text
from canastra.engine import (
    Action,
    Canasta,
    Discard,
    Draw,
    LayOff,
    NewMeld,
    Option,
    Pass,
    Refuse,
    Shift,
    Take,
    View,
    Withdraw,
    lookup_of,
    masked_state,
    options,
)
from canastra.engine.melds.canasta import bonus_of, canasta_of
from canastra.engine.melds.placement import meld_after
from canastra.errors import Figure


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: a stable code, its article, the values of its sentence."""

    code: str
    article: str
    figures: tuple[tuple[str, Figure], ...] = ()

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``, without the article."""
        return messages.text(self.code, language, **dict(self.figures))


def rule_facts(view: View, action: Action) -> tuple[Fact, ...]:
    """The effect of a legal step of the seat to act; the first fact is the step itself."""
    return tuple(_OF_ACTIONS[type(action)](view, action))


def _reason(view: View, code: str, topic: str, **figures: Figure) -> Fact:
    return Fact(code, view.rulebook.article(topic), tuple(figures.items()))


def _draw(view: View, _: Draw) -> Iterator[Fact]:
    yield _reason(view, "hint_draw", "clauses.turn", stock=view.stock_size)


def _take(view: View, _: Take) -> Iterator[Fact]:
    yield _reason(view, "hint_take", "pile.purchase", number=view.pile_size, card=str(view.pile[-1]))


def _refuse(view: View, _: Refuse) -> Iterator[Fact]:
    yield _reason(view, "hint_refuse", "draw.opener_may_refuse")


def _pass(view: View, _: Pass) -> Iterator[Fact]:
    yield _reason(view, "hint_pass", "stock.exhausted")


def _withdraw(view: View, _: Withdraw) -> Iterator[Fact]:
    minimum = view.minimum[view.seat % 2] or 0
    yield _reason(view, "hint_withdraw", "vulnerability.minimums", points=view.points_laid, minimum=minimum)


def _shift(view: View, action: Shift) -> Iterator[Fact]:
    meld = view.melds[view.seat % 2][action.number - 1]
    yield _reason(view, "hint_shift", "sequences.goes_home", number=action.number, meld=str(meld))


def _new_meld(view: View, action: NewMeld) -> Iterator[Fact]:
    cards, points = cards_text(action.cards), lookup_of(view.rulebook).points(action.cards)
    yield _reason(view, "hint_meld", "clauses.melds", cards=cards, points=points)
    yield from _laid(view, action)


def _lay_off(view: View, action: LayOff) -> Iterator[Fact]:
    meld = view.melds[view.seat % 2][action.number - 1]
    cards, points = cards_text(action.cards), lookup_of(view.rulebook).points(action.cards)
    figures: dict[str, Figure] = {"cards": cards, "number": action.number, "meld": str(meld), "points": points}
    yield _reason(view, "hint_lay", "clauses.lay_off", **figures)
    yield from _laid(view, action)


def _laid(view: View, action: NewMeld | LayOff) -> Iterator[Fact]:
    """The effect of the laying on the meld and on the hand."""
    after = meld_after(masked_state(view), action)
    found = next((option for option in options(view, action.cards) if after and option.meld is after[1]), None)
    if found is not None:
        yield from _becoming(view, found)
        if found.total is not None and found.minimum is not None:
            code = "hint_opens" if found.total >= found.minimum else "hint_opening"
            yield _reason(view, code, "vulnerability.minimums", points=found.total, minimum=found.minimum)
    if len(view.hand) == len(action.cards):
        yield _emptied(view)


def _becoming(view: View, option: Option) -> Iterator[Fact]:
    meld = option.meld
    assert meld is not None
    before = view.melds[view.seat % 2][option.number - 1] if option.number else None
    bonuses, kind = view.rulebook.canastas, option.canasta
    was = canasta_of(before, bonuses) if before else Canasta.NONE
    if kind is not was and (was is Canasta.NONE or kind in (Canasta.THIRTEEN, Canasta.ROYAL)):
        yield _reason(view, f"hint_{kind}", f"canastas.{kind}", points=bonus_of(meld, bonuses))
    if meld.has_wild and (before is None or not before.has_wild):
        card = option.stands_for
        if card is None:
            yield _reason(view, "hint_dirty_group", "clauses.wilds")
        else:
            yield _reason(view, "hint_dirty_meld", "clauses.wilds", card=str(card))


def _emptied(view: View) -> Fact:
    if view.morto_sizes and not view.has_morto[view.seat % 2]:
        return _reason(view, "hint_morto", "clauses.morto")
    return _reason(view, "hint_going_out", "clauses.going_out")


def _discard(view: View, action: Discard) -> Iterator[Fact]:
    card, rules = str(action.card), view.rulebook
    points = lookup_of(rules).values[action.card]
    yield _reason(view, "hint_discard", "clauses.turn", card=card, points=points)
    if action.card in BLACK_THREES and rules.pile.black_three_blocks:
        yield _reason(view, "hint_blocks", "pile.black_three_blocks", card=card)
    if len(view.hand) == 1:
        yield _emptied(view)


_OF_ACTIONS: dict[type[Action], Callable[[View, Any], Iterator[Fact]]] = {
    Draw: _draw,
    Refuse: _refuse,
    Take: _take,
    NewMeld: _new_meld,
    LayOff: _lay_off,
    Shift: _shift,
    Discard: _discard,
    Withdraw: _withdraw,
    Pass: _pass,
}
